//! Film strips of the moments that must be felt, and the frames and seconds that they take.
//!
//! Called by `cargo xtask strips`: `strips FOLDER NAME…`. Each moment is found in matches of the
//! reference policy whose seeds are fixed. The table is stored as it is right before the moment.
//! The browser then plays it several times slower than normal, so that a photograph every 100 ms of
//! the normal speed is on time. `frames` measures a fight at normal speed on a processor that is
//! four times slower; `seconds` plays a match of each game and measures its length.

#[path = "strips/courses.rs"]
mod courses;

use std::{
    env, fs,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, Driver, Hall, PATIENCE};
use courses::{Course, Taken};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The windows, and how many photographs lie beside each other in a strip.
const WINDOWS: [((u32, u32), u32, u32); 2] = [((1280, 800), 320, 5), ((390, 844), 160, 10)];
/// The time between two photographs, in milliseconds at normal speed.
const BEAT: u32 = 100;
/// How many times slower than normal a moment is played for its photographs.
const SLOWER: u32 = 6;
/// The most photographs of a moment, and those after its end.
const MOST: u32 = 70;
const AFTER: u32 = 3;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    let (folder, names) = words.split_first().context("strips FOLDER NAME…")?;
    let wanted = |name: &str| names.is_empty() || names.iter().any(|one| one == name);
    let folder = Path::new(folder);
    fs::create_dir_all(folder)?;
    let data = TempDir::new()?;
    let driver = Driver::start()?;
    let mut hall = Hall::open(data.path())?;
    let browser = driver.browser(WINDOWS[0].0, true).await?;
    let me = visitor(&browser, &hall.address).await?;
    let mut filmed = Vec::new();
    for moment in courses::MOMENTS.iter().filter(|moment| wanted(moment.name)) {
        filmed.push((moment.name, courses::find(moment)?));
    }
    let fights = if wanted("frames") { vec![courses::find(&courses::MOMENTS[1])?] } else { Vec::new() };
    let matches = if wanted("seconds") { courses::whole()? } else { Vec::new() };
    hall.end();
    // A table for each window: a moment happens once at a table.
    let all = filmed.iter().flat_map(|(_, course)| [course; WINDOWS.len()]).chain(&fights).chain(&matches);
    let tables = courses::store(data.path(), &me, all).await?;
    hall = hall.restart(data.path())?;
    let mut tables = tables.iter();
    let mut next = || tables.next().context("there is a table for each course");
    for (name, course) in &filmed {
        for (size, width, columns) in WINDOWS {
            let scene = Scene { hall: &hall, table: next()?, step: course.at, taken: &course.last };
            browser.resize(size).await?;
            let shots = film(&browser, &scene).await?;
            strip(&browser, folder, &format!("{name}-{}x{}", size.0, size.1), &shots, (width, columns)).await?;
        }
    }
    browser.resize(WINDOWS[0].0).await?;
    for course in &fights {
        let scene = Scene { hall: &hall, table: next()?, step: course.at, taken: &course.last };
        println!("frames of a fight, four times slower: {}", frames(&browser, &scene).await?);
    }
    for course in &matches {
        let (took, steps) = seconds(&browser, &hall, next()?, course).await?;
        println!("{}: {:.0} s for {steps} steps at normal speed", course.game, took.as_secs_f64());
    }
    browser.close().await
}

/// Makes a guest of this browser, and returns the id.
async fn visitor(browser: &Browser, address: &str) -> Result<String> {
    browser.go(address).await?;
    browser.click("form[action='/play'] button").await?;
    browser.wait_for("#live .tray").await?;
    let me = browser.ask("return fetch('/api/v1/me').then(answer => answer.json()).then(me => me.id)").await?;
    Ok(me.as_str().context("a guest has an id")?.to_owned())
}

/// A step to watch at a table.
struct Scene<'a> {
    hall: &'a Hall,
    table: &'a str,
    step: usize,
    taken: &'a Taken,
}

impl Scene<'_> {
    async fn open(&self, browser: &Browser) -> Result<()> {
        browser.go(&format!("{}/tables/{}", self.hall.address, self.table)).await?;
        browser.wait_for("#live .tray").await?;
        ensure!(browser.step().await? == self.step, "the table is at step {}", self.step);
        // Pictures and typefaces are there before the first photograph.
        browser
            .ask("return document.fonts.ready.then(() => new Promise(done => setTimeout(done, 300))).then(() => true)")
            .await?;
        Ok(())
    }

    /// Makes the move: by its button, if the page has one for it.
    async fn act(&self, browser: &Browser) -> Result<()> {
        let Taken { seat, action } = self.taken;
        let token = if *seat == 0 { String::new() } else { format!("Authorization: 'Bearer {}',", courses::RIVAL) };
        let script = format!(
            "const sorted = value => JSON.stringify(Object.entries(value).sort()); \
             const button = {seat} === 0 && [...document.querySelectorAll('#live button[name=action]')].find(one => sorted(JSON.parse(one.value)) === sorted({action})); \
             if (button) button.click(); \
             else fetch('/api/v1/tables/{table}/act', {{ method: 'POST', headers: {{ {token} 'content-type': 'application/json' }}, body: JSON.stringify({{ seat: {seat}, step: {step}, action: {action} }}) }}); \
             return true",
            table = self.table,
            step = self.step,
        );
        browser.ask(&script).await?;
        Ok(())
    }

    async fn is_played(&self, browser: &Browser) -> Result<bool> {
        let played = format!(
            "return typeof current === 'undefined' || (!current && Number(live()?.dataset.step) > {} || Boolean(document.querySelector('.ending')))",
            self.step
        );
        Ok(browser.ask(&played).await.unwrap_or(Value::Bool(false)) == true)
    }
}

