//! The goals that a person has in reach, from sums that change with the step that ends a match.

use model::{Award, BestProgress, Day, DayRun, PersonalBest, SeatResult, Timestamp, Totals};
use pages::{BestOf, NearGoal, NextLevel, ShownBest, ShownDays, ShownGoals};
use roster::{GameEntry, Roster};
use table::level_option;

use crate::achievements;

/// The number of achievements that the end of a match mentions.
const AT_END: usize = 2;

/// Returns the game that a person played last, if they have finished a match of one.
pub fn last<'a>(roster: &Roster, totals: &'a [Totals]) -> Option<(&'a Totals, &'static dyn GameEntry)> {
    let last = totals.iter().filter(|totals| totals.finished > 0).max_by_key(|totals| totals.ended)?;
    Some((last, roster.find(&last.game).ok()?))
}

/// Returns a person's goals for the front page. The best and the level are those of the game that
/// they played [last]; `open` is the highest level of it that they may play.
pub fn within_reach(
    roster: &Roster,
    (last, title): (&Totals, &'static dyn GameEntry),
    begun: &[BestProgress],
    open: u32,
    days: Option<ShownDays>,
) -> ShownGoals {
    let near = begun.iter().filter_map(|one| near(roster.find(&one.game).ok()?, &one.achievement, one.count));
    let meta = title.meta();
    let level = level_option(meta);
    ShownGoals {
        nearest: nearest(near.collect(), 1),
        level: level.map(|spec| NextLevel { game: meta.title, cover: meta.cover, name: spec.title.as_str(), open }),
        best: best(title, last, None),
        near_best: false,
        wins: 0,
        days,
    }
}

/// Returns a person's goals at the end of a match: how near it came, and whether it was their best.
/// `results` are those of the match, and `awards` and `totals` all of the person.
pub fn at_end(
    title: &dyn GameEntry,
    results: &[SeatResult],
    awards: &[Award],
    totals: &[Totals],
    (person, days): (&str, Option<ShownDays>),
) -> ShownGoals {
    let game = title.meta().id;
    let Some(own) = results.iter().find(|result| result.person.as_deref() == Some(person)) else {
        return ShownGoals::default();
    };
    let has = |id: &str| awards.iter().any(|award| award.game == game && award.achievement == id);
    let begun = own.traces.iter().flat_map(|traces| &traces.progress).filter(|(id, _)| !has(id));
    let near = begun.filter_map(|(id, count)| near(title, id, *count)).collect();
    let totals = totals.iter().find(|totals| totals.game == game);
    ShownGoals {
        nearest: nearest(near, AT_END),
        level: None,
        best: totals.and_then(|totals| best(title, totals, Some(&own.table))),
        near_best: is_near_best(totals.and_then(|totals| totals.best.as_ref()), &own.table, own.score),
        wins: totals.map_or(0, |totals| totals.run),
        days,
    }
}

/// Returns a person's run of days at this moment.
pub fn days(run: Option<DayRun>, now: Timestamp) -> Option<ShownDays> {
    run.map(|run| ShownDays { run, today: Day::of(now).0 })
}

/// Returns whether a match with this score has missed the best of its player by one at most.
fn is_near_best(best: Option<&PersonalBest>, table: &str, score: Option<i64>) -> bool {
    let missed = best.filter(|best| best.table != table).zip(score);
    missed.is_some_and(|(best, score)| best.value - score <= 1)
}

fn near(title: &dyn GameEntry, id: &str, count: u32) -> Option<NearGoal> {
    let achievement = achievements::named(title, id)?;
    (achievement.needed > 1).then_some(NearGoal { game: title.meta().title, achievement, count })
}

/// Returns those of which the largest share is done; among equals the order of the list counts.
fn nearest(mut all: Vec<NearGoal>, most: usize) -> Vec<NearGoal> {
    let share = |near: &NearGoal| f64::from(near.count) / near.achievement.needed as f64;
    all.sort_by(|one, other| share(other).total_cmp(&share(one)));
    all.truncate(most);
    all
}

/// Returns the best score of a person in a game; where there is none, their quickest win. With a
/// `table`, a best that its match has reached goes first.
fn best(title: &dyn GameEntry, totals: &Totals, table: Option<&str>) -> Option<ShownBest> {
    let shown = |what: BestOf, best: &PersonalBest| ShownBest {
        game: title.meta().title,
        what,
        value: best.value,
        here: table == Some(&best.table),
        before: best.before,
    };
    let score = title.measures().score_title().zip(totals.best.as_ref());
    let score = score.map(|(name, best)| shown(BestOf::Score(name.as_str()), best));
    let quickest = totals.quickest.as_ref().map(|best| shown(BestOf::QuickestWin, best));
    let all = [score, quickest].into_iter().flatten();
    all.clone().find(|best| best.here).or_else(|| all.clone().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn match_is_near_the_best_of_another_up_to_one_below() {
        let best = PersonalBest { value: 7, table: "other".into(), before: None };
        let near = [5, 6, 7].map(|score| is_near_best(Some(&best), "this", Some(score)));
        assert_eq!(near, [false, true, true]);
        assert!(!is_near_best(Some(&best), "other", Some(7)), "it is the best itself");
        assert!(!is_near_best(None, "this", Some(7)) && !is_near_best(Some(&best), "this", None));
    }
}
