//! Checks of the state that a caller must have seen, and of their permissions.

use kernel::{Audience, Seat, Viewer};
use text::t;

use super::{Expected, TableState};
use crate::{
    fault::{Code, Fault},
    rows::TableStatus,
};

impl TableState {
    /// Checks that a caller knows the decision that a seat faces: they name its epoch, or have seen
    /// the last step.
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

    /// Checks that a caller answers the present question, and not an earlier one.
    ///
    /// # Errors
    /// If not; the present state is added.
    pub fn check_answers(&self, answers: usize, me: &str) -> Result<(), Fault> {
        match answers == self.answers() {
            true => Ok(()),
            false => {
                let text = t!(
                    "that outcome is entered already: this step has {} outcomes, you have seen {answers}",
                    self.answers()
                );
                Err(self.with_present_state(Fault::new(Code::Stale, text), me))
            }
        }
    }

    /// Checks that a caller may enter the chance outcome that is asked for. If one player alone
    /// knows the remaining cards, that player enters the card. An outcome for everybody is entered
    /// by the player who moved, the player whom it concerns, or the host. A hidden outcome is
    /// entered by a player who may see it. The host enters it if all of these are bots.
    ///
    /// # Errors
    /// If not.
    pub fn check_may_answer(&self, me: &str) -> Result<(), Fault> {
        let question = self.table.as_deref().and_then(|table| table.question());
        if let Some(teller) = question.and_then(|question| question.why.teller) {
            return match self.seats_of(Some(me)).contains(teller) || self.deals_for_bots(me) {
                true => Ok(()),
                false => {
                    Err(Fault::new(Code::NotYourSeat, t!("only the owner of these cards can say which card was drawn")))
                }
            };
        }
        if let Some(question) = question.filter(|question| question.why.audience != Audience::Everybody) {
            let sees = |seat: Seat| question.why.audience.includes(Viewer::Seat(seat));
            return match self.seats_of(Some(me)).iter().any(sees) || self.deals_for_bots(me) {
                true => Ok(()),
                false => Err(Fault::new(Code::NotYourSeat, t!("only players who may see this outcome can enter it"))),
            };
        }
        let concerned =
            [question.and_then(|question| question.why.seat), self.pending.as_ref().map(|pending| pending.seat)];
        let own = self.seats_of(Some(me));
        match self.header.host == me || concerned.into_iter().flatten().any(|seat| own.contains(seat)) {
            true => Ok(()),
            false => {
                Err(Fault::new(Code::NotYourSeat, t!("only the player who moved, or the host, can enter these dice")))
            }
        }
    }

    /// Adds the present state to a refusal of a stale request.
    pub fn with_present_state(&self, mut fault: Fault, me: &str) -> Fault {
        if fault.code == Code::Stale && self.table.is_some() && !self.uncommitted {
            fault.present = Some(Box::new(self.present(Some(me))));
        }
        fault
    }

    /// Checks that the table belongs to no race that has begun; `told` is the error text.
    ///
    /// # Errors
    /// If it does.
    pub fn check_no_race(&self, told: &str) -> Result<(), Fault> {
        match self.header.race.is_some() && self.header.status != TableStatus::Open {
            true => Err(Fault::new(Code::WrongPhase, told)),
            false => Ok(()),
        }
    }

    /// Checks that the match is not a ranked try of the daily match; `told` is the error text.
    pub fn check_no_try(&self, told: &str) -> Result<(), Fault> {
        match self.header.tried_day() {
            Some(_) => Err(Fault::new(Code::WrongPhase, told)),
            None => Ok(()),
        }
    }
}
