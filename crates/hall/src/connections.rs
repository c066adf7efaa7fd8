//! Limits of connections: their number in all and per address, their idle time, and the choice of
//! one to close for another.
//!
//! A connection is busy while one of its requests is answered, a stream for as long as it is open;
//! otherwise it is idle. Idle connections are closed after a while. A busy one is slow while the
//! server waits for its client: for the rest of a request, or for the client to read an answer.
//! When there is no room, the server closes a connection of the address with the most connections.
//! It chooses the one that has been idle longest, else the one that has been slow longest. So a
//! caller who opens many connections and sends little locks nobody out.
//!
//! When there is no room, the address with the most connections gives up the one that has been idle
//! longest, else the one whose client is slowest.

use std::{
    collections::HashMap,
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll},
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::{Body, Bytes, HttpBody},
    extract::{ConnectInfo, Request},
    http::header,
};
use hyper::{
    body::{Frame, Incoming, SizeHint},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use ipnet::IpNet;
use prometheus_client::metrics::gauge::Gauge;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Notify, watch},
};
use tower::ServiceExt;

use crate::quotas::household;

/// How long accepting pauses when the system gives no more connections.
const PAUSE: Duration = Duration::from_millis(100);

/// How long the log is silent after a line about connections that were refused or closed.
const SILENCE: Duration = Duration::from_secs(60);

/// How long the server waits for a client before that counts as slow. Usual requests and answers
/// take less on any network.
const SLOW: Duration = Duration::from_secs(2);

/// The limits of connections.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// The maximal number of connections.
    pub(crate) connections: usize,
    /// The maximal number of connections per address; `None` for no limit.
    pub(crate) of_address: Option<usize>,
    /// Whether addresses of this machine are counted too.
    pub(crate) loopback: bool,
    /// Proxies that are trusted: each brings the connections of many people, so they are not
    /// counted.
    pub(crate) proxies: Vec<IpNet>,
    /// How long a connection may be idle, and how long the head of a request may take.
    pub(crate) idle: Duration,
}

impl Limits {
    /// Returns the maximal number of connections of this address.
    fn of(&self, address: IpAddr) -> usize {
        let counted = self.loopback || !address.is_loopback();
        let limit = self.of_address.filter(|_| counted && !self.proxies.iter().any(|proxy| proxy.contains(&address)));
        limit.unwrap_or(usize::MAX)
    }
}

