//! Enforcement of quotas: how much each caller has asked for, and their open streams.
//!
//! Requests are counted by person and by address before anything is read from the store. An address
//! is that of the connection; only trusted proxies may name another (`web/origin`).

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use prometheus_client::metrics::gauge::Gauge;
use service::rate_limiter::RateLimiter;
use text::t;

use crate::{
    Quotas,
    fault::Fault,
    quotas::{PEOPLE_AT_AN_ADDRESS, Rate, household},
    store::{Store, now},
};

/// How long to wait for a stream or a match to end, after a refusal.
const AGAIN: Duration = Duration::from_secs(30);
/// A match without any change for this long does not count as under way.
const STILL: Duration = Duration::from_secs(60 * 60);

/// A quota by time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quota {
    Guests,
    Tables,
    Hints,
    Ranked,
    Requests,
}

/// How many pictures a person may have at once, including waiting ones.
const PICTURES_AT_ONCE: u32 = 2;
/// How many other pieces of expensive work a person may have at once: a browser that reopens its
/// tabs asks for some pages together.
const WORKS_AT_ONCE: u32 = 6;
/// How long a caller with too much work under way must wait before they ask again.
const SOON: Duration = Duration::from_secs(1);

/// A quota of things that a caller can have several of at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum AtOnce {
    /// Open streams.
    Streams,
    /// Pictures that are being drawn, or wait to be.
    Pictures,
    /// Other expensive work.
    Works,
}

impl AtOnce {
    /// Returns how many a person may have; an address may have [`PEOPLE_AT_AN_ADDRESS`] times as
    /// many.
    fn most(self, quotas: &Quotas) -> u32 {
        match self {
            AtOnce::Streams => quotas.streams,
            AtOnce::Pictures => PICTURES_AT_ONCE,
            AtOnce::Works => WORKS_AT_ONCE,
        }
    }

    fn too_many(self) -> Fault {
        match self {
            AtOnce::Streams => Fault::too_fast(t!("too many of your pages listen to tables; close one"), AGAIN),
            AtOnce::Pictures | AtOnce::Works => {
                Fault::too_fast(t!("too many of your requests are running; wait until one is done"), SOON)
            }
        }
    }
}

/// The quotas of all callers; none if the operator wants none.
#[derive(Clone)]
pub(super) struct Limits {
    all: Option<Arc<All>>,
    /// The number of open streams of all callers.
    streams: Gauge,
}

struct All {
    quotas: Quotas,
    guests: Rates,
    tables: Rates,
    hints: Rates,
    ranked: Rates,
    requests: Rates,
    at_once: Mutex<HashMap<(AtOnce, Key), u32>>,
}

/// The subject of a count.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Key {
    Person(String),
    Address(IpAddr),
}

impl Limits {
    /// Makes limits with these quotas; `streams` is set to the number of open streams.
    pub(super) fn new(quotas: Option<Quotas>, streams: Gauge) -> Limits {
        let all = quotas.map(|quotas| {
            Arc::new(All {
                guests: Rates { person: None, address: limiter(quotas.guests, 1) },
                tables: Rates::new(quotas.tables),
                hints: Rates::new(quotas.hints),
                ranked: Rates { person: None, address: limiter(quotas.ranked, 1) },
                requests: Rates::new(quotas.requests),
                at_once: Mutex::default(),
                quotas,
            })
        });
        Limits { all, streams }
    }

    /// Returns the quotas of a caller at this address. A caller on this machine, or without a
    /// connection, is not counted unless the operator wants it.
    pub(super) fn of(&self, address: Option<IpAddr>) -> Share {
        let near = address.is_none_or(|address| address.is_loopback());
        let all = self.all.clone().filter(|all| all.quotas.loopback || !near);
        Share { all, address: address.map(household), streams: self.streams.clone() }
    }
}

/// The quotas of one caller.
#[derive(Clone, Default)]
pub(super) struct Share {
    all: Option<Arc<All>>,
    address: Option<IpAddr>,
    streams: Gauge,
}

impl std::fmt::Debug for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Share").field("counted", &self.all.is_some()).finish_non_exhaustive()
    }
}

impl Share {
    /// Returns the caller's address, if callers there are counted.
    pub(super) fn address(&self) -> Option<IpAddr> {
        self.all.as_ref().and(self.address)
    }

    /// Counts a use of this quota for the caller's address.
    ///
    /// # Errors
    /// If there were too many of late, with how long to wait.
    pub(super) fn spend_by_address(&self, what: Quota) -> Result<(), Fault> {
        self.limiters(what, None).try_for_each(|(limiter, who)| limiter.count(&who, what.too_many()))
    }

    /// Counts a use of this quota for this person.
    ///
    /// # Errors
    /// If there were too many of late, with how long to wait.
    pub(super) fn spend_by_person(&self, what: Quota, person: &str) -> Result<(), Fault> {
        let Some(limiter) = self.all.as_ref().and_then(|all| all.rates(what).person.as_ref()) else { return Ok(()) };
        limiter.count(person, what.too_many())
    }

