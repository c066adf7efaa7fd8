//! People as stored: accounts, sessions, decisions of operators, and the changes to them.

use std::collections::HashMap;

use kernel::Seat;

use super::{Person, PlayerCard, Store, StoreError, Timestamp, Vacation, Write, now};

/// The SHA-256 of a token.
pub type TokenHash = [u8; 32];

/// Two simplified forms of a name. Names that share a form look alike.
pub type Looks = [String; 2];

/// A person who has a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatedPerson {
    /// The seat.
    pub seat: Seat,
    /// The id of the person.
    pub person: String,
    /// The name of the player on the seat: the one given there, or the person's own.
    pub name: String,
}

/// A session to add: a device or program that signs in a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSession {
    /// The hash of its token.
    pub token: TokenHash,
    /// A short description of the device.
    pub device: String,
}

/// A session: a device or program that is signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The hash of its token.
    pub token: TokenHash,
    /// A short description of the device.
    pub device: String,
    /// When the session began.
    pub made: Timestamp,
    /// When it was last used, to a minute.
    pub used: Timestamp,
}

/// The account of a person, with the ways to sign in again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// The id of the person.
    pub person: String,
    /// The name of the person.
    pub name: String,
    /// The hash of the password, if there is one.
    pub password: Option<String>,
    /// Whether it has a recovery link.
    pub has_link: bool,
}

/// The effect of a restriction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RestrictionKind {
    /// The person may not use the server at all.
    Ban,
    /// The person may not write in chats.
    Mute,
}

impl RestrictionKind {
    /// Returns the name in the store and the JSON interface.
    pub const fn name(self) -> &'static str {
        match self {
            RestrictionKind::Ban => "ban",
            RestrictionKind::Mute => "mute",
        }
    }
}

/// The target of a restriction.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// The person of this id.
    Person(String),
    /// Everybody who comes from this address.
    Address(String),
}

impl Subject {
    /// Returns the kind of the target, as spelled in the store and the JSON interface.
    pub const fn kind(&self) -> &'static str {
        match self {
            Subject::Person(_) => "person",
            Subject::Address(_) => "address",
        }
    }

    /// Returns the id or the address.
    pub fn text(&self) -> &str {
        let (Subject::Person(text) | Subject::Address(text)) = self;
        text
    }
}

/// A restriction that an operator has imposed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restriction {
    /// The effect.
    pub kind: RestrictionKind,
    /// The target.
    pub subject: Subject,
    /// When it ends; `None` if it is permanent.
    pub until: Option<Timestamp>,
    /// The reason that the target reads.
    pub why: String,
    /// When it was imposed.
    pub at: Timestamp,
}

/// A table that an operator has closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClosedTable {
    /// Its id.
    pub table: String,
    /// The reason that people read.
    pub why: String,
    /// When it was closed.
    pub at: Timestamp,
}

/// An act of an operator, for the audit log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditEntry {
    /// When it happened.
    pub at: Timestamp,
    /// The operator.
    pub operator: String,
    /// The act.
    pub act: String,
    /// The person, address or table that it concerns.
    pub subject: String,
    /// The reason.
    pub why: String,
}

/// A decision of an operator.
#[derive(Clone, Debug)]
pub enum Decision {
    /// Imposes a restriction.
    Restrict(Restriction),
    /// Lifts a restriction.
    Lift(RestrictionKind, Subject),
    /// Closes a table.
    Close(ClosedTable),
    /// Opens it again.
    Reopen(String),
    /// Lets everybody use the pack of house cards with this hash, or no longer.
    ListPack(String, bool),
    /// Renames a person: the id, the new name, and the forms of that name.
    Rename(String, String, Looks),
}

/// How long a session may be unused before it ends, in milliseconds: a year.
pub const SESSION_UNUSED: Timestamp = 365 * 24 * 60 * 60 * 1000;

