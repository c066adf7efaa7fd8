//! LOOT, EQUIP and RE-EQUIP, and the gains from XP.

use kernel::{Chance, Die, Log, RollReason, Seat};
use text::text;

use super::Step;
use crate::{
    Crimsonbranch, Event,
    board::Branch,
    content::{Kind, LAST_LEVEL, LAST_SEGMENT, Stat, TIME_BOXES},
    event::Source,
    state::{End, Enemy, Find, Item, Phase, Stage},
};

const ITEM_1: RollReason = RollReason::new("item-1", text!("The first die of the item"));
const ITEM_2: RollReason = RollReason::new("item-2", text!("The second die of the item"));

impl Crimsonbranch {
    /// R37: either the Strength as XP, or an item.
    pub(super) fn take_xp<L: Log<Event>>(&mut self, id: u8, log: &mut L) {
        let strength = self.loot(id).strength;
        self.gain_xp(strength, Source::Enemy, log);
    }

    /// R14: the quality never exceeds 10.
    pub(super) fn take_item<C: Chance, L: Log<Event>>(&mut self, id: u8, chance: &mut C, log: &mut L) -> Step<C> {
        let Enemy { kind, strength, .. } = *self.loot(id);
        let dice = [chance.roll(Die::D6, ITEM_1.of(Seat(0)))?, chance.roll(Die::D6, ITEM_2.of(Seat(0)))?];
        let find = Find { stat: kind.stat(), dice, quality: strength.min(LAST_SEGMENT) };
        log.tell(Event::Found { stat: find.stat, dice, quality: find.quality });
        self.battle().phase = Phase::Equip(find);
        Ok(())
    }

    /// Clears an enemy's Strength box.
    fn loot(&mut self, id: u8) -> &Enemy {
        let enemy = &mut self.battle().enemies[usize::from(id)];
        enemy.looted = true;
        enemy
    }

    /// R12: a pearl is crossed or engraved, never both, never twice.
    pub(super) fn pearl_xp<L: Log<Event>>(&mut self, log: &mut L) {
        let Some(node) = self.pearl() else { return };
        self.marks.open = self.marks.open.without(crate::board::Nodes::only(node));
        log.tell(Event::PearlCrossed { node, left: self.marks.open.len() });
        let nodes = self.battle().area.len();
        self.gain_xp(nodes, Source::Pearl, log);
    }

    /// R11: the copy is a second kind symbol of the pearl's node from now on.
    pub(super) fn pearl_copy<L: Log<Event>>(&mut self, kind: Kind, log: &mut L) {
        let Some(node) = self.pearl() else { return };
        let marks = &mut self.marks;
        marks.open = marks.open.without(crate::board::Nodes::only(node));
        marks.engraved[kind as usize] = marks.engraved[kind as usize].with(node);
        marks.kinds[kind as usize] = marks.kinds[kind as usize].with(node);
        log.tell(Event::PearlEngraved { node, kind, left: marks.open.len() });
    }

    /// R17: the older item of the type gives nothing.
    pub(super) fn circle<L: Log<Event>>(&mut self, branch: Branch, log: &mut L) {
        let Phase::Equip(find) = self.battle().phase else { return };
        let item = &mut self.marks.items[find.stat as usize];
        let instead = item.map(|item| item.branch);
        *item = Some(Item { find, branch, moved: false });
        log.tell(Event::Circled { stat: find.stat, branch, instead });
        self.battle().phase = Phase::Loot;
    }

    /// R16, R17: throwing the new item away gives 1 XP, and an older one stays.
    pub(super) fn discard<L: Log<Event>>(&mut self, log: &mut L) {
        let Phase::Equip(find) = self.battle().phase else { return };
        log.tell(Event::Discarded { stat: find.stat });
        self.battle().phase = Phase::Loot;
        self.gain_xp(1, Source::Item, log);
    }

    /// R19, R39: dice and quality stay, and it does not move again in this stop.
    pub(super) fn move_item<L: Log<Event>>(&mut self, stat: Stat, branch: Branch, log: &mut L) {
        if let Some(item) = &mut self.marks.items[stat as usize] {
            log.tell(Event::Moved { stat, from: item.branch, branch });
            (item.branch, item.moved) = (branch, true);
        }
    }

    /// R19: an item given up leaves 1 XP.
    pub(super) fn drop_item<L: Log<Event>>(&mut self, stat: Stat, log: &mut L) {
        self.marks.items[stat as usize] = None;
        log.tell(Event::Dropped { stat });
        self.gain_xp(1, Source::Item, log);
    }

    /// R23: every gain is followed by one check of the level.
    fn gain_xp<L: Log<Event>>(&mut self, gained: u8, from: Source, log: &mut L) {
        let risen = self.hero.gain(gained);
        log.tell(Event::Experience { gained, xp: self.hero.xp, from });
        if risen {
            log.tell(Event::Level { level: self.hero.level, max: self.hero.max() });
        }
    }

    /// R13: what is not taken is lost, but an open pearl stays. R34: after the Great Evil the score
    /// is taken.
    pub(super) fn end_loot<L: Log<Event>>(&mut self, log: &mut L) {
        let pearl = self.pearl().is_some();
        let battle = self.battle();
        let enemies = battle.enemies.iter().filter(|enemy| !enemy.looted).count() as u8;
        if enemies > 0 || pearl {
            log.tell(Event::LootLeft { enemies, pearl });
        }
        if !battle.great_evil {
            return self.explore(log);
        }
        let (ticks, level) = (self.clock.ticks, self.hero.level);
        let score = (TIME_BOXES - ticks) + (LAST_LEVEL - level);
        log.tell(Event::Won { score, ticks, level });
        self.stage = Stage::Over(End::Won { score });
    }
}
