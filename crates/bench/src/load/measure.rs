//! Moves made for a while, and their cost.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};

use anyhow::{Context, Result, bail};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tokio::{
    sync::Semaphore,
    task::JoinSet,
    time::{Instant, sleep, sleep_until},
};

use super::{
    Load,
    api::ApiTable,
    pages::PageTable,
    server::{ProcessorTime, Server, processor_time},
    waits::Waits,
};

/// The number of tables prepared at once.
const AT_ONCE: usize = 32;

/// A table with its players.
enum Table {
    Api(ApiTable),
    Pages(PageTable),
}

impl Table {
    async fn new(load: &Load, pages: bool) -> Result<Table> {
        Ok(match pages {
            true => Table::Pages(PageTable::new(load).await?),
            false => Table::Api(ApiTable::new(load).await?),
        })
    }

    async fn begin(&mut self, load: &Load) -> Result<()> {
        match self {
            Table::Pages(table) => table.begin(load).await,
            Table::Api(table) => {
                table.begin(load).await?;
                table.listen(load).await
            }
        }
    }

    fn is_over(&self) -> bool {
        match self {
            Table::Pages(table) => table.is_over(),
            Table::Api(table) => table.is_over(),
        }
    }

    /// The number of moves in the match so far.
    fn steps(&self) -> usize {
        match self {
            Table::Pages(table) => table.steps(),
            Table::Api(table) => table.steps(),
        }
    }

    async fn step(&mut self, dice: &mut Xoshiro256PlusPlus, due: Instant) -> Result<Waits> {
        match self {
            Table::Pages(table) => table.step(dice, due).await,
            Table::Api(table) => table.step(dice, due).await,
        }
    }
}

/// The plan of a measurement.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) pages: bool,
    pub(crate) tables: usize,
    /// Moves a second of each table; as many as it can make if `None`.
    pub(crate) rate: Option<f64>,
    /// The number of moves in the matches when the measurement begins.
    pub(crate) from_step: usize,
    pub(crate) warm_up: Duration,
    pub(crate) time: Duration,
}

/// The counts that all tables share.
#[derive(Default)]
struct Tally {
    waits: RefCell<Vec<Waits>>,
    ready: Cell<usize>,
    matches: Cell<u64>,
}

/// Plays, and prints the findings.
pub(crate) async fn run(load: &Rc<Load>, server: &Server, plan: Plan) -> Result<()> {
    let (tally, entrance) = (Rc::<Tally>::default(), Rc::new(Semaphore::new(AT_ONCE)));
    let mut playing = JoinSet::new();
    let begun = Rc::new(Semaphore::new(0));
    for number in 0..plan.tables {
        let (load, tally, entrance, begun) = (load.clone(), tally.clone(), entrance.clone(), begun.clone());
        playing.spawn_local(async move {
            let place = entrance.acquire().await?;
            let mut table = Table::new(&load, plan.pages).await?;
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(number as u64);
            table.begin(&load).await?;
            while table.steps() < plan.from_step {
                move_on(&load, &tally, &mut table, &mut dice, Instant::now()).await?;
            }
            drop(place);
            tally.ready.set(tally.ready.get() + 1);
            begun.acquire().await?.forget();
            play(&load, &tally, plan, number, table, dice).await
        });
    }
    while tally.ready.get() < plan.tables {
        watched(&mut playing, Duration::from_millis(200)).await?;
        eprint!("\r{} of {} tables are ready", tally.ready.get(), plan.tables);
    }
    eprintln!();
    begun.add_permits(plan.tables);
    watched(&mut playing, plan.warm_up).await?;
    tally.waits.borrow_mut().clear();
    tally.matches.set(0);
    let before = Reading::take(load, server)?;
    for second in 0..plan.time.as_secs() {
        watched(&mut playing, Duration::from_secs(1)).await?;
        eprint!("\r{} of {} seconds, {} moves", second + 1, plan.time.as_secs(), tally.waits.borrow().len());
    }
    eprintln!();
    let found = Reading::take(load, server)?.since(&before);
    let waits = tally.waits.take();
    playing.abort_all();
    report(plan, load, &found, waits, tally.matches.get());
    Ok(())
}

/// Waits so long, unless a table fails.
async fn watched(playing: &mut JoinSet<Result<()>>, time: Duration) -> Result<()> {
    tokio::select! {
        () = sleep(time) => Ok(()),
        Some(ended) = playing.join_next() => match ended? {
            Err(error) => Err(error),
            Ok(()) => bail!("a table has ended"),
        },
    }
}

