//! Rematches: everybody who is still present is taken along.

use axum::http::Method;
use hall::Hall;
use serde_json::{Value, json};

use crate::common::{Caller, Follower, GAME, attribute, open};

/// Plays a match of Ada, Ben and a bot, which is over after a few steps. Ada is its host.
async fn finished(hall: &Hall, table: Value) -> (Caller, Caller, String) {
    let (mut ada, mut ben) = (Caller::program(hall, "Ada").await, Caller::program(hall, "Ben").await);
    let mut wanted = json!({
        "game": GAME, "seats": 3, "take": 0, "bots": { "2": "random" }, "options": { "fight_round_limit": 2 },
    });
    wanted.as_object_mut().unwrap().extend(table.as_object().unwrap().clone());
    let id = ada.table(wanted).await;
    ben.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), None).await.ok();
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    tokio::join!(ada.play_out(&id), ben.play_out(&id));
    (ada, ben, id)
}

/// Returns the occupant of each seat.
fn seating(table: &Value) -> Vec<String> {
    let seats = table["seats"].as_array().unwrap().iter();
    seats.map(|seat| seat["player"].as_str().or(seat["bot"].as_str()).unwrap_or("-").to_owned()).collect()
}

#[tokio::test]
async fn all_present_go_on_at_one_press_each_a_seat_further_round() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let settings = json!({ "public": true, "spectators": false, "talk": "phrases" });
    let (mut ada, mut ben, id) = finished(&hall, settings).await;
    let (_, _there) = Follower::of(&mut ada, &id).await;
    let (page, mut follower) = Follower::of(&mut ben, &id).await;
    assert!(page.contains("Play again") && !page.contains("data-onward"));
    let next = ben.post(&format!("/api/v1/tables/{id}/rematch"), json!({ "share": "of Ben" })).await.ok().json();
    assert_eq!(
        (next["phase"].as_str(), seating(&next)),
        (Some("playing"), ["random", "Ada", "Ben"].map(str::to_owned).into())
    );
    assert_eq!(
        (&next["public"], &next["spectators"], &next["talk"], &next["options"]["fight_round_limit"]),
        (&json!(true), &json!(false), &json!("phrases"), &json!(2))
    );
    let next = next["id"].as_str().unwrap();
    assert_eq!(ada.look(next).await["host"], true, "the host stays the host");

    // Live updates show the link to the other players.
    let way = format!("data-onward=\\\"/tables/{next}\\\"");
    let told = |text: String| text.contains(&way) && text.contains("Ada plays on.");
    follower.until(|news| told(news.data.to_string())).await;
    let page = ben.get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains("Go to the next table") && !page.contains("/rematch"));
    assert_eq!(attribute(&page, "gone-on", "data-onward"), Some(format!("/tables/{next}")));
    let again = ada.post(&format!("/api/v1/tables/{id}/rematch"), json!({})).await.ok().json();
    assert_eq!(again["id"], next);
}

#[tokio::test]
async fn two_who_press_at_once_come_to_one_table() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben, id) = finished(&hall, json!({})).await;
    let _there = (Follower::of(&mut ada, &id).await, Follower::of(&mut ben, &id).await);
    let path = format!("/api/v1/tables/{id}/rematch");
    let mut twice = ada.clone();
    let (one, other, third) =
        tokio::join!(ada.post(&path, json!({})), ben.post(&path, json!({})), twice.post(&path, json!({})));
    let [one, other, third] = [one, other, third].map(|reply| reply.ok().json());
    assert_eq!((&one["id"], &one["id"]), (&other["id"], &third["id"]));
    assert_eq!(seating(&one), ["random", "Ada", "Ben"]);
    let own = ada.get("/me").await.ok().text();
    assert_eq!(own.matches("/tables/").count(), 2, "the match that is over, and the next one: {own}");
}

