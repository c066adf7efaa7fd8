//! Accounts: a guest keeps its name and signs in from anywhere, by a password or by a recovery
//! link.
//!
//! A recovery link holds a secret that signs its owner in once; another link then replaces it.
//! Wrong passwords are counted by account and by address, so that nobody can guess passwords. A
//! device where the account was signed in before is counted separately: the attempts of strangers
//! do not slow it down.

use std::{net::IpAddr, time::Duration};

use model::LEFT_NAME;
use store::{Account, NewSession, PeopleWrite, Person, Store, StoreError, TokenHash};
use text::{Text, t, text};

use super::{
    devices::KnownDevice,
    guests::name_taken,
    moderation::address_text,
    names::confusable_skeleton,
    passwords::Passwords,
    sessions::{SessionRevocations, new_token, token_hash},
};
use crate::{
    fault::{Code, Fault},
    rate_limiter::RateLimiter,
};

/// The error text for a person who tries too many passwords.
const TOO_MANY: Text = text!("too many wrong passwords");

/// The service that signs people in and out.
#[derive(Debug)]
pub struct Accounts {
    store: Store,
    passwords: Passwords,
    /// The hashing of passwords for known devices and recovery links, which do not queue behind
    /// strangers.
    passwords_of_known: Passwords,
    /// The limiter of passwords tried for an account from an address, or from a known device.
    tries: RateLimiter,
    /// The limiter of passwords tried for an account from all unknown devices.
    tries_of_account: RateLimiter,
    /// The limiter of passwords tried from an address for any account.
    tries_of_address: RateLimiter,
    endings: SessionRevocations,
}

/// The origin of a password attempt.
#[derive(Clone, Debug)]
pub enum Tryer {
    /// A device where the account is or was signed in, by an id that nobody else can send.
    Known(String),
    /// Another device, at this address if it is known.
    Unknown(Option<IpAddr>),
}

/// A guest who has an account now.
#[derive(Clone, Debug)]
pub struct Claimed {
    /// The secret of the recovery link, if there is no password.
    pub link: Option<String>,
    /// The token of the session that replaces all others, if one was requested.
    pub token: Option<String>,
}

/// A person who has signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The person.
    pub person: Person,
    /// The token of the new session.
    pub token: String,
    /// The secret of the next recovery link, if one was used.
    pub link: Option<String>,
}

impl Accounts {
    /// Opens the accounts of this store; `endings` hears of sessions that end.
    pub fn new(store: Store, endings: SessionRevocations) -> Accounts {
        Accounts {
            store,
            passwords: Passwords::default(),
            passwords_of_known: Passwords::default(),
            tries: RateLimiter::new(5, Duration::from_secs(60)),
            tries_of_account: RateLimiter::new(50, Duration::from_secs(20)),
            tries_of_address: RateLimiter::new(20, Duration::from_secs(20)),
            endings,
        }
    }

    /// Turns a guest into an account of this name, with a password; or with a recovery link, whose
    /// secret is returned. If `renew` names a device, a new session begins there and all others
    /// end. So nobody else who knows the guest's token gets into the account.
    ///
    /// # Errors
    /// If it is one already, the name is another's, or the password is not fit.
    pub async fn claim(
        &self,
        person: &Person,
        name: String,
        password: Option<&str>,
        renew: Option<String>,
    ) -> Result<Claimed, Fault> {
        if self.store.account(&person.id).await?.is_some() {
            return Err(Fault::new(Code::WrongPhase, t!("you have an account already")));
        }
        let (hash, link) = match password {
            Some(password) => (Some(self.passwords.hash(password, &name).await?), None),
            None => (None, Some(new_token())),
        };
        let (link, recovery) = link.unzip();
        let begun = renew.map(|device| {
            let (token, hash) = new_token();
            (token, NewSession { token: hash, device })
        });
        let (token, session) = begun.unzip();
        let (looks, renewed) = (confusable_skeleton(&name), session.is_some());
        let person = person.id.clone();
        let write =
            PeopleWrite::Claim { person: person.clone(), name: name.clone(), looks, password: hash, recovery, session };
        match self.store.write(write.into()).await {
            Ok(()) => {
                if renewed {
                    self.endings.tell(Some(&person));
                }
                Ok(Claimed { link, token })
            }
            Err(StoreError::Conflict) => Err(name_taken(&name)),
            Err(error) => Err(error.into()),
        }
    }

