//! Lessons: the buttons that begin them, the progress of one, and at its end the achievement and the
//! links.

use kernel::{LEARNED, Meta, Teaching};
use maud::{Markup, html};
use text::t;

use crate::{common::achievements, data::TablePage};

/// Returns the button that begins a game's first lesson, in any form that posts, if it has one.
pub(crate) fn offer(meta: &Meta) -> Markup {
    offers(meta, 1)
}

/// Returns a button for each of a game's lessons.
pub(crate) fn all(meta: &Meta) -> Markup {
    offers(meta, u8::MAX)
}

/// Returns the buttons for the first lessons of a game.
fn offers(meta: &Meta, shown: u8) -> Markup {
    let minutes = roster::find(meta.id).map(|title| title.lesson_minutes()).unwrap_or_default();
    let count = minutes.len() as u8;
    html! {
        @for (number, minutes) in (1..=shown).zip(&minutes) {
            button formaction=(address(number)) name="game" value=(meta.id) {
                @if count == 1 { (t!("Learn it in {minutes} minutes")) }
                @else { (t!("Lesson {number} of {count}: {minutes} minutes")) }
            }
        }
    }
}

/// Returns the address that begins a lesson.
fn address(number: u8) -> String {
    if number == 1 { "/lessons".into() } else { format!("/lessons/{number}") }
}

/// Returns the progress of the lesson; at its end, the button for the next lesson or, after the
/// last, for a match of one's own.
pub(crate) fn controls(page: &TablePage, teaching: &Teaching) -> Markup {
    let &Teaching { lesson, lessons, .. } = teaching;
    let again = |words: &str| {
        html! { form method="post" action=(address(lesson)) { button.quiet name="game" value=(page.meta.id) { (words) } } }
    };
    let large = |words: &str| html! { button.move.large.primary name="game" value=(page.meta.id) data-main { span { (words) } } };
    let alone = t!("Now alone");
    html! {
        @if teaching.over {
            @if teaching.won {
                section.earned.fanfare aria-labelledby="learned" {
                    h3 #learned {
                        @if lesson == 1 { (t!("Your first achievement here: the last fight was your own.")) }
                        @else { (t!("Lesson {lesson} of {lessons} is won: the last fight was your own.")) }
                    }
                    ul.feats { li { (achievements::told(&LEARNED, page.theme)) } }
                }
            }
            div.choices.after-lesson {
                @if lesson < lessons {
                    form method="post" action=(address(lesson + 1)) { (large(&t!("Lesson {} of {lessons}", lesson + 1))) }
                } @else {
                    form method="post" action="/play" data-dice="new" { (large(alone)) }
                }
                div.others {
                    @if lesson < lessons {
                        form method="post" action="/play" data-dice="new" { button.quiet name="game" value=(page.meta.id) { (alone) } }
                    }
                    (again(t!("The lesson once more")))
                    a.button.quiet href={ "/games/" (page.meta.id) } { (t!("The rules, and other tables")) }
                }
            }
        } @else {
            div.lesson {
                progress max=(teaching.of) value=(teaching.number - 1) aria-label=(t!("Lesson")) {}
                span {
                    @if lessons > 1 { (t!("Lesson {} of {lessons}", lesson)) " · " }
                    (t!("Step {} of {}", teaching.number, teaching.of))
                }
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
