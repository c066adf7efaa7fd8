//! The games in a terminal.
//!
//! Everything is drawn from [`kernel::Scene`] and asked of [`kernel::Match`]: no line here knows a game. There are two
//! manners over one [`LocalMatch`]: the screen, drawn by ratatui, and plain lines of text for screen readers and pipes.
//!
//! | room | what lives there |
//! |---|---|
//! | [`LocalMatch`] | a match at this keyboard: who sits where, whose eye looks, the save after every step |
//! | `advice` | the one place where bots are asked |
//! | `moments` | what steps have done to the pieces |
//! | `orders` | standing orders in words |
//! | `picks` | the way to a move: pieces and words picked one after the other |
//! | `saved` | the file that a match is kept in |
//! | `plain` | lines of text |
//! | `screen` | the drawn table: `app` decides, `draw` shows |

mod advice;
mod chronicle;
mod details;
mod error;
mod local_match;
#[cfg(test)]
mod made_up;
mod moments;
mod orders;
mod picks;
mod plain;
mod player;
mod question;
mod rulebook;
mod saved;
mod screen;
mod text;

use std::{path::PathBuf, time::Duration};

use kernel::{Seed, Source};
use roster::GameEntry;
use serde_json::Value;

pub use error::Error;
pub use local_match::LocalMatch;
pub use player::{BadPlayer, Player, called, players};
pub use saved::Saved;
pub use screen::{Colours, Theme};

/// A match that is to be opened.
#[derive(Clone)]
pub struct Setup {
    /// The game.
    pub title: &'static dyn GameEntry,
    /// Who sits where.
    pub players: Vec<Player>,
    /// The game's options; what is left out gets its default.
    pub options: Value,
    /// Where its luck comes from.
    pub luck: Luck,
}

/// Where the luck of a match comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Luck {
    /// From this seed.
    Seed(Seed),
    /// From real dice and cards on a real table: the players are asked for each.
    Physical,
    /// The match is the game's lesson, in which it is written down.
    Lesson,
}

/// What to do about a match that waits from last time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Offer to go on with it.
    Ask,
    /// Go on with it.
    Resume,
    /// Put it aside and open a new one.
    New,
}

/// How the table is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interface {
    /// Lines of text.
    Plain,
    /// Drawn on the whole screen.
    Screen(Theme),
}

/// All that playing needs to know.
#[derive(Clone)]
pub struct Config {
    /// The match to open, unless one is gone on with.
    pub setup: Setup,
    /// What to do about a match that waits.
    pub start: Start,
    /// The folder for saved matches.
    pub folder: PathBuf,
    /// How long a bot's move stays to be read before the next.
    pub pace: Duration,
    /// How it is shown.
    pub interface: Interface,
}

impl Config {
    /// The file of the match. A lesson has one of its own, so that it puts no match aside.
    fn saved(&self) -> Saved {
        let id = self.setup.title.meta().id;
        match self.setup.luck {
            Luck::Lesson => Saved::of(&self.folder, &format!("{id}-lesson")),
            Luck::Seed(_) | Luck::Physical => Saved::of(&self.folder, id),
        }
    }
}

impl Setup {
    /// Whether the game takes the options and so many seats.
    ///
    /// # Errors
    /// If it does not.
    fn check(&self) -> Result<(), Error> {
        if self.luck != Luck::Lesson {
            self.title.open(&self.options, self.players.len() as u64, Source::Manual)?;
        }
        Ok(())
    }
}

/// Plays until the players leave. The match is in its file then, as after every step.
///
/// # Errors
/// If the game does not take the setup, a saved match cannot be read or written, or the terminal fails.
pub fn play(config: &Config) -> Result<(), Error> {
    // What is wrong with the request is said before anything is asked.
    if config.start != Start::Resume {
        config.setup.check()?;
    }
    let _held = config.saved().hold()?;
    match config.interface {
        Interface::Plain => plain::run(config, std::io::stdin().lock(), std::io::stdout().lock()),
        Interface::Screen(theme) => screen::run(config, theme),
    }
}
