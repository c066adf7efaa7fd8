//! Requests that the server sends to others. They are short, go only to checked addresses, follow
//! no redirects, and read only the status of the answer.
//!
//! An address is looked up once, checked, and connected to, so a name that a stranger chose cannot
//! lead into the server's own network.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::{client::conn::http1, rt};
use hyper_util::rt::TokioIo;
use serde::{Deserialize, Serialize};
use serde_json::json;
use text::t;
use tokio::{net::TcpStream, sync::Semaphore};
use tokio_rustls::{
    TlsConnector,
    rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName},
};
use url::Url;

use super::{Reach, address::is_public};

/// How long a request may take, from the lookup of the name to the status of the answer.
const PATIENCE: Duration = Duration::from_secs(8);
/// How many names are looked up at once. A lookup needs a thread that passwords and pictures need
/// too, and cannot be ended early.
const LOOKUPS: usize = 32;
/// The maximal length of the head of an answer, in bytes.
const LONGEST_HEAD: usize = 16 * 1024;

/// Why a request was not sent, or not answered as wanted. It is displayed in the present language.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SendError {
    /// The address is not one to which notices are sent.
    #[error("{}", t!("the address must be an https:// link without a port, a name or a password in it"))]
    BadAddress,
    /// The name leads to a network to which the server sends nothing.
    #[error("{}", t!("the address leads into a private network; the hall sends notices to the public internet alone"))]
    Private,
    /// There was no connection, or it broke.
    #[error("{}", t!("{host} could not be reached"))]
    Unreachable {
        /// The name in the address.
        host: String,
    },
    /// The answer was not a success.
    #[error("{}", t!("{host} answered {status}", status = status.to_string()))]
    Answered {
        /// The name in the address.
        host: String,
        /// The status of the answer.
        #[serde(with = "status")]
        status: StatusCode,
    },
}

/// Serializes a status as its number.
mod status {
    use http::StatusCode;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(status: &StatusCode, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u16(status.as_u16())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<StatusCode, D::Error> {
        StatusCode::from_u16(u16::deserialize(from)?).map_err(D::Error::custom)
    }
}

impl SendError {
    /// Returns the error as it is stored: the same in every language.
    pub(super) fn kept(&self) -> String {
        json!(self).to_string()
    }

    /// Reads a stored error; returns `None` for a sentence, which earlier versions stored.
    pub(super) fn read(kept: &str) -> Option<SendError> {
        serde_json::from_str(kept).ok()
    }

    /// Returns whether the same request may succeed a little later.
    pub(super) fn may_pass(&self) -> bool {
        match self {
            SendError::BadAddress | SendError::Private => false,
            SendError::Unreachable { .. } => true,
            SendError::Answered { status, .. } => status.is_server_error() || *status == StatusCode::TOO_MANY_REQUESTS,
        }
    }

    /// Returns whether the target will never accept anything again.
    pub(super) fn is_gone(&self) -> bool {
        matches!(self, SendError::Answered { status: StatusCode::NOT_FOUND | StatusCode::GONE, .. })
    }
}

/// A client for requests to others.
#[derive(Clone)]
pub(super) struct Outbound {
    reach: Reach,
    tls: TlsConnector,
    lookups: Arc<Semaphore>,
}

impl Outbound {
    pub(super) fn new(reach: Reach) -> Outbound {
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("ring has the protocols that rustls calls safe")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Outbound { reach, tls: TlsConnector::from(Arc::new(config)), lookups: Arc::new(Semaphore::new(LOOKUPS)) }
    }

    /// Parses an address, and checks that requests may be sent to it.
    ///
    /// # Errors
    /// If not.
    pub(super) fn check(&self, text: &str) -> Result<Url, SendError> {
        let url = Url::parse(text).map_err(|_| SendError::BadAddress)?;
        let plain = url.username().is_empty() && url.password().is_none() && url.host_str().is_some();
        let wanted = match &self.reach {
            Reach::Public(own) if own.is_empty() => is_plain(&url),
            Reach::Public(_) => matches!(url.scheme(), "https" | "http"),
            Reach::Anywhere => is_plain(&url) || url.scheme() == "http",
        };
        if plain && wanted { Ok(url) } else { Err(SendError::BadAddress) }
    }

