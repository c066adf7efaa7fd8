//! A hall on a file of its own, and callers that send requests to it.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used)]

pub mod cellar;
pub mod database;
pub mod page;
pub mod process;
pub mod written;

use std::{
    collections::BTreeMap,
    path::Path,
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::Body,
    http::{HeaderMap, Method, Request, StatusCode, header},
};
use hall::{Config, Hall, Roster};
use serde_json::{Value, json};
use tower::ServiceExt;

pub const GAME: &str = "rogue-ascension";
/// More steps than any match takes.
const LONGEST: u64 = 20_000;
/// A longer time than any match takes, even on a slow and busy machine.
pub const LATE: Duration = Duration::from_secs(300);
/// The pause before the test looks again.
pub const MOMENT: Duration = Duration::from_millis(5);
/// A longer time than any message takes, even on a slow and busy machine.
const NO_NEWS: Duration = Duration::from_secs(30);

/// Returns the configuration of a hall without pauses of bots, on the tested database.
pub fn config(data: &Path) -> Config {
    Config { database: database::address(data), ..config_on_file(data) }
}

/// Returns the games, with those for tests, which are in no list.
pub fn roster() -> Roster {
    Roster::default().with(roster::entry::<liars_dice::LiarsDice>()).with(roster::entry::<faulty::Faulty>())
}

/// Returns the same on a file, whatever database is tested.
pub fn config_on_file(data: &Path) -> Config {
    Config {
        roster: roster(),
        bot_pause: Duration::ZERO,
        analysis: Duration::from_millis(20),
        reference_matches: 0,
        ranked_after: Duration::ZERO,
        listen: ([127, 0, 0, 1], 0).into(),
        ..Config::new(data)
    }
}

pub async fn open(data: &Path) -> Hall {
    hall::open(config(data)).await.unwrap()
}

pub async fn open_on_file(data: &Path) -> Hall {
    hall::open(config_on_file(data)).await.unwrap()
}

/// The answer of a server.
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Reply {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|_| panic!("not JSON: {} {}", self.status, self.text()))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }

    /// Returns the error's code, for an answer that must be an error of this status.
    pub fn error(&self, status: u16) -> String {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    pub fn ok(self) -> Reply {
        assert!(self.status.is_success(), "{} {}", self.status, self.text());
        self
    }
}

/// A client of a hall: a browser that keeps its cookie, or a program with a token.
#[derive(Clone)]
pub struct Caller {
    pub router: Router,
    pub cookie: Option<String>,
    pub token: Option<String>,
}

/// Opens a table of so many people, with `more` in its settings, seats them, and begins the match.
/// Returns the people, one in each seat from the first, and the table's id.
pub async fn people_at_match(hall: &Hall, game: &str, count: usize, more: Value) -> (Vec<Caller>, String) {
    let mut people = Vec::new();
    for name in ["Ada", "Ben", "Cleo"].into_iter().take(count) {
        people.push(Caller::program(hall, name).await);
    }
    let mut table = json!({ "game": game, "seats": count, "take": 0 });
    table.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let id = seated(&mut people.iter_mut().collect::<Vec<_>>(), table).await;
    (people, id)
}

/// Opens a table as the first of these people, who has the first seat, seats the others, and begins
/// the match. Returns the table's id.
pub async fn seated(people: &mut [&mut Caller], table: Value) -> String {
    let id = people[0].table(table).await;
    for (seat, person) in people.iter_mut().enumerate().skip(1) {
        person.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/{seat}"), Some(json!({}))).await.ok();
    }
    people[0].post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    id
}

impl Caller {
    pub fn new(hall: &Hall) -> Caller {
        Caller { router: hall.router(), cookie: None, token: None }
    }

    /// Creates a guest that is a program with a token.
    pub async fn program(hall: &Hall, name: &str) -> Caller {
        let mut caller = Caller::new(hall);
        let guest = caller.post("/api/v1/guests", json!({ "name": name })).await.ok().json();
        assert_eq!(guest["name"], name);
        caller.token = Some(guest["token"].as_str().unwrap().to_owned());
        caller
    }

    pub async fn send(&mut self, mut request: Request<Body>) -> Reply {
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert(header::COOKIE, cookie.parse().unwrap());
        }
        if let Some(token) = &self.token {
            request.headers_mut().insert(header::AUTHORIZATION, format!("Bearer {token}").parse().unwrap());
        }
        request.headers_mut().entry(header::HOST).or_insert("hall.test".parse().unwrap());
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        if let Some(cookie) = parts.headers.get(header::SET_COOKIE) {
            let cookie = cookie.to_str().unwrap();
            assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap().to_vec();
        Reply { status: parts.status, headers: parts.headers, bytes }
    }

