//! What somebody has played, on their own page and on the one that others see.

use maud::{Markup, html};
use text::{counted, t};

use super::{ShownAchievements, Visitor, achievements, markup, shell};
use model::LEFT_DAYS;

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
    /// How many were left without a step for days, beside the finished ones.
    pub left: u32,
    /// The highest level that is open, if one was opened.
    pub level: Option<u32>,
    /// Their own records there, in words.
    pub records: Vec<String>,
}

/// A match of the past.
#[derive(Clone, Debug)]
pub struct ShownPast {
    /// Its table, if whoever reads this may look at it.
    pub table: Option<String>,
    /// The title of its game.
    pub title: &'static str,
    /// How it ended for them.
    pub result: String,
    /// The seats, who had them and the options, in words.
    pub setting: String,
    /// When.
    pub when: String,
}

/// Somebody with whom a person has played.
#[derive(Clone, Debug)]
pub struct ShownCompanion {
    /// Their id.
    pub person: String,
    /// Their name.
    pub name: String,
    /// How many matches.
    pub matches: u32,
    /// How many of these the person has won.
    pub won: u32,
}

/// What somebody has played.
#[derive(Clone, Default, Debug)]
pub struct ShownProfile {
    /// Each game.
    pub games: Vec<ShownTally>,
    /// The title of the game that they play most, if there is one.
    pub favourite: Option<&'static str>,
    /// Their last matches.
    pub history: Vec<ShownPast>,
    /// With whom. Empty where that is nobody's business.
    pub companions: Vec<ShownCompanion>,
    /// What they have earned.
    pub achievements: Vec<ShownAchievements>,
}

/// The page about somebody that everybody sees.
pub fn profile(v: &Visitor, name: &str, profile: &ShownProfile) -> Markup {
    let main = html! {
        div.column {
            h1 { (name) }
            (games(profile, t!("No match finished yet.")))
            (achievements::section(&profile.achievements, v.theme))
            (history(profile))
        }
    };
    shell::page(v, shell::PageKind::Hall, name, &main)
}

/// The matches by game, or `nothing` in words.
pub(super) fn games(profile: &ShownProfile, nothing: &str) -> Markup {
    html! {
        section.column aria-labelledby="results" {
            h2 #results { (t!("Results")) }
            @if let Some(favourite) = profile.favourite { p { (markup!("Plays {game} most.", game = html! { b { (favourite) } })) } }
            @if profile.games.is_empty() {
                p.quiet { (nothing) }
            } @else {
                dl.facts.results {
                    @for tally in &profile.games {
                        div {
                            dt { a href={ "/games/" (tally.game) } { (tally.title) } }
                            dd {
                                (t!("{matches}, {} won", tally.won, matches = counted!(tally.finished, "match")))
                                @if tally.left > 0 { (t!(", {} left behind", tally.left)) }
                                @if let Some(level) = tally.level { (t!(", level {level} open")) }
                                @if !tally.records.is_empty() { p.quiet { (tally.records.join(" · ")) } }
                            }
                        }
                    }
                }
                p.quiet { (t!("A match without a clock counts as left behind after {} days without a move. It is not won, and it ends a run of wins. Finished later, it counts as it ended.", LEFT_DAYS)) }
            }
        }
    }
}

/// The last matches.
pub(super) fn history(profile: &ShownProfile) -> Markup {
    html! {
        @if !profile.history.is_empty() {
            section.column aria-labelledby="history" {
                h2 #history { (t!("Last matches")) }
                ul.tables {
                    @for past in &profile.history {
                        li {
                            @match &past.table {
                                Some(table) => a.match-row href={ "/replays/" (table) } { (row(past)) },
                                None => div.match-row { (row(past)) },
                            }
                        }
                    }
                }
            }
        }
    }
}

fn row(past: &ShownPast) -> Markup {
    html! {
        b { (past.title) }
        span.state { (past.result) }
        span.people { (past.setting) }
        span.when { (past.when) }
    }
}

/// With whom somebody has played.
pub(super) fn companions(profile: &ShownProfile) -> Markup {
    html! {
        @if !profile.companions.is_empty() {
            section.column aria-labelledby="companions" {
                h2 #companions { (t!("Played with")) }
                dl.facts {
                    @for one in &profile.companions {
                        div {
                            dt { a href={ "/people/" (one.person) } { (one.name) } }
                            dd { (t!("{matches}, you won {}", one.won, matches = counted!(one.matches, "match"))) }
                        }
                    }
                }
            }
        }
    }
}
