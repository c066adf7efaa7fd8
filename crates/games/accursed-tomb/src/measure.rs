//! The measures that the lab counts. It reads them off the events, so that the rules need not know
//! of it.

use kernel::{
    Measured, Seat,
    measure::{Counts, Label, Measures},
};
use text::text;

use crate::{
    AccursedTomb, Cell, Event, Meaning,
    cells::SIDE,
    state::{End, MAX_EXPLORERS},
};

/// The measures of a match.
static MEASURES: Measures = Measures {
    scored: false,
    score: None,
    numbers: Number::LABELS,
    shares: &[],
    endings: Ending::LABELS,
    places: PLACES,
    causes: Cause::LABELS,
    pieces: Piece::LABELS,
    drawable: 0,
    rulings: Ruling::LABELS,
};

kernel::measures! {
    enum Number {
        Rounds = "rounds": "Rounds",
        Turned = "cells_turned": "Cells turned",
        Monsters = "monsters_slain": "Monsters slain, demons among them",
        Demons = "demons_slain": "Demons slain",
        Fights = "exchanges": "Blows that monsters struck",
        Retreats = "retreats": "Fights left",
        Dealt = "damage_dealt": "Damage dealt, with what was more than needed",
        Taken = "damage_taken": "Damage taken in fights",
        Halvings = "halvings": "Times somebody's health was halved",
        Waits = "waits": "Turns spent waiting",
        Deaths = "deaths": "Deaths",
        Saved = "lives_saved": "Lives saved by blessings",
        Weapons = "weapons_gained": "Weapons gained",
        Armors = "armors_gained": "Armors gained",
        Blessings = "blessings_gained": "Blessings gained",
        Stalemates = "stalemates": "Matches that nobody won",
    }

    enum Ending {
        Demon = "demon": "A demon was slain",
        Last = "last": "One was left alive",
        Sealed = "sealed": "The tomb was sealed",
        Rounds = "rounds": "The last round was over",
    }

    enum Cause {
        Goblin = "goblin": "A goblin",
        Orc = "orc": "An orc",
        Troll = "troll": "A troll",
        Demon = "demon": "A demon",
        Trap = "trap": "A trap",
        Fountain = "fountain": "A fountain",
        Altar = "altar": "An altar",
    }

    enum Piece {
        Weapon = "weapon": "Weapon found",
        Armor = "armor": "Armor found",
        Blessing = "blessing": "Blessing found",
        Fountain = "fountain": "Fountain entered",
        Altar = "altar": "Altar entered",
        Portal = "portal": "Portal entered",
        Merchant = "merchant": "Merchant met",
        Trap = "trap": "Trap entered",
        BlessingSpent = "blessing-spent": "Blessing spent",
    }

    enum Ruling {
        R7: "A fight begins by standing next to a monster",
        R8: "Blows are exchanged",
        R9: "A fight is left",
        R11: "A monster is slain",
        R12: "A demon strikes",
        R13: "A find is picked up",
        R14: "A strike is multiplied",
        R15: "An armor is gained",
        R16: "A trap, fountain, altar or portal is entered",
        R17: "Health is halved",
        R18: "The fountain's coin shows heads",
        R19: "A blessing saves a life",
        R20: "A portal is entered",
        R21: "A merchant is met",
        R22: "An explorer dies",
        R23: "One is left alive",
        R24: "The tomb is sealed",
        R25: "The last round is over",
    }
}

