//! Live updates: changed parts, drawn once for all who see the same, and of a size that does not
//! grow.

use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};

use crate::common::{Caller, Follower, GAME, News, Shown, config, open};

/// Returns a person with a name, alone at a table of this game.
async fn alone(hall: &hall::Hall, game: &str) -> (Caller, String) {
    let mut ada = Caller::program(hall, "Ada").await;
    let id = ada.table(json!({ "game": game, "seats": 1, "take": 0, "start": true })).await;
    (ada, id)
}

/// Takes a step for the seat of theirs that must act.
async fn step(caller: &mut Caller, id: &str) {
    let table = caller.look(id).await;
    let seat = table["state"]["legal"].as_object().unwrap().keys().next().unwrap().parse().unwrap();
    caller.act_first(id, &table, seat).await.ok();
}

/// Begins a tomb with Ada on both seats.
async fn both_seats(hall: &hall::Hall) -> (Caller, String) {
    let mut ada = Caller::program(hall, "Ada").await;
    let id = ada.table(json!({ "game": "accursed-tomb", "seats": 2, "take": 0 })).await;
    ada.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), Some(json!({}))).await.ok();
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    (ada, id)
}

fn parts(news: &News) -> Vec<&String> {
    news.data["parts"].as_object().unwrap().keys().collect()
}

#[tokio::test]
async fn a_step_brings_changed_parts_moments_and_its_chronicle_entry() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, id) = alone(&hall, GAME).await;
    let (page, mut follower) = Follower::of(&mut ada, &id).await;
    assert!(follower.all().await.iter().all(|news| news.kind == "version"), "the page has the present");
    step(&mut ada, &id).await;
    let news = follower.next_of("step").await;
    assert_eq!((&news.data["step"], &news.data["keep"]), (&json!(1), &json!(0)));
    assert_eq!(news.version, news.data["version"]);
    assert!(parts(&news).iter().any(|part| *part == "tray"), "{:?}", parts(&news));
    for same in ["help", "chronicle", "notice"] {
        assert!(!parts(&news).iter().any(|part| *part == same), "{same} has not changed");
    }
    let entry = news.data["chronicle"].as_str().unwrap();
    assert!(entry.starts_with("<li") && entry.contains("data-step=\"1\"") && !entry.contains("data-step=\"0\""));
    assert!(news.data["moments"].as_array().unwrap().iter().any(|moment| !moment["say"].is_null()));
    // With the changes applied, the page equals the page loaded now.
    let now = ada.get(&format!("/tables/{id}")).await.ok().text();
    let mut shown = Shown::of(&page);
    shown.take(&news);
    assert_same(&shown, &now);
    assert_ne!(page, now);
}

/// Checks that a page equals the page loaded now, except for the chronicle, whose entries come one
/// by one.
fn assert_same(shown: &Shown, now: &str) {
    let now = Shown::of(now);
    assert!(shown.0.keys().eq(now.0.keys()));
    for (name, html) in now.0.iter().filter(|(name, _)| *name != "chronicle") {
        assert_eq!(shown.0[name], *html, "{name} is not what the page has");
    }
}

/// Plays two seats of a game for a while, and compares the page after each message with the page
/// loaded again.
async fn follow_steps(game: &str, steps: usize) {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let id = ada.table(json!({ "game": game, "seats": 2, "take": 0 })).await;
    ben.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), Some(json!({}))).await.ok();
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    let (page, mut follower) = Follower::of(&mut ada, &id).await;
    let (mut shown, mut kept, mut heads) = (Shown::of(&page), 0, 0);
    for n in 0..steps {
        let tables = [ada.look(&id).await, ben.look(&id).await];
        if tables[0]["phase"] == "over" {
            break;
        }
        // Not always the first move, so that more of the game is seen.
        for (seat, (caller, table)) in [&mut ada, &mut ben].into_iter().zip(&tables).enumerate() {
            let legal = table["state"]["legal"][seat.to_string()].as_array().cloned().unwrap_or_default();
            if let Some(chosen) = legal.get((7 * n + 3) % legal.len().max(1)) {
                let step = table["step"].as_u64().unwrap();
                caller.act(&id, seat, step, chosen["action"].clone()).await.ok();
                break;
            }
        }
        loop {
            let news = follower.next().await.unwrap();
            kept += news.data["parts"].to_string().matches(" data-kept>").count();
            heads += usize::from(news.data["parts"].get("head").is_some());
            shown.take(&news);
            if news.data["step"] == json!(n + 1) {
                break;
            }
        }
        // The analysis of a finished match changes its page once more.
        if ada.look(&id).await["phase"] == "playing" {
            assert_same(&shown, &ada.get(&format!("/tables/{id}")).await.ok().text());
        }
    }
    assert!(kept > 0, "nothing was kept");
    assert!(heads * 5 < steps, "{game} sent the head, with its menu, {heads} times in {steps} steps");
}

