//! Encodings of a game for machine learning: numbers for actions, and observations as numbers.
//!
//! A game numbers every choice that can ever be legal, for all seats and options. Most actions are
//! one choice. An action with many parts is a [`Path`] of choices, one after the other, so that the
//! count stays small. An observation is a list of numbers with a fixed layout, and a function of the
//! view alone.

mod laws;

use arrayvec::ArrayVec;

use crate::{Game, Outcome, Seat};

/// The maximum number of choices in a path.
pub const MAX_CHOICES: usize = 2;

/// The choices that make up one action, in order. No path is the beginning of another one.
pub type Path = ArrayVec<u16, MAX_CHOICES>;

/// A game whose actions have numbers and whose views have an observation.
///
/// `testkit::contract` checks the laws that every implementation must satisfy.
pub trait Encode: Game {
    /// The version of the encoding. A change of the choices, the layout or the progress raises it.
    const VERSION: u32;

    /// All choices, in groups. A choice is numbered by its place in the concatenated groups.
    const CHOICES: &'static [ChoiceGroup];

    /// The numbers of an observation, in order.
    const LAYOUT: &'static [Slice];

    /// The terms of the progress that a seat makes between steps. Their weights add up to 1.
    const PROGRESS: &'static [ProgressTerm];

    /// Returns the choices that make up an action of the perspective's seat; no choice for an action
    /// that is never legal.
    fn path(action: &Self::Action, from: Perspective) -> Path;

    /// Returns the action that a whole path makes up; `None` if the path is not whole, or names a
    /// seat that the table does not have.
    fn action(path: &[u16], from: Perspective) -> Option<Self::Action>;

    /// Returns the name of a choice in a group of several: by itself the action as JSON, in which
    /// seats are numbered from the perspective's seat.
    fn choice_name(choice: u16) -> String {
        let whole = Self::action(&[choice], Perspective { seat: Seat(0), seats: Self::META.seats.1 });
        whole.and_then(|action| serde_json::to_string(&action).ok()).unwrap_or_default()
    }

    /// Writes the observation of the perspective's seat, exactly the numbers of the layout. `chosen`
    /// is the beginning of a path that the seat has chosen already; mostly it is empty.
    fn observe(view: &Self::View, from: Perspective, chosen: &[u16], out: &mut Observation<'_>);

    /// Writes the present value of each term of the progress of the perspective's seat, from 0 to 1.
    fn progress(view: &Self::View, from: Perspective, terms: &mut [f32]);
}

/// The seat that acts and observes, at a table with this many seats. Seats are numbered from it in
/// order: 0 is the seat itself, 1 the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    /// The seat.
    pub seat: Seat,
    /// The number of seats at the table.
    pub seats: u8,
}

impl Perspective {
    /// Returns the number of `seat` from here.
    ///
    /// ```
    /// use kernel::{Perspective, Seat};
    /// let from = Perspective { seat: Seat(2), seats: 4 };
    /// assert_eq!([0, 1, 2, 3].map(|seat| from.number(Seat(seat))), [2, 3, 0, 1]);
    /// assert_eq!((from.seat_at(1), from.seat_at(3), from.seat_at(4)), (Some(Seat(3)), Some(Seat(1)), None));
    /// ```
    #[inline]
    pub const fn number(self, seat: Seat) -> u16 {
        let (own, seat) = (self.seat.0, seat.0);
        (if seat >= own { seat - own } else { seat + self.seats - own }) as u16
    }

    /// Returns the seat with this number from here; `None` if the table has fewer seats.
    #[inline]
    pub const fn seat_at(self, number: u16) -> Option<Seat> {
        if number >= self.seats as u16 {
            return None;
        }
        let seat = self.seat.0 as u16 + number;
        Some(Seat((if seat < self.seats as u16 { seat } else { seat - self.seats as u16 }) as u8))
    }

    /// Returns all seats, the own one first.
    #[inline]
    pub fn all(self) -> impl Iterator<Item = Seat> {
        (0..u16::from(self.seats)).filter_map(move |number| self.seat_at(number))
    }
}

