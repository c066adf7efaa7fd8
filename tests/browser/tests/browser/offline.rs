//! The hall without a server, with the network cut after the first visit.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, Driver, Files, PATIENCE, undercroft};
use serde_json::Value;
use tempfile::TempDir;
use web::proof;

use super::{DESKTOP, play_to_the_end};

/// The seeds with which choices are compared, and how many positions of each: a thousand of a game.
const MATCHES: u8 = 10;
const POSITIONS: usize = 100;
/// The number of playouts for a choice.
const PLAYOUTS: u32 = 24;

/// Serves the site.
fn serve() -> Result<Files> {
    Files::serve(Path::new(&std::env::var_os("SITE").context("SITE names the folder of the site")?))
}

/// Visits the site, waits until it is stored, sets its bots to a quick pace, and cuts the network.
async fn visit_once(files: &mut Files) -> Result<(Driver, Browser)> {
    let driver = Driver::start()?;
    let browser = visit(&driver, files).await?;
    files.cut();
    Ok((driver, browser))
}

/// Visits the site with a new browser, waits until it is stored, and sets its bots to a quick pace.
async fn visit(driver: &Driver, files: &Files) -> Result<Browser> {
    let browser = driver.browser(DESKTOP, true).await?;
    browser.go(&files.address).await?;
    browser.wait_for(".cover-card").await?;
    browser.ask("return navigator.serviceWorker.ready.then(it => new Promise(done => { const check = () => it.active.state === 'activated' ? done(1) : setTimeout(check, 50); check(); }))").await?;
    let settings = "new URLSearchParams({ name: 'Ada', speed: 'none', theme: 'vault', language: 'en', bots: 'quiet' })";
    browser
        .ask(&format!("return undercroft.fetch('/me', {{ method: 'POST', body: {settings} }}).then(() => 1)"))
        .await?;
    Ok(browser)
}

/// Opens an address of the hall.
async fn open(browser: &Browser, files: &Files, path: &str) -> Result<()> {
    browser.go(&format!("{}?at={}", files.address, path.replace('/', "%2F"))).await
}

/// Begins the usual match of a game, and returns the path of its table.
async fn begin(browser: &Browser, files: &Files, game: &str) -> Result<String> {
    open(browser, files, &format!("/games/{game}")).await?;
    browser.click("form[action='/play'] button.primary, form.trial button.primary").await?;
    browser.wait_for("#live .tray").await?;
    let path = browser.ask("return undercroft.here().pathname").await?;
    Ok(path.as_str().context("a path is text")?.to_owned())
}

/// Opens the form for a table of a game.
async fn set_up(browser: &Browser, files: &Files, game: &str) -> Result<()> {
    open(browser, files, &format!("/games/{game}")).await?;
    browser.wait_for("details.setup summary").await?;
    browser.click("details.setup summary").await
}

/// The game that two people play at one device: each has a hand that the other must not see.
const FOR_TWO: &str = "dungeon-rummy";

/// Opens a table for two people at this device.
async fn begin_for_two(browser: &Browser, files: &Files) -> Result<()> {
    set_up(browser, files, FOR_TWO).await?;
    browser.click(".segments label:has([value='2'])").await?;
    browser.choose("select[name='seat1']", "me").await?;
    browser.click("details.setup button.primary").await?;
    browser.wait_for("#live .tray").await
}

/// The game whose usual match takes thousands of presses.
const LONG: &str = "crimsonbranch";

/// Begins a match of the long game that ends after a few visits.
async fn begin_short(browser: &Browser, files: &Files) -> Result<()> {
    set_up(browser, files, LONG).await?;
    browser.fill("details.setup [name='opt.max_visits']", "8").await?;
    browser.click("details.setup button.primary").await?;
    browser.wait_for("#live .tray").await
}

/// Plays for two people at one device to the end. Returns how often the device changed hands.
async fn play_for_two(browser: &Browser) -> Result<usize> {
    let mut handed = 0;
    while !browser.is_over().await? {
        match browser.visible("#live .tray a[data-main]").await? {
            Some(link) => handed += usize::from(link.click().await.is_ok()),
            None => drop(browser.try_a_move().await?),
        }
    }
    Ok(handed)
}

/// Returns the text of the file that the visitor's page saves.
async fn saved(browser: &Browser) -> Result<String> {
    let records = browser.ask("return undercroft.fetch('/me/matches.jsonl').then(it => it.text())").await?;
    Ok(records.as_str().context("records are text")?.to_owned())
}

