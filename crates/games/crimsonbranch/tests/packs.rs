//! Packs: what they change, what is wrong with them, and that matches with them end.

use crimsonbranch::{
    Crimsonbranch,
    content::{Class, Effect, Kind, max_at, points_at, price},
};
use kernel::HouseCards;
use serde_json::json;
use testkit::packs::{assert_mistake, check_laws, pack, play_mutated, read};

#[test]
fn pack_changes_numbers_names_and_effects() {
    let cards = read::<Crimsonbranch>(json!({
        "warrior": {
            "name": "Brawler",
            "attack": { "kinds": { "2": { "kind": "heal" } } },
            "range": { "n": 7 },
            "heal": { "op": "break", "kinds": [{ "kind": "defense" }] },
        },
        "growth": { "max": 10, "more_points": 1 },
        "price": { "across": 3 },
    }));
    let _in_force = HouseCards::enter(Some(cards));
    assert_eq!(Class::Warrior.title().source(), "Brawler");
    let effects = [Kind::Attack, Kind::Range, Kind::Heal].map(|space| Class::Warrior.effect(space));
    assert_eq!(effects, [Effect::Break(&[Kind::Range, Kind::Heal]), Effect::Gain(7), Effect::Break(&[Kind::Defense])]);
    assert_eq!([max_at(2), points_at(3), price(Kind::Range, Kind::Attack)], [12, 5, 3]);
}

#[test]
fn packs_keep_the_laws() {
    check_laws::<Crimsonbranch>();
}

#[test]
fn every_mistake_is_told_with_its_place_and_what_is_allowed() {
    let found =
        |cards, place: &str, why: &str| assert_mistake::<Crimsonbranch>(&pack::<Crimsonbranch>(cards), place, why);
    found(json!({ "warrior": { "range": { "n": 99 } } }), "cards.warrior.range.n", "a whole number from 0 to 30");
    found(json!({ "warrior": { "range": { "kinds": [] } } }), "cards.warrior.range.kinds", "gain takes no `kinds`");
    found(json!({ "warrior": { "attack": 7 } }), "cards.warrior.attack", "a table, not 7");
    found(json!({ "monk": { "name": "Monk" } }), "cards.monk", "this game has no room for new cards");
    found(json!({ "price": { "remove": true } }), "cards.price.remove", "the prices of this game stay");
    found(json!({ "growth": { "max": 60, "more": 4 } }), "cards", "at level 30 a hero has 176 HP; 120 is the most");
}

#[test]
fn mutated_packs_panic_nowhere_and_their_matches_end() {
    let [right, wrong] = play_mutated::<Crimsonbranch>(300, &json!({}));
    assert!(right > 60 && wrong > 60, "{right} right, {wrong} wrong");
}
