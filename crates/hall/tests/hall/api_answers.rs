//! The answers of all calls: a fixed course of calls, and the texts of their answers compared with
//! `api_answers.txt`. Keys are in order and nulls are there. Labels replace values that differ from
//! run to run, such as ids and times. `UPDATE_GOLDEN=1` writes the file anew.

use std::{
    collections::BTreeSet,
    env,
    fmt::Write,
    fs,
    path::Path,
    time::{Duration, Instant},
};

use axum::http::Method;
use hall::{
    Calendar, Config, Day, Hall,
    store::{BoardKey, MatchKind, MatchResults, SeatResult, Store, Write as StoreWrite, now},
};
use kernel::Seat;
use serde_json::{Value, json};

use crate::common::{
    self, Caller, Follower, GAME, LATE, MOMENT,
    cellar::{Cellar, ambush, pass},
    database,
    written::{kinds, spread},
};

/// The file with the answers.
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hall/api_answers.txt");
/// The smallest number that is a time, in milliseconds since 1970.
const TIMES: i64 = 1_500_000_000_000;
/// The day of the calendar.
const TODAY: Day = Day(30_000);
/// Keys whose strings are secrets.
const SECRETS: [&str; 6] = ["token", "recovery", "seal", "seed", "key", "device"];
/// Keys whose values depend on the time: only their kinds stay.
const BLURRED: [&str; 2] = ["clock", "connected"];

/// A course of calls, as text.
#[derive(Default)]
struct Course {
    text: String,
    /// Values that differ from run to run, with their labels.
    hidden: Vec<(String, String)>,
    /// The calls made, as method and path of the description.
    made: BTreeSet<(String, String)>,
    /// Whether only the kinds of values are written.
    blurred: bool,
}

impl Course {
    /// Replaces a value in all texts from now on.
    fn hide(&mut self, value: &Value, label: &str) -> String {
        let value = value.as_str().unwrap().to_owned();
        self.hidden.push((value.clone(), format!("<{label}>")));
        value
    }

    /// Becomes a guest of this name.
    async fn guest(&mut self, hall: &Hall, name: &str) -> Caller {
        let mut caller = Caller::new(hall);
        let made = caller.post("/api/v1/guests", json!({ "name": name })).await.ok().json();
        self.made.insert(("post".into(), "/guests".into()));
        self.hide(&made["id"], name);
        self.write(&made);
        caller.token = made["token"].as_str().map(str::to_owned);
        caller
    }

    /// Makes a call and writes its answer. `values` fill the path; a body of null is none.
    async fn call(&mut self, caller: &mut Caller, method: &str, path: &str, values: &[&str], body: Value) -> Value {
        self.made.insert((method.to_lowercase(), path.split('?').next().unwrap().to_owned()));
        let mut address = path.to_owned();
        for value in values {
            let hole = address.find('{').unwrap()..=address.find('}').unwrap();
            address.replace_range(hole, value);
        }
        let sent = if body.is_null() { String::new() } else { format!(" {}", self.masked(&body, "")) };
        let _ = writeln!(self.text, "\n{method} {}{}", self.labelled(&address), self.labelled(&sent));
        let body = (!body.is_null()).then_some(body);
        let reply = caller.call(method.parse::<Method>().unwrap(), &format!("/api/v1{address}"), body).await;
        let kind = reply.header("content-type").to_owned();
        let _ = writeln!(self.text, "{} {kind}", reply.status.as_u16());
        if kind != "application/json" {
            return Value::Null;
        }
        let answer = reply.json();
        assert_eq!(answer.to_string(), reply.text(), "{method} {address} is compact JSON without repeated keys");
        self.write(&answer);
        answer
    }

    /// Makes a call, and writes only the kinds of the values of its answer.
    async fn blurred(&mut self, caller: &mut Caller, method: &str, path: &str, values: &[&str], body: Value) -> Value {
        self.blurred = true;
        let answer = self.call(caller, method, path, values, body).await;
        self.blurred = false;
        answer
    }

    fn write(&mut self, answer: &Value) {
        let masked = match self.blurred {
            true => kinds(answer),
            false => self.masked(answer, ""),
        };
        spread(&masked, 0, &mut self.text);
        self.text.push('\n');
    }

    fn labelled(&self, text: &str) -> String {
        self.hidden.iter().fold(text.to_owned(), |text, (value, label)| text.replace(value, label))
    }

