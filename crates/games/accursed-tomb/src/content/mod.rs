//! The cards and what they mean: data only. Those of the base game stand in `content/*.toml`.

mod kinds;
mod set;

use kernel::{Icon, Picture, Rank, StandardCard, Suit, Tone};
use text::{Noun, Text, noun, text};

use set::PlaceCard;
pub(crate) use set::{BASE_BODY, BASE_COPIES, CardSet, PACKS, Unseen};

/// The faces of the explorers, by seat.
pub const FACES: [Picture; 4] = [
    Picture("common/hero"),
    Picture("crimsonbranch/ranger"),
    Picture("crimsonbranch/wizard"),
    Picture("crimsonbranch/paladin"),
];
/// Ready-made chat phrases.
pub(crate) const PHRASES: &[Text] = &[
    text!("That one was mine."),
    text!("You first."),
    text!("Back to the entrance!"),
    text!("Who opened that?"),
    text!("Leave me alone and I leave you alone."),
    text!("The tomb wants somebody today."),
];
/// The meaning of a face-up card to the explorers that meet it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)]
pub enum Meaning {
    #[default]
    Hallway,
    Wall,
    Goblin,
    Orc,
    Troll,
    /// A demon. The suit determines its name, and nothing else.
    Demon(Suit),
    Weapon,
    Armor,
    Blessing,
    Fountain,
    Altar,
    Portal,
    Merchant,
    Trap,
}

impl Meaning {
    /// Every meaning once, the dangerous first.
    pub const ALL: [Meaning; 14] = [
        Meaning::Wall,
        Meaning::Goblin,
        Meaning::Orc,
        Meaning::Troll,
        Meaning::Demon(Suit::Hearts),
        Meaning::Trap,
        Meaning::Weapon,
        Meaning::Armor,
        Meaning::Blessing,
        Meaning::Fountain,
        Meaning::Altar,
        Meaning::Portal,
        Meaning::Merchant,
        Meaning::Hallway,
    ];

    /// The meaning of this card.
    #[inline]
    pub const fn of(card: StandardCard) -> Meaning {
        /// A table by rank and suit: cards come at random, so the processor would mispredict
        /// branches.
        static SUITED: [[Meaning; 4]; 13] = {
            let mut table = [[Meaning::Hallway; 4]; 13];
            let mut place = 0;
            while place < 52 {
                table[place / 4][place % 4] = Meaning::suited(Rank::ALL[place / 4], Suit::ALL[place % 4]);
                place += 1;
            }
            table
        };
        match card {
            StandardCard::Joker => Meaning::Trap,
            StandardCard::Suited(rank, suit) => SUITED[rank as usize][suit as usize],
        }
    }

    const fn suited(rank: Rank, suit: Suit) -> Meaning {
        match (rank, suit) {
            (Rank::Two, Suit::Hearts) => Meaning::Fountain,
            (Rank::Two, Suit::Spades) => Meaning::Altar,
            (Rank::Two, Suit::Clubs) => Meaning::Portal,
            (Rank::Two, Suit::Diamonds) => Meaning::Merchant,
            (Rank::Three, _) => Meaning::Weapon,
            (Rank::Four | Rank::Five, _) => Meaning::Wall,
            (Rank::Seven, _) => Meaning::Goblin,
            (Rank::Eight, _) => Meaning::Orc,
            (Rank::Nine, _) => Meaning::Troll,
            (Rank::Ten, suit) => Meaning::Demon(suit),
            (Rank::Jack, _) => Meaning::Armor,
            (Rank::Queen, _) => Meaning::Blessing,
            (Rank::Six | Rank::King | Rank::Ace, _) => Meaning::Hallway,
        }
    }

