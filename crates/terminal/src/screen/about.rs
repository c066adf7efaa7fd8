//! What there is to say about the selection.

use kernel::Piece;
use ratatui::text::Line;

use super::{app::App, theme::Ink};
use crate::{
    details::{details, whereabouts},
    picks::Entry,
    text,
};

/// Rows for what there is to say.
pub(super) const DETAIL: u16 = 2;

/// What there is to say about the piece pointed at, or the selected move.
pub(super) fn about(app: &App, room: usize) -> Vec<Line<'static>> {
    let ash = app.theme.ink(Ink::Ash);
    if let Some(piece) = app.focus.as_ref().and_then(|id| app.piece(id)) {
        return about_piece(app, piece, room);
    }
    let choice = match app.chosen() {
        Some(Entry::Move(index)) => app.scene.moves.get(index),
        Some(Entry::Stem(_)) | None => None,
    };
    let words = choice.and_then(|choice| {
        choice.wording.forecast.as_ref().map(|forecast| forecast.text.as_str()).or_else(|| details(&app.scene, choice))
    });
    let arrow = app.theme.pick("→", "=");
    let lines = text::wrap(words.unwrap_or_default(), room.saturating_sub(4));
    let lines = lines.into_iter().enumerate().filter(|(_, line)| !line.is_empty());
    let line = |(n, line): (usize, String)| {
        Line::styled(format!("   {} {line}", if n == 0 { arrow } else { " " }), ash.patch(app.theme.ink(Ink::Frost)))
    };
    lines.map(line).collect()
}

/// What the piece is, and what picking it does.
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
            let rest = if does.is_some() { "" } else { " (Enter)" };
            let most = room.saturating_sub(rest.len());
            *last = text::cut(&format!("{last} and so on"), most, app.theme.ascii) + rest;
        }
    }
    let does = does.map(|does| {
        let words = format!("   {} {does}", app.theme.pick("→", "="));
        Line::styled(text::cut(&words, room, app.theme.ascii), frost)
    });
    lines.into_iter().map(|line| Line::styled(format!(" {line}"), frost)).chain(does).collect()
}

/// What picking this piece does.
fn picking(app: &App, piece: &Piece) -> Option<String> {
    let forks = kernel::forks(&app.scene.moves, &app.picked);
    let fork = forks.into_iter().find(|fork| fork.point.piece() == Some(&piece.id))?;
    Some(match fork.moves[..] {
        [only] => format!("Enter: {}", app.local_match.say(&app.scene.moves[only].wording.text)),
        _ => format!("Enter: one of {}", kernel::counted(fork.moves.len(), "move")),
    })
}
