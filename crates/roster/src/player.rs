//! Players of a simulation: bots of the roster, and programs that the caller asks.

use std::{fmt, str::FromStr, sync::Arc};

use bots::{Bot, UnknownBot};
use kernel::{Game, Path, Perspective, Present, Seat, Viewer};
use serde_json::Value;

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// A bot of the roster.
    Bot(Bot),
    /// A program: its path and its arguments, separated by spaces. The caller of the simulation
    /// [decides](Decider) for it.
    Program(Arc<str>),
}

impl Player {
    /// Returns the bot; `None` for a program.
    pub const fn bot(&self) -> Option<Bot> {
        match self {
            Player::Bot(bot) => Some(*bot),
            Player::Program(_) => None,
        }
    }
}

impl From<Bot> for Player {
    fn from(bot: Bot) -> Player {
        Player::Bot(bot)
    }
}

impl fmt::Display for Player {
    /// Writes the name, which parses as the same player.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Bot(bot) => bot.fmt(f),
            Player::Program(command) => f.write_str(command),
        }
    }
}

impl FromStr for Player {
    type Err = UnknownBot;

    /// Reads the name of a bot, or a command: it has a slash or a space, which no bot has.
    fn from_str(name: &str) -> Result<Player, UnknownBot> {
        if name.contains(['/', '\\', ' ']) {
            return Ok(Player::Program(name.trim().into()));
        }
        name.parse().map(Player::Bot)
    }
}

/// A decision that a program is asked for.
pub trait Turn {
    /// Returns the number of the match.
    fn number(&self) -> u64;

    /// Returns the number of decisions before this one.
    fn ply(&self) -> u32;

    /// Returns the seat that decides.
    fn seat(&self) -> Seat;

    /// Returns the name of the decision, in the game's spec.
    fn kind(&self) -> &'static str;

    /// Returns the legal actions; there is at least one.
    fn legal(&self) -> Vec<Value>;

    /// Returns the information that the seat may know.
    fn view(&self) -> Value;

    /// Returns the path of choices of each legal action; `None` if the game has no encoding for these
    /// cards.
    fn paths(&self) -> Option<Vec<Path>>;

    /// Returns the observation of the seat, after it has chosen `chosen`; `None` if the game has no
    /// encoding for these cards.
    fn observation(&self, chosen: &[u16]) -> Option<Vec<f32>>;
}

/// Decides for the programs of a simulation.
pub trait Decider {
    /// Returns the place of the chosen action in the legal list.
    ///
    /// # Errors
    /// If the program gives none.
    fn decide(&mut self, turn: &dyn Turn) -> Result<usize, String>;
}

/// The decider of a simulation without programs.
#[derive(Clone, Copy, Debug)]
pub struct NoPrograms;

impl Decider for NoPrograms {
    fn decide(&mut self, turn: &dyn Turn) -> Result<usize, String> {
        Err(format!("nobody decides for the program in seat {}", turn.seat().0))
    }
}

/// A decision in a match of `G`.
pub(crate) struct TurnOf<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) options: &'a G::Options,
    pub(crate) legal: &'a [G::Action],
    pub(crate) number: u64,
    pub(crate) ply: u32,
    pub(crate) from: Perspective,
}

impl<G: Present> TurnOf<'_, G> {
    /// Returns the encoding of the game; `None` if it has none, or knows other cards.
    fn encoding(&self) -> Option<&'static kernel::Encoding<G>> {
        G::FEATURES.encoding.as_ref().filter(|_| G::house_cards(self.options).is_none())
    }
}

impl<G: Present> Turn for TurnOf<'_, G> {
    fn number(&self) -> u64 {
        self.number
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    fn seat(&self) -> Seat {
        self.from.seat
    }

    fn kind(&self) -> &'static str {
        self.game.decision(self.from.seat)
    }

    fn legal(&self) -> Vec<Value> {
        self.legal.iter().map(|action| serde_json::to_value(action).unwrap_or_default()).collect()
    }

    fn view(&self) -> Value {
        serde_json::to_value(self.game.view(Viewer::Seat(self.from.seat))).unwrap_or_default()
    }

    fn paths(&self) -> Option<Vec<Path>> {
        let encoding = self.encoding()?;
        Some(self.legal.iter().map(|action| (encoding.path)(action, self.from)).collect())
    }

    fn observation(&self, chosen: &[u16]) -> Option<Vec<f32>> {
        let encoding = self.encoding()?;
        let mut out = vec![0.0; encoding.size()];
        encoding.observe(&self.game.view(Viewer::Seat(self.from.seat)), self.from, chosen, &mut out);
        Some(out)
    }
}
