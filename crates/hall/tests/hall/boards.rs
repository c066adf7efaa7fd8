//! Results of finished matches: written at the end, the same after a rebuild, and ranked on
//! leaderboards.

use std::path::Path;

use axum::http::Method;
use hall::{
    maintenance::{Files, rebuild},
    store::{BoardKey, MatchKind, MatchResults, SeatResult, Store, Write, now},
};
use kernel::Seat;
use serde_json::{Value, json};

use crate::common::{Caller, GAME, config, database, open};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// Opens the store of the hall in a folder, from outside the hall.
async fn store(data: &Path) -> Store {
    let url = database::address(data).unwrap_or_else(|| format!("sqlite://{}", data.join("hall.db").display()));
    Store::open(&url).await.unwrap()
}

fn files(data: &Path) -> Files {
    Files { data: data.to_owned(), database: config(data).database }
}

/// Plays a match of one seat to its end.
async fn climb(caller: &mut Caller) -> String {
    let id = caller.table(json!({ "game": GAME, "seats": 1, "take": 0, "start": true })).await;
    caller.play_out(&id).await;
    id
}

async fn board(caller: &mut Caller, query: &str) -> Value {
    caller.get(&format!("/api/v1/boards/{GAME}{query}")).await.ok().json()
}

/// Returns the id of the caller.
async fn id_of(caller: &mut Caller) -> String {
    caller.get("/api/v1/me").await.ok().json()["id"].as_str().unwrap().to_owned()
}

/// Returns a result such as a match could have had.
fn result(table: &str, person: &str, won: bool, steps: u32) -> SeatResult {
    SeatResult {
        table: table.into(),
        seat: Seat(0),
        kind: MatchKind::Usual,
        board: BoardKey { game: GAME.into(), seats: 1, variant: String::new(), company: "alone".into() },
        person: Some(person.into()),
        bot: None,
        class: None,
        place: 1,
        won,
        score: Some(if won { 10 } else { 3 }),
        steps,
        by_bots: 0,
        ended: now(),
        ranked: true,
        early: false,
        rivals: true,
        traces: None,
    }
}

/// Returns results of these seats without achievements.
fn of(seats: Vec<SeatResult>) -> MatchResults {
    MatchResults { seats, ..MatchResults::default() }
}

/// Creates tables of a caller, each with a result made from its number and id.
async fn with_results(
    caller: &mut Caller,
    store: &Store,
    count: usize,
    make: impl Fn(usize, &str) -> SeatResult,
) -> Vec<String> {
    let mut tables = Vec::new();
    for n in 0..count {
        let id = caller.table(json!({ "game": GAME, "seats": 1 })).await;
        store.write(Write::SetResults { table: id.clone(), results: of(vec![make(n, &id)]) }).await.unwrap();
        tables.push(id);
    }
    tables
}

#[tokio::test]
async fn a_finished_match_stands_on_its_board_once_for_each_person() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let before = board(&mut ada, "").await;
    assert_eq!((before["boards"].clone(), before["board"].clone()), (json!([]), Value::Null));
    for _ in 0..3 {
        climb(&mut ada).await;
    }
    let after = board(&mut ada, "").await;
    assert_eq!(after["boards"], json!([{ "seats": 1, "variant": "", "with": "alone", "matches": 3 }]));
    let best = after["board"]["best"].as_array().unwrap();
    assert_eq!((best.len(), &best[0]["name"]), (1, &json!("Ada")), "the best of three: {best:?}");
    assert!(best[0]["score"].as_i64().is_some() && best[0]["steps"].as_i64().unwrap() > 0, "{best:?}");
    assert_eq!(best[0]["table"], Value::Null, "the table is private: its id is an invitation");
    let page = ada.get(&format!("/boards/{GAME}")).await.ok().text();
    assert!(page.contains("Floors climbed") && page.contains(">Ada<") && page.contains("class=\"you\""), "{page}");
    let all = ada.get("/boards").await.ok().text();
    assert!(all.contains("3 matches"), "{all}");
}

