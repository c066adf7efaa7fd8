//! Hints: only for the player who must decide, and without a trace in the match.

use serde_json::{Value, json};

use crate::common::{self, Caller, GAME, open};

async fn ask(caller: &mut Caller, id: &str, seat: u64, step: &Value) -> common::Reply {
    caller.post(&format!("/api/v1/tables/{id}/hint"), json!({ "seat": seat, "step": step })).await
}

/// Plays at tables that `open` begins until seat 0, the caller's, has a choice. Returns the table's
/// id and the table as the caller sees it then. A lone hero may die before there is a choice, so
/// more tables may be needed.
async fn to_a_choice(caller: &mut Caller, open: impl AsyncFn(&mut Caller) -> String) -> (String, Value) {
    for _ in 0..100 {
        let id = open(caller).await;
        loop {
            let table = caller.look(&id).await;
            match table["state"]["legal"]["0"].as_array().map_or(0, Vec::len) {
                2.. => return (id, table),
                1 => drop(caller.act_first(&id, &table, 0).await.ok()),
                _ if table["phase"] == "over" => break,
                _ => tokio::time::sleep(std::time::Duration::from_millis(2)).await,
            }
        }
    }
    panic!("there was nothing to choose at any table")
}

#[tokio::test]
async fn a_hint_weighs_every_move_and_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    for game in roster::GAMES.iter().map(|title| title.meta()) {
        let (id, table) = to_a_choice(&mut ada, async |ada| {
            let seats = game.seats.1.min(2);
            let bots = if seats > 1 { json!({ "1": "reference" }) } else { json!({}) };
            let id = ada.table(json!({ "game": game.id, "take": 0, "bots": bots, "seats": seats })).await;
            assert_eq!(ask(ada, &id, 0, &json!(0)).await.error(409), "wrong_phase", "it has not begun");
            ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
            id
        })
        .await;
        let hint = ask(&mut ada, &id, 0, &table["step"]).await.ok().json();
        let actions =
            |list: &Value| -> Vec<Value> { list.as_array().unwrap().iter().map(|one| one["action"].clone()).collect() };
        let legal = actions(&table["state"]["legal"]["0"]);
        assert_eq!(actions(&hint["estimates"]), legal, "each legal move, in the order of the legal list");
        assert!(legal.contains(&hint["action"]) && hint["step"] == table["step"]);
        let worth = |one: &Value| (0.0..=1.0).contains(&one["estimate"].as_f64().unwrap());
        assert!(hint["estimates"].as_array().unwrap().iter().all(worth), "{hint}");
        assert!(hint["reason"].as_str().unwrap().contains("matches tried out") && !hint["text"].is_null(), "{hint}");
        assert_eq!(ask(&mut ada, &id, 0, &table["step"]).await.ok().json(), hint, "asked again, it says the same");
        assert_eq!(ada.look(&id).await, table, "nothing has been done");

        let step = table["step"].as_u64().unwrap();
        let acted = ada.act(&id, 0, step, hint["action"].clone()).await.ok().json();
        let late = ask(&mut ada, &id, 0, &table["step"]).await;
        assert_eq!(late.error(409), "stale");
        assert!(late.json()["step"].as_u64() >= acted["step"].as_u64(), "the present comes with the refusal");
    }
}

