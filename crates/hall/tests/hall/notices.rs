//! Waiting matches: their number on every page, and notifications of people who are not looking.

use std::{path::Path, sync::Arc, time::Duration};

use axum::http::Method;
use hall::{Hall, NoticeRules, Reach};
use p256::SecretKey;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    sync::Mutex,
};

use crate::common::{self, Caller, Follower, GAME, config};

/// How long a match must wait for a person before the notification, in these tests.
const DELAY: Duration = Duration::from_millis(80);
/// More time than a notification needs, with several retries.
const LONG: Duration = Duration::from_secs(30);

async fn open(data: &Path) -> Hall {
    let rules = NoticeRules { delay: DELAY, rest: Duration::from_millis(20), reach: Reach::Anywhere };
    let public_url = Some("https://hall.example.org/".parse().unwrap());
    hall::open(hall::Config { notices: rules, public_url, ..config(data) }).await.unwrap()
}

/// Creates a table for Ada and Ben: returns its id, and which of them must act.
async fn table_for_two(ada: &mut Caller, ben: &mut Caller) -> (String, usize) {
    let id = ada.table(json!({ "game": GAME, "seats": 2, "take": 0 })).await;
    ben.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), None).await.ok();
    let table = ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok().json();
    let seat = table["state"]["status"]["awaiting"][0]["seat"].as_u64().unwrap() as usize;
    (id, seat)
}

async fn waiting(caller: &mut Caller) -> Vec<String> {
    let answer = caller.get("/api/v1/waiting").await.ok().json();
    answer["waiting"].as_array().unwrap().iter().map(|turn| turn["table"].as_str().unwrap().to_owned()).collect()
}

/// Acts for both until it is the other's turn.
async fn until_the_other_is_asked(callers: &mut [Caller; 2], id: &str, seat: usize) {
    for _ in 0..200 {
        let table = callers[seat].look(id).await;
        let awaited = &table["state"]["status"]["awaiting"];
        if awaited.as_array().unwrap().iter().all(|one| one["seat"].as_u64() != Some(seat as u64)) {
            return;
        }
        callers[seat].act_first(id, &table, seat).await.ok();
    }
    panic!("it is always the same seat's turn");
}

#[tokio::test]
async fn a_match_waits_for_whoever_must_act_in_it_and_for_nobody_else() {
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let mut callers = [Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await];
    let [ada, ben] = &mut callers;
    assert!(waiting(ada).await.is_empty());
    let (id, seat) = table_for_two(ada, ben).await;
    assert_eq!(waiting(&mut callers[seat]).await, [id.as_str()]);
    assert!(waiting(&mut callers[1 - seat]).await.is_empty());
    let answer = callers[seat].get("/api/v1/waiting").await.ok().json();
    assert_eq!(answer["waiting"][0]["title"], "Rogue Ascension");
    assert_eq!(answer["waiting"][0]["with"], json!([["Ben"], ["Ada"]][seat]));

    until_the_other_is_asked(&mut callers, &id, seat).await;
    assert!(waiting(&mut callers[seat]).await.is_empty());
    assert_eq!(waiting(&mut callers[1 - seat]).await, [id.as_str()]);
    // A match does not wait for a person who has left the seat.
    let path = format!("/api/v1/tables/{id}/seats/{}", 1 - seat);
    callers[1 - seat].call(Method::PUT, &path, Some(json!({ "bot": "random" }))).await.ok();
    assert!(waiting(&mut callers[1 - seat]).await.is_empty());

    let mut stranger = Caller::new(&hall);
    assert_eq!(stranger.get("/api/v1/waiting").await.error(401), "unauthorized");
}

#[tokio::test]
async fn what_waits_is_known_after_a_restart_and_a_step_taken_back() {
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(json!({ "game": GAME, "seats": 1, "take": 0, "start": true })).await;
    hall.close().await;
    drop(hall);
    let hall = open(data.path()).await;
    ada.router = hall.router();
    assert_eq!(waiting(&mut ada).await, [id.as_str()]);
    let over = ada.play_out(&id).await;
    assert_eq!(over["phase"], "over");
    assert!(waiting(&mut ada).await.is_empty(), "a match that is over waits for nobody");
}

