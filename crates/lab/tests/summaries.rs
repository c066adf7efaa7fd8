//! Tests of summaries: parts of a run add up to the run, however it is cut, and only its parts do.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use bots::Bot;
use lab::{AtomicFile, Experiment, Figures, LabError, MOST_MATCHES, Part, Pool, Summary, Sweep, Unwatched, Watch};
use roster::{MatchSummary, Setting};
use serde_json::{Value, json};

/// A run of a test.
#[derive(Clone)]
struct Plan {
    game: &'static str,
    options: Value,
    seats: u64,
    bots: Vec<Bot>,
    seed: u64,
    /// An option with another value in each match.
    vary: Option<&'static str>,
}

impl Plan {
    fn new(game: &'static str, seats: u64) -> Plan {
        Plan { game, options: json!({}), seats, bots: vec![Bot::Random], seed: 7, vary: None }
    }

    fn experiment(&self, first: u64, games: u64) -> Experiment {
        let title = roster::find(self.game).unwrap();
        let setting = Setting {
            options: self.options.clone(),
            seats: self.seats,
            bots: self.bots.iter().copied().map(Into::into).collect(),
            seed: self.seed,
            max_plies: 5000,
        };
        let experiment = Experiment::new(title, &setting, games).unwrap().starting_at(first).unwrap();
        match self.vary {
            None => experiment,
            Some(text) => experiment.vary(&setting, Sweep::parse(title, text).unwrap()).unwrap(),
        }
    }

    /// Plays the matches of a range, in a summary.
    fn play(&self, first: u64, games: u64) -> Summary {
        let mut summary = Summary::new(vec![self.experiment(first, games)]);
        summary.play(0, &Pool::new(2).unwrap(), &Unwatched, None, None).unwrap();
        summary
    }

    /// Adds up the same matches one after the other, without a merge.
    fn add_one_by_one(&self, first: u64, games: u64) -> Summary {
        let experiment = self.experiment(first, games);
        let mut figures = Figures::new(&experiment);
        let mut add = |played: &MatchSummary| {
            figures.add(played);
            Ok(())
        };
        experiment.run(&Pool::new(1).unwrap(), &Unwatched, Some(&mut add)).unwrap();
        Summary { parts: vec![Part { experiment, figures, seconds: 1.0 }] }
    }
}

/// Everything that `lab run` prints, without the time.
fn printed(summary: &Summary) -> Vec<String> {
    let print = |Part { experiment, figures, .. }: &Part| {
        let json = lab::json(experiment, figures, 1.0).to_string();
        [json, lab::table(experiment, figures, 1.0), lab::pieces(figures)].concat()
    };
    summary.parts.iter().map(print).collect()
}

/// Small numbers for a test, the same in every run of it.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn write(summary: &Summary, path: &Path) -> PathBuf {
    summary.write(AtomicFile::create(path).unwrap()).unwrap();
    path.to_owned()
}

fn merged(paths: &[PathBuf]) -> Result<Summary, LabError> {
    let mut all = Summary::read(&paths[0])?;
    paths[1..].iter().try_for_each(|path| all.merge(Summary::read(path)?, path))?;
    Ok(all)
}

/// The error of a result that has no value to print.
fn refused(found: Result<Summary, LabError>) -> String {
    let error = found.err().unwrap();
    assert!(error.is_input(), "{error}");
    error.to_string()
}

/// Stops after so many matches.
struct After(u64, AtomicU64);

impl Watch for After {
    fn played(&self, matches: u64) {
        self.1.fetch_add(matches, Ordering::Relaxed);
    }

    fn stopped(&self) -> bool {
        self.1.load(Ordering::Relaxed) >= self.0
    }
}

#[test]
fn any_cut_merged_in_any_order_equals_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut numbers = Numbers(1);
    let party = Plan { bots: vec![Bot::Reference, Bot::Easy], ..Plan::new("rogue-ascension", 2) };
    let rivals = Plan { seed: u64::MAX, ..Plan::new("accursed-tomb", 3) };
    let heroes = Plan { vary: Some("hero=Conan,Bo,Kavi"), ..Plan::new("crimsonbranch", 1) };
    for plan in [party, rivals, heroes, Plan::new("gloombah", 4), Plan::new("dungeon-rummy", 2)] {
        for (first, games) in [(0, 90), (999, 60), (MOST_MATCHES - 40, 40)] {
            let run = plan.add_one_by_one(first, games);
            assert_eq!(plan.play(first, games).parts[0].figures, run.parts[0].figures);
            let whole = printed(&run);
            for _ in 0..6 {
                let mut cuts: Vec<u64> = (0..numbers.below(6)).map(|_| first + 1 + numbers.below(games - 1)).collect();
                cuts.extend([first, first + games]);
                cuts.sort_unstable();
                cuts.dedup();
                let mut parts: Vec<PathBuf> = cuts
                    .windows(2)
                    .map(|two| write(&plan.play(two[0], two[1] - two[0]), &folder.path().join(two[0].to_string())))
                    .collect();
                for at in (1..parts.len()).rev() {
                    parts.swap(at, numbers.below(at as u64 + 1) as usize);
                }
                let all = merged(&parts).unwrap();
                assert_eq!(printed(&all), whole, "{} {cuts:?}", plan.game);
                assert_eq!(all.parts[0].figures, run.parts[0].figures);
                assert_eq!(all.gaps(), None);
            }
        }
    }
}

