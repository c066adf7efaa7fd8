//! `undercroft verify`.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use kernel::{Record, Table, counted};
use serde_json::Value;

use super::input;

/// Check a match record: that every step was allowed, and that its dice and cards are those of the sealed seed.
///
/// Exits with 1 if it does not verify. What a record leaves out, such as the seed of a match that is not over,
/// cannot be checked, and is named.
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
