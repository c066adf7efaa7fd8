//! The only module that asks bots: for their own moves, and for hints.

use std::time::Duration;

use bots::{Bot, Budget};
use kernel::{Match, Seat, Viewer, contained};
use roster::Advice;

/// The longest time that a person waits for a bot.
const PATIENCE: Duration = Duration::from_secs(3);

/// Chooses the move of `bot` at `table`. Its random numbers follow from the seed and the step, so
/// that the same match goes the same way. A bot that fails plays the first legal move.
pub(crate) fn bot_move(table: &dyn Match, seat: Seat, bot: Bot) -> Option<Advice> {
    advice(table, seat, bot).or_else(|| {
        let first = table.scene(Viewer::Seat(seat), None)?.moves.into_iter().next()?;
        Some(Advice { action: first.action, text: first.wording.text, estimates: Vec::new() })
    })
}

/// A hint for `seat`: a sentence with the reason, and the action. `None` if the adviser fails.
pub(crate) fn hint(table: &dyn Match, seat: Seat) -> Option<Advice> {
    advice(table, seat, Bot::ADVISER)
}

fn advice(table: &dyn Match, seat: Seat, bot: Bot) -> Option<Advice> {
    let title = roster::find(table.meta().id).ok()?;
    let budget = Budget::all_cores().within(PATIENCE);
    contained(|| title.advise(table, seat, bot, luck(table), &budget)).ok().flatten()
}

fn luck(table: &dyn Match) -> u64 {
    let seed = table.record(true).header.seed.unwrap_or_default();
    let tail = seed.get(seed.len().saturating_sub(16)..).and_then(|tail| u64::from_str_radix(tail, 16).ok());
    tail.unwrap_or_default().wrapping_add((table.ply() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
