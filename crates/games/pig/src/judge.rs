//! A plain policy, and the worth of a position.

use kernel::{Judge, Seat};

use crate::{Action, Pig};

impl Judge for Pig {
    /// Holds at 20, or with the goal in hand.
    fn reference(view: &Pig, _: Seat, moves: &[Action]) -> usize {
        let wanted = if view.points >= 20 { Action::Hold } else { Action::Roll };
        moves.iter().position(|action| *action == wanted).unwrap_or(0)
    }

    fn worth(&self, seat: Seat) -> f32 {
        match self.over() {
            true => f32::from(u8::from(self.outcome().placings[seat.index()] == 1)),
            false => f32::from(self.scores[seat.index()]) / f32::from(self.goal),
        }
    }
}
