//! The engine protocol, over the built binary.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod support;

use serde_json::{Value, json};
use support::Engine;

#[test]
fn two_lines_in_two_lines_out() {
    let input = "{\"id\":1,\"cmd\":\"games\"}\n{\"id\":2,\"cmd\":\"new\",\"game\":\"rogue-ascension\",\"seats\":1,\"seed\":7}\n";
    let (code, out, err) = support::run(&["engine"], input);
    assert_eq!((code, err.as_str()), (0, ""));
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["id"], &lines[1]["id"]), (&json!(1), &json!(2)));
    let games = lines[0]["ok"]["games"].as_array().unwrap();
    let game = games.iter().find(|game| game["id"] == "rogue-ascension").unwrap();
    assert_eq!((&game["title"], &game["seats"]), (&json!("Rogue Ascension"), &json!([1, 4])));
    assert_eq!(
        (&game["options"]["type"], &game["bots"]),
        (&json!("object"), &json!(["random", "reference", "search", "easy", "normal", "hard"]))
    );
    let (at, state) = (&lines[1]["ok"]["match"], &lines[1]["ok"]["state"]);
    assert_eq!(at, "m1");
    let legal = json!({ "0": [{ "action": { "type": "reveal" }, "text": state["legal"]["0"][0]["text"] }] });
    let status = json!({ "awaiting": [{ "seat": 0, "kind": "camp" }] });
    assert_eq!(state, &json!({ "ply": 0, "status": status, "legal": legal, "ask": null }));
    assert!(state["legal"]["0"][0]["text"].as_str().is_some_and(|text| !text.is_empty()));
}

