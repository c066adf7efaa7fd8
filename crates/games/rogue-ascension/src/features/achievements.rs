//! The achievements of a match, with the rules that count towards them.

use kernel::{Achievement, Finished, Rule, Seat};
use text::text;

use crate::{
    EnemyKind, Event, RogueAscension,
    state::{End, Pending},
};

/// Twelve, the easiest first.
pub(super) static ACHIEVEMENTS: [(Achievement, Rule<RogueAscension>); 12] = [
    (
        Achievement::new("no-thank-you", text!("No, Thank You"), text!("Decline a treasure."), "rogue-ascension/luck"),
        |climb, seat| usize::from(climb.any(|event| *event == Event::Declined { seat })),
    ),
    (
        Achievement::new(
            "mind-the-step",
            text!("Mind the Step"),
            text!("Be killed by a trap."),
            "rogue-ascension/trap-easy",
        ),
        |climb, seat| usize::from(climb.game.pending == Pending::Over(End::Trapped) && fell(climb, seat)),
    ),
    (
        Achievement::new(
            "middle-management",
            text!("Middle Management"),
            text!("Slay two minibosses in one climb."),
            "rogue-ascension/miniboss",
        )
        .needs(2),
        |climb, seat| climb.count(|event| *event == Event::Slain { seat, enemy: EnemyKind::Miniboss }),
    ),
    (
        Achievement::new(
            "professional-interest",
            text!("Professional Interest"),
            text!("Disarm three traps in one climb."),
            "rogue-ascension/trap-hard",
        )
        .needs(3),
        |climb, seat| climb.count(|event| *event == Event::Disarmed { seat }),
    ),
    (
        Achievement::new(
            "grindstone",
            text!("Worn to a Point"),
            text!("Raise your dice three times in one climb."),
            "rogue-ascension/attack-up",
        )
        .needs(3),
        |climb, seat| climb.count(|event| matches!(*event, Event::Raised { seat: who, .. } if who == seat)),
    ),
    (
        Achievement::new(
            "excessive-force",
            text!("Excessive Force"),
            text!("Do 20 damage or more with one strike."),
            "rogue-ascension/axe",
        )
        .needs(20),
        |climb, seat| {
            climb.most(|event| match *event {
                Event::Struck { seat: who, damage, .. } if who == seat => Some(damage.into()),
                _ => None,
            })
        },
    ),
    (
        Achievement::new("the-view", text!("The View Is Nice"), text!("Slay the boss."), "rogue-ascension/boss"),
        |climb, seat| usize::from(climb.won(seat)),
    ),
    (
        Achievement::new(
            "nobody-to-thank",
            text!("Nobody to Thank"),
            text!("Slay the boss alone."),
            "rogue-ascension/camp",
        ),
        |climb, seat| usize::from(climb.won(seat) && climb.game.players == 1),
    ),
    (
        Achievement::new(
            "crowded-landing",
            text!("A Crowded Landing"),
            text!("Slay the boss with four heroes."),
            "rogue-ascension/ogre",
        ),
        |climb, seat| usize::from(climb.won(seat) && climb.game.players == 4),
    ),
    (
        Achievement::new(
            "second-opinion",
            text!("A Second Opinion"),
            text!("Get up again by Second Wind, and slay the boss."),
            "rogue-ascension/second-wind",
        ),
        |climb, seat| {
            let rose = climb.any(|event| matches!(*event, Event::SecondWind { seat: who, .. } if who == seat));
            usize::from(climb.won(seat) && rose)
        },
    ),
    (
        Achievement::new(
            "barely",
            text!("Stairs Are Exercise"),
            text!("Slay the boss with 3 health or less."),
            "rogue-ascension/heal",
        ),
        |climb, seat| usize::from(climb.won(seat) && climb.game.hero(seat).hp <= 3),
    ),
    (
        Achievement::new(
            "worse-weather",
            text!("Higher Up, Worse Weather"),
            text!("Slay the boss at ascension level 3 or higher."),
            "rogue-ascension/curse-unlucky",
        )
        .needs(3),
        |climb, seat| if climb.won(seat) { climb.game.options.ascension.into() } else { 0 },
    ),
];

/// Whether the climb ended with this hero's death.
fn fell(climb: &Finished<'_, RogueAscension>, seat: Seat) -> bool {
    climb.any(|event| *event == Event::Fell { seat })
}
