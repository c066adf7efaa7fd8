//! Trials of packs: random matches with every number of seats. They show whether every match ends,
//! and whether every card is played.

use bots::Bot;
use kernel::{HouseCards, PACK, Source, counted};
use roster::{GameEntry, Setting};
use serde_json::json;

use crate::{Experiment, Figures, LabError};

/// The seed of the matches: the same pack always has the same trial.
const SEED: u64 = 1;

/// The mistakes of a pack, in words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadPack(pub String);

/// Matches of a pack that do not end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} of {of} with {seats} seats did not end", counted(*matches, "match"))]
pub struct Endless {
    /// Their number.
    pub matches: u64,
    /// The number of matches played.
    pub of: u64,
    /// The number of seats.
    pub seats: u8,
}

/// The matches of a trial.
pub struct PackTrial {
    /// The matches, with the fewest seats first.
    pub experiments: Vec<Experiment>,
}

impl PackTrial {
    /// Plans a trial of so many matches, spread over all numbers of seats.
    ///
    /// # Errors
    /// If the game refuses the cards with a number of seats.
    pub fn new(title: &'static dyn GameEntry, cards: &HouseCards, games: u64) -> Result<PackTrial, LabError> {
        let options = json!({ PACK: cards.pack() });
        let (least, most) = title.meta().seats;
        let kinds = u64::from(most - least) + 1;
        let mut experiments = Vec::new();
        for seats in least..=most {
            let share = games / kinds + u64::from(u64::from(seats - least) < games % kinds);
            if share == 0 {
                continue;
            }
            let bound = title.open(&options, seats.into(), Source::Manual)?.bound();
            let max_plies = u32::try_from(bound).unwrap_or(u32::MAX);
            let bots = vec![Bot::Random.into()];
            let setting = Setting { options: options.clone(), seats: seats.into(), bots, seed: SEED, max_plies };
            experiments.push(Experiment::new(title, &setting, share)?);
        }
        Ok(PackTrial { experiments })
    }

    /// Returns the ids of the cards of the pack that nobody played. The figures are those of the
    /// experiments.
    ///
    /// # Errors
    /// If a match did not end.
    pub fn judged(&self, figures: &[Figures]) -> Result<Vec<&'static str>, Endless> {
        let mut uses: Vec<(&'static str, u128)> = Vec::new();
        for (experiment, figures) in self.experiments.iter().zip(figures) {
            let endless = figures.sums.unfinished;
            if endless > 0 {
                return Err(Endless { matches: endless, of: figures.games(), seats: experiment.seats() });
            }
            let found = figures.measures.pieces.iter().zip(&figures.sums.pieces);
            for (index, (label, usage)) in found.enumerate() {
                match uses.get_mut(index) {
                    Some(sum) => sum.1 += usage.times,
                    None => uses.push((label.key, usage.times)),
                }
            }
        }
        let pack = self.experiments.first().and_then(|one| one.options().get(PACK));
        let ours = |key: &str| pack.is_some_and(|pack| pack["cards"].get(key).is_some());
        Ok(uses.into_iter().filter(|(key, times)| *times == 0 && ours(key)).map(|(key, _)| key).collect())
    }
}
