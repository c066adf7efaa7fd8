//! The results of a fight: victory and treasure, damage, lasting effects and death.

use kernel::{Audience, Chance, Log, Seat, SeatSet};

use super::{Step, prep::PICK_HAND};
use crate::{
    Effect, Event, Gloombah, Item,
    action::Share,
    content::{BELOW_TOP, TOP},
    fight::Fight,
    state::{End, Lasting, Phase, Stage},
};

impl Gloombah {
    /// All have passed: the fight is decided.
    pub(super) fn settle<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        let (seat, fight) = (self.open.active, self.fight_mut().clone());
        let sums = self.open.sums(&fight);
        let (helper, monster) = (fight.helper.map(|helper| helper.seat), fight.monster);
        let (players, monsters) = (sums.players, sums.monsters);
        if sums.won() {
            log.tell(Event::Won { seat, helper, monster, players, monsters });
            self.win(&fight, chance, log)
        } else {
            log.tell(Event::Lost { seat, helper, monster, players, monsters });
            self.suffer_from(seat, chance, log)
        }
    }

    /// R53: levels of the active seat, victory, levels of the helper, then treasure of both.
    fn win<C: Chance, L: Log<Event>>(&mut self, fight: &Fight, chance: &mut C, log: &mut L) -> Step<C> {
        let (seat, share) = (self.open.active, fight.share());
        self.gain(seat, fight.monster.card().xp - share.xp, TOP, log); // R56
        if self.open.player(seat).level == TOP {
            log.tell(Event::ReachedTop { seat });
            self.open.phase = Phase::Over(End::Level(seat)); // R58
            return Ok(());
        }
        if let Some(helper) = fight.helper {
            self.gain(helper.seat, share.xp, BELOW_TOP, log); // R54
        }
        self.draw_items(seat, fight.treasure(), chance, log)?;
        if let Some(helper) = fight.helper {
            let Share { treasure, .. } = share;
            self.draw_items(helper.seat, treasure, chance, log)?;
        }
        self.monster_goes(log);
        Ok(())
    }

    fn gain<L: Log<Event>>(&mut self, seat: Seat, levels: u8, most: u8, log: &mut L) {
        let player = self.open.player_mut(seat);
        player.level = most.min(player.level + levels);
        if levels > 0 {
            log.tell(Event::Gained { seat, levels, level: player.level, helping: most < TOP });
        }
    }

    /// R39: the active seat suffers the loss first, then the helper. It pauses if a dead player
    /// chooses a card.
    fn suffer_from<C: Chance, L: Log<Event>>(&mut self, first: Seat, chance: &mut C, log: &mut L) -> Step<C> {
        let mut next = Some(first);
        while let Some(seat) = next {
            if self.suffer(seat, chance, log)? {
                self.set_stage(Stage::Keep(seat));
                return Ok(());
            }
            next = self.loser_after(seat);
        }
        self.monster_goes(log);
        Ok(())
    }

    /// The seat that suffers the loss after `seat`.
    fn loser_after(&mut self, seat: Seat) -> Option<Seat> {
        let helper = self.fight_mut().helper.map(|helper| helper.seat);
        helper.filter(|_| seat == self.open.active)
    }

    /// Full damage, then full effects (R40); `true` if the seat died and has cards to choose from.
    fn suffer<C: Chance, L: Log<Event>>(&mut self, seat: Seat, chance: &mut C, log: &mut L) -> Result<bool, C::Halt> {
        let levels = self.damage(seat, log);
        let monster = self.fight_mut().monster;
        let player = self.open.player_mut(seat);
        // R49: below 1 is death
        if player.level <= levels {
            return Ok(self.die(seat, log));
        }
        if levels > 0 {
            player.level -= levels;
            log.tell(Event::Hurt { seat, levels, level: player.level });
        }
        // R46: whether or not any damage came through
        match monster.card().effect {
            None => {}
            Some(Effect::Drop(cards)) => {
                for _ in 0..cards {
                    self.drop_card(seat, chance, log)?;
                }
            }
            Some(Effect::Attack(_) | Effect::Run(_) | Effect::WeaponOff | Effect::NoHelp) => {
                let until_round = self.open.round + 1; // R47
                self.open.player_mut(seat).status.push(Lasting { from: monster, until_round });
                log.tell(Event::Suffered { seat, from: monster, until_round });
            }
        }
        Ok(false)
    }

    /// Damages gear, and returns the rest, which costs levels.
    fn damage<L: Log<Event>>(&mut self, seat: Seat, log: &mut L) -> u8 {
        let Phase::Met(fight, _) = &self.open.phase else { unreachable!("a monster has been met") };
        let damage = fight.damage(self.open.side(fight, seat));
        let pierce = fight.monster.card().pierce;
        let player = self.open.player_mut(seat);
        let value = player.protection();
        if damage == 0 {
            log.tell(Event::Unhurt { seat }); // R45
            return 0;
        }
        let Some(gear) = &mut player.gear else { return damage };
        let card = gear.card;
        if pierce {
            log.tell(Event::Pierced { seat, card }); // R43
            return damage;
        }
        // R41, R42
        if damage <= value && !gear.damaged {
            gear.damaged = true;
            log.tell(Event::GearDamaged { seat, card });
        } else {
            player.gear = None;
            self.open.spent.put(card);
            log.tell(Event::GearBroke { seat, card });
        }
        damage.saturating_sub(value)
    }

    /// A random card of the hand, face up; an empty hand loses nothing.
    fn drop_card<C: Chance, L: Log<Event>>(&mut self, seat: Seat, chance: &mut C, log: &mut L) -> Step<C> {
        if self.hand(seat).is_empty() {
            return Ok(());
        }
        let card = chance.draw(self.hand_mut(seat), PICK_HAND.of(seat).told_by(seat))?;
        self.open.spent.put(card);
        log.tell(Event::Dropped { seat, card });
        Ok(())
    }

    /// R50: level 1, no equipment, the class stays; R51: no lasting effects. `true` if there are
    /// cards to choose from.
    fn die<L: Log<Event>>(&mut self, seat: Seat, log: &mut L) -> bool {
        let monster = self.fight_mut().monster;
        log.tell(Event::Died { seat, monster });
        let player = self.open.player_mut(seat);
        player.deaths += 1;
        player.level = 1;
        player.status.clear();
        let lost = [player.gear.take().map(|gear| gear.card), player.weapon.take()];
        lost.into_iter().flatten().for_each(|card| self.open.spent.put(card));
        self.hand(seat).len() > 1
    }

    /// Keeps one card, unseen by the others; discards the rest face up.
    pub(super) fn keep<C: Chance, L: Log<Event>>(
        &mut self,
        seat: Seat,
        card: Item,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        let own = SeatSet::only(seat);
        let held = self.hand_mut(seat).take(card);
        debug_assert!(held, "seat {seat} holds {}", card.name());
        self.lose_hand(seat, log);
        self.hand_mut(seat).put(card);
        log.say(Audience::Only(own), Event::Kept { seat, card });
        log.say(Audience::Except(own), Event::KeptUnseen { seat });
        match self.loser_after(seat) {
            Some(helper) => {
                self.set_stage(Stage::Window);
                log.show(self); // the fight again, before the helper suffers
                self.suffer_from(helper, chance, log)
            }
            None => {
                self.monster_goes(log);
                Ok(())
            }
        }
    }
}
