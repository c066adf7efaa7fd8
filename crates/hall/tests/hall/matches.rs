//! Whole matches, by JSON and by forms, alone and together.

use axum::{
    body::Body,
    http::{Method, Request},
};
use kernel::{
    Record, Seat,
    record::{GivenBy, Giver},
};
use serde_json::json;

use crate::common::{Caller, GAME, attribute, open};

#[tokio::test]
async fn a_share_is_chosen_after_the_seal_was_seen() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let seal = ada.post("/api/v1/seals", json!({})).await.ok().json()["seal"].as_str().unwrap().to_owned();
    let wanted =
        json!({ "game": GAME, "seats": 2, "take": 1, "bots": { "0": "random" }, "seal": seal, "share": "mine" });
    let made = ada.post("/api/v1/tables", wanted.clone()).await.ok().json();
    assert_eq!(made["seal"], seal.as_str(), "the table is played with the seed that was sealed");
    assert_eq!(ada.post("/api/v1/tables", wanted).await.error(400), "bad_request", "a seal is for one table");

    let id = made["id"].as_str().unwrap();
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    let record = async |caller: &mut Caller, id: &str| {
        Record::parse(&caller.get(&format!("/tables/{id}/record")).await.ok().text()).unwrap().header
    };
    let header = record(&mut ada, id).await;
    assert_eq!(header.seal.as_deref(), Some(seal.as_str()));
    assert_eq!(
        (header.shares, header.givers),
        (vec!["mine".into()], vec![Giver { seat: Seat(1), by: GivenBy::Player }])
    );

    let mut ben = Caller::new(&hall);
    let given = |by| vec![Giver { seat: Seat(0), by }];
    let at = ben.form("/play", &[("game", GAME)]).await.header("location").to_owned();
    let header = record(&mut ben, at.trim_start_matches("/tables/")).await;
    assert_eq!(header.givers, given(GivenBy::Hall), "who gives none gets one from the hall, and the record says so");
    let seal = ben.post("/api/v1/seals", json!({})).await.ok().json()["seal"].as_str().unwrap().to_owned();
    let at = ben.form("/play", &[("game", GAME), ("seal", &seal), ("share", "words")]).await;
    let header = record(&mut ben, at.header("location").trim_start_matches("/tables/")).await;
    assert_eq!((header.seal, header.givers), (Some(seal), given(GivenBy::Player)));
    drop(hall);

    let hall = open(dir.path()).await;
    ada.router = hall.router();
    assert_eq!(record(&mut ada, id).await.givers[0].by, GivenBy::Player, "and it is known after a restart");
}

#[tokio::test]
async fn a_solo_match_by_json_from_the_seal_to_the_proof() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let reply = ada.post("/api/v1/tables", json!({ "game": GAME, "take": 0, "share": "my luck" })).await;
    assert_eq!(reply.status, 201);
    let made = reply.json();
    let id = made["id"].as_str().unwrap();
    let seal = made["seal"].as_str().unwrap();
    assert_eq!((made["phase"].as_str(), seal.len(), made["state"].is_null()), (Some("open"), 64, true));
    assert_eq!(ada.get(&format!("/api/v1/tables/{id}/record")).await.error(409), "wrong_phase");

    let started = ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok().json();
    assert_eq!(
        (started["phase"].as_str(), started["step"].as_u64(), started["seal"].as_str()),
        (Some("playing"), Some(0), Some(seal))
    );
    assert_eq!(started["seats"][0]["player"], "Ada");
    let acted = ada.act_first(id, &started, 0).await.ok().json();
    assert_eq!((acted["step"].as_u64(), acted["state"]["ply"].as_u64()), (Some(1), Some(1)));
    assert!(acted["events"].is_array());

    let running = ada.get(&format!("/api/v1/tables/{id}/record")).await.ok().text();
    let record = Record::parse(&running).unwrap();
    assert_eq!((record.header.seed, record.steps.len(), record.header.setup.len()), (None, 0, 0));
    assert_eq!(record.header.seal.as_deref(), Some(seal));
    let view = ada.get(&format!("/api/v1/tables/{id}/view?seat=0")).await.ok().json();
    assert!(view["view"].is_object());
    assert!(ada.get(&format!("/api/v1/tables/{id}/scene")).await.ok().json()["scene"]["areas"].is_array());

    let over = ada.play_out(id).await;
    assert!(over["state"]["status"]["over"]["placings"].is_array());
    let text = ada.get(&format!("/tables/{id}/record")).await.ok().text();
    let record = Record::parse(&text).unwrap();
    assert_eq!(
        (record.header.shares.clone(), record.header.players.clone()),
        (vec!["my luck".to_owned()], vec!["Ada".to_owned()])
    );
    assert!(record.header.seed.is_some() && record.outcome.is_some());
    let table = roster::load(&record).unwrap();
    assert_eq!(table.ply() as u64, over["step"].as_u64().unwrap());
    let verify = ada.get(&format!("/tables/{id}/verify")).await.ok().text();
    assert!(verify.contains(seal) && verify.contains(&record.header.seed.unwrap()));
    let replay = ada.get(&format!("/replays/{id}?at=1")).await.ok().text();
    assert!(replay.contains("data-at=\"1\""));
}

