//! The parts of the screen around the table: header, moves, chronicle, keys, pages.

use ::text::{counted, t};
use kernel::{Ending, Tone, Viewer};
use ratatui::{
    Frame,
    crossterm::event::KeyCode,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::Paragraph,
};

use super::{
    about::{DETAIL, about},
    app::{App, Mode},
    canvas,
    context::{Hit, RenderContext, Target},
    glyphs,
    page::Page,
    theme::{Ink, Theme},
};
use crate::{
    chronicle::Entry as ChronicleEntry,
    local_match::Due,
    picks::{self, Entry},
    question, text,
};

/// The least width of a move, if moves are next to each other.
const COLUMN: usize = 36;

fn context(app: &App) -> RenderContext<'_> {
    RenderContext {
        theme: app.theme,
        local_match: &app.local_match,
        scene: &app.scene,
        live: &app.live,
        changes: &app.changes,
        focus: None,
        joined: &[],
        on_the_way: false,
        marks: &[],
    }
}

/// The state of the match, and the seat in turn.
pub(super) fn header(app: &App, frame: &mut Frame, room: Rect) {
    let title = app.local_match.table().meta().title;
    let (turn, ink) = turn(app);
    let headline = app.local_match.say(&app.scene.headline);
    let joint = if headline.is_empty() { " " } else { app.theme.pick("·", "-") };
    let mut before = format!(" {title} {joint} ");
    if text::width(&before) + text::width(&turn) + 10 > usize::from(room.width) {
        before = " ".into();
    }
    let left = usize::from(room.width).saturating_sub(text::width(&before) + text::width(&turn) + 2);
    let headline = text::pad(&text::cut(&headline, left, app.theme.ascii), left);
    let line = Line::from(vec![
        Span::styled(before, app.theme.ink(Ink::Brass)),
        Span::styled(headline, app.theme.strong()),
        Span::styled(format!(" {turn} "), app.theme.ink(ink).patch(app.theme.strong())),
    ]);
    frame.render_widget(line, room);
}

fn turn(app: &App) -> (String, Ink) {
    let alone = app.local_match.people().count() < 2;
    if let Mode::Replay(at) = app.mode {
        return (t!("replay {at}/{}", app.local_match.table().ply()), Ink::Frost);
    }
    if let Some(auto_action) = &app.auto_action {
        return (auto_action.text.clone(), Ink::Frost);
    }
    match app.due() {
        Due::Outcome(_) => (t!("the dice are yours").into(), Ink::Frost),
        Due::Bot(seat, _) => (format!("{} {}", app.local_match.name(seat), app.theme.pick("…", "...")), Ink::Ash),
        Due::Person(_) if alone => (t!("your turn").into(), Ink::Ember),
        Due::Person(seat) => (t!("{}, your turn", app.local_match.name(seat)), Ink::Ember),
        Due::Nobody => (t!("the end").into(), Ink::Brass),
    }
}

// The moves.

/// The rows that the panel of moves wants.
pub(super) fn height(app: &App, width: u16, most: u16) -> u16 {
    let rows = match app.mode {
        Mode::Replay(_) => 1,
        _ => match app.due() {
            Due::Outcome(_) => outcome_lines(app, width).len() as u16,
            Due::Person(_) => grid(app, &app.listed(), width, most).0 + DETAIL,
            Due::Nobody => ending_lines(app, width).len() as u16,
            Due::Bot(..) => 1,
        },
    };
    rows + 1 + prompt(app, width).len() as u16
}

/// The prompt, broken.
fn prompt(app: &App, width: u16) -> Vec<String> {
    let words = match (&app.mode, app.due()) {
        (Mode::Replay(_), _) => t!("Looking back.").to_owned(),
        (_, Due::Outcome(_)) => app.local_match.question().map(question::request).unwrap_or_default(),
        _ if !app.picked.is_empty() => {
            let names = picks::names(&app.scene, &app.picked);
            format!("{} {}", names.join(app.theme.pick(" → ", " > ")), app.theme.pick("→ …", "> ..."))
        }
        _ => app.local_match.say(&app.scene.prompt),
    };
    text::wrap(&words, usize::from(width).saturating_sub(2))
}

