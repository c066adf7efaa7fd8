//! Notifications of waiting matches and of invitations: one of the visitor's own pages.

use maud::{Markup, html};
use model::{Webhook, WebhookForm};
use text::t;

use crate::{
    common::{form, shell},
    data::{Entered, Notice},
    people::deadlines,
};

/// The settings, and the result of the last change.
#[derive(Clone, Default, Debug)]
pub struct NoticesInfo {
    /// The address to which the server posts notifications.
    pub webhook: Option<Webhook>,
    /// Why the last notification could not be sent there, in words.
    pub trouble: Option<String>,
    /// The absolute address of the calendar of their deadlines.
    pub calendar: Option<String>,
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
        (deadlines::section(info.calendar.as_deref()))
    }
}

fn webhook(info: &NoticesInfo, entered: &Entered) -> Markup {
    webhook_form(&WebhookFields {
        at: "/me/notices",
        legend: t!("In a chat"),
        about: t!(
            "A line is posted to a webhook of yours once a match with others has waited for you for a minute and you are not at its table."
        ),
        set: info.webhook.as_ref(),
        trouble: info.trouble.as_deref().filter(|_| info.notice.is_none()),
        entered,
        main: true,
        does: ["save", "test", "remove"],
    })
}

/// The content of a form that sets a webhook.
pub(crate) struct WebhookFields<'a> {
    /// The address to which the form is sent.
    pub(crate) at: &'a str,
    /// Its title.
    pub(crate) legend: &'a str,
    /// The explanation of what is posted.
    pub(crate) about: &'a str,
    /// The present webhook.
    pub(crate) set: Option<&'a Webhook>,
    /// Why the last notice could not be sent, in words, unless another message says so.
    pub(crate) trouble: Option<&'a str>,
    /// The values that the visitor has typed, if the form was refused.
    pub(crate) entered: &'a Entered,
    /// Whether its first button is the main one of the page.
    pub(crate) main: bool,
    /// The values of `do` that save, test and remove the webhook.
    pub(crate) does: [&'static str; 3],
}

/// Returns the form of a webhook. It says why the last notification could not be sent, unless
/// another message says so already.
pub(crate) fn webhook_form(fields: &WebhookFields) -> Markup {
    let &WebhookFields { at, set, entered, does: [save, test, remove], .. } = fields;
    let usual = set.map_or(WebhookForm::Discord, |webhook| webhook.form);
    let chosen = WebhookForm::named(entered.value(at, "form", usual.name())).unwrap_or(usual);
    let wrong = entered.error(at, "url");
    let trouble = fields.trouble.filter(|_| wrong.is_none());
    html! {
        form.settings method="post" action=(at) {
            fieldset {
                legend { (fields.legend) }
                p.quiet { (fields.about) }
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
                    button.primary[fields.main] name="do" value=(save) { (t!("Save")) }
                    button name="do" value=(test) { (t!("Save and send a test")) }
                    @if set.is_some() { button name="do" value=(remove) formnovalidate { (t!("Remove")) } }
                }
            }
        }
    }
}

fn service(form: WebhookForm) -> &'static str {
    match form {
        WebhookForm::Discord => "Discord",
        WebhookForm::Slack => t!("Slack, Mattermost and others"),
        WebhookForm::Json => t!("Plain JSON, as Gotify takes"),
    }
}
