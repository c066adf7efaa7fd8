//! Checks of licences, sources and known vulnerabilities of dependencies, by tools that may be
//! missing.

use anyhow::Result;

use crate::{cargo, step};

/// A tool that checks dependencies.
struct Tool {
    name: &'static str,
    /// Its arguments.
    args: &'static [&'static str],
}

const TOOLS: [Tool; 2] = [
    // The other tool checks advisories: it needs the network for them, this one does not.
    Tool { name: "deny", args: &["check", "bans", "licenses", "sources"] },
    Tool { name: "audit", args: &[] },
];

/// Runs the tools that are installed, and reports which are not.
///
/// # Errors
/// If a tool finds something.
pub(crate) fn check() -> Result<()> {
    for Tool { name, args } in TOOLS {
        let found = cargo().args([name, "--version"]).output().is_ok_and(|output| output.status.success());
        if found {
            step(&format!("dependencies (cargo {name})"), cargo().arg(name).args(args))?;
        } else {
            println!(
                "== cargo-{name} is not installed, so dependencies are not looked through by it: cargo install cargo-{name} --locked"
            );
        }
    }
    Ok(())
}
