//! The people who must agree to a proposal at a table. `here` says whether a person is present.

use kernel::Seat;

use crate::{
    TableState,
    rows::{Proposal, Proposed},
};

impl TableState {
    /// Returns the people who are here and play, except `but`, each with the first of their seats.
    pub fn voters<'a>(
        &'a self,
        here: impl Fn(&str) -> bool + 'a,
        but: &'a str,
    ) -> impl Iterator<Item = (Seat, &'a str)> {
        self.players().filter(move |(_, person)| *person != but && here(person))
    }

    /// Returns the people who must agree to a proposal of this person, each with the first of their
    /// seats. A newcomer needs the players who are present. Everything else needs all who sit here,
    /// except players whom a bot replaces.
    pub fn electors<'a>(
        &'a self,
        here: impl Fn(&str) -> bool + 'a,
        what: Proposed,
        by: &'a str,
    ) -> Vec<(Seat, &'a str)> {
        if let Proposed::Seat { .. } = what {
            return self.voters(here, by).collect();
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
    pub fn may_be_proposed(&self, here: impl Fn(&str) -> bool, what: Proposed, me: &str) -> bool {
        let alone = self.electors(here, what, me).is_empty();
        !alone && self.may_leave(me) && self.proposal(what).is_none()
    }

    /// Returns the seats of the people who must still agree to a proposal.
    pub fn undecided(&self, here: impl Fn(&str) -> bool, proposal: &Proposal) -> Vec<Seat> {
        let electors = self.electors(here, proposal.what, &proposal.person).into_iter();
        electors.filter(|(_, person)| !proposal.agreed.contains(*person)).map(|(seat, _)| seat).collect()
    }

    /// Returns the proposals that remain after a person has taken a step.
    pub fn proposals_after_step(&self, here: impl Fn(&str) -> bool, seat: Seat) -> Vec<Proposal> {
        let person = self.person_at(seat);
        let remains = |proposal: &&Proposal| match proposal.what {
            Proposed::Seat { .. } => true,
            Proposed::TakeBack { .. } => false,
            Proposed::End | Proposed::Remove { .. } => {
                let asked = self.electors(&here, proposal.what, &proposal.person);
                let silent = |(_, elector): &(Seat, &str)| Some(*elector) == person;
                let silent = asked.iter().any(silent) && person.is_none_or(|person| !proposal.agreed.contains(person));
                !proposal.refused && !silent
            }
        };
        self.header.proposals.iter().filter(remains).cloned().collect()
    }
}
