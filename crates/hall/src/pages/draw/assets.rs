//! The files that pages refer to. They are part of the program, so there is nothing to install beside it.

/// A file that pages refer to, by name: its content type and its bytes. The hall serves it at `/assets/NAME`.
///
/// ```
/// let (kind, bytes) = hall::pages::draw::asset("style.css").expect("there is a stylesheet");
/// assert!(kind.starts_with("text/css") && !bytes.is_empty());
/// assert!(hall::pages::draw::asset("../Cargo.toml").is_none());
/// ```
pub fn asset(name: &str) -> Option<(&'static str, &'static [u8])> {
    FILES.iter().find(|file| file.name == name).map(|file| (file.kind, file.bytes))
}

/// The address of a file, with a mark of its content so that browsers may keep it for good.
pub(super) fn href(name: &str) -> String {
    let mark = FILES.iter().find(|file| file.name == name).map_or(0, |file| file.mark);
    format!("/assets/{name}?v={mark:016x}")
}

struct File {
    name: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
    mark: u64,
}

impl File {
    const fn new(name: &'static str, kind: &'static str, bytes: &'static [u8]) -> File {
        File { name, kind, bytes, mark: fnv1a(bytes) }
    }
}

static FILES: [File; 4] = [
    File::new("style.css", "text/css; charset=utf-8", include_bytes!("../../../assets/style.css")),
    File::new("script.js", "text/javascript; charset=utf-8", include_bytes!("../../../assets/script.js")),
    File::new("icon.svg", "image/svg+xml", include_bytes!("../../../assets/icon.svg")),
    File::new("icon-turn.svg", "image/svg+xml", include_bytes!("../../../assets/icon-turn.svg")),
];

/// FNV-1a: enough to tell two versions of a file apart, and simple enough to run at compile time.
const fn fnv1a(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_changes_with_its_content() {
        assert_ne!(fnv1a(b"a"), fnv1a(b"b"));
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert!(href("style.css").starts_with("/assets/style.css?v="));
    }
}
