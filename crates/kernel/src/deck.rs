//! Decks that cards can be drawn from: a bag, a set of cards with one copy each, a hand.

use arrayvec::ArrayVec;

use crate::{Card, Multiset};

/// Cards that chance can draw from, each copy with equal chance.
///
/// A draw picks a number below [`len`](Deck::len) and takes the card at that [place](Deck::take_at)
/// of a row. In this row the copies lie kind by kind, in the order of kinds. So the same numbers
/// draw the same cards from any deck with the same content, whatever type stores it.
pub trait Deck {
    /// The type of its cards.
    type Card: Card;

    /// Returns the number of cards.
    fn len(&self) -> usize;

    /// Returns the number of copies of `card`.
    fn count(&self, card: Self::Card) -> usize;

    /// Takes one copy of `card` out; `false` if there is none.
    fn take(&mut self, card: Self::Card) -> bool;

    /// Takes out the card at `place` if all copies lay in a row, kind by kind.
    ///
    /// # Panics
    /// If `place >= len()`.
    fn take_at(&mut self, place: u32) -> Self::Card;

    /// Whether `card` may be in this deck as far as the player knows who draws a real card and
    /// enters it.
    fn may_hold(&self, card: Self::Card) -> bool {
        self.count(card) > 0
    }

    /// Takes out a card that was entered and [may lie here](Deck::may_hold); `false` if no copy of
    /// it was left, so that some card has been entered wrongly.
    ///
    /// # Panics
    /// If the card cannot be here by all that is known.
    fn claim(&mut self, card: Self::Card) -> bool {
        assert!(self.take(card), "a card that may lie here is here");
        true
    }

    /// Whether there is no card.
    #[inline]
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the present kinds, in the order of kinds.
    fn kinds(&self) -> impl Iterator<Item = Self::Card> {
        (0..Self::Card::kinds()).map(Self::Card::from_index).filter(|card| self.count(*card) > 0)
    }
}

impl<T: Card, const N: usize> Deck for Multiset<T, N> {
    type Card = T;

    #[inline]
    fn len(&self) -> usize {
        Multiset::len(self)
    }

    #[inline]
    fn count(&self, card: T) -> usize {
        Multiset::count(self, card).into()
    }

    #[inline]
    fn take(&mut self, card: T) -> bool {
        Multiset::take(self, card)
    }

    #[inline]
    fn take_at(&mut self, place: u32) -> T {
        Multiset::take_at(self, place)
    }
}

/// A hand: few cards, in any order. The cards left after a draw stay in order.
impl<T: Card, const N: usize> Deck for ArrayVec<T, N> {
    type Card = T;

    #[inline]
    fn len(&self) -> usize {
        ArrayVec::len(self)
    }

    #[inline]
    fn count(&self, card: T) -> usize {
        self.iter().filter(|own| **own == card).count()
    }

    #[inline]
    fn take(&mut self, card: T) -> bool {
        self.iter().position(|own| *own == card).map(|at| self.remove(at)).is_some()
    }

    fn take_at(&mut self, place: u32) -> T {
        let before = |at: usize| {
            let rank = |card: &T, other: usize| (card.index(), other) < (self[at].index(), at);
            self.iter().enumerate().filter(|(other, card)| rank(card, *other)).count()
        };
        let at = (0..self.len()).find(|at| before(*at) == place as usize);
        let at = at.unwrap_or_else(|| panic!("place {place} of {}", self.len()));
        self.remove(at)
    }
}

/// A set of cards with one copy each: up to 128 kinds in 16 bytes.
///
/// ```
/// use kernel::{CardSet, Deck, Rank};
/// let mut hand: CardSet<Rank> = [Rank::Two, Rank::Ace].into_iter().collect();
/// assert!(hand.take(Rank::Ace) && !hand.contains(Rank::Ace));
/// assert_eq!(hand.iter().collect::<Vec<_>>(), [Rank::Two]);
/// ```
pub struct CardSet<T> {
    bits: u128,
    kind: std::marker::PhantomData<fn() -> T>,
}

impl<T: Card> CardSet<T> {
    const FITS: () = assert!(T::KINDS <= 128, "a set holds at most 128 kinds");