/// Rows and columns for a list: one column if all entries have room in it, or if some have no room
/// in several.
fn grid(app: &App, listed: &[Entry], width: u16, most: u16) -> (u16, u16) {
    let count = listed.len().max(1) as u16;
    let digits = digits(listed);
    let widest = listed.iter().map(|entry| entry_width(app, entry, digits)).max().unwrap_or(0).max(COLUMN);
    let columns = (width / widest as u16).clamp(1, 3).min(count.div_ceil(most.max(1)));
    let spread = if columns == 1 { spread(app, listed, width) } else { 0 };
    ((count.div_ceil(columns) + spread).min(most), columns)
}

/// The prompt, and below it the moves.
pub(super) fn choices(app: &mut App, frame: &mut Frame, room: Rect, more: &str) {
    let mut lines = vec![canvas::rule_to(&context(app), more, room.width)];
    let strong = app.theme.strong();
    lines.extend(prompt(app, room.width).into_iter().map(|line| Line::styled(format!(" {line}"), strong)));
    let top = lines.len() as u16;
    frame.render_widget(Paragraph::new(lines), room);
    let below = Rect { y: room.y + top, height: room.height.saturating_sub(top), ..room }.intersection(room);
    if below.height == 0 {
        return;
    }
    match (&app.mode, app.due()) {
        (&Mode::Replay(at), _) => slider(app, at, frame, below),
        (_, Due::Outcome(_)) => frame.render_widget(Paragraph::new(outcome_lines(app, below.width)), below),
        (_, Due::Person(_)) => moves(app, frame, below),
        (_, Due::Nobody) => frame.render_widget(Paragraph::new(ending_lines(app, below.width)), below),
        (_, Due::Bot(seat, _)) => {
            let words = t!(" {} is thinking {}", app.local_match.name(seat), app.theme.pick("…", "..."));
            frame.render_widget(Span::styled(words, app.theme.ink(Ink::Ash)), below);
        }
    }
}

fn moves(app: &mut App, frame: &mut Frame, room: Rect) {
    let listed = app.listed();
    let detail = DETAIL.min(room.height.saturating_sub(1));
    let (rows, columns) = grid(app, &listed, room.width, room.height - detail);
    let wide = room.width / columns;
    let digits = digits(&listed);
    let spread = spread(app, &listed, room.width).min(rows.saturating_sub(1)) * u16::from(columns == 1);
    let page = usize::from((rows - spread) * columns);
    let first = app.selected / page.max(1) * page;
    // The rows that the selected entry takes beyond its first.
    let mut below = 0;
    for (n, row) in listed.iter().enumerate().skip(first).take(page) {
        let place = (n - first) as u16;
        let at = Rect::new(room.x + place / rows * wide, room.y + place % rows + below, wide, 1);
        let selected = n == app.selected && app.focus.is_none();
        let lines = entry(app, n, row, digits, selected, usize::from(wide));
        let tall = (lines.len() as u16).min(if columns == 1 { 1 + spread } else { 1 });
        let at = Rect { height: tall, ..at };
        frame.render_widget(Paragraph::new(lines), at);
        app.hits.push(Hit { at, target: Target::Entry(n) });
        below += tall - 1;
    }
    let below = Rect::new(room.x, room.y + rows, room.width, room.height.saturating_sub(rows));
    let more = listed.len() > page;
    let lines = about(app, usize::from(room.width).saturating_sub(2));
    let mut lines: Vec<Line> = lines.into_iter().take(usize::from(detail)).collect();
    if more && lines.len() < usize::from(detail) {
        let words = t!(" moves {} to {} of {}", first + 1, (first + page).min(listed.len()), listed.len());
        lines.push(Line::styled(words, app.theme.ink(Ink::Ash)));
    }
    frame.render_widget(Paragraph::new(lines), below);
}

