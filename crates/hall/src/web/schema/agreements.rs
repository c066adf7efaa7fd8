//! Answers about what people at a table decide together.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A proposal at a table that waits for answers, or was refused.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProposalAnswer {
    /// Its number at the table.
    pub(crate) n: u64,
    pub(crate) what: ProposalKind,
    /// For `take_back`: the first step to take back.
    pub(crate) step: Option<usize>,
    /// For `remove`: the seat of the player.
    pub(crate) seat: Option<u8>,
    /// The name of the person who proposes it.
    pub(crate) player: String,
    /// Whether that is the caller.
    pub(crate) you: bool,
    /// Whether somebody has refused it.
    pub(crate) refused: bool,
    /// The seats of the players who must still agree.
    pub(crate) missing: Vec<u8>,
}

/// The kinds of proposal.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ProposalKind {
    /// Take back a step of the caller's, with all steps after it.
    TakeBack,
    /// End the match.
    End,
    /// Remove a player from the table; only its host may propose that.
    Remove,
}

/// A decision of the people at a table that changed the match otherwise than by a step.
#[derive(Serialize, ToSchema)]
pub(crate) struct IncidentAnswer {
    /// The number of steps before it; those that it took back do not count.
    pub(crate) after: usize,
    pub(crate) seat: u8,
    /// The name of the seat's player then.
    pub(crate) player: String,
    pub(crate) what: IncidentWord,
    /// For `took_back`: the number of steps taken back.
    pub(crate) steps: Option<usize>,
    /// For `vacation_began`: when the vacation is to end, in milliseconds since 1970.
    pub(crate) until: Option<i64>,
}

/// The kinds of decision.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum IncidentWord {
    /// The player left; a bot plays on.
    Left,
    /// The player left, and the match ended.
    Conceded,
    /// The host removed the player, with the consent of the others.
    Removed,
    /// The player took back steps, with the consent of all.
    TookBack,
    /// The player proposed to end the match, and all agreed.
    Ended,
    /// The player sat down during the match.
    Joined,
    /// The player's vacation began.
    VacationBegan,
    /// The player's vacation ended.
    VacationEnded,
}
