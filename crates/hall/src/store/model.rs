//! What the store keeps, as plain values: people, table headers, steps, and the changes that can be made to them.

use kernel::{
    Answer, Pace, Seat, TableTalk,
    record::{GivenBy, Giver, Step},
};
use serde_json::Value;

use super::{DailyWrite, Looks, MatchResults, NewSession, Options, PeopleWrite, TryResult};
use crate::calendar::Day;

/// Milliseconds since 1970, as the store keeps moments.
pub type Timestamp = i64;

/// Now.
pub fn now() -> Timestamp {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as Timestamp
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
    /// The language of its pages, by its tag; empty for what its browser asks for.
    pub language: String,
    /// Whether its pages leave out what bots say.
    pub quiet_bots: bool,
}

impl Person {
    /// Somebody who likes their pages as they come.
    pub fn new(id: impl Into<String>, name: impl Into<String>) -> Person {
        Person {
            id: id.into(),
            name: name.into(),
            theme: String::new(),
            speed: String::new(),
            language: String::new(),
            quiet_bots: false,
        }
    }
}

/// How far a table has come; the database and the JSON interface call it its phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableStatus {
    /// Seats are still being taken.
    Open,
    /// The match is on.
    Playing,
    /// The match has ended.
    Over,
}

impl TableStatus {
    /// As the JSON interface and the store spell it.
    pub const fn name(self) -> &'static str {
        match self {
            TableStatus::Open => "open",
            TableStatus::Playing => "playing",
            TableStatus::Over => "over",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<TableStatus> {
        [TableStatus::Open, TableStatus::Playing, TableStatus::Over].into_iter().find(|status| status.name() == name)
    }
}

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Occupant {
    /// Nobody.
    #[default]
    Nobody,
    /// A person, by id, with what it gives towards the dice.
    Person {
        /// Its id.
        id: String,
        /// What is given for it towards the dice.
        share: String,
        /// Who chose that.
        by: GivenBy,
        /// The bot that plays for it until it comes back, by name.
        stand_in: Option<String>,
    },
    /// A bot.
    Bot(SeatedBot),
}

/// A bot that has a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatedBot {
    /// The name of the bot.
    pub name: String,
    /// The id of the game's character whom it plays.
    pub character: Option<String>,
}

/// One without a name of its own.
impl<T: Into<String>> From<T> for SeatedBot {
    fn from(name: T) -> SeatedBot {
        SeatedBot { name: name.into(), character: None }
    }
}

impl Occupant {
    /// Whether nobody sits there.
    pub fn is_free(&self) -> bool {
        *self == Occupant::Nobody
    }

    /// The id of the person who sits there.
    pub fn person(&self) -> Option<&str> {
        match self {
            Occupant::Person { id, .. } => Some(id),
            Occupant::Nobody | Occupant::Bot(_) => None,
        }
    }

    /// The name of the bot that sits there.
    pub fn bot(&self) -> Option<&str> {
        match self {
            Occupant::Bot(bot) => Some(&bot.name),
            Occupant::Nobody | Occupant::Person { .. } => None,
        }
    }

    /// The id of the character whom the bot plays that sits there.
    pub fn character(&self) -> Option<&str> {
        match self {
            Occupant::Bot(bot) => bot.character.as_deref(),
            Occupant::Nobody | Occupant::Person { .. } => None,
        }
    }

    /// The name of the bot that plays for the person who sits there.
    pub fn stand_in(&self) -> Option<&str> {
        match self {
            Occupant::Person { stand_in, .. } => stand_in.as_deref(),
            Occupant::Nobody | Occupant::Bot(_) => None,
        }
    }
}

/// Who may come to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// Whether it stands in the hall's lists; if not, only who has the link finds it.
    pub public: bool,
    /// Whether those who do not sit there may look on.
    pub spectators: bool,
}

/// Private, and whoever has the link may look on.
impl Default for Access {
    fn default() -> Access {
        Access { public: false, spectators: true }
    }
}

/// Somebody whom the host has taken off a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemovedPerson {
    /// Its number at the table, from 1.
    pub n: u64,
    /// Its id.
    pub person: String,
    /// How it was called then.
    pub name: String,
}

