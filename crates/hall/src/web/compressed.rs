//! Files of the program, each compressed once and not for every browser.

use std::{io::Write, sync::LazyLock};

use axum::{
    body::Bytes,
    http::{HeaderMap, header::ACCEPT_ENCODING},
};
use flate2::{Compression, write::GzEncoder};
use pages::Asset;
use quick_cache::sync::Cache;

/// The number of compressed files that are kept. There are fewer files.
const KEPT: usize = 1024;
/// The length from which compression is worth it, in bytes.
const WORTH_IT: usize = 256;

/// The compressed files, by name. A name has one content in a build.
static FILES: LazyLock<Cache<String, Bytes>> = LazyLock::new(|| Cache::new(KEPT));

/// Returns a file compressed with gzip, if it is a text worth it and the browser reads gzip.
pub(super) async fn file(name: &str, file: Option<&Asset>, headers: &HeaderMap) -> Option<Bytes> {
    let file = file.filter(|file| is_text(file.kind) && file.bytes.len() >= WORTH_IT && takes_gzip(headers))?;
    let compress = async {
        let bytes = file.bytes.clone();
        tokio::task::spawn_blocking(move || gzip(&bytes)).await.ok().and_then(Result::ok).ok_or(())
    };
    FILES.get_or_insert_async(name, compress).await.ok()
}

fn gzip(bytes: &[u8]) -> std::io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish().map(Bytes::from)
}

/// Whether files of this content type are not compressed already.
fn is_text(kind: &str) -> bool {
    kind.starts_with("text/") || ["json", "svg+xml", "javascript"].iter().any(|end| kind.contains(end))
}

/// Whether a browser reads gzip: `Accept-Encoding` names it, and not with the weight 0.
pub(super) fn takes_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(ACCEPT_ENCODING).into_iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip") || name == "*");
        let weight = parts.find_map(|part| part.strip_prefix("q=")).and_then(|weight| weight.parse().ok());
        is_gzip && weight.unwrap_or(1.0_f32) > 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_taken_where_it_is_named_with_a_weight() {
        let takes = |list: &'static str| {
            takes_gzip(&HeaderMap::from_iter([(ACCEPT_ENCODING, list.parse().expect("a header's value"))]))
        };
        let all = ["gzip, br", "br, GZIP", "*", "br;q=1.0, gzip;q=0.8", "identity, gzip ; q=0.1"];
        assert_eq!(all.map(takes), [true; 5]);
        assert_eq!(["", "br", "gzip;q=0", "gzip; q=0.000, br"].map(takes), [false; 4]);
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
