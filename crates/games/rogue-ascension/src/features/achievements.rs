//! The achievements of a match, with the conditions to earn them.

use kernel::{Achievement, Condition, Finished, Seat};
use text::text;

use crate::{
    EnemyKind, Event, RogueAscension,
    state::{End, Pending},
};

/// Twelve, the easiest first.
pub(super) static ACHIEVEMENTS: [(Achievement, Condition<RogueAscension>); 12] = [
    (
        Achievement::new("no-thank-you", text!("No, Thank You"), text!("Decline a treasure."), "rogue-ascension/luck"),
        |climb, seat| climb.any(|event| *event == Event::Declined { seat }),
    ),
    (
        Achievement::new(
            "mind-the-step",
            text!("Mind the Step"),
            text!("Be killed by a trap."),
            "rogue-ascension/trap-easy",
        ),
        |climb, seat| climb.game.pending == Pending::Over(End::Trapped) && fell(climb, seat),
    ),
    (
        Achievement::new(
            "middle-management",
            text!("Middle Management"),
            text!("Slay two minibosses in one climb."),
            "rogue-ascension/miniboss",
        ),
        |climb, seat| climb.count(|event| *event == Event::Slain { seat, enemy: EnemyKind::Miniboss }) >= 2,
    ),
    (
        Achievement::new(
            "professional-interest",
            text!("Professional Interest"),
            text!("Disarm three traps in one climb."),
            "rogue-ascension/trap-hard",
        ),
        |climb, seat| climb.count(|event| *event == Event::Disarmed { seat }) >= 3,
    ),
    (
        Achievement::new(
            "grindstone",
            text!("Worn to a Point"),
            text!("Raise your dice three times in one climb."),
            "rogue-ascension/attack-up",
        ),
        |climb, seat| climb.count(|event| matches!(*event, Event::Raised { seat: who, .. } if who == seat)) >= 3,
    ),
    (
        Achievement::new(
            "excessive-force",
            text!("Excessive Force"),
            text!("Do 20 damage or more with one strike."),
            "rogue-ascension/axe",
        ),
        |climb, seat| climb.any(|event| matches!(*event, Event::Struck { seat: who, damage: 20.., .. } if who == seat)),
    ),
    (
        Achievement::new("the-view", text!("The View Is Nice"), text!("Slay the boss."), "rogue-ascension/boss"),
        |climb, seat| climb.won(seat),
    ),
    (
        Achievement::new(
            "nobody-to-thank",
            text!("Nobody to Thank"),
            text!("Slay the boss alone."),
            "rogue-ascension/camp",
        ),
        |climb, seat| climb.won(seat) && climb.game.players == 1,
    ),
    (
        Achievement::new(
            "crowded-landing",
            text!("A Crowded Landing"),
            text!("Slay the boss with four heroes."),
            "rogue-ascension/ogre",
        ),
        |climb, seat| climb.won(seat) && climb.game.players == 4,
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
            climb.won(seat) && rose
        },
    ),
    (
        Achievement::new(
            "barely",
            text!("Stairs Are Exercise"),
            text!("Slay the boss with 3 health or less."),
            "rogue-ascension/heal",
        ),
        |climb, seat| climb.won(seat) && climb.game.hero(seat).hp <= 3,
    ),
    (
        Achievement::new(
            "worse-weather",
            text!("Higher Up, Worse Weather"),
            text!("Slay the boss at ascension level 3 or higher."),
            "rogue-ascension/curse-unlucky",
        ),
        |climb, seat| climb.won(seat) && climb.game.options.ascension >= 3,
    ),
];

/// Whether the climb ended with this hero's death.
fn fell(climb: &Finished<'_, RogueAscension>, seat: Seat) -> bool {
    climb.any(|event| *event == Event::Fell { seat })
}
