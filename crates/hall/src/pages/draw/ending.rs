//! The end of a match: who won, the story in a few numbers, and what to do next.

use kernel::{Ending, Icon, Tone};
use maud::{Markup, html};

use super::{TablePage, icons::icon, names::Names, piece::tone_class};

/// How it ended.
pub(super) fn ending(page: &TablePage, ending: &Ending) -> Markup {
    let names = Names::at(page);
    let picture = match ending.tone {
        Tone::Good => Icon::TROPHY,
        Tone::Bad => Icon::SKULL,
        Tone::Plain | Tone::Luck => Icon::TOWER,
    };
    html! {
        section class={ "ending " (tone_class(ending.tone)) } aria-labelledby="ending" {
            span.picture { (icon(picture)) }
            h2 #ending { (names.rich(&ending.title)) }
            p.story { (names.rich(&ending.story)) }
            @if !ending.numbers.is_empty() {
                dl.numbers { @for (what, number) in &ending.numbers { div { dt { (what) } dd { (number) } } } }
            }
            @if let Some(unlocked) = &ending.unlocked { p.unlocked { (icon(Icon::ASCEND)) (unlocked) } }
        }
    }
}

/// What to do after the end.
pub(super) fn next(page: &TablePage) -> Markup {
    let replay = format!("/replays/{}", page.id);
    let played = page.seats.iter().any(|info| info.you);
    html! {
        section.tray.after aria-label="What next" {
            div.choices {
                @if played {
                    form method="post" action={ "/tables/" (page.id) "/rematch" } {
                        button.move.primary.large data-main { "Play again" }
                    }
                } @else {
                    form method="post" action="/play" {
                        button.move.primary.large name="game" value=(page.meta.id) data-main { "Play this game" }
                    }
                }
                div.others {
                    a.button href=(replay) { "See it again" }
                    button type="button" data-copy-href=(replay) hidden { "Copy the link" }
                    @if page.seal.is_some() { a.button href={ "/tables/" (page.id) "/verify" } { "Check the dice" } }
                    a.button href={ "/tables/" (page.id) "/record" } { "Save the record" }
                    a.button href={ "/games/" (page.meta.id) } { "Other options" }
                }
            }
        }
    }
}
