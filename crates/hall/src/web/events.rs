//! Server-sent events for programs: one a step.

use std::{convert::Infallible, pin::pin};

use axum::{
    extract::{Path, State},
    http::HeaderMap,
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use tokio::sync::{broadcast::error::RecvError, mpsc};
use tokio_stream::wrappers::ReceiverStream;

use super::{AppState, callers::Caller, fields::QueryFields};
use crate::{
    fault::Fault,
    store::TableStatus,
    tables::{Presence, TableEvent, TableSlot, absence},
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

pub(super) fn last_event_id(headers: &HeaderMap) -> Option<&str> {
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
