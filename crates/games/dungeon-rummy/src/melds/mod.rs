//! Melds: runs, sets, and the places where a card can go.

mod laid;
mod openings;

use arrayvec::ArrayVec;

use crate::content::{CANASTA, Guard};

pub use laid::Laid;
use laid::Reading;
pub(crate) use openings::Openings;

/// The longest meld: a run from the low to the high ace (R20).
pub(crate) const LONGEST: usize = 14;
/// The most cards of a set (R21).
const LARGEST_SET: usize = 4;

/// The fewest wilds with which these cards are a run, from left to right; `None` if they are not a
/// run. R19, R20, R22 to R24.
pub fn run(cards: &[Laid]) -> Option<u8> {
    if cards.is_empty() || cards.windows(2).any(|pair| pair[0].suit() == pair[1].suit()) {
        return None;
    }
    cards.iter().fold(Reading::RUN, |so_far, card| so_far.in_run(*card).up()).wilds()
}

/// The fewest wilds with which these cards are a set; `None` if they are not a set. R21 to R24.
pub fn set(cards: &[Laid]) -> Option<u8> {
    if cards.is_empty() || cards.len() > LARGEST_SET || suits(cards).count_ones() as usize != cards.len() {
        return None;
    }
    cards.iter().fold(Reading::SET, |so_far, card| so_far.in_set(*card)).wilds()
}

/// Whether these cards may be in a meld space together.
pub fn legal(cards: &[Laid]) -> bool {
    cards.is_empty() || run(cards).is_some() || set(cards).is_some()
}

/// The suits of these cards, as bits; a wild has its own (R23).
fn suits(cards: &[Laid]) -> u8 {
    cards.iter().fold(0, |suits, card| suits | 1 << card.suit() as u8)
}

/// The kind of a meld (R26).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A run.
    Run,
    /// A set.
    Set,
    /// It may still become either.
    Open,
}

/// The cards in a meld space, from left to right: always no cards, a run or a set.
///
/// Facts that follow from the cards are cached with them, for they are read much more often than
/// the cards change.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Meld {
    len: u8,
    /// Their suits, as bits.
    suits: u8,
    /// Whether a 2 or a marked card is among them.
    flexible: bool,
    cards: [Laid; LONGEST],
    /// The values that can come behind the right end, if the cards are a run.
    run: Reading,
    /// The ranks that the set can have, if the cards are a set.
    set: Reading,
}

impl Meld {
    /// An empty space.
    pub const EMPTY: Meld = Meld {
        len: 0,
        suits: 0,
        flexible: false,
        cards: [Laid::NOTHING; LONGEST],
        run: Reading::RUN,
        set: Reading::SET,
    };

    /// The meld of these cards, if they may be together.
    pub fn of(cards: &[Laid]) -> Option<Meld> {
        legal(cards).then(|| Meld::laid(cards.iter()))
    }

