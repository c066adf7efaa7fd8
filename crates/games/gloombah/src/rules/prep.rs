//! Preparation: repair, equipment, and cards that are played outside of fights.

use kernel::{Audience, Chance, Log, RollReason, Seat, SeatSet};
use text::text;

use super::Step;
use crate::{
    Event, Gloombah, Item,
    action::On,
    content::{Kind, Op},
    state::Gear,
};

/// A card is drawn from a player's hand.
pub(super) const PICK_HAND: RollReason = RollReason::new("pick_hand", text!("A random card of the hand"));

impl Gloombah {
    /// R10: free, and at any moment of the preparation.
    pub(super) fn repair<L: Log<Event>>(&mut self, seat: Seat, log: &mut L) {
        if let Some(gear) = &mut self.open.player_mut(seat).gear {
            gear.damaged = false;
            log.tell(Event::Repaired { seat, card: gear.card });
        }
    }

    /// R6: one gear and one weapon; R8: what is replaced is spent.
    pub(super) fn equip<L: Log<Event>>(&mut self, seat: Seat, card: Item, log: &mut L) {
        let held = self.hand_mut(seat).take(card);
        debug_assert!(held, "seat {seat} holds {}", card.name());
        let player = self.open.player_mut(seat);
        let instead_of = match card.kind() {
            Kind::Gear { .. } => player.gear.replace(Gear { card, damaged: false }).map(|gear| gear.card),
            Kind::Weapon { .. } => player.weapon.replace(card),
            Kind::Consumable { .. } => unreachable!("{} is no equipment", card.name()),
        };
        instead_of.into_iter().for_each(|old| self.open.spent.put(old));
        log.tell(Event::Equipped { seat, card, instead_of });
    }

    /// A card played in the player's own preparation (R11).
    pub(super) fn prepare<C: Chance, L: Log<Event>>(
        &mut self,
        seat: Seat,
        card: Item,
        on: On,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        self.spend(seat, card);
        let target = match on {
            On::Target(target) => Some(target),
            On::Nothing | On::Give(_) | On::Pick(_) => None,
        };
        log.tell(Event::Played { seat, card, target });
        match (card.op(), on) {
            (Some(Op::LevelUp(n)), _) => {
                let player = self.open.player_mut(seat);
                player.level += n;
                log.tell(Event::Rose { seat, level: player.level });
            }
            (Some(Op::Draw(n)), _) => self.draw_items(seat, n, chance, log)?,
            (Some(Op::Scout(n)), _) => self.open.scout = n,
            (Some(Op::Steal(n)), On::Target(from)) => {
                for _ in 0..n {
                    self.steal(seat, from, chance, log)?;
                }
            }
            (Some(Op::TradeIn(n)), On::Give(given)) => {
                self.spend(seat, given);
                log.tell(Event::Gave { seat, card: given });
                self.draw_items(seat, n, chance, log)?;
            }
            (Some(Op::Recover), On::Pick(picked)) => {
                // R64: from the discard pile, not from the cards spent this turn
                let lay_there = self.open.item_discard.take(picked);
                debug_assert!(lay_there, "{} is in the discard pile", picked.name());
                self.hand_mut(seat).put(picked);
                log.tell(Event::Recovered { seat, card: picked });
            }
            (Some(Op::Cure), _) => {
                self.open.player_mut(seat).status.clear();
                log.tell(Event::Cured { seat });
            }
            _ => unreachable!("{} cannot be played so in the preparation", card.name()),
        }
        Ok(())
    }

    /// Thief and victim see the card; an empty hand has none to lose.
    fn steal<C: Chance, L: Log<Event>>(&mut self, seat: Seat, from: Seat, chance: &mut C, log: &mut L) -> Step<C> {
        if self.hand(from).is_empty() {
            return Ok(());
        }
        let both = SeatSet::only(seat).with(from);
        let card = chance.draw(self.hand_mut(from), PICK_HAND.of(from).only(both).told_by(from))?;
        self.hand_mut(seat).put(card);
        log.say(Audience::Only(both), Event::Stole { seat, from, card });
        log.say(Audience::Except(both), Event::StoleUnseen { seat, from });
        Ok(())
    }
}
