//! The daily match of each game, as stored, and the changes to it.

use model::Day;
use serde_json::{Map, Value};

use super::{Store, StoreError, TryResult, Write};

/// A daily match: the match of a day that all who try it play.
#[derive(Clone, PartialEq, Debug)]
pub struct Sealed {
    /// The day.
    pub day: Day,
    /// Id of the game.
    pub game: String,
    /// Version of the game's rules.
    pub rules: u32,
    /// All options, defaults included.
    pub options: Map<String, Value>,
    /// The number of seats.
    pub seats: u8,
    /// The seed of all its dice.
    pub seed: [u8; 32],
    /// How often bots reach each score with the same seed, the lowest score first; `None` until it
    /// is computed.
    pub reference: Option<Vec<(i64, u64)>>,
}

/// A person's try of a daily match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Try {
    /// The table where it is played.
    pub table: String,
    /// The id of the person.
    pub person: String,
    /// The name of the person.
    pub name: String,
    /// The result, once it is known.
    pub result: Option<TryResult>,
}

/// The number of people who have tried a daily match.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// How many tries have begun.
    pub tried: u64,
    /// How many of them are under way and still count.
    pub playing: u64,
    /// How many reached the highest possible result.
    pub top: u64,
}

/// A change to a daily match or its tries.
#[derive(Clone, Debug)]
pub enum DailyWrite {
    /// Seals the match of a day, unless it is already sealed.
    Seal(Sealed),
    /// Stores the result of a try; does nothing if it is already stored.
    KeepResult(String, TryResult),
    /// Deletes the results of all tries, so that the server computes them again.
    ForgetResults,
    /// Stores the results of bots with the seed of a day.
    KeepReference {
        /// The day.
        day: Day,
        /// Id of the game.
        game: String,
        /// How often they reach each score.
        reference: Vec<(i64, u64)>,
    },
}

impl Write {
    /// Returns whether another process may seal or try the same daily match at the same moment.
    pub(super) fn concerns_dailies(&self) -> bool {
        match self {
            Write::Daily(_) => true,
            Write::CreateTableFrom(header, _) => header.daily.is_some(),
            Write::AppendStep { end: Some(end), .. } => end.try_result.is_some(),
            Write::WithTurns(write, _) | Write::AtVersion { write, .. } => write.concerns_dailies(),
            _ => false,
        }
    }
}

impl Store {
    /// Returns the daily match of a game on this day, if it was sealed.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sealed_daily(&self, day: Day, game: &str) -> Result<Option<Sealed>, StoreError> {
        self.reads.sealed_daily(day, game).await
    }

    /// Returns the best tries of a day that have a result, best first. Among equals the earliest is
    /// first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn best_tries(&self, day: Day, game: &str, limit: u32) -> Result<Vec<Try>, StoreError> {
        self.pages.best_tries(day, game, limit).await
    }

    /// Returns a person's try of a day.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn try_of(&self, day: Day, game: &str, person: &str) -> Result<Option<Try>, StoreError> {
        self.reads.try_of(day, game, person).await
    }

    /// Returns the number of people who have tried the match of a day.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn tally(&self, day: Day, game: &str) -> Result<Tally, StoreError> {
        self.reads.tally(day, game).await
    }

    /// Returns the number of tries of a day with a higher score than this.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn tries_above(&self, day: Day, game: &str, score: i64) -> Result<u64, StoreError> {
        self.pages.tries_above(day, game, score).await
    }

    /// Returns the tables of tries of a day that have no result yet.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn unsettled_tries(&self, day: Day, game: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        self.pages.unsettled_tries(day, game, limit).await
    }

    /// Returns the days and games with tries that have no result yet.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn unsettled_days(&self) -> Result<Vec<(Day, String)>, StoreError> {
        self.reads.unsettled_days().await
    }

    /// Returns the days whose match a person has tried and finished, the last first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn finished_days(&self, person: &str, game: &str, limit: u32) -> Result<Vec<Day>, StoreError> {
        self.pages.finished_days(person, game, limit).await
    }

    /// Returns the days before this one on which anybody tried a game, the last first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn tried_days(&self, before: Day, game: &str, limit: u32) -> Result<Vec<Day>, StoreError> {
        self.pages.tried_days(before, game, limit).await
    }
}
