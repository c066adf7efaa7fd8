//! The rules, in the order of the rulebook: set-up and turns here, then preparation, the fight
//! window, the results of a fight, and the legal actions.
//!
//! Each step runs until a player has to decide.

mod fight;
mod legal;
mod outcome;
mod prep;
mod refuse;

use kernel::{Audience, Chance, Log, Multiset, RollReason, Seat, SeatSet, Stock, Unseen};
use text::text;

use crate::{
    Action, Event, Gloombah, Item, Monster, Options,
    content::{CLASS_COPIES, DEALT, Decks, HAND_LIMIT},
    fight::Fight,
    state::{Classes, End, Items, MAX_PLAYERS, Open, Phase, Player, Stage},
};

/// The result of a step: done, or halted by chance.
type Step<C> = Result<(), <C as Chance>::Halt>;

/// The most decisions of a turn for each item card, and besides.
const DECISIONS_A_TURN: [u64; 2] = [9, 20];
/// The most decisions of a seat in the set-up: its cards, and that it is done.
const DECISIONS_AT_SETUP: u64 = DEALT as u64 + 1;

/// The most decisions of a match.
///
/// **Why every match ends.** In a turn each of the 120 item cards is used up at most once: used
/// cards wait in `spent` until the turn is over (R61). Only a card or the one bargain of a fight
/// clears the passes, so there are at most 121 changes. Each seat passes at most once between two
/// of them (R19); offers are three a seat (R23). The rest is repair, the end of the preparation,
/// the choices about the monster, and the cards kept in death. So a turn has fewer than 1,100
/// decisions with six seats, and after `round_limit` rounds the lantern goes out (R59). A pack
/// that has more or fewer item cards moves the bound by nine decisions for each.
pub(crate) fn bound(options: &Options, seats: u8) -> u64 {
    let [each, besides] = DECISIONS_A_TURN;
    let items = Decks::of_options(options).items.len() as u64;
    u64::from(seats) * ((each * items + besides) * u64::from(options.round_limit) + DECISIONS_AT_SETUP)
}

impl Gloombah {
    /// Whether all is as in `before` but for the passes of others in the fight window, which `seat`
    /// has not passed.
    pub(crate) fn same_but_for_passes(&self, before: &Self, seat: Seat) -> bool {
        let passes = |game: &Self| game.open.window().filter(|fight| !fight.passed.contains(seat)).map(|f| f.passed);
        let (Some(now), Some(_)) = (passes(self), passes(before)) else { return false };
        let mut then = before.clone();
        then.fight_mut().passed = now;
        then == *self
    }

    // The set-up.

    /// Classes, then hands, seat by seat (R3, R4).
    pub(crate) fn lay_out<C: Chance, L: Log<Event>>(
        options: &Options,
        seats: u8,
        chance: &mut C,
        log: &mut L,
    ) -> Result<Self, C::Halt> {
        const DRAW_CLASS: RollReason = RollReason::new("draw_class", text!("A class card"));
        let mut game = Gloombah {
            open: Open {
                options: *options,
                seats,
                players: [Player::NOBODY; MAX_PLAYERS],
                active: Seat(0), // R2
                round: 1,
                turn: 1,
                scout: 1,
                phase: Phase::SetupEquip(Seat(0)),
                spent: Multiset::new(),
                item_discard: Multiset::new(),
                monster_deck: Decks::in_force().monsters.clone(),
                monster_discard: Multiset::new(),
            },
            hands: std::array::from_fn(|_| Items::new()),
            item_deck: Stock::new(Decks::in_force().items.clone()),
        };
        let mut classes = Classes::filled(CLASS_COPIES);
        for seat in Seat::all(seats) {
            let class = chance.draw(&mut classes, DRAW_CLASS.of(seat))?;
            game.open.player_mut(seat).class = class;
            log.tell(Event::Class { seat, class });
        }
        for seat in Seat::all(seats) {
            game.draw_items(seat, DEALT, chance, log)?;
        }
        Ok(game)
    }

    /// Carries out one decision, and all that follows up to the next.
    #[inline(always)]
    pub(crate) fn decide<C: Chance, L: Log<Event>>(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) -> Step<C> {
        match action {
            Action::Repair => self.repair(seat, log),
            Action::Equip { card } => self.equip(seat, card, log),
            Action::Done => self.done(seat, log),
            Action::EndPrep => return self.draw_monsters(seat, chance, log),
            Action::ChooseMonster { card } => self.choose_monster(seat, card, log),
            Action::Fight => self.stand(seat, log),
            Action::RunAuto => self.run(seat, log),
            Action::RunRoll => return self.run_roll(seat, chance, log),
            Action::RunDiscard => self.run_discard(seat, log),
            Action::Play { card, on } if self.open.fight().is_none() => {
                return self.prepare(seat, card, on, chance, log);
            }
            Action::Play { card, on } => self.play(seat, card, on, log),
            Action::Offer(share) => self.offer(seat, share, log),
            Action::Accept => self.accept(seat, log),
            Action::Refuse => self.decline(seat, log),
            Action::Pass => return self.pass(seat, chance, log),
            Action::Keep { card } => return self.keep(seat, card, chance, log),
            Action::Discard { card } => self.discard(seat, card, log),
        }
        Ok(())
    }

