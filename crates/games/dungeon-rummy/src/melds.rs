//! Melds: what is a run, what is a set, and where a card can go.
//!
//! Both readings are worked out with sets of numbers held as bits. For a run, bit v of a [`Reading`] says that the next
//! place can stand for the value v (1 to 13, and 14 for the high ace) with so many wilds before it; for a set, bit r
//! says that the cards can have the rank r.

use arrayvec::ArrayVec;
use kernel::Card as _;

use crate::{
    Card, Suit,
    content::{CANASTA, Guard},
    openings::Openings,
};

/// The longest meld: a run from the low to the high ace (R20).
pub(crate) const LONGEST: usize = 14;
/// The most cards of a set (R21).
pub(crate) const LARGEST_SET: usize = 4;

/// The values 1 to 14 that a place in a run can stand for.
pub(crate) const VALUES: u16 = 0x7FFE;
/// The ranks 1 to 13.
const RANKS: u16 = 0x3FFE;
/// Where a run may begin, and what may come behind its end: 1 to 15.
const OPEN: u16 = 0xFFFE;

/// A card as it lies in a meld.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Laid(u8);

/// Set if a wild token has changed the card.
const MARK: u8 = 0x80;

impl Laid {
    /// A card as it is.
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

    /// Its mana: none on a marked card (R52).
    #[inline]
    pub fn diamonds(self) -> u8 {
        if self.marked() { 0 } else { self.card().diamonds() }
    }

    /// Its row in a table of what goes where: its rank, and 0 on a marked card.
    #[inline]
    pub(crate) fn row(self) -> usize {
        self.face().row.into()
    }

    /// The values it has in a run by nature; an ace has two (R19).
    #[inline]
    fn values(self) -> u16 {
        self.face().in_run.natural
    }

    /// Whether it can stand for anything, as a wild (R22).
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

/// What melds ask of a card as it lies.
#[derive(Clone, Copy)]
struct Face {
    row: u8,
    suit: Suit,
    in_run: Standing,
    in_set: Standing,
}

/// What a card can stand for, as bits.
#[derive(Clone, Copy)]
struct Standing {
    natural: u16,
    /// As a wild, whatever it is not by nature.
    wild: u16,
}

/// Looked up by a card as it lies, because melds ask it again and again.
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

/// What is possible without a wild, and what with exactly one (R24).
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Reading {
    pub(crate) pure: u16,
    pub(crate) wild: u16,
}

impl Reading {
    /// Of a run without cards.
    pub(crate) const RUN: Reading = Reading { pure: OPEN, wild: 0 };
    /// Of a set without cards.
    pub(crate) const SET: Reading = Reading { pure: RANKS, wild: 0 };

    /// With one more card in the next place of a run.
    #[inline]
    pub(crate) fn in_run(self, card: Laid) -> Reading {
        self.and(card.face().in_run)
    }

    /// With one more card in a set.
    #[inline]
    pub(crate) fn in_set(self, card: Laid) -> Reading {
        self.and(card.face().in_set)
    }

    #[inline]
    fn and(self, card: Standing) -> Reading {
        Reading { pure: self.pure & card.natural, wild: self.wild & card.natural | self.pure & card.wild }
    }

    /// Both this and that.
    #[inline]
    pub(crate) fn with(self, other: Reading) -> Reading {
        Reading { pure: self.pure & other.pure, wild: self.pure & other.wild | self.wild & other.pure }
    }

    /// For the next place.
    #[inline]
    pub(crate) fn up(self) -> Reading {
        Reading { pure: self.pure << 1, wild: self.wild << 1 }
    }

    /// For the place before.
    #[inline]
    pub(crate) fn down(self) -> Reading {
        Reading { pure: self.pure >> 1, wild: self.wild >> 1 }
    }

    /// What is possible at all.
    #[inline]
    pub(crate) fn any(self) -> u16 {
        self.pure | self.wild
    }

    /// The fewest wilds, if it is possible at all.
    #[inline]
    fn wilds(self) -> Option<u8> {
        match self {
            Reading { pure: 0, wild: 0 } => None,
            Reading { pure: 0, .. } => Some(1),
            _ => Some(0),
        }
    }
}

/// The fewest wilds with which these cards are a run, from left to right; `None` if they are none. R19, R20, R22 to R24.
pub fn run(cards: &[Laid]) -> Option<u8> {
    if cards.is_empty() || cards.windows(2).any(|pair| pair[0].suit() == pair[1].suit()) {
        return None;
    }
    cards.iter().fold(Reading::RUN, |so_far, card| so_far.in_run(*card).up()).wilds()
}

/// The fewest wilds with which these cards are a set; `None` if they are none. R21 to R24.
pub fn set(cards: &[Laid]) -> Option<u8> {
    if cards.is_empty() || cards.len() > LARGEST_SET || suits(cards).count_ones() as usize != cards.len() {
        return None;
    }
    cards.iter().fold(Reading::SET, |so_far, card| so_far.in_set(*card)).wilds()
}

/// Whether these cards may lie in a meld space.
pub fn legal(cards: &[Laid]) -> bool {
    cards.is_empty() || run(cards).is_some() || set(cards).is_some()
}

/// The suits of these cards, as bits; a wild has its own (R23).
pub(crate) fn suits(cards: &[Laid]) -> u8 {
    cards.iter().fold(0, |suits, card| suits | 1 << card.suit() as u8)
}

/// What a meld is (R26).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A run.
    Run,
    /// A set.
    Set,
    /// It may still become either.
    Open,
}

