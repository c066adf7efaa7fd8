//! The features of the game besides its table.

mod achievements;
mod characters;
mod daily;

use kernel::{AutoActions, Encoding, Features, Puzzles};

use crate::{Gloombah, auto_actions, content};

static PUZZLES: Puzzles =
    Puzzles::of_file("gloombah", text::file!("../puzzles.jsonl"), text::file_lines!("../puzzles.jsonl"));

pub(crate) static FEATURES: Features<Gloombah> = Features {
    lessons: &[include_str!("../lesson.jsonl")],
    puzzles: Some(&PUZZLES),
    achievements: &achievements::ACHIEVEMENTS,
    daily: Some(daily::DAILY),
    characters: characters::CHARACTERS,
    phrases: content::PHRASES,
    auto_actions: AutoActions {
        carry_out: auto_actions::carry_out,
        stands: auto_actions::stands,
        armable: auto_actions::armable,
        still_meant: auto_actions::still_meant,
    },
    encoding: Encoding::OF,
    ..Features::NONE
};
