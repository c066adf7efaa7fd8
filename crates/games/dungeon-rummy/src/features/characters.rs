//! The named bots that sort the cards with the players.

use kernel::{Character, Cue, Level, Picture, Temperament};
use text::text;

/// The characters, in the order in which they sit down at each level.
pub(super) const CHARACTERS: &[Character] = &[
    Character {
        id: "fennel",
        name: "Fennel",
        face: Picture("dungeon-rummy/goblin-intern"),
        level: Level::Easy,
        temperament: Temperament::Bold,
        about: text!("An intern with a great future and no filing system."),
        lines: &[
            (Cue::Begin, &[text!("First day. Which way up are these?")]),
            (Cue::Harm, &[text!("Is that in my contract?")]),
            (Cue::Strike, &[text!("Filed!")]),
            (Cue::Gain, &[text!("May I keep it?")]),
            (Cue::Fall, &[text!("Can I go home now?")]),
            (Cue::Loss, &[text!("I shall not mention this in my report.")]),
            (Cue::Win, &[text!("Do we get paid for this?")]),
        ],
    },
    Character {
        id: "mrs-lund",
        name: "Mrs Lund",
        face: Picture("dungeon-rummy/overdue-librarian"),
        level: Level::Normal,
        temperament: Temperament::Careful,
        about: text!("Plays short and tidy, in a low voice."),
        lines: &[
            (Cue::Begin, &[text!("Quiet, please.")]),
            (Cue::Harm, &[text!("There will be a fine.")]),
            (Cue::Strike, &[text!("Returned to the shelf.")]),
            (Cue::Gain, &[text!("Catalogued.")]),
            (Cue::Fall, &[text!("We are closing.")]),
            (Cue::Loss, &[text!("Overdue, all of it.")]),
            (Cue::Win, &[text!("In order, at last.")]),
        ],
    },
    Character {
        id: "castor",
        name: "Castor",
        face: Picture("dungeon-rummy/cursed-orchestra"),
        level: Level::Normal,
        temperament: Temperament::Bold,
        about: text!("Saves everything for the grand finale."),
        lines: &[
            (Cue::Begin, &[text!("From the top.")]),
            (Cue::Harm, &[text!("Somebody came in early.")]),
            (Cue::Strike, &[text!("Fortissimo!")]),
            (Cue::Gain, &[text!("An encore piece.")]),
            (Cue::Fall, &[text!("Rest of eight bars.")]),
            (Cue::Loss, &[text!("The audience has left.")]),
            (Cue::Win, &[text!("Bravo. Mostly me.")]),
        ],
    },
    Character {
        id: "hob",
        name: "Hob",
        face: Picture("dungeon-rummy/moderate-rat"),
        level: Level::Normal,
        temperament: Temperament::Careful,
        about: text!("Never overdoes it."),
        lines: &[
            (Cue::Begin, &[text!("Shall we, in moderation?")]),
            (Cue::Harm, &[text!("A reasonable bite.")]),
            (Cue::Strike, &[text!("Just enough.")]),
            (Cue::Gain, &[text!("That will do.")]),
            (Cue::Fall, &[text!("A little too much.")]),
            (Cue::Loss, &[text!("Fair is fair.")]),
            (Cue::Win, &[text!("Let us not make a fuss.")]),
        ],
    },
    Character {
        id: "the-notary",
        name: "The Notary",
        face: Picture("dungeon-rummy/gargoyle-notary"),
        level: Level::Hard,
        temperament: Temperament::Careful,
        about: text!("Reads every card twice before signing."),
        lines: &[
            (Cue::Begin, &[text!("Sign here, and here.")]),
            (Cue::Harm, &[text!("Witnessed.")]),
            (Cue::Strike, &[text!("Sealed.")]),
            (Cue::Gain, &[text!("Deposited.")]),
            (Cue::Fall, &[text!("Null and void.")]),
            (Cue::Loss, &[text!("There was a clause.")]),
            (Cue::Win, &[text!("All in due form.")]),
        ],
    },
];
