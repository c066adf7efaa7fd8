//! The store: people, tables, and the journal of every match, in a database.
//!
//! All SQL is below this module. A change is a [`Write`], a plain value. One task (`Writer`)
//! carries out the changes, many in a transaction. `sql` has each statement once, for both
//! databases; `sqlite` and `postgres` have what differs.

mod address;
mod changes;
mod company;
mod daily;
mod error;
mod fault;
pub mod files;
mod groups;
mod inspect;
mod line;
mod migrations;
mod news;
mod packs;
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
mod writer;

use std::{
    collections::BTreeMap,
    fs::File,
    sync::Arc,
    time::{Duration, Instant},
};

use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use sqlx::postgres::PgConnectOptions;

pub use ::model::{
    ALONE, Award, BestProgress, BoardKey, BoardLine, CardTitle, Companion, DayRun, DueMember, EVENING_PAUSE, Earned,
    Earners, Eligibility, Entrant, Evening, GUEST_DAYS, Group, GroupOf, GroupScore, HeadToHead, INVITED, Invitation,
    LEFT_DAYS, LeftMatch, MEMBERS, MatchKind, MatchResults, Member, ONE_SCREEN, PACKS, PEOPLE, Pack, PastMatch,
    PersonalBest, PlayerCard, PublicSeat, Ranking, Rated, SeatResult, Shown, Silence, Streak, Totals, Traces,
    TrialState, Vacation, WinShare,
};
pub use address::Address;
use address::Place;
use changes::Changes;
pub use daily::*;
pub use error::OpenError;
pub use groups::GroupWrite;
pub use inspect::Inspection;
pub use line::NewsLine;
pub use news::{PeerEvent, PeerMessage};
pub use packs::PackWrite;
pub use people::*;
pub use rows::*;
use sessions::Sessions;
pub use sql::Peers;
pub use table::{
    rows::{Options, shared_options},
    weak_map,
};
pub use transfer::transfer;
use writer::Writer;

/// The length of a process's name.
const PROCESS: usize = 12;
/// The time limit of a trial write.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);

/// Errors of reads. The writer reports its own errors.
impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Unread(error.to_string())
    }
}

/// The store. It reads directly, and writes through one `Writer`.
#[derive(Clone, Debug)]
pub struct Store {
    /// Connections for moves and sessions.
    reads: sql::ReadPool,
    /// Connections for lists, boards and profiles, so that page requests never hold up moves.
    pages: sql::ReadPool,
    writer: Writer,
    sessions: Arc<Sessions>,
    latency: Histogram,
    changes: Arc<Changes>,
    /// This process's identity among those sharing a PostgreSQL database; `None` for SQLite.
    peers: Option<Arc<Shared>>,
}

/// The parts that only a process with a shared database needs.
#[derive(Debug)]
struct Shared {
    peers: Peers,
    options: Box<PgConnectOptions>,
}

impl Store {
    /// Opens the database at `url` and migrates its schema. Creates a missing SQLite file.
    ///
    /// # Errors
    /// If the server does not know this kind of database, or cannot open it.
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

    /// Returns whether several processes may share the database.
    pub fn is_shared(&self) -> bool {
        self.peers.is_some()
    }

    /// Returns this process's identity among those sharing the database; `None` for SQLite.
    pub fn peers(&self) -> Option<&Peers> {
        self.peers.as_ref().map(|shared| &shared.peers)
    }