#[tokio::test]
async fn options_and_company_make_a_board_of_their_own() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    climb(&mut ada).await;
    let with_bots = json!({ "game": GAME, "seats": 3, "take": 0, "start": true, "bots": { "1": "normal", "2": "easy" }, "options": { "die_floor": "none" } });
    let id = ada.table(with_bots).await;
    ada.play_out(&id).await;
    let found = board(&mut ada, "?seats=3").await;
    assert_eq!(found["board"]["with"], "easy", "the weakest bot: {found}");
    assert_eq!(found["board"]["variant"], "die_floor=none");
    assert_eq!(board(&mut ada, "?seats=1").await["board"]["with"], "alone");
    assert_eq!(board(&mut ada, "?seats=2").await["board"], Value::Null);
    let page = ada.get(&format!("/boards/{GAME}?seats=3")).await.ok().text();
    assert!(page.contains("3 seats, with easy bots, "), "{page}");
}

#[tokio::test]
async fn practice_and_real_dice_do_not_count() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let practice = json!({ "game": GAME, "seats": 1, "take": 0, "start": true, "options": { "ascension": 2 } });
    let id = ada.table(practice).await;
    ada.play_out(&id).await;
    let store = store(dir.path()).await;
    assert!(store.results(&id).await.unwrap().is_empty(), "nobody has opened level 2");
    let real =
        json!({ "game": GAME, "take": 0, "start": true, "dice": "physical", "options": { "fight_round_limit": 2 } });
    let id = ada.table(real).await;
    while let Some(table) = ada.playing(&id).await {
        let ask = &table["state"]["ask"];
        if ask.is_null() {
            ada.act_first(&id, &table, 0).await.ok();
            continue;
        }
        let value = ask["card"][0].as_str().map_or(json!(1), |code| json!(code));
        let value = if ask["coin"] == true { json!("heads") } else { value };
        let told = json!({ "step": table["step"], "value": value });
        ada.post(&format!("/api/v1/tables/{id}/answer"), told).await.ok();
    }
    assert!(store.results(&id).await.unwrap().is_empty(), "nobody can check what was rolled");
    assert_eq!(board(&mut ada, "").await["boards"], json!([]));
    store.close().await;
}

#[tokio::test]
async fn what_is_thrown_away_is_worked_out_again_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut tables) = (Caller::program(&hall, "Ada").await, Vec::new());
    tables.push(climb(&mut ada).await);
    for body in [
        json!({ "game": GAME, "seats": 2, "take": 0, "start": true, "bots": { "1": "random" } }),
        json!({ "game": "crimsonbranch", "seats": 1, "take": 0, "start": true, "options": { "hero": "Ada", "max_visits": 5 } }),
        json!({ "game": "gloombah", "seats": 3, "take": 0, "start": true, "bots": { "1": "normal", "2": "normal" } }),
    ] {
        let id = ada.table(body).await;
        ada.play_out(&id).await;
        tables.push(id);
    }
    hall.close().await;
    drop((hall, std::mem::replace(&mut ada.router, axum::Router::new())));
    let beside = store(dir.path()).await;
    let mut before = Vec::new();
    for id in &tables {
        before.push(beside.results(id).await.unwrap());
    }
    assert_eq!(before.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2, 1, 3]);
    assert!(before[3][0].class.is_some() && before[3].iter().filter(|one| one.won).count() < 3, "{:?}", before[3]);
    // The rebuild discards a wrong result with the others.
    let wrong = vec![SeatResult { table: tables[0].clone(), steps: 1, ..before[0][0].clone() }];
    beside.write(Write::SetResults { table: tables[0].clone(), results: of(wrong) }).await.unwrap();
    beside.close().await;
    assert_eq!(rebuild(&files(dir.path()), &mut |_, _| {}).await.unwrap(), 4);
    let beside = store(dir.path()).await;
    for (id, before) in tables.iter().zip(before) {
        assert_eq!(beside.results(id).await.unwrap(), before);
    }
    beside.close().await;
}

#[tokio::test]
async fn a_hall_works_out_what_an_earlier_version_did_not_write_down() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    climb(&mut ada).await;
    hall.close().await;
    drop(hall);
    let beside = store(dir.path()).await;
    beside.write(Write::ForgetResults).await.unwrap();
    beside.close().await;
    let hall = open(dir.path()).await;
    ada.router = hall.router();
    for _ in 0..500 {
        if board(&mut ada, "").await["boards"] != json!([]) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("the match is on no board");
}

