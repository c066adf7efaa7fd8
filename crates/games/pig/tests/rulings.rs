//! One test for each ruling, in the language of the rulebook's examples.

use kernel::Game;
use pig::Pig;
use testkit::example;

/// Plays to 10 points. `roll!` and `hold!` stand for the actions.
fn holds(script: &str) {
    let script = script.replace("roll!", r#"{"type":"roll"}"#).replace("hold!", r#"{"type":"hold"}"#);
    example::check::<Pig>(&format!("```example\noptions: {{\"goal\":10}}\n{script}\n```"));
}

#[test]
fn the_examples_of_the_rulebook_hold() {
    example::check::<Pig>(Pig::META.rulebook);
}

#[test]
fn r1_a_turn_begins_with_a_roll() {
    holds("refuse 0 hold!\nact 0 roll!\ndie 6 roll 2\nact 0 hold!");
}

#[test]
fn r2_with_the_goal_in_hand_hold_is_all_that_is_left() {
    holds(
        "act 0 roll!\ndie 6 roll 6\nact 0 roll!\ndie 6 roll 4\nrefuse 0 roll!\nact 0 hold!\nexpect: {\"awaiting\":null}",
    );
}

#[test]
fn r3_the_match_ends_after_50_rounds() {
    let round = "act 0 roll!\ndie 6 roll 1\nact 1 roll!\ndie 6 roll 1\n";
    holds(&format!("{}expect: {{\"round\":50}}\n{round}expect: {{\"awaiting\":null}}", round.repeat(49)));
}
