//! The cards and what they mean: data only. Those of the base game stand in `content/*.toml`.

mod items;
mod kinds;
mod monsters;
mod pack;
mod set;

use kernel::{Card, Picture};
use serde::Serialize;
use text::{Text, text};

use kinds::DECKS;

pub use items::{Item, ItemCard, Kind, Op, When};
pub use monsters::{Effect, Monster, MonsterCard};
pub(crate) use pack::PACKS;
pub(crate) use set::{CardSet, Decks, Masks};

include!(concat!(env!("OUT_DIR"), "/cards.rs"));

/// The number of kinds of item cards in the base game.
pub const ITEM_KINDS: usize = ITEMS.len();
/// The number of kinds of monster cards in the base game.
pub const MONSTER_KINDS: usize = MONSTERS.len();
/// Room for kinds of item cards.
pub(crate) const ITEM_ROOM: usize = room(1);
/// Room for kinds of monster cards.
pub(crate) const MONSTER_ROOM: usize = room(0);

const fn room(deck: usize) -> usize {
    DECKS[deck].room.expect("this deck has room")
}

/// The top of the scale: the first player to reach it wins.
pub const TOP: u8 = 12;
/// The highest level that can be reached without a victory of the player's own (R54, R55).
pub const BELOW_TOP: u8 = TOP - 1;
/// The most cards that a player can hold at the end of a turn (R62).
pub const HAND_LIMIT: u8 = 8;
/// The number of cards that each player is dealt (R4).
pub const DEALT: u8 = 5;
/// Copies of each class card (R3).
pub const CLASS_COPIES: u8 = 2;
/// The number of offers that a seat can make in a fight (R23).
pub const OFFERS: u8 = 3;
/// Ready-made chat phrases.
pub(crate) const PHRASES: &[Text] = &[
    text!("Who helps?"),
    text!("What do you offer?"),
    text!("That is too much."),
    text!("Not this time."),
    text!("A deal is a deal."),
    text!("Stop whoever leads!"),
    text!("That was me."),
    text!("Nothing personal."),
];
/// The level from which on running is not free (R13).
pub const RUN_LEVEL: u8 = 3;
/// The least percentage of an attack, after all that weakens it (R29).
pub const LEAST_PERCENT: i16 = 25;

/// A class. The order is that of the ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)]
pub enum Class {
    #[default]
    Mage,
    Rogue,
    Warrior,
}

impl Class {
    /// All classes.
    pub const ALL: [Class; 3] = [Class::Mage, Class::Rogue, Class::Warrior];

    /// Its name for people.
    pub const fn name(self) -> Text {
        [text!("Mage"), text!("Rogue"), text!("Warrior")][self as usize]
    }

    /// Its name within a sentence.
    pub const fn word(self) -> Text {
        [text!("mage"), text!("rogue"), text!("warrior")][self as usize]
    }

    /// Its picture.
    pub const fn picture(self) -> Picture {
        [Picture("gloombah/class_mage"), Picture("gloombah/class_rogue"), Picture("gloombah/class_warrior")]
            [self as usize]
    }

    /// The class's modifier to an attack on a monster with this tag (R30).
    pub const fn modifier(self, tag: Tag) -> i8 {
        // arcane, beast, brute, ooze, trickster, undead
        let row = match self {
            Class::Mage => [0, 0, -1, 1, -1, 2],
            Class::Rogue => [1, -1, 0, -1, 2, 0],
            Class::Warrior => [-1, 2, 1, 0, 0, -1],
        };
        row[tag as usize]
    }
}

impl Card for Class {
    const KINDS: usize = 3;

    #[inline]
    fn index(self) -> usize {
        self as usize
    }

    #[inline]
    fn from_index(index: usize) -> Self {
        Class::ALL[index]
    }

    fn code(self) -> &'static str {
        ["mage", "rogue", "warrior"][self as usize]
    }

    fn title(self) -> Option<Text> {
        Some(self.name())
    }

    fn drawing(self) -> Option<Picture> {
        Some(self.picture())
    }
}

kernel::serde_by_code!(Class);

/// The kind of creature of a monster. The order is that of the ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Tag {
    Arcane,
    Beast,
    Brute,
    Ooze,
    Trickster,
    Undead,
}

impl Tag {
    /// All tags.
    pub const ALL: [Tag; 6] = [Tag::Arcane, Tag::Beast, Tag::Brute, Tag::Ooze, Tag::Trickster, Tag::Undead];

    /// Its id.
    pub const fn id(self) -> &'static str {
        ["arcane", "beast", "brute", "ooze", "trickster", "undead"][self as usize]
    }

    /// Its name for people, as on a card.
    pub const fn name(self) -> Text {
        let names =
            [text!("Arcane"), text!("Beast"), text!("Brute"), text!("Ooze"), text!("Trickster"), text!("Undead")];
        names[self as usize]
    }

    /// Its name within a sentence.
    pub const fn word(self) -> Text {
        let words =
            [text!("arcane"), text!("beast"), text!("brute"), text!("ooze"), text!("trickster"), text!("undead")];
        words[self as usize]
    }
}

/// More against monsters with a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vs {
    /// The tag.
    pub tag: Tag,
    /// The extra amount.
    pub extra: u8,
}

impl Vs {
    /// The extra amount against a monster with this tag.
    #[inline]
    pub fn against(vs: Option<Vs>, tag: Tag) -> u8 {
        vs.filter(|vs| vs.tag == tag).map_or(0, |vs| vs.extra)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_kinds_is_that_of_the_ids() {
        assert!(ITEMS.windows(2).all(|pair| pair[0].id < pair[1].id));
        assert!(MONSTERS.windows(2).all(|pair| pair[0].id < pair[1].id));
        assert!(Class::ALL.windows(2).all(|pair| pair[0].code() < pair[1].code()));
        assert!(Tag::ALL.windows(2).all(|pair| pair[0].id() < pair[1].id()));
        for tag in Tag::ALL {
            assert_eq!(serde_json::to_value(tag).unwrap(), tag.id());
        }
    }

    #[test]
    fn every_card_is_found_by_its_code() {
        assert!(Item::all().all(|item| Item::from_code(item.code()) == Some(item)));
        assert!(Monster::all().all(|monster| Monster::from_code(monster.code()) == Some(monster)));
        assert!(Class::ALL.iter().all(|class| Class::from_code(class.code()) == Some(*class)));
    }

    #[test]
    fn masks_part_the_items() {
        let masks = Masks::in_force();
        let parts = [masks.gear, masks.prep, masks.fight, masks.backstab];
        let parts = parts.into_iter().chain(masks.weapons);
        let all = (1u64 << ITEM_KINDS) - 1;
        assert_eq!(parts.clone().map(u64::count_ones).sum::<u32>(), all.count_ones());
        assert_eq!(parts.fold(0, |bits, part| bits | part), all);
    }
}
