//! The store: people, tables, and the journal of every match, in a database.
//!
//! All SQL is below this module. A change is a [`Write`], a plain value; one task (`Writer`) carries changes out, many in a
//! transaction. Statements are written once, in `sql`, for both databases; `sqlite` and `postgres` are what only one of them has.

mod address;
mod changes;
mod daily;
mod error;
pub mod files;
mod inspect;
mod line;
mod news;
mod options;
mod people;
mod postgres;
pub mod random;
mod results;
mod rows;
mod sessions;
mod sql;
pub mod sqlite;
mod tallies;
mod transfer;
pub mod weak_map;
mod writer;

use std::{
    collections::BTreeSet,
    fs::File,
    sync::Arc,
    time::{Duration, Instant},
};

use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use sqlx::postgres::PgConnectOptions;

pub use ::model::{
    ALONE, Award, BoardKey, BoardLine, Earned, Earners, Eligibility, Entrant, GUEST_DAYS, LEFT_DAYS, LeftMatch,
    MatchKind, MatchResults, ONE_SCREEN, PEOPLE, PastMatch, Ranking, Rated, SeatResult, Streak, Totals, WinShare,
};
pub use address::Address;
use address::Place;
use changes::Changes;
pub use daily::*;
pub use error::OpenError;
pub use inspect::Inspection;
pub use line::NewsLine;
pub use news::{PeerEvent, PeerMessage};
pub use options::{Options, shared as shared_options};
pub use people::*;
pub use rows::*;
use sessions::Sessions;
pub use sql::Peers;
pub use transfer::transfer;
use writer::Writer;

/// How long the name of a process is.
const PROCESS: usize = 12;
/// How long a write that is tried may take.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);

/// Reads fail this way; the writer says itself what was not written.
impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Unread(error.to_string())
    }
}

/// The store: reads at once, writes through one `Writer`.
#[derive(Clone, Debug)]
pub struct Store {
    /// For what moves and sessions need.
    reads: sql::ReadPool,
    /// For lists, boards and profiles: however many pages are asked for, moves find a connection of their own.
    pages: sql::ReadPool,
    writer: Writer,
    sessions: Arc<Sessions>,
    latency: Histogram,
    changes: Arc<Changes>,
    /// This process among the others that share the database; nothing where there can be none.
    peers: Option<Arc<Shared>>,
}

/// What it takes to be one of several processes.
#[derive(Debug)]
struct Shared {
    peers: Peers,
    options: Box<PgConnectOptions>,
}

impl Store {
    /// Opens the database at `url` and brings it up to date. A file is made if it is not there.
    ///
    /// # Errors
    /// If it is of a kind that this hall does not know, or cannot be opened.
    pub async fn open(url: &str) -> Result<Store, OpenError> {
        let address = Address::parse(url)?;
        let latency = Histogram::new(exponential_buckets(0.0005, 4.0, 8));
        let (reads, pages, writes, peers) = match &address.place {
            Place::Sqlite(options) => {
                let (reads, pages, writes) = sqlite::open(&address, options).await?;
                (reads, pages, writes, None)
            }
            Place::Postgres(options) => {
                let process = random::id::<PROCESS>();
                let (reads, pages, writes) = postgres::open(&address, options, process.clone()).await?;
                let peers = Peers::new(reads.pool().clone(), process);
                (reads, pages, writes, Some(Arc::new(Shared { peers, options: options.clone() })))
            }
        };
        let sessions = Arc::<Sessions>::default();
        let writer = Writer::start(writes, sessions.clone());
        Ok(Store { reads, pages, writer, sessions, latency, changes: Arc::default(), peers })
    }

    /// Whether several processes may share it.
    pub fn is_shared(&self) -> bool {
        self.peers.is_some()
    }

    /// This process among the others that share it; nothing where there can be none.
    pub fn peers(&self) -> Option<&Peers> {
        self.peers.as_ref().map(|shared| &shared.peers)
    }

