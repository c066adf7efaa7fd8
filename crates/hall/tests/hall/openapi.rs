//! The API description: a client that knows nothing else plays a match by it.

use axum::http::Method;
use serde_json::{Value, json};

use crate::common::{Caller, GAME, open};

/// A client that uses the description alone.
struct Client {
    caller: Caller,
    document: Value,
    /// The names of the calls made, with the status of each answer.
    made: Vec<(String, u16)>,
}

impl Client {
    async fn open(mut caller: Caller) -> Client {
        let document = caller.get("/api/v1/openapi.json").await.ok().json();
        Client { caller, document, made: Vec::new() }
    }

    /// Returns the method, path and description of the call of this name.
    fn find(&self, name: &str) -> (Method, String, Value) {
        for (path, calls) in self.document["paths"].as_object().unwrap() {
            for (method, call) in calls.as_object().unwrap() {
                if call["operationId"] == name {
                    return (method.to_uppercase().parse().unwrap(), path.clone(), call.clone());
                }
            }
        }
        panic!("the document has no call {name}");
    }

    /// Makes a call. `parameters` fill its path, and the status and the kind of the answer must be
    /// described.
    async fn call(&mut self, name: &str, parameters: &[(&str, &str)], body: Option<Value>) -> (u16, Value) {
        let (method, path, call) = self.find(name);
        let mut path = format!("{}{path}", self.document["servers"][0]["url"].as_str().unwrap());
        for parameter in call["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            let given = parameters.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
            match (parameter["in"].as_str().unwrap(), given) {
                ("path", Some(value)) => path = path.replace(&format!("{{{name}}}"), value),
                ("query", Some(value)) => path = format!("{path}?{name}={value}"),
                ("path", None) => panic!("{path} needs {name}"),
                _ => {}
            }
        }
        assert!(!path.contains('{'), "every part of the path is described: {path}");
        let takes_body = call["requestBody"]["content"]["application/json"]["schema"].is_object();
        assert!(body.is_none() || takes_body, "{name} is described without a body");
        let reply = self.caller.call(method, &path, body).await;
        let status = reply.status.as_u16();
        let described = &call["responses"][status.to_string()];
        assert!(described.is_object(), "{name} answered {status}, which is not described: {}", reply.text());
        self.made.push((name.to_owned(), status));
        if described["content"].is_null() {
            assert!(reply.bytes.is_empty(), "{name} {status}: {}", reply.text());
            return (status, Value::Null);
        }
        let (kind, _) = described["content"].as_object().unwrap().iter().next().unwrap();
        assert!(reply.header("content-type").starts_with(kind.as_str()), "{name}: {}", reply.header("content-type"));
        if kind != "application/json" {
            return (status, Value::Null);
        }
        (status, reply.json())
    }

    async fn good(&mut self, name: &str, parameters: &[(&str, &str)], body: Option<Value>) -> Value {
        let (status, answer) = self.call(name, parameters, body).await;
        assert!(status < 300, "{name}: {status} {answer}");
        answer
    }
}

