//! One test for each ruling of the rulebook, `docs/games/crimsonbranch.md`. Rulings that need a
//! tree drawn by hand are in the rules' own tests, `src/rules/tests.rs`, under the same names.
//!
//! The scripts are those of the rulebook's examples, shortened; see [`holds`].

use crimsonbranch::Crimsonbranch;
use kernel::{Match, Referee, Source, Viewer};
use serde_json::{Value, json};
use testkit::example;

/// (0,5): an attack enemy of Strength 2 dies in one turn.
const AT_05: &str = "visit 0,5; first 2; activate 0,5; fight; hit 0 attack *2; end_fight";
/// (0,4), as the second visit: attack 3 and range 1 die.
const AT_04: &str = "visit 0,4; first 5; activate 0,5; fight; hit 0 attack *3; hit 1 attack; end_fight";
/// (5,5): a defense enemy of Strength 1 dies.
const AT_55: &str = "visit 5,5; first 1; activate 0,0; fight; hit 0 range; end_fight";
/// To (3,3), where attack 2 and range 1 are behind defense 3.
const TO_33: &str = "visit 5,5; first 1; activate 0,0; fight; hit 0 range; end_fight; end_loot
    visit 5,4; first 2; activate 0,0; fight; hit 0 range *2; end_fight; end_loot
    visit 5,3; first 3; activate 0,0; fight; break 0 range; hit 0 range; hit 1 range; end_fight; end_loot
    visit 4,3; first 6; activate 0,0; next 1; fight; hit 1 range *3; break 0 range; end_fight
    first 1; activate 0,0; fight; hit 0 range; end_fight; end_loot; visit 3,3";
/// An item of strength with quality 3 and dice 2 and 5 circles (1,5)-(2,5).
const WITH_ITEM: &str = "visit 0,5; first 2; activate 0,5; fight; hit 0 attack *2; end_fight; end_loot
    visit 0,4; first 5; activate 0,5; fight; hit 0 attack *3; hit 1 attack; end_fight
    take_item 0; item 2 5; circle 1,5-2,5";

/// Plays a script, pieced together, and panics at the first line that fails.
///
/// Lines are those of the rulebook's examples, and short forms: `visit 0,5`, `hit 1 range`, `circle
/// 0,0-1,0` and the like are actions. ` *3` behind one repeats it, `not` before one means that it
/// must be refused. `first 4` and `next 4` are the dice of a turn, `item 2 5` those of an item. A
/// semicolon ends a line as a line's end does.
fn holds<const N: usize>(pieces: [&str; N]) {
    play(pieces.iter().flat_map(|piece| piece.split([';', '\n'])));
}

fn play<'a>(lines: impl Iterator<Item = &'a str>) {
    let script: Vec<String> = lines.map(str::trim).filter(|line| !line.is_empty()).flat_map(long).collect();
    example::play::<Crimsonbranch>(&script, 1).unwrap_or_else(|failure| panic!("{failure}"));
}

