//! `impl Encode`: the numbers of actions, and the observation of a seat.

use kernel::{ChoiceGroup, Encode, Observation, Path, Perspective, ProgressTerm, Seat, Slice};

use crate::{
    AccursedTomb, Action, Cell, Gear, Meaning, View, Ware,
    cells::SIDE,
    options::Engage,
    state::{End, Explorer, MAX_EXPLORERS, Pending},
};

/// The number of cells.
const CELLS: usize = SIDE as usize * SIDE as usize;
/// The number of meanings of a face-up card.
const MEANINGS: usize = Meaning::ALL.len();
/// Weapons, armors and blessings with which an explorer counts as fully equipped.
const EQUIPPED: f32 = 6.0;

const CHOICES: &[ChoiceGroup] = &[
    ChoiceGroup::new("wait", 1, "stay, and get 1 health back"),
    ChoiceGroup::new("fight", 1, "strike the foe"),
    ChoiceGroup::new("move", CELLS as u16, "go to a cell, or try to: row by row from the top, from the left"),
    ChoiceGroup::new("take", 2, "take one of the merchant's goods: weapon, armor"),
];

const WAIT: u16 = ChoiceGroup::start(CHOICES, "wait");
const FIGHT: u16 = ChoiceGroup::start(CHOICES, "fight");
const MOVE: u16 = ChoiceGroup::start(CHOICES, "move");
const TAKE: u16 = ChoiceGroup::start(CHOICES, "take");

const LAYOUT: &[Slice] = &[
    Slice::flags("decision", 4, "turn, combat, merchant, over"),
    Slice::flags("turn", MAX_EXPLORERS, "the explorer that decides, from the own one on"),
    Slice::flags("alive", MAX_EXPLORERS, "whether an explorer lives, from the own one on"),
    Slice::new("health", MAX_EXPLORERS, 255.0, "health", "health, from the own explorer on"),
    Slice::new("most_health", MAX_EXPLORERS, 255.0, "health", "the most health, from the own explorer on"),
    Slice::new("weapons", MAX_EXPLORERS, 63.0, "cards", "weapons, from the own explorer on"),
    Slice::new("armors", MAX_EXPLORERS, 63.0, "cards", "armors, from the own explorer on"),
    Slice::new("blessings", MAX_EXPLORERS, 63.0, "cards", "blessings, from the own explorer on"),
    Slice::new("death", MAX_EXPLORERS, 4.0, "deaths", "for the dead, deaths up to this one, from the own explorer on"),
    Slice::flags("fights", MAX_EXPLORERS, "whether an explorer has a foe, from the own one on"),
    Slice::flags("foe", CELLS, "the cell of the own foe"),
    Slice::flags("position", MAX_EXPLORERS * CELLS, "the cell of each explorer, from the own one on; row by row"),
    Slice::flags("face_down", CELLS, "cells whose card is face down, row by row"),
    Slice::flags(
        "board",
        MEANINGS * CELLS,
        "cells that are face up, for each meaning: wall, goblin, orc, troll, demon, trap, weapon, armor, blessing, \
         fountain, altar, portal, merchant, hallway",
    ),
    Slice::new("monster_health", CELLS, 255.0, "health", "health of the monster in each cell, row by row"),
    Slice::new("left", MEANINGS, 108.0, "cards", "unseen cards by meaning, in the order of the board"),
    Slice::new("round", 2, 1001.0, "rounds", "the present round from 1, and the option max_rounds"),
    Slice::flags("options", 3, "options: gear literal, engage adjacent, retreat"),
    Slice::flags("winner", MAX_EXPLORERS, "the winner, from the own explorer on"),
];

