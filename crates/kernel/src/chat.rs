//! The chat setting of a table.

use serde::{Deserialize, Serialize};

/// The messages that players may send to each other: a setting of the table, and no rule of any
/// game. Records never contain chat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableTalk {
    /// Any text.
    #[default]
    Free,
    /// Ready-made phrases only.
    Phrases,
    /// Nothing.
    None,
}

impl TableTalk {
    /// Every setting, the most open first.
    pub const ALL: [TableTalk; 3] = [TableTalk::Free, TableTalk::Phrases, TableTalk::None];

    /// Returns its name in forms, JSON and the store.
    pub const fn name(self) -> &'static str {
        match self {
            TableTalk::Free => "free",
            TableTalk::Phrases => "phrases",
            TableTalk::None => "none",
        }
    }

    /// Returns the setting of this name.
    pub fn named(name: &str) -> Option<TableTalk> {
        TableTalk::ALL.into_iter().find(|talk| talk.name() == name)
    }
}
