//! Races: people play a match of one seat each, at tables of their own, with the same dice.
//!
//! The race has a table too: its lobby before the start, its standings after. A racer's table names
//! it (`TableHeader::race`). Nobody's share is mixed into the dice, as in a daily match, so all
//! racers meet the same ones and the same first map. Standings follow from the racers' journals.

use std::cmp::Reverse;

use kernel::{Match, Outcome, Pace, RealLuck, Seat, Source, TableTalk, record::GivenBy};
pub use model::{RACERS, RacerState, USUAL_RACERS, can_race, is_raced_only, seat_counts};
use roster::GameEntry;
use serde_json::Value;
use text::t;
use translations::KeptText;

use crate::{
    TableState,
    fault::{Code, Fault},
    journal,
    opening::is_practice,
    results::board,
    rows::{
        Access, BoardKey, MatchKind, MatchResults, Occupant, PEOPLE, SeatResult, TableHeader, TableStatus, Timestamp,
        Traces,
    },
};

/// The seat of a racer in their own match.
const RACER: Seat = Seat(0);

/// A racer, and how far they have come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Racer {
    /// The racer's seat in the race.
    pub seat: Seat,
    /// The id of the racer's own table.
    pub table: String,
    /// The state of their match.
    pub state: RacerState,
    /// The score, as the daily match of the game counts it.
    pub score: i64,
    /// How far they have come, in words.
    pub words: KeptText,
    /// The number of decisions that they have taken.
    pub steps: u32,
}

impl Racer {
    /// Returns a sort key; the smaller racer is ahead. A racer who has left is behind all others.
    /// Then a win counts, then the score, then fewer decisions.
    fn order(&self) -> impl Ord + use<> {
        let left = self.state == RacerState::Left;
        (left, Reverse(self.state == RacerState::Won), Reverse(self.score), self.steps)
    }
}

/// Returns whether all matches of a race are over.
pub fn is_over(racers: &[Racer]) -> bool {
    racers.iter().all(|racer| racer.state != RacerState::Racing)
}

/// Returns the place of each racer, 1 for the first. Equal racers share a place.
pub fn places(racers: &[Racer]) -> Vec<u32> {
    let ahead = |racer: &Racer| racers.iter().filter(|other| other.order() < racer.order()).count() as u32;
    racers.iter().map(|racer| ahead(racer) + 1).collect()
}

/// Returns the number of seats of the match that is played at a table with so many seats.
pub const fn match_seats(race: bool, seats: u64) -> u64 {
    if race { 1 } else { seats }
}

/// Checks that a table with so many seats can have a match with these options.
///
/// # Errors
/// If it cannot.
pub fn check_opens(title: &dyn GameEntry, options: &Value, race: bool, seats: u64) -> Result<(), Fault> {
    if race {
        check_count(seats)?;
    }
    drop(title.open(options, match_seats(race, seats), Source::Manual)?);
    Ok(())
}

fn check_count(seats: u64) -> Result<(), Fault> {
    let (least, most) = RACERS;
    match (u64::from(least)..=u64::from(most)).contains(&seats) {
        true => Ok(()),
        false => Err(Fault::new(Code::BadOptions, t!("a race has {least} to {most} seats"))),
    }
}

/// Checks that a table can be that of a race, if it is one.
///
/// # Errors
/// If not.
pub fn check(meta: &kernel::Meta, header: &TableHeader) -> Result<(), Fault> {
    if !header.is_race() {
        return Ok(());
    }
    let wrong = |text: &str| Err(Fault::new(Code::BadOptions, text));
    let people = header.seats.iter().filter_map(Occupant::person).count();
    if !can_race(meta) {
        return wrong(&t!("{} is not played alone, so it cannot be raced", meta.title));
    }
    check_count(header.seats.len() as u64)?;
    if header.real_luck() != RealLuck::None || header.seed.is_none() {
        return wrong(t!("in a race all have the same sealed dice"));
    }
    if header.pace != Pace::Free || header.ranked {
        return wrong(t!("a race has no clocks and counts for no ratings"));
    }
    if header.seats.iter().any(|occupant| occupant.bot().is_some()) {
        return wrong(t!("only people race; leave the seat free"));
    }
    match header.people().len() == people {
        true => Ok(()),
        false => wrong(t!("everybody has one seat in a race")),
    }
}

