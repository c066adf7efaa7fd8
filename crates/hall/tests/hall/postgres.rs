//! Features of PostgreSQL alone, and moving there and back. `cargo xtask test` runs these with a
//! server of its own.

use std::{path::Path, time::Duration};

use hall::{
    Config, Error,
    maintenance::{Files, backup, doctor, move_database},
    store::{OpenError, Person, Store, StoreError, Write},
};
use sqlx::{Connection, PgConnection};

use crate::common::{Caller, GAME, config_on_file, database, open, open_on_file};

fn on_file(data: &Path) -> String {
    format!("sqlite://{}", data.join("hall.db").display())
}

/// Returns the address of a database for the hall in a folder; `None` skips the test.
fn on_server(data: &Path) -> Option<String> {
    let address = database::address(data);
    if address.is_none() {
        eprintln!("left out: {} names no PostgreSQL server", database::SERVER);
    }
    address
}

fn add(id: &str) -> Write {
    let person = Person::new(id, id);
    Write::AddPerson(person, Default::default(), None)
}

#[tokio::test]
async fn halls_that_open_an_empty_database_at_once_make_it_once() {
    let dir = tempfile::tempdir().unwrap();
    let Some(url) = on_server(dir.path()) else { return };
    let open = || Store::open(&url);
    let stores = tokio::join!(open(), open(), open(), open());
    for (n, store) in [stores.0, stores.1, stores.2, stores.3].into_iter().enumerate() {
        store.unwrap().write(add(&n.to_string())).await.unwrap();
    }
    let store = Store::open(&url).await.unwrap();
    for n in 0..4 {
        assert!(store.person(&n.to_string()).await.unwrap().is_some());
    }
}

#[tokio::test]
async fn connections_that_are_cut_fail_plainly_and_come_back() {
    let dir = tempfile::tempdir().unwrap();
    let Some(url) = on_server(dir.path()) else { return };
    let store = Store::open(&url).await.unwrap();
    store.write(add("before")).await.unwrap();
    let mut server = PgConnection::connect(&url).await.unwrap();
    for round in 0..5 {
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                   WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'";
        sqlx::query(cut).execute(&mut server).await.unwrap();
        let first = store.write(add(&format!("first{round}"))).await;
        assert!(matches!(first, Ok(()) | Err(StoreError::Failed(_))), "{first:?}");
        store.write(add(&format!("second{round}"))).await.unwrap();
        let kept = async |id: String| store.person(&id).await;
        // A read may find that its connection is gone; the next has another.
        let mut found = kept(format!("second{round}")).await;
        for _ in 0..8 {
            if found.is_ok() {
                break;
            }
            found = kept(format!("second{round}")).await;
        }
        assert!(found.unwrap().is_some(), "what was acknowledged is kept");
        assert_eq!(first.is_ok(), kept(format!("first{round}")).await.unwrap().is_some(), "and nothing else");
    }
}

#[tokio::test]
async fn a_hall_moves_to_postgres_and_back_and_goes_on() {
    let (dir, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (file, Some(server)) = (on_file(dir.path()), on_server(dir.path())) else { return };
    let hall = open_on_file(dir.path()).await;
    let mut ada = Caller::new(&hall);
    let at = ada.form("/play", &[("game", GAME)]).await.header("location").to_owned();
    let id = at.trim_start_matches("/tables/").to_owned();
    for _ in 0..3 {
        let table = ada.look(&id).await;
        ada.act_first(&id, &table, 0).await.ok();
    }
    let mut ben = Caller::program(&hall, "Ben").await;
    let bots = serde_json::json!({ "game": "accursed-tomb", "seats": 2, "bots": { "0": "easy", "1": "easy" } });
    for _ in 0..3 {
        let made = ben.post("/api/v1/tables", bots.clone()).await;
        assert!(made.status.is_success() || made.status == 400, "{}", made.text());
    }
    let refused = move_database(&file, &server, &mut |_, _, _| {}).await.unwrap_err();
    assert!(matches!(refused, Error::Store(OpenError::InUse { .. })), "a hall is open on it: {refused}");
    let before = ada.look(&id).await;
    hall.close().await;
    drop(hall);

    let mut told = Vec::new();
    let findings = move_database(&file, &server, &mut |what, done, all| told.push((what.to_owned(), done, all))).await;
    assert_eq!(findings.unwrap().faults, [""; 0]);
    assert!(told.contains(&("steps".into(), 3, 3)), "{told:?}");
    let refused = move_database(&file, &server, &mut |_, _, _| {}).await.unwrap_err();
    assert!(matches!(refused, Error::Store(OpenError::NotEmpty { .. })), "{refused}");

    // The folder is the same, and so is the key: signed-in people still are.
    let hall = open(dir.path()).await;
    ada.router = hall.router();
    let table = ada.look(&id).await;
    assert_eq!((&table["step"], &table["state"]), (&before["step"], &before["state"]));
    ada.act_first(&id, &table, 0).await.ok();
    let back = on_file(other.path());
    let refused = move_database(&server, &back, &mut |_, _, _| {}).await.unwrap_err();
    assert!(matches!(refused, Error::Store(OpenError::HallOpen { .. })), "a hall is open on it: {refused}");
    hall.close().await;
    drop(hall);
    tokio::time::sleep(Duration::from_millis(200)).await;

    assert_eq!(move_database(&server, &back, &mut |_, _, _| {}).await.unwrap().faults, [""; 0]);
    std::fs::copy(dir.path().join("key"), other.path().join("key")).unwrap();
    let hall = open_on_file(other.path()).await;
    ada.router = hall.router();
    let table = ada.look(&id).await;
    assert_eq!(table["step"], 4);
    ada.act_first(&id, &table, 0).await.ok();
}

#[tokio::test]
async fn doctor_checks_postgres_and_a_backup_names_the_tool() {
    let dir = tempfile::tempdir().unwrap();
    let Some(url) = on_server(dir.path()) else { return };
    let hall = open(dir.path()).await;
    let mut ada = Caller::new(&hall);
    let at = ada.form("/play", &[("game", GAME)]).await.header("location").to_owned();
    let id = at.trim_start_matches("/tables/").to_owned();
    let table = ada.look(&id).await;
    ada.act_first(&id, &table, 0).await.ok();
    let files = Files { data: dir.path().to_owned(), database: Some(url.clone()) };
    let found = doctor(&files, &mut |_, _| {}).await.unwrap();
    assert_eq!(found.faults, [""; 0]);
    assert!(found.checked[1].starts_with("1 table, 0 over and 1 under way, with 1 step"), "{:?}", found.checked);
    let mut server = PgConnection::connect(&url).await.unwrap();
    sqlx::query("UPDATE steps SET action = '{\"type\":\"fly\"}'").execute(&mut server).await.unwrap();
    let found = doctor(&files, &mut |_, _| {}).await.unwrap();
    assert!(found.faults.len() == 1 && found.faults[0].contains(&id), "{found:?}");
    let refused = backup(&files, &dir.path().join("copy"), false).await.unwrap_err().to_string();
    assert!(refused.contains("pg_dump") && refused.contains("key"), "{refused}");
}

#[tokio::test]
async fn a_silent_database_server_is_reported_without_the_password() {
    let dir = tempfile::tempdir().unwrap();
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let database = Some(format!("postgres://ada:secret@{closed}/hall"));
    let error = match hall::open(Config { database, ..config_on_file(dir.path()) }).await {
        Ok(_) => panic!("it opened"),
        Err(error) => error.to_string(),
    };
    assert!(error.contains(&closed.to_string()) && !error.contains("secret"), "{error}");
}
