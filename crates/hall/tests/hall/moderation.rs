//! The actions of operators: bans, mutes, closed tables, names; and the log of these actions.

use std::{net::SocketAddr, path::Path};

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{Method, Request},
};
use hall::Hall;
use serde_json::{Value, json};

use crate::common::{Caller, Follower, GAME, Reply, open};

const RESTRICTIONS: &str = "/api/v1/operator/restrictions";

/// Returns a caller with the operators' token.
pub(crate) fn operator(hall: &Hall, data: &Path) -> Caller {
    let token = std::fs::read_to_string(data.join(hall::OPERATOR_TOKEN_FILE)).unwrap();
    Caller { token: Some(token.trim().to_owned()), ..Caller::new(hall) }
}

async fn id_of(caller: &mut Caller) -> String {
    caller.get("/api/v1/me").await.ok().json()["id"].as_str().unwrap().to_owned()
}

pub(crate) fn about(mut body: Value) -> Value {
    body["operator"] = "mod".into();
    body["why"] = "insults".into();
    body
}

/// Sends a request from an address.
async fn from(address: &str, caller: &mut Caller, path: &str) -> Reply {
    let peer: SocketAddr = address.parse().unwrap();
    let mut request = Request::get(path).body(Body::empty()).unwrap();
    request.extensions_mut().insert(ConnectInfo(peer));
    caller.send(request).await
}

#[tokio::test]
async fn only_operators_moderate() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut eve = Caller::program(&hall, "Eve").await;
    for caller in [&mut Caller::new(&hall), &mut eve] {
        assert_eq!(caller.get(RESTRICTIONS).await.error(401), "unauthorized");
        assert_eq!(caller.get("/api/v1/operator/audit").await.error(401), "unauthorized");
    }
    let mut operator = operator(&hall, dir.path());
    let nothing = operator.get(RESTRICTIONS).await.ok().json();
    assert_eq!(nothing, json!({ "restrictions": [], "closed_tables": [] }));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let file = std::fs::metadata(dir.path().join(hall::OPERATOR_TOKEN_FILE)).unwrap();
        assert_eq!(file.permissions().mode() & 0o777, 0o600);
    }
    for (body, why) in [
        (json!({ "kind": "ban", "person": "x", "operator": "mod", "why": " " }), "nothing to write down"),
        (about(json!({ "kind": "praise", "person": "x" })), "no such kind"),
        (about(json!({ "kind": "ban" })), "nobody"),
        (about(json!({ "kind": "ban", "address": "here" })), "no address"),
        (about(json!({ "kind": "ban", "address": "192.0.2.7", "seconds": 0 })), "no time"),
    ] {
        assert_eq!(operator.post(RESTRICTIONS, body).await.error(400), "bad_request", "{why}");
    }
    let unknown = about(json!({ "kind": "ban", "person": "x" }));
    assert_eq!(operator.post(RESTRICTIONS, unknown).await.error(404), "not_found");
    assert_eq!(operator.get("/api/v1/operator/audit").await.ok().json()["audit"], json!([]));
}

#[tokio::test]
async fn the_banned_read_so_and_keep_nobody_waiting() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut operator = operator(&hall, dir.path());
    let (mut ada, mut eve) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Eve").await);
    let id = ada.table(json!({ "game": GAME, "seats": 2, "take": 0 })).await;
    eve.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), None).await.ok();
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    let (_, mut stream) = Follower::of(&mut eve, &id).await;

    let who = id_of(&mut eve).await;
    let ban = about(json!({ "kind": "ban", "person": who, "seconds": 7200 }));
    let listed = operator.post(RESTRICTIONS, ban).await.ok().json();
    assert_eq!(
        (&listed["restrictions"][0]["kind"], &listed["restrictions"][0]["name"]),
        (&json!("ban"), &json!("Eve"))
    );
    stream.end().await;
    assert_eq!(ada.look(&id).await["seats"][1]["bot"], "normal");
    assert_eq!(eve.get("/api/v1/games").await.error(403), "banned");
    let page = eve.get("/").await;
    let text = page.text();
    assert!(page.status == 403 && text.contains("for another 2 hours: insults") && text.contains("<h1>"), "{text}");
    eve.get("/assets/style.css").await.ok();

    // Also after a restart.
    drop(hall);
    let hall = open(dir.path()).await;
    for caller in [&mut ada, &mut eve, &mut operator] {
        caller.router = hall.router();
    }
    assert_eq!(eve.get("/").await.status, 403);
    ada.get("/").await.ok();
    let lift = Some(about(json!({ "kind": "ban", "person": who })));
    operator.call(Method::DELETE, RESTRICTIONS, lift.clone()).await.ok();
    eve.get("/").await.ok();
    assert_eq!(operator.call(Method::DELETE, RESTRICTIONS, lift).await.error(409), "wrong_phase");
    let audit = operator.get("/api/v1/operator/audit").await.ok().json();
    let acts: Vec<&str> = audit["audit"].as_array().unwrap().iter().map(|one| one["act"].as_str().unwrap()).collect();
    assert_eq!(acts, ["lift ban", "ban"]);
    assert_eq!((&audit["audit"][1]["operator"], &audit["audit"][1]["why"]), (&json!("mod"), &json!("insults")));
    assert!(audit["audit"][1]["subject"].as_str().unwrap().contains(&who) && audit["audit"][1]["at"].is_number());
}

