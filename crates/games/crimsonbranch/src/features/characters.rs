//! The named bots that walk the branches alone.

use kernel::{Character, Cue, Level, Picture, Temperament};
use text::text;

/// The characters, in the order in which they sit down at each level.
pub(super) const CHARACTERS: &[Character] = &[
    Character {
        id: "tansy",
        name: "Tansy",
        face: Picture("crimsonbranch/ranger"),
        level: Level::Easy,
        temperament: Temperament::Bold,
        about: text!("Off the path before anybody says so."),
        lines: &[
            (Cue::Begin, &[text!("It cannot be far.")]),
            (Cue::Harm, &[text!("Thorns. Large ones.")]),
            (Cue::Strike, &[text!("Out of my way, please.")]),
            (Cue::Gain, &[text!("Pretty.")]),
            (Cue::Fall, &[text!("I can see roots.")]),
            (Cue::Loss, &[text!("Next time I take the other branch.")]),
            (Cue::Win, &[text!("I meant to do that.")]),
        ],
    },
    Character {
        id: "corwin",
        name: "Corwin",
        face: Picture("crimsonbranch/paladin"),
        level: Level::Normal,
        temperament: Temperament::Careful,
        about: text!("Visits small places first, and writes home."),
        lines: &[
            (Cue::Begin, &[text!("Dear all. It is a tree.")]),
            (Cue::Harm, &[text!("Dear all. I am mostly well.")]),
            (Cue::Strike, &[text!("Regretfully.")]),
            (Cue::Gain, &[text!("Enclosed, one pearl.")]),
            (Cue::Fall, &[text!("Dear all.")]),
            (Cue::Loss, &[text!("Please keep supper.")]),
            (Cue::Win, &[text!("Home by Sunday.")]),
        ],
    },
    Character {
        id: "isaura",
        name: "Isaura",
        face: Picture("crimsonbranch/wizard"),
        level: Level::Hard,
        temperament: Temperament::Bold,
        about: text!("Meets the Great Evil a little early, on principle."),
        lines: &[
            (Cue::Begin, &[text!("Everything here has an end. I have counted.")]),
            (Cue::Harm, &[text!("Expected.")]),
            (Cue::Strike, &[text!("Subtracted.")]),
            (Cue::Gain, &[text!("Carried.")]),
            (Cue::Fall, &[text!("A sign error.")]),
            (Cue::Loss, &[text!("The proof was sound up to there.")]),
            (Cue::Win, &[text!("Which was to be shown.")]),
        ],
    },
];
