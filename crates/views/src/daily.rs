//! Daily matches: which of them the front page shows.

use kernel::{DailyWords, Meta};
use model::Day;

/// Returns the game whose match of a day is on the front page, a different game each day, and the
/// words for that match. `None` before 1970.
pub fn on_front(day: Day) -> Option<(&'static Meta, DailyWords)> {
    let number = u64::try_from(day.0).ok()?;
    let all = roster::GAMES.iter().filter_map(|title| Some((title.meta(), title.daily(number)?.words)));
    let all: Vec<_> = all.collect();
    all.get(number.checked_rem(all.len() as u64)? as usize).copied()
}
