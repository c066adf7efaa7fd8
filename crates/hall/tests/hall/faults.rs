//! Refused requests: their errors, and the permissions of each caller.

use axum::{
    body::Body,
    http::{Method, Request},
};
use serde_json::{Value, json};

use crate::common::{Caller, GAME, config, open};

#[tokio::test]
async fn of_two_moves_at_once_exactly_one_is_made() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let ada = Caller::program(&hall, "Ada").await;
    let id = ada.clone().table(json!({ "game": GAME, "take": 0, "start": true })).await;
    for round in 0..3 {
        let table = ada.clone().look(&id).await;
        if table["phase"] == "over" {
            break;
        }
        let clicks = (0..8).map(|_| {
            let (mut ada, table, id) = (ada.clone(), table.clone(), id.clone());
            tokio::spawn(async move { ada.act_first(&id, &table, 0).await })
        });
        let mut made = 0;
        for click in clicks.collect::<Vec<_>>() {
            let reply = click.await.unwrap();
            if reply.status == 200 {
                made += 1;
                continue;
            }
            assert_eq!(reply.error(409), "stale");
            let late = reply.json();
            assert_eq!((late["step"].as_u64(), late["state"]["ply"].as_u64()), (Some(round + 1), Some(round + 1)));
        }
        assert_eq!(made, 1);
        assert_eq!(ada.clone().look(&id).await["step"].as_u64(), Some(round + 1));
    }
}

#[tokio::test]
async fn the_same_request_again_gets_the_first_answer() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(json!({ "game": GAME, "take": 0, "start": true })).await;
    let table = ada.look(&id).await;
    let action = &table["state"]["legal"]["0"][0]["action"];
    let body = json!({ "seat": 0, "step": 0, "action": action });
    let request = || {
        let request = Request::post(format!("/api/v1/tables/{id}/act")).header("idempotency-key", "once");
        request.body(Body::from(body.to_string())).unwrap()
    };
    let first = ada.send(request()).await.ok().json();
    assert_eq!(ada.send(request()).await.ok().json(), first);
    let now = ada.look(&id).await;
    ada.act_first(&id, &now, 0).await.ok();
    assert_eq!(ada.send(request()).await.ok().json(), first, "also when the table has moved on");
    drop(hall);
    let hall = open(dir.path()).await;
    ada.router = hall.router();
    assert_eq!(ada.send(request()).await.ok().json(), first, "and when the hall was opened anew");
    assert_eq!(ada.look(&id).await["step"], 2);
}

