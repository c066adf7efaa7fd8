//! The worth of marks on the tree to the policy, and the distance of the pearls.

use crate::{
    Crimsonbranch,
    board::{NODES, Nodes},
    content::Kind,
    state::Marks,
};

/// The worth of a node of each kind to a door that reaches it.
const WEIGHTS: [i32; 4] = [2, 2, 1, 1];
/// The worth of a special symbol to a door that reaches it.
const SPECIAL: i32 = 2;

/// The worth of these marks, over all doors and kinds. It counts the nodes of the kind that the
/// door reaches through nodes of the kind or with a special. It also counts all specials that the
/// door reaches.
pub(super) fn tree_worth(game: &Crimsonbranch, marks: &Marks) -> i32 {
    let (marked, specials) = (marks.marked(), game.sheet.specials);
    let door = |door| {
        let from = Nodes::only(door);
        let of_kind = |kind: &Kind| {
            let nodes = marks.kinds[*kind as usize];
            let reached = from.reach(marked, nodes.or(specials)).or(from).and(nodes);
            WEIGHTS[*kind as usize] * i32::from(reached.len())
        };
        let kinds: i32 = Kind::ALL.iter().map(of_kind).sum();
        kinds + SPECIAL * i32::from(from.reach(marked, Nodes::ALL).and(specials).len())
    };
    Nodes::DOORS.iter().map(door).sum()
}

/// Visits from each node to the nearest open pearl, 0 on one.
pub(super) fn distances(game: &Crimsonbranch) -> [u8; NODES] {
    let mut ways = [u8::MAX; NODES];
    let (mut edge, mut seen, mut way) = (game.marks.open, game.marks.open, 0);
    while !edge.is_empty() {
        for node in edge.iter() {
            ways[node.index()] = way;
        }
        // The nodes from which these can be visited: over a branch, and for a door from every door
        // and all stairs.
        let mut before = edge.over(game.sheet.branches);
        if !edge.and(Nodes::DOORS).is_empty() {
            before = before.or(Nodes::DOORS).or(game.sheet.stairs());
        }
        edge = before.without(seen);
        seen = seen.or(edge);
        way += 1;
    }
    ways
}
