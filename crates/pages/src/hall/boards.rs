//! Leaderboards: ranked lists, each line a person, their result and its date.

use kernel::Meta;
use maud::{Markup, html};
use model::LEFT_DAYS;
use text::{counted, t};

use crate::{
    common::{
        ranking::{ShownRanking, ranked},
        shell,
    },
    data::Visitor,
};

/// The win rate of a seat or a class.
#[derive(Clone, Debug)]
pub struct ShownWins {
    /// The seat or class.
    pub what: String,
    /// The rate, in words.
    pub share: String,
}

/// A leaderboard that the visitor can choose.
#[derive(Clone, Debug)]
pub struct OfferedBoard {
    /// Its address.
    pub href: String,
    /// The comparison, in words.
    pub words: String,
    /// How many matches it counts.
    pub matches: u32,
    /// Whether it is the one on the page.
    pub shown: bool,
}

/// The leaderboards of a game.
#[derive(Clone, Debug)]
pub struct ShownBoards {
    /// The leaderboards to choose from.
    pub offered: Vec<OfferedBoard>,
    /// The ranked lists.
    pub rankings: Vec<ShownRanking>,
    /// The win rates of seats or classes, under a title.
    pub shares: Vec<(&'static str, Vec<ShownWins>)>,
    /// How many days guests stay on leaderboards.
    pub guest_days: i64,
}

/// Returns the page that links to the leaderboards of each game, with its number of matches.
pub fn all_boards(v: &Visitor, games: &[(&'static Meta, u32)]) -> Markup {
    let main = html! {
        div.column {
            h1 { (t!("Boards")) }
            p.quiet { (t!("Leaderboards list the highest climbs, the quickest wins and the longest runs of wins, \
             computed from the records of matches.")) }
            ul.tables {
                @for (meta, matches) in games {
                    li {
                        a.match-row href={ "/boards/" (meta.id) } {
                            b { (meta.title) }
                            span.state { (counted!(matches, "match")) }
                            span.people { (meta.tagline) }
                        }
                    }
                }
            }
        }
    };
    shell::page(v, shell::PageKind::Hall, t!("Boards"), &main)
}

/// Returns the page with the leaderboards of a game.
pub fn boards(v: &Visitor, meta: &'static Meta, boards: &ShownBoards) -> Markup {
    let title = t!("Boards of {}", meta.title);
    let main = html! {
        div.column {
            h1 { (title) }
            (choice(&boards.offered))
            @if boards.offered.is_empty() {
                p.quiet { (t!("Nobody has finished a match yet that counts.")) " " a href={ "/games/" (meta.id) } { (t!("Play one")) } }
            }
            div.rankings {
                @for ranking in &boards.rankings { (ranked(ranking)) }
                @for (title, shares) in &boards.shares { (fairness(title, shares)) }
            }
            p.quiet {
                (t!("Matches count that were played to their end with sealed dice; lessons, practice and real dice do not, nor does a match in which a bot decided for you."))
                " " (t!("A match without a clock that is left for {} days ends a run of wins and counts as not won by its class.", LEFT_DAYS))
                " " (t!("Ratings count ranked matches alone. Who is behind a guest or an account is not known, so nothing here is proven."))
                " " (t!("Guests stand here for {} days after a match; with an account you stay.", boards.guest_days)) " "
                a href="/boards" { (t!("Boards of the other games")) }
            }
        }
    };
    shell::page_of(v, shell::PageKind::Hall, &title, Some(meta), &main)
}

/// Returns the name of the leaderboard on the page, and links to the others.
fn choice(offered: &[OfferedBoard]) -> Markup {
    let shown = offered.iter().find(|board| board.shown);
    html! {
        @if let Some(shown) = shown {
            @if offered.len() == 1 {
                p { (shown.words) ": " (counted!(shown.matches, "match")) }
            } @else {
                details.setup {
                    summary { (shown.words) ": " (counted!(shown.matches, "match")) }
                    ul.tables {
                        @for board in offered {
                            li {
                                a.match-row href=(board.href) aria-current=[board.shown.then_some("page")] {
                                    b { (board.words) }
                                    span.state { (counted!(board.matches, "match")) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn fairness(title: &str, shares: &[ShownWins]) -> Markup {
    let id = title.to_lowercase().replace(' ', "-");
    html! {
        section.panel aria-labelledby=(id) {
            header { h2 id=(id) { (title) } }
            p.quiet { (t!("With 95 % intervals: the fewer matches, the wider.")) }
            dl.facts {
                @for share in shares { div { dt { (share.what) } dd { (share.share) } } }
            }
        }
    }
}
