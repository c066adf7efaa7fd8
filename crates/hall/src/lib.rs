//! The hall: pages, live tables, people, and the store.
//!
//! | module | what lives there |
//! |---|---|
//! | `store` | all SQL; one task writes, and many tables share the cost of a flush |
//! | `live` | a table in memory, folded from its journal |
//! | `keeper` | which tables are in memory, a lock for each, who listens |
//! | `seatwork`, `play`, `drive` | what people and bots do at tables: tried, made durable, then told |
//! | `hint` | what a bot would do on a person's seat |
//! | `people` | who calls: cookies, tokens, and what other sites may not do |
//! | `api`, `site`, `news` | the doors: JSON, pages and forms, server-sent events |
//! | [`skin`], `page` | how it looks, and what is shown to whom |
//!
//! A step is acknowledged after it is durable and told to others after that; whoever holds a table is alone with it
//! until then. So a killed hall loses nothing that anybody was told of.

mod api;
mod chance;
mod drive;
mod error;
mod hint;
mod keeper;
mod live;
mod news;
mod page;
mod people;
mod play;
mod seatwork;
mod site;
pub mod skin;
pub mod store;

use std::{net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

use axum::{Router, extract::DefaultBodyLimit, http::HeaderValue, http::header, middleware};
use axum_extra::extract::cookie::Key;
use tokio::net::TcpListener;
use tower_http::{compression::CompressionLayer, set_header::SetResponseHeaderLayer};

pub use error::Error;
use keeper::Keeper;
use store::Store;

/// The longest body that is read, in bytes.
pub const BODY_LIMIT: usize = 64 * 1024;
/// How long a closing hall waits for those who are still talking.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// How a hall is to be run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it receives people.
    pub listen: SocketAddr,
    /// Where it keeps tables and people: `sqlite://FILE`. `None` is `hall.db` in the data folder.
    pub database: Option<String>,
    /// The folder for its own files; made if it is not there.
    pub data: PathBuf,
    /// How long bots pause before they move, so that people can follow.
    pub bot_pause: Duration,
    /// How long a table that nobody touches stays in memory.
    pub idle: Duration,
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
        }
    }
}

/// What every request can reach.
#[derive(Clone)]
pub(crate) struct Doors {
    pub(crate) keeper: Arc<Keeper>,
    pub(crate) key: Key,
}

/// An open hall.
pub struct Hall {
    doors: Doors,
    listen: SocketAddr,
    listener: Option<TcpListener>,
}

/// Opens a hall: its database, its key, and the tables where bots were playing.
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
/// If the data folder, the key or the database cannot be used.
pub async fn open(config: Config) -> Result<Hall, Error> {
    std::fs::create_dir_all(&config.data).map_err(|why| Error::Data { path: config.data.clone(), why })?;
    let key = people::key(&config.data)?;
    let url = config.database.unwrap_or_else(|| format!("sqlite://{}", config.data.join("hall.db").display()));
    let store = Store::open(&url).await?;
    let keeper = Arc::new(Keeper::new(store, config.bot_pause, config.idle));
    tokio::spawn(keeper.clone().wake_bots());
    tokio::spawn(sweep(Arc::downgrade(&keeper), config.idle));
    Ok(Hall { doors: Doors { keeper, key }, listen: config.listen, listener: None })
}

/// Lets go of tables that nobody touches, for as long as there is a keeper.
async fn sweep(keeper: std::sync::Weak<Keeper>, idle: Duration) {
    let pause = (idle / 4).clamp(Duration::from_millis(20), Duration::from_secs(30));
    loop {
        tokio::time::sleep(pause).await;
        match keeper.upgrade() {
            Some(keeper) => keeper.sweep(),
            None => break,
        }
    }
}

impl Hall {
    /// Begins to listen, and says where: with port 0 the system chooses one.
    ///
    /// # Errors
    /// If the address is in use or not ours.
    pub async fn bind(&mut self) -> Result<SocketAddr, Error> {
        let wrong = |why| Error::Listen { addr: self.listen, why };
        let listener = TcpListener::bind(self.listen).await.map_err(wrong)?;
        let addr = listener.local_addr().map_err(wrong)?;
        self.listener = Some(listener);
        Ok(addr)
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
        let keeper = self.doors.keeper.clone();
        let asked = async move {
            shutdown.await;
            keeper.stop();
        };
        let mut stopping = self.doors.keeper.stopping();
        let late = async move {
            let _ = stopping.wait_for(|stop| *stop).await;
            tokio::time::sleep(LAST_WORDS).await;
        };
        let service = self.router();
        let serving = axum::serve(listener, service).with_graceful_shutdown(asked);
        let served = tokio::select! {
            served = serving => served.map_err(Error::Serve),
            () = late => Ok(()),
        };
        self.close().await;
        served
    }

    /// Closes without having served: what was asked for is made durable, and nothing more is taken.
    pub async fn close(&self) {
        self.doors.keeper.stop();
        self.doors.keeper.store.close().await;
    }

    /// How many tables are in memory now.
    pub fn tables_in_memory(&self) -> usize {
        self.doors.keeper.in_memory()
    }

    /// All its doors as a service, for a server of one's own or a test without one.
    pub fn router(&self) -> Router {
        let set = |name, value| SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value));
        Router::new()
            .merge(site::routes())
            .nest("/api/v1", api::routes())
            .fallback(site::nowhere)
            .layer(middleware::from_fn_with_state(self.doors.clone(), people::receive))
            .layer(DefaultBodyLimit::max(BODY_LIMIT))
            .layer(CompressionLayer::new().gzip(true))
            .layer(set(header::CONTENT_SECURITY_POLICY, POLICY))
            .layer(set(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
            .layer(set(header::REFERRER_POLICY, "same-origin"))
            .layer(set(header::CACHE_CONTROL, "private, no-cache"))
            .with_state(self.doors.clone())
    }
}

/// Nothing is loaded from elsewhere, nothing inline is run, and nobody frames a page to catch clicks.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
