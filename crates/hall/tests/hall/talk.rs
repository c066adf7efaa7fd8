//! Chat at a table: permissions, storage, and live updates of pages.

use std::time::Duration;

use axum::http::Method;
use hall::Hall;
use serde_json::{Value, json};

use crate::common::{self, Caller, Follower, GAME, News, open};

const RUMMY: &str = "dungeon-rummy";

/// Begins a match of Ada, who is host, and Ben at a table of their own.
async fn two(hall: &Hall, table: Value) -> (Caller, Caller, String) {
    let (mut ada, mut ben) = (Caller::program(hall, "Ada").await, Caller::program(hall, "Ben").await);
    let mut body = json!({ "game": GAME, "seats": 2, "take": 0 });
    body.as_object_mut().unwrap().extend(table.as_object().unwrap().clone());
    let id = ada.table(body).await;
    ben.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), Some(json!({}))).await.ok();
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    (ada, ben, id)
}

fn at(id: &str) -> String {
    format!("/api/v1/tables/{id}/talk")
}

async fn say(caller: &mut Caller, id: &str, text: &str) -> common::Reply {
    caller.post(&at(id), json!({ "text": text })).await
}

/// Returns the remarks that a caller can read, with their authors.
async fn heard(caller: &mut Caller, id: &str) -> Vec<(String, String)> {
    let talk = caller.get(&at(id)).await.ok().json();
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    talk["remarks"].as_array().unwrap().iter().map(|said| (word(&said["player"]), word(&said["text"]))).collect()
}

fn said(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(who, what)| ((*who).to_owned(), (*what).to_owned())).collect()
}

/// Takes the first possible step, of either player.
async fn step(players: [&mut Caller; 2], id: &str) -> u64 {
    for (seat, player) in players.into_iter().enumerate() {
        let table = player.look(id).await;
        if table["state"]["legal"].get(seat.to_string()).is_some() {
            return player.act_first(id, &table, seat).await.ok().json()["step"].as_u64().unwrap();
        }
    }
    panic!("nobody can act");
}

#[tokio::test]
async fn those_who_sit_at_a_table_talk_and_everybody_may_read() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben, id) = two(&hall, json!({})).await;
    let mut eve = Caller::program(&hall, "Eve").await;
    assert_eq!(say(&mut ada, &id, "Shall we?").await.ok().json(), json!({ "n": 1 }));
    assert_eq!(say(&mut ben, &id, " We shall. ").await.ok().json(), json!({ "n": 2 }));
    assert_eq!(say(&mut eve, &id, "Me too!").await.error(403), "not_your_seat");
    assert_eq!(say(&mut Caller::new(&hall), &id, "And I!").await.error(401), "unauthorized");
    for caller in [&mut ada, &mut ben, &mut eve, &mut Caller::new(&hall)] {
        assert_eq!(heard(caller, &id).await, said(&[("Ada", "Shall we?"), ("Ben", "We shall.")]));
    }
    let long = "x".repeat(301);
    for bad in ["", "  ", "two\nlines", "bell\u{7}", "\u{202e}turned", &long] {
        assert_eq!(say(&mut ada, &id, bad).await.error(400), "bad_request", "{bad:?}");
    }
    assert_eq!(say(&mut ada, &id, &long[1..]).await.status, 201);
    assert_eq!(heard(&mut eve, &id).await.len(), 3);
    let record = ada.get(&format!("/api/v1/tables/{id}/record")).await.ok().text();
    assert!(!record.contains("shall") && !record.contains("talk"), "{record}");
}

