//! The page that checks the dice of a finished match.

use kernel::{LuckKind, record::GivenBy};
use maud::{Markup, html};
use text::t;

use crate::{
    common::{shell, sign},
    data::Visitor,
    hall::fairness,
};

/// A share of the dice.
pub struct ShownShare {
    /// The player who gave it, or the seat for which it was given.
    pub player: String,
    /// Its text.
    pub words: String,
    /// The one who chose it.
    pub by: GivenBy,
}

/// The origin of a match's dice and cards.
pub struct ShownOrigin<'a> {
    /// The seal.
    pub seal: &'a str,
    /// The seed, once the match is over.
    pub seed: Option<&'a str>,
    /// The kind of luck that was real: players entered it.
    pub real: Option<LuckKind>,
    /// The shares.
    pub shares: &'a [ShownShare],
}

/// Returns the page about checking a match's dice, with the result of the server's own check: the
/// number of correct steps, or the fault.
pub fn verify(
    v: &Visitor,
    id: &str,
    origin: &ShownOrigin,
    verdict: Result<usize, String>,
    record_href: &str,
) -> Markup {
    let ShownOrigin { seal, seed, real, shares } = *origin;
    let main = html! {
        div.column.verify {
            h1 { (t!("Check the dice")) }
            @match (&verdict, seed) {
                (Ok(steps), Some(_)) => p.verdict.good {
                    (sign(&art::icons::VERIFIED))
                    (t!("The seal fits, and all {steps} steps come out as they were played."))
                },
                (Ok(steps), None) => p.verdict {
                    (sign(&art::icons::LOCKED))
                    (t!("{steps} steps so far, each of them allowed by the rules. The seal is opened when the match is over."))
                },
                (Err(why), _) => p.verdict.bad { (sign(&art::icons::WARNING)) (t!("This match does not hold: {why}")) },
            }
            @match real {
                Some(LuckKind::Dice) => p { (t!("The dice were real: the players entered what fell. The seal binds the cards.")) },
                Some(LuckKind::Cards) => p { (t!("The cards were real: the players entered what they drew. The seal binds the dice.")) },
                None => {}
            }
            h2 { (t!("How it works")) }
            (fairness::steps())
            dl.facts.proof {
                div { dt { (t!("Seal")) } dd.hash { code #seal { (seal) } } }
                @for share in shares {
                    div data-share=(share.words) {
                        dt { (share.player) }
                        dd.hash {
                            code { (share.words) }
                            br;
                            @match share.by {
                                GivenBy::Player => (t!("Given by this player after the seal was shown.")),
                                GivenBy::Hall => (t!("Given by the hall: it proves nothing against the hall.")),
                            }
                        }
                    }
                }
                div {
                    dt { (t!("Seed")) }
                    dd.hash { @if let Some(seed) = seed { code #seed { (seed) } } @else { (t!("Still sealed.")) } }
                }
            }
            p.verdict #own-share role="status" hidden {}
            @if seed.is_some() {
                p.inline {
                    button type="button" data-verify hidden { (t!("Check the seal in this browser")) }
                    span #verified role="status" {}
                }
            }
            h2 { (t!("Check it without us")) }
            p { (t!("Take the record home and let your own copy of the program play it again. It needs no line to this hall.")) }
            pre { code { "undercroft verify " (id) ".jsonl" } }
            p.inline {
                a.button.primary href=(record_href) download={ (id) ".jsonl" } { (t!("Download the record")) }
                a.button href={ "/tables/" (id) } { (t!("Back to the table")) }
            }
        }
    };
    shell::page(v, shell::PageKind::Hall, t!("Check the dice"), &main)
}