    /// Hears from now on what the other processes change; nothing where there can be none.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn listen(&self) -> Result<Option<NewsLine>, StoreError> {
        match &self.peers {
            Some(shared) => Ok(Some(NewsLine::open(&shared.options, shared.peers.process()).await?)),
            None => Ok(None),
        }
    }

    /// Makes a change, and comes back when it is durable.
    ///
    /// # Errors
    /// If it was not made; nothing has changed then.
    pub async fn write(&self, write: Write) -> Result<(), StoreError> {
        let begin = Instant::now();
        let changes = Changes::of(&write);
        let outcome = self.writer.write(write).await;
        // Even if it failed: whether it did is not always known.
        self.changes.note(changes);
        self.latency.observe(begin.elapsed().as_secs_f64());
        outcome
    }

    /// How often what tables show of people may have changed.
    pub fn changes(&self) -> &Changes {
        &self.changes
    }

    /// How long changes have taken to be durable, in seconds.
    pub fn latency(&self) -> &Histogram {
        &self.latency
    }

    /// Waits until all changes asked for are made, and takes no more.
    pub async fn close(&self) {
        self.writer.close().await;
        self.reads.close().await;
        self.pages.close().await;
    }

    /// Takes the database at `url` for this process alone, for as long as the file that is given back stays open. A database that
    /// processes share is not taken.
    ///
    /// # Errors
    /// If another process has taken it, or the file that marks it cannot be made.
    pub fn lock(url: &str) -> Result<Option<File>, OpenError> {
        let address = Address::parse(url)?;
        address.file().map(|file| sqlite::lock(&address, file)).transpose()
    }

    /// Tries a write, to find out whether changes can be made just now.
    ///
    /// # Errors
    /// If not.
    pub async fn probe(&self) -> Result<(), StoreError> {
        let late = |_| StoreError::Failed(format!("no answer within {} seconds", PROBE_TIMEOUT.as_secs()));
        tokio::time::timeout(PROBE_TIMEOUT, self.write(Write::Probe)).await.map_err(late)?
    }

    /// The person with this id.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn person(&self, id: &str) -> Result<Option<Person>, StoreError> {
        self.reads.person(id).await
    }

    /// A table with its journal.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn load(&self, table: &str) -> Result<Option<(TableHeader, Vec<StepRow>)>, StoreError> {
        self.load_after(table, 0).await
    }

    /// A table with its journal after step `n`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn load_after(&self, table: &str, n: usize) -> Result<Option<(TableHeader, Vec<StepRow>)>, StoreError> {
        self.reads.load_after(table, n).await
    }

    /// The seed behind a seal that was shown after `since`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sealed(&self, seal: &str, since: Timestamp) -> Result<Option<[u8; 32]>, StoreError> {
        self.reads.sealed(seal, since).await
    }

    /// What is kept of what was said at a table, oldest first, and how its steps were taken.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn talk(&self, table: &str) -> Result<(Vec<Remark>, Vec<ReactionRow>), StoreError> {
        self.reads.talk(table).await
    }

    /// The ids of those whom a person does not want to hear.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn mutes(&self, person: &str) -> Result<BTreeSet<String>, StoreError> {
        self.reads.mutes(person).await
    }

    /// The headers of a part of a list of a person's tables: how many are left out, and how many are taken then. Matches that
    /// nobody has touched since this time do not wait for anybody.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn tables_of(
        &self,
        person: &str,
        list: TableList,
        since: Timestamp,
        part: (u32, u32),
    ) -> Result<Vec<TableHeader>, StoreError> {
        self.pages.tables_of(person, list, since, part).await
    }

    /// How many tables a list of a person's has.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn count_tables_of(&self, person: &str, list: TableList, since: Timestamp) -> Result<u32, StoreError> {
        self.pages.count_tables_of(person, list, since).await
    }

    /// Whether a match waits for a person that was touched after `since`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn is_waiting_at(&self, person: &str, table: &str, since: Timestamp) -> Result<bool, StoreError> {
        self.pages.is_waiting_at(person, table, since).await
    }

    /// Whether a person sits or sat at a table, or is the host of one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sits_anywhere(&self, person: &str) -> Result<bool, StoreError> {
        self.pages.sits_anywhere(person).await
    }

    /// Whom the host has taken off a table, in that order.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn removed(&self, table: &str) -> Result<Vec<RemovedPerson>, StoreError> {
        self.reads.removed(table).await
    }

    /// The ids of the public tables of a host whose match has not begun.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn offered_by(&self, host: &str) -> Result<Vec<String>, StoreError> {
        self.reads.offered_by(host).await
    }

    /// The headers of the tables with a seat free, touched after `since`, to which others went on from a match of this person's;
    /// the last touched first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn rematches_for(
        &self,
        person: &str,
        since: Timestamp,
        limit: u32,
    ) -> Result<Vec<TableHeader>, StoreError> {
        self.pages.rematches_for(person, since, limit).await
    }

    /// The headers of the public tables that have a seat free and were touched after `since`, the last touched first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn open_tables(&self, since: Timestamp, limit: u32) -> Result<Vec<TableHeader>, StoreError> {
        self.pages.open_tables(since, limit).await
    }

    /// The headers of the public tables of this status, with a person at them and open to spectators, that were touched after
    /// `since`, the last touched first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn played_since(
        &self,
        status: TableStatus,
        since: Timestamp,
        limit: u32,
    ) -> Result<Vec<TableHeader>, StoreError> {
        self.pages.played_since(status, since, limit).await
    }

    /// How many matches of a host's are under way in which something happened after `since`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn hosted_since(&self, host: &str, since: Timestamp) -> Result<u64, StoreError> {
        self.reads.hosted_since(host, since).await
    }

    /// The ids of the tables under way that go on though nobody looks at them: those that have a bot or a clock.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn going_on(&self) -> Result<Vec<String>, StoreError> {
        self.reads.going_on().await
    }

    /// When the hall was open: from when, and until when it was last seen to be, in order.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn openings(&self) -> Result<Vec<(Timestamp, Timestamp)>, StoreError> {
        self.reads.openings().await
    }

    /// The ids of those for whom a match waits, as it was last written down; sorted.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn turns(&self, table: &str) -> Result<Vec<String>, StoreError> {
        self.reads.turns(table).await
    }

    /// The matches that wait for a person and were touched after `since`; the nearest deadline first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn waiting_for(&self, person: &str, since: Timestamp) -> Result<Vec<Turn>, StoreError> {
        self.pages.waiting_for(person, since).await
    }

    /// Turns of people who want notices and have been sent none: matches with another person at the table that have waited
    /// since a moment between these two, the one that waits longest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn untold_turns(&self, after: Timestamp, until: Timestamp, limit: u32) -> Result<Vec<Turn>, StoreError> {
        self.reads.untold_turns(after, until, limit).await
    }

    /// Where a person's notices are sent.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn webhook(&self, person: &str) -> Result<Option<Webhook>, StoreError> {
        self.reads.webhook(person).await
    }

    /// The browsers that show a person's notices.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn push_subscriptions(&self, person: &str) -> Result<Vec<PushSubscription>, StoreError> {
        self.reads.push_subscriptions(person).await
    }

    /// Since when a person has been known who is a guest; `None` for those with an account.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn guest_since(&self, person: &str) -> Result<Option<Timestamp>, StoreError> {
        self.reads.guest_since(person).await
    }

    /// How many ranked matches that began since then two people have played together.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn ranked_together(&self, person: &str, other: &str, since: Timestamp) -> Result<u32, StoreError> {
        self.reads.ranked_together(person, other, since).await
    }

    /// The highest level of a game that a person may play; 0 if it never won.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn unlocked(&self, person: &str, game: &str) -> Result<u32, StoreError> {
        self.reads.unlocked(person, game).await
    }

    /// What a person has answered to puzzles, oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn puzzle_answers(&self, person: &str) -> Result<Vec<PuzzleAnswer>, StoreError> {
        self.pages.puzzle_answers(person).await
    }

    /// What a person has answered to puzzles of the day on their days: the last `most`, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn answers_of_days(&self, person: &str, most: u32) -> Result<Vec<PuzzleAnswer>, StoreError> {
        self.pages.answers_of_days(person, most).await
    }
}