/// Returns the header of a racer's own table, whose match has begun. `unlocked` is the highest level
/// that the racer may play.
///
/// # Errors
/// If the match cannot be set up.
pub fn own_table(
    title: &dyn GameEntry,
    race: &TableHeader,
    person: &str,
    id: String,
    unlocked: u32,
) -> Result<TableHeader, Fault> {
    let at = race.touched;
    let racer = Occupant::Person {
        id: person.to_owned(),
        share: String::new(),
        by: GivenBy::Hall,
        stand_in: None,
        called: None,
    };
    let open = TableHeader::open(id, race.game.clone(), title.meta().rules, person.to_owned(), vec![racer], at);
    let mut header = TableHeader {
        options: race.options.clone(),
        status: TableStatus::Playing,
        seed: race.seed,
        race: race.race.clone(),
        talk: TableTalk::None,
        // The other racers may look when the race is over.
        access: Access { public: false, spectators: true },
        started: Some(at),
        ..open
    };
    header.practice = is_practice(title.meta(), &header, Some(unlocked));
    header.setup = Some(journal::setup_of(journal::replay(title, &header, &[])?.as_ref()));
    Ok(header)
}

impl TableState {
    /// Returns how far the racer whose own table this is has come; `race` is the race's table.
    pub fn racer(&self, race: &TableHeader) -> Option<Racer> {
        let table = self.table.as_deref()?;
        // The host of a racer's table is the racer, even if they have been deleted since.
        let seat = race.seats.iter().position(|occupant| occupant.person() == Some(&self.header.host))?;
        let reached = || self.title.reached(table, RACER);
        Some(Racer {
            seat: Seat(seat as u8),
            table: self.header.id.clone(),
            state: self.racer_state(table),
            score: reached().map_or(0, |reached| reached.score),
            words: KeptText::of(|| reached().map(|reached| reached.text).unwrap_or_default()),
            steps: table.ply() as u32,
        })
    }

    fn racer_state(&self, table: &dyn Match) -> RacerState {
        match table.outcome().and_then(|outcome| Outcome::read(&outcome)) {
            None => RacerState::Racing,
            Some(_) if self.header.ended.is_some() => RacerState::Left,
            Some(outcome) if outcome.won(RACER) => RacerState::Won,
            Some(_) => RacerState::Lost,
        }
    }
}

