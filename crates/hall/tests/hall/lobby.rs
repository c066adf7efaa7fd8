//! Access to a table, and the decisions of its host.

use std::time::{Duration, Instant};

use axum::http::Method;
use hall::{Config, Hall};
use serde_json::{Value, json};

use crate::common::{self, Caller, Follower, GAME, config, open};

async fn put(caller: &mut Caller, path: &str, body: Value) -> common::Reply {
    caller.call(Method::PUT, path, Some(body)).await
}

async fn sit(caller: &mut Caller, id: &str, seat: usize) -> common::Reply {
    put(caller, &format!("/api/v1/tables/{id}/seats/{seat}"), json!({})).await
}

async fn rise(caller: &mut Caller, id: &str, seat: usize) -> common::Reply {
    caller.call(Method::DELETE, &format!("/api/v1/tables/{id}/seats/{seat}"), None).await
}

async fn let_come(caller: &mut Caller, id: &str, change: Value) -> common::Reply {
    caller.call(Method::PATCH, &format!("/api/v1/tables/{id}"), Some(change)).await
}

/// Returns the ids of the tables that are open to everybody.
async fn offered(caller: &mut Caller) -> Vec<String> {
    let list = caller.get("/api/v1/tables").await.ok().json();
    list["tables"].as_array().unwrap().iter().map(|table| table["id"].as_str().unwrap().to_owned()).collect()
}

/// Begins a match between two rivals.
async fn playing(hall: &Hall, table: Value) -> (Caller, Caller, String) {
    let (mut ada, mut ben) = (Caller::program(hall, "Ada").await, Caller::program(hall, "Ben").await);
    let mut wanted = json!({ "game": "accursed-tomb", "seats": 2, "take": 0 });
    wanted.as_object_mut().unwrap().extend(table.as_object().unwrap().clone());
    let id = ada.table(wanted).await;
    sit(&mut ben, &id, 1).await.ok();
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    (ada, ben, id)
}

#[tokio::test]
async fn a_table_is_found_by_its_link_alone_unless_it_is_open_to_all() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let (mut ben, mut eve) = (Caller::program(&hall, "Ben").await, Caller::new(&hall));
    let id = ada.table(json!({ "game": "gloombah", "seats": 4, "take": 1, "bots": { "0": "easy" } })).await;
    assert_eq!(ada.look(&id).await["public"], false);
    assert!(offered(&mut eve).await.is_empty() && !eve.get("/").await.ok().text().contains(&id));
    assert_eq!(sit(&mut ben, &id, 2).await.status, 200, "who has the link sits down");

    assert_eq!(let_come(&mut ben, &id, json!({ "public": true })).await.error(403), "not_your_seat");
    assert_eq!(let_come(&mut ada, &id, json!({ "public": true })).await.ok().json()["public"], true);
    let list = eve.get("/api/v1/tables").await.ok().json();
    assert_eq!(
        list["tables"][0],
        json!({
            "id": id, "invite": format!("/tables/{id}"), "game": "gloombah",
            "options": ada.look(&id).await["options"], "host": "Ada", "waiting": ["Ada"], "seats": 4, "taken": 3,
        })
    );
    let front = eve.get("/").await.ok().text();
    assert!(front.contains(&id) && front.contains("Ada waits, 3 of 4 seats taken"), "{front}");
    let_come(&mut ada, &id, json!({ "public": false })).await.ok();
    assert!(offered(&mut eve).await.is_empty() && !eve.get("/").await.ok().text().contains(&id));

    // With forms the host chooses when opening the table, or in the lobby.
    let mut guest = Caller::new(&hall);
    let fields = [("game", GAME), ("seats", "2"), ("seat0", "me"), ("seat1", "open"), ("public", "yes")];
    let at = guest.form("/tables", &fields).await.header("location").to_owned();
    assert_eq!(offered(&mut eve).await, [at.trim_start_matches("/tables/")]);
    assert_eq!(guest.form(&format!("{at}/access"), &[("public", "no")]).await.status, 303);
    assert!(offered(&mut eve).await.is_empty());
    assert_eq!(guest.form(&format!("{at}/access"), &[("public", "perhaps")]).await.status, 400);
}

