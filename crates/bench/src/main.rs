//! The ratio that counts: kernel against yardstick, in turn, in one run. `cargo run --release -p undercroft-bench`.
//!
//! Fails if a playout through the kernel allocates.

use std::{alloc::System, process::ExitCode, time::Instant};

use accursed_tomb::AccursedTomb;
use kernel::Fast;
use rogue_ascension::{Options, RogueAscension};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use yardstick::{by_hand, playout};

#[global_allocator]
static ALLOC: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Matches timed together.
const MATCHES: u32 = 20_000;
/// Turns that each of the two takes.
const TURNS: u64 = 61;

fn main() -> ExitCode {
    let mut clean = true;
    let tomb = accursed_tomb::Options::default();
    for ascension in [0u8, 2] {
        let options = Options { ascension, ..Options::default() };
        clean &= compare(
            &format!("rogue-ascension, solo, ascension {ascension}"),
            |dice| u64::from(playout::<RogueAscension>(&options, 1, dice).1),
            |dice| u64::from(by_hand::rogue_ascension::playout(&mut dice.0, ascension.into()).decisions),
        );
    }
    for seats in [4u8, 2] {
        clean &= compare(
            &format!("accursed-tomb, {seats} seats"),
            |dice| u64::from(playout::<AccursedTomb>(&tomb, seats, dice).1),
            |dice| u64::from(by_hand::accursed_tomb::playout(&mut dice.0, seats.into()).decisions),
        );
    }
    if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Times the two in turn and prints medians; `false` if the first allocates.
fn compare(name: &str, mut kernel: impl FnMut(&mut Fast) -> u64, mut by_hand: impl FnMut(&mut Fast) -> u64) -> bool {
    let mut rates: [Vec<f64>; 2] = Default::default();
    let mut ratios = Vec::new();
    let mut decisions = [0; 2];
    let mut allocations = 0;
    for turn in 0..TURNS {
        let region = Region::new(ALLOC);
        let (ours, n) = rate(&mut kernel, turn);
        allocations += region.change().allocations;
        let (theirs, m) = rate(&mut by_hand, turn);
        decisions = [decisions[0] + n, decisions[1] + m];
        rates[0].push(ours);
        rates[1].push(theirs);
        ratios.push(ours / theirs);
    }
    let matches = f64::from(MATCHES) * TURNS as f64;
    println!(
        "{name}: kernel {:.0}/s ({:.2} decisions a match), by hand {:.0}/s ({:.2}), ratio {:.3}, allocations {allocations}",
        median(&mut rates[0]),
        decisions[0] as f64 / matches,
        median(&mut rates[1]),
        decisions[1] as f64 / matches,
        median(&mut ratios),
    );
    allocations == 0
}

fn rate(play: &mut impl FnMut(&mut Fast) -> u64, seed: u64) -> (f64, u64) {
    let mut dice = Fast::seeded(seed);
    let start = Instant::now();
    let decisions = (0..MATCHES).map(|_| play(&mut dice)).sum();
    (f64::from(MATCHES) / start.elapsed().as_secs_f64(), decisions)
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