/// A table without its steps: the header of its journal.
#[derive(Clone, PartialEq, Debug)]
pub struct TableHeader {
    /// Its id, and the invitation to it.
    pub id: String,
    /// Id of the game.
    pub game: String,
    /// Version of the game's rules.
    pub rules: u32,
    /// All options, defaults included.
    pub options: Options,
    /// Who sits there; one entry a seat.
    pub seats: Vec<Occupant>,
    /// Who made the table, or was handed it.
    pub host: String,
    /// Who may come.
    pub access: Access,
    /// How far it has come.
    pub status: TableStatus,
    /// The hall's share of the dice; `None` where they are real ones.
    pub seed: Option<[u8; 32]>,
    /// What was given towards the dice, fixed at the start.
    pub shares: Vec<String>,
    /// Who gave each of these.
    pub givers: Vec<Giver>,
    /// The outcomes that laying out took; `None` until they are all known.
    pub setup: Option<Vec<Answer>>,
    /// Whether it is played at a level that its players have not reached.
    pub practice: bool,
    /// Whether it is the game's lesson: its luck is written down, and it stands in no list.
    pub lesson: bool,
    /// The day whose match it is, of those that all can try once. Played for practice it is none of those tries.
    pub daily: Option<Day>,
    /// How much may be said there.
    pub talk: TableTalk,
    /// How long its players may take.
    pub pace: Pace,
    /// When the match began, where that is known.
    pub started: Option<Timestamp>,
    /// How it ended.
    pub outcome: Option<Value>,
    /// The table that its players went on to.
    pub next: Option<String>,
    /// When it was made.
    pub created: Timestamp,
    /// When something last happened.
    pub touched: Timestamp,
    /// What several processes of a hall know its changes by.
    pub version: TableVersion,
}

/// How often a table has been changed. It is counted where several processes share a database: a change is made only of the
/// version that it was thought up at.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TableVersion {
    /// How often anything was changed.
    pub changes: i64,
    /// How often a step was taken back.
    pub branch: i64,
    /// How often something else than the steps was changed.
    pub asides: i64,
}

impl TableVersion {
    /// The version after a change.
    pub(crate) fn after(self, write: &Write) -> TableVersion {
        let [branch, asides] = write.counts();
        TableVersion { changes: self.changes + 1, branch: self.branch + branch, asides: self.asides + asides }
    }
}

/// A step in the journal.
#[derive(Clone, PartialEq, Debug)]
pub struct StepRow {
    /// The step.
    pub step: Step,
    /// The name its caller gave the request.
    pub request: Option<String>,
    /// When it was taken.
    pub at: Timestamp,
}

/// Something that was said at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Its number at the table, from 1.
    pub n: u64,
    /// The id of who said it.
    pub person: String,
    /// Where they sat then.
    pub seat: Seat,
    /// How they were called then.
    pub name: String,
    /// The number of steps taken then.
    pub step: usize,
    /// What was said.
    pub text: String,
    /// When.
    pub at: Timestamp,
}

/// How somebody took a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReactionRow {
    /// The step.
    pub step: usize,
    /// The id of who reacts.
    pub person: String,
    /// Where they sat then.
    pub seat: Seat,
    /// How they were called then.
    pub name: String,
    /// The name of the reaction.
    pub reaction: String,
}

/// What the end of a match changes beside the journal.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchEnd {
    /// The outcome.
    pub outcome: Value,
    /// The levels that its players may play from now on.
    pub unlocks: Vec<Unlock>,
    /// What it came to.
    pub results: MatchResults,
    /// What it came to, if it was somebody's try of the match of a day.
    pub try_result: Option<TryResult>,
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

/// A change in for whom the match of a table waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turns {
    /// The table.
    pub table: String,
    /// The ids of those for whom it waits no longer.
    pub gone: Vec<String>,
    /// The ids of those for whom it waits now.
    pub come: Vec<String>,
    /// When it came to that.
    pub at: Timestamp,
}