    /// Posts a body. Any status but success is an error, even a redirect, because it could lead
    /// anywhere.
    ///
    /// # Errors
    /// If it was not sent, or not taken.
    pub(super) async fn post(&self, url: &Url, headers: HeaderMap, body: Vec<u8>) -> Result<(), SendError> {
        let host = url.host_str().unwrap_or_default();
        let answered = tokio::time::timeout(PATIENCE, self.exchange(url, headers, body)).await;
        let status = answered.map_err(|_| SendError::Unreachable { host: host.to_owned() })??;
        if status.is_success() { Ok(()) } else { Err(SendError::Answered { host: host.to_owned(), status }) }
    }

    async fn exchange(&self, url: &Url, headers: HeaderMap, body: Vec<u8>) -> Result<StatusCode, SendError> {
        let host = url.host_str().ok_or(SendError::BadAddress)?;
        let broken = || SendError::Unreachable { host: host.to_owned() };
        let stream = TcpStream::connect(self.resolve(url).await?.as_slice()).await.map_err(|_| broken())?;
        if url.scheme() == "http" {
            return ask(stream, url, headers, body).await.ok_or_else(broken);
        }
        let name = ServerName::try_from(host.trim_matches(['[', ']']).to_owned()).map_err(|_| SendError::BadAddress)?;
        let stream = self.tls.connect(name, stream).await.map_err(|_| broken())?;
        ask(stream, url, headers, body).await.ok_or_else(broken)
    }