impl Encode for AccursedTomb {
    const VERSION: u32 = 1;
    const CHOICES: &'static [ChoiceGroup] = CHOICES;
    const LAYOUT: &'static [Slice] = LAYOUT;
    const PROGRESS: &'static [ProgressTerm] = &[
        ProgressTerm { name: "health", weight: 0.4, meaning: "own health, of the most that the explorer can have" },
        ProgressTerm { name: "gear", weight: 0.3, meaning: "own weapons, armors and blessings, up to 6 of them, of 6" },
        ProgressTerm { name: "rivals", weight: 0.3, meaning: "rivals that are dead, of all rivals" },
    ];

    fn path(action: &Action, _: Perspective) -> Path {
        let choice = match *action {
            Action::Wait => WAIT,
            Action::Fight => FIGHT,
            Action::Move { to } => MOVE + to.index() as u16,
            Action::Take { what } => TAKE + what as u16,
        };
        Path::from_iter([choice])
    }

    fn action(path: &[u16], _: Perspective) -> Option<Action> {
        let [choice] = *path else { return None };
        let (group, place) = ChoiceGroup::find(CHOICES, choice)?;
        Some(match (group, place) {
            ("wait", _) => Action::Wait,
            ("fight", _) => Action::Fight,
            ("move", place) => {
                let (row, column) = (place as u8 / SIDE + 1, place as u8 % SIDE + 1);
                Action::Move { to: Cell::try_from([row, column]).ok()? }
            }
            (_, 0) => Action::Take { what: Ware::Weapon },
            (_, _) => Action::Take { what: Ware::Armor },
        })
    }

    fn observe(view: &View, from: Perspective, _: &[u16], out: &mut Observation<'_>) {
        let (game, field) = (&view.game, &view.game.field);
        let party = || from.all().map(|seat| game.explorer(seat));
        let seat = |seat: Seat| usize::from(from.number(seat));
        let pending = match game.pending {
            Pending::Turn => 0,
            Pending::Combat => 1,
            Pending::Merchant => 2,
            Pending::Over(_) => 3,
        };
        out.one_of(4, Some(pending));
        out.one_of(MAX_EXPLORERS, Some(seat(game.turn)));
        let mut each = |of: &dyn Fn(&Explorer) -> u8| out.numbers(MAX_EXPLORERS, party().map(of));
        each(&|explorer| explorer.alive().into());
        each(&|explorer| explorer.hp);
        each(&|explorer| game.most(explorer.armors));
        each(&|explorer| explorer.weapons);
        each(&|explorer| explorer.armors);
        each(&|explorer| explorer.blessings);
        each(&|explorer| explorer.death_number);
        each(&|explorer| explorer.foe.is_some().into());
        out.one_of(CELLS, game.explorer(from.seat).foe.map(Cell::index));
        let positions = out.zeros(MAX_EXPLORERS * CELLS);
        for (cells, explorer) in positions.chunks_mut(CELLS).zip(party()) {
            cells[explorer.cell.index()] = 1.0;
        }
        let face_down = out.zeros(CELLS);
        field.face_down.for_each(|cell| face_down[cell.index()] = 1.0);
        let board = out.zeros(MEANINGS * CELLS);
        for cell in !field.face_down {
            board[plane(field.meaning(cell)) * CELLS + cell.index()] = 1.0;
        }
        out.numbers(CELLS, field.health);
        let left = out.zeros(MEANINGS);
        for (card, copies) in game.unseen.iter() {
            left[plane(Meaning::of(card))] += f32::from(copies);
        }
        out.numbers(2, [game.round, game.options.max_rounds]);
        out.flag(game.options.gear == Gear::Literal);
        out.flag(game.options.engage == Engage::Adjacent);
        out.flag(game.options.retreat);
        out.one_of(MAX_EXPLORERS, game.over().and_then(End::winner).map(seat));
    }

    fn progress(view: &View, from: Perspective, terms: &mut [f32]) {
        let game = &view.game;
        let own = game.explorer(from.seat);
        let rivals = from.all().skip(1).map(|seat| game.explorer(seat));
        terms[0] = f32::from(own.hp) / f32::from(game.most(own.armors));
        terms[1] = (f32::from(own.weapons + own.armors + own.blessings) / EQUIPPED).min(1.0);
        terms[2] = rivals.filter(|rival| !rival.alive()).count() as f32 / f32::from(game.seats - 1);
    }
}

/// Place of a meaning in [`Meaning::ALL`], one for all demons.
fn plane(meaning: Meaning) -> usize {
    match meaning {
        Meaning::Wall => 0,
        Meaning::Goblin => 1,
        Meaning::Orc => 2,
        Meaning::Troll => 3,
        Meaning::Demon(_) => 4,
        Meaning::Trap => 5,
        Meaning::Weapon => 6,
        Meaning::Armor => 7,
        Meaning::Blessing => 8,
        Meaning::Fountain => 9,
        Meaning::Altar => 10,
        Meaning::Portal => 11,
        Meaning::Merchant => 12,
        Meaning::Hallway => 13,
    }
}
