//! The results of a finished match for each seat, computed at its end or later.
//!
//! Lessons, practice and matches with dice entered by hand do not count, nor do matches without
//! people.
//!
//! Results follow from the header and the journal alone, by the lab's measures, and are written
//! with the last step, a row a seat. The same transaction counts them (`store/tallies`).
//! `undercroft rebuild` makes results and sums again, `undercroft doctor` compares them
//! (docs/decisions/016-boards.md).

use std::collections::BTreeSet;

use crate::rows::{
    ALONE, BoardKey, Earned, LeftMatch, MatchKind, MatchResults, ONE_SCREEN, Occupant, PEOPLE, SeatResult, TableHeader,
    TableStatus, Timestamp, Traces,
};
use ::bots::Bot;
use kernel::{Match, Mode, OptionKind, Outcome, Progress, Seat, contained};
use roster::GameEntry;
use serde_json::Value;

use super::TableState;

/// The number of points of the course that is stored with a result.
const COURSE_POINTS: usize = 24;

impl TableState {
    /// Returns the results of the match, which ended at this time, if it is over and counts.
    pub fn results(&self, ended: Timestamp) -> MatchResults {
        let header = &self.header;
        let counts = header.counts();
        let played = header.seats.iter().any(|occupant| occupant.person().is_some());
        let Some(table) = self.table.as_deref() else { return MatchResults::default() };
        let title = self.title;
        let outcome = table.outcome().filter(|_| counts && played).and_then(|outcome| Outcome::read(&outcome));
        let Some(outcome) = outcome else { return MatchResults::default() };
        let standings = title.standings(table).unwrap_or_default();
        let board = board(header, title.meta());
        let kind = if header.daily.is_some() { MatchKind::Daily } else { MatchKind::Usual };
        let result = |(n, occupant): (usize, &Occupant)| {
            let seat = Seat(n as u8);
            let (steps, by_bots) = self.decisions(seat, occupant);
            let standing = standings.get(n);
            SeatResult {
                table: header.id.clone(),
                seat,
                kind,
                board: board.clone(),
                person: occupant.person().map(str::to_owned),
                bot: occupant.bot().map(plain_bot),
                class: standing.and_then(|standing| standing.class).map(str::to_owned),
                place: outcome.placings.get(n).copied().map_or(1, u32::from),
                won: outcome.won(seat),
                score: standing.and_then(|standing| standing.score).map(i64::from),
                steps,
                by_bots,
                ended,
                ranked: header.ranked,
                early: header.ended.is_some(),
                rivals: title.meta().mode == Mode::Competitive,
                traces: Some(Traces::default()),
            }
        };
        let mut seats: Vec<SeatResult> = header.seats.iter().enumerate().map(result).collect();
        let progress = title.progress(table);
        // A scene that cannot be drawn keeps no match from its end; the page that shows it logs it.
        let outline = || title.outline(table, COURSE_POINTS);
        let mut courses = contained(outline).unwrap_or_default();
        let mut earned = Vec::new();
        for (result, progress) in seats.iter_mut().zip(progress).filter(|(result, _)| result.person.is_some()) {
            let own = if may_earn(result) { progress } else { Vec::new() };
            let (done, begun): (Vec<Progress>, Vec<Progress>) = own.into_iter().partition(Progress::is_earned);
            let seat = result.seat;
            earned.extend(done.iter().map(|one| Earned { seat, achievement: one.achievement.id.to_owned() }));
            let begun = begun.iter().filter(|one| one.count > 0);
            result.traces = Some(Traces {
                progress: begun.map(|one| (one.achievement.id.to_owned(), one.count as u32)).collect(),
                course: courses.get_mut(seat.index()).map(std::mem::take).unwrap_or_default(),
            });
        }
        MatchResults { seats, earned }
    }

    /// Returns how many decisions were taken for a seat, and how many of them by a bot for its
    /// person.
    fn decisions(&self, seat: Seat, occupant: &Occupant) -> (u32, u32) {
        let Some(table) = self.table.as_deref() else { return (0, 0) };
        // The last step is noted with the others once it is committed.
        let by_bot = |n: usize| match self.taken.get(n - 1) {
            Some(_) => self.bots.contains_key(&n),
            None => self.pending.as_ref().is_some_and(|pending| pending.bot.is_some()),
        };
        let own = (1..=table.ply()).filter(|n| table.actor(*n) == Some(seat)).map(by_bot);
        let (steps, by_bots) = own.fold((0, 0), |(all, bots), by_bot| (all + 1, bots + u32::from(by_bot)));
        (steps, if occupant.person().is_some() { by_bots } else { 0 })
    }
}

/// Returns whether a seat can earn achievements by a match: a person took all its decisions, and
/// did not play for rivals too.
fn may_earn(result: &SeatResult) -> bool {
    result.person.is_some() && result.by_bots == 0 && result.board.company != ONE_SCREEN
}

