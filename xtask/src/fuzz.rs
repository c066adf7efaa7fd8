//! Fuzzing of the parsers of outside text, with cargo-fuzz if it is installed.
//!
//! The targets are in `fuzz/`, a workspace of its own; they call `crates/fuzzed`. An ordinary test
//! of that crate runs the corpus and 10,000 inputs like it, so that systems without a fuzzer test
//! the same code.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result, bail};

use crate::{cargo, step, system};

/// The targets, as `fuzz/Cargo.toml` names them.
const TARGETS: [&str; 7] = ["record", "page", "action", "http", "catalogue", "summary", "link"];
/// Seconds for each target as part of all checks.
const AMONG_CHECKS: u32 = 10;
/// The longest input, in bytes: longer ones are ignored (`fuzzed::LONGEST`).
const LONGEST: &str = "-max_len=16384";

/// Fuzzes one target for this number of seconds. New inputs go to `target/fuzz/corpus`, failing
/// ones to `fuzz/artifacts`.
///
/// # Errors
/// If there is no such target, cargo-fuzz is missing, or the target fails.
pub(crate) fn run(target: &str, seconds: &str) -> Result<()> {
    if !TARGETS.contains(&target) {
        bail!("there is no fuzz target {target:?}; there are {}", TARGETS.join(", "));
    }
    let seconds: u32 = seconds.parse().context("SECONDS is a whole number")?;
    if let Some(missing) = missing() {
        bail!("{missing}");
    }
    fuzz(target, seconds)
}

/// Fuzzes every target for a short while, or prints the reason why not.
///
/// # Errors
/// If a target fails.
pub(crate) fn check() -> Result<()> {
    if let Some(missing) = missing() {
        println!("== {missing}; the tests have run the corpus and inputs like it");
        return Ok(());
    }
    TARGETS.iter().try_for_each(|target| fuzz(target, AMONG_CHECKS))
}

fn fuzz(target: &str, seconds: u32) -> Result<()> {
    let target_folder = PathBuf::from("target/fuzz");
    let found = target_folder.join("corpus").join(target);
    fs::create_dir_all(&found).with_context(|| format!("cannot make {}", found.display()))?;
    let mut command = cargo();
    // Without a sanitizer: the project has no unsafe code, and the fuzzer looks for panics.
    command.args(["fuzz", "run", "--sanitizer", "none"]);
    // Only one target needs the server, which takes long to build.
    command.args((target != "http").then_some("--no-default-features"));
    command.arg(target).arg(fs::canonicalize(&found)?);
    command.arg(format!("fuzz/corpus/{target}")).args(["--", LONGEST]);
    command.arg(format!("-max_total_time={seconds}"));
    // The fuzzer needs unstable compiler flags; with this variable a stable compiler accepts them.
    command.env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_DIR", fs::canonicalize(&target_folder)?);
    step(&format!("fuzz {target} for {seconds} s"), &mut command)
}

/// Returns the program that fuzzing lacks, if it lacks one.
fn missing() -> Option<&'static str> {
    let installed = |command: &mut Command| command.output().is_ok_and(|output| output.status.success());
    if !installed(cargo().args(["fuzz", "--version"])) {
        return Some("cargo-fuzz is not installed, so nothing is fuzzed: cargo install cargo-fuzz --locked");
    }
    if system::on_path(&["c++", "g++", "clang++"]).is_none() {
        return Some("there is no C++ compiler for libFuzzer, so nothing is fuzzed");
    }
    None
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, path::Path};

    use super::*;

    #[test]
    fn each_target_has_a_program_and_a_corpus() {
        let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
        let manifest = fs::read_to_string(fuzz.join("Cargo.toml")).unwrap();
        let names = |folder: &str| -> BTreeSet<String> {
            let entries = fs::read_dir(fuzz.join(folder)).unwrap().map(|entry| entry.unwrap().path());
            entries.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
        };
        let wanted: BTreeSet<String> = TARGETS.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!((names("fuzz_targets"), names("corpus")), (wanted.clone(), wanted));
        for target in TARGETS {
            assert!(manifest.contains(&format!("name = \"{target}\"")), "{target} in fuzz/Cargo.toml");
        }
    }
}
