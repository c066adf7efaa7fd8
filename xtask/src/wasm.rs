//! Checks that everything a browser build needs compiles for WebAssembly: rules, bots and pages.

use std::{path::Path, process::Command};

use anyhow::Result;

use crate::{cargo, step};

/// The target for a browser.
const TARGET: &str = "wasm32-unknown-unknown";
/// The crates that must not use files, clocks, threads, sockets or databases; their dependencies
/// are checked with them.
const CRATES: [&str; 3] = ["undercroft-bots", "undercroft-model", "undercroft-pages"];

/// Checks the crates, or prints the reason why not.
///
/// # Errors
/// If one does not compile.
pub(crate) fn check() -> Result<()> {
    if !is_installed() && !add() {
        println!("== rules and pages are not checked for WebAssembly; get the target with: rustup target add {TARGET}");
        return Ok(());
    }
    let packages = CRATES.iter().flat_map(|name| ["--package", name]);
    step("rules and pages for WebAssembly", cargo().args(["check", "--target", TARGET]).args(packages))
}

/// Whether the target is installed.
fn is_installed() -> bool {
    let Ok(output) = Command::new("rustc").args(["--print", "sysroot"]).output() else { return false };
    let root = String::from_utf8_lossy(&output.stdout);
    Path::new(root.trim()).join("lib/rustlib").join(TARGET).is_dir()
}

/// Adds the target if rustup manages the toolchain.
fn add() -> bool {
    let status = Command::new("rustup").args(["target", "add", TARGET]).status();
    status.is_ok_and(|status| status.success())
}
