//! The other commands, run as users run them.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod support;

use std::process::{Command, Stdio};

use serde_json::{Value, json};
use support::{BINARY, record, run};

const EVER: usize = 100_000;

/// Checks for bad input: exit code 2, nothing on standard output, one line that contains these
/// texts.
fn refused(args: &[&str], input: &str, says: &[&str]) {
    let (code, out, err) = run(args, input);
    assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
    assert_eq!(err.lines().count(), 1, "{args:?}: {err}");
    assert!(err.starts_with("undercroft: ") && says.iter().all(|said| err.contains(said)), "{args:?}: {err}");
}

/// Checks for a failure: exit code 1, and one line that contains these texts. Returns standard
/// output.
fn fails(args: &[&str], input: &str, says: &[&str]) -> String {
    let (code, out, err) = run(args, input);
    assert_eq!(code, 1, "{args:?}: {out}{err}");
    assert_eq!(err.lines().count(), 1, "{args:?}: {err}");
    assert!(err.starts_with("undercroft: ") && says.iter().all(|said| err.contains(said)), "{args:?}: {err}");
    out
}

/// Checks for success, with nothing on standard error. Returns standard output.
fn works(args: &[&str], input: &str) -> String {
    let (code, out, err) = run(args, input);
    assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
    out
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in
        ["serve", "play", "engine", "games", "rules", "sheet", "print", "replay", "verify", "check", "lab", "moderate"]
    {
        let help = works(&[command, "--help"], "");
        assert!(help.contains("Usage:") && help.contains("Example:\n"), "{help}");
        assert!(works(&["--help"], "").contains(command));
    }
    assert!(works(&["--help"], "").contains("Example:\n"));
    assert!(works(&["--version"], "").starts_with("undercroft "));
}

#[test]
fn bad_arguments_are_told_in_one_line_what_is_allowed() {
    refused(
        &["dance"],
        "",
        &["'dance'", "serve, play, engine, games, rules, sheet, print, replay, verify, check, lab"],
    );
    refused(&["games", "--jsn"], "", &["--jsn", "usage:", "--json"]);
    refused(&["games", "too", "much"], "", &["'too'", "usage:"]);
    refused(&["rules"], "", &["<GAME>", "usage:"]);
    refused(&["rules", "chess"], "", &["\"chess\"", "rogue-ascension"]);
    refused(&["check"], "", &["<FILE>", "usage:"]);
    for command in ["replay", "verify", "check"] {
        refused(&[command, "no/such/file"], "", &["cannot read no/such/file", "standard input"]);
        refused(&[command, "."], "", &["cannot read ."]);
    }
}

