//! Item cards: gear, weapons and consumables.

use kernel::{Card, Picture};
use text::Text;

use super::{CardSet, Class, ITEM_ROOM, Vs};

/// An item card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ItemCard {
    /// Its id in records and views.
    pub id: &'static str,
    /// Its name for people.
    pub name: Text,
    /// Its picture.
    pub picture: Picture,
    /// Copies in the deck.
    pub copies: u8,
    /// The kind of the card.
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
        /// The effect of the card.
        op: Op,
        /// The text on the card.
        text: Text,
    },
}

/// The time when a consumable can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// In the player's own preparation (R11).
    Prep,
    /// By a participant of a fight (R20).
    Fight,
    /// By a bystander of a fight (R20).
    Backstab,
}

/// The effect of a consumable: the closed list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// This many levels, but not to the top (R55).
    LevelUp(u8),
    /// Draw this many cards.
    Draw(u8),
    /// Draw this many monsters this turn.
    Scout(u8),
    /// This many random cards from a hand.
    Steal(u8),
    /// Give a card, draw this many.
    TradeIn(u8),
    /// A card from the discard pile.
    Recover,
    /// All lasting effects on the player end.
    Cure,
    /// This much for the players' side, and more against some monsters.
    Attack(u8, Option<Vs>),
    /// This many percent for a participant.
    Bless(i8),
    /// This much damage less for a participant.
    Shield(u8),
    /// A participant loses curses and the like.
    Cleanse,
    /// The fight ends without result.
    Escape,
    /// This many attack points for the monster.
    MonsterAdd(u8),
    /// Adds the monster a second time.
    Duplicate,
    /// This many percent less for a participant.
    Curse(i8),
    /// A participant's weapon does not count.
    Disarm,
    /// A participant's gear is gone.
    DestroyGear,
    /// This much more damage.
    DamageAdd(u8),
}

impl Op {
    /// The time when a card with this effect can be played.
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

/// An item card by its number among those in force, which are in the order of their ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Item(u8);

impl Item {
    /// All items in force, in the order of their ids.
    pub fn all() -> impl DoubleEndedIterator<Item = Item> + ExactSizeIterator + Clone {
        (0..Item::kinds() as u8).map(Item)
    }

    /// The card.
    #[inline]
    pub fn card(self) -> &'static ItemCard {
        CardSet::in_force().item(self.0)
    }

    /// The kind of the card.
    #[inline]
    pub fn kind(self) -> Kind {
        self.card().kind
    }

    /// Its name for people.
    pub fn name(self) -> Text {
        self.card().name
    }

    /// The effect of a consumable.
    #[inline]
    pub fn op(self) -> Option<Op> {
        match self.kind() {
            Kind::Consumable { op, .. } => Some(op),
            Kind::Gear { .. } | Kind::Weapon { .. } => None,
        }
    }
}

impl Card for Item {
    const KINDS: usize = ITEM_ROOM;

    #[inline]
    fn kinds() -> usize {
        CardSet::in_force().item_kinds()
    }

    #[inline]
    fn index(self) -> usize {
        self.0.into()
    }

    #[inline]
    fn from_index(index: usize) -> Self {
        debug_assert!(index < Item::kinds(), "there are {} kinds of items", Item::kinds());
        Item(index as u8)
    }

    fn code(self) -> &'static str {
        self.card().id
    }

    fn title(self) -> Option<Text> {
        Some(self.name())
    }

    fn drawing(self) -> Option<Picture> {
        Some(self.card().picture)
    }
}

kernel::serde_by_code!(Item);
