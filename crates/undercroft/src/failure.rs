//! Errors in one line, and the exit code for their kind.

use std::{
    fmt,
    io::{self, ErrorKind, Write},
    process::ExitCode,
};

/// Input that cannot be used: a wrong argument, or a file that is not what the command reads. Exits
/// with 2.
#[derive(Debug)]
pub(crate) struct BadInput(pub(crate) String);

impl std::error::Error for BadInput {}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A command that the user stopped, after it has printed and written its results so far. Exits with
/// 3.
#[derive(Debug)]
pub(crate) struct Stopped(pub(crate) String);

impl std::error::Error for Stopped {}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl BadInput {
    /// A wrong command line, as clap found it. Its several lines become one, and the text for an
    /// unknown command lists the commands.
    pub(crate) fn usage(error: &clap::Error, commands: &[&str]) -> BadInput {
        let mut text = String::new();
        for line in error.render().to_string().lines().map(str::trim) {
            let line = line.strip_prefix("error: ").unwrap_or(line);
            if line.is_empty() || line.starts_with("For more information") {
                continue;
            }
            let joint = if text.is_empty() || text.ends_with(':') { " " } else { "; " };
            text.push_str(joint);
            text.push_str(&line.replacen("Usage:", "usage:", 1));
        }
        if error.kind() == clap::error::ErrorKind::InvalidSubcommand {
            text.push_str(&format!("; the commands are {}", commands.join(", ")));
        }
        BadInput(text.trim().to_owned())
    }
}

/// Prints the error as one line on standard error, and picks the exit code: 2 for bad input, 3 for
/// a stopped command, 1 for all else.
///
/// If standard output has no reader any more, it prints nothing: `undercroft games | head -1` is no
/// failure.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    let causes = || error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    if causes().any(|cause| cause.kind() == ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    let line = format!("{error:#}").replace(['\n', '\r'], " ");
    let line = crate::commands::shown(&line);
    // With standard error closed, too, the exit code is all that is left.
    let _ = writeln!(io::stderr(), "undercroft: {line}");
    ExitCode::from(match () {
        () if error.is::<BadInput>() => 2,
        () if error.is::<Stopped>() => 3,
        () => 1,
    })
}
