//! A table in memory: its header, its match replayed from the journal, and the data that the
//! journal does not have.
//!
//! A seat's epoch changes only when its decision does. Forms, hints and thinking bots compare
//! epochs, so steps of others do no harm if they leave the decision as it is. A program that names
//! only the step means exactly that step.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use crate::rows::{MatchEnd, Occupant, RemovedPerson, StepRow, TableHeader, TableStatus, Timestamp, Turns, Unlock};
use kernel::{
    Audience, Flag, LEARNER, Match, Mode, Move, OptionSpec, Outcome, Piece, Record, RollReason, Seat, SeatSet, Seed,
    Sentence, State, Viewer,
};
use roster::{Advice, GameEntry, Roster};
use text::t;

use crate::{
    ActiveAutoAction, Analyses, ArmedAct, Place, Talk,
    clocks::RunningClocks,
    fault::{Code, Fault},
    journal,
    progress::Written,
};

/// Returns the option that sets a game's level, if the game has levels.
pub fn level_option(meta: &kernel::Meta) -> Option<&'static OptionSpec> {
    meta.options.iter().find(|spec| spec.unlocked_by_winning)
}

/// Returns the level of a table, if the game has levels.
pub fn level(meta: &kernel::Meta, header: &TableHeader) -> Option<u32> {
    header.options.get(level_option(meta)?.key)?.as_u64()?.try_into().ok()
}

/// The state of a match that the caller has seen when they send a request.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    /// The number of steps.
    pub step: usize,
    /// The epoch of the caller's seat. With it, steps of others that leave the seat's decision
    /// unchanged do not make the request stale.
    pub epoch: Option<usize>,
}

/// Returns the state of a match: the moves of the seats `own`, and the question as `viewer` may see
/// it.
pub fn state_of(table: &dyn Match, own: SeatSet, viewer: Viewer) -> State {
    let ask = table.question().map(|question| question.shown_to(viewer));
    State { ask, ..table.state(own) }
}

/// Returns the epoch of each of these seats.
pub fn epochs_of(table: Option<&dyn Match>, seats: SeatSet) -> BTreeMap<Seat, usize> {
    seats.iter().filter_map(|seat| Some((seat, table?.epoch(seat)))).collect()
}

/// Returns the first seat to ask among the awaited seats that `wanted` accepts.
pub(crate) fn first_of(table: &dyn Match, wanted: impl Fn(Seat) -> bool) -> Option<Seat> {
    let first = table.asked_first().filter(|seat| wanted(*seat));
    first.or_else(|| table.awaited().iter().find(|seat| wanted(*seat)))
}

/// Returns the seat of `own` that the open question concerns. It is the seat that alone knows what
/// can be drawn, or a seat that may see the hidden outcome.
pub(crate) fn own_question_seat(table: &dyn Match, own: SeatSet) -> Option<Seat> {
    let RollReason { audience, teller, .. } = table.question()?.why;
    if let Some(teller) = teller {
        return Some(teller).filter(|teller| own.contains(*teller));
    }
    own.iter().find(|seat| audience != Audience::Everybody && audience.includes(Viewer::Seat(*seat)))
}

/// A step that waits for chance outcomes entered by hand.
#[derive(Clone, Debug)]
pub struct Pending {
    /// The seat that took the step.
    pub seat: Seat,
    /// The idempotency key of the request.
    pub request: Option<String>,
    /// The bot that took the step for the seat.
    pub bot: Option<String>,
}

impl Pending {
    /// Returns a step that a seat takes without a request.
    pub fn of(seat: Seat) -> Pending {
        Pending { seat, request: None, bot: None }
    }
}

/// The time at which a step was taken.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// The time by the clock.
    pub at: Timestamp,
    /// The revision of the table at that time. A player who has seen a later revision has seen the
    /// step.
    pub revision: u64,
}

/// Removes from a header the data that the match has too.
fn without_luck(header: TableHeader) -> TableHeader {
    TableHeader { setup: None, shares: Vec::new(), ..header }
}

