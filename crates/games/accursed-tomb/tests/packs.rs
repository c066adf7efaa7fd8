//! Packs: what they change, what is wrong with them, and that matches with them end.

use accursed_tomb::{AccursedTomb, Meaning};
use kernel::{HouseCards, Match, Source, Suit, Viewer};
use serde_json::json;
use testkit::packs::{assert_mistake, check_laws, pack, play_mutated, read};

#[test]
fn pack_changes_numbers_names_and_texts() {
    let cards = read::<AccursedTomb>(json!({
        "goblin": { "health": 3, "name": "Kobold", "the": "the kobold", "a": "a kobold" },
        "ur-io": { "fury": 4 },
    }));
    let _in_force = HouseCards::enter(Some(cards));
    assert_eq!((Meaning::Goblin.health(), Meaning::Goblin.a().source()), (Some(3), "a kobold"));
    let demon = Meaning::Demon(Suit::Diamonds);
    assert_eq!((demon.fury(), demon.health()), (4, Some(10)));
    assert_eq!(demon.text().0.source(), "It strikes with a d6 and 4 more. Whoever strikes it dead wins.");
}

#[test]
fn setup_follows_the_pack() {
    let cards = json!({ "explorer": { "health": 7 }, "merchant": { "copies": 4 }, "trap": { "copies": 0 } });
    let open = |options| kernel::Referee::<AccursedTomb>::open(&options, 2, Source::Manual).expect("they are allowed");
    let (base, ours) = (open(json!({})), open(json!({ "pack": pack::<AccursedTomb>(cards) })));
    assert_eq!(ours.view(Viewer::All)["players"][0]["hp"], 7);
    assert_eq!(ours.bound(), base.bound() + 2);
}

#[test]
fn packs_keep_the_laws() {
    check_laws::<AccursedTomb>();
}

#[test]
fn every_mistake_is_told_with_its_place_and_what_is_allowed() {
    let found =
        |cards, place: &str, why: &str| assert_mistake::<AccursedTomb>(&pack::<AccursedTomb>(cards), place, why);
    found(json!({ "goblin": { "health": 0 } }), "cards.goblin.health", "a whole number from 1 to 60, not 0");
    found(json!({ "wall": { "health": 4 } }), "cards.wall.health", "there is no such key");
    found(json!({ "goblin": { "remove": true } }), "cards.goblin.remove", "the cards of this game stay");
    found(json!({ "gobblin": { "health": 1 } }), "cards.gobblin", "did you mean goblin?");
    found(
        json!({ "explorer": { "health": 20 } }),
        "cards",
        "with all armors an explorer has 220 health; 127 is the most",
    );
    let many = json!({ "weapon": { "copies": 8 }, "merchant": { "copies": 8 } });
    found(many, "cards", "with all armors an explorer has 170 health");
    let none = ["hallway", "wall", "goblin"].map(|id| (id.to_owned(), json!({ "copies": 0 })));
    found(none.into_iter().collect::<serde_json::Map<_, _>>().into(), "cards", "there are 60 cards; the tomb needs 63");
}

#[test]
fn mutated_packs_panic_nowhere_and_their_matches_end() {
    let [right, wrong] = play_mutated::<AccursedTomb>(400, &json!({ "max_rounds": 60 }));
    assert!(right > 80 && wrong > 80, "{right} right, {wrong} wrong");
}
