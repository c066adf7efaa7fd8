//! Traps, and the draws after a floor.

use serde_json::json;

use super::{
    climb::Climb,
    script::{enjoy, find, holds, meet},
};

#[test]
fn r21_traps() {
    // Reaching the target is enough; one less is not; a reward comes either way.
    for (card, reached, missed) in [("J", 6, "5; die 4 trap-damage 3"), ("Q", 12, "11; die 6 trap-damage 3")] {
        let trap = format!("0: reveal; card floor {card}; die 20 trap");
        let loot = r#"card treasure 6; expect: {"heroes":[{"hp":30,"items":["weapon-6"]}]}"#;
        holds([&format!("{trap} {reached}"), loot]);
        holds([&format!("{trap} {missed}"), &loot.replace("30", "27")]);
    }
    // A 1 may be enough: 1 + 5.
    let lucky = format!("{0}; {0}; {0}; {0}; {0}", enjoy(0, "10", "luck", 0));
    holds([&lucky, "0: reveal; card floor J; die 20 trap 1; card treasure 6", r#"expect: {"heroes":[{"hp":30}]}"#]);
    // A 20 may be too little: 20 - 8 against 13.
    holds([
        r#"options: {"ascension":9}"#,
        &"card curse 10;".repeat(8),
        "card curse J; 0: reveal; card floor Q; die 20 trap 20; die 6 trap-damage 2; card treasure 6",
        r#"expect: {"heroes":[{"hp":28}]}"#,
    ]);
    // Never more than 19: 12 + 8.
    holds([
        r#"options: {"ascension":8}"#,
        &"card curse J;".repeat(8),
        "0: reveal; card floor Q; die 20 trap 19; card treasure 6",
        "0: reveal; card floor Q; die 20 trap 18; die 6 trap-damage 1; card treasure 6",
        r#"expect: {"heroes":[{"hp":29}]}"#,
    ]);
}

#[test]
fn r22_rewards_are_drawn() {
    let won = format!("{}; 0: attack; die 6 attack 6; die 4 enemy-defense 1", meet(0, "2", 20, 1));
    holds([&won, "card treasure 6", r#"expect: {"floor":2}"#]);
    let cursed = r#"options: {"ascension":1}; card curse K"#;
    let asked = r#"expect: {"awaiting":{"kind":"reward","legal":[{"type":"draw"},{"type":"decline"}]}}"#;
    holds([cursed, &won, asked, "0: decline", r#"expect: {"floor":2,"pile":93,"heroes":[{"items":[]}]}"#]);
    holds([
        cursed,
        &won,
        asked,
        "0: draw; card treasure 6; coin cursed-trap heads; die 20 trap 20",
        r#"expect: {"floor":2,"pile":92,"heroes":[{"items":["weapon-6"]}]}"#,
    ]);
    // After a trap and on a treasure floor the cursed hero is not asked.
    holds([cursed, "0: reveal; card floor J; die 20 trap 6; card treasure 6; coin cursed-trap heads; die 20 trap 6"]);
    holds([cursed, &find(0, "6"), "coin cursed-trap heads; die 20 trap 6", r#"expect: {"floor":2}"#]);
}

#[test]
fn r23_cursed_treasure() {
    let once = r#"options: {"ascension":1}; card curse K"#;
    // Heads: easy. Tails: hard. After the card is seen, before it is used, and without a reward of
    // its own.
    holds([
        once,
        &find(0, "10"),
        "coin cursed-trap heads; die 20 trap 5; die 4 trap-damage 1; 0: use luck on 0",
        r#"expect: {"heroes":[{"hp":29,"luck":1,"items":[]}],"floor":2,"pile":92}"#,
    ]);
    holds([once, &find(0, "6"), "coin cursed-trap tails; die 20 trap 11; die 6 trap-damage 1"]);
    holds([once, &find(0, "6"), "coin cursed-trap heads; die 20 trap 6", r#"expect: {"floor":2,"pile":92}"#]);
    // One trap for each curse, none for an ace's cards.
    holds([
        r#"options: {"ascension":2}; card curse K; card curse K"#,
        &find(0, "A"),
        "coin cursed-trap heads; die 20 trap 6; coin cursed-trap tails; die 20 trap 12",
        "card treasure 6; card treasure 7; 0: choose 7",
        r#"expect: {"heroes":[{"hp":30,"items":["weapon-7"]}],"floor":2}"#,
    ]);
}

#[test]
fn r26_an_empty_pile() {
    // 94 curses empty the pile of a lone hero; the tower then holds eight kings and two jacks.
    let wishes = ["6 7 8 9 10 2 3 4 5 Q A J", "J", ""];
    let mut climb = Climb::open(json!({ "ascension": 94 }), 1, wishes);
    climb.lucky();
    assert_eq!((climb.view("/pile"), climb.view("/discard"), climb.view("/hidden")), (json!(0), json!(94), json!(10)));
    climb.reveal(0).tell(["J", "20"]);
    assert_eq!(climb.asked(), Some(("treasure", Some(0))));
    assert!(climb.table.answer("K").is_err(), "every king lies in the tower, which is not touched");
    climb.tell(["9"]);
    assert_eq!((climb.view("/pile"), climb.view("/discard"), climb.view("/hidden")), (json!(93), json!(1), json!(9)));
    assert_eq!((climb.view("/unseen/K"), climb.view("/unseen/J")), (json!(8), json!(1)));
    assert_eq!(climb.view("/reshuffled/9"), 7);
}
