//! Pages that a browser must not show again: those of a visitor who has signed out, and those of an
//! older build.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use browser_tests::{Browser, PATIENCE};

use super::{DESKTOP, open};

/// Longer than a page takes to begin loading again.
const MOMENT: Duration = Duration::from_millis(800);

/// Whether a page has loaded: one whose `load` event goes on gives its place in the history to the
/// next.
const LOADED: &str = "performance.getEntriesByType('navigation')[0]?.loadEventEnd > 0";

/// Waits until a script on the page returns true.
async fn until(browser: &Browser, condition: &str) -> Result<()> {
    let start = Instant::now();
    // Between two pages the browser may answer with an error.
    while !browser.ask(&format!("return {condition}")).await.is_ok_and(|told| told == true) {
        ensure!(start.elapsed() < PATIENCE, "never: {condition}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn back_after_signing_out_shows_no_recovery_link() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, true).await?;
    browser.go(&format!("{}/me/account", hall.address)).await?;
    until(&browser, LOADED).await?;
    browser.ask("document.querySelector(\"form[action='/me/recovery']\").requestSubmit()").await?;
    until(&browser, &format!("{LOADED} && document.body.innerHTML.includes('/sign-in/')")).await?;
    browser.go(&format!("{}/me/account", hall.address)).await?;
    until(&browser, &format!("{LOADED} && location.pathname === '/me/account'")).await?;
    let button = "form[action='/me/sign-out'] button[value='here']";
    browser.ask(&format!("const one = document.querySelector(\"{button}\"); one.form.requestSubmit(one)")).await?;
    until(&browser, &format!("{LOADED} && location.pathname === '/'")).await?;
    // A page that a form leaves while the browser is still busy with it gives its place in the history
    // to the next: there is one page to go back to, or several, of which two may have one address.
    let mut pages = 0;
    loop {
        // Later than the answer: the driver runs a script again on the page that it led to.
        browser.ask("window.left = true; setTimeout(() => history.back(), 100)").await?;
        until(&browser, "window.left === undefined && document.readyState === 'complete'").await?;
        let here = browser.url().await?;
        if !here.starts_with(&hall.address) {
            break;
        }
        tokio::time::sleep(MOMENT).await;
        let seen = browser.ask("return document.body.innerHTML").await?;
        let seen = seen.as_str().unwrap_or_default();
        ensure!(!seen.contains("/sign-in/"), "the link is still there\n{seen}");
        ensure!(!seen.contains("/me/sign-out"), "somebody is still signed in\n{seen}");
        pages += 1;
    }
    ensure!(pages > 0, "no page is left to go back to");
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn page_of_another_build_loads_itself_again_once() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, true).await?;
    crate::play_alone(&hall, &browser).await?;
    let follow = "window.old = true; document.documentElement.dataset.build = 'other'; \
                  const act = rebuilt; window.rebuilt = build => { act(build); window.told = true; }; hangUp(); listen();";
    browser.ask(follow).await?;
    until(&browser, "window.old === undefined && document.readyState === 'complete'").await?;
    browser.wait_for("#live .tray").await?;
    // If two builds answered by turns, the page would load again without end.
    browser.ask(follow).await?;
    until(&browser, "window.told === true").await?;
    tokio::time::sleep(MOMENT).await;
    ensure!(browser.ask("return window.old").await? == true, "it loads itself a second time");
    browser.close().await
}
