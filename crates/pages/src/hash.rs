//! Hashes of drawings and of what they are drawn from, to tell whether one is as it was; sets and maps for as long as is drawn.

use std::{
    collections::{HashMap, HashSet},
    hash::{BuildHasher, Hasher},
    sync::LazyLock,
};

use foldhash::{fast, quality::RandomState};

/// A set that lives no longer than a drawing, and is asked for each piece.
pub type QuickSet<T> = HashSet<T, fast::RandomState>;
/// A map that does.
pub type QuickMap<K, V> = HashMap<K, V, fast::RandomState>;

/// A hasher of 64 bits; the same for the life of the process, and another in each, so that nobody can choose a name whose drawing
/// is taken for another.
pub fn hasher() -> impl Hasher {
    static STATE: LazyLock<RandomState> = LazyLock::new(RandomState::default);
    STATE.build_hasher()
}

/// The hash of a text.
pub fn hash_of(text: &str) -> u64 {
    let mut hasher = hasher();
    hasher.write(text.as_bytes());
    hasher.finish()
}
