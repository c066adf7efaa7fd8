//! Sessions are cached in memory because every request needs one.
//!
//! A cached session equals the stored one. After a commit, and before any reply, the writing task
//! drops the sessions that the change concerns. A read during which a session was dropped is not
//! cached.
//!
//! Sessions are cached because every request needs one. The task that writes drops the entries that
//! a change may have made untrue, after its commit and before any player hears of it, so no caller
//! needs to remember it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use quick_cache::unsync::Cache;

use super::{Decision, PeopleWrite, Person, Timestamp, TokenHash, Write};

/// The maximal number of cached sessions.
const KEPT: usize = 20_000;

/// The sessions that requests used recently.
#[derive(Debug)]
pub(super) struct Sessions(Mutex<Inner>);

#[derive(Debug)]
struct Inner {
    kept: Cache<TokenHash, (Person, Timestamp)>,
    /// The number of drops so far.
    forgotten: u64,
}

/// The number of drops when a read began.
#[derive(Clone, Copy)]
pub(super) struct Mark(u64);

impl Default for Sessions {
    fn default() -> Sessions {
        Sessions(Mutex::new(Inner { kept: Cache::new(KEPT), forgotten: 0 }))
    }
}

impl Sessions {
    /// Returns the person of a session and the time of its last use; if it is not cached, a mark
    /// for the read.
    pub(super) fn get(&self, token: &TokenHash) -> Result<(Person, Timestamp), Mark> {
        let inner = self.inner();
        inner.kept.get(token).cloned().ok_or(Mark(inner.forgotten))
    }

    /// Caches what was read since `mark`.
    pub(super) fn keep(&self, token: TokenHash, found: (Person, Timestamp), mark: Mark) {
        let mut inner = self.inner();
        if inner.forgotten == mark.0 {
            inner.kept.insert(token, found);
        }
    }

    /// Drops the sessions that a change concerns.
    pub(super) fn forget_changed(&self, write: &Write) {
        match write {
            Write::UpdatePerson(person, _) => self.forget(&person.id),
            Write::People(write) => match &**write {
                PeopleWrite::Claim { person, .. }
                | PeopleWrite::SetPassword { person, .. }
                | PeopleWrite::EndSessions(person)
                | PeopleWrite::Forget { person, .. }
                | PeopleWrite::Decide(Decision::Rename(person, ..), _) => self.forget(person),
                PeopleWrite::UseSession { token, .. } | PeopleWrite::EndSession(token) => self.forget_session(token),
                // Only the database knows whose link it was.
                PeopleWrite::UseRecovery { .. } | PeopleWrite::EndUnused => self.forget_all(),
                PeopleWrite::SetRecovery { .. } | PeopleWrite::BeginSession { .. } | PeopleWrite::Decide(..) => {}
                PeopleWrite::Block { .. }
                | PeopleWrite::Invite { .. }
                | PeopleWrite::Decline { .. }
                | PeopleWrite::TellInvitation { .. }
                | PeopleWrite::SetCalendar { .. }
                | PeopleWrite::BeginVacation { .. }
                | PeopleWrite::EndVacation { .. } => {}
            },
            _ => {}
        }
    }

    /// Drops the sessions of a person.
    pub(super) fn forget(&self, person: &str) {
        self.forgetting().kept.retain(|_, (known, _)| known.id != person);
    }

    /// Drops all sessions.
    pub(super) fn forget_all(&self) {
        self.forgetting().kept.clear();
    }

    fn forget_session(&self, token: &TokenHash) {
        self.forgetting().kept.remove(token);
    }

    fn forgetting(&self) -> MutexGuard<'_, Inner> {
        let mut inner = self.inner();
        inner.forgotten += 1;
        inner
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(id: &str) -> (Person, Timestamp) {
        (Person::new(id, id), 1)
    }

    #[test]
    fn what_was_read_while_something_was_forgotten_is_not_kept() {
        let sessions = Sessions::default();
        let Err(before) = sessions.get(&[1; 32]) else { panic!("nothing is kept yet") };
        sessions.forget("ben");
        sessions.keep([1; 32], person("ada"), before);
        let Err(after) = sessions.get(&[1; 32]) else { panic!("it may be as it was before") };
        sessions.keep([1; 32], person("ada"), after);
        assert!(sessions.get(&[1; 32]).is_ok());
    }

    #[test]
    fn a_change_makes_those_forgotten_whom_it_is_about() {
        let sessions = Sessions::default();
        let fill = || {
            for (n, name) in [(1, "ada"), (2, "ada"), (3, "ben")] {
                if let Err(mark) = sessions.get(&[n; 32]) {
                    sessions.keep([n; 32], person(name), mark);
                }
            }
        };
        let left = |write: PeopleWrite| {
            fill();
            sessions.forget_changed(&write.into());
            [1, 2, 3].map(|n| sessions.get(&[n; 32]).is_ok())
        };
        assert_eq!(left(PeopleWrite::EndSession([2; 32])), [true, false, true]);
        assert_eq!(left(PeopleWrite::EndSessions("ada".into())), [false, false, true]);
        let link = PeopleWrite::UseRecovery {
            was: [7; 32],
            now: [8; 32],
            password: None,
            session: crate::NewSession { token: [9; 32], device: String::new() },
        };
        assert_eq!(left(link), [false; 3]);
        fill();
        sessions.forget_changed(&Write::Probe);
        assert!(sessions.get(&[1; 32]).is_ok());
    }
}
