//! The cards and tables of the game: data only. Those of the base game stand in `content/*.toml`.

mod enemies;
mod kinds;
mod set;

use kernel::{Card, Die, Icon, Picture, Rank};
use serde::Serialize;
use text::{Text, t, text};

pub use enemies::EnemyKind;
pub(crate) use set::{BASE_HERO, CardSet, PACKS};
use set::{Burden, CurseCard, Does, ItemCard};

use crate::state::MAX_HEROES;

/// Ready-made chat phrases.
pub(crate) const PHRASES: &[Text] = &[
    text!("Rest or climb?"),
    text!("I can take that one."),
    text!("You take it."),
    text!("Careful, a boss comes."),
    text!("I need healing."),
    text!("Up we go!"),
];
/// Traps never have a higher target (R21).
pub const TRAP_LIMIT: u16 = 19;

/// A step of the dice ladder: this many dice of a kind.
pub type Level = (u8, Die);

/// The dice ladder. Level 0, no die at all, exists only with `die_floor = "none"` (R8).
pub const LADDER: [Level; 12] = [
    (0, Die::D4),
    (1, Die::D4),
    (1, Die::D6),
    (1, Die::D8),
    (1, Die::D10),
    (1, Die::D12),
    (2, Die::D8),
    (1, Die::D20),
    (2, Die::D10),
    (2, Die::D12),
    (3, Die::D10),
    (2, Die::D20),
];

/// The names of the ladder's levels.
pub const LADDER_NAMES: [&str; 12] =
    ["none", "d4", "d6", "d8", "d10", "d12", "2d8", "d20", "2d10", "2d12", "3d10", "2d20"];

/// A level of the ladder as players read it.
pub fn dice(level: u8) -> &'static str {
    match level {
        0 => t!("none"),
        level => LADDER_NAMES[usize::from(level)],
    }
}

/// An item of a hero. The first eight can be used in the hero's own turn, the others change a roll.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Item {
    Potion2,
    Potion3,
    Potion4,
    Potion5,
    Luck,
    DefenseUp,
    AttackUp,
    Heal,
    Weapon6,
    Weapon7,
    Weapon8,
    Weapon9,
    DoubleDie,
    Evade,
    Sneak,
    LuckyCharm,
    SecondWind,
}

impl Item {
    /// All items, in the order of their numbers.
    pub const ALL: [Item; 17] = [
        Item::Potion2,
        Item::Potion3,
        Item::Potion4,
        Item::Potion5,
        Item::Luck,
        Item::DefenseUp,
        Item::AttackUp,
        Item::Heal,
        Item::Weapon6,
        Item::Weapon7,
        Item::Weapon8,
        Item::Weapon9,
        Item::DoubleDie,
        Item::Evade,
        Item::Sneak,
        Item::LuckyCharm,
        Item::SecondWind,
    ];