/// The places of deaths: the number of steps from the way in.
const PLACES: &[Label] = &[
    Label::new("steps-0", text!("At the way in")),
    Label::new("steps-1", text!("1 step in")),
    Label::new("steps-2", text!("2 steps in")),
    Label::new("steps-3", text!("3 steps in")),
    Label::new("steps-4", text!("4 steps in")),
    Label::new("steps-5", text!("5 steps in")),
    Label::new("steps-6", text!("6 steps in")),
    Label::new("steps-7", text!("7 steps in")),
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

    const MEASURES: &'static Measures = &MEASURES;

    #[inline(always)]
    fn note(tally: &mut Tally, event: &Event, counts: &mut Counts) {
        match *event {
            Event::Waited { .. } => counts.add(Number::Waits, 1),
            Event::Moved { seat, meaning, .. } => {
                tally.danger = meaning;
                enter(counts, seat, meaning)
            }
            Event::Turned { seat, meaning, .. } => {
                tally.danger = meaning;
                enter(counts.add(Number::Turned, 1), seat, meaning)
            }
            Event::Left { .. } => counts.add(Number::Retreats, 1).ruled(Ruling::R9),
            Event::Engaged { .. } => counts.ruled(Ruling::R7),
            Event::Blow { monster, roll, .. } => {
                tally.danger = monster;
                counts
                    .add(Number::Fights, 1)
                    .add(Number::Taken, u32::from(roll + monster.fury()))
                    .ruled(Ruling::R8)
                    .ruled_if(monster.is_demon(), Ruling::R12)
            }
            Event::Strike { roll, times, .. } => {
                counts.add(Number::Dealt, u32::from(roll) * u32::from(times)).ruled_if(times > 1, Ruling::R14)
            }
            Event::Slain { monster, .. } => {
                counts.add(Number::Monsters, 1).add(Number::Demons, u32::from(monster.is_demon())).ruled(Ruling::R11)
            }
            Event::Halved { .. } => counts.add(Number::Halvings, 1).ruled(Ruling::R17),
            Event::Refreshed { .. } => counts.ruled(Ruling::R18),
            Event::Armed { .. } => counts.add(Number::Weapons, 1),
            Event::Armored { .. } => counts.add(Number::Armors, 1).ruled(Ruling::R15),
            Event::Blessed { .. } => counts.add(Number::Blessings, 1),
            Event::Saved { seat, .. } => {
                counts.add(Number::Saved, 1).used(seat, Piece::BlessingSpent).ruled(Ruling::R19)
            }
            Event::Fell { seat } => {
                tally.killers[seat.index()] = Some(tally.danger);
                counts.add(Number::Deaths, 1).ruled(Ruling::R22)
            }
            Event::Survived { .. } => counts.ruled(Ruling::R23),
            Event::Sealed => counts.ruled(Ruling::R24),
            Event::Exhausted { .. } => counts.ruled(Ruling::R25),
            Event::Round { .. } | Event::Won { .. } => counts,
        };
    }

    fn close(&self, tally: &Tally, counts: &mut Counts) {
        counts.add(Number::Rounds, self.round.into());
        for (seat, killer) in Seat::all(self.seats).zip(tally.killers) {
            if let Some(cause) = killer.and_then(cause) {
                counts.died(seat, steps(self.explorer(seat).cell), cause);
            }
        }
        if let Some(end) = self.over() {
            counts.ending = Some(ending(end) as u8);
            counts.add(Number::Stalemates, u32::from(end.winner().is_none()));
        }
    }
}

fn enter(counts: &mut Counts, seat: Seat, meaning: Meaning) -> &mut Counts {
    if let Some(piece) = piece(meaning) {
        counts.used(seat, piece);
    }
    let find = matches!(meaning, Meaning::Weapon | Meaning::Armor | Meaning::Blessing);
    let stays = matches!(meaning, Meaning::Trap | Meaning::Fountain | Meaning::Altar | Meaning::Portal);
    counts.ruled_if(find, Ruling::R13).ruled_if(stays, Ruling::R16);
    counts.ruled_if(meaning == Meaning::Portal, Ruling::R20).ruled_if(meaning == Meaning::Merchant, Ruling::R21)
}

const fn piece(meaning: Meaning) -> Option<Piece> {
    Some(match meaning {
        Meaning::Weapon => Piece::Weapon,
        Meaning::Armor => Piece::Armor,
        Meaning::Blessing => Piece::Blessing,
        Meaning::Fountain => Piece::Fountain,
        Meaning::Altar => Piece::Altar,
        Meaning::Portal => Piece::Portal,
        Meaning::Merchant => Piece::Merchant,
        Meaning::Trap => Piece::Trap,
        _ => return None,
    })
}

const fn cause(killer: Meaning) -> Option<Cause> {
    Some(match killer {
        Meaning::Goblin => Cause::Goblin,
        Meaning::Orc => Cause::Orc,
        Meaning::Troll => Cause::Troll,
        Meaning::Demon(_) => Cause::Demon,
        Meaning::Trap => Cause::Trap,
        Meaning::Fountain => Cause::Fountain,
        Meaning::Altar => Cause::Altar,
        _ => return None,
    })
}

/// Steps from the way in, bottom right.
fn steps(cell: Cell) -> usize {
    usize::from((SIDE - cell.row()).max(SIDE - cell.column()))
}

const fn ending(end: End) -> Ending {
    match end {
        End::Demon { .. } => Ending::Demon,
        End::Last { .. } => Ending::Last,
        End::Sealed => Ending::Sealed,
        End::Rounds => Ending::Rounds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::measure::{MAX_NUMBERS, MAX_PIECES, MAX_RULINGS};

    #[test]
    fn every_index_has_a_label() {
        assert!(
            Number::LABELS.len() <= MAX_NUMBERS
                && Piece::LABELS.len() <= MAX_PIECES
                && Ruling::LABELS.len() <= MAX_RULINGS
        );
        for meaning in Meaning::ALL {
            assert!(piece(meaning).is_none_or(|piece| Piece::LABELS[piece as usize].key == meaning.id()));
            assert!(cause(meaning).is_none_or(|cause| Cause::LABELS[cause as usize].key == meaning.id()));
        }
        assert_eq!(PLACES.len(), usize::from(SIDE));
        let (winner, demon) = (Seat(0), Meaning::ALL[4]);
        for end in [End::Demon { winner, demon }, End::Last { winner }, End::Sealed, End::Rounds] {
            assert_eq!(Ending::LABELS[ending(end) as usize].key, end.id());
        }
    }
}
