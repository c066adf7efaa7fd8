//! The step from the files of the base game's cards to Rust tables, in a build script.
//!
//! The script writes `cards.rs` into the folder of the build. It has a table for each deck, a
//! function that makes such a table of a pack's cards, and `CONTENT`, which the kernel needs for
//! packs.

use std::{collections::BTreeMap, env, fmt::Write, fs, path::Path};

use toml::de::{DeTable, DeValue};

use crate::{Deck, Field, Kind, Otherwise, Part, Shape};

/// A value of a file.
#[derive(Clone)]
enum Value {
    Number(i64),
    Switch(bool),
    Text(String),
    List(Vec<Value>),
    Table(Table),
}

/// The keys of a table.
type Table = BTreeMap<String, Value>;

/// Writes the tables of a game. `pictures` is the folder of its pictures; a mistake in a file fails
/// the build.
pub fn write(pictures: &str, decks: &[Deck]) {
    println!("cargo::rerun-if-changed=content");
    let mut script = Script { pictures, texts: Vec::new() };
    let folder = env::var_os("OUT_DIR").ok_or_else(|| "cargo sets OUT_DIR".to_owned());
    let written = script
        .write(decks)
        .and_then(|code| fs::write(Path::new(&folder?).join("cards.rs"), code).map_err(|why| why.to_string()));
    if let Err(why) = written {
        println!("cargo::error={why}");
    }
}

struct Script<'a> {
    pictures: &'a str,
    texts: Vec<String>,
}

