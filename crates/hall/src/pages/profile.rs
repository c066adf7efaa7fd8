//! What somebody has played: how often, how it ended, what they opened, and with whom.

use kernel::Meta;

use crate::{
    store::{Companion, SeatResult, Store, StoreError},
    tables::level_option,
};

/// With how many people at most.
const COMPANIONS: u32 = 12;

/// What somebody has played.
#[derive(Debug)]
pub(crate) struct Profile {
    /// Each game of which they have finished a match or opened a level.
    pub(crate) games: Vec<GameTally>,
    /// With whom, most first.
    pub(crate) companions: Vec<Companion>,
}

/// What somebody has played of a game, of the matches that count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameTally {
    /// Id of the game.
    pub(crate) game: &'static str,
    /// Its title.
    pub(crate) title: &'static str,
    /// How many matches are finished.
    pub(crate) finished: usize,
    /// How many of these they have won.
    pub(crate) won: usize,
    /// The highest level that is open to them, if the game has levels and one has been won.
    pub(crate) level: Option<u32>,
}

impl Profile {
    /// The profile of a person.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn of(store: &Store, person: &str) -> Result<Profile, StoreError> {
        let finished = store.results_of(person).await?;
        let mut games = Vec::new();
        for meta in roster::GAMES.iter().map(|title| title.meta()) {
            let level = match level_option(meta) {
                Some(_) => Some(store.unlocked(person, meta.id).await?).filter(|level| *level > 0),
                None => None,
            };
            games.extend(tally(meta, &finished, level));
        }
        Ok(Profile { games, companions: store.companions(person, COMPANIONS).await? })
    }
}

/// What was played of a game; nothing if there is nothing to tell.
fn tally(meta: &'static Meta, finished: &[SeatResult], level: Option<u32>) -> Option<GameTally> {
    let matches: Vec<&SeatResult> = finished.iter().filter(|one| one.board.game == meta.id).collect();
    let won = matches.iter().filter(|one| one.won).count();
    let tally = GameTally { game: meta.id, title: meta.title, finished: matches.len(), won, level };
    (tally.finished > 0 || tally.level.is_some()).then_some(tally)
}
