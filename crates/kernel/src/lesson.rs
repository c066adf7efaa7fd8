//! Lessons: guided first matches, one or more of a game. Their outcomes are fixed, each decision has
//! one permitted move, and a text explains each new thing. At the learner's last decision the text
//! names the aim alone, and all legal moves are offered: the learner finds the move that wins.
//!
//! A lesson is a record of dice entered by hand. The lines of the learner's steps have further
//! keys, and the lesson ends with a last line of its own:
//!
//! ```text
//! {"format":"undercroft-record","version":1,"game":"pig","rules":1,"options":{},"seats":2,"minutes":5}
//! {"n":1,"seat":0,"action":{"type":"roll"},"chance":["4"],"say":"Roll the die: what falls is added up.","at":"turn"}
//! {"n":2,"seat":1,"action":{"type":"hold"}}
//! {"n":3,"seat":0,"action":{"type":"hold"},"say":"Now bank them.","else":"You would lose your 24 points."}
//! {"farewell":"That is all of it. Now alone."}
//! ```
//!
//! With `else` the decision is the learner's own: it is the answer to every other move.
//!
//! A lesson may begin in the middle of a match. The steps before it are its opening: the learner's
//! lines there have no `say`, and the program that opens the lesson takes these steps.
//!
//! A lesson is a record with words. `LessonTable` stands between the referee and the player: it
//! lets one move through, answers its dice from the record, and puts its words into the scene.
//! Pages, terminal, bots and hints know nothing of lessons. The server journals a lesson as a match
//! with dice entered by hand, and lists it nowhere.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};
use text::{Text, text};

use crate::{
    Achievement, ActError, BadRecord, ChanceOutcome, Match, Question, Record, Scene, Seat, SeatSet, State, Teaching,
    Viewer, erased::raw, record::Step,
};

/// The learner's seat; the lesson plays the others.
pub const LEARNER: Seat = Seat(0);

/// The achievement of those who have finished a game's lesson.
pub static LEARNED: Achievement = Achievement::new(
    "lesson",
    text!("Shown the Ropes"),
    text!("Win the last fight of the lesson on your own."),
    "common/scroll",
);

/// A lesson, as its file has it.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// The match.
    pub record: Record,
    /// Its approximate duration, in minutes.
    pub minutes: u32,
    /// The texts before each step, in order; `None` before the steps of other seats.
    pub words: Vec<Option<Words>>,
    /// The text at the end.
    pub farewell: String,
    /// The number of this lesson among the game's lessons, counted from 1.
    pub number: u8,
    /// How many lessons the game has.
    pub of: u8,
}

/// The text before a step of the learner.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Words {
    /// The text.
    #[serde(rename = "say")]
    pub text: String,
    /// The id of the piece that the text is about; without it, the text is about the move to make.
    #[serde(rename = "at")]
    pub piece: Option<String>,
    /// The answer to any other move, if the decision is the learner's own.
    #[serde(rename = "else")]
    pub other: Option<String>,
}

impl Lesson {
    /// Parses one of a game's lessons: the text of this number, counted from 1. `None` if there are
    /// fewer.
    ///
    /// # Errors
    /// If it is not a lesson. The rules check its steps only when it is played.
    pub fn nth(texts: &[&str], number: u8) -> Result<Option<Lesson>, BadRecord> {
        let Some(text) = usize::from(number).checked_sub(1).and_then(|n| texts.get(n)) else { return Ok(None) };
        Ok(Some(Lesson { number, of: texts.len() as u8, ..Lesson::parse(text)? }))
    }

