//! Measures the processor time of pages on a server with a long history.
//!
//! `cargo run --release -p undercroft-hall --example million [MATCHES] [FOLDER]`. Fills a SQLite
//! file with so many finished matches (a million, unless a number is given). The server counts them
//! as it does after an upgrade. The example then requests each page many times, as a person with a
//! hundredth of all matches, and as a person with one. The journals of these matches are empty.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::Body,
    http::{Method, Request, header},
};
use hall::{Config, maintenance};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, Executor, SqliteConnection};
use tower::ServiceExt;

type Failure = Box<dyn std::error::Error>;

/// How often the example requests each page.
const ASKED: u32 = 100;
/// The target for a request, in milliseconds of processor time.
const AIM: f64 = 10.0;
/// How many matches of each game are played to see how the file grows.
const PLAYED: u64 = 10;
/// More steps than any match takes.
const LONGEST: u64 = 20_000;
/// The time limit for the server's background work, in seconds.
const SETTLES: u32 = 900;
/// How many matches there are for each person.
const MATCHES_EACH: u64 = 10;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let matches: u64 = arguments.next().map_or(Ok(1_000_000), |text| text.parse())?;
    let folder = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let data = folder.join(format!("undercroft-million-{}", std::process::id()));
    let measured = measure(&data, matches).await;
    std::fs::remove_dir_all(&data)?;
    measured
}

async fn measure(data: &Path, matches: u64) -> Result<(), Failure> {
    let config = || Config { quotas: None, reference_matches: 0, bot_pause: Duration::ZERO, ..Config::new(data) };
    let hall = hall::open(config()).await?;
    let (mut busy, mut once) = (Caller::new(hall.router()).await?, Caller::new(hall.router()).await?);
    let (of_busy, of_once) = (busy.finish_match().await?, once.finish_match().await?);
    for game in roster::GAMES {
        busy.get(&format!("/daily/{}", game.meta().id)).await?;
    }
    let before = settled_size(data).await?;
    let mut steps = 0;
    for game in roster::GAMES {
        for _ in 0..PLAYED {
            steps += busy.play_match(game.meta()).await?;
        }
    }
    let matches_played = PLAYED * roster::GAMES.len() as u64;
    let grown = settled_size(data).await?.saturating_sub(before);
    println!(
        "{matches_played} matches of one person with bots: {:.1} steps and {:.1} kB each",
        steps as f64 / matches_played as f64,
        grown as f64 / 1000.0 / matches_played as f64
    );
    hall.close().await;
    drop((hall, std::mem::take(&mut busy.router), std::mem::take(&mut once.router)));

    let begun = Instant::now();
    fill(&data.join("hall.db"), matches, &busy.id).await?;
    println!("{matches} matches filled in: {:.0} s", begun.elapsed().as_secs_f64());
    let begun = Instant::now();
    let hall = hall::open(config()).await?;
    let size = std::fs::metadata(data.join("hall.db"))?.len();
    println!(
        "counted at the first start: {:.0} s; the file has {} MB",
        begun.elapsed().as_secs_f64(),
        size / 1_000_000
    );
    (busy.router, once.router) = (hall.router(), hall.router());
    let begun = Instant::now();
    settle().await?;
    println!("matches that were left, counted after the first start: {:.0} s", begun.elapsed().as_secs_f64());

    println!("\n| page | somebody with a hundredth of all matches | somebody with one match |\n|---|---|---|");
    let mut most: f64 = 0.0;
    for path in pages() {
        let mut figures = Vec::new();
        for (caller, table) in [(&busy, &of_busy), (&once, &of_once)] {
            let path = path.replace("{me}", &caller.id).replace("{table}", table);
            let figure = ask(caller, &path).await?;
            most = most.max(figure.processor);
            figures.push(figure.to_string());
        }
        println!("| `{path}` | {} |", figures.join(" | "));
    }
    println!("\nThe most is {most:.1} ms of processor time; the aim is {AIM} ms.");
    let begun = Instant::now();
    busy.finish_match().await?;
    println!("A match of one decision, made, played and counted: {:.1} ms.", begun.elapsed().as_secs_f64() * 1000.0);
    hall.close().await;
    drop((hall, std::mem::take(&mut busy.router), std::mem::take(&mut once.router)));

    let begun = Instant::now();
    let files = maintenance::Files { data: data.to_owned(), database: None };
    // The filled-in journals are empty, so they do not verify; only the findings about sums and
    // rankings count.
    let findings = maintenance::doctor(&files, &mut |_, _| {}).await?;
    let wrong = findings.faults.iter().filter(|fault| fault.contains("disagrees")).count();
    println!("doctor: {:.0} s; {wrong} sums or rankings disagree with the results.", begun.elapsed().as_secs_f64());
    Ok(())
}

