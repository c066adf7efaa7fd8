//! What a bot can get hold of.

use kernel::{Fast, Game, Imagine, Seat, Viewer};

/// A decision as the seat that has to take it sees it.
///
/// It gives the view, the legal list, and imagined worlds, and nothing else. The state behind it cannot be reached:
///
/// ```compile_fail,E0616
/// fn peek<G: kernel::Game>(seen: bots::Seen<'_, G>) -> &G {
///     seen.truth
/// }
/// ```
#[derive(Debug)]
pub struct Seen<'a, G: Game> {
    // Private to this small file: the rest of the crate cannot reach it either.
    truth: &'a G,
    seat: Seat,
    moves: &'a [G::Action],
}

impl<G: Game> Clone for Seen<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Seen<'_, G> {}

impl<'a, G: Game> Seen<'a, G> {
    /// What `seat` sees of `game`. `moves` is its legal list; `None` if that is empty.
    pub fn of(game: &'a G, seat: Seat, moves: &'a [G::Action]) -> Option<Self> {
        (!moves.is_empty()).then_some(Seen { truth: game, seat, moves })
    }

    /// The seat that has to decide.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What it may do; never empty.
    pub fn moves(&self) -> &'a [G::Action] {
        self.moves
    }

    /// All that it may know.
    pub fn view(&self) -> G::View {
        self.truth.view(Viewer::Seat(self.seat))
    }

    /// A world that looks just like this one to the seat; all that it cannot know is drawn from `dice`.
    ///
    /// Luck still to fall is no part of a state, so no world tells what the next roll will be.
    pub fn imagine(&self, dice: &mut Fast) -> G
    where
        G: Imagine,
    {
        let Ok(world) = self.truth.imagine(Viewer::Seat(self.seat), dice);
        world
    }
}
