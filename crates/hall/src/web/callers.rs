//! Callers: guests known by a signed cookie, programs known by a token.
//!
//! An unknown browser sends its form twice: the first time the server answers with a cookie and
//! 307. A form that comes back without the cookie is refused before a guest or a table is made
//! (`probe`). Pages of accounts and sign-ins are never stored, answers to programs say `no-store`,
//! and an answer that ends a session makes the browser clear its cache.

use std::{
    net::IpAddr,
    sync::{Arc, OnceLock},
};

use axum::{
    extract::{FromRequestParts, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};
use axum_extra::extract::{
    CookieJar, SignedCookieJar,
    cookie::{Cookie, SameSite},
};
use pages::Visitor;
use text::{Language, t};
use tokio::sync::broadcast::error::RecvError;

use super::{
    AppState,
    errors::{self, FaultAnswer},
    limits::{Quota, Share},
    log::RequestLine,
};
use crate::{
    fault::{Code, Fault},
    people::{self, KnownDevice, accounts::Tryer},
    store::{NewSession, PeopleWrite, Person, RestrictionKind, Store, Timestamp, TokenHash, now},
    views::audience,
};

/// The cookie by which the server detects whether a browser accepts cookies.
const PROBE: &str = "undercroft-probe";
/// The query of a form that was sent again with that cookie.
const PROBED: &str = "cookies=probed";
/// The cookie that holds the token of a session.
pub(super) const SESSION: &str = "undercroft";
/// The cookie that names the people who have signed in with this browser before.
const DEVICE: &str = "undercroft-device";
/// The time during which the use of a session is not noted again, in milliseconds.
const NOTED: Timestamp = 60 * 1000;

/// The caller who sent a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caller(Arc<Known>);

/// The known facts about a caller.
#[derive(Debug, Default)]
struct Known {
    person: Option<Person>,
    /// The session by which they are known.
    session: Option<TokenHash>,
    /// The address from which the request comes, if it is known.
    address: Option<IpAddr>,
    /// The `User-Agent` header of the request.
    user_agent: Option<HeaderValue>,
    /// The error for a caller who is muted by an operator.
    muted: Option<Fault>,
    /// Whether the session comes from a cookie.
    by_cookie: bool,
    /// The change of the browser's session cookie.
    cookie: OnceLock<CookieChange>,
    /// The new device cookie of the browser.
    device: OnceLock<KnownDevice>,
    /// The language that the request asks for.
    asked: Option<Language>,
    /// The caller's quotas.
    share: Share,
}

/// A change of a browser's session cookie with the answer.
#[derive(Clone, Debug)]
enum CookieChange {
    /// A person is known from now on, by this token.
    Known(Box<Person>, String),
    /// Nobody is known from now on.
    Removed,
}

/// Whether the server still answers a caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    /// The server answers them.
    Welcome,
    /// Their session has ended.
    SignedOut,
    /// An operator has banned them.
    KeptOut,
    /// The store did not answer.
    Unknown,
}

impl Caller {
    /// Returns the person, if known.
    pub(crate) fn person(&self) -> Option<&Person> {
        match self.0.cookie.get() {
            Some(CookieChange::Known(person, _)) => Some(person),
            Some(CookieChange::Removed) => None,
            None => self.0.person.as_ref(),
        }
    }

    /// Returns whether they became known by this request.
    pub(crate) fn is_new(&self) -> bool {
        matches!(self.0.cookie.get(), Some(CookieChange::Known(..)))
    }

    /// Returns the person's id, if known.
    pub(crate) fn id(&self) -> Option<&str> {
        self.person().map(|person| person.id.as_str())
    }

    /// Returns the language of answers: the one that they have chosen, else the one that their
    /// browser or program asks for.
    pub(super) fn language(&self) -> Language {
        let chosen = self.person().and_then(|person| translations::named(&person.language));
        chosen.or(self.0.asked).unwrap_or_else(Language::english)
    }

    /// Returns the session by which they are known.
    pub(super) fn session(&self) -> Option<TokenHash> {
        self.0.session
    }

    /// Returns the address from which the request comes, if it is known.
    pub(super) fn address(&self) -> Option<IpAddr> {
        self.0.address
    }

