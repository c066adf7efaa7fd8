//! Reading data that people wrote: every mistake is noted with its place, and with what is allowed.

use std::ops::RangeInclusive;

use kernel::{PackFault, did_you_mean};
use serde_json::{Map, Value};

/// The parts of a card that are tables.
const PARTS: [&str; 2] = ["effect", "vs"];

/// The keys that lead to a value.
#[derive(Clone, Default)]
pub(super) struct Path(Vec<String>);

impl Path {
    pub(super) fn then(&self, key: &str) -> Path {
        Path(self.0.iter().cloned().chain(Some(key.to_owned())).collect())
    }
}

/// The mistakes found so far.
#[derive(Default)]
pub(super) struct Faults(Vec<PackFault>);

impl Faults {
    pub(super) fn add(&mut self, path: Path, why: String) {
        self.0.push(PackFault { path: path.0, why });
    }

    /// Fails if there are any.
    pub(super) fn none(self) -> Result<(), Vec<PackFault>> {
        if self.0.is_empty() { Ok(()) } else { Err(self.0) }
    }
}

/// A table of named values.
pub(super) struct Fields<'a> {
    pub(super) path: Path,
    own: &'a Map<String, Value>,
    /// The values of keys that `own` does not have.
    before: Map<String, Value>,
}

static NONE: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);

impl<'a> Fields<'a> {
    pub(super) fn of(value: &'a Value, path: Path, faults: &mut Faults) -> Fields<'a> {
        let own = value.as_object().unwrap_or_else(|| {
            faults.add(path.clone(), format!("a table of keys and values, not {value}"));
            &NONE
        });
        Fields { path, own, before: Map::new() }
    }

    /// The same table over another: keys left out have the values of that one. A table within it
    /// is over the one before too.
    pub(super) fn over(&self, before: &Map<String, Value>, faults: &mut Faults) -> Fields<'a> {
        if self.own.get("kind").is_some_and(|kind| before.get("kind") != Some(kind)) {
            faults.add(self.at("kind"), "the kind of a card of the base game stays; remove it and add another".into());
        }
        Fields { path: self.path.clone(), own: self.own, before: before.clone() }
    }

    pub(super) fn at(&self, key: &str) -> Path {
        self.path.then(key)
    }

    /// The value of a key. A part of a card that is `false` is left out.
    fn get(&self, key: &str) -> Option<&Value> {
        let is_out = |value: &Value| value.is_null() || (*value == Value::Bool(false) && PARTS.contains(&key));
        self.own.get(key).or_else(|| self.before.get(key)).filter(|value| !is_out(value))
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Notes the keys that are not known.
    pub(super) fn only(&self, keys: &[&str], faults: &mut Faults) {
        for key in self.own.keys().filter(|key| !keys.contains(&key.as_str())) {
            let hint = did_you_mean(key, keys.iter().copied());
            faults.add(self.at(key), format!("there is no such key; there are {}{hint}", keys.join(", ")));
        }
    }

    /// Notes a key that an effect does not take.
    pub(super) fn none(&self, key: &str, op: &str, faults: &mut Faults) {
        if self.own.contains_key(key) && self.has(key) {
            faults.add(self.at(key), format!("{op} takes no `{key}`"));
        }
    }

    fn wanted<T>(&self, key: &str, allowed: &str, found: Option<T>, faults: &mut Faults) -> Option<T> {
        if found.is_none() {
            let given = self.get(key).map_or("it is missing".to_owned(), |value| format!("not {value}"));
            faults.add(self.at(key), format!("{allowed}, {given}"));
        }
        found
    }

    pub(super) fn number(&self, key: &str, range: RangeInclusive<i64>, faults: &mut Faults) -> Option<i64> {
        let found = self.get(key).and_then(Value::as_i64).filter(|number| range.contains(number));
        let (least, most) = range.into_inner();
        let allowed = match least == most {
            true => format!("it must be {least}"),
            false => format!("a whole number from {least} to {most}"),
        };
        self.wanted(key, &allowed, found, faults)
    }

    pub(super) fn switch(&self, key: &str, faults: &mut Faults) -> Option<bool> {
        self.wanted(key, "true or false", self.get(key).and_then(Value::as_bool), faults)
    }

    pub(super) fn text(&self, key: &str, most: usize, faults: &mut Faults) -> Option<&str> {
        let fits = |text: &&str| {
            let length = text.chars().count();
            (1..=most).contains(&length) && !text.chars().any(char::is_control)
        };
        let found = self.get(key).and_then(Value::as_str).filter(fits);
        self.wanted(key, &format!("a text of 1 to {most} characters without control characters"), found, faults)
    }

    /// One of these words.
    pub(super) fn word(&self, key: &str, all: &[&'static str], faults: &mut Faults) -> Option<&'static str> {
        let given = self.get(key).and_then(Value::as_str);
        let found = all.iter().find(|word| given == Some(word)).copied();
        let hint = given.map(|given| did_you_mean(given, all.iter().copied())).unwrap_or_default();
        self.wanted(key, &format!("one of {}{hint}", all.join(", ")), found, faults)
    }

    pub(super) fn table(&self, key: &str, faults: &mut Faults) -> Option<Fields<'_>> {
        let own = self.wanted(key, "a table", self.get(key).and_then(Value::as_object), faults)?;
        // `n` alone changes the number of an effect.
        let before = self.before.get(key).and_then(Value::as_object).cloned().unwrap_or_default();
        let same = own.get("op").is_none_or(|op| before.get("op") == Some(op));
        Some(Fields { path: self.at(key), own, before: if same { before } else { Map::new() } })
    }

    /// The tables of a table, each with its key; none if it is left out.
    pub(super) fn tables(&self, key: &str, faults: &mut Faults) -> Vec<(String, Fields<'a>)> {
        let Some(value) = self.own.get(key) else { return Vec::new() };
        let outer = Fields::of(value, self.at(key), faults);
        outer.own.iter().map(|(id, value)| (id.clone(), Fields::of(value, outer.at(id), faults))).collect()
    }
}

/// A number that is not negative.
pub(super) fn number(card: &Fields<'_>, key: &str, range: RangeInclusive<i64>, faults: &mut Faults) -> Option<u8> {
    card.number(key, range, faults).and_then(|number| u8::try_from(number).ok())
}

/// One of a few values, by its word.
pub(super) fn pick<T: Copy>(
    card: &Fields<'_>,
    key: &str,
    all: &[T],
    word: impl Fn(T) -> &'static str,
    faults: &mut Faults,
) -> Option<T> {
    let words: Vec<&'static str> = all.iter().map(|one| word(*one)).collect();
    let found = card.word(key, &words, faults)?;
    all.iter().find(|one| word(**one) == found).copied()
}

/// The words of a pack in other languages: language, English text, translation.
pub(super) fn words(head: &Fields<'_>, faults: &mut Faults) -> Vec<(String, String, String)> {
    let mut all = Vec::new();
    for (language, table) in head.tables("words", faults) {
        for source in table.own.keys() {
            if let Some(text) = table.text(source, 200, faults) {
                all.push((language.clone(), source.clone(), text.to_owned()));
            }
        }
    }
    all
}
