//! Tests that each route answers a browser, which asks for compressed answers, as it answers a
//! client that asks for none. Private answers must forbid caches to store them.

use std::{fs, io::Read, path::Path};

use axum::body::{Body, Bytes};
use flate2::read::GzDecoder;
use futures_util::StreamExt;
use hall::{Config, OPERATOR_TOKEN_FILE};
use hyper::{HeaderMap, Method, Request, Uri, body::Incoming, header};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use serde_json::json;

use crate::common::{self, Caller, GAME, attribute};

/// The headers of Chromium for a page that a click loads.
const PAGE: &[(&str, &str)] = &[
    ("sec-ch-ua", "\"Chromium\";v=\"140\", \"Not=A?Brand\";v=\"24\""),
    ("sec-ch-ua-mobile", "?0"),
    ("sec-ch-ua-platform", "\"Linux\""),
    ("upgrade-insecure-requests", "1"),
    ("user-agent", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"),
    (
        "accept",
        "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
    ),
    ("sec-fetch-site", "same-origin"),
    ("sec-fetch-mode", "navigate"),
    ("sec-fetch-user", "?1"),
    ("sec-fetch-dest", "document"),
    ("accept-language", "en-US,en;q=0.9"),
    ("cache-control", "max-age=0"),
    ("priority", "u=0, i"),
];

/// The headers of Chromium for a request of a script.
const FETCH: &[(&str, &str)] = &[
    ("accept", "*/*"),
    ("sec-fetch-site", "same-origin"),
    ("sec-fetch-mode", "cors"),
    ("sec-fetch-dest", "empty"),
    ("accept-language", "en-US,en;q=0.9"),
    ("priority", "u=1, i"),
];

/// Answers that differ between requests, because they contain random words or the present time. The
/// test compares only their status, kind and end.
const CHANGING: &[&str] = &[
    "GET /games/{id}",
    "GET /metrics",
    "POST /api/v1/guests",
    "POST /api/v1/seals",
    "POST /api/v1/me/recovery",
    "POST /api/v1/tables",
    "POST /api/v1/join/{token}",
    "PUT /api/v1/deadlines/calendar",
    "POST /me/recovery",
    "POST /play",
    "POST /daily/{game}",
    "POST /daily/{game}/{day}/practice",
    "POST /tables/{id}/retry",
    "POST /api/v1/daily/{game}",
    "PUT /api/v1/me",
];

/// A pack of house cards.
const PACK: &str = r#"{"game":"gloombah","base":1,"title":"Cats","cards":{"sulky_housecat":{"ap":2}}}"#;

/// The most that the test reads of an endless answer.
const LONG: usize = 1 << 20;

/// A method and the pattern of an address, as the router has it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Route {
    method: String,
    pattern: String,
}

