//! Hints: the advice of a strong bot for a seat, with its opinion of each move.
//!
//! Asking for a hint is not a move. The server computes it from the seat's view with dice of its
//! own, so it reveals nothing hidden or sealed. It is cached until the seat faces another decision,
//! is sent to no other player, and is in no record.

use std::{sync::Arc, time::Duration};

use ::bots::{Bot, Budget};
use kernel::{ActError, Seat};
use roster::Advice;
use sha2::{Digest, Sha256};
use store::TableStatus;
use text::t;

use crate::{
    fault::{Code, Fault},
    tables::{
        runtime::{Question, TableRegistry},
        state::{Expected, TableState},
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
            let seat = guard.own_seat(seat, me, t!("you can ask for a hint only for your own"))?;
            guard.check_decision(seat, expected, me)?;
            guard.check_no_try(t!("no hints are given in the ranked try of a day"))?;
            if guard.header.ranked {
                return Err(Fault::new(Code::WrongPhase, t!("no hints are given in a ranked match")));
            }
            check_has_choice(&guard, seat)?;
            if let Some(known) = guard.hints.get(&seat) {
                return Ok(known.clone());
            }
            let table = guard.playing()?;
            (seat, table.epoch(seat), guard.title, table.branch(), guard.place(), guard.branch.clone())
        };
        let permit = registry.thinking.for_hint(me).await?;
        // A player who hangs up cannot have two hints computed at once.
        let luck = luck(id, seat, epoch);
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

/// Checks that a seat has something to decide.
fn check_has_choice(live: &TableState, seat: Seat) -> Result<(), Fault> {
    if live.header.status == TableStatus::Over {
        return Err(Fault::new(Code::WrongPhase, t!("the match is over; there is nothing left to decide")));
    }
    let table = live.playing()?;
    match table.question() {
        Some(question) => Err(ActError::Asked(Box::new(question.clone())).into()),
        None if table.awaited().contains(seat) => Ok(()),
        None => Err(Fault::new(
            Code::NotAwaited,
            t!("seat {seat} has nothing to decide now; wait for its turn", seat = seat.0),
        )),
    }
}

/// Returns the seed of a hint's playouts, derived from the table and the decision, so that asking
/// again reveals nothing new. The seed of the match is not used, because nothing that is shown may
/// depend on sealed data.
fn luck(id: &str, seat: Seat, epoch: usize) -> u64 {
    let mark = Sha256::digest(format!("hint {id} {seat} {epoch}"));
    mark.iter().take(8).fold(0, |luck, byte| luck << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_differs_from_seat_to_seat_and_from_decision_to_decision() {
        let all = [luck("t", Seat(0), 1), luck("t", Seat(1), 1), luck("t", Seat(0), 2), luck("u", Seat(0), 1)];
        assert!(all.iter().enumerate().all(|(n, one)| !all[..n].contains(one)), "{all:?}");
        assert_eq!(all[0], luck("t", Seat(0), 1));
    }
}
