//! Messages between the server processes that share a PostgreSQL database.
//!
//! PostgreSQL's `NOTIFY` sends a message in the transaction of the change that it reports. A
//! message says only where to look. The change itself is in the database, where a process that
//! missed the message finds it later.
//!
//! Messages from one process to the others follow from its writes, in this place alone;
//! `service::peers` receives them.

use serde::{Deserialize, Serialize};

use super::{Decision, PeopleWrite, Subject, Write};

/// A change made by another process.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeerEvent {
    /// A table changed: its id, and the number of its changes so far.
    Table(String, i64),
    /// The people at a table changed.
    Presence(String),
    /// The sessions of a person changed; `None` if it may be anybody.
    Person(Option<String>),
    /// A person's name changed: the id, and the new name.
    Name(String, String),
    /// Operators made a decision about this person; `None` if it is not about one person.
    Decision(Option<String>),
}

/// A message as it is sent to all processes.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Message<N> {
    /// The process that sends it.
    from: String,
    news: N,
}

/// A message received from another process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeerMessage {
    /// A change made by that process.
    PeerEvent(PeerEvent),
    /// Messages may have been lost; anything may have changed.
    Lost,
}

impl PeerEvent {
    /// Returns the message in the form that a process sends.
    pub(super) fn message(&self, from: &str) -> String {
        serde_json::json!(Message { from: from.to_owned(), news: self }).to_string()
    }

    /// Parses a message of another process; `None` if this process sent it.
    pub(super) fn heard(message: &str, by: &str) -> Option<PeerMessage> {
        match serde_json::from_str::<Message<PeerEvent>>(message) {
            Ok(Message { from, .. }) if from == by => None,
            Ok(Message { news, .. }) => Some(PeerMessage::PeerEvent(news)),
            // A later version may send unknown messages; they mean that something has changed.
            Err(_) => Some(PeerMessage::Lost),
        }
    }

    /// Returns the event that other processes must receive about a change.
    pub(super) fn of(write: &Write) -> Option<PeerEvent> {
        match write {
            Write::AtVersion { table, changes, .. } => Some(PeerEvent::Table(table.clone(), changes + 1)),
            Write::UpdatePerson(person, _) => Some(PeerEvent::Name(person.id.clone(), person.name.clone())),
            Write::People(write) => PeerEvent::of_people(write),
            _ => None,
        }
    }

    fn of_people(write: &PeopleWrite) -> Option<PeerEvent> {
        match write {
            PeopleWrite::Forget { person, name } | PeopleWrite::Claim { person, name, .. } => {
                Some(PeerEvent::Name(person.clone(), name.clone()))
            }
            PeopleWrite::SetPassword { person, .. } | PeopleWrite::EndSessions(person) => {
                Some(PeerEvent::Person(Some(person.clone())))
            }
            // The database no longer says whose session it was.
            PeopleWrite::EndSession(_) | PeopleWrite::UseRecovery { password: Some(_), .. } => {
                Some(PeerEvent::Person(None))
            }
            PeopleWrite::Decide(decision, _) => Some(match decision {
                Decision::Restrict(restriction) => match &restriction.subject {
                    Subject::Person(id) => PeerEvent::Decision(Some(id.clone())),
                    Subject::Address(_) => PeerEvent::Decision(None),
                },
                Decision::Rename(person, name, _) => PeerEvent::Name(person.clone(), name.clone()),
                Decision::Lift(..) | Decision::Close(_) | Decision::Reopen(_) | Decision::ListPack(..) => {
                    PeerEvent::Decision(None)
                }
            }),
            PeopleWrite::UseRecovery { password: None, .. }
            | PeopleWrite::SetRecovery { .. }
            | PeopleWrite::BeginSession { .. }
            | PeopleWrite::EndUnused
            | PeopleWrite::UseSession { .. }
            | PeopleWrite::Block { .. }
            | PeopleWrite::Invite { .. }
            | PeopleWrite::Decline { .. }
            | PeopleWrite::TellInvitation { .. }
            | PeopleWrite::SetCalendar { .. }
            | PeopleWrite::BeginVacation { .. }
            | PeopleWrite::EndVacation { .. } => None,
        }
    }
}
