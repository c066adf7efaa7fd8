//! `undercroft print`.

mod document;
mod drawing;
mod face;
mod layout;

use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
};

use anyhow::Context;
use clap::ValueEnum;
use kernel::PrintedDeck;

use super::{game::GameId, spoken::Spoken};
use crate::failure::BadInput;

/// Make a PDF of a game's cards, to cut out and play with.
///
/// A page of backs follows each page of cards. Print on both sides, turned over the long edge, at
/// 100 %: a card is 63 by 88 mm.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft print gloombah --paper a4 --output gloombah.pdf")]
pub(crate) struct Print {
    /// Id of the game, or a start of it that no other has
    #[arg(value_parser = GameId)]
    game: String,
    /// Paper to print on
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    paper: Paper,
    /// Print 3 mm more around each card, for cuts that miss the edge
    #[arg(long)]
    bleed: bool,
    /// Colours to print with
    #[arg(long, value_enum, default_value_t = Ink::Full)]
    ink: Ink,
    /// PDF file to write
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    spoken: Spoken,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Paper {
    A4,
    Letter,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Ink {
    /// All colours
    Full,
    /// Light greys on white, to spare ink
    Grey,
}

impl Print {
    /// Writes the PDF, and says how many cards and pages it has.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let game = roster::find(&self.game).map_err(|unknown| BadInput(unknown.to_string()))?;
        let language = self.spoken.language();
        let decks = language.speak(|| game.decks());
        if decks.is_empty() {
            let able = roster::GAMES.iter().filter(|game| !game.decks().is_empty()).map(|game| game.meta().id);
            let able = able.collect::<Vec<_>>().join(", ");
            return Err(BadInput(format!("{} has no cards to print; the games with cards: {able}", self.game)).into());
        }
        let sheets = layout::pages(&decks, self.paper, self.bleed);
        let draw = || document::document(game.meta().title, &decks, &sheets, self.paper, self.bleed, self.ink);
        let bytes = language.speak(draw);
        let (cards, pages) = (decks.iter().map(count).sum::<usize>(), 2 * sheets.len());
        fs::write(&self.output, bytes).with_context(|| format!("cannot write {}", self.output.display()))?;
        Ok(writeln!(io::stdout().lock(), "{cards} cards on {pages} pages")?)
    }
}

/// The number of cards in a deck.
fn count(deck: &PrintedDeck) -> usize {
    deck.cards.iter().map(|(_, copies)| usize::from(*copies)).sum()
}
