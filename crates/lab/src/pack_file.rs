//! Packs of cards from files: TOML, JSON, or a table as comma-separated values.

use std::collections::HashMap;

use kernel::{HouseCards, PACK_LIMIT, PackFault, Packs};
use roster::{GameEntry, Roster};
use serde_json::{Map, Number, Value, json};
use toml::de::{DeTable, DeValue};

use crate::BadPack;

/// A pack, with the lines of its keys where the file has them.
pub struct PackFile {
    name: String,
    /// The pack as JSON.
    pub pack: Value,
    lines: HashMap<Vec<String>, usize>,
}

impl PackFile {
    /// Reads a file. Its name says what it is: `.json`, `.csv`, and TOML for all others.
    ///
    /// # Errors
    /// If it is too long, or not what its name says.
    pub fn parse(name: &str, text: &str) -> Result<PackFile, BadPack> {
        if text.len() > PACK_LIMIT {
            return Err(BadPack(format!("{name} has {} bytes; a pack has at most {PACK_LIMIT}", text.len())));
        }
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        let mut lines = HashMap::new();
        let pack = match extension.to_ascii_lowercase().as_str() {
            "json" => serde_json::from_str(text).map_err(|why| BadPack(format!("{name} is no JSON: {why}")))?,
            "csv" => from_table(name, text, &mut lines)?,
            _ => from_toml(name, text, &mut lines)?,
        };
        Ok(PackFile { name: name.to_owned(), pack, lines })
    }

    /// Returns the name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the game that the pack is for, and how it takes packs.
    ///
    /// # Errors
    /// If it names no game of the roster that takes packs.
    pub fn game(&self, roster: &Roster) -> Result<(&'static dyn GameEntry, &'static Packs), BadPack> {
        let game = self.pack["game"].as_str().unwrap_or_default();
        let found = roster.find(game).ok().and_then(|title| Some((title, title.packs()?)));
        found.ok_or_else(|| {
            let games = roster::GAMES.iter().filter(|title| title.packs().is_some()).map(|title| title.meta().id);
            let games = games.collect::<Vec<_>>().join(", ");
            BadPack(format!("{}: `game` must name a game that takes packs: {games}", self.name))
        })
    }

    /// Checks the pack and returns its cards.
    ///
    /// # Errors
    /// With every mistake, its line, and what is allowed.
    pub fn cards(&self, packs: &'static Packs) -> Result<&'static HouseCards, BadPack> {
        self.checked(packs).map_err(|mistakes| BadPack(format!("{}: {}", self.summary(&mistakes), mistakes.join("; "))))
    }

    /// Checks the pack for a game that takes packs like this.
    ///
    /// # Errors
    /// Its mistakes in the order of the lines, each with its line and what is allowed.
    pub fn checked(&self, packs: &'static Packs) -> Result<&'static HouseCards, Vec<String>> {
        packs.read(&self.pack).map_err(|faults| self.mistakes(&faults))
    }

    /// Returns the number of mistakes in words.
    pub fn summary(&self, mistakes: &[String]) -> String {
        format!("{} has {}", self.name, kernel::counted(mistakes.len(), "mistake"))
    }

    /// The mistakes in the order of the lines, each with its line and what is allowed.
    fn mistakes(&self, faults: &[PackFault]) -> Vec<String> {
        let mut placed: Vec<(usize, String)> =
            faults.iter().map(|fault| (self.line(&fault.path), self.one(fault))).collect();
        placed.sort();
        placed.dedup();
        placed.into_iter().map(|(_, text)| text).collect()
    }

    fn one(&self, fault: &PackFault) -> String {
        let place = match self.line(&fault.path) {
            0 => String::new(),
            line => format!("line {line}, "),
        };
        let path = match fault.path.is_empty() {
            true => "the pack".to_owned(),
            false => fault.path.join("."),
        };
        format!("{place}{path}: {}", fault.why)
    }

    /// The line of these keys, or of the nearest ones around them; 0 for none.
    fn line(&self, path: &[String]) -> usize {
        (0..=path.len()).rev().find_map(|length| self.lines.get(&path[..length])).copied().unwrap_or_default()
    }
}

fn from_toml(name: &str, text: &str, lines: &mut HashMap<Vec<String>, usize>) -> Result<Value, BadPack> {
    let line = |at: usize| 1 + text[..at.min(text.len())].matches('\n').count();
    let table = DeTable::parse(text).map_err(|why| {
        let place = why.span().map_or_else(String::new, |span| format!("line {}: ", line(span.start)));
        BadPack(format!("{name} is no TOML: {place}{}", why.message()))
    })?;
    Ok(object(table.get_ref(), &mut Vec::new(), &mut |path, at| {
        lines.entry(path.to_vec()).or_insert_with(|| line(at));
    }))
}

/// Writes a table as JSON, and passes on the place of each key.
fn object(table: &DeTable<'_>, path: &mut Vec<String>, found: &mut impl FnMut(&[String], usize)) -> Value {
    let mut map = Map::new();
    for (key, value) in table {
        path.push(key.get_ref().to_string());
        found(path, key.span().start);
        map.insert(key.get_ref().to_string(), json_of(value.get_ref(), path, found));
        path.pop();
    }
    Value::Object(map)
}

fn json_of(value: &DeValue<'_>, path: &mut Vec<String>, found: &mut impl FnMut(&[String], usize)) -> Value {
    match value {
        DeValue::String(text) => text.as_ref().into(),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).map_or_else(|_| number.to_string().into(), Value::from)
        }
        DeValue::Float(number) => number
            .as_str()
            .parse()
            .ok()
            .and_then(Number::from_f64)
            .map_or_else(|| number.to_string().into(), Value::Number),
        DeValue::Boolean(so) => (*so).into(),
        DeValue::Datetime(date) => date.to_string().into(),
        DeValue::Array(all) => all.iter().map(|one| json_of(one.get_ref(), path, found)).collect(),
        DeValue::Table(table) => object(table, path, found),
    }
}

