//! Estimates with confidence intervals.

/// Number of standard deviations on either side that contain 95 % of a normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A figure with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The figure itself.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Returns the interval of an exact value: of no width.
    pub const fn exact(value: f64) -> Interval {
        Interval { value, low: value, high: value }
    }

    /// Returns half the width, for a ± behind the figure.
    pub fn margin(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Returns the share of `hits` among `all`, with the Wilson interval: it stays within 0 and 1 and
/// is reliable for rare events.
///
/// ```
/// let share = kernel::interval::wilson(8, 10);
/// assert_eq!(share.value, 0.8);
/// assert!((share.low - 0.4902).abs() < 1e-4 && (share.high - 0.9433).abs() < 1e-4);
/// ```
pub fn wilson(hits: u64, all: u64) -> Interval {
    if all == 0 {
        return Interval { value: 0.0, low: 0.0, high: 1.0 };
    }
    let n = all as f64;
    let p = hits as f64 / n;
    let z2 = Z95 * Z95;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let reach = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    // At 0 and at 1 the ends meet exactly; rounding must not push them beyond.
    Interval { value: p, low: (centre - reach).clamp(0.0, p), high: (centre + reach).clamp(p, 1.0) }
}
