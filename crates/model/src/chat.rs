//! Chat at a table: its limit, and reactions.

use text::t;

/// Maximum length of a chat message, in characters.
pub const LONGEST_REMARK: usize = 300;

/// A reaction to a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Reaction {
    Bravo,
    Wow,
    Laugh,
    Ouch,
    Thanks,
}

impl Reaction {
    /// Every reaction.
    pub const ALL: [Reaction; 5] = [Reaction::Bravo, Reaction::Wow, Reaction::Laugh, Reaction::Ouch, Reaction::Thanks];

    /// Returns its name in forms, JSON and the store.
    pub const fn name(self) -> &'static str {
        match self {
            Reaction::Bravo => "bravo",
            Reaction::Wow => "wow",
            Reaction::Laugh => "laugh",
            Reaction::Ouch => "ouch",
            Reaction::Thanks => "thanks",
        }
    }

    /// Returns its text.
    pub fn words(self) -> &'static str {
        match self {
            Reaction::Bravo => t!("Well done"),
            Reaction::Wow => t!("Wow"),
            Reaction::Laugh => t!("Ha ha"),
            Reaction::Ouch => t!("Ouch"),
            Reaction::Thanks => t!("Thanks"),
        }
    }

    /// Returns the reaction of this name.
    pub fn named(name: &str) -> Option<Reaction> {
        Reaction::ALL.into_iter().find(|reaction| reaction.name() == name)
    }
}
