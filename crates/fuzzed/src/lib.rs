//! Entry points for fuzzers: one function for each kind of text that comes from outside.
//!
//! The fuzz targets in `fuzz/` call these functions, and so does an ordinary test with the corpus
//! and inputs that [`mutate`] makes from it. Each takes any bytes, and panics only if the code has
//! a fault.

pub mod mutate;

use kernel::{Match, Record, Seat, Seed, Source, Viewer, plain_text, record::Part};
use serde_json::{Value, json};
use testkit::example;

/// Maximum size of an input in bytes. Longer inputs are ignored: they find nothing more, and take
/// long.
pub const LONGEST: usize = 16 << 10;
/// Maximum number of lines of one input that are played.
const LINES: usize = 48;

/// A kind of text, and its entry point.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of the fuzz target, and of the folder of its corpus.
    pub name: &'static str,
    /// Reads the bytes.
    pub run: fn(&[u8]),
}

/// Every kind.
pub const TARGETS: &[Target] = &[
    Target { name: "record", run: record },
    Target { name: "page", run: page },
    Target { name: "action", run: action },
    #[cfg(feature = "http")]
    Target { name: "http", run: http },
    Target { name: "catalogue", run: catalogue },
    Target { name: "summary", run: summary },
    Target { name: "link", run: link },
];

/// Checks a file of match records. A record that can be parsed is written and parsed again, and
/// every step is checked.
///
/// # Panics
/// If a parsed record is written differently.
pub fn record(bytes: &[u8]) {
    let Some(text) = short_text(bytes) else { return };
    for part in Part::all(&text) {
        let _ = part.table();
        let Ok(record) = part.parse() else { continue };
        let again = Record::parse(&record.to_string());
        assert_eq!(again, Ok(Record { unknown: Vec::new(), ..record.clone() }), "what is written is what was read");
        let _ = (record.is_complete(true), record.is_complete(false), record.seed());
        if record.steps.len() > LINES {
            continue;
        }
        if let Ok(table) = roster::load(&record) {
            let loaded = table.record(true);
            assert_eq!(loaded.steps.len(), record.steps.len(), "a match has the steps of its record");
            let _ = (table.contradictions(), table.view(Viewer::All), table.scene(Viewer::Spectator, None));
        }
    }
}

/// Checks a summary of the lab. One that can be read is printed, and written and read again.
///
/// # Panics
/// If a summary is written differently from what was read.
pub fn summary(bytes: &[u8]) {
    let Some(text) = short_text(bytes) else { return };
    let Ok(summary) = lab::Summary::parse(&text) else { return };
    for lab::Part { experiment, figures, seconds } in &summary.parts {
        let _ = (lab::json(experiment, figures, *seconds), lab::table(experiment, figures, *seconds));
        let _ = lab::pieces(figures);
    }
    let _ = summary.gaps();
    let Ok(written) = summary.text() else { return };
    let again = lab::Summary::parse(&written).map(|again| again.text().ok());
    assert_eq!(again, Ok(Some(written)), "what is written is what was read");
}

/// Opens the match of a link in the hall without a server. One that is opened has a true record.
///
/// # Panics
/// If a match is kept whose record the referee refuses.
pub fn link(bytes: &[u8]) {
    let Some(text) = short_text(bytes) else { return };
    let fields = [("match", &*text), ("at", "1"), ("seat", "0")].map(|(name, value)| (name.into(), value.into()));
    let request = web::Request {
        method: "POST".into(),
        path: "/moments".into(),
        fields: fields.into(),
        ..web::Request::default()
    };
    let moment = web::Moment { now: 0, luck: "0".repeat(64), languages: "en".into() };
    let mut hall = web::Hall::new("/", web::Settings::default());
    let (answer, saves) = hall.answer(&request, &moment);
    let Some(place) = answer.location else { return };
    let id = place.trim_start_matches("/replays/").split('?').next().unwrap_or_default().to_owned();
    let mut header = None;
    let mut steps = Vec::new();
    for save in saves {
        match save {
            web::Save::Table(table) => header = Some(*table),
            web::Save::Step { row, .. } => steps.push(row),
            web::Save::Remove { .. } | web::Save::Settings(_) | web::Save::Results { .. } | web::Save::Answer(_) => {}
        }
    }
    let record = hall.record(header.expect("an opened match is kept"), steps).expect("a kept match has a record");
    let record = Record::parse(&record).expect("a kept record can be read");
    assert_eq!(record.header.table, Some(id), "the page shows the match that is kept");
    let table = roster::load(&record).expect("a kept match follows the rules");
    roster::verify(&record, table.as_ref()).expect("a kept record is true");
}

