//! Undercroft: a server of dungeon games.
//!
//! This binary is thin: it reads the command line, calls the other crates, and prints errors in one
//! line.

mod commands;
mod engine;
mod failure;

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// The server allocates and frees many small values, on several threads, for as long as it runs.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    match commands::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::report(&error),
    }
}
