//! The project's own tasks: `cargo xtask` lists them.

mod api;
mod art;
mod axe;
mod browser;
mod dependencies;
mod engines;
mod fonts;
mod fuzz;
#[cfg(test)]
mod layers;
mod new_game;
mod package;
mod pictures;
mod postgres;
#[cfg(test)]
mod prose;
mod python;
mod spelling;
mod system;
#[cfg(test)]
mod test_programs;
mod texts;
mod wasm;
mod web;

use std::{
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    thread,
    time::Instant,
};

use anyhow::{Context, Result, anyhow, bail, ensure};
use postgres::Postgres;

const HELP: &str = "\
The project's own tasks.

  cargo xtask test                all checks: format, lints, docs, tests, on PostgreSQL too, and play in real browsers
  cargo xtask test --no-browser   the same without browsers
  cargo xtask test --no-postgres  the same without PostgreSQL
  cargo xtask engines             plays in Firefox and WebKitGTK
  cargo xtask api                 validates the description of the HTTP calls, and makes up calls from it (schemathesis)
  cargo xtask postgres COMMAND…   runs a command with a PostgreSQL server of its own, such as: cargo test --test hall lobby::
  cargo xtask web                 builds the hall without a server in target/web: a static site, played in the browser, offline too
  cargo xtask web --play          the same, and plays there in Chromium with the network cut
  cargo xtask package             builds the Python package, and checks its types and tests
  cargo xtask golden              writes the golden playthroughs and HTTP answers anew; read the diff before you commit it
  cargo xtask art                 writes the pictures anew from their drawings in crates/art/drawings
  cargo xtask art --sheet FILE    the same, and a page with every picture and icon to look at
  cargo xtask fonts               writes the typefaces of the pages anew, cut to the characters of both languages
  cargo xtask pictures            photographs the pages of README and docs in both themes; look at the files before you commit
  cargo xtask texts               finds the texts that stand in the code, and brings the catalogues in crates/translations up to them
  cargo xtask new-game NAME       writes the folder of a new game, which plays Pig at first, and its lines in the roster
  cargo xtask laws [OPTIONS]      a million matches with options at their extremes: every bot does what is legal; see --help
  cargo xtask fuzz TARGET SECONDS sends made-up input (cargo-fuzz) to record, page, action, http or catalogue
  cargo xtask mutants CRATE       breaks the crate in many small ways (cargo-mutants) and lists those that no test notices
  cargo xtask bench [OPTIONS]     kernel against hand-written simulators, search, threads, and what a durable move costs; see --help
  cargo xtask load [OPTIONS]      a hall of its own under load: what a move costs, and what a table and a stream take; see --help
  cargo xtask calls [OPTIONS]     every page and call of a hall of its own: the processor time that each takes; see --help
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test", ref without @ ..] if without.iter().all(|word| SUITES.contains(word)) => {
            let [no_browser, no_postgres] = SUITES.map(|suite| without.contains(&suite));
            test(!no_browser, !no_postgres)
        }
        ["postgres", program, ref words @ ..] => with_postgres(program, words),
        ["engines"] => engines::play(),
        ["api"] => api::find().and_then(|programs| api::check(&programs)),
        ["package"] => package::check(),
        ["web"] => web::make().map(drop),
        ["web", "--play"] => web::make().and_then(|site| play_offline(&site)),
        ["golden"] => golden(),
        ["art"] => art::expand(),
        ["art", "--sheet", file] => art_sheet(file),
        ["fonts"] => fonts::write(),
        ["pictures"] => pictures::make(),
        ["texts"] => texts::update(),
        ["laws", ref options @ ..] => laws(options),
        ["new-game", name] => new_game::write(name),
        ["fuzz", target, seconds] => fuzz::run(target, seconds),
        ["bench", ref options @ ..] => bench(options),
        ["load", ref options @ ..] => load(options),
        ["calls", ref options @ ..] => load(&[&["--mode", "calls"], options].concat()),
        ["mutants", package] => mutants(package),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("xtask: there is no task {:?}; `cargo xtask` lists the tasks", words.join(" "));
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Parts that `test` can leave out.
const SUITES: [&str; 2] = ["--no-browser", "--no-postgres"];

