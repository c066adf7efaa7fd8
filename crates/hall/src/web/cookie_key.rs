//! The key that signs cookies: a file in the data folder, made on the first start and readable by its owner alone.

use std::{io::Write, path::Path};

use axum_extra::extract::cookie::Key;

use crate::{Error, files, random};

/// The key of the data folder.
///
/// # Errors
/// If the file cannot be read or written, or holds no key.
pub(super) fn read_or_make(data: &Path) -> Result<Key, Error> {
    let path = data.join("key");
    let wrong = |why: String| Error::Key { path: path.clone(), why };
    match std::fs::read(&path) {
        Ok(bytes) if bytes.len() == 64 => Ok(Key::from(&bytes)),
        Ok(bytes) => Err(wrong(format!("it has {} bytes, not 64", bytes.len()))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let bytes = random::bytes::<64>();
            let made = files::private().create_new(true).open(&path);
            let written = made.and_then(|mut file| file.write_all(&bytes).and_then(|()| file.sync_all()));
            written.map_err(|error| wrong(error.to_string()))?;
            Ok(Key::from(&bytes))
        }
        Err(error) => Err(wrong(error.to_string())),
    }
}
