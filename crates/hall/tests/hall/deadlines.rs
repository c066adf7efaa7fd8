//! The calendar of deadlines.

use axum::http::Method;
use serde_json::{Value, json};

use crate::common::{Caller, open, people_at_match};

#[tokio::test]
async fn deadlines_are_a_calendar_at_a_secret_address() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut people, id) = people_at_match(&hall, "gloombah", 2, json!({ "pace": "1-day" })).await;
    let table = people[0].look(&id).await;
    let seats = table["seats"].as_array().unwrap();
    let seat = seats.iter().position(|seat| seat["clock"]["until"].is_i64()).unwrap();
    let mut stranger = Caller::new(&hall);
    let mut addresses = Vec::new();
    for caller in &mut people {
        let state = caller.call(Method::PUT, "/api/v1/deadlines/calendar", None).await.ok().json();
        addresses.push(state["calendar"].as_str().unwrap().to_owned());
    }
    let feed = stranger.get(&addresses[seat]).await.ok();
    assert!(feed.header("content-type").starts_with("text/calendar"));
    assert!(feed.text().contains("SUMMARY:Your turn: Gloombah!\r\n"), "{}", feed.text());
    assert!(feed.text().contains(&format!("URL:http://hall.test/tables/{id}\r\n")), "{}", feed.text());
    assert!(!stranger.get(&addresses[1 - seat]).await.ok().text().contains("VEVENT"), "nothing waits for the other");
    // Another address replaces the first, and none is left once it is removed.
    let ada = &mut people[seat];
    ada.call(Method::PUT, "/api/v1/deadlines/calendar", None).await.ok();
    assert_eq!(stranger.get(&addresses[seat]).await.status, 404);
    let state = ada.call(Method::DELETE, "/api/v1/deadlines/calendar", None).await.ok().json();
    assert_eq!(state["calendar"], Value::Null);
}

#[tokio::test]
async fn page_of_notices_has_the_calendar_as_a_form() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    assert_eq!(ada.form("/me/deadlines", &[("do", "make")]).await.header("location"), "/me/notices#deadlines");
    let page = ada.get("/me/notices").await.ok().text();
    let address = page.split("value=\"http://hall.test/calendar/").nth(1).unwrap().split('"').next().unwrap();
    let address = format!("/calendar/{address}");
    assert!(address.ends_with(".ics") && ada.get(&address).await.ok().text().contains("VCALENDAR"));
    ada.form("/me/deadlines", &[("do", "remove")]).await;
    assert_eq!(ada.get(&address).await.status, 404);
    assert!(ada.get("/me/notices").await.ok().text().contains("Make an address"));
}
