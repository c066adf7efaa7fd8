//! What may be chosen before a match: described once as data, from which validation, forms, command-line switches
//! and the JSON Schema all follow.

use serde::Serialize;
use serde_json::{Map, Value, json};

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name in JSON and on the command line.
    pub key: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it changes, in a sentence.
    pub text: &'static str,
    /// What it may be.
    pub kind: OptionKind,
}

/// The values an option may take.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// A whole number.
    Number {
        /// The smallest allowed.
        min: u32,
        /// The largest allowed.
        max: u32,
        /// What it is if nobody says.
        default: u32,
    },
    /// Yes or no.
    Switch {
        /// What it is if nobody says.
        default: bool,
    },
    /// One of a few words; the first is the default.
    Choice(&'static [(&'static str, &'static str)]),
}

/// Options that a game does not take.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadOptions {
    /// Not a JSON object.
    #[error("options must be an object such as {example}")]
    NotAnObject {
        /// The defaults, as an example.
        example: String,
    },
    /// A name that the game does not know.
    #[error("there is no option {key:?}; {known}")]
    Unknown {
        /// The unknown name.
        key: String,
        /// What there is instead.
        known: String,
    },
    /// A value that is not allowed.
    #[error("option {key:?} must be {allowed}, not {found}")]
    Value {
        /// The option.
        key: &'static str,
        /// What it may be.
        allowed: String,
        /// What it was.
        found: String,
    },
    /// A number of seats that the game does not take.
    #[error("{title} takes {min} to {max} seats, not {found}")]
    Seats {
        /// The game.
        title: &'static str,
        /// The fewest.
        min: u8,
        /// The most.
        max: u8,
        /// What was asked for.
        found: u64,
    },
}

impl OptionSpec {
    /// The value if nobody says.
    pub fn default(&self) -> Value {
        match self.kind {
            OptionKind::Number { default, .. } => default.into(),
            OptionKind::Switch { default } => default.into(),
            OptionKind::Choice(choices) => choices[0].0.into(),
        }
    }

    /// The allowed values in words.
    pub fn allowed(&self) -> String {
        match self.kind {
            OptionKind::Number { min, max, .. } => format!("a whole number from {min} to {max}"),
            OptionKind::Switch { .. } => "true or false".into(),
            OptionKind::Choice(choices) => {
                let words: Vec<String> = choices.iter().map(|(value, _)| format!("{value:?}")).collect();
                words.join(" or ")
            }
        }
    }

    fn allows(&self, value: &Value) -> bool {
        match self.kind {
            OptionKind::Number { min, max, .. } => {
                value.as_u64().is_some_and(|number| (u64::from(min)..=u64::from(max)).contains(&number))
            }
            OptionKind::Switch { .. } => value.is_boolean(),
            OptionKind::Choice(choices) => choices.iter().any(|(choice, _)| value == choice),
        }
    }

    /// Reads a value typed on a command line or sent by a form, where everything is text.
    ///
    /// # Errors
    /// If the option does not allow it.
    pub fn parse(&self, text: &str) -> Result<Value, BadOptions> {
        let value = match self.kind {
            OptionKind::Choice(_) => Value::from(text),
            OptionKind::Number { .. } | OptionKind::Switch { .. } => {
                serde_json::from_str(text).unwrap_or_else(|_| text.into())
            }
        };
        self.check(&value)?;
        Ok(value)
    }

    fn check(&self, value: &Value) -> Result<(), BadOptions> {
        if self.allows(value) {
            return Ok(());
        }
        Err(BadOptions::Value { key: self.key, allowed: self.allowed(), found: value.to_string() })
    }
}

/// Checks options and fills in the defaults of those left out, in the order of the data sheet.
///
/// # Errors
/// If there is an unknown name or a value that is not allowed.
pub fn complete(specs: &[OptionSpec], given: &Value) -> Result<Map<String, Value>, BadOptions> {
    let none = Map::new();
    let given = match given {
        Value::Null => &none,
        Value::Object(given) => given,
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            return Err(BadOptions::NotAnObject { example: Value::Object(defaults(specs)).to_string() });
        }
    };
    for key in given.keys() {
        find(specs, key)?;
    }
    let mut whole = defaults(specs);
    for spec in specs {
        if let Some(value) = given.get(spec.key) {
            spec.check(value)?;
            whole[spec.key] = value.clone();
        }
    }
    Ok(whole)
}

