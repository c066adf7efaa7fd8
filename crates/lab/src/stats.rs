//! The statistics that the lab needs.

pub use kernel::interval::{Interval, Z95, wilson};

/// Returns the mean of `n` values from their sum and the sum of their squares, with Student's
/// interval. With fewer than two values, or equal values only, the spread is unknown and the
/// interval is infinite.
pub fn mean(n: u64, sum: i128, squares: i128) -> Interval {
    let value = if n > 0 { sum as f64 / n as f64 } else { 0.0 };
    let error = if n > 1 { standard_error(n, sum, squares) } else { 0.0 };
    let reach = if error > 0.0 { stretched(Z95, n - 1) * error } else { f64::INFINITY };
    Interval { value, low: value - reach, high: value + reach }
}

/// Returns the share of `hits` among `all`, with the Wilson interval, for counts beyond 64 bits
/// too. They are halved until they fit: an interval that narrow shows no difference.
pub fn share(hits: u128, all: u128) -> Interval {
    let beyond = u64::BITS.saturating_sub(all.leading_zeros());
    wilson((hits >> beyond) as u64, (all >> beyond) as u64)
}

/// Returns the standard error of the mean of two or more values.
fn standard_error(n: u64, sum: i128, squares: i128) -> f64 {
    let wide = i128::from(n);
    // The numerator is exact: no digits cancel.
    let exact = wide.checked_mul(squares).zip(sum.checked_mul(sum)).map(|(squares, square)| squares - square);
    let spread = exact.map_or_else(|| shifted(wide, sum, squares), |spread| spread.max(0) as f64);
    (spread / n as f64 / n as f64 / (n - 1) as f64).sqrt()
}

/// Returns the same numerator, `n * squares - sum * sum`, if a product is beyond 128 bits. It takes
/// the whole number next to the mean from all values first. Their squares are then at least twice
/// what the shift leaves to subtract, so few digits cancel.
fn shifted(n: i128, sum: i128, squares: i128) -> f64 {
    let middle = (2 * sum + n).div_euclid(2 * n);
    let (rest, squares) = (sum - n * middle, squares - 2 * middle * sum + n * middle * middle);
    (n as f64 * squares as f64 - rest as f64 * rest as f64).max(0.0)
}

// Returns Student's t with the same probability as the normal z, by Wallace's formula. It differs
// from the tables by 1 in 1000 from five degrees of freedom on; below that the interval is too wide
// rather than too narrow.

/// Returns the t with the same probability as this z.
fn stretched(z: f64, freedom: u64) -> f64 {
    let n = freedom as f64;
    let bent = z * (8.0 * n + 3.0) / (8.0 * n + 1.0);
    (n * libm::expm1(bent * bent / n)).sqrt()
}

/// Returns the probability of a mean at least this far from 0 if the true mean is 0: Student's
/// test. `None` for values without any spread, for which the test does not work.
pub fn student(n: u64, sum: i128, squares: i128) -> Option<f64> {
    let error = if n > 1 { standard_error(n, sum, squares) } else { 0.0 };
    if error == 0.0 {
        return None;
    }
    let (t, freedom) = (sum as f64 / n as f64 / error, (n - 1) as f64);
    let z = (8.0 * freedom + 1.0) / (8.0 * freedom + 3.0) * (freedom * libm::log1p(t * t / freedom)).sqrt();
    Some(two_sided(z))
}

/// Returns how much more often one side has a property than the other in `all` matched pairs, with
/// the interval of Agresti and Min. The interval adds half a pair to each of the four possible
/// results of a pair, so that pairs that never differ leave some doubt. `more` and `less` count the
/// pairs in which only this side, or only the other, has it.
///
/// ```
/// let found = lab::stats::paired(0, 0, 1000);
/// assert!(found.value == 0.0 && found.high > 0.001 && found.high < 0.003 && found.low == -found.high);
/// ```
pub fn paired(more: u64, less: u64, all: u64) -> Interval {
    let value = if all > 0 { (more as f64 - less as f64) / all as f64 } else { 0.0 };
    let (n, sum) = (all as f64 + 2.0, (more + less) as f64 + 1.0);
    let centre = (more as f64 - less as f64) / n;
    let reach = Z95 * ((sum / n - centre * centre) / n).sqrt();
    Interval { value, low: (centre - reach).clamp(-1.0, value), high: (centre + reach).clamp(value, 1.0) }
}