#[tokio::test]
async fn every_page_counts_what_waits_and_the_front_page_lists_it() {
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let mut ada = Caller::new(&hall);
    assert!(!ada.get("/games").await.text().contains("id=\"waiting\""), "nothing can wait for a stranger");
    let to = |reply: common::Reply| reply.header("location").to_owned();
    let (one, other) = (to(ada.form("/play", &[("game", GAME)]).await), to(ada.form("/play", &[("game", GAME)]).await));
    for path in ["/", "/games", "/fairness", "/me", "/games/gloombah", "/nothing-here"] {
        let page = ada.get(path).await.text();
        assert!(page.contains("<b>2</b><span class=\"unseen\"> matches wait for you</span>"), "{path}");
    }
    let front = ada.get("/").await.text();
    let list = &front[front.find("id=\"waiting-for-you\"").unwrap()..];
    assert!(list.contains(&format!("href=\"{one}\"")) && list.contains(&format!("href=\"{other}\"")));
    // A table does not remind of itself.
    let table = ada.get(&one).await.text();
    assert!(table.contains("<b>1</b><span class=\"unseen\"> match waits for you</span>"));
}

/// A server that receives notifications: it stores each post, and answers with a fixed status.
struct Receiver {
    url: String,
    posts: Arc<Mutex<Vec<Post>>>,
}

/// A post: the head of the request in small letters, and its body.
type Post = (String, Vec<u8>);

impl Receiver {
    async fn open(answer: &'static str) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://127.0.0.1:{}/hook", listener.local_addr().unwrap().port());
        let posts = Arc::new(Mutex::new(Vec::new()));
        let kept = posts.clone();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
                let (head, body) = loop {
                    let count = stream.read(&mut part).await.unwrap();
                    assert!(count > 0, "the request broke off");
                    bytes.extend_from_slice(&part[..count]);
                    let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
                    let head = String::from_utf8(bytes[..end].to_vec()).unwrap().to_lowercase();
                    let length = head.split("content-length: ").nth(1).unwrap().lines().next().unwrap();
                    let body = &bytes[end + 4..];
                    if body.len() == length.parse::<usize>().unwrap() {
                        break (head, body.to_vec());
                    }
                };
                kept.lock().await.push((head, body));
                stream.write_all(format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\n\r\n").as_bytes()).await.unwrap();
            }
        });
        Receiver { url, posts }
    }

    async fn posts(&self) -> Vec<Post> {
        self.posts.lock().await.clone()
    }

    async fn wait_for(&self, count: usize) -> Vec<Post> {
        tokio::time::timeout(LONG, async {
            while self.posts.lock().await.len() < count {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
        .await
        .unwrap_or_else(|_| panic!("{count} notices did not come"));
        self.posts().await
    }
}

async fn set_webhook(caller: &mut Caller, url: &str, form: &str) -> common::Reply {
    let body = json!({ "url": url, "form": form });
    caller.call(Method::PUT, "/api/v1/notices/webhook", Some(body)).await
}

#[tokio::test]
async fn webhook_of_a_group_mentions_who_is_due() {
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let mut callers = [Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await];
    let [ada, ben] = &mut callers;
    ada.post("/api/v1/me/account", json!({ "name": "Ada", "password": "seven brass lanterns" })).await.ok();
    let group = ada.post("/api/v1/groups", json!({ "name": "Thursday" })).await.ok().json();
    ben.post(&format!("/api/v1{}", group["link"].as_str().unwrap()), json!({})).await.ok();
    let path = format!("/api/v1/groups/{}", group["id"].as_str().unwrap());
    for (caller, mention) in [(&mut *ada, "ada.l"), (&mut *ben, "ben")] {
        caller.call(Method::PUT, &format!("{path}/mention"), Some(json!({ "mention": mention }))).await.ok();
    }
    let receiver = Receiver::open("200 OK").await;
    let webhook = Some(json!({ "url": receiver.url, "form": "slack" }));
    let refused = ben.call(Method::PUT, &format!("{path}/webhook"), webhook.clone()).await;
    assert_eq!(refused.error(403), "not_your_seat", "the owner sets the webhook");
    ada.call(Method::PUT, &format!("{path}/webhook"), webhook).await.ok();
    ada.post(&format!("{path}/webhook/test"), json!({})).await.ok();
    assert!(String::from_utf8(receiver.wait_for(1).await[0].1.clone()).unwrap().contains("Thursday"));

    // A table that does not belong to the group, and one that does.
    table_for_two(ada, ben).await;
    let table = ada.post(&format!("{path}/tables"), json!({ "game": GAME })).await.json();
    let id = table["id"].as_str().unwrap().to_owned();
    ada.call(Method::PATCH, &format!("/api/v1/tables/{id}"), Some(json!({ "seats": 2 }))).await.ok();
    ben.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), None).await.ok();
    let table = ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok().json();
    let seat = table["state"]["status"]["awaiting"][0]["seat"].as_u64().unwrap() as usize;
    let posts = receiver.wait_for(2).await;
    let body: Value = serde_json::from_slice(&posts[1].1).unwrap();
    let who = ["@ada.l", "@ben"][seat];
    let text = format!("Rogue Ascension: it is the turn of {who}. https://hall.example.org/tables/{id}");
    assert_eq!(body["text"], text);
    tokio::time::sleep(DELAY * 4).await;
    assert_eq!(receiver.posts().await.len(), 2, "once a turn is enough");
    until_the_other_is_asked(&mut callers, &id, seat).await;
    let posts = receiver.wait_for(3).await;
    assert!(String::from_utf8(posts[2].1.clone()).unwrap().contains(["@ada.l", "@ben"][1 - seat]));
}

