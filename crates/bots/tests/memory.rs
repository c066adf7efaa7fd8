//! Tests of the memory of a search from one decision of a match to the next.

#![allow(clippy::unwrap_used, reason = "a test may")]

use accursed_tomb::AccursedTomb;
use bots::{Budget, Choice, Decision, Memory, Policy, Search};
use crimsonbranch::Crimsonbranch;
use dungeon_rummy::DungeonRummy;
use gloombah::Gloombah;
use kernel::{Fast, Game, Judge, NullLog, Referee, Seat, Seed, Source, Viewer};
use rogue_ascension::RogueAscension;
use serde_json::{Value, json};

const SEARCH: u32 = 60;

fn open<G: Game>(options: &Value, seats: u64) -> G {
    Referee::<G>::open(options, seats, Source::Seed(Seed::from(3), Vec::new())).unwrap().game().unwrap().clone()
}

/// Returns the choice of a search with this memory at a decision.
fn ask<G: Judge>(game: &G, seat: Seat, ply: u64, budget: &Budget, memory: &mut Memory<G>) -> Choice {
    let mut moves = Vec::new();
    game.legal(seat, &mut moves);
    Search::new(SEARCH).choose_with(Decision::of(game, seat, &moves).unwrap(), ply, budget, memory)
}

fn act<G: Game>(game: &mut G, seat: Seat, index: usize, dice: &mut Fast) {
    let mut moves = Vec::new();
    game.legal(seat, &mut moves);
    let Ok(()) = game.apply(seat, moves.swap_remove(index), dice, &mut NullLog);
}

/// Plays a number of decisions with a memory. Returns the number of decisions with a choice, and
/// the number of those where the memory made a difference.
fn remembered<G: Judge>(options: &Value, seats: u64, decisions: u64) -> (u32, u32) {
    let (mut game, mut dice, mut memory) = (open::<G>(options, seats), Fast::seeded(5), Memory::default());
    let (mut choices, mut unlike) = (0, 0);
    for ply in 0..decisions {
        let Some(seat) = game.asked_first() else { break };
        let choice = ask(&game, seat, ply, &Budget::ONE_THREAD, &mut memory);
        let afresh = ask(&game, seat, ply, &Budget::ONE_THREAD, &mut Memory::default());
        choices += u32::from(!choice.estimates.is_empty());
        unlike += u32::from(choice != afresh);
        act(&mut game, seat, choice.index, &mut dice);
    }
    (choices, unlike)
}

/// In Dungeon Rummy and in Crimsonbranch most decisions follow another of the same seat without an
/// outcome in between; in the tomb an outcome comes before each.
#[test]
fn what_has_grown_is_used_where_nothing_has_fallen() {
    let (choices, unlike) = remembered::<DungeonRummy>(&json!({}), 2, 120);
    assert!(choices > 60 && 3 * unlike > choices, "{unlike} of {choices}");
    let (choices, unlike) = remembered::<Crimsonbranch>(&json!({}), 1, 400);
    assert!(choices > 60 && 3 * unlike > choices, "{unlike} of {choices}");
    let (choices, unlike) = remembered::<Gloombah>(&json!({}), 2, 120);
    assert!(choices > 30 && unlike > 0 && 5 * unlike < choices, "{unlike} of {choices}");
    let (choices, unlike) = remembered::<RogueAscension>(&json!({}), 2, 120);
    assert!(choices > 30 && unlike > 0 && 5 * unlike < choices, "{unlike} of {choices}");
    let (choices, unlike) = remembered::<AccursedTomb>(&json!({}), 3, 120);
    assert!(choices > 30 && unlike == 0, "{unlike} of {choices}");
}

/// A match that is played again has the same moves, on any number of threads.
#[test]
fn the_same_decisions_are_remembered_in_the_same_way() {
    let play = |threads| {
        let (mut game, mut dice, mut memory) =
            (open::<DungeonRummy>(&json!({}), 2), Fast::seeded(5), Memory::default());
        let budget = Budget { threads, ..Budget::ONE_THREAD }.with_playouts(1100);
        let mut choices = Vec::new();
        for ply in 0..20 {
            let Some(seat) = game.asked_first() else { break };
            choices.push(ask(&game, seat, ply, &budget, &mut memory));
            act(&mut game, seat, choices.last().unwrap().index, &mut dice);
        }
        choices
    };
    assert_eq!(play(1), play(1));
    assert_eq!(play(1), play(2));
}

/// After an undo, or in another match, the search finds nothing in its memory.
#[test]
fn a_memory_of_another_place_is_none() {
    let (mut game, mut dice, mut memory) = (open::<DungeonRummy>(&json!({}), 2), Fast::seeded(5), Memory::default());
    for ply in 0..40 {
        let Some(seat) = game.asked_first() else { break };
        let before = game;
        let choice = ask(&game, seat, ply, &Budget::ONE_THREAD, &mut memory);
        act(&mut game, seat, choice.index, &mut dice);
        let mut stale = Memory::default();
        ask(&before, seat, ply, &Budget::ONE_THREAD, &mut stale);
        let again = ask(&before, seat, ply, &Budget::ONE_THREAD, &mut stale);
        assert_eq!(again, ask(&before, seat, ply, &Budget::ONE_THREAD, &mut Memory::default()));
    }
}

/// In two worlds that a seat cannot tell apart it remembers the same.
#[test]
fn a_memory_holds_nothing_that_is_hidden() {
    let mut dice = Fast::seeded(9);
    let mut game = open::<DungeonRummy>(&json!({}), 4);
    let mut alike = 0;
    for ply in 0..60 {
        let Some(seat) = game.asked_first() else { break };
        let Ok(mut other) = game.imagine(Viewer::Seat(seat), &mut dice);
        let mut one = game;
        let mut memories = [Memory::default(), Memory::default()];
        // The same outcomes, for as long as the seat decides and sees the same.
        let mut luck = [Fast::seeded(ply), Fast::seeded(ply)];
        while one.asked_first() == Some(seat) && one.view(Viewer::Seat(seat)) == other.view(Viewer::Seat(seat)) {
            let choice = ask(&one, seat, ply, &Budget::ONE_THREAD, &mut memories[0]);
            assert_eq!(choice, ask(&other, seat, ply, &Budget::ONE_THREAD, &mut memories[1]));
            act(&mut one, seat, choice.index, &mut luck[0]);
            act(&mut other, seat, choice.index, &mut luck[1]);
            alike += u32::from(one != other);
        }
        let index = ask(&game, seat, ply, &Budget::ONE_THREAD, &mut Memory::default()).index;
        act(&mut game, seat, index, &mut dice);
    }
    assert!(alike > 60, "{alike}");
}
