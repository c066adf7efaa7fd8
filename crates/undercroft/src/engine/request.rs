//! The requests of the protocol.

use std::time::Duration;

use bots::Bot;
use kernel::{Seed, did_you_mean, json};
use serde_json::{Map, Value, value::RawValue};

use super::{
    fault::{Code, Fault},
    fields,
};

/// The longest thinking time that a request may give a bot, in milliseconds: ten minutes.
const LONGEST_THOUGHT: u64 = 600_000;

/// A request of the right form. The session checks whether it is possible.
#[derive(Debug)]
pub(crate) enum Request {
    /// The list of games.
    Games,
    /// A new match. The game's usual number of seats if it has none.
    New { game: String, seats: Option<u64>, options: Value, luck: Luck },
    /// Steps, all or none.
    Act { at: String, steps: Vec<Step>, wish: Wish },
    /// An outcome that the match asked for.
    Answer { at: String, value: OutcomeValue, wish: Wish },
    /// The possible answers to the question of a match, with their weights.
    Outcomes { at: String },
    /// The state of a match, with the legal actions of one seat or of all.
    State { at: String, seat: Option<u64>, wish: Wish },
    /// The view of a seat, or of a spectator.
    View { at: String, seat: Option<u64> },
    /// The table as a seat, or a spectator, sees it.
    Scene { at: String, seat: Option<u64> },
    /// The advice of a bot.
    Bot { at: String, seat: u64, bot: Bot, time: Option<Duration> },
    /// Takes the last step back.
    Undo { at: String },
    /// The record of a match.
    Save { at: String },
    /// A match from the text of its record.
    Load { record: String },
    /// A copy of a match.
    Clone { at: String },
    /// A match that looks the same to a seat; all that it cannot know is drawn from the seed.
    Imagine { at: String, seat: u64, seed: u64 },
    /// Forgets a match.
    Drop { at: String },
    /// Ends the searches requested before it.
    Stop,
    /// Ends the process.
    Quit,
}

/// A step as it was sent.
#[derive(Debug)]
pub(crate) struct Step {
    /// The number of the seat.
    pub(crate) seat: u64,
    /// The action.
    pub(crate) action: Value,
}

/// The parts of an answer that a client wants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    /// The seat whose view is added, and whose knowledge of events is told. Without one the answer
    /// has no view, and events as the all-seeing referee knows them.
    pub(crate) view: Option<u64>,
    /// Whether legal actions have their texts.
    pub(crate) texts: bool,
}

/// The source of chance in a new match.
#[derive(Debug)]
pub(crate) enum Luck {
    /// From this seed.
    Seed(Seed),
    /// From a random seed.
    Any,
    /// From answers that the client sends.
    Manual,
}

/// An outcome as it was sent.
#[derive(Debug)]
pub(crate) enum OutcomeValue {
    /// The value of a die.
    Number(String),
    /// Any outcome, as records spell it.
    Code(String),
}

/// The commands, for the error text of an unknown one.
const COMMANDS: [&str; 17] = [
    "games", "new", "act", "answer", "outcomes", "state", "view", "scene", "bot", "stop", "undo", "save", "load",
    "clone", "imagine", "drop", "quit",
];

/// The deepest that values are nested in a line.
const DEEPEST: usize = 127;

/// Reads a line: the id, to echo as it was sent, and the request.
pub(crate) fn read(line: &[u8]) -> (Box<RawValue>, Result<Request, Fault>) {
    let none = || RawValue::NULL.to_owned();
    let fields = match serde_json::from_slice(line) {
        Ok(fields::Fields(fields)) => fields,
        Err(error) => return (none(), Err(no_object(line, &error))),
    };
    let (ids, others): (Vec<_>, Vec<_>) = fields.into_iter().partition(|(key, _)| key == "id");
    let id = match <[_; 1]>::try_from(ids) {
        Ok([(_, id)]) if depth(id.get()) < DEEPEST => id,
        Ok(_) => return (none(), Err(not_json("recursion limit exceeded"))),
        Err(ids) if ids.is_empty() => none(),
        Err(_) => return (none(), Err(twice("id"))),
    };
    (id, object(others).and_then(command))
}

