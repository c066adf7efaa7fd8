//! Every control can be reached, at every size of window: the page can scroll to it, and nothing
//! covers its middle. It has a name for those who do not see it.

use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use browser_tests::{Browser, Driver, Hall, PATIENCE};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The sizes of the windows, in pixels. The first is wide and high: the others must offer all
/// controls of it.
const SIZES: [(u32, u32); 10] = [
    (1920, 1080),
    (1440, 900),
    (1280, 720),
    (844, 390),
    (390, 844),
    (740, 320),
    (667, 331),
    (568, 320),
    (360, 640),
    (320, 256),
];
/// The sizes of the windows with letters twice as large.
const WITH_LARGE_LETTERS: [(u32, u32); 3] = [(1920, 1080), (1280, 720), (844, 390)];

/// Scrolls to each visible control, and finds the element at its middle; then the same in each menu
/// and sheet. A card half under the next one counts as reached if its own part can be pressed.
pub(super) const REACH: &str = r#"
    const controls = 'button:not(:disabled), a.button, a.tool, a.book, select, input:not([type=hidden]):not(:disabled), summary';
    const shown = one => {
        const box = one.getBoundingClientRect();
        if (box.width < 2 || box.height < 2 || !one.checkVisibility({ visibilityProperty: true })) return false;
        if (one.closest('.unseen, .skip') || getComputedStyle(one).opacity === '0') return false;
        for (let at = one; at !== document.body; at = at.parentElement) if (getComputedStyle(at).clipPath === 'inset(50%)') return false;
        return true;
    };
    const name = one => [one.localName, one.id && '#' + one.id, one.closest('[data-piece]')?.dataset.piece, '"' + one.textContent.trim().slice(0, 24) + '"'].filter(Boolean).join(' ');
    const named = one => one.ariaLabel || one.title || one.labels?.length || one.hasAttribute('aria-labelledby') || one.innerText?.trim() || [...one.querySelectorAll('[alt]')].some(image => image.alt);
    const faults = [...document.querySelectorAll('a[href], button')].filter(one => shown(one) && !named(one)).map(one => `${name(one)} of class ${one.className} has no name`);
    const look = (root, where) => {
        for (const one of root.querySelectorAll(controls)) {
            if (!shown(one)) continue;
            one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
            const box = one.getBoundingClientRect();
            const reached = (x, y) => { const hit = document.elementFromPoint(x, y); return hit && (one.contains(hit) || hit.closest('label')?.control === one); };
            const [middle, height] = [box.left + box.width / 2, box.top + box.height / 2];
            if (reached(middle, height)) continue;
            const hit = document.elementFromPoint(middle, height);
            const [own, over] = [one.closest('.piece'), hit?.closest('.piece')];
            if (own && over && own !== over && own.parentElement === over.parentElement && reached(box.left + 10, height)) continue;
            faults.push(`${where}${name(one)} at ${[box.left, box.top, box.width, box.height].map(Math.round)} is not reached, but ${hit ? name(hit) : 'nothing'}`);
        }
    };
    look(document, '');
    for (const sheet of document.querySelectorAll('[popover]')) {
        if (getComputedStyle(sheet).display !== 'none' || sheet.closest('[data-piece]')) continue;
        sheet.showPopover();
        look(sheet, `in ${sheet.id}: `);
        sheet.hidePopover();
    }
    const sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (sideways > 0) faults.push(`the page scrolls sideways by ${sideways}`);
    const moves = [...document.querySelectorAll('#live button[name=action]:not(:disabled)')].filter(shown).map(one => one.value);
    return { faults, moves };
"#;

/// Calls the server as the visitor of the page.
async fn ask(browser: &Browser, path: &str, body: Option<Value>) -> Result<Value> {
    let post = body.map(|body| {
        format!("{{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify({body}) }}")
    });
    let options = post.unwrap_or_else(|| "{}".into());
    browser.ask(&format!("return fetch('/api/v1{path}', {options}).then(answer => answer.json())")).await
}