#[tokio::test]
async fn a_page_that_keeps_pieces_equals_a_page_loaded_anew() {
    follow_steps("accursed-tomb", 40).await;
    follow_steps("gloombah", 60).await;
    follow_steps("rogue-ascension", 40).await;
    follow_steps("dungeon-rummy", 25).await;
}

#[tokio::test]
async fn a_lost_stream_resumes_and_sends_all_if_anything_was_missed() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, id) = alone(&hall, GAME).await;
    let (_, mut follower) = Follower::of(&mut ada, &id).await;
    step(&mut ada, &id).await;
    let version = follower.next_of("step").await.version;
    drop(follower);
    let mut same = Follower::open(&ada, &id, Some("an.older"), Some(&version)).await;
    assert!(same.all().await.iter().all(|news| news.kind == "version"), "nothing was missed");
    drop(same);
    step(&mut ada, &id).await;
    let whole = Follower::open(&ada, &id, None, Some(&version)).await.next_of("whole").await;
    assert_eq!(whole.data["step"], 2);
    assert!(whole.data["html"].as_str().unwrap().starts_with("<div id=\"live\""));
    assert!(whole.data["html"].as_str().unwrap().contains(&format!("data-version=\"{}\"", whole.version)));
    // After a restart the server does not know what it has sent.
    hall.close().await;
    drop(hall);
    let hall = open(dir.path()).await;
    ada.router = hall.router();
    let again = Follower::open(&ada, &id, None, Some(&whole.version)).await.next_of("whole").await;
    assert_eq!(again.data["step"], 2);
    assert_ne!(again.version, whole.version);
}

#[tokio::test]
async fn watchers_share_a_drawing_and_each_player_has_their_own() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, id) = alone(&hall, GAME).await;
    let (_, mut own) = Follower::of(&mut ada, &id).await;
    let mut onlookers = Vec::new();
    for n in 0..6 {
        let mut caller = Caller::new(&hall);
        if n % 2 == 0 {
            caller = Caller::program(&hall, "Onlooker").await;
        }
        onlookers.push(Follower::of(&mut caller, &id).await.1);
    }
    // All have heard how many look on.
    let mut before = u64::MAX;
    while before != hall.drawings() {
        before = hall.drawings();
        for follower in onlookers.iter_mut().chain([&mut own]) {
            follower.all().await;
        }
    }
    for n in 1..=5 {
        step(&mut ada, &id).await;
        let mine = own.next_of("step").await;
        let mut theirs = Vec::new();
        for onlooker in &mut onlookers {
            theirs.push(onlooker.next_of("step").await.data);
        }
        for one in &theirs {
            assert_eq!(*one, theirs[0], "step {n}");
        }
        assert_ne!(mine.data["parts"]["tray"], theirs[0]["parts"]["tray"]);
        assert_eq!(hall.drawings() - before, 2 * n, "one for the player, one for all who look on");
    }
}

