//! Film strips of the table's great moments, in a real browser.

use anyhow::Result;

use crate::{browser, cargo, step};

/// Makes the strips of these names in `target/strips`; all of them if there is no name.
pub(crate) fn make(names: &[&str]) -> Result<()> {
    let browser = browser::find()?;
    // The browser visits the program: it is built with the same features as the camera.
    step(
        "build",
        cargo().args(["build", "--package", "undercroft", "--package", "browser-tests", "--examples", "--bins"]),
    )?;
    let camera = ["run", "--package", "browser-tests", "--example", "strips", "--", "target/strips"];
    step(
        "strips",
        cargo().args(camera).args(names).env("CHROMIUM", browser.chromium).env("CHROMEDRIVER", browser.driver),
    )
}
