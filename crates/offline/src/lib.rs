//! The files of the hall without a server, for a server that has them built in (feature `embed`).
//!
//! `cargo xtask web` writes them to `target/web`. The build compresses each once.

/// A file of the site.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its path in the folder.
    pub name: &'static str,
    /// Its entity tag, which changes with its content.
    pub tag: &'static str,
    /// Its content, compressed with gzip.
    pub gzip: &'static [u8],
}

impl File {
    /// Returns its content type.
    pub fn kind(&self) -> &'static str {
        match self.name.rsplit_once('.').map(|(_, end)| end) {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("json") => "application/json",
            Some("webmanifest") => "application/manifest+json",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("wasm") => "application/wasm",
            Some("woff2") => "font/woff2",
            _ => "application/octet-stream",
        }
    }
}

/// Whether the files are built in.
pub const BUILT_IN: bool = !FILES.is_empty();

/// The files, by name; none if they are not built in.
#[cfg(feature = "embed")]
pub const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));
/// The files, by name; none if they are not built in.
#[cfg(not(feature = "embed"))]
pub const FILES: &[File] = &[];
