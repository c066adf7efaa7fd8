//! The web server: routes, callers, requests and answers. Only this layer of the server knows HTTP.
//!
//! | module | content |
//! |---|---|
//! | `site`, `forms` | pages for people, and the forms on them |
//! | `accounts` | the own page and its forms, signing in, profiles |
//! | `api`, `people_api` | the same as JSON, for programs |
//! | `groups` | groups: their pages, their forms, and the same as JSON |
//! | `packs` | packs of house cards: the page, its forms, and the same as JSON |
//! | `boards`, `daily` | leaderboards and the daily match, as pages and as JSON |
//! | `puzzles`, `puzzles_api` | puzzles, as pages and as JSON |
//! | `moments` | shared moments of matches |
//! | `export`, `import` | all matches of the caller as a file, and matches from elsewhere |
//! | `openapi`, `schema` | the description of the JSON calls |
//! | `operators` | calls for operators |
//! | `events`, `follow`, `event_stream` | server-sent events for programs, and for pages |
//! | `render_cache` | drawings for pages, one for all who see the same |
//! | `attending` | pages that follow a table without a stream |
//! | `deadlines`, `vacations` | deadlines as a calendar; the caller's vacation |
//! | `notice_settings` | settings for turn notices |
//! | `offline` | the hall without a server, as files |
//! | `health`, `metrics` | health checks and metrics for operators |
//! | `callers`, `origin`, `fields` | the sender of a request, its address, and its fields |
//! | `limits`, `places`, `punctual` | quotas, places for expensive work, deadlines for bodies |
//! | `errors`, `log` | answers to failed requests; log lines of requests |

mod accounts;
pub(crate) mod addresses;
mod api;
mod attending;
mod boards;
mod callers;
mod chat_forms;
mod company;
mod compressed;
mod daily;
mod deadlines;
mod errors;
mod event_stream;
mod events;
mod export;
mod fields;
mod follow;
mod forms;
pub(crate) mod fuzzed;
mod groups;
mod health;
mod import;
mod limits;
mod log;
mod metrics;
mod moments;
mod notice_settings;
mod offline;
mod openapi;
mod operators;
mod origin;
mod packs;
mod people_api;
mod places;
mod punctual;
mod puzzles;
mod puzzles_api;
mod render_cache;
mod schema;
mod site;
mod vacations;

use std::{
    collections::{BTreeMap, HashMap},
    ops::Deref,
    path::Path,
    sync::Arc,
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    extract::DefaultBodyLimit,
    http::{HeaderMap, HeaderValue, Request, Response, header},
    middleware,
};
use axum_extra::extract::cookie::Key;
use callers::Caller;
use errors::FaultAnswer;
use kernel::Seat;
pub(crate) use metrics::Metrics;
pub(crate) use openapi::prepare;
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
    store::{Person, Silence, Store, StoreError, TokenHash},
    tables::{TableRegistry, account_removal},
    views::{audience, lists},
};

/// The longest body that is read, in bytes.
pub const BODY_LIMIT: usize = 64 * 1024;

/// How many pieces of expensive work may wait, of all callers together.
const WORKS_WAITING: usize = 64;

/// The result of a handler.
type HandlerResult = Result<axum::response::Response, FaultAnswer>;

/// The server's state, which every request can reach.
#[derive(Clone)]
pub(crate) struct AppState(Arc<App>);

impl Deref for AppState {
    type Target = App;

    fn deref(&self) -> &App {
        &self.0
    }
}

/// The parts that exist once per server.
pub(crate) struct App {
    /// The tables.
    pub(crate) registry: Arc<TableRegistry>,
    /// The sender of turn notices.
    notices: Arc<Notices>,
    /// The store.
    pub(crate) store: Store,
    /// The pages that follow a table without a stream.
    attending: attending::Attending,
    /// The cached drawings for followers.
    pub(crate) canvases: Arc<RenderCache>,
    /// The sign-in service.
    pub(crate) accounts: Arc<Accounts>,
    /// The decisions of operators.
    pub(crate) moderation: Arc<Moderation>,
    /// The pictures of shared moments.
    moments: moments::MomentPictures,
    /// The places for other expensive work.
    works: Places,
    /// The channel of ended sessions and bans.
    pub(crate) endings: SessionRevocations,
    /// The hash of the token that operators send.
    operator: TokenHash,
    /// The time limit for a request's body.
    patience: Duration,
    /// The settings of how people reach the server.
    pub(crate) entrance: PublicEndpoint,
    /// The metrics.
    pub(crate) metrics: Metrics,
    /// The quotas of callers.
    limits: limits::Limits,
    /// The key that signs cookies.
    key: Key,
}

impl AppState {
    /// Opens the state with the server's secret and the operators' token in the folder `data`,
    /// which are made if they do not exist.
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

