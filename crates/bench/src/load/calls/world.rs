//! A server with finished matches: their players, and tables to visit.

use std::rc::Rc;

use anyhow::{Context, Result};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use tokio::{task::JoinSet, time::Instant};

use crate::{
    Load,
    api::ApiTable,
    http::{Line, Request},
    server::Server,
};

/// The number of pairs that play.
const PAIRS: usize = 16;
/// The games of the finished matches, which have two seats.
const GAMES: [&str; 4] = ["gloombah", "accursed-tomb", "rogue-ascension", "dungeon-rummy"];
/// The number of moves in the match that goes on.
const UNDER_WAY: usize = 20;
/// The name and the password of an account.
const ACCOUNT: [&str; 2] = ["Measured", "a password to be measured"];

/// The addresses to visit.
#[derive(Default)]
pub(super) struct World {
    /// The session headers of the visitor, who has played one in `PAIRS` of the matches.
    pub(super) head: String,
    /// The id of the visitor.
    pub(super) person: String,
    /// The headers of operators.
    pub(super) operator: String,
    /// A long match that is over, with its number of steps.
    pub(super) over: (String, usize),
    /// A match that goes on: its id, the seat that is awaited, its step.
    pub(super) playing: (String, usize, usize),
    /// A table with an open seat.
    pub(super) open: String,
    /// The current day.
    pub(super) day: String,
    /// A move for puzzle 1 of each game.
    pub(super) puzzles: Vec<(String, Value)>,
    /// The paths of the files that pages link to.
    pub(super) assets: Vec<String>,
    /// The name and the password of an account.
    pub(super) account: [&'static str; 2],
}

impl World {
    /// Finishes this many matches.
    pub(super) async fn make(load: &Rc<Load>, server: &Server, matches: usize) -> Result<World> {
        let head = finish(load, matches).await?;
        let mut line = Line::open(load.hall, load.traffic.clone()).await?;
        let long = of(load, "gloombah", &[("round_limit", 60)]);
        let mut table = ApiTable::new(load).await?;
        play(&long, &mut table, usize::MAX, 1).await?;
        let over = (table.id().to_owned(), table.steps());
        let wanted = json!({ "game": "rogue-ascension", "seats": 1, "take": 0, "start": true });
        let playing = ask(&mut line, "POST", "/api/v1/tables", &head, &wanted).await?;
        let playing = advanced(&mut line, &head, playing["id"].as_str().context("a table has an id")?).await?;
        let open =
            ask(&mut line, "POST", "/api/v1/tables", &head, &json!({ "game": "gloombah", "seats": 2, "take": 0 }))
                .await?;
        let dailies = ask(&mut line, "GET", "/api/v1/daily", &head, &Value::Null).await?;
        let [name, password] = ACCOUNT;
        let owner = guest(&mut line).await?;
        let claim = json!({ "name": name, "password": password });
        ask(&mut line, "POST", "/api/v1/me/account", &owner, &claim).await?;
        Ok(World {
            person: text(&ask(&mut line, "GET", "/api/v1/me", &head, &Value::Null).await?["id"]),
            operator: format!("Authorization: Bearer {}\r\n", server.operator_token()?),
            over,
            playing,
            open: text(&open["id"]),
            day: text(&dailies["dailies"][0]["day"]),
            puzzles: puzzles(&mut line, &head).await?,
            assets: assets(&mut line, &head).await?,
            account: ACCOUNT,
            head,
        })
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The load of the same server with another game.
fn of(load: &Load, game: &str, options: &[(&str, u32)]) -> Load {
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect();
    Load { hall: load.hall, game: game.to_owned(), options, traffic: load.traffic.clone() }
}

/// Finishes this many matches; returns the session headers of a player.
async fn finish(load: &Rc<Load>, matches: usize) -> Result<String> {
    let mut pairs = JoinSet::new();
    for pair in 0..PAIRS {
        let load = load.clone();
        pairs.spawn_local(async move {
            let mut table = ApiTable::new(&load).await?;
            for number in (pair..matches).step_by(PAIRS) {
                let game = GAMES[number / PAIRS % GAMES.len()];
                play(&of(&load, game, &[]), &mut table, usize::MAX, number as u64).await?;
                eprint!("\rmatch {} of {matches}", number + 1);
            }
            anyhow::Ok(table.heads())
        });
    }
    let mut head = None;
    while let Some(pair) = pairs.join_next().await {
        let [host, _] = pair??;
        head.get_or_insert(host);
    }
    eprintln!();
    head.context("nobody has played")
}

/// Begins a match and plays it to its end, or so far.
async fn play(load: &Load, table: &mut ApiTable, far: usize, luck: u64) -> Result<()> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(luck);
    table.begin(load).await?;
    while !table.is_over() && table.steps() < far {
        table.step(&mut dice, Instant::now()).await?;
    }
    Ok(())
}

/// Makes moves in a match of one seat as long as it goes on; returns its id, the seat, and its
/// step.
async fn advanced(line: &mut Line, head: &str, id: &str) -> Result<(String, usize, usize)> {
    let table = format!("/api/v1/tables/{id}");
    loop {
        let state = ask(line, "GET", &table, head, &Value::Null).await?;
        let (step, moves) = (state["step"].as_u64().unwrap_or_default(), &state["state"]["legal"]["0"]);
        if step as usize >= UNDER_WAY || moves.is_null() {
            return Ok((id.to_owned(), 0, step as usize));
        }
        let act = json!({ "seat": 0, "step": step, "action": moves[0]["action"] });
        ask(line, "POST", &format!("{table}/act"), head, &act).await?;
    }
}

/// The first legal move of puzzle 1 of each game.
async fn puzzles(line: &mut Line, head: &str) -> Result<Vec<(String, Value)>> {
    let all = ask(line, "GET", "/api/v1/puzzles", head, &Value::Null).await?;
    let mut puzzles = Vec::new();
    for game in all["games"].as_array().into_iter().flatten() {
        let game = text(&game["game"]);
        let puzzle = ask(line, "GET", &format!("/api/v1/puzzles/{game}/1"), head, &Value::Null).await?;
        puzzles.push((game, puzzle["legal"][0]["action"].clone()));
    }
    Ok(puzzles)
}

/// The files to which the front page and the page of a game link.
async fn assets(line: &mut Line, head: &str) -> Result<Vec<String>> {
    let mut assets = Vec::new();
    for page in ["/", "/games/rogue-ascension", "/games/dungeon-rummy"] {
        let html = line.ask(&Request { method: "GET", path: page, head, body: b"" }).await?.expect(200)?.body;
        let html = String::from_utf8(html)?;
        let links = html.split('"').filter(|part| part.starts_with("/assets/"));
        assets.extend(links.filter_map(|link| link.split(['#', ' ']).next()).map(str::to_owned));
    }
    assets.sort_unstable();
    assets.dedup();
    Ok(assets)
}

/// A call with JSON that must succeed; `null` is no body.
async fn ask(line: &mut Line, method: &str, path: &str, head: &str, body: &Value) -> Result<Value> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let answer = line.ask(&Request { method, path, head, body: body.as_bytes() }).await?;
    if !(200..300).contains(&answer.head.status) {
        anyhow::bail!("{method} {path}: {} {}", answer.head.status, String::from_utf8_lossy(&answer.body));
    }
    Ok(serde_json::from_slice(&answer.body).unwrap_or_default())
}

/// The session headers of a new guest.
pub(super) async fn guest(line: &mut Line) -> Result<String> {
    let guest = ask(line, "POST", "/api/v1/guests", "", &json!({})).await?;
    Ok(format!("Authorization: Bearer {}\r\n", text(&guest["token"])))
}
