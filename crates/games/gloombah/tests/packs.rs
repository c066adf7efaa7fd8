//! Packs: what they change, what is wrong with them, and that matches with them end.

use gloombah::{Gloombah, Item, Monster};
use kernel::{Card, Game, HouseCards, Match, Referee, Seed, Source};
use serde_json::{Value, json};
use testkit::packs::{assert_mistake, check_laws, pack, play_mutated, read};

#[test]
fn pack_changes_adds_and_removes_cards() {
    let cards = read::<Gloombah>(json!({
        "sulky_housecat": { "ap": 4, "remove": false },
        "bat_in_a_hat": { "effect": { "n": -4 } },
        "skeleton_intern": { "remove": true },
        "three_headed_cat": {
            "kind": "monster", "name": "Three-Headed Cat", "tag": "beast", "copies": 2, "ap": 9, "damage": 3, "xp": 2,
            "treasure": 3, "text": "All three heads want in.", "effect": { "op": "drop", "n": 2 },
        },
        "ambush": { "n": 7 },
        "rude_nickname": { "copies": 0 },
    }));
    let known = |code: &str| Monster::from_code(code).is_some();
    assert!(known("skeleton_intern") && !known("three_headed_cat"), "the base game's are in force");
    let _in_force = HouseCards::enter(Some(cards));
    let monster = |code: &str| Monster::from_code(code).expect("a monster in force").card();
    let item = |code: &str| Item::from_code(code).expect("an item in force").card();
    assert_eq!((monster("sulky_housecat").ap, monster("sulky_housecat").damage), (4, 1));
    assert_eq!(monster("bat_in_a_hat").effect, Some(gloombah::Effect::Run(-4)));
    assert_eq!(monster("three_headed_cat").copies, 2);
    assert!(Monster::from_code("skeleton_intern").is_none());
    assert_eq!(item("rude_nickname").copies, 0);
    let gloombah::content::Kind::Consumable { op, text } = item("ambush").kind else { panic!("it is used up") };
    assert_eq!((op, text.source()), (gloombah::content::Op::MonsterAdd(7), "+7 AP for the monster."));
    drop(_in_force);
    assert!(known("skeleton_intern") && !known("three_headed_cat"), "and again");
}

#[test]
fn new_card_has_the_keys_of_the_card_that_it_is_like() {
    let cards = read::<Gloombah>(json!({
        "bat_in_two_hats": { "like": "bat_in_a_hat", "name": "Bat in Two Hats", "ap": 8, "effect": false },
        "big_ambush": { "like": "ambush", "name": "Big Ambush", "n": 7, "kind": "consumable" },
        "ambush": { "n": 6 },
    }));
    let bat = *Monster::from_code("bat_in_a_hat").expect("a bat").card();
    let _in_force = HouseCards::enter(Some(cards));
    let two = Monster::from_code("bat_in_two_hats").expect("a new monster").card();
    assert_eq!((two.name.source(), two.ap, two.effect), ("Bat in Two Hats", 8, None));
    assert_eq!((two.tag, two.copies, two.damage, two.picture), (bat.tag, bat.copies, bat.damage, bat.picture));
    let text = |code: &str| match Item::from_code(code).expect("an item").card().kind {
        gloombah::content::Kind::Consumable { op, text } => (op, text.source()),
        _ => panic!("{code} is used up"),
    };
    let adds = gloombah::content::Op::MonsterAdd;
    assert_eq!(text("big_ambush"), (adds(7), "+7 AP for the monster."), "its text has the new number");
    assert_eq!(text("ambush"), (adds(6), "+6 AP for the monster."));
}

#[test]
fn packs_keep_the_laws() {
    check_laws::<Gloombah>();
}

#[test]
fn two_matches_side_by_side_keep_their_own_cards() {
    let ours = json!({ "pack": pack::<Gloombah>(json!({ "sulky_housecat": { "name": "Furious Housecat" } })) });
    let open = |options: &Value| {
        let source = Source::Seed(Seed::from(3), Vec::new());
        Referee::<Gloombah>::open(options, 2, source).expect("these options are allowed")
    };
    let (base, ours) = (open(&json!({})), open(&ours));
    assert_eq!(Match::view(&base, kernel::Viewer::All), Match::view(&ours, kernel::Viewer::All));
    let named = |referee: &Referee<Gloombah>| {
        let _in_force = referee.enter_cards();
        Monster::from_code("sulky_housecat").expect("a cat").name().source()
    };
    assert_eq!([named(&base), named(&ours), named(&base)], ["Sulky Housecat", "Furious Housecat", "Sulky Housecat"]);
}

