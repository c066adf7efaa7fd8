//! Decks from which hidden hands are drawn, safe for real cards that players enter.

use crate::{Card, Deck, Multiset};

/// A deck from which hidden hands are drawn.
///
/// A player with real cards enters the cards that they drew. By others' entries such a card may be
/// impossible, but a refusal would reveal the others' hands to the player. So the hand gets the
/// card all the same, and the deck owes it: a copy that comes back settles the debt. With the debts
/// counted, the number of cards in the match never changes, and so the deck's size is right.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stock<T: Card, const N: usize> {
    cards: Multiset<T, N>,
    /// Never an empty bag, and never of a kind that is among the cards.
    owed: Option<Box<Multiset<T, N>>>,
}

impl<T: Card, const N: usize> Stock<T, N> {
    /// Creates a deck of these cards.
    pub const fn new(cards: Multiset<T, N>) -> Self {
        Stock { cards, owed: None }
    }

    /// Returns the number of cards: those in the deck minus those that it owes.
    #[inline]
    pub fn len(&self) -> usize {
        self.cards.len() - self.owed.as_ref().map_or(0, |owed| owed.len())
    }

    /// Whether there is no card.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the cards in the deck.
    pub fn cards(&self) -> &Multiset<T, N> {
        &self.cards
    }

    /// Returns the number of copies of `card` in the deck; negative if it owes some.
    pub fn balance(&self, card: T) -> i32 {
        let owed = self.owed.as_ref().map_or(0, |owed| owed.count(card));
        i32::from(self.cards.count(card)) - i32::from(owed)
    }

    /// Puts a card in, or settles a debt with it.
    pub fn put(&mut self, card: T) {
        if !self.settle(card) {
            self.cards.put(card);
        }
    }

    /// Moves all cards of `other` here.
    pub fn absorb(&mut self, other: &mut Multiset<T, N>) {
        if self.owed.is_none() {
            return self.cards.absorb(other);
        }
        let cards = std::mem::take(other);
        cards.iter().for_each(|(card, copies)| (0..copies).for_each(|_| self.put(card)));
    }

    /// Takes one copy of `card` out. If there is none, the deck owes it, and the result is `false`.
    ///
    /// # Panics
    /// If the deck is empty: no card can have been drawn from it.
    pub fn claim(&mut self, card: T) -> bool {
        assert!(!self.is_empty(), "a card is drawn from a deck that has some");
        let there = self.cards.take(card);
        if !there {
            self.owed.get_or_insert_default().put(card);
        }
        there
    }

    /// [Claims](Self::claim) all these cards.
    ///
    /// # Panics
    /// If the deck has fewer.
    pub fn claim_all(&mut self, cards: &Multiset<T, N>) {
        if !self.cards.take_all(cards) {
            cards.iter().for_each(|(card, copies)| (0..copies).for_each(|_| _ = self.claim(card)));
        }
    }

    fn settle(&mut self, card: T) -> bool {
        let Some(owed) = &mut self.owed else { return false };
        let settled = owed.take(card);
        if owed.is_empty() {
            self.owed = None;
        }
        settled
    }
}

impl<T: Card, const N: usize> Deck for Stock<T, N> {
    type Card = T;

    #[inline]
    fn len(&self) -> usize {
        Stock::len(self)
    }

    #[inline]
    fn count(&self, card: T) -> usize {
        self.cards.count(card).into()
    }

    #[inline]
    fn take(&mut self, card: T) -> bool {
        self.cards.take(card)
    }

    #[inline]
    fn take_at(&mut self, place: u32) -> T {
        self.cards.take_at(place)
    }
}

/// A [`Stock`] for the player who draws from it: cards in unseen hands may as well be in the deck.
///
/// ```
/// use kernel::{Multiset, Deck, Rank, Stock, Unseen};
/// let mut stock: Stock<Rank, 16> = Stock::new([Rank::Two, Rank::Ace].into_iter().collect());
/// let mut seen = Unseen { stock: &mut stock, elsewhere: |card| usize::from(card == Rank::King) };
/// assert!(seen.may_hold(Rank::King) && !seen.may_hold(Rank::Queen));
/// assert!(!seen.claim(Rank::King), "it lies in a hand");
/// assert_eq!((stock.len(), stock.balance(Rank::King)), (1, -1));
/// ```
#[derive(Debug)]
pub struct Unseen<'a, T: Card, const N: usize, F> {
    /// The deck.
    pub stock: &'a mut Stock<T, N>,
    /// The number of copies of a card in hands that this player does not see.
    pub elsewhere: F,
}

impl<T: Card, const N: usize, F: Fn(T) -> usize> Deck for Unseen<'_, T, N, F> {
    type Card = T;

    #[inline]
    fn len(&self) -> usize {
        self.stock.len()
    }

    #[inline]
    fn count(&self, card: T) -> usize {
        Deck::count(self.stock, card)
    }

    #[inline]
    fn take(&mut self, card: T) -> bool {
        Deck::take(self.stock, card)
    }

    #[inline]
    fn take_at(&mut self, place: u32) -> T {
        Deck::take_at(self.stock, place)
    }

    fn may_hold(&self, card: T) -> bool {
        self.stock.balance(card) + (self.elsewhere)(card) as i32 > 0
    }

    fn claim(&mut self, card: T) -> bool {
        self.stock.claim(card)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rank;

    #[test]
    fn what_is_owed_is_settled_by_the_copy_that_comes_back() {
        let mut stock: Stock<Rank, 16> = Stock::new([Rank::Two, Rank::Ace, Rank::Ace].into_iter().collect());
        assert!(!stock.claim(Rank::King) && stock.claim(Rank::Ace));
        assert_eq!((stock.len(), stock.cards().len(), stock.balance(Rank::King)), (1, 2, -1));
        let mut back: Multiset<Rank, 16> = [Rank::King, Rank::King].into_iter().collect();
        stock.absorb(&mut back);
        assert_eq!((stock.len(), stock.balance(Rank::King), back.len()), (3, 1, 0));
        let plain: Multiset<Rank, 16> = [Rank::Two, Rank::Ace, Rank::King].into_iter().collect();
        assert_eq!(stock, Stock::new(plain), "a settled debt leaves nothing behind");
    }

    #[test]
    fn a_deck_that_owes_is_empty_when_nothing_more_can_be_drawn() {
        let mut stock: Stock<Rank, 16> = Stock::new([Rank::Two].into_iter().collect());
        assert!(!stock.claim(Rank::King));
        assert!(stock.is_empty() && stock.balance(Rank::Two) == 1);
    }
}