/// The cards in a meld space, from left to right: always nothing, a run or a set.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Meld {
    len: u8,
    /// The places beyond `len` hold the first card of all, so that equal melds are equal.
    cards: [Laid; LONGEST],
}

impl Meld {
    /// An empty space.
    pub const EMPTY: Meld = Meld { len: 0, cards: [Laid(0); LONGEST] };

    /// The meld of these cards, if they may lie together.
    pub fn of(cards: &[Laid]) -> Option<Meld> {
        let mut meld = Meld::EMPTY;
        if !legal(cards) {
            return None;
        }
        meld.cards[..cards.len()].copy_from_slice(cards);
        meld.len = cards.len() as u8;
        Some(meld)
    }

    /// The cards, from left to right.
    #[inline]
    pub fn cards(&self) -> &[Laid] {
        &self.cards[..usize::from(self.len)]
    }

    /// How many cards.
    #[inline]
    pub fn len(&self) -> usize {
        self.len.into()
    }

    /// Whether the space is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// What it is; an empty space is open.
    pub fn kind(&self) -> Kind {
        match (run(self.cards()), set(self.cards())) {
            (Some(_), None) => Kind::Run,
            (None, Some(_)) => Kind::Set,
            _ => Kind::Open,
        }
    }

    /// The number of wilds in it: the reading with the fewest counts (R22).
    pub fn wilds(&self) -> u8 {
        let readings = [run(self.cards()), set(self.cards())];
        readings.into_iter().flatten().min().unwrap_or(0)
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

    /// The value of the first place of a run, for the reading with the fewest wilds. `None` for sets, and while several
    /// values are possible.
    pub fn start(&self) -> Option<u8> {
        let end = self.cards().iter().fold(Reading::RUN, |so_far, card| so_far.in_run(*card).up());
        let ends = if end.pure != 0 { end.pure } else { end.wild };
        let certain = ends.count_ones() == 1 && self.kind() == Kind::Run;
        certain.then(|| ends.trailing_zeros() as u8 - self.len)
    }

    /// What the wild at this place stands for, if it is one and that is certain: 1 to 14.
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
            Guard::Suits(number) => suits(self.cards()).count_ones() >= number.into(),
            Guard::Mana(diamonds) => self.diamonds() >= diamonds,
            Guard::Canasta => self.canasta(),
        })
    }

    /// The places where this card can go, from 0 at the left end (R25).
    pub fn places(&self, card: Laid) -> Vec<u8> {
        let places = self.openings().of(card);
        (0..=self.len).filter(|place| places & 1 << place != 0).collect()
    }

    /// Whether what is left without the card at `at` may lie there (R30).
    pub fn may_lose(&self, at: usize) -> bool {
        let cards = self.cards();
        let inside = at > 0 && at + 1 < cards.len();
        // What is left of a run without an end, or of a pair, is legal.
        !inside || legal(&cards[..at].iter().chain(&cards[at + 1..]).copied().collect::<ArrayVec<Laid, LONGEST>>())
    }

    /// Whether the meld may lie there with `card` in the place of the one at `at` (R31).
    pub fn may_replace(&self, at: usize, card: Laid) -> bool {
        Openings::instead([self]).of(card) & 1 << at != 0
    }

    /// Where cards can go in it: it alone is the table.
    pub(crate) fn openings(&self) -> Openings {
        Openings::between([self])
    }

    /// Puts a card in before the place `at`. The caller has asked [`Openings::between`].
    pub(crate) fn insert(&mut self, at: usize, card: Laid) {
        let len = self.len();
        self.cards.copy_within(at..len, at + 1);
        self.cards[at] = card;
        self.len += 1;
        debug_assert!(legal(self.cards()), "{self:?}");
    }

    /// Takes a card out. The caller has asked [`Meld::may_lose`]; a card at an end can always go.
    pub(crate) fn remove(&mut self, at: usize) -> Laid {
        let card = self.cards()[at];
        let len = self.len();
        self.cards.copy_within(at + 1..len, at);
        self.len -= 1;
        self.cards[len - 1] = Laid(0);
        debug_assert!(legal(self.cards()), "{self:?}");
        card
    }

    /// Puts a card in the place of another, and gives that one. The caller has asked [`Openings::instead`].
    pub(crate) fn replace(&mut self, at: usize, card: Laid) -> Laid {
        let old = std::mem::replace(&mut self.cards[at], card);
        debug_assert!(legal(self.cards()), "{self:?}");
        old
    }
}

impl std::fmt::Debug for Meld {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.cards()).finish()
    }
}