#[tokio::test]
async fn what_is_played_in_private_stands_in_no_list() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben, secret) = playing(&hall, json!({})).await;
    let mut eve = Caller::new(&hall);
    assert!(!eve.get("/").await.ok().text().contains(&secret), "not while it is played");
    tokio::join!(ada.play_out(&secret), ben.play_out(&secret));
    assert!(!eve.get("/").await.ok().text().contains(&secret), "nor as the best of the day");
    eve.get(&format!("/replays/{secret}")).await.ok();

    let (mut ada, mut ben, shown) = playing(&hall, json!({ "public": true })).await;
    assert!(eve.get("/").await.ok().text().contains(&shown));
    tokio::join!(ada.play_out(&shown), ben.play_out(&shown));
    assert!(eve.get("/").await.ok().text().contains(&format!("/replays/{shown}")));
    let_come(&mut ada, &shown, json!({ "spectators": false })).await.ok();
    assert!(!eve.get("/").await.ok().text().contains(&shown), "what nobody may watch is not shown");
}

#[tokio::test]
async fn an_offer_stands_while_its_host_stays_and_replaces_the_last() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let wanted = json!({ "game": "gloombah", "seats": 3, "take": 0, "public": true });
    let first = ada.table(wanted.clone()).await;
    let other = ben.table(wanted.clone()).await;
    let second = ada.table(wanted.clone()).await;
    let both = |list: Vec<String>| list.iter().cloned().collect::<std::collections::BTreeSet<_>>();
    assert_eq!(both(offered(&mut ben).await), both(vec![second.clone(), other.clone()]));
    assert_eq!(ada.look(&first).await["public"], false);
    let_come(&mut ada, &first, json!({ "public": true })).await.ok();
    assert_eq!(both(offered(&mut ben).await), both(vec![first.clone(), other.clone()]));
    // Two at once: one is left.
    let mut again = ada.clone();
    tokio::join!(ada.table(wanted.clone()), again.table(wanted));
    assert_eq!(offered(&mut ben).await.len(), 2);
    hall.close().await;
    drop((ada, ben, again));
    drop(hall);
    let hall = open(dir.path()).await;
    assert!(offered(&mut Caller::new(&hall)).await.is_empty(), "nobody has come back yet");
}

#[tokio::test]
async fn before_the_match_only_the_host_fills_seats_and_begins() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let id = ada.table(json!({ "game": "gloombah", "seats": 4, "take": 0, "bots": { "1": "easy" } })).await;
    let seat = |n: usize| format!("/api/v1/tables/{id}/seats/{n}");
    sit(&mut ben, &id, 2).await.ok();
    assert_eq!(put(&mut ben, &seat(3), json!({ "bot": "easy" })).await.error(403), "not_your_seat");
    assert_eq!(put(&mut ben, &seat(1), json!({ "bot": "hard" })).await.error(403), "not_your_seat");
    assert_eq!(put(&mut ben, &seat(2), json!({ "bot": "hard" })).await.error(403), "not_your_seat");
    assert_eq!(rise(&mut ben, &id, 1).await.error(403), "not_your_seat");
    assert_eq!(rise(&mut ben, &id, 0).await.error(403), "not_your_seat");
    assert_eq!(put(&mut ada, &seat(2), json!({ "bot": "hard" })).await.error(409), "seat_taken");
    put(&mut ada, &seat(3), json!({ "bot": "easy" })).await.ok();
    assert_eq!(ben.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.error(403), "not_your_seat");
    assert_eq!(rise(&mut ada, &id, 1).await.ok().json()["seats"][1]["bot"], Value::Null);
    assert_eq!(rise(&mut ben, &id, 2).await.ok().json()["seats"][2]["player"], Value::Null);

    let mut follower = Follower::at(&ben, &format!("/api/v1/tables/{id}/events"), None).await;
    follower.all().await;
    assert_eq!(rise(&mut ben, &id, 2).await.status, 200);
    assert_eq!(rise(&mut ada, &id, 1).await.status, 200);
    assert!(follower.all().await.is_empty(), "to empty an empty seat does nothing and tells nobody");
}

