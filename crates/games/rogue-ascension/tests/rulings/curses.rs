//! Curses and ascension, and the boss.

use kernel::{Match, Referee, Seed, Source, Viewer};
use rogue_ascension::RogueAscension;
use serde_json::{Value, json};

use super::{
    climb::{Climb, EASY},
    script::{TWO, find, holds, meet},
};

#[test]
fn r24_mighty_and_tougher() {
    let cursed = r#"options: {"ascension":3}; card curse Q; card curse Q; card curse A"#;
    for (card, base) in [("4", 4), ("K", 10)] {
        let meets = format!("0: reveal; card floor {card}; die 4 mighty 4; die 4 mighty 3");
        let expected = format!(r#"expect: {{"enemy":{{"hp":{}}}}}"#, base + 2 + 4 + 3);
        holds([cursed, &meets, "die 20 initiative 20; die 20 enemy-initiative 1", &expected]);
    }
    // Against the boss no d4 is rolled: 20 + 30 for the level, and 10 for the one Tougher Monsters.
    let mut boss = Climb::open(json!({ "ascension": 3 }), 1, EASY);
    boss.tell(["Q", "Q", "A"]).up_to(11).reveal(0);
    assert_eq!(boss.asked(), Some(("initiative", Some(0))));
    assert_eq!(boss.lucky().view("/enemy/hp"), 60);
}

#[test]
fn r25_the_bosss_health() {
    let table = [(1, 0, 20), (1, 2, 40), (2, 0, 40), (2, 2, 80), (4, 5, 280)];
    for (heroes, ascension, health) in table {
        let mut boss = Climb::open(json!({ "ascension": ascension }), heroes, EASY);
        let floors = 10 + 5 * (heroes - 1);
        boss.up_to(floors + 1);
        let seat = boss.awaiting().0 as u8;
        boss.reveal(seat).lucky();
        assert_eq!(boss.view("/enemy/kind"), "boss");
        assert_eq!(boss.view("/enemy/hp"), health, "{heroes} heroes at level {ascension}");
    }
    let mut tougher = Climb::open(json!({ "ascension": 1 }), 2, EASY);
    tougher.tell(["20", "10", "A", "A"]).up_to(16).reveal(1).lucky();
    assert_eq!(tougher.view("/enemy/hp"), 2 * 30 + 2 * 10);
}

#[test]
fn r27_curse_cards() {
    holds([
        r#"options: {"ascension":2}; card curse 10; card curse 10"#,
        r#"expect: {"heroes":[{"curses":{"unlucky":2},"items":[]}],"pile":92,"discard":2,"discarded":{"10":2}}"#,
    ]);
    // So there are enough for every level.
    let source = Source::Seed(Seed::from(27), Vec::new());
    let table = Referee::<RogueAscension>::open(&json!({ "ascension": 99 }), 4, source).expect("level 99");
    let view = Match::view(&table, Viewer::All);
    for hero in view["heroes"].as_array().expect("heroes") {
        let curses = hero["curses"].as_object().expect("curses").values().filter_map(Value::as_u64).sum::<u64>();
        assert_eq!(curses, 99);
    }
}

#[test]
fn r34_whose_curse_it_is() {
    let cursed = |first: &str, second: &str| {
        format!(r#"options: {{"ascension":1}}; {TWO}; card curse {first}; card curse {second}"#)
    };
    let next = find(0, "6");
    // Tougher and Mighty Monsters: the curses of the active hero.
    holds([&cursed("6", "A"), &meet(0, "4", 20, 1), r#"expect: {"enemy":{"hp":4}}"#]);
    holds([&cursed("6", "A"), &next, &meet(1, "4", 20, 1), r#"expect: {"enemy":{"hp":6}}"#]);
    holds([&cursed("6", "Q"), &meet(0, "4", 20, 1), r#"expect: {"enemy":{"hp":4}}"#]);
    let mighty = meet(1, "4", 20, 1).replace("floor 4;", "floor 4; die 4 mighty 2;");
    holds([&cursed("6", "Q"), &next, &mighty, r#"expect: {"enemy":{"hp":6}}"#]);
    // Persistent Traps: the curse of the hero in the trap.
    holds([&cursed("6", "J"), "0: reveal; card floor J; die 20 trap 6; card treasure 6"]);
    holds([&cursed("6", "J"), &next, "1: reveal; card floor J; die 20 trap 6; die 4 trap-damage 1; card treasure 6"]);
    // Cursed Treasure: the curse of the hero who draws.
    let shared = format!(
        "{}; 0: attack; die 6 attack 1; die 4 enemy-defense 1; 1: attack; die 6 attack 6; die 4 enemy-defense 1",
        meet(0, "2", 20, 1)
    );
    holds([
        &cursed("6", "K"),
        &shared,
        "card treasure 6; 1: draw; card treasure 7; coin cursed-trap heads; die 20 trap 6",
        r#"expect: {"heroes":[{"items":["weapon-6"]},{"items":["weapon-7"]}],"floor":2}"#,
    ]);
    // Weak dice and bad luck: the curses of their owner.
    holds([
        &cursed("10", "2"),
        r#"expect: {"heroes":[{"attack":"d6","luck_modifier":-1},{"attack":"d4","luck_modifier":0}]}"#,
    ]);
    // The boss counts everybody's Tougher Monsters, also those of a hero who does not open the
    // door.
    let mut boss = Climb::open(json!({ "ascension": 1 }), 2, EASY);
    boss.tell(["20", "10", "A", "6"]).up_to(16).reveal(1).lucky();
    assert_eq!(boss.view("/enemy/hp"), 70);
}

#[test]
fn r37_what_a_win_opens() {
    // The server stores the levels that each player may choose; the game determines the level that
    // a win opens.
    for (ascension, heroes) in [(0, 1), (3, 1), (1, 2)] {
        let mut climb = Climb::open(json!({ "ascension": ascension }), heroes, EASY);
        climb.up_to(10 + 5 * (heroes - 1) + 1);
        assert_eq!(climb.view("/unlocked"), Value::Null, "not before the boss falls");
        while climb.view("/over").is_null() {
            let seat = climb.table.awaited().iter().next().expect("somebody decides");
            let action = climb.table.legal(seat)[0];
            climb.table.act(seat, action).expect("it is legal");
            climb.lucky();
        }
        assert_eq!((climb.view("/over"), climb.view("/unlocked")), (json!("won"), json!(ascension + 1)));
        assert_eq!(climb.table.outcome().map(|outcome| outcome["victory"].clone()), Some(json!(true)));
    }
    let lost = r#"options: {"ascension":1,"fight_round_limit":1}; card curse 6"#;
    let round = "0: attack; die 6 attack 1; die 4 enemy-defense 4; die 6 enemy-attack 1; die 4 defense 4";
    holds([lost, &meet(0, "10", 20, 1), round, r#"expect: {"over":"lost","unlocked":null}"#]);
}

#[test]
fn r38_how_many_curses() {
    let mut climb = Climb::open(json!({ "ascension": 2 }), 2, EASY);
    climb.tell(["20", "10"]);
    for seat in [0, 0, 1, 1] {
        assert_eq!(climb.asked(), Some(("curse", Some(seat))));
        climb.tell(["10"]);
    }
    assert_eq!(climb.awaiting(), (0, "camp".to_owned()));
    assert_eq!((climb.view("/hidden"), climb.view("/pile")), (json!(15), json!(104 - 15 - 4)), "from the pile");
    // By seat, whatever the turn order.
    climb = Climb::open(json!({ "ascension": 1 }), 2, EASY);
    assert_eq!(climb.tell(["1", "20"]).asked(), Some(("curse", Some(0))));
    holds([r#"expect: {"heroes":[{"curses":{}}],"pile":94,"hidden":10}"#]); // none at level 0
}
