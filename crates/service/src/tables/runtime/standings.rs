//! The standings of races: how far each racer has come, read from the racers' tables.
//!
//! A race's table is locked before those of its racers, never after. So a racer's page, which is
//! drawn while the racer's table is locked, shows the standings as they were last computed.

use std::sync::Arc;

use store::{StoreError, TableHeader, TableStatus};
use table::{Racer, RacerState};

use super::{CallKind, LockedTable, TableHandle, TableRegistry};
use crate::fault::{Code, Fault};

impl TableRegistry {
    /// Returns the racers of the race to which a locked table belongs; nobody before its start. For
    /// a racer's own table, returns `None` until they are computed, which begins now.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn standings(&self, slot: &TableHandle, header: &TableHeader) -> Result<Option<Arc<Vec<Racer>>>, Fault> {
        if let Some(race) = header.raced_in() {
            let place = self.slot(race)?;
            let known = place.standings();
            if known.is_none() {
                self.call(CallKind::Race { moved: false }, &place, race);
            }
            return Ok(known);
        }
        if !header.is_race() || header.status == TableStatus::Open {
            return Ok(None);
        }
        match slot.standings() {
            Some(known) => Ok(Some(known)),
            None => Ok(Some(self.compute_standings(slot, header).await?)),
        }
    }

    /// Returns the id of a person's own table, if a locked table is that of a race and their match
    /// goes on.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn own_match(&self, guard: &LockedTable, person: Option<&str>) -> Result<Option<String>, Fault> {
        if !guard.header.is_race() {
            return Ok(None);
        }
        let (racers, own) = (self.standings(guard.handle(), &guard.header).await?, guard.seats_of(person));
        let racing = |racer: &&Racer| own.contains(racer.seat) && racer.state == RacerState::Racing;
        Ok(racers.and_then(|racers| racers.iter().find(racing).map(|racer| racer.table.clone())))
    }

    /// Computes the racers of a race, whose table is locked, from their tables.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn compute_standings(
        &self,
        slot: &TableHandle,
        race: &TableHeader,
    ) -> Result<Arc<Vec<Racer>>, Fault> {
        let mut racers = Vec::new();
        for id in self.store.racers(&race.id).await? {
            match self.lock(&id).await {
                Ok(guard) => racers.extend(guard.racer(race)),
                Err(fault) if fault.code == Code::Internal => return Err(fault),
                // An operator has closed the table, or its rules are of another version: the race
                // goes on without it.
                Err(_) => {}
            }
        }
        racers.sort_by_key(|racer| racer.seat);
        let racers = Arc::new(racers);
        slot.set_standings(Some(racers.clone()));
        Ok(racers)
    }

    /// Begins to compute the standings of a race again if a table is one of its racers', after a
    /// change there.
    pub(super) fn note_racer(&self, guard: &LockedTable) {
        if let Some(race) = guard.header.raced_in()
            && let Ok(place) = self.slot(race)
        {
            self.call(CallKind::Race { moved: true }, &place, race);
        }
    }

    /// Returns whether the race of a racer's own table goes on; `false` for other tables.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn is_racing(&self, header: &TableHeader) -> Result<bool, StoreError> {
        match header.raced_in() {
            Some(race) => Ok(!self.store.is_race_over(race).await?),
            None => Ok(false),
        }
    }
}
