//! Answers about people who have played together.

use serde::Serialize;
use utoipa::ToSchema;

/// The people with whom the caller has finished a match, the last first.
#[derive(Serialize, ToSchema)]
pub(crate) struct CompanionsAnswer {
    pub(crate) companions: Vec<RecordAnswer>,
}

/// A person with whom the caller has finished a match. Matches in which a bot played for one of the
/// two are not in the record.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecordAnswer {
    pub(crate) id: String,
    pub(crate) name: String,
    /// Whether they have no account.
    pub(crate) guest: bool,
    /// Whether they are here now.
    pub(crate) here: bool,
    /// The time at which they were last here, in milliseconds since 1970; null if it is not shown.
    pub(crate) seen: Option<i64>,
    /// The game of the last match.
    pub(crate) game: String,
    /// The end of the last match, in milliseconds since 1970.
    pub(crate) ended: i64,
    pub(crate) matches: u32,
    /// The number of these matches that the caller has won.
    pub(crate) won: u32,
    /// The number of matches as rivals in which the caller placed ahead.
    pub(crate) ahead: u32,
    /// The number of matches as rivals in which the other placed ahead.
    pub(crate) behind: u32,
    /// The number of matches as rivals in which both had the same place.
    pub(crate) level: u32,
    /// The number of matches on one side.
    pub(crate) together: u32,
    /// The number of wins on one side.
    pub(crate) together_won: u32,
}

/// The evenings of the caller, the latest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct EveningsAnswer {
    pub(crate) evenings: Vec<EveningAnswer>,
}

/// Several matches in a row of the same people.
#[derive(Serialize, ToSchema)]
pub(crate) struct EveningAnswer {
    /// The table of the first match.
    pub(crate) first: String,
    /// The end of the first match, in milliseconds since 1970.
    pub(crate) began: i64,
    /// The end of the last match, in milliseconds since 1970.
    pub(crate) ended: i64,
    pub(crate) matches: u32,
    /// The points of each person, most first.
    pub(crate) points: Vec<PointsAnswer>,
}

/// The points of a person in an evening.
#[derive(Serialize, ToSchema)]
pub(crate) struct PointsAnswer {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) points: u32,
}

/// The people whom the caller has blocked.
#[derive(Serialize, ToSchema)]
pub(crate) struct BlocksAnswer {
    pub(crate) blocked: Vec<PersonAnswer>,
}

/// A person, by id and name.
#[derive(Serialize, ToSchema)]
pub(crate) struct PersonAnswer {
    pub(crate) id: String,
    pub(crate) name: String,
}

/// The invitations of the caller, the latest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct InvitationsAnswer {
    pub(crate) invitations: Vec<InvitationAnswer>,
}

/// An invitation to a table.
#[derive(Serialize, ToSchema)]
pub(crate) struct InvitationAnswer {
    pub(crate) table: String,
    pub(crate) game: String,
    /// The game's title.
    pub(crate) title: String,
    /// The person who invites.
    pub(crate) from: PersonAnswer,
    /// The time of the invitation, in milliseconds since 1970.
    pub(crate) at: i64,
    /// Whether the match has begun.
    pub(crate) begun: bool,
}