    /// Counts a use of an expensive action for the caller's address and for a person, at all
    /// processes together.
    ///
    /// # Errors
    /// If there were too many of late, or the store fails.
    pub(super) async fn spend_in(&self, store: &Store, what: Quota, person: Option<&str>) -> Result<(), Fault> {
        for (limiter, who) in self.limiters(what, person) {
            limiter.count_shared(store, what.name(), &who, what.too_many()).await?;
        }
        Ok(())
    }

    /// Returns the limiters of a quota, each with its key: for a person, and for the caller's
    /// address.
    fn limiters(&self, what: Quota, person: Option<&str>) -> impl Iterator<Item = (&RateLimiter, String)> {
        let rates = self.all.as_ref().map(|all| all.rates(what));
        let of_person = rates.and_then(|rates| Some((rates.person.as_ref()?, person?.to_owned())));
        let of_address = rates.and_then(|rates| Some((&rates.address, self.address?.to_string())));
        of_person.into_iter().chain(of_address)
    }

    /// Checks that a person may begin another match.
    ///
    /// # Errors
    /// If too many of theirs are under way.
    pub(super) async fn check_matches(&self, store: &Store, person: &str) -> Result<(), Fault> {
        let Some(all) = &self.all else { return Ok(()) };
        let most = all.quotas.matches;
        let running = store.hosted_since(person, now() - STILL.as_millis() as i64).await?;
        match running < u64::from(most) {
            true => Ok(()),
            false => Err(Fault::too_fast(&t!("{most} matches of yours are under way; let one end"), AGAIN)),
        }
    }

    /// Counts one of these, for as long as the returned value lives.
    ///
    /// # Errors
    /// If the person or the address has too many.
    pub(super) fn hold(&self, what: AtOnce, person: Option<&str>) -> Result<Held, Fault> {
        let Some(all) = &self.all else { return Ok(Held::default()) };
        let most = what.most(&all.quotas);
        let person = person.map(|person| (Key::Person(person.to_owned()), most));
        let address = self.address.map(|at| (Key::Address(at), most.saturating_mul(PEOPLE_AT_AN_ADDRESS)));
        let keys: Vec<_> = person.into_iter().chain(address).map(|(key, most)| ((what, key), most)).collect();
        let mut at_once = all.at_once.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.iter().any(|(key, most)| at_once.get(key).is_some_and(|held| held >= most)) {
            return Err(what.too_many());
        }
        for (key, _) in &keys {
            *at_once.entry(key.clone()).or_default() += 1;
        }
        drop(at_once);
        Ok(Held { all: Some(all.clone()), keys: keys.into_iter().map(|(key, _)| key).collect() })
    }

    /// Counts a stream, for as long as the returned value lives.
    ///
    /// # Errors
    /// If the person or the address has too many.
    pub(super) fn listen(&self, person: Option<&str>) -> Result<Listening, Fault> {
        let held = self.hold(AtOnce::Streams, person)?;
        self.streams.inc();
        Ok(Listening { streams: self.streams.clone(), _held: held })
    }
}

/// One counted thing of a caller, for as long as this lives.
#[derive(Default)]
pub(super) struct Held {
    all: Option<Arc<All>>,
    keys: Vec<(AtOnce, Key)>,
}

impl Drop for Held {
    fn drop(&mut self) {
        let Some(all) = &self.all else { return };
        let mut at_once = all.at_once.lock().unwrap_or_else(PoisonError::into_inner);
        for key in &self.keys {
            if let Some(held) = at_once.get_mut(key) {
                *held -= 1;
                if *held == 0 {
                    at_once.remove(key);
                }
            }
        }
    }
}

/// An open stream.
pub(super) struct Listening {
    streams: Gauge,
    _held: Held,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.streams.dec();
    }
}

impl Quota {
    /// Returns its name in the database.
    const fn name(self) -> &'static str {
        match self {
            Quota::Guests => "guests",
            Quota::Tables => "tables",
            Quota::Hints => "hints",
            Quota::Ranked => "ranked",
            Quota::Requests => "requests",
        }
    }

    fn too_many(self) -> &'static str {
        match self {
            Quota::Guests => t!("too many guests have come from your address"),
            Quota::Tables => t!("you have opened many tables in a short time"),
            Quota::Ranked => t!("many ranked matches were played from your address today"),
            Quota::Hints => t!("you have asked for many hints in a short time"),
            Quota::Requests => t!("too many requests in a short time"),
        }
    }
}

impl All {
    fn rates(&self, what: Quota) -> &Rates {
        match what {
            Quota::Guests => &self.guests,
            Quota::Tables => &self.tables,
            Quota::Ranked => &self.ranked,
            Quota::Hints => &self.hints,
            Quota::Requests => &self.requests,
        }
    }
}

/// The rate limiters of an action, by person and by address.
struct Rates {
    person: Option<RateLimiter>,
    address: RateLimiter,
}

impl Rates {
    fn new(rate: Rate) -> Rates {
        Rates { person: Some(limiter(rate, 1)), address: limiter(rate, PEOPLE_AT_AN_ADDRESS) }
    }
}

fn limiter(rate: Rate, times: u32) -> RateLimiter {
    let burst = rate.count.get().saturating_mul(times);
    RateLimiter::new(burst, rate.per / burst)
}
