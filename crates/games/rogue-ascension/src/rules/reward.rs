//! Rewards.

use kernel::{Chance, Face, Log, Rank, RollReason, Seat};
use text::text;

use super::Step;
use crate::{
    Curse, Event, Item, RogueAscension,
    state::{Pending, Queue, Reward},
};

const TREASURE: RollReason = RollReason::new("treasure", text!("A treasure"));

impl RogueAscension {
    /// After a trap or on a treasure floor: one reward for the active hero, not optional (R22).
    pub(super) fn reward_active<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        let queue = Queue::of([self.active]);
        self.hand_out(Reward { queue, optional: false, card: None, traps: 0 }, chance, log)
    }

    pub(super) fn hand_out<C: Chance, L: Log<Event>>(
        &mut self,
        reward: Reward,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        self.reward = Some(reward);
        self.offer_reward(chance, log)
    }

    #[inline]
    fn reward_mut(&mut self) -> &mut Reward {
        self.reward.as_mut().expect("a reward is being handed out")
    }

    /// Offers a reward to the next hero in the queue, or ends the floor.
    fn offer_reward<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        let &mut Reward { ref queue, optional, .. } = self.reward_mut();
        let Some(seat) = queue.first() else {
            self.reward = None;
            self.leave_floor();
            return Ok(());
        };
        if optional && self.hero(seat).cursed(Curse::CursedTreasure) > 0 {
            self.ask(seat, Pending::Reward); // R22
            return Ok(());
        }
        self.draw_reward(seat, chance, log)
    }

    pub(super) fn decline_reward<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        log.tell(Event::Declined { seat: self.turn });
        self.next_reward(chance, log)
    }

    /// Removes the first hero from the queue, and goes on.
    #[inline]
    pub(super) fn next_reward<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        self.reward_mut().queue.pop();
        self.offer_reward(chance, log)
    }

    pub(super) fn draw_reward<C: Chance, L: Log<Event>>(&mut self, seat: Seat, chance: &mut C, log: &mut L) -> Step<C> {
        self.turn = seat;
        let Some(card) = self.draw(TREASURE.of(seat), chance, log)? else {
            return self.void_reward(chance, log);
        };
        log.tell(Event::Drew { seat, card });
        let traps = self.hero(seat).cursed(Curse::CursedTreasure);
        let reward = self.reward_mut();
        (reward.card, reward.traps) = (Some(card), traps);
        self.pending = Pending::Treasure;
        log.show(self);
        self.spring_curses(chance, log)
    }

    /// R26
    #[cold]
    fn void_reward<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        log.tell(Event::Nothing { seat: self.turn });
        self.reward_mut().card = None;
        self.next_reward(chance, log)
    }

    /// R23: one trap for each Cursed Treasure, after the card is seen and before its use.
    pub(super) fn spring_curses<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        const CURSED_TRAP: RollReason = RollReason::new("cursed-trap", text!("Which trap: heads easy, tails hard"));
        let reward = self.reward_mut();
        if reward.traps == 0 {
            return self.open_treasure(chance, log);
        }
        reward.traps -= 1;
        let seat = reward.queue.first().expect("somebody draws");
        let hard = chance.flip(CURSED_TRAP.of(seat))? == Face::Tails;
        self.spring_trap(seat, hard, true, chance, log)
    }

    #[inline]
    fn open_treasure<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        let &mut Reward { ref queue, card, .. } = self.reward_mut();
        let (Some(seat), Some(card)) = (queue.first(), card) else { unreachable!("somebody holds a treasure card") };
        self.turn = seat;
        match Item::of(card) {
            None if card == Rank::Ace => return self.open_ace(seat, chance, log),
            None => self.pending = Pending::ChooseAbility,
            Some(item) if item.is_weapon() => return self.gain(item, chance, log), // R11
            Some(_) => self.pending = Pending::Treasure,
        }
        Ok(())
    }

    /// R12: an ace is two cards, and the hero keeps one of them.
    #[cold]
    fn open_ace<C: Chance, L: Log<Event>>(&mut self, seat: Seat, chance: &mut C, log: &mut L) -> Step<C> {
        let mut card = Rank::Ace;
        while card == Rank::Ace {
            self.cards.discard.put(Rank::Ace);
            self.reward_mut().card = None;
            let first = self.draw(TREASURE.of(seat), chance, log)?;
            let second = match first {
                Some(_) => self.draw(TREASURE.of(seat), chance, log)?,
                None => None,
            };
            log.tell(Event::DrewTwo { seat, cards: [first, second] });
            card = match (first, second) {
                (None, _) => return self.void_reward(chance, log),
                (Some(only), None) => only,
                (Some(first), Some(second)) if first == second => {
                    self.cards.discard.put(second);
                    first
                }
                (Some(first), Some(second)) => {
                    self.pending = Pending::ChooseCard { cards: [first, second] };
                    return Ok(());
                }
            };
        }
        self.reward_mut().card = Some(card);
        self.open_treasure(chance, log)
    }

    pub(super) fn choose_card<C: Chance, L: Log<Event>>(
        &mut self,
        [first, second]: [Rank; 2],
        card: Rank,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        self.cards.discard.put(if card == first { second } else { first });
        log.tell(Event::Kept { seat: self.turn, card });
        self.reward_mut().card = Some(card);
        self.open_treasure(chance, log)
    }

    /// The card in hand goes with the hero's items.
    #[inline]
    pub(super) fn gain<C: Chance, L: Log<Event>>(&mut self, item: Item, chance: &mut C, log: &mut L) -> Step<C> {
        let seat = self.turn;
        self.reward_mut().card = None;
        self.hero_mut(seat).items.put(item);
        self.find(seat, item);
        log.tell(Event::Gained { seat, item });
        self.next_reward(chance, log)
    }

    #[inline]
    fn find(&mut self, seat: Seat, item: Item) {
        if seat == self.active {
            self.story.found = Some(item);
        }
    }

    /// The item of the card in hand, at the decision `treasure`.
    pub(crate) fn treasure(&self) -> Option<Item> {
        Item::of(self.reward.as_ref()?.card?)
    }

    pub(super) fn save_treasure<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        let item = self.treasure().expect("a treasure is in hand");
        self.gain(item, chance, log)
    }

    pub(super) fn use_treasure<C: Chance, L: Log<Event>>(
        &mut self,
        item: Item,
        target: Seat,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        self.reward_mut().card = None;
        self.find(self.turn, item);
        self.use_item(self.turn, item, target, chance, log)?;
        self.next_reward(chance, log)
    }
}
