//! Who sits where, as the command line and a saved match spell it.

use std::{fmt, str::FromStr};

use ::text::t;
use bots::{Bot, UnknownBot};
use kernel::{Character, Seat};
use roster::Title;

/// The longest name of a person, in characters.
const LONGEST: usize = 24;

/// Somebody at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// A person at this keyboard, without a name.
    Me,
    /// A person at this keyboard.
    Named(String),
    /// A bot.
    Bot(Bot),
    /// A bot with a name.
    Character(&'static Character),
}

/// A player who cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadPlayer {
    /// No such bot.
    #[error(transparent)]
    Bot(#[from] UnknownBot),
    /// No name.
    #[error(
        "{}",
        t!("{:?} cannot sit down; a seat is `me`, a name of up to {LONGEST} letters, or `bot:` and a bot's name", .0)
    )]
    Name(String),
    /// Two people of one name.
    #[error("{}", t!("there are two {} at the table; nobody could tell them apart", .0))]
    Twice(String),
}

impl FromStr for Player {
    type Err = BadPlayer;

    fn from_str(text: &str) -> Result<Player, BadPlayer> {
        let text = text.trim();
        if let Some(name) = text.strip_prefix("bot:") {
            return Ok(Player::Bot(name.parse()?));
        }
        let fits = (1..=LONGEST).contains(&text.chars().count()) && !text.chars().any(|c| c.is_control() || c == ':');
        match text {
            "me" => Ok(Player::Me),
            name if fits && name != "bot" => Ok(Player::Named(name.to_owned())),
            other => Err(BadPlayer::Name(other.to_owned())),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Me => f.write_str("me"),
            Player::Named(name) => f.write_str(name),
            Player::Bot(bot) => write!(f, "bot:{bot}"),
            Player::Character(character) => write!(f, "bot:{}", character.id),
        }
    }
}

impl Player {
    /// Somebody at a table of this game: a bot may be called by the id of one of its characters.
    ///
    /// # Errors
    /// If there is nobody of that name.
    pub(crate) fn read(text: &str, title: &dyn Title) -> Result<Player, BadPlayer> {
        let character = text.trim().strip_prefix("bot:").and_then(|id| title.character(id));
        character.map_or_else(|| text.parse(), |character| Ok(Player::Character(character)))
    }

    /// The bot that plays here, if one does.
    pub fn bot(&self) -> Option<Bot> {
        match self {
            Player::Bot(bot) => Some(*bot),
            Player::Character(character) => Some(Bot::playing(character)),
            Player::Me | Player::Named(_) => None,
        }
    }

    /// What the one at `seat` is called.
    pub(crate) fn name(&self, seat: Seat) -> String {
        match self {
            Player::Me => kernel::unnamed(seat),
            Player::Named(name) => name.clone(),
            Player::Bot(_) => t!("Bot {}", seat.0 + 1),
            Player::Character(character) => t!("{name} (bot)", name = character.name),
        }
    }
}

/// Who sits where: as `seats` says, separated by commas, or, if it says nothing, a person and as many reference bots
/// as the game usually has players beside.
///
/// # Errors
/// If one of them cannot be.
pub fn players(seats: Option<&str>, title: &dyn Title) -> Result<Vec<Player>, BadPlayer> {
    match seats {
        Some(seats) => {
            let players = seats.split(',').map(|seat| Player::read(seat, title)).collect::<Result<Vec<Player>, _>>()?;
            let named = |(n, player): (usize, &Player)| match player {
                Player::Named(name) if players[..n].contains(player) => Some(name.clone()),
                _ => None,
            };
            match players.iter().enumerate().find_map(named) {
                Some(name) => Err(BadPlayer::Twice(name)),
                None => Ok(players),
            }
        }
        None => {
            let bots = usize::from(title.meta().usual_seats).saturating_sub(1);
            Ok(std::iter::once(Player::Me).chain(std::iter::repeat_n(Player::Bot(Bot::Reference), bots)).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_people_have_one_name() {
        let title = roster::GAMES[0];
        assert_eq!(players(Some("me,me,bot:random"), title).map(|players| players.len()), Ok(3));
        assert_eq!(players(Some("Ada,Ben,Ada"), title), Err(BadPlayer::Twice("Ada".into())));
    }

    #[test]
    fn a_character_is_called_by_its_id_and_goes_by_its_name() {
        let title = roster::find("gloombah").unwrap();
        let players = players(Some("me,bot:odile"), title).unwrap();
        assert_eq!((players[1].to_string(), players[1].name(Seat(1))), ("bot:odile".into(), "Odile (bot)".into()));
        assert_eq!(players[1].bot().map(|bot| bot.to_string()).as_deref(), Some("hard:careful"));
    }

    #[test]
    fn players_are_spelt_as_they_are_read() {
        for text in ["me", "Ada", "bot:reference", "bot:random"] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
        for text in ["", "bot", "bot:", "bot:chess", "a\u{1b}[2J", "somebody with a name far too long"] {
            assert!(text.parse::<Player>().is_err(), "{text}");
        }
    }
}
