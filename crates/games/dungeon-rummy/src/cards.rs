//! The 104 cards: 26 of each hero's deck, in four suits.

use kernel::{Card as Kind, CardSet, Printed, Rank};
use text::t;

use crate::Hero;

/// A suit. Each is the home suit of one hero, and every deck has cards of all four (R4, R5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Suit {
    Tank,
    Dealer,
    Support,
    Healer,
}

impl Suit {
    /// All suits.
    pub const ALL: [Suit; 4] = [Suit::Tank, Suit::Dealer, Suit::Support, Suit::Healer];

    /// The suit in words: `tank`.
    pub fn word(self) -> &'static str {
        match self {
            Suit::Tank => t!("tank"),
            Suit::Dealer => t!("dealer"),
            Suit::Support => t!("support"),
            Suit::Healer => t!("healer"),
        }
    }

    /// The mark on its cards: tanks are hearts, dealers diamonds, supports spades, healers trees.
    pub(crate) const fn mark(self) -> kernel::Suit {
        match self {
            Suit::Tank => kernel::Suit::Hearts,
            Suit::Dealer => kernel::Suit::Diamonds,
            Suit::Support => kernel::Suit::Spades,
            Suit::Healer => kernel::Suit::Clubs,
        }
    }

    const fn of_letter(letter: u8) -> Suit {
        match letter {
            b'T' => Suit::Tank,
            b'D' => Suit::Dealer,
            b'S' => Suit::Support,
            b'H' => Suit::Healer,
            _ => panic!("the suits are T, D, S and H"),
        }
    }
}

/// One of the 104 cards, by its place in card order: home in party order, then rank from ace to
/// king, then the home suit before the other one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// Cards of each home.
pub(crate) const DECK: usize = 26;

/// Code and mana diamonds of every card, in card order (R5, R6).
const CARDS: [(&str, u8); 104] = [
    // Lily's, tanks
    ("L-AT", 1),
    ("L-AD", 0),
    ("L-2T", 0),
    ("L-2S", 0),
    ("L-3T", 1),
    ("L-3H", 0),
    ("L-4T", 0),
    ("L-4D", 1),
    ("L-5T", 1), //
    ("L-5S", 0),
    ("L-6T", 0),
    ("L-6H", 1),
    ("L-7T", 2),
    ("L-7D", 0),
    ("L-8T", 0),
    ("L-8S", 1),
    ("L-9T", 1),
    ("L-9H", 0), //
    ("L-10T", 0),
    ("L-10D", 1),
    ("L-JT", 1),
    ("L-JS", 0),
    ("L-QT", 0),
    ("L-QH", 1),
    ("L-KT", 1),
    ("L-KD", 0), //
    // Bob's, dealers
    ("B-AD", 1),
    ("B-AS", 0),
    ("B-2D", 0),
    ("B-2H", 0),
    ("B-3D", 1),
    ("B-3T", 0),
    ("B-4D", 0),
    ("B-4S", 1),
    ("B-5D", 1), //
    ("B-5H", 0),
    ("B-6D", 0),
    ("B-6T", 1),
    ("B-7D", 2),
    ("B-7S", 0),
    ("B-8D", 0),
    ("B-8H", 1),
    ("B-9D", 1),
    ("B-9T", 0), //
    ("B-10D", 0),
    ("B-10S", 1),
    ("B-JD", 1),
    ("B-JH", 0),
    ("B-QD", 0),
    ("B-QT", 1),
    ("B-KD", 1),
    ("B-KS", 0), //
    // Oakie's, healers
    ("O-AH", 1),
    ("O-AT", 0),
    ("O-2H", 0),
    ("O-2D", 0),
    ("O-3H", 1),
    ("O-3S", 0),
    ("O-4H", 0),
    ("O-4T", 1),
    ("O-5H", 1), //
    ("O-5D", 0),
    ("O-6H", 0),
    ("O-6S", 1),
    ("O-7H", 2),
    ("O-7T", 0),
    ("O-8H", 0),
    ("O-8D", 1),
    ("O-9H", 1),
    ("O-9S", 0), //
    ("O-10H", 0),
    ("O-10T", 1),
    ("O-JH", 1),
    ("O-JD", 0),
    ("O-QH", 0),
    ("O-QS", 1),
    ("O-KH", 1),
    ("O-KT", 0), //
    // Milton's, supports
    ("M-AS", 1),
    ("M-AH", 0),
    ("M-2S", 0),
    ("M-2T", 0),
    ("M-3S", 1),
    ("M-3D", 0),
    ("M-4S", 0),
    ("M-4H", 1),
    ("M-5S", 1), //
    ("M-5T", 0),
    ("M-6S", 0),
    ("M-6D", 1),
    ("M-7S", 2),
    ("M-7H", 0),
    ("M-8S", 0),
    ("M-8T", 1),
    ("M-9S", 1),
    ("M-9D", 0), //
    ("M-10S", 0),
    ("M-10H", 1),
    ("M-JS", 1),
    ("M-JT", 0),
    ("M-QS", 0),
    ("M-QD", 1),
    ("M-KS", 1),
    ("M-KH", 0), //
];