impl Turns {
    /// What changes when a match that waited for some waits for others.
    pub fn between(table: &str, before: &[String], after: &[String], at: Timestamp) -> Turns {
        let but = |some: &[String], others: &[String]| -> Vec<String> {
            some.iter().filter(|person| !others.contains(person)).cloned().collect()
        };
        Turns { table: table.to_owned(), gone: but(before, after), come: but(after, before), at }
    }
}

/// A match that waits for somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The id of who is waited for.
    pub person: String,
    /// The table.
    pub table: String,
    /// Id of the game.
    pub game: String,
    /// The names of the other people at the table.
    pub with: Vec<String>,
    /// Since when.
    pub since: Timestamp,
}

/// The form in which a chat service takes messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WebhookForm {
    /// Discord's: `content`.
    Discord,
    /// Slack's, which others take as well: `text`.
    Slack,
}

impl WebhookForm {
    /// Every form.
    pub const ALL: [WebhookForm; 2] = [WebhookForm::Discord, WebhookForm::Slack];

    /// As forms, the JSON interface and the store spell it.
    pub const fn name(self) -> &'static str {
        match self {
            WebhookForm::Discord => "discord",
            WebhookForm::Slack => "slack",
        }
    }

    /// The form of this name.
    pub fn named(name: &str) -> Option<WebhookForm> {
        WebhookForm::ALL.into_iter().find(|form| form.name() == name)
    }
}

/// Where a person's notices are sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Webhook {
    /// The address.
    pub url: String,
    /// How it wants them.
    pub form: WebhookForm,
    /// Why the last one could not be sent, if it could not.
    pub trouble: Option<String>,
}

/// A browser that shows a person's notices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushSubscription {
    /// Where its maker takes them.
    pub endpoint: String,
    /// Its public key.
    pub key: Vec<u8>,
    /// Its secret.
    pub auth: Vec<u8>,
}

/// How somebody follows a table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Attendance {
    /// How many pages listen.
    pub open: u32,
    /// When they last asked for the table: pages without scripts listen to nothing, nor do most programs.
    pub last: Timestamp,
    /// When the last page ceased to listen.
    pub left: Timestamp,
}

/// How often something may be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Often {
    /// How many times at once.
    pub at_once: u32,
    /// How long it takes until one more is allowed, in milliseconds.
    pub rest: Timestamp,
}

