//! Undercroft: a hall of dungeon games.
//!
//! This binary is thin: it reads the command line, calls the crates that know, and says in one line what went wrong.

mod commands;
mod engine;
mod failure;

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// The hall makes and drops much that is small, on several threads, for as long as it runs.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    match commands::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::report(&error),
    }
}
