//! Pages to read: the rules, the chronicle, the illegal actions.

use std::collections::HashSet;

use ::text::t;
use kernel::{Barred, Line, Look, Piece, Scene};
use ratatui::crossterm::event::KeyCode;

use super::{glyphs, theme::Theme};
use crate::{
    LocalMatch,
    chronicle::Chronicle,
    details::whereabouts,
    rulebook::{self, Block, Row},
    text::capital,
};

/// The keys, as the rules page lists them first.
fn keys() -> Vec<Block> {
    let lines = [
        t!("1 2 3 …: do that move. With ten moves or more, type the number and Enter."),
        t!("up, down: select a move. Enter: do it. Space: the plain way on."),
        t!(
            "left, right, Tab: point at a piece and read what it is. Enter or space picks it: if one move is left it is \
             done, otherwise you point at what can follow. Esc takes one pick back."
        ),
        t!("The mouse: click a move, a piece or a key of the last line; the wheel moves the table."),
        t!("h: a hint. w: what cannot be done now, and why not."),
        t!("u: take the last step back, as long as no die or card has fallen and nobody has learned anything by it. \
             Not even alone beyond that: luck that can be taken back is no luck. With real dice, of your own, any step."),
        t!("r: look back through the match. l: the whole chronicle; there d shows and hides how each step came about."),
        t!("s: where the match is saved (after every step anyway). q: leave. Ctrl-Z: pause, where the shell can."),
    ];
    std::iter::once(Block::Heading(1, t!("Keys").into())).chain(lines.into_iter().map(Block::item)).collect()
}

/// The source of a page.
enum Source {
    Blocks(Vec<Block>),
    /// The chronicle in short, and with details.
    Chronicle([Vec<Row>; 2]),
}

/// A page that scrolls.
pub(super) struct Page {
    pub(super) title: String,
    source: Source,
    rows: Vec<Row>,
    size: (u16, u16),
    scroll: usize,
    /// Whether it opens at its end.
    last: bool,
    /// Whether details are shown.
    details: bool,
}

impl Page {
    fn new(title: &str, source: Source, last: bool) -> Page {
        Page { title: title.to_owned(), source, rows: Vec::new(), size: (0, 0), scroll: 0, last, details: false }
    }

    /// Keys, the signs on the table, and the rulebook.
    pub(super) fn rules(local_match: &LocalMatch, scene: &Scene, theme: Theme) -> Page {
        let (meta, signs) = (local_match.table().meta(), signs(local_match, scene, theme));
        let blocks = [keys(), signs, rulebook::of_rulebook(meta.rulebook)].concat();
        Page::new(&t!("The rules of {}", meta.title), Source::Blocks(blocks), false)
    }

    /// All words about a piece, and the beginnings of moves to it.
    pub(super) fn piece(local_match: &LocalMatch, scene: &Scene, piece: &Piece, before: &[String]) -> Page {
        let text = piece.untold().map(str::to_owned);
        let place = whereabouts(scene, piece).map(|place| format!("{}.", capital(&place)));
        let ruling = piece.ruling.map(|ruling| t!("Ruling {ruling}."));
        let before = (!before.is_empty()).then(|| t!("Moves to it begin with {}.", kernel::listed(before)));
        let parts = std::iter::once(local_match.label(piece)).chain(place).chain(text).chain(ruling).chain(before);
        Page::new(t!("What this is"), Source::Blocks(parts.map(Block::paragraph).collect()), false)
    }

    /// The chronicle of the viewer: a line a step, and on request the details of each.
    pub(super) fn chronicle(local_match: &LocalMatch, chronicle: &Chronicle, theme: Theme) -> Page {
        let sign = |line: &Line| if theme.ascii { String::new() } else { format!("{} ", glyphs::sign(line.icon)) };
        let said = |line: &Line, indent: &str, heading| Row {
            text: format!("{indent}{}{}", sign(line), local_match.say(&line.text)),
            heading,
        };
        let rows = |details: bool| {
            let mut rows = Vec::new();
            for entry in chronicle.until(local_match.table().ply()) {
                rows.extend(entry.head.map(|line| said(line, "", Some(2))));
                if details {
                    rows.extend(entry.details.iter().map(|line| said(line, "    ", None)));
                }
                let told = entry.in_one_line(local_match);
                let row = |text| Row { text: format!("{}{text}", sign(entry.told[0])), heading: None };
                rows.extend(told.map(row));
            }
            rows
        };
        Page::new(t!("Chronicle"), Source::Chronicle([rows(false), rows(true)]), true)
    }

