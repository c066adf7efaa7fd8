//! Descriptions of a game's cards.
//!
//! A game describes each kind of card once: its keys, and the numbers, words or tables that each
//! key takes. The build script turns the files of the base game into Rust tables with it
//! (feature `build`). `kernel::packs` reads packs with it, names their mistakes, and writes
//! their JSON Schema.

#[cfg(feature = "build")]
pub mod build;

/// Cards of one Rust type, which stand in one table.
#[derive(Clone, Copy, Debug)]
pub struct Deck {
    /// The name of the table in Rust.
    pub table: &'static str,
    /// The Rust type of a card.
    pub card: &'static str,
    /// The word for several of them, in messages.
    pub name: &'static str,
    /// Whether a card has its id, as the field `id`.
    pub ids: bool,
    /// Room for kinds of cards; `None` if the cards are fixed, in the order of their files.
    pub room: Option<usize>,
    /// The least and the most cards, as `copies` adds them up.
    pub size: Option<(u64, u64)>,
    /// The kinds of its cards.
    pub kinds: &'static [Kind],
}

impl Deck {
    /// Describes a table of cards that packs can change, but neither add nor remove.
    pub const fn fixed(table: &'static str, card: &'static str, name: &'static str, kinds: &'static [Kind]) -> Deck {
        Deck { table, card, name, ids: false, room: None, size: None, kinds }
    }

    /// Gives the cards their ids, as the field `id`.
    pub const fn ids(self) -> Deck {
        Deck { ids: true, ..self }
    }

    /// Lets packs add and remove cards, up to this many kinds. The cards are in the order of their
    /// ids.
    pub const fn room(self, room: usize) -> Deck {
        Deck { room: Some(room), ..self }
    }

    /// Sets how many cards the deck can have, all copies counted.
    pub const fn size(self, least: u64, most: u64) -> Deck {
        Deck { size: Some((least, most)), ..self }
    }
}

/// A kind of card.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its word in packs.
    pub word: &'static str,
    /// The file of the base game's cards, without its ending. If it has several kinds, those after
    /// the first say their `kind`.
    pub file: &'static str,
    /// Its keys, which are fields of the card in Rust.
    pub fields: &'static [Field],
    /// The field of the card that has the keys of this kind alone, and its variant in Rust.
    pub variant: Option<(&'static str, &'static str, &'static [Field])>,
    /// Fields of the card that this kind has no key for, with their values in Rust.
    pub rest: &'static [(&'static str, &'static str)],
}

impl Kind {
    /// Describes a kind of card.
    pub const fn new(word: &'static str, file: &'static str, fields: &'static [Field]) -> Kind {
        Kind { word, file, fields, variant: None, rest: &[] }
    }

    /// Adds keys that stand in a variant of an enum: `kind: Kind::Gear { … }`.
    pub const fn variant(self, field: &'static str, variant: &'static str, fields: &'static [Field]) -> Kind {
        Kind { variant: Some((field, variant, fields)), ..self }
    }

    /// Sets fields of the card that this kind has no key for.
    pub const fn with(self, rest: &'static [(&'static str, &'static str)]) -> Kind {
        Kind { rest, ..self }
    }

    /// All keys.
    pub fn all(&self) -> impl Iterator<Item = &'static Field> {
        self.fields.iter().chain(self.variant.map_or(&[][..], |(_, _, fields)| fields))
    }
}

/// A key of a card.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The key.
    pub key: &'static str,
    /// The values that it takes.
    pub shape: Shape,
    /// The value if the key is left out.
    pub otherwise: Otherwise,
    /// The meaning, for the schema; empty if the key says it.
    pub about: &'static str,
}

/// The value of a key that is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Otherwise {
    /// The key is needed.
    Needed,
    /// This number.
    Number(i64),
    /// Not so.
    False,
    /// None; then the field in Rust is an `Option`.
    None,
}

/// The values of a key.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A whole number of this range.
    Number(i64, i64),
    /// True or false.
    Switch,
    /// A text for people, which must have the values of these keys in it.
    Text(&'static [&'static str]),
    /// A word: a variant of this Rust enum.
    Word(&'static str, &'static [&'static str]),
    /// The name of a picture.
    Picture,
    /// An effect: a variant of this Rust enum. Its own keys stand beside it.
    Effect(&'static str, &'static [Op]),
    /// A table.
    Part(Part),
    /// Up to so many tables in order.
    List(Part, usize),
}

/// A table within a card.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The Rust struct; empty for a tuple of the fields, or for the only field itself.
    pub rust: &'static str,
    /// Its keys.
    pub fields: &'static [Field],
}

/// A word for an effect.
#[derive(Clone, Copy, Debug)]
pub struct Op {
    /// The word: `level_up` for the variant `LevelUp`.
    pub word: &'static str,
    /// The values of the variant, in order.
    pub fields: &'static [Field],
}

impl Field {
    const fn new(key: &'static str, shape: Shape) -> Field {
        Field { key, shape, otherwise: Otherwise::Needed, about: "" }
    }

    /// A number if the key is left out.
    pub const fn or(self, number: i64) -> Field {
        Field { otherwise: Otherwise::Number(number), ..self }
    }

    /// False if the key is left out.
    pub const fn or_false(self) -> Field {
        Field { otherwise: Otherwise::False, ..self }
    }

    /// None if the key is left out, or `false`.
    pub const fn or_none(self) -> Field {
        Field { otherwise: Otherwise::None, ..self }
    }

    /// Says what it means.
    pub const fn about(self, about: &'static str) -> Field {
        Field { about, ..self }
    }

    /// Names the keys with values that the text has in it.
    pub const fn says(self, keys: &'static [&'static str]) -> Field {
        Field { shape: Shape::Text(keys), ..self }
    }
}

/// A key for a whole number.
pub const fn number(key: &'static str, least: i64, most: i64) -> Field {
    Field::new(key, Shape::Number(least, most))
}

/// A key for `true` or `false`.
pub const fn switch(key: &'static str) -> Field {
    Field::new(key, Shape::Switch).or_false()
}

/// A key for a text.
pub const fn text(key: &'static str) -> Field {
    Field::new(key, Shape::Text(&[]))
}

/// A key for one of a few words, the variants of the Rust enum `of`.
pub const fn word(key: &'static str, of: &'static str, words: &'static [&'static str]) -> Field {
    Field::new(key, Shape::Word(of, words))
}

/// The key `picture`.
pub const fn picture() -> Field {
    Field::new("picture", Shape::Picture).about("The picture of a card of the base game.")
}

/// A key for an effect, a variant of the Rust enum `of`.
pub const fn effect(key: &'static str, of: &'static str, ops: &'static [Op]) -> Field {
    Field::new(key, Shape::Effect(of, ops))
}

/// A word for an effect, with the keys that it takes.
pub const fn op(word: &'static str, fields: &'static [Field]) -> Op {
    Op { word, fields }
}

/// A key for a table, the Rust struct `of`.
pub const fn part(key: &'static str, of: &'static str, fields: &'static [Field]) -> Field {
    Field::new(key, Shape::Part(Part { rust: of, fields }))
}

/// A key for up to `most` tables in order, the Rust struct `of` each.
pub const fn list(key: &'static str, of: &'static str, most: usize, fields: &'static [Field]) -> Field {
    Field::new(key, Shape::List(Part { rust: of, fields }, most))
}
