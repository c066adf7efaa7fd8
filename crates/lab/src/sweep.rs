//! Options on the command line: one value, or a list of them.

use std::{
    collections::{BTreeSet, HashSet},
    fs,
};

use kernel::{Fast, PACK, below, options, plain_text};
use roster::{GameEntry, Setting};
use serde_json::{Map, Value, json};

use crate::{Experiment, LabError};

/// An option with the values that it takes one after the other.
#[derive(Clone, PartialEq, Debug)]
pub struct Sweep {
    /// The option, or a number of a card: `cards.ID.KEY`.
    pub key: String,
    /// Its values.
    pub values: Vec<Value>,
}

/// Maximum number of settings from all sweeps together.
const MOST: usize = 1000;
/// Maximum number of values of one option.
const MOST_VALUES: usize = 100_000;

/// Parses options of the form `key=value`; several can be joined by commas.
///
/// # Errors
/// If one is malformed or given twice, or the game refuses it.
pub fn settings(title: &dyn GameEntry, words: &[String]) -> Result<Map<String, Value>, LabError> {
    let mut map = Map::new();
    for word in words.iter().flat_map(|words| words.split(',')).filter(|word| !word.is_empty()) {
        let (key, value) = word.split_once('=').ok_or_else(|| LabError::Setting(word.to_owned()))?;
        if map.insert(key.to_owned(), parsed(title, key, value)?).is_some() {
            return Err(LabError::Twice(key.to_owned()));
        }
    }
    Ok(map)
}

/// The beginning of the name of a number of a card.
const CARDS: &str = "cards.";

/// Checks the name of an option, or of a number of a card in a game that takes packs.
pub(crate) fn checked(title: &dyn GameEntry, key: &str) -> Result<String, LabError> {
    if title.packs().is_none() || !key.starts_with(CARDS) {
        options::find(title.meta().options, key)?;
    }
    Ok(key.to_owned())
}

/// Parses the value of an option, or of a number of a card.
fn parsed(title: &dyn GameEntry, key: &str, text: &str) -> Result<Value, LabError> {
    if title.packs().is_some() && key.starts_with(CARDS) {
        return Ok(serde_json::from_str(text).unwrap_or_else(|_| text.into()));
    }
    Ok(options::find(title.meta().options, key)?.parse(text)?)
}

/// Puts the numbers of cards among these options into their pack, which is made if there is none.
pub(crate) fn folded(title: &dyn GameEntry, options: &Value) -> Value {
    let Some(given) = options.as_object().filter(|given| given.keys().any(|key| key.starts_with(CARDS))) else {
        return options.clone();
    };
    let (cards, mut rest): (Map<String, Value>, Map<String, Value>) =
        given.clone().into_iter().partition(|(key, _)| key.starts_with(CARDS));
    let meta = title.meta();
    let made = || json!({ "game": meta.id, "base": meta.rules, "title": "Changed numbers" });
    let mut pack = rest.shift_remove(PACK).unwrap_or_else(made);
    for (key, value) in cards {
        let mut at = &mut pack;
        for part in key.split('.') {
            if !at.is_object() {
                *at = json!({});
            }
            at = &mut at[part];
        }
        *at = value;
    }
    rest.insert(PACK.to_owned(), pack);
    Value::Object(rest)
}

/// Returns the matches of a setting with one number of a card changed by one: up, or down where up is
/// not allowed; with its new value. `None` if it cannot change alone.
pub fn stepped(
    title: &'static dyn GameEntry,
    setting: &Setting,
    games: u64,
    key: &str,
    from: i64,
) -> Option<(i64, Experiment)> {
    [from + 1, from - 1].into_iter().find_map(|to| {
        let mut options = setting.options.as_object().cloned().unwrap_or_default();
        options.insert(key.to_owned(), to.into());
        Some((to, Experiment::new(title, &Setting { options: options.into(), ..setting.clone() }, games).ok()?))
    })
}

/// Returns the value of an option in words.
pub(crate) fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns the name of a setting: `ascension 2`.
pub fn setting_name(point: &Map<String, Value>) -> String {
    let words: Vec<String> = point.iter().map(|(key, value)| format!("{key} {}", word(value))).collect();
    words.join(", ")
}