impl Script<'_> {
    fn write(&mut self, decks: &[Deck]) -> Result<String, String> {
        let (mut code, mut json, mut files) = (String::new(), Vec::new(), Vec::new());
        for (place, deck) in decks.iter().enumerate() {
            let mut cards = Vec::new();
            let mut own: Vec<&str> = deck.kinds.iter().map(|kind| kind.file).collect();
            own.dedup();
            for file in own {
                files.push(file);
                for (id, mut table) in read(file)? {
                    let placed = |why: String| format!("content/{file}.toml, {id}: {why}");
                    let kind = kind_of(deck, file, &mut table).map_err(placed)?;
                    self.complete(kind, &id, &mut table);
                    let literal = self.card(deck, kind, &id, &table).map_err(placed)?;
                    let mut keys = vec![format!("\"kind\":{:?}", kind.word)];
                    kind.all().for_each(|field| told(field, &table, &mut keys));
                    json.push(format!("{id:?}:{{{}}}", keys.join(",")));
                    cards.push((id, literal));
                }
            }
            if deck.room.is_some() {
                cards.sort();
            }
            table(&mut code, deck, &cards);
            reader(&mut code, place, deck);
        }
        let _ = writeln!(code, "static TEXTS: [text::Text; {}] = [", self.texts.len());
        self.texts.iter().for_each(|text| _ = writeln!(code, "    text::text!({text:?}),"));
        code.push_str("];\n/// The cards of the base game as data.\n");
        code.push_str("pub(crate) static CONTENT: kernel::packs::Content = kernel::packs::Content {\n");
        let _ =
            writeln!(code, "    decks: DECKS,\n    texts: &TEXTS,\n    json: {:?},", format!("{{{}}}", json.join(",")));
        code.push_str("    files: if cfg!(target_arch = \"wasm32\") { &[] } else { &[\n");
        for file in files {
            let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/content/{file}.toml\")");
            let _ = writeln!(code, "        (\"{file}.toml\", include_str!({path})),");
        }
        code.push_str("    ] },\n};\n");
        Ok(code)
    }

    /// Adds the values that are left out.
    fn complete(&self, kind: &Kind, id: &str, table: &mut Table) {
        for field in kind.all() {
            let value = match (field.shape, field.otherwise) {
                (Shape::Picture, _) => Value::Text(format!("{}/{id}", self.pictures)),
                (_, Otherwise::Number(number)) => Value::Number(number),
                (_, Otherwise::False) => Value::Switch(false),
                (_, Otherwise::Needed | Otherwise::None) => continue,
            };
            table.entry(field.key.to_owned()).or_insert(value);
        }
    }

    fn card(&mut self, deck: &Deck, kind: &Kind, id: &str, table: &Table) -> Result<String, String> {
        let mut used = Vec::new();
        let named = if deck.ids { format!("id: {id:?}, ") } else { String::new() };
        let mut code = format!("{} {{ {named}{}", deck.card, self.record(kind.fields, table, &mut used)?);
        if let Some((field, variant, fields)) = kind.variant {
            let _ = write!(code, "{field}: {variant} {{ {} }}, ", self.record(fields, table, &mut used)?);
        }
        let _ = write!(code, "{}}}", rest(kind));
        only(table, &used)?;
        Ok(code)
    }

    fn record(&mut self, fields: &[Field], table: &Table, used: &mut Vec<&'static str>) -> Result<String, String> {
        let one = |field: &Field| Ok(format!("{}: {}, ", field.key, self.value(field, table, used)?));
        fields.iter().map(one).collect()
    }

    /// The Rust expression for the value of a key.
    fn value(&mut self, field: &Field, table: &Table, used: &mut Vec<&'static str>) -> Result<String, String> {
        used.push(field.key);
        let Some(value) = table.get(field.key) else {
            return match (field.shape, field.otherwise) {
                (_, Otherwise::None) => Ok("None".to_owned()),
                (_, Otherwise::Number(number)) => Ok(number.to_string()),
                (_, Otherwise::False) => Ok("false".to_owned()),
                (Shape::List(..), _) => Ok("&[]".to_owned()),
                _ => Err(format!("{} is missing", field.key)),
            };
        };
        let code = match (field.shape, value) {
            (Shape::Number(least, most), Value::Number(number)) if (least..=most).contains(number) => {
                number.to_string()
            }
            (Shape::Switch, Value::Switch(so)) => so.to_string(),
            (Shape::Text(_), Value::Text(text)) => self.text(text),
            (Shape::Word(rust, words), Value::Text(word)) if words.contains(&&**word) => {
                format!("{rust}::{}", variant(word))
            }
            (Shape::Picture, Value::Text(picture)) => format!("kernel::Picture({picture:?})"),
            (Shape::Effect(rust, ops), Value::Text(word)) => {
                let op = ops.iter().find(|op| op.word == word).ok_or_else(|| format!("there is no effect {word}"))?;
                let values = op.fields.iter().map(|field| self.value(field, table, used));
                let values = values.collect::<Result<Vec<_>, _>>()?;
                let name = format!("{rust}::{}", variant(word));
                if values.is_empty() { name } else { format!("{name}({})", values.join(", ")) }
            }
            (Shape::Part(part), Value::Table(table)) => self.part(part, table)?,
            (Shape::List(part, most), Value::List(all)) if all.len() <= most => {
                let one = |value: &Value| match value {
                    Value::Table(table) => self.part(part, table),
                    _ => Err(format!("{} has tables", field.key)),
                };
                format!("&[{}]", all.iter().map(one).collect::<Result<Vec<_>, _>>()?.join(", "))
            }
            _ => return Err(format!("{} does not fit", field.key)),
        };
        Ok(if field.otherwise == Otherwise::None { format!("Some({code})") } else { code })
    }

    fn part(&mut self, part: Part, table: &Table) -> Result<String, String> {
        let mut used = Vec::new();
        let code = match (part.rust, part.fields) {
            ("", [field]) => self.value(field, table, &mut used)?,
            ("", fields) => {
                let values = fields.iter().map(|field| self.value(field, table, &mut used));
                format!("({})", values.collect::<Result<Vec<_>, _>>()?.join(", "))
            }
            (rust, fields) => format!("{rust} {{ {} }}", self.record(fields, table, &mut used)?),
        };
        only(table, &used)?;
        Ok(code)
    }

    /// A text of the table of texts.
    fn text(&mut self, text: &str) -> String {
        let place = self.texts.iter().position(|other| other == text).unwrap_or_else(|| {
            self.texts.push(text.to_owned());
            self.texts.len() - 1
        });
        format!("TEXTS[{place}]")
    }
}

