//! `undercroft serve`, which is also what `undercroft` alone does.

use std::{
    io::{self, IsTerminal, Write},
    net::{SocketAddr, ToSocketAddrs},
    path::PathBuf,
    time::Duration,
};

use tracing_subscriber::EnvFilter;

use super::{data, signals::StopSignals};
use crate::failure::BadInput;

/// Open the hall: a web server to play at, alone or with others.
///
/// It prints its address and runs until Ctrl-C. RUST_LOG chooses what it logs, such as RUST_LOG=warn.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  undercroft serve --listen 0.0.0.0:8080 --data ./hall")]
pub(crate) struct Serve {
    /// Address and port to listen at; port 0 takes a free one
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7777", value_parser = address)]
    listen: SocketAddr,
    /// Where tables and people are kept, as sqlite://FILE; a file in the data folder if left out
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Folder for the hall's own files; `undercroft` in the user's data folder if left out
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Milliseconds that bots pause before they move, so that people can follow
    #[arg(long, value_name = "MS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pace: u64,
    /// Address at which people have the hall, such as https://hall.example.org, for links in notices
    #[arg(long, value_name = "URL", value_parser = public_url)]
    public_url: Option<String>,
    /// How many connections there may be
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    connections: u32,
}

impl Serve {
    /// Serves until it is asked to stop.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
        let log = tracing_subscriber::fmt().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
        log.with_env_filter(filter).without_time().with_target(false).init();
        let data = data::folder(self.data)?;
        let mut config = hall::Config::new(data);
        config.listen = self.listen;
        config.database = self.database;
        config.public_url = self.public_url;
        config.connections = self.connections as usize;
        config.bot_pause = Duration::from_millis(self.pace);
        tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(serve(config))
    }
}

async fn serve(config: hall::Config) -> anyhow::Result<()> {
    let mut hall = hall::open(config).await.map_err(|error| match error {
        hall::Error::OtherDatabase { .. } => anyhow::Error::new(BadInput(error.to_string())),
        error => error.into(),
    })?;
    let mut signals = StopSignals::listen()?;
    let address = hall.bind().await?;
    // A hall whose output nobody reads is open all the same.
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

/// The address of a hall as a browser has it, without a slash at the end.
fn public_url(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let plain =
        |host: &&str| !host.is_empty() && !host.contains(['/', '?', '#', '@']) && !host.contains(char::is_whitespace);
    let told = "it must be http:// or https:// and a name, such as https://hall.example.org";
    host.filter(plain).map(|_| text.to_owned()).ok_or_else(|| told.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_needs_a_port() {
        assert_eq!(address("127.0.0.1:7777"), Ok(SocketAddr::from(([127, 0, 0, 1], 7777))));
        assert!(address("[::1]:0").is_ok());
        for text in ["", "7777", "127.0.0.1", "127.0.0.1:70000"] {
            assert!(address(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_public_address_is_a_scheme_and_a_host() {
        assert_eq!(public_url("https://hall.example.org/"), Ok("https://hall.example.org".into()));
        assert!(public_url("http://192.168.1.5:7777").is_ok());
        for text in ["", "hall.example.org", "ftp://a", "https://", "https://a/b", "https://me@a", "https://a b"] {
            assert!(public_url(text).is_err(), "{text}");
        }
    }
}
