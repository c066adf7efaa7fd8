//! The address at which people reach the server from outside.

use std::{fmt, str::FromStr};

use http::Uri;

/// The address at which people reach the server, such as `https://games.example.org`. Links that
/// are sent to others begin with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// Returns whether the server is reached by TLS alone.
    pub fn is_secure(&self) -> bool {
        self.0.starts_with("https://")
    }

    /// Returns the address without a slash at its end.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The error for a text that is not such an address.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "it must be http:// or https:// with a name and perhaps a port, and no path, such as https://games.example.org"
)]
pub struct BadPublicUrl;

impl FromStr for PublicUrl {
    type Err = BadPublicUrl;

    fn from_str(text: &str) -> Result<PublicUrl, BadPublicUrl> {
        let uri: Uri = text.parse().map_err(|_| BadPublicUrl)?;
        let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https")).ok_or(BadPublicUrl)?;
        let host = uri.authority().filter(|host| !host.as_str().contains('@')).ok_or(BadPublicUrl)?;
        match matches!(uri.path(), "" | "/") && uri.query().is_none() {
            true => Ok(PublicUrl(format!("{scheme}://{host}"))),
            false => Err(BadPublicUrl),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_scheme_and_a_host() {
        let read = |text: &str| text.parse::<PublicUrl>();
        assert_eq!(read("https://hall.example.org/").unwrap().as_str(), "https://hall.example.org");
        assert!(read("https://hall.example.org:8443").unwrap().is_secure());
        assert!(!read("http://hall.example.org").unwrap().is_secure());
        for bad in ["", "hall.example.org", "ftp://a", "https://a/hall", "https://a?b", "https://me@a", "https://"] {
            assert_eq!(read(bad), Err(BadPublicUrl), "{bad}");
        }
    }
}
