//! The dialogue at a table made up for it.

use std::time::Duration;

use kernel::{BadOptions, Seed};
use serde_json::{Value, json};

use crate::{Config, Error, Interface, Luck, Player, Setup, Start, made_up::MADE_UP};

fn talk(players: &[Player], luck: Luck, options: Value, input: &str) -> Result<String, Error> {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        setup: Setup { title: MADE_UP, players: players.to_vec(), options, luck },
        start: Start::New,
        folder: folder.path().into(),
        pace: Duration::ZERO,
        interface: Interface::Plain,
        bell: false,
    };
    let mut out = Vec::new();
    super::run(&config, input.as_bytes(), &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

fn alone(input: &str) -> String {
    talk(&[Player::Me], Luck::Seed(Seed::from(1)), json!({}), input).unwrap()
}

/// A climb, in lines of text.
fn climb(input: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let title = roster::find("rogue-ascension").unwrap();
    let setup = Setup { title, players: vec![Player::Me], options: json!({}), luck: Luck::Seed(Seed::from(7)) };
    let (folder, pace, interface) = (folder.path().into(), Duration::ZERO, Interface::Plain);
    let config = Config { setup, start: Start::New, folder, pace, interface, bell: false };
    let mut out = Vec::new();
    super::run(&config, input.as_bytes(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_standing_order_is_carried_out_and_told_step_by_step() {
    let said = climb("1\norder 3\nlook\n");
    in_order(
        &said,
        &[
            "order 3: Fight on until my health is at most 3, from ",
            "Fight on until my health is at most 3.",
            "You strike",
            "It is up to you again.",
        ],
    );
    assert!(alone("order\n").contains("No auto-action is possible now."));
}

#[test]
fn the_log_is_a_line_a_step_with_details_on_request() {
    let [short, long] = ["log", "log all"].map(|log| climb(&format!("1\n1\n1\n{log}\n")).lines().count());
    assert!(short < long, "{short} {long}");
}

#[test]
fn gauges_intents_and_rolls_are_told_with_the_table() {
    let said = climb("1\nlook\n");
    in_order(&said, &["Next: d6", "on average", "Initiative: d20 17, d20 20; "]);
}

/// The places of these words, one after the other.
fn in_order(said: &str, words: &[&str]) {
    let mut from = 0;
    for word in words {
        let at = said[from..].find(word).unwrap_or_else(|| panic!("{word}? in\n{}", &said[from..]));
        from += at + word.len();
    }
}

#[test]
fn many_moves_are_asked_in_steps_with_a_way_back() {
    let said = alone("4\nback\nback\n1\n2\n");
    in_order(
        &said,
        &[
            "What will you do?",
            "1. Lay the Ace … (4 moves)",
            "2. Bury the King face … (2 moves)",
            "3. Open the door",
            "4. Offer help to the … (2 moves)",
            "5. Pass",
            "6. Roll in secret",
            "Offer help: say a number, or back for the list before.",
            "1. Offer help to the left",
            "2. Offer help to the right",
            "1. Lay the Ace … (4 moves)",
            "There is no list to go back to.",
            "Ace: say a number, or back for the list before.",
            "1. Lay the Ace into the run, in front, as a wild",
            "2. Lay the Ace into the run, in front, as it is",
            "You do 1.",
            "Round 2.",
        ],
    );
}

#[test]
fn edges_are_told_with_where_they_run() {
    let said = alone("look\n");
    assert!(said.contains("  A door, between row 1, column 1 and row 1, column 2\n"), "{said}");
    assert!(said.contains("  A ladder from room 00 to room 10\n"), "{said}");
}

#[test]
fn secrets_are_kept_between_people_at_one_keyboard() {
    let people = [Player::Named("Ada".into()), Player::Named("Ben".into())];
    let said = talk(&people, Luck::Physical, json!({}), "\n5\n\n3\n5\n\n6\n").unwrap();
    in_order(
        &said,
        &[
            "Pass the keyboard to Ada, who then presses Enter.",
            "Ada: Roll a d6: Secret number. What fell? (1 to 6)",
            "Pass the keyboard to Ben, who then presses Enter.",
            "So far: Secret number (hidden). Ben: Roll a d6: Secret number. What fell? (1 to 6)",
            "Ben: What will you do?",
            "Ben does 9.",
            "Pass the keyboard to Ada, who then presses Enter.",
            "Ada: What will you do?",
            "Ada: Roll a d6: Secret number.",
        ],
    );
}

#[test]
fn options_that_do_not_go_together_are_refused_in_one_line() {
    let people = [Player::Me, Player::Me];
    let refused = |options: Value| {
        let error = talk(&people, Luck::Seed(Seed::from(1)), options, "").unwrap_err();
        assert!(error.is_bad_input() && matches!(error, Error::Options(BadOptions::Conflict(_))));
        error.to_string()
    };
    assert_eq!(refused(json!({ "heroes": ["a"] })), "there must be a hero for each of 2 seats, not 1");
    assert!(talk(&people, Luck::Seed(Seed::from(1)), json!({ "heroes": ["a", "c"], "hero": "Bo" }), "").is_ok());
}

#[test]
fn a_setup_is_told_as_the_command_line_spells_it() {
    let options = json!({ "heroes": ["c", "a"], "hero": "Bo" });
    let setup = Setup { title: MADE_UP, players: vec![Player::Me], options, luck: Luck::Physical };
    assert_eq!(setup.summary(), "Player 1, heroes c,a, hero Bo, real dice");
}
