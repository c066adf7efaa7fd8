//! One test for each ruling of the rulebook, `docs/games/accursed-tomb.md`.
//!
//! All are scripts in the language of the rulebook's examples, a little shortened; see [`holds`].

use accursed_tomb::AccursedTomb;
use serde_json::{Value, json};
use testkit::example;

/// Plays a script, pieced together, and panics at the first line that fails.
///
/// Lines are those of the rulebook's examples, and short forms: `0: wait`, `0: fight`, `0: 7 8`,
/// `0: take armor` are actions of a seat, and `0 not: fight` must be refused. `reveal 7C`, `monster
/// 3`, `player 4`, `fountain heads`, `altar tails` are outcomes. A semicolon ends a line as a
/// line's end does.
fn holds(pieces: &[&str]) {
    let script: Vec<String> =
        pieces.iter().flat_map(|piece| piece.split([';', '\n'])).map(|line| long(line.trim())).collect();
    example::play::<AccursedTomb>(&script, 2).unwrap_or_else(|failure| panic!("{failure}"));
}

/// A line of a script in its full length.
fn long(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    match words[..] {
        ["reveal", card] => return format!("card reveal {card}"),
        [tag @ ("monster" | "player"), value] => return format!("die 6 {tag} {value}"),
        [tag @ ("fountain" | "altar"), side] => return format!("coin {tag} {side}"),
        _ => {}
    }
    let Some((who, what)) = line.split_once(": ") else { return line.to_owned() };
    let (seat, verb) = match who.strip_suffix(" not") {
        Some(seat) => (seat, "refuse"),
        None => (who, "act"),
    };
    if seat.parse::<u8>().is_err() {
        return line.to_owned(); // `seats: 2` and the like
    }
    let words: Vec<&str> = what.split(' ').collect();
    let action = match words[..] {
        ["take", what] => json!({ "type": "take", "what": what }),
        [row, column] => {
            let number = |word: &str| word.parse::<u8>().unwrap_or_else(|_| panic!("cannot read {line:?}"));
            json!({ "type": "move", "to": [number(row), number(column)] })
        }
        [action] => json!({ "type": action }),
        _ => panic!("cannot read {line:?}"),
    };
    format!("{verb} {seat} {action}")
}

/// The exact legal actions of seat 0 now: `wait` or `fight`, and these moves.
fn may(kind: &str, first: &str, moves: &[[u8; 2]]) -> String {
    let moves = moves.iter().map(|to| json!({ "type": "move", "to": to }));
    let legal: Vec<Value> = std::iter::once(json!({ "type": first })).chain(moves).collect();
    format!("expect: {}", json!({ "awaiting": { "seat": 0, "kind": kind, "legal": legal } }))
}

#[test]
fn r01_seats_take_turns_in_their_order() {
    for seats in 2..=4 {
        let round: String = (0..seats).map(|seat| format!("{seat}: wait\n")).collect();
        let next = r#"expect: {"round":3,"awaiting":{"seat":0,"kind":"turn"}}"#;
        holds(&[&format!("seats: {seats}"), round.trim(), round.trim(), next]);
    }
    holds(&["1 not: wait; 0: wait; 0 not: wait; 1: wait"]);
}

