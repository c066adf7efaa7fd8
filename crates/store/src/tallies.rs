//! Sums and rankings of finished matches, as values. They are counted match by match, always in the
//! same order.
//!
//! The same code counts when a match ends, when a database is migrated, and when `doctor` compares
//! sums and rankings with the results. Sums (matches of a board, wins by seat) begin at zero and
//! are added to the stored ones. All other values begin as stored.
//!
//! Boards, ratings and profiles are sums and rankings that change with the step that ends a match,
//! so no page reads all results.

use std::{
    cmp::{Ordering, Reverse},
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
};

use skillratings::{
    MultiTeamOutcome,
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};

use model::{Day, GameTotals};

use super::{
    BoardKey, DayRun, EVENING_PAUSE, Earned, HeadToHead, LeftMatch, MatchKind, ONE_SCREEN, SeatResult, Timestamp,
};

/// Ratings are stored in billionths.
pub(crate) const BILLION: f64 = 1e9;

/// A number of wins, and the number of matches.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Share {
    pub(super) won: i64,
    pub(super) matches: i64,
}

/// The subject of a share of wins.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum ShareOf {
    /// A seat, by its number from 1.
    Seat(u32),
    /// The class that a seat plays.
    Class(String),
}

impl ShareOf {
    /// Returns the kind and the name in the store.
    pub(super) fn name(&self) -> (&'static str, String) {
        match self {
            ShareOf::Seat(number) => ("seat", number.to_string()),
            ShareOf::Class(class) => ("class", class.clone()),
        }
    }
}

/// A match that is on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub(super) table: String,
    pub(super) score: Option<i64>,
    pub(super) won: bool,
    pub(super) steps: u32,
    pub(super) ended: Timestamp,
}

impl Line {
    fn of(result: &SeatResult) -> Line {
        Line {
            table: result.table.clone(),
            score: result.score,
            won: result.won,
            steps: result.steps,
            ended: result.ended,
        }
    }

    /// Returns a sort key; the smaller line is better. It compares the score, the win, the number
    /// of decisions, and the time.
    fn by_score(&self) -> impl Ord + '_ {
        (Reverse(self.score), Reverse(self.won), self.steps, self.ended, &self.table)
    }

    /// Returns a sort key; the smaller win is quicker.
    fn by_steps(&self) -> impl Ord + '_ {
        (self.steps, self.ended, &self.table)
    }
}

/// Wins in a row, and the end of the last of these matches.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Run {
    pub(super) wins: i64,
    pub(super) ended: Timestamp,
}

/// A person's lines on a board.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Standing {
    pub(super) best: Option<Line>,
    pub(super) quickest: Option<Line>,
    /// The wins since the last match that was not won.
    pub(super) run: Run,
    pub(super) longest: Run,
}

impl Standing {
    /// Returns the end of the match whose line expires first; `None` for people with an account.
    pub(super) fn expires(&self, account: bool) -> Option<Timestamp> {
        let lines = [&self.best, &self.quickest].into_iter().flatten().map(|line| line.ended);
        lines.chain((self.longest.wins > 0).then_some(self.longest.ended)).min().filter(|_| !account)
    }
}

/// The first match in which a person earned an achievement.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct FirstEarned {
    pub(super) ended: Timestamp,
    pub(super) table: String,
}

/// How a person has played with another.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Together {
    /// The game of their last match.
    pub(super) game: String,
    pub(super) matches: i64,
    pub(super) won: i64,
    pub(super) record: HeadToHead,
    pub(super) ended: Timestamp,
}

impl Together {
    /// Counts a match in which a person had the seats `own`, and another the seats `others`.
    fn count(&mut self, own: &[&SeatResult], others: &[&SeatResult]) {
        let (first, won) = (own[0], own.iter().any(|seat| seat.won));
        self.matches += 1;
        self.won += i64::from(won);
        if first.ended >= self.ended {
            self.ended = first.ended;
            first.board.game.clone_into(&mut self.game);
        }
        let alone = own.iter().chain(others).all(|seat| seat.by_bots == 0);
        if !alone || first.board.company == ONE_SCREEN {
            return;
        }
        match best_place(own).cmp(&best_place(others)) {
            _ if !first.rivals => {
                self.record.together += 1;
                self.record.together_won += u32::from(won);
            }
            Ordering::Less => self.record.ahead += 1,
            Ordering::Greater => self.record.behind += 1,
            Ordering::Equal => self.record.level += 1,
        }
    }
}