/// Neighbouring choices of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChoiceGroup {
    /// Its name.
    pub name: &'static str,
    /// The number of choices.
    pub count: u16,
    /// The meaning of the choices, and their order.
    pub meaning: &'static str,
}

impl ChoiceGroup {
    /// Creates a group.
    pub const fn new(name: &'static str, count: u16, meaning: &'static str) -> ChoiceGroup {
        ChoiceGroup { name, count, meaning }
    }

    /// Returns the number of the first choice of the group with this name.
    ///
    /// # Panics
    /// If there is no such group; games ask in constants, so that a wrong name does not compile.
    pub const fn start(groups: &[ChoiceGroup], name: &str) -> u16 {
        let (mut index, mut start) = (0, 0);
        while index < groups.len() {
            if same(groups[index].name, name) {
                return start;
            }
            start += groups[index].count;
            index += 1;
        }
        panic!("there is no such group of choices")
    }

    /// Returns the name of a choice's group, and its place in the group.
    pub fn find(groups: &[ChoiceGroup], mut choice: u16) -> Option<(&'static str, u16)> {
        for group in groups {
            if choice < group.count {
                return Some((group.name, choice));
            }
            choice -= group.count;
        }
        None
    }

    /// Returns the number of choices in all groups.
    pub const fn total(groups: &[ChoiceGroup]) -> usize {
        let (mut index, mut total) = (0, 0);
        while index < groups.len() {
            total += groups[index].count as usize;
            index += 1;
        }
        total
    }
}

/// Whether two texts are equal, in constants.
const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut place = 0;
    while place < one.len() && place < other.len() {
        if one[place] != other[place] {
            return false;
        }
        place += 1;
    }
    one.len() == other.len()
}

/// Neighbouring numbers of an observation that mean the same kind of thing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slice {
    /// Its name.
    pub name: &'static str,
    /// The number of numbers.
    pub length: usize,
    /// The least and the greatest value that a number can have.
    pub range: (f32, f32),
    /// The unit of a number, such as `health`; `flag` for 0 or 1.
    pub unit: &'static str,
    /// The meaning of the numbers, and their order.
    pub meaning: &'static str,
}

impl Slice {
    /// Creates a slice of numbers from 0 to `max`.
    pub const fn new(name: &'static str, length: usize, max: f32, unit: &'static str, meaning: &'static str) -> Slice {
        Slice { name, length, range: (0.0, max), unit, meaning }
    }

    /// Creates a slice of flags, each 0 or 1.
    pub const fn flags(name: &'static str, length: usize, meaning: &'static str) -> Slice {
        Slice::new(name, length, 1.0, "flag", meaning)
    }

    /// Lowers the least value of the numbers.
    #[must_use]
    pub const fn from(self, min: f32) -> Slice {
        Slice { range: (min, self.range.1), ..self }
    }

    /// Returns the place of the first number of the slice with this name.
    ///
    /// # Panics
    /// If there is no such slice; games ask in constants, so that a wrong name does not compile.
    pub const fn start(layout: &[Slice], name: &str) -> usize {
        let (mut index, mut start) = (0, 0);
        while index < layout.len() {
            if same(layout[index].name, name) {
                return start;
            }
            start += layout[index].length;
            index += 1;
        }
        panic!("there is no such slice")
    }

    /// Returns the number of numbers in all slices.
    pub const fn total(layout: &[Slice]) -> usize {
        let (mut index, mut total) = (0, 0);
        while index < layout.len() {
            total += layout[index].length;
            index += 1;
        }
        total
    }
}

/// A term of the progress of a seat: a number from 0 to 1 with its weight.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProgressTerm {
    /// Its name.
    pub name: &'static str,
    /// Its weight in the sum.
    pub weight: f32,
    /// Its meaning.
    pub meaning: &'static str,
}

/// Writes an observation, number by number, into the caller's slice.
#[derive(Debug)]
pub struct Observation<'a> {
    rest: &'a mut [f32],
}

