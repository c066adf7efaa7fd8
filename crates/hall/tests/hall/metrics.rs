//! Metrics for the operators of a server.

use std::{io::Read, time::Instant};

use hall::Config;
use serde_json::json;

use crate::common::{GAME, LATE, Wire, config};

/// Returns the figure of this name, with its labels.
fn figure(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in\n{text}")).parse().unwrap()
}

#[test]
fn the_figures_are_true_and_have_their_own_address() {
    let dir = tempfile::tempdir().unwrap();
    let config = Config { metrics: Some(([127, 0, 0, 1], 0).into()), ..config(dir.path()) };
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        tokio::runtime::Runtime::new().unwrap().block_on(async {
            let mut hall = hall::open(config).await.unwrap();
            let addr = hall.bind().await.unwrap();
            tell.send((addr, hall.metrics_addr().unwrap())).unwrap();
            hall.serve(std::future::pending()).await.unwrap();
        });
    });
    let (addr, metrics) = told.recv().unwrap();
    let wire = Wire::guest(addr);
    let body = json!({ "game": GAME, "seats": 1, "take": 0, "start": true }).to_string();
    let id = wire.json("POST", "/api/v1/tables", &body).1["id"].as_str().unwrap().to_owned();
    wire.act_first(&id).unwrap().unwrap();
    assert_eq!(wire.json("GET", "/api/v1/tables/none", "").0, 404);
    assert_eq!(wire.json("GET", "/api/v1/tables/none", "").0, 404);
    // A match with bots of both kinds, until each has moved.
    let bots = json!({ "0": "normal", "1": "search:5" });
    let body = json!({ "game": "gloombah", "seats": 2, "bots": bots, "start": true, "options": { "round_limit": 10 } });
    let both = wire.json("POST", "/api/v1/tables", &body.to_string()).1["id"].as_str().unwrap().to_owned();
    while wire.json("GET", &format!("/api/v1/tables/{both}"), "").1["phase"] != "over" {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let stream = wire.open("GET", &format!("/api/v1/tables/{id}/events"), "", "").unwrap();
    stream.peek(&mut [0]).unwrap();
    let asker = Wire { addr: metrics, token: String::new() };
    let (mut text, late) = (String::new(), Instant::now() + LATE);
    // A table that is busy at this moment counts as under way, even one whose match is over.
    while text.is_empty() || figure(&text, "undercroft_tables{phase=\"playing\"}") > 1.0 {
        assert!(Instant::now() < late, "{text}");
        text.clear();
        asker.open("GET", "/metrics", "", "").unwrap().read_to_string(&mut text).unwrap();
    }
    assert!(text.contains("content-type: application/openmetrics-text"), "{text}");
    assert!(figure(&text, "undercroft_moves_total") > 10.0);
    assert_eq!(figure(&text, "undercroft_refusals_total{code=\"unknown_match\"}"), 2.0);
    assert_eq!(figure(&text, "undercroft_streams"), 1.0);
    assert!(figure(&text, "undercroft_connections") >= 1.0);
    assert_eq!(figure(&text, "undercroft_tables{phase=\"playing\"}"), 1.0);
    for kind in ["quick", "searching"] {
        assert!(figure(&text, &format!("undercroft_bots_thought_seconds_count{{kind=\"{kind}\"}}")) > 0.0);
        assert!(figure(&text, &format!("undercroft_bots_waited_seconds_count{{kind=\"{kind}\"}}")) > 0.0);
        assert_eq!(figure(&text, &format!("undercroft_bots_waiting{{kind=\"{kind}\"}}")), 0.0);
    }
    assert!(figure(&text, "undercroft_store_write_seconds_count") > 12.0);
    drop(stream);
    // The public address does not serve metrics.
    assert_eq!(wire.json("GET", "/api/v1/metrics", "").0, 404);
    let mut page = String::new();
    wire.open("GET", "/metrics", "", "").unwrap().read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 404"), "{page}");
}
