//! The screenshots of README and docs, in a real browser: pages of the gallery, whose matches are
//! fixed by their seeds, and the front page of the hall without a server.

use std::path::Path;

use anyhow::Result;

use crate::{
    browser::{self, Browser},
    cargo, step,
    texts::root,
};

/// The pages for screenshots.
const PAGES: [&str; 6] = ["front", "fight", "tomb", "gloombah", "rummy", "tree"];
/// The size of a small desktop window, as README shows it.
const DESKTOP: &str = "1280x800";
/// The size of the page on a phone.
const PHONE: &str = "390x664";

/// Makes the screenshots in `docs/pictures` again.
pub(crate) fn make() -> Result<()> {
    let browser = browser::find()?;
    let gallery = ["run", "--package", "undercroft-pages", "--example", "gallery", "--", "target/pictures"];
    step("pages", cargo().args(gallery))?;
    photograph(&browser, DESKTOP, Path::new("target/pictures"), &PAGES)?;
    let site = root().join("target/web");
    if !site.is_dir() {
        println!("== the pictures of the site are left as they are; build it first: cargo xtask web");
        return Ok(());
    }
    photograph(&browser, PHONE, &site, &["offline=index"])
}

/// Photographs pages in a folder, each as `NAME` or `NAME=PAGE`.
fn photograph(browser: &Browser, size: &str, folder: &Path, pages: &[&str]) -> Result<()> {
    let camera = ["run", "--package", "browser-tests", "--example", "pictures", "--", size];
    step(
        "photographs",
        cargo()
            .args(camera)
            .arg(folder)
            .arg("docs/pictures")
            .args(pages)
            .env("CHROMIUM", &browser.chromium)
            .env("CHROMEDRIVER", &browser.driver),
    )
}