    /// Its id in the view, one for all demons.
    pub const fn id(self) -> &'static str {
        match self {
            Meaning::Hallway => "hallway",
            Meaning::Wall => "wall",
            Meaning::Goblin => "goblin",
            Meaning::Orc => "orc",
            Meaning::Troll => "troll",
            Meaning::Demon(_) => "demon",
            Meaning::Weapon => "weapon",
            Meaning::Armor => "armor",
            Meaning::Blessing => "blessing",
            Meaning::Fountain => "fountain",
            Meaning::Altar => "altar",
            Meaning::Portal => "portal",
            Meaning::Merchant => "merchant",
            Meaning::Trap => "trap",
        }
    }

    /// The place of its card in the table.
    #[inline]
    pub(crate) const fn place(self) -> usize {
        match self {
            Meaning::Hallway => 0,
            Meaning::Wall => 1,
            Meaning::Goblin => 2,
            Meaning::Orc => 3,
            Meaning::Troll => 4,
            Meaning::Demon(suit) => 5 + suit as usize,
            Meaning::Weapon => 9,
            Meaning::Armor => 10,
            Meaning::Blessing => 11,
            Meaning::Fountain => 12,
            Meaning::Altar => 13,
            Meaning::Portal => 14,
            Meaning::Merchant => 15,
            Meaning::Trap => 16,
        }
    }

    /// The meaning of a kind of card, by its number.
    pub(crate) const fn of_kind(kind: usize) -> Meaning {
        if kind < 52 { Meaning::suited(Rank::ALL[kind / 4], Suit::ALL[kind % 4]) } else { Meaning::Trap }
    }

    #[inline]
    fn card(self) -> &'static PlaceCard {
        &CardSet::in_force().places[self.place()]
    }

    /// Its name within a sentence: `the orc`, `Ur-Amon`.
    pub fn the(self) -> Text {
        self.card().the
    }

    /// Its name within a sentence that mentions it first: `an orc`, `the demon Ur-Amon`.
    pub fn a(self) -> Text {
        self.card().a
    }

    /// Its name on a card: `Orc`, `Ur-Amon`.
    pub fn name(self) -> Text {
        self.card().name
    }

    /// Copies of each of its cards in the two packs.
    pub(crate) fn copies(self) -> u8 {
        self.card().copies
    }

    /// The word for it where it is counted, one for all demons.
    pub const fn noun(self) -> Noun {
        match self {
            Meaning::Hallway => noun!("hallway"),
            Meaning::Wall => noun!("wall"),
            Meaning::Goblin => noun!("goblin"),
            Meaning::Orc => noun!("orc"),
            Meaning::Troll => noun!("troll"),
            Meaning::Demon(_) => noun!("demon"),
            Meaning::Weapon => noun!("weapon"),
            Meaning::Armor => noun!("armor"),
            Meaning::Blessing => noun!("blessing"),
            Meaning::Fountain => noun!("fountain"),
            Meaning::Altar => noun!("altar"),
            Meaning::Portal => noun!("portal"),
            Meaning::Merchant => noun!("merchant"),
            Meaning::Trap => noun!("trap"),
        }
    }

    /// Whether it is a monster.
    #[inline]
    pub(crate) const fn is_monster(self) -> bool {
        matches!(self, Meaning::Goblin | Meaning::Orc | Meaning::Troll | Meaning::Demon(_))
    }

    /// Full health of a monster.
    #[inline]
    pub fn health(self) -> Option<u8> {
        self.is_monster().then(|| self.card().health)
    }

    /// Full health of a monster, 0 for all else.
    #[inline]
    pub(crate) fn full(self) -> u8 {
        CardSet::in_force().full[self.place()]
    }

    /// Whether it is a demon.
    #[inline]
    pub(crate) const fn is_demon(self) -> bool {
        matches!(self, Meaning::Demon(_))
    }

    /// The number that a monster adds to its die (R12).
    #[inline]
    pub fn fury(self) -> u8 {
        if self.is_demon() { self.card().fury } else { 0 }
    }

    /// Whether it may halve the health of the explorer that enters (R17).
    #[inline]
    pub const fn halves(self) -> bool {
        matches!(self, Meaning::Trap | Meaning::Fountain | Meaning::Altar)
    }

    /// Its sign.
    pub const fn icon(self) -> Icon {
        match self {
            Meaning::Hallway => Icon::HALLWAY,
            Meaning::Wall => Icon::WALL,
            Meaning::Goblin | Meaning::Orc | Meaning::Troll => Icon::MONSTER,
            Meaning::Demon(_) => Icon::DEMON,
            Meaning::Weapon => Icon::SWORD,
            Meaning::Armor => Icon::ARMOR,
            Meaning::Blessing => Icon::BLESSING,
            Meaning::Fountain => Icon::FOUNTAIN,
            Meaning::Altar => Icon::ALTAR,
            Meaning::Portal => Icon::PORTAL,
            Meaning::Merchant => Icon::MERCHANT,
            Meaning::Trap => Icon::TRAP,
        }
    }

    /// Its picture.
    pub fn picture(self) -> Picture {
        self.card().picture
    }

    /// Its colour.
    pub const fn tone(self) -> Tone {
        match self {
            Meaning::Hallway | Meaning::Wall => Tone::Plain,
            Meaning::Goblin | Meaning::Orc | Meaning::Troll | Meaning::Demon(_) | Meaning::Trap => Tone::Bad,
            Meaning::Weapon | Meaning::Armor | Meaning::Blessing | Meaning::Portal | Meaning::Merchant => Tone::Good,
            Meaning::Fountain | Meaning::Altar => Tone::Luck,
        }
    }

    /// The text that explains it, and its ruling.
    pub fn text(self) -> (Text, &'static str) {
        let ruling = match self {
            Meaning::Wall => "R4",
            Meaning::Hallway => "R6",
            Meaning::Goblin | Meaning::Orc | Meaning::Troll => "R8",
            Meaning::Demon(_) => "R12",
            Meaning::Weapon => "R14",
            Meaning::Armor => "R15",
            Meaning::Altar => "R16",
            Meaning::Trap => "R17",
            Meaning::Fountain => "R18",
            Meaning::Blessing => "R19",
            Meaning::Portal => "R20",
            Meaning::Merchant => "R21",
        };
        (self.card().text, ruling)
    }
}

