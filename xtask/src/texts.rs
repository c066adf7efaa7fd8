//! The texts in the code, and their catalogues in other languages.
//!
//! `cargo xtask texts` writes `crates/translations/source/CRATE.pot`, with all texts in the code of
//! a crate. It also updates the catalogue of each language: it adds new texts untranslated, and
//! removes texts that are gone. Its test checks that nothing is missing or unused.

use std::{
    collections::BTreeMap,
    fs,
    io::BufWriter,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use polib::{
    catalog::Catalog,
    message::{Message, MessageMutView},
    metadata::CatalogMetadata,
    po_file,
};
use proc_macro2::{TokenStream, TokenTree};
use text::plural_of;
use toml::de::DeTable;

/// The crates whose texts players read, each with its folder.
const CRATES: [(&str, &str); 19] = [
    ("undercroft-kernel", "crates/kernel"),
    ("undercroft-art", "crates/art"),
    ("undercroft-roster", "crates/roster"),
    ("undercroft-lab", "crates/lab"),
    ("undercroft-model", "crates/model"),
    ("undercroft-pages", "crates/pages"),
    ("undercroft-table", "crates/table"),
    ("undercroft-views", "crates/views"),
    ("undercroft-store", "crates/store"),
    ("undercroft-service", "crates/service"),
    ("undercroft-hall", "crates/hall"),
    ("undercroft-web", "crates/web"),
    ("undercroft-terminal", "crates/terminal"),
    ("undercroft", "crates/undercroft"),
    ("accursed-tomb", "crates/games/accursed-tomb"),
    ("crimsonbranch", "crates/games/crimsonbranch"),
    ("dungeon-rummy", "crates/games/dungeon-rummy"),
    ("gloombah", "crates/games/gloombah"),
    ("rogue-ascension", "crates/games/rogue-ascension"),
];

/// The folder of the rulebooks, each named by its crate. Pages show the section on how to play in a
/// minute.
const RULEBOOKS: &str = "docs/games";
const TRANSLATIONS: &str = "crates/translations";
/// The folder of the texts from the code.
const SOURCE: &str = "source";

/// A text in the code.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Found {
    source: String,
    /// Whether it is a noun for counting.
    counted: bool,
    /// Whether it can have gaps.
    gapped: bool,
    /// The file, below its crate.
    file: String,
}

/// Writes the texts from the code, and updates every catalogue.
pub(crate) fn update() -> Result<()> {
    for (file, catalogue) in catalogues(root())? {
        let missing = catalogue.messages().filter(|message| !message.is_translated()).count();
        let write = fs::File::create(root().join(&file)).with_context(|| file.clone())?;
        po_file::write(&catalogue, &mut BufWriter::new(write)).with_context(|| file.clone())?;
        if missing > 0 && !file.contains(SOURCE) {
            println!("{file}: {missing} of {} untranslated", catalogue.count());
        }
    }
    Ok(())
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Returns the correct content of all files of texts, by their paths.
fn catalogues(root: &Path) -> Result<BTreeMap<String, Catalog>> {
    let folder = root.join(TRANSLATIONS);
    let mut languages = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() && !["src", SOURCE].contains(&&*name) {
            languages.push(name);
        }
    }
    let mut all = BTreeMap::new();
    for (domain, at) in CRATES {
        let found = texts_of(root, domain, at)?;
        let mut none = CatalogMetadata::new();
        none.content_type = "text/plain; charset=UTF-8".into();
        none.content_transfer_encoding = "8bit".into();
        let empty = Catalog::new(none);
        all.insert(format!("{TRANSLATIONS}/{SOURCE}/{domain}.pot"), brought_up(&empty, &found));
        for language in &languages {
            let file = format!("{TRANSLATIONS}/{language}/{domain}.po");
            let before = po_file::parse(&root.join(&file)).with_context(|| file.clone())?;
            all.insert(file, brought_up(&before, &found));
        }
    }
    Ok(all)
}

