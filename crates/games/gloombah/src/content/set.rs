//! The cards in force: those of the base game, or those that a pack makes of them.

use std::{cell::Cell, sync::OnceLock};

use kernel::{HouseCards, measure::Measures};

use super::{Class, ITEM_ROOM, ITEMS, ItemCard, Kind, MONSTER_ROOM, MONSTERS, MonsterCard, When};
use crate::{
    Options,
    measure::{self, MEASURES},
    state::{Items, Monsters},
};

/// The cards of a match, with what follows from them.
pub(crate) struct CardSet {
    items: Row<ItemCard, ITEM_ROOM>,
    monsters: Row<MonsterCard, MONSTER_ROOM>,
    pub(crate) decks: Decks,
    measures: OnceLock<&'static Measures>,
}

/// Cards in a row with room for more.
struct Row<T, const ROOM: usize> {
    all: [T; ROOM],
    len: usize,
}

impl<T: Copy, const ROOM: usize> Row<T, ROOM> {
    /// These cards, of which there is at least one; those beyond the room are left out.
    const fn of(cards: &[T]) -> Row<T, ROOM> {
        let mut row = Row { all: [cards[0]; ROOM], len: 0 };
        while row.len < cards.len() && row.len < ROOM {
            row.all[row.len] = cards[row.len];
            row.len += 1;
        }
        row
    }

    fn cards(&self) -> &[T] {
        &self.all[..self.len]
    }
}

/// The decks of the cards in force, and the masks of their kinds.
pub(crate) struct Decks {
    pub(crate) masks: Masks,
    /// All item cards.
    pub(crate) items: Items,
    /// All monster cards.
    pub(crate) monsters: Monsters,
}

/// Items as bits, as [`Multiset::present`](kernel::Multiset::present) returns them.
pub(crate) struct Masks {
    pub(crate) gear: u64,
    /// The weapons of each class.
    pub(crate) weapons: [u64; Class::ALL.len()],
    /// Consumables for the preparation.
    pub(crate) prep: u64,
    /// Consumables for participants of a fight.
    pub(crate) fight: u64,
    /// Consumables for bystanders of a fight.
    pub(crate) backstab: u64,
}

thread_local! {
    /// The cards in force in this thread.
    static IN_FORCE: Cell<&'static CardSet> = const { Cell::new(&BASE) };
}

/// The cards of the base game.
static BASE: CardSet = CardSet::new(&ITEMS, &MONSTERS);

impl CardSet {
    /// The set of these cards, at least one of each deck.
    pub(crate) const fn new(items: &[ItemCard], monsters: &[MonsterCard]) -> CardSet {
        let decks = Decks::of(items, monsters);
        CardSet { items: Row::of(items), monsters: Row::of(monsters), decks, measures: OnceLock::new() }
    }

    /// The cards that these house cards are; those of the base game for `None`.
    fn of(cards: Option<&'static HouseCards>) -> &'static CardSet {
        cards.and_then(HouseCards::cards).unwrap_or(&BASE)
    }

    /// The cards in force in this thread.
    #[inline]
    pub(crate) fn in_force() -> &'static CardSet {
        IN_FORCE.get()
    }

    /// Puts house cards in force in this thread.
    pub(crate) fn put_in_force(cards: Option<&'static HouseCards>) {
        IN_FORCE.set(CardSet::of(cards));
    }

    /// The item card with this number.
    #[inline]
    pub(crate) fn item(&self, index: u8) -> &ItemCard {
        &self.items.all[usize::from(index)]
    }

    /// The monster card with this number.
    #[inline]
    pub(crate) fn monster(&self, index: u8) -> &MonsterCard {
        &self.monsters.all[usize::from(index)]
    }

    /// How many kinds of item cards there are.
    #[inline]
    pub(crate) fn item_kinds(&self) -> usize {
        self.items.len
    }

    /// How many kinds of monster cards there are.
    #[inline]
    pub(crate) fn monster_kinds(&self) -> usize {
        self.monsters.len
    }

    /// The measures of matches with these cards.
    pub(crate) fn measures(&'static self) -> &'static Measures {
        let own = || {
            if std::ptr::eq(self, &BASE) { &MEASURES } else { measure::of(self.items.cards(), self.monsters.cards()) }
        };
        self.measures.get_or_init(own)
    }
}

impl Decks {
    /// Those of the cards that these options name.
    pub(crate) fn of_options(options: &Options) -> &'static Decks {
        &CardSet::of(options.pack).decks
    }

    /// Those of the cards in force.
    #[inline]
    pub(crate) fn in_force() -> &'static Decks {
        &CardSet::in_force().decks
    }

    const fn of(items: &[ItemCard], monsters: &[MonsterCard]) -> Decks {
        let mut masks = Masks { gear: 0, weapons: [0; Class::ALL.len()], prep: 0, fight: 0, backstab: 0 };
        let (mut own, mut met) = ([0; ITEM_ROOM], [0; MONSTER_ROOM]);
        let mut index = 0;
        while index < items.len() && index < ITEM_ROOM {
            let mask = match items[index].kind {
                Kind::Gear { .. } => &mut masks.gear,
                Kind::Weapon { class, .. } => &mut masks.weapons[class as usize],
                Kind::Consumable { op, .. } => match op.when() {
                    When::Prep => &mut masks.prep,
                    When::Fight => &mut masks.fight,
                    When::Backstab => &mut masks.backstab,
                },
            };
            *mask |= 1 << index;
            own[index] = items[index].copies;
            index += 1;
        }
        index = 0;
        while index < monsters.len() && index < MONSTER_ROOM {
            met[index] = monsters[index].copies;
            index += 1;
        }
        Decks { masks, items: Items::of_counts(own), monsters: Monsters::of_counts(met) }
    }
}

impl Masks {
    /// Those of the cards in force.
    #[inline]
    pub(crate) fn in_force() -> &'static Masks {
        &Decks::in_force().masks
    }
}
