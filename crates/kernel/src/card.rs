//! Cards that can be drawn, and the standard pack.

use std::{borrow::Cow, fmt::Debug};

use text::{Text, t};

use crate::Picture;

/// One kind of thing that a [`Multiset`](crate::Multiset) can hold copies of.
///
/// Kinds are numbered `0..KINDS`; that order is part of a game's rules version, because a seeded
/// draw walks the kinds in it.
pub trait Card: Copy + Eq + Debug + Send + Sync + 'static {
    /// The greatest number of kinds, in any match.
    const KINDS: usize;
    /// Returns the number of kinds: [`KINDS`](Self::KINDS), unless it follows from the cards in
    /// force ([`HouseCards`](crate::HouseCards)).
    #[inline]
    fn kinds() -> usize {
        Self::KINDS
    }
    /// Returns the number of this kind.
    fn index(self) -> usize;
    /// Returns the kind with this number.
    ///
    /// # Panics
    /// If `index >= KINDS`.
    fn from_index(index: usize) -> Self;
    /// Returns the name of this kind in records and in the engine protocol, as the game's spec
    /// spells it.
    fn code(self) -> &'static str;
    /// Returns the kind with this code.
    fn from_code(code: &str) -> Option<Self> {
        (0..Self::kinds()).map(Self::from_index).find(|card| card.code() == code)
    }
    /// Returns the name of this kind for players; `None` if the code is what players call it.
    fn title(self) -> Option<Text> {
        None
    }
    /// Returns the drawing on it, if it has one.
    fn drawing(self) -> Option<Picture> {
        None
    }
    /// Returns the rank, suit and owner on a game's own playing card; `None` for all other cards.
    fn printed(self) -> Option<Printed> {
        None
    }
    /// Returns this kind as players know it.
    fn kind(self) -> CardKind {
        CardKind { code: self.code(), title: self.title(), picture: self.drawing(), printed: self.printed() }
    }
}

/// A kind of card as data: its code in records, with the name, picture and print that players see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CardKind {
    /// Its code in records.
    pub code: &'static str,
    /// Its name for players; `None` where the code is what players call it.
    pub title: Option<Text>,
    /// The drawing on it, if it has one.
    pub picture: Option<Picture>,
    /// The rank, suit and owner on a game's own playing card.
    pub printed: Option<Printed>,
}

/// The face of a playing card that is in the deck of a character.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Printed {
    /// Its rank.
    pub rank: Rank,
    /// The sign of its suit.
    pub suit: Suit,
    /// The name of the character whose deck it is in.
    pub home: &'static str,
}

impl CardKind {
    /// Returns the rank and suit on it, or the joker, if it is a playing card.
    pub fn standard(&self) -> Option<StandardCard> {
        match self.printed {
            Some(Printed { rank, suit, .. }) => Some(StandardCard::Suited(rank, suit)),
            None => StandardCard::from_code(self.code),
        }
    }

    /// Returns its name for players, in the current language. A playing card is its rank and the
    /// sign of its suit, with its owner if it has one: `10♥`, `10♥ (Lily)`.
    pub fn words(&self) -> Cow<'static, str> {
        let face = match (self.title, self.standard()) {
            (Some(title), _) => title.as_str().into(),
            (None, Some(StandardCard::Suited(rank, suit))) => format!("{rank}{}", suit.sign()).into(),
            (None, Some(StandardCard::Joker)) => t!("Joker").into(),
            (None, None) => self.code.into(),
        };
        match self.printed {
            Some(Printed { home, .. }) => format!("{face} ({home})").into(),
            None => face,
        }
    }
}

impl From<&'static str> for CardKind {
    fn from(code: &'static str) -> Self {
        CardKind { code, title: None, picture: None, printed: None }
    }
}

