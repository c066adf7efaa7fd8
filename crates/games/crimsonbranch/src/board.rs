//! The grid of the tree: nodes, branches between neighbours, and sets of both as bits.
//!
//! A node is bit `6 y + x` of a [`Nodes`]. A branch is named by its upper or left node, and whether
//! it leads right or down. A [`Branches`] holds one set of nodes for each of the two ways. A step
//! over all branches of a set is then a few shifts.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Rows and columns of the tree.
pub const SIZE: u8 = 6;
/// The number of nodes.
pub const NODES: usize = 36;

/// A node of the tree, by its number: 6 times the row plus the column, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node(u8);

impl Node {
    /// The node in column `x` and row `y`, if the tree has it.
    pub const fn at(x: u8, y: u8) -> Option<Node> {
        if x < SIZE && y < SIZE { Some(Node(SIZE * y + x)) } else { None }
    }

    /// The node of this number, if the tree has it.
    pub const fn numbered(number: u8) -> Option<Node> {
        if number < NODES as u8 { Some(Node(number)) } else { None }
    }

    /// Its number, 0 to 35.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its column, from 0.
    #[inline]
    pub const fn x(self) -> u8 {
        self.0 % SIZE
    }

    /// Its row, from 0.
    #[inline]
    pub const fn y(self) -> u8 {
        self.0 / SIZE
    }

    /// All nodes by number.
    pub fn all() -> impl ExactSizeIterator<Item = Node> {
        Nodes::ALL.iter()
    }
}

/// `x,y`, as the keys of the view.
impl std::fmt::Display for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.x(), self.y())
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        [self.x(), self.y()].serialize(to)
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let [x, y] = <[u8; 2]>::deserialize(from)?;
        Node::at(x, y).ok_or_else(|| D::Error::custom("a node is [x,y], both from 0 to 5"))
    }
}

/// A set of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Nodes(u64);

impl Nodes {
    /// No node.
    pub const NONE: Nodes = Nodes(0);
    /// All 36 nodes.
    pub const ALL: Nodes = Nodes((1 << NODES) - 1);
    /// The four corners, which are doors.
    pub const DOORS: Nodes = Nodes(1 | 1 << 5 | 1 << 30 | 1 << 35);
    /// All but the right column.
    const NOT_RIGHT: u64 = Self::ALL.0 & !(0x0000_0008_2082_0820);
    /// All but the left column.
    const NOT_LEFT: u64 = Self::ALL.0 & !(0x0000_0000_4104_1041);

    /// The set of this node alone.
    #[inline]
    pub const fn only(node: Node) -> Nodes {
        Nodes(1 << node.0)
    }

    /// The grid of this width and height, cut at the edge of the tree (R4). Its upper left corner
    /// is at column `x` and row `y`.
    #[inline]
    pub const fn grid(x: u8, y: u8, (width, height): (u8, u8)) -> Nodes {
        let width = if x + width > SIZE { SIZE - x } else { width };
        let height = if y + height > SIZE { SIZE - y } else { height };
        let row = ((1u64 << width) - 1) << x;
        let (mut bits, mut line) = (0, 0);
        while line < height {
            bits |= row << (SIZE * (y + line));
            line += 1;
        }
        Nodes(bits)
    }

    /// Whether the node is a member.
    #[inline]
    pub const fn contains(self, node: Node) -> bool {
        self.0 >> node.0 & 1 != 0
    }

    /// This set with `node` in it.
    #[inline]
    #[must_use]
    pub const fn with(self, node: Node) -> Nodes {
        Nodes(self.0 | 1 << node.0)
    }

