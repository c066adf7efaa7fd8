//! The measures that the lab counts. It reads them off the events, so that the rules need not know
//! of it.

use kernel::{
    Measured, Seat,
    measure::{Counts, Label, Measures},
};

use crate::{
    AccursedTomb, Cell, Event, Meaning,
    cells::SIDE,
    state::{End, MAX_EXPLORERS},
};

/// The measures of a match.
static MEASURES: Measures = Measures {
    scored: false,
    score: None,
    numbers: NUMBERS,
    shares: &[],
    endings: ENDINGS,
    places: PLACES,
    causes: CAUSES,
    pieces: PIECES,
    rulings: RULINGS,
};

/// Indices into [`NUMBERS`], in its order.
#[derive(Clone, Copy)]
enum Number {
    Rounds,
    Turned,
    Monsters,
    Demons,
    Fights,
    Retreats,
    Dealt,
    Taken,
    Halvings,
    Waits,
    Deaths,
    Saved,
    Weapons,
    Armors,
    Blessings,
    Stalemates,
}

const NUMBERS: &[Label] = &[
    Label::new("rounds", "Rounds"),
    Label::new("cells_turned", "Cells turned"),
    Label::new("monsters_slain", "Monsters slain, demons among them"),
    Label::new("demons_slain", "Demons slain"),
    Label::new("exchanges", "Blows that monsters struck"),
    Label::new("retreats", "Fights left"),
    Label::new("damage_dealt", "Damage dealt, with what was more than needed"),
    Label::new("damage_taken", "Damage taken in fights"),
    Label::new("halvings", "Times somebody's health was halved"),
    Label::new("waits", "Turns spent waiting"),
    Label::new("deaths", "Deaths"),
    Label::new("lives_saved", "Lives saved by blessings"),
    Label::new("weapons_gained", "Weapons gained"),
    Label::new("armors_gained", "Armors gained"),
    Label::new("blessings_gained", "Blessings gained"),
    Label::new("stalemates", "Matches that nobody won"),
];

/// The endings, in the order of [`ending`].
const ENDINGS: &[Label] = &[
    Label::new("demon", "A demon was slain"),
    Label::new("last", "One was left alive"),
    Label::new("sealed", "The tomb was sealed"),
    Label::new("rounds", "The last round was over"),
];

/// The causes of death, in the order of [`cause`].
const CAUSES: &[Label] = &[
    Label::new("goblin", "A goblin"),
    Label::new("orc", "An orc"),
    Label::new("troll", "A troll"),
    Label::new("demon", "A demon"),
    Label::new("trap", "A trap"),
    Label::new("fountain", "A fountain"),
    Label::new("altar", "An altar"),
];

/// The places of deaths: the number of steps from the way in.
const PLACES: &[Label] = &[
    Label::new("steps-0", "At the way in"),
    Label::new("steps-1", "1 step in"),
    Label::new("steps-2", "2 steps in"),
    Label::new("steps-3", "3 steps in"),
    Label::new("steps-4", "4 steps in"),
    Label::new("steps-5", "5 steps in"),
    Label::new("steps-6", "6 steps in"),
    Label::new("steps-7", "7 steps in"),
];

/// The pieces, in the order of [`piece`], and the spent blessing last.
const PIECES: &[Label] = &[
    Label::new("weapon", "Weapon found"),
    Label::new("armor", "Armor found"),
    Label::new("blessing", "Blessing found"),
    Label::new("fountain", "Fountain entered"),
    Label::new("altar", "Altar entered"),
    Label::new("portal", "Portal entered"),
    Label::new("merchant", "Merchant met"),
    Label::new("trap", "Trap entered"),
    Label::new("blessing-spent", "Blessing spent"),
];
const SPENT: usize = 8;

