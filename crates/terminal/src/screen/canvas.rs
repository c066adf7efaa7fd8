//! The table laid out on a canvas that may be taller than the screen.

use ::text::counted;
use kernel::{Area, Layout, Look, Piece, Role, Roll, Scene, Sentence};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use super::{
    balance,
    block::{self, Block, Detail, block, intent},
    context::RenderContext,
    glyphs,
    grid::{self, Cells},
    theme::Ink,
};
use crate::{moments::is_settled, text};

/// The most rows of a canvas.
const MAX_HEIGHT: u16 = 300;
/// From this width on, headings are to the left of their areas instead of above them.
const BESIDE: u16 = 56;

/// A drawn table.
pub(super) struct Canvas {
    pub(super) buffer: Buffer,
    pub(super) height: u16,
    pub(super) hits: Vec<(Rect, String)>,
}

impl Canvas {
    fn new(width: u16) -> Canvas {
        Canvas { buffer: Buffer::empty(Rect::new(0, 0, width, MAX_HEIGHT)), height: 0, hits: Vec::new() }
    }
}

/// The room that areas may take, from generous to mean. The first level that fits is taken.
const LEVELS: [[Detail; 2]; 5] = [
    [Detail::Full, Detail::Small],
    [Detail::Full, Detail::Line],
    [Detail::Small, Detail::Line],
    [Detail::Line, Detail::Line],
    [Detail::Tight, Detail::Tight],
];

/// Lays the table out in this many columns, and if possible in this many rows.
pub(super) fn render(context: &RenderContext, width: u16, rows: u16) -> Canvas {
    let mut last = Canvas::new(width);
    for level in LEVELS {
        last = lay_out(context, width, level);
        if last.height <= rows {
            break;
        }
    }
    last
}

fn lay_out(context: &RenderContext, width: u16, level: [Detail; 2]) -> Canvas {
    let mut canvas = Canvas::new(width);
    let areas: Vec<&Area> = context.scene.areas.iter().filter(|area| !area.pieces.is_empty()).collect();
    let (maps, flat): (Vec<&Area>, Vec<&Area>) = areas.into_iter().partition(|area| is_map(area));
    let flat = in_order(context.scene, flat);
    let mut beside = Rect::new(0, 0, width, MAX_HEIGHT);
    for map in maps {
        let cells = cells(map, width);
        let (wide, top) = (cells.width(), canvas.height);
        let room = width.saturating_sub(wide + 2);
        draw_map(context, map, cells, &mut canvas, top);
        // The other areas go to the right of a narrow map, and below a wide one.
        beside = match room >= 30 {
            true => Rect::new(wide + 2, top, room, MAX_HEIGHT),
            false => Rect::new(0, canvas.height, width, MAX_HEIGHT),
        };
    }
    let mut y = beside.y;
    let (fight, flat): (Vec<&Area>, Vec<&Area>) = match duel(context, &flat, level[0], beside, &mut canvas) {
        0 => (Vec::new(), flat),
        rows => {
            y += rows;
            flat.into_iter().partition(|area| matches!(area.role, Role::Fighters | Role::Foes | Role::Dice))
        }
    };
    let margin = margin(context, &flat, beside.width);
    for area in fight {
        y += outlook(context, area, margin, Rect::new(beside.x, y, beside.width, 1), &mut canvas);
    }
    for line in balance::rows(context, usize::from(beside.width), level[1] >= Detail::Line) {
        if y < MAX_HEIGHT {
            canvas.buffer.set_line(beside.x, y, &line, beside.width);
            y += 1;
        }
    }
    for area in flat {
        let detail = match area.role {
            Role::Board | Role::Offer | Role::Fighters | Role::Foes => level[0],
            Role::Hand => level[1],
            Role::Track => level[1],
            Role::Seat | Role::Piles | Role::Dice => level[1].max(Detail::Line),
        };
        let room = Rect::new(beside.x, y, beside.width, MAX_HEIGHT.saturating_sub(y));
        y += flow(context, area, detail, margin, room, &mut canvas);
    }
    canvas.height = canvas.height.max(y).min(MAX_HEIGHT);
    canvas
}

