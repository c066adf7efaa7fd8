//! The search tree: lines of play in growing arrays.
//!
//! Two kinds of node alternate. A *move node* has the statistics of a move in a line of play. A
//! *decision node* has a legal list met behind a move node, and for each move of the list the place
//! of its move node. With other outcomes the same line of play can meet other decisions, so a move
//! node has a decision node for each legal list met. Decisions of one seat and one name share the
//! move nodes of the moves they have in common.

use std::ops::Range;

use kernel::Seat;

/// The place of a move node in its tree.
pub(super) type MoveId = u32;
/// The place of a decision node.
type DecisionId = u32;

/// No place.
const NONE: u32 = u32::MAX;
/// Limit of the move nodes of a tree, so that a long search fits into memory.
const MAX_MOVES: usize = 1 << 20;

/// The statistics of a move in a line of play.
#[derive(Debug)]
struct MoveNode {
    seat: Seat,
    visits: u32,
    /// Number of times that it could have been chosen.
    available: u32,
    /// Sum of the values of playouts through it for `seat`.
    total: f32,
    /// The latest decision met behind it; it links to the others.
    decision: DecisionId,
}

/// A legal list met behind a move.
#[derive(Debug)]
struct DecisionNode {
    seat: Seat,
    /// The name of the decision. The same move in another decision is another node.
    name: &'static str,
    /// Its moves in `Tree::actions`, their nodes in `Tree::children` and the game's prior for them
    /// in `Tree::shares`.
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

/// The selected move at a decision.
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
    /// The game's prior at the first visit of the decision; the shares of a decision add up to 1.
    shares: Vec<f32>,
    explore: f32,
    /// Share of the exploration for the reference's move alone.
    prior: f32,
}

impl<A: Clone + Eq> Tree<A> {
    /// Creates a tree with `moves` moves at the root; move `index` has the id `index`.
    pub(super) fn new(seat: Seat, moves: usize, explore: f32, prior: f32) -> Self {
        let moves = (0..moves).map(|_| MoveNode::new(seat)).collect();
        Tree { moves, ..Tree::empty(explore, prior) }
    }

    fn empty(explore: f32, prior: f32) -> Self {
        Tree {
            moves: Vec::new(),
            decisions: Vec::new(),
            actions: Vec::new(),
            children: Vec::new(),
            shares: Vec::new(),
            explore,
            prior,
        }
    }

    /// Returns the tree behind move `root` of the root whose root is the decision of `seat` with
    /// this name and these moves. `None` if no playout has met that decision there.
    pub(super) fn behind(&self, root: MoveId, seat: Seat, name: &str, moves: &[A]) -> Option<Tree<A>> {
        let first = self.moves[root as usize].decision;
        let top = self.known(first, seat, name, moves)?;
        let mut below = Tree::empty(self.explore, self.prior);
        // The source of each move node, and the new place of each node of this tree.
        let (mut sources, mut places) = (Vec::new(), vec![NONE; self.moves.len()]);
        let mut place_of = |sources: &mut Vec<MoveId>, source: MoveId| {
            let place = &mut places[source as usize];
            if *place == NONE {
                *place = sources.len() as MoveId;
                sources.push(source);
            }
            *place
        };
        for source in &self.children[top] {
            place_of(&mut sources, *source);
        }
        let mut next = 0;
        while let Some(source) = sources.get(next).map(|source| &self.moves[*source as usize]) {
            next += 1;
            let met: Vec<&DecisionNode> = self.decisions_from(source.decision).collect();
            let mut last = NONE;
            for node in met.into_iter().rev() {
                let (from, start) = (node.range.clone(), below.actions.len());
                below.actions.extend_from_slice(&self.actions[from.clone()]);
                below.shares.extend_from_slice(&self.shares[from.clone()]);
                below.children.extend(self.children[from].iter().map(|child| place_of(&mut sources, *child)));
                below.decisions.push(DecisionNode { range: start..below.actions.len(), next: last, ..*node });
                last = below.decisions.len() as DecisionId - 1;
            }
            below.moves.push(MoveNode { decision: last, ..*source });
        }
        Some(below)
    }

    /// Selects the next move of a playout that meets a decision behind `parent`; `None` if the tree
    /// is full. `prior` appends the weights of the moves, or nothing; it is called only for a new
    /// decision.
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
        // Untried moves count as good as the average.
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

