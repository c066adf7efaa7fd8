//! What a seat can earn in one match, and what a finished match has earned it.
//!
//! A game lists its achievements as data, a condition with each ([`Present::achievements`]). A condition reads what a match has
//! left: its events, what the lab counts in them, its outcome and its last state. So what was earned follows from the
//! journal alone, and comes out the same whenever it is worked out.

pub mod witness;

use text::Text;

use crate::{Counting, Game, Log, Measured, Outcome, Picture, Present, Referee, Seat, Status, Viewer, measure::Counts};

/// Something that can be earned in one match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Achievement {
    /// Its name in the game, in addresses and in JSON.
    pub id: &'static str,
    /// Its name for people.
    pub title: Text,
    /// What has to be done for it, in a sentence.
    pub task: Text,
    /// A picture of the game.
    pub picture: Picture,
}

impl Achievement {
    /// An achievement with the picture of this name.
    pub const fn new(id: &'static str, title: Text, task: Text, picture: &'static str) -> Achievement {
        Achievement { id, title, task, picture: Picture(picture) }
    }
}

/// Whether a seat has earned an achievement by a finished match.
pub type Condition<G> = fn(&Finished<'_, G>, Seat) -> bool;

/// What a finished match has left.
#[derive(Debug)]
pub struct Finished<'m, G: Game> {
    /// The last state.
    pub game: &'m G,
    /// How it ended.
    pub outcome: Outcome,
    /// What the lab counts in a match like this.
    pub counts: Counts,
    /// All that has happened, from the setup on. What some heard in full and others in part is here once, in full.
    pub events: Vec<&'m G::Event>,
}

impl<'m, G: Measured> Finished<'m, G> {
    /// What a match has left; `None` while it goes on.
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
        Some(Finished { game, outcome, counts: counting.close(game), events })
    }
}

impl<G: Game> Finished<'_, G> {
    /// Whether `seat` has [won](Outcome::won).
    pub fn won(&self, seat: Seat) -> bool {
        self.outcome.won(seat)
    }

    /// How many events are of this kind.
    pub fn count(&self, of: impl Fn(&G::Event) -> bool) -> usize {
        self.events.iter().filter(|event| of(event)).count()
    }

    /// Whether an event is of this kind.
    pub fn any(&self, of: impl Fn(&G::Event) -> bool) -> bool {
        self.events.iter().any(|event| of(event))
    }
}

/// The achievements that each seat has earned by a finished match, by seat, in the order of the game's list; nothing while
/// the match goes on.
pub fn earned<G: Measured + Present>(referee: &Referee<G>) -> Vec<Vec<&'static Achievement>> {
    let Some(finished) = Finished::of(referee) else { return Vec::new() };
    let of = |seat| {
        let earned = G::achievements().iter().filter(|(_, condition)| condition(&finished, seat));
        earned.map(|(achievement, _)| achievement).collect()
    };
    Seat::all(referee.seats()).map(of).collect()
}
