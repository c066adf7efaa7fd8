//! The page about the engine protocol is correct.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod support;

use std::process::Command;

use serde_json::{Value, json};
use support::{BINARY, Engine, fits, repository};

fn read(path: &str) -> String {
    std::fs::read_to_string(repository(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The standard output of one of the Python examples; `None` on machines without Python.
fn python(script: &str, args: &[&str]) -> Option<String> {
    let path = repository(&format!("docs/examples/{script}"));
    let Ok(output) = Command::new("python3").arg("-B").arg(path).args(args).output() else {
        println!("skipped: there is no python3 to run {script}");
        return None;
    };
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(output.status.success() && err.is_empty(), "{script}: {err}");
    Some(out)
}

#[test]
fn a_pattern_fits_what_it_abridges() {
    for (pattern, text) in [("abc", "abc"), ("a…c", "abc"), ("…b…", "abc"), ("a…", "a"), ("a…b…c", "a1b2c")]
    {
        assert!(fits(pattern, text), "{pattern} {text}");
    }
    for (pattern, text) in [("abc", "abcd"), ("a…c", "abd"), ("a…x…c", "abc"), ("b…", "abc"), ("ab…bc", "abc")]
    {
        assert!(!fits(pattern, text), "{pattern} {text}");
    }
}

#[test]
fn the_conversation_on_the_page_is_the_real_one() {
    let page = read("docs/engine-protocol.md");
    let (mut engine, mut inside, mut asked, mut spoken) = (Engine::start(), false, String::new(), Vec::new());
    for line in page.lines() {
        match line.split_at_checked(2) {
            _ if line.starts_with("```") => inside = line == "```engine",
            Some(("> ", request)) if inside => {
                asked = request.to_owned();
                spoken.push(serde_json::from_str::<Value>(request).unwrap()["cmd"].as_str().unwrap().to_owned());
                engine.send(format!("{request}\n").as_bytes());
            }
            Some(("< ", expected)) if inside => {
                let response = engine.receive_line();
                assert!(
                    fits(expected, response.trim_end()),
                    "{asked}\nthe page says {expected}\nit answers {response}"
                );
            }
            _ => assert!(!inside, "{line:?} in a conversation"),
        }
    }
    assert!(engine.end());

    let unknown = Engine::start().line(r#"{"cmd":"list"}"#);
    let commands = unknown["error"]["message"].as_str().unwrap().rsplit("there are ").next().unwrap().to_owned();
    for command in commands.split(", ") {
        assert!(spoken.iter().any(|spoken| spoken == command), "{command} is not on the page");
    }
}

#[test]
fn every_error_code_is_on_the_page() {
    let page = read("docs/engine-protocol.md");
    let source = read("crates/undercroft/src/engine/fault.rs");
    let codes = source.split("enum Code {").nth(1).unwrap().split('}').next().unwrap();
    let codes: Vec<&str> = codes.lines().filter_map(|line| line.trim().strip_suffix(',')).collect();
    assert_eq!(codes.len(), 13);
    for code in codes {
        let snake =
            code.chars().flat_map(|c| c.is_uppercase().then_some('_').into_iter().chain([c.to_ascii_lowercase()]));
        let snake: String = snake.skip(1).collect();
        assert!(page.contains(&format!("| `{snake}` |")), "{snake}");
    }
}

#[test]
fn the_page_quotes_the_player_exactly() {
    let (page, player) = (read("docs/engine-protocol.md"), read("docs/examples/random_player.py"));
    assert!(page.contains(&format!("```python\n{player}```\n")));
    assert!(player.lines().count() <= 40);
}

#[test]
fn the_player_plays_a_match_to_its_end() {
    let games: Value = serde_json::from_str(&support::run(&["games", "--json"], "").1).unwrap();
    for game in games["games"].as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let Some(text) = python("random_player.py", &[id, BINARY, "engine"]) else { return };
        assert!(text.starts_with("1. Player "), "{text}");
        let last = text.lines().last().unwrap().strip_prefix("Over: ").unwrap();
        assert!(serde_json::from_str::<Value>(last).unwrap()["placings"].is_array());
    }
}

#[test]
fn the_dice_on_the_page_are_those_of_the_engine() {
    let page = read("docs/engine-protocol.md");
    let hex = "00ff7f80deadbeef0123456789abcdef00ff7f80deadbeef0123456789abcdef";
    for seed in ["7", "18446744073709551615", hex] {
        let mut engine = Engine::start();
        let given = seed.parse::<u64>().map_or(json!(seed), |number| json!(number));
        let at = engine.open(json!({ "seats": 4, "seed": given }));
        let header: Value = serde_json::from_str(engine.save(&at).lines().next().unwrap()).unwrap();
        let rolls: Vec<&str> = header["setup"].as_array().unwrap().iter().map(|roll| roll.as_str().unwrap()).collect();
        let Some(text) = python("dice.py", &[seed, "20", "4"]) else { return };
        assert_eq!(text.trim_end(), rolls.join(" "), "seed {seed}");
        assert_eq!(page.contains(&format!("dice.py {seed} 20 4\n{text}")), seed == "7");
    }
    // Many blocks of the key stream, against the kernel itself.
    let mut rng = kernel::RecordRng::of(&kernel::Seed::from(7));
    let rolls: Vec<String> = (0..500).map(|_| (kernel::below(&mut rng.0, 1000) + 1).to_string()).collect();
    if let Some(text) = python("dice.py", &["7", "1000", "500"]) {
        assert_eq!(text.trim_end(), rolls.join(" "));
    }
}
