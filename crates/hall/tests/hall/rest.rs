//! Rest at tables over days: vacations, nights and weekends stop the clocks, everywhere alike.

use std::{path::Path, time::Duration};

use axum::http::Method;
use hall::{
    Config, Hall,
    maintenance::{Files, doctor, rebuild},
    store::{PeopleWrite, Store, Vacation, now},
};
use serde_json::{Value, json};

use crate::common::{self, Caller, config, config_on_file, database, people_at_match};

/// Two players who win and lose together; a match of theirs is never over at once.
const TWO: &str = "rogue-ascension";
const DAY: i64 = 86_400_000;
/// A hall in which a day of a clock lasts this long, in milliseconds.
const SHORT_DAY: u32 = 1_000;

fn hasty(config: Config) -> Config {
    Config { clock_haste: DAY as u32 / SHORT_DAY - 1, ..config }
}

async fn until(caller: &mut Caller, id: &str, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let late = std::time::Instant::now() + common::LATE;
    loop {
        let table = caller.look(id).await;
        if holds(&table) {
            return table;
        }
        assert!(std::time::Instant::now() < late, "{what}: {table}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Returns the seat that must act first, and the clock of a seat.
fn awaited(table: &Value) -> usize {
    table["state"]["status"]["awaiting"][0]["seat"].as_u64().unwrap() as usize
}

fn clock<'a>(table: &'a Value, seat: usize, part: &str) -> &'a Value {
    &table["seats"][seat]["clock"][part]
}

async fn vacation(caller: &mut Caller, days: u32) -> common::Reply {
    caller.call(Method::PUT, "/api/v1/me/vacation", Some(json!({ "days": days }))).await
}

fn whats(table: &Value) -> Vec<&str> {
    table["incidents"].as_array().unwrap().iter().map(|one| one["what"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn vacation_stops_the_clock_until_it_ends() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hall::open(hasty(config(dir.path()))).await.unwrap();
    let (mut people, id) = people_at_match(&hall, TWO, 2, json!({ "pace": "3-days" })).await;
    let seat = awaited(&people[0].look(&id).await);
    let answer = vacation(&mut people[seat], 10).await.ok().json();
    let ends = answer["until"].as_i64().unwrap();
    assert_eq!((&answer["left"], &answer["allowance"]), (&json!(20), &json!(30)));
    tokio::time::sleep(Duration::from_millis(4 * u64::from(SHORT_DAY))).await;
    let table = people[1 - seat].look(&id).await;
    assert_eq!(table["step"], 0, "four days of the clock have passed, and nobody has moved");
    assert_eq!(clock(&table, seat, "vacation_until"), &json!(ends));
    assert_eq!(clock(&table, seat, "rests_until"), &json!(ends));
    let deadline = clock(&table, seat, "until").as_i64().unwrap();
    assert!(deadline > ends && deadline <= ends + 3 * i64::from(SHORT_DAY), "{deadline} {ends}");
    let line = &table["incidents"][0];
    assert_eq!((&line["what"], &line["until"], &line["after"]), (&json!("vacation_began"), &json!(ends), &json!(0)));

    // The page, the list and the calendar say the same.
    let page = people[1 - seat].get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains("on vacation until") && page.contains("is on vacation until"), "{page}");
    let list = people[1 - seat].get("/me/tables?list=under-way").await.ok().text();
    assert!(list.contains("on vacation until"), "{list}");
    let calendar = people[seat].call(Method::PUT, "/api/v1/deadlines/calendar", None).await.ok().json();
    let feed = people[seat].get(calendar["calendar"].as_str().unwrap()).await.ok().text();
    let day = model_day(deadline);
    assert!(feed.contains(&format!("DTSTART:{day}T")), "{day} {feed}");

    let left = people[seat].call(Method::DELETE, "/api/v1/me/vacation", None).await.ok().json();
    assert_eq!((&left["until"], &left["left"]), (&Value::Null, &json!(29)), "a day that has begun counts");
    let table = until(&mut people[seat], &id, "its time runs out", |table| table["step"].as_u64() > Some(0)).await;
    assert_eq!(whats(&table), ["vacation_began", "vacation_ended"]);
    let page = people[seat].get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains("is back from vacation"), "{page}");
}

/// Returns the day of a moment as calendars write it.
fn model_day(moment: i64) -> String {
    model::Day::of(moment).to_string().replace('-', "")
}

#[tokio::test]
async fn vacation_has_an_allowance_and_is_taken_once_at_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    for days in [0, 31] {
        assert_eq!(vacation(&mut ada, days).await.error(400), "bad_request", "{days}");
    }
    vacation(&mut ada, 28).await.ok();
    assert_eq!(vacation(&mut ada, 1).await.error(409), "wrong_phase");
    ada.call(Method::DELETE, "/api/v1/me/vacation", None).await.ok();
    ada.call(Method::DELETE, "/api/v1/me/vacation", None).await.ok();
    assert_eq!(vacation(&mut ada, 30).await.error(400), "bad_request", "a day is used up");
    vacation(&mut ada, 29).await.ok();
    let mut stranger = Caller::new(&hall);
    assert_eq!(vacation(&mut stranger, 1).await.error(401), "unauthorized");
}

