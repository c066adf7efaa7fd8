//! Answers about a table: its seats, its settings and its access.

use std::{collections::BTreeMap, sync::Arc};

use kernel::{Pace, RealLuck, Seat, TableTalk};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{
    Epochs, IncidentAnswer, LegalMove, OrderAnswer, PaceSetting, Phase, ProposalAnswer, RacerWord, RestSetting,
    StateAnswer, TalkSetting,
};

/// A table, as the caller may see it.
#[derive(Serialize, ToSchema)]
pub(crate) struct TableAnswer {
    pub(crate) id: String,
    /// The path of the page that invites others.
    pub(crate) invite: String,
    pub(crate) game: String,
    /// All options, defaults included.
    #[schema(value_type = Object)]
    pub(crate) options: Arc<Map<String, Value>>,
    /// The title that its host has given it.
    pub(crate) title: Option<String>,
    /// A note of its host for those who come.
    pub(crate) note: Option<String>,
    pub(crate) seats: Vec<SeatAnswer>,
    /// The caller's seats.
    pub(crate) you: Vec<u8>,
    /// Whether the caller is the host.
    pub(crate) host: bool,
    /// The host's seat; null for a host who does not sit there.
    pub(crate) host_seat: Option<u8>,
    /// Whether it is in the public lists; if not, only people with the link find it.
    pub(crate) public: bool,
    /// Whether people who do not sit there may look on during the match and after it.
    pub(crate) spectators: bool,
    /// The number of spectators.
    pub(crate) watching: usize,
    /// For the host: the people whom they have removed from the table.
    pub(crate) removed: Vec<RemovedAnswer>,
    /// Whether the caller may sit down: the host has not removed them from the table.
    pub(crate) may_sit: bool,
    /// Before the match: the time from which its host may begin without people who are not ready,
    /// in milliseconds since 1970; null if all are ready.
    pub(crate) waited_until: Option<i64>,
    #[schema(value_type = Phase)]
    pub(crate) phase: &'static str,
    /// Whether it is played at a level that its players have not reached.
    pub(crate) practice: bool,
    /// Whether it counts for ratings and gives no hints.
    pub(crate) ranked: bool,
    /// The day of the daily match that it plays; null for other matches. A match for practice is
    /// not a try of that day.
    pub(crate) daily: Option<String>,
    /// The race to which it belongs; null for other tables.
    pub(crate) race: Option<RaceAnswer>,
    #[schema(value_type = TalkSetting)]
    pub(crate) talk: TableTalk,
    #[schema(value_type = PaceSetting)]
    pub(crate) pace: Pace,
    /// The times in which clocks stand still; null for none.
    pub(crate) rest: Option<RestSetting>,
    pub(crate) dice: TableLuck,
    /// The number of steps taken.
    pub(crate) step: usize,
    /// With real dice: the number of outcomes entered for the step that waits.
    pub(crate) answers: usize,
    /// The SHA-256 of the server's share of the seed; null with real dice.
    pub(crate) seal: Option<String>,
    /// The id of the next table of its players.
    pub(crate) next: Option<String>,
    /// The proposals of players; requests for seats of bots are among the seats.
    pub(crate) proposals: Vec<ProposalAnswer>,
    /// The decisions of the people about the match, in order.
    pub(crate) incidents: Vec<IncidentAnswer>,
    /// The state of the match; null before it begins.
    pub(crate) state: Option<StateAnswer>,
    #[schema(value_type = Epochs)]
    pub(crate) epochs: BTreeMap<Seat, usize>,
    /// The auto-actions of the caller's seats, by seat.
    pub(crate) orders: BTreeMap<String, OrderAnswer>,
    /// The premoves that the caller's seats can make, by seat.
    pub(crate) armable: BTreeMap<String, Vec<LegalMove>>,
    /// The premoves that the caller's seats have made, by seat.
    pub(crate) armed: BTreeMap<String, LegalMove>,
    /// The premoves that another step invalidated, by seat, in words.
    pub(crate) dropped: BTreeMap<String, String>,
}

/// A race: matches of one seat each, with the same dice.
#[derive(Serialize, ToSchema)]
pub(crate) struct RaceAnswer {
    /// The id of the race's table; the racers have tables of their own.
    pub(crate) table: String,
    /// Whether all matches are over: the places are final, and everybody may look at all of them.
    pub(crate) over: bool,
    /// The racers in the order of their places; nobody before the start.
    pub(crate) racers: Vec<RacerAnswer>,
}