/// A change to the store, made as a whole or not at all.
#[derive(Clone, Debug)]
pub enum Write {
    /// Writes the time down, to find out whether writing works.
    Probe,
    /// Notes that the hall which was opened at one time is open at another.
    NoteOpen {
        /// When it was opened.
        opened: Timestamp,
        /// When it is seen to be open.
        seen: Timestamp,
    },
    /// Adds a person whose name looks like this, with the device or program by which they are known.
    AddPerson(Person, Looks, Option<NewSession>),
    /// Changes what is kept of people beside that.
    People(Box<PeopleWrite>),
    /// Changes what is kept of the match a day.
    Daily(Box<DailyWrite>),
    /// Sets a person's name, which looks like this, and how they like their pages.
    UpdatePerson(Person, Looks),
    /// Adds a table with its seats.
    CreateTable(Box<TableHeader>),
    /// Adds a table whose match has begun, with its seats, shares, setup and the first steps of its journal.
    CreateTableFrom(Box<TableHeader>, Vec<StepRow>),
    /// Changes who has a seat.
    ChangeSeat {
        /// The table.
        table: String,
        /// The seat.
        seat: Seat,
        /// Who must have it for this to happen.
        was: Occupant,
        /// Who has it then.
        now: Occupant,
    },
    /// Takes a person off all their seats at a table, where they may not sit again until they are let in.
    RemovePerson {
        /// The table.
        table: String,
        /// Who is removed.
        removed: RemovedPerson,
    },
    /// Lets somebody in again who was removed.
    LetIn {
        /// The table.
        table: String,
        /// Their id.
        person: String,
    },
    /// Sets who may come to a table.
    SetAccess {
        /// The table.
        table: String,
        /// Who may come.
        access: Access,
    },
    /// Hands a table to another host.
    SetHost {
        /// The table.
        table: String,
        /// The id of who is its host then.
        host: String,
    },
    /// Lets a bot play for the person who has a seat, or no longer.
    SetStandIn {
        /// The table.
        table: String,
        /// The seat.
        seat: Seat,
        /// The id of who must have it for this to happen.
        person: String,
        /// The bot, by name.
        bot: Option<String>,
    },
    /// Begins a match.
    StartMatch {
        /// The table.
        table: String,
        /// What is given towards the dice.
        shares: Vec<String>,
        /// Who gave each of these.
        givers: Vec<Giver>,
        /// Version of the rules it is played by.
        rules: u32,
        /// The outcomes of laying out, if they are known.
        setup: Option<Vec<Answer>>,
        /// Whether the level is above what its players have reached.
        practice: bool,
        /// When it begins.
        at: Timestamp,
    },
    /// Adds the chance outcomes of the setup, once all are entered by hand.
    RecordSetup {
        /// The table.
        table: String,
        /// The outcomes.
        setup: Vec<Answer>,
    },
    /// Appends a step to the journal.
    AppendStep {
        /// The table.
        table: String,
        /// The step.
        row: StepRow,
        /// What follows, if it was the last one.
        end: Option<MatchEnd>,
        /// Whether it is noted for lists that something has happened at the table; with the last step it always is.
        touches: bool,
    },
    /// Writes down what a finished match came to, in the place of what was written before.
    SetResults {
        /// The table.
        table: String,
        /// What it came to.
        results: MatchResults,
    },
    /// Throws away what all finished matches came to. It is worked out again from their journals.
    ForgetResults,
    /// Removes the last step from the journal.
    RemoveStep {
        /// The table.
        table: String,
        /// Its number.
        n: usize,
    },
    /// Sets how much may be said at a table.
    SetTalk {
        /// The table.
        table: String,
        /// How much.
        talk: TableTalk,
    },
    /// Adds what somebody said, and forgets what was said long before.
    Say {
        /// The table.
        table: String,
        /// What was said.
        remark: Remark,
        /// How many remarks are kept.
        kept: u64,
    },
    /// Sets how somebody takes a step.
    React {
        /// The table.
        table: String,
        /// How; what they thought of it before is forgotten.
        row: ReactionRow,
    },
    /// Forgets how somebody takes a step.
    Unreact {
        /// The table.
        table: String,
        /// The step.
        step: usize,
        /// The id of who does not react any more.
        person: String,
    },
    /// Sets whether somebody wants to hear another person.
    Mute {
        /// The id of who decides.
        person: String,
        /// The id of the other.
        other: String,
        /// Whether not.
        muted: bool,
    },
    /// Makes a change, and writes down for whom the match waits after it.
    WithTurns(Box<Write>, Turns),
    /// Makes a change of a table that has had so many changes, counts it, and tells the other processes of the hall.
    AtVersion {
        /// The table.
        table: String,
        /// How many changes it must have had for this to happen.
        changes: i64,
        /// The change.
        write: Box<Write>,
    },
    /// Writes down for whom a match waits. Who was waited for before still is since then.
    SetTurns(Turns),
    /// Notes that somebody has been told of a turn.
    TellTurn(Turn),
    /// Sets where a person's notices are sent, or that they are not.
    SetWebhook {
        /// The id of the person.
        person: String,
        /// Where.
        webhook: Option<Webhook>,
    },
    /// Adds a browser that shows a person's notices; one that showed another's is this person's then.
    AddPush {
        /// The id of the person.
        person: String,
        /// The browser.
        subscription: PushSubscription,
        /// How many of a person's are kept.
        kept: u32,
    },
    /// Forgets a browser that showed notices.
    RemovePush {
        /// Where its maker took them.
        endpoint: String,
        /// Whose they must have been; `None` for anybody's.
        person: Option<String>,
    },
    /// Notes what somebody answered to a puzzle, unless they have answered it already.
    AnswerPuzzle {
        /// The id of the person.
        person: String,
        /// Their answer.
        answer: PuzzleAnswer,
    },
    /// Keeps a seed whose seal is shown, and forgets those that were kept too long, and the oldest of too many.
    KeepSeal {
        /// The seal.
        seal: String,
        /// The seed.
        seed: [u8; 32],
        /// When it is shown.
        at: Timestamp,
        /// Those that were shown before are forgotten.
        since: Timestamp,
        /// How many others are kept at most.
        kept: u32,
    },
    /// Forgets a seed, for a table is made with it.
    UseSeal(String),
    /// Adds a table that the players of a finished one go on to, unless they have gone on already. Whoever was removed from the
    /// one is from the other.
    CreateRematch {
        /// The finished table.
        after: String,
        /// Where they go.
        next: Box<TableHeader>,
    },
}