#[tokio::test]
async fn one_click_and_a_match_by_forms_with_rematch() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut guest = Caller::new(&hall);
    assert!(guest.get("/").await.ok().text().contains("Rogue Ascension"));
    assert_eq!(guest.cookie, None, "looking makes nobody a guest");
    let reply = guest.form("/play", &[("game", GAME)]).await;
    assert_eq!(reply.status, 303);
    let at = reply.header("location").to_owned();
    let id = at.trim_start_matches("/tables/").to_owned();
    assert!(guest.cookie.is_some());
    while let Some(table) = guest.playing(&id).await {
        let page = guest.get(&at).await.ok().text();
        let step = attribute(&page, "id=\"live\"", "data-step").unwrap();
        let action = table["state"]["legal"]["0"][0]["action"].to_string();
        let reply = guest.form(&format!("{at}/act"), &[("seat", "0"), ("step", &step), ("action", &action)]).await;
        assert_eq!((reply.status.as_u16(), reply.header("location")), (303, at.as_str()));
    }
    let end = guest.get(&at).await.ok().text();
    assert!(end.contains("/rematch"));
    let seen = Caller::new(&hall).get(&at).await.ok().text();
    assert!(!seen.contains("/rematch") && seen.contains("Play this game"), "those who watched can begin, not go on");
    for look in ["?at=0", "?at=1", "?at=99999", "?pick=x&confirm=0", "?at=-1&seat=7"] {
        guest.get(&format!("{at}{look}")).await.ok();
    }
    let next = guest.form(&format!("{at}/rematch"), &[]).await.header("location").to_owned();
    assert!(next.starts_with("/tables/") && next != at);
    let again = guest.form(&format!("{at}/rematch"), &[]).await.header("location").to_owned();
    assert_eq!(again, next, "a second click leads to the same table");
    let me = guest.get("/me").await.ok().text();
    assert!(me.contains(&id) && me.contains(&next));
    assert!(me.find(&next) < me.find(&id) && (me.contains(">Won<") || me.contains(">Lost<")), "{me}");
    let front = guest.get("/").await.ok().text();
    let before = front.split("/games/").next().unwrap();
    assert!(
        before.contains(&next) && !before.contains(&format!("/tables/{id}")),
        "what is over does not stand before the games"
    );
}

