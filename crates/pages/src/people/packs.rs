//! The page of the packs of house cards that the visitor has brought.

use maud::{Markup, html};
use model::{Day, PACKS, Pack, TrialState};
use text::t;

use crate::{
    common::{form, shell},
    data::{Entered, Visitor},
};

/// The address of the form.
const FORM: &str = "/me/packs";

/// Returns the page; `account` says whether the visitor has an account, and may bring packs.
pub fn packs(v: &Visitor, packs: &[Pack], account: bool, entered: &Entered) -> Markup {
    let wrong = entered.error(FORM, "pack");
    let main = html! {
        div.column {
            h1 { (t!("House cards")) }
            p { (t!("A pack changes the cards of a game: other numbers, new cards, cards taken out. It is a file of text; the manual says how to write one.")) }
            @if v.offline { p { a href="/bench" { (t!("On the bench you change numbers, see at once what bots make of them, and bring the pack from there.")) } } }
            @if packs.is_empty() { p.quiet { (t!("You have brought none yet.")) } }
            @for pack in packs { (one(pack)) }
            section.column aria-labelledby="bring" {
                h2 #bring { (t!("Bring a pack")) }
                @if account {
                    form.column method="post" action=(FORM) enctype="multipart/form-data" {
                        div.option {
                            label for="pack" { (t!("File")) }
                            input #pack name="pack" type="file" accept=".toml,.json,.csv" required aria-invalid=[wrong.map(|_| "true")]
                                aria-describedby={ "about-pack" @if wrong.is_some() { " " (form::described("pack", wrong).unwrap_or_default()) } };
                            p.quiet #about-pack { (t!("TOML, JSON or CSV, at most 256 KB. Bots try it in random matches first. Only you can open tables with it; at most {PACKS} are kept.")) }
                        }
                        @if let Some(wrong) = wrong { ul.mistakes #pack-error role="alert" { @for line in wrong.lines() { li { (line) } } } }
                        button.primary { (t!("Bring it")) }
                    }
                } @else {
                    p { a href="/me/account" { (t!("Make an account first.")) } }
                }
            }
        }
    };
    shell::page(v, shell::PageKind::Hall, t!("House cards"), &main)
}

fn one(pack: &Pack) -> Markup {
    let game = roster::find(&pack.game).map_or(pack.game.as_str(), |title| title.meta().title);
    let brought = Day::of(pack.brought);
    html! {
        section.column aria-labelledby={ "pack-" (&pack.hash) } {
            h2 id={ "pack-" (&pack.hash) } { (pack.title) }
            p {
                (t!("{game}, brought on {brought}.")) " "
                @match &pack.trial {
                    TrialState::Waiting => { (t!("Bots are trying it; load the page again in a moment.")) },
                    TrialState::Passed(words) => { (t!("It passed its trial.")) @if !words.is_empty() { " (" (words) ")" } },
                    TrialState::Failed(why) => { (t!("It may not be used: {why}.")) },
                }
                @if pack.listed { " " (t!("Everybody may use it.")) }
            }
            p.quiet { (t!("For an operator who lists it:")) " " code { (pack.hash) } }
            form.inline method="post" action={ "/me/packs/" (pack.hash) } {
                @if matches!(pack.trial, TrialState::Passed(_)) {
                    a.button href={ "/games/" (pack.game) "?opt.pack=" (pack.hash) "#table" } { (t!("Open a table with it")) }
                }
                button name="do" value="remove" { (t!("Remove")) }
            }
        }
    }
}
