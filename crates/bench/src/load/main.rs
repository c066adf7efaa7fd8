//! The server under load: real matches of two, played over HTTP against a server in a process of
//! its own. It has a file, and every move is on the disk before it is acknowledged.

mod api;
mod calls;
mod html;
mod http;
mod measure;
mod memory;
mod pages;
mod server;
mod waits;

use std::{net::SocketAddr, path::PathBuf, process::ExitCode, rc::Rc, time::Duration};

use anyhow::{Context, Result};
use clap::{Parser, ValueEnum};
use tokio::task::LocalSet;

use http::Traffic;
use server::Server;

/// The time for preparation and the end, in addition to the measurement.
const AROUND: Duration = Duration::from_secs(1_200);

/// The server under load: matches of two that make any legal move, and the server's cost for each
/// move.
///
/// A server is started with a new folder and a real file, and ended afterwards. Each move is sent,
/// made durable, sent to both listeners, and done when both have the new state. `cargo xtask load`
/// builds the program and runs this.
#[derive(Parser)]
#[command(
    name = "load",
    after_help = "Examples:\n  cargo xtask load --tables 200\n  cargo xtask load --tables 1000 --rate 1\n  \
                  cargo xtask load --mode pages --tables 50\n  \
                  cargo xtask load --mode pages --opt round_limit=60 --from-step 400\n  cargo xtask load --mode memory --game accursed-tomb --steps 20\n  \
                  cargo xtask load --mode memory --listeners pages --tables 5008 --streams 10000\n  \
                  cargo xtask calls\n  cargo xtask calls --matches 100 --calls 20"
)]
struct Options {
    /// Kind of players, or another measurement than moves
    #[arg(long, value_enum, default_value_t = Mode::Api)]
    mode: Mode,
    /// Number of tables of two [default: 200; 2000 to measure memory]
    #[arg(long, value_name = "N")]
    tables: Option<usize>,
    /// Seconds to measure, after two that are not measured
    #[arg(long, value_name = "S", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
    /// Moves a second of each table; as many as it can make if left out
    #[arg(long, value_name = "R")]
    rate: Option<f64>,
    /// The game, which must have two seats
    #[arg(long, value_name = "ID", default_value = "gloombah")]
    game: String,
    /// An option of the game, if not as usual; may be given several times
    #[arg(long = "opt", value_name = "KEY=NUMBER", value_parser = game_option)]
    options: Vec<(String, u32)>,
    /// Measure matches that have come so far: each table first makes this many moves
    #[arg(long, value_name = "N", default_value_t = 0)]
    from_step: usize,
    /// To measure memory: number of moves at each table
    #[arg(long, value_name = "N", default_value_t = 40)]
    steps: usize,
    /// To measure memory: number of listeners
    #[arg(long, value_name = "N", default_value_t = 2000)]
    streams: usize,
    /// To measure memory: kind of listeners
    #[arg(long, value_enum, default_value_t = Listeners::Api)]
    listeners: Listeners,
    /// To measure calls: number of matches finished before
    #[arg(long, value_name = "N", default_value_t = 1000)]
    matches: usize,
    /// To measure calls: number of calls of each address
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    calls: u32,
    /// The database; a file in a folder of its own if left out
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Parent of that folder
    #[arg(long, value_name = "DIR", default_value_os_t = std::env::temp_dir())]
    folder: PathBuf,
    /// The program to measure; the one next to this program if left out
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Mode {
    /// Programs, with JSON
    Api,
    /// Pages, with the fragments that their script takes
    Pages,
    /// Memory that tables and streams take
    Memory,
    /// Every page and call of the server, one after the other
    Calls,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Listeners {
    /// Programs
    Api,
    /// Pages
    Pages,
}

fn game_option(text: &str) -> Result<(String, u32), String> {
    let (key, value) = text.split_once('=').ok_or("an option is given as KEY=NUMBER")?;
    Ok((key.to_owned(), value.parse().map_err(|_| format!("{value:?} is no number"))?))
}

/// The values that all players share.
struct Load {
    hall: SocketAddr,
    game: String,
    /// The game's options that are not as usual.
    options: Vec<(String, u32)>,
    traffic: Rc<Traffic>,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("load: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<()> {
    let beside = || Ok::<_, anyhow::Error>(std::env::current_exe()?.with_file_name("undercroft"));
    let program = options.program.clone().map_or_else(beside, Ok)?;
    let server = Server::start(&program, &options.folder, &arguments(options))?;
    eprintln!("the hall is process {} at {}", server.pid(), server.address);
    let (game, chosen) = (options.game.clone(), options.options.clone());
    let load = Rc::new(Load { hall: server.address, game, options: chosen, traffic: Rc::default() });
    let bounded = async {
        let time = AROUND + Duration::from_secs(options.seconds);
        tokio::time::timeout(time, measured(options, &load, &server)).await.context("the hall took too long")?
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, bounded)
}

/// The arguments of the server: the defaults, but without analysis of finished matches, for that is
/// no part of a move. Measurements of calls include it, for a little while.
fn arguments(options: &Options) -> Vec<String> {
    let analysis = if options.mode == Mode::Calls { "20" } else { "0" };
    let mut arguments: Vec<String> = ["--analysis", analysis, "--connections", "100000"].map(str::to_owned).into();
    if let Some(database) = &options.database {
        arguments.extend(["--database".into(), database.clone()]);
    }
    if options.mode == Mode::Memory {
        arguments.extend(["--idle".into(), memory::IDLE.as_secs().to_string()]);
    }
    arguments
}

async fn measured(options: &Options, load: &Rc<Load>, server: &Server) -> Result<()> {
    match options.mode {
        Mode::Memory => {
            let (tables, steps) = (options.tables.unwrap_or(2000), options.steps);
            let pages = options.listeners == Listeners::Pages;
            memory::run(load, server, memory::Plan { tables, steps, streams: options.streams, pages }).await
        }
        Mode::Calls => {
            let plan = calls::Plan { matches: options.matches, calls: options.calls };
            calls::run(load, server, plan).await
        }
        Mode::Api | Mode::Pages => {
            let plan = measure::Plan {
                pages: options.mode == Mode::Pages,
                tables: options.tables.unwrap_or(200),
                rate: options.rate,
                from_step: options.from_step,
                warm_up: Duration::from_secs(2),
                time: Duration::from_secs(options.seconds),
            };
            measure::run(load, server, plan).await
        }
    }
}
