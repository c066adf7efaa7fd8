//! The events of a match, and their lines in the chronicle.

use kernel::{Addend, Blow, Effect, Icon, Line, Seat, Sentence, Sign, StandardCard, Tone, say};
use serde::Serialize;
use text::{capital, counted, t};

use crate::{Cell, Meaning};

/// An event of a match. All of it is public.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    Round { round: u16 },
    Waited { seat: Seat, by: u8, health: u8 },
    Moved { seat: Seat, to: Cell, meaning: Meaning },
    Turned { seat: Seat, at: Cell, card: StandardCard, meaning: Meaning },
    Left { seat: Seat, monster: Meaning },
    Engaged { seat: Seat, at: Cell, monster: Meaning },
    Blow { seat: Seat, monster: Meaning, roll: u8, left: u8 },
    Strike { seat: Seat, monster: Meaning, roll: u8, times: u8, left: u8 },
    Slain { seat: Seat, monster: Meaning },
    Halved { seat: Seat, left: u8 },
    Refreshed { seat: Seat, health: u8 },
    Armed { seat: Seat, times: u8 },
    Armored { seat: Seat, health: u8, max: u8 },
    Blessed { seat: Seat, blessings: u8 },
    Saved { seat: Seat, health: u8 },
    Fell { seat: Seat },
    Won { seat: Seat, demon: Meaning },
    Survived { seat: Seat },
    Sealed,
    Exhausted { rounds: u16 },
}

/// The id of an explorer's health.
pub(crate) fn explorer_id(seat: Seat) -> String {
    format!("explorer-{seat}")
}

/// The id of the monster that an explorer fights.
pub(crate) fn foe_id(seat: Seat) -> String {
    format!("foe-{seat}")
}

/// The id of what an explorer carries of a kind.
pub(crate) fn gear_id(seat: Seat, what: Meaning) -> String {
    let kind = match what {
        Meaning::Weapon => "weapons",
        Meaning::Armor => "armors",
        _ => "blessings",
    };
    format!("explorer-{seat}-{kind}")
}

/// The sum of a strike: the die, times what the weapons give.
fn strike_sum(roll: u8, times: u8) -> Vec<Addend> {
    let weapons = Addend { sign: Sign::Times, value: times.into(), name: Some(t!("weapons").to_owned()) };
    let weapons = (times != 1).then_some(weapons);
    std::iter::once(Addend::dice(Sign::Plus, roll)).chain(weapons).collect()
}

