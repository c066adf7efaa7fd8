//! Sessions: the tokens by which people are known, and the messages when one ends.
//!
//! A caller is a session: the hash of a token, in a browser's cookie or sent by a program, stored
//! as a row. Signing out ends it at once; streams listen for that (`SessionRevocations`).

use std::time::Duration;

use sha2::{Digest, Sha256};
use store::{PeopleWrite, Store, TokenHash};
use text::t;
use tokio::sync::{broadcast, watch};

use crate::random;

/// How many endings a slow listener may be behind before it checks for itself.
const BEHIND: usize = 64;

/// The interval at which unused sessions are looked for.
const BETWEEN: Duration = Duration::from_secs(24 * 60 * 60);

/// Deletes sessions that have not been used for long, at once and then every day, until `stopping`.
pub async fn end_unused_regularly(store: Store, mut stopping: watch::Receiver<bool>) {
    loop {
        if let Err(error) = store.write(PeopleWrite::EndUnused.into()).await {
            tracing::warn!("sessions that nobody uses could not be deleted: {error}");
        }
        tokio::select! {
            () = tokio::time::sleep(BETWEEN) => {}
            _ = stopping.wait_for(|stop| *stop) => return,
        }
    }
}

/// Returns a new token, and its hash for the store.
pub fn new_token() -> (String, TokenHash) {
    let token = data_encoding::BASE64URL_NOPAD.encode(&random::bytes::<32>());
    let hash = token_hash(&token);
    (token, hash)
}

/// Returns the SHA-256 of a token, by which the store finds its person.
pub fn token_hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

/// A channel that tells long-lived streams that a person was signed out or banned.
#[derive(Clone, Debug)]
pub struct SessionRevocations(broadcast::Sender<Option<String>>);

impl Default for SessionRevocations {
    fn default() -> SessionRevocations {
        SessionRevocations(broadcast::channel(BEHIND).0)
    }
}

impl SessionRevocations {
    /// Makes all listeners for a person check whether the server still serves them; without a
    /// person, all listeners.
    pub fn tell(&self, person: Option<&str>) {
        // It is no error if nobody listens.
        let _ = self.0.send(person.map(str::to_owned));
    }

    /// Listens from now on. Each message names the person whom it concerns; `None` means all.
    pub fn listen(&self) -> broadcast::Receiver<Option<String>> {
        self.0.subscribe()
    }
}

/// Returns a browser's name in a few words, as it is stored: "Firefox on Linux".
pub fn device(user_agent: Option<&str>) -> String {
    let Some(text) = user_agent.filter(|text| text.starts_with("Mozilla/")) else { return "A program".into() };
    // Most browsers also claim the names of others; the distinguishing one comes first here.
    let named =
        |names: &[(&str, &'static str)]| names.iter().find(|(mark, _)| text.contains(mark)).map(|(_, name)| *name);
    let browser = named(&[
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]);
    let system = named(&[
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("Macintosh", "Mac"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.into(),
        (None, None) => "A browser".into(),
    }
}

/// Returns a stored device in the words that its user reads.
pub fn shown_device(kept: &str) -> String {
    match (kept, kept.split_once(" on ")) {
        ("A program", _) => t!("A program").into(),
        ("A browser", _) => t!("A browser").into(),
        (_, Some((browser, system))) => t!("{browser} on {system}"),
        (name, None) => name.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_named_as_people_call_them() {
        let linux = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
        let phone =
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36";
        assert_eq!(device(Some(linux)), "Firefox on Linux");
        assert_eq!(device(Some(phone)), "Chrome on Android");
        assert_eq!(device(Some("Mozilla/5.0 <b>")), "A browser");
        assert_eq!([device(Some("curl/8")), device(None)], ["A program", "A program"]);
    }
}
