//! Answers about a table: its seats, its settings and its access.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{Epochs, LegalMove, OrderAnswer, State, TalkSetting};

/// A table, as the caller may see it.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct TableAnswer {
    id: String,
    /// The path of the page that invites others.
    invite: String,
    game: String,
    /// All options, defaults included.
    #[schema(value_type = Object)]
    options: Value,
    seats: Vec<SeatAnswer>,
    /// The caller's seats.
    you: Vec<u8>,
    /// Whether the caller is the host.
    host: bool,
    /// The host's seat; null for a host who does not sit there.
    host_seat: Option<u8>,
    /// Whether it is in the public lists; if not, only people with the link find it.
    public: bool,
    /// Whether people who do not sit there may look on during the match and after it.
    spectators: bool,
    /// The number of spectators.
    watching: usize,
    /// For the host: the people whom they have removed from the table.
    removed: Vec<RemovedAnswer>,
    /// Whether the caller may sit down: the host has not removed them from the table.
    may_sit: bool,
    phase: Phase,
    /// Whether it is played at a level that its players have not reached.
    practice: bool,
    /// Whether it counts for ratings and gives no hints.
    ranked: bool,
    /// The day of the daily match that it plays; null for other matches. A match for practice is
    /// not a try of that day.
    daily: Option<String>,
    talk: TalkSetting,
    pace: PaceSetting,
    dice: Dice,
    /// The number of steps taken.
    step: usize,
    /// With real dice: the number of outcomes entered for the step that waits.
    answers: usize,
    /// The SHA-256 of the server's share of the seed; null with real dice.
    seal: Option<String>,
    /// The id of the next table of its players.
    next: Option<String>,
    /// The state of the match; null before it begins.
    state: Option<State>,
    epochs: Epochs,
    /// The auto-actions of the caller's seats, by seat.
    orders: BTreeMap<String, OrderAnswer>,
    /// The premoves that the caller's seats can make, by seat.
    armable: BTreeMap<String, Vec<LegalMove>>,
    /// The premoves that the caller's seats have made, by seat.
    armed: BTreeMap<String, LegalMove>,
    /// The premoves that another step invalidated, by seat, in words.
    dropped: BTreeMap<String, String>,
}

/// The occupant of a seat.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SeatAnswer {
    seat: u8,
    /// The name of the person there.
    player: Option<String>,
    /// The name of the bot there.
    bot: Option<String>,
    /// The id of the game's character whom this bot plays.
    character: Option<String>,
    /// The name of the bot that plays for the person until they come back.
    stand_in: Option<String>,
    /// Whether the person has the page open, or asked for the table a moment ago; always true for
    /// bots.
    connected: bool,
    /// The person's clock, at tables that have clocks.
    clock: Option<ClockAnswer>,
    /// The absence of a person who must act; null otherwise.
    missed: Option<MissedAnswer>,
    /// A person's request for the bot's seat.
    request: Option<SeatRequestAnswer>,
}

/// The state of a person's clock.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ClockAnswer {
    /// The time left, in milliseconds.
    left: i64,
    /// The time at which it will have run out, in milliseconds since 1970; null while it stands
    /// still.
    until: Option<i64>,
}

/// The absence of a person who must act.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MissedAnswer {
    /// The time since which they are away, in milliseconds since 1970.
    since: i64,
    /// Whether others who play may now let a bot replace the person.
    offered: bool,
    /// The seats of the players who have agreed to it.
    agreed: Vec<u8>,
    /// The seats of the players who have not agreed; among rivals all must.
    missing: Vec<u8>,
}

/// A person's request for the seat of a bot.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SeatRequestAnswer {
    /// The name of the person.
    player: String,
    /// Whether it is the caller.
    you: bool,
    /// The seats of the players who must still agree.
    missing: Vec<u8>,
}

/// A person whom the host has removed from a table.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RemovedAnswer {
    /// The number of the person among the removed ones of the table, from 1.
    n: u64,
    /// The name of the person at that time.
    player: String,
}

/// The phase of a table.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Phase {
    Open,
    Playing,
    Over,
}

/// The time limits of players.
#[derive(Serialize, Deserialize, ToSchema)]
enum PaceSetting {
    #[serde(rename = "none")]
    Free,
    #[serde(rename = "relaxed")]
    Relaxed,
    #[serde(rename = "brisk")]
    Brisk,
    #[serde(rename = "1-day")]
    OneDay,
    #[serde(rename = "3-days")]
    ThreeDays,
    #[serde(rename = "7-days")]
    SevenDays,
}

/// The dice: sealed ones of the server, or real ones whose outcomes people enter.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Dice {
    Sealed,
    Physical,
}

/// The tables that are offered to everybody.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct OfferedAnswer {
    tables: Vec<OfferedTable>,
}

/// A table with a free seat whose host is there.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OfferedTable {
    id: String,
    /// The path of its page.
    invite: String,
    game: String,
    /// All options, defaults included.
    #[schema(value_type = Object)]
    options: Value,
    /// The name of the host.
    host: Option<String>,
    /// The names of the people who wait.
    waiting: Vec<String>,
    /// The number of its seats.
    seats: usize,
    /// The number of its seats that are taken.
    taken: usize,
}
