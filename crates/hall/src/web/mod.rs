//! The web server: addresses, who calls, what a request asks for, and the answer.
//!
//! `site` answers with pages, `forms` takes what is pressed on them, `accounts` is both for one's own page and for signing in; `api` and
//! `people_api` are the same for programs as JSON, `boards` is both for who has reached most, `daily` for the match a day, `moments` for what is shared of a match, `export` for all matches of one's own, `puzzles` and `puzzles_api` are for puzzles, `openapi` describes these calls with `schema`, `operators` is for those who keep order, `events` are server-sent
//! events for programs, `follow` those for pages, of which `canvases` has what was drawn for all who see the same, `attending` answers pages without a stream, `notice_settings` is how somebody is told of their turn, `health` and
//! `metrics` are for whoever watches over the hall. `callers` says who sends a request, `origin` from where, `limits` whether that is too
//! often, `places` where expensive work is done, `punctual` whether its body comes in time, `errors` what is answered when it cannot be carried out, `log` what the log says of it. Nothing
//! below this module knows HTTP.

mod accounts;
pub(crate) mod addresses;
mod api;
mod attending;
mod boards;
mod callers;
mod daily;
mod errors;
mod event_stream;
mod events;
mod export;
mod fields;
mod follow;
mod forms;
pub(crate) mod fuzzed;
mod health;
mod limits;
mod log;
mod metrics;
mod moments;
mod notice_settings;
mod openapi;
mod operators;
mod origin;
mod people_api;
mod places;
mod punctual;
mod puzzles;
mod puzzles_api;
mod render_cache;
mod schema;
mod site;
mod trial;

use std::{
    collections::{BTreeSet, HashMap},
    ops::Deref,
    path::Path,
    sync::Arc,
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    extract::DefaultBodyLimit,
    http::{HeaderValue, Request, Response, header},
    middleware,
};
use axum_extra::extract::cookie::Key;
use callers::Caller;
use errors::FaultAnswer;
use kernel::Seat;
pub(crate) use metrics::Metrics;
pub(crate) use origin::PublicEndpoint;
use pages::Visitor;
use places::Places;
use punctual::Punctual;
use render_cache::RenderCache;
use tower::{
    ServiceBuilder,
    util::{MapRequestLayer, MapResponseLayer},
};
use tower_http::compression::{
    CompressionLayer,
    predicate::{NotForContentType, Predicate, SizeAbove},
};

use crate::{
    Error, Quotas,
    fault::Fault,
    key::HallKey,
    notices::{self, NoticeRules, Notices},
    people::{self, Accounts, Moderation, SessionRevocations, accounts::Claimed},
    store::{Person, Store, StoreError, TokenHash},
    tables::{TableRegistry, account_removal},
    views::{audience, lists},
};

/// The longest body that is read, in bytes.
pub const BODY_LIMIT: usize = 64 * 1024;

/// How many pieces of expensive work may wait, of everybody.
const WORKS_WAITING: usize = 64;

/// What a handler gives back.
type HandlerResult = Result<axum::response::Response, FaultAnswer>;

/// What every request can reach.
#[derive(Clone)]
pub(crate) struct AppState(Arc<App>);

impl Deref for AppState {
    type Target = App;

    fn deref(&self) -> &App {
        &self.0
    }
}

/// What there is one of in a hall.
pub(crate) struct App {
    /// The tables.
    pub(crate) registry: Arc<TableRegistry>,
    /// Who tells people that a match waits for them.
    notices: Arc<Notices>,
    /// The store.
    pub(crate) store: Store,
    /// The pages that follow a table without a stream.
    attending: attending::Attending,
    /// What is drawn for those who listen.
    pub(crate) canvases: Arc<RenderCache>,
    /// Who signs in, and how.
    pub(crate) accounts: Arc<Accounts>,
    /// What operators have decided.
    pub(crate) moderation: Arc<Moderation>,
    /// The pictures of moments that are shared.
    moments: moments::MomentPictures,
    /// Where other expensive work is done.
    works: Places,
    /// Tells who is welcome no longer.
    pub(crate) endings: SessionRevocations,
    /// The hash of the token that operators show.
    operator: TokenHash,
    /// How long a request's body may take.
    patience: Duration,
    /// How people reach the hall.
    pub(crate) entrance: PublicEndpoint,
    /// What is counted.
    pub(crate) metrics: Metrics,
    /// How much each caller may ask for.
    limits: limits::Limits,
    /// The key that signs cookies.
    key: Key,
}

