//! The data of pages: plain values, from which the functions of the other folders draw.

mod chat;
mod goals;
pub mod hash;
mod render_memo;
mod table;
mod visitor;

pub use chat::{OtherInfo, ReactionInfo, RemarkInfo, TalkPage};
pub use goals::{BestOf, NearGoal, NextLevel, ShownBest, ShownDays, ShownGoals};
pub use render_memo::RenderMemo;
pub use table::{
    ApplicationInfo, Beforehand, Chapter, Clock, Finished, HandOrder, Hosting, Lobby, MissedInfo, NextTable, OfDay,
    RunningAutoAction, SeatInfo, TableCard, TablePage,
};
pub use visitor::{Notice, NoticeKind, Speed, Theme, Visitor};
