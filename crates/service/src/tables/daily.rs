//! The daily match: the server seals one for all, each person tries it once, and it is opened when
//! nobody plays it any more.
//!
//! A unique index allows one try a person, so nothing in memory decides it. Results of tries are a
//! cache of their journals. Until its seal is opened others are kept out where tables are looked
//! at, and records hold their header alone (docs/decisions/015-daily.md).

use std::sync::Arc;

use ::bots::Bot;
use kernel::{Match, Pace, Seat, TableTalk};
use model::{Day, LONGEST_STREAK, days_in_a_row};
use roster::CHALLENGER;
use serde_json::Value;
use store::{
    Access, DailyWrite, Sealed, StepRow, Store, StoreError, TableHeader, TableStatus, Timestamp, TryResult, Write, now,
};
use text::t;
use translations::KeptText;

use super::{
    characters::BotChoice,
    create::{self, NewTable, SeatRequest},
    journal, reference,
    registry::TableRegistry,
    state::TableState,
    to_completion,
};
use crate::{
    contained::{self, Place},
    fault::{Code, Fault},
    random,
};

/// How long after the end of a day its match stays closed even if nobody plays it: the clocks of
/// several processes may differ.
const MARGIN: Timestamp = 5 * 60 * 1000;
/// How many tries are settled at once.
const SETTLED: u32 = 200;

/// Returns the time until which a try of a day counts: the end of the next day.
pub const fn deadline(day: Day) -> Timestamp {
    Day(day.0 + 1).ends()
}

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
        match create(&registry, &me, &sealed, false).await {
            Ok(table) => Ok(Begun { table, new: true }),
            // Another request of the same person was first.
            Err(CreateError::Conflict) => {
                let before = registry.store.try_of(day, &game, &me).await?;
                let before =
                    before.ok_or_else(|| Fault::new(Code::Internal, t!("your try could not be found; try again")))?;
                Ok(Begun { table: before.table, new: false })
            }
            Err(CreateError::Fault(fault)) => Err(fault),
        }
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
        roster::find(&game)?;
        let sealed = registry.store.sealed_daily(day, &game).await?;
        let sealed = sealed.ok_or_else(|| Fault::new(Code::NotFound, t!("nobody tried this game on {day}")))?;
        let own = registry.store.try_of(day, &game, &me).await?;
        if own.is_none_or(|own| own.result.is_none()) && !registry.is_opened(day, &game).await? {
            return Err(Fault::new(
                Code::WrongPhase,
                t!("you can practise this match when you have ended your own try"),
            ));
        }
        create(&registry, &me, &sealed, true).await.map_err(|error| match error {
            CreateError::Fault(fault) => fault,
            CreateError::Conflict => StoreError::Conflict.into(),
        })
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
    let title = roster::find(game)?;
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

/// Why the table for a daily match was not made.
enum CreateError {
    /// The table exists already.
    Conflict,
    /// Any other fault.
    Fault(Fault),
}

impl<E: Into<Fault>> From<E> for CreateError {
    fn from(error: E) -> CreateError {
        CreateError::Fault(error.into())
    }
}

/// Makes a table where the match of a day begins at once: a person has the first seat, the
/// reference bot the others. Nobody gives a share, so that all have the same dice.
async fn create(
    registry: &Arc<TableRegistry>,
    me: &str,
    sealed: &Sealed,
    practice: bool,
) -> Result<String, CreateError> {
    if sealed.rules != roster::find(&sealed.game)?.meta().rules {
        let text = t!("this match was sealed under other rules of the game than the hall plays now");
        return Err(Fault::new(Code::WrongPhase, text).into());
    }
    let seats = Seat::all(sealed.seats).map(|seat| match seat {
        CHALLENGER => SeatRequest::Me(None),
        _ => SeatRequest::Bot(BotChoice::Unnamed(Bot::Reference)),
    });
    let wanted = NewTable {
        game: sealed.game.clone(),
        options: Value::Object(sealed.options.clone()),
        seats: seats.collect(),
        physical: false,
        ranked: false,
        lesson: false,
        access: Access::default(),
        talk: Some(TableTalk::None),
        pace: Pace::Free,
        seal: None,
    };
    let at = registry.calendar.now();
    let mut header = TableHeader {
        status: TableStatus::Playing,
        seed: Some(sealed.seed),
        daily: Some(sealed.day),
        practice,
        started: Some(at),
        ..create::new_header(registry, me, wanted).await?
    };
    header.setup = Some(journal::setup_of(journal::replay(&header, &[])?.as_ref()));
    let id = header.id.clone();
    match registry.store.write(Write::CreateTableFrom(Box::new(header), Vec::new())).await {
        Err(StoreError::Conflict) => return Err(CreateError::Conflict),
        made => made?,
    }
    let (slot, guard) = registry.lock(&id).await?;
    slot.note_seen(me);
    drop(guard);
    Ok(id)
}