    fn laid<'a>(cards: impl Iterator<Item = &'a Laid>) -> Meld {
        let mut meld = Meld::EMPTY;
        cards.for_each(|card| meld.push(*card));
        meld
    }

    /// Puts a card in at the right end.
    #[inline]
    fn push(&mut self, card: Laid) {
        let (len, suit) = (self.len(), 1 << card.suit() as u8);
        let beside = self.cards().last().is_some_and(|last| last.suit() == card.suit());
        self.run = if beside { Reading::NONE } else { self.run.in_run(card).up() };
        let full = len == LARGEST_SET || self.suits & suit != 0;
        self.set = if full { Reading::NONE } else { self.set.in_set(card) };
        self.suits |= suit;
        self.flexible |= card.wild();
        self.cards[len] = card;
        self.len += 1;
    }

    /// The cards, from left to right.
    #[inline]
    pub fn cards(&self) -> &[Laid] {
        &self.cards[..usize::from(self.len)]
    }

    /// The number of cards.
    #[inline]
    pub fn len(&self) -> usize {
        self.len.into()
    }

    /// Whether the space is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The kind of the meld; an empty space is open.
    pub fn kind(&self) -> Kind {
        match (self.run.any(), self.set.any()) {
            (true, false) => Kind::Run,
            (false, true) => Kind::Set,
            _ => Kind::Open,
        }
    }

    /// The number of wilds in it: the reading with the fewest counts (R22).
    pub fn wilds(&self) -> u8 {
        [self.run, self.set].into_iter().filter_map(Reading::wilds).min().unwrap_or(0)
    }

    /// Diamonds on its unmarked cards.
    pub fn diamonds(&self) -> u8 {
        self.cards().iter().map(|card| card.diamonds()).sum()
    }

    /// Whether it has seven or more cards (R36).
    #[inline]
    pub fn canasta(&self) -> bool {
        self.len() >= CANASTA
    }

    /// The value of the first place of a run, for the reading with the fewest wilds. `None` for
    /// sets, and while several values are possible.
    pub fn start(&self) -> Option<u8> {
        let ends = if self.run.pure != 0 { self.run.pure } else { self.run.wild };
        let certain = ends.count_ones() == 1 && self.kind() == Kind::Run;
        certain.then(|| ends.trailing_zeros() as u8 - self.len)
    }

    /// The value of the wild at this place, 1 to 14, if it is a wild and its value is certain.
    pub fn stands_for(&self, at: usize) -> Option<u8> {
        let card = self.cards().get(at)?;
        let value = match self.kind() {
            Kind::Run => self.start()? + at as u8,
            Kind::Set => self.cards().iter().find(|other| !other.wild()).map(|other| other.card().rank())?,
            Kind::Open => return None,
        };
        let natural = card.values() & 1 << value != 0;
        (!natural).then_some(value)
    }

    /// Whether it meets all of these guards.
    pub fn meets(&self, guards: &[Guard]) -> bool {
        guards.iter().all(|guard| match *guard {
            Guard::Run => self.kind() == Kind::Run,
            Guard::Set => self.kind() == Kind::Set,
            Guard::Min(cards) => self.len >= cards,
            Guard::Pure => self.wilds() == 0,
            Guard::Suits(number) => self.suits.count_ones() >= number.into(),
            Guard::Mana(diamonds) => self.diamonds() >= diamonds,
            Guard::Canasta => self.canasta(),
        })
    }

    /// The places where this card can go, from 0 at the left end (R25).
    pub fn places(&self, card: Laid) -> Vec<u8> {
        let places = self.room_for(card);
        (0..=self.len).filter(|place| places & 1 << place != 0).collect()
    }

    /// The places where this card can go, as bits.
    pub(crate) fn room_for(&self, card: Laid) -> u16 {
        let (cards, suit) = (self.cards(), card.suit());
        let apart = |at: usize| cards.get(at).is_none_or(|other| other.suit() != suit);
        let in_set =
            self.room_in_set().filter(|(there, suits)| there.in_set(card).any() && suits & 1 << suit as u8 == 0);
        let mut places = u16::from(in_set.is_some()) << cards.len();
        self.gaps(|at, there| {
            let fits = there.in_run(card).any() && apart(at) && (at == 0 || apart(at - 1));
            places |= u16::from(fits) << at;
        });
        places
    }

    /// Lists the values that a card can have if it goes in at each place and makes a run.
    #[inline]
    pub(crate) fn gaps(&self, mut gap: impl FnMut(usize, Reading)) {
        let len = self.len();
        if !self.run.any() {
            return;
        }
        gap(len, self.run);
        if len > 0 {
            gap(0, self.run.back(len + 1));
        }
        // If all cards have values of their own, the cards left and right of a gap contradict each
        // other.
        if self.flexible {
            let (before, mut after) = (self.before(), Reading::RUN);
            for (at, card) in self.cards().iter().enumerate().skip(1).rev() {
                after = after.back(1).in_run(*card);
                gap(at, before[at].with(after.back(1)));
            }
        }
    }

    /// Lists the values that a card can have if it replaces each card and makes a run.
    #[inline]
    pub(crate) fn replacements(&self, mut there: impl FnMut(usize, Reading)) {
        let (before, mut after) = (self.before(), Reading::RUN);
        for (at, card) in self.cards().iter().enumerate().rev() {
            there(at, before[at].with(after.back(1)));
            after = after.back(1).in_run(*card);
        }
    }

    /// The values that each place of a run can have, by the cards before it.
    #[inline]
    fn before(&self) -> [Reading; LONGEST] {
        let mut readings = [Reading::RUN; LONGEST];
        let mut so_far = Reading::RUN;
        for (card, next) in self.cards().iter().zip(&mut readings[1..]) {
            so_far = so_far.in_run(*card).up();
            *next = so_far;
        }
        readings
    }

    /// The ranks that a further card of the set can have, and the suits that are taken; `None` if
    /// it has no room for one.
    #[inline]
    pub(crate) fn room_in_set(&self) -> Option<(Reading, u8)> {
        (self.len() < LARGEST_SET && self.set.any()).then_some((self.set, self.suits))
    }

    /// The same without the card at `at`; `None` as well if it has no other card, for then any card
    /// can go there.
    #[inline]
    pub(crate) fn set_without(&self, at: usize) -> Option<(Reading, u8)> {
        match self.cards() {
            [one, other] => {
                let left = if at == 0 { other } else { one };
                Some((Reading::SET.in_set(*left), 1 << left.suit() as u8))
            }
            cards @ ([_, _, _] | [_, _, _, _]) if self.set.any() || self.flexible => {
                Meld::laid(cards[..at].iter().chain(&cards[at + 1..])).room_in_set()
            }
            _ => None,
        }
    }

    /// Whether the rest without the card at `at` may stay as a meld (R30).
    pub fn may_lose(&self, at: usize) -> bool {
        let cards = self.cards();
        let inside = at > 0 && at + 1 < cards.len();
        match (inside, self.flexible) {
            // The rest of a run without an end, or of a pair, is legal.
            (false, _) => true,
            // If all cards have values of their own, no run has a hole.
            (true, false) => self.set.any(),
            (true, true) => {
                legal(&cards[..at].iter().chain(&cards[at + 1..]).copied().collect::<ArrayVec<Laid, LONGEST>>())
            }
        }
    }

    /// Whether the meld stays legal with `card` in the place of the one at `at` (R31).
    pub fn may_replace(&self, at: usize, card: Laid) -> bool {
        Openings::instead([self]).of(card) & 1 << at != 0
    }

    /// Puts a card in before the place `at`. The caller has checked [`Meld::room_for`] or
    /// [`Openings::between`].
    #[inline]
    pub(crate) fn insert(&mut self, at: usize, card: Laid) {
        let old = *self;
        if at == old.len() {
            self.push(card);
        } else {
            *self = Meld::laid(old.cards()[..at].iter().chain([&card]).chain(&old.cards()[at..]));
        }
        debug_assert!(legal(self.cards()), "{self:?}");
    }

    /// Takes a card out. The caller has checked [`Meld::may_lose`]; a card at an end can always go.
    pub(crate) fn remove(&mut self, at: usize) -> Laid {
        let old = *self;
        *self = Meld::laid(old.cards()[..at].iter().chain(&old.cards()[at + 1..]));
        debug_assert!(legal(self.cards()), "{self:?}");
        old.cards()[at]
    }

    /// Puts a card in the place of another, and returns that one. The caller has checked
    /// [`Openings::instead`].
    pub(crate) fn replace(&mut self, at: usize, card: Laid) -> Laid {
        let mut cards = *self;
        let old = std::mem::replace(&mut cards.cards[at], card);
        *self = Meld::laid(cards.cards().iter());
        debug_assert!(legal(self.cards()), "{self:?}");
        old
    }
}

impl std::fmt::Debug for Meld {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.cards()).finish()
    }
}
