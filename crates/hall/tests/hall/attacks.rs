//! Tests that one guest with many searching bots does not make other people's bots slow.

use std::time::{Duration, Instant};

use axum::http::Method;
use hall::{Config, Hall};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{self, Caller, LATE};

/// The longest that a person may wait for a quick bot, whatever others do.
const MOST: Duration = Duration::from_secs(3);
/// The slowest bot that a table may have.
const DEAREST: &str = "search:16000";

/// Opens a hall at the default pace.
async fn hall(dir: &TempDir) -> Hall {
    let config = Config { bot_pause: Config::new(dir.path()).bot_pause, ..common::config(dir.path()) };
    hall::open(config).await.unwrap()
}

/// Begins this many matches of four bots that search.
async fn attack(hall: &Hall, tables: usize) {
    let mut mallory = Caller::program(hall, "Mallory").await;
    let bots: Value =
        (0..4).map(|seat: u8| (seat.to_string(), json!(DEAREST))).collect::<serde_json::Map<_, _>>().into();
    for _ in 0..tables {
        mallory.table(json!({ "game": "gloombah", "seats": 4, "bots": bots, "start": true })).await;
    }
}

/// Plays this many moves against a bot of this kind, and returns the time of each.
async fn waits(caller: &mut Caller, bot: &str, moves: usize) -> Vec<Duration> {
    let body = json!({ "game": "accursed-tomb", "seats": 2, "take": 0, "bots": { "1": bot }, "start": true });
    let mut id = caller.table(body.clone()).await;
    let (mut waits, mut since, start) = (Vec::new(), Instant::now(), Instant::now());
    let mut seen = 0;
    while waits.len() < moves {
        assert!(start.elapsed() < LATE, "{waits:?}");
        let table = caller.look(&id).await;
        let step = table["step"].as_u64().unwrap();
        if step > seen {
            waits.push(since.elapsed());
            (seen, since) = (step, Instant::now());
        }
        if table["phase"] == "over" {
            (id, seen, since) = (caller.table(body.clone()).await, 0, Instant::now());
        } else if table["state"]["legal"].get("0").is_some() {
            caller.act_first(&id, &table, 0).await.ok();
            (seen, since) = (step + 1, Instant::now());
        } else {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    waits
}

/// Prints the waits, and returns the median, which does not change when the machine stalls for a
/// moment.
fn told(what: &str, mut waits: Vec<Duration>) -> Duration {
    waits.sort();
    let median = waits[waits.len() / 2];
    println!("{what}: {} moves, the median wait {median:.1?}: {waits:.1?}", waits.len());
    median
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quick_bot_answers_soon_while_fifty_tables_search() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hall(&dir).await;
    attack(&hall, 50).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(told("normal", waits(&mut ada, "normal", 5).await) < MOST);
    hall.close().await;
}

#[tokio::test]
async fn a_bot_at_a_table_searches_only_so_much() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let body = json!({ "game": "gloombah", "seats": 2, "take": 0, "bots": { "1": "search:16001" } });
    let refused = ada.post("/api/v1/tables", body).await;
    assert_eq!(refused.error(400), "bad_request");
    assert!(refused.text().contains("at most search:16000"), "{}", refused.text());
    let id = ada.table(json!({ "game": "gloombah", "seats": 2, "take": 0 })).await;
    let seat = format!("/api/v1/tables/{id}/seats/1");
    assert_eq!(ada.call(Method::PUT, &seat, Some(json!({ "bot": "search:1000000" }))).await.error(400), "bad_request");
    ada.call(Method::PUT, &seat, Some(json!({ "bot": DEAREST }))).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures, for the notes"]
async fn fifty_tables_of_bots_that_search() {
    let dir = tempfile::tempdir().unwrap();
    let opened = hall(&dir).await;
    attack(&opened, 50).await;
    let mut ada = Caller::program(&opened, "Ada").await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    for bot in ["normal", "hard"] {
        told(bot, waits(&mut ada, bot, 4).await);
    }
    opened.close().await;
    drop(opened);
    let again = hall(&dir).await;
    ada.router = again.router();
    tokio::time::sleep(Duration::from_secs(3)).await;
    for bot in ["normal", "hard"] {
        told(&format!("{bot}, after a restart"), waits(&mut ada, bot, 4).await);
    }
    again.close().await;
}
