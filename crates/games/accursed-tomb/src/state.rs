//! The state of a match, and what always holds of it.

use std::{cmp::Reverse, ops::BitOr};

use kernel::{Card, Outcome, Seat, StandardCard};

use crate::{
    Cell, Options,
    cells::Cells,
    content::{CardSet, Meaning, Unseen},
};

/// The most explorers.
pub(crate) const MAX_EXPLORERS: usize = 4;

/// A match of The Accursed Tomb.
///
/// Nothing in it is secret: cards that nobody has turned have no place yet, they are a multiset.
/// Drawing a card when its cell is turned gives the same chances as dealing all of them in advance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccursedTomb {
    pub(crate) options: Options,
    pub(crate) seats: u8,
    /// The explorers, by seat; an unused seat holds one without health.
    pub(crate) explorers: [Explorer; MAX_EXPLORERS],
    pub(crate) field: Field,
    /// The cards not yet turned. 45 of them never come to a cell.
    pub(crate) unseen: Unseen,
    /// The round, from 1.
    pub(crate) round: u16,
    /// The seat that has to decide.
    pub(crate) turn: Seat,
    pub(crate) pending: Pending,
}

/// An explorer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Explorer {
    pub(crate) cell: Cell,
    /// The health, from 1 to the maximum; 0 is dead.
    pub(crate) hp: u8,
    pub(crate) weapons: u8,
    pub(crate) armors: u8,
    pub(crate) blessings: u8,
    /// The cell of the live monster that this explorer fights.
    pub(crate) foe: Option<Cell>,
    /// For the dead: the number of deaths up to this one.
    pub(crate) death_number: u8,
}

impl Explorer {
    pub(crate) const NOBODY: Explorer =
        Explorer { cell: Cell::START, hp: 0, weapons: 0, armors: 0, blessings: 0, foe: None, death_number: 0 };

    #[inline]
    pub(crate) const fn alive(&self) -> bool {
        self.hp > 0
    }
}

/// The field of cards.
///
/// The sets repeat the arrays: every set but `face_down` follows from `meaning`. They are stored
/// because moves and reach are then a few operations on words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Field {
    /// The face-up meaning of each cell; a hallway where a card is face down.
    pub(crate) meaning: [Meaning; 64],
    /// Health left of the live monster in each cell, else 0.
    pub(crate) health: [u8; 64],
    pub(crate) face_down: Cells,
    pub(crate) walls: Cells,
    pub(crate) portals: Cells,
    /// Live monsters, demons among them.
    pub(crate) monsters: Cells,
    pub(crate) demons: Cells,
    /// Traps, fountains and altars: they may halve the explorer that enters (R17), and they stay.
    pub(crate) hazards: Cells,
}

impl Field {
    /// All cells face down but the start, which is a hallway (R2).
    pub(crate) fn new() -> Field {
        Field {
            meaning: [Meaning::Hallway; 64],
            health: [0; 64],
            face_down: Cells::ALL.without(Cell::START),
            walls: Cells::NONE,
            portals: Cells::NONE,
            monsters: Cells::NONE,
            demons: Cells::NONE,
            hazards: Cells::NONE,
        }
    }

    #[inline]
    pub(crate) const fn meaning(&self, cell: Cell) -> Meaning {
        self.meaning[cell.index()]
    }

    /// The face-up meaning of `cell`; `None` if its card is face down.
    pub(crate) fn seen(&self, cell: Cell) -> Option<Meaning> {
        (!self.face_down.contains(cell)).then(|| self.meaning(cell))
    }

    /// The possible aims of one move from `cell`: the neighbours (R4), from a portal all cells
    /// (R20), never a face-up wall.
    #[inline]
    pub(crate) fn within_a_move(&self, cell: Cell) -> Cells {
        let far = if self.portals.contains(cell) { Cells::ALL.without(cell) } else { Cells::around(cell) };
        far & !self.walls
    }

