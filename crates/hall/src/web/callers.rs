//! Who calls: guests known by a signed cookie, programs known by a token.

use std::sync::{Arc, OnceLock};

use axum::{
    extract::{FromRequestParts, Request, State},
    http::{HeaderMap, Method, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use axum_extra::extract::{
    SignedCookieJar,
    cookie::{Cookie, SameSite},
};

use super::{
    AppState, errors,
    limits::{Counted, Share},
    origin::Origin,
};
use crate::{
    fault::{Code, Fault},
    people,
    store::{Person, Store},
};

const COOKIE: &str = "undercroft";

/// Who sent a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caller {
    person: Option<Person>,
    /// Somebody who became known while the request was carried out.
    met: Arc<OnceLock<Person>>,
    /// What they may ask for.
    share: Share,
}

impl Caller {
    /// The person, if known.
    pub(crate) fn person(&self) -> Option<&Person> {
        self.person.as_ref().or(self.met.get())
    }

    /// Whether they became known by this request.
    pub(crate) fn is_new(&self) -> bool {
        self.met.get().is_some()
    }

    /// Its id, if known.
    pub(crate) fn id(&self) -> Option<&str> {
        self.person().map(|person| person.id.as_str())
    }

    /// What they may ask for.
    pub(super) fn share(&self) -> &Share {
        &self.share
    }

    /// Counts one of these for the person, if known, and for the address.
    ///
    /// # Errors
    /// If there were too many of late.
    pub(super) fn count(&self, what: Counted) -> Result<(), Fault> {
        if let Some(person) = self.id() {
            self.share.spend_by_person(what, person)?;
        }
        self.share.spend_by_address(what)
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
            self.count(Counted::Guests)?;
            let person = people::add_guest(store, None, None).await?;
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

/// Finds out who calls, turns away what other sites send in their name, and gives a cookie to whoever became known. What went wrong is
/// told to programs as JSON and to people as a page.
pub(crate) async fn receive(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let program = request.uri().path().starts_with("/api/");
    let origin = request.extensions().get::<Origin>().cloned().unwrap_or_default();
    let share = app.limits.of(origin.address);
    let caller = match admit(&app, request.headers(), program, share).await {
        Ok(caller) => caller,
        Err(fault) => {
            app.metrics.refused(fault.code);
            return if program { fault.into_response() } else { errors::page(None, &fault) };
        }
    };
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let response = if !safe && !from_here(request.headers()) {
        Fault::new(Code::CrossSite, "this came from another site; do it from a page of the hall").into_response()
    } else {
        request.extensions_mut().insert(caller.clone());
        next.run(request).await
    };
    let fault = errors::fault_of(&response);
    if let Some(fault) = &fault {
        app.metrics.refused(fault.code);
    }
    let response = match fault {
        Some(fault) if program => with_fault(fault, response),
        Some(fault) => errors::page(caller.person(), &fault),
        None => response,
    };
    match caller.met.get() {
        Some(person) => {
            let cookie = Cookie::build((COOKIE, person.id.clone()))
                .path("/")
                .http_only(true)
                .secure(origin.is_secure())
                .same_site(SameSite::Lax)
                .permanent();
            (SignedCookieJar::new(app.key.clone()).add(cookie), response).into_response()
        }
        None => response,
    }
}

fn with_fault(fault: Fault, response: Response) -> Response {
    match response.extensions().get::<Fault>() {
        Some(_) => response,
        None => fault.into_response(),
    }
}

/// Who calls, if they have not called too often.
async fn admit(app: &AppState, headers: &HeaderMap, program: bool, share: Share) -> Result<Caller, Fault> {
    share.spend_by_address(Counted::Requests)?;
    let caller = Caller { share, ..identify(app, headers, program).await? };
    if let Some(person) = caller.id() {
        caller.share.spend_by_person(Counted::Requests, person)?;
    }
    Ok(caller)
}

async fn identify(app: &AppState, headers: &HeaderMap, program: bool) -> Result<Caller, Fault> {
    let store = &app.store;
    let known = |person| Caller { person, ..Caller::default() };
    if let Some(token) = bearer(headers) {
        return match store.bearer(&people::token_hash(token)).await? {
            Some(person) => Ok(known(Some(person))),
            None if program => {
                Err(Fault::new(Code::Unauthorized, "nobody has this token; POST /api/v1/guests gives one"))
            }
            None => Ok(Caller::default()),
        };
    }
    let jar = SignedCookieJar::from_headers(headers, app.key.clone());
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
