//! The JSON of a match: its state, legal actions and events.

use std::borrow::Cow;

use serde::{
    Serialize, Serializer,
    ser::{SerializeMap, SerializeSeq},
};
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};
use text::{PerLanguage, t};

use crate::{Game, Present, Seat, Sentence, Span, seat::MAX_SEATS};

/// The state of a match, in the format of the engine protocol. Long parts are stored as JSON text,
/// because the server sends them more often than it reads them.
#[derive(Clone, Debug, Serialize)]
pub struct State {
    /// The number of steps taken.
    pub ply: usize,
    /// The awaited seats, or the outcome.
    pub status: Box<RawValue>,
    /// The legal actions of each requested seat: a list, each action with its wording.
    #[serde(serialize_with = "by_seat")]
    pub legal: Vec<(Seat, Box<RawValue>)>,
    /// The question for the outcome that the match waits for.
    pub ask: Option<Value>,
}

fn by_seat<S: Serializer>(list: &[(Seat, Box<RawValue>)], to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(Some(list.len()))?;
    for (seat, value) in list {
        map.serialize_entry(seat, value)?;
    }
    map.end()
}

/// The status of a match: awaited seats or the outcome.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Standing {
    Awaiting(Vec<Awaited>),
    Over(Value),
}

/// A seat that must act.
#[derive(Serialize)]
pub(super) struct Awaited {
    seat: Seat,
    kind: &'static str,
}

impl Awaited {
    pub(super) fn of<G: Game>(game: &G, seat: Seat) -> Awaited {
        Awaited { seat, kind: game.decision(seat) }
    }
}

/// The legal actions of a seat with their texts, in the order of the list.
pub(super) struct LegalList<'a, G: Game> {
    pub(super) view: &'a G::View,
    pub(super) seat: Seat,
    pub(super) actions: &'a [G::Action],
}

impl<G: Game + Present> Serialize for LegalList<'_, G> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(Some(self.actions.len()))?;
        for action in self.actions {
            let text = Unnamed(G::move_text(self.view, self.seat, action));
            list.serialize_element(&LegalAction { action, text })?;
        }
        list.end()
    }
}

#[derive(Serialize)]
struct LegalAction<'a, A> {
    action: &'a A,
    text: Unnamed,
}

/// An event with its sentence.
#[derive(Serialize)]
pub(super) struct Told<'a, E> {
    pub(super) text: Unnamed,
    pub(super) event: &'a E,
}

/// A sentence that names seats by number instead of by player.
pub(super) struct Unnamed(pub(super) Sentence);

impl Serialize for Unnamed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0.spans() {
            [Span::Text(text)] => to.serialize_str(text),
            _ => to.serialize_str(&self.0.with_names(kept_unnamed)),
        }
    }
}

/// Returns the status of a match that is over.
pub(crate) fn over(outcome: Value) -> Box<RawValue> {
    raw(&Standing::Over(outcome))
}

/// Returns a value as JSON text.
pub(crate) fn raw(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// Returns the name of a seat that has no player's name.
pub fn unnamed(seat: Seat) -> String {
    t!("Player {}", seat.0 + 1)
}

/// Returns the same name from a cache.
fn kept_unnamed(seat: Seat) -> Cow<'static, str> {
    static NAMES: PerLanguage<Vec<String>> = PerLanguage::new(|| Seat::all(MAX_SEATS as u8).map(unnamed).collect());
    NAMES.get().get(seat.index()).map_or_else(|| unnamed(seat).into(), Cow::from)
}