#[test]
fn stopped_part_and_rest_equal_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    let plan = Plan::new("rogue-ascension", 1);
    let pool = Pool::new(2).unwrap();
    let experiment = || vec![plan.experiment(500, 4000)];
    let mut stops = 0;
    let all = loop {
        let mut summary = Summary::new(experiment()).resume(&file).unwrap();
        let before = summary.games();
        let watch = After(700, AtomicU64::new(0));
        summary.play(0, &pool, &watch, None, Some(&file)).unwrap();
        // The checkpoint has what was played, no more and no less.
        assert_eq!(summary.games() - before, watch.1.load(Ordering::Relaxed));
        assert_eq!(printed(&Summary::read(&file).unwrap()), printed(&summary));
        match summary.gaps() {
            None => break summary,
            Some(gaps) => assert!(gaps.ends_with("4499"), "{gaps}"),
        }
        stops += 1;
    };
    assert!(stops >= 3 && all.parts[0].seconds > 0.0, "{stops}");
    assert_eq!(printed(&all), printed(&plan.play(500, 4000)));
    // Nothing is left to play.
    let mut again = Summary::new(experiment()).resume(&file).unwrap();
    again.play(0, &pool, &After(0, AtomicU64::new(0)), None, Some(&file)).unwrap();
    assert_eq!(printed(&again), printed(&all));
}

#[test]
fn checkpoint_of_another_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    let plan = Plan::new("rogue-ascension", 2);
    write(&plan.play(10, 20), &file);
    let resume = |plan: &Plan, first, games| Summary::new(vec![plan.experiment(first, games)]).resume(&file);
    assert_eq!(resume(&plan, 10, 20).unwrap().games(), 20);
    let refuse = |plan: &Plan, first, games, word: &str| {
        let why = refused(resume(plan, first, games));
        assert!(why.contains("belongs to another run") && why.contains(word), "{word} in {why}");
    };
    refuse(&Plan { game: "accursed-tomb", ..plan.clone() }, 10, 20, r#"game: "rogue-ascension", not "accursed-tomb""#);
    refuse(&Plan { options: json!({ "ascension": 1 }), ..plan.clone() }, 10, 20, "options");
    refuse(&Plan { seats: 3, ..plan.clone() }, 10, 20, "seats: 2, not 3");
    refuse(
        &Plan { bots: vec![Bot::Easy], ..plan.clone() },
        10,
        20,
        r#"bots: ["random","random"], not ["easy","easy"]"#,
    );
    refuse(&Plan { seed: 8, ..plan.clone() }, 10, 20, "seed: 7, not 8");
    refuse(&Plan { vary: Some("ascension=0,1"), ..plan.clone() }, 10, 20, "options");
    refuse(&plan, 10, 21, "matches are 10 to 29, not 10 to 30");
    refuse(&plan, 9, 20, "matches are 10 to 29, not 9 to 28");
    let two = Summary::new(vec![plan.experiment(10, 20), plan.experiment(10, 20)]);
    assert!(refused(two.resume(&file)).contains("1 settings, not 2"));
}

#[test]
fn merge_refuses_overlaps_and_names_gaps() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::new("rogue-ascension", 1);
    let part = |plan: &Plan, first: u64, games: u64| {
        write(&plan.play(first, games), &folder.path().join(format!("{}-{first}-{games}", plan.seed)))
    };
    let (a, b, c, d) = (part(&plan, 0, 10), part(&plan, 5, 10), part(&plan, 20, 5), part(&plan, 26, 4));
    let why = refused(merged(&[a.clone(), c.clone(), b.clone()]));
    assert!(why.contains("7-5-10 has matches that an earlier file has too: 5 to 9"), "{why}");
    assert!(refused(merged(&[a.clone(), a.clone()])).contains("0 to 9"));
    let all = merged(&[c, d, a.clone()]).unwrap();
    assert_eq!(all.gaps().unwrap(), "10 to 19, 25");
    let json = lab::json(&all.parts[0].experiment, &all.parts[0].figures, 1.0);
    assert_eq!((&json["first"], &json["games"], &json["stopped"]), (&json!(0), &json!(19), &json!(true)));
    assert!(printed(&all)[0].contains("19 of 30, stopped,"));
    let other = part(&Plan { seed: 8, ..plan }, 10, 10);
    assert!(refused(merged(&[a, other])).contains("seed: 8, not 7"));
}

