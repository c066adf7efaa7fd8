//! What there is today, on the first page: an entry for each thing that is another one tomorrow.

use kernel::Picture;
use maud::{Markup, html};
use text::t;

use super::{Visitor, pictures::picture};

/// Something that is another one tomorrow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TodayCard {
    /// A picture of it.
    pub picture: Option<Picture>,
    /// What it is called.
    pub title: String,
    /// What it is, and how it went for others.
    pub text: String,
    /// What the visitor can do.
    pub act: TodayAct,
}

/// What can be done today.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TodayAct {
    /// Something begins.
    Press {
        /// Where the form is sent.
        action: String,
        /// What stands on the button.
        label: String,
    },
    /// There is something to see.
    Go {
        /// Where.
        href: String,
        /// What stands on the link.
        label: String,
    },
}

/// The entries of today; `more` leads to what else there is, by a word and an address.
pub(super) fn today(v: &Visitor, cards: &[TodayCard], more: &[(&str, &str)]) -> Markup {
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
            span.shot aria-hidden="true" { @if let Some(drawing) = card.picture.and_then(|name| picture(name, v.theme)) { (drawing) } }
            span.about { b { (card.title) } span.quiet { (card.text) } }
            @match &card.act {
                TodayAct::Press { action, label } => form method="post" action=(action) { button aria-label={ (label) ": " (card.title) } { (label) } },
                TodayAct::Go { href, label } => a.button href=(href) aria-label={ (label) ": " (card.title) } { (label) },
            }
        }
    }
}
