//! Hashes of drawings and of what they are drawn from, to tell whether one is as it was.

use std::{
    hash::{BuildHasher, Hasher},
    sync::LazyLock,
};

use foldhash::quality::RandomState;

/// A hasher of 64 bits; the same for the life of the process, and another in each, so that nobody can choose a name whose drawing
/// is taken for another.
pub(super) fn hasher() -> impl Hasher {
    static STATE: LazyLock<RandomState> = LazyLock::new(RandomState::default);
    STATE.build_hasher()
}
