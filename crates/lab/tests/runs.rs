//! Tests of runs: the results are the same with any number of threads, and in every output format.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::{
    fs::File,
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
};

use bots::Bot;
use kernel::measure::{MAX_CAUSES, MAX_NUMBERS, MAX_PIECES, MAX_PLACES, MAX_RULINGS};
use lab::{AtomicFile, Experiment, Figures, Format, LabError, Point, Pool, RowsFile, Unwatched, Verdict, Watch};
use parquet::{
    file::reader::{FileReader, SerializedFileReader},
    record::Field,
};
use roster::{GameEntry, Setting};
use serde_json::{Map, Value, json};

fn experiment(game: &str, options: Value, seats: u64, bots: &[Bot], games: u64) -> Experiment {
    experiment_of(roster::find(game).unwrap(), options, seats, bots, games)
}

fn experiment_of(title: &'static dyn GameEntry, options: Value, seats: u64, bots: &[Bot], games: u64) -> Experiment {
    let setting =
        Setting { options, seats, bots: bots.iter().copied().map(Into::into).collect(), seed: 7, max_plies: 100_000 };
    Experiment::new(title, &setting, games).unwrap()
}

/// Opens an experiment with the game whose parts fail as its options say.
fn faulty(options: Value, seats: u64, bots: &[Bot], games: u64) -> Experiment {
    experiment_of(roster::entry::<faulty::Faulty>(), options, seats, bots, games)
}

fn run(experiment: &Experiment, threads: usize) -> Figures {
    experiment.run(&Pool::new(threads).unwrap(), &Unwatched, None).unwrap()
}

#[test]
fn threads_change_nothing() {
    let mixed = [Bot::Random, Bot::Reference, Bot::Easy];
    for experiment in [
        experiment("rogue-ascension", json!({ "ascension": 2 }), 1, &[Bot::Random], 20_000),
        experiment("rogue-ascension", json!({}), 3, &mixed, 1500),
        experiment("rogue-ascension", json!({}), 1, &[Bot::Search { playouts: 20 }], 10),
        experiment("accursed-tomb", json!({}), 3, &mixed, 1500),
    ] {
        let one = run(&experiment, 1);
        assert_eq!(one, run(&experiment, 2));
        assert_eq!(one, run(&experiment, 3));
        assert_eq!(lab::json(&experiment, &one, 1.0), lab::json(&experiment, &run(&experiment, 2), 1.0));
    }
}

#[test]
fn every_game_fits_and_adds_up() {
    for title in roster::GAMES {
        let (meta, measures) = (title.meta(), title.measures());
        assert!(measures.numbers.len() <= MAX_NUMBERS && measures.pieces.len() <= MAX_PIECES);
        assert!(measures.places.len() <= MAX_PLACES && measures.causes.len() <= MAX_CAUSES);
        assert!(measures.rulings.len() <= MAX_RULINGS);
        for seats in meta.seats.0..=meta.seats.1 {
            let experiment = experiment(meta.id, json!({}), seats.into(), &[Bot::Easy], 400);
            let figures = run(&experiment, 2);
            assert_eq!((figures.games(), figures.sums.unfinished), (400, 0));
            let ended: u64 = figures.sums.endings.iter().sum();
            assert!(measures.endings.is_empty() || ended == 400, "every match ends in one of the ways");
            assert_eq!(figures.sums.plies.len(), 400);
            assert!(figures.sums.places.iter().sum::<u128>() == figures.sums.causes.iter().sum::<u128>());
            assert!(figures.sums.places.iter().sum::<u128>() >= figures.sums.deaths.iter().sum::<u64>().into());
            let means = lab::json(&experiment, &figures, 1.0)["measures"].clone();
            let means = means.as_object().unwrap();
            assert!(means.values().all(|value| value.as_f64().is_some_and(f64::is_finite)));
            let labels = [measures.numbers, measures.endings, measures.places, measures.causes, measures.pieces];
            let named: usize = labels.iter().map(|labels| labels.len()).sum();
            assert_eq!(means.len(), named + measures.drawable, "no name twice");
        }
    }
}

