//! The actions of players, in each engine: a match of each game from the front page, a lobby of two
//! with chat, an ending and its replay, a server restart. `cargo xtask test` finds the engines;
//! WebKitGTK needs a display.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use browser_tests::{Browser, Driver, Engine, Hall, PATIENCE};
use tempfile::TempDir;

use super::{DESKTOP, overflow, set_up};

const GAMES: [&str; 5] = ["rogue-ascension", "accursed-tomb", "gloombah", "dungeon-rummy", "crimsonbranch"];
/// The number of moves in a match of each game.
const MOVES: usize = 10;
/// The most moves that are taken back.
const MOST_TAKEN_BACK: usize = 3;
/// The number of looks for which a press may lead to a move before the next one.
const BREATHS: usize = 30;
const BREATH: Duration = Duration::from_millis(50);

/// Records the errors of the page's script from now on; the page has been set up once already, and
/// is set up again.
const LISTEN: &str = "window.failures ??= (addEventListener('error', event => failures.push(event.message)), \
    addEventListener('unhandledrejection', event => failures.push(String(event.reason))), []); \
    try { dress(); } catch (error) { failures.push(String(error)); } return failures.join('\\n')";
const HEARD: &str = "return (window.failures ?? ['the page was loaded anew']).join('\\n')";

async fn listen(browser: &Browser) -> Result<()> {
    let failed = browser.ask(LISTEN).await?;
    ensure!(failed == "", "the script fails on {}: {failed}", browser.url().await?);
    Ok(())
}

async fn check(browser: &Browser) -> Result<()> {
    let failed = browser.ask(HEARD).await?;
    ensure!(failed == "", "the script fails on {}: {failed}", browser.url().await?);
    Ok(())
}

/// Begins a match of a game with one click on the front page.
async fn begin(browser: &Browser, hall: &Hall, game: &str) -> Result<()> {
    browser.go(&hall.address).await?;
    browser.wait_for(".covers").await?;
    ensure!(overflow(browser).await? == 0, "the front page scrolls sideways");
    browser.click(&format!("form[action='/play']:has([value='{game}']) button")).await?;
    browser.wait_for("#live .tray").await?;
    listen(browser).await
}

/// Waits for a moment until the table has another step than this; a player in a hurry does not
/// watch the animation.
async fn leaves_step(browser: &Browser, step: usize) -> Result<bool> {
    for _ in 0..BREATHS {
        browser.ask("if (typeof finish === 'function') finish()").await?;
        if browser.step().await? != step {
            return Ok(true);
        }
        tokio::time::sleep(BREATH).await;
    }
    Ok(false)
}

/// Makes a move, with as many presses as it needs.
async fn make_a_move(browser: &Browser) -> Result<()> {
    let (step, start) = (browser.step().await?, Instant::now());
    while browser.step().await? == step && !browser.is_over().await? {
        ensure!(start.elapsed() < PATIENCE * 2, "no press leads to a move\n{}", browser.text().await?);
        browser.press().await?;
        leaves_step(browser, step).await?;
    }
    Ok(())
}

/// While a piece travels, presses reach the elements of the page.
async fn presses_reach_the_page_while_a_piece_travels(browser: &Browser) -> Result<()> {
    let travel = "if (!document.startViewTransition) return 'none'; \
        const piece = document.querySelector('#live [data-piece]'), button = [...document.querySelectorAll('.tray button')].find(one => one.offsetParent); \
        if (!button) return 'nothing to press'; \
        piece.style.viewTransitionName = 'p-tested'; \
        document.documentElement.style.setProperty('--t', '3s'); \
        const transition = document.startViewTransition(() => {}); \
        return transition.ready.then(() => new Promise(done => setTimeout(done, 200))).then(() => { \
          const box = button.getBoundingClientRect(); \
          const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2); \
          transition.skipTransition(); piece.style.viewTransitionName = ''; document.documentElement.style.removeProperty('--t'); \
          return button.contains(there) ? 'reached' : there.outerHTML.slice(0, 80); })";
    let reached = browser.ask(travel).await?;
    ensure!(reached == "reached" || reached == "none", "a press reaches {reached}");
    Ok(())
}

/// Takes the last move back if that is allowed now; returns whether it was. Bots may move before
/// the press arrives.
async fn take_back(browser: &Browser) -> Result<bool> {
    const UNDO: &str = "#live button[data-undo]";
    if browser.is_over().await? {
        return Ok(false);
    }
    let (step, start) = (browser.step().await?, Instant::now());
    while let Some(button) = browser.visible(UNDO).await? {
        // A press during an animation ends that, and does no more.
        if button.click().await.is_ok() && leaves_step(browser, step).await? {
            break;
        }
        ensure!(start.elapsed() < PATIENCE, "step {step} is not taken back\n{}", browser.text().await?);
    }
    Ok(browser.step().await? < step)
}

