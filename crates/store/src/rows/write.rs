//! The changes that a caller can make to the store.

use kernel::{Answer, EarlyEnd, Seat, TableTalk, record::Giver};

use super::{
    Access, IncidentRow, MatchEnd, Occupant, Person, Proposal, PushSubscription, PuzzleAnswer, ReactionRow, Remark,
    RemovedPerson, StepRow, TableHeader, TableVersion, Timestamp, Turn, Turns, Webhook,
};
use crate::{DailyWrite, GroupWrite, LeftMatch, Looks, MatchResults, NewSession, PackWrite, PeopleWrite, PlayerCard};

/// A change to the store, made completely or not at all.
#[derive(Clone, Debug)]
pub enum Write {
    /// Stores the current time, to test whether writing works.
    Probe,
    /// Records that the server process started at `opened` is still running at `seen`.
    NoteOpen {
        /// The start of the process.
        opened: Timestamp,
        /// The time at which it is seen running.
        seen: Timestamp,
    },
    /// Adds a person with the simplified forms of the name, and the first session.
    AddPerson(Person, Looks, Option<NewSession>),
    /// Changes other stored data of people.
    People(Box<PeopleWrite>),
    /// Changes a group.
    Group(Box<GroupWrite>),
    /// Changes packs of house cards.
    Pack(Box<PackWrite>),
    /// Changes a daily match or its tries.
    Daily(Box<DailyWrite>),
    /// Sets how a person shows themselves to others.
    SetCard {
        /// The id of the person.
        person: String,
        /// Their card.
        card: PlayerCard,
    },
    /// Sets a person's name, with its simplified forms, and their display preferences.
    UpdatePerson(Person, Looks),
    /// Adds a table with its seats.
    CreateTable(Box<TableHeader>),
    /// Adds a table whose match has begun, with its seats, shares, setup and the first steps of its
    /// journal.
    CreateTableFrom(Box<TableHeader>, Vec<StepRow>),
    /// Replaces the settings and the seats of a table before its match.
    SetLobby(Box<TableHeader>),
    /// Changes the occupant of a seat.
    ChangeSeat {
        /// The table.
        table: String,
        /// The seat.
        seat: Seat,
        /// The occupant before; if the seat has another, nothing changes.
        was: Occupant,
        /// The occupant after.
        now: Occupant,
    },
    /// Removes a person from all their seats at a table. They may not sit there again until they
    /// are let in.
    RemovePerson {
        /// The table.
        table: String,
        /// The removed person.
        removed: RemovedPerson,
    },
    /// Lets a removed person in again.
    LetIn {
        /// The table.
        table: String,
        /// The id of the person.
        person: String,
    },
    /// Sets whether a table is public, and whether spectators may watch.
    SetAccess {
        /// The table.
        table: String,
        /// The new access.
        access: Access,
    },
    /// Hands a table to another host.
    SetHost {
        /// The table.
        table: String,
        /// The id of the new host.
        host: String,
    },
    /// Names the player on a seat of a person who has several.
    NamePlayer {
        /// The table.
        table: String,
        /// The seat.
        seat: Seat,
        /// The id of the person; if they do not have the seat, nothing changes.
        person: String,
        /// The name; `None` for the person's own.
        name: Option<String>,
    },
    /// Lets a bot play for the person who has a seat, or ends that.
    SetStandIn {
        /// The table.
        table: String,
        /// The seat.
        seat: Seat,
        /// The id of the person; if they do not have the seat, nothing changes.
        person: String,
        /// The name of the bot; `None` to end it.
        bot: Option<String>,
    },
    /// Begins a match.
    StartMatch {
        /// The table.
        table: String,
        /// The shares of the players.
        shares: Vec<String>,
        /// The giver of each share.
        givers: Vec<Giver>,
        /// The version of the rules for the match.
        rules: u32,
        /// The outcomes of the setup, if they are known.
        setup: Option<Vec<Answer>>,
        /// Whether the level is above the ones that its players have unlocked.
        practice: bool,
        /// When it begins.
        at: Timestamp,
    },
    /// Begins a race: adds the racers' own tables, whose matches have begun.
    StartRace {
        /// The race's table.
        table: String,
        /// The version of the rules for the matches.
        rules: u32,
        /// When it begins.
        at: Timestamp,
        /// The racers' tables.
        racers: Vec<TableHeader>,
    },
    /// Notes that a racer has come further, so that other processes hear of it. With results the
    /// race is over.
    NoteRace {
        /// The race's table.
        table: String,
        /// When it was noted.
        at: Timestamp,
        /// The results, if the race is over.
        results: Option<Box<MatchResults>>,
    },
    /// Stores the outcomes of the setup, once all are entered by hand.
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
        /// The end of the match, if this is its last step.
        end: Option<MatchEnd>,
        /// The id of the person who has finished a lesson by this step.
        learned: Option<String>,
        /// Whether the step counts as touching the table, for lists; the last step always does.
        touches: bool,
    },
    /// Stores the results of a finished match, replacing earlier ones.
    SetResults {
        /// The table.
        table: String,
        /// The results.
        results: MatchResults,
    },
    /// Stores that a person has finished the lesson of a game; does nothing if they did before.
    NoteLearned {
        /// The table of the lesson.
        table: String,
        /// The id of the person.
        person: String,
        /// When they finished it.
        at: Timestamp,
    },
    /// Deletes the results of all finished matches. The server computes them again from their
    /// journals.
    ForgetResults,
    /// Counts a match as left by a person: at once when they concede, or after days. Skipped if
    /// that is known or the match is over.
    NoteLeft(LeftMatch),
    /// Counts all finished matches again, in the order in which they ended.
    CountAll,
    /// Computes guests' lines on boards again that end with matches of `since` or before.
    ExpireLines {
        /// The time.
        since: Timestamp,
        /// The number of people to handle at most.
        people: u32,
    },
    /// Removes the last steps from the journal.
    RemoveSteps {
        /// The table.
        table: String,
        /// The number of the first of them.
        from: usize,
        /// The number of the last step.
        last: usize,
    },
    /// Ends a match before its rules do.
    EndMatch {
        /// The table.
        table: String,
        /// How the players ended it.
        ended: EarlyEnd,
        /// The other changes.
        end: Box<MatchEnd>,
        /// When it ended.
        at: Timestamp,
    },
    /// Stores the proposals at a table and the incidents of its match, after changes of the same
    /// table. Only the first of these changes may come too late.
    Agree {
        /// The table.
        table: String,
        /// The changes.
        writes: Vec<Write>,
        /// All proposals.
        proposals: Vec<Proposal>,
        /// All incidents.
        incidents: Vec<IncidentRow>,
    },
    /// Sets whether a person has put a table away.
    PutAway {
        /// The id of the person.
        person: String,
        /// The table.
        table: String,
        /// Whether it is put away.
        away: bool,
    },
    /// Sets how much chat a table allows.
    SetTalk {
        /// The table.
        table: String,
        /// The new level of chat.
        talk: TableTalk,
    },
    /// Adds a chat message, and deletes the oldest ones beyond the limit.
    Say {
        /// The table.
        table: String,
        /// The message.
        remark: Remark,
        /// The number of messages to store.
        kept: u64,
    },
    /// Sets a person's reaction to a step.
    React {
        /// The table.
        table: String,
        /// The reaction; it replaces an earlier one.
        row: ReactionRow,
    },
    /// Removes a person's reaction to a step.
    Unreact {
        /// The table.
        table: String,
        /// The step.
        step: usize,
        /// The id of the person.
        person: String,
    },
    /// Sets whether a person has muted another.
    Mute {
        /// The id of the person who mutes.
        person: String,
        /// The id of the other.
        other: String,
        /// Whether the other is muted.
        muted: bool,
    },
    /// Makes a change, and stores for whom the match waits after it.
    WithTurns(Box<Write>, Turns),
    /// Makes a change to a table that has had `changes` changes, counts it, and notifies the other
    /// processes.
    AtVersion {
        /// The table.
        table: String,
        /// The expected number of changes; if it differs, nothing changes.
        changes: i64,
        /// The change.
        write: Box<Write>,
    },
    /// Stores for whom a match waits. People who were waited for before keep their earlier time.
    SetTurns(Turns),
    /// Records that a person has been notified of a turn.
    TellTurn(Turn),
    /// Sets the webhook for a person's notices; `None` for no notices.
    SetWebhook {
        /// The id of the person.
        person: String,
        /// The webhook.
        webhook: Option<Webhook>,
    },
    /// Adds a browser that shows a person's notices. A browser that showed another person's becomes
    /// this person's.
    AddPush {
        /// The id of the person.
        person: String,
        /// The browser.
        subscription: PushSubscription,
        /// The maximal number of browsers that are stored for a person.
        kept: u32,
    },
    /// Deletes a browser that showed notices.
    RemovePush {
        /// The push endpoint of the browser.
        endpoint: String,
        /// The id of the person to whom it must belong; `None` for anybody.
        person: Option<String>,
    },
    /// Stores a person's answer to a puzzle; does nothing if there is one already.
    AnswerPuzzle {
        /// The id of the person.
        person: String,
        /// Their answer.
        answer: PuzzleAnswer,
    },
    /// Stores a seed whose seal is shown. Deletes seals that are too old, and the oldest beyond the
    /// limit.
    KeepSeal {
        /// The seal.
        seal: String,
        /// The seed.
        seed: [u8; 32],
        /// When it is shown.
        at: Timestamp,
        /// Seals shown at this time or before are deleted.
        since: Timestamp,
        /// The maximal number of other seals.
        kept: u32,
    },
    /// Deletes the seed of a seal, because a table uses it.
    UseSeal(String),
    /// Adds the table of a rematch, unless the finished table has one already. People removed from
    /// the finished table are removed from the new one.
    CreateRematch {
        /// The finished table.
        after: String,
        /// The new table.
        next: Box<TableHeader>,
    },
}