    /// Returns a value with labels in place of what differs from run to run.
    fn masked(&self, value: &Value, key: &str) -> Value {
        match value {
            _ if BLURRED.contains(&key) => kinds(value),
            Value::String(_) if SECRETS.contains(&key) => json!(format!("<{key}>")),
            Value::String(text) => json!(self.labelled(text)),
            Value::Number(number) if number.as_i64() > Some(TIMES) => json!("<time>"),
            Value::Array(all) => all.iter().map(|one| self.masked(one, key)).collect(),
            Value::Object(all) => all.iter().map(|(key, one)| (key.clone(), self.masked(one, key))).collect(),
            other => other.clone(),
        }
    }
}

const NONE: Value = Value::Null;

#[tokio::test]
async fn all_calls_answer_as_written_down() {
    let dir = tempfile::tempdir().unwrap();
    let calendar = Calendar::default();
    let until = TODAY.ends() - 24 * 60 * 60 * 1000 - calendar.now();
    calendar.advance(Duration::from_millis(until.unsigned_abs()) + Duration::from_secs(600));
    // The bots of the lobby think for longer than the test lasts: one of them may have the first turn.
    let config = Config { calendar, analysis: Duration::ZERO, bot_pause: LATE, ..common::config(dir.path()) };
    let hall = hall::open(config).await.unwrap();
    let mut course = Course::default();
    let (mut ada, mut ben) = (course.guest(&hall, "Ada").await, course.guest(&hall, "Ben").await);
    games_and_people(&mut course, &mut ada).await;
    lobby(&mut course, &mut ada, &mut ben).await;
    seats(&mut course, &mut ada, &mut ben).await;
    race(&mut course, &hall).await;
    absence(&mut course).await;
    agreements(&mut course).await;
    steps(&mut course, &hall).await;
    results(&mut course, &mut ada, &mut ben, dir.path()).await;
    puzzles(&mut course, &mut ada).await;
    notices(&mut course, &mut ada).await;
    accounts(&mut course, &mut ada, &mut ben, &hall).await;
    groups(&mut course, &mut ada, &hall).await;
    deadlines(&mut course, &mut ada).await;
    operators(&mut course, &hall, dir.path()).await;

    let document = ada.get("/api/v1/openapi.json").await.ok().json();
    for (path, calls) in document["paths"].as_object().unwrap() {
        for method in calls.as_object().unwrap().keys() {
            let exempt = ["/openapi.json", "/tables/{id}/events"].contains(&path.as_str());
            assert!(exempt || course.made.contains(&(method.clone(), path.clone())), "{method} {path} is not called");
        }
    }
    if env::var_os("UPDATE_GOLDEN").is_some_and(|value| value != "0") {
        fs::write(GOLDEN, &course.text).unwrap();
    }
    let golden = fs::read_to_string(GOLDEN).unwrap_or_default();
    for (n, (wanted, found)) in golden.lines().zip(course.text.lines()).enumerate() {
        assert_eq!(wanted, found, "line {} of {GOLDEN}", n + 1);
    }
    assert_eq!(golden.lines().count(), course.text.lines().count());
}

async fn games_and_people(course: &mut Course, ada: &mut Caller) {
    course.call(ada, "GET", "/games", &[], NONE).await;
    course.call(ada, "POST", "/seals", &[], NONE).await;
    course.call(ada, "GET", "/me", &[], NONE).await;
    course.call(ada, "PUT", "/me", &[], json!({ "speed": "fast", "language": "en", "quiet_bots": true })).await;
    course.call(ada, "PUT", "/me", &[], json!({ "speed": "no-such-speed" })).await;
    course.call(&mut Caller { token: None, ..ada.clone() }, "GET", "/me", &[], NONE).await;
    course.call(ada, "GET", "/waiting", &[], NONE).await;
    course.call(ada, "GET", "/me/tables", &[], NONE).await;
    course.call(ada, "GET", "/tables", &[], NONE).await;
}

