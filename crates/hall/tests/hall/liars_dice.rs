//! Liar's Dice at a table of three: two players may answer at once, and nobody sees the dice under
//! another cup.

use std::time::Duration;

use axum::http::Method;
use hall::Hall;
use kernel::{Record, Viewer};
use serde_json::{Value, json};

use crate::common::{self, Caller, Follower, Reply, attribute, open};

const GAME: &str = "liars-dice";
const NAMES: [&str; 3] = ["Ada", "Ben", "Cem"];

/// Returns three people. The game is in no list, but people who name it can
/// play it.
async fn three(hall: &Hall) -> [Caller; 3] {
    assert!(roster::GAMES.iter().all(|title| title.meta().id != GAME));
    let [ada, ben, cem] = NAMES.map(|name| Caller::program(hall, name));
    [ada.await, ben.await, cem.await]
}

async fn seated(players: &mut [Caller; 3], dice: &str) -> String {
    let body = json!({ "game": GAME, "seats": 3, "take": 0, "options": { "dice": 2 }, "dice": dice });
    let id = players[0].table(body).await;
    for (seat, player) in players.iter_mut().enumerate().skip(1) {
        player.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/{seat}"), Some(json!({}))).await.ok();
    }
    players[0].post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    id
}

/// Returns everything that a player can request, as it was sent, each with the step that it shows.
async fn sources(player: &mut Caller, id: &str, seat: usize, step: usize) -> Vec<(usize, usize, String)> {
    let api = format!("/api/v1/tables/{id}");
    let mut sent = Vec::new();
    for (step, path) in [
        (step, format!("/tables/{id}")),
        (0, format!("/tables/{id}?at=0")),
        (step, api.clone()),
        (step, format!("{api}/view?seat={seat}")),
        (step, format!("{api}/scene?seat={seat}")),
        (step, format!("{api}/record")),
    ] {
        sent.push((step, seat, player.get(&path).await.ok().text()));
    }
    sent
}

/// Acts with the step and the epoch of an earlier look at the table.
async fn act(player: &mut Caller, id: &str, seat: usize, seen: &Value, action: &Value) -> Reply {
    let epoch = &seen["epochs"][seat.to_string()];
    assert!(epoch.is_u64(), "{seen}");
    let body = json!({ "seat": seat, "step": seen["step"], "epoch": epoch, "action": action });
    player.post(&format!("/api/v1/tables/{id}/act"), body).await
}

fn awaited(table: &Value) -> Vec<usize> {
    let entries = table["state"]["status"]["awaiting"].as_array().cloned().unwrap_or_default();
    entries.iter().map(|entry| entry["seat"].as_u64().unwrap() as usize).collect()
}

/// Acts with the form of the player's own page, as a browser does.
async fn act_by_form(player: &mut Caller, id: &str, seat: usize, action: &Value) -> Reply {
    let page = player.get(&format!("/tables/{id}")).await.ok().text();
    let field = |name: &str| attribute(&page, &format!("name=\"{name}\""), "value").unwrap();
    let (step, epoch) = (field("step"), field("epoch"));
    let fields = [("seat", &*seat.to_string()), ("step", &step), ("epoch", &epoch), ("action", &action.to_string())];
    player.form(&format!("/tables/{id}/act"), &fields).await
}

