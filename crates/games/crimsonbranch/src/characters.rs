//! Bots with a name: who walks the branches alone.

use kernel::{Character, Cue, Level, Picture, Temperament};

/// In the order in which they sit down at each level.
pub(crate) const CHARACTERS: &[Character] = &[
    Character {
        id: "tansy",
        name: "Tansy",
        face: Picture("crimsonbranch/ranger"),
        level: Level::Easy,
        temperament: Temperament::Bold,
        about: "Off the path before anybody says so.",
        lines: &[
            (Cue::Begin, &["It cannot be far."]),
            (Cue::Harm, &["Thorns. Large ones."]),
            (Cue::Strike, &["Out of my way, please."]),
            (Cue::Gain, &["Pretty."]),
            (Cue::Fall, &["I can see roots."]),
            (Cue::Loss, &["Next time I take the other branch."]),
            (Cue::Win, &["I meant to do that."]),
        ],
    },
    Character {
        id: "corwin",
        name: "Corwin",
        face: Picture("crimsonbranch/paladin"),
        level: Level::Normal,
        temperament: Temperament::Careful,
        about: "Visits small places first, and writes home.",
        lines: &[
            (Cue::Begin, &["Dear all. It is a tree."]),
            (Cue::Harm, &["Dear all. I am mostly well."]),
            (Cue::Strike, &["Regretfully."]),
            (Cue::Gain, &["Enclosed, one pearl."]),
            (Cue::Fall, &["Dear all."]),
            (Cue::Loss, &["Please keep supper."]),
            (Cue::Win, &["Home by Sunday."]),
        ],
    },
    Character {
        id: "isaura",
        name: "Isaura",
        face: Picture("crimsonbranch/wizard"),
        level: Level::Hard,
        temperament: Temperament::Bold,
        about: "Meets the Great Evil a little early, on principle.",
        lines: &[
            (Cue::Begin, &["Everything here has an end. I have counted."]),
            (Cue::Harm, &["Expected."]),
            (Cue::Strike, &["Subtracted."]),
            (Cue::Gain, &["Carried."]),
            (Cue::Fall, &["A sign error."]),
            (Cue::Loss, &["The proof was sound up to there."]),
            (Cue::Win, &["Which was to be shown."]),
        ],
    },
];