async fn lobby(course: &mut Course, ada: &mut Caller, ben: &mut Caller) {
    let wanted = json!({ "game": GAME, "seats": 3, "take": 0, "public": true, "talk": "free", "pace": "3-days" });
    let made = ada.post("/api/v1/tables", wanted.clone()).await.ok().json();
    let id = course.hide(&made["id"], "lobby");
    course.write(&made);
    let at = [id.as_str()];
    course.call(ben, "GET", "/tables/{id}", &at, NONE).await;
    course.call(ben, "GET", "/tables/{id}", &["no-such-table"], NONE).await;
    course.call(ben, "GET", "/tables", &[], NONE).await;
    course.call(ada, "POST", "/tables", &[], json!({ "game": "no-such-game" })).await;
    course.call(ada, "PUT", "/tables/{id}/seats/{seat}", &[&id, "2"], json!({ "bot": "normal" })).await;
    course.call(ben, "PUT", "/tables/{id}/seats/{seat}", &[&id, "0"], json!({})).await;
    course.call(ben, "PUT", "/tables/{id}/seats/{seat}", &[&id, "1"], json!({})).await;
    course.call(ada, "DELETE", "/tables/{id}/seats/{seat}", &[&id, "1"], NONE).await;
    course.call(ben, "GET", "/tables/{id}", &at, NONE).await;
    course.call(ada, "DELETE", "/tables/{id}/removed/{n}", &[&id, "1"], NONE).await;
    course.call(ada, "PATCH", "/tables/{id}", &at, json!({ "public": false, "spectators": false })).await;
    course.call(ada, "PUT", "/tables/{id}/host", &at, json!({ "seat": 1 })).await;
    course.call(ben, "PUT", "/tables/{id}/seats/{seat}", &[&id, "1"], json!({})).await;
    course.call(ada, "PUT", "/tables/{id}/host", &at, json!({ "seat": 1 })).await;
    course.call(ben, "PATCH", "/tables/{id}", &at, json!({ "pace": "7-days", "title": "Soup night" })).await;
    course.call(ada, "PUT", "/tables/{id}/ready", &at, json!({ "ready": true })).await;
    course.call(ada, "POST", "/tables/{id}/start", &at, NONE).await;
    course.call(ada, "POST", "/me/rematch", &[], json!({})).await;
    ben.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    course.call(ada, "GET", "/tables/{id}/talk", &at, NONE).await;
    course.call(ada, "POST", "/tables/{id}/talk", &at, json!({ "text": "Good evening" })).await;
    course.call(ben, "POST", "/tables/{id}/talk", &at, json!({ "text": "And to you" })).await;
    course.call(ben, "PUT", "/tables/{id}/talk/mutes/{remark}", &[&id, "1"], NONE).await;
    course.call(ben, "DELETE", "/tables/{id}/talk/mutes/{remark}", &[&id, "1"], NONE).await;
    course.call(ben, "PUT", "/tables/{id}/talk", &at, json!({ "setting": "phrases" })).await;
    course.call(ben, "PUT", "/tables/{id}/talk", &at, json!({ "setting": "loud" })).await;
    course.call(ada, "POST", "/tables/{id}/rematch", &at, json!({})).await;
    let wanted = json!({ "game": "crimsonbranch", "seats": 1, "take": 0, "start": true, "pace": "brisk" });
    let made = ada.post("/api/v1/tables", wanted).await.ok().json();
    let id = course.hide(&made["id"], "clocked");
    course.write(&made);
    ada.act(&id, 0, 0, json!({ "type": "retire" })).await.ok();
    let next = ada.post(&format!("/api/v1/tables/{id}/rematch"), json!({})).await.ok().json();
    course.hide(&next["id"], "rematch");
    course.write(&next);
}

async fn seats(course: &mut Course, ada: &mut Caller, ben: &mut Caller) {
    let wanted = json!({
        "game": GAME, "seats": 2, "take": 0, "dice": "physical", "bots": { "1": "easy" }, "start": true,
    });
    let made = ada.post("/api/v1/tables", wanted).await.ok().json();
    let id = course.hide(&made["id"], "match");
    course.write(&made);
    let seat = [id.as_str(), "1"];
    course.call(ben, "POST", "/tables/{id}/seats/{seat}/request", &seat, NONE).await;
    course.call(ada, "GET", "/tables/{id}", &[&id], NONE).await;
    course.call(ben, "DELETE", "/tables/{id}/seats/{seat}/request", &seat, NONE).await;
    course.call(ben, "POST", "/tables/{id}/seats/{seat}/request", &seat, NONE).await;
    course.call(ada, "PUT", "/tables/{id}/seats/{seat}/request", &seat, json!({ "accept": true })).await;
    course.call(ben, "GET", "/tables/{id}", &[&id], NONE).await;
}

/// Looks at a race that has begun.
async fn race(course: &mut Course, hall: &Hall) {
    let (mut ada, mut ben) = (Caller::program(hall, "Ada").await, Caller::program(hall, "Ben").await);
    let wanted = json!({ "game": "crimsonbranch", "race": true, "seats": 2, "take": 0 });
    let id = common::seated(&mut [&mut ada, &mut ben], wanted).await;
    course.hidden.push((id.clone(), "<race>".into()));
    let seen = ada.look(&id).await;
    let own = course.hide(&seen["race"]["racers"][0]["table"], "own match");
    course.call(&mut ada, "GET", "/tables/{id}", &[&id], NONE).await;
    course.call(&mut ben, "GET", "/tables/{id}", &[&own], NONE).await;
}

