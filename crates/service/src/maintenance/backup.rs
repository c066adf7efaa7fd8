//! Backup: copies a server's data into one file, while it runs or not.

use std::path::Path;

use store::Inspection;

use super::{Files, clear, put, unfinished};
use crate::Error;

/// Copies a server's database, as it is at one moment, and the key that signs cookies to one file
/// that only its owner can read. A running server continues meanwhile. The file is complete once it
/// has its name.
///
/// # Errors
/// If the hall cannot be read or is in PostgreSQL, which makes its own copies, the file cannot be
/// written, or is there and `replace` is not set.
pub async fn backup(files: &Files, to: &Path, replace: bool) -> Result<(), Error> {
    if to.exists() && !replace {
        return Err(Error::Exists { path: to.to_owned() });
    }
    let address = files.address()?;
    address.file().ok_or_else(|| address.no_file())?;
    let hall = Inspection::open(&address).await?;
    let key = std::fs::read(files.key()).ok();
    let part = unfinished(to);
    clear(&part)?;
    let copied = hall.copy_to(&part, key.as_deref()).await;
    hall.close().await;
    match copied {
        Ok(()) => put(&part, to),
        Err(error) => {
            clear(&part)?;
            Err(error.into())
        }
    }
}
