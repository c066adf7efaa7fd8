//! The tray and the chronicle under the hand: keys, taps, a resting mouse, narrow heads.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, Hall, PATIENCE};
use serde_json::{Value, json};

use super::{DESKTOP, open};

/// The smallest phone on which the texts of the head are whole.
const SMALL: (u32, u32) = (360, 640);
/// The games of the head's test.
const GAMES: [&str; 5] = ["rogue-ascension", "accursed-tomb", "crimsonbranch", "gloombah", "dungeon-rummy"];

/// Opens a match of a game against bots.
async fn play(hall: &Hall, browser: &Browser, game: &str) -> Result<()> {
    browser.go(&format!("{}/games", hall.address)).await?;
    let make = format!(
        "return fetch('/play', {{ method: 'POST', body: new URLSearchParams({{ game: '{game}' }}) }}).then(answer => answer.url)"
    );
    let table = browser.ask(&make).await?;
    browser.go(table.as_str().context("the address of a table")?).await?;
    browser.wait_for("#live .tray").await
}

/// Where the chronicle is scrolled to, whether it has more than it shows, whether its last entry is
/// in sight, and whether the chip to it is.
const LOG: &str = "const scroll = document.querySelector('.chronicle .scroll'), last = document.querySelector('.chapters > :last-child'); \
    const [box, own] = [scroll.getBoundingClientRect(), last.getBoundingClientRect()]; \
    return { top: Math.round(scroll.scrollTop), long: scroll.scrollHeight > scroll.clientHeight + 300, \
        seen: own.bottom <= box.bottom + 2 && own.bottom > box.top, chip: document.querySelector('.newest').checkVisibility() }";

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn chronicle_follows_and_a_chip_leads_to_its_end() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, true).await?;
    play(&hall, &browser, "gloombah").await?;
    let mut log = browser.ask(LOG).await?;
    for _ in 0..60 {
        browser.play_a_move().await?;
        log = browser.ask(LOG).await?;
        ensure!(log["seen"] == true && log["chip"] == false, "the chronicle does not follow: {log}");
        if log["long"] == true {
            break;
        }
    }
    ensure!(log["long"] == true, "the chronicle is never longer than its place: {log}");
    // As a wheel that turns: an entry that comes at the first moment still leads to the end.
    let start = Instant::now();
    while browser.visible(".newest").await?.is_none() {
        ensure!(start.elapsed() < PATIENCE, "no chip leads to the end");
        browser.ask("document.querySelector('.chronicle .scroll').scrollTop = -250").await?;
    }
    browser.play_a_move().await?;
    let away = browser.ask(LOG).await?;
    ensure!(away["seen"] == false && away["chip"] == true, "a reader of older entries is taken away from them: {away}");
    browser.click(".newest").await?;
    let back = browser.ask(LOG).await?;
    ensure!(back["seen"] == true && back["top"] == 0 && back["chip"] == false, "{back}");
    browser.play_a_move().await?;
    let after = browser.ask(LOG).await?;
    ensure!(after["seen"] == true, "it does not follow again: {after}");
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn key_badges_count_on_from_cards_to_the_tray() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, true).await?;
    play(&hall, &browser, "rogue-ascension").await?;
    let added = "document.querySelector('.stage').insertAdjacentHTML('afterbegin', '<button><span class=\"verb move\">A</span></button>'.repeat(2)); \
        document.querySelector('.tray .acts').insertAdjacentHTML('beforeend', \
            '<div class=\"others\"><button class=\"move\">B</button><button class=\"move\" hidden>C</button><button class=\"move\">D</button></div>'); \
        showKeys(); \
        return [...document.querySelectorAll('[data-nth]')].map(one => one.textContent + one.dataset.nth)";
    let found = browser.ask(added).await?;
    ensure!(found == json!(["A1", "A2", "B3", "D4"]), "{found}");
    let pressed = "let last = ''; document.querySelector('.tray .acts').addEventListener('click', event => { last = event.target.textContent; }); \
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '4', bubbles: true })); return last";
    ensure!(browser.ask(pressed).await? == "D", "key 4 presses another choice");
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn held_space_goes_on_where_there_is_one_move() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, true).await?;
    play(&hall, &browser, "rogue-ascension").await?;
    let offered = browser.ask("return document.querySelectorAll('.tray .go.move').length").await?;
    ensure!(offered == 1, "an auto-action is beside the only move: {offered}");
    let held = "document.body.focus(); document.activeElement.blur(); \
        document.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', repeat: true, bubbles: true }))";
    browser.ask(held).await?;
    browser.wait_for("#live:not([data-step=\"0\"])").await?;
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn details_open_for_a_moving_mouse_and_close_with_the_focus() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, true).await?;
    play(&hall, &browser, "rogue-ascension").await?;
    browser.play_a_move().await?;
    let after = |event: &str| {
        format!(
            "const piece = [...document.querySelectorAll('#live [data-piece]')].find(one => one.querySelector(':scope > .details') && one.checkVisibility()); \
             const face = piece.querySelector(':scope > .face'); \
             const point = kind => face.dispatchEvent(new PointerEvent(kind, {{ bubbles: true, pointerType: 'mouse' }})); \
             {event}; \
             return new Promise(done => setTimeout(() => done(Boolean(document.querySelector('.details:popover-open'))), 600))"
        )
    };
    ensure!(browser.ask(&after("point('pointerover')")).await? == false, "a resting mouse opens details");
    ensure!(browser.ask(&after("point('pointermove')")).await? == true, "a moving mouse opens none");
    ensure!(browser.ask(&after("face.focus(); face.blur()")).await? == false, "details stay when the focus leaves");
    browser.close().await
}

