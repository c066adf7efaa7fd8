//! Absent players: stand-in bots, their return, and people who take over the seat of a bot.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use axum::http::Method;
use hall::{Config, Hall};
use serde_json::{Value, json};

use crate::common::{self, Caller, Follower, LATE, Reply};

const RIVALS: &str = "accursed-tomb";
const TOGETHER: &str = "rogue-ascension";

/// Opens a hall that waits only a moment for absent players.
async fn hasty(data: &Path) -> Hall {
    hall::open(Config { absence: Duration::from_millis(300), ..common::config(data) }).await.unwrap()
}

/// People at a match, and the player who must act.
struct Match {
    people: Vec<Caller>,
    id: String,
    awaited: usize,
}

impl Match {
    async fn new(hall: &Hall, game: &str, count: usize, more: Value) -> Match {
        let (mut people, id) = common::people_at_match(hall, game, count, more).await;
        let table = people[0].look(&id).await;
        let awaited = table["state"]["status"]["awaiting"][0]["seat"].as_u64().unwrap() as usize;
        Match { people, id, awaited }
    }

    /// Returns the seats of the players who need not act.
    fn others(&self) -> Vec<usize> {
        (0..self.people.len()).filter(|seat| *seat != self.awaited).collect()
    }

    /// Keeps a player's page open.
    async fn follow(&self, seat: usize) -> Follower {
        Follower::at(&self.people[seat], &format!("/api/v1/tables/{}/events", self.id), None).await
    }

    async fn stand_in(&mut self, by: usize) -> Reply {
        let path = format!("/api/v1/tables/{}/seats/{}/stand-in", self.id, self.awaited);
        self.people[by].post(&path, json!({})).await
    }

    /// Returns the table as a spectator sees it, which does not count as the return of a player.
    async fn look(&self, hall: &Hall) -> Value {
        Caller::new(hall).look(&self.id).await
    }

    /// Waits until something holds of the table.
    async fn until(&self, hall: &Hall, holds: impl Fn(&Value) -> bool) -> Value {
        let late = Instant::now() + LATE;
        loop {
            let table = self.look(hall).await;
            if holds(&table) {
                return table;
            }
            assert!(Instant::now() < late, "it did not come to that: {table}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

#[tokio::test]
async fn together_one_press_lets_a_bot_stand_in_until_one_is_back() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hasty(dir.path()).await;
    let mut all = Match::new(&hall, TOGETHER, 2, json!({})).await;
    let (away, here) = (all.awaited, all.others()[0]);
    let _page = all.follow(here).await;
    all.people[away].look(&all.id).await;
    let early = all.stand_in(here).await;
    assert_eq!(early.error(403), "not_your_seat", "they have just looked");
    all.until(&hall, |table| table["seats"][away]["missed"]["offered"] == true).await;
    let table = all.stand_in(here).await.ok().json();
    assert_eq!(table["seats"][away]["stand_in"], "normal");
    assert!(table["seats"][away]["player"].is_string(), "the seat stays theirs");
    let step = all.until(&hall, |table| table["step"].as_u64() > Some(0)).await["step"].as_u64().unwrap();
    let back = all.people[away].look(&all.id).await;
    assert_eq!(back["seats"][away]["stand_in"], Value::Null, "whoever looks is back");
    assert!(back["step"].as_u64().unwrap() >= step);
    assert_eq!(back["you"], json!([away]));
}

#[tokio::test]
async fn rivals_agree_on_a_bot_and_those_who_are_away_are_not_asked() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hasty(dir.path()).await;
    let mut all = Match::new(&hall, RIVALS, 3, json!({})).await;
    let [one, other] = all.others()[..] else { panic!("three play") };
    let away = all.awaited;
    let (_one, _other) = (all.follow(one).await, all.follow(other).await);
    all.until(&hall, |table| table["seats"][away]["missed"]["offered"] == true).await;
    let half = all.stand_in(one).await.ok().json();
    assert_eq!(half["seats"][away]["stand_in"], Value::Null, "one of two is not enough");
    assert_eq!(half["seats"][away]["missed"]["agreed"], json!([one]));
    assert_eq!(half["seats"][away]["missed"]["missing"], json!([other]));
    let path = format!("/api/v1/tables/{}/seats/{away}/stand-in", all.id);
    let back = all.people[one].call(Method::DELETE, &path, None).await.ok().json();
    assert_eq!(back["seats"][away]["missed"]["agreed"], json!([]), "it can be taken back");
    all.stand_in(one).await.ok();
    assert_eq!(all.stand_in(other).await.ok().json()["seats"][away]["stand_in"], "normal");

    let mut two = Match::new(&hall, RIVALS, 3, json!({})).await;
    let (here, away) = (two.others()[0], two.awaited);
    let _page = two.follow(here).await;
    let gone = two.others()[1];
    two.until(&hall, |table| table["seats"][away]["missed"]["offered"] == true).await;
    two.until(&hall, |table| table["seats"][gone]["connected"] == false).await;
    let table = two.stand_in(here).await.ok().json();
    assert_eq!(table["seats"][away]["stand_in"], "normal", "who is away holds nobody up");
}

#[tokio::test]
async fn a_rival_is_waited_for_and_only_players_have_a_say() {
    let dir = tempfile::tempdir().unwrap();
    let hall = common::open(dir.path()).await;
    let mut all = Match::new(&hall, RIVALS, 2, json!({})).await;
    let here = all.others()[0];
    assert_eq!(all.stand_in(here).await.error(403), "not_your_seat", "a minute has not passed");
    let path = format!("/api/v1/tables/{}/seats/{}/stand-in", all.id, all.awaited);
    let mut eve = Caller::program(&hall, "Eve").await;
    assert_eq!(eve.post(&path, json!({})).await.error(403), "not_your_seat");
    let mine = format!("/api/v1/tables/{}/seats/{here}/stand-in", all.id);
    assert_eq!(all.people[here].post(&mine, json!({})).await.error(400), "bad_request", "for others alone");
}

#[tokio::test]
async fn all_see_without_reload_who_is_missed_and_when_a_bot_may_act() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hasty(dir.path()).await;
    let mut all = Match::new(&hall, RIVALS, 2, json!({})).await;
    let (away, here) = (all.awaited, all.others()[0]);
    let name = ["Ada", "Ben"][away];
    all.people[away].look(&all.id).await;
    let (page, mut follower) = Follower::of(&mut all.people[here], &all.id).await;
    let offer = format!("Let a bot play for {name}");
    assert!(!page.contains(&offer));
    follower.until(|news| news.data.to_string().contains(&offer)).await;
    let at = format!("/tables/{}/seats/{away}", all.id);
    all.people[here].form_with(&at, &[("do", "stand-in")], &[]).await;
    let page = all.people[here].get(&format!("/tables/{}", all.id)).await.ok().text();
    assert!(page.contains(&format!("a bot plays for {name}")));
    let own = all.people[away].get(&format!("/tables/{}", all.id)).await.ok().text();
    assert!(!own.contains("a bot plays for"), "whoever loads the page is back");
}

#[tokio::test]
async fn acting_is_coming_back_and_a_stand_in_survives_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hasty(dir.path()).await;
    let mut all = Match::new(&hall, RIVALS, 2, json!({})).await;
    let (away, here) = (all.awaited, all.others()[0]);
    let page = all.follow(here).await;
    all.until(&hall, |table| table["seats"][away]["missed"]["offered"] == true).await;
    all.stand_in(here).await.ok();
    drop(page);
    hall.close().await;
    drop(hall);
    let again = hasty(dir.path()).await;
    for person in &mut all.people {
        person.router = again.router();
    }
    let table = all.until(&again, |table| table["state"]["status"]["awaiting"][0]["seat"] == here).await;
    assert_eq!(table["seats"][away]["stand_in"], "normal");
    // A program may act without having looked. It is too late, but it counts as present.
    let id = all.id.clone();
    all.people[away].act(&id, away, 0, json!({ "type": "pass" })).await.error(409);
    assert_eq!(all.look(&again).await["seats"][away]["stand_in"], Value::Null);
}

