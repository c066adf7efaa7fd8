//! The field of cards.

use kernel::{Area, Flag, Icon, Layout, Look, Piece, Role, Seat, Tone, Viewer};
use text::{capital, t, text};

use super::id;
use crate::{
    AccursedTomb, Cell, Meaning,
    cells::{Cells, SIDE},
    judge::Blow,
};

pub(super) fn field(game: &AccursedTomb, viewer: Viewer) -> Area {
    let aims = match viewer.seat() == Some(game.turn) {
        true => game.aims(),
        false => Cells::NONE,
    };
    let tiles = Cells::ALL.map(|cell| tile(game, cell, aims.contains(cell)));
    let layout = Layout::Grid { rows: SIDE, columns: SIDE };
    Area::new("tomb", t!("The tomb"), Role::Board, layout).active(game.over().is_none()).with(tiles)
}

fn tile(game: &AccursedTomb, cell: Cell, reachable: bool) -> Piece {
    let seen = game.field.seen(cell);
    let health = game.field.health[cell.index()];
    let standing = game.party().filter(|(_, explorer)| explorer.alive() && explorer.cell == cell);
    let fights = |seat: &Seat| game.explorer(*seat).foe == Some(cell);
    // The player in turn comes first: a foe of several explorers is ringed in one colour.
    let fighter = std::iter::once(game.turn).chain(Seat::all(game.seats)).find(fights);
    let look = Look::Tile {
        icon: seen.map(Meaning::icon),
        tone: seen.map_or(Tone::Luck, Meaning::tone),
        value: (health > 0).then(|| health.to_string()),
        pawns: standing.map(|(seat, _)| seat).collect(),
    };
    let (text, ruling) = match seen {
        Some(meaning) => meaning.text(),
        None => (text!("Nobody knows what lies here until somebody steps towards it."), "R5"),
    };
    let full = seen.and_then(Meaning::health);
    let mut piece = Piece::new(id(cell), look, label(game, cell));
    piece.picture = seen.map(Meaning::picture);
    piece.seat = fighter;
    if let Some(full) = full {
        piece = piece.gauge(Icon::HEART, health.into(), full.into());
    }
    piece
        .text(text, Some(ruling))
        .at(cell.row() - 1, cell.column() - 1)
        .flag(Flag::Damaged, full.is_some_and(|full| health < full))
        .flag(Flag::Highlighted, fighter.is_some())
        .flag(Flag::Reachable, reachable)
        .flag(Flag::Danger, game.over().is_none() && deadly(game, game.turn, cell))
}

/// A tile in words: `Row 7, column 8: face down. Next to a goblin and 2 walls.` The page adds who
/// stands there, because it knows their names.
fn label(game: &AccursedTomb, cell: Cell) -> String {
    let health = game.field.health[cell.index()];
    let what = match game.field.seen(cell) {
        None => t!("face down").to_owned(),
        Some(monster) if health > 0 => t!("{monster}, {health} health left", monster = monster.a()),
        Some(meaning) => meaning.a().into(),
    };
    let (near, place) = (neighbours(game, cell), capital(&cell.to_string()));
    match near.is_empty() {
        true => t!("{place}: {what}."),
        false => t!("{place}: {what}. Next to {near}.", near = kernel::listed(&near)),
    }
}

/// Everything of note around a cell; hallways and face-down cards are left out.
fn neighbours(game: &AccursedTomb, cell: Cell) -> Vec<String> {
    let seen: Vec<Meaning> = Cells::around(cell).filter_map(|near| game.field.seen(near)).collect();
    let one = |meaning: Meaning| {
        let alike = seen.iter().filter(|other| other.id() == meaning.id()).count();
        match alike {
            0 => None,
            1 => Some(seen.iter().find(|other| other.id() == meaning.id())?.a().into()),
            more => Some(meaning.noun().counted(more)),
        }
    };
    let noted = Meaning::ALL.into_iter().filter(|meaning| *meaning != Meaning::Hallway);
    noted.filter_map(one).collect()
}

/// Whether entering `cell` could kill the explorer of `seat` at once, as far as can be seen.
pub(super) fn deadly(game: &AccursedTomb, seat: Seat, cell: Cell) -> bool {
    let explorer = game.explorer(seat);
    match game.field.seen(cell) {
        Some(Meaning::Trap | Meaning::Fountain | Meaning::Altar) => explorer.hp == 1 && explorer.blessings == 0,
        Some(meaning) if meaning.is_monster() => Blow::at(game, seat, cell).deadly() > 0.0,
        Some(_) | None => false,
    }
}