#[tokio::test]
async fn whoever_has_left_is_waited_for_and_told() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (ada, ben, id) = finished(&hall, json!({})).await;
    // After a restart the server does not know who was recently present.
    hall.close().await;
    drop(hall);
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller { router: hall.router(), ..ada }, Caller { router: hall.router(), ..ben });
    let next = ada.form(&format!("/tables/{id}/rematch"), &[]).await.header("location").to_owned();
    let table = ada.look(next.trim_start_matches("/tables/")).await;
    assert_eq!(
        (table["phase"].as_str(), seating(&table)),
        (Some("open"), ["random", "Ada", "-"].map(str::to_owned).into())
    );

    let front = ben.get("/").await.ok().text();
    let row = &front[front.find(&format!("href=\"{next}\"")).unwrap()..];
    assert!(row[..row.find("</a>").unwrap()].contains("Join"), "{front}");
    let page = ben.get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains("Ada plays on.") && page.contains("Join them") && !page.contains("data-onward"), "{page}");
    let mut eve = Caller::new(&hall);
    let page = eve.get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains("Look on there") && !page.contains("Join them"));
    assert!(!eve.get("/").await.ok().text().contains(&next));

    assert_eq!(ben.form(&format!("/tables/{id}/rematch"), &[]).await.header("location"), next);
    ben.form(&format!("/tables/{id}/rematch"), &[]).await;
    let table = ada.look(next.trim_start_matches("/tables/")).await;
    assert_eq!(seating(&table), ["random", "Ada", "Ben"]);
    let front = ben.get("/").await.ok().text();
    assert!(front.contains(&next) && !front.contains("Join"));
}

#[tokio::test]
async fn whoever_was_removed_stays_removed() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut eve) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Eve").await);
    let id = ada.table(json!({ "game": GAME, "seats": 2, "take": 0, "options": { "fight_round_limit": 2 } })).await;
    let seat = format!("/api/v1/tables/{id}/seats/1");
    eve.call(Method::PUT, &seat, None).await.ok();
    ada.call(Method::DELETE, &seat, None).await.ok();
    ada.call(Method::PUT, &seat, None).await.ok();
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    ada.play_out(&id).await;
    let next = ada.post(&format!("/api/v1/tables/{id}/rematch"), json!({})).await.ok().json();
    assert_eq!(next["removed"], json!([{ "n": 1, "player": "Eve" }]));
}

#[tokio::test]
async fn as_last_time_takes_people_game_and_settings() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    assert_eq!(ada.post("/api/v1/me/rematch", json!({})).await.error(404), "not_found");
    assert!(!ada.get("/").await.ok().text().contains("/friends/again"));
    let table =
        json!({ "game": GAME, "seats": 2, "take": 0, "title": "Soup night", "options": { "fight_round_limit": 2 } });
    let id = ada.table(table).await;
    ben.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), Some(json!({}))).await.ok();
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    tokio::join!(ada.play_out(&id), ben.play_out(&id));
    // A match alone in between does not matter.
    let alone = ada.table(json!({ "game": "crimsonbranch", "seats": 1, "take": 0, "start": true })).await;
    ada.act(&alone, 0, 0, json!({ "type": "retire" })).await.ok();
    hall.close().await;
    drop(hall);

    // Nobody is there: Ben's seat stays free for him, and both come to the same table.
    let hall = open(dir.path()).await;
    (ada.router, ben.router) = (hall.router(), hall.router());
    let front = ada.get("/").await.ok().text();
    assert!(front.contains("/friends/again") && front.contains("Rogue Ascension with Ben"), "{front}");
    let opened = ada.form("/friends/again", &[]).await;
    let next = opened.header("location").trim_start_matches("/tables/").to_owned();
    let table = ada.look(&next).await;
    assert_eq!((&table["phase"], &table["title"], &table["you"]), (&json!("open"), &json!("Soup night"), &json!([1])));
    assert_eq!((&table["game"], &table["options"]["fight_round_limit"]), (&json!(GAME), &json!(2)));
    let joined = ben.post("/api/v1/me/rematch", json!({})).await.ok().json();
    assert_eq!((&joined["id"], &joined["you"]), (&json!(next), &json!([0])));

    // The last match is another one now.
    ada.post(&format!("/api/v1/tables/{next}/start"), json!({})).await.ok();
    tokio::join!(ada.play_out(&next), ben.play_out(&next));
    let again = ada.post("/api/v1/me/rematch", json!({})).await.ok().json();
    assert!(again["id"] != json!(next) && again["id"] != json!(id));
}
