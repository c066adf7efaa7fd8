//! Passwords: the rules for them, and their argon2id hashes, which are computed off the async
//! threads, a few at once.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use argon2::{
    Argon2, PasswordHasher, PasswordVerifier,
    password_hash::{self, phc::PasswordHash},
};
use model::PASSWORD_LENGTHS;
use text::t;
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;

use super::names::confusable_skeleton;

use crate::fault::{Code, Fault};

/// How many passwords are hashed at once: each takes 19 MiB and some hundredths of a second.
const AT_ONCE: usize = 2;
/// How many may wait for hashing.
const WAITING: usize = 32;

/// Common passwords, which people choose without thinking. They have no digits and signs at the
/// end, because people add those.
const COMMON: &[&str] = &[
    "password",
    "passwort",
    "passw0rd",
    "p@ssword",
    "p@ssw0rd",
    "pass",
    "kennwort",
    "motdepasse",
    "contrasena",
    "parola",
    "senha",
    "qwerty",
    "qwertz",
    "azerty",
    "qwertyuiop",
    "qwertyui",
    "asdfghjkl",
    "asdfghjk",
    "asdf",
    "zxcvbnm",
    "qazwsx",
    "qazwsxedc",
    "letmein",
    "welcome",
    "willkommen",
    "bienvenue",
    "hello",
    "helloworld",
    "hallo",
    "iloveyou",
    "ilovegod",
    "iloveme",
    "loveme",
    "lovely",
    "sunshine",
    "princess",
    "football",
    "baseball",
    "basketball",
    "fussball",
    "superman",
    "batman",
    "spiderman",
    "pokemon",
    "starwars",
    "trustno",
    "whatever",
    "computer",
    "internet",
    "samsung",
    "google",
    "facebook",
    "linkedin",
    "michael",
    "jennifer",
    "michelle",
    "jessica",
    "charlie",
    "jordan",
    "admin",
    "administrator",
    "root",
    "master",
    "monkey",
    "dragon",
    "shadow",
    "killer",
    "mustang",
    "secret",
    "freedom",
    "flower",
    "butterfly",
    "chocolate",
    "blessed",
    "jesus",
    "jesuschrist",
    "test",
    "testtest",
    "testing",
    "guest",
    "login",
    "changeme",
    "default",
    "abcdef",
    "abcdefg",
    "abcdefgh",
    "abcd",
    "abc",
    "undercroft",
    "dungeon",
    "dungeons",
];

/// The limits of password hashing: how many run at once, and how many wait.
#[derive(Debug)]
pub(super) struct Passwords {
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords { turns: Arc::new(Semaphore::new(AT_ONCE)), waiting: AtomicUsize::new(0) }
    }
}

impl Passwords {
    /// Returns the hash of a password for a person of this name, in the PHC string format.
    ///
    /// # Errors
    /// If it is too short, too long or too easily guessed, or too many wait.
    pub(super) async fn hash(&self, password: &str, name: &str) -> Result<String, Fault> {
        let password = check(password, name)?;
        self.work(move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string())).await
    }

    /// Returns whether a password has this hash. Without a hash the check takes as long, and
    /// returns `false`.
    ///
    /// # Errors
    /// If too many wait, or the hash cannot be read.
    pub(super) async fn is_right(&self, password: &str, hash: Option<&str>) -> Result<bool, Fault> {
        let password = composed(password);
        if password.chars().count() > *PASSWORD_LENGTHS.end() {
            return Ok(false);
        }
        let hash = hash.map(str::to_owned);
        self.work(move || {
            let Some(hash) = hash else {
                return Argon2::default().hash_password(password.as_bytes()).map(|_| false);
            };
            match Argon2::default().verify_password(password.as_bytes(), &PasswordHash::new(&hash)?) {
                Ok(()) => Ok(true),
                Err(password_hash::Error::PasswordInvalid) => Ok(false),
                Err(error) => Err(error),
            }
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, password_hash::Error> + Send + 'static,
    ) -> Result<T, Fault> {
        let broken = |why: String| {
            tracing::error!("a password could not be hashed: {why}");
            Fault::new(Code::Internal, t!("the password could not be processed; try again"))
        };
        let waiting = Waiting::enter(&self.waiting)?;
        let turn = self.turns.clone().acquire_owned().await.map_err(|error| broken(error.to_string()))?;
        drop(waiting);
        let worked = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        worked.await.map_err(|error| broken(error.to_string()))?.map_err(|error| broken(error.to_string()))
    }
}

/// A caller who waits for a turn.
struct Waiting<'a>(&'a AtomicUsize);

