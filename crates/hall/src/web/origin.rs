//! The origin of a request: the caller's address, and the address of the server to which it was
//! sent.

use std::net::{IpAddr, SocketAddr};

use axum::{
    extract::{ConnectInfo, FromRequestParts, Request},
    http::{HeaderMap, HeaderName, header, request::Parts},
};
use ipnet::IpNet;

use crate::PublicUrl;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The operator's settings of how people reach the server.
#[derive(Clone, Debug)]
pub(crate) struct PublicEndpoint {
    /// The server's address, if the operator sets one.
    pub(crate) public_url: Option<PublicUrl>,
    /// The proxies whose forwarding headers are trusted.
    pub(crate) proxies: Vec<IpNet>,
}

/// The origin of a request.
#[derive(Clone, Default, Debug)]
pub(super) struct Origin {
    /// The address of the server as the caller uses it, if it is known.
    pub(super) url: Option<String>,
    /// The caller's own address; unknown if there is no connection.
    pub(super) address: Option<IpAddr>,
}

impl Origin {
    /// Returns whether the caller reaches the server by TLS.
    pub(super) fn is_secure(&self) -> bool {
        self.url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }
}

impl<S: Sync> FromRequestParts<S> for Origin {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Origin, Self::Rejection> {
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}

impl PublicEndpoint {
    /// Returns the origin of a request.
    pub(super) fn origin_of(&self, request: &Request) -> Origin {
        let peer = request.extensions().get().map(|ConnectInfo(peer): &ConnectInfo<SocketAddr>| peer.ip());
        self.origin(peer, request.headers())
    }

    pub(super) fn origin(&self, peer: Option<IpAddr>, headers: &HeaderMap) -> Origin {
        let peer = peer.map(|peer| peer.to_canonical());
        let by_proxy = peer.is_some_and(|peer| self.trusts(peer));
        let address = if by_proxy { self.forwarded_for(headers).or(peer) } else { peer };
        let url = self.public_url.as_ref().map(ToString::to_string).or_else(|| {
            let host = headers.get(header::HOST)?.to_str().ok()?;
            let secure = by_proxy && headers.get(FORWARDED_PROTO).is_some_and(|proto| proto == "https");
            Some(format!("{}://{host}", if secure { "https" } else { "http" }))
        });
        Origin { url, address }
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.proxies.iter().any(|proxy| proxy.contains(&address))
    }

    /// Returns the last address in the list that is not one of our proxies. The caller may have
    /// made up the addresses before it.
    fn forwarded_for(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let lists = headers.get_all(FORWARDED_FOR).iter().filter_map(|list| list.to_str().ok());
        let all: Vec<&str> = lists.flat_map(|list| list.split(',')).map(str::trim).collect();
        for text in all.into_iter().rev() {
            // An invalid address ends the search: the list before it cannot be trusted.
            let address: IpAddr =
                text.parse::<IpAddr>().or_else(|_| text.parse().map(|at: SocketAddr| at.ip())).ok()?;
            let address = address.to_canonical();
            if !self.trusts(address) {
                return Some(address);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(proxies: &[&str], peer: &str, pairs: &[(&'static str, &'static str)]) -> Origin {
        let proxies = proxies.iter().map(|proxy| proxy.parse().unwrap()).collect();
        let headers = pairs.iter().map(|(name, value)| (name.parse::<HeaderName>().unwrap(), value.parse().unwrap()));
        let mut all = HeaderMap::new();
        for (name, value) in headers {
            all.append(name, value);
        }
        PublicEndpoint { public_url: None, proxies }.origin(Some(peer.parse().unwrap()), &all)
    }

    #[test]
    fn only_a_trusted_proxy_says_for_whom_it_asks() {
        let forged = [("host", "hall"), ("x-forwarded-for", "9.9.9.9"), ("x-forwarded-proto", "https")];
        let address = |origin: Origin| origin.address.unwrap().to_string();
        let stranger = origin(&["10.0.0.1/32"], "8.8.8.8", &forged);
        assert!(!stranger.is_secure());
        assert_eq!((address(stranger.clone()).as_str(), stranger.url.as_deref()), ("8.8.8.8", Some("http://hall")));
        let proxy = origin(&["10.0.0.1/32"], "10.0.0.1", &forged);
        assert!(proxy.is_secure());
        assert_eq!((address(proxy.clone()).as_str(), proxy.url.as_deref()), ("9.9.9.9", Some("https://hall")));
        assert_eq!(address(origin(&["10.0.0.1/32"], "::ffff:10.0.0.1", &forged)), "9.9.9.9");
        assert_eq!(address(origin(&["10.0.0.1/32"], "10.0.0.1", &[])), "10.0.0.1", "the proxy itself asks");
    }

    #[test]
    fn what_a_caller_adds_to_the_list_is_not_believed() {
        let address = |list| origin(&["10.0.0.0/8"], "10.0.0.1", &[("x-forwarded-for", list)]).address.unwrap();
        assert_eq!(address("1.1.1.1, 9.9.9.9, 10.2.3.4").to_string(), "9.9.9.9");
        assert_eq!(address("1.1.1.1, nonsense").to_string(), "10.0.0.1");
        assert_eq!(address("2001:db8::7").to_string(), "2001:db8::7");
        assert_eq!(address("10.9.9.9").to_string(), "10.0.0.1", "a proxy of ours asks for itself");
        let twice = [("x-forwarded-for", "1.1.1.1"), ("x-forwarded-for", "9.9.9.9")];
        assert_eq!(origin(&["10.0.0.0/8"], "10.0.0.1", &twice).address.unwrap().to_string(), "9.9.9.9");
    }
}
