//! Notices in a chat: the messages that are posted to a webhook.

use http::{HeaderMap, HeaderValue, header};
use serde_json::{Value, json};

use store::{DueMember, WebhookForm};

/// A message with the headers of its request.
type Message = (HeaderMap, Vec<u8>);

/// A notice that names the people who are due.
pub(super) struct Call<'a> {
    /// The title.
    pub(super) title: &'a str,
    /// The people.
    pub(super) due: &'a [DueMember],
    /// The address of the table, if that of the server is known.
    pub(super) url: Option<&'a str>,
}

/// Returns a text in the format of a service. Names in it mention nobody: no service may interpret
/// them as its own markup.
pub(super) fn message(form: WebhookForm, title: &str, text: &str) -> Message {
    posted(match form {
        WebhookForm::Discord => json!({ "content": text, "allowed_mentions": { "parse": [] } }),
        WebhookForm::Slack => json!({ "text": escaped(text) }),
        WebhookForm::Json => json!({ "title": title, "message": text }),
    })
}

/// Returns a notice in the format of a service, which mentions the people who are due. `line` puts
/// their names into the text.
pub(super) fn call(form: WebhookForm, call: &Call, line: impl Fn(&str) -> String) -> Message {
    let names: Vec<String> =
        call.due.iter().map(|one| mention(form, one).unwrap_or_else(|| plain(form, one))).collect();
    let text = line(&kernel::listed(&names));
    posted(match form {
        WebhookForm::Discord => {
            let ids = call.due.iter().filter(|one| is_number(&one.mention)).map(|one| one.mention.as_str());
            json!({ "content": text, "allowed_mentions": { "parse": [], "users": ids.collect::<Vec<_>>() } })
        }
        WebhookForm::Slack => json!({ "text": text }),
        WebhookForm::Json => {
            let due = call.due.iter().map(|one| json!({ "name": one.name, "mention": one.mention }));
            let due = due.collect::<Vec<_>>();
            json!({ "title": call.title, "message": text, "url": call.url, "due": due })
        }
    })
}

fn posted(body: Value) -> Message {
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    (HeaderMap::from_iter([kind]), Value::to_string(&body).into_bytes())
}

/// Returns the words by which a service mentions a person. Discord needs a number, Slack an id such
/// as `U012AB3CD`; services that take the same form, such as Mattermost, need a name.
fn mention(form: WebhookForm, one: &DueMember) -> Option<String> {
    let id = one.mention.as_str();
    match form {
        WebhookForm::Discord => is_number(id).then(|| format!("<@{id}>")),
        WebhookForm::Slack if is_of_slack(id) => Some(format!("<@{id}>")),
        WebhookForm::Slack => (!id.is_empty()).then(|| format!("@{id}")),
        WebhookForm::Json => None,
    }
}

fn plain(form: WebhookForm, one: &DueMember) -> String {
    match form {
        WebhookForm::Slack => escaped(&one.name),
        WebhookForm::Discord | WebhookForm::Json => one.name.clone(),
    }
}

fn is_number(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_of_slack(id: &str) -> bool {
    let rest = id.strip_prefix(['U', 'W']);
    rest.is_some_and(|rest| {
        rest.len() > 6 && rest.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
    })
}

/// Returns a text in which Slack reads no markup, and Mattermost no mention: an invisible space
/// follows each `@`.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('@', "@\u{200b}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body((_, body): Message) -> Value {
        serde_json::from_slice(&body).unwrap()
    }

    #[test]
    fn a_name_calls_nobody_in_the_chat() {
        let body = |form, text| body(message(form, "Undercroft", text));
        let discord = body(WebhookForm::Discord, "with @everyone");
        assert_eq!(discord, json!({ "content": "with @everyone", "allowed_mentions": { "parse": [] } }));
        assert_eq!(body(WebhookForm::Slack, "with <!channel>"), json!({ "text": "with &lt;!channel&gt;" }));
        assert_eq!(body(WebhookForm::Slack, "with @all"), json!({ "text": "with @\u{200b}all" }));
        assert_eq!(body(WebhookForm::Json, "with @all"), json!({ "title": "Undercroft", "message": "with @all" }));
    }

    #[test]
    fn people_who_are_due_are_mentioned_as_the_service_does() {
        let due = |name: &str, mention: &str| DueMember {
            group: String::new(),
            table: String::new(),
            game: String::new(),
            person: String::new(),
            name: name.into(),
            mention: mention.into(),
            since: 0,
        };
        let all = [due("Ada", "1234"), due("@here", ""), due("Cleo", "cleo"), due("Dan", "U012AB3CD")];
        let body = |form| {
            let of = Call { title: "Gloombah!", due: &all, url: Some("https://hall.example.org/tables/a") };
            body(call(form, &of, |names| format!("Due: {names}")))
        };
        let discord = body(WebhookForm::Discord);
        assert_eq!(discord["content"], "Due: <@1234>, @here, Cleo and Dan");
        assert_eq!(discord["allowed_mentions"], json!({ "parse": [], "users": ["1234"] }));
        assert_eq!(body(WebhookForm::Slack)["text"], "Due: @1234, @\u{200b}here, @cleo and <@U012AB3CD>");
        let json = body(WebhookForm::Json);
        assert_eq!((&json["title"], &json["message"]), (&json!("Gloombah!"), &json!("Due: Ada, @here, Cleo and Dan")));
        assert_eq!(json["due"][3], json!({ "name": "Dan", "mention": "U012AB3CD" }));
    }
}
