//! The browser that the end-to-end tests play in.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

/// Where the browser and its WebDriver are.
#[derive(Debug)]
pub(crate) struct Browser {
    pub(crate) chromium: PathBuf,
    pub(crate) driver: PathBuf,
}

/// Finds Chromium and its driver; on Debian, as root, installs them if they are missing.
pub(crate) fn find() -> Result<Browser> {
    if let Some(browser) = look() {
        return Ok(browser);
    }
    if !(Path::new("/etc/debian_version").exists() && is_root()) {
        bail!(
            "no Chromium with its driver found: install chromium and chromedriver, \
             or leave that suite out with `cargo xtask test --no-browser`"
        );
    }
    println!("== installing chromium and chromium-driver");
    apt(&["update", "--quiet"])?;
    apt(&["install", "--quiet", "--yes", "--no-install-recommends", "chromium", "chromium-driver"])?;
    look().context("chromium and chromium-driver are installed, but not on the PATH")
}

fn look() -> Option<Browser> {
    let chromium = on_path(&["chromium", "chromium-browser", "google-chrome"])?;
    Some(Browser { chromium, driver: on_path(&["chromedriver"])? })
}

fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let found = env::split_paths(&path).flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    found.into_iter().find(|file| file.is_file())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n")
}

fn apt(words: &[&str]) -> Result<()> {
    let status = Command::new("apt-get").args(words).env("DEBIAN_FRONTEND", "noninteractive").status();
    if !status.context("cannot start apt-get")?.success() {
        bail!("apt-get {} failed", words.join(" "));
    }
    Ok(())
}