    /// Parses the text of a game's only lesson.
    ///
    /// # Errors
    /// If it is not a lesson. The rules check its steps only when it is played.
    pub fn parse(text: &str) -> Result<Lesson, BadRecord> {
        #[derive(Deserialize)]
        struct Last {
            farewell: String,
        }

        let bad = |line: usize, wanted: &'static str, error: serde_json::Error| BadRecord::Line {
            line,
            wanted,
            why: error.to_string(),
        };
        let lines: Vec<&str> = text.lines().collect();
        let (last, steps) = lines.split_last().ok_or(BadRecord::Empty)?;
        let Last { farewell } = serde_json::from_str(last).map_err(|error| bad(lines.len(), "farewell", error))?;
        let record = Record::parse(&steps.join("\n"))?;
        let words = |(n, line): (usize, &&str)| match line.contains(r#""say":"#) {
            true => serde_json::from_str(line).map(Some).map_err(|error| bad(n + 1, "step of a lesson", error)),
            false => Ok(None),
        };
        let words = steps.iter().enumerate().skip(1).map(words).collect::<Result<_, _>>()?;
        let minutes = minutes_in(&record.header.unknown);
        Ok(Lesson { record, minutes, words, farewell, number: 1, of: 1 })
    }

    /// Returns the duration of a lesson in minutes, from the first line of its text.
    pub fn minutes_of(text: &str) -> Option<u32> {
        Some(minutes_in(&serde_json::from_str(text.lines().next()?).ok()?))
    }

    /// Returns the number of steps of the opening, which are taken before the lesson begins.
    pub fn opening(&self) -> usize {
        let untaught = |(step, words): (&Step, &Option<Words>)| step.seat == LEARNER && words.is_none();
        let mut steps = self.record.steps.iter().zip(&self.words);
        steps.by_ref().rposition(untaught).map_or(0, |last| last + 1)
    }

    /// Returns the number of moves that the learner makes before step `n`, counted from 0.
    fn moves_before(&self, n: usize) -> usize {
        self.words.iter().take(n).flatten().count()
    }
}

/// Returns the minutes from a lesson's header, which only lessons have.
fn minutes_in(header: &Map<String, Value>) -> u32 {
    header.get("minutes").and_then(Value::as_u64).unwrap_or_default() as u32
}

/// A match that is a lesson: a player can only make the lesson's move, and the lesson gives the
/// outcomes.
pub struct LessonTable {
    table: Box<dyn Match>,
    lesson: Arc<Lesson>,
    /// Whether all steps so far were the lesson's; a stored journal may come from an older lesson.
    followed: bool,
}

impl LessonTable {
    /// Creates the lesson at a match that has its options and its seats, with dice entered by hand,
    /// at the match's present step.
    ///
    /// # Errors
    /// If the match cannot be set up as the lesson has it.
    pub fn new(mut table: Box<dyn Match>, lesson: Arc<Lesson>) -> Result<LessonTable, ActError> {
        if table.ply() == 0 {
            let told = table.pending_outcomes().len();
            for answer in lesson.record.header.setup.iter().skip(told) {
                if table.question().is_none() {
                    break;
                }
                table.answer(&answer.0)?;
            }
        }
        let same = |n: usize| {
            let (step, taught) = (table.step(n)?, lesson.record.steps.get(n - 1)?);
            Some(step.seat == taught.seat && step.action == taught.action && step.chance == taught.chance)
        };
        let followed = (1..=table.ply()).all(|n| same(n) == Some(true));
        Ok(LessonTable { table, lesson, followed })
    }

    /// Creates the lesson at a new match, and takes the steps of its opening.
    ///
    /// # Errors
    /// If the match cannot be set up as the lesson has it, or a step is not legal.
    pub fn opened(table: Box<dyn Match>, lesson: Arc<Lesson>) -> Result<LessonTable, ActError> {
        let opening = lesson.opening();
        let mut table = LessonTable::new(table, lesson)?;
        while table.ply() < opening
            && let Some(Step { seat, action, .. }) = table.next().cloned()
        {
            table.act(seat, &action)?;
        }
        Ok(table)
    }

    /// Returns the next step.
    fn next(&self) -> Option<&Step> {
        self.lesson.record.steps.get(self.table.ply()).filter(|_| self.followed)
    }

    /// Returns the next step, if it is the only one that its seat may take.
    fn dictated(&self) -> Option<&Step> {
        self.next().filter(|_| self.own_answer().is_none())
    }

    /// Returns the answer to other moves than the next step, if that is the learner's own decision.
    fn own_answer(&self) -> Option<&String> {
        self.lesson.words.get(self.table.ply())?.as_ref()?.other.as_ref()
    }

    /// Checks that the learner has taken a step since the opening.
    fn check_past_opening(&self) -> Result<(), ActError> {
        match self.table.ply() > self.lesson.opening() {
            true => Ok(()),
            false => Err(ActError::NothingToUndo),
        }
    }

    /// Returns a text of the lesson in the language spoken. A game's texts are catalogued by the
    /// name of its crate, which is the game's id.
    fn spoken(&self, text: &str) -> String {
        Text::find(self.meta().id, text).unwrap_or(text).to_owned()
    }

