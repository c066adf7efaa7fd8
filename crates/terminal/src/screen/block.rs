//! Pieces as small blocks of text, by their look.

use ::text::t;
use kernel::{Flag, Intent, Look, Piece, Role, Roll, Stat, Suit, Tone};
use ratatui::{
    style::{Modifier, Style},
    text::{Line, Span},
};

use super::{
    context::{Part, RenderContext},
    glyphs,
    theme::Ink,
};
use crate::{moments::signed, text};

/// The room that a piece may take.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Detail {
    /// Cards as boxes with every number on a line of its own.
    Full,
    /// Cards as boxes with all numbers on one line.
    Small,
    /// Everything on one line.
    Line,
    /// On one line, signs without words.
    Tight,
}

/// The columns that a note on a card is broken to.
const NOTE: usize = 20;

/// A piece as text.
pub(super) struct Block {
    pub(super) lines: Vec<Line<'static>>,
    pub(super) width: usize,
}

impl Block {
    fn of(lines: Vec<Line<'static>>) -> Block {
        Block { width: lines.iter().map(Line::width).max().unwrap_or(0), lines }
    }

    /// Words, broken at spaces.
    pub(super) fn words(words: &str, room: usize, style: Style) -> Block {
        Block::of(text::wrap(words, room).into_iter().map(|line| Line::styled(line, style)).collect())
    }

    fn line(spans: Vec<Span<'static>>) -> Block {
        Block::of(vec![Line::from(spans)])
    }
}

/// A piece in at most `room` columns.
pub(super) fn block(context: &RenderContext, piece: &Piece, detail: Detail, room: usize) -> Block {
    match &piece.look {
        Look::Card { .. } if detail <= Detail::Small => card(context, piece, detail, room),
        Look::Card { .. } => chip(context, piece, room),
        Look::Back { count } if detail <= Detail::Small => back(context, piece, *count),
        Look::Back { count } => {
            let shade = context.theme.pick("▒▒", "##");
            let words = if detail == Detail::Tight { count.to_string() } else { piece.label.to_string() };
            named(context, piece, vec![Span::styled(format!("{shade} "), context.theme.ink(Ink::Ash))], &words, room)
        }
        Look::Die { sides, value, purpose } => {
            let die = Span::styled(
                format!("[d{sides} {value}]"),
                context.theme.ink(Ink::Frost).patch(context.theme.strong()),
            );
            if detail == Detail::Tight {
                return Block::line(vec![die]);
            }
            let mut spans = vec![die, Span::raw(" ")];
            if let Some(seat) = piece.seat.filter(|_| context.local_match.table().seats() > 1) {
                spans.extend([context.name(seat), Span::raw(" ")]);
            }
            let purpose = text::cut(purpose, room.saturating_sub(10), context.theme.ascii);
            spans.push(Span::styled(purpose, context.theme.ink(Ink::Ash)));
            Block::line(spans)
        }
        Look::Token { icon, tone, value, .. } => {
            let words = match (value, detail) {
                (None, _) => piece.label.to_string(),
                (Some(value), Detail::Tight) if !ambiguous(context, piece, *icon) => value.clone(),
                (Some(value), _) => caption(&piece.label, value),
            };
            named(context, piece, vec![picture(context, *icon, *tone, value.as_ref() != Some(&words))], &words, room)
        }
        Look::Tile { icon, tone, value, pawns } => {
            let icon = icon.or_else(|| glyphs::of_picture(piece.picture));
            let mut spans: Vec<Span> = icon.iter().map(|icon| picture(context, *icon, *tone, false)).collect();
            spans.extend(pawns.iter().map(|seat| Span::styled((seat.0 + 1).to_string(), context.theme.seat(*seat))));
            named(context, piece, spans, value.as_deref().unwrap_or_default(), room)
        }
        Look::Meter { icon, name, value, max } => {
            let mut spans = vec![picture(context, *icon, Tone::Bad, detail != Detail::Tight)];
            if detail != Detail::Tight {
                spans.push(Span::raw(format!("{name} ")));
            }
            spans.extend(max.filter(|max| *max > 0).into_iter().flat_map(|max| bar(context, *value, max, detail)));
            let ahead = piece
                .ahead
                .filter(|ahead| ahead != value)
                .map(|ahead| format!("{}{ahead}", context.theme.pick("→", "->")));
            let ahead = ahead.unwrap_or_default();
            let reading = max.map_or_else(|| format!("{value}{ahead}"), |max| format!("{value}{ahead}/{max}"));
            let reading = format!("{reading}{}", changed(context, piece));
            named(context, piece, spans, &reading, room)
        }
        Look::Edge { .. } | Look::Text => {
            let lines = text::wrap(&piece.label, room).into_iter();
            Block::of(lines.map(|line| Line::styled(line, context.style(context.part(piece), Style::new()))).collect())
        }
    }
}

