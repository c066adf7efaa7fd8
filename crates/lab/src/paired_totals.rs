//! Two numbers of each match on both sides of a comparison, one as a share of the other.

use serde::{Deserialize, Serialize};

use crate::{
    exact,
    stats::{Interval, Z95, two_sided},
};

/// The numbers of a pair of matches: on the first side a part and its total, then on the second.
const NUMBERS: usize = 4;
/// The places of a side's part; the total follows it.
const SIDES: [usize; 2] = [0, 2];
/// How many products two of them can make.
const PRODUCTS: usize = NUMBERS * (NUMBERS + 1) / 2;

/// The sums of the numbers, and of the products of every two of them.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct PairedTotals {
    #[serde(with = "exact::list")]
    sums: Vec<i128>,
    #[serde(with = "exact::list")]
    products: Vec<i128>,
}

/// Returns every two places, each pair once.
fn places() -> impl Iterator<Item = (usize, usize)> {
    (0..NUMBERS).flat_map(|one| (one..NUMBERS).map(move |other| (one, other)))
}

impl PairedTotals {
    pub(crate) fn add(&mut self, numbers: [i64; NUMBERS]) {
        self.sums.resize(NUMBERS, 0);
        self.products.resize(PRODUCTS, 0);
        let numbers = numbers.map(i128::from);
        self.sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        let products = places().map(|(one, other)| numbers[one] * numbers[other]);
        self.products.iter_mut().zip(products).for_each(|(sum, product)| *sum += product);
    }

    pub(crate) fn merge(&mut self, other: &PairedTotals) {
        for (all, more) in [(&mut self.sums, &other.sums), (&mut self.products, &other.products)] {
            all.resize(all.len().max(more.len()), 0);
            all.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
    }

    /// Returns the total of a side: 0 for the first, 1 for the second.
    pub(crate) fn of(&self, side: usize) -> u128 {
        self.sums.get(SIDES[side] + 1).map_or(0, |total| total.unsigned_abs())
    }

    /// Returns the second share minus the first with its 95 % interval, and the probability of a
    /// difference at least as large if there is no true one. It takes each match's distance from the
    /// share, which is nearly normal over many matches (the delta method). Without a total on one
    /// side, or without any spread, the interval is infinite.
    pub(crate) fn change(&self, games: u64) -> (Interval, f64) {
        let none = (Interval { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY }, 1.0);
        if games < 2 || SIDES.iter().enumerate().any(|(side, _)| self.of(side) == 0) {
            return none;
        }
        let mut weights = [0.0; NUMBERS];
        let mut shares = [0.0; 2];
        for ((part, share), sign) in SIDES.into_iter().zip(&mut shares).zip([-1.0, 1.0]) {
            let (sum, total) = (self.sums[part] as f64, self.sums[part + 1] as f64);
            *share = sum / total;
            weights[part] = sign / total;
            weights[part + 1] = -sign * *share / total;
        }
        let product = |((one, other), product): ((usize, usize), &i128)| {
            let times = if one == other { 1.0 } else { 2.0 };
            times * weights[one] * weights[other] * *product as f64
        };
        let spread: f64 = places().zip(&self.products).map(product).sum();
        let value = shares[1] - shares[0];
        let error = (spread.max(0.0) * games as f64 / (games - 1) as f64).sqrt();
        if error == 0.0 {
            return (Interval { value, ..none.0 }, none.1);
        }
        let reach = Z95 * error;
        (Interval { value, low: value - reach, high: value + reach }, two_sided(value / error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constant_totals_give_the_error_of_a_mean() {
        // With a total of 1 in each match a share is a mean: the parts differ by 1, 0, 1 and 0.
        let (mut all, mut rest) = (PairedTotals::default(), PairedTotals::default());
        [[0, 1, 1, 1], [1, 1, 1, 1]].into_iter().for_each(|pair| all.add(pair));
        [[2, 1, 3, 1], [4, 1, 4, 1]].into_iter().for_each(|pair| rest.add(pair));
        all.merge(&rest);
        let (change, p) = all.change(4);
        let error = (1.0_f64 / 3.0 / 4.0).sqrt();
        assert_eq!((change.value, all.of(0), all.of(1)), (0.5, 4, 4));
        assert!((change.margin() - Z95 * error).abs() < 1e-9, "{change:?}");
        assert!((p - two_sided(0.5 / error)).abs() < 1e-9, "{p}");
    }

    #[test]
    fn share_counts_over_all_matches() {
        let mut all = PairedTotals::default();
        [[1, 2, 2, 2], [0, 1, 1, 2]].into_iter().for_each(|pair| all.add(pair));
        let (change, _) = all.change(2);
        assert!((change.value - (3.0 / 4.0 - 1.0 / 3.0)).abs() < 1e-12);
        let (none, p) = PairedTotals::default().change(10);
        assert!(none.low.is_infinite() && p == 1.0);
    }
}
