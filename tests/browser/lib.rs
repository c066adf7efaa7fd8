//! The base of the browser tests: a server of their own, and browsers that visit it.
//!
//! The tests are ignored by default, because they need Chromium: `cargo xtask test` brings it.

mod engine;
mod files;
mod proxy;

use std::{
    env,
    ffi::OsStr,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
pub use engine::Engine;
use engine::{DriverProcess, Wanted, free_port};
use fantoccini::{
    Client, ClientBuilder, Locator,
    elements::{Element, ElementRef},
    wd::{WebDriverCompatibleCommand, WindowHandle},
};
pub use files::Files;
use http::Method;
use hyper_util::client::legacy::connect::HttpConnector;
pub use proxy::Proxy;
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

/// The yes to the question "are you sure".
const SURE: &str = "#live .confirm button.move";
/// Waits while a tap would do nothing, because the choices have changed right before.
const READY: &str = "const early = () => typeof trays !== 'undefined' && (touched || navigator.maxTouchPoints) && trays.some(tray => performance.now() - tray.at < 320); \
    return new Promise(done => { const look = () => early() ? setTimeout(look, 20) : done(true); look(); })";
/// The first element of the first selector that has one that is not hidden, and has a size or a
/// descendant with one.
const VISIBLE: &str = "const shown = one => { const box = one.getBoundingClientRect(); \
    return getComputedStyle(one).display === 'contents' ? [...one.children].some(shown) \
      : one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && (box.width && box.height || [...one.children].some(shown)); }; \
    for (const css of arguments) { const found = [...document.querySelectorAll(css)].find(shown); if (found) return found; } \
    return null";
/// Says how far the table is: its step, whether the match is over, and the question about the move
/// that is begun. A player in a hurry, the argument, does not watch the animation.
const PROGRESS: &str = "if (arguments[0] && typeof finish === 'function') finish(); \
    const question = [...document.querySelectorAll('#live .confirm p, #live .holding')].find(one => one.checkVisibility()); \
    return [Number(document.querySelector('#live')?.dataset.step ?? 0), Boolean(document.querySelector('.ending')), question?.innerText ?? null]";
/// The time to wait for a change of a page.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A running server, killed when dropped.
#[derive(Debug)]
pub struct Hall {
    process: Child,
    /// The address of its pages, without a slash at the end.
    pub address: String,
}

impl Hall {
    /// Opens a server with its data in `data`.
    ///
    /// # Errors
    /// If the program is not built, or does not say where it listens.
    pub fn open(data: &Path) -> Result<Hall> {
        Hall::open_at_pace(data, 600)
    }

    /// Opens a server with bots that pause this many milliseconds before they move.
    ///
    /// # Errors
    /// If the program is not built, or does not say where it listens.
    pub fn open_at_pace(data: &Path, pace: u32) -> Result<Hall> {
        Hall::open_at(data, pace, free_port()?)
    }

    fn open_at(data: &Path, pace: u32, port: u16) -> Result<Hall> {
        let mut process = Command::new(program()?)
            .args(["serve", "--pace", &pace.to_string(), "--listen", &format!("127.0.0.1:{port}"), "--data"])
            .arg(data)
            .env("RUST_LOG", "warn")
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .context("cannot start undercroft")?;
        let out = process.stdout.take().context("undercroft has no standard output")?;
        let mut first = String::new();
        BufReader::new(out).read_line(&mut first)?;
        let address = first.split_whitespace().find(|word| word.starts_with("http://"));
        let address = address.with_context(|| format!("undercroft said {first:?}"))?.trim_end_matches('/').to_owned();
        Ok(Hall { process, address })
    }

    /// Ends the server at once, and opens it again at the same address.
    ///
    /// # Errors
    /// If it does not open again.
    pub fn restart(mut self, data: &Path) -> Result<Hall> {
        self.end();
        let port = self.address.rsplit(':').next().context("the address has a port")?.parse()?;
        Hall::open_at(data, 600, port)
    }

    /// Ends the server at once, as a power cut would.
    pub fn kill(mut self) {
        self.end();
    }

    fn end(&mut self) {
        // It may have ended already; either way it has ended after this.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        self.end();
    }
}

/// Runs the program with these arguments, and returns its output.
///
/// # Errors
/// If it is not built, or fails.
pub fn undercroft(args: &[&OsStr]) -> Result<String> {
    let out = Command::new(program()?).args(args).output()?;
    ensure!(out.status.success(), "undercroft {args:?}: {}", String::from_utf8_lossy(&out.stderr));
    Ok(String::from_utf8_lossy(&out.stdout).into_owned())
}

/// The program that `cargo build` made, next to this test's own.
fn program() -> Result<PathBuf> {
    let own = env::current_exe()?;
    let profile = own.ancestors().nth(2).context("the test lies in no target folder")?;
    let program = profile.join(format!("undercroft{}", env::consts::EXE_SUFFIX));
    ensure!(program.is_file(), "{} is not built: run `cargo build --package undercroft`", program.display());
    Ok(program)
}

/// The driver of an engine: one for all browsers, or one for each if it serves no more.
#[derive(Debug)]
pub struct Driver {
    engine: Engine,
    shared: Option<DriverProcess>,
}

impl Driver {
    /// Starts the driver of Chromium that `CHROMEDRIVER` names, or the one on the path.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start() -> Result<Driver> {
        Driver::of(Engine::Chromium)
    }

    /// Starts the driver of any engine.
    ///
    /// # Errors
    /// If it does not start.
    pub fn of(engine: Engine) -> Result<Driver> {
        let shared = engine.is_shared().then(|| DriverProcess::start(engine)).transpose()?;
        Ok(Driver { engine, shared })
    }

    /// Opens a browser with its own cookies and a window of this size, with or without scripts.
    /// Pages show their changes at once: see [`Driver::browser_with_motion`].
    ///
    /// # Errors
    /// If the browser does not come up.
    pub async fn browser(&self, size: (u32, u32), scripts: bool) -> Result<Browser> {
        self.browser_with(size, scripts, &[]).await
    }

    /// Opens a browser with further arguments.
    ///
    /// # Errors
    /// If the browser does not come up.
    pub async fn browser_with(&self, size: (u32, u32), scripts: bool, more: &[&str]) -> Result<Browser> {
        self.connect(Wanted { size, scripts, cookies: true, motion: false, more }).await
    }

    /// Opens a browser whose pages animate what happens.
    ///
    /// # Errors
    /// If the browser does not come up.
    pub async fn browser_with_motion(&self, size: (u32, u32)) -> Result<Browser> {
        self.connect(Wanted { size, scripts: true, cookies: true, motion: true, more: &[] }).await
    }

    /// Opens a browser that stores no cookies.
    ///
    /// # Errors
    /// If the browser does not come up.
    pub async fn browser_without_cookies(&self, size: (u32, u32), scripts: bool) -> Result<Browser> {
        self.connect(Wanted { size, scripts, cookies: false, motion: false, more: &[] }).await
    }

    async fn connect(&self, wanted: Wanted<'_>) -> Result<Browser> {
        let capabilities = self.engine.capabilities(wanted)?;
        let own = self.shared.is_none().then(|| DriverProcess::start(self.engine)).transpose()?;
        let driver = self.shared.as_ref().or(own.as_ref()).context("there is a driver")?;
        let start = Instant::now();
        let client = loop {
            let mut builder = ClientBuilder::new(HttpConnector::new());
            match builder.capabilities(capabilities.clone()).connect(&driver.address).await {
                Ok(client) => break client,
                Err(error) if start.elapsed() > PATIENCE => bail!("no browser: {error}"),
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        };
        if self.engine == Engine::WebKit {
            client.set_window_size(wanted.size.0, wanted.size.1).await?;
        }
        Ok(Browser { client, _driver: own })
    }
}

/// How far a table is.
#[derive(Deserialize)]
struct Progress {
    step: usize,
    is_over: bool,
    /// The question about the move that is begun: which place for a card, or whether to do it.
    question: Option<String>,
}

/// A command of Chromium's own, for features that WebDriver lacks.
#[derive(Debug)]
struct DevTools {
    method: &'static str,
    parameters: Value,
}

impl WebDriverCompatibleCommand for DevTools {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, url::ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(json!({ "cmd": self.method, "params": self.parameters }).to_string()))
    }
}

