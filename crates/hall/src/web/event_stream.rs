//! Server-sent events for the followers of a table.
//!
//! A waiting stream needs no task of its own: its connection reads it, and messages are made when
//! they are read. So a reader on a slow line misses nothing, and the events during one message are
//! combined in the next. Work that may have to wait for the table runs in a task: a reader who is
//! slow or gone must not hold the table's lock.
//!
//! A stream is not a task: its connection reads it, and the server draws when it is read, so a slow
//! line gets the present.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    body::{Body, Bytes},
    http::{HeaderName, header},
    response::{IntoResponse, Response},
};
use futures_util::{StreamExt, stream};
use memchr::memchr_iter;
use tokio::{
    sync::{broadcast, watch},
    time::{Interval, MissedTickBehavior},
};

use super::{
    AppState,
    callers::{Caller, Standing},
    errors,
    limits::Listening,
};
use crate::{
    fault::Fault,
    tables::{LockedTable, Presence, TableHandle, absence},
};

/// The silence after which a sign of life is sent, so that nobody takes the connection for dead.
const QUIET: Duration = Duration::from_secs(15);

/// A message in the format of the stream.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) bytes: Bytes,
    /// Whether it is the last message.
    pub(super) is_last: bool,
}

/// Writes an event of this kind. `data` may have several lines.
pub(super) fn write_event(to: &mut Vec<u8>, kind: &str, id: &str, data: &[u8]) {
    // Reserves room for the field names too.
    to.reserve(data.len() + kind.len() + id.len() + 256);
    for part in [b"id: ", id.as_bytes(), b"\nevent: ", kind.as_bytes()] {
        to.extend_from_slice(part);
    }
    let mut line = 0;
    for end in memchr_iter(b'\n', data).chain([data.len()]) {
        to.extend_from_slice(b"\ndata: ");
        to.extend_from_slice(&data[line..end]);
        line = end + 1;
    }
    to.extend_from_slice(b"\n\n");
}

/// A follower of a table.
pub(super) trait Subscriber: Send + Sized + 'static {
    /// The bytes that are sent after a silence: a comment, unless the follower must notice it.
    const SIGN_OF_LIFE: &'static [u8] = b":\n\n";

    /// Returns the last message to a follower whom the server no longer serves; `None` ends the
    /// stream without one.
    fn farewell(_: Standing) -> Option<Message> {
        None
    }

    /// Returns the news for the follower, if this needs no waiting; `None` if it does.
    fn news_now(&mut self) -> Option<Result<Option<Message>, Fault>> {
        None
    }

    /// Returns the news for the follower. After a fault the stream ends.
    fn news(&mut self) -> impl Future<Output = Result<Option<Message>, Fault>> + Send;
}

/// A table that a caller begins to follow.
pub(super) struct Subscription {
    pub(super) slot: Arc<TableHandle>,
    /// Wakes when the table may look different.
    changed: watch::Receiver<()>,
    listening: Listening,
    /// The number of steps taken.
    pub(super) step: usize,
    /// Whether the caller sits there or is the host.
    at_table: bool,
}

impl Subscription {
    /// Finds the table that a caller wants to follow, and locks it.
    ///
    /// # Errors
    /// If they follow too many, or may not look at this one.
    pub(super) async fn find(app: &AppState, caller: &Caller, id: &str) -> Result<(Subscription, LockedTable), Fault> {
        let listening = caller.share().listen(caller.id())?;
        if let Some(me) = caller.id() {
            absence::arrive(&app.registry, me, id).await?;
        }
        let (slot, guard) = app.registry.look(id, caller.id()).await?;
        let mut changed = slot.watch();
        // Makes the stream send the first news at once.
        changed.mark_changed();
        let (step, at_table) = (guard.step(), guard.is_at_table(caller.id()));
        Ok((Subscription { slot, changed, listening, step, at_table }, guard))
    }