#[tokio::test]
async fn whoever_is_away_is_told_once_a_turn_by_webhook() {
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let mut callers = [Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await];
    let receivers = [Receiver::open("204 No Content").await, Receiver::open("200 OK").await];
    for (caller, (receiver, form)) in callers.iter_mut().zip(receivers.iter().zip(["discord", "slack"])) {
        set_webhook(caller, &receiver.url, form).await.ok();
    }
    let [ada, ben] = &mut callers;
    let (id, seat) = table_for_two(ada, ben).await;
    let posts = receivers[seat].wait_for(1).await;
    let body: Value = serde_json::from_slice(&posts[0].1).unwrap();
    let others = ["Ben", "Ada"][seat];
    let text = format!("Your turn: Rogue Ascension. With {others}. https://hall.example.org/tables/{id}");
    assert_eq!(body[["content", "text"][seat]], text);

    tokio::time::sleep(DELAY * 4).await;
    assert_eq!(receivers[seat].posts().await.len(), 1, "once a turn is enough");
    assert!(receivers[1 - seat].posts().await.is_empty(), "nobody waits for the other");

    until_the_other_is_asked(&mut callers, &id, seat).await;
    receivers[1 - seat].wait_for(1).await;
    let settings = callers[seat].get("/api/v1/notices").await.ok().json();
    assert_eq!((&settings["webhook"]["trouble"], &settings["browsers"]), (&Value::Null, &json!(0)));
}

