//! Views: the data that each page shows to each person (`achievements`, `boards`, `calendar`,
//! `company`, `daily`, `front`, `goals`, `groups`, `lists`, `lookups`, `profile`). Those
//! that a browser shows too are in the crate `views`.

pub(crate) mod achievements;
pub(crate) mod boards;
pub(crate) mod calendar;
pub(crate) mod company;
pub(crate) mod daily;
pub(crate) mod front;
pub(crate) mod goals;
pub(crate) mod groups;
pub(crate) mod lists;
pub(crate) mod lookups;
pub(crate) mod profile;

pub(crate) use ::views::{audience, parts, sentence};

#[cfg(test)]
mod several_seats_tests;
