//! Packs: what they change, what is wrong with them, and that matches with them end.

use gloombah::{Gloombah, Item, Monster};
use kernel::{BadOptions, Card, Fast, Game, HouseCards, Match, NullLog, Referee, Seat, Seed, Source, Status, below};
use serde_json::{Value, json};

fn packs() -> &'static kernel::Packs {
    Gloombah::PACKS.expect("this game takes packs")
}

fn pack(cards: Value) -> Value {
    json!({ "game": "gloombah", "base": 1, "title": "Ours", "cards": cards })
}

/// The cards of a pack that is right.
fn read(cards: Value) -> &'static HouseCards {
    (packs().read)(&pack(cards)).expect("a pack without mistakes")
}

/// The mistakes of a pack, each with its place.
fn mistakes(pack: &Value) -> Vec<String> {
    let faults = (packs().read)(pack).expect_err(&format!("{pack} has mistakes"));
    faults.iter().map(ToString::to_string).collect()
}

fn random_match(options: &Value, seats: u64, seed: u64) -> Referee<Gloombah> {
    let source = Source::Seed(Seed::from(seed), Vec::new());
    let mut referee = Referee::<Gloombah>::open(options, seats, source).expect("these options are allowed");
    let mut rng = Fast::seeded(seed);
    while let Some(seat) = referee.asked_first() {
        let legal = referee.legal(seat);
        let action = legal[below(&mut rng.0, legal.len() as u32) as usize];
        let _in_force = referee.enter_cards();
        referee.act(seat, action).expect("a legal action");
    }
    referee
}

