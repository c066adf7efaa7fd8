//! Moving a server from one database to another.

use store::{Address, Inspection, transfer};

use super::{Findings, doctor::examine};
use crate::Error;

/// Copies the whole content of one database into another, which must be empty, and checks every
/// table there. The first database stays as it is. `progress` receives the kind of row and the
/// numbers of copied and of all rows, then the numbers of checked and of all tables.
///
/// # Errors
/// If a hall is open on one of them, the second is not empty, or one of them fails; nothing is
/// copied then.
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
