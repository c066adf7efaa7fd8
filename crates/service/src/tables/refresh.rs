//! A table in memory brought to where the store has it, when another process of the hall has changed it.
//!
//! Processes that share a database share nothing else. The store counts the changes of each table, and takes a change only of
//! the version that it was thought up at. So whoever locks a table asks first whether it is still at the version that is in memory.
//! Steps that were taken elsewhere are taken here as well, from the journal; after anything more it is replayed from its beginning.

use std::{sync::Arc, time::Instant};

use store::{StepRow, StoreError, TableHeader, TableStatus};

use super::{
    auto_actions,
    handle::{TableEvent, TableHandle},
    premoves,
    registry::TableRegistry,
    state::{Pending, TableState, Taken},
};
use crate::fault::Fault;

impl TableRegistry {
    /// Brings a table that is in memory to where the store has it now; it is not in memory any more if it is not there. Whoever has
    /// waited for the lock since `asked` need not ask the store again if somebody has since. Gives whether something that was
    /// decided beforehand is due by what others did.
    ///
    /// # Errors
    /// If the store fails, or the journal cannot be replayed.
    pub(super) async fn refresh(
        &self,
        id: &str,
        slot: &Arc<TableHandle>,
        place: &mut Option<TableState>,
        asked: Instant,
    ) -> Result<bool, Fault> {
        let known = place.as_ref().filter(|live| !live.uncommitted).map(|live| live.header.version.changes);
        let Some(shared) = slot.shared() else { return Ok(false) };
        if known.is_some() && shared.is_confirmed_since(asked) {
            return Ok(false);
        }
        let began = Instant::now();
        let mut due = false;
        if known.is_none() || self.changes(id).await? != known {
            due = match self.follow(slot, place).await? {
                Some(due) => due,
                None => self.replay(id, slot, place).await?,
            };
        }
        if let Some(live) = place {
            shared.confirm(began, live.header.version.changes);
        }
        Ok(due)
    }

    /// How many changes a table has had.
    async fn changes(&self, id: &str) -> Result<Option<i64>, StoreError> {
        match self.store.peers() {
            Some(peers) => peers.changes(id).await,
            None => Ok(None),
        }
    }

    /// Takes the steps that were taken elsewhere, and all that was changed beside them. `None` where that is not enough.
    async fn follow(&self, slot: &Arc<TableHandle>, place: &mut Option<TableState>) -> Result<Option<bool>, Fault> {
        let Some(live) = place.as_mut().filter(|live| !live.uncommitted) else { return Ok(None) };
        let id = live.header.id.clone();
        let Some((header, steps)) = self.store.load_after(&id, live.step()).await? else { return Ok(None) };
        if !live.can_follow(&header) {
            return Ok(None);
        }
        let beside = header.version.asides != live.header.version.asides;
        let (step, said) = (live.step(), live.talk.clone());
        if beside {
            (live.talk, live.removed) = self.beside(&id).await?;
        }
        if !live.take_others(slot, header, steps) {
            return Ok(None);
        }
        auto_actions::review(slot, live);
        let due = premoves::review(slot, live);
        (step + 1..=live.step()).for_each(|n| slot.notify(TableEvent::Step(n)));
        if live.talk != said {
            slot.notify(TableEvent::Talk(live.step()));
        }
        if beside {
            slot.notify(TableEvent::Seats(live.step()));
        }
        Ok(Some(due))
    }

    /// Replays a table from its journal in place of what is in memory.
    async fn replay(&self, id: &str, slot: &Arc<TableHandle>, place: &mut Option<TableState>) -> Result<bool, Fault> {
        let before = place.take();
        let Some(mut live) = self.load(id).await? else { return Ok(false) };
        if before.is_none() {
            self.who_follows(vec![id.to_owned()]).await?;
        }
        let seen = slot.shared().and_then(|shared| shared.changes());
        let changed = seen.is_some_and(|changes| changes != live.header.version.changes);
        if let Some(before) = before {
            live.follows(slot, before);
            auto_actions::review(slot, &mut live);
        }
        let due = premoves::review(slot, &mut live);
        if changed {
            slot.notify(TableEvent::Step(live.step()));
            slot.notify(TableEvent::Seats(live.step()));
        }
        *place = Some(live);
        Ok(due)
    }
}

impl TableState {
    /// Whether what another process did can be taken up from here: no step was taken back, and the match has not begun meanwhile.
    fn can_follow(&self, header: &TableHeader) -> bool {
        let laid_out = !self.has_question();
        let began = self.header.status == TableStatus::Open && header.status != TableStatus::Open;
        laid_out && !began && header.version.branch == self.header.version.branch
    }

    /// Takes the steps that others took, and their seats. `false` if they do not fit, and then the table is to be replayed.
    fn take_others(&mut self, slot: &TableHandle, header: TableHeader, steps: Vec<StepRow>) -> bool {
        let before = self.all_epochs();
        for row in steps {
            if !self.take_other(slot, row) {
                return false;
            }
        }
        if self.header.status == TableStatus::Playing {
            for (seat, now) in kernel::Seat::all(header.seats.len() as u8).zip(header.seats.clone()) {
                let was = &self.header.seats[seat.index()];
                if was.person() != now.person() || was.bot() != now.bot() || was.character() != now.character() {
                    self.seat_taken(seat, now);
                } else if was.stand_in() != now.stand_in() {
                    self.decides_itself(seat);
                }
            }
        }
        self.set_header(header);
        self.stepped(&before);
        self.turns = self.awaited_people();
        true
    }

    fn take_other(&mut self, slot: &TableHandle, row: StepRow) -> bool {
        let Some(table) = self.table.as_mut() else { return false };
        let taken = table.act(row.step.seat, &row.step.action).is_ok()
            && row.step.chance.iter().all(|outcome| table.question().is_none() || table.answer(&outcome.0).is_ok())
            && table.question().is_none();
        let same = |step: kernel::record::Step| step.n == row.step.n && step.chance == row.step.chance;
        if !taken || !table.step(row.step.n).is_some_and(same) {
            return false;
        }
        let step = Pending { seat: row.step.seat, request: row.request, bot: row.step.bot };
        self.note_step(step, Taken { at: row.at, revision: slot.revision() });
        true
    }

    /// Keeps of the same table as it was in memory what is not in the journal and still holds.
    fn follows(&mut self, slot: &TableHandle, before: TableState) {
        let epochs = before.all_epochs();
        let same = self.taken.iter().zip(&before.taken).take_while(|(now, then)| now.at == then.at).count();
        for (n, taken) in self.taken.iter_mut().enumerate() {
            // What was not seen to be as it is now has been seen by nobody.
            taken.revision = if n < same { before.taken[n].revision } else { slot.revision() };
        }
        if self.header.status == TableStatus::Over && before.header.status == TableStatus::Over {
            self.analysed = before.analysed;
        }
        if self.header.version.branch == before.header.version.branch {
            (self.hints, self.orders, self.armed) = (before.hints, before.orders, before.armed);
            (self.dropped, self.agreed, self.applications) = (before.dropped, before.agreed, before.applications);
            self.branch = before.branch;
            self.stepped(&epochs);
        }
    }
}