/// Returns a catalogue with just these texts, with the translations that it had before.
fn brought_up(before: &Catalog, found: &[Found]) -> Catalog {
    let mut after = Catalog::new(before.metadata.clone());
    for Found { source, counted, file, .. } in found {
        let plural = counted.then(|| plural_of(source));
        let old = before.find_message(None, source, plural.as_deref());
        let mut message = if let Some(plural) = plural {
            let words = old.and_then(|old| old.msgstr_plural().ok().cloned());
            let mut message = Message::build_plural();
            message.with_msgid(source.clone()).with_msgid_plural(plural);
            message.with_msgstr_plural(words.unwrap_or_else(|| vec![String::new(); 2])).done()
        } else {
            let text = old.and_then(|old| old.msgstr().ok()).unwrap_or_default();
            Message::build_singular().with_msgid(source.clone()).with_msgstr(text.to_owned()).done()
        };
        message.source_mut().push_str(file);
        after.append_or_update(message);
        // A translator adds the forms that the language needs; they stay with their text.
        for form in before.messages().filter(|message| message.msgctxt().is_some() && message.msgid() == source) {
            let mut kept = Message::build_singular();
            kept.with_msgctxt(form.msgctxt().unwrap_or_default().to_owned()).with_msgid(source.clone());
            after.append_or_update(kept.with_msgstr(form.msgstr().unwrap_or_default().to_owned()).done());
        }
    }
    after
}

/// Returns the texts of a crate, in the order of its files and lines, each once.
fn texts_of(root: &Path, domain: &str, at: &str) -> Result<Vec<Found>> {
    let folder = root.join(at);
    let mut files = files_below(&folder.join("src"))?;
    let content = folder.join("content");
    files.extend(if content.is_dir() { all_below(&content)? } else { Vec::new() });
    files.sort();
    files.extend(Some(root.join(RULEBOOKS).join(domain).with_extension("md")).filter(|rulebook| rulebook.exists()));
    let (mut read, mut tests) = (Vec::new(), Vec::new());
    for path in files {
        let file =
            path.strip_prefix(&folder).or_else(|_| path.strip_prefix(root))?.to_string_lossy().replace('\\', "/");
        let (text, mut here) = (fs::read_to_string(&path).with_context(|| file.clone())?, Vec::new());
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("rs") => {
                let tokens: TokenStream = text.parse().map_err(|why| anyhow::anyhow!("{file}: {why}"))?;
                in_tokens(tokens, &mut here, &mut tests);
                in_help(&text, &mut here).with_context(|| file.clone())?;
            }
            Some("md") => in_minute(&text, &mut here),
            Some("toml") => in_content(&text, &mut here).map_err(|why| anyhow::anyhow!("{file}: {why}"))?,
            _ => in_lesson(&text, &mut here).with_context(|| file.clone())?,
        }
        read.push((file, here));
    }
    let of_tests = |file: &str| {
        let modules = || file.trim_end_matches(".rs").split('/');
        modules().any(|module| tests.iter().any(|test| test == module))
    };
    let mut found: Vec<Found> = Vec::new();
    for (file, here) in read.into_iter().filter(|(file, _)| !of_tests(file)) {
        for (source, kind) in here {
            let text = Found { source, counted: kind == Kind::Noun, gapped: kind == Kind::Gapped, file: file.clone() };
            match found.iter_mut().find(|one| one.source == text.source) {
                Some(one) => {
                    one.counted |= text.counted;
                    one.gapped |= text.gapped;
                }
                None => found.push(text),
            }
        }
    }
    Ok(found)
}

/// Returns the files below a folder that can have texts: code that is no test, and lessons.
pub(crate) fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let is_of_tests = |path: &Path| {
        let below = path.strip_prefix(folder).unwrap_or(path);
        below.iter().any(|name| name.to_string_lossy().starts_with("tests"))
    };
    let has_texts = |path: &Path| {
        path.extension().is_some_and(|extension| extension == "rs")
            || path.ends_with("lesson.jsonl")
            || path.parent().is_some_and(|folder| folder.ends_with("lessons"))
    };
    let mut files = all_below(folder)?;
    files.retain(|path| has_texts(path) && !is_of_tests(path));
    Ok(files)
}

/// Returns all files below a folder.
pub(crate) fn all_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() { files.extend(all_below(&path)?) } else { files.push(path) }
    }
    Ok(files)
}

/// The kind of text that a macro takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Plain,
    Gapped,
    Noun,
}

