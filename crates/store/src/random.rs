//! Random bytes of the operating system, and ids and shares made from them.

use kernel::below;

/// Letters and digits that nobody confuses.
const CLEAR: &[u8; 30] = b"23456789abcdefghjkmnpqrstvwxyz";

/// Returns bytes that nobody can guess.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("an operating system gives random bytes");
    bytes
}

/// Returns an id of `N` letters and digits that nobody confuses.
pub fn id<const N: usize>() -> String {
    let mut rng = kernel::RecordRng::of(&kernel::Seed(bytes()));
    (0..N).map(|_| char::from(CLEAR[below(&mut rng.0, CLEAR.len() as u32) as usize])).collect()
}

/// Returns whether `text` may be an id of `length` letters.
pub fn is_id(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| CLEAR.contains(&byte))
}

/// Returns the share that a seat adds to the seed if its player gives none.
pub fn share() -> String {
    data_encoding::HEXLOWER.encode(&bytes::<16>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_clear_and_do_not_repeat() {
        let (one, other) = (id::<10>(), id::<10>());
        assert!(is_id(&one, 10) && one != other);
        assert!(!is_id("0123456789", 10) && !is_id("2345", 10) && !is_id("ééééé", 10));
    }
}