    /// This set without the members of `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Nodes) -> Nodes {
        Nodes(self.0 & !other.0)
    }

    /// Members of either.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Nodes) -> Nodes {
        Nodes(self.0 | other.0)
    }

    /// Members of both.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Nodes) -> Nodes {
        Nodes(self.0 & other.0)
    }

    /// Whether there is no member.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of members.
    #[inline]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The member of the lowest number.
    #[inline]
    pub const fn first(self) -> Option<Node> {
        if self.0 == 0 { None } else { Some(Node(self.0.trailing_zeros() as u8)) }
    }

    /// The members, by number.
    #[inline]
    pub const fn iter(self) -> NodesIter {
        NodesIter(self.0)
    }

    /// The nodes that share a side with a member, whether or not a branch joins them. Members are
    /// in it only if they share a side with another member.
    #[inline]
    #[must_use]
    pub const fn beside(self) -> Nodes {
        let sideways = (self.0 & Self::NOT_RIGHT) << 1 | (self.0 & Self::NOT_LEFT) >> 1;
        Nodes((sideways | self.0 << SIZE | self.0 >> SIZE) & Self::ALL.0)
    }

    /// The members of `within` that can be reached from this set by sides. Members of this set in
    /// `within` are included.
    #[inline]
    #[must_use]
    pub const fn region(self, within: Nodes) -> Nodes {
        let mut reached = self.and(within);
        loop {
            let more = reached.or(reached.beside()).and(within);
            if more.0 == reached.0 {
                return reached;
            }
            reached = more;
        }
    }

    /// The nodes that one of `branches` joins to a member.
    #[inline]
    #[must_use]
    pub const fn over(self, branches: Branches) -> Nodes {
        let (right, down) = (branches.right.0, branches.down.0);
        Nodes((self.0 & right) << 1 | self.0 >> 1 & right | (self.0 & down) << SIZE | self.0 >> SIZE & down)
    }

    /// The members of `within` that can be reached from this set over `branches`, without this set
    /// itself.
    #[inline]
    #[must_use]
    pub const fn reach(self, branches: Branches, within: Nodes) -> Nodes {
        let mut reached = Nodes::NONE;
        let mut edge = self.over(branches).and(within).without(self);
        while !edge.is_empty() {
            reached = reached.or(edge);
            edge = edge.over(branches).and(within).without(reached).without(self);
        }
        reached
    }
}

impl FromIterator<Node> for Nodes {
    fn from_iter<I: IntoIterator<Item = Node>>(nodes: I) -> Self {
        nodes.into_iter().fold(Nodes::NONE, Nodes::with)
    }
}

impl std::fmt::Debug for Nodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(|node| node.to_string())).finish()
    }
}

impl Serialize for Nodes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

/// The members of a [`Nodes`], by number.
#[derive(Clone, Debug)]
pub struct NodesIter(u64);

impl Iterator for NodesIter {
    type Item = Node;

    #[inline]
    fn next(&mut self) -> Option<Node> {
        let node = Nodes(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(node)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for NodesIter {}

/// A place for a branch: from a node to the one right of it, or to the one below it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Branch {
    from: Node,
    down: bool,
}

impl Branch {
    /// The place between two nodes, the upper or left one first; `None` if they are not neighbours
    /// in that order.
    pub const fn between(from: Node, to: Node) -> Option<Branch> {
        let down = if to.0 == from.0 + SIZE {
            true
        } else if to.0 == from.0 + 1 && from.y() == to.y() {
            false
        } else {
            return None;
        };
        Some(Branch { from, down })
    }

    /// The upper or left node.
    #[inline]
    pub const fn from(self) -> Node {
        self.from
    }

    /// The lower or right node.
    #[inline]
    pub const fn to(self) -> Node {
        Node(self.from.0 + if self.down { SIZE } else { 1 })
    }

    /// Both ends.
    #[inline]
    pub const fn ends(self) -> Nodes {
        Nodes::only(self.from).with(self.to())
    }
}

/// `x1,y1-x2,y2`, as the keys of the view.
impl std::fmt::Display for Branch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.from, self.to())
    }
}

impl Serialize for Branch {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        [self.from, self.to()].serialize(to)
    }
}

impl<'de> Deserialize<'de> for Branch {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let [from, to] = <[Node; 2]>::deserialize(from)?;
        Branch::between(from, to).ok_or_else(|| {
            D::Error::custom("a branch is [[x1,y1],[x2,y2]]: two neighbours, the upper or left one first")
        })
    }
}

/// A set of branches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Branches {
    right: Nodes,
    down: Nodes,
}

impl Branches {
    /// No branch.
    pub const NONE: Branches = Branches { right: Nodes::NONE, down: Nodes::NONE };

    /// Whether the branch is a member.
    #[inline]
    pub const fn contains(self, branch: Branch) -> bool {
        if branch.down { self.down.contains(branch.from) } else { self.right.contains(branch.from) }
    }

    /// This set with `branch` in it.
    #[inline]
    #[must_use]
    pub const fn with(self, branch: Branch) -> Branches {
        if branch.down {
            Branches { down: self.down.with(branch.from), ..self }
        } else {
            Branches { right: self.right.with(branch.from), ..self }
        }
    }

