//! House cards: cards that a match has in place of the base game's.
//!
//! A pack is data: what it adds to the cards of a game, changes, or removes. A match has at most one
//! pack, as the option [`PACK`], so it stands in every record. The game makes its cards of it once
//! ([`Game::PACKS`](crate::Game::PACKS)); the program keeps them for as long as it runs.
//!
//! Cards are numbers, and a number means a card only together with the cards in force. They are in
//! force for a thread while it works on a match, as a language is ([`HouseCards::enter`]). Without
//! house cards those of the base game are.

use std::{
    any::Any,
    cell::Cell,
    collections::{BTreeMap, BTreeSet, HashMap},
    fmt,
    marker::PhantomData,
    sync::{LazyLock, Mutex, PoisonError},
};

use serde_json::Value;
use sha2::{Digest, Sha256};
use text::Text;

use crate::Picture;

/// The option that holds a pack.
pub const PACK: &str = "pack";
/// The largest pack, in bytes of JSON.
pub const PACK_LIMIT: usize = 256 * 1024;
/// The most packs that a program keeps.
const KEPT: usize = 4_096;

/// A mistake in a pack.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {why}", .path.join("."))]
pub struct PackFault {
    /// The keys that lead to it, from the outside in.
    pub path: Vec<String>,
    /// The mistake, and what is allowed.
    pub why: String,
}

/// How a game takes packs.
#[derive(Debug)]
pub struct Packs {
    /// Reads a pack.
    pub read: fn(&Value) -> Result<&'static HouseCards, Vec<PackFault>>,
    /// The cards of the base game: the names of the files and their TOML.
    pub files: &'static [(&'static str, &'static str)],
    /// Returns the cards in force by their ids, each with the keys of its file.
    pub cards: fn() -> Value,
    /// Returns the JSON Schema of a pack.
    pub schema: fn() -> Value,
    /// Returns the name and the picture of the card in force with this id.
    pub face: fn(&str) -> Option<(Text, Picture)>,
    /// The keys of cards that players care for, with their names.
    pub keys: &'static [(&'static str, Text)],
}

/// What house cards change at a card.
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
            let Value::Object(told) = (self.cards)() else { return BTreeMap::new() };
            let named = told.into_iter().map(|(id, card)| {
                let name = (self.face)(&id).map(|(name, _)| name);
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
        let Value::Object(cards) = (self.cards)() else { return Vec::new() };
        let numbers = |card: &Value| {
            let mut found = Vec::new();
            gather(card, "", &mut found);
            found
        };
        cards.iter().map(|(id, card)| (id.clone(), numbers(card))).collect()
    }
}

impl Packs {
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
        gather(&(self.schema)()["properties"]["cards"], &mut found);
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

/// The cards that a pack makes of a game's.
pub struct HouseCards {
    pack: Value,
    hash: String,
    cards: Box<dyn Any + Send + Sync>,
    put_in_force: fn(Option<&'static HouseCards>),
}

thread_local! {
    /// The cards in force in this thread; `None` for those of the base game.
    static IN_FORCE: Cell<Option<&'static HouseCards>> = const { Cell::new(None) };
}

static ALL: LazyLock<Mutex<HashMap<(&'static str, String), &'static HouseCards>>> = LazyLock::new(Mutex::default);

impl HouseCards {
    /// Returns the house cards of a pack of the game `game`; those of an equal pack are the same.
    /// `read` makes the cards. `put_in_force` tells the game which cards are in force.
    ///
    /// # Errors
    /// Those of `read`, and if the pack is too large, or the program keeps too many.
    pub fn of<T: Any + Send + Sync>(
        game: &'static str,
        pack: &Value,
        read: impl FnOnce() -> Result<T, Vec<PackFault>>,
        put_in_force: fn(Option<&'static HouseCards>),
    ) -> Result<&'static HouseCards, Vec<PackFault>> {
        let refused = |why: String| Err(vec![PackFault { path: Vec::new(), why }]);
        let text = pack.to_string();
        if text.len() > PACK_LIMIT {
            return refused(format!("a pack has at most {PACK_LIMIT} bytes, this one has {}", text.len()));
        }
        let hash = HouseCards::hash_of(pack);
        let known = || ALL.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(&(game, hash.clone())) {
            return Ok(found);
        }
        let cards = Box::new(read()?);
        let mut all = known();
        if all.len() >= KEPT {
            return refused(format!("this program keeps {KEPT} packs already; start it anew"));
        }
        let own = || &*Box::leak(Box::new(HouseCards { pack: pack.clone(), hash: hash.clone(), cards, put_in_force }));
        Ok(all.entry((game, hash.clone())).or_insert_with(own))
    }

    /// Returns the SHA-256 of a pack as JSON text, in hexadecimal digits.
    pub fn hash_of(pack: &Value) -> String {
        data_encoding::HEXLOWER.encode(&Sha256::digest(pack.to_string()))
    }

    /// Returns the pack.
    pub fn pack(&self) -> &Value {
        &self.pack
    }

    /// Returns the title of the pack.
    pub fn title(&self) -> &str {
        self.pack["title"].as_str().unwrap_or_default()
    }

    /// Returns the SHA-256 of the pack as JSON text, in hexadecimal digits.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Returns the cards, if they are of this type.
    pub fn cards<T: Any>(&self) -> Option<&T> {
        self.cards.downcast_ref()
    }

    /// Returns the house cards in force in this thread.
    pub fn in_force() -> Option<&'static HouseCards> {
        IN_FORCE.get()
    }

    /// Puts these cards in force in this thread until the value is dropped; those of the base game
    /// for `None`.
    pub fn enter(cards: Option<&'static HouseCards>) -> InForce {
        InForce { before: switch(cards), thread: PhantomData }
    }
}

/// Cards in force: those before are again when this is dropped.
#[must_use = "the cards are in force until this is dropped"]
#[derive(Debug)]
pub struct InForce {
    before: Option<&'static HouseCards>,
    /// It belongs to its thread.
    thread: PhantomData<*const ()>,
}

impl Drop for InForce {
    fn drop(&mut self) {
        switch(self.before);
    }
}

/// Puts cards in force, and returns those that were before.
fn switch(cards: Option<&'static HouseCards>) -> Option<&'static HouseCards> {
    let before = IN_FORCE.replace(cards);
    if before != cards {
        if let Some(before) = before {
            (before.put_in_force)(None);
        }
        if let Some(cards) = cards {
            (cards.put_in_force)(Some(cards));
        }
    }
    before
}

impl PartialEq for HouseCards {
    fn eq(&self, other: &HouseCards) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for HouseCards {}

impl fmt::Debug for HouseCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HouseCards").field("title", &self.title()).field("hash", &self.hash).finish_non_exhaustive()
    }
}
