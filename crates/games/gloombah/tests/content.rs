//! The cards, one JSON object a line in `tests/cards.jsonl`, against the data of the game and the
//! rulebook's tables.

use gloombah::{
    Class, Effect, Gloombah, Item, Monster, Tag,
    content::{CLASS_COPIES, ITEM_KINDS, Kind, MONSTER_KINDS, Op, Vs, When},
};
use kernel::{Card, Game};
use serde_json::{Map, Value, json};

fn cards() -> Vec<Value> {
    include_str!("cards.jsonl").lines().map(|line| serde_json::from_str(line).expect("a card")).collect()
}

#[test]
fn every_card_is_as_listed() {
    let found: Vec<Value> =
        Class::ALL.into_iter().map(class).chain(Item::all().map(item)).chain(Monster::all().map(monster)).collect();
    let listed = cards();
    assert_eq!((listed.len(), ITEM_KINDS + MONSTER_KINDS), (98, 59 + 36));
    for card in &listed {
        let same = found.iter().find(|other| other["id"] == card["id"] && other["deck"] == card["deck"]);
        assert_eq!(same, Some(card), "{}", card["id"]);
    }
    assert_eq!(found.len(), listed.len());
}

#[test]
fn there_are_as_many_as_the_rules_say() {
    let copies = |keep: &dyn Fn(&Value) -> bool| -> u64 {
        cards().iter().filter(|card| keep(card)).map(|card| card["copies"].as_u64().unwrap()).sum()
    };
    assert_eq!(copies(&|card| card["deck"] == "class"), 6);
    assert_eq!(copies(&|card| card["deck"] == "item"), 120);
    assert_eq!(copies(&|card| card["deck"] == "monster"), 60);
    assert_eq!([20, 24, 76], ["gear", "weapon", "consumable"].map(|kind| copies(&|card| card["kind"] == kind)));
    assert_eq!([19, 29, 28], ["prep", "fight", "backstab"].map(|when| copies(&|card| card["when"] == when)));
    for tag in Tag::ALL {
        assert_eq!(copies(&|card| card["tag"] == tag.id()), 10, "{tag:?}");
    }
    let between =
        |low: u64, high: u64| copies(&|card: &Value| card["ap"].as_u64().is_some_and(|ap| (low..=high).contains(&ap)));
    let spread = [between(1, 1), between(2, 3), between(5, 6), between(8, 10), between(11, 14), between(16, 20)];
    assert_eq!(spread, [18, 12, 6, 6, 12, 6]);
    assert_eq!(copies(&|card| card["pierce"] == true), 13);
    for class in Class::ALL {
        let mut mods: Vec<i8> = Tag::ALL.into_iter().map(|tag| class.modifier(tag)).collect();
        mods.sort_unstable();
        assert_eq!(mods, [-1, -1, 0, 0, 1, 2], "no class is stronger on paper");
    }
}

/// Each row of a table that begins with an id in code marks.
fn rows() -> impl Iterator<Item = Vec<&'static str>> {
    let rows = Gloombah::META.rulebook.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
}

#[test]
fn the_rulebook_s_tables_say_the_same() {
    for card in cards() {
        if card["deck"] == "class" {
            continue;
        }
        let id = format!("`{}`", card["id"].as_str().unwrap());
        let found: Vec<_> = rows().filter(|row| row[0] == id && row[1] == card["name"]).collect();
        let [row] = &found[..] else { panic!("{id} stands in {} rows", found.len()) };
        assert_eq!(row[1..], columns(&card)[..], "{id}");
    }
}

/// A card's row, after the id.
fn columns(card: &Value) -> Vec<String> {
    let text = |key: &str| card[key].as_str().unwrap_or_default().to_owned();
    let number = |key: &str| card[key].as_i64().unwrap_or_default();
    let mut row = vec![text("name"), number("copies").to_string()];
    let none = || "-".to_owned();
    match (card["deck"].as_str(), card["kind"].as_str()) {
        (Some("monster"), _) => {
            let pierce = if card["pierce"] == true { " P" } else { "" };
            let effect = match &card["effects"][0] {
                Value::Null => none(),
                effect => format!("`{}`", effect["op"].as_str().expect("a word")) + &sign(effect["n"].as_i64()),
            };
            row.insert(1, text("tag"));
            row.extend([number("ap").to_string(), format!("{}{pierce}", number("damage"))]);
            row.extend([number("xp").to_string(), number("treasure").to_string(), effect, text("text")]);
        }
        (_, Some("gear")) => {
            let run = if number("run") == 0 { none() } else { format!("{:+}", number("run")) };
            row.extend([number("value").to_string(), run]);
        }
        (_, Some("weapon")) => {
            row.extend([text("class"), format!("+{}", number("bonus")), vs(&card["vs"]).unwrap_or_else(none)]);
        }
        _ => {
            let n = card["n"].as_i64().map_or(String::new(), |n| format!(" {n}"));
            let extra = vs(&card["vs"]).map(|vs| format!(", {vs}")).unwrap_or_default();
            row.extend([text("when"), format!("`{}`{n}{extra}", text("op")), text("text")]);
        }
    }
    row
}

