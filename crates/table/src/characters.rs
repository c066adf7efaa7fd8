//! Characters: which of a game's named bots sits down.

use crate::rows::{Occupant, SeatedBot};
use ::bots::Bot;
use kernel::{Character, Level};
use roster::GameEntry;
use text::t;

use crate::fault::Fault;

/// The most playouts that a bot at a table may use: as many as a hint uses.
const MOST_PLAYOUTS: u32 = Bot::ADVISER.playouts();

/// Checks that a bot may have a seat: all people's bots share the same cores.
///
/// # Errors
/// If it searches more than a bot of the hall may.
pub fn check_playouts(bot: Bot) -> Result<Bot, Fault> {
    match bot.playouts() <= MOST_PLAYOUTS {
        true => Ok(bot),
        false => Err(Fault::bad(t!("at a table a bot searches at most search:{MOST_PLAYOUTS}; choose fewer playouts"))),
    }
}

/// A bot as it is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BotChoice {
    /// A bot without a name.
    Unnamed(Bot),
    /// A character of the game.
    Character(&'static Character),
    /// The game's next character of this level who does not sit at the table yet; a bot without a
    /// name if all do.
    Next(Level),
    /// The same bot as at another table of the game.
    Same(SeatedBot),
}

impl BotChoice {
    /// Finds a bot by the id of a character or the name of a bot.
    ///
    /// # Errors
    /// If there is neither.
    pub fn named(title: &dyn GameEntry, name: &str) -> Result<BotChoice, Fault> {
        match title.character(name) {
            Some(character) => Ok(BotChoice::Character(character)),
            None => Ok(BotChoice::Unnamed(name.parse()?)),
        }
    }

    /// Finds a bot like [`BotChoice::named`], except that the name of a level means the next
    /// character of that level.
    ///
    /// # Errors
    /// If there is neither.
    pub fn picked(title: &dyn GameEntry, name: &str) -> Result<BotChoice, Fault> {
        Level::named(name).map_or_else(|| BotChoice::named(title, name), |level| Ok(BotChoice::Next(level)))
    }

    /// Returns the bot that sits down with these occupants.
    ///
    /// # Errors
    /// If it searches more than a bot of the hall may.
    pub fn seated(self, title: &dyn GameEntry, beside: &[Occupant]) -> Result<SeatedBot, Fault> {
        let named = |character: &Character| SeatedBot {
            name: Bot::playing(character).to_string(),
            character: Some(character.id.to_owned()),
        };
        Ok(match self {
            BotChoice::Unnamed(bot) => check_playouts(bot)?.to_string().into(),
            BotChoice::Character(character) => named(character),
            BotChoice::Next(level) => {
                next_free(title, level, beside).map_or_else(|| Bot::of(level).to_string().into(), named)
            }
            BotChoice::Same(bot) => bot,
        })
    }

    /// Returns the bot that plays for a missing player; its name does not matter there.
    pub fn bot(&self) -> Result<Bot, Fault> {
        Ok(match self {
            BotChoice::Unnamed(bot) => *bot,
            BotChoice::Character(character) => Bot::playing(character),
            BotChoice::Next(level) => Bot::of(*level),
            BotChoice::Same(bot) => bot.name.parse()?,
        })
    }
}

/// Returns the first character of a level who does not sit there yet.
pub fn next_free(title: &dyn GameEntry, level: Level, beside: &[Occupant]) -> Option<&'static Character> {
    title.next_character(level, &|id| beside.iter().any(|occupant| occupant.character() == Some(id)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_of_a_level_sits_down_then_one_without_a_name() {
        let title = roster::find("gloombah").unwrap();
        let mut table = Vec::new();
        for _ in 0..4 {
            let bot = BotChoice::picked(title, "normal").unwrap().seated(title, &table).unwrap();
            table.push(Occupant::Bot(bot));
        }
        let ids: Vec<_> = table.iter().map(Occupant::character).collect();
        assert_eq!(ids, [Some("berengar"), Some("dulcie"), Some("crispin"), None]);
        assert_eq!(table[1].bot(), Some("normal:bold"));
        assert_eq!(table[3].bot(), Some("normal"));
    }

    #[test]
    fn a_chosen_person_sits_down_twice_and_a_named_bot_does_not() {
        let title = roster::find("gloombah").unwrap();
        let chosen = BotChoice::named(title, "odile").unwrap();
        let odile = Occupant::Bot(chosen.clone().seated(title, &[]).unwrap());
        let again = Occupant::Bot(chosen.seated(title, std::slice::from_ref(&odile)).unwrap());
        assert_eq!(odile, again);
        assert_eq!(BotChoice::named(title, "hard").unwrap(), BotChoice::Unnamed(Bot::Hard));
        assert!(BotChoice::named(title, "nobody").is_err());
    }
}
