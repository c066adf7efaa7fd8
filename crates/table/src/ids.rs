//! Ids and shares, made from random bytes.

use kernel::{RecordRng, Seed, below};

/// Letters and digits that nobody confuses.
const CLEAR: &[u8; 30] = b"23456789abcdefghjkmnpqrstvwxyz";

/// Returns an id of `N` letters and digits that nobody confuses.
pub fn id<const N: usize>(bytes: [u8; 32]) -> String {
    let mut rng = RecordRng::of(&Seed(bytes));
    (0..N).map(|_| char::from(CLEAR[below(&mut rng.0, CLEAR.len() as u32) as usize])).collect()
}

/// Returns whether `text` may be an id of `length` letters.
pub fn is_id(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| CLEAR.contains(&byte))
}

/// Returns the share that a seat adds to the seed if its player gives none.
pub fn share(bytes: [u8; 16]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
