//! The achievements of a match, with the rules that count towards them.

use kernel::{Achievement, Finished, Rule, Seat};
use text::text;

use crate::{
    AccursedTomb, Event, Meaning,
    state::{End, Pending},
};

/// Twelve, the easiest first.
pub(super) static ACHIEVEMENTS: [(Achievement, Rule<AccursedTomb>); 12] = [
    (
        Achievement::new(
            "heads",
            text!("Heads, You Drink"),
            text!("Be refreshed by a fountain."),
            "accursed-tomb/fountain",
        ),
        |tomb, seat| usize::from(tomb.any(|event| matches!(*event, Event::Refreshed { seat: who, .. } if who == seat))),
    ),
    (
        Achievement::new(
            "opener",
            text!("Compulsive Opener"),
            text!("Turn twelve cards in one match."),
            "accursed-tomb/hallway",
        )
        .needs(12),
        |tomb, seat| tomb.count(|event| matches!(*event, Event::Turned { seat: who, .. } if who == seat)),
    ),
    (Achievement::new("toll-refused", text!("Toll Refused"), text!("Slay a troll."), "common/troll"), |tomb, seat| {
        usize::from(tomb.any(|event| *event == Event::Slain { seat, monster: Meaning::Troll }))
    }),
    (
        Achievement::new(
            "pest-control",
            text!("Pest Control"),
            text!("Slay four monsters in one match."),
            "common/goblin",
        )
        .needs(4),
        |tomb, seat| tomb.count(|event| matches!(*event, Event::Slain { seat: who, .. } if who == seat)),
    ),
    (
        Achievement::new(
            "two-hands",
            text!("Only Two Hands"),
            text!("Take two weapons in one match."),
            "accursed-tomb/weapon",
        )
        .needs(2),
        |tomb, seat| tomb.count(|event| matches!(*event, Event::Armed { seat: who, .. } if who == seat)),
    ),
    (
        Achievement::new(
            "overdressed",
            text!("Overdressed"),
            text!("Take two armors in one match."),
            "accursed-tomb/armor",
        )
        .needs(2),
        |tomb, seat| tomb.count(|event| matches!(*event, Event::Armored { seat: who, .. } if who == seat)),
    ),
    (
        Achievement::new(
            "half-empty",
            text!("Half Empty"),
            text!("Have your health halved three times, and be alive at the end."),
            "accursed-tomb/joker-trap",
        )
        .needs(3),
        |tomb, seat| match tomb.game.explorer(seat).alive() {
            true => tomb.count(|event| matches!(*event, Event::Halved { seat: who, .. } if who == seat)),
            false => 0,
        },
    ),
    (
        Achievement::new(
            "renovation",
            text!("Closed for Renovation"),
            text!("Be alive when the tomb is sealed."),
            "accursed-tomb/wall",
        ),
        |tomb, seat| usize::from(tomb.game.pending == Pending::Over(End::Sealed) && tomb.game.explorer(seat).alive()),
    ),
    (
        Achievement::new(
            "rest-in-pieces",
            text!("Rest in Pieces"),
            text!("Win by slaying a demon."),
            "accursed-tomb/demon",
        ),
        |tomb, seat| usize::from(tomb.any(|event| matches!(*event, Event::Won { seat: who, .. } if who == seat))),
    ),
    (
        Achievement::new(
            "lock-up",
            text!("Somebody Has to Lock Up"),
            text!("Win as the last one alive."),
            "common/key",
        ),
        |tomb, seat| usize::from(tomb.any(|event| *event == Event::Survived { seat })),
    ),
    (
        Achievement::new(
            "not-today",
            text!("Not Today"),
            text!("Be saved by a blessing, and win."),
            "accursed-tomb/blessing",
        ),
        |tomb, seat| {
            usize::from(
                tomb.won(seat) && tomb.any(|event| matches!(*event, Event::Saved { seat: who, .. } if who == seat)),
            )
        },
    ),
    (
        Achievement::new(
            "considerations",
            text!("Tactical Considerations"),
            text!("Leave two fights, and win."),
            "common/boots",
        )
        .needs(2),
        |tomb, seat| if tomb.won(seat) { fights_left(tomb, seat) } else { 0 },
    ),
];

/// The number of fights that are left to an explorer.
fn fights_left(tomb: &Finished<'_, AccursedTomb>, seat: Seat) -> usize {
    tomb.count(|event| matches!(*event, Event::Left { seat: who, .. } if who == seat))
}
