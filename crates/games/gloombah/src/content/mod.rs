//! The cards and what they mean: data only.

mod tables;

use kernel::{Card, Picture};
use serde::Serialize;

/// The top of the scale: whoever gets there wins.
pub const TOP: u8 = 12;
/// The highest level that can be reached without a victory of one's own (R54, R55).
pub const BELOW_TOP: u8 = TOP - 1;
/// More cards than this nobody holds at the end of a turn (R62).
pub const HAND_LIMIT: u8 = 8;
/// Cards that everybody is dealt (R4).
pub const DEALT: u8 = 5;
/// Copies of each class card (R3).
pub const CLASS_COPIES: u8 = 2;
/// Offers that a seat can make in a fight (R23).
pub const OFFERS: u8 = 3;
/// From this level on running is not free (R13).
pub const RUN_LEVEL: u8 = 3;
/// Whatever weakens an attack, this many percent remain (R29).
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
    pub const fn name(self) -> &'static str {
        ["Mage", "Rogue", "Warrior"][self as usize]
    }

    /// Its picture.
    pub const fn picture(self) -> Picture {
        [Picture("gloombah/class_mage"), Picture("gloombah/class_rogue"), Picture("gloombah/class_warrior")]
            [self as usize]
    }

    /// What it adds to an attack on a monster with this tag (R30).
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
}

kernel::serde_by_code!(Class);

/// What kind of creature a monster is. The order is that of the ids.
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

    /// Its id, which is also its name in a sentence.
    pub const fn id(self) -> &'static str {
        ["arcane", "beast", "brute", "ooze", "trickster", "undead"][self as usize]
    }

    /// Its name for people, as a card bears it.
    pub const fn name(self) -> &'static str {
        ["Arcane", "Beast", "Brute", "Ooze", "Trickster", "Undead"][self as usize]
    }
}

/// More against monsters with a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vs {
    /// The tag.
    pub tag: Tag,
    /// How much more.
    pub extra: u8,
}

impl Vs {
    /// How much more against a monster with this tag.
    #[inline]
    pub fn against(vs: Option<Vs>, tag: Tag) -> u8 {
        vs.filter(|vs| vs.tag == tag).map_or(0, |vs| vs.extra)
    }
}

/// An item card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ItemCard {
    /// Its id in records and views.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// Its picture.
    pub picture: Picture,
    /// Copies in the deck.
    pub copies: u8,
    /// What it is.
    pub kind: Kind,
}

/// The kinds of item cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Worn.
    Gear {
        /// The damage it can take.
        value: u8,
        /// Added to run rolls.
        run: i8,
    },
    /// Held by one class.
    Weapon {
        /// The class (R9).
        class: Class,
        /// Added to the level.
        bonus: u8,
        /// More against some.
        vs: Option<Vs>,
    },
    /// Used up.
    Consumable {
        /// What it does.
        op: Op,
        /// The text on the card.
        text: &'static str,
    },
}

/// When a consumable can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// In the own preparation (R11).
    Prep,
    /// By a participant of a fight (R20).
    Fight,
    /// By a bystander of a fight (R20).
    Backstab,
}

/// What a consumable does: the closed list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// So many levels, but not to the top (R55).
    LevelUp(u8),
    /// Draw so many cards.
    Draw(u8),
    /// Draw so many monsters this turn.
    Scout(u8),
    /// So many random cards from a hand.
    Steal(u8),
    /// Give a card, draw so many.
    TradeIn(u8),
    /// A card from the discard pile.
    Recover,
    /// All own lasting effects end.
    Cure,
    /// So much for the players' side, and more against some.
    Attack(u8, Option<Vs>),
    /// So many percent for a participant.
    Bless(i8),
    /// So much damage less for a participant.
    Shield(u8),
    /// A participant is rid of curses and the like.
    Cleanse,
    /// The fight ends without result.
    Escape,
    /// So many attack points for the monster.
    MonsterAdd(u8),
    /// The monster once more.
    Duplicate,
    /// So many percent less for a participant.
    Curse(i8),
    /// A participant's weapon does not count.
    Disarm,
    /// A participant's gear is gone.
    DestroyGear,
    /// So much more damage.
    DamageAdd(u8),
}