/// A table in memory. It is a cache: the server can rebuild it from the journal at any time.
pub struct TableState {
    /// The game.
    pub title: &'static dyn GameEntry,
    /// The header, without the setup outcomes and the shares of the dice: the match has them.
    pub header: TableHeader,
    /// The match, once it has begun.
    pub table: Option<Box<dyn Match>>,
    /// The step that was made for each idempotency key.
    pub requests: BTreeMap<String, usize>,
    /// The time of each step.
    pub taken: Vec<Taken>,
    /// The bots that took steps, by step number; steps of people are not in it.
    pub bots: BTreeMap<usize, String>,
    /// The clocks of the match, if it has any.
    pub clocks: Option<RunningClocks>,
    /// The people who have agreed that a bot replaces the person on a seat.
    pub agreed: BTreeMap<Seat, BTreeSet<String>>,
    /// The step that waits for chance outcomes entered by hand.
    pub pending: Option<Box<Pending>>,
    /// The hint given to each seat for the decision that it faces.
    pub hints: BTreeMap<Seat, Arc<Advice>>,
    /// The auto-action that is carried out for each seat.
    pub auto_actions: BTreeMap<Seat, ActiveAutoAction>,
    /// The chat and the reactions to steps.
    pub talk: Talk,
    /// The people whom the host has removed from the table.
    pub removed: Vec<RemovedPerson>,
    /// The premoves in the order in which players made them; at most one per seat.
    pub armed: Vec<ArmedAct>,
    /// The premoves that were dropped, by seat, until the seat's decision changes.
    pub dropped: BTreeMap<Seat, Sentence>,
    /// The results of the analysis so far; a match is analysed when it is over.
    pub analysed: Analyses,
    /// The people for whom the match waits, as the store has them; sorted.
    pub turns: Vec<String>,
    /// Replaced at each undo, because from then on an epoch no longer identifies a seat's decision.
    pub branch: Arc<()>,
    /// The cached JSON of the match's present state, for programs.
    pub written: Written,
    /// Whether a change in memory may be missing from the store. The table is then replayed before
    /// anybody sees it.
    pub uncommitted: bool,
}

impl TableState {
    /// Returns the name of the match for the log.
    pub fn place(&self) -> Place {
        Place::of(&self.header, self.step())
    }

    /// Replays a table from its journal.
    ///
    /// # Errors
    /// If the roster does not have its game, or the journal is not one of a match by today's rules.
    pub fn from_journal(roster: &Roster, header: TableHeader, steps: Vec<StepRow>) -> Result<TableState, Fault> {
        let title = roster.find(&header.game)?;
        let table = match header.status {
            TableStatus::Open => None,
            // The racers play at tables of their own.
            _ if header.is_race() => None,
            TableStatus::Playing | TableStatus::Over => Some(journal::replay(title, &header, &steps)?),
        };
        let requests = steps.iter().filter_map(|row| Some((row.request.clone()?, row.step.n))).collect();
        let taken = steps.iter().map(|row| Taken { at: row.at, revision: 0 }).collect();
        let bots = steps.into_iter().filter_map(|row| Some((row.step.n, row.step.bot?))).collect();
        Ok(TableState {
            title,
            header: without_luck(header),
            table,
            requests,
            taken,
            bots,
            clocks: None,
            agreed: BTreeMap::new(),
            pending: None,
            hints: BTreeMap::new(),
            auto_actions: BTreeMap::new(),
            talk: Talk::default(),
            removed: Vec::new(),
            armed: Vec::new(),
            dropped: BTreeMap::new(),
            analysed: Analyses::default(),
            turns: Vec::new(),
            branch: Arc::default(),
            written: Written::default(),
            uncommitted: false,
        })
    }

    /// Sets a header that was read again.
    pub fn set_header(&mut self, header: TableHeader) {
        self.header = without_luck(header);
    }

    /// Returns the match.
    ///
    /// # Errors
    /// If it has not begun.
    pub fn playing(&self) -> Result<&dyn Match, Fault> {
        self.table
            .as_deref()
            .ok_or_else(|| Fault::new(Code::WrongPhase, t!("the match has not begun; fill the seats and start it")))
    }

    /// Returns the number of steps taken.
    pub fn step(&self) -> usize {
        self.table.as_deref().map_or(0, Match::ply)
    }

    /// Returns whether the step under way waits for a chance outcome to be entered.
    pub fn has_question(&self) -> bool {
        self.table.as_deref().is_some_and(|table| table.question().is_some())
    }

