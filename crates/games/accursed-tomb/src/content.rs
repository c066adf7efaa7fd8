//! The cards and what they mean: data only.

use kernel::{Icon, Picture, Rank, StandardCard, Suit, Tone};
use text::{Text, text};

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
/// Ready-made table talk.
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

/// What a face-up card is to those who meet it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)]
pub enum Meaning {
    #[default]
    Hallway,
    Wall,
    Goblin,
    Orc,
    Troll,
    /// The suit gives its name, and nothing else.
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

    /// What this card means.
    #[inline]
    pub const fn of(card: StandardCard) -> Meaning {
        /// Looked up by rank and suit: nobody can guess a card, the processor neither.
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

    /// As a sentence says it: `the orc`, `Ur-Amon`.
    pub const fn the(self) -> &'static str {
        match self {
            Meaning::Hallway => "the hallway",
            Meaning::Wall => "the wall",
            Meaning::Goblin => "the goblin",
            Meaning::Orc => "the orc",
            Meaning::Troll => "the troll",
            Meaning::Demon(suit) => demon_name(suit),
            Meaning::Weapon => "the weapon",
            Meaning::Armor => "the armor",
            Meaning::Blessing => "the blessing",
            Meaning::Fountain => "the fountain",
            Meaning::Altar => "the altar",
            Meaning::Portal => "the portal",
            Meaning::Merchant => "the merchant",
            Meaning::Trap => "the trap",
        }
    }

    /// As a sentence says it the first time: `an orc`, `the demon Ur-Amon`.
    pub const fn a(self) -> &'static str {
        match self {
            Meaning::Hallway => "an empty hallway",
            Meaning::Wall => "a wall",
            Meaning::Goblin => "a goblin",
            Meaning::Orc => "an orc",
            Meaning::Troll => "a troll",
            Meaning::Demon(Suit::Hearts) => "the demon Ur-Amon",
            Meaning::Demon(Suit::Diamonds) => "the demon Ur-Io",
            Meaning::Demon(Suit::Clubs) => "the demon Ur-Zhulah",
            Meaning::Demon(Suit::Spades) => "the demon Ur-Viveh",
            Meaning::Weapon => "a weapon",
            Meaning::Armor => "an armor",
            Meaning::Blessing => "a blessing",
            Meaning::Fountain => "a fountain",
            Meaning::Altar => "an altar",
            Meaning::Portal => "a portal",
            Meaning::Merchant => "a merchant",
            Meaning::Trap => "a trap",
        }
    }

    /// Its name on a card: `Orc`, `Ur-Amon`.
    pub const fn name(self) -> &'static str {
        match self {
            Meaning::Hallway => "Hallway",
            Meaning::Wall => "Wall",
            Meaning::Goblin => "Goblin",
            Meaning::Orc => "Orc",
            Meaning::Troll => "Troll",
            Meaning::Demon(suit) => demon_name(suit),
            Meaning::Weapon => "Weapon",
            Meaning::Armor => "Armor",
            Meaning::Blessing => "Blessing",
            Meaning::Fountain => "Fountain",
            Meaning::Altar => "Altar",
            Meaning::Portal => "Portal",
            Meaning::Merchant => "Merchant",
            Meaning::Trap => "Trap",
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

    /// What a monster adds to its die (R12).
    #[inline]
    pub const fn fury(self) -> u8 {
        matches!(self, Meaning::Demon(_)) as u8
    }

    /// Whether it may halve the health of whoever enters (R17).
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

    /// What is drawn on it.
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

    /// What it does, and the ruling behind it.
    pub const fn text(self) -> (&'static str, &'static str) {
        match self {
            Meaning::Hallway => ("An empty way. Anybody may stand here.", "R6"),
            Meaning::Wall => ("Nobody gets through. A slanting step between two walls is allowed.", "R4"),
            Meaning::Goblin | Meaning::Orc | Meaning::Troll => {
                ("Step towards it to fight: it strikes first with a d6, then you strike. It stays where it is.", "R8")
            }
            Meaning::Demon(_) => ("It strikes with a d6 and 1 more. Whoever strikes it dead wins.", "R12"),
            Meaning::Weapon => ("Picked up by whoever enters. Each makes your strikes heavier.", "R14"),
            Meaning::Armor => ("Picked up by whoever enters. Each adds to your health and its maximum.", "R15"),
            Meaning::Blessing => ("Picked up by whoever enters. It saves your life once, at full health.", "R19"),
            Meaning::Fountain => ("On entering flip a coin: heads doubles your health, tails halves it.", "R18"),
            Meaning::Altar => ("On entering flip a coin: heads gives a blessing, tails halves your health.", "R16"),
            Meaning::Portal => ("From here your next move may go to any cell.", "R20"),
            Meaning::Merchant => ("Whoever enters takes a weapon or an armor; then the merchant is gone.", "R21"),
            Meaning::Trap => ("Halves your health on every entering, rounded down. With 1 health it kills.", "R17"),
        }
    }
}

/// All that can be drawn on a table.
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
const fn demon_name(suit: Suit) -> &'static str {
    match suit {
        Suit::Hearts => "Ur-Amon",
        Suit::Diamonds => "Ur-Io",
        Suit::Clubs => "Ur-Zhulah",
        Suit::Spades => "Ur-Viveh",
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
        let names = Suit::ALL.map(|suit| Meaning::Demon(suit).the());
        assert_eq!(names, ["Ur-Amon", "Ur-Io", "Ur-Zhulah", "Ur-Viveh"]);
        for suit in Suit::ALL {
            assert!(Meaning::Demon(suit).a().ends_with(Meaning::Demon(suit).the()));
        }
        assert_eq!(std::mem::size_of::<Meaning>(), 1);
    }
}