#[test]
fn r02_the_start_is_a_hallway_without_a_card() {
    holds(&[r#"expect: {"board":{"8,8":"hallway"},"unseen":108,"players":[{"pos":[8,8]},{"pos":[8,8]}]}"#]);
    holds(&["0: 8 7; reveal AH; 1: wait; 0: 8 8", r#"expect: {"players":[{"pos":[8,8]},{}],"unseen":107}"#]);
}

#[test]
fn r03_the_die_has_six_sides() {
    // A goblin of 7 outlives the highest strike by 1, and its highest blow leaves 4 of 10.
    holds(&["0: 7 7; reveal 7H; monster 6; player 6", r#"expect: {"players":[{"hp":4},{}],"monsters":{"7,7":1}}"#]);
}

#[test]
fn r04_a_step_leads_to_the_eight_neighbours() {
    holds(&[&may("turn", "wait", &[[7, 7], [7, 8], [8, 7]])]);
    let around = [[6, 6], [6, 7], [6, 8], [7, 6], [7, 8], [8, 6], [8, 7], [8, 8]];
    holds(&["0: 7 7; reveal AH; 1: wait", &may("turn", "wait", &around)]);
    // between two walls, slantwise
    holds(&["0: 8 7; reveal 4H; 1: 7 8; reveal 5H; 0: 7 7; reveal 6H", r#"expect: {"players":[{"pos":[7,7]},{}]}"#]);
    holds(&["0 not: 8 6; 0 not: 8 8; 0 not: 1 1"]);
}

#[test]
fn r05_a_move_once_named_is_carried_out() {
    holds(&["0: 7 7; reveal JOKER", r#"expect: {"players":[{"pos":[7,7],"hp":5},{}],"awaiting":{"seat":1}}"#]);
    holds(&["0: 7 7; reveal 4C", r#"expect: {"players":[{"pos":[8,8]},{}],"awaiting":{"seat":1}}"#]);
}

#[test]
fn r06_explorers_share_a_cell_and_leave_each_other_alone() {
    let together = r#"expect: {"players":[{"pos":[7,7],"hp":10},{"pos":[7,7],"hp":10}]}"#;
    holds(&["0: 7 7; reveal KH; 1: 7 7", together]);
    holds(&["0: 7 7; reveal KH; 1: 7 7; 0 not: fight; 0: wait; 1 not: fight"]);
}

#[test]
fn r07_a_fight_begins_by_going_for_the_monster() {
    let beside = "0: 7 7; reveal 7H; monster 1; player 1";
    // seat 1 stands beside the goblin and is free, may walk past it, and may go for it although it
    // lies open
    holds(&[beside, r#"expect: {"players":[{"foe":[7,7]},{"foe":null}],"awaiting":{"seat":1,"kind":"turn"}}"#]);
    holds(&[beside, "1: 7 8; reveal AH; monster 1; 0: fight; player 1; 1: 6 8; reveal AD"]);
    holds(&[
        beside,
        "1: 7 7; monster 2; player 1; monster 1",
        r#"expect: {"players":[{},{"hp":8,"foe":[7,7],"pos":[8,8]}]}"#,
    ]);
    let adjacent = r#"options: {"engage":"adjacent"}"#;
    holds(&[adjacent, beside, "monster 2", r#"expect: {"awaiting":{"seat":1,"kind":"combat"}}"#]);
    // of two, the one in the smaller cell
    let two = "0: 8 7; reveal 7S; monster 1; player 1; monster 1; 1: 7 8; reveal 9D; monster 1; player 1; monster 2";
    let smaller = r#"expect: {"players":[{"foe":[8,7]},{"foe":[7,8]},{"foe":[7,8]}]}"#;
    holds(&["seats: 3", adjacent, two, smaller]);
}

#[test]
fn r08_one_exchange_a_turn_the_monster_first() {
    let start = "0: 7 7; reveal 9H; monster 2; player 1; 1: wait; monster 3";
    let blow = r#"expect: {"players":[{"hp":5},{}],"monsters":{"7,7":8},"awaiting":{"seat":0,"kind":"combat"}}"#;
    holds(&[start, blow]);
    holds(&[start, "0: fight; player 1; 1: wait; monster 5", r#"expect: {"over":"last","winner":1}"#]);
}

#[test]
fn r09_a_fight_is_left_by_moving_away_behind_the_blow() {
    let fight = "0: 7 7; reveal 9H; monster 1; player 1; 1: wait; monster 1";
    holds(&[fight, &may("combat", "fight", &[[7, 8], [8, 7]])]);
    holds(&[fight, "0 not: wait; 0 not: 7 7"]);
    let free = r#"expect: {"players":[{"hp":8,"foe":null},{}],"awaiting":{"seat":0,"kind":"turn"}}"#;
    holds(&[fight, "0: 7 8; reveal 4H; 1: wait", free]); // a wall ends the move, and the fight
    holds(&[r#"options: {"retreat":false}"#, fight, &may("combat", "fight", &[])]);
}

#[test]
fn r10_the_last_strike_counts_as_the_kill() {
    let fight = "0: 7 7; reveal 10S; monster 1; player 6; 1: 7 7; monster 1; player 3";
    holds(&[fight, "monster 1", r#"expect: {"monsters":{"7,7":1},"over":null}"#]);
    holds(&[fight, "monster 1; 0: fight; player 1", r#"expect: {"over":"demon","winner":0}"#]);
    let other = "0: 7 7; reveal 10S; monster 1; player 6; 1: 7 7; monster 1; player 4";
    holds(&[other, r#"expect: {"over":"demon","winner":1,"players":[{"foe":null},{"foe":null}]}"#]);
    let freed = "0: 7 7; reveal 7S; monster 1; player 6; 1: 7 7; monster 1; player 1";
    holds(&[freed, r#"expect: {"players":[{"foe":null},{"foe":null}],"awaiting":{"seat":0,"kind":"turn"}}"#]);
}

#[test]
fn r11_monsters_keep_place_and_wounds_and_leave_a_hallway() {
    let fled = "0: 7 7; reveal 8H; monster 1; player 3; 1: wait; monster 1; 0: 8 7; reveal AH; 1: wait";
    holds(&[fled, "0: wait; 1: wait", r#"expect: {"board":{"7,7":"orc"},"monsters":{"7,7":5}}"#]);
    let killed = "0: 7 7; reveal 7H; monster 1; player 3; 1: wait; monster 1; 0: fight; player 4";
    holds(&[killed, r#"expect: {"players":[{"pos":[8,8]},{}],"board":{"7,7":"hallway"}}"#]);
    holds(&[killed, "1: 7 7", r#"expect: {"players":[{},{"pos":[7,7],"foe":null}]}"#]);
}

#[test]
fn r12_demons_strike_one_harder() {
    for (card, left) in [("9H", 8), ("10H", 7)] {
        let health = format!(r#"expect: {{"players":[{{"hp":{left}}},{{}}]}}"#);
        holds(&[&format!("0: 7 7; reveal {card}; monster 2; player 1"), &health]);
    }
}

#[test]
fn r13_finds_are_picked_up_and_leave_a_hallway() {
    for (card, what) in [("3H", "weapons"), ("JC", "armors"), ("QS", "blessings")] {
        let held = format!(r#"expect: {{"players":[{{"{what}":1}},{{"{what}":0}}],"board":{{"7,7":"hallway"}}}}"#);
        holds(&[&format!("0: 7 7; reveal {card}; 1: 7 7"), &held]);
    }
    holds(&["0: 7 7; reveal 2D; 0: take weapon; 1: 7 7", r#"expect: {"board":{"7,7":"hallway"},"unseen":107}"#]);
}

#[test]
fn r14_what_several_of_a_kind_multiply_by() {
    let weapons = "0: 8 7; reveal 3H; 1: wait; 0: 8 6; reveal 3D; 1: wait; 0: 8 5; reveal 9H; monster 1; player 2";
    holds(&[weapons, r#"expect: {"players":[{"multiplier":3},{"multiplier":1}],"monsters":{"8,5":3}}"#]);
    let literal = r#"options: {"gear":"literal"}"#;
    holds(&[literal, weapons, r#"expect: {"players":[{"multiplier":2},{"multiplier":1}],"monsters":{"8,5":5}}"#]);
    let armors = "0: 8 7; reveal JH; 1: wait; 0: 8 6; reveal JD";
    holds(&[armors, r#"expect: {"players":[{"max":30},{"max":10}]}"#]);
    holds(&[literal, armors, r#"expect: {"players":[{"max":20},{"max":10}]}"#]);
    holds(&[literal, "0: 8 7; reveal JH", r#"expect: {"players":[{"max":10,"hp":10,"armors":1},{}]}"#]);
}

#[test]
fn r15_armor_raises_health_by_as_much_as_its_maximum() {
    let wounded = "0: 7 7; reveal JOKER; 1: wait; 0: 7 6; reveal JH";
    holds(&[wounded, r#"expect: {"players":[{"hp":15,"max":20},{}]}"#]);
    holds(&[wounded, "1: wait; 0: 7 5; reveal JD", r#"expect: {"players":[{"hp":25,"max":30},{}]}"#]);
}

#[test]
fn r16_traps_fountains_altars_portals_stay_and_act_on_entry() {
    holds(&["0: 7 7; reveal JOKER; 1: 7 7", r#"expect: {"board":{"7,7":"trap"},"players":[{"hp":5},{"hp":5}]}"#]);
    holds(&["0: 7 7; reveal JOKER; 1: wait; 0: wait; 1: wait", r#"expect: {"players":[{"hp":6},{"hp":10}]}"#]);
    let fountain = "0: 7 7; reveal 2H; fountain tails; 1: wait; 0: 8 8; 1: wait; 0: 7 7; fountain tails";
    holds(&[fountain, r#"expect: {"board":{"7,7":"fountain"},"players":[{"hp":2},{}]}"#]);
    let altar = "0: 7 7; reveal 2S; altar heads; 1: 7 7; altar heads";
    holds(&[altar, r#"expect: {"board":{"7,7":"altar"},"players":[{"blessings":1},{"blessings":1}]}"#]);
    holds(&["0: 7 7; reveal 2C; 1: wait; 0: 1 1; reveal AH", r#"expect: {"board":{"7,7":"portal"}}"#]);
}

/// 10, 5, 2, 1, on a trap and back, three times.
const DOWN_TO_ONE: &str = "0: 7 7; reveal JOKER; 1: wait; 0: 8 8; 1: wait; 0: 7 7; 1: wait; 0: 8 8; 1: wait; 0: 7 7";

#[test]
fn r17_half_is_rounded_down_and_half_of_one_is_death() {
    holds(&[DOWN_TO_ONE, r#"expect: {"players":[{"hp":1,"alive":true},{}]}"#]);
    let dead = r#"expect: {"players":[{"hp":0,"alive":false},{}],"over":"last","winner":1}"#;
    holds(&[DOWN_TO_ONE, "1: wait; 0: 8 8; 1: wait; 0: 7 7", dead]);
    holds(&[DOWN_TO_ONE, "1: wait; 0: 8 8; 1: wait; 0: 8 7; reveal 2H; fountain tails", dead]);
    holds(&[DOWN_TO_ONE, "1: wait; 0: 8 8; 1: wait; 0: 8 7; reveal 2S; altar tails", dead]);
}

#[test]
fn r18_the_fountain_doubles_up_to_the_maximum() {
    holds(&["0: 7 7; reveal 2H; fountain heads", r#"expect: {"players":[{"hp":10,"max":10},{}]}"#]);
    let doubled = "0: 7 7; reveal JOKER; 1: wait; 0: 7 6; reveal JH; 1: wait; 0: 7 5; reveal 2H; fountain heads";
    holds(&[doubled, r#"expect: {"players":[{"hp":20,"max":20},{}]}"#]);
    holds(&[DOWN_TO_ONE, "1: wait; 0: 7 6; reveal 2H; fountain heads", r#"expect: {"players":[{"hp":2},{}]}"#]);
}

#[test]
fn r19_a_blessing_saves_from_any_death_and_the_fight_goes_on() {
    let fight = "0: 8 7; reveal QH; 1: wait; 0: 8 6; reveal 10D; monster 6; player 1; 1: wait; monster 6";
    let saved = r#"expect: {"players":[{"hp":10,"blessings":0,"foe":[8,6]},{}],"awaiting":{"kind":"combat","seat":0}}"#;
    holds(&[fight, saved]);
    holds(&[
        fight,
        "0: fight; player 1; 1: wait; monster 6; 0: fight; player 1; 1: wait; monster 3",
        r#"expect: {"over":"last","winner":1}"#,
    ]); // it saves once
    let trap = "1: wait; 0: 7 6; reveal QH; 1: wait; 0: 7 7";
    holds(&[DOWN_TO_ONE, trap, r#"expect: {"players":[{"hp":10,"blessings":0,"pos":[7,7]},{}],"over":null}"#]);
    let altar = "1: wait; 0: 7 6; reveal QH; 1: wait; 0: 7 5; reveal 2S; altar tails";
    holds(&[DOWN_TO_ONE, altar, r#"expect: {"players":[{"hp":10,"blessings":0},{}],"over":null}"#]);
    // the maximum, not ten
    let armored = "1: wait; 0: 7 6; reveal JH; 1: wait; 0: 7 5; reveal QH; 1: wait; 0: 7 4; reveal 10H; monster 6";
    let worn = "player 1; 1: wait; monster 6";
    holds(&[DOWN_TO_ONE, armored, worn, r#"expect: {"players":[{"hp":20,"max":20,"blessings":0},{}]}"#]);
}

#[test]
fn r20_from_a_portal_a_move_goes_anywhere() {
    let portal = "0: 7 8; reveal 2C";
    holds(&[portal, r#"expect: {"players":[{"pos":[7,8]},{}],"awaiting":{"seat":1}}"#]);
    holds(&[portal, "1: wait; 0 not: 7 8; 0: 1 1; reveal AH", r#"expect: {"players":[{"pos":[1,1]},{}]}"#]);
    let wall = "1: wait; 0: 1 1; reveal 4H; 1: wait; 0 not: 1 1; 0: 1 2; reveal AH";
    holds(&[portal, wall, r#"expect: {"players":[{"pos":[1,2]},{}],"board":{"1,1":"wall"}}"#]);
    let through = "1: wait; 0: 1 1; reveal 7H; monster 1; player 1";
    holds(&[portal, through, r#"expect: {"players":[{"pos":[7,8],"foe":[1,1]},{}],"monsters":{"1,1":6}}"#]);
    holds(&[portal, through, "1: wait; monster 1; 0: 2 2; reveal AH", r#"expect: {"players":[{"pos":[2,2]},{}]}"#]);
}

#[test]
fn r21_a_merchant_gives_one_thing_and_is_gone() {
    let merchant = "0: 7 7; reveal 2D";
    let wares = json!([{ "type": "take", "what": "weapon" }, { "type": "take", "what": "armor" }]);
    let asked =
        json!({ "board": { "7,7": "merchant" }, "awaiting": { "seat": 0, "kind": "merchant", "legal": wares } });
    holds(&[merchant, &format!("expect: {asked}")]);
    holds(&[
        merchant,
        "0 not: wait; 0 not: 8 8; 0: take weapon; 1: 7 7",
        r#"expect: {"players":[{"weapons":1,"armors":0},{"weapons":0}],"board":{"7,7":"hallway"}}"#,
    ]);
    holds(&[merchant, "0: take armor", r#"expect: {"players":[{"hp":20,"max":20},{}],"awaiting":{"seat":1}}"#]);
}

#[test]
fn r22_the_dead_leave_nothing_and_are_passed_over() {
    let dead = "seats: 3; 0: 8 7; reveal 3H; 1: wait; 2: wait; 0: 8 6; reveal 10H; monster 6; player 1; 1: wait; 2: wait; monster 6";
    let gone =
        r#"expect: {"players":[{"alive":false,"hp":0,"weapons":0,"foe":null},{},{}],"round":3,"awaiting":{"seat":1}}"#;
    holds(&[dead, gone]);
    holds(&[dead, "1: wait; 2: wait", r#"expect: {"round":4,"awaiting":{"seat":1}}"#]);
    holds(&[dead, "1: 8 7", r#"expect: {"players":[{},{"weapons":0},{}],"board":{"8,7":"hallway"}}"#]);
}

#[test]
fn r23_the_last_one_alive_wins_at_once() {
    let blow = "0: 8 7; reveal 10H; monster 6; player 1; 1: wait; monster 6";
    holds(&[blow, r#"expect: {"over":"last","winner":1,"round":2,"awaiting":null}"#]);
    // with a third one alive the match goes on
    let three = "seats: 3; 0: 8 7; reveal 10H; monster 6; player 1; 1: wait; 2: wait; monster 6";
    holds(&[three, r#"expect: {"over":null,"winner":null,"awaiting":{"seat":1}}"#]);
}

#[test]
fn r24_a_tomb_without_anything_to_reach_is_sealed() {
    let walls = "0: 7 7; reveal 4H; 1: 7 8; reveal 5H";
    holds(&[walls, "0: 8 7; reveal 4D", r#"expect: {"over":"sealed","winner":null,"round":2}"#]);
    // a monster is no obstacle, with cards behind it
    holds(&[walls, "0: 8 7; reveal 7D; monster 1; player 1", r#"expect: {"over":null}"#]);
    // a portal leads out
    holds(&[walls, "0: 8 7; reveal 2C", r#"expect: {"over":null,"awaiting":{"seat":1}}"#]);
    // the referee checks after each turn, without a line in the script
    holds(&["seats: 3", walls, "2: wait; 0: 8 7; reveal 4D", r#"expect: {"over":"sealed","awaiting":null}"#]);
}

#[test]
fn r25_after_the_last_round_nobody_wins() {
    let limit = r#"options: {"max_rounds":2}"#;
    holds(&[limit, "0: wait; 1: wait; 0: wait", r#"expect: {"over":null,"round":2,"max_rounds":2}"#]);
    holds(&[limit, "0: wait; 1: wait; 0: wait; 1: wait", r#"expect: {"over":"rounds","winner":null,"round":2}"#]);
}

#[test]
fn r26_only_the_explorer_in_turn_dies() {
    // Both fight the demon with little health left. The one in turn first dies first, and the other
    // wins.
    let both = "0: 7 7; reveal 10H; monster 6; player 1; 1: 7 7; monster 6; player 1";
    holds(&[
        both,
        "monster 6",
        r#"expect: {"over":"last","winner":1,"players":[{"alive":false},{"alive":true,"hp":3}]}"#,
    ]);
}
