//! Turns and notices: the people whom matches wait for, and the places that notices are sent to.

use crate::Timestamp;

/// A change of the people whom the match of a table waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turns {
    /// The table.
    pub table: String,
    /// The people for whom it no longer waits.
    pub gone: Vec<String>,
    /// The people for whom it now waits.
    pub come: Vec<String>,
    /// The time of the change.
    pub at: Timestamp,
}

impl Turns {
    /// Sorts people for turns and removes duplicates.
    pub fn people(ids: impl IntoIterator<Item = String>) -> Vec<String> {
        let mut people: Vec<String> = ids.into_iter().collect();
        people.sort_unstable();
        people.dedup();
        // The list stays in memory as long as its table.
        people.shrink_to_fit();
        people
    }

    /// Returns the change when a match that waited for some people waits for others.
    pub fn between(table: &str, before: &[String], after: &[String], at: Timestamp) -> Turns {
        let but = |some: &[String], others: &[String]| -> Vec<String> {
            some.iter().filter(|person| !others.contains(person)).cloned().collect()
        };
        Turns { table: table.to_owned(), gone: but(before, after), come: but(after, before), at }
    }
}

/// A match that waits for a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The id of the person.
    pub person: String,
    /// The table.
    pub table: String,
    /// Id of the game.
    pub game: String,
    /// The names of the other people at the table.
    pub with: Vec<String>,
    /// The time since which it waits.
    pub since: Timestamp,
}

/// A webhook, to which the server sends a person's notices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Webhook {
    /// The address.
    pub url: String,
    /// The form of the messages.
    pub form: WebhookForm,
    /// The reason why the last one could not be sent, in the format of `notices`; `None` if it was.
    pub trouble: Option<String>,
}

/// The form in which a chat service takes messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WebhookForm {
    /// Discord's: `content`.
    Discord,
    /// Slack's, which other services accept as well: `text`.
    Slack,
    /// Plain JSON: `title`, `message`, `url` and the people who are due.
    Json,
}

impl WebhookForm {
    /// Every form.
    pub const ALL: [WebhookForm; 3] = [WebhookForm::Discord, WebhookForm::Slack, WebhookForm::Json];

    /// Returns its name in forms, the JSON interface and the store.
    pub const fn name(self) -> &'static str {
        match self {
            WebhookForm::Discord => "discord",
            WebhookForm::Slack => "slack",
            WebhookForm::Json => "json",
        }
    }

    /// Returns the form of this name.
    pub fn named(name: &str) -> Option<WebhookForm> {
        WebhookForm::ALL.into_iter().find(|form| form.name() == name)
    }
}

/// A browser that shows a person's notices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushSubscription {
    /// The address of the browser's push service.
    pub endpoint: String,
    /// Its public key.
    pub key: Vec<u8>,
    /// Its secret.
    pub auth: Vec<u8>,
}
