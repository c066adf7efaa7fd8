//! What happened, and how the chronicle tells it.

use kernel::{Icon, Line, Seat, Sentence, StandardCard, Tone};
use serde::Serialize;

use crate::{Cell, Meaning};

/// Something that happened. All of it is public.
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

/// The event in a sentence.
pub(crate) fn tell(event: &Event) -> Line {
    let say = Sentence::new;
    let (icon, tone, text) = match *event {
        Event::Round { round } => return Line::heading(Icon::CLOCK, format!("Round {round}")),
        Event::Waited { seat, by: 0, health } => {
            (Icon::CLOCK, Tone::Plain, say().seat(seat).text(format!(" waits, in full health with {health}.")))
        }
        Event::Waited { seat, by, health } => (
            Icon::HEART,
            Tone::Good,
            say().seat(seat).text(format!(" waits and rests: {by} more health, now {health}.")),
        ),
        Event::Moved { seat, to, meaning } => {
            let text = match meaning {
                Meaning::Hallway => format!(" goes to {to}."),
                Meaning::Trap => format!(" steps into the trap in {to}."),
                _ if meaning.health().is_some() => format!(" attacks {} in {to}.", meaning.the()),
                _ => format!(" goes to {} in {to}.", meaning.the()),
            };
            (meaning.icon(), Tone::Plain, say().seat(seat).text(text))
        }
        Event::Turned { seat, at, card, meaning } => {
            let card = kernel::Card::code(card);
            let then = if meaning == Meaning::Wall { " No way through." } else { "" };
            let text = format!(" turns the card in {at}: {card}, {}.{then}", meaning.a());
            (meaning.icon(), Tone::Luck, say().seat(seat).text(text))
        }
        Event::Left { seat, monster } => {
            (Icon::EVADE, Tone::Plain, say().seat(seat).text(format!(" turns away from {}.", monster.the())))
        }
        Event::Engaged { seat, at, monster } => {
            let text = format!(" is next to {} in {at} and has to fight.", monster.the());
            (monster.icon(), Tone::Bad, say().seat(seat).text(text))
        }
        Event::Blow { seat, monster, roll, left } => {
            let more = match monster.fury() {
                0 => String::new(),
                more => format!(" + {more}"),
            };
            let text = say().text(format!("{} strikes ", capital(monster.the()))).seat(seat);
            (monster.icon(), Tone::Bad, text.text(format!(" for {roll}{more}: {left} health left.")))
        }
        Event::Strike { seat, monster, roll, times, left } => {
            let sum = match times {
                1 => roll.to_string(),
                _ => format!("{roll} × {times} = {}", roll * times),
            };
            let text = format!(" strikes {} for {sum}: {left} health left.", monster.the());
            (Icon::SWORD, Tone::Good, say().seat(seat).text(text))
        }
        Event::Slain { seat, monster } => {
            (Icon::SKULL, Tone::Good, say().seat(seat).text(format!(" has slain {}.", monster.the())))
        }
        Event::Halved { seat, left } => (
            Icon::HEART,
            Tone::Bad,
            say().text("Half the health of ").seat(seat).text(format!(" is gone: {left} left.")),
        ),
        Event::Refreshed { seat, health } => (
            Icon::FOUNTAIN,
            Tone::Good,
            say().text("The water does ").seat(seat).text(format!(" good: {health} health.")),
        ),
        Event::Armed { seat, times } => {
            (Icon::SWORD, Tone::Good, say().seat(seat).text(format!(" has one more weapon: strikes count × {times}.")))
        }
        Event::Armored { seat, health, max } => {
            (Icon::ARMOR, Tone::Good, say().seat(seat).text(format!(" has one more armor: {health} of {max} health.")))
        }
        Event::Blessed { seat, blessings } => {
            (Icon::BLESSING, Tone::Good, say().seat(seat).text(format!(" receives a blessing and holds {blessings}.")))
        }
        Event::Saved { seat, health } => {
            let text = format!(", at death's door, is saved by a blessing: {health} health.");
            (Icon::BLESSING, Tone::Good, say().seat(seat).text(text))
        }
        Event::Fell { seat } => (Icon::SKULL, Tone::Bad, say().seat(seat).text(" is dead.")),
        Event::Won { seat, demon } => {
            let text = format!(" has killed {} and wins.", demon.the());
            (Icon::TROPHY, Tone::Good, say().seat(seat).text(text))
        }
        Event::Survived { seat } => {
            (Icon::TROPHY, Tone::Good, say().seat(seat).text(" is the last one alive and wins."))
        }
        Event::Sealed => {
            let text = "The tomb is sealed: no card and no demon can be reached any more. Nobody wins.";
            (Icon::WALL, Tone::Bad, text.into())
        }
        Event::Exhausted { rounds } => {
            (Icon::CLOCK, Tone::Bad, format!("After {rounds} rounds the torches go out. Nobody wins.").into())
        }
    };
    Line::new(icon, tone, text)
}

/// With a capital letter, as a sentence begins.
pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