/// The fault of a line that is not an object.
fn no_object(line: &[u8], error: &serde_json::Error) -> Fault {
    match serde_json::from_slice::<Value>(line) {
        Ok(other) => {
            Fault::request(format!("a request is an object such as {{\"cmd\":\"games\"}}, not {}", short(&other)))
        }
        Err(_) => not_json(error),
    }
}

fn not_json(why: impl std::fmt::Display) -> Fault {
    Fault::new(Code::BadJson, format!("the line is not JSON: {why}"))
}

fn twice(key: &str) -> Fault {
    Fault::request(format!("the key {key:?} is given twice"))
}

/// The fields of a request, each key once, at every depth.
fn object(fields: Vec<(String, Box<RawValue>)>) -> Result<Map<String, Value>, Fault> {
    let mut object = Map::new();
    for (key, text) in fields {
        // Inside the object the value is one level deeper.
        if depth(text.get()) >= DEEPEST {
            return Err(not_json("recursion limit exceeded"));
        }
        let value = json::read(text.get());
        let value = value.map_err(|error| match error.is_data() {
            true => Fault::request(format!("{key:?}: {error}")),
            false => not_json(error),
        })?;
        if object.insert(key.clone(), value).is_some() {
            return Err(twice(&key));
        }
    }
    Ok(object)
}

/// The depth of lists and objects in a JSON text.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest, mut quoted, mut escaped) = (0_usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

fn command(mut object: Map<String, Value>) -> Result<Request, Fault> {
    let cmd = match object.remove("cmd") {
        Some(Value::String(cmd)) => cmd,
        Some(other) => return Err(Fault::request(format!("\"cmd\" must be a string, not {}", short(&other)))),
        None => return Err(Fault::request("a request needs \"cmd\"")),
    };
    let fields = |names: &'static [&'static str]| Fields::new(&cmd, object, names);
    Ok(match cmd.as_str() {
        "games" => fields(&[]).map(|_| Request::Games)?,
        "new" => {
            let mut fields = fields(&["game", "seats", "options", "seed", "chance"])?;
            Request::New {
                game: fields.text("game", "the id of a game")?,
                seats: fields.number("seats", "a number of seats such as 2")?,
                options: fields.take("options").unwrap_or_default(),
                luck: fields.luck()?,
            }
        }
        "act" => {
            let mut fields = fields(&["match", "seat", "action", "steps", "view", "texts"])?;
            Request::Act { at: fields.at()?, steps: fields.steps()?, wish: fields.wish()? }
        }
        "answer" => {
            let mut fields = fields(&["match", "value", "view", "texts"])?;
            Request::Answer { at: fields.at()?, value: fields.outcome()?, wish: fields.wish()? }
        }
        "outcomes" => Request::Outcomes { at: fields(&["match"])?.at()? },
        "state" => {
            let mut fields = fields(&["match", "seat", "view", "texts"])?;
            Request::State { at: fields.at()?, seat: fields.any_seat()?, wish: fields.wish()? }
        }
        "view" => {
            let mut fields = fields(&["match", "seat"])?;
            Request::View { at: fields.at()?, seat: fields.any_seat()? }
        }
        "scene" => {
            let mut fields = fields(&["match", "seat"])?;
            Request::Scene { at: fields.at()?, seat: fields.any_seat()? }
        }
        "bot" => {
            let mut fields = fields(&["match", "seat", "bot", "ms"])?;
            let time = fields.number("ms", "a number of milliseconds")?;
            if let Some(ms) = time.filter(|ms| *ms > LONGEST_THOUGHT) {
                return Err(Fault::new(
                    Code::BadRequest,
                    format!("ms is {ms}; a bot thinks for {LONGEST_THOUGHT} at most"),
                ));
            }
            let time = time.map(Duration::from_millis);
            Request::Bot { at: fields.at()?, seat: fields.seat()?, bot: fields.bot()?, time }
        }
        "undo" => Request::Undo { at: fields(&["match"])?.at()? },
        "save" => Request::Save { at: fields(&["match"])?.at()? },
        "load" => Request::Load { record: fields(&["record"])?.record()? },
        "clone" => Request::Clone { at: fields(&["match"])?.at()? },
        "imagine" => {
            let mut fields = fields(&["match", "seat", "seed"])?;
            let seed = fields.number("seed", "a whole number")?;
            let seed = seed.ok_or_else(|| Fault::request("\"imagine\" needs \"seed\""))?;
            Request::Imagine { at: fields.at()?, seat: fields.seat()?, seed }
        }
        "drop" => Request::Drop { at: fields(&["match"])?.at()? },
        "stop" => fields(&[]).map(|_| Request::Stop)?,
        "quit" => fields(&[]).map(|_| Request::Quit)?,
        unknown => {
            let meant = did_you_mean(unknown, COMMANDS);
            let message = format!("there is no command {unknown:?}; there are {}{meant}", COMMANDS.join(", "));
            return Err(Fault::new(Code::UnknownCommand, message));
        }
    })
}

