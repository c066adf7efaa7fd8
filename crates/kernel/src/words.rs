//! Sentences in which seats are not yet people.

use std::fmt::{self, Display, Write};

use serde::Serialize;

use crate::{Effect, Icon, Seat};

/// A piece of a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Span {
    /// Words.
    Text(String),
    /// A player, to be named by whoever shows it.
    Seat(Seat),
}

/// A sentence for people. Who sits where is not known to the rules, so seats stand in it as seats.
///
/// ```
/// use kernel::{Seat, Sentence};
/// let sentence = Sentence::new().seat(Seat(0)).text(" strikes for 3.");
/// assert_eq!(sentence.plain(|seat| format!("Seat {seat}")), "Seat 0 strikes for 3.");
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[serde(transparent)]
pub struct Sentence(Vec<Span>);

impl Sentence {
    /// An empty sentence to build on.
    pub fn new() -> Self {
        Sentence::default()
    }

    /// Goes on with words.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.0.push(Span::Text(text.into()));
        self
    }

    /// Goes on with a player's name.
    #[must_use]
    pub fn seat(mut self, seat: Seat) -> Self {
        self.0.push(Span::Seat(seat));
        self
    }

    /// Goes on with several players' names: `A`, `A and B`, `A, B and C`.
    #[must_use]
    pub fn seats(mut self, seats: impl IntoIterator<Item = Seat>) -> Self {
        let seats: Vec<Seat> = seats.into_iter().collect();
        for (place, seat) in seats.iter().enumerate() {
            let joint = if place == 0 {
                ""
            } else if place + 1 == seats.len() {
                " and "
            } else {
                ", "
            };
            self = if joint.is_empty() { self } else { self.text(joint) };
            self = self.seat(*seat);
        }
        self
    }

    /// The pieces.
    pub fn spans(&self) -> &[Span] {
        &self.0
    }

    /// The sentence as text, with seats named by `name`.
    pub fn plain(&self, name: impl Fn(Seat) -> String) -> String {
        let mut text = String::new();
        // Nothing can go wrong in writing to a text.
        let _ = self.write_plain(&mut text, name);
        text
    }

    /// Writes the sentence with seats named by `name`.
    pub(crate) fn write_plain(&self, to: &mut impl Write, name: impl Fn(Seat) -> String) -> fmt::Result {
        self.0.iter().try_for_each(|span| match span {
            Span::Text(text) => to.write_str(text),
            Span::Seat(seat) => to.write_str(&name(*seat)),
        })
    }
}

impl<T: Into<String>> From<T> for Sentence {
    fn from(text: T) -> Self {
        Sentence::new().text(text)
    }
}

/// How a line of the chronicle feels.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Neither good nor bad.
    #[default]
    Plain,
    /// Good for the players, or for the one who acts.
    Good,
    /// Bad for them.
    Bad,
    /// Luck: dice, coins, cards turned.
    Luck,
}

/// A line of the chronicle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// What it is about, at a glance.
    pub icon: Icon,
    /// How it feels.
    pub tone: Tone,
    /// Whether it opens a new chapter: a floor, a round.
    pub heading: bool,
    /// Whether it only says how the lines after it came about: shown folded.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub detail: bool,
    /// The sentence.
    pub text: Sentence,
    /// What it does to the pieces of the scene, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
}

impl Line {
    /// A line of the running text.
    pub fn new(icon: Icon, tone: Tone, text: impl Into<Sentence>) -> Line {
        Line { icon, tone, heading: false, detail: false, text: text.into(), effects: Vec::new() }
    }

    /// A line that opens a chapter.
    pub fn heading(icon: Icon, text: impl Into<Sentence>) -> Line {
        Line { heading: true, ..Line::new(icon, Tone::Plain, text) }
    }

    /// It only says how the lines after it came about.
    #[must_use]
    pub fn detail(self) -> Line {
        Line { detail: true, ..self }
    }

    /// Then this happens to the pieces of the scene.
    #[must_use]
    pub fn effect(mut self, effect: Effect) -> Line {
        self.effects.push(effect);
        self
    }
}

/// So many of a thing, by the word for one.
///
/// ```
/// use kernel::counted;
///
/// assert_eq!([counted(1, "step"), counted(0, "step"), counted("2,000", "match")], ["1 step", "0 steps", "2,000 matches"]);
/// assert_eq!([counted(2, "enemy"), counted(2, "day"), counted(2, "boss")], ["2 enemies", "2 days", "2 bosses"]);
/// ```
pub fn counted(count: impl Display, one: &str) -> String {
    let count = count.to_string();
    if count == "1" {
        return format!("1 {one}");
    }
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|end| one.ends_with(end));
    match one.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{count} {stem}ies"),
        _ if hisses => format!("{count} {one}es"),
        _ => format!("{count} {one}s"),
    }
}

/// Words in a row: `one`, `one and two`, `one, two and three`.
pub fn listed(words: &[String]) -> String {
    match words {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        words => words.concat(),
    }
}
