//! A match of Liar's Dice, and the words about it: options, bids, actions, events.

use kernel::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// The options of a match. The kernel has checked them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Dice of each player.
    pub dice: usize,
}

/// At least `count` dice, from 1, show `face`, 1 to 6. The order of bids is that of R1.
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
    pub(crate) round: u16,
    /// What lies under each cup, sorted; nothing for who is out.
    pub(crate) dice: Vec<Vec<u8>>,
    /// Who has to bid, or has bid.
    pub(crate) turn: Seat,
    /// The last bid of the round.
    pub(crate) bid: Option<Bid>,
    /// Who has yet to doubt it or let it pass; nobody while `turn` has to bid.
    pub(crate) asked: SeatSet,
    /// Who is out, the first to go first.
    pub(crate) out: Vec<Seat>,
}

/// What a seat can do.
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

/// Something that happened. Who rolls hears the dice, and all others that there was a roll.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    Rolled { seat: Seat, dice: Option<Vec<u8>> },
    Bid { seat: Seat, bid: Bid },
    Passed { seat: Seat },
    Doubted { seat: Seat, bid: Bid, dice: Vec<Vec<u8>>, found: usize, loser: Seat, left: usize },
}
