//! The legal actions: the one gate of the rules, in the order of the rulebook's table of decisions.

use kernel::ActionSink;

use crate::{
    Action, Crimsonbranch,
    action::Symbol,
    board::Branch,
    content::{Kind, Stat, price},
    state::{Battle, Enemy, Phase, Stage},
};

/// The spaces that can pay for blows.
const SLOTS: [Kind; 2] = [Kind::Attack, Kind::Range];

impl Crimsonbranch {
    /// The decision, by its name in the rulebook.
    pub(crate) fn kind(&self) -> &'static str {
        match &self.stage {
            Stage::Explore => "explore",
            Stage::Battle(battle) => match battle.phase {
                Phase::Prepare(_) => "prepare",
                Phase::Symbol(..) => "symbol",
                Phase::Six(..) => "six",
                Phase::Fight(_) => "fight",
                Phase::Loot => "loot",
                Phase::Equip(_) => "equip",
            },
            Stage::Over(_) => "over",
        }
    }

    /// All legal actions.
    #[inline(always)]
    pub(crate) fn list<M: ActionSink<Action>>(&self, out: &mut M) {
        let battle = match &self.stage {
            Stage::Explore => {
                out.push_all(self.visitable().iter().map(|node| Action::Visit { node }));
                out.push_if(self.no_pearl_left(), Action::Challenge);
                self.list_items(out);
                self.list_crosses(out);
                return out.push(Action::Retire);
            }
            Stage::Battle(battle) => battle,
            Stage::Over(_) => return,
        };
        match battle.phase {
            Phase::Prepare(dice) => {
                out.push_all(self.activatable(dice.tokens).iter().map(|node| Action::Activate { node }));
                out.push(Action::Fight);
                self.list_crosses(out);
            }
            Phase::Symbol(_, activation) => {
                for symbol in activation.unused() {
                    out.push(Action::Use { symbol });
                }
                out.push_if(activation.used[0].is_some(), Action::Done); // R38
            }
            Phase::Six(dice, _) => {
                for space in dice.sixes() {
                    out.push(Action::Spend { space });
                }
            }
            Phase::Fight(totals) => list_blows(battle, totals, out),
            Phase::Loot => self.list_loot(battle, out),
            Phase::Equip(find) => {
                out.push_all(self.eligible(find).iter().map(|branch| Action::Circle { branch }));
                out.push(Action::Discard);
            }
        }
    }

    /// RE-EQUIP (R19, R39).
    fn list_items<M: ActionSink<Action>>(&self, out: &mut M) {
        for item in Stat::ALL {
            let Some(held) = self.marks.items[item as usize] else { continue };
            if !held.moved {
                let moved = |branch: Branch| Action::MoveItem { item, branch };
                out.push_all(self.eligible(held.find).iter().map(moved));
            }
            out.push(Action::DropItem { item });
        }
    }

    /// R22: skill points.
    #[inline]
    fn list_crosses<M: ActionSink<Action>>(&self, out: &mut M) {
        if self.points() > 0 {
            self.list_crossable(out);
        }
    }

    // Most lists have no use for it, and are quicker without.
    #[inline(never)]
    fn list_crossable<M: ActionSink<Action>>(&self, out: &mut M) {
        out.push_all(self.crossable().iter().map(|branch| Action::Cross { branch }));
    }

    fn list_loot<M: ActionSink<Action>>(&self, battle: &Battle, out: &mut M) {
        for (id, _) in battle.enemies.iter().enumerate().filter(|(_, enemy)| !enemy.looted) {
            out.push(Action::TakeXp { enemy: id as u8 });
            out.push(Action::TakeItem { enemy: id as u8 });
        }
        if self.pearl().is_some() {
            out.push(Action::PearlXp);
            for kind in Kind::ALL {
                out.push_if(self.in_area(battle, kind), Action::PearlCopy { kind });
            }
        }
        self.list_items(out);
        self.list_crosses(out);
        out.push(Action::EndLoot); // R13
    }

    /// R11: whether some evaluated node has a symbol of the kind.
    pub(super) fn in_area(&self, battle: &Battle, kind: Kind) -> bool {
        !self.marks.kinds[kind as usize].and(battle.area).is_empty()
    }
}

#[inline]
fn list_blows<M: ActionSink<Action>>(battle: &Battle, totals: [u8; 4], out: &mut M) {
    for (id, target) in battle.enemies.iter().enumerate().filter(|(_, enemy)| enemy.alive()) {
        let enemy = id as u8;
        for slot in SLOTS {
            let enough = totals[slot as usize] >= cost(target, slot);
            out.push_if(
                enough,
                match target.shield {
                    0 => Action::Hit { enemy, slot },
                    _ => Action::Break { enemy, slot },
                },
            );
        }
    }
    out.push(Action::EndFight);
}

/// The cost of the next blow against an enemy: its shield, or the price of one HP.
#[inline]
pub(super) fn cost(enemy: &Enemy, slot: Kind) -> u8 {
    if enemy.shield > 0 { enemy.shield } else { price(enemy.kind, slot) }
}

impl Symbol {
    /// Whether a node has this symbol at all.
    pub(super) fn among(self, symbols: crate::state::Symbols) -> bool {
        symbols.first == self || symbols.second == Some(self)
    }
}
