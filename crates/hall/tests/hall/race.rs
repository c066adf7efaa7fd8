//! Races: several people play the same match, each alone, and see nothing of each other but how far
//! they have come until all are done.

use std::{path::Path, time::Instant};

use axum::http::Method;
use hall::{
    Hall,
    maintenance::{Files, doctor, rebuild},
};
use serde_json::{Value, json};

use crate::common::{Caller, Follower, GAME, LATE, MOMENT, attribute, config, database, open, seated};

/// Returns the addresses that show the match of a table.
fn views_of(table: &str) -> Vec<String> {
    let pages = ["", "/record", "/events", "/verify"].map(|rest| format!("/tables/{table}{rest}"));
    let calls = ["", "/view", "/scene", "/record", "/events"].map(|rest| format!("/api/v1/tables/{table}{rest}"));
    let replays = ["", "/moment?at=1"].map(|rest| format!("/replays/{table}{rest}"));
    pages.into_iter().chain(calls).chain(replays).collect()
}

/// Opens a race of Ada, Ben and Cleo, and begins it. Returns its table.
async fn three(hall: &Hall, game: &str) -> (Vec<Caller>, String) {
    let mut people = Vec::new();
    for name in ["Ada", "Ben", "Cleo"] {
        people.push(Caller::program(hall, name).await);
    }
    let wanted = json!({ "game": game, "race": true, "seats": 3, "take": 0 });
    let id = seated(&mut people.iter_mut().collect::<Vec<_>>(), wanted).await;
    (people, id)
}

/// Returns the caller's own table of a race.
async fn own(caller: &mut Caller, race: &str) -> String {
    let seen = caller.look(race).await;
    let racers = seen["race"]["racers"].as_array().unwrap();
    let you = racers.iter().find(|racer| racer["you"] == true).unwrap_or_else(|| panic!("{seen}"));
    you["table"].as_str().unwrap().to_owned()
}

/// Waits until something holds for the race as the caller sees it.
async fn until(caller: &mut Caller, race: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let late = Instant::now() + LATE;
    loop {
        let seen = caller.look(race).await;
        if holds(&seen["race"]) {
            return seen;
        }
        assert!(Instant::now() < late, "{seen}");
        tokio::time::sleep(MOMENT).await;
    }
}

/// Returns the racer on a seat.
fn racer(race: &Value, seat: u64) -> &Value {
    race["racers"].as_array().unwrap().iter().find(|racer| racer["seat"] == seat).unwrap()
}

async fn leave(caller: &mut Caller, race: &str) -> String {
    let table = own(caller, race).await;
    caller.post(&format!("/api/v1/tables/{table}/leave"), json!({})).await.ok();
    table
}

fn files(data: &Path) -> Files {
    Files { data: data.to_owned(), database: database::address(data) }
}

#[tokio::test]
async fn racers_have_the_same_dice_and_first_map() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut people, race) = three(&hall, GAME).await;
    let seen = people[0].look(&race).await;
    assert_eq!(
        (&seen["phase"], &seen["state"], &seen["race"]["over"]),
        (&json!("playing"), &Value::Null, &json!(false))
    );
    assert_eq!(seen["race"]["racers"].as_array().unwrap().len(), 3);
    let mut states = Vec::new();
    for caller in &mut people {
        let table = own(caller, &race).await;
        let at = caller.look(&table).await;
        assert_eq!((&at["seal"], &at["race"]["table"]), (&seen["seal"], &json!(race)));
        let mut state = vec![at["state"].clone()];
        // The same moves meet the same dice.
        for _ in 0..6 {
            let at = caller.look(&table).await;
            state.push(caller.act_first(&table, &at, 0).await.ok().json()["state"].clone());
        }
        states.push((at["seats"].as_array().unwrap().len(), state));
    }
    assert_eq!(states[0].0, 1);
    assert!(states.iter().all(|state| *state == states[0]));
}

