//! Clocks: they run out, stop while the server is closed, and count days.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use axum::http::Method;
use hall::{Config, Hall};
use serde_json::{Value, json};

use crate::common::{self, Caller, GAME};

/// Opens a hall whose clocks run so many times as fast.
async fn hasty(data: &Path, times: u32) -> Hall {
    hall::open(Config { clock_haste: times - 1, ..common::config(data) }).await.unwrap()
}

async fn until(hall: &Hall, id: &str, holds: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..3000 {
        let table = Caller::new(hall).look(id).await;
        if holds(&table) {
            return table;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it did not come to that: {}", Caller::new(hall).look(id).await);
}

#[tokio::test]
async fn at_time_out_a_bot_moves_and_the_record_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hasty(dir.path(), 600).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(json!({ "game": GAME, "seats": 1, "take": 0, "pace": "brisk", "start": true })).await;
    let table = ada.look(&id).await;
    assert_eq!(table["pace"], "brisk");
    let left = table["seats"][0]["clock"]["left"].as_i64().unwrap();
    assert!(left > 0 && left <= 180_000, "{left}");
    assert!(table["seats"][0]["clock"]["until"].is_i64(), "it runs");
    until(&hall, &id, |table| table["step"].as_u64() > Some(0)).await;
    let table = ada.play_out(&id).await;
    assert_eq!(table["seats"][0]["clock"]["until"], Value::Null, "it stands still when the match is over");
    let record = ada.get(&format!("/api/v1/tables/{id}/record")).await.ok().text();
    let bots: Vec<Value> =
        record.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap()["bot"].clone()).collect();
    assert_eq!(bots[0], "normal", "{record}");
    assert!(bots.contains(&Value::Null), "the person went on");
    let record = kernel::Record::parse(&record).unwrap();
    record.is_complete(true).unwrap();
    roster::load(&record).unwrap();
    let page = ada.get(&format!("/replays/{id}?since=0")).await.ok().text();
    let told = "A bot played this for <b class=\"who\" data-seat=\"0\">you</b>.";
    assert_eq!(page.matches(told).count(), bots.iter().filter(|bot| **bot == "normal").count());
}

#[tokio::test]
async fn a_clock_runs_out_at_a_table_that_is_not_in_memory() {
    let dir = tempfile::tempdir().unwrap();
    let config = Config { clock_haste: 86_400, idle: Duration::from_millis(40), ..common::config(dir.path()) };
    let hall = hall::open(config).await.unwrap();
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(json!({ "game": GAME, "seats": 1, "take": 0, "pace": "1-day", "start": true })).await;
    let mut emptied = false;
    for _ in 0..40 {
        tokio::time::sleep(Duration::from_millis(20)).await;
        emptied |= hall.tables_in_memory() == 0;
    }
    assert!(emptied, "nobody looked at it");
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert!(ada.look(&id).await["step"].as_u64() > Some(0), "a day has passed");
}

#[tokio::test]
async fn nobodys_time_runs_while_the_hall_is_closed() {
    let dir = tempfile::tempdir().unwrap();
    // With several processes on one database, the server cannot know that all were closed for so
    // short a time.
    let hall = common::open_on_file(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(json!({ "game": GAME, "seats": 1, "take": 0, "pace": "relaxed", "start": true })).await;
    let table = ada.look(&id).await;
    ada.act_first(&id, &table, 0).await.ok();
    let left = |table: &Value| table["seats"][0]["clock"]["left"].as_i64().unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let closing = Instant::now();
    let before = left(&ada.look(&id).await);
    assert!(before <= 600_000 - 300, "time runs while it is open: {before}");
    hall.close().await;
    drop(hall);
    let closed = closing.elapsed();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let opening = Instant::now();
    let again = common::open_on_file(dir.path()).await;
    ada.router = again.router();
    let after = left(&ada.look(&id).await);
    let open = (closed + opening.elapsed()).as_millis() as i64;
    assert!(after <= before && before - after <= open + 500, "{before} {after}, open for {open} ms");
}

#[tokio::test]
async fn a_table_over_days_waits_for_the_clock_and_then_for_agreement() {
    let dir = tempfile::tempdir().unwrap();
    let config = Config { absence: Duration::from_millis(100), ..common::config(dir.path()) };
    let days = Config { clock_haste: 86_400, ..config.clone() };
    let table = json!({ "game": "accursed-tomb", "seats": 2, "take": 0, "pace": "3-days" });
    let play = async |hall: &Hall| {
        let (mut ada, mut ben) = (Caller::program(hall, "Ada").await, Caller::program(hall, "Ben").await);
        let id = ada.table(table.clone()).await;
        ben.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), Some(json!({}))).await.ok();
        ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
        let awaited = ada.look(&id).await["state"]["status"]["awaiting"][0]["seat"].as_u64().unwrap() as usize;
        let here = if awaited == 0 { ben } else { ada };
        (here, id, awaited)
    };
    let slow = hall::open(config).await.unwrap();
    let (mut here, id, away) = play(&slow).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let at = format!("/api/v1/tables/{id}/seats/{away}/stand-in");
    assert_eq!(here.post(&at, json!({})).await.error(403), "not_your_seat");
    let seat = here.look(&id).await["seats"][away].clone();
    assert_eq!(seat["missed"]["offered"], false);
    assert!(seat["clock"]["left"].as_i64() > Some(3 * 86_400_000 - 60_000), "{seat}");
    slow.close().await;
    drop(slow);

    let other = tempfile::tempdir().unwrap();
    let hall = hall::open(Config { data: other.path().into(), ..days }).await.unwrap();
    // If a match ends with the bot's first moves, the test begins another.
    let (mut here, id, away, table) = loop {
        let (here, id, away) = play(&hall).await;
        let offered = |table: &Value| table["seats"][away]["missed"]["offered"] == true;
        let table = until(&hall, &id, |table| offered(table) || table["phase"] == "over").await;
        if offered(&table) {
            break (here, id, away, table);
        }
    };
    assert!(table["step"].as_u64() > Some(0), "its time ran out, and a bot has moved");
    let at = format!("/api/v1/tables/{id}/seats/{away}/stand-in");
    assert_eq!(here.post(&at, json!({})).await.ok().json()["seats"][away]["stand_in"], "normal");
}

#[tokio::test]
async fn a_pace_is_one_of_a_few_and_not_for_dice_of_ones_own() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let odd = ada.post("/api/v1/tables", json!({ "game": GAME, "pace": "bullet" })).await;
    assert!(odd.text().contains("none, relaxed, brisk, 1-day, 3-days, 7-days"), "{}", odd.text());
    let own = ada.post("/api/v1/tables", json!({ "game": GAME, "pace": "brisk", "dice": "physical" })).await;
    assert_eq!(own.error(400), "bad_options");
    let fields = [("game", GAME), ("seats", "2"), ("seat0", "me"), ("seat1", "open"), ("pace", "7-days")];
    let page = ada.form("/tables", &fields).await;
    let lobby = ada.get(page.header("location")).await.ok().text();
    assert!(lobby.contains("7 days for each step"));
}
