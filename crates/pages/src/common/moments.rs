//! Moments in time, which the script rewrites in the reader's own time zone.

use maud::{Markup, html};
use model::{Day, Timestamp};
use text::t;

/// Returns a moment to the minute, in UTC, as `datetime` attributes have it.
fn written(at: Timestamp) -> String {
    let minutes = (at - Day::of(at).begins()) / 60_000;
    format!("{}T{:02}:{:02}Z", Day::of(at), minutes / 60, minutes % 60)
}

/// Returns a moment. Without scripts it is in UTC.
pub(crate) fn moment(at: Timestamp) -> Markup {
    let minutes = (at - Day::of(at).begins()) / 60_000;
    let (day, hour, minute) = (Day::of(at), format!("{:02}", minutes / 60), format!("{:02}", minutes % 60));
    html! { time datetime=(written(at)) data-moment { (t!("{day} {hour}:{minute} UTC")) } }
}

/// Returns the time since a moment, in `words`. The script adds the moment itself.
pub(crate) fn since(at: Timestamp, words: &str) -> Markup {
    html! { time datetime=(written(at)) { (words) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_in_utc() {
        assert_eq!(written(20_778 * Day::LENGTH + 3_723_000), "2026-11-21T01:02Z");
        assert!(moment(0).into_string().contains(">1970-01-01 00:00 UTC<"));
    }
}