#[tokio::test]
async fn whoever_takes_a_seat_sees_the_table_from_it() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let mut ben = Caller::program(&hall, "Ben").await;
    let id = ada.table(json!({ "game": GAME, "seats": 2, "take": 0 })).await;
    let (_, mut host) = Follower::of(&mut ada, &id).await;
    let (page, mut guest) = Follower::of(&mut ben, &id).await;
    assert!(page.contains("Sit here"));
    ben.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), Some(json!({}))).await.ok();
    assert!(guest.next_of("step").await.data["bits"]["chairs"]["chair-1"].as_str().unwrap().contains("Stand up"));
    // The host's lobby changes in part, and becomes a table when the match begins.
    let news = host.next_of("step").await;
    assert!(news.data["bits"]["chairs"]["chair-1"].as_str().unwrap().contains("Ben"), "{}", news.data);
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    for follower in [&mut host, &mut guest] {
        let whole = follower.next_of("whole").await;
        assert!(whole.data["html"].as_str().unwrap().contains("data-body=\"at-table\""));
    }
}

#[tokio::test]
async fn what_is_taken_back_leaves_the_chronicle() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, id) = both_seats(&hall).await;
    let (_, mut follower) = Follower::of(&mut ada, &id).await;
    // A step without chance can be undone.
    for _ in 0..60 {
        step(&mut ada, &id).await;
        let taken = follower.next_of("step").await.data["step"].as_u64().unwrap();
        let undone = ada.post(&format!("/api/v1/tables/{id}/undo"), json!({ "step": taken })).await;
        if undone.status != 200 {
            continue;
        }
        let news = follower.next_of("step").await.data;
        assert_eq!((&news["step"], &news["keep"]), (&json!(taken - 1), &json!(taken - 1)));
        assert_eq!((&news["chronicle"], &news["moments"]), (&json!(""), &json!([])));
        // Undone and taken again before the page learns of it: its entry is replaced.
        step(&mut ada, &id).await;
        assert_eq!(follower.next_of("step").await.data["keep"], json!(taken - 1));
        return;
    }
    panic!("nothing could be taken back");
}

#[tokio::test]
async fn a_slow_line_gets_the_present_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, id) = both_seats(&hall).await;
    let (_, mut follower) = Follower::of(&mut ada, &id).await;
    for _ in 0..30 {
        step(&mut ada, &id).await;
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let (mut count, mut told) = (0, 0);
    loop {
        let news = follower.next().await.unwrap();
        count += 1;
        if news.kind == "step" {
            let keep = news.data["keep"].as_u64().unwrap();
            assert_eq!(keep, told, "no step is left out");
            told = news.data["step"].as_u64().unwrap();
        }
        if news.kind == "whole" {
            assert_eq!(news.data["step"], 30);
            break;
        }
    }
    assert!(count <= 4, "{count} messages had piled up");
}

#[tokio::test]
async fn a_late_step_takes_no_more_bytes_than_an_early_one() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let mut sizes = Vec::new();
    // Some matches are short.
    while sizes.len() <= 30 {
        sizes = sizes_of_a_match(&mut ada).await;
    }
    let mean = |of: &[usize]| of.iter().sum::<usize>() / of.len().max(1);
    let third = sizes.len() / 3;
    let (early, late) = (mean(&sizes[..third]), mean(&sizes[2 * third..]));
    assert!(late < early + early / 2, "{early} bytes a step, then {late}");
}

/// Returns the size of the message for each step of a match, in bytes.
async fn sizes_of_a_match(ada: &mut Caller) -> Vec<usize> {
    let id = ada.table(json!({ "game": GAME, "seats": 4, "take": 0 })).await;
    for seat in 1..4 {
        ada.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/{seat}"), Some(json!({}))).await.ok();
    }
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    let (_, mut follower) = Follower::of(ada, &id).await;
    let mut sizes = Vec::new();
    while ada.look(&id).await["phase"] == "playing" {
        step(ada, &id).await;
        sizes.push(follower.next_of("step").await.size);
    }
    sizes
}

