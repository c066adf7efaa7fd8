//! Four friends at one table of Dungeon Rummy with hidden hands: a whole match to the boss, through
//! a power cut.
//!
//! The match is fixed: `rummy.jsonl` has its seed, the four players' shares of it, and its steps.
//! The rarer acts in it are marked, and are pressed on the page of their player; the steps between
//! are API calls.

use std::{
    fs,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, Driver, Hall, PATIENCE, undercroft};
use hall::store::{NewSession, Occupant, Person, Store, TableHeader, Write, now, shared_options};
use kernel::TableTalk;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::{DESKTOP, PHONE, overflow};

const SCRIPT: &str = include_str!("rummy.jsonl");
const TABLE: &str = "dngnrmmy42";
/// The acts that happen in the match at least once.
const ACTS: [&str; 6] = ["flip", "wild", "dig", "canasta", "swap", "blast"];
/// The token of the host, who has no seat.
const HOST_TOKEN: &str = "the-host";
/// The power fails before this step.
const CUT: usize = 40;

/// Stores the table with its seed, before the server opens.
async fn lay(data: &TempDir, seed: &str) -> Result<()> {
    let store = Store::open(&format!("sqlite://{}", data.path().join("hall.db").display())).await?;
    let host = Person::new("thehost", "Host");
    let session = NewSession { token: Sha256::digest(HOST_TOKEN).into(), device: "a program".into() };
    store.write(Write::AddPerson(host, Default::default(), Some(session))).await?;
    let seed = data_encoding::HEXLOWER.decode(seed.as_bytes())?;
    let title = roster::find("dungeon-rummy")?;
    let meta = title.meta();
    let seats = vec![Occupant::Nobody; 4];
    let header = TableHeader {
        options: shared_options(kernel::options::complete(meta.options, &json!({ "level": "easy" }))?),
        seed: Some(seed.try_into().map_err(|_| anyhow::anyhow!("a seed has 32 bytes"))?),
        talk: TableTalk::Phrases,
        ..TableHeader::open(TABLE.into(), meta.id.into(), meta.rules, "thehost".into(), seats, now())
    };
    store.write(Write::CreateTable(Box::new(header))).await?;
    store.close().await;
    Ok(())
}

/// Takes steps of one seat, by API calls.
async fn act(browser: &Browser, first: usize, steps: &[&Value]) -> Result<()> {
    let (seat, actions) = (&steps[0]["seat"], steps.iter().map(|step| &step["action"]).collect::<Vec<_>>());
    let script = format!(
        "return (async () => {{ let step = {first}; for (const action of {actions}) {{ \
           const answer = await fetch('/api/v1/tables/{TABLE}/act', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, \
             body: JSON.stringify({{ seat: {seat}, step, action }}) }}); \
           if (answer.status !== 200) return step + ': ' + await answer.text(); step += 1; }} return null; }})()",
        actions = json!(actions)
    );
    let wrong = browser.ask(&script).await?;
    ensure!(wrong.is_null(), "{wrong}");
    Ok(())
}

/// Presses the button on the page that does this.
async fn press(browser: &Browser, action: &Value) -> Result<bool> {
    let script = format!(
        "const sorted = value => JSON.stringify(Object.entries(value).sort()); const wanted = sorted({action}); \
         const button = [...document.querySelectorAll('#live button[name=action]')].find(one => sorted(JSON.parse(one.value)) === wanted); \
         if (typeof finish === 'function') finish(); button?.click(); return !!button"
    );
    Ok(browser.ask(&script).await? == true)
}

