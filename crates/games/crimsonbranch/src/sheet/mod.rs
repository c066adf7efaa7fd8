//! A hero's sheet: class, nodes and branches, which follow from the name alone.

mod data;
mod generator;
mod name;
#[cfg(test)]
mod tests;

use std::{cell::RefCell, sync::Arc};

use crate::{
    board::{Branch, Branches, NODES, Node, Nodes},
    content::{Class, Kind, Stat},
};

pub use name::{MOST_LETTERS, Name, TooLong};

/// A hero's sheet as printed. It never changes during a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The hero's name.
    pub name: Name,
    /// The hero's class.
    pub class: Class,
    /// The nodes that carry the symbol of each kind; every node carries one.
    pub kinds: [Nodes; 4],
    /// The nodes with a special symbol.
    pub specials: Nodes,
    /// The eight nodes with a pearl.
    pub pearls: Nodes,
    /// Dead ends of the tree, doors among them.
    pub dead_ends: Nodes,
    /// The branches of each type.
    pub stats: [Branches; 4],
    /// All branches.
    pub branches: Branches,
    /// The path of each node, 0 to 3: the door whose tree it belongs to.
    pub paths: [u8; NODES],
}

impl Sheet {
    /// The sheet of a name.
    pub fn of(name: Name) -> Sheet {
        generator::grow(name)
    }

    /// The sheet of a name, shared with the previous match of this thread if it had the same hero.
    /// Matches are often played by the thousand with one hero, and a random match would spend most
    /// of its time on its sheet.
    pub(crate) fn shared(name: &Name) -> Arc<Sheet> {
        thread_local! {
            static LAST: RefCell<Option<Arc<Sheet>>> = const { RefCell::new(None) };
        }
        LAST.with_borrow_mut(|last| match last {
            Some(sheet) if sheet.name == *name => sheet.clone(),
            _ => last.insert(Arc::new(Sheet::of(name.clone()))).clone(),
        })
    }

    /// The symbol printed on a node.
    pub fn kind(&self, node: Node) -> Kind {
        Kind::ALL.into_iter().find(|kind| self.kinds[*kind as usize].contains(node)).unwrap_or(Kind::Defense)
    }

    /// The nodes with stairs: dead ends that are no doors.
    #[inline]
    pub fn stairs(&self) -> Nodes {
        self.dead_ends.without(Nodes::DOORS)
    }

    /// Whether the Great Evil cannot be beaten on a tree without engravings: a heal enemy heals as
    /// much in a turn as the dice, and all specials that damage it, can take from it.
    ///
    /// Two dice pay for 12 HP at most. A six spent under heal by a paladin's special deals 6 more,
    /// one under defense by a warrior's 2; each special symbol of one connected part of the tree
    /// can do so once a turn.
    pub fn invincible(&self) -> bool {
        let heal = self.kinds[Kind::Heal as usize];
        let by_special = match self.class {
            Class::Warrior => 2,
            Class::Ranger | Class::Wizard => 0,
            Class::Paladin => 6,
        };
        let together =
            |node: Node| self.specials.and(Nodes::only(node).reach(self.branches, Nodes::ALL).with(node)).len();
        let most = self.specials.iter().map(together).max().unwrap_or_default();
        heal.iter().any(|node| Nodes::only(node).region(heal).len() > 12 + by_special * most)
    }

    /// The type of a branch, if there is one.
    pub fn stat(&self, branch: Branch) -> Option<Stat> {
        Stat::ALL.into_iter().find(|stat| self.stats[*stat as usize].contains(branch))
    }
}
