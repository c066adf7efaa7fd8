//! Ranks, health and dice, and how fights go.

use kernel::Ask;
use serde_json::json;

use super::{
    climb::{Climb, EASY},
    script::{TWO, enjoy, find, holds, learn, meet},
};

#[test]
fn r01_only_the_rank_matters() {
    let mut climb = Climb::open(json!({}), 1, EASY);
    let ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
    for rank in ranks {
        assert_eq!(climb.view("/unseen")[rank], 8, "eight of rank {rank}");
    }
    climb.reveal(0);
    let Some(Ask::Card { possible: codes, .. }) = climb.table.question().map(|question| question.ask.clone()) else {
        panic!("a card")
    };
    assert_eq!(codes.len(), ranks.len(), "a floor can be anything, by its rank alone: {codes:?}");
    assert!(climb.table.answer("QH").is_err(), "a suit has no meaning");
    // Floors and pile are one and the same unknown: a card on a floor is missing among the
    // treasures.
    climb.tell(["A", "9"]);
    assert_eq!((climb.view("/unseen/A"), climb.view("/unseen/9")), (json!(7), json!(7)));
    assert_eq!((climb.view("/hidden"), climb.view("/pile")), (json!(9), json!(93)));
}

#[test]
fn r02_the_enemy_wins_ties() {
    holds([&meet(0, "5", 11, 11), "die 6 enemy-attack 1; die 4 defense 1", r#"expect: {"enemy":{"hp":5}}"#]);
    holds([&meet(0, "5", 12, 11), r#"expect: {"enemy":{"heroes_first":true},"awaiting":{"kind":"combat-turn"}}"#]);
}

#[test]
fn r03_initiative_bonus() {
    // Level 1 and two heroes: 2 + 1.
    for card in ["5", "K"] {
        let open = format!("options: {{\"ascension\":1}}; {TWO}; card curse 6; card curse 6");
        holds([&open, &meet(0, card, 6, 2), r#"expect: {"enemy":{"heroes_first":true}}"#]);
        let (die, blow) = if card == "K" { (8, "miniboss") } else { (6, "monster") };
        let blows = format!("die {die} enemy-attack 1; die 4 defense 1; die {die} enemy-attack 1; die 4 defense 1");
        let expected = format!(r#"expect: {{"enemy":{{"kind":"{blow}","heroes_first":false}}}}"#);
        holds([&open, &meet(0, card, 5, 2), &blows, &expected]);
    }
    let mut boss = Climb::open(json!({ "ascension": 1 }), 2, EASY);
    boss.up_to(16).reveal(1);
    assert_eq!(boss.clone().tell(["6", "2"]).awaiting(), (0, "combat-turn".to_owned()));
    assert_eq!(boss.tell(["5", "2"]).asked(), Some(("enemy-attack", Some(0))));
}

#[test]
fn r04_no_damage_below_0() {
    holds([
        &meet(0, "10", 1, 20),
        "die 6 enemy-attack 6; die 4 defense 1",
        "0: attack; die 6 attack 3; die 4 enemy-defense 1",
        "die 6 enemy-attack 1; die 4 defense 4",
        "0: attack; die 6 attack 1; die 4 enemy-defense 4",
        "die 6 enemy-attack 2; die 4 defense 3",
        r#"expect: {"heroes":[{"hp":25}],"enemy":{"hp":8}}"#,
    ]);
}

#[test]
fn r05_fresh_dice() {
    // Two rounds, each strike with dice of its own.
    let round = "0: attack; die 6 attack 3; die 4 enemy-defense 2; die 6 enemy-attack 3; die 4 defense 1";
    holds([&meet(0, "9", 2, 1), round, round, r#"expect: {"heroes":[{"hp":26}],"enemy":{"hp":7,"round":3}}"#]);
}

#[test]
fn r06_you_see_the_roll_first() {
    // Weapons and Double Die: after the attack dice, before the enemy's defense.
    holds([
        &find(0, "9"),
        &learn(0, "double-die"),
        &meet(0, "10", 20, 1),
        "0 not: weapon weapon-9; 0 not: double-die",
        "0: attack; die 6 attack 2",
        r#"expect: {"roll":{"roll":2},"awaiting":{"kind":"attack-roll"}}"#,
        "0: pass; die 4 enemy-defense 1; die 6 enemy-attack 1; die 4 defense 1",
        r#"expect: {"enemy":{"hp":9},"heroes":[{"items":["double-die","weapon-9"]}]}"#,
    ]);
    // Evade and Double Die: after both dice of the enemy's strike, and only if it hurts.
    holds([
        &learn(0, "evade"),
        &meet(0, "10", 1, 20),
        "die 6 enemy-attack 3; die 4 defense 3",
        "0 not: evade; 0: attack; die 6 attack 1; die 4 enemy-defense 1",
        "die 6 enemy-attack 4; die 4 defense 3",
        r#"expect: {"heroes":[{"hp":30}],"roll":{"damage":1},"awaiting":{"kind":"damage"}}"#,
    ]);
    // Sneak: after both initiative dice.
    holds([&learn(0, "sneak"), &meet(0, "4", 3, 9), r#"expect: {"awaiting":{"kind":"initiative"}}"#]);
    // Lucky Charm: after the d20, and only if it is too low.
    holds([
        &learn(0, "lucky-charm"),
        "0: reveal; card floor J; die 20 trap 6; card treasure 6",
        "0: reveal; card floor J; die 20 trap 5",
        r#"expect: {"heroes":[{"items":["lucky-charm","weapon-6"]}],"awaiting":{"kind":"trap-roll"}}"#,
    ]);
}

#[test]
fn r07_health_stops_at_30() {
    let hurt = "0: reveal; card floor Q; die 20 trap 1; die 6 trap-damage 4; card treasure 5; 0: use potion-5 on 0";
    holds([hurt, r#"expect: {"heroes":[{"hp":30}]}"#]);
    holds([r#"options: {"overheal":true}"#, hurt, r#"expect: {"heroes":[{"hp":33}]}"#]);
}

#[test]
fn r08_weakened_dice() {
    let better = enjoy(0, "J", "defense-up", 0);
    let cursed = "card curse 6; card curse 9";
    holds([r#"options: {"ascension":2}"#, cursed, r#"expect: {"heroes":[{"attack":"d6","defense":"d4"}]}"#]);
    holds([r#"options: {"ascension":2}"#, cursed, &better, &better, r#"expect: {"heroes":[{"defense":"d4"}]}"#]);
    holds([
        r#"options: {"ascension":2}"#,
        cursed,
        &better,
        &better,
        &better,
        r#"expect: {"heroes":[{"defense":"d6"}]}"#,
    ]);
    let none = r#"options: {"ascension":2,"die_floor":"none"}"#;
    holds([none, cursed, r#"expect: {"heroes":[{"defense":"none"}]}"#]);
    holds([none, cursed, &better, r#"expect: {"heroes":[{"defense":"none"}]}"#]);
    holds([none, cursed, &better, &better, r#"expect: {"heroes":[{"defense":"d4"}]}"#]);
    // No die is rolled, and it cannot be doubled, but a weapon helps.
    holds([
        none,
        "card curse 2; card curse 5",
        &find(0, "8"),
        &learn(0, "double-die"),
        &meet(0, "10", 20, 1),
        "0: attack",
        r#"expect: {"awaiting":{"kind":"attack-roll","legal":[{"type":"pass"},{"type":"weapon","item":"weapon-8"}]}}"#,
        "0: weapon weapon-8; die 4 enemy-defense 2",
        "die 6 enemy-attack 1; die 4 defense 1",
        r#"expect: {"enemy":{"hp":4}}"#,
    ]);
}

#[test]
fn r09_top_of_the_ladder() {
    // Every Q of the packs, and some again once the pile was made new. One curse counts against
    // them.
    let wishes = ["", "2 3 4 5 6 7 8 9 10", "Q J 2 3 4 5 10 6 7 8 9"];
    let mut climb = Climb::open(json!({ "ascension": 1, "coop_reward": "all" }), 4, wishes);
    climb.tell(["20", "19", "18", "17", "2", "10", "10", "10"]);
    let names = ["d4", "d6", "d8", "d10", "d12", "2d8", "d20", "2d10", "2d12", "3d10", "2d20"];
    let mut most = 0;
    for floor in 1..=26 {
        climb.up_to(floor);
        let better = climb.drawn.iter().filter(|card| *card == "Q").count();
        let level = better.min(names.len() - 1); // a d6, less one step for the curse, and a step each
        assert_eq!(climb.view("/heroes/0/attack"), names[level], "after {better} improvements");
        most = better;
    }
    assert!(most > 10, "improvements beyond the top: {most}");
}

#[test]
fn r36_the_longest_fight() {
    let round = "0: attack; die 6 attack 1; die 4 enemy-defense 4; die 6 enemy-attack 1; die 4 defense 4;";
    let limit = r#"options: {"fight_round_limit":3}"#;
    holds([limit, &meet(0, "10", 2, 1), &round.repeat(2), r#"expect: {"over":null,"enemy":{"round":3}}"#]);
    holds([limit, &meet(0, "10", 2, 1), &round.repeat(3), r#"expect: {"over":"lost","cause":"exhaustion","floor":1}"#]);
    // A blow in the last round still counts.
    holds([
        limit,
        &meet(0, "2", 2, 1),
        &round.repeat(2),
        "0: attack; die 6 attack 6; die 4 enemy-defense 1; card treasure 6",
        r#"expect: {"over":null,"floor":2}"#,
    ]);
    // Usually there is time: a thousand rounds.
    holds([&meet(0, "10", 2, 1), &round.repeat(999), r#"expect: {"over":null,"enemy":{"round":1000}}"#]);
    holds([&meet(0, "10", 2, 1), &round.repeat(1000), r#"expect: {"cause":"exhaustion"}"#]);
}

#[test]
fn r42_no_standing_by() {
    holds([
        &meet(0, "9", 20, 1),
        "0 not: pass; 0 not: reveal",
        r#"expect: {"awaiting":{"kind":"combat-turn","legal":[{"type":"attack"}]}}"#,
    ]);
    // Not in company either, and not with something else to do.
    holds([
        TWO,
        "0: reveal; card floor A; card treasure 2; 0: save",
        &meet(1, "9", 20, 1),
        "0: use potion-2 on 0; 0 not: pass; 0: attack; die 6 attack 1; die 4 enemy-defense 1; 1 not: pass",
        r#"expect: {"awaiting":{"seat":1,"kind":"combat-turn","legal":[{"type":"attack"}]}}"#,
    ]);
}
