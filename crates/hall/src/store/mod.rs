//! What the hall keeps: people, tables, and the journal of every match.
//!
//! All SQL lives below this module. A change is a [`Work`], a plain value; `Writer` makes it durable, many at a
//! time. Another database is another module beside `sqlite` that carries out the same works and answers the same
//! questions.

mod sqlite;
mod writer;

use kernel::{Answer, Seat, record::Step};
use serde_json::{Map, Value};
use tokio::sync::oneshot;

use crate::Error;
use writer::Writer;

/// Milliseconds since 1970, as the store keeps moments.
pub type Moment = i64;

/// Now.
pub fn now() -> Moment {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as Moment
}

/// Somebody the hall knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// Its id.
    pub id: String,
    /// The name that others see.
    pub name: String,
    /// The theme of its pages; empty for the system's.
    pub theme: String,
    /// How fast things move on its pages; empty for normal.
    pub speed: String,
}

/// How far a table has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Waiting for players.
    Open,
    /// Under way.
    Playing,
    /// Ended.
    Over,
}

impl Phase {
    /// As the JSON interface and the store spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Open => "open",
            Phase::Playing => "playing",
            Phase::Over => "over",
        }
    }

    fn from_name(name: &str) -> Phase {
        match name {
            "open" => Phase::Open,
            "playing" => Phase::Playing,
            _ => Phase::Over,
        }
    }
}

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Sitter {
    /// Nobody.
    #[default]
    Nobody,
    /// A person, by id, with what it gives towards the dice.
    Person {
        /// Its id.
        id: String,
        /// What it gives towards the dice.
        share: String,
    },
    /// A bot, by name.
    Bot(String),
}

impl Sitter {
    /// The id of the person who sits there.
    pub fn person(&self) -> Option<&str> {
        match self {
            Sitter::Person { id, .. } => Some(id),
            Sitter::Nobody | Sitter::Bot(_) => None,
        }
    }

    /// The name of the bot that sits there.
    pub fn bot(&self) -> Option<&str> {
        match self {
            Sitter::Bot(name) => Some(name),
            Sitter::Nobody | Sitter::Person { .. } => None,
        }
    }
}

/// A table without its steps: the header of its journal.
#[derive(Clone, PartialEq, Debug)]
pub struct Head {
    /// Its id, and the invitation to it.
    pub id: String,
    /// Id of the game.
    pub game: String,
    /// Version of the game's rules.
    pub rules: u32,
    /// All options, defaults included.
    pub options: Map<String, Value>,
    /// Who sits there; one entry a seat.
    pub seats: Vec<Sitter>,
    /// Who made the table.
    pub host: String,
    /// How far it has come.
    pub phase: Phase,
    /// The hall's share of the dice; `None` where they are real ones.
    pub seed: Option<[u8; 32]>,
    /// What the seats gave towards the dice, fixed at the start.
    pub shares: Vec<String>,
    /// The outcomes that laying out took; `None` until they are all known.
    pub setup: Option<Vec<Answer>>,
    /// Whether it is played at a level that its players have not reached.
    pub practice: bool,
    /// How it ended.
    pub outcome: Option<Value>,
    /// The table that its players went on to.
    pub next: Option<String>,
    /// When it was made.
    pub created: Moment,
    /// When something last happened.
    pub touched: Moment,
}

/// A step in the journal.
#[derive(Clone, PartialEq, Debug)]
pub struct StepRow {
    /// The step.
    pub step: Step,
    /// The name its caller gave the request.
    pub request: Option<String>,
    /// When it was taken.
    pub at: Moment,
}

/// What the end of a match changes beside the journal.
#[derive(Clone, PartialEq, Debug)]
pub struct End {
    /// The outcome.
    pub outcome: Value,
    /// The levels that its players may play from now on.
    pub unlocks: Vec<Unlock>,
}

/// A person may play a game up to a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unlock {
    /// Who.
    pub person: String,
    /// Which game.
    pub game: String,
    /// The highest level.
    pub level: u32,
}