fn pages() -> Vec<String> {
    let boards = roster::GAMES.iter().map(|game| format!("/boards/{}", game.meta().id));
    let others = [
        "/",
        "/boards",
        "/me",
        "/me/tables",
        "/me/tables?list=finished&page=2",
        "/people/{me}",
        "/api/v1/me",
        "/api/v1/people/{me}",
        "/api/v1/people/{me}/achievements",
        "/daily",
        "/daily/rogue-ascension",
        "/tables/{table}",
    ];
    boards.chain(others.map(str::to_owned)).collect()
}

/// Returns the size of the file after its write-ahead log is merged into it.
async fn settled_size(data: &Path) -> Result<u64, Failure> {
    let mut db = SqliteConnection::connect(&format!("sqlite://{}", data.join("hall.db").display())).await?;
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").await?;
    db.close().await?;
    Ok(std::fs::metadata(data.join("hall.db"))?.len())
}

/// Waits until the server has no background work.
async fn settle() -> Result<(), Failure> {
    for _ in 0..SETTLES {
        let before = processor_time()?;
        tokio::time::sleep(Duration::from_secs(1)).await;
        if processor_time()?.saturating_sub(before) < Duration::from_millis(20) {
            return Ok(());
        }
    }
    Err(format!("the server is still busy after {SETTLES} s").into())
}

/// The cost of a request, in milliseconds.
struct Figure {
    processor: f64,
    median: f64,
}

impl std::fmt::Display for Figure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.2} ms ({:.2} ms on the clock)", self.processor, self.median)
    }
}

async fn ask(caller: &Caller, path: &str) -> Result<Figure, Failure> {
    for _ in 0..3 {
        caller.get(path).await?;
    }
    let (before, mut times) = (processor_time()?, Vec::new());
    for _ in 0..ASKED {
        let begun = Instant::now();
        caller.get(path).await?;
        times.push(begun.elapsed());
    }
    let used = processor_time()?.saturating_sub(before);
    times.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    Ok(Figure { processor: ms(used) / f64::from(ASKED), median: ms(times[times.len() / 2]) })
}

/// Returns the processor time of all threads that this process has now.
fn processor_time() -> Result<Duration, Failure> {
    let mut all = Duration::ZERO;
    for thread in std::fs::read_dir("/proc/self/task")? {
        let Ok(text) = std::fs::read_to_string(thread?.path().join("schedstat")) else { continue };
        all += Duration::from_nanos(text.split(' ').next().unwrap_or_default().parse()?);
    }
    Ok(all)
}

/// A program that sends requests to the server.
struct Caller {
    router: Router,
    token: String,
    id: String,
}

impl Caller {
    async fn new(router: Router) -> Result<Caller, Failure> {
        let mut caller = Caller { router, token: String::new(), id: String::new() };
        let guest = caller.send(Method::POST, "/api/v1/guests", &json!({})).await?;
        let guest: Value = serde_json::from_slice(&guest)?;
        caller.token = guest["token"].as_str().unwrap_or_default().to_owned();
        caller.id = guest["id"].as_str().unwrap_or_default().to_owned();
        Ok(caller)
    }

    async fn get(&self, path: &str) -> Result<Vec<u8>, Failure> {
        self.send(Method::GET, path, &Value::Null).await
    }

    async fn send(&self, method: Method, path: &str, body: &Value) -> Result<Vec<u8>, Failure> {
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        let request = Request::builder().method(method).uri(path).header(header::HOST, "hall.test");
        let request = match self.token.as_str() {
            "" => request,
            token => request.header(header::AUTHORIZATION, format!("Bearer {token}")),
        };
        let request = request.body(body)?;
        let response = self.router.clone().oneshot(request).await?;
        let status = response.status();
        let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await?;
        match status.is_success() {
            true => Ok(bytes.to_vec()),
            false => Err(format!("{path}: {status} {}", String::from_utf8_lossy(&bytes)).into()),
        }
    }

