//! Measures how long the analysis of a finished match takes, and prints its results: `cargo run
//! --release --example analysis [MATCHES] [GAME]`.
#![allow(clippy::unwrap_used, reason = "a tool")]

use std::time::{Duration, Instant};

use bots::{Bot, Budget};
use kernel::{Match, Seat, SeatSet, Seed, Source};
use roster::{GAMES, GameEntry};

fn main() {
    let matches: u64 = std::env::args().nth(1).and_then(|number| number.parse().ok()).unwrap_or(3);
    let game = std::env::args().nth(2);
    for title in GAMES.iter().filter(|title| game.as_deref().is_none_or(|game| title.meta().id == game)) {
        for seed in 0..matches {
            let table = played(*title, seed);
            report(*title, table.as_ref());
        }
    }
}

/// Plays a match in which the first seat plays as the weakest level does.
fn played(title: &dyn GameEntry, seed: u64) -> Box<dyn Match> {
    let seats = title.meta().usual_seats;
    let luck = Source::Seed(Seed::from(seed), Vec::new());
    let mut table = title.open(&serde_json::json!({}), seats.into(), luck).unwrap();
    while let Some(seat) = table.asked_first() {
        let bot = if seat == Seat(0) { Bot::Easy } else { Bot::Normal };
        let luck = seed + table.ply() as u64;
        let advice = title.advise(table.as_ref(), seat, bot, luck, &Budget::ONE_THREAD).unwrap();
        table.act(seat, &advice.action).unwrap();
    }
    table
}

fn report(title: &dyn GameEntry, table: &dyn Match) {
    let begun = Instant::now();
    let analysis = title.analyse(table).unwrap();
    let analysed = begun.elapsed();
    let begun = Instant::now();
    let points = title.turning_points(table, SeatSet::only(Seat(0)), Duration::from_secs(1), &|| true);
    let turned = begun.elapsed();
    println!("{}: {} steps, analysis {analysed:.1?}, turning point {turned:.1?}", title.meta().id, table.ply());
    for (seat, luck) in analysis.luck.iter().enumerate() {
        let Some(luck) = luck else { continue };
        println!("  seat {seat}: luck {:.3} of {} rolls, about: {}", luck.rank, luck.rolls, luck.about);
        for (word, roll) in [("best", &luck.best), ("worst", &luck.worst)] {
            let Some(roll) = roll else { continue };
            println!("    {word}: step {}, {:?}, {}", roll.step, roll.odds, roll.fell.join(", "));
        }
    }
    for point in points {
        let words = |sentence: &kernel::Sentence| sentence.plain(kernel::unnamed);
        println!(
            "  step {}: {} {:.3}, better {} {:.3}, {} playouts",
            point.step,
            words(&point.done),
            point.done_worth,
            words(&point.best),
            point.best_worth,
            point.playouts
        );
    }
}
