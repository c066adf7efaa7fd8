//! All addresses of the server, for tests and measurements that visit each one.
//!
//! `axum` has no list of its routes; its debug text of a router has each route's path and methods.
//! A test compares the list with known addresses, so that a release of `axum` with another text is
//! noticed.

use axum::Router;

/// An address: a method and a path with gaps, such as `GET /tables/{id}`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Address {
    /// The path, with gaps in braces.
    pub path: String,
    /// The method, in capitals.
    pub method: &'static str,
}

/// The methods as the router's debug text and as requests name them.
const METHODS: [(&str, &str); 5] =
    [("get: ", "GET"), ("post: ", "POST"), ("put: ", "PUT"), ("delete: ", "DELETE"), ("patch: ", "PATCH")];

/// Returns the addresses of a router, by path.
pub(crate) fn of(router: &Router) -> Vec<Address> {
    let shown = format!("{router:?}");
    let Some((routes, paths)) = shown.split_once("node: Node { paths: {") else { return Vec::new() };
    let paths = paths.split("fallback_router").next().unwrap_or_default();
    let entries = paths.split("RouteId(").skip(1);
    let mut addresses: Vec<Address> = entries.flat_map(|entry| of_route(routes, entry)).collect();
    addresses.sort();
    addresses
}

/// Returns the addresses of a route: `entry` is its number, then its path in quotation marks.
fn of_route(routes: &str, entry: &str) -> Vec<Address> {
    let (number, rest) = entry.split_once(')').unwrap_or_default();
    let path = rest.split('"').nth(1).unwrap_or_default();
    let handlers = routes.split_once(&format!("RouteId({number}): MethodRouter(")).map_or("", |(_, rest)| rest);
    let handlers = handlers.split("fallback: ").next().unwrap_or_default();
    let answered = METHODS
        .iter()
        .filter(|(name, _)| handlers.split_once(name).is_some_and(|(_, handler)| !handler.starts_with("None")));
    answered.map(|(_, method)| Address { path: path.to_owned(), method }).collect()
}