/// The rank of a standard card, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// All ranks, lowest first.
    pub const ALL: [Rank; 13] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    /// Returns the number on a card from 2 to 10; `None` for other ranks.
    pub const fn pips(self) -> Option<u8> {
        if (self as u8) <= Rank::Ten as u8 { Some(self as u8 + 2) } else { None }
    }

    /// Returns the rank in words: `seven`, `queen`.
    pub const fn word(self) -> &'static str {
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
            [self as usize]
    }
}

impl Card for Rank {
    const KINDS: usize = 13;

    #[inline]
    fn index(self) -> usize {
        self as usize
    }

    #[inline]
    fn from_index(index: usize) -> Self {
        Rank::ALL[index]
    }

    fn code(self) -> &'static str {
        ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"][self as usize]
    }
}

impl std::fmt::Display for Rank {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.code())
    }
}

crate::card::serde_by_code!(Rank);

/// The suit of a standard card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Suit {
    Hearts,
    Diamonds,
    Clubs,
    Spades,
}

impl Suit {
    /// All suits, in the order of a standard pack's kinds.
    pub const ALL: [Suit; 4] = [Suit::Hearts, Suit::Diamonds, Suit::Clubs, Suit::Spades];

    /// Returns the suit in words: `hearts`.
    pub const fn word(self) -> &'static str {
        ["hearts", "diamonds", "clubs", "spades"][self as usize]
    }

    /// Returns its sign: `♥`.
    pub const fn sign(self) -> char {
        ['♥', '♦', '♣', '♠'][self as usize]
    }
}

/// A card of the standard pack with jokers: code `10S`, `QH` or `JOKER`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StandardCard {
    /// One of the 52.
    Suited(Rank, Suit),
    /// Any joker.
    Joker,
}

impl Card for StandardCard {
    const KINDS: usize = 53;

    #[inline]
    fn index(self) -> usize {
        match self {
            StandardCard::Suited(rank, suit) => suit as usize * 13 + rank as usize,
            StandardCard::Joker => 52,
        }
    }

    #[inline]
    fn from_index(index: usize) -> Self {
        /// A table, because a look-up is faster than a division by 13.
        static CARDS: [StandardCard; 53] = {
            let mut cards = [StandardCard::Joker; 53];
            let mut index = 0;
            while index < 52 {
                cards[index] = StandardCard::Suited(Rank::ALL[index % 13], Suit::ALL[index / 13]);
                index += 1;
            }
            cards
        };
        CARDS[index]
    }

    fn code(self) -> &'static str {
        const CODES: [&str; 53] = [
            "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH", //
            "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD", //
            "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC", //
            "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS", //
            "JOKER",
        ];
        CODES[self.index()]
    }
}

crate::card::serde_by_code!(StandardCard);

/// Writes and reads a [`Card`] as its code, for cards that appear in actions and views.
#[macro_export]
macro_rules! serde_by_code {
    ($card:ty) => {
        impl ::serde::Serialize for $card {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str($crate::Card::code(*self))
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $card {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let code = ::std::borrow::Cow::<'de, str>::deserialize(from)?;
                <$card as $crate::Card>::from_code(&code)
                    .ok_or_else(|| ::serde::de::Error::custom(format!("no card has the code {code:?}")))
            }
        }
    };
}
pub(crate) use serde_by_code;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_codes_agree_both_ways() {
        fn check<T: Card>() {
            for index in 0..T::KINDS {
                let card = T::from_index(index);
                assert_eq!(card.index(), index);
                assert_eq!(T::from_code(card.code()), Some(card));
            }
        }
        check::<Rank>();
        check::<StandardCard>();
        assert_eq!(StandardCard::Suited(Rank::Queen, Suit::Hearts).code(), "QH");
        assert_eq!(Rank::from_code("1"), None);
    }

    #[test]
    fn pips_are_those_on_the_card() {
        assert_eq!(Rank::ALL.map(Rank::pips)[..2], [Some(2), Some(3)]);
        assert_eq!((Rank::Ten.pips(), Rank::Jack.pips()), (Some(10), None));
    }
}
