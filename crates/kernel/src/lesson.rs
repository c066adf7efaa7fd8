//! Lessons: guided first matches. Their outcomes are fixed, each decision has one permitted move,
//! and a text explains each new thing.
//!
//! A lesson is a record of dice entered by hand. The lines of the learner's steps have two more
//! keys, and the lesson ends with a last line of its own:
//!
//! ```text
//! {"format":"undercroft-record","version":1,"game":"pig","rules":1,"options":{},"seats":2,"minutes":5}
//! {"n":1,"seat":0,"action":{"type":"roll"},"chance":["4"],"say":"Roll the die: what falls is added up.","at":"turn"}
//! {"n":2,"seat":1,"action":{"type":"hold"}}
//! {"farewell":"That is all of it. Now a real one."}
//! ```
//!
//! A lesson is a record with words. `LessonTable` stands between the referee and the player: it
//! lets one move through, answers its dice from the record, and puts its words into the scene.
//! Pages, terminal, bots and hints know nothing of lessons. The server journals a lesson as a match
//! with dice entered by hand, and lists it nowhere.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};
use text::Text;

use crate::{
    ActError, BadRecord, ChanceOutcome, Match, Question, Record, Scene, Seat, SeatSet, State, Teaching, Viewer,
    erased::raw, record::Step,
};

/// The learner's seat; the lesson plays the others.
pub const LEARNER: Seat = Seat(0);

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
}

impl Lesson {
    /// Parses the text of a lesson.
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
        Ok(Lesson { record, minutes, words, farewell })
    }

    /// Returns the duration of a lesson in minutes, from the first line of its text.
    pub fn minutes_of(text: &str) -> Option<u32> {
        Some(minutes_in(&serde_json::from_str(text.lines().next()?).ok()?))
    }

    /// Returns the number of moves that the learner makes before step `n`, counted from 0.
    fn moves_before(&self, n: usize) -> usize {
        self.record.steps.iter().take(n).filter(|step| step.seat == LEARNER).count()
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

    /// Returns the next step.
    fn next(&self) -> Option<&Step> {
        self.lesson.record.steps.get(self.table.ply()).filter(|_| self.followed)
    }

    /// Returns the text that the learner sees now.
    fn teaching(&self) -> Option<Teaching> {
        let ply = self.table.ply();
        let of = self.lesson.moves_before(usize::MAX);
        // A game's texts are catalogued by the name of its crate, which is the game's id.
        let spoken = |text: &String| Text::find(self.meta().id, text).map_or_else(|| text.clone(), str::to_owned);
        let Some(step) = self.next() else {
            let text = spoken(&self.lesson.farewell);
            return Some(Teaching { text, piece: None, number: of, of, over: true });
        };
        let words = self.lesson.words.get(ply)?.as_ref().filter(|_| step.seat == LEARNER)?;
        let (text, piece, number) = (spoken(&words.text), words.piece.clone(), self.lesson.moves_before(ply) + 1);
        Some(Teaching { text, piece, number, of, over: false })
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

    fn outcome(&self) -> Option<Value> {
        self.table.outcome()
    }

    fn question(&self) -> Option<&Question> {
        self.table.question()
    }

    fn state(&self, seats: SeatSet) -> State {
        let mut state = self.table.state(seats);
        let next = self.next();
        state.legal.retain(|(seat, _)| next.is_some_and(|step| step.seat == *seat));
        for (_, legal) in &mut state.legal {
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
        self.table.undo()
    }

    fn may_undo(&self, seat: Seat) -> Result<(), ActError> {
        self.table.may_undo(seat)
    }

    fn view(&self, viewer: Viewer) -> Value {
        self.table.view(viewer)
    }

    fn scene(&self, viewer: Viewer, at: Option<usize>) -> Option<Scene> {
        let mut scene = self.table.scene(viewer, at)?;
        scene.standing.clear();
        if at.is_none_or(|at| at == self.ply()) {
            let taught = self.next().filter(|step| viewer.sees(step.seat)).map(|step| &step.action);
            scene.moves.retain(|one| Some(&one.action) == taught);
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
