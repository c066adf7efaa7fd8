//! A table in memory: its header, its match replayed from the journal, and what is kept beside them.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use kernel::{
    Audience, Match, Mode, Move, OptionSpec, Outcome, Record, RollReason, Seat, SeatSet, Seed, Sentence, State, Viewer,
};
use roster::Advice;
use serde_json::{Map, Value, json};
use store::{MatchEnd, Occupant, RemovedPerson, StepRow, TableHeader, TableStatus, Timestamp, Turns, Unlock};
use text::t;

use super::{
    analysis::Analyses, auto_actions::Order, chat::Talk, clocks::RunningClocks, journal, premoves::ArmedAct,
    progress::Written, takeover::Application,
};
use crate::{
    contained::Place,
    fault::{Code, Fault, PresentState},
};

/// The option of a game that its levels are chosen by, if it has levels.
pub fn level_option(meta: &kernel::Meta) -> Option<&'static OptionSpec> {
    meta.options.iter().find(|spec| spec.unlocked_by_winning)
}

/// The level that a table is played at, for games that have levels.
pub(super) fn level(header: &TableHeader) -> Option<u32> {
    let spec = level_option(roster::find(&header.game).ok()?.meta())?;
    header.options.get(spec.key)?.as_u64()?.try_into().ok()
}

/// What a caller has seen of a match when they ask for something.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    /// The number of steps.
    pub step: usize,
    /// The epoch of the seat that they ask for: with it, steps of others that leave its decision as it is do no harm.
    pub epoch: Option<usize>,
}

/// The state of a match with what `own` may do, its question as `viewer` may see it.
pub(super) fn state_of(table: &dyn Match, own: SeatSet, viewer: Viewer) -> State {
    let ask = table.question().map(|question| question.shown_to(viewer));
    State { ask, ..table.state(own) }
}

/// The epoch of each of these seats.
pub(super) fn epochs_of(table: Option<&dyn Match>, seats: SeatSet) -> BTreeMap<Seat, usize> {
    seats.iter().filter_map(|seat| Some((seat, table?.epoch(seat)))).collect()
}

/// The awaited seat of those that `wanted` wants which is asked first.
fn first_of(table: &dyn Match, wanted: impl Fn(Seat) -> bool) -> Option<Seat> {
    let first = table.asked_first().filter(|seat| wanted(*seat));
    first.or_else(|| table.awaited().iter().find(|seat| wanted(*seat)))
}

/// Of these seats the one that alone knows what can be drawn, or one that may see the outcome asked
/// for, if it is hidden from others.
fn own_question_seat(table: &dyn Match, own: SeatSet) -> Option<Seat> {
    let RollReason { audience, teller, .. } = table.question()?.why;
    if let Some(teller) = teller {
        return Some(teller).filter(|teller| own.contains(*teller));
    }
    own.iter().find(|seat| audience != Audience::Everybody && audience.includes(Viewer::Seat(*seat)))
}

/// A step that waits for chance outcomes entered by hand.
#[derive(Clone, Debug)]
pub struct Pending {
    /// Who took it.
    pub seat: Seat,
    /// Its idempotency key.
    pub request: Option<String>,
    /// The bot that took it for the seat.
    pub bot: Option<String>,
}

/// When a step was taken.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// By the clock.
    pub at: Timestamp,
    /// The revision of the table then: whoever has seen a later one has seen the step.
    pub revision: u64,
}

/// A header without what the match has too.
fn without_luck(header: TableHeader) -> TableHeader {
    TableHeader { setup: None, shares: Vec::new(), ..header }
}

