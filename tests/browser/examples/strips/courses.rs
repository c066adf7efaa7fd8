//! Courses of matches up to a moment, found with fixed seeds and stored as tables.

use std::path::Path;

use anyhow::{Context, Result, bail};
use bots::{Bot, Budget};
use hall::store::{NewSession, Occupant, Person, StepRow, Store, TableHeader, TableStatus, Write, now, shared_options};
use kernel::{Flag, Match, Seat, Seed, Source, Tone, Viewer, record::GivenBy};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The token of the person who plays all other seats.
pub(crate) const RIVAL: &str = "the-rival";
/// The seeds that are tried for a moment.
const SEEDS: u64 = 4000;
/// The most steps of a match.
const STEPS: usize = 1500;

/// A moment to look for in matches of a game.
pub(crate) struct Wanted {
    pub(crate) name: &'static str,
    game: &'static str,
    seats: u64,
    options: &'static str,
    /// Whether the last step of the match brings it.
    is_it: fn(&dyn Match) -> bool,
}

/// The moments that are filmed.
pub(crate) const MOMENTS: [Wanted; 7] = [
    Wanted {
        name: "floor",
        game: "rogue-ascension",
        seats: 1,
        options: "{}",
        is_it: |table| comes(table, "enemy", None) && rolls(table),
    },
    Wanted {
        name: "kill",
        game: "rogue-ascension",
        seats: 1,
        options: "{}",
        is_it: |table| falls(table, "enemy") && rolls(table),
    },
    Wanted {
        name: "boss",
        game: "rogue-ascension",
        seats: 1,
        options: "{}",
        is_it: |table| comes(table, "enemy", Some(Flag::Boss)),
    },
    Wanted {
        name: "demon",
        game: "accursed-tomb",
        seats: 2,
        options: "{}",
        is_it: |table| tells(table, "demon") && table.actor(last(table)) == Some(Seat(0)),
    },
    Wanted { name: "meld", game: "dungeon-rummy", seats: 1, options: "{}", is_it: |table| falls(table, "monster") },
    Wanted {
        name: "death",
        game: "gloombah",
        seats: 3,
        options: "{}",
        is_it: |table| tells(table, "skull") && falls(table, "fighter-0"),
    },
    Wanted { name: "victory", game: "dungeon-rummy", seats: 1, options: r#"{"level":"easy"}"#, is_it: is_won },
];

fn last(table: &dyn Match) -> usize {
    table.ply() - 1
}

fn moments(table: &dyn Match) -> Vec<Value> {
    table.moments(Viewer::Seat(Seat(0)), last(table)).iter().map(|moment| json!(moment)).collect()
}

fn falls(table: &dyn Match, piece: &str) -> bool {
    moments(table).iter().any(|moment| moment["type"] == "fall" && moment["piece"] == piece)
}

fn rolls(table: &dyn Match) -> bool {
    moments(table).iter().filter(|moment| moment["type"] == "die").count() > 1
}

fn comes(table: &dyn Match, piece: &str, flag: Option<Flag>) -> bool {
    let at = |step| table.scene(Viewer::Seat(Seat(0)), Some(step));
    let has = |step| at(step).is_some_and(|scene| scene.piece(piece).is_some());
    let now = at(table.ply());
    let marked =
        now.and_then(|scene| scene.piece(piece).map(|piece| flag.is_none_or(|flag| piece.flags.contains(&flag))));
    marked == Some(true) && !has(last(table))
}

fn tells(table: &dyn Match, icon: &str) -> bool {
    table.chronicle(Viewer::Seat(Seat(0)), last(table)).iter().any(|line| line.icon.0 == icon)
}

fn is_won(table: &dyn Match) -> bool {
    let scene = table.scene(Viewer::Seat(Seat(0)), None);
    scene.and_then(|scene| scene.ending).is_some_and(|ending| ending.tone == Tone::Good)
}

/// A move that somebody makes.
#[derive(Clone)]
pub(crate) struct Taken {
    pub(crate) seat: u8,
    pub(crate) action: Value,
}

/// A match up to a step, and that step.
pub(crate) struct Course {
    pub(crate) game: &'static str,
    options: Value,
    seats: u64,
    seed: u64,
    /// The steps before it.
    pub(crate) steps: Vec<Taken>,
    /// The number of these steps that the table has when it is stored.
    pub(crate) at: usize,
    pub(crate) last: Taken,
}

/// The first course that leads to a moment.
pub(crate) fn find(wanted: &Wanted) -> Result<Course> {
    let options: Value = serde_json::from_str(wanted.options)?;
    for seed in 0..SEEDS {
        if let Some((steps, last)) = play(wanted.game, &options, wanted.seats, seed, wanted.is_it)? {
            let at = steps.len();
            return Ok(Course { game: wanted.game, options, seats: wanted.seats, seed, steps, at, last });
        }
    }
    bail!("no match of {} has the moment {}", wanted.game, wanted.name)
}

/// A whole match of each game.
pub(crate) fn whole() -> Result<Vec<Course>> {
    let of = |title: &&'static dyn roster::GameEntry| {
        let (meta, seed) = (title.meta(), 1);
        let (options, seats) = (json!({}), u64::from(meta.usual_seats));
        let ended: fn(&dyn Match) -> bool = |table| table.outcome().is_some();
        let (steps, last) = play(meta.id, &options, seats, seed, ended)?.context("a match ends")?;
        Ok(Course { game: meta.id, options, seats, seed, steps, at: 0, last })
    };
    roster::GAMES.iter().map(of).collect()
}

