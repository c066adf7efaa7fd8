//! The addresses to which the server sends notices: those on the public internet, and none in the
//! server's own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns whether an address belongs to the public internet. A person who names an address for the
/// server could otherwise reach targets that only its network can: a router, a database, a cloud's
/// metadata.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = matches!(
        (a, b, c),
        (0 | 10 | 127, ..) // this network, private, loopback
            | (100, 64..=127, _) // shared by customers of a provider
            | (169, 254, _) // link-local, and the metadata of clouds
            | (172, 16..=31, _)
            | (192, 168, _)
            | (192, 0, 0 | 2) // protocols, documentation
            | (192, 88, 99) // relays to IPv6
            | (198, 18 | 19, _) // benchmarks
            | (198, 51, 100)
            | (203, 0, 113) // documentation
            | (224.., ..) // multicast, reserved, broadcast
    );
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(inner) = address.to_ipv4_mapped() {
        return is_public_v4(inner);
    }
    let [a, b, c, ..] = address.segments();
    match (a, b) {
        // Addresses that lead to one of IPv4: translated, and tunnelled.
        (0x64, 0xff9b) => {
            let [.., high, low] = address.segments();
            c == 0 && is_public_v4(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)))
        }
        (0x2002, _) => is_public_v4(Ipv4Addr::from(u32::from(b) << 16 | u32::from(c))),
        // Protocols and tunnels; documentation.
        (0x2001, 0..=0x1ff | 0xdb8) => false,
        (0x3fff, 0..=0xfff) => false,
        (0x2000..=0x3fff, _) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_public_internet_are_public() {
        let public = |text: &str| is_public(text.parse().unwrap());
        for text in ["1.1.1.1", "100.63.0.1", "172.32.0.1", "192.0.1.1", "223.255.255.1", "2606:4700::1111"] {
            assert!(public(text), "{text}");
        }
        let inside = [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
        ];
        for text in inside {
            assert!(!public(text), "{text}");
            let mapped = format!("::ffff:{text}");
            assert!(!public(&mapped), "{mapped}");
            let translated = format!("64:ff9b::{text}");
            assert!(!public(&translated), "{translated}");
        }
        for text in [
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
            "fd00:ec2::254",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:7f00:1::",
            "64:ff9b:1::1",
        ] {
            assert!(!public(text), "{text}");
        }
        assert!(public("64:ff9b::1.1.1.1") && public("2002:101:101::1") && public("::ffff:1.1.1.1"));
    }
}
