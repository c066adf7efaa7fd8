//! Packs of cards from files: TOML, JSON, or a table as comma-separated values.

use std::path::Path;

use kernel::HouseCards;
use lab::{BadPack, PackFile};
use roster::{GameEntry, Roster};
use serde_json::Value;

use super::input;
use crate::failure::BadInput;

/// Reads the file of a pack; its name says what it is.
///
/// # Errors
/// [`BadInput`] if it cannot be read.
pub(crate) fn read(path: &Path) -> Result<PackFile, BadInput> {
    let (name, text) = (input::name(path), input::text(path)?);
    PackFile::parse(&name, &text).map_err(bad)
}

/// Reads a pack named on a command line, and returns its cards.
///
/// # Errors
/// [`BadInput`] if it cannot be read, is for another game, or has mistakes.
pub(crate) fn cards(title: &dyn GameEntry, path: &Path) -> Result<&'static HouseCards, BadInput> {
    let file = read(path)?;
    let (found, packs) = file.game(&Roster::default()).map_err(bad)?;
    if found.meta().id != title.meta().id {
        return Err(BadInput(format!("{} is for {}, not for {}", file.name(), found.meta().id, title.meta().id)));
    }
    file.cards(packs).map_err(bad)
}

/// Reads a pack named on a command line, as the option of a match.
///
/// # Errors
/// As for [`cards`].
pub(crate) fn option(title: &dyn GameEntry, path: &Path) -> Result<Value, BadInput> {
    Ok(cards(title, path)?.pack().clone())
}

/// The error of a command for a pack.
pub(crate) fn bad(why: BadPack) -> BadInput {
    BadInput(why.0)
}
