//! Receivers of legal actions.
//!
//! A game states once which actions are legal, and in which order. Some callers need all of them,
//! some only their number, and some one of them. Each caller uses its own [`ActionSink`], and
//! actions that it does not need are never built.

use rand_core::Rng;

use crate::below;

/// Takes the legal actions of a decision in their order.
///
/// ```
/// use kernel::ActionSink;
/// let mut list = Vec::new();
/// list.push_if(false, "rest");
/// list.push_each(3, |n| ["left", "ahead", "right"][n as usize]);
/// assert_eq!(list, ["left", "ahead", "right"]);
/// ```
pub trait ActionSink<A> {
    /// Receives one action.
    fn push(&mut self, action: A);

    /// Receives `count` actions. `nth` makes each of them, the first for 0; the sink may ask for
    /// none.
    fn push_each(&mut self, count: u32, nth: impl Fn(u32) -> A);

    /// Receives all of these actions, for games that build them best one after the other.
    fn push_all(&mut self, actions: impl ExactSizeIterator<Item = A>);

    /// Receives one action, if `so`.
    #[inline]
    fn push_if(&mut self, so: bool, action: A) {
        if so {
            self.push(action);
        }
    }
}

/// Collects all actions in a list.
impl<A> ActionSink<A> for Vec<A> {
    #[inline]
    fn push(&mut self, action: A) {
        self.push(action);
    }

    #[inline]
    fn push_each(&mut self, count: u32, nth: impl Fn(u32) -> A) {
        self.extend((0..count).map(nth));
    }

    #[inline]
    fn push_all(&mut self, actions: impl ExactSizeIterator<Item = A>) {
        self.extend(actions);
    }
}

/// Picks one action, each with equal chance, in one pass (reservoir sampling). A later action
/// replaces the picked one with probability one divided by the number of actions so far.
#[derive(Debug)]
pub(crate) struct Reservoir<'a, A, R> {
    rng: &'a mut R,
    /// Number of actions so far.
    count: u32,
    pub(crate) drawn: Option<A>,
}

impl<'a, A, R> Reservoir<'a, A, R> {
    #[inline]
    pub(crate) fn new(rng: &'a mut R) -> Self {
        Reservoir { rng, count: 0, drawn: None }
    }

    /// Decides which of `count` more actions is picked, if any.
    #[inline]
    fn draw(&mut self, count: u32) -> Option<u32>
    where
        R: Rng,
    {
        self.count += count;
        if count == 0 {
            return None;
        }
        let place = if self.count == 1 { 0 } else { below(self.rng, self.count) };
        (place < count).then_some(place)
    }
}

impl<A, R: Rng> ActionSink<A> for Reservoir<'_, A, R> {
    #[inline]
    fn push(&mut self, action: A) {
        if self.draw(1).is_some() {
            self.drawn = Some(action);
        }
    }

    #[inline]
    fn push_each(&mut self, count: u32, nth: impl Fn(u32) -> A) {
        if let Some(place) = self.draw(count) {
            self.drawn = Some(nth(place));
        }
    }

    #[inline]
    fn push_all(&mut self, mut actions: impl ExactSizeIterator<Item = A>) {
        if let Some(place) = self.draw(actions.len() as u32) {
            self.drawn = actions.nth(place as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fast;

    /// Nine actions, pushed in every way that a sink offers.
    fn nine<M: ActionSink<u32>>(out: &mut M) {
        out.push(0);
        out.push_if(false, 99);
        out.push_each(0, |_| 99);
        out.push_each(4, |n| 1 + n);
        out.push_if(true, 5);
        out.push_all([].into_iter());
        out.push_all([6, 7, 8].into_iter());
    }

    #[test]
    fn a_list_is_in_order() {
        let mut list = Vec::new();
        nine(&mut list);
        assert_eq!(list, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn each_is_drawn_equally_often() {
        let mut dice = Fast::seeded(1);
        let mut times = [0u32; 9];
        for _ in 0..90_000 {
            let mut reservoir = Reservoir::new(&mut dice.0);
            nine(&mut reservoir);
            times[reservoir.drawn.unwrap() as usize] += 1;
        }
        assert!(times.iter().all(|times| times.abs_diff(10_000) < 400), "{times:?}");
    }

    #[test]
    fn where_there_is_no_choice_no_luck_is_needed() {
        let (mut dice, mut same) = (Fast::seeded(1), Fast::seeded(1));
        let mut reservoir = Reservoir::new(&mut dice.0);
        reservoir.push_each(1, |n| n);
        assert_eq!(reservoir.drawn, Some(0));
        assert_eq!(Reservoir::<u32, _>::new(&mut same.0).drawn, None);
        assert_eq!(dice.0.next_u64(), same.0.next_u64());
    }
}