    /// Returns the text that the learner sees now.
    fn teaching(&self) -> Option<Teaching> {
        let ply = self.table.ply();
        let of = self.lesson.moves_before(usize::MAX);
        let (lesson, lessons) = (self.lesson.number, self.lesson.of);
        let Some(step) = self.next() else {
            let (text, won) = (self.spoken(&self.lesson.farewell), self.is_learned());
            return Some(Teaching { text, piece: None, number: of, of, over: true, won, lesson, lessons });
        };
        let words = self.lesson.words.get(ply)?.as_ref().filter(|_| step.seat == LEARNER)?;
        let (text, piece, number) = (self.spoken(&words.text), words.piece.clone(), self.lesson.moves_before(ply) + 1);
        Some(Teaching { text, piece, number, of, over: false, won: false, lesson, lessons })
    }
}

impl Match for LessonTable {
    pass_on!(table);

    fn awaited(&self) -> SeatSet {
        self.next().map(|step| step.seat).into_iter().collect()
    }

    fn asked_first(&self) -> Option<Seat> {
        self.next().map(|step| step.seat)
    }

    fn taught(&self) -> Option<(Seat, &Value)> {
        self.next().map(|step| (step.seat, &step.action))
    }

    fn is_learned(&self) -> bool {
        self.followed && self.table.ply() == self.lesson.record.steps.len()
    }

    /// A lesson is no match: where its last step ends the match too, the lesson's words count.
    fn outcome(&self) -> Option<Value> {
        None
    }

    fn question(&self) -> Option<&Question> {
        self.table.question()
    }

    fn state(&self, seats: SeatSet) -> State {
        let mut state = self.table.state(seats);
        let next = self.next();
        state.legal.retain(|(seat, _)| next.is_some_and(|step| step.seat == *seat));
        let dictated = state.legal.iter_mut().filter(|_| self.dictated().is_some());
        for (_, legal) in dictated {
            let mut actions: Vec<Value> = serde_json::from_str(legal.get()).unwrap_or_default();
            actions.retain(|one| one.get("action") == next.map(|step| &step.action));
            *legal = raw(&actions);
        }
        state
    }

    fn actions(&self, seat: Seat) -> Vec<Value> {
        let is_taught = |action: &Value| self.next().is_some_and(|step| step.seat == seat && step.action == *action);
        self.table.actions(seat).into_iter().filter(is_taught).collect()
    }

    fn act(&mut self, seat: Seat, action: &Value) -> Result<(), ActError> {
        let Some(step) = self.next() else { return Err(ActError::LessonOver) };
        let other = self.own_answer().filter(|_| step.seat == seat && step.action != *action);
        if let Some(other) = other {
            self.table.branch().act(seat, action)?;
            return Err(ActError::LessonWins(self.spoken(other)));
        }
        if step.seat != seat || step.action != *action {
            let seat = step.seat;
            return Err(ActError::Untaught { seat, action: step.action.to_string() });
        }
        let mut table = self.table.branch();
        table.act(seat, action)?;
        for answer in &step.chance {
            table.answer(&answer.0)?;
        }
        self.table = table;
        Ok(())
    }

    fn answer(&mut self, answer: &str) -> Result<(), ActError> {
        self.table.answer(answer)
    }

    fn retract(&mut self) -> Result<(), ActError> {
        self.table.retract()
    }

    fn undo(&mut self) -> Result<(), ActError> {
        self.check_past_opening()?;
        self.table.undo()
    }

    fn may_undo(&self, seat: Seat) -> Result<(), ActError> {
        self.check_past_opening()?;
        self.table.may_undo(seat)
    }

    fn view(&self, viewer: Viewer) -> Value {
        self.table.view(viewer)
    }

    fn scene(&self, viewer: Viewer, at: Option<usize>) -> Option<Scene> {
        let mut scene = self.table.scene(viewer, at)?;
        scene.standing.clear();
        if at.is_none_or(|at| at == self.ply()) {
            scene.ending = None;
            match self.next().filter(|step| viewer.sees(step.seat)) {
                Some(taught) if self.dictated().is_some() => scene.moves.retain(|one| one.action == taught.action),
                Some(_) => {}
                None => scene.moves.clear(),
            }
            scene.teaching = self.teaching().filter(|_| viewer.sees(LEARNER));
            if let Some(teaching) = &scene.teaching {
                scene.prompt = teaching.text.as_str().into();
            }
        }
        Some(scene)
    }

    fn awaited_course(&self) -> Vec<SeatSet> {
        self.table.awaited_course()
    }

    fn pending_outcomes(&self) -> &[&'static ChanceOutcome] {
        self.table.pending_outcomes()
    }

    fn record(&self, reveal: bool) -> Record {
        self.table.record(reveal)
    }

    fn branch(&self) -> Box<dyn Match> {
        Box::new(LessonTable { table: self.table.branch(), lesson: self.lesson.clone(), followed: self.followed })
    }
}
