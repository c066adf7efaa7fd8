//! Games as PDF: measured on rendered pages if `pdftoppm` is there, else in the file's own marks.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod support;

use std::{path::Path, process::Command};

use support::run;

/// Pixels in a millimetre of a rendered page.
const FINE: f32 = 10.0;
/// The largest error of a length, in millimetres.
const ERROR: f32 = 0.2;

/// Prints a game with these options, and returns the file's name and what the command says.
fn print(folder: &Path, game: &str, options: &[&str]) -> (String, String) {
    let file = folder.join("print.pdf").to_str().unwrap().to_owned();
    let (code, said, complaint) = run(&[&["print", game, "--output", &file], options].concat(), "");
    assert_eq!((code, complaint.as_str()), (0, ""));
    (file, said)
}

/// The number of cards in the game's decks.
fn gloombah_cards() -> usize {
    use gloombah::content::{CLASS_COPIES, Class, ITEMS, MONSTERS};
    let copies = ITEMS.iter().map(|card| card.copies).chain(MONSTERS.iter().map(|card| card.copies));
    copies.chain(Class::ALL.map(|_| CLASS_COPIES)).map(usize::from).sum()
}

/// The side of a page that is measured.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Width,
    Height,
}

/// Where the crop marks of this page cut a side: in the strip before the cards.
fn rendered_cuts(file: &str, page: usize, side: Side, strip: f32) -> Option<Vec<f32>> {
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
    let at = (strip * FINE) as usize;
    let dark: Vec<usize> = match side {
        Side::Width => (0..wide).filter(|x| pixels[at * wide + x] < 160).collect(),
        Side::Height => (0..high).filter(|y| pixels[y * wide + at] < 160).collect(),
    };
    let middle = |run: &[usize]| (run[0] + run[run.len() - 1] + 1) as f32 / 2.0 / FINE;
    Some(dark.chunk_by(|a, b| a + 1 == *b).map(middle).collect())
}

/// The same from the file: lines across the strip that begin before `below`.
fn written_cuts(file: &str, page: usize, side: Side, below: f32) -> Vec<f32> {
    let bytes = std::fs::read(file).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let content = text.split("stream\n").filter(|part| part.contains(" rg") && part.contains(" Tf")).nth(page - 1);
    let lines: Vec<&str> = content.unwrap().lines().collect();
    let numbers = |line: &str| line.split(' ').filter_map(|word| word.parse().ok()).collect::<Vec<f32>>();
    let pairs = lines.windows(2).filter(|pair| pair[0].ends_with(" m") && pair[1].ends_with(" l"));
    let ends = pairs.map(|pair| (numbers(pair[0]), numbers(pair[1])));
    let (along, across) = if side == Side::Width { (0, 1) } else { (1, 0) };
    let marks = ends.filter(|(from, to)| from[along] == to[along] && from[across] < below);
    let mut cuts: Vec<f32> = marks.map(|(from, _)| from[along]).collect();
    cuts.sort_by(f32::total_cmp);
    cuts
}

/// The cuts of a page; `strip` is a distance from the edge that crosses the marks.
fn cuts(file: &str, page: usize, side: Side, strip: f32) -> Vec<f32> {
    rendered_cuts(file, page, side, strip).unwrap_or_else(|| {
        println!("without pdftoppm the marks are measured in the file");
        written_cuts(file, page, side, strip)
    })
}

#[track_caller]
fn near(found: &[f32], expected: &[f32]) {
    let close = found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= ERROR);
    assert!(close, "{found:?} is not {expected:?}");
}

#[test]
fn crop_marks_cut_cards_of_63_by_88_mm_on_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let a4 = [(14.0, &[10.5, 73.5, 136.5, 199.5][..]), (7.5, &[16.5, 104.5, 192.5, 280.5])];
    let letter = [(5.0, &[13.45, 76.45, 139.45, 202.45][..]), (10.4, &[7.7, 95.7, 183.7, 271.7])];
    let bled = [(5.5, &[39.0, 102.0, 108.0, 171.0][..]), (33.0, &[10.5, 98.5, 104.5, 192.5, 198.5, 286.5])];
    for (options, [wide, high]) in
        [(&["--paper", "a4"][..], a4), (&["--paper", "letter"], letter), (&["--bleed"], bled)]
    {
        let (file, said) =
            print(folder.path(), "gloombah", &[options, &["--ink", "grey", "--parts", "cards"]].concat());
        assert!(said.starts_with(&format!("{} cards on ", gloombah_cards())), "{said}");
        for page in [1, 2] {
            for (side, (strip, expected)) in [(Side::Width, wide), (Side::Height, high)] {
                near(&cuts(&file, page, side, strip), expected);
                near(&written_cuts(&file, page, side, strip), expected);
            }
        }
    }
}

#[test]
fn tiles_are_40_mm_and_tokens_20_mm_on_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    // The height is one that crosses the marks above the first row.
    for (parts, side, columns, strip) in [("tiles", 40.0, 4_u8, 5.0), ("tokens", 20.0, 9, 5.0)] {
        let (file, _) = print(folder.path(), "accursed-tomb", &["--parts", parts]);
        let start = (210.0 - side * f32::from(columns)) / 2.0;
        let expected: Vec<f32> = (0..=columns).map(|cut| start + f32::from(cut) * side).collect();
        for page in [1, 2] {
            near(&cuts(&file, page, Side::Width, strip), &expected);
        }
    }
}

