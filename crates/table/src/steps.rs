//! Decisions at a table under way: actions, chance outcomes entered by hand, undo, and early ends.
//!
//! Each changes the table in memory. The caller then stores what [`TableState::advance`] returns,
//! and only after that notes it with [`TableState::note_stored`].

use kernel::{Answer, EarlyEnd, EndedMatch, record::Step};
use serde_json::Value;
use text::t;

use crate::{
    Pending, TableState, Taken,
    fault::{Code, Fault},
    journal,
    rows::{MatchEnd, StepRow, TableStatus, Timestamp},
};

/// The state of a step after an action or a chance outcome.
#[derive(Clone, Debug)]
pub enum Advance {
    /// It waits for another chance outcome.
    Waits,
    /// The setup of the match is complete. These are its outcomes, to be stored.
    Setup(Vec<Answer>),
    /// It is complete, and to be stored, with the end of the match if it is one.
    Step(StepRow, Option<Box<MatchEnd>>),
}

impl TableState {
    /// Takes a step in memory.
    ///
    /// # Errors
    /// If the match has not begun, or the action is not legal; nothing has changed then.
    pub fn act(&mut self, action: &Value, step: Pending) -> Result<(), Fault> {
        self.playing()?;
        let before = self.all_epochs();
        self.uncommitted = true;
        let acted = self.table.as_mut().map_or(Ok(()), |table| table.act(step.seat, action));
        if let Err(refused) = acted {
            self.uncommitted = false;
            return Err(refused.into());
        }
        self.stepped(&before);
        self.pending = Some(Box::new(step));
        Ok(())
    }

    /// Enters in memory the chance outcome that a step waits for. `step` and `answers` say what the
    /// caller has seen.
    ///
    /// # Errors
    /// If none is waited for, the caller may not enter it, or it is impossible; nothing has changed
    /// then.
    pub fn answer(&mut self, me: &str, step: usize, answers: Option<usize>, value: &str) -> Result<(), Fault> {
        self.playing()?;
        self.check_may_answer(me)?;
        self.check_step(step, me)?;
        if let Some(answers) = answers {
            self.check_answers(answers, me)?;
        }
        self.uncommitted = true;
        let answered = self.table.as_mut().map_or(Ok(()), |table| table.answer(value));
        if let Err(refused) = answered {
            self.uncommitted = false;
            return Err(refused.into());
        }
        Ok(())
    }

    /// Returns what is to be stored after an action or an outcome; `at` is the present time.
    ///
    /// # Errors
    /// If the match has not begun.
    pub fn advance(&self, at: Timestamp) -> Result<Advance, Fault> {
        let table = self.playing()?;
        if table.question().is_some() {
            return Ok(Advance::Waits);
        }
        Ok(match (&self.pending, table.step(self.step())) {
            (Some(pending), Some(step)) => {
                let step = Step { bot: pending.bot.clone(), ..step };
                let row = StepRow { step, request: pending.request.clone(), at };
                Advance::Step(row, self.end(at).map(Box::new))
            }
            _ => Advance::Setup(journal::setup_of(table)),
        })
    }

    /// Notes that the step under way is stored, with the end of the match if it was one.
    pub fn note_stored(&mut self, taken: Taken, end: Option<MatchEnd>) {
        if let Some(pending) = self.pending.take() {
            self.note_step(*pending, taken);
        }
        if let Some(end) = end {
            self.note_ended(end.outcome);
        }
    }

    /// Returns the number of the last step if this person may take it back by the kernel's law of
    /// undo. `step` is the one that they have seen.
    ///
    /// # Errors
    /// If it may not be taken back, or the caller has not seen it.
    pub fn check_undo(&self, me: &str, step: usize) -> Result<usize, Fault> {
        let own = self.seats_of(Some(me));
        let any = own.lowest().ok_or_else(|| Fault::new(Code::NotYourSeat, t!("only players can take a step back")))?;
        self.check_step(step, me)?;
        let table = self.playing()?;
        let n = table.ply();
        table.may_undo(table.actor(n).filter(|seat| own.contains(*seat)).unwrap_or(any))?;
        Ok(n)
    }

    /// Takes back step `from` and all steps after it in memory. The caller has checked the
    /// permission.
    ///
    /// # Errors
    /// If the match cannot go back so far.
    pub fn take_back(&mut self, from: usize) -> Result<(), Fault> {
        self.uncommitted = true;
        if let Some(table) = self.table.as_mut() {
            while table.ply() >= from {
                table.undo()?;
            }
        }
        self.pending = None;
        self.taken_back();
        Ok(())
    }

    /// Notes that step `from` and all after it, which were taken back, are no longer stored.
    pub fn note_removed(&mut self, from: usize) {
        self.talk.taken_back(from);
        self.forget_steps(from);
    }

    /// Ends the match in memory before the rules do, and returns its end, to be stored. The caller
    /// has checked that it goes on, and the permission.
    ///
    /// # Errors
    /// If the match has not begun, or is over.
    pub fn end_early(&mut self, ended: EarlyEnd, at: Timestamp) -> Result<MatchEnd, Fault> {
        let early = EndedMatch::new(self.playing()?.branch(), ended.clone());
        let early = early.map_err(|bad| Fault::new(Code::WrongPhase, bad.to_string()))?;
        self.uncommitted = true;
        self.table = Some(Box::new(early));
        self.header.ended = Some(ended);
        self.pending = None;
        self.taken_back();
        self.end(at).ok_or_else(|| Fault::new(Code::Internal, t!("this table could not be opened")))
    }

    /// Notes that the end of the match is stored.
    pub fn note_ended(&mut self, outcome: Value) {
        self.header.status = TableStatus::Over;
        self.header.outcome = Some(Box::new(outcome));
    }

    /// Takes back the last outcome that was entered for the waiting step, or the step itself if
    /// there is none.
    ///
    /// # Errors
    /// If the caller may not do that, or has not seen the step.
    pub fn retract(&mut self, me: &str, step: usize) -> Result<(), Fault> {
        self.check_may_answer(me)?;
        self.check_step(step, me)?;
        if let Some(table) = self.table.as_mut() {
            table.retract()?;
        }
        self.auto_actions.clear();
        self.armed.clear();
        if !self.has_question() {
            self.pending = None;
        }
        Ok(())
    }

    /// Takes a step of the journal that was taken elsewhere, at this revision of the table. Returns
    /// `false` if it does not fit; the table must then be replayed.
    pub fn take_other(&mut self, row: StepRow, revision: u64) -> bool {
        let Some(table) = self.table.as_mut() else { return false };
        let mut taken = table.act(row.step.seat, &row.step.action).is_ok();
        while taken && table.question().is_some() {
            let next = row.step.chance.get(table.pending_outcomes().len());
            taken = next.is_some_and(|outcome| table.answer(&outcome.0).is_ok());
        }
        let same = |step: Step| step.n == row.step.n && step.chance == row.step.chance;
        if !taken || !table.step(row.step.n).is_some_and(same) {
            return false;
        }
        let step = Pending { seat: row.step.seat, request: row.request, bot: row.step.bot };
        self.note_step(step, Taken { at: row.at, revision });
        true
    }
}
