//! The daily match: the server seals one for all, each person tries it once, and it is opened when
//! nobody plays it any more.
//!
//! A unique index allows one try a person, so nothing in memory decides it. Results of tries are a
//! cache of their journals. Until its seal is opened others are kept out where tables are looked
//! at, and records hold their header alone (docs/decisions/015-daily.md).

use std::sync::Arc;

use model::{Day, LONGEST_STREAK, days_in_a_row};
use roster::{GameEntry, Roster};
use store::{DailyWrite, Sealed, Store, StoreError, TableStatus, Timestamp, Write, now};
use text::t;

use super::create::{self, NewTable};
use crate::{
    contained::{self, Place},
    fault::{Code, Fault},
    random,
    tables::{
        runtime::{TableRegistry, reference, to_completion},
        state::{opening, tried},
    },
};

pub use crate::tables::state::daily::deadline;

/// How many tries are settled at once.
const SETTLED: u32 = 200;

/// A try that a person has begun, now or before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Begun {
    /// Its table.
    pub table: String,
    /// Whether the try was begun just now.
    pub new: bool,
}

/// Begins a person's one try of today's match, or finds the one that they have begun.
///
/// # Errors
/// If the game has no match a day, or was sealed under other rules.
pub async fn begin(registry: &Arc<TableRegistry>, me: &str, game: &str) -> Result<Begun, Fault> {
    let given = (registry.clone(), me.to_owned(), game.to_owned());
    to_completion(given, |(registry, me, game)| async move {
        let day = registry.calendar.today();
        if let Some(before) = registry.store.try_of(day, &game, &me).await? {
            return Ok(Begun { table: before.table, new: false });
        }
        let sealed = sealed(&registry, day, &game).await?;
        if let Some(table) = create(&registry, &me, &sealed, false).await? {
            return Ok(Begun { table, new: true });
        }
        // Another request of the same person was first.
        let before = registry.store.try_of(day, &game, &me).await?;
        let before = before.ok_or_else(|| Fault::new(Code::Internal, t!("your try could not be found; try again")))?;
        Ok(Begun { table: before.table, new: false })
    })
    .await
}

/// Begins a match of a day for practice, and returns its table's id. It is open to people who have
/// ended their own try, and to everybody when the match of that day is opened.
///
/// # Errors
/// If there is no such match, or it is not open to them yet.
pub async fn practise(registry: &Arc<TableRegistry>, me: &str, game: &str, day: Day) -> Result<String, Fault> {
    let given = (registry.clone(), me.to_owned(), game.to_owned());
    to_completion(given, move |(registry, me, game)| async move {
        registry.roster().find(&game)?;
        let sealed = registry.store.sealed_daily(day, &game).await?;
        let sealed = sealed.ok_or_else(|| Fault::new(Code::NotFound, t!("nobody tried this game on {day}")))?;
        let own = registry.store.try_of(day, &game, &me).await?;
        if own.is_none_or(|own| own.result.is_none()) && !registry.is_opened(day, &game).await? {
            return Err(Fault::new(
                Code::WrongPhase,
                t!("you can practise this match when you have ended your own try"),
            ));
        }
        create(&registry, &me, &sealed, true).await?.ok_or_else(|| StoreError::Conflict.into())
    })
    .await
}

/// Returns the match of a day. It is sealed now if it is today's and nobody has asked for it
/// before.
///
/// # Errors
/// If the game has no match a day, or the store fails.
pub async fn sealed(registry: &Arc<TableRegistry>, day: Day, game: &str) -> Result<Sealed, Fault> {
    if let Some(sealed) = registry.store.sealed_daily(day, game).await? {
        return Ok(sealed);
    }
    let title = registry.roster().find(game)?;
    let none = || Fault::new(Code::NotFound, t!("{} has no match of that day", title.meta().title));
    let number = u64::try_from(day.0).map_err(|_| none())?;
    let of_day = title.daily(number).filter(|_| day == registry.calendar.today()).ok_or_else(none)?;
    let sealed = Sealed {
        day,
        game: game.to_owned(),
        rules: title.meta().rules,
        options: of_day.options,
        seats: of_day.seats,
        seed: random::bytes(),
        reference: None,
    };
    match registry.store.write(Write::Daily(Box::new(DailyWrite::Seal(sealed.clone())))).await {
        Ok(()) => {
            reference::begin(registry, &sealed);
            Ok(sealed)
        }
        // Another request has sealed it at the same moment.
        Err(StoreError::Conflict) => Ok(registry.store.sealed_daily(day, game).await?.ok_or_else(none)?),
        Err(error) => Err(error.into()),
    }
}

/// Makes a table where the match of a day begins at once. Returns `None` if the person has a table
/// for their try already.
async fn create(
    registry: &Arc<TableRegistry>,
    me: &str,
    sealed: &Sealed,
    practice: bool,
) -> Result<Option<String>, Fault> {
    let title = registry.roster().find(&sealed.game)?;
    if sealed.rules != title.meta().rules {
        let text = t!("this match was sealed under other rules of the game than the hall plays now");
        return Err(Fault::new(Code::WrongPhase, text));
    }
    let wanted = NewTable::of_day(&sealed.game, sealed.options.clone(), sealed.seats);
    let header = create::new_header(registry, me, wanted).await?;
    let header = opening::of_day(title, header, (sealed.day, sealed.seed), practice, registry.calendar.now())?;
    let id = header.id.clone();
    match registry.store.write(Write::CreateTableFrom(Box::new(header), Vec::new())).await {
        Err(StoreError::Conflict) => return Ok(None),
        made => made?,
    }
    registry.lock(&id).await?.handle().note_seen(me);
    Ok(Some(id))
}

