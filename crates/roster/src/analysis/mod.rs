//! What a finished match can tell: the course that it took, how lucky everybody was, and the decision that cost most.
//!
//! All of it is worked out from the journal and the rules alone, with fixed seeds, so that the same journal always tells the
//! same. What cannot be worked out is left out.
//!
//! | module | what it works out |
//! |---|---|
//! | `course` | the main meter of each seat after each step, and the chapters |
//! | `luck` | each roll among all that could have fallen instead |
//! | `turning` | the decision of a seat that lost most against the best move then legal |

mod course;
mod luck;
mod turning;

#[cfg(test)]
mod tests;

use std::time::Duration;

use kernel::{Icon, Imagine, Judge, Picture, Present, Referee, Seat, SeatSet, Sentence};

pub(crate) use turning::length;

/// The course of a match and its luck.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The number of steps.
    pub steps: usize,
    /// The main meter of each seat, by seat; `None` where the scene gives it none.
    pub curves: Vec<Option<Curve>>,
    /// The chapters: floors, rounds.
    pub chapters: Vec<ChapterMark>,
    /// The luck of each seat, by seat; `None` where no roll could have made a difference to it.
    pub luck: Vec<Option<Luck>>,
}

/// The main meter of a seat from step to step: what its area of the scene shows first as a meter or gauge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Curve {
    /// What it counts, in words: `Health`; empty where the scene does not say.
    pub name: String,
    /// What it counts, at a glance.
    pub icon: Icon,
    /// Where it is full, if anywhere.
    pub max: Option<i32>,
    /// Its value after the setup and after each step; `None` while it is not there.
    pub points: Vec<Option<i32>>,
    /// The step after which the seat is out of the game, if it is.
    pub fell: Option<usize>,
}

/// A chapter of the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChapterMark {
    /// The step that opens it; 0 is the setup.
    pub step: usize,
    /// Its heading in the chronicle.
    pub title: Sentence,
    /// What is met there.
    pub picture: Option<Picture>,
}

/// How lucky a seat was. Together all win or lose by the same dice; rivals have each their own: those of the steps they took,
/// and those that concern them in the steps of others.
#[derive(Clone, PartialEq, Debug)]
pub struct Luck {
    /// Its rolls ranked among all that could have fallen instead, on average, from 0 (always the worst) to 1 (always the best).
    /// Equal outcomes share the middle of their ranks, so that even luck is exactly 0.5.
    pub rank: f64,
    /// How many rolls that is: steps in which what could fall was not all worth the same.
    pub rolls: usize,
    /// Whether cards were drawn among them, and not only dice rolled.
    pub cards: bool,
    /// Whether some of them could fall in too many ways to count, and were ranked among samples.
    pub about: bool,
    /// The luckiest roll: of those that seldom fall so well, the one that brought the seat most, compared with the average.
    pub best: Option<Roll>,
    /// The unluckiest roll: of those that seldom fall so badly, the one that cost it most.
    pub worst: Option<Roll>,
}

/// A roll: all the chance of one step.
#[derive(Clone, PartialEq, Debug)]
pub struct Roll {
    /// Its step.
    pub step: usize,
    /// What fell, in words: `Attack of the enemy 6`.
    pub fell: Vec<String>,
    /// How likely it was to fall at least as well, for the best roll, or at least as badly, for the worst.
    pub odds: Odds,
}

/// How likely something was, 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Odds {
    /// Counted over all ways in which it can fall.
    Exactly(f64),
    /// As often as it came in samples.
    About(f64),
    /// Less often than could be told from samples.
    Under(f64),
}

/// The decision of a seat that lost most against the best move then legal, as far as playouts can tell from what it knew.
#[derive(Clone, PartialEq, Debug)]
pub struct TurningPoint {
    /// Whose it was.
    pub seat: Seat,
    /// The step that was taken; the decision was faced after the step before.
    pub step: usize,
    /// What was done.
    pub done: Sentence,
    /// How the match ends for the seat from there, on average: 0 is lost, 1 is won.
    pub done_worth: f64,
    /// The best move found.
    pub best: Sentence,
    /// How the match ends after that, on average.
    pub best_worth: f64,
    /// The number of playouts behind each of the two.
    pub playouts: u32,
}

/// The course of the match and its luck.
pub(crate) fn analyse<G: Present + Judge>(referee: &Referee<G>) -> Analysis {
    let states: Vec<G> = referee.states().collect();
    let (curves, chapters) = course::course(referee, &states);
    Analysis { steps: referee.ply(), curves, chapters, luck: luck::luck(referee, &states) }
}

/// The turning point of each of `seats` that has one. Playouts take about `effort` of one thread on the machine that
/// [`Judge::PACE`] was measured on; how many they are depends on nothing else. Gives nothing once `go_on` says no.
pub(crate) fn turning_points<G: Imagine + Present + Judge>(
    referee: &Referee<G>,
    seats: SeatSet,
    effort: Duration,
    go_on: &dyn Fn() -> bool,
) -> Vec<TurningPoint> {
    let states: Vec<G> = referee.states().collect();
    turning::turning_points(referee, &states, seats, effort, go_on).unwrap_or_default()
}
