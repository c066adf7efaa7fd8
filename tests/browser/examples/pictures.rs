//! Photographs pages in a folder, in both themes: `pictures FROM TO NAME…` makes
//! `TO/NAME-vault.webp` and `TO/NAME-parchment.webp` of `FROM/NAME.html`. `cargo xtask pictures`
//! calls it.

use std::{env, fs, path::Path};

use anyhow::{Context, Result, ensure};
use browser_tests::Driver;

/// Width and height of the photographs: a small desktop window, as README shows it.
const SIZE: (u32, u32) = (1280, 800);
/// The largest size of a photograph, in bytes.
const LIMIT: usize = 150_000;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [from, to, names @ ..] = words.as_slice() else { anyhow::bail!("pictures FROM TO NAME…") };
    let (from, to) = (fs::canonicalize(from).with_context(|| format!("no folder {from}"))?, Path::new(to));
    fs::create_dir_all(to)?;
    let driver = Driver::start()?;
    let browser = driver.browser(SIZE, true).await?;
    browser.resize(SIZE).await?;
    for name in names {
        for (theme, dark) in [("vault", true), ("parchment", false)] {
            browser.prefer_dark(dark).await?;
            browser.go(&format!("file://{}/{name}.html", from.display())).await?;
            browser.ask("return Promise.all([...document.images].map(image => image.decode().catch(() => null))).then(() => true)").await?;
            let photograph = browser.photograph().await?;
            ensure!(photograph.len() <= LIMIT, "{name} in {theme} has {} bytes", photograph.len());
            let file = to.join(format!("{name}-{theme}.webp"));
            fs::write(&file, &photograph)?;
            println!("{:6} bytes  {}", photograph.len(), file.display());
        }
    }
    browser.close().await
}