/// The kind of a card: the one that the card says, or the first one of its file.
fn kind_of<'a>(deck: &'a Deck, file: &str, table: &mut Table) -> Result<&'a Kind, String> {
    let mut kinds = deck.kinds.iter().filter(|kind| kind.file == file);
    let found = match table.remove("kind") {
        Some(Value::Text(word)) => kinds.find(|kind| kind.word == word),
        Some(_) => None,
        None => kinds.next(),
    };
    found.ok_or_else(|| "there is no such kind".to_owned())
}

fn only(table: &Table, used: &[&str]) -> Result<(), String> {
    match table.keys().find(|key| !used.contains(&key.as_str())) {
        Some(key) => Err(format!("there is no key {key}")),
        None => Ok(()),
    }
}

/// Writes a table of cards.
fn table(code: &mut String, deck: &Deck, cards: &[(String, String)]) {
    let (order, seen) = if deck.room.is_some() { ("ids", "pub") } else { ("file", "pub(crate)") };
    let _ = writeln!(code, "/// The {} of the base game, in the order of their {order}.", deck.name);
    let _ = writeln!(code, "{seen} static {}: [{}; {}] = [", deck.table, deck.card, cards.len());
    cards.iter().for_each(|(_, card)| _ = writeln!(code, "    {card},"));
    code.push_str("];\n");
}

/// Writes the function that makes the table of a pack's cards.
fn reader(code: &mut String, place: usize, deck: &Deck) {
    let named = if deck.ids { "id: card.id(), " } else { "" };
    let (card, name) = (deck.card, deck.table.to_lowercase());
    let _ = writeln!(code, "fn {name}_of(cards: &kernel::packs::Cards<'_>) -> Vec<{card}> {{");
    let kinds = deck.kinds.iter().map(|kind| {
        let mut made = format!("{card} {{ {named}{}", records(kind.fields));
        if let Some((field, variant, fields)) = kind.variant {
            let _ = write!(made, "{field}: {variant} {{ {} }}, ", records(fields));
        }
        (kind.word, format!("{made}{}}}", rest(kind)))
    });
    let made = matched("kind", kinds);
    let _ = writeln!(code, "    cards.of_deck(&DECKS[{place}], |card| {made})\n}}");
}

/// The fields that a kind has no key for.
fn rest(kind: &Kind) -> String {
    kind.rest.iter().map(|(field, value)| format!("{field}: {value}, ")).collect()
}

fn records(fields: &[Field]) -> String {
    fields.iter().map(|field| format!("{}: {}, ", field.key, reading(field))).collect()
}

/// The Rust expression that reads the value of a key.
fn reading(field: &Field) -> String {
    let key = field.key;
    let code = match field.shape {
        Shape::Number(..) => format!("card.number({key:?})"),
        Shape::Switch => format!("card.switch({key:?})"),
        Shape::Text(_) => format!("card.text({key:?})"),
        Shape::Picture => format!("card.picture({key:?})"),
        Shape::Word(rust, words) => {
            matched(key, words.iter().map(|word| (*word, format!("{rust}::{}", variant(word)))))
        }
        Shape::Effect(rust, ops) => {
            let arms = ops.iter().map(|op| {
                let values: Vec<String> = op.fields.iter().map(reading).collect();
                let name = format!("{rust}::{}", variant(op.word));
                (op.word, if values.is_empty() { name } else { format!("{name}({})", values.join(", ")) })
            });
            matched(key, arms)
        }
        Shape::Part(part) => {
            let inner = reading_part(part);
            return match field.otherwise {
                Otherwise::None => format!("card.part({key:?}).map(|card| {inner})"),
                _ => format!("{{ let card = card.of_part({key:?}); {inner} }}"),
            };
        }
        Shape::List(part, _) => return format!("card.list({key:?}, |card| {})", reading_part(part)),
    };
    match field.otherwise {
        Otherwise::None => format!("card.has({key:?}).then(|| {code})"),
        _ => code,
    }
}