/// Runs every check of a checkout. `.ci/run` calls it.
fn test(in_browser: bool, on_postgres: bool) -> Result<()> {
    // Programs for later steps are fetched while the compiler works.
    let (needs, compiled) = thread::scope(|scope| {
        let needs = scope.spawn(|| Needs::fetch(in_browser, on_postgres));
        let compiled = compiler_checks();
        (needs.join().unwrap_or_else(|_| bail!("what the tests need could not be fetched")), compiled)
    });
    let Needs { browser, engines, postgres, axe } = needs?;
    compiled?;
    if let Some(Err(error)) = &axe {
        println!("== axe-core is not to be had, so no page is looked through for what keeps people out: {error:#}");
    }
    spelling::check()?;
    dependencies::check()?;
    wasm::check()?;
    tests()?;
    // Both are written in Python, which uses one core.
    beside("package", || match api::find() {
        Ok(programs) => api::check(&programs),
        Err(error) => {
            println!("== no client makes up calls from their description: {error:#}");
            Ok(())
        }
    })?;
    fuzz::check()?;
    if let Some(programs) = postgres {
        let server = Postgres::start(programs)?;
        let mut tests = cargo();
        // With a single package cargo would build the tests again, with other features.
        tests.args(["test", "--workspace", "--test", "hall", "--"]);
        tests.args(LEFT_TO_SQLITE.iter().flat_map(|module| ["--skip", module]));
        server.tell(tests.env("RUST_TEST_THREADS", AT_ONCE));
        step("the hall on PostgreSQL", &mut tests)?;
    }
    if let Some(browser) = browser {
        // The tests have built the program too. With a single package cargo would build it again,
        // with other features. Tests that depend on timing have the machine for themselves; the
        // others share it, and a lighter browser.
        let suites = [
            ("moments in a browser", "1", ["moments::"].as_slice()),
            (
                "play in a browser",
                "2",
                &[
                    "--skip",
                    "moments::",
                    "--skip",
                    "engines::firefox::",
                    "--skip",
                    "engines::webkit::",
                    "--skip",
                    "offline::",
                ],
            ),
        ];
        for (name, threads, which) in suites {
            let mut tests = browser.tests(threads, which);
            if let Some(shell) = browser.shell.as_ref().filter(|_| threads != "1") {
                tests.env("CHROMIUM_SHELL", shell);
            }
            match &axe {
                Some(Ok(axe)) => tests.env("AXE", axe),
                Some(Err(_)) | None => tests.args(["--skip", "no_page_keeps_anybody_out"]),
            };
            step(name, &mut tests)?;
        }
    }
    engines::play_in(&engines)?;
    println!("\nAll checks hold.");
    Ok(())
}

/// Programs that some steps of the tests need.
struct Needs {
    browser: Option<browser::Browser>,
    engines: Vec<engines::Engine>,
    postgres: Option<postgres::Programs>,
    axe: Option<Result<PathBuf>>,
}

impl Needs {
    /// Finds them; what is missing is fetched, together with packages that a later step would fetch.
    fn fetch(in_browser: bool, on_postgres: bool) -> Result<Needs> {
        let browser = in_browser.then(browser::find).transpose()?;
        let postgres = on_postgres.then(postgres::find).transpose()?;
        let engines = if in_browser { engines::find() } else { Vec::new() };
        let axe = in_browser.then(axe::find);
        // The steps that use them say so if they cannot be had.
        let _ = (api::find(), package::find());
        Ok(Needs { browser, engines, postgres, axe })
    }
}