/// Draws a fight: its fighters on the left, its foes on the right, the rolls between them. Returns
/// the rows it took; 0 if there is no fight, or no room for it in that form.
fn duel(context: &RenderContext, areas: &[&Area], detail: Detail, room: Rect, canvas: &mut Canvas) -> u16 {
    let side = |role: Role| {
        let areas = areas.iter().filter(move |area| area.role == role);
        let pieces = areas.flat_map(|area| &area.pieces);
        pieces.map(|piece| (block(context, piece, detail, usize::from(room.width) / 3), &piece.id)).collect::<Vec<_>>()
    };
    let [fighters, foes] = [side(Role::Fighters), side(Role::Foes)];
    let wide = |side: &[(Block, &String)]| side.iter().map(|(block, _)| block.width + 1).sum::<usize>();
    let between = usize::from(room.width).saturating_sub(wide(&fighters) + wide(&foes) + 2);
    if detail > Detail::Small || fighters.is_empty() || foes.is_empty() || between < ROLLS {
        return 0;
    }
    let mut put = |x: usize, y: u16, block: &Block| {
        for (n, line) in block.lines.iter().enumerate() {
            canvas.buffer.set_line(room.x + x as u16, y + n as u16, line, block.width as u16);
        }
    };
    let (mut x, mut tall) = (0, 0);
    let mut hits = Vec::new();
    for (n, (block, id)) in fighters.iter().chain(&foes).enumerate() {
        x += if n == fighters.len() { between + 2 } else { 0 };
        put(x, room.y, block);
        hits.push((Rect::new(room.x + x as u16, room.y, block.width as u16, block.lines.len() as u16), (*id).clone()));
        tall = tall.max(block.lines.len() as u16);
        x += block.width + 1;
    }
    let (left, mut y) = (wide(&fighters) + 1, room.y);
    for roll in &context.scene.rolls {
        let rows = rolled(context, roll, between);
        for (block, dice) in rows {
            put(left, y, &block);
            hits.extend(
                dice.into_iter()
                    .map(|(id, before, width)| (Rect::new(room.x + (left + before) as u16, y, width as u16, 1), id)),
            );
            y += block.lines.len() as u16;
        }
    }
    canvas.hits.extend(hits);
    tall.max(y - room.y)
}

/// The columns that rolls need between fighters and foes.
const ROLLS: usize = 22;

/// A roll in rows: on one if there is room, otherwise its purpose, its dice and its result one
/// below the other.
fn rolled(context: &RenderContext, roll: &Roll, room: usize) -> Vec<Placed> {
    let one = block::roll(context, roll, usize::MAX);
    if one.0.width <= room {
        return vec![one];
    }
    let title = Roll { dice: Vec::new(), result: String::new(), ..roll.clone() };
    let rest = Roll { title: Sentence::default(), ..roll.clone() };
    [&title, &rest].map(|roll| block::roll(context, roll, room)).into()
}

/// The next acts of the pieces of a fight, and the notes about it.
fn outlook(context: &RenderContext, area: &Area, margin: usize, room: Rect, canvas: &mut Canvas) -> u16 {
    let Area { pieces, note, .. } = area;
    let intents = pieces.iter().filter_map(|piece| intent(context, piece)).map(|words| (words, Ink::Blood));
    let notes = note.iter().map(|note| (note.clone(), Ink::Ash));
    let mut rows = 0;
    for (words, ink) in intents.chain(notes) {
        let block = Block::words(&words, usize::from(room.width).saturating_sub(margin), context.theme.ink(ink));
        for line in &block.lines {
            canvas.buffer.set_line(room.x + margin as u16, room.y + rows, line, room.width);
            rows += 1;
        }
    }
    rows
}

/// Whether there is a map on the table.
pub(super) fn has_map(scene: &Scene) -> bool {
    scene.areas.iter().any(is_map)
}

fn is_map(area: &Area) -> bool {
    matches!(area.layout, Layout::Grid { .. } | Layout::Map { .. })
}

/// Sorts areas in reading order, but puts the dice next to the board that they were rolled for.
fn in_order<'a>(scene: &Scene, mut areas: Vec<&'a Area>) -> Vec<&'a Area> {
    let rank = |area: &Area| match area.role {
        Role::Board | Role::Offer | Role::Fighters | Role::Foes => 0,
        Role::Dice => 1,
        Role::Seat => 2,
        Role::Hand => 3,
        Role::Track | Role::Piles => 4,
    };
    areas.sort_by_key(|area| (rank(area), scene.areas.iter().position(|other| other.id == area.id)));
    areas
}

fn cells(area: &Area, room: u16) -> Cells {
    match &area.layout {
        Layout::Map { rows, columns } => {
            let wordy = |piece: &Piece| piece.at.is_some() && matches!(piece.look, Look::Card { .. } | Look::Text);
            Cells::map(*rows, *columns, area.pieces.iter().any(wordy), room)
        }
        Layout::Grid { rows, columns } => Cells::grid(*rows, *columns, room),
        Layout::Row | Layout::Fan | Layout::Stack | Layout::List => Cells::grid(0, 0, room),
    }
}

