//! Reading a pack: every mistake is noted with its place, and with what is allowed.

use cards::{Deck, Field, Kind, Otherwise, Part, Shape};
use serde_json::{Map, Value, json};

use super::{Faults, Packs, Translated};
use crate::did_you_mean;

/// The keys of a pack.
const KEYS: [&str; 7] = ["game", "base", "title", "author", "licence", "words", "cards"];
/// The most characters of a text of a card, and of the head of a pack.
pub(super) const LONGEST: [usize; 2] = [200, 80];

type Table = Map<String, Value>;

/// Reads a pack. Returns all cards with it, and its translations.
pub(super) fn read(packs: &Packs, pack: &Value, faults: &mut Faults) -> (Table, Vec<Translated>) {
    let mut reader = Reader { faults, path: Vec::new(), base: packs.content.base() };
    let (none, mut words, mut all) = (Table::new(), Vec::new(), reader.base.clone());
    let Some(head) = reader.object(pack) else { return (none, words) };
    reader.only(head, &KEYS);
    reader.head(packs, head);
    for (language, table) in reader.tables(head, "words") {
        let texts: Vec<_> =
            table.keys().filter_map(|text| Some((text, reader.told(table, text, LONGEST[0])?))).collect();
        words.extend(texts.into_iter().map(|(text, told)| (language.clone(), text.clone(), told)));
        reader.path.clear();
    }
    let changes = reader.tables(head, "cards");
    for (id, change) in changes {
        reader.path = vec!["cards".to_owned(), id.clone()];
        reader.change(packs.content.decks, id, change, &mut all);
    }
    for deck in packs.content.decks {
        check(deck, &all, reader.faults);
    }
    (all, words)
}

/// Checks the number of kinds and of copies.
fn check(deck: &Deck, all: &Table, faults: &mut Faults) {
    let own = |card: &&Value| deck.kinds.iter().any(|kind| card["kind"] == kind.word);
    let found: Vec<&Value> = all.values().filter(own).collect();
    if let Some(room) = deck.room.filter(|room| found.len() > *room) {
        faults.of_cards(format!("there are {} kinds of {}; there is room for {room}", found.len(), deck.name));
    }
    let copies: u64 = found.iter().filter_map(|card| card["copies"].as_u64()).sum();
    if let Some((least, most)) = deck.size.filter(|(least, most)| !(*least..=*most).contains(&copies)) {
        faults.of_cards(format!("the deck has {copies} {}; it needs {least} to {most}", deck.name));
    }
}

struct Reader<'a> {
    faults: &'a mut Faults,
    /// The keys that lead to what is being read.
    path: Vec<String>,
    base: Table,
}

