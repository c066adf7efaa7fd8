//! The cards in force: those of the base game, or those that a pack makes of them.

use std::{cell::Cell, sync::LazyLock};

use kernel::{HouseCards, measure::Measures};

use super::{Class, ITEMS, ItemCard, Kind, MONSTERS, MonsterCard, When};
use crate::{
    Options, measure,
    state::{Items, Monsters},
};

/// The cards of a pack, with what follows from them.
pub(crate) struct CardSet {
    pub(crate) items: Vec<ItemCard>,
    pub(crate) monsters: Vec<MonsterCard>,
    pub(crate) decks: Decks,
    pub(crate) measures: &'static Measures,
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
    /// The house cards in force in this thread.
    static IN_FORCE: Cell<Option<&'static CardSet>> = const { Cell::new(None) };
}

static BASE: LazyLock<Decks> = LazyLock::new(|| Decks::of(&ITEMS, &MONSTERS));

impl CardSet {
    pub(crate) fn new(items: Vec<ItemCard>, monsters: Vec<MonsterCard>) -> CardSet {
        let (decks, measures) = (Decks::of(&items, &monsters), measure::of(&items, &monsters));
        CardSet { items, monsters, decks, measures }
    }

    /// The house cards in force; `None` for the base game.
    #[inline]
    pub(crate) fn in_force() -> Option<&'static CardSet> {
        IN_FORCE.get()
    }

    /// Puts house cards in force in this thread.
    pub(crate) fn put_in_force(cards: Option<&'static HouseCards>) {
        IN_FORCE.set(cards.and_then(HouseCards::cards));
    }
}

impl Decks {
    /// Those of the cards that these options name.
    pub(crate) fn of_options(options: &Options) -> &'static Decks {
        options.pack.and_then(HouseCards::cards::<CardSet>).map_or_else(|| &*BASE, |set| &set.decks)
    }

    /// Those of the cards in force.
    #[inline]
    pub(crate) fn in_force() -> &'static Decks {
        CardSet::in_force().map_or_else(|| &*BASE, |set| &set.decks)
    }

    pub(crate) fn of(items: &[ItemCard], monsters: &[MonsterCard]) -> Decks {
        let mut masks = Masks { gear: 0, weapons: [0; Class::ALL.len()], prep: 0, fight: 0, backstab: 0 };
        for (index, card) in items.iter().enumerate() {
            let mask = match card.kind {
                Kind::Gear { .. } => &mut masks.gear,
                Kind::Weapon { class, .. } => &mut masks.weapons[class as usize],
                Kind::Consumable { op, .. } => match op.when() {
                    When::Prep => &mut masks.prep,
                    When::Fight => &mut masks.fight,
                    When::Backstab => &mut masks.backstab,
                },
            };
            *mask |= 1 << index;
        }
        let counts = |copies: &mut dyn Iterator<Item = u8>, to: &mut [u8]| {
            to.iter_mut().zip(copies).for_each(|(count, copies)| *count = copies);
        };
        let (mut own, mut met) = ([0; super::ITEM_ROOM], [0; super::MONSTER_ROOM]);
        counts(&mut items.iter().map(|card| card.copies), &mut own);
        counts(&mut monsters.iter().map(|card| card.copies), &mut met);
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
