//! The data from which all parts of a table are drawn.

mod hint;
pub(crate) mod lane;
pub(crate) mod marks;
pub(crate) mod memo;
mod moves;
mod source;

use std::hash::{Hash, Hasher};

use kernel::{Area, Role, Scene, Seat};

use crate::{
    common::Names,
    data::{TablePage, hash::hasher},
};

pub(crate) use hint::Hint;
pub(crate) use lane::Lane;
pub(crate) use memo::Part;
pub(crate) use moves::{Fork, MoveMap, MoveTree, Node, Press, PressEffect};

/// The input for drawing any part of a table: the page, its scene, and values computed from them
/// once.
#[derive(Clone, Copy)]
pub(crate) struct RenderContext<'a> {
    pub(crate) page: &'a TablePage,
    pub(crate) scene: &'a Scene,
    pub(crate) names: Names<'a>,
    pub(crate) moves: MoveMap<'a>,
    pub(crate) hint: Hint<'a>,
    /// The hash of everything outside a piece that may change its drawing; set only where drawings
    /// are cached.
    pub(crate) surroundings: u64,
    /// The dice of the step that is shown, whether or not they are still on the table.
    pub(crate) fallen: &'a [kernel::Piece],
}

impl<'a> RenderContext<'a> {
    /// Returns the context of a page; `tree` must be made of the same scene.
    pub(crate) fn new(page: &'a TablePage, scene: &'a Scene, tree: &'a MoveTree<'a>) -> RenderContext<'a> {
        let moves = MoveMap::new(page, scene, tree);
        let surroundings = page.kept.as_ref().map_or(0, |_| surroundings(page, scene));
        RenderContext {
            page,
            scene,
            names: Names::at(page),
            moves,
            hint: Hint::new(page, moves),
            surroundings,
            fallen: &[],
        }
    }

    /// Returns the areas of a role, in the scene's order.
    pub(crate) fn areas(self, role: Role) -> impl Iterator<Item = &'a Area> {
        self.scene.areas.iter().filter(move |area| area.role == role)
    }

    /// Returns the areas of a player.
    pub(crate) fn areas_of(self, seat: Seat) -> impl Iterator<Item = &'a Area> {
        self.areas(Role::Seat).filter(move |area| area.seat == Some(seat))
    }

    /// Returns the auto-actions that the viewer can start now: one that waits for a decision makes
    /// room for another.
    pub(crate) fn standing(self) -> &'a [kernel::AutoAction] {
        let free = self.page.auto_action.as_ref().is_none_or(|running| running.rests);
        let may = self.page.viewer.seat().is_some() && free && self.moves.at_root();
        if may { &self.scene.standing } else { &[] }
    }

    /// Returns a die on the table, or of the step that is shown.
    pub(crate) fn die(self, id: &str) -> Option<&'a kernel::Piece> {
        self.scene.piece(id).or_else(|| self.fallen.iter().find(|die| die.id == id))
    }
}

/// Returns a hash of everything outside a piece that may change its drawing: the players in the
/// seats, and their faces.
fn surroundings(page: &TablePage, scene: &Scene) -> u64 {
    let mut hasher = hasher();
    for info in &page.seats {
        (info.seat, &info.person, &info.bot, info.character.map(|character| character.id), info.you).hash(&mut hasher);
    }
    for area in scene.areas.iter().filter(|area| area.role == Role::Seat) {
        (area.seat, area.picture).hash(&mut hasher);
    }
    hasher.finish()
}

/// Returns the loss of a piece, or of the pieces of a seat, by the blows that are on the table.
pub(crate) fn lost(scene: &Scene, piece: &str, seat: Option<Seat>) -> i32 {
    let struck = |on: &str| {
        let owner = scene.piece(on).and_then(|piece| piece.seat);
        on == piece || seat.is_some() && owner == seat
    };
    let blows = scene.rolls.iter().filter_map(|roll| roll.blow.as_ref()).filter(|blow| struck(&blow.on));
    blows.map(|blow| i32::try_from(blow.harm).unwrap_or(i32::MAX)).fold(0, i32::saturating_add)
}

#[cfg(test)]
mod tests {
    use kernel::{Blow, Look, Piece, Roll};

    use super::*;

    #[test]
    fn blows_count_for_the_piece_and_for_its_seat() {
        let blow = |harm| Roll { blow: Some(Blow { by: None, on: "hero-0".into(), harm }), ..Roll::default() };
        let hero = Piece { seat: Some(Seat(0)), ..Piece::new("hero-0", Look::Text, "hero") };
        let area = kernel::Area::new("f", "", Role::Fighters, kernel::Layout::Row).with([hero]);
        let scene = Scene { areas: vec![area], rolls: vec![blow(2), blow(1)], ..Scene::default() };
        assert_eq!(lost(&scene, "hero-0", None), 3);
        assert_eq!(lost(&scene, "seat-0-health", Some(Seat(0))), 3);
        assert_eq!(lost(&scene, "seat-1-health", Some(Seat(1))), 0);
    }
}
