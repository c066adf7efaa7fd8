//! The words about the selection.

use ::text::{counted, t};
use kernel::{Odds, Piece};
use ratatui::text::{Line, Span};

use super::{
    app::App,
    theme::{Ink, Theme},
};
use crate::{
    details::{details, whereabouts},
    picks::Entry,
    text,
};

/// Rows for the words about the selection.
pub(super) const DETAIL: u16 = 2;

/// The words about the piece pointed at, or the selected move.
pub(super) fn about(app: &App, room: usize) -> Vec<Line<'static>> {
    let ash = app.theme.ink(Ink::Ash);
    if let Some(piece) = app.focus.as_ref().and_then(|id| app.piece(id)) {
        return about_piece(app, piece, room);
    }
    let choice = match app.chosen() {
        Some(Entry::Move(index)) => app.scene.moves.get(index),
        Some(Entry::Stem(_)) | None => None,
    };
    let forecast = choice.and_then(|choice| choice.wording.forecast.as_ref());
    let words = forecast.map(|forecast| forecast.text.as_str());
    let words = words.or_else(|| choice.and_then(|choice| details(&app.scene, choice)));
    let words = [words.map(str::to_owned), foreseen(app)].into_iter().flatten().collect::<Vec<_>>().join("; ");
    let odds = forecast.and_then(|forecast| forecast.odds);
    let arrow = app.theme.pick("→", "=");
    let bar_room = if odds.is_some() { ODDS + 1 } else { 0 };
    let lines = text::wrap(&words, room.saturating_sub(4 + bar_room));
    let lines = lines.into_iter().enumerate().filter(|(_, line)| !line.is_empty());
    let line = |(n, line): (usize, String)| {
        let mark = Span::raw(format!("   {} ", if n == 0 { arrow } else { " " }));
        let bar = odds.filter(|_| n == 0).map(|odds| bar(app.theme, odds));
        let bar = bar.unwrap_or_else(|| vec![Span::raw(" ".repeat(bar_room))]);
        Line::from_iter(std::iter::once(mark).chain(bar).chain([Span::raw(line)]))
            .style(ash.patch(app.theme.ink(Ink::Frost)))
    };
    lines.map(line).collect()
}

/// The effects of the move that is pointed at on pieces outside of a map, which draws its own:
/// `Health 8 → 2`.
fn foreseen(app: &App) -> Option<String> {
    let told = |mark: &kernel::Mark| {
        let piece = app.scene.piece(&mark.piece).filter(|piece| piece.at.is_none())?;
        let name = match &piece.look {
            kernel::Look::Meter { name, .. } | kernel::Look::Card { name, .. } => &**name,
            _ => text::head(&piece.label),
        };
        Some(format!("{name} {}", mark.text.as_deref()?))
    };
    let told: Vec<String> = app.marks().iter().filter_map(told).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

/// The columns of a bar of odds.
const ODDS: usize = 10;

/// Odds as a bar: good, neither, bad. Every possible outcome has a cell.
fn bar(theme: Theme, odds: Odds) -> Vec<Span<'static>> {
    let cells = |thousandths: u16| match thousandths {
        0 => 0,
        some => (usize::from(some) * ODDS + 500).div_euclid(1000).clamp(1, ODDS),
    };
    let bad = cells(odds.bad);
    let good = cells(odds.good).min(ODDS - bad);
    vec![
        Span::styled(theme.pick("█", "=").repeat(good), theme.ink(Ink::Moss)),
        Span::styled(theme.pick("░", ".").repeat(ODDS - good - bad), theme.ink(Ink::Ash)),
        Span::styled(theme.pick("▚", "!").repeat(bad), theme.ink(Ink::Blood)),
        Span::raw(" "),
    ]
}

/// The words about a piece, and the effect of picking it.
fn about_piece(app: &App, piece: &Piece, room: usize) -> Vec<Line<'static>> {
    let frost = app.theme.ink(Ink::Frost);
    let does = if app.live.contains(&piece.id) { picking(app, piece) } else { None };
    let place = whereabouts(&app.scene, piece).map(|place| format!(", {place}")).unwrap_or_default();
    let ruling = piece.ruling.map(|ruling| format!(" ({ruling})")).unwrap_or_default();
    let text = piece.untold().map(|text| format!(" {text}")).unwrap_or_default();
    let words = format!("{}{place}.{text}{ruling}", app.local_match.label(piece).trim_end_matches('.'));
    let mut lines = text::wrap(&words, room);
    let most = usize::from(DETAIL) - usize::from(does.is_some());
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            let rest = if does.is_some() { "" } else { t!(" (Enter)") };
            let most = room.saturating_sub(text::width(rest));
            *last = text::cut(&t!("{} and so on", *last), most, app.theme.ascii) + rest;
        }
    }
    let does = does.map(|does| {
        let words = format!("   {} {does}", app.theme.pick("→", "="));
        Line::styled(text::cut(&words, room, app.theme.ascii), frost)
    });
    lines.into_iter().map(|line| Line::styled(format!(" {line}"), frost)).chain(does).collect()
}

/// The effect of picking this piece.
fn picking(app: &App, piece: &Piece) -> Option<String> {
    let forks = kernel::forks(&app.scene.moves, &app.picked);
    let fork = forks.into_iter().find(|fork| fork.point.piece() == Some(&piece.id))?;
    Some(match fork.moves[..] {
        [only] => t!("Enter: {}", app.local_match.say(&app.scene.moves[only].wording.text)),
        _ => t!("Enter: one of {}", counted!(fork.moves.len(), "move")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::theme::Colours;

    #[test]
    fn whatever_can_be_has_a_cell_of_the_bar() {
        let theme = Theme { colours: Colours::None, ascii: true };
        let drawn =
            |good, bad| bar(theme, Odds { good, bad }).iter().map(|span| span.content.to_string()).collect::<String>();
        assert_eq!(drawn(714, 90), "=======..! ");
        assert_eq!(drawn(996, 4), "=========! ");
        assert_eq!(drawn(0, 1000), "!!!!!!!!!! ");
        assert_eq!(drawn(0, 0), ".......... ");
    }
}
