//! Packs: what changes, adds or removes cards, as data.
//!
//! A card of a pack has the keys of the base game's card of that id, in `content/*.toml`. It says
//! only what is different. A new card says its `kind`, and all that its kind needs.

use kernel::{Card, Game, HouseCards, PackFault, Packs, Picture, did_you_mean};
use serde_json::{Map, Value, json};
use text::{Text, text};

use super::{
    Class, Effect, ITEM_ROOM, ITEMS, Item, ItemCard, Kind, MONSTER_ROOM, MONSTERS, Monster, MonsterCard, Op, Tag, Vs,
    When,
    fields::{Faults, Fields, Path, number, pick, words},
    schema,
    set::{CardSet, Decks},
};
use crate::{
    Gloombah,
    fight::{MAX_PERCENTS, MAX_PLAYED},
    measure,
};

/// The kinds of cards.
pub(super) const KINDS: [&str; 4] = ["monster", "gear", "weapon", "consumable"];
/// The effects of monsters.
pub(super) const EFFECTS: [&str; 5] = ["attack", "run", "weapon_off", "no_help", "drop"];
/// The effects of consumables.
pub(super) const OPS: [&str; 18] = [
    "level_up",
    "draw",
    "scout",
    "steal",
    "trade_in",
    "recover",
    "cure",
    "attack",
    "bless",
    "shield",
    "cleanse",
    "escape",
    "monster_add",
    "duplicate",
    "curse",
    "disarm",
    "destroy_gear",
    "damage_add",
];
/// The keys of a pack.
const KEYS: [&str; 7] = ["game", "base", "title", "author", "licence", "words", "cards"];
/// The least and the most cards of the item deck: six seats are dealt five each.
const ITEMS_IN: (usize, usize) = (40, 200);
/// The least and the most cards of the monster deck: two are out at a time.
const MONSTERS_IN: (usize, usize) = (6, 100);
/// The most that cards of one effect may add up to in a fight.
const MOST_IN_A_FIGHT: u32 = 200;

/// How the game takes packs.
pub(crate) static PACKS: Packs = Packs {
    read,
    files: &[
        ("monsters.toml", include_str!("../../content/monsters.toml")),
        ("gear.toml", include_str!("../../content/gear.toml")),
        ("weapons.toml", include_str!("../../content/weapons.toml")),
        ("consumables.toml", include_str!("../../content/consumables.toml")),
    ],
    cards: told,
    schema: schema::schema,
    face,
    keys: &[
        ("copies", text!("copies")),
        ("ap", text!("attack")),
        ("damage", text!("damage")),
        ("xp", text!("levels")),
        ("treasure", text!("treasure")),
        ("value", text!("armor")),
        ("run", text!("run")),
        ("bonus", text!("bonus")),
        ("n", text!("effect")),
        ("text", text!("text")),
    ],
};

/// Makes the cards of a pack.
fn read(pack: &Value) -> Result<&'static HouseCards, Vec<PackFault>> {
    HouseCards::of(Gloombah::META.id, pack, || cards(pack), CardSet::put_in_force)
}

fn cards(pack: &Value) -> Result<CardSet, Vec<PackFault>> {
    let mut faults = Faults::default();
    let head = Fields::of(pack, Path::default(), &mut faults);
    head.only(&KEYS, &mut faults);
    let game = head.text("game", 40, &mut faults);
    if game.is_some_and(|game| game != Gloombah::META.id) {
        faults.add(head.at("game"), format!("these cards are for {:?}", Gloombah::META.id));
    }
    let rules = i64::from(Gloombah::META.rules);
    head.number("base", rules..=rules, &mut faults);
    head.text("title", 80, &mut faults);
    for key in ["author", "licence"] {
        head.has(key).then(|| head.text(key, 80, &mut faults));
    }
    let translated = words(&head, &mut faults);
    let (mut items, mut monsters) = (ITEMS.to_vec(), MONSTERS.to_vec());
    for (id, change) in head.tables("cards", &mut faults) {
        let mut reader = Reader { id: &id, faults: &mut faults, translated: &translated };
        reader.change(change, &mut items, &mut monsters);
    }
    items.sort_by_key(|card| card.id);
    monsters.sort_by_key(|card| card.id);
    check(&items, &monsters, &mut faults);
    faults.none()?;
    let decks = Decks::of(&items, &monsters);
    let measures = measure::of(&items, &monsters);
    Ok(CardSet { items, monsters, decks, measures })
}

