//! People who have played together: records, evenings, presence, invitations, blocks.

use std::path::Path;

use axum::http::Method;
use hall::{
    Hall,
    maintenance::{Files, doctor},
    store::{BoardKey, MatchKind, MatchResults, SeatResult, Store, Write, now},
};
use kernel::Seat;
use serde_json::{Value, json};

use crate::common::{Caller, Follower, GAME, database, open};

const MINUTE: i64 = 60_000;
pub(crate) const RIVALS: &str = "gloombah";

pub(crate) async fn store(data: &Path) -> Store {
    let url = database::address(data).unwrap_or_else(|| format!("sqlite://{}", data.join("hall.db").display()));
    Store::open(&url).await.unwrap()
}

/// A caller with their id.
pub(crate) struct One {
    pub(crate) caller: Caller,
    pub(crate) id: String,
}

pub(crate) async fn named(hall: &Hall, name: &str) -> One {
    let mut caller = Caller::program(hall, name).await;
    let id = caller.get("/api/v1/me").await.ok().json()["id"].as_str().unwrap().to_owned();
    One { caller, id }
}

/// Stores the result of a match of these people, each with a place, that ended so many minutes ago.
pub(crate) async fn played(store: &Store, host: &mut Caller, people: &[(&str, u32)], rivals: bool, ago: i64) -> String {
    let game = if rivals { RIVALS } else { GAME };
    let table = host.table(json!({ "game": game, "seats": people.len() })).await;
    let board =
        BoardKey { game: game.into(), seats: people.len() as u32, variant: String::new(), company: "people".into() };
    let seat = |(n, (person, place)): (usize, &(&str, u32))| SeatResult {
        table: table.clone(),
        seat: Seat(n as u8),
        kind: MatchKind::Usual,
        board: board.clone(),
        person: Some((*person).to_owned()),
        bot: None,
        class: None,
        place: *place,
        won: *place == 1,
        score: None,
        steps: 9,
        by_bots: 0,
        ended: now() - ago * MINUTE,
        ranked: false,
        early: false,
        rivals,
        traces: None,
    };
    let results = MatchResults { seats: people.iter().enumerate().map(seat).collect(), earned: Vec::new() };
    store.write(Write::SetResults { table: table.clone(), results }).await.unwrap();
    table
}

/// Returns the findings of `doctor` about sums and rankings.
async fn differences(data: &Path) -> Vec<String> {
    let files = Files { data: data.to_owned(), database: database::address(data) };
    let found = doctor(&files, &mut |_, _| {}).await.unwrap();
    found.faults.into_iter().filter(|fault| fault.contains("disagrees with the results")).collect()
}

async fn put(one: &mut One, path: &str) -> u16 {
    one.caller.call(Method::PUT, path, None).await.status.as_u16()
}

pub(crate) async fn invitations(one: &mut One) -> Vec<Value> {
    one.caller.get("/api/v1/invitations").await.ok().json()["invitations"].as_array().unwrap().clone()
}

#[tokio::test]
async fn people_are_listed_with_record_and_evenings() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let beside = store(dir.path()).await;
    let (mut ada, ben, cleo) = (named(&hall, "Ada").await, named(&hall, "Ben").await, named(&hall, "Cleo").await);
    let (a, b, c) = (ada.id.clone(), ben.id.clone(), cleo.id.clone());
    // An evening of two, another one of three, and a match long before.
    let host = &mut ada.caller;
    played(&beside, host, &[(&a, 2), (&b, 1)], true, 3000).await;
    let first = played(&beside, host, &[(&a, 1), (&b, 2)], true, 900).await;
    played(&beside, host, &[(&b, 3), (&a, 1)], true, 800).await;
    played(&beside, host, &[(&a, 1), (&b, 1)], false, 700).await;
    played(&beside, host, &[(&a, 2), (&b, 1), (&c, 3)], true, 100).await;
    played(&beside, host, &[(&a, 1), (&b, 1), (&c, 3)], true, 10).await;

    let all = ada.caller.get("/api/v1/companions").await.ok().json();
    let of = |name: &str| {
        let all = all["companions"].as_array().unwrap();
        all.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("no {name} in {all:?}")).clone()
    };
    let record = |one: &Value| {
        ["matches", "ahead", "behind", "level", "together", "together_won"].map(|key| one[key].as_u64().unwrap())
    };
    assert_eq!(record(&of("Ben")), [6, 2, 2, 1, 1, 1]);
    assert_eq!(record(&of("Cleo")), [2, 2, 0, 0, 0, 0]);
    assert_eq!(
        (&of("Ben")["game"], &of("Ben")["guest"], &of("Ben")["here"]),
        (&json!(RIVALS), &json!(true), &json!(true))
    );

    let evenings = ada.caller.get("/api/v1/evenings").await.ok().json();
    let points = |n: usize| {
        let evening = &evenings["evenings"][n];
        let points = evening["points"].as_array().unwrap();
        let points: Vec<_> =
            points.iter().map(|one| (one["name"].as_str().unwrap(), one["points"].as_u64().unwrap())).collect();
        (evening["matches"].as_u64().unwrap(), points)
    };
    assert_eq!(points(0), (2, vec![("Ben", 3), ("Ada", 2), ("Cleo", 0)]));
    assert_eq!(points(1), (3, vec![("Ada", 3), ("Ben", 1)]), "the match on one side gives both a point");
    assert_eq!(evenings["evenings"].as_array().unwrap().len(), 2, "one match is no evening: {evenings}");
    assert_eq!(evenings["evenings"][1]["first"], first);

    let page = ada.caller.get("/people").await.ok().text();
    for words in ["2 : 2", "1 level", "1 of 1", "you lead", "Evenings"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let found = ada.caller.get("/people?name=CLE").await.ok().text();
    assert!(
        found.contains(&format!("/people/{c}/invite")) && !found.contains(&format!("/people/{b}/block")),
        "{found}"
    );
    hall.close().await;
    assert_eq!(differences(dir.path()).await, Vec::<String>::new());
}

