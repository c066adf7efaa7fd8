//! The page that explains how the server seals its dice.

use maud::{Markup, html};
use text::t;

use crate::{common::shell, data::Visitor};

/// Returns the page about the dice.
pub fn fairness(v: &Visitor) -> Markup {
    let main = html! {
        div.column.verify {
            h1 { (t!("How the dice are sealed")) }
            (steps())
            p { (t!("Every finished match has a link \"Check the dice\". There the hall checks its own work before your eyes, and hands you the record, so that your own copy of the program can do the same without a line to this hall.")) }
            p { (t!("With dice of your own there is no seal: you roll at your table and type in what falls.")) }
        }
    };
    shell::page(v, shell::PageKind::Hall, t!("How the dice are sealed"), &main)
}

/// Returns the steps: seal, shares, opening.
pub(crate) fn steps() -> Markup {
    html! {
        ol {
            li { (t!("Before the match the hall picked a secret number, the seed, and showed everybody its seal: the SHA-256 of the seed. A seal fits one seed only, so the hall cannot swap it later.")) }
            li { (t!("Each player's browser then drew a share of its own, which nobody could know beforehand, and remembers it. Seed and shares together drive every roll and every card: one share that the hall did not choose is enough.")) }
            li { (t!("Without scripts, a player can type a share when taking a seat. A player who gives none gets one \
             from the hall, and the record says so: it proves nothing against the hall.")) }
            li { (t!("When the match is over the seed is shown, and the whole match can be played again from it, step by step.")) }
        }
    }
}