#[test]
fn the_json_is_what_was_promised() {
    let together = experiment("rogue-ascension", json!({ "ascension": 1 }), 2, &[Bot::Reference], 300);
    let found = lab::json(&together, &run(&together, 2), 0.5);
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let head = [
        "game",
        "options",
        "seats",
        "bots",
        "first",
        "games",
        "stopped",
        "seed",
        "seconds",
        "playouts_per_second",
        "plies",
    ];
    let tail = ["scores", "unfinished", "measures", "intervals", "shares", "spreads", "pieces"];
    assert_eq!(keys(&found), [&head[..], &["victory"], &tail[..]].concat());
    assert_eq!(keys(&found["plies"]), ["mean", "low", "high", "p50", "p95", "max"]);
    assert_eq!(keys(&found["victory"]), ["rate", "low", "high"]);
    assert_eq!((&found["options"]["ascension"], &found["options"]["die_floor"]), (&json!(1), &json!("d4")));
    assert_eq!((&found["bots"], &found["scores"]), (&json!(["reference", "reference"]), &Value::Null));
    assert_eq!((&found["playouts_per_second"], &found["seed"], &found["seats"]), (&json!(600.0), &json!(7), &json!(2)));

    let apart = experiment("accursed-tomb", json!({}), 4, &[Bot::Reference], 300);
    let found = lab::json(&apart, &run(&apart, 2), 0.5);
    assert_eq!(keys(&found), [&head[..], &["wins_by_seat"], &tail[..]].concat());
    let wins: f64 = found["wins_by_seat"].as_array().unwrap().iter().map(|seat| seat["rate"].as_f64().unwrap()).sum();
    let drawn = found["measures"]["stalemates"].as_f64().unwrap();
    assert!((wins + drawn - 1.0).abs() < 1e-9, "one wins or nobody does: {wins} and {drawn}");
}

#[test]
fn shares_spreads_and_pieces_are_told() {
    let apart = experiment("gloombah", json!({}), 4, &[Bot::Reference], 300);
    let figures = run(&apart, 2);
    let found = lab::json(&apart, &figures, 1.0);
    let measures = &found["measures"];
    let number = |key: &str| measures[key].as_f64().unwrap();
    let share = found["shares"]["warriors_won"]["rate"].as_f64().unwrap();
    assert!((share - number("warrior_wins") / number("warriors")).abs() < 1e-12);
    let slow = found["shares"]["slow_start"]["rate"].as_f64().unwrap();
    assert!((slow - number("slow_starts") / 4.0).abs() < 1e-12, "of four seats a match");
    let turns = &found["spreads"]["turns"];
    let quantiles: Vec<i64> = ["p5", "p50", "p95", "max"].map(|key| turns[key].as_i64().unwrap()).into();
    assert!(quantiles.is_sorted() && quantiles[0] > 0 && quantiles[3] as f64 >= number("turns"));
    let text = lab::table(&apart, &figures, 1.0);
    assert!(text.contains(&format!("; 5 % up to {}, half {}", quantiles[0], quantiles[1])), "{text}");
    assert!(text.contains("  Warriors that won    ") && lab::pieces(&figures).contains("seats, %"));
    let piece = &found["pieces"]["duplicate"];
    let [with, without, lift] =
        [&piece["won_with"], &piece["won_without"], &piece["lift"]].map(|part| part["rate"].as_f64().unwrap());
    assert!((with - without - lift).abs() < 1e-12 && piece["used"].as_f64().unwrap() > 0.0, "{piece}");
}

