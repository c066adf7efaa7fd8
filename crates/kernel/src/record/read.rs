//! Parsing of records from text: one record, or a file of many, one after the other.

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

use super::{BadRecord, FORMAT, Header, Record, Step, VERSION};
use crate::{json, plain_text};

/// The keys of a step's line.
const STEP_KEYS: [&str; 5] = ["n", "seat", "action", "chance", "bot"];

/// One record of a file, not parsed yet. Each begins with its header.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// Its place in the file, from 1.
    pub number: usize,
    /// Its lines that are not empty, with their numbers in the file.
    lines: Vec<(usize, &'a str)>,
}

/// A key without a meaning, with its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownKey {
    /// Line number in the text, from 1.
    pub line: usize,
    /// The key, with the path of the objects around it: `givers[0].note`.
    pub key: String,
}

impl<'a> Part<'a> {
    /// Returns the records of a file, in order; none of an empty one.
    pub fn all(text: &'a str) -> Vec<Part<'a>> {
        let mut parts: Vec<Part<'a>> = Vec::new();
        for (n, line) in plain_text::lines(text).filter(|(_, line)| !line.trim().is_empty()) {
            match parts.last_mut().filter(|_| !is_header(line)) {
                Some(part) => part.lines.push((n, line)),
                None => parts.push(Part { number: parts.len() + 1, lines: vec![(n, line)] }),
            }
        }
        parts
    }

    /// Returns the id of the table of the match, if the header names one.
    pub fn table(&self) -> Option<String> {
        let (_, header) = self.lines.first()?;
        Some(json::read(header).ok()?.get("table")?.as_str()?.to_owned())
    }

    /// Parses the record.
    ///
    /// # Errors
    /// If it is malformed; the lines in the message are those of the file.
    pub fn parse(&self) -> Result<Record, BadRecord> {
        let mut lines = self.lines.iter().copied();
        let (n, first) = lines.next().ok_or(BadRecord::Empty)?;
        let first = value(n, "header", first)?;
        let header: Header = typed(n, "header", &first)?;
        if header.format != FORMAT || header.version != VERSION {
            return Err(BadRecord::Format { format: header.format, version: header.version });
        }
        let mut unknown = Vec::new();
        let inner = [
            ("givers", serde_json::json!(header.givers)),
            ("incidents", serde_json::json!(header.incidents)),
            ("ended", serde_json::json!(header.ended)),
        ];
        for (name, read) in inner {
            let key = json::unread(&first[name], &read);
            let path =
                |key: String| if key.starts_with('[') { format!("{name}{key}") } else { format!("{name}.{key}") };
            unknown.extend(key.map(|key| UnknownKey { line: n, key: path(key) }));
        }
        let (mut steps, mut outcome) = (Vec::new(), None);
        for (n, text) in lines {
            if outcome.is_some() {
                return Err(BadRecord::AfterEnd { line: n });
            }
            let mut line = value(n, "step", text)?;
            let ends = line.get("outcome").is_some();
            let keys = if ends { &["outcome"][..] } else { &STEP_KEYS };
            unknown.extend(unknown_key(&line, keys).map(|key| UnknownKey { line: n, key }));
            if ends {
                outcome = Some(line["outcome"].take());
                continue;
            }
            let step: Step = typed(n, "step", &line)?;
            if step.n != steps.len() + 1 {
                return Err(BadRecord::Order { line: n, wanted: steps.len() + 1, found: step.n });
            }
            steps.push(step);
        }
        match header.steps {
            Some(wanted) if wanted != steps.len() => Err(BadRecord::CutShort { wanted, found: steps.len() }),
            Some(_) | None => Ok(Record { header, steps, outcome, unknown }),
        }
    }
}

impl Record {
    /// Parses the text of one record.
    ///
    /// # Errors
    /// If it is malformed. The referee checks whether its steps keep the rules.
    pub fn parse(text: &str) -> Result<Record, BadRecord> {
        match &Part::all(text)[..] {
            [] => Err(BadRecord::Empty),
            [part] => part.parse(),
            [_, second, ..] => Err(BadRecord::Several { line: second.lines[0].0 }),
        }
    }
}

/// Whether a record begins with this line. Only a header states a format.
fn is_header(line: &str) -> bool {
    #[derive(Deserialize)]
    struct Opening {
        format: Option<Value>,
    }
    // A quick check first: most lines are steps, and need not be parsed twice.
    line.contains("\"format\"") && serde_json::from_str(line).is_ok_and(|line: Opening| line.format.is_some())
}

fn value(line: usize, wanted: &'static str, text: &str) -> Result<Value, BadRecord> {
    let bad = |why: String| BadRecord::Line { line, wanted, why };
    let value = json::read(text).map_err(|error| bad(error.to_string()))?;
    if value.is_object() { Ok(value) } else { Err(bad("it is no JSON object".to_owned())) }
}

fn typed<T: DeserializeOwned>(line: usize, wanted: &'static str, value: &Value) -> Result<T, BadRecord> {
    T::deserialize(value).map_err(|error| BadRecord::Line { line, wanted, why: error.to_string() })
}

/// Returns the first key of an object that is none of these.
fn unknown_key(object: &Value, known: &[&str]) -> Option<String> {
    object.as_object()?.keys().find(|key| !known.contains(&key.as_str())).cloned()
}
