//! Matches: how they begin, moves, bots, auto-actions, undo.

use std::{sync::Arc, time::Duration};

use bots::{Bot, Budget};
use kernel::{AutoAction, EarlyEnd, Level, Match, RealLuck, Seat, Seed, Source, record::IncidentKind};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::{
    Advance, BotChoice, Pending, Taken,
    fault::{Code, Fault},
    hint_luck, ids, level_option,
    opening::{self, Drawn, NewTable, SeatRequest},
    rows::{Occupant, TableHeader, TableStatus},
};
use text::{Language, t};
use views::{audience, fields::Fields};

use crate::{
    Answer, Hall, KeptStep, KeptTable, ME, Moment, Question, Save,
    hall::{ID, Table},
    nothing_here,
    shown::clean_name,
};

/// The pause before a step that nobody presses, in milliseconds: people can see what happened. It
/// is shorter where pages move faster, and none where they do not move.
fn pause(speed: &str) -> u64 {
    match pages::Speed::named(speed) {
        pages::Speed::Normal => 600,
        pages::Speed::Fast => 300,
        pages::Speed::Fastest => 150,
        pages::Speed::None => 0,
    }
}
/// The effort for the turning points of a finished match, on the machine on which the pace of the
/// games was measured.
const EFFORT: Duration = Duration::from_millis(400);

/// The things that a table does by itself.
#[derive(Clone, Default, PartialEq, Debug, Serialize)]
pub struct Todo {
    /// The pause before a bot acts, in milliseconds.
    pub pause: u64,
    /// The bots that must act. They think together.
    pub think: Vec<Thinking>,
    /// The seat whose auto-action goes on, and after how many milliseconds.
    pub auto_action: Option<(Seat, u64)>,
    /// Whether the finished match waits for its analysis.
    pub analyse: bool,
}

/// A bot that must act.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thinking {
    seat: Seat,
    bot: String,
    epoch: usize,
    branch: u32,
    /// How many steps the match has.
    step: usize,
}

/// A bot's decision.
#[derive(Clone, Debug, Deserialize)]
pub struct Acted {
    seat: Seat,
    bot: String,
    epoch: usize,
    branch: u32,
    action: Value,
}

/// The beginning of matches.
impl Hall {
    /// Draws a seed and returns its seal, for the share that the browser then adds.
    pub(crate) fn seal(&mut self) -> Answer {
        let seed = self.bytes::<32>();
        let seal = Seed(seed).seal();
        self.sealed.insert(seal.clone(), seed);
        Answer::json(&json!({ "seal": seal }))
    }

    pub(crate) fn create(&mut self, wanted: NewTable) -> Result<Answer, Fault> {
        let id = self.begin(wanted)?;
        Ok(Answer::to(format!("/tables/{id}")))
    }

    /// Makes a table as a game's form asks. If the choices do not go together, shows the form
    /// again.
    pub(crate) fn create_from(&mut self, fields: &Fields) -> Result<Answer, Fault> {
        let title = self.roster.find(fields.need("game")?)?;
        match fields.new_table(title).and_then(|wanted| self.create(wanted)) {
            Err(fault) if matches!(fault.code, Code::BadOptions | Code::BadRequest) => {
                let notice = audience::fault_notice(&fault);
                let page = self.game_page(title, Some(notice), &Fields::default());
                Ok(Answer { status: 400, ..page })
            }
            made => made,
        }
    }

    pub(crate) fn lesson(&mut self, game: &str, number: u8) -> Result<Answer, Fault> {
        let (wanted, opening) = NewTable::of_lesson(self.roster.find(game)?, number)?;
        let id = self.begin(wanted)?;
        while self.table(&id)?.live.step() < opening {
            let taught = self.table(&id)?.live.playing()?.taught().map(|(seat, action)| (seat, action.clone()));
            let Some((seat, action)) = taught else { break };
            self.take(&id, &action, Pending::of(seat))?;
        }
        Ok(Answer::to(format!("/tables/{id}")))
    }

