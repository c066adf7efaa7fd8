//! The results of a fight, and the end: R39 to R65.

use super::script::{dealt, holds};

const TWO: &str = "warrior warrior";

/// Seat 0 climbs to level 10 in two turns, while seat 1 runs.
const CLIMB: &str = "0: equip door_of_smiting; done 2\n\
    0: play level_up; 0: play level_up; 0: play level_up; 0: play level_up\n\
    0 fights orc_on_his_day_off; pass 1 0; draw umbrella_staff umbrella_staff; 1 runs from sulky_housecat\n\
    0 fights seventeen_wolves; pass 1 0; draw twig_of_sparks twig_of_sparks orb_on_a_stick";
const CLIMBER: &str = "door_of_smiting level_up level_up level_up level_up";

#[test]
fn r39_the_active_seat_settles_a_loss_before_the_helper() {
    let dealt = dealt(TWO, &["quilted_gambeson ambush duplicate", "quilted_gambeson"]);
    let lost = "0: equip quilted_gambeson; 0: done; 1: equip quilted_gambeson; 1: done; 0 fights clipboard_kobold";
    let order = "1: offer 0 0; 0: accept; pass 0 1; pick ambush; pick duplicate";
    holds(&[&dealt, lost, order, "pick hot_ladle; pick orb_on_a_stick", r#"expect: {"turn":2}"#]);
}

#[test]
fn r40_both_take_full_damage_and_full_effects() {
    let dealt = dealt(TWO, &["steel_plate", "dragon_scale_bathrobe"]);
    let lost = "0: equip steel_plate; 0: done; 1: equip dragon_scale_bathrobe; 1: done; 0 fights seventeen_wolves";
    let one = r#"{"gear":{"damaged":true},"level":1,"status":[{"op":"attack","n":-25,"until_round":2,"from":"seventeen_wolves"}]}"#;
    let both = format!(r#"expect: {{"players":[{one},{one}]}}"#);
    holds(&[&dealt, lost, "1: offer 0 0; 0: accept; pass 0 1", &both]);
}

#[test]
fn r41_gear_takes_damage_up_to_its_value_and_breaks_above() {
    let loses = |gear: &str, monster: &str, expected: &str| {
        let hand = format!("{gear} level_up level_up level_up level_up");
        let levels = "done 2; 0: play level_up; 0: play level_up; 0: play level_up; 0: play level_up";
        let lost = format!("0 fights {monster}; pass 1 0");
        let expected = format!(r#"expect: {{"players":[{expected},{{}}]}}"#);
        holds(&[&dealt(TWO, &[&hand]), &format!("0: equip {gear}"), levels, &lost, &expected]);
    };
    loses("light_chainmail", "ogre_choirmaster", r#"{"level":2,"gear":null}"#);
    loses("steel_plate", "fox_barrister", r#"{"level":5,"gear":{"card":"steel_plate","damaged":true}}"#);
    loses("quilted_gambeson", "fox_barrister", r#"{"level":4,"gear":null}"#);
}

#[test]
fn r42_damaged_gear_breaks_at_more_damage_less_its_value() {
    let dealt = dealt(TWO, &["steel_plate"]);
    let hurt = "0: equip steel_plate; done 2; 0 fights bouncer_goblin; pass 1 0; 1 fights custard_creep; 0: offer 0 0; 1: accept";
    let broken = r#"expect: {"players":[{"level":1,"gear":null,"deaths":0},{"deaths":1}],"turn":3}"#;
    holds(&[&dealt, hurt, "pass 0 1; 1: keep hot_ladle", broken]);
}

#[test]
fn r43_piercing_damage_goes_past_the_gear() {
    let dealt = dealt(TWO, &["dragon_scale_bathrobe level_up level_up level_up level_up"]);
    let levels = "0: equip dragon_scale_bathrobe; done 2; 0: play level_up; 0: play level_up; 0: play level_up; 0: play level_up";
    let whole = r#"expect: {"players":[{"level":2,"gear":{"card":"dragon_scale_bathrobe","damaged":false}},{}]}"#;
    holds(&[&dealt, levels, "0 fights jelly_with_opinions; pass 1 0", whole]);
}

#[test]
fn r44_shields_come_off_before_gear_and_against_piercing_too() {
    let dealt = dealt(TWO, &["tin_tray_vest goose_down_pillow goose_down_pillow level_up"]);
    let fight = |monster: &str| format!("0: equip tin_tray_vest; done 2; 0: play level_up; 0 fights {monster}");
    let pillow = "0: play goose_down_pillow on 0; pass 1 0";
    // 4 - 2 is no more than the vest's 2
    let saved = r#"expect: {"players":[{"level":2,"gear":{"card":"tin_tray_vest","damaged":true}},{}]}"#;
    holds(&[&dealt, &fight("fox_barrister"), pillow, saved]);
    // 3 - 2 goes past the vest
    let pierced = r#"expect: {"players":[{"level":1,"gear":{"card":"tin_tray_vest","damaged":false}},{}]}"#;
    holds(&[&dealt, &fight("jelly_with_opinions"), pillow, pierced]);
}

#[test]
fn r45_no_damage_no_wear_and_r46_effects_strike_all_the_same() {
    let dealt = dealt(TWO, &["tin_tray_vest goose_down_pillow", "curse_of_hiccups"]);
    let lost = "0: equip tin_tray_vest; done 2; 0 fights bat_in_a_hat; 0: play goose_down_pillow on 0; 1: play curse_of_hiccups on 0";
    let whole = r#"{"gear":{"damaged":false},"status":[{"op":"run","n":-2,"until_round":2,"from":"bat_in_a_hat"}]}"#;
    holds(&[&dealt, lost, "pass 1 0", &format!(r#"expect: {{"players":[{whole},{{}}]}}"#)]);
}

#[test]
fn r46_effects_strike_even_if_gear_took_all_damage() {
    let dealt = dealt(TWO, &["quilted_gambeson ambush"]);
    let lost = "0: equip quilted_gambeson; done 2; 0 fights goose_of_ill_intent; pass 1 0; pick ambush";
    holds(&[&dealt, lost, r#"expect: {"players":[{"level":1,"gear":{"damaged":true},"hand_count":3},{}]}"#]);
}

#[test]
fn r47_effects_end_with_the_round_after_the_one_they_began_in() {
    let dealt = dealt(TWO, &["tin_tray_vest"]);
    let lost = "0: equip tin_tray_vest; done 2; 0 fights bat_in_a_hat; pass 1 0; 1 runs from sulky_housecat";
    let there = r#"expect: {"round":2,"players":[{"status":[{"until_round":2}]},{}]}"#;
    holds(&[&dealt, lost, "0 runs from sulky_housecat", there]);
    let gone = r#"expect: {"round":3,"players":[{"status":[]},{}]}"#;
    holds(&[&dealt, lost, "0 runs from sulky_housecat; 1 runs from sulky_housecat", gone]);
}

#[test]
fn r48_lasting_effects_stand_side_by_side_and_add_up() {
    let dealt = dealt(TWO, &["steel_plate level_up level_up level_up", "quilted_gambeson"]);
    let first = "0: equip steel_plate; 0: done; 1: equip quilted_gambeson; 1: done; 0 fights custard_creep; pass 1 0";
    let second = "1 fights orc_on_his_day_off; 0: offer 0 0; 1: accept; pass 0 1; 0: play level_up; 0: play level_up; 0: play level_up";
    let third = "0 fights mimic_teapot";
    // 4 × 50 %
    let both = r#"expect: {"players":[{"status":[{"from":"custard_creep"},{"from":"orc_on_his_day_off"}]},{"status":[{}]}],"fight":{"sums":{"players":2,"monsters":3}}}"#;
    holds(&[&dealt, first, second, third, both]);
}

#[test]
fn r49_below_level_1_is_death() {
    let dealt = dealt(TWO, &["level_up"]);
    holds(&[
        &dealt,
        "done 2; 0 fights mimic_teapot; pass 1 0",
        r#"expect: {"awaiting":{"kind":"death_keep","seat":0}}"#,
    ]);
    let level_3 = "done 2; 0: play level_up; 0 fights cursed_armchair; pass 1 0";
    holds(&[&dealt, level_3, r#"expect: {"players":[{"level":1,"deaths":1},{}],"awaiting":{"kind":"death_keep"}}"#]);
    let one = "done 2; 0: play level_up; 0 fights ambitious_puddle; pass 1 0; draw ambush";
    holds(&[&dealt, one, r#"expect: {"players":[{"level":3,"deaths":0},{}]}"#]);
}

#[test]
fn r50_the_dead_keep_one_card_and_their_class() {
    let dealt = dealt(TWO, &["butter_knife_longsword padded_nightshirt ambush ambush"]);
    let died =
        "0: equip butter_knife_longsword; 0: equip padded_nightshirt; done 2; 0 fights sore_headed_bear; pass 1 0";
    let legal = r#"expect: {"players":[{"gear":null,"weapon":null,"level":1},{}],"awaiting":{"kind":"death_keep","legal":[{"type":"keep","card":"ambush"},{"type":"keep","card":"curtain_rod_rapier"}]}}"#;
    holds(&[&dealt, died, legal]);
    let kept = r#"expect: {"turn":2,"players":[{"class":"warrior","hand":["ambush"]},{}],"item_discard":["ambush","butter_knife_longsword","curtain_rod_rapier","padded_nightshirt"]}"#;
    holds(&[&dealt, died, "1 not: keep ambush; 0 not: keep duplicate; 0: keep ambush", kept]);
}

#[test]
fn r51_death_ends_lasting_effects_and_the_killer_has_none() {
    let dealt = dealt(TWO, &["tin_tray_vest"]);
    let bitten = "0: equip tin_tray_vest; done 2; 0 fights bat_in_a_hat; pass 1 0; 1 runs from sulky_housecat";
    let dead = "0 fights custard_creep; 1: pass; 0: pass";
    let alive = r#"expect: {"players":[{"status":[{"op":"run"},{"op":"attack"}],"deaths":0},{}]}"#;
    holds(&[&dealt, bitten, dead, alive]);
    let dead = "0 fights fox_barrister; pass 1 0; 0: keep curtain_rod_rapier";
    holds(&[&dealt, bitten, dead, r#"expect: {"players":[{"status":[],"deaths":1},{}]}"#]);
}

#[test]
fn r52_the_dead_play_on_at_once() {
    let dealt = dealt("warrior warrior mage", &[]);
    let died = "done 3; 0 fights mimic_teapot; pass 1 2 0; 0: keep curtain_rod_rapier; 1 fights sulky_housecat; 0: offer 1 0; 1: accept";
    holds(&[&dealt, died, "pass 0 1 2; draw ambush", r#"expect: {"players":[{"level":2,"deaths":1},{},{}]}"#]);
}

#[test]
fn r53_levels_precede_treasure_and_the_active_seat_the_helper() {
    let dealt = dealt(TWO, &["exploding_vial"]);
    let won = "done 2; 0 fights mimic_teapot; 1: offer 0 1; 0: accept; 0: play exploding_vial; pass 1 0; draw ambush; draw duplicate";
    holds(&[&dealt, won, r#"expect: {"turn":2,"players":[{"level":2,"hand_count":5},{"level":1,"hand_count":6}]}"#]);
    holds(&[&dealt, won, r#"view:1 {"players":[{"hand":null},{"hand_count":6}],"spent":[]}"#]);
}

#[test]
fn r54_helping_leads_to_level_11_at_most() {
    let dealt = dealt(TWO, &[CLIMBER]);
    let helps = "1 fights sulky_housecat; 0: offer 1 0; 1: accept; pass 0 1; draw ambush";
    holds(&[&dealt, CLIMB, helps, r#"expect: {"over":null,"players":[{"level":11},{"level":1}]}"#]);
    let more = "0 fights pixie_heckler; 1: offer 1 0; 0: accept; pass 1 0; draw ambush";
    holds(&[&dealt, CLIMB, helps, more, r#"expect: {"over":null,"players":[{"level":11},{"level":2}]}"#]);
}

#[test]
fn r55_level_up_does_not_take_to_level_12() {
    let dealt = dealt(TWO, &["door_of_smiting level_up level_up questionable_barrel squeaky_bone"]);
    let seventh = "0: equip door_of_smiting; done 2; 0: play level_up; 0: play level_up; 0 fights dragon_on_a_diet\n\
        0: play questionable_barrel; 0: play squeaky_bone; pass 1 0; draw level_up level_up ambush ambush";
    let tenth = "1 runs from sulky_housecat; 0 fights seventeen_wolves; pass 1 0; draw umbrella_staff umbrella_staff twig_of_sparks";
    let up = "1 runs from sulky_housecat; 0: play level_up; 0 not: play level_up";
    holds(&[&dealt, seventh, tenth, up, r#"expect: {"players":[{"level":11},{}],"over":null}"#]);
}

#[test]
fn r56_levels_beyond_12_are_lost_and_r58_the_first_there_wins() {
    let dealt = dealt(TWO, &[CLIMBER]);
    let won = "1 runs from sulky_housecat; 0 fights banshee_soprano; 1: pass; 0: pass";
    holds(&[
        &dealt,
        CLIMB,
        won,
        r#"expect: {"over":"level","winners":[0],"round":3,"turn":5,"players":[{"level":12},{}],"awaiting":null}"#,
    ]);
}

#[test]
fn r57_treasure_is_drawn_unseen() {
    let dealt = dealt(TWO, &[]);
    let won = "done 2; 0 fights sulky_housecat; pass 1 0; draw ambush";
    holds(&[&dealt, won, r#"view:1 {"players":[{"hand":null,"hand_count":6},{"hand_count":5}]}"#]);
}

/// Ten rounds in which everybody runs, but for the actions of the first.
fn ten_rounds(first: &str, cards: &str) -> String {
    let mut script = first.to_owned();
    let monsters =
        ["sulky_housecat", "pixie_heckler", "toll_gnome", "runaway_broom", "ambitious_puddle", "left_sock_ghost"];
    for round in 1..10 {
        let monster = |seat: usize| monsters[(2 * round + seat) % 18 / 3];
        script += &format!("\n0 runs from {}; 1 runs from {}", monster(0), monster(1));
    }
    script + cards
}

#[test]
fn r59_the_lantern_goes_out_after_the_last_round() {
    let limit = "options: {\"round_limit\":10}";
    let dealt = dealt(TWO, &["level_up"]);
    let first = "done 2; 0: play level_up; 0 runs from bat_in_a_hat; 1 runs from bat_in_a_hat";
    let end = r#"expect: {"over":"lantern","winners":[0],"round":10,"turn":20,"round_limit":10}"#;
    holds(&[limit, &dealt, &ten_rounds(first, ""), end]);
}

#[test]
fn r60_level_then_deaths_then_cards_and_equals_win_together() {
    let limit = "options: {\"round_limit\":10}";
    let ends = |hands: &[&str], first: &str, winners: &str| {
        let first = format!("{first}; 1 runs from bat_in_a_hat");
        let end = format!(r#"expect: {{"over":"lantern","winners":{winners}}}"#);
        holds(&[limit, &dealt(TWO, hands), &ten_rounds(&first, ""), &end]);
    };
    ends(&["level_up"], "done 2; 0: play level_up; 0 runs from bat_in_a_hat", "[0]");
    ends(&["steel_plate"], "0: equip steel_plate; done 2; 0 runs from bat_in_a_hat", "[0,1]");
    ends(
        &["crayon_map"],
        "done 2; 0: play crayon_map; 0: end_prep; monster bat_in_a_hat goose_of_ill_intent; 0: choose_monster bat_in_a_hat; 0: run_auto",
        "[1]",
    );
    ends(
        &["birthday_parcel"],
        "done 2; 0: play birthday_parcel; draw ambush ambush ambush; 0 fights orc_on_his_day_off; pass 1 0; 0: keep ambush",
        "[1]",
    );
}

#[test]
fn r61_what_leaves_play_waits_until_the_turn_ends() {
    let dealt = dealt(TWO, &["level_up fizzing_vial"]);
    let used = "done 2; 0: play level_up; 0 fights sulky_housecat; 0: play fizzing_vial";
    holds(&[&dealt, used, r#"expect: {"spent":["fizzing_vial","level_up"],"item_discard":[]}"#]);
    let after = r#"expect: {"spent":[],"item_discard":["fizzing_vial","level_up"]}"#;
    holds(&[&dealt, used, "pass 1 0; draw ambush", after]);
}

#[test]
fn r62_nobody_holds_more_than_8_cards_after_a_turn() {
    let dealt = dealt(TWO, &["exploding_vial exploding_vial", "birthday_parcel loose_floorboard loose_floorboard"]);
    let full = "done 2; 0 runs from sulky_housecat; 1: play birthday_parcel; draw ambush ambush ambush; 1: play loose_floorboard; draw ambush ambush; 1: play loose_floorboard; draw loud_sneeze loud_sneeze";
    holds(&[
        &dealt,
        full,
        "1 meets sulky_housecat; 1 not: discard ambush; 1: run_auto",
        r#"expect: {"turn":2,"awaiting":{"seat":1,"kind":"trim"}}"#,
    ]);
    holds(&[
        &dealt,
        full,
        "1 runs from sulky_housecat; 1: discard ambush",
        r#"expect: {"turn":3,"awaiting":{"seat":0,"kind":"prep"}}"#,
    ]);
}

#[test]
fn r64_the_box_reaches_the_discard_pile_only() {
    let dealt = dealt(TWO, &["lost_and_found level_up", "padded_nightshirt tin_tray_vest"]);
    let setup = "0: done; 1: equip padded_nightshirt; 1: equip tin_tray_vest; 1: done; 0: play level_up; 0 not: play lost_and_found picking level_up";
    holds(&[&dealt, setup, "0: play lost_and_found picking padded_nightshirt", r#"expect: {"item_discard":[]}"#]);
}

#[test]
fn r65_a_map_gives_an_open_choice_and_the_other_is_discarded() {
    let dealt = dealt(TWO, &["crayon_map"]);
    let map = "done 2; 0: play crayon_map; 0: end_prep; monster hill_giant_toddler toll_gnome";
    holds(&[&dealt, map, r#"view:1 {"offered":["hill_giant_toddler","toll_gnome"],"fight":null}"#]);
    holds(&[
        &dealt,
        map,
        "0: choose_monster toll_gnome",
        r#"expect: {"offered":[],"scout":2,"monster_discard":["hill_giant_toddler"]}"#,
    ]);
    // two alike are one choice
    let alike = "done 2; 0: play crayon_map; 0: end_prep; monster toll_gnome toll_gnome";
    let one = r#"expect: {"awaiting":{"legal":[{"type":"choose_monster","card":"toll_gnome"}]}}"#;
    holds(&[&dealt, alike, one]);
    holds(&[&dealt, alike, "0: choose_monster toll_gnome", r#"expect: {"monster_discard":["toll_gnome"]}"#]);
}
