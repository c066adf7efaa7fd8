//! The measures that the lab counts. It reads them off the events, so that the rules need not know
//! of it.

use kernel::{
    Card, Measured, Seat,
    measure::{Among, Counts, Label, Measures, Score, Share},
};
use text::text;

use crate::{
    Event, Gloombah,
    content::{Class, Op, TOP, When},
    state::{End, MAX_PLAYERS},
};

/// The measures of a match.
static MEASURES: Measures = Measures {
    scored: true,
    score: Some(Score::Points(text!("Level"))),
    numbers: NUMBERS,
    shares: SHARES,
    endings: ENDINGS,
    places: LEVELS,
    causes: &MONSTERS,
    pieces: &ITEMS,
    rulings: RULINGS,
};

/// Indices into [`NUMBERS`], in its order.
#[derive(Clone, Copy)]
enum Number {
    Rounds,
    Turns,
    Won,
    Lost,
    Vanished,
    FreeRuns,
    Rolls,
    ThrownAway,
    Offers,
    Bargains,
    Backstabs,
    Thefts,
    Deaths,
    Finals,
    FinalsLost,
    FinalsStabbed,
    Levels,
    Shared,
    Warriors,
    WarriorWins,
    Rogues,
    RogueWins,
    Mages,
    MageWins,
    SeatsDead,
    DeadWins,
    LevelsOfDead,
    SeatsThriceDead,
    SlowStarts,
    Sevens,
    SevenWins,
    Elevens,
    ElevenWins,
}

const NUMBERS: &[Label] = &[
    Label::new("rounds", "Rounds"),
    Label::new("turns", "Turns").spread(),
    Label::new("fights_won", "Fights won"),
    Label::new("fights_lost", "Fights lost"),
    Label::new("fights_left", "Fights left by smoke"),
    Label::new("free_runs", "Free runs"),
    Label::new("run_rolls", "Run rolls"),
    Label::new("hands_thrown", "Hands thrown away"),
    Label::new("offers", "Offers of help"),
    Label::new("bargains", "Bargains struck"),
    Label::new("backstabs", "Backstab cards played"),
    Label::new("thefts", "Cards stolen"),
    Label::new("deaths", "Deaths"),
    Label::new("finals", "Fights for level 12"),
    Label::new("finals_lost", "Fights for level 12 that were lost"),
    Label::new("finals_stabbed", "Of these with a backstab card"),
    Label::new("levels", "Levels of all seats at the end"),
    Label::new("shared_wins", "Matches with more than one winner"),
    Label::new("warriors", "Warriors at the table"),
    Label::new("warrior_wins", "Wins of Warriors"),
    Label::new("rogues", "Rogues at the table"),
    Label::new("rogue_wins", "Wins of Rogues"),
    Label::new("mages", "Mages at the table"),
    Label::new("mage_wins", "Wins of Mages"),
    Label::new("seats_dead", "Seats that died"),
    Label::new("dead_wins", "Wins of these"),
    Label::new("levels_of_dead", "Levels of these at the end"),
    Label::new("seats_thrice_dead", "Seats that died three times or more"),
    Label::new("slow_starts", "Seats at level 1 or 2 most of the time"),
    Label::new("sevens", "Matches in which somebody reached level 7"),
    Label::new("seven_wins", "Wins of the first at level 7"),
    Label::new("elevens", "Matches in which somebody reached level 11"),
    Label::new("eleven_wins", "Wins of the first at level 11"),
];

const SHARES: &[Share] = {
    use Number as N;
    const fn of(key: &'static str, title: &'static str, of: Number, among: Number) -> Share {
        Share::new(key, title, of as usize, Among::Number(among as usize))
    }
    &[
        of("warriors_won", "Warriors that won", N::WarriorWins, N::Warriors),
        of("rogues_won", "Rogues that won", N::RogueWins, N::Rogues),
        of("mages_won", "Mages that won", N::MageWins, N::Mages),
        of("final_lost", "Fights for level 12 lost", N::FinalsLost, N::Finals),
        of("final_loss_stabbed", "Of these with a backstab card", N::FinalsStabbed, N::FinalsLost),
        of("first_at_7_won", "The first at level 7 won", N::SevenWins, N::Sevens),
        of("first_at_11_won", "The first at level 11 won", N::ElevenWins, N::Elevens),
        of("dead_won", "Seats that died and won", N::DeadWins, N::SeatsDead),
        Share::new("thrice_dead", "Seats dead three times", N::SeatsThriceDead as usize, Among::Seats),
        Share::new("slow_start", "Seats with a slow start", N::SlowStarts as usize, Among::Seats),
    ]
};

