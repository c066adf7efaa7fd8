//! Results, achievements and goals of the person. The sums are counted from the results of the
//! matches that were played in this browser, in the order in which they ended.

use std::collections::BTreeMap;

use kernel::{Achievement, LEARNED};
use model::{
    Award, BestProgress, Day, DayRun, GameTotals, LEFT_DAYS, MatchResults, PastMatch, SeatResult, Timestamp, Totals,
};
use pages::{CardPage, ShownGoals, ShownProfile};
use table::{
    TableState,
    rows::{MatchEnd, TableHeader, TableStatus},
};
use views::{
    achievements::{self, GameAchievements},
    fields::Fields,
    goals,
    profile::{Profile, chosen_card, titles},
};

use crate::{Answer, Hall, ME, Save};

/// How many finished matches the own page lists.
const LISTED: usize = 20;

/// The sums of the person's matches.
#[derive(Default)]
struct Deeds {
    totals: BTreeMap<String, GameTotals>,
    /// The first match with each achievement, by game and achievement.
    awards: BTreeMap<(String, String), Award>,
    /// The highest count towards an achievement in one match, by game and achievement.
    progress: BTreeMap<(String, String), u32>,
    days: Option<DayRun>,
    /// The results of the first seat of each match, the oldest first.
    history: Vec<SeatResult>,
}

impl Deeds {
    /// Counts a match.
    fn count(&mut self, results: &MatchResults) {
        let own: Vec<&SeatResult> = results.seats.iter().filter(|seat| seat.person.as_deref() == Some(ME)).collect();
        let Some(first) = own.first() else { return };
        let game = &first.board.game;
        self.totals.entry(game.clone()).or_default().count(first);
        self.days.get_or_insert_default().count(Day::of(first.ended).0);
        for (id, count) in own.iter().filter_map(|seat| seat.traces.as_ref()).flat_map(|traces| &traces.progress) {
            let best = self.progress.entry((game.clone(), id.clone())).or_default();
            *best = (*count).max(*best);
        }
        for earned in &results.earned {
            self.award(game, &earned.achievement, &first.table, first.ended);
        }
        self.history.push((*first).clone());
    }

    fn award(&mut self, game: &str, achievement: &str, table: &str, ended: Timestamp) {
        let award = || Award {
            game: game.to_owned(),
            achievement: achievement.to_owned(),
            table: table.to_owned(),
            watchable: false,
            ended,
        };
        self.awards.entry((game.to_owned(), achievement.to_owned())).or_insert_with(award);
    }

    fn totals(&self) -> Vec<Totals> {
        self.totals.iter().map(|(game, totals)| totals.clone().of_game(game.clone())).collect()
    }

    /// Returns the awards in the order in which they were earned.
    fn awards(&self) -> Vec<Award> {
        let mut awards: Vec<Award> = self.awards.values().cloned().collect();
        awards.sort_by_key(|award| award.ended);
        awards
    }

    fn achievements(&self) -> Vec<GameAchievements> {
        achievements::of(&self.awards(), &self.begun(), |_| None)
    }

    /// Returns the progress towards achievements that are not earned.
    fn begun(&self) -> Vec<BestProgress> {
        let begun = self.progress.iter().filter(|(key, _)| !self.awards.contains_key(key));
        let one = |((game, achievement), count): (&(String, String), &u32)| BestProgress {
            game: game.clone(),
            achievement: achievement.clone(),
            count: *count,
        };
        begun.map(one).collect()
    }
}

impl Hall {
    /// Stores what a match that has ended brings: levels and results.
    pub(crate) fn note_end(&mut self, id: &str, end: &MatchEnd) {
        for unlock in &end.unlocks {
            let level = self.settings.unlocked.entry(unlock.game.clone()).or_default();
            *level = unlock.level.max(*level);
        }
        if !end.unlocks.is_empty() {
            self.saves.push(Save::Settings(self.settings.clone()));
        }
        if !end.results.seats.is_empty() {
            self.saves.push(Save::Results { table: id.to_owned(), results: end.results.clone() });
            self.results.insert(id.to_owned(), end.results.clone());
        }
    }

