//! Connections: how many there may be, how long they may be idle, and which one goes when there is no room.
//!
//! A connection is busy while a request of its own is answered, a stream for as long as it is open; else it is idle. Idle ones
//! are closed after a while, and the one that has been idle longest makes room for a newcomer when the hall is full: whoever
//! opens many and sends nothing locks nobody out.

use std::{
    collections::HashMap,
    net::SocketAddr,
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
};
use hyper::{body::Frame, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use prometheus_client::metrics::gauge::Gauge;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Notify, watch},
};
use tower::ServiceExt;

/// How long accepting pauses when the system gives no more connections.
const PAUSE: Duration = Duration::from_millis(100);

/// How long the log says no more that idle connections make room.
const SILENCE: Duration = Duration::from_secs(60);

/// What connections may do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// How many there may be.
    pub(crate) connections: usize,
    /// How long one may be idle, and how long the head of a request may take.
    pub(crate) idle: Duration,
}

/// Accepts connections and serves them until `stop` says so; then lets each finish the request it is at.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    count: Gauge,
    mut stop: watch::Receiver<bool>,
) {
    let all = Arc::new(Connections { count, ..Connections::default() });
    let mut told: Option<Instant> = None;
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                if all.open().len() >= limits.connections {
                    if !all.evict() {
                        tracing::warn!("{} connections, all busy: one from {peer} is turned away", limits.connections);
                        continue;
                    }
                    if told.is_none_or(|at| at.elapsed() > SILENCE) {
                        tracing::warn!("{} connections: those idle longest make room for others", limits.connections);
                        told = Some(Instant::now());
                    }
                }
                let connection = all.enter();
                tokio::spawn(one(stream, peer, router.clone(), limits, connection, stop.clone()));
            }
            Err(error) => {
                tracing::warn!("no connection could be accepted: {error}");
                if !all.evict() {
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }
    drop(listener);
    all.emptied().await;
}

/// Serves one connection to its end.
async fn one(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    limits: Limits,
    connection: Connection,
    mut stop: watch::Receiver<bool>,
) {
    // Answers are small and somebody waits for each.
    let _ = stream.set_nodelay(true);
    let state = connection.state.clone();
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let (router, busy) = (router.clone(), state.begin());
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        async move { router.oneshot(request).await.map(|answer| answer.map(|body| Body::new(Answer { body, _busy: busy }))) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.idle);
    let mut serving = std::pin::pin!(builder.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        _ = serving.as_mut() => return,
        () = connection.state.evicted.notified() => return,
        _ = stop.wait_for(|stop| *stop) => serving.as_mut().graceful_shutdown(),
    }
    let _ = serving.await;
}

/// All connections that are open.
#[derive(Default)]
struct Connections {
    open: Mutex<HashMap<u64, Arc<ConnectionState>>>,
    next: AtomicU64,
    left: Notify,
    /// How many there are, for others to see.
    count: Gauge,
}

impl Connections {
    fn open(&self) -> MutexGuard<'_, HashMap<u64, Arc<ConnectionState>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(self: &Arc<Connections>) -> Connection {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let state = Arc::new(ConnectionState { requests: Mutex::new((0, Instant::now())), evicted: Notify::new() });
        self.open().insert(id, state.clone());
        self.count.inc();
        Connection { id, all: self.clone(), state }
    }

    /// Closes the connection that has been idle longest, if any is idle.
    fn evict(&self) -> bool {
        let mut open = self.open();
        let idle = open.iter().filter_map(|(id, state)| Some((state.idle_since()?, *id))).min();
        let Some(state) = idle.and_then(|(_, id)| open.remove(&id)) else { return false };
        state.evicted.notify_one();
        true
    }

    /// Waits until none is open.
    async fn emptied(&self) {
        loop {
            let left = self.left.notified();
            if self.open().is_empty() {
                return;
            }
            left.await;
        }
    }
}

/// A connection for as long as it is open.
struct Connection {
    id: u64,
    all: Arc<Connections>,
    state: Arc<ConnectionState>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.open().remove(&self.id);
        self.all.count.dec();
        self.all.left.notify_waiters();
    }
}

struct ConnectionState {
    /// How many requests are being answered, and since when there are so many.
    requests: Mutex<(usize, Instant)>,
    evicted: Notify,
}

impl ConnectionState {
    fn begin(self: &Arc<ConnectionState>) -> Busy {
        self.change(|requests| requests + 1);
        Busy(self.clone())
    }

    fn change(&self, to: impl Fn(usize) -> usize) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests = (to(requests.0), Instant::now());
    }

    fn idle_since(&self) -> Option<Instant> {
        let (requests, since) = *self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        (requests == 0).then_some(since)
    }
}

/// Keeps a connection busy.
struct Busy(Arc<ConnectionState>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.change(|requests| requests - 1);
    }
}

/// The body of an answer, which keeps its connection busy until it is sent.
struct Answer {
    body: Body,
    _busy: Busy,
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        self.body.size_hint()
    }
}
