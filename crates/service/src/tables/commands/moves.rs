//! Moves: steps taken, and completed by chance outcomes entered by hand.
//!
//! If two moves come at once, one is first; the caller of the other receives the new state of the
//! table.

use std::sync::Arc;

use kernel::Viewer;
use serde_json::Value;
use store::{Timestamp, Write, now};
use text::t;

use super::absence;
use crate::{
    contained,
    fault::{Code, Fault},
    tables::{
        runtime::{LockedTable, TableRegistry, agreed, apply},
        state::{Advance, Expected, Pending, Progress, TableEvent, TableState, Taken, epochs_of, journal, state_of},
    },
};

/// How long, in milliseconds, the time of the last change of a table is not updated again. Lists
/// may be out of date by as much.
const UNTOUCHED: Timestamp = 2_000;

/// A request for a move.
#[derive(Clone, Debug)]
pub struct MoveRequest {
    /// The seat that acts.
    pub seat: u64,
    /// The state that the caller has seen.
    pub expected: Expected,
    /// The action.
    pub action: Value,
    /// The caller's idempotency key.
    pub request: Option<String>,
}

/// A chance outcome that a player enters by hand.
#[derive(Clone, Debug)]
pub struct AnswerRequest {
    /// The number of steps that the caller has seen.
    pub step: usize,
    /// How many outcomes of the step under way the caller has seen, which identifies the question.
    /// Programs may leave it out; the outcome then answers the present question.
    pub answers: Option<usize>,
    /// The outcome.
    pub value: String,
}

/// The result of a request for a move.
#[derive(Clone, Debug)]
pub enum MoveResult<T> {
    /// The move was made; the value is the caller's information about the table after it.
    Made(T),
    /// An earlier request with the same idempotency key made the move, as this step.
    Repeated(usize),
}

/// Takes a step for a person. `tell` computes the information that they want about the table after
/// it, before anybody else acts.
///
/// # Errors
/// If it is not theirs to take, not legal, or came too late; nothing has changed then.
pub async fn act<T: Send + 'static>(
    registry: &Arc<TableRegistry>,
    me: &str,
    id: &str,
    request: MoveRequest,
    tell: fn(&mut TableState, &str, Viewer) -> T,
) -> Result<MoveResult<T>, Fault> {
    let acted = apply(registry, id, (me.to_owned(), request), move |registry, mut guard, (me, asked)| async move {
        let seat = guard.own_seat(asked.seat, &me, t!("you can move only for your own"))?;
        guard.handle().note_seen(&me);
        absence::come_back(&registry, &mut guard, &me).await?;
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
        take(&registry, &mut guard, &asked.action, Pending { seat, request, bot: None }).await?;
        // A player who acts decides for themselves again.
        guard.decides_itself(seat);
        Ok(MoveResult::Made(tell(&mut guard, &me, Viewer::Seat(seat))))
    })
    .await;
    registry.or_present_state(acted, me, id).await
}

/// Takes a step, commits it, and notifies everybody.
pub(crate) async fn take(
    registry: &TableRegistry,
    guard: &mut LockedTable,
    action: &Value,
    step: Pending,
) -> Result<(), Fault> {
    guard.act(action, step)?;
    settle(registry, guard).await
}

/// Enters the chance outcome that a step waits for. `tell` takes the caller's information about the
/// table after it, while the table is locked.
///
/// # Errors
/// If none is waited for, the caller may not enter it, or it is impossible; nothing has changed
/// then.
pub async fn answer<T: Send + 'static>(
    registry: &Arc<TableRegistry>,
    me: &str,
    id: &str,
    asked: AnswerRequest,
    tell: fn(&mut TableState, &str, Viewer) -> T,
) -> Result<T, Fault> {
    apply(registry, id, (me.to_owned(), asked), move |registry, mut guard, (me, asked)| async move {
        let own = guard.seats_of(Some(&me));
        guard.answer(&me, asked.step, asked.answers, &asked.value)?;
        settle(&registry, &mut guard).await?;
        let viewer = own.lowest().map_or(Viewer::Spectator, Viewer::Seat);
        Ok(tell(&mut guard, &me, viewer))
    })
    .await
}

/// Continues after a step was taken or an outcome entered: if the step is complete, it is committed
/// and everybody is notified.
async fn settle(registry: &TableRegistry, guard: &mut LockedTable) -> Result<(), Fault> {
    let slot = guard.handle().clone();
    let (n, id) = (guard.step(), guard.header.id.clone());
    // Uses the clock that decides when a day is over.
    let at = if guard.header.daily.is_some() { registry.calendar.now() } else { now() };
    match guard.advance(at)? {
        Advance::Waits => {
            guard.uncommitted = false;
            // There is no new step yet, but the table looks different.
            slot.notify(TableEvent::Seats(n));
            return Ok(());
        }
        Advance::Step(row, end) => {
            let end = end.map(|end| *end);
            let touched = now();
            let touches = touched - guard.header.touched > UNTOUCHED;
            let proposals = match (&end, &row.step.bot) {
                (Some(_), _) => Vec::new(),
                (None, Some(_)) => guard.header.proposals.clone(),
                (None, None) => guard.proposals_after_step(|person| slot.is_here(person), row.step.seat),
            };
            let append = Write::AppendStep { table: id, row, end: end.clone(), learned: guard.learned(), touches };
            let write = agreed(guard, vec![append], proposals, None);
            registry.commit(guard, write).await?;
            registry.figures.moves.inc();
            guard.note_stored(Taken { at, revision: slot.revision() }, end);
            if touches {
                guard.header.touched = touched;
            }
        }
        Advance::Setup(setup) => registry.commit(guard, Write::RecordSetup { table: id, setup }).await?,
    }
    guard.pending = None;
    let due = slot.review(guard);
    slot.notify(TableEvent::Step(n));
    if due {
        registry.call_armed(guard);
    }
    registry.wake(guard);
    Ok(())
}

/// Returns the answer that step `n` received: the journal up to there, replayed once more.
///
/// # Errors
/// If there is no such table.
pub async fn progress_at(
    registry: &TableRegistry,
    me: &str,
    id: &str,
    n: usize,
    viewer: Viewer,
) -> Result<Progress, Fault> {
    let guard = registry.lock(id).await?;
    let (own, title) = (guard.seats_of(Some(me)), guard.title);
    let (mut header, steps) = registry.store.load(id).await?.ok_or_else(|| Fault::unknown_table(id))?;
    let place = guard.place();
    drop(guard);
    header.outcome = None;
    let replay = move || journal::replay(title, &header, steps.get(..n).unwrap_or(&steps));
    let replayed = contained::beside("replaying a match", place, replay).await;
    let table = replayed.ok_or_else(|| Fault::new(Code::Internal, t!("this table could not be opened")))??;
    let (state, epochs) = (state_of(table.as_ref(), own, viewer), epochs_of(Some(table.as_ref()), own));
    Ok(Progress { step: n, answers: 0, state: Some(state), epochs, events: table.events(viewer, n) })
}