impl<'a> Observation<'a> {
    /// Creates a writer that begins at the first number of `out`.
    pub fn new(out: &'a mut [f32]) -> Observation<'a> {
        Observation { rest: out }
    }

    /// Returns the number of numbers that are left to write.
    pub fn left(&self) -> usize {
        self.rest.len()
    }

    /// Writes a number.
    ///
    /// # Panics
    /// If the observation is full.
    #[inline]
    pub fn number(&mut self, value: impl Into<f32>) {
        self.take(1)[0] = value.into();
    }

    /// Writes a flag: 1 if `so`, else 0.
    #[inline]
    pub fn flag(&mut self, so: bool) {
        self.number(u8::from(so));
    }

    /// Writes `length` flags, of which the one at `place` is 1; none if there is no place.
    #[inline]
    pub fn one_of(&mut self, length: usize, place: Option<usize>) {
        let flags = self.zeros(length);
        if let Some(flag) = place.and_then(|place| flags.get_mut(place)) {
            *flag = 1.0;
        }
    }

    /// Writes `length` numbers: those of `values`, then zeros.
    #[inline]
    pub fn numbers<T: Into<f32>>(&mut self, length: usize, values: impl IntoIterator<Item = T>) {
        let numbers = self.zeros(length);
        numbers.iter_mut().zip(values).for_each(|(number, value)| *number = value.into());
    }

    /// Writes `length` zeros, and returns them for the caller to change.
    #[inline]
    pub fn zeros(&mut self, length: usize) -> &mut [f32] {
        let numbers = self.take(length);
        numbers.fill(0.0);
        numbers
    }

    #[inline]
    fn take(&mut self, length: usize) -> &'a mut [f32] {
        let (taken, rest) = std::mem::take(&mut self.rest).split_at_mut(length);
        self.rest = rest;
        taken
    }
}

/// The encoding of a game as data and functions, so that a game can do without one.
#[derive(Debug)]
pub struct Encoding<G: Game> {
    /// [`Encode::VERSION`].
    pub version: u32,
    /// [`Encode::CHOICES`].
    pub choices: &'static [ChoiceGroup],
    /// [`Encode::LAYOUT`].
    pub layout: &'static [Slice],
    /// [`Encode::PROGRESS`].
    pub progress: &'static [ProgressTerm],
    /// [`Encode::path`].
    pub path: fn(&G::Action, Perspective) -> Path,
    /// [`Encode::action`].
    pub action: fn(&[u16], Perspective) -> Option<G::Action>,
    /// [`Encode::choice_name`].
    pub choice_name: fn(u16) -> String,
    /// The sums, worked out once: every mask and every observation asks for them.
    actions: usize,
    size: usize,
    observe: fn(&G::View, Perspective, &[u16], &mut Observation<'_>),
    terms: fn(&G::View, Perspective, &mut [f32]),
}

impl<G: Encode> Encoding<G> {
    /// The encoding of the game. A browser has no use for it, and has none.
    pub const OF: Option<Encoding<G>> = if cfg!(target_arch = "wasm32") { None } else { Some(Self::WHOLE) };

    const WHOLE: Encoding<G> = Encoding {
        version: G::VERSION,
        choices: G::CHOICES,
        layout: G::LAYOUT,
        progress: G::PROGRESS,
        path: G::path,
        action: G::action,
        choice_name: G::choice_name,
        actions: ChoiceGroup::total(G::CHOICES),
        size: Slice::total(G::LAYOUT),
        observe: G::observe,
        terms: G::progress,
    };
}

impl<G: Game> Encoding<G> {
    /// Returns the number of choices.
    pub const fn actions(&self) -> usize {
        self.actions
    }

    /// Returns the number of numbers in an observation.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Returns the name of a choice: the name of its group, or its own name in a group of several.
    /// `None` if there is no such choice.
    pub fn name(&self, choice: u16) -> Option<String> {
        let (name, _) = ChoiceGroup::find(self.choices, choice)?;
        let alone = self.choices.iter().any(|group| group.name == name && group.count == 1);
        Some(if alone { name.to_owned() } else { (self.choice_name)(choice) })
    }

