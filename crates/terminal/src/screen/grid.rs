//! Maps of cells, and of nodes joined by edges.

use kernel::{Area, Flag, Icon, Look, Piece};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use super::{
    context::{Part, RenderContext},
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
}

impl Cells {
    /// Cells of a grid, as wide as is good and the room allows.
    pub(super) fn grid(rows: u8, columns: u8, room: u16) -> Cells {
        let (rows, columns) = (u16::from(rows), u16::from(columns).max(1));
        Cells { rows, columns, wide: (room.saturating_sub(MARGIN) / columns).clamp(1, 5), tall: 1 }
    }

    /// Cells of a map with edges, which need a line between the rows.
    pub(super) fn map(rows: u8, columns: u8, room: u16) -> Cells {
        let (rows, columns) = (u16::from(rows), u16::from(columns).max(1));
        Cells { rows, columns, wide: (room / columns).clamp(3, 16), tall: 2 }
    }

    pub(super) fn width(self) -> u16 {
        self.columns * self.wide + MARGIN
    }

    pub(super) fn height(self) -> u16 {
        self.rows * self.tall + 1
    }

    fn at(self, row: u8, column: u8) -> Rect {
        Rect::new(MARGIN + u16::from(column) * self.wide, 1 + u16::from(row) * self.tall, self.wide, 1)
    }
}

/// Draws a map at the top left of `buffer`, and says where its pieces are.
pub(super) fn draw(context: &RenderContext, area: &Area, cells: Cells, buffer: &mut Buffer) -> Vec<(Rect, String)> {
    let ash = context.theme.ink(Ink::Ash);
    if cells.tall == 1 {
        for column in 0..cells.columns {
            let number =
                text::pad(&format!("{:>1$}", column + 1, usize::from(cells.wide).div_ceil(2)), usize::from(cells.wide));
            put(buffer, MARGIN + column * cells.wide, 0, &number, ash, cells.wide);
        }
        for row in 0..cells.rows {
            put(buffer, 0, 1 + row, &format!("{:>2}", row + 1), ash, 2);
        }
    }
    for (_, one, other) in area.edges() {
        edge(context, cells.at(one.0, one.1), cells.at(other.0, other.1), buffer);
    }
    let mut hits = Vec::new();
    for piece in &area.pieces {
        let Some((row, column)) = piece.at else { continue };
        let at = cells.at(row, column).intersection(buffer.area);
        let (words, style) = cell(context, piece, usize::from(cells.wide));
        put(buffer, at.x, at.y, &words, style, at.width);
        hits.push((at, piece.id.clone()));
    }
    hits
}

fn put(buffer: &mut Buffer, x: u16, y: u16, words: &str, style: Style, room: u16) {
    if buffer.area.contains((x, y).into()) {
        buffer.set_stringn(x, y, words, usize::from(room), style);
    }
}

/// A piece in its cell: brackets round what can be reached, then pawns, sign and number.
fn cell(context: &RenderContext, piece: &Piece, wide: usize) -> (String, Style) {
    let part = context.part(piece);
    let reachable = part != Part::Idle || piece.flags.contains(&Flag::Reachable);
    let (inside, style) = face(context, piece);
    let framed = wide >= 4;
    let room = if framed { wide - 2 } else { wide };
    let solid = matches!(&piece.look, Look::Tile { icon: Some(Icon::WALL), pawns, .. } if pawns.is_empty());
    let words = match () {
        () if solid && !reachable => context.theme.pick("█", "#").repeat(wide),
        // A crowd takes the room of the frame.
        () if framed && part == Part::Idle && !reachable && text::width(&inside) > room => {
            centre(&text::cut(&inside, wide, context.theme.ascii), wide)
        }
        () if framed => {
            let danger = piece.flags.contains(&Flag::Danger);
            let (open, close) = match (part, reachable) {
                (Part::Focused | Part::Joined, _) => (context.theme.pick("▸", ">"), context.theme.pick("◂", "<")),
                (_, true) => ("[", if danger { "!" } else { "]" }),
                (_, false) => (" ", if danger { "!" } else { " " }),
            };
            format!("{open}{}{close}", centre(&text::cut(&inside, room, context.theme.ascii), room))
        }
        () => centre(&text::cut(&inside, room, context.theme.ascii), room),
    };
    let style = match part {
        Part::Focused | Part::Joined => style.patch(context.theme.chosen()),
        Part::Live => style.add_modifier(Modifier::BOLD),
        Part::Idle => style,
    };
    let lit = piece.flags.contains(&Flag::Highlighted);
    (words, if lit { style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED) } else { style })
}

/// What stands in a cell, and its colour.
fn face(context: &RenderContext, piece: &Piece) -> (String, Style) {
    let sign = |icon: Icon| context.theme.sign(icon);
    match &piece.look {
        Look::Tile { icon: None, pawns, .. } if pawns.is_empty() => {
            (context.theme.pick("░░░", "???").to_owned(), context.theme.ink(Ink::Ash))
        }
        Look::Tile { icon, tone, value, pawns } => {
            let who: String = pawns.iter().map(|seat| (seat.0 + 1).to_string()).collect();
            let icon = icon.filter(|icon| who.is_empty() || *icon != Icon::HALLWAY).map(sign);
            let words =
                format!("{who}{}{}", icon.map(String::from).unwrap_or_default(), value.as_deref().unwrap_or_default());
            let plain = context.theme.tone(*tone);
            (words, pawns.first().map_or(plain, |seat| context.theme.seat(*seat)))
        }
        Look::Token { icon, tone, value, .. } => {
            (format!("{}{}", sign(*icon), value.as_deref().unwrap_or_default()), context.theme.tone(*tone))
        }
        Look::Card { name, tone, .. } => (name.clone(), context.theme.tone(*tone)),
        Look::Back { count } => (format!("{}{count}", context.theme.pick("▒", "#")), context.theme.ink(Ink::Ash)),
        Look::Die { value, .. } => (value.to_string(), context.theme.ink(Ink::Frost)),
        Look::Meter { icon, value, .. } => (format!("{}{value}", sign(*icon)), Style::new()),
        Look::Edge { .. } | Look::Text => (piece.label.clone(), Style::new()),
    }
}

fn centre(words: &str, room: usize) -> String {
    let gap = room.saturating_sub(text::width(words));
    format!("{}{words}{}", " ".repeat(gap / 2), " ".repeat(gap - gap / 2))
}

/// A dotted way from cell to cell.
fn edge(context: &RenderContext, one: Rect, other: Rect, buffer: &mut Buffer) {
    let middle = |cell: Rect| (i32::from(cell.x + cell.width / 2), i32::from(cell.y));
    let ((x1, y1), (x2, y2)) = (middle(one), middle(other));
    let steps = (x2 - x1).abs().max((y2 - y1).abs()).max(1);
    for step in 0..=steps {
        let (x, y) = (x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps);
        put(buffer, x as u16, y as u16, context.theme.pick("·", "."), context.theme.ink(Ink::Ash), 1);
    }
}
