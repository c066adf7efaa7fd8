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

use super::{AppState, callers::Caller};
use crate::{
    fault::Fault,
    store::TableStatus,
    tables::{Presence, TableEvent, absence},
};

/// How many messages may wait for a program on a slow line.
const WAITING: usize = 16;

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
/// it opens with every step since.
#[utoipa::path(get, path = "/tables/{id}/events", params(("Last-Event-ID" = Option<String>, Header, description = "The last id that was heard")), responses((status = 200, description = "The stream", content_type = "text/event-stream", body = String)))]
pub(super) async fn events(
    State(app): State<AppState>,
    Path(id): Path<String>,
    caller: Caller,
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
    tokio::spawn(async move {
        let _here = (presence, listening);
        let mut turned_away = pin!(turned_away);
        let first: Vec<TableEvent> = match last {
            // Seats may have changed as well; no step says so.
            Some(last) if last < step => {
                (last + 1..=step).map(TableEvent::Step).chain([TableEvent::Seats(step)]).collect()
            }
            Some(_) => vec![TableEvent::Step(step), TableEvent::Seats(step)],
            None => vec![TableEvent::Step(step)],
        };
        for event in first {
            if line.send(Ok(message(event))).await.is_err() {
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
            let event = match event {
                Ok(event) => event,
                // Too slow to hear each: what counts is that the program looks again.
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => break,
            };
            // Who may look on may have changed, if anything about the seats has.
            if matches!(event, TableEvent::Seats(_)) && app.registry.look(&id, caller.id()).await.is_err() {
                break;
            }
            if line.send(Ok(message(event))).await.is_err() {
                break;
            }
        }
    });
    Ok(stream(messages))
}

fn message(event: TableEvent) -> Event {
    let (name, step) = match event {
        TableEvent::Step(step) => ("step", step),
        TableEvent::Seats(step) => ("seats", step),
        TableEvent::Talk(step) => ("talk", step),
    };
    Event::default().id(step.to_string()).event(name).data(step.to_string())
}
