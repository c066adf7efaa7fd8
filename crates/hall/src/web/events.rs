//! Programs that follow a table: a message a step.

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
};
use crate::{
    fault::Fault,
    store::TableStatus,
    tables::{EventReader, TableEvent, TableHandle, TableState},
};

pub(super) fn last_event_id(headers: &HeaderMap) -> Option<&str> {
    headers.get("last-event-id").and_then(|id| id.to_str().ok())
}

/// Server-sent events: a message for each step taken or taken back (`event: step`) and for each change of seats
/// (`event: seats`) and of talk (`event: talk`); id and data are the number of steps then.
///
/// A stream opens with the present, so that nothing falls between looking at a table and listening. After `Last-Event-ID`
/// it opens with every step since. With `state=1` the data of `step` and `seats` is where the match stands for the caller, as
/// a step answers it; what happens quickly is told at once then, and a stream always opens with the present alone.
#[utoipa::path(get, path = "/api/v1/tables/{id}/events", params(("state" = Option<u8>, Query, description = "With 1 the data of `step` and `seats` is JSON: where the match stands for the caller, as a step answers it"), ("Last-Event-ID" = Option<String>, Header, description = "The last id that was heard")), responses((status = 200, description = "The stream", content_type = "text/event-stream", body = String)))]
pub(super) async fn events(
    State(app): State<AppState>,
    Path(id): Path<String>,
    caller: Caller,
    query: QueryFields,
    headers: HeaderMap,
) -> HandlerResult {
    let (place, guard) = Subscription::find(&app, &caller, &id).await?;
    // First come, then listen: nobody is told of their own coming. No step can fall in between, the table is locked.
    let presence = place.enter(&caller);
    let reader = place.slot.listen();
    let (step, over) = (place.step, guard.header.status == TableStatus::Over);
    drop(guard);
    let tells_state = query.get("state") == Some("1");
    let last = last_event_id(&headers).and_then(|id| id.parse::<usize>().ok());
    let first: Vec<TableEvent> = match last {
        // Seats may have changed as well; no step says so.
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
    /// What it is yet to be told.
    untold: Vec<TableEvent>,
    /// Whether it is told where the match stands.
    tells_state: bool,
    /// The revision of the table that it was told of.
    told: Option<u64>,
    /// Whether it is told nothing more after that.
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
    /// Whether there is anything to tell.
    fn hears(&mut self) -> bool {
        self.reader.read(&mut self.untold);
        !self.untold.is_empty()
    }

    /// All that it has not been told.
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
            // Of what happens quickly the last state is told with what came first.
            } else if self.told.replace(slot.revision()) != Some(slot.revision()) {
                let viewer = live.viewer(self.caller.id());
                let state = live.progress(self.caller.id(), viewer);
                write_event(&mut bytes, kind, &live.step().to_string(), state.as_bytes());
            }
        }
        (!bytes.is_empty()).then(|| Message { bytes: bytes.into(), is_last: self.ends })
    }
}
