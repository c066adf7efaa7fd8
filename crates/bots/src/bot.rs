//! Bots by name.

use std::fmt;

use kernel::{Character, Judge, Level, Temperament, did_you_mean};

use crate::{Budget, Choice, Decision, Inclined, Memory, Noisy, Policy, Random, Reference, Search};

/// Any of the policies, by its name in protocols and on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bot {
    /// Takes a random legal action, each with equal chance.
    Random,
    /// Plays as the game's own reference policy.
    Reference,
    /// Searches with this number of playouts for a decision.
    Search {
        /// The number of playouts, 1 to [`Bot::MOST_PLAYOUTS`].
        playouts: u32,
    },
    /// The first level: the reference policy with some random moves.
    Easy,
    /// The second level: the reference policy.
    Normal,
    /// The third level: search.
    Hard,
    /// One of the levels with a temperament.
    Inclined {
        /// The level.
        level: Level,
        /// Its temperament.
        temperament: Temperament,
    },
}

/// A name that no bot has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownBot {
    /// There is no bot of this name.
    #[error("there is no bot {0:?}; there are {names}{meant}", names = names().join(", "), meant = did_you_mean(.0, names()))]
    Name(String),
    /// Its number of playouts is not allowed.
    #[error("{0:?} does not say how much to search: it is `search:` and a number of playouts from 1 to {most}", most = Bot::MOST_PLAYOUTS)]
    Playouts(String),
    /// Its temperament does not exist.
    #[error("{0:?} does not say what it is like: it is a level and a temperament, such as `normal:careful`; there are {temperaments}{meant}", temperaments = Temperament::ALL.map(Temperament::name).join(", "), meant = meant_temperament(.0))]
    Temperament(String),
}

impl Bot {
    /// Every bot.
    pub const ALL: [Bot; 6] = [Bot::Random, Bot::Reference, Bot::SEARCH, Bot::Easy, Bot::Normal, Bot::Hard];
    /// The bots that people choose from.
    pub const LEVELS: [Bot; 3] = [Bot::Easy, Bot::Normal, Bot::Hard];
    /// The bot `search` without a number of playouts.
    pub const SEARCH: Bot = Bot::Search { playouts: Bot::HARD_PLAYOUTS };
    /// The number of playouts of `hard`: far less than a second for the slowest decision on one
    /// core. More playouts hardly help.
    pub const HARD_PLAYOUTS: u32 = 1_000;
    /// The bot that gives hints. Players ask it seldom and it can take its time, so its estimates
    /// are accurate to a hundredth.
    pub const ADVISER: Bot = Bot::Search { playouts: 16 * Bot::HARD_PLAYOUTS };
    /// Maximum number of playouts that a name can ask for.
    pub const MOST_PLAYOUTS: u32 = 1_000_000;
    /// `easy` decides at random once in this many decisions.
    const NOISE: u32 = 3;

    /// Returns the bot of a level.
    pub const fn of(level: Level) -> Bot {
        match level {
            Level::Easy => Bot::Easy,
            Level::Normal => Bot::Normal,
            Level::Hard => Bot::Hard,
        }
    }

    /// Returns the bot that plays for a character.
    pub const fn playing(character: &Character) -> Bot {
        Bot::Inclined { level: character.level, temperament: character.temperament }
    }

    /// Returns the same bot without a temperament.
    pub const fn plain(self) -> Bot {
        match self {
            Bot::Inclined { level, .. } => Bot::of(level),
            bot => bot,
        }
    }

    /// Returns its number of playouts for a decision.
    pub const fn playouts(self) -> u32 {
        match self {
            Bot::Random | Bot::Reference | Bot::Easy | Bot::Normal => 0,
            Bot::Hard => Bot::HARD_PLAYOUTS,
            Bot::Search { playouts } => playouts,
            Bot::Inclined { level, .. } => Bot::of(level).playouts(),
        }
    }

    /// Returns its name in protocols and on the command line, without a number of playouts or a
    /// temperament.
    pub const fn name(self) -> &'static str {
        match self {
            Bot::Random => "random",
            Bot::Reference => "reference",
            Bot::Search { .. } => "search",
            Bot::Easy => "easy",
            Bot::Normal => "normal",
            Bot::Hard => "hard",
            Bot::Inclined { level, .. } => level.name(),
        }
    }

    /// Returns a description for people.
    pub const fn about(self) -> &'static str {
        match self {
            Bot::Random => "does anything that is allowed",
            Bot::Reference => "plays by a sound, simple plan",
            Bot::Search { .. } => "tries every move in its head; search:5000 tries longer",
            Bot::Easy => "has a plan and forgets it now and then",
            Bot::Normal => "plays by a sound, simple plan",
            Bot::Hard => "tries every move in its head before it decides",
            Bot::Inclined { level, .. } => Bot::of(level).about(),
        }
    }
}

