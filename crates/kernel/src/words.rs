//! Sentences with seats in place of players' names.

use std::fmt::Display;

use serde::Serialize;
use text::{Argument, Message, plural_of, t};

use crate::{Effect, Icon, Seat, SeatSet};

/// Initial capacity for the words of a sentence, enough for most without copying.
const ROOM: usize = 64;

/// A part of a sentence.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Span {
    /// Words.
    Text(String),
    /// A player; the code that displays the sentence inserts the name.
    Seat(Seat),
}

/// A sentence for people. The rules do not know the players' names, so a sentence contains seats.
///
/// ```
/// use kernel::{Seat, Sentence};
/// let sentence = Sentence::new().seat(Seat(0)).text(" strikes for 3.");
/// assert_eq!(sentence.plain(|seat| format!("Seat {seat}")), "Seat 0 strikes for 3.");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize)]
#[serde(transparent)]
pub struct Sentence(Vec<Span>);

impl Sentence {
    /// Creates an empty sentence to build on.
    pub fn new() -> Self {
        Sentence::default()
    }

    /// Adds words.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.0.push(Span::Text(text.into()));
        self
    }

    /// Adds a player's name.
    #[must_use]
    pub fn seat(mut self, seat: Seat) -> Self {
        self.0.push(Span::Seat(seat));
        self
    }

    /// Adds several players' names: `A`, `A and B`, `A, B and C`.
    #[must_use]
    pub fn seats(mut self, seats: impl IntoIterator<Item = Seat>) -> Self {
        let seats: Vec<Seat> = seats.into_iter().collect();
        for (place, seat) in seats.iter().enumerate() {
            let joint = if place == 0 {
                ""
            } else if place + 1 == seats.len() {
                t!(" and ")
            } else {
                ", "
            };
            self = if joint.is_empty() { self } else { self.text(joint) };
            self = self.seat(*seat);
        }
        self
    }

    /// Returns the parts.
    pub fn spans(&self) -> &[Span] {
        &self.0
    }

    /// Returns the sentence as text, with seats named by `name`.
    pub fn plain(&self, name: impl Fn(Seat) -> String) -> String {
        self.with_names(name)
    }

    /// Returns the same text, for names of any string type.
    pub(crate) fn with_names<N: AsRef<str>>(&self, name: impl Fn(Seat) -> N) -> String {
        let mut text = String::with_capacity(ROOM);
        for span in &self.0 {
            match span {
                Span::Text(words) => text.push_str(words),
                Span::Seat(seat) => text.push_str(name(*seat).as_ref()),
            }
        }
        text
    }
}

impl<T: Into<String>> From<T> for Sentence {
    fn from(text: T) -> Self {
        Sentence::new().text(text)
    }
}

/// Builds a sentence in the current language, with gaps as in [`t!`](text::t) that can also hold
/// seats.
///
/// ```
/// use kernel::{Seat, say};
///
/// let (seat, harm) = (Seat(0), 3);
/// assert_eq!(say!("{seat} strikes for {harm}.").plain(|seat| format!("Seat {seat}")), "Seat 0 strikes for 3.");
/// ```
#[macro_export]
macro_rules! say {
    ($($text:tt)*) => { ::text::fill!(($crate::Sentence::filled, $crate::SentencePart) $($text)*) };
}

/// A value that can fill a gap of a sentence.
pub trait SentencePart {
    /// Adds it, in the form that the gap asks for.
    fn add(&self, form: &str, to: Sentence) -> Sentence;
}

impl SentencePart for Seat {
    fn add(&self, _form: &str, to: Sentence) -> Sentence {
        to.seat(*self)
    }
}

impl SentencePart for SeatSet {
    fn add(&self, _form: &str, to: Sentence) -> Sentence {
        to.seats(self.iter())
    }
}

impl SentencePart for Sentence {
    fn add(&self, _form: &str, mut to: Sentence) -> Sentence {
        for span in &self.0 {
            match span {
                Span::Text(text) => to.push(text),
                Span::Seat(seat) => to = to.seat(*seat),
            }
        }
        to
    }
}

impl<T: Argument> SentencePart for T {
    fn add(&self, form: &str, mut to: Sentence) -> Sentence {
        self.write(form, to.words());
        to
    }
}

impl Sentence {
    /// Returns the sentence of a message, in the current language; [`say!`](crate::say) expands to
    /// this.
    pub fn filled(message: &Message, parts: &[&dyn SentencePart]) -> Sentence {
        let mut sentence = Sentence::new();
        let add = |to: &mut Sentence, index: usize, form: &str| *to = parts[index].add(form, std::mem::take(to));
        message.visit(&mut sentence, Sentence::push, add);
        sentence
    }

    /// Adds words, in the last part if that has words too.
    fn push(&mut self, text: &str) {
        self.words().push_str(text);
    }

    /// Returns the words at the end.
    fn words(&mut self) -> &mut String {
        if !matches!(self.0.last(), Some(Span::Text(_))) {
            self.0.push(Span::Text(String::with_capacity(ROOM)));
        }
        match self.0.last_mut() {
            Some(Span::Text(text)) => text,
            _ => unreachable!("words have just been put there"),
        }
    }
}

/// The mood of a line of the chronicle.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Neither good nor bad.
    #[default]
    Plain,
    /// Good for the players, or for the player who acts.
    Good,
    /// Bad for them.
    Bad,
    /// Luck: dice, coins, cards turned.
    Luck,
}

/// A line of the chronicle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// A sign for its subject.
    pub icon: Icon,
    /// Its mood.
    pub tone: Tone,
    /// Whether it opens a new chapter: a floor, a round.
    pub heading: bool,
    /// Whether it only explains the lines after it; skins show it folded.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub detail: bool,
    /// The sentence.
    pub text: Sentence,
    /// Its effects on the pieces of the scene, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
}

impl Line {
    /// Creates a line of the running text.
    pub fn new(icon: Icon, tone: Tone, text: impl Into<Sentence>) -> Line {
        Line { icon, tone, heading: false, detail: false, text: text.into(), effects: Vec::new() }
    }

    /// Creates a line that opens a chapter.
    pub fn heading(icon: Icon, text: impl Into<Sentence>) -> Line {
        Line { heading: true, ..Line::new(icon, Tone::Plain, text) }
    }

    /// Marks it as an explanation of the lines after it.
    #[must_use]
    pub fn detail(self) -> Line {
        Line { detail: true, ..self }
    }

    /// Adds an effect on the pieces of the scene.
    #[must_use]
    pub fn effect(mut self, effect: Effect) -> Line {
        self.effects.push(effect);
        self
    }
}

/// Returns a number of things, from the word for one, in English: for reports and tools. For text
/// that players read use `text::counted!`.
///
/// ```
/// use kernel::counted;
///
/// assert_eq!([counted(1, "step"), counted(0, "step"), counted("2,000", "match")], ["1 step", "0 steps", "2,000 matches"]);
/// ```
pub fn counted(count: impl Display, one: &str) -> String {
    let count = count.to_string();
    let word = if count == "1" { one.to_owned() } else { plural_of(one) };
    format!("{count} {word}")
}

/// Joins words into a list: `one`, `one and two`, `one, two and three`.
pub fn listed(words: &[String]) -> String {
    match words {
        [before @ .., last] if !before.is_empty() => before.join(", ") + t!(" and ") + last,
        words => words.concat(),
    }
}
