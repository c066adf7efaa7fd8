//! Packs: what they change, what is wrong with them, and that matches with them end.

use kernel::{Card, HouseCards, Match, Source, Viewer};
use rogue_ascension::{EnemyKind, Item, RogueAscension};
use serde_json::json;
use testkit::packs::{assert_mistake, check_laws, pack, play_mutated, random_match, read};

#[test]
fn pack_changes_numbers_names_and_texts() {
    let cards = read::<RogueAscension>(json!({
        "potion-2": { "n": 9 },
        "weapon-6": { "name": "Butter Knife", "the": "the butter knife" },
        "boss-dice": { "attack": "d20" },
        "rat": { "health": 5 },
        "heal": { "die": "d12" },
    }));
    let _in_force = HouseCards::enter(Some(cards));
    let potion = Item::from_code("potion-2").expect("the items stay");
    assert_eq!((potion.heals(), potion.text().0), (Some(9), "Heals 9. In your own turn, on any hero."));
    assert_eq!((Item::Weapon6.name(), Item::Weapon6.adds()), ("Butter Knife", Some(6)));
    assert_eq!(EnemyKind::Boss.attack(), kernel::Die::D20);
    assert_eq!(EnemyKind::Monster.health(Some(kernel::Rank::Two)), 5);
    assert_eq!(Item::Heal.text().0, "Once: heals d12. In your own turn, on any hero.");
}

#[test]
fn setup_follows_the_pack() {
    let options = json!({ "pack": pack::<RogueAscension>(json!({
        "hero": { "health": 44, "attack": 3 }, "tower": { "floors": 2 }, "ace": { "copies": 0 }, "two": { "copies": 16 },
    })) });
    let open = |options| kernel::Referee::<RogueAscension>::open(options, 1, Source::Manual).expect("they are allowed");
    let (base, ours) = (open(&json!({})), open(&options));
    let view = ours.view(Viewer::All);
    assert_eq!((&view["heroes"][0]["hp"], &view["floors"]), (&json!(44), &json!(2)));
    assert!(ours.bound() < base.bound());
    assert_eq!(random_match::<RogueAscension>(&options, 1, 3).view(Viewer::All)["floors"], 2);
}

#[test]
fn packs_keep_the_laws() {
    check_laws::<RogueAscension>();
}

#[test]
fn every_mistake_is_told_with_its_place_and_what_is_allowed() {
    let found =
        |cards, place: &str, why: &str| assert_mistake::<RogueAscension>(&pack::<RogueAscension>(cards), place, why);
    found(json!({ "potion-2": { "n": 99 } }), "cards.potion-2.n", "a whole number from 0 to 50, not 99");
    found(json!({ "potion-2": { "remove": true } }), "cards.potion-2.remove", "the items of this game stay");
    found(
        json!({ "potion-9": { "n": 9 } }),
        "cards.potion-9",
        "this game has no room for new cards; did you mean potion-",
    );
    found(json!({ "boss-dice": { "attack": "d7" } }), "cards.boss-dice.attack", "one of d4, d6");
    found(json!({ "weakened-offense": { "n": 2 } }), "cards.weakened-offense.n", "there is no such key");
    found(json!({ "two": { "copies": 0 } }), "cards", "the deck has 96 ranks; it needs 104 to 200");
    found(json!({ "rat": { "picture": "common/none" } }), "cards.rat.picture", "of the base game");
}

#[test]
fn mutated_packs_panic_nowhere_and_their_matches_end() {
    let [right, wrong] = play_mutated::<RogueAscension>(400, &json!({ "fight_round_limit": 50, "ascension": 3 }));
    assert!(right > 80 && wrong > 80, "{right} right, {wrong} wrong");
}
