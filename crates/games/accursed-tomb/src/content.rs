//! The cards and what they mean: data only.

use kernel::{Icon, Picture, Rank, StandardCard, Suit, Tone};
use text::{Noun, Text, noun, text};

/// Copies of each of the 52 cards in the two packs.
pub const COPIES: u8 = 2;
/// Jokers in the two packs.
pub const JOKERS: u8 = 4;
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
/// Health of a body without armor, and what each armor adds (R15).
pub const BODY: u8 = 10;

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

    /// Its name within a sentence: `the orc`, `Ur-Amon`.
    pub const fn the(self) -> Text {
        match self {
            Meaning::Hallway => text!("the hallway"),
            Meaning::Wall => text!("the wall"),
            Meaning::Goblin => text!("the goblin"),
            Meaning::Orc => text!("the orc"),
            Meaning::Troll => text!("the troll"),
            Meaning::Demon(suit) => demon_name(suit),
            Meaning::Weapon => text!("the weapon"),
            Meaning::Armor => text!("the armor"),
            Meaning::Blessing => text!("the blessing"),
            Meaning::Fountain => text!("the fountain"),
            Meaning::Altar => text!("the altar"),
            Meaning::Portal => text!("the portal"),
            Meaning::Merchant => text!("the merchant"),
            Meaning::Trap => text!("the trap"),
        }
    }

    /// Its name within a sentence that mentions it first: `an orc`, `the demon Ur-Amon`.
    pub const fn a(self) -> Text {
        match self {
            Meaning::Hallway => text!("an empty hallway"),
            Meaning::Wall => text!("a wall"),
            Meaning::Goblin => text!("a goblin"),
            Meaning::Orc => text!("an orc"),
            Meaning::Troll => text!("a troll"),
            Meaning::Demon(Suit::Hearts) => text!("the demon Ur-Amon"),
            Meaning::Demon(Suit::Diamonds) => text!("the demon Ur-Io"),
            Meaning::Demon(Suit::Clubs) => text!("the demon Ur-Zhulah"),
            Meaning::Demon(Suit::Spades) => text!("the demon Ur-Viveh"),
            Meaning::Weapon => text!("a weapon"),
            Meaning::Armor => text!("an armor"),
            Meaning::Blessing => text!("a blessing"),
            Meaning::Fountain => text!("a fountain"),
            Meaning::Altar => text!("an altar"),
            Meaning::Portal => text!("a portal"),
            Meaning::Merchant => text!("a merchant"),
            Meaning::Trap => text!("a trap"),
        }
    }

    /// Its name on a card: `Orc`, `Ur-Amon`.
    pub const fn name(self) -> Text {
        match self {
            Meaning::Hallway => text!("Hallway"),
            Meaning::Wall => text!("Wall"),
            Meaning::Goblin => text!("Goblin"),
            Meaning::Orc => text!("Orc"),
            Meaning::Troll => text!("Troll"),
            Meaning::Demon(suit) => demon_name(suit),
            Meaning::Weapon => text!("Weapon"),
            Meaning::Armor => text!("Armor"),
            Meaning::Blessing => text!("Blessing"),
            Meaning::Fountain => text!("Fountain"),
            Meaning::Altar => text!("Altar"),
            Meaning::Portal => text!("Portal"),
            Meaning::Merchant => text!("Merchant"),
            Meaning::Trap => text!("Trap"),
        }
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

    /// Full health of a monster.
    #[inline]
    pub const fn health(self) -> Option<u8> {
        match self {
            Meaning::Goblin => Some(7),
            Meaning::Orc => Some(8),
            Meaning::Troll => Some(9),
            Meaning::Demon(_) => Some(10),
            _ => None,
        }
    }

    /// The number that a monster adds to its die (R12).
    #[inline]
    pub const fn fury(self) -> u8 {
        matches!(self, Meaning::Demon(_)) as u8
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
    pub const fn picture(self) -> Picture {
        Picture(match self {
            Meaning::Hallway => "accursed-tomb/hallway",
            Meaning::Wall => "accursed-tomb/wall",
            Meaning::Goblin => "common/goblin",
            Meaning::Orc => "common/orc",
            Meaning::Troll => "common/troll",
            Meaning::Demon(_) => "accursed-tomb/demon",
            Meaning::Weapon => "accursed-tomb/weapon",
            Meaning::Armor => "accursed-tomb/armor",
            Meaning::Blessing => "accursed-tomb/blessing",
            Meaning::Fountain => "accursed-tomb/fountain",
            Meaning::Altar => "common/altar",
            Meaning::Portal => "common/portal",
            Meaning::Merchant => "accursed-tomb/merchant",
            Meaning::Trap => "accursed-tomb/joker-trap",
        })
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
    pub const fn text(self) -> (Text, &'static str) {
        match self {
            Meaning::Hallway => (text!("An empty way. Anybody may stand here."), "R6"),
            Meaning::Wall => (text!("Nobody gets through. A slanting step between two walls is allowed."), "R4"),
            Meaning::Goblin | Meaning::Orc | Meaning::Troll => (
                text!("Step towards it to fight: it strikes first with a d6, then you strike. It stays where it is."),
                "R8",
            ),
            Meaning::Demon(_) => (text!("It strikes with a d6 and 1 more. Whoever strikes it dead wins."), "R12"),
            Meaning::Weapon => (text!("Picked up by whoever enters. Each makes your strikes heavier."), "R14"),
            Meaning::Armor => (text!("Picked up by whoever enters. Each adds to your health and its maximum."), "R15"),
            Meaning::Blessing => {
                (text!("Picked up by whoever enters. It saves your life once, at full health."), "R19")
            }
            Meaning::Fountain => (text!("On entering flip a coin: heads doubles your health, tails halves it."), "R18"),
            Meaning::Altar => {
                (text!("On entering flip a coin: heads gives a blessing, tails halves your health."), "R16")
            }
            Meaning::Portal => (text!("From here your next move may go to any cell."), "R20"),
            Meaning::Merchant => {
                (text!("Whoever enters takes a weapon or an armor; then the merchant is gone."), "R21")
            }
            Meaning::Trap => {
                (text!("Halves your health on every entering, rounded down. With 1 health it kills."), "R17")
            }
        }
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

/// The name of the demon of a suit.
const fn demon_name(suit: Suit) -> Text {
    match suit {
        Suit::Hearts => text!("Ur-Amon"),
        Suit::Diamonds => text!("Ur-Io"),
        Suit::Clubs => text!("Ur-Zhulah"),
        Suit::Spades => text!("Ur-Viveh"),
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
            let copies = |card| if card == StandardCard::Joker { JOKERS } else { COPIES };
            cards.filter(|card| Meaning::of(*card).id() == id).map(copies).sum()
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