/// Returns a script that changes the tray by these calls of `change`, to the text `html` or another,
/// and presses a button there so many milliseconds later. It returns whether the form was sent.
pub(super) fn tapped(css: &str, changes: &str, after: u32, pointer: &str) -> String {
    format!(
        "let sent = false; \
         addEventListener('submit', event => {{ sent = true; event.preventDefault(); event.stopImmediatePropagation(); }}, {{ capture: true, once: true }}); \
         const button = () => document.querySelector(\"{css}\"); \
         const point = () => {{ const {{ x, y }} = button().getBoundingClientRect(); return {{ clientX: x + 9, clientY: y + 9 }}; }}; \
         const press = (on, where) => on.dispatchEvent(new PointerEvent('pointerdown', {{ bubbles: true, pointerType: '{pointer}', ...where }})); \
         press(document.body, {{}}); \
         const html = document.getElementById('part-tray').innerHTML, page = live().dataset; \
         const change = tray => patch({{ parts: {{ tray }}, bits: {{}}, keep: Infinity, chronicle: '', reactions: {{}}, \
             version: page.version, step: page.step, title: page.title, turn: true }}); \
         {changes}; \
         return new Promise(done => setTimeout(() => {{ press(button(), point()); button().click(); done(sent); }}, {after}))"
    )
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_tap_on_a_choice_that_has_just_come_up_does_nothing() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, true).await?;
    play(&hall, &browser, "rogue-ascension").await?;
    let (same, other) = ("change(html)", "change(html.replaceAll('value=\"{', 'value=\" {'))");
    let moved = "change(html); button().style.translate = '0 -12rem'";
    for (html, after, pointer, sent) in [
        (same, 0, "touch", true),
        (other, 0, "touch", false),
        (moved, 0, "touch", false),
        (other, 400, "touch", true),
        (moved, 400, "touch", true),
        (other, 0, "mouse", true),
    ] {
        let found = browser.ask(&tapped(".tray button.move", html, after, pointer)).await?;
        ensure!(found == Value::Bool(sent), "{html} after {after} ms with {pointer}: {found}");
        browser.go(&browser.url().await?).await?;
        browser.wait_for("#live .tray").await?;
    }
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn the_number_of_the_round_is_whole_on_a_german_phone() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser_with(SMALL, true, &["--accept-lang=de"]).await?;
    for game in GAMES {
        play(&hall, &browser, game).await?;
        let head = browser
            .ask(
                "const head = document.querySelector('.head h1'), last = head.querySelector('.last-part') ?? head; \
                 const box = head.getBoundingClientRect(); \
                 return { lang: document.documentElement.lang, text: last.textContent, \
                     whole: last.scrollWidth <= Math.ceil(last.clientWidth || last.getBoundingClientRect().width) && last.getBoundingClientRect().right <= box.right + 1 }",
            )
            .await?;
        let text = head["text"].as_str().unwrap_or_default();
        let numbered = text.contains(|c: char| c.is_ascii_digit()) || text == "Vor dem ersten Besuch";
        ensure!(head["lang"] == "de" && head["whole"] == true && numbered, "{game}: {head}");
    }
    browser.close().await
}

/// Counts the branches that can be crossed out: all of them, those that say what they are worth,
/// and those that say it to screen readers.
const BRANCHES: &str = "const branches = [...document.querySelectorAll('.edge.target > .face')], \
    worths = branches.filter(face => face.querySelector('.worth')?.checkVisibility()), \
    said = branches.filter(face => face.getAttribute('aria-description')?.includes('worth')); \
    return { branches: branches.length, worths: worths.length, said: said.length }";

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_hint_says_on_the_map_what_each_branch_is_worth() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, true).await?;
    play(&hall, &browser, "crimsonbranch").await?;
    browser.click("#hint").await?;
    browser.wait_for(".hinting").await?;
    browser.click("#live .choices button[name='pick']").await?;
    let shown = browser.ask(BRANCHES).await?;
    ensure!(shown["branches"].as_u64() > Some(0), "no branch can be crossed out: {shown}");
    ensure!(shown["worths"] == shown["branches"] && shown["said"] == shown["branches"], "{shown}");
    browser.click("#live .group:not([hidden]) .putback").await?;
    let back = browser.ask(BRANCHES).await?;
    ensure!(
        back["branches"] == 0 && browser.visible(".edge .worth").await?.is_none(),
        "it stays when put back: {back}"
    );
    browser.close().await
}
