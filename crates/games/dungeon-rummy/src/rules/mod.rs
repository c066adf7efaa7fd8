//! The rules, in the order of the rulebook.
//!
//! Each step runs until a player has to decide. [`Pending`] holds all that the next step needs.

mod act;
mod attack;
mod hurt;
mod legal;
mod refuse;
mod turn;

use kernel::{Audience, CardSet, Chance, Log, RollReason, SeatSet};
use text::text;

use crate::{
    Action, Card, Event, Hero, Meld, Monster, Options, Treasure,
    cards::deck_of,
    content::{HAND, REMAKE, TORCHES, Tier},
    options::TokenControl,
    state::{Cause, DungeonRummy, End, Foe, HeroState, Pending, Today},
};

/// The result of a step: done, or halted by chance.
type Step<C> = Result<(), <C as Chance>::Halt>;

/// The most decisions of a match.
///
/// **Why every match ends.** An action phase has at most 200 actions and the decisions that they
/// open: a placement for each card turned up, and two cards of one salvage. Around it a turn has at
/// most 8 answers with shields to the monster and 8 to the blast. It also has a draw, a discard and
/// three shares of the blast. After 100 turns the torches go out.
pub(crate) const BOUND: u64 = 240 * TORCHES as u64;

/// The reasons of draws: a card of a hero's deck.
const DECKS: [RollReason; 4] = [
    RollReason::new("deck-lily", text!("A card of Lily's deck")),
    RollReason::new("deck-bob", text!("A card of Bob's deck")),
    RollReason::new("deck-oakie", text!("A card of Oakie's deck")),
    RollReason::new("deck-milton", text!("A card of Milton's deck")),
];

impl DungeonRummy {
    /// Section "Set-up" of the rulebook: the boss, hands and open cards, the first monster.
    pub(crate) fn lay_out<C: Chance, L: Log<Event>>(
        options: &Options,
        seats: u8,
        chance: &mut C,
        log: &mut L,
    ) -> Result<Self, C::Halt> {
        const BOSS: RollReason = RollReason::new("boss", text!("The boss"));
        let mut bosses = monsters(Tier::Boss);
        let boss = match options.boss.named() {
            Some(boss) => boss,
            None => chance.draw(&mut bosses, BOSS)?, // R64
        };
        let mut played = Hero::ALL;
        for (seat, hero) in played.iter_mut().zip(&options.heroes) {
            *seat = *hero;
        }
        let mut game = DungeonRummy {
            level: options.level,
            open_hands: options.open_hands,
            own_tokens: options.token_control == TokenControl::Owner,
            seats,
            played,
            heroes: Hero::ALL.map(HeroState::new),
            turn: 0,
            foe: Foe { monster: boss, phase: 0, damage: 0, rage: 0 },
            boss,
            met: 0,
            pool: [Tier::One, Tier::Two, Tier::Three].into_iter().flat_map(|tier| monsters(tier).iter()).collect(),
            graveyard: CardSet::EMPTY,
            fallen: CardSet::EMPTY,
            stash: CardSet::EMPTY,
            unlooted: Treasure::ALL.into_iter().collect(),
            dodge: false,
            today: Today::default(),
            pending: Pending::Act,
        };
        log.tell(Event::Boss { level: options.level, boss });
        for hero in Hero::ALL {
            if game.seat_of(hero).is_some() {
                game.draw_cards(hero, HAND, chance, log)?;
            } else {
                game.turn_up(hero, chance, log)?; // R9
            }
        }
        game.meet_next(chance, log)?;
        game.begin_turn(chance, log)?;
        Ok(game)
    }

    /// Carries out one decision, and all that follows up to the next.
    #[inline]
    pub(crate) fn decide<C: Chance, L: Log<Event>>(&mut self, action: Action, chance: &mut C, log: &mut L) -> Step<C> {
        match self.pending {
            Pending::Shield { pending, cause } => self.answer_blow(pending, cause, action, chance, log),
            Pending::Draw => self.draw_or_dig(action, chance, log),
            Pending::Act => self.act(action, chance, log),
            Pending::Flip { hero } => {
                self.place_or_leave(hero, action, log);
                Ok(())
            }
            Pending::Salvage { left } => {
                self.salvage(left, action, log);
                Ok(())
            }
            Pending::Discard => self.discard(action, chance, log),
            Pending::Blast { asked, shares } => self.deal_blast(asked, shares, action, chance, log),
            Pending::Over(_) => unreachable!("nothing is legal once it is over"),
        }
    }

    /// Draws this many cards, one by one, unless the match ends (section "Drawing" of the
    /// rulebook).
    fn draw_cards<C: Chance, L: Log<Event>>(&mut self, hero: Hero, number: u8, chance: &mut C, log: &mut L) -> Step<C> {
        for _ in 0..number {
            if !self.over() {
                self.draw_card(hero, chance, log)?;
            }
        }
        Ok(())
    }

