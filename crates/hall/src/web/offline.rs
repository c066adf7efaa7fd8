//! The hall without a server, as files: for servers that have it built in (feature `web`).

use std::io::Read;

use ::offline::File;
use axum::{
    Router,
    extract::Path,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Redirect},
    routing::get,
};
use flate2::read::GzDecoder;

use super::{AppState, HandlerResult, compressed::takes_gzip, errors, has_version, policy};

/// The content security policy: as that of all pages, and the module may be compiled.
const POLICY: &str = policy!("script-src 'self' 'wasm-unsafe-eval'; ");

/// Returns the addresses of these files; none if there are none.
pub(super) fn routes(files: &'static [File]) -> Router<AppState> {
    if files.is_empty() {
        return Router::new();
    }
    let answer = move |name: String, headers: HeaderMap| async move { answer(files, &name, &headers) };
    Router::new()
        .route("/bench", get(|| async { Redirect::to("/offline/?at=%2Fbench") }))
        .route("/offline", get(|| async { Redirect::permanent("/offline/") }))
        .route("/offline/", get(move |headers: HeaderMap| answer("index.html".into(), headers)))
        .route("/offline/{*name}", get(move |Path(name): Path<String>, headers: HeaderMap| answer(name, headers)))
}

/// Answers with a file. A browser asks each time whether it has this version; the site's own
/// service worker asks only for a new build.
fn answer(files: &[File], name: &str, headers: &HeaderMap) -> HandlerResult {
    let file = files.iter().find(|file| file.name == name).ok_or_else(errors::nothing_here)?;
    let about = [
        (header::CONTENT_TYPE, file.kind()),
        (header::ETAG, file.tag),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-encoding"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    if has_version(headers, file.tag) {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    if takes_gzip(headers) {
        let gzip: (HeaderName, HeaderValue) = (header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        return Ok((about, [gzip], file.gzip).into_response());
    }
    let mut content = Vec::new();
    // The build compressed it: it is whole.
    let _ = GzDecoder::new(file.gzip).read_to_end(&mut content);
    Ok((about, content).into_response())
}

#[cfg(test)]
mod tests {
    use std::{io::Write, sync::LazyLock};

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    /// A file, compressed as the build does.
    fn file(name: &'static str, content: &str) -> File {
        let mut writer = GzEncoder::new(Vec::new(), Compression::best());
        writer.write_all(content.as_bytes()).expect("memory can be written to");
        let gzip = Box::leak(writer.finish().expect("memory can be written to").into_boxed_slice());
        File { name, tag: "\"1\"", gzip }
    }

    static FILES: LazyLock<Vec<File>> = LazyLock::new(|| {
        vec![file("index.html", "<p>Hello</p>"), file("undercroft.js", "script"), file("service-worker.js", "1;")]
    });

    fn asked(name: &str, headers: &[(HeaderName, &'static str)]) -> axum::response::Response {
        let headers = headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect();
        answer(&FILES, name, &headers).unwrap_or_else(IntoResponse::into_response)
    }

    #[tokio::test]
    async fn file_is_sent_packed_or_plain_and_once() {
        let plain = asked("index.html", &[]);
        assert_eq!(plain.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
        let body = axum::body::to_bytes(plain.into_body(), 100).await.expect("it is short");
        assert_eq!(&body[..], b"<p>Hello</p>");
        let packed = asked("undercroft.js", &[(header::ACCEPT_ENCODING, "gzip")]);
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
        assert_eq!(packed.headers()[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
        assert!(packed.headers()[header::CONTENT_SECURITY_POLICY].to_str().is_ok_and(|it| it.contains("wasm-unsafe")));
        let known = asked("service-worker.js", &[(header::IF_NONE_MATCH, "\"1\"")]);
        assert_eq!(known.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(asked("../secret", &[]).status(), StatusCode::NOT_FOUND);
    }
}
