//! Tests of packs that are the same for every game that takes some.

use kernel::{
    BadOptions, Fast, Game, HouseCards, NullLog, Packs, Referee, Seat, Seed, Source, Status, below,
    options::complete_with_pack,
};
use serde_json::{Map, Value, json};

/// How the game takes packs.
///
/// # Panics
/// If it takes none.
pub fn packs<G: Game>() -> &'static Packs {
    G::PACKS.expect("this game takes packs")
}

/// A pack of these cards.
pub fn pack<G: Game>(cards: Value) -> Value {
    json!({ "game": G::META.id, "base": G::META.rules, "title": "Ours", "cards": cards })
}

/// The cards of a pack that is right.
///
/// # Panics
/// If it has mistakes.
pub fn read<G: Game>(cards: Value) -> &'static HouseCards {
    packs::<G>().read(&pack::<G>(cards)).expect("a pack without mistakes")
}

/// Checks that a pack has a mistake at this place, and what is said of it.
///
/// # Panics
/// If it has not.
pub fn assert_mistake<G: Game>(pack: &Value, place: &str, why: &str) {
    let faults = packs::<G>().read(pack).expect_err(&format!("{pack} has mistakes"));
    let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(all.iter().any(|one| one.starts_with(place) && one.contains(why)), "{place}: {why} in {all:#?}");
}

/// A random match to its end.
///
/// # Panics
/// If the options are refused, or a legal action is.
pub fn random_match<G: Game>(options: &Value, seats: u64, seed: u64) -> Referee<G> {
    let source = Source::Seed(Seed::from(seed), Vec::new());
    let mut referee = Referee::<G>::open(options, seats, source).expect("these options are allowed");
    let mut rng = Fast::seeded(seed);
    while let Some(seat) = referee.asked_first() {
        let legal = referee.legal(seat);
        let action = legal[below(&mut rng.0, legal.len() as u32) as usize].clone();
        let _in_force = referee.enter_cards();
        referee.act(seat, action).expect("a legal action");
    }
    referee
}

/// Checks what holds of the packs of every game: one that says of every card what is so changes no
/// match; a record is checked with its pack; a match with a wrong pack is not opened.
///
/// # Panics
/// If one of these does not hold.
pub fn check_laws<G: Game>() {
    let (least, most) = G::META.seats;
    let same = pack::<G>(packs::<G>().cards());
    for seed in 0..5 {
        let seats = u64::from(least) + seed % u64::from(most - least + 1);
        let [base, ours] =
            [json!({}), json!({ "pack": same })].map(|options| random_match::<G>(&options, seats, seed).record(true));
        assert_eq!(base.steps, ours.steps);
        assert_eq!(ours.header.options["pack"], same);
        assert_eq!(Referee::<G>::load(&ours).expect("the record is true").record(true), ours);
    }
    let options = json!({ "pack": { "game": G::META.id } });
    let refused = Referee::<G>::open(&options, least.into(), Source::Manual).expect_err("the pack has no title");
    assert!(matches!(refused, BadOptions::Pack(_)), "{refused}");
}

/// Plays a random match with each of so many packs that change a few keys of a few cards, to other
/// values of their kind or of any. Returns how many packs were right, and how many wrong.
///
/// # Panics
/// If a match does not end within its bound.
pub fn play_mutated<G: Game>(count: u64, options: &Value) -> [u64; 2] {
    let (mut rng, mut found) = (Fast::seeded(11), [0, 0]);
    let base = packs::<G>().cards();
    for number in 0..count {
        let pack = pack::<G>(mutated(&base, &mut rng));
        let mut options = options.clone();
        options["pack"] = pack;
        let Ok(options) = complete_with_pack(G::META.options, G::PACKS, &options) else {
            found[1] += 1;
            continue;
        };
        found[0] += 1;
        let options: G::Options = serde_json::from_value(Value::Object(options)).expect("options of this game");
        let (least, most) = G::META.seats;
        let seats = least + (number % u64::from(most - least + 1)) as u8;
        let _in_force = HouseCards::enter(G::house_cards(&options));
        let Ok(mut game) = G::setup(&options, seats, &mut rng, &mut NullLog);
        let mut left = G::bound(&options, seats);
        while let Status::Awaiting(awaited) = game.status() {
            left = left.checked_sub(1).expect("the match ends within its bound");
            let all: Vec<Seat> = awaited.iter().collect();
            let seat = all[below(&mut rng.0, all.len() as u32) as usize];
            let action = game.any(seat, &mut rng.0).expect("an awaited seat can act");
            let Ok(()) = game.apply(seat, action, &mut rng, &mut NullLog);
        }
    }
    found
}

/// Cards with a few changes.
fn mutated(base: &Value, rng: &mut Fast) -> Value {
    let mut draw = |count: usize| below(&mut rng.0, count as u32) as usize;
    let base: Vec<_> = base.as_object().expect("cards by id").iter().collect();
    let mut cards = Map::new();
    for _ in 0..=draw(6) {
        let (id, before) = base[draw(base.len())];
        let mut card = json!({});
        for _ in 0..=draw(2) {
            change(before, &mut card, &mut draw);
        }
        cards.insert(id.clone(), if draw(12) == 0 { json!({ "remove": true }) } else { card });
    }
    cards.into()
}

/// Changes a value of a table, or of a table within it.
fn change(before: &Value, table: &mut Value, draw: &mut impl FnMut(usize) -> usize) {
    let keys: Vec<_> = before.as_object().expect("a table").iter().collect();
    if keys.is_empty() {
        return;
    }
    let (key, value) = keys[draw(keys.len())];
    if value.is_object() && draw(4) > 0 {
        if !table[key].is_object() {
            table[key] = json!({});
        }
        return change(value, &mut table[key], draw);
    }
    table[key] = match (draw(16), value.as_i64()) {
        (0, _) => [json!(true), json!(false), Value::Null, json!("attack"), json!({}), json!(-300)][draw(6)].clone(),
        (_, Some(number)) => json!(number + draw(5) as i64 - 2),
        (_, None) => value.clone(),
    };
}
