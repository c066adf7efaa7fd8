//! `undercroft engine`.

use std::io::{self, BufReader};

/// Speak the engine protocol: a JSON request a line on standard input, a response a line on standard output.
///
/// Any language can referee, watch or play this way. docs/engine-protocol.md describes every request.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  printf '%s\\n' '{\"id\":1,\"cmd\":\"games\"}' | undercroft engine")]
pub(crate) struct Engine {}

impl Engine {
    /// Serves requests until `quit` or the end of input.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let input = BufReader::with_capacity(1 << 16, io::stdin().lock());
        Ok(crate::engine::run(input, io::stdout().lock())?)
    }
}