impl AppState {
    /// With the secret of the hall and the token of operators that lie in the folder `data`; made if there are none.
    ///
    /// # Errors
    /// If one of them cannot be read or made, or the store fails.
    pub(crate) async fn open(
        registry: Arc<TableRegistry>,
        store: Store,
        data: &Path,
        patience: Duration,
        entrance: PublicEndpoint,
        quotas: Option<Quotas>,
        rules: NoticeRules,
    ) -> Result<AppState, Error> {
        let key = HallKey::read_or_make(data)?;
        let notices = notices::open(store.clone(), &registry, &key, entrance.public_url.clone(), rules);
        let unread = |why: StoreError| store::OpenError::Unread { why: why.to_string() };
        let endings = SessionRevocations::default();
        for closed in store.closed_tables().await.map_err(unread)? {
            registry.set_closed(&closed.table, Some(closed.why));
        }
        let moderation = Moderation::load(store.clone(), endings.clone()).await.map_err(unread)?;
        let metrics = Metrics::new(&registry, &store);
        let limits = limits::Limits::new(quotas, metrics.streams.clone());
        Ok(AppState(Arc::new(App {
            registry,
            notices,
            attending: attending::Attending::default(),
            canvases: Arc::default(),
            accounts: Arc::new(Accounts::new(store.clone(), endings.clone())),
            moderation: Arc::new(moderation),
            endings,
            moments: moments::MomentPictures::default(),
            works: Places::new(limits::AtOnce::Works, (::bots::cores() / 2).max(1), WORKS_WAITING),
            operator: people::token_hash(&operators::read_or_make_token(data)?),
            patience,
            entrance,
            metrics,
            limits,
            key: Key::from(key.bytes()),
            store,
        })))
    }

    /// Who looks at a page of the hall.
    async fn visitor<'a>(&self, caller: &'a Caller) -> Result<Visitor<'a>, StoreError> {
        self.visitor_at(caller, None).await
    }

    /// Who looks at a page; at that of this table, which needs no reminder of itself.
    async fn visitor_at<'a>(&self, caller: &'a Caller, table: Option<&str>) -> Result<Visitor<'a>, StoreError> {
        let waiting = lists::count_waiting(&self.store, caller.id(), table).await?;
        Ok(Visitor { waiting, ..audience::visitor(caller.person()) })
    }

    /// The ids of those whom a caller does not want to hear.
    async fn muted(&self, caller: &Caller) -> Result<BTreeSet<String>, StoreError> {
        match caller.id() {
            Some(me) => self.store.mutes(me).await,
            None => Ok(BTreeSet::new()),
        }
    }

    /// Counts a table that a person opens, and checks that they may begin another match.
    async fn count_table(&self, caller: &Caller) -> Result<(), Fault> {
        caller.count(limits::LocalQuota::Tables)?;
        caller.share().spend_in(&self.store, limits::SharedQuota::Tables, caller.id()).await?;
        self.check_matches(caller).await
    }

    /// Counts a seat at this table, or at one like it, for the caller's address, if it is ranked.
    async fn count_ranked(&self, caller: &Caller, table: &str) -> Result<(), Fault> {
        let ranked = self.registry.lock(table).await?.1.header.ranked;
        count_seat(caller, ranked)
    }

    /// Checks that a caller may begin another match.
    async fn check_matches(&self, caller: &Caller) -> Result<(), Fault> {
        match caller.id() {
            Some(me) => caller.share().check_matches(&self.store, me).await,
            None => Ok(()),
        }
    }

    /// Stores what a person is called and how they like their pages. Open pages of their tables show the new name.
    async fn set_up(&self, person: Person) -> Result<(), Fault> {
        let (id, name) = (person.id.clone(), person.name.clone());
        people::set_up(&self.store, person).await?;
        account_removal::rename(&self.registry, &id, &name).await;
        Ok(())
    }

    /// Makes an account of a guest, under this name. Open pages of their tables show it.
    async fn claim(
        &self,
        caller: &Caller,
        person: &Person,
        name: String,
        password: Option<&str>,
    ) -> Result<Claimed, Fault> {
        let claimed = self.accounts.claim(person, name.clone(), password, caller.renewed()).await?;
        account_removal::rename(&self.registry, &person.id, &name).await;
        Ok(claimed)
    }

    /// The names of the people at a table.
    async fn names(&self, table: &str) -> Result<HashMap<Seat, String>, StoreError> {
        people::names_at(&self.store, table).await
    }
}

