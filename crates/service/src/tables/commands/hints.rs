//! Hints: the advice of a strong bot for a seat, with its opinion of each move.
//!
//! Asking for a hint is not a move. The server computes it from the seat's view with dice of its
//! own, so it reveals nothing hidden or sealed. It is cached until the seat faces another decision,
//! is sent to no other player, and is in no record.

use std::{sync::Arc, time::Duration};

use ::bots::{Bot, Budget};
use roster::Advice;
use text::t;

use crate::{
    fault::{Code, Fault},
    tables::{
        runtime::{Question, TableRegistry},
        state::{Expected, hint_luck},
    },
};

/// One thread only, because bots at other tables need cores too.
const BUDGET: Budget = Budget { time: Some(Duration::from_secs(1)), ..Budget::ONE_THREAD };

/// Returns the advice of a strong bot for a seat of the caller's. The advice stays the same until
/// the seat's decision changes.
///
/// # Errors
/// If the seat has nothing to decide, or the hint cannot be worked out now.
pub async fn hint(
    registry: &TableRegistry,
    me: &str,
    id: &str,
    seat: u64,
    expected: Expected,
) -> Result<Arc<Advice>, Fault> {
    let advice = async {
        let (seat, epoch, title, table, place, branch) = {
            let guard = registry.lock(id).await?;
            let seat = guard.check_hint(me, seat, expected)?;
            if let Some(known) = guard.hints.get(&seat) {
                return Ok(known.clone());
            }
            let table = guard.playing()?;
            (seat, table.epoch(seat), guard.title, table.branch(), guard.place(), guard.branch.clone())
        };
        let permit = registry.thinking.for_hint(me).await?;
        // A player who hangs up cannot have two hints computed at once.
        let luck = hint_luck(id, seat, epoch);
        let question = Question { title, table, place, seat, bot: Bot::ADVISER, luck, budget: BUDGET };
        let Some(advice) = question.advice(permit).await else {
            return Err(Fault::new(Code::Internal, t!("the bot had no idea what to do; decide for yourself")));
        };
        let mut guard = registry.lock(id).await?;
        if !Arc::ptr_eq(&branch, &guard.branch) || guard.playing()?.epoch(seat) != epoch {
            return Err(Fault::new(Code::Stale, t!("the table moved on while the hint was thought of; ask again")));
        }
        let advice = Arc::new(advice);
        guard.hints.insert(seat, advice.clone());
        guard.handle().changed_for(me);
        Ok(advice)
    };
    registry.or_present_state(advice.await, me, id).await
}
