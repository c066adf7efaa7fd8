//! The people who must agree to a proposal at a table.

use kernel::Seat;
use store::{Proposal, Proposed};

use super::TableHandle;
use crate::tables::state::TableState;

impl TableState {
    /// Returns the people who must agree to a proposal of this person, each with the first of their
    /// seats. A newcomer needs the players who are present. Everything else needs all who sit here,
    /// except players whom a bot replaces.
    pub(crate) fn electors<'a>(&'a self, slot: &'a TableHandle, what: Proposed, by: &'a str) -> Vec<(Seat, &'a str)> {
        if let Proposed::Seat { .. } = what {
            return self.voters(slot, by).collect();
        }
        let spared = match what {
            Proposed::Remove { seat } => self.person_at(seat),
            Proposed::Seat { .. } | Proposed::TakeBack { .. } | Proposed::End => None,
        };
        let players = self.players();
        players.filter(|(_, person)| *person != by && Some(*person) != spared).collect()
    }

    /// Returns whether a player can propose a change now: it was not proposed yet, and somebody
    /// else plays who could agree.
    pub fn may_be_proposed(&self, slot: &TableHandle, what: Proposed, me: &str) -> bool {
        let alone = self.electors(slot, what, me).is_empty();
        !alone && self.may_leave(me) && self.proposal(what).is_none()
    }

    /// Returns the seats of the people who must still agree to a proposal.
    pub fn undecided(&self, slot: &TableHandle, proposal: &Proposal) -> Vec<Seat> {
        let electors = self.electors(slot, proposal.what, &proposal.person).into_iter();
        electors.filter(|(_, person)| !proposal.agreed.contains(*person)).map(|(seat, _)| seat).collect()
    }

    /// Returns the proposals that remain after a person has taken a step.
    pub(crate) fn proposals_after_step(&self, slot: &TableHandle, seat: Seat) -> Vec<Proposal> {
        let person = self.person_at(seat);
        let remains = |proposal: &&Proposal| match proposal.what {
            Proposed::Seat { .. } => true,
            Proposed::TakeBack { .. } => false,
            Proposed::End | Proposed::Remove { .. } => {
                let asked = self.electors(slot, proposal.what, &proposal.person);
                let silent = |(_, elector): &(Seat, &str)| Some(*elector) == person;
                let silent = asked.iter().any(silent) && person.is_none_or(|person| !proposal.agreed.contains(person));
                !proposal.refused && !silent
            }
        };
        self.header.proposals.iter().filter(remains).cloned().collect()
    }
}
