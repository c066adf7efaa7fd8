//! Gauges: a bar with a number on it, and the loss by the last blow, hatched.

use kernel::{Icon, Scene, Seat};
use maud::{Markup, html};
use text::t;

use super::icons::icon;

/// A number with a range, ready to draw.
pub(super) struct Bar<'a> {
    /// The piece whose number it is.
    pub(super) piece: &'a str,
    /// The sign for what it counts.
    pub(super) icon: Icon,
    /// The word for what it counts.
    pub(super) name: &'a str,
    /// Its value.
    pub(super) value: i32,
    /// Its largest value, if it has one.
    pub(super) max: Option<i32>,
    /// The loss by the blows on the table.
    pub(super) lost: i32,
    /// Its value if everything is decided as it is now.
    pub(super) ahead: Option<i32>,
    /// Whether it is close to zero.
    pub(super) low: bool,
}

/// Returns the meaning of a number with this sign.
pub(super) fn meaning(icon: Icon) -> &'static str {
    match icon {
        Icon::HEART => t!("heart"),
        Icon(name) => name,
    }
}

/// Returns a bar. The script finds it by `data-gauge` and changes the `width` of the element with
/// `data-bar`.
pub(super) fn bar(bar: &Bar) -> Markup {
    let Bar { piece, value, max, .. } = *bar;
    let share =
        |part: i32| max.filter(|max| *max > 0).map(|max| f64::from(part.clamp(0, max)) * 100.0 / f64::from(max));
    html! {
        span.gauge.low[bar.low || bar.icon == Icon::HEART && running_out(value, max)].open[max.is_none()] title=(bar.name)
            data-gauge=(piece) data-value=(value) data-max=[max] {
            @let ahead = bar.ahead.and_then(share);
            @if let (Some(now), Some(before)) = (share(value), share(value.saturating_add(bar.lost.max(0)))) {
                svg.bar width="100%" height="100%" aria-hidden="true" focusable="false" {
                    @if before > now { rect.ghost width=(percent(before)) height="100%" fill="url(#hatch)" data-ghost=(piece) {} }
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

fn percent(share: f64) -> String {
    format!("{}%", (share * 10.0).round() / 10.0)
}

/// Returns whether at most three of ten, or a fifth of more, is left.
fn running_out(value: i32, max: Option<i32>) -> bool {
    max.is_some_and(|max| if max <= 10 { value * 10 <= max * 3 } else { value * 5 <= max })
}

/// Returns the loss of a piece, or of the pieces of a seat, by the blows that are on the table.
pub(super) fn lost(scene: &Scene, piece: &str, seat: Option<Seat>) -> i32 {
    let struck = |on: &str| {
        let owner = scene.piece(on).and_then(|piece| piece.seat);
        on == piece || seat.is_some() && owner == seat
    };
    let blows = scene.rolls.iter().filter_map(|roll| roll.blow.as_ref()).filter(|blow| struck(&blow.on));
    blows.map(|blow| i32::try_from(blow.harm).unwrap_or(i32::MAX)).fold(0, i32::saturating_add)
}

/// Returns the hatching pattern for losses, once per page.
pub(super) fn hatching() -> Markup {
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

/// Returns a bar of the possible outcomes by share: wanted, neither, feared.
pub(super) fn odds(odds: kernel::Odds) -> Markup {
    let tenth = |thousandths: u16| format!("{}%", f64::from(thousandths.min(1000)) / 10.0);
    let (good, bad) = (odds.good.min(1000), odds.bad.min(1000 - odds.good.min(1000)));
    html! {
        svg.odds width="100%" height="8" aria-hidden="true" focusable="false" {
            rect.even width="100%" height="100%" {}
            @if good > 0 { rect.good width=(tenth(good)) height="100%" {} }
            @if bad > 0 { rect x=(tenth(1000 - bad)) width=(tenth(bad)) height="100%" fill="url(#dread)" {} }
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Blow, Look, Piece, Role, Roll};

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
        assert!(!drawn(4, 0).contains("ghost"));
        assert!(drawn(-1, 20).contains(r#"width="0%""#) && drawn(-1, 20).contains(r#"width="100%""#));
    }

    #[test]
    fn blows_count_for_the_piece_and_for_its_seat() {
        let blow = |harm| Roll { blow: Some(Blow { by: None, on: "hero-0".into(), harm }), ..Roll::default() };
        let hero = Piece { seat: Some(Seat(0)), ..Piece::new("hero-0", Look::Text, "hero") };
        let area = kernel::Area::new("f", "", Role::Fighters, kernel::Layout::Row).with([hero]);
        let scene = Scene { areas: vec![area], rolls: vec![blow(2), blow(1)], ..Scene::default() };
        assert_eq!(lost(&scene, "hero-0", None), 3);
        assert_eq!(lost(&scene, "seat-0-health", Some(Seat(0))), 3);
        assert_eq!(lost(&scene, "seat-1-health", Some(Seat(1))), 0);
    }
}
