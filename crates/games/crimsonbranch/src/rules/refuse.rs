//! The reasons why an action is not legal.

use kernel::RejectReason;
use text::t;

use super::legal::cost;
use crate::{
    Action, Crimsonbranch,
    board::{Branch, Node, Nodes},
    content::{Kind, Stat},
    state::{Battle, Find, Phase, Stage},
    words::place,
};

impl Crimsonbranch {
    /// The reason against an action that is not legal.
    pub(crate) fn explain(&self, action: &Action) -> RejectReason {
        let plain = |text: &str| RejectReason::plain(text);
        if matches!(self.stage, Stage::Over(_)) {
            return plain(t!("the game is over"));
        }
        let phase = match &self.stage {
            Stage::Battle(battle) => Some((battle, battle.phase)),
            Stage::Explore | Stage::Over(_) => None,
        };
        match (*action, phase) {
            (Action::Visit { node }, None) => self.why_not_visit(node),
            (Action::Challenge, None) => plain(t!("the Great Evil cannot be challenged while a pearl is open")),
            (Action::MoveItem { item, branch }, None | Some((_, Phase::Loot))) => self.why_not_move(item, branch),
            (Action::DropItem { .. }, None | Some((_, Phase::Loot))) => plain(t!("you have no such item")),
            (Action::Cross { branch }, None | Some((_, Phase::Loot | Phase::Prepare(_)))) => self.why_not_cross(branch),
            (Action::Activate { node }, Some((_, Phase::Prepare(dice)))) => self.why_not_activate(node, dice.tokens),
            (Action::Use { symbol }, Some((_, Phase::Symbol(_, activation)))) => match symbol.among(activation.symbols)
            {
                true => plain(t!("you have used that symbol of the node")),
                false => plain(t!("the node has no such symbol")),
            },
            (Action::Done, Some((_, Phase::Symbol(..)))) => {
                RejectReason::ruled(t!("use one symbol of the node at least"), "R38")
            }
            (Action::Spend { .. }, Some((_, Phase::Six(..)))) => plain(t!("no die shows a six there")),
            (Action::Break { enemy, slot }, Some((battle, Phase::Fight(totals)))) => {
                why_no_blow(battle, totals, enemy, slot, true)
            }
            (Action::Hit { enemy, slot }, Some((battle, Phase::Fight(totals)))) => {
                why_no_blow(battle, totals, enemy, slot, false)
            }
            (Action::TakeXp { enemy } | Action::TakeItem { enemy }, Some((battle, Phase::Loot))) => {
                match battle.enemies.get(usize::from(enemy)) {
                    Some(_) => RejectReason::ruled(t!("you have taken this enemy's Strength already"), "R37"),
                    None => plain(t!("there was no such enemy")),
                }
            }
            (Action::PearlXp, Some((_, Phase::Loot))) => no_pearl(),
            (Action::PearlCopy { .. }, Some((_, Phase::Loot))) => match self.pearl() {
                Some(_) => RejectReason::ruled(t!("no evaluated node shows this kind"), "R11"),
                None => no_pearl(),
            },
            (Action::Circle { branch }, Some((_, Phase::Equip(find)))) => self.why_not_circle(find, branch),
            (_, None) => plain(t!("you are exploring")),
            (_, Some((_, phase))) => elsewhere(phase),
        }
    }

    fn why_not_visit(&self, node: Node) -> RejectReason {
        match self.pawn {
            None => RejectReason::plain(t!("from outside only the doors can be entered")),
            Some(pawn) if pawn == node => RejectReason::ruled(t!("you stand there already"), "R2"),
            Some(_) if Nodes::DOORS.contains(node) => {
                RejectReason::ruled(t!("doors are reached from doors and stairs"), "R2")
            }
            Some(pawn) => RejectReason::ruled(t!("no branch joins {} to {}", place(node), place(pawn)), "R2"),
        }
    }

    fn why_not_cross(&self, branch: Branch) -> RejectReason {
        if !self.sheet.branches.contains(branch) {
            return RejectReason::plain(t!("there is no such branch"));
        }
        if self.marks.crossed.contains(branch) {
            return RejectReason::plain(t!("that branch is crossed out already"));
        }
        match self.points() {
            0 => RejectReason::plain(t!("you have no skill point left")),
            _ => RejectReason::ruled(t!("it touches neither a door nor a branch that is crossed out"), "R21"),
        }
    }

    fn why_not_activate(&self, node: Node, tokens: Nodes) -> RejectReason {
        if tokens.is_empty() {
            return RejectReason::plain(t!("the first node must be a door"));
        }
        match tokens.contains(node) {
            true => RejectReason::plain(t!("there is a token on it already")),
            false => RejectReason::ruled(t!("no marked branch joins it to a node with a token"), "R20"),
        }
    }

    fn why_not_move(&self, stat: Stat, branch: Branch) -> RejectReason {
        match self.marks.items[stat as usize] {
            None => RejectReason::plain(t!("you have no such item")),
            Some(item) if item.moved => RejectReason::ruled(t!("this item has moved already in this stop"), "R39"),
            Some(item) => self.why_not_circle(item.find, branch),
        }
    }

    fn why_not_circle(&self, find: Find, branch: Branch) -> RejectReason {
        let Some(stat) = self.sheet.stat(branch) else { return RejectReason::plain(t!("there is no such branch")) };
        if stat != find.stat {
            let (branch, item) = (stat.word(), find.stat.word());
            return RejectReason::plain(t!("the branch is one of {branch}, the item one of {item}"));
        }
        match self.marks.marked().contains(branch) {
            true => RejectReason::ruled(t!("the branch is marked already"), "R17"),
            false => RejectReason::ruled(t!("the branch does not lie inside the item's area"), "R15"),
        }
    }
}

/// Something that belongs to another decision.
fn elsewhere(phase: Phase) -> RejectReason {
    match phase {
        Phase::Prepare(_) => RejectReason::ruled(t!("you are preparing; fight first"), "R33"),
        Phase::Symbol(..) => RejectReason::plain(t!("you are using a node's symbols")),
        Phase::Six(..) => RejectReason::ruled(t!("choose the six to spend"), "R26"),
        Phase::Fight(_) => RejectReason::plain(t!("you are fighting")),
        Phase::Loot => RejectReason::plain(t!("you are among the loot")),
        Phase::Equip(_) => RejectReason::ruled(t!("circle a branch with the new item, or discard it"), "R16"),
    }
}

fn no_pearl() -> RejectReason {
    RejectReason::ruled(t!("there is no open pearl under the pawn"), "R12")
}

fn why_no_blow(battle: &Battle, totals: [u8; 4], enemy: u8, slot: Kind, shield: bool) -> RejectReason {
    let Some(enemy) = battle.enemies.get(usize::from(enemy)) else {
        return RejectReason::plain(t!("there is no such enemy"));
    };
    if !enemy.alive() {
        return RejectReason::plain(t!("that enemy is dead"));
    }
    match (shield, enemy.shield) {
        (true, 0) => return RejectReason::plain(t!("it has no shield")),
        (false, 1..) => return RejectReason::plain(t!("its shield has to be broken first")),
        _ => {}
    }
    match slot {
        Kind::Attack | Kind::Range => {
            let (cost, held) = (cost(enemy, slot), totals[slot as usize]);
            RejectReason::ruled(t!("it takes {cost}, and {space} has {held}", space = slot.word()), "R29")
        }
        Kind::Heal | Kind::Defense => RejectReason::ruled(t!("only attack and range can pay"), "R29"),
    }
}
