//! The fight window: cards, offers and passes, in any order.

use kernel::{Chance, Log, Seat, SeatSet};

use super::Step;
use crate::{
    Effect, Event, Gloombah, Item,
    action::{On, Share},
    content::{Op, Vs},
    fight::{Offer, Played},
    state::{Open, Phase, Stage},
};

impl Gloombah {
    /// A card played in a fight (R20): to `spent`, its effect, then the change.
    pub(super) fn play<L: Log<Event>>(&mut self, seat: Seat, card: Item, on: On, log: &mut L) {
        self.spend(seat, card);
        let target = match on {
            On::Target(target) => Some(target),
            On::Nothing | On::Give(_) | On::Pick(_) => None,
        };
        log.tell(Event::Played { seat, card, target });
        let Some(op) = card.op() else { unreachable!("{} is no consumable", card.name()) };
        if op == Op::Escape {
            return self.vanish(seat, log);
        }
        let gear = target.and_then(|target| self.open.player(target).gear).filter(|_| op == Op::DestroyGear);
        self.open.work(op, target);
        if let (Some(target), Some(gear)) = (target, gear) {
            self.open.spent.put(gear.card); // R36: permanently
            log.tell(Event::GearLost { seat: target, card: gear.card });
        }
        let target = target.map_or(SeatSet::EMPTY, SeatSet::only);
        self.fight_mut().played.push(Played { seat, card, target });
        self.change();
    }

    /// R37: the fight ends for all, without result.
    fn vanish<L: Log<Event>>(&mut self, seat: Seat, log: &mut L) {
        log.tell(Event::Vanished { seat, monster: self.fight_mut().monster });
        self.monster_goes(log);
    }

    /// R23: an offer is answered at once.
    pub(super) fn offer<L: Log<Event>>(&mut self, seat: Seat, share: Share, log: &mut L) {
        self.fight_mut().offers[seat.index()] += 1;
        log.tell(Event::Offered { seat, to: self.open.active, share });
        self.set_stage(Stage::Reply(Offer { seat, share }));
    }

    /// R22: the one helper of this fight.
    pub(super) fn accept<L: Log<Event>>(&mut self, seat: Seat, log: &mut L) {
        let offer = self.open.pending();
        self.fight_mut().helper = offer;
        self.set_stage(Stage::Window);
        self.change();
        if let Some(Offer { seat: helper, share }) = offer {
            log.tell(Event::Agreed { seat, helper, share });
        }
    }

    /// A refused offer is no change (R19).
    pub(super) fn decline<L: Log<Event>>(&mut self, seat: Seat, log: &mut L) {
        if let Some(Offer { seat: helper, .. }) = self.open.pending() {
            log.tell(Event::Declined { seat, helper });
        }
        self.set_stage(Stage::Window);
    }

    /// R19: when all have passed since the last change, the fight is decided.
    pub(super) fn pass<C: Chance, L: Log<Event>>(&mut self, seat: Seat, chance: &mut C, log: &mut L) -> Step<C> {
        log.tell(Event::Passed { seat });
        let everybody = SeatSet::first(self.open.seats);
        let fight = self.fight_mut();
        fight.passed = fight.passed.with(seat);
        if fight.passed == everybody { self.settle(chance, log) } else { Ok(()) }
    }

    /// Lets all act again, passed or not.
    fn change(&mut self) {
        self.fight_mut().passed = SeatSet::EMPTY;
    }
}

impl Open {
    /// Carries out the effect of a card in the current fight. Destroyed gear is gone, and no pile
    /// has it yet.
    pub(crate) fn work(&mut self, op: Op, target: Option<Seat>) {
        let Phase::Met(fight, _) = &mut self.phase else { unreachable!("cards are played in a fight") };
        let Some(target) = target else {
            match op {
                Op::Attack(n, vs) => fight.bonus += n + Vs::against(vs, fight.monster.card().tag),
                Op::MonsterAdd(n) => fight.monster_add += n,
                Op::Duplicate => fight.duplicates += 1,
                Op::DamageAdd(n) => fight.damage_add += n,
                _ => unreachable!("{op:?} needs a target, or is for no fight"),
            }
            return;
        };
        let side = &mut fight.sides[usize::from(target != self.active)];
        match op {
            Op::Bless(n) => side.percent.push(n),
            Op::Curse(n) => side.percent.push(-n),
            Op::Shield(n) => side.shield += n,
            Op::Disarm => side.disarmed = true,
            Op::DestroyGear => self.player_mut(target).gear = None,
            Op::Cleanse => {
                // curses, the lost grip, and lasting trouble with attack and weapon
                side.percent.retain(|n| *n >= 0);
                side.disarmed = false;
                let trouble = |effect: Option<Effect>| matches!(effect, Some(Effect::Attack(_) | Effect::WeaponOff));
                self.player_mut(target).status.retain(|lasting| !trouble(lasting.effect()));
            }
            _ => unreachable!("{op:?} has no target in a fight"),
        }
    }
}
