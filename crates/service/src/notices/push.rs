//! Web Push: notices through the push service of a person's browser, which cannot read them. The
//! server signs with its own key (VAPID), and encrypts for the browser.

use data_encoding::BASE64URL_NOPAD;
use http::{HeaderMap, HeaderValue, Uri, header};
use p256::{
    PublicKey,
    ecdsa::{Signature, SigningKey, signature::Signer},
};
use serde_json::json;
use store::{PushSubscription, now};
use url::Url;
use web_push_native::{Auth, WebPushBuilder};

use super::Notice;
use crate::key::HallKey;

/// How long the push service tries to reach a browser, in seconds.
const KEPT: i64 = 12 * 60 * 60;

/// The key by which push services know the server.
pub(super) struct PushKey(SigningKey);

impl PushKey {
    /// Derives the key from the secret of the server.
    pub(super) fn of(key: &HallKey) -> PushKey {
        let mut candidates = (0_u8..).map(|n| key.derived(&format!("web push {n}")));
        // All but one in four thousand million numbers of 256 bits are keys of the curve.
        let found = candidates.find_map(|bytes| SigningKey::from_slice(&bytes).ok());
        PushKey(found.expect("not 256 numbers in a row are too large"))
    }

    /// Returns the public part, as browsers want it.
    pub(super) fn public(&self) -> String {
        BASE64URL_NOPAD.encode(self.0.verifying_key().to_encoded_point(false).as_bytes())
    }

    /// Returns the header that proves to a push service that this server is the sender.
    fn authorization(&self, endpoint: &Url, public_url: Option<&str>) -> String {
        let mut claims = json!({ "aud": endpoint.origin().ascii_serialization(), "exp": now() / 1000 + KEPT });
        if let Some(url) = public_url.filter(|url| url.starts_with("https://")) {
            claims["sub"] = url.into();
        }
        let part = |value: serde_json::Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
        let signed = format!("{}.{}", part(json!({ "typ": "JWT", "alg": "ES256" })), part(claims));
        let signature: Signature = self.0.sign(signed.as_bytes());
        format!("vapid t={signed}.{}, k={}", BASE64URL_NOPAD.encode(&signature.to_bytes()), self.public())
    }

    /// Returns a notice as a push service accepts it.
    pub(super) fn message(
        &self,
        to: &PushSubscription,
        endpoint: &Url,
        notice: &Notice,
        public_url: Option<&str>,
    ) -> Option<(HeaderMap, Vec<u8>)> {
        let text = json!({
            "title": notice.title(),
            "body": notice.text(),
            "tag": notice.tag(),
            "url": notice.path(),
        });
        let (key, auth) = keys(to)?;
        let uri: Uri = endpoint.as_str().parse().ok()?;
        let (head, body) = WebPushBuilder::new(uri, key, auth).build(text.to_string()).ok()?.into_parts();
        let mut headers = head.headers;
        headers.insert(header::AUTHORIZATION, self.authorization(endpoint, public_url).parse().ok()?);
        // A later turn of the same match replaces a notice that has not reached the browser yet.
        headers.insert("topic", HeaderValue::from_str(&notice.table).ok()?);
        Some((headers, body))
    }
}

/// Returns the keys of a browser, if they are valid.
pub(super) fn keys(of: &PushSubscription) -> Option<(PublicKey, Auth)> {
    let auth: [u8; 16] = of.auth.as_slice().try_into().ok()?;
    Some((PublicKey::from_sec1_bytes(&of.key).ok()?, Auth::from(auth)))
}

#[cfg(test)]
mod tests {
    use p256::{SecretKey, ecdsa::signature::Verifier};

    use super::*;
    use crate::notices::Reason;

    #[test]
    fn a_browser_can_read_what_only_this_hall_can_have_sent() {
        let dir = tempfile::tempdir().unwrap();
        let secret = HallKey::read_or_make(dir.path()).unwrap();
        let key = PushKey::of(&secret);
        assert_eq!(key.public(), PushKey::of(&secret).public(), "it is the same after a restart");
        let browser = SecretKey::from_slice(&[7; 32]).unwrap();
        let to = PushSubscription {
            endpoint: "https://push.example.net/abc".into(),
            key: browser.public_key().to_sec1_bytes().into(),
            auth: vec![9; 16],
        };
        let notice =
            Notice { game: "Gloombah!".into(), why: Reason::Turn(vec!["Ben".into()]), table: "abcdefghjk".into() };
        let endpoint = Url::parse(&to.endpoint).unwrap();
        let (headers, body) = key.message(&to, &endpoint, &notice, Some("https://hall.example.org")).unwrap();
        let text = web_push_native::decrypt(body, &browser, &Auth::from([9; 16])).unwrap();
        let text: serde_json::Value = serde_json::from_slice(&text).unwrap();
        assert_eq!((&text["title"], &text["url"]), (&json!("Your turn: Gloombah!"), &json!("/tables/abcdefghjk")));
        assert_eq!(
            (&headers["content-encoding"], &headers["topic"]),
            (&"aes128gcm".parse::<HeaderValue>().unwrap(), &"abcdefghjk".parse::<HeaderValue>().unwrap())
        );

        let proof = headers[header::AUTHORIZATION].to_str().unwrap().strip_prefix("vapid t=").unwrap();
        let (token, public) = proof.split_once(", k=").unwrap();
        assert_eq!(public, key.public());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let signature = Signature::from_slice(&BASE64URL_NOPAD.decode(signature.as_bytes()).unwrap()).unwrap();
        key.0.verifying_key().verify(signed.as_bytes(), &signature).unwrap();
        let claims = BASE64URL_NOPAD.decode(signed.split_once('.').unwrap().1.as_bytes()).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(
            (&claims["aud"], &claims["sub"]),
            (&json!("https://push.example.net"), &json!("https://hall.example.org"))
        );
        let left = claims["exp"].as_i64().unwrap() - now() / 1000;
        assert!((1..=24 * 3600).contains(&left), "makers refuse more than a day: {left}");
    }
}
