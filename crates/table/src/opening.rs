//! New tables and the start of their matches: seats, shares and setup.

use std::sync::Arc;

use bots::Bot;
use kernel::{
    Answer, HouseCards, LEARNER, Match, Meta, PACK, Pace, Puzzle, RealLuck, Seat, Seed, TableTalk, options,
    record::{GivenBy, Giver},
};
use model::Day;
use roster::{CHALLENGER, GameEntry};
use serde_json::{Map, Value};
use text::t;

use crate::{
    BotChoice, TableState,
    fault::{Code, Fault},
    journal, level, race,
    rows::{Access, Occupant, Rest, StepRow, TableHeader, TableStatus, TableVersion, Timestamp, shared_options},
};

/// The maximal length of a player's share, in bytes.
const LONGEST_SHARE: usize = 128;

/// The requested occupant of a seat of a new table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatRequest {
    /// Anybody who comes.
    Open,
    /// The person who makes the table, with the share that they add to the seed.
    Me(Option<String>),
    /// Another person, by id, with a share from the server.
    Other(String),
    /// A bot.
    Bot(BotChoice),
}

/// A request for a table.
#[derive(Clone, Default, Debug)]
pub struct NewTable {
    /// The id of the game.
    pub game: String,
    /// Options; those left out get their defaults.
    pub options: Value,
    /// The title; empty for none.
    pub title: String,
    /// The note for those who come; empty for none.
    pub note: String,
    /// The id of the group to which it belongs.
    pub group: Option<String>,
    /// The requested occupants, one per seat.
    pub seats: Vec<SeatRequest>,
    /// The names of players who share a browser, by seat; seats left out have their person's name.
    pub called: Vec<Option<String>>,
    /// The kinds of luck that are real: players enter these outcomes.
    pub real: RealLuck,
    /// Whether it counts for ratings.
    pub ranked: bool,
    /// The number of the game's lesson that it is, whose chance outcomes are fixed; `None` for a
    /// match.
    pub lesson: Option<u8>,
    /// Whether it is a race: everybody plays a match of their own with the same dice.
    pub race: bool,
    /// The access: privacy and spectators.
    pub access: Access,
    /// How much chat is allowed; the game's default if it is left out.
    pub talk: Option<TableTalk>,
    /// How long players may take.
    pub pace: Pace,
    /// The times in which clocks of days stand still.
    pub rest: Rest,
    /// The seal that was shown before the request; without one the server draws a seed now.
    pub seal: Option<String>,
}

/// The data of a new table that are drawn, and not requested.
#[derive(Debug)]
pub struct Drawn<F> {
    /// The table's id.
    pub id: String,
    /// The seed of the dice; `None` where all outcomes are entered by hand.
    pub seed: Option<[u8; 32]>,
    /// Draws the share of a person who gives none.
    pub share: F,
    /// The present time.
    pub at: Timestamp,
}

impl NewTable {
    /// Returns the request for a game's lesson, by its number from 1, and the number of steps of its
    /// opening, which are to be taken before it begins. The person who makes the table learns.
    ///
    /// # Errors
    /// If the game has no such lesson.
    pub fn of_lesson(title: &dyn GameEntry, number: u8) -> Result<(NewTable, usize), Fault> {
        let meta = title.meta();
        let none = || Fault::new(Code::NotFound, t!("{} has no lesson {number}; play a match with a bot", meta.title));
        let lesson = title.lesson(number).ok().flatten().ok_or_else(none)?;
        let opening = lesson.opening();
        let header = lesson.record.header;
        let seats = Seat::all(header.seats).map(|seat| match seat {
            LEARNER => SeatRequest::Me(None),
            _ => SeatRequest::Bot(BotChoice::Unnamed(Bot::Normal)),
        });
        let (game, options) = (meta.id.to_owned(), Value::Object(header.options));
        let wanted = NewTable { game, options, seats: seats.collect(), lesson: Some(number), ..NewTable::default() };
        Ok((wanted, opening))
    }

