//! Phones and low windows: every game through a match, on screens from the smallest up. All that the
//! current question needs is fully visible.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use browser_tests::{Driver, Hall};
use serde_json::Value;
use tempfile::TempDir;

const SIZES: [(u32, u32); 4] = [(320, 568), (360, 640), (390, 664), (390, 844)];
/// Phones on their side, and a page at 200 %.
const LOW: [(u32, u32); 4] = [(640, 400), (667, 375), (844, 390), (960, 540)];
/// The number of looks at a match, and the number of the player's own moves between two looks.
const LOOKS: usize = 5;
const MOVES: usize = 6;
/// The time to wait for the player's turns between two looks, in milliseconds.
const PATIENCE: u32 = 4000;

/// The games whose tables are laid out for phones as a whole. At the others the page may scroll
/// down to the choices.
const WHOLE: [&str; 2] = ["rogue-ascension", "accursed-tomb"];

/// The places of elements on the page, in pixels. A piece that is cut off or covered is named. Only
/// the latest dice count, and dice of a board are next to the question. `first` says whether the
/// first button of a move is on the screen and can be pressed.
const MEASURE: &str = "
    const box = css => { const found = document.querySelector(css); return found ? found.getBoundingClientRect() : null; };
    const head = box('.head') ?? box('header.top'), tray = box('.tray') ?? { top: innerHeight, bottom: innerHeight, height: 0 }, stage = box('.stage') ?? box('.board') ?? tray;
    const where = document.querySelector('.head h1') ?? document.querySelector('.brand');
    const lines = Math.round(where.getBoundingClientRect().height / parseFloat(getComputedStyle(where).lineHeight));
    const last = [...document.querySelectorAll('.rolls > *')].at(-1);
    const present = piece => !piece.closest('.rolls') || (last.contains(piece) && !piece.closest('.on-board'));
    const whole = [...document.querySelectorAll('.stage [data-piece], .board [data-piece]')].filter(piece => piece.checkVisibility() && present(piece));
    const beside = tray.left >= stage.right - 1, [right, bottom] = beside ? [tray.left, innerHeight] : [innerWidth, Math.min(tray.top, innerHeight)];
    const cut = whole.filter(piece => { const at = piece.getBoundingClientRect();
        return at.width && (at.left < -1 || at.right > right + 1 || at.top < head.bottom - 1 || at.bottom > bottom + 1); });
    const moves = [...document.querySelectorAll('#live .below button, #live .stage button[name=action]')].filter(one => one.getBoundingClientRect().width > 2 && one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen'));
    const reached = one => { const at = one.getBoundingClientRect(); return one.contains(document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2)); };
    return { head: Math.round(head.height), lines, sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        cut: cut.map(piece => piece.dataset.piece), tray: tray.height / innerHeight, below: Math.round(tray.bottom - innerHeight),
        stage: Math.round(stage.top), first: !moves.length || moves.filter(one => one.name === 'action').concat(moves).slice(0, 1).every(reached),
        long: document.documentElement.scrollHeight - innerHeight, over: !document.querySelector('.tray') };
";

/// The player's own moves at a table, made at random by the page, as far as the match goes.
fn moves(table: &str) -> String {
    format!(
        "const of = () => fetch('/api/v1/tables/{table}').then(answer => answer.json());
         const act = body => fetch('/api/v1/tables/{table}/act', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify(body) }});
         // A player who is out of the match only watches it.
         const late = Date.now() + {PATIENCE};
         return (async () => {{
             for (let taken = 0;;) {{
                 const now = await of();
                 if (now.phase !== 'playing') return false;
                 const legal = now.state.legal['0'];
                 if (Date.now() > late || (legal && taken === {MOVES})) return true;
                 if (!legal) {{ await new Promise(done => setTimeout(done, 20)); continue; }}
                 await act({{ seat: 0, step: now.step, action: legal[(now.step * 7 + taken) % legal.length].action }});
                 taken++;
             }}
         }})()"
    )
}

/// A page's number of this name.
fn number(page: &Value, key: &str) -> f64 {
    page[key].as_f64().unwrap_or(f64::INFINITY)
}