/// Returns the difference of two shares of different matches, `hits` among `all` each, with
/// Newcombe's interval. It combines the two Wilson intervals, and is as reliable for rare events.
/// `None` if one has no matches.
///
/// ```
/// let lift = lab::stats::difference((56, 70), (48, 80)).unwrap();
/// assert!((lift.low - 0.0524).abs() < 1e-4 && (lift.high - 0.3339).abs() < 1e-4);
/// let rare = lab::stats::difference((0, 3), (0, 5)).unwrap();
/// assert!(rare.value == 0.0 && rare.high > 0.5);
/// ```
pub fn difference(a: (u64, u64), b: (u64, u64)) -> Option<Interval> {
    if a.1 == 0 || b.1 == 0 {
        return None;
    }
    let (p, q) = (wilson(a.0, a.1), wilson(b.0, b.1));
    let value = p.value - q.value;
    let low = value - libm::hypot(p.value - p.low, q.high - q.value);
    let high = value + libm::hypot(p.high - p.value, q.value - q.low);
    Some(Interval { value, low, high })
}

/// Returns the probability that two shares of different matches, `hits` among `all` each, differ at
/// least as much if there is no true difference: the test of two proportions, with their common share.
///
/// ```
/// assert!((lab::stats::unequal((56, 70), (48, 80)) - 0.00805).abs() < 1e-5);
/// assert_eq!(lab::stats::unequal((0, 3), (0, 5)), 1.0);
/// ```
pub fn unequal(a: (u64, u64), b: (u64, u64)) -> f64 {
    let [m, n] = [a.1, b.1].map(|all| all as f64);
    let common = (a.0 + b.0) as f64 / (m + n);
    let error = (common * (1.0 - common) * (1.0 / m + 1.0 / n)).sqrt();
    if error > 0.0 { two_sided((a.0 as f64 / m - b.0 as f64 / n) / error) } else { 1.0 }
}

/// Returns the probability that a standard normal value is at least `z` away from 0.
pub fn two_sided(z: f64) -> f64 {
    // Complementary error function by a rational fit; its relative error is below 1.2e-7
    // everywhere.
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.5 * x);
    const FIT: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let fit = FIT.iter().rev().fold(0.0, |sum, factor| sum * t + factor);
    t * libm::exp(fit - x * x)
}

