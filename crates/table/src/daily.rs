//! Daily matches: the seed where no server draws one, and the result of a try.

use crate::rows::{StepRow, TableHeader, Timestamp, TryResult};
use kernel::{Match, Seed};
use model::Day;
use roster::{CHALLENGER, GameEntry};
use translations::KeptText;

use super::{TableState, journal};
use crate::fault::Fault;

/// Returns the time until which a try of a day counts: the end of the next day.
pub const fn deadline(day: Day) -> Timestamp {
    Day(day.0 + 1).ends()
}

/// Returns the seed of the match of a day where no server draws one in secret. Everybody can compute
/// it, so such a match is practice (docs/decisions/015-daily.md).
pub fn public_seed(game: &str, day: Day) -> Seed {
    Seed([0; 32]).derived(&[game.to_owned(), day.to_string()])
}

impl TableState {
    /// Returns the result of a try whose last step was taken at this moment. Returns `None` if that
    /// step does not count; the result then comes from the journal.
    pub fn try_result(&self, at: Timestamp) -> Option<TryResult> {
        let day = self.header.tried_day()?;
        let table = self.table.as_deref()?;
        let by_bot = self.bots.keys().any(|n| table.actor(*n) == Some(CHALLENGER));
        let last = self.pending.as_ref().is_some_and(|step| step.seat == CHALLENGER && step.bot.is_some());
        if at >= deadline(day) || last || by_bot {
            return None;
        }
        result(self.title, table, at)
    }
}

/// Returns the result of a match for the player who tries it.
fn result(title: &dyn GameEntry, table: &dyn Match, at: Timestamp) -> Option<TryResult> {
    let reached = title.reached(table, CHALLENGER)?;
    let words = KeptText::of(|| title.reached(table, CHALLENGER).map(|reached| reached.text).unwrap_or_default());
    let finished = table.outcome().is_some();
    Some(TryResult { score: reached.score, words, top: reached.top, finished, at })
}

/// Computes the result of a try from the steps that count: those in time, until a bot took one for
/// its player.
pub fn tried(
    title: &dyn GameEntry,
    mut header: TableHeader,
    mut steps: Vec<StepRow>,
) -> Result<Option<TryResult>, Fault> {
    let Some(day) = header.tried_day() else { return Ok(None) };
    let counts = |row: &StepRow| row.at < deadline(day) && !(row.step.seat == CHALLENGER && row.step.bot.is_some());
    let counted = steps.iter().take_while(|row| counts(row)).count();
    steps.truncate(counted);
    header.outcome = None;
    let table = journal::replay(title, &header, &steps)?;
    let at = steps.last().map(|row| row.at).or(header.started).unwrap_or(header.created);
    Ok(result(title, table.as_ref(), at))
}
