//! The search tree: lines of play in growing arrays.
//!
//! Two kinds of node take turns. A *move node* holds what is known of a move in a line of play. A *decision node* holds a
//! legal list met behind a move node, and for each move of the list the place of its move node. The same line of play can
//! meet different decisions, as luck will have it: a move node has a decision node for each legal list met, and decisions
//! of one seat and one name share the move nodes of the moves they have in common.

use std::ops::Range;

use kernel::Seat;

/// The place of a move node in its tree.
pub(super) type MoveId = u32;
/// The place of a decision node.
type DecisionId = u32;

/// No place.
const NONE: u32 = u32::MAX;
/// Move nodes beyond which a tree grows no more, so that a long search stays in memory.
const MAX_MOVES: usize = 1 << 20;

/// What is known of a move in a line of play.
#[derive(Debug)]
struct MoveNode {
    seat: Seat,
    visits: u32,
    /// How often it could have been chosen.
    available: u32,
    /// Sum of what playouts through it were worth to `seat`.
    total: f32,
    /// The decision met last behind it; the others follow from there.
    decision: DecisionId,
}

/// A legal list met behind a move.
#[derive(Debug)]
struct DecisionNode {
    seat: Seat,
    /// The name of the decision. The same move in another decision is another node.
    name: &'static str,
    /// Its moves in `Tree::actions`, their nodes in `Tree::children` and what the game holds of them in `Tree::shares`.
    range: Range<usize>,
    /// Another decision met behind the same move.
    next: DecisionId,
}

/// A decision met in a playout.
#[derive(Debug)]
pub(super) struct Met<'a, A> {
    pub(super) seat: Seat,
    /// The name of the decision.
    pub(super) name: &'static str,
    pub(super) moves: &'a [A],
    /// Index of the reference's move.
    pub(super) preferred: usize,
}

/// What to do at a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Selected {
    /// Index of the move.
    pub(super) index: usize,
    pub(super) id: MoveId,
    /// Whether no playout has been here before.
    pub(super) new: bool,
}

/// The lines of play below the moves at the root.
#[derive(Debug)]
pub(super) struct Tree<A> {
    moves: Vec<MoveNode>,
    decisions: Vec<DecisionNode>,
    actions: Vec<A>,
    children: Vec<MoveId>,
    /// The game's prior when the decision was met first; the shares of a decision add up to 1.
    shares: Vec<f32>,
    explore: f32,
    /// Share of the exploration that is the reference's move's alone.
    prior: f32,
}

impl<A: Clone + Eq> Tree<A> {
    /// A tree in which move `index` of `moves` moves at the root has the id `index`.
    pub(super) fn new(seat: Seat, moves: usize, explore: f32, prior: f32) -> Self {
        let moves = (0..moves).map(|_| MoveNode::new(seat)).collect();
        Tree {
            moves,
            decisions: Vec::new(),
            actions: Vec::new(),
            children: Vec::new(),
            shares: Vec::new(),
            explore,
            prior,
        }
    }

    /// The next move of a playout that meets a decision behind `parent`; `None` if the tree is full. `prior` appends the
    /// weights of the moves, or nothing; it is asked where the decision is new.
    pub(super) fn select(
        &mut self,
        parent: MoveId,
        met: &Met<'_, A>,
        prior: impl FnOnce(&mut Vec<f32>),
    ) -> Option<Selected> {
        let children = self.decision(parent, met, prior)?;
        let (mut visits, mut total) = (0, 0.0);
        for id in &self.children[children.clone()] {
            let node = &mut self.moves[*id as usize];
            node.available += 1;
            (visits, total) = (visits + node.visits, total + node.total);
        }
        if visits == 0 {
            let id = self.children[children.start + met.preferred];
            return Some(Selected { index: met.preferred, id, new: true });
        }
        // What nobody has tried is taken to be as good as the rest.
        let usual = total / visits as f32;
        let mut best = (f32::NEG_INFINITY, 0);
        for (index, id) in self.children[children.clone()].iter().enumerate() {
            let node = &self.moves[*id as usize];
            let mean = if node.visits == 0 { usual } else { node.total / node.visits as f32 };
            let shared = (1.0 - self.prior) * self.shares[children.start + index];
            let prior = if index == met.preferred { shared + self.prior } else { shared };
            let score = mean + self.explore * prior * (node.available as f32).sqrt() / (1 + node.visits) as f32;
            if score > best.0 {
                best = (score, index);
            }
        }
        let id = self.children[children.start + best.1];
        Some(Selected { index: best.1, id, new: self.moves[id as usize].visits == 0 })
    }

    /// The nodes of the decision's moves, as a range of `children`: child `n` is that of move `n`.
    fn decision(
        &mut self,
        parent: MoveId,
        met: &Met<'_, A>,
        prior: impl FnOnce(&mut Vec<f32>),
    ) -> Option<Range<usize>> {
        let first = self.moves[parent as usize].decision;
        let same = |node: &&DecisionNode| {
            node.name == met.name && node.seat == met.seat && self.actions[node.range.clone()] == *met.moves
        };
        let known = self.decisions_from(first).find(same).map(|node| node.range.clone());
        known.or_else(|| self.add_decision(parent, first, met, prior))
    }

