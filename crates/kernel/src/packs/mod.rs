//! Packs: data that changes the cards of a game, adds some, or removes some.
//!
//! A game describes its cards once ([`Deck`]). Reading a pack, its mistakes and its JSON Schema
//! follow from the description.

mod faults;
mod in_force;
mod option;
mod read;
mod schema;
mod shown;

use std::{
    any::Any,
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
};

use cards::Deck;
use serde_json::{Map, Value};
use text::Text;

use crate::{HouseCards, Meta, Picture};

pub use faults::{Faults, PackFault};
pub use option::PackOf;
pub use shown::{CardChange, CardNumber, Change};

/// How a game takes packs.
pub struct Packs {
    /// The data sheet of the game.
    pub meta: &'static Meta,
    /// The cards of the base game.
    pub content: &'static Content,
    /// Makes the game's own value of the cards of a pack, and notes what is wrong with them
    /// together.
    pub make: fn(&Cards<'_>, &mut Faults) -> Box<dyn Any + Send + Sync>,
    /// Puts such a value in force in this thread; the base game's for `None`.
    pub put_in_force: fn(Option<&'static HouseCards>),
    /// The kinds of cards, and the keys of cards that players care for, with their names.
    pub keys: &'static [(&'static str, Text)],
}

/// The names and pictures of cards by their ids.
pub(crate) type Faces = HashMap<String, (Text, Picture)>;

/// Those of the base games, by the ids of the games.
static BASE_FACES: LazyLock<Mutex<HashMap<&'static str, &'static Faces>>> = LazyLock::new(Mutex::default);

/// The cards of the base game as data; build scripts write it.
#[derive(Debug)]
pub struct Content {
    /// The description of the cards.
    pub decks: &'static [Deck],
    /// All texts of the cards.
    pub texts: &'static [Text],
    /// The cards by their ids, as JSON.
    pub json: &'static str,
    /// The names of the files and their TOML. The module for browsers has none.
    pub files: &'static [(&'static str, &'static str)],
}

impl Packs {
    /// Reads a pack.
    ///
    /// # Errors
    /// All its mistakes.
    pub fn read(&'static self, pack: &Value) -> Result<&'static HouseCards, Vec<PackFault>> {
        HouseCards::of(self, pack, || {
            let mut faults = Faults::default();
            let (all, words) = read::read(self, pack, &mut faults);
            faults.none()?;
            let mut faults = Faults::default();
            let cards = Cards { all: &all, words: &words, content: self.content };
            let (own, faces) = ((self.make)(&cards, &mut faults), self.faces(&cards));
            faults.none()?;
            Ok((all, faces, own))
        })
    }

    /// Returns the cards in force by their ids, each with all keys of its file. A list is a table
    /// by places, from 1.
    pub fn cards(&self) -> Value {
        let ours = HouseCards::in_force().map(|cards| cards.told().clone());
        ours.unwrap_or_else(|| self.content.base()).into()
    }

    /// Returns the name and the picture of the card in force with this id. A card without a name has
    /// its id for one, and one without a picture that of the game.
    pub fn face(&self, id: &str) -> Option<(Text, Picture)> {
        HouseCards::in_force().map_or_else(|| self.base_faces(), HouseCards::faces).get(id).copied()
    }

    /// The names and pictures of the base game's cards.
    fn base_faces(&self) -> &'static Faces {
        let mut all = BASE_FACES.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(self.meta.id).or_insert_with(|| {
            let cards = Cards { all: &self.content.base(), words: &[], content: self.content };
            Box::leak(Box::new(self.faces(&cards)))
        })
    }

    fn faces(&self, cards: &Cards<'_>) -> Faces {
        let face = |(id, keys): (&String, &Value)| {
            let card = CardData { id, keys: keys.as_object()?, cards };
            let name =
                if card.has("name") { card.text("name") } else { Text::coined(&id.replace(['-', '_'], " "), []) };
            let usual = self.meta.cover.unwrap_or(Picture("common/chest"));
            Some((id.clone(), (name, if card.has("picture") { card.picture("picture") } else { usual })))
        };
        cards.all.iter().filter_map(face).collect()
    }

