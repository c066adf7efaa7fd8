//! Sums and rankings of results: right after each match, rebuilt, compared by `doctor`, and
//! computed after an upgrade.

use std::path::Path;

use axum::http::Method;
use hall::{
    maintenance::{Files, doctor, rebuild},
    store::{BoardKey, Earned, MatchKind, MatchResults, SeatResult, Store, Write, now},
};
use kernel::Seat;
use serde_json::{Value, json};
use sqlx::{Connection, Executor, SqliteConnection};

use crate::common::{Caller, GAME, config, database, open, open_on_file};

const DAY: i64 = 24 * 60 * 60 * 1000;

async fn store(data: &Path) -> Store {
    let url = database::address(data).unwrap_or_else(|| format!("sqlite://{}", data.join("hall.db").display()));
    Store::open(&url).await.unwrap()
}

async fn id_of(caller: &mut Caller) -> String {
    caller.get("/api/v1/me").await.ok().json()["id"].as_str().unwrap().to_owned()
}

/// Returns the results of a match of these people, which the one at `winner` won at this time.
fn results(table: &str, people: &[&str], winner: usize, ended: i64) -> MatchResults {
    let company = if people.len() > 1 { "people" } else { "alone" };
    let board =
        BoardKey { game: GAME.into(), seats: people.len() as u32, variant: String::new(), company: company.into() };
    let seat = |(n, person): (usize, &&str)| SeatResult {
        table: table.into(),
        seat: Seat(n as u8),
        kind: MatchKind::Usual,
        board: board.clone(),
        person: Some((*person).to_owned()),
        bot: None,
        class: Some(if n == 0 { "knight" } else { "witch" }.into()),
        place: if n == winner { 1 } else { 2 },
        won: n == winner,
        score: Some(ended % 7),
        steps: 20 + (ended % 5) as u32,
        by_bots: 0,
        ended,
        ranked: true,
        early: false,
        rivals: true,
        traces: None,
    };
    let earned = vec![Earned { seat: Seat(winner.min(people.len() - 1) as u8), achievement: "a".into() }];
    MatchResults { seats: people.iter().enumerate().map(seat).collect(), earned }
}

async fn set(host: &mut Caller, store: &Store, people: &[&str], winner: usize, ended: i64) {
    let table = host.table(json!({ "game": GAME, "seats": people.len() })).await;
    let results = results(&table, people, winner, ended);
    store.write(Write::SetResults { table, results }).await.unwrap();
}

/// Returns the findings of `doctor` about sums and rankings.
async fn differences(data: &Path, database: Option<String>) -> Vec<String> {
    let files = Files { data: data.to_owned(), database };
    let found = doctor(&files, &mut |_, _| {}).await.unwrap();
    found.faults.into_iter().filter(|fault| fault.contains("disagrees with the results")).collect()
}

#[tokio::test]
async fn sums_agree_with_results_whatever_happens_to_people() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let beside = store(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let (ada_id, ben_id) = (id_of(&mut ada).await, id_of(&mut ben).await);
    let begin = now() - 40 * DAY;
    for n in 0..12 {
        set(&mut ada, &beside, &[&ada_id, &ben_id], usize::from(n % 3 == 0), begin + n * 3 * DAY).await;
        set(&mut ada, &beside, &[&ada_id], usize::from(n % 4 == 0), begin + n * 3 * DAY + 1).await;
    }
    // A match that ended earlier is counted later.
    set(&mut ada, &beside, &[&ben_id, &ada_id], 0, begin + 5).await;
    let of_guest = ada.get(&format!("/api/v1/boards/{GAME}?seats=1")).await.ok().json();
    assert_eq!(differences(dir.path(), config(dir.path()).database).await, Vec::<String>::new());
    ada.post("/api/v1/me/account", json!({ "password": "tin-of-peaches" })).await.ok();
    let of_account = ada.get(&format!("/api/v1/boards/{GAME}?seats=1")).await.ok().json();
    assert!(
        of_account["board"]["streaks"][0]["wins"].as_i64() >= of_guest["board"]["streaks"][0]["wins"].as_i64(),
        "lines of accounts are of all time: {of_guest} {of_account}"
    );
    assert_eq!(differences(dir.path(), config(dir.path()).database).await, Vec::<String>::new());
    let ratings = ada.get(&format!("/api/v1/boards/{GAME}")).await.ok().json();
    ben.call(Method::DELETE, "/api/v1/me", Some(json!({}))).await.ok();
    assert_eq!(differences(dir.path(), config(dir.path()).database).await, Vec::<String>::new(), "{ratings}");
    let me = ada.get("/api/v1/me").await.ok().json();
    assert_eq!(me["companions"][0]["matches"], 13, "{me}");
    beside.close().await;
}

