//! Goals in reach, on the front page and at the end of a match: the nearest achievement with its
//! count, a personal best, the next level, and the days in a row.

use maud::{Markup, html};
use model::DayRun;
use text::{counted, t};

use crate::{
    common::{Within, shot, sign},
    data::{BestOf, NearGoal, NextLevel, ShownBest, ShownDays, ShownGoals, Theme},
};

/// A goal in two lines.
struct Goal {
    drawing: Markup,
    title: String,
    text: String,
    /// The count, and the number needed.
    bar: Option<(u32, usize)>,
}

/// Returns the goals as a panel of the front page; nothing if there are none.
pub(crate) fn panel(goals: &ShownGoals, theme: Theme) -> Markup {
    let nearest = goals.nearest.iter().map(|near| {
        let text = t!(
            "{game}: {task} {count} of {needed} at best.",
            game = near.game,
            task = near.achievement.task,
            count = near.count,
            needed = near.achievement.needed,
        );
        near.goal(text, theme)
    });
    let level = goals.level.iter().map(|level| level.goal(theme));
    let best = goals.best.iter().map(|best| best.goal(best.game.to_owned()));
    let days = goals.days.iter().map(ShownDays::goal);
    let all: Vec<Goal> = nearest.chain(level).chain(days).chain(best).collect();
    html! {
        @if !all.is_empty() {
            section.panel aria-labelledby="goals" {
                header { h2 #goals { (t!("Within reach")) } a href="/me#achievements" { (t!("All goals")) } }
                (list(&all))
            }
        }
    }
}

/// Returns the goals at the end of a match: how near it came.
pub(crate) fn at_end(goals: &ShownGoals, theme: Theme) -> Markup {
    let nearest = goals.nearest.iter().map(|near| {
        let text = t!(
            "{task} You had {count} of {needed}.",
            task = near.achievement.task,
            count = near.count,
            needed = near.achievement.needed,
        );
        near.goal(text, theme)
    });
    let best = goals.best.iter().map(|best| match (best.here, best.before) {
        (true, Some(before)) => best.goal(t!("A personal best; {before} before.")),
        (true, None) => best.goal(t!("A personal best.").to_owned()),
        (false, _) => best.goal(t!("Your personal best.").to_owned()),
    });
    let wins = (goals.wins > 1).then(|| Goal {
        drawing: mark(&art::icons::TROPHY),
        title: t!("{} won in a row", counted!(goals.wins, "match")),
        text: t!("The next win makes it {}.", goals.wins + 1),
        bar: None,
    });
    let days = goals.days.iter().filter(|days| days.run.days > 1).map(ShownDays::goal);
    let all: Vec<Goal> = nearest.chain(best).chain(wins).chain(days).collect();
    html! {
        @if !all.is_empty() {
            section.reach aria-labelledby="goals" {
                h3 #goals { (t!("Within reach")) }
                (list(&all))
            }
        }
    }
}

fn list(all: &[Goal]) -> Markup {
    html! {
        ul.feats {
            @for goal in all {
                li {
                    (goal.drawing)
                    b { (goal.title) }
                    p { (goal.text) }
                    @if let Some((count, needed)) = goal.bar { progress max=(needed) value=(count) aria-hidden="true" {} }
                }
            }
        }
    }
}

fn mark(icon: &'static art::IconArt) -> Markup {
    html! { span.shot.glyph aria-hidden="true" { (sign(icon)) } }
}

impl NearGoal {
    fn goal(&self, text: String, theme: Theme) -> Goal {
        Goal {
            drawing: shot(Some(self.achievement.picture), theme),
            title: self.achievement.title.to_string(),
            text,
            bar: Some((self.count, self.achievement.needed)),
        }
    }
}

impl NextLevel {
    fn goal(&self, theme: Theme) -> Goal {
        Goal {
            drawing: shot(self.cover, theme),
            title: t!("{} {} opens next", self.name, self.open + 1),
            text: t!("{game}: win at {name} {level}.", game = self.game, name = Within(self.name), level = self.open),
            bar: None,
        }
    }
}

impl ShownBest {
    fn goal(&self, text: String) -> Goal {
        let title = match self.what {
            BestOf::Score(name) => t!("{name}: {}", self.value),
            BestOf::QuickestWin => t!("A win in {}", counted!(self.value, "decision")),
        };
        Goal { drawing: mark(&art::icons::TROPHY), title, text, bar: None }
    }
}

impl ShownDays {
    fn goal(&self) -> Goal {
        let DayRun { days, longest, last } = self.run;
        let days = if self.run.going_on(self.today) == 0 { 0 } else { days };
        let (title, next) = match days {
            0 => (t!("A new row of days").to_owned(), t!("A match today is its first.").to_owned()),
            _ if last == self.today => {
                (t!("{} in a row", counted!(days, "day")), t!("Today counts already.").to_owned())
            }
            _ => (t!("{} in a row", counted!(days, "day")), t!("A match today makes it {}.", days + 1)),
        };
        let text = if longest > days { t!("Longest: {longest}. {next}") } else { next };
        Goal { drawing: mark(&art::icons::TORCH), title, text, bar: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(days: i64, last: i64, longest: i64) -> String {
        let days = ShownDays { run: DayRun { last, days, longest }, today: 100 }.goal();
        format!("{} | {}", days.title, days.text)
    }

    #[test]
    fn a_run_of_days_says_whether_today_counts_and_never_scolds() {
        assert_eq!(days(6, 100, 11), "6 days in a row | Longest: 11. Today counts already.");
        assert_eq!(days(1, 99, 1), "1 day in a row | A match today makes it 2.");
        assert_eq!(days(3, 98, 3), "A new row of days | Longest: 3. A match today is its first.");
    }

    #[test]
    fn no_goals_draw_nothing() {
        assert_eq!(panel(&ShownGoals::default(), Theme::System).into_string(), "");
        assert_eq!(at_end(&ShownGoals::default(), Theme::System).into_string(), "");
    }
}
