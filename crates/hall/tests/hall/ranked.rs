//! Ranked matches: eligible players, their limits, and no hints.

use std::time::Duration;

use axum::http::Method;
use hall::Config;
use serde_json::json;

use crate::common::{self, Caller};

/// Creates a table of liar's dice with Ada, and lets Ben sit down.
async fn begun(ada: &mut Caller, ben: &mut Caller, ranked: bool) -> String {
    let id = ada.table(json!({ "game": "liars-dice", "seats": 2, "take": 0, "ranked": ranked })).await;
    ben.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), Some(json!({}))).await.ok();
    id
}

#[tokio::test]
async fn guests_play_ranked_matches_when_they_are_known_for_days() {
    let dir = tempfile::tempdir().unwrap();
    let config = Config { ranked_after: Duration::from_secs(3 * 86_400), ..common::config(dir.path()) };
    let hall = hall::open(config).await.unwrap();
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let wanted = json!({ "game": "liars-dice", "seats": 2, "take": 0, "ranked": true });
    let refused = ada.post("/api/v1/tables", wanted.clone()).await;
    assert_eq!(refused.status, 403, "{}", refused.text());
    assert!(refused.text().contains("guests who have been here for 3 days"), "{}", refused.text());

    ada.post("/api/v1/me/account", json!({ "password": "tin-of-peaches" })).await.ok();
    let id = ada.table(wanted).await;
    let refused = ben.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), Some(json!({}))).await;
    assert_eq!(refused.status, 403, "{}", refused.text());
    let open = begun(&mut ada, &mut ben, false).await;
    ada.post(&format!("/api/v1/tables/{open}/start"), json!({})).await.ok();
}

#[tokio::test]
async fn ranked_matches_give_no_hints_and_say_so_in_the_record() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    for ranked in [true, false] {
        let id = begun(&mut ada, &mut ben, ranked).await;
        assert_eq!(ada.look(&id).await["ranked"], ranked);
        ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
        let table = ada.look(&id).await;
        let asked: u64 = table["state"]["legal"].as_object().unwrap().keys().next().unwrap().parse().unwrap();
        let caller = if asked == 0 { &mut ada } else { &mut ben };
        let hint = caller.post(&format!("/api/v1/tables/{id}/hint"), json!({ "seat": asked, "step": 0 })).await;
        assert_eq!(hint.text().contains("no hints are given in a ranked match"), ranked, "{}", hint.text());
        assert_eq!(hint.status.as_u16(), if ranked { 409 } else { 200 });
        let mut other = ben.clone();
        let there = id.clone();
        let task = tokio::spawn(async move { other.play_out(&there).await });
        ada.play_out(&id).await;
        task.await.unwrap();
        let record = ada.get(&format!("/api/v1/tables/{id}/record")).await.ok().text();
        assert_eq!(kernel::Record::parse(&record).unwrap().header.ranked, ranked);
    }
    let found = ada.get("/api/v1/boards/liars-dice").await.ok().json();
    assert_eq!(found["boards"][0]["matches"], 2, "both stand on the board: {found}");
}

#[tokio::test]
async fn same_two_begin_five_ranked_matches_a_day() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    for _ in 0..5 {
        let id = begun(&mut ada, &mut ben, true).await;
        ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    }
    let id = begun(&mut ada, &mut ben, true).await;
    let refused = ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await;
    assert_eq!(refused.status, 409, "{}", refused.text());
    assert!(refused.text().contains("at most 5 ranked matches within a day"), "{}", refused.text());
    let id = begun(&mut ada, &mut ben, false).await;
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();

    let alone = ada
        .table(json!({ "game": "liars-dice", "seats": 2, "take": 0, "bots": { "1": "easy" }, "ranked": true }))
        .await;
    let refused = ada.post(&format!("/api/v1/tables/{alone}/start"), json!({})).await;
    assert!(refused.text().contains("needs two people"), "{}", refused.text());
    let wanted = json!({ "game": "liars-dice", "seats": 2, "take": 0, "ranked": true, "dice": "physical" });
    assert_eq!(ada.post("/api/v1/tables", wanted).await.status, 400);
}
