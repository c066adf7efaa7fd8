//! The web server: addresses, who calls, what a request asks for, and the answer.
//!
//! `site` answers with pages, `forms` takes what is pressed on them, `accounts` is both for one's own page and for signing in; `api` and
//! `people_api` are the same for programs as JSON, `boards` is both for who has reached most, `daily` for the match a day, `export` for all matches of one's own, `puzzles` and `puzzles_api` are for puzzles, `openapi` describes these calls with `schema`, `operators` is for those who keep order, `events` are server-sent
//! events for programs, `follow` those for pages, of which `canvases` has what was drawn for all who see the same, `notice_settings` is how somebody is told of their turn, `health` and
//! `metrics` are for whoever watches over the hall. `callers` says who sends a request, `origin` from where, `limits` whether that is too
//! often, `errors` what is answered when it cannot be carried out. Nothing
//! below this module knows HTTP.

mod accounts;
mod api;
mod boards;
mod callers;
mod canvases;
mod daily;
mod errors;
mod events;
mod export;
mod fields;
mod follow;
mod forms;
mod health;
mod limits;
mod line;
mod metrics;
mod notice_settings;
mod openapi;
mod operators;
mod origin;
mod people_api;
mod puzzles;
mod puzzles_api;
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
    extract::{DefaultBodyLimit, MatchedPath},
    http::{HeaderValue, Request, header},
    middleware,
};
use axum_extra::extract::cookie::Key;
use callers::Caller;
use canvases::Canvases;
use kernel::Seat;
pub(crate) use metrics::Metrics;
pub(crate) use origin::Entrance;
use tower::{ServiceBuilder, util::MapRequestLayer};
use tower_http::{
    compression::{
        CompressionLayer,
        predicate::{NotForContentType, Predicate, SizeAbove},
    },
    set_header::SetResponseHeaderLayer,
    timeout::RequestBodyTimeoutLayer,
    trace::{DefaultOnResponse, TraceLayer},
};
use tracing::{Level, Span};

use crate::{
    Error, Quotas,
    fault::Fault,
    key::HallKey,
    notices::{self, NoticeRules, Notices},
    pages::{audience, draw::Visitor, lists},
    people::{self, Accounts, Endings, Moderation, Ratings},
    store::{Store, StoreError, TokenHash},
    tables::TableRegistry,
};

/// The longest body that is read, in bytes.
pub const BODY_LIMIT: usize = 64 * 1024;

pub use operators::TOKEN_FILE as OPERATOR_TOKEN_FILE;

/// What a handler gives back.
type Answer = Result<axum::response::Response, Fault>;

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
    /// What is drawn for those who listen.
    pub(crate) canvases: Arc<Canvases>,
    /// Who signs in, and how.
    pub(crate) accounts: Arc<Accounts>,
    /// What operators have decided.
    pub(crate) moderation: Arc<Moderation>,
    /// How strong people are against each other.
    ratings: Ratings,
    /// Tells who is welcome no longer.
    pub(crate) endings: Endings,
    /// The hash of the token that operators show.
    operator: TokenHash,
    /// How long the next part of a request's body may take.
    patience: Duration,
    /// How people reach the hall.
    pub(crate) entrance: Entrance,
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
        entrance: Entrance,
        quotas: Option<Quotas>,
        rules: NoticeRules,
    ) -> Result<AppState, Error> {
        let key = HallKey::read_or_make(data)?;
        let notices = notices::open(store.clone(), &registry, &key, entrance.public_url.clone(), rules);
        let unread = |why: StoreError| Error::Unread { why: why.to_string() };
        let endings = Endings::default();
        for closed in store.closed_tables().await.map_err(unread)? {
            registry.set_closed(&closed.table, Some(closed.why));
        }
        let moderation = Moderation::load(store.clone(), endings.clone()).await.map_err(unread)?;
        let metrics = Metrics::new(&registry, &store);
        let limits = limits::Limits::new(quotas, metrics.streams.clone());
        Ok(AppState(Arc::new(App {
            registry,
            notices,
            canvases: Arc::default(),
            accounts: Arc::new(Accounts::new(store.clone(), endings.clone())),
            moderation: Arc::new(moderation),
            endings,
            ratings: Ratings::default(),
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
        let turns = lists::waiting(&self.store, caller.id()).await?;
        let waiting = turns.iter().filter(|turn| Some(turn.table.as_str()) != table).count();
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
        caller.count(limits::Counted::Tables)?;
        caller.share().spend_in(&self.store, limits::Dear::Tables, caller.id()).await?;
        self.check_matches(caller).await
    }

    /// Checks that a caller may begin another match.
    async fn check_matches(&self, caller: &Caller) -> Result<(), Fault> {
        match caller.id() {
            Some(me) => caller.share().check_matches(&self.store, me).await,
            None => Ok(()),
        }
    }

    /// The names of the people at a table.
    async fn names(&self, table: &str) -> Result<HashMap<Seat, String>, StoreError> {
        people::names_at(&self.store, table).await
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
    let set = |name, value| SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value));
    let trace =
        TraceLayer::new_for_http().make_span_with(span).on_response(DefaultOnResponse::new().level(Level::INFO));
    // One layer for each route, for each is boxed and cloned with every request. The first is the outermost.
    let around = ServiceBuilder::new()
        .layer(set(header::CACHE_CONTROL, "private, no-cache"))
        .layer(set(header::REFERRER_POLICY, "same-origin"))
        .layer(set(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(set(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(CompressionLayer::new().gzip(true).compress_when(worth_it))
        .layer(RequestBodyTimeoutLayer::new(app.patience))
        .layer(trace)
        .layer(DefaultBodyLimit::max(BODY_LIMIT));
    let known = around
        .clone()
        .layer(MapRequestLayer::new(|request: Request<_>| request.map(Body::new)))
        .layer(middleware::from_fn_with_state(app.clone(), callers::receive));
    Router::new()
        .merge(site::routes())
        .merge(forms::routes())
        .merge(puzzles::routes())
        .merge(daily::routes())
        .merge(notice_settings::forms())
        .merge(accounts::routes())
        .merge(boards::routes())
        .nest("/api/v1", api::routes())
        .fallback(nothing_here)
        .layer(known)
        .merge(Router::new().merge(health::routes()).merge(operators::routes(app)).layer(around))
        .with_state(app.clone())
}

/// Nothing is loaded from elsewhere, nothing inline is run, and nobody frames a page to catch clicks.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// What the log says of a request: its method and the pattern of its address, so no id, no query and no token.
fn span<B>(request: &Request<B>) -> Span {
    let path = request.extensions().get::<MatchedPath>().map_or("unknown", MatchedPath::as_str);
    tracing::info_span!("request", method = %request.method(), path)
}

/// Any other address.
async fn nothing_here() -> Fault {
    Fault::nothing_here()
}
