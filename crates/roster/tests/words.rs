//! Tests that the words and questions of a match contain no id of the code.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeSet;

use bots::{Bot, Budget};
use kernel::{Ask, Card, Match, Seed, Source, StandardCard, Viewer};
use roster::{GAMES, GameEntry};
use serde_json::json;

/// Number of matches of a game that are played to their end.
const MATCHES: u8 = 16;
/// Number of them that are analysed, which takes longer.
const ANALYSED: u8 = 2;

/// Plays a match of random moves to its end.
fn finished(title: &dyn GameEntry, seed: u8) -> Box<dyn Match> {
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

/// Maximum number of outcomes in a match with real dice here.
const OUTCOMES: usize = 600;

/// Returns the words of all questions in a match with real dice, and the codes of all cards in
/// them.
fn asked(title: &dyn GameEntry, seats: u8, seed: u64) -> (Vec<String>, BTreeSet<&'static str>) {
    let (mut told, mut codes) = (Vec::new(), BTreeSet::new());
    let mut table = title.open(&json!({}), seats.into(), Source::Manual).unwrap();
    for step in 0..OUTCOMES as u64 {
        if let Some(question) = table.question() {
            told.push(question.why.text.as_str().to_owned());
            told.extend(question.cards().iter().map(|kind| kind.words().into_owned()));
            if let Ask::Card { kinds, .. } = &question.ask {
                codes.extend(kinds.iter().map(|kind| kind.code));
            }
            let choices = match &question.ask {
                Ask::Card { possible, .. } => possible.iter().map(|code| (*code).to_owned()).collect(),
                Ask::Die(_) | Ask::Coin => question.choices(),
            };
            let answer = &choices[(seed + step * 7) as usize % choices.len()];
            table.answer(answer).unwrap();
        } else if let Some(seat) = table.awaited().lowest() {
            let action = title.advise(table.as_ref(), seat, Bot::Random, step + seed, &Budget::ONE_THREAD).unwrap();
            table.act(seat, &action.action).unwrap();
        } else {
            break;
        }
    }
    (told, codes)
}

/// Returns the codes of a game's cards that are ids. A code that is a word, a number or a rank with
/// a suit is not an id.
fn ids(codes: BTreeSet<&'static str>) -> BTreeSet<&'static str> {
    codes.into_iter().filter(|code| code.contains(['-', '_']) && StandardCard::from_code(code).is_none()).collect()
}

/// Whether a word is an id of the code: `blessing_of_giants`, `potion-5`, or the code of a card
/// with hyphens, such as `sock-golem`. Only the list of codes distinguishes the last from
/// `two-handed`.
fn is_id(word: &str, ids: &BTreeSet<&str>) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let lower = word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c));
    let numbered = word.rsplit_once('-').is_some_and(|(name, number)| {
        name.starts_with(|c: char| c.is_ascii_lowercase()) && number.chars().all(|c| c.is_ascii_digit())
    });
    ids.contains(word) || lower && (word.contains('_') || numbered)
}

#[test]
fn ids_are_told_from_words() {
    let ids = ids(["sock-golem", "L-QT", "QH", "dagger"].into());
    for id in ["blessing_of_giants", "(banana_peel)", "potion-5.", "sock-golem,", "L-QT"] {
        assert!(is_id(id, &ids), "{id}");
    }
    for word in ["two-handed", "d6", "−5", "10♥", "Blessing", "QH", "dagger"] {
        assert!(!is_id(word, &ids), "{word}");
    }
}

#[test]
fn questions_of_luck_tell_no_ids() {
    for title in GAMES {
        let meta = title.meta();
        for (seed, seats) in (0_u64..).zip([meta.seats.0, meta.usual_seats]) {
            let (told, codes) = asked(*title, seats, seed);
            assert!(!told.is_empty(), "{} asks for no luck", meta.id);
            assert_ids_absent(meta.id, &told, &ids(codes));
        }
    }
}

/// Fails if one of the texts has an id in it.
fn assert_ids_absent(game: &str, told: &[String], ids: &BTreeSet<&str>) {
    let found: BTreeSet<&String> =
        told.iter().filter(|text| text.split_whitespace().any(|word| is_id(word, ids))).take(5).collect();
    assert!(found.is_empty(), "{game} tells ids: {found:#?}");
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
        let (_, codes) = asked(*title, title.meta().usual_seats, 0);
        assert_ids_absent(id, &told, &ids(codes));
    }
}
