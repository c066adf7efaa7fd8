//! The hall: a server of live tables, with pages for people and JSON for programs.
//!
//! | folder | contents |
//! |---|---|
//! | `web` | HTTP: pages, forms, JSON, server-sent events, sessions, limits, errors |
//! | `views` | view models for each viewer, from which [`pages`] draws |
//!
//! The rules of tables and people are in [`service`], the database in [`store`]: `web` → `views` →
//! `service` → `store`. This crate opens them all and is the facade that programs and tests use.
//!
//! The server acknowledges a step after it is durable, and notifies others after that. Until then
//! the table stays locked. So a killed server loses no step that anybody was told of.

mod connections;
mod quotas;
mod views;
mod web;

use std::{fs::File, net::SocketAddr, path::PathBuf, time::Duration};

use axum::Router;
use futures_util::future::{BoxFuture, LocalBoxFuture};
use tokio::net::TcpListener;

use connections::Limits;
pub use ipnet::IpNet;
pub use model::{BadDay, Day};
use prometheus_client::metrics::gauge::Gauge;
pub use quotas::{BadQuota, Quotas, Rate};
pub use roster::Roster;
pub use service::{
    BadPublicUrl, Calendar, Error, OPERATOR_TOKEN_FILE, PublicUrl, maintenance,
    notices::{NoticeRules, Reach},
};
use service::{Files, contained, fault, key, notices, peers, people, tables};
pub use store;
use store::{Store, files, random, weak_map};
use web::{AppState, PublicEndpoint};
pub use web::{BODY_LIMIT, addresses::Address};

/// For the fuzz targets.
#[doc(hidden)]
pub mod fuzzed {
    pub use crate::web::fuzzed::read_request;
}

/// The time limit for requests under way when the server closes.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen at.
    pub listen: SocketAddr,
    /// The database: `sqlite://FILE` or `postgres://USER@HOST/NAME`. `None` is `hall.db` in the data
    /// folder.
    pub database: Option<String>,
    /// The folder for the server's own files. The server makes it if it is missing.
    pub data: PathBuf,
    /// The pause of bots before a move, so that people can follow.
    pub bot_pause: Duration,
    /// The games that can be played.
    pub roster: Roster,
    /// The time after which a table that nobody touches leaves memory.
    pub idle: Duration,
    /// The interval at which tables in memory are compared with a database that other processes write
    /// to as well. The processes send messages about changes, so this finds only missed messages.
    pub sweep: Duration,
    /// The time for the analysis of a finished match, on one thread of a usual machine. With zero the
    /// server analyses no match.
    pub analysis: Duration,
    /// The time after which a bot may stand in for a person who is away and must act.
    pub absence: Duration,
    /// The clock by which days change.
    pub calendar: Calendar,
    /// The number of matches that bots play of each daily match, for comparison. With zero there is
    /// no comparison.
    pub reference_matches: u32,
    /// The speed of clocks, less one. Tests set it, so that they do not wait for days.
    pub clock_haste: u32,
    /// The rules for notices about matches that wait for a person.
    pub notices: NoticeRules,
    /// The maximum number of connections.
    pub connections: usize,
    /// The time after which another player at a table may replace a host who is away.
    pub host_absence: Duration,
    /// The time after which a new guest may play ranked matches.
    pub ranked_after: Duration,
    /// The time limit for an idle connection, for the head of a request, and for its whole body.
    pub idle_connection: Duration,
    /// The address at which people reach the server, if requests name another one.
    pub public_url: Option<PublicUrl>,
    /// The trusted proxies: the server believes the client address and the scheme that they report.
    pub proxies: Vec<IpNet>,
    /// The quotas of a person and of an address. `None` is no limit.
    pub quotas: Option<Quotas>,
    /// The address of the metrics for Prometheus. `None` is no metrics.
    pub metrics: Option<SocketAddr>,
}

