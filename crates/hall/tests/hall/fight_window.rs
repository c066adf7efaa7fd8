//! The fight window for people: the automatic pass, premoves while an offer waits, and actions that
//! come too late.

use std::time::{Duration, Instant};

use hall::Hall;
use serde_json::{Value, json};

use crate::common::{
    Caller, Follower, LATE, News, attribute,
    cellar::{Cellar, ambush, offer, pass},
    open,
};

/// The shortest time that the server takes for a step of a discreet auto-action.
const SHORTEST: Duration = Duration::from_secs(1);
/// The longest time that it takes, and a little more.
const LONGEST: Duration = Duration::from_millis(3_300);

async fn hall() -> (tempfile::TempDir, Hall) {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    (dir, hall)
}

/// Returns a message without the parts that name its table.
fn plain(news: &News, id: &str) -> String {
    let text = news.data.to_string().replace(id, "ID");
    let version = attribute(&format!("x {}", text.replace("\\\"", "\"")), "x", "data-version");
    let text = version.map_or(text.clone(), |version| text.replace(&version, "VERSION"));
    let (before, rest) = text.split_once("\"version\":\"").unwrap();
    format!("{before}{}", rest.split_once('.').unwrap().1)
}

#[tokio::test]
async fn a_lasting_pass_looks_to_others_like_a_person() {
    let (_dir, hall) = hall().await;
    let mut told = Vec::new();
    for by_order in [true, false] {
        let mut cellar = Cellar::window(&hall).await;
        let id = cellar.id.clone();
        let mut own = Follower::of(&mut cellar.players[1], &id).await.1;
        let mut others = [
            Follower::of(&mut cellar.players[2], &id).await.1,
            Follower::of(&mut Caller::program(&hall, "Eve").await, &id).await.1,
        ];
        // Streams report arrivals and departures, those of spectators a second later; then they are
        // quiet.
        tokio::time::sleep(Duration::from_millis(1_300)).await;
        for follower in others.iter_mut().chain([&mut own]) {
            follower.all().await;
        }
        let before = cellar.shown(2).await;
        let start = Instant::now();
        match by_order {
            true => {
                let given = cellar.pass_for_the_fight(1).await.ok().json();
                assert_eq!(given["orders"], json!({ "1": { "order": "pass", "limit": null } }));
                let shown = own.next().await.unwrap().data.to_string();
                assert!(shown.contains("Pass all fight") && shown.contains("Stop"), "{shown}");
                assert_eq!(cellar.shown(2).await, before, "another player is shown the same to the byte");
                for follower in &mut others {
                    let news = follower.within(Duration::from_millis(300)).await;
                    assert!(news.is_empty(), "{:?}", news.iter().map(|news| &news.kind).collect::<Vec<_>>());
                }
            }
            false => {
                tokio::time::sleep(Duration::from_millis(1_100)).await;
                cellar.act(1, pass()).await.ok();
            }
        }
        let mut heard = Vec::new();
        for follower in &mut others {
            heard.push(plain(&follower.next_of("step").await, &id));
        }
        let took = start.elapsed();
        assert!(took >= SHORTEST, "it took {took:?}");
        assert_eq!(cellar.awaited().await, [0, 2, 3]);
        let api = format!("/api/v1/tables/{id}");
        let view = cellar.players[2].get(&format!("{api}/view?seat=2")).await.ok().json();
        let look = cellar.look(2).await;
        told.push((heard, view, look["state"].clone(), look["orders"].clone(), look["epochs"].clone()));
    }
    assert_eq!(told[0], told[1], "by an order or by hand, others are told the same");
}

#[tokio::test]
async fn four_lasting_passes_each_wait_their_own_pause() {
    let (_dir, hall) = hall().await;
    let mut cellar = Cellar::window(&hall).await;
    let start = Instant::now();
    for seat in 0..4 {
        cellar.pass_for_the_fight(seat).await.ok();
    }
    let id = cellar.id.clone();
    let mut follower = Follower::of(&mut Caller::program(&hall, "Eve").await, &id).await.1;
    for _ in 0..4 {
        follower.next_of("step").await;
        assert!(start.elapsed() >= SHORTEST);
    }
    assert_ne!(cellar.awaited().await, [0, 1, 2, 3], "the fight is decided");
}