/// Plays a match by the reference policy, until a step brings what is wanted.
fn play(
    game: &str,
    options: &Value,
    seats: u64,
    seed: u64,
    is_it: fn(&dyn Match) -> bool,
) -> Result<Option<(Vec<Taken>, Taken)>> {
    let title = roster::find(game)?;
    let mut table = title.open(options, seats, Source::Seed(Seed::from(seed), Vec::new()))?;
    let mut steps = Vec::new();
    while let Some(seat) = table.asked_first().filter(|_| steps.len() < STEPS) {
        let advice = title.advise(&*table, seat, Bot::Reference, 0, &Budget::ONE_THREAD).context("it is asked")?;
        table.act(seat, &advice.action)?;
        let taken = Taken { seat: seat.0, action: advice.action };
        if is_it(&*table) {
            return Ok(Some((steps, taken)));
        }
        steps.push(taken);
    }
    Ok(None)
}

/// Stores a table for each course, as it is before its last step. Returns their ids.
pub(crate) async fn store<'a>(data: &Path, me: &str, courses: impl Iterator<Item = &'a Course>) -> Result<Vec<String>> {
    let store = Store::open(&format!("sqlite://{}", data.join("hall.db").display())).await?;
    let session = NewSession { token: Sha256::digest(RIVAL).into(), device: "a program".into() };
    store.write(Write::AddPerson(Person::new("therival", "Rival"), Default::default(), Some(session))).await?;
    let mut ids = Vec::new();
    for (n, course) in courses.enumerate() {
        let title = roster::find(course.game)?;
        let options = kernel::options::complete(title.meta().options, &course.options)?;
        let person = |seat: u64| {
            let id = if seat == 0 { me.to_owned() } else { "therival".to_owned() };
            Occupant::Person { id, share: String::new(), by: GivenBy::Hall, stand_in: None }
        };
        let seed = Seed::from(course.seed);
        let mut table = title.open(&course.options, course.seats, Source::Seed(seed.clone(), Vec::new()))?;
        for Taken { seat, action } in &course.steps[..course.at] {
            table.act(Seat(*seat), action)?;
        }
        let record = table.record(true);
        // Ids have no digits that are taken for letters.
        let digit = |n: usize| char::from(b"23456789"[n % 8]);
        let id = format!("strptabe{}{}", digit(n / 8), digit(n));
        let seats = (0..course.seats).map(person).collect();
        let open = TableHeader::open(id.clone(), course.game.into(), title.meta().rules, me.to_owned(), seats, now());
        let header = TableHeader {
            options: shared_options(options),
            status: TableStatus::Playing,
            seed: Some(seed.0),
            setup: Some(record.header.setup),
            started: Some(now()),
            ..open
        };
        let rows = record.steps.into_iter().map(|step| StepRow { step, request: None, at: now() }).collect();
        store.write(Write::CreateTableFrom(Box::new(header), rows)).await?;
        ids.push(id);
    }
    store.close().await;
    Ok(ids)
}
