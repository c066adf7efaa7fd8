//! The screen: what goes where.
//!
//! From top to bottom: where the match stands and whose turn it is, the table, what can be done, the chronicle, the
//! keys. On a wide screen the chronicle stands on the right.

use ratatui::{
    Frame,
    buffer::Cell,
    layout::{Alignment, Constraint, Layout, Rect},
    text::{Line, Span},
    widgets::{Block, Clear, Paragraph, Wrap},
};

use super::{
    app::{App, Mode},
    easel::{Easel, Hit, Target},
    panels,
    sheet::{self, Sheet},
    theme::Ink,
};
use crate::{sitting::Due, text};

/// From this width on the chronicle stands beside the table.
const WIDE: u16 = 110;
/// What the table cannot do without.
const LEAST: (u16, u16) = (30, 10);
/// The most rows of moves on a screen of usual height.
const MOVES: u16 = 6;

/// Draws everything, and notes where it is for the mouse.
pub(super) fn draw(app: &mut App, frame: &mut Frame) {
    app.hits.clear();
    screen(app, frame);
    if app.theme.ascii {
        frame.buffer_mut().content.iter_mut().filter(|cell| !cell.symbol().is_ascii()).for_each(fold);
    }
}

/// Words from outside, such as a game's `×2`, in ASCII too.
fn fold(cell: &mut Cell) {
    let plain = match cell.symbol() {
        "×" => "x",
        "·" | "–" | "—" | "−" | "…" => "-",
        "’" | "‘" => "'",
        "“" | "”" => "\"",
        _ => "?",
    };
    cell.set_symbol(plain);
}

fn screen(app: &mut App, frame: &mut Frame) {
    let all = frame.area();
    if all.width < LEAST.0 || all.height < LEAST.1 {
        let words = format!("Please make the window larger: at least {} by {}.", LEAST.0, LEAST.1);
        frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: true }), all);
        return;
    }
    if let Mode::HandOver(seat) = app.mode {
        let words = format!("Pass the keyboard to {}.", app.sitting.name(seat));
        return curtain(app, frame, &words, "Enter when you sit there.  u takes the last step back.  q leaves.");
    }
    let [header, middle, footer] =
        Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)]).areas(all);
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
            let steps = app.sitting.table().ply();
            let when = format!("A match waits for you, {steps} step{} in.", if steps == 1 { "" } else { "s" });
            ask(app, frame, &when, "Enter goes on with it.  n opens a new one.  q leaves.");
        }
        Mode::Confirm(index) => {
            let question = app.scene.moves.get(index).and_then(|choice| choice.wording.confirm.clone());
            ask(app, frame, &question.unwrap_or_default(), "y does it.  n goes back.");
        }
        Mode::Leaving if app.due() == Due::Outcome => {
            ask(app, frame, "Leave the table?", "y leaves; whole steps are saved.  u gives this step up.  n stays.");
        }
        Mode::Leaving => ask(app, frame, "Leave the table? The match is saved.", "y leaves.  n stays."),
        Mode::Table | Mode::HandOver(_) | Mode::Page(_) | Mode::Replay(_) => {}
    }
}

/// Table, moves, and, unless it stands elsewhere, the chronicle.
fn body(app: &mut App, frame: &mut Frame, room: Rect, with_log: bool) {
    let most = match room.height {
        27.. => 2 * MOVES,
        // A map wants to be seen whole.
        _ if sheet::has_map(&app.scene) => MOVES - 1,
        _ => MOVES,
    };
    let panel = panels::height(app, room.width, most);
    let log = if with_log { 3.min(room.height / 5) } else { 0 };
    let panel = panel.min(room.height.saturating_sub(log + 3));
    let most = room.height.saturating_sub(panel + log);
    let selected = matches!(app.mode, Mode::Table | Mode::Confirm(_)).then(|| app.chosen()).flatten();
    let easel = Easel {
        theme: app.theme,
        sitting: &app.sitting,
        scene: &app.scene,
        live: &app.live,
        focus: app.focus.as_deref(),
        selected,
    };
    let sheet = sheet::sheet(&easel, room.width, most);
    let rows = sheet.height.min(most);
    let [table, moves, rest] =
        Layout::vertical([Constraint::Length(rows), Constraint::Length(panel), Constraint::Fill(1)]).areas(room);
    show(app, frame, &sheet, table);
    panels::choices(app, frame, moves);
    if with_log && rest.height > 0 {
        panels::chronicle(app, frame, rest);
    }
}

