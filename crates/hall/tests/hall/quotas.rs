//! Quotas: a caller with too many requests learns when to try again, and nobody else notices.

use std::net::SocketAddr;

use axum::{
    body::Body,
    extract::{ConnectInfo, Request},
};
use hall::{Config, Hall, Quotas};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::common::{self, Caller, GAME, Reply};

/// Opens a hall with these quotas.
async fn hall(data: &std::path::Path, quotas: &[&str]) -> Hall {
    let mut all = Quotas { loopback: true, ..Quotas::default() };
    quotas.iter().for_each(|quota| all.set(quota).unwrap());
    hall::open(Config { quotas: Some(all), ..common::config(data) }).await.unwrap()
}

/// Sends a request through a connection from this address.
async fn ask(caller: &mut Caller, from: &str, method: &str, path: &str, body: Value) -> Reply {
    let peer: SocketAddr = from.parse().unwrap();
    let request = Request::builder().method(method).uri(path).extension(ConnectInfo(peer));
    caller.send(request.body(Body::from(body.to_string())).unwrap()).await
}

fn seconds(refused: &Reply) -> u64 {
    refused.header("retry-after").parse().unwrap()
}

#[tokio::test]
async fn an_address_brings_only_so_many_guests() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hall(dir.path(), &["guests=2/hour"]).await;
    let mut stranger = Caller::new(&hall);
    for _ in 0..2 {
        ask(&mut stranger, "8.8.8.8:1", "POST", "/api/v1/guests", json!({})).await.ok();
    }
    let refused = ask(&mut stranger, "8.8.8.8:2", "POST", "/api/v1/guests", json!({})).await;
    assert_eq!(refused.error(429), "too_fast");
    assert!((1700..=1800).contains(&seconds(&refused)), "{}", refused.text());
    ask(&mut stranger, "9.9.9.9:1", "POST", "/api/v1/guests", json!({})).await.ok();
    // A line with IPv6 has many addresses.
    for (from, status) in [("[2001:db8::1]:1", 201), ("[2001:db8::2]:1", 201), ("[2001:db8::3]:1", 429)] {
        let answer = ask(&mut stranger, from, "POST", "/api/v1/guests", json!({})).await;
        assert_eq!(answer.status.as_u16(), status, "{from}");
    }
    // A visitor who becomes a guest with a form counts too, and gets the refusal as a page.
    let request = Request::post("/play")
        .header("content-type", "application/x-www-form-urlencoded")
        .extension(ConnectInfo("8.8.8.8:3".parse::<SocketAddr>().unwrap()));
    let page = stranger.send(request.body(Body::from(format!("game={GAME}"))).unwrap()).await;
    assert_eq!((page.status.as_u16(), page.header("content-type")), (429, "text/html; charset=utf-8"));
    assert!(page.text().contains("Too many guests have come from your address"), "{}", page.text());
    assert!(!page.header("retry-after").is_empty());
}

#[tokio::test]
async fn a_person_has_so_many_open_tables_and_so_many_matches() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hall(dir.path(), &["tables=3/hour", "matches=2"]).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let mut ben = Caller::program(&hall, "Ben").await;
    let wanted = json!({ "game": GAME, "seats": 1, "take": 0, "start": true });
    let from = "127.0.0.1:9";
    for _ in 0..2 {
        ask(&mut ada, from, "POST", "/api/v1/tables", wanted.clone()).await.ok();
    }
    let refused = ask(&mut ada, from, "POST", "/api/v1/tables", wanted.clone()).await;
    assert_eq!(refused.error(429), "too_fast");
    assert!(refused.text().contains("2 matches of yours are under way"), "{}", refused.text());
    let refused = ask(&mut ada, from, "POST", "/api/v1/tables", wanted.clone()).await;
    assert!(refused.text().contains("you have opened many tables"), "{}", refused.text());
    assert!(seconds(&refused) > 60);
    ask(&mut ben, from, "POST", "/api/v1/tables", wanted).await.ok();
}

