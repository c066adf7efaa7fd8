//! Early ends: a match that its players end before the rules do.
//!
//! The steps of such a match lead to no outcome. Its outcome follows from who ended it, so a record
//! with an early end can be checked like any other.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use text::t;

use crate::{
    ActError, BadRecord, ChanceOutcome, Ending, Match, Mode, Outcome, Question, Record, Scene, Seat, SeatSet, Sentence,
    State, Tone, Viewer, erased::over, listed, say,
};

/// How the players ended a match before the rules did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "lowercase")]
pub enum EarlyEnd {
    /// All players agreed to end it.
    Agreement,
    /// The player of these seats conceded.
    Concession {
        /// The seats, in order.
        seats: Vec<Seat>,
    },
}

impl EarlyEnd {
    /// Returns the outcome of a match of so many seats. Those who play together lose. Rivals draw
    /// if they agreed; a rival who concedes comes after all others.
    ///
    /// ```
    /// use kernel::{EarlyEnd, Mode, Seat};
    ///
    /// let conceded = EarlyEnd::Concession { seats: vec![Seat(0)] };
    /// assert_eq!(conceded.outcome(Mode::Competitive, 3).placings[..], [3, 1, 1]);
    /// assert!(!EarlyEnd::Agreement.outcome(Mode::Competitive, 2).won(Seat(0)));
    /// assert_eq!(EarlyEnd::Agreement.outcome(Mode::Cooperative, 2).victory, Some(false));
    /// ```
    pub fn outcome(&self, mode: Mode, seats: u8) -> Outcome {
        let conceded: &[Seat] = match (mode, self) {
            (Mode::Cooperative, _) => return Outcome::together(seats, false),
            (Mode::Competitive, EarlyEnd::Agreement) => &[],
            (Mode::Competitive, EarlyEnd::Concession { seats }) => seats,
        };
        let last = 1 + Seat::all(seats).filter(|seat| !conceded.contains(seat)).count() as u8;
        let place = |seat: Seat| if conceded.contains(&seat) { last } else { 1 };
        Outcome { victory: None, placings: Seat::all(seats).map(place).collect(), scores: None }
    }

    /// Returns the end as `viewer` sees it.
    fn ending(&self, mode: Mode, viewer: Viewer) -> Ending {
        let own = |seats: &[Seat]| seats.iter().any(|seat| viewer == Viewer::Seat(*seat));
        let (title, story, tone) = match (mode, self) {
            (Mode::Cooperative, EarlyEnd::Agreement) => {
                (t!("Given up together").into(), t!("All agreed to end the match. It counts as lost."), Tone::Bad)
            }
            (Mode::Cooperative, EarlyEnd::Concession { .. }) => {
                (t!("Given up").into(), t!("The match was ended before its time. It counts as lost."), Tone::Bad)
            }
            (Mode::Competitive, EarlyEnd::Agreement) => {
                (t!("Ended by agreement").into(), t!("All agreed to end the match. It counts as drawn."), Tone::Plain)
            }
            (Mode::Competitive, EarlyEnd::Concession { seats }) => {
                let title = seats.first().map_or_else(Sentence::new, |seat| say!("{seat} conceded", seat = *seat));
                let tone = match viewer {
                    _ if own(seats) => Tone::Bad,
                    Viewer::Seat(_) => Tone::Good,
                    Viewer::Spectator | Viewer::All => Tone::Plain,
                };
                (title, t!("Whoever concedes comes last. The others share the first place."), tone)
            }
        };
        Ending { title, story: story.into(), tone, numbers: Vec::new(), unlocked: None, draw: None, epitaph: None }
    }
}

impl std::fmt::Display for EarlyEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            EarlyEnd::Agreement => f.write_str("ended by agreement"),
            EarlyEnd::Concession { seats } => {
                let seats: Vec<String> = seats.iter().map(|seat| format!("seat {seat}")).collect();
                write!(f, "conceded by {}", listed(&seats))
            }
        }
    }
}

/// A match that its players have ended before the rules did: it takes no more steps.
pub struct EndedMatch {
    table: Box<dyn Match>,
    end: EarlyEnd,
}

