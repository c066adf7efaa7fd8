//! Tests that winning unlocks the next level, for every human at the table (R37 of Rogue
//! Ascension).

use bots::Bot;
use kernel::{Seat, Source};
use serde_json::{Value, json};

use crate::common::{Caller, GAME, attribute, open};

/// Returns an outcome that favours the heroes. The dice are physical, so that the test can enter
/// any outcome.
fn lucky(ask: &Value) -> String {
    let tag = ask["tag"].as_str().unwrap();
    match (&ask["die"], &ask["card"][0]) {
        (Value::Number(_), _) if tag.starts_with("enemy") || tag == "trap-damage" => "1".into(),
        (Value::Number(sides), _) => sides.to_string(),
        (_, Value::String(code)) => code.clone(),
        _ => "heads".into(),
    }
}

/// Plays a match at `level` to its end, as the reference bot would with lucky dice. Returns whether
/// the players won.
async fn play(players: &mut [Caller], level: u64) -> bool {
    let seats = players.len();
    let options = json!({ "ascension": level });
    let body = json!({ "game": GAME, "seats": seats, "options": options, "take": 0, "dice": "physical" });
    let id = players[0].table(body).await;
    let at = format!("/api/v1/tables/{id}");
    for (seat, player) in players.iter_mut().enumerate().skip(1) {
        player.call("PUT".parse().unwrap(), &format!("{at}/seats/{seat}"), None).await.ok();
    }
    players[0].post(&format!("{at}/start"), json!({})).await.ok();
    // The same match again, outside the server, for the bot to look at.
    let title = roster::find(GAME).unwrap();
    let mut mirror = title.open(&options, seats as u64, Source::Manual).unwrap();
    loop {
        let step = mirror.ply();
        if let Some(question) = mirror.question() {
            let value = lucky(&json!(question));
            players[0].post(&format!("{at}/answer"), json!({ "step": step, "value": value })).await.ok();
            mirror.answer(&value).unwrap();
        } else if let Some(seat) = mirror.awaited().lowest() {
            let advice = title.advise(mirror.as_ref(), seat, Bot::Reference, 0, &bots::Budget::ONE_THREAD).unwrap();
            players[seat.index()].act(&id, seat.index(), step as u64, advice.action.clone()).await.ok();
            mirror.act(Seat(seat.0), &advice.action).unwrap();
        } else {
            let table = players[0].look(&id).await;
            assert_eq!(table["state"]["status"]["over"], mirror.outcome().unwrap(), "hall and mirror agree");
            return mirror.outcome().unwrap()["victory"] == true;
        }
    }
}

async fn is_practice(caller: &mut Caller, level: u64) -> bool {
    let body = json!({ "game": GAME, "take": 0, "options": { "ascension": level }, "start": true });
    let id = caller.table(body).await;
    caller.look(&id).await["practice"] == true
}

#[tokio::test]
async fn a_win_opens_the_next_level_for_all_who_won() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut players = [Caller::program(&hall, "Ada").await, Caller::program(&hall, "Byron").await];
    assert!(is_practice(&mut players[1], 1).await);
    assert!(play(&mut players, 0).await, "with such luck it is won");
    for player in &mut players {
        assert!(!is_practice(player, 1).await && is_practice(player, 2).await);
        let page = player.get(&format!("/games/{GAME}")).await.ok().text();
        assert_eq!(attribute(&page, "name=\"opt.ascension\"", "max").as_deref(), Some("1"), "the lobby offers it");
        assert!(player.get("/me").await.ok().text().contains("Rogue Ascension"));
    }
    // A win at a level that one of them has not unlocked is practice, and unlocks nothing.
    assert!(play(&mut players[..1], 1).await);
    assert!(!is_practice(&mut players[0], 2).await);
    assert!(play(&mut players, 2).await);
    assert!(is_practice(&mut players[1], 2).await && is_practice(&mut players[0], 3).await);
    // A win below the unlocked level changes nothing.
    assert!(play(&mut players[..1], 0).await);
    assert!(!is_practice(&mut players[0], 2).await);
}