#[tokio::test]
async fn a_person_asks_for_only_so_many_hints_and_requests() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hall(dir.path(), &["hints=1/hour", "requests=10/hour"]).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let from = "8.8.8.8:1";
    let wanted = json!({ "game": GAME, "seats": 1, "take": 0, "start": true });
    let table = ask(&mut ada, from, "POST", "/api/v1/tables", wanted).await.ok().json();
    let (path, asked) =
        (format!("/api/v1/tables/{}/hint", table["id"].as_str().unwrap()), json!({ "seat": 0, "step": 0 }));
    ask(&mut ada, from, "POST", &path, asked.clone()).await.ok();
    let refused = ask(&mut ada, from, "POST", &path, asked).await;
    assert!(refused.error(429) == "too_fast" && refused.text().contains("hints"), "{}", refused.text());
    let mut last = 200;
    for _ in 0..20 {
        last = ask(&mut ada, from, "GET", "/games", json!({})).await.status.as_u16();
    }
    assert_eq!(last, 429);
    assert_eq!(ask(&mut Caller::new(&hall), from, "GET", "/games", json!({})).await.status.as_u16(), 200);
    assert_eq!(ask(&mut ada, from, "GET", "/healthz", json!({})).await.status.as_u16(), 200);
}

#[tokio::test]
async fn a_person_has_only_so_many_streams() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hall(dir.path(), &["streams=2"]).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(json!({ "game": GAME, "seats": 1, "take": 0, "start": true })).await;
    let open = |path: String| {
        let (router, token) = (ada.router.clone(), ada.token.clone().unwrap());
        async move {
            let peer: SocketAddr = "8.8.8.8:1".parse().unwrap();
            let request = Request::get(path).header("authorization", format!("Bearer {token}"));
            let request = request.extension(ConnectInfo(peer)).body(Body::empty()).unwrap();
            tower::ServiceExt::oneshot(router, request).await.unwrap()
        }
    };
    let first = open(format!("/api/v1/tables/{id}/events")).await;
    let second = open(format!("/tables/{id}/events")).await;
    assert_eq!((first.status().as_u16(), second.status().as_u16()), (200, 200));
    let third = open(format!("/tables/{id}/events")).await;
    assert_eq!(third.status().as_u16(), 429);
    assert!(third.headers().contains_key("retry-after"));
    drop(second);
    for _ in 0..100 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        if open(format!("/tables/{id}/events")).await.status().as_u16() == 200 {
            return;
        }
    }
    panic!("a page that was closed counts no more");
}

#[tokio::test]
async fn callers_on_this_machine_are_counted_only_on_request() {
    let dir = tempfile::tempdir().unwrap();
    let mut quotas = Quotas::default();
    quotas.set("guests=1/hour").unwrap();
    let hall = hall::open(Config { quotas: Some(quotas), ..common::config(dir.path()) }).await.unwrap();
    let mut near = Caller::new(&hall);
    for _ in 0..3 {
        ask(&mut near, "127.0.0.1:1", "POST", "/api/v1/guests", json!({})).await.ok();
        ask(&mut near, "[::1]:1", "POST", "/api/v1/guests", json!({})).await.ok();
    }
    ask(&mut near, "8.8.8.8:1", "POST", "/api/v1/guests", json!({})).await.ok();
    assert_eq!(ask(&mut near, "8.8.8.8:1", "POST", "/api/v1/guests", json!({})).await.error(429), "too_fast");
}

#[tokio::test]
async fn pictures_of_one_address_leave_places_for_another() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hall(dir.path(), &["requests=10000/minute"]).await;
    let bots = json!({ "0": "random", "1": "random" });
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(json!({ "game": "gloombah", "seats": 2, "bots": bots, "start": true })).await;
    let steps = ada.watch_out(&id).await["step"].as_u64().unwrap();
    let picture = |from: &'static str, at: u64| {
        let (mut caller, path) = (Caller::new(&hall), format!("/replays/{id}/moment.png?at={}", at % steps));
        async move { (from, ask(&mut caller, from, "GET", &path, json!({})).await) }
    };
    let mut asked = JoinSet::new();
    for at in 0..60 {
        asked.spawn(picture("8.8.8.8:1", at));
    }
    asked.spawn(picture("9.9.9.9:1", 60));
    let (mut refused, mut drawn_before) = (0, None);
    let mut drawn = 0;
    while let Some(answered) = asked.join_next().await {
        let (from, answer) = answered.unwrap();
        if from == "9.9.9.9:1" {
            assert_eq!(answer.status.as_u16(), 200, "{}", answer.text());
            drawn_before = Some(drawn);
        } else if answer.status == 200 {
            drawn += 1;
        } else {
            assert_eq!((answer.status.as_u16(), seconds(&answer)), (429, 1), "{}", answer.text());
            refused += 1;
        }
    }
    assert!((1..60).contains(&refused), "{refused} of 60 are refused");
    assert!(drawn_before.unwrap() < drawn, "the other address waits for some of them, not for all {drawn}");
}
