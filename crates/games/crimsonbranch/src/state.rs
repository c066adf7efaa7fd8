//! The state of a match, and what always holds of it.

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::{
    action::Symbol,
    board::{Branch, Branches, NODES, Node, Nodes},
    content::{Kind, LAST_LEVEL, LAST_SEGMENT, Stat, TIME_BOXES, grid, max_at, points_at},
    sheet::Sheet,
};
use kernel::Outcome;

/// A match of Dungeons of Crimsonbranch. All of it is public.
///
/// The sheet never changes, so that copies of a match share it; all else is of fixed size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crimsonbranch {
    pub(crate) sheet: Arc<Sheet>,
    pub(crate) limits: Limits,
    pub(crate) hero: Hero,
    pub(crate) marks: Marks,
    pub(crate) clock: Clock,
    /// The node of the pawn; `None` is outside.
    pub(crate) pawn: Option<Node>,
    pub(crate) stage: Stage,
}

/// The limits at which matches and fights end in any case (R40).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limits {
    pub(crate) visits: u16,
    pub(crate) turns: u16,
}

/// The hero's numbers; HP/XP Max and skill points follow from the level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hero {
    /// 1 to Max.
    pub(crate) hp: u8,
    /// The XP: below Max, but at the last level up to it.
    pub(crate) xp: u8,
    /// 1 to 30.
    pub(crate) level: u8,
}

impl Hero {
    #[inline]
    pub(crate) fn max(self) -> u8 {
        max_at(self.level)
    }

    /// Adds HP, up to Max.
    #[inline]
    pub(crate) fn heal(&mut self, by: u8) {
        self.hp = self.max().min(self.hp.saturating_add(by));
    }

    /// R23: one level at most for each gain, the surplus is lost; at the last level XP stops at
    /// Max. Returns whether the hero gained a level.
    pub(crate) fn gain(&mut self, xp: u8) -> bool {
        let (xp, max) = (self.xp.saturating_add(xp), self.max());
        if xp >= max && self.level < LAST_LEVEL {
            (self.level, self.xp) = (self.level + 1, 0);
            return true;
        }
        self.xp = xp.min(max);
        false
    }
}

/// The marks on the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Marks {
    /// Branches crossed out.
    pub(crate) crossed: Branches,
    /// The item of each type; its branch is circled.
    pub(crate) items: [Option<Item>; 4],
    /// The nodes with a symbol of each kind: those printed and those engraved.
    pub(crate) kinds: [Nodes; 4],
    /// The engraved pearls, by kind.
    pub(crate) engraved: [Nodes; 4],
    /// The pearls without a mark.
    pub(crate) open: Nodes,
}

/// An item in its boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Item {
    pub(crate) find: Find,
    /// The branch that it circles.
    pub(crate) branch: Branch,
    /// Whether it has moved in this stop (R39).
    pub(crate) moved: bool,
}

/// An item as it was found: the type, two dice and the quality determine which branches it can
/// circle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Find {
    pub(crate) stat: Stat,
    /// 1 to 6 each.
    pub(crate) dice: [u8; 2],
    /// 1 to 10.
    pub(crate) quality: u8,
}

impl Find {
    /// R1, R4, R15: the grid of the quality, once with the dice as column and row, once as row and
    /// column.
    #[inline]
    pub(crate) fn area(self) -> Nodes {
        let [a, b] = self.dice;
        let size = grid(self.quality);
        Nodes::grid(a - 1, b - 1, size).or(Nodes::grid(b - 1, a - 1, size))
    }
}

impl Marks {
    /// The branches that items circle.
    #[inline]
    pub(crate) fn circled(&self) -> Branches {
        self.items.iter().flatten().fold(Branches::NONE, |set, item| set.with(item.branch))
    }

    /// Branches crossed out or circled.
    #[inline]
    pub(crate) fn marked(&self) -> Branches {
        self.crossed.or(self.circled())
    }

    /// The kind with which a node's pearl is engraved.
    pub(crate) fn engraving(&self, node: Node) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| self.engraved[*kind as usize].contains(node))
    }

    /// R5: the nodes whose kind symbols are all of one kind; specials and pearls that show no kind
    /// do not matter.
    #[inline]
    pub(crate) fn single_kind(&self) -> Nodes {
        let (mut once, mut twice) = (Nodes::NONE, Nodes::NONE);
        for kind in self.kinds {
            twice = twice.or(once.and(kind));
            once = once.or(kind);
        }
        once.without(twice)
    }
}