/// A change to the stored data of people.
#[derive(Clone, Debug)]
pub enum PeopleWrite {
    /// Turns a guest into an account: reserves the name, and stores a way to sign in again.
    Claim {
        /// The id of the guest.
        person: String,
        /// The name.
        name: String,
        /// The simplified forms of the name.
        looks: Looks,
        /// The hash of a password.
        password: Option<String>,
        /// The hash of a recovery link's secret.
        recovery: Option<TokenHash>,
        /// A session that begins, while all others of the guest end. Without one, the others go on.
        session: Option<NewSession>,
    },
    /// Sets the password of an account, and ends all its sessions but one.
    SetPassword {
        /// The id of the person.
        person: String,
        /// The hash of the password.
        password: String,
        /// The session that goes on.
        keep: Option<TokenHash>,
    },
    /// Sets the recovery link of an account.
    SetRecovery {
        /// The id of the person.
        person: String,
        /// The hash of the link's secret.
        recovery: TokenHash,
    },
    /// Uses up a recovery link: a new link replaces it, and a session begins.
    UseRecovery {
        /// The hash of the link's secret.
        was: TokenHash,
        /// The hash of the next link's secret.
        now: TokenHash,
        /// The hash of a password that is set at the same time; other sessions end then.
        password: Option<String>,
        /// The session that begins.
        session: NewSession,
    },
    /// Begins a session of an account.
    BeginSession {
        /// The id of the person.
        person: String,
        /// The session.
        session: NewSession,
    },
    /// Notes that a session was used.
    UseSession {
        /// The hash of its token.
        token: TokenHash,
        /// When it was used.
        at: Timestamp,
    },
    /// Ends a session.
    EndSession(TokenHash),
    /// Ends all sessions of a person.
    EndSessions(String),
    /// Ends all sessions that have been unused for [`SESSION_UNUSED`].
    EndUnused,
    /// Deletes a person; their matches stay, under another name.
    Forget {
        /// The id of the person.
        person: String,
        /// The name that replaces theirs from now on.
        name: String,
    },
    /// Sets whether a person has blocked another.
    Block {
        /// The id of the person who blocks.
        person: String,
        /// The id of the other.
        other: String,
        /// Whether the other is blocked.
        blocked: bool,
    },
    /// Invites a person to a table, unless they are invited already. Deletes invitations of theirs
    /// that count no more.
    Invite {
        /// The id of the person who is invited.
        person: String,
        /// The table.
        table: String,
        /// The id of the person who invites.
        inviter: String,
    },
    /// Notes that a person wants to see no more of an invitation.
    Decline {
        /// The id of the person.
        person: String,
        /// The table.
        table: String,
    },
    /// Notes that a person has been notified of an invitation.
    TellInvitation {
        /// The id of the person.
        person: String,
        /// The table.
        table: String,
    },
    /// Sets the secret of the address of a person's calendar; `None` removes it.
    SetCalendar {
        /// The id of the person.
        person: String,
        /// The secret.
        secret: Option<String>,
    },
    /// Begins a vacation of a person; skipped if they are on vacation.
    BeginVacation {
        /// The id of the person.
        person: String,
        /// The vacation.
        vacation: Vacation,
    },
    /// Ends the vacation of a person early; skipped if they are not on vacation.
    EndVacation {
        /// The id of the person.
        person: String,
        /// When it ends.
        at: Timestamp,
    },
    /// Carries out a decision of an operator, and logs it.
    Decide(Decision, AuditEntry),
}

impl From<PeopleWrite> for Write {
    fn from(write: PeopleWrite) -> Write {
        Write::People(Box::new(write))
    }
}

impl Store {
    /// Returns how a person shows themselves to others.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn card(&self, person: &str) -> Result<PlayerCard, StoreError> {
        self.pages.card(person).await
    }

    /// Returns the person whose session has this token hash, with the time of its last use.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn session(&self, token: &TokenHash) -> Result<Option<(Person, Timestamp)>, StoreError> {
        let mark = match self.sessions.get(token) {
            Ok(found) => return Ok(Some(found).filter(is_fresh)),
            Err(mark) => mark,
        };
        // This call is rare and its future large, so it is boxed to keep the caller's future small.
        let found = Box::pin(self.reads.session(token)).await?.filter(is_fresh);
        if let Some(found) = &found {
            self.sessions.keep(*token, found.clone(), mark);
        }
        Ok(found)
    }

    /// Drops the cached sessions of a person whose data another process has changed; `None` drops
    /// all.
    pub fn forget_sessions(&self, person: Option<&str>) {
        match person {
            Some(person) => self.sessions.forget(person),
            None => self.sessions.forget_all(),
        }
    }

    /// Returns all sessions of a person, the last used first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sessions(&self, person: &str) -> Result<Vec<Session>, StoreError> {
        self.reads.sessions(person).await
    }

    /// Returns the people who sit at these tables, by table and seat. A table without people is
    /// left out.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn seated(&self, tables: &[&str]) -> Result<HashMap<String, Vec<SeatedPerson>>, StoreError> {
        self.reads.seated(tables).await
    }

    /// Returns the account of a person.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn account(&self, person: &str) -> Result<Option<Account>, StoreError> {
        self.reads.account(person).await
    }

    /// Returns the account whose name shares one of these forms.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn account_named(&self, looks: &Looks) -> Result<Option<Account>, StoreError> {
        self.reads.account_named(looks).await
    }

    /// Returns the account with this recovery link.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn account_by_link(&self, recovery: &TokenHash) -> Result<Option<Account>, StoreError> {
        self.reads.account_by_link(recovery).await
    }

    /// Returns the seats that a person has at tables that are not over, with the tables' ids.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn seats_held(&self, person: &str) -> Result<Vec<(String, Seat)>, StoreError> {
        self.reads.seats_held(person).await
    }

    /// Returns the secret of the address of a person's calendar.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn calendar(&self, person: &str) -> Result<Option<String>, StoreError> {
        self.pages.calendar(person).await
    }

    /// Returns the person with the calendar of this secret.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn calendar_of(&self, secret: &str) -> Result<Option<Person>, StoreError> {
        self.pages.calendar_of(secret).await
    }

    /// Returns the vacations of a person, the latest last.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn vacations(&self, person: &str) -> Result<Vec<Vacation>, StoreError> {
        self.reads.vacations(person).await
    }

    /// Returns the ids of the matches under way that a person plays over days.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn played_over_days(&self, person: &str) -> Result<Vec<String>, StoreError> {
        self.reads.played_over_days(person).await
    }

    /// Returns all restrictions, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn restrictions(&self) -> Result<Vec<Restriction>, StoreError> {
        self.reads.restrictions().await
    }

    /// Returns the tables that operators have closed.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn closed_tables(&self) -> Result<Vec<ClosedTable>, StoreError> {
        self.pages.closed_tables().await
    }

    /// Returns the latest acts of operators, the last first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn audit(&self, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        self.pages.audit(limit).await
    }
}

/// Returns whether a session was used recently enough to go on.
fn is_fresh((_, used): &(Person, Timestamp)) -> bool {
    now() - used <= SESSION_UNUSED
}
