//! Matches that were played elsewhere, from their records.

use std::sync::Arc;

use kernel::record::Part;
use roster::Roster;
use sha2::{Digest, Sha256};
use store::{Occupant, StepRow, TableHeader, Write, now};
use table::{
    ids,
    import::{bad_record, no_record, table_of},
};
use text::t;

use crate::{
    fault::Fault,
    people,
    tables::runtime::{ID, TableRegistry, check_id, to_completion},
};

/// The most records that are read at once.
const MOST: usize = 100;

/// A match of a record, as it will be stored.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The table that the record names.
    named: Option<String>,
    header: TableHeader,
    steps: Vec<StepRow>,
}

/// Returns the matches of a text's records, for this person, who has the seats of all people. Every
/// step is checked, which takes long.
///
/// # Errors
/// If a record is malformed or false, or there are none or too many.
pub fn read(roster: &Roster, me: &str, text: &str) -> Result<Vec<Imported>, Fault> {
    let parts = Part::all(text);
    match parts.len() {
        0 => return Err(no_record()),
        1..=MOST => {}
        _ => return Err(bad_record(t!("at most {MOST} records are read at once"))),
    }
    let one = |part: &Part| {
        let record = part.parse().map_err(bad_record)?;
        let named = record.header.table.clone();
        // The same record from the same person is the same table.
        let id = ids::id::<ID>(Sha256::digest(format!("{me} {record}")).into());
        let (header, steps) = table_of(roster, record, id, me, now())?;
        Ok(Imported { named, header, steps })
    };
    parts.iter().map(one).collect()
}

/// Makes the tables of matches from elsewhere, and returns their ids. They count for nothing; one
/// that is not over goes on. A record that the person has brought before, or of their own match
/// here, makes no other table.
///
/// # Errors
/// If the store fails.
pub async fn import(registry: &Arc<TableRegistry>, me: &str, matches: Vec<Imported>) -> Result<Vec<String>, Fault> {
    to_completion((registry.clone(), me.to_owned(), matches), |(registry, me, matches)| async move {
        let mut ids = Vec::new();
        for one in matches {
            ids.push(match own(&registry, &me, &one).await? {
                Some(id) => id,
                None => make(&registry, &me, one).await?,
            });
        }
        Ok(ids)
    })
    .await
}

/// Returns the id of the table that the record names, if it is a finished one of this person with
/// as many steps.
async fn own(registry: &TableRegistry, me: &str, one: &Imported) -> Result<Option<String>, Fault> {
    let Some(id) = one.named.as_ref().filter(|id| check_id(id).is_ok()) else { return Ok(None) };
    let found = registry.store.load(id).await?;
    let is_own = |(header, steps): (TableHeader, Vec<StepRow>)| {
        header.outcome.is_some() && steps.len() == one.steps.len() && header.people().contains(&me)
    };
    Ok(found.is_some_and(is_own).then(|| id.clone()))
}

/// Makes the table, unless it is there, and returns its id. A name that belongs to somebody else
/// here is dropped.
async fn make(registry: &TableRegistry, me: &str, one: Imported) -> Result<String, Fault> {
    let Imported { mut header, steps, .. } = one;
    let id = header.id.clone();
    if registry.store.load(&id).await?.is_some() {
        return Ok(id);
    }
    for occupant in &mut header.seats {
        if let Occupant::Person { called, .. } = occupant
            && let Some(name) = called.take()
        {
            *called = people::player_name(&registry.store, me, &name).await.unwrap_or_default();
        }
    }
    registry.store.write(Write::CreateTableFrom(Box::new(header), steps)).await?;
    Ok(id)
}
