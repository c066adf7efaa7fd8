//! The generator, draw by draw as in section "From a name to a sheet" of the rulebook: any name
//! gives the very sheet that the published game prints.

use arrayvec::ArrayVec;

use super::{Name, Sheet};
use crate::{
    board::{Branch, Branches, NODES, Node, Nodes},
    content::{Class, Kind, Stat},
};

/// The random source: one number, below 233,280 from the first step on.
pub(super) struct Source {
    /// Binary64 throughout: the first step may round, and its rounding is part of the game; all
    /// later steps are exact.
    pub(super) state: f64,
    /// Steps made.
    pub(super) draws: u32,
}

impl Source {
    const MODULUS: f64 = 233_280.0;

    /// A number below `n`. It makes a step even if there is no choice.
    pub(super) fn draw(&mut self, n: usize) -> usize {
        self.state = match self.draws {
            0 => (self.state * 9301.0 + 49_297.0) % Self::MODULUS,
            // A whole number below the modulus: the same in whole numbers, which is quicker.
            _ => ((self.state as u64 * 9301 + 49_297) % Self::MODULUS as u64) as f64,
        };
        self.draws += 1;
        self.state as usize * n / Self::MODULUS as usize
    }

    /// Makes a draw whose result is known and of no use.
    fn burn(&mut self) {
        self.draw(1);
    }

    /// One of a list.
    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.draw(list.len())]
    }

    /// One of a list, taken out; the others keep their order.
    fn take<T>(&mut self, list: &mut Vec<T>) -> T {
        list.remove(self.draw(list.len()))
    }
}

/// The four kinds of a class in the order strong, weak, first and second of the others.
const KINDS_OF: [[Kind; 4]; 4] = {
    use Kind::{Attack, Defense, Heal, Range};
    [
        [Attack, Range, Heal, Defense],
        [Range, Attack, Heal, Defense],
        [Heal, Defense, Attack, Range],
        [Defense, Heal, Attack, Range],
    ]
};

/// The entry of [`KINDS_OF`] at the door of paths 0 to 3, by layout.
const LAYOUTS: [[usize; 4]; 4] = [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 1, 3], [0, 3, 1, 2]];

/// The doors of paths 0 to 3, as column and row. Path 1 is the lower left one.
const DOORS: [(u8, u8); 4] = [(0, 0), (0, 5), (5, 0), (5, 5)];

/// A node on its way into the tree.
struct Sprout {
    at: Node,
    path: usize,
    depth: u8,
    /// Kinds from which the bag is refilled, repeats among them.
    recipe: Vec<Kind>,
    /// Kinds from which the node's own was drawn, as it was left.
    bag: Vec<Kind>,
    kind: Kind,
    /// Number of neighbours in the tree.
    neighbours: u8,
    finished: bool,
}

/// The tree as far as it has grown.
struct Tree {
    source: Source,
    /// The nodes, in the order in which they were placed.
    roster: Vec<Sprout>,
    taken: Nodes,
    /// The branches, by type.
    branches: [Branches; 4],
    /// Indices into the roster by path, in the order in which they became so.
    dead_ends: [Vec<usize>; 4],
    forks: [Vec<usize>; 4],
}

/// The border between the trees of two doors.
struct Border {
    /// Their paths, the lower first.
    paths: (usize, usize),
    joined: bool,
    /// Neighbours that were not joined.
    reserve: Vec<(Node, Node)>,
}

/// Grows the sheet of a name.
pub(super) fn grow(name: Name) -> Sheet {
    let seed = name.seed();
    grow_from(seed, name).0
}

/// Grows the sheet of a seed; with it the number of draws made, and the state of the source after
/// the last.
pub(super) fn grow_from(seed: f64, name: Name) -> (Sheet, u32, u32) {
    let mut tree = Tree {
        source: Source { state: seed, draws: 0 },
        roster: Vec::with_capacity(NODES),
        taken: Nodes::NONE,
        branches: [Branches::NONE; 4],
        dead_ends: Default::default(),
        forks: Default::default(),
    };
    let class = Class::ALL[tree.source.draw(4)];
    tree.open_doors(class);
    for step in 0.. {
        if !tree.step(step % 4) {
            break;
        }
    }
    let pearls = tree.deepest(&tree.dead_ends, 2);
    let specials = tree.deepest(&tree.forks, 1);
    for _ in Kind::ALL {
        tree.source.burn(); // Every class has one effect a space.
    }
    tree.join();
    let (draws, state) = (tree.source.draws, tree.source.state as u32);
    (tree.print(name, class, pearls, specials), draws, state)
}

impl Tree {
    fn open_doors(&mut self, class: Class) {
        let layout = self.source.draw(4);
        for (path, (x, y)) in DOORS.into_iter().enumerate() {
            let kind = KINDS_OF[class as usize][LAYOUTS[layout][path]];
            let at = Node::at(x, y).expect("a corner of the tree");
            self.place(at, path, 0, vec![kind], Vec::new());
        }
    }

    /// Draws the symbol of a node and puts it into the tree.
    fn place(&mut self, at: Node, path: usize, depth: u8, recipe: Vec<Kind>, mut bag: Vec<Kind>) -> Kind {
        if bag.is_empty() {
            bag.clone_from(&recipe);
        }
        let kind = self.source.take(&mut bag);
        self.source.burn();
        self.taken = self.taken.with(at);
        self.roster.push(Sprout { at, path, depth, recipe, bag, kind, neighbours: 0, finished: false });
        kind
    }

