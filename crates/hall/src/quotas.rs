//! Quotas: how much one person, or one address, may ask of the server.

use std::{
    net::{IpAddr, Ipv6Addr},
    num::NonZero,
    str::FromStr,
    time::Duration,
};

/// The quota of an address as a multiple of a person's: many people may share one.
pub(crate) const PEOPLE_AT_AN_ADDRESS: u32 = 8;

/// The quotas of a person; an address has eight times as much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quotas {
    /// New guests, per address.
    pub guests: Rate,
    /// New tables.
    pub tables: Rate,
    /// Hints.
    pub hints: Rate,
    /// Seats at ranked tables, per address.
    pub ranked: Rate,
    /// Requests of any kind.
    pub requests: Rate,
    /// Matches under way at once, per host.
    pub matches: u32,
    /// Pages and programs that listen at once.
    pub streams: u32,
    /// Connections at once, per address.
    pub connections: u32,
    /// Whether callers on this machine are counted too.
    pub loopback: bool,
}

impl Default for Quotas {
    fn default() -> Quotas {
        let rate = |count: u32, per| Rate { count: NonZero::new(count).unwrap_or(NonZero::<u32>::MIN), per };
        Quotas {
            guests: rate(60, HOUR),
            tables: rate(60, HOUR),
            hints: rate(60, MINUTE),
            ranked: rate(20, DAY),
            requests: rate(1200, MINUTE),
            matches: 40,
            streams: 24,
            connections: 512,
            loopback: false,
        }
    }
}

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Returns the address by which a caller is counted: for IPv6 the network, because one line has a
/// whole network of addresses.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

/// A rate: `count` uses per time. As many may come at once, and are refilled one by one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// The number of uses.
    pub count: NonZero<u32>,
    /// The time in which they are refilled.
    pub per: Duration,
}

/// The error for a text that sets no quota.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadQuota {
    /// There is no quota of that name.
    #[error(
        "{0:?} sets no quota; there are guests, tables, hints, ranked, requests, matches, streams and connections, as in tables=60/hour"
    )]
    Name(String),
    /// The value is not a rate.
    #[error("{0:?} is no rate; it is a number from 1 and second, minute, hour or day, as in 60/hour")]
    Rate(String),
    /// The value is not a number.
    #[error("{0:?} is no number from 1")]
    Count(String),
}

impl FromStr for Rate {
    type Err = BadQuota;

    fn from_str(text: &str) -> Result<Rate, BadQuota> {
        let bad = || BadQuota::Rate(text.to_owned());
        let (count, unit) = text.split_once('/').ok_or_else(bad)?;
        let per = match unit {
            "second" => Duration::from_secs(1),
            "minute" => MINUTE,
            "hour" => HOUR,
            "day" => DAY,
            _ => return Err(bad()),
        };
        Ok(Rate { count: count.parse().map_err(|_| bad())?, per })
    }
}

impl Quotas {
    /// Sets a quota, written as `tables=60/hour` or `streams=24`.
    ///
    /// # Errors
    /// If there is none of that name, or its value is none.
    pub fn set(&mut self, text: &str) -> Result<(), BadQuota> {
        let (name, value) = text.split_once('=').ok_or_else(|| BadQuota::Name(text.to_owned()))?;
        let count = || match value.parse() {
            Ok(count @ 1..) => Ok(count),
            _ => Err(BadQuota::Count(value.to_owned())),
        };
        match name {
            "guests" => self.guests = value.parse()?,
            "tables" => self.tables = value.parse()?,
            "hints" => self.hints = value.parse()?,
            "ranked" => self.ranked = value.parse()?,
            "requests" => self.requests = value.parse()?,
            "matches" => self.matches = count()?,
            "streams" => self.streams = count()?,
            "connections" => self.connections = count()?,
            _ => return Err(BadQuota::Name(text.to_owned())),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_is_set_by_name() {
        let mut quotas = Quotas::default();
        quotas.set("guests=5/day").unwrap();
        quotas.set("streams=3").unwrap();
        assert_eq!((quotas.guests.count.get(), quotas.guests.per), (5, HOUR * 24));
        assert_eq!((quotas.streams, &quotas.hints), (3, &Quotas::default().hints));
        for bad in
            ["", "guests", "people=3", "guests=5", "guests=0/hour", "guests=5/week", "streams=0", "streams=3/hour"]
        {
            assert!(quotas.set(bad).is_err(), "{bad}");
        }
    }
}
