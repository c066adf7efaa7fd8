//! The achievements of a match, with the rules that count towards them.

use kernel::{Achievement, Finished, Rule, Seat};
use text::text;

use crate::{
    Event, Gloombah,
    content::{Op, When},
};

/// Twelve, the easiest first.
pub(super) static ACHIEVEMENTS: [(Achievement, Rule<Gloombah>); 12] = [
    (
        Achievement::new(
            "whisker",
            text!("By a Whisker"),
            text!("Win a fight by exactly one."),
            "gloombah/pair_of_darts",
        ),
        |party, seat| usize::from(fights(party, seat).any(|fight| fight.players == fight.monsters + 1)),
    ),
    (
        Achievement::new(
            "door-included",
            text!("Door Included"),
            text!("Win a fight of your own by ten or more."),
            "gloombah/door_of_smiting",
        )
        .needs(10),
        |party, seat| {
            fights(party, seat)
                .map(|fight| usize::from(fight.players.saturating_sub(fight.monsters)))
                .max()
                .unwrap_or(0)
        },
    ),
    (
        Achievement::new(
            "nothing-personal",
            text!("Nothing Personal"),
            text!("Play three backstab cards in one match."),
            "gloombah/ambush",
        )
        .needs(3),
        |party, seat| party.count(|event| is_backstab(event, seat)),
    ),
    (
        Achievement::new(
            "paid-friendship",
            text!("Paid Friendship"),
            text!("Have your help taken three times in one match."),
            "gloombah/birthday_parcel",
        )
        .needs(3),
        |party, seat| party.count(|event| matches!(*event, Event::Agreed { helper, .. } if helper == seat)),
    ),
    (
        Achievement::new(
            "light-fingered",
            text!("Light-Fingered"),
            text!("Take two cards from others in one match."),
            "gloombah/sticky_fingers",
        )
        .needs(2),
        |party, seat| party.count(|event| matches!(*event, Event::Stole { seat: who, .. } if who == seat)),
    ),
    (
        Achievement::new(
            "good-shoes",
            text!("Good Shoes"),
            text!("Get away by a roll three times in one match."),
            "gloombah/runaway_broom",
        )
        .needs(3),
        |party, seat| {
            let away = |event: &Event| matches!(*event, Event::Rolled { seat: who, escaped: true, .. } if who == seat);
            party.count(away)
        },
    ),
    (
        Achievement::new(
            "light-luggage",
            text!("Light Luggage"),
            text!("Throw your hand away to escape."),
            "gloombah/smoke_pellet",
        ),
        |party, seat| {
            usize::from(party.any(|event| matches!(*event, Event::ThrewAway { seat: who, .. } if who == seat)))
        },
    ),
    (
        Achievement::new(
            "rusty-anyway",
            text!("It Was Rusty Anyway"),
            text!("Have your gear break."),
            "gloombah/tin_tray_vest",
        ),
        |party, seat| {
            usize::from(party.any(|event| matches!(*event, Event::GearBroke { seat: who, .. } if who == seat)))
        },
    ),
    (
        Achievement::new("ceiling", text!("Nothing Above but Ceiling"), text!("Reach level 12."), "gloombah/level_up"),
        |party, seat| usize::from(party.any(|event| *event == Event::ReachedTop { seat })),
    ),
    (
        Achievement::new(
            "minor-setback",
            text!("A Minor Setback"),
            text!("Die, and win."),
            "gloombah/overdressed_zombie",
        ),
        |party, seat| usize::from(party.won(seat) && died(party, seat)),
    ),
    (
        Achievement::new(
            "clean-apron",
            text!("A Clean Apron"),
            text!("Win without losing a fight of your own."),
            "gloombah/steel_plate",
        ),
        |party, seat| {
            usize::from(
                party.won(seat) && !party.any(|event| matches!(*event, Event::Lost { seat: who, .. } if who == seat)),
            )
        },
    ),
    (
        Achievement::new(
            "bedtime",
            text!("Well Past Bedtime"),
            text!("Win when the lantern goes out."),
            "gloombah/bedtime_bell",
        ),
        |party, seat| usize::from(party.won(seat) && party.any(|event| matches!(event, Event::LanternOut { .. }))),
    ),
];

/// A fight that was won, with the strength of both sides.
struct Fight {
    players: u16,
    monsters: u16,
}

/// The fights that a seat has won as the player who met the monster.
fn fights(party: &Finished<'_, Gloombah>, seat: Seat) -> impl Iterator<Item = Fight> {
    party.events.iter().filter_map(move |event| match **event {
        Event::Won { seat: who, players, monsters, .. } if who == seat => Some(Fight { players, monsters }),
        _ => None,
    })
}

/// Whether a seat plays a card that only spoils another's fight.
fn is_backstab(event: &Event, seat: Seat) -> bool {
    matches!(*event, Event::Played { seat: who, card, .. } if who == seat && card.op().map(Op::when) == Some(When::Backstab))
}

fn died(party: &Finished<'_, Gloombah>, seat: Seat) -> bool {
    party.any(|event| matches!(*event, Event::Died { seat: who, .. } if who == seat))
}
