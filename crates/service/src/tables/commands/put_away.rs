//! Tables that a person has put away: their lists leave them out, unless a match there waits for
//! the person.

use std::sync::Arc;

use store::Write;

use crate::{fault::Fault, tables::runtime::TableRegistry};

/// Sets whether a person has put a table away.
///
/// # Errors
/// If there is no such table, it is closed to the person, or the store fails.
pub async fn put_away(registry: &Arc<TableRegistry>, me: &str, id: &str, away: bool) -> Result<(), Fault> {
    drop(registry.look(id, Some(me)).await?);
    let (person, table) = (me.to_owned(), id.to_owned());
    Ok(registry.store.write(Write::PutAway { person, table, away }).await?)
}
