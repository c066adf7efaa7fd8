//! Runs with packs of cards.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fs::File;

use bots::Bot;
use lab::{AtomicFile, Experiment, Format, Pool, RowsFile, Summary, Sweep, Unwatched, settings};
use parquet::file::reader::{FileReader, SerializedFileReader};
use roster::{GameEntry, Setting};
use serde_json::{Map, Value, json};

fn gloombah() -> &'static dyn GameEntry {
    roster::find("gloombah").unwrap()
}

fn experiment(options: Value, games: u64) -> Experiment {
    let setting = Setting { options, seats: 3, bots: vec![Bot::Random.into()], seed: 7, max_plies: 100_000 };
    Experiment::new(gloombah(), &setting, games).unwrap()
}

fn pack() -> Value {
    let dog = json!({ "kind": "gear", "name": "Dog", "copies": 3, "value": 2 });
    json!({ "game": "gloombah", "base": 1, "title": "Ours", "cards": { "dog": dog, "ambush": { "n": 8 } } })
}

#[test]
fn numbers_of_cards_are_swept_over_a_pack() {
    let words = ["cards.ambush.n=9".to_owned(), "round_limit=10".to_owned()];
    let mut options = settings(gloombah(), &words).unwrap();
    options.insert("pack".into(), pack());
    let folded = experiment(options.into(), 1);
    assert_eq!(folded.options()["pack"]["cards"]["ambush"], json!({ "n": 9 }));
    assert_eq!(folded.options()["pack"]["cards"]["dog"]["value"], 2);
    let sweep = Sweep::parse(gloombah(), "cards.bat_in_a_hat.effect.n=-4..-2").unwrap();
    assert_eq!((&*sweep.key, sweep.values.len()), ("cards.bat_in_a_hat.effect.n", 3));
    let alone = experiment(json!({ "cards.ambush.copies": 0 }), 1);
    assert_eq!(alone.options()["pack"]["title"], "Changed numbers");
    let wrong = Setting {
        options: json!({ "cards.ambush.n": 99 }),
        seats: 2,
        bots: vec![Bot::Random.into()],
        seed: 1,
        max_plies: 9,
    };
    let error = Experiment::new(gloombah(), &wrong, 1).err().unwrap();
    assert!(error.is_input() && error.to_string().contains("cards.ambush.n: a whole number from 1 to 20"), "{error}");
}

#[test]
fn every_game_takes_numbers_of_its_cards() {
    for (game, key, value) in [
        ("rogue-ascension", "cards.rat.health", 3),
        ("accursed-tomb", "cards.ur-io.fury", 2),
        ("gloombah", "cards.ambush.n", 3),
        ("dungeon-rummy", "cards.dragon.phases.2.health", 12),
        ("crimsonbranch", "cards.warrior.range.n", 2),
    ] {
        let title = roster::find(game).unwrap();
        let seats = u64::from(title.meta().seats.0);
        let setting = |value: i64| Setting {
            options: json!({ key: value }),
            seats,
            bots: vec![Bot::Random.into()],
            seed: 7,
            max_plies: 100_000,
        };
        let experiment = Experiment::new(title, &setting(value), 5).unwrap();
        let figures = experiment.run(&Pool::new(1).unwrap(), &Unwatched, None).unwrap();
        assert_eq!(figures.sums.unfinished, 0, "{game}");
        let wrong = Experiment::new(title, &setting(-9), 5).err().unwrap();
        assert!(wrong.is_input() && wrong.to_string().contains(key), "{wrong}");
    }
}

#[test]
fn figures_name_the_cards_of_the_pack_on_any_number_of_threads() {
    let ours = experiment(json!({ "pack": pack(), "round_limit": 10 }), 300);
    let [one, two] = [1, 2].map(|threads| ours.run(&Pool::new(threads).unwrap(), &Unwatched, None).unwrap());
    assert_eq!(one, two);
    let dog = one.measures.pieces.iter().position(|label| label.key == "dog").unwrap();
    assert!(one.sums.pieces[dog].times > 0, "the dog is put on");
    let record = ours.record(5).unwrap();
    assert_eq!(record.header.options["pack"], pack());
    assert!(roster::load(&record).is_ok());
}

#[test]
fn files_of_a_run_have_the_pack() {
    let folder = tempfile::tempdir().unwrap();
    let ours = experiment(json!({ "pack": pack(), "round_limit": 10 }), 20);
    let path = folder.path().join("matches.parquet");
    let mut rows = RowsFile::begin(AtomicFile::create(&path).unwrap(), Format::Parquet, &ours, &[]).unwrap();
    let none = Map::new();
    let mut each = |played: &roster::MatchSummary| rows.add(&ours, &none, played);
    ours.run(&Pool::new(1).unwrap(), &Unwatched, Some(&mut each)).unwrap();
    rows.finish().unwrap();
    let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
    let metadata = reader.metadata().file_metadata().key_value_metadata().unwrap();
    let found = metadata.iter().find(|entry| entry.key == "undercroft.pack").unwrap();
    let hash = gloombah().packs().unwrap().read(&pack()).unwrap().hash();
    assert_eq!(found.value.as_deref(), Some(hash));

    let path = folder.path().join("sums.json");
    let mut results = Summary::new(vec![ours]);
    results.play(0, &Pool::new(1).unwrap(), &Unwatched, None, None).unwrap();
    results.write(AtomicFile::create(&path).unwrap()).unwrap();
    let again = Summary::new(vec![experiment(json!({ "pack": pack(), "round_limit": 10 }), 20)]).resume(&path).unwrap();
    assert_eq!(again.parts[0].figures, results.parts[0].figures);
    let mut other = pack();
    other["cards"]["ambush"]["n"] = 9.into();
    let other = Summary::new(vec![experiment(json!({ "pack": other, "round_limit": 10 }), 20)]).resume(&path);
    assert!(other.is_err(), "a run with another pack is another run");
}
