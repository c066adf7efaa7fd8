//! What is answered of a table: its seats, its settings, and who may come.

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
    /// The host's seat; null for one who does not sit there.
    host_seat: Option<u8>,
    /// Whether it stands in the hall's lists; if not, only who has the link finds it.
    public: bool,
    /// Whether those who do not sit there may look on during the match and after it.
    spectators: bool,
    /// How many look on.
    watching: usize,
    /// For the host: whom they have taken off the table.
    removed: Vec<RemovedAnswer>,
    /// Whether the caller may sit down: the host has not taken them off the table.
    may_sit: bool,
    phase: Phase,
    /// Whether it is played at a level that its players have not reached.
    practice: bool,
    /// Whether it counts for ratings and gives no hints.
    ranked: bool,
    /// The day whose match it is, of those that all can try once; played for practice it is none of these tries.
    daily: Option<String>,
    talk: TalkSetting,
    pace: PaceSetting,
    dice: Dice,
    /// The number of steps taken.
    step: usize,
    /// With real dice: the number of outcomes told of the step that waits.
    answers: usize,
    /// SHA-256 of the hall's share of the seed; null with real dice.
    seal: Option<String>,
    /// The id of the table that its players went on to.
    next: Option<String>,
    /// Where the match stands; null before it begins.
    state: Option<State>,
    epochs: Epochs,
    /// The standing orders that are carried out for the caller's seats, by seat.
    orders: BTreeMap<String, OrderAnswer>,
    /// What each of the caller's seats can decide beforehand, by seat.
    armable: BTreeMap<String, Vec<LegalMove>>,
    /// What each has decided beforehand, by seat.
    armed: BTreeMap<String, LegalMove>,
    /// What each had decided beforehand when something came between, by seat, in words.
    dropped: BTreeMap<String, String>,
}

/// Who sits on a seat.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SeatAnswer {
    seat: u8,
    /// The name of the person there.
    player: Option<String>,
    /// The name of the bot there.
    bot: Option<String>,
    /// The id of the game's character whom that bot plays.
    character: Option<String>,
    /// The name of the bot that plays for the person until they come back.
    stand_in: Option<String>,
    /// Whether the person has the page open, or asked for the table a moment ago; bots always have.
    connected: bool,
    /// The person's clock, at tables that have clocks.
    clock: Option<ClockAnswer>,
    /// That the person must act and is away.
    missed: Option<MissedAnswer>,
    /// Somebody who asks for the bot's seat.
    request: Option<SeatRequestAnswer>,
}

/// How a person's clock stands.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ClockAnswer {
    /// How much time is left, in milliseconds.
    left: i64,
    /// When it will have run out, in milliseconds since 1970; null while it stands still.
    until: Option<i64>,
}

/// That somebody must act and is away.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MissedAnswer {
    /// Since when, in milliseconds since 1970.
    since: i64,
    /// Whether others who play may let a bot stand in by now.
    offered: bool,
    /// The seats of those who have agreed to it.
    agreed: Vec<u8>,
    /// The seats of those who have not; among rivals they must.
    missing: Vec<u8>,
}

/// Somebody who asks for the seat of a bot.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SeatRequestAnswer {
    /// Their name.
    player: String,
    /// Whether it is the caller.
    you: bool,
    /// The seats of those who must still agree.
    missing: Vec<u8>,
}

/// Somebody whom the host has taken off a table.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RemovedAnswer {
    /// Their number at the table, from 1.
    n: u64,
    /// How they were called then.
    player: String,
}

/// How far a table has come.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Phase {
    Open,
    Playing,
    Over,
}

/// How long players may take.
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

/// Sealed dice of the hall, or real ones that are told to it.
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

/// A table with a seat free whose host is there.
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
    /// The names of those who wait.
    waiting: Vec<String>,
    /// How many seats it has.
    seats: usize,
    /// How many of them somebody has.
    taken: usize,
}
