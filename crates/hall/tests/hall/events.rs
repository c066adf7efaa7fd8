//! Live updates: pages receive every step, and catch up after a lost connection.

use std::{
    io::{BufRead, BufReader},
    net::TcpStream,
    time::{Duration, Instant},
};

use axum::http::Method;
use serde_json::json;
use tokio::sync::oneshot;

use crate::common::{Caller, Follower, GAME, Wire, open};

/// Reads messages as `name id`.
struct Listener(BufReader<TcpStream>);

impl Listener {
    fn new(wire: &Wire, id: &str, last: Option<u64>) -> Listener {
        let headers = last.map(|last| format!("last-event-id: {last}\r\n")).unwrap_or_default();
        let path = format!("/api/v1/tables/{id}/events");
        Listener(BufReader::new(
            wire.open("GET", &path, &format!("accept: text/event-stream\r\n{headers}"), "").unwrap(),
        ))
    }

    /// Returns the next message; `None` when the stream has ended.
    fn next(&mut self) -> Option<String> {
        let (mut name, mut id) = (String::new(), String::new());
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            let line = line.trim_end();
            if let Some(text) = line.strip_prefix("event: ") {
                name = text.to_owned();
            }
            if let Some(text) = line.strip_prefix("id: ") {
                id = text.to_owned();
            }
            if line.is_empty() && !name.is_empty() {
                return Some(format!("{name} {id}"));
            }
        }
    }

    fn take(&mut self, count: usize) -> Vec<String> {
        (0..count).map_while(|_| self.next()).collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_gets_each_step_catches_up_and_ends_with_the_hall() {
    let dir = tempfile::tempdir().unwrap();
    let mut hall = open(dir.path()).await;
    let addr = hall.bind().await.unwrap();
    assert_eq!(hall.local_addr(), Some(addr));
    let (close, closing) = oneshot::channel::<()>();
    let serving = tokio::spawn(hall.serve(async {
        let _ = closing.await;
    }));
    let heard = tokio::task::spawn_blocking(move || {
        let ada = Wire::guest(addr);
        let eve = Wire::guest(addr);
        let body = json!({ "game": GAME, "seats": 2, "take": 0 }).to_string();
        let id = ada.json("POST", "/api/v1/tables", &body).1["id"].as_str().unwrap().to_owned();
        let at = format!("/api/v1/tables/{id}");
        let mut listener = Listener::new(&ada, &id, None);
        assert_eq!(listener.next().as_deref(), Some("step 0"), "the present comes first");
        assert_eq!(ada.json("GET", &at, "").1["seats"][0]["connected"], true);
        assert_eq!(eve.json("PUT", &format!("{at}/seats/1"), "{\"bot\":\"reference\"}").0, 403);
        assert_eq!(ada.json("PUT", &format!("{at}/seats/1"), "{\"bot\":\"reference\"}").0, 200);
        assert_eq!(ada.json("POST", &format!("{at}/start"), "").0, 200);
        assert_eq!(listener.take(2), ["seats 0", "seats 0"]);
        let table = ada.json("GET", &at, "").1;
        // Whichever seat begins, the first steps come in order, each once.
        if !table["state"]["legal"]["0"].is_null() {
            ada.act_first(&id).unwrap();
        }
        assert_eq!(listener.next().as_deref(), Some("step 1"));
        drop(listener);
        let deadline = Instant::now() + Duration::from_secs(60);
        let step = loop {
            let table = ada.json("GET", &at, "").1;
            let step = table["step"].as_u64().unwrap();
            if step >= 3 || table["phase"] == "over" {
                break step;
            }
            assert!(Instant::now() < deadline);
            let _ = ada.act_first(&id).unwrap();
        };
        let mut again = Listener::new(&ada, &id, Some(1));
        let missed: Vec<String> = (2..=step).map(|n| format!("step {n}")).collect();
        assert_eq!(again.take(missed.len()), missed, "all that was missed");
        again
    });
    let mut listener = heard.await.unwrap();
    close.send(()).unwrap();
    let begun = Instant::now();
    let ended = tokio::task::spawn_blocking(move || while listener.next().is_some() {}).await;
    ended.unwrap();
    serving.await.unwrap().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(4), "nobody had to be cut off");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_reports_the_state_of_the_match_if_asked_to() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let id = ada.table(json!({ "game": "gloombah", "seats": 2, "take": 0 })).await;
    let path = format!("/api/v1/tables/{id}/events?state=1");
    let mut told = Follower::at(&ben, &path, None).await;
    let opened = told.next().await.unwrap();
    assert_eq!((opened.kind.as_str(), &opened.data["state"]), ("step", &json!(null)), "the match has not begun");
    ben.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), Some(json!({}))).await.ok();
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    for _ in 0..6 {
        let tables = [ada.look(&id).await, ben.look(&id).await];
        let seat = usize::from(tables[0]["state"]["legal"]["0"].is_null());
        let mover = if seat == 0 { &mut ada } else { &mut ben };
        let answer = mover.act_first(&id, &tables[seat], seat).await.ok().json();
        let news = loop {
            let news = told.next().await.unwrap();
            if news.data["step"] == answer["step"] {
                break news;
            }
        };
        let seen = ben.look(&id).await;
        for name in ["step", "answers", "state", "epochs"] {
            assert_eq!(news.data[name], seen[name], "{name}");
        }
        assert_eq!(news.version, answer["step"].to_string());
        assert!(news.data["state"]["legal"].get("0").is_none(), "what another seat may do is not told");
        // Ben may receive less of another player's step than that player does.
        assert!(news.data["events"].is_array());
        if seat == 1 {
            assert_eq!(news.data["events"], answer["events"]);
        }
    }
}