#[tokio::test]
async fn nobody_gets_a_hint_for_a_seat_of_somebody_else() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let mut stranger = Caller::new(&hall);
    // In the tomb there is a choice from the first step on.
    let id = ada.table(json!({ "game": "accursed-tomb", "take": 0, "seats": 2 })).await;
    ben.call(axum::http::Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), Some(json!({}))).await.ok();
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    let table = ada.look(&id).await;
    let step = &table["step"];
    assert_eq!(ask(&mut stranger, &id, 0, step).await.error(401), "unauthorized");
    assert_eq!(ask(&mut ben, &id, 0, step).await.error(403), "not_your_seat");
    assert_eq!(ask(&mut ben, &id, 1, step).await.error(409), "not_awaited", "it is not their turn");
    assert_eq!(ask(&mut ada, &id, 7, step).await.error(400), "bad_request");
    assert_eq!(ask(&mut ada, "nosuchtabl", 0, step).await.error(404), "unknown_match");
    assert_eq!(ask(&mut ada, &id, 0, &json!(99_999)).await.error(409), "stale");

    ask(&mut ada, &id, 0, step).await.ok();
    let at = format!("/tables/{id}");
    assert!(ada.get(&at).await.ok().text().contains("Hint: "), "who asked sees it");
    for other in [&mut ben, &mut stranger] {
        let page = other.get(&at).await.ok().text();
        assert!(!page.contains("Hint: ") && !page.contains("/hint"), "the others neither see it nor can ask");
    }

    let (over, _) = tokio::join!(ada.play_out(&id), ben.play_out(&id));
    assert_eq!(ask(&mut ada, &id, 0, &over["step"]).await.error(409), "wrong_phase");
}

#[tokio::test]
async fn by_forms_the_hint_stays_on_the_page_until_the_match_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut guest = Caller::new(&hall);
    let (id, table) = to_a_choice(&mut guest, async |guest| {
        let at = guest.form("/play", &[("game", GAME)]).await.header("location").to_owned();
        assert!(!guest.get(&at).await.ok().text().contains("/hint"), "there is one thing to do, and nothing to choose");
        at.trim_start_matches("/tables/").to_owned()
    })
    .await;
    let at = format!("/tables/{id}");
    let step = table["step"].to_string();
    let page = guest.get(&at).await.ok().text();
    assert!(page.contains(&format!("action=\"{at}/hint\"")) && !page.contains("class=\"worth"));

    let reply = guest.form(&format!("{at}/hint"), &[("seat", "0"), ("step", &step)]).await;
    assert_eq!((reply.status.as_u16(), reply.header("location")), (303, at.as_str()));
    for look in ["", "?pick=nothing", "?confirm=0"] {
        let page = guest.get(&format!("{at}{look}")).await.ok().text();
        assert!(page.contains("Hint: ") && page.contains("matches tried out"), "at {look:?}");
    }
    let page = guest.get(&at).await.ok().text();
    assert!((1..=3).contains(&page.matches("class=\"worth best\"").count()), "one move is marked, and its pieces");
    let early = table["step"].as_u64().unwrap() - 1;
    assert!(!guest.get(&format!("{at}?at={early}")).await.ok().text().contains("Hint: "), "the past has no hints");

    guest.act_first(&id, &table, 0).await.ok();
    assert!(!guest.get(&at).await.ok().text().contains("Hint: "), "another moment, and no hint yet");
    let late = guest.form(&format!("{at}/hint"), &[("seat", "0"), ("step", &step)]).await;
    assert_eq!(late.status, 409);
    assert!(late.text().contains("The table has moved on"));
}

#[tokio::test]
async fn a_step_taken_back_takes_its_hint_with_it() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    for _ in 0..20 {
        let id = ada.table(json!({ "game": GAME, "take": 0, "start": true })).await;
        loop {
            let table = ada.look(&id).await;
            if table["phase"] == "over" {
                break;
            }
            let step = table["step"].as_u64().unwrap();
            let last = table["state"]["legal"]["0"].as_array().unwrap().last().unwrap()["action"].clone();
            ada.act(&id, 0, step, last).await.ok();
            let hint = ask(&mut ada, &id, 0, &json!(step + 1)).await;
            let undo = ada.post(&format!("/api/v1/tables/{id}/undo"), json!({ "step": step + 1 })).await;
            if hint.status == 200 && undo.status == 200 {
                let page = ada.get(&format!("/tables/{id}")).await.ok().text();
                assert!(!page.contains("Hint: "), "what was advised is about another moment");
                return;
            }
        }
    }
    panic!("no step could be taken back");
}
