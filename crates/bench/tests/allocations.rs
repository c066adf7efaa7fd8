//! Playouts allocate nothing. The allocator counts for all threads, so this program has no test
//! harness, whose thread allocates too.

use std::alloc::System;

use accursed_tomb::AccursedTomb;
use crimsonbranch::Crimsonbranch;
use dungeon_rummy::DungeonRummy;
use gloombah::Gloombah;
use kernel::{Fast, Game, NullLog, below};
use rogue_ascension::RogueAscension;
use serde_json::Value;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use yardstick::play_on;

#[global_allocator]
static ALLOC: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Seeds, each a match played past a reservoir and one played from a list.
const MATCHES: u64 = 60;
/// Room for the longest legal list.
const MOVES: usize = 512;

fn main() {
    allocates_nothing::<RogueAscension>(&[1, 4]);
    allocates_nothing::<AccursedTomb>(&[2, 4]);
    allocates_nothing::<Gloombah>(&[2, 4, 6]);
    allocates_nothing::<DungeonRummy>(&[1, 4]);
    allocates_nothing::<Crimsonbranch>(&[1]);
}

fn allocates_nothing<G: Game>(seats: &[u8]) {
    let whole = kernel::options::complete(G::META.options, &Value::Null).map(Value::Object);
    let options: Option<G::Options> = whole.ok().and_then(|whole| serde_json::from_value(whole).ok());
    let options = options.expect("a game takes its own defaults");
    let mut moves = Vec::with_capacity(MOVES);
    let mut longest = 0;
    for (seats, seed) in seats.iter().flat_map(|seats| (0..MATCHES).map(move |seed| (*seats, seed))) {
        let mut dice = Fast::seeded(seed);
        // The setup may allocate the data that the match is laid out on, such as a hero's sheet.
        let Ok(mut game) = G::setup(&options, seats, &mut dice, &mut NullLog);
        let again = game.clone();
        let region = Region::new(ALLOC);
        let decisions = play_on(&mut game, &mut dice);
        longest = longest.max(from_lists(again, &mut dice, &mut moves));
        assert_eq!(region.change().allocations, 0, "{}, {seats} seats, seed {seed}", G::META.id);
        assert!(decisions > 0 && game.asked_first().is_none());
    }
    assert!(longest > 2, "{}: there is something to choose", G::META.id);
}

/// Plays on by picking from the whole list; returns the length of the longest list.
fn from_lists<G: Game>(mut game: G, dice: &mut Fast, moves: &mut Vec<G::Action>) -> usize {
    let mut longest = 0;
    while let Some(seat) = game.asked_first() {
        moves.clear();
        game.legal(seat, moves);
        longest = longest.max(moves.len());
        let index = below(&mut dice.0, moves.len() as u32) as usize;
        let Ok(()) = game.apply(seat, moves.swap_remove(index), dice, &mut NullLog);
    }
    longest
}