impl<G: Judge> Policy<G> for Bot {
    fn choose_with(&self, decision: Decision<'_, G>, seed: u64, budget: &Budget, memory: &mut Memory<G>) -> Choice {
        match *self {
            Bot::Random => Random.choose_with(decision, seed, budget, memory),
            Bot::Reference | Bot::Normal => Reference.choose_with(decision, seed, budget, memory),
            Bot::Easy => Noisy { one_in: Bot::NOISE, plan: Reference }.choose_with(decision, seed, budget, memory),
            Bot::Search { playouts } => Search::new(playouts).choose_with(decision, seed, budget, memory),
            Bot::Hard => Search::new(Bot::HARD_PLAYOUTS).choose_with(decision, seed, budget, memory),
            Bot::Inclined { level, temperament } => {
                let inclined = Inclined { temperament };
                match level {
                    Level::Easy => {
                        Noisy { one_in: Bot::NOISE, plan: inclined }.choose_with(decision, seed, budget, memory)
                    }
                    Level::Normal => inclined.choose_with(decision, seed, budget, memory),
                    Level::Hard => {
                        let search = Search { temperament: Some(temperament), ..Search::new(Bot::HARD_PLAYOUTS) };
                        search.choose_with(decision, seed, budget, memory)
                    }
                }
            }
        }
    }
}

impl fmt::Display for Bot {
    /// Writes the name, which parses as the same bot.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Bot::Search { playouts } if *self != Bot::SEARCH => write!(f, "search:{playouts}"),
            Bot::Inclined { level, temperament } => write!(f, "{}:{}", level.name(), temperament.name()),
            bot => f.write_str(bot.name()),
        }
    }
}

impl std::str::FromStr for Bot {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<Bot, UnknownBot> {
        if let Some(number) = name.strip_prefix("search:") {
            let playouts = number.parse().ok().filter(|n| (1..=Bot::MOST_PLAYOUTS).contains(n));
            return playouts
                .map(|playouts| Bot::Search { playouts })
                .ok_or_else(|| UnknownBot::Playouts(name.to_owned()));
        }
        if let Some((level, temperament)) =
            name.split_once(':').and_then(|(level, of)| Some((Level::named(level)?, of)))
        {
            let temperament = Temperament::named(temperament);
            return temperament
                .map(|temperament| Bot::Inclined { level, temperament })
                .ok_or_else(|| UnknownBot::Temperament(name.to_owned()));
        }
        Bot::ALL.into_iter().find(|bot| bot.name() == name).ok_or_else(|| UnknownBot::Name(name.to_owned()))
    }
}

fn meant_temperament(name: &str) -> String {
    let temperament = name.split_once(':').map_or("", |(_, temperament)| temperament);
    did_you_mean(temperament, Temperament::ALL.map(Temperament::name))
}

/// Returns the names of all bots.
pub fn names() -> Vec<&'static str> {
    Bot::ALL.map(Bot::name).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_others_refused_with_the_list() {
        let bold = Bot::Inclined { level: Level::Hard, temperament: Temperament::Bold };
        for bot in Bot::ALL.into_iter().chain([Bot::Search { playouts: 7 }, bold]) {
            assert_eq!(bot.to_string().parse(), Ok(bot));
        }
        let error = "grandmaster".parse::<Bot>().unwrap_err();
        let list = "random, reference, search, easy, normal, hard";
        assert_eq!(error.to_string(), format!(r#"there is no bot "grandmaster"; there are {list}"#));
    }

    #[test]
    fn a_temperament_follows_a_level() {
        let careful = Bot::Inclined { level: Level::Normal, temperament: Temperament::Careful };
        assert_eq!("normal:careful".parse(), Ok(careful));
        let error = "easy:grumpy".parse::<Bot>().unwrap_err().to_string();
        assert!(error.ends_with("there are careful, bold, spiteful"), "{error}");
        assert!("random:bold".parse::<Bot>().is_err());
    }

    #[test]
    fn a_search_says_how_much() {
        assert_eq!("search:2500".parse(), Ok(Bot::Search { playouts: 2500 }));
        for bad in ["search:", "search:0", "search:-1", "search:1e3", "search:1000001", "search:99999999999"] {
            let error = bad.parse::<Bot>().unwrap_err().to_string();
            assert!(error.ends_with("a number of playouts from 1 to 1000000"), "{error}");
        }
    }
}