/// Begins a match of Ada and Ben in which Ada must act first; the answers call its table `name`.
async fn ada_before_ben(course: &mut Course, hall: &Hall, name: &str) -> (Caller, Caller, String) {
    let (mut ada, mut ben) = (course.guest(hall, "Ada").await, course.guest(hall, "Ben").await);
    let id = loop {
        let id = ada.table(json!({ "game": GAME, "seats": 2, "take": 0 })).await;
        ben.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), None).await.ok();
        let begun = ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok().json();
        if begun["state"]["status"]["awaiting"][0]["seat"] == 0 {
            break id;
        }
    };
    course.hidden.push((id.clone(), name.into()));
    (ada, ben, id)
}

/// Lets a bot play for a player who is away, at a hall that does not wait for long.
async fn absence(course: &mut Course) {
    let dir = tempfile::tempdir().unwrap();
    // The bot thinks for longer than the test lasts.
    let config = Config { absence: Duration::from_millis(100), bot_pause: LATE, ..common::config(dir.path()) };
    let hall = hall::open(config).await.unwrap();
    let (mut ada, mut ben, id) = ada_before_ben(course, &hall, "<absence>").await;
    let late = Instant::now() + LATE;
    let _page = Follower::at(&ben, &format!("/api/v1/tables/{id}/events"), None).await;
    while ben.look(&id).await["seats"][0]["missed"]["offered"] != true {
        assert!(Instant::now() < late, "nobody misses Ada");
        tokio::time::sleep(MOMENT).await;
    }
    let seat = [id.as_str(), "0"];
    course.call(&mut ben, "GET", "/tables/{id}", &[&id], NONE).await;
    course.call(&mut ben, "POST", "/tables/{id}/seats/{seat}/stand-in", &seat, json!({ "bot": "random" })).await;
    course.call(&mut ben, "DELETE", "/tables/{id}/seats/{seat}/stand-in", &seat, NONE).await;
    course.call(&mut ada, "DELETE", "/tables/{id}/seats/{seat}/stand-in", &[&id, "1"], NONE).await;
}

/// Lets two players decide about a match, at a hall that waits for both.
async fn agreements(course: &mut Course) {
    let dir = tempfile::tempdir().unwrap();
    let config = Config { bot_pause: LATE, ..common::config(dir.path()) };
    let hall = hall::open(config).await.unwrap();
    let (mut ada, mut ben, id) = ada_before_ben(course, &hall, "<agreements>").await;
    let at = [id.as_str()];
    course.call(&mut ben, "POST", "/tables/{id}/proposals", &at, json!({ "what": "take_back" })).await;
    course.call(&mut ben, "POST", "/tables/{id}/proposals", &at, json!({ "what": "end" })).await;
    course.call(&mut ada, "PUT", "/tables/{id}/proposals/{n}", &[&id, "1"], json!({ "accept": false })).await;
    course.call(&mut ben, "DELETE", "/tables/{id}/proposals/{n}", &[&id, "1"], NONE).await;
    course.call(&mut ben, "PUT", "/tables/{id}/put-away", &at, NONE).await;
    course.call(&mut ben, "DELETE", "/tables/{id}/put-away", &at, NONE).await;
    course.call(&mut ben, "POST", "/tables/{id}/leave", &at, NONE).await;
}