    /// Returns how many chance outcomes of the step under way have been entered.
    pub fn answers(&self) -> usize {
        self.table.as_deref().map_or(0, |table| table.pending_outcomes().len())
    }

    /// Returns whether an outcome that a person has entered for the step under way, or the step,
    /// can be taken back: the server has drawn nothing since.
    pub fn may_retract(&self) -> bool {
        let entered = self.table.as_deref().and_then(|table| table.pending_outcomes().last());
        entered.map_or(self.pending.is_some(), |last| self.header.real_luck().covers(last.kind()))
    }

    /// Returns the seat of another person to whom the outcome that is asked for belongs: that
    /// player enters it on their own device, though this person may do it too.
    pub fn draws_elsewhere(&self, me: Option<&str>) -> Option<Seat> {
        let why = self.table.as_deref()?.question()?.why;
        let seat = why.seat.or(self.pending.as_ref().map(|pending| pending.seat))?;
        let occupant = self.header.seats.get(seat.index())?;
        let other = occupant.person().is_some() && occupant.person() != me && occupant.stand_in().is_none();
        other.then_some(seat)
    }

    /// Returns the state of the match as a person may see it.
    ///
    /// # Errors
    /// If it has not begun.
    pub fn state(&self, me: Option<&str>) -> Result<State, Fault> {
        let table = self.playing()?;
        Ok(state_of(table, self.seats_of(me), self.question_viewer(me)))
    }

    /// Returns the epoch of each of a person's seats: the step since which it faces its present
    /// decision.
    pub fn epochs(&self, me: Option<&str>) -> BTreeMap<Seat, usize> {
        epochs_of(self.table.as_deref(), self.seats_of(me))
    }

    /// Notes that a step has been begun or completed, and drops the hints for past decisions.
    pub fn stepped(&mut self, before: &[usize]) {
        let Some(table) = self.table.as_deref() else { return };
        let same = |seat: Seat| before.get(seat.index()) == Some(&table.epoch(seat));
        self.hints.retain(|seat, _| table.awaited().contains(*seat) && same(*seat));
        self.dropped.retain(|seat, _| same(*seat));
    }

    /// Notes how the last step was taken.
    pub fn note_step(&mut self, step: Pending, taken: Taken) {
        let (n, Pending { seat, request, bot }) = (self.step(), step);
        if self.taken.len() == self.taken.capacity() {
            // There are many tables, so the list grows by an eighth; doubling would waste memory.
            self.taken.reserve_exact(self.taken.len() / 8 + 4);
        }
        self.taken.push(taken);
        self.clock_step(seat, bot.is_some(), taken.at);
        self.requests.extend(request.map(|request| (request, n)));
        self.bots.extend(bot.map(|bot| (n, bot)));
    }

    /// Forgets how step `from` and all steps after it were taken.
    pub fn forget_steps(&mut self, from: usize) {
        self.taken.truncate(from.saturating_sub(1));
        self.requests.retain(|_, step| *step < from);
        self.bots.retain(|step, _| *step < from);
        self.compute_clocks();
    }

    /// Notes that the decisions of all seats have changed, because steps were taken back or the
    /// match was ended: drops all hints, auto-actions and premoves.
    pub fn taken_back(&mut self) {
        self.hints.clear();
        self.auto_actions.clear();
        self.armed.clear();
        self.dropped.clear();
        self.agreed.clear();
        self.branch = Arc::default();
    }

    /// Returns the epoch of every seat.
    pub fn all_epochs(&self) -> Vec<usize> {
        let seats = Seat::all(self.header.seats.len() as u8);
        self.table.as_deref().map(|table| seats.map(|seat| table.epoch(seat)).collect()).unwrap_or_default()
    }

    /// Drops the auto-action and the premove of a seat: a player who acts decides for themselves
    /// again.
    pub fn decides_itself(&mut self, seat: Seat) {
        self.auto_actions.retain(|of, auto_action| *of != seat || auto_action.lasting);
        self.agreed.remove(&seat);
        self.armed.retain(|armed| armed.seat != seat);
        self.dropped.remove(&seat);
    }

