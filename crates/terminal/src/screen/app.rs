//! The state of the screen and its next actions. Keys are in `keys`, drawing is in `draw`.

use std::{
    collections::{HashMap, HashSet},
    sync::mpsc::{Receiver, TryRecvError, channel},
    thread,
    time::{Duration, Instant},
};

use ::text::{Language, t};
use bots::Bot;
use kernel::{Point, Scene, Seat, Viewer};
use ratatui::layout::Rect;
use roster::Advice;

use super::{
    context::{Hit, Target},
    page::Page,
    theme::Theme,
};
use crate::{
    Error, LocalMatch, advice, auto_actions,
    chronicle::Chronicle,
    local_match::{Due, StepError},
    text::capital,
};

/// The subject of the screen.
pub(super) enum Mode {
    /// The table.
    Table,
    /// The question whether to resume an unfinished match.
    Offer,
    /// A risky move waits for a yes.
    Confirm(usize),
    /// The question whether to leave.
    Leaving,
    /// The keyboard goes to another person, who must not see the previous viewer's table.
    HandOver(Seat),
    /// Something to read.
    Page(Page),
    /// The table after this step.
    Replay(usize),
    /// The question for the limit of the auto-action of this index, if it has one.
    AutoAction(usize, Option<i32>),
}

/// An auto-action that is running.
pub(super) struct ActiveAutoAction {
    seat: Seat,
    id: &'static str,
    limit: i32,
    /// The number of steps after which it was set.
    given: usize,
    /// Its text.
    pub(super) text: String,
}

/// A bot that thinks in another thread.
struct PendingAdvice {
    ply: usize,
    seat: Seat,
    hint: bool,
    answer: Receiver<Option<Advice>>,
}

/// A match on the screen.
pub(super) struct App {
    pub(super) theme: Theme,
    pub(super) local_match: LocalMatch,
    pub(super) viewer: Viewer,
    pub(super) scene: Scene,
    /// The pieces that can be picked next.
    pub(super) live: HashSet<String>,
    pub(super) chronicle: Chronicle,
    /// The changes of the numbers on pieces in the steps that are new to the viewer.
    pub(super) changes: HashMap<String, i32>,
    pub(super) mode: Mode,
    /// The auto-action of the player.
    pub(super) auto_action: Option<ActiveAutoAction>,
    /// The place of the selected entry in the list of moves.
    pub(super) selected: usize,
    /// The piece pointed at.
    pub(super) focus: Option<String>,
    /// The picks on the way to a move, one after the other: only entries that can follow are
    /// listed.
    pub(super) picked: Vec<Point>,
    pub(super) typed: String,
    pub(super) notice: Option<String>,
    pub(super) hits: Vec<Hit>,
    /// The row to which the player has scrolled the table; without one, it shows the pieces of the
    /// selected move.
    pub(super) scrolled: Option<u16>,
    /// The first row of the table on the screen.
    pub(super) top: u16,
    /// Whether the table is longer than the screen.
    pub(super) overflows: bool,
    /// Whether the screen is too small to show anything, and so to do anything.
    pub(super) cramped: bool,
    /// The question about an old match.
    pub(super) offer: String,
    /// Whether the player wants the terminal back for a while.
    pub(super) pause: bool,
    pub(super) done: bool,
    pace: Duration,
    moved: Instant,
    pending: Option<PendingAdvice>,
    ready: Option<(Seat, Advice)>,
}

impl App {
    pub(super) fn new(local_match: LocalMatch, theme: Theme, pace: Duration, offer: Option<String>) -> App {
        let mode = if offer.is_some() { Mode::Offer } else { Mode::Table };
        let viewer = local_match.first_look();
        let mut app = App {
            theme,
            local_match,
            viewer,
            scene: Scene::default(),
            live: HashSet::new(),
            chronicle: Chronicle::default(),
            changes: HashMap::new(),
            mode,
            auto_action: None,
            selected: 0,
            focus: None,
            picked: Vec::new(),
            typed: String::new(),
            notice: None,
            hits: Vec::new(),
            scrolled: None,
            top: 0,
            overflows: false,
            cramped: false,
            offer: offer.unwrap_or_default(),
            pause: false,
            done: false,
            pace,
            moved: Instant::now(),
            pending: None,
            ready: None,
        };
        app.refresh();
        app
    }

    /// Puts another match on the screen.
    pub(super) fn seat_down(&mut self, local_match: LocalMatch) {
        *self = App::new(local_match, self.theme, self.pace, None);
    }