/// Shows the part of the table that is scrolled to; if the player has not, the part that matters.
fn show(app: &mut App, frame: &mut Frame, sheet: &Sheet, room: Rect) {
    let hidden = sheet.height.saturating_sub(room.height);
    let top = app.scrolled.unwrap_or_else(|| {
        let matter = matter(app, sheet);
        matter.map_or(0, |at| at.bottom().saturating_sub(room.height).min(at.y))
    });
    let top = top.min(hidden);
    app.top = top;
    let part = Rect::new(0, top, room.width, room.height.min(sheet.height));
    sheet::copy(&sheet.buffer, part, frame.buffer_mut(), room.x, room.y);
    if hidden > 0 && room.height > 0 {
        let sign = match (top > 0, top < hidden) {
            (true, true) => app.theme.pick("↕ PgUp PgDn", "PgUp PgDn"),
            (true, false) => app.theme.pick("↑ PgUp", "PgUp"),
            _ => app.theme.pick("↓ PgDn", "PgDn"),
        };
        let wide = text::width(sign) as u16;
        let at = Rect::new(room.right().saturating_sub(wide), room.bottom() - 1, wide, 1).intersection(room);
        frame.render_widget(Span::styled(sign, app.theme.ink(Ink::Brass)), at);
    }
    for (at, id) in &sheet.hits {
        let shown = at.intersection(part);
        if shown.area() > 0 {
            let at = Rect { x: shown.x + room.x, y: shown.y - top + room.y, ..shown };
            app.hits.push(Hit { at, target: Target::Piece(id.clone()) });
        }
    }
}

/// Where the piece pointed at lies, or the selected move's, or else the first that a move is about.
fn matter(app: &App, sheet: &Sheet) -> Option<Rect> {
    let place = |id: &String| sheet.hits.iter().find(|(_, other)| other == id).map(|(at, _)| *at);
    let wording = app.chosen().and_then(|index| app.scene.moves.get(index)).map(|choice| &choice.wording);
    let joined = || wording.and_then(|wording| [&wording.to, &wording.from].into_iter().flatten().find_map(place));
    let live = || sheet.hits.iter().find(|(_, id)| app.live.contains(id)).map(|(at, _)| *at);
    app.focus.as_ref().and_then(place).or_else(joined).or_else(live)
}

/// A question in the middle of the screen.
fn ask(app: &App, frame: &mut Frame, question: &str, keys: &str) {
    let all = frame.area();
    let inner = text::width(question).max(text::width(keys)).min(usize::from(all.width).saturating_sub(6)).max(10);
    let question = text::wrap(question, inner);
    let keys = text::wrap(keys, inner);
    let height = (question.len() + keys.len()) as u16 + 3;
    let box_ = centred(all, inner as u16 + 4, height);
    let mut lines: Vec<Line> = question.into_iter().map(|line| Line::styled(line, app.theme.strong())).collect();
    lines.push(Line::default());
    lines.extend(keys.into_iter().map(|line| Line::styled(line, app.theme.ink(Ink::Brass))));
    let frame_ = Block::bordered().border_set(app.theme.border(true)).border_style(app.theme.ink(Ink::Ember));
    frame.render_widget(Clear, box_);
    frame.render_widget(Paragraph::new(lines).alignment(Alignment::Center).block(frame_), box_);
}

/// A screen that shows nothing of the table.
fn curtain(app: &App, frame: &mut Frame, words: &str, keys: &str) {
    frame.render_widget(Clear, frame.area());
    ask(app, frame, words, keys);
}

fn centred(room: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(room.width), height.min(room.height));
    Rect::new(room.x + (room.width - width) / 2, room.y + (room.height - height) / 2, width, height)
}
