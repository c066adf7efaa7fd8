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

/// Checks for bad input: exit code 2, one line, and these words in it.
fn refused(args: &[&str], said: &[&str]) {
    let (code, out, err) = run(args, "");
    assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{args:?}: {err}");
    for word in said {
        assert!(err.contains(word), "{args:?} must say {word}: {err}");
    }
}

/// A run without the values that depend on the clock.
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
    for args in [
        &["lab"][..],
        &["lab", "run"],
        &["lab", "merge"],
        &["lab", "match"],
        &["lab", "show"],
        &["lab", "compare"],
        &["lab", "odds"],
        &["lab", "odds", "accursed-tomb"],
    ] {
        let help = works(&[args, &["--help"]].concat());
        assert!(help.contains("Usage:") && help.contains("Example:\n  undercroft lab"), "{help}");
    }
}

#[test]
fn bad_input_is_told_in_one_line() {
    refused(&["lab"], &["subcommand", "run, merge, match, show, compare, search, sensitivity, odds"]);
    refused(&["lab", "dance"], &["'dance'", "run, merge, match, show, compare, search, sensitivity, odds"]);
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
    refused(
        &["lab", "run", "rogue-ascension", "--first", "1", "--games", "1000000000000000"],
        &["numbered up to 999999999999999"],
    );
    refused(&["lab", "run", "rogue-ascension", "--checkpoint", "a", "--csv", "b"], &["--checkpoint", "--csv"]);
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
    refuse(&["--summary", &path("f"), "--checkpoint", &path("./f")], &["the same file"]);
    refuse(&["--summary", &path("")], &["it is a folder"]);
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

/// Waits until rows are on their way into this folder: then the run has begun.
#[cfg(unix)]
fn wait_for_rows(folder: &std::path::Path) {
    let written = || {
        let files = folder.read_dir().unwrap();
        files.map(|file| file.unwrap().metadata().unwrap().len()).sum::<u64>()
    };
    let patience = Instant::now();
    while written() == 0 && patience.elapsed().as_secs() < 120 {
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
#[cfg(unix)]
fn signal_ends_run_with_what_there_is() {
    for signal in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.csv");
        let mut command = std::process::Command::new(support::BINARY);
        let sweep = ["--json", "--sweep", "overheal=false,true"];
        command.args(["lab", "run", "rogue-ascension", "--games", "1000000000"]).args(sweep).arg("--csv").arg(&path);
        let child = command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
        wait_for_rows(folder.path());
        support::signal(child.id(), signal);
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), err.lines().count()), (Some(3), 1), "{signal}: {err}");
        assert!(err.contains("stopped after ") && err.contains(" of 2000000000 matches"), "{err}");
        let out = String::from_utf8(output.stdout).unwrap();
        assert_eq!(out.lines().count(), 1, "the second setting was not begun: {out}");
        let run: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(run["stopped"], true);
        let rows = std::fs::read_to_string(&path).unwrap();
        assert_eq!(run["games"], rows.lines().count() as u64 - 1, "a row for each match");
        assert_eq!(folder.path().read_dir().unwrap().count(), 1, "no other file is left behind");
    }
}

#[test]
#[cfg(unix)]
fn killed_run_leaves_file_that_next_one_deletes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.csv").display().to_string();
    let run = |games| ["lab", "run", "rogue-ascension", "--games", games, "--csv", &path].map(str::to_owned);
    let mut command = std::process::Command::new(support::BINARY);
    let mut child = command.args(run("1000000000")).stdout(std::process::Stdio::null()).spawn().unwrap();
    wait_for_rows(folder.path());
    let names = || -> Vec<String> {
        let files = folder.path().read_dir().unwrap();
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
    };
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(matches!(&names()[..], [one] if one.ends_with(".part")), "{:?}", names());
    works(&run("10").each_ref().map(String::as_str));
    assert_eq!(names(), ["m.csv"]);
}

