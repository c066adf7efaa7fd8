//! Several processes on one database are one hall: a change at one is visible at the others. Needs
//! PostgreSQL.

use std::time::{Duration, Instant};

use hall::{Config, Hall};
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tempfile::TempDir;

use crate::common::{Caller, Follower, GAME, LATE, config, database, seated};

/// Opens two processes of one hall that exchange only notifications; `None` where no server is
/// named.
async fn two() -> Option<(TempDir, Hall, Hall)> {
    two_with(|config| Config { sweep: Duration::from_secs(3600), ..config }).await
}

async fn two_with(set: impl Fn(Config) -> Config) -> Option<(TempDir, Hall, Hall)> {
    if std::env::var(database::SERVER).is_err() {
        eprintln!("left out: {} names no PostgreSQL server", database::SERVER);
        return None;
    }
    let dir = tempfile::tempdir().unwrap();
    let here = hall::open(set(config(dir.path()))).await.unwrap();
    let there = hall::open(set(config(dir.path()))).await.unwrap();
    Some((dir, here, there))
}

/// Returns the same caller at another process.
fn at(caller: &Caller, hall: &Hall) -> Caller {
    Caller { router: hall.router(), ..caller.clone() }
}

/// Requests the table repeatedly until something holds.
async fn until(caller: &mut Caller, id: &str, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let late = Instant::now() + LATE;
    loop {
        let table = caller.look(id).await;
        if holds(&table) {
            return table;
        }
        assert!(Instant::now() < late, "{what}: {table}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_match_is_played_through_both() {
    let Some((_dir, here, there)) = two().await else { return };
    let mut ada = Caller::program(&here, "Ada").await;
    let mut ben = Caller::program(&there, "Ben").await;
    let id = seated(&mut [&mut ada, &mut ben], json!({ "game": "accursed-tomb", "seats": 2, "take": 0 })).await;
    let mut turn = 0;
    loop {
        turn += 1;
        // Each looks at one process and acts at the other, and never sees less than was
        // acknowledged.
        for (player, seat) in [(&ada, 0), (&ben, 1)] {
            let halls = if turn % 2 == 0 { [&here, &there] } else { [&there, &here] };
            let table = at(player, halls[0]).look(&id).await;
            if table["state"]["legal"][seat.to_string()][0].is_null() {
                continue;
            }
            let acted = at(player, halls[1]).act_first(&id, &table, seat).await.ok().json();
            assert_eq!(acted["step"].as_u64(), table["step"].as_u64().map(|step| step + 1));
        }
        let [first, second] = [at(&ada, &here).look(&id).await, at(&ada, &there).look(&id).await];
        assert_eq!(first, second);
        if first["phase"] == "over" {
            break;
        }
        assert!(turn < 2_000);
    }
    let records = [at(&ada, &here), at(&ada, &there)];
    let mut texts = Vec::new();
    for mut reader in records {
        texts.push(reader.get(&format!("/api/v1/tables/{id}/record")).await.ok().text());
    }
    assert_eq!(texts[0], texts[1]);
    roster::load(&kernel::Record::parse(&texts[0]).unwrap()).unwrap();
}

#[tokio::test]
async fn of_two_acts_at_once_one_is_first_and_one_sees_the_new_state() {
    let Some((_dir, here, there)) = two().await else { return };
    let mut ada = Caller::program(&here, "Ada").await;
    let id = ada.table(json!({ "game": GAME, "seats": 1, "take": 0, "start": true })).await;
    let mut same = at(&ada, &there);
    for _ in 0..20 {
        let (table, seen) = (ada.look(&id).await, same.look(&id).await);
        assert_eq!(table, seen);
        if table["phase"] == "over" {
            break;
        }
        let (one, other) = tokio::join!(ada.act_first(&id, &table, 0), same.act_first(&id, &seen, 0));
        let step = table["step"].as_u64().unwrap() + 1;
        let (first, late) = if one.status == 200 { (one, other) } else { (other, one) };
        assert_eq!((first.status.as_u16(), late.status.as_u16()), (200, 409), "{} {}", first.text(), late.text());
        assert_eq!(first.json()["step"], step);
        assert_eq!((&late.json()["error"]["code"], &late.json()["step"]), (&json!("stale"), &json!(step)));
        assert_eq!(late.json()["state"]["ply"], step, "with the present state");
    }
}

#[tokio::test]
async fn what_happens_at_one_is_told_to_those_who_listen_at_the_other() {
    let Some((_dir, here, there)) = two().await else { return };
    let mut ada = Caller::program(&here, "Ada").await;
    let id = ada
        .table(json!({ "game": GAME, "seats": 2, "take": 0, "bots": { "1": "normal" }, "start": true, "talk": "free" }))
        .await;
    let mut reader = at(&ada, &there);
    let (_, mut page) = Follower::of(&mut reader, &id).await;
    let mut program = Follower::at(&reader, &format!("/api/v1/tables/{id}/events"), None).await;
    program.all().await;
    page.all().await;
    let mut table = until(&mut ada, &id, "it is her turn", |table| !table["state"]["legal"]["0"][0].is_null()).await;
    program.all().await;
    page.all().await;

    ada.act_first(&id, &table, 0).await.ok();
    // A step of the bot before may be told late.
    let next = table["step"].as_u64().unwrap() + 1;
    program.until(|news| news.kind == "step" && news.data == next).await;
    let parts = page.next_of("step").await;
    assert!(
        parts.data["chronicle"].to_string().len() > 2 || parts.data["entries"].to_string().len() > 2,
        "{}",
        parts.data
    );

    ada.post(&format!("/api/v1/tables/{id}/talk"), json!({ "text": "Hello there" })).await.ok();
    program.next_of("talk").await;
    let heard = reader.get(&format!("/api/v1/tables/{id}/talk")).await.ok().text();
    assert!(heard.contains("Hello there"), "{heard}");
    table = ada.look(&id).await;
    assert_eq!(reader.look(&id).await["step"], table["step"]);
}

#[tokio::test]
async fn what_no_process_was_told_is_found_all_the_same() {
    let set = |config| Config { sweep: Duration::from_millis(100), ..config };
    let Some((dir, here, there)) = two_with(set).await else { return };
    let mut ada = Caller::program(&here, "Ada").await;
    let id = ada.table(json!({ "game": GAME, "seats": 1, "take": 0, "start": true, "talk": "free" })).await;
    let mut reader = at(&ada, &there);
    let mut program = Follower::at(&reader, &format!("/api/v1/tables/{id}/events"), None).await;
    program.all().await;
    // A change whose notification is lost.
    let mut database = PgConnection::connect(&database::address(dir.path()).unwrap()).await.unwrap();
    let sql = "UPDATE tables SET talk = 'none', changes = changes + 1, asides = asides + 1 WHERE id = $1";
    sqlx::query(sql).bind(&id).execute(&mut database).await.unwrap();
    program.next_of("seats").await;
    assert_eq!(reader.look(&id).await["talk"], "none");
}

#[tokio::test]
async fn whoever_is_signed_out_everywhere_is_so_at_all_processes() {
    let Some((_dir, here, there)) = two().await else { return };
    let mut ada = Caller::program(&here, "Ada").await;
    ada.post("/api/v1/me/account", json!({ "name": "Ada", "password": "a long password of hers" })).await.ok();
    let id = ada.table(json!({ "game": GAME, "seats": 1, "take": 0, "start": true })).await;
    let mut other = at(&ada, &there);
    let mut listening = Follower::at(&other, &format!("/api/v1/tables/{id}/events"), None).await;
    listening.all().await;
    assert_eq!(other.get("/api/v1/me").await.ok().json()["name"], "Ada");
    ada.call(axum::http::Method::DELETE, "/api/v1/sessions", None).await.ok();
    listening.end().await;
    assert_eq!(other.get("/api/v1/me").await.status, 401);
}

#[tokio::test]
async fn a_seal_of_one_opens_a_table_at_the_other_once() {
    let Some((_dir, here, there)) = two().await else { return };
    let mut ada = Caller::program(&here, "Ada").await;
    let seal = ada.post("/api/v1/seals", json!({})).await.ok().json()["seal"].as_str().unwrap().to_owned();
    let body = json!({ "game": GAME, "seats": 1, "take": 0, "start": true, "seal": seal, "share": "mine" });
    let id = at(&ada, &there).table(body.clone()).await;
    assert_eq!(ada.look(&id).await["seal"], seal);
    assert_eq!(ada.post("/api/v1/tables", body).await.status, 400);
}

#[tokio::test]
async fn whoever_is_at_one_process_is_here_for_all() {
    let Some((_dir, here, there)) = two().await else { return };
    let mut ada = Caller::program(&here, "Ada").await;
    let mut ben = Caller::program(&there, "Ben").await;
    let id = ada.table(json!({ "game": "accursed-tomb", "seats": 2, "take": 0 })).await;
    ben.call(axum::http::Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), Some(json!({}))).await.ok();
    let listening = Follower::at(&ben, &format!("/api/v1/tables/{id}/events"), None).await;
    until(&mut ada, &id, "Ben is here", |table| table["seats"][1]["connected"] == true).await;
    drop(listening);
}

#[tokio::test]
async fn bots_of_a_table_move_once_and_survive_their_process() {
    let pause = Duration::from_millis(60);
    let Some((_dir, here, there)) = two_with(|config| Config { bot_pause: pause, ..config }).await else { return };
    let mut ada = Caller::program(&here, "Ada").await;
    let began = Instant::now();
    let id = ada
        .table(json!({ "game": "accursed-tomb", "seats": 2, "bots": { "0": "easy", "1": "easy" }, "start": true }))
        .await;
    let mut reader = at(&ada, &there);
    let moved =
        until(&mut reader, &id, "they move", |table| table["step"].as_u64() >= Some(5) || table["phase"] == "over")
            .await;
    let pauses = moved["step"].as_u64().unwrap() as u32 - 1;
    assert!(began.elapsed() >= pause * pauses, "each step has its pause: {:?}, {moved}", began.elapsed());
    here.close().await;
    drop(here);
    until(&mut reader, &id, "the other takes over", |table| table["phase"] == "over").await;
}

#[tokio::test]
async fn what_operators_decide_at_one_holds_at_all() {
    let Some((dir, here, there)) = two().await else { return };
    let mut ada = Caller::program(&here, "Ada").await;
    let id = ada.table(json!({ "game": GAME, "seats": 1, "take": 0, "start": true })).await;
    let me = ada.get("/api/v1/me").await.ok().json()["id"].clone();
    let mut other = at(&ada, &there);
    let mut listening = Follower::at(&other, &format!("/api/v1/tables/{id}/events"), None).await;
    listening.all().await;
    let token = std::fs::read_to_string(dir.path().join(hall::OPERATOR_TOKEN_FILE)).unwrap().trim().to_owned();
    let mut operator = Caller { token: Some(token), ..Caller::new(&here) };
    let act = json!({ "operator": "Ben", "why": "a test" });
    operator.post(&format!("/api/v1/operator/tables/{id}/close"), act).await.ok();
    let late = Instant::now() + LATE;
    while other.get(&format!("/api/v1/tables/{id}")).await.status.is_success() {
        assert!(Instant::now() < late, "the table is closed at both");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let ban = json!({ "operator": "Ben", "why": "a test", "kind": "ban", "person": me });
    operator.post("/api/v1/operator/restrictions", ban).await.ok();
    listening.end().await;
    assert_eq!(other.get("/api/v1/me").await.error(403), "banned");
}

#[tokio::test]
async fn who_opens_tables_at_both_is_counted_once() {
    let quotas = || {
        let mut quotas = hall::Quotas { loopback: true, ..hall::Quotas::default() };
        quotas.set("tables=2/hour").unwrap();
        Some(quotas)
    };
    let Some((_dir, here, there)) = two_with(|config| Config { quotas: quotas(), ..config }).await else { return };
    let mut ada = Caller::program(&here, "Ada").await;
    let mut other = at(&ada, &there);
    let body = json!({ "game": GAME, "seats": 1, "take": 0 });
    ada.table(body.clone()).await;
    other.table(body.clone()).await;
    assert_eq!(ada.post("/api/v1/tables", body.clone()).await.error(429), "too_fast");
    assert_eq!(other.post("/api/v1/tables", body).await.error(429), "too_fast");
}

#[tokio::test]
async fn what_is_proposed_at_one_is_agreed_to_at_the_other() {
    let Some((_dir, here, there)) = two().await else { return };
    let mut ada = Caller::program(&here, "Ada").await;
    let mut ben = Caller::program(&there, "Ben").await;
    let id = seated(&mut [&mut ada, &mut ben], json!({ "game": "accursed-tomb", "seats": 2, "take": 0 })).await;
    let proposals = format!("/api/v1/tables/{id}/proposals");
    let asked = ada.post(&proposals, json!({ "what": "end" })).await.ok().json();
    let path = format!("{proposals}/{}", asked["proposals"][0]["n"]);
    let ended = ben.call(axum::http::Method::PUT, &path, Some(json!({ "accept": true }))).await.ok().json();
    assert_eq!(ended["phase"], "over");
    let other = until(&mut ada, &id, "the match has ended", |table| table["phase"] == "over").await;
    assert_eq!((&other["state"], &other["incidents"]), (&ended["state"], &ended["incidents"]));
}
