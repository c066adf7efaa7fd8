//! The achievements of a person, game by game.

use kernel::{Achievement, LEARNED};
use roster::GameEntry;

use crate::store::{Award, Store, StoreError};

/// The achievements of a game, with the progress of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameAchievements {
    /// Id of the game.
    pub(crate) game: &'static str,
    /// Its title.
    pub(crate) title: &'static str,
    /// All of them, in the order of the game's list.
    pub(crate) all: Vec<OneAchievement>,
}

/// An achievement, and whether the person has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OneAchievement {
    /// The achievement.
    pub(crate) achievement: &'static Achievement,
    /// The award by which they earned it for the first time, if they did.
    pub(crate) award: Option<Award>,
    /// The share of people with it, in percent of those who have finished a match of the game,
    /// rounded; `None` if nobody has finished one.
    pub(crate) percent: Option<u32>,
    /// The best count in one match, if it is begun and not earned.
    pub(crate) count: Option<u32>,
}

impl GameAchievements {
    /// Returns how many the person has.
    pub(crate) fn earned(&self) -> usize {
        self.all.iter().filter(|one| one.award.is_some()).count()
    }
}

/// Returns the achievements of all games that have any, with the progress of a person.
///
/// # Errors
/// If the store fails.
pub(crate) async fn of(store: &Store, person: &str) -> Result<Vec<GameAchievements>, StoreError> {
    let (awards, begun) = (store.awards(person).await?, store.progress(person).await?);
    let mut games = Vec::new();
    for title in roster::GAMES {
        let (meta, own) = (title.meta(), title.achievements());
        if own.is_empty() {
            continue;
        }
        let lesson = (!title.lesson_minutes().is_empty()).then_some(&LEARNED);
        let achievements = lesson.into_iter().chain(own);
        let earners = store.earners(meta.id).await?;
        let one = |achievement: &'static Achievement| OneAchievement {
            achievement,
            award: awards.iter().find(|award| award.game == meta.id && award.achievement == achievement.id).cloned(),
            percent: earners.percent(achievement.id).filter(|_| achievement.id != LEARNED.id),
            count: begun
                .iter()
                .find(|one| one.game == meta.id && one.achievement == achievement.id && achievement.needed > 1)
                .map(|one| one.count),
        };
        games.push(GameAchievements { game: meta.id, title: meta.title, all: achievements.map(one).collect() });
    }
    Ok(games)
}

/// Returns those of a person's awards that were earned at this table, as achievements.
pub(crate) fn first_earned_at(awards: &[Award], title: &dyn GameEntry, table: &str) -> Vec<&'static Achievement> {
    let here = awards.iter().filter(|award| award.table == table);
    here.filter_map(|award| named(title, &award.achievement)).collect()
}

fn named(title: &dyn GameEntry, id: &str) -> Option<&'static Achievement> {
    title.achievements().into_iter().find(|achievement| achievement.id == id)
}
