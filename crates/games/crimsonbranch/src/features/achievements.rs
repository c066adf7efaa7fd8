//! The achievements of a match, with the rules that count towards them.

use kernel::{Achievement, Finished, Rule};
use text::text;

use crate::{Crimsonbranch, Event, content::Stat, event::Means};

/// Twelve, the easiest first.
pub(super) static ACHIEVEMENTS: [(Achievement, Rule<Crimsonbranch>); 12] = [
    (
        Achievement::new(
            "sensible",
            text!("A Sensible Decision"),
            text!("Retire without a defeat."),
            "crimsonbranch/door",
        ),
        |journey, _| usize::from(journey.any(|event| *event == Event::Retired) && defeats(journey) == 0),
    ),
    (
        Achievement::new(
            "sixes",
            text!("Sixes Are for Spending"),
            text!("Kill three enemies by specials in one match."),
            "crimsonbranch/wizard",
        )
        .needs(3),
        |journey, _| kills(journey, Means::Special),
    ),
    (
        Achievement::new(
            "over-there",
            text!("From Over There"),
            text!("Kill ten enemies with range dice in one match."),
            "crimsonbranch/enemy-range",
        )
        .needs(10),
        |journey, _| kills(journey, Means::Range),
    ),
    (
        Achievement::new(
            "wall-with-legs",
            text!("A Wall with Legs"),
            text!("Hold off all of a blow of Strength 6 or more."),
            "crimsonbranch/enemy-defense",
        )
        .needs(6),
        |journey, _| {
            journey.most(|event| match *event {
                Event::Struck { strength, damage: 0, .. } => Some(strength.into()),
                _ => None,
            })
        },
    ),
    (
        Achievement::new(
            "popular",
            text!("Popular"),
            text!("Win a fight against five or more enemies."),
            "crimsonbranch/enemy-attack",
        )
        .needs(5),
        |journey, _| largest_fight_won(journey),
    ),
    (
        Achievement::new(
            "standing",
            text!("Still Counts as Standing"),
            text!("Win a fight in which a blow left you 1 HP."),
            "crimsonbranch/item-vitality",
        ),
        |journey, _| usize::from(is_won_at_last_breath(journey)),
    ),
    (
        Achievement::new(
            "string-of-pearls",
            text!("A String of Pearls"),
            text!("Use four pearls in one match."),
            "crimsonbranch/pearl",
        )
        .needs(4),
        |journey, _| journey.count(|event| matches!(event, Event::PearlCrossed { .. } | Event::PearlEngraved { .. })),
    ),
    (
        Achievement::new(
            "accessorised",
            text!("Fully Accessorised"),
            text!("Circle an item of each of the four types in one match."),
            "crimsonbranch/item-magic",
        )
        .needs(4),
        |journey, _| Stat::ALL.into_iter().filter(|wanted| has_circled(journey, *wanted)).count(),
    ),
    (
        Achievement::new(
            "made-like-this",
            text!("They Do Make Them Like This"),
            text!("Find an item of quality 8 or better."),
            "crimsonbranch/item-strength",
        )
        .needs(8),
        |journey, _| {
            journey.most(|event| match *event {
                Event::Found { quality, .. } => Some(quality.into()),
                _ => None,
            })
        },
    ),
    (
        Achievement::new("double-figures", text!("Double Figures"), text!("Reach level 10."), "crimsonbranch/stairs")
            .needs(10),
        |journey, _| journey.game.hero.level.into(),
    ),
    (
        Achievement::new(
            "only-a-tree",
            text!("It Is Only a Tree"),
            text!("Beat the Great Evil."),
            "crimsonbranch/great-evil",
        ),
        |journey, seat| usize::from(journey.won(seat)),
    ),
    (
        Achievement::new(
            "seldom-carried-out",
            text!("Seldom Carried Out"),
            text!("Beat the Great Evil with three defeats at most."),
            "crimsonbranch/paladin",
        ),
        |journey, seat| usize::from(journey.won(seat) && defeats(journey) <= 3),
    ),
];

fn defeats(journey: &Finished<'_, Crimsonbranch>) -> usize {
    journey.count(|event| matches!(event, Event::Defeated { .. }))
}

fn kills(journey: &Finished<'_, Crimsonbranch>, means: Means) -> usize {
    journey.count(|event| matches!(*event, Event::Died { by, .. } if by == means))
}

fn has_circled(journey: &Finished<'_, Crimsonbranch>, wanted: Stat) -> bool {
    journey.any(|event| matches!(*event, Event::Circled { stat, .. } if stat == wanted))
}

/// The most enemies of a fight that was won.
fn largest_fight_won(journey: &Finished<'_, Crimsonbranch>) -> usize {
    let (mut came, mut most) = (0, 0);
    for event in &journey.events {
        match event {
            Event::Came { .. } => came += 1,
            Event::Beaten { .. } => most = most.max(std::mem::take(&mut came)),
            Event::Defeated { .. } => came = 0,
            _ => {}
        }
    }
    most
}

/// Whether a fight was won after a blow that left 1 HP.
fn is_won_at_last_breath(journey: &Finished<'_, Crimsonbranch>) -> bool {
    let mut last_breath = false;
    journey.events.iter().any(|event| match event {
        Event::Struck { damage: 1.., hp: 1, .. } => {
            last_breath = true;
            false
        }
        Event::Defeated { .. } => {
            last_breath = false;
            false
        }
        Event::Beaten { .. } => std::mem::take(&mut last_breath),
        _ => false,
    })
}
