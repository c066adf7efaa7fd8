//! Random playouts allocate nothing, because search and lab play millions of them. The allocator
//! counts for all threads, so this program has no test harness, whose thread allocates too.

use std::alloc::System;

use dungeon_rummy::{DungeonRummy, Options};
use kernel::{Fast, Game, NullLog, Status};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOC: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() {
    let options = Options::default();
    let mut decisions = 0;
    for seats in 1..=4 {
        let (mut dice, mut whim) = (Fast::seeded(1), Fast::seeded(2));
        let Ok(mut game) = DungeonRummy::setup(&options, seats, &mut dice, &mut NullLog);
        let region = Region::new(ALLOC);
        while let Status::Awaiting(awaited) = game.status() {
            let seat = awaited.lowest().expect("somebody decides");
            let action = game.any(seat, &mut whim.0).expect("nobody is ever stuck");
            let Ok(()) = game.apply(seat, action, &mut dice, &mut NullLog);
            decisions += 1;
        }
        let change = region.change();
        assert_eq!((change.allocations, change.reallocations), (0, 0), "{seats} seats");
    }
    assert!(decisions > 300, "{decisions}");
}
