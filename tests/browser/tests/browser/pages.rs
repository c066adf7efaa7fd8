//! Every kind of page, in both themes, checked by axe-core: no page may be inaccessible to anybody.
//!
//! `AXE` names the file of axe-core; `cargo xtask test` brings it.

use std::{env, fs};

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, Driver, Hall};
use serde_json::Value;
use tempfile::TempDir;

/// The violations that axe-core finds: the rule, its severity, and the elements with their faults.
const CHECK: &str = "return axe.run(document, Object.assign({ resultTypes: ['violations'] }, ONLY)).then(found => found.violations.map(rule => \
     `${rule.id} (${rule.impact}): ` + rule.nodes.slice(0, 4).map(node => `${node.target} ${node.any[0]?.message ?? ''}`).join('; ')))";

/// A table, made on the page by the visitor, with its data from the JSON interface.
async fn table(browser: &Browser, wanted: &str) -> Result<String> {
    let script = format!(
        "return fetch('/api/v1/tables', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, \
         body: JSON.stringify({wanted}) }}).then(answer => answer.json())"
    );
    let answer = browser.ask(&script).await?;
    Ok(answer["id"].as_str().with_context(|| format!("no table: {answer}"))?.to_owned())
}

/// All faults of the page; `colours` alone if all else has been checked.
async fn violations(browser: &Browser, axe: &str, colours: bool) -> Result<Vec<String>> {
    browser.ask(axe).await?;
    let only = if colours { "{ runOnly: ['color-contrast'] }" } else { "{}" };
    let found: Vec<Value> = serde_json::from_value(browser.ask(&CHECK.replace("ONLY", only)).await?)?;
    Ok(found.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn no_page_keeps_anybody_out() -> Result<()> {
    let axe = env::var("AXE").context("AXE names no file: run `cargo xtask test`")?;
    let axe = fs::read_to_string(&axe).with_context(|| format!("cannot read {axe}"))?;
    let data = TempDir::new()?;
    let (hall, driver) = (Hall::open_at_pace(data.path(), 0)?, Driver::start()?);
    let browser = driver.browser((1280, 800), true).await?;

    // A finished match, and with it a known person.
    crate::play_alone(&hall, &browser).await?;
    let over = table(&browser, "{ game: 'rogue-ascension', seats: 1, options: {}, take: 0, start: true }").await?;
    browser
        .ask(&format!(
            "const of = path => fetch('/api/v1/tables/{over}' + path).then(answer => answer.json()); \
             const act = body => fetch('/api/v1/tables/{over}/act', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify(body) }}); \
             return (async () => {{ for (;;) {{ const now = await of(''); if (now.phase !== 'playing') return; \
             const legal = now.state.legal['0']; await act({{ seat: 0, step: now.step, action: legal.at(-1).action }}); }} }})()"
        ))
        .await?;
    let lobby = table(&browser, "{ game: 'gloombah', seats: 4, options: {}, take: 0, bots: { 1: 'normal' } }").await?;
    let mut pages: Vec<String> = [
        "/",
        "/games",
        "/games/rogue-ascension",
        "/fairness",
        "/me",
        "/me/settings",
        "/me/account",
        "/me/notices",
        "/people",
        "/groups",
        "/tables/nothing-here",
    ]
    .into_iter()
    .map(str::to_owned)
    .collect();
    let group = "fetch('/api/v1/me/account', { method: 'POST', headers: { 'content-type': 'application/json' }, \
        body: JSON.stringify({ name: 'Ada', password: 'seven brass lanterns' }) }) \
        .then(() => fetch('/api/v1/groups', { method: 'POST', headers: { 'content-type': 'application/json' }, \
        body: JSON.stringify({ name: 'Thursday', note: 'At eight' }) })).then(answer => answer.json())";
    let group = browser.ask(&format!("return {group}.then(group => group.id)")).await?;
    pages.push(format!("/groups/{}", group.as_str().unwrap_or_default()));
    pages.push(format!("/tables/{lobby}"));
    pages.extend(crate::hall_pages::races(&browser).await?.iter().map(|table| format!("/tables/{table}")));
    pages.extend([format!("/tables/{over}"), format!("/tables/{over}/verify"), format!("/replays/{over}?at=3")]);
    for meta in roster::GAMES.iter().map(|title| title.meta()) {
        let (id, seats) = (meta.id, meta.usual_seats);
        let bots: Vec<String> = (1..seats).map(|seat| format!("{seat}: 'random'")).collect();
        let bots = bots.join(", ");
        let wanted =
            format!("{{ game: '{id}', seats: {seats}, options: {{}}, take: 0, bots: {{ {bots} }}, start: true }}");
        pages.push(format!("/tables/{}", table(&browser, &wanted).await?));
    }

    let mut found = Vec::new();
    for dark in [true, false] {
        browser.prefer_dark(dark).await?;
        for page in &pages {
            browser.go(&format!("{}{page}", hall.address)).await?;
            let (theme, title) =
                (if dark { "vault" } else { "parchment" }, browser.ask("return document.title").await?);
            let here = violations(&browser, &axe, !dark).await?;
            found.extend(here.into_iter().map(|wrong| format!("{page} ({title}, {theme}): {wrong}")));
        }
    }
    ensure!(found.is_empty(), "{}", found.join("\n"));
    browser.close().await
}
