//! Checks of the prose in Markdown files: width of lines, and words that no sentence begins with.
//! The checks skip rulebooks and their rulings, which use the words of their authors.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The width of a line of prose, in characters.
const WIDTH: usize = 100;
/// Words that no sentence begins with: they put the subject last.
const OPENINGS: [&str; 7] = ["What", "Who", "Whoever", "Whose", "Whom", "Of", "That"];
/// The folders whose Markdown files are checked; only named subfolders are included.
const FOLDERS: [&str; 4] = [".", "docs", "docs/decisions", ".github"];

/// Returns all pages of prose.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let files = FOLDERS.iter().flat_map(|folder| fs::read_dir(root.join(folder)).expect("the folder is there"));
    let paths = files.map(|file| file.expect("a file has a name").path());
    paths.filter(|path| path.extension().is_some_and(|end| end == "md")).collect()
}

/// Returns the lines of prose of a page with their numbers: neither code nor tables, headings or
/// HTML.
fn prose(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    page.lines().enumerate().filter_map(move |(n, line)| {
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
    for path in pages() {
        let page = fs::read_to_string(&path).expect("a page is text");
        let lines = prose(&page).filter(|(_, line)| line.chars().count() > WIDTH && line.trim().contains(' '));
        wide.extend(lines.map(|(n, line)| format!("{}:{n}: {line}", path.display())));
    }
    assert!(wide.is_empty(), "lines of more than {WIDTH} characters:\n{}", wide.join("\n"));
}

#[test]
fn no_sentence_begins_with_a_banned_word() {
    let mut found = Vec::new();
    for path in pages() {
        let page = fs::read_to_string(&path).expect("a page is text");
        let mut above = (0, "");
        for (n, line) in prose(&page) {
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
