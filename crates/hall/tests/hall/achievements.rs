//! Achievements: earned by finished matches, shown at the end and on a person's page, the same
//! after a rebuild.

use std::path::Path;

use hall::{
    maintenance::{Files, rebuild},
    store::{Earned, Store},
};
use kernel::Seat;
use serde_json::{Value, json};

use crate::common::{Caller, config, database, open};

const GAME: &str = "crimsonbranch";
const TITLE: &str = "A Sensible Decision";

/// Opens the store of the hall in a folder, from outside the hall.
async fn store(data: &Path) -> Store {
    let url = database::address(data).unwrap_or_else(|| format!("sqlite://{}", data.join("hall.db").display()));
    Store::open(&url).await.unwrap()
}

/// Plays a match that ends at once: the hero retires, which earns something.
async fn retire(caller: &mut Caller, public: bool) -> String {
    let body = json!({ "game": GAME, "seats": 1, "take": 0, "start": true, "public": public });
    let id = caller.table(body).await;
    caller.act(&id, 0, 0, json!({ "type": "retire" })).await.ok();
    id
}

async fn id_of(caller: &mut Caller) -> String {
    caller.get("/api/v1/me").await.ok().json()["id"].as_str().unwrap().to_owned()
}

/// Returns the achievement as the API shows it to a caller.
async fn sensible(caller: &mut Caller, person: &str) -> Value {
    let answer = caller.get(&format!("/api/v1/people/{person}/achievements")).await.ok().json();
    let games = answer["games"].as_array().unwrap();
    assert_eq!(games.len(), 5, "all games have some");
    let game = games.iter().find(|game| game["game"] == GAME).unwrap();
    let all = game["achievements"].as_array().unwrap();
    assert_eq!(all.len(), 13);
    all.iter().find(|one| one["id"] == "sensible").unwrap().clone()
}

#[tokio::test]
async fn earnings_of_a_match_are_told_at_its_end_once() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let me = id_of(&mut ada).await;
    let before = sensible(&mut ada, &me).await;
    assert_eq!((&before["earned"], &before["percent"]), (&Value::Null, &Value::Null));
    let first = retire(&mut ada, false).await;
    let second = retire(&mut ada, false).await;
    let told = ada.get(&format!("/tables/{first}")).await.ok().text();
    assert!(told.contains("Earned for the first time") && told.contains(TITLE), "{told}");
    let again = ada.get(&format!("/tables/{second}")).await.ok().text();
    assert!(!again.contains("Earned for the first time"), "{again}");
    let after = sensible(&mut ada, &me).await;
    assert_eq!((&after["earned"]["table"], &after["percent"]), (&json!(first), &json!(100)));
    let own = ada.get("/me").await.ok().text();
    assert!(own.contains("1 of 13 earned") && own.contains("0 of 13 earned"), "all games stand there: {own}");
    assert!(
        own.contains(&format!("href=\"/replays/{first}\"")) && own.contains("100 % of all who have finished"),
        "{own}"
    );
}

#[tokio::test]
async fn others_see_achievements_and_no_private_table() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let me = id_of(&mut ada).await;
    let id = retire(&mut ada, false).await;
    let seen = sensible(&mut ben, &me).await;
    assert!(seen["earned"]["at"].is_i64() && seen["earned"]["table"].is_null(), "{seen}");
    let page = ben.get(&format!("/people/{me}")).await.ok().text();
    assert!(page.contains(TITLE) && !page.contains(&id), "{page}");
    assert!(!page.contains("0 of 13 earned"), "only games of which there is something: {page}");
    let look = ben.get(&format!("/tables/{id}")).await.text();
    assert!(!look.contains("Earned for the first time"), "it is not theirs: {look}");
}

#[tokio::test]
async fn practice_earns_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = retire(&mut ada, false).await;
    let reply = ada.form(&format!("/tables/{id}/retry"), &[("step", "0")]).await;
    let again = reply.header("location").strip_prefix("/tables/").unwrap().to_owned();
    ada.act(&again, 0, 0, json!({ "type": "retire" })).await.ok();
    let beside = store(dir.path()).await;
    assert_eq!(beside.earned(&id).await.unwrap(), [Earned { seat: Seat(0), achievement: "sensible".into() }]);
    assert_eq!(beside.earned(&again).await.unwrap(), []);
    beside.close().await;
}

#[tokio::test]
async fn what_is_thrown_away_is_earned_again_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let me = id_of(&mut ada).await;
    retire(&mut ada, false).await;
    let bots =
        json!({ "game": "gloombah", "seats": 3, "take": 0, "start": true, "bots": { "1": "normal", "2": "normal" } });
    let id = ada.table(bots).await;
    ada.play_out(&id).await;
    retire(&mut ada, false).await;
    hall.close().await;
    drop((hall, std::mem::replace(&mut ada.router, axum::Router::new())));
    let beside = store(dir.path()).await;
    let before = beside.awards(&me).await.unwrap();
    assert!(before.iter().any(|award| award.achievement == "sensible"), "{before:?}");
    beside.close().await;
    let files = Files { data: dir.path().to_owned(), database: config(dir.path()).database };
    assert_eq!(rebuild(&files, &mut |_, _| {}).await.unwrap(), 3);
    let beside = store(dir.path()).await;
    assert_eq!(beside.awards(&me).await.unwrap(), before);
    beside.close().await;
}
