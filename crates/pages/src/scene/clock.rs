//! Time: how long players may take, in words, and the clocks of the players.

use kernel::Pace;
use maud::{Markup, html};
use model::{Night, Rest, ZONES};
use text::{noun, t};

use crate::{
    common::moment,
    context::RenderContext,
    data::{Clock, SeatInfo},
};

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
        @if let Some(clock) = info.clock { (resting(clock)) }
    }
}

/// Returns why a clock stands still, and until when.
fn resting(clock: Clock) -> Markup {
    html! {
        @if let Some(until) = clock.vacation { span.quiet.rests { (t!("on vacation until")) " " (moment(until)) } }
        @else if let Some(until) = clock.rests_until.filter(|_| clock.until.is_some()) { span.quiet.rests { (t!("rests until")) " " (moment(until)) } }
    }
}

/// Returns the time of a table in words: its pace, and when its clocks stand still.
pub(crate) fn setting(pace: Pace, rest: Rest) -> String {
    let zone = zone(rest.zone);
    let rests = match (rest.night, rest.weekends) {
        (None, false) => return words(pace).to_owned(),
        (None, true) => t!("clocks stand still at weekends ({zone})"),
        (Some(Night { from, to }), false) => t!("clocks stand still from {from}:00 to {to}:00 ({zone})"),
        (Some(Night { from, to }), true) => t!("clocks stand still from {from}:00 to {to}:00 and at weekends ({zone})"),
    };
    format!("{}; {rests}", words(pace))
}

/// Returns an offset from UTC: `UTC+5:30`.
fn zone(minutes: i16) -> String {
    let (sign, minutes) = (if minutes < 0 { '−' } else { '+' }, minutes.abs());
    match minutes % 60 {
        0 => format!("UTC{sign}{}", minutes / 60),
        rest => format!("UTC{sign}{}:{rest:02}", minutes / 60),
    }
}

/// The sleeping hours to choose from.
const NIGHTS: [(u8, u8); 6] = [(20, 6), (21, 6), (22, 7), (23, 8), (0, 8), (1, 9)];

/// Returns the fields of a form for the times in which clocks of days stand still. The page shows
/// them only for such clocks.
pub(crate) fn rest_fields(now: Rest) -> Markup {
    let other = now.night.map(|Night { from, to }| (from, to)).filter(|hours| !NIGHTS.contains(hours));
    html! {
        div.resting {
            label {
                span { (t!("Clocks stand still at night")) } " "
                select name="night" {
                    option value="" { (t!("No")) }
                    @for (from, to) in NIGHTS.into_iter().chain(other) {
                        option value={ (from) "-" (to) } selected[now.night == Some(Night { from, to })] { (t!("From {from}:00 to {to}:00")) }
                    }
                }
            }
            label.choice { input type="checkbox" name="weekends" value="yes" checked[now.weekends]; span { (t!("Clocks stand still on Saturdays and Sundays")) } }
            label {
                span { (t!("By the time of")) } " "
                select name="zone" data-zone[now.is_none()] {
                    @for minutes in ZONES { option value=(minutes) selected[minutes == now.zone] { (zone(minutes)) } }
                }
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

    #[test]
    fn rest_is_told_beside_the_pace() {
        let told = |night: Option<(u8, u8)>, weekends, zone| {
            let night = night.map(|(from, to)| Night { from, to });
            setting(Pace::OneDay, Rest { night, weekends, zone }).replace(words(Pace::OneDay), "")
        };
        assert_eq!(told(None, false, 60), "");
        assert_eq!(told(None, true, -300), "; clocks stand still at weekends (UTC−5)");
        assert_eq!(told(Some((22, 7)), false, 0), "; clocks stand still from 22:00 to 7:00 (UTC+0)");
        let both = "; clocks stand still from 0:00 to 8:00 and at weekends (UTC+5:45)";
        assert_eq!(told(Some((0, 8)), true, 345), both);
    }

    #[test]
    fn form_has_the_rest_of_the_table_among_its_choices() {
        let form = |night: Option<(u8, u8)>| {
            let night = night.map(|(from, to)| Night { from, to });
            rest_fields(Rest { night, weekends: false, zone: 0 }).into_string()
        };
        assert!(form(Some((3, 5))).contains("value=\"3-5\" selected") && !form(Some((22, 7))).contains("3-5"));
        assert!(form(None).contains("data-zone") && !form(Some((22, 7))).contains("data-zone"));
    }
}
