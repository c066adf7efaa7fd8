//! `undercroft play`, run as people run it: through a terminal, and through pipes.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod support;

use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};

use support::{run, screen::Screen};

const GAME: &str = "rogue-ascension";

fn kept(data: &Path) -> String {
    kept_of(GAME, data)
}

fn kept_of(game: &str, data: &Path) -> String {
    std::fs::read_to_string(data.join("matches").join(format!("{game}.jsonl"))).unwrap()
}

/// The game in a terminal of its own.
fn play(args: &[&str], data: &Path, variables: &[(&str, &str)]) -> Screen {
    let play = ["play", GAME, "--pace", "0", "--data", data.to_str().unwrap()];
    Screen::open(&[&play, args].concat(), variables)
}

/// Takes one step: the first move. `false` at the end of the match.
fn step(screen: &mut Screen, data: &Path) -> bool {
    let shown = screen.wait("something to do", |shown| shown.contains("your turn") || shown.contains("n new match"));
    if shown.contains("n new match") {
        return false;
    }
    let before = kept(data);
    screen.press("1");
    let (start, mut pressed) = (Instant::now(), Instant::now());
    while kept(data) == before {
        assert!(start.elapsed() < Duration::from_secs(30), "no step was taken:\n{}", screen.shown());
        // A person whose key has no effect presses it again.
        if pressed.elapsed() > Duration::from_secs(5) {
            screen.press("1");
            pressed = Instant::now();
        }
        let shown = screen.shown();
        if shown.contains("y does it.") {
            screen.press("y");
        }
        if shown.contains("n new match") {
            return false;
        }
        thread::sleep(Duration::from_millis(5));
    }
    true
}

#[test]
fn a_match_is_played_in_a_terminal_through_resizes_and_a_kill() {
    let data = tempfile::tempdir().unwrap();
    let mut screen = play(&["--seed", "7"], data.path(), &[]);
    screen.wait_for("Turn up floor 1");
    for _ in 0..4 {
        assert!(step(&mut screen, data.path()));
    }
    for (columns, rows) in [(120, 40), (50, 18), (80, 24)] {
        screen.resize(columns, rows);
        let fits = |shown: &str| {
            let lines: Vec<&str> = shown.lines().collect();
            let keys = lines.last().is_some_and(|line| line.contains("? rules"));
            lines.len() == usize::from(rows) && keys && lines[0].contains("Floor")
        };
        screen.wait("the new size", fits);
        assert!(step(&mut screen, data.path()));
    }

    // A kill without warning loses nothing.
    let before = kept(data.path());
    screen.child.kill().unwrap();
    screen.child.wait().unwrap();
    assert_eq!(kept(data.path()), before);
    let mut screen = play(&[], data.path(), &[]);
    screen.wait_for("A match waits for you: Player 1, 7 steps in.");
    screen.press("\r");
    screen.wait("the table", |shown| !shown.contains("A match waits") && shown.contains("your turn"));
    assert_eq!(kept(data.path()), before);

    // Every page opens and closes.
    for (key, words) in [
        ("?", "The rules of Rogue Ascension"),
        ("l", "Chronicle, "),
        ("r", "step 7 of 7"),
        ("w", "What cannot be done now"),
    ] {
        screen.press(key);
        screen.wait(words, |shown| shown.contains(words) && !shown.contains("h hint"));
        screen.press("\x1b");
        screen.wait_for("h hint");
    }
    screen.press("h");
    screen.wait_for("Hint: ");
    while step(&mut screen, data.path()) {}
    let shown = screen.shown();
    assert!(shown.contains("Floors climbed") && shown.contains("the end"), "{shown}");
    screen.press("q");
    assert!(screen.ended());

    let file = data.path().join("matches").join(format!("{GAME}.jsonl"));
    let (code, out, _) = run(&["verify", file.to_str().unwrap()], "");
    assert!(code == 0 && out.contains("The record verifies."), "{out}");
}

#[test]
fn leaving_asks_and_gives_the_terminal_back() {
    let data = tempfile::tempdir().unwrap();
    let mut screen = play(&["--seed", "7"], data.path(), &[]);
    screen.wait_for("Turn up floor 1");
    screen.press("q");
    screen.wait_for("Leave the table?");
    screen.press("n");
    screen.wait("the table", |shown| !shown.contains("Leave the table?"));
    screen.press("qy");
    assert!(screen.ended());

    let mut screen = play(&["--resume"], data.path(), &[]);
    screen.wait_for("Turn up floor 1");
    screen.press("\x03");
    assert!(screen.ended());
}

#[test]
#[cfg(unix)]
fn a_terminal_that_goes_takes_the_program_along() {
    let data = tempfile::tempdir().unwrap();
    let screen = play(&["--seed", "7"], data.path(), &[]);
    screen.wait_for("Turn up floor 1");
    let Screen { master, writer, mut child, parser } = screen;
    drop((master, writer, parser));
    let start = Instant::now();
    support::signal(child.process_id().unwrap(), "-HUP");
    while child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(10), "it lives on");
        thread::sleep(Duration::from_millis(5));
    }
    let (code, out, _) = run(&["play", GAME, "--resume", "--data", data.path().to_str().unwrap()], "");
    assert!(code == 0 && out.contains("Turn up floor 1"), "{out}");
}