fn best_place(seats: &[&SeatResult]) -> u32 {
    seats.iter().map(|seat| seat.place).min().unwrap_or(u32::MAX)
}

/// Matches in a row of the same people.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct EveningSums {
    /// The ids of the people, in order, with spaces between them.
    pub(super) people: String,
    /// The end of the first match.
    pub(super) began: Timestamp,
    /// The end of the last match.
    pub(super) ended: Timestamp,
    pub(super) matches: i64,
    pub(super) points: BTreeMap<String, i64>,
}

/// Returns the points of a person for a match: one for each other person whom they placed ahead of,
/// or one for a win together.
fn points(seats: &[SeatResult], person: &str, people: &BTreeSet<&str>) -> i64 {
    let of = |person: &str| -> Vec<&SeatResult> {
        seats.iter().filter(|seat| seat.person.as_deref() == Some(person)).collect()
    };
    let own = of(person);
    match own.first() {
        Some(first) if first.rivals => {
            let behind = people.iter().filter(|other| best_place(&of(other)) > best_place(&own));
            behind.count() as i64
        }
        _ => i64::from(own.iter().any(|seat| seat.won)),
    }
}

/// The rating of a person in a game, in billionths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Strength {
    pub(super) rating: i64,
    pub(super) deviation: i64,
    pub(super) matches: i64,
}

impl Strength {
    /// Returns the certain strength: the rating minus two deviations.
    pub(super) fn sure(self) -> i64 {
        self.rating - 2 * self.deviation
    }

    fn read(self) -> WengLinRating {
        WengLinRating { rating: self.rating as f64 / BILLION, uncertainty: self.deviation as f64 / BILLION }
    }

    fn after(before: Option<Strength>, rating: WengLinRating) -> Strength {
        Strength {
            rating: (rating.rating * BILLION).round() as i64,
            deviation: (rating.uncertainty * BILLION).round() as i64,
            matches: before.map_or(0, |before| before.matches) + 1,
        }
    }
}

/// A person and a game.
pub(super) type PersonGame = (String, String);

/// Sums and rankings: all of them, or those that a match changes.
#[derive(Clone, Default, Debug)]
pub(super) struct Tallies {
    /// Guests are on boards with matches that ended after this.
    pub(super) guests_since: Timestamp,
    /// The people who have an account.
    pub(super) accounts: HashSet<String>,
    pub(super) boards: HashMap<BoardKey, i64>,
    pub(super) shares: HashMap<(BoardKey, ShareOf), Share>,
    pub(super) finishers: HashMap<String, i64>,
    /// How many people have an achievement, by game and achievement.
    pub(super) holders: HashMap<(String, String), i64>,
    pub(super) companions: HashMap<(String, String), Together>,
    /// The evenings, by the table of the first match.
    pub(super) evenings: HashMap<String, EveningSums>,
    /// The last evening of the same people, by their ids.
    pub(super) last_evenings: HashMap<String, String>,
    pub(super) standings: HashMap<(BoardKey, String), Standing>,
    pub(super) totals: HashMap<PersonGame, GameTotals>,
    /// The first matches with achievements, by person, game and achievement.
    pub(super) awards: HashMap<(String, String, String), FirstEarned>,
    pub(super) ratings: HashMap<PersonGame, Strength>,
    /// The highest counts towards achievements in one match, by person, game and achievement.
    pub(super) progress: HashMap<(String, String, String), i64>,
    pub(super) days: HashMap<String, DayRun>,
}

