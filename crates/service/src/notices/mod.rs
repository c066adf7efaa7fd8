//! Notices: absent people are notified that a match waits for them, by their chat service or their
//! browser.
//!
//! The store has the turns, each written with the step that began it. One task looks regularly for
//! turns that have lasted a while, whose players want notices, are not at the table and have had
//! none. So a restart loses nothing, nobody is notified twice of a turn, and no queue can fill up,
//! however much happens.
//!
//! The next turn is written with the step that made it so. A task looks through that list from time
//! to time and sends notices: there is no queue, a restart loses nothing, and a turn has one
//! notice. No request waits for it.

mod address;
mod groups;
mod outbound;
mod push;
mod webhook;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::{Duration, Instant},
};

use http::HeaderMap;
use ipnet::IpNet;
use model::Day;
use roster::Roster;
use store::{
    Invitation, PeopleWrite, PushSubscription, Store, StoreError, Timestamp, Webhook, WebhookForm, Write, now,
};
use text::{Language, t};
use tokio::sync::Semaphore;

use crate::{
    PublicUrl,
    fault::{Code, Fault},
    key::HallKey,
    tables::TableRegistry,
};
use outbound::{Outbound, SendError};
use push::PushKey;

/// How many notices are sent at once.
const AT_ONCE: usize = 64;
/// How many turns are read from the store at once.
const BATCH: u32 = 100;
/// The age of a turn after which no notice is sent, in milliseconds.
const LATE: Timestamp = Day::LENGTH;
/// How many browsers of a person get notices.
const BROWSERS: u32 = 8;
/// The interval at which a person may test their webhook.
const BETWEEN_TRIALS: Duration = Duration::from_secs(10);
/// How often a failed notice is sent again.
const AGAIN: u32 = 2;

/// Returns why the last notice to this webhook could not be sent, in words; `None` if it was sent.
pub fn trouble_of(webhook: &Webhook) -> Option<String> {
    let error = SendError::read(webhook.trouble.as_deref()?)?;
    Some(error.to_string())
}

/// The rules for notices.
#[derive(Clone, Debug)]
pub struct NoticeRules {
    /// How long a turn must have lasted, with the player not at the table, before a notice is sent.
    pub delay: Duration,
    /// The pause before a failed notice is sent again; five times as long before the last attempt.
    pub rest: Duration,
    /// The targets to which notices may be sent.
    pub reach: Reach,
}

impl Default for NoticeRules {
    fn default() -> NoticeRules {
        NoticeRules { delay: Duration::from_secs(60), rest: Duration::from_secs(3), reach: Reach::Public(Vec::new()) }
    }
}

/// The targets to which notices may be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// To the public internet, by TLS, at its usual port, and to these networks of the operator,
    /// without TLS and at any port as well.
    Public(Vec<IpNet>),
    /// Anywhere, without TLS as well: for tests that receive notices on their own machine.
    Anywhere,
}

/// A notice to a player.
#[derive(Clone, Debug)]
struct Notice {
    /// The game's title.
    game: String,
    /// Its reason.
    why: Reason,
    /// The table's id.
    table: String,
}

/// The reason for a notice.
#[derive(Clone, Debug)]
enum Reason {
    /// A match waits for the player. The names are those of the other players.
    Turn(Vec<String>),
    /// The person of this name invites the player.
    Invitation(String),
}

impl Notice {
    fn title(&self) -> String {
        match &self.why {
            Reason::Turn(_) => t!("Your turn: {}", self.game),
            Reason::Invitation(_) => t!("An invitation: {}", self.game),
        }
    }

    fn text(&self) -> String {
        match &self.why {
            Reason::Turn(with) if with.is_empty() => t!("The match waits for you.").into(),
            Reason::Turn(with) => t!("With {}.", kernel::listed(with)),
            Reason::Invitation(inviter) => t!("{inviter} keeps a seat for you."),
        }
    }