/// Reads a table: a card a line, by its `id`; a column a key, with a dot for a key within another,
/// such as `effect.op`. An empty cell says nothing. The columns `game`, `base`, `title`, `author`
/// and `licence` are of the pack: their first cell counts.
fn from_table(name: &str, text: &str, lines: &mut HashMap<Vec<String>, usize>) -> Result<Value, BadPack> {
    const OF_PACK: [&str; 5] = ["game", "base", "title", "author", "licence"];
    let bad = |line: usize, why: &str| BadPack(format!("{name}, line {line}: {why}"));
    let unread = |why: csv::Error| BadPack(format!("{name} is no table of comma-separated values: {why}"));
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let head = reader.headers().map_err(unread)?.clone();
    let Some(id_column) = head.iter().position(|column| column == "id") else {
        return Err(bad(1, "a table needs a column `id`"));
    };
    let (mut pack, mut cards) = (Map::new(), Map::new());
    for row in reader.records() {
        let row = row.map_err(unread)?;
        let line = row.position().map_or(0, |place| place.line() as usize);
        let id = row.get(id_column).map(|id| id.trim().to_owned()).unwrap_or_default();
        let mut card = json!({});
        for (column, cell) in head.iter().zip(&row).filter(|(column, cell)| *column != "id" && !cell.is_empty()) {
            let value = serde_json::from_str(cell).ok().filter(|value: &Value| !value.is_string());
            let value = value.unwrap_or_else(|| cell.into());
            if OF_PACK.contains(&column) {
                pack.entry(column).or_insert(value);
                continue;
            }
            let mut at = &mut card;
            for part in column.split('.') {
                at = &mut at[part];
            }
            *at = value;
        }
        if id.is_empty() && card.as_object().is_some_and(Map::is_empty) {
            continue;
        }
        if id.is_empty() {
            return Err(bad(line, "the card has no `id`"));
        }
        if cards.contains_key(&id) {
            return Err(bad(line, &format!("the card {id} stands twice")));
        }
        lines.insert(vec!["cards".to_owned(), id.clone()], line);
        cards.insert(id, card);
    }
    pack.insert("cards".to_owned(), cards.into());
    Ok(pack.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, text: &str) -> Result<PackFile, BadPack> {
        PackFile::parse(name, text)
    }

    fn checked(file: &PackFile) -> Result<&'static HouseCards, BadPack> {
        file.cards(file.game(&Roster::default())?.1)
    }

    #[test]
    fn all_kinds_of_files_make_the_same_pack() {
        let toml =
            "game = \"gloombah\"\nbase = 1\ntitle = \"Ours\"\n[cards.ambush]\nn = 6\ntext = \"Six, \\\"hm\\\"\"\n";
        let json = json!({
            "game": "gloombah", "base": 1, "title": "Ours", "cards": { "ambush": { "n": 6, "text": "Six, \"hm\"" } },
        });
        let csv = "id,game,base,title,n,text\r\nambush,gloombah,1,Ours,6,\"Six, \"\"hm\"\"\"\r\n,,,,,\r\n";
        let packs = [("a.toml", toml), ("a.json", &json.to_string()), ("a.CSV", csv)]
            .map(|(name, text)| read(name, text).unwrap().pack);
        assert_eq!(packs, [json.clone(), json.clone(), json]);
    }

    #[test]
    fn mistakes_have_their_lines() {
        let toml = "game = \"gloombah\"\nbase = 1\ntitle = \"Ours\"\n\n[cards.ambush]\nn = 99\n\n[cards.dog]\nkind = \"gear\"\n";
        let file = read("a.toml", toml).unwrap();
        let mistakes = file.checked(file.game(&Roster::default()).unwrap().1).unwrap_err();
        assert_eq!(mistakes[0], "line 6, cards.ambush.n: a whole number from 1 to 20, not 99");
        assert!(mistakes.iter().any(|one| one.starts_with("line 8, cards.dog.value: ")), "{mistakes:#?}");
    }

    #[test]
    fn what_is_no_pack_is_told_why() {
        let why = |name: &str, text: &str| match read(name, text).and_then(|file| checked(&file).map(drop)) {
            Ok(()) => panic!("{text:?} is a pack"),
            Err(BadPack(why)) => why,
        };
        assert!(why("a.toml", "game = \"gloombah\"\nbase = \n").contains("is no TOML: line 2"));
        assert!(why("a.json", "{").contains("is no JSON"));
        assert!(why("a.csv", "game,title\nx,y\n").contains("line 1: a table needs a column `id`"));
        assert!(why("a.csv", "id,n\nambush,1\nambush,2\n").contains("line 3: the card ambush stands twice"));
        assert!(why("a.csv", "id,n\nambush,1,2\n").contains("is no table"));
        assert!(why("a.toml", "game = \"chess\"\n").contains("a game that takes packs: rogue-ascension, "));
        let long = "x".repeat(PACK_LIMIT);
        assert!(why("a.toml", &format!("title = \"{long}\"")).contains("a pack has at most 262144"));
    }
}