    /// Begins a match, and returns the id of its table.
    fn begin(&mut self, mut wanted: NewTable) -> Result<String, Fault> {
        for name in wanted.called.iter_mut().flatten() {
            *name = clean_name(name)?;
        }
        let title = self.roster.find(&wanted.game)?;
        drop(title.open(&wanted.options, wanted.seats.len() as u64, Source::Manual)?);
        let drawn_by_hand = wanted.real == RealLuck::All || wanted.lesson.is_some();
        let seed = match (drawn_by_hand, &wanted.seal) {
            (true, _) => None,
            (false, Some(seal)) => self.sealed.remove(seal),
            (false, None) => None,
        };
        let seed = seed.or_else(|| (!drawn_by_hand).then(|| self.bytes()));
        let id = ids::id::<ID>(self.bytes());
        let at = self.now;
        let header = wanted.header(title, ME, Drawn { id, seed, share: || ids::share(self.bytes()), at })?;
        if let Some(free) = header.seats.iter().position(Occupant::is_free) {
            return Err(Fault::bad(t!("seat {free} is still open; let somebody or a bot sit there first")));
        }
        let allowed = self.settings.unlocked.get(title.meta().id).copied().unwrap_or_default();
        let mut header = opening::started(title, &header, Some(allowed));
        header.setup = opening::setup(table::journal::replay(title, &header, &[])?.as_ref());
        header.started = Some(self.now);
        self.lay(header, Vec::new())
    }

    /// Puts a table with a match under way into memory and into the store.
    pub(crate) fn lay(&mut self, header: TableHeader, steps: Vec<table::rows::StepRow>) -> Result<String, Fault> {
        let id = header.id.clone();
        self.saves.push(Save::Table(Box::new(KeptTable::of(&header))));
        let step = |row: &table::rows::StepRow| Save::Step { table: id.clone(), n: row.step.n, row: KeptStep::of(row) };
        let saves: Vec<Save> = steps.iter().map(step).collect();
        self.saves.extend(saves);
        self.open(header, steps)?;
        Ok(id)
    }

    /// Goes on to another match of the same kind.
    pub(crate) fn rematch(&mut self, id: &str, fields: &Fields) -> Result<Answer, Fault> {
        let live = &self.table(id)?.live;
        if live.header.status != TableStatus::Over {
            return Err(Fault::new(Code::WrongPhase, t!("a rematch comes after the end; this match is not over")));
        }
        if let Some(next) = live.header.next.as_deref().filter(|next| self.headers.contains_key(*next)) {
            return Ok(Answer::to(format!("/tables/{next}")));
        }
        let mut options = (*live.header.options).clone();
        if let (Some(_), Some(spec)) = (fields.get("level"), level_option(live.title.meta())) {
            options.insert(spec.key.to_owned(), fields.number::<u32>("level")?.into());
        }
        let share = fields.text("share");
        let wanted = NewTable {
            game: live.header.game.clone(),
            options: Value::Object(options),
            seats: opening::rotated(live, |occupant| match Hall::is_mine(occupant) {
                true => SeatRequest::Me(share.clone()),
                false => SeatRequest::Bot(BotChoice::Next(Level::Normal)),
            }),
            called: opening::rotated_names(live),
            real: live.header.real_luck(),
            seal: fields.text("seal"),
            ..NewTable::default()
        };
        let next = self.begin(wanted)?;
        self.table_mut(id)?.live.header.next = Some(Arc::new(next.clone()));
        self.keep(id, |header| header.next = Some(Arc::new(next.clone())));
        Ok(Answer::to(format!("/tables/{next}")))
    }

    /// Plays a finished match again from one of its steps, for practice.
    pub(crate) fn retry(&mut self, id: &str, step: usize) -> Result<Answer, Fault> {
        self.table(id)?.live.check_retry(step)?;
        let rows = self.rows_after(id, 0)?.into_iter().take(step).collect();
        let header = self.headers.get(id).ok_or_else(|| Fault::unknown_table(id))?.clone();
        let header = opening::taken_up(&header, ME, ids::id::<ID>(self.bytes()), self.now);
        let next = self.lay(header, rows)?;
        Ok(Answer::to(format!("/tables/{next}")))
    }

    /// Returns the journal of a table after its first `from` steps.
    ///
    /// # Errors
    /// If it is not in memory.
    fn rows_after(&self, id: &str, from: usize) -> Result<Vec<table::rows::StepRow>, Fault> {
        let live = &self.table(id)?.live;
        let row = |n: usize| {
            let step = live.table.as_deref()?.step(n)?;
            let at = live.taken.get(n - 1).map_or(live.header.touched, |taken| taken.at);
            let step = kernel::record::Step { bot: live.bots.get(&n).cloned(), ..step };
            Some(table::rows::StepRow { step, request: None, at })
        };
        Ok((from + 1..=live.step()).filter_map(row).collect())
    }
}

