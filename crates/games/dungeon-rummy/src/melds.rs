//! Melds: what is a run, what is a set, and where a card can go.
//!
//! Both readings are worked out with sets of numbers held as bits. For a run, bit v of a [`Reading`] says that the next
//! place can stand for the value v (1 to 13, and 14 for the high ace) with so many wilds before it; for a set, bit r
//! says that the cards can have the rank r.

use kernel::Card as _;

use crate::{
    Card, Suit,
    content::{CANASTA, Guard},
};

/// The longest meld: a run from the low to the high ace (R20).
pub(crate) const LONGEST: usize = 14;
/// The most cards of a set (R21).
const LARGEST_SET: usize = 4;

/// The values 1 to 14 that a place in a run can stand for.
const VALUES: u16 = 0x7FFE;
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

    /// The values it has in a run by nature; an ace has two (R19).
    #[inline]
    fn values(self) -> u16 {
        match (self.marked(), self.card().rank()) {
            (true, _) => 0,
            (false, 1) => 1 << 1 | 1 << 14,
            (false, rank) => 1 << rank,
        }
    }

    /// The rank it has in a set by nature.
    #[inline]
    fn ranks(self) -> u16 {
        if self.marked() { 0 } else { 1 << self.card().rank() }
    }

    /// Whether it can stand for anything, as a wild (R22).
    #[inline]
    fn wild(self) -> bool {
        self.marked() || self.card().is_two()
    }

    #[inline]
    fn suit(self) -> Suit {
        self.card().suit()
    }
}

impl std::fmt::Debug for Laid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.code())
    }
}

/// What is possible without a wild, and what with exactly one (R24).
#[derive(Clone, Copy, Default, Debug)]
struct Reading {
    pure: u16,
    wild: u16,
}

impl Reading {
    const START: Reading = Reading { pure: OPEN, wild: 0 };

    /// With one more card, that by nature is `natural` and as a wild one of `all`.
    #[inline]
    fn and(self, natural: u16, wild: bool, all: u16) -> Reading {
        let other = if wild { all & !natural } else { 0 };
        Reading { pure: self.pure & natural, wild: self.wild & natural | self.pure & other }
    }

    /// Both this and that.
    #[inline]
    fn with(self, other: Reading) -> Reading {
        Reading { pure: self.pure & other.pure, wild: self.pure & other.wild | self.wild & other.pure }
    }

    /// For the next place.
    #[inline]
    fn up(self) -> Reading {
        Reading { pure: self.pure << 1, wild: self.wild << 1 }
    }

    /// For the place before.
    #[inline]
    fn down(self) -> Reading {
        Reading { pure: self.pure >> 1, wild: self.wild >> 1 }
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
    let reading = cards.iter().fold(Reading::START, |so_far, card| so_far.and(card.values(), card.wild(), VALUES).up());
    reading.wilds()
}

/// The fewest wilds with which these cards are a set; `None` if they are none. R21 to R24.
pub fn set(cards: &[Laid]) -> Option<u8> {
    if cards.is_empty() || cards.len() > LARGEST_SET || suits(cards).count_ones() as usize != cards.len() {
        return None;
    }
    let start = Reading { pure: RANKS, wild: 0 };
    cards.iter().fold(start, |so_far, card| so_far.and(card.ranks(), card.wild(), RANKS)).wilds()
}

/// Whether these cards may lie in a meld space.
pub fn legal(cards: &[Laid]) -> bool {
    cards.is_empty() || run(cards).is_some() || set(cards).is_some()
}

/// The suits of these cards, as bits; a wild has its own (R23).
fn suits(cards: &[Laid]) -> u8 {
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
        let next = |so_far: Reading, card: &Laid| so_far.and(card.values(), card.wild(), VALUES).up();
        let end = self.cards().iter().fold(Reading::START, next);
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
        let places = Shape::of(self).places(card);
        (0..=self.len).filter(|place| places & 1 << place != 0).collect()
    }

    /// Whether what is left without the card at `at` may lie there (R30).
    pub fn may_lose(&self, at: usize) -> bool {
        Shape::of(self).without(at)
    }

    /// Whether the meld may lie there with `card` in the place of the one at `at` (R31).
    pub fn may_replace(&self, at: usize, card: Laid) -> bool {
        Shape::of(self).replaced(at, card)
    }

    /// Puts a card in before the place `at`. The caller has asked [`Shape::places`].
    pub(crate) fn insert(&mut self, at: usize, card: Laid) {
        let len = self.len();
        self.cards.copy_within(at..len, at + 1);
        self.cards[at] = card;
        self.len += 1;
        debug_assert!(legal(self.cards()), "{self:?}");
    }

    /// Takes a card out. The caller has asked [`Shape::without`]; a card at an end can always go.
    pub(crate) fn remove(&mut self, at: usize) -> Laid {
        let card = self.cards()[at];
        let len = self.len();
        self.cards.copy_within(at + 1..len, at);
        self.len -= 1;
        self.cards[len - 1] = Laid(0);
        debug_assert!(legal(self.cards()), "{self:?}");
        card
    }

