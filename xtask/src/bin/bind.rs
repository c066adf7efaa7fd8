//! Writes the script of a WebAssembly module: `bind MODULE FOLDER NAME`. `cargo xtask web` calls it.
//!
//! A program of its own with the feature `bind`, because only that task needs its dependency.

use std::env;

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [module, folder, name] = words.as_slice() else { bail!("bind MODULE FOLDER NAME") };
    let mut binding = Bindgen::new();
    binding.input_path(module).no_modules(true)?.typescript(false).remove_name_section(true).out_name(name);
    binding.generate(folder)
}
