//! FIGHT and ENEMY: the hero pays for blows, then the enemies act.

use kernel::{Chance, Log};

use super::{Step, explore::write_shields, prepare::gain};
use crate::{
    Crimsonbranch, Event,
    content::{Kind, price},
    event::Means,
    state::{Battle, Enemy, Phase, Stage, strength},
};

impl Crimsonbranch {
    /// R29: a shield is paid for from one space, in one payment.
    pub(super) fn break_shield<L: Log<Event>>(&mut self, id: u8, slot: Kind, log: &mut L) {
        let (totals, enemy) = self.blow(id);
        let (kind, shield) = (enemy.kind, enemy.shield);
        totals[slot as usize] -= shield;
        enemy.shield = 0;
        log.tell(Event::Broke { enemy: id, kind, shield, by: Means::slot(slot) });
    }

    pub(super) fn hit<L: Log<Event>>(&mut self, id: u8, slot: Kind, log: &mut L) {
        let (totals, enemy) = self.blow(id);
        let price = price(enemy.kind, slot);
        totals[slot as usize] -= price;
        enemy.hp -= 1;
        let Enemy { kind, hp, strength, .. } = *enemy;
        log.tell(Event::Hit { enemy: id, kind, slot, price, hp });
        if hp == 0 {
            log.tell(Event::Died { enemy: id, kind, strength, by: Means::slot(slot) });
        }
    }

    /// The dice left in the spaces, and the enemy of the blow.
    #[inline]
    fn blow(&mut self, id: u8) -> (&mut [u8; 4], &mut Enemy) {
        match self.battle() {
            Battle { phase: Phase::Fight(totals), enemies, .. } => (totals, &mut enemies[usize::from(id)]),
            _ => unreachable!("the referee refuses what is not legal"),
        }
    }

    /// The five steps of the enemies.
    pub(super) fn enemies_act<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        let hero = &mut self.hero;
        let Stage::Battle(Battle { great_evil, turn, enemies, phase: Phase::Fight(totals), .. }) = &mut self.stage
        else {
            return Ok(());
        };
        let (great_evil, turn, last) = (*great_evil, *turn, self.limits.turns);

        // 1. The blow.
        let all = strength(enemies, |_| true);
        let held_off = totals[Kind::Defense as usize].min(all); // R30
        let damage = all - held_off;
        if all > 0 {
            log.tell(Event::Struck { strength: all, held_off, damage, hp: hero.hp.saturating_sub(damage) });
        }

        // 2. R30, R31: dying comes before healing.
        if damage >= hero.hp {
            self.defeat(great_evil, false, log);
            return Ok(());
        }
        hero.hp -= damage;
        gain(hero, totals[Kind::Heal as usize], log);

        // 3. R36: shields change here alone.
        let shielded = enemies.iter().any(|enemy| enemy.alive() && enemy.shield > 0);
        let shield = write_shields(enemies);
        let others = enemies.iter().any(|enemy| enemy.alive() && enemy.kind != Kind::Defense);
        match shield {
            0 if shielded => log.tell(Event::Unshielded),
            0 => {}
            shield if others => log.tell(Event::Shielded { shield }),
            _ => {}
        }

        // 4. Healing.
        let mending = strength(enemies, |enemy| enemy.kind == Kind::Heal);
        let mut hurt = false;
        for enemy in enemies.iter_mut().filter(|enemy| enemy.alive()) {
            hurt |= enemy.hp < enemy.strength;
            enemy.hp = enemy.strength.min(enemy.hp + mending);
        }
        if mending > 0 && hurt {
            log.tell(Event::Mended { by: mending });
        }

        // 5. And on.
        if !enemies.iter().any(Enemy::alive) {
            log.tell(Event::Beaten { turn });
            self.battle().phase = Phase::Loot;
            self.new_stop();
            return Ok(());
        }
        if turn >= last {
            self.defeat(great_evil, true, log); // R40
            return Ok(());
        }
        self.battle().turn += 1;
        self.prepare(chance, log)
    }

    /// R31: position, enemies and loot are lost; all else stays, and HP is full again.
    fn defeat<L: Log<Event>>(&mut self, great_evil: bool, limit: bool, log: &mut L) {
        let living = self.battle().enemies.iter().filter(|enemy| enemy.alive());
        let by = living.max_by_key(|enemy| enemy.strength).map_or(Kind::Attack, |enemy| enemy.kind);
        self.hero.hp = self.hero.max();
        self.pawn = None;
        self.clock.defeats += 1;
        log.tell(Event::Defeated { great_evil, limit, by, max: self.hero.max() });
        self.explore(log);
    }
}