#[tokio::test]
async fn a_client_that_knows_only_the_description_plays_a_match() {
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let mut client = Client::open(Caller::new(&hall)).await;
    let guest = client.good("guest", &[], Some(json!({ "name": "Ada" }))).await;
    client.caller.token = guest["token"].as_str().map(str::to_owned);
    let games = client.good("games", &[], None).await;
    assert!(games["games"].as_array().unwrap().iter().any(|game| game["id"] == GAME));
    let seal = client.good("seal", &[], None).await["seal"].clone();
    let wanted = json!({ "game": GAME, "seats": 2, "take": 0, "seal": seal, "share": "mine" });
    let id = client.good("create_table", &[], Some(wanted)).await["id"].as_str().unwrap().to_owned();
    let at = [("id", id.as_str())];
    let seat = |n: &'static str| [("id", id.as_str()), ("seat", n)];
    client.good("sit", &seat("1"), Some(json!({ "bot": "random" }))).await;
    client.good("leave", &seat("1"), None).await;
    assert_eq!(client.call("start", &at, None).await.0, 400, "a seat is free");
    client.good("sit", &seat("1"), Some(json!({ "bot": "random" }))).await;
    let mut table = client.good("start", &at, None).await;

    let mut hinted = false;
    for _ in 0..5000 {
        if table["phase"] == "over" {
            break;
        }
        let Some(legal) = table["state"]["legal"]["0"].as_array().cloned() else {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            table = client.good("table", &at, None).await;
            continue;
        };
        let step = &table["step"];
        if !hinted {
            hinted = true;
            assert_eq!(client.good("waiting", &[], None).await["waiting"][0]["table"], json!(id));
            let ask = json!({ "seat": 0, "step": step, "epoch": table["epochs"]["0"] });
            let hint = client.good("hint", &at, Some(ask)).await;
            assert!(legal.iter().any(|one| one["action"] == hint["action"]));
            let bad = json!({ "seat": 0, "step": step, "action": { "type": "no-such-thing" } });
            assert_eq!(client.call("act", &at, Some(bad)).await.0, 400);
        }
        let wanted = json!({ "seat": 0, "step": step, "epoch": table["epochs"]["0"], "action": legal[0]["action"] });
        let (status, _) = client.call("act", &at, Some(wanted.clone())).await;
        assert!(status == 200 || status == 409, "{status}");
        if status == 200 && table["step"] == 0 {
            // The same again comes too late, and the answer has the present state.
            let (status, late) = client.call("act", &at, Some(wanted)).await;
            assert!(status == 409 && late["step"].as_u64() > Some(0) && late["state"].is_object());
        }
        client.good("view", &[("id", &id), ("seat", "0")], None).await;
        client.good("observation", &[("id", &id), ("seat", "0")], None).await;
        table = client.good("table", &at, None).await;
    }
    assert_eq!(table["phase"], "over");
    client.good("scene", &at, None).await;
    client.good("record", &at, None).await;
    assert_eq!(client.call("take_back", &at, Some(json!({ "step": 0 }))).await.0, 409);
    let next = client.good("rematch", &at, Some(json!({}))).await;
    assert_ne!(next["id"], json!(id));
    assert!(client.made.len() > 15, "{:?}", client.made);
}

