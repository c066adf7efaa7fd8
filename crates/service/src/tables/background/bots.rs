//! Bots act on their seats, after a pause in which people can see what happened before. Due
//! premoves are carried out too.
//!
//! Bots that must act together think together, and act one shortly after the other when all have
//! thought: a table with five bots waits once, and the time that one took reveals nothing.

use std::{
    sync::{Arc, Weak, atomic::Ordering},
    time::{Duration, Instant},
};

use ::bots::Bot;
use kernel::{Match, Seat};
use roster::GameEntry;
use serde_json::Value;
use text::t;
use tokio::sync::mpsc;

use crate::{
    contained::{self, Contained, Place},
    fault::{Code, Fault},
    random,
    tables::{
        commands::{absence, moves, premoves, proposals, races, vacations},
        runtime::{BotExecutor, Call, CallKind, LockedTable, Question, TableHandle, TableRegistry, ThinkingTable},
        state::{Pending, TableState},
    },
};

/// Bots that have thought together act one after another in this fraction of the usual pause.
const QUICK: u32 = 5;
/// How often bots try again when the store fails, before they wait for the next request for the
/// table.
const ATTEMPTS: u32 = 10;
/// The pause between such tries.
const REST: Duration = Duration::from_secs(3);

/// Serves calls, with a task for each, until the registry is gone.
pub(crate) async fn serve(registry: Weak<TableRegistry>, mut calls: mpsc::UnboundedReceiver<Call>) {
    while let Some(call) = calls.recv().await {
        let Some(registry) = registry.upgrade() else { break };
        tokio::spawn(async move {
            let mut stopping = registry.stopping();
            tokio::select! {
                () = answer(&registry, &call) => {}
                _ = stopping.wait_for(|stop| *stop) => {}
            }
        });
    }
}

async fn answer(registry: &TableRegistry, call: &Call) {
    match call.kind {
        CallKind::Bots => run(registry, call).await,
        CallKind::Race { moved } => {
            if let Err(fault) = until_not_overtaken(|| races::review(registry, &call.table, moved)).await {
                tracing::warn!("the race at table {} could not be looked at: {}", call.table, fault.message);
            }
        }
        CallKind::Alarm => {
            if let Err(fault) = until_not_overtaken(|| look(registry, &call.slot, &call.table)).await {
                tracing::warn!("table {} could not be looked at: {}", call.table, fault.message);
            }
        }
        CallKind::Armed => {
            if let Err(fault) = premoves::fire(registry, &call.table).await {
                tracing::warn!("what was armed at table {} was not done: {}", call.table, fault.message);
            }
        }
    }
}

/// Makes a change again as long as other processes overtake it.
async fn until_not_overtaken<F: Future<Output = Result<(), Fault>>>(change: impl Fn() -> F) -> Result<(), Fault> {
    loop {
        match change().await {
            Err(fault) if fault.overtaken => {}
            made => return made,
        }
    }
}

/// Looks at a table where something is due without a request: a clock has run out, a vacation is
/// over, or a player is missed.
async fn look(registry: &TableRegistry, slot: &TableHandle, id: &str) -> Result<(), Fault> {
    let touched = slot.touched.load(Ordering::Relaxed);
    let mut guard = registry.lock(id).await?;
    // Nobody has asked for the table, so this must not delay its leaving memory.
    slot.touched.store(touched, Ordering::Relaxed);
    vacations::review(registry, &mut guard).await?;
    absence::review(registry, &mut guard).await?;
    proposals::review(registry, &mut guard).await?;
    registry.changed(&guard);
    Ok(())
}

