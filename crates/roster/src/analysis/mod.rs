//! Analysis of a finished match: its course, the luck of each seat, and the decision that cost
//! most.
//!
//! The analysis depends on the journal and the rules alone, with fixed seeds, so the same journal
//! always gives the same result. It leaves out everything that it cannot compute.
//!
//! | module | result |
//! |---|---|
//! | `course` | the main meter of each seat after each step, and the chapters |
//! | `luck` | the rank of each roll among all its possible results |
//! | `turning` | the decision of a seat that lost most against the best legal move |

mod course;
mod luck;
mod turning;

use std::time::Duration;

use kernel::{Icon, Judge, Picture, Present, Referee, Seat, SeatSet, Sentence};

pub(crate) use turning::length;

/// The course of a match and its luck.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The number of steps.
    pub steps: usize,
    /// The main meter of each seat, by seat; `None` if the scene gives it none.
    pub curves: Vec<Option<Curve>>,
    /// The chapters: floors, rounds.
    pub chapters: Vec<ChapterMark>,
    /// The luck of each seat, by seat; `None` if no roll could have made a difference to it.
    pub luck: Vec<Option<Luck>>,
}

/// The main meter of a seat from step to step: the first meter or gauge in its area of the scene.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Curve {
    /// The name of the meter: `Health`; empty if the scene gives none.
    pub name: String,
    /// A sign for the meter.
    pub icon: Icon,
    /// Its maximum, if it has one.
    pub max: Option<i32>,
    /// Its value after the setup and after each step; `None` while it is missing.
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
    /// The picture of the first thing that the players meet there.
    pub picture: Option<Picture>,
}

/// The luck of a seat. In cooperative games all dice count for all seats. Rivals have their own
/// luck: the dice of their own steps, and the dice of others' steps that concern them.
#[derive(Clone, PartialEq, Debug)]
pub struct Luck {
    /// The average rank of its rolls among all possible results, from 0 (always the worst) to 1
    /// (always the best). Equal results share the middle of their ranks, so average luck is exactly
    /// 0.5.
    pub rank: f64,
    /// Number of its rolls: steps whose possible results did not all have the same value.
    pub rolls: usize,
    /// Whether the rolls include cards, and not only dice.
    pub cards: bool,
    /// Whether some rolls had too many possible results to count, and were ranked among samples.
    pub about: bool,
    /// The luckiest roll: of the rolls with a rare good result, the one that brought the seat most,
    /// compared with the average.
    pub best: Option<Roll>,
    /// The unluckiest roll: of the rolls with a rare bad result, the one that cost it most.
    pub worst: Option<Roll>,
}

/// A roll: all the chance of one step.
#[derive(Clone, PartialEq, Debug)]
pub struct Roll {
    /// Its step.
    pub step: usize,
    /// Its results, in words: `Attack of the enemy 6`.
    pub fell: Vec<String>,
    /// The probability of a result at least as good, for the best roll, or at least as bad, for the
    /// worst.
    pub odds: Odds,
}

/// A probability, 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Odds {
    /// Counted over all possible results.
    Exactly(f64),
    /// Estimated from samples.
    About(f64),
    /// Below this: too rare for the samples.
    Under(f64),
}

/// The decision of a seat that lost most against the best legal move, as far as playouts can tell
/// from the seat's knowledge.
#[derive(Clone, PartialEq, Debug)]
pub struct TurningPoint {
    /// The seat that decided.
    pub seat: Seat,
    /// The step that it took. It faced the decision after the step before.
    pub step: usize,
    /// The move made.
    pub done: Sentence,
    /// The average result of the match for the seat after it: 0 is lost, 1 is won.
    pub done_worth: f64,
    /// The best move found.
    pub best: Sentence,
    /// The average result after the best move.
    pub best_worth: f64,
    /// Number of playouts behind each of the two.
    pub playouts: u32,
}

/// Returns the course of the match and its luck.
pub(crate) fn analyse<G: Present + Judge>(referee: &Referee<G>) -> Analysis {
    let states: Vec<G> = referee.states().collect();
    let (curves, chapters) = course::course(referee, &states);
    Analysis { steps: referee.ply(), curves, chapters, luck: luck::luck(referee, &states) }
}

/// Returns the main meter of each seat at so many evenly spaced steps.
pub(crate) fn outline<G: Present + Judge>(referee: &Referee<G>, points: usize) -> Vec<Vec<i32>> {
    course::outline(referee, points)
}

/// Returns the turning point of each of `seats` that has one. The playouts take about `effort` of
/// one thread on the machine for which [`Judge::PACE`] was measured. Their number depends on
/// nothing else. The result is `None` once `go_on` returns `false`.
pub(crate) fn turning_points<G: Present + Judge>(
    referee: &Referee<G>,
    seats: SeatSet,
    effort: Duration,
    go_on: &dyn Fn() -> bool,
) -> Vec<TurningPoint> {
    let states: Vec<G> = referee.states().collect();
    turning::turning_points(referee, &states, seats, effort, go_on).unwrap_or_default()
}
