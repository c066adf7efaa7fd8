//! The state of a match, and what always holds of it.

use kernel::{CardSet, Outcome, Seat};

use crate::{
    Card, Hero, Level, Meld, Monster, Treasure,
    content::{BOOTS, MAX_TOKENS, Phase, Tier},
};

/// A match of Dungeon Rummy.
///
/// Decks are sets: no order of theirs is fixed before a card is drawn (R66). The only secrets are
/// the hands, and all that follows from them about the decks.
///
/// Always: each of the 104 cards is in exactly one deck, top, hand, meld, trash or in the
/// graveyard; melds are legal; tokens are 0 to 7 each; no hero has more than full health.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DungeonRummy {
    pub(crate) level: Level,
    pub(crate) open_hands: bool,
    /// Whether the tokens of a played hero are spent by its own player alone (R54).
    pub(crate) own_tokens: bool,
    pub(crate) seats: u8,
    /// The hero of each seat, in party order (R10); those beyond `seats` are unused.
    pub(crate) played: [Hero; 4],
    pub(crate) heroes: [HeroState; 4],
    /// The turn, from 0.
    pub(crate) turn: u8,
    pub(crate) foe: Foe,
    pub(crate) boss: Monster,
    /// The number of the level's tiers that have been met.
    pub(crate) met: u8,
    /// Ordinary monsters that have not been met.
    pub(crate) pool: CardSet<Monster>,
    pub(crate) graveyard: CardSet<Card>,
    /// Monsters in the graveyard (R44).
    pub(crate) fallen: CardSet<Monster>,
    /// Treasures won (R34).
    pub(crate) stash: CardSet<Treasure>,
    /// The treasure deck.
    pub(crate) unlooted: CardSet<Treasure>,
    /// Whether the next attack of a monster is skipped.
    pub(crate) dodge: bool,
    pub(crate) today: Today,
    pub(crate) pending: Pending,
}

/// A hero with its cards and tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HeroState {
    /// 0 or less only when the match is lost.
    pub(crate) hp: i8,
    pub(crate) tokens: u8,
    pub(crate) deck: CardSet<Card>,
    /// The open card on the deck.
    pub(crate) top: Option<Card>,
    pub(crate) hand: CardSet<Card>,
    /// Cards of the hand that everybody has seen going there: from the graveyard, or from an open
    /// top.
    pub(crate) seen: CardSet<Card>,
    pub(crate) meld: Meld,
    pub(crate) trash: CardSet<Card>,
}

/// The monster on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Foe {
    pub(crate) monster: Monster,
    /// Index of the phase, from 0.
    pub(crate) phase: u8,
    /// Damage on the phase.
    pub(crate) damage: u8,
    pub(crate) rage: u8,
}

/// The state of one turn only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Today {
    /// Boots that are ready.
    pub(crate) boots: u8,
    /// Boots that will not be refreshed.
    pub(crate) trip: u8,
    pub(crate) sharpen: u8,
    pub(crate) pierce: bool,
    pub(crate) forge: bool,
    pub(crate) tug: u8,
    pub(crate) juggle: u8,
    /// Actions taken in the action phase (R62).
    pub(crate) actions: u8,
}

/// The decision that is due, with all that the rules need to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pending {
    /// Damage that is about to happen, by hero.
    Shield {
        pending: [u8; 4],
        cause: Cause,
    },
    Draw,
    Act,
    /// The top card of this hero has been turned up.
    Flip {
        hero: Hero,
    },
    /// This many cards may still be taken.
    Salvage {
        left: u8,
    },
    Discard,
    /// The hero whose share is due, and the shares so far.
    Blast {
        asked: Hero,
        shares: [u8; 4],
    },
    Over(End),
}

/// The source of damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Cause {
    Monster,
    Blast,
    /// A deck was remade (R59).
    Deck,
}

/// The end of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Won,
    Death,
    Torches,
}

impl DungeonRummy {
    #[inline]
    pub(crate) fn hero(&self, hero: Hero) -> &HeroState {
        &self.heroes[hero as usize]
    }

    #[inline]
    pub(crate) fn hero_mut(&mut self, hero: Hero) -> &mut HeroState {
        &mut self.heroes[hero as usize]
    }

    /// The heroes that are played, by seat.
    #[inline]
    pub(crate) fn played(&self) -> &[Hero] {
        &self.played[..usize::from(self.seats)]
    }