    /// Makes one step of growth on a path; returns whether there may be more.
    fn step(&mut self, path: usize) -> bool {
        let (mut candidates, mut more) = (Vec::new(), false);
        for index in 0..self.roster.len() {
            let sprout = &mut self.roster[index];
            if sprout.finished {
                continue;
            }
            let free = free_squares(sprout.at, self.taken);
            if free.is_empty() {
                sprout.finished = true;
                match sprout.neighbours {
                    0 | 1 => self.dead_ends[sprout.path].push(index),
                    2 => {}
                    _ => self.forks[sprout.path].push(index),
                }
            } else if sprout.path == path {
                candidates.push(index);
            } else {
                more = true;
            }
        }
        if candidates.is_empty() {
            return more;
        }
        let parent = self.source.pick(&candidates);
        let at = self.source.pick(&free_squares(self.roster[parent].at, self.taken));
        self.branch_off(parent, at);
        true
    }

    /// A child of a node. It inherits recipe and bag as they are before the parent's recipe grows.
    fn branch_off(&mut self, parent: usize, at: Node) {
        let Sprout { at: from, path, depth, .. } = self.roster[parent];
        let (recipe, bag) = (self.roster[parent].recipe.clone(), self.roster[parent].bag.clone());
        let added = Kind::ALL[self.source.draw(4)];
        self.roster[parent].recipe.push(added);
        let child = self.roster.len();
        let kind = self.place(at, path, depth + 1, recipe, bag);
        self.add_branch(from, at, kind.stat());
        self.roster[parent].neighbours += 1;
        self.roster[child].neighbours += 1;
    }

    fn add_branch(&mut self, a: Node, b: Node, stat: Stat) {
        let branch = Branch::between(a.min(b), a.max(b)).expect("neighbours");
        self.branches[stat as usize] = self.branches[stat as usize].with(branch);
    }

    /// The first `count` of each path's list, the deepest first, equal ones in the order of the
    /// list.
    fn deepest(&self, lists: &[Vec<usize>; 4], count: usize) -> Nodes {
        let of = |list: &Vec<usize>| {
            let mut list = list.clone();
            list.sort_by_key(|index| std::cmp::Reverse(self.roster[*index].depth));
            list.into_iter().take(count).map(|index| self.roster[index].at).collect::<Vec<_>>()
        };
        lists.iter().flat_map(of).collect()
    }

    /// Joins the trees of different doors by branches: those that offer themselves, and two at
    /// least.
    fn join(&mut self) {
        let mut places = [0; NODES];
        for (index, sprout) in self.roster.iter().enumerate() {
            places[sprout.at.index()] = index;
        }
        let dead: Vec<usize> = self.dead_ends.concat();
        let mut borders: Vec<Border> = Vec::new(); // In the order of their first appearance.
        let mut joints = 0;
        for a in Node::all() {
            let right = Node::at(a.x() + 1, a.y());
            let below = Node::at(a.x(), a.y() + 1);
            for b in right.into_iter().chain(below) {
                let (one, other) = (places[a.index()], places[b.index()]);
                let (path, next) = (self.roster[one].path, self.roster[other].path);
                if path == next {
                    continue;
                }
                let paths = (path.min(next), path.max(next));
                let border = borders.iter().position(|border| border.paths == paths).unwrap_or_else(|| {
                    borders.push(Border { paths, joined: false, reserve: Vec::new() });
                    borders.len() - 1
                });
                let near = self.roster[one].depth.abs_diff(self.roster[other].depth) <= 2;
                if near && !dead.contains(&one) && !dead.contains(&other) {
                    let stat = Stat::ALL[self.source.draw(4)];
                    self.add_branch(a, b, stat);
                    borders[border].joined = true;
                    joints += 1;
                } else {
                    borders[border].reserve.push((a, b));
                }
            }
        }
        let open = borders.into_iter().filter(|border| !border.joined && !border.reserve.is_empty());
        let mut reserves: Vec<Vec<(Node, Node)>> = open.map(|border| border.reserve).collect();
        for _ in joints..2 {
            if reserves.is_empty() {
                break;
            }
            let mut reserve = self.source.take(&mut reserves);
            let (a, b) = self.source.take(&mut reserve);
            let stat = Stat::ALL[self.source.draw(4)];
            self.add_branch(a, b, stat);
        }
    }

    fn print(self, name: Name, class: Class, pearls: Nodes, specials: Nodes) -> Sheet {
        let (mut kinds, mut paths) = ([Nodes::NONE; 4], [0; NODES]);
        for sprout in &self.roster {
            kinds[sprout.kind as usize] = kinds[sprout.kind as usize].with(sprout.at);
            paths[sprout.at.index()] = sprout.path as u8;
        }
        let dead_ends = self.dead_ends.iter().flatten().map(|index| self.roster[*index].at).collect();
        let branches = self.branches.into_iter().fold(Branches::NONE, Branches::or);
        Sheet { name, class, kinds, specials, pearls, dead_ends, stats: self.branches, branches, paths }
    }
}

/// The free squares next to a node, in the order left, right, up, down.
fn free_squares(at: Node, taken: Nodes) -> ArrayVec<Node, 4> {
    let (x, y) = (at.x(), at.y());
    let left = x.checked_sub(1).and_then(|x| Node::at(x, y));
    let up = y.checked_sub(1).and_then(|y| Node::at(x, y));
    let around = [left, Node::at(x + 1, y), up, Node::at(x, y + 1)];
    around.into_iter().flatten().filter(|node| !taken.contains(*node)).collect()
}
