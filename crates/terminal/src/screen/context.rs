//! What drawing needs to know beside the scene.

use std::collections::HashSet;

use kernel::{Piece, Scene, Seat};
use ratatui::{
    crossterm::event::KeyCode,
    layout::Rect,
    style::{Modifier, Style},
    text::Span,
};

use super::theme::{Ink, Theme};
use crate::LocalMatch;

/// Something on the screen that a click may mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// The move of this index.
    Move(usize),
    /// The piece of this id.
    Piece(String),
    /// What this key does.
    Key(KeyCode),
    /// So many steps of a replay, spread over its width.
    Steps(usize),
}

/// Where something is on the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Hit {
    pub(super) at: Rect,
    pub(super) target: Target,
}

/// How a piece stands to what the player is about to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// The player points at it.
    Focused,
    /// The selected move joins it.
    Joined,
    /// Some move starts from it or aims at it.
    Live,
    /// Nothing can be done with it.
    Idle,
}

/// Scene, names, colours, and what is selected.
#[derive(Clone, Copy)]
pub(super) struct RenderContext<'a> {
    pub(super) theme: Theme,
    pub(super) local_match: &'a LocalMatch,
    pub(super) scene: &'a Scene,
    pub(super) live: &'a HashSet<String>,
    pub(super) focus: Option<&'a str>,
    pub(super) selected: Option<usize>,
}

impl RenderContext<'_> {
    pub(super) fn part(&self, piece: &Piece) -> Part {
        let id = Some(piece.id.as_str());
        let wording = self.selected.and_then(|index| self.scene.moves.get(index)).map(|choice| &choice.wording);
        let joined = wording.is_some_and(|wording| wording.pieces().any(|joined| Some(joined) == id));
        match () {
            () if self.focus == id => Part::Focused,
            () if joined => Part::Joined,
            () if self.live.contains(&piece.id) => Part::Live,
            () => Part::Idle,
        }
    }

    /// The style of a piece's frame or name.
    pub(super) fn style(&self, part: Part, usual: Style) -> Style {
        match part {
            Part::Focused => usual.patch(self.theme.chosen()),
            Part::Joined => usual.patch(self.theme.ink(Ink::Brass)).add_modifier(Modifier::BOLD),
            Part::Live => usual.add_modifier(Modifier::BOLD),
            Part::Idle => usual,
        }
    }

    pub(super) fn name(&self, seat: Seat) -> Span<'static> {
        Span::styled(self.local_match.name(seat), self.theme.seat(seat))
    }
}

/// The ids of the pieces that moves join.
pub(super) fn live(scene: &Scene) -> HashSet<String> {
    scene.moves.iter().flat_map(|choice| choice.wording.pieces()).map(str::to_owned).collect()
}
