//! Writes the cards of `content/*.toml` as the tables of `src/content`, in the order of their ids.

use std::{collections::BTreeMap, env, fmt::Write, fs, path::Path};

use toml::de::{DeTable, DeValue};

/// A card: its keys with their values, as Rust literals; for a table within it, its own.
type Card = BTreeMap<String, Value>;

enum Value {
    Literal(String),
    Word(String),
    Table(Card),
}

fn main() {
    println!("cargo::rerun-if-changed=content");
    if let Err(why) = write() {
        println!("cargo::error={why}");
    }
}

fn write() -> Result<(), String> {
    let mut items = BTreeMap::new();
    for (file, kind) in
        [("gear", gear as fn(&Card) -> Result<String, String>), ("weapons", weapon), ("consumables", consumable)]
    {
        for (id, card) in read(file)? {
            let kind = kind(&card).map_err(|why| format!("{file}.toml, {id}: {why}"))?;
            items.insert(id.clone(), format!("ItemCard {{ {}, kind: Kind::{kind} }}", named(&id, &card)?));
        }
    }
    let mut monsters = BTreeMap::new();
    for (id, card) in read("monsters")? {
        monsters.insert(id.clone(), monster(&id, &card).map_err(|why| format!("monsters.toml, {id}: {why}"))?);
    }
    let mut out = String::new();
    for (name, kind, cards) in [("ITEMS", "ItemCard", items), ("MONSTERS", "MonsterCard", monsters)] {
        let _ = writeln!(out, "/// The cards of the base game, in the order of their ids.");
        let _ = writeln!(out, "pub static {name}: [{kind}; {}] = [", cards.len());
        cards.values().for_each(|card| _ = writeln!(out, "    {card},"));
        out.push_str("];\n");
    }
    let folder = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    fs::write(Path::new(&folder).join("cards.rs"), out).map_err(|why| why.to_string())
}

/// Reads a file of cards by their ids.
fn read(file: &str) -> Result<BTreeMap<String, Card>, String> {
    let path = Path::new("content").join(file).with_extension("toml");
    let text = fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
    let cards = DeTable::parse(&text).map_err(|why| format!("{}: {why}", path.display()))?;
    let card = |id: &str, card: &DeValue<'_>| match card {
        DeValue::Table(card) => Ok((id.to_owned(), table(card)?)),
        _ => Err(format!("{file}.toml: {id} is no table")),
    };
    cards.get_ref().iter().map(|(id, value)| card(id.get_ref(), value.get_ref())).collect()
}

fn table(table: &DeTable<'_>) -> Result<Card, String> {
    let entry = |key: &str, value: &DeValue<'_>| {
        let value = match value {
            DeValue::String(text) => Value::Word(text.to_string()),
            DeValue::Integer(number) => Value::Literal(number.to_string()),
            DeValue::Boolean(so) => Value::Literal(so.to_string()),
            DeValue::Table(inner) => Value::Table(self::table(inner)?),
            DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Array(_) => {
                return Err(format!("{key} has no such value"));
            }
        };
        Ok((key.to_owned(), value))
    };
    table.iter().map(|(key, value)| entry(key.get_ref(), value.get_ref())).collect()
}

fn literal<'a>(card: &'a Card, key: &str) -> Result<&'a str, String> {
    match card.get(key) {
        Some(Value::Literal(literal)) => Ok(literal),
        _ => Err(format!("no {key}")),
    }
}

fn literal_or<'a>(card: &'a Card, key: &str, otherwise: &'a str) -> Result<&'a str, String> {
    if card.contains_key(key) { literal(card, key) } else { Ok(otherwise) }
}

fn word<'a>(card: &'a Card, key: &str) -> Result<&'a str, String> {
    match card.get(key) {
        Some(Value::Word(word)) => Ok(word),
        _ => Err(format!("no {key}")),
    }
}

/// The name of a variant: `level_up` is `LevelUp`.
fn variant(word: &str) -> String {
    let capital =
        |part: &str| part.chars().take(1).flat_map(char::to_uppercase).chain(part.chars().skip(1)).collect::<String>();
    word.split('_').map(capital).collect()
}

fn named(id: &str, card: &Card) -> Result<String, String> {
    let (name, copies) = (word(card, "name")?, literal(card, "copies")?);
    Ok(format!("id: {id:?}, name: text!({name:?}), picture: Picture(\"gloombah/{id}\"), copies: {copies}"))
}

fn gear(card: &Card) -> Result<String, String> {
    Ok(format!("Gear {{ value: {}, run: {} }}", literal(card, "value")?, literal_or(card, "run", "0")?))
}

fn weapon(card: &Card) -> Result<String, String> {
    let class = variant(word(card, "class")?);
    Ok(format!("Weapon {{ class: Class::{class}, bonus: {}, vs: {} }}", literal(card, "bonus")?, vs(card)?))
}

fn consumable(card: &Card) -> Result<String, String> {
    let op = variant(word(card, "op")?);
    let op = match (literal_or(card, "n", "")?, &*op) {
        (n, "Attack") => format!("Attack({n}, {})", vs(card)?),
        ("", _) => op,
        (n, _) => format!("{op}({n})"),
    };
    Ok(format!("Consumable {{ op: Op::{op}, text: text!({:?}) }}", word(card, "text")?))
}

fn monster(id: &str, card: &Card) -> Result<String, String> {
    let effect = match card.get("effect") {
        None => "None".to_owned(),
        Some(Value::Table(effect)) => {
            let (op, n) = (variant(word(effect, "op")?), literal_or(effect, "n", "")?);
            format!("Some(Effect::{op}{})", if n.is_empty() { String::new() } else { format!("({n})") })
        }
        Some(_) => return Err("the effect is no table".into()),
    };
    let mut numbers = String::new();
    for key in ["ap", "damage", "xp", "treasure"] {
        let _ = write!(numbers, "{key}: {}, ", literal(card, key)?);
    }
    Ok(format!(
        "MonsterCard {{ {}, tag: Tag::{}, {numbers}pierce: {}, effect: {effect}, text: text!({:?}) }}",
        named(id, card)?,
        variant(word(card, "tag")?),
        literal_or(card, "pierce", "false")?,
        word(card, "text")?
    ))
}

fn vs(card: &Card) -> Result<String, String> {
    match card.get("vs") {
        None => Ok("None".into()),
        Some(Value::Table(vs)) => {
            Ok(format!("Some(Vs {{ tag: Tag::{}, extra: {} }})", variant(word(vs, "tag")?), literal(vs, "extra")?))
        }
        Some(_) => Err("vs is no table".into()),
    }
}