/// Time, and what it was spent on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clock {
    /// Boxes ticked, 0 to 40.
    pub(crate) ticks: u8,
    /// Visits and challenges.
    pub(crate) visits: u16,
    pub(crate) defeats: u16,
}

impl Clock {
    /// R3: with all boxes ticked time stops.
    #[inline]
    pub(crate) const fn next_tick(self) -> u8 {
        if self.ticks < TIME_BOXES { self.ticks + 1 } else { TIME_BOXES }
    }

    /// The nodes that a visit to `node` evaluates once this many boxes are ticked (at least one
    /// box).
    #[inline]
    pub(crate) fn area(ticks: u8, node: Node) -> Nodes {
        let segment = ticks.div_ceil(4);
        Nodes::grid(node.x(), node.y(), grid(if segment > LAST_SEGMENT { LAST_SEGMENT } else { segment }))
    }
}

/// The stage of the match.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "a box would have to be allocated in every fight")]
pub(crate) enum Stage {
    Explore,
    Battle(Battle),
    Over(End),
}

/// The end of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Won { score: u8 },
    Retired,
    Limit,
}

impl End {
    pub(crate) fn outcome(self) -> Outcome {
        let score = match self {
            End::Won { score } => Some(score),
            End::Retired | End::Limit => None,
        };
        let scores = score.map(|score| ArrayVec::from_iter([i32::from(score)]));
        Outcome { scores, ..Outcome::together(1, score.is_some()) }
    }
}

/// A fight with its loot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Battle {
    pub(crate) great_evil: bool,
    /// The turn, from 1.
    pub(crate) turn: u16,
    /// The evaluated nodes.
    pub(crate) area: Nodes,
    pub(crate) enemies: Enemies,
    pub(crate) phase: Phase,
}

/// The enemies of a fight by id. Each has a node of its own with symbols of no other kind, so there
/// are never more than nodes.
pub(crate) type Enemies = ArrayVec<Enemy, NODES>;

/// An enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Enemy {
    pub(crate) kind: Kind,
    /// The Strength at the beginning of the fight.
    pub(crate) strength: u8,
    /// 0 once it is dead.
    pub(crate) hp: u8,
    /// 0 without a shield, and for the dead.
    pub(crate) shield: u8,
    /// Whether its Strength has been taken.
    pub(crate) looted: bool,
    /// The nodes that it came from.
    pub(crate) region: Nodes,
}

impl Enemy {
    #[inline]
    pub(crate) const fn alive(&self) -> bool {
        self.hp > 0
    }
}

/// The total Strength of the living enemies for which `which` holds.
#[inline]
pub(crate) fn strength(enemies: &[Enemy], which: impl Fn(&Enemy) -> bool) -> u8 {
    enemies.iter().filter(|enemy| enemy.alive() && which(enemy)).map(|enemy| enemy.strength).sum()
}

/// The phase of a fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// A node can be activated.
    Prepare(Prepare),
    /// A node is being activated: which of its symbols to use.
    Symbol(Prepare, Activation),
    /// Its special symbol has been used: which six to spend.
    Six(Prepare, Activation),
    /// The dice left in the spaces.
    Fight([u8; 4]),
    Loot,
    /// An item has been found: where to put it.
    Equip(Find),
}

/// Dice and tokens in PREPARE. The die that is neither active nor locked is aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Prepare {
    pub(crate) active: ActiveDie,
    /// The space in which the other die lies with its six.
    pub(crate) locked: Option<Kind>,
    pub(crate) tokens: Nodes,
}

/// The die that moves along the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ActiveDie {
    /// 1 to 6.
    pub(crate) value: u8,
    /// The space of the die; `None` is neutral.
    pub(crate) space: Option<Kind>,
}

impl ActiveDie {
    /// A die just rolled.
    #[inline]
    pub(crate) const fn rolled(value: u8) -> ActiveDie {
        ActiveDie { value, space: None }
    }

    /// Uses a kind symbol: into that space, or one more if it is there (R25: a six stays a six).
    #[inline]
    pub(crate) fn use_kind(self, kind: Kind) -> ActiveDie {
        match self.space == Some(kind) {
            true => ActiveDie { value: (self.value + 1).min(6), ..self },
            false => ActiveDie { space: Some(kind), ..self },
        }
    }

    /// The space in which it lies as a six.
    #[inline]
    pub(crate) fn six(self) -> Option<Kind> {
        self.space.filter(|_| self.value == 6)
    }
}