#[tokio::test]
async fn nobody_sees_the_match_of_another_until_all_are_over() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut people, race) = three(&hall, GAME).await;
    let [ada, ben, cleo] = &mut people[..] else { panic!() };
    let (hers, his) = (own(ada, &race).await, own(ben, &race).await);
    ada.play_out(&hers).await;
    let seen = until(ben, &race, |race| racer(race, 0)["state"] != "racing").await;
    assert_eq!(racer(&seen["race"], 0)["table"], Value::Null);
    assert!(!racer(&seen["race"], 0)["reached"].as_str().unwrap().is_empty());
    for path in views_of(&hers).into_iter().chain(views_of(&his)) {
        let mut stranger = Caller::new(&hall);
        for (who, caller) in [("a racer", &mut *cleo), ("a stranger", &mut stranger)] {
            let spoiled = caller.get(&path).await;
            assert_eq!(spoiled.status, 403, "{who} at {path}: {}", spoiled.text());
        }
    }
    // The dice are those of the others too.
    let record = ada.get(&format!("/api/v1/tables/{hers}/record")).await.ok().text();
    assert!(record.lines().count() == 1 && !record.contains("\"seed\":"), "{record}");
    assert_eq!(ada.get(&format!("/tables/{hers}/verify")).await.status, 409);
    assert_eq!(ada.get("/api/v1/me/matches.jsonl").await.ok().text(), "");
    let retry = ada.form(&format!("/tables/{hers}/retry"), &[("step", "1")]).await;
    assert_eq!(retry.status, 409, "{}", retry.text());
    let hint = cleo.look(&race).await;
    let third = own(cleo, &race).await;
    let step = cleo.look(&third).await["step"].clone();
    assert_eq!(
        cleo.post(&format!("/api/v1/tables/{third}/hint"), json!({ "seat": 0, "step": step })).await.error(409),
        "wrong_phase",
        "{hint}"
    );
    let bot = cleo.form(&format!("/tables/{third}/seats/0"), &[("do", "bot"), ("bot", "easy")]).await;
    assert_eq!(bot.status, 409, "{}", bot.text());

    leave(ben, &race).await;
    leave(cleo, &race).await;
    let seen = until(cleo, &race, |race| race["over"] == true).await;
    assert_eq!(seen["phase"], "over");
    for path in [format!("/tables/{hers}"), format!("/replays/{hers}"), format!("/tables/{hers}/record")] {
        cleo.get(&path).await.ok();
    }
    assert_eq!(racer(&seen["race"], 0)["table"], json!(hers));
    let record = cleo.get(&format!("/api/v1/tables/{hers}/record")).await.ok().text();
    assert!(record.contains("\"seed\":"), "{record}");
    assert!(record.contains("\"seats\":1") && record.contains(&format!("\"race\":\"{race}\"")), "{record}");
    ada.get(&format!("/tables/{hers}/verify")).await.ok();
    // The race's table itself has no match to show.
    for path in views_of(&race).into_iter().filter(|path| !path.ends_with("/events")) {
        let answer = cleo.get(&path).await;
        assert!(answer.status.as_u16() < 500, "{path}: {}", answer.text());
    }
}

#[tokio::test]
async fn equal_racers_share_a_place_and_who_leaves_is_last() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut people, race) = three(&hall, GAME).await;
    leave(&mut people[0], &race).await;
    for caller in &mut people[1..] {
        let table = own(caller, &race).await;
        caller.play_out(&table).await;
    }
    let seen = until(&mut people[0], &race, |race| race["over"] == true).await;
    let places = [0, 1, 2].map(|seat| racer(&seen["race"], seat)["place"].as_u64().unwrap());
    assert_eq!(places, [3, 1, 1], "{seen}");
    assert_eq!(racer(&seen["race"], 0)["state"], "left");
    // It counts for how they have played with each other, and for nothing else twice.
    let companions = people[1].get("/api/v1/companions").await.ok().json();
    let ada = &companions["companions"].as_array().unwrap().iter().find(|one| one["name"] == "Ada").unwrap().clone();
    assert_eq!((&ada["matches"], &ada["ahead"], &ada["behind"]), (&json!(1), &json!(1), &json!(0)), "{ada}");
    let mine = people[1].get("/api/v1/me/matches.jsonl").await.ok().text();
    assert_eq!(mine.lines().filter(|line| line.contains("\"format\"")).count(), 1, "{mine}");
    drop(hall);
    let faults = async || doctor(&files(dir.path()), &mut |_, _| {}).await.unwrap().faults;
    assert_eq!(faults().await, [""; 0]);
    rebuild(&files(dir.path()), &mut |_, _| {}).await.unwrap();
    assert_eq!(faults().await, [""; 0]);
    let again = open(dir.path()).await;
    let mut ben = Caller { router: again.router(), ..people[1].clone() };
    assert_eq!(ben.get("/api/v1/companions").await.ok().json(), companions);
}