/// A table in memory. It is a cache: the journal can make it anew at any time.
pub struct TableState {
    /// The header, without the outcomes of laying out and the shares of the dice: the match has them.
    pub header: TableHeader,
    /// The match, once it has begun.
    pub table: Option<Box<dyn Match>>,
    /// The step that each idempotency key made.
    pub requests: BTreeMap<String, usize>,
    /// When each step was taken.
    pub taken: Vec<Taken>,
    /// The bot that took a step, by its number, where no person did.
    pub bots: BTreeMap<usize, String>,
    /// The clocks of the match, if it has any.
    pub(super) clocks: Option<RunningClocks>,
    /// Who has agreed that a bot stands in for the person on a seat.
    pub(super) agreed: BTreeMap<Seat, BTreeSet<String>>,
    /// Who asks for the seat of a bot.
    pub applications: BTreeMap<Seat, Application>,
    /// The step that waits for chance outcomes entered by hand.
    pub pending: Option<Box<Pending>>,
    /// The hint given to each seat for the decision that it faces.
    pub hints: BTreeMap<Seat, Arc<Advice>>,
    /// The standing order that is being carried out for each seat.
    pub orders: BTreeMap<Seat, Order>,
    /// What is said here, and how steps were taken.
    pub talk: Talk,
    /// Whom the host has taken off the table.
    pub removed: Vec<RemovedPerson>,
    /// What has been decided beforehand, in the order in which it was; one a seat.
    pub armed: Vec<ArmedAct>,
    /// What was decided beforehand and not done, by seat, until the seat's decision changes.
    pub dropped: BTreeMap<Seat, Sentence>,
    /// What the analysis of the match, once it is over, has told by now.
    pub analysed: Analyses,
    /// The people for whom the match waits, as the store has it; sorted.
    pub(super) turns: Vec<String>,
    /// Replaced whenever a step is taken back, for then an epoch says no more which decision a seat faces.
    pub branch: Arc<()>,
    /// What was written of the match as it stands, for programs.
    pub(super) written: Written,
    /// Something changed here that may not have reached the store: the table is to be replayed before anybody sees it.
    pub uncommitted: bool,
}

impl TableState {
    /// The match as the log names it.
    pub fn place(&self) -> Place {
        Place::of(&self.header, self.step())
    }

