//! The measures that the lab counts. It reads them off the events, so that the rules need not know
//! of it.

use kernel::{
    Card, Measured, Seat,
    measure::{Among, Counts, Label, Measures, Score, Share},
};
use text::{Text, text};

use crate::{
    Event, Gloombah,
    content::{CardSet, Class, ITEMS, ItemCard, MONSTERS, MonsterCard, Op, TOP, When},
    state::{End, MAX_PLAYERS},
};

/// The measures of a match.
pub(crate) const MEASURES: Measures = Measures {
    scored: true,
    score: Some(Score::Points(text!("Level"))),
    numbers: Number::LABELS,
    shares: SHARES,
    endings: Ending::LABELS,
    places: LEVELS,
    causes: MONSTER_LABELS,
    pieces: ITEM_LABELS,
    drawable: ITEM_LABELS.len(),
    rulings: Ruling::LABELS,
};

kernel::measures! {
    enum Number {
        Rounds = "rounds": "Rounds",
        Turns = "turns": "Turns".spread(),
        Won = "fights_won": "Fights won",
        Lost = "fights_lost": "Fights lost",
        Vanished = "fights_left": "Fights left by smoke",
        FreeRuns = "free_runs": "Free runs",
        Rolls = "run_rolls": "Run rolls",
        ThrownAway = "hands_thrown": "Hands thrown away",
        Offers = "offers": "Offers of help",
        Bargains = "bargains": "Bargains struck",
        Backstabs = "backstabs": "Backstab cards played",
        Thefts = "thefts": "Cards stolen",
        Deaths = "deaths": "Deaths",
        Finals = "finals": "Fights for level 12",
        FinalsLost = "finals_lost": "Fights for level 12 that were lost",
        FinalsStabbed = "finals_stabbed": "Of these with a backstab card",
        Levels = "levels": "Levels of all seats at the end",
        Shared = "shared_wins": "Matches with more than one winner",
        Warriors = "warriors": "Warriors at the table",
        WarriorWins = "warrior_wins": "Wins of Warriors",
        Rogues = "rogues": "Rogues at the table",
        RogueWins = "rogue_wins": "Wins of Rogues",
        Mages = "mages": "Mages at the table",
        MageWins = "mage_wins": "Wins of Mages",
        SeatsDead = "seats_dead": "Seats that died",
        DeadWins = "dead_wins": "Wins of these",
        LevelsOfDead = "levels_of_dead": "Levels of these at the end",
        SeatsThriceDead = "seats_thrice_dead": "Seats that died three times or more",
        SlowStarts = "slow_starts": "Seats at level 1 or 2 most of the time",
        Sevens = "sevens": "Matches in which somebody reached level 7",
        SevenWins = "seven_wins": "Wins of the first at level 7",
        Elevens = "elevens": "Matches in which somebody reached level 11",
        ElevenWins = "eleven_wins": "Wins of the first at level 11",
    }

    enum Ending {
        Level = "level": "Somebody reached level 12",
        Lantern = "lantern": "The lantern went out",
    }

    enum Ruling {
        R8: "Equipment is replaced",
        R10: "Gear is mended",
        R13: "Somebody runs",
        R14: "Dice are rolled for running",
        R16: "A hand is thrown away",
        R17: "A failed roll is a fight",
        R19: "All have passed: a fight is decided",
        R22: "A helper joins",
        R23: "An offer is turned down",
        R32: "A helper has a part in a defeat",
        R33: "A tie is lost",
        R35: "A Duplicate appears",
        R36: "Gear is destroyed for good",
        R37: "Smoke ends a fight",
        R39: "Two settle a loss",
        R41: "Gear is damaged",
        R42: "Gear breaks",
        R43: "Damage goes past gear",
        R45: "A loss without damage",
        R46: "Cards are dropped by an effect",
        R47: "A lasting effect begins",
        R50: "The dead keep a card",
        R54: "A helper gains levels",
        R56: "Levels beyond 12 are lost",
        R58: "Level 12 wins at once",
        R59: "The lantern goes out",
        R60: "Equals win together",
        R62: "A hand is trimmed",
        R63: "A discard pile becomes the deck",
        R64: "A card is found again",
        R65: "A monster is chosen",
    }
}