#[tokio::test]
async fn an_invitation_lands_and_lapses() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let beside = store(dir.path()).await;
    let (mut ada, mut ben) = (named(&hall, "Ada").await, named(&hall, "Ben").await);
    let mut cleo = named(&hall, "Cleo").await;
    played(&beside, &mut ada.caller, &[(&ada.id, 1), (&ben.id, 2)], true, 5).await;
    let table = ada.caller.table(json!({ "game": RIVALS, "seats": 3, "take": 0 })).await;
    let to = |id: &str| format!("/api/v1/tables/{table}/invitations/{id}");
    let (_, mut lobby) = Follower::of(&mut ada.caller, &table).await;
    assert_eq!(put(&mut ada, &to(&cleo.id)).await, 404, "they have not played together");
    assert_eq!(put(&mut ben, &to(&ada.id)).await, 403, "only those at the table invite");
    assert_eq!(put(&mut ada, &to(&ben.id)).await, 204);
    lobby.until(|news| news.data.to_string().contains("Invited")).await;
    assert_eq!(invitations(&mut ben).await[0]["from"]["name"], "Ada");
    let waiting = ben.caller.get("/api/v1/waiting").await.ok().json();
    assert_eq!(waiting["invitations"][0]["table"], table.as_str());
    for page in ["/", "/people"] {
        let page = ben.caller.get(page).await.ok().text();
        assert!(page.contains("Ada keeps a seat for you") && page.contains("1 of 3 seats taken"), "{page}");
    }
    assert!(invitations(&mut cleo).await.is_empty());

    assert_eq!(ben.caller.form(&format!("/invitations/{table}"), &[("do", "decline")]).await.status, 303);
    assert!(invitations(&mut ben).await.is_empty());
    assert_eq!(put(&mut ada, &to(&ben.id)).await, 204);
    assert!(invitations(&mut ben).await.is_empty(), "nobody is asked twice");

    // The button of the page opens a table of the game that they played last, or uses the open one.
    let path = format!("/people/{}/invite", ada.id);
    let opened = ben.caller.form(&path, &[]).await;
    let to = opened.header("location").to_owned();
    assert_eq!((opened.status.as_u16(), invitations(&mut ada).await.len()), (303, 1), "{}", opened.text());
    assert_eq!(ben.caller.form(&path, &[]).await.header("location"), to, "the open table is used");
    let table = to.trim_start_matches("/tables/");
    assert_eq!(ada.caller.look(table).await["game"], RIVALS);
    assert_eq!(put(&mut ada, &format!("/api/v1/tables/{table}/seats/1")).await, 200);
    assert!(invitations(&mut ada).await.is_empty(), "whoever sits there needs no invitation");
}