impl EndedMatch {
    /// Ends a match. A step that waits for a chance outcome is given up.
    ///
    /// # Errors
    /// If the match is over, its setup is not complete, or the seats cannot have conceded.
    pub fn new(mut table: Box<dyn Match>, end: EarlyEnd) -> Result<EndedMatch, BadRecord> {
        let wrong = |why: &'static str| Err(BadRecord::EarlyEnd { why });
        if table.outcome().is_some() {
            return wrong("the match was over already");
        }
        while table.question().is_some() {
            if table.undo().is_err() {
                return wrong("the match was not laid out");
            }
        }
        if let EarlyEnd::Concession { seats } = &end
            && (seats.is_empty()
                || seats.windows(2).any(|two| two[0] >= two[1])
                || seats.iter().any(|seat| seat.0 >= table.seats()))
        {
            return wrong("it names no seats of the match, in order, that conceded");
        }
        Ok(EndedMatch { table, end })
    }

    /// Opens a match with an early end from its record, given the match of its steps.
    ///
    /// # Errors
    /// If the match cannot have ended so, or with the outcome of the record.
    pub fn load(table: Box<dyn Match>, end: EarlyEnd, outcome: Option<&Value>) -> Result<EndedMatch, BadRecord> {
        let table = EndedMatch::new(table, end)?;
        let wanted = table.value();
        match outcome.filter(|found| **found != wanted) {
            Some(found) => Err(BadRecord::Outcome { found: found.to_string(), wanted: wanted.to_string() }),
            None => Ok(table),
        }
    }

    fn value(&self) -> Value {
        (&self.end.outcome(self.table.meta().mode, self.table.seats())).into()
    }

    /// The reason for every refusal.
    const OVER: ActError = ActError::UndoLaw("the match is over");
}

impl Match for EndedMatch {
    pass_on!(table);

    fn awaited(&self) -> SeatSet {
        SeatSet::EMPTY
    }

    fn asked_first(&self) -> Option<Seat> {
        None
    }

    fn outcome(&self) -> Option<Value> {
        Some(self.value())
    }

    fn question(&self) -> Option<&Question> {
        None
    }

    fn state(&self, _seats: SeatSet) -> State {
        State { ply: self.ply(), status: over(self.value()), legal: Vec::new(), ask: None }
    }

    fn actions(&self, _seat: Seat) -> Vec<Value> {
        Vec::new()
    }

    fn act(&mut self, seat: Seat, _action: &Value) -> Result<(), ActError> {
        Err(ActError::NotAwaited { seat, awaited: "the match is over".to_owned() })
    }

    fn answer(&mut self, _answer: &str) -> Result<(), ActError> {
        Err(ActError::NotAsked)
    }

    fn retract(&mut self) -> Result<(), ActError> {
        Err(ActError::NotAsked)
    }

    fn undo(&mut self) -> Result<(), ActError> {
        Err(EndedMatch::OVER)
    }

    fn may_undo(&self, _seat: Seat) -> Result<(), ActError> {
        Err(EndedMatch::OVER)
    }

    fn view(&self, viewer: Viewer) -> Value {
        let mut view = self.table.view(viewer);
        view["awaiting"] = Value::Null;
        view
    }

    fn scene(&self, viewer: Viewer, at: Option<usize>) -> Option<Scene> {
        let mut scene = self.table.scene(viewer, at)?;
        if at.is_none_or(|at| at == self.ply()) {
            let ending = self.end.ending(self.meta().mode, viewer);
            scene.prompt.clone_from(&ending.title);
            scene.ending = Some(ending);
            scene.moves.clear();
            scene.standing.clear();
            (scene.balance, scene.outlooks) = (None, Vec::new());
            scene.areas.iter_mut().for_each(|area| area.active = false);
        }
        Some(scene)
    }

    fn awaited_course(&self) -> Vec<SeatSet> {
        let mut course = self.table.awaited_course();
        if let Some(last) = course.last_mut() {
            *last = SeatSet::EMPTY;
        }
        course
    }

    fn pending_outcomes(&self) -> &[&'static ChanceOutcome] {
        &[]
    }

    fn record(&self, reveal: bool) -> Record {
        let mut record = self.table.record(reveal);
        (record.header.ended, record.outcome) = (Some(self.end.clone()), Some(self.value()));
        record
    }

    fn branch(&self) -> Box<dyn Match> {
        Box::new(EndedMatch { table: self.table.branch(), end: self.end.clone() })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn ends_are_written_as_records_have_them() {
        let conceded = EarlyEnd::Concession { seats: vec![Seat(0), Seat(2)] };
        assert_eq!(json!(conceded), json!({ "by": "concession", "seats": [0, 2] }));
        assert_eq!(json!(EarlyEnd::Agreement), json!({ "by": "agreement" }));
        assert_eq!(serde_json::from_value::<EarlyEnd>(json!(conceded)).ok(), Some(conceded.clone()));
        assert_eq!(conceded.to_string(), "conceded by seat 0 and seat 2");
    }
}
