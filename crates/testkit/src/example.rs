//! Executable worked examples: scripts in fenced blocks marked `example`, in any Markdown page.
//!
//! ```text
//! name: first fight
//! seats: 1
//! options: {"ascension":2}
//! card curse 7
//! act 0 {"type":"reveal"}
//! die 20 initiative 11
//! coin altar heads
//! refuse 0 {"type":"sneak"}
//! expect: {"floor":2,"awaiting":{"seat":0,"kind":"camp"}}
//! view:0 {"heroes":[{"hp":30}]}
//! ```
//!
//! A script must give outcomes in the order in which the game asks for them. `expect` is a part of
//! the all-seeing view after the last line, and `view:N` a part of the view of seat N. Arrays are
//! compared element by element, objects by the named keys only, and `legal` as a set.

use serde_json::Value;

use kernel::{Ask, BadOptions, Game, Match, Present, Question, Referee, Seat, Source, Viewer, plain_text};

/// An example on a page.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// Its name.
    pub name: String,
    /// Line on the page where its block starts, from 1.
    pub line: usize,
    /// Number of seats; the game's default if not given.
    pub seats: Option<u64>,
    /// Options; `Null` if not given.
    pub options: Value,
    script: Vec<(usize, Instruction)>,
}

#[derive(Clone, PartialEq, Debug)]
enum Instruction {
    Act(Seat, Value),
    Refuse(Seat, Value),
    Outcome { kind: &'static str, sides: Option<u8>, tag: String, value: String },
    Expect(Viewer, Value),
}

/// A failed expectation of an example.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: expected {expected}, found {found}")]
pub struct Failure {
    /// Line on the page, from 1.
    pub line: usize,
    /// The expected value, from the page.
    pub expected: String,
    /// The actual value, from the game.
    pub found: String,
}

/// A page that cannot be parsed as examples.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct BadPage {
    /// Line on the page, from 1.
    pub line: usize,
    /// The reason.
    pub why: String,
}

/// Returns the id of the game that a page is about, from its line ``Game id `…` ``.
pub fn game_id(page: &str) -> Option<&str> {
    let (_, rest) = page.split_once("Game id `")?;
    rest.split_once('`').map(|(id, _)| id)
}

/// Parses all examples of a page.
///
/// # Errors
/// At the first malformed line.
pub fn parse(page: &str) -> Result<Vec<Example>, BadPage> {
    let mut examples = Vec::new();
    let mut current: Option<Example> = None;
    for (line, text) in plain_text::lines(page).map(|(n, text)| (n, text.trim())) {
        match (&mut current, text) {
            (None, "```example") => {
                let name = format!("example at line {line}");
                current = Some(Example { name, line, seats: None, options: Value::Null, script: Vec::new() });
            }
            (None, _) | (Some(_), "") => {}
            (Some(_), "```") => examples.extend(current.take()),
            (Some(example), text) => example.read(line, text).map_err(|why| BadPage { line, why })?,
        }
    }
    match current {
        Some(example) => Err(BadPage { line: example.line, why: "this example block has no end".into() }),
        None => Ok(examples),
    }
}

/// Runs all examples of a page on one game, for a game's own tests.
///
/// # Panics
/// If the page cannot be parsed or has no examples, or at the first line that fails.
#[track_caller]
pub fn check<G: Game + Present>(page: &str) {
    let examples = parse(page).unwrap_or_else(|error| panic!("{error}"));
    assert!(!examples.is_empty(), "a page with examples");
    for example in examples {
        example.run_on::<G>(G::META.usual_seats).unwrap_or_else(|failure| panic!("{}: {failure}", example.name));
    }
}

/// Runs the lines of one example on one game, with `usual_seats` if they give no other number, for
/// a game's own tests.
///
/// # Errors
/// If they cannot be parsed, or at the first line that fails: the line, the reason, and the whole
/// example.
pub fn play<G: Game + Present>(lines: &[String], usual_seats: u8) -> Result<(), String> {
    let page = format!("```example\n{}\n```", lines.join("\n"));
    let examples = parse(&page).map_err(|error| format!("{error}\n{page}"))?;
    let [example] = &examples[..] else { return Err(format!("not one example\n{page}")) };
    example.run_on::<G>(usual_seats).map_err(|failure| {
        let line = page.lines().nth(failure.line - 1).unwrap_or_default();
        format!("`{line}`: {failure}, in\n{page}")
    })
}

