//! Taking steps and outcomes back, and the law of it.

use super::{ActError, Luck, Referee, advance};
use crate::{Audience, Game, RecordRng, Reveals, Said, Seat, Status};

impl<G: Game> Referee<G> {
    /// Takes the last step back, or gives up the one that waits for an outcome. For tools and votes: players
    /// first ask [`may_undo`](Self::may_undo).
    ///
    /// # Errors
    /// If there is no step.
    pub fn undo(&mut self) -> Result<(), ActError> {
        if self.open.as_ref().is_some_and(|open| open.done.is_some()) {
            self.open = None;
            return Ok(());
        }
        let ply = self.ply().checked_sub(1).ok_or(ActError::NothingToUndo)?;
        self.journal.truncate(ply);
        self.contradictions.retain(|(n, _)| *n <= ply);
        self.fold();
        Ok(())
    }

    /// Takes the last outcome back that was told of the step that waits, so that it is asked for again; if none was,
    /// gives the step up.
    ///
    /// # Errors
    /// If nothing waits for an outcome, or nothing has been told of a setup.
    pub fn retract(&mut self) -> Result<(), ActError> {
        let open = self.open.as_ref().ok_or(ActError::NotAsked)?;
        let Some((_, before)) = open.outcomes.split_last() else { return self.undo() };
        let (done, answers) = (open.done.clone(), before.iter().map(|outcome| outcome.answer()).collect());
        self.run(done, answers).map_err(ActError::from)
    }

    /// Folds the state and the epochs from the journal. Dice of record go back too: the same step again meets the same luck, so
    /// undo cannot fish for better.
    fn fold(&mut self) {
        let (mut epochs, mut game) = (self.epochs, None);
        let mut dice = match &self.luck {
            Luck::Seeded(seeded) => Some(RecordRng::of(&seeded.key)),
            Luck::Manual => None,
        };
        for ply in self.journal.numbers() {
            let next = match &mut dice {
                Some(dice) => self.again(game.as_ref(), ply, dice).ok(),
                None => self.told_again(game.as_ref(), ply),
            };
            let Some(next) = next else { unreachable!("the journal holds whole steps") };
            advance(&mut epochs, game.as_ref(), &next, ply);
            game = Some(next);
        }
        (self.epochs, self.game) = (epochs, game);
        if let (Luck::Seeded(seeded), Some(dice)) = (&mut self.luck, dice) {
            seeded.words = dice.words();
        }
    }

    /// The law of undo: `seat` may take the last step back if it was its own, no chance was asked in it, and nobody
    /// else learned anything by it.
    ///
    /// # Errors
    /// If it may not, with the reason.
    pub fn may_undo(&self, seat: Seat) -> Result<(), ActError> {
        if self.open.is_some() {
            return Err(ActError::UndoLaw("it waits for an outcome"));
        }
        let last = self.ply();
        let (actor, _) = self.journal.done(last).ok_or(ActError::NothingToUndo)?;
        if *actor != seat {
            return Err(ActError::UndoLaw("another player took it"));
        }
        if !self.journal.outcomes(last).is_empty() {
            return Err(ActError::UndoLaw("dice or cards have fallen since"));
        }
        let secret = |said: &Said<G::Event>| said.audience != Audience::Everybody;
        if self.journal.reveals(last) != Reveals::Nothing || self.journal.said(last).iter().any(secret) {
            return Err(ActError::UndoLaw("somebody has learned something by it"));
        }
        if matches!(self.game.as_ref().map(Game::status), Some(Status::Over(_))) {
            return Err(ActError::UndoLaw("the match is over"));
        }
        Ok(())
    }
}