/// The texts of the conditions that do not hold.
fn failed<const N: usize>(conditions: [(bool, String); N]) -> Vec<String> {
    conditions.into_iter().filter(|(holds, _)| !holds).map(|(_, fault)| fault).collect()
}

fn sideways(page: &Value) -> (bool, String) {
    (number(page, "sideways") <= 0.0, format!("it scrolls sideways by {} px", page["sideways"]))
}

fn cut(page: &Value) -> (bool, String) {
    (page["cut"].as_array().is_some_and(Vec::is_empty), format!("cut off: {}", page["cut"]))
}

/// The faults of a page on an upright phone.
fn upright(game: &str, page: &Value) -> Vec<String> {
    let whole = WHOLE.contains(&game);
    let (lines, head, tray, below) =
        (number(page, "lines"), number(page, "head"), number(page, "tray"), number(page, "below"));
    let mut faults = failed([
        (lines <= 1.0 && head <= 60.0, format!("the head has {lines} lines, {head} px")),
        sideways(page),
        (tray <= 0.355, format!("the tray takes {:.0} % of the height", 100.0 * tray)),
    ]);
    if whole {
        faults.extend(failed([(below <= 1.0, format!("the tray ends {below} px below the screen")), cut(page)]));
    }
    faults
}

/// The faults of a page in a low window: all is on the screen, with the choice beside the stage.
fn low(game: &str, page: &Value) -> Vec<String> {
    if page["over"] == true {
        return failed([sideways(page)]);
    }
    let long = number(page, "long");
    let mut faults = failed([
        sideways(page),
        (long <= 0.0, format!("the page is {long} px longer than the screen")),
        (page["first"] == true, "the first button of a move is not on the screen".into()),
    ]);
    if WHOLE.contains(&game) {
        faults.extend(failed([cut(page)]));
    }
    faults
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_phone_shows_all_that_the_question_needs() -> Result<()> {
    look_through_matches(&SIZES, upright).await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_low_window_shows_stage_and_choice_at_once() -> Result<()> {
    look_through_matches(&LOW, low).await
}

/// Looks at every game in each of these windows, at some moments of a match.
async fn look_through_matches(sizes: &[(u32, u32)], faults: fn(&str, &Value) -> Vec<String>) -> Result<()> {
    let data = TempDir::new()?;
    let (hall, driver) = (Hall::open_at_pace(data.path(), 0)?, Driver::start()?);
    let browser = driver.browser((390, 664), true).await?;
    crate::play_alone(&hall, &browser).await?;
    let mut found = Vec::new();
    for meta in roster::GAMES.iter().map(|title| title.meta()) {
        let (id, seats) = (meta.id, meta.usual_seats);
        let bots: Vec<String> = (1..seats).map(|seat| format!("{seat}: 'random'")).collect();
        let make = format!(
            "return fetch('/api/v1/tables', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify( \
             {{ game: '{id}', seats: {seats}, options: {{}}, take: 0, bots: {{ {} }}, start: true }}) }}).then(answer => answer.json())",
            bots.join(", ")
        );
        let made = browser.ask(&make).await?;
        let table = made["id"].as_str().with_context(|| format!("{id}: no table: {made}"))?.to_owned();
        let mut stages: BTreeMap<(u32, u32), Value> = BTreeMap::new();
        for look in 0..LOOKS {
            // From a page that does not change, whatever happens at the table.
            browser.go(&format!("{}/fairness", hall.address)).await?;
            if browser.ask(&moves(&table)).await? != true {
                break;
            }
            browser.go(&format!("{}/tables/{table}", hall.address)).await?;
            for &size in sizes {
                browser.resize(size).await?;
                let page = browser.ask(MEASURE).await?;
                let mut wrong = faults(id, &page);
                let before = stages.entry(size).or_insert_with(|| page["stage"].clone());
                if page["over"] == false && *before != page["stage"] {
                    wrong.push(format!("the stage jumps from {before} to {}", page["stage"]));
                }
                found.extend(
                    wrong.into_iter().map(|fault| format!("{id} at {}x{}, look {look}: {fault}", size.0, size.1)),
                );
            }
        }
    }
    ensure!(found.is_empty(), "{} faults\n{}", found.len(), found.join("\n"));
    browser.close().await
}
