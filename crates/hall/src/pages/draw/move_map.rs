//! Which piece does what: the moves of a scene, joined to its pieces.
//!
//! A move hangs on the piece it starts from, or else on the piece it aims at. A piece with one move does it; a piece
//! with several is picked up first, and then its targets do the moves.

use kernel::{Layout, Move, Role, Scene};

use super::TablePage;

/// The moves of a scene, as the visitor stands to them.
#[derive(Clone, Copy)]
pub(super) struct MoveMap<'a> {
    scene: &'a Scene,
    picked: Option<&'a str>,
    asking: Option<usize>,
}

/// What pressing a piece does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// Nothing.
    Idle,
    /// The move of this index.
    Does(usize),
    /// It is picked up, for there are several moves to choose from.
    PicksUp,
    /// It is put back.
    PutsBack,
    /// The picked-up piece is put on it: the move of this index.
    Receives(usize),
}

/// A form's button: which form it belongs to, and what it sends.
pub(super) struct Press {
    pub(super) form: &'static str,
    pub(super) name: &'static str,
    pub(super) value: String,
}

impl<'a> MoveMap<'a> {
    pub(super) fn new(page: &'a TablePage<'a>, scene: &'a Scene) -> MoveMap<'a> {
        let moves = MoveMap { scene, picked: None, asking: page.confirm.filter(|index| *index < scene.moves.len()) };
        let picked = page.pending_from.as_deref().filter(|piece| moves.hanging_on(piece).count() > 1);
        MoveMap { picked, ..moves }
    }

    pub(super) fn all(self) -> &'a [Move] {
        &self.scene.moves
    }

    pub(super) fn picked(self) -> Option<&'a str> {
        self.picked
    }

    /// The move that waits for a yes.
    pub(super) fn asking(self) -> Option<usize> {
        self.asking
    }

    /// The piece that a move hangs on, if it is on the table.
    pub(super) fn anchor(self, index: usize) -> Option<&'a str> {
        let wording = &self.scene.moves.get(index)?.wording;
        let on_table = |id: &&str| self.scene.areas.iter().any(|area| area.pieces.iter().any(|piece| piece.id == *id));
        wording.source().filter(on_table).or_else(|| wording.target().filter(on_table))
    }

    /// The moves that hang on a piece.
    pub(super) fn hanging_on(self, piece: &'a str) -> impl Iterator<Item = usize> + 'a {
        (0..self.scene.moves.len()).filter(move |index| self.anchor(*index) == Some(piece))
    }

    /// What pressing a piece does.
    pub(super) fn part(self, piece: &'a str) -> Part {
        if self.picked == Some(piece) {
            return Part::PutsBack;
        }
        if let Some(picked) = self.picked {
            let mut there =
                self.hanging_on(picked).filter(|index| self.scene.moves[*index].wording.target() == Some(piece));
            if let (Some(index), None) = (there.next(), there.next()) {
                return Part::Receives(index);
            }
        }
        let mut own = self.hanging_on(piece);
        match (own.next(), own.next()) {
            (None, _) => Part::Idle,
            (Some(index), None) => Part::Does(index),
            (Some(_), Some(_)) => Part::PicksUp,
        }
    }

    /// Whether the piece that a move hangs on says itself what it does, so that no other button need say it.
    pub(super) fn speaks_for_itself(self, piece: &str) -> bool {
        let area = self.scene.areas.iter().find(|area| area.pieces.iter().any(|other| other.id == piece));
        area.is_some_and(|area| {
            area.role == Role::Offer || matches!(area.layout, Layout::Grid { .. } | Layout::Map { .. })
        })
    }

    /// The button of a move: it acts at once, or asks first.
    pub(super) fn press(self, index: usize) -> Press {
        let chosen = &self.scene.moves[index];
        match chosen.wording.confirm {
            Some(_) if self.asking != Some(index) => Press { form: "ask", name: "confirm", value: index.to_string() },
            _ => Press { form: "act", name: "action", value: chosen.action.to_string() },
        }
    }

    /// The button that picks a piece up, or puts it back.
    pub(super) fn pick_up(self, piece: &str) -> Press {
        let value = if self.picked == Some(piece) { String::new() } else { piece.to_owned() };
        Press { form: "ask", name: "from", value }
    }
}
