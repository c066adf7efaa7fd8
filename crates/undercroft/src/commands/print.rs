//! `undercroft print`.

use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
};

use anyhow::Context;
use clap::ValueEnum;
use kernel::{
    HouseCards,
    printed::{Cut, Deck, Part, Sheet},
};
use print::Mark;
use roster::GameEntry;

use super::{game::GameId, pack, spoken::Spoken};
use crate::failure::BadInput;

/// Make a PDF of a game to print, cut out and play with at a table.
///
/// It has cards, tiles and tokens, each page with a page of backs behind it, then sheets, then the
/// rulebook. Print at 100 %, on both sides, turned over the long edge: a card is 63 by 88 mm.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft print gloombah --paper a4 --output gloombah.pdf")]
pub(crate) struct Print {
    /// Id of the game, or a start of it that no other has
    #[arg(value_parser = GameId)]
    game: String,
    /// Parts to print, with commas between; all that the game has if left out
    #[arg(long, value_enum, value_delimiter = ',')]
    parts: Vec<Kind>,
    /// Pack of cards to print: see `undercroft content`
    #[arg(long, value_name = "FILE")]
    pack: Option<PathBuf>,
    /// Print only the pieces and sheets that the pack adds or changes
    #[arg(long, requires = "pack")]
    changed: bool,
    /// Paper to print on
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    paper: Paper,
    /// Print 3 mm more around each piece, for cuts that miss the edge
    #[arg(long)]
    bleed: bool,
    /// Colours to print with
    #[arg(long, value_enum, default_value_t = Ink::Full)]
    ink: Ink,
    /// PDF file to write
    #[arg(long, value_name = "FILE", required_unless_present_any = ["images", "sheet"])]
    output: Option<PathBuf>,
    /// Folder for a PNG of each card (750 by 1050 pixels), tile and token
    #[arg(long, value_name = "FOLDER")]
    images: Option<PathBuf>,
    /// PNG files to write: a deck sheet for Tabletop Simulator for each deck, named after this file
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
    #[command(flatten)]
    spoken: Spoken,
}

/// A kind of parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Kind {
    Cards,
    Tiles,
    Tokens,
    /// Hero sheets, player aids and tracks
    Sheets,
    /// The rulebook; the rules on one page in other languages than English
    Rulebook,
}

/// The paper to print on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Paper {
    A4,
    Letter,
}

impl From<Paper> for print::Paper {
    fn from(paper: Paper) -> print::Paper {
        match paper {
            Paper::A4 => print::Paper::A4,
            Paper::Letter => print::Paper::Letter,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Ink {
    /// All colours
    Full,
    /// Light greys on white, to spare ink
    Grey,
}

impl From<Ink> for print::Ink {
    fn from(ink: Ink) -> print::Ink {
        match ink {
            Ink::Full => print::Ink::Full,
            Ink::Grey => print::Ink::Grey,
        }
    }
}

/// The kind of a deck's pieces.
fn kind(deck: &Deck) -> Kind {
    match deck.cut {
        Cut::Card => Kind::Cards,
        Cut::Tile(_) => Kind::Tiles,
        Cut::Token(_) => Kind::Tokens,
    }
}

impl Print {
    /// Writes the files, and says what is in them.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let game = roster::find(&self.game).map_err(|unknown| BadInput(unknown.to_string()))?;
        let cards = self.pack.as_deref().map(|path| pack::cards(game, path)).transpose()?;
        self.spoken.language().speak(|| {
            let before = self.changed.then(|| game.printed());
            let _in_force = HouseCards::enter(cards);
            let parts = match before {
                None => game.printed(),
                Some(before) => print::changed(&before, game.printed()),
            };
            self.write(game, &parts)
        })
    }

    fn write(&self, game: &dyn GameEntry, parts: &[Part]) -> anyhow::Result<()> {
        let title = game.meta().title;
        let (mut decks, mut sheets) = print::split(parts);
        decks.retain(|deck| self.has(kind(deck)));
        sheets.retain(|_| self.has(Kind::Sheets));
        let mut out = io::stdout().lock();
        if let Some(path) = &self.output {
            let (pages, counts) = self.pages(game, &decks, &sheets)?;
            if pages.is_empty() {
                return Err(BadInput(format!("{title} has no such parts")).into());
            }
            let count = pages.len();
            let size = print::Paper::from(self.paper).size();
            let pages: Vec<_> = pages.into_iter().map(|marks| (size, marks)).collect();
            let bytes = print::pdf(title, &pages, self.ink.into())?;
            fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
            writeln!(out, "{} on {count} pages", counts.join(", "))?;
        }
        if let Some(folder) = &self.images {
            let count = print::images(title, &decks, self.ink.into(), folder)?;
            writeln!(out, "{count} pictures in {}", folder.display())?;
        }
        if let Some(file) = &self.sheet {
            for line in print::deck_sheets(title, &decks, self.ink.into(), file)? {
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }

    /// Whether this kind is to be printed.
    fn has(&self, kind: Kind) -> bool {
        self.parts.is_empty() || self.parts.contains(&kind)
    }

    /// All pages, and the number of parts of each kind in words.
    fn pages(
        &self,
        game: &dyn GameEntry,
        decks: &[&Deck],
        sheets: &[&Sheet],
    ) -> anyhow::Result<(Vec<Vec<Mark>>, Vec<String>)> {
        let (meta, paper) = (game.meta(), self.paper.into());
        let mut pages = print::pieces(meta.title, decks, paper, self.bleed, self.ink.into());
        let mut counts = Vec::new();
        for (one, name) in [(Kind::Cards, "cards"), (Kind::Tiles, "tiles"), (Kind::Tokens, "tokens")] {
            let pieces = decks.iter().filter(|deck| kind(deck) == one).flat_map(|deck| &deck.pieces);
            let count: usize = pieces.map(|(_, copies)| usize::from(*copies)).sum();
            counts.extend((count > 0).then(|| format!("{count} {name}")));
        }
        let count: usize = sheets.iter().map(|sheet| usize::from(sheet.copies)).sum();
        counts.extend((count > 0).then(|| format!("{count} sheets")));
        // The page behind a sheet is empty, so that all can be printed on both sides.
        pages.extend(print::sheets(sheets, paper)?.into_iter().flat_map(|sheet| [sheet, Vec::new()]));
        if self.has(Kind::Rulebook) && !self.changed {
            let rules = translations::rules(meta.id).unwrap_or(meta.rulebook);
            let book = print::rulebook(meta.title, rules, paper);
            counts.push(if book.len() == 1 {
                "a page of rules".into()
            } else {
                format!("{} pages of rules", book.len())
            });
            pages.extend(book);
        }
        Ok((pages, counts))
    }
}