    /// Plays a match against bots, always the first legal action, and returns how many steps it
    /// took.
    async fn play_match(&self, meta: &kernel::Meta) -> Result<u64, Failure> {
        let seats = meta.usual_seats;
        let bots: serde_json::Map<String, Value> = (1..seats).map(|seat| (seat.to_string(), json!("normal"))).collect();
        let table = json!({ "game": meta.id, "seats": seats, "take": 0, "start": true, "bots": bots });
        let table: Value = serde_json::from_slice(&self.send(Method::POST, "/api/v1/tables", &table).await?)?;
        let path = format!("/api/v1/tables/{}", table["id"].as_str().unwrap_or_default());
        loop {
            let table: Value = serde_json::from_slice(&self.get(&path).await?)?;
            let step = table["step"].as_u64().unwrap_or_default();
            if table["phase"] == "over" || step > LONGEST {
                return Ok(step);
            }
            let action = &table["state"]["legal"]["0"][0]["action"];
            if action.is_null() {
                tokio::time::sleep(Duration::from_millis(2)).await;
                continue;
            }
            let act = json!({ "seat": 0, "step": step, "action": action });
            // A bot may have been quicker; the next look shows the table as it is.
            let _ = self.send(Method::POST, &format!("{path}/act"), &act).await;
        }
    }

    /// Plays a match of one decision, and returns its table.
    async fn finish_match(&self) -> Result<String, Failure> {
        let table = json!({ "game": "crimsonbranch", "seats": 1, "take": 0, "start": true, "public": true });
        let table: Value = serde_json::from_slice(&self.send(Method::POST, "/api/v1/tables", &table).await?)?;
        let id = table["id"].as_str().unwrap_or_default().to_owned();
        let act = json!({ "seat": 0, "step": 0, "action": { "type": "retire" } });
        self.send(Method::POST, &format!("/api/v1/tables/{id}/act"), &act).await?;
        Ok(id)
    }
}