/// Checks what holds of all cards together.
fn check(items: &[ItemCard], monsters: &[MonsterCard], faults: &mut Faults) {
    let at = Path::default().then("cards");
    let kinds = [(items.len(), ITEM_ROOM, "items"), (monsters.len(), MONSTER_ROOM, "monsters")];
    for (found, most, name) in kinds {
        if found > most {
            faults.add(at.clone(), format!("there are {found} kinds of {name}; there is room for {most}"));
        }
    }
    let items_in = items.iter().map(|card| usize::from(card.copies)).sum::<usize>();
    let monsters_in = monsters.iter().map(|card| usize::from(card.copies)).sum::<usize>();
    for (found, name, (least, most)) in [(items_in, "items", ITEMS_IN), (monsters_in, "monsters", MONSTERS_IN)] {
        if !(least..=most).contains(&found) {
            faults.add(at.clone(), format!("the deck has {found} {name}; with six seats it needs {least} to {most}"));
        }
    }
    let sum = |of: &dyn Fn(Op) -> u32| {
        let one = |card: &ItemCard| match card.kind {
            Kind::Consumable { op, .. } => of(op) * u32::from(card.copies),
            Kind::Gear { .. } | Kind::Weapon { .. } => 0,
        };
        items.iter().map(one).sum::<u32>()
    };
    for name in ["attack", "shield", "monster_add", "damage_add"] {
        let found = sum(&|op| match op.told() {
            (word, Some(n), vs) if word == name => u32::from(n) + u32::from(vs.map_or(0, |vs| vs.extra)),
            _ => 0,
        });
        if found > MOST_IN_A_FIGHT {
            let why = format!("all cards with {name} add up to {found}; {MOST_IN_A_FIGHT} is the most");
            faults.add(at.clone(), why);
        }
    }
    let limits = [
        (sum(&|op| u32::from(matches!(op, Op::Bless(_) | Op::Curse(_)))), MAX_PERCENTS, "bless or curse"),
        (sum(&|op| u32::from(op.when() != When::Prep)), MAX_PLAYED, "are for fights"),
        (sum(&|op| u32::from(op == Op::Duplicate)), 20, "duplicate"),
    ];
    for (found, most, what) in limits {
        if found as usize > most {
            faults.add(at.clone(), format!("{found} cards {what}; {most} are the most"));
        }
    }
}

/// Reads one card.
struct Reader<'a> {
    id: &'a str,
    faults: &'a mut Faults,
    translated: &'a [(String, String, String)],
}