    /// Reads the table again.
    pub(super) fn refresh(&mut self) {
        let at = if let Mode::Replay(at) = self.mode { Some(at) } else { None };
        self.scene = self.local_match.scene(self.viewer, at).unwrap_or_default();
        self.chronicle.update(self.local_match.table(), self.viewer);
        let at = at.unwrap_or(self.local_match.table().ply());
        self.changes = crate::moments::changes(self.local_match.table(), self.viewer, self.fresh_from(at)..=at);
        self.scrolled = None;
        self.pick(Vec::new());
        let main = (0..self.scene.moves.len()).find(|index| self.scene.leads(*index));
        self.select(main.unwrap_or(0));
        if self.focus.as_ref().is_some_and(|id| self.piece(id).is_none()) {
            self.focus = None;
        }
    }

    /// The step from which on steps up to `at` are new to the viewer: the viewer's own last one.
    pub(super) fn fresh_from(&self, at: usize) -> usize {
        let (table, seat) = (self.local_match.table(), self.viewer.seat());
        let own = |step: &usize| seat.is_none() || table.actor(*step) == seat;
        (1..=at).rev().find(own).unwrap_or(1)
    }

    pub(super) fn due(&self) -> Due {
        self.local_match.due(self.viewer)
    }

    pub(super) fn piece(&self, id: &str) -> Option<&kernel::Piece> {
        self.scene.piece(id)
    }

    /// Does the work that needs no key: bots, and the change of viewers.
    ///
    /// # Errors
    /// If the match cannot be kept.
    pub(super) fn tick(&mut self) -> Result<(), Error> {
        self.listen()?;
        if !matches!(self.mode, Mode::Table) {
            return Ok(());
        }
        match self.due() {
            Due::Bot(seat, bot) => self.let_bot(seat, bot),
            Due::Person(seat) if self.auto_action.as_ref().is_some_and(|auto_action| auto_action.seat == seat) => {
                self.carry_out()
            }
            Due::Person(seat) | Due::Outcome(Some(seat)) if self.viewer != Viewer::Seat(seat) => {
                if self.local_match.secrets_between(self.viewer, Viewer::Seat(seat)) {
                    self.mode = Mode::HandOver(seat);
                } else {
                    self.look(Viewer::Seat(seat));
                }
                Ok(())
            }
            Due::Person(_) | Due::Outcome(_) | Due::Nobody => Ok(()),
        }
    }

    /// Shows the table as `viewer` sees it from now on.
    pub(super) fn look(&mut self, viewer: Viewer) {
        self.viewer = viewer;
        self.focus = None;
        self.refresh();
    }

    /// Sets this auto-action, down to `limit` if it has one.
    pub(super) fn give_order(&mut self, index: usize, limit: Option<i32>) {
        let (Due::Person(seat), Some(auto_action)) = (self.due(), self.scene.standing.get(index)) else { return };
        let text = auto_actions::text(&self.local_match, auto_action, limit);
        let given = self.local_match.table().ply();
        self.auto_action =
            Some(ActiveAutoAction { seat, id: auto_action.id, limit: limit.unwrap_or_default(), given, text });
        self.moved = Instant::now();
        self.notice = None;
    }

    /// Takes one step of the auto-action, once the player has seen the step before. A decision that
    /// the player wants to make ends it.
    fn carry_out(&mut self) -> Result<(), Error> {
        if self.moved.elapsed() < self.pace / 3 {
            return Ok(());
        }
        let Some(auto_action) = self.auto_action.take() else { return Ok(()) };
        let table = self.local_match.table();
        let stands = table.stands(auto_action.seat, auto_action.id, auto_action.given);
        let Some(action) = table.carry_out(auto_action.seat, auto_action.id, auto_action.limit).filter(|_| stands)
        else {
            self.notice = Some(t!("{order}: it is up to you again.", order = auto_action.text));
            return Ok(());
        };
        if self.settle(|local_match| local_match.act(auto_action.seat, &action))? {
            self.auto_action = Some(auto_action);
        }
        Ok(())
    }

    /// The time until something can happen without a key.
    pub(super) fn patience(&self) -> Duration {
        match (self.pending.is_some(), &self.ready) {
            (true, _) => Duration::from_millis(30),
            (false, Some(_)) => self.pace.saturating_sub(self.moved.elapsed()).min(Duration::from_millis(100)),
            (false, None) if matches!(self.due(), Due::Bot(..)) && matches!(self.mode, Mode::Table) => Duration::ZERO,
            (false, None) if self.auto_action.is_some() => {
                (self.pace / 3).saturating_sub(self.moved.elapsed()).min(Duration::from_millis(100))
            }
            (false, None) => Duration::from_millis(200),
        }
    }