impl Tallies {
    /// Counts a match, by the results of its seats in order and the achievements earned.
    pub(super) fn count(&mut self, seats: &[SeatResult], earned: &[Earned]) {
        let Some(board) = seats.first().map(|seat| &seat.board) else { return };
        let people: BTreeSet<&str> = seats.iter().filter_map(|seat| seat.person.as_deref()).collect();
        if seats[0].kind == MatchKind::Race {
            // The matches of the racers count by themselves.
            self.count_companions(seats, &people);
            return;
        }
        if board.company != ONE_SCREEN && !people.is_empty() {
            *self.boards.entry(board.clone()).or_default() += 1;
        }
        for seat in seats {
            self.count_shares(seat);
        }
        for person in &people {
            let own: Vec<&SeatResult> = seats.iter().filter(|seat| seat.person.as_deref() == Some(person)).collect();
            self.count_progress(person, &own);
            self.days.entry((*person).to_owned()).or_default().count(own[0].ended.div_euclid(Day::LENGTH));
            if self.count_person(person, &own) {
                *self.finishers.entry(board.game.clone()).or_default() += 1;
            }
        }
        self.count_companions(seats, &people);
        for one in earned {
            self.count_earned(seats, one);
        }
        self.rate(seats);
    }

    /// Leaves out what is as it was `before`, so that nobody writes it again.
    pub(super) fn drop_unchanged(&mut self, before: &Tallies) {
        self.awards.retain(|key, first| before.awards.get(key) != Some(first));
        self.progress.retain(|key, count| before.progress.get(key) != Some(count));
        self.evenings.retain(|key, sums| before.evenings.get(key) != Some(sums));
        self.days.retain(|person, run| before.days.get(person) != Some(run));
    }

    /// Counts a match for how each of its people has played with each other.
    fn count_companions(&mut self, seats: &[SeatResult], people: &BTreeSet<&str>) {
        let of = |person: &str| -> Vec<&SeatResult> {
            seats.iter().filter(|seat| seat.person.as_deref() == Some(person)).collect()
        };
        for person in people {
            let own = of(person);
            for other in people.iter().filter(|other| *other != person) {
                let together = self.companions.entry(((*person).to_owned(), (*other).to_owned())).or_default();
                together.count(&own, &of(other));
            }
        }
        if people.len() > 1 && seats[0].board.company != ONE_SCREEN {
            self.count_evening(seats, people);
        }
    }

    /// Counts a match for the evening of its people: the last one, if it ended a short while ago,
    /// or a new one.
    fn count_evening(&mut self, seats: &[SeatResult], people: &BTreeSet<&str>) {
        let key = people.iter().copied().collect::<Vec<_>>().join(" ");
        let (table, ended) = (&seats[0].table, seats[0].ended);
        let last = self.last_evenings.get(&key);
        let goes_on = |first: &&String| {
            self.evenings.get(*first).is_some_and(|evening| (ended - evening.ended).abs() <= EVENING_PAUSE)
        };
        let first = last.filter(goes_on).unwrap_or(table).clone();
        let is_last = last.and_then(|last| self.evenings.get(last)).is_none_or(|last| last.ended <= ended);
        let evening = self.evenings.entry(first.clone()).or_insert_with(|| EveningSums {
            people: key.clone(),
            began: ended,
            ended,
            ..EveningSums::default()
        });
        evening.matches += 1;
        evening.began = evening.began.min(ended);
        evening.ended = evening.ended.max(ended);
        for person in people {
            *evening.points.entry((*person).to_owned()).or_default() += points(seats, person, people);
        }
        if is_last {
            self.last_evenings.insert(key, first);
        }
    }

    fn count_progress(&mut self, person: &str, own: &[&SeatResult]) {
        for (seat, traces) in own.iter().filter_map(|seat| Some((seat, seat.traces.as_ref()?))) {
            for (achievement, count) in &traces.progress {
                let key = (person.to_owned(), seat.board.game.clone(), achievement.clone());
                let best = self.progress.entry(key).or_default();
                *best = i64::from(*count).max(*best);
            }
        }
    }

    fn count_shares(&mut self, seat: &SeatResult) {
        if seat.board.company == ONE_SCREEN {
            return;
        }
        let class = seat.class.clone().filter(|_| seat.person.is_some() && seat.by_bots == 0).map(ShareOf::Class);
        for of in [Some(ShareOf::Seat(u32::from(seat.seat.0) + 1)), class].into_iter().flatten() {
            let share = self.shares.entry((seat.board.clone(), of)).or_default();
            share.matches += 1;
            share.won += i64::from(seat.won);
        }
    }