    /// Turns a card up. Cards come at random and the processor would mispredict them, so this has
    /// no branches.
    #[inline]
    pub(crate) fn turn_up(&mut self, cell: Cell, meaning: Meaning) {
        let here = Cells::only(cell);
        let health = meaning.full();
        self.face_down &= !here;
        self.meaning[cell.index()] = meaning;
        self.health[cell.index()] = health;
        self.walls |= here.when(meaning == Meaning::Wall);
        self.portals |= here.when(meaning == Meaning::Portal);
        self.monsters |= here.when(health > 0);
        self.demons |= here.when(meaning.is_demon());
        self.hazards |= here.when(meaning.halves());
    }

    /// Clears a cell: its monster is dead, or its treasure taken.
    #[inline]
    pub(crate) fn clear(&mut self, cell: Cell) {
        self.meaning[cell.index()] = Meaning::Hallway;
        self.health[cell.index()] = 0;
        self.monsters &= !Cells::only(cell);
        self.demons &= !Cells::only(cell);
    }

    /// The goals that are left: face-down cells, and demons.
    #[inline]
    pub(crate) fn goals(&self) -> Cells {
        self.face_down | self.demons
    }

    /// Whether explorers in `from` have nothing left to find (R24). Monsters do not stop them, for
    /// they can be killed.
    pub(crate) fn sealed(&self, from: Cells) -> bool {
        let goals = self.goals();
        let mut reach = from;
        loop {
            if reach.meets(self.portals) {
                return goals.is_empty(); // from a portal there is a way to every cell
            }
            let wider = reach.widened() & !self.walls;
            if wider.meets(goals) {
                return false;
            }
            if wider == reach {
                return true;
            }
            reach = wider;
        }
    }
}

/// The decision that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pending {
    /// A turn without a foe.
    Turn,
    /// A turn with a foe, after its blow.
    Combat,
    /// A choice on the merchant's cell.
    Merchant,
    Over(End),
}

/// The end of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Demon { winner: Seat, demon: Meaning },
    Last { winner: Seat },
    Sealed,
    Rounds,
}

impl End {
    pub(crate) const fn id(self) -> &'static str {
        match self {
            End::Demon { .. } => "demon",
            End::Last { .. } => "last",
            End::Sealed => "sealed",
            End::Rounds => "rounds",
        }
    }

    pub(crate) const fn winner(self) -> Option<Seat> {
        match self {
            End::Demon { winner, .. } | End::Last { winner } => Some(winner),
            End::Sealed | End::Rounds => None,
        }
    }
}

impl AccursedTomb {
    /// The explorers that are played, with their seats.
    pub(crate) fn party(&self) -> impl Iterator<Item = (Seat, &Explorer)> {
        Seat::all(self.seats).zip(&self.explorers)
    }

    #[inline]
    pub(crate) fn explorer(&self, seat: Seat) -> &Explorer {
        &self.explorers[seat.index() % MAX_EXPLORERS] // no check, for no seat is higher
    }

    #[inline]
    pub(crate) fn explorer_mut(&mut self, seat: Seat) -> &mut Explorer {
        &mut self.explorers[seat.index() % MAX_EXPLORERS]
    }

    /// The multiplier of the strikes of `seat` (R14).
    #[inline]
    pub(crate) fn times(&self, seat: Seat) -> u8 {
        self.options.gear.times(self.explorer(seat).weapons)
    }

    /// The most health of an explorer with this many armors (R15).
    #[inline]
    pub(crate) fn most(&self, armors: u8) -> u8 {
        CardSet::body() * self.options.gear.times(armors)
    }

    /// The cells of the living explorers.
    #[inline]
    pub(crate) fn footing(&self) -> Cells {
        let footing = |explorer: &Explorer| Cells::only(explorer.cell).when(explorer.alive());
        self.explorers.iter().map(footing).fold(Cells::NONE, Cells::bitor)
    }

    /// Whether nothing is left to find (R24).
    #[inline]
    pub(crate) fn sealed(&self) -> bool {
        // Mostly the explorer that has just acted stands next to something, which ends the search
        // early.
        let last = self.explorer(self.turn);
        !(last.alive() && Cells::around(last.cell).meets(self.field.goals())) && self.field.sealed(self.footing())
    }

