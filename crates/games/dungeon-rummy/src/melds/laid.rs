//! A card in a meld, and the values that adjacent cards can have together.
//!
//! Sets of numbers, stored as bits, represent both readings of a meld. For a run, bit v of a
//! [`Reading`] means that the next place can have the value v with this many wilds before it. The
//! values are 1 to 13, and 14 for the high ace. For a set, bit r means that the cards can have the
//! rank r.

use kernel::Card as _;

use crate::{Card, Suit};

/// The values 1 to 14 that a place in a run can have.
pub(crate) const VALUES: u16 = 0x7FFE;
/// The ranks 1 to 13.
const RANKS: u16 = 0x3FFE;
/// The values where a run may begin, and those that may come behind its end: 1 to 15.
const OPEN: u16 = 0xFFFE;

/// A card in a meld.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Laid(u8);

/// Set if a wild token has changed the card.
const MARK: u8 = 0x80;

impl Laid {
    /// The content of places without a card, so that equal melds are equal.
    pub(crate) const NOTHING: Laid = Laid(0);

    /// A card without a mark.
    #[inline]
    pub fn plain(card: Card) -> Laid {
        Laid::new(card, false)
    }

    /// A card, marked if a wild token changes it.
    #[inline]
    pub fn new(card: Card, marked: bool) -> Laid {
        Laid(card.index() as u8 | if marked { MARK } else { 0 })
    }

    /// The card itself.
    #[inline]
    pub fn card(self) -> Card {
        Card::from_index(usize::from(self.0 & !MARK))
    }

    /// Whether a wild token has changed it.
    #[inline]
    pub fn marked(self) -> bool {
        self.0 & MARK != 0
    }

    /// Its code, with a star if it is marked: `L-QH*`.
    pub fn code(self) -> String {
        format!("{}{}", self.card().code(), if self.marked() { "*" } else { "" })
    }

    /// Its mana: 0 for a marked card (R52).
    #[inline]
    pub fn diamonds(self) -> u8 {
        if self.marked() { 0 } else { self.card().diamonds() }
    }

    /// Its row in a table of placings: its rank, and 0 for a marked card.
    #[inline]
    pub(crate) fn row(self) -> usize {
        self.face().row.into()
    }

    /// The values it has in a run by nature; an ace has two (R19).
    #[inline]
    pub(crate) fn values(self) -> u16 {
        self.face().in_run.natural
    }

    /// Whether it can have any value, as a wild (R22).
    #[inline]
    pub(crate) fn wild(self) -> bool {
        self.face().in_set.wild != 0
    }

    #[inline]
    pub(crate) fn suit(self) -> Suit {
        self.face().suit
    }

    #[inline]
    fn face(self) -> &'static Face {
        &FACES[usize::from(self.0)]
    }
}

/// The facts about a card that melds look up.
#[derive(Clone, Copy)]
struct Face {
    row: u8,
    suit: Suit,
    in_run: Standing,
    in_set: Standing,
}

/// The values that a card can have, as bits.
#[derive(Clone, Copy)]
struct Standing {
    natural: u16,
    /// The values that it has only as a wild.
    wild: u16,
}

/// A table by [`Laid`], because melds ask again and again.
static FACES: [Face; 256] = {
    const NOTHING: Standing = Standing { natural: 0, wild: 0 };
    let mut faces = [Face { row: 0, suit: Suit::Tank, in_run: NOTHING, in_set: NOTHING }; 256];
    let mut index = 0;
    while index < Card::KINDS {
        let card = Card::at(index);
        let (rank, suit) = (card.rank(), card.suit());
        let values = if rank == 1 { 1 << 1 | 1 << 14 } else { 1 << rank };
        let (in_run, in_set) = if card.is_two() {
            (
                Standing { natural: values, wild: VALUES & !values },
                Standing { natural: 1 << rank, wild: RANKS & !(1 << rank) },
            )
        } else {
            (Standing { natural: values, wild: 0 }, Standing { natural: 1 << rank, wild: 0 })
        };
        faces[index] = Face { row: rank, suit, in_run, in_set };
        let (in_run, in_set) = (Standing { natural: 0, wild: VALUES }, Standing { natural: 0, wild: RANKS });
        faces[index | MARK as usize] = Face { row: 0, suit, in_run, in_set };
        index += 1;
    }
    faces
};

impl std::fmt::Debug for Laid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.code())
    }
}

/// The values possible without a wild, and those possible with exactly one (R24).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Reading {
    pub(crate) pure: u16,
    pub(crate) wild: u16,
}

impl Reading {
    /// The reading of cards that are no meld.
    pub(crate) const NONE: Reading = Reading { pure: 0, wild: 0 };
    /// The reading of a run without cards.
    pub(crate) const RUN: Reading = Reading { pure: OPEN, wild: 0 };
    /// The reading of a set without cards.
    pub(crate) const SET: Reading = Reading { pure: RANKS, wild: 0 };

    /// The reading with one more card in the next place of a run.
    #[inline]
    pub(crate) fn in_run(self, card: Laid) -> Reading {
        self.and(card.face().in_run)
    }

    /// The reading with one more card in a set.
    #[inline]
    pub(crate) fn in_set(self, card: Laid) -> Reading {
        self.and(card.face().in_set)
    }

    #[inline]
    fn and(self, card: Standing) -> Reading {
        Reading { pure: self.pure & card.natural, wild: self.wild & card.natural | self.pure & card.wild }
    }

    /// The reading that satisfies both.
    #[inline]
    pub(crate) fn with(self, other: Reading) -> Reading {
        Reading { pure: self.pure & other.pure, wild: self.pure & other.wild | self.wild & other.pure }
    }

    /// The reading for the next place.
    #[inline]
    pub(crate) fn up(self) -> Reading {
        Reading { pure: self.pure << 1, wild: self.wild << 1 }
    }

    /// The reading for the place this many before.
    #[inline]
    pub(crate) fn back(self, places: usize) -> Reading {
        Reading { pure: self.pure >> places, wild: self.wild >> places }
    }

    /// All possible values.
    #[inline]
    pub(crate) fn values(self) -> u16 {
        self.pure | self.wild
    }

    /// Whether any value is possible.
    #[inline]
    pub(crate) fn any(self) -> bool {
        self.values() != 0
    }

    /// The fewest wilds; `None` if it is not possible.
    #[inline]
    pub(crate) fn wilds(self) -> Option<u8> {
        match self {
            Reading { pure: 0, wild: 0 } => None,
            Reading { pure: 0, .. } => Some(1),
            _ => Some(0),
        }
    }
}