    /// Puts a card in the place of another, and gives that one. The caller has asked [`Shape::replaced`].
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

/// A bit for each place, from 0 at the left end.
const PLACES: [u16; 16] = {
    let (mut places, mut at) = ([0; 16], 0);
    while at < places.len() {
        places[at] = 1 << at;
        at += 1;
    }
    places
};

/// A meld prepared for many questions: what is possible left and right of every place is worked out once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    meld: Meld,
    /// What the place at this index can stand for, by the cards before it.
    before: [Reading; LONGEST + 1],
    /// The same by the cards from this place on.
    after: [Reading; LONGEST + 1],
    /// What a card that goes in at this place can be by nature; nothing beyond the right end.
    gaps: [u16; 16],
    /// The places where a wild can go in for whatever it is not by nature.
    free: u16,
    /// The places that lie beside a card of each suit.
    beside: [u16; Suit::ALL.len()],
    /// The ranks of the set, if it is one.
    ranks: Reading,
    suits: u8,
}

impl Shape {
    pub(crate) fn of(meld: &Meld) -> Shape {
        let (cards, len) = (meld.cards(), meld.len());
        let mut shape = Shape {
            meld: *meld,
            before: [Reading::START; LONGEST + 1],
            after: [Reading::START; LONGEST + 1],
            gaps: [0; 16],
            free: 0,
            beside: [0; Suit::ALL.len()],
            ranks: Reading { pure: RANKS, wild: 0 },
            suits: suits(cards),
        };
        for (index, card) in cards.iter().enumerate() {
            shape.before[index + 1] = shape.before[index].and(card.values(), card.wild(), VALUES).up();
            shape.ranks = shape.ranks.and(card.ranks(), card.wild(), RANKS);
            shape.beside[card.suit() as usize] |= 0b11 << index;
        }
        for (index, card) in cards.iter().enumerate().rev() {
            shape.after[index] = shape.after[index + 1].down().and(card.values(), card.wild(), VALUES);
        }
        shape.after[len] = Reading::START;
        for at in 0..=len {
            let there = shape.before[at].with(shape.after[at].down());
            shape.gaps[at] = (there.pure | there.wild) & VALUES;
            shape.free |= u16::from(there.pure & VALUES != 0) << at;
        }
        shape
    }

    /// Where this card can go, as bits: bit p for the place p, from 0 at the left end (R25).
    #[inline]
    pub(crate) fn places(&self, card: Laid) -> u16 {
        let (values, wild, suit) = (card.values(), card.wild(), card.suit());
        // Every place is looked at, those beyond the end too: that is a few operations on all of them at once.
        let fits = |(gap, place): (&u16, &u16)| if gap & values != 0 { *place } else { 0 };
        let natural = self.gaps.iter().zip(&PLACES).map(fits).fold(0, |places, place| places | place);
        let of_run = (natural | if wild { self.free } else { 0 }) & !self.beside[suit as usize];
        let len = self.meld.len();
        let of_set = len < LARGEST_SET
            && self.suits & 1 << suit as u8 == 0
            && self.ranks.and(card.ranks(), wild, RANKS).wilds().is_some();
        of_run | u16::from(of_set) << len
    }

    /// Whether what is left without the card at `at` may lie there.
    #[inline]
    pub(crate) fn without(&self, at: usize) -> bool {
        let cards = self.meld.cards();
        let inside = at > 0 && at + 1 < cards.len();
        if !inside {
            return true; // What is left of a run's end, or of a pair, is legal.
        }
        let run =
            cards[at - 1].suit() != cards[at + 1].suit() && self.before[at].with(self.after[at + 1]).wilds().is_some();
        run || self.is_set(at, None)
    }

    /// Whether the meld may lie there with `card` in the place of the one at `at`.
    #[inline]
    pub(crate) fn replaced(&self, at: usize, card: Laid) -> bool {
        let cards = self.meld.cards();
        let suit = card.suit();
        let beside = at > 0 && cards[at - 1].suit() == suit || at + 1 < cards.len() && cards[at + 1].suit() == suit;
        let there = self.before[at].with(self.after[at + 1].down()).and(card.values(), card.wild(), VALUES);
        !beside && there.wilds().is_some() || self.is_set(at, Some(card))
    }

    /// Whether it is a set without the card at `at`, and with `instead`.
    fn is_set(&self, at: usize, instead: Option<Laid>) -> bool {
        let cards = self.meld.cards();
        if cards.len() > LARGEST_SET + usize::from(instead.is_none()) {
            return false;
        }
        let mut left = arrayvec::ArrayVec::<Laid, { LARGEST_SET + 1 }>::new();
        left.extend(cards[..at].iter().copied().chain(instead).chain(cards[at + 1..].iter().copied()));
        set(&left).is_some()
    }
}