/// Moves and other commands of a table's page.
impl Hall {
    pub(crate) fn command(&mut self, id: &str, command: &str, fields: &Fields) -> Result<(), Fault> {
        match command {
            "act" => {
                let (action, expected) = (fields.action()?, fields.expected()?);
                let live = &mut self.table_mut(id)?.live;
                let seat = live.own_seat(fields.number("seat")?, ME, t!("you can move only for your own"))?;
                live.check_decision(seat, expected, ME)?;
                self.take(id, &action, Pending::of(seat))?;
                self.table_mut(id)?.live.decides_itself(seat);
            }
            "answer" => {
                let (step, answers) = (fields.number("step")?, fields.number("answers")?);
                self.table_mut(id)?.live.answer(ME, step, Some(answers), fields.need("value")?)?;
                self.settle(id)?;
            }
            "undo" => self.undo(id, fields.number("step")?)?,
            "hint" => self.hint(id, fields)?,
            "order" => self.give_auto_action(id, fields)?,
            "leave" => self.concede(id)?,
            "arm" => {
                let text = fields.action_text()?;
                let action = if text.is_empty() { None } else { Some(fields.action()?) };
                let expected = match action {
                    Some(_) => fields.expected()?,
                    // A premove can be cancelled at any state of the table.
                    None => table::Expected { step: 0, epoch: None },
                };
                self.table_mut(id)?.live.arm(ME, fields.number("seat")?, expected, action.as_ref())?;
            }
            _ => return Err(nothing_here()),
        }
        self.fire(id)?;
        self.table_mut(id)?.revision += 1;
        Ok(())
    }

    /// Names the player on one of the seats, which several people at this device have.
    pub(crate) fn name_player(&mut self, id: &str, seat: &str, fields: &Fields) -> Result<(), Fault> {
        let name = fields.text("called").map(|name| clean_name(&name)).transpose()?;
        let live = &mut self.table_mut(id)?.live;
        let seat =
            live.own_seat(seat.parse().unwrap_or(u64::MAX), ME, t!("you can name only the players on your own"))?;
        let named = live.header.seats[seat.index()].clone().under(name);
        live.header.seats[seat.index()] = named.clone();
        self.keep(id, |header| header.seats[seat.index()] = named);
        self.table_mut(id)?.revision += 1;
        Ok(())
    }

    /// Takes a step.
    fn take(&mut self, id: &str, action: &Value, step: Pending) -> Result<(), Fault> {
        self.table_mut(id)?.live.act(action, step)?;
        self.settle(id)
    }

    /// Continues after a step was taken or an outcome entered: a complete step is stored.
    fn settle(&mut self, id: &str) -> Result<(), Fault> {
        let now = self.now;
        let table = self.table_mut(id)?;
        match table.live.advance(now)? {
            Advance::Waits => {}
            Advance::Setup(setup) => self.keep(id, |header| header.setup = Some(setup)),
            Advance::Step(row, end) => {
                let (n, kept) = (row.step.n, KeptStep::of(&row));
                let taken = Taken { at: row.at, revision: table.revision };
                table.live.note_stored(taken, end.as_deref().cloned());
                self.saves.push(Save::Step { table: id.to_owned(), n, row: kept });
                if let Some(end) = &end {
                    self.note_end(id, end);
                }
                self.note_learned(id);
                self.keep(id, |header| {
                    header.touched = now;
                    if let Some(end) = end {
                        header.status = TableStatus::Over;
                        header.outcome = Some(Box::new(end.outcome));
                    }
                });
            }
        }
        let live = &mut self.table_mut(id)?.live;
        live.uncommitted = false;
        if !live.has_question() {
            live.pending = None;
            live.review_orders(&mut |_| ());
            live.review_premoves(&mut |_| ());
        }
        Ok(())
    }

    /// Carries out the premoves that are due. One that cannot be is dropped.
    fn fire(&mut self, id: &str) -> Result<(), Fault> {
        while let Some((_, armed)) = self.table_mut(id)?.live.take_due() {
            if self.take(id, &armed.action, Pending::of(armed.seat)).is_err() {
                self.table_mut(id)?.live.drop_premove(armed, &mut |_| ());
            }
        }
        Ok(())
    }

    fn undo(&mut self, id: &str, step: usize) -> Result<(), Fault> {
        let now = self.now;
        let table = self.table_mut(id)?;
        if table.live.has_question() {
            return table.live.retract(ME, step);
        }
        let n = table.live.check_undo(ME, step)?;
        table.live.take_back(n)?;
        table.live.note_removed(n);
        table.live.uncommitted = false;
        table.branch += 1;
        self.saves.push(Save::Remove { table: id.to_owned(), n });
        self.keep(id, |header| header.touched = now);
        Ok(())
    }

