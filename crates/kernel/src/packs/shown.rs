//! Packs for people: what they change, and the numbers of cards with their limits.

use std::collections::{BTreeMap, BTreeSet};

use cards::{Field, Kind, Shape};
use serde_json::Value;
use text::Text;

use super::Packs;
use crate::HouseCards;

/// A card that house cards change.
#[derive(Clone, PartialEq, Debug)]
pub struct CardChange {
    /// The id of the card.
    pub id: String,
    /// The name of the card.
    pub name: Text,
    /// The change.
    pub change: Change,
}

/// A change of a card.
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// The card is new.
    Added,
    /// The card is out.
    Removed,
    /// Values are others: the key, the value before and that of now; null for none.
    Values(Vec<(String, Value, Value)>),
}

impl Packs {
    /// Returns what house cards change, in the order of the ids.
    pub(crate) fn changes(&self, cards: &HouseCards) -> Vec<CardChange> {
        let (before, now) = (self.content.base(), cards.told());
        let ids: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
        let change = |id: &String| {
            let change = match (before.get(id), now.get(id)) {
                (Some(before), Some(now)) if before != now => Change::Values(values(before, now)),
                (Some(_), None) => Change::Removed,
                (None, Some(_)) => Change::Added,
                _ => return None,
            };
            let faces = if change == Change::Removed { self.base_faces() } else { cards.faces() };
            let (name, _) = *faces.get(id)?;
            Some(CardChange { id: id.clone(), name, change })
        };
        ids.into_iter().filter_map(change).collect()
    }
}

/// A number of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardNumber {
    /// Its key within the card, with dots: `effect.n`.
    pub key: String,
    /// Its value.
    pub value: i64,
}

impl Packs {
    /// Returns the cards in force by their ids, each with its numbers in the order of its file.
    pub fn numbers(&self) -> Vec<(String, Vec<CardNumber>)> {
        fn gather(value: &Value, path: &str, found: &mut Vec<CardNumber>) {
            match value {
                Value::Object(map) => map.iter().for_each(|(key, value)| {
                    let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    gather(value, &path, found);
                }),
                other => found.extend(other.as_i64().map(|value| CardNumber { key: path.to_owned(), value })),
            }
        }
        let Value::Object(cards) = self.cards() else { return Vec::new() };
        let numbers = |card: &Value| {
            let mut found = Vec::new();
            gather(card, "", &mut found);
            found
        };
        cards.iter().map(|(id, card)| (id.clone(), numbers(card))).collect()
    }

    /// Returns whether a pack may add cards of this kind.
    pub fn takes_new(&self, kind: &str) -> bool {
        let mut open = self.content.decks.iter().filter(|deck| deck.room.is_some());
        open.any(|deck| deck.kinds.iter().any(|one| one.word == kind))
    }

    /// Returns the least and the largest value of each number of a card by its key, but of those that
    /// depend on an effect; the widest range if cards differ.
    pub fn limits(&self) -> BTreeMap<&'static str, (i64, i64)> {
        fn gather(field: &Field, found: &mut BTreeMap<&'static str, (i64, i64)>) {
            match field.shape {
                Shape::Number(low, high) => {
                    let known = found.entry(field.key).or_insert((low, high));
                    *known = (known.0.min(low), known.1.max(high));
                }
                Shape::Part(part) | Shape::List(part, _) => part.fields.iter().for_each(|field| gather(field, found)),
                Shape::Effect(_, ops) => {
                    let fields = ops.iter().flat_map(|op| op.fields);
                    let others = fields.filter(|field| !matches!(field.shape, Shape::Number(..)));
                    others.for_each(|field| gather(field, found));
                }
                Shape::Switch | Shape::Text(_) | Shape::Word(..) | Shape::Picture => {}
            }
        }
        let mut found = BTreeMap::new();
        let kinds = self.content.decks.iter().flat_map(|deck| deck.kinds);
        kinds.flat_map(Kind::all).for_each(|field| gather(field, &mut found));
        found
    }
}

/// Returns the values that differ between two cards.
fn values(before: &Value, now: &Value) -> Vec<(String, Value, Value)> {
    let keys = [before, now].into_iter().filter_map(Value::as_object).flat_map(|card| card.keys());
    let mut met = BTreeSet::new();
    let keys = keys.filter(|key| met.insert(key.as_str()) && before.get(key) != now.get(key));
    let of = |card: &Value, key: &str| card.get(key).cloned().unwrap_or_default();
    keys.map(|key| (key.clone(), of(before, key), of(now, key))).collect()
}
