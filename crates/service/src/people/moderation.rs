//! Decisions of operators: bans, mutes, closed tables and new names. Every decision is stored with
//! its operator and its reason.
//!
//! All restrictions are cached in memory too, because every request needs them.

use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
    time::Duration,
};

use store::{
    AuditEntry, ClosedTable, Decision, PeopleWrite, Person, Restriction, RestrictionKind, Store, StoreError, Subject,
    Timestamp, now,
};
use text::{Language, counted, t};
use tokio::sync::{Mutex, MutexGuard};

use super::{guests::friendly_name, names::confusable_skeleton, sessions::SessionRevocations};
use crate::fault::{Code, Fault};

/// The maximal length of a reason and of an operator's name, in characters.
const LONGEST: usize = 200;
/// The longest time of a restriction that is not permanent.
const LONGEST_TIME: Duration = Duration::from_secs(3650 * 24 * 60 * 60);
/// How many new names are tried.
const TRIED: usize = 20;

/// The operator who decides, and the reason.
#[derive(Clone, Debug)]
pub struct Motive {
    operator: String,
    why: String,
}

impl Motive {
    /// Makes a motive from an operator's name and a reason.
    ///
    /// # Errors
    /// If one is missing or too long.
    pub fn new(operator: &str, why: &str) -> Result<Motive, Fault> {
        let line = |what: &str, text: &str| match text.trim() {
            "" => Err(Fault::bad(format!("say {what}; it stands in the audit log"))),
            text if text.chars().count() > LONGEST || text.chars().any(char::is_control) => {
                Err(Fault::bad(format!("{what} is one line of at most {LONGEST} characters")))
            }
            text => Ok(text.to_owned()),
        };
        Ok(Motive { operator: line("who decides", operator)?, why: line("why", why)? })
    }
}

/// The decisions of operators.
#[derive(Debug)]
pub struct Moderation {
    store: Store,
    restrictions: RwLock<BTreeMap<(RestrictionKind, Subject), Restriction>>,
    /// See [`Moderation::alone`].
    order: Mutex<()>,
    endings: SessionRevocations,
}

impl Moderation {
    /// Reads the restrictions from the store.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn load(store: Store, endings: SessionRevocations) -> Result<Moderation, StoreError> {
        let moderation = Moderation { restrictions: RwLock::default(), order: Mutex::default(), store, endings };
        moderation.reload().await?;
        Ok(moderation)
    }

    /// Returns a lock for decisions. It is held while a decision goes to the store and to memory,
    /// and while the stored decisions are read into memory. Otherwise data read before a decision
    /// could reach memory after it.
    pub async fn alone(&self) -> MutexGuard<'_, ()> {
        self.order.lock().await
    }

    /// Reads the restrictions from the store again, because another process may have decided
    /// something.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn reload(&self) -> Result<(), StoreError> {
        let all = self.store.restrictions().await?.into_iter().map(|one| ((one.kind, one.subject.clone()), one));
        *self.write() = all.collect();
        Ok(())
    }

    /// Checks that a caller from an address, who may be a known person, has no restriction of this
    /// kind.
    ///
    /// # Errors
    /// If they are, with why and for how long.
    pub fn check(&self, kind: RestrictionKind, person: Option<&str>, address: Option<IpAddr>) -> Result<(), Fault> {
        let all = self.read();
        if all.is_empty() {
            return Ok(());
        }
        let subjects = [
            person.map(|id| Subject::Person(id.to_owned())),
            address.map(|address| Subject::Address(address_text(address))),
        ];
        let found = subjects.into_iter().flatten().filter_map(|subject| all.get(&(kind, subject)));
        match found.filter(|one| one.until.is_none_or(|until| until > now())).max_by_key(|one| one.until) {
            Some(restriction) => Err(refusal(restriction)),
            None => Ok(()),
        }
    }

    /// Restricts a person or an address, for a time or permanently.
    ///
    /// # Errors
    /// If there is no such person or the store fails.
    pub async fn restrict(
        &self,
        kind: RestrictionKind,
        subject: Subject,
        time: Option<Duration>,
        motive: Motive,
    ) -> Result<(), Fault> {
        if let Subject::Person(id) = &subject {
            self.known(id).await?;
        }
        let time = match time {
            Some(time) if time.is_zero() || time > LONGEST_TIME => {
                return Err(Fault::bad("a restriction lasts from a second to ten years, or for good"));
            }
            time => time,
        };
        let at = now();
        let until = time.map(|time| at + time.as_millis() as Timestamp);
        let restriction = Restriction { kind, subject: subject.clone(), until, why: motive.why.clone(), at };
        let _alone = self.alone().await;
        self.decide(kind.name(), &subject_text(&subject), Decision::Restrict(restriction.clone()), motive).await?;
        self.write().insert((kind, subject.clone()), restriction);
        match &subject {
            Subject::Person(id) => self.endings.tell(Some(id)),
            Subject::Address(_) => self.endings.tell(None),
        }
        Ok(())
    }

    /// Lifts a restriction.
    ///
    /// # Errors
    /// If nobody did, or the store fails.
    pub async fn lift(&self, kind: RestrictionKind, subject: Subject, motive: Motive) -> Result<(), Fault> {
        let act = format!("lift {}", kind.name());
        let _alone = self.alone().await;
        self.decide(&act, &subject_text(&subject), Decision::Lift(kind, subject.clone()), motive).await?;
        self.write().remove(&(kind, subject));
        Ok(())
    }

    /// Notes that a table is closed, and returns the reason as people read it.
    ///
    /// # Errors
    /// If it is closed already, or the store fails.
    pub async fn close(&self, table: &str, motive: Motive) -> Result<String, Fault> {
        let why = motive.why.clone();
        let closed = ClosedTable { table: table.to_owned(), why: why.clone(), at: now() };
        self.decide("close table", table, Decision::Close(closed), motive).await?;
        Ok(why)
    }

    /// Notes that a table is open again.
    ///
    /// # Errors
    /// If it is not closed, or the store fails.
    pub async fn reopen(&self, table: &str, motive: Motive) -> Result<(), Fault> {
        self.decide("reopen table", table, Decision::Reopen(table.to_owned()), motive).await
    }

    /// Lets everybody use a pack of house cards, or no longer.
    ///
    /// # Errors
    /// If nobody has brought it, or it is so already, or the store fails.
    pub async fn list_pack(&self, hash: &str, listed: bool, motive: Motive) -> Result<(), Fault> {
        let act = if listed { "list pack" } else { "unlist pack" };
        self.decide(act, &format!("pack {hash}"), Decision::ListPack(hash.to_owned(), listed), motive).await
    }

    /// Replaces a person's name by a friendly one in their language, and returns it.
    ///
    /// # Errors
    /// If there is no such person, or the store fails.
    pub async fn reset_name(&self, person: &str, motive: Motive) -> Result<String, Fault> {
        let Person { name: was, language, .. } = self.known(person).await?;
        let language = translations::named(&language).unwrap_or_else(Language::english);
        for _ in 0..TRIED {
            let name = language.speak(friendly_name);
            let decision = Decision::Rename(person.to_owned(), name.clone(), confusable_skeleton(&name));
            let subject = format!("person {person}, who was called {was}");
            match self.decide("reset name", &subject, decision, motive.clone()).await {
                Err(fault) if fault.code == Code::WrongPhase => {}
                Err(fault) => return Err(fault),
                Ok(()) => return Ok(name),
            }
        }
        Err(Fault::new(Code::Busy, t!("all names that were tried are taken; try again")))
    }

    /// Returns a person, who must exist.
    async fn known(&self, id: &str) -> Result<Person, Fault> {
        let none = || Fault::new(Code::NotFound, "there is no person with this id");
        self.store.person(id).await?.ok_or_else(none)
    }

    async fn decide(&self, act: &str, subject: &str, decision: Decision, motive: Motive) -> Result<(), Fault> {
        let Motive { operator, why } = motive;
        tracing::info!("{operator}: {act}, {subject}");
        let entry = AuditEntry { at: now(), operator, act: act.to_owned(), subject: subject.to_owned(), why };
        self.store.write(PeopleWrite::Decide(decision, entry).into()).await.map_err(|error| match error {
            StoreError::Conflict => Fault::new(Code::WrongPhase, "that is so already; nothing was changed"),
            error => error.into(),
        })
    }

    fn read(&self) -> RwLockReadGuard<'_, BTreeMap<(RestrictionKind, Subject), Restriction>> {
        self.restrictions.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, BTreeMap<(RestrictionKind, Subject), Restriction>> {
        self.restrictions.write().unwrap_or_else(PoisonError::into_inner)
    }
}