/// A line of a script in its full length.
fn long(line: &str) -> Vec<String> {
    let (line, times) = match line.split_once(" *") {
        Some((line, times)) => (line, times.parse().expect("a number of times")),
        None => (line, 1),
    };
    let (verb, what) = match line.strip_prefix("not ") {
        Some(what) => ("refuse", what),
        None => ("act", line),
    };
    let words: Vec<&str> = what.split(' ').collect();
    let number = |word: &str| word.parse::<u8>().expect("a number");
    let node = |word: &str| word.split(',').map(number).collect::<Vec<_>>();
    let branch = |word: &str| word.split('-').map(node).collect::<Vec<_>>();
    let action = match words[..] {
        ["first", value] => return vec![format!("die 6 first-die {value}")],
        ["next", value] => return vec![format!("die 6 next-die {value}")],
        ["item", a, b] => return vec![format!("die 6 item-1 {a}"), format!("die 6 item-2 {b}")],
        [kind @ ("visit" | "activate"), at] => json!({ "type": kind, "node": node(at) }),
        [kind @ ("cross" | "circle"), at] => json!({ "type": kind, "branch": branch(at) }),
        [kind @ ("hit" | "break"), enemy, slot] => json!({ "type": kind, "enemy": number(enemy), "slot": slot }),
        [kind @ ("take_xp" | "take_item"), enemy] => json!({ "type": kind, "enemy": number(enemy) }),
        ["use", symbol] => json!({ "type": "use", "symbol": symbol }),
        ["spend", space] => json!({ "type": "spend", "space": space }),
        ["pearl_copy", kind] => json!({ "type": "pearl_copy", "kind": kind }),
        ["move_item", item, at] => json!({ "type": "move_item", "item": item, "branch": branch(at) }),
        ["drop_item", item] => json!({ "type": "drop_item", "item": item }),
        [kind] if !kind.contains(':') => json!({ "type": kind }),
        _ => return vec![line.to_owned()], // `expect: …` and the like
    };
    vec![format!("{verb} 0 {action}"); times]
}

#[test]
fn r1_which_die_is_the_column_does_not_matter() {
    let eligible = r#"expect: {"awaiting":{"legal":[
        {"type":"circle","branch":[[2,4],[3,4]]},{"type":"circle","branch":[[3,4],[3,5]]},
        {"type":"circle","branch":[[1,5],[2,5]]},{"type":"circle","branch":[[2,5],[3,5]]},{"type":"discard"}]}}"#
        .replace('\n', " ");
    for dice in ["item 2 5", "item 5 2"] {
        holds([AT_05, "end_loot", AT_04, "take_item 0", dice, &eligible]);
    }
}

#[test]
fn r2_from_doors_and_stairs_one_goes_to_doors_and_neighbours() {
    let from_the_plain = "not visit 5,5; not visit 0,1; visit 0,2; first 5";
    holds([
        "visit 0,0; first 5; activate 0,0; fight; hit 0 range *4; end_fight; end_loot; not visit 1,1; visit 0,1; first 5",
        "activate 0,0; fight; hit 1 range *3; hit 0 range; end_fight; end_loot",
        from_the_plain,
        "activate 0,0; fight; hit 1 range *3; hit 0 range; end_fight; end_loot",
        "not visit 0,2; not visit 0,3; visit 5,5; first 1",
    ]);
}

/// A visit that is lost after one turn.
const LOST: &str = "visit 0,0; first 1; fight; end_fight";

#[test]
fn r3_the_last_time_box_is_ticked_once() {
    let forty = [LOST; 40].join("; ");
    holds([
        r#"options: {"max_turns":1}"#,
        &forty,
        r#"expect: {"ticks":40,"visits":40}"#,
        "visit 0,0; first 1",
        r#"expect: {"ticks":40,"visits":41}"#,
    ]);
}

