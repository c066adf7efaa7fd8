//! Programs that play in the lab.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may")]

mod support;

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use serde_json::Value;
use support::run;

/// Writes a program for the shell, which answers `begin` and each turn in this way.
fn program(folder: &Path, begin: &str, turn: &str) -> String {
    let path = folder.join("bot.sh");
    let text = format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in *'\"cmd\":\"begin\"'*) {begin};; *) {turn};; esac; done\n"
    );
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

fn figures(game: &str, bots: &[&str], threads: &str) -> Value {
    let mut args = vec!["lab", "run", game, "--json", "--games", "4", "--seats", "2", "--threads", threads];
    args.extend(bots.iter().flat_map(|bot| ["--bot", bot]));
    let (code, out, err) = run(&args, "");
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap()
}

const FIRST: &str = r#"echo '{"ok":{"index":0}}'"#;

#[test]
fn program_plays_by_actions_and_by_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let first = program(folder.path(), r#"echo '{"ok":{}}'"#, FIRST);
    for game in ["accursed-tomb", "rogue-ascension"] {
        let found = figures(game, &[&first, "reference"], "2");
        assert_eq!((found["games"].as_u64(), &found["bots"][0]), (Some(4), &Value::from(&*first)), "{game}");
        let again = figures(game, &[&first, "reference"], "1");
        assert_eq!((&found["plies"], &found["measures"]), (&again["plies"], &again["measures"]), "{game}");
    }
    let choice = r#"a=${line##*\"legal\":[}; a=${a%%[],]*}; echo "{\"ok\":{\"choice\":$a}}""#;
    let numbers = program(folder.path(), r#"echo '{"id":0,"ok":{"wants":"numbers"}}'"#, choice);
    for game in ["accursed-tomb", "dungeon-rummy"] {
        assert_eq!(figures(game, &[&numbers, "random"], "2")["games"], 4, "{game}");
    }
}

#[test]
fn record_has_the_steps_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let first = program(folder.path(), r#"echo '{"ok":{}}'"#, FIRST);
    let args = ["rogue-ascension", "--seats", "1", "--bot", &first];
    let (code, record, err) = run(&[&["lab", "show"], &args[..], &["--match", "3"]].concat(), "");
    assert!(code == 0 && record.contains("bot.sh"), "{err}");
    let path = folder.path().join("match.jsonl");
    fs::write(&path, &record).unwrap();
    let (code, out, err) = run(&["verify", path.to_str().unwrap()], "");
    assert!(code == 0 && out.contains("What could be checked holds."), "{out}{err}");
    let (code, out, err) = run(&[&["lab", "match"], &args[..1], &["3"], &args[1..]].concat(), "");
    assert!(code == 0 && out.contains("bot.sh"), "{out}{err}");
}

#[test]
fn wrong_answer_is_told_with_what_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let ok = r#"echo '{"ok":{}}'"#;
    for (begin, turn, said) in [
        (ok, r#"echo '{"ok":{"action":{"type":"dance"}}}'"#, r#"Allowed as "action": {"type":"reveal"}"#),
        (ok, r#"echo '{"ok":{"index":99}}'"#, r#"answers {"index":99}"#),
        (ok, "echo hello", "which is no JSON"),
        (ok, r#"echo '{"id":7,"ok":{"index":0}}'"#, "to question 1"),
        (ok, r#"echo '{"error":"tired"}'"#, "without \"ok\""),
        (ok, "exit 3", "has ended without an answer (exit status: 3)"),
        ("exit 0", FIRST, "has ended without an answer"),
        (r#"echo '{"ok":{"wants":"numbers"}}'"#, r#"echo '{"ok":{"choice":9}}'"#, "Allowed as \"choice\": [0]"),
    ] {
        let bot = program(folder.path(), begin, turn);
        let (code, out, err) = run(&["lab", "run", "rogue-ascension", "--games", "5", "--bot", &bot], "");
        assert!(code != 0 && out.is_empty() && err.contains(said), "{said}: {err}");
        assert!(err.contains("match 0 of rogue-ascension"), "{err}");
    }
    let (code, _, err) = run(&["lab", "run", "rogue-ascension", "--games", "5", "--bot", "./nobody"], "");
    assert!(code != 0 && err.contains("the program ./nobody cannot be started"), "{err}");
}
