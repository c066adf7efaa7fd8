//! Clocks: on both pages the same clock runs, that of the player in turn, and a player who has
//! moved gets time back.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, PATIENCE};
use serde::Deserialize;
use std::time::{Duration, Instant};

use super::{DESKTOP, PHONE, open, set_up};

/// The least time for which a clock is watched: more than two of its seconds.
const WATCHED: Duration = Duration::from_secs(3);

/// A clock on a page.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
struct Clock {
    /// `clock-` and the seat.
    id: String,
    running: bool,
    own: bool,
    seconds: i64,
}

/// The clocks on a page, by seat.
async fn clocks(browser: &Browser) -> Result<Vec<Clock>> {
    let read = "return [...document.querySelectorAll('#live .clock')].map(clock => {
        const [minutes, seconds] = clock.querySelector('.face').textContent.split(':').map(Number);
        return {
            id: clock.dataset.bit, running: clock.classList.contains('running'), own: 'own' in clock.dataset,
            seconds: 60 * minutes + seconds,
        };
    })";
    let mut clocks: Vec<Clock> = serde_json::from_value(browser.ask(read).await?)?;
    clocks.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(clocks)
}

/// The clock that runs; no other clock does.
fn running(clocks: &[Clock]) -> Result<&Clock> {
    let mut all = clocks.iter().filter(|clock| clock.running);
    let first = all.next().with_context(|| format!("no clock runs: {clocks:?}"))?;
    ensure!(all.next().is_none(), "two clocks run: {clocks:?}");
    Ok(first)
}

/// The seconds that a clock can have shown since then.
fn seconds(since: Instant) -> i64 {
    i64::try_from(since.elapsed().as_secs()).unwrap_or(i64::MAX) + 1
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn the_clock_of_whoever_is_in_turn_runs_on_both_pages() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let (ada, ben) = (driver.browser(DESKTOP, true).await?, driver.browser(PHONE, true).await?);
    set_up(&hall, &ada, "accursed-tomb", 2).await?;
    ada.choose("select[name='pace']", "brisk").await?;
    ada.click("form[action='/tables'] button.primary").await?;
    ada.wait_for("input#invite").await?;
    ben.go(&ada.url().await?).await?;
    ben.click("button[name='do'][value='take']").await?;
    ada.click("form[action$='/start'] button").await?;
    for browser in [&ada, &ben] {
        browser.wait_for("#live .clock.running").await?;
    }

    let watched = Instant::now();
    let before = [clocks(&ada).await?, clocks(&ben).await?];
    tokio::time::sleep(WATCHED).await;
    let after = [clocks(&ada).await?, clocks(&ben).await?];
    let at_most = seconds(watched);
    let moving = Instant::now();
    let first = running(&before[0])?.id.clone();
    for (before, after) in before.iter().zip(&after) {
        ensure!(before.len() == 2 && before[0].seconds <= 180, "each has three minutes: {before:?}");
        for (then, now) in before.iter().zip(after) {
            let passed = then.seconds - now.seconds;
            let expected = if then.id == first { 2..=at_most } else { 0..=0 };
            ensure!(expected.contains(&passed), "{passed} seconds passed on {then:?}");
        }
    }
    let owns = [&after[0], &after[1]].map(|clocks| clocks.iter().any(|clock| clock.own));
    ensure!(owns[0] != owns[1], "it is the own clock of one of them: {after:?}");

    // The player in turn moves until it is the other's turn.
    let start = Instant::now();
    let last = loop {
        let now = [clocks(&ada).await?, clocks(&ben).await?];
        let ids = [running(&now[0])?.id.clone(), running(&now[1])?.id.clone()];
        if ids[0] == ids[1] && ids[0] != first {
            break now;
        }
        ensure!(start.elapsed() < PATIENCE, "the other is never in turn: {now:?}");
        if !ada.try_a_move().await? && !ben.try_a_move().await? {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    for (before, after) in after.iter().zip(&last) {
        let of = |clocks: &[Clock]| clocks.iter().find(|clock| clock.id == first).cloned();
        let (then, now) = (of(before), of(after).context("the clock of whoever has moved")?);
        let then = then.context("the clock of whoever is to move")?;
        let least = 180.min(then.seconds + 10 - seconds(moving));
        ensure!(!now.running && now.seconds >= least, "ten seconds come back with each step: {then:?}, then {now:?}");
    }
    ada.close().await?;
    ben.close().await
}