#[test]
fn r4_grids_are_cut_at_the_edge() {
    holds([AT_55, "end_loot; visit 5,4; first 2", r#"expect: {"battle":{"area":[[5,4],[5,5]]}}"#]);
    holds([
        r#"options: {"max_turns":1}"#,
        &[LOST; 7].join("; "),
        "visit 5,5; first 1",
        r#"expect: {"battle":{"area":[[5,5]]}}"#,
    ]);
}

#[test]
fn r8_enemies_are_listed_by_kind_then_strength() {
    holds([
        TO_33,
        "first 2",
        r#"expect: {"battle":{"enemies":[{"kind":"attack","strength":2,"hp":2,"shield":3,"looted":false},{"kind":"range","strength":1,"hp":1,"shield":3,"looted":false},{"kind":"defense","strength":3,"hp":3,"shield":null,"looted":false}]}}"#,
    ]);
}

/// To the pearl of (0,3).
const PEARL: &str = "visit 0,5; first 2; activate 0,5; fight; hit 0 attack *2; end_fight; end_loot
    visit 0,4; first 5; activate 0,5; fight; hit 0 attack *3; hit 1 attack; end_fight; end_loot
    visit 0,3; first 5; activate 0,0; fight; hit 1 range *3; hit 0 range; end_fight";

#[test]
fn r11_any_kind_on_an_evaluated_node_may_be_copied() {
    holds([PEARL, "not pearl_copy heal; not pearl_copy defense; pearl_copy attack"]);
    holds([PEARL, "pearl_copy range", r#"expect: {"nodes":{"0,3":{"kind":"range","pearl":"range"}}}"#]);
}

#[test]
fn r12_a_pearl_is_crossed_or_engraved_once() {
    holds([
        PEARL,
        r#"pearl_xp; not pearl_xp; not pearl_copy attack; expect: {"hero":{"xp":4},"nodes":{"0,3":{"pearl":"crossed"}}}"#,
    ]);
    holds([PEARL, r#"pearl_copy attack; not pearl_xp; not pearl_copy range; expect: {"hero":{"xp":0}}"#]);
}

#[test]
fn r13_loot_may_be_left_and_a_pearl_stays_open() {
    holds([
        PEARL,
        r#"end_loot; expect: {"hero":{"xp":0},"nodes":{"0,3":{"pearl":"open"}},"awaiting":{"kind":"explore"}}"#,
    ]);
}

#[test]
fn r15_a_branch_with_an_end_in_each_grid_is_eligible() {
    holds([
        "visit 5,5; first 6; activate 0,0; next 6; fight; hit 0 range; end_fight; end_loot",
        "visit 5,4; first 6; activate 0,0; next 6; fight; hit 0 range *2; end_fight; take_item 0; item 4 2",
        r#"expect: {"battle":{"equip":{"item":"magic","dice":[4,2],"quality":2}},"awaiting":{"legal":[{"type":"circle","branch":[[3,2],[3,3]]},{"type":"circle","branch":[[2,3],[3,3]]},{"type":"discard"}]}}"#,
    ]);
}

#[test]
fn r16_an_item_is_circled_or_discarded_for_a_point() {
    holds([
        AT_55,
        r#"take_item 0; item 6 6; not end_loot; not circle 4,5-5,5; discard; expect: {"hero":{"xp":1},"items":{"magic":null}}"#,
    ]);
}

#[test]
fn r17_a_new_item_replaces_the_old_one_if_it_is_circled() {
    let second =
        "end_loot; visit 0,5; first 6; activate 0,0; next 6; fight; hit 0 range *2; end_fight; take_item 0; item 2 6";
    holds([
        WITH_ITEM,
        second,
        r#"not circle 1,5-2,5; discard; expect: {"hero":{"xp":1},"items":{"strength":{"dice":[2,5],"quality":3,"branch":[[1,5],[2,5]]}}}"#,
    ]);
    let third =
        "end_loot; visit 0,5; first 6; activate 0,0; next 6; fight; hit 0 range *2; end_fight; take_item 0; item 1 5";
    holds([
        WITH_ITEM,
        third,
        r#"circle 0,4-0,5; expect: {"hero":{"xp":0},"items":{"strength":{"dice":[1,5],"quality":2,"branch":[[0,4],[0,5]]}},"branches":{"1,5-2,5":{"circled":false}}}"#,
    ]);
}

#[test]
fn r18_a_circled_branch_may_be_crossed_out() {
    holds([
        WITH_ITEM,
        "cross 0,5-1,5; cross 1,5-2,5; not cross 1,5-2,5",
        r#"expect: {"branches":{"1,5-2,5":{"crossed":true,"circled":true}}}"#,
    ]);
}

#[test]
fn r19_an_item_moves_or_is_given_up_for_a_point() {
    holds([
        WITH_ITEM,
        "end_loot; not move_item strength 1,5-2,5; not move_item dexterity 0,0-1,0; move_item strength 2,4-3,4",
        r#"expect: {"items":{"strength":{"dice":[2,5],"quality":3,"branch":[[2,4],[3,4]],"moved":true}}}"#,
        r#"drop_item strength; not drop_item strength; expect: {"items":{"strength":null},"hero":{"xp":1}}"#,
    ]);
}

#[test]
fn r20_tokens_run_over_any_marked_branch() {
    holds([
        "visit 0,0; first 6; activate 0,0; next 6; fight; hit 0 range *4; end_fight; take_item 0; item 1 1; circle 0,0-1,0; end_loot",
        "visit 0,5; first 6; activate 0,0; next 6; fight; hit 0 range *2; end_fight; take_item 0; item 2 1; circle 1,0-2,0; end_loot",
        "visit 0,0; first 2; activate 0,0; not activate 2,0; activate 1,0; activate 2,0; not activate 3,0",
    ]);
}

#[test]
fn r21_circles_do_not_anchor() {
    holds([
        WITH_ITEM,
        "not cross 2,5-3,5; cross 0,5-1,5; not cross 2,5-3,5; cross 1,5-2,5; cross 2,5-3,5; not cross 0,4-0,5",
    ]);
}

#[test]
fn r22_points_are_spent_at_explore_prepare_and_loot() {
    holds([
        "cross 0,0-1,0; visit 0,0; first 5; cross 0,0-0,1; activate 0,0; activate 0,1; use special; not cross 5,0-5,1; use range; next 1",
        "fight; not cross 5,0-5,1; hit 0 range *4; end_fight; take_item 0; item 1 1; not cross 5,0-5,1; discard; cross 5,0-5,1",
    ]);
}

#[test]
fn r23_a_gain_gives_one_level_and_its_surplus_is_lost() {
    let four = "visit 0,0; first 4; activate 0,0; fight; hit 0 range *4; end_fight; take_xp 0";
    let two = "visit 0,5; first 2; activate 0,5; fight; hit 0 attack *2; end_fight; take_xp 0; end_loot";
    holds([four, "end_loot", two, four, r#"expect: {"hero":{"hp":8,"max":10,"xp":0,"level":2,"points":5}}"#]);
}

#[test]
fn r24_the_second_symbol_acts_on_the_same_die() {
    holds([
        PEARL,
        "pearl_copy attack; end_loot; visit 0,4; first 4; cross 0,4-0,5; cross 0,3-0,4; activate 0,5; activate 0,4",
        "use attack; done; activate 0,3; use attack; use range; next 2; fight",
        r#"expect: {"battle":{"totals":{"attack":0,"range":6,"heal":0,"defense":0}}}"#,
    ]);
}

#[test]
fn r25_a_six_stays_a_six() {
    holds([
        PEARL,
        "pearl_copy range; end_loot; visit 0,4; first 5; cross 0,4-0,5; cross 0,3-0,4; activate 0,5; activate 0,4",
        "use attack; done; next 6; activate 0,3; use range; use range",
        r#"expect: {"battle":{"totals":{"attack":6,"range":6,"heal":0,"defense":0}}}"#,
    ]);
}

#[test]
fn r26_any_six_in_a_space_can_be_spent() {
    let active = "visit 0,0; first 5; cross 0,0-0,1; activate 0,0; activate 0,1; use range; use special; next 4";
    holds([active, r#"expect: {"battle":{"dice":{"active":{"value":4,"space":"neutral"},"locked":null,"aside":1}}}"#]);
    holds([
        r#"options: {"hero":""}"#,
        "visit 0,0; first 6; cross 0,0-1,0; activate 0,0; next 6; activate 1,0; use heal; use special; not spend range",
        r#"spend attack; next 3; expect: {"battle":{"dice":{"active":{"value":3,"space":"neutral"},"locked":"heal","aside":0}}}"#,
    ]);
}

#[test]
fn r27_a_special_without_a_six_lets_one_pass() {
    holds([
        "visit 0,0; first 3; cross 0,0-0,1; activate 0,0; activate 0,1; use special; done",
        r#"expect: {"hero":{"hp":8},"battle":{"dice":{"active":{"value":3,"space":"range"},"locked":null,"aside":1}}}"#,
    ]);
}

#[test]
fn r28_a_special_ignores_shields_and_leaves_them() {
    holds([
        TO_33,
        "first 6; cross 5,4-5,5; cross 5,3-5,4; cross 4,3-5,3; activate 5,5; next 3; activate 5,4; activate 5,3; activate 4,3",
        "use special; done",
        r#"expect: {"battle":{"enemies":[{"hp":2,"shield":3},{"hp":1,"shield":3},{"kind":"defense","strength":3,"hp":0,"shield":null}]}}"#,
    ]);
}

#[test]
fn r29_dice_of_one_space_add_up_and_a_shield_is_paid_at_once() {
    holds([
        TO_33,
        "first 6; cross 0,0-1,0; activate 0,0; next 2; activate 1,0; fight; not hit 0 range; not break 0 attack",
        "not hit 2 heal; not hit 2 defense; not break 2 range; break 0 range; hit 0 range; not break 1 attack; not break 0 range",
        r#"expect: {"battle":{"totals":{"attack":0,"range":3,"heal":0,"defense":0}}}"#,
    ]);
}

#[test]
fn r30_defense_holds_off_and_healing_stops_at_max() {
    holds([
        "visit 5,5; first 3; activate 5,5; fight; end_fight; first 5; activate 5,0; fight; end_fight; first 1",
        r#"expect: {"hero":{"hp":8},"battle":{"turn":3}}"#,
    ]);
}

#[test]
fn r31_a_defeat_comes_before_healing_and_costs_the_fight() {
    holds([
        "cross 0,0-1,0; visit 0,0; first 3; fight; end_fight; first 5; activate 5,0; fight; end_fight",
        r#"expect: {"hero":{"hp":8,"points":2},"ticks":1,"visits":1,"defeats":1,"pawn":null,"battle":null,"branches":{"0,0-1,0":{"crossed":true}}}"#,
    ]);
}

#[test]
fn r33_there_are_no_blows_before_the_fight() {
    holds([
        "visit 0,0; first 3; activate 0,0; not hit 0 range; not end_fight; fight; not fight; not activate 5,5; hit 0 range",
    ]);
}

#[test]
fn r35_retiring_ends_without_a_score() {
    holds([r#"retire; not retire; not visit 0,0; expect: {"over":"retired","score":null,"awaiting":null}"#]);
}

#[test]
fn r36_shields_stay_until_the_enemies_act() {
    holds([
        TO_33,
        "first 6; cross 5,4-5,5; cross 5,3-5,4; cross 4,3-5,3; activate 5,5; next 3; activate 5,4; activate 5,3; activate 4,3",
        "use special; done; fight; not hit 1 range; break 1 range; end_fight; first 5; activate 0,0; fight; not break 0 range; hit 1 range",
    ]);
}

#[test]
fn r37_an_enemy_leaves_xp_or_an_item() {
    holds([
        PEARL,
        "take_xp 0; not take_xp 0; not take_item 0; take_item 1; item 6 6; discard; not take_xp 1; not take_xp 2",
    ]);
}

#[test]
fn r38_one_symbol_at_least_is_used_and_neutral_counts_nowhere() {
    holds([
        "visit 0,0; first 6; cross 0,0-0,1; activate 0,0; next 5; activate 0,1; not done; use special; done; fight",
        // The six was spent and gave HP; the five stayed in neutral.
        r#"expect: {"battle":{"totals":{"attack":0,"range":0,"heal":0,"defense":0}}}"#,
    ]);
}

#[test]
fn r39_an_item_moves_once_in_a_stop() {
    holds([
        WITH_ITEM,
        "move_item strength 2,4-3,4; not move_item strength 1,5-2,5; end_loot; move_item strength 1,5-2,5",
        "not move_item strength 2,4-3,4; visit 0,5; first 2",
        r#"expect: {"items":{"strength":{"moved":true}}}"#,
        "activate 0,5; fight; hit 0 attack *2; end_fight; move_item strength 2,4-3,4",
    ]);
}

#[test]
fn r40_fights_and_games_have_a_limit() {
    holds([
        r#"options: {"max_visits":1,"max_turns":2}"#,
        "visit 5,5; first 1; activate 5,5; fight; end_fight; first 1; activate 5,5; fight; end_fight",
        r#"expect: {"over":"limit","score":null,"visits":1,"defeats":1,"pawn":null,"awaiting":null}"#,
    ]);
    holds([r#"options: {"max_visits":1}"#, AT_55, r#"end_loot; expect: {"over":"limit","pawn":[5,5]}"#]);
}

#[test]
fn r41_the_name_stays_as_it_was_given() {
    holds([r#"options: {"hero":"  Con an 7 "}"#, r#"expect: {"hero":{"name":"  Con an 7 ","class":"ranger"}}"#]);
    let long = json!({ "hero": "z".repeat(216) });
    assert!(Referee::<Crimsonbranch>::open(&long, 1, Source::Manual).is_err());
    let longest = json!({ "hero": "z".repeat(215) });
    assert!(Referee::<Crimsonbranch>::open(&longest, 1, Source::Manual).is_ok());
}

#[test]
fn r42_marks_and_max_count_at_once() {
    holds([
        "visit 0,0; first 3; activate 0,0; not activate 1,0; cross 0,0-1,0; activate 1,0; not activate 2,0; cross 1,0-2,0; activate 2,0",
    ]);
}

/// The lists in their order, which examples compare as sets.
#[test]
fn legal_lists_keep_the_order_of_the_table() {
    let mut table = Referee::<Crimsonbranch>::open(&json!({}), 1, Source::Manual).expect("the defaults");
    let mut all = Vec::new();
    let script = format!("{WITH_ITEM}; end_loot; visit 0,3; first 6; activate 0,0; next 6; fight; end_fight; first 6");
    for line in script.split([';', '\n']).flat_map(|line| long(line.trim())) {
        let words: Vec<&str> = line.splitn(3, ' ').collect();
        match words[..] {
            ["act", "0", action] => {
                all.push(table.view(Viewer::All)["awaiting"]["legal"].clone());
                Match::act(&mut table, kernel::Seat(0), &serde_json::from_str(action).expect("JSON")).expect("legal");
            }
            ["die", _, rest] => table.answer(rest.rsplit(' ').next().expect("a value")).expect("it can fall"),
            _ => panic!("{line}"),
        }
    }
    let types = |list: &Value| {
        let types: Vec<String> =
            list.as_array().expect("a list").iter().map(|action| action["type"].to_string()).collect();
        let mut runs: Vec<String> = types;
        runs.dedup();
        runs.join(" ").replace('"', "")
    };
    let orders = [
        "visit cross retire",
        "activate fight cross",
        "hit end_fight",
        "take_xp take_item take_xp take_item cross end_loot",
        "circle discard",
        "take_xp take_item move_item drop_item cross end_loot",
        "visit move_item drop_item cross retire",
    ];
    for order in orders {
        assert!(all.iter().any(|list| types(list) == order), "no list in the order {order}");
    }
    let nodes = |list: &Value| {
        list.as_array()
            .expect("a list")
            .iter()
            .filter_map(|action| {
                let node = action["node"].as_array()?;
                Some(6 * node[1].as_u64()? + node[0].as_u64()?)
            })
            .collect::<Vec<_>>()
    };
    assert!(all.iter().all(|list| nodes(list).is_sorted()), "nodes come by their number");
}

#[test]
fn every_example_of_the_rulebook_holds() {
    example::check::<Crimsonbranch>(<Crimsonbranch as kernel::Game>::META.rulebook);
}
