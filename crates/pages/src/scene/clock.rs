//! Time: how long players may take, in words, and the clocks of the players.

use kernel::Pace;
use maud::{Markup, html};
use text::{noun, t};

use crate::{context::RenderContext, data::SeatInfo};

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Returns a pace in words, for the lobby and the form for a new table.
pub(crate) fn words(pace: Pace) -> &'static str {
    match pace {
        Pace::Free => t!("No clock: as long as everybody likes"),
        Pace::Relaxed => t!("Relaxed: 10 minutes each, and 30 seconds more with each step"),
        Pace::Brisk => t!("Brisk: 3 minutes each, and 10 seconds more with each step"),
        Pace::OneDay => t!("Over days: 1 day for each step"),
        Pace::ThreeDays => t!("Over days: 3 days for each step"),
        Pace::SevenDays => t!("Over days: 7 days for each step"),
    }
}

/// Returns the clock of a seat, if it has one: the time left when the page was drawn. The script
/// lets it run. A clock that runs for days also shows its deadline, and is hidden while it is
/// stopped.
pub(crate) fn clock(ctx: RenderContext, info: &SeatInfo) -> Markup {
    let days = ctx.page.pace.is_over_days();
    html! {
        @if let Some(clock) = info.clock.filter(|clock| !days || clock.until.is_some()) {
            span.clock.running[clock.until.is_some()].low[clock.left < 30 * SECOND] role="timer" data-bit={ "clock-" (info.seat) }
                data-left=(clock.left) data-until=[clock.until.filter(|_| days)] data-own[info.you && clock.until.is_some()] {
                span.unseen { (t!("Time left:")) " " }
                span.face { (if days { roughly(clock.left) } else { exactly(clock.left) }) }
            }
        }
    }
}

/// Returns minutes and seconds: `4:09`.
fn exactly(left: i64) -> String {
    format!("{}:{:02}", left / MINUTE, left % MINUTE / SECOND)
}

/// Returns the two largest units: `2 days 3 hours`.
fn roughly(left: i64) -> String {
    let units = [(DAY, noun!("day")), (HOUR, noun!("hour")), (MINUTE, noun!("minute"))];
    let first = units.iter().position(|(unit, _)| left >= *unit);
    let Some(first) = first else { return t!("less than a minute").to_owned() };
    let mut rest = left;
    let parts = units[first..].iter().take(2).filter_map(|(unit, name)| {
        let count = rest / unit;
        rest %= unit;
        (count > 0).then(|| name.counted(count))
    });
    parts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_as_exactly_as_they_matter() {
        assert_eq!([exactly(249_999), exactly(9_000), exactly(0)], ["4:09", "0:09", "0:00"]);
        let days = [roughly(2 * DAY + 3 * HOUR + 5), roughly(DAY), roughly(61 * MINUTE), roughly(59 * SECOND)];
        assert_eq!(days, ["2 days 3 hours", "1 day", "1 hour 1 minute", "less than a minute"]);
    }

    #[test]
    fn a_pace_is_told_as_it_is() {
        for pace in Pace::ALL {
            let Some(allowance) = pace.allowance() else { continue };
            let number = |time: i64, unit: i64| (time / unit).to_string();
            let told = match pace.is_over_days() {
                true => vec![number(allowance.bank, DAY)],
                false => vec![number(allowance.bank, MINUTE), number(allowance.increment, SECOND)],
            };
            let said: Vec<&str> = words(pace).split(' ').filter(|word| word.parse::<u32>().is_ok()).collect();
            assert_eq!(said, told, "{pace:?}");
        }
    }
}
