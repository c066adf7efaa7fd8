//! Lanes of a scene: which areas form a row for the cards that a player has laid out.

use kernel::{Area, Layout, Role, Scene, Seat};

/// The cards that a player has laid out, and the other things of this player.
#[derive(Clone, Copy)]
pub(crate) struct Lane<'a> {
    /// The area with the other things of the player.
    pub(crate) head: Option<&'a Area>,
    /// The row.
    pub(crate) laid: &'a Area,
}

impl<'a> Lane<'a> {
    /// Returns the seat of the player.
    pub(crate) fn seat(self) -> Option<Seat> {
        self.head.and_then(|head| head.seat).or(self.laid.seat)
    }

    /// Returns the area with the name and face of the lane: the head, or the row itself where there
    /// is no head.
    pub(crate) fn owner(self) -> &'a Area {
        self.head.unwrap_or(self.laid)
    }
}

/// Returns the lanes of a scene. A fan of a player is the row, and the area of a player right
/// before it is its head.
pub(crate) fn lanes(scene: &Scene) -> impl Iterator<Item = Lane<'_>> {
    let belongs = |area: &Area| area.role == Role::Seat;
    let before = |at: usize| at.checked_sub(1).map(|at| &scene.areas[at]);
    let laid = scene.areas.iter().enumerate().filter(move |(_, area)| belongs(area) && area.layout == Layout::Fan);
    laid.map(move |(at, laid)| Lane {
        head: before(at).filter(|area| belongs(area) && area.layout != Layout::Fan),
        laid,
    })
}

/// Returns whether the scene has lanes.
pub(crate) fn any(scene: &Scene) -> bool {
    lanes(scene).next().is_some()
}

/// Returns whether an area is drawn in a lane.
pub(crate) fn holds(scene: &Scene, area: &Area) -> bool {
    lanes(scene).any(|lane| lane.laid.id == area.id || lane.head.is_some_and(|head| head.id == area.id))
}

/// Returns whether an area is open at a table with lanes, so that its pieces are pressed in place:
/// all but piles to open.
pub(crate) fn shows(scene: &Scene, area: &Area) -> bool {
    let open = match area.role {
        Role::Seat | Role::Hand | Role::Foes => true,
        Role::Piles => area.layout == Layout::Row,
        _ => false,
    };
    open && any(scene)
}