/// Lets the bots of a table act until it is a person's turn, or the store has failed too often. If
/// several processes share the store, one of them moves the bots, and the others watch that it is
/// alive.
async fn run(registry: &TableRegistry, call: &Call) {
    let (mut failures, mut leased, mut unfit) = (0, false, Unfit::default());
    while failures < ATTEMPTS {
        let acted = Contained::new(act_leased(registry, &call.slot, &call.table, &mut leased, &mut unfit)).await;
        match acted {
            Ok(Ok(true)) => (failures, unfit) = (0, Unfit::default()),
            Ok(Ok(false)) => return end(registry, call, leased).await,
            Ok(Err(fault)) if fault.code == Code::TableClosed => break,
            // The table is read again.
            Ok(Err(fault)) if fault.overtaken => {}
            Ok(Err(fault)) => {
                tracing::warn!("a bot of table {} failed to act: {}", call.table, fault.message);
                failures += 1;
                tokio::time::sleep(REST).await;
            }
            // The rules themselves have failed; another action may work.
            Err(panicked) => {
                if let Some(place) = &unfit.place {
                    contained::report("carrying out what a bot does", place, &panicked);
                }
                if !unfit.give_up_action() {
                    tracing::error!("no action of a bot of table {} can be carried out: {panicked}", call.table);
                    break;
                }
            }
        }
    }
    call.slot.bots_running.store(false, Ordering::Relaxed);
    end(registry, call, leased).await;
}

/// Actions of a seat that the rules cannot carry out, although they are legal.
#[derive(Default)]
struct Unfit {
    /// The action that is being carried out.
    tried: Option<Value>,
    /// The match, for the log.
    place: Option<Place>,
    actions: Vec<Value>,
}

impl Unfit {
    /// Notes that the action under way cannot be carried out; returns `false` if there is no other
    /// to try.
    fn give_up_action(&mut self) -> bool {
        let tried = self.tried.take().filter(|action| !self.actions.contains(action));
        let is_new = tried.is_some();
        self.actions.extend(tried);
        is_new
    }

    /// Returns an action in place of one that cannot be carried out.
    fn replace(&self, action: Value, table: &dyn Match, seat: Seat) -> Value {
        match self.actions.contains(&action) {
            true => {
                let legal = table.actions(seat);
                legal.into_iter().find(|other| !self.actions.contains(other)).unwrap_or(action)
            }
            false => action,
        }
    }
}

/// Gives back the lease of a table.
async fn end(registry: &TableRegistry, call: &Call, leased: bool) {
    if leased {
        registry.end_lease(&call.table).await;
    }
}

/// Lets the bots that must act do so, once this process has the lease of the table.
async fn act_leased(
    registry: &TableRegistry,
    slot: &Arc<TableHandle>,
    id: &str,
    leased: &mut bool,
    unfit: &mut Unfit,
) -> Result<bool, Fault> {
    if !*leased {
        *leased = registry.take_lease(id).await?;
    }
    if *leased {
        return act(registry, slot, id, unfit).await;
    }
    tokio::time::sleep(REST).await;
    let guard = registry.lock(id).await?;
    let waits = !guard.bots_to_act().is_empty();
    // The table is still locked, so that no call of the bots in between is lost.
    slot.bots_running.store(waits, Ordering::Relaxed);
    Ok(waits)
}

/// A bot that must act.
struct Thinker {
    seat: Seat,
    bot: Bot,
    epoch: usize,
    title: &'static dyn GameEntry,
    table: Box<dyn Match>,
    place: Place,
}