fn sign(n: Option<i64>) -> String {
    n.map(|n| format!(" {n}")).unwrap_or_default()
}

fn vs(vs: &Value) -> Option<String> {
    Some(format!("+{} against {}", vs["extra"], vs["tag"].as_str()?))
}

// The cards of the game in the words of the list.

fn class(class: Class) -> Value {
    let mods: Map<String, Value> = Tag::ALL
        .into_iter()
        .filter(|tag| class.modifier(*tag) != 0)
        .map(|tag| (tag.id().to_owned(), class.modifier(tag).into()))
        .collect();
    json!({ "deck": "class", "id": class.code(), "name": class.name().source(), "copies": CLASS_COPIES, "mods": mods })
}

fn item(item: Item) -> Value {
    let card = item.card();
    let mut value = json!({ "deck": "item", "id": card.id, "name": card.name.source(), "copies": card.copies });
    let mut set = |key: &str, field: Value| value[key] = field;
    let versus = |vs: Vs| json!({ "tag": vs.tag, "extra": vs.extra });
    match card.kind {
        Kind::Gear { value, run } => {
            set("kind", "gear".into());
            set("value", value.into());
            if run != 0 {
                set("run", run.into());
            }
        }
        Kind::Weapon { class, bonus, vs } => {
            set("kind", "weapon".into());
            set("class", class.code().into());
            set("bonus", bonus.into());
            if let Some(vs) = vs {
                set("vs", versus(vs));
            }
        }
        Kind::Consumable { op, text } => {
            set("kind", "consumable".into());
            set("text", text.source().into());
            let when = match op.when() {
                When::Prep => "prep",
                When::Fight => "fight",
                When::Backstab => "backstab",
            };
            set("when", when.into());
            let (name, n) = match op {
                Op::LevelUp(n) => ("level_up", Some(n as i8)),
                Op::Draw(n) => ("draw", Some(n as i8)),
                Op::Scout(n) => ("scout", Some(n as i8)),
                Op::Steal(n) => ("steal", Some(n as i8)),
                Op::TradeIn(n) => ("trade_in", Some(n as i8)),
                Op::Recover => ("recover", Some(1)),
                Op::Cure => ("cure", None),
                Op::Attack(n, _) => ("attack", Some(n as i8)),
                Op::Bless(n) => ("bless", Some(n)),
                Op::Shield(n) => ("shield", Some(n as i8)),
                Op::Cleanse => ("cleanse", None),
                Op::Escape => ("escape", None),
                Op::MonsterAdd(n) => ("monster_add", Some(n as i8)),
                Op::Duplicate => ("duplicate", None),
                Op::Curse(n) => ("curse", Some(n)),
                Op::Disarm => ("disarm", None),
                Op::DestroyGear => ("destroy_gear", None),
                Op::DamageAdd(n) => ("damage_add", Some(n as i8)),
            };
            set("op", name.into());
            if let Some(n) = n {
                set("n", n.into());
            }
            if let Op::Attack(_, Some(vs)) = op {
                set("vs", versus(vs));
            }
        }
    }
    value
}

fn monster(monster: Monster) -> Value {
    let card = monster.card();
    let effect = |effect: Effect| match effect {
        Effect::WeaponOff | Effect::NoHelp => json!({ "op": effect.id() }),
        _ => json!({ "op": effect.id(), "n": effect.number() }),
    };
    json!({
        "deck": "monster",
        "id": card.id,
        "name": card.name.source(),
        "tag": card.tag,
        "copies": card.copies,
        "ap": card.ap,
        "damage": card.damage,
        "pierce": card.pierce,
        "xp": card.xp,
        "treasure": card.treasure,
        "effects": card.effect.map(effect).into_iter().collect::<Vec<_>>(),
        "text": card.text.source(),
    })
}