/// In cooperative games all seats win by a piece, so users are parties, not seats.
#[test]
fn a_partys_lift_is_that_of_matches() {
    let party = experiment("dungeon-rummy", json!({}), 4, &[Bot::Reference], 400);
    let figures = run(&party, 2);
    let found = lab::json(&party, &figures, 1.0);
    let bosses = ["boss_landlord", "boss_gorgon", "boss_lich", "boss_dragon"].map(|key| found["pieces"][key].clone());
    let of = |piece: &Value, key: &str| piece[key].as_f64().unwrap();
    let met: f64 = bosses.iter().map(|boss| of(boss, "used")).sum();
    assert!((met - 1.0).abs() < 1e-12, "every party meets one boss");
    let won: f64 = bosses.iter().map(|boss| of(boss, "used") * of(&boss["won_with"], "rate")).sum();
    assert!((won - figures.victory().value).abs() < 1e-12);
    assert_eq!(found["pieces"]["hero_lily"]["lift"], Value::Null, "nobody plays without her");
}

#[test]
fn each_match_another_hero() {
    let title = roster::find("crimsonbranch").unwrap();
    let setting = Setting { options: json!({}), seats: 1, bots: vec![Bot::Random.into()], seed: 7, max_plies: 100_000 };
    let vary = |text: &str, games: u64| {
        let sweep = lab::Sweep::parse(title, text).unwrap();
        Experiment::new(title, &setting, games).unwrap().vary(&setting, sweep).unwrap()
    };
    // The values take turns, the results are the same on any threads, and each is as if it were
    // played alone.
    let varied = vary("hero=Conan,Bo,Kavi", 50);
    let (mut plies, mut heroes) = (Vec::new(), Vec::new());
    let mut row = |played: &roster::MatchSummary| {
        plies.push(played.plies);
        heroes.push(varied.value(played.number).unwrap().clone());
        Ok(())
    };
    let figures = varied.run(&Pool::new(2).unwrap(), &Unwatched, Some(&mut row)).unwrap();
    assert_eq!(figures, run(&varied, 1));
    assert_eq!(heroes[..4], ["Conan", "Bo", "Kavi", "Conan"]);
    for (turn, hero) in ["Conan", "Bo", "Kavi"].into_iter().enumerate() {
        let alone = experiment("crimsonbranch", json!({ "hero": hero }), 1, &[Bot::Random], 50);
        let mut own = Vec::new();
        let mut row = |played: &roster::MatchSummary| {
            own.push(played.plies);
            Ok(())
        };
        alone.run(&Pool::new(2).unwrap(), &Unwatched, Some(&mut row)).unwrap();
        assert!((turn..50).step_by(3).all(|number| plies[number] == own[number]), "{hero}");
    }
    let found = lab::json(&varied, &figures, 1.0);
    assert_eq!((&found["varied"]["hero"], found["options"].get("hero")), (&json!(3), None));
    assert!(lab::table(&varied, &figures, 1.0).contains("hero in turn 3 values, max_visits 200"));
    // More names than matches: the rest are not used.
    let few = vary("hero=1..90000", 4);
    assert_eq!((run(&few, 2).games(), few.value(3), few.value(4)), (4, Some(&json!("4")), Some(&json!("1"))));

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.csv");
    let mut rows = RowsFile::begin(AtomicFile::create(&path).unwrap(), Format::Csv, &varied, &["max_turns"]).unwrap();
    let point: Map<String, Value> = [("max_turns".to_owned(), json!(100))].into_iter().collect();
    varied.run(&Pool::new(2).unwrap(), &Unwatched, Some(&mut |played| rows.add(&varied, &point, played))).unwrap();
    rows.finish().unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().take(3).collect();
    assert!(lines[0].starts_with("match,max_turns,hero,plies,"), "{}", lines[0]);
    assert!(lines[1].starts_with("0,100,Conan,") && lines[2].starts_with("1,100,Bo,"), "{text}");
}