#[tokio::test]
async fn whoever_is_removed_is_told_so_and_sits_again_when_let_in() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let id = ada.table(json!({ "game": GAME, "seats": 3, "take": 0 })).await;
    sit(&mut ben, &id, 1).await.ok();
    sit(&mut ben, &id, 2).await.ok();
    let (page, mut follower) = Follower::of(&mut ben, &id).await;
    assert!(page.contains("Stand up") && !page.contains("/let-in"));
    let table = rise(&mut ada, &id, 1).await.ok().json();
    assert_eq!((&table["seats"][1]["player"], &table["seats"][2]["player"]), (&Value::Null, &Value::Null));
    assert_eq!(table["removed"], json!([{ "n": 1, "player": "Ben" }]));
    let told = "The host has taken you off this table";
    let news = follower.next_of("step").await.data.to_string();
    assert!(news.contains(told) && !news.contains("Sit here"), "{news}");
    assert_eq!(sit(&mut ben, &id, 1).await.error(403), "not_your_seat");
    assert_eq!(
        (ben.look(&id).await["may_sit"].clone(), ben.look(&id).await["removed"].clone()),
        (json!(false), json!([]))
    );

    // The server knows it after a restart.
    hall.close().await;
    drop(follower);
    drop(hall);
    let hall = open(dir.path()).await;
    (ada.router, ben.router) = (hall.router(), hall.router());
    assert_eq!(sit(&mut ben, &id, 1).await.error(403), "not_your_seat");
    let page = ada.get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains("/let-in"));
    assert_eq!(ben.form(&format!("/tables/{id}/let-in"), &[("n", "1")]).await.status, 403);
    assert_eq!(
        ada.call(Method::DELETE, &format!("/api/v1/tables/{id}/removed/7"), None).await.error(400),
        "bad_request"
    );
    ada.call(Method::DELETE, &format!("/api/v1/tables/{id}/removed/1"), None).await.ok();
    assert_eq!(sit(&mut ben, &id, 1).await.status, 200);
    assert!(!ben.get(&format!("/tables/{id}")).await.ok().text().contains(told));
}

#[tokio::test]
async fn a_table_is_handed_on_and_taken_on_when_its_host_has_left() {
    const ABSENCE: Duration = Duration::from_secs(1);
    let dir = tempfile::tempdir().unwrap();
    let wanted = Config { host_absence: ABSENCE, ..config(dir.path()) };
    let hall = hall::open(wanted).await.unwrap();
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let mut eve = Caller::program(&hall, "Eve").await;
    let id = ada.table(json!({ "game": GAME, "seats": 3, "take": 0 })).await;
    let host = format!("/api/v1/tables/{id}/host");
    assert_eq!(put(&mut ada, &host, json!({ "seat": 1 })).await.error(400), "bad_request", "nobody sits there");
    sit(&mut ben, &id, 1).await.ok();
    let there = Follower::of(&mut ada, &id).await;
    tokio::time::sleep(ABSENCE + Duration::from_millis(50)).await;
    assert_eq!(put(&mut ben, &host, json!({ "seat": 1 })).await.error(403), "not_your_seat", "the host is there");
    assert_eq!(put(&mut eve, &host, json!({ "seat": 1 })).await.error(403), "not_your_seat");
    let table = put(&mut ada, &host, json!({ "seat": 1 })).await.ok().json();
    assert_eq!((&table["host"], &table["host_seat"]), (&json!(false), &json!(1)));
    assert_eq!(ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.error(403), "not_your_seat");
    put(&mut ben, &format!("/api/v1/tables/{id}/seats/2"), json!({ "bot": "easy" })).await.ok();

    // A person who has requested the table recently counts as present for half a minute.
    ben.look(&id).await;
    assert_eq!(put(&mut ada, &host, json!({ "seat": 0 })).await.error(403), "not_your_seat");
    drop(there);
    hall.close().await;
    drop(hall);
    let opened = Instant::now();
    let hall = hall::open(Config { host_absence: ABSENCE, ..config(dir.path()) }).await.unwrap();
    (ada.router, ben.router) = (hall.router(), hall.router());
    let (page, mut follower) = Follower::of(&mut ada, &id).await;
    let early = put(&mut ada, &host, json!({ "seat": 0 })).await;
    if opened.elapsed() < ABSENCE {
        assert!(!page.contains("Take the table on"));
        assert_eq!(early.error(403), "not_your_seat", "he may yet come");
    }
    tokio::time::sleep(ABSENCE + Duration::from_millis(50)).await;
    assert!(ada.get(&format!("/tables/{id}")).await.ok().text().contains("Take the table on"));
    assert_eq!(ada.form(&format!("/tables/{id}/host"), &[("seat", "0")]).await.status, 303);
    assert_eq!(ada.look(&id).await["host"], true);
    let news = follower.next_of("step").await.data.to_string();
    assert!(news.contains("Begin the match"), "{news}");
}

