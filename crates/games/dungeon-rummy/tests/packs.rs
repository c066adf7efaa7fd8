//! Packs: what they change, what is wrong with them, and that matches with them end.

use dungeon_rummy::{DungeonRummy, Hero, Monster, Treasure, content};
use kernel::HouseCards;
use serde_json::json;
use testkit::packs::{assert_mistake, check_laws, pack, play_mutated, random_match, read};

#[test]
fn pack_changes_numbers_names_and_effects() {
    let cards = read::<DungeonRummy>(json!({
        "sock-golem": { "name": "Dry Sock Golem", "phases": [{ "health": 4, "hits": [{ "target": "all", "n": 1 }] }] },
        "dragon": { "phases": { "2": { "health": 9, "effects": { "1": { "n": 3 } } }, "3": false } },
        "bone-key": { "effect": "strike", "n": 7 },
        "lily": { "health": 25 },
    }));
    let _in_force = HouseCards::enter(Some(cards));
    let golem = Monster::SockGolem;
    assert_eq!((golem.name().source(), golem.phases()[0].health), ("Dry Sock Golem", 4));
    assert_eq!(golem.phases()[0].hits, [(content::Target::All, 1)]);
    let phases = Monster::Dragon.phases();
    assert_eq!((phases.len(), phases[0].health, phases[1].health), (2, 19, 9));
    assert_eq!((phases[1].guard, phases[1].effects), (&[content::Guard::Run][..], &[content::SideEffect::Rage(3)][..]));
    assert_eq!((Treasure::BoneKey.effect(), Hero::Lily.health()), (content::Effect::Strike(7), 25));
}

#[test]
fn setup_follows_the_pack() {
    let ours = pack::<DungeonRummy>(json!({ "lily": { "health": 1 }, "bob": { "health": 1 } }));
    let ended = |options| random_match::<DungeonRummy>(&options, 2, 5).record(true).steps.len();
    assert!(ended(json!({ "pack": ours })) < ended(json!({})));
}

#[test]
fn packs_keep_the_laws() {
    check_laws::<DungeonRummy>();
}

#[test]
fn every_mistake_is_told_with_its_place_and_what_is_allowed() {
    let found =
        |cards, place: &str, why: &str| assert_mistake::<DungeonRummy>(&pack::<DungeonRummy>(cards), place, why);
    let golem = |phases| json!({ "sock-golem": { "phases": phases } });
    found(golem(json!({ "1": { "health": 99 } })), "cards.sock-golem.phases.1.health", "a whole number from 1 to 60");
    found(
        golem(json!({ "7": { "health": 9 } })),
        "cards.sock-golem.phases",
        "a place is a number from 1 to 4, not \"7\"",
    );
    found(golem(json!({ "3": { "health": 9 } })), "cards.sock-golem.phases.3", "3 follows on 2");
    found(golem(json!({ "1": false })), "cards.sock-golem.phases", "a monster has 1 to 4");
    found(golem(json!([{ "hits": [] }])), "cards.sock-golem.phases.1.health", "it is missing");
    found(golem(json!(7)), "cards.sock-golem.phases", "a list of tables, not 7");
    let guards = json!({ "1": { "guard": [{ "op": "run" }, { "op": "set" }] } });
    found(golem(guards), "cards.sock-golem.phases.1.guard", "at most 1");
    found(json!({ "bone-key": { "n": 2 } }), "cards.bone-key.n", "pierce takes no `n`");
    found(json!({ "dragon": { "tier": "one" } }), "cards.dragon.tier", "there is no such key");
    found(json!({ "lost-minotaur": { "tier": "one" }, "cursed-orchestra": { "tier": "two" } }), "cards", "of tier 3");
    found(json!({ "dragn": { "remove": true } }), "cards.dragn", "no such card to remove; did you mean dragon?");
}

#[test]
fn mutated_packs_panic_nowhere_and_their_matches_end() {
    let [right, wrong] = play_mutated::<DungeonRummy>(400, &json!({}));
    assert!(right > 80 && wrong > 80, "{right} right, {wrong} wrong");
}
