//! Writes the script of a WebAssembly module (`bind MODULE FOLDER NAME GLOBAL`), or a file
//! compressed with LZMA (`bind FILE COMPRESSED`). `cargo xtask web` calls it.
//!
//! A program of its own with the feature `bind`, because only that task needs its dependencies.

use std::{env, fs, io::Write};

use anyhow::{Result, bail};
use lzma_rust2::{LzmaOptions, LzmaWriter};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    match words.as_slice() {
        [module, folder, name, global] => script(module, folder, name, global),
        [file, compressed] => compress(file, compressed),
        _ => bail!("bind MODULE FOLDER NAME GLOBAL, or bind FILE COMPRESSED"),
    }
}

/// The module keeps its names: they are taken out when its functions have been put in order.
fn script(module: &str, folder: &str, name: &str, global: &str) -> Result<()> {
    let mut binding = Bindgen::new();
    binding.input_path(module).no_modules(true)?.no_modules_global(global)?;
    binding.typescript(false).demangle(false).out_name(name);
    binding.generate(folder)
}

fn compress(file: &str, compressed: &str) -> Result<()> {
    let content = fs::read(file)?;
    // As small as a module gets: its code is not aligned, and all of it is within reach.
    let options = LzmaOptions { lc: 4, lp: 0, pb: 0, dict_size: 1 << 22, nice_len: 273, ..LzmaOptions::with_preset(9) };
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(content.len() as u64))?;
    writer.write_all(&content)?;
    Ok(fs::write(compressed, writer.finish()?)?)
}