fn draw_map(context: &RenderContext, area: &Area, cells: Cells, canvas: &mut Canvas, top: u16) {
    let size = Rect::new(0, 0, cells.width().min(canvas.buffer.area.width), cells.height());
    let mut drawn = Buffer::empty(size);
    let hits = grid::draw(context, area, cells, &mut drawn);
    copy(&drawn, size, &mut canvas.buffer, 0, top);
    canvas.hits.extend(hits.into_iter().map(|(at, id)| (Rect { y: at.y + top, ..at }, id)));
    canvas.height = top + size.height;
}

/// The columns of the headings, if they are to the left of their areas.
fn margin(context: &RenderContext, areas: &[&Area], width: u16) -> usize {
    let widest = areas.iter().map(|area| text::width(&heading(context, area))).max().unwrap_or(0);
    if width >= BESIDE { widest.clamp(4, 11) + 3 } else { 0 }
}

/// Draws an area whose pieces follow one another; returns the rows it took.
fn flow(context: &RenderContext, area: &Area, detail: Detail, margin: usize, room: Rect, canvas: &mut Canvas) -> u16 {
    let title = heading(context, area);
    let mark = if area.active { context.theme.pick("▸ ", "> ") } else { "  " };
    let style = if area.active {
        context.theme.strong().patch(context.theme.ink(Ink::Brass))
    } else {
        context.theme.ink(Ink::Ash)
    };
    let mut put = |x: u16, y: u16, line: &Line, most: u16| {
        if y < canvas.buffer.area.height {
            canvas.buffer.set_line(x, y, line, most);
        }
    };
    let (mut y, left, mut titled) = (room.y, room.x + margin as u16, 1);
    if margin == 0 {
        put(room.x, y, &Line::styled(format!("{mark}{title}"), style), room.width);
        y += 1;
    } else {
        let lines = text::wrap(&title, margin.saturating_sub(3));
        titled = lines.len().min(2) as u16;
        for (n, line) in lines.iter().take(2).enumerate() {
            let mark = if n == 0 { mark } else { "  " };
            put(room.x, y + n as u16, &Line::styled(format!("{mark}{line}"), style), margin as u16);
        }
    }
    let wide = usize::from(room.width).saturating_sub(margin);
    let (mut x, mut tall) = (0, 0);
    for (block, hits) in blocks(context, area, detail, wide) {
        let upright = matches!(area.layout, Layout::List) && !in_short(area, detail);
        let alone = upright || area.role == Role::Dice && hits.len() > 1;
        if x > 0 && (alone || x + block.width > wide) {
            y += tall;
            (x, tall) = (0, 0);
        }
        let at = left + x as u16;
        for (n, line) in block.lines.iter().enumerate() {
            put(at, y + n as u16, line, (wide - x) as u16);
        }
        for (id, before, width) in hits {
            let width = width.min(wide.saturating_sub(before)) as u16;
            canvas.hits.push((Rect::new(at + before as u16, y, width, block.lines.len() as u16), id));
        }
        tall = tall.max(block.lines.len() as u16);
        x += block.width + if in_short(area, detail) { 1 } else { 2 };
    }
    (y + tall).max(room.y + titled) - room.y
}

/// Whether an area is the track of the match, drawn on a line of signs.
fn in_short(area: &Area, detail: Detail) -> bool {
    area.role == Role::Track && detail > Detail::Small
}

/// A block with its pieces: for each the columns before it, and those that it takes.
type Placed = (Block, Vec<(String, usize, usize)>);

/// The drawing of an area: its pieces; for dice the rolls, if their purpose is settled. Then come
/// the next acts of its pieces, and the note of the area.
fn blocks(context: &RenderContext, area: &Area, detail: Detail, wide: usize) -> Vec<Placed> {
    let settled: Vec<&Roll> = match area.role {
        Role::Dice => context.scene.rolls.iter().filter(|roll| is_settled(roll)).collect(),
        _ => Vec::new(),
    };
    if area.role == Role::Piles
        && area.layout == Layout::Stack
        && !area.pieces.iter().any(|piece| context.on_the_way && context.live.contains(&piece.id))
    {
        return vec![(pile(context, area, wide), Vec::new())];
    }
    let rolled = |piece: &&Piece| !settled.iter().any(|roll| roll.dice.contains(&piece.id));
    let mut placed: Vec<Placed> = settled.iter().map(|roll| block::roll(context, roll, wide)).collect();
    let mut pieces: Vec<&Piece> = area.pieces.iter().filter(rolled).collect();
    if in_short(area, detail) && area.layout == Layout::List {
        // A ladder drawn along a line begins at its foot.
        pieces.reverse();
    }
    for piece in pieces {
        let block = match (in_short(area, detail), area.role) {
            (true, _) => block::milestone(context, piece, wide),
            (false, Role::Track) => block(context, piece, Detail::Line, wide),
            (false, _) => block(context, piece, detail, wide),
        };
        let width = block.width.min(wide);
        placed.push((block, vec![(piece.id.clone(), 0, width)]));
    }
    let intents = area.pieces.iter().filter_map(|piece| intent(context, piece));
    let intents = intents.map(|text| Block::words(&text, wide, context.theme.ink(Ink::Blood)));
    let doing = area.doing.iter().map(|doing| {
        let sign = if context.theme.ascii { String::new() } else { format!("{} ", glyphs::sign(doing.icon)) };
        Block::words(&format!("{sign}{}", doing.text), wide, context.theme.tone(doing.tone))
    });
    let note = area.note.iter().map(|note| Block::words(note, wide, context.theme.ink(Ink::Ash)));
    placed.extend(intents.chain(doing).chain(note).map(|block| (block, Vec::new())));
    placed
}

