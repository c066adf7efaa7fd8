//! Options: settings of a match that the host chooses before it. Validation, forms, command-line
//! switches and the JSON Schema all follow from one description as data.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};
use text::Text;

use crate::{Fast, PACK, PackFault, Packs, below, did_you_mean};

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name in JSON and on the command line.
    pub key: &'static str,
    /// Its name for people.
    pub title: Text,
    /// Its effect, in a sentence.
    pub text: Text,
    /// Its kind, with the allowed values.
    pub kind: OptionKind,
    /// Whether the server unlocks its values one by one: a number above the smallest is open to a
    /// player who has won at the number before it.
    pub unlocked_by_winning: bool,
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
        /// The default.
        default: u32,
    },
    /// Yes or no.
    Switch {
        /// The default.
        default: bool,
    },
    /// One of a few words; the first is the default. Each word comes with its name for people.
    Choice(&'static [(&'static str, Text)]),
    /// Some of a few words, each at most once and in any order; none is the default. Each word
    /// comes with its name for people. [`Game::check_options`](crate::Game::check_options) decides
    /// how many there must be.
    Subset(&'static [(&'static str, Text)]),
    /// Any text without control characters.
    Text {
        /// The maximum number of characters.
        max_length: u16,
        /// The default.
        default: &'static str,
    },
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
        /// The options that exist.
        known: String,
    },
    /// A value that is not allowed.
    #[error("option {key:?} must be {allowed}, not {found}")]
    Value {
        /// The option.
        key: &'static str,
        /// The allowed values.
        allowed: String,
        /// The given value.
        found: String,
    },
    /// Options that are allowed one by one but conflict, with each other or with the number of
    /// seats; in a sentence.
    #[error("{0}")]
    Conflict(String),
    /// A pack with mistakes.
    #[error("the pack has mistakes: {}", listed_faults(.0))]
    Pack(Vec<PackFault>),
    /// A number of seats that the game does not take.
    #[error("{title} takes {min} to {max} seats, not {found}")]
    Seats {
        /// The game.
        title: &'static str,
        /// The minimum.
        min: u8,
        /// The maximum.
        max: u8,
        /// The requested number.
        found: u64,
    },
}

impl OptionSpec {
    /// Creates an option with its name in JSON, its name for people, and its effect in a sentence.
    pub const fn new(key: &'static str, title: Text, text: Text, kind: OptionKind) -> OptionSpec {
        OptionSpec { key, title, text, kind, unlocked_by_winning: false }
    }

    /// Marks a number whose values a player unlocks by winning at the one before.
    #[must_use]
    pub const fn unlocked_by_winning(self) -> OptionSpec {
        OptionSpec { unlocked_by_winning: true, ..self }
    }

    /// Returns the default value.
    pub fn default(&self) -> Value {
        match self.kind {
            OptionKind::Number { default, .. } => default.into(),
            OptionKind::Switch { default } => default.into(),
            OptionKind::Choice(choices) => choices[0].0.into(),
            OptionKind::Subset(_) => Value::Array(Vec::new()),
            OptionKind::Text { default, .. } => default.into(),
        }
    }

    /// Returns the allowed values in words.
    pub fn allowed(&self) -> String {
        match self.kind {
            OptionKind::Number { min, max, .. } => format!("a whole number from {min} to {max}"),
            OptionKind::Switch { .. } => "true or false".into(),
            OptionKind::Choice(choices) => {
                let words: Vec<String> = choices.iter().map(|(value, _)| format!("{value:?}")).collect();
                words.join(" or ")
            }
            OptionKind::Subset(choices) => {
                let words: Vec<String> = choices.iter().map(|(value, _)| format!("{value:?}")).collect();
                format!("a list of different words out of {}", words.join(", "))
            }
            OptionKind::Text { max_length, .. } => {
                format!("a text of at most {max_length} characters, without control characters")
            }
        }
    }

    /// Returns a random allowed value, often at an end of the range.
    fn extreme(&self, rng: &mut Fast) -> Value {
        // Letters of one to four bytes, and characters that are rare in names.
        const LETTERS: [char; 12] = ['a', 'e', 'K', 'x', 'Z', ' ', '-', '7', 'ß', 'É', '漢', '🐉'];
        /// Limit of the distance between a small number and the smallest allowed one.
        const SMALL: u32 = 8;
        let mut draw = |count: u32| below(&mut rng.0, count.max(1));
        match self.kind {
            OptionKind::Number { min, max, default } => match draw(6) {
                0 => min,
                1 => max,
                2 => default,
                3 => min + draw(max - min + 1),
                _ => min + draw(SMALL.min(max - min) + 1),
            }
            .into(),
            OptionKind::Switch { .. } => (draw(2) == 0).into(),
            OptionKind::Choice(choices) => choices[draw(choices.len() as u32) as usize].0.into(),
            OptionKind::Subset(choices) => {
                let share = draw(4);
                let mut picks: Vec<&str> = choices.iter().filter(|_| draw(3) < share).map(|(word, _)| *word).collect();
                for place in (1..picks.len()).rev() {
                    picks.swap(place, draw(place as u32 + 1) as usize);
                }
                picks.into()
            }
            OptionKind::Text { max_length, default } => match draw(4) {
                0 => default.into(),
                1 => "".into(),
                length => {
                    let length = if length == 2 { u32::from(max_length) } else { 1 + draw(max_length.into()) };
                    (0..length).map(|_| LETTERS[draw(LETTERS.len() as u32) as usize]).collect::<String>().into()
                }
            },
        }
    }

