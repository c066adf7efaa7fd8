//! Bots: they move by themselves, after a pause in which people can see what happened before.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use bots::{Bot, Budget};
use kernel::{Seat, Table};
use roster::Advice;
use tokio::sync::OwnedSemaphorePermit;

use crate::{
    chance,
    error::Fault,
    keeper::{Held, Keeper, Slot},
};

/// How long a bot may think about a move: a pause that people bear.
const THOUGHT: Duration = Duration::from_secs(2);
/// How often bots try again when the store fails.
const PATIENCE: u32 = 10;
/// How long they wait in between.
const REST: Duration = Duration::from_secs(3);

/// What a bot would do, thought out beside the server's own threads. `engaged` is held until it is thought out, even
/// if nobody waits for it any more.
pub(crate) async fn think(
    table: Box<dyn Table>,
    seat: Seat,
    bot: Bot,
    luck: u64,
    budget: Budget,
    engaged: impl Send + 'static,
) -> Option<Advice> {
    let title = roster::find(table.meta().id).ok()?;
    let thought = tokio::task::spawn_blocking(move || {
        let advice = title.advise(table.as_ref(), seat, bot, luck, &budget);
        drop(engaged);
        advice
    });
    thought.await.ok().flatten()
}

impl Keeper {
    /// Sets the bots of a table going, if one of them must act and nobody sees to it yet.
    pub(crate) fn drive(self: &Arc<Self>, slot: &Arc<Slot>, held: &Held) {
        if held.bot_to_act().is_none() || slot.driven.swap(true, Ordering::Relaxed) {
            return;
        }
        let (keeper, slot, id) = (self.clone(), slot.clone(), held.head.id.clone());
        let mut stopping = self.stopping();
        tokio::spawn(async move {
            let moves = async {
                let mut failures = 0;
                while failures < PATIENCE {
                    match keeper.bot_moves(&slot, &id).await {
                        Ok(true) => failures = 0,
                        Ok(false) => return,
                        Err(fault) => {
                            tracing::warn!("a bot of table {id} stumbled: {}", fault.message);
                            failures += 1;
                            tokio::time::sleep(REST).await;
                        }
                    }
                }
                slot.driven.store(false, Ordering::Relaxed);
            };
            tokio::select! {
                () = moves => {}
                _ = stopping.wait_for(|stop| *stop) => {}
            }
        });
    }

    /// Lets one bot move. `false` when none must act any more.
    async fn bot_moves(self: &Arc<Self>, slot: &Arc<Slot>, id: &str) -> Result<bool, Fault> {
        let (moment, seat, bot, table) = {
            let (_, held) = self.hold(id).await?;
            let Some((seat, bot)) = held.bot_to_act() else {
                // Still holding the table, so that nobody can set them going in between and be overlooked.
                slot.driven.store(false, Ordering::Relaxed);
                return Ok(false);
            };
            (held.moment.clone(), seat, bot.parse::<Bot>()?, held.playing()?.branch())
        };
        let luck = u64::from_le_bytes(chance::bytes());
        let thought = async {
            let (core, budget) = self.core().await?;
            think(table, seat, bot, luck, budget, core).await
        };
        let (thought, ()) = tokio::join!(thought, tokio::time::sleep(self.bot_pause));
        let Some(advice) = thought else {
            return Err(Fault::bad("it had no idea what to do"));
        };
        let (_, mut held) = self.hold(id).await?;
        // Somebody may have taken a step back, or the seat, while it thought.
        if Arc::ptr_eq(&moment, &held.moment) && held.bot_to_act().is_some_and(|(now, _)| now == seat) {
            self.take(slot, &mut held, seat, &advice.action, None).await?;
        }
        Ok(true)
    }

    /// A core to think on, as soon as one is free; the budget has all of them while no other bot thinks.
    async fn core(&self) -> Option<(OwnedSemaphorePermit, Budget)> {
        let core = self.thinkers.clone().acquire_owned().await.ok()?;
        let alone = self.thinkers.available_permits() + 1 == bots::cores();
        let budget = if alone { Budget::all_cores() } else { Budget::ONE_THREAD };
        Some((core, budget.within(THOUGHT)))
    }

    /// After the hall opens: the bots of all tables under way go on.
    pub(crate) async fn wake_bots(self: Arc<Self>) {
        let ids = self.store.with_bots().await.unwrap_or_default();
        for id in ids {
            match self.hold(&id).await {
                Ok((slot, held)) => self.drive(&slot, &held),
                Err(fault) => tracing::warn!("table {id} cannot go on: {}", fault.message),
            }
        }
    }
}