    /// Returns the visitor of a page.
    async fn visitor<'a>(&self, caller: &'a Caller) -> Result<Visitor<'a>, StoreError> {
        self.visitor_at(caller, None).await
    }

    /// Returns the visitor of a page; the page of `table` needs no reminder of that table.
    async fn visitor_at<'a>(&self, caller: &'a Caller, table: Option<&'a str>) -> Result<Visitor<'a>, StoreError> {
        let waiting = lists::count_waiting(&self.store, caller.id(), table).await?;
        let invited = match caller.id() {
            Some(me) => self.store.invitations(me).await?.len(),
            None => 0,
        };
        Ok(Visitor { waiting, invited, table, offline: ::offline::BUILT_IN, ..audience::visitor(caller.person()) })
    }

    /// Returns the ids of the people whose words a caller does not read, with the reasons.
    async fn silences(&self, caller: &Caller) -> Result<BTreeMap<String, Silence>, StoreError> {
        match caller.id() {
            Some(me) => self.store.silences(me).await,
            None => Ok(BTreeMap::new()),
        }
    }

    /// Counts a table that a person opens, and checks that they may begin another match.
    async fn count_table(&self, caller: &Caller) -> Result<(), Fault> {
        caller.count(limits::Quota::Tables)?;
        caller.share().spend_in(&self.store, limits::Quota::Tables, caller.id()).await?;
        self.check_matches(caller).await
    }

    /// Counts a seat at this table, or at a similar one, for the caller's address if the table is
    /// ranked.
    async fn count_ranked(&self, caller: &Caller, table: &str) -> Result<(), Fault> {
        let ranked = self.registry.lock(table).await?.header.ranked;
        count_seat(caller, ranked)
    }

    /// Checks that a caller may begin another match.
    async fn check_matches(&self, caller: &Caller) -> Result<(), Fault> {
        match caller.id() {
            Some(me) => caller.share().check_matches(&self.store, me).await,
            None => Ok(()),
        }
    }

    /// Stores a person's name and page settings. Open pages of their tables show the new name.
    async fn set_up(&self, person: Person) -> Result<(), Fault> {
        let (id, name) = (person.id.clone(), person.name.clone());
        people::set_up(&self.store, person).await?;
        account_removal::rename(&self.registry, &id, &name).await;
        Ok(())
    }

    /// Turns a guest into an account with this name. Open pages of their tables show it.
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

    /// Returns the id of a caller, who becomes a guest if they are unknown. A guest gets this name,
    /// if there is one; an account keeps its own.
    async fn guest_named(&self, caller: &Caller, name: Option<String>) -> Result<String, Fault> {
        let me = caller.or_guest_named(&self.store, name.clone()).await?;
        if let Some(name) = name.filter(|name| *name != me.name)
            && self.store.guest_since(&me.id).await?.is_some()
        {
            self.set_up(Person { name, ..me.clone() }).await?;
        }
        Ok(me.id.clone())
    }

    /// Returns the names of the people at a table.
    async fn names(&self, table: &str) -> Result<HashMap<Seat, String>, StoreError> {
        people::names_at(&self.store, table).await
    }
}

/// Counts a seat at a table for the caller's address if the table is ranked.
fn count_seat(caller: &Caller, ranked: bool) -> Result<(), Fault> {
    match ranked {
        true => caller.share().spend_by_address(limits::Quota::Ranked),
        false => Ok(()),
    }
}

/// Returns the service of the metrics.
pub(crate) fn figures(app: &AppState) -> Router {
    metrics::router(&app.metrics, &app.registry)
}

/// Returns the service of all addresses.
pub(crate) fn router(app: &AppState) -> Router {
    // Streams are not compressed: each would need a third of a megabyte for the window, and would
    // delay messages.
    let worth_it = SizeAbove::default().and(NotForContentType::IMAGES).and(NotForContentType::SSE);
    // One layer for each route, because each layer is boxed and cloned with every request. The
    // first is the outermost.
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
    let private = Router::new()
        .merge(notice_settings::forms())
        .merge(accounts::routes())
        .merge(groups::routes())
        .merge(deadlines::routes())
        .merge(import::routes())
        .merge(packs::routes());
    Router::new()
        .merge(site::routes())
        .merge(moments::routes())
        .merge(forms::routes())
        .merge(puzzles::routes())
        .merge(daily::routes())
        .merge(boards::routes())
        .merge(company::routes())
        .merge(api::routes())
        .fallback(nothing_here)
        .layer(known.clone())
        .merge(private.layer(known).layer(MapResponseLayer::new(never_stored)))
        .merge(
            Router::new()
                .merge(health::routes())
                .merge(operators::routes(app))
                .merge(offline::routes(::offline::FILES))
                .layer(unknown),
        )
        .with_state(app.clone())
}

/// The content security policy: nothing is loaded from elsewhere, no inline script runs, and no
/// site frames a page to catch clicks. Some pages have more of it.
macro_rules! policy {
    ($more:literal) => {
        concat!(
            "default-src 'self'; ",
            $more,
            "img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        )
    };
}
use policy;

/// Whether the caller has this version of what it asks for already.
fn has_version(headers: &HeaderMap, tag: &str) -> bool {
    headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag)
}

/// The header that tells browsers with TLS to use only TLS for a year.
const ONLY_TLS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Forbids caching of an answer: pages of accounts and sign-ins show secrets, and must not outlast
/// their reader's session.
fn never_stored<B>(mut answer: Response<B>) -> Response<B> {
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

/// Adds the common headers to an answer, unless it has its own. `tls` is whether people reach the
/// server by TLS alone.
fn with_headers<B>(mut answer: Response<B>, tls: bool) -> Response<B> {
    if tls {
        answer.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, ONLY_TLS);
    }
    let usual = [
        (header::CACHE_CONTROL, "private, no-cache"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, policy!("")),
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