#[test]
fn ids_are_echoed_as_they_are() {
    let mut engine = Engine::start();
    for id in
        [json!(0), json!(-3), json!(1.5), json!("a\n\u{1f409}"), json!(null), json!([1, { "b": [] }]), json!(u64::MAX)]
    {
        for request in [json!({ "cmd": "games", "id": id }), json!({ "cmd": "nothing", "id": id }), json!({ "id": id })]
        {
            assert_eq!(engine.line(&request.to_string())["id"], id);
        }
    }
    assert_eq!(engine.line(r#"{"cmd":"games"}"#)["id"], Value::Null);
}

#[test]
fn every_error_has_its_code_and_changes_nothing() {
    let mut engine = Engine::start();
    let at = engine.open(json!({ "seats": 2, "seed": 7 }));
    let before = engine.state(&at);
    let record = engine.save(&at);
    let awaited = before["status"]["awaiting"][0]["seat"].as_u64().unwrap();
    let (reveal, huge) = (json!({ "type": "reveal" }), "x".repeat(1 << 20));

    for line in ["nonsense", "{", "{\"cmd\":}", "[1,2", "\"\\ud800\"", "{\"cmd\":\"games\"} 1"] {
        assert_eq!(engine.line(line)["error"]["code"], "bad_json", "{line}");
    }
    for (code, request) in [
        ("bad_request", json!([])),
        ("bad_request", json!("games")),
        ("bad_request", json!({})),
        ("bad_request", json!({ "cmd": 1 })),
        ("unknown_command", json!({ "cmd": "Games" })),
        ("unknown_command", json!({ "cmd": "" })),
        ("bad_request", json!({ "cmd": "games", "game": "rogue-ascension" })),
        ("bad_request", json!({ "cmd": "new" })),
        ("bad_request", json!({ "cmd": "new", "game": 1 })),
        ("bad_request", json!({ "cmd": "new", "game": "rogue-ascension", "sedd": 1 })),
        ("bad_request", json!({ "cmd": "new", "game": "rogue-ascension", "seats": "two" })),
        ("bad_request", json!({ "cmd": "new", "game": "rogue-ascension", "seats": -1 })),
        ("bad_request", json!({ "cmd": "new", "game": "rogue-ascension", "seed": -1 })),
        ("bad_request", json!({ "cmd": "new", "game": "rogue-ascension", "seed": 1.5 })),
        ("bad_request", json!({ "cmd": "new", "game": "rogue-ascension", "seed": "7" })),
        ("bad_request", json!({ "cmd": "new", "game": "rogue-ascension", "seed": "g".repeat(64) })),
        ("bad_request", json!({ "cmd": "new", "game": "rogue-ascension", "chance": "weighted" })),
        ("unknown_game", json!({ "cmd": "new", "game": "chess" })),
        ("bad_options", json!({ "cmd": "new", "game": "rogue-ascension", "seats": 0 })),
        ("bad_options", json!({ "cmd": "new", "game": "rogue-ascension", "seats": 5 })),
        ("bad_options", json!({ "cmd": "new", "game": "rogue-ascension", "options": [] })),
        ("bad_options", json!({ "cmd": "new", "game": "rogue-ascension", "options": { "ascension": 100 } })),
        ("bad_options", json!({ "cmd": "new", "game": "rogue-ascension", "options": { "seats": 2 } })),
        ("unknown_match", json!({ "cmd": "state", "match": "m9" })),
        ("unknown_match", json!({ "cmd": "drop", "match": "" })),
        ("bad_request", json!({ "cmd": "state", "match": 1 })),
        ("bad_request", json!({ "cmd": "state", "match": at, "seat": 2 })),
        ("bad_request", json!({ "cmd": "view", "match": at, "seat": 9 })),
        ("bad_request", json!({ "cmd": "view", "match": at, "seat": 1u64 << 40 })),
        ("bad_request", json!({ "cmd": "scene", "match": at, "seat": "0" })),
        ("bad_request", json!({ "cmd": "act", "match": at, "seat": awaited })),
        ("bad_request", json!({ "cmd": "act", "match": at, "action": reveal })),
        ("bad_request", json!({ "cmd": "act", "match": at, "seat": 2, "action": reveal })),
        ("not_awaited", json!({ "cmd": "act", "match": at, "seat": 1 - awaited, "action": reveal })),
        ("illegal_action", json!({ "cmd": "act", "match": at, "seat": awaited, "action": { "type": "attack" } })),
        ("illegal_action", json!({ "cmd": "act", "match": at, "seat": awaited, "action": { "type": "dance" } })),
        (
            "illegal_action",
            json!({ "cmd": "act", "match": at, "seat": awaited, "action": { "type": "reveal", "x": 1 } }),
        ),
        ("illegal_action", json!({ "cmd": "act", "match": at, "seat": awaited, "action": "reveal" })),
        ("illegal_action", json!({ "cmd": "act", "match": at, "seat": awaited, "action": [] })),
        ("not_asked", json!({ "cmd": "answer", "match": at, "value": 7 })),
        ("bad_request", json!({ "cmd": "answer", "match": at, "value": [7] })),
        ("bad_request", json!({ "cmd": "answer", "match": at })),
        ("bad_request", json!({ "cmd": "bot", "match": at, "seat": awaited, "bot": "grandmaster" })),
        ("bad_request", json!({ "cmd": "bot", "match": at, "seat": awaited, "ms": "long" })),
        ("not_awaited", json!({ "cmd": "bot", "match": at, "seat": 1 - awaited })),
        ("bad_request", json!({ "cmd": "undo", "match": at })),
        ("bad_request", json!({ "cmd": "load" })),
        ("bad_request", json!({ "cmd": "load", "record": 1 })),
        ("bad_record", json!({ "cmd": "load", "record": "" })),
        ("bad_record", json!({ "cmd": "load", "record": "{}" })),
        ("bad_record", json!({ "cmd": "load", "record": [1] })),
        ("bad_record", json!({ "cmd": "load", "record": record.replace("rogue-ascension", "chess") })),
        ("bad_record", json!({ "cmd": "load", "record": record.replace("\"rules\":1", "\"rules\":999") })),
        ("too_large", json!({ "cmd": "load", "record": huge })),
    ] {
        assert_eq!(engine.code(request.clone()), code, "{request}");
    }
    assert_eq!(engine.state(&at), before);
    assert_eq!(engine.save(&at), record);
    assert!(engine.end());
}

#[test]
fn a_misspelt_field_is_named_with_what_is_allowed() {
    let mut engine = Engine::start();
    let message = |response: Value| response["error"]["message"].as_str().unwrap().to_owned();
    let refusal = message(engine.line(r#"{"cmd":"new","game":"rogue-ascension","sede":7}"#));
    assert_eq!(refusal, r#""new" has no field "sede"; it takes the fields game, seats, options, seed, chance"#);
    let refusal = message(engine.line(r#"{"cmd":"bot","match":"m1","seat":0,"bot":"hal"}"#));
    assert_eq!(refusal, r#"there is no bot "hal"; there are random, reference, search, easy, normal, hard"#);
}

#[test]
fn garbage_is_answered_and_survived() {
    let mut engine = Engine::start();
    let at = engine.open(json!({ "seed": 7 }));
    let before = engine.state(&at);

    // Deep nesting, in the request and in a field of it.
    for line in
        ["[".repeat(200_000), "{\"a\":".repeat(200_000), format!("{{\"cmd\":\"games\",\"id\":{}", "[".repeat(200_000))]
    {
        assert_eq!(engine.line(&line)["error"]["code"], "bad_json");
    }
    let deep = format!("{}{}", "[".repeat(120), "]".repeat(120));
    let act = format!(r#"{{"cmd":"act","match":"{at}","seat":0,"action":{deep}}}"#);
    assert_eq!(engine.line(&act)["error"]["code"], "illegal_action");

    // A line far beyond the limit, and what follows it.
    engine.send(&vec![b'{'; 20 << 20]);
    assert_eq!(engine.line("")["error"]["code"], "too_large");
    assert_eq!(engine.state(&at), before);

    // Not UTF-8, and bytes without meaning: one response to every line that is not empty.
    engine.send(b"{\"cmd\":\"g\xffames\"}\n");
    assert_eq!(engine.receive()["error"]["code"], "bad_json");
    let mut state = 0x9e37_79b9_u32;
    for _ in 0..300 {
        let noise = (0..60).map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        });
        let noise: Vec<u8> = noise.filter(|byte| *byte != b'\n').chain(*b"!\n").collect();
        engine.send(&noise);
        assert_eq!(engine.receive()["error"]["code"], "bad_json");
    }

    // Every beginning of a good request.
    let request = json!({ "cmd": "act", "match": at, "seat": 0, "action": { "type": "dance" }, "id": "é" }).to_string();
    for end in (1..request.len()).filter(|end| request.is_char_boundary(*end)) {
        assert_eq!(engine.line(&request[..end])["error"]["code"], "bad_json");
    }

    // Empty lines are skipped.
    engine.send(b"\n\n  \t\r\n\n");
    assert_eq!(engine.line(r#"{"cmd":"games","id":99}"#)["id"], 99);
    assert_eq!(engine.state(&at), before);
    assert!(engine.end());
}

#[test]
fn the_last_line_may_lack_its_end_and_quit_ends_before_it() {
    let (code, out, _) = support::run(&["engine"], r#"{"id":1,"cmd":"games"}"#);
    assert_eq!((code, out.lines().count()), (0, 1));
    let (code, out, _) = support::run(&["engine"], "{\"id\":1,\"cmd\":\"quit\"}\n{\"id\":2,\"cmd\":\"games\"}\n");
    assert_eq!((code, out.as_str()), (0, "{\"id\":1,\"ok\":{}}\n"));
    let (code, out, _) = support::run(&["engine"], "");
    assert_eq!((code, out.as_str()), (0, ""));
}

#[test]
fn the_same_seed_is_the_same_match() {
    let mut engine = Engine::start();
    let hex = format!("{:064x}", 7);
    let matches: Vec<String> = [json!(7), json!(hex), json!(hex), json!(8)]
        .map(|seed| engine.open(json!({ "seats": 3, "seed": seed, "options": { "ascension": 1 } })))
        .to_vec();
    let records: Vec<String> = matches
        .iter()
        .map(|at| {
            engine.play(at, "random", 100_000);
            engine.save(at)
        })
        .collect();
    assert_eq!(records[0], records[1]);
    assert_eq!(records[1], records[2]);
    assert_ne!(records[0], records[3]);
    assert!(records[0].contains(&format!("\"seed\":\"{hex}\"")) && records[0].contains("\"outcome\":"));

    // Without a seed the engine picks one, and a different one each time.
    let seedless = [0, 1].map(|_| engine.open(json!({})));
    let [one, two] = seedless.map(|at| engine.save(&at));
    assert!(one.contains("\"seed\":\"") && one != two);
}

#[test]
fn a_match_is_saved_loaded_cloned_undone_and_dropped() {
    let mut engine = Engine::start();
    let at = engine.open(json!({ "seats": 2, "seed": 7 }));
    let states: Vec<Value> = (0..12).map(|steps| engine.play(&at, "random", steps.min(1))).collect();
    let record = engine.save(&at);

    // Loaded, as text or as a list of lines, the match is in the same state and goes on alike.
    let lines: Vec<Value> = record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (form, name) in [(json!(record), "m2"), (json!(lines), "m3")] {
        let loaded = engine.ok(json!({ "cmd": "load", "record": form }));
        assert_eq!((&loaded["match"], &loaded["state"]), (&json!(name), &states[11]));
        assert_eq!(engine.save(name), record);
    }
    let further = engine.play("m1", "random", 5);
    assert_eq!(engine.play("m2", "random", 5), further);

    // A clone is independent.
    assert_eq!(engine.ok(json!({ "cmd": "clone", "match": "m3" })), json!({ "match": "m4" }));
    assert_eq!(engine.play("m4", "random", 5), further);
    assert_eq!(engine.state("m3"), states[11]);

    // Undo leads back through every state to the start, and the random source goes back too.
    for (n, state) in states.iter().enumerate().rev() {
        assert_eq!(&engine.state("m3"), state, "after {n} steps");
        if n > 0 {
            assert_eq!(&engine.ok(json!({ "cmd": "undo", "match": "m3" }))["state"], &states[n - 1]);
        }
    }
    assert_eq!(engine.code(json!({ "cmd": "undo", "match": "m3" })), "bad_request");
    assert_eq!(engine.play("m3", "random", 16), further);

    assert_eq!(engine.ok(json!({ "cmd": "drop", "match": "m1" })), json!({}));
    assert_eq!(engine.code(json!({ "cmd": "save", "match": "m1" })), "unknown_match");
    assert_eq!(engine.state("m2"), further);
    assert_eq!(engine.open(json!({})), "m5");
}

#[test]
fn outcomes_can_be_told_by_hand() {
    let mut engine = Engine::start();
    let mut opened = engine.ok(json!({ "cmd": "new", "game": "rogue-ascension", "seats": 2, "chance": "manual" }));
    let at = opened["match"].as_str().unwrap().to_owned();

    // The setup asks for outcomes, and no other request is possible before.
    let mut state = opened["state"].take();
    assert_eq!((&state["ask"]["die"], &state["ask"]["tag"]), (&json!(20), &json!("order")));
    assert!(state["ask"]["why"].is_string());
    assert_eq!((&state["legal"], &state["status"]), (&json!({}), &json!({ "awaiting": [] })));
    let reveal = json!({ "type": "reveal" });
    assert_eq!(engine.code(json!({ "cmd": "act", "match": at, "seat": 0, "action": reveal })), "not_awaited");
    assert_eq!(engine.code(json!({ "cmd": "bot", "match": at, "seat": 0 })), "not_awaited");
    assert_eq!(engine.code(json!({ "cmd": "save", "match": at })), "bad_request");
    assert_eq!(engine.code(json!({ "cmd": "scene", "match": at })), "bad_request");
    assert_eq!(engine.code(json!({ "cmd": "undo", "match": at })), "bad_request");
    for value in [json!(0), json!(21), json!(-1), json!(1.5), json!("heads"), json!("")] {
        assert_eq!(engine.code(json!({ "cmd": "answer", "match": at, "value": value })), "bad_answer");
    }
    assert_eq!(engine.state(&at), state);
    let answer = |engine: &mut Engine, value: Value| {
        let mut answered = engine.ok(json!({ "cmd": "answer", "match": at, "value": value }));
        (answered["state"].take(), answered["events"].take())
    };
    let (_, events) = answer(&mut engine, json!(9));
    assert_eq!(events, json!([]));
    (state, _) = answer(&mut engine, json!("10"));
    assert_eq!(state["status"], json!({ "awaiting": [{ "seat": 1, "kind": "camp" }] }));
    assert_eq!(engine.code(json!({ "cmd": "answer", "match": at, "value": 7 })), "not_asked");

    // A step waits for all its outcomes, and can be given up before the last.
    let act = json!({ "cmd": "act", "match": at, "seat": 1, "action": reveal });
    let acted = engine.ok(act.clone());
    assert_eq!((&acted["state"]["ply"], &acted["events"]), (&json!(0), &json!([])));
    assert_eq!((&acted["state"]["ask"]["tag"], &acted["state"]["legal"]), (&json!("floor"), &json!({})));
    let codes = acted["state"]["ask"]["card"].as_array().unwrap();
    assert!(codes.contains(&json!("A")) && codes.contains(&json!("10")));
    assert_eq!(engine.code(json!({ "cmd": "answer", "match": at, "value": "JOKER" })), "bad_answer");
    assert_eq!(engine.code(json!({ "cmd": "answer", "match": at, "value": 10 })), "bad_answer", "a code is a string");
    assert_eq!(engine.ok(json!({ "cmd": "undo", "match": at }))["state"], state);
    engine.ok(act);
    let (asking, _) = answer(&mut engine, json!("A"));
    assert_eq!((&asking["ply"], &asking["ask"]["tag"]), (&json!(0), &json!("treasure")));
    let (done, events) = answer(&mut engine, json!("7"));
    assert_eq!((&done["ply"], &done["ask"]), (&json!(1), &Value::Null));
    assert!(events.as_array().is_some_and(|events| !events.is_empty()));

    // The record has no seed, and goes on by hand when loaded.
    let record = engine.save(&at);
    assert!(record.contains(r#""setup":["9","10"]"#) && record.contains(r#""chance":["A","7"]"#));
    assert!(!record.contains("\"seed\"") && !record.contains("\"seal\""));
    assert_eq!(engine.ok(json!({ "cmd": "load", "record": record }))["state"], done);
    let seat = &done["status"]["awaiting"][0]["seat"];
    let acted = engine.ok(json!({ "cmd": "act", "match": "m2", "seat": seat, "action": reveal }));
    assert_eq!(acted["state"]["ask"]["tag"], "floor");
}

#[test]
fn a_seat_sees_its_view_its_scene_and_its_moves() {
    let mut engine = Engine::start();
    let at = engine.open(json!({ "seats": 2, "seed": 7 }));
    let state = engine.state(&at);
    let awaited = state["status"]["awaiting"][0]["seat"].as_u64().unwrap();
    let mut ask = |cmd: &str, seat: Value| engine.ok(json!({ "cmd": cmd, "match": at, "seat": seat }))[cmd].take();
    let (own, other) = (json!(awaited), json!(1 - awaited));

    assert_eq!(ask("state", own.clone()), state);
    assert_eq!(ask("state", other.clone())["legal"], json!({}));
    assert_eq!(ask("view", own.clone())["awaiting"]["legal"], json!([{ "type": "reveal" }]));
    let stranger = json!({ "seat": awaited, "kind": "camp" });
    assert_eq!(ask("view", other.clone())["awaiting"], stranger);
    assert_eq!(ask("view", Value::Null)["awaiting"], stranger);
    assert_eq!(ask("scene", own)["moves"][0]["action"], json!({ "type": "reveal" }));
    assert_eq!(ask("scene", other)["moves"], json!([]));
    assert!(ask("scene", Value::Null)["areas"].is_array());
}

#[test]
fn bots_choose_without_playing_and_a_finished_match_has_no_turn() {
    let mut engine = Engine::start();
    let at = engine.open(json!({ "seats": 1, "seed": 7 }));
    let before = engine.state(&at);
    for bot in ["random", "reference"] {
        let ask = json!({ "cmd": "bot", "match": at, "seat": 0, "bot": bot, "ms": 50 });
        let advice = engine.ok(ask.clone());
        assert_eq!(advice, engine.ok(ask), "asked twice it says the same");
        assert!(before["legal"]["0"].as_array().unwrap().contains(&advice));
    }
    for bot in ["search", "search:50", "hard", "normal", "easy"] {
        let ask = json!({ "cmd": "bot", "match": at, "seat": 0, "bot": bot });
        let advice = engine.ok(ask.clone());
        assert_eq!(advice, engine.ok(ask), "asked twice it says the same");
        assert!(before["legal"]["0"].as_array().unwrap().iter().any(|legal| legal["action"] == advice["action"]));
        assert_eq!(advice.get("estimates"), None, "there is but one move");
    }
    let usual = engine.ok(json!({ "cmd": "bot", "match": at, "seat": 0 }));
    assert_eq!(usual, engine.ok(json!({ "cmd": "bot", "match": at, "seat": 0, "bot": "reference" })));
    assert_eq!(engine.state(&at), before);

    let end = engine.play(&at, "reference", 100_000);
    let over = &end["status"]["over"];
    assert!(over["victory"].is_boolean());
    assert_eq!((&over["placings"], &over["scores"]), (&json!([1]), &Value::Null));
    assert_eq!((&end["legal"], &end["ask"]), (&json!({}), &Value::Null));
    let reveal = json!({ "type": "reveal" });
    assert_eq!(engine.code(json!({ "cmd": "act", "match": at, "seat": 0, "action": reveal })), "not_awaited");
    assert_eq!(engine.code(json!({ "cmd": "bot", "match": at, "seat": 0 })), "not_awaited");
}

#[test]
fn a_bot_that_searches_says_what_it_thinks_of_each_move() {
    let mut engine = Engine::start();
    let at = engine.open(json!({ "seats": 2, "seed": 7 }));
    let (seat, legal) = loop {
        let state = engine.play(&at, "reference", 1);
        let (seat, legal) = state["legal"].as_object().unwrap().iter().next().unwrap();
        if legal.as_array().unwrap().len() > 1 {
            break (seat.parse::<u8>().unwrap(), legal.clone());
        }
    };
    for budget in [json!({ "bot": "search:80" }), json!({ "bot": "hard", "ms": 30 })] {
        let mut ask = json!({ "cmd": "bot", "match": at, "seat": seat });
        ask.as_object_mut().unwrap().extend(budget.as_object().unwrap().clone());
        let advice = engine.ok(ask);
        let estimates = advice["estimates"].as_array().unwrap();
        let moves = estimates.iter().map(|of| json!({ "action": of["action"], "text": of["text"] }));
        assert_eq!(Value::from_iter(moves), legal, "one for each, in order");
        for of in estimates {
            assert!((0.0..=1.0).contains(&of["estimate"].as_f64().unwrap()) && of["visits"].as_u64() > Some(0), "{of}");
        }
        assert!(estimates.iter().any(|of| of["action"] == advice["action"]));
    }
}

/// A match in which seat and moves to choose from are known.
fn to_a_choice(engine: &mut Engine) -> (String, u8) {
    let at = engine.open(json!({ "seats": 2, "seed": 7 }));
    loop {
        let state = engine.play(&at, "reference", 1);
        let (seat, legal) = state["legal"].as_object().unwrap().iter().next().unwrap();
        if legal.as_array().unwrap().len() > 1 {
            return (at, seat.parse().unwrap());
        }
    }
}

/// Asks a bot to think for ten minutes, and lets it begin.
fn ask_for_long(engine: &mut Engine) {
    let (at, seat) = to_a_choice(engine);
    let ask = json!({ "id": "long", "cmd": "bot", "match": at, "seat": seat, "bot": "search", "ms": 600_000 });
    engine.send(format!("{ask}\n").as_bytes());
    std::thread::sleep(std::time::Duration::from_millis(200));
}

#[test]
fn stop_ends_search_with_what_is_known() {
    let mut engine = Engine::start();
    ask_for_long(&mut engine);
    engine.send(b"{\"id\":2,\"cmd\":\"stop\"}\n{\"id\":3,\"cmd\":\"stop\"}\n");
    let advice = engine.receive();
    assert_eq!(advice["id"], "long");
    let estimates = advice["ok"]["estimates"].as_array().unwrap();
    assert!(estimates.len() > 1 && estimates.iter().all(|of| of["visits"].as_u64() > Some(0)), "{advice}");
    assert_eq!([engine.receive(), engine.receive()], [json!({ "id": 2, "ok": {} }), json!({ "id": 3, "ok": {} })]);
    // A search requested after it thinks as long as ever.
    let (at, seat) = to_a_choice(&mut engine);
    let ask = json!({ "cmd": "bot", "match": at, "seat": seat, "bot": "search:4000" });
    let visits = |advice: &Value| -> u64 {
        advice["estimates"].as_array().unwrap().iter().map(|of| of["visits"].as_u64().unwrap()).sum()
    };
    let whole = engine.ok(ask.clone());
    assert!(visits(&whole) > 3_900, "{whole}");
    assert_eq!(engine.ok(ask), whole);
    assert!(engine.end());
}

#[test]
fn quit_and_closed_pipes_end_search_at_once() {
    let mut engine = Engine::start();
    ask_for_long(&mut engine);
    engine.send(b"{\"id\":4,\"cmd\":\"quit\"}\n");
    assert_eq!((engine.receive()["id"].clone(), engine.receive()), (json!("long"), json!({ "id": 4, "ok": {} })));
    assert!(engine.end());

    let mut engine = Engine::start();
    ask_for_long(&mut engine);
    assert!(engine.end(), "the end of its input ends it");
}

#[test]
#[cfg(unix)]
fn engine_ends_when_nobody_reads_responses() {
    let mut engine = Engine::start();
    ask_for_long(&mut engine);
    assert!(engine.end_of_output(), "though its input is open");
}

#[test]
fn end_of_input_shortens_no_search_without_time() {
    let new = r#"{"cmd":"new","game":"accursed-tomb","seed":7}"#;
    let ask = r#"{"cmd":"bot","match":"m1","seat":0,"bot":"search:3000"}"#;
    let (code, out, err) = support::run(&["engine"], &format!("{new}\n{ask}\n"));
    assert_eq!((code, err.as_str()), (0, ""));
    let mut engine = Engine::start();
    engine.line(new);
    let expected = engine.line(ask);
    assert_eq!(serde_json::from_str::<Value>(out.lines().nth(1).unwrap()).unwrap(), expected);
    assert!(expected["ok"]["estimates"].as_array().unwrap().len() > 1, "{expected}");
}

#[test]
fn ids_are_echoed_to_the_letter() {
    let mut engine = Engine::start();
    for id in [
        "123456789012345678901234567890",
        "1e999",
        "-0.0",
        "1.50",
        r#""\u00e9\/""#,
        r#"{"b":1, "a":[ 2 ]}"#,
        r#""x\ud800""#,
    ] {
        engine.send(format!("{{\"id\": {id} ,\"cmd\":\"stop\"}}\n").as_bytes());
        assert_eq!(engine.receive_line(), format!("{{\"id\":{id},\"ok\":{{}}}}\n"));
    }
    let deep = format!("{}{}", "[".repeat(127), "]".repeat(127));
    assert_eq!(engine.line(&format!(r#"{{"id":{deep},"cmd":"stop"}}"#))["error"]["code"], "bad_json");
}

#[test]
fn keys_given_twice_are_refused() {
    let mut engine = Engine::start();
    let game = r#""cmd":"new","game":"rogue-ascension""#;
    for (line, id, key) in [
        (format!(r#"{{"id":1,{game},"seed":7,"seed":8}}"#), json!(1), "seed"),
        (format!(r#"{{"id":1,{game},"cmd":"games"}}"#), json!(1), "cmd"),
        (format!(r#"{{"id":1,{game},"options":{{"ascension":1,"ascension":2}}}}"#), json!(1), "ascension"),
        (r#"{"id":1,"id":2,"cmd":"games"}"#.to_owned(), Value::Null, "id"),
    ] {
        let response = engine.line(&line);
        assert_eq!((&response["id"], &response["error"]["code"]), (&id, &json!("bad_request")), "{response}");
        let message = response["error"]["message"].as_str().unwrap();
        assert!(message.contains(&format!("the key {key:?} is given twice")), "{message}");
    }
}

#[test]
fn several_steps_are_taken_together_or_not_at_all() {
    let mut engine = Engine::start();
    let at = engine.open(json!({ "seats": 1, "seed": 7 }));
    let step = |action: &str| json!([0, { "type": action }]);
    let mut act = |steps: Value| engine.line(&json!({ "cmd": "act", "match": at, "steps": steps }).to_string());
    let refused = act(json!([step("reveal"), step("camp")]));
    assert_eq!(refused["error"]["code"], "illegal_action", "{refused}");
    assert!(refused["error"]["message"].as_str().unwrap().starts_with("step 2: "), "{refused}");
    let taken = act(json!([step("reveal"), step("attack")]));
    assert_eq!(taken["ok"]["state"]["ply"], 2, "{taken}");
    for wrong in [json!([]), json!(1), json!([[0]]), json!([["0", {}]]), json!([[-1, {}]]), json!([[0, {}, 1]])] {
        assert_eq!(act(wrong.clone())["error"]["code"], "bad_request", "{wrong}");
    }
    let both = json!({ "cmd": "act", "match": at, "steps": [step("attack")], "seat": 0 });
    assert_eq!(engine.line(&both.to_string())["error"]["code"], "bad_request");
    assert_eq!(engine.state(&at)["ply"], 2);
}

#[test]
fn an_answer_has_what_a_seat_may_know_on_wish() {
    let mut engine = Engine::start();
    let at = engine.line(r#"{"cmd":"new","game":"gloombah","seats":3,"seed":4}"#)["ok"]["match"].clone();
    let full = engine.line(&json!({ "cmd": "state", "match": at }).to_string())["ok"]["state"].clone();
    let bare = engine.line(&json!({ "cmd": "state", "match": at, "texts": false, "view": 1 }).to_string());
    let (seat, legal) = full["legal"].as_object().unwrap().iter().next().unwrap();
    let actions: Vec<Value> = legal.as_array().unwrap().iter().map(|entry| entry["action"].clone()).collect();
    assert_eq!(bare["ok"]["state"]["legal"][seat], json!(actions));
    let view = engine.line(&json!({ "cmd": "view", "match": at, "seat": 1 }).to_string());
    assert_eq!(bare["ok"]["view"], view["ok"]["view"]);
    let seat: u64 = seat.parse().unwrap();
    let other = (seat + 1) % 3;
    let request =
        |of: Option<u64>| json!({ "cmd": "act", "match": at, "seat": seat, "action": actions[0], "view": of });
    let heard = engine.line(&request(Some(other)).to_string())["ok"].clone();
    assert!(heard["view"].is_object());
    engine.line(&json!({ "cmd": "undo", "match": at }).to_string());
    assert_eq!(engine.line(&request(Some(9)).to_string())["error"]["code"], "bad_request");
    let all = engine.line(&request(None).to_string())["ok"].clone();
    assert_eq!((all.get("view"), &all["state"]["ply"]), (None, &heard["state"]["ply"]));
    assert!(all["events"].as_array().unwrap().len() >= heard["events"].as_array().unwrap().len());
}

#[test]
fn outcomes_have_weights_and_worlds_are_imagined() {
    let mut engine = Engine::start();
    let at = engine.line(r#"{"cmd":"new","game":"rogue-ascension","seats":1,"chance":"manual"}"#)["ok"].clone();
    let at = at["match"].clone();
    let ask = |cmd: &str| json!({ "cmd": cmd, "match": at }).to_string();
    assert_eq!(engine.line(&ask("outcomes"))["ok"], json!({ "outcomes": [] }));
    engine.line(&json!({ "cmd": "act", "match": at, "seat": 0, "action": { "type": "reveal" } }).to_string());
    let outcomes = engine.line(&ask("outcomes"))["ok"]["outcomes"].clone();
    assert_eq!((outcomes.as_array().unwrap().len(), &outcomes[0]), (13, &json!({ "value": "2", "weight": 8 })));

    let at = engine.line(r#"{"cmd":"new","game":"gloombah","seats":3,"seed":4}"#)["ok"]["match"].clone();
    let view = |at: &Value, seat: u8| json!({ "cmd": "view", "match": at, "seat": seat }).to_string();
    let mut hands = Vec::new();
    for seed in 0..4 {
        let imagine = json!({ "cmd": "imagine", "match": at, "seat": 0, "seed": seed });
        let world = engine.line(&imagine.to_string())["ok"]["match"].clone();
        assert_eq!(engine.line(&view(&world, 0)), engine.line(&view(&at, 0)));
        hands.push(engine.line(&view(&world, 1))["ok"].to_string());
    }
    hands.dedup();
    assert_eq!(hands.len(), 4, "another seed is another world");
    let of_nobody = json!({ "cmd": "imagine", "match": at, "seat": 7, "seed": 1 });
    assert_eq!(engine.line(&of_nobody.to_string())["error"]["code"], "bad_request");
}

#[test]
fn so_many_matches_and_no_more() {
    let mut engine = Engine::start();
    for _ in 0..1024 {
        engine.open(json!({ "seed": 7 }));
    }
    let new = json!({ "cmd": "new", "game": "rogue-ascension" });
    let record = engine.save("m1");
    for request in [new.clone(), json!({ "cmd": "clone", "match": "m1" }), json!({ "cmd": "load", "record": record })] {
        assert_eq!(engine.code(request), "bad_request");
    }
    engine.ok(json!({ "cmd": "drop", "match": "m1" }));
    assert_eq!(engine.ok(new)["match"], "m1025");
}