#[test]
fn matches_can_be_cut_off() {
    let title = roster::find("rogue-ascension").unwrap();
    let setting = Setting { options: json!({}), seats: 1, bots: vec![Bot::Random.into()], seed: 1, max_plies: 5 };
    let figures = run(&Experiment::new(title, &setting, 100).unwrap(), 2);
    assert_eq!((figures.sums.unfinished, figures.sums.victories, figures.sums.plies.max()), (100, 0, 5));
    assert_eq!(figures.sums.endings.iter().sum::<u64>(), 0);
}

#[test]
fn bots_fit_the_seats() {
    let title = roster::find("rogue-ascension").unwrap();
    let setting = Setting { options: json!({}), seats: 3, bots: vec![Bot::Random.into(); 2], seed: 1, max_plies: 5 };
    let error = Experiment::new(title, &setting, 100).err().unwrap();
    assert!(matches!(error, LabError::Bots { seats: 3, found: 2 }) && error.is_input());
}

struct AfterSome(AtomicU64);

impl Watch for AfterSome {
    fn played(&self, matches: u64) {
        self.0.fetch_add(matches, Ordering::Relaxed);
    }

    fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= 1000
    }
}

#[test]
fn a_run_can_be_stopped() {
    let experiment = experiment("rogue-ascension", json!({}), 1, &[Bot::Random], 10_000_000);
    let watch = AfterSome(AtomicU64::new(0));
    let figures = experiment.run(&Pool::new(2).unwrap(), &watch, None).unwrap();
    let played = watch.0.into_inner();
    assert!((1000..100_000).contains(&played) && figures.games() == played && figures.is_part_of(&experiment));
    assert_eq!(lab::json(&experiment, &figures, 1.0)["stopped"], true);
    assert!(lab::table(&experiment, &figures, 1.0).contains(&format!("{played} of 10000000, stopped,")));
    let page = lab::report(&[Point { name: String::new(), experiment: &experiment, figures: &figures }], None);
    assert!(page.contains("Stopped after") && page.contains("10,000,000 were asked for"));
}

#[test]
fn rows_of_stopped_run_are_those_of_its_figures() {
    let experiment = experiment("rogue-ascension", json!({}), 1, &[Bot::Random], 10_000_000);
    let mut numbers = Vec::new();
    let mut row = |played: &roster::MatchSummary| {
        numbers.push(played.number);
        Ok(())
    };
    let figures = experiment.run(&Pool::new(2).unwrap(), &AfterSome(AtomicU64::new(0)), Some(&mut row)).unwrap();
    assert_eq!(figures.games(), numbers.len() as u64);
    assert!(numbers.is_sorted() && numbers.len() >= 1000 && numbers.len() < 100_000);
}

#[test]
fn stopped_comparison_has_whole_pairs() {
    let with = |options| experiment("rogue-ascension", options, 1, &[Bot::Random], 10_000_000);
    let watch = AfterSome(AtomicU64::new(0));
    let found = lab::compare(&with(json!({})), &with(json!({})), &Pool::new(2).unwrap(), &watch).unwrap();
    assert!(found.stopped && found.games >= 100 && found.games < 100_000);
    assert_eq!(2 * found.games, watch.0.into_inner(), "both matches of each pair, and no others");
    assert!(found.alike && found.json()["stopped"] == true, "{found:?}");
    assert!(lab::compared(&found).contains("Stopped after "));
}

/// Stops when the first match has begun: the run asks before a piece and before its match.
struct OneMatch(AtomicU64);

impl Watch for OneMatch {
    fn played(&self, _: u64) {}

    fn stopped(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= 2
    }
}

#[test]
fn match_under_way_is_played_to_its_end() {
    let experiment = experiment("rogue-ascension", json!({}), 4, &[Bot::Reference], 2);
    let figures = experiment.run(&Pool::new(1).unwrap(), &OneMatch(AtomicU64::new(0)), None).unwrap();
    assert_eq!((figures.games(), figures.sums.unfinished), (1, 0));
}

