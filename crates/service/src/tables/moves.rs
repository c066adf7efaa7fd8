//! Moves: steps taken, and completed by chance outcomes entered by hand.
//!
//! Of two that come at once one is first; the other is told where the table stands now.

use std::sync::Arc;

use kernel::{Seat, Viewer, record::Step};
use serde_json::{Value, json};
use store::{StepRow, TableStatus, Timestamp, Write, now};
use text::t;

use super::{
    absence, auto_actions,
    handle::{TableEvent, TableHandle},
    journal,
    locked::LockedTable,
    premoves,
    registry::TableRegistry,
    state::{Expected, Pending, TableState, Taken, epochs_of, state_of},
    to_completion,
};
use crate::{
    contained,
    fault::{Code, Fault},
};

/// How long, in milliseconds, it is not noted again that something has happened at a table: lists may be behind by as much.
const UNTOUCHED: Timestamp = 2_000;

/// A move as it is asked for.
#[derive(Clone, Debug)]
pub struct MoveRequest {
    /// Which seat acts.
    pub seat: u64,
    /// What the caller has seen.
    pub expected: Expected,
    /// What it does.
    pub action: Value,
    /// The caller's idempotency key.
    pub request: Option<String>,
}

/// A chance outcome as it is entered by hand.
#[derive(Clone, Debug)]
pub struct AnswerRequest {
    /// The number of steps that the caller has seen.
    pub step: usize,
    /// How many outcomes of the step under way the caller knows to be entered: which question this answers. Programs may
    /// leave it out, and then whatever is asked now is answered.
    pub answers: Option<usize>,
    /// The outcome.
    pub value: String,
}

/// What came of a move.
#[derive(Clone, Debug)]
pub enum MoveResult<T> {
    /// It was made; what the caller wanted to know of the table then.
    Made(T),
    /// An earlier request of the same idempotency key made it, as this step.
    Repeated(usize),
}

/// Takes a step for a person. What they want to know of the table after it is found out by `tell`, before anybody else acts.
///
/// # Errors
/// If it is not theirs to take, not legal, or came too late; nothing has changed then.
pub async fn act<T: Send + 'static>(
    registry: &Arc<TableRegistry>,
    me: &str,
    id: &str,
    request: MoveRequest,
    tell: fn(&mut TableState, &str, Seat) -> T,
) -> Result<MoveResult<T>, Fault> {
    let acted = try_act(registry.clone(), me.to_owned(), id.to_owned(), request, tell).await;
    registry.or_present_state(acted, me, id).await
}

/// Where the match stands for who has moved, as JSON.
pub fn progress(live: &mut TableState, me: &str, seat: Seat) -> Arc<str> {
    live.progress(Some(me), Viewer::Seat(seat))
}

async fn try_act<T: Send + 'static>(
    registry: Arc<TableRegistry>,
    me: String,
    id: String,
    asked: MoveRequest,
    tell: fn(&mut TableState, &str, Seat) -> T,
) -> Result<MoveResult<T>, Fault> {
    to_completion((registry, me, id, asked), move |(registry, me, id, asked)| async move {
        let (slot, mut guard) = registry.lock(&id).await?;
        let seat = guard.own_seat(asked.seat, &me, t!("you can move only for your own"))?;
        slot.note_seen(&me);
        absence::come_back(&registry, &slot, &mut guard, &me).await?;
        let request = asked.request.map(|key| format!("{seat}:{key}"));
        if let Some(n) = request.as_ref().and_then(|request| guard.requests.get(request)) {
            let same = guard.playing()?.step(*n).is_some_and(|step| step.action == asked.action);
            return match same {
                true => Ok(MoveResult::Repeated(*n)),
                false => {
                    Err(Fault::bad(t!("that Idempotency-Key was used for another action; take a new one for each")))
                }
            };
        }
        guard.check_decision(seat, asked.expected, &me)?;
        take(&registry, &slot, &mut guard, seat, &asked.action, request).await?;
        // Whoever acts decides for themselves again.
        guard.decides_itself(seat);
        Ok(MoveResult::Made(tell(&mut guard, &me, seat)))
    })
    .await
}

/// Takes a step, commits it, and notifies everybody.
pub async fn take(
    registry: &TableRegistry,
    slot: &Arc<TableHandle>,
    guard: &mut LockedTable,
    seat: Seat,
    action: &Value,
    request: Option<String>,
) -> Result<(), Fault> {
    begin(registry, slot, guard, action, Pending { seat, request, bot: None }).await
}

/// Takes a step that a bot has chosen for a seat.
pub(super) async fn take_for_bot(
    registry: &TableRegistry,
    slot: &Arc<TableHandle>,
    guard: &mut LockedTable,
    seat: Seat,
    action: &Value,
    bot: String,
) -> Result<(), Fault> {
    begin(registry, slot, guard, action, Pending { seat, request: None, bot: Some(bot) }).await
}

