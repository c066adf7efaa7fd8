//! Notifications of waiting matches and of invitations: one of the visitor's own pages.

use maud::{Markup, html};
use model::{Webhook, WebhookForm};
use text::t;

use crate::{
    common::{form, shell},
    data::{Entered, Notice},
};

/// The settings, and the result of the last change.
#[derive(Clone, Default, Debug)]
pub struct NoticesInfo {
    /// The address to which the server posts notifications.
    pub webhook: Option<Webhook>,
    /// Why the last notification could not be sent there, in words.
    pub trouble: Option<String>,
    /// A message to show first.
    pub notice: Option<Notice>,
}

/// Returns the section. Notifications of the device itself need scripts, so scripts show that part.
pub(crate) fn section(info: &NoticesInfo, entered: &Entered) -> Markup {
    html! {
        section.column.told aria-labelledby="notices" {
            h2 #notices { (t!("When it is your turn, or somebody invites you")) }
            p.quiet { (t!("Every page of the hall counts the matches that wait for you, beside your name.")) }
            (shell::notice(info.notice.as_ref()))
            div.on-device hidden {
                fieldset {
                    legend { (t!("On this device")) }
                    label.choice { input #notify type="checkbox"; span { (t!("Notify me when it is my turn, while a \
                     page of the hall is open in the background")) } }
                    label.choice hidden { input #push type="checkbox"; span { (t!("Notify me even while the hall is \
                     closed, when a match has waited for me for a minute")) } }
                    p #notify-said.quiet role="status" {}
                }
            }
            (webhook(info, entered))
        }
    }
}

/// Returns the form of the webhook. It says why the last notification could not be sent, unless
/// another message says so already.
fn webhook(info: &NoticesInfo, entered: &Entered) -> Markup {
    let (at, set) = ("/me/notices", info.webhook.as_ref());
    let usual = set.map_or(WebhookForm::Discord, |webhook| webhook.form);
    let chosen = WebhookForm::named(entered.value(at, "form", usual.name())).unwrap_or(usual);
    let wrong = entered.error(at, "url");
    let trouble = info.trouble.as_deref().filter(|_| info.notice.is_none() && wrong.is_none());
    html! {
        form.settings method="post" action=(at) {
            fieldset {
                legend { (t!("In a chat")) }
                p.quiet { (t!("A line is posted to a webhook of yours once a match with others has waited for you for a minute and you are not at its table.")) }
                @if let Some(trouble) = trouble {
                    p.notice.error { (t!("The last one could not be sent: {trouble}.")) }
                }
                div.option {
                    label for="webhook" { (t!("Webhook")) }
                    input #webhook name="url" type="url" required inputmode="url" autocomplete="off" maxlength="2000"
                        placeholder="https://…" value=(entered.value(at, "url", set.map_or("", |webhook| webhook.url.as_str())))
                        aria-invalid=[wrong.map(|_| "true")] aria-describedby=[form::described("webhook", wrong)];
                    (form::error("webhook", wrong))
                }
                div.segments role="group" aria-label=(t!("Which service takes it")) {
                    @for form in WebhookForm::ALL {
                        label { input type="radio" name="form" value=(form.name()) checked[form == chosen]; span { (service(form)) } }
                    }
                }
                div.inline {
                    button.primary name="do" value="save" { (t!("Save")) }
                    button name="do" value="test" { (t!("Save and send a test")) }
                    @if set.is_some() { button name="do" value="remove" formnovalidate { (t!("Remove")) } }
                }
            }
        }
    }
}

fn service(form: WebhookForm) -> &'static str {
    match form {
        WebhookForm::Discord => "Discord",
        WebhookForm::Slack => t!("Slack, Mattermost and others"),
    }
}
