//! Tests of puzzles: each game's own, set up by the present rules, and the search for them.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeSet;

use bots::{Bot, Budget};
use kernel::{BadPuzzle, Puzzle, Puzzles, Seed, Source, Viewer};
use roster::{GAMES, GameEntry, PuzzleSearch};
use serde_json::Value;

/// Returns the puzzles of each game that has any.
fn all() -> impl Iterator<Item = (&'static dyn GameEntry, &'static Puzzles)> {
    GAMES.iter().filter_map(|title| Some((*title, title.puzzles()?)))
}

#[test]
fn every_puzzle_shows_all_moves_and_the_reference_misses_one() {
    for (title, puzzles) in all() {
        let id = title.meta().id;
        let header = puzzles.header().unwrap();
        // Puzzles of Crimsonbranch are about a single fight.
        let least = if id == "crimsonbranch" { 0.1 } else { 0.05 };
        assert_eq!((header.game.as_str(), header.rules, puzzles.count()), (id, title.meta().rules, 100));
        let mut seeds = Vec::new();
        for number in 1..=puzzles.count() {
            let puzzle = puzzles.get(number).unwrap();
            let table = title.open_puzzle(&puzzle).unwrap_or_else(|bad| panic!("{id} {number}: {bad}"));
            assert_eq!(table.ply(), puzzle.moves.len());
            let seat = table.asked_first().unwrap();
            let moves: Vec<Value> =
                table.scene(Viewer::Seat(seat), None).unwrap().moves.into_iter().map(|one| one.action).collect();
            let choices: Vec<Value> = puzzle.choices.iter().map(|choice| choice.action.clone()).collect();
            assert_eq!(moves, choices, "{id} {number}");
            let reference = title.advise(&*table, seat, Bot::Reference, 0, &Budget::ONE_THREAD).unwrap();
            assert_eq!(reference.action, choices[puzzle.reference], "{id} {number}");
            let best = &puzzle.choices[puzzle.best()];
            for (place, choice) in puzzle.choices.iter().enumerate().filter(|(place, _)| *place != puzzle.best()) {
                let behind = best.worth - choice.worth;
                assert!(behind > choice.margin, "{id} {number}: move {place} is clearly behind");
                assert!(place != puzzle.reference || behind >= least, "{id} {number}: {behind} is too little");
            }
            seeds.push(puzzle.seed);
        }
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 100, "{id}: each puzzle is of a match of its own");
    }
}

#[test]
fn a_search_with_other_luck_takes_the_best_move_of_a_puzzle() {
    for (title, puzzles) in all() {
        let puzzle = puzzles.get(1).unwrap();
        let table = title.open_puzzle(&puzzle).unwrap();
        let seat = table.asked_first().unwrap();
        let found = title.advise(&*table, seat, Bot::Search { playouts: 2_000 }, 99, &Budget::ONE_THREAD).unwrap();
        assert_eq!(found.action, puzzle.choices[puzzle.best()].action, "{}", title.meta().id);
    }
}

#[test]
fn puzzles_about_a_fight_stand_in_one_and_are_of_many_kinds() {
    let title = roster::find("crimsonbranch").unwrap();
    let words = title.puzzle_words().unwrap();
    assert_eq!(words.question.as_str(), "Which move wins this fight most often?");
    let (mut classes, mut symbols) = (BTreeSet::new(), BTreeSet::new());
    for puzzle in (1..=100).map(|number| title.puzzles().unwrap().get(number).unwrap()) {
        let table = title.open_puzzle(&puzzle).unwrap();
        let view = table.view(Viewer::Seat(table.asked_first().unwrap()));
        let enemies = view["battle"]["enemies"].as_array().unwrap();
        assert!(enemies.iter().any(|enemy| enemy["hp"] != 0), "the fight goes on");
        classes.insert(view["hero"]["class"].to_string());
        let node = &puzzle.choices[puzzle.best()].action["node"];
        symbols.insert(view["nodes"][format!("{},{}", node[0], node[1])]["kind"].to_string());
    }
    assert_eq!((classes.len(), symbols.len()), (4, 5), "every class, every symbol, and to fight at once: {symbols:?}");
}

/// Finds a puzzle of the tomb again.
fn found() -> (&'static dyn GameEntry, Puzzle) {
    let title = roster::find("accursed-tomb").unwrap();
    let search = PuzzleSearch { seed: 3, playouts: 200 };
    let found = (0..50).find_map(|number| title.find_puzzle(&search, number, &|| true).unwrap());
    (title, found.unwrap().puzzle)
}

#[test]
fn a_puzzle_is_found_in_a_match_of_the_reference() {
    let (title, puzzle) = found();
    let table = title.open_puzzle(&puzzle).unwrap();
    let source = Source::Seed(Seed::from(puzzle.seed), Vec::new());
    let mut again = title.open(&Value::Object(puzzle.options.clone()), puzzle.seats.into(), source).unwrap();
    for n in 1..=table.ply() {
        let seat = again.asked_first().unwrap();
        let reference = title.advise(&*again, seat, Bot::Reference, 0, &Budget::ONE_THREAD).unwrap();
        again.act(seat, &reference.action).unwrap();
        assert_eq!(table.step(n), again.step(n));
    }
    let search = PuzzleSearch { seed: 3, playouts: 200 };
    assert_eq!(title.find_puzzle(&search, 0, &|| false), Ok(None), "a search that is told to stop finds nothing");
}

#[test]
fn what_is_no_puzzle_says_why() {
    let (title, puzzle) = found();
    let refused = |puzzle: Puzzle| title.open_puzzle(&puzzle).err().unwrap();
    let mut other = puzzle.clone();
    other.choices.swap(0, 1);
    assert_eq!(refused(other), BadPuzzle::Choices);
    let mut other = puzzle.clone();
    other.choices.pop();
    assert_eq!(refused(other), BadPuzzle::Choices);
    let mut other = puzzle.clone();
    other.moves[0] = 99;
    assert_eq!(refused(other), BadPuzzle::Move { n: 1, place: 99 });
    let puzzles = Puzzles::new("{\"format\":\"undercroft-puzzles\"}\nno puzzle\n");
    assert_eq!(puzzles.count(), 1);
    assert!(puzzles.header().unwrap_err().to_string().starts_with("line 1 of the record is not a header"));
    assert!(puzzles.get(1).unwrap_err().to_string().starts_with("line 2 of the record is not a puzzle"));
    for number in [0, 2] {
        assert_eq!(puzzles.get(number), Err(BadPuzzle::None { number }));
    }
}
