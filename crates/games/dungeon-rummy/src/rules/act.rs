//! The action phase: cards, boots, tokens and treasures, in any number and order.

use kernel::{Chance, Log};

use super::Step;
use crate::{Action, DungeonRummy, Event, Hero, Laid, Treasure, content::Effect, event::Source, state::Pending};

impl DungeonRummy {
    #[inline]
    pub(super) fn act<C: Chance, L: Log<Event>>(&mut self, action: Action, chance: &mut C, log: &mut L) -> Step<C> {
        if action == Action::End {
            return self.end_actions(chance, log);
        }
        self.today.actions += 1;
        match action {
            // 7.1
            Action::Play { card, meld, pos, wild } => {
                let hero = self.active_hero();
                self.hero_mut(hero).lose(card);
                self.lay(Laid::new(card, wild), Source::Hand, meld, pos, log);
                Ok(())
            }
            // 7.2
            Action::PlayTop { hero, meld, pos, wild } => {
                self.today.boots -= 1;
                self.lay_top(hero, meld, pos, wild, log);
                // R28: a companion's top is always open.
                if self.seat_of(hero).is_none() { self.turn_up(hero, chance, log) } else { Ok(()) }
            }
            Action::Flip { hero } => {
                self.today.boots -= 1;
                self.turn_up(hero, chance, log)?;
                self.pending = Pending::Flip { hero }; // R29
                Ok(())
            }
            Action::Move { from, idx, meld, pos } => {
                self.move_card(from, idx.into(), meld, pos.into(), log);
                Ok(())
            }
            Action::Swap { meld, idx, with, with_idx } => {
                self.swap_cards(meld, idx.into(), with, with_idx.into(), log);
                Ok(())
            }
            // 7.3
            Action::Heal { hero } => {
                self.hero_mut(Hero::Oakie).tokens -= 1;
                log.tell(Event::TokenSpent { hero: Hero::Oakie });
                self.heal(hero, 1, log); // R50
                Ok(())
            }
            Action::TokenDraw { hero } => {
                self.hero_mut(Hero::Bob).tokens -= 1;
                log.tell(Event::TokenSpent { hero: Hero::Bob });
                self.draw_card(hero, chance, log) // R51
            }
            Action::TokenDig { hero, card } => {
                self.hero_mut(Hero::Bob).tokens -= 1;
                log.tell(Event::TokenSpent { hero: Hero::Bob });
                self.dig(hero, card, log);
                Ok(())
            }
            // 7.4
            Action::Treasure { id, hero } => self.use_treasure(id, hero, chance, log),
            // 7.5
            Action::Attack { meld } => self.attack(meld, chance, log),
            _ => unreachable!("{action:?} is not legal here"),
        }
    }

    /// Puts a card into a meld space. A wild costs a token of Milton's, or Forged Papers.
    fn lay<L: Log<Event>>(&mut self, card: Laid, source: Source, meld: Hero, pos: u8, log: &mut L) {
        if card.marked() && !std::mem::take(&mut self.today.forge) {
            self.hero_mut(Hero::Milton).tokens -= 1; // R52
        }
        self.hero_mut(meld).meld.insert(pos.into(), card);
        log.tell(Event::Played { seat: self.active(), card: card.card(), source, meld, wild: card.marked() });
    }

    /// Puts the open top of a hero's deck into a meld space.
    fn lay_top<L: Log<Event>>(&mut self, hero: Hero, meld: Hero, pos: u8, wild: bool, log: &mut L) {
        let top = self.hero_mut(hero).top.take();
        debug_assert!(top.is_some(), "{hero:?} has an open top");
        if let Some(card) = top {
            self.lay(Laid::new(card, wild), Source::Top(hero), meld, pos, log);
        }
    }

    /// R29: the card that was turned up is placed without another boot, or stays open on its deck.
    pub(super) fn place_or_leave<L: Log<Event>>(&mut self, hero: Hero, action: Action, log: &mut L) {
        self.pending = Pending::Act;
        match action {
            Action::Place { meld, pos, wild } => self.lay_top(hero, meld, pos, wild, log),
            _ => log.tell(Event::Left { hero }),
        }
    }

