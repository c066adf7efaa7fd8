//! What the processes of a hall that share a database tell each other.
//!
//! News go out with the change that they are of, in the same transaction, by PostgreSQL's `NOTIFY`. They only say where to look: what was
//! changed stands in the database, and whoever misses one finds it there later.

use serde::{Deserialize, Serialize};

use super::{Decision, PeopleWrite, Subject, Write};

/// Something that another process has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeerEvent {
    /// A table, which has had so many changes now.
    Table(String, i64),
    /// Who is at a table.
    Presence(String),
    /// How somebody is known to the hall; with nobody named it may be anybody.
    Person(Option<String>),
    /// What somebody is called.
    Name(String, String),
    /// What operators have decided, about this person or about nobody alone.
    Decision(Option<String>),
}

/// What is sent by the line that all processes hear.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Message<N> {
    /// Which process sends it.
    from: String,
    news: N,
}

/// What is heard of the other processes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeerMessage {
    /// What one of them has changed.
    PeerEvent(PeerEvent),
    /// Anything may have been missed.
    Lost,
}

impl PeerEvent {
    /// As it is sent by a process.
    pub(super) fn message(&self, from: &str) -> String {
        serde_json::json!(Message { from: from.to_owned(), news: self }).to_string()
    }

    /// What another process has sent; `None` for what this one sent itself.
    pub(super) fn heard(message: &str, by: &str) -> Option<PeerMessage> {
        match serde_json::from_str::<Message<PeerEvent>>(message) {
            Ok(Message { from, .. }) if from == by => None,
            Ok(Message { news, .. }) => Some(PeerMessage::PeerEvent(news)),
            // One of a later version may say more: that something has changed is clear.
            Err(_) => Some(PeerMessage::Lost),
        }
    }

    /// What the other processes have to know of a change that was made.
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
            // Whose it was stands in the database no more.
            PeopleWrite::EndSession(_) | PeopleWrite::UseRecovery { password: Some(_), .. } => {
                Some(PeerEvent::Person(None))
            }
            PeopleWrite::Decide(decision, _) => Some(match decision {
                Decision::Restrict(restriction) => match &restriction.subject {
                    Subject::Person(id) => PeerEvent::Decision(Some(id.clone())),
                    Subject::Address(_) => PeerEvent::Decision(None),
                },
                Decision::Rename(person, name, _) => PeerEvent::Name(person.clone(), name.clone()),
                Decision::Lift(..) | Decision::Close(_) | Decision::Reopen(_) => PeerEvent::Decision(None),
            }),
            PeopleWrite::UseRecovery { password: None, .. }
            | PeopleWrite::SetRecovery { .. }
            | PeopleWrite::BeginSession { .. }
            | PeopleWrite::EndUnused
            | PeopleWrite::UseSession { .. } => None,
        }
    }
}
