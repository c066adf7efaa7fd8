//! The fight window: cards, offers and passes, in any order.

use kernel::{Chance, Log, Seat, SeatSet};

use super::Step;
use crate::{
    Effect, Event, Gloombah, Item,
    action::{On, Share},
    content::{Op, Vs},
    state::{Offer, Side, Stage},
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
        match target {
            Some(target) => self.play_on(target, op, log),
            None => {
                let fight = self.fight_mut();
                match op {
                    Op::Attack(n, vs) => fight.bonus += n + Vs::against(vs, fight.monster.card().tag),
                    Op::MonsterAdd(n) => fight.monster_add += n,
                    Op::Duplicate => fight.duplicates += 1,
                    Op::DamageAdd(n) => fight.damage_add += n,
                    Op::Escape => return self.vanish(seat, log),
                    _ => unreachable!("{} is not played on nothing", card.name()),
                }
            }
        }
        self.change();
    }

    fn play_on<L: Log<Event>>(&mut self, target: Seat, op: Op, log: &mut L) {
        match op {
            Op::Bless(n) => self.side_mut(target).percent.push(n),
            Op::Curse(n) => self.side_mut(target).percent.push(-n),
            Op::Shield(n) => self.side_mut(target).shield += n,
            Op::Disarm => self.side_mut(target).disarmed = true,
            Op::Cleanse => self.cleanse(target),
            Op::DestroyGear => {
                // R36: for good
                if let Some(gear) = self.open.player_mut(target).gear.take() {
                    self.open.spent.put(gear.card);
                    log.tell(Event::GearLost { seat: target, card: gear.card });
                }
            }
            _ => unreachable!("{op:?} has no target in a fight"),
        }
    }

    /// Curses, the lost grip, and lasting trouble with attack and weapon.
    fn cleanse(&mut self, target: Seat) {
        let side = self.side_mut(target);
        side.percent.retain(|n| *n >= 0);
        side.disarmed = false;
        let trouble = |effect: Option<Effect>| matches!(effect, Some(Effect::Attack(_) | Effect::WeaponOff));
        self.open.player_mut(target).status.retain(|lasting| !trouble(lasting.effect()));
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

    /// Everybody may act again, whoever passed before.
    fn change(&mut self) {
        self.fight_mut().passed = SeatSet::EMPTY;
    }

    fn side_mut(&mut self, seat: Seat) -> &mut Side {
        let side = usize::from(seat != self.open.active);
        &mut self.fight_mut().sides[side]
    }
}
