//! axe-core, which checks pages for accessibility. It is not ours (MPL 2.0), so it is downloaded
//! and not part of the repository.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use crate::system::run;

const VERSION: &str = "4.10.3";

/// Finds the file of axe-core below `target/`; downloads it with npm if it is missing.
pub(crate) fn find() -> Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target").join(format!("axe-core-{VERSION}"));
    let file = folder.join("package/axe.min.js");
    if file.is_file() {
        return Ok(file);
    }
    println!("== fetching axe-core {VERSION}");
    fs::create_dir_all(&folder)?;
    run(Command::new("npm").args(["pack", "--silent", &format!("axe-core@{VERSION}")]).current_dir(&folder))
        .context("npm is needed to fetch it")?;
    let archive = format!("axe-core-{VERSION}.tgz");
    run(Command::new("tar").args(["-xzf", &archive, "package/axe.min.js"]).current_dir(&folder))?;
    Ok(file.canonicalize()?)
}