    /// Returns the name of a kind or of a key of cards for people; the word itself if it has none.
    pub fn key_name<'a>(&self, key: &'a str) -> &'a str {
        self.keys.iter().find(|(known, _)| *known == key).map_or(key, |(_, name)| name.as_str())
    }

    /// Returns the JSON Schema of a pack.
    pub fn schema(&self) -> Value {
        schema::schema(self)
    }
}

impl std::fmt::Debug for Packs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Packs").field("game", &self.meta.id).finish_non_exhaustive()
    }
}

impl Content {
    /// The cards of the base game by their ids.
    fn base(&self) -> Map<String, Value> {
        serde_json::from_str(self.json).unwrap_or_default()
    }
}

/// A translation of a text of a pack: the language, the English text, and the translation.
type Translated = (String, String, String);

/// The cards of a pack, with those of the base game that it leaves as they are.
#[derive(Debug)]
pub struct Cards<'a> {
    all: &'a Map<String, Value>,
    words: &'a [Translated],
    content: &'static Content,
}

impl Cards<'_> {
    /// Makes a card of each card of a deck: in the order of the ids, or of the file if the cards
    /// are fixed.
    pub fn of_deck<T>(&self, deck: &Deck, make: impl Fn(CardData<'_>) -> T) -> Vec<T> {
        let own = |card: &CardData<'_>| deck.kinds.iter().any(|kind| kind.word == card.kind());
        let cards = self.all.iter().filter_map(|(id, keys)| Some((id, keys.as_object()?)));
        let mut found: Vec<_> = cards.map(|(id, keys)| CardData { id, keys, cards: self }).filter(own).collect();
        if deck.room.is_some() {
            found.sort_by_key(|card| card.id);
        }
        found.into_iter().map(make).collect()
    }
}

/// A card of a pack, or a table within one. All keys were checked before, so what is missing here
/// is of no account.
#[derive(Clone, Copy, Debug)]
pub struct CardData<'a> {
    id: &'a str,
    keys: &'a Map<String, Value>,
    cards: &'a Cards<'a>,
}

impl<'a> CardData<'a> {
    /// Its id.
    pub fn id(&self) -> &'static str {
        self.id.to_owned().leak()
    }

    /// The word for its kind.
    pub fn kind(&self) -> &'a str {
        self.word("kind")
    }

    /// Whether it has a key.
    pub fn has(&self, key: &str) -> bool {
        self.keys.contains_key(key)
    }

    /// A number.
    pub fn number<T: TryFrom<i64> + Default>(&self, key: &str) -> T {
        let number = self.keys.get(key).and_then(Value::as_i64);
        number.and_then(|number| T::try_from(number).ok()).unwrap_or_default()
    }

    /// True or false.
    pub fn switch(&self, key: &str) -> bool {
        self.keys.get(key).and_then(Value::as_bool).unwrap_or_default()
    }

    /// A word.
    pub fn word(&self, key: &str) -> &'a str {
        self.keys.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    /// A text: the base game's if that has the same, with its translations.
    pub fn text(&self, key: &str) -> Text {
        let words = self.word(key);
        let known = self.cards.content.texts.iter().find(|text| text.source() == words);
        known.copied().unwrap_or_else(|| {
            let translated = self.cards.words.iter().filter(|(_, source, _)| source == words);
            Text::coined(words, translated.map(|(language, _, text)| (&**language, &**text)))
        })
    }

    /// A picture.
    pub fn picture(&self, key: &str) -> Picture {
        Picture(self.word(key).to_owned().leak())
    }

    /// A table within it.
    pub fn part(&self, key: &str) -> Option<CardData<'a>> {
        self.keys.get(key)?.as_object().map(|keys| CardData { keys, ..*self })
    }

    /// A table within it that is always there.
    pub fn of_part(&self, key: &str) -> CardData<'a> {
        self.part(key).unwrap_or(*self)
    }

    /// A list of tables within it.
    pub fn list<T>(&self, key: &str, make: impl Fn(CardData<'a>) -> T) -> &'static [T] {
        let all = self.keys.get(key).and_then(Value::as_object);
        let tables = all.into_iter().flat_map(Map::values).filter_map(Value::as_object);
        tables.map(|keys| make(CardData { keys, ..*self })).collect::<Vec<_>>().leak()
    }
}