/// A browser with a visitor of its own.
#[derive(Debug)]
pub struct Browser {
    client: Client,
    /// The driver that serves this browser alone.
    _driver: Option<DriverProcess>,
}

impl Browser {
    /// Opens a page.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn go(&self, url: &str) -> Result<()> {
        Ok(self.client.goto(url).await?)
    }

    /// The address of the page.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn url(&self) -> Result<String> {
        Ok(self.client.current_url().await?.into())
    }

    /// The tab that the browser shows.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn tab(&self) -> Result<WindowHandle> {
        Ok(self.client.window().await?)
    }

    /// Opens another tab and shows it.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn new_tab(&self) -> Result<WindowHandle> {
        let tab = self.client.new_window(true).await?.handle;
        self.switch_to(&tab).await?;
        Ok(tab)
    }

    /// Closes the tab that the browser shows; another one must be shown next.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn close_tab(&self) -> Result<()> {
        Ok(self.client.close_window().await?)
    }

    /// Shows a tab.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn switch_to(&self, tab: &WindowHandle) -> Result<()> {
        Ok(self.client.switch_to_window(tab.clone()).await?)
    }

    /// All text on the page.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn text(&self) -> Result<String> {
        Ok(self.client.find(Locator::Css("body")).await?.text().await?)
    }

    /// The first element that `css` selects and a person can see.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn visible(&self, css: &str) -> Result<Option<Element>> {
        self.first_visible(&[css]).await
    }

    /// The first element that a person can see, of the first of these selectors that has one.
    async fn first_visible(&self, selectors: &[&str]) -> Result<Option<Element>> {
        let start = Instant::now();
        let found = loop {
            match self.client.execute(VISIBLE, selectors.iter().map(|css| (*css).into()).collect()).await {
                // A live update has removed the element while the browser named it.
                Err(error) if error.is_stale_element_reference() && start.elapsed() < PATIENCE => {}
                found => break found?,
            }
        };
        let id = found.as_object().and_then(|element| element.values().next()?.as_str());
        Ok(id.map(|id| Element::from_element_id(self.client.clone(), ElementRef::from(id.to_owned()))))
    }

    /// All elements that `css` selects. A live update may remove one while the browser lists them:
    /// then it lists again.
    async fn all(&self, css: &str) -> Result<Vec<Element>> {
        let start = Instant::now();
        loop {
            match self.client.find_all(Locator::Css(css)).await {
                Err(error) if error.is_stale_element_reference() && start.elapsed() < PATIENCE => {}
                found => return Ok(found?),
            }
        }
    }

    /// Waits until an element is visible on a page that has loaded completely, with its script.
    ///
    /// # Errors
    /// If it does not come.
    pub async fn wait_for(&self, css: &str) -> Result<()> {
        let start = Instant::now();
        // Between two pages nothing is visible, and the browser may answer with an error.
        while self.visible(css).await.unwrap_or(None).is_none() || !self.has_loaded().await {
            ensure!(start.elapsed() < PATIENCE, "nothing to see at {css:?}\n{}", self.text().await?);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    async fn has_loaded(&self) -> bool {
        self.ask("return document.readyState").await.is_ok_and(|state| state == "complete")
    }

    /// Waits for a visible element and clicks it. Forms that draw a share of the dice are sent a
    /// little later: use [`Browser::wait_for`] to wait for their results.
    ///
    /// # Errors
    /// If it does not come.
    pub async fn click(&self, css: &str) -> Result<()> {
        let start = Instant::now();
        loop {
            // A page that is on its way has no script yet.
            self.ask(READY).await.ok();
            if let Some(element) = self.visible(css).await.unwrap_or(None) {
                // A live update may remove the element between the look and the click: then look
                // again.
                if element.click().await.is_ok() {
                    return Ok(());
                }
            }
            ensure!(start.elapsed() < PATIENCE, "nothing to click at {css:?}\n{}", self.text().await?);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Writes into a field.
    ///
    /// # Errors
    /// If there is none.
    pub async fn fill(&self, css: &str, text: &str) -> Result<()> {
        let start = Instant::now();
        loop {
            // A live update may replace the field meanwhile: then look again.
            match self.write(css, text).await {
                Err(_) if start.elapsed() < PATIENCE => tokio::time::sleep(Duration::from_millis(20)).await,
                written => return written,
            }
        }
    }

    async fn write(&self, css: &str, text: &str) -> Result<()> {
        let field = self.client.find(Locator::Css(css)).await?;
        field.clear().await?;
        Ok(field.send_keys(text).await?)
    }

    /// Chooses an entry of a list by its value.
    ///
    /// # Errors
    /// If there is none.
    pub async fn choose(&self, css: &str, value: &str) -> Result<()> {
        Ok(self.client.find(Locator::Css(css)).await?.select_by_value(value).await?)
    }

    /// An attribute of the first element that `css` selects, if there is one.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn attribute(&self, css: &str, name: &str) -> Result<Option<String>> {
        match self.all(css).await?.first() {
            Some(element) => Ok(element.attr(name).await.unwrap_or(None)),
            None => Ok(None),
        }
    }

    /// Runs a script on the page, for facts that only the page knows.
    ///
    /// # Errors
    /// If it fails.
    pub async fn ask(&self, script: &str) -> Result<Value> {
        Ok(self.client.execute(script, Vec::new()).await?)
    }

    /// Sets the size of the page in pixels, as on a phone.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn resize(&self, (width, height): (u32, u32)) -> Result<()> {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": true });
        self.devtools("Emulation.setDeviceMetricsOverride", size).await?;
        Ok(())
    }

    /// The visible part of the page, as WebP.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn photograph(&self) -> Result<Vec<u8>> {
        let taken = self.devtools("Page.captureScreenshot", json!({ "format": "webp", "quality": 82 })).await?;
        let text = taken["data"].as_str().context("a photograph is text")?;
        Ok(data_encoding::BASE64.decode(text.as_bytes())?)
    }

    /// Sets whether the browser's system prefers dark pages.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn prefer_dark(&self, dark: bool) -> Result<()> {
        let scheme = json!({ "name": "prefers-color-scheme", "value": if dark { "dark" } else { "light" } });
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": [scheme] })).await?;
        Ok(())
    }

    /// Makes the system force its own few colours on pages, dark or light ones.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn force_colours(&self, dark: bool) -> Result<()> {
        let scheme = json!({ "name": "prefers-color-scheme", "value": if dark { "dark" } else { "light" } });
        let forced = json!({ "name": "forced-colors", "value": "active" });
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": [scheme, forced] })).await?;
        Ok(())
    }

    async fn devtools(&self, method: &'static str, parameters: Value) -> Result<Value> {
        Ok(self.client.issue_cmd(DevTools { method, parameters }).await?)
    }

    /// The number of steps that the table on the page shows.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn step(&self) -> Result<usize> {
        let step = self.ask("return document.querySelector('#live')?.dataset.step").await?;
        Ok(step.as_str().and_then(|step| step.parse().ok()).unwrap_or_default())
    }

    /// Whether the match on the page is over.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn is_over(&self) -> Result<bool> {
        Ok(self.ask("return Boolean(document.querySelector('.ending'))").await? == true)
    }

    /// Waits until the table shows at least `step` steps.
    ///
    /// # Errors
    /// If it does not come so far.
    pub async fn wait_for_step(&self, step: usize) -> Result<()> {
        let start = Instant::now();
        while self.step().await? < step {
            ensure!(start.elapsed() < PATIENCE, "step {step} does not come\n{}", self.text().await?);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Plays one move as a player in a hurry does: a yes to a question, else the large button, else
    /// any choice, else a piece that glows. Returns `false` if there is nothing to do at this
    /// moment.
    ///
    /// # Errors
    /// If the move does not arrive.
    pub async fn try_a_move(&self) -> Result<bool> {
        let before = self.progress(false).await?;
        if !self.press().await? {
            return Ok(false);
        }
        let start = Instant::now();
        loop {
            let now = self.progress(true).await?;
            let asks_more = now.question.is_some() && now.question != before.question;
            if now.step > before.step || now.is_over || asks_more {
                return Ok(true);
            }
            ensure!(start.elapsed() < PATIENCE, "the move does not arrive\n{}", self.text().await?);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    async fn progress(&self, hurries: bool) -> Result<Progress> {
        Ok(serde_json::from_value(self.client.execute(PROGRESS, vec![hurries.into()]).await?)?)
    }

    /// Presses what a player in a hurry presses next; returns `false` if nothing could be pressed.
    /// In some games a move takes more than one press.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn press(&self) -> Result<bool> {
        self.ask(READY).await?;
        let tray = "#live .tray button.move";
        let choices =
            [SURE, "#live .tray button.move[data-main]", tray, "#live .piece.can button", "#live .lane button.move"];
        match self.first_visible(&choices).await? {
            Some(button) => Ok(button.click().await.is_ok()),
            None => Ok(false),
        }
    }

    /// Plays one move as [`Browser::try_a_move`] does, as soon as there is one. A page whose match
    /// is over stays as it is: the last step may arrive between two looks.
    ///
    /// # Errors
    /// If nothing comes to be done, or the move does not arrive.
    pub async fn play_a_move(&self) -> Result<()> {
        let start = Instant::now();
        while !self.try_a_move().await? && !self.is_over().await? {
            ensure!(start.elapsed() < PATIENCE, "nothing to do\n{}", self.text().await?);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Goes on from a finished match to a rematch.
    ///
    /// # Errors
    /// If it does not come.
    pub async fn rematch(&self) -> Result<()> {
        self.click("form[action$='/rematch'] button").await?;
        // The page of a finished match has no tray. After a win it may show a draw for the next one.
        let start = Instant::now();
        while self.visible("#live .tray").await?.is_none() {
            if self.visible("#live .drawn").await?.is_some()
                && let Some(onward) = self.visible("#live a[data-main]").await?
            {
                // The next page may have come meanwhile: then the link is gone.
                let _ = onward.click().await;
            }
            ensure!(start.elapsed() < PATIENCE, "no new match begins\n{}", self.text().await?);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Closes the browser.
    ///
    /// # Errors
    /// If it does not answer.
    pub async fn close(self) -> Result<()> {
        Ok(self.client.close().await?)
    }
}