    /// R30: marks travel with the card (R32). Sticky Gloves are used up before boots.
    fn move_card<L: Log<Event>>(&mut self, from: Hero, idx: usize, meld: Hero, pos: usize, log: &mut L) {
        if self.today.tug > 0 {
            self.today.tug -= 1;
        } else {
            self.today.boots -= 1;
        }
        let card = self.hero_mut(from).meld.remove(idx);
        self.hero_mut(meld).meld.insert(pos, card);
        log.tell(Event::Moved { seat: self.active(), card: card.card(), from, meld });
    }

    /// R31: each takes the other's exact place.
    fn swap_cards<L: Log<Event>>(&mut self, meld: Hero, idx: usize, with: Hero, with_idx: usize, log: &mut L) {
        if self.today.juggle > 0 {
            self.today.juggle -= 1;
        } else {
            self.today.boots -= 2;
        }
        let (one, other) = (self.hero(meld).meld.cards()[idx], self.hero(with).meld.cards()[with_idx]);
        self.hero_mut(meld).meld.replace(idx, other);
        self.hero_mut(with).meld.replace(with_idx, one);
        log.tell(Event::Swapped { seat: self.active(), card: one.card(), meld, other: other.card(), with });
    }

    /// R50: never above full health.
    fn heal<L: Log<Event>>(&mut self, hero: Hero, by: u8, log: &mut L) {
        let own = self.hero_mut(hero);
        let by = (by as i8).min(hero.health() - own.hp);
        own.hp += by;
        let left = own.hp;
        if by > 0 {
            log.tell(Event::Healed { hero, by: by as u8, left });
        }
    }

    /// R33, R34: a treasure of the common stash is used once and leaves the game.
    fn use_treasure<C: Chance, L: Log<Event>>(
        &mut self,
        treasure: Treasure,
        named: Option<Hero>,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        self.stash.take(treasure);
        log.tell(Event::Used { seat: self.active(), treasure, hero: named });
        let active = self.active_hero();
        let hero = named.unwrap_or(active);
        match treasure.effect() {
            Effect::Heal(by) => self.heal(hero, by, log),
            Effect::HealAll(by) => Hero::ALL.into_iter().for_each(|hero| self.heal(hero, by, log)),
            Effect::Tokens(tokens) => {
                let gained = self.hero_mut(hero).gain_tokens(tokens);
                log.tell(Event::Gained { hero, tokens: gained });
            }
            Effect::Draw(cards) => self.draw_cards(active, cards, chance, log)?,
            Effect::DrawAll(cards) => {
                for seat in 0..usize::from(self.seats) {
                    self.draw_cards(self.played[seat], cards, chance, log)?;
                }
            }
            Effect::Dodge => self.dodge = true,
            Effect::Lace => self.today.boots = self.all_boots(),
            Effect::Sharpen(by) => self.today.sharpen += by,
            Effect::Pierce => self.today.pierce = true,
            Effect::Strike(by) => self.hurt_monster(by, chance, log)?,
            Effect::Compost => {
                self.clear_graveyard();
                log.tell(Event::Cleared);
            }
            Effect::Salvage(left) => self.pending = Pending::Salvage { left },
            Effect::Forge => self.today.forge = true,
            Effect::Tug => self.today.tug += 1,
            Effect::Juggle => self.today.juggle += 1,
        }
        Ok(())
    }

    /// Takes a card of the graveyard into the hand, or stops.
    pub(super) fn salvage<L: Log<Event>>(&mut self, left: u8, action: Action, log: &mut L) {
        self.pending = Pending::Act;
        if let Action::Salvage { card } = action {
            self.dig(self.active_hero(), card, log);
            if left > 1 && !self.graveyard.is_empty() {
                self.pending = Pending::Salvage { left: left - 1 };
            }
        }
    }
}