#[test]
fn pack_changes_adds_and_removes_cards() {
    let cards = read(json!({
        "sulky_housecat": { "ap": 4 },
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
fn pack_that_says_what_is_so_changes_no_match() {
    let same = pack(json!({ "ambush": { "n": 5 }, "goose_of_ill_intent": { "ap": 5, "name": "Goose of Ill Intent" } }));
    for seed in 0..5 {
        let [base, ours] = [json!({}), json!({ "pack": same })].map(|options| random_match(&options, 4, seed));
        assert_eq!(base.record(true).steps, ours.record(true).steps);
    }
}

#[test]
fn record_carries_its_pack_and_is_checked_with_it() {
    let options = json!({ "round_limit": 10, "pack": pack(json!({ "ambush": { "n": 9, "copies": 12 } })) });
    let record = random_match(&options, 3, 7).record(true);
    assert_eq!(record.header.options["pack"], options["pack"]);
    let again = Referee::<Gloombah>::load(&record).expect("the record is true");
    assert_eq!(again.record(true), record);
    let mut other = record.clone();
    other.header.options["pack"]["cards"]["ambush"]["n"] = 1.into();
    other.header.options["pack"]["cards"]["ambush"]["copies"] = 0.into();
    assert!(Referee::<Gloombah>::load(&other).is_err(), "with other cards it is another match");
}

#[test]
fn two_matches_side_by_side_keep_their_own_cards() {
    let ours = json!({ "pack": pack(json!({ "sulky_housecat": { "name": "Furious Housecat" } })) });
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
    let card = |id: &str, card: Value| pack(json!({ id: card }));
    let found = |pack: &Value, place: &str, why: &str| {
        let all = mistakes(pack);
        assert!(all.iter().any(|one| one.starts_with(place) && one.contains(why)), "{place}: {why} in {all:#?}");
    };
    found(&json!([]), "", "a table of keys and values, not []");
    found(&json!({ "game": "chess", "base": 1, "title": "x" }), "game", "these cards are for \"gloombah\"");
    found(&json!({ "game": "gloombah", "base": 2, "title": "x" }), "base", "it must be 1, not 2");
    found(&json!({ "game": "gloombah", "base": 1 }), "title", "it is missing");
    found(&json!({ "game": "gloombah", "base": 1, "title": "x", "crads": {} }), "crads", "did you mean cards?");
    found(&card("ambush", json!({ "n": 99 })), "cards.ambush.n", "a whole number from 1 to 20, not 99");
    found(&card("ambush", json!({ "op": "embush" })), "cards.ambush.op", "one of level_up, draw");
    found(&card("sulky_housecat", json!({ "tag": "cat" })), "cards.sulky_housecat.tag", "arcane, beast");
    found(&card("sulky_housecat", json!({ "kind": "gear" })), "cards.sulky_housecat.kind", "remove it and add another");
    found(&card("sulky_houscat", json!({ "remove": true })), "cards.sulky_houscat", "did you mean sulky_housecat?");
    found(&card("level_up", json!({ "n": 2 })), "cards.level_up.text", "needs another `text`");
    found(&card("smoke_pellet", json!({ "n": 3 })), "cards.smoke_pellet.n", "escape takes no `n`");
    found(&card("New", json!({ "kind": "monster" })), "cards.New", "small letters");
    found(&card("dog", json!({ "kind": "gear", "copies": 1 })), "cards.dog.value", "it is missing");
    found(&card("dog", json!({})), "cards.dog.kind", "one of monster, gear, weapon, consumable");
    found(&card("ambush", json!({ "copies": 20, "n": 12 })), "cards", "monster_add add up to");
    found(&card("ambush", json!({ "picture": "gloombah/none" })), "cards.ambush.picture", "of the base game");
    let all = Item::all().map(|item| (item.code().to_owned(), json!({ "copies": 0 })));
    found(&pack(all.collect::<serde_json::Map<_, _>>().into()), "cards", "the deck has 0 items");
    let many = (0..9).map(|n| (format!("dog_{n}"), json!({ "kind": "gear", "name": "Dog", "copies": 1, "value": 1 })));
    found(&pack(many.collect::<serde_json::Map<_, _>>().into()), "cards", "there is room for 64");
}

#[test]
fn match_with_wrong_pack_is_not_opened() {
    let options = json!({ "pack": { "game": "gloombah" } });
    let refused = Referee::<Gloombah>::open(&options, 2, Source::Manual).expect_err("the pack has no title");
    assert!(matches!(refused, BadOptions::Pack(_)), "{refused}");
}

/// A pack that changes a few keys of a few cards, to other values of their kind or of any.
fn mutated(rng: &mut Fast) -> Value {
    let mut draw = |count: usize| below(&mut rng.0, count as u32) as usize;
    let base = (packs().cards)();
    let base: Vec<_> = base.as_object().expect("cards by id").iter().collect();
    let mut cards = serde_json::Map::new();
    for _ in 0..=draw(6) {
        let (id, before) = base[draw(base.len())];
        let keys: Vec<_> = before.as_object().expect("a card").iter().collect();
        let mut card = json!({});
        for _ in 0..=draw(2) {
            let (key, value) = keys[draw(keys.len())];
            card[key] = match (draw(8), value.as_i64()) {
                (0, _) => {
                    [json!(true), json!(false), Value::Null, json!("attack"), json!({}), json!(-300)][draw(6)].clone()
                }
                (_, Some(number)) => json!(number + draw(5) as i64 - 2),
                (_, None) => value.clone(),
            };
        }
        cards.insert(id.clone(), if draw(12) == 0 { json!({ "remove": true }) } else { card });
    }
    pack(cards.into())
}

#[test]
fn thousand_mutated_packs_panic_nowhere_and_their_matches_end() {
    let mut rng = Fast::seeded(11);
    let (mut right, mut wrong) = (0, 0);
    for number in 0..1_000u64 {
        let pack = mutated(&mut rng);
        if (packs().read)(&pack).is_err() {
            wrong += 1;
            continue;
        }
        right += 1;
        let options = json!({ "round_limit": 10, "pack": pack });
        let seats = 2 + (number % 5) as u8;
        let options = kernel::options::complete_with_pack(Gloombah::META.options, Gloombah::PACKS, &options);
        let options: gloombah::Options =
            serde_json::from_value(Value::Object(options.expect("they are allowed"))).expect("options of this game");
        let _in_force = HouseCards::enter(options.pack);
        let Ok(mut game) = Gloombah::setup(&options, seats, &mut rng, &mut NullLog);
        let mut left = Gloombah::bound(&options, seats);
        while let Status::Awaiting(awaited) = game.status() {
            left = left.checked_sub(1).expect("the match ends within its bound");
            let all: Vec<Seat> = awaited.iter().collect();
            let seat = all[below(&mut rng.0, all.len() as u32) as usize];
            let action = game.any(seat, &mut rng.0).expect("an awaited seat can act");
            let Ok(()) = game.apply(seat, action, &mut rng, &mut NullLog);
        }
    }
    assert!(right > 200 && wrong > 200, "{right} right, {wrong} wrong");
}
