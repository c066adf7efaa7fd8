//! Rest: the form for a table offers it for clocks of days, and a vacation shows on the other's page
//! as it begins and ends.

use anyhow::{Result, ensure};
use browser_tests::{Browser, PATIENCE};
use std::time::{Duration, Instant};

use super::{DESKTOP, open, overflow, set_up};

/// The narrowest phone.
const NARROW: (u32, u32) = (360, 640);

/// Waits until the page says at a seat that a clock rests, or no longer says it.
async fn wait_for_rest(browser: &Browser, rests: bool) -> Result<()> {
    let start = Instant::now();
    while browser.visible("#live .rests").await?.is_some() != rests {
        ensure!(start.elapsed() < PATIENCE, "a clock rests is not {rests}\n{}", browser.text().await?);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn vacation_shows_on_the_page_of_the_other() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let (ada, ben) = (driver.browser(DESKTOP, true).await?, driver.browser(NARROW, true).await?);
    set_up(&hall, &ada, "rogue-ascension", 2).await?;
    ada.choose("select[name='pace']", "brisk").await?;
    ensure!(ada.visible("select[name='night']").await?.is_none(), "clocks of one sitting do not rest");
    ada.choose("select[name='pace']", "3-days").await?;
    let zone = ada.ask("return [document.querySelector('[name=zone]').value, String(-new Date().getTimezoneOffset())]");
    let zone = zone.await?;
    ensure!(zone[0] == zone[1], "the form begins with the zone of the browser: {zone}");
    ada.choose("select[name='night']", "22-7").await?;
    ada.click("label:has([name='weekends'])").await?;
    ada.click("form[action='/tables'] button.primary").await?;
    ada.wait_for("input#invite").await?;
    let table = ada.url().await?;
    ensure!(ada.text().await?.contains("clocks stand still from 22:00 to 7:00 and at weekends"), "the lobby says so");
    // The test may run at night or at a weekend, when the table rests anyway.
    ada.click("#set-pace summary").await?;
    ada.choose("#set-pace select[name='night']", "").await?;
    ada.click("#set-pace label:has([name='weekends'])").await?;
    ada.click("#set-pace button").await?;
    ben.go(&table).await?;
    ben.click("button[name='do'][value='take']").await?;
    ada.click("form[action$='/start'] button").await?;
    ben.wait_for("#live .tray").await?;

    ada.go(&format!("{}/me/settings", hall.address)).await?;
    ada.fill("input#days", "3").await?;
    ada.click("button[name='do'][value='begin']").await?;
    ada.wait_for("button[name='do'][value='end']").await?;
    wait_for_rest(&ben, true).await?;
    ensure!(overflow(&ben).await? == 0, "the phone does not scroll sideways");
    ada.go(&format!("{}/me", hall.address)).await?;
    ensure!(ada.text().await?.contains("on vacation until"), "the list says so");
    ada.go(&format!("{}/me/settings", hall.address)).await?;
    ada.click("button[name='do'][value='end']").await?;
    ada.wait_for("input#days").await?;
    wait_for_rest(&ben, false).await?;
    ada.close().await?;
    ben.close().await
}
