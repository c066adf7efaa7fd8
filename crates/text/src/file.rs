//! Files of the program. On a machine they are part of it. In a browser they are not, because its
//! module is to be small: the site has them as files, and a worker brings those that a page needs.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

/// Returns the content of a file: `file!("../rulebook.md")`. In a browser it is empty; see
/// [`brought`].
#[cfg(not(target_arch = "wasm32"))]
#[macro_export]
macro_rules! file {
    ($path:expr) => {
        include_str!($path)
    };
}
/// Returns the content of a file: `file!("../rulebook.md")`. In a browser it is empty; see
/// [`brought`].
#[cfg(target_arch = "wasm32")]
#[macro_export]
macro_rules! file {
    ($path:expr) => {
        ""
    };
}

/// Returns the content of a file that is no text. In a browser it is empty.
#[cfg(not(target_arch = "wasm32"))]
#[macro_export]
macro_rules! file_bytes {
    ($path:expr) => {
        include_bytes!($path)
    };
}
/// Returns the content of a file that is no text. In a browser it is empty.
#[cfg(target_arch = "wasm32")]
#[macro_export]
macro_rules! file_bytes {
    ($path:expr) => {
        b""
    };
}

/// Returns a hash of the content of a file, which a browser has too.
#[macro_export]
macro_rules! file_hash {
    ($path:expr) => {
        const { $crate::fnv1a(include_bytes!($path)) }
    };
}

/// Returns how many lines a file has, which a browser knows too.
#[macro_export]
macro_rules! file_lines {
    ($path:expr) => {
        const { $crate::lines(include_bytes!($path)) }
    };
}

/// Returns how many lines a text has; each ends with a newline.
pub const fn lines(bytes: &[u8]) -> usize {
    let (mut count, mut at) = (0, 0);
    while at < bytes.len() {
        count += (bytes[at] == b'\n') as usize;
        at += 1;
    }
    count
}

/// Returns the FNV-1a hash: enough to tell two versions of a file apart.
pub const fn fnv1a(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}

/// The files that were brought.
static BROUGHT: Mutex<BTreeMap<String, &'static str>> = Mutex::new(BTreeMap::new());

/// Brings a file of this name. It stays for as long as the program runs, and is brought once.
pub fn bring(name: &str, content: String) {
    let mut files = BROUGHT.lock().unwrap_or_else(PoisonError::into_inner);
    if !files.contains_key(name) {
        files.insert(name.to_owned(), content.leak());
    }
}

/// Returns the content of a file: the one that is part of the program, or else the one that was
/// brought under this name. It is empty if there is none.
pub fn brought(name: &str, own: &'static str) -> &'static str {
    if !own.is_empty() {
        return own;
    }
    BROUGHT.lock().unwrap_or_else(PoisonError::into_inner).get(name).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_is_own_or_brought_once() {
        assert_eq!((brought("a", "own"), brought("a", "")), ("own", ""));
        bring("a", "first".into());
        bring("a", "second".into());
        assert_eq!((brought("a", "own"), brought("a", "")), ("own", "first"));
        assert_ne!(fnv1a(b"a"), fnv1a(b"b"));
    }

    #[test]
    fn hash_is_fnv_1a() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
