//! Seats, viewers and audiences: the players, and the access of each to information.

use serde::{Deserialize, Serialize};

/// The maximum number of seats in any game.
pub const MAX_SEATS: usize = 8;

/// A place at the table, counted from 0. The server knows which player has it; the rules never do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// Returns the seat as an index into an array with one entry a seat.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the seats of a table with `count` seats, in order.
    pub fn all(count: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..count).map(Seat)
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Returns the set that holds just `seat`.
    #[inline]
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Returns the set of the first `count` seats.
    #[inline]
    pub const fn first(count: u8) -> SeatSet {
        SeatSet(((1u16 << count) - 1) as u8)
    }

    /// Returns this set with `seat` added.
    #[inline]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// Whether `seat` is a member.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        (seat.0 as usize) < MAX_SEATS && self.0 & (1 << seat.0) != 0
    }

    /// Whether the set has no member.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of members.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Returns the member with the lowest number.
    #[inline]
    pub fn lowest(self) -> Option<Seat> {
        (!self.is_empty()).then(|| Seat(self.0.trailing_zeros() as u8))
    }

    /// Returns the first member at or after `seat`, or else the first of all.
    ///
    /// ```
    /// use kernel::{Seat, SeatSet};
    /// let set = SeatSet::only(Seat(1)).with(Seat(4));
    /// assert_eq!([0, 2, 5].map(|from| set.lowest_from(Seat(from))), [Some(Seat(1)), Some(Seat(4)), Some(Seat(1))]);
    /// ```
    #[inline]
    pub fn lowest_from(self, seat: Seat) -> Option<Seat> {
        let on = SeatSet(self.0 & (u8::MAX << (seat.index() % MAX_SEATS)));
        on.lowest().or(self.lowest())
    }

    /// Returns the members of this set that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn difference(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// Returns the members, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self;
        std::iter::from_fn(move || {
            let lowest = left.lowest();
            left.0 &= left.0.wrapping_sub(1);
            lowest
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

/// A viewer of a table; it decides which information a view has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// One of the players.
    Seat(Seat),
    /// A person who does not play and may know only public information.
    Spectator,
    /// The referee itself, which sees everything: for replays after the end and for tests, never
    /// for a person at a running match.
    All,
}

impl Viewer {
    /// Whether this viewer knows what `seat` knows.
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Viewer::Seat(own) => own == seat,
            Viewer::Spectator => false,
            Viewer::All => true,
        }
    }

    /// Returns the viewer's own seat.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator | Viewer::All => None,
        }
    }
}

/// The viewers who may hear of an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Audience {
    /// All viewers, spectators too.
    Everybody,
    /// These seats only.
    Only(SeatSet),
    /// All viewers but these seats: the public half of an event that those seats hear in full.
    Except(SeatSet),
}

impl Audience {
    /// Whether `viewer` may hear it. The all-seeing viewer hears the full half only, so that it
    /// never hears an event twice.
    pub fn includes(self, viewer: Viewer) -> bool {
        match (self, viewer) {
            (Audience::Everybody, _) => true,
            (Audience::Only(_), Viewer::All) => true,
            (Audience::Except(_), Viewer::All) => false,
            (Audience::Only(seats), Viewer::Seat(seat)) => seats.contains(seat),
            (Audience::Except(seats), Viewer::Seat(seat)) => !seats.contains(seat),
            (Audience::Only(_), Viewer::Spectator) => false,
            (Audience::Except(_), Viewer::Spectator) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let set: SeatSet = [Seat(0), Seat(3)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Seat(0), Seat(3)]);
        assert_eq!((set.len(), set.lowest()), (2, Some(Seat(0))));
        assert!(!set.contains(Seat(1)) && !set.contains(Seat(200)));
        assert_eq!(SeatSet::first(8).len(), 8);
        assert_eq!(SeatSet::EMPTY.lowest(), None);
    }

    #[test]
    fn every_event_reaches_each_viewer_once() {
        let owner = SeatSet::only(Seat(1));
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator, Viewer::All] {
            let heard = [Audience::Only(owner), Audience::Except(owner)].map(|a| a.includes(viewer));
            assert_eq!(heard.iter().filter(|h| **h).count(), 1, "{viewer:?}");
        }
    }
}
