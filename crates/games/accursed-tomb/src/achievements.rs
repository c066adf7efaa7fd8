//! What can be earned in a match: what to do for it, and how to tell that it was done.

use kernel::{Achievement, Condition, Finished, Seat};

use crate::{
    AccursedTomb, Event, Meaning,
    state::{End, Pending},
};

/// Twelve, the easiest first.
pub(crate) static ACHIEVEMENTS: [(Achievement, Condition<AccursedTomb>); 12] = [
    (
        Achievement::new("heads", "Heads, You Drink", "Be refreshed by a fountain.", "accursed-tomb/fountain"),
        |tomb, seat| tomb.any(|event| matches!(*event, Event::Refreshed { seat: who, .. } if who == seat)),
    ),
    (
        Achievement::new("opener", "Compulsive Opener", "Turn twelve cards in one match.", "accursed-tomb/hallway"),
        |tomb, seat| tomb.count(|event| matches!(*event, Event::Turned { seat: who, .. } if who == seat)) >= 12,
    ),
    (Achievement::new("toll-refused", "Toll Refused", "Slay a troll.", "common/troll"), |tomb, seat| {
        tomb.any(|event| *event == Event::Slain { seat, monster: Meaning::Troll })
    }),
    (
        Achievement::new("pest-control", "Pest Control", "Slay four monsters in one match.", "common/goblin"),
        |tomb, seat| tomb.count(|event| matches!(*event, Event::Slain { seat: who, .. } if who == seat)) >= 4,
    ),
    (
        Achievement::new("two-hands", "Only Two Hands", "Take two weapons in one match.", "accursed-tomb/weapon"),
        |tomb, seat| tomb.count(|event| matches!(*event, Event::Armed { seat: who, .. } if who == seat)) >= 2,
    ),
    (
        Achievement::new("overdressed", "Overdressed", "Take two armors in one match.", "accursed-tomb/armor"),
        |tomb, seat| tomb.count(|event| matches!(*event, Event::Armored { seat: who, .. } if who == seat)) >= 2,
    ),
    (
        Achievement::new(
            "half-empty",
            "Half Empty",
            "Have your health halved three times, and be alive at the end.",
            "accursed-tomb/joker-trap",
        ),
        |tomb, seat| {
            let halvings = tomb.count(|event| matches!(*event, Event::Halved { seat: who, .. } if who == seat));
            halvings >= 3 && tomb.game.explorer(seat).alive()
        },
    ),
    (
        Achievement::new(
            "renovation",
            "Closed for Renovation",
            "Be alive when the tomb is sealed.",
            "accursed-tomb/wall",
        ),
        |tomb, seat| tomb.game.pending == Pending::Over(End::Sealed) && tomb.game.explorer(seat).alive(),
    ),
    (
        Achievement::new("rest-in-pieces", "Rest in Pieces", "Win by slaying a demon.", "accursed-tomb/demon"),
        |tomb, seat| tomb.any(|event| matches!(*event, Event::Won { seat: who, .. } if who == seat)),
    ),
    (
        Achievement::new("lock-up", "Somebody Has to Lock Up", "Win as the last one alive.", "common/key"),
        |tomb, seat| tomb.any(|event| *event == Event::Survived { seat }),
    ),
    (
        Achievement::new("not-today", "Not Today", "Be saved by a blessing, and win.", "accursed-tomb/blessing"),
        |tomb, seat| {
            tomb.won(seat) && tomb.any(|event| matches!(*event, Event::Saved { seat: who, .. } if who == seat))
        },
    ),
    (
        Achievement::new("considerations", "Tactical Considerations", "Leave two fights, and win.", "common/boots"),
        |tomb, seat| tomb.won(seat) && fights_left(tomb, seat) >= 2,
    ),
];

/// How many fights an explorer has left.
fn fights_left(tomb: &Finished<'_, AccursedTomb>, seat: Seat) -> usize {
    tomb.count(|event| matches!(*event, Event::Left { seat: who, .. } if who == seat))
}
