//! What a seat can do, spelled as the spec spells it.

use serde::{Deserialize, Serialize};

use crate::{Card, Hero, content::Treasure};

/// An action. Which are legal when stands in the table of decisions in the rulebook. Places in a meld count from 0 at
/// the left end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// A shield token takes 1 off what Lily will suffer.
    Block,
    /// A shield token moves up to 2 of what another hero will suffer to Lily.
    Redirect {
        /// The other hero.
        hero: Hero,
    },
    /// No more shields.
    Pass,
    /// Draw from the own deck.
    Draw,
    /// Take a card of the graveyard instead.
    Dig {
        /// The card.
        card: Card,
    },
    /// Play a card of the hand.
    Play {
        /// The card.
        card: Card,
        /// In whose meld space.
        meld: Hero,
        /// Before which place; at the right end if it is the number of cards.
        pos: u8,
        /// Whether a wild token changes it.
        wild: bool,
    },
    /// Play the open top card of another hero's deck.
    PlayTop {
        /// Whose deck.
        hero: Hero,
        /// In whose meld space.
        meld: Hero,
        /// Before which place.
        pos: u8,
        /// Whether a wild token changes it.
        wild: bool,
    },
    /// Turn up the top card of another played hero's deck.
    Flip {
        /// Whose deck.
        hero: Hero,
    },
    /// Move a card from one meld to another.
    Move {
        /// Out of whose meld space.
        from: Hero,
        /// The place of the card.
        idx: u8,
        /// Into whose meld space.
        meld: Hero,
        /// Before which place.
        pos: u8,
    },
    /// Swap two cards of two melds.
    Swap {
        /// The first meld in party order.
        meld: Hero,
        /// The place of its card.
        idx: u8,
        /// The other meld.
        with: Hero,
        /// The place of its card.
        with_idx: u8,
    },
    /// Attack with a meld.
    Attack {
        /// Whose meld space.
        meld: Hero,
    },
    /// A heal token: a hero regains 1.
    Heal {
        /// Who.
        hero: Hero,
    },
    /// A draw token: a played hero draws from the own deck.
    TokenDraw {
        /// Who.
        hero: Hero,
    },
    /// A draw token: a played hero takes a card of the graveyard.
    TokenDig {
        /// Who.
        hero: Hero,
        /// Which card.
        card: Card,
    },
    /// Use a treasure.
    Treasure {
        /// Which one.
        id: Treasure,
        /// On whom, for those that name a hero.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hero: Option<Hero>,
    },
    /// End the action phase.
    End,
    /// Place the card that was turned up.
    Place {
        /// In whose meld space.
        meld: Hero,
        /// Before which place.
        pos: u8,
        /// Whether a wild token changes it.
        wild: bool,
    },
    /// Leave the card that was turned up on its deck.
    Leave,
    /// Take a card of the graveyard into the hand.
    Salvage {
        /// Which one.
        card: Card,
    },
    /// Take no more.
    Stop,
    /// Discard a card of the hand.
    Discard {
        /// Which one.
        card: Card,
    },
    /// Give so much of the blast to a hero.
    Blast {
        /// The hero asked about.
        hero: Hero,
        /// How much.
        n: u8,
    },
}