impl Example {
    fn read(&mut self, line: usize, text: &str) -> Result<(), String> {
        let json = |text: &str| serde_json::from_str::<Value>(text).map_err(|error| format!("not JSON: {error}"));
        let seat = |text: &str| text.parse().map(Seat).map_err(|_| format!("{text:?} is no seat number"));
        if let Some(name) = text.strip_prefix("name:") {
            self.name = name.trim().to_owned();
        } else if let Some(seats) = text.strip_prefix("seats:") {
            self.seats = Some(seats.trim().parse().map_err(|_| "seats: wants a number")?);
        } else if let Some(options) = text.strip_prefix("options:") {
            self.options = json(options)?;
        } else if let Some(expected) = text.strip_prefix("expect:") {
            self.script.push((line, Instruction::Expect(Viewer::All, json(expected)?)));
        } else if let Some(rest) = text.strip_prefix("view:") {
            let (number, expected) = rest.trim_start().split_once(' ').ok_or("view:N wants JSON behind it")?;
            self.script.push((line, Instruction::Expect(Viewer::Seat(seat(number)?), json(expected)?)));
        } else {
            let words: Vec<&str> = text.splitn(3, ' ').collect();
            let instruction = match words[..] {
                ["act", number, action] => Instruction::Act(seat(number)?, json(action)?),
                ["refuse", number, action] => Instruction::Refuse(seat(number)?, json(action)?),
                ["die", sides, rest] => {
                    let sides = Some(sides.parse().map_err(|_| format!("{sides:?} is no number of sides"))?);
                    let (tag, value) = rest.split_once(' ').ok_or("a die wants sides, tag and value")?;
                    Instruction::Outcome { kind: "die", sides, tag: tag.into(), value: value.trim().into() }
                }
                [kind @ ("card" | "coin"), tag, value] => Instruction::Outcome {
                    kind: if kind == "card" { "card" } else { "coin" },
                    sides: None,
                    tag: tag.into(),
                    value: value.trim().into(),
                },
                _ => {
                    return Err(format!(
                        "cannot read {text:?}; a line is act, refuse, die, card, coin, expect: or view:N"
                    ));
                }
            };
            self.script.push((line, instruction));
        }
        Ok(())
    }

    /// Plays the example on one game, with `usual_seats` if it gives no other number.
    fn run_on<G: Game + Present>(&self, usual_seats: u8) -> Result<(), Failure> {
        self.run(usual_seats.into(), |options, seats, source| Ok(Box::new(Referee::<G>::open(options, seats, source)?)))
    }

    /// Plays the example at a match that `open` sets up with outcomes entered by hand.
    ///
    /// # Errors
    /// At the first line that fails.
    pub fn run(
        &self,
        usual_seats: u64,
        open: impl FnOnce(&Value, u64, Source) -> Result<Box<dyn Match>, BadOptions>,
    ) -> Result<(), Failure> {
        let fail = |line, expected: String, found: String| Err(Failure { line, expected, found });
        let mut table = match open(&self.options, self.seats.unwrap_or(usual_seats), Source::Manual) {
            Ok(table) => table,
            Err(error) => return fail(self.line, "options and seats that the game takes".into(), error.to_string()),
        };
        for (line, instruction) in &self.script {
            match instruction {
                Instruction::Act(seat, action) => {
                    if let Err(refused) = table.act(*seat, action) {
                        return fail(*line, format!("seat {seat} may do {action}"), refused.to_string());
                    }
                }
                Instruction::Refuse(seat, action) => match table.question() {
                    Some(question) => return fail(*line, format!("{action} is refused"), waiting(question)),
                    None => {
                        if table.act(*seat, action).is_ok() {
                            return fail(*line, format!("{action} is refused"), "it is allowed".into());
                        }
                    }
                },
                Instruction::Outcome { kind, sides, tag, value } => {
                    let expected = match sides {
                        Some(sides) => format!("{kind} {sides} {tag}"),
                        None => format!("{kind} {tag}"),
                    };
                    let Some(question) = table.question() else {
                        return fail(*line, format!("the game asks for `{expected}`"), "it asks for nothing".into());
                    };
                    if !question_fits(question, kind, *sides, tag) {
                        return fail(*line, format!("the game asks for `{expected}`"), waiting(question));
                    }
                    if let Err(refused) = table.answer(value) {
                        return fail(*line, format!("`{expected}` can be {value}"), refused.to_string());
                    }
                }
                Instruction::Expect(viewer, expected) => {
                    if let Some(question) = table.question() {
                        return fail(*line, "no outcome is asked for".into(), waiting(question));
                    }
                    if let Some((expected, found)) = differ("", expected, &table.view(*viewer)) {
                        return fail(*line, expected, found);
                    }
                }
            }
        }
        Ok(())
    }
}

