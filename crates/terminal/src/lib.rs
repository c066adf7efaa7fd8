//! The games in a terminal.
//!
//! Everything is drawn from [`kernel::Scene`] and read from [`kernel::Match`]: no line here knows a
//! game. One [`LocalMatch`] has two interfaces: the screen, drawn by ratatui, and plain lines of
//! text for screen readers and pipes.
//!
//! | module | content |
//! |---|---|
//! | [`LocalMatch`] | a match at this keyboard: its players, its viewer, the save after every step |
//! | `advice` | the only module that asks bots |
//! | `moments` | the effects of steps on the pieces |
//! | `auto_actions` | auto-actions in words |
//! | `picks` | the way to a move: pieces and words picked one after the other |
//! | `saved` | the file of a match |
//! | `plain` | lines of text |
//! | `screen` | the drawn table: `app` decides, `draw` shows |

mod advice;
mod auto_actions;
mod bell;
mod chronicle;
mod details;
mod error;
mod local_match;
#[cfg(test)]
mod made_up;
mod moments;
mod picks;
mod plain;
mod player;
mod question;
mod rulebook;
mod saved;
mod screen;
mod text;

use std::{path::PathBuf, time::Duration};

use kernel::{LuckKind, RealLuck, Seed, Source};
use roster::GameEntry;
use serde_json::Value;

pub use error::Error;
pub use local_match::LocalMatch;
pub use player::{BadPlayer, Player, called, players};
pub use saved::Saved;
pub use screen::{Colours, Theme};

/// A match to open.
#[derive(Clone)]
pub struct Setup {
    /// The game.
    pub title: &'static dyn GameEntry,
    /// The players, by seat.
    pub players: Vec<Player>,
    /// The game's options; missing ones get their defaults.
    pub options: Value,
    /// The source of its chance.
    pub luck: Luck,
}

/// The source of chance in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Luck {
    /// Chance from this seed.
    Seed(Seed),
    /// Real dice and cards on a real table: the players enter each outcome.
    Physical,
    /// The same for this kind alone; the other one comes from this seed.
    Mixed(LuckKind, Seed),
    /// The outcomes written in the game's lesson of this number, counted from 1.
    Lesson(u8),
}

impl Luck {
    /// The kinds of luck that are real.
    fn real(&self) -> RealLuck {
        match self {
            Luck::Seed(_) | Luck::Lesson(_) => RealLuck::None,
            Luck::Physical => RealLuck::All,
            Luck::Mixed(kind, _) => RealLuck::of(true, Some(*kind)),
        }
    }
}

/// The treatment of an unfinished match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Offer to resume it.
    Ask,
    /// Resume it.
    Resume,
    /// Put it aside and open a new one.
    New,
}

/// The interface of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interface {
    /// Lines of text.
    Plain,
    /// A drawing on the whole screen.
    Screen(Theme),
}

/// The settings of a session.
#[derive(Clone)]
pub struct Config {
    /// The match to open, unless one is resumed.
    pub setup: Setup,
    /// The treatment of an unfinished match.
    pub start: Start,
    /// The folder for saved matches.
    pub folder: PathBuf,
    /// The time to read a bot's move before the next.
    pub pace: Duration,
    /// The interface.
    pub interface: Interface,
    /// Whether the terminal's bell rings when bots have played.
    pub bell: bool,
}

impl Config {
    /// The file of the match. A lesson has a file of its own, so that it sets no match aside.
    fn saved(&self) -> Saved {
        let id = self.setup.title.meta().id;
        match self.setup.luck {
            Luck::Lesson(_) => Saved::of(&self.folder, &format!("{id}-lesson")),
            Luck::Seed(_) | Luck::Physical | Luck::Mixed(..) => Saved::of(&self.folder, id),
        }
    }
}

impl Setup {
    /// Whether the game takes the options and this many seats.
    ///
    /// # Errors
    /// If it does not.
    fn check(&self) -> Result<(), Error> {
        if !matches!(self.luck, Luck::Lesson(_)) {
            self.title.open(&self.options, self.players.len() as u64, Source::Manual)?;
        }
        Ok(())
    }
}

/// Plays until the players leave. The match is in its file then, as after every step.
///
/// # Errors
/// If the game does not take the setup, a saved match cannot be read or written, or the terminal
/// fails.
pub fn play(config: &Config) -> Result<(), Error> {
    // Reports errors of the request before any question.
    if config.start != Start::Resume {
        config.setup.check()?;
    }
    let _held = config.saved().hold()?;
    match config.interface {
        Interface::Plain => plain::run(config, std::io::stdin().lock(), std::io::stdout().lock()),
        Interface::Screen(theme) => screen::run(config, theme),
    }
}
