//! Programs that play seats of a run. A program is asked over its standard input and output: a line
//! of JSON for each decision, and a line for its answer.

use std::{
    io::{BufRead, BufReader, BufWriter, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{Mutex, PoisonError},
};

use kernel::Path;
use roster::{Decider, GameEntry, Player, Turn};
use serde_json::{Map, Value, json};

use crate::json::seed;

/// The longest answer, in bytes.
const LONGEST: u64 = 1 << 20;

/// The programs of a run. Each thread that plays has processes of its own.
pub(crate) struct Programs {
    /// The commands, with the seats that each plays.
    commands: Vec<(String, Vec<u8>)>,
    /// The first line that a program reads, but for its seats.
    run: Value,
    /// Processes that wait for further matches.
    idle: Mutex<Vec<Processes>>,
}

impl Programs {
    /// Returns the programs among these players, if there are any.
    pub(crate) fn of(
        title: &dyn GameEntry,
        players: &[Player],
        options: &Map<String, Value>,
        run_seed: u64,
    ) -> Option<Programs> {
        let mut commands: Vec<(String, Vec<u8>)> = Vec::new();
        for (seat, player) in (0..).zip(players) {
            let Player::Program(command) = player else { continue };
            match commands.iter_mut().find(|(known, _)| **known == **command) {
                Some((_, seats)) => seats.push(seat),
                None => commands.push(((**command).to_owned(), vec![seat])),
            }
        }
        if commands.is_empty() {
            return None;
        }
        let (meta, seats, encoded) = (title.meta(), players.len(), title.encoded());
        let run = json!({
            "id": 0, "cmd": "begin", "game": meta.id, "rules": meta.rules, "options": options, "seats": seats,
            "seed": seed(run_seed), "encoding": encoded.as_ref().map(|encoded| encoded.version()),
            "choices": encoded.as_ref().map(|encoded| encoded.actions()),
        });
        Some(Programs { commands, run, idle: Mutex::default() })
    }

    /// Lets `play` ask processes that nobody else asks meanwhile. They are started if none are idle.
    pub(crate) fn with<T, E>(&self, play: impl FnOnce(&mut dyn Decider) -> Result<T, E>) -> Result<T, E> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = idle().pop();
        let mut asked = Asked { programs: self, processes: waiting.unwrap_or_default() };
        let played = play(&mut asked);
        // After an error nobody knows to which question the next line belongs.
        if played.is_ok() {
            idle().push(asked.processes);
        }
        played
    }
}

/// The running programs, in the order of the commands; empty until the first decision.
type Processes = Vec<Process>;

/// Programs that decide for their seats.
struct Asked<'a> {
    programs: &'a Programs,
    processes: Processes,
}

impl Decider for Asked<'_> {
    fn decide(&mut self, turn: &dyn Turn) -> Result<usize, String> {
        let commands = &self.programs.commands;
        if self.processes.is_empty() {
            let start = |(command, seats): &(String, Vec<u8>)| Process::start(command, seats, &self.programs.run);
            self.processes = commands.iter().map(start).collect::<Result<_, _>>()?;
        }
        let of_seat = commands.iter().position(|(_, seats)| seats.contains(&turn.seat().0));
        let place = of_seat.ok_or_else(|| format!("no program plays seat {}", turn.seat().0))?;
        self.processes[place].decide(turn)
    }
}

/// A running program. It is ended when this is dropped.
struct Process {
    command: String,
    child: Child,
    input: BufWriter<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// Whether it wishes numbers in place of views and actions.
    by_numbers: bool,
    questions: u64,
}

