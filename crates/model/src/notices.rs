//! For whom matches wait, and how they are told.

use crate::Timestamp;

/// A change in for whom the match of a table waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turns {
    /// The table.
    pub table: String,
    /// Those for whom it waits no longer.
    pub gone: Vec<String>,
    /// Those for whom it waits now.
    pub come: Vec<String>,
    /// When it came to that.
    pub at: Timestamp,
}

impl Turns {
    /// People as turns name them: sorted, each once.
    pub fn people(ids: impl IntoIterator<Item = String>) -> Vec<String> {
        let mut people: Vec<String> = ids.into_iter().collect();
        people.sort_unstable();
        people.dedup();
        // They stay in memory as long as their table.
        people.shrink_to_fit();
        people
    }

    /// What changes when a match that waited for some waits for others.
    pub fn between(table: &str, before: &[String], after: &[String], at: Timestamp) -> Turns {
        let but = |some: &[String], others: &[String]| -> Vec<String> {
            some.iter().filter(|person| !others.contains(person)).cloned().collect()
        };
        Turns { table: table.to_owned(), gone: but(before, after), come: but(after, before), at }
    }
}

/// A match that waits for somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The id of who is waited for.
    pub person: String,
    /// The table.
    pub table: String,
    /// Id of the game.
    pub game: String,
    /// The names of the other people at the table.
    pub with: Vec<String>,
    /// Since when.
    pub since: Timestamp,
}

/// Where a person's notices are sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Webhook {
    /// The address.
    pub url: String,
    /// How it wants them.
    pub form: WebhookForm,
    /// Why the last one could not be sent, if it could not, as `notices` writes it.
    pub trouble: Option<String>,
}

/// The form in which a chat service takes messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WebhookForm {
    /// Discord's: `content`.
    Discord,
    /// Slack's, which others take as well: `text`.
    Slack,
}

impl WebhookForm {
    /// Every form.
    pub const ALL: [WebhookForm; 2] = [WebhookForm::Discord, WebhookForm::Slack];

    /// As forms, the JSON interface and the store spell it.
    pub const fn name(self) -> &'static str {
        match self {
            WebhookForm::Discord => "discord",
            WebhookForm::Slack => "slack",
        }
    }

    /// The form of this name.
    pub fn named(name: &str) -> Option<WebhookForm> {
        WebhookForm::ALL.into_iter().find(|form| form.name() == name)
    }
}

/// A browser that shows a person's notices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushSubscription {
    /// Where its maker takes them.
    pub endpoint: String,
    /// Its public key.
    pub key: Vec<u8>,
    /// Its secret.
    pub auth: Vec<u8>,
}
