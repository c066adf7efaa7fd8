//! What the lab counts: read off the events, so that the rules know nothing of it.

use kernel::{
    Card,
    measure::{Counts, Label, Measures},
};

use crate::{
    Event, Gloombah,
    content::{Class, Op, TOP, When},
    state::{End, MAX_PLAYERS},
};

/// What is counted.
pub(crate) static MEASURES: Measures = Measures {
    scored: true,
    numbers: NUMBERS,
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
    Levels,
    Shared,
    Warriors,
    WarriorWins,
    Rogues,
    RogueWins,
    Mages,
    MageWins,
}

const NUMBERS: &[Label] = &[
    Label::new("rounds", "Rounds"),
    Label::new("turns", "Turns"),
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
    Label::new("levels", "Levels of all seats at the end"),
    Label::new("shared_wins", "Matches with more than one winner"),
    Label::new("warriors", "Warriors at the table"),
    Label::new("warrior_wins", "Wins of Warriors"),
    Label::new("rogues", "Rogues at the table"),
    Label::new("rogue_wins", "Wins of Rogues"),
    Label::new("mages", "Mages at the table"),
    Label::new("mage_wins", "Wins of Mages"),
];

/// In the order of [`ending`].
const ENDINGS: &[Label] =
    &[Label::new("level", "Somebody reached level 12"), Label::new("lantern", "The lantern went out")];

/// The level that somebody died at, from 1.
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

/// By number of the monster.
static MONSTERS: [Label; crate::content::MONSTER_KINDS] = {
    let mut labels = [Label::new("", ""); crate::content::MONSTER_KINDS];
    let mut index = 0;
    while index < labels.len() {
        let card = &crate::content::MONSTERS[index];
        labels[index] = Label::new(card.id, card.name);
        index += 1;
    }
    labels
};

/// By number of the item.
static ITEMS: [Label; crate::content::ITEM_KINDS] = {
    let mut labels = [Label::new("", ""); crate::content::ITEM_KINDS];
    let mut index = 0;
    while index < labels.len() {
        let card = &crate::content::ITEMS[index];
        labels[index] = Label::new(card.id, card.name);
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

/// What has to be remembered from one event to the next.
pub struct Tally {
    /// The levels, by seat.
    levels: [u8; MAX_PLAYERS],
    /// What the helper of the fight going on was promised.
    promised: u8,
}

impl Default for Tally {
    fn default() -> Self {
        Tally { levels: [1; MAX_PLAYERS], promised: 0 }
    }
}

/// Counts an event.
pub(crate) fn note(tally: &mut Tally, event: &Event, counts: &mut Counts) {
    let mut add = |number: Number| counts.add(number as usize, 1);
    match *event {
        Event::Class { class, .. } => add(seats_of(class)),
        Event::Turn { .. } => {
            add(Number::Turns);
            tally.promised = 0;
        }
        Event::Repaired { .. } => counts.ruled(Ruling::R10 as usize),
        Event::Equipped { seat, card, instead_of } => {
            counts.used(seat, card.index());
            counts.ruled_if(instead_of.is_some(), Ruling::R8 as usize);
        }
        Event::Played { seat, card, .. } => {
            if card.op().is_some_and(|op| op.when() == When::Backstab) {
                add(Number::Backstabs);
            }
            counts.used(seat, card.index());
            counts.ruled_if(card.op() == Some(Op::Duplicate), Ruling::R35 as usize);
        }
        Event::Stole { .. } => add(Number::Thefts),
        Event::Recovered { .. } => counts.ruled(Ruling::R64 as usize),
        Event::Rose { seat, level } => tally.levels[seat.index()] = level,
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
            }
            counts.ruled(Ruling::R19 as usize);
            counts.ruled_if(players == monsters, Ruling::R33 as usize);
            counts.ruled_if(helper.is_some(), Ruling::R32 as usize);
            counts.ruled_if(helper.is_some(), Ruling::R39 as usize);
        }
        Event::Gained { seat, level, helping, .. } => {
            tally.levels[seat.index()] = level;
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

/// Counts what the state says.
pub(crate) fn close(game: &Gloombah, counts: &mut Counts) {
    counts.add(Number::Rounds as usize, game.open.round.into());
    for (_, player) in game.open.party() {
        counts.add(Number::Levels as usize, player.level.into());
    }
    let Some(end) = game.open.over() else { return };
    counts.ending = Some(ending(end));
    let winners = end.winners();
    counts.add(Number::Shared as usize, u32::from(winners.len() > 1));
    counts.ruled_if(winners.len() > 1, Ruling::R60 as usize);
    for seat in winners.iter() {
        counts.add(wins_of(game.open.player(seat).class) as usize, 1);
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
    use crate::Item;
    use kernel::{
        Seat, SeatSet,
        measure::{MAX_NUMBERS, MAX_PIECES, MAX_RULINGS},
    };

    #[test]
    fn there_is_a_label_for_every_index() {
        assert_eq!(NUMBERS.len(), Number::MageWins as usize + 1);
        assert_eq!(RULINGS.len(), Ruling::R65 as usize + 1);
        assert!(NUMBERS.len() <= MAX_NUMBERS && ITEMS.len() <= MAX_PIECES && RULINGS.len() <= MAX_RULINGS);
        assert_eq!(RULINGS[Ruling::R33 as usize].key, "R33");
        for end in [End::Level(Seat(0)), End::Lantern(SeatSet::EMPTY)] {
            assert_eq!(ENDINGS[usize::from(ending(end))].key, end.id());
        }
        assert!(Item::all().all(|item| ITEMS[item.index()].key == item.code()));
    }
}
