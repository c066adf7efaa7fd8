//! `undercroft sheet`.

use std::{
    fs,
    io::{self, IsTerminal, Write},
    path::PathBuf,
};

use anyhow::Context;
use clap::ValueEnum;
use crimsonbranch::{
    print::{self as drawings, Page},
    sheet::{self, Name},
};
use kernel::printed::Drawing;
use print::{Ink, Mark, POINTS, drawn};

use super::print::Paper;
use crate::failure::BadInput;

/// Print hero sheets of Dungeons of Crimsonbranch, to be played on paper.
///
/// Class, tree and skills follow from the hero's name. The sheet has the rules on its back.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft sheet --hero Conan --hero Kavi --pdf --out heroes.pdf")]
pub(crate) struct Sheet {
    /// Name of a hero; several make a page each
    #[arg(long = "hero", required = true, num_args = 1.., value_name = "NAME")]
    heroes: Vec<String>,
    /// Print the sheet as data, a line of JSON for each hero
    #[arg(long, conflicts_with_all = ["pdf", "paper", "side"])]
    json: bool,
    /// Make a PDF instead of an SVG
    #[arg(long)]
    pdf: bool,
    /// Paper to print on
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    paper: Paper,
    /// Which sides to make
    #[arg(long, value_enum, default_value_t = Side::Both)]
    side: Side,
    /// File to write; standard output if left out
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    /// The hero's tree and tracks
    Front,
    /// The rules
    Back,
    Both,
}

impl Sheet {
    /// Makes the sheets and writes them out.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let name = |text: &String| Name::new(text).map_err(|error| BadInput(error.to_string()));
        let names = self.heroes.iter().map(name).collect::<Result<Vec<_>, _>>()?;
        let sheets: Vec<sheet::Sheet> = names.into_iter().map(sheet::Sheet::of).collect();
        let bytes = if self.json {
            sheets.iter().map(|sheet| format!("{}\n", sheet.data())).collect::<String>().into_bytes()
        } else {
            let pages = self.pages(&sheets);
            let title = format!("Dungeons of Crimsonbranch: {}", self.heroes.join(", "));
            match self.pdf {
                true => print::pdf(&title, &pages.into_iter().map(marks).collect::<Vec<_>>(), Ink::Full)?,
                false => drawings::document(&title, &pages).into_bytes(),
            }
        };
        match &self.out {
            Some(path) => fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display())),
            None if self.pdf && io::stdout().is_terminal() => {
                Err(BadInput("a PDF is nothing to read in a terminal; name a file with --out".into()).into())
            }
            None => Ok(io::stdout().lock().write_all(&bytes)?),
        }
    }

    fn pages(&self, sheets: &[sheet::Sheet]) -> Vec<Page> {
        let paper = match self.paper {
            Paper::A4 => drawings::Paper::A4,
            Paper::Letter => drawings::Paper::Letter,
        };
        let sides = |sheet| {
            let front = (self.side != Side::Back).then(|| Page::front(sheet, paper));
            let back = (self.side != Side::Front).then(|| Page::back(paper));
            front.into_iter().chain(back)
        };
        sheets.iter().flat_map(sides).collect()
    }
}

/// A page with its size in millimetres, as marks.
fn marks(page: Page) -> ([f32; 2], Vec<Mark>) {
    let (wide, high) = page.paper.size();
    let drawing = Drawing { size: page.paper.size(), shapes: page.shapes };
    ([wide / POINTS, high / POINTS], drawn(&drawing, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pdf_has_all_its_pages() {
        let name = Name::new("\u{d6}d\u{f6}n \u{4e2d}").expect("a short name");
        let pages = [Page::front(&sheet::Sheet::of(name), drawings::Paper::Letter), Page::back(drawings::Paper::A4)];
        let bytes = print::pdf("a title", &pages.map(marks), Ink::Full).expect("it has no drawing");
        assert!(bytes.starts_with(b"%PDF-") && bytes.trim_ascii_end().ends_with(b"%%EOF"));
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains("/Count 2") && text.contains("612 792") && text.contains("595 842"));
        assert!(["FiraSans-Regular", "FiraSans-Bold", "LibertinusSerif-Bold"].iter().all(|name| text.contains(name)));
    }
}