#[tokio::test]
async fn what_does_not_fit_is_refused_with_a_code_and_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let mut eve = Caller::program(&hall, "Eve").await;
    let tables = "/api/v1/tables";
    assert_eq!(ada.post(tables, json!({ "game": "chess" })).await.error(404), "unknown_game");
    assert_eq!(ada.post(tables, json!({ "game": GAME, "seats": 9 })).await.error(400), "bad_options");
    assert_eq!(ada.post(tables, json!({ "game": GAME, "seats": 0 })).await.error(400), "bad_options");
    assert_eq!(ada.post(tables, json!({ "game": GAME, "seats": u64::MAX })).await.error(400), "bad_options");
    assert_eq!(
        ada.post(tables, json!({ "game": GAME, "options": { "ascension": 100000 } })).await.error(400),
        "bad_options"
    );
    assert_eq!(ada.post(tables, json!({ "game": GAME, "options": { "luck": 1 } })).await.error(400), "bad_options");
    assert_eq!(ada.post(tables, json!({ "game": GAME, "options": [] })).await.error(400), "bad_options");
    assert_eq!(ada.post(tables, json!({ "game": GAME, "seats": "two" })).await.error(400), "bad_request");
    assert_eq!(ada.post(tables, json!({ "game": GAME, "take": 5 })).await.error(400), "bad_request");
    assert_eq!(ada.post(tables, json!({ "game": GAME, "bots": { "0": "hal" } })).await.error(400), "bad_request");
    assert_eq!(ada.post(tables, json!({ "game": GAME, "start": true })).await.error(400), "bad_request");
    assert_eq!(ada.post(tables, json!([])).await.error(400), "bad_request");
    assert_eq!(ada.post(tables, json!({})).await.error(400), "bad_request");
    assert_eq!(ada.get("/api/v1/tables/abcdefghjk").await.error(404), "unknown_match");
    assert_eq!(ada.get("/api/v1/tables/..%2f..").await.error(404), "unknown_match");
    assert_eq!(ada.get("/api/v1/nothing").await.error(404), "not_found");
    assert_eq!(ada.call(Method::DELETE, tables, None).await.error(405), "bad_method");

    let id = ada.table(json!({ "game": GAME, "take": 0, "start": true })).await;
    let at = format!("/api/v1/tables/{id}");
    let table = ada.look(&id).await;
    let action = table["state"]["legal"]["0"][0]["action"].clone();
    let act = |seat: Value, step: Value, action: &Value| json!({ "seat": seat, "step": step, "action": action });
    let path = format!("{at}/act");
    assert_eq!(eve.post(&path, act(json!(0), json!(0), &action)).await.error(403), "not_your_seat");
    assert_eq!(ada.post(&path, act(json!(1), json!(0), &action)).await.error(400), "bad_request");
    assert_eq!(ada.post(&path, act(json!(-1), json!(0), &action)).await.error(400), "bad_request");
    let stale = ada.post(&path, act(json!(0), json!(3), &action)).await;
    assert_eq!((stale.error(409), stale.json()["state"]["ply"].as_u64()), ("stale".into(), Some(0)));
    assert!(stale.json()["state"]["legal"]["0"].is_array(), "the late one sees what can be done now");
    assert_eq!(ada.post(&path, act(json!(0), json!(0), &json!({ "type": "win" }))).await.error(400), "bad_request");
    assert_eq!(ada.post(&path, act(json!(0), json!(0), &Value::Null)).await.error(400), "bad_request");
    assert_eq!(ada.post(&format!("{at}/answer"), json!({ "step": 0, "value": 3 })).await.error(409), "not_asked");
    assert_eq!(ada.post(&format!("{at}/undo"), json!({ "step": 0 })).await.error(409), "undo_refused");
    assert_eq!(eve.post(&format!("{at}/undo"), json!({ "step": 0 })).await.error(403), "not_your_seat");
    assert_eq!(ada.post(&format!("{at}/rematch"), json!({})).await.error(409), "wrong_phase");
    assert_eq!(ada.post(&format!("{at}/start"), json!({})).await.error(409), "wrong_phase");
    assert_eq!(eve.get(&format!("{at}/view?seat=0")).await.error(403), "not_your_seat");
    assert_eq!(eve.get(&format!("{at}/scene?seat=x")).await.error(400), "bad_request");
    assert!(eve.look(&id).await["state"]["legal"].as_object().unwrap().is_empty(), "legal is for one's own seats");
    let raw = |text: &'static str| Request::post(path.clone()).body(Body::from(text)).unwrap();
    assert_eq!(ada.send(raw("{\"seat\":0,")).await.error(400), "bad_json");
    assert_eq!(ada.send(raw("\u{0}")).await.error(400), "bad_json");
    let large = Request::post(&path).body(Body::from(vec![b' '; hall::BODY_LIMIT + 1])).unwrap();
    assert_eq!(ada.send(large).await.error(413), "too_large");
    assert_eq!(ada.look(&id).await, table, "nothing has changed");
}