/// Runs the checks that need nothing but the compiler.
fn compiler_checks() -> Result<()> {
    step("format", cargo().args(["fmt", "--all", "--check"]))?;
    step("lints", cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    step("documentation", cargo().args(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))
}

/// Runs all tests. `cargo nextest`, where it is installed, runs those of several programs at once:
/// many a program has one test that is longer than the others.
fn tests() -> Result<()> {
    let has_nextest = cargo().args(["nextest", "--version"]).output().is_ok_and(|output| output.status.success());
    if !has_nextest {
        return step("tests", cargo().args(["test", "--workspace"]).env("RUST_TEST_THREADS", AT_ONCE));
    }
    // Without the examples, which the lints check.
    let nextest = ["nextest", "run", "--workspace", "--tests", "--test-threads", AT_ONCE, "--status-level", "fail"];
    step("tests", cargo().args(nextest))?;
    step("tests in documentation", cargo().args(["test", "--workspace", "--doc"]))
}

/// How many tests of a program run at once: many of those of the server wait most of the time.
const AT_ONCE: &str = "4";

/// Tests that compute and draw for long and use the store little.
const LEFT_TO_SQLITE: [&str; 5] = ["bots_pace::", "ids::", "moments::", "quotas::pictures_", "secrets::"];

/// Runs another task of this program beside `steps`, and prints its output after theirs.
fn beside(task: &str, steps: impl FnOnce() -> Result<()>) -> Result<()> {
    let mut other = Command::new(std::env::current_exe()?);
    other.arg(task);
    let other = thread::spawn(move || other.output());
    let done = steps();
    let output = other.join().map_err(|_| anyhow!("{task} could not be waited for"))??;
    println!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    done?;
    ensure!(output.status.success(), "{task} failed");
    Ok(())
}

/// Runs a command with its own PostgreSQL server.
fn with_postgres(program: &str, words: &[&str]) -> Result<()> {
    let server = Postgres::start(postgres::find()?)?;
    let mut command = Command::new(program);
    server.tell(command.args(words));
    step(program, &mut command)
}

/// Plays in the site, offline.
fn play_offline(site: &Path) -> Result<()> {
    step("play without a server", browser::find()?.tests("2", &["offline::"]).env("SITE", site))
}

fn golden() -> Result<()> {
    // Small games have a program of their own for their playthroughs.
    let matches = ["test", "--workspace", "--test", "game", "--test", "playthroughs", "--"];
    let which = ["playthrough", "achievements::"];
    step("golden playthroughs", cargo().args(matches).args(which).env("UPDATE_GOLDEN", "1"))?;
    let answers = ["test", "--workspace", "--test", "hall", "--", "api_answers::"];
    step("golden answers of the HTTP calls", cargo().args(answers).env("UPDATE_GOLDEN", "1"))
}

fn art_sheet(file: &str) -> Result<()> {
    art::expand()?;
    let mut cargo = cargo();
    art::sheet(&mut cargo, file);
    step("sheet", &mut cargo)
}

/// Checks the laws of bots in as many matches as requested, as an optimised build with its own
/// checks.
fn laws(options: &[&str]) -> Result<()> {
    let run = ["run", "--profile", "laws", "--package", "undercroft-roster", "--example", "laws", "--"];
    step("laws", cargo().args(run).args(options))
}

/// Measures how fast the games play, and, without arguments, the cost of a durable move.
fn bench(options: &[&str]) -> Result<()> {
    let programs = benchmarks()?;
    step("playouts", Command::new(programs.join("undercroft-bench")).args(options))?;
    if !options.is_empty() {
        return Ok(());
    }
    step("durable moves", &mut Command::new(programs.join("flush")))
}

/// Runs the server under load, as a release build.
fn load(options: &[&str]) -> Result<()> {
    step("load", Command::new(benchmarks()?.join("load")).args(options))
}

/// Builds the programs that measure, with the same features of dependencies as
/// `cargo run --release`, so that neither build undoes the other. Returns their folder.
fn benchmarks() -> Result<PathBuf> {
    let packages = ["--package", "undercroft", "--package", "undercroft-bench", "--bins"];
    step("build", cargo().args(["build", "--release"]).args(packages))?;
    Ok(own_target()?.join("release"))
}

/// Returns the target folder in which this program is.
fn own_target() -> Result<PathBuf> {
    let own = std::env::current_exe()?;
    Ok(own.ancestors().nth(2).context("xtask is in no target folder")?.to_owned())
}

/// Runs mutation testing of one crate. It takes long and is not part of `test`.
fn mutants(package: &str) -> Result<()> {
    let found = cargo().args(["mutants", "--version"]).output().is_ok_and(|output| output.status.success());
    if !found {
        bail!("cargo-mutants is not installed; get it with: cargo install cargo-mutants --locked");
    }
    step("mutants", cargo().args(["mutants", "--package", package, "--output", "target"]))
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Variables that cargo sets for a program that it runs, by their beginnings. Build scripts of
/// dependencies run again when one of them changes, so a build from here would undo one from a
/// shell.
const OF_CARGO: [&str; 2] = ["CARGO_MANIFEST_", "CARGO_PKG_"];

/// Runs one step and prints how long it took.
fn step(name: &str, command: &mut Command) -> Result<()> {
    println!("\n== {name}");
    for (variable, _) in std::env::vars_os() {
        if OF_CARGO.iter().any(|start| variable.to_string_lossy().starts_with(start)) {
            command.env_remove(variable);
        }
    }
    let start = Instant::now();
    let status = command.status().with_context(|| format!("{name}: cannot start {command:?}"))?;
    if !status.success() {
        bail!("{name} failed: {command:?}");
    }
    println!("== {name}: {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}