#[tokio::test]
async fn settings_begin_and_end_a_vacation_by_form() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    ada.form("/play", &[("game", TWO)]).await;
    let wrong = ada.form("/me/vacation", &[("do", "begin"), ("days", "40")]).await;
    assert_eq!(wrong.status, 400);
    assert!(wrong.text().contains("value=\"40\"") && wrong.text().contains("id=\"days-error\""), "{}", wrong.text());
    let begun = ada.form("/me/vacation", &[("do", "begin"), ("days", "7")]).await;
    assert_eq!(begun.header("location"), "/me/settings");
    let page = ada.get("/me/settings").await.ok().text();
    assert!(page.contains("You are on vacation until") && page.contains("23 days of 30 left"), "{page}");
    ada.form("/me/vacation", &[("do", "end")]).await;
    let page = ada.get("/me/settings").await.ok().text();
    assert!(page.contains("Begin the vacation") && page.contains("29 days of 30 left"), "{page}");
}

#[tokio::test]
async fn vacation_is_noted_where_a_match_begins_during_it() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    vacation(&mut ada, 5).await.ok();
    for (pace, lines) in [("1-day", 1), ("brisk", 0)] {
        let id = ada.table(json!({ "game": TWO, "seats": 1, "take": 0, "pace": pace, "start": true })).await;
        let table = ada.look(&id).await;
        assert_eq!(whats(&table).len(), lines, "{pace}");
        assert_eq!(clock(&table, 0, "vacation_until").is_i64(), lines == 1, "{pace}");
    }
}

#[tokio::test]
async fn vacation_holds_after_restart_and_files_are_sound() {
    let dir = tempfile::tempdir().unwrap();
    let open = async || hall::open(hasty(config_on_file(dir.path()))).await.unwrap();
    let hall = open().await;
    let (mut people, id) = people_at_match(&hall, TWO, 2, json!({ "pace": "3-days" })).await;
    let seat = awaited(&people[0].look(&id).await);
    vacation(&mut people[seat], 10).await.ok();
    let before = people[0].look(&id).await;
    hall.close().await;
    drop(hall);
    let hall = open().await;
    people.iter_mut().for_each(|one| one.router = hall.router());
    tokio::time::sleep(Duration::from_millis(4 * u64::from(SHORT_DAY))).await;
    let after = people[0].look(&id).await;
    assert_eq!((after["step"].as_u64(), &after["incidents"]), (Some(0), &before["incidents"]));
    assert_eq!(clock(&after, seat, "left"), clock(&before, seat, "left"), "not a moment has passed for the clock");
    hall.close().await;
    drop(hall);
    people.clear();
    let files = Files { data: dir.path().to_owned(), database: None };
    assert_eq!(doctor(&files, &mut |_, _| {}).await.unwrap().faults, [""; 0]);
    rebuild(&files, &mut |_, _| {}).await.unwrap();
    assert_eq!(doctor(&files, &mut |_, _| {}).await.unwrap().faults, [""; 0]);
}

#[tokio::test]
async fn vacation_that_no_table_knew_is_noted_at_restart() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let (mut people, id) = people_at_match(&hall, TWO, 1, json!({ "pace": "1-day" })).await;
    let me = people[0].get("/api/v1/me").await.ok().json()["id"].as_str().unwrap().to_owned();
    hall.close().await;
    drop(hall);
    // The server stopped after it had stored the vacation, and before it reached the table.
    let store = Store::open(&database_of(dir.path())).await.unwrap();
    let vacation = Vacation { began: now(), until: now() + DAY };
    store.write(PeopleWrite::BeginVacation { person: me, vacation }.into()).await.unwrap();
    store.close().await;
    let hall = common::open(dir.path()).await;
    people[0].router = hall.router();
    let table = until(&mut people[0], &id, "it is noted", |table| whats(table) == ["vacation_began"]).await;
    assert_eq!(clock(&table, 0, "vacation_until"), &json!(vacation.until));
}