async fn steps(course: &mut Course, hall: &Hall) {
    let mut cellar = Cellar::offered(hall).await;
    let id = cellar.id.clone();
    let at = [id.as_str()];
    course.hidden.push((id.clone(), "<cellar>".into()));
    let first = cellar.look(1).await;
    let by = |seat: u64, table: &Value, rest: Value| {
        let mut body = json!({ "seat": seat, "step": table["step"], "epoch": table["epochs"][seat.to_string()] });
        body.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        body
    };
    let [one, two, three] = [1, 0, 3].map(|seat: usize| cellar.players[seat].clone());
    let (mut one, mut zero, mut three) = (one, two, three);
    course.call(&mut one, "GET", "/tables/{id}", &at, NONE).await;
    course.call(&mut one, "GET", "/tables/{id}/view?seat=1", &at, NONE).await;
    course.call(&mut one, "GET", "/tables/{id}/view?seat=0", &at, NONE).await;
    course.call(&mut one, "GET", "/tables/{id}/view", &at, NONE).await;
    course.call(&mut zero, "GET", "/tables/{id}/scene?seat=0", &at, NONE).await;
    course.call(&mut one, "GET", "/tables/{id}/observation?seat=0", &at, NONE).await;
    course.call(&mut one, "GET", "/tables/{id}/record", &at, NONE).await;
    course.call(&mut zero, "GET", "/waiting", &[], NONE).await;
    course.call(&mut zero, "GET", "/me/tables?list=waiting", &[], NONE).await;
    course.call(&mut three, "POST", "/tables/{id}/armed", &at, by(3, &first, json!({ "action": ambush() }))).await;
    course.call(&mut one, "POST", "/tables/{id}/armed", &at, by(1, &first, json!({ "action": pass() }))).await;
    let seen = cellar.look(0).await;
    let accept = by(0, &seen, json!({ "action": { "type": "accept" } }));
    course.call(&mut one, "POST", "/tables/{id}/hint", &at, json!({ "seat": 1, "step": seen["step"] })).await;
    course.blurred(&mut zero, "POST", "/tables/{id}/hint", &at, json!({ "seat": 0, "step": seen["step"] })).await;
    course.call(&mut zero, "POST", "/tables/{id}/act", &at, json!({ "seat": 0, "step": 0, "action": pass() })).await;
    course.call(&mut zero, "POST", "/tables/{id}/act", &at, by(0, &seen, json!({ "action": ambush() }))).await;
    course.call(&mut one, "POST", "/tables/{id}/act", &at, accept.clone()).await;
    course.call(&mut zero, "POST", "/tables/{id}/act", &at, accept.clone()).await;
    course.call(&mut zero, "POST", "/tables/{id}/undo", &at, json!({ "step": 0 })).await;
    let seen = cellar.look(0).await;
    let opened = Follower::at(&zero, &format!("/api/v1/tables/{id}/events?state=1"), None).await.next().await.unwrap();
    let _ = writeln!(course.text, "\nevents {}", opened.kind);
    course.write(&opened.data);
    course.call(&mut zero, "POST", "/tables/{id}/undo", &at, json!({ "step": seen["step"] })).await;
    cellar.act(0, json!({ "type": "accept" })).await.ok();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let table = course.call(&mut one, "GET", "/tables/{id}", &at, NONE).await;
    course.call(&mut one, "POST", "/tables/{id}/orders", &at, by(1, &table, json!({ "order": "nap" }))).await;
    course.call(&mut one, "POST", "/tables/{id}/orders", &at, by(1, &table, json!({ "order": "pass" }))).await;
    course.call(&mut one, "PUT", "/tables/{id}/reactions/{step}", &[&id, "1"], json!({ "reaction": "shout" })).await;
    let reaction = json!({ "reaction": "bravo" });
    course.call(&mut one, "PUT", "/tables/{id}/reactions/{step}", &[&id, "1"], reaction).await;
    course.call(&mut one, "DELETE", "/tables/{id}/reactions/{step}", &[&id, "1"], NONE).await;
    // At a new table nobody has a class yet, and the match waits for the first card.
    let wanted = json!({ "game": "gloombah", "seats": 2, "take": 0, "bots": { "1": "random" }, "dice": "physical", "start": true });
    let made = zero.post("/api/v1/tables", wanted).await.ok().json();
    let id = course.hide(&made["id"], "dealt");
    course.write(&made);
    let given = |value: &str| json!({ "step": 0, "answers": made["answers"], "value": value });
    course.call(&mut zero, "POST", "/tables/{id}/answer", &[&id], given("no such class")).await;
    course.call(&mut zero, "POST", "/tables/{id}/answer", &[&id], given("mage")).await;
    course.call(&mut zero, "POST", "/tables/{id}/answer", &[&id], given("mage")).await;
    // The same request again has the same answer, which is made from the journal.
    let wanted = json!({ "game": "crimsonbranch", "seats": 1, "take": 0, "start": true });
    let made = zero.post("/api/v1/tables", wanted).await.ok().json();
    let id = course.hide(&made["id"], "retired");
    for _ in 0..2 {
        let body = json!({ "seat": 0, "step": 0, "action": { "type": "retire" } }).to_string();
        let request = axum::http::Request::post(format!("/api/v1/tables/{id}/act")).header("idempotency-key", "once");
        let answer = zero.send(request.body(body.into()).unwrap()).await.ok();
        course.write(&answer.json());
    }
    course.call(&mut zero, "GET", "/tables/{id}", &[&id], NONE).await;
    course.call(&mut zero, "GET", "/me/tables?list=finished", &[], NONE).await;
    course.call(&mut zero, "GET", "/me/matches.jsonl", &[], NONE).await;
    course.call(&mut zero, "POST", "/me/matches", &[], NONE).await;
    let own = zero.get("/api/v1/me/matches.jsonl").await.ok().text();
    let sent = axum::http::Request::post("/api/v1/me/matches").body(own.into()).unwrap();
    let made = zero.send(sent).await.ok().json();
    course.write(&kinds(&made));
}