async fn play_a_match_of_each_game(browser: &Browser, hall: &Hall) -> Result<()> {
    let mut taken_back = 0;
    for game in GAMES {
        begin(browser, hall, game).await?;
        if game == "rogue-ascension" {
            presses_reach_the_page_while_a_piece_travels(browser).await?;
        }
        for _ in 0..MOVES {
            if browser.is_over().await? {
                break;
            }
            make_a_move(browser).await?;
            if taken_back < MOST_TAKEN_BACK && take_back(browser).await? {
                taken_back += 1;
                make_a_move(browser).await?;
            }
        }
        let made = browser.step().await?;
        ensure!(made >= MOVES || browser.is_over().await?, "{game}: {made} moves were made");
        check(browser).await?;
    }
    ensure!(taken_back > 0, "no move could be taken back");
    Ok(())
}

/// Two visitors meet in a lobby, chat, play to the end and look at the replay.
async fn meet(hall: &Hall, ada: &Browser, ben: &Browser) -> Result<()> {
    set_up(hall, ada, "rogue-ascension", 2).await?;
    ada.fill("input[name='opt.fight_round_limit']", "1").await?;
    ada.click("form[action='/tables'] button.primary").await?;
    ada.wait_for("input#invite").await?;
    let table = ada.url().await?;
    ben.go(&table).await?;
    ben.click("button[name='do'][value='take']").await?;
    ben.wait_for("#live button[name='do'][value='leave']").await?;
    listen(ada).await?;
    listen(ben).await?;
    ben.fill("#talk .say input[name='text']", "Is anybody down there?").await?;
    ben.click("#talk .say button").await?;
    let start = Instant::now();
    while !ada.text().await?.contains("Is anybody down there?") {
        ensure!(start.elapsed() < PATIENCE, "the remark does not arrive\n{}", ada.text().await?);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    ada.click("form[action$='/start'] button").await?;
    for browser in [ada, ben] {
        browser.wait_for("#live .tray").await?;
    }
    let mut last = Instant::now();
    while !ada.is_over().await? || !ben.is_over().await? {
        if ada.try_a_move().await? || ben.try_a_move().await? {
            last = Instant::now();
        }
        ensure!(last.elapsed() < PATIENCE, "nobody can move\n{}\n{}", ada.text().await?, ben.text().await?);
    }
    check(ada).await?;
    check(ben).await?;
    let replay = table.replace("/tables/", "/replays/");
    ada.go(&format!("{replay}?at=1")).await?;
    ada.wait_for("a[data-key='ArrowRight']").await?;
    listen(ada).await?;
    ada.click("a[data-key='ArrowRight']").await?;
    let start = Instant::now();
    while !ada.url().await?.ends_with("at=2") {
        ensure!(start.elapsed() < PATIENCE, "the replay stays at {}", ada.url().await?);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    check(ada).await
}

/// A page recovers by itself after the server was away.
async fn outlive_a_restart(hall: Hall, data: &TempDir, browser: &Browser) -> Result<Hall> {
    begin(browser, &hall, "rogue-ascension").await?;
    let hall = hall.restart(data.path())?;
    let start = Instant::now();
    let back = "return document.querySelector('#offline').hidden";
    make_a_move(browser).await?;
    while browser.ask(back).await? != true {
        ensure!(start.elapsed() < PATIENCE * 2, "the page does not come back\n{}", browser.text().await?);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    check(browser).await?;
    Ok(hall)
}

/// A server without pauses, and the driver of an engine.
fn open(engine: Engine) -> Result<(TempDir, Hall, Driver)> {
    let data = TempDir::new()?;
    let hall = Hall::open_at_pace(data.path(), 0)?;
    Ok((data, hall, Driver::of(engine)?))
}

/// The tests of an engine, in a module of its name.
macro_rules! tests {
    ($module:ident, $engine:expr) => {
        mod $module {
            use super::*;

            #[tokio::test]
            #[ignore = "needs an engine: cargo xtask test"]
            async fn plays_a_match_of_each_game() -> Result<()> {
                let (_data, hall, driver) = open($engine)?;
                let ada = driver.browser_with_motion(DESKTOP).await?;
                play_a_match_of_each_game(&ada, &hall).await?;
                ada.close().await
            }

            #[tokio::test]
            #[ignore = "needs an engine: cargo xtask test"]
            async fn two_meet_talk_play_and_look_back() -> Result<()> {
                let (_data, hall, driver) = open($engine)?;
                let (ada, ben) = (driver.browser(DESKTOP, true).await?, driver.browser(DESKTOP, true).await?);
                meet(&hall, &ada, &ben).await?;
                ada.close().await?;
                ben.close().await
            }

            #[tokio::test]
            #[ignore = "needs an engine: cargo xtask test"]
            async fn comes_back_after_a_restart() -> Result<()> {
                let (data, hall, driver) = open($engine)?;
                let ada = driver.browser(DESKTOP, true).await?;
                let _hall = outlive_a_restart(hall, &data, &ada).await?;
                ada.close().await
            }
        }
    };
}

tests!(chromium, Engine::Chromium);
tests!(firefox, Engine::Firefox);
tests!(webkit, Engine::WebKit);
