//! Help at the table: the keys, and how to move pieces.

use maud::{Markup, html};
use text::{Text, t, text};

use crate::{
    context::{Part, memo},
    data::TablePage,
    table::lobby,
};

const KEYS: &[(Text, Text)] = &[
    (text!("Space"), text!("the large button; held, it goes on until something is to be decided")),
    (text!("1 … 9"), text!("the cards and choices, as numbered")),
    (text!("[ ] { }"), text!("numbers one down, one up")),
    (text!("Arrows"), text!("from piece to piece, and through the chronicle")),
    (text!("Enter"), text!("press what is marked")),
    (text!("Esc"), text!("put it back, close")),
    (text!("H"), text!("a hint")),
    (text!("U"), text!("take the last step back")),
    (text!("N"), text!("the next table that waits for you")),
    (text!("C"), text!("to the chat")),
    (text!("R"), text!("ready, before the match")),
    (text!("?"), text!("this help")),
];

/// Returns the help, shown on request.
pub(crate) fn help(page: &TablePage) -> Part {
    memo::whole(page, "help", (page.meta.id, &page.seal), || drawn(page))
}

fn drawn(page: &TablePage) -> Markup {
    html! {
        div.details.help #keys popover {
            h2 { (t!("At the table")) }
            p { (t!("Everything that glows is possible. Press a card and then its target, or drag it there, or use \
             the buttons below the table. A card with one sensible place goes there by one press: drag it to \
             put it elsewhere.")) }
            p { (t!("Rest on a card, or hold it, to read what it does.")) }
            dl.keys { @for (key, what) in KEYS { div { dt { kbd { (key.as_str()) } } dd { (what.as_str()) } } } }
            p { a href={ "/games/" (page.meta.id) } { (t!("The rules of {}", page.meta.title)) } }
            @if let Some(seal) = &page.seal { (lobby::sealed(seal)) }
        }
    }
}
