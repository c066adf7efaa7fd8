//! The key that signs cookies: a file in the data folder, made on the first start and readable by its owner alone.

use std::path::Path;

use axum_extra::extract::cookie::Key;

use crate::{Error, files};

/// The key of the data folder.
///
/// # Errors
/// If the file cannot be read or written, or holds no key.
pub(super) fn read_or_make(data: &Path) -> Result<Key, Error> {
    let path = data.join("key");
    let bytes = files::read_or_make_key::<64>(&path);
    bytes.map(|bytes| Key::from(&bytes)).map_err(|why| Error::Key { path, why })
}
