//! `undercroft lab`, from its command line to its files.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod support;

use std::time::{Duration, Instant};

use serde_json::Value;
use support::{run, screen::Screen};

/// Standard output of a command that must work.
fn works(args: &[&str]) -> String {
    let (code, out, err) = run(args, "");
    assert_eq!(code, 0, "{args:?}: {err}");
    out
}

/// Bad input: exit code 2, one line, and these words in it.
fn refused(args: &[&str], said: &[&str]) {
    let (code, out, err) = run(args, "");
    assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{args:?}: {err}");
    for word in said {
        assert!(err.contains(word), "{args:?} must say {word}: {err}");
    }
}

/// A run without what depends on the clock.
fn timeless(line: &str) -> Value {
    let mut run: Value = serde_json::from_str(line).unwrap();
    let object = run.as_object_mut().unwrap();
    assert!(object.remove("seconds").unwrap().as_f64().unwrap() > 0.0);
    assert!(object.remove("playouts_per_second").unwrap().as_f64().unwrap() > 0.0);
    run
}

#[test]
fn the_same_seed_gives_the_same_figures_on_any_threads() {
    for game in ["rogue-ascension", "accursed-tomb"] {
        let run = |seed: &str, threads: &str| {
            timeless(&works(&["lab", "run", game, "--games", "2000", "--seed", seed, "--threads", threads, "--json"]))
        };
        let one = run("5", "1");
        assert_eq!(one, run("5", "2"));
        assert_eq!(one["games"], 2000);
        assert_ne!(one["plies"], run("6", "2")["plies"]);
    }
}

#[test]
fn a_sweep_is_a_line_a_setting_and_a_row_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (csv, parquet, report) = (path("m.csv"), path("m.parquet"), path("report"));
    let files = ["--csv", &csv, "--parquet", &parquet, "--report", &report];
    let args = ["lab", "run", "rogue-ascension", "--games", "200", "--sweep", "ascension=0..2", "--json"];
    let (code, out, err) = run(&[&args[..], &["--sweep", "overheal=false,true"], &files].concat(), "");
    assert_eq!(code, 0, "{err}");
    let settings: Vec<Value> = out.lines().map(|line| timeless(line)["options"].clone()).collect();
    let settings: Vec<_> =
        settings.iter().map(|options| (options["ascension"].as_u64().unwrap(), options["overheal"] == true)).collect();
    assert_eq!(settings, [(0, false), (0, true), (1, false), (1, true), (2, false), (2, true)]);
    let rows = std::fs::read_to_string(&csv).unwrap();
    assert_eq!(rows.lines().count(), 1 + 6 * 200);
    assert!(rows.starts_with("match,ascension,overheal,plies,ending,victory,"), "{}", rows.lines().next().unwrap());
    assert!(std::fs::read(&parquet).unwrap().starts_with(b"PAR1"));
    let page = std::fs::read_to_string(folder.path().join("report/index.html")).unwrap();
    assert!(err.contains("index.html") && page.contains("ascension 2, overheal true"));
}

#[test]
fn names_from_a_file_are_swept_or_met_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("names.txt");
    std::fs::write(&file, "Conan\nBo, of the hill\n").unwrap();
    let names = format!("hero=@{}", file.display());
    let run = ["lab", "run", "crimsonbranch", "--games", "20", "--bot", "random"];
    let swept = works(&[&run[..], &["--json", "--sweep", &names]].concat());
    let heroes: Vec<Value> = swept.lines().map(|line| timeless(line)["options"]["hero"].clone()).collect();
    assert_eq!(heroes, ["Conan", "Bo, of the hill"]);
    let varied = works(&[&run[..], &["--vary", &names, "--pieces"]].concat());
    assert!(varied.contains("hero in turn 2 values") && varied.contains("Item of magic"), "{varied}");
    refused(&[&run[..], &["--vary", &names, "--sweep", "hero=A,B"]].concat(), &["\"hero\" is given more than once"]);
    refused(&[&run[..], &["--vary", &names, "--set", "hero=A"]].concat(), &["\"hero\" is given more than once"]);
    refused(&[&run[..], &["--vary", "hero=@/no/such/names"]].concat(), &["/no/such/names cannot be read"]);
}

