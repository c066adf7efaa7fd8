//! Checks of the Python package: lints of its crate, its types, and its tests in a virtual
//! environment.
//!
//! The crate is a workspace of its own, so that all others are built without Python. It builds into
//! the target folder of the others and shares their dependencies.

use std::{env, iter, path::PathBuf, process::Command};

use anyhow::Result;

use crate::{cargo, python, step, texts::root};

/// The builder of the package, and the libraries that its tests need.
const PACKAGES: [&str; 14] = [
    "maturin==1.16.0",
    "numpy>=2,<3",
    "pytest==9.2.0",
    "gymnasium==1.4.0",
    "pettingzoo==1.27.0",
    "pyarrow>=16",
    "mypy==2.4.1",
    "open_spiel==2.0.2",
    "cvxpy==1.9.3",
    "ecos==2.0.14",
    "ray==2.60.0",
    "ipykernel>=6.29",
    "matplotlib>=3.8",
    "nbclient>=0.10",
];
const MANIFEST: &str = "python/Cargo.toml";

/// Returns the environment with these libraries; fetches them if they are missing.
pub(crate) fn find() -> Result<PathBuf> {
    python::environment("package", &PACKAGES)
}

/// Checks the package, or prints the reason why not.
///
/// # Errors
/// If a check fails.
pub(crate) fn check() -> Result<()> {
    step("format of the Python package's crate", cargo().args(["fmt", "--manifest-path", MANIFEST, "--check"]))?;
    let folder = match find() {
        Ok(folder) => folder,
        Err(error) => {
            println!("== the Python package is left out: {error:#}");
            return Ok(());
        }
    };
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let programs = folder.join("bin");
    let program = |name: &str| Command::new(programs.join(name));
    let mut lints = cargo();
    lints.args(["clippy", "--manifest-path", MANIFEST, "--locked", "--all-targets", "--", "-D", "warnings"]);
    lints.env("CARGO_TARGET_DIR", &target).env("PYO3_PYTHON", programs.join("python"));
    step("lints of the Python package's crate", &mut lints)?;
    let mut install = program("python");
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]);
    install.args(["--no-build-isolation", "--force-reinstall", "./python"]);
    install.env("CARGO_TARGET_DIR", &target).env("MATURIN_PEP517_ARGS", "--profile dev --locked");
    // The build looks for maturin on the PATH.
    let path = env::var_os("PATH").unwrap_or_default();
    install.env("PATH", env::join_paths(iter::once(programs.clone()).chain(env::split_paths(&path)))?);
    step("build of the Python package", &mut install)?;
    let in_package = |mut command: Command| {
        command.current_dir(root().join("python")).env("PYTHONDONTWRITEBYTECODE", "1");
        command
    };
    let mut types = in_package(program("mypy"));
    types.arg("--cache-dir").arg(folder.join("types")).args(["package/undercroft", "tests", "benchmarks", "examples"]);
    step("types of the Python package", &mut types)?;
    step("stubs of the Python package", in_package(program("stubtest")).arg("undercroft._native"))?;
    let mut tests = in_package(program("pytest"));
    tests.args(["-q", "-p", "no:cacheprovider"]).env("UNDERCROFT_PROGRAM", target.join("debug/undercroft"));
    step("tests of the Python package", &mut tests)
}