/// The columns of the numbers of a list.
fn digits(listed: &[Entry]) -> usize {
    listed.len().to_string().len()
}

/// The words of an entry, and the tail that is never cut.
fn words(app: &App, entry: &Entry) -> (String, String) {
    let mut tail = String::new();
    match entry {
        Entry::Move(index) => {
            let wording = &app.scene.moves[*index].wording;
            if wording.confirm.is_some() {
                tail += app.theme.pick(" …?", " ...?");
            }
            if app.scene.leads(*index) {
                tail += t!("  (space)");
            }
            (app.local_match.say(&wording.text), tail)
        }
        Entry::Stem(stem) => {
            let stem = picks::stem_text(&app.local_match, &app.scene, stem);
            (stem.replace('…', app.theme.pick("…", "...")), tail)
        }
    }
}

/// The columns that an entry takes, its number and mark included.
fn entry_width(app: &App, entry: &Entry, digits: usize) -> usize {
    let (words, tail) = words(app, entry);
    text::width(&words) + text::width(&tail) + digits + BEFORE
}

/// The columns before and behind the number of an entry.
const BEFORE: usize = 4;

/// The rows that the longest entry takes beyond one, if each has the whole width.
fn spread(app: &App, listed: &[Entry], width: u16) -> u16 {
    let (digits, room) = (digits(listed), usize::from(width));
    let rows = |entry: &Entry| {
        if entry_width(app, entry, digits) <= room {
            return 1;
        }
        let (words, tail) = words(app, entry);
        text::wrap(&words, room.saturating_sub(digits + BEFORE + text::width(&tail))).len()
    };
    listed.iter().map(rows).max().unwrap_or(1).saturating_sub(1) as u16
}

/// A numbered entry of the list: a move with its forecast if there is room, or the common beginning
/// of several moves. The selected one has all its words, the others are cut in the middle if they
/// are too long.
fn entry(app: &App, n: usize, entry: &Entry, digits: usize, selected: bool, room: usize) -> Vec<Line<'static>> {
    let mark = if selected { app.theme.pick("▸", ">") } else { " " };
    let number = format!("{:>digits$}", n + 1);
    let (words, tail) = words(app, entry);
    let beside = match entry {
        Entry::Move(index) => {
            let forecast = app.scene.moves[*index].wording.forecast.as_ref();
            forecast.filter(|_| !selected).map(ToString::to_string)
        }
        Entry::Stem(stem) => Some(counted!(stem.moves.len(), "move")),
    };
    let left = room.saturating_sub(digits + BEFORE);
    let words = match selected {
        true => text::wrap(&words, left.saturating_sub(text::width(&tail))),
        false => vec![text::cut_inside(&words, left.saturating_sub(text::width(&tail)), app.theme.ascii)],
    };
    let last = words.len() - 1;
    let rest = left.saturating_sub(text::width(&words[last]) + text::width(&tail) + 2);
    let beside = beside.filter(|text| text::width(text) <= rest);
    let style = if selected { app.theme.chosen().patch(app.theme.strong()) } else { Style::new() };
    let line = |(row, words): (usize, String)| {
        let (mark, number) = if row == 0 { (mark, number.clone()) } else { (" ", " ".repeat(digits)) };
        let (tail, beside) = if row == last { (tail.as_str(), beside.as_ref()) } else { ("", None) };
        let mut spans = vec![
            Span::styled(mark.to_owned(), app.theme.ink(Ink::Ember)),
            Span::styled(number, app.theme.ink(Ink::Brass)),
            Span::raw(" "),
            Span::styled(format!("{words}{tail}"), style),
        ];
        spans.extend(beside.map(|text| Span::styled(format!("  {text}"), app.theme.ink(Ink::Ash))));
        Line::from(spans)
    };
    words.into_iter().enumerate().map(line).collect()
}

