//! The browser of the end-to-end tests.

use std::{path::PathBuf, process::Command};

use anyhow::{Context, Result, bail};

use crate::{
    cargo,
    system::{can_install, install, on_path},
};

/// The paths of the browser and its WebDriver.
#[derive(Debug)]
pub(crate) struct Browser {
    pub(crate) chromium: PathBuf,
    pub(crate) driver: PathBuf,
    /// Chromium without a window, which takes less processor time, where there is one.
    pub(crate) shell: Option<PathBuf>,
}

impl Browser {
    /// Returns a command that runs tests in this browser, `threads` at a time. `which` are filters.
    pub(crate) fn tests(&self, threads: &str, which: &[&str]) -> Command {
        let mut tests = cargo();
        // With a single package cargo would build everything again, with other features.
        tests.args(["test", "--workspace", "--test", "browser", "--", "--ignored", "--test-threads", threads]);
        tests.args(which).env("CHROMIUM", &self.chromium).env("CHROMEDRIVER", &self.driver);
        tests
    }
}

/// Finds Chromium and its driver; on Debian, as root, installs them if they are missing.
pub(crate) fn find() -> Result<Browser> {
    if let Some(browser) = look() {
        return Ok(browser);
    }
    if !can_install() {
        bail!(
            "no Chromium with its driver found: install chromium and chromedriver, \
             or leave that suite out with `cargo xtask test --no-browser`"
        );
    }
    install(&["chromium", "chromium-driver"])?;
    // Older releases of Debian do not have it, and the tests can do without.
    let _ = install(&["chromium-headless-shell"]);
    look().context("chromium and chromium-driver are installed, but not on the PATH")
}

fn look() -> Option<Browser> {
    let chromium = on_path(&["chromium", "chromium-browser", "google-chrome"])?;
    Some(Browser { chromium, driver: on_path(&["chromedriver"])?, shell: shell() })
}

/// The headless shell itself: on Debian's path is a script that starts it. The driver would end the
/// script alone, and every browser of a test would run on.
fn shell() -> Option<PathBuf> {
    let behind_script = PathBuf::from("/usr/lib/chromium/chromium-headless-shell");
    if behind_script.is_file() { Some(behind_script) } else { on_path(&["chrome-headless-shell"]) }
}
