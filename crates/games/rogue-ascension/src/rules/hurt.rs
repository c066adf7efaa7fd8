//! Damage to a hero: the seat in turn.

use kernel::{Chance, Log, RollReason};
use text::text;

use super::Step;
use crate::{
    Action, Event, Item, RogueAscension,
    content::CardSet,
    state::{Blow, End, Healing, LastBlow, Pending, kinds},
};

impl RogueAscension {
    /// The seat in turn takes a blow. Returns `true` if it is over at once and the hero lives.
    /// Otherwise a player has to decide first, or the match is lost.
    #[inline]
    pub(super) fn take_blow<C: Chance, L: Log<Event>>(
        &mut self,
        blow: Blow,
        chance: &mut C,
        log: &mut L,
    ) -> Result<bool, C::Halt> {
        let hero = self.hero(self.turn);
        // Checks the cards first: the processor predicts them better than dice.
        if hero.holds_any(const { kinds(&[Item::Evade, Item::DoubleDie]) }) {
            let doubling = matches!(blow, Blow::Strike { defense, .. } if defense > 0) && hero.holds(Item::DoubleDie);
            if blow.damage() > 0 && (hero.holds(Item::Evade) || doubling) {
                self.pending = Pending::Damage(blow);
                return Ok(false);
            }
        }
        self.lose_health(blow, chance, log)
    }

    pub(super) fn answer_blow<C: Chance, L: Log<Event>>(
        &mut self,
        blow: Blow,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        let seat = self.turn;
        let over = match (action, blow) {
            (Action::Evade, _) => {
                // R16
                self.spend(seat, Item::Evade);
                log.tell(Event::Evaded { seat, trap: blow.of_trap() });
                true
            }
            (Action::DoubleDie, Blow::Strike { attack, defense }) => {
                // R15
                let defense = self.double(defense, log);
                let over = self.take_blow(Blow::Strike { attack, defense }, chance, log)?;
                if let Some(last) = &mut self.story.last {
                    last.doubled = true;
                }
                over
            }
            _ => self.lose_health(blow, chance, log)?,
        };
        if over { self.after_blow(chance, log) } else { Ok(()) }
    }

    #[inline]
    fn lose_health<C: Chance, L: Log<Event>>(
        &mut self,
        blow: Blow,
        chance: &mut C,
        log: &mut L,
    ) -> Result<bool, C::Halt> {
        let seat = self.turn;
        let damage = blow.damage();
        let hero = self.hero_mut(seat);
        let before = hero.hp;
        hero.hp = before.saturating_sub(damage);
        let left = hero.hp;
        self.story.lost += before - left;
        log.tell(if damage > 0 {
            Event::Hurt { seat, damage, left, trap: blow.of_trap() }
        } else {
            Event::Unhurt { seat }
        });
        if left == 0 {
            self.fall(blow, before, chance, log)?;
        }
        Ok(left > 0)
    }

    /// The seat in turn has no health left.
    #[cold]
    fn fall<C: Chance, L: Log<Event>>(&mut self, blow: Blow, health: u16, chance: &mut C, log: &mut L) -> Step<C> {
        const SECOND_WIND: RollReason = RollReason::new("second-wind", text!("Second Wind"));
        let seat = self.turn;
        if self.hero(seat).holds(Item::SecondWind) {
            // R19: it acts by itself
            self.spend(seat, Item::SecondWind);
            let value = chance.roll(Item::SecondWind.die(), SECOND_WIND.of(seat))?.into();
            return self.ask_healing(value, Healing::SecondWind, chance, log);
        }
        // R35
        log.tell(Event::Fell { seat });
        self.story.last = Some(LastBlow { blow, health, doubled: false });
        let end = match (self.trap, self.fight) {
            (None, Some(fight)) => End::Slain(fight.kind),
            (Some(_), _) | (None, None) => End::Trapped,
        };
        self.end(end);
        Ok(())
    }

    /// The fallen hero stands up with that much health, and the blow is over.
    pub(super) fn stand_up<C: Chance, L: Log<Event>>(&mut self, value: u16, chance: &mut C, log: &mut L) -> Step<C> {
        let seat = self.turn;
        let health = if self.options.overheal { value } else { value.min(CardSet::health()) }; // R7
        self.hero_mut(seat).hp = health;
        log.tell(Event::SecondWind { seat, health });
        self.after_blow(chance, log)
    }

    /// Goes on after a blow that a decision interrupted.
    fn after_blow<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        match (self.trap, self.fight) {
            (None, Some(fight)) => self.enemy_phase(fight.at + 1, chance, log),
            (Some(_), _) | (None, None) => self.leave_trap(chance, log),
        }
    }
}
