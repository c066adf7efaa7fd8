//! `undercroft content`.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use kernel::HouseCards;
use lab::{Figures, PackTrial, Pool};
use roster::{GameEntry, Roster};

use super::{
    game::{self, GameId},
    lab::{failure, progress::Progress},
    pack,
};
use crate::failure::BadInput;

/// Print a game's cards as data, or check a pack that changes them.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    arg_required_else_help = true,
    after_help = "Example:\n  undercroft content check house.toml"
)]
pub(crate) struct Content {
    #[command(subcommand)]
    what: Option<What>,
    /// Id of the game, or a start of it that no other has
    #[arg(value_parser = GameId)]
    game: Option<String>,
    /// Print the JSON Schema of a pack, for editors
    #[arg(long)]
    schema: bool,
}

#[derive(clap::Subcommand)]
enum What {
    Check(Check),
}

/// Say every mistake of a pack, then try it in random matches.
#[derive(clap::Args)]
pub(crate) struct Check {
    /// Pack: TOML, JSON, or a table as comma-separated values
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Number of random matches to try, with every number of seats
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
}

impl Content {
    /// Prints or checks.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if let Some(What::Check(check)) = self.what {
            return check.run();
        }
        let title = game::find(&self.game.unwrap_or_default())?;
        let packs = title.packs().ok_or_else(|| BadInput(format!("{} takes no packs yet", title.meta().title)))?;
        let mut out = io::stdout().lock();
        if self.schema {
            return Ok(writeln!(out, "{:#}", packs.schema())?);
        }
        for (name, text) in packs.content.files {
            writeln!(out, "# {name}\n\n{}", text.trim_end())?;
            writeln!(out)?;
        }
        Ok(())
    }
}

impl Check {
    fn run(self) -> anyhow::Result<()> {
        let file = pack::read(&self.file)?;
        let mut out = io::stdout().lock();
        let (title, packs) = file.game(&Roster::default()).map_err(pack::bad)?;
        let cards = match file.checked(packs) {
            Ok(cards) => cards,
            Err(mistakes) => {
                mistakes.iter().try_for_each(|mistake| writeln!(out, "{mistake}"))?;
                return Err(BadInput(file.summary(&mistakes)).into());
            }
        };
        let changed = cards.pack()["cards"].as_object().map_or(0, serde_json::Map::len);
        writeln!(out, "{}: {} for {}", cards.title(), kernel::counted(changed, "card"), title.meta().title)?;
        let unused = self.try_out(title, cards)?;
        writeln!(out, "{} random matches with every number of seats came to their end.", self.games)?;
        if !unused.is_empty() {
            writeln!(out, "Never played in them: {}.", unused.join(", "))?;
        }
        writeln!(out, "SHA-256 {}", cards.hash())?;
        Ok(())
    }

    /// Plays random matches. Returns the cards of the deck that none of them played.
    fn try_out(&self, title: &'static dyn GameEntry, cards: &HouseCards) -> anyhow::Result<Vec<&'static str>> {
        let trial = PackTrial::new(title, cards, self.games).map_err(failure)?;
        let pool = Pool::new(0).map_err(failure)?;
        let progress = Progress::new(self.games, "matches");
        let figures = trial.experiments.iter().map(|one| one.run(&pool, &progress, None).map_err(failure));
        let figures: Vec<Figures> = figures.collect::<anyhow::Result<_>>()?;
        trial.judged(&figures).map_err(|why| BadInput(why.to_string()).into())
    }
}
