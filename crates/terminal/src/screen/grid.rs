//! Maps of cells, and of nodes joined by edges.

use kernel::{Area, Flag, Icon, Layout, Look, Piece, Shape};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use super::{
    context::{Part, RenderContext},
    edges, glyphs,
    theme::Ink,
};
use crate::text;

/// Columns before the first cell, for the rows' numbers.
const MARGIN: u16 = 3;

/// The size of a map's cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cells {
    rows: u16,
    columns: u16,
    wide: u16,
    tall: u16,
    /// Columns at the right of each cell that are for edges.
    gap: u16,
}

impl Cells {
    /// Cells of a grid, as wide as useful and the room allows.
    pub(super) fn grid(rows: u8, columns: u8, room: u16) -> Cells {
        let (rows, columns) = (u16::from(rows), u16::from(columns).max(1));
        Cells { rows, columns, wide: (room.saturating_sub(MARGIN) / columns).clamp(1, 5), tall: 1, gap: 0 }
    }

    /// Cells of a map, with room for edges between them; wider ones if nodes show words.
    pub(super) fn map(rows: u8, columns: u8, wordy: bool, room: u16) -> Cells {
        let (rows, columns) = (u16::from(rows), u16::from(columns).max(1));
        let wide = (room.saturating_sub(MARGIN) / columns).clamp(3, if wordy { 16 } else { 7 });
        Cells { rows, columns, wide, tall: 2, gap: (3 * wide / 8).clamp(1, 3) }
    }

    pub(super) fn width(self) -> u16 {
        self.columns * self.wide + MARGIN
    }

    pub(super) fn height(self) -> u16 {
        self.rows * self.tall + 1
    }

    /// The place of a piece.
    pub(super) fn at(self, row: u8, column: u8) -> Rect {
        let (x, y) = (MARGIN + u16::from(column) * self.wide, 1 + u16::from(row) * self.tall);
        Rect::new(x, y, self.wide - self.gap, 1)
    }
}

/// Draws a map at the top left of `buffer`, and returns the places of its pieces.
pub(super) fn draw(context: &RenderContext, area: &Area, cells: Cells, buffer: &mut Buffer) -> Vec<(Rect, String)> {
    let ash = context.theme.ink(Ink::Ash);
    let inner = cells.wide - cells.gap;
    for column in 0..cells.columns {
        let number = text::pad(&format!("{:>1$}", column + 1, usize::from(inner).div_ceil(2)), inner.into());
        put(buffer, MARGIN + column * cells.wide, 0, &number, ash, inner);
    }
    for row in 0..cells.rows {
        put(buffer, 0, 1 + row * cells.tall, &format!("{:>2}", row + 1), ash, 2);
    }
    let edges = edges::draw(context, area, cells, buffer);
    let mut hits = Vec::new();
    for piece in &area.pieces {
        let Some((row, column)) = piece.at else { continue };
        let at = cells.at(row, column).intersection(buffer.area);
        let (words, style) = cell(context, area, piece, usize::from(inner));
        put(buffer, at.x, at.y, &words, style, at.width);
        hits.push((at, piece.id.clone()));
    }
    hits.extend(edges);
    hits
}

/// Writes words at a place of the drawing, if it is in it.
pub(super) fn put(buffer: &mut Buffer, x: u16, y: u16, words: &str, style: Style, room: u16) {
    if buffer.area.contains((x, y).into()) {
        buffer.set_stringn(x, y, words, usize::from(room), style);
    }
}

