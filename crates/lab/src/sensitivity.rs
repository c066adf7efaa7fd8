//! The numbers of a game's cards that move a figure most: each is changed by one, alone, and the
//! same matches are played on equal luck.

use kernel::{CardNumber, HouseCards, PACK, Packs};
use roster::{GameEntry, Setting};

use crate::{
    Experiment, LabError, Pool, Watch,
    compare::{Figure, MatchValue, Pair, Unit, figures},
    stats::Interval,
    sweep::stepped,
};

/// The effect of a change of one number on the figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Influence {
    /// The number: `cards.ID.KEY`.
    pub key: String,
    /// Its value in the game or the pack.
    pub from: i64,
    /// The value that was tried.
    pub to: i64,
    /// The change of the figure, of matched pairs, with its 95 % interval.
    pub change: Interval,
    /// The probability of a change at least as large if there is no true one, times the number of
    /// changes that were tried (Bonferroni).
    pub p: f64,
}

/// The changes of one figure.
pub struct Sensitivity {
    /// The name of the figure for people.
    pub title: String,
    /// The unit of its values.
    pub unit: Unit,
    /// The number of pairs for each change.
    pub games: u64,
    /// The changes, the largest first.
    pub all: Vec<Influence>,
    /// The numbers that cannot change by one alone, such as one that stands in the text of its card
    /// as a word.
    pub left_out: Vec<String>,
}

/// Returns the numbers of the cards in force, each with its value.
fn numbers(packs: &Packs) -> Vec<(String, i64)> {
    let named = |(id, numbers): (String, Vec<CardNumber>)| {
        numbers.into_iter().map(move |CardNumber { key, value }| (format!("cards.{id}.{key}"), value))
    };
    packs.numbers().into_iter().flat_map(named).collect()
}

/// A change that is to be tried.
struct Change {
    key: String,
    from: i64,
    to: i64,
    experiment: Experiment,
}

/// The changes of all numbers of a game's cards, or of a pack's.
pub struct Changes {
    base: Experiment,
    all: Vec<Change>,
    left_out: Vec<String>,
}

impl Changes {
    /// Prepares the changes.
    ///
    /// # Errors
    /// If the game takes no packs or refuses the setting.
    pub fn new(title: &'static dyn GameEntry, setting: &Setting, games: u64) -> Result<Changes, LabError> {
        let packs = title.packs().ok_or(LabError::NoPacks(title.meta().title))?;
        let base = Experiment::new(title, setting, games)?;
        let pack = base.options().get(PACK);
        let cards = pack.map(|pack| packs.read(pack)).transpose().map_err(kernel::BadOptions::Pack)?;
        let _in_force = HouseCards::enter(cards);
        let (mut all, mut left_out) = (Vec::new(), Vec::new());
        for (key, from) in numbers(packs) {
            match stepped(title, setting, games, &key, from) {
                Some((to, experiment)) => all.push(Change { key, from, to, experiment }),
                None => left_out.push(key),
            }
        }
        Ok(Changes { base, all, left_out })
    }

    /// Returns the number of matches that [`run`](Changes::run) plays.
    pub fn matches(&self) -> u64 {
        self.base.games * (1 + self.all.len() as u64)
    }

    /// Plays them all. If the watcher stops it, the result has the changes that were played.
    ///
    /// # Errors
    /// If there is no such figure, or a match panics.
    pub fn run(self, name: &str, pool: &Pool, watch: &dyn Watch) -> Result<Sensitivity, LabError> {
        let Changes { base, all, left_out } = self;
        let known = figures(&base);
        let figure = known.iter().find(|figure| figure.key == name).ok_or_else(|| LabError::Figure {
            name: name.to_owned(),
            known: known.iter().map(|figure| &*figure.key).collect::<Vec<_>>().join(", "),
        })?;
        let tried = all.len() as f64;
        let ours = values(&base, figure, pool, watch)?;
        let mut found = Vec::new();
        for Change { key, from, to, experiment } in all {
            let theirs = values(&experiment, figure, pool, watch)?;
            if watch.stopped() {
                break;
            }
            let mut pair = Pair::default();
            ours.iter().zip(&theirs).for_each(|(ours, theirs)| pair.add(*ours, *theirs));
            let (games, unit) = (ours.len() as u64, figure.unit);
            let p = (pair.probability(unit, games) * tried).min(1.0);
            found.push(Influence { key, from, to, change: pair.change(unit, games), p });
        }
        found.sort_by(|one, other| other.change.value.abs().total_cmp(&one.change.value.abs()));
        Ok(Sensitivity {
            title: figure.title.clone(),
            unit: figure.unit,
            games: ours.len() as u64,
            all: found,
            left_out,
        })
    }
}

/// The figure of each match, in order.
fn values(
    experiment: &Experiment,
    figure: &Figure,
    pool: &Pool,
    watch: &dyn Watch,
) -> Result<Vec<MatchValue>, LabError> {
    let mut all = Vec::new();
    experiment.run(
        pool,
        watch,
        Some(&mut |played| {
            all.push((figure.of)(played));
            Ok(())
        }),
    )?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::Unwatched;

    fn setting(options: Value) -> Setting {
        Setting { options, seats: 3, bots: vec!["random".parse().unwrap()], seed: 1, max_plies: 100_000 }
    }

    #[test]
    fn every_number_of_cards_is_tried_once() {
        let title = roster::find("gloombah").unwrap();
        let changes = Changes::new(title, &setting(json!({})), 2).unwrap();
        let keys: Vec<&str> = changes.all.iter().map(|change| &*change.key).collect();
        assert!(keys.contains(&"cards.sulky_housecat.ap") && keys.contains(&"cards.bat_in_a_hat.effect.n"));
        assert!(changes.left_out.iter().any(|key| key == "cards.crayon_map.n"), "two monsters is all there is");
        let ap = changes.all.iter().find(|change| change.key == "cards.sulky_housecat.ap").unwrap();
        assert_eq!((ap.from, ap.to), (1, 2));
    }

    #[test]
    fn largest_change_comes_first() {
        let title = roster::find("gloombah").unwrap();
        let mut changes = Changes::new(title, &setting(json!({ "round_limit": 10 })), 60).unwrap();
        changes
            .all
            .retain(|change| ["cards.sulky_housecat.damage", "cards.padded_nightshirt.copies"].contains(&&*change.key));
        let pool = Pool::new(1).unwrap();
        let found = changes.run("deaths", &pool, &Unwatched).unwrap();
        assert_eq!((found.games, found.all.len()), (60, 2));
        assert!(found.all[0].change.value.abs() >= found.all[1].change.value.abs());
        let changes = Changes::new(title, &setting(json!({})), 1).unwrap();
        assert!(changes.run("joy", &pool, &Unwatched).is_err_and(|error| error.is_input()));
    }
}