    /// This set without the members of `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Branches) -> Branches {
        Branches { right: self.right.without(other.right), down: self.down.without(other.down) }
    }

    /// Members of either.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Branches) -> Branches {
        Branches { right: self.right.or(other.right), down: self.down.or(other.down) }
    }

    /// Whether there is no member.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.right.is_empty() && self.down.is_empty()
    }

    /// The number of members.
    #[inline]
    pub const fn len(self) -> u8 {
        self.right.len() + self.down.len()
    }

    /// The members with both ends in `area`.
    #[inline]
    #[must_use]
    pub const fn inside(self, area: Nodes) -> Branches {
        let (right, down) = (Nodes(area.0 & area.0 >> 1), Nodes(area.0 & area.0 >> SIZE));
        Branches { right: self.right.and(right), down: self.down.and(down) }
    }

    /// The members with at least one end in `nodes`.
    #[inline]
    #[must_use]
    pub const fn touching(self, nodes: Nodes) -> Branches {
        let (right, down) = (Nodes(nodes.0 | nodes.0 >> 1), Nodes(nodes.0 | nodes.0 >> SIZE));
        Branches { right: self.right.and(right), down: self.down.and(down) }
    }

    /// The ends of all members.
    #[inline]
    #[must_use]
    pub const fn ends(self) -> Nodes {
        let (right, down) = (self.right.0, self.down.0);
        Nodes(right | right << 1 | down | down << SIZE)
    }

    /// The members in the order of branch numbers: by the upper or left node, the branch to the
    /// right first.
    #[inline]
    pub const fn iter(self) -> BranchesIter {
        BranchesIter(self)
    }
}

impl FromIterator<Branch> for Branches {
    fn from_iter<I: IntoIterator<Item = Branch>>(branches: I) -> Self {
        branches.into_iter().fold(Branches::NONE, Branches::with)
    }
}

impl std::fmt::Debug for Branches {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(|branch| branch.to_string())).finish()
    }
}

/// The members of a [`Branches`], by branch number.
#[derive(Clone, Debug)]
pub struct BranchesIter(Branches);

impl Iterator for BranchesIter {
    type Item = Branch;

    #[inline]
    fn next(&mut self) -> Option<Branch> {
        let from = self.0.right.or(self.0.down).first()?;
        let down = !self.0.right.contains(from);
        let set = if down { &mut self.0.down } else { &mut self.0.right };
        *set = set.without(Nodes::only(from));
        Some(Branch { from, down })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = usize::from(self.0.len());
        (count, Some(count))
    }
}

impl ExactSizeIterator for BranchesIter {}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(x: u8, y: u8) -> Node {
        Node::at(x, y).expect("a node of the tree")
    }

    #[test]
    fn a_grid_is_cut_at_the_edge() {
        assert_eq!(Nodes::grid(0, 0, (2, 3)).len(), 6);
        assert_eq!(Nodes::grid(5, 5, (5, 5)), Nodes::only(node(5, 5)));
        assert_eq!(Nodes::grid(4, 1, (4, 3)).len(), 6);
    }

    #[test]
    fn sides_do_not_wrap_around() {
        assert_eq!(Nodes::only(node(5, 2)).beside(), [node(4, 2), node(5, 1), node(5, 3)].into_iter().collect());
        assert_eq!(Nodes::only(node(0, 0)).beside(), [node(1, 0), node(0, 1)].into_iter().collect());
        assert_eq!(Nodes::only(node(0, 5)).beside(), [node(1, 5), node(0, 4)].into_iter().collect());
    }

    #[test]
    fn branches_come_by_the_upper_or_left_node_the_right_one_first() {
        let branch = |from, to| Branch::between(from, to).expect("neighbours");
        let set: Branches = [
            branch(node(1, 0), node(1, 1)),
            branch(node(0, 0), node(0, 1)),
            branch(node(1, 0), node(2, 0)),
            branch(node(0, 0), node(1, 0)),
        ]
        .into_iter()
        .collect();
        let keys: Vec<String> = set.iter().map(|branch| branch.to_string()).collect();
        assert_eq!(keys, ["0,0-1,0", "0,0-0,1", "1,0-2,0", "1,0-1,1"]);
        assert_eq!(set.len(), 4);
        let ends: Nodes = [node(0, 0), node(1, 0), node(2, 0), node(0, 1), node(1, 1)].into_iter().collect();
        assert_eq!(set.ends(), ends);
        assert_eq!(Nodes::only(node(0, 1)).reach(set, Nodes::ALL), ends.without(Nodes::only(node(0, 1))));
    }

    #[test]
    fn only_neighbours_in_order_have_a_branch_between_them() {
        assert_eq!(Branch::between(node(1, 0), node(0, 0)), None);
        assert_eq!(Branch::between(node(5, 0), node(0, 1)), None);
        assert_eq!(Branch::between(node(0, 0), node(0, 0)), None);
    }
}