#[test]
fn a_comparison_and_odds_are_told_for_people_and_programs() {
    let compare = [
        "lab",
        "compare",
        "rogue-ascension",
        "--a",
        "ascension=0",
        "--b",
        "ascension=3,overheal=true",
        "--games",
        "1000",
    ];
    assert!(works(&compare).contains("They differ. Victory: B has "));
    let json: Value = serde_json::from_str(&works(&[&compare[..], &["--json"]].concat())).unwrap();
    assert_eq!((&json["differ"], &json["games"]), (&Value::Bool(true), &Value::from(1000)));

    let odds = ["lab", "odds", "rogue-ascension", "--hp", "1", "--enemy-hp", "1", "--first"];
    assert!(works(&odds).contains("0.705882352941  = 12/17"));
    let json: Value = serde_json::from_str(&works(&[&odds[..], &["--json"]].concat())).unwrap();
    assert_eq!(json["win"]["fraction"], "12/17");
    assert!(
        works(&["lab", "odds", "accursed-tomb", "--hp", "10", "--weapons", "1", "--foe", "demon"])
            .contains("1072915/1679616")
    );
}

#[test]
fn every_command_of_the_lab_has_help_with_an_example() {
    for args in
        [&["lab"][..], &["lab", "run"], &["lab", "compare"], &["lab", "odds"], &["lab", "odds", "accursed-tomb"]]
    {
        let help = works(&[args, &["--help"]].concat());
        assert!(help.contains("Usage:") && help.contains("Example:\n  undercroft lab"), "{help}");
    }
}

#[test]
fn bad_input_is_told_in_one_line() {
    refused(&["lab"], &["subcommand", "run, compare, odds"]);
    refused(&["lab", "dance"], &["'dance'", "run, compare, odds"]);
    refused(&["lab", "run"], &["<GAME>"]);
    refused(&["lab", "run", "chess"], &["\"chess\"", "rogue-ascension"]);
    refused(&["lab", "run", "rogue-ascension", "--bot", "joe"], &["\"joe\"", "reference"]);
    refused(&["lab", "run", "rogue-ascension", "--seats", "9"], &["1 to 4 seats, not 9"]);
    refused(
        &["lab", "run", "rogue-ascension", "--seats", "3", "--bot", "easy", "--bot", "hard"],
        &["each of the 3, not 2"],
    );
    refused(&["lab", "run", "rogue-ascension", "--set", "luck=3"], &["\"luck\"", "ascension"]);
    refused(&["lab", "run", "rogue-ascension", "--set", "ascension"], &["ascension=2"]);
    refused(&["lab", "run", "rogue-ascension", "--sweep", "ascension=3..1"], &["runs backwards", "ascension=0..5"]);
    refused(&["lab", "run", "rogue-ascension", "--sweep", "ascension=0..100"], &["from 0 to 99"]);
    let twice = ["lab", "run", "rogue-ascension", "--sweep", "ascension=1..2"];
    refused(&[&twice[..], &["--sweep", "ascension=3..4"]].concat(), &["\"ascension\" is given more than once"]);
    refused(&[&twice[..], &["--set", "ascension=1"]].concat(), &["\"ascension\" is given more than once"]);
    refused(&["lab", "run", "rogue-ascension", "--sweep", "ascension=1,1"], &["it has 1 twice"]);
    refused(&["lab", "run", "rogue-ascension", "--games", "0"], &["--games"]);
    refused(&["lab", "compare", "rogue-ascension"], &["the same"]);
    refused(&["lab", "odds"], &["rogue-ascension, accursed-tomb"]);
    refused(&["lab", "odds", "rogue-ascension", "--attack", "3d6"], &["3d6", "2d20"]);
    refused(
        &["lab", "odds", "rogue-ascension", "--weapons", "1"],
        &["--weapons", "usage: undercroft lab odds rogue-ascension"],
    );
    refused(&["lab", "odds", "accursed-tomb", "--hp", "20"], &["R15"]);
    refused(&["lab", "odds", "accursed-tomb", "--foe", "goblin", "--foe-hp", "8"], &["no more than 7 health"]);
    let (code, _, err) = run(&["lab", "run", "rogue-ascension", "--games", "10", "--csv", "/no/such/x.csv"], "");
    assert_eq!((code, err.lines().count()), (1, 1), "{err}");
}

