//! The features of the game besides its table.

mod achievements;
mod characters;
mod daily;

use kernel::{AutoActions, Encoding, Features, Puzzles, TableTalk};

use crate::{DungeonRummy, content, scene::lay};

static PUZZLES: Puzzles =
    Puzzles::of_file("dungeon-rummy", text::file!("../puzzles.jsonl"), text::file_lines!("../puzzles.jsonl"));

pub(crate) static FEATURES: Features<DungeonRummy> = Features {
    lessons: &[include_str!("../lesson.jsonl")],
    puzzles: Some(&PUZZLES),
    achievements: &achievements::ACHIEVEMENTS,
    daily: Some(daily::DAILY),
    characters: characters::CHARACTERS,
    phrases: content::PHRASES,
    // Players of one side could tell each other their cards and so play with open hands: while
    // hands are hidden, chat has only phrases.
    table_talk: |options, seats| if seats > 1 && !options.open_hands { TableTalk::Phrases } else { TableTalk::Free },
    auto_actions: AutoActions { carry_out: lay::carry_out, ..AutoActions::NONE },
    encoding: Encoding::OF,
    ..Features::NONE
};
