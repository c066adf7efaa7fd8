//! People who have played together: one invites the other, they chat where they play, a stranger
//! looks on, and a block ends it.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, Hall};
use std::time::{Duration, Instant};

use super::{DESKTOP, PHONE, open, overflow};

/// The longest time until the others see a change without a reload: pages ask three times a minute.
const SOON: Duration = Duration::from_secs(60);

/// Waits until an expression is true in the page.
pub(super) async fn until(browser: &Browser, holds: &str) -> Result<()> {
    let start = Instant::now();
    while browser.ask(&format!("return !!({holds})")).await? != true {
        ensure!(start.elapsed() < SOON, "this is never true: {holds}\n{}", browser.text().await?);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

/// Calls the JSON interface as the person behind a browser.
pub(super) async fn call(browser: &Browser, method: &str, path: &str, body: &str) -> Result<serde_json::Value> {
    let script = format!(
        "return fetch('/api/v1{path}', {{ method: '{method}', headers: {{ 'content-type': 'application/json' }}, \
         body: {body} }}).then(answer => answer.text()).then(text => text ? JSON.parse(text) : null)"
    );
    browser.ask(&script).await
}

/// Gives the guest behind a browser a name, on the page of settings.
pub(super) async fn named(hall: &Hall, browser: &Browser, name: &str) -> Result<()> {
    browser.go(&format!("{}/me/settings", hall.address)).await?;
    browser.fill("form[action='/me'] input[name='name']", name).await?;
    browser.click("form[action='/me'] button.primary").await?;
    until(browser, &format!("document.querySelector('h1').textContent === '{name}'")).await
}

/// Plays a match of two people to its end, by calls.
async fn play(ada: &Browser, ben: &Browser) -> Result<()> {
    let wanted = "JSON.stringify({ game: 'rogue-ascension', seats: 2, take: 0, options: { fight_round_limit: 1 } })";
    let table = call(ada, "POST", "/tables", wanted).await?;
    let id = table["id"].as_str().with_context(|| format!("no table: {table}"))?.to_owned();
    call(ben, "PUT", &format!("/tables/{id}/seats/1"), "'{}'").await?;
    call(ada, "POST", &format!("/tables/{id}/start"), "'{}'").await?;
    let moves = format!(
        "return (async () => {{ const table = await (await fetch('/api/v1/tables/{id}')).json(); \
           for (const [seat, moves] of Object.entries(table.state.legal)) {{ \
             await fetch('/api/v1/tables/{id}/act', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, \
               body: JSON.stringify({{ seat: Number(seat), step: table.step, action: moves[0].action }}) }}); }} return table.phase; }})()"
    );
    let start = Instant::now();
    loop {
        for browser in [ada, ben] {
            if browser.ask(&moves).await? == "over" {
                return Ok(());
            }
        }
        ensure!(start.elapsed() < 2 * SOON, "the match does not end");
    }
}

/// Says something at the table that a browser shows.
async fn say(browser: &Browser, text: &str) -> Result<()> {
    let script = format!(
        "document.querySelector('#remark').value = '{text}'; document.querySelector('form.say').requestSubmit()"
    );
    browser.ask(&script).await.map(drop)
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn companions_invite_chat_with_bubbles_and_block() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let (ada, ben) = (driver.browser(DESKTOP, true).await?, driver.browser(PHONE, true).await?);
    let cleo = driver.browser(DESKTOP, true).await?;
    for (browser, name) in [(&ada, "Ada"), (&ben, "Ben"), (&cleo, "Cleo")] {
        named(&hall, browser, name).await?;
    }
    play(&ada, &ben).await?;

    // The one is on the other's list, is here, and is invited at one press; the front page of the
    // invited shows it without a reload.
    ben.go(&hall.address).await?;
    ada.go(&format!("{}/people", hall.address)).await?;
    for browser in [&ada, &ben] {
        ensure!(overflow(browser).await? == 0, "the page scrolls sideways");
    }
    ensure!(ada.visible(".companion-row .presence.here").await?.is_some(), "nobody is here\n{}", ada.text().await?);
    ada.click(".companion-row form[action$='/invite'] button").await?;
    ada.wait_for("input#invite").await?;
    let table = ada.url().await?;
    until(&ben, "document.querySelector('.invitation')?.textContent.includes('Ada keeps a seat for you')").await?;
    until(&ben, "!document.querySelector('#invited').hidden").await?;
    ben.click(".invitation a.button").await?;
    ben.click("button[name='do'][value='take']").await?;
    ada.wait_for("form[action$='/start'] button:not([disabled])").await?;
    ada.click("form[action$='/start'] button").await?;
    for browser in [&ada, &ben] {
        browser.wait_for("#live .tray").await?;
    }
    cleo.go(&table).await?;
    cleo.wait_for("#live .tray").await?;

    // A remark is shown at its speaker's seat for a while, counts as unread on the phone, and has a
    // time. Its link works for those who know the speaker.
    say(&ada, "Look at https://example.org/map.").await?;
    let bubble =
        "[...document.querySelectorAll('.speech.remark')].find(one => one.textContent.includes('example.org'))";
    for browser in [&ada, &ben, &cleo] {
        until(browser, &format!("{bubble}?.closest('[data-seat=\"0\"]')")).await?;
    }
    until(&ben, "document.querySelector('.head .to-talk .unread').textContent.startsWith('1')").await?;
    ensure!(overflow(&ben).await? == 0, "the table scrolls sideways with a bubble");
    let link = "document.querySelector('.remarks a[href=\"https://example.org/map\"]')";
    until(&ben, link).await?;
    ensure!(cleo.ask(&format!("return {link} === null")).await? == true, "a stranger's link works");
    ensure!(
        cleo.text().await?.contains("example.org")
            || cleo.ask("return document.querySelector('.remarks').textContent.includes('example.org')").await? == true
    );
    ben.click(".head .to-talk").await?;
    until(&ben, "document.querySelector('#talk:popover-open')").await?;
    until(&ben, "document.querySelector('.unread').hidden").await?;
    until(&ben, "/\\d/.test(document.querySelector('.remarks time').textContent)").await?;
    let row = "new Set([...document.querySelectorAll('#talk .phrases button')].map(one => one.offsetTop)).size === 1";
    until(&ben, row).await?;
    until(&ada, &format!("!{bubble}")).await?;

    // A block ends the chat of the two, and their tables.
    let block = "document.querySelector('#talk-settings').open = true; \
        document.querySelector(\".voices button[formaction$='/block']\").click()";
    ben.ask(block).await.map(drop)?;
    until(&ben, "!document.querySelector('.remarks').textContent.includes('example.org')").await?;
    ben.go(&format!("{}/people", hall.address)).await?;
    ensure!(ben.visible(".companion-row form[action$='/invite']").await?.is_none(), "{}", ben.text().await?);
    ben.click("#blocked summary").await?;
    ben.click("#blocked button[value='unblock']").await?;
    ben.wait_for(".companion-row form[action$='/invite']").await?;
    Ok(())
}
