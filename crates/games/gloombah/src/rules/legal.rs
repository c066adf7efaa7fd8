//! The legal actions, in the canonical order.

use kernel::{ActionSink, Card, Seat};

use crate::{
    Action, Effect, Gloombah, Item,
    action::{On, Share},
    content::{BELOW_TOP, Masks, Op, RUN_LEVEL},
    fight::Fight,
    state::{Items, Open, Phase, Stage},
};

impl Gloombah {
    /// Lists the legal actions of `seat`.
    #[inline(always)]
    pub(crate) fn list<M: ActionSink<Action>>(&self, seat: Seat, out: &mut M) {
        if !self.open.awaited().contains(seat) {
            return;
        }
        let hand = self.hand(seat);
        match &self.open.phase {
            Phase::SetupEquip(_) => {
                self.list_equip(seat, out);
                out.push(Action::Done);
            }
            Phase::Prep => {
                let damaged = self.open.player(seat).gear.is_some_and(|gear| gear.damaged);
                out.push_if(damaged, Action::Repair);
                self.list_equip(seat, out);
                self.list_prep(seat, out);
                out.push(Action::EndPrep);
            }
            Phase::ChooseMonster([low, high]) => {
                out.push(Action::ChooseMonster { card: *low });
                out.push_if(low != high, Action::ChooseMonster { card: *high });
            }
            Phase::Met(_, Stage::Encounter) => {
                out.push(Action::Fight);
                if self.open.player(seat).level < RUN_LEVEL {
                    out.push(Action::RunAuto); // R13
                } else {
                    out.push(Action::RunRoll);
                    out.push_if(!hand.is_empty(), Action::RunDiscard); // R16
                }
            }
            Phase::Met(fight, Stage::Window) => {
                self.open.list_window(hand, seat, fight, out);
                out.push(Action::Pass);
            }
            Phase::Met(_, Stage::Reply(_)) => {
                out.push(Action::Accept);
                out.push(Action::Refuse);
            }
            Phase::Met(_, Stage::Keep(_)) => push_kinds(out, hand.present(), |card| Action::Keep { card }),
            Phase::Trim(_) => push_kinds(out, hand.present(), |card| Action::Discard { card }),
            Phase::Over(_) => {}
        }
    }

    /// R9: gear, and weapons of the player's own class.
    fn list_equip<M: ActionSink<Action>>(&self, seat: Seat, out: &mut M) {
        let masks = Masks::in_force();
        let fits = masks.gear | masks.weapons[self.open.player(seat).class.index()];
        push_kinds(out, self.hand(seat).present() & fits, |card| Action::Equip { card });
    }

    /// R67: a card that could have no effect cannot be played.
    fn list_prep<M: ActionSink<Action>>(&self, seat: Seat, out: &mut M) {
        let (hand, player) = (self.hand(seat), self.open.player(seat));
        for card in kinds(hand.present() & Masks::in_force().prep) {
            let play = |on: On| Action::Play { card, on };
            match card.op() {
                Some(Op::LevelUp(n)) => out.push_if(player.level + n <= BELOW_TOP, play(On::Nothing)), // R55
                Some(Op::Draw(_)) => {
                    let any = !self.item_deck.is_empty() || !self.open.item_discard.is_empty();
                    out.push_if(any, play(On::Nothing));
                }
                Some(Op::Scout(n)) => out.push_if(self.open.scout < n, play(On::Nothing)),
                Some(Op::Steal(_)) => {
                    for other in Seat::all(self.open.seats) {
                        let robbed = other != seat && !self.hand(other).is_empty();
                        out.push_if(robbed, play(On::Target(other)));
                    }
                }
                Some(Op::TradeIn(_)) => push_kinds(out, others(hand, card), |given| play(On::Give(given))),
                Some(Op::Recover) => {
                    push_kinds(out, self.open.item_discard.present(), |picked| play(On::Pick(picked)));
                }
                Some(Op::Cure) => out.push_if(!player.status.is_empty(), play(On::Nothing)),
                _ => unreachable!("{} is not for the preparation", card.name()),
            }
        }
    }
}

impl Open {
    /// R20: participants play fight cards, bystanders backstab cards, and bystanders make offers.
    pub(crate) fn list_window<M: ActionSink<Action>>(&self, hand: &Items, seat: Seat, fight: &Fight, out: &mut M) {
        let participants = self.participants(fight);
        let masks = Masks::in_force();
        let playable = if participants.contains(seat) { masks.fight } else { masks.backstab };
        for card in kinds(hand.present() & playable) {
            let Some(op) = card.op() else { continue };
            let play = |on: On| Action::Play { card, on };
            if op.aims() {
                for target in participants.iter() {
                    out.push_if(self.works_on(fight, op, target), play(On::Target(target)));
                }
            } else {
                out.push_if(op != Op::Escape || seat == self.active, play(On::Nothing)); // R37
            }
        }
        if let Some(Share { xp, treasure }) = self.best_share(fight, seat) {
            let treasures = u32::from(treasure) + 1;
            out.push_each((u32::from(xp) + 1) * treasures, |n| {
                Action::Offer(Share { xp: (n / treasures) as u8, treasure: (n % treasures) as u8 })
            });
        }
    }

    /// Whether a card of a fight could have an effect on this participant (R67).
    pub(crate) fn works_on(&self, fight: &Fight, op: Op, target: Seat) -> bool {
        let (side, player) = (self.side(fight, target), self.player(target));
        match op {
            Op::Cleanse => {
                let cursed = side.percent.iter().any(|n| *n < 0);
                let trouble = |effect: Option<Effect>| matches!(effect, Some(Effect::Attack(_) | Effect::WeaponOff));
                cursed || side.disarmed || player.status.iter().any(|lasting| trouble(lasting.effect()))
            }
            Op::Disarm => player.weapon.is_some() && !side.disarmed,
            Op::DestroyGear => player.gear.is_some(),
            _ => true,
        }
    }
}

/// The kinds of cards in a hand, `card` only if there is a second one.
fn others(hand: &Items, card: Item) -> u64 {
    let own = 1 << card.index();
    if hand.count(card) > 1 { hand.present() } else { hand.present() & !own }
}

/// The items of these bits, in the order of their ids.
fn kinds(mut bits: u64) -> impl Iterator<Item = Item> {
    std::iter::from_fn(move || {
        let index = bits.trailing_zeros() as usize;
        if bits == 0 {
            return None;
        }
        bits &= bits - 1;
        Some(Item::from_index(index))
    })
}

/// One action for each item of these bits.
fn push_kinds<M: ActionSink<Action>>(out: &mut M, bits: u64, action: impl Fn(Item) -> Action) {
    out.push_each(bits.count_ones(), |n| {
        let left = (0..n).fold(bits, |bits, _| bits & (bits - 1));
        action(Item::from_index(left.trailing_zeros() as usize))
    });
}