/// Checks every page: it shows no hand but the player's own, and does not scroll sideways.
async fn check(browsers: &[Browser]) -> Result<()> {
    for (seat, browser) in browsers.iter().enumerate() {
        let shown = "return [...document.querySelectorAll('[data-area]')].map(area => area.dataset.area).filter(id => /^(cards-|hand)/.test(id))";
        let areas = browser.ask(shown).await?;
        ensure!(areas == json!(["hand"]), "seat {seat} sees the hands {areas}");
        ensure!(overflow(browser).await? == 0, "the page of seat {seat} scrolls sideways");
    }
    Ok(())
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn four_with_hidden_hands_play_dungeon_rummy_to_the_boss() -> Result<()> {
    let mut lines = SCRIPT.lines().map(serde_json::from_str::<Value>);
    let head = lines.next().context("the script has a head")??;
    let steps = lines.collect::<Result<Vec<Value>, _>>()?;
    let data = TempDir::new()?;
    lay(&data, head["seed"].as_str().context("a seed")?).await?;
    let (mut hall, driver) = (Hall::open(data.path())?, Driver::start()?);

    let mut browsers = Vec::new();
    for (seat, share) in head["shares"].as_array().context("shares")?.iter().enumerate() {
        let browser = driver.browser(if seat == 3 { PHONE } else { DESKTOP }, true).await?;
        browser.go(&format!("{}/tables/{TABLE}", hall.address)).await?;
        let sit = format!(
            "return fetch('/tables/{TABLE}/seats/{seat}', {{ method: 'POST', body: new URLSearchParams({{ do: 'take', share: {share} }}) }}).then(answer => answer.status)"
        );
        ensure!(browser.ask(&sit).await? == 200, "seat {seat} is free");
        browser.go(&format!("{}/tables/{TABLE}", hall.address)).await?;
        browsers.push(browser);
    }
    let start = format!(
        "return fetch('/api/v1/tables/{TABLE}/start', {{ method: 'POST', headers: {{ Authorization: 'Bearer {HOST_TOKEN}' }} }}).then(answer => answer.status)"
    );
    ensure!(browsers[0].ask(&start).await? == 200, "the host begins");
    for browser in &browsers {
        browser.wait_for("#live .tray").await?;
    }
    // A ready-made phrase is sent at one press, and read out at the other pages.
    ensure!(browsers[0].ask("const phrase = document.querySelector(\"#talk .phrases button[value='Strike now?']\"); phrase?.click(); return !!phrase").await? == true);
    for browser in &browsers[1..] {
        let start = Instant::now();
        loop {
            let heard = browser.ask("return document.querySelector('#talked').textContent").await?;
            if heard.as_str().is_some_and(|heard| heard.contains("Strike now?")) {
                break;
            }
            ensure!(start.elapsed() < PATIENCE, "nobody hears what is said: {heard}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    let (mut at, mut done) = (0, Vec::new());
    while at < steps.len() {
        let step = &steps[at];
        let seat = step["seat"].as_u64().context("a seat")? as usize;
        if at >= CUT && data.path().join("cut").metadata().is_err() {
            fs::write(data.path().join("cut"), "")?;
            hall.kill();
            hall = Hall::open(data.path())?;
            for browser in &browsers {
                browser.go(&format!("{}/tables/{TABLE}", hall.address)).await?;
                ensure!(browser.step().await? == at, "the table is at step {at} again");
            }
        }
        if let Some(mark) = step["mark"].as_str() {
            browsers[seat].wait_for_step(at).await?;
            // A share of the blast is chosen with a stepper: no button has its number.
            match mark {
                "blast" => {
                    let next = &browsers[(seat + 1) % 4];
                    next.wait_for_step(at).await?;
                    let prompt = next.ask("return document.querySelector('#prompt').innerText").await?;
                    ensure!(
                        prompt.as_str().is_some_and(|prompt| prompt.contains("The graveyard has burst")),
                        "{prompt}"
                    );
                    act(&browsers[seat], at, &[step]).await?;
                }
                _ => ensure!(press(&browsers[seat], &step["action"]).await?, "no button does {}", step["action"]),
            }
            for browser in &browsers {
                browser.wait_for_step(at + 1).await?;
            }
            check(&browsers).await?;
            done.push(mark);
            at += 1;
            continue;
        }
        let same = |one: &&Value| one["seat"] == step["seat"] && one["mark"].is_null();
        let end = if at < CUT { CUT } else { steps.len() };
        let run: Vec<&Value> = steps[at..end].iter().take_while(same).collect();
        act(&browsers[seat], at, &run).await?;
        at += run.len();
    }
    for act in ACTS {
        ensure!(done.contains(&act), "no {act} among {done:?}");
    }
    for browser in &browsers {
        // The last steps went by faster than they are animated: the page as it is now.
        browser.go(&format!("{}/tables/{TABLE}", hall.address)).await?;
        browser.wait_for(".ending").await?;
        let text = browser.text().await?;
        ensure!(text.contains("is beaten") && overflow(browser).await? == 0, "the boss is beaten\n{text}");
    }

    browsers[3].go(&format!("{}/replays/{TABLE}?at=25", hall.address)).await?;
    ensure!(browsers[3].text().await?.contains("Step 25 of"), "it can be stepped through");
    let record = format!("return fetch('/tables/{TABLE}/record').then(answer => answer.text())");
    let record = browsers[0].ask(&record).await?;
    let record = record.as_str().context("a record is text")?;
    ensure!(!record.contains("Strike now?"), "what was said stands in no record");
    let file = data.path().join("match.jsonl");
    fs::write(&file, record)?;
    undercroft(&["verify".as_ref(), file.as_os_str()])?;
    for browser in browsers {
        browser.close().await?;
    }
    Ok(())
}