/// Returns the kind of text that the macro of this name takes.
fn kind_of(name: &str) -> Option<Kind> {
    match name {
        "text" => Some(Kind::Plain),
        "t" | "say" | "markup" => Some(Kind::Gapped),
        "noun" | "counted" => Some(Kind::Noun),
        _ => None,
    }
}

/// Collects the texts in code, except that of tests. `tests` gathers the names of test modules in
/// files of their own.
fn in_tokens(tokens: TokenStream, found: &mut Vec<(String, Kind)>, tests: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (place, token) in tokens.iter().enumerate() {
        let test = test_module(&tokens[..place]);
        let TokenTree::Group(group) = token else {
            tests.extend(test);
            continue;
        };
        if test.is_some() {
            continue;
        }
        let name = macro_before(&tokens[..place]);
        if name.as_deref() == Some("measures") {
            titles(group.stream(), found);
        }
        if let Some(kind) = name.and_then(|name| kind_of(&name)) {
            let literals = group.stream().into_iter().filter_map(|token| match token {
                TokenTree::Literal(literal) => syn::parse_str::<syn::LitStr>(&literal.to_string()).ok(),
                _ => None,
            });
            let mut literals = literals.map(|literal| literal.value());
            let text = if kind == Kind::Noun { literals.last() } else { literals.next() };
            found.extend(text.filter(|text| !text.is_empty()).map(|text| (text, kind)));
        }
        in_tokens(group.stream(), found, tests);
    }
}

/// Returns the name of the macro that is called with the group after these tokens.
fn macro_before(tokens: &[TokenTree]) -> Option<String> {
    match tokens {
        [.., TokenTree::Ident(name), TokenTree::Punct(mark)] if mark.as_char() == '!' => Some(name.to_string()),
        _ => None,
    }
}

/// Collects the titles of measures: the literals after a colon.
fn titles(tokens: TokenStream, found: &mut Vec<(String, Kind)>) {
    let mut is_title = false;
    for token in tokens {
        match &token {
            TokenTree::Group(group) => titles(group.stream(), found),
            TokenTree::Literal(literal) if is_title => {
                let title = syn::parse_str::<syn::LitStr>(&literal.to_string()).ok();
                found.extend(title.map(|title| (title.value(), Kind::Plain)));
            }
            _ => {}
        }
        is_title = matches!(&token, TokenTree::Punct(mark) if mark.as_char() == ':');
    }
}

/// Returns the name of the module declared right before, if it is a test module: `#[cfg(test)] mod
/// name`.
pub(crate) fn test_module(before: &[TokenTree]) -> Option<String> {
    let [.., TokenTree::Punct(hash), TokenTree::Group(attribute), TokenTree::Ident(word), TokenTree::Ident(name)] =
        before
    else {
        return None;
    };
    let is_test = hash.as_char() == '#' && attribute.stream().to_string().replace(' ', "") == "cfg(test)";
    (is_test && word == "mod").then(|| name.to_string())
}

/// Collects the words of `--help`: the doc comments of types that clap fills from the command line,
/// a paragraph at a time.
fn in_help(code: &str, found: &mut Vec<(String, Kind)>) -> Result<()> {
    for item in syn::parse_file(code)?.items {
        let documented: Vec<Vec<syn::Attribute>> = match item {
            syn::Item::Struct(item) if derives(&item.attrs, &["Args", "Parser"]) => {
                let own = !matches!(item.vis, syn::Visibility::Inherited) || derives(&item.attrs, &["Parser"]);
                let fields = item.fields.into_iter().map(|field| field.attrs);
                own.then_some(item.attrs).into_iter().chain(fields).collect()
            }
            syn::Item::Enum(item) if derives(&item.attrs, &["Subcommand", "ValueEnum"]) => {
                let variant = |variant: syn::Variant| {
                    std::iter::once(variant.attrs).chain(variant.fields.into_iter().map(|field| field.attrs))
                };
                item.variants.into_iter().flat_map(variant).collect()
            }
            _ => Vec::new(),
        };
        let paragraphs = documented.iter().flat_map(|attributes| paragraphs(attributes));
        found.extend(paragraphs.map(|paragraph| (paragraph, Kind::Plain)));
    }
    Ok(())
}

