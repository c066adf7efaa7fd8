//! The effects of events on the pieces of the table.
//!
//! Cards in hand have ids by kind, and two players can hold equal ones. So an effect that others
//! see names the holder's stack of cards, not a card.

use kernel::{Addend, Effect, Seat, Sign, say};
use text::t;

use crate::{Event, content::Kind};

/// The effects of an event, in order.
pub(crate) fn effects(event: &Event) -> Vec<Effect> {
    let level = |seat: Seat, by: i32, to: u8| Effect::Change { piece: format!("level-{seat}"), by, to: to.into() };
    let cards = |seat: Seat| format!("cards-{seat}");
    let gear = |seat: Seat| format!("gear-{seat}");
    match *event {
        Event::Drew { card, .. } => vec![Effect::Draw { piece: format!("hand-{}", card.card().id) }],
        Event::DrewUnseen { seat, .. } => vec![Effect::Draw { piece: cards(seat) }],
        Event::Equipped { seat, card, .. } => vec![
            Effect::Move { piece: cards(seat) },
            Effect::Gain {
                piece: match card.kind() {
                    Kind::Weapon { .. } => format!("weapon-{seat}"),
                    Kind::Gear { .. } | Kind::Consumable { .. } => gear(seat),
                },
            },
        ],
        Event::Repaired { seat, .. } => vec![Effect::Gain { piece: gear(seat) }],
        Event::Played { seat, .. }
        | Event::Gave { seat, .. }
        | Event::Discarded { seat, .. }
        | Event::Dropped { seat, .. }
        | Event::Forfeited { seat, .. }
        | Event::ThrewAway { seat, .. } => vec![Effect::Move { piece: cards(seat) }],
        Event::Stole { seat, from, .. } | Event::StoleUnseen { seat, from } => {
            vec![Effect::Move { piece: cards(from) }, Effect::Gain { piece: cards(seat) }]
        }
        Event::Recovered { seat, .. } | Event::Kept { seat, .. } | Event::KeptUnseen { seat } => {
            vec![Effect::Gain { piece: cards(seat) }]
        }
        Event::Rose { seat, level: to } => vec![level(seat, 0, to)],
        Event::Gained { seat, levels, level: to, .. } => vec![level(seat, levels.into(), to)],
        Event::Hurt { seat, levels, level: to } => vec![level(seat, -i32::from(levels), to)],
        Event::Died { seat, .. } => vec![Effect::Fall { piece: format!("fighter-{seat}") }, level(seat, 0, 1)],
        Event::Turned { .. } | Event::Chose { .. } => vec![Effect::Draw { piece: "monster".into() }],
        Event::Won { .. } => vec![Effect::Fall { piece: "monster".into() }],
        Event::Lost { seat, .. } => vec![Effect::Fall { piece: format!("fighter-{seat}") }],
        Event::Agreed { helper, .. } => vec![Effect::Gain { piece: format!("fighter-{helper}") }],
        Event::GearLost { seat, .. } | Event::GearBroke { seat, .. } => vec![Effect::Fall { piece: gear(seat) }],
        Event::Rolled { seat, dice: [one, two], modifier, escaped, .. } => vec![Effect::Settle {
            title: say!("{seat} runs"),
            result: rolled(i32::from(one + two) + i32::from(modifier), escaped),
            sum: std::iter::once(Addend::dice(Sign::Plus, one + two))
                .chain(Addend::fixed(modifier.into(), t!("gear and effects")))
                .collect(),
            blow: None,
        }],
        _ => Vec::new(),
    }
}

/// The result of a roll for running.
fn rolled(sum: i32, escaped: bool) -> String {
    if escaped { t!("{sum}: away") } else { t!("{sum}: no escape") }
}

/// Whether the event only explains a later event of the same step, which has a line of its own.
pub(crate) const fn detail(event: &Event) -> bool {
    matches!(event, Event::Pierced { .. })
}
