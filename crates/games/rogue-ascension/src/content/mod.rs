//! The cards and tables of the game: data only.

mod enemies;

use kernel::{Card, Die, Icon, Picture, Rank};
use serde::Serialize;
use text::{Text, t, text};

pub use enemies::EnemyKind;

/// Copies of each rank in the two packs (R1: only the rank matters).
pub const COPIES: u8 = 8;
/// Health a hero starts with, and heals up to (R7).
pub const HEALTH: u16 = 30;
/// Health of a miniboss.
pub const MINIBOSS_HEALTH: u16 = 10;
/// Health of the boss for each hero, and more for each hero and level of ascension (R25).
pub const BOSS_HEALTH: (u16, u16) = (20, 10);
/// Level of the dice ladder that a hero's attack starts at.
pub const ATTACK_START: u8 = 2;
/// Level of the dice ladder that a hero's defense starts at.
pub const DEFENSE_START: u8 = 1;
/// Floors of the tower for one hero, and more for each further one.
pub const FLOORS: (u8, u8) = (10, 5);
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

/// Declares the items: the name in the code, the code of its card, its name that differs from all
/// others, its name in a sentence, its sign, its drawing, its effect, and the ruling.
macro_rules! items {
    ($(
        $item:ident = $code:literal: $name:expr, $the:expr, $icon:expr, $picture:literal,
        $text:expr, $ruling:literal;
    )+) => {
        /// An item of a hero. The first eight can be used in the hero's own turn, the others change
        /// a roll.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Item {
            $($item),+
        }

        impl Item {
            /// All items, in the order of their numbers.
            pub const ALL: [Item; [$($code),+].len()] = [$(Item::$item),+];
        }

        static ITEMS: [ItemData; Item::ALL.len()] = [$(ItemData {
            code: $code,
            name: $name,
            the: $the,
            icon: $icon,
            picture: Picture($picture),
            text: $text,
            ruling: $ruling,
        }),+];
    };
}

items! {
    Potion2 = "potion-2": text!("Potion of 2"), text!("the potion"), Icon::FLASK, "common/potion",
        text!("Heals 4. In your own turn, on any hero."), "R7";
    Potion3 = "potion-3": text!("Potion of 3"), text!("the potion"), Icon::FLASK, "common/potion",
        text!("Heals 5. In your own turn, on any hero."), "R7";
    Potion4 = "potion-4": text!("Potion of 4"), text!("the potion"), Icon::FLASK, "common/potion",
        text!("Heals 6. In your own turn, on any hero."), "R7";
    Potion5 = "potion-5": text!("Potion of 5"), text!("the potion"), Icon::FLASK, "common/potion",
        text!("Heals 7. In your own turn, on any hero."), "R7";
    Luck = "luck": text!("Luck"), text!("the luck"), Icon::LUCK, "rogue-ascension/luck",
        text!("One luck point more: +1 on trap rolls, or spend it to help another hero."), "R13";
    DefenseUp = "defense-up": text!("Better defense"), text!("the better defense"), Icon::SHIELD, "rogue-ascension/defense-up",
        text!("The defense die goes one step up the ladder."), "R8";
    AttackUp = "attack-up": text!("Better attack"), text!("the better attack"), Icon::SWORD, "rogue-ascension/attack-up",
        text!("The attack die goes one step up the ladder."), "R8";
    Heal = "heal": text!("Heal"), text!("the heal"), Icon::HEART, "rogue-ascension/heal",
        text!("Once: heals d6. In your own turn, on any hero."), "R20";
    Weapon6 = "weapon-6": text!("Dagger"), text!("the dagger"), Icon::SWORD, "rogue-ascension/dagger",
        text!("Adds 6 to one attack roll of yours, then it is gone."), "R14";
    Weapon7 = "weapon-7": text!("Mace"), text!("the mace"), Icon::SWORD, "rogue-ascension/mace",
        text!("Adds 7 to one attack roll of yours, then it is gone."), "R14";
    Weapon8 = "weapon-8": text!("Axe"), text!("the axe"), Icon::SWORD, "rogue-ascension/axe",
        text!("Adds 8 to one attack roll of yours, then it is gone."), "R14";
    Weapon9 = "weapon-9": text!("Sword"), text!("the sword"), Icon::SWORD, "common/sword",
        text!("Adds 9 to one attack roll of yours, then it is gone."), "R14";
    DoubleDie = "double-die": text!("Double Die"), text!("Double Die"), Icon::DOUBLE, "rogue-ascension/double-die",
        text!("Once: doubles a roll of your own, after you have seen it."), "R15";
    Evade = "evade": text!("Evade"), text!("Evade"), Icon::EVADE, "rogue-ascension/evade",
        text!("Once: takes all damage of one strike or one trap away."), "R16";
    Sneak = "sneak": text!("Sneak"), text!("Sneak"), Icon::SNEAK, "rogue-ascension/sneak",
        text!("Once: when you would strike second, roll initiative again and keep the better."), "R17";
    LuckyCharm = "lucky-charm": text!("Lucky Charm"), text!("Lucky Charm"), Icon::LUCK, "rogue-ascension/lucky-charm",
        text!("Once: +5 on one trap roll of yours."), "R18";
    SecondWind = "second-wind": text!("Second Wind"), text!("Second Wind"), Icon::WIND, "rogue-ascension/second-wind",
        text!("Once: when you would die, you stand up again with d4 health."), "R19";
}

struct ItemData {
    code: &'static str,
    name: Text,
    the: Text,
    icon: Icon,
    picture: Picture,
    text: Text,
    ruling: &'static str,
}

