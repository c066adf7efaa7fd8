//! What a search knows of the next decision already.

use kernel::{Fast, Game, Imagine, NullLog, Seat, Tape, Viewer};

use super::tree::{MoveId, Tree};
use crate::Decision;

/// The trees of a decision, kept for the next one of the same seat: what has grown behind the move that was chosen.
///
/// They are of use where nothing has been drawn or rolled since and nobody else was asked, so that the seat sees what was to
/// be expected, to the last field of its view. Anywhere else they are left: a node of a tree stands for whatever luck might
/// have made of a line of play, and luck has made one thing of it since.
#[derive(Debug)]
pub struct Memory<G: Game>(Option<Kept<G>>);

#[derive(Debug)]
struct Kept<G: Game> {
    /// The seat, what it sees if the next decision is the one foreseen, and the name of that.
    seat: Seat,
    view: G::View,
    name: &'static str,
    /// The move that was chosen at the root of the trees.
    chosen: MoveId,
    trees: Vec<Tree<G::Action>>,
}

impl<G: Game> Default for Memory<G> {
    /// Nothing is known.
    fn default() -> Self {
        Memory(None)
    }
}

impl<G: Game + Imagine> Memory<G> {
    /// The trees that have grown for this decision, by number: none if it is not the one foreseen.
    pub(super) fn take(&mut self, decision: &Decision<'_, G>) -> Vec<Option<Tree<G::Action>>> {
        let foreseen = |kept: &Kept<G>| kept.seat == decision.seat() && kept.view == decision.view();
        let kept = self.0.take().filter(foreseen);
        let behind = |Kept { seat, name, chosen, trees, .. }: Kept<G>| {
            trees.iter().map(|tree| tree.behind(chosen, seat, name, decision.moves())).collect()
        };
        kept.map(behind).unwrap_or_default()
    }

    /// Keeps the trees of a decision, if the next one can be foreseen.
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

/// The world at the next choice of the same seat; `None` if luck or another seat comes first.
fn next_choice<G: Game + Imagine>(decision: &Decision<'_, G>, chosen: usize) -> Option<G> {
    let (seat, mut moves) = (decision.seat(), vec![decision.moves()[chosen].clone()]);
    let mut world = decision.imagine(&mut Fast::seeded(0));
    // Where there is only one move nothing is chosen, and no tree has a node.
    while moves.len() == 1 {
        world.apply(seat, moves.pop()?, &mut Tape::new(&[]), &mut NullLog).ok()?;
        world.asked_first().filter(|asked| *asked == seat)?;
        world.legal(seat, &mut moves);
    }
    Some(world)
}
