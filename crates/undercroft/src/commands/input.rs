//! Files named on the command line.

use std::{io::Read, path::Path};

use anyhow::Context;
use kernel::{BadRecord, Record, Table};
use roster::NoTable;

use crate::failure::BadInput;

/// A file's name for messages.
pub(crate) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".into() } else { path.display().to_string() }
}

/// The text of a file, or of standard input for `-`.
///
/// # Errors
/// [`BadInput`] if it cannot be read or is not UTF-8.
pub(crate) fn text(path: &Path) -> Result<String, BadInput> {
    let read = || -> std::io::Result<String> {
        if path.as_os_str() != "-" {
            return std::fs::read_to_string(path);
        }
        let mut text = String::new();
        std::io::stdin().lock().read_to_string(&mut text)?;
        Ok(text)
    };
    read().map_err(|why| {
        BadInput(format!("cannot read {}: {why}; FILE is a text file, or - for standard input", name(path)))
    })
}

/// A match record and the match that it tells, every step checked.
///
/// # Errors
/// [`BadInput`] if it is no record, or one of a game that is not in the hall; any other error if it is a record
/// that does not hold.
pub(crate) fn record(path: &Path) -> anyhow::Result<(Record, Box<dyn Table>)> {
    let name = name(path);
    let record = Record::parse(&text(path)?).map_err(|error| match error {
        BadRecord::Empty | BadRecord::Format { .. } | BadRecord::Line { wanted: "header", .. } => {
            BadInput(format!("{name} is no match record: {error}")).into()
        }
        broken => anyhow::Error::new(broken).context(format!("{name} does not hold")),
    })?;
    match roster::load(&record) {
        Ok(table) => Ok((record, table)),
        Err(NoTable::Game(unknown)) => Err(BadInput(format!("{name}: {unknown}")).into()),
        Err(NoTable::Record(broken)) => Err(broken).with_context(|| format!("{name} does not hold")),
    }
}
