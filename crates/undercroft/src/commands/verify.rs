//! `undercroft verify`.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use kernel::{
    LuckKind, Match, Record, counted, listed,
    record::{GivenBy, Part},
};
use roster::FalseRecord;
use serde_json::Value;

use super::input::{self, RecordFile};
use crate::failure::BadInput;
use text::capital;

/// Check match records: every step must be allowed, and its dice and cards must be those of the
/// sealed seed.
///
/// FILE has one record, or several one after the other, as in a player's download of all matches.
///
/// Exits with 0 if all records verify. Exits with 1 if a record is false: its dice do not match the
/// seal, a step was not allowed, a finished sealed match shows no seed, or a line has unknown keys.
/// Exits with 2 if no record is false but one is unreadable: it is no record, is cut short, or has
/// a game or rules that this program does not play. The output lists the facts that cannot be
/// proven, such as the names.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  undercroft verify match.jsonl\n  undercroft verify undercroft-matches.jsonl --record 3"
)]
pub(crate) struct Verify {
    /// The records, or - for standard input
    file: PathBuf,
    /// Check one record of several: its number, from 1, or the id of its table
    #[arg(long, value_name = "N")]
    record: Option<String>,
}

impl Verify {
    /// Checks the records and prints what was checked.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let file = RecordFile::read(&self.file)?;
        let parts = file.chosen(self.record.as_deref())?;
        let mut out = io::stdout().lock();
        if let [part] = &parts[..] {
            let (record, table) = checked(&file, part)?;
            return Ok(write!(out, "{}", findings(&record, table.as_ref()))?);
        }
        let (mut unreadable, mut wrong) = (0, 0);
        for part in &parts {
            let found = match checked(&file, part) {
                Ok((record, table)) => findings(&record, table.as_ref()),
                Err(error) if error.is::<BadInput>() => {
                    unreadable += 1;
                    format!("{error:#}\n")
                }
                Err(error) => {
                    wrong += 1;
                    format!("{error:#}\n")
                }
            };
            writeln!(out, "{}:\n{found}", capital(&input::title(part)))?;
        }
        let (all, good) = (parts.len(), parts.len() - unreadable - wrong);
        let sum = format!("{good} of {all} records hold, {wrong} do not verify, {unreadable} could not be read");
        match (wrong, unreadable) {
            (0, 0) => Ok(writeln!(out, "All {all} records hold.")?),
            (0, _) => Err(BadInput(sum).into()),
            _ => anyhow::bail!(sum),
        }
    }
}

/// A record that has been checked.
fn checked(file: &RecordFile, part: &Part<'_>) -> anyhow::Result<input::Loaded> {
    let (record, table) = file.load(part)?;
    match roster::verify(&record, table.as_ref()) {
        Ok(()) => Ok((record, table)),
        Err(FalseRecord::Record(error)) => Err(file.wrong(part, error)),
        Err(told @ FalseRecord::Told { .. }) => Err(file.told_wrong(part, &told.to_string())),
    }
}

/// The facts that loading the record has proved, and those that it could not, a line each.
fn findings(record: &Record, table: &dyn Match) -> String {
    let header = &record.header;
    let outcomes = header.setup.len() + record.steps.iter().map(|step| step.chance.len()).sum::<usize>();
    let fallen = (0..=table.ply()).flat_map(|n| table.chance_outcomes(n));
    let real = fallen.filter(|outcome| Some(outcome.kind()) == header.real).count();
    let (steps, drawn) = (counted(record.steps.len(), "step"), counted(outcomes - real.min(outcomes), "outcome"));
    let outcomes = counted(outcomes, "outcome");
    let seats = counted(header.seats, "seat");
    let mut lines = vec![format!("{}, {seats}, version {} of the rules.", table.meta().title, header.rules)];
    lines.push(format!("Steps: {steps}, each allowed when it was taken."));
    lines.push(match (&header.seed, &header.seal) {
        (None, None) => "Seal: not checked; the record has neither seal nor seed.".into(),
        (None, Some(_)) => "Seal: not checked; the record does not show its seed (yet).".into(),
        (Some(_), None) => "Seal: not checked; the record has a seed but no seal that bound it.".into(),
        (Some(_), Some(seal)) => format!("Seal: fits; it is the SHA-256 of the seed, {seal}."),
    });
    lines.push(match (&header.seed, header.real) {
        (Some(_), Some(kind)) => {
            let (own, other) = match kind {
                LuckKind::Dice => ("dice and coins", "cards"),
                LuckKind::Cards => ("cards", "dice and coins"),
            };
            format!(
                "Luck: {drawn} of {other}, all those of the seed; the {own} were real: {real} entered, all possible."
            )
        }
        (Some(_), None) => format!("Luck: {outcomes} of dice, coins and cards, all those of the seed."),
        (None, _) => {
            format!("Luck: {outcomes} of dice, coins and cards, all possible; without a seed no more can be said.")
        }
    });
    lines.push(match (&record.outcome, table.outcome()) {
        (Some(outcome), _) => match &header.ended {
            Some(early) => format!("End: as recorded, {}: {early}.", ending(outcome)),
            None => format!("End: as recorded, {}.", ending(outcome)),
        },
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
    if !header.incidents.is_empty() {
        let count = counted(header.incidents.len(), "decision");
        lines.push(format!("Incidents: {count} of the people at the table; what the hall says, for reading."));
    }
    if !header.players.is_empty() {
        lines.push("Names: not proven; they are there for reading, and anybody could have written them.".into());
    }
    let whole = header.seed.is_some() && header.seal.is_some() && record.outcome.is_some();
    lines.push(if whole { "The record verifies.".into() } else { "What could be checked holds.".into() });
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// An outcome in words.
fn ending(outcome: &Value) -> String {
    match outcome["victory"].as_bool() {
        Some(true) => "a victory".into(),
        Some(false) => "a defeat".into(),
        None => format!("the placings {}", outcome["placings"]),
    }
}
