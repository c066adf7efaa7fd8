//! Rows of laid out cards: whole melds by one press, cards by one press or a drag, low windows.

use super::*;
use serde_json::json;

/// The tables to try until the cards are such as a test needs.
const TABLES: usize = 40;

/// Opens a match of Dungeon Rummy alone, up to the first action phase.
async fn act_alone(hall: &Hall, browser: &Browser) -> Result<()> {
    browser.go(&format!("{}/games", hall.address)).await?;
    let make = "return fetch('/play', { method: 'POST', body: new URLSearchParams({ game: 'dungeon-rummy' }) }).then(answer => answer.url)";
    let table = browser.ask(make).await?;
    browser.go(table.as_str().context("the address of a table")?).await?;
    browser.wait_for("#live .tray").await?;
    let acts = "return Boolean(document.querySelector('.hand .can > button.face'))";
    while browser.ask(acts).await? != true {
        browser.play_a_move().await?;
    }
    Ok(())
}

async fn cards_laid(browser: &Browser) -> Result<usize> {
    let cards = browser.ask("return document.querySelectorAll('.laid-out .card').length").await?;
    Ok(cards.as_u64().context("a number of cards")? as usize)
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_whole_run_is_laid_by_one_press() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, true).await?;
    for _ in 0..TABLES {
        act_alone(&hall, &browser).await?;
        let offer = ".lane .acts button[name='order']";
        if browser.visible(offer).await?.is_none() {
            continue;
        }
        let step = browser.step().await?;
        browser.click(offer).await?;
        let start = Instant::now();
        while cards_laid(&browser).await? < 3 {
            ensure!(start.elapsed() < PATIENCE, "no run is laid\n{}", browser.text().await?);
        }
        ensure!(browser.step().await? >= step + 3, "each card is a step");
        return browser.close().await;
    }
    anyhow::bail!("no hand of {TABLES} had a run")
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_card_with_one_sensible_place_takes_one_press() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, true).await?;
    let piece = "const button = document.querySelector('button[data-direct]'); return button && JSON.parse(button.dataset.pieces)[0]";
    for _ in 0..TABLES {
        act_alone(&hall, &browser).await?;
        // The first card of the hand begins a row; another may go to it.
        let first = "document.querySelector('.hand .can > button.face').click(); const gap = document.querySelector('.tile.target > .face'); gap?.click(); return Boolean(gap)";
        let step = browser.step().await?;
        ensure!(browser.ask(first).await? == true, "a card has places");
        browser.wait_for_step(step + 1).await?;
        let Some(piece) = browser.ask(piece).await?.as_str().map(str::to_owned) else { continue };
        let (step, laid) = (browser.step().await?, cards_laid(&browser).await?);
        browser.click(&format!(".hand [data-piece='{piece}'] > button.face")).await?;
        browser.wait_for_step(step + 1).await?;
        ensure!(cards_laid(&browser).await? == laid + 1, "the card is laid");
        return browser.close().await;
    }
    anyhow::bail!("no hand of {TABLES} had two cards that go together")
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn words_of_a_foe_leave_the_piles_free_in_a_low_window() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, true).await?;
    act_alone(&hall, &browser).await?;
    for size in [(844, 390), (640, 400), (932, 430)] {
        browser.resize(size).await?;
        let covered = "const words = document.querySelector('.laned .intent').getBoundingClientRect(); \
            return [...document.querySelectorAll('.stock button')].filter(pile => { const box = pile.getBoundingClientRect(); \
                return box.width && box.left < words.right && box.right > words.left && box.top < words.bottom && box.bottom > words.top; }).length";
        ensure!(browser.ask(covered).await? == json!(0), "{size:?}: the words lie over piles");
    }
    browser.close().await
}
