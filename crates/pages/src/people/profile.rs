//! A person's matches and records, for their own page and for their public profile.

use maud::{Markup, html};
use model::LEFT_DAYS;
use text::{counted, t};

use crate::{
    common::{
        achievements::{self, ShownAchievements},
        markup, shell,
    },
    data::Visitor,
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
}

/// Returns a person's public profile.
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

/// Returns the results by game, or the words `nothing`.
pub(crate) fn games(profile: &ShownProfile, nothing: &str) -> Markup {
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
    }
}
