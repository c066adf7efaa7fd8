//! Bags and piles: cards in no fixed order.

use arrayvec::ArrayVec;

use crate::{Card, Chance, RollReason};

/// A multiset of cards. A draw takes each copy with equal chance; there is no order that could
/// leak.
///
/// `N` is the room for counts: at least `T::KINDS`, a multiple of 8, and at most 64.
///
/// ```
/// use kernel::{Multiset, Rank};
/// let deck: Multiset<Rank, 16> = Multiset::filled(8);
/// assert_eq!((deck.len(), deck.count(Rank::Ace)), (104, 8));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Multiset<T, const N: usize> {
    counts: [u8; N],
    total: u16,
    /// Bit k is set if kind k is present.
    present: u64,
    kind: std::marker::PhantomData<T>,
}

/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The high bit of every byte.
const HIGH: u64 = ONES << 7;

impl<T: Card, const N: usize> Multiset<T, N> {
    const FITS: () = assert!(
        N.is_multiple_of(8) && N >= T::KINDS && N <= 64,
        "N is a multiple of 8, holds all kinds, and is at most 64"
    );

    /// Creates a bag without cards.
    pub const fn new() -> Self {
        let () = Self::FITS;
        Multiset { counts: [0; N], total: 0, present: 0, kind: std::marker::PhantomData }
    }

    /// Creates a bag with `copies` of every kind.
    pub const fn filled(copies: u8) -> Self {
        let mut counts = [0; N];
        let mut index = 0;
        while index < T::KINDS {
            counts[index] = copies;
            index += 1;
        }
        Self::of_counts(counts)
    }

    /// Creates a bag with these numbers of copies; entries beyond the last kind must be 0.
    ///
    /// ```
    /// use kernel::{Multiset, Rank};
    /// const BAG: Multiset<Rank, 16> = Multiset::of_counts([2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    /// assert_eq!((BAG.len(), BAG.count(Rank::Four)), (3, 1));
    /// ```
    pub const fn of_counts(counts: [u8; N]) -> Self {
        let mut bag = Self::new();
        let mut index = 0;
        while index < N {
            assert!(index < T::KINDS || counts[index] == 0, "there is no such kind");
            bag.total += counts[index] as u16;
            bag.present |= ((counts[index] > 0) as u64) << index;
            index += 1;
        }
        bag.counts = counts;
        bag
    }

    /// Returns the number of cards in the bag.
    #[inline]
    pub const fn len(&self) -> usize {
        self.total as usize
    }

    /// Whether no card is in the bag.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Returns the number of copies of `card` in the bag.
    #[inline]
    pub fn count(&self, card: T) -> u8 {
        self.counts[card.index()]
    }

    /// Returns the number of copies of each kind, in the order of kinds.
    #[inline]
    pub fn counts(&self) -> &[u8] {
        &self.counts[..T::KINDS]
    }

    /// Returns the present kinds as bits: bit k is set if kind k is.
    #[inline]
    pub const fn present(&self) -> u64 {
        self.present
    }

    /// Puts a card in.
    ///
    /// # Panics
    /// If the bag holds 255 copies of it already; no game has so many.
    #[inline]
    pub fn put(&mut self, card: T) {
        let count = &mut self.counts[card.index()];
        *count = count.checked_add(1).expect("no game has 256 copies of a card");
        self.total += 1;
        self.present |= 1 << card.index();
    }

    /// Takes one copy of `card` out; `false` if there is none.
    #[inline]
    pub fn take(&mut self, card: T) -> bool {
        let count = &mut self.counts[card.index()];
        if *count == 0 {
            return false;
        }
        *count -= 1;
        self.total -= 1;
        self.present &= !(u64::from(*count == 0) << card.index());
        true
    }

    /// Takes all cards of `other` out; `false`, and nothing changes, if one of them is not there.
    pub fn take_all(&mut self, other: &Self) -> bool {
        // All are compared, because the loop then compares many at a time.
        if self.counts.iter().zip(&other.counts).fold(false, |short, (count, less)| short | (count < less)) {
            return false;
        }
        self.counts.iter_mut().zip(&other.counts).for_each(|(count, less)| *count -= less);
        self.total -= other.total;
        let mut gone = other.present;
        while gone != 0 {
            let index = gone.trailing_zeros();
            self.present &= !(u64::from(self.counts[index as usize] == 0) << index);
            gone &= gone - 1;
        }
        true
    }

