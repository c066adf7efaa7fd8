//! Rulebooks as HTML.
//!
//! A browser does not typeset them: that would make its module larger. The site has them typeset
//! ([`files`]), and a worker brings those that a page needs.

#[cfg(feature = "markdown")]
mod typeset;

#[cfg(feature = "markdown")]
use std::collections::BTreeMap;

use kernel::Meta;
use maud::{Markup, PreEscaped};
use text::{Language, t};

use crate::common::minute;

/// Typesets rules; nothing where they must be brought.
#[cfg(not(feature = "markdown"))]
mod typeset {
    pub(super) fn rules(_: &str, _: &str) -> maud::Markup {
        maud::html! {}
    }
}

/// Returns the rulebook of a game.
pub(crate) fn book(meta: &Meta) -> Markup {
    brought(&book_file(meta)).unwrap_or_else(|| typeset::rules(&for_players(meta), "Table"))
}

/// Returns the rules of a game on one page in the current language; `None` in English, which has
/// the whole rulebook.
pub(crate) fn summary(meta: &Meta) -> Option<Markup> {
    let typeset = || translations::rules(meta.id).map(|rules| typeset::rules(rules, t!("Table")));
    brought(&summary_file(meta)).or_else(typeset)
}

/// Returns the files of a game's rules that a browser brings ([`text::bring`]) before it draws the
/// game's page, by name: the typeset rulebook, summaries in other languages, and the minute.
#[cfg(feature = "markdown")]
pub fn files(meta: &Meta) -> BTreeMap<String, String> {
    let summary = |language: Language| language.speak(|| Some((summary_file(meta), summary(meta)?.into_string())));
    let book = (book_file(meta), book(meta).into_string());
    let minute = (minute::file(meta), minute::section(meta.rulebook));
    translations::all().into_iter().filter_map(summary).chain([book, minute]).collect()
}

fn book_file(meta: &Meta) -> String {
    format!("rules/{}.html", meta.id)
}

fn summary_file(meta: &Meta) -> String {
    format!("rules/{}.{}.html", meta.id, Language::spoken().tag())
}

fn brought(file: &str) -> Option<Markup> {
    let html = text::brought(file, "");
    (!html.is_empty()).then(|| PreEscaped(html.to_owned()))
}

/// Returns a rulebook without the parts that the page shows elsewhere, its title and its minute,
/// and without the id, which only programs need.
fn for_players(meta: &Meta) -> String {
    let rulebook = minute::without(minute::rulebook(meta));
    let titled = rulebook.strip_prefix("# ").and_then(|rest| rest.split_once('\n'));
    let text = titled.map_or(rulebook.as_str(), |(_, rest)| rest);
    match text.split_once(&format!("Game id `{}`", meta.id)) {
        Some((before, after)) => format!("{before}{}", after.trim_start_matches(['.', ' '])),
        None => text.to_owned(),
    }
}