impl Op {
    /// When a card that does it can be played.
    pub const fn when(self) -> When {
        match self {
            Op::LevelUp(_) | Op::Draw(_) | Op::Scout(_) | Op::Steal(_) | Op::TradeIn(_) | Op::Recover | Op::Cure => {
                When::Prep
            }
            Op::Attack(..) | Op::Bless(_) | Op::Shield(_) | Op::Cleanse | Op::Escape => When::Fight,
            Op::MonsterAdd(_) | Op::Duplicate | Op::Curse(_) | Op::Disarm | Op::DestroyGear | Op::DamageAdd(_) => {
                When::Backstab
            }
        }
    }

    /// Whether it is played on a participant of the fight.
    pub const fn aims(self) -> bool {
        matches!(self, Op::Bless(_) | Op::Shield(_) | Op::Cleanse | Op::Curse(_) | Op::Disarm | Op::DestroyGear)
    }
}

/// An item card by its number. The numbers are in the order of the ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Item(u8);

/// How many kinds of item cards there are.
pub const ITEM_KINDS: usize = tables::GEAR.len() + tables::WEAPONS.len() + tables::CONSUMABLES.len();

/// All item cards by number.
pub static ITEMS: [ItemCard; ITEM_KINDS] = {
    let mut cards = [tables::GEAR[0]; ITEM_KINDS];
    let tables: [&[ItemCard]; 3] = [&tables::GEAR, &tables::WEAPONS, &tables::CONSUMABLES];
    let (mut filled, mut table) = (0, 0);
    while table < tables.len() {
        let mut row = 0;
        while row < tables[table].len() {
            let mut place = filled;
            while place > 0 && before(tables[table][row].id, cards[place - 1].id) {
                cards[place] = cards[place - 1];
                place -= 1;
            }
            cards[place] = tables[table][row];
            filled += 1;
            row += 1;
        }
        table += 1;
    }
    cards
};

impl Item {
    /// All items in the order of their ids.
    pub fn all() -> impl DoubleEndedIterator<Item = Item> + ExactSizeIterator + Clone {
        (0..ITEM_KINDS as u8).map(Item)
    }

    /// The card.
    #[inline]
    pub fn card(self) -> &'static ItemCard {
        &ITEMS[usize::from(self.0)]
    }

    /// What it is.
    #[inline]
    pub fn kind(self) -> Kind {
        self.card().kind
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        self.card().name
    }

    /// What a consumable does.
    #[inline]
    pub fn op(self) -> Option<Op> {
        match self.kind() {
            Kind::Consumable { op, .. } => Some(op),
            Kind::Gear { .. } | Kind::Weapon { .. } => None,
        }
    }
}

impl Card for Item {
    const KINDS: usize = ITEM_KINDS;

    #[inline]
    fn index(self) -> usize {
        self.0.into()
    }

    #[inline]
    fn from_index(index: usize) -> Self {
        assert!(index < ITEM_KINDS, "there are {ITEM_KINDS} kinds of items");
        Item(index as u8)
    }

    fn code(self) -> &'static str {
        self.card().id
    }
}

kernel::serde_by_code!(Item);

/// Something that a monster does to those who lose against it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Lasting: so many percent in every attack of the loser; negative.
    Attack(i8),
    /// Lasting: so much on every run roll; negative.
    Run(i8),
    /// Lasting: the weapon counts 0.
    WeaponOff,
    /// Lasting: no offers.
    NoHelp,
    /// At once: so many random cards of the hand are lost.
    Drop(u8),
}

impl Effect {
    /// Its name in the view.
    pub const fn id(self) -> &'static str {
        match self {
            Effect::Attack(_) => "attack",
            Effect::Run(_) => "run",
            Effect::WeaponOff => "weapon_off",
            Effect::NoHelp => "no_help",
            Effect::Drop(_) => "drop",
        }
    }

    /// Its number in the view; 0 where it has none.
    pub const fn number(self) -> i8 {
        match self {
            Effect::Attack(n) | Effect::Run(n) => n,
            Effect::Drop(n) => n as i8,
            Effect::WeaponOff | Effect::NoHelp => 0,
        }
    }
}

