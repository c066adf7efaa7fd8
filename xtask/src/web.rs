//! The hall without a server: a static site in `target/web`, which any web server can serve.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::{
    cargo, own_target, step,
    system::run,
    texts::{all_below, root},
    wasm,
};

/// The version of the npm package with `wasm-opt`.
const BINARYEN: &str = "130.0.0";
/// The name of the module and its script in the site.
const NAME: &str = "undercroft";
/// The name of the module that unpacks it, its script, and what the script defines.
const UNPACK: &str = "unpack";
/// The files that the first match brings over the network.
const ON_THE_WAY: [(&str, &[&str]); 3] = [
    ("the module", &["undercroft.bin"]),
    ("what unpacks it", &["unpack.wasm"]),
    (
        "pages and scripts of the first match",
        &["index.html", "prerendered/en.html", "local.js", "worker.js", "assets/style.css", "assets/script.js"],
    ),
];
/// The scripts of workers, and those that each needs first.
const WORKERS: [(&str, &[&str]); 2] =
    [("worker.js", &["undercroft.js", "unpack.js", "module.js"]), ("service-worker.js", &["unpack.js", "module.js"])];

/// Builds the site, and returns its folder.
///
/// # Errors
/// If there is no compiler for WebAssembly, something does not compile, or a file cannot be written.
pub(crate) fn make() -> Result<PathBuf> {
    let Some([module, unpack]) = wasm::modules()? else {
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
    step("the script of the module", bind().arg(&module).arg(&site).args([NAME, "wasm_bindgen"]))?;
    step("the script that unpacks it", bind().arg(&unpack).arg(&site).args([UNPACK, UNPACK]))?;
    let [bare, unpack] = [NAME, UNPACK].map(|name| site.join(format!("{name}_bg.wasm")));
    match optimiser() {
        Ok(program) => [&bare, &unpack].into_iter().try_for_each(|module| optimise(&program, module))?,
        Err(error) => println!("== the modules are larger than they need be: {error:#}"),
    }
    // Many servers send files as they are. No server takes this name for a kind that it unpacks.
    let module = site.join(format!("{NAME}.bin"));
    step("the module compressed", bind().arg(&bare).arg(&module))?;
    println!("== the module: {} bytes before compression", fs::metadata(&bare)?.len());
    fs::remove_file(bare)?;
    fs::rename(unpack, site.join(format!("{UNPACK}.wasm")))?;
    join(&site)?;
    stamp(&site)?;
    for (what, names) in ON_THE_WAY {
        let files: Vec<PathBuf> = names.iter().map(|name| site.join(name)).collect();
        let [plain, packed] = sizes(&files)?;
        println!("== {what}: {plain} bytes, {packed} with gzip -9");
    }
    println!("== the site is in {}", site.display());
    Ok(site)
}

/// Returns the program `bind`; see there.
fn bind() -> Command {
    let mut bind = cargo();
    bind.args(["run", "--quiet", "--package", "xtask", "--features", "bind", "--bin", "bind", "--"]);
    bind
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

/// Makes the module smaller on the way, and quicker. `-Os` and `-Oz` make it smaller as it lies, and
/// larger compressed: their code repeats itself less. In the order of their names, functions with
/// much in common stand together, which compresses better. The compiler inlines next to nothing at
/// its smallest; small functions are inlined here.
fn optimise(program: &Path, module: &Path) -> Result<()> {
    let mut optimiser = Command::new("node");
    optimiser.arg(program).args(["--all-features", "--disable-gc"]);
    optimiser.args(["--duplicate-function-elimination", "--optimize-instructions", "--memory-packing"]);
    optimiser.args(["--always-inline-max-function-size", "6"]);
    optimiser.args(["--one-caller-inline-max-function-size", "20", "--inlining-optimizing"]);
    optimiser.args(["--remove-unused-module-elements", "--rse", "--vacuum"]);
    optimiser.args(["--merge-blocks", "--remove-unused-brs", "--merge-blocks", "--vacuum"]);
    optimiser.args(["--reorder-functions-by-name", "--strip-debug", "--strip-producers", "--strip-target-features"]);
    optimiser.arg("-o").arg(module).arg(module);
    step("the module made smaller", &mut optimiser)
}

/// Makes one file of each worker's scripts: a worker waits for every further file, at each visit.
fn join(site: &Path) -> Result<()> {
    for (name, before) in WORKERS {
        let scripts = before.iter().chain([&name]).map(|name| fs::read_to_string(site.join(name)));
        let scripts = scripts.collect::<Result<Vec<_>, _>>()?;
        fs::write(site.join(name), format!("\"use strict\";\n{}", scripts.join("\n")))?;
    }
    for name in ["undercroft.js", "unpack.js", "module.js"] {
        fs::remove_file(site.join(name))?;
    }
    Ok(())
}

/// Files that the service worker does not store as they are, beside the drawings: drawings come in
/// one file, a browser asks for its service worker by itself, and the module is stored unpacked.
const APART: [&str; 4] = ["drawings.json", "service-worker.js", "unpack.wasm", "undercroft.bin"];
/// The folders of such files: drawings, and the pages of the first visit.
const FOLDERS_APART: [&str; 2] = ["assets/art/", "prerendered/"];

/// Gives the workers the list of files, and the mark of this build, which changes with every file of
/// the site.
fn stamp(site: &Path) -> Result<()> {
    let mut files = all_below(site)?;
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in &files {
        fs::read(file)?.hash(&mut hasher);
    }
    let apart = |name: &str| FOLDERS_APART.iter().any(|folder| name.starts_with(folder)) || APART.contains(&name);
    let names = files.iter().filter_map(|file| file.strip_prefix(site).ok()?.to_str());
    let names: Vec<String> = names.filter(|name| !apart(name)).map(|name| format!("{name:?}")).collect();
    for (worker, _) in WORKERS {
        let worker = site.join(worker);
        let text = fs::read_to_string(&worker)?.replace("@BUILD@", &format!("{:016x}", hasher.finish()));
        fs::write(worker, text.replace("/*@FILES@*/", &names.join(", ")))?;
    }
    Ok(())
}

/// Returns the sizes of some files together, in bytes, as they are and compressed with gzip.
fn sizes(files: &[PathBuf]) -> Result<[usize; 2]> {
    let mut sums = [0, 0];
    for file in files {
        let content = fs::read(file)?;
        let mut packed = Command::new("gzip");
        packed.args(["-9", "-c"]).arg(file).stderr(Stdio::inherit());
        let packed = packed.output().context("gzip measures how large the module is on the way")?.stdout.len();
        sums = [sums[0] + content.len(), sums[1] + packed];
    }
    Ok(sums)
}
