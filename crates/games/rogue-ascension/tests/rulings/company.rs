//! Climbing in company.

use kernel::{Match, Seat};
use serde_json::json;

use super::{
    climb::{Climb, EASY},
    script::{THREE, TWO, enjoy, find, holds, learn, meet},
};

#[test]
fn r28_equal_rolls_for_the_turn_order() {
    let rolled = |rolls: [u8; 4]| rolls.map(|roll| format!("die 20 order {roll};")).concat();
    holds(["seats: 4", &rolled([7, 7, 7, 7]), r#"expect: {"order":[0,1,2,3]}"#]);
    holds(["seats: 4", &rolled([7, 9, 7, 9]), r#"expect: {"order":[1,3,0,2]}"#]);
    holds([r#"expect: {"order":[0]}"#]); // alone, nobody rolls
}

#[test]
fn r29_one_initiative_for_all() {
    let mut climb = Climb::open(json!({}), 2, EASY);
    climb.tell(["20", "10"]).up_to(2).reveal(1).tell(["10"]);
    assert_eq!(climb.asked(), Some(("initiative", Some(1))));
    climb.tell(["15"]);
    assert_eq!(climb.asked(), Some(("enemy-initiative", None)));
    climb.tell(["3"]);
    assert_eq!(climb.asked(), None);
    assert_eq!(climb.awaiting(), (0, "combat-turn".to_owned()));
}

#[test]
fn r30_the_order_of_blows() {
    let mut climb = Climb::open(json!({}), 3, EASY);
    climb.tell(["5", "20", "10"]).up_to(2); // order 1, 2, 0
    climb.reveal(2).tell(["10", "1", "20"]);
    for round in 1..=2 {
        for seat in [1, 2, 0] {
            assert_eq!(climb.asked(), Some(("enemy-attack", Some(seat))), "round {round}");
            climb.tell(["1"]);
            assert_eq!(climb.asked(), Some(("defense", Some(seat))));
            climb.tell(["1"]);
        }
        for seat in [1, 2, 0] {
            assert_eq!(climb.awaiting(), (seat, "combat-turn".to_owned()), "round {round}");
            climb.act(seat as u8, json!({ "type": "attack" })).tell(["1", "1"]);
        }
    }
    // The end comes at once: heroes after the last blow do not strike any more.
    climb.tell(["1", "1", "1", "1", "1", "1"]);
    climb.act(1, json!({ "type": "attack" })).tell(["6", "1"]);
    climb.act(2, json!({ "type": "attack" })).tell(["6", "1"]);
    assert_eq!(climb.asked(), Some(("treasure", Some(2))));
}

#[test]
fn r31_who_draws_after_a_fight() {
    let fight = |slayer: u8| {
        let misses: String =
            (0..slayer).map(|seat| format!("{seat}: attack; die 6 attack 1; die 4 enemy-defense 1;")).collect();
        format!("{}; {misses} {slayer}: attack; die 6 attack 6; die 4 enemy-defense 1", meet(0, "2", 20, 1))
    };
    let items = |all: [&str; 3]| {
        let heroes = all.map(|items| format!(r#"{{"items":[{items}]}}"#)).join(",");
        format!(r#"expect: {{"heroes":[{heroes}],"floor":2}}"#)
    };
    let two = "card treasure 6; card treasure 7";
    let three = "card treasure 6; card treasure 7; card treasure 8";
    let (six, seven, eight) = (r#""weapon-6""#, r#""weapon-7""#, r#""weapon-8""#);
    holds([THREE, &fight(2), two, &items([six, "", seven])]);
    holds([THREE, &fight(0), "card treasure 6", &items([six, "", ""])]);
    let option = |value: &str| format!(r#"options: {{"coop_reward":"{value}"}}"#);
    holds([&option("active"), THREE, &fight(2), "card treasure 6", &items([six, "", ""])]);
    holds([&option("all"), THREE, &fight(1), three, &items([six, seven, eight])]);
}

#[test]
fn r32_helping_with_cards() {
    let hurt = "0: reveal; card floor Q; die 20 trap 1; die 6 trap-damage 6; card treasure 9";
    for (card, item, expected) in [
        ("5", "potion-5", r#""hp":30"#),
        ("10", "luck", r#""luck":1"#),
        ("J", "defense-up", r#""defense":"d6""#),
        ("Q", "attack-up", r#""attack":"d8""#),
    ] {
        let given = format!(r#"1: use {item} on 0; expect: {{"heroes":[{{{expected}}},{{"items":[]}}]}}"#);
        holds([TWO, hurt, &find(1, card), &given]); // at once
        let saved = format!("{}; 1: save; {}; {given}", find(1, card), find(0, "8"));
        holds([TWO, hurt, &saved]); // saved, and given in camp
    }
    let heal = format!("{}; {}; 1: use heal on 0; die 6 heal 6", learn(1, "heal"), find(0, "8"));
    holds([TWO, hurt, &heal, r#"expect: {"heroes":[{"hp":30},{"items":[]}]}"#]);
    holds([TWO, hurt, &find(1, "7"), "0 not: use weapon-9 on 1", r#"expect: {"awaiting":{"kind":"camp"}}"#]);
    for ability in ["double-die", "evade", "sneak", "lucky-charm", "second-wind"] {
        let lent = format!("{}; {}; 0 not: use {ability} on 1", learn(0, ability), find(1, "7"));
        let legal = r#"expect: {"awaiting":{"seat":0,"kind":"camp","legal":[{"type":"reveal"}]}}"#;
        holds([TWO, &lent, legal]);
    }
    // A friend's weapon is no use for the hero's own attack.
    holds([
        TWO,
        &find(0, "9"),
        &meet(1, "10", 20, 1),
        "0: attack; die 6 attack 1; 0: pass; die 4 enemy-defense 1",
        "1: attack; die 6 attack 2; die 4 enemy-defense 1",
        "die 6 enemy-attack 1; die 4 defense 1; die 6 enemy-attack 1; die 4 defense 1",
        r#"expect: {"heroes":[{"items":["weapon-9"]},{}],"enemy":{"hp":9}}"#,
    ]);
}

#[test]
fn r33_helping_with_luck() {
    // Heroes are asked in turn order after the trap's hero; each point adds 1, and is spent
    // permanently.
    let luck = format!("{}; {}; {}", enjoy(0, "10", "luck", 2), enjoy(1, "10", "luck", 2), enjoy(2, "10", "luck", 0));
    holds([
        THREE,
        &luck,
        &find(0, "6"),
        "1: reveal; card floor Q; die 20 trap 9; 2: assist; 2: pass; 0: assist; die 6 trap-damage 1; card treasure 7",
        r#"expect: {"heroes":[{"luck":0},{"hp":29},{"luck":1}]}"#,
    ]);
    // No hero is asked once the sum is enough.
    holds([
        THREE,
        &luck,
        &find(0, "6"),
        "1: reveal; card floor Q; die 20 trap 11; 2: assist; card treasure 7",
        r#"expect: {"heroes":[{"luck":1},{"hp":30},{"luck":1}]}"#,
    ]);
    // The hero's own luck counts by itself and stays: 10 + 2.
    holds([
        THREE,
        &luck,
        "0: reveal; card floor J; die 20 trap 6; card treasure 7; 1: reveal; card floor J; die 20 trap 6; card treasure 7",
        "2: reveal; card floor Q; die 20 trap 10; card treasure 7",
        r#"expect: {"heroes":[{"luck":1},{},{"luck":2}]}"#,
    ]);
    // A point that a curse cancels cannot be spent.
    holds([
        r#"options: {"ascension":1}"#,
        TWO,
        "card curse 10; card curse 6",
        &enjoy(0, "10", "luck", 0),
        "1: reveal; card floor Q; die 20 trap 11; die 6 trap-damage 1; card treasure 7",
        r#"expect: {"heroes":[{"luck":1,"luck_modifier":0},{"hp":29}]}"#,
    ]);
}

#[test]
fn r35_one_death_is_the_end() {
    let round = "die 6 enemy-attack 1; die 4 defense 4; die 6 enemy-attack 6; die 4 defense 1;\
                 0: attack; die 6 attack 1; die 4 enemy-defense 4; 1: attack; die 6 attack 1; die 4 enemy-defense 4;";
    holds([
        TWO,
        &meet(0, "10", 1, 20),
        &round.repeat(5),
        "die 6 enemy-attack 1; die 4 defense 4; die 6 enemy-attack 6; die 4 defense 1",
        r#"expect: {"heroes":[{"hp":30},{"hp":0}],"over":"lost","cause":"monster","awaiting":null}"#,
    ]);
}

#[test]
fn r39_the_bosss_door() {
    // Floor 15 was seat 0's, so seat 1 makes camp before the boss, uses what it saved, and rolls
    // initiative.
    let mut climb = Climb::open(json!({}), 2, EASY);
    climb.tell(["20", "10"]).up_to(14);
    climb.reveal(1).tell(["A", "10"]).act(1, json!({ "type": "save" })).up_to(16);
    assert_eq!(climb.view("/floors"), 15);
    assert_eq!(climb.awaiting(), (1, "camp".to_owned()));
    climb.act(1, json!({ "type": "use", "item": "luck", "target": 0 }));
    assert_eq!(climb.awaiting(), (1, "camp".to_owned()));
    climb.reveal(1);
    assert_eq!(climb.asked(), Some(("initiative", Some(1))), "no floor card, the boss at once");
    climb.tell(["20", "1"]);
    assert_eq!(climb.view("/enemy/kind"), "boss");
}

#[test]
fn r40_who_draws_first() {
    // Seat 1 is first in turn order and lands the last blow, but seat 0 is active on the second
    // floor.
    let mut climb = Climb::open(json!({}), 2, EASY);
    climb.tell(["10", "20"]).up_to(2).reveal(0).tell(["2", "20", "1"]);
    climb.act(1, json!({ "type": "attack" })).tell(["6", "1"]);
    assert_eq!(climb.asked(), Some(("treasure", Some(0))));
    climb.tell(["6"]);
    assert_eq!(climb.asked(), Some(("treasure", Some(1))));
    climb.tell(["7"]);
    assert_eq!(climb.view("/floor"), 3);
}

#[test]
fn r41_floors_in_company() {
    let mut climb = Climb::open(json!({}), 3, EASY);
    climb.tell(["5", "20", "10"]);
    let order = [1, 2, 0];
    for floor in 1..=20 {
        climb.up_to(floor);
        let seat = order[(floor as usize - 1) % 3];
        assert_eq!(
            (climb.view("/active"), climb.awaiting()),
            (json!(seat), (seat, "camp".to_owned())),
            "floor {floor}"
        );
        assert!(Match::act(&mut climb.table, Seat((seat as u8 + 1) % 3), &json!({ "type": "reveal" })).is_err());
    }
}
