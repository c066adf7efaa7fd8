//! Writing outcomes down as they fall.

use std::{
    cell::Cell,
    collections::HashSet,
    sync::{LazyLock, PoisonError, RwLock},
};

use super::{Answer, Chance, Die, Face, RollReason};
use crate::{Card, CardKind, Deck, Viewer};

/// An outcome as it fell: what was asked, and what came.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChanceOutcome {
    /// What it was for.
    pub why: RollReason,
    /// What came.
    pub result: ChanceResult,
}

/// What can fall.
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
    /// The outcome as a record spells it.
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

    /// The same outcome, kept once for the whole program and never given back. The same few fall again and again, for what can be
    /// asked, and how it can fall, is in the code of a game: a journal that refers to them takes a seventh of the room.
    pub(crate) fn interned(self) -> &'static ChanceOutcome {
        static ALL: LazyLock<RwLock<HashSet<&'static ChanceOutcome>>> = LazyLock::new(RwLock::default);
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

    /// What it was for and how it fell, in words: `Initiative of the hero 17`, `The next card: 10♥`.
    pub fn text(&self) -> String {
        match self.result {
            ChanceResult::Card(kind) => format!("{}: {}", self.why.text, kind.words()),
            ChanceResult::Die(..) | ChanceResult::Coin(_) => format!("{} {}", self.why.text, self.answer().0),
        }
    }
}

/// Passes every question on and keeps what fell, in order.
#[derive(Debug)]
pub struct Recorder<'a, C> {
    inner: &'a mut C,
    outcomes: Vec<&'static ChanceOutcome>,
    count: Option<&'a Cell<usize>>,
}

impl<'a, C> Recorder<'a, C> {
    /// Listens to `inner`.
    pub fn new(inner: &'a mut C) -> Self {
        Recorder { inner, outcomes: Vec::new(), count: None }
    }

    /// Listens to `inner`, and keeps how much has fallen in `count` for others to see.
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

    /// What has fallen so far.
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
