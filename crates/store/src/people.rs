//! People as the store keeps them: accounts, sessions, what operators have decided; and the changes to these.

use kernel::Seat;

use super::{Person, Store, StoreError, Timestamp, Write, now};

/// The SHA-256 of a token.
pub type TokenHash = [u8; 32];

/// What a name looks like, in two ways: names that have one in common are alike.
pub type Looks = [String; 2];

/// Somebody who has a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatedPerson {
    /// The seat.
    pub seat: Seat,
    /// The id of who sits there.
    pub person: String,
    /// Their name.
    pub name: String,
}

/// A device or program by which somebody becomes known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSession {
    /// The hash of its token.
    pub token: TokenHash,
    /// What it is, in a few words.
    pub device: String,
}

/// A device or program by which somebody is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The hash of its token.
    pub token: TokenHash,
    /// What it is, in a few words.
    pub device: String,
    /// Since when.
    pub made: Timestamp,
    /// When it was last used, to the hour.
    pub used: Timestamp,
}

/// What a person comes back by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// The id of the person.
    pub person: String,
    /// Its name.
    pub name: String,
    /// The hash of its password, if it has one.
    pub password: Option<String>,
    /// Whether it has a recovery link.
    pub has_link: bool,
}

/// Somebody with whom a person has played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Companion {
    /// Their id.
    pub person: String,
    /// Their name.
    pub name: String,
    /// In how many finished matches that count.
    pub matches: u32,
    /// How many of these the person has won, with them or against them.
    pub won: u32,
}

/// What an operator keeps somebody from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RestrictionKind {
    /// From all of the hall.
    Ban,
    /// From saying anything.
    Mute,
}

impl RestrictionKind {
    /// As the store and the JSON interface spell it.
    pub const fn name(self) -> &'static str {
        match self {
            RestrictionKind::Ban => "ban",
            RestrictionKind::Mute => "mute",
        }
    }
}

/// Who is kept from something.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// The person of this id.
    Person(String),
    /// All who come from this address.
    Address(String),
}

impl Subject {
    /// Which kind it is, as the store and the JSON interface spell it.
    pub const fn kind(&self) -> &'static str {
        match self {
            Subject::Person(_) => "person",
            Subject::Address(_) => "address",
        }
    }

    /// The id or the address.
    pub fn text(&self) -> &str {
        let (Subject::Person(text) | Subject::Address(text)) = self;
        text
    }
}

/// Somebody is kept from something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restriction {
    /// From what.
    pub kind: RestrictionKind,
    /// Who.
    pub subject: Subject,
    /// Until when; `None` for good.
    pub until: Option<Timestamp>,
    /// Why, as they are told.
    pub why: String,
    /// Since when.
    pub at: Timestamp,
}

/// A table that an operator has closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClosedTable {
    /// Its id.
    pub table: String,
    /// Why, as people are told.
    pub why: String,
    /// When.
    pub at: Timestamp,
}

/// What an operator did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditEntry {
    /// When.
    pub at: Timestamp,
    /// Who.
    pub operator: String,
    /// What.
    pub act: String,
    /// To whom or what.
    pub subject: String,
    /// Why.
    pub why: String,
}

/// What an operator decides.
#[derive(Clone, Debug)]
pub enum Decision {
    /// Keeps somebody from something.
    Restrict(Restriction),
    /// Keeps them from it no longer.
    Lift(RestrictionKind, Subject),
    /// Closes a table.
    Close(ClosedTable),
    /// Opens it again.
    Reopen(String),
    /// Gives somebody another name, with what it looks like.
    Rename(String, String, Looks),
}

/// How long a session may be unused before it ends, in milliseconds: a year.
pub const SESSION_UNUSED: Timestamp = 365 * 24 * 60 * 60 * 1000;