#[tokio::test]
async fn turn_is_told_when_the_vacation_ends() {
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let mut callers = [Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await];
    let receiver = Receiver::open("200 OK").await;
    for caller in &mut callers {
        set_webhook(caller, &receiver.url, "slack").await.ok();
        caller.call(Method::PUT, "/api/v1/me/vacation", Some(json!({ "days": 3 }))).await.ok();
    }
    let [ada, ben] = &mut callers;
    let table = json!({ "game": GAME, "seats": 2, "take": 0, "pace": "1-day" });
    let id = common::seated(&mut [ada, ben], table).await;
    tokio::time::sleep(DELAY * 6).await;
    assert!(receiver.posts().await.is_empty(), "nobody is told during a vacation");
    for caller in &mut callers {
        caller.call(Method::DELETE, "/api/v1/me/vacation", None).await.ok();
    }
    let posts = receiver.wait_for(1).await;
    assert!(String::from_utf8(posts[0].1.clone()).unwrap().contains(&id));
    tokio::time::sleep(DELAY * 4).await;
    assert_eq!(receiver.posts().await.len(), 1, "once a turn is enough");
}

#[tokio::test]
async fn a_notice_speaks_the_language_that_somebody_has_chosen() {
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let mut callers = [Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await];
    let receiver = Receiver::open("200 OK").await;
    for caller in &mut callers {
        set_webhook(caller, &receiver.url, "slack").await.ok();
        caller.form("/me", &[("language", "de")]).await;
    }
    let [ada, ben] = &mut callers;
    table_for_two(ada, ben).await;
    let body: Value = serde_json::from_slice(&receiver.wait_for(1).await[0].1).unwrap();
    let text = body["text"].as_str().unwrap();
    assert!(text.starts_with("Du bist am Zug: Rogue Ascension. Mit "), "{text}");
}

#[tokio::test]
async fn nobody_is_messaged_who_looks_on_plays_alone_or_did_not_ask() {
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let mut callers = [Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await];
    let receiver = Receiver::open("204 No Content").await;
    set_webhook(&mut callers[0], &receiver.url, "discord").await.ok();
    set_webhook(&mut callers[1], &receiver.url, "discord").await.ok();
    let alone = callers[0].table(json!({ "game": GAME, "seats": 1, "take": 0, "start": true })).await;
    let [ada, ben] = &mut callers;
    let id = ada.table(json!({ "game": GAME, "seats": 2, "take": 0 })).await;
    ben.call(Method::PUT, &format!("/api/v1/tables/{id}/seats/1"), None).await.ok();
    let here = [Follower::of(ada, &id).await.1, Follower::of(ben, &id).await.1];
    ada.post(&format!("/api/v1/tables/{id}/start"), json!({})).await.ok();
    tokio::time::sleep(DELAY * 5).await;
    assert_eq!(waiting(&mut callers[0]).await.len() + waiting(&mut callers[1]).await.len(), 2, "{alone} and {id}");
    assert!(receiver.posts().await.is_empty());
    drop(here);
}

#[tokio::test]
async fn a_turn_that_came_before_a_restart_is_told_after_it() {
    let data = tempfile::tempdir().unwrap();
    // This hall waits too long before it notifies anybody.
    let hall = hall::open(config(data.path())).await.unwrap();
    let mut callers = [Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await];
    let [ada, ben] = &mut callers;
    table_for_two(ada, ben).await;
    hall.close().await;
    drop(hall);
    let hall = open(data.path()).await;
    let receiver = Receiver::open("204 No Content").await;
    for caller in &mut callers {
        caller.router = hall.router();
        set_webhook(caller, &receiver.url, "slack").await.ok();
    }
    assert_eq!(receiver.wait_for(1).await.len(), 1);
}