/// The question for an outcome of the real table.
fn outcome_lines(app: &App, width: u16) -> Vec<Line<'static>> {
    let Some(asked) = app.local_match.question() else { return Vec::new() };
    let who = match asked.why.seat.filter(|_| app.local_match.table().seats() > 1) {
        Some(seat) => format!("{}: ", app.local_match.called(seat)),
        None => String::new(),
    };
    let caret = app.theme.pick("▏", "_");
    let mut lines = vec![Line::from(vec![
        Span::raw(t!(" {who}what fell? ")),
        Span::styled(format!("{}{caret}", app.typed), app.theme.strong().patch(app.theme.ink(Ink::Ember))),
    ])];
    let mut add = |words: &str, ink| {
        let words = text::wrap(words, usize::from(width).saturating_sub(2)).into_iter();
        lines.extend(words.map(|line| Line::styled(format!(" {line}"), app.theme.ink(ink))));
    };
    add(&t!("{}, then Enter", question::possible(asked)), Ink::Ash);
    if let Some(entered) = app.local_match.entered(app.viewer) {
        add(&t!("So far: {entered}"), Ink::Frost);
    }
    lines
}

/// The progress of the replay in the match.
fn slider(app: &mut App, at: usize, frame: &mut Frame, room: Rect) {
    let last = app.local_match.table().ply();
    let words = t!(" step {at} of {last} ", at = format_args!("{at:>0$}", last.to_string().len()));
    let wide = usize::from(room.width).saturating_sub(text::width(&words) + 3).max(2);
    let knob = at * (wide - 1) / last.max(1);
    let line = Line::from(vec![
        Span::raw(" "),
        Span::styled(app.theme.pick("━", "=").repeat(knob), app.theme.ink(Ink::Brass)),
        Span::styled(app.theme.pick("●", "O").to_owned(), app.theme.strong().patch(app.theme.ink(Ink::Ember))),
        Span::styled(app.theme.pick("─", "-").repeat(wide - 1 - knob), app.theme.ink(Ink::Ash)),
        Span::raw(words),
    ]);
    frame.render_widget(line, room);
    let bar = Rect { x: room.x + 1, width: wide as u16, height: 1, ..room };
    app.hits.push(Hit { at: bar.intersection(room), target: Target::Steps(last) });
}

fn ending_lines(app: &App, width: u16) -> Vec<Line<'static>> {
    let Some(Ending { title, story, tone, numbers, unlocked, epitaph, .. }) = &app.scene.ending else {
        return Vec::new();
    };
    let room = usize::from(width).saturating_sub(2);
    let star = if *tone == Tone::Bad { "" } else { app.theme.pick("★ ", "* ") };
    let style = app.theme.tone(*tone).patch(app.theme.strong());
    let mut lines = vec![Line::styled(format!(" {star}{}", app.local_match.say(title)), style)];
    lines.extend(text::wrap(&app.local_match.say(story), room).into_iter().map(|line| Line::raw(format!(" {line}"))));
    lines.extend(epitaph.iter().map(|epitaph| Line::raw(format!(" “{}”", epitaph.line))));
    let numbers: Vec<String> = numbers.iter().map(|(what, number)| format!("{what} {number}")).collect();
    let joint = app.theme.pick(" · ", " | ");
    let numbers = text::wrap(&numbers.join(joint), room).into_iter();
    lines.extend(numbers.map(|line| Line::styled(format!(" {line}"), app.theme.ink(Ink::Brass))));
    let earned = app.local_match.earned();
    let more = unlocked.iter().chain(&earned).flat_map(|line| text::wrap(line, room));
    lines.extend(more.map(|line| Line::styled(format!(" {line}"), app.theme.ink(Ink::Moss))));
    lines
}

// The chronicle.

