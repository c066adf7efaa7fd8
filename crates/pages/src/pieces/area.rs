//! Areas of a scene: headings, and their pieces.

use kernel::{Area, Layout, Look, Piece, Role};
use maud::{Markup, html};

use crate::{
    common::escaped,
    context::RenderContext,
    pieces::{map, piece},
};

/// Returns all areas of a role, in the scene's order.
pub(crate) fn areas(ctx: RenderContext, role: Role) -> Markup {
    html! { @for here in ctx.areas(role) { (area(ctx, here)) } }
}

/// Returns whether the scene has anything of this role.
pub(crate) fn has(ctx: RenderContext, role: Role) -> bool {
    ctx.scene.areas.iter().any(|area| area.role == role && !area.pieces.is_empty())
}

/// Returns one area: its heading and its pieces.
pub(crate) fn area(ctx: RenderContext, area: &Area) -> Markup {
    let heading = format!("area-{}", area.id);
    html! {
        section class={ "area " (layout_class(&area.layout)) @if area.active { " active" } } data-area=(escaped(&area.id))
            aria-labelledby=(escaped(&heading)) {
            h2 id=(escaped(&heading)) { (ctx.names.rich(&area.title)) }
            (pieces(ctx, area))
        }
    }
}

fn layout_class(layout: &Layout) -> &'static str {
    match layout {
        Layout::Row => "row",
        Layout::Fan => "fan",
        Layout::Stack => "stack",
        Layout::List => "list",
        Layout::Grid { .. } => "grid",
        Layout::Map { .. } => "map",
    }
}

fn pieces(ctx: RenderContext, area: &Area) -> Markup {
    html! {
        @match &area.layout {
            Layout::Grid { rows, columns } | Layout::Map { rows, columns } => (board(ctx, area, *rows, *columns)),
            flat => div class={ "pieces " (layout_class(flat)) } { (line(ctx, area)) },
        }
    }
}

fn line(ctx: RenderContext, area: &Area) -> Markup {
    let lies_alone = |here: &&Piece| here.on.as_ref().is_none_or(|id| area.pieces.iter().all(|piece| piece.id != *id));
    html! { @for here in area.pieces.iter().filter(lies_alone) { (piece(ctx, area, here)) } }
}

/// Returns a board of cells, row by row, as a grid for arrow keys and screen readers.
fn board(ctx: RenderContext, area: &Area, rows: u8, columns: u8) -> Markup {
    let aimed = |piece: &Piece| ctx.moves.all().iter().any(|m| m.wording.pieces().any(|id| id == piece.id));
    let crossings: Vec<_> = area.edges().filter(|(edge, ..)| aimed(edge) || edge.text.is_some()).collect();
    let loose = |piece: &&Piece| {
        let lost = |piece: &Piece| aimed(piece) && !crossings.iter().any(|(edge, ..)| edge.id == piece.id);
        piece.at.is_none() && (!matches!(piece.look, Look::Edge { .. }) || lost(piece))
    };
    let mapped = matches!(area.layout, Layout::Map { .. });
    let at =
        |row, column| -> Vec<&Piece> { area.pieces.iter().filter(|piece| piece.at == Some((row, column))).collect() };
    html! {
        div class={ "board-box columns-" (columns) " rows-" (rows) } {
            @if mapped { (map::ground(ctx, area, rows, columns)) }
            div.cells role="grid" aria-label=(ctx.names.plain(&area.title))
                aria-rowcount=(rows) aria-colcount=(columns) data-columns=(columns) {
                @for row in 0..rows {
                    div role="row" {
                        @for column in 0..columns {
                            div.cell role="gridcell" aria-rowindex=(row + 1) aria-colindex=(column + 1) {
                                @for here in at(row, column) { (piece(ctx, area, here)) }
                            }
                        }
                    }
                }
            }
            @if mapped { (map::numbers(area, rows, columns)) }
            @if !crossings.is_empty() {
                div.crossings {
                    @for (edge, (y1, x1), (y2, x2)) in &crossings {
                        div class={ "down-" (y1 + y2 + 1) " right-" (x1 + x2 + 1) } { (piece(ctx, area, edge)) }
                    }
                }
            }
        }
        @if area.pieces.iter().any(|piece| loose(&piece)) {
            div.pieces.row {
                @for here in area.pieces.iter().filter(loose) { (piece(ctx, area, here)) }
            }
        }
    }
}
