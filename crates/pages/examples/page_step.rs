//! Measures how long a page step takes to draw, at the decision with the most choices of a game.
//!
//! `cargo run --release -p undercroft-pages --example page_step [GAME] [SEATS]`. The reference bot
//! plays some matches. The example then draws the table with the most moves again and again, scene
//! and parts, as the server does for each viewer.

use std::time::{Duration, Instant};

use bots::{Bot, Budget};
use kernel::{Match, Seat, Seed, Source, Viewer};
use pages::{SeatInfo, TablePage, Theme};
use serde_json::{Map, Value};

const MATCHES: u64 = 12;
const DRAWN: u32 = 300;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let title = roster::find(&arguments.next().unwrap_or_else(|| "dungeon-rummy".into()))?;
    let seats: u8 = arguments.next().map_or(Ok(title.meta().usual_seats), |text| text.parse())?;
    let open = |seed| title.open(&Value::Null, seats.into(), Source::Seed(Seed::from(seed), Vec::new()));
    // The reference bot draws no randomness from the number of the question, so that a match goes
    // the same way again.
    let step = |table: &mut Box<dyn Match>, seat| -> Result<(), Box<dyn std::error::Error>> {
        let advice = title
            .advise(table.as_ref(), seat, Bot::Reference, 0, &Budget::ONE_THREAD)
            .ok_or("whoever is awaited can be advised")?;
        table.act(seat, &advice.action)?;
        Ok(())
    };
    let (mut widest, mut all) = ((0, 0, 0), Vec::new());
    for seed in 0..MATCHES {
        let mut table = open(seed)?;
        while let Some(seat) = table.awaited().lowest() {
            let moves = table.scene(Viewer::Seat(seat), None).map_or(0, |scene| scene.moves.len());
            all.push(moves);
            widest = widest.max((moves, seed, table.ply()));
            step(&mut table, seat)?;
        }
    }
    let (most, seed, ply) = widest;
    let mut table = open(seed)?;
    while let Some(seat) = table.awaited().lowest().filter(|_| table.ply() < ply) {
        step(&mut table, seat)?;
    }
    report(table.as_ref(), most, &all);
    Ok(())
}

fn report(table: &dyn Match, most: usize, all: &[usize]) {
    let seat = table.awaited().lowest().unwrap_or(Seat(0));
    let (mut times, mut bytes) = (Vec::new(), 0);
    for _ in 0..DRAWN {
        let begun = Instant::now();
        let parts = pages::parts(&page(table, seat));
        times.push(begun.elapsed());
        bytes = parts.iter().map(|part| part.drawing.0.len()).sum();
    }
    times.sort();
    let ms = |at: usize| times.get(at).copied().unwrap_or(Duration::ZERO).as_secs_f64() * 1000.0;
    let mean = all.iter().sum::<usize>() as f64 / all.len().max(1) as f64;
    println!(
        "{most} moves at most, {mean:.1} on average; drawn in {:.2} ms (median), {:.2} ms (99 %), {} KB",
        ms(times.len() / 2),
        ms(times.len() * 99 / 100),
        bytes / 1024
    );
}

fn page(table: &dyn Match, seat: Seat) -> TablePage {
    static NOTHING: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
    let chair = |one: Seat| SeatInfo {
        seat: one,
        person: Some("Ada".into()),
        bot: None,
        you: one == seat,
        connected: true,
        ..SeatInfo::default()
    };
    let viewer = Viewer::Seat(seat);
    TablePage {
        id: "k3v9".into(),
        seats: Seat::all(table.seats()).map(chair).collect(),
        host: true,
        step: table.ply(),
        may_answer: true,
        theme: Theme::Vault,
        ..TablePage::new(table.meta(), &NOTHING, table.scene(viewer, None), viewer)
    }
}
