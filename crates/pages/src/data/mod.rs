//! The data of pages: plain values, from which the functions of the other folders draw.

mod agreements;
mod chat;
mod entered;
mod goals;
pub mod hash;
mod race;
mod render_memo;
mod table;
mod visitor;

pub use agreements::{Agreements, Leaving, ProposalInfo};
pub use chat::{OtherInfo, ReactionInfo, RemarkInfo, TalkPage};
pub use entered::Entered;
pub use goals::{BestOf, NearGoal, NextLevel, ShownBest, ShownDays, ShownGoals};
pub use race::{ShownRace, ShownRacer};
pub use render_memo::RenderMemo;
pub use table::{
    ApplicationInfo, Beforehand, Chapter, Clock, Finished, HandOrder, Hosting, Invitee, Lobby, MatchState, MissedInfo,
    NextTable, OfDay, RunningAutoAction, SeatInfo, TableCard, TablePage,
};
pub use visitor::{Notice, NoticeKind, Speed, Theme, Visitor};
