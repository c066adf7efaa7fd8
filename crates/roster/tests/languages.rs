//! Tests that everything that matches show can be translated.
//!
//! The tests play matches in a language in which every text has brackets around it. A text without
//! brackets bypassed the translation.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeSet;

use bots::{Bot, Budget};
use kernel::{Seed, Source, Viewer};
use roster::GAMES;
use serde_json::{Value, json};

/// Keys whose values are names for programs, not words for people.
const IDS: [&str; 32] = [
    "action", "area", "armed", "between", "by", "corner", "dice", "emblem", "flags", "from", "icon", "id", "kind",
    "layout", "look", "mark", "on", "order", "piece", "pieces", "picture", "role", "ruling", "seat", "shape", "sign",
    "suit", "symbol", "to", "tone", "type", "item",
];

/// Returns the words of a text outside brackets.
fn bare(text: &str) -> String {
    let (mut depth, mut bare) = (0, String::new());
    for letter in text.chars() {
        match letter {
            '⟦' => depth += 1,
            '⟧' => depth -= 1,
            _ if depth == 0 => bare.push(letter),
            _ => {}
        }
    }
    bare
}

/// Returns the words of a sentence; `None` if the value is not a sentence.
fn sentence(spans: &[Value]) -> Option<String> {
    let span = |span: &Value| {
        span.get("text").or(span.get("seat")).filter(|_| span.as_object().is_some_and(|of| of.len() == 1)).map(|one| {
            match one {
                Value::String(text) => text.clone(),
                seat => format!("({seat})"),
            }
        })
    };
    spans.iter().map(span).collect()
}

/// Collects every text in `shown` that is not in brackets; `key` is its place.
fn look(shown: &Value, key: &str, found: &mut BTreeSet<String>) {
    let mut note = |text: &str| {
        // Dice and numbers are the same in every language.
        let letters = |word: &&str| word.chars().filter(|letter| letter.is_alphabetic()).count() > 2;
        if bare(text).split(|letter: char| !letter.is_alphanumeric()).any(|word| letters(&word)) {
            found.insert(format!("{key}: {text}"));
        }
    };
    match shown {
        _ if IDS.contains(&key) => {}
        Value::String(text) => note(text),
        Value::Array(all) => match sentence(all) {
            Some(text) => note(&text),
            None => all.iter().for_each(|one| look(one, key, found)),
        },
        Value::Object(all) => all.iter().for_each(|(key, one)| look(one, key, found)),
        _ => {}
    }
}

#[test]
fn whatever_random_matches_show_is_translated() {
    for title in GAMES {
        let (id, mut found, mut shown) = (title.meta().id, BTreeSet::new(), 0);
        for seed in 0..12 {
            let seats = if seed % 2 == 0 { title.meta().seats.0 } else { title.meta().seats.1 };
            let source = Source::Seed(Seed([seed; 32]), Vec::new());
            let mut table = title.open(&json!({}), seats.into(), source).unwrap();
            for step in 0..120 {
                let Some(seat) = table.awaited().lowest() else { break };
                translations::bracketed().speak(|| {
                    for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
                        look(&json!(table.scene(viewer, None)), "", &mut found);
                        look(&json!(table.moments(viewer, table.ply())), "", &mut found);
                        shown += 1;
                    }
                });
                let bot = if step % 3 == 0 { Bot::Random } else { Bot::Reference };
                let advice = title.advise(table.as_ref(), seat, bot, step, &Budget::ONE_THREAD).unwrap();
                table.act(seat, &advice.action).unwrap();
            }
        }
        assert!(shown > 100, "{id} is looked at");
        assert!(found.is_empty(), "{id} shows what no catalogue has: {found:#?}");
    }
}

#[test]
fn a_record_says_the_same_in_every_language() {
    for title in GAMES {
        let seats = title.meta().usual_seats;
        let records: Vec<String> = translations::all()
            .into_iter()
            .map(|language| {
                language.speak(|| {
                    let source = Source::Seed(Seed([7; 32]), Vec::new());
                    let mut table = title.open(&json!({}), seats.into(), source).unwrap();
                    for step in 0..60 {
                        let Some(seat) = table.awaited().lowest() else { break };
                        let advice =
                            title.advise(table.as_ref(), seat, Bot::Reference, step, &Budget::ONE_THREAD).unwrap();
                        table.act(seat, &advice.action).unwrap();
                    }
                    table.record(true).to_string()
                })
            })
            .collect();
        assert_eq!(records[0], records[1], "{}", title.meta().id);
    }
}
