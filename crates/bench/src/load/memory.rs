//! The server's memory for a table, for a table that has left memory, and for a stream.

use std::{rc::Rc, time::Duration};

use anyhow::{Context, Result};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

use super::{
    Load,
    api::{self, ApiTable},
    http::Events,
    pages::Watcher,
    server::Server,
};

/// The number of pairs at the tables. Connections take memory too, which this does not measure.
const PAIRS: usize = 16;
/// The time for which the server holds an idle table.
pub(crate) const IDLE: Duration = Duration::from_secs(60);
/// The time until the last table has left memory.
const EVICTION: Duration = Duration::from_secs(IDLE.as_secs() + IDLE.as_secs() / 4 + 5);

/// The plan of a measurement.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) tables: usize,
    /// Moves made at each table.
    pub(crate) steps: usize,
    pub(crate) streams: usize,
    /// Whether the listeners are pages.
    pub(crate) pages: bool,
}

/// Opens tables and streams, and prints the memory of each.
pub(crate) async fn run(load: &Rc<Load>, server: &Server, plan: Plan) -> Result<()> {
    println!("memory, {}, {} tables of two seats after {} moves each", load.game, plan.tables, plan.steps);
    // Data that is made once and stored, such as lists of a game, is made by some tables before.
    let warm = Plan { tables: PAIRS * 4, ..plan };
    open(load, warm).await?;
    let empty = settled(server).await?;
    open(load, plan).await?;
    let first = settled(server).await?;
    line("a table", first, empty, plan.tables);
    let left = all_left(server).await?;
    println!(
        "  {:<42} {:.1} MB of {:.1} MB",
        "given back when all have left",
        mega(first.saturating_sub(left)),
        mega(first)
    );
    // The database caches pages of its file for each connection, up to a limit. It reaches that
    // limit when these tables have left too.
    open(load, plan).await?;
    let second = settled(server).await?;
    all_left(server).await?;
    // Free memory in the process is used again before it grows: as many tables again need no more
    // than those before.
    let tables = open(load, plan).await?;
    let third = settled(server).await?;
    line("one that has left memory", third, second, plan.tables);
    let listening = listen(load, plan, tables).await?;
    let told = settled(server).await?;
    let kind = if plan.pages { "a page's stream" } else { "a stream of the API" };
    line(&format!("{kind}, of {}", listening.len()), told, third, listening.len());
    Ok(())
}

/// The memory of the server when all tables have left it.
async fn all_left(server: &Server) -> Result<u64> {
    eprintln!("waiting {} s until they have left memory", EVICTION.as_secs());
    sleep(EVICTION).await;
    settled(server).await
}

fn line(name: &str, now: u64, before: u64, count: usize) {
    let each = (now as f64 - before as f64) / 1024.0 / count.max(1) as f64;
    println!("  {name:<42} {each:.2} KB");
}

fn mega(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// The memory of the server when it has settled.
async fn settled(server: &Server) -> Result<u64> {
    sleep(Duration::from_secs(2)).await;
    server.memory()
}

/// An open table: its id, and the session headers of its players.
struct Opened {
    id: String,
    over: bool,
    players: [String; 2],
}

/// Opens tables and makes some moves at each, without listeners.
async fn open(load: &Rc<Load>, plan: Plan) -> Result<Vec<Opened>> {
    let mut pairs = JoinSet::new();
    for pair in 0..PAIRS {
        let load = load.clone();
        pairs.spawn_local(async move {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(pair as u64);
            let mut table = ApiTable::new(&load).await?;
            let mut opened = Vec::new();
            while opened.len() < plan.tables / PAIRS {
                table.begin(&load).await?;
                for _ in 0..plan.steps {
                    if !table.is_over() {
                        table.step(&mut dice, Instant::now()).await?;
                    }
                }
                opened.push(Opened { id: table.id().to_owned(), over: table.is_over(), players: table.heads() });
            }
            anyhow::Ok(opened)
        });
    }
    let mut opened = Vec::new();
    while let Some(pair) = pairs.join_next().await {
        opened.extend(pair??);
    }
    Ok(opened)
}

/// A listener; it listens until this is dropped.
#[expect(dead_code, reason = "what is kept is the connection")]
enum Listener {
    Page(Watcher),
    Program(Events),
}

/// Opens streams at the tables, two at each and then again.
async fn listen(load: &Rc<Load>, plan: Plan, mut tables: Vec<Opened>) -> Result<Vec<Listener>> {
    tables.retain(|table| !table.over);
    let mut listening = Vec::with_capacity(plan.streams);
    while listening.len() < plan.streams {
        let number = listening.len();
        let table = tables.get(number / 2 % tables.len().max(1)).context("there is no table to listen to")?;
        let who = &table.players[number % 2];
        listening.push(match plan.pages {
            true => Listener::Page(Watcher::new(load, &format!("/tables/{}", table.id), who).await?),
            false => Listener::Program(api::listen(load, &table.id, who).await?),
        });
        if number % 500 == 499 {
            eprint!("\r{} of {} streams", number + 1, plan.streams);
        }
    }
    eprintln!();
    Ok(listening)
}
