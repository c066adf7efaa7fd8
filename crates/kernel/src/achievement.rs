//! Achievements: goals that a seat can reach in one match, and the list that each seat has reached.
//!
//! A game lists its achievements as data, each with a [`Rule`] ([`Features`](crate::Features)). A
//! rule reads a finished match (its events, the lab's counts, its outcome and its last state) and
//! counts towards the number that the achievement needs. So players see how near they were. The
//! journal alone decides the result, so it is the same whenever it is computed.
//!
//! The server evaluates each rule once, when the match ends, and stores the result with the other
//! results. Only the first match counts. A player earns nothing in a match in which a bot decided
//! for them, nor among rivals of whom they had several seats.

use text::Text;

use crate::{Counting, Game, Log, Measured, Outcome, Picture, Present, Referee, Seat, Status, Viewer, measure::Counts};

/// An achievement: something that a seat can earn in one match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Achievement {
    /// Its name in the game, in addresses and in JSON.
    pub id: &'static str,
    /// Its name for people.
    pub title: Text,
    /// The task, in a sentence.
    pub task: Text,
    /// Its picture, from the game's catalogue.
    pub picture: Picture,
    /// The count of its [`Rule`] that earns it; 1 for a deed that is done or not.
    pub needed: usize,
}

impl Achievement {
    /// Creates an achievement for one deed, with the picture of this name.
    pub const fn new(id: &'static str, title: Text, task: Text, picture: &'static str) -> Achievement {
        Achievement { id, title, task, picture: Picture(picture), needed: 1 }
    }

    /// Sets the count that earns it.
    #[must_use]
    pub const fn needs(self, needed: usize) -> Achievement {
        Achievement { needed, ..self }
    }
}

/// Counts what a seat has done for an achievement in a finished match.
pub type Rule<G> = fn(&Finished<'_, G>, Seat) -> usize;

/// How far a seat has come towards an achievement in a finished match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The achievement.
    pub achievement: &'static Achievement,
    /// The count of its rule; it may exceed the number needed.
    pub count: usize,
}

impl Progress {
    /// Returns whether the match has earned the achievement.
    pub const fn is_earned(&self) -> bool {
        self.count >= self.achievement.needed
    }
}

/// A finished match, as the rules of achievements read it.
#[derive(Debug)]
pub struct Finished<'m, G: Game> {
    /// The last state.
    pub game: &'m G,
    /// How it ended.
    pub outcome: Outcome,
    /// The lab's counts for this match.
    pub counts: Counts,
    /// All events, from the setup on. An event that some seats hear in full and others in part is
    /// here once, in full.
    pub events: Vec<&'m G::Event>,
}

impl<'m, G: Measured> Finished<'m, G> {
    /// Reads a finished match; `None` while the match goes on.
    pub fn of(referee: &'m Referee<G>) -> Option<Self> {
        let game = referee.game()?;
        let Status::Over(outcome) = game.status() else { return None };
        let said = (0..=referee.ply()).flat_map(|step| referee.said(step));
        let events: Vec<&G::Event> =
            said.filter(|said| said.audience.includes(Viewer::All)).map(|said| &said.event).collect();
        let mut counting = Counting::<G>::default();
        for event in &events {
            counting.tell((*event).clone());
        }
        counting.close(game);
        Some(Finished { game, outcome, counts: counting.counts, events })
    }
}

impl<G: Game> Finished<'_, G> {
    /// Whether `seat` has [won](Outcome::won).
    pub fn won(&self, seat: Seat) -> bool {
        self.outcome.won(seat)
    }

    /// Returns the number of events of this kind.
    pub fn count(&self, of: impl Fn(&G::Event) -> bool) -> usize {
        self.events.iter().filter(|event| of(event)).count()
    }

    /// Returns the largest of these numbers; 0 if no event has one.
    pub fn most(&self, of: impl Fn(&G::Event) -> Option<usize>) -> usize {
        self.events.iter().filter_map(|event| of(event)).max().unwrap_or(0)
    }

    /// Whether any event is of this kind.
    pub fn any(&self, of: impl Fn(&G::Event) -> bool) -> bool {
        self.events.iter().any(|event| of(event))
    }
}

/// Returns the progress that a finished match has made towards each achievement, by seat, in the
/// order of the game's list; empty while the match goes on.
pub fn progress<G: Measured + Present>(referee: &Referee<G>) -> Vec<Vec<Progress>> {
    let Some(finished) = Finished::of(referee) else { return Vec::new() };
    let of = |seat| {
        let all = G::FEATURES.achievements.iter();
        all.map(|(achievement, rule)| Progress { achievement, count: rule(&finished, seat) }).collect()
    };
    Seat::all(referee.seats()).map(of).collect()
}
