//! Gauges: a bar with a number on it, and the loss by the last blow, hatched.

use kernel::Icon;
use maud::{Markup, html};
use text::t;

use crate::common::icon;

/// A number with a range, ready to draw.
pub(crate) struct Bar<'a> {
    /// The piece whose number it is.
    pub(crate) piece: &'a str,
    /// The sign for what it counts.
    pub(crate) icon: Icon,
    /// The word for what it counts.
    pub(crate) name: &'a str,
    /// Its value.
    pub(crate) value: i32,
    /// Its largest value, if it has one.
    pub(crate) max: Option<i32>,
    /// The loss by the blows on the table.
    pub(crate) lost: i32,
    /// Its value if everything is decided as it is now.
    pub(crate) ahead: Option<i32>,
    /// Whether it is close to zero.
    pub(crate) low: bool,
}

/// Returns the meaning of a number with this sign.
pub(crate) fn meaning(icon: Icon) -> &'static str {
    match icon {
        Icon::HEART => t!("heart"),
        Icon(name) => name,
    }
}

/// Returns a bar. The script finds it by `data-gauge` and changes the `width` of the element with
/// `data-bar`.
pub(crate) fn bar(bar: &Bar) -> Markup {
    let Bar { piece, value, max, .. } = *bar;
    let share =
        |part: i32| max.filter(|max| *max > 0).map(|max| f64::from(part.clamp(0, max)) * 100.0 / f64::from(max));
    html! {
        span.gauge.low[bar.low || bar.icon == Icon::HEART && running_out(value, max)].open[max.is_none()] title=(bar.name)
            data-gauge=(piece) data-value=(value) data-max=[max] {
            @let ahead = bar.ahead.and_then(share);
            @if let (Some(now), Some(before)) = (share(value), share(value.saturating_add(bar.lost.max(0)))) {
                svg.bar width="100%" height="100%" aria-hidden="true" focusable="false" {
                    rect.ghost width=(percent(before)) height="100%" fill="url(#hatch)" data-ghost=(piece) {}
                    @if let Some(ahead) = ahead.filter(|ahead| *ahead > now) { rect.ghost.coming width=(percent(ahead)) height="100%" fill="url(#hatch)" {} }
                    rect.fill width=(percent(now)) height="100%" data-bar=(piece) {}
                    @if let Some(ahead) = ahead.filter(|ahead| *ahead < now) { rect.ghost.coming x=(percent(ahead)) width=(percent(now - ahead)) height="100%" fill="url(#hatch)" {} }
                }
            }
            span.reading {
                (icon(bar.icon))
                span.name { (bar.name) }
                b data-num=(value) data-key=(piece) { (value) }
                @if let Some(ahead) = bar.ahead.filter(|ahead| *ahead != value) { span.then { " → " (ahead) } }
                @if let Some(max) = max { span.of { " / " (max) } }
            }
        }
    }
}

/// Returns a share of a drawing, in percent with one digit after the point.
pub(crate) fn percent(share: f64) -> String {
    format!("{}%", (share * 10.0).round() / 10.0)
}

/// Returns a forecast where no line begins with the sign of a percent, or breaks at an arrow.
pub(crate) fn unbroken(forecast: &str) -> String {
    forecast.replace(" %", "\u{a0}%").replace(" → ", "\u{a0}→\u{a0}")
}

/// Returns whether at most three of ten, or a fifth of more, is left.
fn running_out(value: i32, max: Option<i32>) -> bool {
    max.is_some_and(|max| if max <= 10 { value * 10 <= max * 3 } else { value * 5 <= max })
}

/// Returns the hatching pattern for losses, once per page.
pub(crate) fn hatching() -> Markup {
    html! {
        svg.hatching width="0" height="0" aria-hidden="true" focusable="false" {
            pattern #hatch width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(28)" { rect.ghost width="5" height="8" {} }
            pattern #dread width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(28)" {
                rect.dark width="7" height="7" {}
                rect.bad width="4" height="7" {}
            }
        }
    }
}

/// Returns the chance of death in words, if it is dangerous.
pub(crate) fn risk(odds: Option<kernel::Odds>) -> Markup {
    html! {
        @if let Some(odds) = odds.filter(|odds| odds.is_dangerous()) {
            b.risk { (t!("{} % risk of death", (odds.bad + 5) / 10)) }
        }
    }
}

/// Returns the chance of the wanted outcome, for buttons that show a single number.
pub(crate) fn chance(odds: kernel::Odds) -> Markup {
    let percent = (odds.good + 5) / 10;
    html! {
        @if odds.good > 0 && !odds.is_dangerous() {
            b.chance { @if odds.good + odds.bad >= 999 && odds.bad > 0 { (t!("{percent} % to live")) } @else { (t!("{percent} % to win")) } }
        }
    }
}

/// Returns a bar of the possible outcomes by share: wanted, neither, feared.
pub(crate) fn odds(odds: kernel::Odds) -> Markup {
    let tenth = |thousandths: u16| format!("{}%", f64::from(thousandths.min(1000)) / 10.0);
    let (good, bad) = (odds.good.min(1000), odds.bad.min(1000 - odds.good.min(1000)));
    html! {
        @if good + bad > 0 {
            svg.odds width="100%" height="8" aria-hidden="true" focusable="false" {
                rect.even width="100%" height="100%" {}
                @if good > 0 { rect.good width=(tenth(good)) height="100%" {} }
                @if bad > 0 { rect x=(tenth(1000 - bad)) width=(tenth(bad)) height="100%" fill="url(#dread)" {} }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(value: i32, lost: i32) -> String {
        let health =
            Bar { piece: "orc", icon: Icon::HEART, name: "Health", value, max: Some(8), lost, ahead: None, low: false };
        bar(&health).into_string()
    }

    #[test]
    fn what_a_blow_has_taken_stays_hatched() {
        let bar = drawn(4, 2);
        assert!(bar.contains(r#"<rect class="fill" width="50%""#), "{bar}");
        assert!(bar.contains(r#"<rect class="ghost" width="75%""#), "{bar}");
        assert!(drawn(4, 0).contains(r#"<rect class="ghost" width="50%""#), "ready for a loss");
        assert!(drawn(-1, 20).contains(r#"width="0%""#) && drawn(-1, 20).contains(r#"width="100%""#));
    }
}