    /// Returns the key under which their password attempts are counted, for the account with which
    /// they are signed in.
    pub(super) fn tryer(&self) -> Tryer {
        match self.0.session {
            Some(session) => Tryer::Known(data_encoding::HEXLOWER.encode(&session)),
            None => Tryer::Unknown(self.0.address),
        }
    }

    /// Returns the browser whose session is replaced when they get an account: one that has a
    /// session from before.
    pub(super) fn renewed(&self) -> Option<String> {
        (self.0.by_cookie && !self.is_new()).then(|| self.device())
    }

    /// Notes in the browser's device cookie that this person has signed in there.
    pub(super) fn remember(&self, device: KnownDevice, person: &str) {
        // Requests have one handler: nothing else can have set it.
        let _ = self.0.device.set(device.with(person));
    }

    /// Returns a short description of the browser or program that sent the request.
    pub(super) fn device(&self) -> String {
        people::device(self.0.user_agent.as_ref().and_then(|text| text.to_str().ok()))
    }

    /// Returns the caller's quotas.
    pub(super) fn share(&self) -> &Share {
        &self.0.share
    }

    /// Counts a use of this quota for the person, if known, and for the address.
    ///
    /// # Errors
    /// If there were too many of late.
    pub(super) fn count(&self, what: Quota) -> Result<(), Fault> {
        if let Some(person) = self.id() {
            self.0.share.spend_by_person(what, person)?;
        }
        self.0.share.spend_by_address(what)
    }

    /// Returns the person; a program must identify itself.
    pub(crate) fn known(&self) -> Result<&Person, Fault> {
        let text =
            "the hall does not know you; POST /api/v1/guests gives a token to send as Authorization: Bearer TOKEN";
        self.person().ok_or_else(|| Fault::new(Code::Unauthorized, text))
    }

    /// Returns the person, who must not be muted by operators.
    pub(crate) fn voice(&self) -> Result<&Person, Fault> {
        match &self.0.muted {
            Some(fault) => Err(fault.clone()),
            None => self.known(),
        }
    }

    /// Returns the person. An unknown caller becomes a guest, and gets a cookie with the answer.
    pub(crate) async fn or_guest(&self, store: &Store) -> Result<&Person, Fault> {
        self.or_guest_named(store, None).await
    }

    /// Does the same as [`Caller::or_guest`]; a new guest gets this name, if there is one.
    pub(crate) async fn or_guest_named(&self, store: &Store, name: Option<String>) -> Result<&Person, Fault> {
        if self.person().is_none() {
            self.count(Quota::Guests)?;
            self.0.share.spend_in(store, Quota::Guests, None).await?;
            let (token, hash) = people::new_token();
            let session = NewSession { token: hash, device: self.device() };
            let person = people::add_guest(store, name, Some(session)).await?;
            self.sign_in(person, token);
        }
        self.known()
    }

    /// Signs a person in to the browser, with this token.
    pub(super) fn sign_in(&self, person: Person, token: String) {
        // Requests have one handler: nothing else can have set it.
        let _ = self.0.cookie.set(CookieChange::Known(Box::new(person), token));
    }

    /// Signs the browser out.
    pub(super) fn sign_out(&self) {
        let _ = self.0.cookie.set(CookieChange::Removed);
    }

    /// Returns whether the end of a session may concern them, so that their standing must be
    /// checked again.
    pub(super) fn is_meant(&self, ending: &Result<Option<String>, RecvError>) -> bool {
        match ending {
            Ok(Some(person)) => self.id() == Some(person),
            Ok(None) | Err(RecvError::Lagged(_)) => true,
            Err(RecvError::Closed) => false,
        }
    }

    /// Returns whether the server still answers them.
    pub(super) async fn standing(&self, app: &AppState) -> Standing {
        if app.moderation.check(RestrictionKind::Ban, self.id(), self.0.address).is_err() {
            return Standing::KeptOut;
        }
        match &self.0.session {
            Some(session) => match app.store.session(session).await {
                Ok(Some(_)) => Standing::Welcome,
                Ok(None) => Standing::SignedOut,
                // The store did not answer: the stream ends, and the page asks again.
                Err(_) => Standing::Unknown,
            },
            None => Standing::Welcome,
        }
    }
}

impl From<Known> for Caller {
    fn from(known: Known) -> Caller {
        Caller(Arc::new(known))
    }
}