/// Returns the address of the database of a hall in this folder.
fn database_of(data: &Path) -> String {
    database::address(data).unwrap_or_else(|| format!("sqlite://{}", data.join("hall.db").display()))
}

#[tokio::test]
async fn newcomer_keeps_the_whole_time_after_restart() {
    let dir = tempfile::tempdir().unwrap();
    let open = async || {
        let config = Config { clock_haste: 199, ..config_on_file(dir.path()) };
        hall::open(config).await.unwrap()
    };
    let hall = open().await;
    let (mut people, id) = people_at_match(&hall, TWO, 2, json!({ "pace": "relaxed" })).await;
    let seat = awaited(&people[0].look(&id).await);
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let path = format!("/api/v1/tables/{id}/seats/{seat}");
    let left = |table: &Value| clock(table, seat, "left").as_i64().unwrap();
    assert!(left(&people[0].look(&id).await) <= 300_000, "half of the ten minutes has passed");
    people[seat].call(Method::DELETE, &path, None).await.ok();
    let mut cyd = Caller::program(&hall, "Cyd").await;
    let table = cyd.call(Method::PUT, &path, Some(json!({}))).await.ok().json();
    let before = left(&table);
    assert!(before > 400_000, "the newcomer begins with the whole time: {before}");
    assert_eq!(whats(&table), ["left", "joined"]);
    hall.close().await;
    drop(hall);
    let hall = open().await;
    cyd.router = hall.router();
    let after = left(&cyd.look(&id).await);
    assert!(after > 350_000, "it is not taken back by the restart: {before} {after}");
}

/// Returns seven sleeping hours that began an hour ago and last for hours yet.
fn night_now() -> Value {
    let hour = now() / 3_600_000 % 24;
    json!({ "from": (hour + 23) % 24, "to": (hour + 6) % 24 })
}

#[tokio::test]
async fn clocks_of_days_stand_still_in_sleeping_hours() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hall::open(hasty(config(dir.path()))).await.unwrap();
    let mut ada = Caller::program(&hall, "Ada").await;
    let table =
        |rest: Value| json!({ "game": TWO, "seats": 1, "take": 0, "pace": "1-day", "rest": rest, "start": true });
    let asleep = ada.table(table(json!({ "night": night_now() }))).await;
    let awake = ada.table(table(Value::Null)).await;
    until(&mut ada, &awake, "its time runs out", |table| table["step"].as_u64() > Some(0)).await;
    let table = ada.look(&asleep).await;
    assert_eq!(table["step"], 0);
    let (rests, until) = (clock(&table, 0, "rests_until").as_i64(), clock(&table, 0, "until").as_i64());
    assert!(rests > Some(now()) && until > rests, "{table}");
    assert_eq!(rests.unwrap() % 3_600_000, 0, "it goes on at a full hour");
    assert!(ada.get(&format!("/tables/{asleep}")).await.ok().text().contains("rests until"));
}

#[tokio::test]
async fn rest_is_a_setting_of_tables_over_days_alone() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let rest = json!({ "night": { "from": 22, "to": 7 }, "weekends": true, "zone": 60 });
    let wrong = [
        json!({ "game": TWO, "pace": "brisk", "rest": rest }),
        json!({ "game": TWO, "pace": "1-day", "rest": { "night": { "from": 7, "to": 22 } } }),
        json!({ "game": TWO, "pace": "1-day", "rest": { "weekends": true, "zone": 61 } }),
    ];
    for body in wrong {
        assert_eq!(ada.post("/api/v1/tables", body.clone()).await.error(400), "bad_options", "{body}");
    }
    let id = ada.table(json!({ "game": TWO, "take": 0, "pace": "3-days", "rest": rest })).await;
    let path = format!("/api/v1/tables/{id}");
    assert_eq!(ada.look(&id).await["rest"], rest);
    let words = "clocks stand still from 22:00 to 7:00 and at weekends (UTC+1)";
    assert!(ada.get(&format!("/tables/{id}")).await.ok().text().contains(words));
    let other = json!({ "rest": { "night": null, "weekends": true, "zone": -300 } });
    let changed = ada.call(Method::PATCH, &path, Some(other.clone())).await.ok().json();
    assert_eq!(changed["rest"], other["rest"]);
    let brisk = ada.call(Method::PATCH, &path, Some(json!({ "pace": "brisk" }))).await.ok().json();
    assert_eq!(brisk["rest"], Value::Null, "it ends with the clocks of days");
}

