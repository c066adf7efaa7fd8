//! EXPLORE: visits and challenges, and the enemies that come.

use kernel::{Chance, Log};

use super::Step;
use crate::{
    Crimsonbranch, Event,
    board::{Node, Nodes},
    content::Kind,
    state::{Battle, Clock, End, Enemies, Enemy, Marks, Phase, Stage, strength},
};

impl Crimsonbranch {
    /// R40: after the last visit the game is over. Forgets the fight, and begins a new stop.
    pub(super) fn explore<L: Log<Event>>(&mut self, log: &mut L) {
        self.new_stop();
        self.stage = match self.clock.visits >= self.limits.visits {
            true => {
                log.tell(Event::Limit { visits: self.clock.visits });
                Stage::Over(End::Limit)
            }
            false => Stage::Explore,
        };
    }

    pub(super) fn visit<C: Chance, L: Log<Event>>(&mut self, node: Node, chance: &mut C, log: &mut L) -> Step<C> {
        self.pawn = Some(node);
        let ticked = self.tick();
        let area = Clock::area(self.clock.ticks, node);
        let (visit, ticks) = (self.clock.visits, self.clock.ticks);
        log.tell(Event::Visited { visit, node, ticks, ticked, nodes: area.len() });
        self.begin_fight(area, false, chance, log)
    }

    /// R10, R43: the pawn stays where it is, outside too.
    pub(super) fn challenge<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        let ticked = self.tick();
        log.tell(Event::Challenged { visit: self.clock.visits, ticks: self.clock.ticks, ticked });
        self.begin_fight(Nodes::ALL, true, chance, log)
    }

    /// Counts a visit, and ticks a time box if one is left (R3). Returns whether one was left.
    fn tick(&mut self) -> bool {
        let before = self.clock.ticks;
        self.clock.ticks = self.clock.next_tick();
        self.clock.visits += 1;
        before != self.clock.ticks
    }

    fn begin_fight<C: Chance, L: Log<Event>>(
        &mut self,
        area: Nodes,
        great_evil: bool,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        let enemies = meet(&self.marks, area);
        for (id, enemy) in enemies.iter().enumerate() {
            let Enemy { kind, strength, shield, .. } = *enemy;
            log.tell(Event::Came { enemy: id as u8, kind, strength, shield });
        }
        if enemies.is_empty() {
            log.tell(Event::Nobody); // R9
        }
        let phase = Phase::Loot; // Until the first roll.
        self.stage = Stage::Battle(Battle { great_evil, turn: 1, area, enemies, phase });
        log.show(self); // the enemies are there before the first die is rolled
        self.prepare(chance, log)
    }
}

/// The enemies that come out of an area, in the order of their ids (R8), with their shields.
pub(crate) fn meet(marks: &Marks, area: Nodes) -> Enemies {
    let single = marks.single_kind().and(area);
    let mut enemies = Enemies::new();
    for kind in Kind::ALL {
        let first = enemies.len();
        let symbols = marks.kinds[kind as usize].and(area);
        let mut seeds = single.and(symbols); // R6: a region without one spawns nobody.
        while let Some(seed) = seeds.first() {
            let region = Nodes::only(seed).region(symbols);
            seeds = seeds.without(region);
            let strength = region.len();
            enemies.push(Enemy { kind, strength, hp: strength, shield: 0, looted: false, region });
        }
        let by_column = |enemy: &Enemy| enemy.region.and(single).iter().map(|node| (node.x(), node.y())).min();
        enemies[first..].sort_unstable_by(|a, b| {
            let stronger = b.strength.cmp(&a.strength);
            stronger.then_with(|| by_column(a).cmp(&by_column(b)))
        });
    }
    write_shields(&mut enemies);
    enemies
}

/// Writes the Strength of the living defense enemies as the shield of every living enemy of another
/// kind; returns the sum.
pub(super) fn write_shields(enemies: &mut Enemies) -> u8 {
    let shield = strength(enemies, |enemy| enemy.kind == Kind::Defense);
    for enemy in enemies.iter_mut().filter(|enemy| enemy.alive() && enemy.kind != Kind::Defense) {
        enemy.shield = shield;
    }
    shield
}