/// Accepts connections and serves them until `stop` is true; then lets each finish its present
/// request.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    count: Gauge,
    mut stop: watch::Receiver<bool>,
) {
    let all = Arc::new(Connections { count, ..Connections::default() });
    let mut trouble = Trouble::default();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = trouble.due() => {
                trouble.report();
                continue;
            }
            _ = stop.wait_for(|stop| *stop) => break,
        };
        match accepted {
            Ok((stream, peer)) => match all.enter(peer.ip().to_canonical(), &limits, &mut trouble) {
                Some(connection) => {
                    tokio::spawn(one(stream, peer, router.clone(), limits.idle, connection, stop.clone()));
                }
                None => drop(stream),
            },
            Err(error) => {
                let evicted = all.open().evict();
                trouble.note(|trouble| trouble.failed = Some(error));
                if !evicted {
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }
    drop(listener);
    all.emptied().await;
}

/// Counts of the troubles with connections since the last log line about them.
#[derive(Default)]
struct Trouble {
    /// Connections refused because all connections are busy.
    full: u64,
    /// Connections refused because their address has as many as it may.
    crowded: u64,
    /// Connections closed to make room.
    evicted: u64,
    /// The last error of the operating system.
    failed: Option<io::Error>,
    reported: Option<Instant>,
}

impl Trouble {
    /// Counts a trouble, and logs it unless there was a log line recently.
    fn note(&mut self, count: impl FnOnce(&mut Trouble)) {
        count(self);
        if self.reported.is_none_or(|at| at.elapsed() >= SILENCE) {
            self.report();
        }
    }

    /// Resolves when counted troubles are to be logged; never if there are none.
    async fn due(&self) {
        match self.reported {
            Some(at) if self.full + self.crowded + self.evicted > 0 || self.failed.is_some() => {
                tokio::time::sleep_until((at + SILENCE).into()).await;
            }
            _ => std::future::pending().await,
        }
    }

    fn report(&mut self) {
        let Trouble { full, crowded, evicted, failed, .. } = std::mem::take(self);
        let failed = failed.map(|error| format!("; no connection could be accepted: {error}")).unwrap_or_default();
        tracing::warn!(
            "connections: {full} turned away with all busy, {crowded} turned away for their address has its share, {evicted} idle or slow ones closed to make room{failed}"
        );
        self.reported = Some(Instant::now());
    }
}

/// Serves one connection to its end.
async fn one(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    idle: Duration,
    connection: Connection,
    mut stop: watch::Receiver<bool>,
) {
    // Answers are small, and a client waits for each.
    let _ = stream.set_nodelay(true);
    let state = connection.state.clone();
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let (router, busy) = (router.clone(), state.begin());
        let mut request: Request = request.map(|body| Body::new(Question { body, state: state.clone() }));
        request.extensions_mut().insert(ConnectInfo(peer));
        async move {
            let answer = router.oneshot(request).await?;
            let kind = answer.headers().get(header::CONTENT_TYPE);
            let stream = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
            Ok::<_, std::convert::Infallible>(answer.map(|body| Body::new(Answer { body, busy, stream })))
        }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(idle);
    let mut serving = std::pin::pin!(builder.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        _ = serving.as_mut() => return,
        () = connection.state.evicted.notified() => return,
        _ = stop.wait_for(|stop| *stop) => serving.as_mut().graceful_shutdown(),
    }
    let _ = serving.await;
}

/// All connections of a listener.
#[derive(Default)]
struct Connections {
    open: Mutex<Open>,
    next: AtomicU64,
    left: Notify,
    /// The number of connections, for the metrics.
    count: Gauge,
}

/// The open connections, by the address from which they come. Each address has few, so finding one
/// of them to close is fast.
#[derive(Default)]
struct Open {
    of_address: HashMap<IpAddr, HashMap<u64, Arc<ConnectionState>>>,
    count: usize,
}

impl Open {
    fn insert(&mut self, id: u64, state: Arc<ConnectionState>) {
        self.of_address.entry(state.address).or_default().insert(id, state);
        self.count += 1;
    }

    fn remove(&mut self, address: IpAddr, id: u64) -> Option<Arc<ConnectionState>> {
        let own = self.of_address.get_mut(&address)?;
        let state = own.remove(&id)?;
        if own.is_empty() {
            self.of_address.remove(&address);
        }
        self.count -= 1;
        Some(state)
    }

    /// Closes a connection of an address: the one that has been idle longest, else the one that has
    /// been slow longest.
    fn evict_of(&mut self, address: IpAddr) -> bool {
        let own = self.of_address.get(&address).into_iter().flatten();
        let useless = own.filter_map(|(id, state)| Some((state.useless_since()?, *id))).min();
        let Some(state) = useless.and_then(|(_, id)| self.remove(address, id)) else { return false };
        state.evicted.notify_one();
        true
    }

    /// Closes such a connection of the address that has the most, else of any address.
    fn evict(&mut self) -> bool {
        let crowd = self.of_address.iter().max_by_key(|(_, own)| own.len()).map(|(address, _)| *address);
        if crowd.is_some_and(|address| self.evict_of(address)) {
            return true;
        }
        let all = self.of_address.values().flatten();
        let useless = all.filter_map(|(_, state)| Some((state.useless_since()?, state.address))).min();
        useless.is_some_and(|(_, address)| self.evict_of(address))
    }
}

impl Connections {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Accepts a connection from this address, if there is room or room can be made.
    fn enter(self: &Arc<Connections>, address: IpAddr, limits: &Limits, trouble: &mut Trouble) -> Option<Connection> {
        let most = limits.of(address);
        let address = household(address);
        let mut open = self.open();
        if open.of_address.get(&address).is_some_and(|own| own.len() >= most) {
            if !open.evict_of(address) {
                trouble.note(|trouble| trouble.crowded += 1);
                return None;
            }
            trouble.note(|trouble| trouble.evicted += 1);
        }
        if open.count >= limits.connections {
            if !open.evict() {
                trouble.note(|trouble| trouble.full += 1);
                return None;
            }
            trouble.note(|trouble| trouble.evicted += 1);
        }
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let state = Arc::new(ConnectionState { address, doing: Mutex::new(Doing::new(0)), evicted: Notify::new() });
        open.insert(id, state.clone());
        self.count.inc();
        Some(Connection { id, all: self.clone(), state })
    }

    /// Waits until no connection is open.
    async fn emptied(&self) {
        loop {
            let left = self.left.notified();
            if self.open().count == 0 {
                return;
            }
            left.await;
        }
    }
}

/// A connection, counted for as long as it is open.
struct Connection {
    id: u64,
    all: Arc<Connections>,
    state: Arc<ConnectionState>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.open().remove(self.state.address, self.id);
        self.all.count.dec();
        self.all.left.notify_waiters();
    }
}

