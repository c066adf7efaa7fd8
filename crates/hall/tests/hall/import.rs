//! Matches that were played elsewhere come to the hall with their records.

use axum::http::{Method, Request, header};
use hall::Hall;
use kernel::Record;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{Caller, GAME, Reply, open};

/// Plays a match of one seat to its end, and returns its table and its record.
async fn played(caller: &mut Caller) -> (String, String) {
    let id = caller.table(json!({ "game": GAME, "seats": 1, "take": 0, "start": true })).await;
    caller.play_out(&id).await;
    let record = caller.get("/me/matches.jsonl").await.ok().text();
    (id, record)
}

async fn import(caller: &mut Caller, records: &str) -> Reply {
    let request = Request::post("/api/v1/me/matches").header(header::CONTENT_TYPE, "application/jsonl");
    caller.send(request.body(records.to_owned().into()).unwrap()).await
}

async fn tables(caller: &mut Caller, records: &str) -> Vec<String> {
    let made: Value = import(caller, records).await.ok().json();
    serde_json::from_value(made["tables"].clone()).unwrap()
}

/// Opens a hall with two people.
async fn two_people() -> (TempDir, Hall, [Caller; 2]) {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let people = [Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await];
    (dir, hall, people)
}

/// Returns a record with this change.
fn changed(record: &str, change: impl FnOnce(&mut Record)) -> String {
    let mut record = Record::parse(record).unwrap();
    record.header.table = None;
    change(&mut record);
    record.header.steps = Some(record.steps.len());
    record.to_string()
}

#[tokio::test]
async fn a_finished_match_is_kept_once_and_counts_for_nothing() {
    let (_dir, _hall, [mut ada, mut ben]) = two_people().await;
    let (id, record) = played(&mut ada).await;
    assert_eq!(tables(&mut ada, &record).await, [&*id], "it is her own already");

    let made = tables(&mut ben, &record).await;
    assert_eq!(tables(&mut ben, &record).await, made);
    assert_ne!(made, [&*id]);
    let [there] = &made[..] else { panic!("{made:?}") };
    let page = ben.get(&format!("/tables/{there}")).await.ok().text();
    assert!(page.contains("practice"), "{page}");
    let list = ben.get("/me/tables?list=finished").await.ok().text();
    assert!(list.contains(there.as_str()), "{list}");
    assert_eq!(ben.get("/api/v1/me").await.ok().json()["results"][0]["finished"], Value::Null);

    let brought = Record::parse(&ben.get("/me/matches.jsonl").await.ok().text()).unwrap();
    let first = Record::parse(&record).unwrap();
    assert_eq!((&brought.steps, &brought.outcome), (&first.steps, &first.outcome));
    assert_eq!((&brought.header.seed, &brought.header.setup), (&first.header.seed, &first.header.setup));
    assert_eq!(brought.header.players, ["Ben"]);
}

#[tokio::test]
async fn a_match_that_is_not_over_goes_on() {
    let (_dir, _hall, [mut ada, mut ben]) = two_people().await;
    let (_, record) = played(&mut ada).await;
    let begun = changed(&record, |record| {
        record.steps.truncate(2);
        record.outcome = None;
    });
    let made = tables(&mut ben, &begun).await;
    assert_eq!(ben.look(&made[0]).await["state"]["ply"], 2);
    ben.play_out(&made[0]).await;
}

#[tokio::test]
async fn false_records_and_files_without_one_are_refused() {
    let (_dir, _hall, [mut ada, mut ben]) = two_people().await;
    let (_, record) = played(&mut ada).await;
    let forged = changed(&record, |record| record.outcome = Some(json!({ "victory": true, "placings": [1] })));
    for wrong in [&*forged, &format!("{record}{forged}"), "", "{}", "not a record"] {
        let reply = import(&mut ben, wrong).await;
        assert!(reply.error(409).starts_with("bad_record"), "{wrong:.80}");
    }
    let reply = import(&mut ben, &record.repeat(101)).await;
    assert!(reply.text().contains("at most 100 records"), "{}", reply.text());
    let list = ben.get("/me/tables?list=finished").await.ok().text();
    assert!(!list.contains("/tables/"), "{list}");
    let large = import(&mut ben, &" ".repeat(9 << 20)).await;
    assert_eq!(large.status, 413);
    assert!(large.text().contains("at most 8192 KiB"), "{}", large.text());
}

#[tokio::test]
async fn a_person_chooses_a_file_without_scripts() {
    let (_dir, hall, [mut ada, _]) = two_people().await;
    let mut guest = Caller::new(&hall);
    let (_, record) = played(&mut ada).await;
    assert!(guest.get("/me").await.ok().text().contains("enctype=\"multipart/form-data\""));
    let file = |name: &str, content: &str| {
        let body = format!(
            "--edge\r\ncontent-disposition: form-data; name=\"{name}\"; filename=\"a.jsonl\"\r\n\r\n{content}\r\n--edge--\r\n"
        );
        let request = Request::builder().method(Method::POST).uri("/me/matches");
        request.header(header::CONTENT_TYPE, "multipart/form-data; boundary=edge").body(body.into()).unwrap()
    };
    let reply = guest.send(file("records", &record)).await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    let page = guest.get(reply.header("location")).await.ok().text();
    assert!(page.contains("practice"), "{page}");
    assert_eq!(guest.send(file("other", &record)).await.status, 400);
    assert_eq!(guest.send(file("records", "no record")).await.status, 409);
}