#[tokio::test]
async fn the_other_calls_answer_as_described_and_so_do_refusals() {
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let mut client = Client::open(Caller::program(&hall, "Ada").await).await;
    let id = client.caller.table(json!({ "game": GAME, "seats": 1, "take": 0, "start": true, "talk": "free" })).await;
    let at = [("id", id.as_str())];
    client.good("talk", &at, None).await;
    client.good("set_talk", &at, Some(json!({ "setting": "phrases" }))).await;
    client.good("set_talk", &at, Some(json!({ "setting": "free" }))).await;
    client.good("say", &at, Some(json!({ "text": "Good evening" }))).await;
    let said = client.good("talk", &at, None).await;
    assert_eq!(said["remarks"][0]["text"], "Good evening");
    let first = client.caller.look(&id).await;
    client.caller.act_first(&id, &first, 0).await.ok();
    let step = [("id", id.as_str()), ("step", "1")];
    client.call("react", &step, Some(json!({ "reaction": "no-such-thing" }))).await;
    client.good("take_reaction_back", &step, None).await;
    client.call("mute", &[("id", &id), ("remark", "1")], None).await;
    client.call("hear_again", &[("id", &id), ("remark", "1")], None).await;
    let table = client.caller.look(&id).await;
    client.call("order", &at, Some(json!({ "seat": 0, "step": table["step"], "order": "no-such-thing" }))).await;
    client.good("order", &at, Some(json!({ "seat": 0 }))).await;
    client.good("arm", &at, Some(json!({ "seat": 0 }))).await;
    client.call("answer", &at, Some(json!({ "step": table["step"], "value": 1 }))).await;

    client.good("settings", &[], None).await;
    client.good("set_webhook", &[], Some(json!({ "url": "https://localhost/hook", "form": "slack" }))).await;
    assert_eq!(client.call("try_webhook", &[], None).await.0, 502);
    client.good("remove_webhook", &[], None).await;
    let keys = json!({ "p256dh": "AAAA", "auth": "AAAA" });
    let browser = json!({ "endpoint": "https://push.example.net/a", "keys": keys });
    assert_eq!(client.call("add_browser", &[], Some(browser)).await.0, 400);
    client.good("remove_browser", &[], Some(json!({ "endpoint": "https://push.example.net/a" }))).await;

    client.good("make_calendar", &[], None).await;
    client.good("remove_calendar", &[], None).await;
    client.good("deadlines", &[], None).await;
    client.good("begin_vacation", &[], Some(json!({ "days": 2 }))).await;
    assert_eq!(client.call("begin_vacation", &[], Some(json!({ "days": 2 }))).await.0, 409);
    client.good("end_vacation", &[], None).await;
    client.good("vacation", &[], None).await;
    assert_eq!(client.call("make_group", &[], Some(json!({ "name": "Thursday" }))).await.0, 403);
    let me = client.good("me", &[], None).await;
    client.good("change", &[], Some(json!({ "theme": "vault" }))).await;
    client.good("profile", &[("id", me["id"].as_str().unwrap())], None).await;
    client.good("own_matches", &[], None).await;
    assert_eq!(client.call("add_matches", &[], None).await.0, 409, "no record");
    assert_eq!(client.call("add_pack", &[], None).await.0, 403, "a guest");
    client.good("list_packs", &[], None).await;
    assert_eq!(client.call("remove_pack", &[("hash", "abc")], None).await.0, 404);
    client.good("board", &[("game", GAME)], None).await;
    assert_eq!(client.call("board", &[("game", "no-such-game")], None).await.0, 404);
    let account = json!({ "name": "Ada Byron", "password": "seven brass lanterns" });
    client.good("claim", &[], Some(account.clone())).await;
    assert_eq!(client.call("new_link", &[], Some(json!({ "present": "not that" }))).await.0, 401);
    client.good("new_link", &[], Some(json!({ "present": "seven brass lanterns" }))).await;
    let signed_in = client.good("sign_in", &[], Some(account)).await;
    client.good("sign_out", &[], None).await;
    client.caller.token = signed_in["token"].as_str().map(str::to_owned);

    let group = client.good("make_group", &[], Some(json!({ "name": "Thursday" }))).await;
    let link = group["link"].as_str().unwrap().trim_start_matches("/join/").to_owned();
    let of = [("id", group["id"].as_str().unwrap()), ("token", link.as_str()), ("person", me["id"].as_str().unwrap())];
    client.good("invited_group", &of, None).await;
    client.good("join_group", &of, None).await;
    client.good("change_group", &of, Some(json!({ "name": "Friday", "note": "At eight" }))).await;
    client.good("set_mention", &of, Some(json!({ "mention": "ada" }))).await;
    client.good("set_group_webhook", &of, Some(json!({ "url": "https://localhost/hook", "form": "json" }))).await;
    assert_eq!(client.call("try_group_webhook", &of, None).await.0, 502);
    client.good("remove_group_webhook", &of, None).await;
    client.good("open_group_table", &of, Some(json!({ "game": GAME }))).await;
    client.good("renew_group_link", &of, None).await;
    client.good("group", &of, None).await;
    client.good("list_groups", &[], None).await;
    client.good("remove_member", &of, None).await;
    assert_eq!(client.call("group", &of, None).await.0, 404);

    assert_eq!(client.call("table", &[("id", "aaaaaaaaaa")], None).await.0, 404);
    assert_eq!(client.call("create_table", &[], Some(json!({ "game": "no-such-game" }))).await.0, 404);
    assert_eq!(client.call("view", &[("id", &id), ("seat", "7")], None).await.0, 400);
    client.caller.token = None;
    assert_eq!(client.call("start", &at, None).await.0, 401);
    assert_eq!(client.call("waiting", &[], None).await.0, 401);
}