#[tokio::test]
async fn the_host_chooses_the_chat_rule_and_the_game_suggests_one() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    for (table, talk) in [
        (json!({ "game": RUMMY, "seats": 4 }), "phrases"),
        (json!({ "game": RUMMY, "seats": 1 }), "free"),
        (json!({ "game": RUMMY, "seats": 4, "options": { "open_hands": true } }), "free"),
        (json!({ "game": RUMMY, "seats": 4, "talk": "none" }), "none"),
        (json!({ "game": "gloombah", "seats": 4 }), "free"),
        (json!({ "game": GAME, "seats": 2 }), "free"),
    ] {
        let id = ada.table(table.clone()).await;
        assert_eq!(ada.look(&id).await["talk"], talk, "{table}");
    }
    assert_eq!(ada.post("/api/v1/tables", json!({ "game": GAME, "talk": "loud" })).await.error(400), "bad_request");
    let mut guest = Caller::new(&hall);
    let fields = [("game", RUMMY), ("seats", "2"), ("seat0", "me"), ("seat1", "open"), ("talk", "none")];
    let place = guest.form("/tables", &fields).await.header("location").to_owned();
    assert_eq!(guest.look(place.trim_start_matches("/tables/")).await["talk"], "none");

    let (mut ada, mut ben, id) = two(&hall, json!({ "game": RUMMY })).await;
    let talk = ada.get(&at(&id)).await.ok().json();
    assert_eq!(talk["setting"], "phrases");
    let phrases = talk["phrases"].as_array().unwrap();
    assert!(phrases.contains(&json!("Strike now?")) && phrases.contains(&json!("Well played!")), "{talk}");
    assert_eq!(say(&mut ben, &id, "I hold the nine of hearts").await.error(403), "talk_refused");
    assert_eq!(say(&mut ben, &id, "Strike now?").await.status, 201);
    let set = |setting: &str| Some(json!({ "setting": setting }));
    assert_eq!(ben.call(Method::PUT, &at(&id), set("free")).await.error(403), "not_your_seat");
    assert_eq!(ada.call(Method::PUT, &at(&id), set("loud")).await.error(400), "bad_request");
    assert_eq!(ada.call(Method::PUT, &at(&id), set("free")).await.ok().json()["setting"], "free");
    assert_eq!(say(&mut ben, &id, "I hold the nine of hearts").await.status, 201);
    let silent = ada.form(&format!("/tables/{id}/talk/setting"), &[("setting", "none")]).await;
    assert_eq!((silent.status.as_u16(), silent.header("location")), (303, &*format!("/tables/{id}")));
    assert_eq!(say(&mut ada, &id, "Strike now?").await.error(403), "talk_refused");
    assert_eq!(heard(&mut ben, &id).await.len(), 2, "what was said before stays");
}

#[tokio::test]
async fn every_game_has_phrases_that_can_be_said_at_its_tables() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    for title in roster::GAMES {
        let meta = title.meta();
        assert!(title.phrases().len() >= 3, "{} has a few of its own", meta.id);
        if meta.seats.1 < 2 {
            continue;
        }
        let mut ada = Caller::program(&hall, "Ada").await;
        let seats = meta.usual_seats.max(meta.seats.0).max(2);
        let id = ada.table(json!({ "game": meta.id, "seats": seats, "take": 0, "talk": "phrases" })).await;
        let phrases = ada.get(&at(&id)).await.ok().json()["phrases"].clone();
        for phrase in phrases.as_array().unwrap() {
            let phrase = phrase.as_str().unwrap();
            let mut said = say(&mut ada, &id, phrase).await;
            // More phrases than a player may send at once.
            if said.status == 429 {
                ada = Caller::program(&hall, "Ada").await;
                let free =
                    ada.look(&id).await["seats"].as_array().unwrap().iter().position(|seat| seat["player"].is_null());
                let Some(free) = free else { break };
                ada.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/{free}"), Some(json!({}))).await.ok();
                said = say(&mut ada, &id, phrase).await;
            }
            assert_eq!(said.status, 201, "{phrase:?}: {}", said.text());
        }
    }
}

