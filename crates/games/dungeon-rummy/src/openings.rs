//! Where cards can go in the melds that lie there.

use crate::{
    Laid, Meld, Suit,
    melds::{LARGEST_SET, LONGEST, Reading, VALUES},
};

/// Where cards can go in several melds, looked up by what lies on a card. Places are bits, 16 for each meld, the first
/// meld's lowest.
#[derive(Debug)]
pub(crate) struct Openings {
    /// Of runs, by [`Laid::row`].
    runs: Rows,
    /// The places of runs that lie beside a card of each suit.
    beside: [u64; Suit::ALL.len()],
    /// Of sets, by row.
    sets: Rows,
    /// The places of sets that have a card of each suit already.
    taken: [u64; Suit::ALL.len()],
}

/// Places by what can go there: a marked card, the ranks from ace to king, and the high ace until [`Openings::finish`].
type Rows = [u64; 16];

impl Openings {
    /// Where one more card can go: in a run wherever it comes out, in a set at the right end (R25).
    pub(crate) fn between<'a>(melds: impl IntoIterator<Item = &'a Meld>) -> Openings {
        let mut openings = Openings::NONE;
        for (nth, meld) in melds.into_iter().enumerate() {
            let (cards, first) = (meld.cards(), 1 << (16 * nth));
            let (before, mut after) = (before(cards), Reading::RUN);
            add(&mut openings.runs, before[cards.len()].with(after.down()), first << cards.len());
            for (at, card) in cards.iter().enumerate().rev() {
                after = after.down().in_run(*card);
                add(&mut openings.runs, before[at].with(after.down()), first << at);
                openings.beside[card.suit() as usize] |= 0b11 * first << at;
            }
            if !cards.is_empty() && cards.len() < LARGEST_SET {
                openings.add_set(cards.iter(), first << cards.len());
            }
        }
        openings.finish()
    }

    /// Where a card can take the place of another (R31).
    pub(crate) fn instead<'a>(melds: impl IntoIterator<Item = &'a Meld>) -> Openings {
        let mut openings = Openings::NONE;
        for (nth, meld) in melds.into_iter().enumerate() {
            let (cards, first) = (meld.cards(), 1 << (16 * nth));
            let (before, mut after) = (before(cards), Reading::RUN);
            for (at, card) in cards.iter().enumerate().rev() {
                add(&mut openings.runs, before[at].with(after.down()), first << at);
                openings.beside[card.suit() as usize] |= (0b101 * first << at) >> 1;
                after = after.down().in_run(*card);
                if cards.len() <= LARGEST_SET {
                    openings.add_set(cards[..at].iter().chain(&cards[at + 1..]), first << at);
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

    /// A place in a set that has these cards, if they can be one.
    #[inline]
    fn add_set<'a>(&mut self, cards: impl Iterator<Item = &'a Laid> + Clone, place: u64) {
        let there = cards.clone().fold(Reading::SET, |so_far, card| so_far.in_set(*card));
        if there.any() == 0 {
            return;
        }
        let mut taken = [0; Suit::ALL.len()];
        for card in cards {
            if std::mem::replace(&mut taken[card.suit() as usize], place) != 0 {
                return;
            }
        }
        add(&mut self.sets, there, place);
        self.taken.iter_mut().zip(taken).for_each(|(all, these)| *all |= these);
    }

    /// An ace is the high one too, and a 2 goes where a marked card does.
    #[inline]
    fn finish(mut self) -> Self {
        self.runs[1] |= self.runs[14];
        self.runs[2] |= self.runs[0];
        self.sets[2] |= self.sets[0];
        self
    }
}

/// What each place of a run can stand for, by the cards before it.
#[inline]
fn before(cards: &[Laid]) -> [Reading; LONGEST + 1] {
    let mut readings = [Reading::RUN; LONGEST + 1];
    let mut so_far = Reading::RUN;
    for (card, next) in cards.iter().zip(&mut readings[1..]) {
        so_far = so_far.in_run(*card).up();
        *next = so_far;
    }
    readings
}

/// Adds a place to the rows of what it can stand for, and to that of marked cards if it can stand for a wild.
#[inline]
fn add(rows: &mut Rows, there: Reading, place: u64) {
    let mut values = there.any() & VALUES;
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
