//! The features of the game besides its table.

mod achievements;
mod characters;
mod daily;

use kernel::{Encoding, Features, Puzzles};

use crate::{Crimsonbranch, content, names, odds};

static PUZZLES: Puzzles =
    Puzzles::of_file("crimsonbranch", text::file!("../puzzles.jsonl"), text::file_lines!("../puzzles.jsonl"));

pub(crate) static FEATURES: Features<Crimsonbranch> = Features {
    lessons: &[include_str!("../lessons/1.jsonl"), include_str!("../lessons/2.jsonl")],
    puzzles: Some(&PUZZLES),
    achievements: &achievements::ACHIEVEMENTS,
    daily: Some(daily::DAILY),
    characters: characters::CHARACTERS,
    phrases: content::PHRASES,
    preview: Some(|options| names::preview(&options.hero)),
    suggestion: |option, number| (option == "hero").then(|| names::suggestion(number)),
    odds: Some(odds::ODDS),
    encoding: Encoding::OF,
    ..Features::NONE
};
