//! The name of a match, for the log.

use std::{fmt, sync::Arc};

use serde_json::{Map, Value};

use crate::rows::TableHeader;

/// The match for which work is done, as the log names it. It is named by its table, because the
/// seed of a match under way is secret.
#[derive(Clone, Debug)]
pub struct Place {
    /// The id of the table, or another name of the match.
    pub table: String,
    /// The id of the game.
    pub game: String,
    /// The complete options.
    pub options: Arc<Map<String, Value>>,
    /// The number of steps taken.
    pub step: usize,
}

impl Place {
    /// Returns the place of a table's match after this many steps.
    pub fn of(header: &TableHeader, step: usize) -> Place {
        Place { table: header.id.clone(), game: header.game.clone(), options: header.options.clone(), step }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = serde_json::to_string(&*self.options).unwrap_or_default();
        write!(f, "table {}, game {}, step {}, options {options}", self.table, self.game, self.step)
    }
}