/// A monster card. None has more than one effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MonsterCard {
    /// Its id in records and views.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// Its picture.
    pub picture: Picture,
    /// What kind of creature it is.
    pub tag: Tag,
    /// Copies in the deck.
    pub copies: u8,
    /// Attack points.
    pub ap: u8,
    /// What the losers take.
    pub damage: u8,
    /// Whether the damage goes past gear (R43).
    pub pierce: bool,
    /// Levels for the winners.
    pub xp: u8,
    /// Item cards for the winners.
    pub treasure: u8,
    /// What else the losers suffer.
    pub effect: Option<Effect>,
    /// The text on the card.
    pub text: &'static str,
}

/// A monster card by its number. The numbers are in the order of the ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Monster(u8);

/// How many kinds of monster cards there are.
pub const MONSTER_KINDS: usize = tables::MONSTER_CARDS.len();

/// All monster cards by number.
pub static MONSTERS: [MonsterCard; MONSTER_KINDS] = {
    let mut cards = tables::MONSTER_CARDS;
    let mut filled = 1;
    while filled < cards.len() {
        let card = cards[filled];
        let mut place = filled;
        while place > 0 && before(card.id, cards[place - 1].id) {
            cards[place] = cards[place - 1];
            place -= 1;
        }
        cards[place] = card;
        filled += 1;
    }
    cards
};

impl Monster {
    /// All monsters in the order of their ids.
    pub fn all() -> impl DoubleEndedIterator<Item = Monster> + ExactSizeIterator + Clone {
        (0..MONSTER_KINDS as u8).map(Monster)
    }

    /// The card.
    #[inline]
    pub fn card(self) -> &'static MonsterCard {
        &MONSTERS[usize::from(self.0)]
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        self.card().name
    }
}

impl Card for Monster {
    const KINDS: usize = MONSTER_KINDS;

    #[inline]
    fn index(self) -> usize {
        self.0.into()
    }

    #[inline]
    fn from_index(index: usize) -> Self {
        assert!(index < MONSTER_KINDS, "there are {MONSTER_KINDS} kinds of monsters");
        Monster(index as u8)
    }

    fn code(self) -> &'static str {
        self.card().id
    }
}

kernel::serde_by_code!(Monster);

/// Whether one id comes before another, byte by byte.
const fn before(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut place = 0;
    while place < one.len() && place < other.len() {
        if one[place] != other[place] {
            return one[place] < other[place];
        }
        place += 1;
    }
    one.len() < other.len()
}

/// Items as bits, as [`Bag::present`](kernel::Bag::present) gives them.
pub(crate) mod masks {
    use super::{Class, ITEM_KINDS, ITEMS, Kind, When};

    /// Gear.
    pub(crate) const GEAR: u64 = {
        let (mut bits, mut index) = (0, 0);
        while index < ITEM_KINDS {
            if let Kind::Gear { .. } = ITEMS[index].kind {
                bits |= 1 << index;
            }
            index += 1;
        }
        bits
    };

    /// The weapons of each class.
    pub(crate) const WEAPONS: [u64; Class::ALL.len()] = {
        let (mut bits, mut index) = ([0; Class::ALL.len()], 0);
        while index < ITEM_KINDS {
            if let Kind::Weapon { class, .. } = ITEMS[index].kind {
                bits[class as usize] |= 1 << index;
            }
            index += 1;
        }
        bits
    };

    /// Consumables that are played at such a time.
    pub(crate) const fn of(when: When) -> u64 {
        let (mut bits, mut index) = (0, 0);
        while index < ITEM_KINDS {
            if let Kind::Consumable { op, .. } = ITEMS[index].kind
                && op.when() as u8 == when as u8
            {
                bits |= 1 << index;
            }
            index += 1;
        }
        bits
    }

    pub(crate) const PREP: u64 = of(When::Prep);
    pub(crate) const FIGHT: u64 = of(When::Fight);
    pub(crate) const BACKSTAB: u64 = of(When::Backstab);
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
        let parts = [masks::GEAR, masks::PREP, masks::FIGHT, masks::BACKSTAB];
        let parts = parts.into_iter().chain(masks::WEAPONS);
        let all = (1u64 << ITEM_KINDS) - 1;
        assert_eq!(parts.clone().map(u64::count_ones).sum::<u32>(), all.count_ones());
        assert_eq!(parts.fold(0, |bits, part| bits | part), all);
    }
}