/// A sign; its word if the terminal shows only letters and no other word names it.
fn picture(context: &RenderContext, icon: kernel::Icon, tone: Tone, worded: bool) -> Span<'static> {
    let sign = match (context.theme.ascii, worded) {
        (false, _) => format!("{} ", glyphs::sign(icon)),
        (true, true) => String::new(),
        (true, false) => format!("{} ", glyphs::word(icon)),
    };
    Span::styled(sign, context.theme.tone(tone))
}

/// Whether another token of the same area has the same sign, so that the sign alone is ambiguous.
fn ambiguous(context: &RenderContext, piece: &Piece, icon: kernel::Icon) -> bool {
    let alike = |other: &&Piece| matches!(other.look, Look::Token { icon: its, .. } if its == icon);
    let areas = context.scene.areas.iter().filter(|area| area.pieces.iter().any(|other| other.id == piece.id));
    areas.flat_map(|area| &area.pieces).filter(alike).count() > 1
}

/// Words for a token: the start of its label if that is short, with its value.
fn caption(label: &str, value: &str) -> String {
    let head = text::head(label);
    match text::width(head) {
        0..=24 if head.contains(value) => head.to_owned(),
        0..=14 => format!("{head} {value}"),
        _ => value.to_owned(),
    }
}

/// A line: signs, then words that show the piece's part and states.
fn named(context: &RenderContext, piece: &Piece, mut spans: Vec<Span<'static>>, words: &str, room: usize) -> Block {
    let part = context.part(piece);
    let before: usize = spans.iter().map(Span::width).sum();
    let dim = if piece.flags.contains(&Flag::Exhausted) { context.theme.ink(Ink::Ash) } else { Style::new() };
    let words = text::cut(words, room.saturating_sub(before + 2), context.theme.ascii);
    spans.push(Span::styled(words, context.style(part, dim)));
    spans.extend(pointer(context, part));
    spans.extend(states(piece).map(|(word, bad)| {
        Span::styled(
            format!(" {word}"),
            if bad { context.theme.ink(Ink::Blood).patch(context.theme.strong()) } else { dim },
        )
    }));
    Block::line(spans)
}

/// The latest change of the number on a piece: ` −3`.
fn changed(context: &RenderContext, piece: &Piece) -> String {
    context.changes.get(&piece.id).map(|by| format!(" {}", signed(*by))).unwrap_or_default()
}

/// The number that goes up and down on a piece: `♥ 5/30 −2`.
fn gauge(context: &RenderContext, piece: &Piece) -> Option<String> {
    let gauge = piece.gauge?;
    let sign =
        if context.theme.ascii { glyphs::word(gauge.icon).to_owned() } else { glyphs::sign(gauge.icon).to_string() };
    Some(format!("{sign} {}/{}{}", gauge.value, gauge.max, changed(context, piece)))
}

/// The mark of a piece that has been picked or can be, or that the selected move joins.
fn pointer(context: &RenderContext, part: Part) -> Option<Span<'static>> {
    let mark = match part {
        Part::Focused | Part::Joined => context.theme.pick("◂", "<"),
        Part::Next => context.theme.pick("‹", "<"),
        Part::Live | Part::Idle => return None,
    };
    Some(Span::styled(mark.to_owned(), context.theme.ink(Ink::Brass)))
}

