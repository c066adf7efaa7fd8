//! `undercroft verify`.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use kernel::{Record, Table, counted, listed, record::GivenBy};
use serde_json::Value;

use super::input;

/// Check a match record: that every step was allowed, and that its dice and cards are those of the sealed seed.
///
/// Exits with 1 if it does not verify: so does the record of a finished match that was sealed but shows no seed, and one with
/// keys that no record has. What cannot be proven, such as the names, is said.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft verify match.jsonl")]
pub(crate) struct Verify {
    /// The record, or - for standard input
    file: PathBuf,
}

impl Verify {
    /// Checks the record and prints what was checked.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (record, table) = input::record(&self.file)?;
        let mut out = io::stdout().lock();
        let over = record.outcome.is_some() || table.outcome().is_some();
        record.is_complete(over)?;
        for line in findings(&record, table.as_ref()) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

/// What the loading of a record has proved, and what it could not.
fn findings(record: &Record, table: &dyn Table) -> Vec<String> {
    let header = &record.header;
    let outcomes = header.setup.len() + record.steps.iter().map(|step| step.chance.len()).sum::<usize>();
    let (steps, outcomes) = (counted(record.steps.len(), "step"), counted(outcomes, "outcome"));
    let seats = counted(header.seats, "seat");
    let mut lines = vec![format!("{}, {seats}, version {} of the rules.", table.meta().title, header.rules)];
    lines.push(format!("Steps: {steps}, each allowed when it was taken."));
    lines.push(match (&header.seed, &header.seal) {
        (None, None) => "Seal: not checked; the record has neither seal nor seed.".into(),
        (None, Some(_)) => "Seal: not checked; the record does not show its seed (yet).".into(),
        (Some(_), None) => "Seal: not checked; the record has a seed but no seal that bound it.".into(),
        (Some(_), Some(seal)) => format!("Seal: fits; it is the SHA-256 of the seed, {seal}."),
    });
    lines.push(match header.seed {
        Some(_) => format!("Luck: {outcomes} of dice, coins and cards, all those of the seed."),
        None => format!("Luck: {outcomes} of dice, coins and cards, all possible; without a seed no more can be said."),
    });
    lines.push(match (&record.outcome, table.outcome()) {
        (Some(outcome), _) => format!("End: as recorded, {}.", ending(outcome)),
        (None, Some(outcome)) => format!("End: not recorded; the steps lead to {}.", ending(&outcome)),
        (None, None) => "End: not checked; the match is not over.".into(),
    });
    if !header.givers.is_empty() {
        let by = |wanted| {
            let seats =
                header.givers.iter().filter(|giver| giver.by == wanted).map(|giver| format!("seat {}", giver.seat));
            seats.collect::<Vec<_>>()
        };
        let (players, hall) = (by(GivenBy::Player), by(GivenBy::Hall));
        lines.push(match (players.is_empty(), hall.is_empty()) {
            (false, true) => format!("Shares: given by the players of {}.", listed(&players)),
            (false, false) => {
                format!("Shares: given by the players of {}; by the hall for {}.", listed(&players), listed(&hall))
            }
            (true, _) => "Shares: all given by the hall, so nothing here shows that it did not choose the dice.".into(),
        });
        lines.push("Who gave a share is what the hall says; a player's browser knows its own.".into());
    }
    if !header.players.is_empty() {
        lines.push("Names: not proven; they are there for reading, and anybody could have written them.".into());
    }
    let whole = header.seed.is_some() && header.seal.is_some() && record.outcome.is_some();
    lines.push(if whole { "The record verifies.".into() } else { "What could be checked holds.".into() });
    lines
}

/// An outcome in words.
fn ending(outcome: &Value) -> String {
    match outcome["victory"].as_bool() {
        Some(true) => "a victory".into(),
        Some(false) => "a defeat".into(),
        None => format!("the placings {}", outcome["placings"]),
    }
}
