//! The chat of a table, and the reactions to its steps.

use std::collections::{BTreeSet, VecDeque};

use crate::rows::{Occupant, ReactionRow, Remark};
use kernel::{Seat, TableTalk};
use text::{Text, t, text};

use super::TableState;
use crate::fault::{Code, Fault};

/// The ready-made phrases for any table.
const PHRASES: &[Text] = &[
    text!("Hello!"),
    text!("Good luck!"),
    text!("Your turn!"),
    text!("One moment, please."),
    text!("Well played!"),
    text!("Thank you!"),
    text!("Sorry!"),
    text!("That was a good game."),
];

/// The chat of a table and the reactions to its steps, in memory.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Talk {
    /// The last remarks, oldest first.
    pub remarks: VecDeque<Remark>,
    /// The reactions to steps: at most one per person and step.
    pub reactions: Vec<ReactionRow>,
}

impl Talk {
    /// Returns the chat with these remarks and reactions.
    pub fn new((remarks, reactions): (Vec<Remark>, Vec<ReactionRow>)) -> Talk {
        Talk { remarks: remarks.into(), reactions }
    }

    /// Returns whether a remark or reaction of this person's is shown.
    pub fn is_voice(&self, person: &str) -> bool {
        let talks = self.remarks.iter().any(|remark| remark.person == person);
        talks || self.reactions.iter().any(|row| row.person == person)
    }

    /// Returns the people whose remarks have an address of the web, each time they have one.
    pub fn linking(&self) -> impl Iterator<Item = &str> {
        let linking = self.remarks.iter().filter(|remark| remark.text.contains("://"));
        linking.map(|remark| remark.person.as_str())
    }

    /// Returns how many remarks there have been.
    pub fn count(&self) -> u64 {
        self.remarks.back().map_or(0, |last| last.n)
    }

    /// Renames a person in all their remarks.
    pub fn rename(&mut self, person: &str, name: &str) {
        let remarks = self.remarks.iter_mut().filter(|remark| remark.person == person);
        remarks.for_each(|remark| name.clone_into(&mut remark.name));
        let reactions = self.reactions.iter_mut().filter(|row| row.person == person);
        reactions.for_each(|row| name.clone_into(&mut row.name));
    }

    /// Removes the reaction of a person to a step.
    pub fn forget(&mut self, step: usize, person: &str) {
        self.reactions.retain(|row| row.step != step || row.person != person);
    }

    /// Removes the reactions to steps that are taken back.
    pub fn taken_back(&mut self, step: usize) {
        self.reactions.retain(|row| row.step < step);
    }
}

/// Returns the setting of this name.
///
/// # Errors
/// If there is none.
pub fn setting(name: &str) -> Result<TableTalk, Fault> {
    let names = TableTalk::ALL.map(TableTalk::name).join(", ");
    TableTalk::named(name).ok_or_else(|| Fault::bad(t!("table talk is one of {names}")))
}

impl TableState {
    /// Returns whether there can be anybody to chat with: two people sit here, or one could still
    /// come, or there are remarks.
    pub fn has_company(&self) -> bool {
        let people: BTreeSet<&str> = self.header.seats.iter().filter_map(Occupant::person).collect();
        let free = self.header.seats.len() > 1 && self.header.seats.contains(&Occupant::Nobody);
        people.len() > 1 || free || !self.talk.remarks.is_empty()
    }

    /// Returns the ready-made phrases of this table: those of its game, and those of any table.
    pub fn phrases(&self) -> impl Iterator<Item = Text> + use<> {
        self.title.phrases().iter().chain(PHRASES).copied()
    }

    /// Checks that a person may write here: they sit here, and the setting is not silence.
    pub fn check_may_talk(&self, me: &str) -> Result<Seat, Fault> {
        let seat = self.seats_of(Some(me)).lowest();
        let seat =
            seat.ok_or_else(|| Fault::new(Code::NotYourSeat, t!("only those who sit at the table talk here")))?;
        match self.header.talk {
            TableTalk::None => Err(Fault::new(Code::TalkRefused, t!("the host has turned chat off at this table"))),
            TableTalk::Free | TableTalk::Phrases => Ok(seat),
        }
    }
}
