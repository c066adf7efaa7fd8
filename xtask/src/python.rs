//! Programs from the Python package index, in virtual environments below the target folder.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result};

use crate::{
    step,
    system::{on_path, run},
    texts::root,
};

/// Returns the virtual environment `target/NAME` with these packages; makes it if it is missing or
/// has others.
///
/// # Errors
/// If there is no Python, or a package cannot be installed.
pub(crate) fn environment(name: &str, packages: &[&str]) -> Result<PathBuf> {
    let folder = root().join("target").join(name);
    let fetched = folder.join("fetched");
    if fs::read_to_string(&fetched).is_ok_and(|known| known == packages.join(" ")) {
        return Ok(folder);
    }
    let python = on_path(&["python3"]).context("there is no python3 on the PATH")?;
    println!("== fetching {}", packages.join(" and "));
    run(Command::new(python).args(["-m", "venv"]).arg(&folder))?;
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(Command::new(folder.join("bin/python")).args(pip).args(packages))?;
    fs::write(fetched, packages.join(" "))?;
    Ok(folder)
}

/// Runs a program of a package, which is fetched if it is missing, as the step `name`. If it cannot
/// be had, prints why and leaves the step out.
///
/// # Errors
/// If the program finds something.
pub(crate) fn check(name: &str, package: &str, program: &str, args: &[&str]) -> Result<()> {
    match environment(program, &[package]) {
        Ok(folder) => step(name, Command::new(folder.join("bin").join(program)).args(args)),
        Err(error) => {
            println!("== {name} is left out: {program} is not to be had: {error:#}");
            Ok(())
        }
    }
}