/// Checks a rulebook page with worked examples, which it plays.
pub fn page(bytes: &[u8]) {
    let Some(text) = short_text(bytes) else { return };
    let Ok(examples) = example::parse(&text) else { return };
    let Some(title) = example::game_id(&text).and_then(|id| roster::find(id).ok()) else { return };
    let usual = title.meta().usual_seats.into();
    for example in examples.iter().take(4) {
        let _ = example.run(usual, |options, seats, source| title.open(options, seats, source));
    }
}

/// Sends actions to a referee. The first line names the game, the seats and the seed (or `real`,
/// for outcomes entered by hand). Each further line is one of three things: an action as JSON, `=`
/// with the outcome of a die or card, or `#` with the place of a legal action.
///
/// # Panics
/// If an action that is not listed is accepted, one that is listed is refused, or a refusal changes
/// something.
pub fn action(bytes: &[u8]) {
    let Some(text) = short_text(bytes) else { return };
    let mut lines = plain_text::lines(&text).map(|(_, line)| line.trim());
    let words: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
    let [game, seats, luck] = words[..] else { return };
    let (Ok(title), Ok(seats)) = (roster::find(game), seats.parse::<u64>()) else { return };
    let source = match luck.parse::<u64>() {
        Ok(seed) => Source::Seed(Seed::from(seed), Vec::new()),
        Err(_) => Source::Manual,
    };
    let Ok(mut table) = title.open(&json!({}), seats, source) else { return };
    for line in lines.take(LINES) {
        match (line.strip_prefix('='), line.strip_prefix('#')) {
            (Some(outcome), _) => answer(table.as_mut(), outcome),
            (_, Some(place)) => act_listed(table.as_mut(), place.trim().parse().unwrap_or(0)),
            (None, None) => act(table.as_mut(), line),
        }
    }
    let _ = (table.state(kernel::SeatSet::first(table.seats())), table.record(true).to_string());
}

fn answer(table: &mut dyn Match, outcome: &str) {
    let (ply, waits) = (table.ply(), table.pending_outcomes().len());
    let can = table.question().is_some_and(|question| question.check(outcome).is_ok());
    assert_eq!(table.answer(outcome).is_ok(), can, "an outcome is taken if it can be told");
    assert!(can || (table.ply(), table.pending_outcomes().len()) == (ply, waits), "a refusal changes nothing");
}

fn act_listed(table: &mut dyn Match, place: usize) {
    let Some(seat) = table.asked_first() else { return };
    let moves = table.scene(Viewer::Seat(seat), None).map(|scene| scene.moves).unwrap_or_default();
    if let Some(chosen) = moves.get(place % moves.len().max(1)) {
        table.act(seat, &chosen.action).expect("a listed action is taken");
    }
}

fn act(table: &mut dyn Match, line: &str) {
    let Ok(action) = serde_json::from_str::<Value>(line) else { return };
    let seat = table.asked_first().unwrap_or(Seat(0));
    let listed = |table: &dyn Match| {
        let scene = table.scene(Viewer::Seat(seat), None).filter(|_| table.awaited().contains(seat));
        scene.is_some_and(|scene| scene.moves.iter().any(|listed| same(&listed.action, &action)))
    };
    let (can, before) = (listed(table), (table.ply(), table.view(Viewer::All)));
    match table.act(seat, &action) {
        Ok(()) => assert!(can, "{action} is taken and not listed"),
        Err(refused) => {
            assert!(!can, "{action} is listed and refused: {refused}");
            assert_eq!((table.ply(), table.view(Viewer::All)), before, "a refusal changes nothing");
        }
    }
}

/// Whether two actions are the same, whatever the order of their keys and whichever of them are
/// null.
fn same(one: &Value, other: &Value) -> bool {
    let within = |one: &Value, other: &Value| match (one.as_object(), other.as_object()) {
        (Some(one), Some(other)) => {
            one.iter().all(|(key, value)| other.get(key) == Some(value) || value.is_null() && !other.contains_key(key))
        }
        _ => one == other,
    };
    within(one, other) && within(other, one)
}

/// Checks a request: its first line, its headers, an empty line, its body.
#[cfg(feature = "http")]
pub fn http(bytes: &[u8]) {
    if bytes.len() <= LONGEST {
        hall::fuzzed::read_request(bytes);
    }
}

/// Checks a PO file with the texts of a language.
pub fn catalogue(bytes: &[u8]) {
    let Some(text) = short_text(bytes) else { return };
    let one_or_several = |count| usize::from(count != 1);
    let _ = text::Catalogue::read("xx", "Fuzz", one_or_several, &[("undercroft-kernel", text.as_str())]);
}

fn short_text(bytes: &[u8]) -> Option<String> {
    (bytes.len() <= LONGEST).then(|| plain_text::decode(bytes.to_vec()).ok()).flatten()
}
