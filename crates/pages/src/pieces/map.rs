//! Maps: nodes joined by edges. Behind the nodes are the regions and the edges; on the nodes their
//! signs; on top the numbers of the regions.

use kernel::{Area, Badge, Flag, Look, Piece, Region, Shape};
use maud::{Markup, html};

use crate::{
    assets::icons_href,
    common::{icon, tone_class},
    context::RenderContext,
    pieces::{classes, standing},
};

/// The side of a cell in the units of the drawing.
const CELL: i32 = 60;

/// Returns the middle of a cell.
fn middle((row, column): (u8, u8)) -> (i32, i32) {
    (CELL * i32::from(column) + CELL / 2, CELL * i32::from(row) + CELL / 2)
}

/// Returns the layer behind the nodes: regions, edges, and the signs on edges.
pub(crate) fn ground(ctx: RenderContext, area: &Area, rows: u8, columns: u8) -> Markup {
    html! {
        svg.paths viewBox=(view_box(rows, columns)) aria-hidden="true" focusable="false" {
            @for region in &area.regions { (shaded(area, region)) }
            @for (edge, one, other) in area.edges() { (line(ctx, edge, middle(one), middle(other))) }
        }
    }
}

/// Returns the numbers of the regions, above the nodes.
pub(crate) fn numbers(area: &Area, rows: u8, columns: u8) -> Markup {
    html! {
        @if area.regions.iter().any(|region| region.value.is_some()) {
            svg.numbers viewBox=(view_box(rows, columns)) aria-hidden="true" focusable="false" {
                @for region in &area.regions {
                    @if let (Some(value), Some((x, y))) = (&region.value, place(&cells(area, region))) {
                        g class=(region.tone.map_or("", tone_class)) {
                            @let half = 8 + 4 * value.chars().count() as i32;
                            rect x=(x - half) y=(y - 11) width=(2 * half) height="21" rx="7" {}
                            text x=(x) y=(y + 5) { (value) }
                        }
                    }
                }
            }
        }
    }
}

fn view_box(rows: u8, columns: u8) -> String {
    format!("0 0 {} {}", CELL * i32::from(columns), CELL * i32::from(rows))
}

fn cells(area: &Area, region: &Region) -> Vec<(u8, u8)> {
    area.pieces.iter().filter(|piece| region.pieces.contains(&piece.id)).filter_map(|piece| piece.at).collect()
}

/// Returns a region: its cells, joined where they touch; without a colour, only the frame of all of
/// them.
fn shaded(area: &Area, region: &Region) -> Markup {
    let cells = cells(area, region);
    let Some(tone) = region.tone else { return frame(&cells) };
    let corner = |(row, column): (u8, u8)| (CELL * i32::from(column) + 4, CELL * i32::from(row) + 4);
    html! {
        g class={ "region " (tone_class(tone)) } {
            @for &(row, column) in &cells {
                @let (x, y) = corner((row, column));
                rect x=(x) y=(y) width="52" height="52" rx="13" {}
                @if cells.contains(&(row, column + 1)) { rect x=(x + 26) y=(y) width="60" height="52" {} }
                @if cells.contains(&(row + 1, column)) { rect x=(x) y=(y + 26) width="52" height="60" {} }
            }
        }
    }
}

fn frame(cells: &[(u8, u8)]) -> Markup {
    let (Some(top), Some(left)) = (cells.iter().map(|cell| cell.0).min(), cells.iter().map(|cell| cell.1).min()) else {
        return html! {};
    };
    let bottom = cells.iter().map(|cell| cell.0).max().unwrap_or(top);
    let right = cells.iter().map(|cell| cell.1).max().unwrap_or(left);
    html! {
        rect.sight x=(CELL * i32::from(left) + 1) y=(CELL * i32::from(top) + 1)
            width=(CELL * (i32::from(right - left) + 1) - 2) height=(CELL * (i32::from(bottom - top) + 1) - 2) rx="14" {}
    }
}

/// Returns the place for the number of a region: its middle if no node is there, else a place next
/// to that node.
fn place(cells: &[(u8, u8)]) -> Option<(i32, i32)> {
    let count = i32::try_from(cells.len()).ok().filter(|count| *count > 0)?;
    let (x, y) = cells.iter().map(|cell| middle(*cell)).fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    let (x, y) = (x / count, y / count);
    let away = |at: (i32, i32)| (at.0 - x).abs().max((at.1 - y).abs());
    let nearest = cells.iter().map(|cell| middle(*cell)).min_by_key(|at| away(*at))?;
    let free = (nearest.0 - x).abs() > 20 && (nearest.1 - y).abs() > 20;
    Some(if free { (x, y) } else { (nearest.0 + 14, nearest.1 + 22) })
}