/// Counts a seat at a table for the caller's address, if it is ranked.
fn count_seat(caller: &Caller, ranked: bool) -> Result<(), Fault> {
    match ranked {
        true => caller.share().spend_by_address(limits::LocalQuota::Ranked),
        false => Ok(()),
    }
}

/// The figures of a hall as a service.
pub(crate) fn figures(app: &AppState) -> Router {
    metrics::router(&app.metrics, &app.registry)
}

/// All addresses as a service.
pub(crate) fn router(app: &AppState) -> Router {
    // Not streams: each would hold a third of a megabyte to remember what it sent, and wait for more before it sends it.
    let worth_it = SizeAbove::default().and(NotForContentType::IMAGES).and(NotForContentType::SSE);
    // One layer for each route, for each is boxed and cloned with every request. The first is the outermost.
    let tls = app.entrance.public_url.as_ref().is_some_and(|url| url.as_str().starts_with("https://"));
    let around = ServiceBuilder::new()
        .layer(MapResponseLayer::new(move |answer| with_headers(answer, tls)))
        .layer(CompressionLayer::new().gzip(true).compress_when(worth_it))
        .layer(DefaultBodyLimit::max(BODY_LIMIT));
    let patience = app.patience;
    let around = around.layer(MapRequestLayer::new(move |request: Request<Body>| {
        request.map(|body| Body::new(Punctual::new(body, patience)))
    }));
    let known = around.clone().layer(middleware::from_fn_with_state(app.clone(), callers::receive));
    let unknown = around.layer(middleware::from_fn(log::note));
    let private = Router::new().merge(notice_settings::forms()).merge(accounts::routes());
    Router::new()
        .merge(site::routes())
        .merge(moments::routes())
        .merge(forms::routes())
        .merge(puzzles::routes())
        .merge(daily::routes())
        .merge(boards::routes())
        .merge(api::routes())
        .fallback(nothing_here)
        .layer(known.clone())
        .merge(private.layer(known).layer(MapResponseLayer::new(never_stored)))
        .merge(Router::new().merge(health::routes()).merge(operators::routes(app)).layer(unknown))
        .with_state(app.clone())
}

/// Nothing is loaded from elsewhere, nothing inline is run, and nobody frames a page to catch clicks.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Tells browsers that have come by TLS to come by nothing else for a year.
const ONLY_TLS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Forbids everybody to store an answer: pages of accounts and sign-ins show secrets, and are gone when their reader is.
fn never_stored<B>(mut answer: Response<B>) -> Response<B> {
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

/// Adds the headers that all answers have, where the answer does not say otherwise. `tls` is whether people reach the hall by
/// TLS alone.
fn with_headers<B>(mut answer: Response<B>, tls: bool) -> Response<B> {
    if tls {
        answer.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, ONLY_TLS);
    }
    let usual = [
        (header::CACHE_CONTROL, "private, no-cache"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    for (name, value) in usual {
        answer.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    answer
}

/// Any other address.
async fn nothing_here() -> FaultAnswer {
    errors::nothing_here().into()
}