impl Write {
    /// By how much the change adds to the count of steps taken back and to that of other changes than steps.
    pub(super) fn counts(&self) -> [i64; 2] {
        match self {
            Write::WithTurns(write, _) => write.counts(),
            Write::AppendStep { end: None, .. } => [0, 0],
            Write::RemoveStep { .. } => [1, 1],
            _ => [0, 1],
        }
    }

    /// The table that it changes; nothing if it changes none that is there already.
    pub(super) fn table(&self) -> Option<&str> {
        match self {
            Write::ChangeSeat { table, .. }
            | Write::RemovePerson { table, .. }
            | Write::LetIn { table, .. }
            | Write::SetAccess { table, .. }
            | Write::SetHost { table, .. }
            | Write::SetStandIn { table, .. }
            | Write::StartMatch { table, .. }
            | Write::RecordSetup { table, .. }
            | Write::AppendStep { table, .. }
            | Write::SetResults { table, .. }
            | Write::RemoveStep { table, .. }
            | Write::SetTalk { table, .. }
            | Write::Say { table, .. }
            | Write::React { table, .. }
            | Write::Unreact { table, .. }
            | Write::CreateRematch { after: table, .. } => Some(table),
            Write::AtVersion { table, .. }
            | Write::WithTurns(_, Turns { table, .. })
            | Write::SetTurns(Turns { table, .. })
            | Write::TellTurn(Turn { table, .. }) => Some(table),
            Write::Probe
            | Write::NoteOpen { .. }
            | Write::AddPerson(..)
            | Write::People(_)
            | Write::Daily(_)
            | Write::UpdatePerson(..)
            | Write::CreateTable(_)
            | Write::CreateTableFrom(..)
            | Write::Mute { .. }
            | Write::SetWebhook { .. }
            | Write::AddPush { .. }
            | Write::RemovePush { .. }
            | Write::AnswerPuzzle { .. }
            | Write::KeepSeal { .. }
            | Write::UseSeal(_)
            | Write::ForgetResults => None,
        }
    }

    /// Whether what comes of it depends on the names and accounts that there are.
    pub(super) fn concerns_names(&self) -> bool {
        match self {
            Write::AddPerson(..) | Write::UpdatePerson(..) => true,
            Write::People(write) => !matches!(**write, PeopleWrite::UseSession { .. } | PeopleWrite::EndSession(_)),
            Write::WithTurns(write, _) | Write::AtVersion { write, .. } => write.concerns_names(),
            _ => false,
        }
    }
}

/// What somebody answered to a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleAnswer {
    /// The game.
    pub game: String,
    /// The number of the puzzle, from 1.
    pub number: u32,
    /// The day, counted from 1970 by UTC, on which it was the puzzle of the day; 0 on all others.
    pub day: u32,
    /// The place of the move among the choices.
    pub choice: u32,
    /// Whether it was the best.
    pub solved: bool,
    /// When it was answered.
    pub at: Timestamp,
}

/// Why a change was not made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else was first: the step is taken, the seat not free.
    #[error("somebody else was first")]
    Conflict,
    /// Another process of the hall has changed the table since this one looked at it.
    #[error("another process of the hall was first")]
    Overtaken,
    /// The hall takes no more changes.
    #[error("the hall is closing")]
    Closing,
    /// The database did not write it.
    #[error("the store failed: {0}")]
    Failed(String),
    /// The database did not give it.
    #[error("the store could not be read: {0}")]
    Unread(String),
}