#[tokio::test]
async fn whoever_talks_too_fast_is_told_when_to_go_on() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben, id) = two(&hall, json!({})).await;
    let mut early = None;
    for n in 0..20 {
        let reply = say(&mut ada, &id, &format!("{n}")).await;
        if reply.status != 201 {
            early = Some((n, reply));
            break;
        }
    }
    let (n, early) = early.expect("somebody who talks without end is stopped");
    assert!((5..15).contains(&n), "{n} remarks at once");
    let wait: u64 = early.header("retry-after").parse().unwrap();
    assert!((1..=3).contains(&wait), "{wait}");
    assert_eq!(early.error(429), "too_fast");
    assert!(early.json()["error"]["message"].as_str().unwrap().contains("second"), "{}", early.text());
    let form = ada.form(&format!("/tables/{id}/talk"), &[("text", "by form")]).await;
    assert_eq!(form.status, 429);
    assert!(!form.header("retry-after").is_empty() && form.text().contains("try again in"), "{}", form.text());
    assert_eq!(say(&mut ben, &id, "I have all the time of the world.").await.status, 201);
    assert_eq!(heard(&mut ben, &id).await.len(), n + 1, "nothing of what was refused is heard");
}

#[tokio::test]
async fn whoever_is_muted_is_heard_by_all_others() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben, id) = two(&hall, json!({})).await;
    let mut eve = Caller::program(&hall, "Eve").await;
    say(&mut ben, &id, "Slowcoach!").await.ok();
    say(&mut ada, &id, "I am thinking.").await.ok();
    step([&mut ada, &mut ben], &id).await;
    let reaction = format!("/api/v1/tables/{id}/reactions/1");
    ben.call(Method::PUT, &reaction, Some(json!({ "reaction": "laugh" }))).await.ok();
    let mute = |n: u64| format!("/api/v1/tables/{id}/talk/mutes/{n}");
    let page = format!("/tables/{id}");
    assert!(ada.get(&page).await.ok().text().contains("Slowcoach!"));

    let quiet = ada.call(Method::PUT, &mute(1), None).await.ok().json();
    assert_eq!((quiet["remarks"].as_array().unwrap().len(), quiet["reactions"].as_array().unwrap().len()), (1, 0));
    assert_eq!(ada.call(Method::PUT, &mute(2), None).await.error(400), "bad_request", "nobody mutes themselves");
    assert_eq!(ada.call(Method::PUT, &mute(7), None).await.error(400), "bad_request");
    let text = ada.get(&page).await.ok().text();
    assert!(!text.contains("Slowcoach!") && text.contains("Hear again"), "{text}");
    for other in [&mut ben, &mut eve] {
        assert_eq!(heard(other, &id).await.len(), 2);
        assert!(other.get(&page).await.ok().text().contains("Slowcoach!"));
    }
    // It holds at other tables, and after a restart.
    drop(hall);
    let hall = open(dir.path()).await;
    for caller in [&mut ada, &mut ben] {
        caller.router = hall.router();
    }
    let other = ada.table(json!({ "game": GAME, "seats": 2, "take": 0 })).await;
    ben.call(Method::PUT, &format!("/api/v1/tables/{other}/seats/1"), Some(json!({}))).await.ok();
    say(&mut ben, &other, "Slowcoach again!").await.ok();
    assert_eq!((heard(&mut ada, &other).await.len(), heard(&mut ben, &other).await.len()), (0, 1));
    let again = ada.form(&format!("{page}/talk/mute"), &[("remark", "1"), ("muted", "no")]).await;
    assert_eq!(again.status, 303);
    assert_eq!((heard(&mut ada, &other).await.len(), heard(&mut ada, &id).await.len()), (1, 2));
}

#[tokio::test]
async fn what_was_said_is_kept_with_the_table() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben, id) = two(&hall, json!({ "talk": "phrases" })).await;
    step([&mut ada, &mut ben], &id).await;
    say(&mut ada, &id, "Well played!").await.ok();
    ben.call(Method::PUT, &format!("/api/v1/tables/{id}/reactions/1"), Some(json!({ "reaction": "bravo" }))).await.ok();
    let before = ben.get(&at(&id)).await.ok().json();
    assert_eq!((&before["remarks"][0]["step"], &before["reactions"][0]["step"]), (&json!(1), &json!(1)));
    drop(hall);
    let hall = open(dir.path()).await;
    ben.router = hall.router();
    assert_eq!(ben.get(&at(&id)).await.ok().json(), before);
    assert_eq!(ben.look(&id).await["talk"], "phrases");
    assert_eq!(say(&mut ben, &id, "Thank you!").await.ok().json(), json!({ "n": 2 }), "numbers go on");
}

