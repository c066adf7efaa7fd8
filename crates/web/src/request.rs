//! Requests of pages, answers, and the changes that the browser must store first.

use std::collections::BTreeMap;

use model::{MatchResults, Person, PlayerCard, PuzzleAnswer};
use serde::{Deserialize, Serialize};
use table::rows::Timestamp;
use text::{Language, t};

use crate::{KeptStep, KeptTable, ME};

/// A request of a page, as it would go to a server.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(default)]
pub struct Request {
    /// The method: `GET`, `POST` or `PUT`.
    pub method: String,
    /// The path, beginning with a slash.
    pub path: String,
    /// The fields of its query.
    pub query: Vec<(String, String)>,
    /// The fields of its form.
    pub fields: Vec<(String, String)>,
    /// Whether only the changing part of the page is wanted.
    pub fragment: bool,
    /// Whether the page follows the table, and gets the result by its stream.
    pub follows: bool,
}

/// The things that only the browser knows at the moment of a call.
#[derive(Clone, Debug, Deserialize)]
pub struct Moment {
    /// The present time.
    pub now: Timestamp,
    /// Random bytes: 64 hexadecimal digits.
    pub luck: String,
    /// The languages that the browser prefers, as in `Accept-Language`.
    pub languages: String,
}

/// An answer.
#[derive(Clone, Default, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// The HTTP status that a server would give.
    pub status: u16,
    /// The path to which the page goes on.
    pub location: Option<String>,
    /// The version that the stream will bring.
    pub version: Option<String>,
    /// The content type.
    pub kind: &'static str,
    /// The content.
    pub body: String,
    /// The name of the file, for a content that is saved as one.
    pub file: Option<String>,
}

/// The things that the browser has stored, but for settings and journals.
#[derive(Clone, Default, Debug)]
pub struct Known {
    /// The headers of all tables.
    pub tables: Vec<KeptTable>,
    /// The answers to puzzles.
    pub answers: Vec<PuzzleAnswer>,
    /// The results of the matches that were played in this browser and count.
    pub results: Vec<MatchResults>,
}

/// A change that is stored before anybody sees its result.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Save {
    /// The header of a table.
    Table(Box<KeptTable>),
    /// A step of a journal.
    Step {
        /// The id of the table.
        table: String,
        /// The number of the step.
        n: usize,
        /// The step.
        row: KeptStep,
    },
    /// A step that was taken back.
    Remove {
        /// The id of the table.
        table: String,
        /// The number of the step.
        n: usize,
    },
    /// The settings of the person.
    Settings(Settings),
    /// The results of a finished match that counts.
    Results {
        /// The id of the table.
        table: String,
        /// The results.
        results: MatchResults,
    },
    /// The answer to a puzzle.
    Answer(PuzzleAnswer),
}

/// The person of this browser: name, preferences, and how far they may go.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The name; empty if they have given none.
    pub name: String,
    /// The colour theme.
    pub theme: String,
    /// The speed of animations.
    pub speed: String,
    /// The language by its tag; empty for the one that the browser prefers.
    pub language: String,
    /// Whether pages leave out the lines of bots.
    pub quiet_bots: bool,
    /// The highest level that they may play, by game.
    pub unlocked: BTreeMap<String, u32>,
    /// The table and the time of their first finished lesson, by game.
    pub learned: BTreeMap<String, (String, Timestamp)>,
    /// Portrait and title.
    pub card: PlayerCard,
}

impl Settings {
    /// Returns the person as pages need it.
    pub(crate) fn person(&self) -> Person {
        let name = if self.name.is_empty() { t!("You").to_owned() } else { self.name.clone() };
        Person {
            theme: self.theme.clone(),
            speed: self.speed.clone(),
            language: self.language.clone(),
            quiet_bots: self.quiet_bots,
            ..Person::new(ME, name)
        }
    }

    /// Returns the language of the pages.
    pub(crate) fn language(&self, accepted: &str) -> Language {
        translations::named(&self.language).unwrap_or_else(|| translations::preferred(accepted))
    }
}

impl Answer {
    /// Returns a page.
    pub(crate) fn html(status: u16, body: String) -> Answer {
        Answer { status, kind: "text/html; charset=utf-8", body, ..Answer::default() }
    }

    /// Returns an answer that sends the page to another address.
    pub(crate) fn to(location: impl Into<String>) -> Answer {
        Answer { status: 303, location: Some(location.into()), ..Answer::default() }
    }

    /// Returns an answer without content.
    pub(crate) fn empty() -> Answer {
        Answer { status: 204, ..Answer::default() }
    }

    /// Returns a value for scripts.
    pub(crate) fn json(value: &serde_json::Value) -> Answer {
        Answer { status: 200, kind: "application/json", body: value.to_string(), ..Answer::default() }
    }
}
