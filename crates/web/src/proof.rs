//! Work that comes out the same on every machine: seeded matches, and seeded choices of bots.
//!
//! Tests compare the module in a browser with this code on the machine itself, and measure the speed
//! of both.

use std::fmt::Write;

use bots::{Bot, Budget};
use kernel::{Level, Match, Seat, Seed, Source};
use roster::GameEntry;
use serde_json::Value;

/// The most steps of a match.
const STEPS: usize = 4_000;

/// Opens a match of the usual table of a game with a seed.
fn opened(game: &str, seed: u8) -> Option<(&'static dyn GameEntry, Box<dyn Match>)> {
    let title = roster::find(game).ok()?;
    let source = Source::Seed(Seed([seed; 32]), vec!["a share".into()]);
    Some((title, title.open(&Value::Null, title.meta().usual_seats.into(), source).ok()?))
}

/// Takes a step for the seat that is asked first, as a quick bot decides.
fn step(title: &dyn GameEntry, table: &mut dyn Match, luck: u64) -> Option<()> {
    let seat = table.asked_first().or(table.awaited().lowest())?;
    let bot = if luck.is_multiple_of(2) { Bot::of(Level::Easy) } else { Bot::of(Level::Normal) };
    let budget = Budget::ONE_THREAD.with_playouts(4);
    let action = title.advise(table, seat, bot, luck, &budget)?.action;
    table.act(seat, &action).ok()
}

/// Plays a seeded match between bots, and returns its record.
pub fn record(game: &str, seed: u8) -> Option<String> {
    let (title, mut table) = opened(game, seed)?;
    for luck in 0..STEPS as u64 {
        if table.outcome().is_some() {
            break;
        }
        step(title, table.as_mut(), luck)?;
    }
    Some(table.record(true).to_string())
}

/// Returns what a bot that searches chooses in the first positions of a seeded match, a line each:
/// the action, and the estimates to the last bit.
pub fn choices(game: &str, seed: u8, positions: usize, playouts: u32) -> Option<String> {
    let (title, mut table) = opened(game, seed)?;
    let budget = Budget::ONE_THREAD.with_playouts(playouts);
    let mut lines = String::new();
    for n in 0..positions as u64 {
        if table.outcome().is_some() {
            table = opened(game, seed.wrapping_add(1 + n as u8))?.1;
        }
        let seat: Seat = table.asked_first().or(table.awaited().lowest())?;
        let advice = title.advise(table.as_ref(), seat, Bot::ADVISER, n, &budget)?;
        let _ = write!(lines, "{}", advice.action);
        for estimate in &advice.estimates {
            let _ = write!(lines, " {}:{:016x}", estimate.visits, estimate.estimate.to_bits());
        }
        lines.push('\n');
        step(title, table.as_mut(), n)?;
    }
    Some(lines)
}

/// Searches the first real choice of a match: work of the same size on every machine. Returns how
/// many actions were tried, and `None` if there is no such game.
pub fn search(game: &str, playouts: u32) -> Option<usize> {
    let (title, mut table) = opened(game, 7)?;
    for luck in 0..STEPS as u64 {
        let seat = table.asked_first().or(table.awaited().lowest())?;
        if table.actions(seat).len() > 1 {
            let budget = Budget::ONE_THREAD.with_playouts(playouts);
            return Some(title.advise(table.as_ref(), seat, Bot::ADVISER, 1, &budget)?.estimates.len());
        }
        step(title, table.as_mut(), luck)?;
    }
    None
}