    /// The set without cards.
    pub const EMPTY: Self = Self::of_bits(0);

    /// The set of all kinds.
    pub const FULL: Self = Self::of_bits(u128::MAX >> (128 - T::KINDS as u32));

    const fn of_bits(bits: u128) -> Self {
        let () = Self::FITS;
        CardSet { bits, kind: std::marker::PhantomData }
    }

    /// Creates the set of the kinds with these bits; bits without a kind are ignored.
    pub const fn from_bits(bits: u128) -> Self {
        Self::of_bits(bits & Self::FULL.bits)
    }

    /// Returns the set as bits: bit k is set if kind k is a member.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.bits
    }

    /// Returns the number of cards.
    #[inline]
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether `card` is a member.
    #[inline]
    pub fn contains(self, card: T) -> bool {
        self.bits >> card.index() & 1 != 0
    }

    /// Puts a card in; `false` if it is there already.
    #[inline]
    pub fn put(&mut self, card: T) -> bool {
        let had = self.contains(card);
        self.bits |= 1 << card.index();
        !had
    }

    /// Takes `card` out; `false` if it is not there.
    #[inline]
    pub fn take(&mut self, card: T) -> bool {
        let had = self.contains(card);
        self.bits &= !(1 << card.index());
        had
    }

    /// Returns the cards that are in either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self::of_bits(self.bits | other.bits)
    }

    /// Returns the cards that are in both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self::of_bits(self.bits & other.bits)
    }

    /// Returns the cards that are in this set and not in the other.
    #[inline]
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self::of_bits(self.bits & !other.bits)
    }

    /// Moves all cards of `other` here.
    #[inline]
    pub const fn absorb(&mut self, other: &mut Self) {
        self.bits |= other.bits;
        other.bits = 0;
    }

    /// Returns the cards, in the order of kinds.
    #[inline]
    pub fn iter(self) -> impl ExactSizeIterator<Item = T> + Clone {
        Members { left: self.bits, kind: std::marker::PhantomData }
    }
}

/// The members that are still to come.
#[derive(Debug)]
struct Members<T> {
    left: u128,
    kind: std::marker::PhantomData<fn() -> T>,
}

impl<T> Clone for Members<T> {
    fn clone(&self) -> Self {
        Members { left: self.left, kind: self.kind }
    }
}

impl<T: Card> Iterator for Members<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let lowest = (self.left != 0).then(|| T::from_index(self.left.trailing_zeros() as usize));
        self.left &= self.left.wrapping_sub(1);
        lowest
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.left.count_ones() as usize;
        (count, Some(count))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<T> {
        if n >= self.left.count_ones() as usize {
            self.left = 0;
            return None;
        }
        let index = nth_bit(self.left, n as u32);
        self.left &= (u128::MAX << index) << 1;
        Some(T::from_index(index as usize))
    }
}

impl<T: Card> ExactSizeIterator for Members<T> {}

/// Returns the number of the set bit that has `n` set bits below it. It halves the range in seven
/// steps, without branches to predict.
#[inline]
fn nth_bit(bits: u128, n: u32) -> u32 {
    let (mut left, mut at, mut width) = (n, 0, 64);
    while width > 0 {
        let low = (bits >> at) & ((1 << width) - 1);
        let ones = low.count_ones();
        let above = u32::from(left >= ones);
        left -= above * ones;
        at += above * width;
        width /= 2;
    }
    at
}

impl<T: Card> Deck for CardSet<T> {
    type Card = T;

    #[inline]
    fn len(&self) -> usize {
        CardSet::len(*self)
    }

    #[inline]
    fn count(&self, card: T) -> usize {
        self.contains(card).into()
    }

    #[inline]
    fn take(&mut self, card: T) -> bool {
        CardSet::take(self, card)
    }

    #[inline]
    fn take_at(&mut self, place: u32) -> T {
        assert!((place as usize) < CardSet::len(*self), "place {place} of {}", CardSet::len(*self));
        let index = nth_bit(self.bits, place);
        self.bits &= !(1 << index);
        T::from_index(index as usize)
    }

    fn kinds(&self) -> impl Iterator<Item = T> {
        self.iter()
    }
}

