//! Treasures and abilities.

use super::script::{TWO, enjoy, find, holds, learn, meet};

#[test]
fn r10_saved_cards() {
    let saved = "0: reveal; card floor Q; die 20 trap 1; die 6 trap-damage 6; card treasure 2; 0: save";
    let (weapon, usable) = (find(1, "9"), r#"{"type":"use","item":"potion-2","target":0}"#);
    // In camp, if the floor is the hero's own.
    holds([TWO, saved, "0 not: use potion-2 on 0", &weapon, "0: use potion-2 on 0"]);
    // In a fight, before the hero's own strike and not instead of it.
    holds([
        TWO,
        saved,
        &meet(1, "10", 20, 1),
        "1 not: use potion-2 on 0",
        "0: use potion-2 on 0",
        r#"expect: {"heroes":[{"hp":28},{}],"awaiting":{"seat":0,"kind":"combat-turn","legal":[{"type":"attack"}]}}"#,
    ]);
    // Not once the dice are down.
    holds([
        saved,
        &find(0, "9"),
        &meet(0, "10", 20, 1),
        &format!(
            r#"expect: {{"awaiting":{{"legal":[{{"type":"attack"}},{usable}]}}}}; 0: attack; die 6 attack 3; 0 not: use potion-2 on 0"#
        ),
        r#"expect: {"awaiting":{"kind":"attack-roll"}}"#,
    ]);
}

#[test]
fn r11_use_or_save() {
    holds([&find(0, "6"), r#"expect: {"heroes":[{"items":["weapon-6"]}],"floor":2}"#]);
    holds([&learn(0, "heal"), r#"expect: {"heroes":[{"items":["heal"]}],"floor":2,"discard":1}"#]);
    for (card, item) in [("5", "potion-5"), ("10", "luck"), ("J", "defense-up"), ("Q", "attack-up")] {
        let legal = format!(r#"[{{"type":"use","item":"{item}","target":0}},{{"type":"save"}}]"#);
        let asked = format!(r#"expect: {{"awaiting":{{"kind":"treasure","legal":{legal}}}}}"#);
        let saved = format!(r#"0: save; expect: {{"heroes":[{{"items":["{item}"]}}],"floor":2}}"#);
        holds([&find(0, card), &asked, &saved]);
        holds([&find(0, card), &format!(r#"0: use {item} on 0; expect: {{"heroes":[{{"items":[]}}],"floor":2}}"#)]);
    }
}

#[test]
fn r12_aces() {
    // The floor's ace is not the treasure; the treasure's ace is two cards, and a chosen ace two
    // more.
    holds([
        &find(0, "A"),
        "card treasure A; card treasure 6",
        r#"expect: {"awaiting":{"kind":"choose-card","legal":[{"type":"choose","card":"A"},{"type":"choose","card":"6"}]}}"#,
        "0: choose A; card treasure 7; card treasure 8; 0: choose 8",
        r#"expect: {"heroes":[{"items":["weapon-8"]}],"pile":89,"discard":5}"#,
    ]);
    // Equal cards: no question, even if both are aces.
    holds([
        &find(0, "A"),
        "card treasure A; card treasure A; card treasure 9; card treasure 9",
        r#"expect: {"heroes":[{"items":["weapon-9"]}],"pile":89,"discard":5,"floor":2}"#,
    ]);
}

#[test]
fn r13_luck_is_for_traps() {
    holds([&meet(0, "10", 9, 1), r#"expect: {"enemy":{"kind":"monster","hp":10},"heroes":[{"luck":0}]}"#]);
    let luck = enjoy(0, "10", "luck", 0);
    holds([
        &luck,
        &meet(0, "10", 9, 9), // still a tie
        "die 6 enemy-attack 4; die 4 defense 3",
        "0: attack; die 6 attack 4; die 4 enemy-defense 3",
        "die 6 enemy-attack 1; die 4 defense 1",
        r#"expect: {"heroes":[{"hp":29,"luck":1}],"enemy":{"hp":9}}"#,
    ]);
    holds([&luck, "0: reveal; card floor J; die 20 trap 5; card treasure 6", r#"expect: {"heroes":[{"hp":30}]}"#]);
}

#[test]
fn r14_weapons_add_up() {
    holds([
        &find(0, "6"),
        &find(0, "9"),
        &find(0, "6"),
        &meet(0, "K", 20, 1),
        "0: attack; die 6 attack 1; 0: weapon weapon-6; 0: weapon weapon-9; 0: weapon weapon-6; die 6 enemy-defense 6",
        "card treasure 8",
        r#"expect: {"heroes":[{"items":["weapon-8"]}],"discard":7}"#,
    ]);
}

#[test]
fn r15_double_die() {
    let double = learn(0, "double-die");
    // Two dice double together; the weapon does not; two of these cards make it four times as much.
    let up = enjoy(0, "Q", "attack-up", 0);
    holds([
        &format!("{up}; {up}; {up}; {up}"),
        &double,
        &double,
        &find(0, "9"),
        "0: reveal; card floor K; die 20 initiative 20; die 20 enemy-initiative 1",
        "0: attack; die 8 attack 1; die 8 attack 2; 0: double-die; 0: weapon weapon-9; 0: double-die",
        "die 6 enemy-defense 6",
        "card treasure 6",
        r#"expect: {"enemy":null,"heroes":[{"items":["weapon-6"]}]}"#,
    ]);
    holds([
        &double,
        &meet(0, "10", 20, 1),
        "0: attack; die 6 attack 3; 0: double-die; die 4 enemy-defense 1; die 6 enemy-attack 1; die 4 defense 1",
        r#"expect: {"enemy":{"hp":5}}"#,
    ]);
    // The hero's own defense.
    holds([
        &double,
        &meet(0, "10", 1, 20),
        "0: pass; die 6 enemy-attack 5; die 4 defense 2; 0: double-die",
        r#"expect: {"heroes":[{"hp":29,"items":[]}]}"#,
    ]);
    // Initiative.
    holds([&double, &meet(0, "10", 6, 11), "0: double-die", r#"expect: {"awaiting":{"kind":"combat-turn"}}"#]);
    // A trap's d20, without luck: 2 x 5 + 1.
    holds([
        &enjoy(0, "10", "luck", 0),
        &double,
        "0: reveal; card floor Q; die 20 trap 5; 0: double-die; die 6 trap-damage 1; card treasure 6",
        r#"expect: {"heroes":[{"hp":29}]}"#,
    ]);
    // Heal.
    holds([
        &learn(0, "heal"),
        "0: reveal; card floor Q; die 20 trap 1; die 6 trap-damage 6; card treasure 6",
        &double,
        "0: use heal on 0; die 6 heal 2; 0: double-die",
        r#"expect: {"heroes":[{"hp":28}]}"#,
    ]);
    // Second Wind.
    let blow =
        "0: pass; 0: attack; die 6 attack 1; 0: pass; die 6 enemy-defense 6; die 8 enemy-attack 8; die 4 defense 1";
    holds([
        &learn(0, "second-wind"),
        &double,
        &meet(0, "K", 1, 20),
        "0: pass; die 8 enemy-attack 8; die 4 defense 1",
        blow,
        blow,
        blow,
        blow,
        "0: pass; die 4 second-wind 4; 0: double-die",
        r#"expect: {"heroes":[{"hp":8,"items":[]}]}"#,
    ]);
    // Never the enemy's dice, nor a trap's.
    holds([
        &double,
        "0: reveal; card floor J; die 20 trap 1; 0: pass; die 4 trap-damage 2; card treasure 6",
        r#"expect: {"heroes":[{"hp":28,"items":["double-die","weapon-6"]}]}"#,
    ]);
}

#[test]
fn r16_evade() {
    // One strike, whole, and the next one hits.
    holds([
        &learn(0, "evade"),
        &meet(0, "10", 1, 20),
        "die 6 enemy-attack 6; die 4 defense 1; 0: evade",
        "0: attack; die 6 attack 1; die 4 enemy-defense 1; die 6 enemy-attack 6; die 4 defense 1",
        r#"expect: {"heroes":[{"hp":25,"items":[]}]}"#,
    ]);
    // In the turn of another, and of one trap as well.
    holds([
        TWO,
        &learn(0, "evade"),
        &meet(1, "10", 1, 20),
        "die 6 enemy-attack 6; die 4 defense 1; 0: evade; die 6 enemy-attack 1; die 4 defense 1",
        r#"expect: {"active":1,"heroes":[{"hp":30},{"hp":30}]}"#,
    ]);
    holds([
        &learn(0, "evade"),
        "0: reveal; card floor Q; die 20 trap 2; die 6 trap-damage 6; 0: evade; card treasure 6",
        r#"expect: {"heroes":[{"hp":30,"items":["weapon-6"]}]}"#,
    ]);
}

#[test]
fn r17_sneak() {
    let sneak = learn(0, "sneak");
    // The better of both rolls counts.
    for (roll, first) in [(10, true), (9, false), (1, false)] {
        let blow = if first { "" } else { "die 6 enemy-attack 1; die 4 defense 1" };
        let expected = format!(r#"expect: {{"enemy":{{"heroes_first":{first}}},"heroes":[{{"items":[]}}]}}"#);
        holds([&sneak, &meet(0, "4", 3, 9), &format!("0: sneak; die 20 sneak {roll}"), blow, &expected]);
    }
    // Not offered to heroes who are first, and not to those who do not roll.
    holds([&sneak, &meet(0, "4", 10, 9), "0 not: sneak", r#"expect: {"awaiting":{"kind":"combat-turn"}}"#]);
    holds([
        TWO,
        &sneak,
        &meet(1, "4", 3, 9),
        "die 6 enemy-attack 1; die 4 defense 1; die 6 enemy-attack 1; die 4 defense 1",
        r#"expect: {"heroes":[{"items":["sneak"]},{}],"enemy":{"heroes_first":false}}"#,
    ]);
}

#[test]
fn r18_lucky_charm() {
    let charm = learn(0, "lucky-charm");
    holds([
        &charm,
        "0: reveal; card floor Q; die 20 trap 7; 0: lucky-charm; card treasure 6", // 7 + 5
        "0: reveal; card floor Q; die 20 trap 7; die 6 trap-damage 1; card treasure 6", // used up
        r#"expect: {"heroes":[{"hp":29,"items":["weapon-6","weapon-6"]}]}"#,
    ]);
    holds([&charm, "0: reveal; card floor Q; die 20 trap 6; 0: lucky-charm; die 6 trap-damage 1; card treasure 6"]);
    // Only for its owner.
    holds([
        TWO,
        &charm,
        "1: reveal; card floor Q; die 20 trap 7; die 6 trap-damage 1; card treasure 6",
        r#"expect: {"heroes":[{"items":["lucky-charm"]},{"hp":29}]}"#,
    ]);
}

#[test]
fn r19_second_wind() {
    let trap = "0: reveal; card floor Q; die 20 trap 1; die 6 trap-damage 6";
    let traps =
        format!("{trap}; card treasure 6; {trap}; card treasure 6; {trap}; card treasure 6; {trap}; card treasure 6");
    holds([
        &learn(0, "second-wind"),
        &traps,
        trap,
        "die 4 second-wind 1; card treasure 6",
        r#"expect: {"over":null,"heroes":[{"hp":1,"items":["weapon-6","weapon-6","weapon-6","weapon-6","weapon-6"]}]}"#,
    ]);
    holds([&traps, trap, r#"expect: {"over":"lost"}"#]);
}

#[test]
fn r20_heal() {
    // On a friend, within a fight, and the strike is still to come.
    holds([
        TWO,
        &learn(0, "heal"),
        "1: reveal; card floor Q; die 20 trap 1; die 6 trap-damage 6; card treasure 6",
        &meet(0, "10", 20, 1),
        "0: use heal on 1; die 6 heal 4",
        r#"expect: {"heroes":[{"items":[]},{"hp":28}],"awaiting":{"seat":0,"kind":"combat-turn"}}"#,
    ]);
    // In camp.
    holds([
        TWO,
        &learn(0, "heal"),
        "1: reveal; card floor Q; die 20 trap 1; die 6 trap-damage 6; card treasure 6",
        "0: use heal on 1; die 6 heal 6",
        r#"expect: {"heroes":[{},{"hp":30}],"awaiting":{"seat":0,"kind":"camp"}}"#,
    ]);
}