/// Lets the bots that must act do so. Returns `false` when none must act any more.
///
/// Bots that are asked together think together, and none acts before all have thought, so their
/// thinking times reveal nothing. Then they act one after another, as long as this leaves the
/// others' decisions unchanged.
async fn act(registry: &TableRegistry, slot: &Arc<TableHandle>, id: &str, unfit: &mut Unfit) -> Result<bool, Fault> {
    let (branch, host, thinkers) = {
        let guard = registry.lock(id).await?;
        if registry.thinking.is_full(&guard.header.host) {
            drop(guard);
            tokio::time::sleep(REST).await;
            return Ok(true);
        }
        let thinkers = thinkers(&guard)?;
        if thinkers.is_empty() {
            // The table is still locked, so that no call in between is lost.
            slot.bots_running.store(false, Ordering::Relaxed);
            return Ok(false);
        }
        (guard.branch.clone(), guard.header.host.clone(), thinkers)
    };
    let table = ThinkingTable { host, watched: slot.is_watched(), bots: thinkers.len() as u32 };
    let began = Instant::now();
    let thoughts: Vec<_> = thinkers
        .into_iter()
        .map(|thinker| tokio::spawn(thought(registry.thinking.clone(), thinker, table.clone())))
        .collect();
    let mut acts = Vec::new();
    for thought in thoughts {
        acts.push(thought.await.ok().flatten().ok_or_else(|| Fault::bad(t!("it found no action")))?);
    }
    tokio::time::sleep(rest(registry.settings.bot_pause, began.elapsed())).await;
    for (n, (seat, bot, epoch, action)) in acts.into_iter().enumerate() {
        if n > 0 {
            tokio::time::sleep(registry.settings.bot_pause / QUICK).await;
        }
        let mut guard = registry.lock(id).await?;
        // A player may have taken a step back, or the seat, while the bot thought. Others may have
        // taken steps that do not matter to it.
        if Arc::ptr_eq(&branch, &guard.branch) && faces(&guard, seat, bot, epoch) {
            let action = unfit.replace(action, guard.playing()?, seat);
            (unfit.tried, unfit.place) = (Some(action.clone()), Some(guard.place()));
            let step = Pending { bot: Some(bot.to_string()), ..Pending::of(seat) };
            moves::take(registry, &mut guard, &action, step).await?;
            unfit.tried = None;
        }
    }
    Ok(true)
}

/// Returns how long to wait after this much thinking: to the end of a pause. A bot that thinks
/// longer than one pause takes two, so that the delay reveals little about the decision.
fn rest(pause: Duration, thought: Duration) -> Duration {
    match pause.is_zero() {
        true => Duration::ZERO,
        false => Duration::from_millis((pause.as_millis() - thought.as_millis() % pause.as_millis()) as u64),
    }
}

/// Returns the bots that must act; those that the game asks first come first.
fn thinkers(guard: &LockedTable) -> Result<Vec<Thinker>, Fault> {
    let Some(table) = guard.table.as_deref() else { return Ok(Vec::new()) };
    let thinker = |(seat, bot): (Seat, &str)| -> Result<Thinker, Fault> {
        let (epoch, table) = (table.epoch(seat), table.branch());
        Ok(Thinker { seat, bot: bot.parse()?, epoch, title: guard.title, table, place: guard.place() })
    };
    guard.bots_to_act().into_iter().map(thinker).collect()
}

/// Returns a bot's action, with the conditions that must still hold when it is taken.
async fn thought(thinking: BotExecutor, thinker: Thinker, of: ThinkingTable) -> Option<(Seat, Bot, usize, Value)> {
    let Thinker { seat, bot, epoch, title, table, place } = thinker;
    let (core, budget) = thinking.for_bot(bot, &of).await?;
    let luck = u64::from_le_bytes(random::bytes());
    let action = Question { title, table, place, seat, bot, luck, budget }.action(core).await?;
    Some((seat, bot, epoch, action))
}

/// Returns whether a bot still decides for its seat and faces the decision about which it thought.
fn faces(live: &TableState, seat: Seat, bot: Bot, epoch: usize) -> bool {
    let sits = live.deciding_bot(seat).and_then(|name| name.parse().ok());
    let awaits = |table: &dyn Match| table.awaited().contains(seat) && table.epoch(seat) == epoch;
    sits == Some(bot) && live.table.as_deref().is_some_and(awaits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_acts_at_the_end_of_a_pause_however_long_it_has_thought() {
        let rest = |pause, thought| rest(Duration::from_millis(pause), Duration::from_millis(thought)).as_millis();
        assert_eq!(
            [rest(600, 0), rest(600, 1), rest(600, 599), rest(600, 600), rest(600, 1500)],
            [600, 599, 1, 600, 300]
        );
        assert_eq!(rest(0, 70), 0);
    }
}
