//! One test for each ruling of the rulebook, `docs/games/rogue-ascension.md`, by subject.
//!
//! Most are scripts in the language of the rulebook's examples, a little shortened; see
//! [`script::holds`]. A ruling about a whole climb, or about the owner of a roll, has a
//! [`climb::Climb`] that plays it step by step.

mod climb;
mod company;
mod curses;
mod fights;
mod rewards;
mod script;
mod treasures;

use kernel::Game;
use rogue_ascension::RogueAscension;

#[test]
fn every_ruling_stands_in_the_rulebook_and_has_a_test() {
    const RULINGS: usize = 42;
    let ruling =
        |line: &str| line.strip_prefix("- **R").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let rulebook = RogueAscension::META.rulebook;
    let tests = [
        include_str!("company.rs"),
        include_str!("curses.rs"),
        include_str!("fights.rs"),
        include_str!("rewards.rs"),
        include_str!("treasures.rs"),
    ]
    .concat();
    let numbered: Vec<&str> = rulebook.lines().filter(|line| ruling(line)).collect();
    assert_eq!(numbered.len(), RULINGS, "rulings in the rulebook");
    for (index, line) in numbered.iter().enumerate() {
        let number = index + 1;
        assert!(line.starts_with(&format!("- **R{number} ")), "R{number} in its place, not {line:?}");
        assert_eq!(tests.matches(&format!("#[test]\nfn r{number:02}_")).count(), 1, "one test for R{number}");
    }
    let cited = rulebook.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(|word| word.strip_prefix('R'));
    for number in cited.filter_map(|number| number.parse::<usize>().ok()) {
        assert!((1..=RULINGS).contains(&number), "the rulebook cites R{number}");
    }
}
