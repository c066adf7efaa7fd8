//! The context of drawing, besides the scene.

use std::collections::{HashMap, HashSet};

use kernel::{Mark, Piece, Scene, Seat};
use ratatui::{
    crossterm::event::KeyCode,
    layout::Rect,
    style::{Modifier, Style},
    text::Span,
};

use super::theme::{Ink, Theme};
use crate::LocalMatch;

/// A target of a click on the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// This entry of the list of moves.
    Entry(usize),
    /// The piece of this id.
    Piece(String),
    /// The effect of this key.
    Key(KeyCode),
    /// This many steps of a replay, spread over its width.
    Steps(usize),
}

/// The place of something on the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Hit {
    pub(super) at: Rect,
    pub(super) target: Target,
}

/// The part that a piece has in the player's next move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// The player points at it.
    Focused,
    /// It has been picked, or the selected move joins it.
    Joined,
    /// It can follow what has been picked.
    Next,
    /// Some move begins with it.
    Live,
    /// No move uses it.
    Idle,
}

/// Scene, names, colours, and what is picked and selected.
#[derive(Clone, Copy)]
pub(super) struct RenderContext<'a> {
    pub(super) theme: Theme,
    pub(super) local_match: &'a LocalMatch,
    pub(super) scene: &'a Scene,
    /// The pieces that can be picked next.
    pub(super) live: &'a HashSet<String>,
    /// The latest changes of the numbers on pieces.
    pub(super) changes: &'a HashMap<String, i32>,
    pub(super) focus: Option<&'a str>,
    /// The pieces that have been picked, and those that the selected move joins.
    pub(super) joined: &'a [String],
    /// Whether the player has picked something.
    pub(super) on_the_way: bool,
    /// The effects on pieces of the move that is pointed at.
    pub(super) marks: &'a [Mark],
}

impl RenderContext<'_> {
    /// The effect on a piece of the move that is pointed at.
    pub(super) fn mark(&self, piece: &str) -> Option<&Mark> {
        self.marks.iter().find(|mark| mark.piece == piece)
    }

    pub(super) fn part(&self, piece: &Piece) -> Part {
        match () {
            () if self.focus == Some(piece.id.as_str()) => Part::Focused,
            () if self.joined.contains(&piece.id) => Part::Joined,
            () if self.live.contains(&piece.id) && self.on_the_way => Part::Next,
            () if self.live.contains(&piece.id) => Part::Live,
            () => Part::Idle,
        }
    }

    /// The style of a piece's frame or name.
    pub(super) fn style(&self, part: Part, usual: Style) -> Style {
        match part {
            Part::Focused => usual.patch(self.theme.chosen()),
            Part::Joined => usual.patch(self.theme.ink(Ink::Brass)).add_modifier(Modifier::BOLD),
            Part::Next | Part::Live => usual.add_modifier(Modifier::BOLD),
            Part::Idle => usual,
        }
    }

    pub(super) fn name(&self, seat: Seat) -> Span<'static> {
        Span::styled(self.local_match.called(seat), self.theme.seat(seat))
    }
}
