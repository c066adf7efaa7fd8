//! The effects of events on the pieces of the table.

use kernel::Effect;
use text::t;

use crate::{Event, words::enemy_id};

/// The health of the hero, and its experience.
const HP: &str = "hero-hp";
const XP: &str = "hero-xp";

/// The effects of an event, in order.
pub(crate) fn effects(event: &Event) -> Vec<Effect> {
    let change = |piece: String, by: i32, to: u8| Effect::Change { piece, by, to: to.into() };
    let settle =
        |title: String, result: String| Effect::Settle { title: title.into(), result, sum: Vec::new(), blow: None };
    let enemy = |enemy: u8| enemy_id(enemy.into());
    let item = |stat: crate::content::Stat| format!("item-{}", stat.name());
    match *event {
        Event::Came { enemy: id, .. } => vec![Effect::Draw { piece: enemy(id) }],
        Event::FirstDie { turn, value } => vec![settle(t!("Turn {turn}"), t!("{value} to begin with"))],
        Event::NextDie { value } => vec![settle(t!("The next die").into(), value.to_string())],
        Event::Damaged { enemy: id, by, hp, .. } => vec![change(enemy(id), -i32::from(by), hp)],
        Event::Hit { enemy: id, hp, .. } => vec![change(enemy(id), -1, hp)],
        Event::Died { enemy: id, .. } => vec![Effect::Fall { piece: enemy(id) }],
        Event::Struck { damage, hp, .. } if damage > 0 => vec![change(HP.into(), -i32::from(damage), hp)],
        Event::Healed { by, hp } if by > 0 => vec![change(HP.into(), by.into(), hp)],
        Event::Defeated { max, .. } => vec![Effect::Fall { piece: HP.into() }, change(HP.into(), 0, max)],
        Event::Experience { xp, gained, .. } => vec![change(XP.into(), gained.into(), xp)],
        Event::Level { level, .. } => vec![change("hero-level".into(), 1, level)],
        Event::Found { stat, quality, .. } => vec![
            settle(t!("An item of {stat}", stat = stat.word()), t!("quality {quality}")),
            Effect::Gain { piece: "found".into() },
        ],
        Event::Circled { stat, .. } => vec![Effect::Gain { piece: item(stat) }],
        Event::Discarded { .. } => vec![Effect::Fall { piece: "found".into() }],
        Event::Moved { stat, .. } => vec![Effect::Move { piece: item(stat) }],
        Event::Dropped { stat } => vec![Effect::Fall { piece: item(stat) }],
        Event::Placed { .. } => vec![Effect::Move { piece: "die-active".into() }],
        Event::Locked { .. } => vec![Effect::Gain { piece: "die-locked".into() }],
        _ => Vec::new(),
    }
}

/// Whether the event only explains a later event of the same step, which has a line of its own.
pub(crate) const fn detail(event: &Event) -> bool {
    // A locked six: the next die or the fight follows. An enemy at 0 HP: its death follows.
    matches!(event, Event::Locked { .. } | Event::Hit { hp: 0, .. } | Event::Damaged { hp: 0, .. })
}