    /// Notifies the others that the caller has come; they count as present for as long as the
    /// result lives.
    pub(super) fn enter(&self, caller: &Caller) -> Presence {
        let person = caller.id().unwrap_or_default().to_owned();
        Presence::new(self.slot.clone(), person, self.at_table, self.step)
    }

    /// Returns the stream of a follower's messages.
    pub(super) fn stream(
        self,
        app: &AppState,
        caller: &Caller,
        presence: Presence,
        follower: impl Subscriber,
    ) -> Response {
        let mut quiet = tokio::time::interval(QUIET);
        quiet.set_missed_tick_behavior(MissedTickBehavior::Delay);
        quiet.reset();
        let line = EventStream {
            app: app.clone(),
            caller: caller.clone(),
            follower: Some(Box::new(follower)),
            changed: self.changed,
            endings: app.endings.listen(),
            stopping: app.registry.stopping(),
            quiet,
            doubted: true,
            over: false,
            _here: (presence, self.listening),
        };
        let messages = stream::unfold(Box::new(line), |mut line| async {
            let bytes = line.next().await?;
            Some((Ok::<_, Infallible>(bytes), line))
        });
        response(Body::from_stream(messages.fuse()))
    }
}

/// Returns a stream that consists of this message alone.
pub(super) fn single(message: Message) -> Response {
    response(Body::from(message.bytes))
}

fn response(body: Body) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-cache"),
        // nginx buffers answers unless they forbid it.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, body).into_response()
}

/// The state of the stream to a follower.
struct EventStream<F> {
    app: AppState,
    caller: Caller,
    /// The follower; `None` while a task makes their news.
    follower: Option<Box<F>>,
    /// Wakes when the table may look different.
    changed: watch::Receiver<()>,
    /// Receives the sessions that have ended and the people who are banned.
    endings: broadcast::Receiver<Option<String>>,
    stopping: watch::Receiver<bool>,
    quiet: Interval,
    /// Whether to check the follower's standing again.
    doubted: bool,
    /// Whether the stream has ended.
    over: bool,
    _here: (Presence, Listening),
}

impl<F: Subscriber> EventStream<F> {
    /// Returns the next bytes to send; `None` when the stream is over.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if self.over {
                return None;
            }
            if std::mem::take(&mut self.doubted) {
                // Rare work uses memory from the heap, so that a waiting stream stays small.
                let standing = Box::pin(self.caller.standing(&self.app)).await;
                if standing != Standing::Welcome {
                    self.over = true;
                    return F::farewell(standing).map(|message| message.bytes);
                }
            }
            tokio::select! {
                biased;
                _ = self.stopping.wait_for(|stop| *stop) => return None,
                ending = self.endings.recv() => {
                    self.doubted = self.caller.is_meant(&ending);
                    continue;
                }
                more = self.changed.changed() => more.ok()?,
                _ = self.quiet.tick() => return Some(Bytes::from_static(F::SIGN_OF_LIFE)),
            }
            if let Some(message) = self.news().await.ok()? {
                self.over = message.is_last;
                self.quiet.reset();
                return Some(message.bytes);
            }
        }
    }

    /// Returns the news for the follower.
    async fn news(&mut self) -> Result<Option<Message>, Fault> {
        let language = self.caller.language();
        if let Some(news) = language.speak(|| self.follower.as_mut().and_then(|follower| follower.news_now())) {
            return news;
        }
        let mut stopping = self.stopping.clone();
        tokio::select! {
            news = self.late_news() => news,
            _ = stopping.wait_for(|stop| *stop) => Err(errors::nothing_here()),
        }
    }

    /// Returns the news for the follower, made by a task.
    async fn late_news(&mut self) -> Result<Option<Message>, Fault> {
        let mut follower = self.follower.take().ok_or_else(errors::nothing_here)?;
        let made = tokio::spawn(self.caller.language().around(async move {
            let news = follower.news().await;
            (follower, news)
        }));
        let (follower, news) = made.await.map_err(|_| errors::nothing_here())?;
        self.follower = Some(follower);
        news
    }
}
