//! The places where cards can go in the melds on the table.

use super::laid::{Reading, VALUES};
use crate::{Laid, Meld, Suit};

/// The places where cards can go in several melds, by the face of the card. Places are bits, 16 for
/// each meld, the first meld's lowest.
#[derive(Debug)]
pub(crate) struct Openings {
    /// The places of runs, by [`Laid::row`].
    runs: Rows,
    /// The places of runs that are next to a card of each suit.
    beside: [u64; Suit::ALL.len()],
    /// The places of sets, by row.
    sets: Rows,
    /// The places of sets that have a card of each suit already.
    taken: [u64; Suit::ALL.len()],
}

/// Places by the cards that can go there: a marked card, the ranks from ace to king, and the high
/// ace until [`Openings::finish`].
type Rows = [u64; 16];

impl Openings {
    /// The places where one more card can go: in a run wherever the result is a run, in a set at
    /// the right end (R25).
    pub(crate) fn between<'a>(melds: impl IntoIterator<Item = &'a Meld>) -> Openings {
        let mut openings = Openings::NONE;
        for (nth, meld) in melds.into_iter().enumerate() {
            let first = 1 << (16 * nth);
            meld.gaps(|at, there| add(&mut openings.runs, there, first << at));
            for (at, card) in meld.cards().iter().enumerate() {
                openings.beside[card.suit() as usize] |= (0b11 * first) << at;
            }
            if let Some((there, suits)) = meld.room_in_set().filter(|_| !meld.is_empty()) {
                openings.add_set(there, suits, first << meld.len());
            }
        }
        openings.finish()
    }

    /// The places where a card can replace another (R31).
    pub(crate) fn instead<'a>(melds: impl IntoIterator<Item = &'a Meld>) -> Openings {
        let mut openings = Openings::NONE;
        for (nth, meld) in melds.into_iter().enumerate() {
            let (cards, first) = (meld.cards(), 1 << (16 * nth));
            meld.replacements(|at, there| add(&mut openings.runs, there, first << at));
            for (at, card) in cards.iter().enumerate() {
                openings.beside[card.suit() as usize] |= ((0b101 * first) << at) >> 1;
                if let Some((there, suits)) = meld.set_without(at) {
                    openings.add_set(there, suits, first << at);
                }
            }
        }
        openings.finish()
    }

    const NONE: Openings =
        Openings { runs: [0; 16], beside: [0; Suit::ALL.len()], sets: [0; 16], taken: [0; Suit::ALL.len()] };

    /// The places of this card.
    #[inline]
    pub(crate) fn of(&self, card: Laid) -> u64 {
        let (row, suit) = (card.row() % 16, card.suit() as usize);
        self.runs[row] & !self.beside[suit] | self.sets[row] & !self.taken[suit]
    }

    /// A place in a set of cards with these suits.
    #[inline]
    fn add_set(&mut self, there: Reading, suits: u8, place: u64) {
        add(&mut self.sets, there, place);
        for (suit, taken) in self.taken.iter_mut().enumerate() {
            *taken |= if suits & 1 << suit != 0 { place } else { 0 };
        }
    }

    /// Merges the high ace into the ace, and lets a 2 go wherever a marked card can.
    #[inline]
    fn finish(mut self) -> Self {
        self.runs[1] |= self.runs[14];
        self.runs[2] |= self.runs[0];
        self.sets[2] |= self.sets[0];
        self
    }
}

/// Adds a place to the rows of its possible values, and to that of marked cards if it can be a
/// wild.
#[inline]
fn add(rows: &mut Rows, there: Reading, place: u64) {
    let mut values = there.values() & VALUES;
    if values == VALUES {
        rows[1..].iter_mut().for_each(|row| *row |= place);
        values = 0;
    }
    while values != 0 {
        rows[values.trailing_zeros() as usize] |= place;
        values &= values - 1;
    }
    rows[0] |= if there.pure & VALUES != 0 { place } else { 0 };
}
