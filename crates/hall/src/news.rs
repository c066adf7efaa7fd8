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

use crate::{
    Doors,
    error::Fault,
    keeper::{News, Presence},
    people::Caller,
    store::Phase,
};

/// How many messages may wait for a slow line.
const WAITING: usize = 16;

/// `GET /tables/ID/events`: a message for each step taken or taken back (`event: step`) and for each change of seats
/// (`event: seats`); id and data are the number of steps then.
///
/// A stream opens with the present, so that nothing falls between loading a page and listening. After `Last-Event-ID` it
/// opens with every step since.
pub(crate) async fn events(
    State(doors): State<Doors>,
    Path(id): Path<String>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let (slot, held) = doors.keeper.hold(&id).await?;
    let (step, over) = (held.step(), held.head.phase == Phase::Over);
    // First come, then listen: nobody is told of their own coming. No step can fall in between, the table is held.
    let seated = !held.seats_of(caller.id()).is_empty();
    let presence = caller.id().map(|id| Presence::new(slot.clone(), id.to_owned(), seated, step));
    let mut heard = slot.listen();
    drop(held);
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse::<usize>().ok());
    let mut stopping = doors.keeper.stopping();
    let (line, messages) = mpsc::channel::<Result<Event, Infallible>>(WAITING);
    tokio::spawn(async move {
        let _here = presence;
        let first: Vec<News> = match last {
            // Seats may have changed as well; no step says so.
            Some(last) if last < step => (last + 1..=step).map(News::Step).chain([News::Seats(step)]).collect(),
            Some(_) => vec![News::Step(step), News::Seats(step)],
            None => vec![News::Step(step)],
        };
        for news in first {
            if line.send(Ok(message(news))).await.is_err() {
                return;
            }
        }
        if over && last.is_some_and(|last| last >= step) {
            return;
        }
        loop {
            let news = tokio::select! {
                news = heard.recv() => news,
                () = line.closed() => break,
                _ = stopping.wait_for(|stop| *stop) => break,
            };
            let news = match news {
                Ok(news) => news,
                // Too slow to hear each: what counts is that the page looks again.
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => break,
            };
            if line.send(Ok(message(news))).await.is_err() {
                break;
            }
        }
    });
    Ok(Sse::new(ReceiverStream::new(messages)).keep_alive(KeepAlive::default()).into_response())
}

fn message(news: News) -> Event {
    let (name, step) = match news {
        News::Step(step) => ("step", step),
        News::Seats(step) => ("seats", step),
    };
    Event::default().id(step.to_string()).event(name).data(step.to_string())
}