/// The endings, in the order of [`ending`].
const ENDINGS: &[Label] =
    &[Label::new("level", "Somebody reached level 12"), Label::new("lantern", "The lantern went out")];

/// The level at which a player died, from 1.
const LEVELS: &[Label] = &[
    Label::new("level-1", "At level 1"),
    Label::new("level-2", "At level 2"),
    Label::new("level-3", "At level 3"),
    Label::new("level-4", "At level 4"),
    Label::new("level-5", "At level 5"),
    Label::new("level-6", "At level 6"),
    Label::new("level-7", "At level 7"),
    Label::new("level-8", "At level 8"),
    Label::new("level-9", "At level 9"),
    Label::new("level-10", "At level 10"),
    Label::new("level-11", "At level 11"),
];

/// The monsters, by number.
static MONSTERS: [Label; crate::content::MONSTER_KINDS] = {
    let mut labels = [Label::new("", ""); crate::content::MONSTER_KINDS];
    let mut index = 0;
    while index < labels.len() {
        let card = &crate::content::MONSTERS[index];
        labels[index] = Label::new(card.id, card.name.source());
        index += 1;
    }
    labels
};

/// The items, by number.
static ITEMS: [Label; crate::content::ITEM_KINDS] = {
    let mut labels = [Label::new("", ""); crate::content::ITEM_KINDS];
    let mut index = 0;
    while index < labels.len() {
        let card = &crate::content::ITEMS[index];
        labels[index] = Label::new(card.id, card.name.source());
        index += 1;
    }
    labels
};

/// Indices into [`RULINGS`], in its order.
#[derive(Clone, Copy)]
enum Ruling {
    R8,
    R10,
    R13,
    R14,
    R16,
    R17,
    R19,
    R22,
    R23,
    R32,
    R33,
    R35,
    R36,
    R37,
    R39,
    R41,
    R42,
    R43,
    R45,
    R46,
    R47,
    R50,
    R54,
    R56,
    R58,
    R59,
    R60,
    R62,
    R63,
    R64,
    R65,
}

const RULINGS: &[Label] = &[
    Label::new("R8", "Equipment is replaced"),
    Label::new("R10", "Gear is mended"),
    Label::new("R13", "Somebody runs"),
    Label::new("R14", "Dice are rolled for running"),
    Label::new("R16", "A hand is thrown away"),
    Label::new("R17", "A failed roll is a fight"),
    Label::new("R19", "All have passed: a fight is decided"),
    Label::new("R22", "A helper joins"),
    Label::new("R23", "An offer is turned down"),
    Label::new("R32", "A helper has a part in a defeat"),
    Label::new("R33", "A tie is lost"),
    Label::new("R35", "A Duplicate appears"),
    Label::new("R36", "Gear is destroyed for good"),
    Label::new("R37", "Smoke ends a fight"),
    Label::new("R39", "Two settle a loss"),
    Label::new("R41", "Gear is damaged"),
    Label::new("R42", "Gear breaks"),
    Label::new("R43", "Damage goes past gear"),
    Label::new("R45", "A loss without damage"),
    Label::new("R46", "Cards are dropped by an effect"),
    Label::new("R47", "A lasting effect begins"),
    Label::new("R50", "The dead keep a card"),
    Label::new("R54", "A helper gains levels"),
    Label::new("R56", "Levels beyond 12 are lost"),
    Label::new("R58", "Level 12 wins at once"),
    Label::new("R59", "The lantern goes out"),
    Label::new("R60", "Equals win together"),
    Label::new("R62", "A hand is trimmed"),
    Label::new("R63", "A discard pile becomes the deck"),
    Label::new("R64", "A card is found again"),
    Label::new("R65", "A monster is chosen"),
];

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

