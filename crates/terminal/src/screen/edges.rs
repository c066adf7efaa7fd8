//! The edges of a map: lines of box characters between the cells of its nodes.
//!
//! A line runs straight if nothing lies between, and otherwise through the gap below or to the
//! right of its first node. The weight of a line shows its part in the player's next move; where
//! lines meet, the heavier one is drawn.

use std::collections::HashMap;

use kernel::{Area, Flag, Look, Piece, Tone};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use super::{
    context::{Part, RenderContext},
    grid::{Cells, put},
    theme::{Ink, Theme},
};

const LEFT: usize = 1;
const RIGHT: usize = 2;
const UP: usize = 4;
const DOWN: usize = 8;

/// The weight of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Weight {
    /// No move uses it.
    Light,
    /// A move could reach or pick it.
    Heavy,
    /// It is pointed at, picked, or joined by the selected move.
    Double,
}

impl Weight {
    /// The sign of a cell from which lines go in these directions.
    fn sign(self, theme: Theme, ways: usize) -> char {
        let signs = match (theme.ascii, self) {
            (false, Weight::Light) => " ───│┘└┴│┐┌┬│┤├┼",
            (false, Weight::Heavy) => " ━━━┃┛┗┻┃┓┏┳┃┫┣╋",
            (false, Weight::Double) => " ═══║╝╚╩║╗╔╦║╣╠╬",
            (true, Weight::Light) => " ---|+++|+++|+++",
            (true, Weight::Heavy) => " ===|+++|+++|+++",
            (true, Weight::Double) => " ###############",
        };
        signs.chars().nth(ways).unwrap_or(' ')
    }
}

struct Edge<'a> {
    piece: &'a Piece,
    /// The cells of the screen that it runs through, from the middle of one node to that of the
    /// other.
    cells: Vec<(u16, u16)>,
    weight: Weight,
    style: Style,
}

/// Draws the edges of a map, and returns the places of those that can be pointed at: edges that a
/// move joins, and edges with further words. Nodes are drawn over their ends.
pub(super) fn draw(context: &RenderContext, area: &Area, cells: Cells, buffer: &mut Buffer) -> Vec<(Rect, String)> {
    let nodes: Vec<Rect> = area.pieces.iter().filter_map(|piece| piece.at).map(|(r, c)| cells.at(r, c)).collect();
    let mut edges: Vec<Edge> = area
        .edges()
        .map(|(piece, one, other)| {
            let (one, other) = if one <= other { (one, other) } else { (other, one) };
            let ends = [cells.at(one.0, one.1), cells.at(other.0, other.1)];
            let (weight, style) = paint(context, piece);
            Edge { piece, cells: steps(&corners(ends, &nodes)), weight, style }
        })
        .collect();
    edges.sort_by_key(|edge| edge.weight);
    lines(context, &edges, buffer);

    let free = |cell: &&(u16, u16)| !nodes.iter().any(|node| node.contains((**cell).into()));
    let mut hits = Vec::new();
    for Edge { piece, cells, style, .. } in &edges {
        let cells: Vec<(u16, u16)> = cells.iter().filter(free).copied().collect();
        let Some(middle) = cells.get(cells.len() / 2).copied() else { continue };
        let badge = piece.badge.map(|badge| context.theme.sign(badge.icon));
        if let Some(mark) = badge.or_else(|| piece.flags.iter().find_map(|flag| mark(context.theme, *flag))) {
            put(buffer, middle.0, middle.1, &mark.to_string(), *style, 1);
        }
        let joined = context.scene.moves.iter().any(|choice| choice.wording.pieces().any(|id| id == piece.id));
        if joined || piece.text.is_some() {
            hits.push((run(&cells, middle).intersection(buffer.area), piece.id.clone()));
        }
    }
    hits
}

fn paint(context: &RenderContext, piece: &Piece) -> (Weight, Style) {
    let Look::Edge { tone, .. } = piece.look else { return (Weight::Light, Style::new()) };
    let part = context.part(piece);
    let weight = match part {
        Part::Focused | Part::Joined => Weight::Double,
        Part::Next | Part::Live => Weight::Heavy,
        Part::Idle if piece.flags.contains(&Flag::Reachable) => Weight::Heavy,
        Part::Idle => Weight::Light,
    };
    let usual = match tone {
        Tone::Plain => context.theme.ink(Ink::Ash),
        tone => context.theme.tone(tone),
    };
    let lit = if piece.flags.contains(&Flag::Highlighted) { usual.add_modifier(Modifier::BOLD) } else { usual };
    (weight, context.style(part, lit))
}

/// The sign of a state that changes the look of an edge, in its middle.
fn mark(theme: Theme, flag: Flag) -> Option<char> {
    let sign = |icon: &art::IconArt| if theme.ascii { icon.letter() } else { icon.sign() };
    match flag {
        Flag::Exhausted => Some(sign(&art::icons::USED)),
        Flag::Damaged => Some(sign(&art::icons::CRACKED)),
        Flag::Danger => Some('!'),
        Flag::Dead => Some(sign(&art::icons::CLOSE)),
        Flag::Highlighted => Some(theme.pick("•", "*").chars().next().unwrap_or('*')),
        Flag::Reachable | Flag::Elite | Flag::Boss | Flag::Curse => None,
    }
}

