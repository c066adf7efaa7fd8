//! The connections between pages and the server: many tabs of one browser, connections that die
//! silently, and pages whose table or session is gone.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, Hall, Proxy, undercroft};

use super::{DESKTOP, open, set_up};

/// The longest time until a page notices that its connection is dead, and recovers: it waits 40
/// seconds for a heartbeat.
const DEAD: Duration = Duration::from_secs(120);

/// The second chair of a lobby, taken and free.
const TAKEN: &str = "[data-bit='chair-1'] .chair:not(.free)";
const FREE: &str = "[data-bit='chair-1'] .chair.free";

/// Opens a lobby for two, hosted by the visitor at this address of the server; returns the address
/// of its page.
async fn lobby(hall: &Hall, host: &Browser, address: &str) -> Result<String> {
    set_up(hall, host, "accursed-tomb", 2).await?;
    host.click("form[action='/tables'] button.primary").await?;
    host.wait_for("input#invite").await?;
    let table = host.url().await?.replace(&hall.address, address);
    host.go(&table).await?;
    host.wait_for("input#invite").await?;
    Ok(table)
}

/// Waits until an element is visible, for as long as a dead connection may take.
async fn wait_long_for(browser: &Browser, css: &str) -> Result<()> {
    let start = Instant::now();
    while browser.visible(css).await.unwrap_or(None).is_none() {
        ensure!(start.elapsed() < DEAD, "nothing to see at {css:?}\n{}", browser.text().await?);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn ten_tabs_of_one_browser_all_load_and_follow_their_table() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let (ada, ben) = (driver.browser(DESKTOP, true).await?, driver.browser(DESKTOP, true).await?);
    let table = lobby(&hall, &ada, &hall.address).await?;
    let mut tabs = vec![ada.tab().await?];
    while tabs.len() < 10 {
        tabs.push(ada.new_tab().await?);
        ada.go(&table).await?;
        ada.wait_for("input#invite").await?;
    }
    // A lobby shows arrivals: the second chair gets a person.
    ben.go(&table).await?;
    ben.click("button[name='do'][value='take']").await?;
    ben.wait_for("[data-bit='chair-1'] button[value='leave']").await?;
    for tab in &tabs {
        ada.switch_to(tab).await?;
        ada.wait_for(TAKEN).await?;
    }
    ada.close().await?;
    ben.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_line_that_dies_without_a_word_comes_back() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let proxy = Proxy::before(&hall.address)?;
    let (ada, ben) = (driver.browser(DESKTOP, true).await?, driver.browser(DESKTOP, true).await?);
    let table = lobby(&hall, &ada, &proxy.address()).await?;
    ada.ask("return new Promise(done => { const wait = () => events?.readyState === 1 ? done(true) : setTimeout(wait, 20); wait(); })")
        .await?;
    proxy.cut();
    ben.go(&table.replace(&proxy.address(), &hall.address)).await?;
    ben.click("button[name='do'][value='take']").await?;
    wait_long_for(&ada, TAKEN).await?;

    // A visitor who comes back to the tab sees it sooner.
    proxy.cut();
    ben.click("[data-bit='chair-1'] button[value='leave']").await?;
    ada.ask("looked = -Infinity; document.dispatchEvent(new Event('visibilitychange'))").await?;
    wait_long_for(&ada, FREE).await?;
    ada.close().await?;
    ben.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_table_that_an_operator_closes_says_so_on_its_page() -> Result<()> {
    let (data, hall, driver) = open()?;
    let ada = driver.browser(DESKTOP, true).await?;
    crate::play_alone(&hall, &ada).await?;
    let table = ada.url().await?;
    let id = table.rsplit('/').next().context("a table has an id")?;
    let close = ["moderate", "close", id, "--why", "insults", "--operator", "mod", "--hall", &hall.address, "--data"];
    let close: Vec<_> = close.iter().map(AsRef::as_ref).chain([data.path().as_os_str()]).collect();
    undercroft(&close)?;
    ada.wait_for(".lost .status").await?;
    let text = ada.text().await?;
    ensure!(text.contains("410") && text.contains("insults"), "{text}");
    ensure!(ada.url().await? == table, "it is the page of the table");
    ada.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn signing_out_in_one_tab_is_said_in_the_others() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let ada = driver.browser(DESKTOP, true).await?;
    crate::play_alone(&hall, &ada).await?;
    let (table, at_table) = (ada.url().await?, ada.tab().await?);
    let elsewhere = ada.new_tab().await?;
    ada.go(&format!("{}/me/account", hall.address)).await?;
    ada.fill("form[action='/me/account'] input[name='name']", "Ada Byron").await?;
    ada.fill("form[action='/me/account'] input[name='password']", "tin-of-peaches").await?;
    ada.click("form[action='/me/account'] button").await?;
    ada.wait_for("form[action='/me/sign-out'] button").await?;
    ada.click("form[action='/me/sign-out'] button").await?;
    ada.wait_for("form[action='/play'] button").await?;
    ada.switch_to(&at_table).await?;
    ada.wait_for("#signed-out").await?;
    ensure!(ada.text().await?.contains("You are signed out here."), "{}", ada.text().await?);
    // The way back leads to the table, where the seat is.
    ada.click("#signed-out a").await?;
    ada.wait_for("form[action='/sign-in'] button").await?;
    ada.fill("#name", "Ada Byron").await?;
    ada.fill("#password", "tin-of-peaches").await?;
    ada.click("form[action='/sign-in'] button").await?;
    ada.wait_for("#live .tray").await?;
    ensure!(ada.url().await? == table, "signing in leads to {}", ada.url().await?);
    ada.play_a_move().await?;
    ada.switch_to(&elsewhere).await?;
    ada.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_browser_without_cookies_is_told_and_opens_no_table() -> Result<()> {
    let (data, hall, driver) = open()?;
    for scripts in [true, false] {
        let browser = driver.browser_without_cookies(DESKTOP, scripts).await?;
        browser.go(&hall.address).await?;
        browser.click("form[action='/play'] button").await?;
        browser.wait_for(".lost .status").await?;
        let text = browser.text().await?;
        ensure!(text.contains("stores no cookies"), "{text}");
        browser.close().await?;
    }
    drop(hall);
    let told = undercroft(&["doctor".as_ref(), "--data".as_ref(), data.path().as_os_str()])?;
    ensure!(told.contains(", 0 people") && told.contains(" 0 tables"), "{told}");
    Ok(())
}
