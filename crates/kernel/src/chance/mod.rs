//! Sources of chance that rules ask for every die, coin and card.
//!
//! Rules hold no random numbers. Wherever the rulebook says "roll" or "draw" they ask a [`Chance`],
//! in the order that the game's spec fixes. Rules do not know which source answers:
//!
//! | answers | type | can it halt? |
//! |---|---|---|
//! | a seeded generator | [`Dice`] | never |
//! | a list of outcomes: a record, a test, a person with real dice | [`Tape`] | when it runs out, or does not fit |
//! | a list for one [`LuckKind`], a generator for the other one | `Entered` | as the list |
//! | any of them, recorded | [`Recorder`] | as the one inside |
//! | every outcome in turn | [`Explorer`] | never |

mod dice;
mod explorer;
mod kinds;
mod recorder;
mod tape;

pub(crate) use dice::Resumed;
pub use dice::{Dice, Fast, RecordRng, Seed, below, mixed};
pub use explorer::{Branch, Explorer, Probability, TooWide};
pub(crate) use kinds::Entered;
pub use kinds::{LuckKind, RealLuck};
pub use recorder::{ChanceOutcome, ChanceResult, Recorder};
pub use tape::{BadAnswer, Pause, Tape};

use serde::{Deserialize, Serialize};
use text::Text;

use crate::{Audience, CardKind, Deck, Seat, SeatSet, Viewer};

/// A die by its number of sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Die(u8);

impl Die {
    /// Four sides.
    pub const D4: Die = Die(4);
    /// Six sides.
    pub const D6: Die = Die(6);
    /// Eight sides.
    pub const D8: Die = Die(8);
    /// Ten sides.
    pub const D10: Die = Die(10);
    /// Twelve sides.
    pub const D12: Die = Die(12);
    /// Twenty sides.
    pub const D20: Die = Die(20);

    /// Returns the number of sides; a roll is 1 to this.
    #[inline]
    pub const fn sides(self) -> u8 {
        self.0
    }
}

text::displayed!(Die);

impl std::fmt::Display for Die {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "d{}", self.0)
    }
}

/// A side of a coin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Face {
    Heads,
    Tails,
}

impl Face {
    /// Returns `heads` or `tails`.
    pub const fn code(self) -> &'static str {
        match self {
            Face::Heads => "heads",
            Face::Tails => "tails",
        }
    }
}

/// The reason for an outcome: the roll or draw that it decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RollReason {
    /// Its tag in the game's spec, such as `initiative`.
    pub tag: &'static str,
    /// The reason in words for players, such as `Initiative of the hero`.
    pub text: Text,
    /// The seat it concerns, if it concerns one.
    pub seat: Option<Seat>,
    /// The viewers who may see the outcome. All viewers may know the question and its reason.
    pub audience: Audience,
    /// The only seat that knows which cards are left to be drawn. With real cards its player enters
    /// the outcome, because other players could learn hidden cards by trying outcomes. `None` if
    /// all players know which cards are left.
    pub teller: Option<Seat>,
}

impl RollReason {
    /// Creates a reason that concerns no seat in particular; all viewers may see the outcome.
    pub const fn new(tag: &'static str, text: Text) -> RollReason {
        RollReason { tag, text, seat: None, audience: Audience::Everybody, teller: None }
    }

    /// Returns the same reason, for `seat`.
    #[inline]
    pub const fn of(self, seat: Seat) -> RollReason {
        RollReason { seat: Some(seat), ..self }
    }

    /// Returns the same reason, with an outcome that only `seats` see.
    #[inline]
    pub const fn only(self, seats: SeatSet) -> RollReason {
        RollReason { audience: Audience::Only(seats), ..self }
    }

    /// Returns the same reason, for a draw where only `seat` knows which cards are left.
    #[inline]
    pub const fn told_by(self, seat: Seat) -> RollReason {
        RollReason { teller: Some(seat), ..self }
    }
}

/// A source of outcomes for the rules.
pub trait Chance {
    /// The value that a missing answer stops with; [`Infallible`](std::convert::Infallible) for a
    /// generator.
    type Halt;

    /// Rolls a die: 1 to its number of sides.
    ///
    /// # Errors
    /// If the source has no answer.
    fn roll(&mut self, die: Die, why: RollReason) -> Result<u8, Self::Halt>;

    /// Flips a coin.
    ///
    /// # Errors
    /// If the source has no answer.
    fn flip(&mut self, why: RollReason) -> Result<Face, Self::Halt>;

    /// Takes a card from a deck, every copy with equal chance.
    ///
    /// # Errors
    /// If the source has no answer.
    ///
    /// # Panics
    /// If the deck is empty: the rules must decide that case before they draw.
    fn draw<D: Deck>(&mut self, from: &mut D, why: RollReason) -> Result<D::Card, Self::Halt>;
}

/// A question for an outcome, as data: for a person with real dice, a script, or a remote program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The kind of outcome.
    pub ask: Ask,
    /// The reason for the question.
    pub why: RollReason,
}

/// The kinds of outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// A roll of this die.
    Die(Die),
    /// A flip of a coin.
    Coin,
    /// A card, by its code.
    Card {
        /// The codes still possible, each once.
        possible: Vec<&'static str>,
        /// The number of copies of each possible card: the weights of the draw.
        copies: Vec<u32>,
        /// The codes that can be entered. They include cards that lie elsewhere, where the player
        /// who enters the outcome cannot know that.
        tellable: Vec<&'static str>,
        /// All kinds that such a deck can hold: the list to show where the deck's content is
        /// secret.
        kinds: Vec<CardKind>,
        /// Whether the possible cards would reveal hidden information: players then choose from all
        /// kinds.
        secret: bool,
    },
}