    /// Returns the tag by which a browser replaces an earlier notice of the same kind.
    fn tag(&self) -> String {
        match self.why {
            Reason::Turn(_) => format!("turn-{}", self.table),
            Reason::Invitation(_) => format!("invitation-{}", self.table),
        }
    }

    fn path(&self) -> String {
        format!("/tables/{}", self.table)
    }

    /// Returns the notice as one line, with a link to the table if the server's address is known.
    fn line(&self, public_url: Option<&str>) -> String {
        let place = match public_url {
            Some(url) => format!("{url}{}", self.path()),
            None => t!("table {}", self.table),
        };
        format!("{}. {} {place}", self.title(), self.text())
    }
}

/// Returns the title of a game; its id if the server no longer has it.
fn game_title(roster: &Roster, game: &str) -> String {
    roster.find(game).map_or(game, |game| game.meta().title).to_owned()
}

/// The sender of turn notices.
pub struct Notices {
    store: Store,
    roster: Roster,
    outbound: Outbound,
    key: PushKey,
    public_url: Option<PublicUrl>,
    rules: NoticeRules,
    on_their_way: Arc<Semaphore>,
    /// The time of the last webhook test of each person and group.
    trials: Mutex<HashMap<String, Instant>>,
}

/// Opens the notices of a server, and starts the task that sends notices of turns in `registry`.
pub fn open(
    store: Store,
    registry: &Arc<TableRegistry>,
    key: &HallKey,
    public_url: Option<PublicUrl>,
    rules: NoticeRules,
) -> Arc<Notices> {
    let notices = Arc::new(Notices {
        store,
        roster: registry.roster().clone(),
        outbound: Outbound::new(rules.reach.clone()),
        key: PushKey::of(key),
        public_url,
        rules,
        on_their_way: Arc::new(Semaphore::new(AT_ONCE)),
        trials: Mutex::default(),
    });
    tokio::spawn(tell_regularly(notices.clone(), Arc::downgrade(registry)));
    notices
}

/// Sends due notices regularly, for as long as there is a registry.
async fn tell_regularly(notices: Arc<Notices>, registry: Weak<TableRegistry>) {
    let pause = (notices.rules.delay / 4).clamp(Duration::from_millis(20), Duration::from_secs(15));
    loop {
        tokio::time::sleep(pause).await;
        let Some(registry) = registry.upgrade() else { break };
        if *registry.stopping().borrow() {
            break;
        }
        if let Err(error) = notices.tell_of_turns(&registry).await {
            tracing::warn!("who is to be told of their turn cannot be found out: {error}");
        }
        if let Err(error) = notices.tell_of_invitations(&registry).await {
            tracing::warn!("the people to notify of invitations cannot be read: {error}");
        }
        if let Err(error) = notices.tell_groups(&registry).await {
            tracing::warn!("the people whom the webhooks of groups mention cannot be read: {error}");
        }
    }
}

impl Notices {
    /// Starts to send all notices that are due now.
    async fn tell_of_turns(self: &Arc<Self>, registry: &TableRegistry) -> Result<(), StoreError> {
        let until = now() - self.rules.delay.as_millis() as Timestamp;
        let mut after = now() - LATE;
        loop {
            let turns = self.store.untold_turns(after, until, BATCH).await?;
            let full = turns.len() == BATCH as usize;
            after = turns.last().map_or(until, |turn| turn.since);
            for turn in turns {
                if registry.was_here_within(&turn.table, &turn.person, self.rules.delay).await? {
                    continue;
                }
                match self.store.write(Write::TellTurn(turn.clone())).await {
                    Ok(()) => {
                        self.begin(turn.person, self.notice(turn.table, &turn.game, Reason::Turn(turn.with))).await
                    }
                    // The player has moved just now.
                    Err(StoreError::Conflict) => {}
                    Err(error) => return Err(error),
                }
            }
            if !full {
                return Ok(());
            }
        }
    }

