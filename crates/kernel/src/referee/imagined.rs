//! Imagined matches: everything that a viewer cannot know is drawn again.

use super::{
    Luck, Referee, Seeded,
    journal::{Journal, Taken},
};
use crate::{Fast, Game, Reveals, Seed, Viewer, seat::MAX_SEATS};

impl<G: Game> Referee<G> {
    /// Returns a match that looks the same to `viewer`, with everything that the viewer cannot know
    /// drawn from `seed` (determinization). It begins in the present state: it has no earlier steps
    /// to undo. Its later outcomes come from the seed too, or are entered if those of this match
    /// are. `None` while this match waits for an outcome.
    pub fn imagined(&self, viewer: Viewer, seed: u64) -> Option<Self> {
        let game = self.game.as_ref().filter(|_| self.open.is_none())?;
        let Ok(world) = game.imagine(viewer, &mut Fast::seeded(seed));
        let mut journal = Journal::new();
        let (outcomes, said, fallen, shown) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        journal.push(Taken { done: None, reveals: Reveals::Nothing, outcomes, said, fallen, shown });
        let seeded = || {
            let seed = Seed::from(seed);
            Box::new(Seeded { key: seed.clone(), seed, shares: Box::default(), words: 0 })
        };
        let luck = match self.luck {
            Luck::Seeded(_) => Luck::Seeded(seeded()),
            Luck::Manual => Luck::Manual,
            Luck::Mixed(kind, _) => Luck::Mixed(kind, seeded()),
        };
        Some(Referee {
            options: self.options.clone(),
            settings: self.settings.clone(),
            seats: self.seats,
            luck,
            beginning: Some(Box::new(world.clone())),
            game: Some(world),
            journal,
            open: None,
            epochs: [0; MAX_SEATS],
            contradictions: Vec::new(),
        })
    }
}