    /// The set-up goes on with the next seat (R5); after the last one turn 1 begins.
    fn done<L: Log<Event>>(&mut self, seat: Seat, log: &mut L) {
        let next = Seat(seat.0 + 1);
        if next.0 < self.open.seats {
            self.open.phase = Phase::SetupEquip(next);
            return;
        }
        self.open.item_discard.absorb(&mut self.open.spent);
        self.begin_turn(log);
    }

    // The choice of a monster, and fight or run.

    /// R12: a monster is drawn each turn, or two after a map.
    fn draw_monsters<C: Chance, L: Log<Event>>(&mut self, seat: Seat, chance: &mut C, log: &mut L) -> Step<C> {
        let first = self.draw_monster(seat, chance, log)?;
        if self.open.scout < 2 {
            self.meet(first, log);
            return Ok(());
        }
        let second = self.draw_monster(seat, chance, log)?;
        self.open.phase = Phase::ChooseMonster([first.min(second), first.max(second)]); // R65
        Ok(())
    }

    fn draw_monster<C: Chance, L: Log<Event>>(
        &mut self,
        seat: Seat,
        chance: &mut C,
        log: &mut L,
    ) -> Result<Monster, C::Halt> {
        const DRAW_MONSTER: RollReason = RollReason::new("draw_monster", text!("A monster card"));
        let open = &mut self.open;
        if open.monster_deck.is_empty() {
            open.monster_deck.absorb(&mut open.monster_discard); // R63
            log.tell(Event::Reshuffled);
        }
        let monster = chance.draw(&mut open.monster_deck, DRAW_MONSTER.of(seat))?;
        log.tell(Event::Turned { seat, monster });
        Ok(monster)
    }

    fn choose_monster<L: Log<Event>>(&mut self, seat: Seat, monster: Monster, log: &mut L) {
        let Phase::ChooseMonster([low, high]) = self.open.phase else { unreachable!("two monsters are offered") };
        self.open.monster_discard.put(if monster == low { high } else { low });
        log.tell(Event::Chose { seat, monster });
        self.meet(monster, log);
    }

    fn meet<L: Log<Event>>(&mut self, monster: Monster, log: &mut L) {
        self.open.phase = Phase::Met(Fight::new(monster), Stage::Encounter);
        log.show(self);
    }

    fn stand<L: Log<Event>>(&mut self, seat: Seat, log: &mut L) {
        log.tell(Event::Stood { seat, monster: self.fight_mut().monster });
        self.set_stage(Stage::Window);
    }

    /// R13: free below level 3.
    fn run<L: Log<Event>>(&mut self, seat: Seat, log: &mut L) {
        self.escape(seat, true, log);
    }

    fn escape<L: Log<Event>>(&mut self, seat: Seat, free: bool, log: &mut L) {
        log.tell(Event::Ran { seat, monster: self.fight_mut().monster, free });
        self.monster_goes(log);
    }

    /// R14: two dice must show the level or more; R15: gear and lasting effects count. R17: a
    /// failed roll is a fight.
    fn run_roll<C: Chance, L: Log<Event>>(&mut self, seat: Seat, chance: &mut C, log: &mut L) -> Step<C> {
        const RUN: RollReason = RollReason::new("run", text!("Running from the monster"));
        let mut dice = [0; 2];
        for die in &mut dice {
            *die = chance.roll(kernel::Die::D6, RUN.of(seat))?;
        }
        let player = self.open.player(seat);
        let (modifier, level) = (player.run_modifier(), player.level);
        let escaped = (dice[0] + dice[1]) as i8 + modifier >= level as i8;
        log.tell(Event::Rolled { seat, dice, modifier, level, escaped });
        if escaped {
            self.escape(seat, false, log);
        } else {
            self.set_stage(Stage::Window);
        }
        Ok(())
    }

    /// R16: the whole hand for a certain escape.
    fn run_discard<L: Log<Event>>(&mut self, seat: Seat, log: &mut L) {
        log.tell(Event::ThrewAway { seat, cards: self.hand(seat).len() as u8 });
        self.lose_hand(seat, log);
        self.escape(seat, false, log);
    }

    // The end of the turn.