    /// Ends the match as given up by everybody at this device. A bot does not play on for anybody:
    /// all seats of people are theirs.
    fn concede(&mut self, id: &str) -> Result<(), Fault> {
        let (now, name) = (self.now, self.settings.person().name);
        let live = &mut self.table_mut(id)?.live;
        let own = live.seats_of(Some(ME));
        let seat = own.lowest().ok_or_else(|| Fault::new(Code::NotYourSeat, t!("only players can leave a match")))?;
        live.check_goes_on()?;
        let incident = live.incident(seat, ME, &name, IncidentKind::Conceded, now);
        let end = live.end_early(EarlyEnd::Concession { seats: own.iter().collect() }, now)?;
        live.agree(Vec::new(), Some(incident));
        live.note_ended(end.outcome.clone());
        live.uncommitted = false;
        let ended = live.header.clone();
        self.note_end(id, &end);
        self.keep(id, |header| {
            header.touched = now;
            header.status = ended.status;
            header.outcome = ended.outcome;
            header.ended = ended.ended;
            header.incidents = ended.incidents;
        });
        Ok(())
    }

    fn hint(&mut self, id: &str, fields: &Fields) -> Result<(), Fault> {
        let live = &mut self.table_mut(id)?.live;
        let seat = live.check_hint(ME, fields.number("seat")?, fields.expected()?)?;
        if live.hints.contains_key(&seat) {
            return Ok(());
        }
        let table = live.playing()?;
        let luck = hint_luck(id, seat, table.epoch(seat));
        let advice = live.title.advise(table, seat, Bot::ADVISER, luck, &Budget::ONE_THREAD);
        let none = || Fault::new(Code::Internal, t!("the bot had no idea what to do; decide for yourself"));
        live.hints.insert(seat, Arc::new(advice.ok_or_else(none)?));
        Ok(())
    }

    fn give_auto_action(&mut self, id: &str, fields: &Fields) -> Result<(), Fault> {
        let live = &mut self.table_mut(id)?.live;
        let seat = live.own_seat(fields.number("seat")?, ME, t!("you can set auto-actions only for your own"))?;
        let Some(name) = fields.text("order") else {
            live.auto_actions.remove(&seat);
            return Ok(());
        };
        live.check_decision(seat, fields.expected()?, ME)?;
        let limit = fields.text("limit").map(|_| fields.number("limit")).transpose()?;
        let auto_action = live.offered(seat, &name, limit)?;
        let discreet = auto_action.discreet;
        live.decides_itself(seat);
        live.auto_actions.insert(seat, auto_action);
        if discreet { Ok(()) } else { self.advance_auto_action(id, seat) }
    }

    /// Takes the next step of a seat's auto-action, and removes it when it has ended.
    fn advance_auto_action(&mut self, id: &str, seat: Seat) -> Result<(), Fault> {
        let live = &self.table(id)?.live;
        let Some(auto_action) = live.auto_actions.get(&seat).cloned() else { return Ok(()) };
        if live.header.status == TableStatus::Playing && !live.awaited_seats().contains(seat) {
            return Ok(());
        }
        let action = live.playing()?.carry_out(seat, auto_action.id, auto_action.limit());
        let taken = match action {
            Some(action) => self.take(id, &action, Pending::of(seat)).map(|()| true),
            None => Ok(auto_action.lasting),
        };
        let live = &mut self.table_mut(id)?.live;
        if !taken.as_ref().is_ok_and(|taken| *taken) || !live.auto_action_goes_on(seat, &auto_action) {
            live.end_order(seat, &mut |_| ());
        }
        taken.map(|_| ())
    }

    /// Changes the stored header of a table.
    pub(crate) fn keep(&mut self, id: &str, change: impl FnOnce(&mut TableHeader)) {
        if let Some(header) = self.headers.get_mut(id) {
            change(header);
            self.saves.push(Save::Table(Box::new(KeptTable::of(header))));
        }
    }
}

