//! What a bot is given.

use kernel::{Fast, Game, Imagine, Seat, Viewer};

/// A decision that a seat has to take: its view, its legal list, and imagined worlds. The state itself cannot be reached:
///
/// ```compile_fail,E0616
/// fn peek<G: kernel::Game>(decision: bots::Decision<'_, G>) -> &G {
///     decision.state
/// }
/// ```
#[derive(Debug)]
pub struct Decision<'a, G: Game> {
    // Private to this small file: the rest of the crate cannot reach it either.
    state: &'a G,
    seat: Seat,
    moves: &'a [G::Action],
}

impl<G: Game> Clone for Decision<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Decision<'_, G> {}

impl<'a, G: Game> Decision<'a, G> {
    /// The decision of `seat` in `game`. `moves` is its legal list; `None` if that is empty.
    pub fn of(game: &'a G, seat: Seat, moves: &'a [G::Action]) -> Option<Self> {
        (!moves.is_empty()).then_some(Decision { state: game, seat, moves })
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
        self.state.view(Viewer::Seat(self.seat))
    }

    /// A world that looks just like this one to the seat; all that it cannot know is drawn from `dice`.
    ///
    /// Luck still to fall is no part of a state, so no world tells what the next roll will be.
    pub fn imagine(&self, dice: &mut Fast) -> G
    where
        G: Imagine,
    {
        let Ok(world) = self.state.imagine(Viewer::Seat(self.seat), dice);
        world
    }
}