    /// Stores that the person has finished the lesson of this table, if it is the first of its game.
    pub(crate) fn note_learned(&mut self, id: &str) {
        let Ok(table) = self.table(id) else { return };
        let game = table.live.header.game.clone();
        if table.live.learned().is_some() && !self.settings.learned.contains_key(&game) {
            self.settings.learned.insert(game, (id.to_owned(), self.now));
            self.saves.push(Save::Settings(self.settings.clone()));
        }
    }

    /// Returns the sums of the person's matches.
    fn deeds(&self) -> Deeds {
        enum Event<'a> {
            Ended(&'a MatchResults),
            Left(&'a TableHeader),
        }
        let ended = self.results.values().filter_map(|one| Some((one.seats.first()?.ended, Event::Ended(one))));
        let left = self
            .headers
            .values()
            .filter(|header| header.status == TableStatus::Playing && header.counts() && left_at(header) <= self.now);
        let mut events: Vec<(Timestamp, Event)> =
            ended.chain(left.map(|header| (left_at(header), Event::Left(header)))).collect();
        events.sort_by_key(|(at, _)| *at);
        let mut deeds = Deeds::default();
        for (_, event) in events {
            match event {
                Event::Ended(results) => deeds.count(results),
                Event::Left(header) => deeds.totals.entry(header.game.clone()).or_default().count_left(),
            }
        }
        for (game, (table, ended)) in &self.settings.learned {
            deeds.award(game, LEARNED.id, table, *ended);
        }
        deeds
    }

    /// Returns the person's profile for their own page.
    pub(crate) fn profile(&self) -> ShownProfile {
        let deeds = self.deeds();
        let past = |result: &SeatResult| PastMatch { result: result.clone(), watchable: false };
        let history: Vec<PastMatch> = deeds.history.iter().rev().take(LISTED).map(past).collect();
        let profile = Profile {
            achievements: deeds.achievements(),
            card: self.settings.card.clone(),
            ..Profile::new(&self.roster, &deeds.totals(), &self.settings.unlocked, &history)
        };
        profile.shown(true, self.now)
    }

    /// Returns the page on which the person chooses portrait and title.
    pub(crate) fn card_page(&self) -> Answer {
        let (person, games) = (self.settings.person(), self.deeds().achievements());
        let page = CardPage { card: &self.settings.card, titles: &titles(&games) };
        Answer::html(200, pages::own_card(&self.visitor(&person), &page).into_string())
    }

    /// Changes portrait and title.
    pub(crate) fn set_card(&mut self, fields: &Fields) {
        self.settings.card = chosen_card(fields, &self.deeds().achievements());
        self.saves.push(Save::Settings(self.settings.clone()));
    }

    /// Returns the person's goals for the front page.
    pub(crate) fn goals(&self) -> ShownGoals {
        let deeds = self.deeds();
        let totals = deeds.totals();
        let Some(last) = goals::last(&self.roster, &totals) else { return ShownGoals::default() };
        let open = self.settings.unlocked.get(&last.0.game).copied().unwrap_or_default();
        goals::within_reach(&self.roster, last, &deeds.begun(), open, goals::days(deeds.days, self.now))
    }

    /// Returns the achievements that the person has earned for the first time by a finished match,
    /// and the goals that it came near.
    pub(crate) fn reached_at(&self, live: &TableState) -> (Vec<&'static Achievement>, Option<ShownGoals>) {
        let Some(results) = self.results.get(&live.header.id) else { return Default::default() };
        let deeds = self.deeds();
        let awards = deeds.awards();
        let days = goals::days(deeds.days, self.now);
        let near = goals::at_end(live.title, &results.seats, &awards, &deeds.totals(), (ME, days));
        (achievements::first_earned_at(&awards, live.title, &live.header.id), Some(near))
    }
}

/// Returns when a match that waits for the person counts as left.
fn left_at(header: &TableHeader) -> Timestamp {
    header.touched + LEFT_DAYS * Day::LENGTH
}
