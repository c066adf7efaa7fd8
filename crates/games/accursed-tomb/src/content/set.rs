//! The cards in force: those of the base game, or those that a pack makes of them.

use kernel::{Card, Multiset, Picture, StandardCard, packs::Faults};
use text::{Text, text};

use super::{Meaning, kinds::DECKS};
use crate::AccursedTomb;

include!(concat!(env!("OUT_DIR"), "/cards.rs"));

kernel::house_cards! {
    AccursedTomb {
        places: PlaceCard = PLACES, places_of;
        explorer: ExplorerCard = EXPLORERS, explorers_of;
    }
    also {
        unseen: Unseen = unseen_of(places, PLACES);
        full: [u8; PLACES.len()] = full_of(places, PLACES);
    }
    check check;
    keys [
        "place": text!("place"),
        "monster": text!("monster"),
        "demon": text!("demon"),
        "explorer": text!("explorer"),
        "copies": text!("copies"),
        "health": text!("health"),
        "fury": text!("fury"),
        "text": text!("text"),
    ]
}

/// A card by its meaning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaceCard {
    pub(crate) name: Text,
    pub(crate) the: Text,
    pub(crate) a: Text,
    pub(crate) picture: Picture,
    pub(crate) copies: u8,
    pub(crate) health: u8,
    pub(crate) fury: u8,
    pub(crate) text: Text,
}

/// An explorer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExplorerCard {
    pub(crate) health: u8,
}

/// The cards of both packs that nobody has turned.
pub(crate) type Unseen = Multiset<StandardCard, 56>;

/// Full health by place; 0 where no monster is.
const fn full_of(places: &[PlaceCard; PLACES.len()]) -> [u8; PLACES.len()] {
    let (mut full, mut place) = ([0; PLACES.len()], 0);
    while place < places.len() {
        full[place] = places[place].health;
        place += 1;
    }
    full
}

/// The body of the base game, for the odds calculator.
pub(crate) const BASE_BODY: u8 = EXPLORERS[0].health;
/// Copies of each weapon, armor, blessing and merchant of the base game.
pub(crate) const BASE_COPIES: u8 = PLACES[Meaning::Weapon.place()].copies;

impl CardSet {
    /// Health of a body without armor, and what each armor adds (R15).
    #[inline]
    pub(crate) fn body() -> u8 {
        CardSet::in_force().explorer[0].health
    }

    /// Merchants in the two packs: each may add one decision to a turn.
    pub(crate) const fn merchants(&self) -> u8 {
        self.places[Meaning::Merchant.place()].copies
    }
}

/// All cards of two packs.
const fn unseen_of(places: &[PlaceCard; PLACES.len()]) -> Unseen {
    let (mut counts, mut kind) = ([0; 56], 0);
    while kind < StandardCard::KINDS {
        counts[kind] = places[Meaning::of_kind(kind).place()].copies;
        kind += 1;
    }
    Multiset::of_counts(counts)
}

/// The tomb has 63 cards; what an explorer can carry must fit the numbers of the rules.
fn check(cards: &CardSet, faults: &mut Faults) {
    const LAID: usize = 63;
    let all = cards.unseen.len();
    if !(LAID..=300).contains(&all) {
        faults.of_cards(format!("there are {all} cards; the tomb needs {LAID} to 300"));
    }
    let most = |meaning: Meaning| {
        let carried = 4 * u16::from(cards.places[meaning.place()].copies) + u16::from(cards.merchants());
        1 + carried
    };
    let health = u16::from(cards.explorer[0].health) * most(Meaning::Armor);
    if health > 127 {
        faults.of_cards(format!("with all armors an explorer has {health} health; 127 is the most"));
    }
    let strike = 6 * most(Meaning::Weapon);
    if strike > 255 {
        faults.of_cards(format!("with all weapons a strike does {strike}; 255 is the most"));
    }
}