/// A pile of open cards, on one line: their number, and their names as far as there is room.
fn pile(context: &RenderContext, area: &Area, wide: usize) -> Block {
    let copies = |piece: &Piece| if let Look::Card { copies, .. } = piece.look { usize::from(copies) } else { 1 };
    let name = |piece: &Piece| match &piece.look {
        Look::Card { name, copies: 2.., .. } => format!("{} {name}", copies(piece)),
        Look::Card { name, .. } => name.to_string(),
        _ => text::head(&piece.label).to_owned(),
    };
    let count: usize = area.pieces.iter().map(copies).sum();
    let names: Vec<String> = area.pieces.iter().map(name).collect();
    let words = text::cut(&format!("{}: {}", counted!(count, "card"), names.join(", ")), wide, context.theme.ascii);
    Block::words(&words, wide.max(1), context.theme.ink(Ink::Ash))
}

/// An area's title; a player's title has the player's number on maps.
fn heading(context: &RenderContext, area: &Area) -> String {
    let mut title = context.local_match.say(&area.title);
    if is_head(context.scene, area) {
        title.truncate(title.find([',', ':']).unwrap_or(title.len()));
    }
    let number = area.seat.filter(|_| area.role == Role::Seat && context.local_match.table().seats() > 1);
    match number.map(|seat| (seat.0 + 1).to_string()) {
        Some(number) if !title.contains(&number) => format!("{number} {title}"),
        _ => title,
    }
}

/// Whether the player's laid cards follow: then the name is enough, so that both areas take one
/// line each.
fn is_head(scene: &Scene, area: &Area) -> bool {
    let seat = |area: &Area| area.role == Role::Seat;
    let next = scene.areas.iter().skip_while(|other| other.id != area.id).nth(1);
    seat(area) && area.layout != Layout::Fan && next.is_some_and(|next| seat(next) && next.layout == Layout::Fan)
}

/// Copies a part of a drawing.
pub(super) fn copy(from: &Buffer, part: Rect, to: &mut Buffer, x: u16, y: u16) {
    for row in 0..part.height {
        for column in 0..part.width {
            let (source, target) = ((part.x + column, part.y + row), (x + column, y + row));
            if let (Some(cell), Some(place)) = (from.cell(source), to.cell_mut(target)) {
                *place = cell.clone();
            }
        }
    }
}

/// An empty line with words at its end: `──────── ↓ PgDn ──`.
pub(super) fn rule_to(context: &RenderContext, words: &str, width: u16) -> Line<'static> {
    if words.is_empty() {
        return rule(context, "", width);
    }
    let (dash, ash) = (context.theme.pick("─", "-"), context.theme.ink(Ink::Ash));
    let fill = usize::from(width).saturating_sub(text::width(words) + 4);
    Line::from(vec![
        Span::styled(format!("{} ", dash.repeat(fill)), ash),
        Span::styled(words.to_owned(), context.theme.ink(Ink::Brass)),
        Span::styled(format!(" {}", dash.repeat(2)), ash),
    ])
}

/// An empty line with a word on it: `── Chronicle ─────`.
pub(super) fn rule(context: &RenderContext, word: &str, width: u16) -> Line<'static> {
    let dash = context.theme.pick("─", "-");
    let ash = context.theme.ink(Ink::Ash);
    let fill = usize::from(width).saturating_sub(text::width(word) + 4);
    match word {
        "" => Line::styled(dash.repeat(usize::from(width)), ash),
        word => Line::from(vec![
            Span::styled(format!("{} ", dash.repeat(2)), ash),
            Span::styled(word.to_owned(), Style::new()),
            Span::styled(format!(" {}", dash.repeat(fill)), ash),
        ]),
    }
}
