//! Random bytes of the operating system, and ids and shares made from them.

use table::ids;
pub use table::ids::is_id;

/// Returns bytes that nobody can guess.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("an operating system gives random bytes");
    bytes
}

/// Returns an id of `N` letters and digits that nobody confuses.
pub fn id<const N: usize>() -> String {
    ids::id::<N>(bytes())
}

/// Returns the share that a seat adds to the seed if its player gives none.
pub fn share() -> String {
    ids::share(bytes())
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