#[tokio::test]
async fn lines_of_guests_end_and_their_next_best_takes_the_place() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let beside = store(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let me = id_of(&mut ada).await;
    let (early, late) = (now() - DAY, now() - 1);
    // The scores are 6 and 3.
    for (ended, score) in [(early - early % 7 + 6, 6), (late - late % 7 - 4, 3)] {
        assert_eq!(ended % 7, score);
        set(&mut ada, &beside, &[&me], 0, ended).await;
    }
    let best =
        async |ada: &mut Caller| ada.get(&format!("/api/v1/boards/{GAME}")).await.ok().json()["board"]["best"].clone();
    assert_eq!(best(&mut ada).await[0]["score"], 6);
    beside.write(Write::ExpireLines { since: early + 10, people: 10 }).await.unwrap();
    assert_eq!(best(&mut ada).await[0]["score"], 3);
    beside.write(Write::ExpireLines { since: now(), people: 10 }).await.unwrap();
    assert_eq!(best(&mut ada).await, json!([]));
    beside.close().await;
}

/// Opens a hall on a file, finishes two matches of one decision, and closes it; returns the player.
async fn closed_hall(data: &Path) -> Caller {
    let hall = open_on_file(data).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    for _ in 0..2 {
        let id = ada.table(json!({ "game": "crimsonbranch", "seats": 1, "take": 0, "start": true })).await;
        ada.act(&id, 0, 0, json!({ "type": "retire" })).await.ok();
    }
    hall.close().await;
    drop((hall, std::mem::replace(&mut ada.router, axum::Router::new())));
    ada
}