/// Indices into [`RULINGS`], in its order.
#[derive(Clone, Copy)]
enum Ruling {
    R7,
    R8,
    R9,
    R11,
    R12,
    R13,
    R14,
    R15,
    R16,
    R17,
    R18,
    R19,
    R20,
    R21,
    R22,
    R23,
    R24,
    R25,
}

const RULINGS: &[Label] = &[
    Label::new("R7", "A fight begins by standing next to a monster"),
    Label::new("R8", "Blows are exchanged"),
    Label::new("R9", "A fight is left"),
    Label::new("R11", "A monster is slain"),
    Label::new("R12", "A demon strikes"),
    Label::new("R13", "A find is picked up"),
    Label::new("R14", "A strike is multiplied"),
    Label::new("R15", "An armor is gained"),
    Label::new("R16", "A trap, fountain, altar or portal is entered"),
    Label::new("R17", "Health is halved"),
    Label::new("R18", "The fountain's coin shows heads"),
    Label::new("R19", "A blessing saves a life"),
    Label::new("R20", "A portal is entered"),
    Label::new("R21", "A merchant is met"),
    Label::new("R22", "An explorer dies"),
    Label::new("R23", "One is left alive"),
    Label::new("R24", "The tomb is sealed"),
    Label::new("R25", "The last round is over"),
];

/// The facts that the counts carry from one event to the next.
#[derive(Default)]
pub struct Tally {
    /// The latest thing that hurt an explorer, or could have.
    danger: Meaning,
    /// The cause of death of each dead explorer.
    killers: [Option<Meaning>; MAX_EXPLORERS],
}

impl Measured for AccursedTomb {
    type Tally = Tally;

    fn measures() -> &'static Measures {
        &MEASURES
    }

    #[inline(always)]
    fn note(tally: &mut Tally, event: &Event, counts: &mut Counts) {
        let mut add = |number: Number, by: u32| counts.add(number as usize, by);
        match *event {
            Event::Waited { .. } => add(Number::Waits, 1),
            Event::Moved { seat, meaning, .. } => {
                tally.danger = meaning;
                enter(counts, seat, meaning);
            }
            Event::Turned { seat, meaning, .. } => {
                tally.danger = meaning;
                add(Number::Turned, 1);
                enter(counts, seat, meaning);
            }
            Event::Left { .. } => {
                add(Number::Retreats, 1);
                counts.ruled(Ruling::R9 as usize);
            }
            Event::Engaged { .. } => counts.ruled(Ruling::R7 as usize),
            Event::Blow { monster, roll, .. } => {
                tally.danger = monster;
                add(Number::Fights, 1);
                add(Number::Taken, u32::from(roll + monster.fury()));
                counts.ruled(Ruling::R8 as usize);
                counts.ruled_if(monster.fury() > 0, Ruling::R12 as usize);
            }
            Event::Strike { roll, times, .. } => {
                add(Number::Dealt, u32::from(roll) * u32::from(times));
                counts.ruled_if(times > 1, Ruling::R14 as usize);
            }
            Event::Slain { monster, .. } => {
                add(Number::Monsters, 1);
                add(Number::Demons, u32::from(monster.fury() > 0));
                counts.ruled(Ruling::R11 as usize);
            }
            Event::Halved { .. } => {
                add(Number::Halvings, 1);
                counts.ruled(Ruling::R17 as usize);
            }
            Event::Refreshed { .. } => counts.ruled(Ruling::R18 as usize),
            Event::Armed { .. } => add(Number::Weapons, 1),
            Event::Armored { .. } => {
                add(Number::Armors, 1);
                counts.ruled(Ruling::R15 as usize);
            }
            Event::Blessed { .. } => add(Number::Blessings, 1),
            Event::Saved { seat, .. } => {
                add(Number::Saved, 1);
                counts.used(seat, SPENT);
                counts.ruled(Ruling::R19 as usize);
            }
            Event::Fell { seat } => {
                add(Number::Deaths, 1);
                tally.killers[seat.index()] = Some(tally.danger);
                counts.ruled(Ruling::R22 as usize);
            }
            Event::Survived { .. } => counts.ruled(Ruling::R23 as usize),
            Event::Sealed => counts.ruled(Ruling::R24 as usize),
            Event::Exhausted { .. } => counts.ruled(Ruling::R25 as usize),
            Event::Round { .. } | Event::Won { .. } => {}
        }
    }

    fn close(&self, tally: &Tally, counts: &mut Counts) {
        counts.add(Number::Rounds as usize, self.round.into());
        for (seat, killer) in Seat::all(self.seats).zip(tally.killers) {
            if let Some(cause) = killer.and_then(cause) {
                counts.died(seat, steps(self.explorer(seat).cell), cause);
            }
        }
        if let Some(end) = self.over() {
            counts.ending = Some(ending(end));
            counts.add(Number::Stalemates as usize, u32::from(end.winner().is_none()));
        }
    }
}

