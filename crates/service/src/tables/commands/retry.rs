//! Retries: a finished match is played again from one of its steps, for practice.

use std::sync::Arc;

use store::{StepRow, Write, now};
use text::t;

use crate::{
    fault::{Code, Fault},
    random,
    tables::{
        runtime::{ID, TableRegistry, to_completion},
        state::opening::taken_up,
    },
};

/// Makes a table on which a finished match stands as it did after this many steps, and returns its
/// id. The caller has their seats, or those of the first person if they did not play; bots play the
/// others. The seed is that of the match, so the same moves draw the same outcomes. A win there
/// unlocks nothing.
///
/// # Errors
/// If the match is not over, the caller may not look at it, or it has no move left to make after
/// that step.
pub async fn retry(registry: &Arc<TableRegistry>, me: &str, id: &str, step: usize) -> Result<String, Fault> {
    let given = (registry.clone(), me.to_owned(), id.to_owned());
    to_completion(given, move |(registry, me, id)| async move {
        let (_, guard) = registry.look(&id, Some(&me)).await?;
        guard.check_retry(step)?;
        if registry.is_racing(&guard.header).await? {
            return Err(Fault::new(Code::WrongPhase, t!("this match can be taken up again when the race is over")));
        }
        drop(guard);
        let (header, steps) = registry.store.load(&id).await?.ok_or_else(|| Fault::unknown_table(&id))?;
        let header = taken_up(&header, &me, random::id::<ID>(), now());
        let again = |row: StepRow| StepRow { request: None, ..row };
        let steps = steps.into_iter().take(step).map(again).collect();
        let next = header.id.clone();
        registry.store.write(Write::CreateTableFrom(Box::new(header), steps)).await?;
        Ok(next)
    })
    .await
}