/// Returns the results of a race that ended at this time, a row a racer, if it counts. The matches
/// of its racers have results of their own.
pub fn results(meta: &kernel::Meta, race: &TableHeader, racers: &[Racer], ended: Timestamp) -> MatchResults {
    if !race.counts() {
        return MatchResults::default();
    }
    let mut seats: Vec<SeatResult> = racers
        .iter()
        .zip(places(racers))
        .map(|(racer, place)| SeatResult {
            table: race.id.clone(),
            seat: racer.seat,
            kind: MatchKind::Race,
            board: BoardKey { company: PEOPLE.into(), ..board(race, meta) },
            person: race.seats[racer.seat.index()].person().map(str::to_owned),
            bot: None,
            class: None,
            place,
            won: place == 1,
            score: Some(racer.score),
            steps: racer.steps,
            by_bots: 0,
            ended,
            ranked: false,
            early: false,
            rivals: true,
            traces: Some(Traces::default()),
        })
        .collect();
    seats.sort_by_key(|result| result.seat);
    MatchResults { seats, earned: Vec::new() }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn racer(seat: u8, state: RacerState, score: i64, steps: u32) -> Racer {
        Racer { seat: Seat(seat), table: String::new(), state, score, words: KeptText::default(), steps }
    }

    #[test]
    fn places_go_by_result_then_score_then_decisions() {
        use RacerState::{Left, Lost, Won};
        let racers = [
            racer(0, Lost, 900, 10),
            racer(1, Won, 20, 90),
            racer(2, Won, 30, 99),
            racer(3, Left, 999, 1),
            racer(4, Won, 20, 80),
            racer(5, Lost, 900, 12),
        ];
        assert_eq!(places(&racers), [4, 3, 1, 6, 2, 5]);
        assert!(is_over(&racers));
    }

    #[test]
    fn equal_racers_share_a_place_and_the_next_is_left_out() {
        use RacerState::{Left, Lost, Racing};
        let racers = [racer(0, Lost, 5, 7), racer(1, Lost, 5, 7), racer(2, Lost, 5, 8), racer(3, Left, 5, 7)];
        assert_eq!(places(&racers), [1, 1, 3, 4]);
        assert!(!is_over(&[racer(0, Lost, 5, 7), racer(1, Racing, 0, 0)]));
    }

    fn race(game: &str, seats: Vec<Occupant>) -> TableHeader {
        let rules = roster::find(game).unwrap().meta().rules;
        let open = TableHeader::open("race".into(), game.into(), rules, "ada".into(), seats, 0);
        TableHeader { race: Some(Arc::new("race".into())), seed: Some([7; 32]), ..open }
    }

    #[test]
    fn racers_have_the_same_dice_and_first_map() {
        let title = roster::find("rogue-ascension").unwrap();
        let share = |id: &str| Occupant::Person {
            id: id.into(),
            share: format!("a share of {id}"),
            by: GivenBy::Player,
            stand_in: None,
            called: None,
        };
        let options = kernel::options::complete(title.meta().options, &serde_json::Value::Null).unwrap();
        let race = TableHeader {
            options: crate::rows::shared_options(options),
            ..race("rogue-ascension", vec![share("ada"), share("ben")])
        };
        assert!(check(title.meta(), &race).is_ok());
        let own = |person: &str| own_table(title, &race, person, format!("of-{person}"), 0).unwrap();
        let (ada, ben) = (own("ada"), own("ben"));
        assert_eq!((&ada.setup, ada.seed, &ada.shares), (&ben.setup, ben.seed, &Vec::new()));
        assert_eq!(ada.raced_in(), Some("race"));
        assert!(journal::verify(&roster::Roster::default(), &ada, &[]).is_ok());
        let live = TableState::from_journal(&roster::Roster::default(), ben, Vec::new()).unwrap();
        let racer = live.racer(&race).unwrap();
        assert_eq!((racer.seat, racer.state, racer.steps), (Seat(1), RacerState::Racing, 0));
        assert!(!racer.words.spoken().is_empty());
    }

    #[test]
    fn races_are_of_people_once_each_with_sealed_dice() {
        let person = |id: &str| Occupant::Person {
            id: id.into(),
            share: String::new(),
            by: GivenBy::Hall,
            stand_in: None,
            called: None,
        };
        let of = |game: &str, header: TableHeader| check(roster::find(game).unwrap().meta(), &header).is_ok();
        let seats = vec![person("ada"), Occupant::Nobody];
        assert!(of("crimsonbranch", race("crimsonbranch", seats.clone())));
        assert!(!of("gloombah", race("gloombah", seats.clone())));
        assert!(!of("crimsonbranch", race("crimsonbranch", vec![person("ada")])));
        assert!(!of("crimsonbranch", race("crimsonbranch", vec![Occupant::Nobody; 7])));
        assert!(!of("crimsonbranch", race("crimsonbranch", vec![person("ada"), person("ada")])));
        assert!(!of("crimsonbranch", race("crimsonbranch", vec![person("ada"), Occupant::Bot("easy".into())])));
        assert!(!of("crimsonbranch", TableHeader { seed: None, ..race("crimsonbranch", seats.clone()) }));
        assert!(!of("crimsonbranch", TableHeader { pace: Pace::Brisk, ..race("crimsonbranch", seats) }));
    }
}