impl Write {
    /// Returns how much the change adds to the number of undone steps, and to that of other
    /// changes.
    pub(crate) fn counts(&self) -> [i64; 2] {
        match self {
            Write::WithTurns(write, _) => write.counts(),
            Write::AppendStep { end: None, .. } => [0, 0],
            Write::RemoveSteps { .. } => [1, 1],
            Write::Agree { writes, .. } => [writes.iter().map(|write| write.counts()[0]).sum(), 1],
            _ => [0, 1],
        }
    }

    /// Returns the existing table that it changes; `None` if there is none.
    pub(crate) fn table(&self) -> Option<&str> {
        match self {
            Write::ChangeSeat { table, .. }
            | Write::RemovePerson { table, .. }
            | Write::LetIn { table, .. }
            | Write::SetAccess { table, .. }
            | Write::SetHost { table, .. }
            | Write::NamePlayer { table, .. }
            | Write::SetStandIn { table, .. }
            | Write::StartMatch { table, .. }
            | Write::StartRace { table, .. }
            | Write::NoteRace { table, .. }
            | Write::RecordSetup { table, .. }
            | Write::AppendStep { table, .. }
            | Write::SetResults { table, .. }
            | Write::NoteLearned { table, .. }
            | Write::RemoveSteps { table, .. }
            | Write::EndMatch { table, .. }
            | Write::Agree { table, .. }
            | Write::SetTalk { table, .. }
            | Write::Say { table, .. }
            | Write::React { table, .. }
            | Write::Unreact { table, .. }
            | Write::CreateRematch { after: table, .. } => Some(table),
            Write::SetLobby(header) => Some(&header.id),
            Write::AtVersion { table, .. }
            | Write::WithTurns(_, Turns { table, .. })
            | Write::SetTurns(Turns { table, .. })
            | Write::TellTurn(Turn { table, .. })
            | Write::NoteLeft(LeftMatch { table, .. }) => Some(table),
            Write::Probe
            | Write::NoteOpen { .. }
            | Write::AddPerson(..)
            | Write::People(_)
            | Write::Group(_)
            | Write::Pack(_)
            | Write::Daily(_)
            | Write::UpdatePerson(..)
            | Write::SetCard { .. }
            | Write::CreateTable(_)
            | Write::CreateTableFrom(..)
            | Write::Mute { .. }
            | Write::PutAway { .. }
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

    /// Returns the version of a table after this change.
    pub fn after(&self, version: TableVersion) -> TableVersion {
        let [branch, asides] = self.counts();
        TableVersion { changes: version.changes + 1, branch: version.branch + branch, asides: version.asides + asides }
    }

    /// Returns whether it changes sums and rankings of finished matches.
    pub(crate) fn concerns_tallies(&self) -> bool {
        match self {
            Write::AppendStep { end, .. } => end.is_some(),
            Write::NoteRace { results, .. } => results.is_some(),
            Write::Agree { writes, .. } => writes.iter().any(Write::concerns_tallies),
            Write::EndMatch { .. }
            | Write::SetResults { .. }
            | Write::ForgetResults
            | Write::CountAll
            | Write::ExpireLines { .. }
            | Write::NoteLeft(_) => true,
            Write::People(write) => matches!(**write, PeopleWrite::Claim { .. } | PeopleWrite::Forget { .. }),
            Write::WithTurns(write, _) | Write::AtVersion { write, .. } => write.concerns_tallies(),
            _ => false,
        }
    }

    /// Returns whether its result depends on the members of groups.
    pub(crate) fn concerns_groups(&self) -> bool {
        match self {
            Write::Group(write) => {
                matches!(**write, GroupWrite::Make(_) | GroupWrite::Join { .. } | GroupWrite::Leave { .. })
            }
            Write::People(write) => matches!(**write, PeopleWrite::Forget { .. }),
            _ => false,
        }
    }

    /// Returns whether its result depends on existing names and accounts.
    pub(crate) fn concerns_names(&self) -> bool {
        match self {
            Write::AddPerson(..) | Write::UpdatePerson(..) => true,
            Write::People(write) => !matches!(
                **write,
                PeopleWrite::UseSession { .. }
                    | PeopleWrite::EndSession(_)
                    | PeopleWrite::EndUnused
                    | PeopleWrite::Block { .. }
                    | PeopleWrite::Invite { .. }
                    | PeopleWrite::Decline { .. }
                    | PeopleWrite::TellInvitation { .. }
                    | PeopleWrite::SetCalendar { .. }
                    | PeopleWrite::BeginVacation { .. }
                    | PeopleWrite::EndVacation { .. }
            ),
            Write::WithTurns(write, _) | Write::AtVersion { write, .. } => write.concerns_names(),
            _ => false,
        }
    }
}
