//! Proposals at a table: who must agree to them, and when they lapse.
//!
//! All kinds of agreement have the same course. Somebody proposes a change. Each person who must
//! agree does so, or one of them refuses. The proposal ends with the answers, when its author
//! withdraws it, or when the match moves on: a player who takes a step instead of an answer wants
//! to play on.

use std::collections::BTreeSet;

use kernel::{
    Mode, Seat,
    record::{Incident, IncidentKind},
};
use text::t;

use crate::{
    TableState,
    fault::{Code, Fault},
    rows::{IncidentRow, Proposal, Proposed, TableStatus, Timestamp},
};

impl TableState {
    /// Returns the open or refused proposal of this change.
    pub fn proposal(&self, what: Proposed) -> Option<&Proposal> {
        self.header.proposals.iter().find(|proposal| proposal.what == what)
    }

    /// Returns the people who play themselves, each with the first of their seats.
    pub fn players(&self) -> impl Iterator<Item = (Seat, &str)> {
        let seats = self.header.seats.iter().enumerate();
        let people = seats.filter(|(_, occupant)| occupant.stand_in().is_none());
        let people = people.filter_map(|(n, occupant)| Some((Seat(n as u8), occupant.person()?)));
        people.filter(move |(seat, person)| self.seats_of(Some(person)).lowest() == Some(*seat))
    }

    /// Returns the proposals that remain when the people at a table have changed, or steps were
    /// taken back: newcomers wait on, all else must be proposed again.
    pub fn proposals_of_newcomers(&self) -> Vec<Proposal> {
        let newcomer = |proposal: &&Proposal| matches!(proposal.what, Proposed::Seat { .. });
        self.header.proposals.iter().filter(newcomer).cloned().collect()
    }

    /// Sets the proposals, and adds decisions about the match. Returns whether anything differs now.
    pub fn agree(&mut self, proposals: Vec<Proposal>, incidents: impl IntoIterator<Item = IncidentRow>) -> bool {
        let before = self.header.incidents.len();
        self.header.incidents.extend(incidents);
        let same = self.header.incidents.len() == before && self.header.proposals == proposals;
        self.header.proposals = proposals;
        !same
    }

    /// Returns a decision about the match that concerns a person, after the last step.
    pub fn incident(&self, seat: Seat, person: &str, player: &str, what: IncidentKind, at: Timestamp) -> IncidentRow {
        let incident = Incident { after: self.step(), seat, player: player.to_owned(), what };
        IncidentRow { person: person.to_owned(), incident, at: Some(at), until: None }
    }

    /// Returns the number of the next proposal.
    pub fn next_proposal(&self) -> u64 {
        self.header.proposals.iter().map(|proposal| proposal.n).max().unwrap_or_default() + 1
    }

    /// Returns the last step that a person took.
    pub fn last_step_of(&self, person: &str) -> Option<usize> {
        let (table, own) = (self.table.as_deref()?, self.seats_of(Some(person)));
        (1..=table.ply()).rev().find(|n| table.actor(*n).is_some_and(|seat| own.contains(seat)))
    }

    /// Checks that people can decide about the match otherwise than by steps: it has begun and goes
    /// on, and is neither a lesson nor the ranked try of a day.
    ///
    /// # Errors
    /// If they cannot.
    pub fn check_goes_on(&self) -> Result<(), Fault> {
        let wrong = |text: &str| Err(Fault::new(Code::WrongPhase, text));
        match self.header.status {
            TableStatus::Open => wrong(t!("the match has not begun; fill the seats and start it")),
            TableStatus::Over => wrong(t!("the match is over; ask for a rematch to play on")),
            TableStatus::Playing if self.header.is_race() => {
                wrong(t!("everybody races at a table of their own; leave your match there"))
            }
            TableStatus::Playing if self.header.lesson.is_some() => wrong(t!("a lesson can just be left")),
            TableStatus::Playing if self.step() == 0 && self.has_question() => {
                wrong(t!("the dice of the setup must be entered first"))
            }
            TableStatus::Playing => {
                self.check_no_try(t!("the ranked try of a day is played to its end, or lapses after its time"))
            }
        }
    }

    /// Returns whether the match ends if a person leaves: nobody else plays, or one rival is left.
    /// Otherwise a bot plays on for them.
    pub fn ends_without(&self, person: &str) -> bool {
        let others: BTreeSet<&str> = self.header.people().into_iter().filter(|other| *other != person).collect();
        others.is_empty() || self.title.meta().mode == Mode::Competitive && self.header.seats.len() == 2
    }

    /// Returns whether a person plays in a match that they can leave.
    pub fn may_leave(&self, person: &str) -> bool {
        !self.seats_of(Some(person)).is_empty() && self.check_goes_on().is_ok()
    }

    /// Shows a person under another name in proposals and incidents; returns whether any names them.
    pub fn rename(&mut self, person: &str, name: &str) -> bool {
        let mut named = false;
        for one in self.header.proposals.iter_mut().filter(|one| one.person == person) {
            name.clone_into(&mut one.name);
            named = true;
        }
        for one in self.header.incidents.iter_mut().filter(|one| one.person == person) {
            name.clone_into(&mut one.incident.player);
            named = true;
        }
        named
    }
}
