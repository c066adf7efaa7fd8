//! Checks that no file of tests is left out: where `tests/main.rs` makes one program of the tests of
//! a crate, cargo does not look for others.

use std::{collections::BTreeSet, fs, path::Path};

use crate::texts::{all_below, root};

/// Returns the files and folders of tests in `tests` that are neither modules of its `main.rs` nor
/// programs in the manifest.
fn left_out(tests: &Path, manifest: &str) -> Vec<String> {
    let main = fs::read_to_string(tests.join("main.rs")).expect("the program is text");
    let modules = main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    let programs = manifest.split("[[test]]").skip(1);
    let programs = programs.filter_map(|program| program.split("name = \"").nth(1)?.split('"').next());
    let known: BTreeSet<&str> = modules.chain(programs).chain(["main"]).collect();
    let entries = fs::read_dir(tests).expect("it is a folder").map(|entry| entry.expect("it can be read").path());
    let of_tests =
        entries.filter(|path| path.extension().is_some_and(|end| end == "rs") || path.join("mod.rs").is_file());
    let names = of_tests.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
    names.filter(|name| !known.contains(name.as_str())).collect()
}

#[test]
fn every_file_of_tests_belongs_to_a_program() {
    let crates = all_below(&root().join("crates")).expect("the folder can be read");
    let mains: Vec<_> = crates.iter().filter(|path| path.ends_with("tests/main.rs")).collect();
    assert!(!mains.is_empty());
    for main in mains {
        let tests = main.parent().expect("it is in a folder");
        let manifest = fs::read_to_string(tests.with_file_name("Cargo.toml")).expect("a crate has a manifest");
        assert!(manifest.contains("autotests = false"), "{}: each file is a program too", tests.display());
        assert_eq!(left_out(tests, &manifest), [""; 0], "{}", tests.display());
    }
}

#[test]
fn file_that_nothing_names_is_left_out() {
    let folder = tempfile::tempdir().expect("there is room");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("there is room");
    write("main.rs", "//! Tests.\n\nmod laws;\n");
    for name in ["laws.rs", "alone.rs", "forgotten.rs", "data.txt"] {
        write(name, "");
    }
    let manifest =
        "[[test]]\nname = \"game\"\npath = \"tests/main.rs\"\n\n[[test]]\nname = \"alone\"\nharness = false\n";
    assert_eq!(left_out(folder.path(), manifest), ["forgotten"]);
}
