//! The layout of the screen.
//!
//! From top to bottom: the state of the match and the seat in turn, the table, the moves, the
//! chronicle, the keys. On a wide screen the chronicle is on the right.

use ::text::t;
use kernel::{Look, Viewer};
use ratatui::{
    Frame,
    buffer::Cell,
    crossterm::event::KeyCode,
    layout::{Alignment, Constraint, Layout, Rect},
    text::Line,
    widgets::{Block, Clear, Paragraph, Wrap},
};

use super::{
    app::{App, Mode},
    canvas::{self, Canvas},
    context::{Hit, Part, RenderContext, Target},
    panels,
    theme::Ink,
};
use crate::{auto_actions, local_match::Due, text};

/// From this width on the chronicle is to the right of the table.
const WIDE: u16 = 110;
/// The least size of the table.
const LEAST: (u16, u16) = (30, 10);
/// The most rows of moves on a screen of usual height.
const MOVES: u16 = 6;

/// Draws everything, and notes the places for the mouse.
pub(super) fn draw(app: &mut App, frame: &mut Frame) {
    app.hits.clear();
    app.overflows = false;
    screen(app, frame);
    if app.theme.ascii {
        frame.buffer_mut().content.iter_mut().filter(|cell| !cell.symbol().is_ascii()).for_each(fold);
    }
}

/// Folds signs without a spelling, such as a game's `×2`, to ASCII too: one sign for one, so that
/// nothing moves.
fn fold(cell: &mut Cell) {
    let plain = match cell.symbol() {
        "→" => ">",
        "←" => "<",
        "±" => "~",
        symbol => match symbol.chars().next().and_then(::text::spelled) {
            Some(spelling) => spelling.get(..1).unwrap_or(" "),
            None => "?",
        },
    };
    cell.set_symbol(plain);
}

fn screen(app: &mut App, frame: &mut Frame) {
    let all = frame.area();
    app.cramped = all.width < LEAST.0 || all.height < LEAST.1;
    if app.cramped {
        let words = t!("Please make the window larger: at least {} by {}.", LEAST.0, LEAST.1);
        frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: true }), all);
        return;
    }
    if let Mode::HandOver(seat) = app.mode {
        let words = t!("Pass the keyboard to {}.", app.local_match.name(seat));
        let keys = [
            (KeyCode::Enter, t!("Enter when you sit there")),
            (KeyCode::Char('u'), t!("u takes the last step back")),
            (KeyCode::Char('q'), t!("q leaves")),
        ];
        frame.render_widget(Clear, all);
        return ask(app, frame, &words, &keys);
    }
    let low = panels::footer_height(app, all.width);
    let [header, middle, footer] =
        Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(low)]).areas(all);
    panels::header(app, frame, header);
    if let Mode::Page(page) = &mut app.mode {
        panels::page(page, app.theme, frame, middle, footer);
        return;
    }
    let main = match all.width >= WIDE {
        false => middle,
        true => {
            let beside = (all.width / 3).clamp(36, 64);
            let [main, gap, log] =
                Layout::horizontal([Constraint::Fill(1), Constraint::Length(3), Constraint::Length(beside)])
                    .areas(middle);
            let bar = app.theme.pick(" │ ", " | ");
            let lines: Vec<Line> = (0..gap.height).map(|_| Line::styled(bar, app.theme.ink(Ink::Ash))).collect();
            frame.render_widget(Paragraph::new(lines), gap);
            panels::chronicle(app, frame, log);
            main
        }
    };
    body(app, frame, main, all.width < WIDE);
    panels::footer(app, frame, footer);
    match app.mode {
        Mode::Offer => {
            let question = app.offer.clone();
            let keys = [
                (KeyCode::Enter, t!("Enter goes on with it")),
                (KeyCode::Char('n'), t!("n opens the new one")),
                (KeyCode::Char('q'), t!("q leaves")),
            ];
            ask(app, frame, &question, &keys);
        }
        Mode::Confirm(index) => {
            let question = app.scene.moves.get(index).and_then(|choice| choice.wording.confirm.clone());
            let keys = [(KeyCode::Char('y'), t!("y does it")), (KeyCode::Char('n'), t!("n goes back"))];
            ask(app, frame, &question.unwrap_or_default(), &keys);
        }
        Mode::AutoAction(index, limit) => {
            let Some(auto_action) = app.scene.standing.get(index) else { return };
            let mut question = auto_actions::text(&app.local_match, auto_action, limit);
            question += &auto_action
                .forecast
                .as_ref()
                .map(|forecast| format!(" ({})", auto_actions::forecast(forecast)))
                .unwrap_or_default();
            let mut keys = vec![(KeyCode::Enter, t!("Enter does it; any key stops it"))];
            keys.extend(limit.map(|_| (KeyCode::Up, t!("up, down or a number: how far"))));
            keys.extend((app.scene.standing.len() > 1).then_some((KeyCode::Tab, t!("Tab: another order"))));
            keys.push((KeyCode::Esc, t!("Esc goes back")));
            ask(app, frame, &question, &keys);
        }
        Mode::Leaving => {
            let laid_out = app.local_match.scene(Viewer::Spectator, Some(0)).is_some();
            let question = match (laid_out, app.due()) {
                (false, _) => t!("Leave the table? It is not laid out yet, so there is nothing to save."),
                (true, Due::Outcome(_)) => t!("Leave the table? The match is saved up to the last whole step."),
                (true, _) => t!("Leave the table? The match is saved."),
            };
            let keys = [(KeyCode::Char('y'), t!("y leaves")), (KeyCode::Char('n'), t!("n stays"))];
            ask(app, frame, question, &keys);
        }
        Mode::Table | Mode::HandOver(_) | Mode::Page(_) | Mode::Replay(_) => {}
    }
}

