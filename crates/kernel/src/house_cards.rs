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
    collections::HashMap,
    fmt,
    marker::PhantomData,
    sync::{LazyLock, Mutex, OnceLock, PoisonError},
};

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::packs::{CardChange, Faces, PackFault, Packs};

/// The option that holds a pack.
pub const PACK: &str = "pack";
/// The largest pack, in bytes of JSON.
pub const PACK_LIMIT: usize = 256 * 1024;
/// The most packs that a program keeps.
const KEPT: usize = 4_096;

/// The cards that a pack makes of a game's.
pub struct HouseCards {
    pack: Value,
    hash: String,
    /// All cards by their ids, with their keys.
    told: Map<String, Value>,
    faces: Faces,
    cards: Box<dyn Any + Send + Sync>,
    /// How their game takes packs.
    packs: &'static Packs,
    /// The changes to the base game, once somebody has asked for them.
    changes: OnceLock<Vec<CardChange>>,
}

thread_local! {
    /// The cards in force in this thread; `None` for those of the base game.
    static IN_FORCE: Cell<Option<&'static HouseCards>> = const { Cell::new(None) };
}

static ALL: LazyLock<Mutex<HashMap<(&'static str, String), &'static HouseCards>>> = LazyLock::new(Mutex::default);

impl HouseCards {
    /// Returns the house cards of a pack; those of an equal pack are the same. `read` makes the
    /// cards, as data and as the game's own value.
    ///
    /// # Errors
    /// Those of `read`, and if the pack is too large, or the program keeps too many.
    pub(crate) fn of(
        packs: &'static Packs,
        pack: &Value,
        read: impl FnOnce() -> Result<(Map<String, Value>, Faces, Box<dyn Any + Send + Sync>), Vec<PackFault>>,
    ) -> Result<&'static HouseCards, Vec<PackFault>> {
        let refused = |why: String| Err(vec![PackFault { path: Vec::new(), why }]);
        let text = pack.to_string();
        if text.len() > PACK_LIMIT {
            return refused(format!("a pack has at most {PACK_LIMIT} bytes, this one has {}", text.len()));
        }
        let (game, hash) = (packs.meta.id, digest(&text));
        let known = || ALL.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(&(game, hash.clone())) {
            return Ok(found);
        }
        let (told, faces, cards) = read()?;
        let mut all = known();
        if all.len() >= KEPT {
            return refused(format!("this program keeps {KEPT} packs already; start it anew"));
        }
        let (pack, changes) = (pack.clone(), OnceLock::new());
        let own = HouseCards { pack, hash: hash.clone(), told, faces, cards, packs, changes };
        Ok(all.entry((game, hash)).or_insert_with(|| Box::leak(Box::new(own))))
    }

    /// Returns the SHA-256 of a pack as JSON text, in hexadecimal digits.
    pub fn hash_of(pack: &Value) -> String {
        digest(&pack.to_string())
    }

    /// Returns how their game takes packs.
    pub fn packs(&self) -> &'static Packs {
        self.packs
    }

    /// Returns what they change, in the order of the ids.
    pub fn changes(&self) -> &[CardChange] {
        self.changes.get_or_init(|| self.packs.changes(self))
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

    /// Returns all cards by their ids, with their keys.
    pub(crate) fn told(&self) -> &Map<String, Value> {
        &self.told
    }

    /// Returns the names and pictures of the cards.
    pub(crate) fn faces(&self) -> &Faces {
        &self.faces
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
            (before.packs.put_in_force)(None);
        }
        if let Some(cards) = cards {
            (cards.packs.put_in_force)(Some(cards));
        }
    }
    before
}

fn digest(text: &str) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(text))
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
