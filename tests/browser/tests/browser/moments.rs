//! The page animates a step in its order, and no player has to wait for it.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use browser_tests::{Browser, PATIENCE};
use serde_json::Value;

use super::{DESKTOP, open};

/// Notes when dice fall, and when anything changes that could reveal their values: numbers, the
/// chronicle, the text for screen readers, the title.
const NOTES: &str = "window.notes = []; \
    const note = (what, who) => notes.push({ what, who, at: performance.now() }); \
    new MutationObserver(changes => { \
      for (const { type, target, attributeName, addedNodes } of changes) { \
        const element = target.nodeType === 1 ? target : target.parentElement; \
        if (!element) continue; \
        if (type === 'attributes' && attributeName === 'style' && element.matches('.roll [data-piece]') && element.style.visibility === '') note('die', element.dataset.piece); \
        if (element.closest('.float')) continue; \
        if ([...addedNodes].some(added => added.matches?.('.float'))) note('float', ''); \
        if (type === 'attributes' && attributeName === 'data-num') note('number', element.dataset.key); \
        if (type === 'attributes' && attributeName === 'data-step' && element.id === 'live') note('step', element.dataset.step); \
        if (type === 'childList' && element.closest('.chapters')) note('chronicle', ''); \
        if (type === 'childList' && element.id === 'said') note('said', element.textContent); \
        if (element.closest('title')) note('title', document.title); \
      } \
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['style', 'data-num', 'data-step'] });";

/// Presses the large button or any choice, with the script's own click; returns `false` if there is
/// none.
const PRESS: &str = "const all = [...document.querySelectorAll('.confirm button.move, .tray [data-main], .tray button.move, .can > button.face')]; \
    const button = all.find(one => one.offsetParent && (one.name === 'action' || one.name === 'confirm')); \
    window.notes = []; window.pressedAt = performance.now(); \
    if (button) button.click(); \
    return Boolean(button)";

/// A climb with its notes.
async fn climb(browser: &Browser, address: &str) -> Result<()> {
    browser.go(address).await?;
    browser.click("form[action='/play'] button").await?;
    browser.wait_for("#live .tray").await?;
    browser.ask(NOTES).await?;
    Ok(())
}

fn times(notes: &Value, what: &str) -> Vec<f64> {
    let all = notes.as_array().into_iter().flatten();
    all.filter(|note| note["what"] == what).filter_map(|note| note["at"].as_f64()).collect()
}

