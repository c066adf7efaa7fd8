//! Sets of match numbers.

use serde::{Deserialize, Serialize};

/// A set of match numbers, as sorted ranges with gaps between them. Each range is its first number
/// and the number after its last.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<(u64, u64)>", into = "Vec<(u64, u64)>")]
pub struct Ranges(Vec<(u64, u64)>);

impl Ranges {
    /// Adds a number. It is quickest after the number before it.
    #[inline]
    pub fn add(&mut self, number: u64) {
        match self.0.last_mut() {
            Some((_, to)) if *to == number => *to += 1,
            _ => self.merge(Ranges(vec![(number, number + 1)])),
        }
    }

    /// Adds all numbers of another set.
    pub fn merge(&mut self, other: Ranges) {
        self.0.extend(other.0);
        self.0.sort_unstable();
        self.0.dedup_by(|next, (_, to)| {
            let touches = next.0 <= *to;
            if touches {
                *to = next.1.max(*to);
            }
            touches
        });
    }

    /// Returns how many numbers there are.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|(from, to)| to - from).sum()
    }

    /// Returns the first number and the one after the last; `None` for an empty set.
    pub fn bounds(&self) -> Option<(u64, u64)> {
        Some((self.0.first()?.0, self.0.last()?.1))
    }

    /// Returns the first range of numbers that are in both sets.
    pub fn overlap(&self, other: &Ranges) -> Option<(u64, u64)> {
        let both = |(from, to): &(u64, u64)| {
            other.0.iter().map(move |other| (other.0.max(*from), other.1.min(*to))).find(|(from, to)| from < to)
        };
        self.0.iter().find_map(both)
    }

    /// Returns the ranges within `from..to` that are missing.
    pub fn gaps(&self, from: u64, to: u64) -> Vec<(u64, u64)> {
        let mut gaps = Vec::new();
        let mut next = from;
        for (begin, end) in self.0.iter().chain([&(to, to)]) {
            if next < (*begin).min(to) {
                gaps.push((next, (*begin).min(to)));
            }
            next = next.max(*end);
        }
        gaps
    }
}

impl From<Ranges> for Vec<(u64, u64)> {
    fn from(ranges: Ranges) -> Self {
        ranges.0
    }
}

impl TryFrom<Vec<(u64, u64)>> for Ranges {
    type Error = &'static str;

    fn try_from(ranges: Vec<(u64, u64)>) -> Result<Self, Self::Error> {
        let is_sorted = ranges.iter().all(|(from, to)| from < to) && ranges.windows(2).all(|two| two[0].1 < two[1].0);
        if is_sorted { Ok(Ranges(ranges)) } else { Err("the ranges of matches are not sorted, with gaps between them") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the set with these numbers.
    fn set(numbers: &[u64]) -> Ranges {
        let mut all = Ranges::default();
        numbers.iter().for_each(|number| all.add(*number));
        all
    }

    #[test]
    fn numbers_become_ranges_in_any_order() {
        let expected = Ranges(vec![(2, 5), (7, 8)]);
        for numbers in [[2, 3, 4, 7], [7, 4, 3, 2], [3, 7, 2, 4]] {
            assert_eq!(set(&numbers), expected);
        }
        assert_eq!((expected.count(), expected.bounds()), (4, Some((2, 8))));
        let mut both = set(&[0, 5]);
        both.merge(set(&[6, 1, 2, 3, 4]));
        assert_eq!(both, Ranges(vec![(0, 7)]));
    }

    #[test]
    fn gaps_and_overlaps_are_found() {
        let some = set(&[2, 3, 4, 7]);
        assert_eq!(some.gaps(0, 10), [(0, 2), (5, 7), (8, 10)]);
        assert_eq!((some.gaps(2, 5), some.gaps(3, 7)), (vec![], vec![(5, 7)]));
        assert_eq!(Ranges::default().gaps(4, 6), [(4, 6)]);
        assert_eq!(some.overlap(&set(&[0, 1, 5, 6, 8])), None);
        assert_eq!(some.overlap(&set(&[0, 3, 4, 5, 7])), Some((3, 5)));
    }

    #[test]
    fn unsorted_ranges_are_refused() {
        for text in ["[[3,3]]", "[[4,2]]", "[[0,2],[2,3]]", "[[5,6],[0,1]]"] {
            assert!(serde_json::from_str::<Ranges>(text).is_err(), "{text}");
        }
        let read: Ranges = serde_json::from_str("[[0,2],[3,9]]").unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), "[[0,2],[3,9]]");
    }
}
