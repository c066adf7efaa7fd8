//! Writing outcomes down as they fall.

use super::{Answer, Chance, Die, Face, Why};
use crate::{Bag, Card};

/// Passes every question on and keeps the answers, in order.
#[derive(Debug)]
pub struct Recorder<'a, C> {
    inner: &'a mut C,
    answers: Vec<Answer>,
}

impl<'a, C> Recorder<'a, C> {
    /// Listens to `inner`.
    pub fn new(inner: &'a mut C) -> Self {
        Recorder { inner, answers: Vec::new() }
    }

    /// What has fallen so far.
    pub fn into_answers(self) -> Vec<Answer> {
        self.answers
    }
}

impl<C: Chance> Chance for Recorder<'_, C> {
    type Halt = C::Halt;

    fn roll(&mut self, die: Die, why: Why) -> Result<u8, C::Halt> {
        let value = self.inner.roll(die, why)?;
        self.answers.push(Answer(value.to_string()));
        Ok(value)
    }

    fn flip(&mut self, why: Why) -> Result<Face, C::Halt> {
        let face = self.inner.flip(why)?;
        self.answers.push(face.code().into());
        Ok(face)
    }

    fn draw<T: Card, const N: usize>(&mut self, from: &mut Bag<T, N>, why: Why) -> Result<T, C::Halt> {
        let card = self.inner.draw(from, why)?;
        self.answers.push(card.code().into());
        Ok(card)
    }
}
