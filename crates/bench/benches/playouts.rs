//! Random playouts, and their allocations. `cargo bench --package undercroft-bench`.

use accursed_tomb::AccursedTomb;
use divan::{AllocProfiler, Bencher, counter::ItemsCount};
use gloombah::Gloombah;
use kernel::Fast;
use rogue_ascension::{Options, RogueAscension};
use yardstick::{by_hand, playout};

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

#[divan::bench(args = [0, 2])]
fn rogue_ascension_kernel(bencher: Bencher<'_, '_>, ascension: u8) {
    let options = Options { ascension, ..Options::default() };
    let mut dice = Fast::seeded(1);
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| playout::<RogueAscension>(&options, 1, &mut dice));
}

#[divan::bench(args = [0, 2])]
fn rogue_ascension_by_hand(bencher: Bencher<'_, '_>, ascension: u32) {
    let mut dice = Fast::seeded(1);
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| by_hand::rogue_ascension::playout(&mut dice.0, ascension));
}

#[divan::bench(args = [2, 4])]
fn accursed_tomb_kernel(bencher: Bencher<'_, '_>, seats: u8) {
    let options = accursed_tomb::Options::default();
    let mut dice = Fast::seeded(1);
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| playout::<AccursedTomb>(&options, seats, &mut dice));
}

#[divan::bench(args = [2, 4])]
fn accursed_tomb_by_hand(bencher: Bencher<'_, '_>, seats: usize) {
    let mut dice = Fast::seeded(1);
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| by_hand::accursed_tomb::playout(&mut dice.0, seats));
}

#[divan::bench(args = [2, 4, 6])]
fn gloombah_kernel(bencher: Bencher<'_, '_>, seats: u8) {
    let options = gloombah::Options::default();
    let mut dice = Fast::seeded(1);
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| playout::<Gloombah>(&options, seats, &mut dice));
}