/// The event in a sentence, with what it does to the pieces on the table.
///
/// An event before a death or a kill is a detail of it: the line of the death or kill follows.
pub(crate) fn tell(event: &Event) -> Line {
    let health = |seat: Seat, by: i32, to: u8| Effect::Change { piece: explorer_id(seat), by, to: to.into() };
    let line = |icon, tone, text: Sentence| Line::new(icon, tone, text);
    match *event {
        Event::Round { round } => Line::heading(Icon::CLOCK, t!("Round {round}")),
        Event::Waited { seat, by: 0, health } => {
            line(Icon::CLOCK, Tone::Plain, say!("{seat} waits: {health}, full health."))
        }
        Event::Waited { seat, by, health: to } => {
            line(Icon::HEART, Tone::Good, say!("{seat} rests: +{by}, {to} health.")).effect(health(seat, by.into(), to))
        }
        Event::Moved { seat, to, meaning } => {
            let what = meaning.the();
            let text = match meaning {
                Meaning::Hallway => say!("{seat} goes to {to}."),
                Meaning::Trap => say!("{seat} steps into the trap in {to}."),
                _ if meaning.is_monster() => say!("{seat} attacks {what} in {to}."),
                _ => say!("{seat} goes to {what} in {to}."),
            };
            line(meaning.icon(), Tone::Plain, text)
        }
        Event::Turned { seat, at, meaning, .. } => {
            line(meaning.icon(), Tone::Luck, say!("{seat} opens {what} in {at}.", what = meaning.a()))
                .effect(Effect::Draw { piece: format!("cell-{}-{}", at.row(), at.column()) })
        }
        Event::Left { seat, monster } => {
            line(Icon::EVADE, Tone::Plain, say!("{seat} leaves {monster}.", monster = monster.the()))
        }
        Event::Engaged { seat, at, monster } => {
            let text = say!("{seat} is next to {monster} in {at} and has to fight.", monster = monster.the());
            line(monster.icon(), Tone::Bad, text)
        }
        Event::Blow { seat, monster, roll, left } => {
            let harm = roll + monster.fury();
            let sum = match monster.fury() {
                0 => format!("−{roll}"),
                more => format!("−({roll} + {more})"),
            };
            let name = capital(monster.the().as_str());
            let settle = Effect::Settle {
                title: t!("{name} strikes").into(),
                result: counted!(harm, "wound"),
                sum: std::iter::once(Addend::dice(Sign::Plus, roll))
                    .chain(Addend::fixed(monster.fury().into(), t!("fury")))
                    .collect(),
                blow: Some(Blow { by: Some(foe_id(seat)), on: explorer_id(seat), harm: harm.into() }),
            };
            let line = line(monster.icon(), Tone::Bad, say!("{name} strikes {seat}: {sum}, {left} left."));
            let line = line.effect(settle).effect(health(seat, -i32::from(harm), left));
            if left == 0 { line.detail() } else { line }
        }
        Event::Strike { seat, monster, roll, times, left } => {
            let harm = roll.saturating_mul(times);
            let sum = match times {
                1 => roll.to_string(),
                _ => format!("{roll} × {times} = {harm}"),
            };
            let settle = Effect::Settle {
                title: say!("{seat} strikes"),
                result: counted!(harm, "wound"),
                sum: strike_sum(roll, times),
                blow: Some(Blow { by: Some(explorer_id(seat)), on: foe_id(seat), harm: harm.into() }),
            };
            let text = say!("{seat} strikes {monster}: {sum}, {left} left.", monster = monster.the());
            let line = line(Icon::SWORD, Tone::Good, text).effect(settle);
            let line = line.effect(Effect::Change { piece: foe_id(seat), by: -i32::from(harm), to: left.into() });
            if left == 0 { line.detail() } else { line }
        }
        Event::Slain { seat, monster } => {
            let line = line(Icon::SKULL, Tone::Good, say!("{seat} slays {monster}.", monster = monster.the()));
            let line = line.effect(Effect::Fall { piece: foe_id(seat) });
            if monster.is_demon() { line.detail() } else { line }
        }
        Event::Halved { seat, left } => {
            let settle = Effect::Settle {
                title: t!("Half the health").into(),
                result: t!("{left} left"),
                sum: Vec::new(),
                blow: None,
            };
            let text = say!("{seat}'s health is halved: {left} left.");
            let line = line(Icon::HEART, Tone::Bad, text).effect(settle).effect(health(seat, 0, left));
            if left == 0 { line.detail() } else { line }
        }
        Event::Refreshed { seat, health: to } => {
            let settle = Effect::Settle {
                title: t!("The fountain").into(),
                result: t!("heads: {to} health"),
                sum: Vec::new(),
                blow: None,
            };
            let text = say!("The water does {seat} good: {to} health.");
            line(Icon::FOUNTAIN, Tone::Good, text).effect(settle).effect(health(seat, 0, to))
        }
        Event::Armed { seat, times } => {
            line(Icon::SWORD, Tone::Good, say!("{seat} takes a weapon: strikes × {times}."))
                .effect(Effect::Gain { piece: gear_id(seat, Meaning::Weapon) })
        }
        Event::Armored { seat, health: to, max } => {
            line(Icon::ARMOR, Tone::Good, say!("{seat} takes an armor: {to} of {max} health."))
                .effect(Effect::Gain { piece: gear_id(seat, Meaning::Armor) })
                .effect(health(seat, 0, to))
        }
        Event::Blessed { seat, blessings } => {
            let settle = Effect::Settle {
                title: t!("A blessing").into(),
                result: t!("{blessings} now"),
                sum: Vec::new(),
                blow: None,
            };
            line(Icon::BLESSING, Tone::Good, say!("{seat} receives a blessing and holds {blessings}."))
                .effect(settle)
                .effect(Effect::Gain { piece: gear_id(seat, Meaning::Blessing) })
        }
        Event::Saved { seat, health: to } => {
            let text = say!("{seat}, at death's door, is saved by a blessing: {to} health.");
            line(Icon::BLESSING, Tone::Good, text).effect(health(seat, to.into(), to))
        }
        Event::Fell { seat } => {
            line(Icon::SKULL, Tone::Bad, say!("{seat} is dead.")).effect(Effect::Fall { piece: explorer_id(seat) })
        }
        Event::Won { seat, demon } => {
            line(Icon::TROPHY, Tone::Good, say!("{seat} has killed {demon} and wins.", demon = demon.the()))
        }
        Event::Survived { seat } => line(Icon::TROPHY, Tone::Good, say!("{seat} is the last one alive and wins.")),
        Event::Sealed => {
            let text = t!("The tomb is sealed: no card and no demon can be reached any more. Nobody wins.");
            line(Icon::WALL, Tone::Bad, text.into())
        }
        Event::Exhausted { rounds } => {
            let text = t!("After {rounds} the torches go out. Nobody wins.", rounds = counted!(rounds, "round"));
            line(Icon::CLOCK, Tone::Bad, text.into())
        }
    }
}