#[tokio::test]
async fn race_outlives_a_restart_and_ends_after_it() {
    let dir = tempfile::tempdir().unwrap();
    let mut hall = open(dir.path()).await;
    let (mut people, race) = three(&hall, "crimsonbranch").await;
    let table = own(&mut people[0], &race).await;
    let at = people[0].look(&table).await;
    people[0].act_first(&table, &at, 0).await.ok();
    leave(&mut people[1], &race).await;
    drop(hall);
    hall = open(dir.path()).await;
    people.iter_mut().for_each(|caller| caller.router = hall.router());
    let seen = until(&mut people[2], &race, |race| racer(race, 0)["decisions"] == 1).await;
    assert_eq!((&seen["phase"], &racer(&seen["race"], 1)["state"]), (&json!("playing"), &json!("left")));
    let page = people[0].get(&format!("/tables/{table}")).await.ok().text();
    assert!(page.contains(&format!("href=\"/tables/{race}\"")));
    leave(&mut people[0], &race).await;
    leave(&mut people[2], &race).await;
    // The process ends before it has looked at the race.
    drop(hall);
    hall = open(dir.path()).await;
    people.iter_mut().for_each(|caller| caller.router = hall.router());
    until(&mut people[0], &race, |race| race["over"] == true).await;
}

#[tokio::test]
async fn race_begins_once_and_seats_only_people_once() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let made = ada.form("/friends", &[("game", "crimsonbranch")]).await;
    let race = made.header("location").strip_prefix("/tables/").unwrap().to_owned();
    let page = ada.get(&format!("/tables/{race}")).await.ok().text();
    assert!(page.contains("everybody plays alone") && !page.contains("Seat a bot") && !page.contains("set-pace"));
    let seat = |n: u8| format!("/api/v1/tables/{race}/seats/{n}");
    assert_eq!(ada.call(Method::PUT, &seat(1), None).await.error(400), "bad_options");
    let bot = ada.form(&format!("/tables/{race}/seats/1"), &[("do", "bot"), ("bot", "easy")]).await;
    assert_eq!(bot.status, 400, "{}", bot.text());
    let start = format!("/api/v1/tables/{race}/start");
    let alone = ada.post(&start, json!({ "close_free": true })).await;
    assert_eq!(alone.error(409), "wrong_phase");
    ben.call(Method::PUT, &seat(2), None).await.ok();
    let at = format!("/api/v1/tables/{race}");
    // The last number of seats would not fit the memory.
    let wrong = [
        json!({ "pace": "brisk" }),
        json!({ "dice": "physical" }),
        json!({ "seats": 7 }),
        json!({ "seats": u64::MAX }),
    ];
    for bad in wrong {
        let refused = ada.call(Method::PATCH, &at, Some(bad.clone())).await;
        assert_eq!(refused.status, 400, "{bad}: {}", refused.text());
    }
    // Two people cannot play together where one plays alone.
    assert_eq!(ada.call(Method::PATCH, &at, Some(json!({ "race": false }))).await.error(409), "seat_taken");
    let (mut left, mut right) = (ada.clone(), ada.clone());
    let closing = json!({ "close_free": true });
    let (one, two) = tokio::join!(left.post(&start, closing.clone()), right.post(&start, closing));
    let mut told = [one.status.as_u16(), two.status.as_u16()];
    told.sort_unstable();
    assert_eq!(told, [200, 409]);
    let seen = ben.look(&race).await;
    assert_eq!(seen["race"]["racers"].as_array().unwrap().len(), 2, "{seen}");
    // The page takes them to their matches.
    let (page, _) = Follower::of(&mut ben, &race).await;
    let his = own(&mut ben, &race).await;
    assert_eq!(attribute(&page, "gone-on", "data-onward"), Some(format!("/tables/{his}")));
}

#[tokio::test]
async fn racers_pages_follow_how_far_the_others_are() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut people, race) = three(&hall, "crimsonbranch").await;
    let [ada, ben, _] = &mut people[..] else { panic!() };
    let (page, mut follower) = Follower::of(ben, &race).await;
    assert!(page.contains("How far everybody is") && page.contains("0 decisions"), "{page}");
    let hers = own(ada, &race).await;
    let at = ada.look(&hers).await;
    ada.act_first(&hers, &at, 0).await.ok();
    follower.until(|news| news.data.to_string().contains("1 decision")).await;
    // The first racer's page says where she is.
    let page = ada.get(&format!("/tables/{hers}")).await.ok().text();
    assert!(page.contains("Race: ") && page.contains(" of 3"), "{page}");
}