#[tokio::test]
async fn a_page_that_follows_gets_no_page_for_what_it_posts() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, id) = alone(&hall, GAME).await;
    let (_, mut follower) = Follower::of(&mut ada, &id).await;
    let table = ada.look(&id).await;
    let action = table["state"]["legal"]["0"][0]["action"].to_string();
    let fields = [("seat", "0"), ("step", "0"), ("action", &*action)];
    let follows = [("x-follows", "1")];
    let reply = ada.form_with(&format!("/tables/{id}/act"), &fields, &follows).await;
    assert_eq!((reply.status.as_u16(), reply.bytes.len()), (204, 0));
    assert_eq!(reply.header("x-version"), follower.next_of("step").await.version);
    let late = ada.form_with(&format!("/tables/{id}/act"), &fields, &follows).await;
    assert_eq!(late.status, 409);
    assert!(late.text().starts_with("<p class=\"notice\"") && late.bytes.len() < 300, "{}", late.text());
    // Without a stream forms work as before.
    assert_eq!(ada.form(&format!("/tables/{id}/act"), &[("seat", "0")]).await.status, 400);
}

/// Plays alone until the game offers an auto-action that ends by itself, and returns it.
async fn until_offered(caller: &mut Caller, id: &str) -> Option<Value> {
    for _ in 0..60 {
        let table = caller.look(id).await;
        if table["phase"] != "playing" {
            return None;
        }
        let scene = caller.get(&format!("/api/v1/tables/{id}/scene?seat=0")).await.ok().json();
        let mut standing = scene["scene"]["standing"].as_array().into_iter().flatten();
        if let Some(order) = standing.find(|order| order["lasting"] == false) {
            return Some(order.clone());
        }
        caller.act_first(id, &table, 0).await.ok();
    }
    None
}

/// Begins a climb, and plays until an auto-action is offered.
async fn offered(hall: &hall::Hall) -> (Caller, String, Value, Value) {
    loop {
        let (mut ada, id) = alone(hall, GAME).await;
        if let Some(order) = until_offered(&mut ada, &id).await {
            let table = ada.look(&id).await;
            return (ada, id, order, table);
        }
    }
}

#[tokio::test]
async fn an_auto_action_is_carried_out_and_told_step_by_step() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hall::open(hall::Config { bot_pause: Duration::from_millis(60), ..config(dir.path()) }).await.unwrap();
    let mut longest = 0;
    while longest < 3 {
        let (mut ada, id, order, before) = offered(&hall).await;
        let (at, begun) = (format!("/api/v1/tables/{id}/orders"), before["step"].as_u64().unwrap());
        let ask = |name: &str, step: u64| json!({ "seat": 0, "step": step, "order": name, "limit": 1 });
        assert_eq!(ada.post(&at, ask("dance", begun)).await.error(422), "illegal_action");
        assert_eq!(ada.post(&at, ask(order["id"].as_str().unwrap(), begun + 1)).await.error(409), "stale");
        let (_, mut follower) = Follower::of(&mut ada, &id).await;
        let mut news = Vec::new();
        let mut now = ada.post(&at, ask(order["id"].as_str().unwrap(), begun)).await.ok().json();
        assert_eq!(now["step"], begun + 1, "the first step is taken at once");
        while !now["orders"]["0"].is_null() {
            assert_eq!(now["orders"]["0"], json!({ "order": order["id"], "limit": 1 }));
            news.extend(follower.within(Duration::from_millis(5)).await);
            now = ada.look(&id).await;
        }
        let ended = now["step"].as_u64().unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(ada.look(&id).await["step"], ended, "what has ended stays so");
        let mut told = begun;
        let last = |news: &News| news.kind != "version" && news.data["step"] == ended;
        if !news.iter().any(last) {
            news.extend(follower.until(last).await);
        }
        // A step that changes the layout, such as the end, comes with the whole page.
        for news in news.iter().filter(|news| news.kind != "version") {
            if news.kind == "step" {
                assert_eq!(news.data["keep"], json!(told), "each step is told in its turn");
            }
            told = news.data["step"].as_u64().unwrap();
            assert_eq!(news.data["ordered"], told < ended, "whether more is to come by the order");
        }
        assert_eq!(told, ended);
        longest = longest.max(ended - begun);
    }
}

