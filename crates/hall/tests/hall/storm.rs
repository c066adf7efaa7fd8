//! Kills and restarts two processes on one database repeatedly while people play through both. No
//! acknowledged step is lost, no step is taken twice, and every journal follows the rules. Needs
//! PostgreSQL.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use hall::maintenance::{Files, doctor};
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection, Row};

use crate::common::{Wire, database, process::Process};

/// How long the storm lasts.
const STORM: Duration = Duration::from_secs(15);
/// How long a process lives before the test kills it.
const LIFE: Duration = Duration::from_millis(2_500);
/// The number of tables; two people and a bot sit at each.
const TABLES: usize = 6;
/// How long a player waits before the next request.
const PAUSE: Duration = Duration::from_millis(15);
/// How long a request is repeated.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a match goes on when the storm is over.
const CALM: Duration = Duration::from_secs(8);

/// Two processes of a hall, used in turn; a process that is down is skipped.
struct Round {
    processes: [Mutex<Option<Process>>; 2],
    turn: AtomicUsize,
    /// How many answers were lost with a process.
    lost: AtomicUsize,
}

impl Round {
    fn open(data: &Path) -> Round {
        let processes = [(); 2].map(|()| Mutex::new(Some(Process::start(data))));
        Round { processes, turn: AtomicUsize::new(0), lost: AtomicUsize::new(0) }
    }

    /// Sends a request to the next process, repeatedly until one answers.
    fn send(&self, token: &str, method: &str, path: &str, headers: &str, body: &str) -> (u16, Value) {
        let late = Instant::now() + PATIENCE;
        while Instant::now() < late {
            let turn = self.turn.fetch_add(1, Ordering::Relaxed) % self.processes.len();
            let addr = self.processes[turn].lock().unwrap().as_ref().map(|process| process.addr);
            let Some(addr) = addr else { continue };
            let wire = Wire { addr, token: token.to_owned() };
            match wire.try_json_with(method, path, headers, body) {
                Ok(answer) => return answer,
                Err(_) => {
                    self.lost.fetch_add(1, Ordering::Relaxed);
                    std::thread::sleep(PAUSE);
                }
            }
        }
        panic!("nobody answered {method} {path}");
    }

    /// Kills a process and starts another in its place.
    fn strike(&self, n: usize, data: &Path) {
        drop(self.processes[n].lock().unwrap().take());
        std::thread::sleep(Duration::from_millis(300));
        let process = Process::start(data);
        *self.processes[n].lock().unwrap() = Some(process);
    }
}

/// The acknowledged steps of a player: by number of step the seat, the action and the name of the
/// request.
type Acknowledged = BTreeMap<u64, (u64, Value, String)>;

/// A player who plays a seat through whichever process comes next.
struct Player {
    round: Arc<Round>,
    token: String,
    table: String,
    seat: u64,
    calm: Arc<AtomicBool>,
}

impl Player {
    /// Plays until the match is over, or for a while after the storm; returns the acknowledged
    /// steps.
    fn play(self) -> Acknowledged {
        let mut acknowledged = Acknowledged::new();
        let mut end = None;
        for n in 0.. {
            if self.calm.load(Ordering::Relaxed) && *end.get_or_insert_with(|| Instant::now() + CALM) < Instant::now() {
                break;
            }
            let (status, table) = self.send("GET", "", "", "");
            if status != 200 {
                std::thread::sleep(PAUSE);
                continue;
            }
            if table["phase"] == "over" {
                break;
            }
            let legal = &table["state"]["legal"][self.seat.to_string()];
            let Some(choices) = legal.as_array().filter(|choices| !choices.is_empty()) else {
                std::thread::sleep(PAUSE);
                continue;
            };
            let action = &choices[n % choices.len()]["action"];
            let key = format!("{}-{n}", self.seat);
            let headers = format!("idempotency-key: {key}\r\n");
            let epoch = &table["epochs"][self.seat.to_string()];
            let body = json!({ "seat": self.seat, "step": table["step"], "epoch": epoch, "action": action });
            let (status, answer) = self.send("POST", "/act", &headers, &body.to_string());
            match status {
                200 => {
                    let step = answer["step"].as_u64().unwrap();
                    assert!(
                        acknowledged.insert(step, (self.seat, action.clone(), key)).is_none(),
                        "step {step} was acknowledged twice"
                    );
                }
                409 => {}
                // Its process could not say whether the step was stored; the next look shows it.
                500 | 503 => {}
                _ => panic!("{status} {answer}"),
            }
            if n % 40 == 7 {
                let said = json!({ "text": format!("My step {n}") }).to_string();
                self.send("POST", "/talk", "", &said);
            }
        }
        acknowledged
    }

    fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, Value) {
        let path = format!("/api/v1/tables/{}{path}", self.table);
        self.round.send(&self.token, method, &path, headers, body)
    }
}

