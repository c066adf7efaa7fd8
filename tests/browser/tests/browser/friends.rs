//! Three friends at one table, and a stranger. The friends are invited and seated, one leaves in
//! their turn and comes back, and all go on.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, Hall};
use std::time::{Duration, Instant};

use super::{DESKTOP, PHONE, open, overflow, set_up};

/// The longest time until the others see a change without a reload.
const SOON: Duration = Duration::from_secs(30);

/// Waits until the page contains these words.
async fn says(browser: &Browser, words: &str) -> Result<()> {
    let start = Instant::now();
    while !browser.text().await?.contains(words) {
        ensure!(start.elapsed() < SOON, "the page does not say {words:?}\n{}", browser.text().await?);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

/// Gives the guest behind a browser a name that the others will see.
async fn named(hall: &Hall, browser: &Browser, name: &str) -> Result<()> {
    browser.go(&format!("{}/me/settings", hall.address)).await?;
    browser.fill("form[action='/me'] input[name='name']", name).await?;
    browser.click("form[action='/me'] button").await
}

/// A table for three at which a lost round is a lost match, with its address.
async fn table_for_three(hall: &Hall, host: &Browser) -> Result<String> {
    set_up(hall, host, "rogue-ascension", 3).await?;
    host.fill("input[name='opt.fight_round_limit']", "1").await?;
    host.click("form[action='/tables'] button.primary").await?;
    host.wait_for("input#invite").await?;
    host.attribute("input#invite", "value").await?.context("a lobby has an invitation")
}

/// The player in turn, of these; the others wait.
pub(super) async fn in_turn<'a>(browsers: &[&'a Browser]) -> Result<&'a Browser> {
    let start = Instant::now();
    loop {
        for browser in browsers {
            if browser.visible("#live[data-turn]").await?.is_some() {
                return Ok(browser);
            }
        }
        ensure!(start.elapsed() < SOON, "nobody is in turn");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn three_friends_play_one_returns_and_all_go_on_to_a_rematch() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let (ada, ben) = (driver.browser(DESKTOP, true).await?, driver.browser(PHONE, true).await?);
    let (cleo, stranger) = (driver.browser(DESKTOP, true).await?, driver.browser(DESKTOP, true).await?);
    for (browser, name) in [(&ada, "Ada"), (&ben, "Ben"), (&cleo, "Cleo")] {
        named(&hall, browser, name).await?;
    }
    let invite = table_for_three(&hall, &ada).await?;
    for browser in [&ben, &cleo] {
        browser.go(&invite).await?;
        browser.click("button[name='do'][value='take']").await?;
    }
    says(&ada, "Cleo").await?;

    // The table is private: no list shows it, and strangers may not watch.
    ada.click("form[action$='/access'] button[name='spectators'][value='no']").await?;
    says(&cleo, "Closed to spectators").await?;
    stranger.go(&hall.address).await?;
    ensure!(!stranger.text().await?.contains("Ada"), "a private table is listed\n{}", stranger.text().await?);
    ada.click("form[action$='/start'] button").await?;
    for browser in [&ada, &ben, &cleo] {
        browser.wait_for("#live .tray").await?;
    }
    stranger.go(&invite).await?;
    ensure!(stranger.visible("#live .tray").await?.is_none(), "a stranger looks on\n{}", stranger.text().await?);

    // One friend closes the tab in their turn; the others see it, and let a bot play.
    let gone = in_turn(&[&ada, &ben, &cleo]).await?;
    let step = gone.step().await?;
    gone.go("about:blank").await?;
    let other = if std::ptr::eq(gone, &ben) { &ada } else { &ben };
    says(other, "is away").await?;
    other.click("button[name='do'][value='stand-in']").await?;
    other.wait_for_step(step + 1).await?;
    says(other, "a bot plays for").await?;
    ensure!(overflow(other).await? == 0, "the page of a stand-in scrolls sideways");

    // A player who comes back has the seat again.
    gone.go(&invite).await?;
    gone.wait_for("#live .tray").await?;
    let start = Instant::now();
    while other.text().await?.contains("a bot plays for") {
        ensure!(start.elapsed() < SOON, "the bot still plays\n{}", other.text().await?);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }

    // All read a message of one.
    ada.ask("document.querySelector('#remark').value = 'Well met below'; document.querySelector('form.say').requestSubmit()")
        .await?;
    let heard =
        "return [...document.querySelectorAll('#talk, .talk')].some(all => all.textContent.includes('Well met below'))";
    let start = Instant::now();
    while cleo.ask(heard).await? != true {
        ensure!(start.elapsed() < SOON, "nobody hears what is said");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }

    // The choice of a reaction is next to the chronicle, where the chat is out of sight.
    ada.click(".tabs .to-react").await?;
    ada.click("#react button[value='bravo']").await?;
    let start = Instant::now();
    while cleo.ask("return document.querySelector('.told .reactions') !== null").await? != true {
        ensure!(start.elapsed() < SOON, "nobody sees how a step was taken");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }

    // To the end, by API calls, and on to the next table at one press.
    let id = invite.rsplit('/').next().context("an invitation names its table")?;
    let play = format!(
        "return (async () => {{ const table = await (await fetch('/api/v1/tables/{id}')).json(); \
           for (const [seat, moves] of Object.entries(table.state.legal)) {{ \
             await fetch('/api/v1/tables/{id}/act', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, \
               body: JSON.stringify({{ seat: Number(seat), step: table.step, action: moves[0].action }}) }}); }} return table.phase; }})()"
    );
    let start = Instant::now();
    let mut over = false;
    while !over {
        for browser in [&ada, &ben, &cleo] {
            over = browser.ask(&play).await? == "over";
        }
        ensure!(start.elapsed() < 4 * SOON, "the match does not end\n{}", ada.text().await?);
    }
    for browser in [&ada, &ben, &cleo] {
        browser.go(&invite).await?;
        browser.wait_for(".ending").await?;
    }
    let old = ada.url().await?;
    ada.click("form[action$='/rematch'] button").await?;
    let start = Instant::now();
    for browser in [&ada, &ben, &cleo] {
        while browser.url().await? == old || browser.visible("#live .tray").await.unwrap_or(None).is_none() {
            ensure!(start.elapsed() < SOON, "not everybody is at the next table\n{}", browser.text().await?);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    ensure!(ada.url().await? == ben.url().await? && ben.url().await? == cleo.url().await?, "they are at one table");
    for browser in [ada, ben, cleo, stranger] {
        browser.close().await?;
    }
    Ok(())
}
