//! The actions of a seat, spelled as in the spec.

use serde::{Deserialize, Serialize};

use crate::{Card, Hero, content::Treasure};

/// An action. The table of decisions in the rulebook lists which actions are legal when. Places in
/// a meld count from 0 at the left end.
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
    /// Use no more shields.
    Pass,
    /// Draw from the hero's own deck.
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
        /// The owner of the meld space.
        meld: Hero,
        /// The place before which the card goes; at the right end if it is the number of cards.
        pos: u8,
        /// Whether a wild token changes it.
        wild: bool,
    },
    /// Play the open top card of another hero's deck.
    PlayTop {
        /// The owner of the deck.
        hero: Hero,
        /// The owner of the meld space.
        meld: Hero,
        /// The place before which the card goes.
        pos: u8,
        /// Whether a wild token changes it.
        wild: bool,
    },
    /// Turn up the top card of another played hero's deck.
    Flip {
        /// The owner of the deck.
        hero: Hero,
    },
    /// Move a card from one meld to another.
    Move {
        /// The owner of the meld that loses the card.
        from: Hero,
        /// The place of the card.
        idx: u8,
        /// The owner of the meld that gains the card.
        meld: Hero,
        /// The place before which the card goes.
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
        /// The owner of the meld space.
        meld: Hero,
    },
    /// A heal token: a hero regains 1.
    Heal {
        /// The hero to heal.
        hero: Hero,
    },
    /// A draw token: a played hero draws from its own deck.
    TokenDraw {
        /// The hero that draws.
        hero: Hero,
    },
    /// A draw token: a played hero takes a card of the graveyard.
    TokenDig {
        /// The hero that takes the card.
        hero: Hero,
        /// The card to take.
        card: Card,
    },
    /// Use a treasure.
    Treasure {
        /// The treasure to use.
        id: Treasure,
        /// The named hero, for treasures that name one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hero: Option<Hero>,
    },
    /// End the action phase.
    End,
    /// Place the card that was turned up.
    Place {
        /// The owner of the meld space.
        meld: Hero,
        /// The place before which the card goes.
        pos: u8,
        /// Whether a wild token changes it.
        wild: bool,
    },
    /// Leave the card that was turned up on its deck.
    Leave,
    /// Take a card of the graveyard into the hand.
    Salvage {
        /// The card to take.
        card: Card,
    },
    /// Take no more cards.
    Stop,
    /// Discard a card of the hand.
    Discard {
        /// The card to discard.
        card: Card,
    },
    /// Give this much of the blast to a hero.
    Blast {
        /// The hero asked about.
        hero: Hero,
        /// The amount.
        n: u8,
    },
}
