//! The players by seat, as the command line and a saved match spell them.

use std::{fmt, str::FromStr};

use ::text::t;
use bots::{Bot, UnknownBot};
use kernel::{Character, Level, Seat};
use roster::GameEntry;

/// The longest name of a person, in characters.
const LONGEST: usize = 24;

/// A player at the table.
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

/// A player that does not exist.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadPlayer {
    /// No such bot.
    #[error(transparent)]
    Bot(#[from] UnknownBot),
    /// No name.
    #[error(
        "{}",
        t!("{:?} cannot sit down; a seat is `me`, a level or another bot, or a name of up to {LONGEST} letters", .0)
    )]
    Name(String),
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
    /// Reads a player at a table of this game: a bot may have the id of one of its characters.
    ///
    /// # Errors
    /// If there is nobody of that name.
    pub(crate) fn read(text: &str, title: &dyn GameEntry) -> Result<Player, BadPlayer> {
        let character = text.trim().strip_prefix("bot:").and_then(|id| title.character(id));
        character.map_or_else(|| text.parse(), |character| Ok(Player::Character(character)))
    }

    /// Reads a player who sits down at a table of this game with these others. A level means the
    /// next of the game's characters of it, or a bot without a name if all of them sit already.
    ///
    /// # Errors
    /// If there is nobody of that name.
    fn sits_down(text: &str, title: &dyn GameEntry, others: &[Player]) -> Result<Player, BadPlayer> {
        let name = text.trim();
        let sits = |id: &str| others.iter().any(|other| matches!(other, Player::Character(one) if one.id == id));
        if let Some(level) = Level::named(name) {
            return Ok(title.next_character(level, &sits).map_or(Player::Bot(Bot::of(level)), Player::Character));
        }
        let character = title.character(name).map(Player::Character);
        let bot = || name.parse().map(Player::Bot).ok();
        character.or_else(bot).map_or_else(|| Player::read(name, title), Ok)
    }

    /// The bot that plays here, if there is one.
    pub fn bot(&self) -> Option<Bot> {
        match self {
            Player::Bot(bot) => Some(*bot),
            Player::Character(character) => Some(Bot::playing(character)),
            Player::Me | Player::Named(_) => None,
        }
    }

    /// The name of the player at `seat`, if no other has the same name.
    fn name(&self, seat: Seat) -> String {
        match self {
            Player::Me => kernel::unnamed(seat),
            Player::Named(name) => name.clone(),
            Player::Bot(_) => t!("Bot {}", seat.0 + 1),
            Player::Character(character) => t!("{name} (bot)", name = character.name),
        }
    }
}

/// The name of the player at `seat`. Among players with one name all but the first have a number:
/// `Ada`, `Ada 2`.
pub(crate) fn name_of(players: &[Player], seat: Seat) -> String {
    let mut taken: Vec<String> = Vec::new();
    for (n, player) in players.iter().enumerate().take(seat.index() + 1) {
        let name = player.name(Seat(n as u8));
        let numbered = (2..).map(|number| format!("{name} {number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name));
        taken.push(free.unwrap_or(name));
    }
    let name = taken.into_iter().nth(seat.index()).unwrap_or_else(|| kernel::unnamed(seat));
    ::text::shown(&name).into_owned()
}

/// The name of a player in a record: bots of a saved match have the names that they had, all others
/// those of the record.
pub fn called(named: &[String], title: &dyn GameEntry, seat: Seat) -> Option<String> {
    let bot = |spelt: &str| Player::read(spelt, title).ok().filter(|player| player.bot().is_some());
    let player = |spelt: &String| match spelt.trim() {
        "" | "me" => Player::Me,
        _ => bot(spelt).unwrap_or_else(|| Player::Named(spelt.clone())),
    };
    let players: Vec<Player> = named.iter().map(player).collect();
    (seat.index() < players.len()).then(|| name_of(&players, seat))
}

/// Reads the players from `seats`, separated by commas. Without `seats` they are a person and as
/// many reference bots as the game usually has other players.
///
/// # Errors
/// If one of them cannot be.
pub fn players(seats: Option<&str>, title: &dyn GameEntry) -> Result<Vec<Player>, BadPlayer> {
    match seats {
        Some(seats) => seats.split(',').try_fold(Vec::new(), |mut players, seat| {
            players.push(Player::sits_down(seat, title, &players)?);
            Ok(players)
        }),
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
    fn no_two_at_a_table_are_called_the_same() {
        let title = roster::find("gloombah").unwrap();
        for (seats, called) in [
            ("me,me,random", ["Player 1", "Player 2", "Bot 3"]),
            ("Ada,Ada,Ada", ["Ada", "Ada 2", "Ada 3"]),
            ("Ada 2,Ada,Ada", ["Ada 2", "Ada", "Ada 3"]),
            ("Bot 2,bot:easy,me", ["Bot 2", "Bot 2 2", "Player 3"]),
            ("me,odile,bot:odile", ["Player 1", "Odile (bot)", "Odile (bot) 2"]),
        ] {
            let players = players(Some(seats), title).unwrap();
            let names: Vec<String> = Seat::all(3).map(|seat| name_of(&players, seat)).collect();
            assert_eq!(names, called, "{seats}");
        }
    }

    #[test]
    fn record_names_bots_as_they_were_called() {
        let title = roster::find("gloombah").unwrap();
        let named = ["me", "bot:odile", "bot:normal", "Ada", "Ada", "Odile, bot hard:careful"].map(str::to_owned);
        let names: Vec<Option<String>> = Seat::all(6).map(|seat| called(&named, title, seat)).collect();
        let wanted = ["Player 1", "Odile (bot)", "Bot 3", "Ada", "Ada 2", "Odile, bot hard:careful"];
        assert_eq!(names, wanted.map(|name| Some(name.to_owned())));
        assert_eq!(called(&[], title, Seat(0)), None);
    }

    #[test]
    fn level_seats_next_character_then_unnamed_bot() {
        let title = roster::find("gloombah").unwrap();
        let players = players(Some("me,normal,normal,dulcie,normal,normal"), title).unwrap();
        let spelt: Vec<String> = players.iter().map(Player::to_string).collect();
        assert_eq!(spelt[..3], ["me", "bot:berengar", "bot:dulcie"]);
        assert_eq!(spelt[4..], ["bot:crispin", "bot:normal"]);
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
