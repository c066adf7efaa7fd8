//! The features of the game besides its table.

mod achievements;
mod characters;
mod daily;

use kernel::{AutoActions, Encoding, Features, Puzzles};

use crate::{AccursedTomb, content, odds, scene};

static PUZZLES: Puzzles =
    Puzzles::of_file("accursed-tomb", text::file!("../puzzles.jsonl"), text::file_lines!("../puzzles.jsonl"));

pub(crate) static FEATURES: Features<AccursedTomb> = Features {
    lessons: &[include_str!("../lesson.jsonl")],
    puzzles: Some(&PUZZLES),
    achievements: &achievements::ACHIEVEMENTS,
    daily: Some(daily::DAILY),
    characters: characters::CHARACTERS,
    phrases: content::PHRASES,
    auto_actions: AutoActions { carry_out: scene::carry_out, ..AutoActions::NONE },
    odds: Some(odds::ODDS),
    encoding: Encoding::OF,
    ..Features::NONE
};