#[tokio::test]
#[ignore = "needs a browser and the site: cargo xtask web --play"]
async fn five_games_end_without_a_network_and_verify() -> Result<()> {
    let mut files = serve()?;
    let driver = Driver::start()?;
    let browser = visit(&driver, &files).await?;
    let other = visit(&driver, &files).await?;
    files.cut();
    for game in roster::ids().into_iter().filter(|game| *game != FOR_TWO) {
        match game {
            LONG => begin_short(&browser, &files).await?,
            _ => drop(begin(&browser, &files, game).await?),
        }
        let steps = play_to_the_end(&browser).await?;
        ensure!(steps > 3, "{game}: a match of {steps} steps");
    }
    begin_for_two(&browser, &files).await?;
    let handed = play_for_two(&browser).await?;
    ensure!(handed > 2, "the device changed hands {handed} times");

    let folder = TempDir::new()?;
    let file = folder.path().join("matches.jsonl");
    std::fs::write(&file, saved(&browser).await?)?;
    let verdict = undercroft(&["verify".as_ref(), file.as_os_str()])?;
    ensure!(verdict.contains("All 5 records hold."), "{verdict}");

    // Another browser reads the file, and saves the same matches.
    open(&other, &files, "/me").await?;
    other.wait_for("#records").await?;
    other.fill("#records", file.to_str().context("the path is text")?).await?;
    other.click("form[action='/me/matches'] button").await?;
    other.wait_for(".notice").await?;
    let text = other.text().await?;
    ensure!(text.contains("5 matches added."), "{text}");
    std::fs::write(&file, saved(&other).await?)?;
    let verdict = undercroft(&["verify".as_ref(), file.as_os_str()])?;
    ensure!(verdict.contains("All 5 records hold."), "{verdict}");
    other.close().await?;
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser and the site: cargo xtask web --play"]
async fn first_move_is_chosen_before_the_hall_has_come() -> Result<()> {
    let files = serve()?;
    let driver = Driver::start()?;
    for game in ["rogue-ascension", "accursed-tomb"] {
        files.hold("undercroft.bin");
        let browser = driver.browser(DESKTOP, true).await?;
        browser.go(&files.address).await?;
        browser.wait_for(".cover-card").await?;
        browser.click(&format!(".covers button[value='{game}']")).await?;
        browser.wait_for("#live button[form='act'][name='action']").await?;
        browser.click("#live button[form='act'][name='action']").await?;
        let held = browser.ask("return [undercroft.here().pathname, document.querySelector('#coming').hidden, document.querySelector('.pressed').value]").await?;
        ensure!(held[0] == "/" && held[1] == false, "{game}: {held}");
        files.hold("");
        browser.wait_for_step(1).await?;
        let stored = browser.ask("return new Promise(done => { const open = indexedDB.open('undercroft'); open.onsuccess = () => { const all = open.result.transaction('steps').objectStore('steps').getAll(); all.onsuccess = () => done(all.result.map(kept => kept.step.action)); }; })").await?;
        let chosen: Value = serde_json::from_str(held[2].as_str().context("an action is text")?)?;
        ensure!(stored[0] == chosen, "{game}: {stored} instead of {chosen}");
        let shares = browser.ask("return Object.keys(JSON.parse(localStorage.shares)).length").await?;
        ensure!(shares == 1, "{game}: the browser drew {shares} shares");
        browser.close().await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "needs a browser and the site: cargo xtask web --play"]
async fn killed_tab_resumes_and_two_tabs_do_not_fork() -> Result<()> {
    let mut files = serve()?;
    let (_driver, browser) = visit_once(&mut files).await?;
    let table = begin(&browser, &files, "rogue-ascension").await?;
    for _ in 0..4 {
        browser.play_a_move().await?;
    }
    // The tab is killed right after a press: either the step is stored or it never was.
    let before = browser.step().await?;
    let first = browser.tab().await?;
    browser.ask("document.querySelector('#live .tray button.move')?.click(); return 1").await?;
    browser.new_tab().await?;
    open(&browser, &files, &table).await?;
    let start = Instant::now();
    while !browser.text().await.is_ok_and(|text| text.contains("another tab")) {
        ensure!(start.elapsed() < PATIENCE, "two tabs play the match\n{}", browser.text().await?);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let second = browser.tab().await?;
    browser.switch_to(&first).await?;
    browser.close_tab().await?;
    browser.switch_to(&second).await?;
    // The tab that waited takes over.
    browser.wait_for("#live .tray").await?;
    let after = browser.step().await?;
    ensure!(after >= before, "step {after} after a tab was killed at step {before}");
    play_to_the_end(&browser).await?;
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser and the site: cargo xtask web --play"]
async fn matches_and_choices_are_those_of_this_machine() -> Result<()> {
    let mut files = serve()?;
    let (_driver, browser) = visit_once(&mut files).await?;
    // The script of the worker in a frame of its own, which has the names of a page for itself.
    let frame = "{ name: 'thinker', srcdoc: '<script src=worker.js></script>' }";
    let loaded =
        "it.contentWindow.eval('ready').then(() => done(globalThis.proofs = it.contentWindow.eval('wasm_bindgen')))";
    browser.ask(&format!("return new Promise(done => {{ const it = Object.assign(document.createElement('iframe'), {frame}); it.onload = () => {loaded}; document.body.append(it); }}).then(() => 1)")).await?;
    for game in roster::ids() {
        for seed in [1, 2] {
            let there = browser.ask(&format!("return proofs.proof_record('{game}', {seed})")).await?;
            let here = proof::record(game, seed).context("there is such a game")?;
            ensure!(
                there.as_str() == Some(&here),
                "{game}: the record with seed {seed} has other bytes in the browser"
            );
        }
        for seed in 0..MATCHES {
            let asked = format!("return proofs.proof_choices('{game}', {seed}, {POSITIONS}, {PLAYOUTS})");
            let there = browser.ask(&asked).await?;
            let here = proof::choices(game, seed, POSITIONS, PLAYOUTS).context("there is such a game")?;
            let there = there.as_str().context("choices are text")?;
            ensure!(here.lines().count() == POSITIONS, "{game}, seed {seed}: too few positions");
            let other = here.lines().zip(there.lines()).position(|(here, there)| here != there);
            ensure!(other.is_none() && here == there, "{game}, seed {seed}: another choice in position {other:?}");
        }
    }
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser and the site: cargo xtask web --play"]
async fn link_opens_finished_match_in_other_browser() -> Result<()> {
    let mut files = serve()?;
    let driver = Driver::start()?;
    let browser = visit(&driver, &files).await?;
    let other = visit(&driver, &files).await?;
    files.cut();
    let table = begin(&browser, &files, "rogue-ascension").await?;
    play_to_the_end(&browser).await?;
    browser.wait_for("[data-copy-href]").await?;
    let share = format!("return undercroft.link('{}?at=2')", table.replace("/tables/", "/replays/"));
    let link = browser.ask(&share).await?.as_str().context("a link is text")?.to_owned();
    ensure!(link.starts_with(&files.address) && link.len() < 4096, "{} letters: {link}", link.len());

    other.go(&link).await?;
    other.wait_for("#live.replay[data-at='2']").await?;
    ensure!(other.text().await?.contains("Ada"), "the players keep their names\n{}", other.text().await?);
    other.click("form[action$='/retry'] button").await?;
    other.wait_for("#live:not(.replay) .tray").await?;
    ensure!(other.step().await? == 2, "the match goes on from step {}", other.step().await?);
    play_to_the_end(&other).await?;
    other.go(&format!("{}#match=1.bm90aGluZw", files.address)).await?;
    let start = Instant::now();
    while !other.text().await.is_ok_and(|text| text.contains("record")) {
        ensure!(start.elapsed() < PATIENCE, "a link without a match is opened\n{}", other.text().await?);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    other.close().await?;
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser and the site: cargo xtask web --play"]
async fn lab_page_has_the_figures_of_this_machine() -> Result<()> {
    const MATCHES: u64 = 300;
    let mut files = serve()?;
    let (_driver, browser) = visit_once(&mut files).await?;
    open(&browser, &files, "/lab%3Fgame%3Daccursed-tomb").await?;
    browser.wait_for("#lab").await?;
    let set = "const set = (name, value) => { document.querySelector(`#lab [name='${name}']`).value = value; };";
    let fill = format!(
        "set('games', {MATCHES}); set('seed', 9); set('seats', 3); set('sweep', 'retreat'); set('values', 'true,false');"
    );
    browser.ask(&format!("{set} {fill} return 1")).await?;
    browser.click("#lab button.primary").await?;
    browser.wait_for("#lab[data-done]").await?;
    let shown = "return document.querySelector('#lab-report').shadowRoot.querySelectorAll('svg').length";
    ensure!(browser.ask(shown).await?.as_u64() > Some(4), "the page has no charts");
    let figures = browser.ask("return undercroft.fetch('/lab/figures.json').then(it => it.text())").await?;
    let (title, pool) = (roster::find("accursed-tomb")?, lab::Pool::new(0)?);
    let mut expected = Vec::new();
    for retreat in [true, false] {
        let bots = vec!["normal".parse()?];
        let options = serde_json::json!({ "retreat": retreat });
        let setting = roster::Setting { options, seats: 3, bots, seed: 9, max_plies: 100_000 };
        let experiment = lab::Experiment::new(title, &setting, MATCHES)?;
        expected.push(lab::json(&experiment, &experiment.run(&pool, &lab::Unwatched, None)?, 0.0));
    }
    // As text, to the last bit: some readers of JSON round.
    let (there, here) = (figures.as_str().context("figures are text")?, serde_json::json!(expected).to_string());
    ensure!(there == here, "{there} in place of {here}");
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser and the site: cargo xtask web --play"]
async fn bench_shows_what_a_number_does_and_plays_it() -> Result<()> {
    let mut files = serve()?;
    let (_driver, browser) = visit_once(&mut files).await?;
    open(&browser, &files, "/bench%3Fgame%3Dgloombah").await?;
    browser.wait_for("#bench-list [data-key]").await?;
    let change = |number: u8| {
        format!(
            "document.querySelector('#lab [name=games]').value = 200; \
             const field = document.getElementById('sulky_housecat.ap'); field.value = {number}; \
             field.dispatchEvent(new Event('input', {{ bubbles: true }})); \
             field.dispatchEvent(new Event('change', {{ bubbles: true }})); return 1"
        )
    };
    browser.ask(&change(60)).await?;
    browser.wait_for("#lab[data-done='200']").await?;
    let report = "return document.querySelector('#lab-report').shadowRoot.textContent";
    let text = browser.ask(report).await?;
    ensure!(text.as_str().is_some_and(|text| text.contains("before") && text.contains("differ")), "{text}");
    let told = browser.ask("return document.querySelector('#bench-changed').textContent").await?;
    ensure!(told == "1 number changed", "{told}");
    // The browser would ask for a printer.
    browser.ask("window.print = () => { window.printed = true; }").await?;
    browser.click("#bench-print").await?;
    let pages = "return window.printed && document.querySelectorAll('#bench-sheets > svg').length";
    let start = Instant::now();
    while browser.ask(pages).await? != 2 {
        ensure!(start.elapsed() < PATIENCE, "the card and its back are not printed");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    browser.ask("dispatchEvent(new Event('afterprint'))").await?;

    browser.ask(&change(5)).await?;
    browser.click("#bench-undo").await?;
    let now = "return document.getElementById('sulky_housecat.ap').value";
    ensure!(browser.ask(now).await? == "60", "the last change is undone");
    // A new card begins with the numbers of the one that it is like.
    browser.click("[data-card='sulky_housecat'] [data-another]").await?;
    let new = "const row = document.querySelector('[data-card=sulky_housecat_2]'); \
               return [document.querySelector('#bench-changed').textContent, row?.querySelector('.card-name').value, \
                       document.getElementById('sulky_housecat_2.ap')?.value, document.activeElement.className]";
    let said = serde_json::json!(["2 numbers changed, 1 card added", "Sulky Housecat 2", "60", "card-name"]);
    ensure!(browser.ask(new).await? == said, "{}", browser.ask(new).await?);
    browser.click("#bench-undo").await?;
    ensure!(browser.visible("[data-card='sulky_housecat_2']").await?.is_none(), "the new card is undone");
    browser.click("[data-card='sulky_housecat'] [data-another]").await?;
    browser.fill("[data-card='sulky_housecat_2'] .card-name", "Twin Cat").await?;
    // It stays on the device.
    browser.ask("document.body.classList.add('before'); location.reload()").await?;
    browser.wait_for("body:not(.before) [data-card='sulky_housecat_2']").await?;
    let name = "return document.querySelector('[data-card=sulky_housecat_2] .card-name').value";
    ensure!(browser.ask(name).await? == "Twin Cat", "{}", browser.ask(name).await?);
    browser.click("#bench-play").await?;
    browser.wait_for("#live .tray").await?;
    let words = browser.ask("return document.querySelector('#house-cards').textContent").await?;
    let both = |words: &str| words.contains("attack 60 (was 1)") && words.contains("Twin Cat");
    ensure!(words.as_str().is_some_and(both), "{words}");
    browser.close().await
}