/// A change to what is kept of people.
#[derive(Clone, Debug)]
pub enum PeopleWrite {
    /// Makes a guest's name an account's, with something to come back by.
    Claim {
        /// The id of the guest.
        person: String,
        /// The name.
        name: String,
        /// What it looks like.
        looks: Looks,
        /// The hash of a password.
        password: Option<String>,
        /// The hash of a recovery link's secret.
        recovery: Option<TokenHash>,
        /// A session that begins, and all others of the guest end; without one they go on.
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
    /// Uses a recovery link up: another takes its place, and a session begins.
    UseRecovery {
        /// The hash of the link's secret.
        was: TokenHash,
        /// The hash of the next one's.
        now: TokenHash,
        /// The hash of a password that is set on the way; other sessions end then.
        password: Option<String>,
        /// The session that begins.
        session: NewSession,
    },
    /// Begins a session of an account's.
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
        /// When.
        at: Timestamp,
    },
    /// Ends a session.
    EndSession(TokenHash),
    /// Ends all sessions of a person.
    EndSessions(String),
    /// Ends all sessions that were not used for [`SESSION_UNUSED`].
    EndUnused,
    /// Forgets a person; what they played is kept under another name.
    Forget {
        /// The id of the person.
        person: String,
        /// The name that stands for them from now on.
        name: String,
    },
    /// Carries out what an operator decides, and notes it.
    Decide(Decision, AuditEntry),
}

impl From<PeopleWrite> for Write {
    fn from(write: PeopleWrite) -> Write {
        Write::People(Box::new(write))
    }
}

impl Store {
    /// Who is known by the token with this hash, with the moment when it was last used.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn session(&self, token: &TokenHash) -> Result<Option<(Person, Timestamp)>, StoreError> {
        let mark = match self.sessions.get(token) {
            Ok(found) => return Ok(Some(found).filter(is_fresh)),
            Err(mark) => mark,
        };
        // Seldom, and it takes much room: callers need not keep that for it.
        let found = Box::pin(self.reads.session(token)).await?.filter(is_fresh);
        if let Some(found) = &found {
            self.sessions.keep(*token, found.clone(), mark);
        }
        Ok(found)
    }

    /// Reads anew who is known by which token, because another process has changed something about this person; with nobody
    /// named about anybody.
    pub fn forget_sessions(&self, person: Option<&str>) {
        match person {
            Some(person) => self.sessions.forget(person),
            None => self.sessions.forget_all(),
        }
    }

    /// All devices and programs by which a person is known, the last used first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sessions(&self, person: &str) -> Result<Vec<Session>, StoreError> {
        self.reads.sessions(person).await
    }

    /// Those who sit at a table, by seat.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn seated(&self, table: &str) -> Result<Vec<SeatedPerson>, StoreError> {
        self.reads.seated(table).await
    }

    /// The account of a person.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn account(&self, person: &str) -> Result<Option<Account>, StoreError> {
        self.reads.account(person).await
    }

    /// The account whose name has one of these looks.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn account_named(&self, looks: &Looks) -> Result<Option<Account>, StoreError> {
        self.reads.account_named(looks).await
    }

    /// The account with this recovery link.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn account_by_link(&self, recovery: &TokenHash) -> Result<Option<Account>, StoreError> {
        self.reads.account_by_link(recovery).await
    }

    /// The ids of the tables that are not over where a person sits.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn seats_held(&self, person: &str) -> Result<Vec<(String, Seat)>, StoreError> {
        self.reads.seats_held(person).await
    }

    /// With whom a person has played most.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn companions(&self, person: &str, limit: u32) -> Result<Vec<Companion>, StoreError> {
        self.pages.companions(person, limit).await
    }

    /// Whom operators keep from something.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn restrictions(&self) -> Result<Vec<Restriction>, StoreError> {
        self.reads.restrictions().await
    }

    /// The tables that operators have closed.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn closed_tables(&self) -> Result<Vec<ClosedTable>, StoreError> {
        self.pages.closed_tables().await
    }

    /// The last acts of operators, the last first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn audit(&self, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        self.pages.audit(limit).await
    }
}

/// Whether a session was used lately enough to go on.
fn is_fresh((_, used): &(Person, Timestamp)) -> bool {
    now() - used <= SESSION_UNUSED
}