/// Waits until a checkpoint is there.
#[cfg(unix)]
fn wait_for_checkpoint(path: &str) {
    let patience = Instant::now();
    while !std::path::Path::new(path).exists() && patience.elapsed().as_secs() < 120 {
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
#[cfg(unix)]
fn killed_or_stopped_run_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (checkpoint, summary) = (path("checkpoint"), path("summary"));
    let run = |games: &str, more: &[&str]| {
        let mut words = vec!["lab", "run", "rogue-ascension", "--json", "--games", games];
        words.extend(more);
        words.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let endless = run("1000000000000000", &["--checkpoint", &checkpoint, "--summary", &summary]);
    let spawn = || {
        let mut command = std::process::Command::new(support::BINARY);
        command.args(&endless).stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        command.spawn().unwrap()
    };
    let mut child = spawn();
    wait_for_checkpoint(&checkpoint);
    child.kill().unwrap();
    child.wait().unwrap();
    let played = |file: &str| -> u64 {
        let file: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let played = file["runs"][0]["sums"]["played"].as_array().unwrap();
        played.iter().map(|range| range[1].as_u64().unwrap() - range[0].as_u64().unwrap()).sum()
    };
    let killed = played(&checkpoint);
    assert!(killed > 0);

    let child = spawn();
    std::thread::sleep(Duration::from_millis(500));
    support::signal(child.id(), "-INT");
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{err}");
    let stopped = timeless(std::str::from_utf8(&output.stdout).unwrap());
    let games = stopped["games"].as_u64().unwrap();
    assert!(games > killed && stopped["stopped"] == true, "{killed}: {stopped}");
    assert_eq!((played(&checkpoint), played(&summary)), (games, games));
    assert!(err.contains(&format!("stopped after {games} of 1000000000000000 matches")), "{err}");

    // A merge of the stopped part says the same, and which matches are missing.
    let (code, out, err) = support::run(&["lab", "merge", &checkpoint, "--json"], "");
    assert_eq!((code, timeless(&out)), (3, stopped), "{err}");
    assert!(err.contains("matches are missing: ") && err.contains("to 999999999999999"), "{err}");
    let other = run("1000000000000000", &["--checkpoint", &checkpoint, "--seed", "2"]);
    refused(&other.iter().map(String::as_str).collect::<Vec<_>>(), &["another run", "seed: 1, not 2"]);
    let names: Vec<_> = folder.path().read_dir().unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn merged_parts_print_what_whole_run_prints() {
    let folder = tempfile::tempdir().unwrap();
    let seed = u64::MAX.to_string();
    let run = ["lab", "run", "accursed-tomb", "--sweep", "retreat=false,true", "--seed", &seed];
    let part = |first: &str, games: &str| {
        let path = folder.path().join(first).display().to_string();
        works(&[&run[..], &["--first", first, "--games", games, "--summary", &path]].concat());
        path
    };
    let (a, b, c) = (part("0", "50"), part("50", "1"), part("51", "149"));
    let whole = |more: &[&str]| works(&[&run[..], &["--games", "200"], more].concat());
    let merged = |more: &[&str]| works(&[&["lab", "merge", &c, &a, &b][..], more].concat());
    let json = |text: String| -> Vec<Value> { text.lines().map(timeless).collect() };
    let expected = json(whole(&["--json"]));
    assert_eq!((expected.len(), &expected[0]["seed"]), (2, &seed.as_str().into()));
    assert_eq!(json(merged(&["--json"])), expected);
    let but_time = |text: String| -> Vec<String> {
        let line = |line: &str| {
            if line.contains("  Matches  ") { line.split(" in ").next().unwrap() } else { line }.to_owned()
        };
        text.lines().map(line).collect()
    };
    assert_eq!(but_time(merged(&["--pieces"])), but_time(whole(&["--pieces"])));
    // A merge can be merged.
    let half = folder.path().join("half").display().to_string();
    works(&["lab", "merge", &a, &b, "--summary", &half]);
    assert_eq!(json(works(&["lab", "merge", &half, &c, "--json"])), expected);
    refused(&["lab", "merge", &half, &a], &["earlier file has too: 0 to 49"]);
    refused(&["lab", "merge"], &["<FILE>..."]);
}

/// The jobs for clusters on the page of the lab, with fewer matches.
#[test]
#[cfg(unix)]
fn jobs_of_page_add_up_to_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let page = std::fs::read_to_string(support::repository("docs/lab.md")).unwrap();
    let block = |kind: &str| {
        let text = page.split(&format!("```{kind}\n")).nth(1).unwrap();
        text.split("```").next().unwrap().replace("10000000", "40").replace("/parts/", "./")
    };
    let slurm = format!("srun() {{ \"$@\"; }}\n{}", block("bash"));
    let job = block("yaml");
    let lines = job.split(">-\n").nth(1).unwrap().split("resources:").next().unwrap().lines();
    let pod = lines.map(str::trim).collect::<Vec<_>>().join(" ");
    let programs = std::path::Path::new(support::BINARY).parent().unwrap().display().to_string();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    let whole = timeless(&works(&["lab", "run", "gloombah", "--seed", "1", "--games", "120", "--json"]));
    for (shell, script, number) in [("bash", slurm, "SLURM_ARRAY_TASK_ID"), ("sh", pod, "JOB_COMPLETION_INDEX")] {
        let mut parts = Vec::new();
        for task in ["0", "1", "2"] {
            let mut command = std::process::Command::new(shell);
            command.arg("-c").arg(&script).current_dir(folder.path()).env("PATH", &path);
            let done = command.env(number, task).env("SLURM_CPUS_PER_TASK", "2").output().unwrap();
            assert!(done.status.success(), "{script}: {done:?}");
            let name = if shell == "bash" { format!("part-{task}.json") } else { format!("{task}.json") };
            parts.push(folder.path().join(name).display().to_string());
        }
        let merged = works(&["lab", "merge", &parts[0], &parts[1], &parts[2], "--json"]);
        assert_eq!(timeless(&merged), whole, "{shell}");
    }
}

#[test]
fn shown_match_verifies_and_is_its_row() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("m.csv").display().to_string();
    let setting = ["accursed-tomb", "--seats", "3", "--bot", "easy", "--seed", "9", "--set", "gear=literal"];
    works(&[&["lab", "run"][..], &setting, &["--first", "700", "--games", "3", "--csv", &csv]].concat());
    let rows = std::fs::read_to_string(&csv).unwrap();
    let row: Vec<&str> = rows.lines().last().unwrap().split(',').collect();
    assert_eq!((row[0], *row.last().unwrap(), rows.lines().count()), ("702", "9", 4), "{rows}");
    assert!(rows.lines().next().unwrap().ends_with(",seed"));
    let record = works(&[&["lab", "show"][..], &setting, &["--match", "702"]].concat());
    let header: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
    assert_eq!((header["steps"].to_string().as_str(), &header["options"]["gear"]), (row[1], &"literal".into()));
    let (code, out, err) = run(&["verify", "-"], &record);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("End: as recorded") && out.contains("What could be checked holds."), "{out}");
    // With an option varied, the match has the value of its turn.
    let hero = ["lab", "show", "crimsonbranch", "--vary", "hero=Conan,Bo", "--match", "3", "--bot", "random"];
    assert!(works(&hero).lines().next().unwrap().contains(r#""hero":"Bo""#));
}

/// The bots think for minutes in each match. The first press waits for the current matches, the
/// second does not, and the bar stays on its line.
#[test]
fn a_terminal_sees_how_far_it_is_and_that_it_stops() {
    let endless = ["--seats", "4", "--bot", "search:100000", "--games", "1000000000"];
    let mut screen = Screen::open(&[&["lab", "run", "rogue-ascension"], &endless[..]].concat(), &[]);
    let shown = screen.wait_for(" of 1,000,000,000 matches, 0/s, ");
    assert!(shown.lines().next().unwrap().trim_end().ends_with(" left"), "{shown}");
    screen.press("\x03");
    screen.wait_for("stopping after the matches under way; Ctrl-C again ends at once");
    screen.press("\x03");
    assert_eq!(screen.child.wait().unwrap().exit_code(), 3);
}

#[test]
fn one_match_of_run_is_told_decision_by_decision() {
    let setting = ["--seats", "2", "--seed", "5", "--bot", "easy", "--bot", "normal"];
    let one = |more: &[&str]| works(&[&["lab", "match", "rogue-ascension", "3"], &setting[..], more].concat());
    let told = one(&["--set", "ascension=2"]);
    assert_eq!(told, one(&["--options", r#"{"ascension":2}"#]));
    let lines: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (end, decisions) = lines.split_last().unwrap();
    assert_eq!(end["decisions"], decisions.len());
    assert!(end["outcome"]["placings"].is_array() && decisions[0]["decision"] == 1, "{end}");
    assert_eq!(decisions[0]["action"]["type"], "reveal");
    let seat = decisions[0]["seat"].as_u64().unwrap() as usize;
    assert_eq!(decisions[0]["bot"], ["easy", "normal"][seat]);
    // The same match is row 3 of the run.
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("m.csv").display().to_string();
    let run = ["lab", "run", "rogue-ascension", "--games", "4", "--set", "ascension=2", "--csv", &csv];
    works(&[&run[..], &setting].concat());
    let rows = std::fs::read_to_string(&csv).unwrap();
    let row: Vec<&str> = rows.lines().last().unwrap().split(',').collect();
    assert_eq!((row[0], row[1]), ("3", decisions.len().to_string().as_str()), "{rows}");
    refused(&["lab", "match", "rogue-ascension", "0", "--options", "2"], &["--options", "JSON object"]);
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
