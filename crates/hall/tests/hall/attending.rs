//! Streams and their pages: signs of life, pages without a stream, and pages that the server ends
//! with a reason. It also tests browsers without cookies.

use std::time::{Duration, Instant};

use axum::{
    body::Body,
    http::{Method, Request, header},
};
use hall::Config;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::common::{self, Caller, Follower, GAME, LATE, attribute, open};

const PASSWORD: &str = "tin-of-peaches";

/// Returns the address of the stream that a table's page names.
fn stream_of(page: &str) -> String {
    attribute(page, "id=\"live\"", "data-events").unwrap()
}

/// Returns a browser that has just begun a match, and its table.
async fn playing(hall: &hall::Hall) -> (Caller, String) {
    let mut ada = Caller::new(hall);
    let table = ada.form("/play", &[("game", GAME)]).await.header("location").to_owned();
    (ada, table.strip_prefix("/tables/").unwrap().to_owned())
}

#[tokio::test]
async fn streams_are_not_buffered_and_scripts_see_signs_of_life() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, id) = playing(&hall).await;
    for path in [format!("/tables/{id}/events"), format!("/api/v1/tables/{id}/events")] {
        let request = Request::get(path).header(header::COOKIE, ada.cookie.clone().unwrap());
        let answer = hall.router().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(answer.headers()["x-accel-buffering"], "no");
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
    }
    let (_, mut page) = Follower::of(&mut ada, &id).await;
    let late = Instant::now() + LATE;
    while page.signs == 0 {
        assert!(Instant::now() < late, "no sign of life comes");
        page.within(Duration::from_secs(1)).await;
    }
}

#[tokio::test]
async fn a_page_is_told_when_its_table_is_closed() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, id) = playing(&hall).await;
    let (_, mut page) = Follower::of(&mut ada, &id).await;
    let token = std::fs::read_to_string(dir.path().join(hall::OPERATOR_TOKEN_FILE)).unwrap();
    let mut operator = Caller { token: Some(token.trim().to_owned()), ..Caller::new(&hall) };
    let motive = json!({ "operator": "mod", "why": "insults" });
    operator.post(&format!("/api/v1/operator/tables/{id}/close"), motive).await.ok();
    let told = page.until(|news| news.kind == "gone").await;
    assert_eq!(told.last().unwrap().kind, "gone");
    page.end().await;
    assert_eq!(ada.get(&format!("/tables/{id}/version")).await.status, 410);
    assert_eq!(ada.get(&format!("/tables/{id}")).await.status, 410);
}

#[tokio::test]
async fn a_page_is_told_when_its_visitor_is_signed_out() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, id) = playing(&hall).await;
    ada.form("/me/account", &[("name", "Ada Byron"), ("password", PASSWORD)]).await;
    let shown = ada.get(&format!("/tables/{id}")).await.ok().text();
    let (events, version) = (stream_of(&shown), attribute(&shown, "id=\"live\"", "data-version").unwrap());
    let mut page = Follower::at(&ada, &format!("{events}&version={version}"), None).await;
    let mut other_tab = ada.clone();
    other_tab.form("/me/sign-out", &[("where", "here")]).await;
    page.next_of("signed-out").await;
    page.end().await;

    // The page returns without the cookie. It was drawn for a person, but the request names nobody.
    let nobody = Caller::new(&hall);
    Follower::at(&nobody, &format!("{events}&version={version}"), None).await.next_of("signed-out").await;
    let asks = events.replace("/events?", "/version?");
    assert_eq!(nobody.clone().get(&asks).await.status, 401);
    // Another person has signed in: the page is not theirs.
    let (mut ben, _) = playing(&hall).await;
    Follower::at(&ben, &events, None).await.next_of("gone").await;
    assert_eq!(ben.get(&asks).await.status, 403);

    // The link back leads to the table, and to no other place.
    let mut back = Caller::new(&hall);
    let at = format!("/tables/{id}");
    let form = back.get(&format!("/sign-in?to={at}")).await.ok().text();
    assert_eq!(attribute(&form, "name=\"to\"", "value").as_deref(), Some(at.as_str()));
    let fields = |to| [("name", "Ada Byron"), ("password", PASSWORD), ("to", to)];
    assert_eq!(back.form("/sign-in", &fields(&at)).await.header("location"), at);
    for elsewhere in ["//evil.example/tables/x", "/tables/../me/delete", "https://evil.example", "/tables/"] {
        assert_eq!(back.form("/sign-in", &fields(elsewhere)).await.header("location"), "/me", "{elsewhere}");
    }
}