#[test]
fn every_mistake_is_told_with_its_place_and_what_is_allowed() {
    let card = |id: &str, card: Value| pack::<Gloombah>(json!({ id: card }));
    let found = assert_mistake::<Gloombah>;
    found(&json!([]), "", "a table of keys and values, not []");
    found(&json!({ "game": "chess", "base": 1, "title": "x" }), "game", "these cards are for \"gloombah\"");
    found(&json!({ "game": "gloombah", "base": 2, "title": "x" }), "base", "it must be 1, not 2");
    found(&json!({ "game": "gloombah", "base": 1 }), "title", "it is missing");
    found(&json!({ "game": "gloombah", "base": 1, "title": "x", "crads": {} }), "crads", "did you mean cards?");
    found(&card("ambush", json!({ "n": 99 })), "cards.ambush.n", "a whole number from 1 to 20, not 99");
    let one = Gloombah::PACKS.unwrap().read(&card("ambush", json!({ "n": "five" }))).unwrap_err();
    assert!(one.len() == 1 && one[0].path.join(".") == "cards.ambush.n", "{one:?}");
    found(&card("ambush", json!({ "op": "embush" })), "cards.ambush.op", "one of level_up, draw");
    found(&card("sulky_housecat", json!({ "tag": "cat" })), "cards.sulky_housecat.tag", "arcane, beast");
    found(&card("sulky_housecat", json!({ "kind": "gear" })), "cards.sulky_housecat.kind", "remove it and add another");
    found(&card("sulky_houscat", json!({ "remove": true })), "cards.sulky_houscat", "did you mean sulky_housecat?");
    found(&card("level_up", json!({ "n": 2 })), "cards.level_up.text", "needs another `text`");
    found(&card("smoke_pellet", json!({ "n": 3 })), "cards.smoke_pellet.n", "escape takes no `n`");
    found(&card("New", json!({ "kind": "monster" })), "cards.New", "small letters");
    found(&card("dog", json!({ "kind": "gear", "copies": 1 })), "cards.dog.value", "it is missing");
    found(&card("dog", json!({})), "cards.dog.kind", "one of monster, gear, weapon, consumable");
    found(&card("dog", json!({ "like": "ambush" })), "cards.dog.name", "it is missing");
    found(&card("dog", json!({ "like": "ambsh", "name": "Dog" })), "cards.dog.like", "did you mean ambush?");
    found(&card("dog", json!({ "like": 3, "name": "Dog" })), "cards.dog.like", "not 3");
    found(
        &card("dog", json!({ "like": "ambush", "name": "Dog", "kind": "gear" })),
        "cards.dog.kind",
        "consumable, not",
    );
    found(&card("dog", json!({ "like": "ambush", "name": "Dog", "ap": 3 })), "cards.dog.ap", "there is no such key");
    found(&card("ambush", json!({ "like": "level_up" })), "cards.ambush.like", "there is no such key");
    found(&card("ambush", json!({ "copies": 20, "n": 12 })), "cards", "monster_add add up to");
    found(&card("ambush", json!({ "picture": "gloombah/none" })), "cards.ambush.picture", "of the base game");
    let all = Item::all().map(|item| (item.code().to_owned(), json!({ "copies": 0 })));
    found(&pack::<Gloombah>(all.collect::<serde_json::Map<_, _>>().into()), "cards", "the deck has 0 items");
    let many = (0..9).map(|n| (format!("dog_{n}"), json!({ "kind": "gear", "name": "Dog", "copies": 1, "value": 1 })));
    found(&pack::<Gloombah>(many.collect::<serde_json::Map<_, _>>().into()), "cards", "there is room for 64");
}

#[test]
fn mutated_packs_panic_nowhere_and_their_matches_end() {
    let [right, wrong] = play_mutated::<Gloombah>(1_000, &json!({ "round_limit": 10 }));
    assert!(right > 200 && wrong > 200, "{right} right, {wrong} wrong");
}