impl TableState {
    /// Returns the entry for a match that the person of a seat gives up, by giving the seat away or
    /// by conceding. `None` if the match does not count.
    pub fn left_at(&self, seat: Seat, at: Timestamp) -> Option<LeftMatch> {
        let header = &self.header;
        let table = self.table.as_deref().filter(|_| header.counts() && header.status == TableStatus::Playing);
        left_match(self.title, header, Some(table?), seat, at)
    }
}

/// Returns the entry for a match that the person of a seat has left. A match that cannot be
/// replayed has no class.
pub fn left_match(
    title: &dyn GameEntry,
    header: &TableHeader,
    table: Option<&dyn Match>,
    seat: Seat,
    at: Timestamp,
) -> Option<LeftMatch> {
    let person = header.seats.get(seat.index())?.person()?.to_owned();
    let standings = table.and_then(|table| title.standings(table)).unwrap_or_default();
    let class = standings.get(seat.index()).and_then(|standing| standing.class).map(str::to_owned);
    Some(LeftMatch { table: header.id.clone(), person, board: board(header, title.meta()), class, at })
}

/// Returns the board of a match.
pub fn board(header: &TableHeader, meta: &kernel::Meta) -> BoardKey {
    BoardKey {
        game: header.game.clone(),
        seats: header.seats.len() as u32,
        variant: variant(header, meta),
        company: company(header, meta.mode),
    }
}

/// Returns the options that differ from the defaults. Free texts, such as the name of a hero, do
/// not make a separate board.
fn variant(header: &TableHeader, meta: &kernel::Meta) -> String {
    let unusual = meta.options.iter().filter(|spec| !matches!(spec.kind, OptionKind::Text { .. })).filter_map(|spec| {
        let value = header.options.get(spec.key).filter(|value| **value != spec.default())?;
        Some(format!("{}={}", spec.key, plain(value)))
    });
    unusual.collect::<Vec<_>>().join(";")
}

/// Returns a value of an option as it is typed.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(words) => words.iter().map(plain).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// Returns a description of the occupants of the other seats.
fn company(header: &TableHeader, mode: Mode) -> String {
    let people: Vec<&str> = header.seats.iter().filter_map(Occupant::person).collect();
    let different: BTreeSet<&str> = people.iter().copied().collect();
    let weakest = header.seats.iter().filter_map(Occupant::bot).min_by_key(|bot| strength(bot));
    match (mode, weakest) {
        (Mode::Competitive, _) if different.len() < people.len() => ONE_SCREEN.into(),
        (_, Some(bot)) => plain_bot(bot),
        (_, None) if different.len() > 1 => PEOPLE.into(),
        (_, None) => ALONE.into(),
    }
}

/// Returns the name of a bot without its temperament: boards and ratings go by levels.
fn plain_bot(bot: &str) -> String {
    bot.parse::<Bot>().map_or_else(|_| bot.to_owned(), |bot| bot.plain().to_string())
}

/// Returns the strength of a bot for comparison with others: its level, and its number of playouts.
fn strength(bot: &str) -> (u32, u32) {
    match bot.parse::<Bot>().map(Bot::plain) {
        Ok(Bot::Random) | Err(_) => (0, 0),
        Ok(Bot::Easy) => (1, 0),
        Ok(Bot::Normal | Bot::Reference) => (2, 0),
        Ok(Bot::Hard) => (3, Bot::HARD_PLAYOUTS),
        Ok(bot @ (Bot::Search { .. } | Bot::Inclined { .. })) => (3, bot.playouts()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_deeds_of_a_person_alone_and_not_for_rivals_earn() {
        let board = |company: &str| BoardKey {
            game: "gloombah".into(),
            seats: 2,
            variant: String::new(),
            company: company.into(),
        };
        let own = SeatResult {
            table: "t".into(),
            seat: Seat(0),
            kind: MatchKind::Usual,
            board: board(ALONE),
            person: Some("ada".into()),
            bot: None,
            class: None,
            place: 1,
            won: true,
            score: None,
            steps: 9,
            by_bots: 0,
            ended: 0,
            ranked: true,
            early: false,
            rivals: true,
            traces: None,
        };
        assert!(may_earn(&own));
        assert!(!may_earn(&SeatResult { by_bots: 1, ..own.clone() }));
        assert!(!may_earn(&SeatResult { board: board(ONE_SCREEN), ..own.clone() }));
        assert!(!may_earn(&SeatResult { person: None, bot: Some("easy".into()), ..own }));
    }

    #[test]
    fn the_weakest_bot_is_the_one_that_plays_worst() {
        let mut bots = ["hard:bold", "search:5000", "normal", "random", "easy", "search:20"];
        bots.sort_by_key(|bot| strength(bot));
        assert_eq!(bots, ["random", "easy", "normal", "search:20", "hard:bold", "search:5000"]);
    }
}
