//! The JSON Schema of a pack, for editors.

use cards::{Field, Otherwise, Part, Shape};
use serde_json::{Map, Value, json};

use super::{Packs, read::LONGEST};

/// Returns the schema.
pub(super) fn schema(packs: &Packs) -> Value {
    let (meta, decks) = (packs.meta, packs.content.decks);
    let kinds = || decks.iter().flat_map(|deck| deck.kinds.iter().map(move |kind| (deck, kind)));
    let reference = |word: &str| json!({ "$ref": format!("#/$defs/{word}") });
    let base = packs.content.base();
    let of_kind = |word: &str| -> Vec<&String> {
        base.iter().filter(|(_, card)| card["kind"] == word).map(|(id, _)| id).collect()
    };
    let defs: Map<String, Value> = kinds()
        .map(|(deck, kind)| {
            let mut keys = Map::from_iter([("kind".to_owned(), json!({ "const": kind.word }))]);
            if deck.room.is_some() {
                keys.insert("remove".to_owned(), json!({ "type": "boolean", "description": "Takes the card out." }));
                let about = "For a new card: the card of the base game that has the keys that it leaves out.";
                keys.insert("like".to_owned(), json!({ "enum": of_kind(kind.word), "description": about }));
            }
            kind.all().for_each(|field| add(field, &mut keys));
            (kind.word.to_owned(), object(keys))
        })
        .collect();
    let cards: Map<String, Value> =
        base.iter().map(|(id, card)| (id.clone(), reference(card["kind"].as_str().unwrap_or_default()))).collect();
    let open = kinds().filter(|(deck, _)| deck.room.is_some());
    let begun = json!([{ "required": ["kind"] }, { "required": ["like"] }]);
    let new: Vec<Value> = open.map(|(_, kind)| json!({ "allOf": [reference(kind.word)], "anyOf": begun })).collect();
    let new = if new.is_empty() { json!(false) } else { json!({ "anyOf": new }) };
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("A pack of cards for {}", meta.title),
        "type": "object",
        "required": ["game", "base", "title"],
        "additionalProperties": false,
        "properties": {
            "game": { "const": meta.id },
            "base": { "const": meta.rules, "description": "The version of the rules that it is for." },
            "title": words(LONGEST[1]),
            "author": words(LONGEST[1]),
            "licence": words(LONGEST[1]),
            "words": {
                "description": "By language, the translations of the English words of its cards.",
                "type": "object",
                "additionalProperties": { "type": "object", "additionalProperties": words(LONGEST[0]) },
            },
            "cards": {
                "description": "By id: a card of the base game with what is different, or a new one.",
                "type": "object",
                "properties": cards,
                "propertyNames": { "pattern": "^[a-z][a-z0-9_-]{0,39}$" },
                "additionalProperties": new,
            },
        },
        "$defs": defs,
    })
}

fn words(most: usize) -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": most })
}

fn object(keys: Map<String, Value>) -> Value {
    json!({ "type": "object", "properties": keys, "additionalProperties": false })
}

fn of_part(part: Part) -> Value {
    let mut keys = Map::new();
    part.fields.iter().for_each(|field| add(field, &mut keys));
    object(keys)
}

/// Adds a key, and those of an effect.
fn add(field: &Field, keys: &mut Map<String, Value>) {
    let mut value = match field.shape {
        Shape::Number(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
        Shape::Switch => json!({ "type": "boolean" }),
        Shape::Text(_) => words(LONGEST[0]),
        Shape::Picture => json!({ "type": "string" }),
        Shape::Word(_, words) => json!({ "enum": words }),
        Shape::Effect(_, ops) => {
            for inner in ops.iter().flat_map(|op| op.fields) {
                // The range of a number depends on the effect.
                match inner.shape {
                    Shape::Number(..) => drop(keys.insert(inner.key.to_owned(), json!({ "type": "integer" }))),
                    _ => add(inner, keys),
                }
            }
            json!({ "enum": ops.iter().map(|op| op.word).collect::<Vec<_>>() })
        }
        Shape::Part(part) => of_part(part),
        Shape::List(part, most) => json!({ "anyOf": [
            { "type": "array", "maxItems": most, "items": of_part(part) },
            { "type": "object", "description": "By places, from 1.", "additionalProperties": of_part(part) },
        ] }),
    };
    if field.otherwise == Otherwise::None {
        value = json!({ "anyOf": [value, { "const": false }] });
    }
    if let Some(value) = value.as_object_mut().filter(|_| !field.about.is_empty()) {
        value.insert("description".to_owned(), field.about.into());
    }
    keys.insert(field.key.to_owned(), value);
}