/// Makes a table with the visitor at the first seat and bots from `bots` on.
async fn table(browser: &Browser, game: &str, seats: u8, bots: u8, more: Value) -> Result<String> {
    let bots: serde_json::Map<String, Value> = (bots..seats).map(|seat| (seat.to_string(), "random".into())).collect();
    let mut wanted = json!({ "game": game, "seats": seats, "take": 0, "bots": bots, "options": {} });
    wanted.as_object_mut().context("an object")?.extend(more.as_object().cloned().unwrap_or_default());
    let made = ask(browser, "/tables", Some(wanted)).await?;
    Ok(made["id"].as_str().with_context(|| format!("no table: {made}"))?.to_owned())
}

/// Plays the moves of the visitor. It stops with true when the match has this many steps, is over,
/// or asks for real dice. It stops with false when it is another's turn. One script plays many
/// moves.
const PLAY: &str = r#"
    const start = performance.now();
    let waited = 0;
    const go = async () => {
        while (performance.now() - start < 5000 && waited < 10) {
            const now = await fetch(`/api/v1/tables/${id}`).then(answer => answer.json());
            if (now.phase !== 'playing' || now.step >= steps || now.state.ask) return true;
            const mine = Object.entries(now.state.legal ?? {}).find(([, moves]) => moves.length);
            if (!mine) { waited++; await new Promise(done => setTimeout(done, 20)); continue; }
            waited = 0;
            const [seat, moves] = mine;
            const body = JSON.stringify({ seat: Number(seat), step: now.step, action: moves[(now.step * 7) % moves.length].action });
            await fetch(`/api/v1/tables/${id}/act`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        }
        return false;
    };
    return go();
"#;

/// Plays for these visitors until the match has this many steps, is over, or asks for real dice.
async fn play(browsers: &[&Browser], id: &str, steps: u32) -> Result<()> {
    let script = format!("const [id, steps] = ['{id}', {steps}]; {PLAY}");
    let start = Instant::now();
    while start.elapsed() < PATIENCE * 2 {
        for browser in browsers {
            if browser.ask(&script).await? == true {
                return Ok(());
            }
        }
    }
    bail!("the match {id} does not come to step {steps}")
}

/// Checks a table's page in each of these windows.
async fn look(browser: &Browser, hall: &Hall, id: &str, what: &str, sizes: &[(u32, u32)]) -> Result<Vec<String>> {
    browser.go(&format!("{}/tables/{id}", hall.address)).await?;
    let mut found = Vec::new();
    let mut offered: Option<Value> = None;
    for size in sizes {
        browser.resize(*size).await?;
        let seen = browser.ask(REACH).await?;
        let at = format!("{what} at {}x{}", size.0, size.1);
        let faults = seen["faults"].as_array().cloned().unwrap_or_default();
        found.extend(faults.iter().map(|fault| format!("{at}: {fault}")));
        let offered = offered.get_or_insert_with(|| seen["moves"].clone());
        let moves = seen["moves"].as_array().cloned().unwrap_or_default();
        let lost = offered.as_array().into_iter().flatten().filter(|one| !moves.contains(one));
        found.extend(lost.map(|one| format!("{at}: {one} is not offered")));
    }
    Ok(found)
}

async fn visitor(driver: &Driver, hall: &Hall, arguments: &[&str]) -> Result<Browser> {
    let browser = driver.browser_with((1280, 800), true, arguments).await?;
    crate::play_alone(hall, &browser).await?;
    Ok(browser)
}

/// Checks a game alone, with bots, as a spectator, in the lobby, with people, with real dice and at
/// its end.
async fn look_at_every_size(game: &str) -> Result<()> {
    let data = TempDir::new()?;
    let (hall, driver) = (Hall::open_at_pace(data.path(), 0)?, Driver::start()?);
    let (ada, ben) = (visitor(&driver, &hall, &[]).await?, visitor(&driver, &hall, &[]).await?);
    let (least, most) = roster::find(game)?.meta().seats;
    let pair = most.min(2);
    let mut found = Vec::new();
    let alone = table(&ada, game, least, 1, json!({ "start": true })).await?;
    found.extend(look(&ada, &hall, &alone, "alone", &SIZES).await?);
    play(&[&ada], &alone, 9).await?;
    found.extend(look(&ada, &hall, &alone, "alone, later", &SIZES).await?);
    let full = table(&ada, game, most, 1, json!({ "start": true })).await?;
    play(&[&ada], &full, 14).await?;
    found.extend(look(&ada, &hall, &full, "with bots", &SIZES).await?);
    found.extend(look(&ben, &hall, &full, "as a spectator", &SIZES).await?);

    let friends = table(&ada, game, pair, 2, json!({})).await?;
    found.extend(look(&ada, &hall, &friends, "in the lobby", &SIZES).await?);
    let press = |path: &str, body: &str| {
        format!(
            "return fetch('/tables/{friends}{path}', {{ method: 'POST', body: new URLSearchParams('{body}') }}).then(answer => answer.status)"
        )
    };
    // In a game for one the host plays alone.
    if pair > 1 {
        ben.ask(&press("/seats/1", "do=take")).await?;
    }
    ada.ask(&press("/start", "")).await?;
    found.extend(look(&ada, &hall, &friends, "with people", &SIZES).await?);
    play(&[&ada, &ben], &friends, 12).await?;
    found.extend(look(&ada, &hall, &friends, "with people, later", &SIZES).await?);

    let real = table(&ada, game, pair, 1, json!({ "start": true, "dice": "physical" })).await?;
    found.extend(look(&ada, &hall, &real, "with real dice", &SIZES).await?);
    play(&[&ada], &real, 3).await?;
    found.extend(look(&ada, &hall, &real, "with real dice, later", &SIZES).await?);
    let over = table(&ada, game, least, 1, json!({ "start": true })).await?;
    play(&[&ada], &over, u32::MAX).await?;
    found.extend(look(&ada, &hall, &over, "at its end", &SIZES).await?);
    ensure!(found.is_empty(), "{game}: {} faults\n{}", found.len(), found.join("\n"));
    ada.close().await?;
    ben.close().await
}

/// Checks a lobby, a match and an ending with letters of 32 pixels.
async fn look_with_large_letters(game: &str) -> Result<()> {
    let data = TempDir::new()?;
    let (hall, driver) = (Hall::open_at_pace(data.path(), 0)?, Driver::start()?);
    let ada = visitor(&driver, &hall, &["--blink-settings=defaultFontSize=32"]).await?;
    let size = ada.ask("return getComputedStyle(document.documentElement).fontSize").await?;
    ensure!(size == "32px", "the letters are {size} large");
    let (meta, mut found) = (roster::find(game)?.meta(), Vec::new());
    let lobby = table(&ada, game, meta.seats.1, 1, json!({})).await?;
    found.extend(look(&ada, &hall, &lobby, "in the lobby", &WITH_LARGE_LETTERS).await?);
    let played = table(&ada, game, meta.usual_seats, 1, json!({ "start": true })).await?;
    play(&[&ada], &played, 9).await?;
    found.extend(look(&ada, &hall, &played, "in a match", &WITH_LARGE_LETTERS).await?);
    let over = table(&ada, game, meta.seats.0, 1, json!({ "start": true })).await?;
    play(&[&ada], &over, u32::MAX).await?;
    found.extend(look(&ada, &hall, &over, "at its end", &WITH_LARGE_LETTERS).await?);
    ensure!(found.is_empty(), "{game}: {} faults\n{}", found.len(), found.join("\n"));
    ada.close().await
}

/// The tests of each game. They run in parallel.
macro_rules! tests {
    ($($module:ident: $game:literal),*) => {
        $(mod $module {
            #[tokio::test]
            #[ignore = "needs a browser: cargo xtask test"]
            async fn reaches_every_control_at_every_size() -> anyhow::Result<()> {
                super::look_at_every_size($game).await
            }

            #[tokio::test]
            #[ignore = "needs a browser: cargo xtask test"]
            async fn reaches_every_control_with_large_letters() -> anyhow::Result<()> {
                super::look_with_large_letters($game).await
            }
        })*

        #[test]
        fn tests_of_reach_name_every_game() {
            let tested = [$($game),*];
            assert!(roster::GAMES.iter().all(|title| tested.contains(&title.meta().id)), "{tested:?}");
        }
    };
}

tests!(
    crimsonbranch: "crimsonbranch",
    dungeon_rummy: "dungeon-rummy",
    accursed_tomb: "accursed-tomb",
    gloombah: "gloombah",
    rogue_ascension: "rogue-ascension"
);
