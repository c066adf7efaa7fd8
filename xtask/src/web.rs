//! The hall without a server: a static site in `target/web`, which any web server can serve.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{
    cargo, own_target, step,
    system::run,
    texts::{files_below, root},
    wasm,
};

/// The version of the npm package with `wasm-opt`.
const BINARYEN: &str = "130.0.0";
/// The name of the module and its script in the site.
const NAME: &str = "undercroft";

/// Builds the site, and returns its folder.
///
/// # Errors
/// If there is no compiler for WebAssembly, something does not compile, or a file cannot be written.
pub(crate) fn make() -> Result<PathBuf> {
    let Some(module) = wasm::module()? else {
        bail!("there is no compiler for WebAssembly; get the target: rustup target add {}", wasm::TARGET);
    };
    let site = root().join("target/web");
    if site.is_dir() {
        fs::remove_dir_all(&site)?;
    }
    fs::create_dir_all(&site)?;
    // With a single package cargo would build everything again, with other features.
    step("the program that writes the site", cargo().args(["build", "--workspace", "--example", "site"]))?;
    step("the files of the site", Command::new(own_target()?.join("debug/examples/site")).arg(&site))?;
    let mut bind = cargo();
    bind.args(["run", "--quiet", "--package", "xtask", "--features", "bind", "--bin", "bind", "--"]);
    step("the script of the module", bind.arg(&module).arg(&site).arg(NAME))?;
    let module = site.join(format!("{NAME}_bg.wasm"));
    match optimiser() {
        Ok(program) => optimise(&program, &module)?,
        Err(error) => println!("== the module is larger than it need be: {error:#}"),
    }
    stamp(&site)?;
    println!(
        "== the site is in {}: {} KiB, of which the module {} KiB",
        site.display(),
        kib(size(&site)?),
        kib(size(&module)?)
    );
    Ok(site)
}

/// Finds `wasm-opt`; downloads it with npm if it is missing.
fn optimiser() -> Result<PathBuf> {
    let folder = root().join(format!("target/binaryen-{BINARYEN}"));
    let program = folder.join("package/bin/wasm-opt");
    if program.is_file() {
        return Ok(program);
    }
    fs::create_dir_all(&folder)?;
    println!("== fetching binaryen {BINARYEN}");
    run(Command::new("npm").args(["pack", "--silent", &format!("binaryen@{BINARYEN}")]).current_dir(&folder))
        .context("npm is needed to fetch wasm-opt")?;
    run(Command::new("tar").args(["-xzf", &format!("binaryen-{BINARYEN}.tgz")]).current_dir(&folder))?;
    Ok(program)
}

/// Makes the module smaller.
fn optimise(program: &Path, module: &Path) -> Result<()> {
    let mut optimiser = Command::new("node");
    optimiser.arg(program).args(["-Os", "--all-features", "--disable-gc", "-o"]).arg(module).arg(module);
    step("the module made smaller", &mut optimiser)
}

/// Gives the service worker the mark of this build, which changes with every file of the site.
fn stamp(site: &Path) -> Result<()> {
    let mut files = Vec::new();
    files_below(site, &mut files)?;
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        fs::read(file)?.hash(&mut hasher);
    }
    let worker = site.join("service-worker.js");
    let text = fs::read_to_string(&worker)?.replace("@BUILD@", &format!("{:016x}", hasher.finish()));
    Ok(fs::write(worker, text)?)
}

/// Returns the size of a file, or of all files in a folder, in bytes.
fn size(path: &Path) -> Result<u64> {
    if path.is_file() {
        return Ok(fs::metadata(path)?.len());
    }
    let mut sum = 0;
    for entry in fs::read_dir(path)? {
        sum += size(&entry?.path())?;
    }
    Ok(sum)
}

const fn kib(bytes: u64) -> u64 {
    bytes / 1024
}
