//! Writes the script of a WebAssembly module (`bind MODULE FOLDER NAME`), or a file compressed as far
//! as gzip goes (`bind FILE COMPRESSED`). `cargo xtask web` calls it.
//!
//! A program of its own with the feature `bind`, because only that task needs its dependencies.

use std::{env, fs};

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    match words.as_slice() {
        [module, folder, name] => script(module, folder, name),
        [file, compressed] => compress(file, compressed),
        _ => bail!("bind MODULE FOLDER NAME, or bind FILE COMPRESSED"),
    }
}

/// The module keeps its names: they are taken out when its functions have been put in order.
fn script(module: &str, folder: &str, name: &str) -> Result<()> {
    let mut binding = Bindgen::new();
    binding.input_path(module).no_modules(true)?.typescript(false).demangle(false).out_name(name);
    binding.generate(folder)
}

fn compress(file: &str, compressed: &str) -> Result<()> {
    // More rounds take longer, and save a few bytes.
    let options = zopfli::Options { iteration_count: 5.try_into()?, ..zopfli::Options::default() };
    let out = fs::File::create(compressed)?;
    Ok(zopfli::compress(options, zopfli::Format::Gzip, fs::File::open(file)?, out)?)
}
