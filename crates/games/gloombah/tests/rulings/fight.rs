//! The fight window and attacks: R19 to R38, R66 and R67.

use super::script::{dealt, holds};

const TWO: &str = "warrior warrior";
const THREE: &str = "warrior warrior mage";

/// The sums of both sides now.
fn sums(players: u16, monsters: u16) -> String {
    format!(r#"expect: {{"fight":{{"sums":{{"players":{players},"monsters":{monsters}}}}}}}"#)
}

#[test]
fn r19_the_window_closes_once_all_passed_since_the_last_change() {
    let dealt = dealt(THREE, &["", "ambush", ""]);
    let passed = "done 3; 0 fights sulky_housecat; pass 0 2; 0 not: pass";
    let open = r#"expect: {"fight":{"passed":[0,2]},"awaiting":{"seat":1,"kind":"fight"}}"#;
    holds(&[&dealt, passed, open]);
    let changed = r#"expect: {"fight":{"passed":[]},"awaiting":[{"seat":0},{"seat":1},{"seat":2}]}"#;
    holds(&[&dealt, passed, "1: play ambush", changed]);
    // a refused offer is no change, an accepted one is
    let refused = r#"expect: {"fight":{"passed":[0,2],"pending":null},"awaiting":{"seat":1,"kind":"fight"}}"#;
    holds(&[&dealt, passed, "1: offer 0 0; 1 not: pass; 2 not: accept; 0: refuse", refused]);
    holds(&[&dealt, passed, "1: offer 0 0; 0: accept", changed]);
    holds(&[&dealt, passed, "1: pass; draw fizzing_vial", r#"expect: {"turn":2,"fight":null}"#]);
}

#[test]
fn r20_participants_play_fight_cards_bystanders_backstab_cards() {
    let dealt = dealt(THREE, &["fizzing_vial ambush", "fizzing_vial ambush", "ambush"]);
    let fight = "done 3; 0 fights sulky_housecat; 0 not: play ambush; 1 not: play fizzing_vial";
    holds(&[&dealt, fight, "0: play fizzing_vial; 1: play ambush"]);
    holds(&[&dealt, fight, "1: offer 1 0; 0: accept; 1: play fizzing_vial; 1 not: play ambush; 2: play ambush"]);
}

#[test]
fn r21_only_fighters_are_hurt_and_only_in_a_fight() {
    let dealt = dealt(THREE, &["butterfingers curse_of_hiccups", "destroy_armor butterfingers", ""]);
    let prep = "done 3; 0 not: play butterfingers on 1; 0 not: play curse_of_hiccups on 1";
    let fight = "1 not: play destroy_armor on 0; 0 fights sulky_housecat; 1 not: play butterfingers on 2";
    holds(&[&dealt, prep, fight, r#"expect: {"players":[{"level":1},{"level":1},{"level":1}]}"#]);
}

#[test]
fn r22_one_helper_a_fight() {
    let dealt = dealt(THREE, &[]);
    let helped = "done 3; 0 fights sulky_housecat; 1: offer 0 1; 0: accept; 2 not: offer 0 0; 1 not: offer 0 0";
    let legal = r#"expect: {"fight":{"helper":1},"awaiting":[{},{},{"seat":2,"legal":[{"type":"pass"}]}]}"#;
    holds(&[&dealt, helped, legal]);
}

#[test]
fn r23_three_offers_each_answered_at_once_and_binding() {
    let dealt = dealt(THREE, &["", "ambush", ""]);
    let first = "done 3; 0 fights sulky_housecat; 1: offer 1 1; 1 not: pass; 2 not: offer 0 0; 2 not: pass; 0: refuse";
    let others = "1: offer 1 0; 0: refuse; 1: offer 0 1; 0: refuse; 1 not: offer 0 0; 0 not: accept";
    let spent = r#"expect: {"fight":{"offers":[0,3,0],"share":{"xp":0,"treasure":0}}}"#;
    holds(&[&dealt, first, others, spent]);
    let bound = "2: offer 0 1; 0: accept; 2 not: play ambush; 2 not: offer 0 0";
    holds(&[&dealt, first, others, bound, r#"expect: {"fight":{"helper":2,"share":{"xp":0,"treasure":1}}}"#]);
}

#[test]
fn r24_shares_come_out_of_the_printed_numbers() {
    let dealt = dealt(THREE, &["questionable_barrel", "duplicate", ""]);
    let doubled = "done 3; 0 fights mimic_teapot; 1: play duplicate; 2 not: offer 2 0; 2 not: offer 0 3; 2: offer 0 2";
    let won = "0: accept; 0: play questionable_barrel; pass 1 2 0; draw ambush ambush fizzing_vial fizzing_vial";
    // the Duplicate's treasure belongs to the active seat
    let hands = r#"expect: {"players":[{"hand_count":6,"level":2},{},{"hand_count":7,"level":1}]}"#;
    holds(&[&dealt, doubled, won, hands]);
}

/// Seat 0 climbs to level 10 in two turns, while seat 1 runs.
const CLIMB: &str = "0: equip door_of_smiting; done 2\n\
    0: play level_up; 0: play level_up; 0: play level_up; 0: play level_up\n\
    0 fights orc_on_his_day_off; pass 1 0; draw umbrella_staff umbrella_staff; 1 runs from sulky_housecat\n\
    0 fights seventeen_wolves; pass 1 0; draw twig_of_sparks twig_of_sparks orb_on_a_stick";
const CLIMBER: &str = "door_of_smiting level_up level_up level_up level_up";

#[test]
fn r25_nobody_is_promised_levels_beyond_11() {
    let dealt = dealt(TWO, &[CLIMBER]);
    let offers = "1 fights great_grey_porridge; 0 not: offer 2 0; 0: offer 1 4";
    holds(&[&dealt, CLIMB, offers, r#"expect: {"players":[{"level":10},{}],"fight":{"pending":{"xp":1}}}"#]);
}

#[test]
fn r26_who_has_stabbed_may_still_offer_help() {
    let dealt = dealt(TWO, &["", "ambush"]);
    let turncoat = "done 2; 0 fights sulky_housecat; 1: play ambush; 1: offer 1 1; 0: accept";
    holds(&[&dealt, turncoat, r#"expect: {"fight":{"helper":1,"monster_add":5}}"#]);
}

#[test]
fn r27_each_attack_is_rounded_up_alone_and_cards_come_after() {
    let dealt = dealt(THREE, &["fizzing_vial", "", "curse_of_weakness curse_of_weakness"]);
    // 1 × 50 % is 1 for each, and the vial is not halved
    let cursed = "2: play curse_of_weakness on 0; 2: play curse_of_weakness on 1; 0: play fizzing_vial";
    holds(&[&dealt, "done 3; 0 fights mimic_teapot; 1: offer 0 0; 0: accept", cursed, &sums(4, 3)]);
}

#[test]
fn r28_the_sum_of_the_printed_example_and_of_its_words() {
    let levels = "0: equip rolling_pin_mace; done 2; 0: play birthday_parcel";
    let up = "0: play level_up; 0: play level_up; 0: play level_up; 0: play level_up; 0 fights fox_barrister";
    let dealt = dealt(TWO, &["birthday_parcel level_up level_up level_up rolling_pin_mace"]);
    let drawn = "draw level_up fizzing_vial blessing_of_vigour";
    holds(&[&dealt, levels, drawn, up, "0: play blessing_of_vigour on 0; 0: play fizzing_vial", &sums(13, 12)]);
    let drawn = "draw level_up exploding_vial blessing_of_vigour";
    holds(&[&dealt, levels, drawn, up, "0: play blessing_of_vigour on 0; 0: play exploding_vial", &sums(15, 12)]);
}

#[test]
fn r29_percentages_add_up_and_never_fall_below_25() {
    let dealt = dealt(
        TWO,
        &[
            "level_up level_up level_up blessing_of_vigour pep_talk",
            "curse_of_weakness curse_of_hiccups curse_of_weakness curse_of_weakness",
        ],
    );
    let fight = "done 2; 0: play level_up; 0: play level_up; 0: play level_up; 0 fights fox_barrister";
    holds(&[&dealt, fight, "0: play blessing_of_vigour on 0; 0: play pep_talk on 0", &sums(7, 12)]); // 175 %
    holds(&[&dealt, fight, "0: play pep_talk on 0; 1: play curse_of_weakness on 0", &sums(3, 12)]); // 75 %
    let all = "1: play curse_of_weakness on 0; 1: play curse_of_weakness on 0; 1: play curse_of_hiccups on 0";
    holds(&[&dealt, fight, all, "1: play curse_of_weakness on 0", &sums(1, 12)]);
    // one blessing more is counted from the sum, not from the floor
    holds(&[&dealt, fight, all, "0: play blessing_of_vigour on 0", &sums(1, 12)]);
}

#[test]
fn r30_class_modifiers_come_after_rounding_and_0_is_the_least() {
    let dealt = dealt(TWO, &["blessing_of_giants"]);
    holds(&[&dealt, "done 2; 0 fights sulky_housecat; 0: play blessing_of_giants on 0", &sums(4, 1)]);
    holds(&[&dealt, "done 2; 0 fights skeleton_intern", &sums(0, 3)]);
}

#[test]
fn r31_attack_cards_add_to_the_side_whoever_plays_them() {
    let dealt = dealt(TWO, &["fizzing_vial", "squeaky_bone"]);
    let both = "1: offer 0 0; 0: accept; 1: play squeaky_bone; 0: play fizzing_vial";
    let expected = r#"expect: {"fight":{"bonus":7,"sums":{"players":13,"monsters":1}}}"#;
    holds(&[&dealt, "done 2; 0 fights sulky_housecat", both, expected]);
}

#[test]
fn r32_a_helper_s_lasting_effects_count() {
    let dealt = dealt(TWO, &["dragon_scale_bathrobe level_up level_up level_up"]);
    let bitten = "0: equip dragon_scale_bathrobe; done 2; 0: play level_up; 0: play level_up; 0: play level_up";
    let helps = "0 fights seventeen_wolves; pass 1 0; 1 fights mimic_teapot; 0: offer 0 0; 1: accept";
    // 1 of the fighter, and 4 × 75 % of the helper
    holds(&[&dealt, bitten, helps, &sums(4, 3)]);
}

#[test]
fn r33_a_tie_goes_to_the_monster() {
    let dealt = dealt(TWO, &["fizzing_vial"]);
    let tie = "done 2; 0 fights mimic_teapot; 0: play fizzing_vial; pass 1 0";
    holds(&[&dealt, tie, r#"expect: {"players":[{"level":1,"deaths":1},{}]}"#]);
}

#[test]
fn r34_a_monster_s_points_change_by_cards_alone() {
    let dealt = dealt(TWO, &["level_up level_up", "ambush loud_sneeze duplicate"]);
    let fight = "done 2; 0: play level_up; 0: play level_up; 0 fights bat_in_a_hat";
    holds(&[&dealt, fight, &sums(5, 3)]);
    holds(&[&dealt, fight, "1: play ambush; 1: play loud_sneeze; 1: play duplicate", &sums(5, 14)]);
}

#[test]
fn r35_a_duplicate_adds_points_and_treasure_no_level_no_damage() {
    let dealt = dealt(TWO, &["questionable_barrel exploding_vial", "duplicate duplicate"]);
    let twice = "done 2; 0 fights mimic_teapot; 1: play duplicate; 1: play duplicate";
    let won =
        "0: play questionable_barrel; 0: play exploding_vial; pass 1 0; draw ambush ambush ambush ambush ambush ambush";
    holds(&[&dealt, twice, &sums(1, 9)]);
    holds(&[&dealt, twice, won, r#"expect: {"players":[{"level":2,"hand_count":9},{}],"awaiting":{"kind":"trim"}}"#]);
}

#[test]
fn r36_destroyed_armor_is_gone_for_good() {
    let dealt = dealt(TWO, &["steel_plate fizzing_vial", "destroy_armor destroy_armor"]);
    let gone = "0: equip steel_plate; done 2; 0 fights sulky_housecat; 1: play destroy_armor on 0; 1 not: play destroy_armor on 0";
    holds(&[&dealt, gone, r#"expect: {"spent":["destroy_armor","steel_plate"],"players":[{"gear":null},{}]}"#]);
    let after = "pass 1 0; draw level_up";
    let discarded =
        r#"expect: {"players":[{"gear":null,"level":2},{}],"item_discard":["destroy_armor","steel_plate"]}"#;
    holds(&[&dealt, gone, after, discarded]);
}

#[test]
fn r37_smoke_is_for_the_active_seat_and_ends_the_fight_for_all() {
    let dealt = dealt(TWO, &["smoke_pellet", "smoke_pellet"]);
    let fight =
        "done 2; 0 fights fox_barrister; 1 not: play smoke_pellet; 1: offer 3 3; 0: accept; 1 not: play smoke_pellet";
    let nothing = r#"expect: {"turn":2,"fight":null,"players":[{"level":1,"deaths":0},{"level":1,"deaths":0}]}"#;
    holds(&[&dealt, fight, "0: play smoke_pellet", nothing]);
}

#[test]
fn r38_effects_of_cards_end_with_the_fight() {
    let dealt =
        dealt(TWO, &["rolling_pin_mace fizzing_vial level_up", "curse_of_weakness butterfingers rude_nickname"]);
    let cursed = "0: equip rolling_pin_mace; done 2; 0: play level_up; 0 fights sulky_housecat; 0: play fizzing_vial";
    let stabs =
        "1: play curse_of_weakness on 0; 1: play butterfingers on 0; 1: play rude_nickname; pass 1 0; draw ambush";
    let next = "1 runs from pixie_heckler; 0 fights mimic_teapot";
    let clean = r#"expect: {"fight":{"bonus":0,"percent":[[],[]],"disarmed":[],"damage_add":0,"sums":{"players":5,"monsters":3}}}"#;
    holds(&[&dealt, cursed, stabs, next, clean]);
}

#[test]
fn r66_any_number_of_cards_in_a_fight() {
    let dealt = dealt(TWO, &["fizzing_vial fizzing_vial fizzing_vial fizzing_vial exploding_vial"]);
    let all = "0: play fizzing_vial; 0: play fizzing_vial; 0: play exploding_vial; 0: play fizzing_vial; 0: play fizzing_vial";
    holds(&[&dealt, "done 2; 0 fights mimic_teapot", all, &sums(13, 3)]);
}

#[test]
fn r67_what_could_have_no_effect_cannot_be_played() {
    let hand = "grandmas_broth lost_and_found crayon_map crayon_map sticky_fingers";
    let prep = dealt(TWO, &[hand]);
    let refused = "done 2; 0 not: play grandmas_broth; 0 not: play lost_and_found picking ambush; 0 not: play sticky_fingers on 0";
    holds(&[&prep, refused, "0: play crayon_map; 0 not: play crayon_map"]);
    // a lone card cannot be traded in
    let alone = dealt(TWO, &["rummage_sale steel_plate tin_tray_vest light_chainmail quilted_gambeson"]);
    let worn =
        "0: equip steel_plate; 0: equip tin_tray_vest; 0: equip light_chainmail; 0: equip quilted_gambeson; done 2";
    holds(&[&alone, worn, "0 not: play rummage_sale giving rummage_sale; 0 not: play rummage_sale"]);
    let fight = dealt(TWO, &["soap_and_water rolling_pin_mace", "butterfingers butterfingers destroy_armor"]);
    let bare = "done 2; 0: equip rolling_pin_mace; 0 fights sulky_housecat; 0 not: play soap_and_water on 0";
    let grip = "1 not: play destroy_armor on 0; 1: play butterfingers on 0; 1 not: play butterfingers on 0";
    holds(&[&fight, bare, grip, "0: play soap_and_water on 0; 1: play butterfingers on 0"]);
}