/// Plays until a step with dice has been animated to its end, and returns its notes. `meanwhile`
/// runs when its dice fall: if it returns anything but true, it came too late, and another throw
/// follows.
async fn a_throw(browser: &Browser, meanwhile: Option<&str>) -> Result<Value> {
    for _ in 0..60 {
        let step = browser.step().await?;
        ensure!(browser.ask(PRESS).await? == true, "nothing to do\n{}", browser.text().await?);
        let mut done = meanwhile.is_none();
        loop {
            let notes = browser.ask("return notes").await?;
            let fallen = !times(&notes, "die").is_empty();
            if let Some(script) = meanwhile.filter(|_| fallen && !done) {
                done = browser.ask(script).await? == true;
            }
            if !times(&notes, "step").is_empty() {
                if fallen && done {
                    return browser.ask("return notes").await;
                }
                break;
            }
            if browser.visible("#live .confirm button.move").await?.is_some() || browser.is_over().await? {
                break;
            }
        }
        if browser.is_over().await? {
            browser.rematch().await?;
            browser.ask(NOTES).await?;
        }
        ensure!(browser.step().await? >= step || browser.step().await? == 0, "the match goes on");
    }
    anyhow::bail!("no dice were thrown")
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn no_number_changes_before_its_die_lies_still() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser_with_motion(DESKTOP).await?;
    climb(&browser, &hall.address).await?;
    // Dice that change no number are thrown as well. The test needs a throw that changes one, in a
    // climb with a seed of its own.
    let (mut throws, mut numbers) = (0, 0);
    while throws < 4 || (numbers == 0 && throws < 24) {
        throws += 1;
        let notes = a_throw(&browser, None).await?;
        let dice = times(&notes, "die");
        let (first, last) = (dice[0], dice[dice.len() - 1]);
        for number in times(&notes, "number") {
            ensure!(number >= first + 690.0, "a number knows what the first die shows: {notes}");
            numbers += 1;
        }
        for what in ["chronicle", "said", "title", "step"] {
            let told = times(&notes, what);
            ensure!(told.iter().all(|at| *at >= last + 490.0), "{what} knows what the dice show: {notes}");
        }
        ensure!(!times(&notes, "chronicle").is_empty() && times(&notes, "said").len() == 1, "it is told once: {notes}");
    }
    ensure!(numbers > 0, "no number changed");
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_click_or_a_key_ends_it_at_once() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser_with_motion(DESKTOP).await?;
    climb(&browser, &hall.address).await?;
    let click = "document.querySelector('.stage, [data-part=stage] *').click()";
    let key = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))";
    for end in [click, key] {
        // `current` is the running animation: it ends before the script goes on.
        let press = format!(
            "if (!current) return false; const before = live().dataset.step; {end}; \
             window.atOnce = !current && live().dataset.step !== before; return true"
        );
        let notes = a_throw(&browser, Some(&press)).await?;
        ensure!(browser.ask("return atOnce").await? == true, "it does not end at once: {notes}");
        ensure!(times(&notes, "step").len() == 1, "it ends once: {notes}");
        ensure!(browser.visible(".float").await?.is_none(), "nothing floats any more");
        // The page looks as if it were loaded now.
        let stage = "return document.querySelector('#part-stage').innerText";
        let shown = browser.ask(stage).await?;
        let (step, table) = (browser.step().await?, browser.url().await?);
        browser.go(&table).await?;
        ensure!(browser.step().await? == step && browser.ask(stage).await? == shown, "it shows {shown}");
        browser.ask(NOTES).await?;
    }
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn ended_before_its_pictures_came_it_plays_no_more() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser_with_motion(DESKTOP).await?;
    climb(&browser, &hall.address).await?;
    // The pictures of each message come late, and the player does not wait for them.
    browser
        .ask(
            "const fetched = sheets; window.late = 0; \
             sheets = async message => { await fetched(message); setTimeout(finish, 50); \
               await new Promise(done => setTimeout(done, 150)); late += 1; }",
        )
        .await?;
    let (start, mut shown) = (Instant::now(), 0);
    while shown < 4 {
        ensure!(start.elapsed() < PATIENCE, "only {shown} messages were ended");
        if browser.is_over().await? {
            browser.rematch().await?;
        }
        browser.ask("late = 0").await?;
        ensure!(browser.ask(PRESS).await? == true, "nothing to do\n{}", browser.text().await?);
        tokio::time::sleep(Duration::from_millis(500)).await;
        if browser.ask("return late").await? == 0 {
            continue;
        }
        shown += 1;
        let text = "return document.querySelector('#part-stage').innerText";
        let (there, table) = (browser.ask(text).await?, browser.url().await?);
        let whole = format!(
            "return fetch('{table}').then(answer => answer.text()).then(html => {{ \
               const part = new DOMParser().parseFromString(html, 'text/html').querySelector('#part-stage'); \
               document.querySelector('#part-stage').replaceWith(part); return part.innerText; }})"
        );
        let whole = browser.ask(&whole).await?;
        ensure!(there == whole, "the stage shows {there} instead of {whole}");
    }
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn with_no_speed_or_reduced_motion_the_end_comes_at_once() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let none = driver.browser_with_motion(DESKTOP).await?;
    let reduced = driver.browser(DESKTOP, true).await?;
    for (browser, speed) in [(none, "none"), (reduced, "normal")] {
        climb(&browser, &hall.address).await?;
        browser.ask(&format!("document.documentElement.dataset.speed = '{speed}'")).await?;
        for _ in 0..5 {
            ensure!(browser.ask(PRESS).await? == true, "nothing to do\n{}", browser.text().await?);
            let start = Instant::now();
            let notes = loop {
                let notes = browser.ask("return notes").await?;
                let asked = browser.visible("#live .confirm button.move").await?.is_some();
                if times(&notes, "step").len() == 1 || asked || browser.is_over().await? {
                    break notes;
                }
                ensure!(start.elapsed() < PATIENCE, "the step does not come: {notes}");
            };
            ensure!(times(&notes, "die").is_empty() && times(&notes, "float").is_empty(), "something moves: {notes}");
        }
        browser.close().await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_card_comes_up_before_its_dice_are_thrown() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser_with_motion(DESKTOP).await?;
    climb(&browser, &hall.address).await?;
    // Each moment, and whether what is fought is on the stage then.
    let follow = "window.course = []; document.addEventListener('moment', ({ detail, target }) => course.push({ kind: detail.kind, \
        told: [...target.querySelectorAll('.foes > :is(.intent, .speech)')].some(told => told.checkVisibility({ opacityProperty: true, visibilityProperty: true })), \
        there: Boolean(target.querySelector(\"[data-piece='enemy'], [data-piece='trap']\")) }))";
    browser.ask(follow).await?;
    for _ in 0..60 {
        browser.ask("course.length = 0").await?;
        a_throw(&browser, None).await?;
        let played = browser.ask("return course").await?;
        let all = || played.as_array().into_iter().flatten();
        let at = |kind: &str| all().position(|moment| moment["kind"] == kind);
        for dice in all().filter(|moment| moment["kind"] == "dice") {
            ensure!(dice["there"] == true, "dice are thrown at nobody: {played}");
        }
        for lift in all().filter(|moment| moment["kind"] == "lift") {
            ensure!(lift["told"] == false, "its next blow is told before it has come: {played}");
        }
        if let (Some(lift), Some(land), Some(dice)) = (at("lift"), at("land"), at("dice")) {
            ensure!(lift < land && land < dice, "the dice come before the card: {played}");
            return browser.close().await;
        }
    }
    anyhow::bail!("no card came up and rolled")
}
