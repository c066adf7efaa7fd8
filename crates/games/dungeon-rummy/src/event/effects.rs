//! The effects of events on the pieces of the table. A card has the same id everywhere, so its
//! effects name the card.

use kernel::{Card as _, Effect};

use crate::{Card, Event, Hero, Treasure};

/// The monster's card, and the number on it.
const MONSTER: &str = "monster";

/// The effects of an event, in order.
pub(crate) fn effects(event: &Event) -> Vec<Effect> {
    let health = |hero: Hero, by: i32, left: i8| Effect::Change {
        piece: format!("hp-{}", hero.id()),
        by,
        to: left.max(0).into(),
    };
    let card = |card: Card| format!("card-{}", card.code());
    let treasure = |treasure: Treasure| format!("treasure-{}", treasure.code());
    match *event {
        // The next monster has the place of the last one.
        Event::Met { health, .. } => vec![
            Effect::Draw { piece: MONSTER.into() },
            Effect::Change { piece: MONSTER.into(), by: 0, to: health.into() },
        ],
        Event::Hurt { hero, by, left } => vec![health(hero, -i32::from(by), left)],
        Event::Healed { hero, by, left } => vec![health(hero, by.into(), left)],
        Event::Remade { hero, left } => vec![health(hero, -2, left)],
        Event::Died { hero, .. } => vec![Effect::Fall { piece: format!("hp-{}", hero.id()) }],
        Event::MonsterHurt { by, left, .. } => {
            vec![Effect::Change { piece: MONSTER.into(), by: -i32::from(by), to: left.into() }]
        }
        Event::PhaseBeaten { health, .. } => {
            vec![Effect::Change { piece: MONSTER.into(), by: 0, to: health.into() }]
        }
        Event::Defeated { .. } => vec![Effect::Fall { piece: MONSTER.into() }],
        Event::Drew { card: drawn, .. } | Event::DrewTop { card: drawn, .. } | Event::Dug { card: drawn, .. } => {
            vec![Effect::Draw { piece: card(drawn) }]
        }
        Event::TurnedUp { card: drawn, .. } => vec![Effect::Draw { piece: card(drawn) }],
        // The card is secret from the others, who see only that the hand grows.
        Event::DrewUnseen { hero } => vec![Effect::Draw { piece: format!("hand-{}", hero.id()) }],
        Event::Fumbled { card: moved, .. }
        | Event::Chewed { card: moved, .. }
        | Event::Milled { card: moved, .. }
        | Event::Played { card: moved, .. }
        | Event::Moved { card: moved, .. }
        | Event::Discarded { card: moved, .. } => vec![Effect::Move { piece: card(moved) }],
        Event::Swapped { card: one, other, .. } => {
            vec![Effect::Move { piece: card(one) }, Effect::Move { piece: card(other) }]
        }
        Event::Gained { hero, .. } => vec![Effect::Gain { piece: format!("tokens-{}", hero.id()) }],
        Event::Attacked { hero, gained, .. } if gained > 0 => {
            vec![Effect::Gain { piece: format!("tokens-{}", hero.id()) }]
        }
        Event::Looted { treasure: found } => vec![Effect::Gain { piece: treasure(found) }],
        Event::Pilfered { treasure: lost } | Event::Used { treasure: lost, .. } => {
            vec![Effect::Fall { piece: treasure(lost) }]
        }
        _ => Vec::new(),
    }
}

/// Whether the event only explains a later event, which has a line of its own.
pub(crate) const fn detail(event: &Event) -> bool {
    // Lines of shields come before the wounds that are left.
    matches!(event, Event::Blocked | Event::Redirected { .. })
}
