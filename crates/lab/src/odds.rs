//! Exact odds of a fight.
//!
//! The states that a fight can come to, and the rolls that lead from one to the next, make a graph. Every kind of
//! roll is explored once, with all its outcomes. Where states can come round to each other again (both sides miss)
//! the loop is solved exactly; then the chance of being in each state is carried forward, from the start to the
//! ends, in whole numbers over one common denominator.

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

/// How a fight may end, and with which chance each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Odds {
    /// What was asked, in a sentence.
    pub title: String,
    /// The chance of each end; they add up to 1.
    pub ends: BTreeMap<Finish, Chance>,
}

/// Works out how a duel may end.
///
/// # Errors
/// [`LabError::Endless`] if it may go on for ever.
///
/// # Panics
/// If a roll of the duel has more than ten million outcomes.
pub fn odds(duel: &dyn Duel) -> Result<Odds, LabError> {
    let graph = graph::Graph::explore(duel);
    Ok(Odds { title: duel.title(), ends: solve::solve(&graph)? })
}

impl Odds {
    /// The chance to win.
    pub fn win(&self) -> Chance {
        self.ends.iter().filter(|(end, _)| **end != Finish::Lost).map(|(_, chance)| chance).sum()
    }

    /// The chances to be left with 0, 1, 2, … health, 0 being a loss.
    pub fn left(&self) -> impl Iterator<Item = (u16, &Chance)> {
        self.ends.iter().map(|(end, chance)| match end {
            Finish::Lost => (0, chance),
            Finish::Won { left } => (*left, chance),
        })
    }

    /// Health left on average, a loss counting as 0.
    pub fn mean_left(&self) -> Chance {
        self.left().map(|(left, chance)| chance * Ratio::from_integer(BigInt::from(left))).sum()
    }

    /// The fight for people to read. Of a fraction that nobody would read only the length is told;
    /// [`json`](Odds::json) has it whole.
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

    /// The fight as JSON: fractions as text, and the nearest decimals.
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

/// A probability with so many digits behind the point, rounded to the nearest.
pub fn decimal(chance: &Chance, places: u32) -> String {
    let scale = BigInt::from(10).pow(places);
    let scaled = (chance * Ratio::from_integer(scale.clone())).round().to_integer();
    let (whole, rest) = (&scaled / &scale, &scaled % &scale);
    format!("{whole}.{:0>width$}", rest.to_string(), width = places as usize)
}

/// The nearest number that a computer holds.
pub fn number(chance: &Chance) -> f64 {
    let (digits, power) = leading(chance, 20);
    format!("{digits}e{power}").parse().unwrap_or_default()
}

/// About so many leading digits of it, as a whole number to be taken times ten to a power.
fn leading(chance: &Chance, digits: i64) -> (BigInt, i64) {
    let length = |number: &BigInt| number.to_string().len() as i64;
    let power = length(chance.numer()) - length(chance.denom()) - digits;
    let scale = BigInt::from(10).pow(power.unsigned_abs() as u32);
    let scale = Ratio::from_integer(scale);
    let scaled = if power < 0 { chance * scale } else { chance / scale };
    (scaled.round().to_integer(), power)
}

/// It with twelve digits behind the point; where they would say 0 or 1 of what is neither, how far from it it is.
fn shown(chance: &Chance) -> String {
    let one = Ratio::from_integer(BigInt::from(1));
    let short = |chance: &Chance| format!("{:.3e}", number(chance));
    match decimal(chance, 12).as_str() {
        "0.000000000000" if *chance.numer() != BigInt::ZERO => short(chance),
        "1.000000000000" if *chance < one => format!("1 - {}", short(&(one - chance))),
        plain => plain.to_owned(),
    }
}
