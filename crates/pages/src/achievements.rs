//! What can be earned in matches: at the end of one, and on somebody's page.

use kernel::Achievement;
use maud::{Markup, html};
use text::t;

use super::{TablePage, Theme, pictures::picture};

/// The achievements of a game, as far as somebody has come.
#[derive(Clone, Debug)]
pub struct ShownAchievements {
    /// Id of the game.
    pub game: &'static str,
    /// Its title.
    pub title: &'static str,
    /// How many are earned.
    pub earned: usize,
    /// All of them.
    pub all: Vec<ShownAchievement>,
}

/// An achievement, and whether somebody has it.
#[derive(Clone, Debug)]
pub struct ShownAchievement {
    /// The achievement.
    pub achievement: &'static Achievement,
    /// When it was earned, if it was.
    pub when: Option<String>,
    /// The table where it was, if whoever reads this may look at it.
    pub table: Option<String>,
    /// How many of a hundred who have finished a match of the game have it.
    pub percent: Option<u32>,
}

/// What somebody has earned, folded by game.
pub(super) fn section(games: &[ShownAchievements], theme: Theme) -> Markup {
    html! {
        @if !games.is_empty() {
            section.column aria-labelledby="achievements" {
                h2 #achievements { (t!("Achievements")) }
                @for game in games {
                    details.achievements id={ "achievements-" (game.game) } {
                        summary { b { (game.title) } span.quiet { (t!("{} of {} earned", game.earned, game.all.len())) } }
                        ul.feats { @for one in &game.all { (entry(one, theme)) } }
                    }
                }
            }
        }
    }
}

fn entry(one: &ShownAchievement, theme: Theme) -> Markup {
    html! {
        li.missing[one.when.is_none()] {
            (told(one.achievement, theme))
            p.quiet {
                @match &one.when {
                    Some(when) => { (t!("Earned {when}.")) " " },
                    None => { (t!("Not earned yet.")) " " },
                }
                @if let Some(percent) = one.percent { (t!("{percent} % of all who have finished a match have it.")) }
            }
            @if let Some(table) = &one.table { a href={ "/replays/" (table) } { (t!("See the match")) } }
        }
    }
}

/// What the visitor has earned by this match for the first time.
pub(super) fn newly_earned(page: &TablePage) -> Markup {
    html! {
        @if !page.finished.earned.is_empty() {
            section.earned aria-labelledby="earned" {
                h3 #earned { (t!("Earned for the first time")) }
                ul.feats { @for achievement in page.finished.earned { li { (told(achievement, page.theme)) } } }
            }
        }
    }
}

/// Picture, title and what is to be done for it.
fn told(achievement: &Achievement, theme: Theme) -> Markup {
    html! {
        span.shot aria-hidden="true" { @if let Some(drawn) = picture(achievement.picture, theme) { (drawn) } }
        b { (achievement.title) }
        p { (achievement.task) }
    }
}