    /// The seat of a hero; `None` for a companion (R9).
    #[inline]
    pub(crate) fn seat_of(&self, hero: Hero) -> Option<Seat> {
        self.played().iter().position(|played| *played == hero).map(|seat| Seat(seat as u8))
    }

    /// The hero of a seat. There is no other seat; the remainder avoids a bounds check where speed
    /// counts.
    #[inline]
    pub(crate) fn hero_of(&self, seat: Seat) -> Hero {
        self.played[seat.index() % 4]
    }

    /// The seat in turn.
    #[inline]
    pub(crate) fn active(&self) -> Seat {
        Seat(self.turn % self.seats)
    }

    /// The hero in turn.
    #[inline]
    pub(crate) fn active_hero(&self) -> Hero {
        self.hero_of(self.active())
    }

    /// The hero that the monster attacks (R11).
    #[inline]
    pub(crate) fn focus(&self) -> Hero {
        Hero::ALL[usize::from(self.turn % 4)]
    }

    /// The seat that has to decide; `None` once the match is over.
    #[inline]
    pub(crate) fn awaited(&self) -> Option<Seat> {
        match self.pending {
            Pending::Over(_) => None,
            Pending::Shield { .. } => Some(self.seat_of(Hero::Lily).unwrap_or(self.active())), // R49
            _ => Some(self.active()),
        }
    }

    /// The result, once the match is over.
    pub(crate) fn outcome(&self) -> Outcome {
        Outcome::together(self.seats, self.pending == Pending::Over(End::Won))
    }

    /// The number of boots of each player (R8).
    #[inline]
    pub(crate) fn all_boots(&self) -> u8 {
        BOOTS[usize::from(self.seats) - 1]
    }

    /// The tiers of the ordinary monsters still to come.
    pub(crate) fn ahead(&self) -> &'static [Tier] {
        &self.level.tiers()[usize::from(self.met)..]
    }

    /// The phase that the monster is in.
    #[inline]
    pub(crate) fn phase(&self) -> &'static Phase {
        &self.foe.monster.phases()[usize::from(self.foe.phase)]
    }

    /// The health of that phase.
    #[inline]
    pub(crate) fn phase_health(&self) -> u8 {
        let more = if self.foe.monster.tier() == Tier::Boss { self.level.boss_health() } else { 0 };
        self.phase().health + more
    }

    /// Whether the player in turn may spend this hero's tokens, and there is one (R54).
    #[inline]
    pub(crate) fn can_spend(&self, hero: Hero) -> bool {
        let allowed = !self.own_tokens || hero == self.active_hero() || self.seat_of(hero).is_none();
        allowed && self.hero(hero).tokens > 0
    }

    /// Whether a card can be made wild: by Forged Papers or by one of Milton's tokens (R52).
    #[inline]
    pub(crate) fn can_forge(&self) -> bool {
        self.today.forge || self.can_spend(Hero::Milton)
    }

    /// All melds, in party order.
    #[inline]
    pub(crate) fn melds(&self) -> impl Iterator<Item = &Meld> {
        self.heroes.iter().map(|hero| &hero.meld)
    }

    /// The number of cards and fallen monsters in the graveyard (R44).
    pub(crate) fn buried(&self) -> usize {
        self.graveyard.len() + self.fallen.len()
    }

    /// Whether this hero's hand is hidden from the others (R65). The end of the match reveals all.
    pub(crate) fn hides(&self, hero: Hero) -> bool {
        !self.open_hands && !matches!(self.pending, Pending::Over(_)) && self.seat_of(hero).is_some()
    }
}

impl HeroState {
    /// Whether a card can be drawn from the hero's own deck.
    #[inline]
    pub(crate) fn can_draw(&self) -> bool {
        self.top.is_some() || !self.deck.is_empty() || !self.trash.is_empty()
    }

    /// Adds tokens as far as there is room, and returns how many it added (R38).
    pub(crate) fn gain_tokens(&mut self, tokens: u8) -> u8 {
        let gained = tokens.min(MAX_TOKENS - self.tokens);
        self.tokens += gained;
        gained
    }

    /// Takes a card out of the hand.
    #[inline]
    pub(crate) fn lose(&mut self, card: Card) {
        let held = self.hand.take(card);
        debug_assert!(held, "{card:?} is in the hand");
        self.seen.take(card);
    }
}
