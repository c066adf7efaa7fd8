//! Exact odds of a fight.
//!
//! The states of a fight, and the rolls that lead from one to the next, form a graph. The solver
//! explores every kind of roll once, with all its outcomes. If states can return to each other
//! (both sides miss) it solves the loop exactly. Then it carries the probability of each state
//! forward, from the start to the ends, in whole numbers over one common denominator.

mod graph;
mod solve;

use std::collections::BTreeMap;

use kernel::measure::{Duel, Finish};
use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use serde_json::{Value, json};

use crate::LabError;

/// An exact probability.
pub type Chance = BigRational;

/// The exact odds of a fight: the probability of each end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Odds {
    /// The question, in a sentence.
    pub title: String,
    /// The probability of each end; they add up to 1.
    pub ends: BTreeMap<Finish, Chance>,
}

/// Computes how a duel may end.
///
/// # Errors
/// [`LabError::Endless`] if it may never end.
///
/// # Panics
/// If a roll of the duel has more than ten million outcomes.
pub fn odds(duel: &dyn Duel) -> Result<Odds, LabError> {
    let graph = graph::Graph::explore(duel);
    Ok(Odds { title: duel.title(), ends: solve::solve(&graph)? })
}

impl Odds {
    /// Returns the probability to win.
    pub fn win(&self) -> Chance {
        self.ends.iter().filter(|(end, _)| **end != Finish::Lost).map(|(_, chance)| chance).sum()
    }

    /// Returns the probabilities to be left with 0, 1, 2, … health, 0 being a loss.
    pub fn left(&self) -> impl Iterator<Item = (u16, &Chance)> {
        self.ends.iter().map(|(end, chance)| match end {
            Finish::Lost => (0, chance),
            Finish::Won { left } => (*left, chance),
        })
    }

    /// Returns the mean health left, a loss counting as 0.
    pub fn mean_left(&self) -> Chance {
        self.left().map(|(left, chance)| chance * Ratio::from_integer(BigInt::from(left))).sum()
    }

    /// Returns the odds as a table for people. For a fraction that is too long to read it has only
    /// the length; [`json`](Odds::json) has the whole fraction.
    pub fn table(&self) -> String {
        let win = self.win();
        let mut text = format!("{}\n\n", self.title);
        text += &format!("  chance to win       {:<14}  = {}\n", shown(&win), short(&win));
        text += &format!("  health left, mean   {:<14}  (a loss counts as 0)\n\n", shown(&self.mean_left()));
        text += "  health left   chance\n";
        for (left, chance) in self.left() {
            let name = if left == 0 { "0, lost".to_owned() } else { left.to_string() };
            text += &format!("  {name:<11}   {:<14}  = {}\n", shown(chance), short(chance));
        }
        text
    }

    /// Returns the odds as JSON: fractions as text, and the nearest decimals.
    pub fn json(&self) -> Value {
        let exact = |chance: &Chance| json!({ "fraction": chance.to_string(), "decimal": number(chance) });
        let entry = |(left, chance): (u16, &Chance)| {
            let mut entry = exact(chance);
            entry["health"] = left.into();
            entry
        };
        json!({
            "fight": self.title,
            "win": exact(&self.win()),
            "mean_left": exact(&self.mean_left()),
            "left": self.left().map(entry).collect::<Vec<_>>(),
        })
    }
}

fn short(chance: &Chance) -> String {
    const ROOM: usize = 240;
    let text = chance.to_string();
    if text.len() <= ROOM {
        return text;
    }
    let digits = |number: &BigInt| number.to_string().len();
    format!("a fraction of {} over {} digits (--json)", digits(chance.numer()), digits(chance.denom()))
}

/// Formats a probability with this number of digits after the point, rounded to the nearest.
pub fn decimal(chance: &Chance, places: u32) -> String {
    let scale = BigInt::from(10).pow(places);
    let scaled = (chance * Ratio::from_integer(scale.clone())).round().to_integer();
    let (whole, rest) = (&scaled / &scale, &scaled % &scale);
    format!("{whole}.{:0>width$}", rest.to_string(), width = places as usize)
}

/// Returns the nearest floating-point number.
pub fn number(chance: &Chance) -> f64 {
    let (digits, power) = leading(chance, 20);
    format!("{digits}e{power}").parse().unwrap_or_default()
}

/// Returns about this many leading digits, as a whole number, with the power of ten to multiply it
/// by.
fn leading(chance: &Chance, digits: i64) -> (BigInt, i64) {
    let length = |number: &BigInt| number.to_string().len() as i64;
    let power = length(chance.numer()) - length(chance.denom()) - digits;
    let scale = BigInt::from(10).pow(power.unsigned_abs() as u32);
    let scale = Ratio::from_integer(scale);
    let scaled = if power < 0 { chance * scale } else { chance / scale };
    (scaled.round().to_integer(), power)
}

/// Formats it with twelve digits after the point. If they would show 0 or 1 for another value, it
/// shows the distance from 0 or 1.
fn shown(chance: &Chance) -> String {
    let one = Ratio::from_integer(BigInt::from(1));
    let short = |chance: &Chance| format!("{:.3e}", number(chance));
    match decimal(chance, 12).as_str() {
        "0.000000000000" if *chance.numer() != BigInt::ZERO => short(chance),
        "1.000000000000" if *chance < one => format!("1 - {}", short(&(one - chance))),
        plain => plain.to_owned(),
    }
}
