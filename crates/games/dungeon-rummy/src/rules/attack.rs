//! Attacks with a meld, and their effects on the monster.

use kernel::{Chance, Log, RollReason};
use text::text;

use super::Step;
use crate::{
    DungeonRummy, Event, Hero, Meld, Treasure,
    content::{CANASTA_BONUS, Tier},
    state::End,
};

/// The result of an attack with a meld now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Strike {
    /// Whether the guard is met, or pierced.
    pub(crate) met: bool,
    /// 0 if the guard is not met.
    pub(crate) damage: u8,
    pub(crate) mana: u8,
    /// Tokens that the mana makes, before the limit (R38).
    pub(crate) tokens: u8,
}

impl DungeonRummy {
    /// The result of an attack with the meld in this hero's space now.
    pub(crate) fn strike(&self, hero: Hero) -> Strike {
        self.strike_with(&self.hero(hero).meld, hero)
    }

    /// The result of an attack with `meld` in this hero's space.
    pub(crate) fn strike_with(&self, meld: &Meld, hero: Hero) -> Strike {
        let bonus = if meld.canasta() { CANASTA_BONUS } else { 0 }; // R36, R37
        let met = self.today.pierce || meld.meets(self.phase().guard);
        let damage = if met { meld.len() as u8 + bonus + self.today.sharpen } else { 0 }; // R40
        let mana = meld.diamonds() + bonus; // R39
        Strike { met, damage, mana, tokens: mana / hero.mana() }
    }

    /// R35: any meld of three or more cards; the tokens go to the hero whose space has the meld.
    pub(super) fn attack<C: Chance, L: Log<Event>>(&mut self, hero: Hero, chance: &mut C, log: &mut L) -> Step<C> {
        let strike = self.strike(hero);
        let meld = std::mem::replace(&mut self.hero_mut(hero).meld, Meld::EMPTY);
        let gained = self.hero_mut(hero).gain_tokens(strike.tokens); // R38, R41
        log.tell(Event::Attacked {
            seat: self.active(),
            hero,
            cards: meld.len() as u8,
            wilds: meld.wilds(),
            met: strike.met,
            damage: strike.damage,
            mana: strike.mana,
            gained,
        });
        meld.cards().iter().for_each(|card| self.trash(card.card())); // R46
        self.today.sharpen = 0;
        self.today.pierce = false;
        self.hurt_monster(strike.damage, chance, log)
    }

    /// Damage adds up on the phase. R42: phases are beaten in order. R43: surplus damage is lost.
    pub(super) fn hurt_monster<C: Chance, L: Log<Event>>(&mut self, by: u8, chance: &mut C, log: &mut L) -> Step<C> {
        self.foe.damage += by;
        let health = self.phase_health();
        if by > 0 {
            let left = health.saturating_sub(self.foe.damage);
            log.tell(Event::MonsterHurt { monster: self.foe.monster, by, left });
        }
        if self.foe.damage < health {
            return Ok(());
        }
        if usize::from(self.foe.phase) + 1 < self.foe.monster.phases().len() {
            self.foe.phase += 1;
            self.foe.damage = 0;
            self.foe.rage = 0;
            let health = self.phase_health();
            log.tell(Event::PhaseBeaten { monster: self.foe.monster, phase: self.foe.phase + 1, health });
            return Ok(());
        }
        self.defeat(chance, log)
    }

    fn defeat<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        const LOOT: RollReason = RollReason::new("loot", text!("A treasure"));
        let monster = self.foe.monster;
        log.tell(Event::Defeated { monster });
        if monster.tier() == Tier::Boss {
            log.tell(Event::Won { boss: monster });
            self.end(End::Won); // R63
            return Ok(());
        }
        self.fallen.put(monster); // R44
        for _ in 0..monster.chests() {
            if !self.unlooted.is_empty() {
                let treasure: Treasure = chance.draw(&mut self.unlooted, LOOT)?; // R34
                self.stash.put(treasure);
                log.tell(Event::Looted { treasure });
            }
        }
        self.meet_next(chance, log) // R45
    }
}