    /// Returns the checked addresses of a name. It is looked up once, and the connection uses
    /// exactly the checked addresses: a name that resolves differently the second time gains
    /// nothing.
    async fn resolve(&self, url: &Url) -> Result<Vec<SocketAddr>, SendError> {
        let host = url.host_str().ok_or(SendError::BadAddress)?;
        let port = url.port_or_known_default().ok_or(SendError::BadAddress)?;
        let broken = || SendError::Unreachable { host: host.to_owned() };
        let permit = self.lookups.clone().acquire_owned().await.map_err(|_| broken())?;
        let name = host.trim_matches(['[', ']']).to_owned();
        // A separate task holds the permit for as long as the lookup lasts, which may be longer
        // than the caller waits.
        let found = tokio::spawn(async move {
            let found = tokio::net::lookup_host((name, port)).await.map(Vec::from_iter);
            drop(permit);
            found
        });
        let found = found.await.ok().and_then(Result::ok).ok_or_else(broken)?;
        let Reach::Public(own) = &self.reach else { return Ok(found) };
        let is_own = |address: &SocketAddr| own.iter().any(|network| network.contains(&address.ip()));
        let public = |address: &SocketAddr| is_own(address) || is_public(address.ip());
        match is_plain(url) {
            true if found.iter().all(public) => Ok(found),
            true => Err(SendError::Private),
            false if found.iter().all(is_own) => Ok(found),
            false => Err(SendError::BadAddress),
        }
    }
}

/// Returns whether an address is one of TLS at its usual port.
fn is_plain(url: &Url) -> bool {
    url.scheme() == "https" && url.port().is_none()
}

/// Sends a request over a connection, and returns the status of the answer, if one comes.
async fn ask<S>(stream: S, url: &Url, headers: HeaderMap, body: Vec<u8>) -> Option<StatusCode>
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
    TokioIo<S>: rt::Read + rt::Write,
{
    let target = &url[url::Position::BeforePath..url::Position::AfterQuery];
    let mut request = Request::post(target).body(Full::new(Bytes::from(body))).ok()?;
    *request.headers_mut() = headers;
    let host = &url[url::Position::BeforeHost..url::Position::AfterPort];
    request.headers_mut().insert(header::HOST, HeaderValue::from_str(host).ok()?);
    request.headers_mut().insert(header::USER_AGENT, HeaderValue::from_static("undercroft"));
    let (mut sender, connection) =
        http1::Builder::new().max_buf_size(LONGEST_HEAD).handshake(TokioIo::new(stream)).await.ok()?;
    let mut answer = std::pin::pin!(sender.send_request(request));
    let response = tokio::select! {
        response = &mut answer => response,
        // The connection may end with the answer.
        _ = connection => answer.await,
    };
    Some(response.ok()?.status())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_went_wrong_is_kept_without_a_language() {
        let host = || "chat.example.org".to_owned();
        for error in [
            SendError::BadAddress,
            SendError::Private,
            SendError::Unreachable { host: host() },
            SendError::Answered { host: host(), status: StatusCode::SERVICE_UNAVAILABLE },
        ] {
            let kept = translations::german().speak(|| error.kept());
            assert_eq!((&kept, SendError::read(&kept)), (&error.kept(), Some(error)));
        }
        assert_eq!(SendError::read("chat.example.org could not be reached"), None);
    }

    #[tokio::test]
    async fn nothing_is_sent_into_a_private_network_by_any_spelling() {
        let outbound = Outbound::new(Reach::Public(Vec::new()));
        let refused = [
            "http://example.com/hook",
            "https://example.com:8443/hook",
            "https://ada:secret@example.com/hook",
            "file:///etc/passwd",
            "hook",
        ];
        for text in refused {
            assert_eq!(outbound.check(text), Err(SendError::BadAddress), "{text}");
        }
        let private = [
            "https://127.0.0.1/hook",
            "https://localhost/hook",
            "https://2130706433/hook",
            "https://0x7f.1/hook",
            "https://[::1]/hook",
            "https://[::ffff:10.0.0.1]/hook",
            "https://169.254.169.254/latest/meta-data",
            "https://192.168.1.1/",
            "https://[fd00:ec2::254]/",
        ];
        for text in private {
            let url = outbound.check(text).unwrap();
            assert_eq!(outbound.post(&url, HeaderMap::new(), Vec::new()).await, Err(SendError::Private), "{text}");
        }
        assert!(outbound.check("https://example.com/hook?a=1").is_ok());
    }

    #[tokio::test]
    async fn an_operator_opens_a_network_of_their_own() {
        let outbound = Outbound::new(Reach::Public(vec!["127.0.0.0/8".parse().unwrap()]));
        let post = async |text: &str| {
            let url = outbound.check(text).unwrap();
            outbound.post(&url, HeaderMap::new(), Vec::new()).await
        };
        let unreachable = Err(SendError::Unreachable { host: "127.0.0.1".into() });
        assert_eq!(post("http://127.0.0.1:1/hook").await, unreachable, "it is tried");
        assert_eq!(post("http://10.0.0.1/hook").await, Err(SendError::BadAddress));
        assert_eq!(post("https://10.0.0.1/hook").await, Err(SendError::Private));
        assert_eq!(outbound.check("ftp://127.0.0.1/hook"), Err(SendError::BadAddress));
    }

    #[tokio::test]
    async fn whoever_does_not_speak_tls_is_told_nothing() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut heard = vec![0; 1024];
            let count = tokio::io::AsyncReadExt::read(&mut stream, &mut heard).await.unwrap();
            heard.truncate(count);
            heard
        });
        let outbound = Outbound::new(Reach::Anywhere);
        let url = Url::parse(&format!("https://localhost:{port}/secret-path")).unwrap();
        let sent = outbound.post(&url, HeaderMap::new(), b"secret".to_vec()).await;
        assert_eq!(sent, Err(SendError::Unreachable { host: "localhost".into() }));
        let heard = heard.await.unwrap();
        assert!(!heard.windows(6).any(|bytes| bytes == b"secret") && heard[0] == 0x16, "the first record is TLS");
    }
}
