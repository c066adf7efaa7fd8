//! Who calls: guests known by a signed cookie, programs known by a token.

use std::{
    io::Write,
    path::Path,
    sync::{Arc, OnceLock},
};

use axum::{
    extract::{FromRequestParts, Request, State},
    http::{HeaderMap, Method, StatusCode, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use axum_extra::extract::{
    SignedCookieJar,
    cookie::{Cookie, Key, SameSite},
};
use sha2::{Digest, Sha256};

use crate::{
    Doors, Error, chance,
    error::{Code, Fault},
    page,
    store::{Person, Store, Undone, Work},
};

const COOKIE: &str = "undercroft";
/// How long a person's id is.
const ID: usize = 16;
/// The longest name, in characters.
const LONGEST_NAME: usize = 40;

/// Who sent a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caller {
    person: Option<Person>,
    /// Somebody who became known while the request was carried out.
    met: Arc<OnceLock<Person>>,
}

impl Caller {
    /// The person, if known.
    pub(crate) fn person(&self) -> Option<&Person> {
        self.person.as_ref().or(self.met.get())
    }

    /// Its id, if known.
    pub(crate) fn id(&self) -> Option<&str> {
        self.person().map(|person| person.id.as_str())
    }

    /// The person; programs must say who they are.
    pub(crate) fn known(&self) -> Result<&Person, Fault> {
        let text =
            "the hall does not know you; POST /api/v1/guests gives a token to send as Authorization: Bearer TOKEN";
        self.person().ok_or_else(|| Fault::new(Code::Unauthorized, text))
    }

    /// The person; whoever is not known yet becomes a guest, and gets a cookie with the answer.
    pub(crate) async fn or_guest(&self, store: &Store) -> Result<&Person, Fault> {
        if self.person().is_none() {
            let person = meet(store, None, None).await?;
            // Requests have one handler: nobody else can have set it.
            let _ = self.met.set(person);
        }
        self.known()
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Self::Rejection> {
        Ok(parts.extensions.get::<Caller>().cloned().unwrap_or_default())
    }
}

/// Somebody new.
pub(crate) async fn meet(store: &Store, name: Option<String>, token: Option<[u8; 32]>) -> Result<Person, Undone> {
    let name = name.unwrap_or_else(chance::name);
    let person = Person { id: chance::id::<ID>(), name, theme: String::new(), speed: String::new() };
    store.write(Work::Meet(person.clone(), token)).await?;
    Ok(person)
}

/// A new token, and what is kept of it.
pub(crate) fn token() -> (String, [u8; 32]) {
    let token = data_encoding::BASE64URL_NOPAD.encode(&chance::bytes::<32>());
    let hash = hashed(&token);
    (token, hash)
}

fn hashed(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// A name as others may see it.
///
/// # Errors
/// If nothing is left of it, or too much.
pub(crate) fn name(given: &str) -> Result<String, Fault> {
    // Marks that turn the writing direction could make a name read as another, or garble what stands after it.
    let hidden =
        |c: char| matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let clean: String = given
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control() && !hidden(*c))
        .collect();
    let clean = clean.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    match clean.chars().count() {
        1..=LONGEST_NAME => Ok(clean),
        0 => Err(Fault::bad("a name needs at least one letter")),
        count => Err(Fault::bad(format!("a name has at most {LONGEST_NAME} characters, this one has {count}"))),
    }
}

/// The key that signs cookies, made on the first start and readable by its owner alone.
pub(crate) fn key(data: &Path) -> Result<Key, Error> {
    let path = data.join("key");
    let wrong = |why: String| Error::Key { path: path.clone(), why };
    match std::fs::read(&path) {
        Ok(bytes) if bytes.len() == 64 => Ok(Key::from(&bytes)),
        Ok(bytes) => Err(wrong(format!("it has {} bytes, not 64", bytes.len()))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let bytes = chance::bytes::<64>();
            let mut options = std::fs::OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let written =
                options.open(&path).and_then(|mut file| file.write_all(&bytes).and_then(|()| file.sync_all()));
            written.map_err(|error| wrong(error.to_string()))?;
            Ok(Key::from(&bytes))
        }
        Err(error) => Err(wrong(error.to_string())),
    }
}

/// Finds out who calls, turns away what other sites send in their name, and gives a cookie to whoever became known. What went wrong is
/// told to programs as JSON and to people as a page.
pub(crate) async fn receive(State(doors): State<Doors>, mut request: Request, next: Next) -> Response {
    let program = request.uri().path().starts_with("/api/");
    let caller = match identify(&doors, request.headers(), program).await {
        Ok(caller) => caller,
        Err(fault) => return fault.into_response(),
    };
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let response = if !safe && !from_here(request.headers()) {
        Fault::new(Code::CrossSite, "this came from another site; do it from a page of the hall").into_response()
    } else {
        request.extensions_mut().insert(caller.clone());
        next.run(request).await
    };
    let response = match fault(&response) {
        Some(fault) if program => with_fault(fault, response),
        Some(fault) => page::error(&caller, &fault),
        None => response,
    };
    match caller.met.get() {
        Some(person) => {
            let cookie = Cookie::build((COOKIE, person.id.clone()))
                .path("/")
                .http_only(true)
                .same_site(SameSite::Lax)
                .permanent();
            (SignedCookieJar::new(doors.key.clone()).add(cookie), response).into_response()
        }
        None => response,
    }
}

/// What went wrong, also where it went wrong before any of our own code ran.
fn fault(response: &Response) -> Option<Fault> {
    if let Some(fault) = response.extensions().get::<Fault>() {
        return Some(fault.clone());
    }
    let html =
        response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let status = response.status();
    if html || !(status.is_client_error() || status.is_server_error()) {
        return None;
    }
    Some(match status {
        StatusCode::NOT_FOUND => Fault::new(Code::NotFound, "there is nothing here; check the address"),
        StatusCode::METHOD_NOT_ALLOWED => Fault::new(Code::BadMethod, "this address does not take that method"),
        StatusCode::PAYLOAD_TOO_LARGE => Fault::too_large(),
        status if status.is_client_error() => Fault::bad("the request cannot be understood"),
        _ => Fault::new(Code::Internal, "something went wrong on our side; try again"),
    })
}

fn with_fault(fault: Fault, response: Response) -> Response {
    match response.extensions().get::<Fault>() {
        Some(_) => response,
        None => fault.into_response(),
    }
}

async fn identify(doors: &Doors, headers: &HeaderMap, program: bool) -> Result<Caller, Fault> {
    let store = &doors.keeper.store;
    let known = |person| Caller { person, met: Arc::default() };
    if let Some(token) = bearer(headers) {
        return match store.bearer(&hashed(token)).await? {
            Some(person) => Ok(known(Some(person))),
            None if program => {
                Err(Fault::new(Code::Unauthorized, "nobody has this token; POST /api/v1/guests gives one"))
            }
            None => Ok(Caller::default()),
        };
    }
    let jar = SignedCookieJar::from_headers(headers, doors.key.clone());
    match jar.get(COOKIE) {
        Some(cookie) => Ok(known(store.person(cookie.value()).await?)),
        None => Ok(Caller::default()),
    }
}

/// The token that a program shows. Other schemes are not ours: a gate in front of the hall may want them.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Whether a request that changes something was made by one of our own pages, or by a program. Browsers say where a request comes
/// from; programs need not, and do not carry a person's cookie by accident.
fn from_here(headers: &HeaderMap) -> bool {
    if bearer(headers).is_some() {
        return true;
    }
    if let Some(site) = headers.get("sec-fetch-site") {
        return matches!(site.as_bytes(), b"same-origin" | b"none");
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    match headers.get(header::ORIGIN).map(|origin| origin.to_str().unwrap_or_default()) {
        Some(origin) => origin.split_once("://").is_some_and(|(_, from)| Some(from) == host),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned_and_measured() {
        assert_eq!(name(" Ada\u{202e}\n  Byron\u{7} ").unwrap(), "Ada Byron");
        assert_eq!(name(&"é".repeat(40)).unwrap().chars().count(), 40);
        assert!(name(&"é".repeat(41)).is_err() && name("\u{0}\u{200b} ").is_err());
    }

    #[test]
    fn posts_from_other_sites_are_told_apart() {
        let of = |pairs: &[(&'static str, &'static str)]| {
            let headers = pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
            from_here(&headers.collect::<HeaderMap>())
        };
        assert!(
            of(&[]) && of(&[("host", "a:1"), ("origin", "http://a:1")]) && of(&[("sec-fetch-site", "same-origin")])
        );
        assert!(!of(&[("host", "a:1"), ("origin", "http://b")]) && !of(&[("origin", "null"), ("host", "a")]));
        assert!(!of(&[("sec-fetch-site", "cross-site"), ("host", "a"), ("origin", "http://a")]));
        assert!(of(&[("authorization", "Bearer x"), ("origin", "http://b")]));
    }
}
