//! Liar's Dice at a table of three: answers given at once, and nobody sees what lies under another cup.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use axum::http::Method;
use common::{Caller, Reply, attribute, open};
use hall::Hall;
use kernel::{Record, Viewer};
use serde_json::{Value, json};

const GAME: &str = "liars-dice";
const NAMES: [&str; 3] = ["Ada", "Ben", "Cem"];

/// Seats three people; none of the game's lists shows it, but whoever names it can play it.
async fn three(hall: &Hall) -> [Caller; 3] {
    roster::register(roster::entry::<liars_dice::LiarsDice>());
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

/// All that a player can ask for, as it was sent: the page first, then what programs get.
async fn sources(player: &mut Caller, id: &str, seat: usize) -> Vec<String> {
    let api = format!("/api/v1/tables/{id}");
    let mut texts = Vec::new();
    for path in [
        format!("/tables/{id}"),
        format!("/tables/{id}?at=0"),
        api.clone(),
        format!("{api}/view?seat={seat}"),
        format!("{api}/scene?seat={seat}"),
        format!("{api}/record"),
    ] {
        texts.push(player.get(&path).await.ok().text());
    }
    texts
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
async fn three_play_a_match_answer_at_once_and_see_no_dice_but_their_own() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut players = three(&hall).await;
    let id = seated(&mut players, "digital").await;
    // What was sent: after how many steps, and to whom.
    let mut sent: Vec<(usize, usize, String)> = Vec::new();
    let mut at_once = 0;
    loop {
        let mut tables = Vec::new();
        for (seat, player) in players.iter_mut().enumerate() {
            let table = player.look(&id).await;
            let texts = sources(player, &id, seat).await;
            sent.extend(texts.into_iter().map(|text| (step(&table), seat, text)));
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
            // Both answer to the same moment, and whoever comes second is not too late.
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
    for (step, seat, text) in sent.iter().filter(|(step, ..)| *step < record.steps.len()) {
        match serde_json::from_str::<Value>(text) {
            Ok(json) => own[0] += dice_in_json(&json, *seat, &truths[*step]),
            Err(_) => own[1] += dice_on_page(text, *seat, &truths[*step]),
        }
    }
    assert!(own.iter().all(|own| *own > 100), "the search finds the dice that a player may see: {own:?}");
}

fn step(table: &Value) -> usize {
    table["step"].as_u64().unwrap() as usize
}

/// What lies under each cup after so many steps, by the record of the match.
fn truth(record: &Record, ply: usize) -> Value {
    let mut record = record.clone();
    record.steps.truncate(ply);
    (record.header.steps, record.outcome) = (Some(ply), None);
    roster::load(&record).unwrap().view(Viewer::All)["dice"].clone()
}

/// Finds all dice that an answer shows, which must be the viewer's own; gives how many.
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
