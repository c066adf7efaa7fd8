//! Help at the table: the keys, and how pieces are moved.

use maud::{Markup, html};

use super::{TablePage, lobby};

const KEYS: &[(&str, &str)] = &[
    ("Space", "the large button"),
    ("1 … 9", "the cards and choices, as numbered"),
    ("[ ] { }", "numbers one down, one up"),
    ("Arrows", "from piece to piece"),
    ("Enter", "press what is marked"),
    ("Esc", "put it back, close"),
    ("H", "a hint"),
    ("U", "take the last step back"),
    ("?", "this help"),
];

/// The help, shown on request.
pub(super) fn help(page: &TablePage) -> Markup {
    html! {
        div.details.help #keys popover {
            h2 { "At the table" }
            p { "What glows can be done. Press a card and then its target, or drag it there, or use the buttons below the table." }
            p { "Rest on a card, or hold it, to read what it does." }
            dl.keys { @for (key, what) in KEYS { div { dt { kbd { (key) } } dd { (what) } } } }
            p { a href={ "/games/" (page.meta.id) } { "The rules of " (page.meta.title) } }
            @if let Some(seal) = page.seal { (lobby::sealed(seal)) }
        }
    }
}