impl Sweep {
    /// Parses `key=a..b` (both ends are played), `key=a,b,c`, or `key=@file`: a file with a value a
    /// line, where empty lines are ignored.
    ///
    /// # Errors
    /// If it is malformed, or has a value twice, no value or too many. If the file cannot be read,
    /// or the game refuses the option or a value.
    pub fn parse(title: &dyn GameEntry, text: &str) -> Result<Sweep, LabError> {
        let wrong = |why: &str| LabError::Sweep { text: text.to_owned(), why: why.to_owned() };
        let (key, values) = text.split_once('=').ok_or_else(|| wrong("there is no ="))?;
        let key = checked(title, key)?;
        let file = values.strip_prefix('@');
        let words: Vec<String> = match (file, values.split_once("..")) {
            (Some(path), _) => {
                let unreadable = |why: String| wrong(&format!("{path} cannot be read: {why}"));
                let bytes = fs::read(path).map_err(|why| unreadable(why.to_string()))?;
                let text = plain_text::decode(bytes).map_err(|why| unreadable(why.to_string()))?;
                let lines = plain_text::lines(&text).map(|(_, line)| line);
                lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
            }
            (None, None) => values.split(',').map(str::to_owned).collect(),
            (None, Some((from, to))) => {
                let number = |word: &str| word.parse::<i64>().map_err(|_| wrong("its ends are not whole numbers"));
                let (from, to) = (number(from)?, number(to)?);
                if from > to {
                    return Err(wrong("it runs backwards"));
                }
                // Both ends are checked first: a range of a billion values is refused before it is
                // built.
                parsed(title, &key, &from.to_string()).and(parsed(title, &key, &to.to_string()))?;
                if to.abs_diff(from) >= MOST_VALUES as u64 {
                    return Err(wrong(&format!("that is more than {MOST_VALUES} values")));
                }
                (from..=to).map(|value| value.to_string()).collect()
            }
        };
        if words.is_empty() {
            return Err(wrong("it has no values"));
        }
        if words.len() > MOST_VALUES {
            return Err(wrong(&format!("that is more than {MOST_VALUES} values")));
        }
        let values: Vec<Value> = words.iter().map(|word| parsed(title, &key, word)).collect::<Result<_, _>>()?;
        let met = &mut HashSet::new();
        if let Some(value) = values.iter().find(|value| !met.insert(*value)) {
            return Err(wrong(&format!("it has {value} twice")));
        }
        Ok(Sweep { key, values })
    }

    /// Returns all settings from these sweeps: every value of one with every value of the others,
    /// the last changing fastest. Without sweeps it is one empty setting.
    ///
    /// # Errors
    /// If there are more than a thousand, or two sweeps are of one option.
    pub fn points(sweeps: &[Sweep]) -> Result<Vec<Map<String, Value>>, LabError> {
        Sweep::all(sweeps, MOST)?.ok_or_else(|| {
            let text = sweeps.iter().map(|sweep| &*sweep.key).collect::<Vec<_>>().join(", ");
            LabError::Sweep { text, why: format!("that comes to more than {MOST} settings") }
        })
    }

    /// Returns at most `most` of these settings, in their order: all if there are no more, else as many
    /// that the seed draws.
    ///
    /// # Errors
    /// If two sweeps are of one option.
    pub fn drawn(sweeps: &[Sweep], most: usize, seed: u64) -> Result<Vec<Map<String, Value>>, LabError> {
        if let Some(all) = Sweep::all(sweeps, most)? {
            return Ok(all);
        }
        let mut chance = Fast::seeded(seed);
        let mut drawn = BTreeSet::new();
        while drawn.len() < most {
            let place = |sweep: &Sweep| below(&mut chance.0, sweep.values.len() as u32) as usize;
            drawn.insert(sweeps.iter().map(place).collect::<Vec<usize>>());
        }
        Ok(drawn.iter().map(|places| Sweep::at(sweeps, places)).collect())
    }

    /// Returns all settings from these sweeps; `None` if there are more than `most`.
    fn all(sweeps: &[Sweep], most: usize) -> Result<Option<Vec<Map<String, Value>>>, LabError> {
        let met = &mut HashSet::new();
        if let Some(sweep) = sweeps.iter().find(|sweep| !met.insert(&sweep.key)) {
            return Err(LabError::Twice(sweep.key.clone()));
        }
        let count = sweeps.iter().try_fold(1usize, |count, sweep| count.checked_mul(sweep.values.len()));
        let count = count.filter(|count| *count <= most);
        Ok(count.map(|count| (0..count).map(|number| Sweep::point(sweeps, number)).collect()))
    }

    /// Returns the setting with this number.
    fn point(sweeps: &[Sweep], mut number: usize) -> Map<String, Value> {
        let mut places = vec![0; sweeps.len()];
        for (place, sweep) in places.iter_mut().zip(sweeps).rev() {
            *place = number % sweep.values.len();
            number /= sweep.values.len();
        }
        Sweep::at(sweeps, &places)
    }