#[tokio::test]
async fn who_is_not_who_they_say_is_nobody() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut guest = Caller::new(&hall);
    let at = guest.form("/play", &[("game", GAME)]).await.header("location").to_owned();
    let id = at.trim_start_matches("/tables/").to_owned();
    let action = guest.look(&id).await["state"]["legal"]["0"][0]["action"].clone();

    let mut forged = guest.clone();
    let cookie = guest.cookie.clone().unwrap();
    let last = if cookie.ends_with('a') { "b" } else { "a" };
    forged.cookie = Some(format!("{}{last}", &cookie[..cookie.len() - 1]));
    assert!(forged.look(&id).await["you"].as_array().unwrap().is_empty());
    assert_eq!(forged.act(&id, 0, 0, action.clone()).await.error(401), "unauthorized");
    let refused =
        forged.form(&format!("{at}/act"), &[("seat", "0"), ("step", "0"), ("action", &action.to_string())]).await;
    assert_eq!(refused.status, 403);
    assert!(refused.text().contains("not yours"));
    let before = forged.cookie.clone();
    assert_eq!(forged.form("/play", &[("game", GAME)]).await.status, 303);
    assert_ne!(forged.cookie, before, "the next action makes a new guest");

    let mut program = Caller { token: Some("wrong".into()), ..Caller::new(&hall) };
    assert_eq!(program.get("/api/v1/games").await.error(401), "unauthorized");
    assert_eq!(Caller::new(&hall).post("/api/v1/tables", json!({ "game": GAME })).await.error(401), "unauthorized");
    let long = "x".repeat(41);
    assert_eq!(Caller::new(&hall).post("/api/v1/guests", json!({ "name": long })).await.error(400), "bad_request");
    let named = Caller::new(&hall).post("/api/v1/guests", json!({})).await.ok().json();
    assert!(named["name"].as_str().unwrap().contains(' '), "a friendly name: {named}");

    // A form of another site, sent by the guest's own browser.
    let steal = [("sec-fetch-site", "cross-site")];
    let fields = [("seat", "0"), ("step", "0"), ("action", &*action.to_string())];
    assert_eq!(guest.form_with(&format!("{at}/act"), &fields, &steal).await.status, 403);
    assert_eq!(guest.form_with(&format!("{at}/act"), &fields, &[("origin", "http://evil.test")]).await.status, 403);
    assert_eq!(guest.look(&id).await["step"], 0);
    assert_eq!(guest.form_with(&format!("{at}/act"), &fields, &[("origin", "http://hall.test")]).await.status, 303);
    assert_eq!(guest.look(&id).await["step"], 1);
}

#[tokio::test]
async fn the_script_gets_just_the_table_and_late_ones_see_it_fresh() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut guest = Caller::new(&hall);
    let at = guest.form("/play", &[("game", GAME)]).await.header("location").to_owned();
    let action = guest.look(at.trim_start_matches("/tables/")).await["state"]["legal"]["0"][0]["action"].to_string();
    let fields = [("seat", "0"), ("step", "0"), ("action", &*action)];
    let script = [("x-fragment", "1")];
    let fragment = guest.form_with(&format!("{at}/act"), &fields, &script).await.ok().text();
    assert!(fragment.starts_with("<div id=\"live\"") && fragment.contains("data-step=\"1\""), "{fragment:.200}");
    let late = guest.form_with(&format!("{at}/act"), &fields, &script).await;
    assert_eq!(late.status, 409);
    assert!(late.text().contains("data-step=\"1\"") && late.text().contains("moved on"));
    let plain = guest.form(&format!("{at}/act"), &fields).await;
    assert_eq!(plain.status, 409);
    assert!(plain.text().starts_with("<!DOCTYPE html>"));
    let bad = [("seat", "0"), ("step", "1"), ("action", "{")];
    assert_eq!(guest.form(&format!("{at}/act"), &bad).await.status, 400);
    let page = guest.form("/tables", &[("game", GAME), ("seats", "77")]).await;
    assert_eq!(page.status, 400);
    assert!(page.text().contains("77"), "the form comes back and says why");
    let again = guest.get("/tables").await;
    assert_eq!((again.status.as_u16(), again.header("location")), (303, "/"), "its address leads on without the form");
}

#[tokio::test]
async fn a_step_is_taken_back_by_law_only() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let (mut back, mut refused) = (0, 0);
    for _ in 0..20 {
        let id = ada.table(json!({ "game": GAME, "take": 0, "start": true })).await;
        for _ in 0..60 {
            let table = ada.look(&id).await;
            if table["phase"] == "over" || back > 2 && refused > 2 {
                break;
            }
            let step = table["step"].as_u64().unwrap();
            let last = table["state"]["legal"]["0"].as_array().unwrap().last().unwrap()["action"].clone();
            ada.act(&id, 0, step, last).await.ok();
            let undo = ada.post(&format!("/api/v1/tables/{id}/undo"), json!({ "step": step + 1 })).await;
            if undo.status == 200 {
                back += 1;
                assert_eq!(ada.look(&id).await["state"], table["state"], "it is as if it had not been");
                assert_eq!(undo.json()["step"].as_u64(), Some(step));
                ada.act_first(&id, &table, 0).await.ok();
            } else {
                refused += 1;
                assert_eq!(undo.error(409), "undo_refused");
            }
        }
    }
    assert!(back > 0 && refused > 0, "{back} taken back, {refused} refused");
}