/// A racer, and how far they have come.
#[derive(Serialize, ToSchema)]
pub(crate) struct RacerAnswer {
    /// The seat at the race's table.
    pub(crate) seat: u8,
    pub(crate) player: String,
    /// Whether it is the caller.
    pub(crate) you: bool,
    /// The place, or the place if the race ended now; equal racers share one.
    pub(crate) place: u32,
    #[schema(value_type = RacerWord)]
    pub(crate) state: &'static str,
    /// How far they have come, in words.
    pub(crate) reached: String,
    /// The number of decisions that they have taken.
    pub(crate) decisions: u32,
    /// The id of their own table, if the caller may look at it.
    pub(crate) table: Option<String>,
}

/// The occupant of a seat.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeatAnswer {
    pub(crate) seat: u8,
    /// The name of the person there.
    pub(crate) player: Option<String>,
    /// The name of the bot there.
    pub(crate) bot: Option<String>,
    /// The id of the game's character whom this bot plays.
    pub(crate) character: Option<String>,
    /// The name of the bot that plays for the person until they come back.
    pub(crate) stand_in: Option<String>,
    /// Whether the person has the page open, or asked for the table a moment ago; always true for
    /// bots.
    pub(crate) connected: bool,
    /// Before the match, whether the person is ready for it; always true for bots and for the host.
    pub(crate) ready: bool,
    /// The person's clock, at tables that have clocks.
    pub(crate) clock: Option<ClockAnswer>,
    /// The absence of a person who must act; null otherwise.
    pub(crate) missed: Option<MissedAnswer>,
    /// A person's request for the bot's seat.
    pub(crate) request: Option<SeatRequestAnswer>,
}

/// The state of a person's clock.
#[derive(Serialize, ToSchema)]
pub(crate) struct ClockAnswer {
    /// The time left, in milliseconds.
    pub(crate) left: i64,
    /// The time at which it will have run out, in milliseconds since 1970; null while the person
    /// need not act.
    pub(crate) until: Option<i64>,
    /// The time at which it goes on, if it stands still because the person or the table rests.
    pub(crate) rests_until: Option<i64>,
    /// The time until which the person is on vacation, if they are now.
    pub(crate) vacation_until: Option<i64>,
}

/// The absence of a person who must act.
#[derive(Serialize, ToSchema)]
pub(crate) struct MissedAnswer {
    /// The time since which they are away, in milliseconds since 1970.
    pub(crate) since: i64,
    /// Whether others who play may now let a bot replace the person.
    pub(crate) offered: bool,
    /// The seats of the players who have agreed to it.
    pub(crate) agreed: Vec<u8>,
    /// The seats of the players who have not agreed; among rivals all must.
    pub(crate) missing: Vec<u8>,
}

/// A person's request for the seat of a bot.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeatRequestAnswer {
    /// The name of the person.
    pub(crate) player: String,
    /// Whether it is the caller.
    pub(crate) you: bool,
    /// The seats of the players who must still agree.
    pub(crate) missing: Vec<u8>,
}

/// A person whom the host has removed from a table.
#[derive(Serialize, ToSchema)]
pub(crate) struct RemovedAnswer {
    /// The number of the person among the removed ones of the table, from 1.
    pub(crate) n: u64,
    /// The name of the person at that time.
    pub(crate) player: String,
}

/// The dice and cards: sealed ones of the server, or real ones whose outcomes people enter.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TableLuck {
    Sealed,
    PhysicalDice,
    PhysicalCards,
    Physical,
}

impl From<RealLuck> for TableLuck {
    fn from(real: RealLuck) -> TableLuck {
        match real {
            RealLuck::None => TableLuck::Sealed,
            RealLuck::Dice => TableLuck::PhysicalDice,
            RealLuck::Cards => TableLuck::PhysicalCards,
            RealLuck::All => TableLuck::Physical,
        }
    }
}

/// The tables that are offered to everybody.
#[derive(Serialize, ToSchema)]
pub(crate) struct OfferedAnswer {
    pub(crate) tables: Vec<OfferedTable>,
}

/// A table with a free seat whose host is there.
#[derive(Serialize, ToSchema)]
pub(crate) struct OfferedTable {
    pub(crate) id: String,
    /// The path of its page.
    pub(crate) invite: String,
    pub(crate) game: String,
    /// All options, defaults included.
    #[schema(value_type = Object)]
    pub(crate) options: Arc<Map<String, Value>>,
    /// The name of the host.
    pub(crate) host: Option<String>,
    /// The names of the people who wait.
    pub(crate) waiting: Vec<String>,
    /// The number of its seats.
    pub(crate) seats: usize,
    /// The number of its seats that are taken.
    pub(crate) taken: usize,
}

/// The version of a table, which a page without a stream asks for.
#[derive(Serialize)]
pub(crate) struct VersionAnswer {
    pub(crate) version: String,
}

/// The tables of matches that were played elsewhere.
#[derive(Serialize, ToSchema)]
pub(crate) struct ImportedAnswer {
    /// Their ids, in the order of the records.
    pub(crate) tables: Vec<String>,
}