struct ConnectionState {
    /// The household from which the connection comes.
    address: IpAddr,
    doing: Mutex<Doing>,
    evicted: Notify,
}

/// The requests of a connection.
struct Doing {
    /// The number of requests being answered.
    requests: usize,
    /// The time since which `requests` has this value.
    since: Instant,
    /// The time since which the server has been waiting for the client, if it is.
    waits: Option<Instant>,
}

impl Doing {
    fn new(requests: usize) -> Doing {
        Doing { requests, since: Instant::now(), waits: None }
    }
}

impl ConnectionState {
    fn doing(&self) -> MutexGuard<'_, Doing> {
        self.doing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(self: &Arc<ConnectionState>) -> Busy {
        self.change(|requests| requests + 1);
        Busy(self.clone())
    }

    fn change(&self, to: impl Fn(usize) -> usize) {
        let mut doing = self.doing();
        *doing = Doing::new(to(doing.requests));
    }

    /// Notes that the server waits for the client.
    fn wait(&self) {
        self.doing().waits.get_or_insert_with(Instant::now);
    }

    /// Notes that the server no longer waits for the client.
    fn heard(&self) {
        self.doing().waits = None;
    }

    /// Returns the time since which the connection is idle or slow, if it is. Idle connections sort
    /// before slow ones.
    fn useless_since(&self) -> Option<(bool, Instant)> {
        let doing = self.doing();
        match (doing.requests, doing.waits) {
            (0, _) => Some((false, doing.since)),
            (_, Some(waits)) if waits.elapsed() >= SLOW => Some((true, waits)),
            _ => None,
        }
    }
}

/// A mark that holds a connection busy for as long as it lives.
struct Busy(Arc<ConnectionState>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.change(|requests| requests - 1);
    }
}

/// The body of a request, which notes while the server waits for its parts.
struct Question {
    body: Incoming,
    state: Arc<ConnectionState>,
}

impl HttpBody for Question {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        match &polled {
            Poll::Pending => self.state.wait(),
            Poll::Ready(_) if self.body.is_end_stream() => self.state.heard(),
            Poll::Ready(_) => {}
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        self.state.heard();
    }
}

/// The body of an answer, which keeps its connection busy until it is sent.
struct Answer {
    body: Body,
    busy: Busy,
    /// Whether it is a stream of events, which may last without limit.
    stream: bool,
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        match &polled {
            _ if self.stream => {}
            Poll::Ready(_) => self.busy.0.wait(),
            // The client waits for the server.
            Poll::Pending => self.busy.0.heard(),
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
