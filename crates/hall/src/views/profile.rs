//! What somebody has played: how often, how it ended, what was best, and with whom.

use kernel::Meta;
use text::Text;

use super::{
    achievements::{self, GameAchievements},
    boards,
};
use crate::{
    store::{Companion, PastMatch, Store, StoreError, Timestamp, Totals},
    tables::level_option,
};

/// With how many people at most.
const COMPANIONS: u32 = 12;
/// How many matches of the past are listed.
const LISTED: u32 = 20;

/// What somebody has played, of the matches that count.
#[derive(Debug)]
pub(crate) struct Profile {
    /// Each game of which they have finished a match or opened a level; the one that they have finished most of first.
    pub(crate) games: Vec<GameTally>,
    /// Their last matches, the last first.
    pub(crate) history: Vec<PastGame>,
    /// With whom, most first.
    pub(crate) companions: Vec<Companion>,
    /// What they have earned.
    pub(crate) achievements: Vec<GameAchievements>,
}

/// What somebody has played of a game.
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
    /// The highest level that is open to them, if the game has levels and one has been won.
    pub(crate) level: Option<u32>,
    /// The most that they have reached, with what it is, in games that rank by more than winning.
    pub(crate) best: Option<(&'static str, i64)>,
    /// The fewest decisions that a win took them.
    pub(crate) quickest: Option<u32>,
    /// The most matches that they have won in a row, whatever the options.
    pub(crate) streak: usize,
    /// How many matches they have left, beside the finished ones.
    pub(crate) left: u32,
}

/// A match of the past.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PastGame {
    /// The table.
    pub(crate) table: String,
    /// Whether anybody may look at it.
    pub(crate) watchable: bool,
    /// Id of the game.
    pub(crate) game: String,
    /// Its title.
    pub(crate) title: &'static str,
    /// The seats, who had them and the options, in words.
    pub(crate) setting: String,
    /// Whether it was won.
    pub(crate) won: bool,
    /// The place of the seat among how many, where not all win or lose together.
    pub(crate) place: u32,
    /// What was reached, in games that rank by more than winning.
    pub(crate) score: Option<(&'static str, i64)>,
    /// When it ended.
    pub(crate) ended: Timestamp,
}

impl Profile {
    /// The profile of a person.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn of(store: &Store, person: &str) -> Result<Profile, StoreError> {
        let totals = store.totals(person).await?;
        let mut games = Vec::new();
        for meta in roster::GAMES.iter().map(|title| title.meta()) {
            let level = match level_option(meta) {
                Some(_) => Some(store.unlocked(person, meta.id).await?).filter(|level| *level > 0),
                None => None,
            };
            let totals = totals.iter().find(|totals| totals.game == meta.id);
            games.extend(tally(meta, totals, level));
        }
        games.sort_by_key(|tally| std::cmp::Reverse(tally.finished));
        let history = store.past_matches(person, LISTED).await?.iter().filter_map(past_game).collect();
        let companions = store.companions(person, COMPANIONS).await?;
        Ok(Profile { games, history, companions, achievements: achievements::of(store, person).await? })
    }

    /// The game that they have finished most of, if they have finished several matches and one game leads.
    pub(crate) fn favourite(&self) -> Option<&'static str> {
        let first = self.games.first().filter(|first| first.finished > 1)?;
        let second = self.games.get(1).map_or(0, |second| second.finished);
        (first.finished > second).then_some(first.title)
    }
}

/// A table of somebody's, named to themselves, as `own` says, or to anybody where anybody may look.
pub(crate) fn shown_table(table: String, watchable: bool, own: bool) -> Option<String> {
    (own || watchable).then_some(table)
}

/// What was played of a game; nothing if there is nothing to tell.
fn tally(meta: &'static Meta, totals: Option<&Totals>, level: Option<u32>) -> Option<GameTally> {
    let tally = GameTally {
        game: meta.id,
        title: meta.title,
        finished: totals.map_or(0, |totals| totals.finished as usize),
        won: totals.map_or(0, |totals| totals.won as usize),
        level,
        best: score_title(meta).zip(totals.and_then(|totals| totals.best)),
        quickest: totals.and_then(|totals| totals.quickest),
        streak: totals.map_or(0, |totals| totals.longest as usize),
        left: totals.map_or(0, |totals| totals.left),
    };
    (tally.finished > 0 || tally.left > 0 || tally.level.is_some()).then_some(tally)
}

/// A match for the list; nothing if its game is not in the hall any more.
fn past_game(one: &PastMatch) -> Option<PastGame> {
    let PastMatch { result, watchable } = one;
    let meta = roster::find(&result.board.game).ok()?.meta();
    Some(PastGame {
        table: result.table.clone(),
        watchable: *watchable,
        game: result.board.game.clone(),
        title: meta.title,
        setting: boards::words(meta, &result.board),
        won: result.won,
        place: result.place,
        score: score_title(meta).zip(result.score),
        ended: result.ended,
    })
}

fn score_title(meta: &Meta) -> Option<&'static str> {
    roster::find(meta.id).ok()?.measures().score_title().map(Text::as_str)
}
