//! Auto-actions and premoves: passing for a fight, and an act chosen while an offer waits for its
//! answer.

use gloombah::Gloombah;
use kernel::{Armed, Match, Referee, Seat, SeatSet, Source, Viewer};
use serde_json::{Value, json};

use super::script::dealt;

const PASS: &str = "pass";

/// Four players before a Fox Barrister that seat 0 has met. Seat 1 can stab and seat 2 too, seat 0
/// has a card for the fight.
fn met() -> Box<dyn Match> {
    let hands = ["pair_of_darts", "ambush", "ambush", ""];
    let Ok(table) = Referee::<Gloombah>::open(&json!({}), 4, Source::Manual) else { panic!("it opens") };
    let mut table: Box<dyn Match> = Box::new(table);
    for line in dealt("warrior mage warrior mage", &hands).lines().skip(1) {
        tell(&mut table, line.rsplit(' ').next().unwrap_or_default());
    }
    (0..4).for_each(|seat| act(&mut table, seat, json!({ "type": "done" })));
    act(&mut table, 0, json!({ "type": "end_prep" }));
    tell(&mut table, "fox_barrister");
    table
}

/// The same in the fight window.
fn window() -> Box<dyn Match> {
    let mut table = met();
    act(&mut table, 0, json!({ "type": "fight" }));
    table
}

fn act(table: &mut Box<dyn Match>, seat: u8, action: Value) {
    table.act(Seat(seat), &action).unwrap_or_else(|refused| panic!("{action}: {refused}"));
}

fn tell(table: &mut Box<dyn Match>, card: &str) {
    table.answer(card).unwrap_or_else(|refused| panic!("{card}: {refused}"));
}

fn pass() -> Value {
    json!({ "type": "pass" })
}

fn ambush() -> Value {
    json!({ "type": "play", "card": "ambush" })
}

fn offer() -> Value {
    json!({ "type": "offer", "xp": 1, "treasure": 0 })
}

/// The seats that can set the auto-action to pass.
fn offered(table: &dyn Match) -> SeatSet {
    let standing = |seat: &Seat| {
        let scene = table.scene(Viewer::Seat(*seat), None).map(|scene| scene.standing).unwrap_or_default();
        scene.iter().any(|order| order.id == PASS && order.discreet && order.limit.is_none())
    };
    Seat::all(4).filter(standing).collect()
}

#[test]
fn the_lasting_pass_is_for_those_still_to_pass_and_watchers() {
    let mut table = met();
    let set = |seats: &[u8]| seats.iter().map(|seat| Seat(*seat)).collect::<SeatSet>();
    assert_eq!(offered(table.as_ref()), set(&[1, 2, 3]), "whoever met the monster decides first");
    assert_eq!(table.carry_out(Seat(1), PASS, 0), None, "nobody is asked yet");
    assert_eq!(table.scene(Viewer::Spectator, None).map(|scene| scene.standing.len()), Some(0));
    act(&mut table, 0, json!({ "type": "fight" }));
    assert_eq!(offered(table.as_ref()), set(&[0, 1, 2, 3]));
    assert_eq!(table.carry_out(Seat(1), PASS, 0), Some(pass()));
    assert_eq!(table.carry_out(Seat(1), "fight-on", 0), None, "no such order");
    act(&mut table, 1, pass());
    assert_eq!(offered(table.as_ref()), set(&[0, 2, 3]));
    act(&mut table, 2, offer());
    assert_eq!(offered(table.as_ref()), SeatSet::EMPTY, "an offer waits for its answer");
}

#[test]
fn the_lasting_pass_outlasts_passes_and_ends_with_a_change() {
    let stands = |table: &dyn Match, given| table.stands(Seat(3), PASS, given);
    let mut table = met();
    let early = table.ply();
    act(&mut table, 0, json!({ "type": "fight" }));
    let given = table.ply();
    act(&mut table, 1, pass());
    act(&mut table, 3, pass());
    assert!(stands(table.as_ref(), early) && stands(table.as_ref(), given), "passes change nothing");
    let before = table.branch();

    let mut stabbed = before.branch();
    act(&mut stabbed, 2, ambush());
    assert!(!stands(stabbed.as_ref(), early) && !stands(stabbed.as_ref(), given), "a card has fallen");
    assert!(stands(stabbed.as_ref(), stabbed.ply()), "a later order is another");

    let mut helped = before.branch();
    act(&mut helped, 2, offer());
    assert!(!stands(helped.as_ref(), given), "an offer has come");
    act(&mut helped, 0, json!({ "type": "refuse" }));
    assert!(!stands(helped.as_ref(), given), "though it was turned down, and nobody need pass again");

    let mut decided = before.branch();
    act(&mut decided, 2, pass());
    act(&mut decided, 0, pass());
    assert!(!stands(decided.as_ref(), given), "the fight is decided");
}

#[test]
fn while_an_offer_waits_others_can_plan_for_its_refusal() {
    let mut table = window();
    act(&mut table, 3, pass());
    let before = table.branch();
    let actions = |table: &dyn Match, seat| -> Vec<Value> {
        table.armable(Seat(seat)).into_iter().map(|one| one.action).collect()
    };
    assert!((0..4).all(|seat| actions(before.as_ref(), seat).is_empty()), "who is asked just acts");
    act(&mut table, 2, offer());
    assert!(actions(table.as_ref(), 0).is_empty() && actions(table.as_ref(), 3).is_empty());
    let own = actions(table.as_ref(), 1);
    let mut refused = table.branch();
    act(&mut refused, 0, json!({ "type": "refuse" }));
    let state = json!(refused.state(SeatSet::only(Seat(1))));
    let legal: Vec<Value> =
        state["legal"]["1"].as_array().into_iter().flatten().map(|one| one["action"].clone()).collect();
    assert_eq!(own, legal, "in the order of the list");
    assert!(own.contains(&ambush()) && own.contains(&pass()) && own.contains(&offer()));
}

#[test]
fn a_premove_is_due_after_a_refusal_and_lapses_with_the_sums() {
    let mut table = window();
    act(&mut table, 2, offer());
    let at = table.ply();
    let armed = |table: &dyn Match, action: &Value| table.armed(Seat(1), action, at);
    assert_eq!(armed(table.as_ref(), &ambush()), Armed::Waits);
    assert_eq!(armed(table.as_ref(), &json!({ "type": "play", "card": "false_oath" })), Armed::Lapsed, "no such card");

    let mut accepted = table.branch();
    act(&mut accepted, 0, json!({ "type": "accept" }));
    assert_eq!(armed(accepted.as_ref(), &pass()), Armed::Lapsed, "the sums have changed");

    act(&mut table, 0, json!({ "type": "refuse" }));
    assert_eq!([ambush(), pass(), offer()].map(|act| armed(table.as_ref(), &act)), [Armed::Due; 3]);
    let mut stabbed = table.branch();
    act(&mut stabbed, 2, ambush());
    assert_eq!(armed(stabbed.as_ref(), &ambush()), Armed::Lapsed, "another's card fell first");

    act(&mut table, 3, offer());
    assert_eq!(armed(table.as_ref(), &ambush()), Armed::Waits, "the next offer waits for its answer");
}
