//! Recording of outcomes as they occur.

use std::{
    cell::Cell,
    collections::HashSet,
    sync::{LazyLock, PoisonError, RwLock},
};

use foldhash::fast::RandomState;

use super::{Answer, Chance, Die, Face, RollReason};
use crate::{Card, CardKind, Deck, Viewer};

/// An outcome: the reason of the question, and the result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChanceOutcome {
    /// The reason of the question.
    pub why: RollReason,
    /// The result.
    pub result: ChanceResult,
}

/// A result of a question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChanceResult {
    /// A die, showing this number.
    Die(Die, u8),
    /// A coin.
    Coin(Face),
    /// A card of this kind.
    Card(CardKind),
}

impl ChanceOutcome {
    /// Returns the outcome as a record spells it.
    pub fn answer(&self) -> Answer {
        match self.result {
            ChanceResult::Die(_, value) => Answer(value.to_string()),
            ChanceResult::Coin(face) => face.code().into(),
            ChanceResult::Card(kind) => kind.code.into(),
        }
    }

    /// Whether `viewer` may see it.
    pub fn visible_to(&self, viewer: Viewer) -> bool {
        self.why.audience.includes(viewer)
    }

    /// Returns the same outcome, interned: stored once for the whole program and never freed. The
    /// code of a game fixes all reasons and results, so the same few outcomes come again and again.
    /// A journal of references takes a seventh of the memory.
    pub(crate) fn interned(self) -> &'static ChanceOutcome {
        static ALL: LazyLock<RwLock<HashSet<&'static ChanceOutcome, RandomState>>> = LazyLock::new(RwLock::default);
        let known = ALL.read().unwrap_or_else(PoisonError::into_inner).get(&self).copied();
        known.unwrap_or_else(|| {
            let mut all = ALL.write().unwrap_or_else(PoisonError::into_inner);
            all.get(&self).copied().unwrap_or_else(|| {
                let kept: &'static ChanceOutcome = Box::leak(Box::new(self));
                all.insert(kept);
                kept
            })
        })
    }

    /// Returns the reason and the result in words: `Initiative of the hero 17`, `The next card:
    /// 10♥`.
    pub fn text(&self) -> String {
        match self.result {
            ChanceResult::Card(kind) => format!("{}: {}", self.why.text, kind.words()),
            ChanceResult::Die(..) | ChanceResult::Coin(_) => format!("{} {}", self.why.text, self.answer().0),
        }
    }
}

/// Forwards every question and records the outcomes, in order.
#[derive(Debug)]
pub struct Recorder<'a, C> {
    inner: &'a mut C,
    outcomes: Vec<&'static ChanceOutcome>,
    count: Option<&'a Cell<usize>>,
}

impl<'a, C> Recorder<'a, C> {
    /// Creates a recorder in front of `inner`.
    pub fn new(inner: &'a mut C) -> Self {
        Recorder { inner, outcomes: Vec::new(), count: None }
    }

    /// Creates a recorder in front of `inner` that also counts the outcomes in `count`, for others
    /// to read.
    pub(crate) fn counting(inner: &'a mut C, count: &'a Cell<usize>) -> Self {
        count.set(0);
        Recorder { inner, outcomes: Vec::new(), count: Some(count) }
    }

    fn keep(&mut self, outcome: ChanceOutcome) {
        self.outcomes.push(outcome.interned());
        if let Some(count) = self.count {
            count.set(self.outcomes.len());
        }
    }

    /// Returns the outcomes so far.
    pub fn into_outcomes(self) -> Vec<&'static ChanceOutcome> {
        self.outcomes
    }
}

impl<C: Chance> Chance for Recorder<'_, C> {
    type Halt = C::Halt;

    fn roll(&mut self, die: Die, why: RollReason) -> Result<u8, C::Halt> {
        let value = self.inner.roll(die, why)?;
        self.keep(ChanceOutcome { why, result: ChanceResult::Die(die, value) });
        Ok(value)
    }

    fn flip(&mut self, why: RollReason) -> Result<Face, C::Halt> {
        let face = self.inner.flip(why)?;
        self.keep(ChanceOutcome { why, result: ChanceResult::Coin(face) });
        Ok(face)
    }

    fn draw<D: Deck>(&mut self, from: &mut D, why: RollReason) -> Result<D::Card, C::Halt> {
        let card = self.inner.draw(from, why)?;
        self.keep(ChanceOutcome { why, result: ChanceResult::Card(card.kind()) });
        Ok(card)
    }
}