    pub async fn call(&mut self, method: Method, path: &str, body: Option<Value>) -> Reply {
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        self.send(Request::builder().method(method).uri(path).body(body).unwrap()).await
    }

    pub async fn get(&mut self, path: &str) -> Reply {
        self.call(Method::GET, path, None).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Reply {
        self.call(Method::POST, path, Some(body)).await
    }

    pub async fn form(&mut self, path: &str, fields: &[(&str, &str)]) -> Reply {
        self.form_with(path, fields, &[]).await
    }

    pub async fn form_with(&mut self, path: &str, fields: &[(&str, &str)], headers: &[(&str, &str)]) -> Reply {
        let text: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect();
        let request = Request::post(path).header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        self.send(request.body(Body::from(text.join("&"))).unwrap()).await
    }

    /// Creates a table by JSON, and returns its id.
    pub async fn table(&mut self, body: Value) -> String {
        let reply = self.post("/api/v1/tables", body).await;
        assert_eq!(reply.status, 201, "{}", reply.text());
        reply.json()["id"].as_str().unwrap().to_owned()
    }

    /// Returns the table as the caller sees it.
    pub async fn look(&mut self, id: &str) -> Value {
        self.get(&format!("/api/v1/tables/{id}")).await.ok().json()
    }

    /// Takes the first legal action for `seat`.
    pub async fn act_first(&mut self, id: &str, table: &Value, seat: usize) -> Reply {
        let action = table["state"]["legal"][seat.to_string()][0]["action"].clone();
        self.act(id, seat, table["step"].as_u64().unwrap(), action).await
    }

    pub async fn act(&mut self, id: &str, seat: usize, step: u64, action: Value) -> Reply {
        self.post(&format!("/api/v1/tables/{id}/act"), json!({ "seat": seat, "step": step, "action": action })).await
    }

    /// Returns the table as the caller sees it during its match; `None` once it is over.
    pub async fn playing(&mut self, id: &str) -> Option<Value> {
        let table = self.look(id).await;
        assert!(table["step"].as_u64() < Some(LONGEST), "the match does not end");
        (table["phase"] != "over").then_some(table)
    }

    /// Plays all seats of the caller to the end, always the first legal action; waits where others
    /// must act.
    pub async fn play_out(&mut self, id: &str) -> Value {
        let late = Instant::now() + LATE;
        while let Some(table) = self.playing(id).await {
            assert!(Instant::now() < late, "the match does not end: {table}");
            let legal = table["state"]["legal"].as_object().unwrap();
            match legal.keys().next() {
                Some(seat) => {
                    let reply = self.act_first(id, &table, seat.parse().unwrap()).await;
                    assert!(reply.status == 200 || reply.status == 409, "{}", reply.text());
                }
                None => tokio::time::sleep(Duration::from_millis(2)).await,
            }
        }
        self.look(id).await
    }

    /// Waits until a match of other players is over.
    pub async fn watch_out(&mut self, id: &str) -> Value {
        let late = Instant::now() + LATE;
        while let Some(table) = self.playing(id).await {
            assert!(Instant::now() < late, "the match does not end: {table}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        self.look(id).await
    }
}

fn escaped(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// A page that follows a table: reads the messages of its stream.
pub struct Follower {
    stream: axum::body::BodyDataStream,
    buffer: String,
    /// How many signs of life have come. They do not count as messages.
    pub signs: usize,
}

/// A message of a stream: kind of event, version, and content.
pub struct News {
    pub kind: String,
    pub version: String,
    pub data: Value,
    /// How many bytes it takes before compression.
    pub size: usize,
}

impl Follower {
    /// Opens the stream of a page that was drawn at `version`, at the address that the page names.
    pub async fn open(caller: &Caller, id: &str, version: Option<&str>, last: Option<&str>) -> Follower {
        let query = version.map(|version| format!("?version={version}")).unwrap_or_default();
        Follower::at(caller, &format!("/tables/{id}/events{query}"), last).await
    }

    /// Opens the stream at this address.
    pub async fn at(caller: &Caller, path: &str, last: Option<&str>) -> Follower {
        let mut request = Request::get(path).header(header::HOST, "hall.test");
        if let Some(cookie) = &caller.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        if let Some(token) = &caller.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let response = caller.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        Follower { stream: response.into_body().into_data_stream(), buffer: String::new(), signs: 0 }
    }

    /// Loads the table's page and follows it; returns the page as well.
    pub async fn of(caller: &mut Caller, id: &str) -> (String, Follower) {
        let page = caller.get(&format!("/tables/{id}")).await.ok().text();
        let version = attribute(&page, "id=\"live\"", "data-version").unwrap();
        let follower = Follower::open(caller, id, Some(&version), None).await;
        (page, follower)
    }

    /// Returns the next message; `None` if the stream has ended.
    pub async fn next(&mut self) -> Option<News> {
        tokio::time::timeout(NO_NEWS, self.read()).await.expect("no news came, nor an end")
    }

    /// Waits until the stream ends.
    pub async fn end(&mut self) {
        while self.next().await.is_some() {}
    }

    /// Returns the messages that have come, until none comes for a moment.
    pub async fn all(&mut self) -> Vec<News> {
        self.within(Duration::from_millis(150)).await
    }

    /// Returns the messages that have come, until none comes for this long.
    pub async fn within(&mut self, moment: Duration) -> Vec<News> {
        let mut all = Vec::new();
        while let Ok(Some(news)) = tokio::time::timeout(moment, self.read()).await {
            all.push(news);
        }
        all
    }

    /// Returns the next message of this kind.
    pub async fn next_of(&mut self, kind: &str) -> News {
        loop {
            let news = self.next().await.unwrap_or_else(|| panic!("no {kind} came"));
            if news.kind == kind {
                return news;
            }
        }
    }

    /// Returns the next message for which `holds` is true, and all that came before it.
    pub async fn until(&mut self, holds: impl Fn(&News) -> bool) -> Vec<News> {
        let mut all = Vec::new();
        while !all.last().is_some_and(&holds) {
            all.push(self.next().await.expect("the stream has ended"));
        }
        all
    }

    async fn read(&mut self) -> Option<News> {
        use futures_util::StreamExt;
        loop {
            if let Some((event, rest)) = self.buffer.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.buffer = rest;
                let field =
                    |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(|value| value.trim_start());
                if field("event:") == Some("alive") {
                    self.signs += 1;
                    continue;
                }
                let data: Vec<&str> = event.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
                let Some((json, lines)) = data.split_first() else { continue };
                return Some(News {
                    kind: field("event:").unwrap_or_default().into(),
                    version: field("id:").unwrap_or_default().into(),
                    data: with_drawings(serde_json::from_str(json).unwrap(), lines),
                    size: event.len(),
                });
            }
            let bytes = self.stream.next().await?.ok()?;
            self.buffer.push_str(std::str::from_utf8(&bytes).unwrap());
        }
    }
}

/// Returns a message with its drawings in place of their numbers.
fn with_drawings(mut message: Value, lines: &[&str]) -> Value {
    fn named(numbers: &Value, lines: &[&str]) -> Value {
        match numbers {
            Value::Object(all) => all.iter().map(|(name, one)| (name.clone(), named(one, lines))).collect(),
            number => lines[number.as_u64().unwrap() as usize].into(),
        }
    }
    let drawings = message.as_object_mut().and_then(|all| all.remove("drawings"));
    if let (Some(all), Some(Value::Object(drawings))) =
        (message.as_object_mut(), drawings.map(|one| named(&one, lines)))
    {
        all.extend(drawings);
    }
    message
}

/// A table's page as a follower has it: its parts by name, kept current by the messages of the
/// stream.
pub struct Shown(pub BTreeMap<String, String>);

impl Shown {
    /// Reads the parts of a page.
    pub fn of(page: &str) -> Shown {
        let mut parts = BTreeMap::new();
        for (at, mark) in page.match_indices(" data-part=\"") {
            let name = page[at + mark.len()..].split('"').next().unwrap();
            let part = &page[element(page, at)];
            let inner = &part[part.find('>').unwrap() + 1..part.rfind("</").unwrap()];
            parts.insert(name.to_owned(), inner.to_owned());
        }
        Shown(parts)
    }

    /// Applies a message to the page, as the script does.
    pub fn take(&mut self, news: &News) {
        match news.kind.as_str() {
            "whole" => *self = Shown::of(news.data["html"].as_str().unwrap()),
            "step" => {
                for (name, html) in news.data["parts"].as_object().unwrap() {
                    let old = self.0.get(name).unwrap();
                    let fresh = filled(html.as_str().unwrap(), old);
                    self.0.insert(name.clone(), fresh);
                }
                for (name, bits) in news.data["bits"].as_object().unwrap() {
                    let part = self.0.get_mut(name).unwrap();
                    for (id, html) in bits.as_object().unwrap() {
                        let place = bit(part, id);
                        part.replace_range(place, html.as_str().unwrap());
                    }
                }
            }
            _ => {}
        }
    }
}

/// Returns a new drawing with its placeholders filled from the old one.
fn filled(html: &str, old: &str) -> String {
    let mut filled = html.to_owned();
    while let Some(at) = filled.find(" data-kept></i>") {
        let place = element(&filled, at);
        let id = attribute(&filled[place.clone()], "<i", "data-piece").unwrap();
        filled.replace_range(place, &old[bit(old, &id)]);
    }
    filled
}

/// Returns the range of the piece or bit of this id in a part.
fn bit(part: &str, id: &str) -> std::ops::Range<usize> {
    let marks = [format!(" data-piece=\"{id}\""), format!(" data-bit=\"{id}\"")];
    let at = marks.iter().filter_map(|mark| part.find(mark)).min();
    element(part, at.unwrap_or_else(|| panic!("no {id} in {part}")))
}

/// Returns the range of the element with `within` in its opening tag.
pub fn element(html: &str, within: usize) -> std::ops::Range<usize> {
    let start = html[..within].rfind('<').unwrap();
    let name = html[start + 1..].split([' ', '>']).next().unwrap();
    let (mut depth, mut at) = (0, start);
    loop {
        let rest = &html[at + 1..];
        if rest.starts_with(&format!("/{name}>")) {
            depth -= 1;
        } else if rest.starts_with(&format!("{name} ")) || rest.starts_with(&format!("{name}>")) {
            depth += 1;
        }
        if depth == 0 {
            return start..at + name.len() + 3;
        }
        at += 1 + rest.find('<').unwrap();
    }
}

/// Returns the value of the first `name="value"` attribute after `after` in a page.
pub fn attribute(page: &str, after: &str, name: &str) -> Option<String> {
    let rest = &page[page.find(after)?..];
    let start = rest.find(&format!("{name}=\""))? + name.len() + 2;
    let value = &rest[start..];
    Some(value[..value.find('"')?].replace("&quot;", "\"").replace("&amp;", "&"))
}

/// A caller over a real connection, one request each.
pub struct Wire {
    pub addr: std::net::SocketAddr,
    pub token: String,
}

impl Wire {
    /// Becomes a guest of the hall at `addr`.
    pub fn guest(addr: std::net::SocketAddr) -> Wire {
        let mut wire = Wire { addr, token: String::new() };
        wire.token = wire.json("POST", "/api/v1/guests", "{}").1["token"].as_str().unwrap().to_owned();
        wire
    }

    /// Sends a request, and returns the connection to read the answer from.
    pub fn open(&self, method: &str, path: &str, headers: &str, body: &str) -> std::io::Result<std::net::TcpStream> {
        use std::io::Write;
        let mut line = std::net::TcpStream::connect(self.addr)?;
        line.set_read_timeout(Some(Duration::from_secs(10)))?;
        let auth =
            if self.token.is_empty() { String::new() } else { format!("authorization: Bearer {}\r\n", self.token) };
        let length = body.len();
        write!(
            line,
            "{method} {path} HTTP/1.1\r\nhost: hall.test\r\nconnection: close\r\n{auth}{headers}content-length: {length}\r\n\r\n{body}"
        )?;
        Ok(line)
    }

    /// Sends a request, and reads its whole answer: status and JSON.
    pub fn try_json(&self, method: &str, path: &str, body: &str) -> std::io::Result<(u16, Value)> {
        self.try_json_with(method, path, "", body)
    }

    /// Does the same with headers, each with its end of line.
    pub fn try_json_with(&self, method: &str, path: &str, headers: &str, body: &str) -> std::io::Result<(u16, Value)> {
        let (status, body) = self.try_text(method, path, headers, body)?;
        Ok((status, serde_json::from_str(&body).map_err(|_| std::io::Error::other("the answer broke off"))?))
    }

    /// Sends a request, and reads its whole answer: status and body.
    pub fn try_text(&self, method: &str, path: &str, headers: &str, body: &str) -> std::io::Result<(u16, String)> {
        use std::io::Read;
        let mut text = String::new();
        self.open(method, path, headers, body)?.read_to_string(&mut text)?;
        let broken = || std::io::Error::other("the answer broke off");
        let status = text.get(9..12).and_then(|status| status.parse().ok()).ok_or_else(broken)?;
        let (_, body) = text.split_once("\r\n\r\n").ok_or_else(broken)?;
        Ok((status, body.to_owned()))
    }

    pub fn json(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        self.try_json(method, path, body).unwrap()
    }

    /// Takes the first legal action; returns the number of steps then, if it was acknowledged.
    pub fn act_first(&self, id: &str) -> std::io::Result<Option<u64>> {
        let (_, table) = self.try_json("GET", &format!("/api/v1/tables/{id}"), "")?;
        let action = &table["state"]["legal"]["0"][0]["action"];
        if action.is_null() {
            return Ok(None);
        }
        let body = json!({ "seat": 0, "step": table["step"], "action": action }).to_string();
        let (status, answer) = self.try_json("POST", &format!("/api/v1/tables/{id}/act"), &body)?;
        assert_eq!(status, 200, "{answer}");
        Ok(answer["step"].as_u64())
    }
}
