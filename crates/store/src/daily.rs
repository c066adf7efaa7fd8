//! The match a day of each game, as the store keeps it, and the changes to it.

use model::Day;
use serde_json::{Map, Value};
use translations::KeptText;

use super::{Store, StoreError, TableHeader, Timestamp, Write};

/// The match of a day, which all who try it play.
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
    /// How many seats it has.
    pub seats: u8,
    /// Where all its dice come from.
    pub seed: [u8; 32],
    /// How often bots come to each score with the same seed, once that is worked out; the lowest first.
    pub reference: Option<Vec<(i64, u64)>>,
}

/// What a try has come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TryResult {
    /// The more the better.
    pub score: i64,
    /// The same in words that follow a name: `climbed to 9`.
    pub words: KeptText,
    /// Whether one can come no further.
    pub top: bool,
    /// Whether the match was played to its end; if not, this is how far it had come in time.
    pub finished: bool,
    /// When the last step that counts was taken.
    pub at: Timestamp,
}

/// Somebody's try of the match of a day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Try {
    /// The table where it is played.
    pub table: String,
    /// The id of who tries.
    pub person: String,
    /// What they are called.
    pub name: String,
    /// What it has come to, once that is known.
    pub result: Option<TryResult>,
}

/// How many have tried the match of a day.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// How many tries were begun.
    pub tried: u64,
    /// How many of these are under way and still count.
    pub playing: u64,
    /// How many came as far as one can.
    pub top: u64,
}

/// A change to what is kept of the match a day.
#[derive(Clone, Debug)]
pub enum DailyWrite {
    /// Seals the match of a day, unless it was sealed before.
    Seal(Sealed),
    /// Keeps what a try has come to, unless that is known.
    KeepResult(String, TryResult),
    /// Forgets what all tries have come to, to have it worked out anew.
    ForgetResults,
    /// Keeps how bots fare with the seed of a day.
    KeepReference {
        /// The day.
        day: Day,
        /// Id of the game.
        game: String,
        /// How often they come to each score.
        reference: Vec<(i64, u64)>,
    },
}

impl TableHeader {
    /// The day whose match it is, if it is somebody's one try.
    pub fn tried_day(&self) -> Option<Day> {
        self.daily.filter(|_| !self.practice)
    }
}

impl Write {
    /// Whether somebody else may seal or try the same match of a day at the same moment.
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
    /// The match of a day, if it was sealed.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sealed_daily(&self, day: Day, game: &str) -> Result<Option<Sealed>, StoreError> {
        self.reads.sealed_daily(day, game).await
    }

    /// The best tries of a day: those whose result is known, the best first and among equals the earliest.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn best_tries(&self, day: Day, game: &str, limit: u32) -> Result<Vec<Try>, StoreError> {
        self.pages.best_tries(day, game, limit).await
    }

    /// A person's try of a day.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn try_of(&self, day: Day, game: &str, person: &str) -> Result<Option<Try>, StoreError> {
        self.reads.try_of(day, game, person).await
    }

    /// How many have tried the match of a day.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn tally(&self, day: Day, game: &str) -> Result<Tally, StoreError> {
        self.reads.tally(day, game).await
    }

    /// How many tries of a day have come further than this score.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn tries_above(&self, day: Day, game: &str, score: i64) -> Result<u64, StoreError> {
        self.pages.tries_above(day, game, score).await
    }

    /// The tables of tries of a day whose result is not known.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn unsettled_tries(&self, day: Day, game: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        self.pages.unsettled_tries(day, game, limit).await
    }

    /// The days and games with tries whose result is not known.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn unsettled_days(&self) -> Result<Vec<(Day, String)>, StoreError> {
        self.reads.unsettled_days().await
    }

    /// The days on which a person has begun a try that they finished, the last first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn finished_days(&self, person: &str, game: &str, limit: u32) -> Result<Vec<Day>, StoreError> {
        self.pages.finished_days(person, game, limit).await
    }

    /// The days before this one on which somebody tried a game, the last first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn tried_days(&self, before: Day, game: &str, limit: u32) -> Result<Vec<Day>, StoreError> {
        self.pages.tried_days(before, game, limit).await
    }
}