impl Reader<'_> {
    /// Changes, adds or removes the card.
    fn change(&mut self, change: Fields<'_>, items: &mut Vec<ItemCard>, monsters: &mut Vec<MonsterCard>) {
        let item = items.iter().position(|card| card.id == self.id);
        let monster = monsters.iter().position(|card| card.id == self.id);
        if change.has("remove") {
            change.only(&["remove"], self.faults);
            change.switch("remove", self.faults);
            match (item, monster) {
                (Some(item), _) => drop(items.remove(item)),
                (_, Some(monster)) => drop(monsters.remove(monster)),
                (None, None) => {
                    let ids = items.iter().map(|card| card.id).chain(monsters.iter().map(|card| card.id));
                    let hint = did_you_mean(self.id, ids);
                    self.faults.add(change.path.clone(), format!("there is no such card to remove{hint}"));
                }
            }
            return;
        }
        match (item, monster) {
            (Some(place), _) => {
                let before = items[place];
                let over = change.over(&told_item(&before), self.faults);
                let card = self.item(&over, Some(before));
                items[place] = card.unwrap_or(before);
            }
            (_, Some(place)) => {
                let before = monsters[place];
                let over = change.over(&told_monster(&before), self.faults);
                let card = self.monster(&over, Some(before));
                monsters[place] = card.unwrap_or(before);
            }
            (None, None) => {
                let fits = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
                if self.id.len() > 40
                    || !self.id.starts_with(|first: char| first.is_ascii_lowercase())
                    || !self.id.chars().all(fits)
                {
                    let why = "an id has at most 40 small letters, digits and underscores, and begins with a letter";
                    self.faults.add(change.path.clone(), why.to_owned());
                }
                match change.word("kind", &KINDS, self.faults) {
                    Some("monster") => monsters.extend(self.monster(&change, None)),
                    Some(_) => items.extend(self.item(&change, None)),
                    None => {}
                }
            }
        }
    }

    fn monster(&mut self, card: &Fields<'_>, before: Option<MonsterCard>) -> Option<MonsterCard> {
        const KEYS: [&str; 12] =
            ["kind", "name", "tag", "copies", "ap", "damage", "pierce", "xp", "treasure", "effect", "text", "picture"];
        card.only(&KEYS, self.faults);
        let tag = pick(card, "tag", &Tag::ALL, Tag::id, self.faults);
        let effect = if card.has("effect") { self.effect(card) } else { Some(None) };
        let [ap, damage, xp, treasure] =
            [("ap", 99), ("damage", 20), ("xp", 11), ("treasure", 9)].map(|(key, most)| self.number(card, key, most));
        let pierce = if card.has("pierce") { card.switch("pierce", self.faults) } else { Some(false) };
        let (name, text) = (
            self.words(card, "name", before.map(|card| card.name)),
            self.words(card, "text", before.map(|card| card.text)),
        );
        let copies = self.number(card, "copies", 20);
        let alike = MONSTERS.iter().find(|other| Some(other.tag) == tag).unwrap_or(&MONSTERS[0]);
        let picture = self.picture(card, before.map_or(alike.picture, |card| card.picture));
        Some(MonsterCard {
            id: before.map_or_else(|| &*self.id.to_owned().leak(), |card| card.id),
            name: name?,
            picture: picture?,
            tag: tag?,
            copies: copies?,
            ap: ap?,
            damage: damage?,
            pierce: pierce?,
            xp: xp?,
            treasure: treasure?,
            effect: effect?,
            text: text?,
        })
    }

    fn effect(&mut self, card: &Fields<'_>) -> Option<Option<Effect>> {
        let effect = card.table("effect", self.faults)?;
        effect.only(&["op", "n"], self.faults);
        let op = effect.word("op", &EFFECTS, self.faults)?;
        let mut n = |range| effect.number("n", range, self.faults).map(|n| n as i8);
        let found = match op {
            "attack" => Effect::Attack(n(-100..=-1)?),
            "run" => Effect::Run(n(-9..=-1)?),
            "drop" => Effect::Drop(n(1..=9)? as u8),
            "weapon_off" => Effect::WeaponOff,
            _ => Effect::NoHelp,
        };
        if matches!(found, Effect::WeaponOff | Effect::NoHelp) {
            effect.none("n", op, self.faults);
        }
        Some(Some(found))
    }

    fn item(&mut self, card: &Fields<'_>, before: Option<ItemCard>) -> Option<ItemCard> {
        let name = self.words(card, "name", before.map(|card| card.name));
        let copies = self.number(card, "copies", 20);
        let kind = match card.word("kind", &KINDS[1..], self.faults)? {
            "gear" => {
                card.only(&["kind", "name", "copies", "value", "run", "picture"], self.faults);
                let run = if card.has("run") { card.number("run", -9..=9, self.faults) } else { Some(0) };
                Kind::Gear { value: self.number(card, "value", 20)?, run: run? as i8 }
            }
            "weapon" => {
                card.only(&["kind", "name", "copies", "class", "bonus", "vs", "picture"], self.faults);
                let class = pick(card, "class", &Class::ALL, Card::code, self.faults);
                let vs = self.vs(card);
                Kind::Weapon { class: class?, bonus: self.number(card, "bonus", 20)?, vs: vs? }
            }
            _ => {
                card.only(&["kind", "name", "copies", "op", "n", "vs", "text", "picture"], self.faults);
                let mut text = self.words(card, "text", before.and_then(text_of));
                let op = self.op(card)?;
                if let Some(Kind::Consumable { op: old, text: said }) = before.map(|card| card.kind)
                    && old != op
                    && text == Some(said)
                {
                    text = self.renumbered(card, old, op, said);
                }
                Kind::Consumable { op, text: text? }
            }
        };
        let alike = |other: &&ItemCard| std::mem::discriminant(&other.kind) == std::mem::discriminant(&kind);
        let usual = before.or_else(|| ITEMS.iter().find(alike).copied()).map_or(ITEMS[0].picture, |card| card.picture);
        let picture = self.picture(card, usual);
        let id = before.map_or_else(|| &*self.id.to_owned().leak(), |card| card.id);
        Some(ItemCard { id, name: name?, picture: picture?, copies: copies?, kind })
    }

    /// The text of a consumable whose number changed: the same with the new number, if the old one
    /// stands in it once.
    fn renumbered(&mut self, card: &Fields<'_>, old: Op, new: Op, said: Text) -> Option<Text> {
        let is_digit = |letter: char| letter.is_ascii_digit();
        let (before, after) = (old.told(), new.told());
        let number = before.1.map(|n| n.to_string()).filter(|_| (before.0, before.2) == (after.0, after.2));
        let source = said.source();
        let places = |number: &String| {
            let alone =
                |at: &usize| !source[..*at].ends_with(is_digit) && !source[at + number.len()..].starts_with(is_digit);
            source.match_indices(number.as_str()).map(|(at, _)| at).filter(alone).collect::<Vec<_>>()
        };
        let found = number.as_ref().map(places).unwrap_or_default();
        match (&found[..], number, after.1) {
            ([at], Some(number), Some(n)) => {
                let text = format!("{}{n}{}", &source[..*at], &source[at + number.len()..]);
                Some(Text::coined(&text, []))
            }
            _ => {
                let why = "the effect is another, so the card needs another `text`".to_owned();
                self.faults.add(card.at("text"), why);
                None
            }
        }
    }

    fn op(&mut self, card: &Fields<'_>) -> Option<Op> {
        let op = card.word("op", &OPS, self.faults)?;
        let vs = if op == "attack" { self.vs(card)? } else { None };
        if op != "attack" {
            card.none("vs", op, self.faults);
        }
        let mut n = |range| card.number("n", range, self.faults).map(|n| n as u8);
        let found = match op {
            "level_up" => Op::LevelUp(n(1..=10)?),
            "draw" => Op::Draw(n(1..=9)?),
            "scout" => Op::Scout(n(2..=2)?),
            "steal" => Op::Steal(n(1..=8)?),
            "trade_in" => Op::TradeIn(n(1..=9)?),
            "attack" => Op::Attack(n(0..=20)?, vs),
            "bless" => Op::Bless(n(1..=100)? as i8),
            "shield" => Op::Shield(n(1..=20)?),
            "monster_add" => Op::MonsterAdd(n(1..=20)?),
            "curse" => Op::Curse(n(1..=100)? as i8),
            "damage_add" => Op::DamageAdd(n(1..=9)?),
            other => {
                card.none("n", op, self.faults);
                match other {
                    "recover" => Op::Recover,
                    "cure" => Op::Cure,
                    "cleanse" => Op::Cleanse,
                    "escape" => Op::Escape,
                    "duplicate" => Op::Duplicate,
                    "disarm" => Op::Disarm,
                    _ => Op::DestroyGear,
                }
            }
        };
        Some(found)
    }

    fn vs(&mut self, card: &Fields<'_>) -> Option<Option<Vs>> {
        if !card.has("vs") {
            return Some(None);
        }
        let vs = card.table("vs", self.faults)?;
        vs.only(&["tag", "extra"], self.faults);
        let tag = pick(&vs, "tag", &Tag::ALL, Tag::id, self.faults);
        let extra = vs.number("extra", 1..=20, self.faults);
        Some(Some(Vs { tag: tag?, extra: extra? as u8 }))
    }

    fn number(&mut self, card: &Fields<'_>, key: &str, most: i64) -> Option<u8> {
        number(card, key, 0..=most, self.faults)
    }

    fn words(&mut self, card: &Fields<'_>, key: &str, before: Option<Text>) -> Option<Text> {
        let found = card.text(key, 200, self.faults)?;
        let same = before.filter(|before| before.source() == found);
        Some(same.unwrap_or_else(|| {
            let translated = self.translated.iter().filter(|(_, source, _)| source == found);
            Text::coined(found, translated.map(|(language, _, text)| (&**language, &**text)))
        }))
    }

    fn picture(&mut self, card: &Fields<'_>, usual: Picture) -> Option<Picture> {
        if !card.has("picture") {
            return Some(usual);
        }
        let all = ITEMS.iter().map(|card| card.picture).chain(MONSTERS.iter().map(|card| card.picture));
        let found = card.text("picture", 80, self.faults)?;
        let known = all.clone().find(|picture| picture.0 == found);
        if known.is_none() {
            let hint = did_you_mean(found, all.map(|picture| picture.0));
            self.faults.add(card.at("picture"), format!("a picture of a card of the base game, not {found:?}{hint}"));
        }
        known
    }
}