#[tokio::test]
async fn wins_rank_by_decisions_and_streaks_end_with_a_loss_or_a_bot() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let (ada_id, ben_id) = (id_of(&mut ada).await, id_of(&mut ben).await);
    let beside = store(dir.path()).await;
    // Wins, a loss, wins again. The last win was a bot's, which took one decision.
    let ada_won = [true, true, false, true, true, true];
    with_results(&mut ada, &beside, 6, |n, id| SeatResult {
        by_bots: u32::from(n == 5),
        ended: now() + n as i64,
        ranked: true,
        early: false,
        rivals: true,
        traces: None,
        ..result(id, &ada_id, ada_won[n], 50 - n as u32)
    })
    .await;
    with_results(&mut ben, &beside, 3, |n, id| SeatResult {
        ended: now() + n as i64,
        ..result(id, &ben_id, true, 48 + n as u32)
    })
    .await;
    let found = board(&mut ada, "").await["board"].clone();
    let lines = |list: &str, figure: &str| -> Vec<Value> {
        found[list].as_array().unwrap().iter().map(|line| json!([line["name"], line[figure]])).collect()
    };
    assert_eq!(lines("streaks", "wins"), [json!(["Ben", 3]), json!(["Ada", 2])]);
    assert_eq!(lines("quickest", "steps"), [json!(["Ada", 46]), json!(["Ben", 48])], "45 decisions were not all Ada's");
    beside.close().await;
}

#[tokio::test]
async fn guests_stay_on_boards_for_a_month_and_the_deleted_do_not() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let beside = store(dir.path()).await;
    let mut callers = Vec::new();
    for (name, age) in [("Ada", 31), ("Ben", 31), ("Cleo", 29), ("Dora", 1)] {
        let mut caller = Caller::program(&hall, name).await;
        let person = id_of(&mut caller).await;
        with_results(&mut caller, &beside, 1, |_, id| SeatResult {
            ended: now() - age * DAY,
            ..result(id, &person, true, 10 + age as u32)
        })
        .await;
        callers.push(caller);
    }
    callers[0].post("/api/v1/me/account", json!({ "password": "tin-of-peaches" })).await.ok();
    let names = |found: &Value| -> Vec<String> {
        let lines = found["board"]["quickest"].as_array().unwrap();
        lines.iter().map(|line| line["name"].as_str().unwrap().to_owned()).collect()
    };
    let mut reader = Caller::new(&hall);
    assert_eq!(names(&board(&mut reader, "").await), ["Dora", "Cleo", "Ada"]);
    callers[3].call(Method::DELETE, "/api/v1/me", Some(json!({}))).await.ok();
    assert_eq!(names(&board(&mut reader, "").await), ["Cleo", "Ada"], "Dora has gone");
    beside.close().await;
}

#[tokio::test]
async fn a_profile_lists_matches_and_links_only_to_public_tables() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let ada_id = id_of(&mut ada).await;
    let private = climb(&mut ada).await;
    let public = json!({ "game": GAME, "seats": 1, "take": 0, "start": true, "public": true });
    let public = ada.table(public).await;
    ada.play_out(&public).await;
    let beside = store(dir.path()).await;
    with_results(&mut ada, &beside, 3, |n, id| SeatResult {
        ended: now() + n as i64,
        ..result(id, &ada_id, n != 1, 40)
    })
    .await;
    let others = ben.get(&format!("/people/{ada_id}")).await.ok().text();
    assert!(
        others.contains("5 matches, ") && others.contains("quickest win in ") && others.contains(" at best"),
        "{others}"
    );
    assert!(others.contains("Plays Rogue Ascension most: 5 of 5 matches."), "{others}");
    assert!(others.contains(&format!("/replays/{public}")) && !others.contains(&private), "{others}");
    let own = ada.get("/me").await.ok().text();
    assert!(own.contains(&format!("/replays/{private}")) && own.contains("/me/matches.jsonl"), "{own}");
    beside.close().await;
}