    /// Returns the setting that takes these values, by their places.
    fn at(sweeps: &[Sweep], places: &[usize]) -> Map<String, Value> {
        sweeps.iter().zip(places).map(|(sweep, place)| (sweep.key.clone(), sweep.values[*place].clone())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rogue() -> &'static dyn GameEntry {
        roster::find("rogue-ascension").unwrap()
    }

    #[test]
    fn many_settings_are_drawn_by_the_seed() {
        let sweeps =
            [Sweep::parse(rogue(), "ascension=0..5").unwrap(), Sweep::parse(rogue(), "die_floor=d4,none").unwrap()];
        assert_eq!(Sweep::drawn(&sweeps, 12, 1).unwrap(), Sweep::points(&sweeps).unwrap());
        let drawn = Sweep::drawn(&sweeps, 5, 1).unwrap();
        let all = Sweep::points(&sweeps).unwrap();
        assert_eq!(drawn.len(), 5);
        assert!(drawn.iter().all(|point| all.contains(point)) && drawn.windows(2).all(|two| two[0] != two[1]));
        assert_eq!(drawn, Sweep::drawn(&sweeps, 5, 1).unwrap());
        assert_ne!(drawn, Sweep::drawn(&sweeps, 5, 2).unwrap());
        let many = Sweep { key: "other".into(), values: (0..100_000).map(Value::from).collect() };
        let keys = ["a", "b", "c", "d"].map(|key| Sweep { key: key.into(), ..many.clone() });
        assert_eq!(Sweep::drawn(&keys, 3, 1).unwrap().len(), 3, "no list of all of them is made");
    }

    #[test]
    fn a_sweep_plays_both_its_ends() {
        let sweep = Sweep::parse(rogue(), "ascension=0..5").unwrap();
        assert_eq!(sweep.values, (0..=5).map(Value::from).collect::<Vec<_>>());
        let words = Sweep::parse(rogue(), "die_floor=d4,none").unwrap();
        let switch = Sweep::parse(rogue(), "overheal=false,true").unwrap();
        let points = Sweep::points(&[sweep, words, switch]).unwrap();
        assert_eq!(points.len(), 6 * 2 * 2);
        assert_eq!(
            Value::Object(points[1].clone()),
            serde_json::json!({"ascension":0,"die_floor":"d4","overheal":true})
        );
        assert_eq!(Sweep::points(&[]).unwrap(), [Map::new()]);
    }

    #[test]
    fn what_is_no_sweep_is_told_why() {
        let error = |text: &str| Sweep::parse(rogue(), text).unwrap_err().to_string();
        assert!(error("ascension").contains("there is no ="));
        assert!(error("ascension=5..1").contains("runs backwards"));
        assert!(error("ascension=a..b").contains("not whole numbers"));
        assert!(error("ascension=0..100").contains("from 0 to 99"));
        assert!(error("ascension=0..4000000000").contains("from 0 to 99"));
        assert!(error("level=0..1").contains("there are ascension"));
        let wide = Sweep::parse(rogue(), "fight_round_limit=1..1000").unwrap();
        let levels = Sweep::parse(rogue(), "ascension=0..5").unwrap();
        assert!(Sweep::points(&[wide, levels.clone()]).unwrap_err().to_string().contains("more than 1000 settings"));
        assert!(error("ascension=1,2,1").contains("it has 1 twice"));
        let more = Sweep::parse(rogue(), "ascension=7..8").unwrap();
        assert!(matches!(Sweep::points(&[levels, more]), Err(LabError::Twice(key)) if key == "ascension"));
    }

    #[test]
    fn names_come_from_a_file_a_line_each() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("names.txt");
        let crimson = roster::find("crimsonbranch").unwrap();
        let read = |text: &str| {
            fs::write(&path, text).unwrap();
            Sweep::parse(crimson, &format!("hero=@{}", path.display()))
        };
        assert_eq!(read("Conan\r\nBo, the 2..3\n\n@ home\n").unwrap().values, ["Conan", "Bo, the 2..3", "@ home"]);
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert!(error("\n").contains("it has no values"));
        assert!(error("Bo\nConan\nBo\n").contains("it has \"Bo\" twice"));
        assert!(error("a\tb\n").contains("without control characters"));
        let lost = Sweep::parse(crimson, "hero=@/no/such/names").unwrap_err();
        assert!(lost.is_input() && lost.to_string().contains("/no/such/names cannot be read"));
        // A text option accepts any number: the limit is checked before the values are built.
        let many = Sweep::parse(crimson, "hero=1..4000000000").unwrap_err();
        assert!(many.to_string().contains("more than 100000 values"));
        assert_eq!(Sweep::parse(crimson, "hero=1..3").unwrap().values, ["1", "2", "3"]);
    }

    #[test]
    fn settings_are_read_singly_or_in_a_row() {
        let words = ["ascension=2,overheal=true".to_owned(), "die_floor=none".to_owned()];
        let map = settings(rogue(), &words).unwrap();
        assert_eq!(Value::Object(map), serde_json::json!({"ascension":2,"overheal":true,"die_floor":"none"}));
        assert!(settings(rogue(), &["ascension".to_owned()]).is_err());
        assert!(settings(rogue(), &["ascension=1,ascension=2".to_owned()]).is_err());
    }
}
