//! Licences, sources and known weaknesses of what the project depends on, by tools that not everybody has.

use anyhow::Result;

use crate::{cargo, step};

/// A tool that looks at dependencies.
struct Tool {
    name: &'static str,
    /// What it is asked.
    args: &'static [&'static str],
}

const TOOLS: [Tool; 2] = [
    // Advisories are the other tool's: it needs the network for them, this one does not.
    Tool { name: "deny", args: &["check", "bans", "licenses", "sources"] },
    Tool { name: "audit", args: &[] },
];

/// Asks the tools that are installed, and says which are not.
///
/// # Errors
/// If one that is installed finds something.
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