/// A bot that fails ends the run with the match and the command that plays it again.
#[test]
fn broken_match_is_named_with_command() {
    let bots = [Bot::Easy, Bot::Normal];
    let with = |part: &str| faulty(json!({ "part": part, "at": 3 }), 2, &bots, 500);
    let pool = Pool::new(2).unwrap();
    let expect = |error: LabError| {
        assert!(!error.is_input());
        let line = error.to_string();
        for word in ["of faulty broke off at decision ", "the Policy fails at ", "seed 7", "bots easy, normal"] {
            assert!(line.contains(word), "{word} in {line}");
        }
        let command =
            r#"--seats 2 --bot easy --bot normal --seed 7 --max-plies 100000 --options '{"part":"policy","at":3}'"#;
        assert!(line.ends_with(command) && line.contains("undercroft lab match faulty "), "{line}");
        let number = line.split("lab match faulty ").nth(1).unwrap().split(' ').next().unwrap().parse::<u64>().unwrap();
        let mut taken = 0;
        let again = with("policy").trace(number, &mut |_| taken += 1).unwrap_err().to_string();
        assert!(again.contains(&format!("match {number} of faulty broke off at decision {}", taken + 1)), "{again}");
    };
    expect(with("policy").run(&pool, &Unwatched, None).unwrap_err());
    expect(with("policy").run(&pool, &Unwatched, Some(&mut |_| Ok(()))).unwrap_err());
    expect(lab::compare(&with("none"), &with("policy"), &pool, &Unwatched).unwrap_err());
    assert_eq!(with("none").run(&pool, &Unwatched, None).unwrap().games(), 500);
}

#[test]
fn json_has_intervals_of_table_and_exact_seeds() {
    let experiment = experiment("rogue-ascension", json!({}), 1, &[Bot::Random], 200);
    let figures = run(&experiment, 2);
    let json = lab::json(&experiment, &figures, 1.0);
    for (index, label) in figures.measures.numbers.iter().enumerate() {
        let interval = figures.number(index);
        let ends = &json["intervals"][label.key.replace('-', "_")];
        match interval.margin().is_finite() {
            true => assert_eq!((&ends["low"], &ends["high"]), (&json!(interval.low), &json!(interval.high))),
            false => assert_eq!(ends, &json!({ "low": null, "high": null })),
        }
    }
    let ending = figures.measures.endings[0].key.replace('-', "_");
    assert!(json["intervals"][format!("ending_{ending}")]["low"].is_f64());
    assert!(json["plies"]["low"].as_f64() < json["plies"]["mean"].as_f64());
    assert_eq!((&json["seed"], &json["stopped"]), (&json!(7), &json!(false)));
}

#[test]
fn equal_values_have_no_interval() {
    let two = faulty(json!({}), 1, &[Bot::Reference], 2);
    let figures = run(&two, 1);
    let table = lab::table(&two, &figures, 1.0);
    assert!(table.contains("10.000 \u{b1} \u{2014}") && !table.contains("\u{b1} 0.000"), "{table}");
    assert_eq!(lab::json(&two, &figures, 1.0)["plies"]["low"], Value::Null);
}

/// A run deletes the files of killed runs, but not those of running ones.
#[test]
fn files_left_behind_are_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let target = path("m.csv");
    let others = ["m.csv.part", "m.csv.abcdefg.part", "m.csv.ab-def.part", "n.csv.abcdef.part", "m.csv.abcdef"];
    for name in ["m.csv.abcdef.part", "m.csv.X9yz01.part"].iter().chain(&others) {
        std::fs::write(path(name), "rows").unwrap();
    }
    let going_on = AtomicFile::create(&target).unwrap();
    let kept = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(kept, others.len() + 1, "both that were left behind are gone");
    let second = AtomicFile::create(&target).unwrap();
    assert!(others.iter().all(|name| path(name).exists()));
    going_on.write("first").unwrap();
    assert_eq!(std::fs::read_to_string(&target).unwrap(), "first");
    second.write("second").unwrap();
    assert_eq!(std::fs::read_to_string(&target).unwrap(), "second");
}