    #[inline]
    fn card(self) -> &'static ItemCard {
        &CardSet::in_force().items[self as usize]
    }

    /// Its number; 0 for an item without one.
    #[inline]
    pub(crate) fn n(self) -> u16 {
        CardSet::in_force().item_numbers[self as usize]
    }

    /// Its die; a d4 for an item without one.
    #[inline]
    pub(crate) fn die(self) -> Die {
        match self.card().does {
            Does::Die { die } => die,
            Does::Number { .. } | Does::Other {} => Die::D4,
        }
    }

    /// The items that can be used in a hero's own turn, on any hero (R32).
    pub const USABLE: [Item; 8] = [
        Item::Potion2,
        Item::Potion3,
        Item::Potion4,
        Item::Potion5,
        Item::Luck,
        Item::DefenseUp,
        Item::AttackUp,
        Item::Heal,
    ];
    /// Potions, weakest first.
    pub const POTIONS: [Item; 4] = [Item::Potion2, Item::Potion3, Item::Potion4, Item::Potion5];
    /// Weapons, weakest first.
    pub const WEAPONS: [Item; 4] = [Item::Weapon6, Item::Weapon7, Item::Weapon8, Item::Weapon9];
    /// Special abilities, as the rulebook lists them.
    pub const ABILITIES: [Item; 6] =
        [Item::DoubleDie, Item::Evade, Item::Heal, Item::Sneak, Item::LuckyCharm, Item::SecondWind];

    /// The item of a treasure card, if it is not an ability to choose (K) or two more cards (A).
    pub const fn of(rank: Rank) -> Option<Item> {
        const BY_RANK: [Option<Item>; Rank::KINDS] = [
            Some(Item::Potion2),
            Some(Item::Potion3),
            Some(Item::Potion4),
            Some(Item::Potion5),
            Some(Item::Weapon6),
            Some(Item::Weapon7),
            Some(Item::Weapon8),
            Some(Item::Weapon9),
            Some(Item::Luck),
            Some(Item::DefenseUp),
            Some(Item::AttackUp),
            None,
            None,
        ];
        BY_RANK[rank as usize]
    }

    /// The rank of its card.
    pub const fn rank(self) -> Rank {
        match self {
            Item::Potion2 => Rank::Two,
            Item::Potion3 => Rank::Three,
            Item::Potion4 => Rank::Four,
            Item::Potion5 => Rank::Five,
            Item::Weapon6 => Rank::Six,
            Item::Weapon7 => Rank::Seven,
            Item::Weapon8 => Rank::Eight,
            Item::Weapon9 => Rank::Nine,
            Item::Luck => Rank::Ten,
            Item::DefenseUp => Rank::Jack,
            Item::AttackUp => Rank::Queen,
            Item::Heal | Item::DoubleDie | Item::Evade | Item::Sneak | Item::LuckyCharm | Item::SecondWind => {
                Rank::King
            }
        }
    }

    /// The health that a potion restores.
    #[inline]
    pub fn heals(self) -> Option<u16> {
        (self <= Item::Potion5).then(|| self.n())
    }

    /// Whether it is a weapon.
    #[inline]
    pub const fn is_weapon(self) -> bool {
        matches!(self, Item::Weapon6 | Item::Weapon7 | Item::Weapon8 | Item::Weapon9)
    }

    /// The bonus of a weapon to one attack roll.
    #[inline]
    pub fn adds(self) -> Option<u16> {
        self.is_weapon().then(|| self.n())
    }

    /// Its name at the table.
    pub fn name(self) -> &'static str {
        self.card().short.unwrap_or(self.card().name).as_str()
    }

    /// Its name that differs from all others.
    pub fn full_name(self) -> Text {
        self.card().name
    }

    /// Its name in a sentence.
    pub fn the(self) -> Text {
        self.card().the
    }

    /// The word for its kind.
    pub fn kind(self) -> &'static str {
        match self {
            Item::Potion2 | Item::Potion3 | Item::Potion4 | Item::Potion5 => t!("Potion"),
            Item::Weapon6 | Item::Weapon7 | Item::Weapon8 | Item::Weapon9 => t!("Weapon"),
            Item::Luck | Item::DefenseUp | Item::AttackUp => t!("Boon"),
            Item::Heal | Item::DoubleDie | Item::Evade | Item::Sneak | Item::LuckyCharm | Item::SecondWind => {
                t!("Ability")
            }
        }
    }

    /// Its sign.
    pub const fn icon(self) -> Icon {
        match self {
            Item::Potion2 | Item::Potion3 | Item::Potion4 | Item::Potion5 => Icon::FLASK,
            Item::Luck | Item::LuckyCharm => Icon::LUCK,
            Item::DefenseUp => Icon::SHIELD,
            Item::AttackUp | Item::Weapon6 | Item::Weapon7 | Item::Weapon8 | Item::Weapon9 => Icon::SWORD,
            Item::Heal => Icon::HEART,
            Item::DoubleDie => Icon::DOUBLE,
            Item::Evade => Icon::EVADE,
            Item::Sneak => Icon::SNEAK,
            Item::SecondWind => Icon::WIND,
        }
    }

    /// Its picture.
    pub fn picture(self) -> Picture {
        self.card().picture
    }

    /// The number on its card: a sign, the same in words, and the amount.
    pub fn number(self) -> Option<(Icon, &'static str, String)> {
        let number = |icon, name, value: &str| Some((icon, name, value.to_owned()));
        let (more, die) = (format!("+{}", self.n()), self.die().to_string());
        match (self, self.heals(), self.adds()) {
            (_, Some(heals), _) => Some((Icon::HEART, t!("heals"), format!("+{heals}"))),
            (_, _, Some(adds)) => Some((Icon::SWORD, t!("adds"), format!("+{adds}"))),
            (Item::Luck, ..) => number(Icon::LUCK, t!("luck"), &more),
            (Item::Heal, ..) => number(Icon::HEART, t!("heals"), &die),
            (Item::DoubleDie, ..) => number(Icon::DIE, t!("roll"), "×2"),
            (Item::Evade, ..) => number(Icon::HEART, t!("damage"), "0"),
            (Item::Sneak, ..) => number(Icon::INITIATIVE, t!("initiative"), "2d20"),
            (Item::LuckyCharm, ..) => number(Icon::LUCK, t!("adds"), &more),
            (Item::SecondWind, ..) => number(Icon::HEART, t!("health"), &die),
            _ => None,
        }
    }

    /// The time when it can be used, in a few words.
    pub fn when(self) -> &'static str {
        match self {
            Item::Potion2 | Item::Potion3 | Item::Potion4 | Item::Potion5 | Item::Heal => t!("in your turn"),
            Item::Luck | Item::DefenseUp | Item::AttackUp => t!("in your turn"),
            Item::Weapon6 | Item::Weapon7 | Item::Weapon8 | Item::Weapon9 => t!("after your attack roll"),
            Item::DoubleDie => t!("after a roll"),
            Item::Evade => t!("when you are hit"),
            Item::Sneak => t!("at initiative"),
            Item::LuckyCharm => t!("in traps"),
            Item::SecondWind => t!("by itself"),
        }
    }

    /// Its effect, and its ruling.
    pub fn text(self) -> (&'static str, &'static str) {
        let ruling = match self {
            Item::Potion2 | Item::Potion3 | Item::Potion4 | Item::Potion5 => "R7",
            Item::DefenseUp | Item::AttackUp => "R8",
            Item::Luck => "R13",
            Item::Weapon6 | Item::Weapon7 | Item::Weapon8 | Item::Weapon9 => "R14",
            Item::DoubleDie => "R15",
            Item::Evade => "R16",
            Item::Sneak => "R17",
            Item::LuckyCharm => "R18",
            Item::SecondWind => "R19",
            Item::Heal => "R20",
        };
        (self.card().text.as_str(), ruling)
    }
}

