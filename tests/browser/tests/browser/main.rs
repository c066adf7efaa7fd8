//! The server as players meet it: in a browser, alone and together, with scripts and without,
//! through a power cut.

mod agreements;
mod bargains;
mod clocks;
mod daily;
mod engines;
mod evening;
mod forced;
mod friends;
mod goals;
mod groups;
mod hall_pages;
mod hot_seat;
mod ids;
mod invitations;
mod lanes;
mod leaving;
mod lines;
mod moments;
mod offline;
mod pages;
mod paths;
mod people;
mod phone;
mod race;
mod reach;
mod rest;
mod rummy;
mod sound;
mod tray;

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, Driver, Hall, PATIENCE};
use std::time::Instant;
use tempfile::TempDir;

const DESKTOP: (u32, u32) = (1280, 800);
const PHONE: (u32, u32) = (390, 844);

fn open() -> Result<(TempDir, Hall, Driver)> {
    let data = TempDir::new()?;
    let hall = Hall::open(data.path())?;
    Ok((data, hall, Driver::start()?))
}

/// Begins a match against bots from the front page, with one press.
async fn play_alone(hall: &Hall, browser: &Browser) -> Result<()> {
    browser.go(&hall.address).await?;
    browser.click("form[action='/play'] button").await?;
    browser.wait_for("#live .tray").await
}

async fn play_to_the_end(browser: &Browser) -> Result<usize> {
    while !browser.is_over().await? {
        browser.play_a_move().await?;
    }
    browser.step().await
}

/// Opens the form for a table of this many people, the first of whom sits at this browser. The
/// caller makes the other choices.
async fn set_up(hall: &Hall, host: &Browser, game: &str, seats: usize) -> Result<()> {
    host.go(&format!("{}/games/{game}", hall.address)).await?;
    host.click("details.setup summary").await?;
    host.click(&format!(".segments label:has([value='{seats}'])")).await?;
    for seat in 1..seats {
        host.choose(&format!("select[name='seat{seat}']"), "open").await?;
    }
    Ok(())
}

