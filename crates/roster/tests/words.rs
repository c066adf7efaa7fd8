//! No id of the code is among the words that a finished match tells players.

#![allow(clippy::unwrap_used, reason = "a test may")]

use bots::{Bot, Budget};
use kernel::{Seed, Source, Table, Viewer};
use roster::{GAMES, Title};
use serde_json::json;

/// How many matches of a game are played to their end.
const MATCHES: u8 = 16;
/// How many of them are analysed, which takes longer.
const ANALYSED: u8 = 2;

/// Plays a match of random moves to its end.
fn finished(title: &dyn Title, seed: u8) -> Box<dyn Table> {
    let seats = if seed.is_multiple_of(2) { title.meta().seats.0 } else { title.meta().usual_seats };
    let source = Source::Seed(Seed([seed; 32]), Vec::new());
    let mut table = title.open(&json!({}), seats.into(), source).unwrap();
    while let Some(seat) = table.awaited().lowest() {
        let step = table.ply() as u64;
        let action =
            title.advise(table.as_ref(), seat, Bot::Random, step + u64::from(seed), &Budget::ONE_THREAD).unwrap();
        table.act(seat, &action.action).unwrap();
    }
    table
}

/// Whether a word is an id of the code: `blessing_of_giants`, `potion-5`.
fn is_id(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let lower = word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c));
    let numbered = word.rsplit_once('-').is_some_and(|(name, number)| {
        name.starts_with(|c: char| c.is_ascii_lowercase()) && number.chars().all(|c| c.is_ascii_digit())
    });
    lower && (word.contains('_') || numbered)
}

#[test]
fn ids_are_told_from_words() {
    for id in ["blessing_of_giants", "(banana_peel)", "potion-5."] {
        assert!(is_id(id), "{id}");
    }
    for word in ["two-handed", "d6", "−5", "10♥", "Blessing"] {
        assert!(!is_id(word), "{word}");
    }
}

#[test]
fn finished_matches_tell_no_ids() {
    for title in GAMES {
        let (id, mut told) = (title.meta().id, Vec::new());
        for seed in 0..MATCHES {
            let table = finished(*title, seed);
            for step in 0..=table.ply() {
                told.extend(table.chance_outcomes(step).iter().map(|outcome| outcome.text()));
                let lines = table.chronicle(Viewer::All, step);
                told.extend(lines.iter().map(|line| line.text.plain(kernel::unnamed)));
            }
            let scene = table.scene(Viewer::All, None).unwrap();
            let ending = scene.ending.unwrap();
            told.extend([ending.title, ending.story].map(|sentence| sentence.plain(kernel::unnamed)));
            told.extend(ending.numbers.into_iter().map(|(name, number)| format!("{name}: {number}")));
            if seed < ANALYSED {
                let analysis = title.analyse(&*table).unwrap();
                told.extend(analysis.chapters.iter().map(|chapter| chapter.title.plain(kernel::unnamed)));
                told.extend(analysis.curves.iter().flatten().map(|curve| curve.name.clone()));
                let rolls = analysis.luck.iter().flatten().flat_map(|luck| luck.best.iter().chain(&luck.worst));
                told.extend(rolls.flat_map(|roll| roll.fell.clone()));
            }
        }
        assert!(told.len() > 200, "{id} tells {} texts", told.len());
        let ids: Vec<&String> = told.iter().filter(|text| text.split_whitespace().any(is_id)).take(5).collect();
        assert!(ids.is_empty(), "{id} tells ids: {ids:#?}");
    }
}
