//! Hints: what a strong bot would do on somebody's seat, and what it thinks of each move.
//!
//! A hint is no step. It is thought up from what the seat sees, stays in memory until the table changes, is shown to
//! nobody else, and stands in no record.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use bots::{Bot, Budget};
use kernel::{Refused, Seat};
use roster::Advice;
use sha2::{Digest, Sha256};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{
    drive::think,
    error::{Code, Fault},
    keeper::Keeper,
    live::Live,
    store::Phase,
};

/// How long it may think, and how long somebody waits for it to have time.
const PATIENCE: Duration = Duration::from_secs(1);
/// One thread, for other tables think too.
const BUDGET: Budget = Budget { time: Some(PATIENCE), ..Budget::ONE_THREAD };

/// Those who think hints up: one at a time for each person, and for all together as many as there are cores.
pub(crate) struct Advisers {
    people: Arc<Mutex<HashSet<String>>>,
    cores: Arc<Semaphore>,
}

impl Advisers {
    /// One for each core of the machine.
    pub(crate) fn new() -> Advisers {
        Advisers::of(bots::cores())
    }

    fn of(count: usize) -> Advisers {
        Advisers { people: Arc::default(), cores: Arc::new(Semaphore::new(count)) }
    }

    /// One for this person, as soon as one has time.
    async fn engage(&self, person: &str) -> Result<Engaged, Fault> {
        let asked = Asked::note(&self.people, person)?;
        match tokio::time::timeout(PATIENCE, self.cores.clone().acquire_owned()).await {
            Ok(Ok(core)) => Ok(Engaged { _asked: asked, _core: core }),
            _ => Err(Fault::new(Code::Busy, "too many hints are being thought of just now; ask again in a moment")),
        }
    }
}

/// An adviser at work, for as long as this lives.
struct Engaged {
    _asked: Asked,
    _core: OwnedSemaphorePermit,
}

/// A person has asked for a hint, and has no other until this is gone.
struct Asked {
    people: Arc<Mutex<HashSet<String>>>,
    person: String,
}

impl Asked {
    fn note(people: &Arc<Mutex<HashSet<String>>>, person: &str) -> Result<Asked, Fault> {
        match people.lock().unwrap_or_else(PoisonError::into_inner).insert(person.to_owned()) {
            true => Ok(Asked { people: people.clone(), person: person.to_owned() }),
            false => Err(Fault::new(Code::Busy, "your last hint is still being thought of; ask again in a moment")),
        }
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.people.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.person);
    }
}

impl Keeper {
    /// What a strong bot would do on a seat of the caller's, `step` being the number of steps that they have seen.
    /// Asked again before the table changes, it says the same.
    pub(crate) async fn hint(&self, me: &str, id: &str, seat: u64, step: usize) -> Result<Arc<Advice>, Fault> {
        let advice = self.try_hint(me, id, seat, step).await;
        self.or_present(advice, me, id).await
    }

    async fn try_hint(&self, me: &str, id: &str, seat: u64, step: usize) -> Result<Arc<Advice>, Fault> {
        let (seat, table, moment) = {
            let (_, held) = self.hold(id).await?;
            let seat = held.own_seat(seat, me, "you can ask for a hint only for your own")?;
            held.fresh(step, me)?;
            may_ask(&held, seat)?;
            if let Some(known) = held.hints.get(&seat) {
                return Ok(known.clone());
            }
            (seat, held.playing()?.branch(), held.moment.clone())
        };
        let engaged = self.advisers.engage(me).await?;
        // Whoever hangs up does not get two to think at once.
        let thought = think(table, seat, Bot::ADVISER, luck(id, seat, step), BUDGET, engaged);
        let Some(advice) = thought.await else {
            return Err(Fault::new(Code::Internal, "the bot had no idea what to do; decide for yourself"));
        };
        let (_, mut held) = self.hold(id).await?;
        if !Arc::ptr_eq(&moment, &held.moment) {
            return Err(Fault::new(Code::Stale, "the table moved on while the hint was thought of; ask again"));
        }
        let advice = Arc::new(advice);
        held.hints.insert(seat, advice.clone());
        Ok(advice)
    }
}

/// Whether there is something to decide on a seat.
fn may_ask(live: &Live, seat: Seat) -> Result<(), Fault> {
    if live.head.phase == Phase::Over {
        return Err(Fault::new(Code::WrongPhase, "the match is over; there is nothing left to decide"));
    }
    let table = live.playing()?;
    match table.question() {
        Some(question) => Err(Refused::Asked(question.clone()).into()),
        None if table.awaited().contains(seat) => Ok(()),
        None => Err(Fault::new(Code::NotAwaited, format!("seat {seat} has nothing to decide now; wait for its turn"))),
    }
}

/// All the luck of a hint: of the table and the moment, so that asking again tells nothing new. The dice's own seed has
/// no part in it, for nothing that is shown may hang on what is sealed.
fn luck(id: &str, seat: Seat, step: usize) -> u64 {
    let mark = Sha256::digest(format!("hint {id} {seat} {step}"));
    mark.iter().take(8).fold(0, |luck, byte| luck << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_person_gets_one_hint_at_a_time_and_the_hall_thinks_of_so_many() {
        let code = |engaged: Result<Engaged, Fault>| engaged.err().map(|fault| fault.code);
        let advisers = Advisers::of(2);
        let ada = advisers.engage("ada").await.ok();
        assert_eq!(code(advisers.engage("ada").await), Some(Code::Busy), "one at a time");
        let ben = advisers.engage("ben").await.ok();
        assert!(ada.is_some() && ben.is_some());
        assert_eq!(code(advisers.engage("cleo").await), Some(Code::Busy), "there are only two");
        drop(ada);
        assert_eq!(code(advisers.engage("cleo").await), None, "whoever was refused may ask again");
        assert_eq!(code(advisers.engage("ada").await), None);
        assert_eq!(code(advisers.engage("ben").await), Some(Code::Busy));
    }

    #[test]
    fn luck_differs_from_seat_to_seat_and_from_step_to_step() {
        let all = [luck("t", Seat(0), 1), luck("t", Seat(1), 1), luck("t", Seat(0), 2), luck("u", Seat(0), 1)];
        assert!(all.iter().enumerate().all(|(n, one)| !all[..n].contains(one)), "{all:?}");
        assert_eq!(all[0], luck("t", Seat(0), 1));
    }
}