#[tokio::test]
async fn whoever_played_together_is_told_how_often_they_won() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let (ada_id, ben_id) = (id_of(&mut ada).await, id_of(&mut ben).await);
    let beside = store(dir.path()).await;
    for won in [true, false, true] {
        let id = ada.table(json!({ "game": GAME, "seats": 2 })).await;
        let other = SeatResult { seat: Seat(1), ..result(&id, &ben_id, !won, 9) };
        let results = vec![result(&id, &ada_id, won, 9), other];
        beside.write(Write::SetResults { table: id, results: of(results) }).await.unwrap();
    }
    let me = ada.get("/api/v1/me").await.ok().json();
    assert_eq!(me["companions"], json!([{ "id": ben_id, "name": "Ben", "matches": 3, "won": 2 }]));
    assert!(ada.get("/people").await.ok().text().contains(&format!("/people/{ben_id}/invite")));
    beside.close().await;
}

#[tokio::test]
async fn all_own_finished_matches_are_saved_as_verifiable_records() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    let mut tables = vec![climb(&mut ada).await, climb(&mut ada).await];
    climb(&mut ben).await;
    ada.table(json!({ "game": GAME, "seats": 1, "take": 0, "start": true })).await;
    let reply = ada.get("/me/matches.jsonl").await.ok();
    assert!(reply.header("content-type").starts_with("application/jsonl"));
    let text = reply.text();
    let records = text.split_inclusive('\n').fold(Vec::<String>::new(), |mut records, line| {
        if line.contains("undercroft-record") {
            records.push(String::new());
        }
        records.last_mut().unwrap().push_str(line);
        records
    });
    let mut saved = Vec::new();
    for text in &records {
        let record = kernel::Record::parse(text).unwrap();
        assert!(record.outcome.is_some() && record.header.seed.is_some());
        assert_eq!(record.header.players, ["Ada"]);
        saved.push(record.header.table.clone().unwrap());
        roster::load(&record).unwrap();
    }
    saved.sort();
    tables.sort();
    assert_eq!(saved, tables, "hers that are over, and no others");
    assert_eq!(Caller::new(&hall).get("/me/matches.jsonl").await.status, 401);
}

#[tokio::test]
async fn a_daily_try_counts_and_is_saved_once_its_dice_are_open() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let tried = ada.post(&format!("/api/v1/daily/{GAME}"), json!({})).await.ok().json();
    let id = tried["table"].as_str().unwrap_or_else(|| panic!("{tried}"));
    ada.play_out(id).await;
    let beside = store(dir.path()).await;
    let results = beside.results(id).await.unwrap();
    assert_eq!(results[0].kind, MatchKind::Daily);
    assert_eq!(board(&mut ada, "").await["board"]["best"][0]["name"], "Ada");
    assert_eq!(ada.get("/me/matches.jsonl").await.ok().text(), "", "others try it with the same dice");
    beside.close().await;
}

#[tokio::test]
async fn rivals_are_rated_after_three_matches_and_seats_compared() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let (mut ada, mut ben) = (Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await);
    for _ in 0..3 {
        let id = ada.table(json!({ "game": "liars-dice", "seats": 2, "take": 0, "ranked": true })).await;
        ben.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), Some(json!({}))).await.ok();
        ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
        let mut other = ben.clone();
        let there = id.clone();
        let task = tokio::spawn(async move { other.play_out(&there).await });
        ada.play_out(&id).await;
        task.await.unwrap();
    }
    let found = ada.get("/api/v1/boards/liars-dice").await.ok().json();
    let rated = found["ratings"].as_array().unwrap();
    assert_eq!(rated.len(), 2, "{found}");
    assert_eq!(rated[0]["matches"], 3);
    assert!(rated[0]["rating"].as_f64() >= rated[1]["rating"].as_f64(), "{found}");
    let seats = found["board"]["by_seat"].as_array().unwrap();
    assert_eq!(seats.iter().map(|seat| seat["won"].as_u64().unwrap()).sum::<u64>(), 3, "{found}");
    let page = ada.get("/boards/liars-dice").await.ok().text();
    assert!(page.contains("Ratings") && page.contains("Wins by seat") && page.contains("95 % intervals"), "{page}");

    // One person on both seats is no rival.
    let alone = ada.table(json!({ "game": "liars-dice", "seats": 2, "take": 0 })).await;
    ada.call(Method::PUT, &format!("/api/v1/tables/{alone}/seats/1"), Some(json!({}))).await.ok();
    ada.post(&format!("/api/v1/tables/{alone}/start"), json!({})).await.ok();
    ada.play_out(&alone).await;
    assert_eq!(ada.get("/api/v1/boards/liars-dice").await.ok().json()["boards"], found["boards"]);
}
