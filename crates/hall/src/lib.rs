//! The hall: a server of live tables, with pages for people and JSON for programs.
//!
//! | folder | what it holds |
//! |---|---|
//! | `web` | HTTP: pages, forms, JSON, server-sent events, sessions, limits, errors |
//! | `views` | what is shown to whom, as the data from which [`pages`] draws |
//!
//! The rules of tables and people are in [`service`], the database in [`store`]: `web` → `views` →
//! `service` → `store`. This crate opens them all and is the facade that programs and tests use.
//!
//! A step is acknowledged after it is durable and others are notified after that; whoever has locked a table is alone with it
//! until then. So a killed hall loses nothing that anybody was told of.

mod connections;
mod quotas;
mod views;
mod web;

use std::{fs::File, net::SocketAddr, path::PathBuf, time::Duration};

use axum::Router;
use tokio::net::TcpListener;

use connections::Limits;
pub use ipnet::IpNet;
pub use model::{BadDay, Day};
use prometheus_client::metrics::gauge::Gauge;
pub use quotas::{BadQuota, Quotas, Rate};
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

/// How long a closing hall waits for those who are still talking.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// How a hall is to be run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it receives people.
    pub listen: SocketAddr,
    /// Where it keeps tables and people: `sqlite://FILE` or `postgres://USER@HOST/NAME`. `None` is `hall.db` in the data folder.
    pub database: Option<String>,
    /// The folder for its own files; made if it is not there.
    pub data: PathBuf,
    /// How long bots pause before they move, so that people can follow.
    pub bot_pause: Duration,
    /// How long a table that nobody touches stays in memory.
    pub idle: Duration,
    /// How often what is in memory is compared with a database that other processes of the hall write to as well; they tell
    /// what they change, so this finds only what was not heard.
    pub sweep: Duration,
    /// How long the decisions of a finished match are thought over, on one thread of a usual machine; with nothing it is not analysed at all.
    pub analysis: Duration,
    /// How long somebody who is away and must act is waited for, before a bot may stand in.
    pub absence: Duration,
    /// By which clock days change.
    pub calendar: Calendar,
    /// How many matches bots play of each day's match, for others to be measured by; with none they are not.
    pub reference_matches: u32,
    /// How many times as fast as usual clocks run, less one: tests do not wait for days.
    pub clock_haste: u32,
    /// How people are told that a match waits for them.
    pub notices: NoticeRules,
    /// How many connections there may be.
    pub connections: usize,
    /// After how long away of the host somebody else who sits at a table may take it on.
    pub host_absence: Duration,
    /// How long a guest must have been known to play ranked matches.
    pub ranked_after: Duration,
    /// How long a connection may be idle, and how long the head of a request, and then its whole body, may take.
    pub idle_connection: Duration,
    /// The address at which people reach it, if it is another than the one they name.
    pub public_url: Option<PublicUrl>,
    /// The proxies that are believed when they say for whom they ask, and whether by TLS.
    pub proxies: Vec<IpNet>,
    /// How much each person and each address may ask for; `None` for as much as they like.
    pub quotas: Option<Quotas>,
    /// Where it tells its figures to Prometheus, to whoever asks; `None` for nowhere.
    pub metrics: Option<SocketAddr>,
}

impl Config {
    /// A hall at port 7777 of this machine alone, with its files in `data`.
    pub fn new(data: impl Into<PathBuf>) -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 7777)),
            database: None,
            data: data.into(),
            bot_pause: Duration::from_millis(600),
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

/// An open hall.
pub struct Hall {
    app: AppState,
    listen: SocketAddr,
    limits: Limits,
    listener: Option<TcpListener>,
    metrics: Option<SocketAddr>,
    metrics_listener: Option<TcpListener>,
    /// Open for as long as the hall is: no other process may use its file.
    _lock: Option<File>,
}

/// Opens a hall: its database, which it takes for itself alone if it is a file, its key, and the tables where bots were playing.
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
pub async fn open(config: Config) -> Result<Hall, Error> {
    std::fs::create_dir_all(&config.data).map_err(|why| Error::Data { path: config.data.clone(), why })?;
    let files = Files { data: config.data.clone(), database: config.database.clone() };
    let (url, address) = (files.url(), files.address()?);
    let lock = Store::lock(&url)?;
    let store = Store::open(&url).await?;
    let settings = tables::Settings {
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
    let entrance = PublicEndpoint { public_url: config.public_url, proxies: config.proxies };
    let (patience, quotas, rules) = (config.idle_connection, config.quotas, config.notices);
    let app = AppState::open(registry, store, &config.data, patience, entrance, quotas, rules).await?;
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
    /// Begins to listen, and says where: with port 0 the system chooses one.
    ///
    /// # Errors
    /// If the address is in use or not ours.
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

    /// Where it tells its figures, if it does.
    pub fn metrics_addr(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// Where it listens, once it does.
    pub fn local_addr(&self) -> Option<SocketAddr> {
        self.listener.as_ref()?.local_addr().ok()
    }

    /// Receives people until `shutdown` resolves, then closes in order: streams end, requests under way are answered, and
    /// all that was acknowledged is on the disk.
    ///
    /// # Errors
    /// If the address cannot be listened at.
    pub async fn serve(mut self, shutdown: impl Future<Output = ()> + Send + 'static) -> Result<(), Error> {
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