/// The fields of a request. `null` means the same as a missing field.
struct Fields<'a> {
    cmd: &'a str,
    object: Map<String, Value>,
}

impl<'a> Fields<'a> {
    /// Refuses unknown fields, so that a misspelt field causes an error.
    fn new(cmd: &'a str, object: Map<String, Value>, names: &[&str]) -> Result<Self, Fault> {
        let Some(key) = object.keys().find(|key| !names.contains(&key.as_str())) else {
            return Ok(Fields { cmd, object });
        };
        let allowed = match names {
            [] => "no fields but \"id\"".to_owned(),
            names => format!("the fields {}", names.join(", ")),
        };
        Err(Fault::request(format!("{cmd:?} has no field {key:?}; it takes {allowed}")))
    }

    fn take(&mut self, key: &str) -> Option<Value> {
        self.object.remove(key).filter(|value| !value.is_null())
    }

    fn need(&mut self, key: &str) -> Result<Value, Fault> {
        self.take(key).ok_or_else(|| Fault::request(format!("{:?} needs {key:?}", self.cmd)))
    }

    fn text(&mut self, key: &str, wanted: &str) -> Result<String, Fault> {
        match self.need(key)? {
            Value::String(text) => Ok(text),
            other => Err(wrong(key, wanted, &other)),
        }
    }

    fn number(&mut self, key: &str, wanted: &str) -> Result<Option<u64>, Fault> {
        let number = |value: Value| value.as_u64().ok_or_else(|| wrong(key, wanted, &value));
        self.take(key).map(number).transpose()
    }

    fn at(&mut self) -> Result<String, Fault> {
        self.text("match", "the name of a match such as \"m1\"")
    }

    fn any_seat(&mut self) -> Result<Option<u64>, Fault> {
        self.number("seat", "a seat number such as 0")
    }

    fn seat(&mut self) -> Result<u64, Fault> {
        self.any_seat()?.ok_or_else(|| Fault::request(format!("{:?} needs \"seat\"", self.cmd)))
    }

    /// Reads one step, or a list of them.
    fn steps(&mut self) -> Result<Vec<Step>, Fault> {
        const WANTED: &str = "a list of steps such as [0,{\"type\":\"pass\"}]";
        let Some(steps) = self.take("steps") else {
            return Ok(vec![Step { seat: self.seat()?, action: self.need("action")? }]);
        };
        if let Some(key) = ["seat", "action"].into_iter().find(|key| self.object.contains_key(*key)) {
            return Err(Fault::request(format!("\"act\" takes \"steps\" or {key:?}, not both")));
        }
        let Value::Array(list) = steps else { return Err(wrong("steps", WANTED, &steps)) };
        if list.is_empty() {
            return Err(Fault::request("\"steps\" is empty"));
        }
        let step = |one: Value| match one {
            Value::Array(pair) => match <[Value; 2]>::try_from(pair) {
                Ok([Value::Number(seat), action]) => {
                    let seat = seat.as_u64().ok_or_else(|| wrong("steps", WANTED, &Value::Number(seat)))?;
                    Ok(Step { seat, action })
                }
                Ok(pair) => Err(wrong("steps", WANTED, &Value::from(pair.to_vec()))),
                Err(pair) => Err(wrong("steps", WANTED, &Value::Array(pair))),
            },
            other => Err(wrong("steps", WANTED, &other)),
        };
        list.into_iter().map(step).collect()
    }

