//! Checks of the prose in Markdown files and in comments of the code: width of lines, and words that
//! no sentence begins with. The checks skip rulebooks and their rulings, which use the words of
//! their authors. Another check covers the length of test names.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::texts::root;

/// The width of a line of prose, in characters.
const WIDTH: usize = 100;
/// The longest name of a test, in characters.
const LONGEST_NAME: usize = 60;
/// Words that no sentence begins with: they put the subject last.
const OPENINGS: [&str; 7] = ["What", "Who", "Whoever", "Whose", "Whom", "Of", "That"];
/// The folders whose Markdown files are checked; only named subfolders are included.
const FOLDERS: [&str; 5] = [".", "docs", "docs/decisions", ".github", "python"];

/// The folders with code.
const CODE: [&str; 5] = ["crates", "fuzz/fuzz_targets", "python/src", "tests", "xtask"];

/// Returns the pages of prose and the files of code, each with its text.
fn files() -> Vec<(PathBuf, String)> {
    let mut files: Vec<PathBuf> = FOLDERS.iter().flat_map(|folder| entries(&root().join(folder))).collect();
    files.retain(|path| is_named(path, "md"));
    let mut folders: Vec<PathBuf> = CODE.map(|folder| root().join(folder)).into();
    while let Some(folder) = folders.pop() {
        let (inner, code) = entries(&folder).into_iter().partition::<Vec<_>, _>(|path| path.is_dir());
        folders.extend(inner);
        files.extend(code.into_iter().filter(|path| is_named(path, "rs")));
    }
    let text = |path: PathBuf| fs::read_to_string(&path).map(|text| (path, text)).expect("a page is text");
    files.into_iter().map(text).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    entries.map(|entry| entry.expect("an entry has a name").path()).collect()
}

fn is_named(path: &Path, end: &str) -> bool {
    path.extension().is_some_and(|found| found == end)
}

/// Returns the lines of prose with their numbers: neither code nor tables, headings or HTML. In
/// code they are the lines of comments, without the signs before them.
fn prose<'a>(path: &Path, text: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    let is_rust = is_named(path, "rs");
    let comment = |line: &'a str| {
        let text = line.trim_start().strip_prefix("//")?;
        Some(text.trim_start_matches(['/', '!']))
    };
    let mut is_code = false;
    text.lines().enumerate().filter_map(move |(n, line)| {
        let line = if is_rust { comment(line)? } else { line };
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        let is_other = is_fence || is_code || ["|", "#", "<"].iter().any(|start| line.trim_start().starts_with(start));
        (!is_other).then_some((n + 1, line))
    })
}

/// Returns the banned word with which a sentence of this line begins, if there is one. `before` is
/// the line above it.
fn banned(before: &str, line: &str) -> Option<&'static str> {
    let line = line.trim_start();
    let text = line.strip_prefix("- ").unwrap_or(line);
    let begins = |text: &str| {
        let word = text.trim_start_matches('*').split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        OPENINGS.into_iter().find(|banned| *banned == word)
    };
    let is_start = text.len() < line.len() || before.trim().is_empty() || before.ends_with(['.', '!', '?']);
    let first = if is_start { begins(text) } else { None };
    first.or_else(|| [". ", "! ", "? "].iter().flat_map(|end| text.split(end).skip(1)).find_map(begins))
}

#[test]
fn lines_of_prose_end_at_the_width() {
    let mut wide = Vec::new();
    for (path, text) in files() {
        let lines = prose(&path, &text).filter(|(_, line)| line.chars().count() > WIDTH && line.trim().contains(' '));
        wide.extend(lines.map(|(n, line)| format!("{}:{n}: {line}", path.display())));
    }
    assert!(wide.is_empty(), "lines of more than {WIDTH} characters:\n{}", wide.join("\n"));
}

#[test]
fn no_sentence_begins_with_a_banned_word() {
    let mut found = Vec::new();
    for (path, text) in files() {
        let mut above = (0, "");
        for (n, line) in prose(&path, &text) {
            let before = if above.0 + 1 == n { above.1 } else { "" };
            found.extend(banned(before, line).map(|word| format!("{}:{n}: {word}: {line}", path.display())));
            above = (n, line);
        }
    }
    assert!(found.is_empty(), "sentences begin with their subject:\n{}", found.join("\n"));
}

#[test]
fn openings_are_found_where_sentences_begin() {
    for (before, line, word) in [
        ("", "What is stored", Some("What")),
        ("", "- **Who calls** is a session", Some("Who")),
        ("A sentence.", "Of these", Some("Of")),
        ("A sentence of", "What is no sentence", None),
        ("- A sentence of", "  What is no sentence", None),
        ("", "One sentence. That is another", Some("That")),
        ("", "Whatever comes, Official", None),
    ] {
        assert_eq!(banned(before, line), word, "{line}");
    }
}

#[test]
fn names_of_tests_are_short() {
    let mut long = Vec::new();
    for (path, text) in files() {
        let mut is_test = false;
        for line in text.lines().map(str::trim) {
            let declared = line.trim_start_matches("async ").strip_prefix("fn ");
            let name = declared.and_then(|rest| rest.split('(').next()).filter(|name| name.len() > LONGEST_NAME);
            long.extend(name.filter(|_| is_test).map(|name| format!("{}: {name}", path.display())));
            is_test = line.starts_with("#[") && (is_test || line.contains("test"));
        }
    }
    assert!(long.is_empty(), "test names of more than {LONGEST_NAME} characters:\n{}", long.join("\n"));
}