/// Opens the store of the hall in a folder, from outside the hall.
async fn store(data: &Path) -> Store {
    let url = database::address(data).unwrap_or_else(|| format!("sqlite://{}", data.join("hall.db").display()));
    Store::open(&url).await.unwrap()
}

async fn results(course: &mut Course, ada: &mut Caller, ben: &mut Caller, data: &Path) {
    let store = store(data).await;
    let mut people = Vec::new();
    for caller in [&mut *ada, &mut *ben] {
        people.push(caller.get("/api/v1/me").await.ok().json()["id"].as_str().unwrap().to_owned());
    }
    for n in 0..4 {
        let id = ada.table(json!({ "game": GAME, "seats": 2, "public": true })).await;
        course.hidden.push((id.clone(), format!("<result {n}>")));
        let seat = |seat: u8| SeatResult {
            table: id.clone(),
            seat: Seat(seat),
            kind: MatchKind::Usual,
            board: BoardKey { game: GAME.into(), seats: 2, variant: "die_floor=none".into(), company: "people".into() },
            person: Some(people[usize::from(seat)].clone()),
            bot: None,
            class: Some("knight".into()),
            place: u32::from(seat) + 1,
            won: seat == 0,
            score: Some(10 - i64::from(seat)),
            steps: 7 + n,
            by_bots: 0,
            ended: now() + i64::from(n),
            ranked: true,
            early: false,
            rivals: true,
            traces: None,
        };
        let results = MatchResults { seats: vec![seat(0), seat(1)], ..MatchResults::default() };
        store.write(StoreWrite::SetResults { table: id.clone(), results }).await.unwrap();
    }
    store.close().await;
    course.call(ada, "GET", "/boards/{game}", &["crimsonbranch"], NONE).await;
    course.call(ada, "GET", "/boards/{game}?seats=2", &[GAME], NONE).await;
    course.call(ada, "GET", "/boards/{game}?seats=5", &[GAME], NONE).await;
    course.call(ada, "GET", "/me", &[], NONE).await;
    course.call(ada, "GET", "/people/{id}", &[&people[1]], NONE).await;
    course.call(ada, "GET", "/people/{id}", &["nobody"], NONE).await;
    course.call(ada, "GET", "/companions", &[], NONE).await;
    course.call(ada, "GET", "/evenings", &[], NONE).await;
    let id = ada.table(json!({ "game": GAME, "seats": 2, "take": 0 })).await;
    course.hidden.push((id.clone(), "<invited>".into()));
    course.call(ada, "PUT", "/tables/{id}/invitations/{person}", &[&id, &people[1]], NONE).await;
    course.call(ben, "GET", "/invitations", &[], NONE).await;
    course.call(ben, "DELETE", "/invitations/{table}", &[&id], NONE).await;
    course.call(ada, "PUT", "/blocks/{person}", &[&people[1]], NONE).await;
    course.call(ada, "GET", "/blocks", &[], NONE).await;
    course.call(ada, "DELETE", "/blocks/{person}", &[&people[1]], NONE).await;

    course.blurred(ada, "GET", "/daily", &[], NONE).await;
    let (game, day) = ("crimsonbranch", TODAY.to_string());
    let of = [game, day.as_str()];
    course.blurred(ada, "GET", "/daily/{game}/{day}", &of, NONE).await;
    course.call(ada, "POST", "/daily/{game}/{day}/practice", &of, NONE).await;
    let begun = ada.post(&format!("/api/v1/daily/{game}"), json!({})).await.ok().json();
    let id = course.hide(&begun["table"], "try");
    course.call(ada, "POST", "/daily/{game}", &[game], json!({})).await;
    course.blurred(ada, "GET", "/daily/{game}/{day}", &of, NONE).await;
    ada.act(&id, 0, 0, json!({ "type": "retire" })).await.ok();
    course.blurred(ada, "GET", "/daily/{game}/{day}", &of, NONE).await;
    course.blurred(ada, "POST", "/daily/{game}/{day}/practice", &of, NONE).await;
    course.call(ada, "GET", "/people/{id}/achievements", &[&people[0]], NONE).await;
    course.call(ben, "GET", "/people/{id}/achievements", &[&people[1]], NONE).await;
}