/// A file of another version, of another kind, or with sums that no matches have.
#[test]
fn files_that_are_no_summaries_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(&Plan::new("gloombah", 3).play(0, 20), &folder.path().join("good"));
    let good: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let sums = "/runs/0/sums";
    let cases: [(&str, Value, &str); 15] = [
        ("/format", json!("undercroft-record"), "readable is"),
        ("/version", json!(1), "readable is"),
        ("/program", json!("0.0.1"), "it is of version 0.0.1"),
        ("/first", json!(1), "not those of so many matches"),
        ("/games", json!(19), "not those of so many matches"),
        ("/games", json!(u64::MAX), "goes beyond"),
        ("/runs", json!([]), "no runs"),
        ("/runs/0/setting/rules", json!(99), "rules: 99"),
        ("/runs/0/setting/game", json!("chess"), "chess"),
        ("/runs/0/setting/measures/numbers/0", json!("moons"), "measures"),
        (&format!("{sums}/played"), json!([[0, 5], [5, 20]]), "not sorted"),
        (&format!("{sums}/wins"), json!([1, 2]), "not those of so many matches"),
        (&format!("{sums}/numbers/0/sum"), json!("99999999999999999999"), "not those of so many matches"),
        (&format!("{sums}/plies"), json!({ "9": u64::MAX, "10": 1 }), "not those of so many matches"),
        (&format!("{sums}/pieces/0/users"), json!(61), "not those of so many matches"),
    ];
    for (at, value, word) in cases {
        let mut bad = good.clone();
        *bad.pointer_mut(at).unwrap() = value;
        fs::write(folder.path().join("bad"), bad.to_string()).unwrap();
        let why = refused(Summary::read(&folder.path().join("bad")));
        assert!(why.contains("bad cannot be read as a summary") && why.contains(word), "{at}: {word} in {why}");
    }
    fs::write(&file, "match,plies\n").unwrap();
    assert!(refused(Summary::read(&file)).contains("cannot be read"));
    assert!(refused(Summary::read(&folder.path().join("none"))).contains("cannot be read"));
}

#[test]
fn runs_beyond_last_match_are_refused() {
    let title = roster::find("rogue-ascension").unwrap();
    let setting = Setting { options: json!({}), seats: 1, bots: vec![Bot::Random.into()], seed: 1, max_plies: 5 };
    let with = |first, games| Experiment::new(title, &setting, games).unwrap().starting_at(first);
    assert!(with(1, MOST_MATCHES).err().unwrap().to_string().contains("up to 999999999999999"));
    assert!(with(u64::MAX, 2).is_err() && with(0, MOST_MATCHES).is_ok());
    // The longest run can be stopped at once.
    let watch = After(1000, AtomicU64::new(0));
    let mut longest = Summary::new(vec![with(0, MOST_MATCHES).unwrap()]);
    longest.play(0, &Pool::new(2).unwrap(), &watch, None, None).unwrap();
    assert!((1000..100_000).contains(&longest.games()));
}

#[test]
fn every_match_has_record_that_loads() {
    for (game, seats) in
        [("rogue-ascension", 3), ("accursed-tomb", 2), ("gloombah", 4), ("dungeon-rummy", 4), ("crimsonbranch", 1)]
    {
        let plan = Plan { bots: vec![Bot::Easy], ..Plan::new(game, seats) };
        let experiment = plan.experiment(0, 30);
        for number in [0, 29, MOST_MATCHES - 1] {
            let mut decisions = Vec::new();
            let played = experiment.trace(number, &mut |taken| decisions.push((taken.seat, taken.action))).unwrap();
            let record = experiment.record(number).unwrap();
            let steps: Vec<_> = record.steps.iter().map(|step| (step.seat, step.action.clone())).collect();
            assert_eq!(steps, decisions, "{game} {number}");
            assert!(record.steps.iter().all(|step| step.bot.as_deref() == Some("easy")));
            let parsed = kernel::Record::parse(&record.to_string()).unwrap();
            let table = experiment.title.load(&parsed).unwrap();
            assert!(table.contradictions().is_empty());
            assert_eq!(table.outcome(), played.outcome.as_ref().map(Value::from), "{game} {number}");
        }
    }
}
