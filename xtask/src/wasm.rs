//! Checks that everything a browser build needs compiles for WebAssembly: rules, bots and pages.

use std::{path::Path, process::Command};

use anyhow::Result;

use crate::{
    cargo, step,
    system::{can_install, install},
    texts::root,
};

/// The target for a browser.
const TARGET: &str = "wasm32-unknown-unknown";
/// The crates that must not use files, clocks, threads, sockets or databases; their dependencies
/// are checked with them.
const CRATES: [&str; 3] = ["undercroft-bots", "undercroft-model", "undercroft-pages"];

/// Debian's compiler for browsers, and the standard library's source, from which cargo builds it.
const PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];
/// The compiler of these packages.
const RUSTC: &str = "/usr/bin/rustc";
/// The source of these packages.
const SOURCE: &str = "/usr/lib/rustlib/src/rust/library/Cargo.lock";

/// Checks the crates, or prints the reason why not.
///
/// # Errors
/// If one does not compile.
pub(crate) fn check() -> Result<()> {
    let mut command = cargo();
    command.args(["check", "--target", TARGET]).args(CRATES.iter().flat_map(|name| ["--package", name]));
    if !is_installed() && !add() {
        if !has_debian_compiler() {
            println!("== rules and pages are not checked for WebAssembly; get the target: rustup target add {TARGET}");
            return Ok(());
        }
        command.args(["-Z", "build-std=std,panic_abort"]).env("RUSTC", RUSTC).env("RUSTC_BOOTSTRAP", "1");
        // Two compilers in one folder would undo each other's builds.
        command.arg("--target-dir").arg(root().join("target/debian"));
    }
    step("rules and pages for WebAssembly", &mut command)
}

/// Whether Debian's compiler is there. On Debian, as root, installs it if it is missing.
fn has_debian_compiler() -> bool {
    let is_there = || Path::new(RUSTC).is_file() && Path::new(SOURCE).is_file();
    is_there() || (can_install() && install(&PACKAGES).is_ok() && is_there())
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
