//! Races: people play a match of one seat each, with the same dice.

use kernel::{Meta, Mode};

/// The numbers of racers: the least and the most.
pub const RACERS: (u8, u8) = (2, 6);
/// The number of seats with which a race opens.
pub const USUAL_RACERS: u8 = 4;

/// Returns whether a game can be raced: one person can play it alone.
pub fn can_race(meta: &Meta) -> bool {
    meta.seats.0 == 1 && meta.mode == Mode::Cooperative
}

/// Returns whether friends can only race a game: it has one seat.
pub const fn is_raced_only(meta: &Meta) -> bool {
    meta.seats.1 < 2
}

/// Returns how many seats a table of a game may have: the least and the most.
pub const fn seat_counts(meta: &Meta, race: bool) -> (u8, u8) {
    if race { RACERS } else { meta.seats }
}

/// The state of a racer's match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RacerState {
    /// It goes on.
    Racing,
    /// The racer has won it.
    Won,
    /// The racer has lost it.
    Lost,
    /// The racer has left it.
    Left,
}

impl RacerState {
    /// Every state.
    pub const ALL: [RacerState; 4] = [RacerState::Racing, RacerState::Won, RacerState::Lost, RacerState::Left];

    /// Returns its name in the HTTP interface.
    pub const fn name(self) -> &'static str {
        match self {
            RacerState::Racing => "racing",
            RacerState::Won => "won",
            RacerState::Lost => "lost",
            RacerState::Left => "left",
        }
    }
}