const SHARES: &[Share] = {
    use Number as N;
    const fn of(key: &'static str, title: Text, of: Number, among: Number) -> Share {
        Share::new(key, title, of as usize, Among::Number(among as usize))
    }
    &[
        of("warriors_won", text!("Warriors that won"), N::WarriorWins, N::Warriors).of_side(),
        of("rogues_won", text!("Rogues that won"), N::RogueWins, N::Rogues).of_side(),
        of("mages_won", text!("Mages that won"), N::MageWins, N::Mages).of_side(),
        of("final_lost", text!("Fights for level 12 lost"), N::FinalsLost, N::Finals),
        of("final_loss_stabbed", text!("Of these with a backstab card"), N::FinalsStabbed, N::FinalsLost),
        of("first_at_7_won", text!("The first at level 7 won"), N::SevenWins, N::Sevens),
        of("first_at_11_won", text!("The first at level 11 won"), N::ElevenWins, N::Elevens),
        of("dead_won", text!("Seats that died and won"), N::DeadWins, N::SeatsDead),
        Share::new("thrice_dead", text!("Seats dead three times"), N::SeatsThriceDead as usize, Among::Seats),
        Share::new("slow_start", text!("Seats with a slow start"), N::SlowStarts as usize, Among::Seats),
    ]
};

/// The level at which a player died, from 1.
const LEVELS: &[Label] = &[
    Label::new("level-1", text!("At level 1")),
    Label::new("level-2", text!("At level 2")),
    Label::new("level-3", text!("At level 3")),
    Label::new("level-4", text!("At level 4")),
    Label::new("level-5", text!("At level 5")),
    Label::new("level-6", text!("At level 6")),
    Label::new("level-7", text!("At level 7")),
    Label::new("level-8", text!("At level 8")),
    Label::new("level-9", text!("At level 9")),
    Label::new("level-10", text!("At level 10")),
    Label::new("level-11", text!("At level 11")),
];

/// Labels of the cards in a table, by number.
macro_rules! cards {
    ($table:expr) => {{
        const LABELS: [Label; $table.len()] = {
            let mut labels = [Label::new("", text!("")); $table.len()];
            let mut index = 0;
            while index < labels.len() {
                labels[index] = Label::new($table[index].id, $table[index].name);
                index += 1;
            }
            labels
        };
        &LABELS
    }};
}
static MONSTER_LABELS: &[Label] = cards!(MONSTERS);
static ITEM_LABELS: &[Label] = cards!(ITEMS);

/// The facts that the counts carry from one event to the next.
pub struct Tally {
    /// The levels, by seat.
    levels: [u8; MAX_PLAYERS],
    /// The promised share of the helper in the current fight.
    promised: u8,
    /// Whether a backstab card was played in it.
    stabbed: bool,
    /// Turns that began with the seat at level 1 or 2.
    low_turns: [u16; MAX_PLAYERS],
    turns: u16,
    /// The seats that first reached level 7 and level 11.
    first_at: [Option<Seat>; 2],
}

impl Tally {
    fn reaches(&mut self, seat: Seat, level: u8) {
        self.levels[seat.index()] = level;
        for (first, mark) in self.first_at.iter_mut().zip([7, 11]) {
            if level >= mark {
                first.get_or_insert(seat);
            }
        }
    }

    fn begin_turn(&mut self) {
        (self.promised, self.stabbed) = (0, false);
        self.turns += 1;
        for (turns, level) in self.low_turns.iter_mut().zip(self.levels) {
            *turns += u16::from(level <= 2);
        }
    }
}

impl Default for Tally {
    fn default() -> Self {
        Tally {
            levels: [1; MAX_PLAYERS],
            promised: 0,
            stabbed: false,
            low_turns: [0; MAX_PLAYERS],
            turns: 0,
            first_at: [None; 2],
        }
    }
}

/// The measures of matches with these cards.
pub(crate) fn of(items: &[ItemCard], monsters: &[MonsterCard]) -> &'static Measures {
    let pieces = items.iter().map(|card| Label::new(card.id, card.name)).collect::<Vec<_>>().leak();
    let causes = monsters.iter().map(|card| Label::new(card.id, card.name)).collect::<Vec<_>>().leak();
    Box::leak(Box::new(Measures { pieces, drawable: pieces.len(), causes, ..MEASURES }))
}

impl Measured for Gloombah {
    type Tally = Tally;

    const MEASURES: &'static Measures = &MEASURES;

