//! Set-up, preparation and running: R1 to R18.

use gloombah::Gloombah;
use kernel::{Ask, Referee, Source};
use serde_json::json;

use super::script::{dealt, holds, run};

const TWO: &str = "warrior warrior";
const IDLE: &str = "done 2; 0 runs from sulky_housecat; 1 runs from pixie_heckler";

#[test]
fn r01_two_to_six_seats() {
    let open = |seats| Referee::<Gloombah>::open(&json!({}), seats, Source::Manual).is_ok();
    assert_eq!((0..9).filter(|seats| open(*seats)).collect::<Vec<_>>(), [2, 3, 4, 5, 6]);
}

#[test]
fn r02_seat_0_begins_and_turns_go_upward() {
    let three = dealt("warrior mage rogue", &[]);
    let first = "done 3; 1 not: end_prep; 0 runs from sulky_housecat; 0 not: end_prep; 2 not: end_prep";
    holds(&[&three, first, r#"expect: {"round":1,"turn":2,"active":1,"awaiting":{"seat":1,"kind":"prep"}}"#]);
    let others = "1 runs from pixie_heckler; 2 runs from toll_gnome";
    holds(&[&three, first, others, r#"expect: {"round":2,"turn":4,"active":0}"#]);
}

#[test]
fn r03_two_class_cards_of_each_are_drawn_without_putting_back() {
    let mut referee = Referee::<Gloombah>::open(&json!({}), 6, Source::Manual).unwrap();
    let asked = |referee: &Referee<Gloombah>| match referee.question().map(|asked| asked.ask.clone()) {
        Some(Ask::Card { possible, .. }) => possible,
        _ => panic!("a class card is asked for"),
    };
    assert_eq!(asked(&referee), ["mage", "rogue", "warrior"]);
    ["rogue", "mage", "rogue"].iter().for_each(|class| referee.answer(class).unwrap());
    assert_eq!(asked(&referee), ["mage", "warrior"]);
    holds(&[&dealt("rogue mage", &[]), r#"expect: {"class_deck":["mage","rogue","warrior","warrior"]}"#]);
}

#[test]
fn r04_everybody_draws_a_class_and_five_cards() {
    let dealt = dealt("warrior mage rogue", &[]);
    let hands =
        r#"[{"class":"warrior","hand_count":5},{"class":"mage","hand_count":5},{"class":"rogue","hand_count":5}]"#;
    holds(&[&dealt, &format!(r#"expect: {{"item_deck":105,"players":{hands}}}"#)]);
}

#[test]
fn r05_equipping_goes_in_seat_order_when_all_is_dealt() {
    let dealt = dealt(TWO, &["steel_plate", "tin_tray_vest"]);
    let asked = r#"expect: {"awaiting":{"seat":0,"kind":"setup_equip","legal":[{"type":"equip","card":"steel_plate"},{"type":"done"}]}}"#;
    holds(&[&dealt, "1 not: equip tin_tray_vest", asked]);
    let next = "0: done; 0 not: equip steel_plate; 1: equip tin_tray_vest; 1: done";
    holds(&[&dealt, next, r#"expect: {"turn":1,"active":0,"awaiting":{"seat":0,"kind":"prep"}}"#]);
}

#[test]
fn r06_one_gear_and_one_weapon() {
    let dealt = dealt(TWO, &["steel_plate tin_tray_vest rolling_pin_mace swan_hilt_sword"]);
    let all = "0: equip steel_plate; 0: equip rolling_pin_mace; 0: equip tin_tray_vest; 0: equip swan_hilt_sword";
    let worn = r#"{"gear":{"card":"tin_tray_vest","damaged":false},"weapon":"swan_hilt_sword","hand_count":1}"#;
    holds(&[&dealt, all, &format!(r#"expect: {{"players":[{worn},{{}}]}}"#)]);
    holds(&[&dealt, "0 not: equip ambush"]);
}

#[test]
fn r07_later_equipment_changes_only_in_the_own_preparation() {
    let dealt = dealt(TWO, &["steel_plate tin_tray_vest", "light_chainmail"]);
    let fight = "0 fights sulky_housecat; 0 not: equip steel_plate; 1 not: equip light_chainmail";
    holds(&[&dealt, "done 2; 1 not: equip light_chainmail; 0: equip tin_tray_vest; 0: equip steel_plate", fight]);
}

#[test]
fn r08_the_replaced_piece_is_spent() {
    let dealt = dealt(TWO, &["steel_plate tin_tray_vest"]);
    let change = "done 2; 0: equip steel_plate; 0: equip tin_tray_vest";
    holds(&[&dealt, change, r#"expect: {"spent":["steel_plate"],"item_discard":[],"players":[{"hand_count":3},{}]}"#]);
}

#[test]
fn r09_weapons_are_for_their_class_and_gear_for_anybody() {
    let dealt = dealt("mage rogue", &["twig_of_sparks sharpened_spoon steel_plate", "sharpened_spoon steel_plate"]);
    holds(&[&dealt, "0 not: equip sharpened_spoon; 0: equip twig_of_sparks; 0: equip steel_plate"]);
    holds(&[&dealt, "0: done; 1: equip sharpened_spoon; 1: equip steel_plate"]);
}

#[test]
fn r10_repair_is_free_and_optional_in_all_of_the_preparation() {
    let hurt = "0: equip steel_plate; done 2; 0 fights bouncer_goblin; pass 1 0; 1 runs from sulky_housecat";
    let dealt = dealt(TWO, &["steel_plate level_up"]);
    let gear = |damaged: bool| {
        format!(
            r#"expect: {{"players":[{{"gear":{{"card":"steel_plate","damaged":{damaged}}},"hand_count":3}},{{}}]}}"#
        )
    };
    holds(&[&dealt, hurt, "0: play level_up; 0: repair; 0 not: repair", &gear(false)]);
    holds(&[&dealt, hurt, "0: play level_up; 0 meets pixie_heckler; 0 not: repair", &gear(true)]);
}

#[test]
fn r11_prep_cards_are_for_preparation_and_the_others_for_fights() {
    let dealt = dealt(TWO, &["level_up fizzing_vial ambush", "level_up"]);
    holds(&[&dealt, "0 not: play level_up; done 2; 0 not: play fizzing_vial; 0 not: play ambush"]);
    holds(&[&dealt, "done 2; 1 not: play level_up; 0 meets sulky_housecat; 0 not: play level_up"]);
    holds(&[&dealt, "done 2; 0 fights sulky_housecat; 0 not: play level_up; 0: play fizzing_vial"]);
}

#[test]
fn r12_a_monster_is_drawn_each_turn() {
    let only = r#"expect: {"awaiting":{"seat":0,"kind":"prep","legal":[{"type":"end_prep"}]}}"#;
    holds(&[&dealt(TWO, &[]), "done 2; 0 not: pass; 0 not: done", only]);
    holds(&[&dealt(TWO, &[]), IDLE, only]);
}

#[test]
fn r13_below_level_3_running_is_free_and_the_only_way() {
    let dealt = dealt(TWO, &["level_up level_up"]);
    holds(&[
        &dealt,
        "done 2; 0: play level_up; 0 meets fox_barrister; 0 not: run_roll; 0 not: run_discard; 0: run_auto",
    ]);
    let third = "done 2; 0: play level_up; 0: play level_up; 0 meets fox_barrister; 0 not: run_auto; 0: run_roll";
    holds(&[&dealt, third, "run 6 6", r#"expect: {"turn":2,"players":[{"level":3,"hand_count":3},{}]}"#]);
}

/// Seat 0 is at level 4 and has met the Fox.
const FOURTH: &str =
    "0: equip steel_plate; 0: equip tin_tray_vest; done 2; 0: play level_up; 0: play level_up; 0: play level_up";

#[test]
fn r14_two_dice_must_show_the_level_or_more() {
    let dealt = dealt(TWO, &["steel_plate tin_tray_vest level_up level_up level_up"]);
    let roll = |dice: &str, expected: &str| {
        holds(&[&dealt, FOURTH, "0 meets fox_barrister; 0: run_roll", dice, expected]);
    };
    roll("run 1 3", r#"expect: {"turn":2}"#);
    roll("run 1 2", r#"expect: {"turn":1,"awaiting":[{"seat":0,"kind":"fight"},{"seat":1}]}"#);
}

#[test]
fn r15_gear_and_lasting_effects_modify_the_roll() {
    let dealt = dealt(TWO, &["steel_plate oilskin_slicker level_up level_up level_up"]);
    let worn = |gear: &str, dice: &str, turn: u8| {
        let levels = "done 2; 0: play level_up; 0: play level_up; 0: play level_up; 0 meets fox_barrister; 0: run_roll";
        holds(&[&dealt, gear, levels, dice, &format!(r#"expect: {{"turn":{turn}}}"#)]);
    };
    worn("0: equip oilskin_slicker", "run 1 1", 2);
    worn("0: equip steel_plate", "run 1 3", 1);
    worn("0: equip steel_plate", "run 2 3", 2);
    let bitten = "0: equip oilskin_slicker; done 2; 0 fights bat_in_a_hat; pass 1 0; 1 runs from sulky_housecat";
    let levels = "0: play level_up; 0: play level_up; 0: play level_up; 0 meets fox_barrister; 0: run_roll";
    holds(&[&dealt, bitten, levels, "run 1 2", r#"expect: {"turn":3}"#]);
    holds(&[&dealt, bitten, levels, "run 1 3", r#"expect: {"turn":4}"#]);
}

#[test]
fn r16_the_hand_may_be_thrown_away_instead_of_rolling() {
    // an empty hand cannot be, nor one after a failed roll
    let empty = dealt(TWO, &["steel_plate tin_tray_vest level_up level_up level_up"]);
    holds(&[&empty, FOURTH, "0 meets fox_barrister; 0 not: run_discard; 0: run_roll; run 1 1; 0 not: run_discard"]);
    let dealt = dealt(TWO, &["", "level_up level_up"]);
    let second =
        "0 runs from sulky_housecat; 1: play level_up; 1: play level_up; 1 meets fox_barrister; 1: run_discard";
    let gone = r#"expect: {"turn":3,"players":[{},{"level":3,"hand":[]}],"monster_discard":["fox_barrister","sulky_housecat"]}"#;
    holds(&[&dealt, "done 2", second, gone]);
}

#[test]
fn r17_a_failed_roll_is_a_fight() {
    let dealt = dealt(TWO, &["steel_plate tin_tray_vest level_up level_up level_up"]);
    let failed = "0 meets fox_barrister; 0: run_roll; run 1 1; 0 not: run_roll; 0 not: run_auto; pass 1 0";
    holds(&[&dealt, FOURTH, failed, r#"expect: {"turn":2,"players":[{"level":2,"gear":null},{}]}"#]);
}

#[test]
fn r18_a_monster_run_from_is_discarded_and_the_turn_ends() {
    let gone = r#"expect: {"turn":2,"fight":null,"monster_deck":59,"monster_discard":["fox_barrister"]}"#;
    holds(&[&dealt(TWO, &[]), "done 2; 0 runs from fox_barrister", gone]);
}

#[test]
fn a_script_that_does_not_hold_is_noticed() {
    assert!(run(&[&dealt(TWO, &[]), "0 not: done"]).is_err());
    assert!(run(&[&dealt(TWO, &[]), r#"expect: {"turn":2}"#]).is_err());
}