fn write(path: &Path, format: Format, experiment: &Experiment) -> Figures {
    let swept = ["ascension", "overheal", "die_floor"];
    let point = Map::from_iter(swept.map(str::to_owned).into_iter().zip([json!(2), json!(true), json!("d4")]));
    let mut rows = RowsFile::begin(AtomicFile::create(path).unwrap(), format, experiment, &swept).unwrap();
    let mut each = |played: &roster::MatchSummary| rows.add(experiment, &point, played);
    let figures = experiment.run(&Pool::new(2).unwrap(), &Unwatched, Some(&mut each)).unwrap();
    assert!(!path.exists(), "it has its name only once it is whole");
    rows.finish().unwrap();
    figures
}

#[test]
fn every_match_is_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = experiment("rogue-ascension", json!({ "ascension": 2 }), 1, &[Bot::Reference], 3000);
    let path = folder.path().join("matches.csv");
    let figures = write(&path, Format::Csv, &experiment);
    let mut reader = csv::Reader::from_path(&path).unwrap();
    let names: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let column = |name: &str| names.iter().position(|other| other == name).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 3000);
    assert!(
        rows.iter()
            .enumerate()
            .all(|(index, row)| row[0] == index.to_string() && [&row[1], &row[2], &row[3]] == ["2", "true", "d4"])
    );
    let sum = |name: &str| rows.iter().map(|row| row[column(name)].parse::<u64>().unwrap()).sum::<u64>();
    assert_eq!(sum("victory"), figures.sums.victories);
    assert_eq!(sum("monsters_slain"), figures.sums.numbers[1].sum as u64);
    assert_eq!(u128::from(sum("uses_potion_2")), figures.sums.pieces[0].times);
    assert_eq!(u128::from(sum("draws_potion_2")), figures.sums.draws[0].times);
    let died = rows.iter().filter(|row| !row[column("first_death_at")].is_empty()).count();
    assert_eq!(died as u64, figures.sums.deaths[0]);

    let path = folder.path().join("matches.parquet");
    assert_eq!(write(&path, Format::Parquet, &experiment), figures);
    let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
    let read: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(read.len(), 3000);
    let metadata = reader.metadata().file_metadata().key_value_metadata().unwrap();
    let metadata: Vec<(&str, &str)> =
        metadata.iter().map(|entry| (entry.key.as_str(), entry.value.as_deref().unwrap())).collect();
    for entry in [
        ("undercroft.game", "rogue-ascension"),
        ("undercroft.options", r#"{"coop_reward":"active-and-slayer","fight_round_limit":1000}"#),
        ("undercroft.bots", r#"["reference"]"#),
        ("undercroft.seed", "7"),
        ("undercroft.first", "0"),
        ("undercroft.games", "3000"),
    ] {
        assert!(metadata.contains(&entry), "{entry:?} in {metadata:?}");
    }
    let rules = experiment.title.meta().rules.to_string();
    assert!(metadata.contains(&("undercroft.rules", rules.as_str())));
    assert_eq!(read[0].get_column_iter().last().unwrap(), (&"seed".to_owned(), &Field::Long(7)));
    let kinds: Vec<&Field> = read[0].get_column_iter().map(|(_, field)| field).skip(1).take(3).collect();
    assert_eq!(kinds, [&Field::Long(2), &Field::Bool(true), &Field::Str("d4".into())], "swept options keep their kind");
    for (row, same) in read.iter().zip(&rows) {
        for ((name, field), (known, cell)) in row.get_column_iter().zip(names.iter().zip(same)) {
            assert_eq!(name, known);
            match field {
                Field::Null => assert_eq!(cell, ""),
                Field::Long(number) => assert_eq!(cell, number.to_string()),
                Field::Bool(on) => assert_eq!(cell, on.to_string()),
                Field::Str(text) => assert_eq!(cell, text),
                other => panic!("{name}: {other:?}"),
            }
        }
    }
    assert_eq!(folder.path().read_dir().unwrap().count(), 2, "nothing else is left behind");
}

#[test]
fn a_file_not_finished_is_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = experiment("accursed-tomb", json!({}), 2, &[Bot::Random], 1);
    let file = AtomicFile::create(&folder.path().join("x.parquet")).unwrap();
    let rows = RowsFile::begin(file, Format::Parquet, &experiment, &[]).unwrap();
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    drop(rows);
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    assert!(matches!(AtomicFile::create(&folder.path().join("no/such/x.csv")), Err(LabError::File { .. })));
}

