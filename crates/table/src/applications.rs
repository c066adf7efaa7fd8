//! Requests for the seats of bots.

use std::collections::BTreeSet;

/// A request for a bot's seat.
#[derive(Clone, Debug)]
pub struct Application {
    /// The id of the person who asks.
    pub person: String,
    /// The name of the person.
    pub name: String,
    /// The ids of the players who have agreed.
    pub agreed: BTreeSet<String>,
    /// Whether a player has refused.
    pub refused: bool,
}