    /// The number of explorers alive.
    #[inline]
    pub(crate) fn living(&self) -> u8 {
        self.explorers.iter().filter(|explorer| explorer.alive()).count() as u8
    }

    /// The number of cells whose card has been turned, without the start.
    pub(crate) fn turned(&self) -> u32 {
        63 - self.field.face_down.size()
    }

    /// Cards with this meaning not yet turned; demons of all suits count as one meaning.
    pub(crate) fn left(&self, meaning: Meaning) -> u32 {
        let cards = self.unseen.iter().filter(|(card, _)| Meaning::of(*card).id() == meaning.id());
        cards.map(|(_, copies)| u32::from(copies)).sum()
    }

    /// Monsters killed so far: those turned that no longer live.
    pub(crate) fn slain(&self) -> u32 {
        let monsters = |card: &StandardCard| Meaning::of(*card).is_monster();
        let all = (0..StandardCard::KINDS).map(StandardCard::from_index).filter(monsters);
        let turned: u32 = all.map(|card| u32::from(Meaning::of(card).copies() - self.unseen.count(card))).sum();
        turned - self.field.monsters.size()
    }

    /// The result. The winner is first, then come the living, who share a place, then the dead:
    /// later deaths rank before earlier ones. In a draw (R24, R25) all share the first place, the
    /// dead too.
    pub(crate) fn outcome(&self, end: End) -> Outcome {
        let rank = |seat: Seat| match (end.winner(), self.explorer(seat)) {
            (None, _) => (0, Reverse(0)),
            (Some(winner), _) if winner == seat => (0, Reverse(0)),
            (Some(_), explorer) if explorer.alive() => (1, Reverse(0)),
            (Some(_), explorer) => (2, Reverse(explorer.death_number)),
        };
        let place = |seat: Seat| 1 + Seat::all(self.seats).filter(|other| rank(*other) < rank(seat)).count() as u8;
        Outcome { victory: None, placings: Seat::all(self.seats).map(place).collect(), scores: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Gear, options::Engage};
    use kernel::{Fast, Game, NullLog, Status, below};

    fn cell(row: u8, column: u8) -> Cell {
        Cell::try_from([row, column]).unwrap()
    }

    /// After every step of many random matches, under every mix of options.
    #[test]
    fn the_invariants_hold() {
        let mut dice = Fast::seeded(7);
        for number in 0..600u32 {
            let options = Options {
                gear: if number & 1 == 0 { Gear::PlusOne } else { Gear::Literal },
                engage: if number & 2 == 0 { Engage::Entered } else { Engage::Adjacent },
                retreat: number & 4 == 0,
                ..Options::default()
            };
            let seats = 2 + (number % 3) as u8;
            let Ok(mut game) = AccursedTomb::setup(&options, seats, &mut dice, &mut NullLog);
            let mut legal = Vec::new();
            while let Status::Awaiting(_) = game.status() {
                legal.clear();
                game.legal(game.turn, &mut legal);
                let action = legal[below(&mut dice.0, legal.len() as u32) as usize];
                let before = game.clone();
                let Ok(()) = game.apply(game.turn, action, &mut dice, &mut NullLog);
                check(&before, &game);
            }
        }
    }

    fn check(before: &AccursedTomb, game: &AccursedTomb) {
        let field = &game.field;
        assert_eq!(game.unseen.len() as u32 + game.turned(), 108);
        assert!((field.face_down & !before.field.face_down).is_empty(), "no card is turned back");
        for (_, explorer) in game.party() {
            assert!(explorer.hp <= game.most(explorer.armors));
            assert!(explorer.foe.is_none_or(|foe| field.monsters.contains(foe) && explorer.alive()));
            assert!(!(field.walls | field.monsters | field.face_down).contains(explorer.cell));
        }
        for cell in Cells::ALL {
            let meaning = field.meaning(cell);
            assert_eq!(field.walls.contains(cell), meaning == Meaning::Wall);
            assert_eq!(field.portals.contains(cell), meaning == Meaning::Portal);
            assert_eq!(field.demons.contains(cell), matches!(meaning, Meaning::Demon(_)));
            assert_eq!(field.monsters.contains(cell), meaning.health().is_some());
            assert_eq!(field.hazards.contains(cell), meaning.halves());
            assert_eq!(field.health[cell.index()] > 0, meaning.health().is_some());
            assert!(meaning.health().is_none_or(|full| field.health[cell.index()] <= full));
            if before.field.monsters.contains(cell) {
                assert!(field.health[cell.index()] <= before.field.health[cell.index()], "no monster heals");
            }
        }
        assert_eq!(matches!(game.pending, Pending::Over(_)), matches!(game.status(), Status::Over(_)));
        if matches!(game.pending, Pending::Turn | Pending::Combat) {
            assert!(!field.sealed(game.footing()) && game.living() > 1);
            assert_eq!(game.explorer(game.turn).foe.is_some(), game.pending == Pending::Combat);
        }
    }

    #[test]
    fn a_portal_leads_out_and_a_monster_does_not_keep_in() {
        let mut field = Field::new();
        for near in [cell(7, 7), cell(7, 8)] {
            field.turn_up(near, Meaning::Wall);
        }
        let here = Cells::only(Cell::START);
        assert!(!field.sealed(here), "the last neighbour is face down");
        field.turn_up(cell(8, 7), Meaning::Goblin);
        assert!(!field.sealed(here), "behind the goblin lies more");
        field.turn_up(cell(7, 6), Meaning::Wall);
        field.turn_up(cell(8, 6), Meaning::Wall);
        assert!(field.sealed(here), "the goblin guards nothing");
        field.clear(cell(8, 7));
        assert!(field.sealed(here));
        field.turn_up(cell(8, 7), Meaning::Demon(kernel::Suit::Spades));
        assert!(!field.sealed(here), "a demon is worth a fight");
        field.clear(cell(8, 7));
        field.turn_up(cell(8, 7), Meaning::Portal);
        assert!(!field.sealed(here));
    }

    #[test]
    fn what_is_left_is_what_has_not_been_turned() {
        let mut game = AccursedTomb::lay_out(&Options::default(), 2, &mut NullLog);
        let total = |game: &AccursedTomb| {
            let mut ids = std::collections::BTreeMap::new();
            ids.extend(Meaning::ALL.map(|meaning| (meaning.id(), game.left(meaning))));
            ids.values().sum::<u32>()
        };
        assert_eq!(total(&game), 108, "every card has one meaning");
        let card =
            (0..StandardCard::KINDS).map(StandardCard::from_index).find(|card| Meaning::of(*card) == Meaning::Altar);
        let before = game.left(Meaning::Altar);
        assert!(before > 1 && game.unseen.take(card.unwrap()));
        assert_eq!((game.left(Meaning::Altar), total(&game)), (before - 1, 107));
    }

    #[test]
    fn places_go_by_victory_then_life_then_the_time_of_death() {
        let Ok(mut game) = AccursedTomb::setup(&Options::default(), 4, &mut Fast::seeded(1), &mut NullLog);
        for (seat, number) in [(1, 1), (3, 2)] {
            (game.explorers[seat].hp, game.explorers[seat].death_number) = (0, number);
        }
        let places = |end: End| game.outcome(end).placings.to_vec();
        assert_eq!(places(End::Demon { winner: Seat(2), demon: Meaning::default() }), [2, 4, 1, 3]);
        assert_eq!(places(End::Sealed), [1, 1, 1, 1]);
        assert_eq!(places(End::Rounds), [1, 1, 1, 1]);
        game.explorers[0].hp = 0;
        game.explorers[0].death_number = 3;
        assert_eq!(game.outcome(End::Last { winner: Seat(2) }).placings.to_vec(), [2, 4, 1, 3]);
    }
}