#[tokio::test]
async fn two_cookies_and_a_bot_play_together() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut host, mut friend, mut late) = (Caller::new(&hall), Caller::new(&hall), Caller::new(&hall));
    let fields = [
        ("game", GAME),
        ("seats", "3"),
        ("seat0", "me"),
        ("seat1", "open"),
        ("seat2", "bot:random"),
        ("opt.ascension", "0"),
        ("public", "yes"),
    ];
    let at = host.form("/tables", &fields).await.header("location").to_owned();
    let id = at.trim_start_matches("/tables/").to_owned();
    assert!(
        host.get(&at).await.ok().text().contains(&format!("http://hall.test{at}")),
        "the invitation is a whole link"
    );
    assert_eq!(host.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.error(400), "bad_request");
    assert!(friend.get("/").await.ok().text().contains(&id), "a table that is open to all is offered");
    assert_eq!(friend.form("/me", &[("name", "Byron"), ("theme", "vault"), ("speed", "none")]).await.status, 303);
    assert_eq!(friend.form(&format!("{at}/seats/1"), &[("do", "take")]).await.status, 303);
    late.form(&format!("{at}/seats/1"), &[("do", "take")]).await;
    assert_eq!(
        late.call("PUT".parse().unwrap(), &format!("/api/v1/tables/{id}/seats/1"), None).await.error(409),
        "seat_taken"
    );
    assert_eq!(late.form(&format!("{at}/start"), &[]).await.status, 403, "who does not sit there does not start it");
    friend.form(&format!("{at}/seats/1"), &[("do", "leave")]).await;
    assert_eq!(friend.form(&format!("{at}/seats/1"), &[("do", "take")]).await.status, 303);
    assert_eq!(host.form(&format!("{at}/start"), &[]).await.status, 303);
    let (one, other) = tokio::join!(host.play_out(&id), friend.play_out(&id));
    assert_eq!((&one["phase"], &one["step"]), (&other["phase"], &other["step"]));
    assert_eq!(one["seats"][1]["player"], "Byron");
    let record = Record::parse(&late.get(&format!("{at}/record")).await.ok().text()).unwrap();
    assert_eq!(
        (record.header.shares.len(), record.header.players[2].as_str()),
        (2, "bot random"),
        "bots give no share"
    );
    roster::load(&record).unwrap();
    // The first player who asks for a rematch takes along all who are present, each one seat
    // further round.
    friend.get(&at).await.ok();
    let next = host.form(&format!("{at}/rematch"), &[]).await.header("location").to_owned();
    assert_eq!(friend.form(&format!("{at}/rematch"), &[]).await.header("location"), next);
    let table = friend.look(next.trim_start_matches("/tables/")).await;
    assert_eq!(
        (table["phase"].as_str(), &table["seats"][2]["player"], &table["seats"][0]["bot"]),
        (Some("playing"), &json!("Byron"), &json!("random"))
    );
    assert_eq!(
        late.form(&format!("{at}/rematch"), &[]).await.header("location"),
        next,
        "who only looked on may look on there"
    );
}

#[tokio::test]
async fn bots_play_a_table_of_their_own_to_the_end() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let body = json!({ "game": GAME, "seats": 2, "bots": { "0": "reference", "1": "random" }, "start": true });
    let id = ada.table(body).await;
    let over = ada.play_out(&id).await;
    assert_eq!(over["phase"], "over");
}

#[tokio::test]
async fn with_real_dice_each_outcome_is_asked() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(json!({ "game": GAME, "take": 0, "dice": "physical", "start": true })).await;
    let mut stranger = Caller::program(&hall, "Stranger").await;
    let mut asked = 0;
    for _ in 0..200 {
        let table = ada.look(&id).await;
        assert!(table["seal"].is_null());
        let (step, ask) = (table["step"].as_u64().unwrap(), &table["state"]["ask"]);
        if table["phase"] == "over" || step > 4 {
            break;
        }
        if ask.is_null() {
            ada.act_first(&id, &table, 0).await.ok();
            continue;
        }
        asked += 1;
        let value = ask["card"][0].as_str().map_or(json!(1), |code| json!(code));
        let value = if ask["coin"] == true { json!("heads") } else { value };
        let path = format!("/api/v1/tables/{id}/answer");
        assert_eq!(ada.post(&path, json!({ "step": step, "value": "no such" })).await.error(422), "bad_answer");
        assert_eq!(stranger.post(&path, json!({ "step": step, "value": value })).await.error(403), "not_your_seat");
        assert_eq!(ada.post(&path, json!({ "step": step + 1, "value": value })).await.error(409), "stale");
        assert!(ada.get(&format!("/tables/{id}")).await.ok().text().contains("/answer"));
        ada.post(&path, json!({ "step": step, "value": value })).await.ok();
    }
    assert!(asked > 0);
    let step = ada.look(&id).await["step"].as_u64().unwrap();
    assert!(step > 0, "told outcomes make whole steps");
    drop(hall);
    let hall = open(dir.path()).await;
    ada.router = hall.router();
    assert_eq!(ada.look(&id).await["step"].as_u64(), Some(step));
}

