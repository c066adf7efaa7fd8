//! The state of tables, which is a crate of its own.

pub use table::{
    ActiveAutoAction, Analysed, ArmedAct, Expected, Progress, SeatNames, TableEvent, TableState, characters, clocks,
    level_option, race,
};

pub(crate) use table::{
    Advance, BotChoice, Pending, Taken, Talk, check_playouts, daily, epochs_of, hint_luck, journal, left_match,
    opening, state_of, tried,
};