#[tokio::test]
async fn a_lasting_pass_ends_with_a_card_or_an_offer_and_not_a_pass() {
    let (_dir, hall) = hall().await;
    let mut stabbed = Cellar::window(&hall).await;
    let mut helped = Cellar::window(&hall).await;
    let mut early = Cellar::met(&hall).await;
    for cellar in [&mut stabbed, &mut helped, &mut early] {
        cellar.pass_for_the_fight(1).await.ok();
        assert!(cellar.look(1).await["orders"]["1"].is_object());
    }
    stabbed.act(2, ambush()).await.ok();
    helped.act(2, offer(1, 1)).await.ok();
    helped.act(0, json!({ "type": "refuse" })).await.ok();
    // An auto-action given before the fight holds in the fight.
    early.act(0, json!({ "type": "fight" })).await.ok();
    early.act(3, pass()).await.ok();
    assert!(early.look(1).await["orders"]["1"].is_object());
    for cellar in [&mut stabbed, &mut helped] {
        assert_eq!(cellar.look(1).await["orders"], json!({}), "it has ended");
    }
    tokio::time::sleep(LONGEST).await;
    assert_eq!([stabbed.awaited().await, helped.awaited().await], [[0, 1, 2, 3], [0, 1, 2, 3]], "nobody has passed");
    assert_eq!(early.awaited().await, [0, 2]);
    early.act(2, pass()).await.ok();
    early.act(0, pass()).await.ok();
    assert_eq!(early.look(1).await["orders"], json!({}), "with the fight it is over");
}

#[tokio::test]
async fn a_premove_is_made_after_a_refusal_and_hidden_before() {
    let (_dir, hall) = hall().await;
    let mut cellar = Cellar::offered(&hall).await;
    let id = cellar.id.clone();
    let before = cellar.shown(0).await;
    let mut asked = Follower::of(&mut cellar.players[0], &id).await.1;
    asked.all().await;
    let before_armed = cellar.look(3).await;
    assert!(before_armed["armable"]["3"].as_array().unwrap().len() > 2, "{before_armed}");
    assert_eq!(cellar.look(0).await["armable"], json!({}), "who is asked just answers");

    let armed = cellar.arm(1, ambush()).await.ok().json();
    assert_eq!(armed["armed"]["1"], json!({ "action": ambush(), "text": "Play Ambush" }));
    cellar.arm(3, pass()).await.ok();
    assert!(asked.all().await.is_empty(), "nobody else is told");
    let now = cellar.shown(0).await;
    // The new follower has been counted in the meantime.
    assert_eq!(now[1..], before[1..]);
    assert_eq!(cellar.look(3).await["armed"], json!({ "3": { "action": pass(), "text": "Pass" } }), "each its own");

    let step = cellar.look(0).await["step"].as_u64().unwrap();
    cellar.act(0, json!({ "type": "refuse" })).await.ok();
    let mut look = cellar.look(1).await;
    while look["step"].as_u64() < Some(step + 2) {
        tokio::time::sleep(Duration::from_millis(5)).await;
        look = cellar.look(1).await;
    }
    assert_eq!((look["step"].as_u64(), &look["armed"]), (Some(step + 2), &json!({})));
    assert_eq!(cellar.hand(1).await, json!(["hot_ladle", "loud_sneeze", "orb_on_a_stick", "orb_on_a_stick"]));
    // The stab came before the pass, which would now mean something else.
    let late = cellar.look(3).await;
    assert_eq!((&late["armed"], &late["dropped"]), (&json!({}), &json!({ "3": "Pass" })));
    let page = cellar.page(3).await;
    assert!(page.contains("class=\"dropped\"") && page.contains("not done, because the answer changed"), "{page}");
    assert!(!cellar.page(2).await.contains("class=\"dropped\""), "seen by nobody else");
    assert_eq!(cellar.awaited().await, [0, 1, 2, 3]);
    cellar.act(3, pass()).await.ok();
    assert_eq!(cellar.look(3).await["dropped"], json!({}), "told until the seat has decided");
}