    /// Returns the nodes of the decision's moves, as a range of `children`: child `n` is that of
    /// move `n`.
    fn decision(
        &mut self,
        parent: MoveId,
        met: &Met<'_, A>,
        prior: impl FnOnce(&mut Vec<f32>),
    ) -> Option<Range<usize>> {
        let first = self.moves[parent as usize].decision;
        self.known(first, met.seat, met.name, met.moves).or_else(|| self.add_decision(parent, first, met, prior))
    }

    /// Returns the nodes of these moves, if they have been met among the decisions that follow
    /// `first`.
    fn known(&self, first: DecisionId, seat: Seat, name: &str, moves: &[A]) -> Option<Range<usize>> {
        let same =
            |node: &&DecisionNode| node.name == name && node.seat == seat && self.actions[node.range.clone()] == *moves;
        self.decisions_from(first).find(same).map(|node| node.range.clone())
    }

    /// Adds a legal list that was not met behind `parent` before. Moves that another list has keep
    /// their nodes.
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

    /// Adds the game's prior for the moves of a decision; equal shares if the game gives none.
    fn share(&mut self, range: Range<usize>, prior: impl FnOnce(&mut Vec<f32>)) {
        prior(&mut self.shares);
        self.shares.resize(range.end, 0.0);
        let shares = &mut self.shares[range];
        let (sum, even) = (shares.iter().sum::<f32>(), 1.0 / shares.len() as f32);
        shares.iter_mut().for_each(|share| *share = if sum > 0.0 { *share / sum } else { even });
    }

    /// Returns the node that `action` has already, in one of the decisions of the same seat and
    /// name.
    fn find(&self, first: DecisionId, met: &Met<'_, A>, action: &A) -> Option<MoveId> {
        let alike = self.decisions_from(first).filter(|node| node.name == met.name && node.seat == met.seat);
        alike.flat_map(|node| node.range.clone()).find(|at| self.actions[*at] == *action).map(|at| self.children[at])
    }

    fn decisions_from(&self, first: DecisionId) -> impl Iterator<Item = &DecisionNode> {
        let node = |id: DecisionId| self.decisions.get(id as usize);
        std::iter::successors(node(first), move |last| node(last.next))
    }

    /// Adds the value of a playout along `path` for each seat.
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

    /// The subtree behind a move grows on by itself as it would have grown in its place.
    #[test]
    fn what_has_grown_behind_a_move_grows_on_alike() {
        // The legal list depends on the number of questions so far, and the worth on the moves.
        let legal = |times: u8| -> &[u8] { [&[1, 2, 3][..], &[2, 3], &[1, 3, 4], &[3]][usize::from(times) % 4] };
        let grow = |tree: &mut Tree<u8>, path: &mut Vec<MoveId>, time: u8, depth: u8| {
            let mut chosen = Vec::new();
            for at in 0..depth {
                let met = Met { preferred: usize::from(time) % 2, ..met(legal(time / 3 + at), 0) };
                let met = Met { preferred: met.preferred % met.moves.len(), ..met };
                let selected = tree.select(*path.last().unwrap(), &met, |_| ()).unwrap();
                chosen.push((met.moves[selected.index], selected.new));
                path.push(selected.id);
            }
            let worth = chosen.iter().map(|(action, _)| f32::from(*action)).sum::<f32>() / 20.0;
            tree.update(path, |_| worth);
            chosen
        };
        let mut whole = Tree::new(Seat(0), 2, 0.5, 0.5);
        let top = [7u8, 8];
        for time in 0..200 {
            let selected = whole.select(1, &met(&top, 0), |_| ()).unwrap();
            grow(&mut whole, &mut vec![1, selected.id], time, 3);
        }
        let mut part = whole.behind(1, Seat(0), "x", &top).unwrap();
        assert!(part.moves.len() < whole.moves.len() && part.moves.len() > 20);
        let nodes = whole.children[whole.known(whole.moves[1].decision, Seat(0), "x", &top).unwrap()].to_vec();
        for time in 0..=255 {
            let root = usize::from(time) % 2;
            let in_whole = grow(&mut whole, &mut vec![1, nodes[root]], time, 4);
            assert_eq!(in_whole, grow(&mut part, &mut vec![root as MoveId], time, 4), "{time}");
        }
        assert!(whole.behind(0, Seat(0), "x", &top).is_none(), "no playout was there");
        assert!(whole.behind(1, Seat(1), "x", &top).is_none(), "another seat's");
        assert!(whole.behind(1, Seat(0), "x", &[7]).is_none(), "another list");
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