#[test]
fn an_atomic_file_replaces_its_file_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let text = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    for (name, text) in [("x.csv", "old"), ("x.csv.part", "precious")] {
        std::fs::write(path(name), text).unwrap();
    }
    let file = AtomicFile::create(&path("x.csv")).unwrap();
    assert_eq!(text("x.csv"), "old", "until it is whole");
    assert!(file.same_target(&AtomicFile::create(&path("../").join(folder.path()).join("x.csv")).unwrap()));
    file.write("new").unwrap();
    assert_eq!((text("x.csv"), text("x.csv.part")), ("new".into(), "precious".into()));
    assert_eq!(folder.path().read_dir().unwrap().count(), 2);
    for bad in [Path::new("-"), folder.path()] {
        assert!(AtomicFile::create(bad).is_err_and(|error| error.is_input()), "{bad:?}");
    }
}

#[test]
#[cfg(unix)]
fn an_atomic_file_goes_through_links_and_into_pipes() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("real.csv"), "old").unwrap();
    symlink("real.csv", path("link.csv")).unwrap();
    AtomicFile::create(&path("link.csv")).unwrap().write("new").unwrap();
    assert!(path("link.csv").is_symlink());
    assert_eq!(std::fs::read_to_string(path("real.csv")).unwrap(), "new");
    symlink("nowhere", path("dangling.csv")).unwrap();
    assert!(AtomicFile::create(&path("dangling.csv")).is_err() && path("dangling.csv").is_symlink());

    let pipe = path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).unwrap()
    });
    AtomicFile::create(&pipe).unwrap().write("rows").unwrap();
    assert_eq!(reader.join().unwrap(), "rows");
    assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
}

#[test]
fn a_report_holds_all_charts_and_needs_no_other_file() {
    for (game, options, seats) in [
        ("rogue-ascension", [json!({}), json!({ "ascension": 3 })], 1),
        ("accursed-tomb", [json!({}), json!({ "retreat": false })], 4),
    ] {
        let scored = roster::find(game).unwrap().measures().scored;
        let played: Vec<(Experiment, Figures)> = options
            .map(|options| experiment(game, options, seats, &[Bot::Reference], 400))
            .map(|experiment| {
                let figures = run(&experiment, 2);
                (experiment, figures)
            })
            .into();
        let points: Vec<Point<'_>> = played.iter().enumerate().map(|(index, pair)| point_of(index, pair)).collect();
        let page = lab::report(&points, None);
        let charts = [
            "Length of matches",
            "Length by option",
            "How matches end",
            "Where heroes die",
            "What heroes die of",
            "Use of each card and item",
            "Win lift of each card and item",
        ];
        let seats: &[&str] =
            if seats > 1 { &["Seat bias", "Wins of each seat, by option"] } else { &["Victory by option"] };
        for chart in charts.iter().chain(seats) {
            assert!(page.contains(&format!("aria-label=\"{chart}")), "{game}: {chart}");
        }
        assert_eq!(page.contains("aria-label=\"Scores\""), scored);
        assert_eq!(page.contains("Seat bias"), seats.len() > 1, "one seat has nobody to be compared with");
        assert_eq!(page.contains("Seat 3: setting 1"), seats.len() > 1);
        assert!(page.contains("by option\"") && page.contains("Rules never triggered"));
        assert_eq!(page.matches("<details>").count(), 2);
        for link in ["http", "href", "src=", "url(", "@import", "<script", "<link"] {
            assert!(!page.contains(link), "{game}: {link}");
        }
    }
}

