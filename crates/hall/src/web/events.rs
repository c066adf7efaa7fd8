//! Event streams for programs that follow a table: one message per step.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::HeaderMap,
};

use super::{
    AppState, HandlerResult,
    callers::Caller,
    event_stream::{Message, Subscriber, Subscription, write_event},
    fields::QueryFields,
    schema::Progress,
};
use crate::{
    fault::Fault,
    store::TableStatus,
    tables::{EventReader, TableEvent, TableHandle, TableState},
};

pub(super) fn last_event_id(headers: &HeaderMap) -> Option<&str> {
    headers.get("last-event-id").and_then(|id| id.to_str().ok())
}

/// Streams server-sent events of a table.
///
/// Each step taken or taken back is an `event: step`, each change of seats an `event: seats`, and
/// each change of the chat an `event: talk`. Id and data are the number of steps then. The stream
/// opens with the present, so that no event is lost between reading a table and listening. After
/// `Last-Event-ID` it opens with every step since. With `state=1` the data of `step` and `seats` is
/// the state of the match for the caller, as in the answer to a step. Quick events are then sent
/// together, and the stream always opens with the present alone.
#[utoipa::path(get, path = "/api/v1/tables/{id}/events", params(("state" = Option<u8>, Query, description = "With 1 the data of `step` and `seats` is JSON: where the match stands for the caller, as a step answers it"), ("Last-Event-ID" = Option<String>, Header, description = "The last id that was heard")), responses((status = 200, description = "The stream", content_type = "text/event-stream", body = String)))]
pub(super) async fn events(
    State(app): State<AppState>,
    Path(id): Path<String>,
    caller: Caller,
    query: QueryFields,
    headers: HeaderMap,
) -> HandlerResult {
    let (place, guard) = Subscription::find(&app, &caller, &id).await?;
    // The caller enters before listening, so that nobody is notified of their own arrival. No step
    // can come in between, because the table is locked.
    let presence = place.enter(&caller);
    let reader = place.slot.listen();
    let (step, over) = (place.step, guard.header.status == TableStatus::Over);
    drop(guard);
    let tells_state = query.get("state") == Some("1");
    let last = last_event_id(&headers).and_then(|id| id.parse::<usize>().ok());
    let first: Vec<TableEvent> = match last {
        // Seats may have changed as well; no step shows that.
        Some(last) if last < step && !tells_state => {
            (last + 1..=step).map(TableEvent::Step).chain([TableEvent::Seats(step)]).collect()
        }
        Some(_) if !tells_state => vec![TableEvent::Step(step), TableEvent::Seats(step)],
        _ => vec![TableEvent::Step(step)],
    };
    let ends = over && last.is_some_and(|last| last >= step);
    let program =
        Program { app: app.clone(), id, caller: caller.clone(), reader, untold: first, tells_state, told: None, ends };
    Ok(place.stream(&app, &caller, presence, program))
}

/// A program that follows a table.
struct Program {
    app: AppState,
    id: String,
    caller: Caller,
    reader: EventReader,
    /// The events that are yet to be sent.
    untold: Vec<TableEvent>,
    /// Whether events carry the state of the match.
    tells_state: bool,
    /// The revision of the table that was last sent.
    told: Option<u64>,
    /// Whether the next message is the last.
    ends: bool,
}

impl Subscriber for Program {
    fn news_now(&mut self) -> Option<Result<Option<Message>, Fault>> {
        if !self.hears() {
            return Some(Ok(None));
        }
        match self.app.registry.try_look(&self.id, self.caller.id()) {
            Ok(Some((slot, mut live))) => Some(Ok(self.message(&slot, &mut live))),
            Ok(None) => None,
            Err(fault) => Some(Err(fault)),
        }
    }

    async fn news(&mut self) -> Result<Option<Message>, Fault> {
        if !self.hears() {
            return Ok(None);
        }
        let (slot, mut live) = self.app.registry.look(&self.id, self.caller.id()).await?;
        Ok(self.message(&slot, &mut live))
    }
}

impl Program {
    /// Reads new events, and returns whether there are any.
    fn hears(&mut self) -> bool {
        self.reader.read(&mut self.untold);
        !self.untold.is_empty()
    }

    /// Returns a message with all unsent events.
    fn message(&mut self, slot: &Arc<TableHandle>, live: &mut TableState) -> Option<Message> {
        let mut bytes = Vec::new();
        for event in self.untold.drain(..) {
            let (kind, step) = match event {
                TableEvent::Step(step) => ("step", step),
                TableEvent::Seats(step) => ("seats", step),
                TableEvent::Talk(step) => ("talk", step),
            };
            if !self.tells_state || kind == "talk" {
                let step = step.to_string();
                write_event(&mut bytes, kind, &step, step.as_bytes());
            // Quick events share one state: the latest is sent with the first of them.
            } else if self.told.replace(slot.revision()) != Some(slot.revision()) {
                let viewer = live.viewer(self.caller.id());
                let state = live.progress(self.caller.id(), viewer, Progress::written);
                write_event(&mut bytes, kind, &live.step().to_string(), state.as_bytes());
            }
        }
        (!bytes.is_empty()).then(|| Message { bytes: bytes.into(), is_last: self.ends })
    }
}
