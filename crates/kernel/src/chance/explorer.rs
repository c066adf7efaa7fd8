//! Exhaustive enumeration of outcomes, each with its exact probability.

use std::convert::Infallible;

use num_rational::Ratio;

use super::{Chance, Die, Face, RollReason};
use crate::{Card, Deck};

/// An exact probability.
pub type Probability = Ratio<u128>;

/// Runs a function that asks for chance, once for every combination of answers.
///
/// ```
/// use kernel::{Chance, Die, Explorer, Probability, RollReason};
/// use text::text;
/// let why = RollReason::new("hit", text!("To hit"));
/// let mut seven_or_more = Probability::new(0, 1);
/// let mut explorer = Explorer::new(1000);
/// while let Some((probability, sum)) = explorer.next(|chance| {
///     let Ok(a) = chance.roll(Die::D6, why);
///     let Ok(b) = chance.roll(Die::D6, why);
///     a + b
/// }).unwrap() {
///     if sum >= 7 { seven_or_more += probability; }
/// }
/// assert_eq!(seven_or_more, Probability::new(7, 12));
/// ```
#[derive(Debug)]
pub struct Explorer {
    path: Vec<Fork>,
    started: bool,
    left: usize,
}

/// There are more outcomes than the explorer may visit, or fractions too fine to represent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there are more outcomes than this exploration may walk")]
pub struct TooWide;

/// One question on a path: the weights of its answers, and the answer that this path takes.
#[derive(Debug)]
struct Fork {
    weights: Vec<u32>,
    taken: usize,
}

/// The source of chance that one path of an [`Explorer`] uses.
#[derive(Debug)]
pub struct Branch<'a> {
    path: &'a mut Vec<Fork>,
    depth: usize,
}

impl Explorer {
    /// Creates an explorer that gives up after `limit` outcomes.
    pub fn new(limit: usize) -> Self {
        Explorer { path: Vec::new(), started: false, left: limit }
    }

    /// Runs `walk` along the next path. Returns its result and the exact probability of this path,
    /// or `None` after the last path. `walk` must ask the same questions when it gets the same
    /// answers.
    ///
    /// # Errors
    /// [`TooWide`] beyond the limit.
    pub fn next<T>(&mut self, walk: impl FnOnce(&mut Branch<'_>) -> T) -> Result<Option<(Probability, T)>, TooWide> {
        if self.started && !self.turn() {
            return Ok(None);
        }
        self.started = true;
        self.left = self.left.checked_sub(1).ok_or(TooWide)?;
        let mut branch = Branch { path: &mut self.path, depth: 0 };
        let result = walk(&mut branch);
        let depth = branch.depth;
        assert_eq!(depth, self.path.len(), "the walk must ask the same questions on the same way");
        Ok(Some((self.probability()?, result)))
    }

    /// Moves to the next path: the last fork with another answer takes it, and all forks behind it
    /// are dropped.
    fn turn(&mut self) -> bool {
        while let Some(fork) = self.path.last_mut() {
            let next = (fork.taken + 1..fork.weights.len()).find(|answer| fork.weights[*answer] > 0);
            if let Some(next) = next {
                fork.taken = next;
                return true;
            }
            self.path.pop();
        }
        false
    }

    fn probability(&self) -> Result<Probability, TooWide> {
        self.path.iter().try_fold(Probability::new(1, 1), |probability, fork| {
            let total: u32 = fork.weights.iter().sum();
            let share = Probability::new(fork.weights[fork.taken].into(), total.into());
            let numer = probability.numer().checked_mul(*share.numer()).ok_or(TooWide)?;
            let denom = probability.denom().checked_mul(*share.denom()).ok_or(TooWide)?;
            Ok(Probability::new(numer, denom))
        })
    }
}

impl Branch<'_> {
    fn choose(&mut self, weights: impl FnOnce() -> Vec<u32>) -> usize {
        if self.depth == self.path.len() {
            let weights = weights();
            let taken = weights.iter().position(|weight| *weight > 0).expect("some outcome is possible");
            self.path.push(Fork { weights, taken });
        }
        self.depth += 1;
        self.path[self.depth - 1].taken
    }
}

impl Chance for Branch<'_> {
    type Halt = Infallible;

    fn roll(&mut self, die: Die, _: RollReason) -> Result<u8, Infallible> {
        Ok(self.choose(|| vec![1; die.sides().into()]) as u8 + 1)
    }

    fn flip(&mut self, _: RollReason) -> Result<Face, Infallible> {
        Ok(if self.choose(|| vec![1; 2]) == 0 { Face::Heads } else { Face::Tails })
    }

    fn draw<D: Deck>(&mut self, from: &mut D, _: RollReason) -> Result<D::Card, Infallible> {
        let weights = || (0..D::Card::kinds()).map(|kind| from.count(D::Card::from_index(kind)) as u32).collect();
        let card = D::Card::from_index(self.choose(weights));
        assert!(from.take(card), "a possible card is there");
        Ok(card)
    }
}

#[cfg(test)]
mod tests {
    use text::text;

    use super::*;
    use crate::{Multiset, Rank};

    const WHY: RollReason = RollReason::new("test", text!("A test"));

    #[test]
    fn draws_are_weighted_by_copies_and_masses_add_up_to_one() {
        let (mut total, mut ace_first) = (Probability::new(0, 1), Probability::new(0, 1));
        let mut explorer = Explorer::new(100);
        let mut ways = 0;
        while let Some((probability, cards)) = explorer
            .next(|chance| {
                let mut bag: Multiset<Rank, 16> = [Rank::Ace, Rank::Ace, Rank::Two].into_iter().collect();
                [(); 2].map(|()| chance.draw(&mut bag, WHY).unwrap_or_else(|never| match never {}))
            })
            .unwrap()
        {
            ways += 1;
            total += probability;
            if cards[0] == Rank::Ace {
                ace_first += probability;
            }
        }
        assert_eq!((ways, total, ace_first), (3, Probability::new(1, 1), Probability::new(2, 3)));
    }

    #[test]
    fn forks_may_depend_on_earlier_answers() {
        let mut explorer = Explorer::new(100);
        let mut total = Probability::new(0, 1);
        let mut ways = 0;
        while let Some((probability, ())) = explorer
            .next(|chance| {
                let Ok(face) = chance.flip(WHY);
                if face == Face::Heads {
                    let Ok(_) = chance.roll(Die::D6, WHY);
                }
            })
            .unwrap()
        {
            ways += 1;
            total += probability;
        }
        assert_eq!((ways, total), (7, Probability::new(1, 1)));
    }

    #[test]
    fn an_explorer_without_questions_walks_once_a_wide_one_gives_up() {
        let mut explorer = Explorer::new(1);
        assert_eq!(explorer.next(|_| 5), Ok(Some((Probability::new(1, 1), 5))));
        assert_eq!(explorer.next(|_| 5), Ok(None));
        let mut explorer = Explorer::new(1);
        assert!(explorer.next(|chance| chance.flip(WHY).is_ok()).is_ok());
        assert_eq!(explorer.next(|chance| chance.flip(WHY).is_ok()), Err(TooWide));
    }
}