fn waiting(question: &Question) -> String {
    format!("the game asks for `{question}`")
}

fn question_fits(question: &Question, kind: &str, sides: Option<u8>, tag: &str) -> bool {
    let same_kind = match &question.ask {
        Ask::Die(die) => kind == "die" && sides == Some(die.sides()),
        Ask::Coin => kind == "coin",
        Ask::Card { .. } => kind == "card",
    };
    same_kind && question.why.tag == tag
}

/// Finds the first place where `expected` is not a part of `found`, and returns both values there
/// as text.
fn differ(path: &str, expected: &Value, found: &Value) -> Option<(String, String)> {
    let here = if path.is_empty() { "the view" } else { path };
    let both = |expected: String, found: String| Some((format!("{here} = {expected}"), format!("{here} = {found}")));
    match (expected, found) {
        (Value::Object(want), Value::Object(have)) => want.iter().find_map(|(key, value)| {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            match have.get(key) {
                Some(found) if key == "legal" => differ_as_sets(&path, value, found),
                Some(found) => differ(&path, value, found),
                None => Some((format!("{path} = {value}"), format!("no {path}"))),
            }
        }),
        (Value::Array(want), Value::Array(have)) => {
            if want.len() != have.len() {
                return both(expected.to_string(), found.to_string());
            }
            let mut pairs = want.iter().zip(have).enumerate();
            pairs.find_map(|(index, (want, have))| differ(&format!("{here}[{index}]"), want, have))
        }
        _ if expected == found => None,
        _ => both(expected.to_string(), found.to_string()),
    }
}

fn differ_as_sets(path: &str, expected: &Value, found: &Value) -> Option<(String, String)> {
    let (Some(want), Some(have)) = (expected.as_array(), found.as_array()) else {
        return differ(path, expected, found);
    };
    let same = want.len() == have.len() && want.iter().all(|action| have.contains(action));
    (!same).then(|| (format!("{path} = {expected}"), format!("{path} = {found}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_page_is_read_line_by_line() {
        let page = "Game id `x`\n\n```example\nname: one\nseats: 2\noptions: {\"a\":1}\nact 1 {\"type\":\"go\"}\n\
                    die 20 initiative 7\nexpect: {}\nview:1 {}\n```\ntext";
        assert_eq!(game_id(page), Some("x"));
        let examples = parse(page).unwrap();
        assert_eq!((examples.len(), examples[0].name.as_str(), examples[0].line), (1, "one", 3));
        assert_eq!((examples[0].seats, examples[0].script.len()), (Some(2), 4));
    }

    #[test]
    fn what_cannot_be_read_is_named_by_its_line() {
        let error = |script: &str| parse(&format!("```example\n{script}\n```")).unwrap_err().to_string();
        assert!(error("roll 6").starts_with("line 2: cannot read \"roll 6\""));
        assert!(error("act x {}").contains("no seat number"));
        assert!(error("expect: {").contains("not JSON"));
        assert_eq!(parse("```example\n").unwrap_err().line, 1);
    }

    #[test]
    fn a_part_is_compared_key_by_key_and_element_by_element() {
        let found = json!({ "a": 1, "b": [{ "c": 2, "d": 3 }], "awaiting": { "legal": [1, 2] } });
        assert_eq!(differ("", &json!({ "b": [{ "d": 3 }], "awaiting": { "legal": [2, 1] } }), &found), None);
        let told = |expected: Value| differ("", &expected, &found).unwrap().0;
        assert_eq!(told(json!({ "b": [{ "d": 4 }] })), "b[0].d = 4");
        assert_eq!(told(json!({ "b": [] })), "b = []");
        assert_eq!(told(json!({ "x": null })), "x = null");
        assert_eq!(told(json!({ "awaiting": { "legal": [1] } })), "awaiting.legal = [1]");
    }
}
