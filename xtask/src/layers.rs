//! Checks that the folders of a crate form layers: no circle leads from a folder back to it.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};

use crate::texts::{files_below, root, test_module};

/// The crates whose folders form layers.
const CRATES: [&str; 1] = ["crates/pages"];

/// Returns the uses of folders by others that are part of a circle, each with the file that uses.
/// `files` are paths below `src` with their code. The root of the crate may use everything.
fn circles(files: &BTreeMap<String, String>) -> BTreeMap<[String; 2], String> {
    let folder = |path: &str| path.split(['/', '.']).next().unwrap_or_default().to_owned();
    let folders: BTreeSet<String> = files.keys().map(|path| folder(path)).collect();
    let mut uses = BTreeMap::new();
    for (path, code) in files.iter().filter(|(path, _)| *path != "lib.rs") {
        let (from, mut used) = (folder(path), BTreeSet::new());
        let depth = path.trim_end_matches("/mod.rs").split('/').count();
        from_root(code.parse().expect("code is Rust"), depth, &mut used);
        let used = used.intersection(&folders).filter(|to| **to != from);
        uses.extend(used.map(|to| ([from.clone(), to.clone()], path.clone())));
    }
    loop {
        let all: Vec<[String; 2]> = uses.keys().cloned().collect();
        uses.retain(|[from, to], _| all.iter().any(|one| one[1] == *from) && all.iter().any(|one| one[0] == *to));
        if uses.len() == all.len() {
            return uses;
        }
    }
}

/// Collects the names that follow the root of the crate in paths, except in tests. `depth` says how
/// many times `super` leads to the root.
fn from_root(tokens: TokenStream, depth: usize, found: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut supers, mut at_root) = (0, false);
    for (place, token) in tokens.iter().enumerate().filter(|(_, token)| token.to_string() != ":") {
        match token {
            TokenTree::Group(group) if at_root => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let entries = inner.split(|token| token.to_string() == ",").filter_map(<[TokenTree]>::first);
                found.extend(entries.map(ToString::to_string));
            }
            TokenTree::Group(group) if test_module(&tokens[..place]).is_none() => {
                from_root(group.stream(), depth, found);
            }
            _ => found.extend(at_root.then(|| token.to_string())),
        }
        supers = if token.to_string() == "super" { supers + 1 } else { 0 };
        at_root = token.to_string() == "crate" || supers == depth;
    }
}

#[test]
fn folders_form_layers() {
    for at in CRATES {
        let src = root().join(at).join("src");
        let paths = files_below(&src).expect("the crate has code");
        let names =
            paths.iter().map(|path| path.strip_prefix(&src).expect("it is below").to_string_lossy().into_owned());
        let code = paths.iter().map(|path| std::fs::read_to_string(path).expect("code is text"));
        let found = circles(&names.zip(code).collect());
        assert!(found.is_empty(), "{at}: give what two folders need to a folder below both: {found:#?}");
    }
}

#[test]
fn circle_is_found_by_crate_and_super() {
    let count = |code: &str| {
        let files =
            [("lib.rs", "mod a;"), ("a/mod.rs", "use crate::{b::{c, d}, e};"), ("b/mod.rs", code), ("e.rs", "")];
        circles(&files.map(|(path, code)| (path.to_owned(), code.to_owned())).into()).len()
    };
    assert_eq!(["use crate::a::f;", "fn f() { (super::a::f()) }", "mod x { use crate::{e, a}; }"].map(count), [2; 3]);
    assert_eq!(["use crate::e;", "#[cfg(test)] mod t { use crate::a; }", "use super::e;"].map(count), [0; 3]);
}