#[tokio::test]
async fn those_who_look_on_are_counted_and_can_be_kept_out() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben, id) = playing(&hall, json!({})).await;
    let (mut eve, mut nobody) = (Caller::program(&hall, "Eve").await, Caller::new(&hall));
    let (_, mut host) = Follower::of(&mut ada, &id).await;
    let (_, mut first) = Follower::of(&mut eve, &id).await;
    let (_, second) = Follower::of(&mut nobody, &id).await;
    let mut programs = Follower::at(&eve, &format!("/api/v1/tables/{id}/events"), None).await;
    assert_eq!(ada.look(&id).await["watching"], 2);
    host.until(|news| news.data.to_string().contains("2<span class=\\\"words\\\"> look on")).await;
    drop(second);

    assert_eq!(let_come(&mut ben, &id, json!({ "spectators": false })).await.error(403), "not_your_seat");
    let_come(&mut ada, &id, json!({ "spectators": false })).await.ok();
    first.next_of("gone").await;
    first.end().await;
    programs.within(Duration::from_millis(300)).await;
    ada.act_first(&id, &ada.clone().look(&id).await, 0).await;
    assert!(programs.all().await.is_empty(), "programs hear nothing either");
    for path in ["", "/events", "/record", "/verify"] {
        for stranger in [&mut eve, &mut nobody] {
            let reply = stranger.get(&format!("/tables/{id}{path}")).await;
            assert_eq!(reply.status, 403, "{path}");
            assert!(reply.text().contains("Closed to spectators"), "{path}: {}", reply.text());
        }
    }
    for path in ["", "/view", "/scene", "/record", "/talk", "/events"] {
        assert_eq!(eve.get(&format!("/api/v1/tables/{id}{path}")).await.error(403), "no_spectators", "{path}");
    }
    ben.get(&format!("/tables/{id}")).await.ok();
    tokio::join!(ada.play_out(&id), ben.play_out(&id));
    assert_eq!(eve.get(&format!("/replays/{id}")).await.status, 403, "nor the replay");
    ben.get(&format!("/replays/{id}")).await.ok();
    assert_eq!(ada.form(&format!("/tables/{id}/access"), &[("spectators", "yes")]).await.status, 303);
    eve.get(&format!("/replays/{id}")).await.ok();
}

#[tokio::test]
async fn a_closed_table_can_still_be_joined_before_the_match() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::new(&hall));
    let id = ada.table(json!({ "game": GAME, "seats": 2, "take": 0, "spectators": false })).await;
    assert!(ben.get(&format!("/tables/{id}")).await.ok().text().contains("Sit here"));
    assert_eq!(ben.form(&format!("/tables/{id}/seats/1"), &[("do", "take")]).await.status, 303);
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    ben.get(&format!("/tables/{id}")).await.ok();
    assert_eq!(Caller::new(&hall).get(&format!("/tables/{id}")).await.status, 403);
}

