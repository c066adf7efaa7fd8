//! The turn: the monster attacks, the player draws, boots are refreshed. Later the player discards,
//! and the graveyard may burst.

use kernel::{Chance, Log, RollReason};
use text::text;

use super::Step;
use crate::{
    Action, Card, DungeonRummy, Event, Hero, Treasure,
    content::{BLAST, HAND, SideEffect, TORCHES, Target},
    state::{Cause, End, Pending, Today},
};

impl DungeonRummy {
    // Step 0.

    pub(crate) fn begin_turn<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        self.today = Today::default();
        if self.turn == TORCHES {
            log.tell(Event::TorchesOut); // R61
            self.end(End::Torches);
            return Ok(());
        }
        log.tell(Event::Turn { turn: self.turn, seat: self.active(), hero: self.active_hero(), focus: self.focus() });
        self.monster_attacks(chance, log)
    }

    // Step 1.

    fn monster_attacks<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        let monster = self.foe.monster;
        if std::mem::take(&mut self.dodge) {
            log.tell(Event::Dodged { monster });
            self.draw_step();
            return Ok(());
        }
        // R12: all hits are chosen before any of them does damage.
        let pending = self.blow();
        log.tell(Event::MonsterAttacks { monster, pending });
        self.threaten(pending, Cause::Monster, chance, log)
    }

    /// The damage of the monster's next attack to each hero, from the table as it is.
    pub(crate) fn blow(&self) -> [u8; 4] {
        let mut pending = [0; 4];
        for (target, by) in self.phase().hits {
            self.targets(*target).for_each(|hero| pending[hero as usize] += by);
        }
        pending[self.focus() as usize] += self.foe.rage;
        pending
    }

    /// The heroes of a target word at this moment.
    fn targets(&self, target: Target) -> impl Iterator<Item = Hero> + use<> {
        let heroes = Hero::ALL.into_iter();
        let focus = self.focus();
        let one = match target {
            Target::All => None,
            Target::Focus => Some(focus),
            Target::Next => Some(Hero::ALL[(focus as usize + 1) % 4]),
            Target::Active => Some(self.active_hero()),
            // Ties go to the first hero in party order.
            Target::Weakest => heroes.clone().min_by_key(|hero| self.hero(*hero).hp),
            Target::Toughest => heroes.clone().min_by_key(|hero| -self.hero(*hero).hp),
            Target::Richest => heroes.clone().min_by_key(|hero| -(self.hero(*hero).tokens as i8)),
        };
        heroes.filter(move |hero| one.is_none_or(|one| one == *hero))
    }

    /// R12: side effects come after the hits, in the order printed.
    pub(super) fn side_effects<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        for effect in self.phase().effects {
            self.side_effect(*effect, chance, log)?;
        }
        self.draw_step();
        Ok(())
    }

    fn side_effect<C: Chance, L: Log<Event>>(&mut self, effect: SideEffect, chance: &mut C, log: &mut L) -> Step<C> {
        match effect {
            SideEffect::Rage(by) => {
                // No hero survives more, and wounds stay within their numbers.
                self.foe.rage = (self.foe.rage + by).min(60);
                log.tell(Event::Raged { monster: self.foe.monster, rage: self.foe.rage });
            }
            SideEffect::Mend(by) => {
                let by = by.min(self.foe.damage);
                self.foe.damage -= by;
                log.tell(Event::Mended { monster: self.foe.monster, by });
            }
            SideEffect::Trip(boots) => {
                self.today.trip += boots;
                log.tell(Event::Tripped { seat: self.active(), boots });
            }
            SideEffect::Drain(target, by) => {
                for hero in self.targets(target) {
                    let by = by.min(self.hero(hero).tokens);
                    self.hero_mut(hero).tokens -= by;
                    log.tell(Event::Drained { hero, by });
                }
            }
            SideEffect::Fumble(times) => {
                for _ in 0..times {
                    self.fumble(chance, log)?;
                }
            }
            SideEffect::Chew(target, times) => {
                for hero in self.targets(target) {
                    (0..times).for_each(|_| self.chew(hero, log));
                }
            }
            SideEffect::Mill(target, times) => {
                for hero in self.targets(target) {
                    for _ in 0..times {
                        self.mill(hero, chance, log)?;
                    }
                }
            }
            SideEffect::Pilfer(times) => {
                for _ in 0..times {
                    self.pilfer(chance, log)?;
                }
            }
        }
        Ok(())
    }

    /// A random card of the active hand goes to the graveyard, for all to see.
    fn fumble<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        const FUMBLE: RollReason = RollReason::new("fumble", text!("A card of the hand"));
        let hero = self.active_hero();
        let mut hand = self.hero(hero).hand;
        if !hand.is_empty() {
            let card = chance.draw(&mut hand, self.told(FUMBLE.of(self.active()), hero))?;
            self.hero_mut(hero).lose(card);
            self.bury(card);
            log.tell(Event::Fumbled { hero, card });
        }
        Ok(())
    }

    /// With real cards, the owner of a hidden hand enters the outcome of a draw that shows its
    /// content.
    pub(super) fn told(&self, why: RollReason, hero: Hero) -> RollReason {
        self.seat_of(hero).filter(|_| self.hides(hero)).map_or(why, |seat| why.told_by(seat))
    }

    /// The rightmost card of a meld goes to the graveyard, and loses its star.
    fn chew<L: Log<Event>>(&mut self, hero: Hero, log: &mut L) {
        let meld = &mut self.hero_mut(hero).meld;
        if !meld.is_empty() {
            let card = meld.remove(meld.len() - 1).card();
            self.bury(card);
            log.tell(Event::Chewed { hero, card });
        }
    }

    /// The top card of a deck goes to the graveyard. R59, R60: no deck is remade for it.
    fn mill<C: Chance, L: Log<Event>>(&mut self, hero: Hero, chance: &mut C, log: &mut L) -> Step<C> {
        let card = match self.hero_mut(hero).top.take() {
            Some(card) => card,
            None if self.hero(hero).deck.is_empty() => return Ok(()),
            None => {
                let why = self.told(super::DECKS[hero as usize], hero);
                chance.draw(&mut self.hero_mut(hero).deck, why)?
            }
        };
        self.bury(card);
        log.tell(Event::Milled { hero, card });
        if self.seat_of(hero).is_none() {
            self.turn_up(hero, chance, log)?;
        }
        Ok(())
    }

    fn pilfer<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        const PILFER: RollReason = RollReason::new("pilfer", text!("A treasure of the stash"));
        if !self.stash.is_empty() {
            let treasure: Treasure = chance.draw(&mut self.stash, PILFER)?;
            log.tell(Event::Pilfered { treasure });
        }
        Ok(())
    }

    // Steps 2 and 3.

    /// R14: a card must be drawn if there is one. R16: else the step is skipped.
    fn draw_step(&mut self) {
        let nothing = !self.hero(self.active_hero()).can_draw() && self.graveyard.is_empty();
        self.pending = Pending::Draw;
        if nothing {
            self.refresh();
        }
    }

    /// Only damage comes before the draw: boots are refreshed after it (R15).
    fn refresh(&mut self) {
        self.today.boots = self.all_boots().saturating_sub(self.today.trip);
        self.pending = Pending::Act;
    }

    pub(super) fn draw_or_dig<C: Chance, L: Log<Event>>(
        &mut self,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        let hero = self.active_hero();
        match action {
            Action::Dig { card } => self.dig(hero, card, log),
            _ => self.draw_card(hero, chance, log)?,
        }
        if !self.over() {
            self.refresh();
        }
        Ok(())
    }

    /// A hero takes a card of the graveyard into the hand; everybody sees which.
    pub(super) fn dig<L: Log<Event>>(&mut self, hero: Hero, card: Card, log: &mut L) {
        self.graveyard.take(card);
        let own = self.hero_mut(hero);
        own.hand.put(card);
        own.seen.put(card);
        log.tell(Event::Dug { hero, card });
    }

    /// A card goes to the graveyard.
    pub(super) fn bury(&mut self, card: Card) {
        self.graveyard.put(card);
    }

    // Steps 5 to 8. Step 4, the action phase, has a module of its own.

    /// R55: a player with an empty hand discards nothing.
    pub(super) fn end_actions<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        if self.hero(self.active_hero()).hand.is_empty() {
            return self.check_graveyard(chance, log);
        }
        self.pending = Pending::Discard;
        Ok(())
    }

    pub(super) fn discard<C: Chance, L: Log<Event>>(&mut self, action: Action, chance: &mut C, log: &mut L) -> Step<C> {
        let Action::Discard { card } = action else { unreachable!("{action:?} is not legal here") };
        let hero = self.active_hero();
        self.hero_mut(hero).lose(card);
        self.bury(card);
        log.tell(Event::Discarded { seat: self.active(), card });
        self.check_graveyard(chance, log)
    }

    /// R56: at the end of every turn, discard or not.
    fn check_graveyard<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        if self.buried() < BLAST.into() {
            return self.refill(chance, log);
        }
        log.tell(Event::Bursts { cards: self.graveyard.len() as u8, monsters: self.fallen.len() as u8 });
        self.pending = Pending::Blast { asked: Hero::Lily, shares: [0; 4] };
        Ok(())
    }

    /// R58: only an empty hand is filled up.
    pub(super) fn refill<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        let hero = self.active_hero();
        if self.hero(hero).hand.is_empty() {
            self.draw_cards(hero, HAND, chance, log)?;
            if self.over() {
                return Ok(());
            }
        }
        self.turn += 1;
        self.begin_turn(chance, log)
    }
}
