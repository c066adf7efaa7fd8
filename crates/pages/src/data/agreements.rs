//! The decisions about a match, other than moves, that are open to the visitor.

use kernel::Seat;
use model::Proposed;

/// The decisions about a match under way that are open to the visitor, and the proposals that wait.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Agreements {
    /// The effect of the visitor's leaving, if they may leave.
    pub leave: Option<Leaving>,
    /// The last step of the visitor's, if they may ask the others to take it back.
    pub take_back: Option<usize>,
    /// Whether the visitor may propose to end the match.
    pub end: bool,
    /// The seats of the players whom the visitor may propose to remove.
    pub remove: Vec<Seat>,
    /// The proposals, except requests for the seats of bots.
    pub proposals: Vec<ProposalInfo>,
}

/// The effect of a player's leaving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// The match ends.
    Ends,
    /// A bot plays on.
    BotPlays,
}

/// A proposal that waits for answers, or was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProposalInfo {
    /// Its number at the table.
    pub n: u64,
    /// The change that is proposed.
    pub what: Proposed,
    /// The name of the person who proposes it.
    pub name: String,
    /// Whether it is the visitor.
    pub you: bool,
    /// Whether it was refused.
    pub refused: bool,
    /// The seats of the players who must still agree.
    pub undecided: Vec<Seat>,
}
