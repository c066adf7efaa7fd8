//! Several people at one browser, and players with real dice at a table of their own.

use anyhow::{Context, Result, ensure};
use browser_tests::Browser;

use super::{PHONE, open, overflow, set_up};

/// Returns the cards of a hand that the page shows.
async fn hand(browser: &Browser) -> Result<Vec<String>> {
    let cards =
        browser.ask("return [...document.querySelectorAll('.hand [data-piece]')].map(card => card.dataset.piece)");
    serde_json::from_value(cards.await?).context("a list of cards")
}

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
    ensure!(hand(&browser).await?.is_empty(), "nobody has come to the screen");
    let text = browser.text().await?;
    ensure!(text.contains("I am Ida: go on") && text.contains("I am Ben: only look"), "{text}");
    ensure!(overflow(&browser).await? == 0, "the screen is wider than the phone");

    // Ben looks at his cards, and hands back.
    browser.click(".handover a[href*='seat=1-']").await?;
    browser.wait_for(".hand [data-piece]").await?;
    let bens = hand(&browser).await?;
    browser.click(".tray .tools a[href^='/tables/']").await?;
    browser.wait_for(".handover").await?;
    ensure!(hand(&browser).await?.is_empty(), "Ben's cards are gone");
    browser.click(".handover a.primary").await?;
    browser.wait_for(".hand [data-piece]").await?;
    ensure!(hand(&browser).await? != bens, "Ida has other cards");

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
