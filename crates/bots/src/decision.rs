//! The input of a bot: a decision without access to the state.

use kernel::{Fast, Game, Judge, Seat, Viewer};

/// A decision that a seat must take: its view, its legal list, and imagined worlds. The state
/// itself is not accessible:
///
/// ```compile_fail,E0616
/// fn peek<G: kernel::Game>(decision: bots::Decision<'_, G>) -> &G {
///     decision.state
/// }
/// ```
#[derive(Debug)]
pub struct Decision<'a, G: Game> {
    // Private to this small file: the rest of the crate has no access either.
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
    /// Creates the decision of `seat` in `game`. `moves` is its legal list; `None` if that is
    /// empty.
    pub fn of(game: &'a G, seat: Seat, moves: &'a [G::Action]) -> Option<Self> {
        (!moves.is_empty()).then_some(Decision { state: game, seat, moves })
    }

    /// Returns the seat that must decide.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns its legal actions; never empty.
    pub fn moves(&self) -> &'a [G::Action] {
        self.moves
    }

    /// Returns the information that it may have.
    pub fn view(&self) -> G::View {
        self.state.view(Viewer::Seat(self.seat))
    }

    /// Returns the index of the reference policy's choice, which goes by the view alone.
    pub fn reference(&self) -> usize
    where
        G: Judge,
    {
        self.state.reference_index(self.seat, self.moves)
    }

    /// Returns a world that looks just like this one to the seat; `dice` draw everything that it
    /// cannot know.
    ///
    /// Future outcomes are no part of a state, so no world reveals the next roll.
    pub fn imagine(&self, dice: &mut Fast) -> G
    where
        G: Game,
    {
        let Ok(world) = self.state.imagine(Viewer::Seat(self.seat), dice);
        world
    }
}
