//! Server-sent events: one a step, its number as the id, so that a page that lost its line knows what it missed.

use std::convert::Infallible;

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
    tables::{Presence, TableEvent},
};

/// How many messages may wait for a slow line.
const WAITING: usize = 16;

/// `GET /tables/ID/events`: a message for each step taken or taken back (`event: step`) and for each change of seats
/// (`event: seats`); id and data are the number of steps then.
///
/// A stream opens with the present, so that nothing falls between loading a page and listening. After `Last-Event-ID` it
/// opens with every step since.
pub(super) async fn events(
    State(app): State<AppState>,
    Path(id): Path<String>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let (slot, guard) = app.registry.lock(&id).await?;
    let (step, over) = (guard.step(), guard.header.status == TableStatus::Over);
    // First come, then listen: nobody is told of their own coming. No step can fall in between, the table is locked.
    let seated = !guard.seats_of(caller.id()).is_empty();
    let presence = caller.id().map(|id| Presence::new(slot.clone(), id.to_owned(), seated, step));
    let mut heard = slot.listen();
    drop(guard);
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse::<usize>().ok());
    let mut stopping = app.registry.stopping();
    let (line, messages) = mpsc::channel::<Result<Event, Infallible>>(WAITING);
    tokio::spawn(async move {
        let _here = presence;
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
                _ = stopping.wait_for(|stop| *stop) => break,
            };
            let event = match event {
                Ok(event) => event,
                // Too slow to hear each: what counts is that the page looks again.
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => break,
            };
            if line.send(Ok(message(event))).await.is_err() {
                break;
            }
        }
    });
    Ok(Sse::new(ReceiverStream::new(messages)).keep_alive(KeepAlive::default()).into_response())
}

fn message(event: TableEvent) -> Event {
    let (name, step) = match event {
        TableEvent::Step(step) => ("step", step),
        TableEvent::Seats(step) => ("seats", step),
    };
    Event::default().id(step.to_string()).event(name).data(step.to_string())
}
