//! Files named on the command line.

use std::{io::Read, path::Path};

use kernel::{BadRecord, Match, Record, counted, plain_text, record::Part};
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
    let read = || -> std::io::Result<Vec<u8>> {
        if path.as_os_str() != "-" {
            return std::fs::read(path);
        }
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bad = |why: String| {
        BadInput(format!("cannot read {}: {why}; FILE is a text file, or - for standard input", name(path)))
    };
    let bytes = read().map_err(|why| bad(why.to_string()))?;
    plain_text::decode(bytes).map_err(|why| bad(why.to_string()))
}

/// The records of a file: one match, or many one after the other, as the server saves them.
pub(crate) struct RecordFile {
    name: String,
    text: String,
}

/// A match record and its match, every step checked.
pub(crate) type Loaded = (Record, Box<dyn Match>);

impl RecordFile {
    /// Reads the file.
    ///
    /// # Errors
    /// [`BadInput`] if it is no text.
    pub(crate) fn read(path: &Path) -> Result<RecordFile, BadInput> {
        Ok(RecordFile { name: name(path), text: text(path)? })
    }

    /// The chosen records: the one of this number or table, or all.
    ///
    /// # Errors
    /// [`BadInput`] if the file has no record, or not the one that is meant.
    pub(crate) fn chosen(&self, which: Option<&str>) -> Result<Vec<Part<'_>>, BadInput> {
        let parts = Part::all(&self.text);
        if parts.is_empty() {
            return Err(self.unreadable(None, &BadRecord::Empty.to_string()));
        }
        let Some(which) = which else { return Ok(parts) };
        let found = parts.iter().find(|part| part.number.to_string() == which);
        match found.or_else(|| parts.iter().find(|part| part.table().as_deref() == Some(which))) {
            Some(part) => Ok(vec![part.clone()]),
            None => Err(BadInput(format!(
                "{} has no record {which:?}: it has {}, to be named by number or by table",
                self.name,
                counted(parts.len(), "record")
            ))),
        }
    }

    /// The one chosen record.
    ///
    /// # Errors
    /// As [`chosen`](Self::chosen), and if the file has several and nobody says which.
    pub(crate) fn one(&self, which: Option<&str>) -> Result<Part<'_>, BadInput> {
        let mut parts = self.chosen(which)?;
        match parts.len() {
            1 => Ok(parts.swap_remove(0)),
            many => Err(BadInput(format!(
                "{} has {many} records; say which with --record: a number from 1 to {many}, or the id of a table",
                self.name
            ))),
        }
    }

    /// Reads one of them and checks its every step.
    ///
    /// # Errors
    /// [`BadInput`] if it could not be read, is of a game that is not in the hall, or of other
    /// rules; any other error if it was read and is not true.
    pub(crate) fn load(&self, part: &Part<'_>) -> anyhow::Result<Loaded> {
        let record = part.parse().map_err(|error| self.wrong(part, error))?;
        match roster::load(&record) {
            Ok(table) => Ok((record, table)),
            Err(NoTable::Game(unknown)) => Err(self.unreadable(Some(part), &unknown.to_string()).into()),
            Err(NoTable::Record(error)) => Err(self.wrong(part, error)),
        }
    }

    /// The error text for a bad record. A record that cannot be read has another text than a false
    /// one.
    pub(crate) fn wrong(&self, part: &Part<'_>, error: BadRecord) -> anyhow::Error {
        if error.is_unreadable() {
            return self.unreadable(Some(part), &error.to_string()).into();
        }
        let verdict = match error.is_false_luck() {
            true => "its dice are not those of the seal",
            false => "it does not verify",
        };
        let context = format!("{}: {verdict}", self.place(Some(part)));
        anyhow::Error::new(error).context(context)
    }

    /// The error text for a record of real cards that cannot all be right.
    pub(crate) fn told_wrong(&self, part: &Part<'_>, what: &str) -> anyhow::Error {
        anyhow::anyhow!("{}: somebody told a card wrong: {what}", self.place(Some(part)))
    }

    fn unreadable(&self, part: Option<&Part<'_>>, why: &str) -> BadInput {
        BadInput(format!("{} could not be read as a match record: {why}", self.place(part)))
    }

    /// The chosen record in words: `matches.jsonl, record 2 (table q7)`.
    fn place(&self, part: Option<&Part<'_>>) -> String {
        let alone = Part::all(&self.text).len() < 2;
        part.filter(|_| !alone).map_or_else(|| self.name.clone(), |part| format!("{}, {}", self.name, title(part)))
    }
}

/// A record of several, by its number and its table: `record 2 (table q7)`.
pub(crate) fn title(part: &Part<'_>) -> String {
    // The id is free text by the writer of the file, so it must not contain terminal controls.
    let clean = |id: String| id.chars().filter(|c| !c.is_control()).collect::<String>();
    let table = part.table().map(clean).map_or_else(String::new, |id| format!(" (table {id})"));
    format!("record {}{table}", part.number)
}
