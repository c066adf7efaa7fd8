//! A match of Liar's Dice, and the words about it: options, bids, actions, events.

use kernel::{Die, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// The options of a match. The kernel has checked them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Dice of each player.
    pub dice: usize,
    /// The kind of all dice.
    pub die: Kind,
    /// Whether the highest face is wild (R9).
    pub wild: bool,
}

/// A kind of dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Kind {
    D6,
    D4,
}

impl Options {
    /// Returns the die that all roll.
    pub(crate) fn die(&self) -> Die {
        match self.die {
            Kind::D6 => Die::D6,
            Kind::D4 => Die::D4,
        }
    }

    /// Whether a die counts for a bid on `face` (R9).
    pub(crate) fn counts(&self, die: u8, face: u8) -> bool {
        die == face || self.wild && die == self.die().sides()
    }
}

/// At least `count` dice, from 1, show `face`, from 1. The order of bids is that of R1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Bid {
    pub count: u8,
    pub face: u8,
}

/// A match of Liar's Dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiarsDice {
    pub(crate) options: Options,
    pub(crate) round: u16,
    /// The dice under each cup, sorted; none for a player who is out.
    pub(crate) dice: Vec<Vec<u8>>,
    /// The player who must bid, or has bid.
    pub(crate) turn: Seat,
    /// The last bid of the round.
    pub(crate) bid: Option<Bid>,
    /// The players who must still doubt the bid or let it pass; none while `turn` must bid.
    pub(crate) asked: SeatSet,
    /// The players who are out, in the order in which they went.
    pub(crate) out: Vec<Seat>,
}

/// An action of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Bid higher.
    Bid(Bid),
    /// Have all cups lifted.
    Doubt,
    /// Let the bid stand.
    Pass,
}

/// An event. The player who rolls sees the dice; all others see only that there was a roll.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    Rolled { seat: Seat, dice: Option<Vec<u8>> },
    Bid { seat: Seat, bid: Bid },
    Passed { seat: Seat },
    Doubted { seat: Seat, bid: Bid, dice: Vec<Vec<u8>>, found: usize, loser: Seat, left: usize },
}
