//! Compiles for WebAssembly: checks everything that a browser needs, and builds its module.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Result;

use crate::{
    cargo, step,
    system::{can_install, install},
    texts::root,
};

/// The target for a browser.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// The crates that must not use files, clocks, threads, sockets or databases; their dependencies
/// are checked with them.
const CRATES: [&str; 2] = ["undercroft-web", "undercroft-unpack"];

/// Debian's compiler for browsers, and the standard library's source, from which cargo builds it.
const PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];
/// The compiler of these packages.
const RUSTC: &str = "/usr/bin/rustc";
/// The source of these packages.
const SOURCE: &str = "/usr/lib/rustlib/src/rust/library/Cargo.lock";
/// The flags with which a panic ends the worker at once, without words: that makes the module
/// smaller.
const AT_ONCE: [&str; 2] = ["-Zunstable-options", "-Cpanic=immediate-abort"];
/// Builds the standard library from its source.
const WITH_STD: [&str; 2] = ["-Z", "build-std=std,panic_abort"];

/// Checks the crates, or prints the reason why not.
///
/// # Errors
/// If one does not compile.
pub(crate) fn check() -> Result<()> {
    let Some((mut command, _)) = command("check") else {
        println!("== rules and pages are not checked for WebAssembly; get the target: rustup target add {TARGET}");
        return Ok(());
    };
    command.args(CRATES.iter().flat_map(|name| ["--package", name]));
    step("rules and pages for WebAssembly", &mut command)
}

/// Builds the module of the hall in a browser and the one that unpacks it, and returns their files in
/// this order; `None` if no compiler for them is there. With the source of the standard library, that
/// is built for them too, and is smaller.
///
/// # Errors
/// If one does not compile.
pub(crate) fn modules() -> Result<Option<[PathBuf; 2]>> {
    let Some((mut command, mut target)) = command("build") else { return Ok(None) };
    if is_installed() && has_source() {
        command.args(WITH_STD).env("RUSTC_BOOTSTRAP", "1");
        target = target.join("std");
        command.arg("--target-dir").arg(&target);
    }
    if command.get_envs().any(|(name, _)| name == "RUSTC_BOOTSTRAP") {
        command.args(["-Z", "build-std-features=optimize_for_size"]);
        if aborts_at_once(&command) {
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", AT_ONCE.join(" "));
        }
    }
    // Incremental builds are larger.
    command.args(["--profile", "browser", "--lib"]).env("CARGO_INCREMENTAL", "0");
    command.args(CRATES.iter().flat_map(|name| ["--package", name]));
    step("the hall for WebAssembly", &mut command)?;
    let folder = target.join(TARGET).join("browser");
    Ok(Some(["web.wasm", "unpack.wasm"].map(|file| folder.join(file))))
}

/// Returns cargo with this subcommand for WebAssembly, and its target folder; `None` if no compiler
/// for it is there.
fn command(subcommand: &str) -> Option<(Command, PathBuf)> {
    let (mut command, target) = (cargo(), root().join("target"));
    command.args([subcommand, "--target", TARGET]);
    if is_installed() || rustup(&["target", "add", TARGET]) {
        return Some((command, target));
    }
    if !has_debian_compiler() {
        return None;
    }
    command.args(WITH_STD).env("RUSTC", RUSTC).env("RUSTC_BOOTSTRAP", "1");
    // Two compilers in one folder would undo each other's builds.
    let target = target.join("debian");
    command.arg("--target-dir").arg(&target);
    // Debian's linker may be missing; that of another toolchain does the same.
    if let Some(folder) = linkers() {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::env::split_paths(&paths).chain([folder]);
        command.env("PATH", std::env::join_paths(paths).ok()?);
    }
    Some((command, target))
}

/// Whether Debian's compiler is there. On Debian, as root, installs it if it is missing.
fn has_debian_compiler() -> bool {
    let is_there = || Path::new(RUSTC).is_file() && Path::new(SOURCE).is_file();
    is_there() || (can_install() && install(&PACKAGES).is_ok() && is_there())
}

/// Whether the compiler of this command can leave out the words of panics.
fn aborts_at_once(command: &Command) -> bool {
    let compiler = command.get_envs().find(|(name, _)| *name == "RUSTC").and_then(|(_, value)| value);
    let mut asked = Command::new(compiler.unwrap_or("rustc".as_ref()));
    asked.args(AT_ONCE).args(["--print", "cfg"]).env("RUSTC_BOOTSTRAP", "1");
    asked.output().is_ok_and(|output| output.status.success())
}

/// Returns the root of the toolchain.
fn sysroot() -> Option<PathBuf> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().into())
}

/// Returns the folder of the toolchain's own linkers, if it has any.
fn linkers() -> Option<PathBuf> {
    let hosts = std::fs::read_dir(sysroot()?.join("lib/rustlib")).ok()?.flatten();
    hosts.map(|host| host.path().join("bin")).find(|folder| folder.join("rust-lld").is_file())
}

/// Whether the target is installed.
fn is_installed() -> bool {
    sysroot().is_some_and(|root| root.join("lib/rustlib").join(TARGET).is_dir())
}

/// Whether the source of the toolchain's standard library is there. Adds it if rustup manages the
/// toolchain.
fn has_source() -> bool {
    let is_there = || sysroot().is_some_and(|root| root.join("lib/rustlib/src/rust/library/Cargo.lock").is_file());
    is_there() || (rustup(&["component", "add", "rust-src"]) && is_there())
}

/// Changes the toolchain, if rustup manages it.
fn rustup(words: &[&str]) -> bool {
    Command::new("rustup").args(words).status().is_ok_and(|status| status.success())
}
