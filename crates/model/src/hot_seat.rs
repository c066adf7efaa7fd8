//! Several people at one browser, who hand it to each other: one person has several seats.

use std::{fmt, str::FromStr};

use kernel::{Seat, SeatSet};

/// The seat from which a person looks, one of theirs: `1`, or `1-12` for a player who has come to
/// the shared screen after step 12 though it is not their turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChosenSeat {
    /// The seat.
    pub seat: Seat,
    /// The number of steps at that time, for a player who only looks. After another step the screen
    /// stands between the players again.
    pub step: Option<usize>,
}

impl fmt::Display for ChosenSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(step) => write!(f, "{}-{step}", self.seat),
            None => self.seat.fmt(f),
        }
    }
}

/// A text that is no [`ChosenSeat`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a seat to look from is a number such as 1, or a number and a step such as 1-12")]
pub struct BadSeat;

impl FromStr for ChosenSeat {
    type Err = BadSeat;

    fn from_str(text: &str) -> Result<ChosenSeat, BadSeat> {
        let (seat, step) = text.split_once('-').map_or((text, None), |(seat, step)| (seat, Some(step)));
        let step = step.map(str::parse).transpose().map_err(|_| BadSeat)?;
        Ok(ChosenSeat { seat: Seat(seat.parse().map_err(|_| BadSeat)?), step })
    }
}

/// The screen between the players at one browser: it shows nobody's secrets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandOver {
    /// The seat that must act next.
    pub to: Seat,
    /// The other seats at this browser whose players may come to the screen instead: those that
    /// must act too.
    pub awaited: SeatSet,
    /// The same for those that may only look.
    pub looking: SeatSet,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chosen_seats_are_read_as_they_are_written() {
        for text in ["0", "3", "1-0", "5-4711"] {
            assert_eq!(text.parse::<ChosenSeat>().map(|seat| seat.to_string()).as_deref(), Ok(text));
        }
        for text in ["", "-", "1-", "-1", "a", "1-a", "1-2-3", "256"] {
            assert_eq!(text.parse::<ChosenSeat>(), Err(BadSeat), "{text}");
        }
    }
}