impl Config {
    /// Returns the settings of a server at port 7777 of this machine alone, with its files in `data`.
    pub fn new(data: impl Into<PathBuf>) -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 7777)),
            database: None,
            data: data.into(),
            bot_pause: Duration::from_millis(600),
            roster: Roster::default(),
            idle: Duration::from_secs(15 * 60),
            sweep: Duration::from_secs(3),
            analysis: Duration::from_secs(1),
            absence: Duration::from_secs(60),
            calendar: Calendar::default(),
            reference_matches: 10_000,
            clock_haste: 0,
            notices: NoticeRules::default(),
            connections: 10_000,
            host_absence: Duration::from_secs(5 * 60),
            ranked_after: Duration::from_secs(3 * 24 * 60 * 60),
            idle_connection: Duration::from_secs(30),
            public_url: None,
            proxies: Vec::new(),
            quotas: Some(Quotas::default()),
            metrics: None,
        }
    }
}

/// An open server.
pub struct Hall {
    app: AppState,
    listen: SocketAddr,
    limits: Limits,
    listener: Option<TcpListener>,
    metrics: Option<SocketAddr>,
    metrics_listener: Option<TcpListener>,
    /// Open as long as the server is: no other process may use its file.
    _lock: Option<File>,
}

/// Opens a server: its database, its key, and the tables where bots were playing. If the database is
/// a file, no other process may use it.
///
/// ```no_run
/// # async fn example() -> Result<(), hall::Error> {
/// let mut hall = hall::open(hall::Config::new("/var/lib/undercroft")).await?;
/// println!("The hall is open at http://{}", hall.bind().await?);
/// hall.serve(async { tokio::signal::ctrl_c().await.unwrap_or_default() }).await
/// # }
/// ```
///
/// # Errors
/// If the data folder, the key or the database cannot be used, or another hall uses the database.
pub fn open(config: Config) -> LocalBoxFuture<'static, Result<Hall, Error>> {
    // A future is compiled into the crate that awaits it, unless it is boxed.
    Box::pin(opened(config))
}

async fn opened(config: Config) -> Result<Hall, Error> {
    std::fs::create_dir_all(&config.data).map_err(|why| Error::Data { path: config.data.clone(), why })?;
    let files = Files { data: config.data.clone(), database: config.database.clone() };
    let (url, address) = (files.url(), files.address()?);
    tokio::task::spawn_blocking(|| {
        pages::prepare();
        web::prepare();
    });
    let lock = Store::lock(&url)?;
    let store = Store::open(&url).await?;
    let settings = tables::Settings {
        roster: config.roster,
        bot_pause: config.bot_pause,
        idle: config.idle,
        analysis: config.analysis,
        absence: config.absence,
        calendar: config.calendar.clone(),
        reference_matches: config.reference_matches,
        clock_haste: config.clock_haste,
        host_absence: config.host_absence,
        ranked_after: config.ranked_after,
    };
    let registry = tables::open(store.clone(), settings).await.map_err(|error| address.wrong(error))?;
    let limits = Limits {
        connections: config.connections,
        of_address: config.quotas.as_ref().map(|quotas| quotas.connections as usize),
        loopback: config.quotas.as_ref().is_some_and(|quotas| quotas.loopback),
        proxies: config.proxies.clone(),
        idle: config.idle_connection,
    };
    let endpoint = PublicEndpoint { public_url: config.public_url, proxies: config.proxies };
    let (patience, quotas, rules) = (config.idle_connection, config.quotas, config.notices);
    let app = AppState::open(registry, store, &config.data, patience, endpoint, quotas, rules).await?;
    tokio::spawn(people::end_unused_regularly(app.store.clone(), app.registry.stopping()));
    peers::join(&app.store, &app.registry, &app.moderation, &app.endings, config.sweep)
        .await
        .map_err(|error| address.wrong(error))?;
    Ok(Hall {
        app,
        listen: config.listen,
        limits,
        listener: None,
        metrics: config.metrics,
        metrics_listener: None,
        _lock: lock,
    })
}

