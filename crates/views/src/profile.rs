//! A person's profile: matches, results, records, and the people they played with.

use std::collections::BTreeMap;

use kernel::{Achievement, Picture};
use model::{CardTitle, Companion, PastMatch, PlayerCard, Shown, Timestamp, Totals};
use pages::{ShownAchievement, ShownAchievements, ShownCard, ShownPast, ShownProfile, ShownTally};
use roster::{GameEntry, Roster};
use text::{Text, counted, t};

use crate::{
    achievements::{GameAchievements, OneAchievement},
    boards,
    fields::Fields,
    lists,
};

/// The profile of a person, from the matches that count.
#[derive(Default, Debug)]
pub struct Profile {
    /// Each game in which they have finished a match or unlocked a level, the one with most
    /// finished matches first.
    pub games: Vec<GameTally>,
    /// Their last matches, latest first.
    pub history: Vec<PastGame>,
    /// The people with whom they played, the last first.
    pub companions: Vec<Companion>,
    /// Their achievements.
    pub achievements: Vec<GameAchievements>,
    /// How they show themselves.
    pub card: PlayerCard,
}

/// A person's results in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTally {
    /// Id of the game.
    pub game: &'static str,
    /// Its title.
    pub title: &'static str,
    /// How many matches are finished.
    pub finished: usize,
    /// How many of these they have won.
    pub won: usize,
    /// The highest level that they have unlocked, if the game has levels and they have won one.
    pub level: Option<u32>,
    /// Their best score with its name, in games that rank by more than winning.
    pub best: Option<(&'static str, i64)>,
    /// The fewest decisions that a win took them.
    pub quickest: Option<u32>,
    /// The most matches that they have won in a row, whatever the options.
    pub streak: usize,
    /// How many matches they have left, in addition to the finished ones.
    pub left: u32,
}

/// A finished match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastGame {
    /// The table.
    pub table: String,
    /// Whether everybody may look at it.
    pub watchable: bool,
    /// Id of the game.
    pub game: String,
    /// Its title.
    pub title: &'static str,
    /// The seats, who had them and the options, in words.
    pub setting: String,
    /// Whether the person won it.
    pub won: bool,
    /// The place of the seat, where not all win or lose together.
    pub place: u32,
    /// The score with its name, in games that rank by more than winning.
    pub score: Option<(&'static str, i64)>,
    /// When it ended.
    pub ended: Timestamp,
    /// The main meter of the person's seat at a few steps.
    pub course: Vec<i32>,
}

impl Profile {
    /// Returns the games and the matches of a person's profile. `levels` are the highest levels that
    /// they may play, by game, and `history` are their last matches.
    pub fn new(roster: &Roster, totals: &[Totals], levels: &BTreeMap<String, u32>, history: &[PastMatch]) -> Profile {
        let of_game = |title: &&'static dyn GameEntry| {
            let id = title.meta().id;
            let level = levels.get(id).copied().filter(|level| *level > 0);
            tally(*title, totals.iter().find(|totals| totals.game == id), level)
        };
        let mut games: Vec<GameTally> = roster::GAMES.iter().filter_map(of_game).collect();
        games.sort_by_key(|tally| std::cmp::Reverse(tally.finished));
        let history = history.iter().filter_map(|one| past_game(roster, one)).collect();
        Profile { games, history, ..Profile::default() }
    }

    /// Converts the profile for display; the visitor's `own` one has all tables.
    pub fn shown(self, own: bool, now: Timestamp) -> ShownProfile {
        let favourite = self.favourite();
        let card = ShownCard {
            portrait: pages::portraits().find(|name| *name == self.card.portrait).map(Picture),
            title: self.title(),
            shown: self.card.shown,
        };
        let profile = if own { self } else { self.for_others() };
        let game = |tally: GameTally| ShownTally {
            records: records(&tally),
            game: tally.game,
            title: tally.title,
            finished: tally.finished,
            won: tally.won,
            left: tally.left,
            level: tally.level,
        };
        let achievements = profile.achievements.into_iter().filter(|game| own || game.earned() > 0);
        ShownProfile {
            card,
            games: profile.games.into_iter().map(game).collect(),
            favourite,
            history: profile.history.into_iter().map(|past| shown_past(past, own, now)).collect(),
            achievements: achievements.map(|game| shown_achievements(game, own, now)).collect(),
        }
    }

    /// Removes the parts that others do not see.
    pub fn for_others(mut self) -> Profile {
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
    pub fn title(&self) -> Option<&'static Achievement> {
        let title = self.card.title.as_ref()?;
        let game = self.achievements.iter().find(|game| game.game == title.game)?;
        let own = game.all.iter().find(|one| one.achievement.id == title.achievement && one.award.is_some())?;
        Some(own.achievement)
    }

    /// Returns the game with most finished matches, if they have finished several and one game
    /// leads.
    pub fn favourite(&self) -> Option<&'static str> {
        let first = self.games.first().filter(|first| first.finished > 1)?;
        let second = self.games.get(1).map_or(0, |second| second.finished);
        (first.finished > second).then_some(first.title)
    }
}