    fn measures() -> &'static Measures {
        CardSet::in_force().measures()
    }

    fn note(tally: &mut Tally, event: &Event, counts: &mut Counts) {
        match *event {
            Event::Class { class, .. } => counts.add(seats_of(class), 1),
            Event::Turn { .. } => {
                tally.begin_turn();
                counts.add(Number::Turns, 1)
            }
            Event::Repaired { .. } => counts.ruled(Ruling::R10),
            Event::Equipped { seat, card, instead_of } => {
                counts.used(seat, card.index()).ruled_if(instead_of.is_some(), Ruling::R8)
            }
            Event::Played { seat, card, .. } => {
                if card.op().is_some_and(|op| op.when() == When::Backstab) {
                    counts.add(Number::Backstabs, 1);
                    tally.stabbed = true;
                }
                counts.used(seat, card.index()).ruled_if(card.op() == Some(Op::Duplicate), Ruling::R35)
            }
            Event::Drew { seat, card } => counts.drew(seat, card.index()),
            Event::Stole { .. } => counts.add(Number::Thefts, 1),
            Event::Recovered { .. } => counts.ruled(Ruling::R64),
            Event::Rose { seat, level } => {
                tally.reaches(seat, level);
                counts
            }
            Event::Chose { .. } => counts.ruled(Ruling::R65),
            Event::Ran { free, .. } => counts.add(Number::FreeRuns, free.into()).ruled_if(free, Ruling::R13),
            Event::Rolled { escaped, .. } => {
                counts.add(Number::Rolls, 1).ruled(Ruling::R14).ruled_if(!escaped, Ruling::R17)
            }
            Event::ThrewAway { .. } => counts.add(Number::ThrownAway, 1).ruled(Ruling::R16),
            Event::Offered { .. } => counts.add(Number::Offers, 1),
            Event::Agreed { share, .. } => {
                tally.promised = share.xp;
                counts.add(Number::Bargains, 1).ruled(Ruling::R22)
            }
            Event::Declined { .. } => counts.ruled(Ruling::R23),
            Event::GearLost { .. } => counts.ruled(Ruling::R36),
            Event::Vanished { .. } => counts.add(Number::Vanished, 1).ruled(Ruling::R37),
            Event::Won { seat, monster, .. } => {
                let top = tally.levels[seat.index()] + monster.card().xp - tally.promised;
                counts.add(Number::Won, 1).add(Number::Finals, (top >= TOP).into());
                counts.ruled(Ruling::R19).ruled_if(top > TOP, Ruling::R56)
            }
            Event::Lost { seat, helper, monster, players, monsters } => {
                let last = tally.levels[seat.index()] + monster.card().xp - tally.promised >= TOP;
                counts.add(Number::Lost, 1).add(Number::Finals, last.into()).add(Number::FinalsLost, last.into());
                counts.add(Number::FinalsStabbed, (last && tally.stabbed).into());
                counts.ruled(Ruling::R19).ruled_if(players == monsters, Ruling::R33);
                counts.ruled_if(helper.is_some(), Ruling::R32).ruled_if(helper.is_some(), Ruling::R39)
            }
            Event::Gained { seat, level, helping, .. } => {
                tally.reaches(seat, level);
                counts.ruled_if(helping, Ruling::R54)
            }
            Event::Unhurt { .. } => counts.ruled(Ruling::R45),
            Event::GearDamaged { .. } => counts.ruled(Ruling::R41),
            Event::GearBroke { .. } => counts.ruled(Ruling::R42),
            Event::Pierced { .. } => counts.ruled(Ruling::R43),
            Event::Hurt { seat, level, .. } => {
                tally.levels[seat.index()] = level;
                counts
            }
            Event::Suffered { .. } => counts.ruled(Ruling::R47),
            Event::Dropped { .. } => counts.ruled(Ruling::R46),
            Event::Died { seat, monster } => {
                let level = std::mem::replace(&mut tally.levels[seat.index()], 1);
                counts.add(Number::Deaths, 1).died(seat, usize::from(level) - 1, monster.index())
            }
            Event::Kept { .. } => counts.ruled(Ruling::R50),
            Event::Discarded { .. } => counts.ruled(Ruling::R62),
            Event::Reshuffled => counts.ruled(Ruling::R63),
            Event::ReachedTop { .. } => counts.ruled(Ruling::R58),
            Event::LanternOut { .. } => counts.ruled(Ruling::R59),
            Event::DrewUnseen { .. }
            | Event::StoleUnseen { .. }
            | Event::Gave { .. }
            | Event::Cured { .. }
            | Event::Turned { .. }
            | Event::Stood { .. }
            | Event::Passed { .. }
            | Event::Forfeited { .. }
            | Event::KeptUnseen { .. }
            | Event::Faded { .. } => counts,
        };
    }

    fn close(&self, tally: &Tally, counts: &mut Counts) {
        counts.add(Number::Rounds, self.open.round.into());
        for (seat, player) in self.open.party() {
            let (level, deaths) = (u32::from(player.level), counts.deaths[seat.index()]);
            counts.add(Number::Levels, level);
            if deaths > 0 {
                counts.add(Number::SeatsDead, 1).add(Number::LevelsOfDead, level);
                counts.add(Number::SeatsThriceDead, u32::from(deaths >= 3));
            }
            counts.add(Number::SlowStarts, u32::from(3 * tally.low_turns[seat.index()] >= 2 * tally.turns));
        }
        let [seven, eleven] = tally.first_at;
        counts.add(Number::Sevens, seven.is_some().into()).add(Number::Elevens, eleven.is_some().into());
        let Some(end) = self.open.over() else { return };
        counts.ending = Some(ending(end) as u8);
        let winners = end.winners();
        counts.add(Number::Shared, u32::from(winners.len() > 1)).ruled_if(winners.len() > 1, Ruling::R60);
        for seat in winners.iter() {
            let dead = counts.deaths[seat.index()] > 0;
            counts.add(wins_of(self.open.player(seat).class), 1).add(Number::DeadWins, dead.into());
            counts.add(Number::SevenWins, u32::from(seven == Some(seat)));
            counts.add(Number::ElevenWins, u32::from(eleven == Some(seat)));
        }
    }

    fn class(&self, seat: Seat) -> Option<&'static str> {
        Some(self.open.player(seat).class.name().source())
    }
}