#[tokio::test]
async fn each_person_takes_a_step_in_one_way() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben, id) = two(&hall, json!({})).await;
    let mut eve = Caller::program(&hall, "Eve").await;
    let at_step = |n: &str| format!("/api/v1/tables/{id}/reactions/{n}");
    let with = |reaction: &str| Some(json!({ "reaction": reaction }));
    assert_eq!(
        ada.call(Method::PUT, &at_step("1"), with("wow")).await.error(400),
        "bad_request",
        "there is no step yet"
    );
    step([&mut ada, &mut ben], &id).await;
    assert_eq!(eve.call(Method::PUT, &at_step("1"), with("wow")).await.error(403), "not_your_seat");
    assert_eq!(ada.call(Method::PUT, &at_step("1"), with("yawn")).await.error(400), "bad_request");
    assert_eq!(ada.call(Method::PUT, &at_step("0"), with("wow")).await.error(400), "bad_request");
    assert_eq!(ada.call(Method::PUT, &at_step("x"), with("wow")).await.error(400), "bad_request");
    ada.call(Method::PUT, &at_step("1"), with("wow")).await.ok();
    ada.call(Method::PUT, &at_step("1"), with("ouch")).await.ok();
    let both = ben.form(&format!("/tables/{id}/react"), &[("step", "1"), ("reaction", "thanks")]).await;
    assert_eq!(both.status, 303);
    let reactions = |talk: Value| {
        let all = talk["reactions"].as_array().unwrap().clone();
        let mut all: Vec<String> = all.iter().map(|one| format!("{} {}", one["player"], one["reaction"])).collect();
        all.sort();
        all
    };
    assert_eq!(reactions(eve.get(&at(&id)).await.json()), ["\"Ada\" \"ouch\"", "\"Ben\" \"thanks\""]);
    let page = eve.get(&format!("/tables/{id}")).await.ok().text();
    let entry = &page[page.find("data-step=\"1\"").unwrap()..];
    assert!(entry.contains("Ada: Ouch") && entry.contains("Ben: Thanks"), "{entry}");
    let gone = ada.call(Method::DELETE, &at_step("1"), None).await.ok().json();
    assert_eq!(reactions(gone), ["\"Ben\" \"thanks\""]);
}

#[tokio::test]
async fn what_is_taken_back_is_not_reacted_to_any_more() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada
        .table(json!({ "game": RUMMY, "seats": 1, "take": 0, "start": true, "options": { "open_hands": true } }))
        .await;
    for _ in 0..300 {
        let table = ada.look(&id).await;
        let moves = table["state"]["legal"]["0"].as_array().unwrap();
        let play = moves.iter().find(|one| one["action"]["type"] == "play");
        let action = play.unwrap_or(&moves[0])["action"].clone();
        let step = table["step"].as_u64().unwrap();
        ada.act(&id, 0, step, action).await.ok();
        let path = format!("/api/v1/tables/{id}/reactions/{}", step + 1);
        if play.is_none() {
            continue;
        }
        ada.call(Method::PUT, &path, Some(json!({ "reaction": "ouch" }))).await.ok();
        ada.post(&format!("/api/v1/tables/{id}/undo"), json!({ "step": step + 1 })).await.ok();
        assert_eq!(ada.get(&at(&id)).await.json()["reactions"], json!([]));
        ada.act_first(&id, &table, 0).await.ok();
        drop(hall);
        let hall = open(dir.path()).await;
        ada.router = hall.router();
        assert_eq!(ada.get(&at(&id)).await.json()["reactions"], json!([]), "nor in the store");
        return;
    }
    panic!("nothing could be taken back");
}

