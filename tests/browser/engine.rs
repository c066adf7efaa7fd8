//! The browser engines of the tests: the start of their drivers, and the requests for browsers.

use std::{
    env,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};

/// An engine with a WebDriver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Chromium: `CHROMIUM` and `CHROMEDRIVER` name its programs. If `CHROMIUM_SHELL` names its headless
    /// shell, which takes less processor time, windows that can do with it open there.
    Chromium,
    /// Firefox: `FIREFOX` and `GECKODRIVER`.
    Firefox,
    /// WebKitGTK's small browser: `WEBKIT` and `WEBKITDRIVER`. It needs a display.
    WebKit,
}

/// A requested browser.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    pub(super) size: (u32, u32),
    pub(super) scripts: bool,
    pub(super) cookies: bool,
    /// Whether pages may move. Without a graphics card most of the processor's time goes into that.
    pub(super) motion: bool,
    /// Further arguments for the browser.
    pub(super) more: &'a [&'a str],
}

impl Engine {
    /// The variable that names the driver, and the driver on the path.
    const fn driver(self) -> (&'static str, &'static str) {
        match self {
            Engine::Chromium => ("CHROMEDRIVER", "chromedriver"),
            Engine::Firefox => ("GECKODRIVER", "geckodriver"),
            Engine::WebKit => ("WEBKITDRIVER", "WebKitWebDriver"),
        }
    }

    /// Whether one driver serves several browsers at once.
    pub(super) const fn is_shared(self) -> bool {
        matches!(self, Engine::Chromium)
    }

    /// The capabilities to request from a driver.
    ///
    /// # Errors
    /// If the engine cannot do without scripts or cookies here.
    pub(super) fn capabilities(self, wanted: Wanted) -> Result<Map<String, Value>> {
        if is_phone(wanted.size) && !wanted.scripts {
            bail!("Chromium's driver waits for ever for a tap on a page without scripts; resize a wide window");
        }
        let (key, variable, mut options) = match self {
            // The shell has no settings, so it can neither refuse scripts nor cookies.
            Engine::Chromium if wanted.scripts && wanted.cookies && env::var_os(SHELL).is_some() => {
                ("goog:chromeOptions", SHELL, chromium(wanted))
            }
            Engine::Chromium => ("goog:chromeOptions", "CHROMIUM", chromium(wanted)),
            _ if !wanted.scripts || !wanted.cookies => bail!("only Chromium is tried without scripts or cookies"),
            Engine::Firefox => {
                let (width, height) = wanted.size;
                let args = ["-headless".into(), format!("--width={width}"), format!("--height={height}")];
                // Scroll bars that take room, as on most desktops.
                let mut prefs = json!({ "widget.gtk.overlay-scrollbars.enabled": false });
                if !wanted.motion {
                    prefs["ui.prefersReducedMotion"] = 1.into();
                }
                ("moz:firefoxOptions", "FIREFOX", json!({ "args": args, "prefs": prefs }))
            }
            Engine::WebKit => ("webkitgtk:browserOptions", "WEBKIT", json!({ "args": ["--automation"] })),
        };
        if let Ok(binary) = env::var(variable) {
            options["binary"] = binary.into();
        }
        Ok(Map::from_iter([(key.to_owned(), options)]))
    }
}

/// The variable that names Chromium's headless shell.
const SHELL: &str = "CHROMIUM_SHELL";

/// Whether a window is a phone's: desktop windows cannot be so narrow.
const fn is_phone((width, _): (u32, u32)) -> bool {
    width < 500
}

fn chromium(Wanted { size: (width, height), scripts, cookies, motion, more }: Wanted) -> Value {
    let phone = is_phone((width, height));
    let size = format!("--window-size={width},{height}");
    let quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
    let mut args = vec!["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", &size];
    args.extend(quiet);
    args.extend((!motion).then_some("--force-prefers-reduced-motion"));
    args.extend(more);
    let off = |what: &str| (format!("profile.managed_default_content_settings.{what}"), json!(2));
    let prefs = [("javascript", scripts), ("cookies", cookies)].into_iter().filter(|(_, on)| !on);
    let prefs: Map<String, Value> = prefs.map(|(what, _)| off(what)).collect();
    let mut options = json!({ "args": args, "prefs": prefs });
    if phone {
        options["mobileEmulation"] = json!({ "deviceMetrics": { "width": width, "height": height, "pixelRatio": 2 } });
    }
    options
}

/// A WebDriver server, ended when dropped.
#[derive(Debug)]
pub(super) struct DriverProcess {
    process: Child,
    pub(super) address: String,
}

impl DriverProcess {
    /// Starts the driver of an engine.
    ///
    /// # Errors
    /// If it does not start.
    pub(super) fn start(engine: Engine) -> Result<DriverProcess> {
        let port = free_port()?;
        let (variable, name) = engine.driver();
        let program = env::var_os(variable).unwrap_or_else(|| name.into());
        let process = Command::new(program)
            .arg(format!("--port={port}"))
            // Without it WebKitGTK draws nothing on a display without a graphics card.
            .env("WEBKIT_FORCE_COMPOSITING_MODE", "1")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {name}"))?;
        Ok(DriverProcess { process, address: format!("http://127.0.0.1:{port}") })
    }

    /// Asks the driver to close its browsers and to end.
    fn shut_down(&self) -> Result<()> {
        let address = self.address.trim_start_matches("http://");
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(2)))?;
        write!(stream, "GET /shutdown HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
        stream.read_to_end(&mut Vec::new())?;
        Ok(())
    }
}

impl Drop for DriverProcess {
    fn drop(&mut self) {
        // A test that fails closes no browser, but Chromium's driver can.
        let _ = self.shut_down();
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(super) fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
