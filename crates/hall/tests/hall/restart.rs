//! Durability: after closing, dropping or killing it, the server continues with every acknowledged
//! step.

use std::time::Duration;

use bots::{Bot, Budget};
use hall::{
    Config,
    store::{Occupant, StepRow, Store, TableHeader, TableStatus, Write, now, shared_options},
};
use kernel::{Answer, Seed, Source, Viewer};
use serde_json::json;

use crate::common::{Caller, GAME, Wire, config, config_on_file, database, open, open_on_file, process::Process};

#[test]
fn a_killed_hall_goes_on_at_the_last_acknowledged_step() {
    let dir = tempfile::tempdir().unwrap();
    let mut process = Process::start(dir.path());
    let mut wire = Wire::guest(process.addr);
    let body = json!({ "game": GAME, "take": 0, "start": true }).to_string();
    for life in [15, 40, 90] {
        let ids: Vec<String> =
            (0..4).map(|_| wire.json("POST", "/api/v1/tables", &body).1["id"].as_str().unwrap().to_owned()).collect();
        // Players move as fast as they can until the server is killed.
        let players = ids.iter().map(|id| {
            let (wire, id) = (Wire { addr: wire.addr, token: wire.token.clone() }, id.clone());
            std::thread::spawn(move || {
                let mut acknowledged = 0;
                while let Ok(Some(step)) = wire.act_first(&id) {
                    acknowledged = step;
                    std::thread::sleep(Duration::from_millis(3));
                }
                acknowledged
            })
        });
        let players: Vec<_> = players.collect();
        std::thread::sleep(Duration::from_millis(life));
        drop(process);
        let acknowledged: Vec<u64> = players.into_iter().map(|player| player.join().unwrap()).collect();

        process = Process::start(dir.path());
        wire.addr = process.addr;
        for (id, acknowledged) in ids.iter().zip(acknowledged) {
            let (status, table) = wire.json("GET", &format!("/api/v1/tables/{id}"), "");
            let step = table["step"].as_u64().unwrap();
            // The step under way may have been stored although its answer was lost.
            assert!(
                status == 200 && (step == acknowledged || step == acknowledged + 1),
                "{acknowledged} acknowledged, {step} kept"
            );
            if table["phase"] == "playing" {
                assert_eq!(wire.act_first(id).unwrap(), Some(step + 1), "it goes on");
            }
        }
    }
}

#[tokio::test]
async fn a_hall_opened_anew_knows_tables_people_and_bots() {
    let dir = tempfile::tempdir().unwrap();
    let slow = Config { bot_pause: Duration::from_secs(3600), ..config_on_file(dir.path()) };
    let hall = hall::open(slow).await.unwrap();
    let mut ada = Caller::new(&hall);
    let fields = [("game", GAME), ("seats", "2"), ("seat0", "bot:random"), ("seat1", "bot:reference")];
    let at = ada.form("/tables", &fields).await.header("location").to_owned();
    let bots = at.trim_start_matches("/tables/").to_owned();
    let at = ada.form("/play", &[("game", GAME)]).await.header("location").to_owned();
    let solo = at.trim_start_matches("/tables/").to_owned();
    let table = ada.look(&solo).await;
    ada.act_first(&solo, &table, 0).await.ok();
    let before = ada.look(&solo).await;
    assert_eq!(ada.look(&bots).await["step"], 0, "its bots are still pondering");
    drop(hall);

    // On a file: a dropped hall in this process would still send signs of life to a shared
    // database.
    let hall = open_on_file(dir.path()).await;
    ada.router = hall.router();
    assert_eq!(ada.look(&solo).await, before, "the cookie and the table are as before");
    let table = ada.look(&solo).await;
    ada.act_first(&solo, &table, 0).await.ok();
    ada.watch_out(&bots).await;
}

#[tokio::test]
async fn untouched_tables_leave_memory_and_come_back_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let hall = hall::open(Config { idle: Duration::from_millis(40), ..config(dir.path()) }).await.unwrap();
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(json!({ "game": GAME, "take": 0, "start": true })).await;
    let table = ada.look(&id).await;
    ada.act_first(&id, &table, 0).await.ok();
    let before = ada.look(&id).await;
    assert_eq!(hall.tables_in_memory(), 1);
    for _ in 0..200 {
        if hall.tables_in_memory() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(hall.tables_in_memory(), 0);
    assert_eq!(ada.look(&id).await, before);
    let text = ada.get(&format!("/tables/{id}")).await.ok().text();
    assert!(text.contains("data-step=\"1\""));
    ada.act_first(&id, &before, 0).await.ok();
    assert_eq!(ada.look(&id).await["step"], 2);
}

