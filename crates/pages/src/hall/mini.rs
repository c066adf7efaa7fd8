//! A small picture of a table, drawn from its scene: the board with the players on it, a fight, or
//! the cards that lie out. It is for looking only; words nearby must state its content.

use kernel::{Area, Gauge, Layout, Look, Picture, Piece, Role, Scene, Seat, Tone};
use maud::{Markup, html};

use crate::{common::icon, data::Theme};

/// The side of a cell in the drawing's own units.
const CELL: u16 = 24;
/// How many pictures fit side by side where there is neither board nor fight.
const LAID_OUT: usize = 6;

/// Returns the table in small; `None` if nothing of it can be drawn.
pub(crate) fn board(scene: &Scene, theme: Theme) -> Option<Markup> {
    let board = scene.areas.iter().find(|area| area.role == Role::Board);
    let any = |role: Role| scene.areas.iter().any(|area| area.role == role && !area.pieces.is_empty());
    // A foe alone says less than the board where the players meet it.
    let fight = any(Role::Foes) && (any(Role::Fighters) || board.is_none());
    match board.map(|area| (area, &area.layout)) {
        _ if fight => Some(duel(scene, theme)),
        Some((area, Layout::Grid { rows, columns })) => Some(grid(area, *rows, *columns, theme)),
        Some((area, Layout::Map { rows, columns })) => Some(map(area, *rows, *columns, theme)),
        _ => laid_out(scene, theme),
    }
}

/// Returns the picture that best shows the state of the match: the foe, the subject of the fight,
/// or a card that lies out.
pub(crate) fn face(scene: &Scene) -> Option<Picture> {
    let of = |role: Role| scene.areas.iter().filter(move |area| area.role == role).flat_map(|area| &area.pieces);
    let shown = |piece: &&Piece| piece.picture.is_some();
    let lit = |piece: &&Piece| piece.picture.is_some() && piece.flags.contains(&kernel::Flag::Highlighted);
    let piece = of(Role::Foes).find(shown).or_else(|| scene.pieces().find(lit)).or_else(|| of(Role::Offer).find(shown));
    piece?.picture
}

/// Returns the health of a seat: the gauge of its fighter, or the first meter of the seat that has
/// a maximum.
pub(crate) fn health(scene: &Scene, seat: Seat) -> Option<Gauge> {
    let own = |area: &&Area| area.seat == Some(seat) || area.role == Role::Fighters;
    scene.areas.iter().filter(own).find_map(|area| {
        let pieces = area.pieces.iter().filter(|piece| piece.seat.or(area.seat).is_none_or(|owner| owner == seat));
        pieces.clone().find_map(|piece| piece.gauge).or_else(|| {
            pieces.clone().find_map(|piece| match &piece.look {
                Look::Meter { icon, value, max: Some(max), .. } => {
                    Some(Gauge { icon: *icon, value: *value, max: *max })
                }
                _ => None,
            })
        })
    })
}

/// Returns a gauge as a bar with its number; red and outlined when little is left.
pub(crate) fn meter(gauge: Gauge) -> Markup {
    let (value, max) = (gauge.value.max(0), gauge.max.max(1));
    let low = value * 10 <= max * 3;
    let width = format!("{}%", (100 * value / max).min(100));
    html! {
        span.health.low[low] {
            svg.fill width="100%" height="100%" aria-hidden="true" focusable="false" { rect width=(width) height="100%" {} }
            b { (icon(gauge.icon)) (value) " / " (max) }
        }
    }
}

fn href(picture: Picture, theme: Theme) -> Option<String> {
    let inks = if theme == Theme::Parchment { art::Theme::Parchment } else { art::Theme::Vault };
    art::file_name(picture.0, inks).map(|file| format!("/assets/art/{file}"))
}

fn image(picture: Option<Picture>, theme: Theme, x: u16, y: u16, size: u16) -> Markup {
    html! {
        @if let Some(href) = picture.and_then(|picture| href(picture, theme)) {
            image href=(href) x=(x) y=(y) width=(size) height=(size) preserveAspectRatio="xMidYMid slice" {}
        }
    }
}

fn drawing(kind: &str, width: u16, height: u16, inside: &Markup) -> Markup {
    html! {
        svg class={ "mini " (kind) } viewBox={ "0 0 " (width) " " (height) } aria-hidden="true" focusable="false" { (inside) }
    }
}

fn pawn(seat: Seat, x: u16, y: u16) -> Markup {
    html! {
        g.pawn data-seat=(seat) {
            circle cx=(x) cy=(y) r="9" {}
            text x=(x) y=(y + 5) { (seat.0 + 1) }
        }
    }
}

fn grid(area: &Area, rows: u8, columns: u8, theme: Theme) -> Markup {
    let inside = html! {
        @for piece in &area.pieces {
            @if let Some((row, column)) = piece.at { (cell(piece, row, column, theme)) }
        }
    };
    drawing("of-grid", u16::from(columns) * CELL, u16::from(rows) * CELL, &inside)
}

