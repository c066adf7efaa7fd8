//! Golden encodings: the choices, the layout and the progress of a game as a file for readers, with
//! observations of one match, so that no change goes unnoticed.

use std::{env, fmt::Write, fs, path::Path};

use kernel::{Encoding, Fast, Game, Judge, NullLog, Perspective, Present, Seat, Slice, Viewer, below, options};
use serde_json::Value;

/// Number of decisions whose observation is written out.
const SHOWN: usize = 6;
/// The advice for an encoding that differs.
const MEANT: &str = "If it is meant, raise the version and write the file with UPDATE_GOLDEN=1, and read the diff.";

/// Compares the encoding of a game, and the observations of a match with these options and seats,
/// with a file. With `UPDATE_GOLDEN=1` in the environment it writes the file instead.
///
/// # Panics
/// If the game has no encoding, or it differs from the file. If the file is to be written with other
/// choices, layout or progress but the same version.
pub fn hold<G: Present + Judge>(file: impl AsRef<Path>, given: &Value, seats: u8) {
    let file = file.as_ref();
    let encoding = G::FEATURES.encoding.as_ref().expect("the game has an encoding");
    let (head, golden) = (head(encoding), fs::read_to_string(file).unwrap_or_default());
    let found = format!("{head}\n{}", observations(encoding, given, seats));
    if env::var_os("UPDATE_GOLDEN").is_some_and(|value| value != "0") {
        let version = |text: &str| text.lines().next().map(str::to_owned);
        let other = !golden.is_empty() && !golden.starts_with(&head);
        assert!(!other || version(&golden) != version(&head), "another encoding with the same version");
        fs::write(file, found).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        return;
    }
    for (number, (wanted, line)) in golden.lines().zip(found.lines()).enumerate() {
        assert_eq!(wanted, line, "{}, line {}. {MEANT}", file.display(), number + 1);
    }
    assert_eq!(golden.lines().count(), found.lines().count(), "{}, the number of lines. {MEANT}", file.display());
}

/// Describes the choices, the layout and the progress.
fn head<G: Game>(encoding: &Encoding<G>) -> String {
    let mut text = format!("{}, encoding version {}\n\n", G::META.title, encoding.version);
    let _ = writeln!(text, "{} choices", encoding.actions());
    let mut start = 0;
    for group in encoding.choices {
        let end = usize::from(group.count) + start;
        let _ = writeln!(text, "{:>13}  {}: {}", span(start, end), group.name, group.meaning);
        start = end;
    }
    let _ = writeln!(text, "\n{} numbers", encoding.size());
    let mut start = 0;
    for Slice { name, length, range: (min, max), unit, meaning } in encoding.layout {
        let end = start + length;
        let _ = writeln!(text, "{:>13}  {name} ({unit}, {min} to {max}): {meaning}", span(start, end));
        start = end;
    }
    let _ = writeln!(text, "\nprogress");
    for term in encoding.progress {
        let _ = writeln!(text, "{:>13}  {}: {}", term.weight, term.name, term.meaning);
    }
    text
}

/// Returns the places from `start` to before `end` in words.
fn span(start: usize, end: usize) -> String {
    if end == start + 1 { start.to_string() } else { format!("{start} to {}", end - 1) }
}

/// Plays a match by random choices, and writes down some of its observations and a sum of all.
fn observations<G: Present + Judge>(encoding: &Encoding<G>, given: &Value, seats: u8) -> String {
    let options = options::read(G::META.options, G::PACKS, given).unwrap_or_else(|error| panic!("{given}: {error}"));
    let [mut dice, mut rng] = [1, 2].map(Fast::seeded);
    let Ok(mut game) = G::setup(&options, seats, &mut dice, &mut NullLog);
    let (mut steps, mut sum) = (Vec::new(), 0xCBF2_9CE4_8422_2325_u64);
    while let Some(seat) = game.asked_first() {
        let mut legal = Vec::new();
        game.legal(seat, &mut legal);
        let action = legal.swap_remove(below(&mut rng.0, legal.len() as u32) as usize);
        let from = Perspective { seat, seats };
        let path = (encoding.path)(&action, from);
        let mut numbers = vec![0.0; encoding.size()];
        encoding.observe(&game.view(Viewer::Seat(seat)), from, &path[..path.len() - 1], &mut numbers);
        for number in &numbers {
            sum = (sum ^ u64::from(number.to_bits())).wrapping_mul(0x0000_0100_0000_01B3);
        }
        steps.push((seat, path, numbers));
        let Ok(()) = game.apply(seat, action, &mut dice, &mut NullLog);
    }
    let mut text = format!("a match of {seats} by random choices, options {given}: {} decisions, ", steps.len());
    let _ = writeln!(text, "sum of observations {sum:016x}");
    let every = (steps.len() / SHOWN).max(1);
    for (step, (seat, path, numbers)) in steps.iter().enumerate().step_by(every) {
        let names: Vec<String> = path.iter().filter_map(|choice| encoding.name(*choice)).collect();
        let _ = writeln!(text, "\ndecision {}, seat {seat}: {path:?} {}", step + 1, names.join(", "));
        let mut rest = &numbers[..];
        for slice in encoding.layout {
            let (own, after) = rest.split_at(slice.length);
            rest = after;
            let set = own.iter().enumerate().filter(|(_, number)| **number != 0.0);
            let set: Vec<String> = set.map(|(place, number)| format!("{place}={number}")).collect();
            if !set.is_empty() {
                let _ = writeln!(text, "    {}: {}", slice.name, set.join(" "));
            }
        }
    }
    let ends = Seat::all(seats).map(|seat| {
        let mut terms = vec![0.0; encoding.progress.len()];
        encoding.progress(&game.view(Viewer::Seat(seat)), Perspective { seat, seats }, &mut terms).to_string()
    });
    let _ = writeln!(text, "\nprogress at the end, by seat: {}", ends.collect::<Vec<_>>().join(" "));
    text
}