#[tokio::test]
async fn rematch_of_a_race_is_a_race_with_new_dice() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut people, race) = three(&hall, GAME).await;
    let refused = people[0].post(&format!("/api/v1/tables/{race}/rematch"), json!({})).await;
    assert_eq!(refused.error(409), "wrong_phase");
    for caller in &mut people {
        leave(caller, &race).await;
    }
    let seen = until(&mut people[0], &race, |race| race["over"] == true).await;
    let mut there = Vec::new();
    for caller in &mut people {
        there.push(Follower::of(caller, &race).await);
    }
    let next = people[1].post(&format!("/api/v1/tables/{race}/rematch"), json!({})).await.ok().json();
    assert_eq!((&next["phase"], &next["race"]["table"]), (&json!("playing"), &next["id"]));
    assert_ne!(next["seal"], seen["seal"]);
    assert_eq!(next["race"]["racers"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn host_turns_a_table_into_a_race_and_back() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let wanted = json!({ "game": GAME, "seats": 3, "take": 0, "bots": { "1": "easy" }, "pace": "brisk" });
    let id = ada.table(wanted).await;
    let at = format!("/api/v1/tables/{id}");
    let raced = ada.call(Method::PATCH, &at, Some(json!({ "race": true, "seats": 5 }))).await.ok().json();
    assert_eq!((&raced["race"]["table"], &raced["pace"]), (&json!(id), &json!("none")));
    assert!(raced["seats"].as_array().unwrap().iter().all(|seat| seat["bot"].is_null()), "{raced}");
    let form = ada.form(&format!("/tables/{id}/settings"), &[("race", "no")]).await;
    assert_eq!(form.status, 303, "{}", form.text());
    let back = ada.look(&id).await;
    assert_eq!((&back["race"], back["seats"].as_array().unwrap().len()), (&Value::Null, 4));
    // A game that is played alone is raced, and one for several is not.
    let alone = ada.call(Method::PATCH, &at, Some(json!({ "game": "crimsonbranch" }))).await.ok().json();
    assert_eq!((&alone["race"]["table"], alone["seats"].as_array().unwrap().len()), (&json!(id), 4));
    let rivals = ada.call(Method::PATCH, &at, Some(json!({ "game": "gloombah" }))).await.ok().json();
    assert_eq!(rivals["race"], Value::Null);
    assert_eq!(ada.call(Method::PATCH, &at, Some(json!({ "race": true }))).await.error(400), "bad_options");
}

#[tokio::test]
async fn deleted_account_leaves_its_race() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut people, race) = three(&hall, GAME).await;
    leave(&mut people[0], &race).await;
    leave(&mut people[1], &race).await;
    let cleo = &mut people[2];
    let account = json!({ "password": "tin-of-peaches" });
    cleo.post("/api/v1/me/account", account).await.ok();
    let gone = cleo.call(Method::DELETE, "/api/v1/me", Some(json!({ "present": "tin-of-peaches" }))).await;
    assert!(gone.status.is_success(), "{}", gone.text());
    let seen = until(&mut people[0], &race, |race| race["over"] == true).await;
    assert_eq!(seen["phase"], "over");
}

#[tokio::test]
async fn racers_at_two_processes_see_each_other() {
    if std::env::var(database::SERVER).is_err() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let here = hall::open(config(dir.path())).await.unwrap();
    let there = hall::open(config(dir.path())).await.unwrap();
    let (mut people, race) = three(&here, "crimsonbranch").await;
    let mut far = Caller { router: there.router(), ..people[1].clone() };
    // One follows their own table alone, another the race.
    let mut alone = Caller { router: there.router(), ..people[2].clone() };
    let third = own(&mut alone, &race).await;
    let (_, mut at_own) = Follower::of(&mut alone, &third).await;
    let table = own(&mut people[0], &race).await;
    let at = people[0].look(&table).await;
    people[0].act_first(&table, &at, 0).await.ok();
    at_own.until(|news| news.data.to_string().contains("racers")).await;
    let (_, mut follower) = Follower::of(&mut far, &race).await;
    let at = people[0].look(&table).await;
    people[0].act_first(&table, &at, 0).await.ok();
    follower.until(|news| news.data.to_string().contains("2 decisions")).await;
    leave(&mut far, &race).await;
    leave(&mut people[0], &race).await;
    leave(&mut people[2], &race).await;
    for caller in [&mut far, &mut people[0]] {
        until(caller, &race, |race| race["over"] == true).await;
    }
    far.get(&format!("/tables/{table}")).await.ok();
}