    /// Returns the request for the match of a day: the person who makes the table has the first seat,
    /// the reference bot the others. Nobody gives a share, so that all have the same dice.
    pub fn of_day(game: &str, options: Map<String, Value>, seats: u8) -> NewTable {
        let seats = Seat::all(seats).map(|seat| match seat {
            CHALLENGER => SeatRequest::Me(None),
            _ => SeatRequest::Bot(BotChoice::Unnamed(Bot::Reference)),
        });
        NewTable {
            game: game.to_owned(),
            options: Value::Object(options),
            seats: seats.collect(),
            talk: Some(TableTalk::None),
            ..NewTable::default()
        }
    }

    /// Returns the header of the table, whose host is `me`.
    ///
    /// # Errors
    /// If the options or the occupants are not possible.
    pub fn header(
        self,
        title: &dyn GameEntry,
        me: &str,
        drawn: Drawn<impl FnMut() -> String>,
    ) -> Result<TableHeader, Fault> {
        let usual = title.table_talk(&self.options, race::match_seats(self.race, self.seats.len() as u64) as u8)?;
        let names = self.called.into_iter().chain(std::iter::repeat(None));
        let seats = occupants(title, me, self.seats, drawn.share)?.into_iter().zip(names);
        let seats = seats.map(|(occupant, name)| occupant.under(name)).collect();
        let header = TableHeader {
            options: shared_options(options::complete_with_pack(title.meta().options, title.packs(), &self.options)?),
            title: self.title,
            note: self.note,
            group: self.group.map(Arc::new),
            access: self.access,
            seed: drawn.seed,
            real: self.real.entered(),
            lesson: self.lesson,
            ranked: self.ranked,
            talk: self.talk.unwrap_or(usual),
            pace: self.pace,
            rest: self.rest,
            race: self.race.then(|| Arc::new(drawn.id.clone())),
            ..TableHeader::open(drawn.id, self.game, title.meta().rules, me.to_owned(), seats, drawn.at)
        };
        race::check(title.meta(), &header)?;
        Ok(header)
    }
}

/// Returns the kinds of luck that are real, by the name in forms and calls.
///
/// # Errors
/// If there is no such choice.
pub fn real_luck(name: &str) -> Result<RealLuck, Fault> {
    let names = || RealLuck::ALL.map(RealLuck::name).join(", ");
    RealLuck::named(name).ok_or_else(|| Fault::bad(t!("there are no such dice; there are {}", names())))
}

/// Returns a person as occupant, with the share that they gave or one that is drawn.
///
/// # Errors
/// If it is too long, or more than a line of text.
pub fn sit(id: String, given: Option<String>, share: impl FnOnce() -> String) -> Result<Occupant, Fault> {
    let given = given.filter(|share| !share.is_empty());
    let by = if given.is_some() { GivenBy::Player } else { GivenBy::Hall };
    let share = given.unwrap_or_else(share);
    match share.len() <= LONGEST_SHARE && !share.chars().any(char::is_control) {
        true => Ok(Occupant::Person { id, share, by, stand_in: None, called: None }),
        false => Err(Fault::bad(t!("a share is at most {LONGEST_SHARE} bytes of text on one line"))),
    }
}

/// Returns the occupants of a new table of `me`'s. Chosen characters sit down first, so that no bot
/// that is only the next of its level takes their place.
fn occupants(
    title: &dyn GameEntry,
    me: &str,
    wanted: Vec<SeatRequest>,
    mut share: impl FnMut() -> String,
) -> Result<Vec<Occupant>, Fault> {
    let mut seats = vec![Occupant::Nobody; wanted.len()];
    let (next, chosen): (Vec<_>, Vec<_>) = (wanted.into_iter().enumerate())
        .partition(|(_, request)| matches!(request, SeatRequest::Bot(BotChoice::Next(_))));
    for (seat, request) in chosen.into_iter().chain(next) {
        seats[seat] = match request {
            SeatRequest::Open => Occupant::Nobody,
            SeatRequest::Me(given) => sit(me.to_owned(), given, &mut share)?,
            SeatRequest::Other(id) => sit(id, None, &mut share)?,
            SeatRequest::Bot(choice) => Occupant::Bot(choice.seated(title, &seats)?),
        };
    }
    Ok(seats)
}