fn text_of(card: ItemCard) -> Option<Text> {
    match card.kind {
        Kind::Consumable { text, .. } => Some(text),
        Kind::Gear { .. } | Kind::Weapon { .. } => None,
    }
}

/// The cards in force by their ids.
fn told() -> Value {
    let items = Item::all().map(|item| (item.card().id.to_owned(), told_item(item.card()).into()));
    let monsters = Monster::all().map(|monster| (monster.card().id.to_owned(), told_monster(monster.card()).into()));
    Value::Object(items.chain(monsters).collect())
}

/// Returns the name and the picture of a card.
fn face(id: &str) -> Option<(Text, Picture)> {
    let item = Item::all().map(Item::card).find(|card| card.id == id).map(|card| (card.name, card.picture));
    let monster = || Monster::all().map(Monster::card).find(|card| card.id == id);
    item.or_else(|| monster().map(|card| (card.name, card.picture)))
}

/// A monster with the keys of its file.
fn told_monster(card: &MonsterCard) -> Map<String, Value> {
    let effect = card.effect.map(|effect| match effect {
        Effect::WeaponOff | Effect::NoHelp => json!({ "op": effect.id() }),
        Effect::Attack(_) | Effect::Run(_) | Effect::Drop(_) => json!({ "op": effect.id(), "n": effect.number() }),
    });
    kept(json!({
        "kind": "monster", "name": card.name.source(), "tag": card.tag, "copies": card.copies, "ap": card.ap,
        "damage": card.damage, "pierce": card.pierce, "xp": card.xp, "treasure": card.treasure, "effect": effect,
        "text": card.text.source(),
    }))
}

/// An item with the keys of its file.
fn told_item(card: &ItemCard) -> Map<String, Value> {
    let vs = |vs: Option<Vs>| vs.map(|vs| json!({ "tag": vs.tag, "extra": vs.extra }));
    let (name, copies) = (card.name.source(), card.copies);
    kept(match card.kind {
        Kind::Gear { value, run } => {
            json!({ "kind": "gear", "name": name, "copies": copies, "value": value, "run": run })
        }
        Kind::Weapon { class, bonus, vs: against } => json!({
            "kind": "weapon", "name": name, "copies": copies, "class": class, "bonus": bonus, "vs": vs(against)
        }),
        Kind::Consumable { op, text } => {
            let (op, n, against) = op.told();
            json!({
                "kind": "consumable", "name": name, "copies": copies, "op": op, "n": n, "vs": vs(against),
                "text": text.source()
            })
        }
    })
}

/// An object without the keys that have no value.
fn kept(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map.into_iter().filter(|(_, value)| !value.is_null()).collect(),
        _ => Map::new(),
    }
}