#[tokio::test]
async fn a_block_keeps_two_people_apart_and_can_be_undone() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let beside = store(dir.path()).await;
    let (mut ada, mut ben) = (named(&hall, "Ada").await, named(&hall, "Ben").await);
    played(&beside, &mut ada.caller, &[(&ada.id, 1), (&ben.id, 2)], true, 5).await;
    let together = ada.caller.table(json!({ "game": RIVALS, "seats": 3, "take": 0 })).await;
    assert_eq!(put(&mut ben, &format!("/api/v1/tables/{together}/seats/1")).await, 200);
    let said = format!("/api/v1/tables/{together}/talk");
    for one in [&mut ada, &mut ben] {
        one.caller.post(&said, json!({ "text": "Well met" })).await.ok();
    }
    let heard = async |one: &mut One| one.caller.get(&said).await.ok().json()["remarks"].as_array().unwrap().len();
    assert_eq!([heard(&mut ada).await, heard(&mut ben).await], [2, 2]);

    let blocked = ada.caller.form(&format!("/people/{}/block", ben.id), &[("do", "block")]).await;
    let page = ada.caller.get(blocked.header("location")).await.ok().text();
    assert!(page.contains("Ben is blocked.") && page.contains("Undo") && page.contains("Blocked: 1"), "{page}");
    assert_eq!([heard(&mut ada).await, heard(&mut ben).await], [1, 1], "each reads their own words alone");
    let (talk, _) = Follower::of(&mut ben.caller, &together).await;
    assert!(!talk.contains("Hear again"), "nobody is told of a block: {talk}");
    assert_eq!(put(&mut ben, &format!("/api/v1/tables/{together}/seats/1")).await, 200, "who sits there stays");

    let next = ada.caller.table(json!({ "game": RIVALS, "seats": 3, "take": 0, "public": true })).await;
    let seat = ben.caller.call(Method::PUT, &format!("/api/v1/tables/{next}/seats/1"), None).await;
    assert_eq!(seat.error(403), "not_your_seat");
    assert!(
        !ben.caller.get("/").await.ok().text().contains(&next) && ada.caller.get("/").await.ok().text().contains(&next)
    );
    assert_eq!(put(&mut ada, &format!("/api/v1/tables/{next}/invitations/{}", ben.id)).await, 404);
    let own = ben.caller.table(json!({ "game": RIVALS, "seats": 3, "take": 0 })).await;
    assert_eq!(put(&mut ben, &format!("/api/v1/tables/{own}/invitations/{}", ada.id)).await, 204, "nobody is told");
    assert!(invitations(&mut ada).await.is_empty());
    let seen = ben.caller.get("/api/v1/companions").await.ok().json();
    assert_eq!((&seen["companions"][0]["here"], &seen["companions"][0]["seen"]), (&json!(false), &Value::Null));
    let listed = ada.caller.get("/api/v1/companions").await.ok().json();
    assert_eq!(listed["companions"], json!([]), "blocked people are in a list of their own");
    assert_eq!(ada.caller.get("/api/v1/blocks").await.ok().json()["blocked"][0]["name"], "Ben");

    ada.caller.form(&format!("/people/{}/block", ben.id), &[("do", "unblock")]).await;
    assert_eq!([heard(&mut ada).await, heard(&mut ben).await], [2, 2]);
    assert_eq!(put(&mut ben, &format!("/api/v1/tables/{next}/seats/1")).await, 200);
    assert_eq!(invitations(&mut ada).await[0]["from"]["name"], "Ben");
    let itself = ada.caller.call(Method::PUT, &format!("/api/v1/blocks/{}", ada.id), None).await;
    assert_eq!(itself.error(400), "bad_request");
}

#[tokio::test]
async fn who_hides_is_not_seen_and_sees_nobody() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let beside = store(dir.path()).await;
    let (mut ada, mut ben) = (named(&hall, "Ada").await, named(&hall, "Ben").await);
    played(&beside, &mut ada.caller, &[(&ada.id, 1), (&ben.id, 2)], false, 5).await;
    let here =
        async |one: &mut One| one.caller.get("/api/v1/companions").await.ok().json()["companions"][0]["here"].clone();
    assert_eq!([here(&mut ada).await, here(&mut ben).await], [true, true]);
    ada.caller.form("/people/presence", &[("do", "hide")]).await;
    assert_eq!([here(&mut ada).await, here(&mut ben).await], [false, false]);
    let page = ada.caller.get("/people").await.ok().text();
    assert!(page.contains("Show me") && page.contains("You are hidden"), "{page}");
    ada.caller.form("/people/presence", &[("do", "show")]).await;
    assert_eq!([here(&mut ada).await, here(&mut ben).await], [true, true]);
    // They are offered where one waits for others, and their public table is one press away.
    let table = ben.caller.table(json!({ "game": RIVALS, "seats": 3, "take": 0, "public": true })).await;
    let page = ada.caller.get("/people").await.ok().text();
    assert!(
        page.contains("waits at an open table of Gloombah!") && page.contains(&format!("/tables/{table}")),
        "{page}"
    );
}
