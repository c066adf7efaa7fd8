//! The webhooks of groups, which mention the members for whom a match waits.

use std::{collections::BTreeMap, sync::Arc};

use store::{DueMember, GroupWrite, StoreError, Timestamp, Webhook, WebhookForm, now};
use text::{Language, t};

use super::{
    BATCH, LATE, Notices, game_title,
    outbound::SendError,
    webhook::{self, Call},
};
use crate::{
    fault::{Code, Fault},
    tables::{TableRegistry, groups},
};

impl Notices {
    /// Starts to mention all members for whom a match waits now: one message for each table.
    pub(super) async fn tell_groups(self: &Arc<Self>, registry: &TableRegistry) -> Result<(), StoreError> {
        let until = now() - self.rules.delay.as_millis() as Timestamp;
        let mut due: BTreeMap<(String, String), Vec<DueMember>> = BTreeMap::new();
        for one in self.store.due_members(now() - LATE, until, BATCH).await? {
            if registry.was_here_within(&one.table, &one.person, self.rules.delay).await? {
                continue;
            }
            match self.store.write(GroupWrite::Tell(one.clone()).into()).await {
                Ok(()) => due.entry((one.group.clone(), one.table.clone())).or_default().push(one),
                // The player has moved just now, or another process mentions them.
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        for ((group, table), due) in due {
            let Ok(permit) = self.on_their_way.clone().acquire_owned().await else { break };
            let notices = self.clone();
            tokio::spawn(async move {
                if let Err(error) = notices.call(&group, &table, &due).await {
                    tracing::warn!("a group could not be notified of table {table}: {error}");
                }
                drop(permit);
            });
        }
        Ok(())
    }

    /// Mentions these people, in the language of the group's owner.
    async fn call(&self, group: &str, table: &str, due: &[DueMember]) -> Result<(), StoreError> {
        let Some(known) = self.store.group(group).await? else { return Ok(()) };
        let Some(webhook) = self.store.group_webhook(group).await? else { return Ok(()) };
        let owner = self.store.person(&known.owner).await?;
        let language = owner.and_then(|owner| translations::named(&owner.language)).unwrap_or_else(Language::english);
        let url = self.public_url().map(|url| format!("{url}/tables/{table}"));
        let (headers, body) = language.speak(|| {
            let game = game_title(&self.roster, due.first().map_or("", |one| &one.game));
            let place = url.clone().unwrap_or_else(|| t!("table {table}"));
            let of = Call { title: &game, due, url: url.as_deref() };
            webhook::call(webhook.form, &of, |names| t!("{game}: it is the turn of {names}. {place}"))
        });
        let sent = self.tried(|| self.post_to(&webhook, headers.clone(), body.clone())).await;
        self.note_of_group(group, webhook, sent.err()).await
    }

    /// Stores the last error of a group's webhook, or its success, unless the webhook has been
    /// changed meanwhile.
    async fn note_of_group(&self, group: &str, used: Webhook, trouble: Option<SendError>) -> Result<(), StoreError> {
        let trouble = trouble.as_ref().map(SendError::kept);
        if trouble == used.trouble || self.store.group_webhook(group).await?.as_ref() != Some(&used) {
            return Ok(());
        }
        let webhook = Some(Webhook { trouble, ..used });
        self.store.write(GroupWrite::SetWebhook { group: group.to_owned(), webhook }.into()).await
    }

    /// Sets the webhook of a group; `None` removes it.
    ///
    /// # Errors
    /// If the person does not own the group, or notices are not sent to such an address.
    pub async fn set_group_webhook(&self, me: &str, group: &str, to: Option<(&str, WebhookForm)>) -> Result<(), Fault> {
        groups::of_owner(&self.store, me, group).await?;
        let webhook = self.checked(to)?;
        Ok(self.store.write(GroupWrite::SetWebhook { group: group.to_owned(), webhook }.into()).await?)
    }

    /// Posts a test message to the webhook of a group.
    ///
    /// # Errors
    /// If the person does not own the group, there is no webhook, it was tried just before, or it
    /// does not take the message.
    pub async fn try_group_webhook(&self, me: &str, group: &str) -> Result<(), Fault> {
        let known = groups::of_owner(&self.store, me, group).await?;
        let webhook = self.store.group_webhook(group).await?;
        let webhook =
            webhook.ok_or_else(|| Fault::new(Code::NotFound, t!("the group has no webhook; save one first")))?;
        self.may_try(group)?;
        let text = t!("This is how Undercroft tells {} whose turn it is.", known.name);
        let (headers, body) = webhook::message(webhook.form, &known.name, &text);
        let sent = self.post_to(&webhook, headers, body).await;
        self.note_of_group(group, webhook, sent.clone().err()).await?;
        sent.map_err(|error| Fault::new(Code::NotSent, error.to_string()))
    }
}
