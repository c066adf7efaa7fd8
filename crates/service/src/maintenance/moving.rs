//! Taking a hall from one database to another.

use store::{Address, Inspection, transfer};

use super::{Findings, doctor::examine};
use crate::Error;

/// Copies all that one database holds into another, which must be empty, and looks at every table there. What it was copied from
/// stays as it is. `progress` is told the kind of row, and how many of how many are copied; then how many tables are looked at.
///
/// # Errors
/// If a hall is open on one of them, the second is not empty, or one of them fails; nothing is copied then.
pub async fn move_database(
    from: &str,
    to: &str,
    progress: &mut dyn FnMut(&str, usize, usize),
) -> Result<Findings, Error> {
    transfer(from, to, progress).await?;
    let moved = Inspection::open(&Address::parse(to)?).await?;
    let findings = examine(&moved, &mut |done, all| progress("tables looked at", done, all)).await;
    moved.close().await;
    findings
}
