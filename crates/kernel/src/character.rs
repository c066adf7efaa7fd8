//! Bots with a name: their level, their temperament and their lines.
//!
//! A character is a bot and a name. A seat stores the name of the bot, which says all that play
//! needs (`normal:bold`), and beside it the id of the character, for showing alone; so a table
//! reads on when a character is gone. A temperament is thresholds in the game's policy
//! (`Judge::inclined`), and search keeps that policy's move where nothing is clearly better.

use serde::Serialize;
use text::Text;

use crate::Picture;

/// The playing strength of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// For a first match.
    Easy,
    /// Plays by a sound plan.
    Normal,
    /// Searches: it tries moves out.
    Hard,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Normal, Level::Hard];

    /// Returns its name in protocols and forms.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Normal => "normal",
            Level::Hard => "hard",
        }
    }

    /// Returns the level of this name.
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// A preference that a bot follows where its plan leaves room. The game defines its effect in
/// [`Judge::inclined`](crate::Judge::inclined).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Temperament {
    /// Prefers safety.
    Careful,
    /// Prefers to gain more.
    Bold,
    /// Prefers that others have less.
    Spiteful,
}

impl Temperament {
    /// Every temperament.
    pub const ALL: [Temperament; 3] = [Temperament::Careful, Temperament::Bold, Temperament::Spiteful];

    /// Returns its name in protocols.
    pub const fn name(self) -> &'static str {
        match self {
            Temperament::Careful => "careful",
            Temperament::Bold => "bold",
            Temperament::Spiteful => "spiteful",
        }
    }

    /// Returns the temperament of this name.
    pub fn named(name: &str) -> Option<Temperament> {
        Temperament::ALL.into_iter().find(|temperament| temperament.name() == name)
    }
}

/// A bot with a name and a face: data of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Character {
    /// Its id in forms, JSON and the store; no other character of the game and no bot has the same
    /// one.
    pub id: &'static str,
    /// The name that others see.
    pub name: &'static str,
    /// The face: a picture of the game's catalogue.
    pub face: Picture,
    /// Its level.
    pub level: Level,
    /// Its temperament.
    pub temperament: Temperament,
    /// A sentence that says how it plays.
    pub about: Text,
    /// Its lines, by the occasion.
    pub lines: &'static [(Cue, &'static [Text])],
}

impl Character {
    /// Returns its line on an occasion. Different steps give different lines, and the same step
    /// always gives the same one. On some occasions it says nothing.
    pub fn line(&self, cue: Cue, step: usize) -> Option<Text> {
        let (_, lines) = self.lines.iter().find(|(of, _)| *of == cue)?;
        lines.get(step % lines.len().max(1)).copied()
    }
}

/// An occasion for a line: an event of a seat that all players have seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cue {
    /// It gains something.
    Gain,
    /// Another player is harmed or dies.
    Tease,
    /// It strikes a player, who is harmed.
    Strike,
    /// It is harmed.
    Harm,
    /// It dies.
    Fall,
    /// The match has begun.
    Begin,
    /// It has lost the match.
    Loss,
    /// It has won the match.
    Win,
}

impl Cue {
    /// Every occasion; if several come at once, the last one counts.
    pub const ALL: [Cue; 8] =
        [Cue::Gain, Cue::Tease, Cue::Strike, Cue::Harm, Cue::Fall, Cue::Begin, Cue::Loss, Cue::Win];
}