fn cell(piece: &Piece, row: u8, column: u8, theme: Theme) -> Markup {
    let (x, y) = (u16::from(column) * CELL, u16::from(row) * CELL);
    let (noted, pawns): (bool, &[Seat]) = match &piece.look {
        Look::Tile { value, pawns, tone, .. } => (value.is_some() || *tone != Tone::Plain, pawns),
        _ => (true, &[]),
    };
    let class = if piece.picture.is_none() { "down" } else { "up" };
    html! {
        rect class=(class) x=(x + 1) y=(y + 1) width=(CELL - 2) height=(CELL - 2) rx="3" {}
        @if noted { (image(piece.picture, theme, x + 1, y + 1, CELL - 2)) }
        @for seat in pawns { (pawn(*seat, x + CELL / 2, y + CELL / 2)) }
    }
}

fn map(area: &Area, rows: u8, columns: u8, theme: Theme) -> Markup {
    let spot = |(row, column): (u8, u8)| (u16::from(column) * CELL + CELL / 2, u16::from(row) * CELL + CELL / 2);
    let place = |id: &str| area.pieces.iter().find(|piece| piece.id == id).and_then(|piece| piece.at).map(spot);
    let inside = html! {
        @for piece in &area.pieces {
            @if let Look::Edge { between: (from, to), .. } = &piece.look {
                @if let (Some((x1, y1)), Some((x2, y2))) = (place(from), place(to)) {
                    line x1=(x1) y1=(y1) x2=(x2) y2=(y2) {}
                }
            }
        }
        @for piece in &area.pieces {
            @if let Some((x, y)) = piece.at.map(spot) {
                rect.down[piece.picture.is_none()].up[piece.picture.is_some()] x=(x - 9) y=(y - 9) width="18" height="18" rx="4" {}
                (image(piece.picture, theme, x - 8, y - 8, 16))
                @if let Look::Tile { pawns, .. } = &piece.look { @for seat in pawns { (pawn(*seat, x, y)) } }
            }
        }
    };
    drawing("of-map", u16::from(columns) * CELL, u16::from(rows) * CELL, &inside)
}

/// Returns a fight: the fighters on the left, the foes on the right, the remaining health of each
/// below.
fn duel(scene: &Scene, theme: Theme) -> Markup {
    let side = |role: Role| {
        let pieces = scene.areas.iter().filter(move |area| area.role == role).flat_map(|area| &area.pieces);
        pieces.filter(|piece| piece.picture.is_some()).collect::<Vec<_>>()
    };
    let (us, them) = (side(Role::Fighters), side(Role::Foes));
    let us = us.into_iter().take(1).map(|piece| (piece, 0));
    let them = them.into_iter().take(1).map(|piece| (piece, 104));
    let inside = html! {
        @for (piece, x) in us.chain(them) {
            rect.frame x=(x) y="0" width="88" height="112" rx="6" {}
            (image(piece.picture, theme, x + 3, 3, 82))
            @if let Some(gauge) = piece.gauge { text.left x=(x + 44) y="104" { (gauge.value) " / " (gauge.max) } }
        }
    };
    drawing("of-duel", 192, 112, &inside)
}

fn laid_out(scene: &Scene, theme: Theme) -> Option<Markup> {
    let open = |area: &&Area| !matches!(area.role, Role::Seat | Role::Piles | Role::Track | Role::Dice);
    let pieces = scene.areas.iter().filter(open).flat_map(|area| &area.pieces).filter(|piece| piece.picture.is_some());
    let pieces: Vec<&Piece> = pieces.take(LAID_OUT).collect();
    let rows = u16::try_from(pieces.len().div_ceil(3)).ok().filter(|rows| *rows > 0)?;
    let inside = html! {
        @for (n, piece) in (0_u16..).zip(&pieces) {
            @let (x, y) = (n % 3 * 66, n / 3 * 66);
            rect.frame x=(x) y=(y) width="60" height="60" rx="5" {}
            (image(piece.picture, theme, x + 2, y + 2, 56))
        }
    };
    Some(drawing("of-cards", 192, rows * 66, &inside))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(game: &str, seats: u8) -> Scene {
        let title = roster::find(game).unwrap();
        let source = kernel::Source::Seed(kernel::Seed([7; 32]), Vec::new());
        let table = title.open(&serde_json::Value::Null, seats.into(), source).unwrap();
        table.scene(kernel::Viewer::Spectator, None).unwrap()
    }

    #[test]
    fn a_board_is_drawn_in_small_with_those_on_it() {
        let drawn = |game: &str| board(&scene(game, roster::find(game).unwrap().meta().usual_seats), Theme::Vault);
        let boards = roster::GAMES.iter().map(|title| title.meta().id).filter_map(drawn);
        let boards: Vec<String> = boards.map(Markup::into_string).collect();
        assert!(
            boards
                .iter()
                .any(|board| board.starts_with("<svg class=\"mini of-grid\"") && board.contains("class=\"pawn\""))
        );
        assert!(boards.iter().any(|board| board.starts_with("<svg class=\"mini of-map\"") && board.contains("<line ")));
        assert!(boards.iter().all(|board| !board.contains("style=")));
    }

    #[test]
    fn a_meter_is_marked_when_three_tenths_are_left() {
        let meter = |value| super::meter(Gauge { icon: kernel::Icon::HEART, value, max: 30 }).into_string();
        assert!(meter(9).contains("class=\"health low\"") && meter(9).contains("width=\"30%\""));
        assert!(meter(10).contains("class=\"health\""));
    }
}
