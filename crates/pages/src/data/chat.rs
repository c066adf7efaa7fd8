//! The chat of a table as one visitor reads it.

use kernel::{Seat, TableTalk};
use model::Reaction;

/// The chat of a table, as one visitor reads it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TalkPage {
    /// How much players may write.
    pub setting: TableTalk,
    /// The last remarks, oldest first, without those of people whom the visitor has muted.
    pub remarks: Vec<RemarkInfo>,
    /// The others who have written remarks.
    pub others: Vec<OtherInfo>,
    /// Whether the visitor may write remarks.
    pub may_talk: bool,
    /// Ready-made phrases.
    pub phrases: Vec<text::Text>,
    /// The reactions to steps, by step.
    pub reactions: Vec<(usize, ReactionInfo)>,
}

/// A remark.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RemarkInfo {
    /// Its number.
    pub n: u64,
    /// The seat that its author had then.
    pub seat: Seat,
    /// The name that its author had then.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Whether the visitor wrote it.
    pub own: bool,
    /// When it was written, in milliseconds since 1970.
    pub at: i64,
    /// Whether addresses in it are links: the visitor has played with its author before.
    pub links: bool,
}

/// Another person who has written a remark.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OtherInfo {
    /// The number of one of their remarks.
    pub remark: u64,
    /// Their name.
    pub name: String,
    /// Whether the visitor has muted them.
    pub muted: bool,
}

/// A person's reaction to a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReactionInfo {
    /// The seat that they had then.
    pub seat: Seat,
    /// The name that they had then.
    pub name: String,
    /// The reaction.
    pub reaction: Reaction,
}