    /// Signs a person in by name and password.
    ///
    /// # Errors
    /// If they do not go together, or too many were tried.
    pub async fn sign_in(
        &self,
        name: &str,
        password: &str,
        known: &KnownDevice,
        from: Option<IpAddr>,
        device: String,
    ) -> Result<SignedIn, Fault> {
        let account = self.store.account_named(&confusable_skeleton(name)).await?;
        let subject =
            account.as_ref().map_or_else(|| confusable_skeleton(name)[0].clone(), |account| account.person.clone());
        let tryer = match known.knows(&subject) {
            true => Tryer::Known(known.id().to_owned()),
            false => Tryer::Unknown(from),
        };
        self.check_password(&subject, password, account.as_ref(), tryer).await?;
        let account = account.ok_or_else(wrong_password)?;
        let (token, hash) = new_token();
        let session = NewSession { token: hash, device };
        let write = PeopleWrite::BeginSession { person: account.person.clone(), session };
        self.store.write(write.into()).await?;
        Ok(SignedIn { person: self.person(&account.person).await?, token, link: None })
    }

    /// Returns the account of a recovery link.
    ///
    /// # Errors
    /// If none does, for a link is good for one time.
    pub async fn by_link(&self, secret: &str) -> Result<Account, Fault> {
        self.store.account_by_link(&token_hash(secret)).await?.ok_or_else(no_such_link)
    }

    /// Signs a person in by a recovery link, which is then invalid, and sets a password if one is
    /// given.
    ///
    /// # Errors
    /// If the link leads nowhere, or the password is not fit.
    pub async fn recover(&self, secret: &str, password: Option<&str>, device: String) -> Result<SignedIn, Fault> {
        let account = self.by_link(secret).await?;
        let password = match password {
            Some(password) => Some(self.passwords_of_known.hash(password, &account.name).await?),
            None => None,
        };
        let ((token, hash), (link, next)) = (new_token(), new_token());
        let others_end = password.is_some();
        let session = NewSession { token: hash, device };
        let write = PeopleWrite::UseRecovery { was: token_hash(secret), now: next, password, session };
        self.store.write(write.into()).await.map_err(|error| match error {
            StoreError::Conflict => no_such_link(),
            error => error.into(),
        })?;
        if others_end {
            self.endings.tell(Some(&account.person));
        }
        Ok(SignedIn { person: self.person(&account.person).await?, token, link: Some(link) })
    }

    /// Sets the password of an account. If the account has a password, the caller must know it. All
    /// other sessions end.
    ///
    /// # Errors
    /// If there is no account, the present password does not fit, or the new one is not fit.
    pub async fn set_password(
        &self,
        person: &Person,
        present: Option<&str>,
        password: &str,
        session: Option<TokenHash>,
        tryer: Tryer,
    ) -> Result<(), Fault> {
        let account = self.account(person).await?;
        if account.password.is_some() {
            self.check_password(&person.id, present.unwrap_or_default(), Some(&account), tryer).await?;
        }
        let password = self.passwords.hash(password, &person.name).await?;
        let write = PeopleWrite::SetPassword { person: person.id.clone(), password, keep: session };
        self.store.write(write.into()).await?;
        self.endings.tell(Some(&person.id));
        Ok(())
    }

    /// Makes a new recovery link for an account in place of the present one, and returns its
    /// secret.
    ///
    /// # Errors
    /// If there is no account, or its password does not fit.
    pub async fn new_link(&self, person: &Person, password: Option<&str>, tryer: Tryer) -> Result<String, Fault> {
        self.check_owner(person, password, tryer).await?;
        let (secret, recovery) = new_token();
        self.store.write(PeopleWrite::SetRecovery { person: person.id.clone(), recovery }.into()).await?;
        Ok(secret)
    }