/// Suits read off the codes once, for the rules to look up.
static SUITS: [Suit; 104] = {
    let mut suits = [Suit::Tank; 104];
    let mut index = 0;
    while index < 104 {
        let code = CARDS[index].0.as_bytes();
        suits[index] = Suit::of_letter(code[code.len() - 1]);
        index += 1;
    }
    suits
};

impl Card {
    /// The card at this place of card order.
    pub(crate) const fn at(index: usize) -> Card {
        assert!(index < CARDS.len(), "there are 104 cards");
        Card(index as u8)
    }

    /// The hero whose deck has the card.
    #[inline]
    pub const fn home(self) -> Hero {
        Hero::ALL[self.0 as usize / DECK]
    }

    /// 1 for an ace, 11 to 13 for jack, queen and king.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % DECK as u8 / 2 + 1
    }

    /// Its suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        SUITS[self.0 as usize]
    }

    /// Its mana: 0 to 2.
    #[inline]
    pub fn diamonds(self) -> u8 {
        CARDS[usize::from(self.0)].1
    }

    /// Whether it can be a wild and replace another card (R22).
    #[inline]
    pub const fn is_two(self) -> bool {
        self.rank() == 2
    }

    /// Its rank as printed on the card: `A`, `10`, `Q`.
    pub const fn index_word(self) -> &'static str {
        rank_word(self.rank())
    }
}

/// A value as cards show it; 14 is the high ace.
pub(crate) const fn rank_word(value: u8) -> &'static str {
    ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"][value as usize - 1]
}

/// All cards of a home.
pub(crate) fn deck_of(home: Hero) -> CardSet<Card> {
    (0..DECK).map(|place| Card::from_index(home as usize * DECK + place)).collect()
}

impl Kind for Card {
    const KINDS: usize = 104;

    #[inline]
    fn index(self) -> usize {
        self.0.into()
    }

    #[inline]
    fn from_index(index: usize) -> Self {
        Card::at(index)
    }

    fn code(self) -> &'static str {
        CARDS[usize::from(self.0)].0
    }

    fn printed(self) -> Option<Printed> {
        // Ranks of the game begin with the ace, those of the kernel end with it.
        let rank = Rank::ALL[usize::from(self.rank() + 11) % Rank::ALL.len()];
        Some(Printed { rank, suit: self.suit().mark(), home: self.home().name() })
    }
}

impl std::fmt::Debug for Card {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.code())
    }
}

kernel::serde_by_code!(Card);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_places_and_properties_agree() {
        for index in 0..Card::KINDS {
            let card = Card::from_index(index);
            assert_eq!(Card::from_code(card.code()), Some(card));
            let letter = ["T", "D", "S", "H"][card.suit() as usize];
            let home = ["L", "B", "O", "M"][card.home() as usize];
            assert_eq!(card.code(), format!("{home}-{}{letter}", card.index_word()));
        }
    }

    /// R5, R6: one home card and one other of each rank, 13 diamonds a deck, and all decks are two
    /// packs of 52.
    #[test]
    fn every_deck_is_built_alike() {
        for hero in Hero::ALL {
            let deck = || (0..104).map(Card::from_index).filter(|card| card.home() == hero);
            assert_eq!(deck().map(|card| u32::from(card.diamonds())).sum::<u32>(), 13);
            assert_eq!(deck().filter(|card| card.suit() == hero.suit()).count(), 13);
            assert!(deck().filter(|card| card.is_two()).all(|card| card.diamonds() == 0));
        }
        for rank in 1..=13 {
            for suit in [Suit::Tank, Suit::Dealer, Suit::Support, Suit::Healer] {
                let alike = |card: &Card| card.rank() == rank && card.suit() == suit;
                assert_eq!((0..104).map(Card::from_index).filter(alike).count(), 2);
            }
        }
    }
}
