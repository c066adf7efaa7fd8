//! Turning points: the decisions that cost a seat most.
//!
//! The analysis tries out every decision of the seat with the seat's knowledge at that time. It
//! imagines worlds for the seat. In each it plays the rest of the match after the move made and
//! after the others, with the same outcomes. There are three passes, each with more playouts for
//! fewer decisions. The last pass has outcomes of its own, so that noise does not select a
//! decision.

use std::time::Duration;

use bots::{Compared, Decision, compare, outlook};
use kernel::{Fast, Game, Judge, NullLog, Present, Referee, Seat, SeatSet, Viewer};

use super::TurningPoint;

/// Maximum number of moves compared at a decision.
const MOVES: usize = 6;
/// Maximum number of decisions in a playout.
const LENGTH: u64 = 400;
/// Number of decisions left after the first pass and after the second.
const LEFT: [usize; 2] = [12, 3];
/// Minimum and maximum number of rounds of a pass.
const ROUNDS: (u64, u64) = (6, 10_000);
/// A decision that loses less than this is no turning point.
const LEAST: f64 = 0.05;
/// Number of standard errors by which a loss must be significant.
const ERRORS: f64 = 3.0;

/// A decision of the seat, and the moves compared with the one made.
struct Faced<'a, G: Game> {
    step: usize,
    before: &'a G,
    legal: Vec<G::Action>,
    /// The index of the move that was made.
    made: usize,
    others: Vec<usize>,
    /// Whether the game's own policy would have done the same.
    as_planned: bool,
    /// Approximate number of decisions in a playout from here.
    length: u64,
    /// The gain of the best other move in the last pass.
    gain: f64,
}

/// Returns the turning points of these seats; `None` if `go_on` stops it.
pub(super) fn turning_points<G: Present + Judge>(
    referee: &Referee<G>,
    states: &[G],
    seats: SeatSet,
    effort: Duration,
    go_on: &dyn Fn() -> bool,
) -> Option<Vec<TurningPoint>> {
    let budget = u64::from(G::PACE) * effort.as_millis() as u64 / u64::from(seats.len().max(1));
    let mut points = Vec::new();
    for seat in seats.iter() {
        points.extend(turning_point(referee, states, seat, budget, go_on)?);
    }
    Some(points)
}

/// Finds the turning point of a seat, with about `budget` decisions in playouts.
fn turning_point<G: Present + Judge>(
    referee: &Referee<G>,
    states: &[G],
    seat: Seat,
    budget: u64,
    go_on: &dyn Fn() -> bool,
) -> Option<Option<TurningPoint>> {
    let mut faced: Vec<Faced<'_, G>> =
        (1..states.len()).filter_map(|step| Faced::at(referee, states, seat, step)).collect();
    // If there are too many decisions, those come first in which the game's own policy would have
    // made another move.
    faced.sort_unstable_by_key(|one| (one.as_planned, one.step));
    let share = budget / 3;
    for (pass, left) in [(0, LEFT[0]), (1, LEFT[1])] {
        affordable(&mut faced, share);
        let rounds = rounds(&faced, share);
        for one in &mut faced {
            if !go_on() {
                return None;
            }
            one.narrow(seat, rounds, pass);
        }
        faced.retain(|one| one.gain > 0.0);
        faced.sort_unstable_by(|one, other| other.gain.total_cmp(&one.gain).then(one.step.cmp(&other.step)));
        faced.truncate(left);
    }
    let rounds = rounds(&faced, share);
    let mut worst: Option<(f64, TurningPoint)> = None;
    for one in &faced {
        if !go_on() {
            return None;
        }
        let Some((made, best)) = one.verdict(seat, rounds) else { continue };
        if best.gain >= LEAST.max(ERRORS * best.error) && worst.as_ref().is_none_or(|(gain, _)| best.gain > *gain) {
            worst = Some((best.gain, one.told(seat, &made, &best)));
        }
    }
    Some(worst.map(|(_, point)| point))
}