    /// A played hero draws a card from its own deck.
    fn draw_card<C: Chance, L: Log<Event>>(&mut self, hero: Hero, chance: &mut C, log: &mut L) -> Step<C> {
        // R29: an open top is the next card.
        if let Some(card) = self.hero_mut(hero).top.take() {
            let hand = self.hero_mut(hero);
            hand.hand.put(card);
            hand.seen.put(card);
            log.tell(Event::DrewTop { hero, card });
            return Ok(());
        }
        if self.hero(hero).deck.is_empty() {
            if self.hero(hero).trash.is_empty() {
                return Ok(());
            }
            self.remake(hero, log);
            if self.over() {
                return Ok(());
            }
        }
        let Some(seat) = self.seat_of(hero) else { return Ok(()) };
        let hidden = self.hides(hero);
        let why = DECKS[hero as usize].of(seat);
        let why = if hidden { why.only(SeatSet::only(seat)).told_by(seat) } else { why };
        let own = self.hero_mut(hero);
        let card = chance.draw(&mut own.deck, why)?;
        own.hand.put(card);
        if hidden {
            log.say(Audience::Only(SeatSet::only(seat)), Event::Drew { hero, card });
            log.say(Audience::Except(SeatSet::only(seat)), Event::DrewUnseen { hero });
        } else {
            log.tell(Event::Drew { hero, card });
        }
        Ok(())
    }

    /// R59: the trash becomes the deck, for 2 health at once.
    #[cold]
    fn remake<L: Log<Event>>(&mut self, hero: Hero, log: &mut L) {
        let own = self.hero_mut(hero);
        own.deck = std::mem::replace(&mut own.trash, CardSet::EMPTY);
        own.hp -= REMAKE;
        let left = own.hp;
        log.tell(Event::Remade { hero, left });
        self.bury_the_dead(Cause::Deck, log);
    }

    /// A deck's next card becomes its open top; R60: an empty deck of a companion is not remade.
    fn turn_up<C: Chance, L: Log<Event>>(&mut self, hero: Hero, chance: &mut C, log: &mut L) -> Step<C> {
        if self.hero(hero).deck.is_empty() {
            return Ok(());
        }
        let why = self.told(DECKS[hero as usize], hero);
        let own = self.hero_mut(hero);
        let card = chance.draw(&mut own.deck, why)?;
        own.top = Some(card);
        log.tell(Event::TurnedUp { hero, card });
        Ok(())
    }

    /// The next monster on the way, or the boss after the last one.
    pub(crate) fn meet_next<C: Chance, L: Log<Event>>(&mut self, chance: &mut C, log: &mut L) -> Step<C> {
        const MONSTER: RollReason = RollReason::new("monster", text!("The next monster"));
        let monster = match self.ahead().first() {
            Some(tier) => {
                let mut unmet: CardSet<Monster> = self.pool.iter().filter(|monster| monster.tier() == *tier).collect();
                let monster = chance.draw(&mut unmet, MONSTER)?;
                self.pool.take(monster);
                self.met += 1;
                monster
            }
            None => self.boss,
        };
        self.foe = Foe { monster, phase: 0, damage: 0, rage: 0 };
        log.tell(Event::Met { monster, health: self.phase_health() });
        log.show(self); // it is there before it strikes
        Ok(())
    }

    /// Cards leave for the trash of their homes (R46).
    fn trash(&mut self, card: Card) {
        self.hero_mut(card.home()).trash.put(card);
    }

    /// R57: cards of the graveyard go to the trash of their homes, fallen monsters leave the game.
    fn clear_graveyard(&mut self) {
        let cards = std::mem::replace(&mut self.graveyard, CardSet::EMPTY);
        cards.iter().for_each(|card| self.trash(card));
        self.fallen = CardSet::EMPTY;
    }

    /// R13: a hero without health is dead, and all have lost.
    fn bury_the_dead<L: Log<Event>>(&mut self, cause: Cause, log: &mut L) {
        for hero in Hero::ALL {
            if self.hero(hero).hp <= 0 {
                log.tell(Event::Died { hero, cause, monster: self.foe.monster });
                self.end(End::Death);
            }
        }
    }

    #[inline]
    fn over(&self) -> bool {
        matches!(self.pending, Pending::Over(_))
    }

    #[inline]
    fn end(&mut self, end: End) {
        self.pending = Pending::Over(end);
    }
}

impl HeroState {
    pub(crate) fn new(hero: Hero) -> HeroState {
        HeroState {
            hp: hero.health(),
            tokens: 0,
            deck: deck_of(hero),
            top: None,
            hand: CardSet::EMPTY,
            seen: CardSet::EMPTY,
            meld: Meld::EMPTY,
            trash: CardSet::EMPTY,
        }
    }
}

/// All monsters of a tier.
fn monsters(tier: Tier) -> CardSet<Monster> {
    Monster::ALL.into_iter().filter(|monster| monster.tier() == tier).collect()
}
