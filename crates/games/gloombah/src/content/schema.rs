//! The JSON Schema of a pack, for editors.

use kernel::Card;
use serde_json::{Value, json};

use super::{
    Class, Tag,
    pack::{EFFECTS, KINDS, OPS},
};
use crate::Gloombah;
use kernel::Game;

/// Returns the schema.
pub(super) fn schema() -> Value {
    let number = |least: i64, most: i64| json!({ "type": "integer", "minimum": least, "maximum": most });
    let words = |most: u32| json!({ "type": "string", "minLength": 1, "maxLength": most });
    let table =
        |properties: Value| json!({ "type": "object", "properties": properties, "additionalProperties": false });
    let or_none = |table: Value| json!({ "anyOf": [table, { "const": false }] });
    let tags = Tag::ALL.map(Tag::id);
    let effect = table(json!({ "op": { "enum": EFFECTS }, "n": { "type": "integer" } }));
    let card = table(json!({
        "remove": { "const": true, "description": "Takes a card of the base game out." },
        "kind": { "enum": KINDS, "description": "A new card needs it." },
        "name": words(200),
        "text": words(200),
        "picture": { "type": "string", "description": "The picture of a card of the base game: gloombah/ID." },
        "copies": number(0, 20),
        "tag": { "enum": tags, "description": "The kind of creature of a monster." },
        "ap": number(0, 99),
        "damage": number(0, 20),
        "pierce": { "type": "boolean", "description": "Damage goes past gear (R43)." },
        "xp": number(0, 11),
        "treasure": number(0, 9),
        "effect": or_none(effect),
        "value": number(0, 20),
        "run": number(-9, 9),
        "class": { "enum": Class::ALL.map(Card::code) },
        "bonus": number(0, 20),
        "op": { "enum": OPS },
        "n": { "type": "integer" },
        "vs": or_none(table(json!({ "tag": { "enum": tags }, "extra": number(1, 20) }))),
    }));
    let meta = Gloombah::META;
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("A pack of cards for {}", meta.title),
        "type": "object",
        "required": ["game", "base", "title"],
        "additionalProperties": false,
        "properties": {
            "game": { "const": meta.id },
            "base": { "const": meta.rules, "description": "The version of the rules that it is for." },
            "title": words(80),
            "author": words(80),
            "licence": words(80),
            "words": {
                "description": "By language, the translations of the English words of its cards.",
                "type": "object",
                "additionalProperties": { "type": "object", "additionalProperties": words(200) },
            },
            "cards": {
                "description": "By id: a card of the base game with what is different, or a new one.",
                "type": "object",
                "propertyNames": { "pattern": "^[a-z][a-z0-9_]{0,39}$" },
                "additionalProperties": card,
            },
        },
    })
}
