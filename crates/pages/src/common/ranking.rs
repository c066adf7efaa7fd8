//! Ranked lists: each line a person, their result and its date.

use maud::{Markup, html};
use text::t;

/// A line of a leaderboard.
#[derive(Clone, Debug)]
pub struct ShownLine {
    /// The id of the person.
    pub person: String,
    /// Their name.
    pub name: String,
    /// Whether it is the visitor.
    pub you: bool,
    /// The number by which they are ranked.
    pub figure: String,
    /// Further details.
    pub detail: String,
    /// The table, if everybody may look at it.
    pub table: Option<String>,
}

/// A ranked list.
#[derive(Clone, Debug)]
pub struct ShownRanking {
    /// Its id on the page.
    pub id: String,
    /// The measure by which it ranks.
    pub title: String,
    /// The explanation of how to read it.
    pub about: String,
    /// Its lines, in order of rank.
    pub lines: Vec<ShownLine>,
}

/// Returns a ranked list as a panel.
pub(crate) fn ranked(ranking: &ShownRanking) -> Markup {
    html! {
        section.panel aria-labelledby=(ranking.id) {
            header { h2 id=(ranking.id) { (ranking.title) } }
            p.quiet { (ranking.about) }
            @if ranking.lines.is_empty() {
                p { (t!("Nobody yet.")) }
            } @else {
                ol.ranks {
                    @for line in &ranking.lines {
                        li.you[line.you] {
                            a href={ "/people/" (line.person) } { (line.name) }
                            b { (line.figure) }
                            span.quiet {
                                (line.detail)
                                @if let Some(table) = &line.table { " · " a href={ "/replays/" (table) } { (t!("replay")) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