impl Measured for Gloombah {
    type Tally = Tally;

    fn measures() -> &'static Measures {
        &MEASURES
    }

    fn note(tally: &mut Tally, event: &Event, counts: &mut Counts) {
        let mut add = |number: Number| counts.add(number as usize, 1);
        match *event {
            Event::Class { class, .. } => add(seats_of(class)),
            Event::Turn { .. } => {
                add(Number::Turns);
                tally.begin_turn();
            }
            Event::Repaired { .. } => counts.ruled(Ruling::R10 as usize),
            Event::Equipped { seat, card, instead_of } => {
                counts.used(seat, card.index());
                counts.ruled_if(instead_of.is_some(), Ruling::R8 as usize);
            }
            Event::Played { seat, card, .. } => {
                if card.op().is_some_and(|op| op.when() == When::Backstab) {
                    add(Number::Backstabs);
                    tally.stabbed = true;
                }
                counts.used(seat, card.index());
                counts.ruled_if(card.op() == Some(Op::Duplicate), Ruling::R35 as usize);
            }
            Event::Stole { .. } => add(Number::Thefts),
            Event::Recovered { .. } => counts.ruled(Ruling::R64 as usize),
            Event::Rose { seat, level } => tally.reaches(seat, level),
            Event::Chose { .. } => counts.ruled(Ruling::R65 as usize),
            Event::Ran { free, .. } => {
                if free {
                    add(Number::FreeRuns);
                    counts.ruled(Ruling::R13 as usize);
                }
            }
            Event::Rolled { escaped, .. } => {
                add(Number::Rolls);
                counts.ruled(Ruling::R14 as usize);
                counts.ruled_if(!escaped, Ruling::R17 as usize);
            }
            Event::ThrewAway { .. } => {
                add(Number::ThrownAway);
                counts.ruled(Ruling::R16 as usize);
            }
            Event::Offered { .. } => add(Number::Offers),
            Event::Agreed { share, .. } => {
                add(Number::Bargains);
                tally.promised = share.xp;
                counts.ruled(Ruling::R22 as usize);
            }
            Event::Declined { .. } => counts.ruled(Ruling::R23 as usize),
            Event::GearLost { .. } => counts.ruled(Ruling::R36 as usize),
            Event::Vanished { .. } => {
                add(Number::Vanished);
                counts.ruled(Ruling::R37 as usize);
            }
            Event::Won { seat, monster, .. } => {
                add(Number::Won);
                let top = tally.levels[seat.index()] + monster.card().xp - tally.promised;
                if top >= TOP {
                    add(Number::Finals);
                }
                counts.ruled(Ruling::R19 as usize);
                counts.ruled_if(top > TOP, Ruling::R56 as usize);
            }
            Event::Lost { seat, helper, monster, players, monsters } => {
                add(Number::Lost);
                if tally.levels[seat.index()] + monster.card().xp - tally.promised >= TOP {
                    add(Number::Finals);
                    add(Number::FinalsLost);
                    if tally.stabbed {
                        add(Number::FinalsStabbed);
                    }
                }
                counts.ruled(Ruling::R19 as usize);
                counts.ruled_if(players == monsters, Ruling::R33 as usize);
                counts.ruled_if(helper.is_some(), Ruling::R32 as usize);
                counts.ruled_if(helper.is_some(), Ruling::R39 as usize);
            }
            Event::Gained { seat, level, helping, .. } => {
                tally.reaches(seat, level);
                counts.ruled_if(helping, Ruling::R54 as usize);
            }
            Event::Unhurt { .. } => counts.ruled(Ruling::R45 as usize),
            Event::GearDamaged { .. } => counts.ruled(Ruling::R41 as usize),
            Event::GearBroke { .. } => counts.ruled(Ruling::R42 as usize),
            Event::Pierced { .. } => counts.ruled(Ruling::R43 as usize),
            Event::Hurt { seat, level, .. } => tally.levels[seat.index()] = level,
            Event::Suffered { .. } => counts.ruled(Ruling::R47 as usize),
            Event::Dropped { .. } => counts.ruled(Ruling::R46 as usize),
            Event::Died { seat, monster } => {
                add(Number::Deaths);
                let level = std::mem::replace(&mut tally.levels[seat.index()], 1);
                counts.died(seat, usize::from(level) - 1, monster.index());
            }
            Event::Kept { .. } => counts.ruled(Ruling::R50 as usize),
            Event::Discarded { .. } => counts.ruled(Ruling::R62 as usize),
            Event::Reshuffled => counts.ruled(Ruling::R63 as usize),
            Event::ReachedTop { .. } => counts.ruled(Ruling::R58 as usize),
            Event::LanternOut { .. } => counts.ruled(Ruling::R59 as usize),
            Event::Drew { .. }
            | Event::DrewUnseen { .. }
            | Event::StoleUnseen { .. }
            | Event::Gave { .. }
            | Event::Cured { .. }
            | Event::Turned { .. }
            | Event::Stood { .. }
            | Event::Passed { .. }
            | Event::Forfeited { .. }
            | Event::KeptUnseen { .. }
            | Event::Faded { .. } => {}
        }
    }

    fn close(&self, tally: &Tally, counts: &mut Counts) {
        let add = |counts: &mut Counts, number: Number, by: u32| counts.add(number as usize, by);
        add(counts, Number::Rounds, self.open.round.into());
        for (seat, player) in self.open.party() {
            let (level, deaths) = (u32::from(player.level), counts.deaths[seat.index()]);
            add(counts, Number::Levels, level);
            if deaths > 0 {
                add(counts, Number::SeatsDead, 1);
                add(counts, Number::LevelsOfDead, level);
                add(counts, Number::SeatsThriceDead, u32::from(deaths >= 3));
            }
            add(counts, Number::SlowStarts, u32::from(3 * tally.low_turns[seat.index()] >= 2 * tally.turns));
        }
        let [seven, eleven] = tally.first_at;
        add(counts, Number::Sevens, u32::from(seven.is_some()));
        add(counts, Number::Elevens, u32::from(eleven.is_some()));
        let Some(end) = self.open.over() else { return };
        counts.ending = Some(ending(end));
        let winners = end.winners();
        add(counts, Number::Shared, u32::from(winners.len() > 1));
        counts.ruled_if(winners.len() > 1, Ruling::R60 as usize);
        for seat in winners.iter() {
            add(counts, wins_of(self.open.player(seat).class), 1);
            add(counts, Number::DeadWins, u32::from(counts.deaths[seat.index()] > 0));
            add(counts, Number::SevenWins, u32::from(seven == Some(seat)));
            add(counts, Number::ElevenWins, u32::from(eleven == Some(seat)));
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

const fn ending(end: End) -> u8 {
    match end {
        End::Level(_) => 0,
        End::Lantern(_) => 1,
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
        assert_eq!(NUMBERS.len(), Number::ElevenWins as usize + 1);
        assert_eq!(RULINGS.len(), Ruling::R65 as usize + 1);
        assert!(NUMBERS.len() <= MAX_NUMBERS && ITEMS.len() <= MAX_PIECES && RULINGS.len() <= MAX_RULINGS);
        assert_eq!(RULINGS[Ruling::R33 as usize].key, "R33");
        for end in [End::Level(Seat(0)), End::Lantern(SeatSet::EMPTY)] {
            assert_eq!(ENDINGS[usize::from(ending(end))].key, end.id());
        }
        assert!(Item::all().all(|item| ITEMS[item.index()].key == item.code()));
    }

    /// The parts of a share are the numbers in its name.
    #[test]
    fn shares_are_made_of_the_numbers_they_name() {
        let parts = |share: &Share| match share.among {
            Among::Number(among) => (share.label.key, NUMBERS[share.of].key, NUMBERS[among].key),
            Among::Seats => (share.label.key, NUMBERS[share.of].key, "seats"),
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