    /// Moves all cards of `other` here.
    pub fn absorb(&mut self, other: &mut Self) {
        if other.is_empty() {
            return;
        }
        // Checked once at the end, so that the loop adds many counts at a time.
        let mut too_many = false;
        for (count, more) in self.counts.iter_mut().zip(std::mem::replace(&mut other.counts, [0; N])) {
            *count = count.wrapping_add(more);
            too_many |= *count < more;
        }
        assert!(!too_many, "no game has 256 copies of a card");
        self.total += std::mem::take(&mut other.total);
        self.present |= std::mem::take(&mut other.present);
    }

    /// Returns the present kinds with their number of copies, in the order of kinds.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (T, u8)> {
        let mut present = self.present;
        (0..present.count_ones() as usize).map(move |_| {
            let index = present.trailing_zeros() as usize;
            present &= present - 1;
            (T::from_index(index), self.counts[index])
        })
    }

    /// Takes out the card at `place` if all copies lay in a row, kind by kind. A uniform `place` is
    /// a uniform draw.
    ///
    /// # Panics
    /// If `place >= len()`.
    #[inline]
    pub fn take_at(&mut self, place: u32) -> T {
        let index = self.kind_at(place);
        let count = &mut self.counts[index];
        *count -= 1;
        self.total -= 1;
        self.present &= !(u64::from(*count == 0) << index);
        T::from_index(index)
    }

    #[inline]
    fn kind_at(&self, place: u32) -> usize {
        assert!(place < u32::from(self.total), "place {place} of {}", self.total);
        if self.total < 128 { self.kind_at_few(place) } else { self.kind_at_any(place) }
    }

    /// Finds the kind at `place` with eight kinds at a time, without branches that chance decides.
    /// A multiplication makes the running sums of a word's bytes. They start at 127 - `place`, so a
    /// byte's high bit shows that the sum has passed `place`. As sums stay below 128, none
    /// overflows. The passed kinds are all from the one sought to the last.
    #[inline]
    fn kind_at_few(&self, place: u32) -> usize {
        let (mut before, mut passed) = (u64::from(127 - place), 0);
        for bytes in self.counts.as_chunks::<8>().0 {
            // Two independent products: only the short addition goes from word to word.
            let sums = u64::from_le_bytes(*bytes).wrapping_mul(ONES);
            passed += (sums.wrapping_add(before.wrapping_mul(ONES)) & HIGH) >> 7;
            before += sums >> 56;
        }
        N - (passed.wrapping_mul(ONES) >> 56) as usize
    }

    #[cold]
    fn kind_at_any(&self, place: u32) -> usize {
        let mut left = place;
        for (index, count) in self.counts.iter().enumerate() {
            match left.checked_sub(u32::from(*count)) {
                None => return index,
                Some(rest) => left = rest,
            }
        }
        unreachable!("the counts add up to the total")
    }
}

impl<T: Card, const N: usize> Default for Multiset<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Card, const N: usize> FromIterator<T> for Multiset<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(cards: I) -> Self {
        let mut bag = Multiset::new();
        cards.into_iter().for_each(|card| bag.put(card));
        bag
    }
}

/// A face-down pile: the cards put back on top have a known order, and all below is a [`Multiset`].
///
/// `TOP` is the maximum number of known cards on top. The game decides which seats know them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pile<T: Card, const N: usize, const TOP: usize> {
    rest: Multiset<T, N>,
    top: ArrayVec<T, TOP>,
}

impl<T: Card, const N: usize, const TOP: usize> Pile<T, N, TOP> {
    /// Creates a shuffled pile of these cards.
    pub fn shuffled(cards: Multiset<T, N>) -> Self {
        Pile { rest: cards, top: ArrayVec::new() }
    }

    /// Returns the number of cards in the pile.
    pub fn len(&self) -> usize {
        self.rest.len() + self.top.len()
    }

    /// Whether the pile has run out.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the known cards on top, the next one to be drawn last.
    pub fn known_top(&self) -> &[T] {
        &self.top
    }

    /// Returns the cards below the known ones.
    pub fn rest(&self) -> &Multiset<T, N> {
        &self.rest
    }