async fn play(
    load: &Load,
    tally: &Tally,
    plan: Plan,
    number: usize,
    mut table: Table,
    mut dice: Xoshiro256PlusPlus,
) -> Result<()> {
    let pause = plan.rate.map(|rate| Duration::from_secs_f64(1.0 / rate));
    // Tables of a fixed rate move one after the other, not all at once.
    let part = number as f64 / plan.tables as f64;
    let mut due = Instant::now() + pause.map_or(Duration::ZERO, |pause| pause.mul_f64(part));
    loop {
        let moved = match pause {
            Some(pause) => {
                sleep_until(due).await;
                let since = due;
                due += pause;
                move_on(load, tally, &mut table, &mut dice, since).await
            }
            None => move_on(load, tally, &mut table, &mut dice, Instant::now()).await,
        };
        moved.with_context(|| format!("table {number}"))?;
    }
}

/// Makes a move that is due since `due`; when it ends the match, the next begins.
async fn move_on(
    load: &Load,
    tally: &Tally,
    table: &mut Table,
    dice: &mut Xoshiro256PlusPlus,
    due: Instant,
) -> Result<()> {
    let waits = table.step(dice, due).await?;
    tally.waits.borrow_mut().push(waits);
    if table.is_over() {
        table.begin(load).await?;
        tally.matches.set(tally.matches.get() + 1);
    }
    Ok(())
}

/// The system's figures at a moment.
struct Reading {
    at: Instant,
    hall: ProcessorTime,
    own: ProcessorTime,
    sent: u64,
    received: u64,
    memory: u64,
}

impl Reading {
    fn take(load: &Load, server: &Server) -> Result<Reading> {
        Ok(Reading {
            at: Instant::now(),
            hall: server.processor_time()?,
            own: processor_time("self")?,
            sent: load.traffic.sent.get(),
            received: load.traffic.received.get(),
            memory: server.memory()?,
        })
    }

    /// The difference to an earlier reading; the memory is the current one.
    fn since(&self, before: &Reading) -> Found {
        Found {
            time: self.at - before.at,
            hall: self.hall.since(before.hall),
            own: self.own.since(before.own),
            sent: self.sent - before.sent,
            received: self.received - before.received,
            memory: self.memory,
        }
    }
}

struct Found {
    time: Duration,
    hall: ProcessorTime,
    own: ProcessorTime,
    sent: u64,
    received: u64,
    memory: u64,
}

fn report(plan: Plan, load: &Load, found: &Found, waits: Vec<Waits>, matches: u64) {
    let moves = waits.len() as f64;
    let [mover, other] = [|waits: &Waits| waits.mover, |waits: &Waits| waits.other]
        .map(|which| quantiles(waits.iter().map(which).collect()));
    let core = |time: Duration| 100.0 * time.as_secs_f64() / found.time.as_secs_f64();
    let kind = if plan.pages { "pages" } else { "API" };
    let pace = plan.rate.map_or("flat out".into(), |rate| format!("{rate} moves a second each"));
    let from = if plan.from_step > 0 { format!(" from move {}", plan.from_step) } else { String::new() };
    println!("{kind}, {}, {} tables{from}, {pace}, {:.0} s", load.game, plan.tables, found.time.as_secs_f64());
    let line = |name: &str, value: String| println!("  {name:<42} {value}");
    line("moves (matches begun)", format!("{moves:.0} ({matches})"));
    line("moves a second of the hall's processor time", format!("{:.0}", moves / found.hall.total().as_secs_f64()));
    let micros = |time: Duration| time.as_secs_f64() * 1e6 / moves;
    let parts = [found.hall.user, found.hall.system].map(micros);
    line("processor time a move: user, system", format!("{:.1} µs, {:.1} µs", parts[0], parts[1]));
    line("moves a second", format!("{:.0}", moves / found.time.as_secs_f64()));
    line("until the mover has the state: 50 %, 99 %", mover);
    line("until the other has the state: 50 %, 99 %", other);
    let bytes = [found.sent, found.received].map(|bytes| bytes as f64 / moves);
    line("bytes a move: to the hall, from it", format!("{:.0}, {:.0}", bytes[0], bytes[1]));
    line(
        "of a core: the hall, this program",
        format!("{:.0} %, {:.0} %", core(found.hall.total()), core(found.own.total())),
    );
    line("memory of the hall", format!("{:.1} MB", found.memory as f64 / 1e6));
}

/// The median and the 99th percentile.
fn quantiles(mut all: Vec<Duration>) -> String {
    all.sort_unstable();
    let at = |part: usize| all.get(all.len() * part / 100).copied().unwrap_or_default().as_secs_f64() * 1000.0;
    format!("{:.2} ms, {:.2} ms", at(50), at(99))
}