pub(crate) async fn spoil(data: &Path, statements: &[&'static str]) {
    let mut db = SqliteConnection::connect(&format!("sqlite://{}", data.join("hall.db").display())).await.unwrap();
    for statement in statements {
        db.execute(*statement).await.unwrap();
    }
    db.close().await.unwrap();
}

#[tokio::test]
async fn doctor_finds_what_disagrees_and_rebuild_mends_it() {
    let dir = tempfile::tempdir().unwrap();
    closed_hall(dir.path()).await;
    assert_eq!(differences(dir.path(), None).await, Vec::<String>::new());
    for (statement, what) in [
        ("UPDATE tally_boards SET matches = 7", "matches: the board crimsonbranch"),
        ("UPDATE tally_games SET people = 3", "finishers: crimsonbranch"),
        ("DELETE FROM tally_achievements", "holders: "),
        ("UPDATE totals SET won = won + 1", "totals: "),
        ("UPDATE standings SET run = 9", "lines: "),
        ("DELETE FROM awards", "awards: "),
        ("UPDATE progress SET count = count + 1", "progress: "),
        ("DELETE FROM day_runs", "days in a row: "),
        ("UPDATE seats SET ended = NULL", "seats say otherwise"),
    ] {
        spoil(dir.path(), &[statement]).await;
        let found = differences(dir.path(), None).await;
        assert!(found.iter().any(|fault| fault.contains(what)), "{statement}: {found:?}");
        spoil(dir.path(), &["UPDATE seats SET ended = 1"]).await;
        let files = Files { data: dir.path().to_owned(), database: None };
        assert_eq!(rebuild(&files, &mut |_, _| {}).await.unwrap(), 2);
        assert_eq!(differences(dir.path(), None).await, Vec::<String>::new(), "{statement}");
    }
}

#[tokio::test]
async fn matches_of_an_earlier_version_are_counted_at_the_first_start() {
    let dir = tempfile::tempdir().unwrap();
    let mut ada = closed_hall(dir.path()).await;
    let forget = [
        "UPDATE results SET nth = NULL",
        "DELETE FROM tally_boards",
        "DELETE FROM tally_games",
        "DELETE FROM tally_achievements",
        "DELETE FROM tally_shares",
        "DELETE FROM standings",
        "DELETE FROM totals",
        "DELETE FROM awards",
        "DELETE FROM companions",
        "DELETE FROM ratings",
        "DELETE FROM progress",
        "DELETE FROM day_runs",
    ];
    spoil(dir.path(), &forget).await;
    assert_eq!(differences(dir.path(), None).await, Vec::<String>::new(), "they are not counted yet");
    let hall = open_on_file(dir.path()).await;
    ada.router = hall.router();
    let found = ada.get("/api/v1/boards/crimsonbranch").await.ok().json();
    assert_eq!(found["boards"][0]["matches"], 2, "{found}");
    assert_eq!(ada.get("/api/v1/me").await.ok().json()["results"][0]["finished"], 2);
    assert_eq!(differences(dir.path(), None).await, Vec::<String>::new());
}

#[tokio::test]
async fn every_table_of_a_person_is_listed_longest_wait_first() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let mut begun = Vec::new();
    for _ in 0..35 {
        begun.push(ada.table(json!({ "game": GAME, "seats": 1, "take": 0, "start": true })).await);
    }
    for _ in 0..32 {
        let id = ada.table(json!({ "game": "crimsonbranch", "seats": 1, "take": 0, "start": true })).await;
        ada.act(&id, 0, 0, json!({ "type": "retire" })).await.ok();
    }
    let front = ada.get("/").await.ok().text();
    let list = &front[front.find("id=\"waiting-for-you\"").unwrap()..];
    assert!(list.contains(&begun[0]) && !list.contains(&begun[34]), "the one that waits longest: {list}");
    assert!(list.contains("All 35 that wait for you"), "{list}");
    let waiting = ada.get("/api/v1/waiting").await.ok().json();
    assert_eq!(waiting["waiting"].as_array().unwrap().len(), 35);
    assert_eq!(waiting["waiting"][0]["table"], json!(begun[0]));
    let page = ada.get("/me/tables?list=waiting&page=2").await.ok().text();
    assert!(page.contains(&begun[34]) && !page.contains(&begun[29]) && page.contains("Page 2 of 2"), "{page}");
    let own = ada.get("/me").await.ok().text();
    assert!(own.contains("/me/tables?list=finished") && own.contains("Finished matches: 32"), "{own}");
    let mut finished = Vec::new();
    for page in 1..=2 {
        let answer = ada.get(&format!("/api/v1/me/tables?list=finished&page={page}")).await.ok().json();
        assert_eq!((&answer["pages"], &answer["counts"]["finished"]), (&json!(2), &json!(32)), "{answer}");
        let ids = |table: &Value| table["table"].as_str().unwrap().to_owned();
        finished.extend(answer["tables"].as_array().unwrap().iter().map(ids));
    }
    finished.sort();
    finished.dedup();
    assert_eq!(finished.len(), 32);
}

#[tokio::test]
async fn giving_a_seat_away_counts_as_left_until_the_end() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let table = json!({ "game": "crimsonbranch", "seats": 1, "take": 0, "start": true });
    let (kept, given) = (ada.table(table.clone()).await, ada.table(table).await);
    ada.act(&kept, 0, 0, json!({ "type": "retire" })).await.ok();
    ada.call(Method::DELETE, &format!("/api/v1/tables/{given}/seats/0"), None).await.ok();
    let results = async |ada: &mut Caller| ada.get("/api/v1/me").await.ok().json()["results"][0].clone();
    let left = results(&mut ada).await;
    assert_eq!((&left["finished"], &left["left"]), (&json!(1), &json!(1)), "{left}");
    let page = ada.get("/me").await.ok().text();
    assert!(page.contains(", 1 left behind") && page.contains("after 7 days without a move"), "{page}");
    assert_eq!(differences(dir.path(), config(dir.path()).database).await, Vec::<String>::new());
    ada.call(Method::PUT, &format!("/api/v1/tables/{given}/seats/0"), Some(json!({}))).await.ok();
    ada.act(&given, 0, 0, json!({ "type": "retire" })).await.ok();
    let finished = results(&mut ada).await;
    assert_eq!((&finished["finished"], &finished["left"]), (&json!(2), &json!(0)), "{finished}");
    assert_eq!(differences(dir.path(), config(dir.path()).database).await, Vec::<String>::new());
}
