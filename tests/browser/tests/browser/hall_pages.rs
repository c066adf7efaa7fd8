//! The pages around the tables: every control can be reached at every size, ids are unique, and the
//! settings of friends work without scripts.

use anyhow::{Context, Result, ensure};
use browser_tests::Browser;

use super::{DESKTOP, PHONE, ids, open, people::call, reach::REACH, set_up};

/// The sizes of the windows, in pixels.
const SIZES: [(u32, u32); 5] = [(1920, 1080), (1280, 800), (844, 390), (640, 400), (360, 640)];
/// The pages whose addresses hold no id.
const PAGES: [&str; 16] = [
    "/",
    "/games",
    "/games/rogue-ascension",
    "/games/crimsonbranch",
    "/boards/rogue-ascension",
    "/puzzles",
    "/daily",
    "/fairness",
    "/me",
    "/me/card",
    "/me/settings",
    "/me/account",
    "/me/notices",
    "/people",
    "/groups",
    "/sign-in",
];

/// Makes races of the person and another guest: one in its lobby, one under way, and one that is
/// over. Returns the ids of their tables, and of the person's own table in the second.
pub(super) async fn races(browser: &Browser) -> Result<Vec<String>> {
    let made = browser
        .ask(
            "const call = async (method, path, body, token) => (await fetch('/api/v1' + path, { method, body: JSON.stringify(body), \
               credentials: token ? 'omit' : 'same-origin', headers: { 'content-type': 'application/json', \
               ...token && { authorization: 'Bearer ' + token } } })).json(); \
             const wanted = { game: 'crimsonbranch', race: true, seats: 2, take: 0 }; \
             return (async () => { \
               const ben = (await (await fetch('/api/v1/guests', { method: 'POST', credentials: 'omit', body: '{\"name\":\"Ben\"}', \
                 headers: { 'content-type': 'application/json' } })).json()).token; \
               const lobby = (await call('POST', '/tables', wanted)).id, begun = []; \
               for (const n of [0, 1]) { \
                 const id = (await call('POST', '/tables', wanted)).id; \
                 await call('PUT', `/tables/${id}/seats/1`, {}, ben); \
                 begun.push(await call('POST', `/tables/${id}/start`, {})); \
               } \
               const own = race => race.race.racers.find(racer => racer.you).table; \
               const his = await call('GET', '/tables/' + begun[1].id, undefined, ben); \
               await call('POST', `/tables/${own(begun[1])}/leave`, {}); \
               await call('POST', `/tables/${own(his)}/leave`, {}, ben); \
               while (!(await call('GET', '/tables/' + begun[1].id)).race.over) {} \
               return [lobby, begun[0].id, begun[1].id, own(begun[0])]; \
             })()",
        )
        .await?;
    serde_json::from_value(made).context("there are no races")
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn each_page_is_in_reach_and_has_unique_ids() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, true).await?;
    crate::play_alone(&hall, &browser).await?;
    let account = "JSON.stringify({ name: 'Ada', password: 'seven brass lanterns' })";
    call(&browser, "POST", "/me/account", account).await?;
    let group = call(&browser, "POST", "/groups", "JSON.stringify({ name: 'Thursday', note: 'At eight' })").await?;
    let group = group["id"].as_str().with_context(|| format!("no group: {group}"))?;
    let me = browser.ask("return fetch('/api/v1/me').then(answer => answer.json())").await?;
    let me = me["id"].as_str().with_context(|| format!("no person: {me}"))?;
    let mut pages: Vec<String> = PAGES.map(str::to_owned).into();
    pages.extend([format!("/groups/{group}"), format!("/people/{me}")]);
    pages.extend(races(&browser).await?.iter().map(|table| format!("/tables/{table}")));
    let mut found = Vec::new();
    for page in pages {
        browser.go(&format!("{}{page}", hall.address)).await?;
        let title = browser.ask("return document.title").await?;
        ensure!(!title.as_str().is_some_and(|title| title.starts_with("Nothing here")), "there is no page {page}");
        ids::check(&browser, &page).await?;
        for size in SIZES {
            browser.resize(size).await?;
            let seen = browser.ask(REACH).await?;
            let faults = seen["faults"].as_array().cloned().unwrap_or_default();
            found.extend(faults.iter().map(|fault| format!("{page} at {}x{}: {fault}", size.0, size.1)));
        }
    }
    ensure!(found.is_empty(), "{} faults\n{}", found.len(), found.join("\n"));
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn hot_seat_and_vacation_work_without_scripts() -> Result<()> {
    let (_data, hall, driver) = open()?;
    let browser = driver.browser(DESKTOP, false).await?;
    browser.resize(PHONE).await?;
    set_up(&hall, &browser, "gloombah", 2).await?;
    browser.choose("select[name='seat1']", "me").await?;
    browser.fill("input[name='called0']", "Ida").await?;
    browser.fill("input[name='called1']", "Ben").await?;
    browser.click("form[action='/tables'] button.primary").await?;
    browser.wait_for(".handover").await?;
    browser.click(".handover a.primary").await?;
    browser.wait_for(".hand [data-piece]").await?;

    browser.go(&format!("{}/me/settings", hall.address)).await?;
    browser.fill("input#days", "3").await?;
    browser.click("button[name='do'][value='begin']").await?;
    browser.click("button[name='do'][value='end']").await?;
    browser.wait_for("input#days").await?;
    browser.close().await
}
