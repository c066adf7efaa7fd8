//! The memory of a search: trees that it can use again at the next decision.

use kernel::{Fast, Game, NullLog, Seat, Tape, Viewer};

use super::tree::{MoveId, Tree};
use crate::Decision;

/// The trees of a decision, stored for the next one of the same seat: the part below the chosen
/// move.
///
/// They are of use only if nothing has been drawn or rolled since and no other seat was asked. Then
/// the seat's view is exactly the expected one. Otherwise they are dropped. A node of a tree stands
/// for all outcomes that a line of play may have, and the match has had one of them since.
#[derive(Debug)]
pub struct Memory<G: Game>(Option<Kept<G>>);

#[derive(Debug)]
struct Kept<G: Game> {
    /// The seat, with its view and the name of its decision if the next decision is the expected
    /// one.
    seat: Seat,
    view: G::View,
    name: &'static str,
    /// The move that was chosen at the root of the trees.
    chosen: MoveId,
    trees: Vec<Tree<G::Action>>,
}

impl<G: Game> Default for Memory<G> {
    /// Creates an empty memory.
    fn default() -> Self {
        Memory(None)
    }
}

impl<G: Game> Memory<G> {
    /// Returns the trees that have grown for this decision, by number: none if it is not the
    /// expected one.
    pub(super) fn take(&mut self, decision: &Decision<'_, G>) -> Vec<Option<Tree<G::Action>>> {
        let foreseen = |kept: &Kept<G>| kept.seat == decision.seat() && kept.view == decision.view();
        let kept = self.0.take().filter(foreseen);
        let behind = |Kept { seat, name, chosen, trees, .. }: Kept<G>| {
            trees.iter().map(|tree| tree.behind(chosen, seat, name, decision.moves())).collect()
        };
        kept.map(behind).unwrap_or_default()
    }

    /// Stores the trees of a decision, if the next one can be predicted.
    pub(super) fn keep(&mut self, decision: &Decision<'_, G>, chosen: usize, trees: Vec<Tree<G::Action>>) {
        let seat = decision.seat();
        self.0 = next_choice(decision, chosen).map(|world| Kept {
            seat,
            view: world.view(Viewer::Seat(seat)),
            name: world.decision(seat),
            chosen: chosen as MoveId,
            trees,
        });
    }
}

/// Returns the world at the next choice of the same seat; `None` if chance or another seat comes
/// first.
fn next_choice<G: Game>(decision: &Decision<'_, G>, chosen: usize) -> Option<G> {
    let (seat, mut moves) = (decision.seat(), vec![decision.moves()[chosen].clone()]);
    let mut world = decision.imagine(&mut Fast::seeded(0));
    // With only one move there is no choice, and no tree has a node.
    while moves.len() == 1 {
        world.apply(seat, moves.pop()?, &mut Tape::new(&[]), &mut NullLog).ok()?;
        world.asked_first().filter(|asked| *asked == seat)?;
        world.legal(seat, &mut moves);
    }
    Some(world)
}