    /// Starts to send notices of invitations whose people are not at the table. An invitation is
    /// told at once.
    async fn tell_of_invitations(self: &Arc<Self>, registry: &TableRegistry) -> Result<(), StoreError> {
        for invitation in self.store.untold_invitations(BATCH).await? {
            let Invitation { person, table, game, inviter, .. } = invitation;
            let told = PeopleWrite::TellInvitation { person: person.clone(), table: table.clone() };
            match self.store.write(told.into()).await {
                Ok(()) => {}
                // Another process tells of it.
                Err(StoreError::Conflict) => continue,
                Err(error) => return Err(error),
            }
            if !registry.was_here_within(&table, &person, self.rules.delay).await? {
                self.begin(person, self.notice(table, &game, Reason::Invitation(inviter.name))).await;
            }
        }
        Ok(())
    }

    fn notice(&self, table: String, game: &str, why: Reason) -> Notice {
        Notice { game: game_title(&self.roster, game), why, table }
    }

    /// Starts to send a notice, once few enough others are being sent.
    async fn begin(self: &Arc<Self>, person: String, notice: Notice) {
        let Ok(permit) = self.on_their_way.clone().acquire_owned().await else { return };
        let notices = self.clone();
        tokio::spawn(async move {
            if let Err(error) = notices.tell(&person, &notice).await {
                tracing::warn!("somebody could not be notified of table {}: {error}", notice.table);
            }
            drop(permit);
        });
    }

    /// Sends a notice by all channels that the player has chosen, in their language.
    async fn tell(&self, person: &str, notice: &Notice) -> Result<(), StoreError> {
        let known = self.store.person(person).await?;
        let chosen = known.and_then(|person| translations::named(&person.language));
        chosen.unwrap_or_else(Language::english).around(self.send(person, notice)).await
    }

    async fn send(&self, person: &str, notice: &Notice) -> Result<(), StoreError> {
        for subscription in self.store.push_subscriptions(person).await? {
            match self.tried(|| self.push(&subscription, notice)).await {
                Err(error) if error.is_gone() => {
                    self.store.write(Write::RemovePush { endpoint: subscription.endpoint, person: None }).await?;
                }
                Err(error) => tracing::info!("a browser could not be told of a turn: {error:?}"),
                Ok(()) => {}
            }
        }
        if let Some(webhook) = self.store.webhook(person).await? {
            let (title, line) = (notice.title(), notice.line(self.public_url()));
            let sent = self.tried(|| self.post(&webhook, &title, &line)).await;
            self.note(person, webhook, sent.err()).await?;
        }
        Ok(())
    }

    /// Stores the last error of a webhook, or its success, unless the webhook has been changed
    /// meanwhile.
    async fn note(&self, person: &str, used: Webhook, trouble: Option<SendError>) -> Result<(), StoreError> {
        let trouble = trouble.as_ref().map(SendError::kept);
        if trouble == used.trouble || self.store.webhook(person).await?.as_ref() != Some(&used) {
            return Ok(());
        }
        let webhook = Some(Webhook { trouble, ..used });
        self.store.write(Write::SetWebhook { person: person.to_owned(), webhook }).await
    }

    /// Sends a notice, and sends it again after a pause if that may help.
    async fn tried<F: Future<Output = Result<(), SendError>>>(&self, send: impl Fn() -> F) -> Result<(), SendError> {
        for time in 0..AGAIN {
            match send().await {
                Err(error) if error.may_pass() => tokio::time::sleep(self.rules.rest * 5_u32.pow(time)).await,
                done => return done,
            }
        }
        send().await
    }

    fn public_url(&self) -> Option<&str> {
        self.public_url.as_ref().map(PublicUrl::as_str)
    }

    async fn push(&self, to: &PushSubscription, notice: &Notice) -> Result<(), SendError> {
        let endpoint = self.outbound.check(&to.endpoint)?;
        let message = self.key.message(to, &endpoint, notice, self.public_url());
        let (headers, body) = message.ok_or(SendError::BadAddress)?;
        self.outbound.post(&endpoint, headers, body).await
    }