    /// Subscribes to the changes of the other processes; `None` for SQLite.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn listen(&self) -> Result<Option<NewsLine>, StoreError> {
        match &self.peers {
            Some(shared) => Ok(Some(NewsLine::open(&shared.options, shared.peers.process()).await?)),
            None => Ok(None),
        }
    }

    /// Makes a change, and returns when it is durable.
    ///
    /// # Errors
    /// If the change was not made; the database is unchanged then.
    pub async fn write(&self, write: Write) -> Result<(), StoreError> {
        let begin = Instant::now();
        let changes = Changes::of(&write);
        let outcome = self.writer.write(write).await;
        // Counted even after an error: the change may have been made all the same.
        self.changes.note(changes);
        self.latency.observe(begin.elapsed().as_secs_f64());
        outcome
    }

    /// Returns the counters of changes to names and mutes.
    pub fn changes(&self) -> &Changes {
        &self.changes
    }

    /// Returns how long changes took to become durable, in seconds.
    pub fn latency(&self) -> &Histogram {
        &self.latency
    }

    /// Refuses new changes, makes those that are queued, and closes the connections.
    pub async fn close(&self) {
        self.writer.close().await;
        self.reads.close().await;
        self.pages.close().await;
    }

    /// Locks the SQLite database at `url` for this process, as long as the returned file stays
    /// open. Returns `None` for PostgreSQL, which processes share.
    ///
    /// # Errors
    /// If another process holds the lock, or the lock file cannot be created.
    pub fn lock(url: &str) -> Result<Option<File>, OpenError> {
        let address = Address::parse(url)?;
        address.file().map(|file| sqlite::lock(&address, file)).transpose()
    }

    /// Tests whether the database accepts writes.
    ///
    /// # Errors
    /// If it does not.
    pub async fn probe(&self) -> Result<(), StoreError> {
        let late = |_| StoreError::Failed(format!("no answer within {} seconds", PROBE_TIMEOUT.as_secs()));
        tokio::time::timeout(PROBE_TIMEOUT, self.write(Write::Probe)).await.map_err(late)?
    }

    /// Returns the person with this id.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn person(&self, id: &str) -> Result<Option<Person>, StoreError> {
        self.reads.person(id).await
    }

    /// Returns a table with its journal.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn load(&self, table: &str) -> Result<Option<(TableHeader, Vec<StepRow>)>, StoreError> {
        self.load_after(table, 0).await
    }

    /// Returns a table with its journal after step `n`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn load_after(&self, table: &str, n: usize) -> Result<Option<(TableHeader, Vec<StepRow>)>, StoreError> {
        self.reads.load_after(table, n).await
    }

    /// Returns the seed of a seal that was shown after `since`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sealed(&self, seal: &str, since: Timestamp) -> Result<Option<[u8; 32]>, StoreError> {
        self.reads.sealed(seal, since).await
    }

    /// Returns the stored chat of a table, oldest first, and the reactions to its steps.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn talk(&self, table: &str) -> Result<(Vec<Remark>, Vec<ReactionRow>), StoreError> {
        self.reads.talk(table).await
    }

    /// Returns the ids of the people whose words a person does not read, with the reasons.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn silences(&self, person: &str) -> Result<BTreeMap<String, Silence>, StoreError> {
        self.reads.silences(person).await
    }

    /// Returns the headers of a person's tables on these lists, one list after the other. `part` is
    /// the number of tables of each list to skip, and the number to return. Matches not touched
    /// after `since` wait for nobody. The lists are of one moment: no table is on two of them.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn tables_of(
        &self,
        person: &str,
        lists: &[TableList],
        since: Timestamp,
        part: (u32, u32),
    ) -> Result<Vec<TableHeader>, StoreError> {
        self.pages.tables_of(person, lists, since, part).await
    }

    /// Returns the lengths of these lists of a person's tables, all of one moment.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn count_tables_of<const N: usize>(
        &self,
        person: &str,
        lists: [TableList; N],
        since: Timestamp,
    ) -> Result<[u32; N], StoreError> {
        self.pages.count_tables_of(person, lists, since).await
    }

    /// Returns whether a match that was touched after `since` waits for a person.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn is_waiting_at(&self, person: &str, table: &str, since: Timestamp) -> Result<bool, StoreError> {
        self.pages.is_waiting_at(person, table, since).await
    }

    /// Returns whether a person sits or sat at a table, or is the host of one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sits_anywhere(&self, person: &str) -> Result<bool, StoreError> {
        self.pages.sits_anywhere(person).await
    }

    /// Returns the people whom the host has removed from a table, in that order.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn removed(&self, table: &str) -> Result<Vec<RemovedPerson>, StoreError> {
        self.reads.removed(table).await
    }

    /// Returns the ids of a host's public tables whose match has not begun.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn offered_by(&self, host: &str) -> Result<Vec<String>, StoreError> {
        self.reads.offered_by(host).await
    }

    /// Returns the headers of rematches of this person's matches, with a free seat and touched
    /// after `since`. The last touched is first.
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

    /// Returns the header of the last of a person's latest finished matches in which other people
    /// played.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn last_with_others(&self, person: &str) -> Result<Option<TableHeader>, StoreError> {
        self.pages.last_with_others(person).await
    }

    /// Returns the headers of public tables with a free seat that were touched after `since`. The
    /// last touched is first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn open_tables(&self, since: Timestamp, limit: u32) -> Result<Vec<TableHeader>, StoreError> {
        self.pages.open_tables(since, limit).await
    }

    /// Returns the headers of public tables of this status that were touched after `since`. Each
    /// has a person at it and admits spectators; those of races are left out. The last touched is
    /// first.
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

    /// Returns how many of a host's matches are under way and were touched after `since`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn hosted_since(&self, host: &str, since: Timestamp) -> Result<u64, StoreError> {
        self.reads.hosted_since(host, since).await
    }

    /// Returns the ids of the racers' own tables of a race.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn racers(&self, race: &str) -> Result<Vec<String>, StoreError> {
        self.reads.racers(race).await
    }

    /// Returns the racers' own tables of a race with their journals.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn racer_journals(&self, race: &str) -> Result<Vec<(TableHeader, Vec<StepRow>)>, StoreError> {
        self.reads.racer_journals(race).await
    }

    /// Returns whether a race is over.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn is_race_over(&self, race: &str) -> Result<bool, StoreError> {
        self.reads.is_race_over(race).await
    }

    /// Returns the ids of the tables under way that go on without visitors: those with a bot or a
    /// clock, and those of races.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn going_on(&self) -> Result<Vec<String>, StoreError> {
        self.reads.going_on().await
    }

    /// Returns the times at which the server ran, in order: each from its start until it was last
    /// seen.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn openings(&self) -> Result<Vec<(Timestamp, Timestamp)>, StoreError> {
        self.reads.openings().await
    }

    /// Returns the ids of the people for whom a match waits, as last stored; sorted.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn turns(&self, table: &str) -> Result<Vec<String>, StoreError> {
        self.reads.turns(table).await
    }

    /// Returns the matches that wait for a person and were touched after `since`. The nearest
    /// deadline is first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn waiting_for(&self, person: &str, since: Timestamp) -> Result<Vec<Turn>, StoreError> {
        self.pages.waiting_for(person, since).await
    }

    /// Returns turns of people who want notices and have been sent none. These are turns in matches
    /// with another person, waiting since a moment between `after` and `until`. The longest wait is
    /// first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn untold_turns(&self, after: Timestamp, until: Timestamp, limit: u32) -> Result<Vec<Turn>, StoreError> {
        self.reads.untold_turns(after, until, limit).await
    }

    /// Returns the webhook to which a person's notices are sent.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn webhook(&self, person: &str) -> Result<Option<Webhook>, StoreError> {
        self.reads.webhook(person).await
    }

    /// Returns the browsers that show a person's notices.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn push_subscriptions(&self, person: &str) -> Result<Vec<PushSubscription>, StoreError> {
        self.reads.push_subscriptions(person).await
    }

    /// Returns since when a guest has been known; `None` for people with an account.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn guest_since(&self, person: &str) -> Result<Option<Timestamp>, StoreError> {
        self.reads.guest_since(person).await
    }

    /// Returns how many ranked matches that began after `since` two people have played together.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn ranked_together(&self, person: &str, other: &str, since: Timestamp) -> Result<u32, StoreError> {
        self.reads.ranked_together(person, other, since).await
    }

    /// Returns the highest level of a game that a person may play; 0 before the first win.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn unlocked(&self, person: &str, game: &str) -> Result<u32, StoreError> {
        self.reads.unlocked(person, game).await
    }

    /// Returns a person's answers to puzzles, oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn puzzle_answers(&self, person: &str) -> Result<Vec<PuzzleAnswer>, StoreError> {
        self.pages.puzzle_answers(person).await
    }

    /// Returns a person's answers to daily puzzles on their days: the last `most`, the latest
    /// first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn answers_of_days(&self, person: &str, most: u32) -> Result<Vec<PuzzleAnswer>, StoreError> {
        self.pages.answers_of_days(person, most).await
    }
}