/// Returns the id of a table that the reader may see: their own, as `own` says, or one that
/// everybody may watch.
pub fn shown_table(table: String, watchable: bool, own: bool) -> Option<String> {
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

fn shown_achievements(game: GameAchievements, own: bool, now: Timestamp) -> ShownAchievements {
    let earned = game.earned();
    let one = |one: OneAchievement| ShownAchievement {
        achievement: one.achievement,
        when: one.award.as_ref().map(|award| lists::when(award.ended, now)),
        table: one.award.and_then(|award| shown_table(award.table, award.watchable, own)),
        percent: one.percent,
        count: one.count,
    };
    ShownAchievements { game: game.game, title: game.title, earned, all: game.all.into_iter().map(one).collect() }
}

fn shown_past(past: PastGame, own: bool, now: Timestamp) -> ShownPast {
    let score = past.score.map(|(title, score)| format!(", {}: {score}", pages::within(title)));
    let result = match (past.won, past.place) {
        (true, _) => t!("Won").to_owned(),
        (false, 1) => t!("Not won").to_owned(),
        (false, place) => t!("Place {place}"),
    };
    ShownPast {
        table: shown_table(past.table, past.watchable, own),
        title: past.title,
        result: format!("{result}{}", score.unwrap_or_default()),
        setting: past.setting,
        when: lists::when(past.ended, now),
        course: past.course,
    }
}

/// Returns a person's records in a game as sentences.
fn records(tally: &GameTally) -> Vec<String> {
    let best = tally.best.map(|(title, score)| t!("{title}: {score} at best"));
    let quickest = tally.quickest.map(|steps| t!("quickest win in {}", counted!(steps, "decision")));
    let streak = (tally.streak > 1).then(|| t!("{} won in a row", counted!(tally.streak, "match")));
    [best, quickest, streak].into_iter().flatten().collect()
}

/// Returns the achievements that the person has, with the id and the title of the game: each can be
/// their title.
pub fn titles(games: &[GameAchievements]) -> Vec<(&'static str, &'static str, &'static Achievement)> {
    let of_game = |game: &GameAchievements| {
        let earned = game.all.iter().filter(|one| one.award.is_some());
        let (id, title) = (game.game, game.title);
        earned.map(move |one| (id, title, one.achievement)).collect::<Vec<_>>()
    };
    games.iter().flat_map(of_game).collect()
}

/// Returns the card that the form asks for, as far as the person has what it shows.
pub fn chosen_card(fields: &Fields, games: &[GameAchievements]) -> PlayerCard {
    let wanted = fields.get("portrait").unwrap_or_default();
    let portrait = pages::portraits().find(|name| *name == wanted).unwrap_or_default().to_owned();
    let title = fields.get("title").and_then(|title| title.split_once('/'));
    let title = title.and_then(|(game, id)| {
        let (game, _, achievement) = titles(games).into_iter().find(|(of, _, one)| *of == game && one.id == id)?;
        Some(CardTitle { game: game.to_owned(), achievement: achievement.id.to_owned() })
    });
    PlayerCard { portrait, title, shown: fields.get("shown").and_then(Shown::named).unwrap_or_default() }
}