    /// Lays a card on top.
    ///
    /// # Panics
    /// If `TOP` cards are on top already: the game's bound is wrong.
    pub fn put_on_top(&mut self, card: T) {
        self.top.push(card);
    }

    /// Shuffles the pile: the cards on top are no longer known.
    pub fn shuffle(&mut self) {
        self.top.drain(..).for_each(|card| self.rest.put(card));
    }

    /// Draws the next card, or `None` from an empty pile. It asks for chance only if there is no
    /// known card on top.
    ///
    /// # Errors
    /// If `chance` halts.
    pub fn draw<C: Chance>(&mut self, chance: &mut C, why: RollReason) -> Result<Option<T>, C::Halt> {
        match self.top.pop() {
            Some(card) => Ok(Some(card)),
            None if self.rest.is_empty() => Ok(None),
            None => chance.draw(&mut self.rest, why).map(Some),
        }
    }
}

#[cfg(test)]
mod tests {
    use text::text;

    use super::*;
    use crate::{Rank, StandardCard};

    /// Checks that every place of the row is one copy: taking at each place in turn finds each kind
    /// as often as the bag holds it.
    fn enumerate<T: Card, const N: usize>(bag: &Multiset<T, N>) {
        let mut found = Multiset::<T, N>::new();
        for place in 0..bag.len() as u32 {
            let mut copy = bag.clone();
            let card = copy.take_at(place);
            assert_eq!(copy.len() + 1, bag.len());
            assert_eq!(copy.count(card) + 1, bag.count(card));
            found.put(card);
        }
        assert_eq!(&found, bag);
    }

    #[test]
    fn a_uniform_place_is_a_uniform_draw() {
        enumerate(&Multiset::<Rank, 16>::filled(8));
        enumerate(&Multiset::<StandardCard, 56>::filled(2));
        enumerate(&Multiset::<StandardCard, 56>::filled(4)); // 212 cards: the long way round
        enumerate(&[Rank::Ace, Rank::Two, Rank::Ace].into_iter().collect::<Multiset<_, 16>>());
        let mut thin = Multiset::<Rank, 16>::filled(9);
        (0..9).for_each(|_| assert!(thin.take(Rank::Seven)));
        assert!(!thin.take(Rank::Seven));
        enumerate(&thin);
        let edge: Multiset<Rank, 16> = std::iter::repeat_n(Rank::Two, 127).collect();
        enumerate(&edge);
    }

    #[test]
    fn absorbing_empties_the_other() {
        let (mut a, mut b) = (Multiset::<Rank, 16>::filled(1), Multiset::<Rank, 16>::filled(2));
        a.absorb(&mut b);
        assert_eq!((a.len(), b.len()), (39, 0));
        assert_eq!(a, Multiset::filled(3));
    }

    #[test]
    fn all_cards_of_another_are_taken_or_none() {
        let mut bag = Multiset::<Rank, 16>::filled(2);
        let twos: Multiset<Rank, 16> = [Rank::Two, Rank::Two, Rank::Ace].into_iter().collect();
        assert!(bag.take_all(&twos));
        let mut one_by_one = Multiset::<Rank, 16>::filled(2);
        twos.iter().for_each(|(card, copies)| (0..copies).for_each(|_| assert!(one_by_one.take(card))));
        assert_eq!(bag, one_by_one);
        assert!(!bag.take_all(&twos), "no two is left");
        assert_eq!(bag, one_by_one);
        assert_eq!(bag.counts().iter().map(|count| usize::from(*count)).sum::<usize>(), bag.len());
    }

    #[test]
    fn known_cards_are_drawn_first_and_without_chance() {
        let mut pile: Pile<Rank, 16, 2> = Pile::shuffled(Multiset::filled(1));
        pile.put_on_top(Rank::Two);
        pile.put_on_top(Rank::Queen);
        let mut nobody = crate::Tape::new(&[]);
        let why = RollReason::new("treasure", text!("A treasure"));
        assert_eq!(pile.draw(&mut nobody, why), Ok(Some(Rank::Queen)));
        pile.shuffle();
        assert_eq!((pile.len(), pile.known_top().len()), (14, 0));
        assert!(pile.draw(&mut nobody, why).is_err());
    }
}