fn point_of(index: usize, (experiment, figures): &(Experiment, Figures)) -> Point<'_> {
    Point { name: format!("setting {index}"), experiment, figures }
}

#[test]
fn a_comparison_says_plainly_whether_they_differ() {
    let pool = Pool::new(2).unwrap();
    let with = |options: Value, games: u64| experiment("rogue-ascension", options, 1, &[Bot::Reference], games);
    let found =
        lab::compare(&with(json!({}), 2000), &with(json!({ "ascension": 3 }), 2000), &pool, &Unwatched).unwrap();
    assert_eq!((found.games, found.rows[0].verdict), (2000, Verdict::Differs));
    assert!(found.conclusion().starts_with("They differ. Victory: B has "), "{}", found.conclusion());
    assert!(found.rows[0].difference.high < 0.0 && found.rows[0].p < 1e-9);
    // Neither limit can matter: no fight comes near nine hundred rounds, let alone a thousand.
    let same = json!({ "fight_round_limit": 900 });
    let found = lab::compare(&with(json!({}), 500), &with(same, 500), &pool, &Unwatched).unwrap();
    assert!(found.rows.iter().all(|row| row.verdict == Verdict::NotShown && row.difference.value == 0.0));
    assert!(found.conclusion().starts_with("In 500 pairs nothing came out differently"), "{}", found.conclusion());
    assert_eq!(found.json()["differ"], json!(false));
    let victory = &found.rows[0].difference;
    assert!(victory.low < -0.002 && victory.high > 0.002, "500 pairs cannot show that there is none: {victory:?}");
    // A pair or two show no difference, however far apart they are.
    for games in [1, 2, 3] {
        let found = lab::compare(&with(json!({}), games), &with(json!({ "ascension": 3 }), games), &pool, &Unwatched);
        let found = found.unwrap();
        assert!(found.rows.iter().any(|row| row.difference.value != 0.0));
        assert!(found.rows.iter().all(|row| row.verdict == Verdict::NotShown), "{}", lab::compared(&found));
        if games == 1 {
            let plies = &found.json()["figures"][1];
            assert_eq!((&plies["low"], &plies["high"], &plies["p"]), (&Value::Null, &Value::Null, &json!(1.0)));
            assert!(found.conclusion().contains("as far as 1 pair can show") && lab::compared(&found).contains("(—)"));
        }
    }
    // A few matches show no difference in the winner if the dice differ from the first fight on.
    let found =
        lab::compare(&with(json!({ "ascension": 8 }), 40), &with(json!({ "ascension": 9 }), 40), &pool, &Unwatched);
    let found = found.unwrap();
    assert!(
        found.conclusion().starts_with("No difference in who wins was found, as far as 40 pairs"),
        "{}",
        found.conclusion()
    );

    let tomb = |options: Value| experiment("accursed-tomb", options, 2, &[Bot::Reference], 300);
    let found = lab::compare(&tomb(json!({})), &tomb(json!({ "gear": "literal" })), &pool, &Unwatched).unwrap();
    assert_eq!(found.rows.iter().filter(|row| row.key.starts_with("wins_seat_") && row.main).count(), 2);
    let ended = found.rows.iter().filter(|row| row.key.starts_with("ending_") && !row.main).map(|row| row.a.value);
    assert!((ended.sum::<f64>() - 1.0).abs() < 1e-9, "every match ends in one of the ways");
    assert_eq!(
        lab::compare(&tomb(json!({})), &tomb(json!({ "gear": "literal" })), &Pool::new(1).unwrap(), &Unwatched)
            .unwrap(),
        found
    );
}