impl Card for Item {
    const KINDS: usize = Item::ALL.len();

    #[inline]
    fn index(self) -> usize {
        self as usize
    }

    #[inline]
    fn from_index(index: usize) -> Self {
        Item::ALL[index]
    }

    fn code(self) -> &'static str {
        self.card().id
    }

    fn title(self) -> Option<Text> {
        Some(self.full_name())
    }

    fn drawing(self) -> Option<Picture> {
        Some(self.picture())
    }
}

kernel::serde_by_code!(Item);

/// A curse, named by its effect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Curse {
    WeakenedOffense,
    WeakenedDefense,
    Unlucky,
    PersistentTraps,
    MightyMonsters,
    CursedTreasure,
    TougherMonsters,
}

impl Curse {
    /// All curses, in the order of the rulebook.
    pub const ALL: [Curse; 7] = [
        Curse::WeakenedOffense,
        Curse::WeakenedDefense,
        Curse::Unlucky,
        Curse::PersistentTraps,
        Curse::MightyMonsters,
        Curse::CursedTreasure,
        Curse::TougherMonsters,
    ];

    /// The curse of a card.
    pub const fn of(rank: Rank) -> Curse {
        match rank {
            Rank::Two | Rank::Three | Rank::Four | Rank::Five => Curse::WeakenedOffense,
            Rank::Six | Rank::Seven | Rank::Eight | Rank::Nine => Curse::WeakenedDefense,
            Rank::Ten => Curse::Unlucky,
            Rank::Jack => Curse::PersistentTraps,
            Rank::Queen => Curse::MightyMonsters,
            Rank::King => Curse::CursedTreasure,
            Rank::Ace => Curse::TougherMonsters,
        }
    }

