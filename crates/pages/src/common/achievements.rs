//! Achievements: newly earned ones at the end of a match, all of them on a profile page.

use kernel::Achievement;
use maud::{Markup, html};
use text::t;

use crate::{
    common::shot,
    data::{TablePage, Theme},
};

/// The achievements of a game, with the progress of a person.
#[derive(Clone, Debug)]
pub struct ShownAchievements {
    /// Id of the game.
    pub game: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The number of earned ones.
    pub earned: usize,
    /// All of them, earned or not.
    pub all: Vec<ShownAchievement>,
}

/// An achievement, and whether the person has it.
#[derive(Clone, Debug)]
pub struct ShownAchievement {
    /// The achievement.
    pub achievement: &'static Achievement,
    /// When the person earned it, if they did.
    pub when: Option<String>,
    /// The table where they earned it, if the reader may look at it.
    pub table: Option<String>,
    /// The share of people with it, in percent of those who have finished a match of the game.
    pub percent: Option<u32>,
    /// The best count in one match, for the person themselves, if it is begun and not earned.
    pub count: Option<u32>,
}

/// Returns the achievements of a person, folded by game.
pub(crate) fn section(games: &[ShownAchievements], theme: Theme) -> Markup {
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
                    None => @match one.count {
                        Some(count) => { (t!("{count} of {} at best.", one.achievement.needed)) " " },
                        None => { (t!("Not earned yet.")) " " },
                    },
                }
                @if let Some(percent) = one.percent { (t!("{percent} % of all who have finished a match have it.")) }
            }
            @if let Some(count) = one.count { progress max=(one.achievement.needed) value=(count) aria-hidden="true" {} }
            @if let Some(table) = &one.table { a href={ "/replays/" (table) } { (t!("See the match")) } }
        }
    }
}

/// Returns the achievements that the visitor has earned for the first time by this match.
pub(crate) fn newly_earned(page: &TablePage) -> Markup {
    html! {
        @if !page.finished.earned.is_empty() {
            section.earned aria-labelledby="earned" {
                h3 #earned { (t!("Earned for the first time")) }
                ul.feats { @for achievement in &page.finished.earned { li { (told(achievement, page.theme)) } } }
            }
        }
    }
}

/// Returns the picture, the title and the condition of an achievement.
pub(crate) fn told(achievement: &Achievement, theme: Theme) -> Markup {
    html! {
        (shot(Some(achievement.picture), theme))
        b { (achievement.title) }
        p { (achievement.task) }
    }
}