#[tokio::test]
async fn what_cannot_be_opened_says_why_and_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let error = async |config: Config| match hall::open(config).await {
        Ok(_) => panic!("it opened"),
        Err(error) => error.to_string(),
    };
    let with = |database: String| Config { database: Some(database), ..config(dir.path()) };
    let missing = dir.path().join("no/such/folder/hall.db");
    let text = error(with(format!("sqlite://{}", missing.display()))).await;
    assert!(text.contains("cannot be opened") && text.contains("--database"), "{text}");
    let text = error(with("mysql://hall".into())).await;
    assert!(text.contains("SQLite or PostgreSQL") && text.contains("--database"), "{text}");
    let nobody = dir.path().display().to_string().replace('/', "%2F");
    let text = error(with(format!("postgres://ada:secret@localhost/hall?host={nobody}"))).await;
    assert!(text.contains("cannot be opened") && !text.contains("secret"), "{text}");
    let file = dir.path().join("file");
    std::fs::write(&file, "not a database, but long enough to be looked at as one").unwrap();
    let text = error(with(format!("sqlite://{}", file.display()))).await;
    assert!(text.contains("cannot be opened"), "{text}");
    let text = error(Config::new(file.join("below"))).await;
    assert!(text.contains("--data"), "{text}");

    let mut first = open(dir.path()).await;
    let addr = first.bind().await.unwrap();
    let other = tempfile::tempdir().unwrap();
    let second = hall::open(Config { listen: addr, ..config(other.path()) }).await.unwrap();
    let text = second.serve(std::future::pending()).await.unwrap_err().to_string();
    assert!(text.contains(&addr.to_string()) && text.contains("--listen"), "{text}");
    let key = std::fs::metadata(dir.path().join("key")).unwrap();
    assert_eq!(key.len(), 64);
    #[cfg(unix)]
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&key.permissions()) & 0o777, 0o600);
}

/// A match in which the reference bot of an earlier version failed. Three bots play, and after this
/// many steps one has no die left to attack the boss with. It wanted to double a roll of 0.
const STUCK: (u64, usize) = (10_336, 121);

#[tokio::test]
async fn table_stuck_under_earlier_version_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let (seed, steps) = (Seed::from(STUCK.0), STUCK.1);
    let title = roster::find(GAME).unwrap();
    let options = json!({ "ascension": 2, "die_floor": "none" });
    let mut table = title.open(&options, 3, Source::Seed(seed.clone(), Vec::new())).unwrap();
    while table.ply() < steps {
        let seat = table.asked_first().unwrap();
        let advice = title.advise(table.as_ref(), seat, Bot::Normal, 0, &Budget::ONE_THREAD).unwrap();
        table.act(seat, &advice.action).unwrap();
    }
    let seat = table.asked_first().unwrap();
    let view = table.view(Viewer::Seat(seat));
    let hero = view["heroes"][seat.index()].to_string();
    assert_eq!((&view["awaiting"]["kind"], &view["enemy"]["kind"]), (&json!("attack-roll"), &json!("boss")));
    let doubles = table.actions(seat).contains(&json!({ "type": "double-die" }));
    assert!(hero.contains("double-die") && !doubles, "it holds one and cannot use it: {hero}");

    let mut hall = open(dir.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let me = ada.get("/api/v1/me").await.ok().json()["id"].as_str().unwrap().to_owned();
    drop(hall);
    let url =
        database::address(dir.path()).unwrap_or_else(|| format!("sqlite://{}", dir.path().join("hall.db").display()));
    let store = Store::open(&url).await.unwrap();
    let id = "stranded23".to_owned();
    let seats = vec![Occupant::Bot(Bot::Normal.name().into()); 3];
    let header = TableHeader {
        options: shared_options(kernel::options::complete(title.meta().options, &options).unwrap()),
        status: TableStatus::Playing,
        seed: Some(seed.0),
        setup: Some(table.chance_outcomes(0).iter().map(|outcome| outcome.answer()).collect::<Vec<Answer>>()),
        started: Some(now()),
        ..TableHeader::open(id.clone(), GAME.into(), title.meta().rules, me, seats, now())
    };
    let rows = (1..=steps).map(|n| StepRow { step: table.step(n).unwrap(), request: None, at: now() });
    store.write(Write::CreateTableFrom(Box::new(header), rows.collect())).await.unwrap();
    drop(store);

    hall = open(dir.path()).await;
    ada.router = hall.router();
    let over = ada.watch_out(&id).await;
    assert!(over["step"].as_u64() > Some(steps as u64), "{over}");
}
