//! Tests the corpus of each fuzz target, and inputs like it, on systems without a fuzzer.

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
};

use fuzzed::{TARGETS, Target, mutate::mutated};
use kernel::{Fast, below};

/// Number of inputs that are made from the corpus.
const INPUTS: u32 = 10_000;

fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target.name);
    let files = fs::read_dir(&folder).expect("the corpus is there");
    let mut files: Vec<_> = files.map(|entry| entry.expect("its files can be listed").path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).expect("they can be read")).collect()
}

fn check(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a target of this name");
    let corpus = corpus(target);
    assert!(corpus.len() >= 3, "a corpus of {name}");
    corpus.iter().for_each(|input| (target.run)(input));
    let mut dice = Fast::seeded(30);
    for n in 0..INPUTS {
        let [one, other] = [(); 2].map(|()| &corpus[below(&mut dice.0, corpus.len() as u32) as usize]);
        let input = mutated(one, other, &mut dice);
        if catch_unwind(AssertUnwindSafe(|| (target.run)(&input))).is_err() {
            panic!("input {n} of {name}: {}", input.escape_ascii());
        }
    }
}

#[test]
fn records_that_are_damaged_do_no_harm() {
    check("record");
}

#[test]
fn pages_that_are_damaged_do_no_harm() {
    check("page");
}

#[test]
fn actions_that_are_made_up_do_no_harm() {
    check("action");
}

#[test]
fn requests_that_are_made_up_do_no_harm() {
    check("http");
}

#[test]
fn catalogues_that_are_damaged_do_no_harm() {
    check("catalogue");
}

#[test]
fn summaries_that_are_damaged_do_no_harm() {
    check("summary");
}

#[test]
fn links_that_are_damaged_do_no_harm() {
    check("link");
}