/// The corners of a line from node to node. The first node is not below the second.
fn corners([one, other]: [Rect; 2], nodes: &[Rect]) -> Vec<(u16, u16)> {
    let middle = |node: Rect| (node.x + node.width / 2, node.y);
    let (from, to) = (middle(one), middle(other));
    let blocked = nodes.iter().filter(|node| **node != one && **node != other).any(|node| {
        let (x, y) = middle(*node);
        let between = |at: u16, a: u16, b: u16| (a.min(b)..=a.max(b)).contains(&at);
        between(x, from.0, to.0) && between(y, from.1, to.1)
    });
    match (from.0 == to.0, from.1 == to.1) {
        (true, true) => vec![from],
        (true, false) if blocked => {
            let beside = one.right();
            vec![from, (beside, from.1), (beside, to.1), to]
        }
        (true, false) => vec![from, to],
        (false, true) if !blocked => vec![from, to],
        (false, true) => vec![from, (from.0, from.1 + 1), (to.0, from.1 + 1), to],
        (false, false) => vec![from, (from.0, from.1 + 1), (to.0, from.1 + 1), to],
    }
}

/// All cells on the way from corner to corner.
fn steps(corners: &[(u16, u16)]) -> Vec<(u16, u16)> {
    let mut cells: Vec<(u16, u16)> = corners.first().copied().into_iter().collect();
    for to in corners.iter().skip(1) {
        while let Some(at) = cells.last().copied().filter(|at| at != to) {
            let towards = |at: u16, to: u16| if at < to { at + 1 } else { at - u16::from(at > to) };
            cells.push((towards(at.0, to.0), towards(at.1, to.1)));
        }
    }
    cells
}

/// Draws lines that are sorted by weight, joined if lines of one weight meet.
fn lines(context: &RenderContext, edges: &[Edge], buffer: &mut Buffer) {
    let mut drawn: HashMap<(u16, u16), (Weight, usize)> = HashMap::new();
    for edge in edges {
        for pair in edge.cells.windows(2) {
            let (out, back) = match (pair[0], pair[1]) {
                ((x, _), (to, _)) if to > x => (RIGHT, LEFT),
                ((x, _), (to, _)) if to < x => (LEFT, RIGHT),
                ((_, y), (_, to)) if to > y => (DOWN, UP),
                _ => (UP, DOWN),
            };
            for (cell, way) in [(pair[0], out), (pair[1], back)] {
                let (weight, ways) = drawn.entry(cell).or_insert((edge.weight, 0));
                *ways = if *weight == edge.weight { *ways | way } else { way };
                *weight = edge.weight;
                let sign = edge.weight.sign(context.theme, *ways);
                put(buffer, cell.0, cell.1, &sign.to_string(), edge.style, 1);
            }
        }
    }
}

/// The straight run of cells round `middle`, along its row if it has neighbours there.
fn run(cells: &[(u16, u16)], middle: (u16, u16)) -> Rect {
    let row = cells.iter().filter(|cell| cell.1 == middle.1).map(|cell| cell.0);
    let (left, right) = row.fold((middle.0, middle.0), |(left, right), x| (left.min(x), right.max(x)));
    Rect::new(left, middle.1, right - left + 1, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three rows and three columns of nodes, each three wide.
    fn node(row: u16, column: u16) -> Rect {
        Rect::new(column * 6, row * 2, 3, 1)
    }

    fn all() -> Vec<Rect> {
        (0..3).flat_map(|row| (0..3).map(move |column| node(row, column))).collect()
    }

    #[test]
    fn lines_run_straight_to_neighbours_and_round_what_lies_between() {
        let way = |one, other| corners([one, other], &all());
        assert_eq!(way(node(0, 0), node(0, 1)), [(1, 0), (7, 0)]);
        assert_eq!(way(node(0, 0), node(1, 0)), [(1, 0), (1, 2)]);
        assert_eq!(way(node(0, 0), node(1, 1)), [(1, 0), (1, 1), (7, 1), (7, 2)]);
        assert_eq!(way(node(0, 0), node(0, 2)), [(1, 0), (1, 1), (13, 1), (13, 0)]);
        assert_eq!(way(node(0, 0), node(2, 0)), [(1, 0), (3, 0), (3, 4), (1, 4)]);
    }

    #[test]
    fn every_cell_on_the_way_is_drawn_once() {
        assert_eq!(steps(&[(1, 0), (1, 1), (3, 1), (3, 0)]), [(1, 0), (1, 1), (2, 1), (3, 1), (3, 0)]);
        assert_eq!(run(&[(1, 1), (2, 1), (3, 1), (3, 2)], (2, 1)), Rect::new(1, 1, 3, 1));
    }

    #[test]
    fn lines_that_meet_are_joined() {
        let theme = |ascii| Theme { colours: super::super::theme::Colours::None, ascii };
        assert_eq!(Weight::Light.sign(theme(false), LEFT | RIGHT | DOWN), '┬');
        assert_eq!(Weight::Heavy.sign(theme(false), UP | DOWN), '┃');
        assert_eq!(Weight::Double.sign(theme(false), LEFT | RIGHT | UP | DOWN), '╬');
        assert_eq!(Weight::Light.sign(theme(true), UP | RIGHT), '+');
    }
}
