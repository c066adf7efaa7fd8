//! Laws of encodings: choices lead to the legal actions, and observations keep secrets.

use kernel::{Fast, Game, Judge, Measured, Perspective, Present, Seat};

use super::{Coverage, matches::MatchUnderTest};

impl<G: Present + Judge + Measured> MatchUnderTest<'_, G> {
    /// Checks the encoding at the present decision, if the game has one.
    pub(super) fn check_encoding(&self, coverage: &mut Coverage) {
        let Some(encoding) = &G::FEATURES.encoding else { return };
        let (game, seats) = (self.game(), self.referee.seats());
        let mut rng = Fast::seeded(self.referee.ply() as u64);
        for from in Seat::all(seats).map(|seat| Perspective { seat, seats }) {
            let legal = self.referee.legal(from.seat);
            encoding.check_choices(from, &legal).unwrap_or_else(|why| panic!("{why}"));
            coverage.encoded += legal.len() as u64;
            let paths = || legal.iter().map(|action| (encoding.path)(action, from));
            let begun = paths().find(|path| path.len() > 1);
            for chosen in [&[][..]].into_iter().chain(begun.as_ref().map(|path| &path[..1])) {
                encoding.check_observation(game, from, chosen, &mut rng).unwrap_or_else(|why| panic!("{why}"));
            }
        }
    }
}

/// Checks the data of the encoding, if the game has one.
pub(super) fn check_data<G: Game + Present>() {
    if let Some(encoding) = &G::FEATURES.encoding {
        encoding.check_data().unwrap_or_else(|why| panic!("{why}"));
    }
}