impl Reader<'_> {
    fn fault(&mut self, key: &str, why: String) {
        self.path.push(key.to_owned());
        self.faults.at(&self.path, why);
        self.path.pop();
    }

    /// Notes a value that is not allowed.
    fn unfit(&mut self, key: &str, allowed: &str, given: Option<&Value>) {
        let given = given.map_or("it is missing".to_owned(), |value| format!("not {value}"));
        self.fault(key, format!("{allowed}, {given}"));
    }

    fn object<'v>(&mut self, value: &'v Value) -> Option<&'v Table> {
        let found = value.as_object();
        if found.is_none() {
            self.faults.at(&self.path, format!("a table of keys and values, not {value}"));
        }
        found
    }

    /// The tables of a table, each with its key; none if it is left out.
    fn tables<'v>(&mut self, head: &'v Table, key: &str) -> Vec<(&'v String, &'v Table)> {
        let Some(value) = head.get(key) else { return Vec::new() };
        self.path = vec![key.to_owned()];
        let mut found = Vec::new();
        for (id, value) in self.object(value).into_iter().flatten() {
            self.path.push(id.clone());
            found.extend(self.object(value).map(|table| (id, table)));
            self.path.pop();
        }
        found
    }

    fn head(&mut self, packs: &Packs, head: &Table) {
        let meta = packs.meta;
        match self.told(head, "game", 40) {
            Some(game) if game != meta.id => self.fault("game", format!("these cards are for {:?}", meta.id)),
            _ => {}
        }
        if head.get("base").and_then(Value::as_u64) != Some(meta.rules.into()) {
            self.unfit("base", &format!("it must be {}", meta.rules), head.get("base"));
        }
        self.told(head, "title", LONGEST[1]);
        for key in ["author", "licence"].into_iter().filter(|key| head.get(*key).is_some_and(|value| !value.is_null()))
        {
            self.told(head, key, LONGEST[1]);
        }
    }

    /// Notes the keys that are not known.
    fn only(&mut self, own: &Table, known: &[&str]) {
        for key in own.keys().filter(|key| !known.contains(&key.as_str())) {
            let hint = did_you_mean(key, known.iter().copied());
            // A key may belong to several effects.
            let mut names = Vec::new();
            known.iter().for_each(|name| {
                if !names.contains(name) {
                    names.push(*name)
                }
            });
            self.fault(key, format!("there is no such key; there are {}{hint}", names.join(", ")));
        }
    }

    fn told(&mut self, own: &Table, key: &str, most: usize) -> Option<String> {
        let fits = |text: &&str| (1..=most).contains(&text.chars().count()) && !text.chars().any(char::is_control);
        let found = own.get(key).and_then(Value::as_str).filter(fits);
        if found.is_none() {
            self.unfit(key, &format!("a text of 1 to {most} characters without control characters"), own.get(key));
        }
        found.map(str::to_owned)
    }

    /// One of these words.
    fn word(&mut self, key: &str, all: &[&'static str], given: Option<&Value>) -> Option<&'static str> {
        let text = given.and_then(Value::as_str);
        let found = all.iter().find(|word| text == Some(word)).copied();
        if found.is_none() {
            let hint = text.map(|text| did_you_mean(text, all.iter().copied())).unwrap_or_default();
            self.unfit(key, &format!("one of {}{hint}", all.join(", ")), given);
        }
        found
    }

    /// Changes, adds or removes a card.
    fn change(&mut self, decks: &[Deck], id: &str, change: &Table, all: &mut Table) {
        let is_new = !self.base.contains_key(id);
        let mut before = self.base.get(id).and_then(Value::as_object).cloned();
        let removes = change.get("remove").is_some_and(|value| match value {
            Value::Bool(so) => *so,
            other => {
                self.unfit("remove", "true or false", Some(other));
                false
            }
        });
        let kind = match &before {
            Some(before) => before["kind"].as_str().unwrap_or_default().to_owned(),
            None if removes || decks.iter().all(|deck| deck.room.is_none()) => {
                let hint = did_you_mean(id, self.base.keys().map(String::as_str));
                let why =
                    if removes { "there is no such card to remove" } else { "this game has no room for new cards" };
                return self.faults.at(&self.path, format!("{why}{hint}"));
            }
            None => {
                let fits = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
                if id.len() > 40 || !id.starts_with(|first: char| first.is_ascii_lowercase()) || !id.chars().all(fits) {
                    let why = "an id has at most 40 small letters, digits and underscores, and begins with a letter";
                    self.faults.at(&self.path, why.to_owned());
                }
                let open = decks.iter().filter(|deck| deck.room.is_some()).flat_map(|deck| deck.kinds);
                let words: Vec<&'static str> = open.map(|kind| kind.word).collect();
                if let Some(like) = change.get("like") {
                    let Some(card) = self.like(like, &words) else { return };
                    before.insert(card)["kind"].as_str().unwrap_or_default().to_owned()
                } else {
                    let Some(word) = self.word("kind", &words, change.get("kind")) else { return };
                    word.to_owned()
                }
            }
        };
        let found = decks.iter().find_map(|deck| Some((deck, deck.kinds.iter().find(|one| one.word == kind)?)));
        let Some((deck, kind)) = found else { return };
        if removes {
            let rest: Table =
                change.iter().filter(|(key, _)| *key != "remove").map(|(k, v)| (k.clone(), v.clone())).collect();
            self.only(&rest, &[]);
            match deck.room {
                Some(_) => drop(all.shift_remove(id)),
                None => self.fault("remove", format!("the {} of this game stay; change them instead", deck.name)),
            }
            return;
        }
        if let Some(given) = change.get("kind").filter(|given| *given != kind.word) {
            let why = "the kind of a card of the base game stays";
            let why = match deck.room {
                _ if is_new => format!("the kind of the card that it is like, {}, not {given}", kind.word),
                Some(_) => format!("{why}; remove it and add another"),
                None => format!("{why}, not {given}"),
            };
            self.fault("kind", why);
        }
        let known: &[&str] = if is_new { &["kind", "remove", "like"] } else { &["kind", "remove"] };
        let card = self.card(kind, change, &before.unwrap_or_default(), known);
        all.insert(id.to_owned(), card.into());
    }

    /// Returns the card of the base game that a new card is like, without its name: the new one has
    /// another. `kinds` are those of which there can be new cards.
    fn like(&mut self, id: &Value, kinds: &[&str]) -> Option<Table> {
        let is_open = |card: &Value| card["kind"].as_str().is_some_and(|kind| kinds.contains(&kind));
        let found = id.as_str().and_then(|id| self.base.get(id)).filter(|card| is_open(card));
        let Some(mut card) = found.and_then(Value::as_object).cloned() else {
            let open = self.base.iter().filter(|(_, card)| is_open(card)).map(|(id, _)| id.as_str());
            let hint = id.as_str().map(|id| did_you_mean(id, open)).unwrap_or_default();
            self.fault("like", format!("the id of a card of the base game, not {id}{hint}"));
            return None;
        };
        card.shift_remove("name");
        Some(card)
    }

    /// Reads a card over the one before it. `known` are keys that are read elsewhere.
    fn card(&mut self, kind: &Kind, change: &Table, before: &Table, known: &[&'static str]) -> Table {
        let fields: Vec<Field> = kind.all().copied().collect();
        let mut card = Table::from_iter([("kind".to_owned(), json!(kind.word))]);
        card.append(&mut self.table(&fields, change, before, known));
        if !card.contains_key("picture") && fields.iter().any(|field| field.key == "picture") {
            card.insert("picture".to_owned(), self.usual_picture(kind, &card));
        }
        // A value that is not in the card, and is not taken off, is a mistake that has been told.
        let is_told =
            |key: &&str| !card.contains_key(*key) && change.get(*key).is_some_and(|value| *value != json!(false));
        let texts = fields.iter().filter_map(|field| match field.shape {
            Shape::Text(says) if !says.iter().any(is_told) => Some((field, says)),
            _ => None,
        });
        for (field, says) in texts.collect::<Vec<_>>() {
            if !says.is_empty() && !change.contains_key(field.key) && !before.is_empty() {
                self.renumber(field.key, says, before, &mut card);
            }
        }
        card
    }

    /// The picture of the card of the base game that has most words in common.
    fn usual_picture(&self, kind: &Kind, card: &Table) -> Value {
        let alike = |other: &Value| {
            let words = kind.all().filter(|field| matches!(field.shape, Shape::Word(..) | Shape::Effect(..)));
            words.filter(|field| card.get(field.key) == other.get(field.key)).count()
        };
        let cards = self.base.values().filter(|other| other["kind"] == kind.word);
        let best = cards.rev().max_by_key(|other| alike(other));
        best.map(|card| card["picture"].clone()).unwrap_or_default()
    }

    /// Puts numbers and words that changed into the text that has them.
    fn renumber(&mut self, key: &str, says: &[&str], before: &Table, card: &mut Table) {
        let mut text = card.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let plain = |value: &Value| match value {
            Value::String(word) => Some(word.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        };
        for key_said in says {
            let (old, new) = (before.get(*key_said), card.get(*key_said));
            if old == new {
                continue;
            }
            let both = old.and_then(plain).zip(new.and_then(plain));
            let Some(renumbered) = both.and_then(|(old, new)| replaced(&text, &old, &new)) else {
                return self.fault(key, format!("`{key_said}` is another, so the card needs another `{key}`"));
            };
            text = renumbered;
        }
        card.insert(key.to_owned(), text.into());
    }

    /// Reads a table over the one before it. `known` are keys that are read elsewhere.
    fn table(&mut self, fields: &[Field], own: &Table, before: &Table, known: &[&'static str]) -> Table {
        let (mut table, mut known) = (Table::new(), known.to_vec());
        for field in fields {
            self.field(field, own, before, &mut table, &mut known);
        }
        self.only(own, &known);
        table
    }

    fn field(&mut self, field: &Field, own: &Table, before: &Table, table: &mut Table, known: &mut Vec<&'static str>) {
        let key = field.key;
        known.push(key);
        let given = own.get(key).filter(|value| !value.is_null());
        let value = given.or_else(|| before.get(key));
        let is_out = value.is_none_or(|value| *value == Value::Bool(false));
        let read = match (field.shape, field.otherwise) {
            (_, Otherwise::None) if is_out => None,
            (_, Otherwise::Number(number)) if value.is_none() => Some(number.into()),
            (_, Otherwise::False) if value.is_none() => Some(false.into()),
            (Shape::Number(least, most), _) => {
                let found = value.filter(|value| value.as_i64().is_some_and(|n| (least..=most).contains(&n)));
                if found.is_none() {
                    self.unfit(key, &range(least, most), value);
                }
                found.cloned()
            }
            (Shape::Switch, _) => {
                let found = value.filter(|value| value.is_boolean());
                if found.is_none() {
                    self.unfit(key, "true or false", value);
                }
                found.cloned()
            }
            (Shape::Text(_), _) => {
                let all = if given.is_some() { own } else { before };
                self.told(all, key, LONGEST[0]).map(Value::from)
            }
            (Shape::Word(_, words), _) => self.word(key, words, value).map(Value::from),
            (Shape::Picture, _) => self.picture(key, value),
            (Shape::Effect(_, ops), _) => {
                known.extend(ops.iter().flat_map(|op| op.fields).map(|field| field.key));
                let words: Vec<&'static str> = ops.iter().map(|op| op.word).collect();
                let Some(word) = self.word(key, &words, value) else { return };
                table.insert(key.to_owned(), word.into());
                let fields = ops.iter().find(|op| op.word == word).map_or(&[][..], |op| op.fields);
                let (none, same) = (Table::new(), before.get(key).is_some_and(|before| before == word));
                for field in fields {
                    self.field(field, own, if same { before } else { &none }, table, known);
                }
                let others = ops.iter().flat_map(|op| op.fields).map(|field| field.key);
                let mut others: Vec<_> = others.filter(|key| fields.iter().all(|field| field.key != *key)).collect();
                others.sort_unstable();
                others.dedup();
                for key in others
                    .into_iter()
                    .filter(|key| !matches!(own.get(*key), None | Some(Value::Null | Value::Bool(false))))
                {
                    self.fault(key, format!("{word} takes no `{key}`"));
                }
                return;
            }
            (Shape::Part(part), _) => {
                let Some(inner) = value.and_then(Value::as_object) else {
                    return self.unfit(key, "a table", value);
                };
                let before = before.get(key).and_then(Value::as_object).cloned().unwrap_or_default();
                self.path.push(key.to_owned());
                let read = self.table(part.fields, inner, &before, &[]);
                self.path.pop();
                Some(read.into())
            }
            (Shape::List(part, most), _) => self.list(key, part, most, value, before),
        };
        if let Some(read) = read {
            table.insert(key.to_owned(), read);
        }
    }

    fn picture(&mut self, key: &str, value: Option<&Value>) -> Option<Value> {
        let value = value?;
        let known = |value: &Value| self.base.values().any(|card| card["picture"] == *value);
        if known(value) {
            return Some(value.clone());
        }
        let pictures = self.base.values().filter_map(|card| card["picture"].as_str());
        let hint = value.as_str().map(|text| did_you_mean(text, pictures)).unwrap_or_default();
        self.fault(key, format!("a picture of a card of the base game, not {value}{hint}"));
        None
    }

    /// Reads a list: all of it as an array, or the changed entries by their places, from 1.
    fn list(&mut self, key: &str, part: Part, most: usize, value: Option<&Value>, before: &Table) -> Option<Value> {
        let none = Table::new();
        let (mut old, mut own): (Vec<Value>, Vec<(usize, &Value)>) = (Vec::new(), Vec::new());
        match value {
            Some(Value::Array(all)) => own.extend(all.iter().enumerate()),
            Some(Value::Object(all)) => {
                old.extend(before.get(key).and_then(Value::as_object).into_iter().flat_map(Map::values).cloned());
                for (place, value) in all {
                    match place.parse::<usize>().ok().filter(|place| (1..=most).contains(place)) {
                        Some(place) => own.push((place - 1, value)),
                        None => self.fault(key, format!("a place is a number from 1 to {most}, not {place:?}")),
                    }
                }
                own.sort_by_key(|(place, _)| *place);
            }
            None => {}
            other => {
                self.unfit(key, "a list of tables", other);
                return None;
            }
        }
        if own.iter().map(|(place, _)| place + 1).max().unwrap_or_default().max(old.len()) > most {
            self.fault(key, format!("at most {most}"));
            return None;
        }
        self.path.push(key.to_owned());
        for (place, value) in own {
            self.path.push((place + 1).to_string());
            let entry = match value {
                Value::Bool(false) => Value::Null,
                value => {
                    let before = old.get(place).and_then(Value::as_object).unwrap_or(&none);
                    let read = self.object(value).map(|own| self.table(part.fields, own, before, &[]));
                    read.unwrap_or_default().into()
                }
            };
            match old.len() {
                length if place < length => old[place] = entry,
                length if place == length => old.push(entry),
                _ => self.faults.at(&self.path, format!("{} follows on {}", place + 1, place)),
            }
            self.path.pop();
        }
        self.path.pop();
        old.retain(|entry| !entry.is_null());
        let placed = old.into_iter().enumerate().map(|(place, entry)| ((place + 1).to_string(), entry));
        Some(Value::Object(placed.collect()))
    }
}

/// A text with another word in place of this one, if the text has it once by itself.
fn replaced(text: &str, old: &str, new: &str) -> Option<String> {
    let alone = |at: &usize| {
        !text[..*at].ends_with(char::is_alphanumeric) && !text[at + old.len()..].starts_with(char::is_alphanumeric)
    };
    let mut places = text.match_indices(old).map(|(at, _)| at).filter(alone);
    let at = places.next()?;
    places.next().is_none().then(|| format!("{}{new}{}", &text[..at], &text[at + old.len()..]))
}

/// The numbers that are allowed, in words.
fn range(least: i64, most: i64) -> String {
    match least == most {
        true => format!("it must be {least}"),
        false => format!("a whole number from {least} to {most}"),
    }
}