/// Fills a database with matches of the past year. Every hundredth is the busy person's, the others
/// belong to one person per ten matches. One in twenty of these people has an account.
async fn fill(file: &Path, matches: u64, busy: &str) -> Result<(), Failure> {
    let mut db = SqliteConnection::connect(&format!("sqlite://{}", file.display())).await?;
    let people = (matches / MATCHES_EACH).max(10);
    let games: Vec<String> =
        roster::GAMES.iter().enumerate().map(|(n, game)| format!("WHEN {n} THEN '{}'", game.meta().id)).collect();
    let now = hall::store::now();
    let first = now - 365 * 24 * 3_600_000;
    let all =
        |count: u64| format!("WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {count})");
    let (all_people, all_matches) = (all(people), all(matches));
    let one = format!("CASE WHEN i % 100 = 0 THEN '{busy}' ELSE 'p' || (i * 7919 % {people}) END");
    // Every second match has another person, the others a bot.
    let other = format!("CASE WHEN i % 2 = 0 THEN 'p' || ((i * 7919 + 1 + i % 97) % {people}) END");
    let bot = "CASE WHEN i % 2 = 1 THEN 'normal' END";
    let game = format!("CASE i % {} {} END", roster::GAMES.len(), games.join(" "));
    let ended = format!("{first} + i * {}", (now - first) / i64::try_from(matches)?);
    let day = "(touched / 86400000)";
    // Ids consist of ten letters, and 0 and 1 are not among these.
    let spelled = |kind: char| format!("replace(replace(printf('{kind}%09d', i), '0', 'x'), '1', 'y')");
    let (id, left_id) = (spelled('t'), spelled('w'));
    // One in ten people has left a match.
    let left = "i % 10 = 3";
    let made = format!(
        "SELECT {id}, CASE WHEN seat = 0 THEN 0 ELSE 1 END, {game}, 'usual', 2, \
         CASE WHEN i % 10 < 7 THEN '' ELSE 'option=' || (i % 40) END, CASE WHEN i % 2 = 0 THEN 'people' ELSE 'normal' END, \
         CASE WHEN seat = 0 THEN {one} ELSE {other} END, CASE WHEN seat = 1 THEN {bot} END, 'class ' || ((i / 7 + seat) % 4), \
         1 + (i / 3 + seat) % 2, (i / 3 + seat) % 2 = 0, i * 31 % 101, 20 + i * 17 % 211, 0, {ended} FROM n, \
         (SELECT 0 AS seat UNION ALL SELECT 1)"
    );
    for statement in [
        "PRAGMA journal_mode = MEMORY".to_owned(),
        "PRAGMA synchronous = OFF".to_owned(),
        "PRAGMA foreign_keys = OFF".to_owned(),
        "BEGIN".to_owned(),
        format!("{all_people} INSERT INTO people (id, name, created) SELECT 'p' || i, 'Person ' || i, {first} FROM n"),
        format!("{all_people} INSERT INTO accounts (person, created) SELECT 'p' || i, {first} FROM n WHERE i % 20 = 0"),
        format!(
            "{all_people} INSERT INTO sessions (token, person, device, made, used) \
             SELECT randomblob(32), 'p' || i, 'a program', {first}, {now} FROM n"
        ),
        format!(
            "{all_matches} INSERT INTO tables (id, game, rules, options, seats, host, phase, seed, outcome, created, touched, \
             started, public, daily) SELECT {id}, {game}, 1, '{{}}', 2, {one}, 'over', randomblob(32), \
             '{{\"kind\":\"places\",\"places\":[1,2]}}', {ended}, {ended}, {ended}, i % 3 = 0, NULL FROM n"
        ),
        // Every tenth match is a try of its day, one per person.
        format!("UPDATE OR IGNORE tables SET daily = {day} WHERE phase = 'over' AND id GLOB 't*x'"),
        format!(
            "{all_matches} INSERT INTO seats (table_id, seat, person, share, ended) \
             SELECT {id}, 0, {one}, 'share', {ended} FROM n"
        ),
        format!(
            "{all_matches} INSERT INTO seats (table_id, seat, person, bot, share, ended) \
             SELECT {id}, 1, {other}, {bot}, 'share', {ended} FROM n"
        ),
        format!(
            "{all_matches} INSERT INTO results (table_id, seat, game, kind, seats, variant, company, person, bot, class, place, \
             won, score, steps, by_bots, ended) {made}"
        ),
        format!("{all_matches} INSERT INTO earned SELECT {id}, 0, 'achievement ' || (i % 12) FROM n WHERE i % 20 = 0"),
        format!(
            "{all_people} INSERT INTO tables (id, game, rules, options, seats, host, phase, seed, created, touched, started) \
             SELECT {left_id}, {game}, 1, '{{}}', 1, 'p' || i, 'playing', randomblob(32), {first}, {first}, {first} FROM n \
             WHERE {left}"
        ),
        format!("{all_people} INSERT INTO seats (table_id, seat, person, share) SELECT {left_id}, 0, 'p' || i, '' FROM n WHERE {left}"),
        format!("{all_people} INSERT INTO turns (person, table_id, since) SELECT 'p' || i, {left_id}, {first} FROM n WHERE {left}"),
        "INSERT OR IGNORE INTO dailies (day, game, rules, options, seats, seed) SELECT DISTINCT daily, game, 1, '{}', 2, \
         randomblob(32) FROM tables WHERE daily IS NOT NULL"
            .to_owned(),
        "INSERT INTO daily_results (table_id, score, words, top, finished, at, day, game, person) SELECT id, length(host), \
         '{\"en\":\"came far\"}', 0, 1, touched, daily, game, host FROM tables WHERE daily IS NOT NULL AND phase = 'over'"
            .to_owned(),
        "UPDATE dailies SET tried = (SELECT count(*) FROM daily_results WHERE day = dailies.day AND game = dailies.game), \
         settled = (SELECT count(*) FROM daily_results WHERE day = dailies.day AND game = dailies.game)"
            .to_owned(),
        "COMMIT".to_owned(),
        "PRAGMA journal_mode = WAL".to_owned(),
    ] {
        db.execute(AssertSqlSafe(statement)).await?;
    }
    Ok(db.close().await?)
}
