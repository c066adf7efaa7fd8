//! Server-sent events: for programs one a step, for pages what has changed of them.

use std::{collections::BTreeSet, convert::Infallible, pin::pin, sync::Arc};

use axum::{
    extract::{Path, State},
    http::HeaderMap,
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use serde_json::json;
use tokio::sync::{broadcast::error::RecvError, mpsc};
use tokio_stream::wrappers::ReceiverStream;

use super::{AppState, callers::Caller, fields::QueryFields};
use crate::{
    fault::{Code, Fault},
    pages::{
        audience::{self, Span, ViewOptions},
        lookups,
        parts::{self, Audience, Baseline, Canvas, Change, Drawing},
    },
    store::TableStatus,
    tables::{LiveTable, Presence, TableEvent, TableSlot, absence},
};

/// How many messages may wait for a program on a slow line.
const WAITING: usize = 16;

type Line = mpsc::Sender<Result<Event, Infallible>>;

fn stream(messages: mpsc::Receiver<Result<Event, Infallible>>) -> Response {
    Sse::new(ReceiverStream::new(messages)).keep_alive(KeepAlive::default()).into_response()
}

/// The id of a caller; empty for one whom the hall does not know.
fn person_of(caller: &Caller) -> String {
    caller.id().unwrap_or_default().to_owned()
}

fn last_event_id(headers: &HeaderMap) -> Option<&str> {
    headers.get("last-event-id").and_then(|id| id.to_str().ok())
}

/// Server-sent events: a message for each step taken or taken back (`event: step`) and for each change of seats
/// (`event: seats`) and of talk (`event: talk`); id and data are the number of steps then.
///
/// A stream opens with the present, so that nothing falls between looking at a table and listening. After `Last-Event-ID`
/// it opens with every step since. With `state=1` the data of `step` and `seats` is where the match stands for the caller, as
/// a step answers it; what happens quickly is told at once then, and a stream always opens with the present alone.
#[utoipa::path(get, path = "/tables/{id}/events", params(("state" = Option<u8>, Query, description = "With 1 the data of `step` and `seats` is JSON: where the match stands for the caller, as a step answers it"), ("Last-Event-ID" = Option<String>, Header, description = "The last id that was heard")), responses((status = 200, description = "The stream", content_type = "text/event-stream", body = String)))]
pub(super) async fn events(
    State(app): State<AppState>,
    Path(id): Path<String>,
    caller: Caller,
    query: QueryFields,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let listening = caller.share().listen(caller.id())?;
    if let Some(me) = caller.id() {
        absence::arrive(&app.registry, me, &id).await?;
    }
    let (slot, guard) = app.registry.look(&id, caller.id()).await?;
    let (step, over) = (guard.step(), guard.header.status == TableStatus::Over);
    // First come, then listen: nobody is told of their own coming. No step can fall in between, the table is locked.
    let presence = Presence::new(slot.clone(), person_of(&caller), guard.is_at_table(caller.id()), step);
    let mut heard = slot.listen();
    drop(guard);
    let last = last_event_id(&headers).and_then(|id| id.parse::<usize>().ok());
    let mut stopping = app.registry.stopping();
    let (line, messages) = mpsc::channel(WAITING);
    let turned_away = caller.clone().turned_away(app.clone());
    let mut program = Program { app, id, caller, tells_state: query.get("state") == Some("1"), told: None };
    tokio::spawn(async move {
        let _here = (presence, listening);
        let mut turned_away = pin!(turned_away);
        let first: Vec<TableEvent> = match last {
            _ if program.tells_state => vec![TableEvent::Step(step)],
            // Seats may have changed as well; no step says so.
            Some(last) if last < step => {
                (last + 1..=step).map(TableEvent::Step).chain([TableEvent::Seats(step)]).collect()
            }
            Some(_) => vec![TableEvent::Step(step), TableEvent::Seats(step)],
            None => vec![TableEvent::Step(step)],
        };
        for event in first {
            if program.tell(event, &slot, &line).await.is_err() {
                return;
            }
        }
        if over && last.is_some_and(|last| last >= step) {
            return;
        }
        loop {
            let event = tokio::select! {
                event = heard.recv() => event,
                () = line.closed() => break,
                () = &mut turned_away => break,
                _ = stopping.wait_for(|stop| *stop) => break,
            };
            let told = match event {
                Ok(event) => program.tell(event, &slot, &line).await,
                // Too slow to hear each: what counts is that the program looks again.
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => break,
            };
            if told.is_err() {
                break;
            }
        }
    });
    Ok(stream(messages))
}

/// A program that follows a table.
struct Program {
    app: AppState,
    id: String,
    caller: Caller,
    /// Whether it is told where the match stands.
    tells_state: bool,
    /// The revision of the table that it was told of.
    told: Option<u64>,
}

impl Program {
    /// Tells of an event; fails where there is nobody to tell any more.
    async fn tell(&mut self, event: TableEvent, slot: &TableSlot, line: &Line) -> Result<(), Fault> {
        let message = match event {
            TableEvent::Step(_) | TableEvent::Seats(_) if self.tells_state => {
                let (_, mut guard) = self.app.registry.look(&self.id, self.caller.id()).await?;
                // Of what happens quickly the last state was told with what came before.
                if self.told.replace(slot.revision()) == Some(slot.revision()) {
                    return Ok(());
                }
                let event = match event {
                    TableEvent::Seats(_) => TableEvent::Seats(guard.step()),
                    _ => TableEvent::Step(guard.step()),
                };
                let viewer = guard.viewer(self.caller.id());
                message(event, &guard.progress(self.caller.id(), viewer))
            }
            TableEvent::Seats(step) => {
                // Who may look on may have changed, if anything about the seats has.
                drop(self.app.registry.look(&self.id, self.caller.id()).await?);
                message(event, &step.to_string())
            }
            TableEvent::Step(step) | TableEvent::Talk(step) => message(event, &step.to_string()),
        };
        line.send(Ok(message)).await.map_err(|_| Fault::nothing_here())
    }
}

fn message(event: TableEvent, data: &str) -> Event {
    let (name, step) = match event {
        TableEvent::Step(step) => ("step", step),
        TableEvent::Seats(step) => ("seats", step),
        TableEvent::Talk(step) => ("talk", step),
    };
    Event::default().id(step.to_string()).event(name).data(data)
}

/// `GET /tables/ID/events?version=VERSION`: what changes of a table's page. `version` is what the page was drawn at; if the
/// table is still at that, nothing is sent until something changes. `event: step` brings the parts that changed, the
/// moments and the chronicle's entries of the steps since; `event: whole` the whole page, for one that was drawn at
/// something else, fell too far behind, or is laid out anew; `event: version` nothing but the version, when what changed is
/// not seen on the page; `event: gone`, the last, that the table has been closed to whoever looks on. Ids are versions, so that a lost line goes on where it was if
/// nothing was missed, and brings the whole otherwise.
pub(super) async fn parts(
    State(app): State<AppState>,
    Path(id): Path<String>,
    caller: Caller,
    query: QueryFields,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let listening = caller.share().listen(caller.id())?;
    if let Some(me) = caller.id() {
        absence::arrive(&app.registry, me, &id).await?;
    }
    let (slot, guard) = app.registry.look(&id, caller.id()).await?;
    let (step, at_table) = (guard.step(), guard.is_at_table(caller.id()));
    let mut changed = slot.watch();
    drop(guard);
    let view = ViewOptions { at: None, pick: None, confirm: None, fragment: true, ..query.view_options(&headers) };
    let given = last_event_id(&headers).or(query.0.get("version"));
    let mut stopping = app.registry.stopping();
    let mut listener = Listener { app, id, caller, view, canvas: None, has: None };
    // Before the others are told who has come: that is a change, though none that the page misses.
    if let Some(given) = given {
        let drawing = listener.present(None).await?;
        listener.has = (drawing.version == given).then(|| drawing.baseline());
    }
    let presence = Presence::new(slot.clone(), person_of(&listener.caller), at_table, step);
    // One message at a time: what happens while a slow line takes it makes one message again.
    let (line, messages) = mpsc::channel(1);
    let (place, absence) = (Arc::downgrade(&slot), listener.app.registry.host_absence);
    drop(slot);
    let turned_away = listener.caller.clone().turned_away(listener.app.clone());
    tokio::spawn(async move {
        let here = (presence, listening);
        {
            // Dropped with this block: it may be reading, and what comes after takes long.
            let mut turned_away = pin!(turned_away);
            loop {
                changed.mark_unchanged();
                let done = tokio::select! {
                    told = listener.tell(&line) => told.is_err(),
                    _ = stopping.wait_for(|stop| *stop) => true,
                };
                if done {
                    break;
                }
                tokio::select! {
                    more = changed.changed() => if more.is_err() { break },
                    () = line.closed() => break,
                    () = &mut turned_away => break,
                    _ = stopping.wait_for(|stop| *stop) => break,
                }
            }
        }
        drop((here, line, listener));
        // A host who stays away so long can be replaced: the pages of the others say so then.
        if at_table {
            tokio::select! {
                () = TableSlot::changed_after(place, absence) => {}
                _ = stopping.wait_for(|stop| *stop) => {}
            }
        }
    });
    Ok(stream(messages))
}

/// A page that follows a table.
struct Listener {
    app: AppState,
    id: String,
    caller: Caller,
    view: ViewOptions,
    /// What is drawn for all who see the same.
    canvas: Option<(Audience, Arc<Canvas>)>,
    /// What the page has; nothing is known of a page that must be drawn anew.
    has: Option<Baseline>,
}

impl Listener {
    /// Sends what the page does not have.
    async fn tell(&mut self, line: &Line) -> Result<(), Fault> {
        let audience = self.canvas.as_ref().map(|(audience, _)| audience.clone());
        let since = self.has.as_ref().map(Baseline::revision);
        let drawing = match self.present(since).await {
            Err(fault) if fault.code == Code::NoSpectators => {
                let _ = line.send(Ok(Event::default().event("gone").data("{}"))).await;
                return Err(fault);
            }
            drawing => drawing?,
        };
        // Whoever has sat down or got up sees everything with other eyes.
        let moved = audience.is_some_and(|before| self.canvas.as_ref().is_some_and(|(now, _)| *now != before));
        let change = match self.has.as_ref().filter(|_| !moved) {
            Some(has) => drawing.since(has),
            None => Change::Whole(Vec::new()),
        };
        let (name, version, message) = match change {
            Change::Nothing if self.has.as_ref().is_some_and(|has| has.version() == drawing.version) => return Ok(()),
            Change::Nothing => {
                self.has = Some(drawing.baseline());
                ("version", drawing.version.clone(), json!({ "version": drawing.version }))
            }
            Change::Parts(message) => {
                self.has = Some(drawing.baseline());
                ("step", drawing.version.clone(), message)
            }
            Change::Whole(moments) => {
                let frame = self.frame(Span::Whole).await?;
                let (message, has) = parts::whole(&frame, &moments);
                self.has = Some(has);
                ("whole", frame.version, message)
            }
        };
        let event = Event::default().id(version).event(name).data(message.to_string());
        line.send(Ok(event)).await.map_err(|_| Fault::nothing_here())
    }

    /// The table as it is now, drawn for all who see the same. `since` is the revision from which it is told what happened.
    async fn present(&mut self, since: Option<u64>) -> Result<Arc<Drawing>, Fault> {
        let muted = self.app.muted(&self.caller).await?;
        let (slot, guard) = self.app.registry.look(&self.id, self.caller.id()).await?;
        let audience = self.audience(&guard, muted);
        drop(guard);
        let canvas = match &self.canvas {
            Some((same, canvas)) if *same == audience => canvas.clone(),
            _ => {
                let canvas = self.app.canvases.of(&self.id, &audience);
                self.canvas = Some((audience, canvas.clone()));
                canvas
            }
        };
        let mut drawn = canvas.lock().await;
        let person = self.canvas.as_ref().and_then(|(audience, _)| audience.person.as_deref());
        if let Some(drawing) = drawn.as_ref().filter(|drawing| drawing.version == slot.version(person)) {
            return Ok(drawing.clone());
        }
        let since = drawn.as_ref().map(|drawing| drawing.revision).or(since).unwrap_or(u64::MAX);
        let frame = self.frame(Span::Since(since)).await?;
        let drawing = Arc::new(Drawing::new(&frame, drawn.as_deref()));
        self.app.canvases.count();
        *drawn = Some(drawing.clone());
        Ok(drawing)
    }

    /// Who sees the same as this listener.
    fn audience(&self, live: &LiveTable, mut muted: BTreeSet<String>) -> Audience {
        // Whoever does not talk here is not heard anyway.
        muted.retain(|person| live.talk.is_voice(person));
        let asks = |me: &&str| live.applications.values().any(|application| application.person == *me);
        let person = self.caller.id().filter(|me| live.concerns(me) || asks(me));
        Audience {
            person: person.map(str::to_owned),
            seat: self.view.seat.filter(|_| person.is_some()),
            theme: audience::visitor(self.caller.person()).theme,
            origin: self.view.origin.clone(),
            muted,
        }
    }

    /// What drawing the table for all who see the same as this listener needs, taken while it is locked. Those who only look
    /// on look as nobody, so that nothing of one of them is shown to the others.
    async fn frame(&self, span: Span) -> Result<audience::Frame, Fault> {
        let (slot, guard) = self.app.registry.look(&self.id, self.caller.id()).await?;
        let known = self.canvas.as_ref().is_some_and(|(audience, _)| audience.person.is_some());
        let person = self.caller.person().filter(|_| known);
        let muted = self.canvas.as_ref().map(|(audience, _)| audience.muted.clone()).unwrap_or_default();
        let me = person.map(|person| person.id.as_str());
        let lookups = lookups::look_up(&self.app.registry, &self.app.store, (&slot, &guard), me, muted).await?;
        let mut frame = audience::frame(&slot, &guard, lookups, person, span, self.view.clone())?;
        frame.theme = audience::visitor(self.caller.person()).theme;
        Ok(frame)
    }
}
