//! Photographs pages in a folder, in both themes: `pictures WIDTHxHEIGHT FROM TO NAME=PAGE…` makes
//! `TO/NAME-vault.webp` and `TO/NAME-parchment.webp` of `FROM/PAGE.html`. `cargo xtask pictures`
//! calls it.

use std::{env, fs, path::Path};

use anyhow::{Context, Result, ensure};
use browser_tests::{Driver, Files};

/// The largest size of a photograph, in bytes.
const LIMIT: usize = 150_000;
/// Hides the bar that scrolls, and waits until all pictures of the page are drawn.
const DRAWN: &str = "document.documentElement.style.scrollbarWidth = 'none'; \
    const drawn = () => [...document.images].every(image => image.complete); \
    return new Promise(done => { const look = () => drawn() ? done(true) : setTimeout(look, 20); look(); })";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [size, from, to, pages @ ..] = words.as_slice() else {
        anyhow::bail!("pictures WIDTHxHEIGHT FROM TO NAME=PAGE…")
    };
    let (width, height) = size.split_once('x').context("a size is WIDTHxHEIGHT")?;
    let (size, to) = ((width.parse()?, height.parse()?), Path::new(to));
    fs::create_dir_all(to)?;
    let files = Files::serve(Path::new(from))?;
    let driver = Driver::start()?;
    let browser = driver.browser(size, true).await?;
    browser.resize(size).await?;
    for pair in pages {
        let (name, page) = pair.split_once('=').unwrap_or((pair, pair));
        for (theme, dark) in [("vault", true), ("parchment", false)] {
            browser.prefer_dark(dark).await?;
            browser.go(&format!("{}{page}.html", files.address)).await?;
            browser.wait_for("main").await?;
            browser.ask(DRAWN).await?;
            let photograph = browser.photograph().await?;
            ensure!(photograph.len() <= LIMIT, "{name} in {theme} has {} bytes", photograph.len());
            let file = to.join(format!("{name}-{theme}.webp"));
            fs::write(&file, &photograph)?;
            println!("{:6} bytes  {}", photograph.len(), file.display());
        }
    }
    browser.close().await
}
