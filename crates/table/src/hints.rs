//! Hints: whether one may be given, and the seed of its playouts.

use kernel::{ActError, Seat};
use sha2::{Digest, Sha256};
use text::t;

use crate::{
    Expected, TableState,
    fault::{Code, Fault},
    rows::TableStatus,
};

impl TableState {
    /// Checks that a person may have a hint for a seat of theirs, and returns the seat.
    ///
    /// # Errors
    /// If the seat is not theirs or has nothing to decide, or the match counts.
    pub fn check_hint(&self, me: &str, seat: u64, expected: Expected) -> Result<Seat, Fault> {
        let seat = self.own_seat(seat, me, t!("you can ask for a hint only for your own"))?;
        self.check_decision(seat, expected, me)?;
        self.check_no_try(t!("no hints are given in the ranked try of a day"))?;
        if self.header.raced_in().is_some() {
            return Err(Fault::new(Code::WrongPhase, t!("no hints are given in a race")));
        }
        if self.header.ranked {
            return Err(Fault::new(Code::WrongPhase, t!("no hints are given in a ranked match")));
        }
        self.check_has_choice(seat)?;
        Ok(seat)
    }

    /// Checks that a seat has something to decide.
    fn check_has_choice(&self, seat: Seat) -> Result<(), Fault> {
        if self.header.status == TableStatus::Over {
            return Err(Fault::new(Code::WrongPhase, t!("the match is over; there is nothing left to decide")));
        }
        let table = self.playing()?;
        match table.question() {
            Some(question) => Err(ActError::Asked(Box::new(question.clone())).into()),
            None if table.awaited().contains(seat) => Ok(()),
            None => Err(Fault::new(
                Code::NotAwaited,
                t!("seat {seat} has nothing to decide now; wait for its turn", seat = seat.0),
            )),
        }
    }
}

/// Returns the seed of a hint's playouts, derived from the table and the decision, so that asking
/// again reveals nothing new. The seed of the match is not used, because nothing that is shown may
/// depend on sealed data.
pub fn hint_luck(id: &str, seat: Seat, epoch: usize) -> u64 {
    let mark = Sha256::digest(format!("hint {id} {seat} {epoch}"));
    mark.iter().take(8).fold(0, |luck, byte| luck << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_differs_from_seat_to_seat_and_from_decision_to_decision() {
        let luck = hint_luck;
        let all = [luck("t", Seat(0), 1), luck("t", Seat(1), 1), luck("t", Seat(0), 2), luck("u", Seat(0), 1)];
        assert!(all.iter().enumerate().all(|(n, one)| !all[..n].contains(one)), "{all:?}");
        assert_eq!(all[0], luck("t", Seat(0), 1));
    }
}