const fn seats_of(class: Class) -> Number {
    match class {
        Class::Warrior => Number::Warriors,
        Class::Rogue => Number::Rogues,
        Class::Mage => Number::Mages,
    }
}

const fn wins_of(class: Class) -> Number {
    match class {
        Class::Warrior => Number::WarriorWins,
        Class::Rogue => Number::RogueWins,
        Class::Mage => Number::MageWins,
    }
}

const fn ending(end: End) -> Ending {
    match end {
        End::Level(_) => Ending::Level,
        End::Lantern(_) => Ending::Lantern,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Item, Monster};
    use kernel::{
        Seat, SeatSet,
        measure::{MAX_NUMBERS, MAX_PIECES, MAX_RULINGS},
    };

    #[test]
    fn there_is_a_label_for_every_index() {
        assert!(
            Number::LABELS.len() <= MAX_NUMBERS
                && ITEM_LABELS.len() <= MAX_PIECES
                && Ruling::LABELS.len() <= MAX_RULINGS
        );
        assert_eq!(Ruling::LABELS[Ruling::R33 as usize].key, "R33");
        for end in [End::Level(Seat(0)), End::Lantern(SeatSet::EMPTY)] {
            assert_eq!(Ending::LABELS[ending(end) as usize].key, end.id());
        }
        assert!(Item::all().all(|item| ITEM_LABELS[item.index()].key == item.code()));
    }

    /// The parts of a share are the numbers in its name.
    #[test]
    fn shares_are_made_of_the_numbers_they_name() {
        let parts = |share: &Share| match share.among {
            Among::Number(among) => (share.label.key, Number::LABELS[share.of].key, Number::LABELS[among].key),
            Among::Seats => (share.label.key, Number::LABELS[share.of].key, "seats"),
        };
        assert_eq!(
            SHARES.iter().map(parts).collect::<Vec<_>>(),
            [
                ("warriors_won", "warrior_wins", "warriors"),
                ("rogues_won", "rogue_wins", "rogues"),
                ("mages_won", "mage_wins", "mages"),
                ("final_lost", "finals_lost", "finals"),
                ("final_loss_stabbed", "finals_stabbed", "finals_lost"),
                ("first_at_7_won", "seven_wins", "sevens"),
                ("first_at_11_won", "eleven_wins", "elevens"),
                ("dead_won", "dead_wins", "seats_dead"),
                ("thrice_dead", "seats_thrice_dead", "seats"),
                ("slow_start", "slow_starts", "seats"),
            ]
        );
    }

    /// Seat 1 is first at level 7, loses levels, and passes most turns at level 1; seat 0 is
    /// stabbed out of its last fight.
    #[test]
    fn races_slow_starts_and_stabbed_finals_are_read_off_the_events() {
        let (mut tally, mut counts) = (Tally::default(), Counts::default());
        let monster = Monster::all().find(|monster| monster.card().xp == 1).expect("the weakest give one");
        let stab = Item::all().find(|item| item.op().is_some_and(|op| op.when() == When::Backstab)).expect("there are");
        let turn = |turn: u16| Event::Turn { round: 1, turn, seat: Seat(0) };
        let lost = Event::Lost { seat: Seat(0), helper: None, monster, players: 1, monsters: 9 };
        for event in [
            turn(1),
            Event::Rose { seat: Seat(1), level: 7 },
            Event::Died { seat: Seat(1), monster },
            turn(2),
            Event::Rose { seat: Seat(0), level: 11 },
            turn(3),
            Event::Played { seat: Seat(1), card: stab, target: None },
            lost.clone(),
            turn(4),
            lost,
        ] {
            Gloombah::note(&mut tally, &event, &mut counts);
        }
        assert_eq!(tally.first_at, [Some(Seat(1)), Some(Seat(0))]);
        assert_eq!((tally.turns, tally.low_turns[0], tally.low_turns[1]), (4, 2, 4));
        let number = |number: Number| counts.numbers[number as usize];
        assert_eq!([Number::Finals, Number::FinalsLost, Number::FinalsStabbed].map(number), [2, 2, 1]);
        assert_eq!(counts.deaths[1], 1);
    }
}
