//! Three friends race: from the cover to the lobby, each alone at a table of their own, with the
//! standings before them, to the places and the next race.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, PATIENCE};
use std::time::{Duration, Instant};

use super::{
    DESKTOP,
    agreements::{in_menu, reads},
    open, overflow,
    people::{named, until},
};

/// The narrowest phone.
const SMALL: (u32, u32) = (360, 640);

/// Waits until a browser has left this address for a table with a match; returns the new address.
async fn at_a_match(browser: &Browser, before: &str) -> Result<String> {
    let start = Instant::now();
    while browser.url().await? == before || browser.visible("#live .tray").await.unwrap_or(None).is_none() {
        ensure!(start.elapsed() < PATIENCE, "nothing leads to a match\n{}", browser.text().await?);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    browser.url().await
}

/// Plays a racer's match to its end, by calls: the hero retires as soon as that is possible.
async fn play_out(browser: &Browser, address: &str) -> Result<()> {
    let id = address.rsplit('/').next().context("an address ends with the id")?;
    let act = format!(
        "return (async () => {{ const table = await (await fetch('/api/v1/tables/{id}')).json(); \
           const moves = table.state.legal['0'] ?? [], action = (moves.find(one => one.action.type === 'retire') ?? moves[0])?.action; \
           if (action) await fetch('/api/v1/tables/{id}/act', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, \
             body: JSON.stringify({{ seat: 0, step: table.step, action }}) }}); return table.phase; }})()"
    );
    let start = Instant::now();
    while browser.ask(&act).await? != "over" {
        ensure!(start.elapsed() < 2 * PATIENCE, "the match does not end\n{}", browser.text().await?);
    }
    Ok(())
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn three_friends_race_see_how_far_all_are_and_race_again() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let (ada, ben) = (driver.browser(DESKTOP, true).await?, driver.browser(SMALL, true).await?);
    let cleo = driver.browser(DESKTOP, true).await?;
    let all = [&ada, &ben, &cleo];
    for (browser, name) in all.into_iter().zip(["Ada", "Ben", "Cleo"]) {
        named(&hall, browser, name).await?;
    }
    ada.go(&hall.address).await?;
    ada.click("button[formaction='/friends'][value='crimsonbranch']").await?;
    reads(&ada, "A race: everybody plays alone").await?;
    let link = ada.attribute("input#invite", "value").await?.context("a lobby has an invitation")?;
    for (friend, name) in [(&ben, "Ben"), (&cleo, "Cleo")] {
        friend.go(&link).await?;
        friend.click("button[name='do'][value='take']").await?;
        reads(&ada, name).await?;
        ensure!(overflow(friend).await? == 0, "the lobby scrolls sideways for {name}");
    }
    ada.click("form[action$='/start'] button").await?;
    let race = ada.url().await?;
    let mut tables = Vec::new();
    for friend in all {
        tables.push(at_a_match(friend, &race).await?);
        ensure!(overflow(friend).await? == 0, "a racer's table scrolls sideways");
    }
    ensure!(tables[0] != tables[1] && tables[1] != tables[2], "two play at one table: {tables:?}");

    // Ben looks at the standings on his phone while Ada plays on; Cleo has them at her table.
    in_menu(&ben, &[&format!("a[href='{}']", race.trim_start_matches(&hall.address))]).await?;
    ben.wait_for("#standings").await?;
    while ada.step().await? < 2 {
        ada.play_a_move().await?;
    }
    reads(&ben, "2 decisions").await?;
    ensure!(overflow(&ben).await? == 0, "the standings scroll sideways");
    until(&cleo, "document.querySelectorAll('.racers li').length === 3").await?;

    // Nobody sees the match of another, and a racer may leave.
    cleo.go(&tables[0]).await?;
    reads(&cleo, "opens to the others when the race is over").await?;
    cleo.go(&tables[2]).await?;
    in_menu(&cleo, &["#leave summary", "#leave button"]).await?;
    reads(&ben, "Has left").await?;

    // The end of a match leads back to the race, and the end of all to the places.
    play_out(&ada, &tables[0]).await?;
    ada.wait_for(".ending").await?;
    ada.click(".nexts a[data-main]").await?;
    reads(&ada, "Your match is over").await?;
    play_out(&ben, &tables[1]).await?;
    for friend in [&ada, &ben] {
        reads(friend, "The race is over. Your place: ").await?;
        ensure!(overflow(friend).await? == 0, "the places scroll sideways");
    }
    until(&ada, "document.querySelectorAll('.tries a').length === 3").await?;
    cleo.go(&race).await?;
    reads(&cleo, "Your place: 3 of 3").await?;
    cleo.go(&tables[0]).await?;
    cleo.wait_for(".ending").await?;

    // The next race takes all three along, each to their own table.
    cleo.go(&race).await?;
    cleo.wait_for("form[action$='/rematch'] button").await?;
    ada.click("form[action$='/rematch'] button").await?;
    for friend in all {
        let own = at_a_match(friend, &race).await?;
        ensure!(!tables.contains(&own), "the next race has tables of its own");
        tables.push(own);
    }
    for friend in [ada, ben, cleo] {
        friend.close().await?;
    }
    Ok(())
}