/// All pictures that can be drawn on a table.
pub fn pictures() -> Vec<Picture> {
    Meaning::ALL.map(Meaning::picture).into_iter().chain(FACES).collect()
}

/// A meaning is written as its id.
impl serde::Serialize for Meaning {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Card;

    #[test]
    fn the_packs_hold_so_many_of_each() {
        let copies = |id: &str| -> u8 {
            let cards = (0..StandardCard::KINDS).map(StandardCard::from_index);
            cards.map(Meaning::of).filter(|meaning| meaning.id() == id).map(Meaning::copies).sum()
        };
        let wanted = [16, 8, 8, 8, 8, 4, 8, 8, 8, 2, 2, 2, 2, 24];
        assert_eq!(Meaning::ALL.map(|meaning| copies(meaning.id())), wanted);
        assert_eq!(wanted.iter().map(|n| u32::from(*n)).sum::<u32>(), 108);
    }

    #[test]
    fn a_monster_has_the_health_that_its_card_shows() {
        for card in (0..StandardCard::KINDS).map(StandardCard::from_index) {
            let StandardCard::Suited(rank, suit) = card else { continue };
            let fights = (Rank::Seven..=Rank::Ten).contains(&rank);
            let meaning = Meaning::of(card);
            assert_eq!(meaning.health(), if fights { rank.pips() } else { None });
            assert_eq!(meaning == Meaning::Demon(suit), rank == Rank::Ten);
        }
    }

    #[test]
    fn demons_have_the_names_of_their_suits() {
        let names = Suit::ALL.map(|suit| Meaning::Demon(suit).the().source());
        assert_eq!(names, ["Ur-Amon", "Ur-Io", "Ur-Zhulah", "Ur-Viveh"]);
        for suit in Suit::ALL {
            assert!(Meaning::Demon(suit).a().source().ends_with(Meaning::Demon(suit).the().source()));
        }
        assert_eq!(std::mem::size_of::<Meaning>(), 1);
    }
}