    fn allows(&self, value: &Value) -> bool {
        match self.kind {
            OptionKind::Number { min, max, .. } => {
                value.as_u64().is_some_and(|number| (u64::from(min)..=u64::from(max)).contains(&number))
            }
            OptionKind::Switch { .. } => value.is_boolean(),
            OptionKind::Choice(choices) => choices.iter().any(|(choice, _)| value == choice),
            OptionKind::Subset(choices) => value.as_array().is_some_and(|picks| {
                let known = |pick: &Value| choices.iter().any(|(choice, _)| pick == choice);
                picks.iter().enumerate().all(|(index, pick)| known(pick) && !picks[..index].contains(pick))
            }),
            OptionKind::Text { max_length, .. } => value
                .as_str()
                .is_some_and(|text| text.chars().count() <= max_length.into() && !text.chars().any(char::is_control)),
        }
    }

    /// Reads a value typed on a command line or sent by a form, where everything is text. Words of
    /// a list are separated by commas.
    ///
    /// # Errors
    /// If the option does not allow it.
    pub fn parse(&self, text: &str) -> Result<Value, BadOptions> {
        let value = match self.kind {
            OptionKind::Choice(_) | OptionKind::Text { .. } => Value::from(text),
            OptionKind::Subset(_) => {
                text.split(',').map(str::trim).filter(|word| !word.is_empty()).map(Value::from).collect()
            }
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

/// Does the same for options that may name a pack, which stays after the others.
///
/// # Errors
/// As for [`complete`], and if the pack has mistakes.
pub fn complete_with_pack(
    specs: &[OptionSpec],
    packs: Option<&'static Packs>,
    given: &Value,
) -> Result<Map<String, Value>, BadOptions> {
    let (Some(packs), Some(pack)) = (packs, given.get(PACK)) else { return complete(specs, given) };
    let mut rest = given.clone();
    rest.as_object_mut().map(|rest| rest.shift_remove(PACK));
    let mut whole = complete(specs, &rest)?;
    whole.insert(PACK.to_owned(), packs.read(pack).map_err(BadOptions::Pack)?.pack().clone());
    Ok(whole)
}

fn listed_faults(faults: &[PackFault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Returns the complete options of a game, as the game's type.
///
/// # Errors
/// As for [`complete_with_pack`], or if the type refuses a value that the data sheet allows.
pub fn read<T: DeserializeOwned>(
    specs: &[OptionSpec],
    packs: Option<&'static Packs>,
    given: &Value,
) -> Result<T, BadOptions> {
    typed(&complete_with_pack(specs, packs, given)?)
}

/// Reads the options of a game from complete settings.
pub(crate) fn typed<T: DeserializeOwned>(settings: &Map<String, Value>) -> Result<T, BadOptions> {
    let example = || Value::Object(settings.clone()).to_string();
    T::deserialize(settings).map_err(|_| BadOptions::NotAnObject { example: example() })
}

/// Returns the option with this name.
///
/// # Errors
/// If there is none; the message lists those that exist.
pub fn find<'a>(specs: &'a [OptionSpec], key: &str) -> Result<&'a OptionSpec, BadOptions> {
    specs.iter().find(|spec| spec.key == key).ok_or_else(|| {
        let names: Vec<&str> = specs.iter().map(|spec| spec.key).collect();
        let known = match names.is_empty() {
            true => "this game has none".to_owned(),
            false => format!("there are {}{}", names.join(", "), did_you_mean(key, names)),
        };
        BadOptions::Unknown { key: key.to_owned(), known }
    })
}

/// Returns a random combination of options, most of them at an end of their range. Some
/// combinations conflict, and the game refuses those
/// ([`Game::check_options`](crate::Game::check_options)).
pub fn extremes(specs: &[OptionSpec], rng: &mut Fast) -> Map<String, Value> {
    specs.iter().map(|spec| (spec.key.to_owned(), spec.extreme(rng))).collect()
}

fn defaults(specs: &[OptionSpec]) -> Map<String, Value> {
    specs.iter().map(|spec| (spec.key.to_owned(), spec.default())).collect()
}

/// Returns the options as a JSON Schema.
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
            OptionKind::Subset(choices) => {
                let words: Vec<&str> = choices.iter().map(|(value, _)| *value).collect();
                json!({
                    "type": "array", "items": { "type": "string", "enum": words }, "uniqueItems": true, "default": [],
                    "description": about
                })
            }
            OptionKind::Text { max_length, default } => json!({
                "type": "string", "maxLength": max_length, "default": default, "description": about
            }),
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
    use text::text;

    use super::*;

    const SPECS: &[OptionSpec] = &[
        OptionSpec::new(
            "level",
            text!("Level"),
            text!("How hard it is."),
            OptionKind::Number { min: 0, max: 99, default: 2 },
        ),
        OptionSpec::new(
            "kind",
            text!("Kind"),
            text!("Which."),
            OptionKind::Choice(&[("a", text!("A")), ("b", text!("B"))]),
        ),
        OptionSpec::new("loud", text!("Loud"), text!("Or not."), OptionKind::Switch { default: false }),
        OptionSpec::new(
            "team",
            text!("Team"),
            text!("Who comes."),
            OptionKind::Subset(&[("x", text!("X")), ("y", text!("Y")), ("z", text!("Z"))]),
        ),
        OptionSpec::new("name", text!("Name"), text!("Whose."), OptionKind::Text { max_length: 5, default: "Ann" }),
    ];

    #[test]
    fn what_is_left_out_gets_its_default() {
        let whole = complete(SPECS, &json!({ "loud": true })).unwrap();
        let all = json!({ "level": 2, "kind": "a", "loud": true, "team": [], "name": "Ann" });
        assert_eq!(Value::Object(whole), all);
        assert_eq!(complete(SPECS, &Value::Null), complete(SPECS, &json!({})));
    }

    #[test]
    fn what_is_not_allowed_is_named_with_what_is() {
        let error = |given: Value| complete(SPECS, &given).unwrap_err().to_string();
        assert_eq!(error(json!({ "level": 100 })), r#"option "level" must be a whole number from 0 to 99, not 100"#);
        assert_eq!(error(json!({ "level": -1 })), r#"option "level" must be a whole number from 0 to 99, not -1"#);
        assert_eq!(error(json!({ "kind": "c" })), r#"option "kind" must be "a" or "b", not "c""#);
        assert_eq!(error(json!({ "loud": 1 })), r#"option "loud" must be true or false, not 1"#);
        assert_eq!(error(json!({ "x": 1 })), r#"there is no option "x"; there are level, kind, loud, team, name"#);
        let team = r#"option "team" must be a list of different words out of "x", "y", "z", not "#;
        assert_eq!(error(json!({ "team": ["x", "x"] })), format!(r#"{team}["x","x"]"#));
        assert_eq!(error(json!({ "team": ["w"] })), format!(r#"{team}["w"]"#));
        assert_eq!(error(json!({ "team": "x" })), format!(r#"{team}"x""#));
        let name = r#"option "name" must be a text of at most 5 characters, without control characters, not "#;
        assert_eq!(error(json!({ "name": "Robert" })), format!(r#"{name}"Robert""#));
        assert_eq!(error(json!({ "name": "a\u{7}" })), format!(r#"{name}"a\u0007""#));
        assert!(complete(SPECS, &json!({ "name": "Jörgä", "team": ["z", "x"] })).is_ok());
        assert!(error(json!([])).starts_with("options must be an object such as"));
    }

    #[test]
    fn extremes_are_allowed_and_meet_both_ends() {
        let mut rng = Fast::seeded(1);
        let drawn: Vec<Map<String, Value>> = (0..200).map(|_| extremes(SPECS, &mut rng)).collect();
        for options in &drawn {
            assert_eq!(complete(SPECS, &Value::Object(options.clone())).as_ref(), Ok(options));
        }
        let met = |key: &str, value: Value| drawn.iter().any(|options| options[key] == value);
        assert!(met("level", json!(0)) && met("level", json!(99)) && met("level", json!(2)));
        assert!(met("kind", json!("b")) && met("loud", json!(true)) && met("name", json!("")));
        assert!(met("team", json!([])) && drawn.iter().any(|options| options["team"].as_array().unwrap().len() == 3));
    }

    #[test]
    fn typed_text_becomes_the_value_meant() {
        assert_eq!(SPECS[0].parse("7"), Ok(json!(7)));
        assert_eq!(SPECS[1].parse("b"), Ok(json!("b")));
        assert_eq!(SPECS[2].parse("true"), Ok(json!(true)));
        assert!(SPECS[0].parse("seven").is_err());
        assert_eq!(SPECS[3].parse("z, x"), Ok(json!(["z", "x"])));
        assert_eq!(SPECS[3].parse(""), Ok(json!([])));
        assert_eq!(SPECS[4].parse("7"), Ok(json!("7")));
    }
}