#[tokio::test]
async fn the_daily_match_answers_as_described_before_and_after_a_try() {
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let mut client = Client::open(Caller::program(&hall, "Ada").await).await;
    let all = client.good("dailies", &[], None).await;
    let day = all["dailies"][0]["day"].as_str().unwrap().to_owned();
    let of = [("game", GAME), ("day", day.as_str())];
    assert_eq!(client.call("practise_daily", &of, None).await.0, 409);
    let (status, begun) = client.call("try_daily", &of, None).await;
    assert_eq!(status, 201);
    assert_eq!(client.call("try_daily", &of, None).await, (200, begun.clone()));
    assert!(client.good("daily_of", &of, None).await["you"]["result"].is_null());
    client.caller.play_out(begun["table"].as_str().unwrap()).await;
    assert_eq!(client.good("daily_of", &of, None).await["tries"][0]["you"], true);
    client.good("practise_daily", &of, None).await;
    assert_eq!(client.call("daily_of", &[("game", GAME), ("day", "2020-01-01")], None).await.0, 404);
    assert_eq!(client.call("try_daily", &[("game", "no-such-game")], None).await.0, 404);
}

#[tokio::test]
async fn a_puzzle_is_answered_by_the_description() {
    let data = tempfile::tempdir().unwrap();
    let hall = open(data.path()).await;
    let mut client = Client::open(Caller::new(&hall)).await;
    let guest = client.good("guest", &[], Some(json!({ "name": "Ada" }))).await;
    client.caller.token = guest["token"].as_str().map(str::to_owned);
    let all = client.good("list_puzzles", &[], None).await;
    assert_eq!((&all["streak"], &all["today"]["solved"]), (&json!(0), &Value::Null));
    let (game, number) = (all["today"]["game"].as_str().unwrap(), all["today"]["number"].to_string());
    let at = [("game", game), ("number", number.as_str())];
    let asked = client.good("puzzle", &at, None).await;
    assert_eq!((&asked["today"], &asked["answer"]), (&json!(true), &Value::Null));
    let wrong = json!({ "action": { "type": "no-such-thing" } });
    assert_eq!(client.call("answer_puzzle", &at, Some(wrong)).await.0, 422);
    let made = json!({ "action": asked["legal"][0]["action"] });
    let told = client.good("answer_puzzle", &at, Some(made)).await["answer"].clone();
    let choices = told["choices"].as_array().unwrap();
    assert_eq!(choices.len(), asked["legal"].as_array().unwrap().len());
    assert_eq!(choices.iter().filter(|choice| choice["best"] == true).count(), 1);
    assert_eq!((&choices[0]["action"], &choices[0]["best"]), (&told["action"], &told["solved"]));
    let streak = u64::from(told["solved"] == true);
    assert_eq!(client.good("list_puzzles", &[], None).await["streak"], json!(streak));
    assert_eq!(client.call("puzzle", &[("game", game), ("number", "0")], None).await.0, 404);
}

#[tokio::test]
async fn server_lists_all_its_addresses() {
    let dir = tempfile::tempdir().unwrap();
    let hall = open(dir.path()).await;
    let addresses = hall.addresses();
    let has = |method: &str, path: &str| addresses.iter().any(|one| (one.method, one.path.as_str()) == (method, path));
    let known = [
        ("GET", "/"),
        ("GET", "/puzzles/{game}/{number}"),
        ("POST", "/puzzles/{game}/{number}"),
        ("GET", "/assets/{*name}"),
        ("GET", "/healthz"),
        ("DELETE", "/api/v1/operator/people/{id}/name"),
    ];
    for (method, path) in known {
        assert!(has(method, path), "{method} {path} is not among {addresses:?}");
    }
    assert!(!has("POST", "/healthz") && !has("GET", "/play/{game}"));
    let document = Caller::new(&hall).get("/api/v1/openapi.json").await.ok().json();
    for (path, calls) in document["paths"].as_object().unwrap() {
        for method in calls.as_object().unwrap().keys() {
            let (method, path) = (method.to_uppercase(), format!("/api/v1{path}"));
            assert!(has(&method, &path), "{method} {path} is described, and not among the addresses");
        }
    }
}