/// All games print all their parts, in both languages, inks and papers, and each page has a name.
#[test]
fn every_game_prints_all_its_parts_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let games = [
        ("gloombah", ["cards", "tokens", "sheets", "rules"]),
        ("accursed-tomb", ["tiles", "tokens", "sheets", "rules"]),
        ("rogue-ascension", ["cards", "tokens", "sheets", "rules"]),
        ("dungeon-rummy", ["cards", "tokens", "sheets", "rules"]),
        ("crimsonbranch", ["", "tokens", "sheets", "rules"]),
    ];
    for (game, parts) in games {
        for (language, options) in [("en", ["--ink", "full"]), ("de", ["--paper", "letter"])] {
            let (file, said) = print(folder.path(), game, &[&["--language", language], &options[..]].concat());
            assert!(parts.iter().all(|part| said.contains(part)), "{game}: {said}");
            let bytes = std::fs::read(file).unwrap();
            let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
            let pages = said.trim().rsplit(' ').nth(1).unwrap();
            assert!(bytes.starts_with(b"%PDF-") && text.contains(&format!("/Count {pages}")), "{game}: {said}");
        }
    }
    for (language, word) in [("en", "(Monsters)"), ("de", "(Klassen)")] {
        let (file, _) = print(folder.path(), "gloombah", &["--language", language, "--parts", "cards"]);
        let bytes = std::fs::read(file).unwrap();
        let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
        assert!(text.contains(word), "{word}");
    }
}

/// Width and height in the header of a PNG.
fn png_size(file: &Path) -> [u32; 2] {
    let bytes = std::fs::read(file).unwrap();
    assert!(bytes.starts_with(b"\x89PNG"), "{}", file.display());
    [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()))
}

#[test]
fn pictures_have_their_sizes_and_deck_sheets_their_grids() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let (images, sheet) = (file("images"), file("deck.png"));
    let [images_name, sheet_name] = [&images, &sheet].map(|path| path.to_str().unwrap());
    let args = ["print", "rogue-ascension", "--parts", "cards", "--images", images_name, "--sheet", sheet_name];
    let (code, said, complaint) = run(&args, "");
    assert_eq!((code, complaint.as_str()), (0, ""));
    assert!(said.starts_with("14 pictures in "), "{said}");
    let pictures: Vec<_> = std::fs::read_dir(&images).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(pictures.len() == 14 && pictures.iter().all(|path| png_size(path) == [750, 1050]), "{pictures:?}");
    let [first, second] = ["deck-the-tower-1.png", "deck-the-tower-2.png"].map(file);
    assert!(
        said.contains("width 10, height 7, number 69,") && said.contains("width 10, height 4, number 35,"),
        "{said}"
    );
    assert_eq!([png_size(&first), png_size(&second)], [[4000, 3920], [4000, 2240]]);
    assert_eq!(png_size(&file("deck-the-tower-back.png")), [400, 560]);
}

#[test]
fn an_unknown_game_or_part_is_answered_with_those_that_exist() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.pdf");
    let refused = |args: &[&str], says: &[&str]| {
        let (code, _, why) = run(args, "");
        assert!(code == 2 && says.iter().all(|word| why.contains(word)), "{code}: {why}");
    };
    let output = ["--output", file.to_str().unwrap()];
    let with =
        |args: &[&'static str]| [args, &output[..]].concat().iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let all = ["gloombah", "rogue-ascension", "accursed-tomb", "dungeon-rummy", "crimsonbranch"];
    for (args, says) in [
        (with(&["print", "chess"]), &all[..]),
        (with(&["print", "crimsonbranch", "--parts", "cards"]), &["no such parts"]),
        (with(&["print", "gloombah", "--parts", "dice"]), &["tiles", "rulebook"]),
        (with(&["print", "gloombah", "--paper", "a5"]), &["a4", "letter"]),
    ] {
        refused(&args.iter().map(String::as_str).collect::<Vec<_>>(), says);
    }
    refused(&["print", "gloombah"], &["--output"]);
    assert!(!file.exists());
}

#[test]
fn pack_is_printed_in_place_of_the_game_s_cards() {
    let folder = tempfile::tempdir().unwrap();
    let pack = support::repository("docs/examples/cats.toml");
    let options = ["--parts", "cards", "--pack", pack.to_str().unwrap()];
    let (_, said) = print(folder.path(), "gloombah", &options);
    assert_eq!(said, format!("{} cards on 42 pages\n", gloombah_cards() + 2));
    let out = folder.path().join("x.pdf");
    let (code, _, complaint) =
        run(&["print", "rogue-ascension", "--pack", pack.to_str().unwrap(), "--output", out.to_str().unwrap()], "");
    assert!(code == 2 && complaint.contains("is for gloombah, not for rogue-ascension"), "{complaint}");
}