#[tokio::test]
async fn a_ban_of_an_address_keeps_out_all_who_come_from_it() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut operator = operator(&hall, dir.path());
    for address in ["192.0.2.7", "2001:db8:1:2:3:4:5:6"] {
        operator.post(RESTRICTIONS, about(json!({ "kind": "ban", "address": address }))).await.ok();
    }
    let (mut ada, mut stranger) = (Caller::program(&hall, "Ada").await, Caller::new(&hall));
    for caller in [&mut ada, &mut stranger] {
        assert_eq!(from("192.0.2.7:1000", caller, "/").await.status, 403);
        assert_eq!(from("[2001:db8:1:2:ffff::1]:1000", caller, "/").await.status, 403, "the same network");
        from("192.0.2.8:1000", caller, "/").await.ok();
        from("[2001:db8:1:3::1]:1000", caller, "/").await.ok();
    }
    let listed = operator.get(RESTRICTIONS).await.ok().json();
    assert!(listed.to_string().contains("2001:db8:1:2::/64"), "{listed}");
    let lift = about(json!({ "kind": "ban", "address": "2001:db8:1:2::/64" }));
    operator.call(Method::DELETE, RESTRICTIONS, Some(lift)).await.ok();
    from("[2001:db8:1:2:ffff::1]:1000", &mut ada, "/").await.ok();
}

#[tokio::test]
async fn whoever_is_muted_plays_on_and_says_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut operator = operator(&hall, dir.path());
    let mut eve = Caller::program(&hall, "Eve").await;
    let id = eve.table(json!({ "game": GAME, "take": 0, "start": true })).await;
    let mute = about(json!({ "kind": "mute", "person": id_of(&mut eve).await }));
    operator.post(RESTRICTIONS, mute).await.ok();
    let talk = format!("/api/v1/tables/{id}/talk");
    let refused = eve.post(&talk, json!({ "text": "Hello!" })).await;
    assert_eq!(refused.error(403), "talk_refused");
    assert!(refused.text().contains("a moderator has muted you: insults"), "{}", refused.text());
    let shown = eve.form(&format!("/tables/{id}/talk"), &[("text", "Hello!")]).await;
    assert!(shown.status == 403 && shown.text().contains("A moderator has muted you"), "{}", shown.text());
    let table = eve.look(&id).await;
    eve.act_first(&id, &table, 0).await.ok();
    let react =
        eve.call(Method::PUT, &format!("/api/v1/tables/{id}/reactions/1"), Some(json!({ "reaction": "wow" }))).await;
    assert_eq!(react.error(403), "talk_refused");
    assert_eq!(eve.get(&talk).await.ok().json()["remarks"], json!([]));
}

#[tokio::test]
async fn a_closed_table_refuses_people_and_bots_until_it_is_opened() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut operator = operator(&hall, dir.path());
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(json!({ "game": GAME, "take": 0, "start": true })).await;
    let (_, mut stream) = Follower::of(&mut ada, &id).await;
    let close = format!("/api/v1/operator/tables/{id}/close");
    operator.post(&close, about(json!({}))).await.ok();
    stream.end().await;
    assert_eq!(ada.get(&format!("/api/v1/tables/{id}")).await.error(410), "table_closed");
    let page = ada.get(&format!("/tables/{id}")).await;
    assert!(page.status == 410 && page.text().contains("closed this table: insults"), "{}", page.text());
    for list in ["/", "/me"] {
        assert!(!ada.get(list).await.ok().text().contains(&id), "{list}");
    }
    assert_eq!(operator.post(&close, about(json!({}))).await.error(409), "wrong_phase");
    let missing = "/api/v1/operator/tables/abcdefghjk/close";
    assert_eq!(operator.post(missing, about(json!({}))).await.error(404), "unknown_match");

    drop(hall);
    let hall = open(dir.path()).await;
    (ada.router, operator.router) = (hall.router(), hall.router());
    assert_eq!(ada.get(&format!("/tables/{id}")).await.status, 410, "also after a restart");
    operator.call(Method::DELETE, &close, Some(about(json!({})))).await.ok();
    ada.get(&format!("/tables/{id}")).await.ok();
    assert!(ada.get("/me").await.ok().text().contains(&id));
}

#[tokio::test]
async fn a_name_that_is_reset_is_gone_from_the_tables() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut operator = operator(&hall, dir.path());
    let mut eve = Caller::program(&hall, "Rude Word").await;
    eve.post("/api/v1/me/account", json!({ "password": "tin-of-peaches" })).await.ok();
    let id = eve.table(json!({ "game": GAME, "take": 0, "start": true })).await;
    eve.post(&format!("/api/v1/tables/{id}/talk"), json!({ "text": "Hello!" })).await.ok();
    let seen = operator.get(&format!("/api/v1/operator/tables/{id}")).await.ok().json();
    assert_eq!((&seen["seats"][0]["name"], &seen["remarks"][0]["text"]), (&json!("Rude Word"), &json!("Hello!")));
    let who = seen["seats"][0]["person"].as_str().unwrap().to_owned();
    assert_eq!(seen["remarks"][0]["person"], json!(who));

    let reset = format!("/api/v1/operator/people/{who}/name");
    let name = operator.call(Method::DELETE, &reset, Some(about(json!({})))).await.ok().json()["name"].clone();
    assert_eq!(eve.get("/api/v1/me").await.ok().json()["name"], name);
    assert_eq!(eve.look(&id).await["seats"][0]["player"], name);
    let talk = eve.get(&format!("/api/v1/tables/{id}/talk")).await.ok().text();
    assert!(!talk.contains("Rude Word"), "{talk}");
    let sign_in = json!({ "name": name, "password": "tin-of-peaches" });
    Caller::new(&hall).post("/api/v1/sessions", sign_in).await.ok();
    let audit = operator.get("/api/v1/operator/audit").await.ok().text();
    assert!(audit.contains("reset name") && audit.contains("who was called Rude Word"), "{audit}");
}