impl Item {
    const fn data(self) -> &'static ItemData {
        &ITEMS[self as usize]
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

    /// The health that a potion restores: rank + 2.
    pub const fn heals(self) -> Option<u16> {
        match self {
            Item::Potion2 => Some(4),
            Item::Potion3 => Some(5),
            Item::Potion4 => Some(6),
            Item::Potion5 => Some(7),
            _ => None,
        }
    }

    /// Whether it is a weapon.
    #[inline]
    pub const fn is_weapon(self) -> bool {
        matches!(self, Item::Weapon6 | Item::Weapon7 | Item::Weapon8 | Item::Weapon9)
    }

    /// The bonus of a weapon to one attack roll: its rank.
    pub const fn adds(self) -> Option<u16> {
        match self {
            Item::Weapon6 => Some(6),
            Item::Weapon7 => Some(7),
            Item::Weapon8 => Some(8),
            Item::Weapon9 => Some(9),
            _ => None,
        }
    }

    /// Its name at the table.
    pub fn name(self) -> &'static str {
        match self {
            Item::Potion2 | Item::Potion3 | Item::Potion4 | Item::Potion5 => t!("Potion"),
            other => other.full_name().as_str(),
        }
    }

    /// Its name that differs from all others.
    pub const fn full_name(self) -> Text {
        self.data().name
    }

    /// Its name in a sentence.
    pub const fn the(self) -> Text {
        self.data().the
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
        self.data().icon
    }

    /// Its picture.
    pub const fn picture(self) -> Picture {
        self.data().picture
    }

    /// The number on its card: a sign, the same in words, and the amount.
    pub fn number(self) -> Option<(Icon, &'static str, String)> {
        let number = |icon, name, value: &str| Some((icon, name, value.to_owned()));
        match (self, self.heals(), self.adds()) {
            (_, Some(heals), _) => Some((Icon::HEART, t!("heals"), format!("+{heals}"))),
            (_, _, Some(adds)) => Some((Icon::SWORD, t!("adds"), format!("+{adds}"))),
            (Item::Luck, ..) => number(Icon::LUCK, t!("luck"), "+1"),
            (Item::Heal, ..) => number(Icon::HEART, t!("heals"), "d6"),
            (Item::DoubleDie, ..) => number(Icon::DIE, t!("roll"), "×2"),
            (Item::Evade, ..) => number(Icon::HEART, t!("damage"), "0"),
            (Item::Sneak, ..) => number(Icon::INITIATIVE, t!("initiative"), "2d20"),
            (Item::LuckyCharm, ..) => number(Icon::LUCK, t!("adds"), "+5"),
            (Item::SecondWind, ..) => number(Icon::HEART, t!("health"), "d4"),
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
        (self.data().text.as_str(), self.data().ruling)
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
        self.data().code
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

    /// Its id.
    pub const fn id(self) -> &'static str {
        match self {
            Curse::WeakenedOffense => "weakened-offense",
            Curse::WeakenedDefense => "weakened-defense",
            Curse::Unlucky => "unlucky",
            Curse::PersistentTraps => "persistent-traps",
            Curse::MightyMonsters => "mighty-monsters",
            Curse::CursedTreasure => "cursed-treasure",
            Curse::TougherMonsters => "tougher-monsters",
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Curse::WeakenedOffense => t!("Weakened Offense"),
            Curse::WeakenedDefense => t!("Weakened Defense"),
            Curse::Unlucky => t!("Unlucky"),
            Curse::PersistentTraps => t!("Persistent Traps"),
            Curse::MightyMonsters => t!("Mighty Monsters"),
            Curse::CursedTreasure => t!("Cursed Treasure"),
            Curse::TougherMonsters => t!("Tougher Monsters"),
        }
    }

    /// Its picture.
    pub const fn picture(self) -> Picture {
        Picture(match self {
            Curse::WeakenedOffense => "rogue-ascension/curse-weakened-offense",
            Curse::WeakenedDefense => "rogue-ascension/curse-weakened-defense",
            Curse::Unlucky => "rogue-ascension/curse-unlucky",
            Curse::PersistentTraps => "rogue-ascension/curse-persistent-traps",
            Curse::MightyMonsters => "rogue-ascension/curse-mighty-monsters",
            Curse::CursedTreasure => "rogue-ascension/curse-cursed-treasure",
            Curse::TougherMonsters => "rogue-ascension/curse-tougher-monsters",
        })
    }

    /// Its effect, and its ruling.
    pub fn text(self) -> (&'static str, &'static str) {
        match self {
            Curse::WeakenedOffense => (t!("The attack die is one step lower, all match long."), "R8"),
            Curse::WeakenedDefense => (t!("The defense die is one step lower, all match long."), "R8"),
            Curse::Unlucky => (t!("Luck is 1 lower, and may fall below 0."), "R33"),
            Curse::PersistentTraps => (t!("Traps need 1 more to disarm, 19 at the most."), "R21"),
            Curse::MightyMonsters => (t!("Monsters that you turn up have d4 more health."), "R24"),
            Curse::CursedTreasure => (t!("Each treasure you draw springs a trap first."), "R23"),
            Curse::TougherMonsters => (t!("Monsters that you turn up have 2 more health, the boss 10 more."), "R24"),
        }
    }
}

/// The picture of a trap.
pub const fn trap_picture(hard: bool) -> Picture {
    Picture(if hard { "rogue-ascension/trap-hard" } else { "rogue-ascension/trap-easy" })
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
pub const fn trap(hard: bool) -> (u16, Die) {
    if hard { (12, Die::D6) } else { (6, Die::D4) }
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
