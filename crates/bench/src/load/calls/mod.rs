//! Every page and call of the server, called many times one after the other, and the processor time
//! that each takes.
//!
//! The server is otherwise idle, so the time that its threads spend between a call and the next
//! belongs to the call. Threads have names. The time on async workers counts most, for a held
//! worker delays the moves of all players.

mod requests;
mod threads;
mod world;

use std::{cmp::Ordering, collections::BTreeMap, rc::Rc, time::Duration};

use anyhow::{Context, Result, bail};
use hall::Address;
use tokio::time::{Instant, sleep};

use super::{
    Load,
    http::{Line, Request},
    server::Server,
};
use requests::Visit;
use threads::{Spent, Threads};
use world::World;

/// The longest time on async workers that a call should take.
const LONG: Duration = Duration::from_millis(10);
/// The part of the calls of an address that must not take longer.
const MOST: f64 = 0.95;
/// The status where the server hung up.
const NO_ANSWER: u16 = 0;
/// The time that threads may go on after an answer, before their times are read.
const TAIL: Duration = Duration::from_millis(1);
/// The server is idle if it takes less than this in a second.
const IDLE: Duration = Duration::from_millis(20);
/// The longest time until the server is idle.
const PATIENCE: Duration = Duration::from_secs(600);

/// The plan of a measurement.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// The number of matches finished before.
    pub(crate) matches: usize,
    /// The number of calls of each address.
    pub(crate) calls: u32,
}

/// The cost of the calls of one address.
struct Found {
    visit: Visit,
    /// The status of the answers, with how many had it.
    statuses: BTreeMap<u16, u32>,
    bytes: usize,
    sum: Spent,
    /// The time on async workers that each call took, the shortest first once all are there.
    workers: Vec<Duration>,
}

impl Found {
    /// The time on async workers that `part` of all calls did not exceed. A single call in 200 can be
    /// slow for reasons outside the server.
    fn within(&self, part: f64) -> Duration {
        let last = self.workers.len().saturating_sub(1);
        self.workers.get((part * last as f64).round() as usize).copied().unwrap_or_default()
    }
}

/// Finishes matches, calls all addresses, and prints the cost of each.
pub(crate) async fn run(load: &Rc<Load>, server: &Server, plan: Plan) -> Result<()> {
    let addresses = addresses().await?;
    let world = World::make(load, server, plan.matches).await?;
    idle(server).await?;
    println!("{} calls of each address, {} finished matches, one call at a time", plan.calls, plan.matches);
    println!("of several pages at one address the one that takes most is shown\n");
    let head = "processor time a call, ms: all  async   95 %  worst  blocking  database";
    println!("  {:<54} {:>9} {:>9}  {head}", "address", "status", "bytes");
    let mut threads = Threads::of(server.pid());
    let (mut long, mut failed) = (Vec::new(), Vec::new());
    for address in &addresses {
        let mut found = Vec::new();
        for visit in requests::visits(&world, address)? {
            let one = called(load, &mut threads, visit, plan.calls).await?;
            if one.statuses.keys().any(|status| *status == NO_ANSWER || *status >= 500) {
                failed.push(format!("{} {}", address.method, one.visit.path));
            }
            found.push(one);
        }
        let most =
            found.into_iter().max_by(|one, other| one.within(MOST).cmp(&other.within(MOST)).then(Ordering::Greater));
        let most = most.with_context(|| format!("there is no request for {} {}", address.method, address.path))?;
        most.print(address);
        if most.within(MOST) > LONG {
            long.push(format!("{} {}", address.method, most.visit.path));
        }
    }
    println!("\n{} addresses", addresses.len());
    match long.is_empty() {
        true => println!("of each address, 95 % of the calls took at most {} ms on async workers", LONG.as_millis()),
        false => println!(
            "more than {} ms on async workers, in more than 5 % of the calls:\n  {}",
            LONG.as_millis(),
            long.join("\n  ")
        ),
    }
    match failed.is_empty() {
        true => Ok(()),
        false => bail!("the hall failed at:\n  {}", failed.join("\n  ")),
    }
}