    async fn post(&self, webhook: &Webhook, title: &str, text: &str) -> Result<(), SendError> {
        let (headers, body) = webhook::message(webhook.form, title, text);
        self.post_to(webhook, headers, body).await
    }

    async fn post_to(&self, webhook: &Webhook, headers: HeaderMap, body: Vec<u8>) -> Result<(), SendError> {
        let url = self.outbound.check(&webhook.url)?;
        self.outbound.post(&url, headers, body).await
    }
}

/// The settings of people.
impl Notices {
    /// Returns the public key that a browser needs to show notices.
    pub fn key(&self) -> String {
        self.key.public()
    }

    /// Sets the webhook to which a person's notices are posted; `None` removes it.
    ///
    /// # Errors
    /// If notices are not sent to such an address, or the store fails.
    pub async fn set_webhook(&self, person: &str, to: Option<(&str, WebhookForm)>) -> Result<(), Fault> {
        let webhook = self.checked(to)?;
        Ok(self.store.write(Write::SetWebhook { person: person.to_owned(), webhook }).await?)
    }

    /// Returns a webhook, if notices may be sent to its address.
    fn checked(&self, to: Option<(&str, WebhookForm)>) -> Result<Option<Webhook>, Fault> {
        let checked = |(url, form): (&str, WebhookForm)| {
            let url = self.outbound.check(url.trim()).map_err(|error| Fault::bad(error.to_string()))?;
            Ok(Webhook { url: url.into(), form, trouble: None })
        };
        to.map(checked).transpose()
    }

    /// Posts a test message to a person's webhook.
    ///
    /// # Errors
    /// If there is no such place, it was tried just before, or it does not take it: what was wrong
    /// then.
    pub async fn try_webhook(&self, person: &str) -> Result<(), Fault> {
        let webhook = self.store.webhook(person).await?;
        let webhook =
            webhook.ok_or_else(|| Fault::new(Code::NotFound, t!("you have set no webhook; save one first")))?;
        self.may_try(person)?;
        let place = self.public_url().unwrap_or_default();
        let text = t!("This is how Undercroft tells you that it is your turn. {place}");
        let sent = self.post(&webhook, "Undercroft", text.trim_end()).await;
        self.note(person, webhook, sent.clone().err()).await?;
        sent.map_err(|error| Fault::new(Code::NotSent, error.to_string()))
    }

    fn may_try(&self, person: &str) -> Result<(), Fault> {
        let mut trials = self.trials.lock().unwrap_or_else(PoisonError::into_inner);
        trials.retain(|_, at| at.elapsed() < BETWEEN_TRIALS);
        if let Some(at) = trials.get(person) {
            let left = BETWEEN_TRIALS.saturating_sub(at.elapsed()).as_secs() + 1;
            let fault = Fault::new(Code::TooFast, t!("that was tried just now; again in {left} seconds"));
            return Err(Fault { wait: Some(left), ..fault });
        }
        trials.insert(person.to_owned(), Instant::now());
        Ok(())
    }

    /// Adds a browser that shows a person's notices.
    ///
    /// # Errors
    /// If its address or its keys are not such, or the store fails.
    pub async fn add_browser(&self, person: &str, browser: PushSubscription) -> Result<(), Fault> {
        self.outbound.check(&browser.endpoint).map_err(|error| Fault::bad(error.to_string()))?;
        if push::keys(&browser).is_none() {
            return Err(Fault::bad(t!(
                "the keys must be a point of the curve P-256 and 16 bytes, as a browser gives them"
            )));
        }
        let person = person.to_owned();
        Ok(self.store.write(Write::AddPush { person, subscription: browser, kept: BROWSERS }).await?)
    }

    /// Removes a browser that showed a person's notices.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn remove_browser(&self, person: &str, endpoint: String) -> Result<(), Fault> {
        Ok(self.store.write(Write::RemovePush { endpoint, person: Some(person.to_owned()) }).await?)
    }
}