fn enter(counts: &mut Counts, seat: Seat, meaning: Meaning) {
    if let Some(piece) = piece(meaning) {
        counts.used(seat, piece);
    }
    let find = matches!(meaning, Meaning::Weapon | Meaning::Armor | Meaning::Blessing);
    let stays = matches!(meaning, Meaning::Trap | Meaning::Fountain | Meaning::Altar | Meaning::Portal);
    counts.ruled_if(find, Ruling::R13 as usize);
    counts.ruled_if(stays, Ruling::R16 as usize);
    counts.ruled_if(meaning == Meaning::Portal, Ruling::R20 as usize);
    counts.ruled_if(meaning == Meaning::Merchant, Ruling::R21 as usize);
}

const fn piece(meaning: Meaning) -> Option<usize> {
    Some(match meaning {
        Meaning::Weapon => 0,
        Meaning::Armor => 1,
        Meaning::Blessing => 2,
        Meaning::Fountain => 3,
        Meaning::Altar => 4,
        Meaning::Portal => 5,
        Meaning::Merchant => 6,
        Meaning::Trap => 7,
        _ => return None,
    })
}

const fn cause(killer: Meaning) -> Option<usize> {
    Some(match killer {
        Meaning::Goblin => 0,
        Meaning::Orc => 1,
        Meaning::Troll => 2,
        Meaning::Demon(_) => 3,
        Meaning::Trap => 4,
        Meaning::Fountain => 5,
        Meaning::Altar => 6,
        _ => return None,
    })
}

/// Steps from the way in, bottom right.
fn steps(cell: Cell) -> usize {
    usize::from((SIDE - cell.row()).max(SIDE - cell.column()))
}

const fn ending(end: End) -> u8 {
    match end {
        End::Demon { .. } => 0,
        End::Last { .. } => 1,
        End::Sealed => 2,
        End::Rounds => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::measure::{MAX_NUMBERS, MAX_PIECES, MAX_RULINGS};

    #[test]
    fn every_index_has_a_label() {
        assert_eq!(NUMBERS.len(), Number::Stalemates as usize + 1);
        assert_eq!(RULINGS.len(), Ruling::R25 as usize + 1);
        assert!(NUMBERS.len() <= MAX_NUMBERS && PIECES.len() <= MAX_PIECES && RULINGS.len() <= MAX_RULINGS);
        for meaning in Meaning::ALL {
            assert!(piece(meaning).is_none_or(|index| PIECES[index].key == meaning.id()));
            assert!(cause(meaning).is_none_or(|index| CAUSES[index].key == meaning.id()));
        }
        assert_eq!((PIECES.len(), PLACES.len()), (SPENT + 1, usize::from(SIDE)));
        let (winner, demon) = (Seat(0), Meaning::ALL[4]);
        for end in [End::Demon { winner, demon }, End::Last { winner }, End::Sealed, End::Rounds] {
            assert_eq!(ENDINGS[usize::from(ending(end))].key, end.id());
        }
    }
}
