//! The changes that can be made to the store.

use kernel::{Answer, Seat, TableTalk, record::Giver};

use super::{
    Access, MatchEnd, Occupant, Person, PushSubscription, PuzzleAnswer, ReactionRow, Remark, RemovedPerson, StepRow,
    TableHeader, Timestamp, Turn, Turns, Webhook,
};
use crate::{DailyWrite, LeftMatch, Looks, MatchResults, NewSession, PeopleWrite};

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
    /// Counts a match as left by a person, unless that is known or it is over: at once when they concede, or after days.
    NoteLeft(LeftMatch),
    /// Counts all finished matches again, in the order in which they ended.
    CountAll,
    /// Makes the lines of guests on boards again that end with matches of this time or before, of so many people.
    ExpireLines {
        /// The time.
        since: Timestamp,
        /// How many people.
        people: u32,
    },
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
    pub(crate) fn counts(&self) -> [i64; 2] {
        match self {
            Write::WithTurns(write, _) => write.counts(),
            Write::AppendStep { end: None, .. } => [0, 0],
            Write::RemoveStep { .. } => [1, 1],
            _ => [0, 1],
        }
    }

    /// The table that it changes; nothing if it changes none that is there already.
    pub(crate) fn table(&self) -> Option<&str> {
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
            | Write::TellTurn(Turn { table, .. })
            | Write::NoteLeft(LeftMatch { table, .. }) => Some(table),
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
            | Write::ForgetResults
            | Write::CountAll
            | Write::ExpireLines { .. } => None,
        }
    }

    /// Whether it changes sums and rankings of finished matches.
    pub(crate) fn concerns_tallies(&self) -> bool {
        match self {
            Write::AppendStep { end, .. } => end.is_some(),
            Write::SetResults { .. }
            | Write::ForgetResults
            | Write::CountAll
            | Write::ExpireLines { .. }
            | Write::NoteLeft(_) => true,
            Write::People(write) => matches!(**write, PeopleWrite::Claim { .. } | PeopleWrite::Forget { .. }),
            Write::WithTurns(write, _) | Write::AtVersion { write, .. } => write.concerns_tallies(),
            _ => false,
        }
    }

    /// Whether what comes of it depends on the names and accounts that there are.
    pub(crate) fn concerns_names(&self) -> bool {
        match self {
            Write::AddPerson(..) | Write::UpdatePerson(..) => true,
            Write::People(write) => {
                !matches!(**write, PeopleWrite::UseSession { .. } | PeopleWrite::EndSession(_) | PeopleWrite::EndUnused)
            }
            Write::WithTurns(write, _) | Write::AtVersion { write, .. } => write.concerns_names(),
            _ => false,
        }
    }
}