/// Draws the table, the moves, and the chronicle unless it is elsewhere.
fn body(app: &mut App, frame: &mut Frame, room: Rect, with_log: bool) {
    let most = match room.height {
        27.. => 2 * MOVES,
        // A map should be visible as a whole.
        _ if canvas::has_map(&app.scene) => MOVES - 1,
        _ => MOVES,
    };
    let panel = panels::height(app, room.width, most);
    let replay = matches!(app.mode, Mode::Replay(_));
    let log = match (with_log, replay) {
        (false, _) => 0,
        (true, false) => 3.min(room.height / 5),
        (true, true) => 8.min(room.height / 3),
    };
    let panel = panel.min(room.height.saturating_sub(log + 3));
    let most = room.height.saturating_sub(panel + log);
    let deciding = matches!(app.mode, Mode::Table | Mode::Confirm(_) | Mode::AutoAction(..));
    let joined = if deciding { app.joined() } else { Vec::new() };
    let context = RenderContext {
        theme: app.theme,
        local_match: &app.local_match,
        scene: &app.scene,
        live: &app.live,
        changes: &app.changes,
        focus: app.focus.as_deref(),
        joined: &joined,
        on_the_way: !app.picked.is_empty(),
        marks: if deciding { app.marks() } else { &[] },
    };
    let canvas = canvas::render(&context, room.width, most);
    // The bar of a replay stays where it is, so that it can be dragged.
    let rows = if replay { most } else { canvas.height.min(most) };
    // Rows that nothing else needs show moves that would be on a further page.
    let panel = panels::height(app, room.width, room.height).min(room.height.saturating_sub(rows + log)).max(panel);
    let [table, moves, rest] =
        Layout::vertical([Constraint::Length(rows), Constraint::Length(panel), Constraint::Fill(1)]).areas(room);
    let more = show(app, frame, &canvas, table);
    panels::choices(app, frame, moves, more);
    if with_log && rest.height > 0 {
        panels::chronicle(app, frame, rest);
    }
}