/// The states of a piece in words, and whether each is alarming. Colour is never the only sign.
fn states(piece: &Piece) -> impl Iterator<Item = (&'static str, bool)> + '_ {
    piece.flags.iter().filter_map(|flag| match flag {
        Flag::Exhausted => Some((t!("gone"), false)),
        Flag::Damaged => Some((t!("hurt"), false)),
        Flag::Danger => Some((t!("danger"), true)),
        Flag::Dead => Some((t!("dead"), true)),
        Flag::Highlighted | Flag::Reachable | Flag::Elite | Flag::Boss | Flag::Curse => None,
    })
}

fn bar(context: &RenderContext, value: i32, max: i32, detail: Detail) -> [Span<'static>; 3] {
    let room: i32 = if detail == Detail::Tight { 6 } else { 10 };
    let full = (value.clamp(0, max) * room + max - 1) / max;
    let ink = if value * 3 <= max { Ink::Blood } else { Ink::Moss };
    let (on, off) = (context.theme.pick("█", "="), context.theme.pick("░", "."));
    [
        Span::styled(on.repeat(full as usize), context.theme.ink(ink)),
        Span::styled(off.repeat((room - full) as usize), context.theme.ink(Ink::Ash)),
        Span::raw(" "),
    ]
}

/// A card as a chip: `[10 Potion 10 ♥+10 ×2]`. A playing card is named by its index: `[7♥ ✦1]`.
fn chip(context: &RenderContext, piece: &Piece, room: usize) -> Block {
    let Look::Card { name, tone, stats, copies, icon, suit, .. } = &piece.look else { return Block::line(Vec::new()) };
    let playing = suit.is_some();
    let icon = glyphs::telling(*icon, piece.picture);
    let part = context.part(piece);
    let edge = context.style(if part == Part::Focused { Part::Joined } else { part }, context.theme.tone(*tone));
    let index = index(context, piece);
    let mut words = match (index.is_empty(), playing) {
        (true, _) => name.to_string(),
        (false, true) => index,
        (false, false) => format!("{index} {name}"),
    };
    words += &gauge(context, piece).map(|gauge| format!(" {gauge}")).unwrap_or_default();
    words += &stats.iter().map(|stat| format!(" {}", short(context, stat))).collect::<String>();
    words += &piece.note.as_ref().map(|note| format!(", {note}")).unwrap_or_default();
    if *copies > 1 {
        words += &format!(" {}{copies}", context.theme.pick("×", "x"));
    }
    words += &states(piece).map(|(word, _)| format!(" {word}")).collect::<String>();
    let sign = if context.theme.ascii || playing { String::new() } else { format!("{} ", glyphs::sign(icon)) };
    let words = text::cut(&words, room.saturating_sub(sign.chars().count() + 2), context.theme.ascii);
    let [open, close] = match part {
        Part::Next => [context.theme.pick("‹", "<"), context.theme.pick("›", ">")],
        _ => ["[", "]"],
    };
    Block::line(vec![
        Span::styled(open.to_owned(), edge),
        Span::styled(sign, context.theme.tone(*tone)),
        Span::styled(words, context.style(part, Style::new())),
        Span::styled(close.to_owned(), edge),
    ])
}

/// A step of the track in a few columns: its sign and number, or all of it at the present step.
pub(super) fn milestone(context: &RenderContext, piece: &Piece, room: usize) -> Block {
    let part = context.part(piece);
    match &piece.look {
        Look::Card { icon, tone, corner, .. } if !piece.flags.contains(&Flag::Highlighted) && part == Part::Idle => {
            let sign = context.theme.sign(glyphs::telling(*icon, piece.picture));
            let words = format!("{sign}{}", corner.as_deref().unwrap_or_default());
            Block::line(vec![Span::styled(words, context.theme.tone(*tone))])
        }
        _ => block(context, piece, Detail::Line, room),
    }
}

/// Rank, suit and emblem for the corner.
fn index(context: &RenderContext, piece: &Piece) -> String {
    let Look::Card { corner, suit, emblem, .. } = &piece.look else { return String::new() };
    let suit = suit.map(|suit| glyphs::suit(suit, context.theme.ascii)).unwrap_or_default();
    let emblem = emblem.map(|emblem| context.theme.sign(emblem).to_string()).unwrap_or_default();
    format!("{}{suit}{emblem}", corner.as_deref().unwrap_or_default())
}

/// A number with its sign: `♥4`, or `health 4`.
fn short(context: &RenderContext, stat: &Stat) -> String {
    match context.theme.ascii {
        true => format!("{} {}", stat.name, stat.value),
        false => format!("{}{}", glyphs::sign(stat.icon), stat.value),
    }
}

/// A card as a box.
fn card(context: &RenderContext, piece: &Piece, detail: Detail, room: usize) -> Block {
    let Look::Card { name, kind, tone, suit, stats, copies, icon, .. } = &piece.look else {
        return Block::line(Vec::new());
    };
    let part = context.part(piece);
    let tone = match suit {
        Some(Suit::Hearts | Suit::Diamonds) => context.theme.ink(Ink::Blood),
        Some(Suit::Clubs | Suit::Spades) => Style::new(),
        None => context.theme.tone(*tone),
    };
    let used = piece.flags.contains(&Flag::Exhausted);
    let face = if used { context.theme.ink(Ink::Ash) } else { Style::new() };
    let rows: Vec<String> = match detail {
        Detail::Full => {
            let name = stats.iter().map(|stat| text::width(stat.name)).max().unwrap_or(0);
            let line = |stat: &Stat| {
                let sign = if context.theme.ascii { String::new() } else { format!("{} ", glyphs::sign(stat.icon)) };
                format!("{sign}{} {}", text::pad(stat.name, name), stat.value)
            };
            stats.iter().map(line).collect()
        }
        _ if stats.is_empty() => Vec::new(),
        _ => vec![stats.iter().map(|stat| short(context, stat)).collect::<Vec<_>>().join(" ")],
    };
    let note = piece.note.iter().flat_map(|note| text::wrap(note, NOTE)).collect::<Vec<_>>();
    let gauge = gauge(context, piece).into_iter();
    let rows: Vec<String> = gauge.chain(rows).chain(note).collect();
    let corner = index(context, piece);
    let head = match (context.theme.ascii, suit) {
        (false, None) => format!("{} {name}", glyphs::sign(glyphs::telling(*icon, piece.picture))),
        _ => name.to_string(),
    };
    let copies = if *copies > 1 { format!("{}{copies}", context.theme.pick("×", "x")) } else { String::new() };
    let state: Vec<&str> = states(piece).map(|(word, _)| word).collect();
    let state = state.join(" ");
    let least = [text::width(&head), text::width(kind) + text::width(&state) + 1, text::width(&corner) + 4];
    let inner =
        rows.iter().map(|row| text::width(row)).chain(least).max().unwrap_or(0).min(room.saturating_sub(4)).max(4);

    let set = context.theme.border(part);
    let edge = context.style(if part == Part::Focused { Part::Joined } else { part }, tone);
    let rule = |left: &str, right: &str| {
        let room = inner + 2;
        let [left, right] = [left, right].map(|text| text::cut(text, room.saturating_sub(2), context.theme.ascii));
        let fill = room.saturating_sub(text::width(&left) + text::width(&right));
        (left, set.horizontal_top.repeat(fill), right)
    };
    let (left, fill, right) = rule(&corner, &copies);
    let mut lines = vec![Line::from(vec![
        Span::styled(set.top_left, edge),
        Span::styled(left, edge.add_modifier(Modifier::BOLD)),
        Span::styled(fill, edge),
        Span::styled(right, edge.add_modifier(Modifier::BOLD)),
        Span::styled(set.top_right, edge),
    ])];
    let row = |words: &str, style: Style| {
        let words = text::pad(&text::cut(words, inner, context.theme.ascii), inner);
        Line::from(vec![
            Span::styled(set.vertical_left, edge),
            Span::raw(" "),
            Span::styled(words, style),
            Span::raw(" "),
            Span::styled(set.vertical_right, edge),
        ])
    };
    let strong = if part == Part::Focused { context.theme.chosen() } else { context.theme.strong() };
    lines.push(row(&head, face.patch(strong)));
    lines.extend(rows.iter().map(|words| row(words, face)));
    let (left, fill, right) = rule(&state, kind);
    lines.push(Line::from(vec![
        Span::styled(set.bottom_left, edge),
        Span::styled(left, context.theme.ink(Ink::Blood)),
        Span::styled(fill, edge),
        Span::styled(right, context.theme.ink(Ink::Ash)),
        Span::styled(set.bottom_right, edge),
    ]));
    Block::of(lines)
}

/// Cards face down.
fn back(context: &RenderContext, piece: &Piece, count: u16) -> Block {
    let part = context.part(piece);
    let set = context.theme.border(part);
    let edge = context.style(if part == Part::Focused { Part::Joined } else { part }, context.theme.ink(Ink::Ash));
    let shade = context.theme.pick("▒", "#");
    let number = format!("{:^4}", count);
    let side = |words: Span<'static>| {
        Line::from(vec![Span::styled(set.vertical_left, edge), words, Span::styled(set.vertical_right, edge)])
    };
    let strong = if part == Part::Focused { context.theme.chosen() } else { context.theme.strong() };
    Block::of(vec![
        Line::styled(format!("{}{}{}", set.top_left, set.horizontal_top.repeat(4), set.top_right), edge),
        side(Span::styled(shade.repeat(4), context.theme.ink(Ink::Ash))),
        side(Span::styled(number, strong)),
        Line::styled(format!("{}{}{}", set.bottom_left, set.horizontal_bottom.repeat(4), set.bottom_right), edge),
    ])
}

