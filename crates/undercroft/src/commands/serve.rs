//! `undercroft serve`, which is also what `undercroft` alone does.

use std::{
    backtrace::{Backtrace, BacktraceStatus},
    env,
    io::{self, IsTerminal, Write},
    net::{IpAddr, SocketAddr, ToSocketAddrs},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use text::t;
use tracing_subscriber::{Layer, filter::Targets, layer::SubscriberExt, util::SubscriberInitExt};

use super::{
    data, journald,
    log::{Clock, Log},
    signals::StopSignals,
};
use crate::failure::BadInput;

/// Open the hall: a web server to play at, alone or with others.
///
/// It prints its address and runs until Ctrl-C. RUST_LOG chooses what it logs, such as
/// RUST_LOG=warn.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft serve --listen 0.0.0.0:8080 --data ./hall")]
pub(crate) struct Serve {
    /// Address and port to listen at; port 0 takes a free one
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7777", value_parser = address)]
    listen: SocketAddr,
    /// Database of tables and people, as sqlite://FILE or postgres://USER@HOST/NAME; by default a
    /// file in the data folder
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Folder for the server's own files; by default `undercroft` in the user's data folder
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Milliseconds that bots pause before they move, so that people can follow
    #[arg(long, value_name = "MS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pace: u64,
    /// Milliseconds to spend on the analysis of a finished match; 0 turns the analysis off
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    analysis: u64,
    /// Number of reference matches that bots play of each daily match; 0 for none
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    reference_matches: u32,
    /// Seconds by which the calendar is ahead: shows tomorrow's matches on a copy of a server
    #[arg(long, value_name = "S", default_value_t = 0)]
    calendar_ahead: u64,
    /// Seconds that a table which nobody touches stays in memory
    #[arg(long, value_name = "S", default_value_t = 900, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    idle: u64,
    /// How many connections there may be
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    connections: u32,
    /// Public address of the server, such as `https://games.example.org`
    #[arg(long, value_name = "URL")]
    public_url: Option<hall::PublicUrl>,
    /// A trusted proxy, which may name the client that it forwards, as an address or a network; may
    /// be given several times
    #[arg(long = "trust-proxy", value_name = "ADDR", value_parser = network)]
    proxies: Vec<hall::IpNet>,
    /// A network of your own to which notices may be posted besides the public internet, as an
    /// address or a network; may be given several times
    #[arg(long = "notify-network", value_name = "ADDR", value_parser = network)]
    notify_networks: Vec<hall::IpNet>,
    /// Request limit of each person, such as tables=60/hour or streams=24; may be given several
    /// times
    #[arg(long = "quota", value_name = "NAME=VALUE")]
    quotas: Vec<String>,
    /// Apply the request limits to callers on this machine too
    #[arg(long)]
    quotas_for_loopback: bool,
    /// Turn all request limits off
    #[arg(long, conflicts_with_all = ["quotas", "quotas_for_loopback"])]
    no_quotas: bool,
    /// Address and port for Prometheus metrics under /metrics; every caller can read them, so block
    /// strangers
    #[arg(long, value_name = "ADDR", value_parser = address)]
    metrics: Option<SocketAddr>,
}

impl Serve {
    /// Serves until it is asked to stop.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let logged = logged(&env::var("RUST_LOG").unwrap_or_default())?;
        let terminal = io::stderr().is_terminal();
        let log = Log::new(io::stderr(), terminal);
        let lines = tracing_subscriber::fmt::layer().with_writer(log.writer()).with_target(false);
        // Where the layer writes no colours, the log itself keeps control characters out.
        let lines = lines.with_ansi(terminal).with_ansi_sanitization(terminal);
        let lines = match journald::reads_standard_error() {
            true => lines.without_time().boxed(),
            false => lines.with_timer(Clock::default()).boxed(),
        };
        tracing_subscriber::registry().with(lines.with_filter(logged)).init();
        log_panics();
        let quotas = if self.no_quotas { None } else { Some(quotas(&self.quotas, self.quotas_for_loopback)?) };
        let data = data::folder(self.data)?;
        let mut config = hall::Config::new(data);
        config.listen = self.listen;
        config.database = self.database;
        config.connections = self.connections as usize;
        config.public_url = self.public_url;
        config.proxies = self.proxies;
        config.notices.reach = hall::Reach::Public(self.notify_networks);
        config.quotas = quotas;
        config.metrics = self.metrics;
        config.bot_pause = Duration::from_millis(self.pace);
        config.analysis = Duration::from_millis(self.analysis);
        config.reference_matches = self.reference_matches;
        config.calendar.advance(Duration::from_secs(self.calendar_ahead));
        config.idle = Duration::from_secs(self.idle);
        runtime()?.block_on(serve(config))
    }
}

