//! The rules, in the order of the rulebook: explore, prepare, fight, loot.
//!
//! Each step runs until the player has to decide. The [`Stage`] holds all that the next step needs.

mod explore;
mod fight;
mod legal;
mod loot;
mod prepare;
mod refuse;
#[cfg(test)]
mod tests;

pub(crate) use explore::meet;

use kernel::{Chance, Log};

use crate::{
    Action, Crimsonbranch, Event, Options,
    board::{Branch, Branches, Nodes},
    sheet::Sheet,
    state::{Battle, Clock, End, Hero, Limits, Marks, Stage},
};

/// The result of a step: done, or halted by chance.
type Step<C> = Result<(), <C as Chance>::Halt>;

impl Crimsonbranch {
    /// A new match. The sheet follows from the hero's name, without any chance.
    pub(crate) fn lay_out(options: &Options) -> Crimsonbranch {
        let sheet = Sheet::shared(&options.hero);
        Crimsonbranch {
            limits: Limits { visits: options.max_visits, turns: options.max_turns },
            hero: Hero { hp: crate::content::max_at(1), xp: 0, level: 1 },
            marks: Marks {
                crossed: Branches::NONE,
                items: [None; 4],
                kinds: sheet.kinds,
                engraved: [Nodes::NONE; 4],
                open: sheet.pearls,
            },
            sheet,
            clock: Clock { ticks: 0, visits: 0, defeats: 0 },
            pawn: None,
            stage: Stage::Explore,
        }
    }

    /// Carries out a legal action and all that follows without a decision.
    #[inline(always)]
    pub(crate) fn decide<C: Chance, L: Log<Event>>(&mut self, action: Action, chance: &mut C, log: &mut L) -> Step<C> {
        match action {
            Action::Visit { node } => return self.visit(node, chance, log),
            Action::Challenge => return self.challenge(chance, log),
            Action::MoveItem { item, branch } => self.move_item(item, branch, log),
            Action::DropItem { item } => self.drop_item(item, log),
            Action::Cross { branch } => self.cross(branch, log),
            Action::Retire => {
                log.tell(Event::Retired);
                self.stage = Stage::Over(End::Retired); // R35
            }
            Action::Activate { node } => return self.activate(node, chance, log),
            Action::Fight => self.go_to_fight(log),
            Action::Use { symbol } => return self.use_symbol(symbol, chance, log),
            Action::Done => return self.close_node(chance, log),
            Action::Spend { space } => return self.spend(space, chance, log),
            Action::Break { enemy, slot } => self.break_shield(enemy, slot, log),
            Action::Hit { enemy, slot } => self.hit(enemy, slot, log),
            Action::EndFight => return self.enemies_act(chance, log),
            Action::TakeXp { enemy } => self.take_xp(enemy, log),
            Action::TakeItem { enemy } => return self.take_item(enemy, chance, log),
            Action::PearlXp => self.pearl_xp(log),
            Action::PearlCopy { kind } => self.pearl_copy(kind, log),
            Action::EndLoot => self.end_loot(log),
            Action::Circle { branch } => self.circle(branch, log),
            Action::Discard => self.discard(log),
        }
        Ok(())
    }

    /// R21, R42: a skill point crosses a branch out, and the mark counts at once.
    fn cross<L: Log<Event>>(&mut self, branch: Branch, log: &mut L) {
        let circled = self.marks.circled().contains(branch); // R18
        self.marks.crossed = self.marks.crossed.with(branch);
        if let Some(stat) = self.sheet.stat(branch) {
            log.tell(Event::Crossed { branch, stat, circled, left: self.points() });
        }
    }

    /// The fight going on. Actions of a fight are legal in one alone.
    #[inline]
    fn battle(&mut self) -> &mut Battle {
        match &mut self.stage {
            Stage::Battle(battle) => battle,
            Stage::Explore | Stage::Over(_) => unreachable!("the referee refuses what is not legal"),
        }
    }

    /// R39: no item has moved in the stop that begins now.
    fn new_stop(&mut self) {
        for item in self.marks.items.iter_mut().flatten() {
            item.moved = false;
        }
    }
}