/// Returns the header of a match that begins: the shares are fixed, and so is whether it is
/// practice. `allowed` is the highest level that its players may play.
pub fn started(title: &dyn GameEntry, header: &TableHeader, allowed: Option<u32>) -> TableHeader {
    let mut header = header.clone();
    header.status = TableStatus::Playing;
    header.rules = title.meta().rules;
    header.shares.clear();
    header.givers.clear();
    if header.seed.is_some() {
        for (seat, occupant) in header.seats.iter().enumerate() {
            if let Occupant::Person { share, by, .. } = occupant {
                header.shares.push(share.clone());
                header.givers.push(Giver { seat: Seat(seat as u8), by: *by });
            }
        }
    }
    header.practice = is_practice(title.meta(), &header, allowed);
    header
}

/// Returns the outcomes of the setup of a match that has just begun, once they are known.
pub fn setup(table: &dyn Match) -> Option<Vec<Answer>> {
    table.question().is_none().then(|| journal::setup_of(table))
}

/// Returns whether a table's level is above the levels that its players may play, or it has house
/// cards.
pub fn is_practice(meta: &Meta, header: &TableHeader, allowed: Option<u32>) -> bool {
    has_house_cards(header) || matches!((level(meta, header), allowed), (Some(level), Some(allowed)) if level > allowed)
}

/// Returns whether a table is played with house cards. Such matches count for nothing.
pub fn has_house_cards(header: &TableHeader) -> bool {
    header.options.contains_key(PACK)
}

/// Returns the house cards of a table, if it has any.
pub fn house_cards(title: &dyn GameEntry, header: &TableHeader) -> Option<&'static HouseCards> {
    title.packs()?.read(header.options.get(PACK)?).ok()
}

/// Returns the requested seats of the next match of the same players: each sits one seat further
/// round. `request` says who sits there from now on.
pub fn rotated(live: &TableState, request: impl Fn(&Occupant) -> SeatRequest) -> Vec<SeatRequest> {
    let seats = &live.header.seats;
    let mut next = vec![SeatRequest::Open; seats.len()];
    for (seat, occupant) in seats.iter().enumerate() {
        next[further(seat, seats.len())] = match occupant {
            Occupant::Bot(bot) => SeatRequest::Bot(BotChoice::Same(bot.clone())),
            other => request(other),
        };
    }
    next
}

/// Returns the names of the players who share a browser, by seat of the next match.
pub fn rotated_names(live: &TableState) -> Vec<Option<String>> {
    let seats = &live.header.seats;
    let mut next = vec![None; seats.len()];
    for (seat, occupant) in seats.iter().enumerate() {
        next[further(seat, seats.len())] = occupant.called().map(str::to_owned);
    }
    next
}

/// Returns the next match's seat of the player in this seat.
pub const fn further(seat: usize, seats: usize) -> usize {
    (seat + 1) % seats
}

/// Returns the header of a match of a day that begins at this moment; `header` is that of
/// [`NewTable::of_day`].
///
/// # Errors
/// If the match cannot be set up.
pub fn of_day(
    title: &dyn GameEntry,
    header: TableHeader,
    (day, seed): (Day, [u8; 32]),
    practice: bool,
    at: Timestamp,
) -> Result<TableHeader, Fault> {
    let mut header = TableHeader {
        status: TableStatus::Playing,
        seed: Some(seed),
        daily: Some(day),
        practice,
        started: Some(at),
        ..header
    };
    header.setup = Some(journal::setup_of(journal::replay(title, &header, &[])?.as_ref()));
    Ok(header)
}