/// Computes the missing results of the ended tries of a day: tries that were not finished in time,
/// and tries whose results were forgotten.
///
/// # Errors
/// If the store fails.
pub async fn settle(registry: &TableRegistry, day: Day, game: &str) -> Result<(), Fault> {
    let title = registry.roster().find(game)?;
    settle_some(&registry.store, title, registry.calendar.now(), day, SETTLED).await
}

/// Computes the missing results of the ended tries of all days.
///
/// # Errors
/// If the store fails.
pub async fn settle_all(store: &Store, roster: &Roster) -> Result<(), Fault> {
    for (day, game) in store.unsettled_days().await? {
        match roster.find(&game) {
            Ok(title) => settle_some(store, title, now(), day, u32::MAX).await?,
            Err(unknown) => tracing::warn!("the tries of {day} cannot be worked out: {unknown}"),
        }
    }
    Ok(())
}

async fn settle_some(
    store: &Store,
    title: &'static dyn GameEntry,
    now: Timestamp,
    day: Day,
    limit: u32,
) -> Result<(), Fault> {
    for id in store.unsettled_tries(day, title.meta().id, limit).await? {
        let Some((header, steps)) = store.load(&id).await? else { continue };
        if header.status != TableStatus::Over && now < deadline(day) {
            continue;
        }
        let place = Place::of(&header, steps.len());
        let worked_out = contained::beside("working out a try", place, move || tried(title, header, steps)).await;
        match worked_out.ok_or_else(|| Fault::new(Code::Internal, t!("a try could not be worked out")))? {
            Ok(Some(result)) => {
                store.write(Write::Daily(Box::new(DailyWrite::KeepResult(id, result)))).await?;
            }
            // The rules may have changed, for example.
            Ok(None) | Err(_) => tracing::warn!("what the try at table {id} has come to cannot be worked out"),
        }
    }
    Ok(())
}

/// Returns how many days in a row a person has finished a try, up to today or the day before.
///
/// # Errors
/// If the store fails.
pub async fn streak(registry: &TableRegistry, person: &str, game: &str) -> Result<usize, StoreError> {
    let days = registry.store.finished_days(person, game, LONGEST_STREAK).await?;
    Ok(days_in_a_row(&days, registry.calendar.today(), true))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use kernel::record::GivenBy;
    use store::{Occupant, TableHeader};

    use super::*;
    use crate::people;

    #[tokio::test]
    async fn what_tries_came_to_is_worked_out_again_from_their_journals() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite://{}", dir.path().join("hall.db").display())).await.unwrap();
        let ada = people::add_guest(&store, None, None).await.unwrap();
        let (registry, _calls) = TableRegistry::idle(store.clone(), Duration::MAX);
        let (day, game) = (registry.calendar.today(), "rogue-ascension");
        let begun = begin(&registry, &ada.id, game).await.unwrap();
        settle(&registry, day, game).await.unwrap();
        assert_eq!(store.try_of(day, game, &ada.id).await.unwrap().unwrap().result, None, "it is under way");
        registry.calendar.advance(Duration::from_secs(2 * 24 * 3600));
        settle(&registry, day, game).await.unwrap();
        let known = store.try_of(day, game, &ada.id).await.unwrap().unwrap();
        assert_eq!((&known.table, known.result.as_ref().map(|result| result.finished)), (&begun.table, Some(false)));
        store.write(Write::Daily(Box::new(DailyWrite::ForgetResults))).await.unwrap();
        assert_eq!(store.try_of(day, game, &ada.id).await.unwrap().unwrap().result, None);
        settle(&registry, day, game).await.unwrap();
        assert_eq!(store.try_of(day, game, &ada.id).await.unwrap().unwrap(), known);
    }

    #[tokio::test]
    async fn tries_of_an_unknown_game_do_not_stop_the_others() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite://{}", dir.path().join("hall.db").display())).await.unwrap();
        let ada = people::add_guest(&store, None, None).await.unwrap();
        let (registry, _calls) = TableRegistry::idle(store.clone(), Duration::MAX);
        let day = registry.calendar.today();
        let known = sealed(&registry, day, "rogue-ascension").await.unwrap();
        let unknown = Sealed { game: "chess".into(), ..known };
        store.write(Write::Daily(Box::new(DailyWrite::Seal(unknown.clone())))).await.unwrap();
        let seats = vec![Occupant::Person {
            id: ada.id.clone(),
            share: String::new(),
            by: GivenBy::Hall,
            stand_in: None,
            called: None,
        }];
        let open = TableHeader::open("0123456789".into(), unknown.game, 1, ada.id.clone(), seats, now());
        let header = TableHeader { status: TableStatus::Playing, daily: Some(day), seed: Some(unknown.seed), ..open };
        store.write(Write::CreateTableFrom(Box::new(header), Vec::new())).await.unwrap();
        assert_eq!(store.unsettled_days().await.unwrap(), [(day, "chess".to_owned())]);
        settle_all(&store, registry.roster()).await.unwrap();
    }
}
