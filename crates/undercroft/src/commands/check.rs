//! `undercroft check`.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use roster::GameEntry;
use testkit::example::{self, Example};

use super::input;
use crate::failure::BadInput;

/// Run the worked examples of rulebook pages: fenced blocks marked `example`.
///
/// A page names its game in a line such as: Game id `rogue-ascension`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft check docs/games/rogue-ascension.md")]
pub(crate) struct Check {
    /// Pages in Markdown, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// A page with examples that can be run.
struct Page {
    name: String,
    title: &'static dyn GameEntry,
    examples: Vec<Example>,
}

impl Check {
    /// Runs every example and prints the results.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        // All pages are read before the first example runs, so that an unreadable page is not
        // overlooked.
        let pages = self.files.iter().map(|file| Page::read(file)).collect::<Result<Vec<_>, _>>()?;
        let mut out = io::stdout().lock();
        let (mut held, mut failed) = (0, 0);
        for page in &pages {
            for example in &page.examples {
                match page.run(example) {
                    Ok(()) => {
                        held += 1;
                        writeln!(out, "ok    {}", example.name)?;
                    }
                    Err(why) => {
                        failed += 1;
                        writeln!(out, "FAIL  {}: {}, {why}", example.name, page.name)?;
                    }
                }
            }
        }
        writeln!(out, "{held} of {} examples hold.", held + failed)?;
        match failed {
            0 => Ok(()),
            1 => anyhow::bail!("1 example fails"),
            more => anyhow::bail!("{more} examples fail"),
        }
    }
}

impl Page {
    fn read(path: &Path) -> Result<Page, BadInput> {
        let (name, text) = (input::name(path), input::text(path)?);
        let bad = |why: String| BadInput(format!("{name}: {why}"));
        let examples = example::parse(&text).map_err(|error| bad(error.to_string()))?;
        if examples.is_empty() {
            return Err(bad("there are no examples; an example is a fenced block marked `example`".into()));
        }
        let id = example::game_id(&text).ok_or_else(|| {
            bad("the page names no game; it must have a line such as: Game id `rogue-ascension`".into())
        })?;
        let title = roster::find(id).map_err(|unknown| bad(unknown.to_string()))?;
        Ok(Page { name, title, examples })
    }

    fn run(&self, example: &Example) -> Result<(), example::Failure> {
        let usual = self.title.meta().usual_seats.into();
        example.run(usual, |options, seats, source| self.title.open(options, seats, source))
    }
}