    /// Adds a legal list that was not met behind `parent` before. Moves that another list has keep their nodes.
    fn add_decision(
        &mut self,
        parent: MoveId,
        first: DecisionId,
        met: &Met<'_, A>,
        prior: impl FnOnce(&mut Vec<f32>),
    ) -> Option<Range<usize>> {
        if self.moves.len() + met.moves.len() > MAX_MOVES {
            return None;
        }
        let start = self.actions.len();
        for action in met.moves {
            let id = self.find(first, met, action).unwrap_or_else(|| {
                self.moves.push(MoveNode::new(met.seat));
                self.moves.len() as MoveId - 1
            });
            self.actions.push(action.clone());
            self.children.push(id);
        }
        let range = start..self.actions.len();
        self.share(range.clone(), prior);
        let node = DecisionNode { seat: met.seat, name: met.name, range: range.clone(), next: first };
        self.moves[parent as usize].decision = self.decisions.len() as DecisionId;
        self.decisions.push(node);
        Some(range)
    }

    /// Adds what the game holds of the moves of a decision; all alike if it says nothing.
    fn share(&mut self, range: Range<usize>, prior: impl FnOnce(&mut Vec<f32>)) {
        prior(&mut self.shares);
        self.shares.resize(range.end, 0.0);
        let shares = &mut self.shares[range];
        let (sum, even) = (shares.iter().sum::<f32>(), 1.0 / shares.len() as f32);
        shares.iter_mut().for_each(|share| *share = if sum > 0.0 { *share / sum } else { even });
    }

    /// The node that `action` has already, in one of the decisions of the same seat and name.
    fn find(&self, first: DecisionId, met: &Met<'_, A>, action: &A) -> Option<MoveId> {
        let alike = self.decisions_from(first).filter(|node| node.name == met.name && node.seat == met.seat);
        alike.flat_map(|node| node.range.clone()).find(|at| self.actions[*at] == *action).map(|at| self.children[at])
    }

    fn decisions_from(&self, first: DecisionId) -> impl Iterator<Item = &DecisionNode> {
        let node = |id: DecisionId| self.decisions.get(id as usize);
        std::iter::successors(node(first), move |last| node(last.next))
    }

    /// Notes what a playout along `path` was worth to each seat.
    pub(super) fn update(&mut self, path: &[MoveId], worth: impl Fn(Seat) -> f32) {
        for id in path {
            let node = &mut self.moves[*id as usize];
            node.visits += 1;
            node.total += worth(node.seat);
        }
    }
}

impl MoveNode {
    fn new(seat: Seat) -> Self {
        MoveNode { seat, visits: 0, available: 0, total: 0.0, decision: NONE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(moves: &[u8], preferred: usize) -> Met<'_, u8> {
        Met { seat: Seat(0), name: "x", moves, preferred }
    }

    #[test]
    fn the_preferred_move_is_first_and_the_best_is_most() {
        let mut tree = Tree::new(Seat(0), 1, 0.5, 0.5);
        assert_eq!(
            tree.select(0, &met(&[1, 2, 3], 1), |_| ()).map(|chosen| (chosen.index, chosen.new)),
            Some((1, true))
        );
        let mut counts = [0; 3];
        for _ in 0..300 {
            let chosen = tree.select(0, &met(&[1, 2, 3], 1), |_| ()).unwrap();
            counts[chosen.index] += 1;
            tree.update(&[0, chosen.id], |_| if chosen.index == 2 { 0.9 } else { 0.1 });
        }
        assert!(counts[2] > 200 && counts[0] > 0 && counts[1] > 0, "{counts:?}");
    }

    #[test]
    fn a_move_keeps_its_node_whatever_else_is_legal() {
        let mut tree = Tree::new(Seat(0), 1, 0.5, 0.0);
        let mut ids = std::collections::HashMap::new();
        for moves in [&[1u8, 2, 3][..], &[3], &[2, 4], &[1, 4], &[1, 2, 3, 4], &[3]] {
            for preferred in 0..moves.len() {
                let range = tree.decision(0, &met(moves, preferred), |_| ()).unwrap();
                let id = tree.children[range][preferred];
                assert_eq!(*ids.entry(moves[preferred]).or_insert(id), id, "{moves:?}");
            }
        }
        assert_eq!((tree.moves.len(), tree.decisions.len()), (1 + 4, 5));
        let other = Met { name: "y", ..met(&[1], 0) };
        assert!(tree.select(0, &other, |_| ()).unwrap().new, "another decision is another node");
        let seat = Met { seat: Seat(1), ..met(&[1], 0) };
        assert!(tree.select(0, &seat, |_| ()).unwrap().new, "and so is another seat's");
        assert_eq!(tree.moves.len(), 1 + 4 + 2);
    }
}
