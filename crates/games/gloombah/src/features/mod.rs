//! The features of the game besides its table.

mod achievements;
mod characters;
mod daily;

use kernel::{AutoActions, Features, Puzzles};

use crate::{Gloombah, content, orders};

static PUZZLES: Puzzles = Puzzles::new(include_str!("../puzzles.jsonl"));

pub(crate) static FEATURES: Features<Gloombah> = Features {
    lesson: Some(include_str!("../lesson.jsonl")),
    puzzles: Some(&PUZZLES),
    achievements: &achievements::ACHIEVEMENTS,
    daily: Some(daily::DAILY),
    characters: characters::CHARACTERS,
    phrases: content::PHRASES,
    auto_actions: AutoActions {
        carry_out: orders::carry_out,
        stands: orders::stands,
        armable: orders::armable,
        still_meant: orders::still_meant,
    },
    ..Features::NONE
};