#[tokio::test]
async fn a_level_not_reached_is_practice() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    for (level, practice) in [(0, false), (1, true), (30, true)] {
        let id = ada.table(json!({ "game": GAME, "take": 0, "options": { "ascension": level }, "start": true })).await;
        let table = ada.look(&id).await;
        assert_eq!((&table["practice"], &table["options"]["ascension"]), (&json!(practice), &json!(level)));
    }
}

#[tokio::test]
async fn nothing_sent_anywhere_breaks_the_hall() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hall::open(config(dir.path())).await.unwrap();
    let mut guest = Caller::new(&hall);
    let at = guest.form("/play", &[("game", GAME)]).await.header("location").to_owned();
    let id = at.trim_start_matches("/tables/");
    let mut paths: Vec<String> = [
        "/",
        "/games",
        "/play",
        "/tables",
        "/me",
        "/healthz",
        "/readyz",
        "/api/v1/guests",
        "/api/v1/games",
        "/api/v1/tables",
    ]
    .map(str::to_owned)
    .into();
    for id in [id, "abcdefghjk", "%00", "%ff%fe", "%F0%9F%82%A1", "x"] {
        for tail in [
            "",
            "/seats/0",
            "/seats/99999999999999999999",
            "/start",
            "/act",
            "/answer",
            "/undo",
            "/rematch",
            "/record",
            "/verify",
            "/view?seat=%ff",
            "/scene?seat=9",
            "/observation?seat=0&chosen=99999",
        ] {
            paths.extend([format!("/tables/{id}{tail}"), format!("/api/v1/tables/{id}{tail}")]);
        }
        paths.extend([
            format!("/replays/{id}?at=%ff"),
            format!("/games/{id}"),
            format!("/assets/{id}?v=%ff"),
            format!("{at}?at={id}&pick={id}&confirm={id}"),
        ]);
    }
    let mut seed = 7_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize
    };
    let shards = [
        "seat=0",
        "step=0",
        "action=",
        "{\"seat\":0",
        "\"step\":",
        "0",
        "1e999",
        "-1",
        "\"action\":",
        "{\"type\":",
        "\"reveal\"",
        "}",
        "[",
        "null",
        "&",
        "do=take",
        "do=bot&bot=random",
        "value=20",
        "game=rogue-ascension",
        "name=%00",
        "\u{0}",
        "é",
        "\u{202e}",
        "opt.ascension=7",
        "seat0=me",
        "seats=2",
    ];
    for path in &paths {
        for method in [Method::GET, Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
            for form in [true, false] {
                let mut body: Vec<u8> =
                    (0..random() % 6).flat_map(|_| shards[random() % shards.len()].bytes()).collect();
                if random() % 4 == 0 {
                    body.extend((0..random() % 40).map(|_| random() as u8));
                }
                let kind = if form { "application/x-www-form-urlencoded" } else { "application/json" };
                let request = Request::builder().method(&method).uri(path.as_str()).header("content-type", kind);
                let reply = guest.send(request.body(Body::from(body.clone())).unwrap()).await;
                assert!(
                    reply.status.as_u16() < 500,
                    "{method} {path} {:?}: {}",
                    String::from_utf8_lossy(&body),
                    reply.text()
                );
                assert!(!reply.header("content-security-policy").is_empty());
            }
        }
    }
}

#[tokio::test]
async fn a_form_s_address_without_the_form_leads_to_the_table() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    let table = ada.form("/play", &[("game", GAME)]).await.header("location").to_owned();
    for form in ["act", "seats/0", "talk/setting"] {
        let reply = ada.get(&format!("{table}/{form}")).await;
        assert_eq!((reply.status.as_u16(), reply.header("location")), (303, table.as_str()), "{form}");
    }
    assert_eq!(ada.get("/tables/..%0d%0a../act").await.status, 404);
}