impl Hall {
    /// Begins to listen and returns the address. With port 0 the system chooses a port.
    ///
    /// # Errors
    /// If the address is in use, or does not belong to this machine.
    pub async fn bind(&mut self) -> Result<SocketAddr, Error> {
        let (listener, addr) = listen(self.listen).await?;
        self.listener = Some(listener);
        if let Some(metrics) = self.metrics {
            let (listener, addr) = listen(metrics).await?;
            self.metrics_listener = Some(listener);
            self.metrics = Some(addr);
        }
        Ok(addr)
    }

    /// Returns the address of the metrics, if there is one.
    pub fn metrics_addr(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// Returns the address at which the server listens. `None` before [`bind`](Self::bind).
    pub fn local_addr(&self) -> Option<SocketAddr> {
        self.listener.as_ref()?.local_addr().ok()
    }

    /// Serves requests until `shutdown` resolves, then closes in order. Streams end, requests under
    /// way are answered, and all acknowledged changes are on the disk.
    ///
    /// # Errors
    /// If the address cannot be listened at.
    pub fn serve(self, shutdown: impl Future<Output = ()> + Send + 'static) -> BoxFuture<'static, Result<(), Error>> {
        self.serve_until(Box::pin(shutdown))
    }

    /// Does so without a generic type, so that it is compiled into this crate.
    fn serve_until(mut self, shutdown: BoxFuture<'static, ()>) -> BoxFuture<'static, Result<(), Error>> {
        Box::pin(async move {
            if self.listener.is_none() {
                self.bind().await?;
            }
            let Some(listener) = self.listener.take() else { return Ok(()) };
            let registry = self.app.registry.clone();
            tokio::spawn(async move {
                shutdown.await;
                registry.stop();
            });
            let mut stopping = self.app.registry.stopping();
            let late = async move {
                let _ = stopping.wait_for(|stop| *stop).await;
                tokio::time::sleep(LAST_WORDS).await;
            };
            let stopped = self.app.registry.stopping();
            if let Some(listener) = self.metrics_listener.take() {
                let (router, count) = (web::figures(&self.app), Gauge::default());
                tokio::spawn(connections::serve(listener, router, self.limits.clone(), count, stopped.clone()));
            }
            let count = self.app.metrics.connections.clone();
            tokio::select! {
                () = connections::serve(listener, self.router(), self.limits.clone(), count, stopped) => {}
                () = late => {}
            }
            self.close().await;
            Ok(())
        })
    }

    /// Closes without having served: what was asked for is made durable, and nothing more is taken.
    pub async fn close(&self) {
        self.app.registry.stop();
        if let Err(error) = tables::close(&self.app.registry).await {
            tracing::warn!("the time at which the hall closed could not be noted: {error}");
        }
        peers::leave(&self.app.store).await;
        self.app.store.close().await;
    }

    /// How many tables are in memory now.
    pub fn tables_in_memory(&self) -> usize {
        self.app.registry.in_memory()
    }

    /// How many times a table has been drawn for those who follow it.
    pub fn drawings(&self) -> u64 {
        self.app.canvases.drawn()
    }

    /// All its addresses as a service, for a server of one's own or a test without one.
    pub fn router(&self) -> Router {
        web::router(&self.app)
    }

    /// All its addresses by path, for tests and measurements that visit each one.
    pub fn addresses(&self) -> Vec<Address> {
        web::addresses::of(&self.router())
    }
}

/// Begins to listen at an address, and says which it has become.
async fn listen(addr: SocketAddr) -> Result<(TcpListener, SocketAddr), Error> {
    let wrong = |why| Error::Listen { addr, why };
    let listener = TcpListener::bind(addr).await.map_err(wrong)?;
    let addr = listener.local_addr().map_err(wrong)?;
    Ok((listener, addr))
}