#[tokio::test]
async fn with_friends_opens_a_private_table_with_free_seats() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::new(&hall), Caller::new(&hall));
    let front = ada.get("/").await.ok().text();
    let buttons = |page: &str| page.matches("formaction=\"/friends\"").count();
    assert_eq!(buttons(&front), 5, "the game for one is a race");
    let opened = ada.form("/friends", &[("game", "gloombah")]).await;
    assert_eq!(opened.status, 303);
    let at = opened.header("location").to_owned();
    let table = ada.look(at.trim_start_matches("/tables/")).await;
    assert_eq!((&table["phase"], &table["public"], &table["you"]), (&json!("open"), &json!(false), &json!([0])));
    assert_eq!(table["seats"].as_array().unwrap().len(), 6);

    // The link has a code to read off the screen, and other sites show an invitation.
    let name = table["seats"][0]["player"].as_str().unwrap();
    let page = ben.get(&at).await.ok().text();
    assert!(page.contains("<svg class=\"qr\"") && page.contains(&format!("value=\"http://hall.test{at}\"")), "{page}");
    assert!(page.contains(&format!("og:title\" content=\"{name} invites you to Gloombah!\"")), "{page}");

    // Free seats go away when the match begins, and too few players cannot begin.
    let start = format!("{at}/start");
    assert!(ada.get(&at).await.ok().text().contains("Gloombah! needs 2 players"));
    assert_eq!(ada.form(&start, &[("close-free", "yes")]).await.status, 409);
    assert_eq!(ben.form(&format!("{at}/seats/3"), &[("do", "take")]).await.status, 303);
    assert!(ada.get(&at).await.ok().text().contains("The 4 free seats go away"));
    assert_eq!(ada.form(&start, &[]).await.status, 400, "a program says whether free seats may go");
    assert_eq!(ada.form(&start, &[("close-free", "yes")]).await.status, 303);
    let table = ben.look(at.trim_start_matches("/tables/")).await;
    assert_eq!((&table["phase"], &table["you"]), (&json!("playing"), &json!([1])));
    assert_eq!(table["seats"].as_array().unwrap().len(), 2);

    // The server knows it after a restart.
    hall.close().await;
    drop(hall);
    let hall = open(dir.path()).await;
    ben.router = hall.router();
    assert_eq!(ben.look(at.trim_start_matches("/tables/")).await["seats"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn guest_chooses_a_name_while_sitting_down() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::new(&hall));
    let id = ada.table(json!({ "game": "gloombah", "seats": 4, "take": 0 })).await;
    let (at, seat) = (format!("/tables/{id}"), format!("/tables/{id}/seats/1"));
    let (_, mut host) = Follower::of(&mut ada, &id).await;
    assert!(ben.get(&at).await.ok().text().contains("id=\"sit-name\""));
    let refused = ben.form(&seat, &[("do", "take"), ("name", "Adrnin")]).await;
    assert_eq!(refused.status, 409);
    assert!(refused.text().contains("reserved for those who run the hall"), "{}", refused.text());
    assert_eq!(ben.form(&seat, &[("do", "take"), ("name", " Ben  B ")]).await.status, 303);
    host.until(|news| news.data.to_string().contains("Ben B")).await;
    assert_eq!(ada.look(&id).await["seats"][1]["player"], "Ben B");

    // The server remembers the name, and the guest may change it there.
    let other = ada.table(json!({ "game": "gloombah", "seats": 4, "take": 0 })).await;
    assert!(ben.get(&format!("/tables/{other}")).await.ok().text().contains("value=\"Ben B\" maxlength"));
    assert_eq!(ben.form(&seat, &[("do", "take"), ("name", "Benedict")]).await.status, 303);
    host.until(|news| news.data.to_string().contains("Benedict")).await;

    // An account keeps its name, whatever a form says.
    let account = [("name", "Benedict"), ("password", "a long enough password")];
    assert_eq!(ben.form("/me/account", &account).await.status, 303);
    assert!(!ben.get(&format!("/tables/{other}")).await.ok().text().contains("sit-name"));
    assert_eq!(ben.form(&format!("/tables/{other}/seats/2"), &[("do", "take"), ("name", "Cleo")]).await.status, 303);
    assert_eq!(ada.look(&other).await["seats"][2]["player"], "Benedict");
}

