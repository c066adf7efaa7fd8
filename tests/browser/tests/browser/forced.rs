//! Colours forced by the reader's system: every piece has an edge, and pressable elements differ
//! from the others.

use anyhow::{Context, Result, ensure};
use browser_tests::{Browser, Driver, Hall};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The number of moves of a match that are checked.
const LOOKS: usize = 8;

/// The pieces of the table that have no edge, and those that can be pressed and do not look so. An
/// edge is a border, an outline or a drawing, of the piece or of an element in it.
const FAULTS: &str = "
    const shown = one => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 2;
    const edged = one => { const style = getComputedStyle(one);
        return ['borderTop', 'borderLeft', 'borderBottom', 'outline'].some(side => parseFloat(style[side + 'Width']) > 0 && style[side + 'Style'] !== 'none'); };
    const outlined = one => { const style = getComputedStyle(one); return parseFloat(style.outlineWidth) > 1 && style.outlineStyle !== 'none'; };
    const around = face => [face, ...face.querySelectorAll('*')];
    const pieces = [...document.querySelectorAll('#part-stage .piece, #part-hand .piece')].filter(one => one.matches('.card, .back, .tile') && shown(one));
    const bare = pieces.filter(one => { const face = one.querySelector(':scope > .face'); return face && !around(face).some(part => edged(part) || part.matches('img, svg')); });
    const flat = pieces.filter(one => { const face = one.querySelector(':scope > button.face'); return face && one.matches('.can') && !around(face).some(outlined); });
    const name = one => one.dataset.piece;
    return { bare: bare.map(name), flat: flat.map(name), pieces: pieces.length }";

async fn play(browser: &Browser, id: &str) -> Result<()> {
    let play = format!(
        "return (async () => {{ for (;;) {{ const table = await (await fetch('/api/v1/tables/{id}')).json(); \
           if (table.phase !== 'playing') return; const moves = table.state.legal['0']; \
           if (moves?.length) return void await fetch('/api/v1/tables/{id}/act', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, \
             body: JSON.stringify({{ seat: 0, step: table.step, action: moves[0].action }}) }}); }} }})()"
    );
    browser.ask(&play).await?;
    Ok(())
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn pieces_keep_their_edges_in_forced_colours() -> Result<()> {
    let data = TempDir::new()?;
    let (hall, driver) = (Hall::open_at_pace(data.path(), 0)?, Driver::start()?);
    let browser = driver.browser((1280, 800), true).await?;
    crate::play_alone(&hall, &browser).await?;
    let mut found = Vec::new();
    for meta in roster::GAMES.iter().map(|title| title.meta()) {
        let (game, seats) = (meta.id, meta.usual_seats);
        let bots: serde_json::Map<String, Value> = (1..seats).map(|seat| (seat.to_string(), "random".into())).collect();
        let wanted = json!({ "game": game, "seats": seats, "options": {}, "take": 0, "bots": bots, "start": true });
        let make = format!(
            "return fetch('/api/v1/tables', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, \
             body: JSON.stringify({wanted}) }}).then(answer => answer.json())"
        );
        let made = browser.ask(&make).await?;
        let id = made["id"].as_str().with_context(|| format!("{game}: no table: {made}"))?.to_owned();
        let mut seen = 0;
        for look in 0..LOOKS {
            for dark in [true, false] {
                browser.force_colours(dark).await?;
                browser.go(&format!("{}/tables/{id}", hall.address)).await?;
                let page = browser.ask(FAULTS).await?;
                seen += page["pieces"].as_u64().unwrap_or_default();
                for fault in ["bare", "flat"] {
                    let pieces = page[fault].as_array().cloned().unwrap_or_default();
                    found.extend(
                        pieces.iter().map(|piece| format!("{game}, look {look}, dark {dark}: {piece} is {fault}")),
                    );
                }
            }
            play(&browser, &id).await?;
        }
        ensure!(seen > 0, "{game} shows no pieces");
    }
    ensure!(found.is_empty(), "{} faults\n{}", found.len(), found.join("\n"));
    browser.close().await
}