// Written by hand, because deriving would require the same of the cards.
impl<T> Clone for CardSet<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for CardSet<T> {}

impl<T> PartialEq for CardSet<T> {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl<T> Eq for CardSet<T> {}

impl<T> std::hash::Hash for CardSet<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}

impl<T: Card> Default for CardSet<T> {
    fn default() -> Self {
        CardSet::EMPTY
    }
}

impl<T: Card> std::fmt::Debug for CardSet<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(Card::code)).finish()
    }
}

impl<T: Card> FromIterator<T> for CardSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(cards: I) -> Self {
        cards.into_iter().fold(CardSet::EMPTY, |mut set, card| {
            set.put(card);
            set
        })
    }
}

#[cfg(test)]
mod tests {
    use text::text;

    use super::*;
    use crate::{Chance, Fast, Rank, RollReason, StandardCard};

    /// Every place draws its own card, and all decks with the same content draw the same card at
    /// the same place.
    #[test]
    fn the_same_place_is_the_same_card_in_every_deck() {
        let cards = [Rank::King, Rank::Two, Rank::Nine, Rank::Ace, Rank::Three];
        let (set, bag): (CardSet<Rank>, Multiset<Rank, 16>) =
            (cards.into_iter().collect(), cards.into_iter().collect());
        let hand: ArrayVec<Rank, 8> = cards.into_iter().collect();
        for place in 0..5 {
            let (mut set, mut bag, mut hand) = (set, bag.clone(), hand.clone());
            let card = Deck::take_at(&mut set, place);
            assert_eq!((Deck::take_at(&mut bag, place), Deck::take_at(&mut hand, place)), (card, card));
            assert_eq!((CardSet::len(set), Deck::len(&bag), Deck::len(&hand)), (4, 4, 4));
            assert_eq!(set.iter().collect::<Vec<_>>(), Deck::kinds(&hand).collect::<Vec<_>>());
        }
        assert_eq!(hand.iter().copied().collect::<Vec<_>>(), cards, "a hand keeps its order");
    }

    #[test]
    fn a_hand_may_hold_copies() {
        let mut hand: ArrayVec<Rank, 8> = [Rank::Nine, Rank::Two, Rank::Nine].into_iter().collect();
        assert_eq!((hand.count(Rank::Nine), hand.count(Rank::Ace)), (2, 0));
        assert_eq!(Deck::take_at(&mut hand, 2), Rank::Nine);
        assert_eq!(hand[..], [Rank::Nine, Rank::Two]);
        assert!(Deck::take(&mut hand, Rank::Nine) && !Deck::take(&mut hand, Rank::Nine));
    }

    #[test]
    fn every_bit_of_a_set_is_found() {
        let sets = [1, 0b1011, u128::MAX, 1 << 127, (1 << 127) | 1, 0x8000_0000_0000_0001_8000_0000_0000_0001];
        for bits in sets {
            let members: Vec<u32> = (0..128).filter(|bit| bits >> bit & 1 != 0).collect();
            let found: Vec<u32> = (0..members.len() as u32).map(|n| nth_bit(bits, n)).collect();
            assert_eq!(found, members);
        }
    }

    #[test]
    fn sets_are_sets() {
        let mut all = CardSet::<StandardCard>::FULL;
        assert_eq!((all.len(), all.iter().len()), (53, 53));
        let red: CardSet<StandardCard> = all.iter().take(26).collect();
        assert_eq!(all.difference(red).len(), 27);
        assert_eq!(all.intersection(red), red);
        assert_eq!(red.union(all), all);
        assert!(!all.put(StandardCard::Joker) && all.take(StandardCard::Joker) && all.put(StandardCard::Joker));
        assert_eq!(red.iter().nth(25), red.iter().last());
        assert_eq!(red.iter().nth(26), None);
        let mut rest = red;
        let mut dice = Fast::seeded(1);
        while !rest.is_empty() {
            let before = rest.len();
            let Ok(card) = dice.draw(&mut rest, RollReason::new("test", text!("A test")));
            assert!(red.contains(card) && !rest.contains(card) && rest.len() + 1 == before);
        }
    }
}
