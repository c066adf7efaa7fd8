//! Refreshes a table in memory from the store after another process has changed it.
//!
//! A SQLite database is used by one server process, a PostgreSQL database by any number. Processes
//! that share a database share nothing else. The store counts the changes of each table, and
//! accepts a change only at the count at which it was decided (docs/decisions/013-processes.md). So
//! a process that locks a table asks first whether it is still at the version in memory. Steps of
//! other processes are applied from the journal; after any other change the table is replayed from
//! its beginning. A change that was overtaken begins again (`to_completion`).

use std::{sync::Arc, time::Instant};

use store::{StepRow, StoreError, TableHeader, TableStatus};

use super::{TableHandle, TableRegistry};
use crate::{
    fault::Fault,
    tables::state::{TableEvent, TableState},
};

impl TableRegistry {
    /// Refreshes a table from the store, and removes it from memory if the store does not have it.
    /// A caller that has waited for the lock since `asked` need not ask the store if another caller
    /// has done so since. Returns whether steps of others made a premove due; `None` if nothing was
    /// read.
    ///
    /// # Errors
    /// If the store fails, or the journal cannot be replayed.
    pub(super) async fn refresh(
        &self,
        id: &str,
        slot: &Arc<TableHandle>,
        place: &mut Option<TableState>,
        asked: Instant,
    ) -> Result<Option<bool>, Fault> {
        let known = place.as_ref().filter(|live| !live.uncommitted).map(|live| live.header.version.changes);
        let Some(shared) = slot.shared() else { return Ok(None) };
        if known.is_some() && shared.is_confirmed_since(asked) {
            return Ok(None);
        }
        let began = Instant::now();
        let mut read = None;
        if known.is_none() || self.changes(id).await? != known {
            let due = match self.follow(slot, place).await? {
                Some(due) => due,
                None => self.replay(id, slot, place).await?,
            };
            // Another process may have noted that a racer has come further.
            slot.set_standings(None);
            read = Some(due);
        }
        if let Some(live) = place {
            shared.confirm(began, live.header.version.changes);
        }
        Ok(read)
    }

    /// Returns how many changes a table has had.
    async fn changes(&self, id: &str) -> Result<Option<i64>, StoreError> {
        match self.store.peers() {
            Some(peers) => peers.changes(id).await,
            None => Ok(None),
        }
    }

    /// Applies the steps of other processes, and the changes outside the journal. Returns `None` if
    /// that is not enough.
    async fn follow(&self, slot: &Arc<TableHandle>, place: &mut Option<TableState>) -> Result<Option<bool>, Fault> {
        let Some(live) = place.as_mut().filter(|live| !live.uncommitted) else { return Ok(None) };
        let id = live.header.id.clone();
        let Some((header, steps)) = self.store.load_after(&id, live.step()).await? else { return Ok(None) };
        if !can_follow(live, &header) {
            return Ok(None);
        }
        let beside = header.version.asides != live.header.version.asides;
        let (step, said) = (live.step(), live.talk.clone());
        if beside {
            (live.talk, live.removed) = self.beside(&id).await?;
        }
        if !take_others(live, slot, header, steps) {
            return Ok(None);
        }
        let due = slot.review(live);
        (step + 1..=live.step()).for_each(|n| slot.notify(TableEvent::Step(n)));
        if live.talk != said {
            slot.notify(TableEvent::Talk(live.step()));
        }
        if beside {
            slot.notify(TableEvent::Seats(live.step()));
        }
        Ok(Some(due))
    }

    /// Replays a table from its journal in place of the one in memory.
    async fn replay(&self, id: &str, slot: &Arc<TableHandle>, place: &mut Option<TableState>) -> Result<bool, Fault> {
        let before = place.take();
        let Some(mut live) = self.load(id).await? else { return Ok(false) };
        if before.is_none() {
            self.who_follows(vec![id.to_owned()]).await?;
        }
        let seen = slot.shared().and_then(|shared| shared.changes());
        let changed = seen.is_some_and(|changes| changes != live.header.version.changes);
        if let Some(before) = before {
            follow_on(&mut live, slot, before);
        }
        let due = slot.review(&mut live);
        if changed {
            slot.notify(TableEvent::Step(live.step()));
            slot.notify(TableEvent::Seats(live.step()));
        }
        *place = Some(live);
        Ok(due)
    }
}

/// Returns whether the changes of another process can be applied here: no step was taken back, the
/// match has neither begun nor been ended meanwhile, and the game is the same.
fn can_follow(live: &TableState, header: &TableHeader) -> bool {
    let laid_out = !live.has_question() && header.game == live.header.game && !header.is_race();
    let began = live.header.status == TableStatus::Open && header.status != TableStatus::Open;
    let ended = live.header.ended != header.ended;
    laid_out && !began && !ended && header.version.branch == live.header.version.branch
}

/// Applies the steps and the seats that others took. Returns `false` if they do not fit; the
/// table must then be replayed.
fn take_others(live: &mut TableState, slot: &TableHandle, header: TableHeader, steps: Vec<StepRow>) -> bool {
    let before = live.all_epochs();
    for row in steps {
        if !live.take_other(row, slot.revision()) {
            return false;
        }
    }
    if live.header.status == TableStatus::Playing {
        for (seat, now) in kernel::Seat::all(header.seats.len() as u8).zip(header.seats.clone()) {
            let was = &live.header.seats[seat.index()];
            if was.person() != now.person() || was.bot() != now.bot() || was.character() != now.character() {
                live.seat_taken(seat, now);
            } else if was.stand_in() != now.stand_in() {
                live.decides_itself(seat);
            }
        }
    }
    let rested = live.header.incidents != header.incidents;
    live.set_header(header);
    if rested {
        live.compute_clocks();
    }
    live.stepped(&before);
    live.turns = live.awaited_people();
    true
}

/// Copies from the earlier table in memory the data that are not in the journal and still hold.
fn follow_on(live: &mut TableState, slot: &TableHandle, before: TableState) {
    let epochs = before.all_epochs();
    let same = live.taken.iter().zip(&before.taken).take_while(|(now, then)| now.at == then.at).count();
    for (n, taken) in live.taken.iter_mut().enumerate() {
        // Nobody has seen a step that changed since it was seen.
        taken.revision = if n < same { before.taken[n].revision } else { slot.revision() };
    }
    if live.header.status == TableStatus::Over && before.header.status == TableStatus::Over {
        live.analysed = before.analysed;
    }
    if live.header.version.branch == before.header.version.branch {
        (live.hints, live.auto_actions, live.armed) = (before.hints, before.auto_actions, before.armed);
        (live.dropped, live.agreed) = (before.dropped, before.agreed);
        live.branch = before.branch;
        live.stepped(&epochs);
    }
}