/// The things that a table does by itself.
impl Hall {
    /// Returns what a table does next.
    ///
    /// # Errors
    /// If it is not in memory.
    pub fn todo(&mut self, id: &str, moment: &Moment) -> Result<Todo, Fault> {
        self.at(moment);
        let spread = AutoAction::PAUSE.1 - AutoAction::PAUSE.0 + 1;
        let discreet = AutoAction::PAUSE.0 + u64::from(u32::from_le_bytes(self.bytes())) % spread;
        let table = self.table(id)?;
        let live = &table.live;
        let over = live.header.status == TableStatus::Over;
        let Some(played) = live.table.as_deref().filter(|table| table.question().is_none()) else {
            return Ok(Todo::default());
        };
        let thinking = |(seat, bot): (Seat, &str)| Thinking {
            seat,
            bot: bot.to_owned(),
            epoch: played.epoch(seat),
            branch: table.branch,
            step: live.step(),
        };
        let acts = |seat: &Seat, given: &table::ActiveAutoAction| {
            live.awaited_seats().contains(*seat) && (!given.lasting || live.auto_action_acts(*seat, given))
        };
        let auto_action = live.auto_actions.iter().find(|(seat, given)| acts(seat, given));
        let pause = pause(&self.settings.speed);
        Ok(Todo {
            pause,
            think: if over { Vec::new() } else { live.bots_to_act().into_iter().map(thinking).collect() },
            auto_action: auto_action.map(|(seat, given)| (*seat, if given.discreet { discreet } else { pause })),
            analyse: over && live.analysed.spoken().turning_points.is_none(),
        })
    }

    /// Returns what a bot thinks about, for a thinker that has the first `from` steps.
    ///
    /// # Errors
    /// If the table is not in memory.
    pub fn question(&mut self, id: &str, seat: Seat, from: usize, moment: &Moment) -> Result<Question, Fault> {
        self.at(moment);
        let luck = u64::from_le_bytes(self.bytes());
        let table = self.table(id)?;
        let bot = table.live.deciding_bot(seat).unwrap_or(Bot::Normal.name()).to_owned();
        let header = self.headers.get(id).ok_or_else(|| Fault::unknown_table(id))?;
        let steps = self.rows_after(id, from)?.iter().map(KeptStep::of).collect();
        Ok(Question {
            table: KeptTable::of(header),
            steps,
            from,
            branch: table.branch,
            seat,
            bot,
            luck: luck.to_string(),
        })
    }

    /// Lets a bot act as it has decided, unless it faces another decision by now.
    ///
    /// # Errors
    /// If its action is not legal.
    pub fn acted(&mut self, id: &str, acted: Acted, moment: &Moment) -> Result<Vec<Save>, Fault> {
        self.at(moment);
        let Table { live, branch, .. } = self.table(id)?;
        let waits = |table: &dyn Match| table.awaited().contains(acted.seat) && table.epoch(acted.seat) == acted.epoch;
        let same = *branch == acted.branch && live.deciding_bot(acted.seat) == Some(&acted.bot);
        if same && live.table.as_deref().is_some_and(waits) {
            let step = Pending { bot: Some(acted.bot), ..Pending::of(acted.seat) };
            self.take(id, &acted.action, step)?;
            self.fire(id)?;
            self.table_mut(id)?.revision += 1;
        }
        Ok(std::mem::take(&mut self.saves))
    }

    /// Takes the next step of a seat's auto-action.
    ///
    /// # Errors
    /// If the step cannot be taken.
    pub fn carry_out(&mut self, id: &str, seat: Seat, moment: &Moment) -> Result<Vec<Save>, Fault> {
        self.at(moment);
        self.advance_auto_action(id, seat)?;
        self.fire(id)?;
        self.table_mut(id)?.revision += 1;
        Ok(std::mem::take(&mut self.saves))
    }

    /// Analyses a finished match: its course, the luck of its players, and the turning points.
    ///
    /// # Errors
    /// If the table is not in memory.
    pub fn analyse(&mut self, id: &str, moment: &Moment) -> Result<(), Fault> {
        self.at(moment);
        self.settings.language(&moment.languages).speak(|| self.analyse_now(id))
    }

    /// Analyses a finished match in the language that is spoken.
    pub(crate) fn analyse_now(&mut self, id: &str) -> Result<(), Fault> {
        let table = self.table_mut(id)?;
        let seats = table.live.header.seats.iter().zip(Seat::all(table.live.header.seats.len() as u8));
        let people = seats.filter(|(occupant, _)| occupant.person().is_some()).map(|(_, seat)| seat).collect();
        let (title, played) = (table.live.title, table.live.playing()?);
        let analysis = title.analyse(played).map(Arc::new);
        let points = title.turning_points(played, people, EFFORT, &|| true);
        table.live.analysed.note(Language::spoken(), |analysed| {
            analysed.analysis = analysis;
            analysed.turning_points = Some(points.into());
        });
        table.revision += 1;
        Ok(())
    }
}