/// A change, to be made durable as a whole or not at all.
#[derive(Clone, Debug)]
pub enum Work {
    /// Somebody new, known by a token or not.
    Meet(Person, Option<[u8; 32]>),
    /// A person's name and tastes.
    Rename(Person),
    /// A new table.
    Create(Box<Head>),
    /// Somebody sits down, gets up, or is relieved.
    Sit {
        /// The table.
        table: String,
        /// The seat.
        seat: Seat,
        /// Who must have it for this to happen.
        was: Sitter,
        /// Who has it then.
        now: Sitter,
    },
    /// The match begins.
    Start {
        /// The table.
        table: String,
        /// What the seats give towards the dice.
        shares: Vec<String>,
        /// Version of the rules it is played by.
        rules: u32,
        /// The outcomes of laying out, if they are known.
        setup: Option<Vec<Answer>>,
        /// Whether the level is above what its players have reached.
        practice: bool,
    },
    /// The outcomes of laying out, told by hand.
    Setup {
        /// The table.
        table: String,
        /// The outcomes.
        setup: Vec<Answer>,
    },
    /// A step is taken.
    Step {
        /// The table.
        table: String,
        /// The step.
        row: StepRow,
        /// What follows, if it was the last one.
        end: Option<End>,
    },
    /// The last step is taken back.
    Unstep {
        /// The table.
        table: String,
        /// Its number.
        n: usize,
    },
    /// The players go on to another table.
    Next {
        /// The table.
        table: String,
        /// Where they go.
        next: String,
    },
}

/// Why a change was not made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Undone {
    /// Somebody else was first: the step is taken, the seat not free.
    #[error("somebody else was first")]
    Conflict,
    /// The hall takes no more changes.
    #[error("the hall is closing")]
    Closing,
    /// The database did not do it.
    #[error("the store failed: {0}")]
    Failed(String),
}

impl From<sqlx::Error> for Undone {
    fn from(error: sqlx::Error) -> Undone {
        Undone::Failed(error.to_string())
    }
}

/// The store: reads at once, writes through one `Writer`.
#[derive(Clone, Debug)]
pub struct Store {
    reads: sqlite::Reads,
    writer: Writer,
}

impl Store {
    /// Opens the database at `url`, making it if it is not there, and brings it up to date.
    ///
    /// # Errors
    /// If it is of a kind that this hall does not know, or cannot be opened.
    pub async fn open(url: &str) -> Result<Store, Error> {
        let (reads, writes) = sqlite::open(url).await?;
        Ok(Store { reads, writer: Writer::start(writes) })
    }

    /// Makes a change, and comes back when it is durable.
    ///
    /// # Errors
    /// If it was not made; nothing has changed then.
    pub async fn write(&self, work: Work) -> Result<(), Undone> {
        self.writer.write(work).await
    }

    /// Waits until all changes asked for are made, and takes no more.
    pub async fn close(&self) {
        self.writer.close().await;
        self.reads.close().await;
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// If it does not.
    pub async fn ping(&self) -> Result<(), Undone> {
        self.reads.ping().await
    }

    /// The person with this id.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn person(&self, id: &str) -> Result<Option<Person>, Undone> {
        self.reads.person(id).await
    }

    /// The person whose token has this SHA-256.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn bearer(&self, token: &[u8; 32]) -> Result<Option<Person>, Undone> {
        self.reads.bearer(token).await
    }

    /// The names of those who sit at a table, by seat.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn names(&self, table: &str) -> Result<Vec<(Seat, String)>, Undone> {
        self.reads.names(table).await
    }

    /// A table with its journal.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn load(&self, table: &str) -> Result<Option<(Head, Vec<StepRow>)>, Undone> {
        self.reads.load(table).await
    }

    /// The headers of the tables where a person sits or is host: those not over first, then the last touched first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn tables_of(&self, person: &str, limit: u32) -> Result<Vec<Head>, Undone> {
        self.reads.tables_of(person, limit).await
    }

    /// The headers of the tables that have a seat free and were touched after `since`, the last touched first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn open_tables(&self, since: Moment, limit: u32) -> Result<Vec<Head>, Undone> {
        self.reads.open_tables(since, limit).await
    }

    /// The ids of the tables under way that have a bot.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn with_bots(&self) -> Result<Vec<String>, Undone> {
        self.reads.with_bots().await
    }

    /// The highest level of a game that a person may play; 0 if it never won.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn unlocked(&self, person: &str, game: &str) -> Result<u32, Undone> {
        self.reads.unlocked(person, game).await
    }
}

/// A change on its way to the database, and who waits for it.
struct Job {
    work: Work,
    done: oneshot::Sender<Result<(), Undone>>,
}
