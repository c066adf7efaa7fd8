//! Bots with a name: how strong they are, what they are like, and what they say.

use serde::Serialize;
use text::Text;

use crate::Picture;

/// How strong a bot is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// For a first match.
    Easy,
    /// By a sound plan.
    Normal,
    /// By trying moves out.
    Hard,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Normal, Level::Hard];

    /// Its name in protocols and forms.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Normal => "normal",
            Level::Hard => "hard",
        }
    }

    /// The level of this name.
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// What a bot leans to where its plan leaves room: a game says at [`Judge::inclined`](crate::Judge::inclined) what that means
/// there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Temperament {
    /// Would rather be safe.
    Careful,
    /// Would rather have more.
    Bold,
    /// Would rather that others have less.
    Spiteful,
}

impl Temperament {
    /// Every temperament.
    pub const ALL: [Temperament; 3] = [Temperament::Careful, Temperament::Bold, Temperament::Spiteful];

    /// Its name in protocols.
    pub const fn name(self) -> &'static str {
        match self {
            Temperament::Careful => "careful",
            Temperament::Bold => "bold",
            Temperament::Spiteful => "spiteful",
        }
    }

    /// The temperament of this name.
    pub fn named(name: &str) -> Option<Temperament> {
        Temperament::ALL.into_iter().find(|temperament| temperament.name() == name)
    }
}

/// A bot that is somebody: data of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Character {
    /// The id in forms, JSON and the store; no other of the game has it, nor is it the name of a bot.
    pub id: &'static str,
    /// The name that others see.
    pub name: &'static str,
    /// The face: a picture of the game's catalogue.
    pub face: Picture,
    /// How strong it is.
    pub level: Level,
    /// What it leans to.
    pub temperament: Temperament,
    /// What to expect of it, in a sentence.
    pub about: Text,
    /// What it says, by the occasion.
    pub lines: &'static [(Cue, &'static [Text])],
}

impl Character {
    /// What it says on an occasion, another line at another step and always the same at the same one. Not on every occasion is
    /// anything said.
    pub fn line(&self, cue: Cue, step: usize) -> Option<Text> {
        let (_, lines) = self.lines.iter().find(|(of, _)| *of == cue)?;
        lines.get(step % lines.len().max(1)).copied()
    }
}

/// An occasion to say something: what all at the table have seen happen to a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cue {
    /// It gains something.
    Gain,
    /// It strikes somebody, who is harmed.
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
    /// Every occasion; of several at once the last is spoken of.
    pub const ALL: [Cue; 7] = [Cue::Gain, Cue::Strike, Cue::Harm, Cue::Fall, Cue::Begin, Cue::Loss, Cue::Win];
}
