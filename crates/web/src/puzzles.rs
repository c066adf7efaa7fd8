//! Puzzles: their pages, the person's answers, and matches that go on from a puzzle.

use model::PuzzleAnswer;
use table::{
    fault::Fault,
    ids,
    opening::{self, Drawn},
};
use views::{
    fields::Fields,
    puzzles::{self, Answers, LaidPuzzle, PuzzleDay},
};

use crate::{Answer, Hall, ME, Save, hall::ID, nothing_here};

impl Hall {
    /// Returns the person's answers.
    pub(crate) fn puzzle_answers(&self) -> Answers {
        let mut answers = self.answers.clone();
        answers.sort_by_key(|answer| (answer.at, answer.day));
        Answers::new(answers)
    }

    /// Answers a request below `/puzzles`.
    pub(crate) fn puzzles(
        &mut self,
        method: &str,
        path: &[&str],
        query: &Fields,
        fields: &Fields,
    ) -> Result<Answer, Fault> {
        let find = |game: &str, number: &str| LaidPuzzle::find(game, number.parse().map_err(|_| nothing_here())?);
        let (person, today) = (self.settings.person(), PuzzleDay::of(self.now));
        let visitor = self.visitor(&person);
        match (method, path) {
            ("GET", []) => Ok(Answer::html(200, puzzles::list(&visitor, &self.puzzle_answers(), &today).into_string())),
            ("GET", [game, number]) => {
                let view = query.view_options(None, false);
                let page = find(game, number)?.page(&visitor, &self.puzzle_answers(), &today, view)?;
                Ok(Answer::html(200, page.into_string()))
            }
            ("POST", [game, number]) => {
                self.note_answer(find(game, number)?.answer(&fields.action()?, self.now)?);
                Ok(Answer::to(format!("/puzzles/{game}/{number}")))
            }
            ("POST", [game, number, "play"]) => {
                let laid = find(game, number)?;
                let (id, at) = (ids::id::<ID>(self.bytes()), self.now);
                let drawn = Drawn { id, seed: None, share: || ids::share(self.bytes()), at };
                let (header, steps) = opening::of_puzzle(laid.title, &laid.puzzle, laid.table.as_ref(), ME, drawn)?;
                Ok(Answer::to(format!("/tables/{}", self.lay(header, steps)?)))
            }
            _ => Err(nothing_here()),
        }
    }

    /// Stores an answer. The first one to a puzzle counts, and for the puzzle of the day the first
    /// one of that day.
    fn note_answer(&mut self, answer: PuzzleAnswer) {
        let same =
            |other: &PuzzleAnswer| (&other.game, other.number, other.day) == (&answer.game, answer.number, answer.day);
        if !self.answers.iter().any(same) {
            self.saves.push(Save::Answer(answer.clone()));
            self.answers.push(answer);
        }
    }
}
