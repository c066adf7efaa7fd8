//! Programs and packages of this system, and the installation of missing ones.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

/// Returns the first of these programs that is on the PATH.
pub(crate) fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let found = env::split_paths(&path).flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    found.into_iter().find(|file| file.is_file())
}

/// Whether Debian packages can be installed.
pub(crate) fn can_install() -> bool {
    Path::new("/etc/debian_version").exists() && is_root()
}

/// Whether the user is root.
pub(crate) fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n")
}

/// Installs Debian packages.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    println!("== installing {}", packages.join(" and "));
    apt(&["update", "--quiet"])?;
    apt(&[&["install", "--quiet", "--yes", "--no-install-recommends"], packages].concat())
}

/// Runs a command to its end.
///
/// # Errors
/// If it cannot be started or fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed");
    }
    Ok(())
}

fn apt(words: &[&str]) -> Result<()> {
    let status = Command::new("apt-get").args(words).env("DEBIAN_FRONTEND", "noninteractive").status();
    if !status.context("cannot start apt-get")?.success() {
        bail!("apt-get {} failed", words.join(" "));
    }
    Ok(())
}