impl Process {
    /// Starts a program, and tells it what is played.
    fn start(command: &str, seats: &[u8], run: &Value) -> Result<Process, String> {
        let mut words = command.split_whitespace();
        let name = words.next().unwrap_or_default();
        let failed = |why: &dyn std::fmt::Display| format!("the program {command} cannot be started: {why}");
        let mut child = Command::new(name)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|why| failed(&why))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(&"it has no input or no output"));
        };
        let (input, output) = (BufWriter::new(input), BufReader::new(output));
        let mut process =
            Process { command: command.to_owned(), child, input, output, by_numbers: false, questions: 0 };
        let mut first = run.clone();
        first["plays"] = seats.into();
        let answer = process.ask(first)?;
        process.by_numbers = answer["wants"] == "numbers";
        Ok(process)
    }

    /// Writes a question, and returns what stands under `ok` in the answer.
    fn ask(&mut self, mut question: Value) -> Result<Value, String> {
        question["id"] = self.questions.into();
        self.questions += 1;
        let command = &self.command;
        let failed = |why: &dyn std::fmt::Display| format!("the program {command} {why}");
        let sent = writeln!(self.input, "{question}").and_then(|()| self.input.flush());
        sent.map_err(|why| failed(&format_args!("does not read: {why}")))?;
        let mut line = String::new();
        let read = self.output.by_ref().take(LONGEST).read_line(&mut line);
        let read = read.map_err(|why| failed(&format_args!("gives no answer: {why}")))?;
        if read == 0 {
            let ended = self.child.wait().map(|status| status.to_string()).unwrap_or_default();
            return Err(failed(&format_args!("has ended without an answer ({ended})")));
        }
        let shown = || line.trim_end().chars().take(200).collect::<String>();
        let mut answer: Value = serde_json::from_str(&line)
            .map_err(|why| failed(&format_args!("answers {:?}, which is no JSON: {why}", shown())))?;
        if answer.get("id").is_some_and(|id| *id != question["id"]) {
            return Err(failed(&format_args!("answers {:?} to question {}", shown(), question["id"])));
        }
        match answer.get_mut("ok") {
            Some(ok) => Ok(ok.take()),
            None => Err(failed(&format_args!("answers {:?}, without \"ok\"", shown()))),
        }
    }

    fn decide(&mut self, turn: &dyn Turn) -> Result<usize, String> {
        let question = json!({
            "cmd": "turn", "match": turn.number(), "ply": turn.ply(), "seat": turn.seat().0, "kind": turn.kind(),
        });
        if self.by_numbers { self.decide_by_numbers(turn, &question) } else { self.decide_by_action(turn, question) }
    }

    fn decide_by_action(&mut self, turn: &dyn Turn, mut question: Value) -> Result<usize, String> {
        let legal = turn.legal();
        question["view"] = turn.view();
        question["legal"] = legal.iter().cloned().collect();
        let answer = self.ask(question)?;
        let place = match &answer["action"] {
            Value::Null => answer["index"].as_u64().and_then(|index| usize::try_from(index).ok()),
            action => legal.iter().position(|one| one == action),
        };
        place.filter(|index| *index < legal.len()).ok_or_else(|| {
            let allowed: Vec<String> = legal.iter().map(ToString::to_string).collect();
            format!("the program {} answers {answer}. Allowed as \"action\": {}", self.command, allowed.join(", "))
        })
    }

    /// Asks for one choice after the other until they make up an action.
    fn decide_by_numbers(&mut self, turn: &dyn Turn, question: &Value) -> Result<usize, String> {
        let unknown = || format!("the program {} wants numbers, which this game has not for these cards", self.command);
        let paths = turn.paths().ok_or_else(unknown)?;
        let mut chosen = Path::new();
        loop {
            let goes_on = |path: &&Path| path.len() > chosen.len() && path.starts_with(&chosen);
            let mut choices: Vec<u16> = paths.iter().filter(goes_on).map(|path| path[chosen.len()]).collect();
            choices.sort_unstable();
            choices.dedup();
            let mut question = question.clone();
            question["chosen"] = chosen.iter().copied().collect();
            question["legal"] = choices.iter().copied().collect();
            question["observation"] = turn.observation(&chosen).into();
            let answer = self.ask(question)?;
            let choice = answer["choice"].as_u64().and_then(|choice| u16::try_from(choice).ok());
            let Some(choice) = choice.filter(|choice| choices.contains(choice)) else {
                return Err(format!(
                    "the program {} answers {answer}. Allowed as \"choice\": {choices:?}",
                    self.command
                ));
            };
            chosen.push(choice);
            if let Some(place) = paths.iter().position(|path| *path == chosen) {
                return Ok(place);
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
