//! The achievements of a person, game by game.

use kernel::{Achievement, LEARNED};
use model::{Award, BestProgress, Earners};
use roster::GameEntry;

/// The achievements of a game, with the progress of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameAchievements {
    /// Id of the game.
    pub game: &'static str,
    /// Its title.
    pub title: &'static str,
    /// All of them, in the order of the game's list.
    pub all: Vec<OneAchievement>,
}

/// An achievement, and whether the person has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OneAchievement {
    /// The achievement.
    pub achievement: &'static Achievement,
    /// The award by which they earned it for the first time, if they did.
    pub award: Option<Award>,
    /// The share of people with it, in percent of those who have finished a match of the game,
    /// rounded; `None` if nobody has finished one.
    pub percent: Option<u32>,
    /// The best count in one match, if it is begun and not earned.
    pub count: Option<u32>,
}

impl GameAchievements {
    /// Returns how many the person has.
    pub fn earned(&self) -> usize {
        self.all.iter().filter(|one| one.award.is_some()).count()
    }
}

/// Returns the games that have achievements.
pub fn games() -> impl Iterator<Item = &'static dyn GameEntry> {
    roster::GAMES.iter().copied().filter(|title| !title.achievements().is_empty())
}

/// Returns the achievements of all games that have any, with the progress of a person. `earners`
/// returns how many people have those of a game, where others play.
pub fn of<'a>(
    awards: &[Award],
    begun: &[BestProgress],
    earners: impl Fn(&str) -> Option<&'a Earners>,
) -> Vec<GameAchievements> {
    let of_game = |title: &'static dyn GameEntry| {
        let meta = title.meta();
        let lesson = (!title.lesson_minutes().is_empty()).then_some(&LEARNED);
        let one = |achievement: &'static Achievement| OneAchievement {
            achievement,
            award: awards.iter().find(|award| award.game == meta.id && award.achievement == achievement.id).cloned(),
            percent: earners(meta.id)
                .and_then(|earners| earners.percent(achievement.id))
                .filter(|_| achievement.id != LEARNED.id),
            count: begun
                .iter()
                .find(|one| one.game == meta.id && one.achievement == achievement.id && achievement.needed > 1)
                .map(|one| one.count),
        };
        let all = lesson.into_iter().chain(title.achievements()).map(one).collect();
        GameAchievements { game: meta.id, title: meta.title, all }
    };
    games().map(of_game).collect()
}

/// Returns those of a person's awards that were earned at this table, as achievements.
pub fn first_earned_at(awards: &[Award], title: &dyn GameEntry, table: &str) -> Vec<&'static Achievement> {
    let here = awards.iter().filter(|award| award.table == table);
    here.filter_map(|award| named(title, &award.achievement)).collect()
}

pub(crate) fn named(title: &dyn GameEntry, id: &str) -> Option<&'static Achievement> {
    title.achievements().into_iter().find(|achievement| achievement.id == id)
}
