//! Reads a request as the server does before it knows the caller: for fuzzing.

use std::{net::IpAddr, sync::LazyLock};

use axum::{
    body::Body,
    extract::{FromRequest, FromRequestParts, Request},
    http::{self, HeaderName, HeaderValue},
};
use axum_extra::extract::{SignedCookieJar, cookie::Key};
use futures_util::FutureExt;

use super::{
    callers,
    fields::{Fields, QueryFields},
    origin::PublicEndpoint,
};
use crate::people;

/// Reads the bytes of a request: its first line, its headers up to an empty line, its body. Parts
/// that HTTP itself would refuse are left out.
pub fn read_request(bytes: &[u8]) {
    static KEY: LazyLock<Key> = LazyLock::new(|| Key::from(&[7; 64]));
    let (head, body) = bytes
        .windows(2)
        .position(|two| two == b"\n\n")
        .map_or((bytes, &b""[..]), |at| (&bytes[..at], &bytes[at + 2..]));
    let mut lines = head.split(|byte| *byte == b'\n');
    let mut words = lines.next().unwrap_or_default().split(|byte| *byte == b' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let request = http::Request::builder().method(method).uri(target).body(Body::from(body.to_vec()));
    let Ok(mut request) = request else { return };
    for line in lines {
        let Some(colon) = line.iter().position(|byte| *byte == b':') else { continue };
        let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
        if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name), HeaderValue::from_bytes(value)) {
            request.headers_mut().append(name, value);
        }
    }
    let proxy = IpAddr::from([10, 0, 0, 1]);
    let entrance = PublicEndpoint { public_url: None, proxies: vec![proxy.into()] };
    let _ = entrance.origin(Some(proxy), request.headers()).is_secure();
    callers::read_headers(request.headers());
    let jar = SignedCookieJar::from_headers(request.headers(), KEY.clone());
    let _ = jar.get(callers::SESSION).map(|cookie| people::token_hash(cookie.value()));
    let (mut parts, body) = request.into_parts();
    if let Some(Ok(query)) = QueryFields::from_request_parts(&mut parts, &()).now_or_never() {
        let _ = query.view_options(&parts.headers);
    }
    let form = Fields::from_request(Request::from_parts(parts, body), &()).now_or_never();
    if let Some(Ok(fields)) = form {
        let _ = (fields.need("value").is_ok(), fields.all("seat").count(), fields.number::<usize>("step").is_ok());
        let names = [fields.get("name"), fields.get("text")].into_iter().flatten();
        names.for_each(|name| drop((people::clean_name(name), people::confusable_skeleton(name))));
    }
}