    /// Returns the premoves that a seat can make once the match has begun.
    pub fn armable(&self, seat: Seat) -> Vec<Move> {
        let playing = self.header.status == TableStatus::Playing;
        self.table.as_deref().filter(|_| playing).map(|table| table.armable(seat)).unwrap_or_default()
    }

    /// Returns the premove of a seat.
    pub fn armed_by(&self, seat: Seat) -> Option<&ArmedAct> {
        self.armed.iter().find(|armed| armed.seat == seat)
    }

    /// Returns the last step that a player has seen in its present form if they have seen this
    /// revision of the table.
    pub fn step_seen_at(&self, revision: u64) -> usize {
        self.taken.partition_point(|taken| taken.revision < revision)
    }

    /// Returns the SHA-256 of the seed.
    pub fn seal(&self) -> Option<String> {
        self.header.seed.map(|seed| Seed(seed).seal())
    }

    /// Returns the time of the last change.
    pub fn last_change(&self) -> Timestamp {
        self.taken.last().map_or(self.header.touched, |taken| taken.at)
    }
}

/// The occupants of the seats.
impl TableState {
    /// Returns the seats of a person.
    pub fn seats_of(&self, person: Option<&str>) -> SeatSet {
        let seats = self.header.seats.iter().enumerate();
        let own = seats.filter(|(_, occupant)| person.is_some() && occupant.person() == person);
        own.map(|(n, _)| Seat(n as u8)).collect()
    }

    /// Returns the curses with which a person begins the match, in their first seat.
    pub fn curses(&self, me: Option<&str>) -> Vec<Piece> {
        let Some(seat) = self.seats_of(me).lowest() else { return Vec::new() };
        let first = self.table.as_deref().and_then(|table| table.scene(Viewer::Seat(seat), Some(0)));
        let own = first.iter().flat_map(|scene| scene.areas.iter().filter(|area| area.seat == Some(seat)));
        own.flat_map(|area| &area.pieces).filter(|piece| piece.flags.contains(&Flag::Curse)).cloned().collect()
    }

    /// Returns the person on a seat.
    pub fn person_at(&self, seat: Seat) -> Option<&str> {
        self.header.seats.get(seat.index()).and_then(Occupant::person)
    }

    /// Returns the occupant of a seat.
    ///
    /// # Errors
    /// If the table has no such seat.
    pub fn occupant(&self, seat: u64) -> Result<(Seat, &Occupant), Fault> {
        let found = usize::try_from(seat).ok().and_then(|n| self.header.seats.get(n));
        let count = self.header.seats.len();
        let missing = || Fault::bad(t!("there is no seat {seat}; this table has seats 0 to {}", count - 1));
        Ok((Seat(seat as u8), found.ok_or_else(missing)?))
    }

    /// Checks that a seat is a person's own, and returns it; `limit` is the end of the error text.
    ///
    /// # Errors
    /// If there is no such seat, or somebody else has it.
    pub fn own_seat(&self, seat: u64, person: &str, limit: &str) -> Result<Seat, Fault> {
        let (seat, occupant) = self.occupant(seat)?;
        match occupant.person() == Some(person) {
            true => Ok(seat),
            false => Err(Fault::new(Code::NotYourSeat, t!("seat {seat} is not yours; {limit}", seat = seat.0))),
        }
    }

    /// Returns whether the seats play against each other.
    pub fn is_competitive(&self) -> bool {
        self.title.meta().mode == Mode::Competitive
    }

