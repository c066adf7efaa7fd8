//! Spelling of code, comments and pages, with the program `typos`; `.typos.toml` has the words that
//! it does not know.

use std::process::Command;

use anyhow::Result;

use crate::{python, step};

const PACKAGES: [&str; 1] = ["typos==1.52.0"];

/// Checks the spelling in all files of the repository. If the program cannot be had, prints why.
///
/// # Errors
/// If a word is misspelt.
pub(crate) fn check() -> Result<()> {
    match python::environment("typos", &PACKAGES) {
        Ok(folder) => step("spelling", &mut Command::new(folder.join("bin/typos"))),
        Err(error) => {
            println!("== typos is not to be had, so spelling is not checked: {error:#}");
            Ok(())
        }
    }
}