/// Whether one of these traits is derived.
fn derives(attributes: &[syn::Attribute], traits: &[&str]) -> bool {
    let named = |attribute: &syn::Attribute| match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("derive") => {
            list.tokens.clone().into_iter().any(|token| traits.contains(&token.to_string().as_str()))
        }
        _ => false,
    };
    attributes.iter().any(named)
}

/// Returns a doc comment, a paragraph at a time.
fn paragraphs(attributes: &[syn::Attribute]) -> Vec<String> {
    let line = |attribute: &syn::Attribute| match &attribute.meta {
        syn::Meta::NameValue(doc) if doc.path.is_ident("doc") => match &doc.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(line), .. }) => Some(line.value().trim().to_owned()),
            _ => None,
        },
        _ => None,
    };
    let lines: Vec<String> = attributes.iter().filter_map(line).collect();
    let paragraphs = lines.split(String::is_empty).map(|lines| lines.join(" "));
    paragraphs.filter(|paragraph| !paragraph.is_empty()).collect()
}

/// The keys of cards that have a text.
const TEXTS: [&str; 10] = ["name", "word", "short", "the", "a", "line", "text", "appears", "ahead", "hurt"];

/// Collects the names and texts of cards.
fn in_content(text: &str, found: &mut Vec<(String, Kind)>) -> Result<(), toml::de::Error> {
    let cards = DeTable::parse(text)?;
    let mut cards: Vec<_> = cards.get_ref().iter().collect();
    cards.sort_by_key(|(id, _)| id.span().start);
    for (_, card) in cards {
        let words = TEXTS.into_iter().filter_map(|key| card.get_ref().get(key)?.get_ref().as_str());
        found.extend(words.map(|text| (text.to_owned(), Kind::Plain)));
    }
    Ok(())
}

/// Collects the texts of a lesson.
fn in_lesson(lines: &str, found: &mut Vec<(String, Kind)>) -> Result<()> {
    for line in lines.lines() {
        let line: serde_json::Value = serde_json::from_str(line)?;
        let said = ["say", "else", "farewell"].into_iter().filter_map(|key| line[key].as_str());
        found.extend(said.map(|text| (text.to_owned(), Kind::Plain)));
    }
    Ok(())
}

/// Collects the texts on how to play in a minute, from a section of a rulebook: the game in a
/// sentence, and steps with a title.
fn in_minute(rulebook: &str, found: &mut Vec<(String, Kind)>) {
    let section = rulebook.split_once("\n## In a minute\n").and_then(|(_, rest)| rest.split("\n## ").next());
    let Some((pitch, steps)) = section.and_then(|section| section.trim().split_once("\n\n")) else { return };
    found.push((pitch.to_owned(), Kind::Plain));
    for (title, text) in steps.split(" --> **").filter_map(|step| step.split_once("**")) {
        // The number and the picture of the next step have a line of their own.
        let lines = text.lines().take_while(|line| !line.contains("<!-- "));
        let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        found.extend([(title.to_owned(), Kind::Plain), (words.join(" "), Kind::Plain)]);
    }
}

#[cfg(test)]
mod tests {
    use polib::message::MessageView;
    use text::{Template, TemplatePart};

    use super::*;

    #[test]
    fn no_text_is_missing_or_unused_in_any_language() {
        for (file, catalogue) in catalogues(root()).unwrap() {
            let mut written = BufWriter::new(Vec::new());
            po_file::write(&catalogue, &mut written).unwrap();
            let written = String::from_utf8(written.into_inner().unwrap()).unwrap();
            let kept = fs::read_to_string(root().join(&file)).unwrap();
            assert!(kept == written, "{file} is not what stands in the code: cargo xtask texts");
            if !file.contains(SOURCE) {
                let missing: Vec<&str> =
                    catalogue.messages().filter(|message| !message.is_translated()).map(MessageView::msgid).collect();
                assert!(missing.is_empty(), "{file} has no translation of {missing:#?}");
            }
        }
    }