#[tokio::test]
async fn three_play_answer_at_once_and_see_no_dice_but_their_own() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut players = three(&hall).await;
    let id = seated(&mut players, "sealed").await;
    // The texts that were sent, each with its step and its seat.
    let mut sent: Vec<(usize, usize, String)> = Vec::new();
    let (mut at_once, mut streamed) = (0, 0);
    let mut followers = Vec::new();
    for player in &mut players {
        followers.push(Follower::of(player, &id).await.1);
    }
    let mut onlooker = Follower::of(&mut Caller::program(&hall, "Dan").await, &id).await.1;
    let mut seen_by_onlooker = Vec::new();
    loop {
        for (seat, follower) in followers.iter_mut().enumerate() {
            for news in
                follower.within(Duration::from_millis(10)).await.into_iter().filter(|news| news.kind != "version")
            {
                sent.push((step(&news.data), seat, drawn(&news.data)));
                streamed += 1;
            }
        }
        seen_by_onlooker.extend(onlooker.within(Duration::from_millis(10)).await);
        let mut tables = Vec::new();
        for (seat, player) in players.iter_mut().enumerate() {
            let table = player.look(&id).await;
            sent.extend(sources(player, &id, seat, step(&table)).await);
            tables.push(table);
        }
        let asked = awaited(&tables[0]);
        let Some(seat) = asked.last().copied() else { break };
        let view = players[0].get(&format!("/api/v1/tables/{id}/view")).await.ok().json();
        let action = match tables[seat]["state"]["legal"][seat.to_string()][0]["action"].clone() {
            doubt if doubt["type"] == "doubt" && view["view"]["bid"]["face"] != 3 => json!({ "type": "pass" }),
            first => first,
        };
        match asked[..] {
            // Both answer to the same moment, and the second is not too late.
            [a, b] if action["type"] == "pass" => {
                let [mut first, mut second] = [a, b].map(|seat| players[seat].clone());
                let replies = tokio::join!(
                    act(&mut first, &id, a, &tables[a], &action),
                    act(&mut second, &id, b, &tables[b], &action)
                );
                for (seat, reply) in [(a, replies.0), (b, replies.1)] {
                    let text = reply.ok().text();
                    sent.push((step(&serde_json::from_str(&text).unwrap()), seat, text));
                }
                at_once += 1;
            }
            _ => {
                let reply = act_by_form(&mut players[seat], &id, seat, &action).await;
                assert_eq!(reply.status.as_u16(), 303, "{}", reply.text());
            }
        }
    }
    assert!(at_once > 3, "{at_once} times two answered at once");

    let record = Record::parse(&players[0].get(&format!("/tables/{id}/record")).await.ok().text()).unwrap();
    let truths: Vec<Value> = (0..=record.steps.len()).map(|ply| truth(&record, ply)).collect();
    let mut own = [0, 0];
    // Once the match is over everything may be seen.
    for (step, seat, text) in sent.iter().filter(|(step, ..)| *step < record.steps.len()) {
        match serde_json::from_str::<Value>(text) {
            Ok(json) => own[0] += dice_in_json(&json, *seat, &truths[*step]),
            Err(_) => own[1] += dice_on_page(text, *seat, &truths[*step]),
        }
    }
    assert!(streamed > 50, "{streamed} messages of streams");
    let over = record.steps.len();
    for news in seen_by_onlooker.iter().filter(|news| news.kind != "version" && step(&news.data) < over) {
        let text = drawn(&news.data);
        for dice in ["Under the cup: ", "d6 shows ", "data-piece=\"die-", "data-piece=\"fall-"] {
            assert!(!text.contains(dice), "an onlooker is sent {dice:?}: {text}");
        }
    }
    assert!(own.iter().all(|own| *own > 100), "the search finds the dice that a player may see: {own:?}");
}

/// Enters the value of a die as the player who is asked.
async fn tell(players: &mut [Caller; 3], id: &str, value: u8) {
    let table = players[0].look(id).await;
    let asked = table["state"]["ask"]["seat"].as_u64().unwrap() as usize;
    let answer = json!({ "step": table["step"], "answers": table["answers"], "value": value.to_string() });
    players[asked].post(&format!("/api/v1/tables/{id}/answer"), answer).await.ok();
}

/// Plays a round with these dice up to the first doubt, and returns everything that Ada was sent on
/// the way.
async fn round_seen_by_ada(players: &mut [Caller; 3], dice: [u8; 6]) -> (Vec<String>, Vec<String>) {
    let id = seated(players, "physical").await;
    let mut sent = Vec::new();
    for value in dice {
        tell(players, &id, value).await;
        sent.extend(sources(&mut players[0], &id, 0, 0).await);
    }
    let bid = |count: u8, face: u8| json!({ "type": "bid", "count": count, "face": face });
    let pass = json!({ "type": "pass" });
    for (seat, action) in [(0, bid(2, 5)), (2, pass.clone()), (1, pass.clone()), (1, bid(3, 5)), (2, pass)] {
        let table = players[seat].look(&id).await;
        act(&mut players[seat], &id, seat, &table, &action).await.ok();
        for wrong in [bid(1, 1), bid(6, 5)] {
            let table = players[0].look(&id).await;
            let refused = act(&mut players[0], &id, 0, &table, &wrong).await;
            assert!(!refused.status.is_success());
            sent.push((0, 0, refused.text()));
        }
        sent.extend(sources(&mut players[0], &id, 0, 0).await);
    }
    let table = players[0].look(&id).await;
    act(&mut players[0], &id, 0, &table, &json!({ "type": "doubt" })).await.ok();
    for _ in 0..5 {
        tell(players, &id, 1).await;
    }
    let after = sources(&mut players[0], &id, 0, 0).await;
    [sent, after].map(|sent| sent.into_iter().map(|(.., text)| unmarked(&text.replace(&id, "ID"))).collect()).into()
}