#[test]
#[cfg(unix)]
fn the_terminal_is_given_back_for_a_pause_and_for_good() {
    let signal = |screen: &Screen, name: &str| support::signal(screen.child.process_id().unwrap(), name);
    let data = tempfile::tempdir().unwrap();
    let mut screen = play(&["--seed", "7"], data.path(), &[]);
    screen.wait_for("Turn up floor 1");
    screen.press("\x1a");
    screen.wait_until_taken(false);
    // It gives the terminal back before it stops, and only a program that has stopped goes on.
    screen.ask_until_taken(true, || signal(&screen, "-CONT"));
    screen.wait_for("Turn up floor 1");
    signal(&screen, "-TSTP");
    screen.wait_until_taken(false);
    screen.ask_until_taken(true, || signal(&screen, "-CONT"));
    assert!(step(&mut screen, data.path()));
    screen.press("\x03");
    assert!(screen.ended());

    for name in ["-INT", "-QUIT", "-TERM"] {
        let screen = play(&["--resume"], data.path(), &[]);
        screen.wait_for("your turn");
        signal(&screen, name);
        screen.wait_until_taken(false);
        assert!(!screen.ended(), "{name} ends it at once");
    }
}

#[test]
fn no_colour_means_none() {
    let data = tempfile::tempdir().unwrap();
    let coloured = |screen: &Screen| {
        let parser = screen.parser.lock().unwrap();
        let cell = |row, column| parser.screen().cell(row, column).map(|cell| (cell.fgcolor(), cell.bgcolor()));
        let plain = (vt100::Color::Default, vt100::Color::Default);
        (0..24).any(|row| (0..80).any(|column| cell(row, column).is_some_and(|colours| colours != plain)))
    };
    let mut screen = play(&["--seed", "7"], data.path(), &[]);
    screen.wait_for("q quit");
    assert!(coloured(&screen));
    // Meanwhile no other process can play it.
    let (code, _, err) = run(&["play", GAME, "--data", data.path().to_str().unwrap()], "");
    assert!(code == 1 && err.contains("another terminal"), "{err}");
    screen.press("\x03");
    assert!(screen.ended());
    let screen = play(&["--new", "--seed", "7"], data.path(), &[("NO_COLOR", "1")]);
    screen.wait_for("q quit");
    assert!(!coloured(&screen));
}

#[test]
fn a_match_is_played_through_pipes() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let input = "1\nyes\n".repeat(3_000);
    let args = ["play", GAME, "--seats", "Ada,bot:reference", "--pace", "0", "--seed", "3", "--data", folder];
    let (code, out, err) = run(&args, &input);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    for said in ["Rogue Ascension. ", "Floor 1 of 15.", "You ", "Bot 2 ", "Floors climbed: ", "The match is saved in "]
    {
        assert!(out.contains(said), "{said}: {out}");
    }
    assert!(!out.contains('\x1b'));
    assert!(kept(data.path()).contains("\"outcome\""));
}

#[test]
fn plain_words_work_and_the_end_of_input_saves() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let input = "help\n1\nlook\nmoves\nhint\nwhy\nundo\nlog\nrules\nrules 1\nsave\nnonsense\n99\n";
    let (code, out, err) = run(&["play", GAME, "--plain", "--seed", "7", "--data", folder], input);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    for said in [
        "quit: leaves",
        "1. Strike the rat with d6 (wounds 58 %",
        "A good player would do 1: Strike the rat",
        "The last step cannot be taken back: dice or cards have fallen since.",
        "Say rules and a number",
        "The match is saved in ",
        "Say 1, or help for other words.",
        "The match is saved. Play again to go on with it.",
    ] {
        assert!(out.contains(said), "{said}: {out}");
    }
    let (_, out, _) = run(&["play", GAME, "--data", folder], "yes\nquit\n");
    assert!(out.contains("A match waits for you: Player 1, 1 step in.") && out.contains("Strike the rat"), "{out}");
    let (_, out, _) = run(&["play", GAME, "--data", folder], "no\n");
    assert!(out.contains("put aside in ") && out.contains("Turn up floor 1"), "{out}");
    assert!(data.path().join("matches").join(format!("{GAME}.before.jsonl")).exists());
}

#[test]
fn a_match_speaks_and_understands_another_language() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let german = ["play", GAME, "--seed", "7", "--language", "de", "--data", folder];
    let (code, out, err) = run(&german, "HILFE\nzurück\nEnde\n1\n");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    for said in ["Züge: zeigt, was du tun kannst", "Es gibt keine vorige Liste.", "Die Partie ist gesichert."] {
        assert!(out.contains(said), "{said}: {out}");
    }
    let (_, out, _) = run(&["play", GAME, "--data", folder], "yes\nhelp\n");
    assert!(out.contains("moves: lists what you can do"), "what is kept has no language: {out}");
    let (_, out, _) = run(&["play", GAME, "--data", folder, "--language", "de"], "ja\nmoves\nhelp\n");
    assert!(out.contains("Züge: zeigt"), "English words are understood: {out}");
}