/// The runtime. The thread names in the system's list distinguish async workers, which must never
/// be held for long, from blocking threads.
fn runtime() -> io::Result<tokio::runtime::Runtime> {
    let built = Arc::new(AtomicBool::new(false));
    let all_workers_run = built.clone();
    // All workers start while the runtime is built, and blocking threads on demand.
    let name = move || if all_workers_run.load(Ordering::Relaxed) { "blocking" } else { "async" }.to_owned();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().thread_name_fn(name).build()?;
    built.store(true, Ordering::Relaxed);
    Ok(runtime)
}

/// Sends reports of panics through the log, which never blocks its callers. The default report
/// waits for the reader of standard error.
fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let trace = Backtrace::capture();
        match trace.status() {
            BacktraceStatus::Captured => tracing::error!("{panic}\n{trace}"),
            _ => tracing::error!("{panic}"),
        }
    }));
}

async fn serve(config: hall::Config) -> anyhow::Result<()> {
    let mut hall = hall::open(config).await.map_err(|error| match error {
        hall::Error::Store(hall::store::OpenError::OtherDatabase { .. }) => {
            anyhow::Error::new(BadInput(error.to_string()))
        }
        error => error.into(),
    })?;
    let mut signals = StopSignals::listen()?;
    let address = hall.bind().await?;
    // A server whose output has no reader is open all the same.
    let _ = writeln!(io::stdout(), "Undercroft is open at http://{address}");
    let stop = async move {
        if signals.next().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    Ok(hall.serve(stop).await?)
}

/// An address and port, where the address may be a name such as `localhost`.
fn address(text: &str) -> Result<SocketAddr, String> {
    let found = text.to_socket_addrs().ok().and_then(|mut all| all.next());
    found.ok_or_else(|| "it must be an address and a port, such as 127.0.0.1:7777".into())
}

/// The default quotas, with the named ones set.
fn quotas(named: &[String], loopback: bool) -> Result<hall::Quotas, BadInput> {
    let mut quotas = hall::Quotas { loopback, ..hall::Quotas::default() };
    for text in named {
        quotas.set(text).map_err(|bad| BadInput(format!("--quota: {bad}")))?;
    }
    Ok(quotas)
}

/// Reads which lines are logged, as in `warn` or `info,hall=debug`; nothing means `info`.
fn logged(text: &str) -> Result<Targets, BadInput> {
    match text.trim() {
        "" => Ok(Targets::new().with_default(tracing::Level::INFO)),
        text => text.parse().map_err(|_| {
            let levels = "off, error, warn, info, debug, trace";
            BadInput(t!("RUST_LOG cannot be {text:?}; use one of {levels}, also for a part, as in info,hall=debug"))
        }),
    }
}

/// An address such as 127.0.0.1, or a network such as 10.0.0.0/8.
fn network(text: &str) -> Result<hall::IpNet, String> {
    let one = text.parse::<IpAddr>().map(hall::IpNet::from);
    one.or_else(|_| text.parse())
        .map_err(|_| "it must be an address or a network, such as 127.0.0.1 or 10.0.0.0/8".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_one_address_or_many() {
        let read = |text| network(text).map(|network| network.to_string());
        assert_eq!(read("127.0.0.1").as_deref(), Ok("127.0.0.1/32"));
        assert_eq!(read("fd00::/8").as_deref(), Ok("fd00::/8"));
        assert!(read("localhost").is_err() && read("10.0.0.0/33").is_err());
    }

    #[test]
    fn a_log_has_levels_for_all_or_for_a_part() {
        use tracing::Level;
        let would = |text, target, level| logged(text).map(|logged| logged.would_enable(target, &level)).ok();
        assert_eq!((would("", "hall", Level::INFO), would("", "hall", Level::DEBUG)), (Some(true), Some(false)));
        assert_eq!((would("warn", "hall", Level::WARN), would("warn", "hall", Level::INFO)), (Some(true), Some(false)));
        let part = "info,hall=debug";
        assert_eq!(
            (would(part, "hall::web", Level::DEBUG), would(part, "store", Level::DEBUG)),
            (Some(true), Some(false))
        );
        let wrong = logged("hall=loud").map_err(|bad| bad.0);
        assert!(wrong.is_err_and(|bad| bad.contains("hall=loud") && bad.contains("warn")));
    }

    #[test]
    fn an_address_needs_a_port() {
        assert_eq!(address("127.0.0.1:7777"), Ok(SocketAddr::from(([127, 0, 0, 1], 7777))));
        assert!(address("[::1]:0").is_ok());
        for text in ["", "7777", "127.0.0.1", "127.0.0.1:70000"] {
            assert!(address(text).is_err(), "{text}");
        }
    }
}
