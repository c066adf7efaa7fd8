//! Cards as PDF: measured on rendered pages if `pdftoppm` is there, else in the file's own marks.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod support;

use std::{path::Path, process::Command};

use support::run;

/// Pixels in a millimetre of a rendered page.
const FINE: f32 = 10.0;
/// The largest error of a length, in millimetres.
const ERROR: f32 = 0.2;

/// Makes the cards with these options, and returns the file's name.
fn print(folder: &Path, options: &[&str]) -> String {
    let file = folder.join("cards.pdf").to_str().unwrap().to_owned();
    let (code, said, complaint) = run(&[&["print", "gloombah", "--output", &file], options].concat(), "");
    assert_eq!((code, complaint.as_str()), (0, ""));
    assert!(said.starts_with(&format!("{} cards on ", gloombah_cards())), "{said}");
    file
}

/// The number of cards in the game's decks.
fn gloombah_cards() -> usize {
    use gloombah::content::{CLASS_COPIES, Class, ITEMS, MONSTERS};
    let copies = ITEMS.iter().map(|card| card.copies).chain(MONSTERS.iter().map(|card| card.copies));
    copies.chain(Class::ALL.map(|_| CLASS_COPIES)).map(usize::from).sum()
}

/// Where the crop marks of this page cut its width: in the strip above the cards.
fn rendered_cuts(file: &str, page: usize, strip: f32) -> Option<Vec<f32>> {
    let page = page.to_string();
    let dpi = (FINE * 25.4).to_string();
    let mut command = Command::new("pdftoppm");
    let out = command.args(["-gray", "-r", &dpi, "-f", &page, "-l", &page, file]).output().ok()?;
    assert!(out.status.success());
    // The picture is `P5 WIDTH HEIGHT 255`, and then a byte for each pixel.
    let header: Vec<&[u8]> = out.stdout.split(u8::is_ascii_whitespace).take(4).collect();
    let number = |at: usize| std::str::from_utf8(header[at]).unwrap().parse::<usize>().unwrap();
    let (wide, high) = (number(1), number(2));
    let pixels = &out.stdout[out.stdout.len() - wide * high..];
    let row = &pixels[(strip * FINE) as usize * wide..][..wide];
    let dark: Vec<usize> = (0..wide).filter(|x| row[*x] < 160).collect();
    let middle = |run: &[usize]| (run[0] + run[run.len() - 1] + 1) as f32 / 2.0 / FINE;
    Some(dark.chunk_by(|a, b| a + 1 == *b).map(middle).collect())
}

/// The same from the file: lines from top to bottom that begin above `below`.
fn written_cuts(file: &str, page: usize, below: f32) -> Vec<f32> {
    let bytes = std::fs::read(file).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let content = text.split("stream\n").filter(|part| part.contains(" rg") && part.contains(" Tf")).nth(page - 1);
    let lines: Vec<&str> = content.unwrap().lines().collect();
    let numbers = |line: &str| line.split(' ').filter_map(|word| word.parse().ok()).collect::<Vec<f32>>();
    let pairs = lines.windows(2).filter(|pair| pair[0].ends_with(" m") && pair[1].ends_with(" l"));
    let ends = pairs.map(|pair| (numbers(pair[0]), numbers(pair[1])));
    let mut cuts: Vec<f32> =
        ends.filter(|(from, to)| from[0] == to[0] && from[1] < below).map(|(from, _)| from[0]).collect();
    cuts.sort_by(f32::total_cmp);
    cuts
}

/// The cuts of a page; `strip` is a height that crosses the marks.
fn cuts(file: &str, page: usize, strip: f32) -> Vec<f32> {
    rendered_cuts(file, page, strip).unwrap_or_else(|| {
        println!("without pdftoppm the marks are measured in the file");
        written_cuts(file, page, strip)
    })
}

#[track_caller]
fn near(found: &[f32], expected: &[f32]) {
    let close = found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= ERROR);
    assert!(close, "{found:?} is not {expected:?}");
}

#[test]
fn crop_marks_cut_cards_of_63_mm_on_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let a4 = [10.5, 73.5, 136.5, 199.5];
    let letter = [13.45, 76.45, 139.45, 202.45];
    let bled = [39.0, 102.0, 108.0, 171.0];
    for (options, strip, expected) in
        [(&["--paper", "a4"][..], 14.0, &a4[..]), (&["--paper", "letter"], 5.0, &letter), (&["--bleed"], 5.5, &bled)]
    {
        let file = print(folder.path(), &[options, &["--ink", "grey"]].concat());
        for page in [1, 2] {
            near(&cuts(&file, page, strip), expected);
            near(&written_cuts(&file, page, strip), expected);
        }
    }
}

#[test]
fn pages_are_named_in_both_languages_and_inks() {
    let folder = tempfile::tempdir().unwrap();
    for (language, word) in [("en", "(Monsters)"), ("de", "(Klassen)")] {
        let file = print(folder.path(), &["--language", language]);
        let bytes = std::fs::read(file).unwrap();
        let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
        assert!(bytes.starts_with(b"%PDF-") && text.contains(word), "{word}");
    }
}

#[test]
fn a_game_without_cards_names_those_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.pdf");
    let refused = |args: &[&str], says: &[&str]| {
        let (code, _, why) = run(args, "");
        assert!(code == 2 && why.lines().count() == 1 && says.iter().all(|word| why.contains(word)), "{code}: {why}");
    };
    refused(&["print", "rogue-ascension", "--output", file.to_str().unwrap()], &["gloombah"]);
    refused(&["print", "gloombah", "--output", "x", "--paper", "a5"], &["a4", "letter"]);
    assert!(!file.exists());
}
