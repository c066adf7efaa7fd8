//! Spelling of code, comments and pages, with the program `typos`; `.typos.toml` has the words that
//! it does not know.

use anyhow::Result;

use crate::python;

/// Checks the spelling in all files of the repository.
///
/// # Errors
/// If a word is misspelt.
pub(crate) fn check() -> Result<()> {
    python::check("spelling", "typos==1.52.0", "typos", &[])
}
