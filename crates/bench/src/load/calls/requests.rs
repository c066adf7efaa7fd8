//! The requests to an address: the values of its gaps, and the body.

use anyhow::{Result, bail};
use hall::Address;
use serde_json::{Value, json};

use super::world::World;
use crate::html;

/// A request to send many times.
#[derive(Clone)]
pub(super) struct Visit {
    pub(super) method: &'static str,
    pub(super) path: String,
    pub(super) head: String,
    pub(super) body: String,
    /// Whether a new guest makes each call, because the call changes its session.
    pub(super) by_new_guest: bool,
    /// Whether the answer is a stream of events.
    pub(super) is_stream: bool,
}

/// The requests for an address: one for each game, or one for each kind of table, if that matters.
pub(super) fn visits(world: &World, address: &Address) -> Result<Vec<Visit>> {
    let own = ["/me", "/api/v1/me", "/api/v1/sessions"];
    let changes_caller =
        address.method != "GET" && own.iter().any(|own| address.path.starts_with(own)) && address.path != "/me/notices";
    let mut head = match address.path.starts_with("/api/v1/operator") {
        true => world.operator.clone(),
        false => world.head.clone(),
    };
    if address.method == "POST" && !address.path.starts_with("/api/") {
        head.push_str("Content-Type: application/x-www-form-urlencoded\r\n");
    }
    head.push_str("Accept-Encoding: gzip\r\n");
    let visit = |path: String| Visit {
        method: address.method,
        body: body(world, address, &path),
        head: head.clone(),
        by_new_guest: changes_caller,
        is_stream: address.path.ends_with("/events"),
        path,
    };
    Ok(paths(world, address)?.into_iter().map(visit).collect())
}

/// The paths of an address, with all its gaps filled.
fn paths(world: &World, address: &Address) -> Result<Vec<String>> {
    let mut paths = vec![address.path.clone()];
    while let Some(gap) = paths[0].split('{').nth(1).and_then(|rest| rest.split('}').next()).map(str::to_owned) {
        let fillings = fillings(world, address, &gap)?;
        let mark = format!("{{{gap}}}");
        paths = paths
            .iter()
            .flat_map(|path| fillings.iter().map(|filling| path.replacen(&mark, filling, 1)).collect::<Vec<_>>())
            .collect();
    }
    Ok(match address.path.as_str() {
        "/replays/{id}" | "/replays/{id}/moment" | "/replays/{id}/moment.png" => {
            paths.iter().map(|path| format!("{path}?at={}", world.over.1 / 2)).chain(paths.clone()).collect()
        }
        _ => paths,
    })
}

/// The possible values of this gap of an address.
fn fillings(world: &World, address: &Address, gap: &str) -> Result<Vec<String>> {
    let path = address.path.as_str();
    let one = |text: &str| Ok(vec![text.to_owned()]);
    match gap {
        "id" if path.starts_with("/games/") => Ok(games()),
        "id" if path.contains("/people/") => one(&world.person),
        "person" => one(&world.person),
        "table" => one(&world.open),
        "id" => Ok(tables(world, address)),
        "game" => Ok(games()),
        "number" | "remark" | "n" => one("1"),
        "step" => one("1"),
        "seat" => one("0"),
        "day" => one(&world.day),
        "hash" => one("no-such-pack"),
        "secret" | "token" => one("nobody-has-this-secret"),
        "*name" => Ok(world.assets.iter().map(|path| path.trim_start_matches("/assets/").to_owned()).collect()),
        _ => bail!(
            "it is not known what stands at {{{gap}}} of {path}; say it in crates/bench/src/load/calls/requests.rs"
        ),
    }
}

fn games() -> Vec<String> {
    roster::ids().iter().map(|id| (*id).to_owned()).collect()
}

/// The tables at which an address is visited.
fn tables(world: &World, address: &Address) -> Vec<String> {
    let (open, playing, over) = (world.open.clone(), world.playing.0.clone(), world.over.0.clone());
    let rest = address.path.split("{id}").nth(1).unwrap_or_default();
    match rest {
        _ if address.path.contains("/operator/") => vec![open],
        _ if address.path.starts_with("/replays/") => vec![over],
        "/rematch" | "/retry" | "/verify" | "/record" => vec![over],
        "/start" | "/ready" | "/settings" | "/access" | "/host" | "/let-in" => vec![open],
        _ if rest.starts_with("/seats") || rest.starts_with("/removed") => vec![open],
        _ if address.method == "GET" => vec![open, playing, over],
        _ => vec![playing],
    }
}

/// The body of a request: JSON for calls, fields for pages. A call that needs more than this module
/// knows is refused, and its status shows that.
fn body(world: &World, address: &Address, path: &str) -> String {
    let (_, seat, step) = world.playing;
    let [name, password] = world.account;
    let puzzle = world.puzzles.iter().find(|(game, _)| path.contains(game.as_str())).map(|(_, action)| action);
    let (method, path) = (address.method, address.path.as_str());
    if method == "GET" {
        return String::new();
    }
    let json = |value: Value| value.to_string();
    let form = |fields: &[(&str, String)]| {
        let fields: Vec<String> =
            fields.iter().map(|(name, value)| format!("{name}={}", html::escaped(value))).collect();
        fields.join("&")
    };
    let game = || ("game", "gloombah".to_owned());
    let at = || [("seat", seat.to_string()), ("step", step.to_string())];
    match (method, path) {
        ("POST", "/api/v1/tables") => json(json!({ "game": "gloombah", "seats": 2, "take": 0 })),
        ("POST", "/api/v1/tables/{id}/act") => json(json!({ "seat": seat, "step": 0, "action": {} })),
        ("POST", "/api/v1/tables/{id}/hint") => json(json!({ "seat": seat, "step": step })),
        ("POST", "/api/v1/tables/{id}/talk") => json(json!({ "text": "Hello" })),
        ("POST", "/api/v1/puzzles/{game}/{number}") => json(json!({ "action": puzzle })),
        ("POST", "/api/v1/sessions") => json(json!({ "name": name, "password": password })),
        ("PUT", "/api/v1/me/vacation") => json(json!({ "days": 1 })),
        ("PUT", "/api/v1/tables/{id}/ready") => json(json!({ "ready": true })),
        ("POST", "/play" | "/friends") => form(&[game()]),
        ("POST", "/lessons" | "/lessons/{number}") => form(&[("game", "rogue-ascension".into())]),
        ("POST", "/tables") => form(&[game(), ("seats", "2".into()), ("seat1", "open".into())]),
        ("POST", "/tables/{id}/hint") => form(&at()),
        ("POST", "/tables/{id}/talk") => form(&[("text", "Hello".into())]),
        ("POST", "/tables/{id}/retry") => form(&[("step", "1".into())]),
        ("POST", "/puzzles/{game}/{number}") => form(&[("action", puzzle.map(Value::to_string).unwrap_or_default())]),
        ("POST", "/sign-in") => form(&[("name", name.into()), ("password", password.into())]),
        _ if path.starts_with("/api/") => json(json!({})),
        _ => String::new(),
    }
}