/// All addresses of the server, from a server of the same build without visitors.
async fn addresses() -> Result<Vec<Address>> {
    let folder = tempfile::tempdir()?;
    let hall = hall::open(hall::Config { reference_matches: 0, ..hall::Config::new(folder.path()) }).await?;
    let addresses = hall.addresses();
    hall.close().await;
    match addresses.is_empty() {
        true => bail!("the router names no addresses; see crates/hall/src/web/addresses.rs"),
        false => Ok(addresses),
    }
}

/// Waits until the server is idle.
async fn idle(server: &Server) -> Result<()> {
    let late = Instant::now() + PATIENCE;
    loop {
        let before = server.processor_time()?;
        sleep(Duration::from_secs(1)).await;
        if server.processor_time()?.since(before).total() < IDLE {
            return Ok(());
        }
        if Instant::now() > late {
            bail!("the hall does not come to rest");
        }
    }
}

/// Calls an address this many times.
async fn called(load: &Rc<Load>, threads: &mut Threads, visit: Visit, calls: u32) -> Result<Found> {
    let mut line = Line::open(load.hall, load.traffic.clone()).await?;
    let mut found =
        Found { statuses: BTreeMap::new(), bytes: 0, sum: Spent::default(), workers: Vec::new(), visit: visit.clone() };
    for _ in 0..calls {
        let head = match visit.by_new_guest {
            true => world::guest(&mut line).await?,
            false => visit.head.clone(),
        };
        let request = Request { method: visit.method, path: &visit.path, head: &head, body: visit.body.as_bytes() };
        sleep(TAIL).await;
        threads.read()?;
        let answered = match visit.is_stream {
            true => first_event(load, &request).await,
            false => line.ask(&request).await.map(|answer| (answer.head.status, answer.body.len())),
        };
        sleep(TAIL).await;
        let spent = threads.read()?;
        let (status, bytes) = match answered {
            Ok(answered) => answered,
            Err(_) => {
                line = Line::open(load.hall, load.traffic.clone()).await?;
                (NO_ANSWER, 0)
            }
        };
        *found.statuses.entry(status).or_default() += 1;
        found.bytes = found.bytes.max(bytes);
        found.workers.push(spent.workers);
        found.sum.add(spent);
    }
    found.workers.sort_unstable();
    Ok(found)
}

/// The status and the length of the first event of a stream.
async fn first_event(load: &Rc<Load>, request: &Request<'_>) -> Result<(u16, usize)> {
    let mut events = Line::open(load.hall, load.traffic.clone()).await?.events(request).await?;
    let first = events.next().await?;
    Ok((200, first.map_or(0, |event| event.data.len())))
}

impl Found {
    fn print(&self, address: &Address) {
        let statuses: Vec<String> = self.statuses.keys().map(u16::to_string).collect();
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let mean = |time| ms(time) / self.workers.len() as f64;
        println!(
            "{} {:<54} {:>9} {:>9}  {:>26.2} {:>6.2} {:>6.2} {:>6.2} {:>9.2} {:>9.2}",
            if self.within(MOST) > LONG { "!" } else { " " },
            format!("{} {}", address.method, address.path),
            statuses.join(","),
            self.bytes,
            mean(self.sum.all()),
            mean(self.sum.workers),
            ms(self.within(MOST)),
            ms(self.within(1.0)),
            mean(self.sum.blocking),
            mean(self.sum.others),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_address_has_a_request() {
        let world = World { assets: vec!["/assets/page.css".to_owned()], ..World::default() };
        for address in addresses().await.expect("a hall opens") {
            let visits = requests::visits(&world, &address).expect("each gap of an address has a value");
            assert!(!visits.is_empty(), "{} {}", address.method, address.path);
        }
    }
}