/// Drops the last decisions until the budget pays for the minimum rounds of the rest.
fn affordable<G: Judge>(faced: &mut Vec<Faced<'_, G>>, budget: u64) {
    let mut cost = 0;
    let fits = |one: &&Faced<'_, G>| {
        cost += ROUNDS.0 * one.cost();
        cost <= budget
    };
    let count = faced.iter().take_while(fits).count();
    faced.truncate(count);
}

/// Returns the number of rounds that the budget pays for.
fn rounds<G: Judge>(faced: &[Faced<'_, G>], budget: u64) -> u32 {
    let cost: u64 = faced.iter().map(|one| one.cost()).sum();
    (budget / cost.max(1)).clamp(ROUNDS.0, ROUNDS.1) as u32
}

/// Returns the number of decisions in one playout from here: in a world imagined for the seat, by
/// the game's own policy.
pub(crate) fn length<G: Judge>(before: &G, seat: Seat, step: usize) -> u64 {
    let mut dice = Fast::seeded(step as u64);
    let Ok(mut world) = before.imagine(Viewer::Seat(seat), &mut dice);
    let mut length = 1;
    while let Some((seat, action)) = world.asked_first().and_then(|seat| Some((seat, world.reference_action(seat)?))) {
        let Ok(()) = world.apply(seat, action, &mut dice, &mut NullLog);
        length += 1;
        if length == LENGTH {
            break;
        }
    }
    length
}

impl<'a, G: Judge> Faced<'a, G> {
    /// Returns the decision of `step`, if it was the seat's and there was a choice.
    fn at(referee: &Referee<G>, states: &'a [G], seat: Seat, step: usize) -> Option<Self> {
        let before = states.get(step - 1).filter(|_| referee.actor(step) == Some(seat))?;
        let mut legal = Vec::new();
        before.legal(seat, &mut legal);
        let made = legal.iter().position(|action| Some(action) == referee.action(step))?;
        if legal.len() < 2 {
            return None;
        }
        let planned = before.reference_index(seat, &legal);
        let mut others: Vec<usize> = (0..legal.len()).filter(|index| *index != made && *index != planned).collect();
        let room = MOVES - 1 - usize::from(planned != made);
        if others.len() > room {
            others = (0..room).map(|place| others[place * others.len() / room]).collect();
        }
        if planned != made {
            others.insert(0, planned);
        }
        let length = length(before, seat, step);
        Some(Faced { step, before, legal, made, others, as_planned: planned == made, length, gain: 0.0 })
    }

    /// Returns the approximate cost of a round: the decisions in its playouts.
    fn cost(&self) -> u64 {
        (1 + self.others.len() as u64) * self.length
    }

    /// Compares the moves, and keeps the best of the others only.
    fn narrow(&mut self, seat: Seat, rounds: u32, pass: u64) {
        let best = self.compared(seat, rounds, pass).map(|(_, best)| best);
        self.gain = best.map_or(0.0, |best| best.gain);
        self.others = best.map(|best| best.index).into_iter().collect();
    }

    /// Returns the move made and the best of the others, after one more pass.
    fn verdict(&self, seat: Seat, rounds: u32) -> Option<(Compared, Compared)> {
        self.compared(seat, rounds, LEFT.len() as u64)
    }

    fn compared(&self, seat: Seat, rounds: u32, pass: u64) -> Option<(Compared, Compared)> {
        let decision = Decision::of(self.before, seat, &self.legal)?;
        // Each decision and each pass has its own seed.
        let seed = self.step as u64 * (LEFT.len() as u64 + 1) + pass;
        let compared = compare(decision, self.made, &self.others, rounds, outlook, seed);
        let (made, others) = compared.split_first()?;
        let best = others.iter().max_by(|one, other| one.gain.total_cmp(&other.gain))?;
        Some((*made, *best))
    }

    fn told(&self, seat: Seat, made: &Compared, best: &Compared) -> TurningPoint
    where
        G: Present,
    {
        let view = self.before.view(Viewer::Seat(seat));
        let text = |index: usize| self.legal.get(index).map(|action| G::wording(&view, seat, action).text);
        TurningPoint {
            seat,
            step: self.step,
            done: text(made.index).unwrap_or_default(),
            done_worth: made.worth,
            best: text(best.index).unwrap_or_default(),
            best_worth: best.worth,
            playouts: made.playouts,
        }
    }
}