impl Waiting<'_> {
    fn enter(count: &AtomicUsize) -> Result<Waiting<'_>, Fault> {
        if count.fetch_add(1, Ordering::Relaxed) >= WAITING {
            count.fetch_sub(1, Ordering::Relaxed);
            return Err(Fault::new(Code::Busy, t!("too many people sign in just now; try again in a moment")));
        }
        Ok(Waiting(count))
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Returns a password in composed form: keyboards differ in how they compose letters, and the same
/// password must work from all.
fn composed(password: &str) -> String {
    password.nfc().collect()
}

/// Returns a password if a person of this name may use it.
fn check(password: &str, name: &str) -> Result<String, Fault> {
    let password = composed(password);
    let count = password.chars().count();
    if !PASSWORD_LENGTHS.contains(&count) {
        let (least, most) = (PASSWORD_LENGTHS.start(), PASSWORD_LENGTHS.end());
        return Err(Fault::bad(t!("a password has {least} to {most} characters, this one has {count}")));
    }
    match is_common(&password) || is_run(&password) || is_name(&password, name) {
        true => Err(Fault::bad(t!("that password is among the first that others would try; take another one"))),
        false => Ok(password),
    }
}

fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    let word = lower.trim_matches(|c: char| !c.is_alphabetic());
    COMMON.iter().any(|common| *common == lower || *common == word)
}

/// Returns whether a password is a run. Each character is the previous one, or follows it by the
/// same stride: `aaaaaaaa`, `12345678`, `hgfedcba`; or a short piece is repeated.
fn is_run(password: &str) -> bool {
    let codes: Vec<i64> = password.chars().map(|c| i64::from(u32::from(c))).collect();
    let strides = codes.windows(2).map(|pair| pair[1] - pair[0]);
    // On a keyboard, 0 follows 9.
    let by = |stride: i64| strides.clone().all(|found| found == stride || found == -9 * stride);
    let repeats = (1..=3).any(|length| codes.iter().zip(&codes[length..]).all(|(one, other)| one == other));
    repeats || [-1, 0, 1].into_iter().any(by)
}

/// Returns whether a password is only the name, with or without digits at its end.
fn is_name(password: &str, name: &str) -> bool {
    let bare = password.trim_end_matches(|c: char| !c.is_alphabetic());
    let looks = confusable_skeleton(name);
    [password, bare].into_iter().any(|text| confusable_skeleton(text).iter().any(|look| looks.contains(look)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_or_guessed_first_is_refused() {
        for bad in [
            "short",
            "Password1!",
            "12345678",
            "1234567890",
            "87654321",
            "aaaaaaaa",
            "abababab",
            "qwertyuiop",
            "letmein2024",
            "Ada Byron1815",
            "adabyron",
            "abcdefgh",
        ] {
            assert!(check(bad, "Ada Byron").is_err(), "{bad}");
        }
        for good in ["correct horse", "tin-of-peaches", "Xk2#pvQ9", "été à la plage"] {
            assert!(check(good, "Ada Byron").is_ok(), "{good}");
        }
        assert!(check(&"x1y2".repeat(33), "Ada").is_err(), "too long");
    }

    #[tokio::test]
    async fn only_the_same_password_is_right_in_any_composition() {
        let passwords = Passwords::default();
        let hash = passwords.hash("e\u{301}te\u{301} 1815", "Ada").await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.is_right("\u{e9}t\u{e9} 1815", Some(&hash)).await.unwrap());
        assert!(!passwords.is_right("ete 1815", Some(&hash)).await.unwrap());
        assert!(!passwords.is_right("\u{e9}t\u{e9} 1815", None).await.unwrap());
        assert!(passwords.is_right("anything", Some("no hash")).await.is_err());
    }

    #[tokio::test]
    async fn those_who_would_wait_too_long_are_told() {
        let passwords = Passwords::default();
        passwords.waiting.store(WAITING, Ordering::Relaxed);
        assert_eq!(passwords.is_right("tin-of-peaches", None).await.unwrap_err().code, Code::Busy);
        assert_eq!(passwords.waiting.load(Ordering::Relaxed), WAITING);
    }
}
