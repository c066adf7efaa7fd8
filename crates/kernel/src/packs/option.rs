//! The option of a match that holds a pack.

use std::marker::PhantomData;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::Value;

use crate::{Game, HouseCards};

/// House cards as the pack of a game, for `#[serde(with = "PackOf::<MyGame>")]`.
#[derive(Debug)]
pub struct PackOf<G>(PhantomData<G>);

impl<G: Game> PackOf<G> {
    /// Writes the pack.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(cards: &Option<&'static HouseCards>, to: S) -> Result<S::Ok, S::Error> {
        cards.map(HouseCards::pack).serialize(to)
    }

    /// Reads a pack and makes its cards.
    ///
    /// # Errors
    /// If the pack has mistakes, or the game takes none.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<&'static HouseCards>, D::Error> {
        let pack = Value::deserialize(from)?;
        let packs = G::PACKS.ok_or_else(|| D::Error::custom("packs are not read here"))?;
        packs.read(&pack).map(Some).map_err(|_| D::Error::custom("the pack has mistakes"))
    }
}
