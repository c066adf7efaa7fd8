//! `undercroft lab compare`.

use std::io::{self, Write};

use lab::{Experiment, LabError, Pool};

use super::{MatchArgs, failure, game, progress::Progress};
use crate::{
    commands::{
        game::{GameId, find},
        pack,
    },
    failure::BadInput,
};
use serde_json::Value;

/// Play two sets of options, or two packs of cards, on equal luck and say whether they differ.
///
/// One --pack is compared with the cards of the base game, two with each other.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  undercroft lab compare rogue-ascension --a ascension=1 --b ascension=1,die_floor=none"
)]
pub(crate) struct Compare {
    /// Id of the game, or a start of it that no other has
    #[arg(value_parser = GameId)]
    game: String,
    /// The first set: options and their values, with commas between; the usual ones if left out
    #[arg(long, value_name = "KEY=VALUE,…")]
    a: Vec<String>,
    /// The second set
    #[arg(long, value_name = "KEY=VALUE,…")]
    b: Vec<String>,
    /// Number of pairs of matches
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    #[command(flatten)]
    matches: MatchArgs,
}

impl Compare {
    /// Plays and prints.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let title = find(&self.game)?;
        let packs = self.matches.players.pack.iter().map(|path| pack::option(title, path).map(Some));
        let packs = match &packs.collect::<Result<Vec<_>, _>>()?[..] {
            [] => [None, None],
            [one] => [None, one.clone()],
            [one, other] => [one.clone(), other.clone()],
            _ => return Err(BadInput("--pack is given once or twice".into()).into()),
        };
        let [a, b] = self.experiments(packs).map_err(failure)?;
        if a.options() == b.options() {
            return Err(BadInput("both sets of options are the same; give --a or --b others".into()).into());
        }
        let pool = Pool::new(self.matches.threads.into()).map_err(failure)?;
        let progress = Progress::new(self.games.saturating_mul(2), "matches");
        let found = lab::compare(&a, &b, &pool, &progress).map_err(failure)?;
        let stopped = progress.stopped_early();
        drop(progress);
        let mut out = io::stdout().lock();
        match self.matches.json {
            _ if found.games == 0 => {}
            true => writeln!(out, "{}", found.json())?,
            false => write!(out, "{}", lab::compared(&found))?,
        }
        stopped.map_or(Ok(()), |stopped| Err(stopped.into()))
    }

    fn experiments(&self, [first, second]: [Option<Value>; 2]) -> Result<[Experiment; 2], LabError> {
        let one = |words: &[String], pack: Option<Value>| {
            let (title, options) = game(&self.game, words)?;
            Experiment::new(title, &self.matches.players.setting(title, options, pack)?, self.games)
        };
        Ok([one(&self.a, first)?, one(&self.b, second)?])
    }
}