#[test]
fn games_are_listed_for_people_and_programs() {
    let text = works(&["games"], "");
    for said in ["rogue-ascension", "Rogue Ascension", "1 to 4", "ascension", "0 to 99", "reference"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let json: Value = serde_json::from_str(&works(&["games", "--json"], "")).unwrap();
    let (_, engine, _) = run(&["engine"], r#"{"cmd":"games"}"#);
    let engine: Value = serde_json::from_str(&engine).unwrap();
    assert_eq!(json, engine["ok"]);
}

#[test]
fn rules_are_the_rulebook() {
    let text = works(&["rules", "rogue-ascension"], "");
    assert!(text.contains("Game id `rogue-ascension`"));
}

#[test]
fn hero_sheets_are_data_drawings_or_pdfs() {
    let text = works(&["sheet", "--hero", "Conan", "Kavi", "--json"], "");
    let sheets: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(sheets.len(), 2);
    assert_eq!(
        (&sheets[0]["name"], &sheets[0]["class"], &sheets[1]["class"]),
        (&json!("Conan"), &json!("ranger"), &json!("wizard"))
    );
    assert_eq!(sheets[0]["cells"].as_array().unwrap().len(), 36);
    assert_eq!(sheets[0]["cells"][1], json!([1, 0, [0, 1, 0, 0], 0, 0, 0, 0, 0]));
    assert_eq!(sheets[0]["cells"][30], json!([0, 5, [1, 0, 0, 0], 0, 0, 1, 0, 1]));
    assert_eq!(sheets[0]["branches"].as_array().unwrap().len(), 35);
    assert_eq!(sheets[0]["branches"][0], json!([0, 0, 1, 0, [0, 1, 0, 0]]));

    let svg = works(&["sheet", "--hero", "<Conan & Co>"], "");
    assert!(svg.starts_with("<svg ") && svg.contains("&lt;Conan &amp; Co&gt;") && !svg.contains("<Conan"));
    let front = works(&["sheet", "--hero", "Conan", "--side", "front", "--paper", "letter"], "");
    assert!(front.len() < svg.len() && front.contains("viewBox=\"0 0 612 792\""));

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("heroes.pdf");
    assert_eq!(works(&["sheet", "--hero", "Conan", "--hero", "", "--pdf", "--out", file.to_str().unwrap()], ""), "");
    assert!(std::fs::read(&file).unwrap().starts_with(b"%PDF-"));

    refused(&["sheet"], "", &["--hero", "usage:"]);
    refused(&["sheet", "--hero", &"z".repeat(216)], "", &["215", "R32"]);
    refused(&["sheet", "--hero", "Conan", "--json", "--pdf"], "", &["--pdf"]);
    fails(&["sheet", "--hero", "Conan", "--out", "no/such/folder/file"], "", &["cannot write"]);
}

#[test]
fn nobody_reading_is_no_failure() {
    for args in [&["games"][..], &["rules", "rogue-ascension"], &["games", "--json"], &["--help"]] {
        let mut command = Command::new(BINARY);
        let mut child = command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{args:?}");
    }
}

#[test]
fn a_good_record_verifies() {
    let whole = record(7, 2, EVER);
    let out = works(&["verify", "-"], &whole);
    for said in ["Rogue Ascension, 2 seats", "Steps: ", "Seal: fits", "all those of the seed", "The record verifies."] {
        assert!(out.contains(said), "{said}: {out}");
    }

    let file = std::env::temp_dir().join(format!("undercroft-record-{}.jsonl", std::process::id()));
    std::fs::write(&file, &whole).unwrap();
    assert_eq!(works(&["verify", file.to_str().unwrap()], ""), out);
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn what_a_record_leaves_out_is_said() {
    let unfinished = works(&["verify", "-"], &record(7, 1, 3));
    assert!(unfinished.contains("the match is not over") && !unfinished.contains("The record verifies"));

    let mut lines = json_lines(&record(7, 1, 3));
    lines[0].as_object_mut().unwrap().remove("seed");
    let sealed = works(&["verify", "-"], &text(&lines));
    assert!(sealed.contains("Seal: not checked") && sealed.contains("without a seed"), "{sealed}");
    lines[0].as_object_mut().unwrap().remove("seal");
    assert!(works(&["verify", "-"], &text(&lines)).contains("neither seal nor seed"));
}

#[test]
fn a_forged_record_does_not_verify() {
    let whole = record(7, 1, EVER);
    let forge = |change: &dyn Fn(&mut Vec<Value>)| {
        let mut lines = json_lines(&whole);
        change(&mut lines);
        text(&lines)
    };
    let verify = |forged: String, says: &[&str]| {
        assert_eq!(fails(&["verify", "-"], &forged, says), "");
        fails(&["replay", "-"], &forged, says);
    };
    let step =
        json_lines(&whole).iter().position(|line| line["chance"].as_array().is_some_and(|c| !c.is_empty())).unwrap();
    let n = format!("step {step} ");

    let other = if json_lines(&whole)[step]["chance"][0] == "2" { "3" } else { "2" };
    verify(forge(&|lines| lines[step]["chance"][0] = json!(other)), &[&n, "its seed gives"]);
    verify(forge(&|lines| lines[step]["chance"] = json!([])), &[&n, "its seed gives"]);
    verify(forge(&|lines| lines[1]["action"] = json!({ "type": "attack" })), &["step 1 ", "cannot be"]);
    verify(forge(&|lines| lines[1]["seat"] = json!(200)), &["step 1 ", "not awaited"]);
    verify(forge(&|lines| lines[0]["seed"] = json!(format!("{:064x}", 8))), &["does not fit its seal"]);
    verify(forge(&|lines| lines[0]["seal"] = json!("00")), &["does not fit its seal"]);
    verify(forge(&|lines| lines[0]["seed"] = json!("xyz")), &["64 hexadecimal digits"]);
    let unproven = |forged: String, says: &[&str]| drop(fails(&["verify", "-"], &forged, says));
    unproven(forge(&|lines| drop(lines[0].as_object_mut().unwrap().remove("seed"))), &["were sealed", "no seed"]);
    unproven(forge(&|lines| drop(lines[0].as_object_mut().unwrap().remove("seal"))), &["no seal"]);
    unproven(
        forge(&|lines| lines[0]["sealed"] = json!("by the founder")),
        &["\"sealed\"", "nothing that can be checked"],
    );
    let cut = |lines: &mut Vec<Value>| {
        lines.pop();
        lines[0].as_object_mut().unwrap().remove("seed");
    };
    unproven(forge(&cut), &["the match is over", "no seed"]);
    unproven(forge(&|lines| lines[1]["note"] = json!("x")), &["line 2", "\"note\"", "nothing that can be checked"]);
    unproven(forge(&|lines| lines.last_mut().unwrap()["proof"] = json!(1)), &["\"proof\"", "that can be checked"]);
    verify(forge(&|lines| lines[1]["action"]["by"] = json!("x")), &["step 1 ", "\"by\" has no meaning"]);
    verify(
        forge(&|lines| {
            let last = lines.last_mut().unwrap();
            last["outcome"]["victory"] = json!(!last["outcome"]["victory"].as_bool().unwrap());
        }),
        &["ends with the outcome"],
    );
}

#[test]
fn a_file_of_many_records_is_checked_one_by_one() {
    let saved =
        |seed, id: &str| record(seed, 1, EVER).replacen("\"seats\"", &format!("\"table\":\"{id}\",\"seats\""), 1);
    let [one, other] = [saved(7, "abc"), saved(8, "def")];
    let file = format!("\u{feff}{one}{other}").replace('\n', "\r\n");
    let out = works(&["verify", "-"], &file);
    for said in ["Record 1 (table abc):\n", "Record 2 (table def):\n", "All 2 records hold.\n"] {
        assert!(out.contains(said), "{said}: {out}");
    }
    assert_eq!(out.matches("The record verifies.").count(), 2, "{out}");
    for (which, whole) in [("2", &other), ("abc", &one)] {
        assert_eq!(works(&["verify", "-", "--record", which], &file), works(&["verify", "-"], whole));
        assert_eq!(works(&["replay", "-", "--record", which], &file), works(&["replay", "-"], whole));
    }
    refused(&["replay", "-"], &file, &["has 2 records", "--record"]);
    for command in ["verify", "replay"] {
        refused(&[command, "-", "--record", "3"], &file, &["no record \"3\"", "2 records"]);
    }

    // A false record and an unreadable one have different errors, and do not hide the true ones.
    let false_dice = other.replace("\"seed\":\"", "\"seed\":\"f").replacen("0\",", "\",", 1);
    let false_dice = format!("{one}{false_dice}");
    let out = fails(&["verify", "-"], &false_dice, &["1 of 2 records hold", "1 do not verify", "0 could not be read"]);
    assert!(out.contains("record 2 (table def): its dice are not those of the seal"), "{out}");
    let cut = format!("{}{one}", other.lines().take(3).map(|line| format!("{line}\n")).collect::<String>());
    let output = support::output(&["verify", "-"], cut.as_bytes());
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        out.contains("record 1 (table def) could not be read as a match record") && out.contains("cut short"),
        "{out}"
    );
    assert!(out.contains("The record verifies."), "{out}");
}

#[test]
fn what_is_no_record_is_refused() {
    let whole = record(7, 1, EVER);
    let unread = |change: &dyn Fn(&mut Vec<Value>), says: &[&str]| {
        let mut lines = json_lines(&whole);
        change(&mut lines);
        for command in ["verify", "replay"] {
            refused(&[command, "-"], &text(&lines), &[says, &["could not be read"]].concat());
        }
    };
    unread(&|lines| lines[0]["rules"] = json!(999), &["version 999 of the rules"]);
    unread(&|lines| lines[0]["seats"] = json!(9), &["takes 1 to 4 seats"]);
    unread(&|lines| lines[0]["options"] = json!({ "x": 1 }), &["no option \"x\""]);
    unread(&|lines| drop(lines.remove(1)), &["where step 1 must stand"]);
    unread(&|lines| drop(lines.remove(lines.len() - 2)), &["cut short"]);
    for command in ["verify", "replay"] {
        refused(&[command, "-"], "", &["standard input could not be read as a match record", "empty"]);
        refused(&[command, "-"], "hello", &["could not be read", "header"]);
        let twice = whole.replacen("\"seats\":1", "\"seats\":1,\"seats\":1", 1);
        refused(&[command, "-"], &twice, &["could not be read", "given twice"]);
        refused(&[command, "-"], "\u{feff}hello", &["could not be read", "line 1"]);
        refused(
            &[command, "-"],
            "{\"format\":\"pgn\",\"version\":1,\"game\":\"x\",\"rules\":1,\"seats\":1}",
            &["\"pgn\""],
        );
        refused(
            &[command, "-"],
            &record(7, 1, 0).replace("rogue-ascension", "chess"),
            &["\"chess\"", "rogue-ascension"],
        );
        let output = support::output(&[command, "-"], b"\xff\xfe");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    }
}

#[test]
fn a_replay_tells_every_step() {
    let whole = record(7, 2, EVER);
    let steps: Vec<Value> = json_lines(&whole).into_iter().filter(|line| line.get("n").is_some()).collect();

    let lines = json_lines(&works(&["replay", "-", "--json"], &whole));
    assert_eq!(lines.len(), steps.len() + 1);
    assert_eq!((&lines[0]["ply"], &lines[0]["seat"], &lines[0]["action"]), (&json!(0), &Value::Null, &Value::Null));
    assert_eq!(lines[0]["chance"].as_array().unwrap().len(), 2, "two heroes roll for the order");
    for (line, step) in lines[1..].iter().zip(&steps) {
        assert_eq!(line["ply"], step["n"]);
        assert_eq!(line["state"]["ply"], step["n"]);
        for key in ["seat", "action", "chance"] {
            assert_eq!(line[key], step[key]);
        }
        assert!(line["text"].is_string() && line["events"].is_array());
    }
    assert!(lines.last().unwrap()["state"]["status"]["over"].is_object());

    let text = works(&["replay", "-"], &whole);
    let lines = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count();
    assert_eq!(lines, steps.len());
    assert!(text.starts_with("Rogue Ascension: Player 1, Player 2 ("));
    assert!(text.contains("\n1. Player "));

    let unfinished = works(&["replay", "-"], &record(7, 1, 3));
    assert!(unfinished.ends_with("The record ends here; the match is not over.\n"), "{unfinished}");
}

#[test]
fn a_replay_speaks_the_language_that_is_asked_for() {
    let unfinished = record(7, 1, 3);
    let german = works(&["replay", "-", "--language", "de"], &unfinished);
    assert!(german.starts_with("Rogue Ascension: Spieler 1 ("), "{german}");
    assert!(german.ends_with("Die Aufzeichnung endet hier; die Partie ist nicht vorbei.\n"), "{german}");
    refused(&["replay", "-", "--language", "xx"], &unfinished, &["the languages are en, de"]);
    // Programs read the same in any language.
    refused(&["replay", "-", "--json", "--language", "de"], &unfinished, &["--json", "--language"]);
}

#[test]
fn a_replay_names_players_and_no_name_steers_the_terminal() {
    let mut lines = json_lines(&record(7, 2, 3));
    lines[0]["players"] = json!(["Ada\u{1b}[2J", ""]);
    let text = works(&["replay", "-"], &text(&lines));
    assert!(text.starts_with("Rogue Ascension: Ada[2J, Player 2") && !text.contains('\u{1b}'), "{text}");
}

const PAGE: &str = "Game id `rogue-ascension`\n\n```example\nname: a card by hand\nact 0 {\"type\":\"reveal\"}\ncard floor A\n\
                    card treasure 7\nexpect: {\"floor\":2}\nrefuse 0 {\"type\":\"attack\"}\n```\n";

#[test]
fn examples_are_run_and_what_does_not_hold_is_said() {
    assert_eq!(works(&["check", "-"], PAGE), "ok    a card by hand\n1 of 1 examples hold.\n");

    let wrong = PAGE.replace("a card by hand", "wrong").replace("\"floor\":2", "\"floor\":3");
    let out = fails(&["check", "-"], &format!("{PAGE}\n{wrong}"), &["1 example fails"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "ok    a card by hand");
    assert_eq!(lines[1], "FAIL  wrong: standard input, line 19: expected floor = 3, found floor = 2");
    assert_eq!(lines[2], "1 of 2 examples hold.");

    let out = fails(&["check", "-"], &PAGE.replace("card floor A", "die 20 trap 3"), &["1 example fails"]);
    assert!(
        out.contains("line 6: expected the game asks for `die 20 trap`, found the game asks for `card floor`"),
        "{out}"
    );
}

#[test]
fn pages_that_cannot_be_checked_are_refused() {
    refused(&["check", "-"], "", &["there are no examples"]);
    refused(&["check", "-"], "# Rules\n\nGame id `rogue-ascension`\n", &["there are no examples"]);
    refused(&["check", "-"], &PAGE.replace("Game id", "Game"), &["names no game"]);
    refused(&["check", "-"], &PAGE.replace("`rogue-ascension`", "`chess`"), &["\"chess\"", "rogue-ascension"]);
    refused(&["check", "-"], &PAGE.replace("card floor A", "deal floor A"), &["line 6", "act, refuse, die, card"]);
    let page = support::repository("docs/engine-protocol.md");
    refused(&["check", page.to_str().unwrap(), "no/such/page.md"], "", &["engine-protocol.md"]);
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn text(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// A server of the built binary, with its address.
struct RunningHall {
    process: std::process::Child,
    address: String,
}

impl RunningHall {
    fn open(data: &str) -> RunningHall {
        use std::io::BufRead;
        let mut command = Command::new(BINARY);
        let command = command.args(["serve", "--listen", "127.0.0.1:0", "--data", data]);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        std::io::BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit(' ').next().unwrap().to_owned();
        RunningHall { process, address }
    }
}

impl RunningHall {
    /// Opens a server whose output goes into one pipe. The test reads only the line with the
    /// address.
    fn open_unread(data: &str) -> (RunningHall, std::io::PipeReader) {
        use std::io::Read;
        let (mut output, input) = std::io::pipe().unwrap();
        let mut command = Command::new(BINARY);
        let command = command.args(["serve", "--listen", "127.0.0.1:0", "--data", data]);
        let process = command.stdout(input.try_clone().unwrap()).stderr(input).spawn().unwrap();
        let (mut text, mut byte) = (Vec::new(), [0]);
        let address = loop {
            output.read_exact(&mut byte).unwrap();
            text.push(byte[0]);
            let text = String::from_utf8_lossy(&text);
            if let Some((_, address)) = text.strip_suffix('\n').and_then(|text| text.split_once("open at ")) {
                break address.to_owned();
            }
        };
        (RunningHall { process, address }, output)
    }
}

impl Drop for RunningHall {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn an_operator_moderates_a_running_hall() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let nowhere = ["moderate", "list", "--data", data, "--operator", "mod"];
    refused(&nowhere, "", &["operators' token", "--data"]);
    let hall = RunningHall::open(data);
    let moderate = |args: &[&str]| {
        let place = ["--data", data, "--hall", &hall.address, "--operator", "mod"];
        run(&[&["moderate"], args, &place[..]].concat(), "")
    };
    let works = |args: &[&str]| {
        let (code, out, err) = moderate(args);
        assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
        out
    };
    assert!(works(&["list"]).contains("Nobody is banned"));
    let ban = works(&["ban", "--address", "192.0.2.7", "--for", "7d", "--why", "insults"]);
    assert_eq!(ban, "ban  address 192.0.2.7, for another 7 days: insults\n");
    let (code, _, err) = moderate(&["mute", "--person", "nobody", "--why", "insults"]);
    assert!(code == 1 && err.contains("there is no person"), "{err}");
    assert!(works(&["unban", "--address", "192.0.2.7", "--why", "enough"]).contains("Nobody is banned"));
    let audit = works(&["audit"]);
    let acts: Vec<&str> = audit.lines().collect();
    assert!(acts.len() == 2 && acts[0].contains("mod: lift ban, address 192.0.2.7: enough"), "{audit}");
    let (code, _, err) = moderate(&["ban", "--why", "insults"]);
    assert!(code == 2 && err.contains("--person"), "{err}");
    let (code, _, err) = moderate(&["close", "../audit", "--why", "insults"]);
    assert!(code == 2 && err.contains("is no id"), "{err}");
    let (code, _, err) =
        run(&["moderate", "list", "--data", data, "--operator", "mod", "--hall", "http://127.0.0.1:1"], "");
    assert!(code == 1 && err.contains("no hall answers at http://127.0.0.1:1"), "{err}");
}

#[test]
fn server_answers_while_nobody_reads_its_output() {
    use std::io::{BufRead, BufReader, Read, Write};
    /// Each writes a line of more than 60 bytes, and a pipe holds 64 KiB.
    const REQUESTS: usize = 3000;
    let dir = tempfile::tempdir().unwrap();
    let (hall, _unread) = RunningHall::open_unread(dir.path().to_str().unwrap());
    let line = std::net::TcpStream::connect(hall.address.strip_prefix("http://").unwrap()).unwrap();
    line.set_read_timeout(Some(std::time::Duration::from_secs(60))).unwrap();
    let mut answers = BufReader::new(line.try_clone().unwrap());
    for n in 0..REQUESTS {
        (&line).write_all(b"GET /manifest.webmanifest HTTP/1.1\r\nhost: hall\r\n\r\n").unwrap();
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            let read = answers.read_line(&mut head);
            assert!(matches!(read, Ok(1..)), "request {n}: {read:?} after {head:?}");
        }
        assert!(head.starts_with("HTTP/1.1 200"), "request {n}: {head}");
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        answers.read_exact(&mut vec![0; length.parse().unwrap()]).unwrap();
    }
}
