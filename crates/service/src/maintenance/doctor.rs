//! Doctor: finds faults in a server's files.

use std::path::{Path, PathBuf};

use roster::Roster;
use store::{Inspection, Store, StoreError, TableStatus};

use super::{Files, rows::Rows};
#[cfg(unix)]
use crate::files::{Owner, foreign_owner};
use crate::{Error, files::beside, tables::verify};

/// The report of an examination.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Findings {
    /// The checks that were made, one per line.
    pub checked: Vec<String>,
    /// The faults that were found, one per line; empty if there are none.
    pub faults: Vec<String>,
}

/// Checks all data of a server, whether it runs or not. The database must be sound, and nobody else
/// may be able to read the files. Every table's journal must be a match by the rules with the dice
/// of its seed. `progress` receives the number of tables checked and the number of all.
///
/// # Errors
/// If the database cannot be opened.
pub async fn doctor(files: &Files, progress: &mut dyn FnMut(usize, usize)) -> Result<Findings, Error> {
    let address = files.address()?;
    let hall = Inspection::open(&address).await?;
    let mut findings = examine(&hall, progress).await?;
    hall.close().await;
    findings.faults.extend(key_fault(&files.key()));
    let database = address.file().into_iter().flat_map(|file| ["", "-wal", "-shm"].map(|end| beside(file, end)));
    let secrets = [files.key(), files.data.join(crate::OPERATOR_TOKEN_FILE)];
    let lock = address.file().map(|file| beside(file, ".lock"));
    let kept: Vec<PathBuf> = database.chain(secrets).collect();
    let open = kept.iter().filter(|path| is_readable_by_others(path));
    let told = |path: &PathBuf| format!("{} can be read by others; say chmod 600", path.display());
    findings.faults.extend(open.map(told));
    findings.faults.extend(kept.iter().chain(&lock).filter_map(|path| owner_fault(path)));
    let files = if address.file().is_some() { "the database, the key" } else { "the key" };
    findings.checked.push(format!("Permissions and owners of {files} and the operators' token."));
    Ok(findings)
}

/// Accepts a database that was not closed and has lost its log, as it is.
///
/// # Errors
/// If a hall runs on it, or it cannot be written.
pub async fn accept_lost_log(files: &Files) -> Result<(), Error> {
    let _lock = Store::lock(&files.url())?;
    Ok(files.address()?.accept_lost_log().await?)
}

/// Checks a database and every table in it.
pub(super) async fn examine(hall: &Inspection, progress: &mut dyn FnMut(usize, usize)) -> Result<Findings, Error> {
    let address = hall.address();
    let failed = |error: StoreError| address.wrong(error);
    let mut faults = hall.faults().await.map_err(failed)?;
    let (ids, people) = (hall.table_ids().await.map_err(failed)?, hall.people().await.map_err(failed)?);
    let (mut over, mut playing, mut steps) = (0, 0, 0);
    let roster = Roster::default();
    let mut made = Rows::begin(hall).await.map_err(failed)?;
    for (index, id) in ids.iter().enumerate() {
        progress(index, ids.len());
        match hall.load(id).await {
            // A running server has made or removed the table since the list was read.
            Ok(None) => {}
            Ok(Some((header, rows))) => {
                match header.status {
                    TableStatus::Open => {}
                    TableStatus::Playing => playing += 1,
                    TableStatus::Over => over += 1,
                }
                steps += rows.len();
                let wrong = match verify(&roster, &header, &rows) {
                    Err(why) => vec![why],
                    Ok(()) => made.check(hall, &roster, &header, rows).await.map_err(failed)?,
                };
                faults.extend(wrong.into_iter().map(|why| format!("table {id}: {why}")));
            }
            Err(error) => faults.push(format!("table {id} cannot be read: {error}")),
        }
    }
    progress(ids.len(), ids.len());
    faults.extend(hall.differences().await.map_err(failed)?);
    faults.extend(made.finish(hall).await.map_err(failed)?);
    let checked = vec![
        format!(
            "The database {}, {}.",
            address.file().map_or(address.to_string(), |file| file.display().to_string()),
            kernel::counted(people as usize, "person").replace("persons", "people")
        ),
        format!(
            "{}, {over} over and {playing} under way, with {}, each by the rules and with the dice of its seed.",
            kernel::counted(ids.len(), "table"),
            kernel::counted(steps, "step")
        ),
        "Boards, profiles and ratings, compared with the results of all matches.".to_owned(),
        "Results, levels and next tables, held against the records.".into(),
    ];
    Ok(Findings { checked, faults })
}

fn key_fault(key: &Path) -> Option<String> {
    let wrong =
        |why: String| Some(format!("the key {}: {why}; without it every browser is a new guest", key.display()));
    match std::fs::metadata(key) {
        Ok(file) if file.len() == 64 => None,
        Ok(file) => wrong(format!("it has {} bytes, not 64", file.len())),
        Err(error) => wrong(error.to_string()),
    }
}

#[cfg(unix)]
fn is_readable_by_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o077 != 0)
}

/// Returns a fault if the file and its folder have different owners. The server runs as the owner
/// of the folder, and may be unable to read the file.
#[cfg(unix)]
fn owner_fault(path: &Path) -> Option<String> {
    let Owner { user, group } = foreign_owner(path).ok()??;
    Some(format!("{} belongs to another user than its folder; say chown {user}:{group}", path.display()))
}

#[cfg(not(unix))]
fn owner_fault(_: &Path) -> Option<String> {
    None
}

#[cfg(not(unix))]
fn is_readable_by_others(_: &Path) -> bool {
    false
}