fn subject_text(subject: &Subject) -> String {
    format!("{} {}", subject.kind(), subject.text())
}

/// Returns the fault for a restricted person.
fn refusal(restriction: &Restriction) -> Fault {
    let why = &restriction.why;
    let left = restriction.until.map(|until| time_left(until - now()));
    let (code, told) = match (restriction.kind, left) {
        (RestrictionKind::Ban, None) => (Code::Banned, t!("a moderator has banned you: {why}")),
        (RestrictionKind::Ban, Some(left)) => {
            (Code::Banned, t!("a moderator has banned you for another {left}: {why}"))
        }
        (RestrictionKind::Mute, None) => (Code::TalkRefused, t!("a moderator has muted you: {why}")),
        (RestrictionKind::Mute, Some(left)) => {
            (Code::TalkRefused, t!("a moderator has muted you for another {left}: {why}"))
        }
    };
    Fault::new(code, told)
}

fn time_left(milliseconds: Timestamp) -> String {
    let minutes = milliseconds.max(0).unsigned_abs().div_ceil(60_000);
    match minutes {
        ..120 => counted!(minutes, "minute"),
        120..2880 => counted!(minutes.div_ceil(60), "hour"),
        _ => counted!(minutes.div_ceil(24 * 60), "day"),
    }
}

/// Returns an address as it is restricted: an IPv4 address, or the IPv6 network of 64 bits that one
/// household or machine has.
pub fn address_text(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{}/64", std::net::Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_the_sixth_version_stands_for_its_network() {
        let text = |address: &str| address_text(address.parse().unwrap());
        assert_eq!(text("192.0.2.7"), "192.0.2.7");
        assert_eq!(text("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(text("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    }

    #[test]
    fn who_decides_and_why_must_be_said() {
        assert!(Motive::new("ada", "insults").is_ok());
        for (operator, why) in [("", "insults"), ("ada", " "), ("ada", "a\nb"), ("ada", &"x".repeat(201))] {
            assert!(Motive::new(operator, why).is_err(), "{operator:?} {why:?}");
        }
    }

    #[test]
    fn what_is_left_of_a_time_reads_like_a_person_wrote_it() {
        const HOUR: Timestamp = 3_600_000;
        assert_eq!([1, HOUR, 5 * HOUR - 1, 72 * HOUR].map(time_left), ["1 minute", "60 minutes", "5 hours", "3 days"]);
    }
}