/// A piece in its cell: brackets around cells in reach, then pawns, sign and number.
fn cell(context: &RenderContext, area: &Area, piece: &Piece, wide: usize) -> (String, Style) {
    let part = context.part(piece);
    let reachable = part != Part::Idle || piece.flags.contains(&Flag::Reachable);
    let (inside, style) = face(context, piece);
    let framed = wide >= 4;
    let room = if framed { wide - 2 } else { wide };
    let solid = matches!(&piece.look, Look::Tile { icon: Some(Icon::WALL), pawns, .. } if pawns.is_empty());
    let words = match () {
        () if solid && !reachable => context.theme.pick("█", "#").repeat(wide),
        // Many pawns take the room of the frame.
        () if framed && part == Part::Idle && !reachable && text::width(&inside) > room => {
            centre(&text::cut(&inside, wide, context.theme.ascii), wide)
        }
        () if framed => {
            let (danger, lies) = (piece.flags.contains(&Flag::Danger), piece.flags.contains(&Flag::Highlighted));
            let aside = aside(context, area, piece);
            let (open, close) = match (part, reachable) {
                (Part::Focused | Part::Joined, _) => (context.theme.pick("▸", ">"), context.theme.pick("◂", "<")),
                (_, true) => ("[", if danger { "!" } else { "]" }),
                _ if lies && matches!(area.layout, Layout::Map { .. }) => ("(", ")"),
                (_, false) => (" ", if danger { "!" } else { " " }),
            };
            let close = aside.as_deref().unwrap_or(close);
            format!("{open}{}{close}", centre(&text::cut(&inside, room, context.theme.ascii), room))
        }
        () => centre(&text::cut(&inside, room, context.theme.ascii), room),
    };
    let style = match (part, context.mark(&piece.id)) {
        (Part::Idle | Part::Next | Part::Live, Some(mark)) => {
            context.theme.tone(mark.tone).add_modifier(Modifier::REVERSED | Modifier::BOLD)
        }
        (part, _) => styled(context, part, style),
    };
    let lit = piece.flags.contains(&Flag::Highlighted);
    (words, if lit { style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED) } else { style })
}

/// The sign at the right of a node: the effect of the selected move on it, the number of its
/// region, or a dot if only a frame surrounds it.
fn aside(context: &RenderContext, area: &Area, piece: &Piece) -> Option<String> {
    let one = |text: &str| text.chars().next_back().map(String::from);
    if let Some(mark) = context.mark(&piece.id) {
        return mark.text.as_deref().and_then(one).or_else(|| Some("*".to_owned()));
    }
    let mut regions = area.regions.iter().filter(|region| region.pieces.contains(&piece.id));
    let first = regions.next()?;
    let numbered = std::iter::once(first).chain(regions).find_map(|region| region.value.as_deref());
    numbered.and_then(one).or_else(|| Some(context.theme.pick("·", ".").to_owned()))
}

fn styled(context: &RenderContext, part: Part, style: Style) -> Style {
    match part {
        Part::Focused | Part::Joined => style.patch(context.theme.chosen()),
        Part::Next | Part::Live => style.add_modifier(Modifier::BOLD),
        Part::Idle => style,
    }
}

/// The sign in a cell, and its colour.
fn face(context: &RenderContext, piece: &Piece) -> (String, Style) {
    let sign = |icon: Icon| context.theme.sign(icon);
    let drawn = glyphs::of_picture(piece.picture);
    match &piece.look {
        Look::Tile { icon: None, pawns, .. } if pawns.is_empty() && drawn.is_none() => {
            (context.theme.pick("░░░", "???").to_owned(), context.theme.ink(Ink::Ash))
        }
        Look::Tile { icon, tone, value, pawns } => {
            let who: String = pawns.iter().map(|seat| (seat.0 + 1).to_string()).collect();
            let icon = icon.or(drawn).filter(|icon| who.is_empty() || *icon != Icon::HALLWAY).map(sign);
            let shape = match piece.shape {
                _ if !who.is_empty() => None,
                Shape::Round => None,
                Shape::Arch => Some(sign(Icon::DOOR)),
                Shape::Steps => Some(sign(Icon("stairs"))),
            };
            let badge = piece.badge.map(|badge| sign(badge.icon));
            let signs: String = shape.into_iter().chain(icon).chain(badge).collect();
            let words = format!("{who}{signs}{}", value.as_deref().unwrap_or_default());
            let plain = context.theme.tone(*tone);
            (words, pawns.first().map_or(plain, |seat| context.theme.seat(*seat)))
        }
        Look::Token { icon, tone, value, .. } => {
            (format!("{}{}", sign(*icon), value.as_deref().unwrap_or_default()), context.theme.tone(*tone))
        }
        Look::Card { name, tone, .. } => (name.to_string(), context.theme.tone(*tone)),
        Look::Back { count } => (format!("{}{count}", context.theme.pick("▒", "#")), context.theme.ink(Ink::Ash)),
        Look::Die { value, .. } => (value.to_string(), context.theme.ink(Ink::Frost)),
        Look::Meter { icon, value, .. } => (format!("{}{value}", sign(*icon)), Style::new()),
        Look::Edge { .. } | Look::Text => (piece.label.to_string(), Style::new()),
    }
}

fn centre(words: &str, room: usize) -> String {
    let gap = room.saturating_sub(text::width(words));
    format!("{}{words}{}", " ".repeat(gap / 2), " ".repeat(gap - gap / 2))
}
