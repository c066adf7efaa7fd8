//! A person's profile: matches, results, records, and the people they played with.

use kernel::Achievement;
use model::{PlayerCard, Shown};
use roster::{GameEntry, Roster};
use text::Text;

use super::{
    achievements::{self, GameAchievements},
    boards,
};
use crate::{
    store::{Companion, PastMatch, Store, StoreError, Timestamp, Totals},
    tables::level_option,
};

/// The most companions on a profile.
const COMPANIONS: u32 = 12;
/// How many finished matches are listed.
const LISTED: u32 = 20;

/// The profile of a person, from the matches that count.
#[derive(Debug)]
pub(crate) struct Profile {
    /// Each game in which they have finished a match or unlocked a level, the one with most
    /// finished matches first.
    pub(crate) games: Vec<GameTally>,
    /// Their last matches, latest first.
    pub(crate) history: Vec<PastGame>,
    /// The people with whom they played, the last first.
    pub(crate) companions: Vec<Companion>,
    /// Their achievements.
    pub(crate) achievements: Vec<GameAchievements>,
    /// How they show themselves.
    pub(crate) card: PlayerCard,
}

/// A person's results in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameTally {
    /// Id of the game.
    pub(crate) game: &'static str,
    /// Its title.
    pub(crate) title: &'static str,
    /// How many matches are finished.
    pub(crate) finished: usize,
    /// How many of these they have won.
    pub(crate) won: usize,
    /// The highest level that they have unlocked, if the game has levels and they have won one.
    pub(crate) level: Option<u32>,
    /// Their best score with its name, in games that rank by more than winning.
    pub(crate) best: Option<(&'static str, i64)>,
    /// The fewest decisions that a win took them.
    pub(crate) quickest: Option<u32>,
    /// The most matches that they have won in a row, whatever the options.
    pub(crate) streak: usize,
    /// How many matches they have left, in addition to the finished ones.
    pub(crate) left: u32,
}

/// A finished match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PastGame {
    /// The table.
    pub(crate) table: String,
    /// Whether everybody may look at it.
    pub(crate) watchable: bool,
    /// Id of the game.
    pub(crate) game: String,
    /// Its title.
    pub(crate) title: &'static str,
    /// The seats, who had them and the options, in words.
    pub(crate) setting: String,
    /// Whether the person won it.
    pub(crate) won: bool,
    /// The place of the seat, where not all win or lose together.
    pub(crate) place: u32,
    /// The score with its name, in games that rank by more than winning.
    pub(crate) score: Option<(&'static str, i64)>,
    /// When it ended.
    pub(crate) ended: Timestamp,
    /// The main meter of the person's seat at a few steps.
    pub(crate) course: Vec<i32>,
}

impl Profile {
    /// Returns the profile of a person.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn of(store: &Store, roster: &Roster, person: &str) -> Result<Profile, StoreError> {
        let totals = store.totals(person).await?;
        let mut games = Vec::new();
        for title in roster::GAMES {
            let meta = title.meta();
            let level = match level_option(meta) {
                Some(_) => Some(store.unlocked(person, meta.id).await?).filter(|level| *level > 0),
                None => None,
            };
            let totals = totals.iter().find(|totals| totals.game == meta.id);
            games.extend(tally(*title, totals, level));
        }
        games.sort_by_key(|tally| std::cmp::Reverse(tally.finished));
        let history = store.past_matches(person, LISTED).await?;
        let history = history.iter().filter_map(|one| past_game(roster, one)).collect();
        let companions = store.companions(person, COMPANIONS).await?;
        let achievements = achievements::of(store, person).await?;
        Ok(Profile { games, history, companions, achievements, card: store.card(person).await? })
    }

    /// Removes the parts that others do not see.
    pub(crate) fn for_others(mut self) -> Profile {
        if self.card.shown != Shown::All {
            self.history.clear();
        }
        if self.card.shown == Shown::Card {
            self.games.clear();
            self.achievements.clear();
        }
        self.companions.clear();
        self.achievements.iter_mut().flat_map(|game| &mut game.all).for_each(|one| one.count = None);
        self
    }

    /// Returns the achievement that the person bears as a title, if they still have it.
    pub(crate) fn title(&self) -> Option<&'static Achievement> {
        let title = self.card.title.as_ref()?;
        let game = self.achievements.iter().find(|game| game.game == title.game)?;
        let own = game.all.iter().find(|one| one.achievement.id == title.achievement && one.award.is_some())?;
        Some(own.achievement)
    }

    /// Returns the game with most finished matches, if they have finished several and one game
    /// leads.
    pub(crate) fn favourite(&self) -> Option<&'static str> {
        let first = self.games.first().filter(|first| first.finished > 1)?;
        let second = self.games.get(1).map_or(0, |second| second.finished);
        (first.finished > second).then_some(first.title)
    }
}

/// Returns the id of a table that the reader may see: their own, as `own` says, or one that
/// everybody may watch.
pub(crate) fn shown_table(table: String, watchable: bool, own: bool) -> Option<String> {
    (own || watchable).then_some(table)
}

/// Returns a person's results in a game; `None` if there are none.
fn tally(title: &dyn GameEntry, totals: Option<&Totals>, level: Option<u32>) -> Option<GameTally> {
    let meta = title.meta();
    let tally = GameTally {
        game: meta.id,
        title: meta.title,
        finished: totals.map_or(0, |totals| totals.finished as usize),
        won: totals.map_or(0, |totals| totals.won as usize),
        level,
        best: score_title(title).zip(totals.and_then(|totals| Some(totals.best.as_ref()?.value))),
        quickest: totals.and_then(|totals| Some(totals.quickest.as_ref()?.value as u32)),
        streak: totals.map_or(0, |totals| totals.longest as usize),
        left: totals.map_or(0, |totals| totals.left),
    };
    (tally.finished > 0 || tally.left > 0 || tally.level.is_some()).then_some(tally)
}

/// Returns a match for the list; `None` if the server no longer has its game.
fn past_game(roster: &Roster, one: &PastMatch) -> Option<PastGame> {
    let PastMatch { result, watchable } = one;
    let title = roster.find(&result.board.game).ok()?;
    let meta = title.meta();
    Some(PastGame {
        table: result.table.clone(),
        watchable: *watchable,
        game: result.board.game.clone(),
        title: meta.title,
        setting: boards::words(meta, &result.board),
        won: result.won,
        place: result.place,
        score: score_title(title).zip(result.score),
        ended: result.ended,
        course: result.traces.as_ref().map(|traces| traces.course.clone()).unwrap_or_default(),
    })
}

fn score_title(title: &dyn GameEntry) -> Option<&'static str> {
    title.measures().score_title().map(Text::as_str)
}