    /// Replays a table from its journal.
    pub fn from_journal(header: TableHeader, steps: Vec<StepRow>) -> Result<TableState, Fault> {
        let table = match header.status {
            TableStatus::Open => None,
            TableStatus::Playing | TableStatus::Over => Some(journal::replay(&header, &steps)?),
        };
        let requests = steps.iter().filter_map(|row| Some((row.request.clone()?, row.step.n))).collect();
        let taken = steps.iter().map(|row| Taken { at: row.at, revision: 0 }).collect();
        let bots = steps.into_iter().filter_map(|row| Some((row.step.n, row.step.bot?))).collect();
        Ok(TableState {
            header: without_luck(header),
            table,
            requests,
            taken,
            bots,
            clocks: None,
            agreed: BTreeMap::new(),
            applications: BTreeMap::new(),
            pending: None,
            hints: BTreeMap::new(),
            orders: BTreeMap::new(),
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

    /// Takes a header that was read anew.
    pub(super) fn set_header(&mut self, header: TableHeader) {
        self.header = without_luck(header);
    }

    /// The match.
    ///
    /// # Errors
    /// If it has not begun.
    pub fn playing(&self) -> Result<&dyn Match, Fault> {
        self.table
            .as_deref()
            .ok_or_else(|| Fault::new(Code::WrongPhase, t!("the match has not begun; fill the seats and start it")))
    }

    /// The number of steps taken.
    pub fn step(&self) -> usize {
        self.table.as_deref().map_or(0, Match::ply)
    }

    /// Whether the step under way waits for a chance outcome to be entered.
    pub fn has_question(&self) -> bool {
        self.table.as_deref().is_some_and(|table| table.question().is_some())
    }

    /// How many chance outcomes of the step under way have been entered.
    pub fn answers(&self) -> usize {
        self.table.as_deref().map_or(0, |table| table.pending_outcomes().len())
    }

    /// Where the match stands, as a person may see it.
    ///
    /// # Errors
    /// If it has not begun.
    pub fn state(&self, me: Option<&str>) -> Result<State, Fault> {
        let table = self.playing()?;
        Ok(state_of(table, self.seats_of(me), self.question_viewer(me)))
    }

    /// The epoch of each seat of a person's: the step since which it faces the decision that it faces now.
    pub fn epochs(&self, me: Option<&str>) -> BTreeMap<Seat, usize> {
        epochs_of(self.table.as_deref(), self.seats_of(me))
    }

    /// The standing orders that are being carried out for a person's seats.
    pub fn orders_of(&self, me: Option<&str>) -> Value {
        let order = |seat: Seat| {
            let order = self.orders.get(&seat)?;
            let limit = order.limit.as_ref().map(|(_, limit)| limit);
            Some((seat.to_string(), json!({ "order": order.id, "limit": limit })))
        };
        Value::Object(self.seats_of(me).iter().filter_map(order).collect())
    }

    /// Notes that a step has been begun or completed: hints for decisions that are past are dropped.
    pub(super) fn stepped(&mut self, before: &[usize]) {
        let Some(table) = self.table.as_deref() else { return };
        let same = |seat: Seat| before.get(seat.index()) == Some(&table.epoch(seat));
        self.hints.retain(|seat, _| table.awaited().contains(*seat) && same(*seat));
        self.dropped.retain(|seat, _| same(*seat));
    }

    /// Notes beside the match how its last step was taken.
    pub(super) fn note_step(&mut self, step: Pending, taken: Taken) {
        let (n, Pending { seat, request, bot }) = (self.step(), step);
        if self.taken.len() == self.taken.capacity() {
            // There are many tables, so it grows by an eighth, not twofold.
            self.taken.reserve_exact(self.taken.len() / 8 + 4);
        }
        self.taken.push(taken);
        self.clock_step(seat, bot.is_some(), taken.at);
        self.requests.extend(request.map(|request| (request, n)));
        self.bots.extend(bot.map(|bot| (n, bot)));
    }

    /// Forgets how step `n`, which was the last, was taken.
    pub(super) fn forget_step(&mut self, n: usize) {
        self.taken.truncate(n - 1);
        self.requests.retain(|_, step| *step < n);
        self.bots.remove(&n);
        self.clocks_taken_back();
    }

    /// Notes that a step has been taken back: no hint holds any more, no standing order, and nothing that was decided
    /// beforehand.
    pub(super) fn taken_back(&mut self) {
        self.hints.clear();
        self.orders.clear();
        self.armed.clear();
        self.dropped.clear();
        self.agreed.clear();
        self.branch = Arc::default();
    }

    /// The epoch of every seat.
    pub(super) fn all_epochs(&self) -> Vec<usize> {
        let seats = Seat::all(self.header.seats.len() as u8);
        self.table.as_deref().map(|table| seats.map(|seat| table.epoch(seat)).collect()).unwrap_or_default()
    }

    /// Forgets what is done for a seat without its being asked: whoever acts decides for themselves again.
    pub(super) fn decides_itself(&mut self, seat: Seat) {
        self.orders.remove(&seat);
        self.agreed.remove(&seat);
        self.armed.retain(|armed| armed.seat != seat);
        self.dropped.remove(&seat);
    }

    /// What a seat can decide beforehand, once the match has begun.
    pub fn armable(&self, seat: Seat) -> Vec<Move> {
        let playing = self.header.status == TableStatus::Playing;
        self.table.as_deref().filter(|_| playing).map(|table| table.armable(seat)).unwrap_or_default()
    }

    /// What a seat has decided beforehand.
    pub fn armed_by(&self, seat: Seat) -> Option<&ArmedAct> {
        self.armed.iter().find(|armed| armed.seat == seat)
    }

    /// What a person's seats can decide beforehand, have so decided, and had decided when something came between.
    pub fn beforehand_of(&self, me: Option<&str>) -> [Value; 3] {
        let own = self.seats_of(me);
        let text = |text: &Sentence| text.plain(kernel::unnamed);
        let one = |chosen: &Move| json!({ "action": chosen.action, "text": text(&chosen.wording.text) });
        let by_seat = |of: &dyn Fn(Seat) -> Option<Value>| -> Value {
            own.iter().filter_map(|seat| Some((seat.to_string(), of(seat)?))).collect::<Map<_, _>>().into()
        };
        let armable =
            |seat| Some(self.armable(seat).iter().map(one).collect::<Value>()).filter(|all| all != &json!([]));
        let armed =
            |seat| Some(json!({ "action": self.armed_by(seat)?.action, "text": text(&self.armed_by(seat)?.text) }));
        let dropped = |seat: Seat| Some(text(self.dropped.get(&seat)?).into());
        [by_seat(&armable), by_seat(&armed), by_seat(&dropped)]
    }

    /// The last step that whoever has seen the table at this revision has seen as it is now.
    pub fn step_seen_at(&self, revision: u64) -> usize {
        self.taken.partition_point(|taken| taken.revision < revision)
    }

    /// The SHA-256 of the seed.
    pub fn seal(&self) -> Option<String> {
        self.header.seed.map(|seed| Seed(seed).seal())
    }

    /// When something last happened.
    pub fn last_change(&self) -> Timestamp {
        self.taken.last().map_or(self.header.touched, |taken| taken.at)
    }
}

/// Who sits where.
impl TableState {
    /// The seats of a person.
    pub fn seats_of(&self, person: Option<&str>) -> SeatSet {
        let seats = self.header.seats.iter().enumerate();
        let own = seats.filter(|(_, occupant)| person.is_some() && occupant.person() == person);
        own.map(|(n, _)| Seat(n as u8)).collect()
    }

    /// Who sits in a seat.
    ///
    /// # Errors
    /// If the table has no such seat.
    pub fn occupant(&self, seat: u64) -> Result<(Seat, &Occupant), Fault> {
        let found = usize::try_from(seat).ok().and_then(|n| self.header.seats.get(n));
        let count = self.header.seats.len();
        let missing = || Fault::bad(t!("there is no seat {seat}; this table has seats 0 to {}", count - 1));
        Ok((Seat(seat as u8), found.ok_or_else(missing)?))
    }

    /// A seat of a person's own; `limit` says what they can do only there.
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

    /// Whether the seats play against each other.
    pub fn is_competitive(&self) -> bool {
        roster::find(&self.header.game).is_ok_and(|title| title.meta().mode == Mode::Competitive)
    }

    /// How a person looks at the match: from the seat of theirs that may see the outcome asked for, or that must act; of
    /// several from the one that is asked first.
    pub fn viewer(&self, person: Option<&str>) -> Viewer {
        let own = self.seats_of(person);
        let seat = match self.table.as_deref() {
            Some(table) => own_question_seat(table, own).or_else(|| first_of(table, |seat| own.contains(seat))),
            None => None,
        };
        seat.or(own.lowest()).map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// The seats that must act of those for which bots decide, with the bots: the seat that is asked first before the others.
    pub fn bots_to_act(&self) -> Vec<(Seat, &str)> {
        let Some(table) = self.table.as_deref() else { return Vec::new() };
        let bot = |seat: Seat| Some((seat, self.deciding_bot(seat)?));
        let first = table.asked_first();
        let others = table.awaited().iter().filter(|seat| Some(*seat) != first);
        first.into_iter().chain(others).filter_map(bot).collect()
    }

    /// The people for whom the match waits, sorted; a lesson waits for nobody.
    pub(super) fn awaited_people(&self) -> Vec<String> {
        let playing = self.header.status == TableStatus::Playing && !self.header.lesson;
        let Some(table) = self.table.as_deref().filter(|_| playing) else { return Vec::new() };
        let person = |seat: Seat| {
            let occupant = self.header.seats.get(seat.index()).filter(|occupant| occupant.stand_in().is_none())?;
            occupant.person().map(str::to_owned)
        };
        Turns::people(table.awaited().iter().filter_map(person))
    }

    /// Whether several players with secrets from each other play at one screen: a person who has several seats.
    pub fn shares_a_screen(&self, person: Option<&str>) -> bool {
        let secrets =
            self.header.status == TableStatus::Playing && self.table.as_deref().is_some_and(Match::has_secrets);
        secrets && self.seats_of(person).len() > 1
    }

    /// Where several share a screen that `shown` looks at: the seat that must act and is not the one shown. Its player has
    /// to come to the screen first.
    pub fn handed_to(&self, person: Option<&str>, shown: Option<Seat>) -> Option<Seat> {
        let table = self.table.as_deref().filter(|_| self.shares_a_screen(person))?;
        let own = self.seats_of(person);
        let asked = own_question_seat(table, own);
        let next = asked.or_else(|| first_of(table, |seat| own.contains(seat)))?;
        let stays = shown.is_some_and(|shown| asked.is_none() && table.awaited().contains(shown) || shown == next);
        (!stays).then_some(next)
    }

    /// Through whose eyes a person sees the chance outcome that is asked for.
    fn question_viewer(&self, me: Option<&str>) -> Viewer {
        let own = self.seats_of(me);
        let Some(table) = self.table.as_deref() else { return Viewer::Spectator };
        // The host sees no more of it than the bot for which they enter it.
        let for_bot = me.filter(|me| self.deals_for_bots(me)).and_then(|_| {
            let why = table.question()?.why;
            why.teller.or_else(|| Seat::all(table.seats()).find(|seat| why.audience.includes(Viewer::Seat(*seat))))
        });
        let seat = for_bot.or_else(|| own_question_seat(table, own)).or(own.lowest());
        seat.map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// Whether a person must enter an outcome because none of those who could tell it is a person:
    /// the host.
    fn deals_for_bots(&self, me: &str) -> bool {
        let Some(question) = self.table.as_deref().and_then(|table| table.question()) else { return false };
        let could = |seat: Seat| match question.why.teller {
            Some(teller) => teller == seat,
            None => question.why.audience.includes(Viewer::Seat(seat)),
        };
        let mut seats = self.header.seats.iter().enumerate();
        self.header.host == me && !seats.any(|(n, occupant)| occupant.person().is_some() && could(Seat(n as u8)))
    }
}

/// What a caller must have seen and may do.
impl TableState {
    /// Checks that a caller knows the decision that a seat faces: they name its epoch, or have seen the last step.
    ///
    /// # Errors
    /// If not; the present state is added.
    pub fn check_decision(&self, seat: Seat, expected: Expected, me: &str) -> Result<(), Fault> {
        let table = self.playing()?;
        match expected.epoch {
            Some(epoch) if expected.step <= self.step() && epoch == table.epoch(seat) => Ok(()),
            Some(_) => {
                let text = t!(
                    "the table has moved on: seat {seat} faces another decision than the one you have seen",
                    seat = seat.0
                );
                Err(self.with_present_state(Fault::new(Code::Stale, text), me))
            }
            None => self.check_step(expected.step, me),
        }
    }

    /// Checks that a caller has seen the last step.
    ///
    /// # Errors
    /// If not; the present state is added.
    pub fn check_step(&self, step: usize, me: &str) -> Result<(), Fault> {
        match step == self.step() {
            true => Ok(()),
            false => {
                let text = t!("the table has moved on: it has {} steps, you have seen {step}", self.step());
                Err(self.with_present_state(Fault::new(Code::Stale, text), me))
            }
        }
    }

    /// Checks that a caller answers the question that is asked now, and not one before.
    ///
    /// # Errors
    /// If not; the present state is added.
    pub fn check_answers(&self, answers: usize, me: &str) -> Result<(), Fault> {
        match answers == self.answers() {
            true => Ok(()),
            false => {
                let text = t!("that has been told: this step has {} outcomes, you have seen {answers}", self.answers());
                Err(self.with_present_state(Fault::new(Code::Stale, text), me))
            }
        }
    }

    /// Checks that a caller may enter the chance outcome that is asked for. A card of which one
    /// player alone knows what is left: that player. Another one for everybody: who moved, whom it
    /// concerns, and the host. A hidden one: those who may see it. The host enters it if all of
    /// those are bots.
    ///
    /// # Errors
    /// If not.
    pub fn check_may_answer(&self, me: &str) -> Result<(), Fault> {
        let question = self.table.as_deref().and_then(|table| table.question());
        if let Some(teller) = question.and_then(|question| question.why.teller) {
            return match self.seats_of(Some(me)).contains(teller) || self.deals_for_bots(me) {
                true => Ok(()),
                false => Err(Fault::new(
                    Code::NotYourSeat,
                    t!("only the player whose cards are drawn from can say which it is"),
                )),
            };
        }
        if let Some(question) = question.filter(|question| question.why.audience != Audience::Everybody) {
            let sees = |seat: Seat| question.why.audience.includes(Viewer::Seat(seat));
            return match self.seats_of(Some(me)).iter().any(sees) || self.deals_for_bots(me) {
                true => Ok(()),
                false => {
                    Err(Fault::new(Code::NotYourSeat, t!("this outcome is only for those who may see it to read")))
                }
            };
        }
        let concerned =
            [question.and_then(|question| question.why.seat), self.pending.as_ref().map(|pending| pending.seat)];
        let own = self.seats_of(Some(me));
        match self.header.host == me || concerned.into_iter().flatten().any(|seat| own.contains(seat)) {
            true => Ok(()),
            false => {
                Err(Fault::new(Code::NotYourSeat, t!("the dice are for the player who moved, or the host, to read")))
            }
        }
    }

    /// Adds the present state to the answer for a request that came too late.
    pub fn with_present_state(&self, mut fault: Fault, me: &str) -> Fault {
        if let (Code::Stale, Ok(state), false) = (fault.code, self.state(Some(me)), self.uncommitted) {
            let (step, answers, epochs) = (self.step(), self.answers(), self.epochs(Some(me)));
            fault.present = Some(Box::new(PresentState { step, answers, state: json!(state), epochs }));
        }
        fault
    }
}

/// The match as a file, and what follows from its end.
impl TableState {
    /// The record as others may have it: with everything once the match is over and may be `opened`, and until then just its
    /// header, because outcomes and actions may be somebody's secret.
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
        record.header.daily = self.header.daily.map(|day| day.to_string());
        record.header.givers.clone_from(&self.header.givers);
        for step in &mut record.steps {
            step.bot = self.bots.get(&step.n).cloned();
        }
        record.header.players = journal::players(&self.header, names);
        Ok(record)
    }

    /// What follows if the match is over by the step that was taken at this moment.
    pub fn end(&self, at: Timestamp) -> Option<MatchEnd> {
        let outcome = self.table.as_deref()?.outcome()?;
        let victory = Outcome::read(&outcome).is_some_and(|outcome| outcome.victory == Some(true));
        let level = level(&self.header).filter(|_| victory && !self.header.practice);
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
