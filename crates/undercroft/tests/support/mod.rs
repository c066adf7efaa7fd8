//! Running the built binary.

#![allow(dead_code, reason = "each test file uses a part of this")]

pub(crate) mod screen;

use std::{
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio},
};

use serde_json::{Value, json};

/// The built binary.
pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_undercroft");

/// Runs the binary with these arguments and this standard input, to its end.
pub(crate) fn output(args: &[&str], input: &[u8]) -> Output {
    // The language is not that of this system.
    output_in("C.UTF-8", args, input)
}

/// Runs it in a locale.
pub(crate) fn output_in(locale: &str, args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(BINARY);
    command.env("LC_ALL", locale);
    let piped = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A command that does not read its input may close it early.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output
}

/// Runs the binary; returns exit code, standard output and standard error.
pub(crate) fn run(args: &[&str], input: &str) -> (i32, String, String) {
    let output = output(args, input.as_bytes());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Sends a signal, such as `-TERM`, to a process of ours.
pub(crate) fn signal(process: u32, name: &str) {
    let kill = Command::new("kill").args([name, &process.to_string()]).status().unwrap();
    assert!(kill.success(), "{name}");
}

/// A file of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Whether `text` fits `pattern`, in which each `…` matches any text.
pub(crate) fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('…');
    let Some(mut rest) = parts.next().and_then(|start| text.strip_prefix(start)) else { return false };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.split_once(part) {
            Some((_, behind)) => rest = behind,
            None => return false,
        }
    }
    rest.is_empty()
}

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts one.
    pub(crate) fn start() -> Engine {
        let mut command = Command::new(BINARY);
        let mut child = command.arg("engine").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Engine { child, input, output }
    }

    /// Sends bytes as they are.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).unwrap();
    }

    /// The next response, as it is.
    pub(crate) fn receive_line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line
    }

    /// The next response.
    pub(crate) fn receive(&mut self) -> Value {
        let line = self.receive_line();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    /// One line, and the response to it.
    pub(crate) fn line(&mut self, line: &str) -> Value {
        self.send(format!("{line}\n").as_bytes());
        self.receive()
    }

    /// Sends a request that must succeed; returns the reply.
    pub(crate) fn ok(&mut self, request: Value) -> Value {
        let mut response = self.line(&request.to_string());
        assert!(response.get("error").is_none(), "{request}: {response}");
        response["ok"].take()
    }

    /// Sends a request that must be refused; returns the code of the error.
    pub(crate) fn code(&mut self, request: Value) -> String {
        let response = self.line(&request.to_string());
        assert!(response.get("ok").is_none(), "{request}: {response}");
        assert!(response["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{response}");
        response["error"]["code"].as_str().unwrap().to_owned()
    }

    /// Opens a match of Rogue Ascension with these further fields; returns its name.
    pub(crate) fn open(&mut self, fields: Value) -> String {
        let mut request = json!({ "cmd": "new", "game": "rogue-ascension" });
        request.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        self.ok(request)["match"].as_str().unwrap().to_owned()
    }

    /// The state of a match.
    pub(crate) fn state(&mut self, at: &str) -> Value {
        self.ok(json!({ "cmd": "state", "match": at }))["state"].take()
    }

    /// The record of a match.
    pub(crate) fn save(&mut self, at: &str) -> String {
        self.ok(json!({ "cmd": "save", "match": at }))["record"].as_str().unwrap().to_owned()
    }

    /// Lets a bot take up to `steps` steps; returns the last state.
    pub(crate) fn play(&mut self, at: &str, bot: &str, steps: usize) -> Value {
        let mut state = self.state(at);
        for _ in 0..steps {
            if state["status"].get("over").is_some() {
                break;
            }
            let seat = state["status"]["awaiting"][0]["seat"].clone();
            let mut advice = self.ok(json!({ "cmd": "bot", "match": at, "seat": seat, "bot": bot }));
            let action = advice["action"].take();
            state = self.ok(json!({ "cmd": "act", "match": at, "seat": seat, "action": action }))["state"].take();
        }
        state
    }

    /// Closes its output alone; returns whether it ended without an error.
    pub(crate) fn end_of_output(self) -> bool {
        let Engine { mut child, input, output } = self;
        drop(output);
        let done = child.wait().unwrap().success();
        drop(input);
        done
    }

    /// Closes its input; returns whether it ended without an error.
    pub(crate) fn end(self) -> bool {
        let Engine { mut child, input, output } = self;
        drop(input);
        let done = child.wait().unwrap().success();
        drop(output);
        done
    }
}

/// The record of a match that the reference bot plays to its end, or its first `steps` steps.
pub(crate) fn record(seed: u64, seats: u64, steps: usize) -> String {
    let mut engine = Engine::start();
    let at = engine.open(json!({ "seats": seats, "seed": seed }));
    engine.play(&at, "reference", steps);
    engine.save(&at)
}