    fn let_bot(&mut self, seat: Seat, bot: Bot) -> Result<(), Error> {
        if self.ready.as_ref().is_some_and(|(ready, _)| *ready == seat) {
            if self.moved.elapsed() < self.pace {
                return Ok(());
            }
            let Some((seat, advice)) = self.ready.take() else { return Ok(()) };
            return self.settle(|local_match| local_match.act(seat, &advice.action)).map(drop);
        }
        if self.pending.is_none() {
            self.think(seat, false, move |table| advice::bot_move(table, seat, bot));
        }
        Ok(())
    }

    /// Asks for a hint for the current decision.
    pub(super) fn ask_hint(&mut self) {
        match self.due() {
            Due::Person(seat) if self.pending.is_none() => {
                self.notice = Some(t!("Thinking it over …").into());
                self.think(seat, true, move |table| advice::hint(table, seat));
            }
            Due::Person(_) => {}
            _ => self.notice = Some(t!("There is nothing for you to decide now.").into()),
        }
    }

    fn think(
        &mut self,
        seat: Seat,
        hint: bool,
        ask: impl FnOnce(&dyn kernel::Match) -> Option<Advice> + Send + 'static,
    ) {
        let (tell, answer) = channel();
        let language = Language::spoken();
        let table = self.local_match.branch();
        // If the player has left the table meanwhile, no receiver is left.
        thread::spawn(move || drop(tell.send(language.speak(|| ask(table.as_ref())))));
        self.pending = Some(PendingAdvice { ply: self.local_match.table().ply(), seat, hint, answer });
    }

    /// Takes the result of a bot, if it still fits the match.
    fn listen(&mut self) -> Result<(), Error> {
        let Some(pending) = self.pending.take() else { return Ok(()) };
        let advice = match pending.answer.try_recv() {
            Err(TryRecvError::Empty) => {
                self.pending = Some(pending);
                return Ok(());
            }
            // It crashed, and the screen was given back for its message.
            Err(TryRecvError::Disconnected) => return Err(Error::Bot(self.local_match.name(pending.seat))),
            Ok(advice) => advice,
        };
        if pending.ply != self.local_match.table().ply() {
            return Ok(());
        }
        match advice {
            Some(advice) if pending.hint => {
                let reason = advice.reason().map(|reason| format!(" ({reason})")).unwrap_or_default();
                self.notice = Some(t!("Hint: {}{reason}.", self.local_match.say(&advice.text)));
                self.pick(Vec::new());
                let found = self.scene.moves.iter().position(|choice| choice.action == advice.action);
                found.into_iter().for_each(|index| self.select(index));
            }
            Some(advice) => self.ready = Some((pending.seat, advice)),
            None => {
                self.notice = Some(t!("{} has no idea what to do.", self.local_match.name(pending.seat)));
            }
        }
        Ok(())
    }

    /// Takes a step in the match; a refusal is displayed and changes nothing.
    pub(super) fn settle(
        &mut self,
        step: impl FnOnce(&mut LocalMatch) -> Result<(), StepError>,
    ) -> Result<bool, Error> {
        match step(&mut self.local_match) {
            Ok(()) => {
                self.moved = Instant::now();
                self.ready = None;
                self.notice = None;
                self.chronicle.truncate(self.local_match.table().ply());
                self.refresh();
                Ok(true)
            }
            Err(StepError::Failed(error)) => Err(error),
            Err(StepError::Refused(refused)) => {
                self.notice = Some(format!("{}.", capital(&refused.to_string())));
                self.typed.clear();
                Ok(false)
            }
        }
    }

    /// Makes a move, unless it first asks for a yes.
    pub(super) fn perform(&mut self, index: usize, sure: bool) -> Result<(), Error> {
        let Some(choice) = self.scene.moves.get(index) else { return Ok(()) };
        let Due::Person(seat) = self.due() else { return Ok(()) };
        if choice.wording.confirm.is_some() && !sure {
            self.select(index);
            self.mode = Mode::Confirm(index);
            return Ok(());
        }
        let action = choice.action.clone();
        self.mode = Mode::Table;
        self.settle(|local_match| local_match.act(seat, &action)).map(drop)
    }

    /// The piece under a place of the screen, or the move.
    pub(super) fn under(&self, x: u16, y: u16) -> Option<&Hit> {
        self.hits.iter().find(|hit| hit.at.contains((x, y).into()))
    }

    /// The place of a piece on the screen.
    pub(super) fn place(&self, piece: &str) -> Option<Rect> {
        let found = self.hits.iter().find(|hit| matches!(&hit.target, Target::Piece(id) if id == piece));
        found.map(|hit| hit.at)
    }
}
