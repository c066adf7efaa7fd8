//! Store failures: a disk that fills up and is freed, and a second hall on the same data. Nothing
//! is lost, and no restart is needed.

use std::{io::Read, path::Path};

use serde_json::json;

use crate::common::{Caller, GAME, Wire, attribute, config_on_file, open_on_file, process::Process};

/// Returns the status and text of a health check.
fn check(wire: &Wire, path: &str) -> (u16, String) {
    let mut text = String::new();
    wire.open("GET", path, "", "").unwrap().read_to_string(&mut text).unwrap();
    (text[9..12].parse().unwrap(), text.split_once("\r\n\r\n").unwrap().1.to_owned())
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_refuses_writes_until_it_is_freed() {
    let dir = tempfile::tempdir().unwrap();
    let process = Process::start_without_room(dir.path(), 1600);
    let wire = Wire::guest(process.addr);
    assert_eq!(check(&wire, "/readyz"), (200, "ok\n".into()));
    let body = json!({ "game": GAME, "take": 0, "start": true }).to_string();
    let mut tables = Vec::new();
    let refused = loop {
        let (status, table) = wire.json("POST", "/api/v1/tables", &body);
        if status != 201 {
            break (status, table["error"]["code"].as_str().unwrap().to_owned());
        }
        tables.push(table["id"].as_str().unwrap().to_owned());
        assert!(tables.len() < 1000, "the disk does not fill up");
    };
    assert_eq!(refused, (500, "internal".into()));
    // Acknowledged steps can be read, and the health check reports the trouble.
    let (status, table) = wire.json("GET", &format!("/api/v1/tables/{}", tables[0]), "");
    assert_eq!((status, &table["step"]), (200, &json!(0)));
    // A remark is refused like a move, and nobody receives it.
    let (talk, hello) = (format!("/api/v1/tables/{}/talk", tables[0]), json!({ "text": "x".repeat(300) }).to_string());
    let (mut said, mut refused) = (0, None);
    for _ in 0..100 {
        match wire.json("POST", &talk, &hello) {
            (201, _) => said += 1,
            (429, _) => std::thread::sleep(std::time::Duration::from_secs(3)),
            other => {
                refused = Some(other.0);
                break;
            }
        }
    }
    assert_eq!(refused, Some(500), "after {said} remarks");
    let remarks = |wire: &Wire| wire.json("GET", &talk, "").1["remarks"].as_array().unwrap().len();
    assert_eq!(remarks(&wire), said, "only what was acknowledged is heard");
    // The last few bytes are still enough for a check or two.
    assert!((0..100).any(|_| check(&wire, "/readyz").0 == 503));
    let (status, text) = check(&wire, "/healthz");
    assert!(status == 200 && text.contains("nothing can be written"), "{text}");
    let (status, _) = wire.json("POST", "/api/v1/tables", &body);
    assert_eq!(status, 500, "it is still full");

    process.free();
    let (status, answer) = wire.json("POST", "/api/v1/tables", &body);
    assert_eq!(status, 201, "{answer}");
    assert_eq!(wire.act_first(&tables[0]).unwrap(), Some(1), "a table from before goes on");
    assert_eq!((wire.json("POST", &talk, &hello).0, remarks(&wire)), (201, said + 1), "and talks on");
    assert_eq!(check(&wire, "/readyz"), (200, "ok\n".into()));
    assert_eq!(check(&wire, "/healthz"), (200, "ok\n".into()));
}

#[tokio::test]
async fn a_second_hall_on_the_same_data_is_refused_until_it_is_free() {
    let dir = tempfile::tempdir().unwrap();
    let first = open_on_file(dir.path()).await;
    let refused = match hall::open(config_on_file(dir.path())).await {
        Ok(_) => panic!("two halls on one folder"),
        Err(error) => error.to_string(),
    };
    assert!(refused.contains("another hall") && refused.contains("--data") && !refused.contains('\n'), "{refused}");
    first.close().await;
    drop(first);
    open_on_file(dir.path()).await;
}

/// Renames a table of a hall's database, so that reading it fails, or restores its name.
async fn rename(data: &Path, from: &str, to: &str) {
    use sqlx::{Connection, Executor};
    let url = format!("sqlite://{}", data.join("hall.db").display());
    let mut database = sqlx::SqliteConnection::connect(&url).await.unwrap();
    // Legacy, so that references to the table keep the old name.
    database.execute("PRAGMA legacy_alter_table = ON; PRAGMA foreign_keys = OFF").await.unwrap();
    database.execute(sqlx::AssertSqlSafe(format!("ALTER TABLE {from} RENAME TO {to}"))).await.unwrap();
    database.close().await.unwrap();
}

#[tokio::test]
async fn what_cannot_be_read_is_told_so_and_never_shown_as_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open_on_file(dir.path()).await;
    let mut ada = Caller::new(&hall);
    ada.form("/play", &[("game", GAME)]).await;
    let page = ada.get("/me").await.ok().text();
    let table = attribute(&page, "match-row", "href").unwrap();
    let me = ada.get("/api/v1/me").await.ok().json()["id"].as_str().unwrap().to_owned();
    hall.close().await;
    drop(hall);
    for (broken, paths) in [
        ("seats", vec!["/".to_owned(), "/me".into(), table.clone(), format!("/api/v1{table}")]),
        ("steps", vec!["/".to_owned(), "/me".into(), table.clone(), format!("/api/v1{table}/record")]),
        ("talk", vec!["/".to_owned(), table.clone(), format!("/api/v1{table}/talk")]),
        ("mutes", vec![table.clone(), format!("/api/v1{table}/talk")]),
        ("unlocked", vec!["/me".to_owned(), format!("/people/{me}"), format!("/games/{GAME}")]),
        ("accounts", vec!["/me".to_owned(), "/sign-in".into(), "/sign-in/abc".into()]),
        ("sessions", vec!["/".to_owned(), "/me".into(), "/api/v1/games".into()]),
        ("people", vec!["/".to_owned(), "/me".into(), format!("/people/{me}")]),
    ] {
        rename(dir.path(), broken, "gone").await;
        // The hall is opened again, because it would not read what it has in memory.
        let hall = open_on_file(dir.path()).await;
        ada.router = hall.router();
        for path in paths {
            let reply = ada.get(&path).await;
            let text = reply.text();
            assert!(reply.status == 500 && text.contains("could not read"), "{broken} {path}: {} {text}", reply.status);
        }
        hall.close().await;
        drop(hall);
        rename(dir.path(), "gone", broken).await;
    }
    let hall = open_on_file(dir.path()).await;
    ada.router = hall.router();
    ada.get(&table).await.ok();
}