    /// Returns the seat from which a person looks at the match: the one that may see the outcome
    /// asked for, or that must act. If several qualify, it is the seat that is asked first.
    pub fn viewer(&self, person: Option<&str>) -> Viewer {
        let own = self.seats_of(person);
        let seat = match self.table.as_deref() {
            Some(table) => own_question_seat(table, own).or_else(|| first_of(table, |seat| own.contains(seat))),
            None => None,
        };
        seat.or(own.lowest()).map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// Returns the seats that must act and for which bots decide, with their bots; the seat that is
    /// asked first comes first.
    pub fn bots_to_act(&self) -> Vec<(Seat, &str)> {
        let Some(table) = self.table.as_deref() else { return Vec::new() };
        let bot = |seat: Seat| Some((seat, self.deciding_bot(seat)?));
        let first = table.asked_first();
        let others = table.awaited().iter().filter(|seat| Some(*seat) != first);
        first.into_iter().chain(others).filter_map(bot).collect()
    }

    /// Returns the people for whom the match waits, sorted; a lesson waits for nobody.
    pub fn awaited_people(&self) -> Vec<String> {
        let playing = self.header.status == TableStatus::Playing && self.header.lesson.is_none();
        let Some(table) = self.table.as_deref().filter(|_| playing) else { return Vec::new() };
        let person = |seat: Seat| {
            let occupant = self.header.seats.get(seat.index()).filter(|occupant| occupant.stand_in().is_none())?;
            occupant.person().map(str::to_owned)
        };
        Turns::people(table.awaited().iter().filter_map(person))
    }

    /// Returns the viewer through which a person sees the chance outcome that is asked for.
    fn question_viewer(&self, me: Option<&str>) -> Viewer {
        let own = self.seats_of(me);
        let Some(table) = self.table.as_deref() else { return Viewer::Spectator };
        // The host sees no more of the outcome than the bot for which they enter it.
        let for_bot = me.filter(|me| self.deals_for_bots(me)).and_then(|_| {
            let why = table.question()?.why;
            why.teller.or_else(|| Seat::all(table.seats()).find(|seat| why.audience.includes(Viewer::Seat(*seat))))
        });
        let seat = for_bot.or_else(|| own_question_seat(table, own)).or(own.lowest());
        seat.map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// Returns whether a person must enter an outcome for bots: they are the host, and no person
    /// could enter it as a player.
    pub fn deals_for_bots(&self, me: &str) -> bool {
        let Some(question) = self.table.as_deref().and_then(|table| table.question()) else { return false };
        let could = |seat: Seat| match question.why.teller {
            Some(teller) => teller == seat,
            None => question.why.audience.includes(Viewer::Seat(seat)),
        };
        let mut seats = self.header.seats.iter().enumerate();
        self.header.host == me && !seats.any(|(n, occupant)| occupant.person().is_some() && could(Seat(n as u8)))
    }
}

/// The match as a file, and the consequences of its end.
impl TableState {
    /// Returns the record as others may have it. It is complete once the match is over and may be
    /// `opened`. Until then it is just the header, because outcomes and actions may be secret.
    ///
    /// # Errors
    /// If the match has not begun.
    pub fn record(&self, names: &HashMap<Seat, String>, opened: bool) -> Result<Record, Fault> {
        let table = self.playing()?;
        let over = table.outcome().is_some() && opened;
        let mut record = table.record(over);
        if !over {
            record.steps.clear();
            record.header.steps = None;
            record.header.setup.clear();
            record.outcome = None;
        }
        record.header.ranked = self.header.ranked;
        record.header.incidents = journal::incidents(&self.header);
        record.header.daily = self.header.daily.map(|day| day.to_string());
        record.header.race = self.header.raced_in().map(str::to_owned);
        record.header.givers.clone_from(&self.header.givers);
        for step in &mut record.steps {
            step.bot = self.bots.get(&step.n).cloned();
        }
        record.header.players = journal::players(Some(self.title), &self.header, names);
        Ok(record)
    }

    /// Returns the id of the person who has followed the lesson to its end, if the table has one.
    pub fn learned(&self) -> Option<String> {
        let over = self.header.lesson.is_some() && self.table.as_deref()?.is_learned();
        self.header.seats.get(LEARNER.index())?.person().filter(|_| over).map(str::to_owned)
    }

    /// Returns the end of the match if the step taken at this moment ended it.
    pub fn end(&self, at: Timestamp) -> Option<MatchEnd> {
        let outcome = self.table.as_deref()?.outcome()?;
        let victory = Outcome::read(&outcome).is_some_and(|outcome| outcome.victory == Some(true));
        let level = level(self.title.meta(), &self.header).filter(|_| victory && !self.header.practice);
        let unlock = |person: &str, level: u32| Unlock {
            person: person.to_owned(),
            game: self.header.game.clone(),
            level: level.saturating_add(1),
        };
        let unlocks = level.map(|level| self.header.people().into_iter().map(|person| unlock(person, level)).collect());
        let (try_result, results) = (self.try_result(at), self.results(at));
        Some(MatchEnd { outcome, unlocks: unlocks.unwrap_or_default(), results, try_result })
    }
}
