//! What somebody has played, on their own page and on the one that others see.

use maud::{Markup, html};

use super::{Visitor, shell};

/// What somebody has played of a game.
#[derive(Clone, Debug)]
pub struct ShownTally {
    /// Id of the game.
    pub game: &'static str,
    /// Its title.
    pub title: &'static str,
    /// How many matches are finished.
    pub finished: usize,
    /// How many of these are won.
    pub won: usize,
    /// The highest level that is open, if one was opened.
    pub level: Option<u32>,
}

/// What somebody has played.
#[derive(Clone, Debug)]
pub struct ShownProfile {
    /// Each game.
    pub games: Vec<ShownTally>,
    /// With whom: id, name and number of matches. Empty where that is nobody's business.
    pub companions: Vec<(String, String, u32)>,
}

/// The page about somebody that everybody sees.
pub fn profile(v: &Visitor, name: &str, profile: &ShownProfile) -> Markup {
    let main = html! {
        div.column {
            h1 { (name) }
            (games(profile, "No match finished yet."))
        }
    };
    shell::page(v, shell::PageKind::Hall, name, &main)
}

/// The matches by game, or `nothing` in words.
pub(super) fn games(profile: &ShownProfile, nothing: &str) -> Markup {
    html! {
        section.column aria-labelledby="results" {
            h2 #results { "Results" }
            @if profile.games.is_empty() {
                p.quiet { (nothing) }
            } @else {
                dl.facts.results {
                    @for tally in &profile.games {
                        div {
                            dt { a href={ "/games/" (tally.game) } { (tally.title) } }
                            dd {
                                (kernel::counted(tally.finished as u64, "match")) ", " (tally.won) " won"
                                @if let Some(level) = tally.level { ", level " (level) " open" }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// With whom somebody has played.
pub(super) fn companions(profile: &ShownProfile) -> Markup {
    html! {
        @if !profile.companions.is_empty() {
            section.column aria-labelledby="companions" {
                h2 #companions { "Played with" }
                dl.facts {
                    @for (id, name, matches) in &profile.companions {
                        div {
                            dt { a href={ "/people/" (id) } { (name) } }
                            dd { (kernel::counted(u64::from(*matches), "match")) }
                        }
                    }
                }
            }
        }
    }
}
