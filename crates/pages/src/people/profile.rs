//! A person's matches and records, for their own page and for their public profile.

use maud::{Markup, html};
use model::{LEFT_DAYS, Shown};
use text::{counted, t};

use crate::{
    common::{
        achievements::{self, ShownAchievements},
        shell,
    },
    data::Visitor,
    people::card::{self, ShownCard},
};

/// A person's results in a game.
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
    /// How many were left without a step for days, in addition to the finished ones.
    pub left: u32,
    /// The highest unlocked level, if one was unlocked.
    pub level: Option<u32>,
    /// Their own records in the game, in words.
    pub records: Vec<String>,
}

/// A finished match.
#[derive(Clone, Debug)]
pub struct ShownPast {
    /// Its table, if the reader may look at it.
    pub table: Option<String>,
    /// The title of its game.
    pub title: &'static str,
    /// The result for the person.
    pub result: String,
    /// The seats, their players and the options, in words.
    pub setting: String,
    /// The time of the match, in words.
    pub when: String,
    /// The main meter of the person's seat at a few steps.
    pub course: Vec<i32>,
}

/// A person's matches, records and achievements.
#[derive(Clone, Default, Debug)]
pub struct ShownProfile {
    /// Each game.
    pub games: Vec<ShownTally>,
    /// The title of the game that they play most, if there is one.
    pub favourite: Option<&'static str>,
    /// Their last matches.
    pub history: Vec<ShownPast>,
    /// Their achievements.
    pub achievements: Vec<ShownAchievements>,
    /// Their card.
    pub card: ShownCard,
}

/// Returns a person's public profile, as far as its owner shows it.
pub fn profile(v: &Visitor, name: &str, profile: &ShownProfile) -> Markup {
    let main = html! {
        div.player {
            (card::card(v, name, profile, &html! {}))
            div.column {
                @if profile.card.shown == Shown::Card {
                    p.quiet { (t!("{name} keeps the rest private.")) }
                } @else {
                    (games(profile, t!("No match finished yet.")))
                    (achievements::section(&profile.achievements, v.theme))
                    (history(profile))
                }
            }
        }
    };
    shell::page(v, shell::PageKind::Hall, name, &main)
}

/// Returns the results by game, or the words `nothing`.
pub(crate) fn games(profile: &ShownProfile, nothing: &str) -> Markup {
    html! {
        section.column aria-labelledby="results" {
            h2 #results { (t!("Results")) }
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

/// Returns the last matches.
pub(crate) fn history(profile: &ShownProfile) -> Markup {
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
        (card::spark(&past.course))
    }
}
