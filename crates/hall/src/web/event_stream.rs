//! Server-sent events for whoever follows a table.
//!
//! A stream that waits is no task of its own: it is read by its connection, and what it tells is made when it is read. So a reader
//! on a slow line misses nothing, and what happens while they take a message makes one message again. Whatever may have to wait
//! for the table is a task: who reads slowly, or no more, must not keep the table from others.

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

/// How long nothing is sent before a sign of life is, so that nobody takes the line for dead.
const QUIET: Duration = Duration::from_secs(15);

/// A message, as it goes over the line.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) bytes: Bytes,
    /// Whether nothing comes after it.
    pub(super) is_last: bool,
}

/// Writes an event of this kind. `data` may have several lines.
pub(super) fn write_event(to: &mut Vec<u8>, kind: &str, id: &str, data: &[u8]) {
    // Room for some lines beside what is written.
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

/// Somebody who follows a table.
pub(super) trait Subscriber: Send + Sized + 'static {
    /// Sent when nothing else has been sent for a while. A comment, unless the follower must notice it.
    const SIGN_OF_LIFE: &'static [u8] = b":\n\n";

    /// The last message to a follower whom the server no longer serves; `None` ends the stream without one.
    fn farewell(_: Standing) -> Option<Message> {
        None
    }

    /// The news that they do not have, if that can be told without waiting for anything; `None` if it cannot.
    fn news_now(&mut self) -> Option<Result<Option<Message>, Fault>> {
        None
    }

    /// The news that they do not have. After a fault nothing more is told.
    fn news(&mut self) -> impl Future<Output = Result<Option<Message>, Fault>> + Send;
}

/// A table that somebody begins to follow.
pub(super) struct Subscription {
    pub(super) slot: Arc<TableHandle>,
    /// Wakes when the table may look different.
    changed: watch::Receiver<()>,
    listening: Listening,
    /// The number of steps taken.
    pub(super) step: usize,
    /// Whether they sit there or are the host.
    at_table: bool,
}

impl Subscription {
    /// Finds the table that somebody wants to follow, and locks it.
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
        // What has not been told yet is told at once.
        changed.mark_changed();
        let (step, at_table) = (guard.step(), guard.is_at_table(caller.id()));
        Ok((Subscription { slot, changed, listening, step, at_table }, guard))
    }

    /// Tells the others who has come, for as long as this lives.
    pub(super) fn enter(&self, caller: &Caller) -> Presence {
        let person = caller.id().unwrap_or_default().to_owned();
        Presence::new(self.slot.clone(), person, self.at_table, self.step)
    }

    /// The stream of what a follower is told.
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

/// A stream that consists of this message alone.
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

/// The line to somebody who follows a table.
struct EventStream<F> {
    app: AppState,
    caller: Caller,
    /// Who follows; nothing while their news are made.
    follower: Option<Box<F>>,
    /// Wakes when the table may look different.
    changed: watch::Receiver<()>,
    /// Tells who is signed out or kept out.
    endings: broadcast::Receiver<Option<String>>,
    stopping: watch::Receiver<bool>,
    quiet: Interval,
    /// Whether it is to be looked again whether the follower is welcome.
    doubted: bool,
    /// Whether nothing more is sent.
    over: bool,
    _here: (Presence, Listening),
}

impl<F: Subscriber> EventStream<F> {
    /// What is to be sent next; nothing when it is over.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if self.over {
                return None;
            }
            if std::mem::take(&mut self.doubted) {
                // What is done now and then takes its room from the heap, so that a line that waits needs little.
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

    /// The news that the follower does not have.
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

    /// The same, made by a task.
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
