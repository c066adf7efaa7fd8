//! Bots act on their seats, after a pause in which people can see what happened before.

use std::{
    sync::{Arc, Weak, atomic::Ordering},
    time::Duration,
};

use ::bots::Bot;
use kernel::{Seat, Table};
use tokio::sync::mpsc;

use super::{
    moves,
    registry::{BotCall, TableRegistry},
    slot::TableSlot,
    table::LiveTable,
    thinking::think,
};
use crate::{fault::Fault, random};

/// How long a bot may think about a move: a pause that people bear.
const THOUGHT: Duration = Duration::from_secs(2);
/// How often bots try again when the store fails, before they wait for somebody to look at the table.
const ATTEMPTS: u32 = 10;
/// How long they wait in between.
const REST: Duration = Duration::from_secs(3);

/// Takes calls for bots, a task for each table, until the registry is gone.
pub(super) async fn serve(registry: Weak<TableRegistry>, mut calls: mpsc::UnboundedReceiver<BotCall>) {
    while let Some(call) = calls.recv().await {
        let Some(registry) = registry.upgrade() else { break };
        tokio::spawn(async move {
            let mut stopping = registry.stopping();
            tokio::select! {
                () = run(&registry, &call) => {}
                _ = stopping.wait_for(|stop| *stop) => {}
            }
        });
    }
}

/// Lets the bots of a table act until it is a person's turn, or the store has failed too often.
async fn run(registry: &TableRegistry, call: &BotCall) {
    let mut failures = 0;
    while failures < ATTEMPTS {
        match act(registry, &call.slot, &call.table).await {
            Ok(true) => failures = 0,
            Ok(false) => return,
            Err(fault) => {
                tracing::warn!("a bot of table {} failed to act: {}", call.table, fault.message);
                failures += 1;
                tokio::time::sleep(REST).await;
            }
        }
    }
    call.slot.bots_running.store(false, Ordering::Relaxed);
}

/// Lets one bot act. `false` when none must act any more.
async fn act(registry: &TableRegistry, slot: &Arc<TableSlot>, id: &str) -> Result<bool, Fault> {
    let (branch, epoch, seat, bot, table) = {
        let (_, guard) = registry.lock(id).await?;
        let Some((seat, bot)) = guard.bot_to_act() else {
            // The table is still locked, so that nobody can call them in between and be overlooked.
            slot.bots_running.store(false, Ordering::Relaxed);
            return Ok(false);
        };
        let table = guard.playing()?;
        (guard.branch.clone(), table.epoch(seat), seat, bot.parse::<Bot>()?, table.branch())
    };
    let luck = u64::from_le_bytes(random::bytes());
    let thought = async {
        let (core, budget) = registry.thinking.for_bot().await?;
        think(table, seat, bot, luck, budget.within(THOUGHT), core).await
    };
    let (thought, ()) = tokio::join!(thought, tokio::time::sleep(registry.bot_pause));
    let Some(advice) = thought else {
        return Err(Fault::bad("it found no action"));
    };
    let (_, mut guard) = registry.lock(id).await?;
    // Somebody may have taken a step back, or the seat, while it thought; others may have done what does not matter to it.
    if Arc::ptr_eq(&branch, &guard.branch) && faces(&guard, seat, bot, epoch) {
        moves::take(registry, slot, &mut guard, seat, &advice.action, None).await?;
    }
    Ok(true)
}

/// Whether a bot still sits on its seat and faces the decision that it thought about.
fn faces(live: &LiveTable, seat: Seat, bot: Bot, epoch: usize) -> bool {
    let sits =
        live.header.seats.get(seat.index()).and_then(|occupant| occupant.bot()).and_then(|name| name.parse().ok());
    let awaits = |table: &dyn Table| table.awaited().contains(seat) && table.epoch(seat) == epoch;
    sits == Some(bot) && live.table.as_deref().is_some_and(awaits)
}

/// After the hall opens: the bots of all tables under way go on, for locking a table calls them.
pub(super) async fn resume_all(registry: Arc<TableRegistry>) {
    let ids = registry.store.with_bots().await.unwrap_or_default();
    for id in ids {
        if let Err(fault) = registry.lock(&id).await {
            tracing::warn!("table {id} cannot go on: {}", fault.message);
        }
    }
}