    /// Counts a match for a person who had these seats; returns whether it is their first of its
    /// game.
    pub(super) fn count_person(&mut self, person: &str, own: &[&SeatResult]) -> bool {
        let Some(first) = own.first().filter(|first| first.kind != MatchKind::Race) else { return false };
        let board = &first.board;
        let key = (person.to_owned(), board.game.clone());
        let totals = self.totals.entry(key).or_default();
        let new = totals.count(first);
        if board.company != ONE_SCREEN {
            let account = self.accounts.contains(person);
            let standing = self.standings.entry((board.clone(), person.to_owned())).or_default();
            standing.count(own, |ended| account || ended > self.guests_since);
        }
        new
    }

    /// Counts a match that a person has left as not won. With -1 as `times` it takes that out of
    /// the sums again.
    pub(super) fn count_left(&mut self, left: &LeftMatch, times: i64) {
        let Some(class) = left.class.clone().filter(|_| left.board.company != ONE_SCREEN) else { return };
        self.shares.entry((left.board.clone(), ShareOf::Class(class))).or_default().matches += times;
    }

    /// Counts a match that a person has left for that person: it ends their runs.
    pub(super) fn count_left_person(&mut self, left: &LeftMatch) {
        self.totals.entry((left.person.clone(), left.board.game.clone())).or_default().count_left();
        if left.board.company != ONE_SCREEN {
            self.standings.entry((left.board.clone(), left.person.clone())).or_default().run = Run::default();
        }
    }

    fn count_earned(&mut self, seats: &[SeatResult], earned: &Earned) {
        let seat = seats.iter().find(|seat| seat.seat == earned.seat);
        let Some((seat, person)) = seat.and_then(|seat| Some((seat, seat.person.clone()?))) else { return };
        let game = seat.board.game.clone();
        let first = FirstEarned { ended: seat.ended, table: seat.table.clone() };
        let key = (person, game.clone(), earned.achievement.clone());
        match self.awards.get_mut(&key) {
            Some(before) if *before <= first => {}
            Some(before) => *before = first,
            None => {
                self.awards.insert(key, first);
                *self.holders.entry((game, earned.achievement.clone())).or_default() += 1;
            }
        }
    }

    /// Rates the people of a ranked match by their places, with Weng and Lin's method.
    fn rate(&mut self, seats: &[SeatResult]) {
        let rivals: Vec<(&SeatResult, PersonGame)> = seats
            .iter()
            .filter_map(|seat| Some((seat, (seat.person.clone()?, seat.board.game.clone()))))
            .filter(|(seat, _)| seat.ranked && seat.board.company != ONE_SCREEN)
            .collect();
        if rivals.len() < 2 {
            return;
        }
        let before: Vec<Option<Strength>> = rivals.iter().map(|(_, key)| self.ratings.get(key).copied()).collect();
        let ratings: Vec<[WengLinRating; 1]> =
            before.iter().map(|one| [one.map_or_else(WengLinRating::new, Strength::read)]).collect();
        let ranked = ratings.iter().zip(&rivals);
        let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> =
            ranked.map(|(team, (seat, _))| (&team[..], MultiTeamOutcome::new(seat.place as usize))).collect();
        let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
        for (((_, key), before), rating) in rivals.into_iter().zip(before).zip(after.into_iter().flatten()) {
            self.ratings.insert(key, Strength::after(before, rating));
        }
    }
}