fn reading_part(part: Part) -> String {
    match (part.rust, part.fields) {
        ("", [field]) => reading(field),
        ("", fields) => format!("({})", fields.iter().map(reading).collect::<Vec<_>>().join(", ")),
        (rust, fields) => format!("{rust} {{ {} }}", records(fields)),
    }
}

fn matched(key: &str, arms: impl ExactSizeIterator<Item = (&'static str, String)>) -> String {
    let last = arms.len() - 1;
    if last == 0 {
        return arms.map(|(_, code)| code).collect();
    }
    let arm = |(place, (word, code)): (usize, (&str, String))| match place == last {
        true => format!("_ => {code}"),
        false => format!("{word:?} => {code}, "),
    };
    format!("match card.word({key:?}) {{ {} }}", arms.enumerate().map(arm).collect::<String>())
}

/// Appends the value of a key as JSON. A list is a table by its places, from 1.
fn told(field: &Field, table: &Table, keys: &mut Vec<String>) {
    let Some(value) = table.get(field.key) else { return };
    keys.push(format!("{:?}:{}", field.key, json(field.shape, value)));
    if let (Shape::Effect(_, ops), Value::Text(word)) = (field.shape, value) {
        let fields = ops.iter().find(|op| op.word == word).map_or(&[][..], |op| op.fields);
        fields.iter().for_each(|field| told(field, table, keys));
    }
}

fn json(shape: Shape, value: &Value) -> String {
    let object = |part: Part, table: &Table| {
        let mut keys = Vec::new();
        part.fields.iter().for_each(|field| told(field, table, &mut keys));
        format!("{{{}}}", keys.join(","))
    };
    match (shape, value) {
        (Shape::Part(part), Value::Table(table)) => object(part, table),
        (Shape::List(part, _), Value::List(all)) => {
            let one = |(place, value): (usize, &Value)| match value {
                Value::Table(table) => format!("\"{}\":{}", place + 1, object(part, table)),
                _ => String::new(),
            };
            format!("{{{}}}", all.iter().enumerate().map(one).collect::<Vec<_>>().join(","))
        }
        (_, Value::Number(number)) => number.to_string(),
        (_, Value::Switch(so)) => so.to_string(),
        (_, Value::Text(text)) => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
        (_, Value::List(_) | Value::Table(_)) => "null".to_owned(),
    }
}

/// Reads a file of cards by their ids, in its order.
fn read(file: &str) -> Result<Vec<(String, Table)>, String> {
    let path = Path::new("content").join(file).with_extension("toml");
    let text = fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
    let cards = DeTable::parse(&text).map_err(|why| format!("{}: {why}", path.display()))?;
    let mut placed = Vec::new();
    for (id, card) in cards.get_ref() {
        let card = match card.get_ref() {
            DeValue::Table(card) => tables(card)?,
            _ => return Err(format!("{file}.toml: {} is no table", id.get_ref())),
        };
        placed.push((id.span().start, id.get_ref().to_string(), card));
    }
    placed.sort_by_key(|(at, ..)| *at);
    Ok(placed.into_iter().map(|(_, id, card)| (id, card)).collect())
}

fn tables(table: &DeTable<'_>) -> Result<Table, String> {
    table.iter().map(|(key, one)| Ok((key.get_ref().to_string(), value(one.get_ref())?))).collect()
}

fn value(value: &DeValue<'_>) -> Result<Value, String> {
    Ok(match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => {
            Value::Number(number.to_string().parse().map_err(|_| format!("{number} is no number"))?)
        }
        DeValue::Boolean(so) => Value::Switch(*so),
        DeValue::Table(inner) => Value::Table(tables(inner)?),
        DeValue::Array(all) => Value::List(all.iter().map(|one| self::value(one.get_ref())).collect::<Result<_, _>>()?),
        DeValue::Float(_) | DeValue::Datetime(_) => return Err("a card has neither decimals nor dates".into()),
    })
}

/// The name of a variant: `level_up` is `LevelUp`.
fn variant(word: &str) -> String {
    let capital =
        |part: &str| part.chars().take(1).flat_map(char::to_uppercase).chain(part.chars().skip(1)).collect::<String>();
    word.split(['_', '-']).map(capital).collect()
}