    fn card(self) -> &'static CurseCard {
        &CardSet::in_force().curses[self as usize]
    }

    /// Its id.
    pub fn id(self) -> &'static str {
        self.card().id
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.card().name.as_str()
    }

    /// Its picture.
    pub fn picture(self) -> Picture {
        self.card().picture
    }

    /// Its effect, and its ruling.
    pub fn text(self) -> (&'static str, &'static str) {
        let ruling = match self {
            Curse::WeakenedOffense | Curse::WeakenedDefense => "R8",
            Curse::Unlucky => "R33",
            Curse::PersistentTraps => "R21",
            Curse::MightyMonsters | Curse::TougherMonsters => "R24",
            Curse::CursedTreasure => "R23",
        };
        (self.card().text.as_str(), ruling)
    }

    /// Its number; 0 for a curse without one.
    #[inline]
    pub(crate) fn n(self) -> u16 {
        CardSet::in_force().burdens[self as usize]
    }
}

impl CardSet {
    /// The number of floors of a tower for this many heroes.
    #[inline]
    pub(crate) fn floors(&self, players: u8) -> u8 {
        self.floors[usize::from(players - 1) % MAX_HEROES]
    }

    /// Health a hero starts with, and heals up to (R7).
    #[inline]
    pub(crate) fn health() -> u16 {
        CardSet::in_force().hero[0].health
    }

    /// The die of Mighty Monsters.
    pub(crate) fn mighty(&self) -> Die {
        match self.curses[Curse::MightyMonsters as usize].burden {
            Burden::Die { die } => die,
            Burden::Number { .. } | Burden::Health { .. } | Burden::Other {} => Die::D4,
        }
    }

    /// More health of the boss for each Tougher Monsters.
    pub(crate) fn tougher_boss(&self) -> u16 {
        match self.curses[Curse::TougherMonsters as usize].burden {
            Burden::Health { boss, .. } => boss,
            Burden::Number { .. } | Burden::Die { .. } | Burden::Other {} => 0,
        }
    }
}

/// The picture of a trap.
pub fn trap_picture(hard: bool) -> Picture {
    CardSet::in_force().traps[usize::from(hard)].picture
}

/// The picture of an unknown treasure.
pub const TREASURE_PICTURE: Picture = Picture("common/chest");
/// The picture of a hero.
pub const HERO_PICTURE: Picture = Picture("common/hero");
/// The picture of a camp.
pub const CAMP_PICTURE: Picture = Picture("rogue-ascension/camp");
/// The picture of a king before an ability is chosen.
pub const KING_PICTURE: Picture = Picture("common/crown");

/// Every picture of the game.
pub fn pictures() -> Vec<Picture> {
    let monsters = (Rank::ALL.into_iter()).filter(|rank| rank.pips().is_some_and(|pips| pips > 1));
    let enemies = monsters.map(|rank| EnemyKind::Monster.picture(Some(rank)));
    let mut all: Vec<Picture> =
        Item::ALL.map(Item::picture).into_iter().chain(Curse::ALL.map(Curse::picture)).collect();
    all.extend(enemies.chain([EnemyKind::Miniboss.picture(None), EnemyKind::Boss.picture(None)]));
    all.extend([trap_picture(false), trap_picture(true), TREASURE_PICTURE, KING_PICTURE, HERO_PICTURE, CAMP_PICTURE]);
    all
}

/// A trap: its target on a d20, and the die of its damage.
#[inline]
pub(crate) fn trap(hard: bool) -> (u16, Die) {
    let trap = &CardSet::in_force().traps[usize::from(hard)];
    (trap.target, trap.die)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_has_a_code_of_its_own_and_the_rank_it_came_from() {
        for (index, item) in Item::ALL.into_iter().enumerate() {
            assert_eq!(item.index(), index);
            assert_eq!(Item::from_code(item.code()), Some(item));
            assert_eq!(Item::of(item.rank()).unwrap_or(item), item);
            assert_eq!(item.heals(), Item::POTIONS.contains(&item).then(|| u16::from(item.rank().pips().unwrap()) + 2));
            assert_eq!(item.adds(), Item::WEAPONS.contains(&item).then(|| item.rank().pips().unwrap().into()));
        }
        assert_eq!(Item::USABLE, Item::ALL[..8]);
    }

    #[test]
    fn the_ladder_climbs_and_is_named_as_it_is_rolled() {
        for (level, (name, (count, die))) in LADDER_NAMES.iter().zip(LADDER).enumerate() {
            let wanted = match (level, count) {
                (0, _) => "none".to_owned(),
                (_, 1) => die.to_string(),
                (_, count) => format!("{count}{die}"),
            };
            assert_eq!(*name, wanted);
        }
    }
}