#[tokio::test]
async fn forms_set_rest_beside_the_pace() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    let fields =
        |pace| [("game", TWO), ("seats", "2"), ("pace", pace), ("night", "22-7"), ("weekends", "yes"), ("zone", "120")];
    let lobby = ada.form("/tables", &fields("1-day")).await.header("location").to_owned();
    let page = ada.get(&lobby).await.ok().text();
    assert!(page.contains("from 22:00 to 7:00 and at weekends (UTC+2)"), "{page}");
    let settings = format!("{lobby}/settings");
    ada.form(&settings, &[("pace", "3-days"), ("night", "0-8"), ("zone", "-210")]).await;
    let page = ada.get(&lobby).await.ok().text();
    assert!(page.contains("from 0:00 to 8:00 (UTC−3:30)"), "{page}");
    ada.form(&settings, &[("pace", "none"), ("night", "0-8"), ("zone", "0")]).await;
    assert!(!ada.get(&lobby).await.ok().text().contains("clocks stand still"));
    // The page hides the fields for other paces, but browsers send them.
    let brisk = ada.form("/tables", &fields("brisk")).await.header("location").to_owned();
    assert!(!ada.get(&brisk).await.ok().text().contains("clocks stand still"));
}

#[tokio::test]
async fn rematch_rests_as_the_match_before() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let rest = json!({ "night": null, "weekends": true, "zone": 0 });
    let table = json!({ "game": TWO, "seats": 1, "take": 0, "pace": "7-days", "rest": rest, "start": true });
    let id = ada.table(table).await;
    ada.play_out(&id).await;
    let next = ada.post(&format!("/api/v1/tables/{id}/rematch"), json!({})).await.ok().json();
    assert_eq!((&next["pace"], &next["rest"]), (&json!("7-days"), &rest));
}

/// Opens two processes of one hall; `None` where no PostgreSQL server is named.
async fn two(data: &Path) -> Option<(Hall, Hall)> {
    std::env::var(database::SERVER).ok()?;
    Some((hall::open(config(data)).await.unwrap(), hall::open(config(data)).await.unwrap()))
}

#[tokio::test]
async fn two_processes_agree_on_rest_and_on_newcomers() {
    let dir = tempfile::tempdir().unwrap();
    let Some((here, there)) = two(dir.path()).await else {
        return eprintln!("left out: {} names no PostgreSQL server", database::SERVER);
    };
    let rest = json!({ "night": { "from": 3, "to": 4 }, "weekends": true, "zone": 0 });
    let (mut people, id) = people_at_match(&here, TWO, 2, json!({ "pace": "3-days", "rest": rest })).await;
    let seat = awaited(&people[0].look(&id).await);
    let mut other = Caller { router: there.router(), ..people[seat].clone() };
    let deadline = |table: &Value| clock(table, seat, "until").clone();
    assert_eq!(deadline(&people[0].look(&id).await), deadline(&other.look(&id).await));
    let ends = vacation(&mut other, 4).await.ok().json()["until"].clone();
    for caller in [&mut people[1 - seat], &mut other] {
        let table = until(caller, &id, "both know it", |table| whats(table) == ["vacation_began"]).await;
        assert_eq!(clock(&table, seat, "vacation_until"), &ends);
    }
    assert_eq!(deadline(&people[0].look(&id).await), deadline(&other.look(&id).await));
    // A newcomer begins with the whole time at both.
    other.call(Method::DELETE, &format!("/api/v1/tables/{id}/seats/{seat}"), None).await.ok();
    let mut cyd = Caller::program(&here, "Cyd").await;
    cyd.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/{seat}"), Some(json!({}))).await.ok();
    let seen = cyd.look(&id).await;
    let mut cyd = Caller { router: there.router(), ..cyd };
    assert_eq!(deadline(&seen), deadline(&cyd.look(&id).await));
}