    /// Reads the parts of the answer that the client wants.
    fn wish(&mut self) -> Result<Wish, Fault> {
        let texts = match self.take("texts") {
            None => true,
            Some(Value::Bool(texts)) => texts,
            Some(other) => return Err(wrong("texts", "true or false", &other)),
        };
        Ok(Wish { view: self.number("view", "a seat number such as 0")?, texts })
    }

    fn bot(&mut self) -> Result<Bot, Fault> {
        match self.take("bot") {
            None => Ok(Bot::Reference),
            Some(Value::String(name)) => {
                name.parse().map_err(|error: bots::UnknownBot| Fault::request(error.to_string()))
            }
            Some(other) => Err(wrong("bot", "the name of a bot", &other)),
        }
    }

    fn luck(&mut self) -> Result<Luck, Fault> {
        let seed = match self.take("seed") {
            None => Luck::Any,
            Some(value) => {
                let seed = match &value {
                    Value::Number(number) => number.as_u64().map(Seed::from),
                    Value::String(digits) => Seed::from_hex(digits),
                    _ => None,
                };
                let wanted = "a whole number from 0 to 18446744073709551615 or 64 hexadecimal digits";
                Luck::Seed(seed.ok_or_else(|| wrong("seed", wanted, &value))?)
            }
        };
        match self.take("chance") {
            None => Ok(seed),
            Some(Value::String(chance)) if chance == "seeded" => Ok(seed),
            Some(Value::String(chance)) if chance == "manual" => Ok(Luck::Manual),
            Some(other) => Err(wrong("chance", "\"seeded\" or \"manual\"", &other)),
        }
    }

    fn outcome(&mut self) -> Result<OutcomeValue, Fault> {
        match self.need("value")? {
            Value::String(code) => Ok(OutcomeValue::Code(code)),
            Value::Number(number) => Ok(OutcomeValue::Number(number.to_string())),
            other => Err(wrong("value", "a number or a string", &other)),
        }
    }

    fn record(&mut self) -> Result<String, Fault> {
        match self.need("record")? {
            Value::String(text) => Ok(text),
            Value::Array(lines) => Ok(lines.iter().map(|line| format!("{line}\n")).collect()),
            other => Err(wrong("record", "the text of a record, or a list of its lines", &other)),
        }
    }
}

fn wrong(key: &str, wanted: &str, found: &Value) -> Fault {
    Fault::request(format!("{key:?} must be {wanted}, not {}", short(found)))
}

/// A value for a message, cut where it gets long.
fn short(value: &Value) -> String {
    const SHOWN: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_that_is_listed_is_known() {
        for cmd in COMMANDS {
            let (_, request) = read(format!(r#"{{"cmd":"{cmd}","typo":1}}"#).as_bytes());
            let message = serde_json::to_string(&request.unwrap_err()).unwrap();
            assert!(message.contains("bad_request") && message.contains("has no field"), "{message}");
        }
    }

    #[test]
    fn depth_counts_no_brackets_in_texts() {
        assert_eq!([depth("1"), depth("[]"), depth(r#"{"a":[1,{}]}"#), depth(r#""[[\"[""#)], [0, 1, 3, 0]);
    }

    #[test]
    fn a_long_value_is_cut_between_characters() {
        let text = short(&Value::from("é".repeat(100)));
        assert_eq!(text.chars().count(), 61);
    }
}
