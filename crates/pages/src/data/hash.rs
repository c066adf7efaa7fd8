//! Hashes of drawings and of their inputs, to detect changes; fast sets and maps that live as long
//! as a drawing.

use std::{
    collections::{HashMap, HashSet},
    hash::{BuildHasher, Hasher},
    sync::LazyLock,
};

use foldhash::{fast, quality::RandomState};

/// A set that lives no longer than a drawing, and is queried for each piece.
pub type QuickSet<T> = HashSet<T, fast::RandomState>;
/// A map that lives no longer than a drawing, and is queried for each piece.
pub type QuickMap<K, V> = HashMap<K, V, fast::RandomState>;

/// Returns a hasher of 64 bits. Each process has a random key for its lifetime, so that nobody can
/// choose a name whose drawing is mistaken for another.
pub fn hasher() -> impl Hasher {
    static STATE: LazyLock<RandomState> = LazyLock::new(RandomState::default);
    STATE.build_hasher()
}

/// Returns the hash of a text.
pub fn hash_of(text: &str) -> u64 {
    let mut hasher = hasher();
    hasher.write(text.as_bytes());
    hasher.finish()
}