/// The next act of a piece: `† 1.4 Next: d6 − your d4 (0 to 5; 1 in 24 kills you)`.
pub(super) fn intent(context: &RenderContext, piece: &Piece) -> Option<String> {
    let Intent { icon, mean, text, range } = piece.intent.as_ref()?;
    let sign = if context.theme.ascii { String::new() } else { format!("{} ", glyphs::sign(*icon)) };
    let range = if range.is_empty() { String::new() } else { format!(" ({range})") };
    Some(format!("{sign}{mean}  {text}{range}"))
}

/// Dice of one roll, with their purpose and result. Returns the columns at which the dice lie.
pub(super) fn roll(context: &RenderContext, roll: &Roll, room: usize) -> (Block, Vec<(String, usize, usize)>) {
    let ash = context.theme.ink(Ink::Ash);
    let title = text::capital(&context.local_match.say(&roll.title));
    let mut spans = if title.is_empty() { Vec::new() } else { vec![Span::styled(title, ash), Span::raw(" ")] };
    let mut hits = Vec::new();
    for id in &roll.dice {
        let Some(piece) = context.scene.piece(id) else { continue };
        let die = block(context, piece, Detail::Tight, room);
        let before: usize = spans.iter().map(Span::width).sum();
        hits.push((id.clone(), before, die.width));
        spans.extend(die.lines.into_iter().flat_map(|line| line.spans));
        spans.push(Span::raw(" "));
    }
    let foes = context.scene.areas.iter().filter(|area| area.role == Role::Foes).flat_map(|area| &area.pieces);
    let ink = match &roll.blow {
        Some(blow) if foes.into_iter().any(|foe| foe.id == blow.on) => context.theme.ink(Ink::Moss),
        Some(blow) if blow.harm > 0 => context.theme.ink(Ink::Blood),
        _ => Style::new(),
    };
    let left = room.saturating_sub(spans.iter().map(Span::width).sum());
    spans.push(Span::styled(text::cut(&roll.result, left, context.theme.ascii), ink.patch(context.theme.strong())));
    (Block::line(spans), hits)
}