/// Sideways scrolling, in pixels.
async fn overflow(browser: &Browser) -> Result<i64> {
    let width = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    browser.ask(width).await?.as_i64().context("a width is a number")
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_guest_plays_alone_to_the_end_and_checks_the_dice() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, true).await?;
    play_alone(&hall, &browser).await?;
    let table = browser.url().await?;
    ensure!(table.contains("/tables/"), "one click leads to a table, not to {table}");

    let steps = play_to_the_end(&browser).await?;
    ensure!(steps > 3, "a match of {steps} steps");
    let end = browser.text().await?;
    ensure!(end.contains("Floors climbed"), "the end says how far it went\n{end}");

    browser.go(&format!("{table}/verify")).await?;
    let verdict = browser.text().await?;
    ensure!(verdict.contains(&steps.to_string()), "the verification counts {steps} steps\n{verdict}");
    ensure!(verdict.contains("that this browser chose is among them"), "the share was drawn here\n{verdict}");
    browser.go(&format!("{}?at=2", table.replace("/tables/", "/replays/"))).await?;
    ensure!(browser.text().await?.contains("Floor"), "the replay shows the tower");
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn without_scripts_all_of_it_works_by_forms() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, false).await?;
    play_alone(&hall, &browser).await?;
    let steps = play_to_the_end(&browser).await?;
    ensure!(steps > 3, "a match of {steps} steps");
    browser.rematch().await?;
    ensure!(!browser.is_over().await?, "a new match has begun");
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn two_friends_play_one_match_and_see_each_others_moves() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let ada = driver.browser(DESKTOP, true).await?;
    let ben = driver.browser(PHONE, true).await?;

    set_up(&hall, &ada, "rogue-ascension", 2).await?;
    // A fight longer than two rounds is lost: that keeps the match short.
    ada.fill("input[name='opt.fight_round_limit']", "2").await?;
    ada.click("form[action='/tables'] button.primary").await?;
    ada.click("input#invite").await?;
    let invite = ada.attribute("input#invite", "value").await?.context("a lobby has an invitation")?;

    ben.go(&invite).await?;
    ben.click("button[name='do'][value='take']").await?;
    ada.click("form[action$='/start'] button").await?;
    for browser in [&ada, &ben] {
        browser.wait_for("#live .tray").await?;
    }

    let (mut seen, mut last) = (0, Instant::now());
    while !ada.is_over().await? || !ben.is_over().await? {
        let step = ada.step().await?.max(ben.step().await?);
        ada.wait_for_step(step).await?;
        ben.wait_for_step(step).await?;
        // The player in turn moves, and the other sees it without any action.
        if ada.try_a_move().await? || ben.try_a_move().await? {
            (seen, last) = (seen + 1, Instant::now());
        }
        ensure!(last.elapsed() < PATIENCE, "nobody can move\n{}\n{}", ada.text().await?, ben.text().await?);
        ensure!(overflow(&ben).await? == 0, "the phone scrolls sideways at step {step}");
    }
    ensure!(seen >= 3 && ada.step().await? == ben.step().await?, "both have seen {seen} moves");
    ada.close().await?;
    ben.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn the_lobby_becomes_a_table_for_host_guest_and_watcher() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let host = driver.browser(DESKTOP, true).await?;
    set_up(&hall, &host, "accursed-tomb", 2).await?;
    host.click("form[action='/tables'] button.primary").await?;
    host.wait_for("input#invite").await?;
    let table = host.url().await?;
    let (guest, onlooker) = (driver.browser(PHONE, true).await?, driver.browser(DESKTOP, true).await?);
    guest.go(&table).await?;
    guest.click("button[name='do'][value='take']").await?;
    onlooker.go(&table).await?;
    host.click("form[action$='/start'] button").await?;

    let layout = "const box = document.querySelector('#live .mid').getBoundingClientRect(); \
                  return [document.body.className, Math.round(box.left), Math.round(box.width)]";
    for (who, browser) in [("host", &host), ("guest", &guest), ("onlooker", &onlooker)] {
        browser.wait_for("#live .tray").await?;
        let swapped = browser.ask(layout).await?;
        browser.go(&table).await?;
        browser.wait_for("#live .tray").await?;
        let loaded = browser.ask(layout).await?;
        ensure!(swapped == loaded, "the {who} sees {swapped} until a reload, and then {loaded}");
    }
    for browser in [host, guest, onlooker] {
        browser.close().await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_table_survives_a_power_cut_in_mid_fight() -> Result<()> {
    let (data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, true).await?;
    play_alone(&hall, &browser).await?;
    while browser.visible("[data-piece='enemy']").await?.is_none() {
        browser.play_a_move().await?;
        if browser.is_over().await? {
            browser.rematch().await?;
        }
    }
    let (step, table) = (browser.step().await?, browser.url().await?);
    let board = "return document.querySelector('#part-stage').innerText";
    let before = browser.ask(board).await?;
    let old = hall.address.clone();
    hall.kill();

    let hall = Hall::open(data.path())?;
    browser.go(&table.replace(&old, &hall.address)).await?;
    ensure!(browser.step().await? == step, "the table is at step {step} again");
    ensure!(browser.ask(board).await? == before, "and looks the same");
    browser.play_a_move().await?;
    ensure!(browser.step().await? > step || browser.is_over().await?, "it goes on by a step");
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn on_a_slow_line_nothing_that_bots_do_is_missed() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(PHONE, true).await?;
    browser.go(&format!("{}/games/accursed-tomb", hall.address)).await?;
    browser.click("form[action='/play'] button").await?;
    browser.wait_for("#live .tray").await?;
    // Every answer takes longer than a bot does.
    browser
        .ask(
            "const quick = fetch;
             window.fetch = async (...all) => { const answer = await quick(...all); await new Promise(done => setTimeout(done, 900)); return answer; };",
        )
        .await?;
    for _ in 0..3 {
        browser.play_a_move().await?;
        // The bots move too, and then it is the player's turn again.
        browser.wait_for("#live[data-turn], #live .ending").await?;
        if browser.is_over().await? {
            break;
        }
    }
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn the_keyboard_alone_is_enough() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, true).await?;
    play_alone(&hall, &browser).await?;
    let space = "document.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', code: 'Space', bubbles: true }))";
    browser.ask(space).await?;
    browser.wait_for_step(1).await?;
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn chronicle_is_one_stop_and_arrows_walk_in_it() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, true).await?;
    play_alone(&hall, &browser).await?;
    for _ in 0..3 {
        browser.play_a_move().await?;
    }
    let stops = "const log = document.querySelector('.chronicle .scroll'); \
                 return [log, ...log.querySelectorAll('*')].filter(one => one.tabIndex >= 0 && one.offsetParent).length";
    ensure!(browser.ask(stops).await? == 1, "the chronicle has {} stops", browser.ask(stops).await?);
    let walk = "const log = document.querySelector('.chronicle .scroll'); \
                const press = key => { document.dispatchEvent(new KeyboardEvent('keydown', { key })); return document.activeElement; }; \
                log.focus(); \
                const [newest, before, again] = [press('ArrowUp'), press('ArrowUp'), press('ArrowDown')]; \
                return newest !== log && log.contains(before) && newest !== before && newest === again";
    ensure!(browser.ask(walk).await? == true, "arrows do not walk from entry to entry");
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn after_each_step_the_focus_is_on_a_choice() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, true).await?;
    play_alone(&hall, &browser).await?;
    // Presses a choice of the tray as Enter does; the last one, so that the game shows something.
    let press = "const all = [...document.querySelectorAll('.tray [data-main], .tray button.move')].filter(b => b.offsetParent); \
                 const fallback = [...document.querySelectorAll('.can > button.face')].filter(b => b.offsetParent); \
                 const button = all[0] ?? fallback[0]; \
                 if (!button) return false; \
                 button.focus(); button.click(); return true";
    let focus = "const here = document.activeElement; \
                 const twins = [...document.querySelectorAll('.tray button')].filter(b => b.offsetParent && b.value && b.value === here.value); \
                 const choices = [...document.querySelectorAll('.tray button.move, .can > button.face')].filter(b => b.offsetParent); \
                 return { lost: here === document.body, left: !here.closest('.tray') && twins.length > 0, \
                          choices: choices.length, main: !!document.querySelector('.tray [data-main]') }";
    let mut without_main = 0;
    for _ in 0..400 {
        if browser.is_over().await? {
            if without_main > 0 {
                break;
            }
            browser.rematch().await?;
        }
        let step = browser.step().await?;
        ensure!(browser.ask(press).await? == true, "nothing to do\n{}", browser.text().await?);
        let start = Instant::now();
        while browser.step().await? <= step && !browser.is_over().await? {
            ensure!(start.elapsed() < PATIENCE, "step {step} is not followed\n{}", browser.text().await?);
            // In one script: the step may arrive between a look and a click.
            browser.ask("document.querySelector('#live .confirm button.move')?.click()").await?;
        }
        let now = browser.ask(focus).await?;
        ensure!(now["lost"] == false, "the focus is lost after step {step}: {now}\n{}", browser.text().await?);
        ensure!(now["left"] == false, "the focus has left the tray after step {step}\n{}", browser.text().await?);
        without_main += usize::from(now["main"] == false && now["choices"].as_u64() > Some(0));
    }
    ensure!(without_main > 0, "there was no choice without a large button");
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_hint_marks_a_move_and_says_what_each_is_worth() -> Result<()> {
    let (_data, hall, driver) = open()?;
    for (window, scripts) in [(PHONE, true), (DESKTOP, false)] {
        let browser = driver.browser(window, scripts).await?;
        play_alone(&hall, &browser).await?;
        while browser.visible("form[action$='/hint'] button").await?.is_none() {
            browser.play_a_move().await?;
            if browser.is_over().await? {
                browser.rematch().await?;
            }
        }
        let step = browser.step().await?;
        if scripts {
            browser.ask("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', bubbles: true }))").await?;
        } else {
            browser.click("form[action$='/hint'] button").await?;
        }
        browser.wait_for(".hinting").await?;
        let (text, moves) = (browser.text().await?, "#live .tray button.move:not(:has(> .worth))");
        ensure!(text.contains("Hint: ") && text.contains("worth "), "the hint says what it is worth\n{text}");
        ensure!(browser.visible(moves).await?.is_none(), "each choice says what it is worth\n{text}");
        ensure!(browser.step().await? == step, "a hint is no move");
        ensure!(overflow(&browser).await? == 0, "the hint makes the page scroll sideways");
        browser.click("#hint").await?;
        browser.wait_for("#weighed li.best").await?;
        browser.click("#hint").await?;
        ensure!(browser.visible("#weighed").await?.is_none(), "a second press does not close the list");
        browser.click("#live button[name='action']:has(.best)").await?;
        browser.wait_for_step(step + 1).await?;
        ensure!(browser.visible(".hinting").await?.is_none(), "after the move the hint is gone");
        browser.close().await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_phone_never_scrolls_sideways() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(PHONE, true).await?;
    for page in ["/", "/games/rogue-ascension", "/me", "/tables/nothing-here"] {
        browser.go(&format!("{}{page}", hall.address)).await?;
        ensure!(overflow(&browser).await? == 0, "{page} scrolls sideways");
    }
    browser.go(&format!("{}/games/gloombah", hall.address)).await?;
    browser.click("details.setup summary").await?;
    let narrowest = "return Math.min(...[...document.querySelectorAll('.setup select')].filter(one => one.offsetParent).map(one => one.offsetWidth))";
    let width = browser.ask(narrowest).await?.as_f64().context("there are lists to choose from")?;
    ensure!(width > 150.0 && overflow(&browser).await? == 0, "a list is {width} pixels wide");
    play_alone(&hall, &browser).await?;
    play_to_the_end(&browser).await?;
    ensure!(overflow(&browser).await? == 0, "the end scrolls sideways");
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_phone_keeps_whose_turn_it_is_clear_of_the_tools() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(PHONE, true).await?;
    for game in ["rogue-ascension", "accursed-tomb", "gloombah", "dungeon-rummy", "crimsonbranch"] {
        browser.go(&hall.address).await?;
        browser.click(&format!("form[action='/play']:has([value='{game}']) button")).await?;
        browser.wait_for("#live .head .yours").await?;
        let room = "const at = css => document.querySelector(`#live .head ${css}`).getBoundingClientRect(); \
                    return Math.round(at('.tools').left - at('.yours').right)";
        let room = browser.ask(room).await?.as_i64().context("a width is a number")?;
        ensure!(room >= 0, "{game}: whose turn it is lies {} pixels over the tools", -room);
    }
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_phone_shows_the_whole_board_above_the_choices() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(PHONE, true).await?;
    browser.go(&format!("{}/games/accursed-tomb", hall.address)).await?;
    browser.click("details.setup summary").await?;
    browser.click(".segments label:has([value='4'])").await?;
    browser.click("form[action='/tables'] button.primary").await?;
    browser.wait_for("#live .board").await?;
    let hidden = "const at = css => document.querySelector(css).getBoundingClientRect(); \
                  return Math.round(at('.board').bottom - at('#part-tray').top)";
    let hidden = browser.ask(hidden).await?.as_i64().context("a height is a number")?;
    ensure!(hidden <= 0, "{hidden} pixels of the board lie behind the choices");
    browser.close().await
}