#[tokio::test]
async fn an_outcome_told_twice_answers_one_question() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(json!({ "game": GAME, "take": 0, "dice": "physical", "start": true })).await;
    let (path, at) = (format!("/api/v1/tables/{id}/answer"), format!("/tables/{id}"));
    let mut twice = 0;
    for n in 0..200 {
        let table = ada.look(&id).await;
        if table["phase"] == "over" || twice > 5 {
            break;
        }
        let ask = &table["state"]["ask"];
        if ask.is_null() {
            assert_eq!(table["answers"], 0, "no step is under way");
            ada.act_first(&id, &table, 0).await.ok();
            continue;
        }
        let value = ask["card"][0].as_str().unwrap_or(if ask["coin"] == true { "heads" } else { "1" });
        let (step, answers) = (table["step"].to_string(), table["answers"].to_string());
        let told = json!({ "step": table["step"], "answers": table["answers"], "value": value });
        let fields = [("step", &*step), ("answers", &*answers), ("value", value)];
        let hint = json!({ "seat": 0, "step": table["step"] });
        assert_eq!(ada.post(&format!("/api/v1/tables/{id}/hint"), hint).await.error(409), "not_awaited");
        // By turns as a program and as a form, and the same at once again.
        if n % 2 == 0 {
            ada.post(&path, told.clone()).await.ok();
        } else {
            let page = ada.get(&at).await.ok().text();
            assert_eq!(attribute(&page, "name=\"answers\"", "value").as_ref(), Some(&answers));
            assert_eq!(ada.form(&format!("{at}/answer"), &fields).await.status, 303);
        }
        let after = ada.look(&id).await;
        if after["step"] == table["step"] && !after["state"]["ask"].is_null() {
            twice += 1;
            assert_eq!(after["answers"].as_u64(), table["answers"].as_u64().map(|answers| answers + 1));
            let late = ada.post(&path, told).await;
            assert_eq!(late.error(409), "stale");
            let present = late.json();
            for what in ["step", "answers", "state"] {
                assert_eq!(present[what], after[what], "the present comes with the refusal");
            }
            let late = ada.form(&format!("{at}/answer"), &fields).await;
            assert!(late.status == 409 && late.text().contains("The table has moved on"));
            assert_eq!(ada.look(&id).await["state"], after["state"], "the next question is still open");
        }
    }
    assert!(twice > 2, "{twice} steps with several outcomes");
}

#[tokio::test]
async fn what_was_told_can_be_taken_back_while_the_step_waits() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let mut stranger = Caller::program(&hall, "Stranger").await;
    let id = ada.table(json!({ "game": GAME, "take": 0, "dice": "physical", "start": true })).await;
    let [answer, undo] = ["answer", "undo"].map(|deed| format!("/api/v1/tables/{id}/{deed}"));
    let before = ada.look(&id).await;
    ada.act_first(&id, &before, 0).await.ok();
    let asked = ada.look(&id).await;
    // A monster on the first floor asks for dice in addition to its card.
    ada.post(&answer, json!({ "step": 0, "value": "5" })).await.ok();
    let next = ada.look(&id).await;
    assert!(next["answers"] == 1 && next["state"]["ask"] != asked["state"]["ask"], "{next}");
    let page = ada.get(&format!("/tables/{id}")).await.ok().text();
    assert!(page.contains("So far: ") && page.contains("The next floor: 5") && page.contains("data-undo"));
    assert_eq!(stranger.post(&undo, json!({ "step": 0 })).await.error(403), "not_your_seat");

    ada.post(&undo, json!({ "step": 0 })).await.ok();
    let again = ada.look(&id).await;
    assert_eq!((&again["answers"], &again["state"]), (&json!(0), &asked["state"]), "the card is asked for again");
    ada.post(&undo, json!({ "step": 0 })).await.ok();
    assert_eq!(ada.look(&id).await["state"], before["state"], "then the step itself is given up");
    assert_eq!(ada.post(&undo, json!({ "step": 0 })).await.error(409), "undo_refused");
    ada.act_first(&id, &before, 0).await.ok();
    assert_eq!(ada.look(&id).await["state"], asked["state"]);
}

#[tokio::test]
async fn a_rival_can_neither_swap_a_bot_nor_play_two_seats() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let body = json!({ "game": "accursed-tomb", "seats": 3, "take": 0, "bots": { "2": "hard" } });
    let id = ada.table(body).await;
    let seat = |n: usize| format!("/api/v1/tables/{id}/seats/{n}");
    ben.call(Method::PUT, &seat(1), Some(json!({}))).await.ok();
    ada.call(Method::PUT, &seat(2), Some(json!({ "bot": "reference" }))).await.ok();
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    let swapped = ben.call(Method::PUT, &seat(2), Some(json!({ "bot": "random" }))).await;
    assert_eq!(swapped.error(409), "seat_taken", "who plays there is settled when the match begins");
    ada.call(Method::DELETE, &seat(0), None).await.ok();
    assert_eq!(ben.call(Method::PUT, &seat(0), Some(json!({}))).await.error(409), "seat_taken");
    ben.call(Method::PUT, &seat(0), Some(json!({ "bot": "easy" }))).await.ok();
    assert_eq!(ben.look(&id).await["seats"][0]["bot"], "easy");
}