fn bits(news: &News) -> Vec<(String, Vec<String>)> {
    let bits = news.data["bits"].as_object().unwrap_or_else(|| panic!("{}", news.data)).iter();
    bits.map(|(part, bits)| (part.clone(), bits.as_object().unwrap().keys().cloned().collect())).collect()
}

#[tokio::test]
async fn a_remark_sends_itself_and_nothing_else_to_followers() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben, id) = two(&hall, json!({})).await;
    let (_, mut one) = Follower::of(&mut ada, &id).await;
    let (_, mut onlooker) = Follower::of(&mut Caller::new(&hall), &id).await;
    // Arrivals are sent as well, the number of spectators a second later.
    one.within(Duration::from_millis(1200)).await;
    onlooker.all().await;
    say(&mut ben, &id, "Good <b>luck</b>!").await.ok();
    for follower in [&mut one, &mut onlooker] {
        let news = follower.next_of("step").await;
        let [(part, bits)] = &bits(&news)[..] else { panic!("{}", news.data) };
        assert!(part == "talk" && bits.iter().all(|bit| bit == "remarks" || bit == "voices"), "{bits:?}");
        assert!(news.data["parts"].as_object().unwrap().is_empty() && news.data["chronicle"] == "");
        assert!(news.data["bits"]["talk"]["remarks"].as_str().unwrap().contains("Good &lt;b&gt;luck&lt;/b&gt;!"));
    }
    step([&mut ada, &mut ben], &id).await;
    one.all().await;
    ben.call(Method::PUT, &format!("/api/v1/tables/{id}/reactions/1"), Some(json!({ "reaction": "wow" }))).await.ok();
    let news = one.next_of("step").await;
    assert!(news.data["reactions"]["1"].as_str().unwrap().contains("Ben: Wow"), "{}", news.data);
    assert!(bits(&news).is_empty() && news.data["parts"].as_object().unwrap().is_empty(), "{}", news.data);
    ben.call(Method::DELETE, &format!("/api/v1/tables/{id}/reactions/1"), None).await.ok();
    assert_eq!(one.next_of("step").await.data["reactions"], json!({ "1": "" }));
}

#[tokio::test]
async fn programs_that_listen_hear_of_talk() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (ada, mut ben, id) = two(&hall, json!({})).await;
    let mut follower = Follower::at(&ada, &format!("/api/v1/tables/{id}/events"), None).await;
    assert_eq!(follower.next().await.unwrap().kind, "step");
    say(&mut ben, &id, "Hello!").await.ok();
    assert_eq!(follower.next_of("talk").await.data, json!(0));
}

#[tokio::test]
async fn whatever_is_said_stands_on_the_page_as_text() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "<i>Ada</i>").await;
    let id = ada.table(json!({ "game": GAME, "seats": 2, "take": 0 })).await;
    let (mut follower, text) =
        (Follower::of(&mut ada, &id).await.1, r#"<script>alert(1)</script><b data-bit="remarks">"#);
    follower.all().await;
    say(&mut ada, &id, text).await.ok();
    let page = ada.get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script>alert") && !page.contains("<i>Ada"));
    let news = follower.next_of("step").await;
    assert_eq!(bits(&news), [("talk".to_owned(), vec!["remarks".to_owned()])], "and is told as one");
}

#[tokio::test]
async fn who_plays_alone_has_nobody_to_talk_to() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let talks = |page: String| page.contains("id=\"talk\"");
    let alone =
        ada.table(json!({ "game": RUMMY, "seats": 4, "take": 0, "bots": { "1": "easy", "2": "easy", "3": "easy" } }));
    let alone = alone.await;
    assert!(!talks(ada.get(&format!("/tables/{alone}")).await.text()));
    let open = ada.table(json!({ "game": RUMMY, "seats": 4, "take": 0 })).await;
    assert!(talks(ada.get(&format!("/tables/{open}")).await.text()), "others may come");
    let (mut ada, mut ben, id) = two(&hall, json!({})).await;
    for caller in [&mut ada, &mut ben, &mut Caller::new(&hall)] {
        assert!(talks(caller.get(&format!("/tables/{id}")).await.text()));
    }
}
