//! Paths of several steps on a page drawn by the server, without a game: pressed, dragged, by key,
//! taken back.

use std::fs;

use anyhow::{Result, ensure};
use browser_tests::{Browser, Driver};
use kernel::{Area, Icon, Layout, Look, Move, Piece, Role, Scene, Seat, Tone, Viewer, Wording};
use pages::{SeatInfo, TablePage, Visitor};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

/// A lamp that can be hung up in several ways, two moves on the same pair of pieces, and an edge to
/// aim at.
fn scene() -> Scene {
    let tile = |row: u8, column: u8| {
        let look = Look::Tile { icon: None, tone: Tone::Plain, value: None, pawns: Vec::new() };
        Piece::new(format!("c-{row}-{column}"), look, format!("Hall {row} {column}")).at(row, column)
    };
    let card = |id: &str| {
        let look = Look::card(id.to_owned(), "Thing", Icon::CARD, Tone::Good, Vec::new());
        Piece::new(id, look, format!("The {id}"))
    };
    let between = ("c-0-0".to_owned(), "c-1-1".to_owned());
    let bridge = Piece::new("bridge", Look::Edge { between, tone: Tone::Plain }, "The bridge");
    let hang = |text: &str| Wording::new(text).from("lamp").to("bridge");
    let moves = [
        hang("Hang it by the ring").to("c-1-0").word("by the ring"),
        hang("Hang it by a rope").to("c-1-0").word("by a rope"),
        hang("Hang it up").to("c-0-1"),
        Wording::new("Light it").from("lamp").to("c-0-0"),
        Wording::new("Swap fairly").from("rope").to("lamp"),
        Wording::new("Swap and cheat").from("rope").to("lamp"),
        Wording::new("Rest").main(),
    ];
    let board = [tile(0, 0), tile(0, 1), tile(1, 0), tile(1, 1), bridge];
    Scene {
        prompt: "What now?".into(),
        areas: vec![
            Area::new("b", "Board", Role::Board, Layout::Map { rows: 2, columns: 2 }).with(board),
            Area::new("h", "Hand", Role::Hand, Layout::Fan).with([card("lamp"), card("rope")]),
        ],
        moves: moves.into_iter().enumerate().map(|(n, wording)| Move { action: json!({ "do": n }), wording }).collect(),
        ..Scene::default()
    }
}

/// Writes the page into a folder, and opens it. The contents of its forms are noted instead of
/// sent.
async fn open(browser: &Browser, folder: &TempDir) -> Result<()> {
    let options = Map::new();
    let page = TablePage {
        id: "t1".into(),
        version: "1".into(),
        seats: vec![SeatInfo {
            seat: Seat(0),
            person: Some("Ada".into()),
            bot: None,
            you: true,
            connected: true,
            ..SeatInfo::default()
        }],
        host: true,
        epoch: Some(0),
        ..TablePage::new(roster::GAMES[0].meta(), &options, Some(scene()), Viewer::Seat(Seat(0)))
    };
    for name in ["style.css", "script.js"] {
        fs::write(folder.path().join(name), pages::asset(name).map(|file| file.bytes).unwrap_or_default())?;
    }
    let html = pages::table(&Visitor::default(), &page).into_string().replace("\"/assets/", "\"");
    let file = folder.path().join("table.html");
    fs::write(&file, html)?;
    browser.go(&format!("file://{}", file.display())).await?;
    let note = "window.sent = []; addEventListener('submit', event => { event.preventDefault(); \
                event.stopImmediatePropagation(); window.sent.push(event.submitter.value); }, true)";
    browser.ask(note).await?;
    Ok(())
}

/// The moves that the tray offers, without those that take back.
async fn offered(browser: &Browser) -> Result<Value> {
    let offered = "return [...document.querySelectorAll('.tray button.move')].filter(b => b.offsetParent) \
                   .map(b => b.querySelector('span').textContent)";
    browser.ask(offered).await
}

/// The pieces that glow because they can follow.
async fn targets(browser: &Browser) -> Result<Value> {
    browser.ask("return [...document.querySelectorAll('.target')].map(piece => piece.dataset.piece).sort()").await
}

async fn press(browser: &Browser, piece: &str) -> Result<()> {
    browser.click(&format!("[data-piece='{piece}'] > .face")).await
}

