//! The effects of keys and the mouse.

use ::text::t;
use kernel::{Ask, Point, Viewer};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::{
    aim::{self, Way},
    app::{App, Mode},
    context::{Hit, Target},
    page::Page,
};
use crate::{Config, Error, LocalMatch, local_match::Due, picks, question};

/// Takes an event of the terminal.
///
/// # Errors
/// If the match cannot be kept.
pub(super) fn take(app: &mut App, config: &Config, event: &Event) -> Result<(), Error> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => pressed(app, config, *key),
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left) => {
                clicked(app, config, mouse)
            }
            MouseEventKind::ScrollDown => pressed(app, config, wheel(app, KeyCode::PageDown, KeyCode::Down).into()),
            MouseEventKind::ScrollUp => pressed(app, config, wheel(app, KeyCode::PageUp, KeyCode::Up).into()),
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

/// The wheel scrolls the table if it is longer than the screen, and moves the selection if it is
/// not.
fn wheel(app: &App, table: KeyCode, selection: KeyCode) -> KeyCode {
    if app.overflows && matches!(app.mode, Mode::Table) { table } else { selection }
}

fn clicked(app: &mut App, config: &Config, mouse: &MouseEvent) -> Result<(), Error> {
    let Some(Hit { at, target }) = app.under(mouse.column, mouse.row).cloned() else { return Ok(()) };
    let dragged = matches!(mouse.kind, MouseEventKind::Drag(_));
    match (target, &app.mode) {
        (Target::Steps(steps), Mode::Replay(_)) => {
            let wide = usize::from(at.width).saturating_sub(1).max(1);
            look_back(app, (steps * usize::from(mouse.column - at.x) + wide / 2) / wide);
            Ok(())
        }
        (Target::Key(code), _) if !dragged => pressed(app, config, code.into()),
        (Target::Entry(place), Mode::Table) if !dragged => app.choose(place),
        (Target::Piece(id), Mode::Table) if !dragged => {
            let before = app.local_match.table().ply();
            app.press(&id)?;
            // A player who clicks does not point with the keys.
            if app.local_match.table().ply() != before {
                app.focus = None;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn pressed(app: &mut App, config: &Config, key: KeyEvent) -> Result<(), Error> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        match key.code {
            KeyCode::Char('c' | 'd') => app.done = true,
            KeyCode::Char('z') => app.pause = true,
            _ => {}
        }
        return Ok(());
    }
    let code = key.code;
    if app.cramped {
        app.done |= code == KeyCode::Char('q');
        return Ok(());
    }
    if let Some(auto_action) = app.auto_action.take() {
        app.notice = Some(t!("{order}: stopped.", order = auto_action.text));
        return Ok(());
    }
    match app.mode {
        Mode::Table => table(app, code),
        Mode::AutoAction(index, limit) => {
            auto_action(app, index, limit, code);
            Ok(())
        }
        Mode::Offer => offer(app, config, code),
        Mode::Confirm(index) => match code {
            KeyCode::Char('y' | 'Y' | 'j' | 'J') => app.perform(index, true),
            KeyCode::Char('n' | 'N') | KeyCode::Esc | KeyCode::Enter => back(app),
            _ => Ok(()),
        },
        Mode::Leaving => match code {
            KeyCode::Char('y' | 'Y' | 'j' | 'J' | 'q') | KeyCode::Enter => {
                app.done = true;
                Ok(())
            }
            KeyCode::Char('n' | 'N') | KeyCode::Esc => back(app),
            _ => Ok(()),
        },
        Mode::HandOver(seat) => {
            match code {
                KeyCode::Enter | KeyCode::Char(' ') => {
                    app.mode = Mode::Table;
                    app.look(Viewer::Seat(seat));
                }
                KeyCode::Char('q') | KeyCode::Esc => app.mode = Mode::Leaving,
                KeyCode::Char('u') => {
                    app.mode = Mode::Table;
                    undo(app)?;
                }
                _ => {}
            }
            Ok(())
        }
        Mode::Page(ref mut page) => {
            if page.turn(code) {
                return Ok(());
            }
            back(app)
        }
        Mode::Replay(at) => replay(app, at, code),
    }
}

fn back(app: &mut App) -> Result<(), Error> {
    app.mode = Mode::Table;
    app.refresh();
    Ok(())
}

fn offer(app: &mut App, config: &Config, code: KeyCode) -> Result<(), Error> {
    match code {
        KeyCode::Enter | KeyCode::Char('y' | 'Y' | 'j' | 'J' | ' ') => app.mode = Mode::Table,
        KeyCode::Char('n' | 'N') => {
            let saved = app.local_match.saved().clone();
            app.seat_down(LocalMatch::open(&config.setup, saved)?);
        }
        KeyCode::Char('q') | KeyCode::Esc => app.done = true,
        _ => {}
    }
    Ok(())
}

fn table(app: &mut App, code: KeyCode) -> Result<(), Error> {
    app.notice = None;
    if matches!(app.due(), Due::Outcome(_)) && answer(app, code)? {
        return Ok(());
    }
    // Any other key discards a half-typed number.
    if !matches!(code, KeyCode::Char('0'..='9') | KeyCode::Backspace | KeyCode::Enter | KeyCode::Esc) {
        app.typed.clear();
    }
    match code {
        KeyCode::Char('?') | KeyCode::F(1) => {
            app.mode = Mode::Page(Page::rules(&app.local_match, &app.scene, app.theme))
        }
        KeyCode::Char('h') => app.ask_hint(),
        KeyCode::Char('u') => return undo(app),
        KeyCode::Char('o') if !app.scene.standing.is_empty() => ask_limit(app, 0),
        KeyCode::Char('r') => enter_replay(app),
        KeyCode::Char('l') => app.mode = Mode::Page(Page::chronicle(&app.local_match, &app.chronicle, app.theme)),
        KeyCode::Char('w') => app.mode = Mode::Page(Page::barred(&app.scene.barred)),
        KeyCode::Char('s') => {
            app.local_match.save()?;
            app.notice = Some(t!("Saved in {}", format_args!("{}", app.local_match.saved().path().display())));
        }
        KeyCode::Char('n') if app.due() == Due::Nobody => {
            let (setup, saved) = (app.local_match.again()?, app.local_match.saved().clone());
            app.seat_down(LocalMatch::open(&setup, saved)?);
        }
        KeyCode::Char('q') if app.due() == Due::Nobody => app.done = true,
        KeyCode::Char('q') => app.mode = Mode::Leaving,
        KeyCode::Esc => escape(app),
        KeyCode::Char(' ') => return space(app),
        KeyCode::Char(digit) if digit.is_ascii_digit() => return number(app, digit),
        KeyCode::Backspace => {
            app.typed.pop();
            app.selected = app.typed.parse().map_or(0, |number: usize| number.saturating_sub(1));
        }
        KeyCode::Enter => return enter(app),
        KeyCode::Tab => aim::next(app, true),
        KeyCode::BackTab => aim::next(app, false),
        KeyCode::Up | KeyCode::Char('k') => steer(app, Way::Up),
        KeyCode::Down | KeyCode::Char('j') => steer(app, Way::Down),
        KeyCode::Left => steer(app, Way::Left),
        KeyCode::Right => steer(app, Way::Right),
        KeyCode::PageDown => app.scrolled = Some(app.top.saturating_add(3)),
        KeyCode::PageUp => app.scrolled = Some(app.top.saturating_sub(3)),
        _ => {}
    }
    Ok(())
}

/// Asks for the limit of an auto-action.
fn ask_limit(app: &mut App, index: usize) {
    let Some(auto_action) = app.scene.standing.get(index) else { return };
    app.mode = Mode::AutoAction(index, auto_action.limit.as_ref().map(|limit| limit.usual));
}

/// Reads the limit: up and down, or digits; Tab goes to the next auto-action, Enter sets it.
fn auto_action(app: &mut App, index: usize, limit: Option<i32>, code: KeyCode) {
    let Some(auto_action) = app.scene.standing.get(index) else { return };
    let (least, most) = auto_action.limit.as_ref().map_or((0, 0), |limit| (limit.min, limit.max));
    let to = |limit: i32| Mode::AutoAction(index, Some(limit.clamp(least, most)));
    let last = |limit: i32, digit: i32| if limit * 10 + digit <= most { limit * 10 + digit } else { digit };
    match (code, limit) {
        (KeyCode::Enter | KeyCode::Char('o'), _) => {
            app.mode = Mode::Table;
            app.give_order(index, limit);
        }
        (KeyCode::Esc | KeyCode::Char('n' | 'q'), _) => app.mode = Mode::Table,
        (KeyCode::Tab, _) => ask_limit(app, (index + 1) % app.scene.standing.len()),
        (KeyCode::Up | KeyCode::Right | KeyCode::Char('+'), Some(limit)) => app.mode = to(limit + 1),
        (KeyCode::Down | KeyCode::Left | KeyCode::Char('-'), Some(limit)) => app.mode = to(limit - 1),
        (KeyCode::Char(digit @ '0'..='9'), Some(limit)) => {
            app.mode = to(last(limit, digit as i32 - '0' as i32));
        }
        _ => {}
    }
}

fn undo(app: &mut App) -> Result<(), Error> {
    let real = matches!(app.due(), Due::Outcome(_));
    if app.settle(LocalMatch::undo)? {
        let asked = real && matches!(app.due(), Due::Outcome(_));
        app.notice = Some(if asked { t!("Taken back: enter it again.") } else { t!("Taken back.") }.into());
    }
    Ok(())
}

/// Backs out, one thing at a time.
fn escape(app: &mut App) {
    if !app.typed.is_empty() {
        app.typed.clear();
    } else if !app.unpick() && app.focus.take().is_none() {
        app.notice = Some(t!("q leaves; the match is saved.").into());
    }
}

fn steer(app: &mut App, way: Way) {
    app.scrolled = None;
    match (way, app.focus.is_some()) {
        (Way::Up, false) => app.selected = app.selected.saturating_sub(1),
        (Way::Down, false) => app.selected = (app.selected + 1).min(app.listed().len().saturating_sub(1)),
        (Way::Left | Way::Right, false) => aim::begin(app),
        (_, true) => aim::go(app, way),
    }
}

/// Digits make a number; it is done as soon as no longer number is possible.
fn number(app: &mut App, digit: char) -> Result<(), Error> {
    let count = app.listed().len();
    app.typed.push(digit);
    let number: usize = app.typed.parse().unwrap_or(0);
    if !(1..=count).contains(&number) {
        app.typed.clear();
        app.notice = (count > 0).then(|| t!("There are moves 1 to {count}."));
        return Ok(());
    }
    app.selected = number - 1;
    app.focus = None;
    if number * 10 <= count {
        return Ok(());
    }
    app.typed.clear();
    app.choose(number - 1)
}

/// Picks the piece pointed at, if a move goes on with it; otherwise takes the plain way on.
fn space(app: &mut App) -> Result<(), Error> {
    if let Some(piece) = app.focus.clone().filter(|id| app.live.contains(id)) {
        return app.press(&piece);
    }
    let mut main = picks::left(&app.scene.moves, &app.picked);
    main.retain(|index| app.scene.leads(*index));
    match main[..] {
        [only] => app.perform(only, false),
        _ => Ok(()),
    }
}

fn enter(app: &mut App) -> Result<(), Error> {
    app.typed.clear();
    let picked = app.picked.last().and_then(Point::piece);
    match app.focus.clone() {
        Some(piece) if picked != Some(&piece) || app.live.contains(&piece) => app.press(&piece),
        _ => app.choose(app.selected),
    }
}

/// Reads an outcome of the real table; `false` if the key means something else.
fn answer(app: &mut App, code: KeyCode) -> Result<bool, Error> {
    let Some(asked) = app.local_match.question().cloned() else { return Ok(false) };
    let typing = match code {
        KeyCode::Char(c) if c.is_ascii_digit() => true,
        KeyCode::Char(c) => !matches!(asked.ask, Ask::Die(_)) && (c.is_alphanumeric() || c == '-'),
        _ => false,
    };
    match code {
        KeyCode::Char(c) if typing && app.typed.len() < 24 => app.typed.push(c),
        KeyCode::Backspace if app.typed.is_empty() => undo(app)?,
        KeyCode::Backspace => drop(app.typed.pop()),
        KeyCode::Enter => {
            let answer = question::meant(&asked, &app.typed);
            if asked.check(&answer).is_err() {
                app.notice = Some(match app.typed.as_str() {
                    "" => t!("Type what fell, then Enter.").into(),
                    typed => t!("{typed} cannot fall here."),
                });
                app.typed.clear();
            } else {
                app.settle(|local_match| local_match.answer(&answer))?;
            }
        }
        KeyCode::Esc if app.typed.is_empty() => app.mode = Mode::Leaving,
        KeyCode::Esc => app.typed.clear(),
        _ => return Ok(typing),
    }
    Ok(true)
}

fn enter_replay(app: &mut App) {
    let ply = app.local_match.table().ply();
    if ply == 0 {
        app.notice = Some(t!("There is nothing to look back at yet.").into());
        return;
    }
    app.focus = None;
    look_back(app, ply);
}

fn replay(app: &mut App, at: usize, code: KeyCode) -> Result<(), Error> {
    let last = app.local_match.table().ply();
    let to = match code {
        KeyCode::Left | KeyCode::Up | KeyCode::Char('h') => at.saturating_sub(1),
        KeyCode::Right | KeyCode::Down | KeyCode::Char('l' | ' ') => (at + 1).min(last),
        KeyCode::PageUp => at.saturating_sub(10),
        KeyCode::PageDown => (at + 10).min(last),
        KeyCode::Home => 0,
        KeyCode::End => last,
        KeyCode::Esc | KeyCode::Enter | KeyCode::Char('r' | 'q') => return back(app),
        _ => at,
    };
    look_back(app, to);
    Ok(())
}

fn look_back(app: &mut App, to: usize) {
    app.mode = Mode::Replay(to);
    app.refresh();
}
