//! The match of the day: from the first page to a place on the board of the day.

use anyhow::{Result, ensure};
use browser_tests::{Driver, Hall};
use tempfile::TempDir;

use crate::{DESKTOP, overflow, play_to_the_end};

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn the_match_of_today_is_found_played_once_and_has_its_place() -> Result<()> {
    let data = TempDir::new()?;
    let (hall, driver) = (Hall::open_at_pace(data.path(), 0)?, Driver::start()?);
    let browser = driver.browser(DESKTOP, true).await?;
    browser.go(&hall.address).await?;
    browser.click("[aria-labelledby='today'] a[href='/daily']").await?;
    browser.click("form[action='/daily/accursed-tomb'] button").await?;
    browser.wait_for("#live .tray").await?;
    ensure!(browser.text().await?.contains("your one ranked try"), "{}", browser.text().await?);
    ensure!(browser.visible("form[action$='/hint'] button").await?.is_none(), "there are no hints");
    ensure!(play_to_the_end(&browser).await? > 0, "something was played");

    browser.click("#live a[href^='/daily/accursed-tomb/']").await?;
    browser.wait_for("ol.tries li.you").await?;
    let page = browser.text().await?;
    ensure!(page.contains("place 1 of 1") && page.contains("(you)"), "{page}");
    ensure!(browser.visible("form[action='/daily/accursed-tomb'] button").await?.is_none(), "a try is one");
    ensure!(overflow(&browser).await? == 0, "the board scrolls sideways");
    browser.close().await
}