/// The end of the chronicle, as much as fits. New entries have a mark.
pub(super) fn chronicle(app: &App, frame: &mut Frame, room: Rect) {
    let at = if let Mode::Replay(at) = app.mode { at } else { app.local_match.table().ply() };
    let fresh_from = app.fresh_from(at);
    let context = context(app);
    let wide = usize::from(room.width).saturating_sub(3);
    let space = usize::from(room.height).saturating_sub(1);
    let (mut lines, mut hidden): (Vec<Line>, usize) = (Vec::new(), 0);
    for entry in app.chronicle.until(at).rev() {
        let fresh = entry.step >= fresh_from;
        if lines.len() >= space {
            if !fresh {
                break;
            }
            hidden += 1;
            continue;
        }
        let told = told(app, &entry, fresh, wide);
        hidden += usize::from(fresh && told.len() > space - lines.len());
        lines.extend(told.into_iter().rev());
    }
    lines.truncate(space);
    let title = match hidden {
        0 => t!("Chronicle").to_owned(),
        more => t!("Chronicle: {more} more with l"),
    };
    lines.push(canvas::rule(&context, &title, room.width));
    lines.reverse();
    frame.render_widget(Paragraph::new(lines), room);
}

/// An entry of the chronicle in rows: its head, and one line for the results of the step. A new
/// entry has a mark.
fn told(app: &App, entry: &ChronicleEntry, fresh: bool, wide: usize) -> Vec<Line<'static>> {
    let theme = app.theme;
    let sign = |icon| if theme.ascii { String::new() } else { format!("{} ", glyphs::sign(icon)) };
    let head = entry.head.map(|line| {
        let style = theme.strong().patch(theme.ink(Ink::Brass));
        vec![(format!("{}{}", sign(line.icon), app.local_match.say(&line.text)), style)]
    });
    let style = |line: &kernel::Line| if fresh { theme.tone(line.tone) } else { theme.ink(Ink::Ash) };
    let sentence = |(n, line): (usize, &&kernel::Line)| {
        let sign = if n == 0 { sign(line.icon) } else { String::new() };
        (format!("{sign}{}", app.local_match.say(&line.text)), style(line))
    };
    let lines = Some(entry.told.iter().enumerate().map(sentence).collect::<Vec<_>>()).filter(|told| !told.is_empty());
    let mut rows = Vec::new();
    for (n, words) in [head, lines].into_iter().flatten().flat_map(|told| wrapped(&told, wide).into_iter().enumerate())
    {
        let mark = if fresh && n == 0 { theme.pick("› ", "> ") } else { "  " };
        rows.push(Line::from(
            vec![Span::styled(mark, theme.ink(Ink::Ember))].into_iter().chain(words).collect::<Vec<_>>(),
        ));
    }
    rows
}

/// Sentences of different styles, one after the other, broken at spaces.
fn wrapped(sentences: &[(String, Style)], wide: usize) -> Vec<Vec<Span<'static>>> {
    let text: Vec<&str> = sentences.iter().map(|(text, _)| text.as_str()).collect();
    let mut styles = sentences.iter().flat_map(|(text, style)| text.split_whitespace().map(|_| *style));
    let row = |line: String| {
        let words = line.split_whitespace().enumerate().map(|(n, word)| {
            let style = styles.next().unwrap_or_default();
            Span::styled(if n == 0 { word.to_owned() } else { format!(" {word}") }, style)
        });
        words.collect()
    };
    text::wrap(&text.join(" "), wide).into_iter().map(row).collect()
}

/// The most rows of a notice.
const NOTICE: usize = 3;

/// The rows for the keys, or for the notice.
pub(super) fn footer_height(app: &App, width: u16) -> u16 {
    let notice = app.notice.as_deref().filter(|_| !matches!(app.mode, Mode::Page(_)));
    notice.map_or(1, |notice| text::wrap(notice, usize::from(width).saturating_sub(2)).len().min(NOTICE) as u16)
}

/// Draws the keys, or the notice.
pub(super) fn footer(app: &mut App, frame: &mut Frame, room: Rect) {
    if let Some(notice) = &app.notice {
        let style = app.theme.strong().patch(app.theme.ink(Ink::Ember));
        let lines = text::wrap(notice, usize::from(room.width).saturating_sub(2)).into_iter();
        let lines: Vec<Line> = lines.map(|line| Line::styled(format!(" {line}"), style)).collect();
        return frame.render_widget(Paragraph::new(lines), room);
    }
    let mut x = room.x + 1;
    for (code, words) in keys(app) {
        let wide = text::width(&words) as u16;
        let at = Rect { x, width: wide, height: 1, ..room };
        if at.right() > room.right() {
            break;
        }
        frame.render_widget(Span::styled(words, app.theme.ink(Ink::Ash)), at);
        app.hits.extend(code.map(|code| Hit { at, target: Target::Key(code) }));
        x += wide + 2;
    }
}