/// Waits until a spectator sees that a seat is or is not connected.
async fn until_connected(hall: &hall::Hall, id: &str, seat: usize, wanted: bool) -> Value {
    let late = Instant::now() + LATE;
    loop {
        let table = Caller::new(hall).look(id).await;
        if table["seats"][seat]["connected"] == wanted {
            return table;
        }
        assert!(Instant::now() < late, "seat {seat} never is {wanted}: {table}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn whoever_has_a_page_without_a_stream_is_there() {
    let dir = tempfile::tempdir().unwrap();
    let patience = Duration::from_millis(400);
    let hall = hall::open(Config { absence: patience, ..common::config(dir.path()) }).await.unwrap();
    let (mut ada, id) = playing(&hall).await;
    until_connected(&hall, &id, 0, false).await;
    let version = format!("/tables/{id}/version?page=one");
    let answer = ada.get(&version).await.ok().json();
    assert!(answer["version"].is_string(), "{answer}");
    let since = Instant::now();
    until_connected(&hall, &id, 0, true).await;
    until_connected(&hall, &id, 0, false).await;
    assert!(since.elapsed() >= patience * 5 / 2, "it was there for {:?}", since.elapsed());

    // Each page counts separately.
    ada.get(&version).await.ok();
    ada.get(&version.replace("one", "two")).await.ok();
    ada.post(&format!("/tables/{id}/left?page=one"), json!({})).await.ok();
    let since = Instant::now();
    until_connected(&hall, &id, 0, false).await;
    assert!(since.elapsed() >= patience * 2, "the other page was there for {:?}", since.elapsed());
    let long = "x".repeat(100);
    assert_eq!(ada.get(&format!("/tables/{id}/version?page={long}")).await.status, 400);
}

#[tokio::test]
async fn whoever_closes_a_page_without_a_stream_is_gone() {
    let dir = tempfile::tempdir().unwrap();
    // Such a page counts as open for longer than this test waits.
    let hall = hall::open(Config { absence: LATE / 2, ..common::config(dir.path()) }).await.unwrap();
    let ((mut ada, closed), (mut ben, streams)) = (playing(&hall).await, playing(&hall).await);
    for (caller, id) in [(&mut ada, &closed), (&mut ben, &streams)] {
        caller.get(&format!("/tables/{id}/version?page=one")).await.ok();
        until_connected(&hall, id, 0, true).await;
    }
    ada.post(&format!("/tables/{closed}/left?page=one"), json!({})).await.ok();
    // A page that has a stream again is present by that alone.
    let stream = Follower::at(&ben, &format!("/tables/{streams}/events?page=one"), None).await;
    // Their earlier questions arrive later, by another connection.
    for (caller, id) in [(&mut ada, &closed), (&mut ben, &streams)] {
        caller.get(&format!("/tables/{id}/version?page=one")).await.ok();
    }
    drop(stream);
    until_connected(&hall, &closed, 0, false).await;
    until_connected(&hall, &streams, 0, false).await;
}

#[tokio::test]
async fn a_page_without_a_stream_takes_no_seat_back_from_a_stand_in() {
    let dir = tempfile::tempdir().unwrap();
    let config = Config { absence: Duration::from_millis(200), ..common::config(dir.path()) };
    let hall = hall::open(config).await.unwrap();
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let id = ada.table(json!({ "game": GAME, "seats": 2, "take": 0 })).await;
    ben.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), None).await.ok();
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    let awaited = ada.look(&id).await["state"]["status"]["awaiting"][0]["seat"].as_u64().unwrap() as usize;
    let (away, here) = if awaited == 0 { (&mut ada, &mut ben) } else { (&mut ben, &mut ada) };
    let late = Instant::now() + LATE;
    while here.post(&format!("/api/v1/tables/{id}/seats/{awaited}/stand-in"), json!({})).await.status != 200 {
        assert!(Instant::now() < late, "no bot may stand in");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    away.get(&format!("/tables/{id}/version?page=one")).await.ok();
    let seats = Caller::new(&hall).look(&id).await["seats"].clone();
    assert_eq!(seats[awaited]["stand_in"], "normal", "nobody looks at that page: {seats}");
}

#[tokio::test]
async fn a_browser_without_cookies_is_told_and_leaves_no_table_behind() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let page = [("accept", "text/html,application/xhtml+xml")];
    for (path, fields) in
        [("/play", [("game", GAME)].as_slice()), ("/tables?x=1", &[("game", GAME), ("public", "yes")])]
    {
        let mut forgetful = Caller::new(&hall);
        let asked = forgetful.form_with(path, fields, &page).await;
        assert_eq!(asked.status, 307, "the form is sent again: {}", asked.text());
        let again = asked.header("location").to_owned();
        forgetful.cookie = None;
        let told = forgetful.form_with(&again, fields, &page).await;
        assert_eq!(told.status, 403);
        assert!(told.text().contains("stores no cookies") && !told.text().contains("/tables/"), "{}", told.text());
        assert!(forgetful.cookie.is_none(), "nobody has become a guest");

        let mut usual = Caller::new(&hall);
        let asked = usual.form_with(path, fields, &page).await;
        assert_eq!(asked.header("location"), again);
        let opened = usual.form_with(&again, fields, &page).await;
        assert_eq!(opened.status, 303, "{}", opened.text());
        assert!(opened.header("location").starts_with("/tables/"));
    }
}