impl Question {
    /// Checks an answer, and spells it as a record does. A card is refused only if the player who
    /// enters it knows that it cannot have been drawn. A refusal because of the cards that others
    /// hold would reveal their hands.
    ///
    /// # Errors
    /// If it is not among the possible answers; the message lists those.
    pub fn check(&self, answer: &str) -> Result<Answer, BadAnswer> {
        let possible = match &self.ask {
            // One spelling for each number: `17`, not `+17` or `017`.
            Ask::Die(die) => (1..=die.sides()).any(|value| value.to_string() == answer),
            Ask::Coin => matches!(answer, "heads" | "tails"),
            Ask::Card { tellable, .. } => tellable.contains(&answer),
        };
        match possible {
            true => Ok(Answer(answer.to_owned())),
            false => Err(BadAnswer { question: Box::new(self.clone()), found: answer.to_owned() }),
        }
    }

    /// Checks an answer exactly, for callers who see everything: whether the outcome is possible,
    /// whatever can be entered.
    ///
    /// # Errors
    /// If the answer is not among the possible ones.
    pub fn check_possible(&self, answer: &str) -> Result<Answer, BadAnswer> {
        match &self.ask {
            Ask::Card { possible, .. } if !possible.contains(&answer) => {
                Err(BadAnswer { question: Box::new(self.clone()), found: answer.to_owned() })
            }
            _ => self.check(answer),
        }
    }

    /// Returns the question as `viewer` may see it. A viewer who may not see the outcome gets its
    /// reason and its seat only. A player who may see it is offered all kinds of card if the
    /// content of the deck is secret.
    pub fn shown_to(&self, viewer: Viewer) -> serde_json::Value {
        let RollReason { tag, text, seat, audience, .. } = self.why;
        if !audience.includes(viewer) {
            return serde_json::json!({ "hidden": true, "tag": tag, "why": text.as_str(), "seat": seat });
        }
        match &self.ask {
            Ask::Card { kinds, secret: true, .. } if viewer != Viewer::All => {
                let possible = kinds.iter().map(|kind| kind.code).collect();
                let (copies, tellable, kinds) = (Vec::new(), Vec::new(), Vec::new());
                let ask = Ask::Card { possible, copies, tellable, kinds, secret: true };
                serde_json::json!(Question { ask, why: self.why })
            }
            _ => serde_json::json!(self),
        }
    }

    /// Returns every possible outcome with its exact weight, for callers who see everything. The
    /// probability of an outcome is its weight divided by the sum of all weights.
    ///
    /// ```
    /// use kernel::{Ask, Die, Question, RollReason};
    /// let why = RollReason::new("hit", text::text!("To hit"));
    /// let outcomes = Question { ask: Ask::Die(Die::D4), why }.outcomes();
    /// assert_eq!(outcomes, ["1", "2", "3", "4"].map(|value| (value.to_owned(), 1)));
    /// ```
    pub fn outcomes(&self) -> Vec<(String, u32)> {
        match &self.ask {
            Ask::Die(_) | Ask::Coin => self.choices().into_iter().map(|outcome| (outcome, 1)).collect(),
            Ask::Card { possible, copies, .. } => {
                possible.iter().zip(copies).map(|(code, copies)| ((*code).to_owned(), *copies)).collect()
            }
        }
    }

    /// Returns the answers that a player may choose from, in the order of kinds.
    pub fn choices(&self) -> Vec<String> {
        let owned = |codes: &[&str]| codes.iter().map(|code| (*code).to_owned()).collect();
        match &self.ask {
            Ask::Die(die) => (1..=die.sides()).map(|value| value.to_string()).collect(),
            Ask::Coin => owned(&["heads", "tails"]),
            Ask::Card { possible, secret: false, .. } => owned(possible),
            Ask::Card { kinds, .. } => kinds.iter().map(|kind| kind.code.to_owned()).collect(),
        }
    }

    /// Returns the cards that a player may choose from, in the order of kinds; none if the question
    /// is not for a card.
    pub fn cards(&self) -> Vec<CardKind> {
        let Ask::Card { possible, kinds, secret, .. } = &self.ask else { return Vec::new() };
        if *secret {
            return kinds.clone();
        }
        let kind = |code: &&'static str| kinds.iter().find(|kind| kind.code == *code).copied();
        possible.iter().map(|code| kind(code).unwrap_or_else(|| (*code).into())).collect()
    }
}

impl std::fmt::Display for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.ask {
            Ask::Die(die) => write!(f, "die {} {}", die.sides(), self.why.tag),
            Ask::Coin => write!(f, "coin {}", self.why.tag),
            Ask::Card { .. } => write!(f, "card {}", self.why.tag),
        }
    }
}

impl Serialize for Question {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = to.serialize_map(None)?;
        match &self.ask {
            Ask::Die(die) => map.serialize_entry("die", &die.sides())?,
            Ask::Coin => map.serialize_entry("coin", &true)?,
            Ask::Card { possible, .. } => map.serialize_entry("card", possible)?,
        }
        map.serialize_entry("tag", self.why.tag)?;
        map.serialize_entry("why", self.why.text.as_str())?;
        if let Some(seat) = self.why.seat {
            map.serialize_entry("seat", &seat)?;
        }
        map.end()
    }
}

/// One outcome as records spell it: `17`, `heads`, `QH`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Answer(pub String);

impl From<&str> for Answer {
    fn from(code: &str) -> Self {
        Answer(code.to_owned())
    }
}