/// Returns the routes of the server: those of its API description, and those that its source adds
/// with `.route(`.
fn routes(description: &serde_json::Value) -> Vec<Route> {
    let mut all = Vec::new();
    for (path, calls) in description["paths"].as_object().unwrap() {
        for method in calls.as_object().unwrap().keys().filter(|key| *key != "parameters") {
            all.push(Route { method: method.to_uppercase(), pattern: format!("/api/v1{path}") });
        }
    }
    let mut files = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web")];
    while let Some(file) = files.pop() {
        if file.is_dir() {
            files.extend(fs::read_dir(file).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            all.extend(routes_of_source(&fs::read_to_string(file).unwrap()));
        }
    }
    // Only a server that has these files built in has their addresses, and that of the bench.
    all.retain(|route| {
        cfg!(feature = "web") || !["/offline", "/bench"].iter().any(|start| route.pattern.starts_with(start))
    });
    all.sort();
    all.dedup();
    all
}

/// Returns the routes that a source file adds with `.route(`.
fn routes_of_source(source: &str) -> Vec<Route> {
    let source = source.split("#[cfg(test)]").next().unwrap();
    let prefix = source.split_once(".nest(\"").map_or("", |(_, rest)| rest.split('"').next().unwrap());
    let mut all = Vec::new();
    for call in source.split(".route(").skip(1) {
        let (path, rest) = call.trim_start().strip_prefix('"').expect("a route is a literal").split_once('"').unwrap();
        let handlers = up_to_closing(rest);
        for method in ["get", "post", "put", "delete", "patch"] {
            let named = |(at, _): (usize, &str)| !handlers[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if handlers.match_indices(&format!("{method}(")).any(named) {
                all.push(Route { method: method.to_uppercase(), pattern: format!("{prefix}{path}") });
            }
        }
    }
    all
}

/// Returns the text up to the parenthesis that closes the one open before it.
fn up_to_closing(text: &str) -> &str {
    let mut depth = 0;
    let end = text.find(|c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    });
    &text[..end.unwrap()]
}

/// Objects of a server that a pattern can name.
struct Things {
    /// Tables in the lobby, in a match, and after it.
    tables: [String; 3],
    person: String,
    day: String,
    secret: String,
    group: String,
    /// The hash of a pack of house cards.
    pack: String,
    /// The secret of the calendar.
    calendar: String,
    /// The secret of the link of the group.
    link: String,
    assets: Vec<String>,
}

impl Things {
    /// Returns the addresses that match a pattern. A route with a new placeholder must be added
    /// here.
    fn addresses(&self, method: &str, pattern: &str) -> Vec<String> {
        let Some((before, rest)) = pattern.split_once('{') else {
            // Only a seat has an observation.
            let query = if pattern.ends_with("/observation") { "?seat=0" } else { "" };
            return vec![format!("{pattern}{query}")];
        };
        let (name, after) = rest.split_once('}').unwrap();
        let one = |text: &str| vec![text.to_owned()];
        let values = match (name, before.trim_end_matches('/').rsplit('/').next().unwrap()) {
            ("id", "tables") => self.tables.to_vec(),
            ("id", "replays") => one(&self.tables[2]),
            ("id", "people") | ("person", _) => one(&self.person),
            ("id", "invitations") | ("table", _) => one(&self.tables[0]),
            ("id", "games") => roster_ids(),
            ("id", "groups") => one(&self.group),
            ("hash", _) => one(&self.pack),
            ("token", "calendar") => one(&self.calendar),
            ("token", _) => one(&self.link),
            ("game", _) => one(GAME),
            ("day", _) => one(&self.day),
            ("seat", _) => one("0"),
            ("number" | "step" | "remark" | "n", _) => one("1"),
            // The right secret works once.
            ("secret", _) => one(if method == "GET" { &self.secret } else { "no-such-secret" }),
            ("*name", "assets") => self.assets.clone(),
            ("*name", "offline") => one("index.html"),
            _ => panic!("{pattern}: this test has no value for {name:?}; add one"),
        };
        values.iter().flat_map(|value| self.addresses(method, &format!("{before}{value}{after}"))).collect()
    }
}

fn roster_ids() -> Vec<String> {
    roster::ids().into_iter().map(str::to_owned).collect()
}

/// A client that sends only the given headers.
#[derive(Clone)]
struct Browser {
    client: Client<HttpConnector, Body>,
    cookie: String,
    operator: String,
}

/// The answer, decompressed.
#[derive(PartialEq, Debug)]
struct Came {
    status: u16,
    kind: String,
    /// The cache rules of the answer.
    keep: String,
    bytes: Bytes,
    /// Whether it came compressed.
    small: bool,
}

impl Came {
    fn end(&self) -> &[u8] {
        &self.bytes[self.bytes.len().saturating_sub(2)..]
    }
}

impl Browser {
    /// Sends a request that accepts these encodings, and reads the answer: of an event stream its
    /// first event.
    async fn ask(&self, method: &str, address: &str, encodings: &str) -> Came {
        let uri: Uri = address.parse().unwrap();
        let page = !uri.path().starts_with("/api/") && !uri.path().ends_with("/events");
        let mut request = Request::builder().method(method.parse::<Method>().unwrap()).uri(&uri);
        for (name, value) in if page { PAGE } else { FETCH } {
            request = request.header(*name, *value);
        }
        if !encodings.is_empty() {
            request = request.header(header::ACCEPT_ENCODING, encodings);
        }
        if method != "GET" {
            let kind = if page { "application/x-www-form-urlencoded" } else { "application/json" };
            let origin = format!("http://{}", uri.authority().unwrap());
            request = request.header(header::ORIGIN, origin).header(header::CONTENT_TYPE, kind);
        }
        request = match uri.path().starts_with("/api/v1/operator/") {
            true => request.header(header::AUTHORIZATION, format!("Bearer {}", self.operator)),
            false => request.header(header::COOKIE, &self.cookie),
        };
        let answer = self.client.request(request.body(Body::empty()).unwrap()).await;
        let (head, body) = answer.unwrap_or_else(|error| panic!("{method} {address}: {error}")).into_parts();
        let text = |name| head.headers.get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
        let (kind, keep) = (text(header::CONTENT_TYPE), text(header::CACHE_CONTROL));
        let bytes = read(body, kind.starts_with("text/event-stream"), &format!("{method} {address}")).await;
        if let Some(length) = head.headers.get(header::CONTENT_LENGTH) {
            assert_eq!(length.to_str().unwrap(), bytes.len().to_string(), "{method} {address}");
        }
        let (bytes, small) = decompressed(&head.headers, bytes, &format!("{method} {address}"));
        Came { status: head.status.as_u16(), kind, keep, bytes, small }
    }
}

/// Reads the whole body; of an endless one, the part up to the first empty line.
async fn read(body: Incoming, endless: bool, place: &str) -> Vec<u8> {
    let mut all = Vec::new();
    let mut parts = Body::new(body).into_data_stream();
    while let Some(part) = parts.next().await {
        all.extend_from_slice(&part.unwrap_or_else(|error| panic!("{place}: the answer breaks off: {error}")));
        if endless && all.ends_with(b"\n\n") {
            break;
        }
        assert!(!endless || all.len() < LONG, "{place}: no event ends");
    }
    all
}

fn decompressed(head: &HeaderMap, bytes: Vec<u8>, place: &str) -> (Bytes, bool) {
    match head.get(header::CONTENT_ENCODING).map(|encoding| encoding.to_str().unwrap()) {
        None => (bytes.into(), false),
        Some("gzip") => {
            let mut plain = Vec::new();
            let read = GzDecoder::new(bytes.as_slice()).read_to_end(&mut plain);
            read.unwrap_or_else(|error| panic!("{place}: the compressed answer is broken: {error}"));
            assert!(head.get_all(header::VARY).iter().any(|value| value == "accept-encoding"), "{place}: no Vary");
            (plain.into(), true)
        }
        Some(other) => panic!("{place}: this test cannot read {other:?}; teach it"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_route_answers_a_browser_as_a_plain_client() {
    let dir = tempfile::tempdir().unwrap();
    let config = Config { metrics: Some(([127, 0, 0, 1], 0).into()), ..common::config(dir.path()) };
    let mut hall = hall::open(config).await.unwrap();
    let (addr, metrics) = (hall.bind().await.unwrap(), hall.metrics_addr().unwrap());
    let mut ada = Caller::new(&hall);
    ada.form("/me", &[("name", "Ada")]).await;
    let things = things(&mut ada).await;
    let description = ada.get("/api/v1/openapi.json").await.ok().json();
    let mut others = Vec::new();
    for _ in 0..3 {
        let mut other = Caller::new(&hall);
        other.form("/me", &[]).await;
        others.push(other.cookie.unwrap());
    }
    tokio::spawn(hall.serve(std::future::pending()));

    let client = Client::builder(TokioExecutor::new()).build_http();
    let operator = fs::read_to_string(dir.path().join(OPERATOR_TOKEN_FILE)).unwrap().trim().to_owned();
    let ada = Browser { client, cookie: ada.cookie.unwrap(), operator };
    let routes = routes(&description);
    assert!(routes.len() > 120, "{} routes", routes.len());
    // Reading requests come first, because the others change the answers.
    let (reads, changes): (Vec<_>, Vec<_>) = routes.into_iter().partition(|route| route.method == "GET");
    let (mut small, mut faults) = (0, Vec::new());
    for Route { method, pattern } in reads.iter().chain(&changes) {
        let changing = CHANGING.contains(&format!("{method} {pattern}").as_str());
        let mut answered = false;
        for address in things.addresses(method, pattern) {
            let at = if pattern == "/metrics" { metrics } else { addr };
            let address = format!("http://{at}{address}");
            // Each changing request comes from a guest of its own, for whom it is the first.
            let as_other = |n: usize| match method.as_str() {
                "GET" => ada.clone(),
                _ => Browser { cookie: others[n].clone(), ..ada.clone() },
            };
            let before = as_other(0).ask(method, &address, "").await;
            let browser = as_other(1).ask(method, &address, "gzip, deflate, br, zstd").await;
            let after = as_other(2).ask(method, &address, "").await;
            answered |= before.status < 400 || method != "GET";
            small += usize::from(browser.small);
            let heads = [&before, &browser, &after].map(|came| (came.status, came.kind.as_str(), came.end()));
            if heads[0] != heads[1] || heads[1] != heads[2] || before.small || after.small || before.status >= 500 {
                faults.push(format!("{method} {address}: {heads:?}"));
            } else if is_private(pattern) && !before.kind.starts_with("text/event-stream") && before.keep != "no-store"
            {
                faults.push(format!("{method} {address} may be stored: {:?}", before.keep));
            } else if !changing && before.bytes != after.bytes {
                faults.push(format!("{method} {address} changes by itself"));
            } else if !changing && before.bytes != browser.bytes {
                faults.push(format!("{method} {address} differs"));
            }
        }
        if !answered {
            faults.push(format!("{method} {pattern} is refused: this test visits it with nothing that is there"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(small > 60, "{small} answers came compressed");
}

/// Returns whether answers of a route are for one person alone, and may contain secrets.
fn is_private(pattern: &str) -> bool {
    let mut words = pattern.split('/').skip(1);
    matches!(words.next(), Some("me" | "sign-in" | "api"))
}

/// Creates the objects that the addresses name: Ada has a table in each phase, an account and a
/// recovery link.
async fn things(ada: &mut Caller) -> Things {
    let wanted = |start: bool| json!({ "game": GAME, "seats": 1, "take": 0, "start": start });
    let lobby = ada.table(wanted(false)).await;
    let playing = ada.table(wanted(true)).await;
    // One whose hero fell: it has a stone.
    let mut over = None;
    while over.is_none() {
        let id = ada.table(wanted(true)).await;
        ada.play_out(&id).await;
        over = (ada.get(&format!("/replays/{id}/stone.png")).await.status == 200).then_some(id);
    }
    ada.post(&format!("/api/v1/tables/{playing}/talk"), json!({ "text": "Good evening" })).await;
    let me = ada.get("/api/v1/me").await.ok().json();
    let dailies = ada.get("/api/v1/daily").await.ok().json();
    let link = ada.form("/me/recovery", &[]).await.ok().text();
    let secret = link.split("/sign-in/").nth(1).unwrap().split(['"', '<', '&']).next().unwrap().to_owned();
    let group = ada.post("/api/v1/groups", json!({ "name": "Thursday" })).await.ok().json();
    let pack = Request::post("/api/v1/me/packs").body(PACK.into()).unwrap();
    let pack = ada.send(pack).await.ok().json();
    let calendar = ada.call(Method::PUT, "/api/v1/deadlines/calendar", None).await.ok().json();
    let mut assets: Vec<String> = Vec::new();
    for page in ["/".to_owned(), format!("/tables/{playing}"), "/me".into(), format!("/games/{GAME}")] {
        let page = ada.get(&page).await.ok().text();
        for rest in page.split("\"/assets/").skip(1) {
            assets.push(rest.split(['"', '#', ' ']).next().unwrap().replace("&amp;", "&"));
        }
    }
    assets.sort();
    assets.dedup();
    assert!(assets.len() > 5, "{assets:?}");
    assert!(attribute(&link, "<html", "lang").is_some());
    Things {
        tables: [lobby, playing, over.unwrap()],
        person: me["id"].as_str().unwrap().to_owned(),
        day: dailies["dailies"][0]["day"].as_str().unwrap().to_owned(),
        secret,
        pack: pack["hash"].as_str().unwrap().to_owned(),
        group: group["id"].as_str().unwrap().to_owned(),
        calendar: calendar["calendar"].as_str().unwrap().trim_start_matches("/calendar/").to_owned(),
        link: group["link"].as_str().unwrap().trim_start_matches("/join/").to_owned(),
        assets,
    }
}

#[test]
fn routes_are_found_in_source() {
    let source = "Router::new().nest(\"/x\", Router::new().route(\"/a/{id}\", get(a).delete(b)).route(\n\"/b\",\n of_table(post(c)))";
    let found: Vec<String> =
        routes_of_source(source).into_iter().map(|route| format!("{} {}", route.method, route.pattern)).collect();
    assert_eq!(found, ["GET /x/a/{id}", "DELETE /x/a/{id}", "POST /x/b"]);
}
