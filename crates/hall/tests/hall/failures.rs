//! Failures of a game or a bot: the match goes on, and waiting players learn of it.

use std::time::Instant;

use hall::Hall;
use serde_json::{Map, Value, json};

use crate::common::{self, Caller, LATE, open};

const GAME: &str = "faulty";

async fn faulty(data: &std::path::Path) -> (Hall, Caller) {
    let hall = open(data).await;
    let ada = Caller::program(&hall, "Ada").await;
    (hall, ada)
}

/// Creates a table where Ada has seat 0 and bots have the two others.
async fn table(ada: &mut Caller, part: &str, at: u8) -> String {
    table_with(ada, part, at, &["normal", "easy:bold"]).await
}

/// Creates a table where Ada has seat 0 and these bots have the others.
async fn table_with(ada: &mut Caller, part: &str, at: u8, bots: &[&str]) -> String {
    let seats: Map<String, Value> =
        (1..).zip(bots).map(|(seat, bot): (u8, _)| (seat.to_string(), json!(bot))).collect();
    let body = json!({
        "game": GAME, "seats": bots.len() + 1, "take": 0, "start": true, "bots": seats,
        "options": { "part": part, "at": at },
    });
    ada.table(body).await
}

/// Returns the actions of a seat, in order.
async fn actions(caller: &mut Caller, id: &str, seat: u8) -> Vec<Value> {
    let record = caller.get(&format!("/api/v1/tables/{id}/record")).await.ok().text();
    let steps = record.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    steps.filter(|step| step["seat"] == seat).map(|step| step["action"]["type"].clone()).collect()
}

/// Waits until it is Ada's turn, or the match is over.
async fn asked(ada: &mut Caller, id: &str) -> Value {
    let late = Instant::now() + LATE;
    loop {
        let table = ada.look(id).await;
        if table["phase"] == "over" || !table["state"]["legal"]["0"].is_null() {
            return table;
        }
        assert!(Instant::now() < late, "the table is stuck: {table}");
        tokio::time::sleep(common::MOMENT).await;
    }
}

#[tokio::test]
async fn bot_that_fails_does_first_legal_thing() {
    let dir = tempfile::tempdir().unwrap();
    let (_hall, mut ada) = faulty(dir.path()).await;
    for part in ["policy", "index"] {
        let id = table(&mut ada, part, 3).await;
        ada.play_out(&id).await;
        // Seat 1 counts by two as long as its policy works, and from then on by one, the first of
        // its list.
        let done = actions(&mut ada, &id, 1).await;
        assert_eq!((&done[0], done.last().unwrap()), (&json!("two"), &json!("one")), "{part}: {done:?}");
    }
}

#[tokio::test]
async fn bot_does_something_else_where_rules_fail_on_its_choice() {
    let dir = tempfile::tempdir().unwrap();
    let (_hall, mut ada) = faulty(dir.path()).await;
    let id = table(&mut ada, "two", 3).await;
    ada.play_out(&id).await;
    let done = actions(&mut ada, &id, 1).await;
    assert_eq!((&done[0], done.last().unwrap()), (&json!("two"), &json!("one")), "{done:?}");
}

#[tokio::test]
async fn rules_that_fail_harm_no_other_table() {
    let dir = tempfile::tempdir().unwrap();
    let (_hall, mut ada) = faulty(dir.path()).await;
    let id = table(&mut ada, "rules", 0).await;
    let seen = ada.look(&id).await;
    assert_eq!(ada.act_first(&id, &seen, 0).await.error(500), "internal");
    assert_eq!(ada.look(&id).await, seen, "the table is as it was");
    let other = table(&mut ada, "none", 0).await;
    assert_eq!(ada.play_out(&other).await["phase"], "over");
}

#[tokio::test]
async fn hint_that_fails_says_so_and_match_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let (_hall, mut ada) = faulty(dir.path()).await;
    // With one bot, whatever it chooses, no more than nine are counted in three rounds.
    let id = table_with(&mut ada, "worth", 0, &["normal"]).await;
    for _ in 0..3 {
        let seen = asked(&mut ada, &id).await;
        let ask = json!({ "seat": 0, "step": seen["step"] });
        let refused = ada.post(&format!("/api/v1/tables/{id}/hint"), ask.clone()).await;
        assert_eq!(refused.error(500), "internal");
        let again = ada.post(&format!("/api/v1/tables/{id}/hint"), ask).await;
        assert!(again.json()["error"]["message"].as_str().unwrap().contains("decide for yourself"), "{}", again.text());
        ada.act_first(&id, &seen, 0).await.ok();
    }
    assert_eq!(ada.play_out(&id).await["phase"], "over");
}

#[tokio::test]
async fn analysis_and_pictures_that_fail_say_so() {
    let dir = tempfile::tempdir().unwrap();
    let (_hall, mut ada) = faulty(dir.path()).await;
    let id = table(&mut ada, "picture", 2).await;
    ada.play_out(&id).await;
    let late = Instant::now() + LATE;
    loop {
        let page = ada.get(&format!("/tables/{id}")).await.ok().text();
        if page.contains("There is no analysis of this match.") {
            break;
        }
        assert!(Instant::now() < late, "it is being thought over for ever: {page}");
        tokio::time::sleep(common::MOMENT).await;
    }
    for _ in 0..2 {
        let picture = ada.get(&format!("/replays/{id}/moment.png?at=4")).await;
        assert_eq!(picture.status, 500, "{}", picture.text());
        assert_eq!(ada.get(&format!("/replays/{id}/match.png")).await.status, 500);
    }
    assert!(ada.get(&format!("/replays/{id}/moment.png?at=0")).await.ok().header("content-type").contains("png"));
}