/// Returns a text without the parts that differ between tables: the prefix of the version, and the
/// time since which a player is away.
fn unmarked(text: &str) -> String {
    let text = match text.split_once("data-version=\"") {
        Some((before, rest)) => format!("{before}data-version=\"{}", &rest[rest.find('.').unwrap_or(0)..]),
        None => text.to_owned(),
    };
    let mut parts = text.split("\"since\":");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |whole, part| whole + "\"since\":" + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}

/// Returns all drawings in a message of a stream.
fn drawn(message: &Value) -> String {
    match message {
        Value::String(text) => format!("{text}\n"),
        Value::Array(all) => all.iter().map(drawn).collect(),
        Value::Object(all) => all.values().map(drawn).collect(),
        _ => String::new(),
    }
}

#[tokio::test]
async fn until_a_doubt_others_rolls_change_no_byte_for_a_player() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut players = three(&hall).await;
    let (before, after) = round_seen_by_ada(&mut players, [2, 5, 1, 1, 6, 6]).await;
    let (same, other) = round_seen_by_ada(&mut players, [2, 5, 5, 5, 4, 3]).await;
    assert!(before.len() > 70 && before.len() == same.len());
    for (one, two) in before.iter().zip(&same) {
        assert_eq!(one, two);
    }
    assert_ne!(after, other, "the doubt opens them");
}

fn step(table: &Value) -> usize {
    table["step"].as_u64().unwrap() as usize
}

/// Returns the dice under each cup after so many steps, by the record of the match.
fn truth(record: &Record, ply: usize) -> Value {
    let mut record = record.clone();
    record.steps.truncate(ply);
    (record.header.steps, record.outcome) = (Some(ply), None);
    common::roster().load(&record).unwrap().view(Viewer::All)["dice"].clone()
}

/// Finds all dice in an answer, checks that they are the viewer's own, and returns how many there
/// are.
fn dice_in_json(json: &Value, seat: usize, truth: &Value) -> usize {
    let inner = |json: &Value| match json {
        Value::Array(all) => all.iter().map(|one| dice_in_json(one, seat, truth)).sum(),
        Value::Object(all) => all.values().map(|one| dice_in_json(one, seat, truth)).sum(),
        _ => 0,
    };
    if json["type"] == "rolled" {
        assert!(json["dice"].is_null() || json["seat"] == seat, "{json}");
    }
    if let Some(cups) = json["counts"].as_array().and(json["dice"].as_array()) {
        for (other, cup) in cups.iter().enumerate() {
            assert_eq!(cup, if other == seat { &truth[seat] } else { &Value::Null }, "cup {other} to seat {seat}");
        }
        return truth[seat].as_array().map_or(0, Vec::len);
    }
    if json["look"]["type"] == "die" {
        let id = json["id"].as_str().unwrap();
        let own = id.starts_with(&format!("die-{seat}-")) || id.starts_with("fall-") && json["seat"] == seat;
        assert!(own || id.starts_with("face-"), "seat {seat} is shown {json}");
        assert!(!own || truth[seat].as_array().unwrap().contains(&json["look"]["value"]), "{json}, not {truth}");
        return usize::from(own);
    }
    inner(json)
}

/// Does the same for the source of a page: by the ids of pieces, by labels, and by the sentences of
/// the chronicle.
fn dice_on_page(page: &str, seat: usize, truth: &Value) -> usize {
    let mut own = 0;
    for label in ["Under the cup: ", "d6 shows "] {
        for (at, _) in page.match_indices(label) {
            let value: u8 = page[at + label.len()..][..1].parse().unwrap();
            assert!(truth[seat].as_array().unwrap().contains(&json!(value)), "seat {seat} sees a {value} of {truth}");
            own += 1;
        }
    }
    let mut tag = false;
    let visible = |c: &char| {
        let shown = !tag && *c != '<';
        tag = *c == '<' || tag && *c != '>';
        shown
    };
    let text: String = page.chars().filter(visible).collect();
    for (other, name) in NAMES.iter().enumerate().filter(|(other, _)| *other != seat) {
        assert!(!page.contains(&format!("die-{other}-")), "seat {seat} is shown a die of {name}");
        for (at, told) in text.match_indices(&format!("{name} rolls")) {
            assert!(text[at + told.len()..].starts_with('.'), "seat {seat} is told what {name} rolls");
        }
    }
    own
}