#[tokio::test]
async fn host_changes_settings_until_the_match_begins() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let id = ada.table(json!({ "game": "gloombah", "seats": 6, "take": 0, "bots": { "1": "odile" } })).await;
    sit(&mut ben, &id, 4).await.ok();
    let (page, mut guest) = Follower::of(&mut ben, &id).await;
    assert!(
        page.contains("Gloombah!") && !page.contains(&format!("/tables/{id}/settings")),
        "guests read the settings"
    );
    assert_eq!(let_come(&mut ben, &id, json!({ "seats": 4 })).await.error(403), "not_your_seat");

    // Everybody sees a change at once.
    let table = let_come(&mut ada, &id, json!({ "seats": 4, "pace": "brisk" })).await.ok().json();
    assert_eq!((&table["pace"], &table["seats"][3]["player"]), (&json!("brisk"), &json!("Ben")));
    guest.until(|news| news.data.to_string().contains("Brisk: 3 minutes")).await;
    assert_eq!(let_come(&mut ada, &id, json!({ "seats": 2 })).await.error(409), "seat_taken");
    assert_eq!(let_come(&mut ada, &id, json!({ "seats": 7 })).await.error(400), "bad_options");
    assert_eq!(let_come(&mut ada, &id, json!({ "dice": "physical" })).await.error(400), "bad_options", "with a clock");

    // Another game has options, seats and bots of its own.
    let at = format!("/tables/{id}");
    assert_eq!(ada.form(&format!("{at}/settings"), &[("game", "accursed-tomb")]).await.status, 303);
    guest.until(|news| news.data.to_string().contains("The Accursed Tomb")).await;
    let table = ben.look(&id).await;
    assert_eq!((&table["game"], table["seats"].as_array().unwrap().len()), (&json!("accursed-tomb"), 4));
    assert_eq!((&table["seats"][1]["bot"], &table["you"]), (&json!("hard:careful"), &json!([3])));
    assert_eq!(let_come(&mut ada, &id, json!({ "options": { "ascension": 2 } })).await.error(400), "bad_options");
    assert_eq!(
        let_come(&mut ada, &id, json!({ "game": "crimsonbranch", "race": false })).await.error(409),
        "seat_taken"
    );
    let table = let_come(&mut ada, &id, json!({ "pace": "none", "dice": "physical" })).await.ok().json();
    assert_eq!((&table["dice"], &table["seal"]), (&json!("physical"), &Value::Null));
    let table = let_come(&mut ada, &id, json!({ "dice": "sealed" })).await.ok().json();
    assert!(table["seal"].is_string());

    // The server knows it after a restart, and the match is one of the chosen game.
    hall.close().await;
    drop(guest);
    drop(hall);
    let hall = open(dir.path()).await;
    (ada.router, ben.router) = (hall.router(), hall.router());
    put(&mut ben, &format!("/api/v1/tables/{id}/ready"), json!({ "ready": true })).await.ok();
    let begun = ada.post(&format!("/api/v1/tables/{id}/start"), json!({ "close_free": true })).await.ok().json();
    assert_eq!((&begun["phase"], &begun["game"]), (&json!("playing"), &json!("accursed-tomb")));
    assert_eq!(begun["seats"].as_array().unwrap().len(), 3);
    assert_eq!(let_come(&mut ada, &id, json!({ "pace": "brisk" })).await.error(409), "wrong_phase");
    assert_eq!(let_come(&mut ada, &id, json!({ "public": true })).await.ok().json()["public"], true);
}

#[tokio::test]
async fn changed_settings_take_ready_marks_back_but_the_hosts() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let id = ada.table(json!({ "game": "gloombah", "seats": 3, "take": 0, "bots": { "1": "easy" } })).await;
    sit(&mut ben, &id, 2).await.ok();
    let ready = |table: &Value| [0, 1, 2].map(|seat| table["seats"][seat]["ready"] == true);
    assert_eq!(ready(&ada.look(&id).await), [true; 3], "to sit down is to be ready");
    let (_, mut host) = Follower::of(&mut ada, &id).await;
    let table = let_come(&mut ada, &id, json!({ "pace": "brisk" })).await.ok().json();
    assert_eq!(ready(&table), [true, true, false]);
    assert!(ben.get(&format!("/tables/{id}")).await.ok().text().contains("The settings have changed"));
    host.until(|news| news.data.to_string().contains("Ben is not ready.")).await;
    // Access to the table takes no mark back, and neither does a setting that stays the same.
    let mark = format!("/api/v1/tables/{id}/ready");
    assert_eq!(ready(&put(&mut ben, &mark, json!({ "ready": true })).await.ok().json()), [true; 3]);
    assert_eq!(ready(&let_come(&mut ada, &id, json!({ "public": true })).await.ok().json()), [true; 3]);
    assert_eq!(ready(&let_come(&mut ada, &id, json!({ "pace": "brisk" })).await.ok().json()), [true; 3]);

    // A guest takes it back, stands up, and is ready when they sit down again.
    assert_eq!(ben.form(&format!("/tables/{id}/ready"), &[("ready", "no")]).await.status, 303);
    let start = format!("/api/v1/tables/{id}/start");
    assert_eq!(ada.post(&start, json!({})).await.error(409), "wrong_phase");
    assert_eq!(ada.post(&start, json!({ "without_unready": true })).await.error(409), "wrong_phase", "a minute");
    assert_eq!(
        put(&mut Caller::program(&hall, "Eve").await, &mark, json!({ "ready": true })).await.error(403),
        "not_your_seat"
    );
    rise(&mut ben, &id, 2).await.ok();
    assert_eq!(ready(&sit(&mut ben, &id, 2).await.ok().json()), [true; 3]);
    assert_eq!(ada.post(&start, json!({})).await.ok().json()["phase"], "playing");
    assert_eq!(put(&mut ben, &mark, json!({ "ready": true })).await.error(409), "wrong_phase");
}