async fn begin(
    registry: &TableRegistry,
    slot: &Arc<TableHandle>,
    guard: &mut LockedTable,
    action: &Value,
    step: Pending,
) -> Result<(), Fault> {
    guard.playing()?;
    let before = guard.all_epochs();
    guard.uncommitted = true;
    let acted = guard.table.as_mut().map_or(Ok(()), |table| table.act(step.seat, action));
    if let Err(refused) = acted {
        guard.uncommitted = false;
        return Err(refused.into());
    }
    guard.stepped(&before);
    guard.pending = Some(Box::new(step));
    settle(registry, slot, guard).await
}

/// Enters the chance outcome that a step waits for.
///
/// # Errors
/// If none is waited for, the caller may not enter it, or it is impossible; nothing has changed then.
pub async fn answer(
    registry: &Arc<TableRegistry>,
    me: &str,
    id: &str,
    asked: AnswerRequest,
) -> Result<Arc<str>, Fault> {
    let given = (registry.clone(), me.to_owned(), id.to_owned(), asked);
    to_completion(given, |(registry, me, id, asked)| async move {
        let (slot, mut guard) = registry.lock(&id).await?;
        guard.playing()?;
        guard.check_may_answer(&me)?;
        let own = guard.seats_of(Some(&me));
        guard.check_step(asked.step, &me)?;
        if let Some(answers) = asked.answers {
            guard.check_answers(answers, &me)?;
        }
        guard.uncommitted = true;
        let answered = guard.table.as_mut().map_or(Ok(()), |table| table.answer(&asked.value));
        if let Err(refused) = answered {
            guard.uncommitted = false;
            return Err(refused.into());
        }
        settle(&registry, &slot, &mut guard).await?;
        let viewer = own.lowest().map_or(Viewer::Spectator, Viewer::Seat);
        Ok(guard.progress(Some(&me), viewer))
    })
    .await
}

/// After a step was taken or an outcome entered: if the step is whole it is committed, and everybody is notified.
async fn settle(registry: &TableRegistry, slot: &Arc<TableHandle>, guard: &mut LockedTable) -> Result<(), Fault> {
    let n = guard.step();
    let table = guard.playing()?;
    if table.question().is_some() {
        guard.uncommitted = false;
        // No step yet, but something else to see than before.
        slot.notify(TableEvent::Seats(n));
        return Ok(());
    }
    let id = guard.header.id.clone();
    match (guard.pending.clone(), table.step(n)) {
        (Some(pending), Some(step)) => {
            let step = Step { bot: pending.bot.clone(), ..step };
            // By the clock that says when a day is over.
            let at = if guard.header.daily.is_some() { registry.calendar.now() } else { now() };
            let row = StepRow { step, request: pending.request.clone(), at };
            let end = guard.end(at);
            let touched = now();
            let touches = touched - guard.header.touched > UNTOUCHED;
            registry.commit(guard, Write::AppendStep { table: id, row, end: end.clone(), touches }).await?;
            registry.figures.moves.inc();
            guard.note_step(*pending, Taken { at, revision: slot.revision() });
            if touches {
                guard.header.touched = touched;
            }
            if let Some(end) = end {
                guard.header.status = TableStatus::Over;
                guard.header.outcome = Some(Box::new(end.outcome));
            }
        }
        _ => {
            let setup = journal::setup_of(table);
            registry.commit(guard, Write::RecordSetup { table: id, setup }).await?;
        }
    }
    guard.pending = None;
    auto_actions::review(slot, guard);
    let due = premoves::review(slot, guard);
    slot.notify(TableEvent::Step(n));
    if due {
        registry.call_armed(slot, guard);
    }
    registry.call_bots(slot, guard);
    Ok(())
}

/// What step `n` was answered with: the journal up to there, replayed once more.
///
/// # Errors
/// If there is no such table.
pub async fn progress_at(
    registry: &TableRegistry,
    me: &str,
    id: &str,
    n: usize,
    viewer: Viewer,
) -> Result<Value, Fault> {
    let (_, guard) = registry.lock(id).await?;
    let own = guard.seats_of(Some(me));
    let (mut header, steps) = registry.store.load(id).await?.ok_or_else(|| Fault::unknown_table(id))?;
    let place = guard.place();
    drop(guard);
    header.outcome = None;
    let replay = move || journal::replay(&header, steps.get(..n).unwrap_or(&steps));
    let replayed = contained::beside("replaying a match", place, replay).await;
    let table = replayed.ok_or_else(|| Fault::new(Code::Internal, t!("this table could not be opened")))??;
    let (state, epochs) = (state_of(table.as_ref(), own, viewer), epochs_of(Some(table.as_ref()), own));
    Ok(json!({ "step": n, "answers": 0, "state": state, "epochs": epochs, "events": table.events(viewer, n) }))
}
