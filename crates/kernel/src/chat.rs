//! How much those at a table may say to each other.

use serde::{Deserialize, Serialize};

/// How much those at a table may say to each other: a setting of the table, and no rule of any game. What is said never
/// stands in a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableTalk {
    /// Whatever they like.
    #[default]
    Free,
    /// Ready-made phrases alone.
    Phrases,
    /// Nothing.
    None,
}

impl TableTalk {
    /// Every setting, the most open first.
    pub const ALL: [TableTalk; 3] = [TableTalk::Free, TableTalk::Phrases, TableTalk::None];

    /// Its name in forms, JSON and the store.
    pub const fn name(self) -> &'static str {
        match self {
            TableTalk::Free => "free",
            TableTalk::Phrases => "phrases",
            TableTalk::None => "none",
        }
    }

    /// The setting of this name.
    pub fn named(name: &str) -> Option<TableTalk> {
        TableTalk::ALL.into_iter().find(|talk| talk.name() == name)
    }
}