#[tokio::test]
async fn a_premove_is_dropped_when_the_offer_is_accepted_or_withdrawn() {
    let (_dir, hall) = hall().await;
    let mut cellar = Cellar::offered(&hall).await;
    cellar.arm(1, pass()).await.ok();
    cellar.act(0, json!({ "type": "accept" })).await.ok();
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(cellar.awaited().await, [0, 1, 2, 3]);
    let look = cellar.look(1).await;
    assert_eq!((&look["armed"], &look["dropped"]), (&json!({}), &json!({ "1": "Pass" })));

    let mut cellar = Cellar::offered(&hall).await;
    cellar.arm(1, ambush()).await.ok();
    cellar.arm(1, pass()).await.ok();
    assert_eq!(cellar.look(1).await["armed"]["1"]["text"], "Pass", "one at a time");
    let back = cellar.post(1, "armed", json!({ "seat": 1 })).await.ok().json();
    assert_eq!((&back["armed"], &back["dropped"]), (&json!({}), &json!({})));
    cellar.act(0, json!({ "type": "refuse" })).await.ok();
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(cellar.awaited().await, [0, 1, 2, 3], "nothing was done");
    assert_eq!(cellar.hand(1).await.as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn the_first_premove_is_made_first_with_all_that_mean_the_same() {
    let (_dir, hall) = hall().await;
    let mut cellar = Cellar::offered(&hall).await;
    for seat in [3, 1, 2] {
        cellar.arm(seat, pass()).await.ok();
    }
    cellar.act(0, json!({ "type": "refuse" })).await.ok();
    let late = Instant::now() + LATE;
    while cellar.awaited().await != [0] {
        assert!(Instant::now() < late, "all three pass");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    cellar.act(0, pass()).await.ok();
}

#[tokio::test]
async fn with_the_forms_of_the_page_an_act_is_armed_and_taken_back() {
    let (_dir, hall) = hall().await;
    let mut cellar = Cellar::offered(&hall).await;
    let id = cellar.id.clone();
    let page = cellar.page(1).await;
    assert!(page.contains(&format!("action=\"/tables/{id}/arm\"")) && !page.contains(&format!("/tables/{id}/act\"")));
    assert!(!page.contains("<title>Your turn"), "it is another who is asked");
    assert!(page.contains("A button that you press now acts when the answer comes"));
    let field = |name: &str| attribute(&page, &format!("name=\"{name}\""), "value").unwrap();
    let (step, epoch, action) = (field("step"), field("epoch"), ambush().to_string());
    assert!(page.contains(&action.replace('"', "&quot;")), "the card is pressed as ever");
    let fields = [("seat", "1"), ("step", &*step), ("epoch", &*epoch), ("action", &*action)];
    let reply = cellar.players[1].form(&format!("/tables/{id}/arm"), &fields).await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    let page = cellar.page(1).await;
    assert!(page.contains("When the answer comes: <b>Play Ambush</b>") && page.contains("data-disarm"), "{page}");
    assert!(!page.contains(&action.replace('"', "&quot;")), "pressed a second time it is taken back");
    // A double click stores the premove once.
    cellar.players[1].form(&format!("/tables/{id}/arm"), &fields).await;
    assert_eq!(cellar.look(1).await["armed"]["1"]["text"], "Play Ambush");
    let fields = [("seat", "1"), ("step", &*step), ("epoch", &*epoch), ("action", "")];
    assert_eq!(cellar.players[1].form(&format!("/tables/{id}/arm"), &fields).await.status, 303);
    assert_eq!(cellar.look(1).await["armed"], json!({}));
    assert!(!cellar.page(0).await.contains("/arm\""), "who is asked answers");
}

#[tokio::test]
async fn what_cannot_be_armed_is_refused() {
    let (_dir, hall) = hall().await;
    let mut cellar = Cellar::window(&hall).await;
    assert_eq!(cellar.arm(1, pass()).await.error(409), "not_awaited", "who is asked just acts");
    let seen = cellar.look(1).await;
    cellar.act(2, offer(1, 1)).await.ok();
    let late = json!({ "seat": 1, "step": seen["step"], "epoch": seen["epochs"]["1"], "action": pass() });
    assert_eq!(cellar.post(1, "armed", late).await.error(409), "stale", "an offer has come");
    assert_eq!(cellar.arm(0, pass()).await.error(409), "not_awaited", "who is asked just answers");
    assert_eq!(cellar.arm(1, json!({ "type": "accept" })).await.error(422), "illegal_action");
    // Seat 3 has this card, and seat 1 does not. Seat 1 learns no more about it than about a card
    // that nobody has.
    let [theirs, nobodys] = ["rude_nickname", "destroy_armor"].map(|card| json!({ "type": "play", "card": card }));
    let [theirs, nobodys] = [cellar.arm(1, theirs).await, cellar.arm(1, nobodys).await];
    assert_eq!((theirs.status.as_u16(), theirs.text()), (422, nobodys.text()));
    for (body, code) in [
        (json!({ "seat": 2, "step": 0, "action": pass() }), (403, "not_your_seat")),
        (json!({ "seat": 9, "action": pass(), "step": 0 }), (400, "bad_request")),
        (json!({ "seat": 1, "action": pass() }), (400, "bad_request")),
        (json!({ "seat": 1, "when": "now" }), (400, "bad_request")),
    ] {
        assert_eq!(cellar.post(1, "armed", body).await.error(code.0), code.1);
    }
    let mut eve = Caller::new(&hall);
    let path = format!("/api/v1/tables/{}/armed", cellar.id);
    assert_eq!(eve.post(&path, json!({ "seat": 1 })).await.error(401), "unauthorized");
    assert_eq!(cellar.look(1).await["armed"], json!({}), "nothing was armed");
}

#[tokio::test]
async fn two_seats_at_once_get_clear_answers_and_no_card_is_lost() {
    let (_dir, hall) = hall().await;
    let mut cellar = Cellar::window(&hall).await;
    let mut seen = Vec::new();
    for seat in 0..4 {
        seen.push(cellar.look(seat).await);
    }
    let ask = |seat: usize, action: Value| {
        let (mut player, id) = (cellar.players[seat].clone(), cellar.id.clone());
        let epoch = &seen[seat]["epochs"][seat.to_string()];
        let body = json!({ "seat": seat, "step": seen[seat]["step"], "epoch": epoch, "action": action });
        async move { player.post(&format!("/api/v1/tables/{id}/act"), body).await }
    };
    // Two passes do not conflict. With two cards one is first, and the sums of the other have
    // changed.
    let (one, other) = tokio::join!(ask(0, pass()), ask(3, pass()));
    assert_eq!([one.status.as_u16(), other.status.as_u16()], [200, 200]);
    let (one, other) = tokio::join!(ask(1, ambush()), ask(2, ambush()));
    let mut codes = [one.status.as_u16(), other.status.as_u16()];
    codes.sort_unstable();
    assert_eq!(codes, [200, 409]);
    let late = if one.status == 409 { one } else { other };
    assert_eq!(late.error(409), "stale");
    assert!(late.json()["state"]["legal"].is_object(), "it says where the table stands now");
    let (hand, other) = (cellar.hand(1).await, cellar.hand(2).await);
    let ambushes = |hand: &Value| hand.as_array().unwrap().iter().filter(|card| **card == "ambush").count();
    assert_eq!(ambushes(&hand) + ambushes(&other), 2, "of three one was played: {hand} {other}");
    assert_eq!(cellar.awaited().await, [0, 1, 2, 3]);
}

#[tokio::test]
async fn a_double_click_plays_a_card_once_though_there_are_two() {
    let (_dir, hall) = hall().await;
    let mut cellar = Cellar::window(&hall).await;
    let page = cellar.page(2).await;
    let field = |name: &str| attribute(&page, &format!("name=\"{name}\""), "value").unwrap();
    let (step, epoch, action) = (field("step"), field("epoch"), ambush().to_string());
    let fields = [("seat", "2"), ("step", &*step), ("epoch", &*epoch), ("action", &*action)];
    let path = format!("/tables/{}/act", cellar.id);
    let [mut first, mut second] = [cellar.players[2].clone(), cellar.players[2].clone()];
    let (one, other) = tokio::join!(first.form(&path, &fields), second.form(&path, &fields));
    let mut codes = [one.status.as_u16(), other.status.as_u16()];
    codes.sort_unstable();
    assert_eq!(codes, [303, 409]);
    let late = if one.status == 409 { one } else { other };
    assert!(late.text().contains("The table has moved on."), "{}", late.text());
    assert_eq!(cellar.hand(2).await, json!(["ambush", "curtain_rod_rapier", "pair_of_darts", "sharpened_spoon"]));
}

#[tokio::test]
async fn offers_to_a_decided_fight_and_late_answers_are_refused() {
    let (_dir, hall) = hall().await;
    let mut cellar = Cellar::window(&hall).await;
    let before = cellar.look(2).await;
    cellar.act(2, offer(1, 1)).await.ok();
    let asked = cellar.look(0).await;
    let step = cellar.look(2).await["step"].clone();
    cellar.post(2, "undo", json!({ "step": step })).await.ok();
    let mut refused = Vec::new();
    let reply = cellar.act_having_seen(0, &asked, json!({ "type": "accept" })).await;
    assert_eq!(reply.error(409), "stale", "there is no offer any more");
    refused.push((0, reply));
    let reply = cellar.act(0, json!({ "type": "accept" })).await;
    assert_eq!(reply.error(422), "illegal_action");
    refused.push((0, reply));
    assert_eq!(cellar.awaited().await, [0, 1, 2, 3], "the fight goes on as if nothing had been offered");

    for seat in [1, 2, 3, 0] {
        cellar.act(seat, pass()).await.ok();
    }
    let reply = cellar.act_having_seen(2, &before, offer(1, 1)).await;
    assert_eq!(reply.error(409), "stale");
    refused.push((2, reply));
    let reply = cellar.act(2, offer(1, 1)).await;
    assert!(["not_awaited", "illegal_action"].contains(&reply.json()["error"]["code"].as_str().unwrap()));
    refused.push((2, reply));
    // No refusal names a card in another player's hand.
    for (seat, reply) in refused {
        let text = reply.text();
        let own = ["rude_nickname", "butterfingers", "Rude Nickname", "Butterfingers", "loud_sneeze", "Loud Sneeze"];
        assert!(!own.iter().any(|card| text.contains(card)), "seat {seat} is told {text}");
        assert!(seat != 0 || !text.contains("mbush"), "{text}");
    }
}