    /// Whether details can be shown and hidden here.
    pub(super) fn has_details(&self) -> bool {
        matches!(&self.source, Source::Chronicle([short, long]) if short.len() < long.len())
    }

    /// The actions that are not legal now.
    pub(super) fn barred(barred: &[Barred]) -> Page {
        let line = |barred: &Barred| {
            let ruling = barred.ruling.map(|ruling| format!(" ({ruling})")).unwrap_or_default();
            Block::item(format!("{}: {}{ruling}", barred.what, barred.why))
        };
        let blocks = match barred {
            [] => vec![Block::paragraph(t!("Nothing that you might expect is forbidden now."))],
            barred => barred.iter().map(line).collect(),
        };
        Page::new(t!("What cannot be done now, and why not"), Source::Blocks(blocks), false)
    }

    /// The rows to show on a page of this size, and the progress in percent.
    pub(super) fn show(&mut self, width: u16, height: u16) -> (&[Row], usize) {
        if self.size.0 != width {
            self.rows = match &self.source {
                Source::Blocks(blocks) => rulebook::laid_out(blocks, width.into()),
                Source::Chronicle(rows) => {
                    rows[usize::from(self.details)].iter().flat_map(|row| broken(row, width.into())).collect()
                }
            };
        }
        self.size = (width, height);
        let most = self.rows.len().saturating_sub(height.into());
        if std::mem::take(&mut self.last) {
            self.scroll = most;
        }
        self.scroll = self.scroll.min(most);
        let end = (self.scroll + usize::from(height)).min(self.rows.len());
        (&self.rows[self.scroll..end], (100 * self.scroll).checked_div(most).unwrap_or(100))
    }

    /// Turns the page; `false` if the key means to leave it.
    pub(super) fn turn(&mut self, code: KeyCode) -> bool {
        if code == KeyCode::Char('d') && self.has_details() {
            self.details = !self.details;
            (self.size.0, self.last) = (0, true);
            return true;
        }
        let page = usize::from(self.size.1.saturating_sub(2)).max(1);
        let chapters = || rulebook::headings(&self.rows).map(|(row, _)| row);
        self.scroll = match code {
            KeyCode::Up | KeyCode::Char('k') => self.scroll.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Enter => self.scroll + 1,
            KeyCode::PageUp | KeyCode::Char('b') => self.scroll.saturating_sub(page),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll + page,
            KeyCode::Home | KeyCode::Char('g') => 0,
            KeyCode::End | KeyCode::Char('G') => usize::MAX / 2,
            KeyCode::Right | KeyCode::Tab => chapters().find(|row| *row > self.scroll).unwrap_or(self.scroll),
            KeyCode::Left | KeyCode::BackTab => chapters().filter(|row| *row < self.scroll).last().unwrap_or(0),
            KeyCode::Esc | KeyCode::Char(_) => return false,
            _ => self.scroll,
        };
        true
    }
}

/// The signs on the table now, each with its word.
fn signs(local_match: &LocalMatch, scene: &Scene, theme: Theme) -> Vec<Block> {
    let mut seen = HashSet::new();
    let mut lines = vec![Block::Heading(1, t!("Signs").into())];
    for piece in scene.pieces() {
        let icon = match &piece.look {
            Look::Token { icon, .. } | Look::Meter { icon, .. } => Some(*icon),
            Look::Card { icon, .. } => Some(glyphs::telling(*icon, piece.picture)),
            Look::Tile { icon, .. } => icon.or_else(|| glyphs::of_picture(piece.picture)),
            Look::Back { .. } | Look::Die { .. } | Look::Edge { .. } | Look::Text => None,
        };
        let line = |icon| Block::item(format!("{} {}", theme.sign(icon), glyphs::word(icon)));
        lines.extend(icon.filter(|icon| seen.insert(*icon)).map(line));
    }
    let several = local_match.table().seats() > 1;
    lines.extend(several.then(|| Block::item(t!("1, 2 …: the players, in the order of their seats"))));
    lines
}

/// A row broken at spaces, with the indent of its beginning.
fn broken(row: &Row, width: usize) -> Vec<Row> {
    let indent = row.text.len() - row.text.trim_start().len();
    let lines = crate::text::wrap(&row.text, width.saturating_sub(indent)).into_iter();
    lines.map(|text| Row { text: format!("{}{text}", " ".repeat(indent)), heading: row.heading }).collect()
}