    /// Marks in `out` the next choices with which the paths go on after `chosen`, and no others.
    ///
    /// # Panics
    /// If `out` has not one flag for each choice.
    pub fn mask(&self, paths: &[Path], chosen: &[u16], out: &mut [bool]) {
        assert_eq!(out.len(), self.actions(), "a mask has one flag for each choice");
        out.fill(false);
        for path in paths.iter().filter(|path| path.starts_with(chosen)) {
            if let Some(next) = path.get(chosen.len()) {
                out[usize::from(*next)] = true;
            }
        }
    }

    /// Writes the observation of the perspective's seat, from its view.
    ///
    /// # Panics
    /// If `out` has another length than the layout.
    pub fn observe(&self, view: &G::View, from: Perspective, chosen: &[u16], out: &mut [f32]) {
        assert_eq!(out.len(), self.size(), "an observation has the numbers of the layout");
        let mut out = Observation::new(out);
        (self.observe)(view, from, chosen, &mut out);
        debug_assert_eq!(out.left(), 0, "the observation is complete");
    }

    /// Returns the progress of the perspective's seat, from 0 to 1: the weighted sum of the terms.
    ///
    /// # Panics
    /// If `terms` has not one number for each term.
    pub fn progress(&self, view: &G::View, from: Perspective, terms: &mut [f32]) -> f32 {
        assert_eq!(terms.len(), self.progress.len(), "a number for each term of the progress");
        (self.terms)(view, from, terms);
        self.progress.iter().zip(terms).map(|(term, value)| term.weight * *value).sum()
    }
}

impl Outcome {
    /// Returns the share of `seat` in the victory. The seats on the first place share it equally;
    /// in cooperative games each seat has all of it or nothing.
    ///
    /// ```
    /// use kernel::{Outcome, Seat};
    /// assert_eq!(Outcome::by_points([3, 3, 2]).win_share(Seat(0)), 0.5);
    /// assert_eq!(Outcome::by_points([3, 3, 2]).win_share(Seat(2)), 0.0);
    /// assert_eq!(Outcome::together(2, true).win_share(Seat(1)), 1.0);
    /// ```
    pub fn win_share(&self, seat: Seat) -> f32 {
        match self.victory {
            Some(victory) => f32::from(u8::from(victory)),
            None if self.placings.get(seat.index()) != Some(&1) => 0.0,
            None => 1.0 / self.placings.iter().filter(|place| **place == 1).count() as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUPS: &[ChoiceGroup] = &[ChoiceGroup::new("wait", 1, ""), ChoiceGroup::new("go", 4, "")];

    #[test]
    fn choices_are_numbered_through_the_groups() {
        assert_eq!((ChoiceGroup::start(GROUPS, "wait"), ChoiceGroup::start(GROUPS, "go")), (0, 1));
        assert_eq!(ChoiceGroup::find(GROUPS, 4), Some(("go", 3)));
        assert_eq!(ChoiceGroup::find(GROUPS, 5), None);
        assert_eq!(ChoiceGroup::total(GROUPS), 5);
    }

    #[test]
    fn observation_fills_every_number() {
        let mut numbers = [7.0; 9];
        let mut out = Observation::new(&mut numbers);
        out.number(3u8);
        out.flag(true);
        out.one_of(3, Some(1));
        out.one_of(1, None);
        out.numbers(3, [4u8, 5]);
        assert_eq!(out.left(), 0);
        assert_eq!(numbers, [3.0, 1.0, 0.0, 1.0, 0.0, 0.0, 4.0, 5.0, 0.0]);
    }

    #[test]
    #[should_panic(expected = "mid > len")]
    fn observation_takes_no_more_numbers_than_it_has() {
        Observation::new(&mut [0.0; 2]).zeros(3);
    }
}
