//! The tree: lines of play, in one growing array.

use kernel::Seat;

/// The place of a node in its tree.
pub(super) type Place = u32;

/// No place.
const NONE: Place = Place::MAX;
/// Nodes beyond which a tree grows no more, so that a long search stays in memory.
const MOST_NODES: usize = 1 << 20;

/// A move in a line of play.
#[derive(Debug)]
struct Node<A> {
    action: A,
    seat: Seat,
    /// The name of the decision. The same action in another decision, which other luck may bring, is another node.
    decision: &'static str,
    visits: u32,
    /// How often it could have been chosen.
    available: u32,
    /// Sum of what playouts through it were worth to `seat`.
    total: f32,
    child: Place,
    sibling: Place,
}

/// A decision met in a playout.
#[derive(Debug)]
pub(super) struct Fork<'a, A> {
    pub(super) seat: Seat,
    pub(super) decision: &'static str,
    pub(super) moves: &'a [A],
    /// Index of the reference's move.
    pub(super) favourite: usize,
}

/// What to do at a fork.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) index: usize,
    pub(super) place: Place,
    /// Whether nobody has been here before.
    pub(super) fresh: bool,
}

/// The lines of play below the moves at the root.
#[derive(Debug)]
pub(super) struct Tree<A> {
    nodes: Vec<Node<A>>,
    explore: f32,
    trust: f32,
    /// The children that fit the fork at hand, by move.
    here: Vec<Place>,
}

impl<A: Clone + Eq> Tree<A> {
    /// A tree in which move `index` at the root has the place `index`.
    pub(super) fn new(seat: Seat, moves: &[A], explore: f32, trust: f32) -> Self {
        let mut tree = Tree { nodes: Vec::new(), explore, trust, here: Vec::new() };
        for action in moves {
            tree.nodes.push(Node::new(action.clone(), seat, ""));
        }
        tree
    }

    /// The next step of a playout that stands at `parent`; `None` if the tree is full.
    pub(super) fn select(&mut self, parent: Place, fork: &Fork<'_, A>) -> Option<Step> {
        self.meet(parent, fork)?;
        let met = |place: &Place| &self.nodes[*place as usize];
        let (visits, total) =
            self.here.iter().map(met).fold((0, 0.0), |(n, sum), node| (n + node.visits, sum + node.total));
        if visits == 0 {
            let place = self.here[fork.favourite];
            return Some(Step { index: fork.favourite, place, fresh: true });
        }
        // What nobody has tried is taken to be as good as the rest.
        let usual = total / visits as f32;
        let even = (1.0 - self.trust) / fork.moves.len() as f32;
        let mut best = (f32::NEG_INFINITY, 0);
        for (index, node) in self.here.iter().map(met).enumerate() {
            let mean = if node.visits == 0 { usual } else { node.total / node.visits as f32 };
            let prior = if index == fork.favourite { even + self.trust } else { even };
            let available = node.available as f32;
            let score = mean + self.explore * prior * available.sqrt() / (1 + node.visits) as f32;
            if score > best.0 {
                best = (score, index);
            }
        }
        let place = self.here[best.1];
        Some(Step { index: best.1, place, fresh: met(&place).visits == 0 })
    }

    /// Finds or makes the children for all moves of the fork.
    fn meet(&mut self, parent: Place, fork: &Fork<'_, A>) -> Option<()> {
        self.here.clear();
        // Legal lists have a fixed order, so the next child is mostly the one after the last.
        let mut likely = self.nodes[parent as usize].child;
        for action in fork.moves {
            let fits =
                |node: &Node<A>| node.action == *action && node.seat == fork.seat && node.decision == fork.decision;
            let place = match self.nodes.get(likely as usize) {
                Some(node) if fits(node) => likely,
                _ => self.find_or_add(parent, fits, || Node::new(action.clone(), fork.seat, fork.decision))?,
            };
            let node = &mut self.nodes[place as usize];
            node.available += 1;
            likely = node.sibling;
            self.here.push(place);
        }
        Some(())
    }

    fn find_or_add(
        &mut self,
        parent: Place,
        fits: impl Fn(&Node<A>) -> bool,
        new: impl FnOnce() -> Node<A>,
    ) -> Option<Place> {
        let (mut last, mut place) = (NONE, self.nodes[parent as usize].child);
        while let Some(node) = self.nodes.get(place as usize) {
            if fits(node) {
                return Some(place);
            }
            (last, place) = (place, node.sibling);
        }
        if self.nodes.len() >= MOST_NODES {
            return None;
        }
        let added = self.nodes.len() as Place;
        self.nodes.push(new());
        match self.nodes.get_mut(last as usize) {
            Some(node) => node.sibling = added,
            None => self.nodes[parent as usize].child = added,
        }
        Some(added)
    }

    /// Notes what a playout along `path` was worth to each seat.
    pub(super) fn learn(&mut self, path: &[Place], worth: impl Fn(Seat) -> f32) {
        for place in path {
            let node = &mut self.nodes[*place as usize];
            node.visits += 1;
            node.total += worth(node.seat);
        }
    }
}

impl<A> Node<A> {
    fn new(action: A, seat: Seat, decision: &'static str) -> Self {
        Node { action, seat, decision, visits: 0, available: 0, total: 0.0, child: NONE, sibling: NONE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fork(moves: &[u8], favourite: usize) -> Fork<'_, u8> {
        Fork { seat: Seat(0), decision: "x", moves, favourite }
    }

    #[test]
    fn the_favourite_is_first_and_the_best_is_most() {
        let mut tree = Tree::new(Seat(0), &[0u8], 0.5, 0.5);
        assert_eq!(tree.select(0, &fork(&[1, 2, 3], 1)).map(|step| (step.index, step.fresh)), Some((1, true)));
        let mut counts = [0; 3];
        for _ in 0..300 {
            let step = tree.select(0, &fork(&[1, 2, 3], 1)).unwrap();
            counts[step.index] += 1;
            tree.learn(&[0, step.place], |_| if step.index == 2 { 0.9 } else { 0.1 });
        }
        assert!(counts[2] > 200 && counts[0] > 0 && counts[1] > 0, "{counts:?}");
    }

    #[test]
    fn children_are_found_whatever_luck_lists() {
        let mut tree = Tree::new(Seat(0), &[0u8], 0.5, 0.0);
        for moves in [&[1u8, 2, 3][..], &[3], &[2, 4], &[1, 4], &[1, 2, 3, 4]] {
            let step = tree.select(0, &fork(moves, 0)).unwrap();
            assert_eq!(tree.nodes[step.place as usize].action, moves[step.index]);
        }
        assert_eq!(tree.nodes.len(), 5, "each move has one node");
        let other = Fork { decision: "y", ..fork(&[1], 0) };
        assert!(tree.select(0, &other).unwrap().fresh, "another decision is another node");
    }
}
