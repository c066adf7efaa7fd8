//! The section for today on the first page: an entry for each thing that changes every day.

use kernel::Picture;
use maud::{Markup, html};
use text::t;

use crate::{common::shot, data::Visitor};

/// An entry for a thing that changes every day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TodayCard {
    /// A picture of it.
    pub picture: Option<Picture>,
    /// Its title.
    pub title: String,
    /// Its description, and the results of others.
    pub text: String,
    /// The action that the visitor can take.
    pub act: TodayAct,
}

/// The action of an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TodayAct {
    /// A button that starts something.
    Press {
        /// The address to which the form is sent.
        action: String,
        /// The label of the button.
        label: String,
    },
    /// A link to a page.
    Go {
        /// Its address.
        href: String,
        /// The label of the link.
        label: String,
    },
}

/// Returns the entries of today; `more` are further links, each a word and an address.
pub(crate) fn today(v: &Visitor, cards: &[TodayCard], more: &[(&str, &str)]) -> Markup {
    html! {
        @if !cards.is_empty() {
            section.panel aria-labelledby="today" {
                header { h2 #today { (t!("Today")) } span { @for (words, href) in more { a href=(href) { (words) } } } }
                ul { @for card in cards { li { (entry(v, card)) } } }
            }
        }
    }
}

fn entry(v: &Visitor, card: &TodayCard) -> Markup {
    html! {
        div.table-row.today {
            (shot(card.picture, v.theme))
            span.about { b { (card.title) } span.quiet { (card.text) } }
            @match &card.act {
                TodayAct::Press { action, label } => form method="post" action=(action) { button aria-label={ (label) ": " (card.title) } { (label) } },
                TodayAct::Go { href, label } => a.button href=(href) aria-label={ (label) ": " (card.title) } { (label) },
            }
        }
    }
}