/// The option with this name.
///
/// # Errors
/// If there is none; the message lists those there are.
pub fn find<'a>(specs: &'a [OptionSpec], key: &str) -> Result<&'a OptionSpec, BadOptions> {
    specs.iter().find(|spec| spec.key == key).ok_or_else(|| {
        let names: Vec<&str> = specs.iter().map(|spec| spec.key).collect();
        let known = match names.is_empty() {
            true => "this game has none".to_owned(),
            false => format!("there are {}", names.join(", ")),
        };
        BadOptions::Unknown { key: key.to_owned(), known }
    })
}

fn defaults(specs: &[OptionSpec]) -> Map<String, Value> {
    specs.iter().map(|spec| (spec.key.to_owned(), spec.default())).collect()
}

/// The options as a JSON Schema.
pub fn schema(specs: &[OptionSpec]) -> Value {
    let properties: Map<String, Value> = specs.iter().map(|spec| (spec.key.to_owned(), spec.schema())).collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

impl OptionSpec {
    fn schema(&self) -> Value {
        let about = format!("{}. {}", self.title, self.text);
        match self.kind {
            OptionKind::Number { min, max, default } => json!({
                "type": "integer", "minimum": min, "maximum": max, "default": default, "description": about
            }),
            OptionKind::Switch { default } => json!({ "type": "boolean", "default": default, "description": about }),
            OptionKind::Choice(choices) => {
                let words: Vec<&str> = choices.iter().map(|(value, _)| *value).collect();
                json!({ "type": "string", "enum": words, "default": words[0], "description": about })
            }
        }
    }
}

impl Serialize for OptionSpec {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.schema().serialize(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[
        OptionSpec {
            key: "level",
            title: "Level",
            text: "How hard it is.",
            kind: OptionKind::Number { min: 0, max: 99, default: 2 },
        },
        OptionSpec { key: "kind", title: "Kind", text: "Which.", kind: OptionKind::Choice(&[("a", "A"), ("b", "B")]) },
        OptionSpec { key: "loud", title: "Loud", text: "Or not.", kind: OptionKind::Switch { default: false } },
    ];

    #[test]
    fn what_is_left_out_gets_its_default() {
        let whole = complete(SPECS, &json!({ "loud": true })).unwrap();
        assert_eq!(Value::Object(whole), json!({ "level": 2, "kind": "a", "loud": true }));
        assert_eq!(complete(SPECS, &Value::Null), complete(SPECS, &json!({})));
    }

    #[test]
    fn what_is_not_allowed_is_named_with_what_is() {
        let error = |given: Value| complete(SPECS, &given).unwrap_err().to_string();
        assert_eq!(error(json!({ "level": 100 })), r#"option "level" must be a whole number from 0 to 99, not 100"#);
        assert_eq!(error(json!({ "level": -1 })), r#"option "level" must be a whole number from 0 to 99, not -1"#);
        assert_eq!(error(json!({ "kind": "c" })), r#"option "kind" must be "a" or "b", not "c""#);
        assert_eq!(error(json!({ "loud": 1 })), r#"option "loud" must be true or false, not 1"#);
        assert_eq!(error(json!({ "x": 1 })), r#"there is no option "x"; there are level, kind, loud"#);
        assert!(error(json!([])).starts_with("options must be an object such as"));
    }

    #[test]
    fn typed_text_becomes_the_value_meant() {
        assert_eq!(SPECS[0].parse("7"), Ok(json!(7)));
        assert_eq!(SPECS[1].parse("b"), Ok(json!("b")));
        assert_eq!(SPECS[2].parse("true"), Ok(json!(true)));
        assert!(SPECS[0].parse("seven").is_err());
    }
}