/// Plays a moment slowly, and photographs it every beat. Returns the times, in milliseconds at
/// normal speed, and the photographs.
async fn film(browser: &Browser, scene: &Scene<'_>) -> Result<Vec<(u128, Vec<u8>)>> {
    scene.open(browser).await?;
    browser
        .ask(&format!("SPEEDS.push(['film', 1 / {SLOWER}]); document.documentElement.dataset.speed = 'film'"))
        .await?;
    let mut shots = vec![(0, browser.photograph().await?)];
    let start = Instant::now();
    scene.act(browser).await?;
    let mut after = 0;
    for beat in 1..MOST {
        let due = Duration::from_millis(u64::from(beat * BEAT * SLOWER));
        tokio::time::sleep(due.saturating_sub(start.elapsed())).await;
        let at = start.elapsed().as_millis() / u128::from(SLOWER);
        shots.push((at, browser.photograph().await?));
        if scene.is_played(browser).await? {
            after += 1;
        }
        if after > AFTER {
            break;
        }
    }
    Ok(shots)
}

/// Puts photographs side by side, each with its time, in one picture.
async fn strip(
    browser: &Browser,
    folder: &Path,
    name: &str,
    shots: &[(u128, Vec<u8>)],
    (width, columns): (u32, u32),
) -> Result<()> {
    let shown: Vec<Value> = shots
        .iter()
        .map(|(at, shot)| json!([at, format!("data:image/webp;base64,{}", data_encoding::BASE64.encode(shot))]))
        .collect();
    let page = format!(
        "<!doctype html><style>body {{ margin: 0; background: #777; display: grid; gap: 4px; grid-template-columns: repeat({columns}, {width}px); font: 12px sans-serif }} \
         figure {{ margin: 0; background: #fff }} img {{ display: block; width: 100% }}</style>{}",
        shown
            .iter()
            .map(|shot| format!("<figure><img src='{}'>{} ms</figure>", shot[1].as_str().unwrap_or_default(), shot[0]))
            .collect::<String>()
    );
    let sheet = folder.join(format!("{name}.html"));
    fs::write(&sheet, page)?;
    browser.go(&format!("file://{}", fs::canonicalize(&sheet)?.display())).await?;
    let height = browser.ask("return Promise.all([...document.images].map(image => image.decode())).then(() => document.documentElement.scrollHeight)").await?;
    browser.resize((columns * (width + 4), height.as_u64().context("a height is a number")? as u32)).await?;
    let file = folder.join(format!("{name}.webp"));
    fs::write(&file, browser.photograph().await?)?;
    println!("{:3} photographs, {:5} ms  {}", shots.len(), shots.last().map_or(0, |(at, _)| *at), file.display());
    Ok(())
}

/// Plays a moment at normal speed on a slower processor. Returns the frames while its dice fly.
async fn frames(browser: &Browser, scene: &Scene<'_>) -> Result<Value> {
    scene.open(browser).await?;
    browser.slow_down(4).await?;
    let watch = "window.beats = []; let flying = false, last = 0; \
        document.addEventListener('moment', ({ detail }) => { if (detail.kind === 'dice') { flying = true; last = performance.now(); } if (detail.kind === 'settle') flying = false; }); \
        const beat = now => { if (flying) beats.push(now - last); last = now; requestAnimationFrame(beat); }; requestAnimationFrame(beat); return true";
    browser.ask(watch).await?;
    scene.act(browser).await?;
    let start = Instant::now();
    while !scene.is_played(browser).await? {
        ensure!(start.elapsed() < PATIENCE, "the step is never over");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    browser.slow_down(1).await?;
    let sums = "const all = beats.filter(beat => beat > 0).sort((a, b) => a - b), at = share => Math.round(all[Math.floor((all.length - 1) * share)]); \
        return { frames: all.length, median_ms: at(0.5), most_of_95_ms: at(0.95), longest_ms: at(1), over_50_ms: all.filter(beat => beat > 50).length }";
    browser.ask(sums).await
}

/// Plays a whole match at normal speed, each move as soon as the one before has been played.
async fn seconds(browser: &Browser, hall: &Hall, table: &str, course: &Course) -> Result<(Duration, usize)> {
    let mut start = None;
    for (step, taken) in course.steps.iter().chain([&course.last]).enumerate() {
        let scene = Scene { hall, table, step, taken };
        if start.is_none() {
            scene.open(browser).await?;
        }
        let start = start.get_or_insert_with(Instant::now);
        scene.act(browser).await?;
        let late = start.elapsed() + PATIENCE;
        while !scene.is_played(browser).await? {
            ensure!(start.elapsed() < late, "step {step} of {} is never over", course.game);
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }
    Ok((start.map_or(Duration::ZERO, |start| start.elapsed()), course.steps.len() + 1))
}
