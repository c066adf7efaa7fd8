//! Undo of steps and outcomes, and the law of undo.

use super::{ActError, Luck, Referee, advance};
use crate::{Audience, Game, RecordRng, Reveals, Said, Seat, Status, chance::Entered};

impl<G: Game> Referee<G> {
    /// Undoes the last step, or gives up the one that waits for an outcome. It is for tools and
    /// votes: for players the caller first checks [`may_undo`](Self::may_undo).
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

    /// Takes back the last outcome that was entered for the waiting step, so that the match asks
    /// for it again. If none was, it gives the step up.
    ///
    /// # Errors
    /// If the match waits for no outcome, the generator has drawn one since, or no outcome of a
    /// setup has been entered.
    pub fn retract(&mut self) -> Result<(), ActError> {
        let open = self.open.as_ref().ok_or(ActError::NotAsked)?;
        let Some((last, before)) = open.outcomes.split_last() else { return self.undo() };
        if !self.luck.is_entered(last) {
            return Err(ActError::UndoLaw("dice or cards have fallen since"));
        }
        let (done, answers) = (open.done.clone(), self.luck.entered(before));
        self.run(done, answers).map_err(ActError::from)
    }

    /// Computes the state and the epochs from the journal. The generator goes back too: the same
    /// step again gets the same outcomes, so a player cannot undo to get better ones.
    fn fold(&mut self) {
        let (mut epochs, mut game) = (self.epochs, None);
        let mut dice = self.luck.seeded().map(|seeded| RecordRng::of(&seeded.key));
        for ply in self.journal.numbers() {
            let next = match (&self.luck, &mut dice) {
                (Luck::Seeded(_), Some(dice)) => self.again(game.clone(), ply, dice).ok(),
                (luck, dice) => {
                    let answers = luck.entered(self.journal.outcomes(ply));
                    self.again(game.clone(), ply, &mut Entered::new(&answers, luck.split(dice.as_mut()))).ok()
                }
            };
            let Some(next) = next else { unreachable!("the journal holds whole steps") };
            advance(&mut epochs, game.as_ref(), &next, ply);
            game = Some(next);
        }
        (self.epochs, self.game) = (epochs, game);
        self.luck.note_words(dice.as_ref());
    }

    /// Checks the law of undo: `seat` may undo the last step if it took that step, no chance was
    /// asked in it, and no other seat learned anything by it.
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
