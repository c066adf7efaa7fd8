//! A lesson: the button that begins it, its progress, and at its end the achievement and the links.

use kernel::{LEARNED, Meta, Teaching};
use maud::{Markup, html};
use text::t;

use crate::{common::achievements, data::TablePage};

/// Returns the button that begins a game's lesson, in any form that posts, if the game has one.
pub(crate) fn offer(meta: &Meta) -> Markup {
    let minutes = roster::find(meta.id).ok().and_then(|title| title.lesson_minutes());
    html! {
        @if let Some(minutes) = minutes {
            button formaction="/lessons" name="game" value=(meta.id) { (t!("Learn it in {minutes} minutes")) }
        }
    }
}

/// Returns the progress of the lesson; at its end, the button for a match of one's own.
pub(crate) fn controls(page: &TablePage, teaching: &Teaching) -> Markup {
    let again = |words: &str| {
        html! { form method="post" action="/lessons" { button.quiet name="game" value=(page.meta.id) { (words) } } }
    };
    html! {
        @if teaching.over {
            @if teaching.won {
                section.earned.fanfare aria-labelledby="learned" {
                    h3 #learned { (t!("Your first achievement here: the last fight was your own.")) }
                    ul.feats { li { (achievements::told(&LEARNED, page.theme)) } }
                }
            }
            div.choices.after-lesson {
                form method="post" action="/play" data-dice="new" {
                    button.move.large.primary name="game" value=(page.meta.id) data-main { span { (t!("Now alone")) } }
                }
                div.others {
                    (again(t!("The lesson once more")))
                    a.button.quiet href={ "/games/" (page.meta.id) } { (t!("The rules, and other tables")) }
                }
            }
        } @else {
            div.lesson {
                progress max=(teaching.of) value=(teaching.number - 1) aria-label=(t!("Lesson")) {}
                span { (t!("Step {} of {}", teaching.number, teaching.of)) }
                (again(t!("Start over")))
                a.button.quiet href={ "/games/" (page.meta.id) } { (t!("Skip the lesson")) }
            }
        }
    }
}

/// Returns the class of the piece that a lesson mentions.
pub(crate) fn class(teaching: Option<&Teaching>, piece: &str) -> &'static str {
    match teaching.and_then(|teaching| teaching.piece.as_deref()) {
        Some(spoken_of) if spoken_of == piece => " spoken-of",
        _ => "",
    }
}
