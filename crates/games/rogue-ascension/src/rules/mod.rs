//! The rules, in the order of the rulebook.
//!
//! Each step runs until a player has to decide. [`Pending`] holds all that the next step needs.
//! Every pause between two dice is such a decision (R6).

mod fight;
mod hurt;
mod legal;
mod reward;
mod trap;

use kernel::{Chance, Die, Log, Multiset, Rank, RollReason, Seat};
use text::text;

use crate::{
    Action, Curse, Event, Item, Options, RogueAscension,
    content::{CardSet, LADDER, Level},
    state::{End, Grade, Healing, Hero, Items, MAX_HEROES, Passed, Pending, Stock, Story, floors},
};

/// The result of a step: done, or halted by chance.
type Step<C> = Result<(), <C as Chance>::Halt>;

/// The most decisions of a match. A camp and a fight on every floor and at the boss. In each round
/// a hero strikes, may change the roll, and is struck. Then come rewards, each with its traps and
/// at most eighteen aces to choose from.
pub(crate) fn bound(options: &Options, seats: u8) -> u64 {
    let (heroes, floors) = (u64::from(seats), u64::from(CardSet::of(options.pack).floors(seats)));
    let rewards = floors * heroes;
    let rounds = u64::from(options.fight_round_limit);
    let fights = (floors + 1) * (2 + heroes * rounds * 3);
    let treasures = rewards * (24 + u64::from(options.ascension) * 2 * (2 + heroes));
    let uses = 2 * rewards;
    fights + treasures + uses
}

/// The dice of the ladder's levels, in a table long enough that a level needs no bounds check.
static ROLLS: [Level; 16] = {
    let mut rolls = [LADDER[0]; 16];
    let mut level = 0;
    while level < LADDER.len() {
        rolls[level] = LADDER[level];
        level += 1;
    }
    rolls
};

/// The table before any choice or draw. Copying it whole is quicker than building it piece by
/// piece.
const BARE: RogueAscension = {
    const HERO: Hero = Hero {
        hp: 0,
        attack: Grade::at(0),
        defense: Grade::at(0),
        luck: 0,
        items: Items::new(),
        curses: [0; Curse::ALL.len()],
    };
    RogueAscension {
        options: Options::USUAL,
        players: 1,
        heroes: [HERO; MAX_HEROES],
        order: [Seat(0), Seat(1), Seat(2), Seat(3)],
        active: Seat(0),
        floor: 1,
        cards: Stock { unseen: Multiset::new(), hidden: 0, pile: Multiset::new(), discard: Multiset::new() },
        card: None,
        fight: None,
        trap: None,
        reward: None,
        turn: Seat(0),
        pending: Pending::Camp,
        story: Story::NONE,
    }
};

impl RogueAscension {
    /// Setup: turn order, tower, curses.
    pub(crate) fn lay_out<C: Chance, L: Log<Event>>(
        options: &Options,
        seats: u8,
        chance: &mut C,
        log: &mut L,
    ) -> Result<Self, C::Halt> {
        let mut game = BARE;
        (game.options, game.players, game.cards.hidden) = (*options, seats, floors(seats));
        let cards = CardSet::in_force();
        let hero = &cards.hero[0];
        game.cards.unseen = cards.unseen.clone();
        for other in game.heroes.iter_mut().take(seats.into()) {
            (other.hp, other.attack, other.defense) = (hero.health, Grade::at(hero.attack), Grade::at(hero.defense));
        }
        if seats > 1 {
            game.roll_order(chance, log)?;
        }
        for seat in Seat::all(seats) {
            for _ in 0..options.ascension {
                game.draw_curse(seat, chance, log)?;
            }
        }
        game.ask(game.active, Pending::Camp);
        Ok(game)
    }