/// Returns a table on which the match of a puzzle stands at its decision, and its steps. The person
/// has the seat that decides, bots play the others. Its chance outcomes can be known in advance, so
/// it is practice: a win there unlocks nothing.
///
/// # Errors
/// If nobody is to move in the puzzle.
pub fn of_puzzle(
    title: &dyn GameEntry,
    puzzle: &Puzzle,
    table: &dyn Match,
    me: &str,
    drawn: Drawn<impl FnMut() -> String>,
) -> Result<(TableHeader, Vec<StepRow>), Fault> {
    let Drawn { id, share: mut draw, at, .. } = drawn;
    let own =
        table.asked_first().ok_or_else(|| Fault::new(Code::WrongPhase, t!("nobody is to move in this puzzle")))?;
    let mut occupants = Vec::new();
    for seat in Seat::all(puzzle.seats) {
        occupants.push(match seat == own {
            true => sit(me.to_owned(), None, &mut draw)?,
            false => Occupant::Bot(Bot::Normal.name().into()),
        });
    }
    let meta = title.meta();
    let header = TableHeader {
        options: shared_options(options::complete(meta.options, &Value::Object(puzzle.options.clone()))?),
        status: TableStatus::Playing,
        seed: Some(Seed::from(puzzle.seed).0),
        setup: Some(journal::setup_of(table)),
        practice: true,
        talk: TableTalk::None,
        started: Some(at),
        ..TableHeader::open(id, meta.id.to_owned(), meta.rules, me.to_owned(), occupants, at)
    };
    let row = |n| Some(StepRow { step: table.step(n)?, request: None, at });
    Ok((header, (1..=table.ply()).filter_map(row).collect()))
}

/// Returns the header of a retry for a person: in their own seats, or in those of the first person.
pub fn taken_up(header: &TableHeader, me: &str, id: String, now: Timestamp) -> TableHeader {
    let mut people = header.seats.iter().filter_map(Occupant::person);
    let first = people.clone().next();
    let played = people.find(|person| *person == me).or(first);
    let seats = header.seats.iter().map(|occupant| match occupant {
        Occupant::Person { id, share, by, called, .. } if Some(id.as_str()) == played => {
            let called = called.clone().filter(|_| id == me);
            Occupant::Person { id: me.to_owned(), share: share.clone(), by: *by, stand_in: None, called }
        }
        Occupant::Person { .. } => Occupant::Bot(Bot::Normal.name().into()),
        same => same.clone(),
    });
    TableHeader {
        id,
        seats: seats.collect(),
        host: me.to_owned(),
        group: None,
        race: None,
        access: Access { public: false, ..header.access },
        status: TableStatus::Playing,
        practice: true,
        pace: Pace::Free,
        rest: Rest::default(),
        started: Some(now),
        outcome: None,
        ended: None,
        incidents: Vec::new(),
        proposals: Vec::new(),
        next: None,
        created: now,
        touched: now,
        version: TableVersion::default(),
        ..header.clone()
    }
}

impl TableState {
    /// Checks that a match can be played again from the state after this many steps. One that its
    /// players ended early goes on after its last step.
    ///
    /// # Errors
    /// If it is not over, or has no move left to make after that step.
    pub fn check_retry(&self, step: usize) -> Result<(), Fault> {
        if self.header.status != TableStatus::Over {
            return Err(Fault::new(
                Code::WrongPhase,
                t!("a match can be taken up again when it is over; this one goes on"),
            ));
        }
        let last = self.step();
        match step < last || (step == last && self.header.ended.is_some()) {
            true => Ok(()),
            false => Err(Fault::bad(t!("the match was over after step {last}; take it up after one before that"))),
        }
    }
}
