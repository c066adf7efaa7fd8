//! Notices in a chat: the messages that are posted to a webhook.

use http::{HeaderMap, HeaderValue, header};
use serde_json::{Value, json};

use store::WebhookForm;

/// Returns a text in the format of a service. Names in it mention nobody: neither service may
/// interpret them as its own markup.
pub(super) fn message(form: WebhookForm, text: &str) -> (HeaderMap, Vec<u8>) {
    let body = match form {
        WebhookForm::Discord => json!({ "content": text, "allowed_mentions": { "parse": [] } }),
        WebhookForm::Slack => json!({ "text": escaped(text) }),
    };
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    (HeaderMap::from_iter([kind]), Value::to_string(&body).into_bytes())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_calls_nobody_in_the_chat() {
        let body = |form, text| -> Value { serde_json::from_slice(&message(form, text).1).unwrap() };
        let discord = body(WebhookForm::Discord, "with @everyone");
        assert_eq!(discord, json!({ "content": "with @everyone", "allowed_mentions": { "parse": [] } }));
        assert_eq!(body(WebhookForm::Slack, "with <!channel>"), json!({ "text": "with &lt;!channel&gt;" }));
    }
}