impl Standing {
    /// Counts a match in which a person had these seats. `stands` returns whether a match that
    /// ended at a time puts them on boards.
    fn count(&mut self, own: &[&SeatResult], stands: impl Fn(Timestamp) -> bool) {
        for seat in own.iter().filter(|seat| seat.by_bots == 0 && !seat.early && stands(seat.ended)) {
            let line = Line::of(seat);
            let better = |before: &Line| line.by_score() < before.by_score();
            if seat.score.is_some() && self.best.as_ref().is_none_or(better) {
                self.best = Some(line.clone());
            }
            let quicker = |before: &Line| line.by_steps() < before.by_steps();
            if seat.won && self.quickest.as_ref().is_none_or(quicker) {
                self.quickest = Some(line);
            }
        }
        let Some(ended) = own.iter().map(|seat| seat.ended).max() else { return };
        if own.iter().any(|seat| seat.won && seat.by_bots == 0) {
            self.run = Run { wins: self.run.wins + 1, ended };
            if self.run.wins > self.longest.wins && stands(ended) {
                self.longest = self.run;
            }
        } else {
            self.run = Run::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::Seat;

    use super::*;
    use crate::{PEOPLE, Traces};

    fn result(n: i64, seat: u8, person: &str, place: u32) -> SeatResult {
        SeatResult {
            table: format!("t{n}"),
            seat: Seat(seat),
            kind: MatchKind::Usual,
            board: BoardKey { game: "g".into(), seats: 2, variant: String::new(), company: PEOPLE.into() },
            person: Some(person.into()),
            bot: None,
            class: None,
            place,
            won: place == 1,
            score: Some(10 - i64::from(place)),
            steps: 20 - n as u32,
            by_bots: 0,
            ended: n,
            ranked: true,
            early: false,
            rivals: true,
            traces: None,
        }
    }

    fn counted(tallies: &mut Tallies, matches: &[&[(&str, u32)]]) {
        for (n, places) in matches.iter().enumerate() {
            let seats = places.iter().enumerate();
            let seats: Vec<SeatResult> =
                seats.map(|(seat, (person, place))| result(n as i64 + 1, seat as u8, person, *place)).collect();
            tallies.count(&seats, &[]);
        }
    }

    fn strength(tallies: &Tallies, person: &str) -> Strength {
        tallies.ratings[&(person.to_owned(), "g".to_owned())]
    }

    #[test]
    fn beating_the_strong_raises_a_rating_and_matches_make_it_surer() {
        let placed: &[(&str, u32)] = &[("ada", 1), ("ben", 2), ("cleo", 3)];
        let mut tallies = Tallies::default();
        counted(&mut tallies, &[placed, placed, placed]);
        let [ada, ben, cleo] = ["ada", "ben", "cleo"].map(|person| strength(&tallies, person));
        assert!(ada.sure() > ben.sure() && ben.sure() > cleo.sure());
        counted(&mut tallies, &[placed]);
        let longer = strength(&tallies, "ada");
        assert!(longer.rating > ada.rating && longer.deviation < ada.deviation);
        assert_eq!(longer.matches, 4);
    }

    #[test]
    fn a_draw_brings_rivals_together() {
        let drawn: &[(&str, u32)] = &[("ada", 1), ("ben", 1)];
        let mut tallies = Tallies::default();
        counted(&mut tallies, &[drawn, drawn, drawn]);
        assert_eq!(strength(&tallies, "ada").rating, strength(&tallies, "ben").rating);
    }

    #[test]
    fn what_a_match_leaves_as_it_was_is_not_written_again() {
        let count = |tallies: &Tallies, n: i64, gold: u32| {
            let traces = Traces { progress: [("gold".to_owned(), gold)].into(), course: Vec::new() };
            let seats = [SeatResult { traces: Some(traces), ..result(n, 0, "ada", 1) }];
            let mut counted = tallies.clone();
            counted.count(&seats, &[Earned { seat: Seat(0), achievement: "hoard".into() }]);
            counted
        };
        let before = count(&Tallies::default(), 1, 3);
        let changed = |gold: u32| {
            let mut after = count(&before, 2, gold);
            after.drop_unchanged(&before);
            (after.awards.len(), after.progress.len(), after.days.len(), after.totals.len())
        };
        assert_eq!(changed(2), (0, 0, 0, 1), "the first award and the highest count stand, and it is the same day");
        assert_eq!(changed(4), (0, 1, 0, 1));
    }

    #[test]
    fn lines_of_guests_end_and_those_of_accounts_do_not() {
        let won: &[(&str, u32)] = &[("ada", 1), ("ben", 2)];
        let mut tallies =
            Tallies { guests_since: 2, accounts: HashSet::from(["ben".to_owned()]), ..Tallies::default() };
        counted(&mut tallies, &[won, won, won]);
        let standing = |person: &str| &tallies.standings[&(result(1, 0, "ada", 1).board, person.to_owned())];
        let ada = standing("ada");
        assert_eq!(ada.best.as_ref().unwrap().table, "t3", "the third alone ended late enough");
        assert_eq!((ada.longest, ada.expires(false)), (Run { wins: 3, ended: 3 }, Some(3)));
        assert_eq!((standing("ben").best.as_ref().unwrap().ended, standing("ben").expires(true)), (3, None));
    }
}
