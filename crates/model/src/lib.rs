//! The data of the server as plain values: days, tables, people, results. No database, no clock, no
//! HTTP, no HTML.

mod chat;
mod company;
mod day;
mod groups;
mod hot_seat;
mod notices;
mod packs;
mod people;
mod proposals;
mod race;
mod rest;
mod results;
mod table;
mod totals;

pub use chat::{LONGEST_REMARK, Reaction};
pub use company::{Companion, EVENING_PAUSE, Evening, HERE, HeadToHead, INVITED, Invitation, PublicSeat, Silence};
pub use day::{BadDay, Day, LONGEST_STREAK, days_in_a_row};
pub use groups::{DueMember, Group, GroupOf, GroupScore, MEMBERS, Member};
pub use hot_seat::{BadSeat, ChosenSeat, HandOver};
pub use notices::{PushSubscription, Turn, Turns, Webhook, WebhookForm};
pub use packs::{PACKS, Pack, TrialState};
pub use people::{CardTitle, LEFT_NAME, PASSWORD_LENGTHS, Person, PlayerCard, PuzzleAnswer, Shown, shown_name};
pub use proposals::{Proposal, Proposed};
pub use race::{RACERS, RacerState, USUAL_RACERS, can_race, is_raced_only, seat_counts};
pub use rest::{LONGEST_NIGHT, Night, Pauses, Rest, VACATION_DAYS, Vacation, VacationState, ZONES, vacation_left};
pub use results::{
    ALONE, Award, BestProgress, BoardKey, BoardLine, DayRun, Earned, Earners, Eligibility, Entrant, GUEST_DAYS,
    LEFT_DAYS, LeftMatch, MatchKind, MatchResults, ONE_SCREEN, PEOPLE, PastMatch, PersonalBest, Ranking, Rated,
    SeatResult, Streak, Totals, Traces, WinShare,
};
pub use table::{Access, Attendance, ListCounts, Occupant, RemovedPerson, SeatedBot, TableList, TableStatus};
pub use totals::GameTotals;

/// Milliseconds since 1970, by UTC.
pub type Timestamp = i64;
