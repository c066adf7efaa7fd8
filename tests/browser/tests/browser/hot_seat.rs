//! Several people at one browser, and players with real dice at a table of their own.

use anyhow::{Result, ensure};
use browser_tests::{Browser, Hall};

use super::{PHONE, open, overflow, set_up};

/// A card of a hand that the page shows.
const CARD: &str = ".hand [data-piece]";

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn two_at_one_phone_have_names_and_hand_it_over() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(PHONE, true).await?;
    set_up(&hall, &browser, "gloombah", 2).await?;
    browser.choose("select[name='seat1']", "me").await?;
    browser.fill("input[name='called0']", "Ida").await?;
    browser.fill("input[name='called1']", "Ben").await?;
    browser.click("form[action='/tables'] button.primary").await?;
    browser.wait_for(".handover").await?;
    ensure!(browser.visible(CARD).await?.is_none(), "nobody has come to the screen");
    let text = browser.text().await?;
    ensure!(text.contains("I am Ida: go on") && text.contains("I am Ben: only look"), "{text}");
    ensure!(overflow(&browser).await? == 0, "the screen is wider than the phone");
    let called =
        browser.ask("return [...document.querySelectorAll('.filter label, b.brief')].map(one => one.textContent)");
    let called = called.await?;
    ensure!(!called.to_string().contains("You"), "two are called you: {called}");

    // Ben looks at his cards, and hands back.
    browser.click(".handover a[href*='seat=1-']").await?;
    browser.wait_for(CARD).await?;
    browser.click(".tray .tools a[href^='/tables/']").await?;
    browser.wait_for(".handover").await?;
    ensure!(browser.visible(CARD).await?.is_none(), "Ben's cards are gone");
    browser.click(".handover a.primary").await?;
    browser.wait_for(CARD).await?;
    ensure!(browser.url().await?.ends_with("?seat=0"), "Ida looks at hers: {}", browser.url().await?);

    // The names change in the match.
    browser.click("button[popovertarget='menu']").await?;
    browser.click("#players-here summary").await?;
    browser.fill("#called-1", "Bob").await?;
    browser.click("#players-here form[action$='/seats/1'] button").await?;
    browser.wait_for(".tray").await?;
    let start = std::time::Instant::now();
    while !browser.text().await?.contains("Bob") {
        ensure!(start.elapsed() < browser_tests::PATIENCE, "nobody is called Bob\n{}", browser.text().await?);
    }
    browser.close().await
}

/// Opens a table against a bot where this kind of luck is real.
async fn real_table(hall: &Hall, browser: &Browser, dice: &str) -> Result<()> {
    set_up(hall, browser, "gloombah", 2).await?;
    browser.choose("select[name='seat1']", "bot:easy").await?;
    browser.click(&format!("label:has(> input[name='dice'][value='{dice}'])")).await?;
    browser.click("form[action='/tables'] button.primary").await?;
    browser.wait_for("#live .tray").await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn cards_are_dealt_or_entered_by_kind_of_luck() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(PHONE, true).await?;
    real_table(&hall, &browser, "physical-dice").await?;
    browser.wait_for(CARD).await?;
    ensure!(browser.visible("form.answer").await?.is_none(), "the hall deals the cards");
    real_table(&hall, &browser, "physical-cards").await?;
    browser.wait_for("form.answer").await?;
    browser.click("form.answer button.move").await?;
    let start = std::time::Instant::now();
    while !browser.text().await?.contains("So far:") {
        ensure!(start.elapsed() < browser_tests::PATIENCE, "no card was entered\n{}", browser.text().await?);
    }
    browser.close().await
}
