//! Goals: a lesson that ends in a win, goals at the end of a match and on the front page, and the card
//! of a player.

use anyhow::{Result, ensure};

use crate::{DESKTOP, PHONE, open, overflow, play_to_the_end};

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_lesson_ends_in_a_win_of_the_learners_own() -> Result<()> {
    let (_data, hall, driver) = open()?;
    for (window, scripts) in [(PHONE, true), (DESKTOP, false)] {
        let browser = driver.browser(window, scripts).await?;
        browser.go(&format!("{}/games/dungeon-rummy", hall.address)).await?;
        browser.click("button[formaction='/lessons']").await?;
        browser.wait_for("#live .lesson").await?;
        // The last step names the aim alone.
        while !browser.text().await?.contains("You know what to do.") {
            ensure!(browser.visible(".fanfare").await?.is_none(), "the lesson has ended too early");
            browser.play_a_move().await?;
        }
        ensure!(browser.visible(".spoken-of").await?.is_none(), "the last step marks a piece");
        browser.click("#live button[name='action'][value*='attack']").await?;
        browser.wait_for("#live .fanfare").await?;
        let text = browser.text().await?;
        ensure!(text.contains("Shown the Ropes") && text.contains("Now alone"), "{text}");
        ensure!(overflow(&browser).await? == 0, "the end of the lesson scrolls sideways");
        browser.close().await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn the_end_of_a_lesson_leads_to_the_next() -> Result<()> {
    // A lesson has one legal move up to the last.
    let next_move = "const table = `/api/v1/tables/${live().dataset.table}`; \
        return fetch(table).then(answer => answer.json()).then(({ step, state }) => \
            fetch(`${table}/act`, { method: 'POST', body: JSON.stringify({ seat: 0, step, action: state.legal['0'][0].action }) })) \
            .then(answer => answer.ok)";
    let (_data, hall, driver) = open()?;
    for window in [PHONE, DESKTOP] {
        let browser = driver.browser(window, true).await?;
        browser.go(&format!("{}/games/crimsonbranch", hall.address)).await?;
        browser.click("button[formaction='/lessons']").await?;
        for (lesson, moves, next) in [(1, 10, "action='/lessons/2'"), (2, 15, "action='/play'")] {
            browser.wait_for("#live .lesson").await?;
            let text = browser.text().await?;
            ensure!(text.contains(&format!("Lesson {lesson} of 2 · Step 1 of {}", moves + 1)), "{text}");
            for _ in 0..moves {
                ensure!(browser.ask(next_move).await? == true, "lesson {lesson} goes on by its one move");
            }
            browser.go(&browser.url().await?).await?;
            ensure!(browser.visible(".spoken-of").await?.is_none(), "the last step marks a piece");
            browser.click("#live button[name='action'][value*='hit']").await?;
            browser.wait_for("#live .fanfare").await?;
            ensure!(overflow(&browser).await? == 0, "the end of lesson {lesson} scrolls sideways");
            browser.click(&format!("#live form[{next}] button[data-main]")).await?;
        }
        browser.wait_for("#live .tray").await?;
        browser.close().await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn goals_stand_at_the_end_and_on_the_front_page() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(PHONE, true).await?;
    crate::play_alone(&hall, &browser).await?;
    play_to_the_end(&browser).await?;
    browser.wait_for(".reach li").await?;
    let text = browser.text().await?;
    ensure!(text.contains("Within reach") && text.contains("A personal best."), "{text}");
    ensure!(overflow(&browser).await? == 0, "the end scrolls sideways");
    browser.go(&hall.address).await?;
    browser.wait_for("[aria-labelledby='goals'] li").await?;
    ensure!(overflow(&browser).await? == 0, "the front page scrolls sideways");
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_card_is_chosen_with_and_without_scripts() -> Result<()> {
    let (_data, hall, driver) = open()?;
    for (window, scripts) in [(PHONE, true), (DESKTOP, false)] {
        let browser = driver.browser(window, scripts).await?;
        crate::play_alone(&hall, &browser).await?;
        browser.go(&format!("{}/me", hall.address)).await?;
        browser.click("a[href='/me/card']").await?;
        browser.click("label:has([value='common/goblin'])").await?;
        browser.click("form[action='/me/card'] button").await?;
        browser.wait_for(".player-card img[src*='goblin-']").await?;
        ensure!(overflow(&browser).await? == 0, "the page scrolls sideways");
        browser.close().await?;
    }
    Ok(())
}