#[test]
fn no_step_is_lost_nor_taken_twice_while_processes_are_killed() {
    if std::env::var(database::SERVER).is_err() {
        eprintln!("left out: {} names no PostgreSQL server", database::SERVER);
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let round = Arc::new(Round::open(dir.path()));
    let guest = |name: String| {
        let (status, guest) = round.send("", "POST", "/api/v1/guests", "", &json!({ "name": name }).to_string());
        assert_eq!(status, 201, "{guest}");
        guest["token"].as_str().unwrap().to_owned()
    };
    let people: Vec<String> = (0..2).map(|n| guest(format!("Player {n}"))).collect();
    let calm = Arc::new(AtomicBool::new(false));
    let (mut players, mut tables) = (Vec::new(), Vec::new());
    let begun = AtomicUsize::new(0);
    // The matches of some games end soon; in others many things happen at once.
    let games = ["accursed-tomb", "gloombah", "accursed-tomb", "rogue-ascension"];
    let begin = || -> (String, Vec<std::thread::JoinHandle<Acknowledged>>) {
        let game = games[begun.fetch_add(1, Ordering::Relaxed) % games.len()];
        let body = json!({ "game": game, "seats": 3, "take": 0, "bots": { "2": "normal" }, "talk": "free" });
        let (status, table) = round.send(&people[0], "POST", "/api/v1/tables", "", &body.to_string());
        assert_eq!(status, 201, "{table}");
        let id = table["id"].as_str().unwrap().to_owned();
        let seat = format!("/api/v1/tables/{id}/seats/1");
        let (status, sat) = round.send(&people[1], "PUT", &seat, "", "{}");
        assert_eq!(status, 200, "{sat}");
        let (status, started) = round.send(&people[0], "POST", &format!("/api/v1/tables/{id}/start"), "", "{}");
        assert_eq!(status, 200, "{started}");
        let play = |seat: usize| {
            let (round, calm, token) = (round.clone(), calm.clone(), people[seat].clone());
            let player = Player { round, token, table: id.clone(), seat: seat as u64, calm };
            std::thread::spawn(move || player.play())
        };
        let playing = (0..2).map(play).collect();
        (id, playing)
    };
    for _ in 0..TABLES {
        let (id, playing) = begin();
        tables.push(id);
        players.push(playing);
    }
    let (began, mut strikes) = (Instant::now(), 0);
    while began.elapsed() < STORM {
        std::thread::sleep(LIFE);
        round.strike(strikes % 2, dir.path());
        strikes += 1;
        // Players whose match is over begin another.
        for n in 0..players.len() {
            if n >= players.len() - TABLES && players[n].iter().all(|player| player.is_finished()) {
                let (id, playing) = begin();
                tables.push(id);
                players.push(playing);
            }
        }
    }
    calm.store(true, Ordering::Relaxed);
    let mut acknowledged = BTreeMap::new();
    for (id, playing) in tables.into_iter().zip(players) {
        let told: Vec<Acknowledged> = playing.into_iter().map(|player| player.join().unwrap()).collect();
        acknowledged.insert(id, told);
    }
    let told: usize = acknowledged.values().flatten().map(Acknowledged::len).sum();
    let lost = round.lost.load(Ordering::Relaxed);
    drop(round);
    let (steps, over) = tokio::runtime::Runtime::new().unwrap().block_on(check(dir.path(), &acknowledged));
    println!(
        "{} matches, {over} of them over, of {steps} steps, {told} acknowledged to people; {strikes} processes killed, \
         {lost} answers lost with them; {} seconds",
        acknowledged.len(),
        began.elapsed().as_secs()
    );
    assert!(told > 0 && over > 0 && strikes > 0);
}

/// Compares the journals with the acknowledged steps, and plays every match again by the rules.
/// Returns how many steps there are, and how many matches are over.
async fn check(data: &Path, acknowledged: &BTreeMap<String, Vec<Acknowledged>>) -> (usize, usize) {
    let url = database::address(data).unwrap();
    let mut database = PgConnection::connect(&url).await.unwrap();
    let (mut steps, mut over) = (0, 0);
    for (table, told) in acknowledged {
        let query =
            sqlx::query("SELECT n, seat, action, request FROM steps WHERE table_id = $1 ORDER BY n").bind(table);
        let rows = query.fetch_all(&mut database).await.unwrap();
        let numbers: Vec<i64> = rows.iter().map(|row| row.get("n")).collect();
        assert_eq!(numbers, (1..=rows.len() as i64).collect::<Vec<_>>(), "the journal of {table} has every step once");
        for (n, (seat, action, request)) in told.iter().flatten() {
            let row = rows.get(*n as usize - 1).unwrap_or_else(|| panic!("step {n} of {table} is lost"));
            let kept: Value = serde_json::from_str(row.get("action")).unwrap();
            let kept = (row.get::<i64, _>("seat"), kept, row.get::<Option<String>, _>("request"));
            assert_eq!(kept, (*seat as i64, action.clone(), Some(format!("{seat}:{request}"))), "step {n} of {table}");
        }
        steps += rows.len();
        let phase = sqlx::query("SELECT phase FROM tables WHERE id = $1").bind(table).fetch_one(&mut database).await;
        over += usize::from(phase.unwrap().get::<String, _>("phase") == "over");
    }
    let files = Files { data: data.to_owned(), database: Some(url) };
    let found = doctor(&files, &mut |_, _| {}).await.unwrap();
    assert_eq!(found.faults, Vec::<String>::new());
    (steps, over)
}