async fn puzzles(course: &mut Course, ada: &mut Caller) {
    let all = course.call(ada, "GET", "/puzzles", &[], NONE).await;
    let (game, number) = (all["today"]["game"].as_str().unwrap(), all["today"]["number"].to_string());
    let at = [game, number.as_str()];
    let asked = course.call(ada, "GET", "/puzzles/{game}/{number}", &at, NONE).await;
    let wrong = json!({ "action": { "type": "no-such-thing" } });
    course.call(ada, "POST", "/puzzles/{game}/{number}", &at, wrong).await;
    let made = json!({ "action": asked["legal"][0]["action"] });
    course.call(ada, "POST", "/puzzles/{game}/{number}", &at, made).await;
    course.call(ada, "GET", "/puzzles/{game}/{number}", &[game, "0"], NONE).await;
    course.call(ada, "GET", "/puzzles", &[], NONE).await;
}

async fn notices(course: &mut Course, ada: &mut Caller) {
    course.call(ada, "GET", "/notices", &[], NONE).await;
    let hook = json!({ "url": "https://localhost/hook", "form": "slack" });
    course.call(ada, "PUT", "/notices/webhook", &[], hook).await;
    course.call(ada, "POST", "/notices/webhook/test", &[], NONE).await;
    course.call(ada, "GET", "/notices", &[], NONE).await;
    course.call(ada, "DELETE", "/notices/webhook", &[], NONE).await;
    let browser = json!({ "endpoint": "https://push.example.net/a", "keys": { "p256dh": "AAAA", "auth": "AAAA" } });
    course.call(ada, "PUT", "/notices/push", &[], browser).await;
    course.call(ada, "DELETE", "/notices/push", &[], json!({ "endpoint": "https://push.example.net/a" })).await;
}

async fn accounts(course: &mut Course, ada: &mut Caller, ben: &mut Caller, hall: &Hall) {
    let password = "tin-of-peaches";
    course.call(ada, "POST", "/me/account", &[], json!({ "password": password })).await;
    course.call(ben, "POST", "/me/account", &[], json!({ "name": "Ada" })).await;
    course.call(ben, "POST", "/me/account", &[], json!({})).await;
    let link = course.call(ben, "POST", "/me/recovery", &[], json!({})).await["recovery"].clone();
    let mut other = Caller::new(hall);
    course.call(&mut other, "POST", "/sessions", &[], json!({ "name": "Ada", "password": "a-wrong-one" })).await;
    let signed_in = course.call(&mut other, "POST", "/sessions", &[], json!({ "name": "Ada", "password": password }));
    other.token = signed_in.await["token"].as_str().map(str::to_owned);
    let mut third = Caller::new(hall);
    let back = course.call(&mut third, "POST", "/sessions", &[], json!({ "recovery": link })).await;
    third.token = back["token"].as_str().map(str::to_owned);
    let change = json!({ "present": password, "password": "box-of-matches" });
    course.call(&mut other, "PUT", "/me/password", &[], change).await;
    course.call(&mut other, "DELETE", "/sessions/current", &[], NONE).await;
    course.call(&mut third, "DELETE", "/sessions", &[], NONE).await;
    let mut eve = course.guest(hall, "Eve").await;
    course.call(&mut eve, "DELETE", "/me", &[], json!({})).await;
    let again = json!({ "name": "Ada", "password": "box-of-matches" });
    let signed_in = Caller::new(hall).post("/api/v1/sessions", again).await.ok().json();
    ada.token = signed_in["token"].as_str().map(str::to_owned);
}