async fn key(browser: &Browser, key: &str) -> Result<()> {
    let press = format!("document.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))");
    browser.ask(&press).await.map(|_| ())
}

async fn sent(browser: &Browser) -> Result<Value> {
    browser.ask("return window.sent").await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn a_path_of_four_steps_is_picked_step_by_step_and_taken_back() -> Result<()> {
    let (folder, driver) = (TempDir::new()?, Driver::start()?);
    let browser = driver.browser((1280, 800), true).await?;
    open(&browser, &folder).await?;
    let start = offered(&browser).await?;

    press(&browser, "lamp").await?;
    ensure!(targets(&browser).await? == json!(["bridge", "c-0-0"]), "{}", targets(&browser).await?);
    press(&browser, "bridge").await?;
    ensure!(targets(&browser).await? == json!(["c-0-1", "c-1-0"]), "{}", targets(&browser).await?);
    press(&browser, "c-1-0").await?;
    let words = json!(["Hang it by the ring", "Hang it by a rope"]);
    ensure!(offered(&browser).await? == words, "{}", offered(&browser).await?);

    key(&browser, "Escape").await?;
    ensure!(targets(&browser).await? == json!(["c-0-1", "c-1-0"]), "Escape takes the last pick back");
    press(&browser, "bridge").await?;
    ensure!(targets(&browser).await? == json!(["bridge", "c-0-0"]), "so does pressing what is picked");
    press(&browser, "lamp").await?;
    ensure!(offered(&browser).await? == start, "all is as it was: {}", offered(&browser).await?);
    ensure!(sent(&browser).await? == json!([]), "nothing was done yet");

    for piece in ["lamp", "bridge", "c-1-0"] {
        press(&browser, piece).await?;
    }
    key(&browser, "2").await?;
    ensure!(sent(&browser).await? == json!([r#"{"do":1}"#]), "{}", sent(&browser).await?);
    browser.close().await
}

#[tokio::test]
#[ignore = "needs a browser: cargo xtask test"]
async fn pieces_are_dragged_along_paths_and_moves_on_one_told_apart() -> Result<()> {
    let (folder, driver) = (TempDir::new()?, Driver::start()?);
    let browser = driver.browser((1280, 800), true).await?;
    open(&browser, &folder).await?;
    let drag = |from: &str, to: &str| {
        format!(
            "const at = id => {{ const face = document.querySelector(`[data-piece='${{id}}'] > .face`); \
             face.scrollIntoView({{ block: 'center' }}); const box = face.getBoundingClientRect(); \
             return {{ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true, cancelable: true }}; }}; \
             const from = at('{from}'); \
             const face = document.querySelector(\"[data-piece='{from}'] > .face\"); \
             face.dispatchEvent(new PointerEvent('pointerdown', {{ ...from, button: 0 }})); \
             face.dispatchEvent(new PointerEvent('pointermove', {{ ...from, clientY: 5 }})); \
             const to = at('{to}'); \
             face.dispatchEvent(new PointerEvent('pointermove', to)); \
             const over = document.elementFromPoint(to.clientX, to.clientY); \
             over.dispatchEvent(new PointerEvent('pointerup', to)); \
             return new Promise(done => setTimeout(done, 50))"
        )
    };
    browser.ask(&drag("rope", "lamp")).await?;
    let both = json!(["Swap fairly", "Swap and cheat"]);
    ensure!(offered(&browser).await? == both, "each has a button of its own: {}", offered(&browser).await?);
    key(&browser, "1").await?;
    key(&browser, "Escape").await?;
    key(&browser, "Escape").await?;
    browser.ask(&drag("lamp", "bridge")).await?;
    ensure!(targets(&browser).await? == json!(["c-0-1", "c-1-0"]), "{}", targets(&browser).await?);
    press(&browser, "c-0-1").await?;
    ensure!(sent(&browser).await? == json!([r#"{"do":4}"#, r#"{"do":2}"#]), "{}", sent(&browser).await?);
    key(&browser, "Escape").await?;
    key(&browser, "Escape").await?;
    browser.ask(&drag("lamp", "c-0-0")).await?;
    ensure!(sent(&browser).await? == json!([r#"{"do":4}"#, r#"{"do":2}"#, r#"{"do":3}"#]), "{}", sent(&browser).await?);
    browser.close().await
}