    /// Ends a session of an account, or all of them. A guest cannot sign out: the guest would be
    /// lost with its only session.
    ///
    /// # Errors
    /// If there is no account.
    pub async fn sign_out(&self, person: &Person, session: Option<TokenHash>) -> Result<(), Fault> {
        self.account(person).await?;
        let write = match session {
            Some(session) => PeopleWrite::EndSession(session),
            None => PeopleWrite::EndSessions(person.id.clone()),
        };
        self.store.write(write.into()).await?;
        self.endings.tell(Some(&person.id));
        Ok(())
    }

    /// Checks that a caller may delete a person: a guest, or the owner of an account.
    ///
    /// # Errors
    /// If the account's password does not fit.
    pub async fn may_forget(&self, person: &Person, password: Option<&str>, tryer: Tryer) -> Result<(), Fault> {
        match self.store.account(&person.id).await? {
            Some(_) => self.check_owner(person, password, tryer).await,
            None => Ok(()),
        }
    }

    /// Deletes a person. Their matches are stored under another name, which is returned.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn forget(&self, person: &Person) -> Result<&'static str, Fault> {
        self.store
            .write(PeopleWrite::Forget { person: person.id.clone(), name: LEFT_NAME.source().into() }.into())
            .await?;
        self.endings.tell(Some(&person.id));
        Ok(LEFT_NAME.source())
    }

    async fn account(&self, person: &Person) -> Result<Account, Fault> {
        let none = || Fault::new(Code::WrongPhase, t!("you are a guest; make an account first"));
        self.store.account(&person.id).await?.ok_or_else(none)
    }

    async fn person(&self, id: &str) -> Result<Person, Fault> {
        self.store.person(id).await?.ok_or_else(wrong_password)
    }

    /// Checks the password of an account that has one.
    async fn check_owner(&self, person: &Person, password: Option<&str>, tryer: Tryer) -> Result<(), Fault> {
        let account = self.account(person).await?;
        match account.password {
            Some(_) => self.check_password(&person.id, password.unwrap_or_default(), Some(&account), tryer).await,
            None => Ok(()),
        }
    }

    /// Checks a password, and counts it if it is wrong. The check takes as long without an account.
    async fn check_password(
        &self,
        subject: &str,
        password: &str,
        account: Option<&Account>,
        tryer: Tryer,
    ) -> Result<(), Fault> {
        let (store, too_many) = (&self.store, TOO_MANY.as_str());
        // The attempt is counted before the result is known, or many simultaneous attempts would
        // not be counted.
        let (pair, passwords) = match tryer {
            Tryer::Known(device) => {
                let pair = format!("{subject} device {device}");
                self.tries.count_in(store, "passwords", &pair, too_many).await?;
                (pair, &self.passwords_of_known)
            }
            Tryer::Unknown(from) => {
                let address = from.map(address_text).unwrap_or_default();
                let pair = format!("{subject} {address}");
                self.tries.count_in(store, "passwords", &pair, too_many).await?;
                self.tries_of_account.count_in(store, "passwords of an account", subject, too_many).await?;
                self.tries_of_address.count_in(store, "passwords from an address", &address, too_many).await?;
                (pair, &self.passwords)
            }
        };
        let hash = account.and_then(|account| account.password.as_deref());
        match passwords.is_right(password, hash).await? {
            true => {
                self.tries.forget_in(&self.store, "passwords", &pair).await?;
                Ok(())
            }
            false => Err(wrong_password()),
        }
    }
}

fn wrong_password() -> Fault {
    Fault::new(Code::WrongPassword, t!("name and password do not go together"))
}

fn no_such_link() -> Fault {
    Fault::new(
        Code::NotFound,
        t!("this recovery link is not valid; each link works once, and a newer link replaces it"),
    )
}
