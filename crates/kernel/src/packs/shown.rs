//! Packs for people: what they change, and the numbers of cards with their limits.

use std::collections::{BTreeMap, BTreeSet};

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
    pub fn changes(&self, cards: &'static HouseCards) -> Vec<CardChange> {
        let told = |cards| {
            let _in_force = HouseCards::enter(cards);
            let Value::Object(told) = self.cards() else { return BTreeMap::new() };
            let named = told.into_iter().map(|(id, card)| {
                let name = self.face(&id).map(|(name, _)| name);
                (id, (name, card))
            });
            named.collect()
        };
        let (before, now): (BTreeMap<_, _>, BTreeMap<_, _>) = (told(None), told(Some(cards)));
        let ids: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
        let change = |id: &String| {
            let (name, change) = match (before.get(id), now.get(id)) {
                (Some((_, before)), Some((name, now))) if before != now => (name, Change::Values(values(before, now))),
                (Some((name, _)), None) => (name, Change::Removed),
                (None, Some((name, _))) => (name, Change::Added),
                _ => return None,
            };
            Some(CardChange { id: id.clone(), name: (*name)?, change })
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

    /// Returns the least and the largest value of each number of a card that the schema limits, by
    /// its key; the widest range if kinds of cards differ.
    pub fn limits(&self) -> BTreeMap<String, (i64, i64)> {
        fn gather(schema: &Value, found: &mut BTreeMap<String, (i64, i64)>) {
            if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
                for (key, one) in properties {
                    let limit = |name: &str| one.get(name).and_then(Value::as_i64);
                    if let (Some(low), Some(high)) = (limit("minimum"), limit("maximum")) {
                        let known = found.entry(key.clone()).or_insert((low, high));
                        *known = (known.0.min(low), known.1.max(high));
                    }
                }
            }
            match schema {
                Value::Object(map) => map.values().for_each(|one| gather(one, found)),
                Value::Array(all) => all.iter().for_each(|one| gather(one, found)),
                _ => {}
            }
        }
        let mut found = BTreeMap::new();
        gather(&self.schema()["$defs"], &mut found);
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
