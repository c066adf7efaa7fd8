//! Answers to operators. They are not part of the OpenAPI description, which is for everybody.

use serde::Serialize;

use crate::store::{AuditEntry, ClosedTable, Restriction, SeatedPerson, Subject};

/// All restrictions, and the closed tables.
#[derive(Serialize)]
pub(crate) struct RestrictionsAnswer {
    pub(crate) restrictions: Vec<RestrictionAnswer>,
    pub(crate) closed_tables: Vec<ClosedTableAnswer>,
}

/// A restriction.
#[derive(Serialize)]
pub(crate) struct RestrictionAnswer {
    kind: &'static str,
    #[serde(flatten)]
    subject: SubjectAnswer,
    /// The name of the person; `None` for an address.
    name: Option<String>,
    /// When it ends, in milliseconds since 1970; `None` if it is permanent.
    until: Option<i64>,
    why: String,
    at: i64,
}

impl RestrictionAnswer {
    /// Returns the answer about a restriction of the person of this name.
    pub(crate) fn new(of: Restriction, name: Option<String>) -> RestrictionAnswer {
        let subject = match of.subject {
            Subject::Person(id) => SubjectAnswer::Person(id),
            Subject::Address(address) => SubjectAnswer::Address(address),
        };
        RestrictionAnswer { kind: of.kind.name(), subject, name, until: of.until, why: of.why, at: of.at }
    }
}

/// The target of a restriction: one field, named by its kind.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum SubjectAnswer {
    Person(String),
    Address(String),
}

/// A closed table.
#[derive(Serialize)]
pub(crate) struct ClosedTableAnswer {
    table: String,
    why: String,
    at: i64,
}

impl From<ClosedTable> for ClosedTableAnswer {
    fn from(ClosedTable { table, why, at }: ClosedTable) -> ClosedTableAnswer {
        ClosedTableAnswer { table, why, at }
    }
}

/// The people at a table and in its chat.
#[derive(Serialize)]
pub(crate) struct PeopleAtAnswer {
    pub(crate) table: String,
    pub(crate) game: String,
    pub(crate) phase: &'static str,
    pub(crate) host: String,
    pub(crate) closed: bool,
    pub(crate) seats: Vec<SeatedPersonAnswer>,
    pub(crate) remarks: Vec<AuthorAnswer>,
}

/// A person at a table.
#[derive(Serialize)]
pub(crate) struct SeatedPersonAnswer {
    seat: u8,
    person: String,
    name: String,
}

impl From<SeatedPerson> for SeatedPersonAnswer {
    fn from(SeatedPerson { seat, person, name }: SeatedPerson) -> SeatedPersonAnswer {
        SeatedPersonAnswer { seat: seat.0, person, name }
    }
}

/// A remark with its author.
#[derive(Serialize)]
pub(crate) struct AuthorAnswer {
    pub(crate) n: u64,
    pub(crate) person: String,
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) at: i64,
}

/// A person's new name.
#[derive(Serialize)]
pub(crate) struct NewNameAnswer {
    pub(crate) person: String,
    pub(crate) name: String,
}

/// The audit log, the newest entry first.
#[derive(Serialize)]
pub(crate) struct AuditAnswer {
    pub(crate) audit: Vec<AuditEntryAnswer>,
}

/// An act of an operator.
#[derive(Serialize)]
pub(crate) struct AuditEntryAnswer {
    at: i64,
    operator: String,
    act: String,
    subject: String,
    why: String,
}

impl From<AuditEntry> for AuditEntryAnswer {
    fn from(AuditEntry { at, operator, act, subject, why }: AuditEntry) -> AuditEntryAnswer {
        AuditEntryAnswer { at, operator, act, subject, why }
    }
}