/// Returns an edge from node to node, with its sign.
fn line(ctx: RenderContext, edge: &Piece, (x1, y1): (i32, i32), (x2, y2): (i32, i32)) -> Markup {
    let (x, y) = ((x1 + x2) / 2, (y1 + y2) / 2);
    let marked = edge.flags.contains(&Flag::Highlighted);
    html! {
        @if marked { line.under x1=(x1) y1=(y1) x2=(x2) y2=(y2) {} }
        line class=(classes(edge, ctx.moves.effect(&edge.id))) x1=(x1) y1=(y1) x2=(x2) y2=(y2) {}
        @if let Some(badge) = &edge.badge {
            g class={ "seal " (tone_class(badge.tone)) } {
                @if badge.icon.0 == CROSS {
                    path.under d=(cross(x, y)) {}
                    path.cross d=(cross(x, y)) {}
                } @else {
                    circle.solid[badge.bright] cx=(x) cy=(y) r="9" {}
                    use href={ (icons_href()) "#i-" (art::icon(badge.icon.0).map_or("help", art::IconArt::name)) } x=(x - 5) y=(y - 5) width="10" height="10" {}
                }
            }
        }
    }
}

/// The sign whose drawing is two strokes through the edge.
const CROSS: &str = "close";

fn cross(x: i32, y: i32) -> String {
    format!("M{} {}l10 10m0-10l-10 10", x - 5, y - 5)
}

/// Returns the face of a node: its outline, its pieces, its small sign, and the result of a move.
pub(crate) fn node(ctx: RenderContext, piece: &Piece) -> Markup {
    let Look::Tile { icon: sign, pawns, .. } = &piece.look else { return html! {} };
    html! {
        span class={ "node " (shape_class(piece.shape)) } aria-hidden="true" {
            svg.rim viewBox="-20 -20 40 40" focusable="false" { path d=(outline(piece.shape)) {} }
            @if let Some(sign) = sign { (icon(*sign)) }
            @if let Some(badge) = &piece.badge { (small(badge)) }
            @if let Some(tag) = tag(ctx, piece) { b.brings { (tag) } }
        }
        (standing(ctx, pawns))
    }
}

fn small(badge: &Badge) -> Markup {
    html! { span.badge-sign.(tone_class(badge.tone)).bright[badge.bright] { (icon(badge.icon)) } }
}

/// Returns the signs of the move that begins here.
fn tag<'a>(ctx: RenderContext<'a>, piece: &Piece) -> Option<&'a str> {
    let begins = |wording: &kernel::Wording| wording.pieces().next() == Some(piece.id.as_str());
    ctx.moves.all().iter().find(|one| begins(&one.wording)).and_then(|one| one.wording.tag.as_deref())
}

fn shape_class(shape: Shape) -> &'static str {
    match shape {
        Shape::Round => "round",
        Shape::Arch => "arched",
        Shape::Steps => "stepped",
    }
}

fn outline(shape: Shape) -> &'static str {
    match shape {
        Shape::Round => "M-16.5 0a16.5 16.5 0 1 0 33 0a16.5 16.5 0 1 0-33 0z",
        Shape::Arch => "M-17 17V-2a17 16 0 0 1 34 0V17z",
        Shape::Steps => "M-18 17V-16H-6V-9H6V-2H18V17z",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_region_hides_no_node() {
        assert_eq!(place(&[(0, 0), (0, 1), (1, 0), (1, 1)]), Some((60, 60)), "in the middle of four");
        assert_eq!(place(&[(2, 3)]), Some((224, 172)), "beside the only one");
        assert_eq!(place(&[(0, 0), (0, 1), (0, 2)]), Some((104, 52)), "beside the middle one of three");
        assert_eq!(place(&[]), None);
    }

    #[test]
    fn a_region_without_a_colour_is_a_frame() {
        let frame = frame(&[(1, 2), (2, 3)]).into_string();
        assert!(frame.contains(r#"x="121" y="61" width="118" height="118""#), "{frame}");
    }
}