    /// The highest roll goes first, equal rolls in the order of seats (R28).
    fn roll_order<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        const ORDER: RollReason = RollReason::new("order", text!("Turn order"));
        let mut rolls = [0; 4];
        for seat in Seat::all(self.players) {
            rolls[seat.index()] = chance.roll(Die::D20, ORDER.of(seat))?;
        }
        // A stable sort; places without a hero rolled 0 and stay last.
        self.order.sort_by_key(|seat| std::cmp::Reverse(rolls[seat.index()]));
        self.active = self.order[0];
        log.tell(Event::TurnOrder { order: self.order().iter().copied().collect() });
        Ok(())
    }

    /// R27, R38: a curse is noted on the sheet, and its card discarded.
    fn draw_curse<C: Chance, L: Log<Event>>(&mut self, seat: Seat, chance: &mut C, log: &mut L) -> Step<C> {
        const CURSE: RollReason = RollReason::new("curse", text!("A curse"));
        let floor = self.options.die_floor;
        if let Some(card) = self.draw(CURSE.of(seat), chance, log)? {
            let curse = Curse::of(card);
            self.hero_mut(seat).curse(curse, floor);
            self.cards.discard.put(card);
            log.tell(Event::Cursed { seat, curse });
        }
        Ok(())
    }

    /// Draws from the pile. R26: all discarded cards become a new pile when it is empty; without
    /// any the draw is void.
    #[inline]
    fn draw<C: Chance, L: Log<Event>>(
        &mut self,
        why: RollReason,
        chance: &mut C,
        log: &mut L,
    ) -> Result<Option<Rank>, C::Halt> {
        if self.cards.pile_len() == 0 {
            self.reshuffle(log);
            if self.cards.pile.is_empty() {
                return Ok(None);
            }
        }
        let from = if self.cards.pile.is_empty() { &mut self.cards.unseen } else { &mut self.cards.pile };
        chance.draw(from, why).map(Some)
    }

    /// All discarded cards become the pile.
    #[cold]
    fn reshuffle<L: Log<Event>>(&mut self, log: &mut L) {
        if !self.cards.discard.is_empty() {
            log.tell(Event::Reshuffled { cards: self.cards.discard.len() as u16 });
            self.cards.pile.absorb(&mut self.cards.discard);
        }
    }

    /// Gives the next decision to `seat`.
    #[inline]
    fn ask(&mut self, seat: Seat, pending: Pending) {
        self.turn = seat;
        self.pending = pending;
    }

    fn end(&mut self, end: End) {
        self.pending = Pending::Over(end);
    }

    /// Carries out one decision, and all that follows up to the next.
    // Branches on the pending decision first: a playout that has just listed the legal actions then
    // goes straight on from there.
    #[inline(always)]
    pub(crate) fn decide<C: Chance, L: Log<Event>>(&mut self, action: Action, chance: &mut C, log: &mut L) -> Step<C> {
        let seat = self.turn;
        match self.pending {
            Pending::Camp => match action {
                Action::Use { item, target } => self.use_saved(seat, item, target, chance, log),
                _ => self.reveal(chance, log),
            },
            Pending::CombatTurn => match action {
                Action::Use { item, target } => self.use_saved(seat, item, target, chance, log),
                _ => self.attack(chance, log),
            },
            Pending::Initiative { hero, enemy } => self.change_initiative(hero, enemy, action, chance, log),
            Pending::AttackRoll { roll, extra, weapons } => {
                self.change_attack(roll, extra, weapons, action, chance, log)
            }
            Pending::Damage(blow) => self.answer_blow(blow, action, chance, log),
            Pending::TrapRoll => self.change_trap(action, chance, log),
            Pending::Assist { at } => self.answer_assist(at, action, chance, log),
            Pending::HealingRoll { value, healing } => self.change_healing(value, healing, action, chance, log),
            Pending::Reward => match action {
                Action::Draw => self.draw_reward(seat, chance, log),
                _ => self.decline_reward(chance, log),
            },
            Pending::ChooseCard { cards } => match action {
                Action::Choose { card } => self.choose_card(cards, card, chance, log),
                _ => unreachable!("{action:?} is not legal here"),
            },
            Pending::ChooseAbility => match action {
                Action::Ability { name } => self.gain(name, chance, log),
                _ => unreachable!("{action:?} is not legal here"),
            },
            Pending::Treasure => match action {
                Action::Use { item, target } => self.use_treasure(item, target, chance, log),
                _ => self.save_treasure(chance, log),
            },
            Pending::Over(_) => unreachable!("nothing is legal once it is over"),
        }
    }

    // A floor.

    fn reveal<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        const FLOOR: RollReason = RollReason::new("floor", text!("The next floor"));
        let active = self.active;
        if self.floor > self.floors() {
            return self.meet_boss(chance, log);
        }
        let card = chance.draw(&mut self.cards.unseen, FLOOR)?;
        self.cards.hidden -= 1;
        self.card = Some(card);
        log.tell(Event::Floor { floor: self.floor, seat: active, card });
        match card {
            Rank::Jack => self.spring_trap(active, false, false, chance, log),
            Rank::Queen => self.spring_trap(active, true, false, chance, log),
            Rank::Ace => self.reward_active(chance, log), // R12: the ace only marks the floor
            _ => self.meet_enemy(card, chance, log),
        }
    }

    /// The floor is done: its card is discarded, and the next hero in order goes ahead (R41).
    fn leave_floor(&mut self) {
        if let Some(card) = self.card.take() {
            self.cards.discard.put(card);
            let Story { lost, found, .. } = self.story;
            let passed = Passed { card, found, lost, health: self.hero(self.active).hp };
            self.story.passed[usize::from(self.floor - 1)] = Some(passed);
            (self.story.lost, self.story.found) = (0, None);
        }
        self.floor += 1;
        self.active = self.order[usize::from((self.floor - 1) % self.players)];
        self.ask(self.active, Pending::Camp);
    }

    // Using a card.

    /// A saved card is used: in camp, or before an attack (R10).
    fn use_saved<C: Chance, L: Log<Event>>(
        &mut self,
        seat: Seat,
        item: Item,
        target: Seat,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        self.hero_mut(seat).items.take(item);
        self.use_item(seat, item, target, chance, log)
    }

    /// The used card is discarded before its effect. R32: on any hero, in the hero's own turn.
    fn use_item<C: Chance, L: Log<Event>>(
        &mut self,
        seat: Seat,
        item: Item,
        target: Seat,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        const HEAL: RollReason = RollReason::new("heal", text!("Healing"));
        let floor = self.options.die_floor;
        self.cards.discard.put(item.rank());
        log.tell(Event::Used { seat, item, target });
        match item {
            Item::Luck => self.hero_mut(target).luck = self.hero(target).luck.saturating_add(Item::Luck.n() as u8),
            Item::AttackUp => {
                let level = self.hero_mut(target).attack.change(Item::AttackUp.n() as i16, floor);
                log.tell(Event::Raised { seat: target, attack: true, level });
            }
            Item::DefenseUp => {
                let level = self.hero_mut(target).defense.change(Item::DefenseUp.n() as i16, floor);
                log.tell(Event::Raised { seat: target, attack: false, level });
            }
            Item::Heal => {
                // R20
                let value = chance.roll(item.die(), HEAL.of(seat))?.into();
                self.ask_healing(value, Healing::Heal { target }, chance, log)?;
            }
            _ => self.heal(target, item.heals().unwrap_or_default(), log),
        }
        Ok(())
    }

    /// R7: health stops at 30, unless `overheal`.
    fn heal<L: Log<Event>>(&mut self, seat: Seat, by: u16, log: &mut L) {
        let overheal = self.options.overheal;
        let hero = self.hero_mut(seat);
        let before = hero.hp;
        hero.hp = if overheal { before.saturating_add(by) } else { (before + by).min(CardSet::health()) };
        log.tell(Event::Healed { seat, by: hero.hp - before, health: hero.hp });
    }

    /// R15: asks whether to double a healing roll, if that is possible.
    fn ask_healing<C: Chance, L: Log<Event>>(
        &mut self,
        value: u16,
        healing: Healing,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        if self.hero(self.turn).holds(Item::DoubleDie) {
            self.pending = Pending::HealingRoll { value, healing };
            return Ok(());
        }
        self.finish_healing(value, healing, chance, log)
    }

    fn finish_healing<C: Chance, L: Log<Event>>(
        &mut self,
        value: u16,
        healing: Healing,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        match healing {
            Healing::Heal { target } => {
                self.heal(target, value, log);
                self.pending = if self.fight.is_some() { Pending::CombatTurn } else { Pending::Camp };
                Ok(())
            }
            Healing::SecondWind => self.stand_up(value, chance, log),
        }
    }

    fn change_healing<C: Chance, L: Log<Event>>(
        &mut self,
        value: u16,
        healing: Healing,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        if action == Action::DoubleDie {
            let value = self.double(value, log);
            return self.ask_healing(value, healing, chance, log);
        }
        self.finish_healing(value, healing, chance, log)
    }

    /// The seat in turn spends a Double Die (R15).
    fn double<L: Log<Event>>(&mut self, value: u16, log: &mut L) -> u16 {
        let seat = self.turn;
        self.spend(seat, Item::DoubleDie);
        log.tell(Event::Doubled { seat, value: value * 2 });
        value * 2
    }

    /// Takes an item from a hero and discards its card.
    #[inline]
    fn spend(&mut self, seat: Seat, item: Item) {
        let held = self.hero_mut(seat).items.take(item);
        debug_assert!(held, "seat {seat} holds {item:?}");
        self.cards.discard.put(item.rank());
    }

    /// Rolls a level of the dice ladder: every die by itself; 0 at level `none`.
    #[inline]
    fn roll_level<C: Chance>(&self, level: u8, why: RollReason, chance: &mut C) -> Result<u16, C::Halt> {
        let (mut count, die) = ROLLS[usize::from(level) % ROLLS.len()];
        let mut sum = 0;
        while count > 0 {
            sum += u16::from(chance.roll(die, why)?);
            count -= 1;
        }
        Ok(sum)
    }
}