/// Returns the probability that matched pairs are at least this uneven if neither side is better:
/// McNemar's test. `a` and `b` count the pairs that only one side won. It is exact up to a thousand
/// such pairs, and uses the normal curve beyond that.
///
/// ```
/// assert_eq!(lab::stats::mcnemar(0, 0), 1.0);
/// assert!((lab::stats::mcnemar(1, 9) - 22.0 / 1024.0).abs() < 1e-12);
/// ```
pub fn mcnemar(a: u64, b: u64) -> f64 {
    let n = a + b;
    if n > 1000 {
        return two_sided((a as f64 - b as f64).abs().max(1.0) / (n as f64).sqrt() - 1.0 / (n as f64).sqrt());
    }
    // Twice the tail of a fair coin, each term from the one before.
    let mut term = -(n as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for k in 0..=a.min(b) {
        tail += libm::exp(term);
        term += libm::log((n - k) as f64 / (k + 1) as f64);
    }
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_keep_within_their_bounds() {
        assert_eq!((wilson(0, 50).low, wilson(50, 50).high), (0.0, 1.0));
        assert!(wilson(0, 50).high > 0.0 && wilson(50, 50).low < 1.0);
        let half = wilson(500_000, 1_000_000);
        assert!((half.margin() - 0.00098).abs() < 1e-6);
    }

    #[test]
    fn a_mean_has_the_spread_of_its_values() {
        // 1, 2, 3, 4: variance 5/3.
        let found = mean(4, 10, 30);
        assert_eq!(found.value, 2.5);
        assert!((found.margin() / (5.0f64 / 12.0).sqrt() - 3.182).abs() < 0.05, "t of three degrees of freedom");
        assert_eq!(mean(2, 14, 98).margin(), f64::INFINITY, "equal values tell nothing of a spread");
        assert_eq!(mean(0, 0, 0).value, 0.0);
        assert_eq!((mean(1, 106, 106 * 106).value, mean(1, 106, 106 * 106).margin()), (106.0, f64::INFINITY));
    }

    /// A run of 10^15 matches: the products of the sums are beyond 128 bits.
    #[test]
    fn long_runs_have_same_spread_as_short_ones() {
        for (sum, squares) in [(10, 30), (4, 4), (3, 3), (0, 0), (-2, 4), (4_000_000_004, 4_000_000_008_000_000_006)] {
            assert_eq!(4 * squares - sum * sum, shifted(4, sum, squares) as i128, "{sum} {squares}");
        }
        // Half of the values are 0, half 100,000.
        let n = 1_000_000_000_000_000;
        let (sum, squares) = (50_000 * i128::from(n), 5_000_000_000 * i128::from(n));
        assert_eq!(i128::from(n).checked_mul(squares), None);
        let found = mean(n, sum, squares);
        assert!((found.margin() / (Z95 * 50_000.0 / (n as f64).sqrt()) - 1.0).abs() < 1e-6, "{found:?}");
        assert_eq!(found.value, 50_000.0);
    }

    #[test]
    fn shares_of_wide_counts_are_those_of_halved_ones() {
        assert_eq!(share(8, 10), wilson(8, 10));
        assert_eq!(share(3, u64::MAX.into()), wilson(3, u64::MAX));
        let wide = share(u128::from(u64::MAX) * 2, u128::from(u64::MAX) * 8);
        assert!((wide.value - 0.25).abs() < 1e-12 && wide.margin() < 1e-9, "{wide:?}");
    }

    #[test]
    fn students_curve_is_that_of_the_tables() {
        for (freedom, t) in [(5, 2.570_6), (10, 2.228_1), (29, 2.045_2), (1000, 1.962_3)] {
            assert!((stretched(Z95, freedom) / t - 1.0).abs() < 0.003, "{freedom}: {}", stretched(Z95, freedom));
        }
        assert!(stretched(Z95, 1) > 12.706 && stretched(Z95, 2) > 4.303);
        // The mean of 1, 2, 3, 4 is 3.873 standard errors from 0: 0.0305 by the table.
        assert!((student(4, 10, 30).unwrap() - 0.0305).abs() < 0.002);
        assert_eq!((student(1, 55, 55 * 55), student(9, 9, 9)), (None, None));
    }

    #[test]
    fn pairs_that_never_differ_leave_some_doubt() {
        for (more, less, all) in [(0, 0, 40), (0, 0, 1), (40, 0, 40), (0, 40, 40), (7, 1, 1000), (3, 3, 6)] {
            let found = paired(more, less, all);
            assert!(-1.0 <= found.low && found.low <= found.value && found.value <= found.high && found.high <= 1.0);
            assert!(found.margin() > 1.0 / (all + 2) as f64, "{more} {less} {all}: {found:?}");
        }
        let many = paired(60_000, 40_000, 1_000_000);
        assert!((many.value - 0.02).abs() < 1e-12 && (many.margin() - Z95 * (0.0996e-6f64).sqrt()).abs() < 1e-6);
    }

    #[test]
    fn tails_are_those_of_the_tables() {
        for (z, p) in [(0.0, 1.0), (1.0, 0.317_310_5), (1.96, 0.049_995_8), (3.290_526_7, 0.001), (-1.0, 0.317_310_5)] {
            assert!((two_sided(z) - p).abs() < 1e-6, "{z}: {}", two_sided(z));
        }
    }

    #[test]
    fn the_exact_test_and_the_curve_agree_where_they_meet() {
        assert!((mcnemar(460, 540) - two_sided(79.0 / 1000f64.sqrt())).abs() < 5e-4);
        assert!(mcnemar(500, 500) > 0.97 && mcnemar(600, 600) > 0.97);
        assert!(mcnemar(0, 10) < 0.002);
    }
}
