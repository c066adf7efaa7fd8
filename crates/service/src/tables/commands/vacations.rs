//! Vacations: for so many days a year all of a person's clocks of days stand still.
//!
//! The store has the vacation first, and then a line in the journal of each table in question; the
//! clock of a table is computed from its lines alone. If the server stops in between, the lines are
//! added when it opens again, with the moments of the vacation itself.

use std::sync::Arc;

use model::{VACATION_DAYS, VacationState, vacation_left};
use store::{PeopleWrite, Store, StoreError, Timestamp, Vacation, now};
use text::t;

use crate::{
    fault::{Code, Fault},
    tables::runtime::{LockedTable, TableRegistry, agreed, apply},
};

/// Returns whether a person is on vacation, and how many days they have left.
///
/// # Errors
/// If the store fails.
pub async fn state(store: &Store, me: &str) -> Result<VacationState, StoreError> {
    let (all, now) = (store.vacations(me).await?, now());
    let until = all.iter().find(|vacation| vacation.covers(now)).map(|vacation| vacation.until);
    Ok(VacationState { until, left: vacation_left(&all, now) })
}

/// Begins a vacation of so many days, now.
///
/// # Errors
/// If the person is on vacation already, or has fewer days left this year.
pub async fn begin(registry: &Arc<TableRegistry>, me: &str, days: u32) -> Result<(), Fault> {
    let again = || Fault::new(Code::WrongPhase, t!("you are on vacation already; end it before you begin another"));
    let VacationState { until, left } = state(&registry.store, me).await?;
    match days {
        _ if until.is_some() => return Err(again()),
        0 => return Err(Fault::bad(t!("a vacation takes at least a day"))),
        days if days > left => {
            return Err(Fault::bad(t!("you have {left} of {VACATION_DAYS} days of vacation left this year")));
        }
        _ => {}
    }
    let began = now();
    let vacation = Vacation { began, until: began + Timestamp::from(days) * model::Day::LENGTH };
    match registry.store.write(PeopleWrite::BeginVacation { person: me.to_owned(), vacation }.into()).await {
        Err(StoreError::Conflict) => return Err(again()),
        begun => begun?,
    }
    note(registry, me).await
}

/// Ends the present vacation of a person, if they are on vacation.
///
/// # Errors
/// If the store fails.
pub async fn end(registry: &Arc<TableRegistry>, me: &str) -> Result<(), Fault> {
    match registry.store.write(PeopleWrite::EndVacation { person: me.to_owned(), at: now() }.into()).await {
        Err(StoreError::Conflict) => return Ok(()),
        ended => ended?,
    }
    note(registry, me).await
}

/// Notes a change of a person's vacation at all tables in question.
async fn note(registry: &Arc<TableRegistry>, me: &str) -> Result<(), Fault> {
    for table in registry.store.played_over_days(me).await? {
        let reviewed =
            apply(registry, &table, (), |registry, mut guard, ()| async move { review(&registry, &mut guard).await });
        if let Err(fault) = reviewed.await {
            tracing::warn!("a vacation could not be noted at table {table}: {}", fault.message);
        }
    }
    Ok(())
}

/// Adds the lines to a journal that it lacks about the vacations of its players.
///
/// # Errors
/// If the store fails.
pub(crate) async fn review(registry: &TableRegistry, guard: &mut LockedTable) -> Result<(), Fault> {
    if !guard.heeds_vacations() {
        return Ok(());
    }
    let mut news = Vec::new();
    for person in guard.header.people() {
        let last = registry.store.vacations(person).await?.pop();
        if last.is_none() && guard.open_vacation(person).is_none() {
            continue;
        }
        let name = registry.store.person(person).await?.map(|person| person.name).unwrap_or_default();
        news.extend(guard.vacation_news(person, &name, last, now()));
    }
    if news.is_empty() {
        return Ok(());
    }
    let proposals = guard.header.proposals.clone();
    let write = agreed(guard, Vec::new(), proposals, news);
    Ok(registry.change(guard, write).await?)
}