impl TableRegistry {
    /// Returns whether the match of a day is opened: its seed may be known, and anybody may look
    /// on. It is opened when the day is over and no try under way still counts. It then stays open.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn is_opened(&self, day: Day, game: &str) -> Result<bool, StoreError> {
        match self.calendar.now() {
            now if now < day.ends() + MARGIN => Ok(false),
            now if now >= deadline(day) => Ok(true),
            _ => Ok(self.store.tally(day, game).await?.playing == 0),
        }
    }

    /// Returns whether the dice of a table may be known once its match is over: those of a day are
    /// other players' dice too.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn may_open(&self, live: &TableState) -> Result<bool, StoreError> {
        match live.header.daily {
            Some(day) => self.is_opened(day, &live.header.game).await,
            None => Ok(true),
        }
    }

    /// Checks that a person may look at a table of a daily match: until the match is opened, only
    /// its player may.
    pub(super) async fn check_opened(&self, live: &TableState, person: Option<&str>) -> Result<(), Fault> {
        if live.is_at_table(person) || self.may_open(live).await? {
            return Ok(());
        }
        let text = t!("a daily match opens to spectators when the day is over and nobody plays it any more");
        Err(Fault::new(Code::NoSpectators, text))
    }
}

impl TableState {
    /// Checks that the match is not a ranked try of the daily match; `told` is the error text.
    ///
    /// # Errors
    /// If it is.
    pub(super) fn check_no_try(&self, told: &str) -> Result<(), Fault> {
        match self.header.tried_day() {
            Some(_) => Err(Fault::new(Code::WrongPhase, told)),
            None => Ok(()),
        }
    }

    /// Returns the result of a try whose last step was taken at this moment. Returns `None` if that
    /// step does not count; the result then comes from the journal.
    pub(super) fn try_result(&self, at: Timestamp) -> Option<TryResult> {
        let day = self.header.tried_day()?;
        let table = self.table.as_deref()?;
        let by_bot = self.bots.keys().any(|n| table.actor(*n) == Some(CHALLENGER));
        let last = self.pending.as_ref().is_some_and(|step| step.seat == CHALLENGER && step.bot.is_some());
        if at >= deadline(day) || last || by_bot {
            return None;
        }
        result(&self.header.game, table, at)
    }
}

/// Returns the result of a match for the player who tries it.
fn result(game: &str, table: &dyn Match, at: Timestamp) -> Option<TryResult> {
    let title = roster::find(game).ok()?;
    let reached = title.reached(table, CHALLENGER)?;
    let words = KeptText::of(|| title.reached(table, CHALLENGER).map(|reached| reached.text).unwrap_or_default());
    let finished = table.outcome().is_some();
    Some(TryResult { score: reached.score, words, top: reached.top, finished, at })
}

/// Computes the missing results of the ended tries of a day: tries that were not finished in time,
/// and tries whose results were forgotten.
///
/// # Errors
/// If the store fails.
pub async fn settle(registry: &TableRegistry, day: Day, game: &str) -> Result<(), Fault> {
    settle_some(&registry.store, registry.calendar.now(), day, game, SETTLED).await
}

/// Computes the missing results of the ended tries of all days.
///
/// # Errors
/// If the store fails.
pub async fn settle_all(store: &Store) -> Result<(), Fault> {
    for (day, game) in store.unsettled_days().await? {
        settle_some(store, now(), day, &game, u32::MAX).await?;
    }
    Ok(())
}

async fn settle_some(store: &Store, now: Timestamp, day: Day, game: &str, limit: u32) -> Result<(), Fault> {
    for id in store.unsettled_tries(day, game, limit).await? {
        let Some((header, steps)) = store.load(&id).await? else { continue };
        if header.status != TableStatus::Over && now < deadline(day) {
            continue;
        }
        let place = Place::of(&header, steps.len());
        let worked_out = contained::beside("working out a try", place, move || from_journal(header, steps)).await;
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

/// Computes the result of a try from the steps that count: those in time, until a bot took one for
/// its player.
fn from_journal(mut header: TableHeader, mut steps: Vec<StepRow>) -> Result<Option<TryResult>, Fault> {
    let Some(day) = header.tried_day() else { return Ok(None) };
    let counts = |row: &StepRow| row.at < deadline(day) && !(row.step.seat == CHALLENGER && row.step.bot.is_some());
    let counted = steps.iter().take_while(|row| counts(row)).count();
    steps.truncate(counted);
    header.outcome = None;
    let table = journal::replay(&header, &steps)?;
    let at = steps.last().map(|row| row.at).or(header.started).unwrap_or(header.created);
    Ok(result(&header.game, table.as_ref(), at))
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

    use super::*;
    use crate::people;

    #[tokio::test]
    async fn what_tries_came_to_is_worked_out_again_from_their_journals() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite://{}", dir.path().join("hall.db").display())).await.unwrap();
        let ada = people::add_guest(&store, None, None).await.unwrap();
        let (registry, _calls) = TableRegistry::new(store.clone(), Duration::ZERO, Duration::MAX, Duration::ZERO);
        let registry = Arc::new(registry);
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
}