async fn groups(course: &mut Course, ada: &mut Caller, hall: &Hall) {
    let words = json!({ "name": "The Cellar", "note": "On Fridays" });
    let made = course.blurred(ada, "POST", "/groups", &[], words).await;
    let id = course.hide(&made["id"], "group");
    let token = made["link"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    course.hidden.push((token.clone(), "<token>".into()));
    let mut finn = course.guest(hall, "Finn").await;
    let me = finn.get("/api/v1/me").await.ok().json()["id"].as_str().unwrap().to_owned();
    course.call(&mut finn, "GET", "/join/{token}", &[&token], NONE).await;
    course.call(&mut finn, "GET", "/groups/{id}", &[&id], NONE).await;
    course.blurred(&mut finn, "POST", "/join/{token}", &[&token], NONE).await;
    course.call(&mut finn, "POST", "/groups", &[], json!({ "name": "Mine" })).await;
    course.call(ada, "GET", "/groups", &[], NONE).await;
    course.blurred(ada, "GET", "/groups/{id}", &[&id], NONE).await;
    course.blurred(ada, "PUT", "/groups/{id}", &[&id], json!({ "name": "The Attic" })).await;
    course.blurred(&mut finn, "PUT", "/groups/{id}/mention", &[&id], json!({ "mention": "@finn" })).await;
    let hook = json!({ "url": "https://localhost/hook", "form": "slack" });
    course.call(ada, "PUT", "/groups/{id}/webhook", &[&id], hook).await;
    course.call(ada, "POST", "/groups/{id}/webhook/test", &[&id], NONE).await;
    course.blurred(ada, "DELETE", "/groups/{id}/webhook", &[&id], NONE).await;
    course.blurred(ada, "POST", "/groups/{id}/tables", &[&id], json!({ "game": GAME })).await;
    course.blurred(ada, "DELETE", "/groups/{id}/members/{person}", &[&id, &me], NONE).await;
    course.blurred(ada, "POST", "/groups/{id}/link", &[&id], NONE).await;
    packs(course, ada, &mut finn).await;
}

async fn packs(course: &mut Course, ada: &mut Caller, finn: &mut Caller) {
    let pack = json!({ "game": "gloombah", "base": 1, "title": "Cats", "cards": { "sulky_housecat": { "ap": 2 } } });
    let made = course.blurred(ada, "POST", "/me/packs", &[], pack.clone()).await;
    let hash = made["hash"].as_str().unwrap().to_owned();
    course.call(finn, "POST", "/me/packs", &[], pack).await;
    let wrong = json!({ "game": "gloombah", "base": 1, "title": "Cats", "cards": { "sulky_housecat": { "ap": -2 } } });
    course.call(ada, "POST", "/me/packs", &[], wrong).await;
    course.blurred(ada, "GET", "/me/packs", &[], NONE).await;
    course.call(ada, "DELETE", "/me/packs/{hash}", &[&hash], NONE).await;
    course.call(ada, "DELETE", "/me/packs/{hash}", &[&hash], NONE).await;
}

async fn deadlines(course: &mut Course, ada: &mut Caller) {
    course.call(ada, "GET", "/deadlines", &[], NONE).await;
    course.blurred(ada, "PUT", "/deadlines/calendar", &[], NONE).await;
    course.call(ada, "DELETE", "/deadlines/calendar", &[], NONE).await;
    course.call(ada, "GET", "/me/vacation", &[], NONE).await;
    course.blurred(ada, "PUT", "/me/vacation", &[], json!({ "days": 3 })).await;
    course.call(ada, "PUT", "/me/vacation", &[], json!({ "days": 3 })).await;
    course.call(ada, "DELETE", "/me/vacation", &[], NONE).await;
}

async fn operators(course: &mut Course, hall: &Hall, data: &Path) {
    let token = fs::read_to_string(data.join(hall::OPERATOR_TOKEN_FILE)).unwrap();
    let mut operator = Caller { token: Some(token.trim().to_owned()), ..Caller::new(hall) };
    let mut dan = course.guest(hall, "Dan").await;
    let me = dan.get("/api/v1/me").await.ok().json()["id"].as_str().unwrap().to_owned();
    let id = dan.table(json!({ "game": GAME, "seats": 2, "take": 0, "talk": "free" })).await;
    course.hidden.push((id.clone(), "<closed>".into()));
    dan.post(&format!("/api/v1/tables/{id}/talk"), json!({ "text": "Boo" })).await.ok();
    let about = |mut body: Value| {
        body["operator"] = "mod".into();
        body["why"] = "insults".into();
        body
    };
    let all = "/operator/restrictions";
    course.call(&mut operator, "GET", "/operator/tables/{id}", &[&id], NONE).await;
    course.call(&mut operator, "POST", "/operator/tables/{id}/close", &[&id], about(json!({}))).await;
    course.call(&mut operator, "GET", "/operator/tables/{id}", &[&id], NONE).await;
    course.call(&mut dan, "GET", "/tables/{id}", &[&id], NONE).await;
    let ban = json!({ "kind": "ban", "person": me, "seconds": 7200 });
    course.call(&mut operator, "POST", all, &[], about(ban.clone())).await;
    course.call(&mut operator, "POST", all, &[], about(json!({ "kind": "mute", "address": "192.0.2.7" }))).await;
    course.call(&mut operator, "GET", all, &[], NONE).await;
    course.call(&mut operator, "DELETE", all, &[], about(json!({ "kind": "ban", "person": me }))).await;
    course.call(&mut operator, "DELETE", "/operator/tables/{id}/close", &[&id], about(json!({}))).await;
    course.blurred(&mut operator, "DELETE", "/operator/people/{id}/name", &[&me], about(json!({}))).await;
    course.blurred(&mut operator, "GET", "/operator/audit", &[], NONE).await;
    course.call(&mut dan, "GET", "/operator/audit", &[], NONE).await;
}
