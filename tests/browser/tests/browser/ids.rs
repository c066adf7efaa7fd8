//! Ids on pages that change without a reload: from the lobby to the match, to the ending, to the
//! rematch.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, PATIENCE};

use super::{DESKTOP, PHONE, open, set_up};

/// All faults of the ids of the page: those that two elements have, and references to no element.
const FAULTS: &str = "
    const ids = [...document.querySelectorAll('[id]')].map(one => one.id);
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at).map(id => `two elements have the id ${id}`);
    const names = ['popovertarget', 'for', 'form', 'list', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-details', 'aria-owns'];
    const lost = names.flatMap(name => [...document.querySelectorAll(`[${name}]`)].flatMap(one => one.getAttribute(name).split(' ')
        .filter(id => !document.getElementById(id)).map(id => `${one.localName} ${name}=${id} names nothing`)));
    return [...twice, ...lost]";

pub(super) async fn check(browser: &Browser, when: &str) -> Result<()> {
    let faults = browser.ask(FAULTS).await?;
    ensure!(faults.as_array().is_some_and(Vec::is_empty), "{when}: {faults}");
    Ok(())
}

/// Waits until an element is on the page.
async fn comes(browser: &Browser, css: &str) -> Result<()> {
    let start = Instant::now();
    while browser.visible(css).await.unwrap_or(None).is_none() {
        ensure!(start.elapsed() < PATIENCE, "{css} does not come\n{}", browser.text().await?);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn ids_stay_unique_from_the_lobby_to_the_rematch() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let (ada, ben) = (driver.browser(DESKTOP, true).await?, driver.browser(PHONE, true).await?);
    set_up(&hall, &ada, "rogue-ascension", 2).await?;
    ada.fill("input[name='opt.fight_round_limit']", "1").await?;
    ada.click("form[action='/tables'] button.primary").await?;
    ada.wait_for("input#invite").await?;
    let table = ada.url().await?;
    ben.go(&table).await?;
    ben.click("button[name='do'][value='take']").await?;
    comes(&ben, "button[name='do'][value='leave']").await?;
    for browser in [&ada, &ben] {
        check(browser, "in the lobby").await?;
    }

    ada.click("form[action$='/start'] button").await?;
    for browser in [&ada, &ben] {
        comes(browser, "#live .tray").await?;
        check(browser, "after the match has begun").await?;
    }
    // On a phone the head of the table leads to the chat.
    ben.click(".head .to-talk").await?;
    comes(&ben, "#talk #remark").await?;

    // To the end, by API calls, while both pages stay open.
    let id = table.rsplit('/').next().context("the address names the table")?;
    let play = format!(
        "return (async () => {{ const table = await (await fetch('/api/v1/tables/{id}')).json(); \
           for (const [seat, moves] of Object.entries(table.state.legal)) {{ \
             await fetch('/api/v1/tables/{id}/act', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, \
               body: JSON.stringify({{ seat: Number(seat), step: table.step, action: moves[0].action }}) }}); }} return table.phase; }})()"
    );
    let start = Instant::now();
    let mut over = false;
    while !over {
        for browser in [&ada, &ben] {
            over = browser.ask(&play).await? == "over";
            check(browser, "during the match").await?;
        }
        ensure!(start.elapsed() < 4 * PATIENCE, "the match does not end\n{}", ada.text().await?);
    }
    for browser in [&ada, &ben] {
        comes(browser, ".ending").await?;
        check(browser, "at the end").await?;
    }
    ada.click("form[action$='/rematch'] button").await?;
    for browser in [&ada, &ben] {
        comes(browser, "#live .tray").await?;
        check(browser, "at the rematch").await?;
    }
    ada.close().await?;
    ben.close().await
}