#[tokio::test]
async fn a_failing_webhook_is_retried_and_its_page_says_so() {
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let mut callers = [Caller::new(&hall), Caller::new(&hall)];
    let receiver = Receiver::open("503 Service Unavailable").await;
    let mut id = String::new();
    for (n, caller) in callers.iter_mut().enumerate() {
        caller.form("/me", &[("name", ["Ada", "Ben"][n])]).await;
        caller.form("/me/notices", &[("do", "save"), ("url", &receiver.url), ("form", "slack")]).await;
        match n {
            0 => id = caller.form("/tables", &[("game", GAME), ("seats", "2")]).await.header("location").to_owned(),
            _ => drop(caller.form(&format!("{id}/seats/1"), &[("do", "take")]).await),
        }
    }
    callers[0].form(&format!("{id}/start"), &[]).await;
    // They send no more requests, so the server no longer counts them as looking.
    receiver.wait_for(3).await;
    tokio::time::timeout(LONG, async {
        loop {
            let (ada, ben) = (callers[0].get("/me/notices").await.text(), callers[1].get("/me/notices").await.text());
            if format!("{ada}{ben}").contains("The last one could not be sent: 127.0.0.1 answered 503") {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await
    .unwrap();
    tokio::time::sleep(DELAY * 3).await;
    assert_eq!(receiver.posts().await.len(), 3, "three times, and no more");
}

#[tokio::test]
async fn a_webhook_can_be_tried_at_once_but_not_without_end() {
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let mut ada = Caller::new(&hall);
    let receiver = Receiver::open("204 No Content").await;
    let fields = [("do", "test"), ("url", receiver.url.as_str()), ("form", "discord")];
    let page = ada.form("/me/notices", &fields).await.ok().text();
    assert!(page.contains("Sent. It should be in your chat now.") && page.contains(&receiver.url));
    let posts = receiver.posts().await;
    assert!(posts.len() == 1 && String::from_utf8_lossy(&posts[0].1).contains("https://hall.example.org"));
    let again = ada.form("/me/notices", &fields).await;
    assert_eq!((again.status.as_u16(), receiver.posts().await.len()), (429, 1));
    assert!(again.header("retry-after").parse::<u64>().is_ok());
    ada.form("/me/notices", &[("do", "remove")]).await;
    assert!(!ada.get("/me/notices").await.text().contains(&receiver.url));
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let elsewhere = Receiver::open("204 No Content").await;
    let answer: &'static str = format!("302 Found\r\nlocation: {}", elsewhere.url).leak();
    let receiver = Receiver::open(answer).await;
    let mut ada = Caller::program(&hall, "Ada").await;
    set_webhook(&mut ada, &receiver.url, "slack").await.ok();
    let tried = ada.post("/api/v1/notices/webhook/test", json!({})).await;
    assert_eq!(tried.error(502), "not_sent");
    assert!(elsewhere.posts().await.is_empty());
}

#[tokio::test]
async fn a_hall_as_it_is_opened_sends_nothing_into_its_own_network() {
    let data = tempfile::tempdir().unwrap();
    let hall = hall::open(config(data.path())).await.unwrap();
    let mut ada = Caller::program(&hall, "Ada").await;
    for url in ["http://127.0.0.1:9/hook", "https://127.0.0.1:8443/", "https://a@example.com/"] {
        assert_eq!(set_webhook(&mut ada, url, "slack").await.error(400), "bad_request", "{url}");
    }
    set_webhook(&mut ada, "https://localhost/hook", "slack").await.ok();
    let tried = ada.post("/api/v1/notices/webhook/test", json!({})).await;
    assert_eq!(tried.error(502), "not_sent");
    assert!(tried.text().contains("private network"), "{}", tried.text());
    let browser = json!({ "endpoint": "http://127.0.0.1:9/push", "keys": keys() });
    let added = ada.call(Method::PUT, "/api/v1/notices/push", Some(browser)).await;
    assert_eq!(added.error(400), "bad_request");
}

fn browser_key() -> SecretKey {
    SecretKey::from_slice(&[7; 32]).unwrap()
}

fn keys() -> Value {
    let encode = |bytes: &[u8]| data_encoding::BASE64URL_NOPAD.encode(bytes);
    json!({ "p256dh": encode(&browser_key().public_key().to_sec1_bytes()), "auth": encode(&[9; 16]) })
}

#[tokio::test]
async fn a_browser_is_told_by_web_push_and_forgotten_once_it_is_gone() {
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let mut callers = [Caller::program(&hall, "Ada").await, Caller::program(&hall, "Ben").await];
    let mut browsers = Vec::new();
    // Both subscribe before it is anybody's turn: the server notifies both browsers of a person.
    for caller in &mut callers {
        let (there, gone) = (Receiver::open("201 Created").await, Receiver::open("410 Gone").await);
        let bad = json!({ "endpoint": there.url, "keys": { "p256dh": "AAAA", "auth": "AAAA" } });
        assert_eq!(caller.call(Method::PUT, "/api/v1/notices/push", Some(bad)).await.error(400), "bad_request");
        for receiver in [&there, &gone] {
            let browser = json!({ "endpoint": receiver.url, "keys": keys() });
            let set = caller.call(Method::PUT, "/api/v1/notices/push", Some(browser)).await.ok().json();
            let key = set["key"].as_str().unwrap();
            assert_eq!(data_encoding::BASE64URL_NOPAD.decode(key.as_bytes()).unwrap().len(), 65);
        }
        browsers.push((there, gone));
    }
    let [ada, ben] = &mut callers;
    let (id, seat) = table_for_two(ada, ben).await;
    let (caller, (there, gone)) = (&mut callers[seat], &browsers[seat]);
    let (head, body) = there.wait_for(1).await.remove(0);
    assert!(head.contains("authorization: vapid t=") && head.contains("content-encoding: aes128gcm"), "{head}");
    let text = web_push_native::decrypt(body, &browser_key(), &web_push_native::Auth::from([9; 16])).unwrap();
    let text: Value = serde_json::from_slice(&text).unwrap();
    assert_eq!(text["url"], format!("/tables/{id}"));
    assert_eq!(text["title"], "Your turn: Rogue Ascension");
    gone.wait_for(1).await;
    tokio::time::timeout(LONG, async {
        while caller.get("/api/v1/notices").await.ok().json()["browsers"] != 1 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await
    .expect("the one that is gone is forgotten");
    // Another person cannot delete the browser's subscription; its owner can.
    let one = json!({ "endpoint": there.url });
    callers[1 - seat].call(Method::DELETE, "/api/v1/notices/push", Some(one.clone())).await.ok();
    assert_eq!(callers[seat].get("/api/v1/notices").await.ok().json()["browsers"], 1);
    callers[seat].call(Method::DELETE, "/api/v1/notices/push", Some(one)).await.ok();
    assert_eq!(callers[seat].get("/api/v1/notices").await.ok().json()["browsers"], 0);
}

#[tokio::test]
async fn the_service_worker_stands_for_the_whole_hall() {
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let worker = Caller::new(&hall).get("/service-worker.js").await.ok();
    assert!(worker.header("content-type").starts_with("text/javascript") && worker.text().contains("showNotification"));
}

#[tokio::test]
async fn webhooks_that_never_answer_hold_up_no_move() {
    /// More webhooks than the server calls at once.
    const WAITING: usize = 70;
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://127.0.0.1:{}/hook", listener.local_addr().unwrap().port());
    let stuck = Arc::new(Mutex::new(Vec::new()));
    let lines = stuck.clone();
    tokio::spawn(async move {
        while let Ok((line, _)) = listener.accept().await {
            lines.lock().await.push(line);
        }
    });
    let webhook = json!({ "url": url, "form": "slack" });
    let mut ben = Caller::program(&hall, "Ben").await;
    ben.call(Method::PUT, "/api/v1/notices/webhook", Some(webhook.clone())).await.ok();
    for n in 0..WAITING {
        let mut caller = Caller::program(&hall, &format!("Guest {n}")).await;
        caller.call(Method::PUT, "/api/v1/notices/webhook", Some(webhook.clone())).await.ok();
        table_for_two(&mut caller, &mut ben).await;
    }
    let mut ada = Caller::program(&hall, "Ada").await;
    let id = ada.table(json!({ "game": GAME, "seats": 1, "take": 0, "start": true })).await;
    while stuck.lock().await.is_empty() {
        tokio::time::sleep(DELAY).await;
    }
    assert_eq!(ada.play_out(&id).await["phase"], "over");
}