impl Prepare {
    /// The spaces in which a die shows six, in the order of spaces; R26: the active die counts too.
    #[inline]
    pub(crate) fn sixes(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| self.locked == Some(*kind) || self.active.six() == Some(*kind))
    }

    /// The sums of dice in the four spaces; R38: a die in neutral counts in none.
    #[inline]
    pub(crate) fn totals(self) -> [u8; 4] {
        let mut totals = [0; 4];
        if let Some(space) = self.active.space {
            totals[space as usize] += self.active.value;
        }
        if let Some(space) = self.locked {
            totals[space as usize] += 6;
        }
        totals
    }
}

/// A node with its token, and the symbols used so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Activation {
    pub(crate) at: Node,
    pub(crate) symbols: Symbols,
    /// The symbols used so far, in order.
    pub(crate) used: [Option<Symbol>; 2],
}

impl Activation {
    /// The symbols not used yet; two equal ones are one each.
    #[inline]
    pub(crate) fn unused(self) -> impl Iterator<Item = Symbol> {
        let [first, second] = self.symbols.unused(self.used[0]);
        first.into_iter().chain(second)
    }
}

/// The valid symbols of a node, one or two, in the order attack, range, heal, defense, special.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Symbols {
    pub(crate) first: Symbol,
    pub(crate) second: Option<Symbol>,
}

impl Symbols {
    /// The symbols left once one of two symbols, or none yet, has been used. Two equal unused
    /// symbols are one choice.
    #[inline]
    pub(crate) fn unused(self, used: Option<Symbol>) -> [Option<Symbol>; 2] {
        match used {
            None if self.second == Some(self.first) => [Some(self.first), None],
            None => [Some(self.first), self.second],
            Some(used) if used == self.first => [self.second, None],
            Some(_) => [Some(self.first), None],
        }
    }
}

impl Crimsonbranch {
    /// Skill points not spent yet.
    #[inline]
    pub(crate) fn points(&self) -> u8 {
        points_at(self.hero.level) - self.marks.crossed.len()
    }

    /// The valid symbols of a node.
    #[inline]
    pub(crate) fn symbols(&self, node: Node) -> Symbols {
        let printed = Symbol::from(self.sheet.kind(node));
        let second = match self.marks.engraving(node) {
            Some(engraved) => Some(Symbol::from(engraved)),
            None => self.sheet.specials.contains(node).then_some(Symbol::Special),
        };
        match second {
            Some(second) if second < printed => Symbols { first: second, second: Some(printed) },
            second => Symbols { first: printed, second },
        }
    }

    /// The nodes that can be visited now (R2).
    #[inline]
    pub(crate) fn visitable(&self) -> Nodes {
        self.onward(self.pawn)
    }

    /// The nodes that can be visited from here (R2).
    pub(crate) fn onward(&self, pawn: Option<Node>) -> Nodes {
        let Some(pawn) = pawn else { return Nodes::DOORS };
        let joined = Nodes::only(pawn).over(self.sheet.branches);
        match Nodes::DOORS.or(self.sheet.stairs()).contains(pawn) {
            true => joined.or(Nodes::DOORS),
            false => joined,
        }
    }

    /// The nodes that can be activated with these tokens on the tree (R20: over any marked branch).
    #[inline]
    pub(crate) fn activatable(&self, tokens: Nodes) -> Nodes {
        match tokens.is_empty() {
            true => Nodes::DOORS,
            false => tokens.over(self.marks.marked()).without(tokens),
        }
    }

    /// The branches that can be crossed out if there is a point for it (R18, R21).
    #[inline]
    pub(crate) fn crossable(&self) -> Branches {
        let anchors = Nodes::DOORS.or(self.marks.crossed.ends());
        self.sheet.branches.touching(anchors).without(self.marks.crossed)
    }

    /// The branches that an item can circle: unmarked, of its type, both ends in its area (R15,
    /// R17).
    #[inline]
    pub(crate) fn eligible(&self, find: Find) -> Branches {
        let own = self.marks.items[find.stat as usize].map_or(Branches::NONE, |item| Branches::NONE.with(item.branch));
        self.sheet.stats[find.stat as usize].without(self.marks.crossed).without(own).inside(find.area())
    }

    /// R11, R12: the pearl that can be taken now: open, under the pawn.
    #[inline]
    pub(crate) fn pearl(&self) -> Option<Node> {
        self.pawn.filter(|node| self.marks.open.contains(*node))
    }

    /// Whether the Great Evil can be challenged.
    #[inline]
    pub(crate) fn no_pearl_left(&self) -> bool {
        self.marks.open.is_empty()
    }
}
