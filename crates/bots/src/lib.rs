//! Players that are not people.
//!
//! A bot sees what its seat sees: the view and the legal list, never the state.

use kernel::{Game, Judge, Seat, below};
use rand_core::Rng;

/// A player that is not a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bot {
    /// Does anything legal, each with equal chance.
    Random,
    /// Does what the game's own reference policy says.
    Reference,
}

/// A name that no bot has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no bot {0:?}; there are {names}", names = names().join(", "))]
pub struct UnknownBot(pub String);

impl Bot {
    /// Every bot.
    pub const ALL: [Bot; 2] = [Bot::Random, Bot::Reference];

    /// Its name in protocols and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Bot::Random => "random",
            Bot::Reference => "reference",
        }
    }

    /// What to expect of it, for people.
    pub const fn about(self) -> &'static str {
        match self {
            Bot::Random => "does anything that is allowed",
            Bot::Reference => "plays by a sound, simple plan",
        }
    }

    /// The index in `moves` of what it does. Only `random` uses `rng`.
    ///
    /// # Panics
    /// If there are no moves.
    pub fn choose<G: Judge, R: Rng>(
        self,
        view: &G::View,
        seat: Seat,
        moves: &[<G as Game>::Action],
        rng: &mut R,
    ) -> usize {
        match self {
            Bot::Random => below(rng, moves.len() as u32) as usize,
            Bot::Reference => G::reference(view, seat, moves),
        }
    }
}

impl std::str::FromStr for Bot {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<Bot, UnknownBot> {
        Bot::ALL.into_iter().find(|bot| bot.name() == name).ok_or_else(|| UnknownBot(name.to_owned()))
    }
}

/// The names of all bots.
pub fn names() -> Vec<&'static str> {
    Bot::ALL.map(Bot::name).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_others_refused_with_the_list() {
        for bot in Bot::ALL {
            assert_eq!(bot.name().parse(), Ok(bot));
        }
        let error = "easy".parse::<Bot>().unwrap_err();
        assert_eq!(error.to_string(), r#"there is no bot "easy"; there are random, reference"#);
    }
}