/// More matches than can be played: each refusal comes before the first.
#[test]
fn what_cannot_be_written_is_refused_before_anything_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let run = ["lab", "run", "rogue-ascension", "--games", "1000000000"];
    let refuse = |files: &[&str], said: &[&str]| refused(&[&run[..], files].concat(), said);
    refuse(&["--csv", "-"], &["standard output"]);
    refuse(&["--csv", &path("")], &["it is a folder"]);
    refuse(&["--csv", &path("f"), "--parquet", &path("./f")], &["the same file"]);
    refuse(&["--csv", &path("index.html"), "--report", &path("")], &["index.html"]);
    std::fs::create_dir_all(path("taken/index.html")).unwrap();
    refuse(&["--report", &path("taken")], &["it is a folder"]);
    assert_eq!(folder.path().read_dir().unwrap().count(), 1, "nothing is left behind");
}

#[test]
#[cfg(target_os = "linux")]
fn rows_do_not_mix_with_the_figures() {
    refused(&["lab", "run", "rogue-ascension", "--games", "1000000000", "--csv", "/dev/fd/1"], &["standard output"]);
}

#[test]
#[cfg(target_os = "linux")]
fn the_figures_are_printed_even_if_a_file_fails() {
    let (code, out, err) = run(&["lab", "run", "rogue-ascension", "--games", "10", "--csv", "/dev/full"], "");
    assert_eq!((code, err.lines().count()), (1, 1), "{err}");
    assert!(out.contains("Victory") && err.contains("cannot write /dev/full"), "{out}{err}");
}

#[test]
#[cfg(unix)]
fn a_signal_ends_a_run_cleanly() {
    for signal in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.csv");
        let mut command = std::process::Command::new(support::BINARY);
        let sweep = ["--sweep", "overheal=false,true"];
        command.args(["lab", "run", "rogue-ascension", "--games", "1000000000"]).args(sweep).arg("--csv").arg(&path);
        let child = command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
        // Once rows are on their way it is well under way.
        let written = || {
            let files = folder.path().read_dir().unwrap();
            files.map(|file| file.unwrap().metadata().unwrap().len()).sum::<u64>()
        };
        let patience = Instant::now();
        while written() == 0 && patience.elapsed().as_secs() < 120 {
            std::thread::sleep(Duration::from_millis(20));
        }
        support::signal(child.id(), signal);
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), err.lines().count()), (Some(1), 1), "{signal}: {err}");
        assert!(err.contains("stopped after ") && err.contains(" of 2000000000 matches; no file was written"), "{err}");
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "no file is left half written");
    }
}

/// A bot that thinks for minutes in each match stops at its next decision, and the bar keeps to its line.
#[test]
fn a_terminal_sees_how_far_it_is_and_that_it_stops() {
    let endless = ["--seats", "4", "--bot", "search:2000", "--games", "1000000000"];
    let mut screen = Screen::open(&[&["lab", "run", "rogue-ascension"], &endless[..]].concat(), &[]);
    let shown = screen.wait_for(" of 1,000,000,000 matches, 0/s, ");
    assert!(shown.lines().next().unwrap().trim_end().ends_with(" left"), "{shown}");
    screen.press("\x03");
    let shown = screen.wait_for("stopped after ");
    assert!(shown.contains("stopping; Ctrl-C again ends at once"), "{shown}");
    assert_eq!(screen.child.wait().unwrap().exit_code(), 1);
}

#[test]
fn the_same_seed_finds_the_same_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.jsonl").display().to_string();
    let search = ["lab", "puzzles", "accursed-tomb", "--count", "3", "--playouts", "200", "--seed"];
    let found = works(&[&search[..], &["4"]].concat());
    let lines: Vec<Value> = found.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), &lines[0]["seed"], &lines[0]["playouts"]), (4, &4.into(), &200.into()));
    assert!(lines[1..].iter().all(|puzzle| puzzle["choices"].as_array().unwrap().len() > 2));
    assert_eq!(works(&[&search[..], &["4", "--out", &file]].concat()), "");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), found);
    assert_ne!(works(&[&search[..], &["5"]].concat()), found);
    refused(&["lab", "puzzles", "chess"], &["there is no game \"chess\""]);
}