#[tokio::test]
async fn auto_action_that_waits_makes_room_for_another() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hall::open(hall::Config { bot_pause: Duration::from_millis(5), ..config(dir.path()) }).await.unwrap();
    for _ in 0..40 {
        let (mut ada, id) = alone(&hall, GAME).await;
        let at = format!("/api/v1/tables/{id}");
        // It waits as soon as the hero is wounded.
        let climb = json!({ "seat": 0, "step": 0, "order": "climb-on", "limit": 29 });
        let mut now = ada.post(&format!("{at}/orders"), climb).await.ok().json();
        while now["phase"] == "playing" && now["orders"]["0"]["order"] == "climb-on" {
            let step = now["step"].clone();
            if ada.get(&format!("/tables/{id}")).await.ok().text().contains("name=\"order\" value=\"fight-on\"") {
                let fight = json!({ "seat": 0, "step": step, "order": "fight-on", "limit": 0 });
                let given = ada.post(&format!("{at}/orders"), fight).await;
                if given.status == 200 {
                    assert_ne!(given.json()["orders"]["0"]["order"], "climb-on");
                    return;
                }
            }
            let first = now["state"]["legal"]["0"][0]["action"].clone();
            ada.post(&format!("{at}/act"), json!({ "seat": 0, "step": step, "action": first })).await;
            now = ada.look(&id).await;
        }
    }
    panic!("no fight in which climbing on waits offers to fight on");
}

#[tokio::test]
async fn a_lasting_auto_action_goes_on_after_each_decision() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hall::open(hall::Config { bot_pause: Duration::from_millis(20), ..config(dir.path()) }).await.unwrap();
    let (mut goes_on, mut climbs) = (0, 0);
    while goes_on < 3 {
        climbs += 1;
        assert!(climbs < 40, "it went on after {goes_on} decisions in {climbs} climbs");
        let (mut ada, id) = alone(&hall, GAME).await;
        let at = format!("/api/v1/tables/{id}");
        let ask = json!({ "seat": 0, "step": 0, "order": "climb-on", "limit": 0 });
        let mut now = ada.post(&format!("{at}/orders"), ask).await.ok().json();
        while now["phase"] == "playing" && now["orders"]["0"]["order"] == "climb-on" {
            let legal = now["state"]["legal"]["0"].as_array().cloned().unwrap_or_default();
            if legal.len() > 1 {
                // The order may have taken the step already: then this one comes too late.
                let act = json!({ "seat": 0, "step": now["step"], "action": legal[0]["action"] });
                let acted = ada.post(&format!("{at}/act"), act).await.status == 200;
                goes_on += usize::from(acted && ada.look(&id).await["orders"]["0"]["order"] == "climb-on");
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
            now = ada.look(&id).await;
        }
    }
}

#[tokio::test]
async fn an_auto_action_ends_when_stopped_by_a_move_and_by_a_form() {
    let dir = tempfile::tempdir().unwrap();
    // Only the first step is taken in the time of this test.
    let hall = hall::open(hall::Config { bot_pause: Duration::from_secs(60), ..config(dir.path()) }).await.unwrap();
    let mut runs = 0;
    while runs < 3 {
        let (mut ada, id, order, before) = offered(&hall).await;
        let (step, name) = (before["step"].to_string(), order["id"].as_str().unwrap());
        let fields = [("seat", "0"), ("step", &*step), ("order", name), ("limit", "1")];
        let reply = ada.form(&format!("/tables/{id}/order"), &fields).await;
        assert_eq!(reply.status, 303, "{}", reply.text());
        let now = ada.look(&id).await;
        if now["orders"]["0"].is_null() {
            continue;
        }
        if runs % 2 == 0 {
            let stop = [("seat", "0"), ("order", "")];
            assert_eq!(ada.form(&format!("/tables/{id}/order"), &stop).await.status, 303);
        } else {
            ada.act_first(&id, &now, 0).await.ok();
        }
        assert_eq!(ada.look(&id).await["orders"], json!({}));
        runs += 1;
    }
}
