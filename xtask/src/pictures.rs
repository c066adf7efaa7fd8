//! The screenshots of README and docs/pictures.md: pages of the gallery, whose matches are fixed by
//! their seeds, in a real browser.

use anyhow::Result;

use crate::{browser, cargo, step};

/// The pages for screenshots.
const PAGES: [&str; 6] = ["front", "fight", "tomb", "gloombah", "rummy", "tree"];

/// Makes the screenshots in `docs/pictures` again.
pub(crate) fn make() -> Result<()> {
    let browser = browser::find()?;
    let gallery = ["run", "--package", "undercroft-pages", "--example", "gallery", "--", "target/pictures"];
    step("pages", cargo().args(gallery))?;
    let camera =
        ["run", "--package", "browser-tests", "--example", "pictures", "--", "target/pictures", "docs/pictures"];
    step(
        "photographs",
        cargo().args(camera).args(PAGES).env("CHROMIUM", browser.chromium).env("CHROMEDRIVER", browser.driver),
    )
}