#[tokio::test]
async fn what_is_misspelt_or_said_twice_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    for body in [
        json!({ "game": GAME, "seat": 2 }),
        json!({ "game": GAME, "take": 0, "bots": { "0": "easy" } }),
        json!({ "game": GAME, "seats": 2, "bots": { "0": "easy", "00": "hard" } }),
    ] {
        let refused = ada.post("/api/v1/tables", body.clone()).await;
        assert!(["bad_json", "bad_request"].contains(&&*refused.error(400)), "{body}");
    }
    let id = ada.table(json!({ "game": GAME, "take": 0, "start": true })).await;
    let keyed = |step: usize, action: &str| {
        Request::post(format!("/api/v1/tables/{id}/act"))
            .header("idempotency-key", "one")
            .body(Body::from(json!({ "seat": 0, "step": step, "action": { "type": action } }).to_string()))
            .unwrap()
    };
    let first = ada.send(keyed(0, "reveal")).await.ok().json();
    assert_eq!(ada.send(keyed(0, "reveal")).await.ok().json()["step"], first["step"], "the same again is done once");
    assert_eq!(ada.send(keyed(1, "attack")).await.error(400), "bad_request", "one key is for one action");
}

#[tokio::test]
async fn one_person_leads_all_four_heroes_of_dungeon_rummy_to_an_end() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(json!({ "game": "dungeon-rummy", "seats": 4, "take": 0, "options": { "level": "easy" } })).await;
    for seat in 1..4 {
        ada.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/{seat}"), Some(json!({}))).await.ok();
    }
    let table = ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok().json();
    assert_eq!((&table["you"], &table["talk"]), (&json!([0, 1, 2, 3]), &json!("phrases")));
    let mut acted = [0; 4];
    while let Some(table) = ada.playing(&id).await {
        let (seat, legal) = table["state"]["legal"].as_object().unwrap().iter().next().unwrap();
        let (seat, step) = (seat.parse::<usize>().unwrap(), table["step"].as_u64().unwrap());
        let moves = legal.as_array().unwrap();
        let action = moves[(step as usize * 7) % moves.len()]["action"].clone();
        ada.act(&id, seat, step, action).await.ok();
        acted[seat] += 1;
    }
    assert!(acted.iter().all(|steps| *steps > 0), "each hero's turns come: {acted:?}");
    let verified = ada.get(&format!("/tables/{id}/verify")).await.ok().text();
    assert!(verified.contains(&ada.look(&id).await["step"].to_string()), "{verified}");
}

/// With physical cards a player can try all values for their own hidden card, and undo each. They
/// learn nothing about the hands of others.
#[tokio::test]
async fn trying_what_can_be_told_says_nothing_of_other_hands() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let rulebook = roster::find("gloombah").unwrap().meta().rulebook;
    let codes: Vec<&str> = rulebook
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` | ").map(|(code, _)| code))
        .collect();
    let mut seen = Vec::new();
    for hand in [
        ["hot_ladle", "banana_peel", "salt_shaker", "squeaky_bone", "bedtime_bell"],
        ["loud_sneeze", "loud_sneeze", "loud_sneeze", "ambush", "ambush"],
    ] {
        let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
        let id = ada.table(json!({ "game": "gloombah", "seats": 2, "take": 0, "dice": "physical" })).await;
        ben.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), Some(json!({}))).await.ok();
        let at = format!("/api/v1/tables/{id}");
        ada.post(&format!("{at}/start"), json!({})).await.ok();
        for (told, code) in ["warrior", "mage"].into_iter().chain(hand).enumerate() {
            ada.post(&format!("{at}/answer"), json!({ "step": 0, "answers": told, "value": code })).await.ok();
        }
        let mut taken = Vec::new();
        for code in &codes {
            let answer = json!({ "step": 0, "answers": 7, "value": code });
            let reply = ben.post(&format!("{at}/answer"), answer).await;
            if reply.status == 200 {
                ben.post(&format!("{at}/undo"), json!({ "step": 0 })).await.ok();
            }
            taken.push((*code, reply.status.as_u16()));
        }
        let of = |code: &str| taken.iter().find(|(one, _)| *one == code).unwrap().1;
        assert_eq!((of("ambush"), of("fox_barrister")), (200, 422), "what it can be, and what it cannot");
        let probe = ada.post(&format!("{at}/answer"), json!({ "step": 0, "answers": 7, "value": "ambush" })).await;
        assert_eq!(probe.error(403), "not_your_seat", "nobody else tells it, the host neither");
        seen.push(taken);
    }
    assert_eq!(seen[0], seen[1], "whatever Ada holds");
}