#[tokio::test]
async fn host_begins_after_a_while_without_the_unready() {
    const PATIENCE: Duration = Duration::from_secs(2);
    let dir = tempfile::tempdir().unwrap();
    let hall = hall::open(Config { absence: PATIENCE, ..config(dir.path()) }).await.unwrap();
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let id = ada.table(json!({ "game": GAME, "seats": 2, "take": 0 })).await;
    sit(&mut ben, &id, 1).await.ok();
    let (_, mut host) = Follower::of(&mut ada, &id).await;
    let_come(&mut ada, &id, json!({ "pace": "relaxed" })).await.ok();
    host.until(|news| news.data.to_string().contains("Begin without them")).await;
    let fields = [("without-unready", "yes")];
    assert_eq!(ada.form(&format!("/tables/{id}/start"), &fields).await.status, 303);
    let table = ada.look(&id).await;
    assert_eq!((&table["phase"], &table["seats"][1]["stand_in"]), (&json!("playing"), &json!("normal")));
    // A bot plays until they come.
    assert_eq!(ben.look(&id).await["seats"][1]["stand_in"], Value::Null);
    assert_eq!(ben.look(&id).await["you"], json!([1]));
}

#[tokio::test]
async fn table_has_a_title_and_a_note_that_invitations_show() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let id = ada.table(json!({ "game": GAME, "seats": 2, "take": 0, "title": "Soup night" })).await;
    sit(&mut ben, &id, 1).await.ok();
    let (page, mut guest) = Follower::of(&mut ben, &id).await;
    assert!(page.contains("<h1>Soup night</h1>") && !page.contains("name=\"note\""), "{page}");
    let words = [("title", "Soup at Ada's"), ("note", "Be home by <eleven>.")];
    assert_eq!(ben.form(&format!("/tables/{id}/settings"), &words).await.status, 403);
    assert_eq!(ada.form(&format!("/tables/{id}/settings"), &words).await.status, 303);
    guest.until(|news| news.data.to_string().contains("Be home by &lt;eleven&gt;.")).await;
    let table = ben.look(&id).await;
    assert_eq!((&table["title"], &table["note"]), (&json!("Soup at Ada's"), &json!("Be home by <eleven>.")));
    assert_eq!(table["seats"][1]["ready"], true, "words take no mark back");
    let page = Caller::new(&hall).get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains("og:description\" content=\"Soup at Ada's. Be home by &lt;eleven&gt;.\""), "{page}");
    assert_eq!(let_come(&mut ada, &id, json!({ "title": "x".repeat(61) })).await.error(400), "bad_request");
    assert_eq!(let_come(&mut ada, &id, json!({ "note": "" })).await.ok().json()["note"], Value::Null);

    // A rematch has them too.
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    tokio::join!(ada.play_out(&id), ben.play_out(&id));
    let next = ada.post(&format!("/api/v1/tables/{id}/rematch"), json!({})).await.ok().json();
    assert_eq!(next["title"], "Soup at Ada's");
}