#[test]
fn level_seats_characters_who_differ_in_name() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let seats = ["play", "gloombah", "--seats", "me,normal,normal", "--seed", "7", "--pace", "0", "--data", folder];
    let (code, out, err) = run(&seats, "look\n");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("Berengar (bot)") && out.contains("Dulcie (bot)"), "{out}");
    let (_, out, _) = run(&["play", "gloombah", "--data", folder], "");
    assert!(out.contains("Player 1, Berengar (bot) and Dulcie (bot)"), "the saved match knows them: {out}");
}

#[test]
fn locale_without_utf8_gets_ascii_alone() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let play = ["play", "gloombah", "--seats", "Jürgen,normal", "--seed", "7", "--pace", "0", "--data", folder];
    let records = data.path().join("matches/gloombah.jsonl");
    for (args, says) in [
        (&play[..], "Zuege: zeigt, was du tun kannst"),
        (&["rules", "gloombah"], "Gloombah!"),
        (&["games"], "Gloombah!"),
        (&["replay", records.to_str().unwrap()], "Juergen"),
        (&["play", "schach"], "gibt es nicht; es gibt rogue-ascension"),
    ] {
        // The old spelling of a word is understood too.
        let output = support::output_in("de_DE.ISO-8859-1", args, b"look\nz\xfcge\nhilfe\n1\n");
        let out = [output.stdout, output.stderr].concat();
        assert!(out.is_ascii(), "{args:?}: {}", String::from_utf8_lossy(&out));
        assert!(String::from_utf8(out).unwrap().contains(says), "{args:?}");
    }
    assert!(kept_of("gloombah", data.path()).contains("Jürgen"), "records stay UTF-8");

    let mut screen = Screen::open(&[&play[..], &["--new"]].concat(), &[("LANG", "de_DE.ISO-8859-1")]);
    let shown = screen.wait_for("Juergen");
    assert!(shown.is_ascii(), "{shown}");
    screen.press("?");
    let shown = screen.wait_for("Tasten");
    assert!(shown.is_ascii() && shown.contains("Zug"), "{shown}");
    screen.press("\x03");
    assert!(screen.ended());
}

#[test]
fn a_real_table_is_refereed() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    // A skeleton that strikes second, and dies of the first blow.
    let input = "1\n3\n21\n20\n1\n1\n6\n1\nsave\n";
    let (code, out, err) = run(&["play", GAME, "--dice", "physical", "--data", folder], input);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    for said in [
        "Draw a card: The next floor. What fell? (2 3 4 ",
        "Roll a d20: Initiative of the hero. What fell? (1 to 20)",
        "Say what fell: 1 to 20.",
        "Initiative: hero 20, enemy 1.",
        "Roll a d6: Attack. What fell? (1 to 6)",
    ] {
        assert!(out.contains(said), "{said}: {out}");
    }
    let record = kept(data.path());
    assert!(record.contains(r#""chance":["3","20","1"]"#) && !record.contains("seed"), "{record}");
    let (code, out, _) = run(&["play", GAME, "--resume", "--data", folder], "look\n");
    assert!(code == 0 && out.contains("Floor 1"), "{out}");
}

#[test]
fn a_broken_saved_match_is_put_aside() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let file = data.path().join("matches").join(format!("{GAME}.jsonl"));
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "not a record\n").unwrap();
    let (code, _, err) = run(&["play", GAME, "--resume", "--data", folder], "");
    assert!(code == 1 && err.contains("cannot be opened"), "{err}");
    let (code, out, _) = run(&["play", GAME, "--data", folder], "1\n");
    assert!(code == 0 && out.contains("It is put aside in ") && out.contains("Floor 1."), "{out}");
}

#[test]
fn what_cannot_be_is_refused_in_one_line() {
    let data = tempfile::tempdir().unwrap();
    let refused = |args: &[&str], says: &str| {
        let mut all = vec!["play"];
        all.extend(args);
        all.extend(["--data", data.path().to_str().unwrap()]);
        let (code, out, err) = run(&all, "");
        assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{args:?}: {out}{err}");
        assert!(err.contains(says), "{args:?}: {err}");
    };
    refused(&["chess"], "there is no game \"chess\"");
    refused(&[GAME, "--seats", "me,bot:chess"], "--seats: there is no bot \"chess\"");
    refused(&[GAME, "--seats", "a,b,c,d,e"], "1 to 4 seats");
    refused(&[GAME, "--set", "ascension"], "--set takes KEY=VALUE");
    refused(&[GAME, "--set", "ascension=x"], "a whole number from 0 to 99");
    refused(&[GAME, "--set", "colour=red"], "there is no option \"colour\"");
    refused(&[GAME, "--seed", "x"], "64 hexadecimal digits");
    refused(&[GAME, "--dice", "loaded"], "physical");
    refused(&[GAME, "--dice", "physical", "--seed", "1"], "--seed has no use");
    refused(&[GAME, "--resume"], "leave out --resume");
    refused(&[GAME, "--resume", "--new"], "--new");
    refused(&[GAME, "--language", "tlh"], "the languages are en, de");
}
