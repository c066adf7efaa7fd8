//! Bots with a name: which ones sit down, how pages show them, and their remarks.

use axum::http::Method;
use kernel::Cue;
use serde_json::{Value, json};

use crate::common::{Caller, Reply, open};

/// Returns the table to which a form has led.
fn led_to(reply: &Reply) -> String {
    reply.header("location").trim_start_matches("/tables/").to_owned()
}

/// Returns the characters at a table, by seat.
fn characters(table: &Value) -> Vec<Option<&str>> {
    table["seats"].as_array().unwrap().iter().map(|seat| seat["character"].as_str()).collect()
}

#[tokio::test]
async fn whoever_plays_at_once_meets_three_who_are_somebody() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = led_to(&ada.form("/play", &[("game", "gloombah")]).await);
    let table = ada.look(&id).await;
    assert_eq!(characters(&table), [None, Some("berengar"), Some("dulcie"), Some("crispin")]);
    let bots: Vec<_> = (1..4).map(|seat| table["seats"][seat]["bot"].as_str().unwrap()).collect();
    assert_eq!(bots, ["normal:careful", "normal:bold", "normal:spiteful"]);
    let page = ada.get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains("<b>Dulcie</b>") && page.contains("fox_barrister") && page.contains("a bot</span>"));
}

#[tokio::test]
async fn a_bot_by_its_name_gets_its_character_by_its_level_none() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let games = ada.get("/api/v1/games").await.ok().json();
    let gloombah = games["games"].as_array().unwrap().iter().find(|game| game["id"] == "gloombah").unwrap();
    let odile = gloombah["characters"].as_array().unwrap().iter().find(|one| one["id"] == "odile").unwrap();
    assert_eq!((&odile["level"], &odile["temperament"]), (&json!("hard"), &json!("careful")));

    let wanted = json!({ "game": "gloombah", "seats": 4, "take": 0, "bots": { "1": "odile", "2": "normal" } });
    let id = ada.table(wanted).await;
    let table = ada.look(&id).await;
    assert_eq!(characters(&table), [None, Some("odile"), None, None]);
    assert_eq!((&table["seats"][1]["bot"], &table["seats"][2]["bot"]), (&json!("hard:careful"), &json!("normal")));
    let seat = format!("/api/v1/tables/{id}/seats/3");
    let nobody = ada.call(Method::PUT, &seat, Some(json!({ "bot": "nobody" }))).await;
    assert_eq!(nobody.status, 400);
    ada.call(Method::PUT, &seat, Some(json!({ "bot": "odile" }))).await.ok();
    let page = ada.get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains("Odile 2") && page.contains("Odile 4"), "two of one name are told apart");
}

#[tokio::test]
async fn a_seat_of_a_level_goes_to_the_next_who_is_not_there() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(json!({ "game": "gloombah", "seats": 4, "take": 0, "bots": { "1": "berengar" } })).await;
    let page = ada.get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains(r#"<option value="dulcie" selected>"#), "the menu begins with the next one");
    for seat in [2, 3] {
        ada.form(&format!("/tables/{id}/seats/{seat}"), &[("do", "bot"), ("bot", "normal")]).await;
    }
    assert_eq!(characters(&ada.look(&id).await), [None, Some("berengar"), Some("dulcie"), Some("crispin")]);
}

#[tokio::test]
async fn a_line_beside_a_seat_is_for_eyes_and_in_no_record() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = led_to(&ada.form("/play", &[("game", "gloombah")]).await);
    let title = roster::find("gloombah").unwrap();
    let opening = title.character("crispin").unwrap().line(Cue::Begin, 3).unwrap();
    let page = ada.get(&format!("/tables/{id}?at=0")).await.ok().text();
    let said: Vec<&str> = page.split(r#"<p class="speech" aria-hidden="true""#).skip(1).collect();
    assert!(said.len() == 1 && said[0].contains(opening.source()), "one speaks at a time: {said:?}");
    assert!(!ada.get(&format!("/tables/{id}/record")).await.text().contains(opening.source()));

    let plain = json!({ "game": "gloombah", "seats": 2, "take": 0, "bots": { "1": "normal" }, "start": true });
    let plain = ada.table(plain).await;
    assert!(!ada.get(&format!("/tables/{plain}?at=0")).await.ok().text().contains("class=\"speech\""));
}

#[tokio::test]
async fn whoever_wants_quiet_bots_says_so_on_their_page_or_by_program() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    assert!(!ada.get("/me").await.ok().text().contains("data-quiet-bots"));
    ada.form("/me", &[("name", "Ada"), ("bots", "quiet")]).await;
    assert!(ada.get("/me").await.ok().text().contains("data-quiet-bots"));
    assert_eq!(ada.get("/api/v1/me").await.ok().json()["quiet_bots"], true);
    let loud = ada.call(Method::PUT, "/api/v1/me", Some(json!({ "quiet_bots": false }))).await.ok().json();
    assert_eq!(loud["quiet_bots"], false);
}

#[tokio::test]
async fn a_character_keeps_its_seat_after_a_restart_and_in_a_rematch() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let wanted = json!({ "game": "rogue-ascension", "seats": 2, "take": 0, "bots": { "1": "wenna" }, "start": true });
    let id = ada.table(wanted).await;
    let token = ada.token.take();
    hall.close().await;
    drop((ada, hall));
    let hall = open(dir.path()).await;
    let mut ada = Caller { token, ..Caller::new(&hall) };
    assert_eq!(characters(&ada.look(&id).await), [None, Some("wenna")]);
    ada.play_out(&id).await;
    let record = ada.get(&format!("/tables/{id}/record")).await.text();
    assert!(record.contains("Wenna, bot normal:careful"), "{}", record.lines().next().unwrap());
    let next = ada.post(&format!("/api/v1/tables/{id}/rematch"), json!({})).await.ok().json();
    let next = next["id"].as_str().unwrap();
    assert_eq!(characters(&ada.look(next).await), [Some("wenna"), None]);
}