    /// The monster goes to its pile (R18), and the turn ends.
    fn monster_goes<L: Log<Event>>(&mut self, log: &mut L) {
        let monster = self.fight_mut().monster;
        self.open.monster_discard.put(monster);
        self.end_turn(log);
    }

    /// R62: a player with too many cards discards first.
    fn end_turn<L: Log<Event>>(&mut self, log: &mut L) {
        let too_many = |seat: &Seat| self.hand(*seat).len() > HAND_LIMIT.into();
        if let Some(seat) = self.open.from(self.open.active).find(too_many) {
            self.open.phase = Phase::Trim(seat);
            return;
        }
        self.open.item_discard.absorb(&mut self.open.spent); // R61
        self.open.active = self.open.after(self.open.active);
        if self.open.active == Seat(0) && !self.next_round(log) {
            self.open.active = Seat(self.open.seats - 1);
            return;
        }
        self.open.turn += 1;
        self.begin_turn(log);
    }

    fn discard<L: Log<Event>>(&mut self, seat: Seat, card: Item, log: &mut L) {
        self.spend(seat, card);
        log.tell(Event::Discarded { seat, card });
        self.end_turn(log);
    }

    /// Lasting effects end with their round (R47); `false` when the lantern goes out (R59).
    fn next_round<L: Log<Event>>(&mut self, log: &mut L) -> bool {
        let round = self.open.round;
        for seat in Seat::all(self.open.seats) {
            self.open.player_mut(seat).status.retain(|lasting| {
                let over = lasting.until_round == round;
                if over {
                    log.tell(Event::Faded { seat, from: lasting.from });
                }
                !over
            });
        }
        if round == self.open.options.round_limit {
            log.tell(Event::LanternOut { rounds: round });
            self.open.phase = Phase::Over(End::Lantern(self.first()));
            return false;
        }
        self.open.round += 1;
        true
    }

    fn begin_turn<L: Log<Event>>(&mut self, log: &mut L) {
        let Open { round, turn, active: seat, .. } = self.open;
        self.open.scout = 1;
        self.open.phase = Phase::Prep;
        log.tell(Event::Turn { round, turn, seat });
    }

    // Cards and their places.

    /// R57: draws item cards, which only the drawer sees. An empty deck is refilled from its
    /// discard pile (R63).
    fn draw_items<C: Chance, L: Log<Event>>(&mut self, seat: Seat, cards: u8, chance: &mut C, log: &mut L) -> Step<C> {
        const DRAW_ITEM: RollReason = RollReason::new("draw_item", text!("An item card"));
        let drawer = SeatSet::only(seat);
        let mut drawn = 0;
        for _ in 0..cards {
            if self.item_deck.is_empty() {
                if self.open.item_discard.is_empty() {
                    break;
                }
                self.item_deck.absorb(&mut self.open.item_discard);
                log.tell(Event::Reshuffled);
            }
            let others = |card: Item| {
                let hands = self.hands.iter().enumerate().filter(|(index, _)| *index != seat.index());
                hands.map(|(_, hand)| usize::from(hand.count(card))).sum()
            };
            let mut deck = Unseen { stock: &mut self.item_deck, elsewhere: others };
            let card = chance.draw(&mut deck, DRAW_ITEM.of(seat).only(drawer).told_by(seat))?;
            self.hand_mut(seat).put(card);
            log.say(Audience::Only(drawer), Event::Drew { seat, card });
            drawn += 1;
        }
        if drawn > 0 {
            log.say(Audience::Except(drawer), Event::DrewUnseen { seat, cards: drawn });
        }
        Ok(())
    }

    /// A card of the hand leaves play (R61).
    fn spend(&mut self, seat: Seat, card: Item) {
        let held = self.hand_mut(seat).take(card);
        debug_assert!(held, "seat {seat} holds {}", card.name());
        self.open.spent.put(card);
    }

    /// All cards of the hand leave play, face up.
    fn lose_hand<L: Log<Event>>(&mut self, seat: Seat, log: &mut L) {
        for (card, copies) in self.hand(seat).iter() {
            (0..copies).for_each(|_| log.tell(Event::Forfeited { seat, card }));
        }
        let hand = seat.index() % MAX_PLAYERS;
        self.open.spent.absorb(&mut self.hands[hand]);
    }

    // The encounter.

    /// The current encounter.
    pub(crate) fn fight_mut(&mut self) -> &mut Fight {
        match &mut self.open.phase {
            Phase::Met(fight, _) => fight,
            _ => unreachable!("a monster has been met"),
        }
    }

    fn set_stage(&mut self, to: Stage) {
        match &mut self.open.phase {
            Phase::Met(_, stage) => *stage = to,
            _ => unreachable!("a monster has been met"),
        }
    }
}
