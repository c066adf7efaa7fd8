//! The replay of a finished match, step by step.

use maud::{Markup, html};
use text::{t, text};

use crate::{
    common::{markup, shell, sign},
    context::{MoveTree, RenderContext},
    data::{TablePage, Visitor},
    table::{self, curve, moment},
};

/// Returns the page of a finished match at the step `page.at`, or at its end.
pub fn replay(v: &Visitor, page: &TablePage) -> Markup {
    let here = format!("/replays/{}", page.id);
    let at = page.shown_step();
    let tree = page.scene.as_deref().map(MoveTree::new);
    let title = t!("{}, replay", page.meta.title);
    let main = html! {
        div #live.replay data-table=(page.id) data-step=(page.step) data-at=(at)
            data-title={ (title) " · Undercroft" } {
            @match page.scene.as_ref().zip(tree.as_ref()) {
                Some((scene, tree)) => {
                    (table::laid_out(page, &table::match_parts(RenderContext::new(page, scene, tree), controls(v, page, &here, at), &here)))
                }
                None => div.column { p { (t!("There is nothing to see of this match.")) } },
            }
        }
    };
    shell::page_with(v, shell::PageKind::Table, &title, &moment::card(page), &main)
}

fn controls(v: &Visitor, page: &TablePage, here: &str, at: usize) -> Markup {
    let last = page.step;
    html! {
        nav.tray.stepping aria-label=(t!("Step through the match")) {
            (curve::scrubber(page, at))
            form.slider method="get" action=(here) {
                label for="at" { (markup!("Step {at} of {last}", at = html! { output { (at) } })) }
                input #at type="range" name="at" min="0" max=(last) value=(at);
                button.go { (t!("Go")) }
            }
            div.others {
                (step(here, 0, at > 0, &art::icons::FIRST, t!("First"), "Home"))
                (step(here, at.saturating_sub(1), at > 0, &art::icons::BACK, t!("Back"), "ArrowLeft"))
                button.play type="button" data-play aria-pressed="false" hidden { (sign(&art::icons::PLAY)) (text!("Play").form("replay")) }
                (step(here, at + 1, at < last, &art::icons::FORWARD, t!("On"), "ArrowRight"))
                (step(here, last, at < last, &art::icons::LAST, t!("End"), "End"))
            }
            div.others.aside {
                a.button.quiet href={ (here) "/moment?at=" (at) } data-share-link={ (here) "?at=" (at) } { (t!("Share this moment")) }
                (moment::play_on(page, at))
                @if v.offline { a.button.quiet href=(moment::along(page, "match", at)) { (t!("Take it along offline")) } }
                (moment::match_picture(page, Some("button quiet")))
                @if page.seal.is_some() { a.button.quiet href={ "/tables/" (page.id) "/verify" } { (t!("Check the dice")) } }
                a.button.quiet href={ "/tables/" (page.id) } { (t!("To the table")) }
            }
        }
    }
}

fn step(here: &str, to: usize, able: bool, picture: &'static art::IconArt, text: &str, key: &str) -> Markup {
    html! {
        @if able {
            a.button href={ (here) "?at=" (to) } data-key=(key) { (sign(picture)) span { (text) } }
        } @else {
            span.button.off aria-disabled="true" { (sign(picture)) span { (text) } }
        }
    }
}