    #[test]
    fn a_translation_has_the_gaps_of_its_text() {
        for (domain, at) in CRATES {
            let gapped: Vec<Found> =
                texts_of(root(), domain, at).unwrap().into_iter().filter(|text| text.gapped).collect();
            let file = root().join(TRANSLATIONS).join("de").join(format!("{domain}.po"));
            let german = po_file::parse(&file).unwrap();
            for text in gapped.iter().filter(|text| !text.counted) {
                let names = |text: &str| {
                    let template =
                        Template::read(text).unwrap_or_else(|| panic!("{domain}: {text:?} has a lonely brace"));
                    let mut names: Vec<String> = template.names().map(str::to_owned).collect();
                    names.sort();
                    names.dedup();
                    names
                };
                let translated = german.find_message(None, &text.source, None).unwrap().msgstr().unwrap();
                assert_eq!(names(translated), names(&text.source), "{domain}: {translated:?} for {:?}", text.source);
            }
        }
    }

    /// A text such as `{name:?}` adds quotes itself.
    #[test]
    fn no_translation_quotes_what_quotes_itself() {
        for (domain, at) in CRATES {
            let file = root().join(TRANSLATIONS).join("de").join(format!("{domain}.po"));
            let german = po_file::parse(&file).unwrap();
            for text in texts_of(root(), domain, at).unwrap().iter().filter(|text| text.source.contains(":?}")) {
                let translated = german.find_message(None, &text.source, None).unwrap().msgstr().unwrap();
                let quoted: Vec<&str> = Template::read(&text.source)
                    .unwrap()
                    .0
                    .iter()
                    .filter_map(|part| match part {
                        TemplatePart::Gap { name, form } if &**form == "?" => Some(&**name),
                        _ => None,
                    })
                    .filter(|name| {
                        ['„', '“', '"', '»'].iter().any(|mark| translated.contains(&format!("{mark}{{{name}")))
                    })
                    .map(|_| translated)
                    .collect();
                assert!(quoted.is_empty(), "{domain}: {quoted:?} for {:?}", text.source);
            }
        }
    }

    #[test]
    fn texts_are_found_in_every_macro_and_at_any_depth() {
        let code = r#"fn f() { html! { h1 { (t!("Boards \
            and {x}")) } p { (markup!("a {link}", link = html! { a { (t!("b")) } })) } }
            say!("{seat} waits"); const X: Text = text!("Ghoul"); counted!(left(1, "no"), "wound"); noun!("step"); format!("not this"); text!(""); }
            #[cfg(test)] mod tests { fn g() { t!("nor this"); } } #[cfg(test)] mod made_up;"#;
        let mut found = Vec::new();
        let mut tests = Vec::new();
        in_tokens(code.parse().unwrap(), &mut found, &mut tests);
        let found: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(found, ["Boards and {x}", "a {link}", "b", "{seat} waits", "Ghoul", "wound", "step"]);
        assert_eq!(tests, ["made_up"]);
    }

    #[test]
    fn words_of_help_are_found_by_paragraph() {
        let code = r"
            /// Play.
            ///
            /// One
            /// two.
            #[derive(clap::Args)]
            pub(crate) struct Play {
                /// The game
                game: String,
            }
            /// Flattened, so never shown.
            #[derive(clap::Args)]
            struct Place { /// The folder
                data: String }
            #[derive(Clone, ValueEnum)]
            enum Side { /// The front
                Front }
            /// Not read from a command line.
            struct Other;";
        let mut found = Vec::new();
        in_help(code, &mut found).unwrap();
        let found: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(found, ["Play.", "One two.", "The game", "The folder", "The front"]);
    }

    #[test]
    fn the_minute_of_a_rulebook_is_found_and_no_more_of_it() {
        let book = "# Game\n\nWords.\n\n## In a minute\n\nRoll.\n\n1. <!-- common/torch --> **Do.** One\n   two.\n2. <!-- common/key --> **Be.** Three.\n\n## Next\n\n**More.** Yes.";
        let mut found = Vec::new();
        in_minute(book, &mut found);
        let found: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(found, ["Roll.", "Do.", "One two.", "Be.", "Three."]);
    }

    #[test]
    fn a_lesson_has_what_it_says_and_its_farewell() {
        let lines = r#"{"n":1,"say":"Strike."}
            {"n":2,"seat":1}
            {"farewell":"Now a real one."}"#;
        let mut found = Vec::new();
        in_lesson(lines, &mut found).unwrap();
        assert_eq!(found, [("Strike.".to_owned(), Kind::Plain), ("Now a real one.".to_owned(), Kind::Plain)]);
    }
}