#[tokio::test]
async fn who_looks_on_takes_over_the_seat_of_a_bot_when_all_agree() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hasty(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(json!({ "game": RIVALS, "seats": 2, "take": 0, "bots": { "1": "easy" }, "start": true })).await;
    let at = format!("/api/v1/tables/{id}/seats/1/request");
    let mut dan = Caller::program(&hall, "Dan").await;
    let _page = Follower::at(&ada, &format!("/api/v1/tables/{id}/events"), None).await;
    let asked = dan.post(&at, json!({})).await.ok().json();
    assert_eq!(asked["seats"][1]["bot"], "easy", "nobody has agreed yet");
    assert_eq!(asked["seats"][1]["request"], json!({ "player": "Dan", "you": true, "missing": [0] }));
    let page = ada.get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains("Dan asks"));
    let refused = ada.call(Method::PUT, &at, Some(json!({ "accept": false }))).await.ok().json();
    assert_eq!(refused["seats"][1]["request"], Value::Null);
    assert_eq!(dan.post(&at, json!({})).await.error(403), "not_your_seat", "once is enough");
    let mut eve = Caller::program(&hall, "Eve").await;
    assert_eq!(eve.call(Method::PUT, &at, Some(json!({ "accept": true }))).await.error(403), "not_your_seat");
    eve.post(&at, json!({})).await.ok();
    let taken = ada.call(Method::PUT, &at, Some(json!({ "accept": true }))).await.ok().json();
    assert_eq!((&taken["seats"][1]["player"], &taken["seats"][1]["bot"]), (&json!("Eve"), &Value::Null));
    assert_eq!(eve.look(&id).await["you"], json!([1]));
    let own = ada.post(&format!("/api/v1/tables/{id}/seats/1/request"), json!({})).await;
    assert_eq!(own.error(409), "seat_taken");
}

#[tokio::test]
async fn a_long_idle_watcher_may_be_replaced_and_returns_at_a_press() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hall::open(Config { absence: Duration::from_millis(100), ..common::config(dir.path()) }).await.unwrap();
    let mut all = Match::new(&hall, RIVALS, 2, json!({})).await;
    let (idle, here) = (all.awaited, all.others()[0]);
    let (_one, _other) = (all.follow(idle).await, all.follow(here).await);
    assert_eq!(all.stand_in(here).await.error(403), "not_your_seat", "they are here");
    let table = all.until(&hall, |table| table["seats"][idle]["missed"]["offered"] == true).await;
    assert_eq!(table["seats"][idle]["connected"], true);
    assert_eq!(all.stand_in(here).await.ok().json()["seats"][idle]["stand_in"], "normal");
    let path = format!("/tables/{}/seats/{idle}", all.id);
    all.people[idle].form_with(&path, &[("do", "back")], &[("x-follows", "1")]).await.ok();
    assert_eq!(all.look(&hall).await["seats"][idle]["stand_in"], Value::Null);
}