/// The keys that are useful now, the most wanted first, with their effects.
fn keys(app: &App) -> Vec<(Option<KeyCode>, String)> {
    let key = |c: char, does: &str| (Some(KeyCode::Char(c)), format!("{c} {does}"));
    let other = |words: &str| (None, words.to_owned());
    match (&app.mode, app.due()) {
        (Mode::Replay(_), _) => vec![
            other(t!("left right a step")),
            other(t!("PgUp PgDn ten")),
            other(t!("Home End")),
            (Some(KeyCode::Esc), t!("Esc back to now").into()),
        ],
        (_, Due::Nobody) => vec![
            key('n', t!("new match")),
            key('q', t!("leave")),
            key('r', t!("look back")),
            key('l', t!("chronicle")),
            key('?', t!("rules")),
            key('s', t!("saved where")),
        ],
        (_, Due::Outcome(_)) => vec![
            (Some(KeyCode::Backspace), t!("Backspace takes the last back").into()),
            (Some(KeyCode::Esc), t!("Esc leave").into()),
            other(t!("Enter tells it")),
        ],
        _ if !app.typed.is_empty() => vec![(None, t!("Move {}: more digits, or Enter", app.typed))],
        _ if !app.picked.is_empty() => vec![
            (Some(KeyCode::Enter), t!("Enter goes on").into()),
            (Some(KeyCode::Esc), t!("Esc takes the last pick back").into()),
            other(t!("arrows Tab")),
        ],
        _ => {
            let undo = app.viewer != Viewer::Spectator && app.local_match.may_undo();
            let mut keys = vec![key('?', t!("rules")), key('q', t!("quit")), key('h', t!("hint"))];
            let auto_action =
                app.scene.standing.first().map(|auto_action| app.local_match.say(&auto_action.text).to_lowercase());
            let auto_action = auto_action
                .map(|auto_action| if text::width(&auto_action) > 12 { t!("order").to_owned() } else { auto_action });
            keys.extend(auto_action.map(|auto_action| key('o', &auto_action)));
            keys.extend(undo.then(|| key('u', t!("undo"))));
            keys.extend([key('w', t!("why not")), key('r', t!("replay")), key('l', t!("log")), key('s', t!("save"))]);
            keys.push(other(t!("arrows Enter Tab")));
            keys
        }
    }
}

/// A page to read.
pub(super) fn page(page: &mut Page, theme: Theme, frame: &mut Frame, room: Rect, footer: Rect) {
    let title = page.title.clone();
    let inner = Rect {
        x: room.x + 1,
        y: room.y + 1,
        width: room.width.saturating_sub(2),
        height: room.height.saturating_sub(1),
    };
    let (rows, percent) = page.show(inner.width.min(100), inner.height);
    let line = |row: &crate::rulebook::Row| match row.heading {
        Some(level) if level < 3 => Line::styled(row.text.clone(), theme.strong().patch(theme.ink(Ink::Brass))),
        Some(_) => Line::styled(row.text.clone(), theme.strong()),
        None => Line::raw(row.text.clone()),
    };
    frame.render_widget(Paragraph::new(rows.iter().map(line).collect::<Vec<_>>()), inner);
    let head = format!(" {title}, {percent}%");
    frame.render_widget(Span::styled(head, theme.ink(Ink::Frost)), Rect { height: 1, ..room });
    let details = if page.has_details() { t!("  d details") } else { "" };
    let keys = t!(" up down  PgUp PgDn  left right a chapter  Home End{details}  Esc back");
    frame.render_widget(Span::styled(keys, theme.ink(Ink::Ash)), footer);
}
