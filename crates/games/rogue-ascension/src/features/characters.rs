//! The named bots that climb with you.

use kernel::{Character, Cue, Level, Picture, Temperament};
use text::text;

/// The characters, in the order in which they sit down at each level.
pub(super) const CHARACTERS: &[Character] = &[
    Character {
        id: "lumpkin",
        name: "Lumpkin",
        face: Picture("common/boots"),
        level: Level::Easy,
        temperament: Temperament::Bold,
        about: text!("Takes the stairs three at a time, in no order."),
        lines: &[
            (Cue::Begin, &[text!("Up is that way, yes?")]),
            (Cue::Harm, &[text!("Ow. Which one of you was that?")]),
            (Cue::Strike, &[text!("I hit it with the flat bit.")]),
            (Cue::Gain, &[text!("Is it food?")]),
            (Cue::Fall, &[text!("I shall lie here and keep the place.")]),
            (Cue::Loss, &[text!("We should have started at the top.")]),
            (Cue::Win, &[text!("Oh, there is a view.")]),
        ],
    },
    Character {
        id: "wenna",
        name: "Wenna",
        face: Picture("common/potion"),
        level: Level::Normal,
        temperament: Temperament::Careful,
        about: text!("Drinks early and often, for her health."),
        lines: &[
            (Cue::Begin, &[text!("Has everybody packed a flask?")]),
            (Cue::Harm, &[text!("I have something for that.")]),
            (Cue::Strike, &[text!("Strictly in self-defence.")]),
            (Cue::Gain, &[text!("Corked, and dated.")]),
            (Cue::Fall, &[text!("I was saving that one.")]),
            (Cue::Loss, &[text!("We were two flasks short.")]),
            (Cue::Win, &[text!("To all of us. Sip it.")]),
        ],
    },
    Character {
        id: "brandt",
        name: "Brandt",
        face: Picture("common/shield"),
        level: Level::Normal,
        temperament: Temperament::Bold,
        about: text!("Will draw one more card than is wise."),
        lines: &[
            (Cue::Begin, &[text!("How high can it be?")]),
            (Cue::Harm, &[text!("I have had worse on the ground floor.")]),
            (Cue::Strike, &[text!("Next landing!")]),
            (Cue::Gain, &[text!("One more, then.")]),
            (Cue::Fall, &[text!("Go on without me. Not too far.")]),
            (Cue::Loss, &[text!("We nearly had it, give or take a tower.")]),
            (Cue::Win, &[text!("Now down again.")]),
        ],
    },
    Character {
        id: "old-nettie",
        name: "Old Nettie",
        face: Picture("common/hourglass"),
        level: Level::Normal,
        temperament: Temperament::Careful,
        about: text!("Has climbed this before and takes her time."),
        lines: &[
            (Cue::Begin, &[text!("Mind the fourth step. You will see.")]),
            (Cue::Harm, &[text!("That step.")]),
            (Cue::Strike, &[text!("Used to take me two.")]),
            (Cue::Gain, &[text!("I left that here, I think.")]),
            (Cue::Fall, &[text!("About where I stopped last time.")]),
            (Cue::Loss, &[text!("It gets taller every year.")]),
            (Cue::Win, &[text!("Shorter than I remember.")]),
        ],
    },
    Character {
        id: "quill",
        name: "Quill",
        face: Picture("common/scroll"),
        level: Level::Hard,
        temperament: Temperament::Careful,
        about: text!("Has a map of the tower, and doubts it."),
        lines: &[
            (Cue::Begin, &[text!("The map is wrong in two places.")]),
            (Cue::Harm, &[text!("One of the two places.")]),
            (Cue::Strike, &[text!("Crossed out.")]),
            (Cue::Gain, &[text!("Not on the list. Welcome, though.")]),
            (Cue::Fall, &[text!("Make a note of this spot.")]),
            (Cue::Loss, &[text!("The third place.")]),
            (Cue::Win, &[text!("I shall need a longer map.")]),
        ],
    },
];