/// Shows the part of the table that is scrolled to; without scrolling, the part that matters.
/// Returns the keys that show the rest, if the table is longer than the room.
fn show(app: &mut App, frame: &mut Frame, canvas: &Canvas, room: Rect) -> &'static str {
    let hidden = canvas.height.saturating_sub(room.height);
    let top = app.scrolled.unwrap_or_else(|| {
        matter(app, canvas, room.height).map_or(0, |at| at.bottom().saturating_sub(room.height).min(at.y))
    });
    let top = top.min(hidden);
    (app.top, app.overflows) = (top, hidden > 0);
    let part = Rect::new(0, top, room.width, room.height.min(canvas.height));
    canvas::copy(&canvas.buffer, part, frame.buffer_mut(), room.x, room.y);
    for (at, id) in &canvas.hits {
        let shown = at.intersection(part);
        if shown.area() > 0 {
            let at = Rect { x: shown.x + room.x, y: shown.y - top + room.y, ..shown };
            app.hits.push(Hit { at, target: Target::Piece(id.clone()) });
        }
    }
    match (top > 0, top < hidden) {
        (true, true) => app.theme.pick(t!("↕ PgUp PgDn"), t!("PgUp PgDn")),
        (true, false) => app.theme.pick(t!("↑ PgUp"), t!("PgUp")),
        (false, true) => app.theme.pick(t!("↓ PgDn"), t!("PgDn")),
        (false, false) => "",
    }
}

/// The part of the table that matters: the piece pointed at, or the selected move's, or else the
/// first that a move uses. It also has as many of the other pieces for this move as there is room
/// for.
fn matter(app: &App, canvas: &Canvas, room: u16) -> Option<Rect> {
    let place = |id: &str| canvas.hits.iter().find(|(_, other)| other == id).map(|(at, _)| *at);
    let joined = || app.joined().iter().rev().find_map(|id| place(id));
    let live = || canvas.hits.iter().find(|(_, id)| app.live.contains(id)).map(|(at, _)| *at);
    let first = app.focus.as_deref().and_then(place).or_else(joined).or_else(live)?;
    let own = |piece: &&kernel::Piece| match &piece.look {
        Look::Tile { pawns, .. } => app.viewer.seat().is_some_and(|seat| pawns.contains(&seat)),
        _ => false,
    };
    let wanted = app.scene.pieces().filter(own).chain(app.scene.pieces().filter(|piece| app.live.contains(&piece.id)));
    let wanted = wanted.filter_map(|piece| place(&piece.id)).fold(first, |sum, at| match sum.union(at) {
        both if both.height <= room => both,
        _ => sum,
    });
    Some(wanted)
}

/// A question in the middle of the screen.
fn ask(app: &mut App, frame: &mut Frame, question: &str, keys: &[(KeyCode, &str)]) {
    let all = frame.area();
    let longest = keys.iter().map(|(_, words)| text::width(words)).max().unwrap_or(0);
    let inner = text::width(question).min(60).max(longest).min(usize::from(all.width).saturating_sub(6)).max(10);
    let question = text::wrap(question, inner);
    let at = centred(all, inner as u16 + 4, (question.len() + keys.len()) as u16 + 3);
    let keys_at = at.y + 2 + question.len() as u16;
    // A click outside of the question does nothing.
    app.hits.clear();
    let mut lines: Vec<Line> = question.into_iter().map(|line| Line::styled(line, app.theme.strong())).collect();
    lines.push(Line::default());
    for (n, (code, words)) in keys.iter().enumerate() {
        lines.push(Line::styled((*words).to_owned(), app.theme.ink(Ink::Brass)));
        let line = Rect { y: keys_at + n as u16, height: 1, ..at };
        app.hits.push(Hit { at: line.intersection(at), target: Target::Key(*code) });
    }
    let border = Block::bordered().border_set(app.theme.border(Part::Joined)).border_style(app.theme.ink(Ink::Ember));
    frame.render_widget(Clear, at);
    frame.render_widget(Paragraph::new(lines).alignment(Alignment::Center).block(border), at);
}

fn centred(room: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(room.width), height.min(room.height));
    Rect::new(room.x + (room.width - width) / 2, room.y + (room.height - height) / 2, width, height)
}
