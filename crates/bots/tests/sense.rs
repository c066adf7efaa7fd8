//! Tests of positions in which any player would know the right move.

#![allow(clippy::unwrap_used, reason = "a test may")]

use accursed_tomb::AccursedTomb;
use bots::{Bot, Budget, Decision, Policy};
use kernel::{Ask, Game, Judge, Match, Referee, Source, Viewer};
use rogue_ascension::RogueAscension;
use serde_json::{Value, json};

/// Opens a match whose outcomes are entered by hand.
fn open<G: Game>() -> Referee<G> {
    Referee::open(&json!({}), if G::META.seats.0 == 1 { 1 } else { 2 }, Source::Manual).unwrap()
}

/// Takes a step with its outcomes, in the order of the questions.
fn step<G: Game>(table: &mut Referee<G>, action: Value, outcomes: &[&str]) {
    let seat = table.asked_first().unwrap();
    table.act_json(seat, &action).unwrap();
    outcomes.iter().for_each(|outcome| table.answer(outcome).unwrap());
    assert_eq!(table.question(), None, "after {action}");
}

/// Returns the choice of a search, its estimate, and the reference's choice.
fn asked<G: Judge>(table: &Referee<G>) -> (Value, f32, Value) {
    let seat = table.asked_first().unwrap();
    let legal = table.legal(seat);
    let decision = Decision::of(table.game().unwrap(), seat, &legal).unwrap();
    let choice = Bot::Search { playouts: 1200 }.choose(decision, 1, &Budget::ONE_THREAD);
    let reference = Bot::Reference.choose(decision, 1, &Budget::ONE_THREAD).index;
    (json!(legal[choice.index]), choice.estimates[choice.index].worth, json!(legal[reference]))
}

fn go(row: u8, column: u8) -> Value {
    json!({ "type": "move", "to": [row, column] })
}

fn plain(action: &str) -> Value {
    json!({ "type": action })
}

#[test]
fn the_tomb_a_dying_demon_is_slain() {
    let mut table = open::<AccursedTomb>();
    step(&mut table, go(7, 7), &["10H", "1", "5"]);
    step(&mut table, plain("wait"), &["1"]);
    step(&mut table, plain("fight"), &["4"]);
    step(&mut table, plain("wait"), &["1"]);
    let (done, worth, _) = asked(&table);
    assert_eq!((done, worth), (plain("fight"), 1.0), "any face of the die wins");
}

#[test]
fn the_tomb_a_lost_fight_is_left() {
    let mut table = open::<AccursedTomb>();
    step(&mut table, go(7, 7), &["9H", "6", "1"]);
    step(&mut table, plain("wait"), &["2"]);
    // 2 health left; the troll has 8, takes at most 6 now, and kills with 5 faces of 6 next time.
    let (done, worth, reference) = asked(&table);
    assert_eq!(reference, plain("fight"), "with no way known to be safe the reference stays");
    assert_eq!(done["type"], "move", "search runs into the dark");
    assert!(worth > 0.05, "{worth}");
}

/// Climbs with bad luck, against a miniboss, until `stop` is true for decision and view.
fn unlucky(table: &mut Referee<RogueAscension>, stop: impl Fn(&str, &Value) -> bool) {
    loop {
        while let Some(question) = table.question() {
            let tag = question.why.tag;
            let answer = match &question.ask {
                Ask::Die(die) if tag.starts_with("enemy") => die.sides().to_string(),
                Ask::Die(_) => "1".to_owned(),
                Ask::Coin => "tails".to_owned(),
                Ask::Card { possible: codes, .. } => {
                    codes.iter().find(|code| **code == "K").unwrap_or(&codes[0]).to_string()
                }
            };
            table.answer(&answer).unwrap();
        }
        let view = Match::view(table, Viewer::All);
        let seat = table.asked_first().unwrap();
        let decision = table.game().unwrap().decision(seat);
        if stop(decision, &view) {
            return;
        }
        let legal = table.legal(seat);
        table.act(seat, legal[0]).unwrap();
    }
}

/// Floor 1 gives the ability `name`.
fn learned(name: &str) -> Referee<RogueAscension> {
    let mut table = open::<RogueAscension>();
    step(&mut table, plain("reveal"), &["A", "K"]);
    step(&mut table, json!({ "type": "ability", "name": name }), &[]);
    table
}

#[test]
fn the_tower_a_deadly_blow_is_evaded() {
    let mut table = learned("evade");
    let deadly = |decision: &str, view: &Value| {
        decision == "damage" && view["roll"]["damage"].as_u64() >= view["heroes"][0]["hp"].as_u64()
    };
    unlucky(&mut table, deadly);
    assert!(table.legal(table.asked_first().unwrap()).len() > 1);
    assert_eq!(asked(&table).0, plain("evade"));
}

#[test]
fn the_tower_wounds_are_healed_before_they_kill() {
    let mut table = learned("heal");
    unlucky(&mut table, |decision, view| decision == "combat-turn" && view["heroes"][0]["hp"].as_u64() <= Some(3));
    let heal = json!({ "type": "use", "item": "heal", "target": 0 });
    assert_eq!(asked(&table).0, heal);
}