/// Reads the browser's device cookie.
impl FromRequestParts<AppState> for KnownDevice {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<KnownDevice, Self::Rejection> {
        let cookie = SignedCookieJar::from_headers(&parts.headers, app.key.clone()).get(DEVICE);
        Ok(cookie.and_then(|cookie| KnownDevice::read(cookie.value())).unwrap_or_else(KnownDevice::generate))
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Self::Rejection> {
        Ok(parts.extensions.get::<Caller>().cloned().unwrap_or_default())
    }
}

/// Finds the caller and their address, and turns away banned callers and cross-site requests. Sets
/// a cookie for a caller who became known. Programs get errors as JSON, people as a page.
pub(crate) async fn receive(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let line = RequestLine::of(&request);
    let program = request.uri().path().starts_with("/api/");
    let origin = app.entrance.origin_of(&request);
    let (address, secure) = (origin.address, origin.is_secure());
    request.extensions_mut().insert(origin);
    let share = app.limits.of(address);
    let asked = asked_language(request.headers());
    // The looks of pages are no secret, and a banned caller reads a page with the reason.
    let admitted = match request.uri().path().starts_with("/assets/") {
        true => share.spend_by_address(Quota::Requests).map(|()| Known { share, ..Known::default() }.into()),
        false => asked.around(admit(&app, request.headers(), address, asked, program, share)).await,
    };
    let mut response = match admitted {
        Ok(caller) => caller.language().around(answer(app, caller.clone(), program, secure, request, next)).await,
        Err(fault) => {
            app.metrics.refused(fault.code);
            let say = || {
                if program {
                    FaultAnswer::from(fault).into_response()
                } else {
                    errors::page(&Visitor::default(), &fault)
                }
            };
            asked.speak(say)
        }
    };
    if program {
        // Programs have no use for a cached answer, and it may hold a token.
        response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    line.write(&response);
    response
}

/// Answers a caller in their language.
async fn answer(
    app: AppState,
    caller: Caller,
    program: bool,
    secure: bool,
    mut request: Request,
    next: Next,
) -> Response {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let response = if !safe && !from_here(request.headers()) {
        let fault = Fault::new(Code::CrossSite, t!("this came from another site; do it from a page of the hall"));
        FaultAnswer::from(fault).into_response()
    } else if !safe && !program && caller.person().is_none() && keeps_no_cookie(request.headers()) {
        match probe(request.uri(), secure) {
            Some(again) => return again,
            None => FaultAnswer::from(Fault::new(
                Code::NoCookies,
                t!("this browser stores no cookies, so the hall cannot recognise you and nothing was done; allow \
                 cookies for this site and try again"),
            ))
            .into_response(),
        }
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
        Some(fault) => {
            // If the store has failed, it cannot list the waiting matches either.
            let visitor = app.visitor(&caller).await.unwrap_or_else(|_| audience::visitor(caller.person()));
            errors::page(&visitor, &fault)
        }
        None => response,
    };
    let with = |cookie, response| (SignedCookieJar::new(app.key.clone()).add(cookie), response).into_response();
    let response = match caller.0.cookie.get() {
        Some(CookieChange::Known(_, token)) => with(cookie(SESSION, Some(token), secure), response),
        Some(CookieChange::Removed) => {
            // Cached pages would show the browser's next user what they must not see.
            let clear = [(HeaderName::from_static("clear-site-data"), "\"cache\"")];
            with(cookie(SESSION, None, secure), (clear, response).into_response())
        }
        None => response,
    };
    match caller.0.device.get() {
        Some(device) => with(cookie(DEVICE, Some(&device.text()), secure), response),
        None => response,
    }
}

/// Returns whether a browser came without any cookie of the server's. Programs, which do not ask
/// for pages, may do without.
fn keeps_no_cookie(headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT).and_then(|accepts| accepts.to_str().ok());
    let cookies = CookieJar::from_headers(headers);
    accepts.is_some_and(|accepts| accepts.contains("text/html"))
        && cookies.get(SESSION).is_none()
        && cookies.get(PROBE).is_none()
}

/// Redirects a browser to send its form again with a cookie; `None` if it has done so and the
/// cookie did not come back. So a browser without cookies leaves no guest and no table behind.
fn probe(uri: &Uri, secure: bool) -> Option<Response> {
    let query = uri.query().unwrap_or_default();
    if query.split('&').any(|field| field == PROBED) {
        return None;
    }
    let again = match query {
        "" => format!("{}?{PROBED}", uri.path()),
        query => format!("{}?{query}&{PROBED}", uri.path()),
    };
    let cookie = Cookie::build((PROBE, "1")).path("/").http_only(true).same_site(SameSite::Lax).secure(secure);
    Some((CookieJar::new().add(cookie), Redirect::temporary(&again)).into_response())
}

/// Returns a cookie with this value; without a value the browser deletes it.
fn cookie(name: &'static str, value: Option<&str>, secure: bool) -> Cookie<'static> {
    let cookie = Cookie::build((name, value.unwrap_or_default().to_owned())).path("/").http_only(true);
    let mut cookie = cookie.secure(secure).same_site(SameSite::Lax).build();
    match value {
        Some(_) => cookie.make_permanent(),
        None => cookie.make_removal(),
    }
    cookie
}

fn with_fault(fault: Fault, response: Response) -> Response {
    match response.extensions().get::<Fault>() {
        Some(_) => response,
        None => FaultAnswer::from(fault).into_response(),
    }
}

/// Identifies the caller, if they have not called too often.
async fn admit(
    app: &AppState,
    headers: &HeaderMap,
    address: Option<IpAddr>,
    asked: Language,
    program: bool,
    share: Share,
) -> Result<Caller, Fault> {
    share.spend_by_address(Quota::Requests)?;
    let known = identify(app, headers, address, program).await?;
    let caller = Caller::from(Known { share, asked: Some(asked), ..known });
    if let Some(person) = caller.id() {
        caller.share().spend_by_person(Quota::Requests, person)?;
    }
    Ok(caller)
}

async fn identify(app: &AppState, headers: &HeaderMap, address: Option<IpAddr>, program: bool) -> Result<Known, Fault> {
    app.moderation.check(RestrictionKind::Ban, None, address)?;
    let shown = bearer(headers);
    let token = match shown {
        Some(token) => Some(token.to_owned()),
        None => {
            SignedCookieJar::from_headers(headers, app.key.clone()).get(SESSION).map(|cookie| cookie.value().to_owned())
        }
    };
    let session = token.as_deref().map(people::token_hash);
    let found = match &session {
        Some(session) => app.store.session(session).await?,
        None => None,
    };
    if found.is_none() && shown.is_some() && program {
        return Err(Fault::new(Code::Unauthorized, t!("nobody has this token; POST /api/v1/guests gives one")));
    }
    let user_agent = headers.get(header::USER_AGENT).cloned();
    let mut known = Known { address, user_agent, by_cookie: shown.is_none(), ..Known::default() };
    let id = found.as_ref().map(|(person, _)| person.id.as_str());
    app.moderation.check(RestrictionKind::Ban, id, None)?;
    known.muted = app.moderation.check(RestrictionKind::Mute, id, address).err();
    if let (Some((person, used)), Some(session)) = (found, session) {
        note_use(app, session, used);
        (known.person, known.session) = (Some(person), Some(session));
    }
    Ok(known)
}

/// Notes the use of a session in the background, if that was not noted recently.
fn note_use(app: &AppState, token: TokenHash, used: Timestamp) {
    let at = now();
    if at - used > NOTED {
        let store = app.store.clone();
        tokio::spawn(async move {
            if let Err(error) = store.write(PeopleWrite::UseSession { token, at }.into()).await {
                tracing::warn!("the use of a session was not noted: {error}");
            }
        });
    }
}

/// Reads the headers that describe a caller, for fuzzing.
pub(super) fn read_headers(headers: &HeaderMap) {
    let _ = (asked_language(headers), bearer(headers), from_here(headers));
    let _ = headers.get(header::USER_AGENT).map(|text| people::device(text.to_str().ok()));
}

/// Returns the language that a browser or program prefers among the available ones.
fn asked_language(headers: &HeaderMap) -> Language {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|accepted| accepted.to_str().ok());
    accepted.map_or_else(Language::english, translations::preferred)
}

/// Returns the token that a program sends. Other schemes are ignored: a gateway in front of the
/// server may use them.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Returns whether a request that changes something was made by one of our own pages, or by a
/// program. Browsers send the origin of a request. Programs need not, and do not carry a person's
/// cookie by accident.
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
