//! Play by numbers allocates nothing from step to step, because training plays millions of them. The
//! allocator counts for all threads, so this program has no test harness, whose thread allocates too.
#![allow(missing_docs, clippy::unwrap_used)]

use std::alloc::System;

use kernel::Seat;
use roster::EncodedMatch;
use serde_json::json;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOC: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Plays a match to its end. The choices differ from step to step, and are the same in every run.
fn play(table: &mut dyn EncodedMatch, mask: &mut [bool], numbers: &mut [f32], terms: &mut [f32]) {
    let mut turn = 0;
    while let Some(seat) = table.seat() {
        table.mask(mask);
        table.observe(seat, numbers);
        let marked = || mask.iter().enumerate().filter(|(_, marked)| **marked).map(|(choice, _)| choice);
        let choice = marked().nth(turn * 7 % marked().count()).unwrap();
        table.act(choice as u16).unwrap();
        table.progress(Seat(0), terms);
        turn += 1;
    }
}

fn main() {
    for entry in roster::GAMES {
        let game = entry.encoded().unwrap();
        let (mut mask, mut numbers) = (vec![false; game.actions()], vec![0.0; game.size()]);
        let mut terms = vec![0.0; game.progress_terms().len()];
        let mut table = game.open(&json!({}), entry.meta().usual_seats.into(), 1).unwrap();
        // The first run lets the list of legal actions grow to its greatest length.
        for run in 0..2 {
            let region = Region::new(ALLOC);
            for number in 0..3 {
                table.restart(number);
                play(table.as_mut(), &mut mask, &mut numbers, &mut terms);
            }
            let change = region.change();
            assert!(
                run == 0 || (change.allocations, change.reallocations) == (0, 0),
                "{}: {change:?}",
                entry.meta().id
            );
        }
    }
}
