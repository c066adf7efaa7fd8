//! The secret of the server: a file in the data folder, made on the first start and readable by its
//! owner alone. All keys with which the server signs are derived from it.

use std::{io::Write, path::Path};

use sha2::{Digest, Sha256};

use crate::{Error, files, random};

/// The secret of a server.
pub struct HallKey([u8; 64]);

impl HallKey {
    /// Reads the secret of the data folder, or makes one.
    ///
    /// # Errors
    /// If the file cannot be read or written, or holds no key.
    pub fn read_or_make(data: &Path) -> Result<HallKey, Error> {
        let path = data.join("key");
        let wrong = |why: String| Error::Key { path: path.clone(), why };
        match std::fs::read(&path) {
            Ok(bytes) => match bytes.as_slice().try_into() {
                Ok(key) => Ok(HallKey(key)),
                Err(_) => Err(wrong(format!("it has {} bytes, not 64", bytes.len()))),
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let bytes = random::bytes::<64>();
                let made = files::make_private(&path);
                let written = made.and_then(|mut file| file.write_all(&bytes).and_then(|()| file.sync_all()));
                written.map_err(|error| wrong(error.to_string()))?;
                Ok(HallKey(bytes))
            }
            Err(error) => Err(wrong(error.to_string())),
        }
    }

    /// Returns the whole secret, which signs cookies.
    pub const fn bytes(&self) -> &[u8; 64] {
        &self.0
    }

    /// Returns a derived secret for a purpose. Neither the secret nor that of another purpose can
    /// be computed from it.
    pub fn derived(&self, purpose: &str) -> [u8; 32] {
        Sha256::new().chain_update(self.0).chain_update(purpose).finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_kept() {
        let dir = tempfile::tempdir().unwrap();
        let key = HallKey::read_or_make(dir.path()).unwrap();
        let again = HallKey::read_or_make(dir.path()).unwrap();
        assert_eq!((key.bytes(), key.derived("a")), (again.bytes(), again.derived("a")));
        assert_ne!(key.derived("a"), key.derived("b"));
        std::fs::write(dir.path().join("key"), "short").unwrap();
        assert!(matches!(HallKey::read_or_make(dir.path()), Err(Error::Key { .. })));
    }
}
